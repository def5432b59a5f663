//! The photos below the folder of photos, whatever their names, and what is left out there.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::str::Utf8Chunk;
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

/// What lies below the folder of photos.
#[derive(Default)]
pub(super) struct Below {
    /// By name: photos, what stands in place of one, and folders that are not searched.
    pub found: BTreeMap<String, Found>,
    pub left_out: LeftOut,
}

/// Looks through the folder. Left out are hidden files and folders, and those that systems keep beside people's, because thumbnails and deleted files
/// lie there; and so are folders of results, this run's and others'.
pub(super) fn photos_below(folder: &Path, options: &PlanOptions) -> Result<Below, PlanError> {
    let except = options.except.as_deref().and_then(|path| path.canonicalize().ok());
    let is_results = |entry: &DirEntry| {
        let is_ours = except.is_some() && entry.path().canonicalize().ok() == except;
        is_ours || ResultsFolder::is_one(entry.path())
    };
    let mut links =
        Links { folder: folder.canonicalize().ok(), follow: options.follow_links, followed: HashMap::new() };
    let mut entries = WalkDir::new(folder).follow_links(true).sort_by_file_name().into_iter();
    let mut below = Below::default();
    let (mut unnamed, mut others) = (Vec::new(), Vec::new());
    while let Some(entry) = entries.next() {
        let entry = match entry {
            Ok(entry) if entry.depth() > 0 => entry,
            Ok(entry) if is_results(&entry) => break,
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
            } else if is_results(&entry) {
                // Nobody misses photos there.
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

/// A file that is no photo which can be read. What it means depends on the photos beside it.
struct Other {
    name: String,
    path: PathBuf,
    what: What,
}

enum What {
    Picture,
    Video,
    /// The photo of the name is not all there; holds why.
    InPlaceOf(MessageId),
}

impl Below {
    fn found(&mut self, name: String, path: PathBuf, refused: Option<Message>) {
        self.found.insert(name, Found { path, refused, is_missing: false });
    }

    /// Adds photos that are not named as such. Programs that change a photo keep what it was before, as `anna.jpg_original` beside `anna.jpg`: it is
    /// left out.
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

    /// Adds those that a person would miss. Phones and cameras keep a film or a raw file beside a photo, of the same name: the photo is read.
    fn add(&mut self, others: Vec<Other>) {
        let shots: BTreeSet<String> = self.found.keys().map(|name| without_ending(name).to_lowercase()).collect();
        for Other { name, path, what } in others {
            match what {
                What::InPlaceOf(_) if self.found.contains_key(&name) => {}
                What::InPlaceOf(why) => self.found(name, path, Some(why.into())),
                What::Picture | What::Video if shots.contains(&without_ending(&name).to_lowercase()) => {}
                What::Picture => self.found(name, path, None),
                // A film of the room is nobody's kingdom.
                What::Video if seat_by_name(&name).1.is_none() => self.left_out.videos.push(name),
                What::Video => self.found(name, path, Some(MessageId::VideoNotPhoto.into())),
            }
        }
    }
}

/// Which links are followed.
struct Links {
    /// The folder of photos, which may itself be reached by links.
    folder: Option<PathBuf>,
    /// Whether links that lead out of it are followed, too.
    follow: bool,
    /// How many links to each folder were followed.
    followed: HashMap<PathBuf, u32>,
}

/// Most links to one folder that are followed. Folders that link to each other in circles would else be searched on every path, of which
/// there are too many. No table's photos lie in so many places.
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

/// A path that is listed but cannot be opened, such as a broken link, costs its own line if it is named like a picture. A folder that cannot
/// be listed may hold anything, so it is an error.
fn lost_file(folder: &Path, error: walkdir::Error) -> Result<Option<PathBuf>, PlanError> {
    let path = error.path().unwrap_or(folder).to_owned();
    let is_hidden = path.file_name().is_some_and(|name| name.as_encoded_bytes().starts_with(b"."));
    // A link to a folder around it leads to photos that are found there.
    if error.loop_ancestor().is_some() || error.depth() > 0 && is_hidden {
        return Ok(None);
    }
    if error.depth() > 0 && path.metadata().is_err() {
        return Ok(Some(path));
    }
    let problem = error.io_error().map_or_else(|| error.to_string(), ToString::to_string);
    Err(PlanError::Folder { path, problem })
}

/// A file with a time in the future counts as old.
pub(super) fn is_older_than(least: Duration, path: &Path) -> bool {
    let changed = path.metadata().and_then(|metadata| metadata.modified());
    changed.is_ok_and(|changed| changed.elapsed().map_or(true, |age| age >= least))
}

/// The file's own name, without folders.
fn called(path: &Path) -> String {
    path.file_name().unwrap_or_default().to_string_lossy().into_owned()
}

/// The name below the folder of photos of a file that lies beside this one.
fn beside(name: &str, other: &str) -> String {
    name.rsplit_once('/').map_or_else(|| other.to_owned(), |(folder, _)| format!("{folder}/{other}"))
}

fn name_below(folder: &Path, path: &Path) -> String {
    let below = path.strip_prefix(folder).unwrap_or(path);
    let parts: Vec<_> = below.components().map(|part| in_text(part.as_os_str())).collect();
    parts.join("/")
}

/// Bytes that are not UTF-8 are written as `\` and their numbers, and `\` as two, so that no two files get the same name.
fn in_text(name: &OsStr) -> String {
    let chunk = |chunk: Utf8Chunk| {
        let bytes = chunk.invalid().iter().map(|byte| format!("\\x{byte:02x}"));
        [chunk.valid().replace('\\', "\\\\")].into_iter().chain(bytes).collect::<String>()
    };
    name.as_encoded_bytes().utf8_chunks().map(chunk).collect()
}
