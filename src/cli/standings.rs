//! `standings KINGDOM...`: who won, and by what.

use kingdom_scanner::audit::warning::Warning;
use kingdom_scanner::formats::{KingdomRecord, read_argument};
use kingdom_scanner::messages::{Language, Message, MessageId, Words};
use kingdom_scanner::report::standings_json::StandingsJson;
use kingdom_scanner::report::standings_table::standings_table;
use kingdom_scanner::scoring::assumptions::{Assumption, assumptions};
use kingdom_scanner::standings::{Remark, ScoredKingdom, Standing, Standings};

use super::args::{LanguageArg, check_stdin, name, terminal_width};
use super::exit_code::Exit;
use super::facts::parse_name;
use super::remarks::{print_notes, print_warnings, remarks_about};
use super::table_facts::TableFactArgs;
use super::{print, print_json};

const EXAMPLES: &str = "\
Examples:
  kingdom-scanner standings anna.json ben.json cem.json
  kingdom-scanner standings 'F1WC/L1W. k5' 'W1FC/FF. k5' --player Anna --player Ben
  kingdom-scanner standings anna.json ben.json --coins Anna=11 --coins Ben=7 --queen Anna

Teams of two lay one kingdom: give it the team's name.

In a Dynasty (--variant dynasty) give all kingdoms of the three games. Kingdoms with the same `game_id` are of one \
game; where none has it, a player's first kingdom is of the first game, and so on. --coins, --knights-in-supply and \
--queen are then given game by game.";

/// Rank the players of a game
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    /// The players' kingdoms: files with a kingdom in JSON, a line of `scan --json` or a notation; or notations
    #[arg(value_name = "KINGDOM", required = true)]
    kingdoms: Vec<String>,
    /// A player's name, in the order of the kingdoms; given for each kingdom or for none. Players whom neither this nor
    /// their file names are k1, k2 and so on, by the order of the kingdoms
    #[arg(long = "player", value_name = "NAME", value_parser = parse_name)]
    players: Vec<String>,
    /// Print one line of JSON
    #[arg(long)]
    json: bool,
    /// Exit with code 3 when a total is to be checked: a kingdom's reading is doubtful, or whom the Queen visits
    #[arg(long)]
    strict: bool,
    #[command(flatten)]
    language: LanguageArg,
    #[command(flatten)]
    facts: TableFactArgs,
}

pub fn run(args: Args) -> anyhow::Result<Exit> {
    let Args { kingdoms, players, json, strict, language, facts } = args;
    let language = language.language();
    let (records, mut notes) = read(&kingdoms)?;
    let standings = Standings::new(records, &facts.inputs(players))?;
    let (warnings, audit_notes) = standings.audited_together();
    let noted = standings.remarks.iter().filter(|remark| remark.warning().is_none());
    notes.extend(noted.map(Remark::message).chain(audit_notes));
    if json {
        let about_queens = standings.remarks.iter().filter_map(Remark::warning);
        let warnings: Vec<Warning> = about_queens.chain(warnings).collect();
        print_json(&StandingsJson::new(&standings, &warnings, &notes, remarks))?;
    } else {
        print_remarks(&standings.players, language);
        print_warnings(None, &warnings, language);
        print_notes(None, &notes, language);
        print(&standings_table(&standings, language, terminal_width()))?;
    }
    Ok(Exit::of_review(standings.needs_review(), strict))
}

/// The kingdoms, and what is to be said about their files.
fn read(arguments: &[String]) -> anyhow::Result<(Vec<KingdomRecord>, Vec<Message>)> {
    check_stdin(arguments)?;
    let (mut records, mut notes) = (Vec::new(), Vec::new());
    for argument in arguments {
        let parsed = read_argument(argument)?;
        let named = |note| MessageId::OfKingdom.with("kingdom", name(argument)).with("what", note);
        notes.extend(parsed.notes.into_iter().map(named));
        records.push(parsed.record);
    }
    Ok((records, notes))
}

/// Warnings and notes about a kingdom; the remarks on the game name all whose coins were not given.
pub fn remarks(kingdom: &ScoredKingdom) -> (Vec<Warning>, Vec<Message>) {
    let ScoredKingdom { record, sheet } = kingdom;
    let assumed = assumptions(&record.kingdom, &record.unseen);
    let assumed = assumed.iter().filter(|assumption| **assumption != Assumption::NoCoins).map(Assumption::message);
    let (warnings, notes) = remarks_about(record, sheet);
    (warnings, assumed.chain(notes).collect())
}

/// The same on stderr, by the players' names.
pub fn print_remarks(players: &[Standing], language: Language) {
    for player in players {
        for (index, (warnings, notes)) in player.kingdoms.iter().map(remarks).enumerate() {
            let name = player.name_in(index).in_language(language);
            print_warnings(Some(&name), &warnings, language);
            print_notes(Some(&name), &notes, language);
        }
    }
}
