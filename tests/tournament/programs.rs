//! Folders of results in which the program itself is at work.
//!
//! A process that begins has its parent's files open for a moment, the locked ones too. So these tests stand in a file of their own,
//! apart from those that lock folders at the same time, and run one by one.

use std::fs;
use std::process::Command;
use std::sync::{Mutex, MutexGuard, PoisonError};

use crate::common::batch::{Batch, PHOTOS, correct};
use crate::common::program::scanner;
use game::verdict::Verdict;
use kingdom_scanner::tournament::plan::Shard;

fn alone() -> MutexGuard<'static, ()> {
    static ALONE: Mutex<()> = Mutex::new(());
    ALONE.lock().unwrap_or_else(PoisonError::into_inner)
}

#[test]
fn a_folder_in_which_another_program_writes_is_left_alone() {
    let _alone = alone();
    let batch = Batch::new(&PHOTOS);
    batch.run_shard("shard", Some(Shard { number: 1, of: 1 }));
    let at_work = batch.out("shard");
    let outcome = |arguments: &[&str]| {
        let mut command = Command::new(scanner());
        let output = command.args(arguments).current_dir(batch.folder.path()).output().expect("the program starts");
        (output.status.code(), String::from_utf8(output.stderr).expect("UTF-8"))
    };
    let before = batch.files("shard");
    for arguments in [&["review", "shard"][..], &["merge", "shard", "-o", "merged"]] {
        let (code, stderr) = outcome(arguments);
        assert!(
            code == Some(2) && stderr.starts_with("error: shard: ") && stderr.contains("another kingdom-scanner"),
            "{stderr}"
        );
    }
    assert!(batch.files("shard") == before);
    drop(at_work);
    assert_eq!(outcome(&["review", "shard"]).0, Some(0));
    // As with the batch itself, a photo that cannot be read counts most.
    let (code, stderr) = outcome(&["merge", "shard", "-o", "merged"]);
    assert!(
        code == Some(2) && !stderr.contains("error") && batch.file("merged/standings.csv").contains("Cem"),
        "{stderr}"
    );
    assert_eq!(outcome(&["review", "nowhere"]).0, Some(2));
    assert!(!batch.folder.path().join("nowhere").exists());
}

/// A disk that is full once a file has grown to so many blocks of 512 bytes.
#[cfg(unix)]
#[test]
fn a_full_disk_leaves_an_earlier_merge_as_it_was() {
    let _alone = alone();
    let batch = Batch::new(&PHOTOS);
    for number in 1..=2 {
        batch.run_shard(&format!("shard-{number}"), Some(Shard { number, of: 2 }));
    }
    let merge = |blocks: &str, arguments: &[&str]| {
        let mut shell = Command::new("sh");
        let script = format!("trap '' XFSZ; ulimit -f {blocks}; exec \"$@\"");
        shell.args(["-c", &script, "sh", env!("CARGO_BIN_EXE_kingdom-scanner"), "merge"]).args(arguments);
        let output = shell.args(["-o", "merged"]).current_dir(batch.folder.path()).output().expect("a shell");
        (output.status.code(), String::from_utf8(output.stderr).expect("UTF-8"))
    };
    let results = || {
        let mut files = batch.files("merged");
        files.retain(|name, _| !name.ends_with(".jpg"));
        files
    };
    let (_, stderr) = merge("unlimited", &["shard-1", "--allow-missing"]);
    assert!(!stderr.contains("error"), "{stderr}");
    let before = results();
    // The whole is more than the part, and a person has corrected a photo; the report alone finds no room.
    let cem = "round-1/table-2/Cem.jpg";
    let shard =
        ["shard-1", "shard-2"].into_iter().find(|shard| batch.file(&format!("{shard}/results.ndjson")).contains(cem));
    correct(&batch.out(shard.expect("a shard")), cem, Verdict::LeftOut);
    let (_, stderr) = merge("unlimited", &["shard-1", "shard-2"]);
    assert!(!stderr.contains("error") && results() != before, "{stderr}");
    let after = batch.files("merged");
    let blocks = after["report.html"].len() / 512 - 4;
    let others = after.iter().filter(|(name, _)| *name != "report.html");
    assert!(others.map(|(_, bytes)| bytes.len()).max().is_some_and(|bytes| bytes < blocks * 512));
    fs::remove_dir_all(batch.folder.path().join("merged")).expect("removed");
    merge("unlimited", &["shard-1", "--allow-missing"]);
    assert!(results() == before);
    let (code, stderr) = merge(&blocks.to_string(), &["shard-1", "shard-2"]);
    assert!(code == Some(2) && stderr.contains("report.html: cannot write the file"), "{stderr}");
    assert!(stderr.contains("untouched") && results() == before, "{stderr}");
    merge("unlimited", &["shard-1", "shard-2"]);
    assert!(batch.files("merged") == after);
}
