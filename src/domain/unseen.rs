//! What counts at the end of a game of Queendomino and lies beside the kingdom.

use super::MAX_KNIGHTS;

/// The value of all coins in the box: 12 of 1, 18 of 3, 12 of 9 (Queendomino's rule sheet).
pub const MAX_COINS: u16 = 12 + 18 * 3 + 12 * 9;

/// What no photo of the kingdom shows. `None` is "not given", which is another thing than 0 or no.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct OffBoardFacts {
    /// The value of the player's coins at the end, 0 to [`MAX_COINS`]; three score a point.
    pub coins: Option<u16>,
    /// Knights that the player owns beside those standing in the kingdom, 0 to [`MAX_KNIGHTS`](super::MAX_KNIGHTS).
    pub knights_in_supply: Option<u16>,
    /// Whether the Queen visits this player at the end.
    pub queen: Option<bool>,
}

impl OffBoardFacts {
    /// Reads the value of a player's coins.
    ///
    /// # Errors
    /// What is allowed.
    pub fn parse_coins(text: &str) -> Result<u16, String> {
        up_to(MAX_COINS, text)
            .ok_or_else(|| format!("coins are a whole number from 0 to {MAX_COINS}, all that the box holds"))
    }

    /// Reads the number of a player's knights.
    ///
    /// # Errors
    /// What is allowed.
    pub fn parse_knights(text: &str) -> Result<u16, String> {
        let max = MAX_KNIGHTS.into();
        up_to(max, text).ok_or_else(|| format!("knights are a whole number from 0 to {max}, all that the box holds"))
    }
}

fn up_to(max: u16, text: &str) -> Option<u16> {
    text.parse().ok().filter(|number| *number <= max)
}
