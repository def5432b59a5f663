//! What several subcommands take.

use clap::builder::{PossibleValuesParser, TypedValueParser};

use kingdom_scanner::domain::Variant;

/// Reads the words of the variants, and lists them in the help and in errors.
pub fn variant_parser() -> impl TypedValueParser<Value = Variant> {
    let words = PossibleValuesParser::new(Variant::ALL.map(Variant::id));
    words.try_map(|word| Variant::from_id(&word).ok_or("no variant"))
}

/// The width of the terminal that shows our stdout, in columns; `None` when a file or a pipe takes it.
pub fn terminal_width() -> Option<u16> {
    terminal_size::terminal_size_of(std::io::stdout()).map(|(width, _)| width.0)
}
