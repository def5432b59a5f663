//! The models on the building tiles of the [`super::diorama`] edition, kept from training like the rest of it.
//!
//! Lengths are in squares of the tile; a model stands about (0.46, 0.72).

use super::brush::{Brush, Colour};
use super::diorama::{
    BRASS, CARD, GLOW, IRON, MOSS, SLATE, SNOW, STONE, TILES, TIMBER, WATER, ball, block, cone, drum, house,
};
use crate::domain::Building;

const PURPLE: Colour = Colour::rgb(112, 72, 150);
const ROSE: Colour = Colour::rgb(204, 44, 84);

pub(super) fn building(kind: Building, brush: &mut Brush) {
    match kind {
        Building::Bakery => bakery(brush),
        Building::Sawmill => sawmill(brush),
        Building::Fishery => fishery(brush),
        Building::Tailor => tailor(brush),
        Building::WizardSchool => wizard_school(brush),
        Building::Foundry => foundry(brush),
        Building::Church => church(brush),
        Building::TaxOffice => tax_office(brush),
        Building::TreasureChest => treasure_chest(brush),
        Building::SmallTavern => small_tavern(brush),
        Building::LargeTavern => large_tavern(brush),
        Building::Watchtower => watchtower(brush),
        Building::Fortress => fortress(brush),
        Building::TravellingCastle => travelling_castle(brush),
        Building::TrainingGround => training_ground(brush),
        Building::Statue => statue(brush),
        Building::QueensTower => queens_tower(brush),
    }
}

/// A domed oven with fire in it, loaves on a table.
fn bakery(brush: &mut Brush) {
    block(brush, (0.5, 0.4), (0.1, 0.2, 0.24), TILES);
    brush.ellipse((0.4, 0.46), 0.28, 0.26, CARD.shade(0.82));
    brush.ellipse((0.37, 0.44), 0.24, 0.22, CARD);
    brush.ellipse((0.4, 0.52), 0.14, 0.13, IRON);
    brush.ellipse((0.4, 0.57), 0.1, 0.06, GLOW);
    block(brush, (0.1, 0.8), (0.48, 0.3, 0.1), TIMBER);
    for x in [0.2, 0.36, 0.52] {
        brush.ellipse((x, 0.66), 0.085, 0.055, BRASS.shade(0.72));
        brush.ellipse((x - 0.01, 0.645), 0.06, 0.03, BRASS);
    }
}

/// A sawn log and the blade in it, a stack behind.
fn sawmill(brush: &mut Brush) {
    for (x, y) in [(0.2, 0.36), (0.36, 0.36), (0.28, 0.24)] {
        brush.circle((x, y), 0.085, TIMBER.shade(0.7));
        brush.circle((x, y), 0.065, CARD);
        brush.circle((x, y), 0.03, TIMBER);
    }
    for i in 0..14 {
        let mut tooth = brush.placed(0.56, 0.48, 360.0 / 14.0 * i as f32, 1.0);
        tooth.polygon(&[(-0.05, -0.2), (0.05, -0.2), (0.04, -0.27)], STONE);
    }
    brush.circle((0.56, 0.48), 0.21, STONE.shade(1.15));
    brush.circle((0.56, 0.48), 0.05, IRON);
    block(brush, (0.1, 0.74), (0.62, 0.24, 0.16), TIMBER);
    brush.rectangle(0.1, 0.6, 0.62, 0.015, CARD);
}

/// Fish on a drying line, a barrel with more.
fn fishery(brush: &mut Brush) {
    for x in [0.12, 0.76] {
        brush.rectangle(x, 0.18, 0.035, 0.5, TIMBER);
    }
    brush.polyline(&[(0.14, 0.22), (0.78, 0.22)], 0.02, CARD);
    for x in [0.28, 0.46, 0.64] {
        hanging_fish(brush, (x, 0.38));
    }
    drum(brush, (0.36, 0.8), (0.15, 0.14), TIMBER);
    brush.ellipse((0.36, 0.65), 0.12, 0.045, WATER);
}

fn hanging_fish(brush: &mut Brush, (x, y): (f32, f32)) {
    brush.polygon(&[(x, y + 0.08), (x - 0.06, y + 0.19), (x + 0.06, y + 0.19)], WATER.shade(0.8));
    brush.ellipse((x, y), 0.06, 0.14, WATER);
    brush.ellipse((x - 0.02, y), 0.025, 0.1, SNOW.fade(180));
    brush.circle((x + 0.015, y - 0.09), 0.016, IRON);
}

/// A reel of thread, a needle through cloth, a sheep.
fn tailor(brush: &mut Brush) {
    drum(brush, (0.28, 0.66), (0.17, 0.06), TIMBER);
    drum(brush, (0.28, 0.6), (0.12, 0.26), ROSE);
    drum(brush, (0.28, 0.34), (0.17, 0.05), TIMBER);
    for y in [0.42, 0.5] {
        brush.rectangle(0.16, y, 0.24, 0.012, ROSE.shade(0.6));
    }
    brush.polyline(&[(0.48, 0.18), (0.6, 0.56)], 0.03, STONE.shade(1.2));
    brush.curve((0.38, 0.56), (0.5, 0.7), (0.48, 0.22), 0.018, ROSE);
    ball(brush, (0.58, 0.66), 0.12, SNOW);
    brush.ellipse((0.7, 0.62), 0.045, 0.06, IRON);
}

/// A crooked tower under a hat-shaped roof, stars around it.
fn wizard_school(brush: &mut Brush) {
    drum(brush, (0.42, 0.78), (0.16, 0.3), STONE);
    brush.ellipse((0.42, 0.64), 0.05, 0.09, BRASS);
    brush.ellipse((0.42, 0.47), 0.28, 0.09, PURPLE.shade(0.7));
    brush.polygon(&[(0.24, 0.46), (0.36, 0.2), (0.54, 0.08), (0.48, 0.24), (0.6, 0.46)], PURPLE);
    brush.polygon(&[(0.46, 0.47), (0.48, 0.24), (0.54, 0.08), (0.6, 0.46)], PURPLE.shade(0.75));
    for (x, y, size) in [(0.42, 0.34, 0.06), (0.16, 0.24, 0.05), (0.7, 0.3, 0.055), (0.2, 0.6, 0.04)] {
        five_points(&mut brush.placed(x, y, 0.0, size));
    }
}

fn five_points(brush: &mut Brush) {
    let point = |i: u8| {
        let (angle, radius) =
            (f32::from(i) * std::f32::consts::TAU / 10.0, if i.is_multiple_of(2) { 1.0 } else { 0.42 });
        (radius * angle.sin(), -radius * angle.cos())
    };
    brush.polygon(&(0..10).map(point).collect::<Vec<_>>(), BRASS.shade(1.1));
}

/// A cauldron that pours, and an anvil.
fn foundry(brush: &mut Brush) {
    brush.polygon(&[(0.1, 0.3), (0.5, 0.3), (0.44, 0.56), (0.16, 0.56)], IRON);
    brush.ellipse((0.3, 0.56), 0.14, 0.06, IRON);
    brush.ellipse((0.3, 0.3), 0.2, 0.07, IRON.shade(1.5));
    brush.ellipse((0.3, 0.3), 0.16, 0.045, GLOW);
    brush.curve((0.46, 0.3), (0.56, 0.4), (0.54, 0.6), 0.05, GLOW);
    block(brush, (0.34, 0.84), (0.18, 0.2, 0.1), TIMBER);
    brush.polygon(&[(0.2, 0.64), (0.62, 0.62), (0.62, 0.7), (0.5, 0.74), (0.36, 0.74), (0.3, 0.7)], IRON.shade(1.3));
    brush.polygon(&[(0.2, 0.64), (0.24, 0.6), (0.66, 0.58), (0.62, 0.63)], IRON.shade(1.8));
}

/// A nave and its steeple with a cross.
fn church(brush: &mut Brush) {
    house(brush, (0.36, 0.76), (0.3, 0.6, 0.22), SLATE);
    block(brush, (0.16, 0.78), (0.2, 0.2, 0.4), CARD);
    brush.polygon(&[(0.13, 0.38), (0.29, 0.12), (0.36, 0.38)], SLATE);
    brush.polygon(&[(0.36, 0.38), (0.29, 0.12), (0.44, 0.33)], SLATE.shade(0.7));
    brush.polyline(&[(0.29, 0.14), (0.29, 0.0)], 0.03, BRASS);
    brush.polyline(&[(0.23, 0.05), (0.35, 0.05)], 0.03, BRASS);
    brush.ellipse((0.26, 0.5), 0.035, 0.06, WATER);
    brush.ellipse((0.26, 0.72), 0.045, 0.08, TIMBER);
    brush.circle((0.51, 0.52), 0.05, WATER);
}

/// A counting desk: scales and stacked coins.
fn tax_office(brush: &mut Brush) {
    block(brush, (0.1, 0.82), (0.56, 0.5, 0.14), TIMBER);
    brush.polyline(&[(0.44, 0.6), (0.44, 0.2)], 0.03, IRON);
    brush.polyline(&[(0.24, 0.26), (0.64, 0.2)], 0.026, IRON);
    for (x, y) in [(0.24, 0.26), (0.64, 0.2)] {
        brush.polyline(&[(x - 0.08, y + 0.18), (x, y), (x + 0.08, y + 0.18)], 0.012, IRON);
        brush.ellipse((x, y + 0.19), 0.11, 0.045, BRASS);
    }
    for (x, high) in [(0.2, 2), (0.34, 4)] {
        for i in 0..high {
            drum(brush, (x, 0.66 - 0.04 * i as f32), (0.065, 0.03), BRASS);
        }
    }
}

/// A chest with a raised lid.
fn treasure_chest(brush: &mut Brush) {
    brush.polygon(&[(0.16, 0.46), (0.12, 0.22), (0.3, 0.14), (0.82, 0.14), (0.7, 0.46)], TIMBER.shade(0.8));
    brush.polygon(&[(0.2, 0.44), (0.18, 0.28), (0.7, 0.28), (0.66, 0.44)], IRON);
    for (x, y) in [(0.26, 0.46), (0.38, 0.42), (0.5, 0.42), (0.6, 0.46), (0.44, 0.48)] {
        ball(brush, (x, y), 0.07, BRASS);
    }
    block(brush, (0.14, 0.78), (0.54, 0.3, 0.28), TIMBER);
    for x in [0.2, 0.56] {
        brush.rectangle(x, 0.5, 0.05, 0.28, STONE);
    }
    brush.rectangle(0.36, 0.5, 0.1, 0.12, BRASS);
    brush.circle((0.41, 0.56), 0.02, IRON);
}

/// A wooden mug with foam.
fn mug(brush: &mut Brush, (x, y): (f32, f32), size: f32) {
    let mut at = brush.placed(x, y, 0.0, size);
    at.curve((0.2, -0.5), (0.56, -0.34), (0.2, -0.1), 0.09, TIMBER.shade(0.7));
    drum(&mut at, (0.0, 0.0), (0.26, 0.58), BRASS.shade(0.86));
    at.rectangle(-0.26, -0.46, 0.52, 0.06, TIMBER);
    at.rectangle(-0.26, -0.12, 0.52, 0.06, TIMBER);
    for (dx, dy) in [(-0.16, -0.6), (0.02, -0.68), (0.17, -0.6)] {
        at.circle((dx, dy), 0.14, SNOW);
    }
}

fn small_tavern(brush: &mut Brush) {
    house(brush, (0.08, 0.6), (0.28, 0.5, 0.2), TILES);
    brush.rectangle(0.17, 0.48, 0.09, 0.12, TIMBER);
    mug(brush, (0.46, 0.84), 0.62);
}

fn large_tavern(brush: &mut Brush) {
    brush.polygon(&[(0.26, 0.18), (0.62, 0.18), (0.68, 0.34), (0.62, 0.52), (0.26, 0.52), (0.2, 0.34)], TIMBER);
    brush.polygon(&[(0.5, 0.18), (0.62, 0.18), (0.68, 0.34), (0.62, 0.52), (0.5, 0.52)], TIMBER.shade(0.8));
    for y in [0.24, 0.43] {
        brush.rectangle(0.215, y, 0.45, 0.035, STONE);
    }
    mug(brush, (0.22, 0.84), 0.46);
    mug(brush, (0.5, 0.84), 0.46);
}

/// A lookout on a thin round shaft.
fn watchtower(brush: &mut Brush) {
    drum(brush, (0.44, 0.82), (0.1, 0.44), STONE);
    brush.ellipse((0.43, 0.6), 0.025, 0.05, IRON);
    drum(brush, (0.44, 0.38), (0.17, 0.12), TIMBER);
    for x in [0.3, 0.42, 0.54] {
        brush.rectangle(x, 0.18, 0.03, 0.1, TIMBER.shade(0.7));
    }
    cone(brush, (0.44, 0.19), (0.21, 0.18), TILES);
}

/// Two stout towers and the wall between them.
fn fortress(brush: &mut Brush) {
    block(brush, (0.2, 0.76), (0.5, 0.2, 0.3), STONE.shade(0.95));
    for i in 0..4 {
        block(brush, (0.24 + 0.11 * i as f32, 0.47), (0.06, 0.1, 0.06), STONE);
    }
    for x in [0.14, 0.72] {
        drum(brush, (x, 0.8), (0.13, 0.5), STONE);
        for dx in [-0.1, -0.02, 0.06] {
            brush.rectangle(x + dx, 0.25, 0.05, 0.07, STONE.shade(1.1));
        }
    }
    brush.ellipse((0.43, 0.64), 0.09, 0.09, IRON);
    brush.rectangle(0.34, 0.64, 0.18, 0.12, IRON);
}

/// A castle on a cart.
fn travelling_castle(brush: &mut Brush) {
    block(brush, (0.12, 0.66), (0.56, 0.3, 0.08), TIMBER);
    block(brush, (0.18, 0.58), (0.42, 0.2, 0.18), CARD);
    for (x, top) in [(0.2, 0.36), (0.4, 0.3), (0.58, 0.36)] {
        drum(brush, (x, 0.58), (0.07, 0.58 - top), CARD);
        cone(brush, (x, top + 0.01), (0.095, 0.17), SLATE);
    }
    brush.ellipse((0.34, 0.54), 0.04, 0.05, IRON);
    for x in [0.22, 0.58] {
        brush.circle((x, 0.74), 0.12, IRON);
        brush.circle((x, 0.74), 0.085, TIMBER);
        brush.polyline(&[(x - 0.08, 0.74), (x + 0.08, 0.74)], 0.02, IRON);
        brush.polyline(&[(x, 0.66), (x, 0.82)], 0.02, IRON);
    }
}

/// A straw target on its stand, two swords in front.
fn training_ground(brush: &mut Brush) {
    brush.polyline(&[(0.28, 0.8), (0.42, 0.3)], 0.035, TIMBER);
    brush.polyline(&[(0.6, 0.8), (0.46, 0.3)], 0.035, TIMBER);
    for (radius, colour) in [(0.26, BRASS.shade(0.8)), (0.22, SNOW), (0.15, ROSE), (0.08, SNOW)] {
        brush.ellipse((0.44, 0.4), radius, radius, colour);
    }
    for turn in [-50.0, 50.0] {
        let mut sword = brush.placed(0.44, 0.6, turn, 1.0);
        sword.rectangle(-0.025, -0.36, 0.05, 0.5, STONE.shade(1.3));
        sword.rectangle(0.0, -0.36, 0.025, 0.5, STONE);
        sword.rectangle(-0.1, 0.13, 0.2, 0.035, BRASS);
        sword.rectangle(-0.02, 0.16, 0.04, 0.12, TIMBER);
    }
}

/// A stone person with a raised arm on a plinth.
fn statue(brush: &mut Brush) {
    block(brush, (0.2, 0.84), (0.44, 0.4, 0.1), STONE);
    block(brush, (0.3, 0.72), (0.28, 0.2, 0.14), STONE.shade(1.1));
    let bronze = Colour::rgb(110, 150, 134);
    brush.polygon(&[(0.36, 0.57), (0.38, 0.3), (0.54, 0.3), (0.56, 0.57)], bronze);
    brush.polygon(&[(0.48, 0.57), (0.48, 0.3), (0.54, 0.3), (0.56, 0.57)], bronze.shade(0.75));
    ball(brush, (0.46, 0.22), 0.075, bronze);
    brush.polyline(&[(0.54, 0.33), (0.64, 0.22), (0.64, 0.08)], 0.05, bronze.shade(0.85));
    brush.polyline(&[(0.38, 0.33), (0.3, 0.46)], 0.05, bronze);
}

/// A pale round tower with a golden crown for its roof and roses at its foot.
fn queens_tower(brush: &mut Brush) {
    drum(brush, (0.42, 0.82), (0.16, 0.46), SNOW);
    brush.ellipse((0.42, 0.54), 0.045, 0.08, PURPLE);
    drum(brush, (0.42, 0.36), (0.2, 0.08), BRASS);
    for x in [0.25, 0.36, 0.48, 0.59] {
        brush.polygon(&[(x - 0.05, 0.3), (x, 0.14), (x + 0.05, 0.3)], BRASS);
        brush.circle((x, 0.14), 0.022, ROSE);
    }
    for (x, y) in [(0.22, 0.82), (0.32, 0.87), (0.54, 0.86), (0.63, 0.8)] {
        brush.circle((x, y + 0.02), 0.05, MOSS);
        brush.circle((x, y), 0.042, ROSE);
    }
}
