//! Asks a person about the squares that are in doubt, in a terminal or whatever else has lines, or somebody who knows them all.

use std::io::{self, BufRead, Write};

use anstyle::Style;

use crate::correction::{CorrectionError, FirstReading, ToldSquare, square_from_words};
use crate::domain::{Building, Game, Pieces, Place, Square};
use crate::formats::notation::square_in_notation;
use crate::reconstruct::{ReadSquare, Reading, SquareState};
use crate::score_sheet;
use crate::square_guesses::readings;
use crate::words::{Language, Message, Phrase, Words};

/// Readings that the square's picture makes less probable than this are not offered; they can be typed.
const OFFERED_FROM: f32 = 0.02;

/// No more are offered, so that picture and question fit on a terminal of 24 lines.
const MOST_OFFERED: usize = 4;

/// Why a dialogue could not go on.
#[derive(Debug, thiserror::Error)]
pub enum DialogueError {
    /// What was said before the first question cannot be.
    #[error(transparent)]
    Correction(#[from] CorrectionError),
    /// The person cannot be read from or written to.
    #[error("cannot ask about the doubtful squares: {0}")]
    Io(#[from] io::Error),
}

/// One kingdom to ask about.
pub struct Subject<'a> {
    /// The kingdom without corrections.
    pub first: FirstReading<'a>,
    /// Stands before the squares' names; of several kingdoms, `k2:`.
    pub prefix: String,
    /// Draws a place of the guesses' grid, in whole lines.
    pub picture: &'a dyn Fn(Place) -> String,
}

/// What came of asking.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Answers {
    /// All that is now said of the kingdom's squares.
    pub told: Vec<ToldSquare>,
    /// Whether the person wants no further question.
    pub has_stopped: bool,
    /// How many squares were asked about.
    pub questions: usize,
}

/// Somebody who can be asked.
pub struct Person<R, W> {
    /// Where answers come from, a line each. Its end stops the questions.
    pub input: R,
    /// Where questions go.
    pub output: W,
    /// What the person reads.
    pub language: Language,
}

/// A square that is in doubt.
struct Doubt {
    /// As it is called in the first reading.
    name: Place,
    /// In the guesses' grid.
    in_grid: Place,
    /// The game that the kingdom is read as.
    game: Game,
    square: ReadSquare,
}

/// A doubtful square, and what it may be.
struct Question {
    /// As it is called in the first reading.
    name: Place,
    /// In the guesses' grid.
    in_grid: Place,
    /// The game that the kingdom is read as.
    game: Game,
    /// What is offered, as read first, and each total; `None` where it would be no kingdom.
    offers: Vec<(Square, Option<i32>)>,
}

enum Answer {
    Told(Square),
    /// The person does not know either.
    Unknown,
    Stop,
}

impl<R: BufRead, W: Write> Person<R, W> {
    /// Asks about every doubtful square, beginning where most points are likely to be lost. After each answer the kingdom is
    /// read anew, and only what is still in doubt is asked. `told` is what is known already.
    ///
    /// # Errors
    /// `told` cannot be, or nobody can be asked.
    pub fn ask(&mut self, subject: &Subject, told: Vec<ToldSquare>) -> Result<Answers, DialogueError> {
        subject.first.asked(told, |doubt, told| {
            let question = subject.first.question(doubt, told);
            self.answer(subject, &question, told)
        })
    }

    fn answer(&mut self, subject: &Subject, question: &Question, told: &[ToldSquare]) -> io::Result<Answer> {
        self.show(subject, question)?;
        loop {
            let bold = Style::new().bold();
            write!(self.output, "{bold}{}{bold:#} ", Phrase::AskPrompt.in_language(self.language))?;
            self.output.flush()?;
            let mut line = String::new();
            if self.input.read_line(&mut line)? == 0 {
                writeln!(self.output)?;
                return Ok(Answer::Stop);
            }
            let square = match line.trim() {
                "" => Some(question.offers[0].0),
                "q" => return Ok(Answer::Stop),
                "-" => return Ok(Answer::Unknown),
                "?" => {
                    self.say(Phrase::AskHelp.with("squares", squares_in_words()))?;
                    if question.game != Game::Kingdomino {
                        self.say(Phrase::AskHelpPieces.with("buildings", Building::ALL.map(Building::id).join(", ")))?;
                    }
                    None
                }
                word => self.square(word, question)?,
            };
            if let Some(square) = square
                && self.is_possible(subject, told, ToldSquare { place: question.name, square })?
            {
                return Ok(Answer::Told(square));
            }
        }
    }

    fn show(&mut self, subject: &Subject, question: &Question) -> io::Result<()> {
        write!(self.output, "\n{}", (subject.picture)(question.in_grid))?;
        self.say(Phrase::AskSquare.with("square", format!("{}{}", subject.prefix, question.name)))?;
        for (number, (square, total)) in (1..).zip(&question.offers) {
            let square = Message::from(square);
            let offer = match total {
                Some(total) => Phrase::AskTotal.with("square", square).with("total", *total),
                None => Phrase::AskNoKingdom.with("square", square),
            };
            writeln!(self.output, "  {number}  {}", offer.in_language(self.language))?;
        }
        Ok(())
    }

    /// The square that was meant; `None`, and the person knows why, when none was.
    fn square(&mut self, word: &str, question: &Question) -> io::Result<Option<Square>> {
        if let Ok(number) = word.parse::<usize>() {
            let offer = number.checked_sub(1).and_then(|index| question.offers.get(index));
            if offer.is_none() {
                self.say(Phrase::AskNumber.with("last", question.offers.len()))?;
            }
            return Ok(offer.map(|(square, _)| *square));
        }
        let square = square_from_words(word);
        if let Err(error) = &square {
            writeln!(self.output, "{error}")?;
        }
        Ok(square.ok())
    }

    fn is_possible(&mut self, subject: &Subject, told: &[ToldSquare], one: ToldSquare) -> io::Result<bool> {
        let reading = subject.first.corrected(&[told, &[one]].concat());
        if let Err(error) = &reading {
            writeln!(self.output, "{error}")?;
        }
        Ok(reading.is_ok())
    }

    /// A line of its own.
    pub fn say(&mut self, message: impl Into<Message>) -> io::Result<()> {
        writeln!(self.output, "{}", message.into().in_language(self.language))
    }
}

/// All readings: `wheat (W), wheat:1 (W1), ...`.
fn squares_in_words() -> String {
    let words = readings().map(|square| format!("{square} ({})", square_in_notation(&square)));
    words.join(", ")
}

/// What somebody says who was shown the kingdom: as [`Person::ask`] goes, with what `knows` tells of each square, named as in
/// the first reading. What it does not know, or no kingdom can have there, stays in doubt.
///
/// # Errors
/// The kingdom that comes of it cannot be read anew.
pub fn answers_of(first: &FirstReading, knows: impl Fn(Place) -> Option<Square>) -> Result<Answers, DialogueError> {
    first.asked(Vec::new(), |doubt, told| {
        let is_possible =
            |square| first.corrected(&[told, &[ToldSquare { place: doubt.name, square }]].concat()).is_ok();
        Ok(knows(doubt.name).filter(|square| is_possible(*square)).map_or(Answer::Unknown, Answer::Told))
    })
}

impl FirstReading<'_> {
    /// Asks about one doubtful square after the other, and reads the kingdom anew after each answer.
    fn asked(
        &self,
        told: Vec<ToldSquare>,
        mut answer: impl FnMut(&Doubt, &[ToldSquare]) -> io::Result<Answer>,
    ) -> Result<Answers, DialogueError> {
        let mut answers = Answers { told, has_stopped: false, questions: 0 };
        let mut unknown = Vec::new();
        while !answers.has_stopped {
            let reading = self.corrected(&answers.told)?;
            let Some(doubt) = self.greatest_doubt(&reading, &answers.told, &unknown) else { break };
            answers.questions += 1;
            match answer(&doubt, &answers.told)? {
                Answer::Told(square) => answers.told.push(ToldSquare { place: doubt.name, square }),
                Answer::Unknown => unknown.push(doubt.name),
                Answer::Stop => answers.has_stopped = true,
            }
        }
        Ok(answers)
    }

    /// The doubtful square with the most points at stake, times the probability that they are: one square that nobody sees
    /// makes many others a little doubtful. Of several the least sure one. Squares beside the first reading's rows and
    /// columns have no name, and stay in doubt.
    fn greatest_doubt(&self, reading: &Reading, told: &[ToldSquare], unknown: &[Place]) -> Option<Doubt> {
        let total = self.total(reading);
        let doubtful = reading.squares.iter().filter(|(_, square)| square.state == SquareState::Doubtful);
        let named = doubtful.filter_map(|(place, square)| Some((self.name_of(reading, place)?, place, square)));
        let open = named.filter(|(name, ..)| !unknown.contains(name));
        let with_stake = open.map(|(name, place, square)| {
            let second = self.total_with(told, ToldSquare { place: name, square: square.second });
            let points = f64::from(second.map_or(0, |second| second.abs_diff(total)));
            (points * (1.0 - square.probability), name, place, square)
        });
        let (_, name, place, square) = with_stake.max_by(|(stake, .., one), (other_stake, .., other)| {
            stake.total_cmp(other_stake).then(other.probability.total_cmp(&one.probability))
        })?;
        Some(Doubt { name, in_grid: reading.in_grid(place), game: reading.kingdom.game(), square: square.clone() })
    }

    fn question(&self, doubt: &Doubt, told: &[ToldSquare]) -> Question {
        let &Doubt { name, in_grid, game, ref square } = doubt;
        let with_total = |square| (square, self.total_with(told, ToldSquare { place: name, square }));
        let offers = self.offers(square, in_grid).into_iter().map(with_total).collect();
        Question { name, in_grid, game, offers }
    }

    /// What the kingdom would score, read anew around this one, too; `None` where it would be none.
    fn total_with(&self, told: &[ToldSquare], one: ToldSquare) -> Option<i32> {
        self.corrected(&[told, &[one]].concat()).ok().map(|reading| self.total(&reading))
    }

    fn total(&self, reading: &Reading) -> i32 {
        score_sheet::total(&reading.kingdom, &self.known.unseen, &self.known.variants)
    }

    /// What was read, its best rival, and what else the picture makes likely.
    fn offers(&self, read: &ReadSquare, in_grid: Place) -> Vec<Square> {
        let likely = self.guesses.guesses[in_grid].ranked().into_iter().filter(|(_, p)| *p >= OFFERED_FROM);
        // The same tile is told apart by what stands on it.
        let grounds = likely.map(|(square, _)| square).filter(|square| *square != read.best.ground());
        let buildings = read.standing.iter().flat_map(|standing| &standing.buildings);
        let buildings = buildings.filter(|likely| likely.probability >= OFFERED_FROM.into());
        let built = buildings.map(|likely| {
            let Pieces { towers, .. } = read.best.pieces();
            let towers = if likely.what.is_some() { towers } else { 0 };
            read.best.with_pieces(Pieces { building: likely.what, towers, ..read.best.pieces() })
        });
        let mut offers = vec![read.best, read.second];
        for square in built.chain(grounds) {
            if !offers.contains(&square) {
                offers.push(square);
            }
        }
        offers.truncate(MOST_OFFERED);
        offers
    }
}
