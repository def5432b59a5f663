//! The errors of planning.

use std::path::PathBuf;

use super::LeftOut;
use crate::manifest::ManifestError;
use kingdomino::domain::{TooManyBonuses, counted, listed};

/// Why there is no plan. No photo was read.
#[derive(Debug, thiserror::Error)]
pub enum PlanError {
    /// The folder, or one in it, cannot be listed.
    #[error("{path}: cannot list the folder: {problem}", path = .path.display())]
    Folder {
        /// The folder.
        path: PathBuf,
        /// The system's error.
        problem: String,
    },
    /// There is no photo in the folder.
    #[error(
        "{path}: no photo was found in this folder or below it; JPEG, PNG, HEIC and WebP files are read, whatever \
         their names{}",
        left_out.in_brackets(), path = .folder.display()
    )]
    NoPhotos {
        /// The folder.
        folder: PathBuf,
        /// The files and folders in it that are left out.
        left_out: LeftOut,
    },
    /// The manifest cannot be used.
    #[error("{path}: {problem}", path = .path.display())]
    Manifest {
        /// The manifest.
        path: PathBuf,
        /// The problem in it.
        problem: ManifestError,
    },
    /// Most photos that the manifest names are missing, or some of them are outside the folder.
    #[error(
        "{manifest}: {} not found below {folder}: {}; write each photo's path below that folder, or only its name if \
         no other photo has the same name{hint}",
        counted(photos.len(), "photo"), some_of(photos), manifest = .manifest.display(), folder = .folder.display()
    )]
    MissingPhotos {
        /// The manifest.
        manifest: PathBuf,
        /// The folder where the photos should be.
        folder: PathBuf,
        /// The missing photos, as the manifest names them.
        photos: Vec<String>,
        /// A question whether one of them means a file with a similar name; or empty.
        hint: String,
    },
    /// The manifest names a photo twice.
    #[error("{manifest}: {photo} is listed twice, in rows {first} and {second}; remove one of them", manifest = .manifest.display())]
    PhotoTwice {
        /// The manifest.
        manifest: PathBuf,
        /// The photo.
        photo: String,
        /// The number of the photo's first line or entry.
        first: usize,
        /// The number of its second line or entry.
        second: usize,
    },
    /// The manifest and the folders contradict each other.
    #[error(
        "{photo}: the manifest says {what} {listed}, but the photo's folder says {what} {folder}; correct one of \
         them"
    )]
    Contradiction {
        /// The photo.
        photo: String,
        /// `round` or `table`.
        what: &'static str,
        /// The round or table that the manifest names.
        listed: String,
        /// The round or table that the folder names.
        folder: String,
    },
    /// A player or a fact of a game is given without a table.
    #[error(
        "{manifest}: {photo} (row {number}) has a value for `{column}` but no table, so it would not be ranked; give \
         its table, or put the photo into a folder such as table-3",
        manifest = .manifest.display()
    )]
    NoTable {
        /// The manifest.
        manifest: PathBuf,
        /// The photo.
        photo: String,
        /// The number of the photo's line or entry in the manifest.
        number: usize,
        /// The column that needs a table.
        column: &'static str,
    },
    /// The bonuses in the manifest's row together with those of all tables exceed the limit.
    #[error("{photo}: {problem}")]
    TooManyBonuses {
        /// The photo.
        photo: String,
        /// Which bonuses, and the limit.
        problem: TooManyBonuses,
    },
    /// The photos of one table are in several folders.
    #[error(
        "the photos of table {table} are in several folders ({folders}): if the folders are rounds, call them \
         round-1, round-2 and so on, or give the rounds in a manifest; if the photos are from one game, put them into \
         one folder"
    )]
    TableInFolders {
        /// The table.
        table: String,
        /// The folders above the table's folders, as a list.
        folders: String,
    },
    /// Some photos have a round and others do not.
    #[error("{without} has a table but no round, while {with} has a round: give a round to all photos or to none")]
    NoRound {
        /// A photo without a round.
        without: String,
        /// A photo with a round.
        with: String,
    },
}

/// The first names, and how many more there are.
pub(crate) fn some_of(names: &[String]) -> String {
    const SHOWN: usize = 5;
    let shown = listed(names.iter().take(SHOWN));
    if names.len() > SHOWN { format!("{shown} and {} more", names.len() - SHOWN) } else { shown }
}
