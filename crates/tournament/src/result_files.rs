//! The names of the files in a folder of results, and the check whether a folder is one. The program writes
//! into no other folder.

use std::fs::{self, File};
use std::io::{self, BufRead, BufReader, Read};
use std::path::Path;

use serde::Deserialize;
use serde::de::{DeserializeOwned, IgnoredAny};

/// The empty file that a program locks while it writes. The file stays.
pub const LOCK: &str = ".kingdom-scanner.lock";
/// The journal of the photos read so far.
pub const JOURNAL: &str = "journal.ndjson";
/// The provenance of the results.
pub const PROVENANCE: &str = "batch.json";
/// The results, a line for each photo.
pub const RESULTS: &str = "results.ndjson";
/// People's corrections.
pub const CORRECTIONS: &str = "corrections.json";
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

const NAMES: [&str; 15] = [
    LOCK,
    JOURNAL,
    PROVENANCE,
    RESULTS,
    CORRECTIONS,
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

/// How a journal begins, in this version and in earlier ones.
const JOURNAL_BEGINNINGS: [&[u8]; 2] = [b"{\"checksum\":\"", b"{\"unit\":\""];

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
    let is_ours = names.is_empty() || holds_results(folder) || is_begun(folder, &names);
    Ok((!is_ours).then_some(names))
}

#[derive(Deserialize)]
#[allow(dead_code, reason = "what is there is checked, not used")]
struct Provenance {
    schema_version: u64,
    program: String,
    reader: String,
    plan: String,
}

#[derive(Deserialize)]
#[allow(dead_code, reason = "what is there is checked, not used")]
struct ResultLine {
    schema_version: u64,
    photo: String,
    #[serde(rename = "told")]
    info: IgnoredAny,
    status: String,
    kingdoms: Vec<IgnoredAny>,
}

#[derive(Deserialize)]
#[allow(dead_code, reason = "what is there is checked, not used")]
struct Corrections {
    schema_version: u64,
    answers: Vec<IgnoredAny>,
}

/// Whether a run or a review has written into this folder. One valid file is enough, because the others may
/// be damaged.
fn holds_results(folder: &Path) -> bool {
    is_json::<Provenance>(fs::read(folder.join(PROVENANCE)))
        || is_json::<ResultLine>(first_line(&folder.join(RESULTS)))
        || is_json::<Corrections>(fs::read(folder.join(CORRECTIONS)))
        || JOURNAL_BEGINNINGS.iter().any(|beginning| begins_with(&folder.join(JOURNAL), beginning))
}

/// Whether a first run was stopped early: the folder has a lock or the beginning of a journal, and no files
/// of other programs.
fn is_begun(folder: &Path, names: &[String]) -> bool {
    let is_marked = folder.join(LOCK).is_file()
        || fs::read(folder.join(JOURNAL))
            .is_ok_and(|journal| JOURNAL_BEGINNINGS.iter().any(|beginning| beginning.starts_with(&journal)));
    is_marked && names.iter().all(|name| NAMES.contains(&name.as_str()))
}

fn is_json<T: DeserializeOwned>(text: io::Result<Vec<u8>>) -> bool {
    text.is_ok_and(|text| serde_json::from_slice::<T>(&text).is_ok())
}

/// Longer than any line of results. Limits the read, because a file of another kind may be one huge line.
const LONGEST_LINE_BYTES: u64 = 16 << 20;

fn first_line(path: &Path) -> io::Result<Vec<u8>> {
    let mut line = Vec::new();
    BufReader::new(File::open(path)?.take(LONGEST_LINE_BYTES)).read_until(b'\n', &mut line)?;
    Ok(line)
}

fn begins_with(path: &Path, beginning: &[u8]) -> bool {
    let mut found = vec![0; beginning.len()];
    File::open(path).and_then(|mut file| file.read_exact(&mut found)).is_ok_and(|()| found == beginning)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A folder with these files; those ending in `/` are folders.
    fn found(files: &[(&str, &str)]) -> Option<Vec<String>> {
        let folder = tempfile::tempdir().expect("a temporary folder");
        for (name, text) in files {
            let path = folder.path().join(name);
            let is_folder = name.ends_with('/');
            let made = if is_folder { fs::create_dir(path) } else { fs::write(path, text) };
            made.expect("a writable folder");
        }
        names_of_others(folder.path()).expect("a folder")
    }

    #[test]
    fn folders_of_results_are_known_by_what_they_hold() {
        let provenance = r#"{"schema_version": 1, "program": "0.1.0", "reader": "texts", "plan": "00", "photos": 3}"#;
        let line = r#"{"schema_version":1,"photo":"a.jpg","sha256":null,"told":{},"status":"error","kingdoms":[]}"#;
        let corrections = r#"{"schema_version": 2, "answers": []}"#;
        let ours: [&[(&str, &str)]; 13] = [
            &[],
            &[(".DS_Store", "x")],
            &[(PROVENANCE, provenance)],
            &[(PROVENANCE, provenance), ("notes.txt", "mine")],
            &[(RESULTS, line), ("report.html", "")],
            &[(RESULTS, &format!("{line}\n{line}\n"))],
            &[(CORRECTIONS, corrections)],
            &[(JOURNAL, "{\"unit\":\"00\",\"photos\"")],
            &[(JOURNAL, "{\"checksum\":\"00"), ("notes.txt", "mine")],
            &[(JOURNAL, "")],
            &[(JOURNAL, "{\"un"), (PICTURES, "")],
            &[(LOCK, ""), ("pictures/", ""), (".unfinished/", "")],
            // All files of the results are damaged.
            &[(LOCK, ""), (PROVENANCE, "{"), (RESULTS, "{"), (JOURNAL, "\0\0")],
        ];
        for files in ours {
            assert_eq!(found(files), None, "{files:?}");
        }
        let others: [&[(&str, &str)]; 8] = [
            &[("report.html", "<h1>Taxes</h1>"), ("standings.csv", "club,points")],
            &[("notes.txt", "")],
            &[(PROVENANCE, r#"{"jobs": 3}"#)],
            &[(RESULTS, "{\"epoch\": 1}\n")],
            &[(JOURNAL, "{\"day\": 1}\n")],
            &[(CORRECTIONS, r#"{"corrections": {}}"#)],
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
