//! `audit KINGDOM...`: checks whether these kingdoms can exist.

use std::collections::BTreeMap;

use anyhow::bail;

use kingdom_scanner::audit::{Audit, Player, Verdict, audit, audit_game};
use kingdom_scanner::domain::listed;
use kingdom_scanner::formats::{KingdomRecord, Name};
use kingdom_scanner::messages::{Language, Message, MessageId, Words};
use kingdom_scanner::report::audit_json::AuditJson;
use kingdom_scanner::report::audit_table::audit_table;
use kingdom_scanner::report::to_check::to_check;
use kingdom_scanner::standings::Remark;

use super::args::{LanguageArg, check_stdin, name, terminal_width};
use super::exit_code::Exit;
use super::kingdom_arguments::{self, Given, GivenKingdom, PhotoArgs};
use super::remarks::print_notes;
use super::{on_one_line, print, print_json, stderr_line};

const EXAMPLES: &str = "\
Examples:
  kingdom-scanner audit 'F1WC/L1W. k5'
  kingdom-scanner audit --same-game anna.json ben.json cem.json
  kingdom-scanner audit --json *.json > audits.ndjson

With several kingdoms of one game, k2:r1c3 is the third square in the first row of the second kingdom.";

/// Check whether a kingdom can be built from the dominoes in the game's boxes
///
/// Prints the problems of the kingdom, and the dominoes whose place is certain. If the dominoes do not fit,
/// also prints the smallest change of squares with which they would. Exits with 1 if a kingdom is impossible.
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    /// Files (a kingdom in JSON, lines of `scan --json`, a saved game or a kingdom in notation), `-` for
    /// standard input, photos, or kingdoms in notation
    #[arg(value_name = "KINGDOM", required = true)]
    kingdoms: Vec<String>,
    /// The kingdoms belong to one game, and were laid from the same boxes
    #[arg(long)]
    same_game: bool,
    /// Print one line of JSON for each kingdom, or for the game
    #[arg(short, long)]
    json: bool,
    /// Exit with code 3 if a kingdom comes from a photo and needs checking, and none is impossible
    #[arg(short, long)]
    strict: bool,
    #[command(flatten)]
    language: LanguageArg,
    #[command(flatten)]
    photos: PhotoArgs,
}

pub fn run(args: Args) -> anyhow::Result<Exit> {
    check_stdin(&args.kingdoms)?;
    if args.same_game { audit_together(&args) } else { audit_one_by_one(&args) }
}

/// Audits all kingdoms as one game. A kingdom that cannot be read fails the whole game.
fn audit_together(args: &Args) -> anyhow::Result<Exit> {
    let Given { kingdoms, totals, .. } = match kingdom_arguments::read(&args.kingdoms, &args.photos)? {
        Ok(given) => given,
        Err(exit) => return Ok(exit),
    };
    check_each_is_another(&kingdoms)?;
    let players =
        kingdoms.iter().map(|GivenKingdom { record, .. }| Player { kingdom: &record.kingdom, unseen: &record.unseen });
    let audit = audit_game(&players.collect::<Vec<_>>())?;
    let several_games = Remark::several_games(kingdoms.iter().map(|kingdom| &kingdom.record));
    let named_notes = kingdoms.iter().flat_map(GivenKingdom::named_notes);
    let notes: Vec<Message> =
        named_notes.chain(several_games.map(|remark| remark.message())).chain(typed_totals(totals)).collect();
    let names: Vec<&str> = kingdoms.iter().map(|kingdom| kingdom.name.as_str()).collect();
    let records: Vec<&KingdomRecord> = kingdoms.iter().map(|kingdom| &kingdom.record).collect();
    tell(&names, &records, &audit, &notes, args)
}

/// Checks that each player and each kingdom is given only once.
fn check_each_is_another(kingdoms: &[GivenKingdom]) -> anyhow::Result<()> {
    let (mut players, mut ids) = (BTreeMap::new(), BTreeMap::new());
    for GivenKingdom { name, record, .. } in kingdoms {
        let player = record.player.as_ref().map(Name::to_string);
        let names = [("player", player, &mut players), ("kingdom_id", record.photo.kingdom_id.clone(), &mut ids)];
        for (field, value, seen) in names {
            let first = value.clone().and_then(|value| seen.insert(value, name));
            if let (Some(first), Some(value)) = (first, value) {
                bail!(
                    "{first} and {name} have the same `{field}` ({value}), but a game has only one kingdom of each \
                     player; leave one of them out"
                );
            }
        }
    }
    Ok(())
}

/// A note that lists the players with a typed total only, because they have no kingdom to audit.
fn typed_totals(totals: Vec<(Name, u16)>) -> Option<Message> {
    let players: Vec<Name> = totals.into_iter().map(|(player, _)| player).collect();
    (!players.is_empty()).then(|| MessageId::TypedTotals.with("players", listed(players)))
}

/// Audits each kingdom by itself. A kingdom that cannot be read changes the exit code; the others are still
/// audited.
fn audit_one_by_one(args: &Args) -> anyhow::Result<Exit> {
    let mut exit = Exit::Scored;
    for argument in &args.kingdoms {
        exit = exit.worst(match kingdom_arguments::read(std::slice::from_ref(argument), &args.photos) {
            Ok(Ok(Given { kingdoms, totals, .. })) => {
                if let Some(note) = typed_totals(totals) {
                    print_notes(Some(name(argument)), &[note], args.language.language());
                }
                audit_each(kingdoms, args)?
            }
            Ok(Err(exit)) => exit,
            Err(error) => {
                stderr_line!("error: {}", on_one_line(&error));
                Exit::Failed
            }
        });
    }
    Ok(exit)
}

fn audit_each(kingdoms: Vec<GivenKingdom>, args: &Args) -> anyhow::Result<Exit> {
    let mut exit = Exit::Scored;
    for GivenKingdom { name, record, notes, .. } in kingdoms {
        let audit = audit(&record.kingdom, &record.unseen);
        exit = exit.worst(tell(&[&name], &[&record], &audit, &notes, args)?);
    }
    Ok(exit)
}

fn tell(
    names: &[&str],
    records: &[&KingdomRecord],
    audit: &Audit,
    notes: &[Message],
    args: &Args,
) -> anyhow::Result<Exit> {
    if args.json {
        print_json(&AuditJson::new(names, records, audit, notes))?;
    } else {
        let language: Language = args.language.language();
        let file = match names {
            [name] => Some(*name),
            _ => None,
        };
        print_notes(file, notes, language);
        print(&(audit_table(names, audit, language, terminal_width()) + &all_to_check(records, language)))?;
    }
    let exit = if audit.verdict() == Verdict::Impossible { Exit::Impossible } else { Exit::Scored };
    Ok(exit.worst(Exit::of_kingdoms(records.iter().copied(), args.strict)))
}

/// The doubts about each kingdom, with its number if there are several.
fn all_to_check(records: &[&KingdomRecord], language: Language) -> String {
    let mut text = String::new();
    for (number, record) in (1..).zip(records) {
        let name = (records.len() > 1).then(|| format!("k{number}"));
        let total = record.sheet().total;
        text += &to_check(name.as_deref(), record, MessageId::KingdomToCheck, total, language, terminal_width());
    }
    text
}
