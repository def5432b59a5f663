//! Runs the program as a process.

use std::ffi::OsString;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use serde_json::Value;
use tempfile::TempDir;

/// The program under test: the one built with the tests, or the one in `KINGDOM_SCANNER_PROGRAM`.
pub fn scanner() -> OsString {
    std::env::var_os("KINGDOM_SCANNER_PROGRAM").unwrap_or_else(|| env!("CARGO_BIN_EXE_kingdom-scanner").into())
}

/// The output of the process.
pub struct Outcome {
    pub code: i32,
    pub stdout: String,
    pub stderr: String,
}

impl Outcome {
    /// What it printed, as JSON.
    pub fn json(&self) -> Value {
        serde_json::from_str(&self.stdout).unwrap_or_else(|error| panic!("{error}: {} {}", self.stdout, self.stderr))
    }

    /// The lines that it printed, each as JSON.
    pub fn lines(&self) -> Vec<Value> {
        self.stdout.lines().map(|line| serde_json::from_str(line).expect("a line of JSON")).collect()
    }
}

/// Runs the program with `stdin` as its standard input, in this locale.
pub fn run_in(locale: &str, stdin: &[u8], args: &[&str]) -> Outcome {
    run_at(Path::new("."), locale, stdin, args)
}

/// Runs the program in a folder, so that its files have short names.
pub fn run_at(folder: &Path, locale: &str, stdin: &[u8], args: &[&str]) -> Outcome {
    let mut child = Command::new(scanner())
        .args(args)
        .current_dir(folder)
        .env("LC_ALL", locale)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    // A program that does not read its input may have closed the pipe.
    let _ = child.stdin.take().expect("a pipe").write_all(stdin);
    let output = child.wait_with_output().expect("the program ends");
    let outcome = Outcome {
        code: output.status.code().expect("no signal"),
        stdout: String::from_utf8(output.stdout).expect("UTF-8"),
        stderr: String::from_utf8(output.stderr).expect("UTF-8"),
    };
    for text in [&outcome.stdout, &outcome.stderr] {
        // Control characters are shown as `\u{1b}`.
        let text = text.replace("\\u{", "");
        assert_eq!(missing_argument(&text), None, "a message without its argument: {text}");
    }
    outcome
}

/// The first name in braces: an argument missing from a message.
fn missing_argument(text: &str) -> Option<&str> {
    let in_braces = text.split('{').skip(1).filter_map(|rest| Some(rest.split_once('}')?.0));
    in_braces.into_iter().find(|name| {
        // `\u{1b}` is an escaped control character.
        let is_name = name.starts_with(|letter: char| letter.is_ascii_lowercase());
        is_name && name.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'_')
    })
}

pub fn run_with(stdin: &[u8], args: &[&str]) -> Outcome {
    run_in("C", stdin, args)
}

pub fn run(args: &[&str]) -> Outcome {
    run_with(b"", args)
}

/// Draws a picture with these arguments of `kingdom-painter`.
pub fn paint(args: &[&str]) {
    assert_eq!(kingdom_painter::cli::run([&["kingdom-painter"], args].concat()), 0, "{args:?}");
}

/// A file with this content, in a folder that exists as long as the guard.
pub fn file(name: &str, content: impl AsRef<[u8]>) -> (TempDir, String) {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let path: PathBuf = folder.path().join(name);
    std::fs::write(&path, content).expect("a writable folder");
    let path = path.to_str().expect("UTF-8").to_owned();
    (folder, path)
}
