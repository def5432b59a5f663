//! `--fix` and `--ask`: what a person says about squares of a photo.

use std::io::{self, IsTerminal};

use anstream::{AutoStream, ColorChoice};
use anyhow::{Context, ensure};

use kingdom_scanner::board::Board;
use kingdom_scanner::correction::{Correction, ToldSquare, by_kingdom};
use kingdom_scanner::dialogue::{Person, Subject};
use kingdom_scanner::domain::{Kingdom, Place};
use kingdom_scanner::photo::Photo;
use kingdom_scanner::pipeline::Scan;
use kingdom_scanner::reconstruct::SquareState;
use kingdom_scanner::report::character_picture::{Paint, character_picture};
use kingdom_scanner::words::{Language, Phrase, Words};

use super::terminal::stderr;

/// Flattened into what reads a photo.
#[derive(Debug, Clone, clap::Args)]
#[command(next_help_heading = "Correcting the reading")]
pub struct CorrectionArgs {
    /// What lies on a square that was misread or is in doubt, as a word or in notation: r2c4=forest:1, r2c4=F1; of
    /// several kingdoms k2:r2c4=castle (repeatable). Squares are named as without --fix; the others are read anew.
    #[arg(long = "fix", value_name = "SQUARE=READING", conflicts_with = "same_game")]
    fixes: Vec<Correction>,

    /// Ask in the terminal about every doubtful square, beginning where most points are likely to be lost.
    #[arg(long, conflicts_with = "same_game")]
    ask: bool,
}

impl CorrectionArgs {
    /// # Errors
    /// Several photos, or nobody at a terminal to be asked.
    pub fn check(&self, photos: usize) -> anyhow::Result<()> {
        let is_used = self.ask || !self.fixes.is_empty();
        ensure!(photos == 1 || !is_used, "--fix and --ask belong to one photo, but {photos} are given");
        let is_terminal = io::stdin().is_terminal() && io::stderr().is_terminal();
        ensure!(
            is_terminal || !self.ask,
            "--ask needs a terminal to ask in (standard input and standard error); without one, correct squares with --fix"
        );
        Ok(())
    }

    /// The scan with what is told by flag and what the person answers.
    ///
    /// # Errors
    /// What was told does not fit the photo, which is named; or the terminal is gone.
    pub fn put_into(&self, mut scan: Scan, photo: &Photo, language: Language) -> anyhow::Result<Scan> {
        let kingdoms: Vec<&Kingdom> = scan.kingdoms.iter().map(|kingdom| &kingdom.reading.kingdom).collect();
        let mut told = by_kingdom(&self.fixes, &kingdoms).with_context(|| photo.name.clone())?;
        if self.ask {
            ask(&scan, &mut told, language).with_context(|| photo.name.clone())?;
        }
        for (kingdom, told) in scan.kingdoms.iter_mut().zip(&told).filter(|(_, told)| !told.is_empty()) {
            *kingdom = kingdom.corrected(told)?;
        }
        Ok(scan)
    }
}

/// Asks about all kingdoms, adds the answers to what is told of each, and says how to repeat them.
fn ask(scan: &Scan, told: &mut [Vec<ToldSquare>], language: Language) -> anyhow::Result<()> {
    let paint = paint();
    let mut person = Person { input: io::stdin().lock(), output: stderr(), language };
    let number = |index: usize| (scan.kingdoms.len() > 1).then_some(index + 1);
    let mut questions = 0;
    for (index, (kingdom, told)) in scan.kingdoms.iter().zip(told.iter_mut()).enumerate() {
        let prefix = number(index).map(|number| format!("k{number}:")).unwrap_or_default();
        let picture = |place| drawn(&kingdom.board, place, paint);
        let subject = Subject { first: kingdom.first_reading(), prefix, picture: &picture };
        let answers = person.ask(&subject, told.clone())?;
        *told = answers.told;
        questions += answers.questions;
        if answers.has_stopped {
            break;
        }
    }
    let mut states = scan.kingdoms.iter().flat_map(|kingdom| kingdom.reading.states());
    if questions == 0 && states.all(|(_, state)| state != SquareState::Doubtful) {
        person.say(Phrase::NothingToAsk)?;
    }
    let of_kingdom = |(index, told): (usize, &Vec<ToldSquare>)| {
        let corrections = told.iter().map(|told| Correction { kingdom: number(index), told: *told });
        corrections.map(|correction| format!("--fix {correction}")).collect::<Vec<_>>()
    };
    let options: Vec<String> = told.iter().enumerate().flat_map(of_kingdom).collect();
    if !options.is_empty() {
        person.say(Phrase::RepeatWith.with("options", options.join(" ")))?;
    }
    Ok(())
}

/// Pixels a side, of which two lie above each other in a character: with the question below it, a picture of 18 lines
/// fits on a terminal of 24.
const PICTURE_PX: usize = 36;

/// The square, or nothing where it cannot be drawn: the question stands without it.
fn drawn(board: &Board, place: Place, paint: Paint) -> String {
    board.small_crop(place, PICTURE_PX).map(|pixels| character_picture(&pixels, paint)).unwrap_or_default()
}

/// What the terminal behind standard error shows; `NO_COLOR` is respected, `COLORTERM` tells of true colour.
fn paint() -> Paint {
    let has_true_colour =
        std::env::var("COLORTERM").is_ok_and(|value| ["truecolor", "24bit"].contains(&value.as_str()));
    match AutoStream::choice(&io::stderr()) {
        ColorChoice::Never => Paint::Characters,
        _ if has_true_colour => Paint::TrueColour,
        _ => Paint::Colours256,
    }
}
