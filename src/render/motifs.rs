//! What the terrains of the [`super::edition`]s are strewn with, what stands on their crowned squares, and what the building
//! sites of the towns look like.

use super::Dice;
use super::between;
use super::drawing::{At, Drawing, Tone, pick};
use crate::domain::Terrain;
use Tone::*;

/// How many kinds of motif each terrain has.
pub(super) const MOTIFS: usize = 5;

/// A small thing that says what grows or lies there.
pub(super) fn motif(terrain: Terrain, kind: usize, dice: &mut Dice) -> Drawing {
    match terrain {
        Terrain::Wheat => wheat(kind),
        Terrain::Forest => tree(kind),
        Terrain::Lake => water(kind, dice),
        Terrain::Grassland => meadow(kind, dice),
        Terrain::Swamp => swamp(kind),
        Terrain::Mine => stone(kind, dice),
        Terrain::Town => rubble(kind, dice),
    }
}

fn wheat(kind: usize) -> Drawing {
    match kind {
        0 => {
            let stalk = Drawing::new().line(Wood, 0.06, &[(0.0, 0.5), (0.0, -0.2)]);
            [-0.36, -0.16, 0.04].into_iter().fold(stalk, |ear, y| {
                ear.line(Gold, 0.1, &[(-0.16, y), (0.0, y + 0.14)]).line(Gold, 0.1, &[(0.16, y), (0.0, y + 0.14)])
            })
        }
        1 => Drawing::new()
            .fill(Gold, &[(-0.3, -0.36), (0.3, -0.36), (0.08, 0.05), (0.26, 0.46), (-0.26, 0.46), (-0.08, 0.05)])
            .line(Wood, 0.08, &[(-0.12, 0.05), (0.12, 0.05)]),
        2 => Drawing::new().line(Wood, 0.07, &[(-0.5, -0.1), (-0.2, -0.2), (0.2, -0.06), (0.5, -0.16)]).line(
            Gold,
            0.07,
            &[(-0.5, 0.16), (-0.2, 0.08), (0.2, 0.2), (0.5, 0.1)],
        ),
        3 => [(-0.3, -0.2), (0.24, -0.3), (-0.06, 0.06), (0.34, 0.16), (-0.26, 0.34)]
            .into_iter()
            .fold(Drawing::new(), |grains, at| grains.oval(Gold, at, (0.07, 0.11))),
        _ => [-0.24, 0.0, 0.24].into_iter().fold(Drawing::new(), |stalks, x| {
            stalks.line(Wood, 0.05, &[(x, 0.48), (x + 0.04, -0.1)]).oval(Gold, (x + 0.06, -0.26), (0.08, 0.2))
        }),
    }
}

fn tree(kind: usize) -> Drawing {
    match kind {
        0 => round_tree(0.18, 0.24),
        1 => fir(2, 0.36),
        2 => Drawing::new().rect(Wood, (-0.06, 0.2), (0.12, 0.3)).oval(Leaf, (0.0, -0.1), (0.26, 0.38)),
        3 => {
            Drawing::new().rect(Wood, (-0.05, 0.3), (0.1, 0.2)).fill(Leaf, &[(-0.24, 0.36), (0.0, -0.5), (0.24, 0.36)])
        }
        // From above.
        _ => [(-0.2, -0.12), (0.2, -0.14), (-0.12, 0.2), (0.18, 0.18)]
            .into_iter()
            .fold(Drawing::new(), |crown, at| crown.disc(Leaf, at, 0.26))
            .disc(Leaf, (0.0, 0.0), 0.24),
    }
}

/// Three rounds of leaves on a trunk, so far aside.
pub(super) fn round_tree(aside: f32, radius: f32) -> Drawing {
    let trunk = Drawing::new().rect(Wood, (-0.07, 0.14), (0.14, 0.34));
    [(-aside, 0.0), (aside, 0.0), (0.0, -0.22)].into_iter().fold(trunk, |tree, at| tree.disc(Leaf, at, radius))
}

/// A fir of one to four tiers, the lowest so wide to each side.
pub(super) fn fir(tiers: usize, wide: f32) -> Drawing {
    let (trunk, high) = (Drawing::new().rect(Wood, (-0.06, 0.2), (0.12, 0.28)), 0.64 / tiers as f32);
    (0..tiers).rev().fold(trunk, |fir, tier| {
        let (half, top) = (wide * (0.5 + 0.5 * (tier + 1) as f32 / tiers as f32), -0.48 + high * tier as f32);
        let foot = top + 1.15 * high;
        fir.fill(Leaf, &[(-half, foot), (0.0, top), (half, foot)])
    })
}

fn water(kind: usize, dice: &mut Dice) -> Drawing {
    match kind {
        0 => Drawing::new().line(Pale, 0.1, &[(-0.5, 0.0), (-0.25, -0.16), (0.0, 0.06), (0.25, -0.16), (0.5, 0.0)]),
        1 => Drawing::new().arc(Pale, 0.08, (0.0, 0.3), 0.45, [200.0, 340.0]).arc(
            Water,
            0.08,
            (0.0, 0.5),
            0.45,
            [210.0, 330.0],
        ),
        3 => Drawing::new().line(Water, 0.09, &[(-0.46, 0.1), (-0.16, -0.1), (0.14, 0.1), (0.46, -0.1)]),
        4 => Drawing::new().line(Pale, 0.06, &[(-0.4, -0.1), (0.1, -0.1)]).line(
            Pale,
            0.06,
            &[(-0.06, 0.12), (0.36, 0.12)],
        ),
        _ if pick(dice, 5) == 0 => fish(Pale, 0.3, 0.14),
        _ => Drawing::new().oval(Water, (0.0, 0.0), (0.42, 0.12)).oval(Pale, (0.02, -0.02), (0.22, 0.05)),
    }
}

/// A fish that swims to the left.
pub(super) fn fish(tone: Tone, long: f32, high: f32) -> Drawing {
    Drawing::new()
        .fill(tone, &[(long - 0.16, 0.0), (0.46, -high), (0.46, high)])
        .oval(tone, (-0.08, 0.0), (long, high))
        .disc(Dark, (0.04 - long, -0.04), 0.05)
}

/// A boat with one sail, so far to the right.
pub(super) fn sailing_boat(sail: f32) -> Drawing {
    Drawing::new()
        .line(Wood, 0.05, &[(0.0, 0.16), (0.0, -0.46)])
        .fill(Pale, &[(0.02, -0.44), (sail, 0.06), (0.02, 0.06)])
        .fill(Wood, &[(-0.42, 0.12), (0.42, 0.12), (0.26, 0.34), (-0.26, 0.34)])
}

fn meadow(kind: usize, dice: &mut Dice) -> Drawing {
    let tuft = Drawing::new()
        .line(Leaf, 0.08, &[(-0.25, -0.25), (-0.06, 0.25)])
        .line(Leaf, 0.08, &[(0.0, -0.36), (0.0, 0.25)])
        .line(Leaf, 0.08, &[(0.25, -0.25), (0.06, 0.25)]);
    match kind {
        0 => tuft,
        1 if pick(dice, 3) > 0 => {
            let corners = [(0.2, 0.0), (-0.2, 0.0), (0.0, 0.2), (0.0, -0.2)];
            corners.into_iter().fold(Drawing::new(), |flower, at| flower.disc(Pale, at, 0.15)).disc(
                Gold,
                (0.0, 0.0),
                0.13,
            )
        }
        3 => clover(3, 0.15, 0.0),
        4 => [(-0.3, -0.2), (0.2, -0.28), (-0.02, 0.08), (0.32, 0.24), (-0.28, 0.3)]
            .into_iter()
            .fold(Drawing::new(), |blades, (x, y)| blades.line(Leaf, 0.07, &[(x, y + 0.14), (x + 0.05, y - 0.1)])),
        2 if pick(dice, 3) == 0 => Drawing::new()
            .oval(Pale, (-0.05, 0.0), (0.36, 0.25))
            .disc(Dark, (0.32, -0.08), 0.13)
            .line(Dark, 0.07, &[(-0.2, 0.2), (-0.2, 0.4)])
            .line(Dark, 0.07, &[(0.12, 0.2), (0.12, 0.4)]),
        _ => tuft,
    }
}

/// A clover of so many leaves, its stalk from so far aside.
pub(super) fn clover(leaves: usize, radius: f32, foot: f32) -> Drawing {
    let stalk = Drawing::new().line(Leaf, 0.06, &[(foot, 0.44), (0.0, -0.1)]);
    in_a_ring(leaves).fold(stalk, |clover, (x, y)| clover.disc(Leaf, (0.2 * x, 0.2 * y - 0.12), radius))
}

/// Where so many things lie on a circle of radius 1, the first above the middle.
pub(super) fn in_a_ring(count: usize) -> impl Iterator<Item = At> {
    let angle = move |i: usize| std::f32::consts::TAU * i as f32 / count as f32;
    (0..count).map(move |i| (angle(i).sin(), -angle(i).cos()))
}

fn swamp(kind: usize) -> Drawing {
    match kind {
        0 => [(-0.2, -0.1), (0.0, -0.4), (0.2, -0.2)]
            .into_iter()
            .fold(Drawing::new().oval(Earth, (0.0, 0.36), (0.46, 0.12)), |reeds, (x, top)| {
                reeds.line(Leaf, 0.05, &[(x, 0.36), (x, top)]).oval(Wood, (x, top), (0.06, 0.13))
            }),
        1 => Drawing::new().oval(Earth, (0.0, 0.0), (0.48, 0.2)).oval(Pale, (-0.06, -0.04), (0.2, 0.05)),
        2 => dead_tree(0.26, 0.24),
        3 => {
            Drawing::new().oval(Leaf, (0.0, 0.0), (0.42, 0.24)).fill(Earth, &[(0.0, 0.0), (0.42, -0.16), (0.42, 0.12)])
        }
        _ => Drawing::new()
            .oval(Earth, (0.0, 0.16), (0.44, 0.22))
            .disc(Leaf, (-0.14, 0.06), 0.12)
            .disc(Leaf, (0.14, -0.06), 0.08)
            .disc(Leaf, (0.0, -0.3), 0.06),
    }
}

/// A trunk with two bare branches, so far to the left and to the right.
pub(super) fn dead_tree(left: f32, right: f32) -> Drawing {
    Drawing::new().line(Wood, 0.13, &[(0.0, 0.44), (0.0, -0.1)]).line(Wood, 0.07, &[(0.0, 0.0), (-left, -0.36)]).line(
        Wood,
        0.07,
        &[(0.0, -0.06), (right, -0.42)],
    )
}

/// A frog from its front, its body so wide and its eyes so far apart.
pub(super) fn frog(wide: f32, eyes: f32) -> Drawing {
    [-eyes, eyes].into_iter().fold(Drawing::new().oval(Leaf, (0.0, 0.14), (wide, 0.26)), |frog, x| {
        frog.disc(Leaf, (x, -0.14), 0.14).disc(Dark, (x, -0.16), 0.06)
    })
}

fn stone(kind: usize, dice: &mut Dice) -> Drawing {
    match kind {
        0 => {
            let mut at = |x: f32, y: f32| (x + between(dice, -0.08, 0.08), y + between(dice, -0.08, 0.08));
            Drawing::new()
                .fill(Stone, &[at(-0.42, 0.3), at(-0.3, -0.16), at(0.0, -0.36), at(0.34, -0.1), at(0.42, 0.3)])
        }
        1 => Drawing::new()
            .fill(Metal, &[(-0.2, 0.4), (-0.3, 0.0), (-0.12, -0.4), (0.02, 0.0), (0.0, 0.4)])
            .fill(Gold, &[(0.0, 0.4), (0.04, 0.0), (0.2, -0.2), (0.3, 0.1), (0.2, 0.4)]),
        2 => Drawing::new().disc(Gold, (-0.1, 0.1), 0.16).disc(Stone, (0.22, -0.12), 0.2),
        3 => Drawing::new().line(Dark, 0.06, &[(-0.44, -0.2), (-0.14, -0.06), (0.0, 0.22), (0.4, 0.3)]).line(
            Dark,
            0.045,
            &[(-0.14, -0.06), (0.14, -0.36)],
        ),
        _ => [(-0.22, 0.2), (0.2, 0.24), (0.0, -0.1)]
            .into_iter()
            .fold(Drawing::new(), |heap, at| heap.oval(Stone, at, (0.24, between(dice, 0.14, 0.2)))),
    }
}

/// A cart with two lumps of ore.
pub(super) fn cart(ore: Tone, lump: f32) -> Drawing {
    Drawing::new()
        .disc(Stone, (-0.17, -0.16), lump)
        .disc(ore, (0.13, -0.18), lump)
        .fill(Wood, &[(-0.44, -0.1), (0.44, -0.1), (0.3, 0.25), (-0.3, 0.25)])
        .disc(Dark, (-0.18, 0.33), 0.12)
        .disc(Dark, (0.18, 0.33), 0.12)
}

/// A way into a rock, so far to each side and so high, under a beam.
pub(super) fn mine_entrance(half: f32, high: f32) -> Drawing {
    let top = 0.4 - high;
    Drawing::new()
        .fill(Stone, &[(-0.46, 0.4), (-0.28, -0.24), (0.0, -0.45), (0.28, -0.22), (0.46, 0.4)])
        .fill(Dark, &[(-half, 0.4), (-half, top), (half, top), (half, 0.4)])
        .line(Wood, 0.07, &[(-half - 0.04, top), (half + 0.04, top)])
}

/// Cobbles, bricks, planks and slabs.
fn rubble(kind: usize, dice: &mut Dice) -> Drawing {
    match kind {
        0 => Drawing::new().rect(Roof, (-0.42, -0.2), (0.84, 0.4)),
        1 => Drawing::new().oval(Earth, (0.0, 0.0), (between(dice, 0.3, 0.46), 0.3)),
        2 => Drawing::new().line(Wall, 0.05, &[(-0.5, 0.0), (0.5, 0.0)]).line(Wall, 0.05, &[(0.0, 0.0), (0.0, 0.4)]),
        3 => Drawing::new().rect(Stone, (-0.4, -0.4), (0.34, 0.34)).rect(Stone, (0.06, 0.02), (0.34, 0.34)),
        _ => Drawing::new().disc(Dark, (-0.2, -0.1), 0.08).disc(Wall, (0.18, 0.16), 0.1),
    }
}

/// How many kinds of building sites there are.
pub(super) const SITES: usize = 5;

/// What shall become a building, in the middle of a town square.
pub(super) fn site(kind: usize) -> Drawing {
    let foundation = |tone: Tone| {
        let outer = [(-0.44, -0.36), (0.44, -0.36), (0.44, 0.38), (-0.44, 0.38), (-0.44, -0.36)];
        Drawing::new().line(tone, 0.09, &outer).line(tone, 0.07, &[(-0.44, 0.06), (0.1, 0.06)]).line(
            tone,
            0.07,
            &[(0.1, -0.36), (0.1, 0.06)],
        )
    };
    match kind {
        0 => foundation(Stone),
        1 => {
            let mut poles = Drawing::new();
            for x in [-0.4, -0.14, 0.14, 0.4] {
                poles = poles.line(Wood, 0.05, &[(x, -0.44), (x, 0.44)]);
            }
            poles
                .line(Wood, 0.06, &[(-0.46, -0.22), (0.46, -0.22)])
                .line(Wood, 0.06, &[(-0.46, 0.14), (0.46, 0.14)])
                .line(Wood, 0.04, &[(-0.4, 0.14), (-0.14, -0.22)])
                .line(Wood, 0.04, &[(0.4, 0.14), (0.14, -0.22)])
        }
        2 => {
            let corners = [(-0.4, -0.36), (0.4, -0.36), (0.4, 0.36), (-0.4, 0.36)];
            let rope = Drawing::new().rect(Earth, (-0.4, -0.36), (0.8, 0.72)).line(
                Pale,
                0.025,
                &[corners[0], corners[1], corners[2], corners[3], corners[0]],
            );
            corners.into_iter().fold(rope, |d, (x, y)| d.line(Wood, 0.07, &[(x, y + 0.06), (x, y - 0.12)]))
        }
        3 => {
            let crane = foundation(Wall).line(Wood, 0.07, &[(-0.2, 0.44), (-0.2, -0.46), (0.34, -0.34)]).line(
                Dark,
                0.02,
                &[(0.34, -0.34), (0.34, 0.0)],
            );
            crane.rect(Stone, (0.24, 0.0), (0.2, 0.14))
        }
        _ => {
            let mut bricks =
                Drawing::new().fill(Earth, &[(-0.46, 0.0), (-0.1, -0.4), (0.46, -0.3), (0.4, 0.4), (-0.3, 0.42)]);
            for (x, y) in [(-0.24, 0.16), (0.0, 0.16), (-0.12, 0.04)] {
                bricks = bricks.rect(Stone, (x, y), (0.22, 0.11));
            }
            bricks.line(Wood, 0.06, &[(0.0, -0.26), (0.36, -0.1)]).line(Wood, 0.06, &[(0.02, -0.14), (0.36, -0.02)])
        }
    }
}

/// How many landmarks each terrain has.
pub(super) const LANDMARKS: usize = 5;

/// What stands on a crowned square.
pub(super) fn landmark(terrain: Terrain, kind: usize) -> Drawing {
    match kind {
        0 => settlement(terrain),
        1 => thing(terrain),
        2 => other_thing(terrain),
        3 => beast_or_work(terrain),
        _ => Drawing::new().and(&thing(terrain), (-0.16, -0.12), 0.62, -8.0).and(
            &thing(terrain),
            (0.18, 0.16),
            0.62,
            8.0,
        ),
    }
}

/// A house of any build, such as may stand on any terrain, so that a house does not tell it.
pub(super) fn house(dice: &mut Dice) -> Drawing {
    let (half, height, rise) = (between(dice, 0.14, 0.36), between(dice, 0.18, 0.46), between(dice, 0.12, 0.4));
    let (foot, eaves) = (0.4, 0.4 - height);
    let overhang = half + between(dice, 0.0, 0.12);
    // Seen from a corner it shows a second wall.
    let side = if pick(dice, 2) == 0 { between(dice, 0.1, 0.3) } else { 0.0 };
    let lift = between(dice, 0.0, 0.16);
    let wall = [Wall, Wall, Stone, Wood, Pale][pick(dice, 5)];
    let roof = [Roof, Roof, Wood, Leaf, Dark, Cloth][pick(dice, 6)];
    let mut house = Drawing::new();
    if pick(dice, 4) == 0 {
        house = [-half, half].into_iter().fold(house, |house, x| house.line(Wood, 0.05, &[(x, eaves), (x, 0.48)]));
    }
    if side > 0.0 {
        let beside = [(half, foot), (half, eaves), (half + side, eaves - lift), (half + side, foot - lift)];
        house = house.fill(Wood, &beside);
    }
    house = house.rect(wall, (-half, eaves), (2.0 * half, height));
    let roofs: [&[(f32, f32)]; 4] = [
        &[
            (-overhang, eaves),
            (0.0, eaves - rise),
            (side, eaves - rise - lift),
            (overhang + side, eaves - lift),
            (overhang, eaves),
        ],
        &[
            (-overhang, eaves),
            (-0.5 * half, eaves - rise),
            (0.5 * half + side, eaves - rise - lift),
            (overhang + side, eaves),
        ],
        &[
            (-overhang, eaves),
            (-overhang, eaves - 0.3 * rise),
            (overhang + side, eaves - 0.3 * rise),
            (overhang + side, eaves),
        ],
        &[(-overhang, eaves), (0.0, eaves - 1.3 * rise), (overhang, eaves)],
    ];
    house = house.fill(roof, roofs[pick(dice, roofs.len())]);
    let door = between(dice, -0.5, 0.5) * half;
    match pick(dice, 3) {
        0 => house.rect(Dark, (door - 0.05, foot - 0.6 * height), (0.1, 0.6 * height)),
        1 => house.oval(Dark, (door, foot - 0.5 * height), (0.06, 0.2 * height)),
        _ => house,
    }
}

/// Something that is found there, large.
fn thing(terrain: Terrain) -> Drawing {
    match terrain {
        Terrain::Wheat => [-0.22_f32, -0.11, 0.0, 0.11, 0.22]
            .into_iter()
            .fold(Drawing::new(), |sheaf, x| {
                sheaf.line(Gold, 0.08, &[(1.6 * x, -0.42), (0.3 * x, 0.06), (1.2 * x, 0.44)])
            })
            .line(Wood, 0.1, &[(-0.14, 0.06), (0.14, 0.06)]),
        Terrain::Forest => tree(1),
        Terrain::Lake => fish(Pale, 0.36, 0.2),
        Terrain::Grassland => Drawing::new()
            .line(Dark, 0.07, &[(-0.16, 0.1), (-0.16, 0.42)])
            .line(Dark, 0.07, &[(0.14, 0.1), (0.14, 0.42)])
            .oval(Pale, (0.0, 0.02), (0.36, 0.26))
            .oval(Dark, (0.36, -0.1), (0.12, 0.15)),
        Terrain::Swamp => swamp(2),
        Terrain::Mine => Drawing::new().arc(Metal, 0.11, (0.0, 0.1), 0.42, [215.0, 325.0]).line(
            Wood,
            0.09,
            &[(0.0, -0.3), (0.0, 0.46)],
        ),
        Terrain::Town => Drawing::new(),
    }
}

/// Something else that is found there.
fn other_thing(terrain: Terrain) -> Drawing {
    match terrain {
        Terrain::Wheat => [(-0.22, 0.2), (0.22, 0.2), (0.0, -0.16)]
            .into_iter()
            .fold(Drawing::new(), |bales, at| bales.disc(Wood, at, 0.23).disc(Gold, at, 0.19).disc(Wood, at, 0.07)),
        Terrain::Forest => Drawing::new()
            .rect(Pale, (-0.09, 0.0), (0.18, 0.42))
            .fill(Fire, &[(-0.4, 0.06), (-0.26, -0.28), (0.0, -0.4), (0.26, -0.28), (0.4, 0.06)])
            .disc(Pale, (-0.14, -0.14), 0.07)
            .disc(Pale, (0.14, -0.18), 0.06),
        Terrain::Lake => Drawing::new()
            .oval(Earth, (0.0, 0.28), (0.44, 0.16))
            .line(Wood, 0.07, &[(0.0, 0.26), (0.06, -0.16)])
            .fill(Leaf, &[(0.06, -0.2), (-0.32, -0.1), (-0.06, -0.36), (0.3, -0.38), (0.36, -0.06)]),
        Terrain::Grassland => {
            let posts = [-0.4, 0.0, 0.4]
                .into_iter()
                .fold(Drawing::new(), |fence, x| fence.rect(Wood, (x - 0.05, -0.26), (0.1, 0.6)));
            posts.line(Wood, 0.07, &[(-0.48, -0.1), (0.48, -0.1)]).line(Wood, 0.07, &[(-0.48, 0.14), (0.48, 0.14)])
        }
        Terrain::Swamp => frog(0.38, 0.2),
        Terrain::Mine => cart(Gold, 0.16),
        Terrain::Town => Drawing::new(),
    }
}

/// A beast that lives there, or what people make there.
fn beast_or_work(terrain: Terrain) -> Drawing {
    match terrain {
        // A scarecrow.
        Terrain::Wheat => Drawing::new()
            .line(Wood, 0.07, &[(0.0, 0.48), (0.0, -0.2)])
            .line(Cloth, 0.14, &[(-0.38, -0.06), (0.38, -0.06)])
            .rect(Cloth, (-0.15, -0.1), (0.3, 0.34))
            .disc(Gold, (0.0, -0.26), 0.15)
            .fill(Wood, &[(-0.22, -0.32), (0.0, -0.5), (0.22, -0.32)]),
        // Felled trunks.
        Terrain::Forest => [(-0.2, 0.2), (0.2, 0.2), (0.0, -0.12)]
            .into_iter()
            .fold(Drawing::new(), |pile, at| pile.disc(Wood, at, 0.21).disc(Gold, at, 0.14)),
        // A swimming bird.
        Terrain::Lake => Drawing::new()
            .oval(Pale, (0.04, 0.14), (0.36, 0.18))
            .line(Pale, 0.11, &[(-0.24, 0.1), (-0.28, -0.24)])
            .disc(Pale, (-0.28, -0.28), 0.11)
            .fill(Fire, &[(-0.36, -0.32), (-0.5, -0.24), (-0.36, -0.22)]),
        // Cattle.
        Terrain::Grassland => Drawing::new()
            .rect(Wood, (-0.3, 0.12), (0.1, 0.3))
            .rect(Wood, (0.16, 0.12), (0.1, 0.3))
            .fill(Wood, &[(-0.38, -0.2), (0.28, -0.2), (0.3, 0.2), (-0.36, 0.2)])
            .oval(Pale, (-0.06, 0.0), (0.15, 0.11))
            .fill(Wood, &[(0.22, -0.3), (0.46, -0.26), (0.44, 0.02), (0.28, 0.04)]),
        // Lights over the bog.
        Terrain::Swamp => [(-0.24, 0.0), (0.04, -0.24), (0.28, 0.1)]
            .into_iter()
            .fold(Drawing::new().oval(Earth, (0.0, 0.34), (0.46, 0.13)), |lights, (x, y)| {
                lights.fill(Fire, &[(x - 0.09, y), (x, y - 0.26), (x + 0.09, y), (x, y + 0.1)])
            }),
        // Gems.
        Terrain::Mine => [(-0.2, 0.1, 0.3), (0.22, 0.14, 0.24), (0.02, -0.22, 0.22)].into_iter().fold(
            Drawing::new(),
            |gems, (x, y, r)| {
                gems.fill(
                    Water,
                    &[
                        (x - r, y - 0.2 * r),
                        (x - 0.5 * r, y - r),
                        (x + 0.5 * r, y - r),
                        (x + r, y - 0.2 * r),
                        (x, y + r),
                    ],
                )
                .line(Pale, 0.03, &[(x - r, y - 0.2 * r), (x + r, y - 0.2 * r)])
            },
        ),
        Terrain::Town => Drawing::new(),
    }
}

/// Where people live and work.
fn settlement(terrain: Terrain) -> Drawing {
    let hut = || {
        Drawing::new().rect(Wall, (-0.3, -0.06), (0.6, 0.42)).fill(Roof, &[(-0.4, 0.0), (0.0, -0.36), (0.4, 0.0)]).rect(
            Dark,
            (-0.08, 0.12),
            (0.16, 0.24),
        )
    };
    match terrain {
        Terrain::Wheat => {
            let mill = Drawing::new().fill(Wall, &[(-0.2, 0.48), (-0.12, -0.1), (0.12, -0.1), (0.2, 0.48)]);
            [20.0_f32, 110.0, 200.0, 290.0]
                .map(f32::to_radians)
                .into_iter()
                .fold(mill, |mill, a| mill.line(Wood, 0.1, &[(0.0, -0.1), (0.4 * a.cos(), -0.1 + 0.4 * a.sin())]))
        }
        Terrain::Forest => hut(),
        Terrain::Lake => sailing_boat(0.36),
        Terrain::Grassland => {
            hut().line(Wood, 0.05, &[(-0.5, 0.4), (0.5, 0.4)]).line(Wood, 0.05, &[(-0.44, 0.46), (-0.44, 0.3)])
        }
        Terrain::Swamp => Drawing::new()
            .line(Wood, 0.05, &[(-0.2, 0.0), (-0.2, 0.46)])
            .line(Wood, 0.05, &[(0.2, 0.0), (0.2, 0.46)])
            .and(&hut(), (0.0, -0.1), 0.8, 0.0),
        Terrain::Mine => mine_entrance(0.16, 0.34),
        Terrain::Town => Drawing::new(),
    }
}
