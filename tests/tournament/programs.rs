//! Folders of results in use by the program itself.
//!
//! For a moment, a new process has its parent's files open, including locked ones. So these tests run one by
//! one, and in another file than tests that lock folders at the same time.

use std::process::Command;

use crate::alone;
use crate::common::batch::{Batch, PHOTOS};
use crate::common::program::scanner;

#[test]
fn a_folder_in_which_another_program_writes_is_left_alone() {
    let _alone = alone();
    let batch = Batch::new(&PHOTOS);
    batch.run("results");
    let at_work = batch.out("results");
    let outcome = |arguments: &[&str]| {
        let mut command = Command::new(scanner());
        let output = command.args(arguments).current_dir(batch.folder.path()).output().expect("the program starts");
        (output.status.code(), String::from_utf8(output.stderr).expect("UTF-8"))
    };
    let before = batch.files("results");
    let (code, stderr) = outcome(&["review", "results"]);
    assert!(
        code == Some(2) && stderr.starts_with("error: results: ") && stderr.contains("another kingdom-scanner"),
        "{stderr}"
    );
    assert!(batch.files("results") == before);
    drop(at_work);
    assert_eq!(outcome(&["review", "results"]).0, Some(0));
    assert_eq!(outcome(&["review", "nowhere"]).0, Some(2));
    assert!(!batch.folder.path().join("nowhere").exists());
}
