//! Corrections follow their photos: to other names, and to grids that are read a little differently.

use std::collections::{BTreeMap, BTreeSet};

use super::{Answer, CorrectedPhoto, Corrections, found_grids};
use game::ids::PhotoId;
use game::line::PhotoLine;
use game::photo_reading::Status;
use kingdomino::domain::Cell;
use reading::correction::GivenSquare;
use table::grids::Grids;
use table::log::What;
use table::photo::Grid;

impl Corrections {
    /// Moves corrections along with photos that were renamed or moved, and with grids that are read a little
    /// differently. If a photo's name now belongs to other bytes, or to no file, its corrections go to a
    /// photo with the corrected bytes that has none yet. If there is no such photo, they stay where they are,
    /// without effect.
    pub fn follow(&mut self, lines: &[PhotoLine]) {
        let mut by_bytes: BTreeMap<&str, Vec<&PhotoLine>> = BTreeMap::new();
        for line in lines {
            if let Some(sha256) = &line.reading.sha256 {
                by_bytes.entry(sha256).or_default().push(line);
            }
        }
        let corrected: BTreeSet<(String, String)> =
            self.photos.iter().map(|row| (row.photo.clone(), row.sha256.clone())).collect();
        // If several photos have these bytes, one with the same file name is preferred.
        for by_file_name in [true, false] {
            for (photo, sha256) in &corrected {
                let alike = by_bytes.get(sha256.as_str()).map(Vec::as_slice).unwrap_or_default();
                let Some(row) = self.row_of(photo, sha256) else { continue };
                if alike.iter().any(|line| line.reading.photo == *photo) {
                    continue;
                }
                let is_left_out = self.amount(row).is_some_and(|corrected| corrected.is_left_out);
                // If the only photos with these bytes are the copies that were kept, the one that was left
                // out is gone.
                if is_left_out && alike.len() <= row.copies.len() {
                    continue;
                }
                let rows = self.rows_named(photo).filter(|row| row.sha256 == *sha256);
                let copies: BTreeSet<&String> = rows.flat_map(|row| &row.copies).collect();
                let is_free = |line: &&PhotoLine| {
                    let there = self.row_of_line(line).and_then(|row| self.last_answer(row.id));
                    there.is_none() && !copies.contains(&line.reading.photo)
                };
                let mut free = alike.iter().copied().filter(is_free);
                let to = match by_file_name {
                    true => free.find(|line| file_name(&line.reading.photo) == file_name(photo)),
                    // Only one photo was left out. With several candidates it is unclear which.
                    false if is_left_out => free.next().filter(|_| free.next().is_none()),
                    false => free.min_by_key(|line| line.reading.status == Status::Duplicate),
                };
                let Some(to) = to.map(|line| line.reading.photo.clone()) else { continue };
                // The new name may already have an older correction, for bytes that no photo has any more.
                // That correction gets a name of its own, so that it is still reported as lost.
                let there = self.newest_row(&to).filter(|there| self.amount(there).is_some());
                let lost =
                    there.map(|there| there.sha256.clone()).filter(|there| !by_bytes.contains_key(there.as_str()));
                if let Some(lost) = lost {
                    let name = format!("{to} (sha256 {})", lost.get(..8).unwrap_or(&lost));
                    self.rename(&to, &lost, &name);
                }
                self.rename(photo, sha256, &to);
            }
        }
        let names: BTreeSet<&str> = lines.iter().map(|line| line.reading.photo.as_str()).collect();
        self.gone = self.photos.iter().filter(|row| !names.contains(row.photo.as_str())).map(|row| row.id).collect();
        self.on_other_grids.clear();
        for line in lines {
            self.follow_grids(line);
        }
        self.tidy();
    }

    fn rename(&mut self, photo: &str, sha256: &str, to: &str) {
        for row in self.photos.iter_mut().filter(|row| row.photo == photo && row.sha256 == sha256) {
            to.clone_into(&mut row.photo);
        }
        self.index();
    }

    /// Moves the corrected squares of a photo to the grids of its present reading, if these are about where
    /// they were. Answers that were undone can then no longer be redone.
    fn follow_grids(&mut self, line: &PhotoLine) {
        let (now, sha256) = (found_grids(line), line.reading.sha256.as_ref());
        let rows = self.rows_named(&line.reading.photo).filter(|row| Some(&row.sha256) == sha256 && row.found != now);
        let ids: Vec<PhotoId> = rows.map(|row| row.id).collect();
        for id in ids {
            let Some(moved) = self.row(id).and_then(|row| self.moved(row, line)) else {
                self.on_other_grids.insert(id);
                continue;
            };
            for (answer, part, now) in moved {
                match &mut self.answers[answer].edits[part].what {
                    What::Square(GivenSquare { cell, .. }) | What::Withdrawn(cell) => *cell = now,
                    _ => {}
                }
            }
            for answer in self.answers.iter_mut().filter(|answer| answer.undone.is_some()) {
                if answer.edits.iter().any(|edit| edit.kingdom.photo == id) {
                    answer.edits.clear();
                }
            }
            if let Some(row) = self.row_mut(id) {
                row.found.clone_from(&now);
            }
        }
    }

    /// The cells, in the grids of the present reading, of the squares given in the row's grids: the index of
    /// the answer, the index in the answer, and the cell. `None` if a square, or the chosen kingdom, is in none.
    fn moved(&self, row: &CorrectedPhoto, line: &PhotoLine) -> Option<Vec<(usize, usize, Cell)>> {
        let (mut then, mut moved) = (Grids::default(), Vec::new());
        for index in self.of_photos.get(&row.id)? {
            let Answer { edits, undone: None, .. } = &self.answers[*index] else { continue };
            for (part, edit) in edits.iter().enumerate().filter(|(_, edit)| edit.kingdom.photo == row.id) {
                then.take(edit);
                let cell = match edit.what {
                    What::Square(GivenSquare { cell, .. }) | What::Withdrawn(cell) => cell,
                    _ => continue,
                };
                if then.of(edit.kingdom) == Grid::Found {
                    moved.push((*index, part, cell_now(row, line, edit.kingdom.number, cell)?));
                }
            }
        }
        if let Some(number) = self.amount(row).and_then(|corrected| corrected.chosen) {
            // A square in the middle of the kingdom.
            let middle = cell_now(row, line, number, Cell { row: 2, col: 2 })?;
            let lattice = line.reading.guesses.get(number - 1)?.squares()?.guesses;
            lattice.get(middle.place()?)?;
        }
        Some(moved)
    }
}

/// The cell of the present reading's grid that shows the same square as the cell of the corrected grid.
fn cell_now(row: &CorrectedPhoto, line: &PhotoLine, number: usize, cell: Cell) -> Option<Cell> {
    line.reading.guesses.get(number - 1)?.cell_as_in(*row.found.get(number - 1)?, cell)
}

fn file_name(photo: &str) -> &str {
    photo.rsplit_once('/').map_or(photo, |(_, name)| name)
}
