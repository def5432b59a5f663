//! What the pictures on the building tiles of the [`super::edition`]s show, each in several ways.
//!
//! The publisher's artwork is not known here, and not copied: a kind's picture says what the kind's name says. Some boxes show
//! pictures of nothing instead, where the corners tell the kind.

mod crafts;
mod strongholds;
mod town;

use crafts::*;
use strongholds::*;
use town::*;

pub(super) use strongholds::battlements;
pub(super) use town::coin;

use super::drawing::{At, Drawing, Tone, pick};
use super::{Dice, between, by_chance};
use crate::domain::{Building, BuildingPoints};
use Tone::*;

/// The picture of a kind of building.
pub(super) fn emblem(kind: Building, dice: &mut Dice) -> Drawing {
    let ways: &[fn() -> Drawing] = match kind {
        Building::Bakery => &[oven, pretzel, loaves, bread_on_a_peel, round_loaf, rolling_pin],
        Building::Sawmill => &[saw_blade, log_pile, hand_saw, axe_in_a_block, saw_bench, planks],
        Building::Fishery => &[big_fish, two_fish, fish_on_a_hook, net, fishing_boat, fish_in_a_bucket],
        Building::Tailor => &[scissors, needle_and_thread, wool_and_sheep, shirt, buttons, spool],
        Building::WizardSchool => &[pointed_hat, star_wand, crystal_ball, flask, spell_book, owl],
        Building::Foundry => &[anvil, melting_pot, furnace, ingots, hammer_and_tongs, horseshoe],
        Building::Church => &[steeple, great_cross, chapel, church_window, bell],
        Building::TaxOffice => &[scales, coin_piles, ledger, purse, sealed_letter],
        Building::TreasureChest => &[closed_chest, open_chest, banded_chest, heaped_chest, casket],
        Building::SmallTavern => &[mug, || tavern(1), mug_on_a_table, || goblets(1), || tavern_sign(1)],
        Building::LargeTavern => &[two_mugs, || tavern(2), barrel_and_mugs, || goblets(2), || tavern_sign(2)],
        Building::Watchtower => &[lookout, stilted_lookout, || slim_tower(true), beacon, tower_with_a_ladder],
        Building::Fortress => &[long_wall, keep, two_bastions, gatehouse, star_fort],
        Building::TravellingCastle => {
            &[castle_on_legs, castle_on_wheels, walking_keep, castle_on_a_tortoise, castle_afloat]
        }
        Building::TrainingGround => &[crossed_swords, target, dummy, bow_and_arrow, sword_and_shield],
        Building::Statue => &[standing_figure, rider, bust, lion_on_a_pedestal, column],
        Building::QueensTower => &[crowned_tower, rose_tower, || slim_tower(false), tower_with_a_banner, two_turrets],
    };
    let first = pick(dice, ways.len());
    let drawing = if is_of_a_craft(kind) && by_chance(dice, TOGETHER_SHARE) {
        let second = (first + 1 + pick(dice, ways.len() - 1)) % ways.len();
        together(&ways[first](), &ways[second](), dice)
    } else {
        ways[first]()
    };
    if pick(dice, 2) == 0 { drawing.mirrored() } else { drawing }
}

/// So many pictures of a craft show two of its things. A choice.
const TOGETHER_SHARE: f64 = 0.45;

/// Whether the kind's picture is a thing of a craft and no building itself.
pub(super) fn is_of_a_craft(kind: Building) -> bool {
    kind <= Building::Foundry || matches!(kind, Building::TaxOffice | Building::TreasureChest)
}

/// Two things beside each other, one above the other, or a small one before a large one.
fn together(one: &Drawing, other: &Drawing, dice: &mut Dice) -> Drawing {
    let ((at, size), (other_at, other_size)) = match pick(dice, 4) {
        0 => (((-0.22, -0.03), 0.58), ((0.22, 0.05), 0.58)),
        1 => (((0.02, -0.22), 0.56), ((-0.02, 0.23), 0.56)),
        2 => (((-0.18, -0.16), 0.66), ((0.24, 0.2), 0.5)),
        _ => (((-0.05, -0.06), 0.84), ((0.25, 0.23), 0.44)),
    };
    let mut lean = || between(dice, -16.0, 16.0);
    Drawing::new().and(one, at, size, lean()).and(other, other_at, other_size, lean())
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

#[cfg(test)]
mod tests {
    use super::super::dice_of_scene;
    use super::super::motifs::{LANDMARKS, MOTIFS, landmark, motif};
    use super::super::symbols::shield_symbol;
    use super::*;
    use crate::domain::Terrain;

    /// About 0.5, says `Drawing`; a castle that walks needs a little more.
    const FURTHEST: f32 = 0.58;

    #[test]
    fn what_is_drawn_stays_on_its_tile() {
        for (seed, kind) in (0..40).flat_map(|seed| Building::ALL.map(|kind| (seed, kind))) {
            let dice = &mut dice_of_scene(seed, kind as u64);
            let reach = emblem(kind, dice).reach();
            assert!((0.2..FURTHEST).contains(&reach), "{kind:?}, seed {seed}: {reach}");
        }
        for terrain in Terrain::ALL {
            let dice = &mut dice_of_scene(1, 0);
            let motifs = (0..MOTIFS).map(|kind| motif(terrain, kind, dice).reach()).collect::<Vec<_>>();
            assert!(motifs.iter().all(|reach| (0.2..FURTHEST).contains(reach)), "{terrain:?}: {motifs:?}");
            let landmarks = (0..LANDMARKS).map(|kind| landmark(terrain, kind).reach()).collect::<Vec<_>>();
            let on_it = if terrain == Terrain::Town { 0.0..=0.0 } else { 0.2..=FURTHEST };
            assert!(landmarks.iter().all(|reach| on_it.contains(reach)), "{terrain:?}: {landmarks:?}");
        }
    }

    /// Drawn by a hand they may be stretched by a fifth and bent.
    #[test]
    fn a_shield_s_sign_stays_on_the_shield() {
        for (seed, kind) in (0..60).flat_map(|seed| Building::ALL.map(|kind| (seed, kind))) {
            let reach = shield_symbol(kind, &mut dice_of_scene(seed, kind as u64)).map(|symbol| symbol.reach());
            assert!(reach.is_none_or(|reach| (0.2..0.8).contains(&reach)), "{kind:?}, seed {seed}: {reach:?}");
        }
    }
}
