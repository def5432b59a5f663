//! Runs the program as a server with an empty data folder.

use std::io::{BufRead, BufReader};
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};

use tempfile::TempDir;

use crate::common::program::scanner;

/// A separate server with an empty database. It ends with the test.
pub struct Server {
    program: Child,
    /// The printed address, with its token.
    pub address: String,
    _data: TempDir,
}

impl Server {
    pub fn start() -> Self {
        Self::start_with(&[])
    }

    /// Starts the server with additional arguments.
    pub fn start_with(args: &[&str]) -> Self {
        let data = tempfile::tempdir().expect("a temporary folder");
        let mut program = Command::new(scanner())
            .args(["serve", "--port", "0", "--data"])
            .arg(data.path())
            .args(args)
            .env("LC_ALL", "C")
            .env("KINGDOM_SCANNER_GALLERY", data.path().join("gallery.jsonl"))
            .stdout(Stdio::piped())
            .spawn()
            .expect("the program starts");
        let mut address = String::new();
        BufReader::new(program.stdout.take().expect("a pipe")).read_line(&mut address).expect("a line");
        let address = address.trim().to_owned();
        assert!(address.starts_with("http://127.0.0.1:") && address.contains("token="), "{address}");
        Self { program, address, _data: data }
    }

    /// The address of a part of the page, without the token.
    pub fn part(&self, hash: &str) -> String {
        let (page, _) = self.address.split_once('?').expect("a token");
        format!("{page}{hash}")
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.program.kill();
        let _ = self.program.wait();
    }
}

/// A picture of the fixtures.
pub fn fixture(name: &str) -> PathBuf {
    [env!("CARGO_MANIFEST_DIR"), "fixtures", "photos", name].iter().collect()
}
