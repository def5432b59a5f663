//! `review OUT`: walks through the photos that a person should look at.

use std::io::{BufRead, IsTerminal, stdin};
use std::path::PathBuf;
use std::time::SystemTime;

use kingdom_scanner::audited;
use kingdom_scanner::batch::answer::{Answer, understood};
use kingdom_scanner::batch::corrections::{Correction, Corrections, Verdict};
use kingdom_scanner::batch::finish::ranked;
use kingdom_scanner::batch::results::{ReadKingdom, ResultLine, ResultsError, lines};
use kingdom_scanner::batch::tournament::Look;
use kingdom_scanner::batch::{OutFolder, finish};
use kingdom_scanner::formats::notation;
use kingdom_scanner::reconstruct::SquareState;
use kingdom_scanner::report::kingdom_picture::kingdom_picture;
use kingdom_scanner::report::tournament_table::tournament_table;
use kingdom_scanner::score_sheet;
use kingdom_scanner::words::{Language, Message, Phrase, Words};

use super::args::{LanguageArg, terminal_width};
use super::exit_code::Exit;
use super::remarks::print_warnings;
use super::terminal::write_text;
use super::{print, stderr_line};

const EXAMPLES: &str = "\
Examples:
  kingdom-scanner review results

Answers:
  a                    it was read rightly
  r2c3=W1 r2c4=lake    these squares are others, as with `scan --fix`; of several kingdoms k2:r2c3=W1
  F1WC/L1W. k5         this is the kingdom
  k2                   of several kingdoms the second is the player's
  l                    leave the photo out
  (nothing) or -       skip
  ?                    help
  q                    quit

Answers are written into OUT/corrections.json, standings and report anew; results.ndjson stays as it is.";

/// Walks through the photos of a batch that a person should look at
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    /// The folder that `batch` or `merge` has filled
    #[arg(value_name = "OUT")]
    output: PathBuf,
    /// Exit with code 3 when something still needs review
    #[arg(long)]
    strict: bool,
    #[command(flatten)]
    language: LanguageArg,
}

pub fn run(args: Args) -> anyhow::Result<Exit> {
    let language = args.language.language();
    // Of a folder without results none is made.
    lines(&OutFolder::of_a_run(&args.output).results()).map(drop)?;
    let out = OutFolder::create(&args.output)?;
    let before = ranked(&out)?;
    let mut corrections = Corrections::of(&out)?;
    let mut answers = stdin().lock().lines();
    for (index, look) in before.to_review.iter().enumerate() {
        let Some(line) = line_of(&out, &look.photo)? else { continue };
        // Without its bytes' fingerprint a correction could be taken for that of another photo.
        let Some(sha256) = line.sha256.clone() else { continue };
        let kingdoms = line.read_kingdoms()?;
        let number = Phrase::NumberOf.with("number", index + 1).with("count", before.to_review.len());
        write_text(&format!("\n{}\n", number.in_language(language)));
        show(look, &line, &kingdoms, &out, language);
        match asked(&mut answers, &kingdoms, language)? {
            Answer::Verdict(verdict) => {
                show_verdict(&line, &verdict, language);
                corrections.set(&look.photo, Correction { sha256, verdict, at: now() });
                corrections.write(&out)?;
            }
            Answer::Quit => break,
            Answer::Skip | Answer::Help => {}
        }
    }
    let after = finish(&out, language)?;
    out.tidy();
    print(&tournament_table(&after, language, terminal_width()))?;
    Ok(if args.strict && !after.is_settled() { Exit::NeedsReview } else { Exit::Scored })
}

/// In seconds since 1970.
fn now() -> Option<u64> {
    SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).ok().map(|since| since.as_secs())
}

/// What the kingdom counts now, and what speaks against it: most likely something was mistyped.
fn show_verdict(line: &ResultLine, verdict: &Verdict, language: Language) {
    let Verdict::Kingdom(text) = verdict else { return };
    let Ok(kingdom) = notation::parse(text) else { return };
    let unseen = line.told.unseen();
    let total = score_sheet::total(&kingdom, &unseen, &line.told.variants());
    stderr_line!("  {}", Phrase::CountsNow.with("total", total).in_language(language));
    print_warnings(None, &audited(&kingdom, &unseen).0, language);
}

fn line_of(out: &OutFolder, photo: &str) -> Result<Option<ResultLine>, ResultsError> {
    lines(&out.results())?.find(|line| line.as_ref().map_or(true, |line| line.photo == photo)).transpose()
}

/// The photo, its picture, why it is asked about, and what was read.
fn show(look: &Look, line: &ResultLine, kingdoms: &[ReadKingdom], out: &OutFolder, language: Language) {
    let player = look.seat.as_ref().map(|seat| format!(" ({})", seat.player)).unwrap_or_default();
    stderr_line!("{}{player}", look.photo);
    if let Some(picture) = picture(line, out) {
        stderr_line!("  {}", picture.display());
    }
    look.doubts.iter().for_each(|doubt| stderr_line!("  {}", doubt.in_language(language)));
    for kingdom in kingdoms {
        let states: Vec<_> = kingdom.doubts.iter().map(|doubt| (doubt.place, SquareState::Doubtful)).collect();
        write_text(&kingdom_picture(&kingdom.record.kingdom, &states, language, terminal_width()));
        kingdom.doubts.iter().for_each(|doubt| stderr_line!("  {}", Message::from(doubt).in_language(language)));
    }
}

/// What was drawn of the photo; of a copy, what was drawn of the one that was read. Whose doubts come only from other photos
/// was read without any, and has but its small copy.
fn picture(line: &ResultLine, out: &OutFolder) -> Option<PathBuf> {
    let drawn = [Some(&line.photo), line.duplicate_of.as_ref()].into_iter().flatten();
    let small = line.sha256.iter().map(|sha256| out.small_picture(sha256));
    drawn.map(|photo| out.review_picture(photo)).chain(small).find(|picture| picture.exists())
}

/// Asks until the answer is understood. The end of the input is the end of the review.
fn asked(
    answers: &mut impl Iterator<Item = std::io::Result<String>>,
    kingdoms: &[ReadKingdom],
    language: Language,
) -> anyhow::Result<Answer> {
    loop {
        if stdin().is_terminal() {
            write_text(&format!("{} ", Phrase::ReviewQuestion.in_language(language)));
        }
        let Some(answer) = answers.next() else { return Ok(Answer::Quit) };
        match understood(&answer?, kingdoms) {
            Ok(Answer::Help) => stderr_line!("{}", Phrase::ReviewHelp.in_language(language)),
            Ok(answer) => return Ok(answer),
            Err(problem) => stderr_line!("{problem}"),
        }
    }
}
