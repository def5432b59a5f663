//! Tells what a file seems to be, by its name or its first bytes, and which folders belong to an operating
//! system or a program.

use std::path::Path;

use messages::MessageId;
use storage::file_format::{FileFormat, Kind};

/// What a file seems to be.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Looks {
    /// A photo by its name, whatever its content.
    LikePhoto,
    /// A photo by its first bytes alone.
    LikeUnnamedPhoto,
    /// A picture in a format that cannot be read, and whose name does not look like one, such as a camera's
    /// raw file.
    LikeOtherPicture,
    LikeVideo,
    /// A placeholder for the photo with this name, which was not downloaded or copied completely; with the
    /// reason.
    InPlaceOf(String, MessageId),
    /// A picture that an operating system keeps for itself, or its notes about a picture.
    OfSystem,
    LikeNothing,
}

/// Endings of pictures. A file with one of them counts as a photo even if it is empty, damaged, or in a
/// format that cannot be read: the results then have a line with the remedy. Photos with other endings are
/// found by their first bytes.
const PICTURES: [&str; 20] = [
    "jpg", "jpeg", "jpe", "jfif", "jfi", "jif", "pjpeg", "pjp", "png", "heic", "heif", "hif", "avif", "webp", "gif",
    "bmp", "tif", "tiff", "jxl", "jp2",
];

/// Endings of placeholders for files in a cloud that have not been downloaded.
const IN_CLOUD: [&str; 5] = ["icloud", "cloud", "cloudf", "nextcloud", "owncloud"];

/// Endings of unfinished downloads and copies.
const HALF_COPIED: [&str; 7] = ["crdownload", "part", "partial", "download", "opdownload", "filepart", "tmp"];

/// Prefixes of the names of files that Syncthing has not copied completely.
const SYNCTHING: [&str; 2] = ["syncthing.", "~syncthing~"];

/// What the file seems to be. The file is opened only if its name does not show that, and if `may_open` is
/// true.
pub(super) fn looks_of(path: &Path, name: &str, may_open: bool) -> Looks {
    if let Some((whole, why)) = stands_for(name) {
        return Looks::InPlaceOf(whole, why);
    }
    // Macs add a file `._anna.jpg` for each `anna.jpg` on sticks and network drives; Android hides deleted
    // photos.
    if let Some(hidden) = name.strip_prefix('.') {
        return if is_named_like_picture(hidden) { Looks::OfSystem } else { Looks::LikeNothing };
    }
    if is_named_like_picture(name) {
        return Looks::LikePhoto;
    }
    let ending = ending(name);
    // A thumbnail that cameras store with each video.
    if ending == "thm" {
        return Looks::OfSystem;
    }
    let format = if may_open { FileFormat::of_file(path).ok().flatten() } else { None };
    match format {
        Some(FileFormat::Unsupported(other)) => match other.kind {
            Kind::Picture => Looks::LikeOtherPicture,
            Kind::Video => Looks::LikeVideo,
            Kind::Document => Looks::LikeNothing,
        },
        // Browsers give some downloads their final name only when they are complete.
        Some(_) if HALF_COPIED.contains(&ending.as_str()) => {
            Looks::InPlaceOf(name.to_owned(), MessageId::PhotoHalfCopied)
        }
        Some(_) => Looks::LikeUnnamedPhoto,
        None => Looks::LikeNothing,
    }
}

/// The photo for which a file or folder of this name is a placeholder, because it is not downloaded, or only
/// partly.
pub(super) fn stands_for(name: &str) -> Option<(String, MessageId)> {
    let (whole, ending) = (without_ending(name), ending(name));
    // Some placeholders are hidden files. But names with `._` are notes of Macs about a file.
    let whole = if name.starts_with("._") { whole } else { whole.trim_start_matches('.') };
    let whole = SYNCTHING.into_iter().find_map(|prefix| whole.strip_prefix(prefix)).unwrap_or(whole);
    let why = match ending.as_str() {
        ending if IN_CLOUD.contains(&ending) => MessageId::PhotoInCloud,
        ending if HALF_COPIED.contains(&ending) => MessageId::PhotoHalfCopied,
        _ => return None,
    };
    (is_named_like_picture(whole) && !whole.starts_with('.')).then(|| (whole.to_owned(), why))
}

/// Whether the name has the ending of a picture. A renamed copy may end in `.JPG_`.
pub(super) fn is_named_like_picture(name: &str) -> bool {
    PICTURES.contains(&ending(name).trim_end_matches(['_', '~']))
}

/// The name without its ending. An ending has no blanks, so that `Dr. Anna` has no ending.
pub(super) fn without_ending(name: &str) -> &str {
    name.rsplit_once('.').filter(|(_, ending)| is_ending(ending)).map_or(name, |(stem, _)| stem)
}

/// The ending in lower case; empty if there is none.
fn ending(name: &str) -> String {
    name.rsplit_once('.')
        .map(|(_, ending)| ending)
        .filter(|ending| is_ending(ending))
        .unwrap_or_default()
        .to_lowercase()
}

fn is_ending(text: &str) -> bool {
    !text.contains(|letter: char| letter.is_whitespace() || letter == '/')
}

/// The name of a photo's file without its endings. There may be several, as in `anna.jpg.jpg`, because some
/// systems hide them.
pub(super) fn stem(file: &str) -> &str {
    let mut stem = without_ending(file);
    while is_named_like_picture(stem) {
        stem = without_ending(stem);
    }
    stem
}

/// Names of folders that operating systems create, in lower case. Nobody names a table like this.
const OF_SYSTEMS: [&str; 27] = [
    // Thumbnails: Synology, Windows and many programs, cameras.
    "@eadir",
    "thumbs",
    "thumbnails",
    "thmbnl",
    // Deleted files: Synology, QNAP, present and past Windows, Samba, Buffalo, Macs on network drives.
    "#recycle",
    "@recycle",
    "$recycle.bin",
    "recycler",
    "recycled",
    "recyclebin",
    "recycle bin",
    "trashbox",
    "network trash folder",
    // Snapshots: Synology, NetApp, QNAP.
    "#snapshot",
    "@sharesnap",
    "~snapshot",
    "@recently-snapshot",
    // Others: Macs in archives and on network drives, Windows, Linux, Android, Synology, QNAP.
    "__macosx",
    "temporary items",
    "thevolumesettingsfolder",
    "system volume information",
    "$extend",
    "lost+found",
    "lost.dir",
    "@tmp",
    "@sharebin",
    "@synologydrive",
];

/// Endings of folders in which programs keep photos and their previews.
const LIBRARIES: [&str; 5] = ["photoslibrary", "photolibrary", "aplibrary", "lrdata", "lrlibrary"];

/// Whether a folder of this name belongs to an operating system or a program, as hidden folders do.
pub(super) fn is_of_system(folder: &str) -> bool {
    let name = folder.to_lowercase();
    name.starts_with('.')
        || OF_SYSTEMS.contains(&name.as_str())
        || LIBRARIES.contains(&ending(&name).as_str())
        // Windows puts files that it recovers when it repairs a disk into `found.000`.
        || name.strip_prefix("found.").is_some_and(|number| number.parse::<u16>().is_ok())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_lose_their_endings_and_nothing_else() {
        for (file, expected) in [
            ("anna.jpg", "anna"),
            ("anna.jpg.jpg", "anna"),
            ("anna.JPG_", "anna"),
            ("anna.jpg.bak", "anna"),
            ("anna", "anna"),
            ("Dr. Anna", "Dr. Anna"),
            ("Dr. Anna.jfif", "Dr. Anna"),
            ("Dora .jpeg", "Dora "),
        ] {
            assert_eq!(stem(file), expected, "{file}");
        }
    }

    #[test]
    fn no_table_and_no_player_is_taken_for_a_systems_folder() {
        for folder in [
            "table-1",
            "#3",
            "@anna",
            "Snapshot",
            "Trash",
            "Papierkorb",
            "Thumb",
            "found",
            "$1 table",
            "recycling club",
        ] {
            assert!(!is_of_system(folder), "{folder}");
        }
        for folder in
            ["@eaDir", ".Trash-1000", "$RECYCLE.BIN", "Recycle Bin", "found.000", "Fotos.photoslibrary", "__MACOSX"]
        {
            assert!(is_of_system(folder), "{folder}");
        }
    }
}
