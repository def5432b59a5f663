//! What counts at the end of a game of Queendomino and lies beside the kingdom.

/// The value of all coins in the box: 12 of 1, 18 of 3, 12 of 9 (Queendomino's rule sheet).
pub const MAX_COINS: u32 = 12 + 18 * 3 + 12 * 9;

/// What no photo of the kingdom shows. `None` is "not told", which is another thing than 0 or no.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Unseen {
    /// The value of the player's coins at the end; three score a point.
    pub coins: Option<u32>,
    /// Knights that the player owns beside those standing in the kingdom.
    pub knights_in_supply: Option<u32>,
    /// Whether the Queen visits this player at the end.
    pub queen: Option<bool>,
}
