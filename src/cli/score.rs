//! `score KINGDOM`: prints the score sheet of a kingdom without a photo.

use anyhow::ensure;
use serde::Serialize;

use kingdom_scanner::domain::listed;
use kingdom_scanner::formats::{KingdomRecord, Name, SCHEMA_VERSION, notation};
use kingdom_scanner::messages::{Language, MessageId, Words, visible};
use kingdom_scanner::report::about_variants;
use kingdom_scanner::report::kingdom_picture::{Legend, record_picture};
use kingdom_scanner::report::sheet_json::ScoredKingdomJson;
use kingdom_scanner::report::sheet_table::sheet_table;
use kingdom_scanner::report::to_check::to_check;
use kingdom_scanner::scoring::assumptions;
use kingdom_scanner::scoring::sheet::ScoreSheet;
use kingdom_scanner::standings::remarks_about;

use super::args::{LanguageArg, name, terminal_width};
use super::exit_code::Exit;
use super::facts::FactArgs;
use super::kingdom_arguments::{self, Given, GivenKingdom, PhotoArgs};
use super::remarks::{print_notes, print_warnings};
use super::{print, print_json};

const EXAMPLES: &str = "\
Examples:
  kingdom-scanner score 'F1WC/L1W. k5'
  kingdom-scanner score kingdom.json --variant harmony --variant middle-kingdom
  kingdom-scanner score 'T[statue]M3C q5' --coins 11 --queen no --lang de
  kingdom-scanner scan photo.jpg --json | kingdom-scanner score - --json";

/// Score a kingdom that is given as text.
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    /// A file (a kingdom in JSON, lines of `scan --json`, a saved game or a kingdom in notation), `-` for
    /// standard input, a photo, or a kingdom in notation
    #[arg(value_name = "KINGDOM")]
    kingdom: String,
    /// Print one line of JSON for each kingdom
    #[arg(short, long)]
    json: bool,
    /// Exit with code 3 if the kingdom comes from a photo and needs checking
    #[arg(short, long)]
    strict: bool,
    #[command(flatten)]
    language: LanguageArg,
    #[command(flatten)]
    facts: FactArgs,
    #[command(flatten)]
    photos: PhotoArgs,
}

/// A line printed by `--json`.
#[derive(Serialize)]
struct ScoreJson {
    schema_version: u64,
    #[serde(flatten)]
    scored: ScoredKingdomJson,
}

pub fn run(args: Args) -> anyhow::Result<Exit> {
    let language = args.language.language();
    let Given { kingdoms, totals, .. } =
        match kingdom_arguments::read(std::slice::from_ref(&args.kingdom), &args.photos)? {
            Ok(kingdoms) => kingdoms,
            Err(exit) => return Ok(exit),
        };
    ensure!(
        kingdoms.len() == 1 || !args.facts.tell_of_one_player(),
        "{}: --player, --coins, --knights-in-supply and --queen belong to one kingdom, but there are {}; use \
         `standings`, which takes them with the players' names",
        name(&args.kingdom),
        kingdoms.len()
    );
    if !totals.is_empty() {
        let players: Vec<Name> = totals.into_iter().map(|(player, _)| player).collect();
        print_notes(None, &[MessageId::TypedTotals.with("players", listed(players))], language);
    }
    let (mut exit, mut legend) = (Exit::Scored, Legend::default());
    let count = kingdoms.len();
    for (index, kingdom) in kingdoms.into_iter().enumerate() {
        let record = &kingdom.record;
        legend.add(&record.kingdom, &record.states());
        let below = if index + 1 == count { legend.in_words(language, terminal_width()) } else { String::new() };
        if index > 0 && !args.json {
            print("\n")?;
        }
        exit = exit.worst(score(kingdom, &below, &args, language)?);
    }
    Ok(exit)
}

fn score(kingdom: GivenKingdom, legend: &str, args: &Args, language: Language) -> anyhow::Result<Exit> {
    let GivenKingdom { name, mut record, mut notes, .. } = kingdom;
    let name = name.as_str();
    notes.extend(args.facts.put_into(&mut record)?);
    notes.extend(assumptions::notes(&record.kingdom, &record.unseen, &record.variants));
    let sheet = record.sheet();
    let (warnings, remarks) = remarks_about(&record, &sheet);
    notes.extend(remarks);
    notes.extend(about_variants(&record.variants));
    print_warnings(Some(name), &warnings, language);
    if args.json {
        let scored = ScoredKingdomJson::new(&record, &sheet, &warnings, &notes);
        print_json(&ScoreJson { schema_version: SCHEMA_VERSION, scored })?;
    } else {
        print_notes(Some(name), &notes, language);
        print(&for_people(&record, &sheet, legend, language))?;
    }
    Ok(Exit::of_kingdoms([&record], args.strict))
}

fn for_people(record: &KingdomRecord, sheet: &ScoreSheet, legend: &str, language: Language) -> String {
    let (kingdom, width) = (&record.kingdom, terminal_width());
    let player = record.player.as_ref().map(|player| format!("{}\n\n", visible(player))).unwrap_or_default();
    let picture = record_picture(record, language, width);
    let table = sheet_table(kingdom, sheet, language, width);
    let notation = format!("{}: {}\n", MessageId::NotationHead.in_language(language), notation::write(kingdom));
    let to_check = to_check(None, record, MessageId::ToCheck, sheet.total, language, width);
    format!("{player}{picture}{legend}\n{table}{notation}{to_check}")
}
