//! The photos of a table and the answers about them, as the table that is read.

use std::collections::BTreeSet;

use super::{Corrected, Corrections, is_of_several};
use game::ids::{KingdomId, PhotoId};
use game::line::PhotoLine;
use table::grids::Grids;
use table::log::{Edit, Table, What};
use table::photo::{Grid, PhotoRow};

impl Corrections {
    /// The table of these photos with the answers about them. If `as_read` is one of the photos, grids that
    /// people marked in it, kingdoms typed for it, and that it was left out do not count.
    pub fn table(&self, lines: &[&PhotoLine], as_read: Option<&str>) -> Table {
        let mut free = self.photos.iter().map(|row| row.id.0).max().unwrap_or_default();
        let mut table = Table::default();
        for line in lines {
            let row = self.row_of_line(line);
            let id = row.map_or_else(
                || {
                    free += 1;
                    PhotoId(free)
                },
                |row| row.id,
            );
            let marked = row.into_iter().flat_map(|row| &row.marked);
            table.photos.push(PhotoRow {
                id,
                numbers: (1..=line.reading.guesses.len()).collect(),
                reading: line.reading.clone(),
                marked: marked.cloned().collect(),
                owners: Vec::new(),
                size_px: [0, 0],
                is_kept: false,
            });
        }
        table.photos_added = free;
        let answers: BTreeSet<usize> =
            table.photos.iter().filter_map(|row| self.of_photos.get(&row.id)).flatten().copied().collect();
        let found_only: BTreeSet<PhotoId> = lines
            .iter()
            .zip(&table.photos)
            .filter(|(line, _)| {
                let is_left_out = || self.of(line).is_some_and(|corrected| corrected.is_left_out);
                Some(line.reading.photo.as_str()) == as_read
                    || is_of_several(line) && !is_left_out()
                    || self.is_nobodys(line)
            })
            .map(|(_, row)| row.id)
            .collect();
        for (line, row) in lines.iter().zip(&table.photos).filter(|(_, row)| !found_only.contains(&row.id)) {
            let is_in_place = |corrected: Corrected| !corrected.is_as_found();
            if self.of(line).is_some_and(is_in_place) {
                let has_grid = |edit: &&Edit| matches!(edit.what, What::Grid(_));
                let known: BTreeSet<KingdomId> =
                    self.edits_of(row.id).filter(has_grid).map(|edit| edit.kingdom).collect();
                // The reading may have more kingdoms by now.
                let others = row.kingdoms().filter(|kingdom| !known.contains(kingdom));
                table.edits.extend(others.map(|kingdom| Edit::new(kingdom, What::Grid(Grid::Nowhere))));
            }
        }
        let mut then = Grids::default();
        for answer in answers.into_iter().map(|index| &self.answers[index]).filter(|answer| answer.undone.is_none()) {
            let mut is_with_last = false;
            for edit in &answer.edits {
                if table.photo(edit.kingdom.photo).is_none() {
                    continue;
                }
                then.take(edit);
                let counts = match edit.what {
                    What::Grid(_) => !found_only.contains(&edit.kingdom.photo),
                    What::Square(_) | What::Withdrawn(_) if then.of(edit.kingdom) == Grid::Found => {
                        !self.on_other_grids.contains(&edit.kingdom.photo)
                    }
                    What::Square(_) | What::Withdrawn(_) => !found_only.contains(&edit.kingdom.photo),
                    What::Owner(_) | What::Total { .. } | What::Facts { .. } | What::Queen(_) | What::Agreed(_) => true,
                };
                if counts {
                    table.edits.push(Edit { is_with_last, ..*edit });
                    is_with_last = true;
                }
            }
        }
        table.cursor = table.edits.len();
        table
    }
}
