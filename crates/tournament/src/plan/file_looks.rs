//! What a file seems to be, by its name or its first bytes, and which folders are a system's own.

use std::path::Path;

use messages::MessageId;
use storage::file_format::{FileFormat, Kind};

/// What a file seems to be.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Looks {
    /// A photo by its name, whatever is in it.
    LikePhoto,
    /// A photo by its first bytes alone.
    LikeUnnamedPhoto,
    /// A picture of a kind that is not read and that is not named like one, such as a camera's raw file.
    LikeOtherPicture,
    LikeVideo,
    /// The photo of this name, which is not all there; with the reason.
    InPlaceOf(String, MessageId),
    /// A picture that a system keeps for itself, or a note of it about one.
    OfSystem,
    LikeNothing,
}

/// Endings of pictures. A file with one of them is taken for a photo, also where it is empty, damaged, or of a kind that is not read: this costs a
/// row, which says what to do. Files with other endings and photos in them are found by their first bytes.
const PICTURES: [&str; 20] = [
    "jpg", "jpeg", "jpe", "jfif", "jfi", "jif", "pjpeg", "pjp", "png", "heic", "heif", "hif", "avif", "webp", "gif",
    "bmp", "tif", "tiff", "jxl", "jp2",
];

/// Endings of files that stand for one of a cloud that was not downloaded.
const IN_CLOUD: [&str; 5] = ["icloud", "cloud", "cloudf", "nextcloud", "owncloud"];

/// Endings of downloads and copies that have not ended.
const HALF_COPIED: [&str; 7] = ["crdownload", "part", "partial", "download", "opdownload", "filepart", "tmp"];

/// With what Syncthing begins the names of files that it has not copied to their end.
const SYNCTHING: [&str; 2] = ["syncthing.", "~syncthing~"];

/// What the file at this path seems to be; it is opened only where its name does not tell and it may be.
pub(super) fn looks_of(path: &Path, name: &str, may_open: bool) -> Looks {
    if let Some((whole, why)) = stands_for(name) {
        return Looks::InPlaceOf(whole, why);
    }
    // Macs write `._anna.jpg` beside `anna.jpg` on sticks and network drives; Android hides deleted photos.
    if let Some(hidden) = name.strip_prefix('.') {
        return if is_named_like_picture(hidden) { Looks::OfSystem } else { Looks::LikeNothing };
    }
    if is_named_like_picture(name) {
        return Looks::LikePhoto;
    }
    let ending = ending(name);
    // A thumbnail that cameras keep beside each video.
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
        // Browsers give some downloads a name only at their end.
        Some(_) if HALF_COPIED.contains(&ending.as_str()) => {
            Looks::InPlaceOf(name.to_owned(), MessageId::PhotoHalfCopied)
        }
        Some(_) => Looks::LikeUnnamedPhoto,
        None => Looks::LikeNothing,
    }
}

/// The photo for which a file or folder of this name stands while it is not downloaded, or not to its end.
pub(super) fn stands_for(name: &str) -> Option<(String, MessageId)> {
    let (whole, ending) = (without_ending(name), ending(name));
    // Some of them are hidden. `._` begins what Macs note about a file.
    let whole = if name.starts_with("._") { whole } else { whole.trim_start_matches('.') };
    let whole = SYNCTHING.into_iter().find_map(|prefix| whole.strip_prefix(prefix)).unwrap_or(whole);
    let why = match ending.as_str() {
        ending if IN_CLOUD.contains(&ending) => MessageId::PhotoInCloud,
        ending if HALF_COPIED.contains(&ending) => MessageId::PhotoHalfCopied,
        _ => return None,
    };
    (is_named_like_picture(whole) && !whole.starts_with('.')).then(|| (whole.to_owned(), why))
}

/// Whether the name ends as those of pictures do. A system that renames a copy may write `.JPG_`.
pub(super) fn is_named_like_picture(name: &str) -> bool {
    PICTURES.contains(&ending(name).trim_end_matches(['_', '~']))
}

/// The name without its ending. Blanks are in no ending: `Dr. Anna` has none.
pub(super) fn without_ending(name: &str) -> &str {
    name.rsplit_once('.').filter(|(_, ending)| is_ending(ending)).map_or(name, |(stem, _)| stem)
}

/// In small letters; empty if there is none.
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

/// The name of a photo's file without its ending, or endings: where a system hides them, people write `anna.jpg.jpg`.
pub(super) fn stem(file: &str) -> &str {
    let mut stem = without_ending(file);
    while is_named_like_picture(stem) {
        stem = without_ending(stem);
    }
    stem
}

/// Names of folders that systems keep, in small letters. Nobody calls a table so.
const OF_SYSTEMS: [&str; 27] = [
    // Thumbnails: of Synology, of Windows and many programs, of cameras.
    "@eadir",
    "thumbs",
    "thumbnails",
    "thmbnl",
    // Deleted files: of Synology, QNAP, Windows now and before, Samba, Buffalo, Macs on network drives.
    "#recycle",
    "@recycle",
    "$recycle.bin",
    "recycler",
    "recycled",
    "recyclebin",
    "recycle bin",
    "trashbox",
    "network trash folder",
    // Snapshots: of Synology, NetApp, QNAP.
    "#snapshot",
    "@sharesnap",
    "~snapshot",
    "@recently-snapshot",
    // What systems keep otherwise: Macs in archives and on network drives, Windows, Linux, Android, Synology, QNAP.
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

/// Whether a folder of this name is a system's or a program's own. Hidden ones are.
pub(super) fn is_of_system(folder: &str) -> bool {
    let name = folder.to_lowercase();
    // Windows puts there what it found when it repaired a disk: `found.000`.
    let is_found = || name.strip_prefix("found.").is_some_and(|number| number.parse::<u16>().is_ok());
    name.starts_with('.')
        || OF_SYSTEMS.contains(&name.as_str())
        || LIBRARIES.contains(&ending(&name).as_str())
        || is_found()
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
