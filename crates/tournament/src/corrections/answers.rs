//! Answers: adding, undoing and redoing them.

use std::collections::{BTreeMap, BTreeSet};

use super::{
    Answer, CorrectedPhoto, Corrections, PhotoDecision, SaidLater, THE_PLAYER, found_grids, guesses_of, without_border,
};
use game::guesses::KingdomGuesses;
use game::ids::{KingdomId, PhotoId};
use game::line::PhotoLine;
use reading::correction::GivenSquare;
use table::grids::{distance_px, overlap};
use table::log::{Edit, What};
use table::photo::{ByHand, Grid};

impl Corrections {
    /// Adds an answer about the photo `shown`, with these edits. Answers about the table's photos (`of_table`)
    /// that were undone can no longer be redone. Without edits, nothing is added.
    pub fn add(&mut self, at: Option<u64>, shown: &PhotoLine, edits: Vec<Edit>, of_table: &[&str]) {
        if edits.is_empty() {
            return self.tidy();
        }
        let own = edits.iter().map(|edit| edit.kingdom.photo).find(|id| {
            self.row(*id).is_some_and(|row| {
                Some(&row.sha256) == shown.reading.sha256.as_ref() && row.photo == shown.reading.photo
            })
        });
        let current = self.row_of_line(shown).map(|row| row.id);
        let Some(shown) = own.or(current).or_else(|| self.begin(shown)) else { return };
        let about = self.about(of_table);
        let mut index = 0;
        self.answers.retain(|answer| {
            index += 1;
            answer.undone.is_none() || !about.contains(&(index - 1))
        });
        let edits = edits.into_iter().enumerate().map(|(part, edit)| Edit { is_with_last: part > 0, ..edit }).collect();
        self.answers.push(Answer { at, undone: None, shown, edits });
        self.tidy();
    }

    /// The edits with which this decision about a photo counts; none for a photo that cannot be read. Kingdoms
    /// typed and grids marked are added to the photo at once. `copies`: the other photos with the same bytes.
    pub fn edits_for(&mut self, line: &PhotoLine, decision: PhotoDecision, copies: Vec<String>) -> Vec<Edit> {
        let kingdoms = line.reading.guesses.len().max(1);
        match decision {
            PhotoDecision::LeftOut => {
                let Some(id) = self.begin(line) else { return Vec::new() };
                if let Some(row) = self.row_mut(id) {
                    row.copies = copies;
                }
                (1..=kingdoms).map(|number| edit(id, number, What::Grid(Grid::Nowhere))).collect()
            }
            PhotoDecision::Kingdom { kingdom, is_confirmed } => {
                let Some(row) = self.begin(line).and_then(|id| self.row_mut(id)) else { return Vec::new() };
                let kingdom = without_border(kingdom);
                let (id, marked) = (row.id, row.add(None, guesses_of(&kingdom)));
                let mut edits = in_place(id, 1, marked, kingdoms);
                for (place, square) in kingdom.squares().iter().filter(|_| is_confirmed) {
                    edits.push(edit(id, 1, What::Square(GivenSquare { cell: place.into(), square: *square })));
                }
                edits
            }
            PhotoDecision::Between(by_hand, guesses) => {
                // Corrected squares count between the corners, too.
                let Some(row) = self.go_on(line).and_then(|id| self.row_mut(id)) else { return Vec::new() };
                let number = number_between(line, &by_hand);
                let (id, marked) = (row.id, row.add(Some(by_hand), *guesses));
                let mut edits = self.found_again(id);
                edits.extend(in_place(id, number, marked, kingdoms));
                edits
            }
            PhotoDecision::Chosen(number) => {
                let of_squares = self.row_of_line(line).filter(|row| self.found_again(row.id).is_empty());
                let id = if of_squares.is_some() { self.go_on(line) } else { self.begin(line) };
                let Some(id) = id else { return Vec::new() };
                let chosen = self.row(id).and_then(|row| self.amount(row)).and_then(|corrected| corrected.chosen);
                let other = chosen.filter(|other| *other != number);
                let other = other.map(|other| edit(id, other, What::Owner(None)));
                other.into_iter().chain([edit(id, number, What::Owner(THE_PLAYER))]).collect()
            }
            PhotoDecision::Found => {
                self.row_of_line(line).map(|row| row.id).map(|id| self.found_again(id)).unwrap_or_default()
            }
            PhotoDecision::AsRead => match self.last_of(&line.reading.photo) {
                Some(_) => self.begin(line).map(|id| edit(id, 1, What::Grid(Grid::Found))).into_iter().collect(),
                None => Vec::new(),
            },
        }
    }

    /// The edits that lead from the squares given to one of the photo's kingdoms to others.
    pub fn squares(
        &mut self,
        line: &PhotoLine,
        number: usize,
        before: &[GivenSquare],
        after: &[GivenSquare],
    ) -> Vec<Edit> {
        let Some(id) = self.go_on(line) else { return Vec::new() };
        let mut edits = Vec::new();
        // The review has reported that these do not count.
        for unfit in self.unfit.iter().filter(|unfit| unfit.kingdom.photo == id) {
            edits.extend(unfit.square().map(|given| edit(id, unfit.kingdom.number, What::Withdrawn(given.cell))));
        }
        for given in before.iter().filter(|given| !after.iter().any(|other| other.cell == given.cell)) {
            edits.push(edit(id, number, What::Withdrawn(given.cell)));
        }
        let mut new: Vec<&GivenSquare> = after.iter().filter(|given| !before.contains(given)).collect();
        if edits.is_empty() && new.is_empty() {
            // A square that is given once more is the last. This is an answer, too, and can be undone.
            new.extend(after.last());
        }
        edits.into_iter().chain(new.into_iter().map(|given| edit(id, number, What::Square(*given)))).collect()
    }

    /// The edits that restore the found grids of all the row's kingdoms that have another.
    fn found_again(&self, id: PhotoId) -> Vec<Edit> {
        let mut changed: BTreeSet<usize> = BTreeSet::new();
        for Edit { kingdom, what, .. } in self.edits_of(id) {
            match what {
                What::Grid(Grid::Found) => drop(changed.remove(&kingdom.number)),
                What::Grid(_) => drop(changed.insert(kingdom.number)),
                _ => {}
            }
        }
        changed.into_iter().map(|number| edit(id, number, What::Grid(Grid::Found))).collect()
    }

    /// Drops all answers about a photo that is no longer in the results.
    pub fn drop_gone(&mut self, photo: &str) {
        let gone: BTreeSet<PhotoId> =
            self.rows_named(photo).map(|row| row.id).filter(|id| self.gone.contains(id)).collect();
        for answer in &mut self.answers {
            answer.edits.retain(|edit| !gone.contains(&edit.kingdom.photo));
            if let Some(edit) = answer.edits.first().filter(|_| gone.contains(&answer.shown)) {
                answer.shown = edit.kingdom.photo;
            }
        }
        self.tidy();
    }

    /// The current row of the photo, for further answers. If its squares are on another grid than the present
    /// one, or its kingdom does not count, a new row: the review has reported that these do not count. `None` for
    /// a photo that cannot be read.
    fn go_on(&mut self, line: &PhotoLine) -> Option<PhotoId> {
        let current = self.row_of_line(line).map(|row| row.id);
        let is_on_other_grid = |id: &PhotoId| self.on_other_grids.contains(id) && self.found_again(*id).is_empty();
        match current.filter(|id| !is_on_other_grid(id) && !self.is_nobodys(line)) {
            Some(id) => Some(id),
            None => self.begin(line),
        }
    }

    /// A new row of the photo. `None` for a photo that cannot be read.
    fn begin(&mut self, line: &PhotoLine) -> Option<PhotoId> {
        let id = PhotoId(self.photos.iter().map(|row| row.id.0).max().unwrap_or_default() + 1);
        self.photos.push(CorrectedPhoto {
            id,
            photo: line.reading.photo.clone(),
            sha256: line.reading.sha256.clone()?,
            found: found_grids(line),
            marked: Vec::new(),
            copies: Vec::new(),
        });
        self.index();
        Some(id)
    }

    /// Undoes the last answer about any of these photos, including its edits of other photos. Returns the
    /// photos that it is about; `None` if there is no such answer.
    ///
    /// # Errors
    /// Another photo that the answer is about has a later correction.
    pub fn undo(&mut self, photos: &[&str]) -> Result<Option<Vec<String>>, SaidLater> {
        let counts = |index: &usize| self.answers[*index].undone.is_none();
        let Some(last) = self.about(photos).into_iter().rfind(counts) else { return Ok(None) };
        let about = self.names(last);
        for photo in &about {
            if self.about(&[photo]).into_iter().any(|index| index > last && counts(&index)) {
                return Err(SaidLater(photo.clone()));
            }
        }
        let undone = self.answers.iter().filter_map(|answer| answer.undone).max().unwrap_or_default();
        self.answers[last].undone = Some(undone.saturating_add(1));
        Ok(Some(about))
    }

    /// Redoes the answer about any of these photos that was undone last. Returns the photos that it is about;
    /// `None` if there is no such answer.
    pub fn redo(&mut self, photos: &[&str]) -> Option<Vec<String>> {
        let next = self.about(photos).into_iter().filter(|index| self.answers[*index].undone.is_some());
        let next = next.max_by_key(|index| self.answers[*index].undone)?;
        self.answers[next].undone = None;
        Some(self.names(next))
    }

    /// The answers about any of these photos, by index.
    fn about(&self, photos: &[&str]) -> BTreeSet<usize> {
        let rows = photos.iter().flat_map(|photo| self.rows_named(photo));
        rows.filter_map(|row| self.of_photos.get(&row.id)).flatten().copied().collect()
    }

    fn names(&self, answer: usize) -> Vec<String> {
        let names: BTreeSet<&String> =
            self.answers[answer].photos().into_iter().filter_map(|photo| Some(&self.row(photo)?.photo)).collect();
        names.into_iter().cloned().collect()
    }

    /// Removes answers without edits, and what no edit is about.
    pub(super) fn tidy(&mut self) {
        self.answers.retain(|answer| !answer.edits.is_empty());
        let mut used: BTreeMap<PhotoId, BTreeSet<u32>> = BTreeMap::new();
        for answer in &self.answers {
            used.entry(answer.shown).or_default();
        }
        for edit in self.answers.iter().flat_map(|answer| &answer.edits) {
            let grids = used.entry(edit.kingdom.photo).or_default();
            if let What::Grid(Grid::Marked(id)) = edit.what {
                grids.insert(id);
            }
        }
        self.photos.retain_mut(|row| {
            let grids = used.get(&row.id);
            row.marked.retain(|marked| grids.is_some_and(|grids| grids.contains(&marked.id)));
            grids.is_some()
        });
        self.gone.retain(|id| used.contains_key(id));
        self.on_other_grids.retain(|id| used.contains_key(id));
        self.unfit.retain(|edit| used.contains_key(&edit.kingdom.photo));
        self.index();
    }

    /// Whether there is an answer about any of these photos that can be undone.
    pub fn can_undo(&self, photos: &[&str]) -> bool {
        self.about(photos).into_iter().any(|index| self.answers[index].undone.is_none())
    }

    /// Whether there is an answer about any of these photos that can be redone.
    pub fn can_redo(&self, photos: &[&str]) -> bool {
        self.about(photos).into_iter().any(|index| self.answers[index].undone.is_some())
    }
}

/// The edits that put a marked grid in place of a photo's kingdom with this number, and nothing in place of
/// its others.
fn in_place(photo: PhotoId, number: usize, marked: u32, kingdoms: usize) -> Vec<Edit> {
    let mut edits = Vec::new();
    for other in 1..=kingdoms {
        let grid = if other == number { Grid::Marked(marked) } else { Grid::Nowhere };
        edits.push(edit(photo, other, What::Grid(grid)));
    }
    edits
}

/// The number of the kingdom, among those that were found in the photo, that the marked corners cover; 1 if
/// they cover none.
fn number_between(line: &PhotoLine, by_hand: &ByHand) -> usize {
    let found = line.reading.guesses.iter().map(KingdomGuesses::lattice_corners_px);
    let covered = (1..).zip(found).filter_map(|(number, corners_px)| Some((number, corners_px?)));
    let covered = covered.filter(|(_, corners_px)| overlap(corners_px, &by_hand.corners_px));
    let distance = |corners_px| distance_px(&corners_px, &by_hand.corners_px);
    let nearest = covered.min_by(|(_, one), (_, other)| distance(*one).total_cmp(&distance(*other)));
    nearest.map_or(1, |(number, _)| number)
}

fn edit(photo: PhotoId, number: usize, what: What) -> Edit {
    Edit::new(KingdomId { photo, number }, what)
}
