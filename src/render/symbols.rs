//! The small signs on the tiles of the [`super::edition`]s: crowns, and what stands in a building tile's corners, each in several
//! ways; what stands there for a terrain is in [`super::terrain_signs`].

use super::drawing::{At, Drawing, Hand, Tone, pick};
use super::emblems::{battlements, coin};
use super::terrain_signs::terrain_sign;
use super::{Dice, between};
use crate::domain::{Building, BuildingPoints};
use Tone::*;

/// What the shield in the lower right corner says, if the kind scores.
pub(super) fn shield_symbol(kind: Building, dice: &mut Dice) -> Option<Drawing> {
    match kind.points() {
        BuildingPoints::Fixed(0) => None,
        BuildingPoints::Fixed(points) => Some(digit(points, dice)),
        BuildingPoints::PerTerritory(terrain) => Some(terrain_sign(terrain, dice).by(&Hand::any(dice))),
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
