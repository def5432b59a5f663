//! Commands that build other programs must not replace the one of README's commands. Uses a fake cargo that
//! only reports where its program goes.
#![cfg(unix)]

use std::fs;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::Path;
use std::process::Command;

/// A fake cargo: where the real one would put the program, it writes its arguments as text.
const CARGO: &str = r#"#!/usr/bin/env bash
folder=target
arguments=$*
while [ $# -gt 0 ]; do
  [ "$1" = --target-dir ] && folder=$2
  shift
done
mkdir -p "$folder/release"
echo "$arguments" >"$folder/release/kingdom-scanner"
"#;

/// The content of the existing program and of `file` after the command. The existing program is "with OpenCV"
/// at first.
fn built(command: &[&str], file: &str) -> [String; 2] {
    let project = Path::new(env!("CARGO_MANIFEST_DIR"));
    let folder = tempfile::tempdir().expect("a temporary folder");
    let path = |name: &str| folder.path().join(name);
    for name in ["Makefile", "models"] {
        symlink(project.join(name), path(name)).expect("a link");
    }
    // Scripts are copied instead of linked, because a script works in the folder above its own.
    for folder in ["scripts", "bin", "target/release"] {
        fs::create_dir_all(path(folder)).expect("a folder");
    }
    for name in ["portable.sh", "build_for.sh"] {
        fs::copy(project.join("scripts").join(name), path("scripts").join(name)).expect("copied");
    }
    fs::write(path("bin/cargo"), CARGO).expect("written");
    fs::set_permissions(path("bin/cargo"), fs::Permissions::from_mode(0o755)).expect("a file");
    fs::write(path("target/release/kingdom-scanner"), "with OpenCV").expect("written");
    let programs = format!("{}:{}", path("bin").display(), std::env::var("PATH").expect("a PATH"));
    let mut run = Command::new(command[0]);
    let output = run.args(&command[1..]).current_dir(&folder).env("PATH", programs).output().expect("it starts");
    assert!(output.status.success(), "{command:?}: {}", String::from_utf8_lossy(&output.stderr));
    ["target/release/kingdom-scanner", file].map(|file| fs::read_to_string(path(file)).unwrap_or_default())
}

/// If it did, README's commands would run a program that reads photos differently and serves no page.
#[test]
fn the_portable_program_does_not_lie_where_readme_finds_the_one_with_opencv() {
    let [program, portable] = built(&["scripts/portable.sh", "here"], "target/portable/kingdom-scanner");
    assert_eq!(program, "with OpenCV");
    assert!(portable.contains("--features portable"), "{portable}");
}
