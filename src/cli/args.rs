//! Arguments that several subcommands share.

use std::ops::RangeInclusive;
use std::path::Path;
use std::path::PathBuf;

use anyhow::ensure;
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};

use kingdom_scanner::domain::{Game, GridSize};
use kingdom_scanner::domain::{Variant, suggestion};
use kingdom_scanner::messages::Language;
use kingdom_scanner::standings::TieRule;
use kingdom_scanner::tournament::PlanOptions;
use kingdom_scanner::tournament::ResultsFolder;
use kingdom_scanner::tournament::report::csv::Form;
use kingdom_scanner::tournament::rules::{Rules, RulesError};
use kingdom_scanner::vision::opencv::core::Point2d;
use kingdom_scanner::vision::photo::{DEFAULT_MAX_PIXELS, PhotoLimits};

/// Flattened into every command that prints something for people.
#[derive(Debug, Clone, Copy, clap::Args)]
pub struct LanguageArg {
    /// The language of the output for people [default: from LC_ALL, LC_MESSAGES or LANG; a tournament's
    /// report keeps its own]
    #[arg(short = 'l', long = "lang", value_name = "LANG", value_parser = language_parser(), ignore_case = true)]
    language: Option<Language>,
}

impl LanguageArg {
    /// The language from the flag, otherwise from the environment.
    pub fn language(self) -> Language {
        self.language.unwrap_or_else(Language::from_environment)
    }

    /// The language from the flag.
    #[cfg(feature = "serve")]
    pub fn asked_for(self) -> Option<Language> {
        self.language
    }

    /// The language of standings and report in this folder: an existing report keeps its language unless the
    /// flag names another.
    pub fn of_report(self, out: &ResultsFolder) -> Language {
        self.language.or_else(|| out.language()).unwrap_or_else(Language::from_environment)
    }
}

fn language_parser() -> impl TypedValueParser<Value = Language> {
    PossibleValuesParser::new(Language::ALL.map(Language::id)).try_map(|word| word.parse::<Language>())
}

/// Flattened into every command that scores kingdoms: what all players of a game agreed on.
#[derive(Debug, Clone, Default, clap::Args)]
pub struct AgreedArgs {
    /// A variant that all players agreed on (repeatable)
    #[arg(long = "variant", value_name = "VARIANT", value_parser = variant_parser(&Variant::OF_KINGDOMINO))]
    variants: Vec<Variant>,
    /// A quest of Age of Giants that all players agreed on; two at most. Photos are then read with its box,
    /// unless --game says otherwise
    #[arg(long = "quest", value_name = "QUEST", value_parser = QuestParser, hide_possible_values = true)]
    quests: Vec<Variant>,
}

impl AgreedArgs {
    /// The variants in the order of [`Variant::ALL`], without duplicates.
    pub fn variants(&self) -> Vec<Variant> {
        let given = [&self.variants[..], &self.quests].concat();
        Variant::ALL.into_iter().filter(|variant| given.contains(variant)).collect()
    }
}

/// Parses the ids of these variants, and lists them in errors.
fn variant_parser(words: &[Variant]) -> impl TypedValueParser<Value = Variant> {
    let words = PossibleValuesParser::new(words.iter().map(|variant| variant.id()));
    words.try_map(|word| Variant::from_id(&word).ok_or("no variant"))
}

/// Flattened into every command that ranks players.
#[derive(Debug, Clone, Copy, clap::Args)]
pub struct TieBreakArg {
    /// How to break a tie: by the largest territory, or (a house rule) by the largest territory and then by
    /// the number of crowns
    #[arg(long = "tie-break", value_name = "RULE", value_parser = tie_rule_parser())]
    tie_rule: Option<TieRule>,
}

impl TieBreakArg {
    /// The rule, if one was given.
    pub fn rule(self) -> Option<TieRule> {
        self.tie_rule
    }
}

fn tie_rule_parser() -> impl TypedValueParser<Value = TieRule> {
    let words = PossibleValuesParser::new(TieRule::ALL.map(TieRule::id));
    words.try_map(|word| TieRule::from_id(&word).ok_or("no rule"))
}

/// Flattened into every command that writes files for spreadsheets.
#[derive(Debug, Clone, Copy, clap::Args)]
pub struct SeparatorArg {
    /// The character between the columns of CSV files [default: a semicolon in languages that write 2,5,
    /// otherwise a comma]
    #[arg(long, value_name = "SIGN")]
    separator: Option<Separator>,
}

#[derive(Debug, Clone, Copy, clap::ValueEnum)]
enum Separator {
    Comma,
    Semicolon,
    Tab,
}

impl SeparatorArg {
    /// The format of CSV files: the separator from the flag, if any, and the rest as is usual in this
    /// language.
    pub fn form(self, language: Language) -> Form {
        let separator = self.separator.map(|separator| match separator {
            Separator::Comma => b',',
            Separator::Semicolon => b';',
            Separator::Tab => b'\t',
        });
        let usual = Form::from(language);
        Form { separator: separator.unwrap_or(usual.separator), ..usual }
    }
}

/// Flattened into every command that ranks a tournament.
#[derive(Debug, Clone, Default, clap::Args)]
pub struct RulesArg {
    /// A file with the tournament's own rules, title, date, place and logo, such as tournament.toml
    #[arg(long = "rules", value_name = "FILE")]
    rules: Option<PathBuf>,
}

impl RulesArg {
    /// The rules, if a file was given.
    ///
    /// # Errors
    /// If the file cannot be used.
    pub fn read(&self) -> Result<Option<Rules>, RulesError> {
        self.rules.as_deref().map(Rules::read).transpose()
    }
}

/// Parses quests. Errors list all quests, which are too many for clap's own list, or those that contain the
/// word: clap suggests only one.
#[derive(Debug, Clone, Copy)]
struct QuestParser;

impl TypedValueParser for QuestParser {
    type Value = Variant;

    fn parse_ref(
        &self,
        command: &clap::Command,
        argument: Option<&clap::Arg>,
        value: &std::ffi::OsStr,
    ) -> Result<Variant, clap::Error> {
        quest_of.parse_ref(command, argument, value)
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        Some(Box::new(Variant::bonuses().map(|quest| PossibleValue::new(quest.id()))))
    }
}

fn quest_of(word: &str) -> Result<Variant, String> {
    let id = word.trim().to_lowercase().replace([' ', '_'], "-");
    let all: Vec<&str> = Variant::bonuses().map(Variant::id).collect();
    if let Some(quest) = Variant::from_id(&id).filter(|quest| Variant::bonuses().any(|other| other == *quest)) {
        return Ok(quest);
    }
    // A part such as `corner` or `four-corners` matches several quests.
    let near: Vec<&str> = match suggestion(&id, all.iter().copied()) {
        Some(near) => vec![near],
        None if id.len() >= 3 => all.iter().copied().filter(|quest| quest.contains(&id)).collect(),
        None => Vec::new(),
    };
    let meant = if near.is_empty() { String::new() } else { format!("; did you mean {}", near.join(", ")) + "?" };
    Err(format!("the quests of Age of Giants are {}{meant}", all.join(", ")))
}

/// Flattened into every command that reads photos.
#[derive(Debug, Clone, Copy, clap::Args)]
pub struct PhotoLimitArgs {
    /// The most pixels that a photo may have; memory and time grow with it
    // Allows from one pixel up to the largest possible JPEG.
    #[arg(long, value_name = "N", default_value_t = DEFAULT_MAX_PIXELS, value_parser = whole_number::<u64>(1..=u64::from(u16::MAX).pow(2)))]
    max_pixels: u64,
}

impl PhotoLimitArgs {
    /// Limits for decoding a photo.
    pub fn limits(self) -> PhotoLimits {
        PhotoLimits { max_pixels: self.max_pixels, ..PhotoLimits::default() }
    }
}

/// The value of `--game` with which the game is detected from the tiles.
const AUTO: &str = "auto";

/// Flattened into every command that reads photos.
#[derive(Debug, Clone, Copy, clap::Args)]
pub struct GameArg {
    /// Which boxes the tiles come from; auto chooses those that explain the photo best
    #[arg(short, long = "game", value_name = "GAME", default_value = AUTO, value_parser = game_parser())]
    game: GameChoice,
    /// An expansion whose dominoes were added to those of the game: Age of Giants, with Kingdomino unless
    /// --game names Queendomino. Photos are not searched for giants, or for wheat, forest and lake with two
    /// crowns: add them by hand
    #[arg(long = "box", value_name = "BOX", value_parser = expansion_parser())]
    expansion: Option<Expansion>,
}

/// An expansion box, in addition to the game's box.
#[derive(Debug, Clone, Copy)]
enum Expansion {
    Giants,
}

fn expansion_parser() -> impl TypedValueParser<Value = Expansion> {
    PossibleValuesParser::new(["giants"]).map(|_| Expansion::Giants)
}

#[derive(Debug, Clone, Copy)]
struct GameChoice(Option<Game>);

impl GameArg {
    /// The game, if it was given.
    pub fn game(self) -> Option<Game> {
        match self.expansion {
            Some(Expansion::Giants) => self.game.0.unwrap_or_default().with_giants(),
            None => self.game.0,
        }
    }

    /// Whether a game or an expansion was given.
    #[cfg(feature = "serve")]
    pub fn is_given(self) -> bool {
        self.expansion.is_some() || self.game.0.is_some()
    }

    /// Checks that game and expansion go together.
    ///
    /// # Errors
    /// If the game is not played with the expansion.
    pub fn check(self) -> anyhow::Result<()> {
        let is_played = self.expansion.is_none() || self.game().is_some();
        ensure!(
            is_played,
            "--box giants: the Royal Wedding cannot be played with Age of Giants, which shuffles its dominoes into \
             one box, because the Royal Wedding uses two boxes in turn; give --game kingdomino or queendomino"
        );
        Ok(())
    }
}

/// Flattened into every command that plans the reading of a tournament's photos: who the players are, and
/// which game and grid to expect.
#[derive(Debug, Clone, clap::Args)]
pub struct PlanArgs {
    /// The manifest: a CSV or JSON file that says whose kingdom each photo shows
    #[arg(long, value_name = "FILE")]
    manifest: Option<PathBuf>,
    /// The grid of the games, if it is known: 5 or 7
    #[arg(long)]
    size: Option<GridSize>,
    #[command(flatten)]
    game: GameArg,
    #[command(flatten)]
    agreed: AgreedArgs,
    /// Also follow links that lead out of the folder of photos; without this option, such photos are refused
    /// and listed
    #[arg(long)]
    follow_links: bool,
}

impl PlanArgs {
    /// The options for planning photos that have all arrived. The caller adds the folder of the results.
    ///
    /// # Errors
    /// If the game is not played with the expansion.
    pub fn options(&self) -> anyhow::Result<PlanOptions> {
        self.game.check()?;
        Ok(PlanOptions {
            manifest: self.manifest.clone(),
            variants: self.agreed.variants(),
            size: self.size,
            game: self.game.game(),
            follow_links: self.follow_links,
            ..PlanOptions::default()
        })
    }

    /// The manifest that names the players of the photos, if one was given.
    pub fn manifest(&self) -> Option<&Path> {
        self.manifest.as_deref()
    }

    /// Uses this manifest, which was written after the command line was parsed.
    pub fn take_manifest(&mut self, manifest: PathBuf) {
        self.manifest = Some(manifest);
    }

    /// Whether any of these options was given.
    #[cfg(feature = "serve")]
    pub fn is_given(&self) -> bool {
        let Self { manifest, size, game, agreed, follow_links } = self;
        let has_facts = manifest.is_some() || size.is_some() || game.is_given() || !agreed.variants().is_empty();
        has_facts || *follow_links
    }
}

fn game_parser() -> impl TypedValueParser<Value = GameChoice> {
    let words = Game::ALL.map(Game::id).into_iter().chain([AUTO]);
    PossibleValuesParser::new(words).map(|word| GameChoice(Game::from_id(&word)))
}

/// The outer corners of a grid, clockwise, in pixels of the upright photo.
pub type Corners = [Point2d; 4];

pub fn parse_corners(text: &str) -> Result<Corners, String> {
    let numbers: Vec<f64> = text.split(',').filter_map(|word| word.trim().parse().ok()).collect();
    let complete = numbers.len() == text.split(',').count() && numbers.iter().all(|number: &f64| number.is_finite());
    match numbers[..] {
        [a, b, c, d, e, f, g, h] if complete => Ok([(a, b), (c, d), (e, f), (g, h)].map(|(x, y)| Point2d::new(x, y))),
        _ => Err("eight numbers are needed, x,y for each of four corners".to_owned()),
    }
}

/// The most photos to read at the same time.
pub const MOST_JOBS: u64 = 1024;

/// Parses an integer in this range; the error names the range.
pub fn whole_number<T: TryFrom<u64> + Clone + Send + Sync + 'static>(
    range: RangeInclusive<u64>,
) -> impl TypedValueParser<Value = T> {
    move |text: &str| {
        let number: Option<u64> = text.parse().ok().filter(|number| range.contains(number));
        let number = number.and_then(|number| T::try_from(number).ok());
        number.ok_or_else(|| format!("a whole number from {} to {} is needed", range.start(), range.end()))
    }
}

/// How messages name a kingdom's argument: `-` is standard input.
pub fn name(argument: &str) -> &str {
    if argument == "-" { "standard input" } else { argument }
}

/// Checks that at most one kingdom comes from standard input.
///
/// # Errors
/// If `-` is given more than once.
pub fn check_stdin(arguments: &[String]) -> anyhow::Result<()> {
    let times = arguments.iter().filter(|argument| *argument == "-").count();
    ensure!(times <= 1, "`-` is given {times} times, but standard input can be read only once");
    Ok(())
}

/// The width of the terminal of our stdout, in columns; `None` for a file or a pipe.
pub fn terminal_width() -> Option<u16> {
    terminal_size::terminal_size_of(std::io::stdout()).map(|(width, _)| width.0)
}
