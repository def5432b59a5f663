//! What stands for a terrain on the shields of the [`super::edition`]s: something that grows, lies or is done there, alone or a few
//! of it together.
//!
//! Nobody knows how another edition draws wheat: each terrain has several things to show, each of measures by lot. How far these
//! go is chosen by eye: what is drawn can still be told. (Where a shield is of its terrain's ground, that edition's motif stands there
//! instead.)

use super::drawing::{At, Drawing, Tone, pick};
use super::emblems::battlements;
use super::motifs::{
    cart, clover, dead_tree, fir, fish, frog, house, in_a_ring, mine_entrance, round_tree, sailing_boat,
};
use super::{Dice, between, by_chance};
use crate::domain::Terrain;
use Tone::*;

/// What stands for a terrain on a shield.
pub(super) fn terrain_sign(terrain: Terrain, dice: &mut Dice) -> Drawing {
    let sign = match terrain {
        Terrain::Wheat => of_wheat(dice),
        Terrain::Forest => of_forest(dice),
        Terrain::Lake => of_lake(dice),
        Terrain::Grassland => of_grassland(dice),
        Terrain::Swamp => of_swamp(dice),
        Terrain::Mine => of_mine(dice),
        Terrain::Town => of_town(dice),
    };
    let sign = if by_chance(dice, 0.5) { sign.mirrored() } else { sign };
    sign.within_reach()
}

/// One of it in every other sign; else two or three, side by side, fanned out, in a heap or a small one before a large one.
fn some(one: Drawing, dice: &mut Dice) -> Drawing {
    let of =
        |places: &[(At, f32)]| places.iter().fold(Drawing::new(), |all, &(at, scale)| all.and(&one, at, scale, 0.0));
    match pick(dice, 10) {
        0 => of(&[((-0.22, 0.0), 0.62), ((0.22, 0.0), 0.62)]),
        1 => fanned(&one, 2 + pick(dice, 2), between(dice, 4.0, 26.0)),
        2 => of(&[((-0.28, 0.0), 0.5), ((0.0, 0.0), 0.5), ((0.28, 0.0), 0.5)]),
        3 => of(&[((0.0, -0.22), 0.5), ((-0.24, 0.2), 0.5), ((0.24, 0.2), 0.5)]),
        4 => of(&[((-0.1, -0.06), 0.86), ((0.26, 0.2), 0.5)]),
        _ => one,
    }
}

/// Two or three of the same beside each other, each leaning outwards by so much more than the one before.
fn fanned(one: &Drawing, count: usize, lean_deg: f32) -> Drawing {
    in_a_row(count, 1.0)
        .fold(Drawing::new(), |all, aside| all.and(one, (0.25 * aside, 0.04 * aside.abs()), 0.84, lean_deg * aside))
}

/// So many places in a row about 0, so far apart.
fn in_a_row(count: usize, apart: f32) -> impl Iterator<Item = f32> {
    (0..count).map(move |i| (i as f32 - (count - 1) as f32 / 2.0) * apart)
}

fn of_wheat(dice: &mut Dice) -> Drawing {
    match pick(dice, 5) {
        0 => some(sheaf(dice), dice),
        1 => bound_stalks(dice),
        2 => grains(dice),
        _ => some(ear(dice), dice),
    }
}

/// In one piece, tied in its middle.
fn sheaf(dice: &mut Dice) -> Drawing {
    let (top, foot) = (between(dice, 0.24, 0.42), between(dice, 0.2, 0.36));
    let (waist, tied) = (between(dice, 0.06, 0.16), between(dice, -0.04, 0.16));
    Drawing::new()
        .fill(Gold, &[(-top, -0.42), (top, -0.42), (waist, tied), (foot, 0.46), (-foot, 0.46), (-waist, tied)])
        .line(Wood, 0.09, &[(-1.3 * waist, tied), (1.3 * waist, tied)])
}

fn bound_stalks(dice: &mut Dice) -> Drawing {
    let spread = between(dice, 0.9, 1.5);
    let head = (between(dice, 0.04, 0.08), between(dice, 0.09, 0.16));
    let stalks = in_a_row(4 + pick(dice, 3), 0.13).fold(Drawing::new(), |stalks, x| {
        let stalk = [(1.1 * x, 0.46), (0.3 * x, 0.1), (spread * x, -0.3)];
        stalks.line(Gold, 0.05, &stalk).oval(Gold, (spread * x, -0.32), head)
    });
    stalks.line(Wood, 0.08, &[(-0.12, 0.1), (0.12, 0.1)])
}

fn grains(dice: &mut Dice) -> Drawing {
    let size = (between(dice, 0.08, 0.13), between(dice, 0.12, 0.18));
    [(0.0, -0.3), (-0.24, -0.06), (0.24, -0.06), (0.0, 0.16), (-0.2, 0.34), (0.22, 0.36)]
        .into_iter()
        .take(3 + pick(dice, 4))
        .fold(Drawing::new(), |grains, at| grains.oval(Gold, at, size))
}

/// An ear on its stalk: grains in pairs or on alternate sides, as strokes, ovals or leaves, with or without awns.
fn ear(dice: &mut Dice) -> Drawing {
    let (rows, bend) = (2 + pick(dice, 4), between(dice, -0.1, 0.1));
    let (length, width) = (between(dice, 0.12, 0.22), between(dice, 0.06, 0.11));
    let (rise, shape, uneven) = (between(dice, 0.06, 0.2), pick(dice, 3), between(dice, 0.0, 0.08));
    let mut ear = Drawing::new().line(Gold, between(dice, 0.04, 0.08), &[(-bend, 0.47), (0.0, 0.1), (0.0, -0.34)]);
    if by_chance(dice, 0.25) {
        ear = [-0.16, 0.0, 0.16].into_iter().fold(ear, |ear, x| ear.line(Gold, 0.03, &[(0.5 * x, -0.2), (x, -0.5)]));
    }
    for (row, side) in (0..rows).flat_map(|row| [(row, -1.0), (row, 1.0)]) {
        let y = -0.26 + 0.5 * row as f32 / rows as f32 + side * uneven;
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
    let tree = match pick(dice, 6) {
        0 | 1 => fir(1 + pick(dice, 4), between(dice, 0.24, 0.4)),
        2 => round_tree(between(dice, 0.12, 0.22), between(dice, 0.17, 0.24)),
        3 => {
            let crown = (between(dice, 0.18, 0.36), between(dice, 0.28, 0.36));
            Drawing::new().rect(Wood, (-0.06, 0.12), (0.12, 0.34)).oval(Leaf, (0.0, -0.12), crown)
        }
        4 => leaf(dice),
        _ => acorn(),
    };
    some(tree, dice)
}

/// Plain or lobed.
fn leaf(dice: &mut Dice) -> Drawing {
    let lobes = pick(dice, 2) as f32 * between(dice, 0.04, 0.1);
    let wide = between(dice, 0.18, 0.3);
    let right = [(0.0, -0.48), (wide, -0.24), (wide - lobes, -0.12), (wide + lobes, 0.04), (0.0, 0.3)];
    let left = right.iter().rev().map(|(x, y)| (-x, *y));
    let outline = right.iter().copied().chain(left).collect::<Vec<_>>();
    let veins = [(-0.16, -0.1), (0.0, 0.08), (0.16, -0.1)];
    Drawing::new().fill(Leaf, &outline).line(Wood, 0.05, &[(0.0, 0.48), (0.0, -0.3)]).line(Wood, 0.035, &veins)
}

fn acorn() -> Drawing {
    Drawing::new()
        .fill(Leaf, &[(-0.24, -0.08), (0.24, -0.08), (0.2, 0.2), (0.0, 0.46), (-0.2, 0.2)])
        .oval(Wood, (0.0, -0.14), (0.3, 0.16))
        .line(Wood, 0.06, &[(0.0, -0.24), (0.06, -0.46)])
}

fn of_lake(dice: &mut Dice) -> Drawing {
    match pick(dice, 6) {
        0 | 1 => {
            let (count, apart, width) = (2 + pick(dice, 3), between(dice, 0.2, 0.28), between(dice, 0.06, 0.12));
            in_a_row(count, apart).fold(Drawing::new(), |waves, y| waves.line(Water, width, &wave(y, dice)))
        }
        2 => some(water_drop(dice), dice),
        3 => some(fish(Water, between(dice, 0.3, 0.4), between(dice, 0.13, 0.26)), dice),
        4 => pond(dice),
        _ => sailing_boat(between(dice, 0.24, 0.4)).line(Water, 0.08, &wave(0.44, dice)),
    }
}

fn water_drop(dice: &mut Dice) -> Drawing {
    let (wide, shoulder) = (between(dice, 0.2, 0.32), between(dice, -0.14, 0.02));
    let tip = [(0.0, -0.48), (0.8 * wide, shoulder), (-0.8 * wide, shoulder)];
    Drawing::new().fill(Water, &tip).disc(Water, (0.0, 0.14), wide)
}

fn pond(dice: &mut Dice) -> Drawing {
    Drawing::new()
        .oval(Water, (0.0, 0.04), (0.46, between(dice, 0.24, 0.4)))
        .line(Pale, 0.05, &[(-0.26, -0.04), (-0.12, -0.1), (0.02, -0.04)])
        .line(Pale, 0.05, &[(-0.02, 0.16), (0.12, 0.1), (0.26, 0.16)])
}

/// A wave at this height.
fn wave(y: f32, dice: &mut Dice) -> [At; 7] {
    let (high, parts) = (between(dice, 0.05, 0.1), [0.0, 1.0, -0.6, 1.0, -0.6, 1.0, 0.0]);
    std::array::from_fn(|i| (-0.45 + 0.15 * i as f32, y - parts[i] * high))
}

fn of_grassland(dice: &mut Dice) -> Drawing {
    match pick(dice, 7) {
        0 | 1 => some(sheep(dice), dice),
        2 => some(blossom(dice), dice),
        3 => tuft(dice),
        4 => some(clover(3 + pick(dice, 2), between(dice, 0.12, 0.2), between(dice, -0.1, 0.12)), dice),
        5 => some(face_of_a_beast(dice), dice),
        _ => some(flower_from_above(dice), dice),
    }
}

/// From its side, of one cloud of wool or of several.
fn sheep(dice: &mut Dice) -> Drawing {
    let (long, high, legs) = (between(dice, 0.28, 0.36), between(dice, 0.18, 0.25), between(dice, 0.12, 0.24));
    let legs = [-0.18, 0.14]
        .into_iter()
        .fold(Drawing::new(), |all, x| all.line(Dark, 0.06, &[(x, 0.5 * high), (x, high + legs)]));
    let body = legs.oval(Pale, (-0.06, 0.0), (long, high));
    let woolly = in_a_row(pick(dice, 4), 0.18).fold(body, |wool, x| wool.disc(Pale, (x - 0.06, -0.7 * high), 0.13));
    let head = (between(dice, 0.28, 0.36), between(dice, -0.18, 0.04));
    woolly.oval(Dark, head, (between(dice, 0.09, 0.13), between(dice, 0.1, 0.15)))
}

/// A sheep's or a cow's.
fn face_of_a_beast(dice: &mut Dice) -> Drawing {
    let (wool, face) = (between(dice, 0.14, 0.24), [Dark, Pale, Wood][pick(dice, 3)]);
    let ears = [(-0.36, between(dice, -0.1, 0.1)), (0.0, 0.0), (0.36, between(dice, -0.1, 0.1))];
    Drawing::new()
        .disc(Pale, (0.0, -0.2), 0.22)
        .disc(Pale, (-0.2, -0.12), wool)
        .disc(Pale, (0.2, -0.12), wool)
        .oval(face, (0.0, 0.12), (between(dice, 0.16, 0.24), 0.3))
        .line(face, 0.09, &ears)
}

fn blossom(dice: &mut Dice) -> Drawing {
    let stalk = Drawing::new().line(Leaf, between(dice, 0.06, 0.1), &[(0.0, 0.46), (0.0, 0.0)]);
    let leaf = stalk.oval(Leaf, (0.14, 0.32), (0.14, 0.06));
    petals(leaf, 4 + pick(dice, 5), (0.0, -0.14), 0.17)
}

fn flower_from_above(dice: &mut Dice) -> Drawing {
    petals(Drawing::new(), 5 + pick(dice, 4), (0.0, 0.0), between(dice, 0.24, 0.3))
}

/// So many petals so far about a middle.
fn petals(drawing: Drawing, count: usize, (x, y): At, far: f32) -> Drawing {
    let round = in_a_ring(count).map(|(across, down)| (x + far * across, y + far * down));
    round.fold(drawing, |flower, at| flower.disc(Pale, at, 3.2 * far / count as f32)).disc(Gold, (x, y), 0.55 * far)
}

fn tuft(dice: &mut Dice) -> Drawing {
    let (high, spread) = (between(dice, 0.06, 0.16), between(dice, 0.1, 0.24));
    in_a_row(3 + pick(dice, 4), 1.0).fold(Drawing::new(), |tuft, aside| {
        let tip = (spread * aside, -0.42 + high * aside.abs());
        tuft.fill(Leaf, &[(0.06 * aside - 0.07, 0.42), tip, (0.06 * aside + 0.07, 0.42)])
    })
}

fn of_swamp(dice: &mut Dice) -> Drawing {
    match pick(dice, 6) {
        0 | 1 => reeds(dice),
        2 => some(dead_tree(between(dice, 0.2, 0.34), between(dice, 0.16, 0.32)), dice),
        3 => water_lily(),
        4 => bubbles(dice),
        _ => some(frog(between(dice, 0.3, 0.42), between(dice, 0.14, 0.24)), dice),
    }
}

fn water_lily() -> Drawing {
    Drawing::new()
        .oval(Leaf, (0.0, 0.2), (0.44, 0.2))
        .fill(Pale, &[(0.0, 0.2), (0.3, 0.3), (0.34, 0.16)])
        .fill(Cloth, &[(-0.26, -0.1), (-0.12, -0.3), (0.0, -0.12), (0.12, -0.3), (0.26, -0.1), (0.0, 0.18)])
}

fn bubbles(dice: &mut Dice) -> Drawing {
    [(-0.14, 0.08), (0.16, -0.12), (-0.04, -0.36), (0.24, 0.14)]
        .into_iter()
        .take(3 + pick(dice, 2))
        .fold(Drawing::new().oval(Earth, (0.0, 0.26), (0.46, 0.18)), |pool, at| {
            pool.disc(Leaf, at, between(dice, 0.05, 0.13))
        })
}

/// Bulrushes, with or without a puddle and blades beside.
fn reeds(dice: &mut Dice) -> Drawing {
    let (apart, head) = (between(dice, 0.17, 0.26), (between(dice, 0.05, 0.09), between(dice, 0.1, 0.17)));
    let mut ground = Drawing::new();
    if by_chance(dice, 0.5) {
        ground = ground.oval(Earth, (0.0, 0.38), (0.42, 0.1));
    }
    if by_chance(dice, 0.5) {
        let (left, right) = ([(-0.02, 0.42), (-0.2, 0.1), (-0.36, -0.06)], [(0.04, 0.42), (0.26, 0.14), (0.4, 0.06)]);
        ground = ground.line(Leaf, 0.07, &left).line(Leaf, 0.07, &right);
    }
    in_a_row(1 + pick(dice, 3), apart).fold(ground, |reeds, x| {
        let top = between(dice, -0.34, -0.08);
        let reed = reeds.line(Leaf, 0.05, &[(0.7 * x, 0.4), (x, top)]).oval(Wood, (x, top), head);
        // The highest ones have no room for a tip.
        if top > -0.2 { reed.line(Wood, 0.03, &[(x, top), (x, top - 0.28)]) } else { reed }
    })
}

fn of_mine(dice: &mut Dice) -> Drawing {
    match pick(dice, 8) {
        0 | 1 => {
            let one = turned(&pickaxe(dice), between(dice, -50.0, 50.0));
            some(one, dice)
        }
        2 => {
            let one = turned(&pickaxe(dice), between(dice, 25.0, 50.0));
            one.clone().and(&one.mirrored(), (0.0, 0.0), 1.0, 0.0)
        }
        3 => some(rocks(dice), dice),
        4 => mine_entrance(between(dice, 0.14, 0.26), between(dice, 0.2, 0.4)),
        5 => some(cut_stone(dice), dice),
        6 => cart([Gold, Stone, Dark][pick(dice, 3)], between(dice, 0.12, 0.18)),
        _ => nuggets(dice),
    }
}

fn turned(drawing: &Drawing, angle_deg: f32) -> Drawing {
    Drawing::new().and(drawing, (0.0, 0.0), 1.0, angle_deg)
}

/// Upright, its head pointed or of one width.
fn pickaxe(dice: &mut Dice) -> Drawing {
    let (reach, curve) = (between(dice, 0.24, 0.35), between(dice, 0.04, 0.2));
    let head: [At; 3] = [(-reach, -0.3 + curve), (0.0, -0.34), (reach, -0.3 + curve)];
    let haft = Drawing::new().line(Wood, between(dice, 0.07, 0.11), &[(0.0, 0.46), (0.0, -0.34)]);
    match pick(dice, 2) {
        0 => haft.line(Metal, between(dice, 0.08, 0.13), &head),
        _ => haft.fill(Metal, &[head[0], (0.0, -0.46), head[2], (0.0, -0.24)]),
    }
}

/// Two peaks, with or without snow.
fn rocks(dice: &mut Dice) -> Drawing {
    let (left, right) = (between(dice, -0.46, -0.3), between(dice, -0.3, -0.06));
    let rocks = Drawing::new().fill(Stone, &[(-0.48, 0.4), (-0.16, left), (0.02, -0.04), (0.18, right), (0.48, 0.4)]);
    let snow = [(-0.25, left + 0.22), (-0.16, left), (-0.06, left + 0.2), (-0.16, left + 0.28)];
    if by_chance(dice, 0.5) { rocks.fill(Pale, &snow) } else { rocks }
}

fn cut_stone(dice: &mut Dice) -> Drawing {
    let (table, girdle) = (between(dice, 0.16, 0.28), between(dice, 0.34, 0.44));
    let waist = between(dice, -0.16, -0.02);
    Drawing::new()
        .fill(Water, &[(-table, -0.36), (table, -0.36), (girdle, waist), (0.0, 0.44), (-girdle, waist)])
        .line(Pale, 0.035, &[(-girdle, waist), (girdle, waist)])
        .line(Pale, 0.035, &[(-0.14, waist), (0.0, 0.4), (0.14, waist)])
}

fn nuggets(dice: &mut Dice) -> Drawing {
    [(0.0, -0.18), (-0.22, 0.16), (0.22, 0.18)].into_iter().fold(Drawing::new(), |heap, (x, y)| {
        let corner = |(dx, dy): At| (x + dx * between(dice, 0.7, 1.1), y + dy * between(dice, 0.7, 1.1));
        let corners = [(-0.2, 0.06), (-0.1, -0.18), (0.12, -0.16), (0.22, 0.04), (0.04, 0.18)].map(corner);
        heap.fill(Gold, &corners)
    })
}

fn of_town(dice: &mut Dice) -> Drawing {
    let steep = between(dice, 0.9, 1.5);
    let hut = |town: Drawing, (x, y): At, (half, high): At| {
        let eaves = y - high;
        let roof = [(x - 1.3 * half, eaves), (x, eaves - steep * half), (x + 1.3 * half, eaves)];
        town.rect(Wall, (x - half, eaves), (2.0 * half, high)).fill(Roof, &roof)
    };
    let huts = |all: &[(At, At)]| all.iter().fold(Drawing::new(), |town, (at, size)| hut(town, *at, *size));
    match pick(dice, 6) {
        0 => huts(&[((0.0, 0.42), (0.28, 0.46))]).rect(Dark, (-0.08, 0.16), (0.16, 0.26)),
        1 => huts(&[((-0.2, 0.42), (0.19, 0.34)), ((0.21, 0.42), (0.17, 0.5))]),
        2 => huts(&[((-0.28, 0.4), (0.16, 0.3)), ((0.28, 0.4), (0.16, 0.3)), ((0.0, 0.44), (0.18, 0.5))]),
        3 => huts(&[((0.16, 0.02), (0.17, 0.18)), ((-0.16, 0.42), (0.2, 0.24))]),
        4 => town_wall(dice),
        _ => Drawing::new().and(&house(dice), (-0.08, 0.06), 0.66, 0.0),
    }
}

/// With its gate.
fn town_wall(dice: &mut Dice) -> Drawing {
    let (high, half) = (between(dice, 0.3, 0.5), between(dice, 0.09, 0.15));
    let wall = Drawing::new().rect(Wall, (-0.44, 0.42 - high), (0.88, high));
    battlements(wall, Wall, (-0.44, 0.42 - high), 0.88, 3 + pick(dice, 3)).rect(Dark, (-half, 0.14), (2.0 * half, 0.28))
}

#[cfg(test)]
mod tests {
    use super::super::dice_of_scene;
    use super::*;

    #[test]
    fn signs_fit_their_shields() {
        for (seed, terrain) in (0..300).flat_map(|seed| Terrain::ALL.map(|terrain| (seed, terrain))) {
            let reach = terrain_sign(terrain, &mut dice_of_scene(seed, terrain as u64)).reach();
            assert!((0.25..0.51).contains(&reach), "{terrain:?}, seed {seed}: {reach}");
        }
    }
}
