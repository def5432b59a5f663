//! Ranks results with people's corrections.

use std::collections::BTreeMap;

use super::{RankedBy, RankedTables, Tournament};
use crate::corrections::Corrections;
use crate::reread::reread_lines;
use game::line::PhotoLine;

/// Results, ranked with people's corrections.
pub struct Ranked {
    /// The lines of corrected tables, read again, by their index.
    pub reread: BTreeMap<usize, PhotoLine>,
    /// All tables.
    pub tables: RankedTables,
    /// The ranks, and what needs review.
    pub tournament: Tournament,
}

impl Ranked {
    /// Ranks the lines. Tables with corrections are read again.
    pub fn new(lines: &[PhotoLine], corrections: &mut Corrections, by: RankedBy) -> Self {
        let reread = reread_lines(lines, corrections);
        let mut tables = RankedTables::new(by);
        for (index, line) in lines.iter().enumerate() {
            tables.add(reread.get(&index).unwrap_or(line), corrections);
        }
        let tournament = tables.tournament().with_lost_words(corrections);
        Self { reread, tables, tournament }
    }
}
