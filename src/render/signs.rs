//! What stands for a terrain on the shields of the [`super::edition`]s: something that grows, lies or is done there, alone or a few
//! of it together.
//!
//! Nobody knows how another edition draws wheat: every sign has several things to show, each of measures by lot.

use super::drawing::{At, Drawing, Tone, pick};
use super::motifs::{MOTIFS, house, motif};
use super::{Dice, between, by_chance};
use crate::domain::Terrain;
use Tone::*;

/// What stands for a terrain on a shield. One in six is what the land of some edition is strewn with.
pub(super) fn terrain_sign(terrain: Terrain, dice: &mut Dice) -> Drawing {
    let one = match terrain {
        _ if by_chance(dice, 0.17) => motif(terrain, pick(dice, MOTIFS), dice),
        Terrain::Wheat => of_wheat(dice),
        Terrain::Forest => of_forest(dice),
        Terrain::Lake => of_lake(dice),
        Terrain::Grassland => of_grassland(dice),
        Terrain::Swamp => of_swamp(dice),
        Terrain::Mine => of_mine(dice),
        Terrain::Town => of_town(dice),
    };
    arranged(&one, dice)
}

/// Every other sign shows one; the others two or three, side by side, fanned out, in a heap or a small one before a large one.
fn arranged(one: &Drawing, dice: &mut Dice) -> Drawing {
    let of =
        |places: &[(At, f32)]| places.iter().fold(Drawing::new(), |all, &(at, scale)| all.and(one, at, scale, 0.0));
    match pick(dice, 10) {
        0 => of(&[((-0.22, 0.0), 0.62), ((0.22, 0.0), 0.62)]),
        1 => fanned(one, 2 + pick(dice, 2), between(dice, 4.0, 26.0)),
        2 => of(&[((-0.28, 0.0), 0.5), ((0.0, 0.0), 0.5), ((0.28, 0.0), 0.5)]),
        3 => of(&[((0.0, -0.22), 0.5), ((-0.24, 0.2), 0.5), ((0.24, 0.2), 0.5)]),
        4 => of(&[((-0.1, -0.06), 0.86), ((0.26, 0.2), 0.5)]),
        _ => of(&[((0.0, 0.0), 1.0)]),
    }
}

/// Some of the same beside each other, those at the sides leaning outwards by so much.
fn fanned(one: &Drawing, count: usize, lean_deg: f32) -> Drawing {
    let middle = (count - 1) as f32 / 2.0;
    (0..count).fold(Drawing::new(), |all, i| {
        let aside = (i as f32 - middle) / middle.max(1.0);
        all.and(one, (0.25 * aside, 0.04 * aside.abs()), 0.84, lean_deg * aside)
    })
}

/// So many places in a row about 0, so far apart.
fn in_a_row(count: usize, apart: f32) -> impl Iterator<Item = f32> {
    (0..count).map(move |i| (i as f32 - (count - 1) as f32 / 2.0) * apart)
}

fn of_wheat(dice: &mut Dice) -> Drawing {
    match pick(dice, 5) {
        // A sheaf of one piece.
        0 => {
            let (top, foot) = (between(dice, 0.24, 0.42), between(dice, 0.2, 0.36));
            let (waist, tied) = (between(dice, 0.06, 0.16), between(dice, -0.04, 0.16));
            Drawing::new()
                .fill(Gold, &[(-top, -0.42), (top, -0.42), (waist, tied), (foot, 0.46), (-foot, 0.46), (-waist, tied)])
                .line(Wood, 0.09, &[(-1.3 * waist, tied), (1.3 * waist, tied)])
        }
        // A sheaf of stalks.
        1 => {
            let spread = between(dice, 0.9, 1.5);
            let heads = (between(dice, 0.04, 0.08), between(dice, 0.09, 0.16));
            in_a_row(4 + pick(dice, 3), 0.13)
                .fold(Drawing::new(), |sheaf, x| {
                    sheaf.line(Gold, 0.05, &[(1.1 * x, 0.46), (0.3 * x, 0.1), (spread * x, -0.3)]).oval(
                        Gold,
                        (spread * x, -0.32),
                        heads,
                    )
                })
                .line(Wood, 0.08, &[(-0.12, 0.1), (0.12, 0.1)])
        }
        // Grains.
        2 => {
            let size = (between(dice, 0.08, 0.13), between(dice, 0.12, 0.18));
            [(0.0, -0.3), (-0.24, -0.06), (0.24, -0.06), (0.0, 0.16), (-0.2, 0.34), (0.22, 0.36)]
                .into_iter()
                .take(3 + pick(dice, 4))
                .fold(Drawing::new(), |grains, at| grains.oval(Gold, at, size))
        }
        _ => ear(dice),
    }
}

/// An ear on its stalk: grains in pairs or on alternate sides, as strokes, ovals or leaves, with or without awns.
fn ear(dice: &mut Dice) -> Drawing {
    let (rows, bend) = (2 + pick(dice, 4), between(dice, -0.1, 0.1));
    let (length, width) = (between(dice, 0.12, 0.22), between(dice, 0.06, 0.11));
    let (rise, shape, uneven) = (between(dice, 0.06, 0.2), pick(dice, 3), between(dice, 0.0, 0.08));
    let mut ear = Drawing::new().line(Gold, between(dice, 0.04, 0.08), &[(-bend, 0.47), (0.0, 0.1), (0.0, -0.34)]);
    let apart = 0.5 / rows as f32;
    if by_chance(dice, 0.25) {
        ear = [-0.16, 0.0, 0.16].into_iter().fold(ear, |ear, x| ear.line(Gold, 0.03, &[(0.5 * x, -0.2), (x, -0.5)]));
    }
    for (row, side) in (0..rows).flat_map(|row| [(row, -1.0), (row, 1.0)]) {
        let y = -0.26 + apart * row as f32 + side * uneven;
        let tip = (side * length, y - rise);
        ear = match shape {
            0 => ear.line(Gold, width, &[(0.0, y), tip]),
            1 => ear.oval(Gold, (0.7 * tip.0, y - 0.5 * rise), (0.9 * width, 0.7 * width)),
            _ => ear.fill(Gold, &[(0.0, y + 0.05), (tip.0, y), tip, (0.2 * tip.0, y - 0.6 * rise)]),
        };
    }
    if by_chance(dice, 0.6) { ear.oval(Gold, (0.0, -0.4), (0.6 * width, 0.09)) } else { ear }
}

fn of_forest(dice: &mut Dice) -> Drawing {
    let trunk = Drawing::new().rect(Wood, (-0.06, 0.12), (0.12, 0.34));
    match pick(dice, 6) {
        0 | 1 => {
            let (tiers, wide) = (1 + pick(dice, 4), between(dice, 0.24, 0.4));
            let high = 0.78 / tiers as f32;
            (0..tiers).rev().fold(trunk, |fir, tier| {
                let (half, top) = (wide * (0.5 + 0.5 * (tier + 1) as f32 / tiers as f32), -0.48 + high * tier as f32);
                fir.fill(Leaf, &[(-half, top + 1.2 * high), (0.0, top), (half, top + 1.2 * high)])
            })
        }
        2 => {
            let (aside, radius) = (between(dice, 0.12, 0.22), between(dice, 0.17, 0.24));
            trunk.disc(Leaf, (-aside, -0.02), radius).disc(Leaf, (aside, -0.02), radius).disc(
                Leaf,
                (0.0, -0.22),
                radius,
            )
        }
        3 => trunk.oval(Leaf, (0.0, -0.12), (between(dice, 0.18, 0.36), between(dice, 0.28, 0.36))),
        // A leaf, plain or lobed.
        4 => {
            let lobes = pick(dice, 2) as f32 * between(dice, 0.04, 0.1);
            let wide = between(dice, 0.18, 0.3);
            let right = [(0.0, -0.48), (wide, -0.24), (wide - lobes, -0.12), (wide + lobes, 0.04), (0.0, 0.3)];
            let left = right.iter().rev().map(|(x, y)| (-x, *y));
            let outline = right.iter().copied().chain(left).collect::<Vec<_>>();
            Drawing::new().fill(Leaf, &outline).line(Wood, 0.05, &[(0.0, 0.48), (0.0, -0.3)]).line(
                Wood,
                0.035,
                &[(-0.16, -0.1), (0.0, 0.08), (0.16, -0.1)],
            )
        }
        // An acorn in its cup.
        _ => Drawing::new()
            .fill(Leaf, &[(-0.24, -0.08), (0.24, -0.08), (0.2, 0.2), (0.0, 0.46), (-0.2, 0.2)])
            .oval(Wood, (0.0, -0.14), (0.3, 0.16))
            .line(Wood, 0.06, &[(0.0, -0.24), (0.06, -0.46)]),
    }
}

fn of_lake(dice: &mut Dice) -> Drawing {
    match pick(dice, 6) {
        0 | 1 => {
            let (count, apart, width) = (2 + pick(dice, 3), between(dice, 0.2, 0.28), between(dice, 0.06, 0.12));
            in_a_row(count, apart).fold(Drawing::new(), |waves, y| waves.line(Water, width, &wave(y, dice)))
        }
        2 => {
            let (wide, shoulder) = (between(dice, 0.2, 0.32), between(dice, -0.14, 0.02));
            Drawing::new().fill(Water, &[(0.0, -0.48), (0.8 * wide, shoulder), (-0.8 * wide, shoulder)]).disc(
                Water,
                (0.0, 0.14),
                wide,
            )
        }
        3 => {
            let (long, high) = (between(dice, 0.3, 0.4), between(dice, 0.13, 0.26));
            let fish = Drawing::new()
                .fill(Water, &[(0.16, 0.0), (0.46, -high), (0.46, high)])
                .oval(Water, (-0.08, 0.0), (long, high))
                .disc(Pale, (-0.26, -0.05), 0.05);
            if by_chance(dice, 0.5) { fish.mirrored() } else { fish }
        }
        4 => Drawing::new()
            .oval(Water, (0.0, 0.04), (0.46, between(dice, 0.24, 0.4)))
            .line(Pale, 0.05, &[(-0.26, -0.04), (-0.12, -0.1), (0.02, -0.04)])
            .line(Pale, 0.05, &[(-0.02, 0.16), (0.12, 0.1), (0.26, 0.16)]),
        _ => {
            let sail = between(dice, 0.24, 0.4);
            Drawing::new()
                .fill(Wood, &[(-0.4, 0.1), (0.4, 0.1), (0.24, 0.3), (-0.24, 0.3)])
                .line(Wood, 0.05, &[(0.0, 0.1), (0.0, -0.46)])
                .fill(Pale, &[(0.04, -0.44), (sail, 0.02), (0.04, 0.02)])
                .line(Water, 0.08, &wave(0.42, dice))
        }
    }
}

/// A wave at this height.
fn wave(y: f32, dice: &mut Dice) -> [At; 7] {
    let (high, parts) = (between(dice, 0.05, 0.1), [0.0, 1.0, -0.6, 1.0, -0.6, 1.0, 0.0]);
    std::array::from_fn(|i| (-0.45 + 0.15 * i as f32, y - parts[i] * high))
}

fn of_grassland(dice: &mut Dice) -> Drawing {
    match pick(dice, 7) {
        0 | 1 => sheep(dice),
        2 => {
            let (petals, stem) = (4 + pick(dice, 5), between(dice, 0.06, 0.1));
            blossom(petals, stem)
        }
        3 => {
            let (high, spread) = (between(dice, 0.06, 0.16), between(dice, 0.1, 0.24));
            in_a_row(3 + pick(dice, 4), 1.0).fold(Drawing::new(), |tuft, aside| {
                let tip = (spread * aside, -0.42 + high * aside.abs());
                tuft.fill(Leaf, &[(0.06 * aside - 0.07, 0.42), tip, (0.06 * aside + 0.07, 0.42)])
            })
        }
        4 => {
            let leaves: &[At] = [
                &[(-0.17, -0.06), (0.17, -0.06), (0.0, -0.28)][..],
                &[(-0.16, -0.28), (0.16, -0.28), (-0.16, 0.02), (0.16, 0.02)],
            ][pick(dice, 2)];
            let (radius, foot) = (between(dice, 0.14, 0.2), between(dice, -0.1, 0.12));
            let stem = Drawing::new().line(Leaf, 0.07, &[(foot, 0.46), (0.0, -0.08)]);
            leaves.iter().fold(stem, |clover, at| clover.disc(Leaf, *at, radius))
        }
        // A sheep's or a cow's face.
        5 => {
            let (wool, face) = (between(dice, 0.14, 0.24), [Dark, Pale, Wood][pick(dice, 3)]);
            Drawing::new()
                .disc(Pale, (0.0, -0.2), 0.22)
                .disc(Pale, (-0.2, -0.12), wool)
                .disc(Pale, (0.2, -0.12), wool)
                .oval(face, (0.0, 0.12), (between(dice, 0.16, 0.24), 0.3))
                .line(face, 0.09, &[(-0.36, between(dice, -0.1, 0.1)), (0.0, 0.0), (0.36, between(dice, -0.1, 0.1))])
        }
        // A flower's head, from above.
        _ => {
            let (petals, long) = (5 + pick(dice, 4), between(dice, 0.24, 0.3));
            let angles = (0..petals).map(|i| std::f32::consts::TAU * i as f32 / petals as f32);
            let radius = 0.8 / petals as f32;
            angles.fold(Drawing::new(), |d, a| d.disc(Pale, (long * a.sin(), -long * a.cos()), radius)).disc(
                Gold,
                (0.0, 0.0),
                0.15,
            )
        }
    }
}

/// A sheep from its side, of one cloud of wool or of several.
fn sheep(dice: &mut Dice) -> Drawing {
    let (long, high, legs) = (between(dice, 0.28, 0.36), between(dice, 0.18, 0.25), between(dice, 0.12, 0.24));
    let mut sheep = [-0.18, 0.14]
        .into_iter()
        .fold(Drawing::new(), |legged, x| legged.line(Dark, 0.06, &[(x, 0.5 * high), (x, high + legs)]));
    sheep = sheep.oval(Pale, (-0.06, 0.0), (long, high));
    for x in in_a_row(pick(dice, 4), 0.18) {
        sheep = sheep.disc(Pale, (x - 0.06, -0.7 * high), 0.13);
    }
    let head = (between(dice, 0.28, 0.36), between(dice, -0.18, 0.04));
    sheep = sheep.oval(Dark, head, (between(dice, 0.09, 0.13), between(dice, 0.1, 0.15)));
    if by_chance(dice, 0.5) { sheep.mirrored() } else { sheep }
}

fn blossom(petals: usize, stem_width: f32) -> Drawing {
    let stem = Drawing::new().line(Leaf, stem_width, &[(0.0, 0.46), (0.0, 0.0)]).oval(Leaf, (0.14, 0.32), (0.14, 0.06));
    let angles = (0..petals).map(|i| std::f32::consts::TAU * i as f32 / petals as f32);
    let radius = 0.6 / petals as f32;
    angles.fold(stem, |d, a| d.disc(Pale, (0.17 * a.sin(), -0.14 - 0.17 * a.cos()), radius)).disc(
        Gold,
        (0.0, -0.14),
        0.1,
    )
}

fn of_swamp(dice: &mut Dice) -> Drawing {
    match pick(dice, 7) {
        0 | 1 => reeds(dice),
        // A dead tree.
        2 => {
            let (left, right) = (between(dice, 0.2, 0.34), between(dice, 0.16, 0.32));
            Drawing::new()
                .line(Wood, 0.15, &[(0.0, 0.44), (0.0, -0.08)])
                .line(Wood, 0.08, &[(0.0, 0.0), (-left, -0.34)])
                .line(Wood, 0.08, &[(0.0, 0.0), (right, -0.42)])
                .line(Wood, 0.07, &[(0.0, 0.16), (0.3, between(dice, -0.08, 0.1))])
                .oval(Earth, (0.0, 0.42), (0.38, 0.08))
        }
        // A water lily.
        3 => Drawing::new()
            .oval(Leaf, (0.0, 0.2), (0.44, 0.2))
            .fill(Pale, &[(0.0, 0.2), (0.3, 0.3), (0.34, 0.16)])
            .fill(Cloth, &[(-0.26, -0.1), (-0.12, -0.3), (0.0, -0.12), (0.12, -0.3), (0.26, -0.1), (0.0, 0.18)]),
        // What bubbles.
        4 => [(-0.14, 0.08), (0.16, -0.12), (-0.04, -0.36), (0.24, 0.14)]
            .into_iter()
            .take(3 + pick(dice, 2))
            .fold(Drawing::new().oval(Earth, (0.0, 0.26), (0.46, 0.18)), |pool, at| {
                pool.disc(Leaf, at, between(dice, 0.05, 0.13))
            }),
        // A toadstool.
        5 => {
            let (wide, high) = (between(dice, 0.28, 0.44), between(dice, 0.2, 0.36));
            Drawing::new()
                .fill(Pale, &[(-0.1, 0.0), (0.1, 0.0), (0.14, 0.46), (-0.14, 0.46)])
                .fill(
                    Cloth,
                    &[(-wide, 0.06), (-0.7 * wide, -0.7 * high), (0.0, -high), (0.7 * wide, -0.7 * high), (wide, 0.06)],
                )
                .disc(Pale, (-0.12, -0.1), 0.06)
                .disc(Pale, (0.14, -0.06), 0.05)
        }
        // A frog.
        _ => {
            let eyes = between(dice, 0.14, 0.24);
            Drawing::new()
                .oval(Leaf, (0.0, 0.12), (between(dice, 0.3, 0.42), 0.26))
                .disc(Leaf, (-eyes, -0.16), 0.13)
                .disc(Leaf, (eyes, -0.16), 0.13)
                .disc(Dark, (-eyes, -0.18), 0.055)
                .disc(Dark, (eyes, -0.18), 0.055)
                .line(Dark, 0.04, &[(-0.2, 0.14), (0.0, 0.22), (0.2, 0.14)])
        }
    }
}

/// Bulrushes, with or without a puddle and blades beside.
fn reeds(dice: &mut Dice) -> Drawing {
    let (apart, head) = (between(dice, 0.17, 0.26), (between(dice, 0.05, 0.09), between(dice, 0.1, 0.17)));
    let mut ground = Drawing::new();
    if by_chance(dice, 0.5) {
        ground = ground.oval(Earth, (0.0, 0.38), (0.42, 0.1));
    }
    if by_chance(dice, 0.5) {
        ground = ground.line(Leaf, 0.07, &[(-0.02, 0.42), (-0.2, 0.1), (-0.36, -0.06)]).line(
            Leaf,
            0.07,
            &[(0.04, 0.42), (0.26, 0.14), (0.4, 0.06)],
        );
    }
    in_a_row(1 + pick(dice, 3), apart).fold(ground, |reeds, x| {
        let top = between(dice, -0.34, -0.08);
        let reed = reeds.line(Leaf, 0.05, &[(0.7 * x, 0.4), (x, top)]).oval(Wood, (x, top), head);
        if top > -0.2 { reed.line(Wood, 0.03, &[(x, top), (x, top - 0.28)]) } else { reed }
    })
}

fn of_mine(dice: &mut Dice) -> Drawing {
    match pick(dice, 8) {
        0 | 1 => pickaxe(dice),
        2 => {
            let one = pickaxe(dice);
            one.clone().and(&one.mirrored(), (0.0, 0.0), 1.0, 0.0)
        }
        // Rocks, with or without snow.
        3 => {
            let (left, right) = (between(dice, -0.46, -0.3), between(dice, -0.3, -0.06));
            let rocks =
                Drawing::new().fill(Stone, &[(-0.48, 0.4), (-0.16, left), (0.02, -0.04), (0.18, right), (0.48, 0.4)]);
            match pick(dice, 2) {
                0 => rocks,
                _ => {
                    rocks.fill(Pale, &[(-0.25, left + 0.22), (-0.16, left), (-0.06, left + 0.2), (-0.16, left + 0.28)])
                }
            }
        }
        // The way in, of timber.
        4 => {
            let (half, high) = (between(dice, 0.16, 0.28), between(dice, 0.02, 0.2));
            Drawing::new()
                .fill(Stone, &[(-0.46, 0.42), (-0.2, -0.34), (0.0, -0.46), (0.24, -0.3), (0.46, 0.42)])
                .fill(Dark, &[(-half, 0.42), (-half, 0.3 - high), (half, 0.3 - high), (half, 0.42)])
                .line(Wood, 0.07, &[(-half, 0.42), (-half, 0.3 - high), (half, 0.3 - high), (half, 0.42)])
        }
        // A cut stone.
        5 => {
            let (table, girdle) = (between(dice, 0.16, 0.28), between(dice, 0.34, 0.44));
            let waist = between(dice, -0.16, -0.02);
            Drawing::new()
                .fill(Water, &[(-table, -0.36), (table, -0.36), (girdle, waist), (0.0, 0.44), (-girdle, waist)])
                .line(Pale, 0.035, &[(-girdle, waist), (girdle, waist)])
                .line(Pale, 0.035, &[(-0.14, waist), (0.0, 0.4), (0.14, waist)])
        }
        // A cart of ore.
        6 => {
            let (heap, ore) = (between(dice, 0.12, 0.18), [Gold, Stone, Dark][pick(dice, 3)]);
            Drawing::new()
                .disc(Stone, (-0.18, -0.16), heap)
                .disc(ore, (0.12, -0.18), heap)
                .fill(Wood, &[(-0.44, -0.1), (0.44, -0.1), (0.3, 0.26), (-0.3, 0.26)])
                .disc(Dark, (-0.18, 0.34), 0.12)
                .disc(Dark, (0.18, 0.34), 0.12)
        }
        // Nuggets.
        _ => [(0.0, -0.18), (-0.22, 0.16), (0.22, 0.18)].into_iter().fold(Drawing::new(), |heap, (x, y)| {
            let mut corner = |dx: f32, dy: f32| (x + dx * between(dice, 0.7, 1.1), y + dy * between(dice, 0.7, 1.1));
            let corners =
                [corner(-0.2, 0.06), corner(-0.1, -0.18), corner(0.12, -0.16), corner(0.22, 0.04), corner(0.04, 0.18)];
            heap.fill(Gold, &corners)
        }),
    }
}

fn pickaxe(dice: &mut Dice) -> Drawing {
    let (reach, curve) = (between(dice, 0.3, 0.44), between(dice, 0.04, 0.2));
    // The head lies across the upper end of the haft, pointed or of one width.
    let head: [At; 3] = [(-0.8 * reach, -0.3 + curve), (0.0, -0.34), (0.8 * reach, -0.3 + curve)];
    let upright = Drawing::new().line(Wood, between(dice, 0.07, 0.11), &[(0.0, 0.46), (0.0, -0.34)]);
    let upright = match pick(dice, 2) {
        0 => upright.line(Metal, between(dice, 0.08, 0.13), &head),
        _ => upright.fill(Metal, &[head[0], (0.0, -0.46), head[2], (0.0, -0.24)]),
    };
    Drawing::new().and(&upright, (0.0, 0.0), 1.0, between(dice, -50.0, 50.0))
}

fn of_town(dice: &mut Dice) -> Drawing {
    let hut = |(x, y): At, (half, high): At, steep: f32| {
        Drawing::new()
            .rect(Wall, (x - half, y - high), (2.0 * half, high))
            .fill(Roof, &[(x - 1.3 * half, y - high), (x, y - high - steep * half), (x + 1.3 * half, y - high)])
    };
    let steep = between(dice, 0.9, 1.5);
    let all = |huts: &[Drawing]| huts.iter().fold(Drawing::new(), |town, hut| town.and(hut, (0.0, 0.0), 1.0, 0.0));
    match pick(dice, 6) {
        0 => hut((0.0, 0.42), (0.28, 0.46), steep).rect(Dark, (-0.08, 0.16), (0.16, 0.26)),
        1 => all(&[hut((-0.2, 0.42), (0.19, 0.34), steep), hut((0.21, 0.42), (0.17, 0.5), steep)]),
        2 => all(&[
            hut((-0.28, 0.4), (0.16, 0.3), steep),
            hut((0.28, 0.4), (0.16, 0.3), steep),
            hut((0.0, 0.44), (0.18, 0.5), steep),
        ]),
        3 => all(&[hut((0.16, 0.02), (0.17, 0.18), steep), hut((-0.16, 0.42), (0.2, 0.24), steep)]),
        // A wall with its gate.
        4 => {
            let (high, half) = (between(dice, 0.3, 0.5), between(dice, 0.09, 0.15));
            let wall = Drawing::new().rect(Wall, (-0.44, 0.42 - high), (0.88, high));
            in_a_row(2 + pick(dice, 3), 0.26)
                .fold(wall, |wall, x| wall.rect(Wall, (x - 0.07, 0.3 - high), (0.14, 0.14)))
                .rect(Dark, (-half, 0.14), (2.0 * half, 0.28))
        }
        _ => Drawing::new().and(&house(dice), (-0.08, 0.06), 0.66, 0.0),
    }
}
