//! The pictures below the folder of photos.

use std::collections::{BTreeMap, HashMap};
use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::str::Utf8Chunk;
use std::time::Duration;

use walkdir::{DirEntry, WalkDir};

use super::PlanOptions;
use super::error::{PICTURES, PlanError};
use crate::results_folder::ResultsFolder;
use messages::{Message, MessageId, Words};

/// A picture or folder below the folder of photos.
pub(super) struct Found {
    pub path: PathBuf,
    /// Why it is not opened.
    pub refused: Option<Message>,
    /// Whether only the manifest names it.
    pub is_missing: bool,
}

/// The pictures by name, and folders that are not searched. Hidden files and folders are left out, because phones and file managers keep
/// previews there; and so are folders of results, this run's and others'.
pub(super) fn pictures_below(folder: &Path, options: &PlanOptions) -> Result<BTreeMap<String, Found>, PlanError> {
    let except = options.except.as_deref().and_then(|path| path.canonicalize().ok());
    let is_results = |entry: &DirEntry| {
        let is_ours = except.is_some() && entry.path().canonicalize().ok() == except;
        is_ours || ResultsFolder::is_one(entry.path())
    };
    let is_hidden = |entry: &DirEntry| entry.depth() > 0 && entry.file_name().as_encoded_bytes().starts_with(b".");
    let is_left_out = |entry: &DirEntry| is_hidden(entry) || entry.file_type().is_dir() && is_results(entry);
    let mut links =
        Links { folder: folder.canonicalize().ok(), follow: options.follow_links, followed: HashMap::new() };
    let mut entries = WalkDir::new(folder).follow_links(true).into_iter();
    let mut found = BTreeMap::new();
    while let Some(entry) = entries.next() {
        let (path, refused) = match entry {
            Ok(entry) if is_left_out(&entry) => {
                if entry.file_type().is_dir() {
                    entries.skip_current_dir();
                }
                continue;
            }
            Ok(entry) if entry.file_type().is_dir() => match links.refused(&entry) {
                Some(why) => {
                    entries.skip_current_dir();
                    (entry.into_path(), Some(why))
                }
                None => continue,
            },
            // Opening a pipe would block until another program writes into it.
            Ok(entry) if !entry.file_type().is_file() || !is_picture(entry.path()) => continue,
            Ok(entry) => {
                let refused = links.refused(&entry);
                (entry.into_path(), refused)
            }
            Err(error) => match lost_file(folder, error)?.filter(|path| is_picture(path)) {
                Some(path) => (path, None),
                None => continue,
            },
        };
        found.insert(name_below(folder, &path), Found { path, refused, is_missing: false });
    }
    Ok(found)
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

fn is_picture(path: &Path) -> bool {
    let ending = path.extension().map(|ending| ending.to_string_lossy().to_lowercase());
    ending.is_some_and(|ending| PICTURES.contains(&ending.as_str()))
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
