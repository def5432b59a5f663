//! What a sheet assumes about facts that were not given, and how many points they could add.

use super::bonus;
use super::sheet::{COINS_PER_POINT, largest_territory, queen_visits, queens_territory, total};
use crate::domain::{Building, Facts, Kingdom, Variant, territories};
use messages::{Message, MessageId, Words};

/// A fact that no photo shows and that was not given, so it scored nothing.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Assumption {
    /// No coins. They would score a point for every [`COINS_PER_POINT`].
    NoCoins,
    /// No knights in supply. Training grounds in the kingdom would score points for them.
    NoKnightsInSupply {
        /// Points for each knight: the number of training grounds.
        points_each: u32,
        /// Whether no knight is in the kingdom either. Every player owns at least one, so the total is then
        /// too low.
        is_too_low: bool,
    },
    /// The Queen visits another player.
    NoQueen {
        /// What she would add: the size of the largest territory, less what she would take from the Bleak
        /// King.
        points: i32,
    },
}

/// Notes on the facts that the kingdom does not show: given facts that the game does not use, all
/// assumptions, and whether the Queen moves.
pub fn notes(kingdom: &Kingdom, unseen: &Facts, variants: &[Variant]) -> Vec<Message> {
    let is_unused = !kingdom.game().has_queendomino() && *unseen != Facts::default();
    let unused = is_unused.then(|| MessageId::UnusedFacts.into());
    let assumed = assumptions(kingdom, unseen, variants).into_iter().map(|assumption| assumption.message());
    unused.into_iter().chain(assumed).chain(queen_moves(kingdom, unseen)).collect()
}

/// Notes on agreed bonuses whose rule has two readings that score this kingdom differently: which reading is
/// used, and the points of the other.
pub fn open_rules(kingdom: &Kingdom, unseen: &Facts, variants: &[Variant]) -> Vec<Message> {
    let queens = queens_territory(kingdom, unseen, variants, &territories(kingdom));
    bonus::open_rules(kingdom, queens.as_ref(), variants)
}

/// A note if the Queen's piece is on a smaller territory: at the end she moves to the largest.
fn queen_moves(kingdom: &Kingdom, unseen: &Facts) -> Option<Message> {
    let square = kingdom.bits().queen().first().filter(|_| queen_visits(kingdom, unseen))?;
    let largest = largest_territory(kingdom)?;
    let here = territories(kingdom).into_iter().find(|territory| territory.squares.contains(square))?;
    (here.size() < largest.size())
        .then(|| MessageId::QueenMoves.with("square", square).with("squares", MessageId::Squares.count(largest.size())))
}

/// The assumptions of this kingdom's sheet; none in Kingdomino.
pub fn assumptions(kingdom: &Kingdom, unseen: &Facts, variants: &[Variant]) -> Vec<Assumption> {
    if !kingdom.game().has_queendomino() {
        return Vec::new();
    }
    let bits = kingdom.bits();
    let coins = unseen.coins.is_none().then_some(Assumption::NoCoins);
    let points_each = bits.buildings(Building::TrainingGround);
    let knights = (unseen.knights_in_supply.is_none() && points_each > 0)
        .then_some(Assumption::NoKnightsInSupply { points_each, is_too_low: bits.knights() == 0 });
    let queen = (unseen.queen.is_none() && bits.queen().is_empty()).then(|| {
        let with_her = Facts { queen: Some(true), ..*unseen };
        Assumption::NoQueen { points: total(kingdom, &with_her, variants) - total(kingdom, unseen, variants) }
    });
    [coins, knights, queen].into_iter().flatten().collect()
}

impl Assumption {
    /// What was not given, how it was scored, and what it would change.
    pub fn message(&self) -> Message {
        match *self {
            Self::NoCoins => MessageId::NoCoins.with("each", COINS_PER_POINT),
            Self::NoKnightsInSupply { points_each, is_too_low } => {
                let phrase = if is_too_low { MessageId::NoKnightsAtAll } else { MessageId::NoKnightsInSupply };
                phrase.with("points", MessageId::Points.count(points_each))
            }
            Self::NoQueen { points } => MessageId::NoQueen.with("points", MessageId::Points.with("n", points)),
        }
    }
}
