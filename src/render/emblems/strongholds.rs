//! Towers, fortresses, and castles that travel.

use super::super::drawing::{At, Drawing, Tone};
use super::super::symbols::crown;
use Tone::*;

pub(super) fn lookout() -> Drawing {
    Drawing::new()
        .fill(Stone, &[(-0.12, 0.46), (-0.09, -0.16), (0.09, -0.16), (0.12, 0.46)])
        .rect(Wood, (-0.19, -0.26), (0.38, 0.14))
        .rect(Dark, (-0.14, -0.32), (0.28, 0.08))
        .fill(Roof, &[(-0.24, -0.3), (0.0, -0.5), (0.24, -0.3)])
        .rect(Dark, (-0.03, 0.04), (0.06, 0.12))
        .rect(Dark, (-0.04, 0.32), (0.08, 0.14))
}

pub(super) fn stilted_lookout() -> Drawing {
    Drawing::new()
        .line(Wood, 0.05, &[(-0.22, 0.46), (-0.12, -0.1)])
        .line(Wood, 0.05, &[(0.22, 0.46), (0.12, -0.1)])
        .line(Wood, 0.03, &[(-0.2, 0.36), (0.15, 0.08)])
        .line(Wood, 0.03, &[(0.2, 0.36), (-0.15, 0.08)])
        .rect(Wood, (-0.2, -0.2), (0.4, 0.15))
        .rect(Dark, (-0.15, -0.3), (0.3, 0.1))
        .fill(Roof, &[(-0.26, -0.28), (0.0, -0.48), (0.26, -0.28)])
}

/// A wall's top from (x, y) to the right with so many merlons.
pub(in crate::render) fn battlements(
    drawing: Drawing,
    tone: Tone,
    (x, y): (f32, f32),
    width: f32,
    merlons: usize,
) -> Drawing {
    let pitch = width / (2 * merlons - 1) as f32;
    (0..merlons)
        .fold(drawing, |drawing, i| drawing.rect(tone, (x + 2.0 * i as f32 * pitch, y - pitch), (pitch, 1.1 * pitch)))
}

fn flag() -> Drawing {
    Drawing::new().line(Wood, 0.06, &[(0.0, 0.5), (0.0, -0.5)]).fill(Cloth, &[(0.0, -0.5), (0.5, -0.32), (0.0, -0.12)])
}

/// A slim tower: the watchman's with a flag, the Queen's with a heart and a pointed roof with a crown.
pub(super) fn slim_tower(watchman: bool) -> Drawing {
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

pub(super) fn beacon() -> Drawing {
    let shaft = Drawing::new().fill(Stone, &[(-0.18, 0.48), (-0.13, -0.14), (0.13, -0.14), (0.18, 0.48)]);
    shaft
        .rect(Wood, (-0.22, -0.2), (0.44, 0.09))
        .fill(
            Fire,
            &[(-0.14, -0.2), (-0.16, -0.34), (-0.05, -0.28), (0.0, -0.48), (0.07, -0.3), (0.16, -0.36), (0.14, -0.2)],
        )
        .rect(Dark, (-0.05, 0.1), (0.1, 0.14))
}

pub(super) fn tower_with_a_ladder() -> Drawing {
    let tower = Drawing::new()
        .rect(Wall, (-0.2, -0.24), (0.34, 0.7))
        .fill(Roof, &[(-0.28, -0.22), (-0.03, -0.48), (0.22, -0.22)])
        .disc(Dark, (-0.03, -0.08), 0.07)
        .line(Wood, 0.035, &[(0.4, 0.46), (0.16, -0.1)])
        .line(Wood, 0.035, &[(0.3, 0.48), (0.06, -0.08)]);
    [0.1, 0.3, 0.5, 0.7].into_iter().fold(tower, |tower, at| {
        let (x, y) = (0.06 + 0.24 * at, -0.08 + 0.56 * at);
        tower.line(Wood, 0.03, &[(x, y), (x + 0.1, y - 0.02)])
    })
}

pub(super) fn long_wall() -> Drawing {
    let wall = battlements(Drawing::new().rect(Stone, (-0.48, -0.04), (0.96, 0.42)), Stone, (-0.48, -0.04), 0.96, 6);
    (wall)
        .oval(Dark, (0.0, 0.22), (0.13, 0.15))
        .rect(Dark, (-0.13, 0.22), (0.26, 0.16))
        .line(Dark, 0.02, &[(-0.44, 0.1), (-0.2, 0.1)])
        .line(Dark, 0.02, &[(0.2, 0.16), (0.44, 0.16)])
}

pub(super) fn keep() -> Drawing {
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

pub(super) fn two_bastions() -> Drawing {
    let mut drawing = Drawing::new().rect(Stone, (-0.3, 0.02), (0.6, 0.36));
    drawing = battlements(drawing, Stone, (-0.22, 0.02), 0.44, 4);
    for x in [-0.34, 0.34] {
        drawing = drawing.fill(Stone, &[(x - 0.16, 0.4), (x - 0.13, -0.24), (x + 0.13, -0.24), (x + 0.16, 0.4)]);
        drawing = battlements(drawing, Stone, (x - 0.15, -0.22), 0.3, 3).rect(Dark, (x - 0.02, -0.08), (0.04, 0.14));
    }
    drawing.oval(Dark, (0.0, 0.3), (0.1, 0.12))
}

pub(super) fn gatehouse() -> Drawing {
    let middle = Drawing::new().rect(Stone, (-0.22, -0.2), (0.44, 0.64));
    let towers = battlements(battlements(middle, Stone, (-0.22, -0.2), 0.44, 3), Stone, (-0.46, -0.32), 0.26, 2);
    battlements(towers, Stone, (0.2, -0.32), 0.26, 2)
        .rect(Stone, (-0.46, -0.32), (0.26, 0.76))
        .rect(Stone, (0.2, -0.32), (0.26, 0.76))
        .oval(Dark, (0.0, 0.2), (0.14, 0.2))
        .rect(Dark, (-0.14, 0.2), (0.28, 0.24))
}

pub(super) fn star_fort() -> Drawing {
    let corner = |i: usize| {
        let (angle, radius) = (i as f32 * std::f32::consts::TAU / 10.0, if i.is_multiple_of(2) { 0.46 } else { 0.26 });
        (radius * angle.sin(), -radius * angle.cos())
    };
    let outline: Vec<At> = (0..10).map(corner).collect();
    Drawing::new().fill(Stone, &outline).disc(Leaf, (0.0, 0.0), 0.19).rect(Roof, (-0.09, -0.09), (0.18, 0.18))
}

pub(super) fn crowned_tower() -> Drawing {
    let shaft = Drawing::new().rect(Wall, (-0.17, -0.1), (0.34, 0.56)).rect(Wall, (-0.23, -0.16), (0.46, 0.12));
    battlements(shaft, Wall, (-0.23, -0.16), 0.46, 3)
        .and(&crown(0), (0.0, -0.34), 0.42, 0.0)
        .oval(Dark, (0.0, 0.12), (0.06, 0.1))
        .rect(Dark, (-0.06, 0.32), (0.12, 0.14))
}

pub(super) fn rose_tower() -> Drawing {
    Drawing::new()
        .rect(Pale, (-0.16, -0.1), (0.32, 0.56))
        .fill(Cloth, &[(-0.24, -0.08), (0.0, -0.48), (0.24, -0.08)])
        .line(Leaf, 0.04, &[(0.0, 0.44), (0.02, 0.16)])
        .oval(Leaf, (0.07, 0.3), (0.06, 0.03))
        .disc(Fire, (0.0, 0.08), 0.12)
        .arc(Pale, 0.025, (0.0, 0.08), 0.06, [0.0, 270.0])
}

pub(super) fn tower_with_a_banner() -> Drawing {
    Drawing::new()
        .rect(Pale, (-0.2, -0.1), (0.36, 0.56))
        .fill(Cloth, &[(-0.28, -0.08), (-0.02, -0.42), (0.24, -0.08)])
        .fill(Fire, &[(-0.08, 0.02), (0.04, 0.02), (0.04, 0.32), (-0.02, 0.24), (-0.08, 0.32)])
        .and(&flag(), (-0.02, -0.38), 0.24, 0.0)
}

pub(super) fn two_turrets() -> Drawing {
    Drawing::new()
        .rect(Pale, (-0.3, -0.06), (0.24, 0.52))
        .fill(Fire, &[(-0.36, -0.04), (-0.18, -0.44), (0.0, -0.04)])
        .rect(Pale, (0.04, 0.06), (0.24, 0.4))
        .fill(Fire, &[(-0.02, 0.08), (0.16, -0.26), (0.34, 0.08)])
        .disc(Gold, (-0.18, 0.14), 0.07)
        .disc(Gold, (0.16, 0.24), 0.06)
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

pub(super) fn castle_on_legs() -> Drawing {
    let mut drawing = Drawing::new();
    for (x, foot) in [(-0.24, -0.34), (0.2, 0.3)] {
        drawing = drawing.line(Wood, 0.075, &[(x, 0.1), (foot, 0.28), (x, 0.42)]);
        drawing = drawing.line(Wood, 0.06, &[(x - 0.1, 0.46), (x, 0.42), (x + 0.12, 0.46)]);
    }
    drawing.and(&small_castle(), (0.0, -0.12), 0.86, -4.0)
}

pub(super) fn castle_on_wheels() -> Drawing {
    let mut drawing =
        Drawing::new().and(&small_castle(), (0.0, -0.12), 0.9, 0.0).rect(Wood, (-0.42, 0.17), (0.84, 0.08));
    for x in [-0.28, 0.28] {
        drawing = drawing.disc(Dark, (x, 0.33), 0.16).disc(Wood, (x, 0.33), 0.11).disc(Metal, (x, 0.33), 0.04);
    }
    drawing
}

pub(super) fn walking_keep() -> Drawing {
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

pub(super) fn castle_on_a_tortoise() -> Drawing {
    Drawing::new()
        .oval(Leaf, (0.42, 0.22), (0.1, 0.08))
        .rect(Leaf, (-0.3, 0.28), (0.12, 0.16))
        .rect(Leaf, (0.16, 0.28), (0.12, 0.16))
        .oval(Earth, (0.0, 0.2), (0.4, 0.16))
        .and(&small_castle(), (0.0, -0.16), 0.66, 0.0)
}

pub(super) fn castle_afloat() -> Drawing {
    Drawing::new()
        .and(&small_castle(), (0.0, -0.1), 0.66, 0.0)
        .fill(Wood, &[(-0.46, 0.12), (0.46, 0.12), (0.32, 0.36), (-0.32, 0.36)])
        .line(Water, 0.07, &[(-0.46, 0.42), (-0.22, 0.36), (0.02, 0.44), (0.26, 0.36), (0.46, 0.42)])
}
