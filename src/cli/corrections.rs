//! `--fix`, `--as-read` and `--ask`: the user's corrections of a photo's squares.

use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};

use anyhow::ensure;

use kingdom_scanner::correction::dialogue::{SCAN_PROMPTS, Session, Subject};
use kingdom_scanner::correction::{Choice, Correction, FirstReadings, GivenSquare, KingdomName, OpenQuestion};
use kingdom_scanner::domain::Cell;
use kingdom_scanner::formats::{SquareState, is_same_name};
use kingdom_scanner::messages::{Language, MessageId, Words, visible};
use kingdom_scanner::report::character_picture::{Paint, character_picture};
use kingdom_scanner::report::to_type::KingdomToSay;
use kingdom_scanner::vision::board::Board;
use kingdom_scanner::vision::scan::ScanError;

use super::command_line::typed_again;
use super::interrupted::on_interrupt;
use super::shell_words::{LineToType, quoted};
use super::square_picture::{PICTURE_PX, paint};
use super::terminal::{can_ask, person, write_text};

/// Flattened into every command that reads a photo and can correct it.
#[derive(Debug, Clone, clap::Args)]
#[command(next_help_heading = "Correcting the reading")]
pub struct CorrectionArgs {
    /// The content of a square that was misread or is doubtful, as a word or in notation: r2c4=forest:1,
    /// r2c4=F1; with several kingdoms k2:r2c4=castle, with several photos anna:r2c4=F1 for anna.jpg
    /// (repeatable). Squares keep the names that they have without --fix; all squares without a --fix are
    /// read again. A building alone, such as r2c4=sawmill, leaves knight, towers and Queen as they were read;
    /// r2c4=town+sawmill also says that nothing else stands there.
    #[arg(short, long = "fix", value_name = "SQUARE=READING")]
    fixes: Vec<Correction>,

    /// Confirms that every square without a --fix is as it was read without corrections, with nothing else on
    /// it (no giant of Age of Giants, no further crown), and that this is the whole kingdom. With several
    /// kingdoms --as-read=k2, with several photos --as-read=anna (repeatable)
    #[arg(long, value_name = "KINGDOM", num_args = 0..=1, require_equals = true, default_missing_value = "")]
    as_read: Vec<String>,

    /// Ask in the terminal about every doubtful square, starting where most points are likely to be lost.
    #[arg(short, long)]
    ask: bool,
}

impl CorrectionArgs {
    /// Checks the flags, before anything is read.
    ///
    /// # Errors
    /// If there are several photos that are not of one game, or `--ask` has no terminal.
    pub fn check(&self, photos: usize, same_game: bool) -> anyhow::Result<()> {
        let is_used = self.ask || !self.fixes.is_empty() || !self.as_read.is_empty();
        ensure!(
            photos == 1 || same_game || !is_used,
            "--fix, --as-read and --ask belong to one photo, or to those of one game with --same-game, but {photos} are given"
        );
        ensure!(
            !self.ask || can_ask(),
            "--ask needs a terminal to ask in (standard input and standard error); without one, correct squares with --fix"
        );
        Ok(())
    }

    /// The corrections from `--fix`.
    pub fn fixes(&self) -> &[Correction] {
        &self.fixes
    }

    /// Adds to `given` a confirmation of every square of the kingdoms that `--as-read` names.
    ///
    /// # Errors
    /// If there is no such kingdom, or the corrections are impossible.
    pub fn as_read(
        &self,
        first: &FirstReadings,
        names: &[KingdomName],
        before: &[Vec<GivenSquare>],
        mut given: Vec<Vec<GivenSquare>>,
    ) -> anyhow::Result<Vec<Vec<GivenSquare>>> {
        for kingdom in self.confirmed(names)? {
            given[kingdom] = first.as_seen(kingdom, before, &given)?;
        }
        Ok(given)
    }

    /// The kingdoms that `--as-read` names.
    ///
    /// # Errors
    /// If there is no such kingdom.
    pub fn confirmed(&self, names: &[KingdomName]) -> anyhow::Result<Vec<usize>> {
        let known: Vec<String> = names.iter().map(name_of).collect();
        let mut confirmed = Vec::new();
        for called in &self.as_read {
            let is_meant = |index: &usize| called.is_empty() || is_same_name(&known[*index], called);
            let meant: Vec<usize> = (0..names.len()).filter(is_meant).collect();
            ensure!(!meant.is_empty(), "--as-read={called}: there is no such kingdom, only {}", known.join(", "));
            confirmed.extend(meant);
        }
        Ok(confirmed)
    }

    /// Whether to ask the user.
    pub fn asks(&self) -> bool {
        self.ask
    }

    /// [`Self::said`] for the kingdoms of the only photo.
    ///
    /// # Errors
    /// See [`Self::said`].
    pub fn of_photo(
        &self,
        photo: &str,
        first: &FirstReadings,
        boards: &[&Board],
        language: Language,
        is_to_be_said: bool,
    ) -> anyhow::Result<GivenCorrections> {
        let names = names(&[first.kingdoms.len()], &[None]);
        self.of_only_photo(photo).said(first, boards, names, language, is_to_be_said)
    }

    /// The same flags without the photo's name: a name is optional if there is only one photo.
    fn of_only_photo(&self, photo: &str) -> Self {
        let mut own = self.clone();
        for fix in &mut own.fixes {
            fix.photo = fix.photo.take().filter(|name| !is_photo_called(name, photo));
        }
        for called in &mut own.as_read {
            *called = match called.rsplit_once(':') {
                Some((name, kingdom)) if is_photo_called(name, photo) => kingdom.to_owned(),
                _ if is_photo_called(called, photo) => String::new(),
                _ => std::mem::take(called),
            };
        }
        own
    }

    /// What the user can still correct in each kingdom. With `--ask`, only the suspect corrections, because
    /// the questions have already been asked.
    ///
    /// # Errors
    /// If the corrections do not fit the photos.
    fn open(
        &self,
        first: &FirstReadings,
        names: &[KingdomName],
        given: &[Vec<GivenSquare>],
    ) -> anyhow::Result<Vec<ToSettle>> {
        let mut open = vec![ToSettle::default(); first.kingdoms.len()];
        let read = first.read_anew(given).map_err(|source| ScanError::Correction { source })?;
        for (kingdom, one) in first.suspects(given, &read) {
            open[kingdom].suspects.extend(first.kingdoms[kingdom].correction(&names[kingdom], &one));
        }
        if self.ask {
            return Ok(open);
        }
        let asked: Vec<usize> = (0..first.kingdoms.len()).collect();
        let questions = first.questions(given, &read, &asked, |kingdom, read| {
            Some(first.total(kingdom, &read.kingdoms[kingdom].kingdom))
        });
        for question in questions {
            open[question.kingdom].questions.push(question);
        }
        Ok(open)
    }

    /// The corrections of each kingdom, from flags and answers. Also lists what can still be corrected, if
    /// `is_to_be_said`.
    ///
    /// # Errors
    /// If the corrections fit no photo, or the terminal is gone.
    pub fn said(
        &self,
        first: &FirstReadings,
        boards: &[&Board],
        names: Vec<KingdomName>,
        language: Language,
        is_to_be_said: bool,
    ) -> anyhow::Result<GivenCorrections> {
        let nothing = vec![Vec::new(); first.kingdoms.len()];
        let fixed = first.given_by(&self.fixes, &names, &nothing)?;
        let mut given = self.as_read(first, &names, &nothing, fixed)?;
        if self.ask {
            let paint = paint();
            let subject = Subject {
                first: first.clone(),
                names: names.clone(),
                asked: (0..names.len()).collect(),
                total: &|kingdom, _, squares| first.total(kingdom, squares),
                picture: &|kingdom, cell| drawn(boards[kingdom], cell, paint),
            };
            let said = SaidSoFar::until_interrupted(language)?;
            given = ask(&subject, given, language, &mut |given| {
                let line = typed_again("scan", false).with(options(&subject, given)).with(["--ask".to_owned()]);
                said.goes_on_with(&line);
                Ok(())
            })?;
        }
        let open = if is_to_be_said { self.open(first, &names, &given)? } else { Vec::new() };
        Ok(GivenCorrections { given, open: names.into_iter().zip(open).collect() })
    }
}

/// Whether `name` is the photo's name, with or without its extension.
fn is_photo_called(name: &str, photo: &str) -> bool {
    let stem = Path::new(photo).file_stem().map(|stem| stem.to_string_lossy());
    is_same_name(name, photo) || stem.is_some_and(|stem| is_same_name(name, &stem))
}

/// The corrections that the user has made, and what is left to correct.
pub struct GivenCorrections {
    /// The corrections made in each kingdom.
    pub given: Vec<Vec<GivenSquare>>,
    /// The name of each kingdom, and what is left to correct in it.
    pub open: Vec<(KingdomName, ToSettle)>,
}

/// What is left to confirm or correct in a kingdom.
#[derive(Debug, Clone, Default)]
pub struct ToSettle {
    /// Questions about doubtful squares, the highest expected loss first, and about the whole kingdom as
    /// displayed, if the user may confirm it.
    pub questions: Vec<OpenQuestion>,
    /// Corrections already made that contradict other squares.
    pub suspects: Vec<Correction>,
}

/// A reading is confirmed in the line to type only if it is at least as likely as not. Otherwise the word is
/// left out, so that nobody confirms a guess by running the line unread.
const CONFIRMED_FROM: f64 = 0.5;

/// The command line that answers the questions about squares of kingdoms, each with its likely reading; it
/// begins with the command typed before. `None` without squares.
pub fn line_to_fix<'a>(
    begin: &LineToType,
    questions: impl IntoIterator<Item = (&'a KingdomName, &'a OpenQuestion)>,
) -> Option<String> {
    let mut fixes = Vec::new();
    for (name, question) in questions {
        let Some(open) = &question.square else { continue };
        let fix = match open.read.probability >= CONFIRMED_FROM {
            true => name.correction(open.name, open.read.best).to_string(),
            false => format!("{}=", name.square(open.name)),
        };
        fixes.extend(["--fix".to_owned(), fix]);
    }
    (!fixes.is_empty()).then(|| begin.clone().with(fixes).to_string())
}

/// The command line that confirms the whole kingdom; it begins with the command typed before. `None` if the
/// question is about a square.
pub fn kingdom_to_say(question: &OpenQuestion, begin: &LineToType, name: &KingdomName) -> Option<KingdomToSay> {
    let Choice { named, total, is_suspect } = question.choices.first().filter(|_| question.square.is_none())?;
    let fixes = named.iter().map(|(place, square)| name.correction(*place, *square));
    let line = begin.clone().with_fixes(fixes).with([as_read(name)]);
    Some(KingdomToSay { total: *total, is_against_the_box: *is_suspect, line: line.to_string() })
}

/// The names of all kingdoms, as flags use them. `kingdoms` is the number of kingdoms in each photo.
pub fn names(kingdoms: &[usize], photos: &[Option<String>]) -> Vec<KingdomName> {
    let mut names = Vec::new();
    for (count, photo) in kingdoms.iter().zip(photos) {
        for number in 1..=*count {
            names.push(KingdomName { photo: photo.clone(), kingdom: (*count > 1).then_some(number) });
        }
    }
    names
}

/// Asks about all kingdoms, adds the answers to the corrections of each, and prints how to repeat them. After
/// each answer that changes the corrections, `kept` receives all of them before the next question.
pub fn ask(
    subject: &Subject,
    given: Vec<Vec<GivenSquare>>,
    language: Language,
    kept: &mut dyn FnMut(&[Vec<GivenSquare>]) -> anyhow::Result<()>,
) -> anyhow::Result<Vec<Vec<GivenSquare>>> {
    let mut person = person(language, SCAN_PROMPTS);
    let mut session = Session::new(subject, given.clone());
    let mut before = given;
    loop {
        let ended = person.step(&mut session, &|_| None::<()>)?;
        if session.given() != before {
            before = session.given().to_vec();
            kept(&before)?;
        }
        if ended.is_some() {
            break;
        }
    }
    let mut states = subject.first.kingdoms.iter().flat_map(|kingdom| kingdom.reading.states());
    if session.questions() == 0 && states.all(|(_, state)| state != SquareState::Doubtful) {
        person.say(MessageId::NothingToAsk)?;
    }
    let options = options(subject, &before);
    if !options.is_empty() {
        let options: Vec<String> = options.iter().map(|option| quoted(option)).collect();
        person.say(MessageId::RepeatWith.with("options", options.join(" ")))?;
    }
    Ok(before)
}

/// The answers so far, to be printed if Ctrl-C ends the questions.
pub struct SaidSoFar {
    /// The text to print on Ctrl-C.
    text: Arc<Mutex<String>>,
    language: Language,
}

impl SaidSoFar {
    /// Installs a Ctrl-C handler that prints the recorded answers.
    pub fn until_interrupted(language: Language) -> anyhow::Result<Self> {
        let text = Arc::default();
        on_interrupt(&text, |text: &String| write_text(&format!("\n{text}")))?;
        Ok(Self { text, language })
    }

    /// Records the command line that repeats all answers so far.
    pub fn goes_on_with(&self, line: &LineToType) {
        let head = MessageId::GoesOn.in_language(self.language);
        // Not wrapped, so that it can be pasted.
        let text = format!("{head}\n  {}\n", visible(&line.to_string()));
        *self.text.lock().unwrap_or_else(PoisonError::into_inner) = text;
    }

    /// Saves an answer to a file; Ctrl-C waits until that is done.
    pub fn save(&self, path: &Path, save: impl FnOnce() -> anyhow::Result<()>) -> anyhow::Result<()> {
        let mut text = self.text.lock().unwrap_or_else(PoisonError::into_inner);
        save()?;
        let message = MessageId::GameSaved.with("path", path.display().to_string());
        *text = format!("{}\n", visible(&message.in_language(self.language)));
        Ok(())
    }
}

/// A kingdom's name in flags; empty if the name is not needed because there is only one kingdom.
fn name_of(name: &KingdomName) -> String {
    name.prefix().trim_end_matches(':').to_owned()
}

/// The flags that repeat the corrections of all kingdoms.
pub fn options(subject: &Subject, given: &[Vec<GivenSquare>]) -> Vec<String> {
    let mut options = Vec::new();
    for ((name, given), first) in subject.names.iter().zip(given).zip(&subject.first.kingdoms) {
        let is_all = first.is_whole(given);
        let named = given.iter().filter(|one| !is_all || !first.is_as_read(one));
        for correction in named.filter_map(|one| first.correction(name, one)) {
            options.extend(["--fix".to_owned(), correction.to_string()]);
        }
        options.extend(is_all.then(|| as_read(name)));
    }
    options
}

/// The flag that confirms a kingdom.
pub fn as_read(name: &KingdomName) -> String {
    match &*name_of(name) {
        "" => "--as-read".to_owned(),
        name => format!("--as-read={name}"),
    }
}

/// The square's picture. Empty if it cannot be drawn, because a question can do without a picture.
fn drawn(board: &Board, cell: Cell, paint: Paint) -> String {
    let crop = cell.place().and_then(|place| board.small_crop(place, PICTURE_PX).ok());
    crop.map(|pixels| character_picture(&pixels, paint)).unwrap_or_default()
}
