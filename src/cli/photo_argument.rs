//! A photo where a kingdom is expected: it is read first.

use std::path::Path;

use anyhow::ensure;
use kingdom_scanner::network::Networks;
use kingdom_scanner::photo::Photo;
use kingdom_scanner::pipeline::{ScanOptions, scan};
use kingdom_scanner::reconstruct::SquareState;

use super::territories::Subject;

/// Reads the photo with the built-in networks.
pub fn read(path: &str) -> anyhow::Result<Subject> {
    let photo = Photo::load(Path::new(path))?;
    let mut kingdoms = scan(&photo, &Networks::embedded()?, &ScanOptions::default())?.kingdoms;
    ensure!(kingdoms.len() == 1, "{path}: shows {} kingdoms; crop the photo to one of them", kingdoms.len());
    let reading = kingdoms.remove(0).reading;
    let doubtful = reading.squares.iter().filter(|(_, square)| square.state == SquareState::Doubtful);
    Ok(Subject {
        doubtful: doubtful.map(|(place, _)| place).collect(),
        record: reading.kingdom.into(),
        warnings: reading.warnings,
        notes: Vec::new(),
        needs_review: Some(reading.needs_review),
    })
}
