//! The building tiles of the [`super::woodcut`] edition: prints of its own, kept from training like the rest of it.
//!
//! All lengths are in squares, about the picture's middle where a brush is placed there.

use rand::RngExt;
use tiny_skia::Pixmap;

use super::brush::{Brush, Colour, blank};
use super::woodcut::{BROWN, GOLD, INK, PAPER, fish, frame, seal};
use super::{Dice, between, dice_of_scene};
use crate::domain::{Building, BuildingPoints, Terrain};

const LINE: f32 = 0.018;
const STEEL: Colour = Colour::rgb(168, 176, 186);
const GREY: Colour = Colour::rgb(142, 138, 140);
const GREEN: Colour = Colour::rgb(70, 120, 84);
const BLUE: Colour = Colour::rgb(92, 146, 190);
const EMBER: Colour = Colour::rgb(226, 112, 50);

type At = (f32, f32);

/// How one box of the edition lays its tiles out.
#[derive(Debug, Clone, Copy)]
pub(super) struct TilePrint {
    red: Colour,
    hatched: bool,
    scroll: bool,
    shield_size: f32,
    box_seed: u64,
}

impl TilePrint {
    pub(super) fn of(box_seed: u64) -> Self {
        let dice = &mut dice_of_scene(box_seed, 0);
        let red =
            [Colour::rgb(176, 58, 52), Colour::rgb(198, 84, 66), Colour::rgb(154, 44, 62)][dice.random_range(0..3)];
        Self {
            red: red.shade(between(dice, 0.92, 1.08)),
            hatched: dice.random(),
            scroll: dice.random(),
            shield_size: between(dice, 0.28, 0.34),
            box_seed,
        }
    }

    /// The red side of a tile; the same on every tile of the kind.
    pub(super) fn face(&self, kind: Building, square_px: u32) -> Pixmap {
        let dice = &mut dice_of_scene(self.box_seed, 1 + kind as u64);
        let mut face = blank(square_px, square_px);
        let mut brush = Brush::with_unit(&mut face, square_px as f32);
        brush.rectangle(0.0, 0.0, 1.0, 1.0, self.red);
        if self.hatched {
            for i in 0..22 {
                let x = -0.9 + 0.09 * i as f32;
                brush.polyline(&[(x, 1.0), (x + 1.0, 0.0)], 0.012, self.red.shade(0.82));
            }
        }
        picture(kind, &mut brush.placed(0.46, 0.45, 0.0, between(dice, 0.88, 1.0)));
        if kind.crowns() > 0 {
            seal(&mut brush.placed(0.81, 0.19, 0.0, 1.0));
        }
        self.effect(kind, &mut brush, dice);
        self.shield(kind, &mut brush);
        frame(&mut brush, INK);
        face
    }

    fn effect(&self, kind: Building, brush: &mut Brush, dice: &mut Dice) {
        let mut at = brush.placed(0.2, 0.82, 0.0, 1.0);
        if kind.adds_to_taxes() {
            for x in [-0.03, 0.05] {
                at.circle((x, 0.0), 0.075, INK);
                at.circle((x, 0.0), 0.06, GOLD);
                at.circle((x, 0.0), 0.02, INK);
            }
        } else if dice.random_bool(0.25) {
            rook(&mut at.placed(0.0, 0.0, 0.0, 0.6));
        }
    }

    fn shield(&self, kind: Building, brush: &mut Brush) {
        if kind.points() == BuildingPoints::Fixed(0) {
            return;
        }
        let size = self.shield_size;
        let mut at = brush.placed(0.93 - size / 2.0, 0.93 - size / 2.0, 0.0, size);
        if self.scroll {
            at.outlined(&[(-0.55, -0.4), (0.5, -0.5), (0.55, 0.4), (-0.5, 0.5)], PAPER, 0.05, INK);
        } else {
            at.outlined(&[(-0.5, -0.5), (0.5, -0.5), (0.5, 0.2), (0.0, 0.55), (-0.5, 0.2)], PAPER, 0.05, INK);
        }
        match kind.points() {
            BuildingPoints::Fixed(points) => number(&mut at.placed(0.0, -0.02, 0.0, 0.9), points),
            BuildingPoints::PerTerritory(terrain) => sign(&mut at.placed(0.0, -0.03, 0.0, 0.8), terrain),
            BuildingPoints::PerTower => rook(&mut at.placed(0.0, -0.03, 0.0, 3.0)),
            BuildingPoints::PerKnight => helmet(&mut at.placed(0.0, -0.03, 0.0, 0.85)),
        }
    }
}

/// Blocks of three by five.
fn number(brush: &mut Brush, number: u8) {
    let rows: [&str; 5] = match number {
        2 => ["## ", "  #", " # ", "#  ", "###"],
        3 => ["## ", "  #", " ##", "  #", "## "],
        _ => ["###", "#  ", "## ", "  #", "## "],
    };
    for (row, line) in rows.into_iter().enumerate() {
        for (col, _) in line.char_indices().filter(|(_, c)| *c == '#') {
            brush.rectangle(-0.24 + 0.16 * col as f32, -0.4 + 0.16 * row as f32, 0.165, 0.165, INK);
        }
    }
}

/// What stands for a terrain.
fn sign(brush: &mut Brush, terrain: Terrain) {
    match terrain {
        Terrain::Wheat => {
            for lean in [-0.22, 0.0, 0.22] {
                brush.polyline(&[(0.0, 0.45), (lean, -0.2)], 0.05, INK);
                brush.ellipse((lean * 1.2, -0.24), 0.1, 0.18, GOLD.shade(0.8));
            }
        }
        Terrain::Forest => {
            brush.rectangle(-0.05, 0.2, 0.1, 0.25, BROWN);
            for y in [0.0, 0.16, 0.32] {
                brush.polyline(&[(-0.14 - 0.5 * y, y - 0.1), (0.0, y - 0.42), (0.14 + 0.5 * y, y - 0.1)], 0.11, GREEN);
            }
        }
        Terrain::Lake => {
            for y in [-0.25, 0.0, 0.25] {
                for x in [-0.22, 0.22] {
                    brush.curve((x - 0.22, y), (x, y + 0.26), (x + 0.22, y), 0.08, BLUE);
                }
            }
        }
        Terrain::Grassland => {
            for (dx, dy) in [(0.17, 0.0), (-0.17, 0.0), (0.0, 0.17), (0.0, -0.17)] {
                brush.circle((dx, dy - 0.12), 0.13, GREEN.shade(1.3));
            }
            brush.circle((0.0, -0.12), 0.1, GOLD);
            brush.polyline(&[(0.0, 0.02), (0.0, 0.44)], 0.06, GREEN);
        }
        Terrain::Swamp => {
            brush.ellipse((0.0, 0.24), 0.42, 0.16, BROWN);
            brush.ellipse((0.0, 0.24), 0.28, 0.09, PAPER);
            for x in [-0.14, 0.12] {
                brush.polyline(&[(x, 0.24), (x + 0.04, -0.3)], 0.05, INK);
                brush.ellipse((x + 0.04, -0.3), 0.07, 0.15, BROWN);
            }
        }
        Terrain::Mine => {
            brush.polyline(&[(0.26, 0.42), (-0.14, -0.22)], 0.09, BROWN);
            brush.curve((-0.42, 0.06), (-0.26, -0.34), (0.2, -0.42), 0.11, INK);
        }
        Terrain::Town => {
            for (x, y) in [(-0.2, 0.1), (0.2, -0.06)] {
                brush.outlined(
                    &[(x - 0.16, y + 0.3), (x - 0.16, y), (x + 0.16, y), (x + 0.16, y + 0.3)],
                    PAPER,
                    0.05,
                    INK,
                );
                brush.outlined(&[(x - 0.22, y), (x, y - 0.28), (x + 0.22, y)], Colour::rgb(176, 58, 52), 0.05, INK);
            }
        }
    }
}

/// A tower of 0.26.
fn rook(brush: &mut Brush) {
    let outline = [
        (-0.09, 0.13),
        (-0.07, -0.05),
        (-0.1, -0.05),
        (-0.1, -0.13),
        (-0.04, -0.13),
        (-0.04, -0.09),
        (0.04, -0.09),
        (0.04, -0.13),
        (0.1, -0.13),
        (0.1, -0.05),
        (0.07, -0.05),
        (0.09, 0.13),
    ];
    brush.outlined(&outline, GREY, 0.014, INK);
}

/// A black closed helmet with a plume.
fn helmet(brush: &mut Brush) {
    brush.curve((0.0, -0.3), (0.3, -0.56), (0.36, -0.1), 0.1, INK);
    brush.polygon(&[(-0.3, 0.42), (-0.32, -0.1), (-0.2, -0.3), (0.1, -0.34), (0.26, -0.12), (0.24, 0.42)], INK);
    brush.polyline(&[(-0.34, -0.02), (0.1, -0.02)], 0.06, PAPER);
    for y in [0.14, 0.26] {
        brush.polyline(&[(-0.24, y), (-0.06, y)], 0.04, PAPER);
    }
}

fn picture(kind: Building, brush: &mut Brush) {
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
        Building::SmallTavern => tankard(&mut brush.placed(-0.02, 0.0, 0.0, 1.15)),
        Building::LargeTavern => large_tavern(brush),
        Building::Watchtower => watchtower(brush),
        Building::Fortress => fortress(brush),
        Building::TravellingCastle => travelling_castle(brush),
        Building::TrainingGround => training_ground(brush),
        Building::Statue => statue(brush),
        Building::QueensTower => queens_tower(brush),
    }
}

/// Loaves on a baker's shovel before the oven's arch.
fn bakery(brush: &mut Brush) {
    brush.outlined(
        &[(-0.3, 0.26), (-0.3, -0.06), (-0.18, -0.24), (0.18, -0.24), (0.3, -0.06), (0.3, 0.26)],
        GREY,
        LINE,
        INK,
    );
    brush.ellipse((0.0, 0.02), 0.19, 0.17, INK);
    brush.ellipse((0.0, 0.08), 0.13, 0.09, EMBER);
    brush.polyline(&[(0.02, 0.1), (0.34, 0.36)], 0.04, BROWN);
    for (x, y) in [(-0.08, 0.12), (0.06, 0.06)] {
        brush.ellipse((x, y), 0.095, 0.065, INK);
        brush.ellipse((x, y), 0.08, 0.05, GOLD);
        brush.polyline(&[(x - 0.03, y + 0.02), (x + 0.03, y - 0.02)], 0.012, INK);
    }
}

/// A blade that stands half in a log.
fn sawmill(brush: &mut Brush) {
    for i in 0..16 {
        let mut arm = brush.placed(0.0, -0.04, 22.5 * i as f32, 1.0);
        arm.polygon(&[(-0.05, -0.22), (0.03, -0.3), (0.05, -0.22)], INK);
    }
    brush.circle((0.0, -0.04), 0.24, INK);
    brush.circle((0.0, -0.04), 0.222, STEEL);
    brush.circle((0.0, -0.04), 0.05, INK);
    brush.outlined(&[(-0.36, 0.08), (0.3, 0.08), (0.3, 0.26), (-0.36, 0.26)], BROWN, LINE, INK);
    brush.ellipse((0.3, 0.17), 0.06, 0.09, INK);
    brush.ellipse((0.3, 0.17), 0.045, 0.075, PAPER);
    brush.polyline(&[(-0.3, 0.15), (0.1, 0.15)], 0.01, INK);
    brush.polyline(&[(-0.2, 0.2), (0.18, 0.2)], 0.01, INK);
}

/// Fish over a basket.
fn fishery(brush: &mut Brush) {
    fish(&mut brush.placed(-0.02, -0.14, -12.0, 1.05));
    brush.outlined(&[(-0.28, 0.08), (0.26, 0.08), (0.2, 0.3), (-0.22, 0.3)], BROWN, LINE, INK);
    for y in [0.15, 0.22] {
        brush.polyline(&[(-0.25, y), (0.23, y)], 0.012, INK);
    }
    for x in [-0.14, 0.0, 0.14] {
        brush.polyline(&[(x, 0.09), (x * 0.8, 0.29)], 0.012, INK);
    }
}

/// Shears, a thread and its needle.
fn tailor(brush: &mut Brush) {
    for side in [-1.0, 1.0] {
        brush.outlined(
            &[(side * 0.02, -0.34), (side * 0.1, -0.3), (-side * 0.04, 0.06), (-side * 0.08, 0.02)],
            STEEL,
            LINE,
            INK,
        );
        brush.circle((-side * 0.12, 0.16), 0.11, INK);
        brush.circle((-side * 0.12, 0.16), 0.06, PAPER);
    }
    brush.polyline(&[(0.26, -0.3), (0.2, 0.3)], 0.028, INK);
    brush.curve((0.26, -0.26), (0.44, 0.0), (0.24, 0.1), 0.014, PAPER);
    brush.curve((0.24, 0.1), (0.1, 0.2), (0.3, 0.32), 0.014, PAPER);
}

/// A bent hat over an open book of stars.
fn wizard_school(brush: &mut Brush) {
    let violet = Colour::rgb(96, 74, 140);
    brush.outlined(&[(-0.2, 0.06), (-0.06, -0.24), (0.2, -0.32), (0.1, -0.16), (0.18, 0.06)], violet, LINE, INK);
    brush.ellipse((0.0, 0.07), 0.3, 0.075, INK);
    brush.ellipse((0.0, 0.065), 0.28, 0.058, violet);
    brush.outlined(&[(-0.3, 0.18), (0.0, 0.23), (0.3, 0.18), (0.3, 0.32), (0.0, 0.36), (-0.3, 0.32)], PAPER, LINE, INK);
    for (x, y, size) in [(-0.02, -0.06, 0.07), (-0.28, -0.2, 0.06), (0.28, -0.1, 0.05), (-0.14, 0.27, 0.045)] {
        star(&mut brush.placed(x, y, 0.0, size));
    }
}

/// Two crossed rhombs.
fn star(brush: &mut Brush) {
    for turn in [0.0, 90.0] {
        brush.placed(0.0, 0.0, turn, 1.0).polygon(&[(-1.0, 0.0), (0.0, -0.35), (1.0, 0.0), (0.0, 0.35)], GOLD);
    }
}

/// A smith's anvil on its block, sparks and a hammer.
fn foundry(brush: &mut Brush) {
    brush.outlined(&[(-0.16, 0.14), (0.16, 0.14), (0.2, 0.34), (-0.2, 0.34)], BROWN, LINE, INK);
    brush.polygon(
        &[
            (-0.36, -0.04),
            (0.26, -0.04),
            (0.2, 0.06),
            (0.08, 0.08),
            (0.1, 0.15),
            (-0.12, 0.15),
            (-0.1, 0.08),
            (-0.24, 0.06),
        ],
        INK,
    );
    brush.polyline(&[(-0.04, -0.1), (0.22, -0.3)], 0.035, BROWN);
    brush.placed(-0.02, -0.12, -38.0, 1.0).outlined(
        &[(-0.06, -0.1), (0.05, -0.1), (0.05, 0.1), (-0.06, 0.1)],
        STEEL,
        LINE,
        INK,
    );
    for (x, y) in [(-0.24, -0.14), (-0.3, -0.24), (-0.16, -0.26), (0.3, -0.14)] {
        star(&mut brush.placed(x, y, 20.0, 0.045));
    }
}

/// A nave with its tower and a cross on top.
fn church(brush: &mut Brush) {
    brush.outlined(
        &[(-0.08, 0.32), (-0.08, 0.08), (0.06, -0.06), (0.3, -0.06), (0.34, 0.08), (0.34, 0.32)],
        PAPER,
        LINE,
        INK,
    );
    brush.outlined(&[(-0.1, 0.1), (0.04, -0.08), (0.3, -0.08), (0.38, 0.1)], INK, LINE, INK);
    brush.outlined(&[(-0.28, 0.32), (-0.28, -0.08), (-0.17, -0.28), (-0.06, -0.08), (-0.06, 0.32)], PAPER, LINE, INK);
    brush.polyline(&[(-0.17, -0.26), (-0.17, -0.42)], 0.03, GOLD);
    brush.polyline(&[(-0.23, -0.37), (-0.11, -0.37)], 0.03, GOLD);
    brush.ellipse((-0.17, 0.0), 0.035, 0.06, INK);
    brush.rectangle(-0.21, 0.18, 0.08, 0.14, BROWN);
    for x in [0.06, 0.2] {
        brush.ellipse((x, 0.2), 0.03, 0.06, BLUE);
    }
}

/// A pair of scales over a heap of coins.
fn tax_office(brush: &mut Brush) {
    brush.polyline(&[(0.0, -0.34), (0.0, 0.14)], 0.03, INK);
    brush.polyline(&[(-0.26, -0.24), (0.26, -0.24)], 0.03, INK);
    for x in [-0.26, 0.26] {
        brush.polyline(&[(x - 0.1, -0.02), (x, -0.24), (x + 0.1, -0.02)], 0.012, INK);
        brush.outlined(&[(x - 0.13, -0.02), (x + 0.13, -0.02), (x + 0.06, 0.05), (x - 0.06, 0.05)], GOLD, LINE, INK);
    }
    for (x, y) in [(-0.14, 0.28), (0.0, 0.28), (0.14, 0.28), (-0.07, 0.18), (0.07, 0.18)] {
        disc(brush, (x, y), 0.075);
    }
}

fn disc(brush: &mut Brush, at: At, radius: f32) {
    brush.circle(at, radius, INK);
    brush.circle(at, 0.8 * radius, GOLD);
}

/// An open chest, coins to the brim.
fn treasure_chest(brush: &mut Brush) {
    brush.outlined(&[(-0.28, -0.06), (-0.32, -0.28), (0.24, -0.28), (0.28, -0.06)], BROWN, LINE, INK);
    for (x, y) in [(-0.18, -0.06), (-0.06, -0.1), (0.07, -0.1), (0.18, -0.05)] {
        disc(brush, (x, y), 0.075);
    }
    brush.outlined(&[(-0.3, -0.02), (0.3, -0.02), (0.28, 0.28), (-0.28, 0.28)], BROWN, LINE, INK);
    for x in [-0.18, 0.18] {
        brush.polyline(&[(x, -0.02), (x, 0.28)], 0.035, INK);
    }
    brush.outlined(&[(-0.06, 0.02), (0.06, 0.02), (0.06, 0.13), (-0.06, 0.13)], GOLD, LINE, INK);
}

/// One foaming mug.
fn tankard(brush: &mut Brush) {
    brush.curve((0.13, -0.06), (0.32, 0.06), (0.13, 0.2), 0.05, INK);
    brush.outlined(&[(-0.17, -0.14), (0.15, -0.14), (0.13, 0.28), (-0.15, 0.28)], GOLD, LINE, INK);
    for x in [-0.08, 0.0, 0.07] {
        brush.polyline(&[(x, -0.06), (x, 0.22)], 0.012, INK);
    }
    for (x, y, r) in [(-0.14, -0.15, 0.08), (0.0, -0.2, 0.1), (0.12, -0.15, 0.075)] {
        brush.circle((x, y), r + 0.014, INK);
        brush.circle((x, y), r, PAPER);
    }
}

/// A barrel between two mugs.
fn large_tavern(brush: &mut Brush) {
    brush.outlined(
        &[(-0.15, -0.34), (0.15, -0.34), (0.22, -0.1), (0.15, 0.14), (-0.15, 0.14), (-0.22, -0.1)],
        BROWN,
        LINE,
        INK,
    );
    for y in [-0.25, 0.05] {
        brush.polyline(&[(-0.18, y), (0.18, y)], 0.035, INK);
    }
    tankard(&mut brush.placed(-0.22, 0.16, -8.0, 0.68));
    tankard(&mut brush.placed(0.16, 0.16, 8.0, 0.68));
}

/// A slender tower, its lookout wider than its shaft.
fn watchtower(brush: &mut Brush) {
    brush.outlined(&[(-0.1, 0.36), (-0.07, -0.12), (0.07, -0.12), (0.1, 0.36)], GREY, LINE, INK);
    for (x, y) in [(-0.03, 0.0), (0.04, 0.08), (-0.04, 0.18), (0.03, 0.27)] {
        brush.polyline(&[(x - 0.03, y), (x + 0.03, y)], 0.012, INK);
    }
    brush.outlined(&[(-0.15, -0.08), (-0.15, -0.22), (0.15, -0.22), (0.15, -0.08)], PAPER, LINE, INK);
    brush.rectangle(-0.08, -0.19, 0.05, 0.07, INK);
    brush.rectangle(0.03, -0.19, 0.05, 0.07, INK);
    brush.outlined(&[(-0.19, -0.21), (0.0, -0.4), (0.19, -0.21)], BROWN, LINE, INK);
}

/// A broad wall and a gate.
fn fortress(brush: &mut Brush) {
    let mut outline = vec![(-0.36, 0.28)];
    for i in 0..5 {
        let x = -0.36 + 0.16 * i as f32;
        outline.extend([(x, -0.16), (x + 0.08, -0.16), (x + 0.08, -0.08), (x + 0.16, -0.08)]);
    }
    outline.truncate(outline.len() - 2);
    outline.extend([(0.36, -0.16), (0.36, 0.28)]);
    brush.outlined(&outline, GREY, LINE, INK);
    for (x, y) in [(-0.26, 0.02), (-0.1, 0.02), (0.22, 0.02), (-0.28, 0.14), (0.26, 0.14)] {
        brush.polyline(&[(x - 0.04, y), (x + 0.04, y)], 0.012, INK);
    }
    brush.circle((0.0, 0.14), 0.1, INK);
    brush.rectangle(-0.1, 0.14, 0.2, 0.14, INK);
    for x in [-0.04, 0.04] {
        brush.polyline(&[(x, 0.08), (x, 0.28)], 0.012, PAPER);
    }
}

/// A castle that walks on two bird's legs.
fn travelling_castle(brush: &mut Brush) {
    for (x, knee) in [(-0.12, -0.22), (0.12, 0.04)] {
        brush.polyline(&[(x, 0.08), (knee, 0.2), (x + 0.02, 0.32)], 0.035, INK);
        brush.polyline(&[(x - 0.06, 0.36), (x + 0.02, 0.32), (x + 0.11, 0.36)], 0.03, INK);
    }
    brush.outlined(&[(-0.26, 0.1), (-0.26, -0.1), (0.26, -0.1), (0.26, 0.1)], PAPER, LINE, INK);
    for (x, top) in [(-0.2, -0.18), (0.0, -0.26), (0.2, -0.18)] {
        brush.outlined(&[(x - 0.07, -0.08), (x - 0.07, top), (x + 0.07, top), (x + 0.07, -0.08)], PAPER, LINE, INK);
        brush.outlined(&[(x - 0.1, top), (x, top - 0.13), (x + 0.1, top)], INK, LINE, INK);
    }
    brush.rectangle(-0.04, -0.02, 0.08, 0.12, INK);
}

/// Two swords before a target.
fn training_ground(brush: &mut Brush) {
    for (radius, colour) in [(0.24, INK), (0.222, PAPER), (0.15, EMBER), (0.08, PAPER)] {
        brush.circle((0.0, 0.0), radius, colour);
    }
    for turn in [-45.0, 45.0] {
        let mut sword = brush.placed(0.0, 0.0, turn, 1.0);
        sword.outlined(&[(-0.03, 0.18), (-0.03, -0.3), (0.0, -0.37), (0.03, -0.3), (0.03, 0.18)], STEEL, LINE, INK);
        sword.polyline(&[(-0.1, 0.19), (0.1, 0.19)], 0.04, INK);
        sword.polyline(&[(0.0, 0.2), (0.0, 0.34)], 0.04, BROWN);
    }
}

/// A crowned figure on a stepped base.
fn statue(brush: &mut Brush) {
    brush.outlined(&[(-0.12, 0.24), (-0.12, 0.06), (0.12, 0.06), (0.12, 0.24)], PAPER, LINE, INK);
    brush.outlined(&[(-0.2, 0.34), (-0.2, 0.24), (0.2, 0.24), (0.2, 0.34)], PAPER, LINE, INK);
    brush.outlined(&[(-0.09, 0.06), (-0.07, -0.16), (0.07, -0.16), (0.09, 0.06)], STEEL, LINE, INK);
    brush.polyline(&[(0.06, -0.12), (0.18, -0.26), (0.18, -0.36)], 0.04, INK);
    brush.polyline(&[(-0.06, -0.12), (-0.14, 0.0)], 0.04, INK);
    brush.circle((0.0, -0.23), 0.078, INK);
    brush.circle((0.0, -0.23), 0.062, STEEL);
}

/// A white tower with a spire, a rose on its wall.
fn queens_tower(brush: &mut Brush) {
    brush.outlined(&[(-0.14, 0.34), (-0.12, -0.08), (0.12, -0.08), (0.14, 0.34)], PAPER, LINE, INK);
    brush.outlined(&[(-0.19, -0.07), (0.0, -0.36), (0.19, -0.07)], Colour::rgb(96, 74, 140), LINE, INK);
    brush.curve((0.0, 0.3), (0.06, 0.2), (0.0, 0.12), 0.02, GREEN);
    for (dx, dy) in [(0.045, 0.0), (-0.045, 0.0), (0.0, 0.045), (0.0, -0.045)] {
        brush.circle((dx, 0.06 + dy), 0.045, Colour::rgb(176, 58, 52));
    }
    brush.circle((0.0, 0.06), 0.025, GOLD);
}
