//! Bonuses that players agree on: Harmony, the Middle Kingdom, and the quests of Age of Giants.

use crate::domain::{
    BLEAK_SQUARES, BLEAK_TERRAINS, Bitboard, BonusPoints, BonusRule, Kingdom, Place, Territory, Variant,
};
use messages::{Message, MessageId, Words};

/// The points of a variant; `None` if it is not a bonus. `queens` is the territory on which the Queen counts,
/// empty without her.
pub(super) fn points(kingdom: &Kingdom, queens: Bitboard, variant: Variant) -> Option<i32> {
    let BonusPoints { rule, each } = variant.bonus()?;
    let mut count = 0;
    for_each(kingdom, queens, rule, |_| count += 1);
    Some(count * i32::from(each))
}

/// The points of a variant, and the squares of each thing that it counts; empty if it concerns the whole
/// kingdom.
pub(super) fn counted(kingdom: &Kingdom, queens: Bitboard, variant: Variant) -> Option<(i32, Vec<Vec<Place>>)> {
    let mut squares = Vec::new();
    for_each(kingdom, queens, variant.bonus()?.rule, |counted| squares.push(counted.places().collect()));
    squares.retain(|squares: &Vec<Place>| !squares.is_empty());
    Some((points(kingdom, queens, variant)?, squares))
}

/// Whether the Bleak King counts this territory when the Queen is not on it.
pub(super) fn is_bleak(territory: &Territory) -> bool {
    BLEAK_TERRAINS.contains(&territory.terrain) && territory.size() >= BLEAK_SQUARES && territory.crowns == 0
}

/// Calls `count` with the squares of each thing that the rule counts. Does not allocate.
fn for_each(kingdom: &Kingdom, queens: Bitboard, rule: BonusRule, mut count: impl FnMut(Bitboard)) {
    let bits = kingdom.bits();
    match rule {
        BonusRule::FullGrid => {
            if is_complete(kingdom) {
                count(Bitboard::EMPTY);
            }
        }
        BonusRule::CastleInTheMiddle => {
            if castle_is_in_the_middle(kingdom) {
                count(bits.castle());
            }
        }
        BonusRule::CastleAtACorner => singles(bits.castle() & corners(kingdom)).for_each(count),
        BonusRule::AroundTheCastle(terrain) => singles(bits.castle().around() & bits.land(terrain)).for_each(count),
        BonusRule::AtTheCorners(terrain) => singles(corners(kingdom) & bits.land(terrain)).for_each(count),
        BonusRule::CrownedLines => bits.crowned().lines_of_three().for_each(count),
        BonusRule::CrownlessTerritories => {
            // Our ruling: the Queen counts as a crown on her territory (Queendomino's rule sheets), so it is
            // not crownless. Public data agree: `getTerritory` of Acemond/Kingdomino adds her crown. Her
            // crown is not on any square, so it cannot form a line of crowns.
            for squares in BLEAK_TERRAINS.into_iter().flat_map(|terrain| bits.land(terrain).connected()) {
                if squares.len() >= BLEAK_SQUARES && bits.crowns(squares) == 0 && (squares & queens).is_empty() {
                    count(squares);
                }
            }
        }
    }
}

/// Each of these squares as a set of its own.
fn singles(squares: Bitboard) -> impl Iterator<Item = Bitboard> {
    squares.places().map(Bitboard::from_place)
}

/// Whether every square of the game's grid is filled, counting the castle's.
fn is_complete(kingdom: &Kingdom) -> bool {
    kingdom.bits().tiles().len() as usize == kingdom.size().squares_wide().pow(2)
}

/// Whether the castle is in the middle of the rows and columns that the kingdom spans. For incomplete
/// kingdoms this is our ruling: the rule sheets say only "in the centre".
fn castle_is_in_the_middle(kingdom: &Kingdom) -> bool {
    kingdom.castle().zip(kingdom.squares().spanned()).is_some_and(|(castle, (rows, cols))| {
        2 * castle.row == rows.start() + rows.end() && 2 * castle.col == cols.start() + cols.end()
    })
}

/// The corners of the rows and columns that the kingdom spans, with or without a tile. For kingdoms that span
/// less than the grid this is our ruling, as it is for the castle in the middle.
fn corners(kingdom: &Kingdom) -> Bitboard {
    let Some((rows, cols)) = kingdom.squares().spanned() else { return Bitboard::EMPTY };
    let corners = [
        Place::new(*rows.start(), *cols.start()),
        Place::new(*rows.start(), *cols.end()),
        Place::new(*rows.end(), *cols.start()),
        Place::new(*rows.end(), *cols.end()),
    ];
    corners.into_iter().collect()
}

/// Notes on bonuses whose rule has two readings that score this kingdom differently: which reading is used,
/// and the points of the other.
pub(super) fn open_rules(kingdom: &Kingdom, queens: Option<&Territory>, variants: &[Variant]) -> Vec<Message> {
    let agreed = Variant::bonuses().filter(|variant| variants.contains(variant));
    agreed.filter_map(|variant| open_rule(kingdom, queens, variant)).collect()
}

fn open_rule(kingdom: &Kingdom, queens: Option<&Territory>, variant: Variant) -> Option<Message> {
    let BonusPoints { rule, each } = variant.bonus()?;
    let size = kingdom.size().squares_wide();
    match rule {
        BonusRule::CastleInTheMiddle => middle_is_open(kingdom).then(|| {
            let points = MessageId::Points.count(each.into());
            MessageId::MiddleOfTheGrid.with("size", size).with("points", points)
        }),
        BonusRule::CastleAtACorner | BonusRule::AtTheCorners(_) => {
            let scores = points(kingdom, Bitboard::EMPTY, variant) > Some(0);
            (scores && !spans_the_grid(kingdom))
                .then(|| MessageId::CornersOfTheGrid.with("quest", variant).with("size", size))
        }
        BonusRule::CrownlessTerritories => queens
            .is_some_and(is_bleak)
            .then(|| MessageId::QueenOnBleakTerritory.with("points", MessageId::Points.count(each.into()))),
        BonusRule::FullGrid | BonusRule::AroundTheCastle(_) | BonusRule::CrownedLines => None,
    }
}

fn spans_the_grid(kingdom: &Kingdom) -> bool {
    let wide = kingdom.size().squares_wide();
    kingdom.squares().spanned().is_some_and(|(rows, cols)| rows.count() == wide && cols.count() == wide)
}

/// Whether the two readings of the Middle Kingdom's rule differ for this kingdom. We score a castle in the
/// middle of the rows and columns laid; some players score it if the whole grid could be placed around an
/// incomplete kingdom with the castle in the grid's middle. True if only the second holds.
fn middle_is_open(kingdom: &Kingdom) -> bool {
    let Some((castle, (rows, cols))) = kingdom.castle().zip(kingdom.squares().spanned()) else { return false };
    let distances = [
        castle.row.abs_diff(*rows.start()),
        castle.row.abs_diff(*rows.end()),
        castle.col.abs_diff(*cols.start()),
        castle.col.abs_diff(*cols.end()),
    ];
    let reach = kingdom.size().squares_wide() / 2;
    distances.iter().all(|distance| *distance <= reach) && !castle_is_in_the_middle(kingdom)
}
