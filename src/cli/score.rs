//! `score KINGDOM`: the sheet without a photo.

use serde::Serialize;

use kingdom_scanner::audit::audit;
use kingdom_scanner::domain::{Game, Unseen, Variant};
use kingdom_scanner::formats::{KingdomRecord, Parsed, SCHEMA_VERSION, notation, read_argument};
use kingdom_scanner::report::sheet_json::{ScoredKingdomJson, WarningJson};
use kingdom_scanner::report::sheet_table::{kingdom_picture, sheet_table};
use kingdom_scanner::score_sheet::ScoreSheet;

use super::args::{terminal_width, variant_parser};
use super::exit_code::Exit;
use super::print;

const EXAMPLES: &str = "\
Examples:
  kingdom-scanner score 'F1WC/L1W. k5'
  kingdom-scanner score kingdom.json --variant harmony --variant middle-kingdom
  kingdom-scanner scan photo.jpg --json | kingdom-scanner score - --json";

/// Score a kingdom that is given in words.
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    /// A file with a kingdom in JSON, a line of `scan --json` or a notation; `-` for standard input; else a notation
    #[arg(value_name = "KINGDOM")]
    kingdom: String,
    /// A bonus that the players agreed on, beside those that the kingdom's file names (repeatable)
    #[arg(long = "variant", value_name = "VARIANT", value_parser = variant_parser())]
    variants: Vec<Variant>,
    /// Print one line of JSON
    #[arg(long)]
    json: bool,
}

/// The line that `--json` prints.
#[derive(Serialize)]
struct ScoreJson {
    schema_version: u64,
    #[serde(flatten)]
    scored: ScoredKingdomJson,
}

pub fn run(args: Args) -> anyhow::Result<Exit> {
    let Parsed { mut record, mut notes } = read_argument(&args.kingdom)?;
    record.variants = Variant::ALL
        .into_iter()
        .filter(|variant| record.variants.contains(variant) || args.variants.contains(variant))
        .collect();
    let name = if args.kingdom == "-" { "standard input" } else { &args.kingdom };
    let sheet = ScoreSheet::of(&record.kingdom, &record.unseen, &record.variants);
    let warnings = warnings(&record, &sheet);
    notes.extend(unused_facts(&record));
    for warning in &warnings {
        eprintln!("warning: {name}: {}{}", warning.message, at(warning));
    }
    if args.json {
        let scored = ScoredKingdomJson::new(&record, &sheet, warnings, notes);
        let line = serde_json::to_string(&ScoreJson { schema_version: SCHEMA_VERSION, scored })?;
        print(&format!("{line}\n"))?;
    } else {
        notes.iter().for_each(|note| eprintln!("note: {name}: {note}"));
        print(&for_people(&record, &sheet))?;
    }
    Ok(Exit::Scored)
}

fn for_people(record: &KingdomRecord, sheet: &ScoreSheet) -> String {
    let player = record.player.as_ref().map(|player| format!("{player}\n\n")).unwrap_or_default();
    let (picture, table) = (kingdom_picture(&record.kingdom), sheet_table(sheet, terminal_width()));
    format!("{player}{picture}\n{table}notation: {}\n", notation::write(&record.kingdom))
}

fn at(warning: &WarningJson) -> String {
    let places: Vec<String> = warning.squares.iter().map(ToString::to_string).collect();
    if places.is_empty() { String::new() } else { format!(" ({})", places.join(", ")) }
}

/// What speaks against the kingdom, and whether its file claims other points.
fn warnings(record: &KingdomRecord, sheet: &ScoreSheet) -> Vec<WarningJson> {
    let mut warnings: Vec<WarningJson> = audit(&record.kingdom).iter().map(WarningJson::from).collect();
    let differences = record.score.as_ref().map(|score| score.differences(sheet)).unwrap_or_default();
    if !differences.is_empty() {
        let message = format!("`score` in the file is wrong: {}", differences.join("; "));
        warnings.push(WarningJson { code: "stated-score", message, squares: Vec::new() });
    }
    warnings
}

/// Facts that the game's scoring does not know.
fn unused_facts(record: &KingdomRecord) -> Option<String> {
    let unused = record.unseen != Unseen::default() && record.kingdom.game() == Game::Kingdomino;
    unused.then(|| "coins, knights in supply and the queen score nothing in kingdomino".to_owned())
}
