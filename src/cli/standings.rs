//! `standings KINGDOM...`: ranks the players of a game.

use anyhow::ensure;

use kingdom_scanner::audit::warning::Warning;
use kingdom_scanner::domain::Variant;
use kingdom_scanner::formats::Name;
use kingdom_scanner::messages::Message;
use kingdom_scanner::report::standings_json::StandingsJson;
use kingdom_scanner::report::standings_table::standings_table;
use kingdom_scanner::standings::{Remark, ScoredKingdom, Standings, TableInputs};

use super::args::{LanguageArg, terminal_width};
use super::exit_code::Exit;
use super::facts::parse_name;
use super::kingdom_arguments::{self, Given, GivenKingdom, PhotoArgs};
use super::remarks::{print_notes, print_remarks, print_warnings};
use super::table_facts::TableFactArgs;
use super::{print, print_json};

const EXAMPLES: &str = "\
Examples:
  kingdom-scanner standings anna.json ben.json cem.json
  kingdom-scanner standings 'F1WC/L1W. k5' 'W1FC/FF. k5' --player Anna --player Ben
  kingdom-scanner standings anna.json ben.json --coins Anna=11 --coins Ben=7 --queen Anna
  kingdom-scanner scan *.jpg --json | kingdom-scanner standings -

Teams of two lay one kingdom: give it the team's name.

In a Dynasty (--variant dynasty) give all kingdoms of the three games. Kingdoms with the same `game_id` belong to one \
game; if none has a `game_id`, a player's first kingdom belongs to the first game, and so on. Give --coins, \
--knights-in-supply and --queen game by game.";

/// Rank the players of a game
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    /// The players' kingdoms: files (lines of `scan --json` with all their kingdoms, a kingdom in JSON or in
    /// notation, or a saved game), `-` for standard input, photos (which are read together), and kingdoms in
    /// notation
    #[arg(value_name = "KINGDOM", required = true)]
    kingdoms: Vec<String>,
    /// A player's name, in the order of the kingdoms; give names for all kingdoms or for none. Players who
    /// are named neither here nor in their file are called k1, k2 and so on, in the order of the kingdoms
    #[arg(short, long = "player", value_name = "NAME", value_parser = parse_name)]
    players: Vec<Name>,
    /// Print one line of JSON
    #[arg(short, long)]
    json: bool,
    /// Exit with code 3 if a total needs checking, because a kingdom's reading or the Queen's visit is
    /// doubtful
    #[arg(short, long)]
    strict: bool,
    #[command(flatten)]
    language: LanguageArg,
    #[command(flatten)]
    facts: TableFactArgs,
    #[command(flatten)]
    photos: PhotoArgs,
}

pub fn run(args: Args) -> anyhow::Result<Exit> {
    let Args { kingdoms, players, json, strict, language, facts, photos } = args;
    let language = language.language();
    let Given { kingdoms: given, totals, agreed } = match kingdom_arguments::read(&kingdoms, &photos)? {
        Ok(given) => given,
        Err(exit) => return Ok(exit),
    };
    let of_files = TableInputs { totals, agreed, ..TableInputs::default() };
    let inputs = of_files.then(facts.inputs(players), facts.tie_rule());
    let mut variants = given.iter().flat_map(|kingdom| &kingdom.record.variants).chain(&inputs.variants);
    let is_dynasty = variants.any(|variant| *variant == Variant::Dynasty);
    ensure!(
        !is_dynasty || given.iter().all(|kingdom| !kingdom.is_from_photo),
        "photos are read together as one game, but a Dynasty has three games: read each game with `game --save FILE`, \
         then give the saved games"
    );
    let mut notes: Vec<Message> = given.iter().flat_map(GivenKingdom::named_notes).collect();
    let records = given.into_iter().map(|kingdom| kingdom.record).collect();
    let standings = Standings::new(records, &inputs)?;
    let (warnings, audit_notes) = standings.audited_together();
    let noted = standings.remarks.iter().filter(|remark| remark.warning().is_none());
    notes.extend(noted.map(Remark::message).chain(audit_notes));
    if json {
        let about_queens = standings.remarks.iter().filter_map(Remark::warning);
        let warnings: Vec<Warning> = about_queens.chain(warnings).collect();
        print_json(&StandingsJson::new(&standings, &warnings, &notes, ScoredKingdom::remarks))?;
    } else {
        print_remarks(&standings.players, language);
        print_warnings(None, &warnings, language);
        print_notes(None, &notes, language);
        print(&standings_table(&standings, language, terminal_width()))?;
    }
    Ok(Exit::of_review(standings.needs_review(), strict))
}
