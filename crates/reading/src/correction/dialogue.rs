//! The dialogue about doubtful squares, line by line with a user or with a program that knows the answers.

mod offers;
mod person;

use std::io;

pub use self::offers::other_readings;
pub use self::person::{Ended, Person, REVIEW_PROMPTS, SCAN_PROMPTS};
use super::{
    Correction, CorrectionError, FirstReading, FirstReadings, GivenSquare, KingdomName, NOT_SETTLED_BY_SQUARES,
    ReadAnew, upsert,
};
use crate::reconstruct::Reading;
use kingdomino::audit::warning::{Warning, WarningCode};
use kingdomino::audit::{Player, Repair, audit_game};
use kingdomino::domain::{Cell, Game, Kingdom, Place, Square, listed};
use kingdomino::formats::notation::{self, square_in_notation};
use kingdomino::formats::{ReadSquare, SquareState};
use messages::Message;

/// The most answers that a question offers, so that the picture and the question fit on a terminal of 24
/// lines.
const MOST_OFFERED: usize = 4;

/// Warnings that mean that some square may be wrong, or may hold something that pictures do not show, even if
/// each square looks certain.
pub(super) const SAY_THAT_A_SQUARE_IS_WRONG: [WarningCode; 9] = [
    WarningCode::ExpansionNotLookedFor,
    WarningCode::ImpossibleKingdom,
    WarningCode::ImprobableKingdom,
    WarningCode::MoreOfOneBox,
    WarningCode::Misplayed,
    WarningCode::ImpossibleGame,
    WarningCode::ContradictedSquares,
    WarningCode::PhotosDisagree,
    WarningCode::SquaresApart,
];

/// Whether a dialogue would ask about this reading: it has a doubtful square, or a warning that corrections
/// can settle.
pub fn can_be_asked_about(reading: &Reading) -> bool {
    let is_doubtful = reading.states().iter().any(|(_, state)| *state == SquareState::Doubtful);
    is_doubtful || reading.warnings.iter().any(is_settled_by_squares)
}

/// Whether the warning goes away once the user has given every square of the kingdom.
fn is_settled_by_squares(warning: &Warning) -> bool {
    !NOT_SETTLED_BY_SQUARES.contains(&warning.code)
}

/// Why a dialogue cannot continue.
#[derive(Debug, thiserror::Error)]
pub enum DialogueError {
    /// The corrections given before the first question contradict each other or the photo.
    #[error(transparent)]
    Correction(#[from] CorrectionError),
    /// Reading or writing failed.
    #[error("cannot ask about the doubtful squares: {0}")]
    Io(#[from] io::Error),
}

/// Kingdoms to ask about.
pub struct Subject<'a> {
    /// The kingdoms without corrections.
    pub first: FirstReadings<'a>,
    /// One name per kingdom.
    pub names: Vec<KingdomName>,
    /// Indices of the kingdoms to ask about, in this order. The others are re-read, too.
    pub asked: Vec<usize>,
    /// Computes a kingdom's total. The arguments are the kingdom's index, the re-reading of all kingdoms, and
    /// the squares to score, which may differ slightly from those of the re-reading.
    pub total: &'a dyn Fn(usize, &ReadAnew, &Kingdom) -> i32,
    /// Draws one square of the kingdom with this index, cut from that kingdom's own photo, as whole lines of
    /// text.
    pub picture: &'a dyn Fn(usize, Cell) -> String,
}

impl Subject<'_> {
    /// The name of a square, such as `r2c4` or `anna:k2:r2c4`; empty if the square is outside the first
    /// reading.
    fn name_of(&self, kingdom: usize, cell: Cell) -> String {
        let place = self.first.kingdoms[kingdom].reading.place_of(cell);
        place.map(|place| self.names[kingdom].square(place).to_string()).unwrap_or_default()
    }
}

/// The result of a dialogue.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Answers {
    /// The corrections of each kingdom, including those given at the start.
    pub given: Vec<Vec<GivenSquare>>,
    /// Whether the user ended the questions.
    pub has_stopped: bool,
    /// The number of questions asked.
    pub questions: usize,
}

/// A doubtful square.
struct Doubt {
    kingdom: usize,
    cell: Cell,
    /// The game that the kingdom is read as.
    game: Game,
    square: ReadSquare,
}

/// What the next question is about.
enum Open {
    Square(Box<Doubt>),
    /// No single square is doubtful, but the kingdom needs review.
    Whole {
        kingdom: usize,
        game: Game,
        reasons: Vec<Message>,
    },
}

/// A question about a square or a whole kingdom, with the answers offered.
struct Question {
    kingdom: usize,
    /// The square asked about; `None` if the question is about the whole kingdom.
    square: Option<Cell>,
    /// The game that the kingdom is read as.
    game: Game,
    /// The reasons for asking about a whole kingdom.
    reasons: Vec<Message>,
    /// The whole kingdom as currently read, in notation, with its total.
    shown: Option<(String, i32)>,
    /// The answers offered, each with the resulting total; `None` if the result is not a valid kingdom.
    offers: Vec<(GivenSquare, Option<i32>)>,
}

/// The answers so far.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
struct AnswersSoFar {
    given: Vec<Vec<GivenSquare>>,
    /// Squares that the user does not know, by kingdom.
    unknown: Vec<(usize, Cell)>,
    /// Kingdoms about which the user left the question open. They stay in need of review.
    left: Vec<usize>,
}

/// A dialogue about some kingdoms, which can be interrupted and resumed.
pub struct Session<'a, 's> {
    subject: &'s Subject<'a>,
    said: AnswersSoFar,
    /// The state before each answer, for undo.
    before: Vec<AnswersSoFar>,
    /// The number of questions asked.
    questions: usize,
}

impl<'a, 's> Session<'a, 's> {
    /// Begins a dialogue with the existing corrections of each kingdom.
    pub fn new(subject: &'s Subject<'a>, given: Vec<Vec<GivenSquare>>) -> Self {
        Self { subject, said: AnswersSoFar { given, ..AnswersSoFar::default() }, before: Vec::new(), questions: 0 }
    }

    /// The corrections of each kingdom so far.
    pub fn given(&self) -> &[Vec<GivenSquare>] {
        &self.said.given
    }

    /// The number of questions asked so far.
    pub fn questions(&self) -> usize {
        self.questions
    }

    /// Whether the user left a question open.
    pub fn has_left_something(&self) -> bool {
        !self.said.unknown.is_empty() || !self.said.left.is_empty()
    }

    /// The result so far.
    pub fn answers(&self, has_stopped: bool) -> Answers {
        Answers { given: self.said.given.clone(), has_stopped, questions: self.questions }
    }

    /// All kingdoms, re-read with the corrections so far.
    ///
    /// # Errors
    /// The corrections given before the first question contradict each other or the photo.
    pub fn readings(&self) -> Result<Vec<Reading>, CorrectionError> {
        Ok(self.read()?.kingdoms)
    }

    fn read(&self) -> Result<ReadAnew, CorrectionError> {
        self.subject.first.read_anew(&self.said.given)
    }

    /// The number of answers in this dialogue, without those taken back.
    pub fn answers_given(&self) -> usize {
        self.before.len()
    }

    /// Takes back the last answer of this dialogue. Returns false if there is none.
    pub fn take_back_answer(&mut self) -> bool {
        let Some(before) = self.before.pop() else { return false };
        self.said = before;
        true
    }

    /// Takes back the last correction made before this dialogue, of a kingdom that is asked about. Returns
    /// false if there is none.
    fn take_back_given(&mut self) -> bool {
        let given = &mut self.said.given;
        self.subject.asked.iter().rev().any(|kingdom| given[*kingdom].pop().is_some())
    }

    fn say(&mut self, squares: &[(usize, GivenSquare)]) {
        let given = self.with(squares);
        self.change(|said| said.given = given);
    }

    /// Enters the answer to a question; `None` if the user does not know it.
    fn take(&mut self, question: &Question, answer: Option<GivenSquare>) {
        self.change(|said| match (answer, question.square) {
            (Some(given), _) => upsert(&mut said.given[question.kingdom], given),
            (None, Some(cell)) => said.unknown.push((question.kingdom, cell)),
            (None, None) => said.left.push(question.kingdom),
        });
    }

    fn change(&mut self, change: impl FnOnce(&mut AnswersSoFar)) {
        self.before.push(self.said.clone());
        change(&mut self.said);
    }

    /// The next doubt to ask about: the greatest one in the first of the `asked` kingdoms that has any;
    /// `None` if all are settled or left open.
    fn open(&self) -> Result<Option<Open>, CorrectionError> {
        let read = self.read()?;
        Ok(self.subject.asked.iter().find_map(|kingdom| self.open_of(*kingdom, &read)))
    }

    fn open_of(&self, kingdom: usize, read: &ReadAnew) -> Option<Open> {
        let reading = &read.kingdoms[kingdom];
        let game = reading.kingdom.game();
        for doubt in self.subject.first.doubts_of(kingdom, read) {
            if !self.said.unknown.contains(&(kingdom, doubt.cell)) {
                let (cell, square) = (doubt.cell, doubt.square.clone());
                return Some(Open::Square(Box::new(Doubt { kingdom, cell, game, square })));
            }
        }
        // Includes warnings about the grid, which a user who sees the photo can judge.
        let warnings = reading.warnings.iter().filter(|warning| is_settled_by_squares(warning));
        let messages = warnings.map(|warning| {
            let total = self.subject.total;
            warning.with_squares().recounted(&|text| Some(total(kingdom, read, &notation::parse(text).ok()?)))
        });
        let reasons: Vec<Message> = messages.collect();
        let is_left = self.said.left.contains(&kingdom) || self.said.unknown.iter().any(|(of, _)| *of == kingdom);
        (!reasons.is_empty() && !is_left).then_some(Open::Whole { kingdom, game, reasons })
    }

    fn question(&self, open: Open) -> Result<Question, CorrectionError> {
        Ok(match open {
            Open::Square(doubt) => {
                let Doubt { kingdom, cell, game, ref square } = *doubt;
                let squares = self.subject.first.kingdoms[kingdom].offers(square, cell);
                let mut offers = Vec::with_capacity(squares.len());
                for square in squares {
                    let given = GivenSquare { cell, square };
                    let total = self.total_with(kingdom, given);
                    // Drops offers that would be refused, such as a second castle, but keeps the first one,
                    // the current reading.
                    if offers.is_empty() || total.is_some() {
                        offers.push((given, total));
                    }
                }
                Question { kingdom, square: Some(cell), game, reasons: Vec::new(), shown: None, offers }
            }
            Open::Whole { kingdom, game, reasons } => {
                let repairs = self.repairs(kingdom)?.into_iter();
                let offers = repairs.map(|given| (given, self.total_with(kingdom, given))).collect();
                let read = self.read()?;
                let notation = notation::write(&read.kingdoms[kingdom].kingdom);
                let shown = (notation, self.total(kingdom, &read));
                Question { kingdom, square: None, game, reasons, shown: Some(shown), offers }
            }
        })
    }

    /// Changes of one square after which the box's dominoes can form the kingdom (in a game, all its
    /// kingdoms), most probable by the square's picture first. Excludes squares that the user gave.
    fn repairs(&self, kingdom: usize) -> Result<Vec<GivenSquare>, CorrectionError> {
        let readings = self.readings()?;
        let (first, read) = (&self.subject.first.kingdoms[kingdom], &readings[kingdom]);
        let of_game: Vec<usize> =
            if self.subject.first.are_together() { (0..readings.len()).collect() } else { vec![kingdom] };
        let players: Vec<Player> = (of_game.iter())
            .map(|index| Player {
                kingdom: &readings[*index].kingdom,
                unseen: &self.subject.first.kingdoms[*index].known.unseen,
            })
            .collect();
        let Some(Repair::One(changes)) = audit_game(&players).ok().and_then(|audit| audit.repair) else {
            return Ok(Vec::new());
        };
        let own = changes.into_iter().filter(|change| of_game[change.square.kingdom] == kingdom);
        let mut repairs: Vec<(f32, GivenSquare)> = own
            .flat_map(|change| {
                let cell = read.cell_of(change.square.place);
                let is_said = self.said.given[kingdom].iter().any(|given| given.cell == cell);
                let can_be_said = !is_said && first.reading.place_of(cell).is_some();
                let guess = first.guesses.at(cell).filter(|_| can_be_said);
                change.instead.into_iter().filter_map(move |square| {
                    let likely = guess?.ranked().into_iter().find(|(ground, _)| *ground == square.ground())?.1;
                    Some((likely, GivenSquare { cell, square }))
                })
            })
            .collect();
        repairs.sort_by(|a, b| b.0.total_cmp(&a.0));
        repairs.truncate(MOST_OFFERED);
        Ok(repairs.into_iter().map(|(_, given)| given).collect())
    }

    /// What the square currently holds: what the user gave, or else how it is read with all answers so far.
    /// `None` outside the first or the current reading.
    fn stands_at(&self, kingdom: usize, cell: Cell) -> Result<Option<Square>, CorrectionError> {
        if let Some(said) = self.said.given[kingdom].iter().find(|one| one.cell == cell) {
            return Ok(Some(said.square));
        }
        let (first, later) = (&self.subject.first.kingdoms[kingdom], &self.readings()?[kingdom]);
        let at = first.reading.place_of(cell).and_then(|_| later.place_of(cell));
        Ok(at.map(|at| later.kingdom.squares()[at]))
    }

    /// The corrections so far with these added.
    fn with(&self, squares: &[(usize, GivenSquare)]) -> Vec<Vec<GivenSquare>> {
        let mut given = self.said.given.clone();
        squares.iter().for_each(|(kingdom, one)| upsert(&mut given[*kingdom], *one));
        given
    }

    /// Squares that the user did not correct but whose reading has changed since the corrections were
    /// `before`, such as `r2c4 W -> .`; `None` if there are none.
    fn changed_beside(&self, before: &[Vec<GivenSquare>]) -> Result<Option<String>, CorrectionError> {
        if before == self.said.given {
            return Ok(None);
        }
        let (then, now) = (self.subject.first.corrected(before)?, self.readings()?);
        let mut changes = Vec::new();
        for (kingdom, first) in self.subject.first.kingdoms.iter().enumerate() {
            for place in first.reading.kingdom.squares().places() {
                let cell = first.reading.cell_of(place);
                let is_said = [&before[kingdom], &self.said.given[kingdom]]
                    .into_iter()
                    .any(|given| given.iter().any(|one| one.cell == cell));
                let [then, now] = [&then, &now].map(|readings| {
                    let read = &readings[kingdom];
                    let at = read.place_of(cell)?;
                    Some((read.kingdom.squares()[at], read.squares[at].state))
                });
                // Squares that are doubtful now will be asked about.
                if let (false, Some((then, _)), Some((now, state))) = (is_said, then, now)
                    && then != now
                    && state != SquareState::Doubtful
                {
                    let prefix = self.subject.names[kingdom].prefix();
                    let [then, now] = [then, now].map(|square| square_in_notation(&square));
                    changes.push(format!("{prefix}{place} {then} -> {now}"));
                }
            }
        }
        Ok((!changes.is_empty()).then(|| listed(changes)))
    }

    /// The kingdom's total with this correction added; `None` if the result is not a kingdom.
    fn total_with(&self, kingdom: usize, one: GivenSquare) -> Option<i32> {
        let read = self.subject.first.read_anew(&self.with(&[(kingdom, one)])).ok()?;
        Some(self.total(kingdom, &read))
    }

    fn total(&self, kingdom: usize, read: &ReadAnew) -> i32 {
        (self.subject.total)(kingdom, read, &read.kingdoms[kingdom].kingdom)
    }

    /// The kingdom that a correction refers to. Without a photo's name and a number it is the `asked`
    /// kingdom; a number alone names a kingdom in the same photo.
    fn meant(&self, correction: &Correction, asked: usize) -> Result<usize, CorrectionError> {
        if correction.photo.is_none() && correction.kingdom.is_none() {
            return Ok(asked);
        }
        let names = &self.subject.names;
        let near: Vec<usize> = (0..names.len())
            .filter(|index| correction.photo.is_some() || names[*index].photo == names[asked].photo)
            .collect();
        let first = FirstReadings::apart(near.iter().map(|index| self.subject.first.kingdoms[*index]).collect());
        let names: Vec<KingdomName> = near.iter().map(|index| names[*index].clone()).collect();
        first.kingdom_corrected(correction, &names).map(|found| near[found])
    }
}

/// Runs the dialogue about one kingdom with the function `knows` in place of a user. `knows` is called for
/// the doubtful squares in the order of [`Person::step`], with their places in the first reading. A square
/// stays doubtful if `knows` returns `None`, or a square that is impossible there.
///
/// # Errors
/// The corrected kingdom cannot be re-read.
pub fn answers_of(first: &FirstReading, knows: impl Fn(Place) -> Option<Square>) -> Result<Answers, DialogueError> {
    let readings = FirstReadings::apart(vec![*first]);
    let subject = Subject {
        first: readings.clone(),
        total: &|kingdom, _, squares| readings.total(kingdom, squares),
        names: vec![KingdomName::default()],
        asked: vec![0],
        picture: &|_, _| String::new(),
    };
    let mut session = Session::new(&subject, vec![Vec::new()]);
    while let Some(Open::Square(doubt)) = session.open()? {
        session.questions += 1;
        let known = first.reading.place_of(doubt.cell).and_then(&knows);
        let one = known.map(|square| GivenSquare { cell: doubt.cell, square });
        let possible = one.filter(|one| subject.first.corrected(&session.with(&[(0, *one)])).is_ok());
        session.change(|said| match possible {
            Some(one) => upsert(&mut said.given[0], one),
            None => said.unknown.push((0, doubt.cell)),
        });
    }
    Ok(session.answers(false))
}
