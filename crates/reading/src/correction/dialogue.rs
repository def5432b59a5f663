//! The dialogue about doubtful squares: with a person, line by line, or with a program that knows the answers.

use std::io::{self, BufRead, Write};

use anstyle::Style;

use super::{
    Correction, CorrectionError, FirstReading, FirstReadings, GivenSquare, KingdomName, NOT_SETTLED_BY_SQUARES, meant,
    square_from_words, upsert,
};
use crate::reconstruct::guesses::{Guess, readings};
use crate::reconstruct::{Reading, ViewReading};
use kingdomino::audit::warning::{Warning, WarningCode};
use kingdomino::audit::{Player, Repair, audit_game};
use kingdomino::domain::{Building, Game, Pieces, Place, Square, Terrain, listed};
use kingdomino::formats::notation::{self, square_in_notation};
use kingdomino::formats::{ReadSquare, SquareState};
use kingdomino::scoring::sheet;
use kingdomino::words::square_instead_of;
use messages::wrapped::paragraph;
use messages::{Language, Message, MessageId, Words, visible};

/// Readings with a smaller probability by the square's own picture are not offered. They can be typed.
const OFFERED_FROM: f32 = 0.02;

/// So few that picture and question fit on a terminal of 24 lines.
const MOST_OFFERED: usize = 4;

/// Warnings that some square is wrong, or may bear what no picture shows, even if each looks certain.
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

/// Whether a dialogue asks about this reading: it has a doubtful square, or a warning that squares can settle.
pub fn can_be_asked_about(reading: &Reading) -> bool {
    let is_doubtful = reading.states().iter().any(|(_, state)| *state == SquareState::Doubtful);
    is_doubtful || reading.warnings.iter().any(is_settled_by_squares)
}

/// Whether the warning is settled once a person has given every square.
fn is_settled_by_squares(warning: &Warning) -> bool {
    !NOT_SETTLED_BY_SQUARES.contains(&warning.code)
}

/// Why a dialogue could not go on.
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
    /// As many as there are kingdoms.
    pub names: Vec<KingdomName>,
    /// Indices of the kingdoms asked about, in this order. The others are read anew, too.
    pub asked: Vec<usize>,
    /// Draws one square, in whole lines: index of the kingdom, and place in its guesses' grid.
    pub picture: &'a dyn Fn(usize, Place) -> String,
}

/// The result of a dialogue.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Answers {
    /// The corrections of each kingdom, those given at the start included.
    pub given: Vec<Vec<GivenSquare>>,
    /// Whether the person ended the questions.
    pub has_stopped: bool,
    /// How many questions were asked.
    pub questions: usize,
}

/// A person who can be asked.
pub struct Person<R, W> {
    /// Where answers come from, a line each. Its end stops the questions.
    pub input: R,
    /// Where questions go.
    pub output: W,
    /// The person's language.
    pub language: Language,
    /// Columns of the terminal; `None` never wraps.
    pub width: Option<u16>,
    /// The prompt after a question about a square, and after one about a kingdom.
    pub prompts: [MessageId; 2],
}

/// The prompts of `scan --ask`.
pub const SCAN_PROMPTS: [MessageId; 2] = [MessageId::AskPrompt, MessageId::AskWholePrompt];

/// The prompts of a `review`.
pub const REVIEW_PROMPTS: [MessageId; 2] = [MessageId::ReviewPrompt, MessageId::ReviewWholePrompt];

/// How a dialogue ended.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Ended<C> {
    /// Nothing is left to ask.
    Asked,
    /// The person ended the questions, or the input ended.
    Stopped,
    /// The line was a command.
    Command(C),
}

/// A doubtful square.
struct Doubt {
    kingdom: usize,
    /// Place in the first reading.
    name: Place,
    /// Place in the kingdom's own guesses; `None` where only other photos show it.
    in_grid: Option<Place>,
    /// The game that the kingdom is read as.
    game: Game,
    square: ReadSquare,
}

/// The next question's subject.
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
    /// The square's places, as [`Doubt::name`] and [`Doubt::in_grid`]; `None` for the whole kingdom.
    square: Option<(Place, Option<Place>)>,
    /// The game that the kingdom is read as.
    game: Game,
    /// Why a whole kingdom is asked about.
    reasons: Vec<Message>,
    /// The whole kingdom as it is read now, in notation, with its total.
    shown: Option<(String, i32)>,
    /// The offers, by places of the first reading, each with its total; `None` where that is no kingdom.
    offers: Vec<(GivenSquare, Option<i32>)>,
}

/// A square that a person typed.
struct Typed {
    kingdom: usize,
    given: GivenSquare,
    /// Whether only a part of the square was typed, so that other pieces may stay.
    is_a_part: bool,
}

/// The answers so far.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
struct AnswersSoFar {
    given: Vec<Vec<GivenSquare>>,
    /// Squares that the person does not know, by kingdom.
    unknown: Vec<(usize, Place)>,
    /// Kingdoms left for review.
    left: Vec<usize>,
}

/// A dialogue about some kingdoms, which can be left and taken up again.
pub struct Session<'a, 's> {
    subject: &'s Subject<'a>,
    said: AnswersSoFar,
    /// The answers before each answer, for undo.
    before: Vec<AnswersSoFar>,
    /// How many questions were asked.
    questions: usize,
}

impl<'a, 's> Session<'a, 's> {
    /// Begins a dialogue with these corrections of each kingdom.
    pub fn new(subject: &'s Subject<'a>, given: Vec<Vec<GivenSquare>>) -> Self {
        Self { subject, said: AnswersSoFar { given, ..AnswersSoFar::default() }, before: Vec::new(), questions: 0 }
    }

    /// The corrections of each kingdom so far.
    pub fn given(&self) -> &[Vec<GivenSquare>] {
        &self.said.given
    }

    /// How many questions were asked by now.
    pub fn questions(&self) -> usize {
        self.questions
    }

    /// Whether the person left a question open.
    pub fn has_left_something(&self) -> bool {
        !self.said.unknown.is_empty() || !self.said.left.is_empty()
    }

    /// The result so far.
    pub fn answers(&self, has_stopped: bool) -> Answers {
        Answers { given: self.said.given.clone(), has_stopped, questions: self.questions }
    }

    /// All kingdoms, read again around the corrections so far.
    ///
    /// # Errors
    /// The corrections given before the first question contradict each other or the photo.
    pub fn readings(&self) -> Result<Vec<ViewReading>, CorrectionError> {
        self.subject.first.corrected(&self.said.given)
    }

    /// Takes back the last answer. If this dialogue has none, takes back the last earlier correction of a kingdom that is asked about.
    /// Returns false when there is none.
    pub fn undo(&mut self) -> bool {
        if let Some(before) = self.before.pop() {
            self.said = before;
            return true;
        }
        let given = &mut self.said.given;
        self.subject.asked.iter().rev().any(|kingdom| given[*kingdom].pop().is_some())
    }

    fn say(&mut self, squares: &[(usize, GivenSquare)]) {
        self.change(|said| squares.iter().for_each(|(kingdom, one)| upsert(&mut said.given[*kingdom], *one)));
    }

    fn change(&mut self, change: impl FnOnce(&mut AnswersSoFar)) {
        self.before.push(self.said.clone());
        change(&mut self.said);
    }

    /// The greatest doubt of the first kingdom that has one.
    fn open(&self) -> Result<Option<Open>, CorrectionError> {
        let readings = self.readings()?;
        let of_kingdom = |kingdom: &usize| self.open_of(*kingdom, &readings[*kingdom]);
        Ok(self.subject.asked.iter().find_map(of_kingdom))
    }

    fn open_of(&self, kingdom: usize, read: &ViewReading) -> Option<Open> {
        let game = read.reading.kingdom.game();
        if let Some(doubt) = self.greatest_doubt(kingdom, read) {
            return Some(Open::Square(Box::new(doubt)));
        }
        // Includes warnings about the grid, which a person who sees the photo can judge.
        let warnings = read.reading.warnings.iter().filter(|warning| is_settled_by_squares(warning));
        let reasons: Vec<Message> = warnings.map(|warning| warning.with_squares()).collect();
        let is_left = self.said.left.contains(&kingdom) || self.said.unknown.iter().any(|(of, _)| *of == kingdom);
        (!reasons.is_empty() && !is_left).then_some(Open::Whole { kingdom, game, reasons })
    }

    /// The doubtful square with the highest expected loss: points at stake times the probability that the reading is wrong. Probability
    /// counts because one hidden square makes many others slightly doubtful. Of equal squares the least certain is asked first. A
    /// square outside the first reading's rows and columns has no name and stays doubtful.
    fn greatest_doubt(&self, kingdom: usize, read: &ViewReading) -> Option<Doubt> {
        let first = &self.subject.first.kingdoms[kingdom];
        let total = total(first, &read.reading);
        let doubtful = read.reading.squares.iter().filter(|(_, square)| square.state == SquareState::Doubtful);
        let named = doubtful.filter_map(|(place, square)| Some((first.name_of(read, place)?, place, square)));
        let open = named.filter(|(name, ..)| !self.said.unknown.contains(&(kingdom, *name)));
        let with_stake = open.map(|(name, place, square)| {
            // Reading a whole game anew takes long, so there the square's stored second total counts.
            let second = match self.subject.first.are_together() {
                true => square.second_total,
                false => self.total_with(kingdom, GivenSquare { place: name, square: square.second }),
            };
            let points = f64::from(second.map_or(0, |second| second.abs_diff(total)));
            (points * (1.0 - square.probability), name, place, square)
        });
        let (_, name, place, square) = with_stake.max_by(|(stake, .., one), (other_stake, .., other)| {
            stake.total_cmp(other_stake).then(other.probability.total_cmp(&one.probability))
        })?;
        let in_grid = read.in_view(place).place().filter(|place| first.guesses.guesses.get(*place).is_some());
        let game = read.reading.kingdom.game();
        Some(Doubt { kingdom, name, in_grid, game, square: square.clone() })
    }

    fn question(&self, open: Open) -> Result<Question, CorrectionError> {
        let offered = |kingdom, given: GivenSquare| (given, self.total_with(kingdom, given));
        Ok(match open {
            Open::Square(doubt) => {
                let Doubt { kingdom, name, in_grid, game, ref square } = *doubt;
                let offers = self.subject.first.kingdoms[kingdom].offers(square, in_grid).into_iter();
                let offers = offers.map(|square| offered(kingdom, GivenSquare { place: name, square })).enumerate();
                // Offers nothing that would be refused, such as a second castle; the first offer is the reading itself.
                let can_be_said =
                    |(index, (_, total)): &(usize, (GivenSquare, Option<i32>))| *index == 0 || total.is_some();
                let offers = offers.filter(can_be_said).map(|(_, offer)| offer).collect();
                let square = Some((name, in_grid));
                Question { kingdom, square, game, reasons: Vec::new(), shown: None, offers }
            }
            Open::Whole { kingdom, game, reasons } => {
                let repairs = self.repairs(kingdom)?.into_iter().map(|given| offered(kingdom, given)).collect();
                let read = &self.readings()?[kingdom].reading;
                let shown = (notation::write(&read.kingdom), total(&self.subject.first.kingdoms[kingdom], read));
                Question { kingdom, square: None, game, reasons, shown: Some(shown), offers: repairs }
            }
        })
    }

    /// Single squares whose change gives the kingdom a tiling, the most probable by their pictures first. Squares that the person gave are left out.
    fn repairs(&self, kingdom: usize) -> Result<Vec<GivenSquare>, CorrectionError> {
        let readings = self.readings()?;
        let (first, read) = (&self.subject.first.kingdoms[kingdom], &readings[kingdom]);
        let is_of_game = |other: &usize| *other == kingdom || self.subject.first.are_together();
        let of_game: Vec<usize> = (0..readings.len()).filter(is_of_game).collect();
        let player = |index: &usize| Player {
            kingdom: &readings[*index].reading.kingdom,
            unseen: &self.subject.first.kingdoms[*index].known.unseen,
        };
        let players: Vec<Player> = of_game.iter().map(player).collect();
        let Some(Repair::One(changes)) = audit_game(&players).ok().and_then(|audit| audit.repair) else {
            return Ok(Vec::new());
        };
        let own = changes.into_iter().filter(|change| of_game[change.square.kingdom] == kingdom);
        let is_said = |name: &Place| self.said.given[kingdom].iter().any(|given| given.place == *name);
        let mut repairs: Vec<(f32, GivenSquare)> = own
            .flat_map(|change| {
                let place = change.square.place;
                let guess = read.in_view(place).place().and_then(|place| first.guesses.guesses.get(place));
                let name = first.name_of(read, place).filter(|name| !is_said(name));
                change.instead.into_iter().filter_map(move |square| {
                    let likely = guess?.ranked().into_iter().find(|(ground, _)| *ground == square.ground())?.1;
                    Some((likely, GivenSquare { place: name?, square }))
                })
            })
            .collect();
        repairs.sort_by(|a, b| b.0.total_cmp(&a.0));
        repairs.truncate(MOST_OFFERED);
        Ok(repairs.into_iter().map(|(_, given)| given).collect())
    }

    /// The square as it is now: as given, else as read around all answers.
    fn stands_at(&self, kingdom: usize, place: Place) -> Result<Option<Square>, CorrectionError> {
        if let Some(said) = self.said.given[kingdom].iter().find(|one| one.place == place) {
            return Ok(Some(said.square));
        }
        let (first, later) = (&self.subject.first.kingdoms[kingdom], &self.readings()?[kingdom]);
        let at = first.reading.kingdom.squares().get(place).and_then(|_| later.at(first.in_view(place)));
        Ok(at.map(|at| later.reading.kingdom.squares()[at]))
    }

    /// The corrections so far, and this one.
    fn with(&self, kingdom: usize, one: GivenSquare) -> Vec<Vec<GivenSquare>> {
        let mut given = self.said.given.clone();
        upsert(&mut given[kingdom], one);
        given
    }

    /// Squares about which nobody said anything, and that are read otherwise than with the corrections `before`: such as `r2c4 W -> .`. `None` if there
    /// are none.
    fn changed_beside(&self, before: &[Vec<GivenSquare>]) -> Result<Option<String>, CorrectionError> {
        if before == self.said.given {
            return Ok(None);
        }
        let (then, now) = (self.subject.first.corrected(before)?, self.readings()?);
        let mut changes = Vec::new();
        for (kingdom, first) in self.subject.first.kingdoms.iter().enumerate() {
            let square = |read: &ViewReading, place: Place| {
                let at = read.at(first.in_view(place))?;
                Some((read.reading.kingdom.squares()[at], read.reading.squares[at].state))
            };
            for (place, _) in first.reading.kingdom.squares().iter() {
                let is_said = [&before[kingdom], &self.said.given[kingdom]]
                    .into_iter()
                    .any(|given| given.iter().any(|one| one.place == place));
                let [then, now] = [&then, &now].map(|readings| square(&readings[kingdom], place));
                // What is doubtful now is asked about.
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

    /// The kingdom's total if this one were given, too; `None` if that leaves no kingdom.
    fn total_with(&self, kingdom: usize, one: GivenSquare) -> Option<i32> {
        let readings = self.subject.first.corrected(&self.with(kingdom, one)).ok()?;
        Some(total(&self.subject.first.kingdoms[kingdom], &readings[kingdom].reading))
    }

    /// The kingdom that a correction means: without a name the `asked` one, with a number alone one in the photo of the asked one.
    fn meant(&self, correction: &Correction, asked: usize) -> Result<usize, CorrectionError> {
        if correction.photo.is_none() && correction.kingdom.is_none() {
            return Ok(asked);
        }
        let names = &self.subject.names;
        let of_photo = |index: &usize| correction.photo.is_some() || names[*index].photo == names[asked].photo;
        let near: Vec<usize> = (0..names.len()).filter(of_photo).collect();
        let kingdoms: Vec<_> = near.iter().map(|index| &self.subject.first.kingdoms[*index].reading.kingdom).collect();
        let names: Vec<KingdomName> = near.iter().map(|index| names[*index].clone()).collect();
        meant(correction, &names, &kingdoms).map(|found| near[found])
    }
}

fn total(first: &FirstReading, reading: &Reading) -> i32 {
    sheet::total(&reading.kingdom, &first.known.unseen, &first.known.variants)
}

impl<R: BufRead, W: Write> Person<R, W> {
    /// Asks about every doubtful square, kingdom by kingdom, the highest expected loss first, and then about the kingdom as a whole if it still needs
    /// review. After each answer all kingdoms are read again, so that only squares that are still doubtful are asked about. `given` holds the
    /// corrections of each kingdom that are known before.
    ///
    /// # Errors
    /// `given` contradicts itself or the photo, or reading or writing failed.
    pub fn ask(&mut self, subject: &Subject, given: Vec<Vec<GivenSquare>>) -> Result<Answers, DialogueError> {
        let mut session = Session::new(subject, given);
        loop {
            if let Some(ended) = self.step(&mut session, &|_| None::<()>)? {
                return Ok(session.answers(ended == Ended::Stopped));
            }
        }
    }

    /// Asks one question; `None` when it was answered.
    ///
    /// # Errors
    /// As [`Person::ask`].
    pub fn step<C>(
        &mut self,
        session: &mut Session,
        command: &dyn Fn(&str) -> Option<C>,
    ) -> Result<Option<Ended<C>>, DialogueError> {
        let Some(open) = session.open()? else { return Ok(Some(Ended::Asked)) };
        let question = session.question(open)?;
        session.questions += 1;
        self.show(session.subject, &question)?;
        let before = session.said.given.clone();
        let ended = self.answer(session, &question, command)?;
        if let Some(changes) = session.changed_beside(&before)? {
            self.say(MessageId::AlsoChanged.with("squares", changes))?;
        }
        Ok(ended)
    }

    /// Reads lines until one is a valid answer. Returns `None` when the next question may follow.
    fn answer<C>(
        &mut self,
        session: &mut Session,
        question: &Question,
        command: &dyn Fn(&str) -> Option<C>,
    ) -> Result<Option<Ended<C>>, DialogueError> {
        let prompt = self.prompts[usize::from(question.square.is_none())];
        loop {
            let Some(line) = self.line(prompt)? else { return Ok(Some(Ended::Stopped)) };
            let line = line.trim();
            let undoes = line.eq_ignore_ascii_case("u");
            if let Some(command) = command_at(question, line, command).filter(|_| !undoes) {
                return Ok(Some(Ended::Command(command)));
            }
            match line.to_lowercase().as_str() {
                "q" => return Ok(Some(Ended::Stopped)),
                "?" => self.help(question)?,
                "u" => match session.undo() {
                    true => return Ok(None),
                    false => match command(line) {
                        Some(command) => return Ok(Some(Ended::Command(command))),
                        None => self.say(MessageId::AskNothingToUndo)?,
                    },
                },
                "-" => {
                    take(session, question, None);
                    return Ok(None);
                }
                "" => {
                    let first = question.offers.first().filter(|_| question.square.is_some());
                    match first.map(|(given, _)| *given) {
                        Some(given) if !self.is_possible(session, &[(question.kingdom, given)])? => {}
                        answer => {
                            take(session, question, answer);
                            return Ok(None);
                        }
                    }
                }
                "a" => {
                    let kingdom = question.kingdom;
                    let shown = &session.readings()?[kingdom];
                    match session.subject.first.as_read(kingdom, session.given(), shown) {
                        Ok(as_read) => {
                            session.change(|said| said.given[kingdom] = as_read);
                            return Ok(None);
                        }
                        Err(error) => self.refuse(error)?,
                    }
                }
                _ => {
                    let typed = self.typed(session, question, line)?;
                    if self.takes(session, &typed)? {
                        return Ok(None);
                    }
                }
            }
        }
    }

    /// Takes what was typed, unless that is nothing or impossible. Says what a square is now if only a part of it was typed.
    fn takes(&mut self, session: &mut Session, typed: &[Typed]) -> io::Result<bool> {
        let said: Vec<(usize, GivenSquare)> = typed.iter().map(|typed| (typed.kingdom, typed.given)).collect();
        if said.is_empty() || !self.is_possible(session, &said)? {
            return Ok(false);
        }
        session.say(&said);
        for Typed { kingdom, given, .. } in typed.iter().filter(|typed| typed.is_a_part) {
            let place = format!("{}{}", session.subject.names[*kingdom].prefix(), given.place);
            self.say(MessageId::AskSquareIs.with("place", place).with("square", Message::from(&given.square)))?;
        }
        Ok(true)
    }

    /// The squares that the line names; none, after saying why, if it was not understood.
    fn typed(&mut self, session: &Session, question: &Question, line: &str) -> Result<Vec<Typed>, DialogueError> {
        let kingdom = question.kingdom;
        if line.contains('=') {
            return self.corrections(session, kingdom, line);
        }
        if let Ok(number) = line.parse::<usize>() {
            let offer = number.checked_sub(1).and_then(|index| question.offers.get(index));
            match (offer, question.offers.len()) {
                (Some((given, _)), _) => return Ok(vec![Typed { kingdom, given: *given, is_a_part: false }]),
                (None, 0) => self.say(MessageId::AskWhichSquare)?,
                (None, last) => self.say(MessageId::AskNumber.with("last", last))?,
            }
            return Ok(Vec::new());
        }
        let Some((place, _)) = question.square else {
            self.say(MessageId::AskWhichSquare)?;
            return Ok(Vec::new());
        };
        match square_from_words(line) {
            Ok(said) => {
                let stands = session.stands_at(kingdom, place)?.unwrap_or(Square::Empty);
                let given = GivenSquare { place, square: said.on(stands) };
                Ok(vec![Typed { kingdom, given, is_a_part: said.is_a_part() }])
            }
            Err(error) => Ok(self.refuse(error)?),
        }
    }

    /// Takes corrections such as `r2c4=F1 k2:r1c1=lake` without a question; a square without a kingdom is one of `kingdom`. Returns false, after
    /// saying why, if the line was not understood or is impossible.
    ///
    /// # Errors
    /// As [`Person::ask`].
    pub fn correct(&mut self, session: &mut Session, kingdom: usize, line: &str) -> Result<bool, DialogueError> {
        let typed = self.corrections(session, kingdom, line)?;
        Ok(self.takes(session, &typed)?)
    }

    /// The squares that a line such as `r2c4=F1 k2:r1c1=lake` names.
    fn corrections(&mut self, session: &Session, asked: usize, line: &str) -> Result<Vec<Typed>, DialogueError> {
        let mut typed = Vec::new();
        for word in in_corrections(line) {
            let correction: Correction = match word.parse() {
                Ok(correction) => correction,
                Err(error) => return Ok(self.refuse(format!("`{word}`: {error}"))?),
            };
            match session.meant(&correction, asked) {
                Ok(kingdom) => {
                    let given = correction.given(session.stands_at(kingdom, correction.place)?.as_ref());
                    typed.push(Typed { kingdom, given, is_a_part: correction.said.is_a_part() });
                }
                Err(error) => return Ok(self.refuse(error)?),
            }
        }
        Ok(typed)
    }

    /// Shows the prompt and reads a line; `None` at the end of the input.
    ///
    /// # Errors
    /// Those of reading and writing.
    pub fn line(&mut self, prompt: impl Into<Message>) -> io::Result<Option<String>> {
        let bold = Style::new().bold();
        write!(self.output, "{bold}{}{bold:#} ", prompt.into().in_language(self.language))?;
        self.output.flush()?;
        let mut line = String::new();
        if self.input.read_line(&mut line)? == 0 {
            writeln!(self.output)?;
            return Ok(None);
        }
        Ok(Some(line))
    }

    fn help(&mut self, question: &Question) -> io::Result<()> {
        self.say(MessageId::AskHelp.with("squares", squares_in_words()))?;
        if question.game.has_queendomino() {
            self.say(MessageId::AskHelpPieces.with("buildings", Building::ALL.map(Building::id).join(", ")))?;
        }
        if self.prompts != SCAN_PROMPTS {
            self.say(MessageId::ReviewHelp)?;
        }
        Ok(())
    }

    fn show(&mut self, subject: &Subject, question: &Question) -> io::Result<()> {
        let prefix = subject.names[question.kingdom].prefix();
        match question.square {
            Some((name, in_grid)) => {
                let picture = in_grid.map(|place| (subject.picture)(question.kingdom, place)).unwrap_or_default();
                write!(self.output, "\n{picture}")?;
                self.say(MessageId::AskSquare.with("square", format!("{prefix}{name}")))?;
            }
            None => {
                writeln!(self.output)?;
                for reason in &question.reasons {
                    let name = prefix.trim_end_matches(':');
                    let head = if name.is_empty() { String::new() } else { format!("{name}: ") };
                    let reason = reason.in_language(self.language);
                    write!(self.output, "{}", paragraph(&head, &visible(&reason), self.width))?;
                }
                if let Some((notation, total)) = &question.shown {
                    // Not wrapped, so that it can be copied.
                    let shown = MessageId::AskShown.with("notation", notation.clone()).with("total", *total);
                    writeln!(self.output, "{}", shown.in_language(self.language))?;
                }
                let ask =
                    if question.offers.is_empty() { MessageId::AskWhichIsWrong } else { MessageId::AskOneOfThese };
                self.say(ask)?;
            }
        }
        let as_read = question.offers.first().map(|(given, _)| given.square);
        for (number, (given, total)) in (1..).zip(&question.offers) {
            let square = match question.square.and(as_read) {
                Some(read) => square_instead_of(&given.square, &read),
                None => Message::from(&given.square),
            };
            let square = match question.square {
                Some(_) => square,
                None => MessageId::AskSquareIs.with("place", given.place).with("square", square),
            };
            let offer = match total {
                Some(total) => MessageId::AskTotal.with("square", square).with("total", *total),
                None => MessageId::AskNoKingdom.with("square", square),
            };
            writeln!(self.output, "  {number}  {}", offer.in_language(self.language))?;
        }
        Ok(())
    }

    fn is_possible(&mut self, session: &Session, said: &[(usize, GivenSquare)]) -> io::Result<bool> {
        let mut given = session.said.given.clone();
        said.iter().for_each(|(kingdom, one)| upsert(&mut given[*kingdom], *one));
        match session.subject.first.corrected(&given) {
            Ok(_) => Ok(true),
            Err(error) => self.refuse(error),
        }
    }

    /// Says why an answer is not taken.
    fn refuse<T: Default>(&mut self, why: impl std::fmt::Display) -> io::Result<T> {
        writeln!(self.output, "{}", visible(&why.to_string()))?;
        Ok(T::default())
    }

    /// Writes a message on a line of its own.
    ///
    /// # Errors
    /// Those of writing.
    pub fn say(&mut self, message: impl Into<Message>) -> io::Result<()> {
        let text = message.into().in_language(self.language);
        write!(self.output, "{}", paragraph("", &visible(&text), self.width))
    }
}

/// Splits a line such as `r1c1=F1 anna lena:r2c2=lake` into corrections; names of photos and players may hold blanks.
fn in_corrections(line: &str) -> Vec<String> {
    let mut corrections: Vec<String> = Vec::new();
    let mut is_begun = false;
    for word in line.split_whitespace() {
        match corrections.last_mut().filter(|_| is_begun) {
            Some(begun) => *begun += &format!(" {word}"),
            None => corrections.push(word.to_owned()),
        }
        is_begun = !word.contains('=');
    }
    corrections
}

/// The line as a command; but in a question about a square a letter that names a terrain is an answer.
fn command_at<C>(question: &Question, line: &str, command: &dyn Fn(&str) -> Option<C>) -> Option<C> {
    let is_square = question.square.is_some() && square_from_words(line).is_ok();
    if is_square { None } else { command(line) }
}

/// Enters the answer to a question; `None`: the person does not know.
fn take(session: &mut Session, question: &Question, answer: Option<GivenSquare>) {
    session.change(|said| match (answer, question.square) {
        (Some(given), _) => upsert(&mut said.given[question.kingdom], given),
        (None, Some((name, _))) => said.unknown.push((question.kingdom, name)),
        (None, None) => said.left.push(question.kingdom),
    });
}

/// All readings: `wheat (W), wheat:1 (W1), ...`.
fn squares_in_words() -> String {
    listed(readings().map(|square| format!("{square} ({})", square_in_notation(&square))))
}

/// Answers the questions about squares, in the order of [`Person::ask`], with `knows`, which takes places of the first reading. A square that it does
/// not know, or that is impossible there, stays doubtful.
///
/// # Errors
/// The corrected kingdom cannot be read anew.
pub fn answers_of(first: &FirstReading, knows: impl Fn(Place) -> Option<Square>) -> Result<Answers, DialogueError> {
    let subject = Subject {
        first: FirstReadings::apart(vec![*first]),
        names: vec![KingdomName::default()],
        asked: vec![0],
        picture: &|_, _| String::new(),
    };
    let mut session = Session::new(&subject, vec![Vec::new()]);
    while let Some(Open::Square(doubt)) = session.open()? {
        session.questions += 1;
        let one = knows(doubt.name).map(|square| GivenSquare { place: doubt.name, square });
        let possible = one.filter(|one| subject.first.corrected(&session.with(0, *one)).is_ok());
        session.change(|said| match possible {
            Some(one) => upsert(&mut said.given[0], one),
            None => said.unknown.push((0, doubt.name)),
        });
    }
    Ok(session.answers(false))
}

impl FirstReading<'_> {
    /// The reading, its best alternative, and what else the picture makes likely.
    pub(super) fn offers(&self, read: &ReadSquare, in_grid: Option<Place>) -> Vec<Square> {
        let others = other_readings(read, in_grid.map(|place| &self.guesses.guesses[place]));
        let mut offers = vec![read.best];
        offers.extend(others.into_iter().map(|(square, _)| square));
        offers.truncate(MOST_OFFERED);
        offers
    }
}

/// Alternatives for a square: the best one, other buildings, and what else its picture makes likely; each with its probability, if known. Each
/// includes its pieces: those that were read stay where they can stand on the other tile.
pub fn other_readings(read: &ReadSquare, guess: Option<&Guess>) -> Vec<(Square, Option<f64>)> {
    let stands = read.best.pieces();
    let ranked = guess.map(Guess::ranked).unwrap_or_default();
    let own = |wanted: Square| ranked.iter().find(|(square, _)| *square == wanted).map(|(_, p)| f64::from(*p));
    // Readings of the same tile differ in the pieces on it.
    let is_other_ground = |square: &Square| square.ground() != read.best.ground();
    let second = match is_other_ground(&read.second) {
        true => with_what_stays(read.second, stands),
        false => read.second,
    };
    let buildings = read.pieces.iter().flat_map(|pieces| &pieces.buildings).map(|likely| {
        let towers = if likely.what.is_some() { stands.towers } else { 0 };
        let square = read.best.with_pieces(Pieces { building: likely.what, towers, ..stands });
        (square, Some(likely.probability))
    });
    let grounds = ranked.iter().filter(|(square, _)| is_other_ground(square));
    let grounds = grounds.map(|(square, p)| (with_what_stays(*square, stands), Some(f64::from(*p))));
    let likely = buildings.chain(grounds).filter(|(_, p)| p.is_some_and(|p| p >= OFFERED_FROM.into()));
    let mut others = vec![(second, own(read.second))];
    for (square, probability) in likely {
        if square != read.best && others.iter().all(|(other, _)| *other != square) {
            others.push((square, probability));
        }
    }
    others
}

/// Another tile with the pieces that can stay on it: knight and Queen stand on any land, buildings and towers on towns alone, giants on crowns.
fn with_what_stays(ground: Square, stands: Pieces) -> Square {
    let is_town = ground.terrain() == Some(Terrain::Town);
    let mut pieces = Pieces {
        building: stands.building.filter(|_| is_town),
        towers: if is_town { stands.towers } else { 0 },
        knight: stands.knight,
        queen: stands.queen,
        ..Pieces::default()
    };
    pieces.court = stands.court.filter(|court| ground.can_bear(Pieces { court: Some(*court), ..pieces }));
    let most_giants = (0..=stands.giants).rev().find(|giants| ground.can_bear(Pieces { giants: *giants, ..pieces }));
    ground.with_pieces(Pieces { giants: most_giants.unwrap_or_default(), ..pieces })
}
