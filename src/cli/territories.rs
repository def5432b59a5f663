//! `territories KINGDOM|PHOTO`: lists the taxes that a knight would collect.

use std::path::Path;

use anyhow::ensure;
use kingdom_scanner::audit::warning::Warning;
use kingdom_scanner::domain::Facts;
use kingdom_scanner::formats::{ArgumentError, TextProblem};
use kingdom_scanner::formats::{KingdomRecord, Parsed, read_argument};
use kingdom_scanner::messages::{Language, Message, MessageId};
use kingdom_scanner::reconstruct::ReconstructOptions;
use kingdom_scanner::report::kingdom_picture::{Legend, record_picture};
use kingdom_scanner::report::remarks_about_reading;
use kingdom_scanner::report::territories_json::TerritoriesJson;
use kingdom_scanner::report::territories_table::territories_table;
use kingdom_scanner::report::to_check::to_check;
use kingdom_scanner::scoring::taxes::{Effects, Taxes, remarks, taxes};
use kingdom_scanner::standings::remarks_about;
use kingdom_scanner::vision::networks::Networks;
use kingdom_scanner::vision::photo::{Photo, PhotoLimits};
use kingdom_scanner::vision::scan::{ScanOptions, scan};

use super::args::{LanguageArg, name, terminal_width};
use super::exit_code::Exit;
use super::remarks::{print_notes, print_warnings};
use super::{print, print_json};

const EXAMPLES: &str = "\
Examples:
  kingdom-scanner territories 'G2WC/GT[treasure-chest]. q5' --per-knight --knights-in-supply 2
  kingdom-scanner territories kingdom.json --json

Knights are placed on the squares of the domino just laid: at most one on each square, so up to two in a turn. \
Each collects a coin for each square of its territory, and what the lasting effects of the player's buildings add. \
The tiles show these effects in their lower left corner; the rule sheets do not say which \
of the two coin buildings, treasure chest and tax office, has which effect.";

/// List the territories and what a knight would collect in each (Queendomino's taxes)
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    /// A file (a kingdom in JSON, a line of `scan --json` or a kingdom in notation), `-` for standard input,
    /// a photo (read as Kingdomino: sizes and crowns, no taxes), or a kingdom in notation
    #[arg(value_name = "KINGDOM|PHOTO")]
    kingdom: String,
    /// A building gives each knight placed 1 more coin per knight that the player owns, in the kingdom and in
    /// supply
    #[arg(long)]
    per_knight: bool,
    /// A building gives each knight placed 1 more coin per tower in the kingdom
    #[arg(long)]
    per_tower: bool,
    /// The player's knights that are not in the kingdom, including the one to be placed
    #[arg(long, value_name = "N", value_parser = Facts::parse_knights, allow_negative_numbers = true)]
    knights_in_supply: Option<u16>,
    /// Print one line of JSON
    #[arg(short, long)]
    json: bool,
    /// Exit with code 3 if the kingdom comes from a photo and needs checking
    #[arg(short, long)]
    strict: bool,
    #[command(flatten)]
    photo_limits: super::args::PhotoLimitArgs,
    #[command(flatten)]
    language: LanguageArg,
}

/// A kingdom, with everything to report about it.
pub struct Subject {
    pub record: KingdomRecord,
    pub warnings: Vec<Warning>,
    pub notes: Vec<Message>,
}

pub fn run(args: Args) -> anyhow::Result<Exit> {
    let language = args.language.language();
    let effects = Effects { per_knight: args.per_knight, per_tower: args.per_tower };
    let mut subject = read(&args)?;
    let given = Facts { knights_in_supply: args.knights_in_supply, ..Facts::default() };
    subject.notes.extend(subject.record.overrule(None, given));
    subject.notes.extend(remarks(&subject.record.kingdom, &subject.record.unseen, effects));
    let taxes = taxes(&subject.record.kingdom, &subject.record.unseen, effects);
    let name = name(&args.kingdom);
    print_warnings(Some(name), &subject.warnings, language);
    if args.json {
        let Subject { record, warnings, notes } = &subject;
        print_json(&TerritoriesJson::new(record, &taxes, warnings, notes))?;
    } else {
        print_notes(Some(name), &subject.notes, language);
        print(&for_people(&subject, &taxes, language))?;
    }
    Ok(Exit::of_kingdoms([&subject.record], args.strict))
}

fn read(args: &Args) -> anyhow::Result<Subject> {
    let argument = &args.kingdom;
    match read_argument(argument) {
        Ok(parsed) => Ok(parsed.into()),
        Err(ArgumentError::Text { name, problem: TextProblem::Picture }) if name == *argument => {
            read_photo(argument, &args.photo_limits.limits())
        }
        Err(error) => Err(error.into()),
    }
}

/// Reads the only kingdom of a photo with the built-in networks.
fn read_photo(path: &str, limits: &PhotoLimits) -> anyhow::Result<Subject> {
    let photo = Photo::load_within(path, Path::new(path), limits)?;
    let mut kingdoms = scan(&photo, &Networks::embedded()?, &ScanOptions::default())?.kingdoms;
    ensure!(
        kingdoms.len() == 1,
        "{path}: the photo shows {} kingdoms, but one is needed; crop the photo to that kingdom",
        kingdoms.len()
    );
    let reading = kingdoms.remove(0).reading;
    let (warnings, remarks) = remarks_about_reading(&reading, &ReconstructOptions::default());
    let is_kingdomino = !reading.kingdom.game().has_queendomino();
    let notes = is_kingdomino.then(|| MessageId::PhotoIsKingdomino.into()).into_iter().chain(remarks).collect();
    let doubts = Some(reading.doubts(&warnings));
    Ok(Subject { record: KingdomRecord { doubts, ..reading.kingdom.into() }, warnings: Vec::new(), notes })
}

impl From<Parsed> for Subject {
    fn from(Parsed { record, mut notes }: Parsed) -> Self {
        let sheet = record.sheet();
        let (warnings, remarks) = remarks_about(&record, &sheet);
        notes.extend(remarks);
        Self { record, warnings, notes }
    }
}

fn for_people(subject: &Subject, taxes: &Taxes, language: Language) -> String {
    let (record, width) = (&subject.record, terminal_width());
    let mut legend = Legend::default();
    legend.add(&record.kingdom, &record.states());
    let picture = record_picture(record, language, width) + &legend.in_words(language, width);
    let total = record.sheet().total;
    let to_check = to_check(None, record, MessageId::KingdomToCheck, total, language, width);
    format!("{picture}\n{}{to_check}", territories_table(taxes, language, width))
}
