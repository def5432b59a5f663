//! `scripts/release.sh`, in separate repositories.

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use tempfile::TempDir;

const CHANGELOG: &str =
    "# Changelog\n\n## [Unreleased]\n\n- Reads upside down.\n\n## [1.0.0] - 2026-01-01\n\n- Reads.\n";

/// A repository with the script and the files that it changes.
fn repository(changelog: &str) -> TempDir {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let project = Path::new(env!("CARGO_MANIFEST_DIR"));
    for inner in ["scripts", "web"] {
        fs::create_dir(folder.path().join(inner)).expect("a folder");
    }
    for file in ["Cargo.toml", "Cargo.lock", "scripts/release.sh", "web/Cargo.toml", "web/Cargo.lock"] {
        fs::copy(project.join(file), folder.path().join(file)).expect("copied");
    }
    fs::write(folder.path().join("CHANGELOG.md"), changelog).expect("written");
    fs::write(folder.path().join(".gitignore"), "/target\n").expect("written");
    for arguments in [&["init", "-q"][..], &["add", "."], &["commit", "-q", "-m", "Begin"]] {
        assert!(git(&folder, arguments).status.success(), "git {arguments:?}");
    }
    pass(&folder);
    folder
}

/// Creates the record that `.ci/run` leaves after a successful run.
fn pass(folder: &TempDir) {
    fs::create_dir_all(folder.path().join("target")).expect("a folder");
    fs::write(folder.path().join("target/passed"), git(folder, &["rev-parse", "HEAD^{tree}"]).stdout).expect("written");
}

fn git(folder: &TempDir, arguments: &[&str]) -> Output {
    let mut git = Command::new("git");
    git.args(["-c", "user.name=Test", "-c", "user.email=test@localhost"]).args(arguments);
    git.current_dir(folder).output().expect("git")
}

/// The output of a dry run, and whether it succeeded.
fn dry_run(folder: &TempDir, version: &str) -> (bool, String) {
    let script = folder.path().join("scripts/release.sh");
    let output = Command::new("bash").arg(script).args([version, "--dry-run"]).output().expect("bash");
    let text = [output.stdout, output.stderr].concat();
    (output.status.success(), String::from_utf8(text).expect("UTF-8"))
}

#[test]
fn a_dry_run_shows_the_release_and_changes_nothing() {
    let folder = repository(CHANGELOG);
    let (is_good, text) = dry_run(&folder, "99.1.0");
    assert!(is_good, "{text}");
    // The version of each crate of the workspace, old and new.
    let crates = concat!(env!("CARGO_MANIFEST_DIR"), "/crates");
    let changed = 2 * (1 + std::fs::read_dir(crates).expect("a folder").count());
    for part in [
        "commit: Version 99.1.0",
        &format!(" Cargo.lock     | {changed} +"),
        &format!(" Cargo.toml     | {changed} +"),
        // The page without a server uses another lock file than the program.
        &format!(" web/Cargo.lock | {changed} +"),
        " web/Cargo.toml |  2 +-",
        " CHANGELOG.md   |  2 ++",
        "tag: v99.1.0",
        "kingdom-scanner 99.1.0\n\n- Reads upside down.\n",
    ] {
        assert!(text.contains(part), "no {part:?} in\n{text}");
    }
    assert!(!text.contains("- Reads.\n"), "notes of an older version in\n{text}");
    let left = [git(&folder, &["status", "--porcelain"]).stdout, git(&folder, &["tag"]).stdout].concat();
    assert!(left.is_empty(), "{}", String::from_utf8_lossy(&left));
}

#[test]
fn a_version_with_a_section_of_its_own_keeps_it() {
    let folder = repository(&CHANGELOG.replace("1.0.0", "99.1.0"));
    let (is_good, text) = dry_run(&folder, "99.1.0");
    assert!(is_good, "{text}");
    assert!(text.contains("kingdom-scanner 99.1.0\n\n- Reads.\n") && !text.contains("upside down"), "{text}");
}

#[test]
fn what_is_no_release_is_refused() {
    let empty = repository("# Changelog\n\n## [Unreleased]\n\n## [1.0.0] - 2026-01-01\n\n- Reads.\n");
    let tagged = repository(CHANGELOG);
    assert!(git(&tagged, &["tag", "v99.1.0"]).status.success());
    let later = repository(CHANGELOG);
    fs::write(later.path().join("more"), "").expect("written");
    for arguments in [&["add", "."][..], &["commit", "-q", "-m", "More"]] {
        assert!(git(&later, arguments).status.success(), "git {arguments:?}");
    }
    let changed = repository(CHANGELOG);
    fs::write(changed.path().join("CHANGELOG.md"), "").expect("written");
    for (folder, version, reason) in [
        (&empty, "99.1.0", "says nothing under [Unreleased]"),
        (&tagged, "99.1.0", "v99.1.0 is there already"),
        (&tagged, "0.0.1", "0.0.1 is older than"),
        (&tagged, "next", "'next' is no version"),
        (&changed, "99.1.0", "not committed"),
        (&later, "99.1.0", "has not passed .ci/run"),
    ] {
        let (is_good, text) = dry_run(folder, version);
        assert!(!is_good && text.contains(reason), "{version}: {text}");
    }
}

/// The page is published as built by `make web`.
#[test]
fn the_workflow_of_pages_publishes_what_is_made() {
    let project = Path::new(env!("CARGO_MANIFEST_DIR"));
    let text = fs::read_to_string(project.join(".github/workflows/pages.yml")).expect("a workflow");
    assert!(text.contains("run: make web\n") && text.contains("path: target/web\n"));
}

#[test]
fn the_workflow_of_pushes_runs_all_checks() {
    let project = Path::new(env!("CARGO_MANIFEST_DIR"));
    let text = fs::read_to_string(project.join(".github/workflows/check.yml")).expect("a workflow");
    assert!(text.contains("run: .ci/run\n") && project.join(".ci/run").exists());
}

/// Everything that a workflow runs exists.
#[test]
fn the_workflow_makes_the_release_that_the_script_makes() {
    let project = Path::new(env!("CARGO_MANIFEST_DIR"));
    let text = fs::read_to_string(project.join(".github/workflows/release.yml")).expect("a workflow");
    let makefile = fs::read_to_string(project.join("Makefile")).expect("a Makefile");
    assert!(text.contains("run: scripts/release.sh \"$VERSION\"\n"));
    for target in text.lines().filter_map(|line| line.trim().strip_prefix("run: make ")) {
        assert!(makefile.contains(&format!("\n{target}:\n")), "make {target}");
    }
}
