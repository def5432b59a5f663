//! Reads a tournament's tables from lines of `scan --json` instead of the photos, if all photos of a table
//! have a line.

use std::collections::HashSet;
use std::sync::atomic::{AtomicUsize, Ordering};

use super::table_reader::{Looked, Scanner, as_scanned, read_together, reopened, small_copy};
use crate::photo::PhotoLimits;
use game::line::PhotoLine;
use game::photo_reader::{JointReading, PhotoOfTable, PhotoReader};
use game::scanned_lines::ScannedLines;
use game::table::TablePhotos;
use kingdomino::domain::counted;

/// A scanner with lines from previous scans. Lines save time; they change neither the readings nor the
/// identity of the scanner.
pub struct LinesReader {
    scanner: Scanner,
    lines: ScannedLines,
    taken: AtomicUsize,
}

impl PhotoReader for LinesReader {
    fn identity(&self) -> String {
        self.scanner.identity()
    }

    fn read(&self, photos: &[PhotoOfTable<'_>]) -> Vec<JointReading> {
        let is_in_lines = photos.iter().all(|photo| self.has_line(photo));
        let looked = is_in_lines.then(|| photos.iter().map(|photo| self.looked(photo)).collect::<Option<Vec<_>>>());
        let Some(looked) = looked.flatten() else { return self.scanner.read(photos) };
        self.taken.fetch_add(photos.len(), Ordering::Relaxed);
        read_together(looked, &self.scanner.limits)
    }
}

impl LinesReader {
    /// `lines` must come from a scanner with the same identity.
    pub fn new(scanner: Scanner, lines: ScannedLines) -> Self {
        Self { scanner, lines, taken: AtomicUsize::new(0) }
    }

    /// The number of photos taken from lines so far.
    pub fn taken(&self) -> usize {
        self.taken.load(Ordering::Relaxed)
    }

    /// Sentences for the user: how many photos of these tables are taken from lines, and how many are read
    /// and why. Empty without lines.
    pub fn account(&self, tables: &[Vec<PhotoOfTable<'_>>]) -> Vec<String> {
        if self.lines.is_empty() && self.lines.unread() == 0 {
            return Vec::new();
        }
        let photos = || tables.iter().flatten();
        let count = |tables: &mut dyn Iterator<Item = &Vec<PhotoOfTable<'_>>>| tables.map(Vec::len).sum::<usize>();
        let taken = count(&mut tables.iter().filter(|table| table.iter().all(|photo| self.has_line(photo))));
        let told = |photo: &&PhotoOfTable| photo.sha256.and_then(|sha256| self.lines.told(sha256));
        let without = photos().filter(|photo| told(photo).is_none()).count();
        let otherwise = photos().filter(|photo| told(photo).is_some() && !self.has_line(photo)).count();
        let beside = photos().count() - taken - without - otherwise;
        let known: HashSet<&str> = photos().filter_map(|photo| photo.sha256).collect();
        let others = self.lines.others_than(&known);
        let sentences = [
            (taken, "taken from the lines of --lines, not read again", "photo"),
            (without, "read here, because --lines has no line for them", "photo"),
            (
                otherwise,
                "read here, because they were scanned with another --size, --game, --variant or --quest, or with \
                 --coins, --knights-in-supply or --queen, which the manifest must give instead",
                "photo",
            ),
            (beside, "read here, because another photo of the same table has to be read", "photo"),
            (others, "in --lines, but not among these photos", "photo"),
            (self.lines.unread(), "ignored, because no kingdom was read or a network failed", "line"),
        ];
        let sentence = |(number, what, of): (usize, &str, &str)| format!("{what}: {}", counted(number, of));
        sentences.into_iter().filter(|(number, ..)| *number > 0).map(sentence).collect()
    }

    /// Whether the photo has a line that was scanned with a batch's options.
    fn has_line(&self, photo: &PhotoOfTable<'_>) -> bool {
        let told = photo.sha256.and_then(|sha256| self.lines.told(sha256));
        told.is_some_and(|told| *told == as_scanned(photo.info))
    }

    /// The photo with the results in its line; `None` if the line's guesses give other kingdoms than the line
    /// itself, or if the photo cannot be opened.
    fn looked<'a>(&self, of_table: &'a PhotoOfTable<'a>) -> Option<Looked<'a>> {
        looked_in(&self.lines.line(of_table.sha256?)?, of_table, &self.scanner.limits)
    }
}

fn looked_in<'a>(line: &PhotoLine, of_table: &'a PhotoOfTable<'a>, limits: &PhotoLimits) -> Option<Looked<'a>> {
    let photo = reopened(of_table, line.scan.reduction.unwrap_or(1.0), limits)?;
    let alone = PhotoOfTable { info: &as_scanned(of_table.info), ..*of_table };
    let scanned = alone.scored(line.reading.guesses.clone(), Vec::new());
    let seen = TablePhotos::of_table(vec![scanned.reading.clone()]).ok()?.uncorrected().kingdoms;
    let is_same = line.kingdoms.iter().map(|kingdom| &kingdom.record.kingdom).eq(seen.iter().map(|read| &read.kingdom));
    if !is_same {
        return None;
    }
    let read = of_table.scored(line.reading.guesses.clone(), Vec::new());
    Some(Looked::new(of_table, read, photo.reduction, small_copy(&photo)))
}
