//! What stands and lies in a town: churches, coins, chests, taverns, arms, statues.

use super::super::drawing::{Drawing, Tone};
use Tone::*;

fn cross() -> Drawing {
    Drawing::new().line(Gold, 0.16, &[(0.0, -0.45), (0.0, 0.45)]).line(Gold, 0.16, &[(-0.3, -0.16), (0.3, -0.16)])
}

pub(super) fn steeple() -> Drawing {
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

pub(super) fn great_cross() -> Drawing {
    Drawing::new().disc(Wall, (0.0, 0.0), 0.44).and(&cross(), (0.0, 0.03), 0.86, 0.0)
}

pub(super) fn chapel() -> Drawing {
    Drawing::new()
        .fill(Wall, &[(-0.3, 0.44), (-0.3, -0.02), (0.0, -0.32), (0.3, -0.02), (0.3, 0.44)])
        .line(Roof, 0.09, &[(-0.38, 0.02), (0.0, -0.32), (0.38, 0.02)])
        .oval(Wood, (0.0, 0.36), (0.1, 0.16))
        .disc(Water, (0.0, 0.04), 0.1)
        .and(&cross(), (0.0, -0.38), 0.24, 0.0)
}

pub(super) fn church_window() -> Drawing {
    let arch = |tone: Tone, half: f32, drawing: Drawing| {
        drawing.rect(tone, (-half, -0.1), (2.0 * half, 0.56)).fill(
            tone,
            &[(-half, -0.1), (-0.7 * half, -0.34), (0.0, -0.12 - 1.1 * half), (0.7 * half, -0.34), (half, -0.1)],
        )
    };
    arch(Water, 0.24, arch(Stone, 0.32, Drawing::new()))
        .line(Dark, 0.035, &[(0.0, -0.36), (0.0, 0.46)])
        .line(Dark, 0.035, &[(-0.24, -0.04), (0.24, -0.04)])
        .disc(Fire, (0.0, -0.16), 0.08)
}

pub(super) fn bell() -> Drawing {
    Drawing::new()
        .rect(Wood, (-0.4, -0.46), (0.8, 0.1))
        .fill(Gold, &[(-0.1, -0.36), (0.1, -0.36), (0.2, 0.08), (0.34, 0.28), (-0.34, 0.28), (-0.2, 0.08)])
        .disc(Dark, (0.0, 0.34), 0.08)
        .and(&cross(), (0.0, -0.04), 0.3, 0.0)
}

pub(in crate::render) fn coin() -> Drawing {
    Drawing::new().disc(Gold, (0.0, 0.0), 0.48).disc(Wood, (0.0, 0.0), 0.34).disc(Gold, (0.0, 0.0), 0.28)
}

pub(super) fn scales() -> Drawing {
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

pub(super) fn coin_piles() -> Drawing {
    let mut drawing = Drawing::new();
    for (x, count) in [(-0.3, 3), (0.0, 6), (0.3, 4)] {
        for i in 0..count {
            let y = 0.36 - 0.1 * i as f32;
            drawing = drawing.oval(Wood, (x, y + 0.03), (0.15, 0.07)).oval(Gold, (x, y), (0.15, 0.07));
        }
    }
    drawing.line(Wood, 0.05, &[(-0.48, 0.45), (0.48, 0.45)])
}

pub(super) fn ledger() -> Drawing {
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

pub(super) fn purse() -> Drawing {
    Drawing::new()
        .fill(Wood, &[(-0.1, -0.2), (0.1, -0.2), (0.38, 0.2), (0.3, 0.44), (-0.3, 0.44), (-0.38, 0.2)])
        .fill(Wood, &[(-0.1, -0.22), (0.1, -0.22), (0.2, -0.44), (-0.2, -0.44)])
        .line(Gold, 0.06, &[(-0.14, -0.2), (0.14, -0.2)])
        .and(&coin(), (0.0, 0.18), 0.34, 0.0)
}

pub(super) fn sealed_letter() -> Drawing {
    let mut letter = Drawing::new().rect(Pale, (-0.34, -0.42), (0.68, 0.84));
    for y in [-0.28, -0.14, 0.0] {
        letter = letter.line(Dark, 0.035, &[(-0.24, y), (0.24, y)]);
    }
    letter.disc(Fire, (0.14, 0.24), 0.14).and(&coin(), (-0.24, 0.32), 0.3, 0.0)
}

pub(super) fn closed_chest() -> Drawing {
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

pub(super) fn open_chest() -> Drawing {
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

pub(super) fn banded_chest() -> Drawing {
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

pub(super) fn heaped_chest() -> Drawing {
    let heap = [(-0.2, -0.02), (0.2, -0.02), (0.0, -0.06), (-0.1, -0.18), (0.12, -0.18)];
    let coins = heap.into_iter().fold(Drawing::new(), |heap, at| heap.disc(Gold, at, 0.13));
    coins.rect(Wood, (-0.4, 0.0), (0.8, 0.4)).line(Metal, 0.05, &[(-0.4, 0.1), (0.4, 0.1)]).disc(
        Metal,
        (0.0, 0.2),
        0.07,
    )
}

pub(super) fn casket() -> Drawing {
    Drawing::new()
        .fill(Wood, &[(-0.38, 0.0), (-0.28, -0.26), (0.28, -0.26), (0.38, 0.0)])
        .rect(Wood, (-0.38, 0.0), (0.76, 0.36))
        .line(Gold, 0.06, &[(-0.38, 0.0), (0.38, 0.0)])
        .line(Gold, 0.05, &[(-0.24, 0.36), (-0.24, 0.0), (-0.18, -0.26)])
        .line(Gold, 0.05, &[(0.24, 0.36), (0.24, 0.0), (0.18, -0.26)])
        .disc(Gold, (0.0, 0.06), 0.09)
}

pub(super) fn mug() -> Drawing {
    Drawing::new()
        .arc(Metal, 0.075, (0.22, 0.08), 0.17, [-80.0, 80.0])
        .fill(Gold, &[(-0.28, -0.2), (0.24, -0.2), (0.22, 0.4), (-0.26, 0.4)])
        .line(Wood, 0.045, &[(-0.27, 0.02), (0.24, 0.02)])
        .line(Wood, 0.045, &[(-0.26, 0.28), (0.23, 0.28)])
        .disc(Pale, (-0.2, -0.22), 0.12)
        .disc(Pale, (0.0, -0.28), 0.15)
        .disc(Pale, (0.18, -0.21), 0.11)
}

/// An inn with as many mugs on its sign, and as many gables.
pub(super) fn tavern(mugs: usize) -> Drawing {
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

pub(super) fn mug_on_a_table() -> Drawing {
    Drawing::new()
        .rect(Wood, (-0.46, 0.28), (0.92, 0.1))
        .rect(Wood, (-0.36, 0.38), (0.08, 0.1))
        .rect(Wood, (0.28, 0.38), (0.08, 0.1))
        .and(&mug(), (0.0, -0.04), 0.78, 0.0)
}

pub(super) fn goblets(count: usize) -> Drawing {
    let goblet = Drawing::new()
        .fill(Metal, &[(-0.26, -0.42), (0.26, -0.42), (0.18, -0.06), (0.0, 0.06), (-0.18, -0.06)])
        .oval(Fire, (0.0, -0.4), (0.22, 0.06))
        .line(Metal, 0.08, &[(0.0, 0.0), (0.0, 0.34)])
        .rect(Metal, (-0.2, 0.34), (0.4, 0.1));
    if count == 1 {
        return goblet;
    }
    Drawing::new().and(&goblet, (-0.22, -0.02), 0.76, -10.0).and(&goblet, (0.22, 0.04), 0.76, 10.0)
}

pub(super) fn tavern_sign(mugs: usize) -> Drawing {
    let sign = Drawing::new()
        .line(Dark, 0.05, &[(-0.46, -0.42), (0.46, -0.42)])
        .line(Dark, 0.03, &[(-0.24, -0.42), (-0.24, -0.24)])
        .line(Dark, 0.03, &[(0.24, -0.42), (0.24, -0.24)])
        .oval(Wood, (0.0, 0.1), (0.44, 0.38))
        .oval(Pale, (0.0, 0.1), (0.38, 0.32));
    if mugs == 1 {
        return sign.and(&mug(), (0.0, 0.1), 0.5, 0.0);
    }
    sign.and(&mug(), (-0.15, 0.1), 0.4, 0.0).and(&mug(), (0.17, 0.12), 0.4, 0.0)
}

pub(super) fn two_mugs() -> Drawing {
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

pub(super) fn barrel_and_mugs() -> Drawing {
    Drawing::new().and(&barrel(), (0.0, -0.12), 0.72, 0.0).and(&mug().mirrored(), (-0.28, 0.24), 0.42, 0.0).and(
        &mug(),
        (0.28, 0.24),
        0.42,
        0.0,
    )
}

fn sword() -> Drawing {
    Drawing::new()
        .fill(Metal, &[(-0.05, 0.2), (-0.05, -0.38), (0.0, -0.5), (0.05, -0.38), (0.05, 0.2)])
        .line(Gold, 0.06, &[(-0.15, 0.21), (0.15, 0.21)])
        .line(Wood, 0.06, &[(0.0, 0.24), (0.0, 0.42)])
        .disc(Gold, (0.0, 0.45), 0.045)
}

pub(super) fn crossed_swords() -> Drawing {
    Drawing::new().and(&sword(), (0.0, 0.0), 1.05, 45.0).and(&sword(), (0.0, 0.0), 1.05, -45.0)
}

pub(super) fn target() -> Drawing {
    let rings = [(Wood, 0.44), (Pale, 0.38), (Fire, 0.28), (Pale, 0.18), (Fire, 0.09)];
    let drawing = rings.into_iter().fold(Drawing::new(), |drawing, (tone, r)| drawing.disc(tone, (0.0, 0.0), r));
    drawing
        .line(Wood, 0.04, &[(0.02, -0.02), (0.42, -0.38)])
        .fill(Cloth, &[(0.34, -0.36), (0.46, -0.48), (0.5, -0.36), (0.4, -0.28)])
}

pub(super) fn dummy() -> Drawing {
    Drawing::new()
        .line(Wood, 0.08, &[(0.0, 0.46), (0.0, -0.2)])
        .line(Wood, 0.07, &[(-0.36, -0.1), (0.36, -0.1)])
        .disc(Gold, (0.0, -0.32), 0.13)
        .oval(Gold, (0.0, 0.04), (0.16, 0.2))
        .disc(Metal, (-0.36, -0.06), 0.14)
        .disc(Fire, (-0.36, -0.06), 0.06)
        .and(&sword(), (0.36, -0.18), 0.5, 0.0)
}

pub(super) fn bow_and_arrow() -> Drawing {
    Drawing::new()
        .arc(Wood, 0.07, (-0.28, 0.0), 0.46, [-70.0, 70.0])
        .line(Pale, 0.025, &[(-0.12, -0.43), (-0.26, 0.0), (-0.12, 0.43)])
        .line(Wood, 0.045, &[(-0.32, 0.0), (0.34, 0.0)])
        .fill(Metal, &[(0.3, -0.1), (0.48, 0.0), (0.3, 0.1)])
}

pub(super) fn sword_and_shield() -> Drawing {
    Drawing::new()
        .and(&sword(), (0.06, 0.0), 1.0, 40.0)
        .fill(Cloth, &[(-0.36, -0.3), (0.2, -0.3), (0.18, 0.12), (-0.08, 0.44), (-0.34, 0.12)])
        .line(Gold, 0.07, &[(-0.08, -0.28), (-0.08, 0.38)])
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

pub(super) fn standing_figure() -> Drawing {
    pedestal().and(&figure(), (0.0, -0.19), 0.58, 0.0)
}

pub(super) fn rider() -> Drawing {
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

pub(super) fn bust() -> Drawing {
    pedestal()
        .fill(Pale, &[(-0.24, 0.1), (-0.18, -0.06), (-0.06, -0.12), (0.06, -0.12), (0.18, -0.06), (0.24, 0.1)])
        .oval(Pale, (0.0, -0.26), (0.13, 0.17))
        .arc(Leaf, 0.05, (0.0, -0.3), 0.14, [190.0, 350.0])
}

pub(super) fn lion_on_a_pedestal() -> Drawing {
    pedestal()
        .oval(Stone, (0.06, -0.06), (0.28, 0.15))
        .disc(Metal, (-0.24, -0.2), 0.18)
        .disc(Stone, (-0.26, -0.2), 0.11)
        .line(Stone, 0.08, &[(-0.14, 0.0), (-0.16, 0.16)])
        .line(Stone, 0.08, &[(0.24, 0.0), (0.26, 0.16)])
        .line(Stone, 0.05, &[(0.32, -0.08), (0.44, -0.3)])
}

pub(super) fn column() -> Drawing {
    Drawing::new()
        .rect(Stone, (-0.3, 0.34), (0.6, 0.12))
        .rect(Pale, (-0.11, -0.14), (0.22, 0.5))
        .rect(Stone, (-0.18, -0.2), (0.36, 0.08))
        .and(&figure(), (0.0, -0.32), 0.36, 0.0)
}
