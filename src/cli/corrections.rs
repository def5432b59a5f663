//! `--fix`, `--as-read` and `--ask`: what a person says about squares of a photo.

use anyhow::ensure;

use kingdom_scanner::correction::dialogue::{SCAN_PROMPTS, Subject};
use kingdom_scanner::correction::{
    Choice, Correction, FirstReading, FirstReadings, GivenSquare, KingdomName, OpenKingdom, OpenSquare, ReadAnew,
    by_kingdom,
};
use kingdom_scanner::domain::{Kingdom, Place};
use kingdom_scanner::formats::SquareState;
use kingdom_scanner::messages::{Language, MessageId, Words};
use kingdom_scanner::report::character_picture::{Paint, character_picture};
use kingdom_scanner::report::to_type::{KingdomToSay, ReadingToSay, SquareToSay};
use kingdom_scanner::scoring::sheet;
use kingdom_scanner::vision::board::Board;
use kingdom_scanner::vision::scan::{Scan, ScanError};

use super::shell_words::quoted;
use super::square_picture::{PICTURE_PX, paint};
use super::terminal::{can_ask, person};

/// Flattened into what reads a photo.
#[derive(Debug, Clone, clap::Args)]
#[command(next_help_heading = "Correcting the reading")]
pub struct CorrectionArgs {
    /// What lies on a square that was misread or is doubtful, as a word or in notation: r2c4=forest:1, r2c4=F1; of
    /// several kingdoms k2:r2c4=castle, of several photos anna:r2c4=F1 for anna.jpg (repeatable). Squares are named as
    /// without --fix; the others are read anew. A building alone, r2c4=sawmill, leaves knight, towers and Queen as they were read;
    /// r2c4=town+sawmill says that nothing else stands there.
    #[arg(short, long = "fix", value_name = "SQUARE=READING")]
    fixes: Vec<Correction>,

    /// Every square that no --fix names is as it is read without corrections, and bears nothing else: no giant of Age of Giants, and no
    /// crown more; and this is the whole kingdom. Of several kingdoms --as-read=k2, of several photos --as-read=anna (repeatable)
    #[arg(long, value_name = "KINGDOM", num_args = 0..=1, require_equals = true, default_missing_value = "")]
    as_read: Vec<String>,

    /// Ask in the terminal about every doubtful square, beginning where most points are likely to be lost.
    #[arg(short, long)]
    ask: bool,
}

impl CorrectionArgs {
    /// # Errors
    /// There are several photos that are not of one game, or `--ask` has no terminal to ask in.
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

    /// The corrections that were given by flag.
    pub fn fixes(&self) -> &[Correction] {
        &self.fixes
    }

    /// The corrections of each kingdom, with all squares of the kingdoms that `--as-read` confirms.
    ///
    /// # Errors
    /// There is no such kingdom, or the corrections are impossible.
    pub fn as_read(
        &self,
        first: &FirstReadings,
        names: &[KingdomName],
        mut given: Vec<Vec<GivenSquare>>,
    ) -> anyhow::Result<Vec<Vec<GivenSquare>>> {
        for called in &self.as_read {
            let is_meant =
                |name: &KingdomName| called.is_empty() || name_of(name).to_lowercase() == called.to_lowercase();
            let meant: Vec<usize> = (0..names.len()).filter(|index| is_meant(&names[*index])).collect();
            let known = || names.iter().map(name_of).collect::<Vec<_>>().join(", ");
            ensure!(!meant.is_empty(), "--as-read={called}: there is no such kingdom, only {}", known());
            for kingdom in meant {
                given[kingdom] = first.as_read_first(kingdom, &given)?;
            }
        }
        Ok(given)
    }

    /// Whether a person is to be asked.
    pub fn asks(&self) -> bool {
        self.ask
    }

    /// The scan with corrections by flag and answers of the person; and what may be said next, if `is_to_be_said`.
    ///
    /// # Errors
    /// The corrections do not fit the photo, which is named; or the terminal is gone.
    pub fn put_into(
        &self,
        scan: Scan,
        language: Language,
        is_to_be_said: bool,
    ) -> anyhow::Result<(Scan, Vec<(KingdomName, ToSettle)>)> {
        let names = names(&[scan.kingdoms.len()], &[None]);
        let mut open = Vec::new();
        let to_settle = is_to_be_said.then_some(&mut open);
        let scan = scan.corrected(|first, boards| self.said(first, boards, names, language, to_settle))?;
        Ok((scan, open))
    }

    /// What may be said next of each kingdom; only suspects if the person was asked already.
    ///
    /// # Errors
    /// The corrections do not fit the photos.
    fn open(&self, first: &FirstReadings, given: &[Vec<GivenSquare>]) -> anyhow::Result<Vec<ToSettle>> {
        let mut open = vec![ToSettle::default(); first.kingdoms.len()];
        let read = first.read_anew(given).map_err(|source| ScanError::Correction { source })?;
        for (kingdom, one) in first.suspects(given, &read) {
            open[kingdom].suspects.push(one);
        }
        if self.ask {
            return Ok(open);
        }
        let total = |kingdom: usize, read: &ReadAnew| {
            let known = first.kingdoms[kingdom].known;
            Some(sheet::total(&read.kingdoms[kingdom].reading.kingdom, &known.unseen, &known.variants))
        };
        let asked: Vec<usize> = (0..first.kingdoms.len()).collect();
        for square in first.open_squares(given, &read, &asked, total) {
            open[square.kingdom].squares.push(square);
        }
        for whole in first.open_kingdoms(given, &read, &asked, total) {
            let kingdom = whole.kingdom;
            open[kingdom].whole = Some(whole);
        }
        Ok(open)
    }

    /// Corrections by flag and answers of the person, about each kingdom of photos that were read together; `to_settle` gets the names, and what
    /// may be said next.
    ///
    /// # Errors
    /// The corrections fit no photo, or the terminal is gone.
    pub fn said(
        &self,
        first: &FirstReadings,
        boards: &[&Board],
        names: Vec<KingdomName>,
        language: Language,
        to_settle: Option<&mut Vec<(KingdomName, ToSettle)>>,
    ) -> anyhow::Result<Vec<Vec<GivenSquare>>> {
        let kingdoms: Vec<&Kingdom> = first.kingdoms.iter().map(|first| &first.reading.kingdom).collect();
        let mut given = self.as_read(first, &names, by_kingdom(&self.fixes, &names, &kingdoms)?)?;
        if self.ask {
            let paint = paint();
            let picture = |kingdom: usize, place| drawn(boards[kingdom], place, paint);
            let asked = (0..names.len()).collect();
            given = ask(
                &Subject { first: first.clone(), names: names.clone(), asked, picture: &picture },
                given,
                language,
            )?;
        }
        if let Some(to_settle) = to_settle {
            *to_settle = names.into_iter().zip(self.open(first, &given)?).collect();
        }
        Ok(given)
    }
}

/// What may be said of a kingdom.
#[derive(Debug, Clone, Default)]
pub struct ToSettle {
    /// Confirming the kingdom as it is shown.
    pub whole: Option<OpenKingdom>,
    /// Doubtful squares, the highest expected loss first.
    pub squares: Vec<OpenSquare>,
    /// Corrections that do not fit what else is seen.
    pub suspects: Vec<GivenSquare>,
}

/// The square with the lines to type; each begins with what was typed before.
pub fn square_to_say(open: &OpenSquare, name: String, begin: &str, kingdom: &KingdomName) -> SquareToSay {
    let reading = |Choice { given, total, is_suspect }: &Choice| ReadingToSay {
        square: given.square,
        total: *total,
        is_suspect: *is_suspect,
        line: format!("{begin} --fix {}", quoted(&kingdom.correction(*given).to_string())),
    };
    let readings = open.choices.iter().map(reading).collect();
    SquareToSay { place: open.place, name, probability: open.probability, readings }
}

/// The line to type that confirms the kingdom; it begins with what was typed before.
pub fn kingdom_to_say(open: &OpenKingdom, begin: &str, name: &KingdomName) -> KingdomToSay {
    let fixes = open.named.iter().map(|one| format!(" --fix {}", quoted(&name.correction(*one).to_string())));
    let line = format!("{begin}{} {}", fixes.collect::<String>(), as_read(name));
    KingdomToSay { total: open.total, is_against_the_box: open.is_against_the_box, line }
}

/// The names of the kingdoms; `kingdoms` is how many each photo shows.
pub fn names(kingdoms: &[usize], photos: &[Option<String>]) -> Vec<KingdomName> {
    let of_photo = |(count, photo): (&usize, &Option<String>)| {
        let number = |number| (*count > 1).then_some(number);
        (1..=*count).map(|n| KingdomName { photo: photo.clone(), kingdom: number(n) }).collect::<Vec<_>>()
    };
    kingdoms.iter().zip(photos).flat_map(of_photo).collect()
}

/// Asks about all kingdoms, adds the answers to what is known of each, and says how to repeat them.
pub fn ask(
    subject: &Subject,
    given: Vec<Vec<GivenSquare>>,
    language: Language,
) -> anyhow::Result<Vec<Vec<GivenSquare>>> {
    let mut person = person(language, SCAN_PROMPTS);
    let answers = person.ask(subject, given)?;
    let mut states = subject.first.kingdoms.iter().flat_map(|kingdom| kingdom.reading.states());
    if answers.questions == 0 && states.all(|(_, state)| state != SquareState::Doubtful) {
        person.say(MessageId::NothingToAsk)?;
    }
    let kingdoms = subject.names.iter().zip(&answers.given).zip(&subject.first.kingdoms);
    let options: Vec<String> = kingdoms.flat_map(|((name, given), first)| options(name, given, first)).collect();
    if !options.is_empty() {
        person.say(MessageId::RepeatWith.with("options", options.join(" ")))?;
    }
    Ok(answers.given)
}

/// A kingdom's name in flags; empty if there is only one.
fn name_of(name: &KingdomName) -> String {
    name.prefix().trim_end_matches(':').to_owned()
}

/// The flags that repeat what was said of a kingdom.
fn options(name: &KingdomName, given: &[GivenSquare], first: &FirstReading) -> Vec<String> {
    let squares = first.reading.kingdom.squares();
    let is_all = squares.places().all(|place| given.iter().any(|given| given.place == place));
    let is_needed = |given: &&GivenSquare| !is_all || squares.get(given.place) != Some(&given.square);
    let fix = |given: &GivenSquare| format!("--fix {}", quoted(&name.correction(*given).to_string()));
    given.iter().filter(is_needed).map(fix).chain(is_all.then(|| as_read(name))).collect()
}

/// The flag that confirms a kingdom.
fn as_read(name: &KingdomName) -> String {
    match &*name_of(name) {
        "" => "--as-read".to_owned(),
        name => quoted(&format!("--as-read={name}")),
    }
}

/// The square's picture; empty if it cannot be drawn, because the question needs no picture.
fn drawn(board: &Board, place: Place, paint: Paint) -> String {
    board.small_crop(place, PICTURE_PX).map(|pixels| character_picture(&pixels, paint)).unwrap_or_default()
}
