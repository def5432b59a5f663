//! Flags for facts that no photo shows, by the players' names.

use kingdom_scanner::domain::Facts;
use kingdom_scanner::domain::Variant;
use kingdom_scanner::formats::Name;
use kingdom_scanner::standings::{NOBODY, TableInputs, TieRule, Visit, parse_total};

use super::args::{AgreedArgs, TieBreakArg};
use super::facts::parse_name;

/// Flattened into every command that ranks players.
#[derive(Debug, Clone, clap::Args)]
#[command(next_help_heading = "What no photo shows")]
pub struct TableFactArgs {
    /// Queendomino: the value of a player's coins at the end (repeatable)
    #[arg(long, value_name = "NAME=N", value_parser = |text: &str| of_player(text, Facts::parse_coins))]
    coins: Vec<(Name, u16)>,
    /// Queendomino: a player's knights that are not in the kingdom (repeatable)
    #[arg(long, value_name = "NAME=N", value_parser = |text: &str| of_player(text, Facts::parse_knights))]
    knights_in_supply: Vec<(Name, u16)>,
    /// Queendomino: whom the Queen visits at the end, if several players have the most towers. If one player
    /// alone has the most, the Queen visits that player; naming somebody else, or `nobody` while towers
    /// stand, gives a warning
    #[arg(long = "queen", value_name = "NAME|nobody", value_parser = parse_visit)]
    queens: Vec<Visit>,
    /// The total of a player whose kingdom has no photo (repeatable)
    #[arg(long = "total", value_name = "NAME=N", value_parser = |text: &str| of_player(text, parse_total))]
    totals: Vec<(Name, u16)>,
    #[command(flatten)]
    agreed: AgreedArgs,
    #[command(flatten)]
    tie_break: TieBreakArg,
}

impl TableFactArgs {
    /// Checks the facts, before anything is read.
    ///
    /// # Errors
    /// If there are more quests than a game may have.
    pub fn check(&self) -> anyhow::Result<()> {
        Ok(Variant::check_agreed(&self.agreed.variants())?)
    }

    /// The tie rule, if one was given.
    pub fn tie_rule(&self) -> Option<TieRule> {
        self.tie_break.rule()
    }

    /// The inputs, with the names of the kingdoms' players in the kingdoms' order.
    pub fn inputs(&self, players: Vec<Name>) -> TableInputs {
        let Self { coins, knights_in_supply, queens, totals, agreed, tie_break } = self.clone();
        let (variants, tie_rule) = (agreed.variants(), tie_break.rule().unwrap_or_default());
        TableInputs { players, coins, knights_in_supply, queens, totals, agreed: None, variants, tie_rule }
    }
}

/// Parses `NAME=N`.
fn of_player<E: ToString>(text: &str, number: fn(&str) -> Result<u16, E>) -> Result<(Name, u16), String> {
    match text.rsplit_once('=') {
        Some((name, text)) => Ok((parse_name(name)?, number(text).map_err(|error| error.to_string())?)),
        None => Err("a player's name and a number are needed, such as `Anna=3`".to_owned()),
    }
}

fn parse_visit(text: &str) -> Result<Visit, String> {
    let name = parse_name(text)?;
    Ok(if name.as_str() == NOBODY { Visit::Nobody } else { Visit::Player(name) })
}
