//! The names of the files in a folder of results, and the check whether a folder is one. The program writes
//! into no other folder.

use std::fs;
use std::io;
use std::path::Path;

use super::database::is_database;

/// The empty file that a program locks while it writes. The file stays.
pub const LOCK: &str = ".kingdom-scanner.lock";
/// The database: what was read, the results, and people's corrections. All other files are made from it.
pub const DATABASE: &str = "tournament.sqlite";
/// The results, a line for each photo.
pub const RESULTS: &str = "results.ndjson";
/// The ranks over all rounds.
pub const STANDINGS: &str = "standings.csv";
/// The ranks in each round.
pub const ROUNDS: &str = "rounds.csv";
/// The ranks at each table.
pub const TABLES: &str = "tables.csv";
/// The ranks of the three CSV files as one Excel workbook.
pub const WORKBOOK: &str = "standings.xlsx";
/// The page that shows the ranks over all rounds on a projector.
pub const PROJECTOR: &str = "projector.html";
/// The report for people.
pub const REPORT: &str = "report.html";
/// Further pages of a large report.
pub const PAGES: &str = "report";
/// Small copies of the photos.
pub const PICTURES: &str = "pictures";
/// Pictures of photos that need review.
pub const REVIEW: &str = "review";
/// The folder of temporary files, which are moved into place when they are complete.
pub const UNFINISHED: &str = ".unfinished";

const NAMES: [&str; 14] = [
    LOCK,
    DATABASE,
    // SQLite's own file, which stays if a program is killed.
    "tournament.sqlite-journal",
    RESULTS,
    STANDINGS,
    ROUNDS,
    TABLES,
    WORKBOOK,
    PROJECTOR,
    REPORT,
    PAGES,
    PICTURES,
    REVIEW,
    UNFINISHED,
];

/// Files that operating systems create by themselves.
const OF_SYSTEMS: [&str; 5] = [".DS_Store", "Thumbs.db", "desktop.ini", ".directory", "lost+found"];

/// If the folder is neither empty nor holds results, the names in it. Most likely the user mistyped the
/// folder's name. `None` for any other folder.
///
/// # Errors
/// A folder that cannot be listed.
pub fn names_of_others(folder: &Path) -> io::Result<Option<Vec<String>>> {
    let mut names = Vec::new();
    for entry in fs::read_dir(folder)? {
        names.push(entry?.file_name().to_string_lossy().into_owned());
    }
    names.retain(|name| !OF_SYSTEMS.contains(&name.as_str()));
    names.sort();
    // If a first run was stopped at its beginning, or the database is damaged, there is only the lock.
    let is_begun = folder.join(LOCK).is_file() && names.iter().all(|name| NAMES.contains(&name.as_str()));
    let is_ours = names.is_empty() || is_database(&folder.join(DATABASE)) || is_begun;
    Ok((!is_ours).then_some(names))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::database::Database;

    /// A folder with these files; those ending in `/` are folders, and the file [`DATABASE`] without content
    /// is a database.
    fn found(files: &[(&str, &str)]) -> Option<Vec<String>> {
        let folder = tempfile::tempdir().expect("a temporary folder");
        for (name, text) in files {
            let path = folder.path().join(name);
            match (*name, text.is_empty()) {
                (DATABASE, true) => drop(Database::new(path, true).lines().expect("a database")),
                (name, _) if name.ends_with('/') => fs::create_dir(path).expect("a folder"),
                _ => fs::write(path, text).expect("a file"),
            }
        }
        names_of_others(folder.path()).expect("a folder")
    }

    #[test]
    fn folders_of_results_are_known_by_what_they_hold() {
        let ours: [&[(&str, &str)]; 5] = [
            &[],
            &[(".DS_Store", "x")],
            &[(DATABASE, ""), ("notes.txt", "mine")],
            &[(LOCK, ""), ("pictures/", ""), (".unfinished/", "")],
            // The database is damaged.
            &[(LOCK, ""), (DATABASE, "\0\0"), (RESULTS, "{")],
        ];
        for files in ours {
            assert_eq!(found(files), None, "{files:?}");
        }
        let others: [&[(&str, &str)]; 6] = [
            &[("report.html", "<h1>Taxes</h1>"), ("standings.csv", "club,points")],
            &[("notes.txt", "")],
            &[(RESULTS, "{\"epoch\": 1}\n")],
            &[(DATABASE, "SQLite format 3\0")],
            &[("review/", ""), ("pictures/", ""), (".unfinished/", "")],
            // A lock beside other files may be any program's.
            &[(LOCK, ""), ("report.html", ""), ("letter.odt", "")],
        ];
        for files in others {
            let found = found(files).unwrap_or_else(|| panic!("{files:?}"));
            assert_eq!(found.len(), files.len());
        }
    }
}
