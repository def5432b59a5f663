//! Facts that score at the end of Queendomino but lie outside the kingdom.

use serde::{Deserialize, Serialize};

use super::MAX_KNIGHTS;

/// The value of all coins in the box: 12 of 1, 18 of 3, 12 of 9 (Queendomino's rule sheet).
pub const MAX_COINS: u16 = 12 + 18 * 3 + 12 * 9;

/// Facts that no photo of a player's kingdom shows. `None` means "not given", unlike 0 or `Some(false)`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Facts {
    /// The value of the player's coins at the end, 0 to 174; three score a point.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schemars(range(min = 0, max = MAX_COINS)))]
    pub coins: Option<u16>,
    /// Knights that the player owns in addition to those standing in the kingdom, 0 to 22.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schemars(range(min = 0, max = MAX_KNIGHTS)))]
    pub knights_in_supply: Option<u16>,
    /// Whether the Queen visits this player at the end.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub queen: Option<bool>,
}

impl Facts {
    /// Checks the value of a player's coins.
    ///
    /// # Errors
    /// More coins than the box contains.
    pub fn checked_coins(value: u64) -> Result<u16, OutOfBox> {
        up_to(MAX_COINS, value).ok_or(OutOfBox { what: "coins", most: MAX_COINS })
    }

    /// Checks the number of a player's knights.
    ///
    /// # Errors
    /// More knights than the box contains.
    pub fn checked_knights(number: u64) -> Result<u16, OutOfBox> {
        let most = MAX_KNIGHTS.into();
        up_to(most, number).ok_or(OutOfBox { what: "knights", most })
    }

    /// Parses the value of a player's coins.
    ///
    /// # Errors
    /// Not a whole number, or more than the box contains.
    pub fn parse_coins(text: &str) -> Result<u16, OutOfBox> {
        // Text that is not a number gets the same error.
        Self::checked_coins(text.parse().unwrap_or(u64::MAX))
    }

    /// Parses the number of a player's knights.
    ///
    /// # Errors
    /// Not a whole number, or more than the box contains.
    pub fn parse_knights(text: &str) -> Result<u16, OutOfBox> {
        Self::checked_knights(text.parse().unwrap_or(u64::MAX))
    }

    /// Checks the given coins and knights.
    ///
    /// # Errors
    /// More coins or knights than the box contains.
    pub fn check(&self) -> Result<(), OutOfBox> {
        self.coins.map(u64::from).map(Self::checked_coins).transpose()?;
        self.knights_in_supply.map(u64::from).map(Self::checked_knights).transpose()?;
        Ok(())
    }
}

/// The error for a text that is not a number, or for more coins or knights than Queendomino's box contains.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("{what} must be a whole number from 0 to {most}, all that the box holds")]
pub struct OutOfBox {
    what: &'static str,
    /// The largest allowed number.
    pub most: u16,
}

fn up_to(most: u16, number: u64) -> Option<u16> {
    number.try_into().ok().filter(|number| *number <= most)
}
