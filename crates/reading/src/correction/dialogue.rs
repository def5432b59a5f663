//! The dialogue about doubtful squares, line by line with a user or with a program that knows the answers.

mod person;

use std::io;

pub use self::person::{Ended, Person, REVIEW_PROMPTS, SCAN_PROMPTS};
use super::{
    Correction, CorrectionError, FirstReading, FirstReadings, GivenSquare, KingdomName, OpenQuestion, OpenSquare,
    ReadAnew, upsert,
};
use crate::reconstruct::Reading;
use kingdomino::audit::warning::Warning;
use kingdomino::domain::{Cell, Kingdom, Place, Square, listed};
use kingdomino::formats::SquareState;
use kingdomino::formats::notation::{self, square_in_notation};
use messages::Message;

/// The most answers that a question offers, so that the picture and the question fit on a terminal of 24
/// lines.
const MOST_OFFERED: usize = 4;

/// Whether a dialogue would ask about this reading: it has a doubtful square, or a warning that corrections
/// can settle.
pub fn can_be_asked_about(reading: &Reading) -> bool {
    let is_doubtful = reading.states().iter().any(|(_, state)| *state == SquareState::Doubtful);
    is_doubtful || reading.warnings.iter().any(is_settled_by_squares)
}

fn is_settled_by_squares(warning: &Warning) -> bool {
    warning.code.meaning().is_settled_by_squares
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

/// The answers so far.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
struct AnswersSoFar {
    given: Vec<Vec<GivenSquare>>,
    /// Questions that the user left open, by kingdom: about the square with this place in the first reading,
    /// or about the whole kingdom. They stay in need of review.
    left: Vec<(usize, Option<Place>)>,
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
        !self.said.left.is_empty()
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

    /// Leaves the question about a square, or about the whole kingdom, open.
    fn leave(&mut self, kingdom: usize, square: Option<Place>) {
        self.change(|said| said.left.push((kingdom, square)));
    }

    fn change(&mut self, change: impl FnOnce(&mut AnswersSoFar)) {
        self.before.push(self.said.clone());
        change(&mut self.said);
    }

    /// What to ask about next, in the first of the `asked` kingdoms that has anything: its greatest doubt, or
    /// else the whole kingdom. `None` if all is settled or left open.
    fn open(&self, read: &ReadAnew) -> Option<(usize, Option<OpenSquare>)> {
        let left = &self.said.left;
        for kingdom in self.subject.asked.iter().copied() {
            for square in self.subject.first.doubts_of(kingdom, read) {
                if !left.contains(&(kingdom, Some(square.name))) {
                    return Some((kingdom, Some(square)));
                }
            }
            let is_left = left.iter().any(|(of, _)| *of == kingdom);
            if !is_left && read.kingdoms[kingdom].warnings.iter().any(is_settled_by_squares) {
                return Some((kingdom, None));
            }
        }
        None
    }

    /// The next question; `None` if all is settled or left open. `read` holds the kingdoms re-read with all
    /// answers so far.
    fn question(&self, read: &ReadAnew) -> Option<OpenQuestion> {
        let (first, given) = (&self.subject.first, &self.said.given);
        let (kingdom, square) = self.open(read)?;
        let mut offers = match &square {
            Some(square) => first.kingdoms[kingdom].offers(square),
            None => first.repairs(given, read, kingdom),
        };
        offers.truncate(MOST_OFFERED);
        let choices = first.choices(given, kingdom, offers, |kingdom, read| Some(self.total(kingdom, read)));
        Some(OpenQuestion { kingdom, square, choices })
    }

    /// Why the whole kingdom is asked about. Includes warnings about the grid, which a user who sees the
    /// photo can judge.
    fn reasons(&self, kingdom: usize, read: &ReadAnew) -> Vec<Message> {
        let mut reasons = Vec::new();
        for warning in read.kingdoms[kingdom].warnings.iter().filter(|warning| is_settled_by_squares(warning)) {
            let total = self.subject.total;
            let reason = warning.with_squares();
            reasons.push(reason.recounted(&|text| Some(total(kingdom, read, &notation::parse(text).ok()?))));
        }
        reasons
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
    while let Some((kingdom, Some(square))) = session.open(&session.read()?) {
        session.questions += 1;
        let known = knows(square.name).map(|known| (kingdom, first.given((square.name, known))));
        match known.filter(|known| readings.corrected(&session.with(&[*known])).is_ok()) {
            Some(known) => session.say(&[known]),
            None => session.leave(kingdom, Some(square.name)),
        }
    }
    Ok(session.answers(false))
}
