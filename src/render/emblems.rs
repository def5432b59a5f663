//! What the pictures on the building tiles of the [`super::edition`]s show, each in three ways, and the symbols in the corners.
//!
//! The publisher's artwork is not known here, and not copied: a kind's picture says what the kind's name says. Some boxes show
//! pictures of nothing instead, where the corners tell the kind.

use super::drawing::{At, Drawing, Hand, Tone, pick};
use super::{Dice, between};
use crate::domain::{Building, BuildingPoints, Terrain};
use Tone::*;

/// The picture of a kind of building.
pub(super) fn emblem(kind: Building, dice: &mut Dice) -> Drawing {
    let ways: [fn() -> Drawing; 3] = match kind {
        Building::Bakery => [oven, pretzel, loaves],
        Building::Sawmill => [saw_blade, log_pile, hand_saw],
        Building::Fishery => [big_fish, two_fish, fish_on_a_hook],
        Building::Tailor => [scissors, needle_and_thread, wool_and_sheep],
        Building::WizardSchool => [pointed_hat, star_wand, crystal_ball],
        Building::Foundry => [anvil, melting_pot, furnace],
        Building::Church => [steeple, great_cross, chapel],
        Building::TaxOffice => [scales, coin_piles, ledger],
        Building::TreasureChest => [closed_chest, open_chest, banded_chest],
        Building::SmallTavern => [mug, || tavern(1), mug_on_a_table],
        Building::LargeTavern => [two_mugs, || tavern(2), barrel_and_mugs],
        Building::Watchtower => [lookout, stilted_lookout, || slim_tower(true)],
        Building::Fortress => [long_wall, keep, two_bastions],
        Building::TravellingCastle => [castle_on_legs, castle_on_wheels, walking_keep],
        Building::TrainingGround => [crossed_swords, target, dummy],
        Building::Statue => [standing_figure, rider, bust],
        Building::QueensTower => [crowned_tower, rose_tower, || slim_tower(false)],
    };
    let drawing = ways[pick(dice, ways.len())]();
    if pick(dice, 2) == 0 { drawing.mirrored() } else { drawing }
}

/// Whether nothing but the corners need be read: the shield, or the crown where there is no shield, says the kind.
pub(super) fn is_told_by_its_corners(kind: Building) -> bool {
    match kind.points() {
        BuildingPoints::Fixed(points) => {
            Building::ALL.iter().filter(|other| other.points() == BuildingPoints::Fixed(points)).count() == 1
        }
        _ => true,
    }
}

/// A picture of nothing: a few shapes by lot. Where it stands for an emblem, the corners alone tell the kind, as they do
/// where a publisher's picture is like none of ours.
pub(super) fn picture_of_nothing(dice: &mut Dice) -> Drawing {
    let tones = [Wall, Roof, Wood, Stone, Metal, Gold, Pale, Dark, Leaf, Water, Fire, Cloth, Earth];
    let mut drawing = Drawing::new();
    for _ in 0..3 + pick(dice, 5) {
        let tone = tones[pick(dice, tones.len())];
        let (x, y) = (between(dice, -0.3, 0.3), between(dice, -0.3, 0.3));
        let (width, height) = (between(dice, 0.08, 0.34), between(dice, 0.08, 0.34));
        let mut corner = || -> At { (x + between(dice, -1.0, 1.0) * width, y + between(dice, -1.0, 1.0) * height) };
        let corners = [corner(), corner(), corner(), corner()];
        drawing = match pick(dice, 5) {
            0 => drawing.rect(tone, (x - width, y - height), (2.0 * width, 2.0 * height)),
            1 => drawing.oval(tone, (x, y), (width, height)),
            2 => drawing.fill(tone, &corners),
            3 => drawing.line(
                tone,
                between(dice, 0.03, 0.12),
                &[(x - width, y), (x, y + height), (x + width, y - height)],
            ),
            _ => drawing.arc(
                tone,
                between(dice, 0.03, 0.1),
                (x, y),
                width,
                [between(dice, 0.0, 180.0), between(dice, 180.0, 400.0)],
            ),
        };
    }
    if pick(dice, 2) == 0 { drawing.clone().and(&drawing.mirrored(), (0.0, 0.0), 1.0, 0.0) } else { drawing }
}

/// What the shield in the lower right corner says, if the kind scores.
pub(super) fn shield_symbol(kind: Building, dice: &mut Dice) -> Option<Drawing> {
    match kind.points() {
        BuildingPoints::Fixed(0) => None,
        BuildingPoints::Fixed(points) => Some(digit(points, dice)),
        BuildingPoints::PerTerritory(terrain) => Some(terrain_symbol(terrain, dice).by(&Hand::any(dice))),
        BuildingPoints::PerTower => Some(tower_symbol(dice).by(&Hand::any(dice).true_to_colour())),
        BuildingPoints::PerKnight => Some(knight_symbol(dice).by(&Hand::any(dice).true_to_colour())),
    }
}

fn oven() -> Drawing {
    let dome = [(-0.42, 0.36), (-0.42, 0.0), (-0.3, -0.24), (0.0, -0.34), (0.3, -0.24), (0.42, 0.0), (0.42, 0.36)];
    Drawing::new()
        .rect(Stone, (0.12, -0.48), (0.13, 0.22))
        .fill(Roof, &dome)
        .oval(Dark, (0.0, 0.12), (0.24, 0.2))
        .rect(Dark, (-0.24, 0.12), (0.48, 0.2))
        .oval(Fire, (0.0, 0.24), (0.18, 0.09))
        .oval(Gold, (0.0, 0.17), (0.15, 0.08))
        .line(Wood, 0.04, &[(-0.46, 0.38), (0.46, 0.38)])
}

fn pretzel() -> Drawing {
    let mut drawing = Drawing::new();
    for width in [0.115, 0.075] {
        let tone = if width > 0.1 { Wood } else { Gold };
        drawing = drawing
            .arc(tone, width, (-0.19, -0.08), 0.21, [90.0, 330.0])
            .arc(tone, width, (0.19, -0.08), 0.21, [-150.0, 90.0])
            .line(tone, width, &[(-0.02, -0.17), (-0.08, 0.06), (-0.3, 0.32)])
            .line(tone, width, &[(0.02, -0.17), (0.08, 0.06), (0.3, 0.32)])
            .arc(tone, width, (0.0, -0.05), 0.39, [20.0, 160.0]);
    }
    drawing
}

fn loaf() -> Drawing {
    let crust = [(-0.44, 0.16), (-0.46, -0.02), (-0.3, -0.18), (0.3, -0.18), (0.46, -0.02), (0.44, 0.16)];
    let mut drawing = Drawing::new().fill(Wood, &crust);
    for x in [-0.24, -0.02, 0.2] {
        drawing = drawing.line(Gold, 0.055, &[(x - 0.05, 0.06), (x + 0.08, -0.11)]);
    }
    drawing
}

fn loaves() -> Drawing {
    let bun = Drawing::new().oval(Wood, (0.0, 0.0), (0.3, 0.22)).line(Gold, 0.06, &[(-0.15, 0.04), (0.15, -0.06)]);
    Drawing::new().and(&loaf(), (0.0, -0.16), 0.9, -8.0).and(&bun, (-0.2, 0.2), 0.8, 0.0).and(
        &bun,
        (0.22, 0.22),
        0.75,
        10.0,
    )
}

fn saw_blade() -> Drawing {
    let tooth = |i: usize| {
        let (angle, radius) = (i as f32 * std::f32::consts::TAU / 28.0, if i.is_multiple_of(2) { 0.44 } else { 0.34 });
        (radius * angle.cos(), radius * angle.sin())
    };
    let teeth: Vec<_> = (0..28).map(tooth).collect();
    Drawing::new().fill(Metal, &teeth).disc(Pale, (0.0, 0.0), 0.2).disc(Dark, (0.0, 0.0), 0.07)
}

fn log() -> Drawing {
    Drawing::new().disc(Wood, (0.0, 0.0), 0.5).disc(Gold, (0.0, 0.0), 0.36).disc(Wood, (0.0, 0.0), 0.15)
}

fn log_pile() -> Drawing {
    let rows = [(-0.28, 0.26), (0.0, 0.26), (0.28, 0.26), (-0.14, 0.02), (0.14, 0.02), (0.0, -0.22)];
    rows.into_iter().fold(Drawing::new(), |pile, at| pile.and(&log(), at, 0.27, 0.0))
}

fn hand_saw() -> Drawing {
    let mut blade = vec![(-0.15, -0.2), (0.48, -0.02), (0.46, 0.08)];
    for i in 0..10 {
        let x = 0.44 - 0.06 * i as f32;
        blade.extend([(x, 0.14), (x - 0.04, 0.08)]);
    }
    let plank = [(-0.45, 0.24), (0.45, 0.24), (0.4, 0.38), (-0.4, 0.38)];
    Drawing::new()
        .fill(Wood, &plank)
        .line(Dark, 0.02, &[(-0.3, 0.31), (0.3, 0.31)])
        .fill(Metal, &blade)
        .fill(Wood, &[(-0.48, -0.24), (-0.14, -0.24), (-0.12, 0.16), (-0.46, 0.12)])
        .oval(Dark, (-0.31, -0.05), (0.08, 0.07))
}

fn big_fish() -> Drawing {
    Drawing::new()
        .fill(Water, &[(0.2, 0.0), (0.46, -0.22), (0.4, 0.0), (0.46, 0.22)])
        .fill(Metal, &[(-0.1, -0.18), (0.08, -0.34), (0.14, -0.12)])
        .oval(Water, (-0.08, 0.0), (0.37, 0.21))
        .oval(Pale, (-0.12, 0.09), (0.26, 0.08))
        .disc(Pale, (-0.29, -0.05), 0.055)
        .disc(Dark, (-0.29, -0.05), 0.028)
        .arc(Dark, 0.02, (-0.26, 0.0), 0.13, [-60.0, 60.0])
}

fn two_fish() -> Drawing {
    Drawing::new().and(&big_fish(), (-0.04, -0.2), 0.72, -10.0).and(&big_fish().mirrored(), (0.04, 0.2), 0.72, -10.0)
}

fn fish_on_a_hook() -> Drawing {
    Drawing::new()
        .line(Wood, 0.05, &[(-0.42, 0.42), (-0.3, -0.3), (0.1, -0.46)])
        .line(Dark, 0.018, &[(0.1, -0.46), (0.14, -0.2)])
        .and(&big_fish(), (0.14, 0.1), 0.72, 80.0)
}

fn scissors() -> Drawing {
    Drawing::new()
        .fill(Metal, &[(-0.28, -0.46), (-0.2, -0.46), (0.1, 0.1), (0.02, 0.14)])
        .fill(Metal, &[(0.28, -0.46), (0.2, -0.46), (-0.1, 0.1), (-0.02, 0.14)])
        .arc(Cloth, 0.075, (-0.18, 0.29), 0.13, [0.0, 360.0])
        .arc(Cloth, 0.075, (0.18, 0.29), 0.13, [0.0, 360.0])
        .disc(Dark, (0.0, 0.02), 0.04)
}

fn needle_and_thread() -> Drawing {
    Drawing::new()
        .rect(Wood, (-0.42, -0.38), (0.44, 0.1))
        .rect(Wood, (-0.42, 0.22), (0.44, 0.1))
        .rect(Cloth, (-0.36, -0.28), (0.32, 0.5))
        .line(Pale, 0.02, &[(-0.36, -0.14), (-0.04, -0.2)])
        .line(Pale, 0.02, &[(-0.36, 0.02), (-0.04, -0.04)])
        .line(Pale, 0.02, &[(-0.36, 0.18), (-0.04, 0.12)])
        .line(Cloth, 0.025, &[(-0.04, 0.1), (0.12, 0.36), (0.3, 0.2), (0.2, -0.2)])
        .line(Metal, 0.05, &[(0.14, -0.44), (0.4, 0.42)])
}

fn wool_and_sheep() -> Drawing {
    let mut sheep = Drawing::new();
    for x in [-0.2, 0.16] {
        sheep = sheep.line(Dark, 0.05, &[(x, 0.1), (x, 0.36)]);
    }
    for (x, y) in [(-0.26, -0.02), (-0.1, -0.14), (0.1, -0.14), (0.22, 0.0), (0.08, 0.12), (-0.12, 0.12), (0.0, 0.0)] {
        sheep = sheep.disc(Pale, (x, y), 0.16);
    }
    sheep.oval(Dark, (0.36, -0.12), (0.1, 0.13)).line(Metal, 0.04, &[(-0.44, -0.4), (-0.1, 0.0)])
}

fn star(radius: f32) -> Vec<(f32, f32)> {
    let point = |i: usize| {
        let angle = (i as f32 / 10.0 - 0.25) * std::f32::consts::TAU;
        let radius = if i.is_multiple_of(2) { radius } else { 0.42 * radius };
        (radius * angle.cos(), radius * angle.sin())
    };
    (0..10).map(point).collect()
}

fn star_drawing() -> Drawing {
    Drawing::new().fill(Gold, &star(0.5))
}

fn pointed_hat() -> Drawing {
    Drawing::new()
        .oval(Cloth, (0.0, 0.3), (0.46, 0.13))
        .fill(Cloth, &[(-0.28, 0.28), (-0.04, -0.36), (0.16, -0.46), (0.1, -0.28), (0.28, 0.28)])
        .fill(Dark, &[(-0.28, 0.28), (-0.25, 0.18), (0.25, 0.18), (0.28, 0.28)])
        .and(&star_drawing(), (0.02, 0.02), 0.24, 0.0)
        .and(&star_drawing(), (-0.32, -0.2), 0.16, 20.0)
}

fn star_wand() -> Drawing {
    Drawing::new()
        .line(Wood, 0.07, &[(-0.38, 0.42), (0.08, -0.04)])
        .and(&star_drawing(), (0.16, -0.14), 0.62, 10.0)
        .and(&star_drawing(), (-0.3, -0.24), 0.2, 0.0)
        .and(&star_drawing(), (0.34, 0.32), 0.18, 30.0)
}

fn crystal_ball() -> Drawing {
    Drawing::new()
        .fill(Wood, &[(-0.28, 0.44), (-0.16, 0.22), (0.16, 0.22), (0.28, 0.44)])
        .disc(Cloth, (0.0, -0.06), 0.34)
        .arc(Pale, 0.04, (0.0, -0.06), 0.25, [180.0, 260.0])
        .and(&star_drawing(), (0.04, -0.02), 0.3, 0.0)
}

fn hammer() -> Drawing {
    Drawing::new().line(Wood, 0.09, &[(0.0, 0.46), (0.0, -0.2)]).rect(Metal, (-0.26, -0.42), (0.52, 0.24))
}

fn anvil() -> Drawing {
    let body = [
        (-0.48, -0.02),
        (-0.2, -0.06),
        (0.38, -0.06),
        (0.38, 0.08),
        (0.14, 0.14),
        (0.12, 0.26),
        (0.28, 0.4),
        (-0.28, 0.4),
        (-0.12, 0.26),
        (-0.14, 0.12),
        (-0.3, 0.08),
    ];
    Drawing::new().fill(Dark, &body).and(&hammer(), (0.14, -0.26), 0.5, -55.0)
}

fn melting_pot() -> Drawing {
    let flames = [(-0.34, 0.44), (-0.26, 0.14), (-0.1, 0.3), (0.0, 0.06), (0.1, 0.3), (0.26, 0.14), (0.34, 0.44)];
    Drawing::new()
        .fill(Fire, &flames)
        .fill(Dark, &[(-0.38, -0.22), (0.38, -0.22), (0.28, 0.2), (-0.28, 0.2)])
        .oval(Metal, (0.0, -0.22), (0.4, 0.11))
        .oval(Fire, (0.0, -0.22), (0.32, 0.07))
        .line(Gold, 0.06, &[(0.36, -0.2), (0.42, 0.1)])
}

fn furnace() -> Drawing {
    Drawing::new()
        .fill(Stone, &[(-0.3, 0.4), (-0.2, -0.46), (0.12, -0.46), (0.22, 0.4)])
        .oval(Dark, (-0.04, 0.12), (0.15, 0.17))
        .oval(Fire, (-0.04, 0.17), (0.1, 0.11))
        .line(Fire, 0.08, &[(0.0, 0.3), (0.2, 0.38), (0.44, 0.38)])
        .line(Gold, 0.035, &[(0.0, 0.3), (0.2, 0.38), (0.44, 0.38)])
        .line(Dark, 0.03, &[(-0.24, -0.2), (0.16, -0.2)])
}

fn cross() -> Drawing {
    Drawing::new().line(Gold, 0.16, &[(0.0, -0.45), (0.0, 0.45)]).line(Gold, 0.16, &[(-0.3, -0.16), (0.3, -0.16)])
}

fn steeple() -> Drawing {
    Drawing::new()
        .fill(Wall, &[(-0.1, 0.42), (-0.1, 0.02), (0.46, 0.02), (0.46, 0.42)])
        .fill(Roof, &[(-0.14, 0.06), (-0.02, -0.14), (0.4, -0.14), (0.5, 0.06)])
        .rect(Wall, (-0.4, -0.12), (0.28, 0.54))
        .fill(Roof, &[(-0.44, -0.1), (-0.26, -0.38), (-0.08, -0.1)])
        .and(&cross(), (-0.26, -0.4), 0.22, 0.0)
        .oval(Dark, (-0.26, 0.06), (0.06, 0.1))
        .oval(Water, (0.08, 0.22), (0.05, 0.1))
        .oval(Water, (0.3, 0.22), (0.05, 0.1))
}

fn great_cross() -> Drawing {
    Drawing::new().disc(Wall, (0.0, 0.0), 0.44).and(&cross(), (0.0, 0.03), 0.86, 0.0)
}

fn chapel() -> Drawing {
    Drawing::new()
        .fill(Wall, &[(-0.3, 0.44), (-0.3, -0.02), (0.0, -0.32), (0.3, -0.02), (0.3, 0.44)])
        .line(Roof, 0.09, &[(-0.38, 0.02), (0.0, -0.32), (0.38, 0.02)])
        .oval(Wood, (0.0, 0.36), (0.1, 0.16))
        .disc(Water, (0.0, 0.04), 0.1)
        .and(&cross(), (0.0, -0.38), 0.24, 0.0)
}

fn coin() -> Drawing {
    Drawing::new().disc(Gold, (0.0, 0.0), 0.48).disc(Wood, (0.0, 0.0), 0.34).disc(Gold, (0.0, 0.0), 0.28)
}

fn scales() -> Drawing {
    Drawing::new()
        .line(Metal, 0.06, &[(0.0, -0.4), (0.0, 0.38)])
        .line(Metal, 0.08, &[(-0.2, 0.4), (0.2, 0.4)])
        .line(Metal, 0.05, &[(-0.36, -0.26), (0.36, -0.34)])
        .line(Dark, 0.018, &[(-0.36, -0.26), (-0.46, 0.06)])
        .line(Dark, 0.018, &[(-0.36, -0.26), (-0.2, 0.06)])
        .line(Dark, 0.018, &[(0.36, -0.34), (0.46, 0.0)])
        .line(Dark, 0.018, &[(0.36, -0.34), (0.2, 0.0)])
        .fill(Gold, &[(-0.5, 0.06), (-0.16, 0.06), (-0.24, 0.18), (-0.42, 0.18)])
        .fill(Gold, &[(0.5, 0.0), (0.16, 0.0), (0.24, 0.12), (0.42, 0.12)])
        .and(&coin(), (-0.33, 0.02), 0.16, 0.0)
}

fn coin_piles() -> Drawing {
    let mut drawing = Drawing::new();
    for (x, count) in [(-0.3, 3), (0.0, 6), (0.3, 4)] {
        for i in 0..count {
            let y = 0.36 - 0.1 * i as f32;
            drawing = drawing.oval(Wood, (x, y + 0.03), (0.15, 0.07)).oval(Gold, (x, y), (0.15, 0.07));
        }
    }
    drawing.line(Wood, 0.05, &[(-0.48, 0.45), (0.48, 0.45)])
}

fn ledger() -> Drawing {
    Drawing::new()
        .fill(Cloth, &[(-0.46, -0.3), (0.46, -0.3), (0.46, 0.2), (-0.46, 0.2)])
        .fill(Pale, &[(-0.42, -0.28), (-0.02, -0.22), (-0.02, 0.16), (-0.42, 0.12)])
        .fill(Pale, &[(0.42, -0.28), (0.02, -0.22), (0.02, 0.16), (0.42, 0.12)])
        .line(Dark, 0.02, &[(-0.34, -0.14), (-0.1, -0.1)])
        .line(Dark, 0.02, &[(-0.34, -0.02), (-0.1, 0.02)])
        .line(Dark, 0.02, &[(0.34, -0.14), (0.1, -0.1)])
        .and(&coin(), (-0.2, 0.32), 0.26, 0.0)
        .and(&coin(), (0.06, 0.36), 0.26, 0.0)
        .and(&coin(), (0.28, 0.28), 0.26, 0.0)
}

fn closed_chest() -> Drawing {
    let lid = [(-0.42, -0.04), (-0.4, -0.2), (-0.26, -0.32), (0.26, -0.32), (0.4, -0.2), (0.42, -0.04)];
    Drawing::new()
        .rect(Wood, (-0.42, -0.02), (0.84, 0.4))
        .fill(Wood, &lid)
        .line(Gold, 0.06, &[(-0.42, -0.03), (0.42, -0.03)])
        .line(Metal, 0.06, &[(-0.26, -0.3), (-0.26, 0.36)])
        .line(Metal, 0.06, &[(0.26, -0.3), (0.26, 0.36)])
        .rect(Gold, (-0.08, -0.1), (0.16, 0.18))
        .disc(Dark, (0.0, -0.01), 0.035)
}

fn open_chest() -> Drawing {
    let mut drawing = Drawing::new()
        .fill(Wood, &[(-0.4, -0.08), (-0.44, -0.36), (-0.3, -0.46), (0.3, -0.46), (0.44, -0.36), (0.4, -0.08)])
        .fill(Dark, &[(-0.34, -0.08), (-0.36, -0.3), (0.36, -0.3), (0.34, -0.08)]);
    for (x, y) in [(-0.24, -0.06), (-0.08, -0.12), (0.1, -0.12), (0.26, -0.06), (0.0, -0.04)] {
        drawing = drawing.and(&coin(), (x, y), 0.24, 0.0);
    }
    drawing.rect(Wood, (-0.42, 0.0), (0.84, 0.4)).line(Metal, 0.06, &[(-0.4, 0.03), (0.4, 0.03)]).rect(
        Gold,
        (-0.07, 0.02),
        (0.14, 0.16),
    )
}

fn banded_chest() -> Drawing {
    Drawing::new()
        .rect(Wood, (-0.38, -0.34), (0.76, 0.72))
        .rect(Metal, (-0.42, -0.38), (0.16, 0.2))
        .rect(Metal, (0.26, -0.38), (0.16, 0.2))
        .rect(Metal, (-0.42, 0.22), (0.16, 0.2))
        .rect(Metal, (0.26, 0.22), (0.16, 0.2))
        .line(Dark, 0.03, &[(-0.38, -0.08), (0.38, -0.08)])
        .disc(Gold, (0.0, -0.02), 0.14)
        .disc(Dark, (0.0, -0.05), 0.04)
        .line(Dark, 0.04, &[(0.0, -0.03), (0.0, 0.06)])
}

fn mug() -> Drawing {
    Drawing::new()
        .arc(Metal, 0.075, (0.22, 0.08), 0.17, [-80.0, 80.0])
        .fill(Gold, &[(-0.28, -0.2), (0.24, -0.2), (0.22, 0.4), (-0.26, 0.4)])
        .line(Wood, 0.045, &[(-0.27, 0.02), (0.24, 0.02)])
        .line(Wood, 0.045, &[(-0.26, 0.28), (0.23, 0.28)])
        .disc(Pale, (-0.2, -0.22), 0.12)
        .disc(Pale, (0.0, -0.28), 0.15)
        .disc(Pale, (0.18, -0.21), 0.11)
}

fn mug_on_a_table() -> Drawing {
    Drawing::new()
        .rect(Wood, (-0.46, 0.28), (0.92, 0.1))
        .rect(Wood, (-0.36, 0.38), (0.08, 0.1))
        .rect(Wood, (0.28, 0.38), (0.08, 0.1))
        .and(&mug(), (0.0, -0.04), 0.78, 0.0)
}

fn two_mugs() -> Drawing {
    Drawing::new().and(&mug().mirrored(), (-0.22, 0.06), 0.66, -14.0).and(&mug(), (0.22, 0.06), 0.66, 14.0)
}

fn barrel() -> Drawing {
    let staves = [(-0.28, -0.42), (0.28, -0.42), (0.38, 0.0), (0.28, 0.42), (-0.28, 0.42), (-0.38, 0.0)];
    Drawing::new()
        .fill(Wood, &staves)
        .line(Metal, 0.06, &[(-0.32, -0.24), (0.32, -0.24)])
        .line(Metal, 0.06, &[(-0.32, 0.24), (0.32, 0.24)])
        .line(Dark, 0.02, &[(-0.1, -0.4), (-0.12, 0.4)])
        .line(Dark, 0.02, &[(0.1, -0.4), (0.12, 0.4)])
}

fn barrel_and_mugs() -> Drawing {
    Drawing::new().and(&barrel(), (0.0, -0.12), 0.72, 0.0).and(&mug().mirrored(), (-0.28, 0.24), 0.42, 0.0).and(
        &mug(),
        (0.28, 0.24),
        0.42,
        0.0,
    )
}

/// An inn with as many mugs on its sign, and as many gables.
fn tavern(mugs: usize) -> Drawing {
    let mut drawing = Drawing::new();
    let (half, gables): (f32, &[f32]) = if mugs == 1 { (0.2, &[-0.14]) } else { (0.46, &[-0.23, 0.23]) };
    let middle = if mugs == 1 { -0.14 } else { 0.0 };
    drawing = drawing.rect(Wall, (middle - half, -0.04), (2.0 * half, 0.46));
    for x in gables {
        drawing = drawing.fill(Roof, &[(x - 0.28, 0.0), (*x, -0.38), (x + 0.28, 0.0)]);
        drawing = drawing.rect(Dark, (x - 0.06, -0.18), (0.12, 0.1));
    }
    if mugs == 1 {
        return drawing.rect(Wood, (-0.2, 0.18), (0.13, 0.24)).line(Wood, 0.04, &[(0.06, -0.02), (0.44, -0.02)]).and(
            &mug(),
            (0.28, 0.2),
            0.44,
            0.0,
        );
    }
    drawing.rect(Wood, (-0.07, 0.18), (0.14, 0.24)).and(&mug().mirrored(), (-0.27, 0.2), 0.34, 0.0).and(
        &mug(),
        (0.27, 0.2),
        0.34,
        0.0,
    )
}

/// A wall's top from (x, y) to the right with so many merlons.
fn battlements(drawing: Drawing, tone: Tone, (x, y): (f32, f32), width: f32, merlons: usize) -> Drawing {
    let pitch = width / (2 * merlons - 1) as f32;
    (0..merlons)
        .fold(drawing, |drawing, i| drawing.rect(tone, (x + 2.0 * i as f32 * pitch, y - pitch), (pitch, 1.1 * pitch)))
}

fn lookout() -> Drawing {
    Drawing::new()
        .fill(Stone, &[(-0.12, 0.46), (-0.09, -0.16), (0.09, -0.16), (0.12, 0.46)])
        .rect(Wood, (-0.19, -0.26), (0.38, 0.14))
        .rect(Dark, (-0.14, -0.32), (0.28, 0.08))
        .fill(Roof, &[(-0.24, -0.3), (0.0, -0.5), (0.24, -0.3)])
        .rect(Dark, (-0.03, 0.04), (0.06, 0.12))
        .rect(Dark, (-0.04, 0.32), (0.08, 0.14))
}

fn stilted_lookout() -> Drawing {
    Drawing::new()
        .line(Wood, 0.05, &[(-0.22, 0.46), (-0.12, -0.1)])
        .line(Wood, 0.05, &[(0.22, 0.46), (0.12, -0.1)])
        .line(Wood, 0.03, &[(-0.2, 0.36), (0.15, 0.08)])
        .line(Wood, 0.03, &[(0.2, 0.36), (-0.15, 0.08)])
        .rect(Wood, (-0.2, -0.2), (0.4, 0.15))
        .rect(Dark, (-0.15, -0.3), (0.3, 0.1))
        .fill(Roof, &[(-0.26, -0.28), (0.0, -0.48), (0.26, -0.28)])
}

fn flag() -> Drawing {
    Drawing::new().line(Wood, 0.06, &[(0.0, 0.5), (0.0, -0.5)]).fill(Cloth, &[(0.0, -0.5), (0.5, -0.32), (0.0, -0.12)])
}

/// A slim tower: the watchman's with a flag, the Queen's with a heart and a pointed roof with a crown.
fn slim_tower(watchman: bool) -> Drawing {
    if watchman {
        let shaft = Drawing::new().rect(Stone, (-0.13, -0.12), (0.26, 0.58)).rect(Stone, (-0.18, -0.2), (0.36, 0.12));
        return battlements(shaft, Stone, (-0.18, -0.2), 0.36, 3)
            .and(&flag(), (0.0, -0.38), 0.28, 0.0)
            .rect(Dark, (-0.03, 0.0), (0.06, 0.14))
            .rect(Dark, (-0.05, 0.3), (0.1, 0.16));
    }
    Drawing::new()
        .rect(Pale, (-0.17, -0.06), (0.34, 0.52))
        .fill(Cloth, &[(-0.26, -0.04), (0.0, -0.38), (0.26, -0.04)])
        .and(&crown(0), (0.0, -0.38), 0.3, 0.0)
        .disc(Fire, (-0.05, 0.1), 0.06)
        .disc(Fire, (0.05, 0.1), 0.06)
        .fill(Fire, &[(-0.11, 0.12), (0.11, 0.12), (0.0, 0.26)])
}

fn long_wall() -> Drawing {
    let wall = battlements(Drawing::new().rect(Stone, (-0.48, -0.04), (0.96, 0.42)), Stone, (-0.48, -0.04), 0.96, 6);
    (wall)
        .oval(Dark, (0.0, 0.22), (0.13, 0.15))
        .rect(Dark, (-0.13, 0.22), (0.26, 0.16))
        .line(Dark, 0.02, &[(-0.44, 0.1), (-0.2, 0.1)])
        .line(Dark, 0.02, &[(0.2, 0.16), (0.44, 0.16)])
}

fn keep() -> Drawing {
    let wall = battlements(Drawing::new().rect(Stone, (-0.34, -0.14), (0.68, 0.54)), Stone, (-0.34, -0.14), 0.68, 4);
    let mut drawing = wall;
    for x in [-0.48, 0.26] {
        drawing = battlements(drawing.rect(Stone, (x, -0.26), (0.22, 0.66)), Stone, (x, -0.26), 0.22, 2);
    }
    drawing.rect(Wood, (-0.12, 0.14), (0.24, 0.26)).line(Metal, 0.025, &[(-0.04, 0.14), (-0.04, 0.4)]).line(
        Metal,
        0.025,
        &[(0.04, 0.14), (0.04, 0.4)],
    )
}

fn two_bastions() -> Drawing {
    let mut drawing = Drawing::new().rect(Stone, (-0.3, 0.02), (0.6, 0.36));
    drawing = battlements(drawing, Stone, (-0.22, 0.02), 0.44, 4);
    for x in [-0.34, 0.34] {
        drawing = drawing.fill(Stone, &[(x - 0.16, 0.4), (x - 0.13, -0.24), (x + 0.13, -0.24), (x + 0.16, 0.4)]);
        drawing = battlements(drawing, Stone, (x - 0.15, -0.22), 0.3, 3).rect(Dark, (x - 0.02, -0.08), (0.04, 0.14));
    }
    drawing.oval(Dark, (0.0, 0.3), (0.1, 0.12))
}

fn small_castle() -> Drawing {
    let mut drawing = Drawing::new();
    for (x, y) in [(-0.26, -0.14), (0.26, -0.1), (0.0, -0.24)] {
        drawing = drawing
            .rect(Wall, (x - 0.11, y), (0.22, 0.34 - y))
            .fill(Roof, &[(x - 0.15, y + 0.02), (x, y - 0.24), (x + 0.15, y + 0.02)]);
    }
    drawing.rect(Wall, (-0.34, 0.06), (0.68, 0.28)).oval(Dark, (0.0, 0.26), (0.09, 0.11))
}

fn castle_on_legs() -> Drawing {
    let mut drawing = Drawing::new();
    for (x, foot) in [(-0.24, -0.34), (0.2, 0.3)] {
        drawing = drawing.line(Wood, 0.075, &[(x, 0.1), (foot, 0.28), (x, 0.42)]);
        drawing = drawing.line(Wood, 0.06, &[(x - 0.1, 0.46), (x, 0.42), (x + 0.12, 0.46)]);
    }
    drawing.and(&small_castle(), (0.0, -0.12), 0.86, -4.0)
}

fn castle_on_wheels() -> Drawing {
    let mut drawing =
        Drawing::new().and(&small_castle(), (0.0, -0.12), 0.9, 0.0).rect(Wood, (-0.42, 0.17), (0.84, 0.08));
    for x in [-0.28, 0.28] {
        drawing = drawing.disc(Dark, (x, 0.33), 0.16).disc(Wood, (x, 0.33), 0.11).disc(Metal, (x, 0.33), 0.04);
    }
    drawing
}

fn walking_keep() -> Drawing {
    let mut drawing = Drawing::new();
    for x in [-0.26, -0.08, 0.1, 0.28] {
        drawing = drawing.line(Metal, 0.06, &[(x * 0.7, 0.1), (x, 0.3), (x - 0.06, 0.46)]);
    }
    drawing = drawing.rect(Stone, (-0.32, -0.2), (0.64, 0.36));
    battlements(drawing, Stone, (-0.32, -0.2), 0.64, 4)
        .disc(Gold, (-0.14, -0.06), 0.06)
        .disc(Gold, (0.14, -0.06), 0.06)
        .and(&flag(), (0.2, -0.36), 0.26, 0.0)
        .line(Dark, 0.04, &[(-0.16, 0.09), (0.16, 0.09)])
}

fn sword() -> Drawing {
    Drawing::new()
        .fill(Metal, &[(-0.05, 0.2), (-0.05, -0.38), (0.0, -0.5), (0.05, -0.38), (0.05, 0.2)])
        .line(Gold, 0.06, &[(-0.15, 0.21), (0.15, 0.21)])
        .line(Wood, 0.06, &[(0.0, 0.24), (0.0, 0.42)])
        .disc(Gold, (0.0, 0.45), 0.045)
}

fn crossed_swords() -> Drawing {
    Drawing::new().and(&sword(), (0.0, 0.0), 1.05, 45.0).and(&sword(), (0.0, 0.0), 1.05, -45.0)
}

fn target() -> Drawing {
    let rings = [(Wood, 0.44), (Pale, 0.38), (Fire, 0.28), (Pale, 0.18), (Fire, 0.09)];
    let drawing = rings.into_iter().fold(Drawing::new(), |drawing, (tone, r)| drawing.disc(tone, (0.0, 0.0), r));
    drawing
        .line(Wood, 0.04, &[(0.02, -0.02), (0.42, -0.38)])
        .fill(Cloth, &[(0.34, -0.36), (0.46, -0.48), (0.5, -0.36), (0.4, -0.28)])
}

fn dummy() -> Drawing {
    Drawing::new()
        .line(Wood, 0.08, &[(0.0, 0.46), (0.0, -0.2)])
        .line(Wood, 0.07, &[(-0.36, -0.1), (0.36, -0.1)])
        .disc(Gold, (0.0, -0.32), 0.13)
        .oval(Gold, (0.0, 0.04), (0.16, 0.2))
        .disc(Metal, (-0.36, -0.06), 0.14)
        .disc(Fire, (-0.36, -0.06), 0.06)
        .and(&sword(), (0.36, -0.18), 0.5, 0.0)
}

fn figure() -> Drawing {
    Drawing::new()
        .fill(Metal, &[(-0.16, 0.5), (-0.1, -0.06), (-0.18, -0.14), (0.18, -0.14), (0.1, -0.06), (0.16, 0.5)])
        .disc(Metal, (0.0, -0.28), 0.13)
        .line(Metal, 0.08, &[(0.14, -0.1), (0.32, -0.4)])
        .line(Metal, 0.08, &[(-0.14, -0.1), (-0.24, 0.16)])
}

fn pedestal() -> Drawing {
    Drawing::new().rect(Stone, (-0.2, 0.14), (0.4, 0.22)).rect(Stone, (-0.28, 0.34), (0.56, 0.12)).rect(
        Stone,
        (-0.25, 0.08),
        (0.5, 0.08),
    )
}

fn standing_figure() -> Drawing {
    pedestal().and(&figure(), (0.0, -0.19), 0.58, 0.0)
}

fn rider() -> Drawing {
    let horse = [
        (-0.34, 0.1),
        (-0.3, -0.1),
        (0.12, -0.12),
        (0.24, -0.3),
        (0.4, -0.24),
        (0.38, -0.14),
        (0.28, -0.14),
        (0.24, 0.1),
        (0.16, 0.1),
        (0.12, -0.0),
        (-0.2, 0.0),
        (-0.26, 0.1),
    ];
    pedestal().fill(Metal, &horse).fill(Metal, &[(-0.1, -0.08), (-0.08, -0.3), (0.06, -0.3), (0.08, -0.08)]).disc(
        Metal,
        (-0.01, -0.37),
        0.075,
    )
}

fn bust() -> Drawing {
    pedestal()
        .fill(Pale, &[(-0.24, 0.1), (-0.18, -0.06), (-0.06, -0.12), (0.06, -0.12), (0.18, -0.06), (0.24, 0.1)])
        .oval(Pale, (0.0, -0.26), (0.13, 0.17))
        .arc(Leaf, 0.05, (0.0, -0.3), 0.14, [190.0, 350.0])
}

fn crowned_tower() -> Drawing {
    let shaft = Drawing::new().rect(Wall, (-0.17, -0.1), (0.34, 0.56)).rect(Wall, (-0.23, -0.16), (0.46, 0.12));
    battlements(shaft, Wall, (-0.23, -0.16), 0.46, 3)
        .and(&crown(0), (0.0, -0.34), 0.42, 0.0)
        .oval(Dark, (0.0, 0.12), (0.06, 0.1))
        .rect(Dark, (-0.06, 0.32), (0.12, 0.14))
}

fn rose_tower() -> Drawing {
    Drawing::new()
        .rect(Pale, (-0.16, -0.1), (0.32, 0.56))
        .fill(Cloth, &[(-0.24, -0.08), (0.0, -0.48), (0.24, -0.08)])
        .line(Leaf, 0.04, &[(0.0, 0.44), (0.02, 0.16)])
        .oval(Leaf, (0.07, 0.3), (0.06, 0.03))
        .disc(Fire, (0.0, 0.08), 0.12)
        .arc(Pale, 0.025, (0.0, 0.08), 0.06, [0.0, 270.0])
}

/// How many kinds of crowns there are.
pub(super) const CROWNS: usize = 4;

/// A crown, 0.9 wide and 0.7 high.
pub(super) fn crown(kind: usize) -> Drawing {
    let three = [(-0.36, 0.3), (-0.45, -0.18), (-0.2, 0.04), (0.0, -0.34), (0.2, 0.04), (0.45, -0.18), (0.36, 0.3)];
    let five = [
        (-0.36, 0.3),
        (-0.46, -0.2),
        (-0.27, 0.02),
        (-0.2, -0.3),
        (0.0, 0.0),
        (0.2, -0.3),
        (0.27, 0.02),
        (0.46, -0.2),
        (0.36, 0.3),
    ];
    let base = Drawing::new();
    match kind {
        0 => base.fill(Gold, &three),
        1 => base.fill(Gold, &three).disc(Gold, (-0.44, -0.2), 0.075).disc(Gold, (0.0, -0.34), 0.075).disc(
            Gold,
            (0.44, -0.2),
            0.075,
        ),
        2 => base.fill(Gold, &five).line(Fire, 0.07, &[(-0.3, 0.2), (0.3, 0.2)]),
        _ => base
            .fill(Gold, &[(-0.36, 0.32), (-0.42, -0.1), (0.42, -0.1), (0.36, 0.32)])
            .fill(Gold, &[(-0.42, -0.08), (-0.36, -0.32), (-0.2, -0.08)])
            .fill(Gold, &[(-0.14, -0.08), (0.0, -0.36), (0.14, -0.08)])
            .fill(Gold, &[(0.42, -0.08), (0.36, -0.32), (0.2, -0.08)])
            .disc(Cloth, (0.0, 0.1), 0.08),
    }
}

/// A grey tower as it is built.
pub(super) fn tower_symbol(dice: &mut Dice) -> Drawing {
    if pick(dice, 2) == 0 {
        let shaft = Drawing::new().fill(Stone, &[(-0.22, 0.44), (-0.18, -0.2), (0.18, -0.2), (0.22, 0.44)]);
        return battlements(shaft.rect(Stone, (-0.27, -0.28), (0.54, 0.14)), Stone, (-0.27, -0.27), 0.54, 3);
    }
    Drawing::new()
        .rect(Stone, (-0.2, -0.1), (0.4, 0.54))
        .fill(Stone, &[(-0.28, -0.08), (0.0, -0.46), (0.28, -0.08)])
        .rect(Dark, (-0.05, 0.2), (0.1, 0.24))
}

/// A black knight: a horse's head, a helmet or a wooden figure.
pub(super) fn knight_symbol(dice: &mut Dice) -> Drawing {
    match pick(dice, 3) {
        0 => Drawing::new()
            .fill(
                Dark,
                &[
                    (-0.26, 0.42),
                    (-0.2, 0.1),
                    (-0.02, -0.06),
                    (-0.26, 0.06),
                    (-0.38, -0.04),
                    (-0.22, -0.28),
                    (0.0, -0.42),
                    (0.08, -0.5),
                    (0.12, -0.36),
                    (0.28, -0.14),
                    (0.3, 0.42),
                ],
            )
            .rect(Dark, (-0.34, 0.36), (0.72, 0.12)),
        1 => Drawing::new()
            .fill(
                Dark,
                &[(-0.28, 0.4), (-0.3, -0.1), (-0.18, -0.36), (0.0, -0.44), (0.18, -0.36), (0.3, -0.1), (0.28, 0.4)],
            )
            .line(Pale, 0.06, &[(-0.22, -0.06), (0.22, -0.06)])
            .line(Pale, 0.05, &[(0.0, -0.06), (0.0, 0.3)]),
        _ => Drawing::new()
            .disc(Dark, (0.0, -0.28), 0.16)
            .fill(Dark, &[(-0.34, 0.46), (-0.24, -0.12), (0.24, -0.12), (0.34, 0.46)])
            .line(Dark, 0.05, &[(0.36, 0.46), (0.36, -0.42)]),
    }
}

/// The sign of what lasts, lower left: coins.
pub(super) fn coin_symbol(dice: &mut Dice) -> Drawing {
    match pick(dice, 3) {
        0 => coin(),
        1 => Drawing::new().and(&coin(), (-0.16, 0.1), 0.66, 0.0).and(&coin(), (0.18, -0.12), 0.66, 0.0),
        _ => [0.3, 0.12, -0.06, -0.24].into_iter().fold(Drawing::new(), |pile, y| {
            pile.oval(Wood, (0.0, y + 0.05), (0.36, 0.14)).oval(Gold, (0.0, y), (0.36, 0.14))
        }),
    }
}

/// What stands for a terrain on a shield, in two ways.
pub(super) fn terrain_symbol(terrain: Terrain, dice: &mut Dice) -> Drawing {
    let first = pick(dice, 2) == 0;
    match terrain {
        Terrain::Wheat if first => {
            let mut ear = Drawing::new().line(Gold, 0.07, &[(0.0, 0.46), (0.0, -0.3)]);
            for y in [-0.26, -0.06, 0.14] {
                ear = ear.line(Gold, 0.1, &[(0.0, y + 0.1), (-0.17, y - 0.08)]).line(
                    Gold,
                    0.1,
                    &[(0.0, y + 0.1), (0.17, y - 0.08)],
                );
            }
            ear
        }
        Terrain::Wheat => Drawing::new()
            .fill(Gold, &[(-0.36, -0.42), (0.36, -0.42), (0.1, 0.06), (0.32, 0.46), (-0.32, 0.46), (-0.1, 0.06)])
            .line(Wood, 0.09, &[(-0.14, 0.06), (0.14, 0.06)]),
        Terrain::Forest if first => Drawing::new()
            .rect(Wood, (-0.06, 0.22), (0.12, 0.24))
            .fill(Leaf, &[(-0.36, 0.28), (0.0, -0.14), (0.36, 0.28)])
            .fill(Leaf, &[(-0.26, 0.0), (0.0, -0.46), (0.26, 0.0)]),
        Terrain::Forest => Drawing::new()
            .rect(Wood, (-0.07, 0.1), (0.14, 0.36))
            .disc(Leaf, (-0.16, -0.02), 0.2)
            .disc(Leaf, (0.16, -0.02), 0.2)
            .disc(Leaf, (0.0, -0.22), 0.23),
        Terrain::Lake if first => {
            let wave = |y: f32| {
                [(-0.44, y), (-0.28, y - 0.12), (-0.08, y + 0.06), (0.12, y - 0.12), (0.3, y + 0.06), (0.44, y - 0.04)]
            };
            Drawing::new().line(Water, 0.1, &wave(-0.22)).line(Water, 0.1, &wave(0.04)).line(Water, 0.1, &wave(0.3))
        }
        Terrain::Lake => {
            Drawing::new().fill(Water, &[(0.0, -0.48), (0.2, -0.1), (-0.2, -0.1)]).disc(Water, (0.0, 0.12), 0.28)
        }
        Terrain::Grassland if first => Drawing::new()
            .oval(Pale, (-0.06, 0.0), (0.34, 0.23))
            .disc(Pale, (-0.2, -0.12), 0.15)
            .disc(Pale, (0.08, -0.14), 0.16)
            .oval(Dark, (0.32, -0.1), (0.1, 0.13))
            .line(Dark, 0.06, &[(-0.2, 0.2), (-0.2, 0.4)])
            .line(Dark, 0.06, &[(0.12, 0.2), (0.12, 0.4)]),
        Terrain::Grassland => {
            let petals = [0.0_f32, 72.0, 144.0, 216.0, 288.0].map(f32::to_radians);
            let stem =
                Drawing::new().line(Leaf, 0.08, &[(0.0, 0.46), (0.0, 0.0)]).oval(Leaf, (0.14, 0.32), (0.14, 0.06));
            petals.into_iter().fold(stem, |d, a| d.disc(Pale, (0.17 * a.sin(), -0.14 - 0.17 * a.cos()), 0.12)).disc(
                Gold,
                (0.0, -0.14),
                0.1,
            )
        }
        Terrain::Swamp if first => {
            let mut reeds = Drawing::new().oval(Earth, (0.0, 0.38), (0.42, 0.1));
            for (x, top) in [(-0.2, -0.2), (0.02, -0.42), (0.22, -0.1)] {
                reeds = reeds.line(Leaf, 0.05, &[(x, 0.38), (x, top)]).oval(Wood, (x, top), (0.075, 0.15));
            }
            reeds
        }
        Terrain::Swamp => Drawing::new()
            .line(Wood, 0.15, &[(0.0, 0.44), (0.0, -0.08)])
            .line(Wood, 0.08, &[(0.0, 0.0), (-0.3, -0.34)])
            .line(Wood, 0.08, &[(0.0, 0.0), (0.26, -0.42)])
            .line(Wood, 0.07, &[(0.0, 0.16), (0.3, -0.02)])
            .oval(Earth, (0.0, 0.42), (0.38, 0.08)),
        Terrain::Mine if first => Drawing::new().line(Wood, 0.09, &[(-0.3, 0.44), (0.16, -0.2)]).arc(
            Metal,
            0.11,
            (-0.1, 0.12),
            0.44,
            [-95.0, -5.0],
        ),
        Terrain::Mine => Drawing::new()
            .fill(Stone, &[(-0.48, 0.4), (-0.16, -0.36), (0.02, -0.04), (0.18, -0.24), (0.48, 0.4)])
            .fill(Pale, &[(-0.25, -0.14), (-0.16, -0.36), (-0.06, -0.16), (-0.16, -0.08)]),
        Terrain::Town if first => Drawing::new()
            .rect(Wall, (-0.28, -0.04), (0.56, 0.46))
            .fill(Roof, &[(-0.4, 0.0), (0.0, -0.42), (0.4, 0.0)])
            .rect(Dark, (-0.08, 0.16), (0.16, 0.26)),
        Terrain::Town => Drawing::new()
            .rect(Wall, (-0.4, 0.06), (0.36, 0.36))
            .fill(Roof, &[(-0.46, 0.08), (-0.22, -0.2), (0.02, 0.08)])
            .rect(Wall, (0.04, -0.1), (0.34, 0.52))
            .fill(Roof, &[(-0.02, -0.08), (0.21, -0.44), (0.44, -0.08)]),
    }
}

/// A number on a shield, in strokes or blocks, round or with corners, broad or narrow, upright or slanted.
fn digit(number: u8, dice: &mut Dice) -> Drawing {
    let (width, slant) = (between(dice, 0.1, 0.2), between(dice, -0.2, 0.12));
    let (wide, high) = (between(dice, 0.75, 1.2), between(dice, 0.85, 1.08));
    let lines: &[&[At]] = match (number, pick(dice, 4)) {
        (2, 0) => &[&[(-0.2, -0.38), (0.2, -0.38), (0.2, 0.0), (-0.2, 0.0), (-0.2, 0.38), (0.2, 0.38)]],
        (2, 1) => &[&[(-0.2, -0.26), (-0.08, -0.4), (0.1, -0.4), (0.2, -0.24), (-0.22, 0.4), (0.24, 0.4)]],
        (2, 2) => &[
            &[(-0.22, -0.14), (-0.2, -0.3), (0.0, -0.42), (0.2, -0.26), (0.12, 0.0), (-0.2, 0.38)],
            &[(-0.2, 0.38), (-0.04, 0.28), (0.1, 0.4), (0.24, 0.34)],
        ],
        (2, _) => &[&[
            (-0.22, -0.2),
            (-0.16, -0.36),
            (0.04, -0.42),
            (0.2, -0.32),
            (0.22, -0.16),
            (0.1, 0.04),
            (-0.22, 0.4),
            (0.26, 0.4),
        ]],
        (3, 0) => &[&[(-0.2, -0.38), (0.2, -0.38), (0.2, 0.38), (-0.2, 0.38)], &[(-0.1, 0.0), (0.2, 0.0)]],
        (3, 1) => {
            &[&[(-0.2, -0.4), (0.22, -0.4), (-0.02, -0.08), (0.2, 0.04), (0.22, 0.24), (0.06, 0.4), (-0.22, 0.34)]]
        }
        (3, 2) => &[
            &[(-0.22, -0.3), (-0.1, -0.42), (0.1, -0.42), (0.2, -0.28), (0.14, -0.08), (-0.08, 0.0)],
            &[(-0.08, 0.0), (0.16, 0.06), (0.22, 0.24), (0.1, 0.4), (-0.1, 0.42), (-0.24, 0.3)],
        ],
        (3, _) => &[&[
            (-0.2, -0.34),
            (0.0, -0.42),
            (0.18, -0.34),
            (0.2, -0.18),
            (0.1, -0.04),
            (-0.06, -0.02),
            (0.14, 0.04),
            (0.24, 0.2),
            (0.16, 0.36),
            (-0.02, 0.42),
            (-0.22, 0.34),
        ]],
        (_, 0) => &[&[(0.2, -0.38), (-0.2, -0.38), (-0.2, -0.02), (0.2, -0.02), (0.2, 0.38), (-0.2, 0.38)]],
        (_, 1) => {
            &[&[(0.22, -0.4), (-0.18, -0.4), (-0.2, -0.08), (0.1, -0.1), (0.22, 0.08), (0.16, 0.4), (-0.22, 0.4)]]
        }
        (_, 2) => &[
            &[(-0.16, -0.4), (-0.18, -0.04), (0.06, -0.1), (0.24, 0.12), (0.1, 0.38), (-0.22, 0.36)],
            &[(-0.16, -0.4), (0.04, -0.36), (0.24, -0.42)],
        ],
        _ => &[&[
            (0.2, -0.4),
            (-0.16, -0.4),
            (-0.18, -0.06),
            (0.04, -0.1),
            (0.22, 0.04),
            (0.22, 0.24),
            (0.06, 0.4),
            (-0.2, 0.36),
        ]],
    };
    let formed = |line: &&[At]| line.iter().map(|(x, y)| (wide * x + slant * y, high * y)).collect::<Vec<_>>();
    lines.iter().map(formed).fold(Drawing::new(), |drawing, line| drawing.line(Dark, width, &line))
}
