//! The photos of a table, read together with the edits of their squares and grids.

use std::collections::BTreeSet;
use std::sync::Arc;

use game::ids::{KingdomId, PhotoId};
use game::photo_reading::{PhotoReading, ResultsError};
use game::table::TablePhotos;
use kingdomino::domain::Square;
use messages::{MessageId, Words};
use reading::correction::{GivenSquare, ReadAnew, upsert};

use crate::grids::{self, Grids};
use crate::log::{Edit, Table, What};
use crate::photo::{Grid, PhotoRow};
use crate::refused::Refused;
use crate::why::of_correction;

/// The kingdoms of a table's photos after its edits. It knows no owners and no points.
#[derive(Debug)]
pub struct TableReading {
    /// The stored data of the table.
    pub table: Table,
    /// The photos, read together.
    pub one: Arc<TablePhotos>,
    /// For each photo: the numbers and grids of its kingdoms.
    pub grids: Vec<Vec<(usize, Grid)>>,
    /// Indices of photos that look like another game; their kingdoms are read by themselves.
    pub unlike: Vec<usize>,
    /// For each view: the kingdom that it shows.
    pub ids: Vec<KingdomId>,
    /// The edits of squares that exist in the current grids, including undone edits.
    pub edited: Vec<EditedSquare>,
    /// The edits of squares that count, as indices into all edits.
    pub counting: BTreeSet<usize>,
    /// For each view: the squares given by the edits that count.
    pub given: Vec<Vec<GivenSquare>>,
    /// The views, read again with the squares in `given`.
    pub read: ReadAnew,
    /// Edits of squares that no longer count because they do not fit.
    pub unfit: Vec<UnfitEdit>,
}

/// An edit of a square, with the square's current cell.
#[derive(Debug, Clone, Copy)]
pub struct EditedSquare {
    /// Its index among all edits.
    pub index: usize,
    /// The view that shows the kingdom.
    pub view: usize,
    /// The square, by its cell in the current grid.
    pub given: GivenSquare,
    /// Whether the edit withdraws an earlier edit of the square. The content in `given` then has no meaning.
    pub is_withdrawn: bool,
}

/// An edit of a square that does not fit the current reading.
#[derive(Debug, Clone, Copy)]
pub struct UnfitEdit {
    /// Its index among all edits.
    pub index: usize,
    /// The content that the edit gives to the square.
    pub square: Square,
}

impl TableReading {
    /// Reads a table. `before` is the reading before a change; its first readings are reused if photos and
    /// grids are the same.
    ///
    /// # Errors
    /// If stored readings cannot be read.
    pub fn new(table: Table, before: Option<&Self>) -> Result<Self, Refused> {
        let settled: Vec<bool> = table.photos.iter().map(|photo| has_edits(photo, table.counting())).collect();
        Self::with(table, before, &settled, |photos| TablePhotos::of_one_game(photos, &settled))
    }

    /// Reads a table of photos that are all known to show one game; `before` is as in [`Self::new`].
    ///
    /// # Errors
    /// If stored readings cannot be read.
    pub fn of_one_game(table: Table, before: Option<&Self>) -> Result<Self, Refused> {
        let settled = vec![true; table.photos.len()];
        Self::with(table, before, &settled, |photos| TablePhotos::of_one_game(photos, &settled))
    }

    /// Reads a table of a tournament, as `batch` reads it; `before` is as in [`Self::new`].
    ///
    /// # Errors
    /// If stored readings cannot be read.
    pub fn of_tournament(table: Table, before: Option<&Self>) -> Result<Self, Refused> {
        Self::with(table, before, &[], TablePhotos::of_tournament)
    }

    /// Reads a table with `read_together`. `settled`: for each photo, whether it is known to show this game.
    fn with(
        table: Table,
        before: Option<&Self>,
        settled: &[bool],
        read_together: impl FnOnce(Vec<PhotoReading>) -> Result<TablePhotos, ResultsError>,
    ) -> Result<Self, Refused> {
        let edits = table.counting();
        let now = Grids::after(edits);
        let grids: Vec<Vec<(usize, Grid)>> = table.photos.iter().map(|photo| now.in_photo(photo)).collect();
        let before = before.filter(|before| {
            let is_same_photos = before.table.photos_revision == table.photos_revision;
            is_same_photos && before.grids == grids && before.unlike == before.one.unlike(settled)
        });
        let one = match before {
            Some(before) => Arc::clone(&before.one),
            None => {
                let readings = table.photos.iter().zip(&grids).map(|(photo, grids)| grids::reading(photo, grids));
                Arc::new(read_together(readings.collect()).map_err(Refused::broken)?)
            }
        };
        let unlike = one.unlike(settled);
        let ids = ids(&one, &table, &grids);
        let (edited, outside) = edited_squares(&one, &table, &ids, &now);
        let counted: Vec<EditedSquare> = edited.iter().filter(|edit| edit.index < table.cursor).copied().collect();
        let ReadAround { read, given, counting, unfit: unread } = read_around(&one, &counted, before)?;
        let unfit = outside.into_iter().filter(|unfit| unfit.index < table.cursor).chain(unread).collect();
        Ok(Self { table, one, grids, unlike, ids, edited, counting, given, read, unfit })
    }

    /// The view with this key from a request, such as `2k1`.
    pub fn view(&self, key: &str) -> Option<usize> {
        self.view_of(key.parse().ok()?)
    }

    /// The view that shows the kingdom.
    pub fn view_of(&self, kingdom: KingdomId) -> Option<usize> {
        self.ids.iter().position(|id| *id == kingdom)
    }

    /// The photos, and the rows of kingdoms that were typed without a photo and not undone.
    pub fn photos(&self) -> impl Iterator<Item = &PhotoRow> {
        let rows = self.table.photos.iter().zip(self.one.photos());
        rows.filter(|(_, reading)| !reading.is_blank()).map(|(row, _)| row)
    }

    /// A photo's reading in its current grids.
    pub fn reading(&self, photo: PhotoId) -> Option<&PhotoReading> {
        self.one.photos().get(self.table.photos.iter().position(|row| row.id == photo)?)
    }

    /// The numbers of a photo's kingdoms, and their grids.
    pub fn grids_of(&self, photo: PhotoId) -> &[(usize, Grid)] {
        let place = self.table.photos.iter().position(|row| row.id == photo);
        place.map(|place| &self.grids[place][..]).unwrap_or_default()
    }

    /// An edit of a square of the view.
    pub fn edit_of(&self, view: usize, given: GivenSquare) -> Edit {
        Edit::new(self.ids[view], What::Square(given))
    }

    /// Whether the last answer about squares of the view's kingdom gave every square, and so confirmed the
    /// kingdom as it is.
    pub fn is_confirmed(&self, view: usize) -> bool {
        let kingdoms = self.one.kingdoms().iter();
        let views = kingdoms.filter(|views| views.contains(&view)).flatten().copied().collect::<Vec<usize>>();
        let edits = self.table.counting();
        let counted = self.edited.iter().filter(|edit| edit.index < edits.len() && views.contains(&edit.view));
        let Some(last) = counted.clone().map(|edit| edit.index).max() else { return false };
        let begin = (0..=last).rev().find(|index| !edits[*index].is_with_last).unwrap_or_default();
        let first = self.one.first_readings();
        views.iter().any(|view| {
            let of_answer = counted.clone().filter(|edit| edit.view == *view && edit.index >= begin);
            let given: Vec<GivenSquare> = of_answer.filter(|edit| !edit.is_withdrawn).map(|edit| edit.given).collect();
            first.kingdoms[*view].is_whole(&given)
        })
    }

    /// Whether the photo looks like another game and its squares have no corrections.
    pub fn is_unlike(&self, photo: PhotoId) -> bool {
        self.unlike.iter().any(|index| self.table.photos[*index].id == photo)
    }

    /// Checks that the last answer fits, assuming that all earlier answers do.
    pub fn check_last(&self) -> Result<(), Refused> {
        let Some(last) = self.table.before_last() else { return Ok(()) };
        if self.unfit.iter().all(|unfit| unfit.index < last) {
            return Ok(());
        }
        let counted: Vec<EditedSquare> =
            self.edited.iter().filter(|edit| edit.index < self.table.cursor).copied().collect();
        let why = self.one.first_readings().read_anew(&given(&self.one, &counted)).err();
        let why = why.map_or_else(|| MessageId::ServeImpossible.into(), |error| of_correction(&error));
        Err(Refused::impossible("bad-correction", MessageId::ServeBadCorrection.with("why", why)))
    }
}

/// For each view the kingdom that it shows.
fn ids(one: &TablePhotos, table: &Table, grids: &[Vec<(usize, Grid)>]) -> Vec<KingdomId> {
    let mut ids = Vec::new();
    for view in one.views() {
        let number = grids[view.photo].get(view.number - 1).map_or(view.number, |(number, _)| *number);
        ids.push(table.photos[view.photo].kingdom(number));
    }
    ids
}

/// Whether any edit is about the photo's squares or grids. The photo is then known to show this game,
/// whatever it looks like.
fn has_edits(photo: &PhotoRow, edits: &[Edit]) -> bool {
    edits.iter().any(|edit| edit.kingdom.photo == photo.id && !matches!(edit.what, What::Owner(_)))
}

/// Converts each edit of a square to the kingdom's current grid (`now`). The second list has the edits
/// outside the rows and columns that were read. Edits of squares that only an earlier grid contains are in
/// neither list: the person confirmed their loss when marking the new grid, and undoing that restores them.
fn edited_squares(
    one: &TablePhotos,
    table: &Table,
    ids: &[KingdomId],
    now: &Grids,
) -> (Vec<EditedSquare>, Vec<UnfitEdit>) {
    let first = one.first_readings();
    let (mut edited, mut unfit, mut then) = (Vec::new(), Vec::new(), Grids::default());
    for (index, edit) in table.edits.iter().enumerate() {
        then.take(edit);
        let (cell, square) = match edit.what {
            What::Square(GivenSquare { cell, square }) => (cell, Some(square)),
            What::Withdrawn(cell) => (cell, None),
            What::Grid(_)
            | What::Total { .. }
            | What::Owner(_)
            | What::Facts { .. }
            | What::Queen(_)
            | What::Agreed(_) => continue,
        };
        let Some(photo) = table.photo(edit.kingdom.photo) else { continue };
        let from_to = (then.of(edit.kingdom), now.of(edit.kingdom));
        let Some(cell) = grids::moved(photo, edit.kingdom.number, from_to, cell) else { continue };
        let Some(view) = ids.iter().position(|id| *id == edit.kingdom) else { continue };
        let read = &first.kingdoms[view];
        if read.reading.place_of(cell).is_some() {
            let given = GivenSquare { cell, square: square.unwrap_or(Square::Empty) };
            edited.push(EditedSquare { index, view, given, is_withdrawn: square.is_none() });
        } else if let Some(square) = square.filter(|_| from_to.0 == from_to.1 || read.guesses.at(cell).is_some()) {
            // The person who marked a later grid was warned about the squares outside it.
            unfit.push(UnfitEdit { index, square });
        }
    }
    let is_later = |unfit: &UnfitEdit| {
        let earlier = table.edits[unfit.index];
        let later = table.counting().iter().skip(unfit.index + 1);
        later.filter(|later| later.kingdom == earlier.kingdom).any(|later| later.cell() == earlier.cell())
    };
    unfit.retain(|edit| !is_later(edit));
    (edited, unfit)
}

/// The game, read again around edited squares.
struct ReadAround {
    read: ReadAnew,
    given: Vec<Vec<GivenSquare>>,
    counting: BTreeSet<usize>,
    unfit: Vec<UnfitEdit>,
}

/// Reads the game again with these edits. Of two edits of a square, the later counts. If the kingdoms cannot
/// be read with an edit, that edit is left out, and later ones still count. `before`: a reading of the same
/// photos and grids, which is reused if it has the same squares.
fn read_around(
    one: &TablePhotos,
    edited: &[EditedSquare],
    before: Option<&TableReading>,
) -> Result<ReadAround, Refused> {
    let (mut fitting, mut rest, mut unfit) = (Vec::new(), edited, Vec::new());
    loop {
        let all: Vec<EditedSquare> = fitting.iter().chain(rest).copied().collect();
        let given_by_all = given(one, &all);
        let read = match before {
            Some(before) if before.given == given_by_all => Ok(before.read.clone()),
            _ => one.read_anew(&given_by_all),
        };
        match read {
            Ok(read) => {
                let counting = counting(&all, &given_by_all);
                return Ok(ReadAround { read, given: given_by_all, counting, unfit });
            }
            Err(error) if rest.is_empty() => return Err(Refused::broken(error)),
            Err(_) => {}
        }
        let first_unfit = first_failing(rest.len(), |more| {
            one.read_anew(&given(one, &[&fitting[..], &rest[..more]].concat())).is_ok()
        });
        let EditedSquare { index, given: GivenSquare { square, .. }, .. } = rest[first_unfit];
        unfit.push(UnfitEdit { index, square });
        fitting.extend_from_slice(&rest[..first_unfit]);
        rest = &rest[first_unfit + 1..];
    }
}

/// The number of edits that can be applied before the first that fails, found by bisection. Assumes that the
/// reading succeeds with none of the edits and fails with all of them.
fn first_failing(all: usize, is_good: impl Fn(usize) -> bool) -> usize {
    let (mut good, mut bad) = (0, all);
    while bad - good > 1 {
        let middle = good + (bad - good) / 2;
        if is_good(middle) { good = middle } else { bad = middle }
    }
    good
}

/// For each view: the squares given by the last edit of each square, and of the castle.
fn given(one: &TablePhotos, edited: &[EditedSquare]) -> Vec<Vec<GivenSquare>> {
    let mut given: Vec<Vec<GivenSquare>> = vec![Vec::new(); one.views().len()];
    for edit in edited {
        let of_view = &mut given[edit.view];
        match edit.is_withdrawn {
            true => of_view.retain(|other| other.cell != edit.given.cell),
            false => upsert(of_view, edit.given),
        }
    }
    given
}

/// The indices of the edits that gave the squares in `given`. If several edits gave the same, only the last.
fn counting(edited: &[EditedSquare], given: &[Vec<GivenSquare>]) -> BTreeSet<usize> {
    let mut counting = BTreeSet::new();
    for (view, given) in given.iter().enumerate() {
        for given in given {
            let of_given = |edit: &&EditedSquare| !edit.is_withdrawn && (edit.view, edit.given) == (view, *given);
            let last = edited.iter().rev().find(of_given);
            counting.extend(last.map(|edit| edit.index));
        }
    }
    counting
}
