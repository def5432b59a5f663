//! Finds the photos below the folder of photos, whatever their names, and the files and folders that are left
//! out.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::time::Duration;

use walkdir::{DirEntry, WalkDir};

use super::LeftOut;
use super::PlanOptions;
use super::error::PlanError;
use super::file_looks::{Looks, is_named_like_picture, is_of_system, looks_of, stands_for, without_ending};
use super::found::Found;
use super::seating::seat_by_name;
use crate::results_folder::ResultsFolder;
use messages::{Message, MessageId, Words};

/// The content of the folder of photos.
#[derive(Default)]
pub(super) struct Below {
    /// Photos, placeholders for photos, and folders that are not searched, by their names below the folder of
    /// photos.
    pub found: BTreeMap<String, Found>,
    pub left_out: LeftOut,
}

/// Searches the folder. Hidden files and folders are left out, and so are folders of operating systems, which
/// hold thumbnails and deleted files, and folders of results.
pub(super) fn photos_below(folder: &Path, options: &PlanOptions) -> Result<Below, PlanError> {
    let except = options.except.as_deref().and_then(|path| path.canonicalize().ok());
    let mut links =
        Links { folder: folder.canonicalize().ok(), follow: options.follow_links, followed: HashMap::new() };
    let mut entries = WalkDir::new(folder).follow_links(true).sort_by_file_name().into_iter();
    let mut below = Below::default();
    let (mut unnamed, mut others) = (Vec::new(), Vec::new());
    while let Some(entry) = entries.next() {
        let entry = match entry {
            Ok(entry) if entry.depth() > 0 => entry,
            Ok(entry) if is_results(&entry, except.as_deref()) => break,
            Ok(_) => continue,
            Err(error) => {
                if let Some(path) = lost_file(folder, error)?.filter(|path| is_named_like_picture(&called(path))) {
                    below.found(name_below(folder, &path), path, None);
                }
                continue;
            }
        };
        let (path, called) = (entry.path().to_owned(), called(entry.path()));
        let name = name_below(folder, &path);
        if entry.file_type().is_dir() {
            if is_of_system(&called) {
                below.left_out.of_systems.push(name);
            } else if is_results(&entry, except.as_deref()) {
                // Nobody expects photos there to be read, so there is nothing to report.
            } else if let Some((whole, why)) = stands_for(&called) {
                others.push(Other { name: beside(&name, &whole), path, what: What::InPlaceOf(why) });
            } else if let Some(why) = links.refused(&entry) {
                below.found(name, path, Some(why));
            } else {
                continue;
            }
            entries.skip_current_dir();
            continue;
        }
        // Opening a pipe would block until another program writes into it.
        if !entry.file_type().is_file() {
            continue;
        }
        let refused = links.refused(&entry);
        match looks_of(&path, &called, refused.is_none()) {
            Looks::LikePhoto => below.found(name, path, refused),
            Looks::LikeUnnamedPhoto => unnamed.push((name, path)),
            Looks::LikeOtherPicture => others.push(Other { name, path, what: What::Picture }),
            Looks::LikeVideo => others.push(Other { name, path, what: What::Video }),
            Looks::InPlaceOf(whole, why) => {
                others.push(Other { name: beside(&name, &whole), path, what: What::InPlaceOf(why) });
            }
            Looks::OfSystem => below.left_out.of_systems.push(name),
            Looks::LikeNothing => {}
        }
    }
    below.add_unnamed(unnamed);
    below.add(others);
    Ok(below)
}

/// Whether this is a folder of results: that of this run (`except`), or another one.
fn is_results(entry: &DirEntry, except: Option<&Path>) -> bool {
    let is_ours = except.is_some() && entry.path().canonicalize().ok().as_deref() == except;
    is_ours || ResultsFolder::is_one(entry.path())
}

/// A file that is not a readable photo. Whether it is left out depends on the photos in the same folder.
struct Other {
    name: String,
    path: PathBuf,
    what: What,
}

enum What {
    Picture,
    Video,
    /// A placeholder for a photo that was not downloaded or copied completely, with the reason.
    InPlaceOf(MessageId),
}

impl Below {
    fn found(&mut self, name: String, path: PathBuf, refused: Option<Message>) {
        self.found.insert(name, Found { path, refused, is_missing: false });
    }

    /// Adds photos whose names do not look like those of pictures. A backup such as `anna.jpg_original`,
    /// which a program made when it changed `anna.jpg`, is left out.
    fn add_unnamed(&mut self, photos: Vec<(String, PathBuf)>) {
        for (name, path) in photos {
            let mut beginnings = name.char_indices().map(|(end, _)| &name[..end]);
            if beginnings.any(|beginning| is_named_like_picture(beginning) && self.found.contains_key(beginning)) {
                self.left_out.of_systems.push(name);
            } else {
                self.found(name, path, None);
            }
        }
    }

    /// Adds those of the other files that a person would miss in the results. A video or raw file with the
    /// same name as a photo is left out: phones and cameras make both at once.
    fn add(&mut self, others: Vec<Other>) {
        let shots: BTreeSet<String> = self.found.keys().map(|name| without_ending(name).to_lowercase()).collect();
        for Other { name, path, what } in others {
            match what {
                What::InPlaceOf(_) if self.found.contains_key(&name) => {}
                What::InPlaceOf(why) => self.found(name, path, Some(why.into())),
                What::Picture | What::Video if shots.contains(&without_ending(&name).to_lowercase()) => {}
                What::Picture => self.found(name, path, None),
                // A video outside a table's folder, for example of the room, shows nobody's kingdom.
                What::Video if seat_by_name(&name).1.is_none() => self.left_out.videos.push(name),
                What::Video => self.found(name, path, Some(MessageId::VideoNotPhoto.into())),
            }
        }
    }
}

/// Decides which symbolic links are followed.
struct Links {
    /// The folder of photos, which may itself be reached by links.
    folder: Option<PathBuf>,
    /// Whether links that lead out of the folder of photos are followed, too.
    follow: bool,
    /// How many links to each folder were followed.
    followed: HashMap<PathBuf, u32>,
}

/// The most links to one folder that are followed. Without a limit, folders that link to each other in a
/// circle would be searched on every one of far too many paths. No tournament needs so many links to a
/// table's photos.
const MOST_LINKS: u32 = 16;

impl Links {
    /// Why the entry is not opened, if it is a link that may not be followed.
    fn refused(&mut self, entry: &DirEntry) -> Option<Message> {
        if entry.depth() == 0 || !entry.path_is_symlink() {
            return None;
        }
        let target = entry.path().canonicalize().ok()?;
        let is_inside = self.folder.as_ref().is_some_and(|folder| target.starts_with(folder));
        if !is_inside && !self.follow {
            return Some(MessageId::LinkLeadsOut.into());
        }
        if entry.file_type().is_dir() {
            let times = self.followed.entry(target).or_default();
            *times += 1;
            return (*times > MOST_LINKS).then(|| MessageId::TooManyLinks.count(MOST_LINKS));
        }
        None
    }
}

/// The path of an entry that cannot be opened, such as a broken link. It is reported on a line of its own if
/// it is named like a picture. A folder that cannot be listed is an error, because photos may be in it.
fn lost_file(folder: &Path, error: walkdir::Error) -> Result<Option<PathBuf>, PlanError> {
    let path = error.path().unwrap_or(folder).to_owned();
    let is_hidden = path.file_name().is_some_and(|name| name.as_encoded_bytes().starts_with(b"."));
    // A link to a folder above it leads only to photos that are found anyway.
    if error.loop_ancestor().is_some() || error.depth() > 0 && is_hidden {
        return Ok(None);
    }
    if error.depth() > 0 && path.metadata().is_err() {
        return Ok(Some(path));
    }
    let problem = error.io_error().map_or_else(|| error.to_string(), ToString::to_string);
    Err(PlanError::Folder { path, problem })
}

/// Whether the file last changed at least this long ago. A time in the future counts as old.
pub(super) fn is_older_than(least: Duration, path: &Path) -> bool {
    let changed = path.metadata().and_then(|metadata| metadata.modified());
    changed.is_ok_and(|changed| changed.elapsed().map_or(true, |age| age >= least))
}

/// The file's name, without folders.
fn called(path: &Path) -> String {
    path.file_name().unwrap_or_default().to_string_lossy().into_owned()
}

/// The name, below the folder of photos, of another file in the same folder.
fn beside(name: &str, other: &str) -> String {
    name.rsplit_once('/').map_or_else(|| other.to_owned(), |(folder, _)| format!("{folder}/{other}"))
}

fn name_below(folder: &Path, path: &Path) -> String {
    let below = path.strip_prefix(folder).unwrap_or(path);
    let parts: Vec<_> = below.components().map(|part| in_text(part.as_os_str())).collect();
    parts.join("/")
}

/// The name as text. Bytes that are not UTF-8 become `\x` and two digits, and `\` is doubled, so that no two
/// files get the same name.
fn in_text(name: &OsStr) -> String {
    let mut text = String::new();
    for chunk in name.as_encoded_bytes().utf8_chunks() {
        text.push_str(&chunk.valid().replace('\\', "\\\\"));
        text.extend(chunk.invalid().iter().map(|byte| format!("\\x{byte:02x}")));
    }
    text
}
