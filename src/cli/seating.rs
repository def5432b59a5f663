//! `seating OUT`: seats the players for the next round.

use std::path::PathBuf;
use std::sync::Arc;

use anyhow::{Context, ensure};
use clap::builder::TypedValueParser;

use kingdom_scanner::formats::Name;
use kingdom_scanner::messages::{MessageId, Words};
use kingdom_scanner::tournament::ResultsFolder;
use kingdom_scanner::tournament::report::seating::{seating_table, write_seating_manifest};
use kingdom_scanner::tournament::review::Review;
use kingdom_scanner::tournament::seating::{SEATS, Seating, SeatingOptions};
use kingdom_scanner::tournament::words::in_short;
use storage::write_whole;

use super::args::{LanguageArg, SeparatorArg, terminal_width, whole_number};
use super::exit_code::Exit;
use super::facts::parse_name;
use super::{print, remark_line};

const EXAMPLES: &str = "\
Examples:
  kingdom-scanner seating results
  kingdom-scanner seating results --tables-of 3 --without Ben -o round-4.csv
  kingdom-scanner batch photos -o results --manifest round-4.csv

Players with similar points sit together, and no two players meet again if that can be avoided. If the tournament's \
rules name the round as the final, only the top players are seated.

The manifest has a row for each photo of the results and each player of the next round. Save the new photos under the names \
in the manifest (round-4/table-1/Anna.jpg), or write their own names into the column photo.";

/// Seats the players of a batch for the next round
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    /// The folder with the results of `batch`
    #[arg(value_name = "OUT")]
    results: PathBuf,
    /// The most players at a table
    #[arg(long, value_name = "N", default_value_t = 4, value_parser = seats_parser())]
    tables_of: usize,
    /// The round's number or name [default: the number after the last round]
    #[arg(long, value_name = "ROUND", value_parser = |text: &str| parse_name(text).map(String::from))]
    round: Option<String>,
    /// A player who does not play the round (repeatable)
    #[arg(long, value_name = "NAME", value_parser = parse_name)]
    without: Vec<Name>,
    /// Writes a manifest for the next `batch`
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Exit with code 3 if points need checking
    #[arg(short, long)]
    strict: bool,
    #[command(flatten)]
    separator: SeparatorArg,
    #[command(flatten)]
    language: LanguageArg,
}

fn seats_parser() -> impl TypedValueParser<Value = usize> {
    let (fewest, most) = SEATS.into_inner();
    whole_number(fewest as u64..=most as u64)
}

pub fn run(args: Args) -> anyhow::Result<Exit> {
    let language = args.language.language();
    if let Some(path) = &args.output {
        ensure!(
            !path.exists(),
            "{}: this file already exists, and you may have added rows to it; name another file",
            path.display()
        );
    }
    let review = Review::new(&Arc::new(ResultsFolder::of_a_run(&args.results)))?;
    let round = args.round.map(|round| in_short(&round));
    let options = SeatingOptions { round, seats: args.tables_of, without: args.without };
    let seating = Seating::next(review.ranked(), &options)?;
    if seating.to_check > 0 {
        let message = MessageId::SeatingToCheck.count(seating.to_check as u32);
        remark_line!("{}: {}", MessageId::WarningHead.in_language(language), message.in_language(language));
    }
    print(&seating_table(&seating, language, terminal_width()))?;
    if let Some(path) = &args.output {
        let mut manifest = Vec::new();
        write_seating_manifest(&mut manifest, &seating, review.lines(), args.separator.form(language))??;
        let written = write_whole(path, |out| out.write_all(&manifest));
        written.with_context(|| format!("{}: cannot write the manifest", path.display()))?;
        remark_line!("{}", path.display());
    }
    Ok(Exit::of_review(seating.to_check > 0, args.strict))
}
