//! Flags for facts that no photo shows.

use anyhow::bail;
use clap::builder::{PossibleValuesParser, TypedValueParser};

use kingdom_scanner::domain::{Facts, Variant};
use kingdom_scanner::formats::{KingdomRecord, Name};
use kingdom_scanner::messages::Message;

use super::args::AgreedArgs;

/// Flattened into every command that scores a single kingdom.
#[derive(Debug, Clone, clap::Args)]
#[command(next_help_heading = "What no photo shows")]
pub struct FactArgs {
    /// The player's name
    #[arg(short, long, value_name = "NAME", value_parser = parse_name)]
    player: Option<Name>,
    /// Queendomino: the value of the player's coins at the end
    #[arg(long, value_name = "N", value_parser = Facts::parse_coins, allow_negative_numbers = true)]
    coins: Option<u16>,
    /// Queendomino: the player's knights that are not in the kingdom
    #[arg(long, value_name = "N", value_parser = Facts::parse_knights, allow_negative_numbers = true)]
    knights_in_supply: Option<u16>,
    /// Queendomino: whether the Queen visits the player at the end; --queen alone means yes
    #[arg(long, value_name = "yes|no", num_args = 0..=1, default_missing_value = "yes", value_parser = yes_or_no())]
    queen: Option<bool>,
    #[command(flatten)]
    agreed: AgreedArgs,
}

impl FactArgs {
    /// The variants in the order of [`Variant::ALL`], without duplicates.
    pub fn variants(&self) -> Vec<Variant> {
        self.agreed.variants()
    }

    /// Checks the facts, before anything is read.
    ///
    /// # Errors
    /// If there are more quests than a game may have.
    pub fn check(&self) -> anyhow::Result<()> {
        Ok(Variant::check_agreed(&self.variants())?)
    }

    /// Adds the facts to the record: they replace those of its file, but variants are added. Returns a note
    /// for each fact that the file gives differently.
    ///
    /// # Errors
    /// If the Queen is said to be away but is in the kingdom, or if there are more quests than a game may
    /// have.
    pub fn put_into(&self, record: &mut KingdomRecord) -> anyhow::Result<Vec<Message>> {
        if let (Some(false), Some(place)) = (self.queen, record.kingdom.bits().queen().first()) {
            bail!(
                "--queen no: the Queen stands at {place} in this kingdom; leave out --queen no, or correct the \
                 kingdom"
            );
        }
        let differences = record.overrule(self.player.clone(), self.unseen());
        record.variants = Variant::agreed(&[&record.variants[..], &self.variants()].concat())?;
        Ok(differences)
    }

    /// Whether any fact about a single player was given.
    pub fn tell_of_one_player(&self) -> bool {
        self.player.is_some() || self.unseen() != Facts::default()
    }

    pub fn player(&self) -> Option<&str> {
        self.player.as_deref()
    }

    /// The facts given.
    pub fn unseen(&self) -> Facts {
        Facts { coins: self.coins, knights_in_supply: self.knights_in_supply, queen: self.queen }
    }
}

pub fn parse_name(text: &str) -> Result<Name, String> {
    Name::new(text).ok_or_else(|| "a name cannot be blank or contain control characters".to_owned())
}

fn yes_or_no() -> impl TypedValueParser<Value = bool> {
    PossibleValuesParser::new(["yes", "no"]).map(|word| word == "yes")
}
