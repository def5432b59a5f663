//! What several subcommands take.

use std::path::Path;

use anyhow::ensure;
use clap::builder::{PossibleValuesParser, TypedValueParser};

use kingdom_scanner::domain::Variant;
use kingdom_scanner::words::Language;

/// Flattened into every command that prints something for people.
#[derive(Debug, Clone, Copy, clap::Args)]
pub struct LanguageArg {
    /// The language of what is printed for people [default: as LC_ALL, LC_MESSAGES or LANG say]
    #[arg(long = "lang", value_name = "LANG", value_parser = language_parser(), ignore_case = true)]
    language: Option<Language>,
}

impl LanguageArg {
    /// The language asked for by flag, else by the environment.
    pub fn language(self) -> Language {
        self.language.unwrap_or_else(Language::from_environment)
    }
}

fn language_parser() -> impl TypedValueParser<Value = Language> {
    PossibleValuesParser::new(Language::ALL.map(Language::id)).try_map(|word| word.parse::<Language>())
}

/// Reads the words of the variants, and lists them in the help and in errors.
pub fn variant_parser() -> impl TypedValueParser<Value = Variant> {
    let words = PossibleValuesParser::new(Variant::ALL.map(Variant::id));
    words.try_map(|word| Variant::from_id(&word).ok_or("no variant"))
}

/// What a kingdom on the command line is called in messages.
pub fn name(argument: &str) -> &str {
    if argument == "-" { "standard input" } else { argument }
}

/// Several kingdoms may be given, but only one of them by standard input.
///
/// # Errors
/// `-` is given more than once.
pub fn check_stdin(arguments: &[String]) -> anyhow::Result<()> {
    let times = arguments.iter().filter(|argument| *argument == "-").count();
    ensure!(times <= 1, "`-` is given {times} times, but standard input can be read only once");
    Ok(())
}

/// The width of the terminal that shows our stdout, in columns; `None` when a file or a pipe takes it.
pub fn terminal_width() -> Option<u16> {
    terminal_size::terminal_size_of(std::io::stdout()).map(|(width, _)| width.0)
}

/// Whether both paths lead to one file or folder.
pub fn is_same(one: &Path, other: &Path) -> bool {
    matches!((one.canonicalize(), other.canonicalize()), (Ok(one), Ok(other)) if one == other)
}
