//! What a knight would collect, territory by territory (Queendomino's rule sheet, action B, "Steuern
//! eintreiben").
//!
//! A player takes a knight from the supply and places it on a square of the domino just laid, at most one per
//! square and so up to two per turn. It collects a coin for each square of its territory, whether or not
//! other knights are there, and stays until the end of the game.

use std::cmp::Reverse;

use super::sheet::knights;
use crate::domain::{Building, Facts, Kingdom, Territory, territories};
use messages::{Message, MessageId, Words};

/// The lasting effects of the player's coin buildings (the rule sheet's "Links unten: Dauerhafter Vorteil").
/// The tiles show them; no text tells which effect belongs to [`Building::TaxOffice`] and which to
/// [`Building::TreasureChest`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Effects {
    /// Each placed knight collects 1 extra coin for each knight owned, in the kingdom and in supply.
    pub per_knight: bool,
    /// Each placed knight collects 1 extra coin for each tower in the kingdom.
    pub per_tower: bool,
}

/// What a knight placed now would collect.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Taxes {
    /// Terrain by terrain in the score pad's order, each terrain's largest first.
    pub territories: Vec<Taxed>,
    /// Extra coins for the knights owned; `None` without this effect and in Kingdomino.
    pub for_knights: Option<u32>,
    /// Extra coins for the towers in the kingdom; `None` without this effect and in Kingdomino.
    pub for_towers: Option<u32>,
}

/// A territory, and what a knight would collect there.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Taxed {
    /// The current territory.
    pub territory: Territory,
    /// The number of knights in it.
    pub knights: u32,
    /// Coins for a knight placed there now; `None` in Kingdomino, which has no taxes.
    pub income: Option<u32>,
}

/// The taxes in this kingdom. If the supply is not given, it counts as 1 knight: the one that is placed.
pub fn taxes(kingdom: &Kingdom, unseen: &Facts, effects: Effects) -> Taxes {
    let has_taxes = kingdom.game().has_queendomino();
    // Placing a knight changes neither the number owned nor the towers.
    let owned = Facts { knights_in_supply: unseen.knights_in_supply.or(Some(1)), ..*unseen };
    let for_knights = (has_taxes && effects.per_knight).then(|| knights(kingdom, &owned));
    let for_towers = (has_taxes && effects.per_tower).then(|| kingdom.bits().towers());
    let extra = for_knights.unwrap_or_default() + for_towers.unwrap_or_default();
    let mut territories: Vec<Taxed> = (territories(kingdom).into_iter())
        .map(|territory| Taxed {
            territory,
            knights: knights_in(kingdom, &territory),
            income: has_taxes.then(|| territory.size() + extra),
        })
        .collect();
    territories.sort_by_key(|row| (row.territory.terrain, Reverse(row.territory.size())));
    Taxes { territories, for_knights, for_towers }
}

fn knights_in(kingdom: &Kingdom, territory: &Territory) -> u32 {
    territory.squares.places().map(|place| u32::from(kingdom.squares()[place].pieces().knight)).sum()
}

/// Remarks on unknown facts that the incomes depend on.
pub fn remarks(kingdom: &Kingdom, unseen: &Facts, effects: Effects) -> Vec<Message> {
    if !kingdom.game().has_queendomino() {
        let is_asked = effects != Effects::default() || unseen.knights_in_supply.is_some();
        return is_asked.then(|| MessageId::NoTaxes.into()).into_iter().collect();
    }
    let supply = match unseen.knights_in_supply {
        Some(0) => Some(MessageId::NoKnightToPlace.into()),
        None if effects.per_knight => Some(MessageId::OneKnightInSupply.into()),
        _ => None,
    };
    unknown_effects(kingdom, effects).into_iter().chain(supply).collect()
}

/// The coin buildings in the kingdom, if fewer effects were given than there are such buildings.
fn unknown_effects(kingdom: &Kingdom, effects: Effects) -> Option<Message> {
    let buildings: Vec<Message> = Building::ALL
        .into_iter()
        .filter(|building| building.adds_to_taxes() && kingdom.bits().buildings(*building) > 0)
        .map(Message::from)
        .collect();
    let given = usize::from(effects.per_knight) + usize::from(effects.per_tower);
    (buildings.len() > given).then(|| MessageId::UnknownEffects.with("buildings", buildings))
}
