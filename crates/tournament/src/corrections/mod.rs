//! People's corrections: a log of answers beside the results, which stay as they were read.

mod answers;
mod as_table;
mod follow;

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};

use super::results_folder::{ResultsFolder, WriteError};
use game::guesses::KingdomGuesses;
use game::ids::{PhotoId, PlayerId};
use game::line::PhotoLine;
use game::photo_info::PhotoInfo;
use game::photo_reading::ResultsError;
use kingdomino::domain::{Grid as Squares, Kingdom, Square};
use kingdomino::formats::notation;
use messages::{Message, MessageId, Words};
use reading::correction::GivenSquare;
use reading::reconstruct::guesses::Guess;
use table::grids::Grids;
use table::log::{Edit, What};
use table::photo::{ByHand, Grid, MarkedGrid};

/// The corrections of a folder of results.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Corrections {
    /// The photos that the answers are about.
    photos: Vec<CorrectedPhoto>,
    /// People's answers, oldest first.
    answers: Vec<Answer>,
    /// For each photo with an answer: the answers about it, by index.
    of_photos: BTreeMap<PhotoId, Vec<usize>>,
    /// For each photo's name: the entries of `photos` with this name, by index.
    by_name: BTreeMap<String, Vec<usize>>,
    /// Photos with squares corrected in another grid than that of the current reading.
    on_other_grids: BTreeSet<PhotoId>,
    /// The edits that do not fit the present reading.
    unfit: Vec<Edit>,
    /// Photos without a line in the results.
    gone: BTreeSet<PhotoId>,
}

/// A photo that was corrected. Its corrections count only for these bytes. A photo may have several entries,
/// because a decision about the whole photo begins a new one: the last in which an answer counts is the
/// current one.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct CorrectedPhoto {
    /// Its id in the edits.
    pub(super) id: PhotoId,
    /// The photo's name.
    photo: String,
    /// sha256 of its bytes.
    sha256: String,
    /// The grids that were found in it, to which the cells of edits refer: for each kingdom the homography
    /// from the grid, in squares, to the upright photo, in pixels.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    found: Vec<[[f64; 3]; 3]>,
    /// The kingdoms that people typed, and the grids that they marked.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    marked: Vec<MarkedGrid>,
    /// If it is left out: the other photos with the same bytes. They are not left out with it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    copies: Vec<String>,
}

/// One answer of a person. It may be about several photos of a table, and is undone as a whole.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Answer {
    /// When the person answered, in seconds since 1970.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    at: Option<u64>,
    /// If it was undone, and can be redone: a number that grows with each undo.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    undone: Option<u32>,
    /// The photo that was under review. The answer can be undone there even if it changes only others.
    shown: PhotoId,
    edits: Vec<Edit>,
}

/// What a person decides about a whole photo.
#[derive(Debug, Clone, PartialEq)]
pub enum PhotoDecision {
    /// It counts nowhere.
    LeftOut,
    /// Its player's kingdom is this one, whatever was read. A confirmed reading is stored like this, too,
    /// because another run, with other photos or options, may read another kingdom.
    Kingdom {
        /// The kingdom.
        kingdom: Kingdom,
        /// Whether the person confirmed every square.
        is_confirmed: bool,
    },
    /// Its player's kingdom is what was read between marked corners.
    Between(ByHand, Box<KingdomGuesses>),
    /// Its player's kingdom is the one with this number, from 1, of several that were read.
    Chosen(usize),
    /// The grids that were found count, with the corrections of their squares.
    Found,
    /// The reading counts, without any correction.
    AsRead,
}

/// What the answers about a photo amount to.
#[derive(Debug, Clone, PartialEq)]
pub struct Corrected {
    /// Whether the photo is left out.
    pub is_left_out: bool,
    /// The kingdom that a person typed or confirmed in place of the reading, without corrections of its
    /// squares.
    pub typed: Option<Box<KingdomGuesses>>,
    /// If the kingdom was read between marked corners: the width and height of the upright photo, in pixels.
    pub between_corners: Option<[i32; 2]>,
    /// The number of the player's kingdom among several, from 1.
    pub chosen: Option<usize>,
    /// The corrected squares.
    pub squares: Vec<GivenSquare>,
}

/// Why an answer cannot be undone: this photo has a later correction.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SaidLater(pub String);

/// In an edit of an owner: the player who owns the photo.
const THE_PLAYER: Option<PlayerId> = Some(PlayerId(1));

impl Corrections {
    /// The corrections of a folder; none if nobody has corrected anything.
    ///
    /// # Errors
    /// They cannot be read.
    pub fn of_folder(out: &ResultsFolder) -> Result<Self, ResultsError> {
        let (photos, answers) = out.read(out.database.corrections())?;
        let mut read = Self { photos, answers, ..Self::default() };
        read.index();
        Ok(read)
    }

    fn index(&mut self) {
        self.of_photos.clear();
        for (index, answer) in self.answers.iter().enumerate() {
            for photo in answer.photos() {
                self.of_photos.entry(photo).or_default().push(index);
            }
        }
        self.by_name.clear();
        for (index, row) in self.photos.iter().enumerate() {
            self.by_name.entry(row.photo.clone()).or_default().push(index);
        }
    }

    fn row(&self, id: PhotoId) -> Option<&CorrectedPhoto> {
        self.photos.iter().find(|row| row.id == id)
    }

    fn row_mut(&mut self, id: PhotoId) -> Option<&mut CorrectedPhoto> {
        self.photos.iter_mut().find(|row| row.id == id)
    }

    fn rows_named(&self, photo: &str) -> impl Iterator<Item = &CorrectedPhoto> {
        self.by_name.get(photo).into_iter().flatten().map(|index| &self.photos[*index])
    }

    /// The current row of the photo with these bytes.
    fn row_of(&self, photo: &str, sha256: &str) -> Option<&CorrectedPhoto> {
        self.rows_named(photo).filter(|row| row.sha256 == sha256).max_by_key(|row| self.last_answer(row.id))
    }

    fn row_of_line(&self, line: &PhotoLine) -> Option<&CorrectedPhoto> {
        self.row_of(&line.reading.photo, line.reading.sha256.as_ref()?)
    }

    /// The row of this name that was corrected last.
    fn newest_row(&self, photo: &str) -> Option<&CorrectedPhoto> {
        self.rows_named(photo).max_by_key(|row| self.last_answer(row.id))
    }

    /// The last answer with an edit of the row that was not undone.
    fn last_answer(&self, id: PhotoId) -> Option<usize> {
        let mut answers = self.of_photos.get(&id).into_iter().flatten().rev().copied();
        answers.find(|index| {
            let Answer { undone, edits, .. } = &self.answers[*index];
            undone.is_none() && edits.iter().any(|edit| edit.kingdom.photo == id)
        })
    }

    /// Whether there are answers about this photo, perhaps undone.
    pub fn has(&self, line: &PhotoLine) -> bool {
        self.row_of_line(line).is_some()
    }

    /// The edits of a photo that were not undone.
    fn edits_of(&self, id: PhotoId) -> impl Iterator<Item = &Edit> {
        let answers = self.of_photos.get(&id).into_iter().flatten().map(|index| &self.answers[*index]);
        let edits = answers.filter(|answer| answer.undone.is_none()).flat_map(|answer| &answer.edits);
        edits.filter(move |edit| edit.kingdom.photo == id)
    }

    /// What the answers in a row amount to; `None` if the reading counts, without any correction.
    fn amount(&self, row: &CorrectedPhoto) -> Option<Corrected> {
        let (mut then, mut grids, mut chosen) = (Grids::default(), BTreeMap::new(), None);
        let mut squares: Vec<(usize, Grid, GivenSquare)> = Vec::new();
        for edit in self.edits_of(row.id) {
            then.take(edit);
            let (number, grid) = (edit.kingdom.number, then.of(edit.kingdom));
            match edit.what {
                What::Grid(grid) => drop(grids.insert(number, grid)),
                What::Owner(Some(_)) => chosen = Some(number),
                What::Owner(None) if chosen == Some(number) => chosen = None,
                What::Square(GivenSquare { cell, .. }) | What::Withdrawn(cell) => {
                    squares.retain(|(other, there, given)| (*other, *there, given.cell) != (number, grid, cell));
                    squares.extend(edit.square().map(|given| (number, grid, given)));
                }
                What::Owner(None) | What::Total { .. } | What::Facts { .. } | What::Queen(_) | What::Agreed(_) => {}
            }
        }
        let marked = grids.values().find_map(|grid| if let Grid::Marked(id) = grid { row.marked(*id) } else { None });
        let (typed, between) = match marked {
            Some(MarkedGrid { by_hand: None, guesses, .. }) => (Some(guesses), None),
            Some(MarkedGrid { by_hand: Some(_), guesses, .. }) => (None, Some(guesses)),
            None => (None, None),
        };
        let typed_squares = typed.and_then(typed_squares);
        let is_typed = |given: GivenSquare| {
            typed_squares
                .as_ref()
                .is_some_and(|typed| given.cell.place().and_then(|place| typed.get(place)) == Some(&given.square))
        };
        let corrected = Corrected {
            is_left_out: marked.is_none() && grids.values().any(|grid| *grid == Grid::Nowhere),
            typed: typed.cloned().map(Box::new),
            between_corners: between.map(KingdomGuesses::photo_size_px),
            chosen,
            // Squares that were only confirmed are those of the typed kingdom.
            squares: squares.into_iter().map(|(.., given)| given).filter(|given| !is_typed(*given)).collect(),
        };
        corrected.says_something().then_some(corrected)
    }

    /// What people's answers about this photo amount to; `None` if there are none for its current bytes, or
    /// if none of them counts for its present reading.
    pub fn of(&self, line: &PhotoLine) -> Option<Corrected> {
        let row = self.row_of_line(line)?;
        let mut corrected = self.amount(row)?;
        if self.on_other_grids.contains(&row.id) {
            corrected = Corrected { chosen: None, squares: Vec::new(), ..corrected };
        }
        if self.is_nobodys(line) || is_of_several(line) && !corrected.is_left_out {
            corrected = Corrected { typed: None, between_corners: None, chosen: None, ..corrected };
        }
        corrected.says_something().then_some(corrected)
    }

    /// Whether a kingdom that people typed or marked in the photo cannot count: it would be nobody's in a photo
    /// of several players, or the options of the photo have changed, so that its game or grid is another one.
    pub(super) fn is_nobodys(&self, line: &PhotoLine) -> bool {
        let Some(corrected) = self.row_of_line(line).and_then(|row| self.amount(row)) else { return false };
        let is_of_game = |typed: &KingdomGuesses| is_of_game(typed, &line.reading.info);
        let is_of_other_game = !corrected.typed.as_deref().is_none_or(is_of_game);
        !corrected.is_left_out && (is_of_other_game || is_of_several(line) && !corrected.is_as_found())
    }

    /// Whether a person typed or confirmed the photo's kingdom.
    pub(super) fn is_typed(&self, line: &PhotoLine) -> bool {
        self.of(line).is_some_and(|corrected| corrected.typed.is_some())
    }

    /// The last decision that was made about this photo, whatever its bytes are now.
    pub fn last_of(&self, photo: &str) -> Option<Corrected> {
        self.amount(self.newest_row(photo)?)
    }

    /// Each photo that is no longer in the results, with what its answers amount to.
    pub fn without_photo(&self) -> impl Iterator<Item = (&str, Corrected)> {
        let gone: BTreeSet<&str> =
            self.photos.iter().filter(|row| self.gone.contains(&row.id)).map(|row| row.photo.as_str()).collect();
        gone.into_iter().filter_map(|photo| Some((photo, self.last_of(photo)?)))
    }

    /// The line without those copies of its photo that a person left out. Such copies no longer make the
    /// owner of the photo doubtful.
    pub fn without_settled_copies<'a>(&self, line: &'a PhotoLine) -> Cow<'a, PhotoLine> {
        if !line.same_as.iter().any(|copy| self.is_left_out_copy(line, copy)) {
            return Cow::Borrowed(line);
        }
        let same_as = line.same_as.iter().filter(|copy| !self.is_left_out_copy(line, copy)).cloned().collect();
        let mut line = PhotoLine { same_as, ..line.clone() };
        line.needs_review = line.is_doubtful();
        Cow::Owned(line)
    }

    /// Whether this copy, which has the same bytes as the line's photo, was left out.
    fn is_left_out_copy(&self, line: &PhotoLine, copy: &str) -> bool {
        let row = line.reading.sha256.as_ref().and_then(|sha256| self.row_of(copy, sha256));
        row.and_then(|row| self.amount(row)).is_some_and(|corrected| corrected.is_left_out)
    }

    /// Notes which edits of these photos do not fit the present reading.
    pub fn set_unfit(&mut self, photos: &[PhotoId], unfit: impl IntoIterator<Item = Edit>) {
        self.unfit.retain(|edit| !photos.contains(&edit.kingdom.photo));
        self.unfit.extend(unfit);
    }

    /// Whether a part of this photo's corrections does not count, because it does not fit the present reading.
    pub fn is_misfit(&self, line: &PhotoLine) -> bool {
        let Some((row, corrected)) = self.row_of_line(line).and_then(|row| Some((row, self.amount(row)?))) else {
            return false;
        };
        if corrected.is_left_out {
            return false;
        }
        let is_unfit = self.unfit.iter().any(|edit| edit.kingdom.photo == row.id);
        self.on_other_grids.contains(&row.id) || is_unfit || self.is_nobodys(line)
    }

    /// The correction of this photo that no longer counts, if there is one.
    pub fn stale(&self, line: &PhotoLine) -> Option<Corrected> {
        if self.is_misfit(line) {
            return self.amount(self.row_of_line(line)?);
        }
        let last = self.newest_row(&line.reading.photo)?;
        let is_of_other_bytes = Some(&last.sha256) != line.reading.sha256.as_ref();
        self.amount(last).filter(|_| is_of_other_bytes && self.of(line).is_none())
    }

    /// Whether nobody has corrected anything.
    pub fn is_empty(&self) -> bool {
        self.answers.is_empty()
    }

    /// Keeps the corrections in the folder.
    ///
    /// # Errors
    /// A folder in which nothing can be written.
    pub fn write(&self, out: &ResultsFolder) -> Result<(), WriteError> {
        out.written(out.database.replace_corrections(&self.photos, &self.answers))
    }
}

impl CorrectedPhoto {
    /// Adds a grid in place of those that were found; returns its id. `by_hand` is `None` for a typed kingdom.
    fn add(&mut self, by_hand: Option<ByHand>, guesses: KingdomGuesses) -> u32 {
        let id = self.marked.iter().map(|marked| marked.id).max().unwrap_or_default() + 1;
        self.marked.push(MarkedGrid { id, by_hand, guesses });
        id
    }

    fn marked(&self, id: u32) -> Option<&MarkedGrid> {
        self.marked.iter().find(|marked| marked.id == id)
    }
}

impl Answer {
    fn photos(&self) -> BTreeSet<PhotoId> {
        self.edits.iter().map(|edit| edit.kingdom.photo).chain([self.shown]).collect()
    }
}

impl Corrected {
    fn says_something(&self) -> bool {
        let Self { is_left_out, typed, between_corners, chosen, squares } = self;
        *is_left_out || typed.is_some() || between_corners.is_some() || chosen.is_some() || !squares.is_empty()
    }

    /// Whether the kingdoms are those that were found.
    fn is_as_found(&self) -> bool {
        !self.is_left_out && self.typed.is_none() && self.between_corners.is_none()
    }

    /// Short text for display.
    pub fn in_words(&self) -> Message {
        if self.is_left_out {
            return MessageId::LeftOut.into();
        }
        let typed = self.typed.as_ref().and_then(|typed| typed.reading(&PhotoInfo::default()));
        let typed = typed.map(|typed| notation::write(&typed.kingdom));
        let chosen = self.chosen.map(|number| format!("k{number}"));
        let squares = self.squares.iter().map(|given| given.square.to_string());
        let corners = self.between_corners.map(|_| MessageId::ReadBetweenCorners.into());
        let words = typed.into_iter().chain(chosen).chain(squares).map(Message::verbatim);
        MessageId::List.with("words", corners.into_iter().chain(words).collect::<Vec<Message>>())
    }
}

/// Whether the photo shows the kingdoms of several players, so that one that a person typed for it, marked in
/// it or chose would be nobody's.
fn is_of_several(line: &PhotoLine) -> bool {
    line.reading.info.shows_table()
}

/// The kingdom without empty rows and columns at its border: it is displayed without them, and squares are
/// named by their rows and columns as displayed.
pub(super) fn without_border(kingdom: Kingdom) -> Kingdom {
    Kingdom::new(kingdom.game(), kingdom.size(), kingdom.squares().trimmed()).unwrap_or(kingdom)
}

/// The guesses for a typed kingdom.
pub(super) fn guesses_of(kingdom: &Kingdom) -> KingdomGuesses {
    KingdomGuesses::typed(kingdom, Some(kingdom.size().squares_wide()))
}

fn typed_squares(typed: &KingdomGuesses) -> Option<Squares<Square>> {
    Some(typed.squares()?.guesses.map(Guess::given_square))
}

/// Whether the photo's options allow this typed kingdom.
pub(super) fn is_of_game(typed: &KingdomGuesses, info: &PhotoInfo) -> bool {
    let (known, of_typed) = (info.known(), typed.known(info));
    let squares = typed_squares(typed);
    let has_squares =
        known.game.zip(squares).is_none_or(|(game, squares)| squares.cells().iter().all(|square| game.has(square)));
    has_squares && known.size.is_none_or(|size| of_typed.size == Some(size))
}

/// The homographies of the grids that were found in a photo.
fn found_grids(line: &PhotoLine) -> Vec<[[f64; 3]; 3]> {
    line.reading.guesses.iter().filter_map(KingdomGuesses::to_photo_px).collect()
}
