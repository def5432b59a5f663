//! What a sheet takes for granted because nobody told, and what it would change.

use std::fmt;

use crate::domain::{Building, Game, Kingdom, Unseen};
use crate::score_sheet::{COINS_PER_POINT, largest_territory};

/// Something that no photo shows and that was not told: it counted as nothing.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Assumption {
    /// Coins: a point for every [`COINS_PER_POINT`].
    NoCoins,
    /// Knights in supply: training grounds stand in the kingdom.
    NoKnightsInSupply {
        /// Points for each knight: the number of training grounds.
        points_each: u32,
    },
    /// The Queen visits somebody else.
    NoQueen {
        /// What she would add: the size of the largest territory.
        points: u32,
    },
}

/// What the sheet of this kingdom takes for granted; nothing in Kingdomino.
pub fn assumptions(kingdom: &Kingdom, unseen: &Unseen) -> Vec<Assumption> {
    if kingdom.game() == Game::Kingdomino {
        return Vec::new();
    }
    let bits = kingdom.bits();
    let coins = unseen.coins.is_none().then_some(Assumption::NoCoins);
    let points_each = bits.buildings(Building::TrainingGround);
    let knights = (unseen.knights_in_supply.is_none() && points_each > 0)
        .then_some(Assumption::NoKnightsInSupply { points_each });
    let queen = (unseen.queen.is_none() && bits.queen().is_empty())
        .then(|| Assumption::NoQueen { points: largest_territory(kingdom).map_or(0, |territory| territory.size()) });
    [coins, knights, queen].into_iter().flatten().collect()
}

impl fmt::Display for Assumption {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoCoins => write!(f, "coins not given, counted as 0; {COINS_PER_POINT} of them score 1 point"),
            Self::NoKnightsInSupply { points_each } => {
                write!(
                    f,
                    "knights in supply not given, counted as 0; each scores {points_each} by the training grounds"
                )
            }
            Self::NoQueen { points } => {
                write!(f, "queen not given, counted as visiting another player; here she scores {points}")
            }
        }
    }
}
