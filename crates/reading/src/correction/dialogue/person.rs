//! A user at a terminal: shows a question, and reads lines until one answers it.

use std::io::{self, BufRead, Write};

use anstyle::Style;

use super::{DialogueError, Session, Subject};
use crate::correction::{Choice, Correction, GivenSquare, OpenQuestion, OpenSquare, ReadAnew, square_from_words};
use crate::reconstruct::guesses::readings;
use kingdomino::domain::{Building, Game, Square, listed};
use kingdomino::formats::notation::{self, square_in_notation};
use kingdomino::words::square_instead_of;
use messages::wrapped::paragraph;
use messages::{Language, Message, MessageId, Words, visible};

/// A user who answers questions.
pub struct Person<R, W> {
    /// The source of answers, one per line. The dialogue stops when it ends.
    pub input: R,
    /// The destination of questions.
    pub output: W,
    /// The user's language.
    pub language: Language,
    /// Columns of the terminal; `None` disables wrapping.
    pub width: Option<u16>,
    /// The prompt after a question about a square, and the prompt after one about a whole kingdom.
    pub prompts: [MessageId; 2],
    /// Whether the input has ended.
    pub input_has_ended: bool,
}

/// The prompts of `scan --ask`.
pub const SCAN_PROMPTS: [MessageId; 2] = [MessageId::AskPrompt, MessageId::AskWholePrompt];

/// The prompts of a `review`.
pub const REVIEW_PROMPTS: [MessageId; 2] = [MessageId::ReviewPrompt, MessageId::ReviewWholePrompt];

/// How a dialogue ended.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Ended<C> {
    /// All questions were asked.
    Asked,
    /// The user ended the questions, or the input ended.
    Stopped,
    /// The user typed a command instead of an answer.
    Command(C),
}

/// A square that the user typed.
struct Typed {
    kingdom: usize,
    given: GivenSquare,
    /// Whether only a part of the square was typed, so that its other pieces may stay.
    is_a_part: bool,
}

impl<R: BufRead, W: Write> Person<R, W> {
    /// Asks the next question. Returns `None` once it is answered, or how the dialogue ended.
    ///
    /// Questions come kingdom by kingdom: first each doubtful square, highest expected loss first, and then
    /// the kingdom as a whole if it still needs review. All kingdoms are re-read after each answer, so only
    /// squares that are still doubtful are asked about.
    ///
    /// # Errors
    /// The corrections given before the first question contradict each other or the photo, or reading or
    /// writing failed.
    pub fn step<C>(
        &mut self,
        session: &mut Session,
        command: &dyn Fn(&str) -> Option<C>,
    ) -> Result<Option<Ended<C>>, DialogueError> {
        let read = session.read()?;
        let Some(question) = session.question(&read) else { return Ok(Some(Ended::Asked)) };
        session.questions += 1;
        self.show(session, &question, &read)?;
        let before = session.said.given.clone();
        let ended = self.answer(session, &question, &read, command)?;
        if let Some(changes) = session.changed_beside(&before)? {
            self.say(MessageId::AlsoChanged.with("squares", changes))?;
        }
        Ok(ended)
    }

    /// Reads lines until one is a valid answer. Returns `None` if the next question may follow. `read` holds
    /// the kingdoms as they were shown.
    fn answer<C>(
        &mut self,
        session: &mut Session,
        question: &OpenQuestion,
        read: &ReadAnew,
        command: &dyn Fn(&str) -> Option<C>,
    ) -> Result<Option<Ended<C>>, DialogueError> {
        let OpenQuestion { kingdom, square, .. } = question;
        let prompt = self.prompts[usize::from(square.is_none())];
        loop {
            let Some(line) = self.line(prompt)? else { return Ok(Some(Ended::Stopped)) };
            let line = line.trim();
            let undoes = line.eq_ignore_ascii_case("u");
            if let Some(command) = command_at(question, line, command).filter(|_| !undoes) {
                return Ok(Some(Ended::Command(command)));
            }
            match line.to_lowercase().as_str() {
                "q" => return Ok(Some(Ended::Stopped)),
                word if asks_for_help(word) => self.help(read.kingdoms[*kingdom].kingdom.game())?,
                "u" if session.take_back_answer() => return Ok(None),
                "u" => match command(line) {
                    // Nothing is left to undo in this dialogue. Earlier corrections are undone by the
                    // caller's command, if it has one for this line.
                    Some(command) => return Ok(Some(Ended::Command(command))),
                    None if session.take_back_given() => return Ok(None),
                    None => self.say(MessageId::AskNothingToUndo)?,
                },
                word if word == "-" || word.is_empty() && square.is_none() => {
                    session.leave(*kingdom, square.as_ref().map(|square| square.name));
                    return Ok(None);
                }
                "a" => match session.subject.first.as_read(*kingdom, session.given(), &read.kingdoms[*kingdom]) {
                    Ok(as_read) => {
                        session.change(|said| said.given[*kingdom] = as_read);
                        return Ok(None);
                    }
                    Err(error) => self.refuse(error)?,
                },
                _ => {
                    // An empty line confirms the square's reading, the first choice.
                    let typed = self.typed(session, question, if line.is_empty() { "1" } else { line })?;
                    if self.takes(session, &typed)? {
                        return Ok(None);
                    }
                }
            }
        }
    }

    /// Enters what was typed, unless it is empty or impossible. Prints the resulting square if only a part of
    /// it was typed.
    fn takes(&mut self, session: &mut Session, typed: &[Typed]) -> io::Result<bool> {
        let said: Vec<(usize, GivenSquare)> = typed.iter().map(|typed| (typed.kingdom, typed.given)).collect();
        if said.is_empty() || !self.is_possible(session, &said)? {
            return Ok(false);
        }
        session.say(&said);
        for Typed { kingdom, given, .. } in typed.iter().filter(|typed| typed.is_a_part) {
            let place = session.subject.name_of(*kingdom, given.cell);
            self.say(MessageId::AskSquareIs.with("place", place).with("square", Message::from(&given.square)))?;
        }
        Ok(true)
    }

    /// The squares that the line names; empty, after printing the reason, if the line is invalid.
    fn typed(&mut self, session: &Session, question: &OpenQuestion, line: &str) -> Result<Vec<Typed>, DialogueError> {
        let OpenQuestion { kingdom, ref choices, .. } = *question;
        if line.contains('=') {
            return self.corrections(session, kingdom, line);
        }
        let first = &session.subject.first.kingdoms[kingdom];
        if let Ok(number) = line.parse::<usize>() {
            let choice = number.checked_sub(1).and_then(|index| choices.get(index));
            match (choice, choices.len()) {
                (Some(choice), _) => {
                    let given = choice.named.iter().map(|named| first.given(*named));
                    return Ok(given.map(|given| Typed { kingdom, given, is_a_part: false }).collect());
                }
                (None, 0) => self.say(MessageId::AskWhichSquare)?,
                (None, last) => self.say(MessageId::AskNumber.with("last", last))?,
            }
            return Ok(Vec::new());
        }
        let Some(open) = &question.square else {
            self.say(MessageId::AskWhichSquare)?;
            return Ok(Vec::new());
        };
        match square_from_words(line) {
            Ok(said) => {
                let stands = session.stands_at(kingdom, first.reading.cell_of(open.name))?.unwrap_or(Square::Empty);
                let given = first.given((open.name, said.on(stands)));
                Ok(vec![Typed { kingdom, given, is_a_part: said.is_a_part() }])
            }
            Err(error) => Ok(self.refuse(error)?),
        }
    }

    /// Enters corrections such as `r2c4=F1 k2:r1c1=lake` without a question; squares without a kingdom belong
    /// to `kingdom`. Returns false, after printing the reason, if the line is invalid or impossible.
    ///
    /// # Errors
    /// Those of [`Person::step`].
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
                    let first = session.subject.first.kingdoms[kingdom].reading;
                    let stands = session.stands_at(kingdom, first.cell_of(correction.place))?;
                    let given = correction.given(first, stands);
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
    /// Reading or writing fails.
    pub fn line(&mut self, prompt: impl Into<Message>) -> io::Result<Option<String>> {
        let bold = Style::new().bold();
        write!(self.output, "{bold}{}{bold:#} ", prompt.into().in_language(self.language))?;
        self.output.flush()?;
        let mut line = String::new();
        if self.input.read_line(&mut line)? == 0 {
            writeln!(self.output)?;
            self.input_has_ended = true;
            return Ok(None);
        }
        Ok(Some(line))
    }

    fn help(&mut self, game: Game) -> io::Result<()> {
        self.say(MessageId::AskHelp.with("squares", squares_in_words()))?;
        if game.has_queendomino() {
            self.say(MessageId::AskHelpPieces.with("buildings", Building::ALL.map(Building::id).join(", ")))?;
        }
        if self.prompts != SCAN_PROMPTS {
            self.say(MessageId::ReviewHelp)?;
        }
        Ok(())
    }

    fn show(&mut self, session: &Session, question: &OpenQuestion, read: &ReadAnew) -> io::Result<()> {
        match &question.square {
            Some(open) => self.show_square(session.subject, question.kingdom, open)?,
            None => self.show_kingdom(session, question, read)?,
        }
        for (number, Choice { named, total, .. }) in (1..).zip(&question.choices) {
            let squares: Vec<Message> = (named.iter())
                .map(|(place, square)| match &question.square {
                    Some(open) => square_instead_of(square, &open.read.best),
                    None => {
                        MessageId::AskSquareIs.with("place", place.to_string()).with("square", Message::from(square))
                    }
                })
                .collect();
            let squares = MessageId::List.with("words", squares);
            let offer = match total {
                Some(total) => MessageId::AskTotal.with("square", squares).with("total", *total),
                None => MessageId::AskNoKingdom.with("square", squares),
            };
            writeln!(self.output, "  {number}  {}", offer.in_language(self.language))?;
        }
        Ok(())
    }

    fn show_square(&mut self, subject: &Subject, kingdom: usize, open: &OpenSquare) -> io::Result<()> {
        let first = &subject.first.kingdoms[kingdom];
        let cell = first.reading.cell_of(open.name);
        let shown = first.guesses.at(cell);
        let picture = shown.map(|_| (subject.picture)(kingdom, cell)).unwrap_or_default();
        write!(self.output, "\n{picture}")?;
        self.say(MessageId::AskSquare.with("square", subject.names[kingdom].square(open.name).to_string()))
    }

    fn show_kingdom(&mut self, session: &Session, question: &OpenQuestion, read: &ReadAnew) -> io::Result<()> {
        let kingdom = question.kingdom;
        writeln!(self.output)?;
        let prefix = session.subject.names[kingdom].prefix();
        let name = prefix.trim_end_matches(':');
        let head = if name.is_empty() { String::new() } else { format!("{name}: ") };
        for reason in session.reasons(kingdom, read) {
            let reason = reason.in_language(self.language);
            write!(self.output, "{}", paragraph(&head, &visible(&reason), self.width))?;
        }
        // Not wrapped, so that it can be copied.
        let shown = MessageId::AskShown.with("notation", notation::write(&read.kingdoms[kingdom].kingdom));
        let shown = shown.with("total", session.total(kingdom, read));
        writeln!(self.output, "{}", shown.in_language(self.language))?;
        self.say(if question.choices.is_empty() { MessageId::AskWhichIsWrong } else { MessageId::AskOneOfThese })
    }

    fn is_possible(&mut self, session: &Session, said: &[(usize, GivenSquare)]) -> io::Result<bool> {
        match session.subject.first.corrected(&session.with(said)) {
            Ok(_) => Ok(true),
            Err(error) => self.refuse(error),
        }
    }

    /// Prints why an answer was refused.
    fn refuse<T: Default>(&mut self, why: impl std::fmt::Display) -> io::Result<T> {
        writeln!(self.output, "{}", visible(&why.to_string()))?;
        Ok(T::default())
    }

    /// Writes a message on a line of its own.
    ///
    /// # Errors
    /// Writing fails.
    pub fn say(&mut self, message: impl Into<Message>) -> io::Result<()> {
        let text = message.into().in_language(self.language);
        write!(self.output, "{}", paragraph("", &visible(&text), self.width))
    }
}

/// Splits a line such as `r1c1=F1 anna lena:r2c2=lake` into corrections; names of photos and players may
/// contain blanks.
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

/// Whether the word, in lower case, asks for help in any language.
fn asks_for_help(word: &str) -> bool {
    word == "?" || Language::ALL.map(|language| MessageId::HelpWord.in_language(language)).contains(&word)
}

/// Parses the line as a command. If the question is about a square, a line that names a square, such as the
/// letter of a terrain, is an answer instead.
fn command_at<C>(question: &OpenQuestion, line: &str, command: &dyn Fn(&str) -> Option<C>) -> Option<C> {
    let is_square = question.square.is_some() && square_from_words(line).is_ok();
    if is_square { None } else { command(line) }
}

/// Lists every square that can be read from a photo: `wheat (W), wheat:1 (W1), ...`.
fn squares_in_words() -> String {
    listed(readings().map(|square| format!("{square} ({})", square_in_notation(&square))))
}
