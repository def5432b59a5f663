//! What crafts work with: bakers, sawyers, fishers, tailors, wizards, founders.

use super::super::drawing::{At, Drawing, Tone};
use Tone::*;

pub(super) fn oven() -> Drawing {
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

pub(super) fn pretzel() -> Drawing {
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

pub(super) fn loaves() -> Drawing {
    let bun = Drawing::new().oval(Wood, (0.0, 0.0), (0.3, 0.22)).line(Gold, 0.06, &[(-0.15, 0.04), (0.15, -0.06)]);
    Drawing::new().and(&loaf(), (0.0, -0.16), 0.9, -8.0).and(&bun, (-0.2, 0.2), 0.8, 0.0).and(
        &bun,
        (0.22, 0.22),
        0.75,
        10.0,
    )
}

pub(super) fn bread_on_a_peel() -> Drawing {
    Drawing::new()
        .line(Wood, 0.09, &[(0.36, 0.46), (0.04, 0.06)])
        .oval(Wood, (-0.12, -0.12), (0.34, 0.3))
        .oval(Gold, (-0.14, -0.14), (0.26, 0.18))
        .line(Wood, 0.035, &[(-0.26, -0.2), (-0.2, -0.08)])
        .line(Wood, 0.035, &[(-0.12, -0.22), (-0.06, -0.08)])
}

pub(super) fn round_loaf() -> Drawing {
    let loaf = Drawing::new().disc(Wood, (0.0, 0.02), 0.42).disc(Gold, (0.0, 0.0), 0.37);
    [-0.2, 0.0, 0.2].into_iter().fold(loaf, |loaf, x| loaf.line(Pale, 0.05, &[(x - 0.1, -0.26), (x + 0.1, 0.26)]))
}

pub(super) fn rolling_pin() -> Drawing {
    Drawing::new().oval(Gold, (0.0, 0.1), (0.44, 0.26)).line(Wood, 0.07, &[(-0.44, 0.24), (0.44, -0.28)]).line(
        Wood,
        0.2,
        &[(-0.24, 0.12), (0.24, -0.16)],
    )
}

pub(super) fn saw_blade() -> Drawing {
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

pub(super) fn log_pile() -> Drawing {
    let rows = [(-0.28, 0.26), (0.0, 0.26), (0.28, 0.26), (-0.14, 0.02), (0.14, 0.02), (0.0, -0.22)];
    rows.into_iter().fold(Drawing::new(), |pile, at| pile.and(&log(), at, 0.27, 0.0))
}

pub(super) fn hand_saw() -> Drawing {
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

pub(super) fn axe_in_a_block() -> Drawing {
    Drawing::new()
        .rect(Wood, (-0.32, 0.1), (0.64, 0.34))
        .oval(Gold, (0.0, 0.1), (0.32, 0.1))
        .line(Wood, 0.08, &[(0.36, -0.4), (-0.06, 0.0)])
        .fill(Metal, &[(-0.16, -0.14), (0.04, -0.12), (0.06, 0.1), (-0.1, 0.12), (-0.26, 0.02)])
}

pub(super) fn saw_bench() -> Drawing {
    let legs = Drawing::new().line(Wood, 0.06, &[(-0.36, 0.46), (-0.22, 0.06), (-0.1, 0.46)]).line(
        Wood,
        0.06,
        &[(0.36, 0.46), (0.22, 0.06), (0.1, 0.46)],
    );
    legs.rect(Wood, (-0.46, -0.06), (0.92, 0.16))
        .disc(Gold, (0.46, 0.02), 0.08)
        .fill(Metal, &[(-0.1, -0.04), (-0.22, -0.38), (0.3, -0.28), (0.04, -0.02)])
        .line(Wood, 0.07, &[(0.24, -0.3), (0.42, -0.36)])
}

pub(super) fn planks() -> Drawing {
    let plank = |all: Drawing, (x, y): At| {
        all.fill(Wood, &[(x - 0.4, y), (x + 0.28, y - 0.14), (x + 0.4, y - 0.06), (x - 0.28, y + 0.1)]).line(
            Gold,
            0.025,
            &[(x - 0.3, y + 0.03), (x + 0.3, y - 0.09)],
        )
    };
    [(0.0, 0.3), (0.04, 0.14), (-0.04, -0.02), (0.02, -0.2)].into_iter().fold(Drawing::new(), plank)
}

pub(super) fn big_fish() -> Drawing {
    Drawing::new()
        .fill(Water, &[(0.2, 0.0), (0.46, -0.22), (0.4, 0.0), (0.46, 0.22)])
        .fill(Metal, &[(-0.1, -0.18), (0.08, -0.34), (0.14, -0.12)])
        .oval(Water, (-0.08, 0.0), (0.37, 0.21))
        .oval(Pale, (-0.12, 0.09), (0.26, 0.08))
        .disc(Pale, (-0.29, -0.05), 0.055)
        .disc(Dark, (-0.29, -0.05), 0.028)
        .arc(Dark, 0.02, (-0.26, 0.0), 0.13, [-60.0, 60.0])
}

pub(super) fn two_fish() -> Drawing {
    Drawing::new().and(&big_fish(), (-0.04, -0.2), 0.72, -10.0).and(&big_fish().mirrored(), (0.04, 0.2), 0.72, -10.0)
}

pub(super) fn fish_on_a_hook() -> Drawing {
    Drawing::new()
        .line(Wood, 0.05, &[(-0.42, 0.42), (-0.3, -0.3), (0.1, -0.46)])
        .line(Dark, 0.018, &[(0.1, -0.46), (0.14, -0.2)])
        .and(&big_fish(), (0.14, 0.1), 0.72, 80.0)
}

pub(super) fn net() -> Drawing {
    let mut net = Drawing::new().and(&big_fish(), (0.0, 0.06), 0.66, -18.0);
    for at in [-0.3, -0.1, 0.1, 0.3] {
        net = net.line(Pale, 0.025, &[(at, -0.42), (0.8 * at, 0.44)]).line(
            Pale,
            0.025,
            &[(-0.42, at), (0.42, at + 0.06)],
        );
    }
    net
}

pub(super) fn fishing_boat() -> Drawing {
    Drawing::new()
        .fill(Wood, &[(-0.46, 0.08), (0.46, 0.08), (0.3, 0.34), (-0.32, 0.34)])
        .line(Wood, 0.05, &[(-0.16, 0.08), (0.3, -0.42)])
        .line(Dark, 0.02, &[(0.3, -0.42), (0.34, -0.02)])
        .and(&big_fish(), (0.34, 0.04), 0.26, 90.0)
        .line(Water, 0.07, &[(-0.46, 0.42), (-0.2, 0.36), (0.04, 0.44), (0.28, 0.36), (0.46, 0.42)])
}

pub(super) fn fish_in_a_bucket() -> Drawing {
    let tail = |all: Drawing, (x, lean): At| {
        all.line(Water, 0.1, &[(x, 0.1), (x + 0.4 * lean, -0.16)])
            .fill(Water, &[(x + 0.3 * lean, -0.12), (x + lean - 0.12, -0.44), (x + lean + 0.12, -0.4)])
    };
    [(-0.14, -0.1), (0.12, 0.1)]
        .into_iter()
        .fold(Drawing::new(), tail)
        .fill(Wood, &[(-0.36, -0.02), (0.36, -0.02), (0.26, 0.46), (-0.26, 0.46)])
        .line(Metal, 0.05, &[(-0.32, 0.14), (0.32, 0.14)])
}

pub(super) fn scissors() -> Drawing {
    Drawing::new()
        .fill(Metal, &[(-0.28, -0.46), (-0.2, -0.46), (0.1, 0.1), (0.02, 0.14)])
        .fill(Metal, &[(0.28, -0.46), (0.2, -0.46), (-0.1, 0.1), (-0.02, 0.14)])
        .arc(Cloth, 0.075, (-0.18, 0.29), 0.13, [0.0, 360.0])
        .arc(Cloth, 0.075, (0.18, 0.29), 0.13, [0.0, 360.0])
        .disc(Dark, (0.0, 0.02), 0.04)
}

pub(super) fn needle_and_thread() -> Drawing {
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

pub(super) fn wool_and_sheep() -> Drawing {
    let mut sheep = Drawing::new();
    for x in [-0.2, 0.16] {
        sheep = sheep.line(Dark, 0.05, &[(x, 0.1), (x, 0.36)]);
    }
    for (x, y) in [(-0.26, -0.02), (-0.1, -0.14), (0.1, -0.14), (0.22, 0.0), (0.08, 0.12), (-0.12, 0.12), (0.0, 0.0)] {
        sheep = sheep.disc(Pale, (x, y), 0.16);
    }
    sheep.oval(Dark, (0.36, -0.12), (0.1, 0.13)).line(Metal, 0.04, &[(-0.44, -0.4), (-0.1, 0.0)])
}

pub(super) fn shirt() -> Drawing {
    Drawing::new()
        .fill(
            Cloth,
            &[
                (-0.16, -0.38),
                (0.16, -0.38),
                (0.46, -0.16),
                (0.34, 0.06),
                (0.22, -0.04),
                (0.22, 0.42),
                (-0.22, 0.42),
                (-0.22, -0.04),
                (-0.34, 0.06),
                (-0.46, -0.16),
            ],
        )
        .fill(Pale, &[(-0.14, -0.38), (0.14, -0.38), (0.0, -0.2)])
        .line(Pale, 0.03, &[(0.0, -0.18), (0.0, 0.4)])
}

pub(super) fn buttons() -> Drawing {
    let button = |drawing: Drawing, (x, y, radius, tone): (f32, f32, f32, Tone)| {
        let holes = [(-0.3, -0.3), (0.3, -0.3), (-0.3, 0.3), (0.3, 0.3)];
        let plate = drawing.disc(tone, (x, y), radius);
        holes.into_iter().fold(plate, |plate, (a, b)| plate.disc(Dark, (x + a * radius, y + b * radius), 0.14 * radius))
    };
    [(-0.18, -0.16, 0.26, Cloth), (0.24, 0.02, 0.2, Pale), (-0.08, 0.28, 0.17, Gold)]
        .into_iter()
        .fold(Drawing::new(), button)
}

pub(super) fn spool() -> Drawing {
    Drawing::new()
        .rect(Cloth, (-0.2, -0.28), (0.4, 0.56))
        .line(Pale, 0.025, &[(-0.2, -0.12), (0.2, -0.18)])
        .line(Pale, 0.025, &[(-0.2, 0.08), (0.2, 0.02)])
        .rect(Wood, (-0.32, -0.42), (0.64, 0.14))
        .rect(Wood, (-0.32, 0.28), (0.64, 0.14))
        .line(Cloth, 0.035, &[(0.2, 0.2), (0.36, 0.1), (0.46, 0.26)])
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

pub(super) fn pointed_hat() -> Drawing {
    Drawing::new()
        .oval(Cloth, (0.0, 0.3), (0.46, 0.13))
        .fill(Cloth, &[(-0.28, 0.28), (-0.04, -0.36), (0.16, -0.46), (0.1, -0.28), (0.28, 0.28)])
        .fill(Dark, &[(-0.28, 0.28), (-0.25, 0.18), (0.25, 0.18), (0.28, 0.28)])
        .and(&star_drawing(), (0.02, 0.02), 0.24, 0.0)
        .and(&star_drawing(), (-0.32, -0.2), 0.16, 20.0)
}

pub(super) fn star_wand() -> Drawing {
    Drawing::new()
        .line(Wood, 0.07, &[(-0.38, 0.42), (0.08, -0.04)])
        .and(&star_drawing(), (0.16, -0.14), 0.62, 10.0)
        .and(&star_drawing(), (-0.3, -0.24), 0.2, 0.0)
        .and(&star_drawing(), (0.34, 0.32), 0.18, 30.0)
}

pub(super) fn crystal_ball() -> Drawing {
    Drawing::new()
        .fill(Wood, &[(-0.28, 0.44), (-0.16, 0.22), (0.16, 0.22), (0.28, 0.44)])
        .disc(Cloth, (0.0, -0.06), 0.34)
        .arc(Pale, 0.04, (0.0, -0.06), 0.25, [180.0, 260.0])
        .and(&star_drawing(), (0.04, -0.02), 0.3, 0.0)
}

pub(super) fn flask() -> Drawing {
    Drawing::new()
        .fill(Pale, &[(-0.09, -0.42), (0.09, -0.42), (0.09, -0.1), (0.36, 0.42), (-0.36, 0.42), (-0.09, -0.1)])
        .fill(Cloth, &[(-0.2, 0.12), (0.2, 0.12), (0.34, 0.4), (-0.34, 0.4)])
        .rect(Wood, (-0.11, -0.48), (0.22, 0.1))
        .disc(Pale, (-0.06, 0.24), 0.05)
        .disc(Pale, (0.1, 0.32), 0.035)
}

pub(super) fn spell_book() -> Drawing {
    Drawing::new()
        .fill(Pale, &[(-0.28, 0.42), (0.36, 0.42), (0.36, 0.3), (-0.28, 0.3)])
        .rect(Cloth, (-0.36, -0.42), (0.68, 0.76))
        .rect(Wood, (-0.36, -0.42), (0.12, 0.76))
        .and(&star_drawing(), (0.04, -0.06), 0.5, 0.0)
}

pub(super) fn owl() -> Drawing {
    [-0.15, 0.15]
        .into_iter()
        .fold(
            Drawing::new()
                .oval(Wood, (0.0, 0.1), (0.32, 0.36))
                .fill(Wood, &[(-0.3, -0.08), (-0.28, -0.46), (0.0, -0.24), (0.28, -0.46), (0.3, -0.08)]),
            |owl, x| owl.disc(Pale, (x, -0.12), 0.13).disc(Dark, (x, -0.12), 0.06),
        )
        .fill(Gold, &[(-0.06, -0.04), (0.06, -0.04), (0.0, 0.1)])
        .oval(Pale, (0.0, 0.26), (0.16, 0.16))
}

fn hammer() -> Drawing {
    Drawing::new().line(Wood, 0.09, &[(0.0, 0.46), (0.0, -0.2)]).rect(Metal, (-0.26, -0.42), (0.52, 0.24))
}

pub(super) fn anvil() -> Drawing {
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

pub(super) fn melting_pot() -> Drawing {
    let flames = [(-0.34, 0.44), (-0.26, 0.14), (-0.1, 0.3), (0.0, 0.06), (0.1, 0.3), (0.26, 0.14), (0.34, 0.44)];
    Drawing::new()
        .fill(Fire, &flames)
        .fill(Dark, &[(-0.38, -0.22), (0.38, -0.22), (0.28, 0.2), (-0.28, 0.2)])
        .oval(Metal, (0.0, -0.22), (0.4, 0.11))
        .oval(Fire, (0.0, -0.22), (0.32, 0.07))
        .line(Gold, 0.06, &[(0.36, -0.2), (0.42, 0.1)])
}

pub(super) fn furnace() -> Drawing {
    Drawing::new()
        .fill(Stone, &[(-0.3, 0.4), (-0.2, -0.46), (0.12, -0.46), (0.22, 0.4)])
        .oval(Dark, (-0.04, 0.12), (0.15, 0.17))
        .oval(Fire, (-0.04, 0.17), (0.1, 0.11))
        .line(Fire, 0.08, &[(0.0, 0.3), (0.2, 0.38), (0.44, 0.38)])
        .line(Gold, 0.035, &[(0.0, 0.3), (0.2, 0.38), (0.44, 0.38)])
        .line(Dark, 0.03, &[(-0.24, -0.2), (0.16, -0.2)])
}

pub(super) fn ingots() -> Drawing {
    let ingot = Drawing::new()
        .fill(Metal, &[(-0.5, 0.3), (-0.36, -0.14), (0.36, -0.14), (0.5, 0.3)])
        .fill(Pale, &[(-0.36, -0.14), (-0.24, -0.3), (0.44, -0.3), (0.36, -0.14)]);
    let places = [(-0.24, 0.24), (0.24, 0.24), (0.0, -0.08)];
    places.into_iter().fold(Drawing::new(), |pile, at| pile.and(&ingot, at, 0.5, 0.0))
}

pub(super) fn hammer_and_tongs() -> Drawing {
    Drawing::new()
        .line(Dark, 0.06, &[(0.38, 0.42), (0.0, 0.0), (-0.22, -0.18), (-0.34, -0.42)])
        .line(Dark, 0.06, &[(0.24, 0.46), (-0.02, 0.02), (-0.08, -0.24), (-0.26, -0.44)])
        .line(Wood, 0.08, &[(-0.36, 0.42), (0.2, -0.22)])
        .fill(Metal, &[(0.02, -0.32), (0.2, -0.46), (0.44, -0.14), (0.28, 0.0)])
}

pub(super) fn horseshoe() -> Drawing {
    let nails = [(-0.3, -0.06), (-0.2, -0.28), (0.2, -0.28), (0.3, -0.06)];
    let bow = Drawing::new()
        .arc(Metal, 0.17, (0.0, -0.04), 0.31, [170.0, 370.0])
        .line(Metal, 0.17, &[(-0.3, -0.08), (-0.2, 0.4)])
        .line(Metal, 0.17, &[(0.3, -0.08), (0.2, 0.4)]);
    nails.into_iter().fold(bow, |shoe, at| shoe.disc(Dark, at, 0.035))
}
