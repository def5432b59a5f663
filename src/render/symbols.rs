//! The small signs on the tiles of the [`super::edition`]s: crowns, and what stands in a building tile's corners, each in several
//! ways.

use super::drawing::{At, Drawing, Hand, Tone, pick};
use super::emblems::{battlements, coin};
use super::motifs::house;
use super::{Dice, between};
use crate::domain::{Building, BuildingPoints, Terrain};
use Tone::*;

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
    match pick(dice, 4) {
        0 => {
            let shaft = Drawing::new().fill(Stone, &[(-0.22, 0.44), (-0.18, -0.2), (0.18, -0.2), (0.22, 0.44)]);
            battlements(shaft.rect(Stone, (-0.27, -0.28), (0.54, 0.14)), Stone, (-0.27, -0.27), 0.54, 3)
        }
        1 => Drawing::new()
            .rect(Stone, (-0.2, -0.1), (0.4, 0.54))
            .fill(Stone, &[(-0.28, -0.08), (0.0, -0.46), (0.28, -0.08)])
            .rect(Dark, (-0.05, 0.2), (0.1, 0.24)),
        2 => {
            let foot = Drawing::new()
                .rect(Stone, (-0.34, 0.32), (0.68, 0.14))
                .fill(Stone, &[(-0.24, 0.34), (-0.15, -0.16), (0.15, -0.16), (0.24, 0.34)]);
            battlements(foot, Stone, (-0.25, -0.16), 0.5, 2 + pick(dice, 3)).line(
                Dark,
                0.05,
                &[(0.0, -0.02), (0.0, 0.16)],
            )
        }
        _ => {
            let storeys =
                Drawing::new().rect(Stone, (-0.26, 0.0), (0.52, 0.46)).rect(Stone, (-0.17, -0.34), (0.34, 0.36));
            battlements(storeys, Stone, (-0.2, -0.32), 0.4, 3).rect(Dark, (-0.08, 0.22), (0.16, 0.24))
        }
    }
}

/// A black knight: a horse's head, a helmet, wooden figures, a sword or a coat of arms.
pub(super) fn knight_symbol(dice: &mut Dice) -> Drawing {
    match pick(dice, 7) {
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
        2 => Drawing::new()
            .disc(Dark, (0.0, -0.28), 0.16)
            .fill(Dark, &[(-0.34, 0.46), (-0.24, -0.12), (0.24, -0.12), (0.34, 0.46)])
            .line(Dark, 0.05, &[(0.36, 0.46), (0.36, -0.42)]),
        3 => Drawing::new()
            .disc(Dark, (0.0, -0.26), 0.2)
            .rect(Dark, (-0.22, -0.1), (0.44, 0.1))
            .fill(Dark, &[(-0.12, 0.0), (0.12, 0.0), (0.2, 0.3), (-0.2, 0.3)])
            .rect(Dark, (-0.32, 0.28), (0.64, 0.18)),
        4 => Drawing::new()
            .fill(Dark, &[(-0.34, -0.42), (0.34, -0.42), (0.32, 0.06), (0.0, 0.48), (-0.32, 0.06)])
            .line(Pale, 0.09, &[(0.0, -0.34), (0.0, 0.34)])
            .line(Pale, 0.09, &[(-0.26, -0.12), (0.26, -0.12)]),
        5 => Drawing::new()
            .fill(Dark, &[(-0.08, 0.2), (-0.08, -0.36), (0.0, -0.48), (0.08, -0.36), (0.08, 0.2)])
            .line(Dark, 0.09, &[(-0.26, 0.2), (0.26, 0.2)])
            .line(Dark, 0.1, &[(0.0, 0.2), (0.0, 0.46)]),
        _ => Drawing::new()
            .oval(Dark, (0.0, 0.04), (0.3, 0.38))
            .rect(Dark, (-0.3, 0.06), (0.6, 0.36))
            .fill(Cloth, &[(0.0, -0.3), (0.1, -0.5), (0.4, -0.44), (0.28, -0.2)])
            .line(Pale, 0.08, &[(-0.24, 0.02), (0.24, 0.02)]),
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

/// What stands for a terrain on a shield.
fn terrain_symbol(terrain: Terrain, dice: &mut Dice) -> Drawing {
    match terrain {
        Terrain::Wheat => of_wheat(dice),
        Terrain::Forest => of_forest(dice),
        Terrain::Lake => of_lake(dice),
        Terrain::Grassland => of_grassland(dice),
        Terrain::Swamp => of_swamp(dice),
        Terrain::Mine => of_mine(dice),
        Terrain::Town => of_town(dice),
    }
}

/// An ear on its stalk.
fn ear() -> Drawing {
    let stalk = Drawing::new().line(Gold, 0.07, &[(0.0, 0.46), (0.0, -0.3)]);
    [-0.26, -0.06, 0.14].into_iter().fold(stalk, |ear, y| {
        ear.line(Gold, 0.1, &[(0.0, y + 0.1), (-0.17, y - 0.08)]).line(Gold, 0.1, &[(0.0, y + 0.1), (0.17, y - 0.08)])
    })
}

fn of_wheat(dice: &mut Dice) -> Drawing {
    match pick(dice, 5) {
        0 => ear(),
        1 => Drawing::new()
            .fill(Gold, &[(-0.36, -0.42), (0.36, -0.42), (0.1, 0.06), (0.32, 0.46), (-0.32, 0.46), (-0.1, 0.06)])
            .line(Wood, 0.09, &[(-0.14, 0.06), (0.14, 0.06)]),
        2 => fanned(&ear(), 2 + pick(dice, 2)),
        3 => {
            let grain = |drawing: Drawing, y: f32| {
                drawing.oval(Gold, (-0.11, y), (0.1, 0.075)).oval(Gold, (0.11, y - 0.06), (0.1, 0.075))
            };
            let stalk = Drawing::new().line(Gold, 0.05, &[(0.0, 0.48), (0.0, -0.3)]);
            [-0.24, -0.08, 0.08].into_iter().fold(stalk, grain).oval(Gold, (0.0, -0.4), (0.08, 0.1))
        }
        _ => [-0.3_f32, -0.15, 0.0, 0.15, 0.3]
            .into_iter()
            .fold(Drawing::new(), |sheaf, x| {
                sheaf.line(Gold, 0.06, &[(1.2 * x, 0.46), (0.3 * x, 0.1), (1.3 * x, -0.3)]).oval(
                    Gold,
                    (1.35 * x, -0.34),
                    (0.06, 0.12),
                )
            })
            .line(Wood, 0.08, &[(-0.12, 0.1), (0.12, 0.1)]),
    }
}

/// Some of the same beside each other, those at the sides leaning outwards.
fn fanned(one: &Drawing, count: usize) -> Drawing {
    let middle = (count - 1) as f32 / 2.0;
    (0..count).fold(Drawing::new(), |all, i| {
        let aside = (i as f32 - middle) / middle.max(1.0);
        all.and(one, (0.27 * aside, 0.04 * aside.abs()), 0.86, 16.0 * aside)
    })
}

fn fir() -> Drawing {
    Drawing::new()
        .rect(Wood, (-0.06, 0.22), (0.12, 0.24))
        .fill(Leaf, &[(-0.36, 0.28), (0.0, -0.14), (0.36, 0.28)])
        .fill(Leaf, &[(-0.26, 0.0), (0.0, -0.46), (0.26, 0.0)])
}

fn of_forest(dice: &mut Dice) -> Drawing {
    match pick(dice, 6) {
        0 => fir(),
        1 => Drawing::new()
            .rect(Wood, (-0.07, 0.1), (0.14, 0.36))
            .disc(Leaf, (-0.16, -0.02), 0.2)
            .disc(Leaf, (0.16, -0.02), 0.2)
            .disc(Leaf, (0.0, -0.22), 0.23),
        2 => Drawing::new().and(&fir(), (-0.2, 0.06), 0.7, 0.0).and(&fir(), (0.2, -0.02), 0.82, 0.0),
        3 => {
            Drawing::new().rect(Wood, (-0.06, 0.1), (0.12, 0.36)).fill(Leaf, &[(-0.28, 0.2), (0.0, -0.5), (0.28, 0.2)])
        }
        4 => Drawing::new().rect(Wood, (-0.07, 0.1), (0.14, 0.36)).oval(Leaf, (0.0, -0.12), (0.34, 0.32)),
        _ => Drawing::new()
            .fill(Leaf, &[(0.0, -0.48), (0.24, -0.2), (0.28, 0.06), (0.0, 0.3), (-0.28, 0.06), (-0.24, -0.2)])
            .line(Wood, 0.05, &[(0.0, 0.48), (0.0, -0.3)])
            .line(Wood, 0.035, &[(-0.16, -0.1), (0.0, 0.08), (0.16, -0.1)]),
    }
}

fn of_lake(dice: &mut Dice) -> Drawing {
    let wave = |y: f32| {
        [(-0.44, y), (-0.28, y - 0.12), (-0.08, y + 0.06), (0.12, y - 0.12), (0.3, y + 0.06), (0.44, y - 0.04)]
    };
    match pick(dice, 5) {
        0 => {
            let (first, count) = [(-0.22, 3), (-0.1, 2)][pick(dice, 2)];
            (0..count).fold(Drawing::new(), |waves, i| waves.line(Water, 0.1, &wave(first + 0.26 * i as f32)))
        }
        1 => Drawing::new().fill(Water, &[(0.0, -0.48), (0.2, -0.1), (-0.2, -0.1)]).disc(Water, (0.0, 0.12), 0.28),
        2 => Drawing::new()
            .fill(Water, &[(0.16, 0.0), (0.46, -0.24), (0.46, 0.24)])
            .oval(Water, (-0.1, 0.0), (0.36, 0.22))
            .disc(Pale, (-0.28, -0.05), 0.05),
        3 => Drawing::new()
            .oval(Water, (0.0, 0.04), (0.46, 0.32))
            .line(Pale, 0.05, &[(-0.26, -0.04), (-0.12, -0.1), (0.02, -0.04)])
            .line(Pale, 0.05, &[(-0.02, 0.16), (0.12, 0.1), (0.26, 0.16)]),
        _ => Drawing::new()
            .fill(Wood, &[(-0.4, 0.1), (0.4, 0.1), (0.24, 0.3), (-0.24, 0.3)])
            .line(Wood, 0.05, &[(0.0, 0.1), (0.0, -0.46)])
            .fill(Pale, &[(0.04, -0.44), (0.36, 0.02), (0.04, 0.02)])
            .line(Water, 0.08, &wave(0.42)),
    }
}

fn of_grassland(dice: &mut Dice) -> Drawing {
    let blades = |count: usize| {
        (0..count).fold(Drawing::new(), |tuft, i| {
            let aside = i as f32 - (count - 1) as f32 / 2.0;
            let tip = (0.2 * aside, -0.42 + 0.12 * aside.abs());
            tuft.fill(Leaf, &[(0.06 * aside - 0.07, 0.42), tip, (0.06 * aside + 0.07, 0.42)])
        })
    };
    match pick(dice, 6) {
        0 => Drawing::new()
            .oval(Pale, (-0.06, 0.0), (0.34, 0.23))
            .disc(Pale, (-0.2, -0.12), 0.15)
            .disc(Pale, (0.08, -0.14), 0.16)
            .oval(Dark, (0.32, -0.1), (0.1, 0.13))
            .line(Dark, 0.06, &[(-0.2, 0.2), (-0.2, 0.4)])
            .line(Dark, 0.06, &[(0.12, 0.2), (0.12, 0.4)]),
        1 => blossom(5),
        2 => blades(3 + pick(dice, 3)),
        3 => [(-0.16, -0.06), (0.16, -0.06), (0.0, -0.28)]
            .into_iter()
            .fold(Drawing::new().line(Leaf, 0.07, &[(0.08, 0.46), (0.0, 0.0)]), |clover, at| {
                clover.disc(Leaf, at, 0.19)
            }),
        4 => Drawing::new()
            .disc(Pale, (0.0, -0.2), 0.22)
            .disc(Pale, (-0.2, -0.1), 0.16)
            .disc(Pale, (0.2, -0.1), 0.16)
            .oval(Dark, (0.0, 0.12), (0.2, 0.3))
            .line(Dark, 0.09, &[(-0.36, 0.0), (0.36, 0.0)]),
        _ => blossom(4 + 2 * pick(dice, 3)).and(&blades(2), (0.22, 0.26), 0.4, 12.0),
    }
}

fn blossom(petals: usize) -> Drawing {
    let stem = Drawing::new().line(Leaf, 0.08, &[(0.0, 0.46), (0.0, 0.0)]).oval(Leaf, (0.14, 0.32), (0.14, 0.06));
    let angles = (0..petals).map(|i| (360.0 * i as f32 / petals as f32).to_radians());
    let radius = 0.6 / petals as f32;
    angles.fold(stem, |d, a| d.disc(Pale, (0.17 * a.sin(), -0.14 - 0.17 * a.cos()), radius)).disc(
        Gold,
        (0.0, -0.14),
        0.1,
    )
}

fn of_swamp(dice: &mut Dice) -> Drawing {
    let reeds = |ground: Drawing, spots: &[(f32, f32)]| {
        spots.iter().fold(ground, |reeds, &(x, top)| {
            reeds.line(Leaf, 0.05, &[(x, 0.38), (x, top)]).oval(Wood, (x, top), (0.075, 0.15))
        })
    };
    let puddle = || Drawing::new().oval(Earth, (0.0, 0.38), (0.42, 0.1));
    match pick(dice, 6) {
        0 => reeds(puddle(), &[(-0.2, -0.2), (0.02, -0.42), (0.22, -0.1)]),
        1 => Drawing::new()
            .line(Wood, 0.15, &[(0.0, 0.44), (0.0, -0.08)])
            .line(Wood, 0.08, &[(0.0, 0.0), (-0.3, -0.34)])
            .line(Wood, 0.08, &[(0.0, 0.0), (0.26, -0.42)])
            .line(Wood, 0.07, &[(0.0, 0.16), (0.3, -0.02)])
            .oval(Earth, (0.0, 0.42), (0.38, 0.08)),
        2 => reeds(Drawing::new(), &[(-0.14, -0.16), (0.14, -0.36)])
            .line(Leaf, 0.07, &[(-0.02, 0.42), (-0.2, 0.1), (-0.36, -0.06)])
            .line(Leaf, 0.07, &[(0.04, 0.42), (0.26, 0.14), (0.4, 0.06)]),
        3 => Drawing::new()
            .oval(Leaf, (0.0, 0.2), (0.44, 0.2))
            .fill(Pale, &[(0.0, 0.2), (0.3, 0.3), (0.34, 0.16)])
            .fill(Cloth, &[(-0.26, -0.1), (-0.12, -0.3), (0.0, -0.12), (0.12, -0.3), (0.26, -0.1), (0.0, 0.18)]),
        4 => Drawing::new()
            .oval(Earth, (0.0, 0.26), (0.46, 0.18))
            .disc(Leaf, (-0.14, 0.12), 0.12)
            .disc(Leaf, (0.16, -0.1), 0.09)
            .disc(Leaf, (-0.04, -0.34), 0.06),
        _ => Drawing::new()
            .oval(Leaf, (0.0, 0.12), (0.36, 0.26))
            .disc(Leaf, (-0.2, -0.16), 0.13)
            .disc(Leaf, (0.2, -0.16), 0.13)
            .disc(Dark, (-0.2, -0.18), 0.055)
            .disc(Dark, (0.2, -0.18), 0.055)
            .line(Dark, 0.04, &[(-0.2, 0.14), (0.0, 0.22), (0.2, 0.14)]),
    }
}

fn of_mine(dice: &mut Dice) -> Drawing {
    let pickaxe = || {
        Drawing::new().line(Wood, 0.09, &[(-0.3, 0.44), (0.16, -0.2)]).arc(
            Metal,
            0.11,
            (-0.1, 0.12),
            0.44,
            [-95.0, -5.0],
        )
    };
    match pick(dice, 6) {
        0 => pickaxe(),
        1 => Drawing::new()
            .fill(Stone, &[(-0.48, 0.4), (-0.16, -0.36), (0.02, -0.04), (0.18, -0.24), (0.48, 0.4)])
            .fill(Pale, &[(-0.25, -0.14), (-0.16, -0.36), (-0.06, -0.16), (-0.16, -0.08)]),
        2 => pickaxe()
            .line(Wood, 0.09, &[(0.3, 0.44), (-0.1, -0.14)])
            .fill(Metal, &[(-0.36, -0.16), (-0.06, -0.38), (0.04, -0.24), (-0.26, -0.02)]),
        3 => Drawing::new()
            .fill(Stone, &[(-0.46, 0.42), (0.0, -0.46), (0.46, 0.42)])
            .fill(Dark, &[(-0.14, 0.42), (-0.12, 0.14), (0.12, 0.14), (0.14, 0.42)]),
        4 => Drawing::new()
            .fill(Water, &[(-0.24, -0.36), (0.24, -0.36), (0.42, -0.1), (0.0, 0.44), (-0.42, -0.1)])
            .line(Pale, 0.035, &[(-0.42, -0.1), (0.42, -0.1)])
            .line(Pale, 0.035, &[(-0.14, -0.1), (0.0, 0.4), (0.14, -0.1)]),
        _ => Drawing::new()
            .disc(Stone, (-0.18, -0.16), 0.16)
            .disc(Gold, (0.12, -0.18), 0.15)
            .fill(Wood, &[(-0.44, -0.1), (0.44, -0.1), (0.3, 0.26), (-0.3, 0.26)])
            .disc(Dark, (-0.18, 0.34), 0.12)
            .disc(Dark, (0.18, 0.34), 0.12),
    }
}

fn of_town(dice: &mut Dice) -> Drawing {
    let hut = |(x, y): At, (half, high): At| {
        Drawing::new()
            .rect(Wall, (x - half, y - high), (2.0 * half, high))
            .fill(Roof, &[(x - 1.3 * half, y - high), (x, y - high - 1.2 * half), (x + 1.3 * half, y - high)])
    };
    let all = |huts: &[Drawing]| huts.iter().fold(Drawing::new(), |town, hut| town.and(hut, (0.0, 0.0), 1.0, 0.0));
    match pick(dice, 5) {
        0 => Drawing::new()
            .rect(Wall, (-0.28, -0.04), (0.56, 0.46))
            .fill(Roof, &[(-0.4, 0.0), (0.0, -0.42), (0.4, 0.0)])
            .rect(Dark, (-0.08, 0.16), (0.16, 0.26)),
        1 => Drawing::new()
            .rect(Wall, (-0.4, 0.06), (0.36, 0.36))
            .fill(Roof, &[(-0.46, 0.08), (-0.22, -0.2), (0.02, 0.08)])
            .rect(Wall, (0.04, -0.1), (0.34, 0.52))
            .fill(Roof, &[(-0.02, -0.08), (0.21, -0.44), (0.44, -0.08)]),
        2 => all(&[hut((-0.28, 0.4), (0.16, 0.3)), hut((0.28, 0.4), (0.16, 0.3)), hut((0.0, 0.44), (0.18, 0.5))]),
        3 => all(&[hut((0.16, 0.02), (0.17, 0.18)), hut((-0.16, 0.42), (0.2, 0.24))]),
        _ => Drawing::new().and(&house(dice), (-0.08, 0.06), 0.66, 0.0),
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
