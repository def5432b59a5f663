//! What stands on Queendomino's kingdoms: buildings of the box's 32 tiles, knights, towers, the Queen.

use rand::RngExt;
use rand::seq::{IndexedRandom, SliceRandom};
use serde::Deserialize;

use super::layout::Layout;
use super::{Dice, Span, by_chance, within};
use crate::domain::{Building, Game, Kingdom, MAX_KNIGHTS, MAX_TOWERS, Place, Square, Terrain, territories};

/// How much stands on kingdoms.
#[derive(Debug, Clone, Copy, PartialEq, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Furnishing {
    /// The share of a kingdom's town squares that are built on.
    pub built: Span,
    /// On a kingdom; one at most on each square.
    pub knights: Span,
    /// On a kingdom's buildings, one to three on each.
    pub towers: Span,
    /// The chance that several towers on a square stand on each other.
    pub stacked_share: f64,
    /// The chance that the Queen visits one of the picture's kingdoms.
    pub queen_share: f64,
    /// Pieces that stand beside the kingdoms.
    pub beside: Span,
    /// How far a building's tile lies from its square's middle, in squares: a standard deviation.
    pub tile_shift: f64,
}

/// A choice, kept as it is: the scenes for measuring are drawn with it.
const STACKED_SHARE: f64 = 0.3;

/// Nothing stands on the kingdoms.
impl Default for Furnishing {
    fn default() -> Self {
        Self {
            built: [0.0; 2],
            knights: [0.0; 2],
            towers: [0.0; 2],
            stacked_share: STACKED_SHARE,
            queen_share: 0.0,
            beside: [0.0; 2],
            tile_shift: 0.0,
        }
    }
}

/// The most towers that are put on one square.
const TOWERS_ON_A_SQUARE: u8 = 3;

/// What is left in Queendomino's box.
struct Supply {
    buildings: Vec<Building>,
    knights: usize,
    towers: usize,
}

impl Supply {
    fn of_the_box(dice: &mut Dice) -> Self {
        let copies = |kind: Building| vec![kind; usize::from(kind.copies())];
        let mut buildings: Vec<Building> = Building::ALL.into_iter().flat_map(copies).collect();
        buildings.shuffle(dice);
        Self { buildings, knights: usize::from(MAX_KNIGHTS), towers: usize::from(MAX_TOWERS) }
    }
}

/// Puts pieces of one box on the kingdoms of a picture. Kingdomino's stay as they are.
pub fn furnish(layouts: &mut [Layout], furnishing: &Furnishing, dice: &mut Dice) {
    if layouts.iter().all(|layout| layout.game == Game::Kingdomino) {
        return;
    }
    let mut supply = Supply::of_the_box(dice);
    for layout in layouts.iter_mut() {
        build(layout, within(dice, furnishing.built), &mut supply, dice);
        place_towers(layout, within(dice, furnishing.towers).round() as usize, &mut supply, dice);
        place_knights(layout, within(dice, furnishing.knights).round() as usize, &mut supply, dice);
    }
    if by_chance(dice, furnishing.queen_share) {
        let host = dice.random_range(0..layouts.len());
        seat_the_queen(&mut layouts[host], dice);
    }
}

fn land_of(layout: &Layout, wanted: impl Fn(&Square) -> bool, dice: &mut Dice) -> Vec<Place> {
    let mut places: Vec<Place> =
        layout.squares.iter().filter(|(_, s)| s.terrain().is_some() && wanted(s)).map(|(place, _)| place).collect();
    places.shuffle(dice);
    places
}

fn build(layout: &mut Layout, share: f64, supply: &mut Supply, dice: &mut Dice) {
    let sites = land_of(layout, |square| square.terrain() == Some(Terrain::Town), dice);
    let count = (share * sites.len() as f64).round() as usize;
    for place in sites.into_iter().take(count) {
        let building = supply.buildings.pop();
        layout.change(place, |pieces| pieces.building = building);
    }
}

fn place_towers(layout: &mut Layout, count: usize, supply: &mut Supply, dice: &mut Dice) {
    let built = land_of(layout, |square| square.pieces().building.is_some(), dice);
    let mut left = count.min(supply.towers);
    for place in built {
        let towers = dice.random_range(1..=usize::from(TOWERS_ON_A_SQUARE)).min(left);
        layout.change(place, |pieces| pieces.towers = towers as u8);
        left -= towers;
        supply.towers -= towers;
    }
}

fn place_knights(layout: &mut Layout, count: usize, supply: &mut Supply, dice: &mut Dice) {
    for place in land_of(layout, |_| true, dice).into_iter().take(count.min(supply.knights)) {
        layout.change(place, |pieces| pieces.knight = true);
        supply.knights -= 1;
    }
}

/// On a square of the largest territory, where the rules want her, or, as it happens, elsewhere.
fn seat_the_queen(layout: &mut Layout, dice: &mut Dice) {
    let kingdom = Kingdom::new(layout.game, layout.size, layout.squares.clone()).expect("a layout is a kingdom");
    let largest = territories(&kingdom).into_iter().max_by_key(|territory| territory.size());
    let at_home = largest.map(|territory| territory.squares.places().collect()).unwrap_or_default();
    let anywhere = land_of(layout, |_| true, dice);
    let places = if dice.random_bool(0.6) { at_home } else { anywhere };
    if let Some(place) = places.choose(dice) {
        layout.change(*place, |pieces| pieces.queen = true);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::GridSize;
    use crate::render::dice_of_scene;
    use crate::render::layout::{Shape, lay, lay_game};

    const PLENTY: Furnishing = Furnishing {
        built: [0.5, 1.0],
        knights: [0.0, 12.0],
        towers: [0.0, 9.0],
        queen_share: 0.7,
        beside: [0.0, 0.0],
        tile_shift: 0.0,
        stacked_share: STACKED_SHARE,
    };

    #[test]
    fn the_pieces_of_a_picture_come_from_one_box_and_stand_where_they_may() {
        let (mut queens, mut stacked) = (0, 0);
        for seed in 0..40 {
            let dice = &mut dice_of_scene(seed, 0);
            let shape = Shape { game: Game::Queendomino, ..Shape::full(GridSize::Five, 5, 5) };
            let mut game = lay_game(shape, 4, dice);
            furnish(&mut game, &PLENTY, dice);
            let pieces =
                || game.iter().flat_map(|layout| layout.squares.cells()).map(|square| (square, square.pieces()));
            for kind in Building::ALL {
                let tiles = pieces().filter(|(_, pieces)| pieces.building == Some(kind)).count();
                assert!(tiles <= usize::from(kind.copies()), "{tiles} of {kind}");
            }
            assert!(pieces().filter(|(_, pieces)| pieces.building.is_some()).count() >= 5);
            assert!(pieces().all(|(square, p)| p.building.is_none() || square.terrain() == Some(Terrain::Town)));
            assert!(pieces().all(|(_, p)| p.towers == 0 || p.building.is_some()));
            assert!(pieces().map(|(_, p)| u32::from(p.towers)).sum::<u32>() <= u32::from(MAX_TOWERS));
            assert!(pieces().filter(|(_, p)| p.knight).count() <= usize::from(MAX_KNIGHTS));
            let here = pieces().filter(|(_, p)| p.queen).count();
            assert!(here <= 1);
            queens += here;
            stacked += pieces().filter(|(_, p)| p.towers > 1).count();
        }
        assert!((20..40).contains(&queens) && stacked > 20, "{queens} {stacked}");
    }

    #[test]
    fn nothing_stands_on_kingdomino_and_the_dice_stay_as_they_are() {
        let dice = &mut dice_of_scene(3, 0);
        let laid = vec![lay(Shape::full(GridSize::Five, 5, 5), dice)];
        let (mut furnished, mut after) = (laid.clone(), dice.clone());
        furnish(&mut furnished, &PLENTY, &mut after);
        assert_eq!(furnished, laid);
        assert!(after == *dice);
    }
}
