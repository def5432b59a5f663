//! The characters of The Court: each scores with the eight squares around it.

use crate::domain::{Bitboard, CharacterPoints, CourtPiece, Kingdom, Neighbours, Place};

/// A character, and what it counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Scored {
    pub character: CourtPiece,
    pub square: Place,
    /// How many things of the kind that it counts are on the squares around it.
    pub count: u32,
    pub points: CharacterPoints,
}

impl Scored {
    pub fn total(&self) -> u32 {
        u32::from(self.points.base) + u32::from(self.points.each) * self.count
    }
}

/// All characters in reading order of their squares.
pub(super) fn characters(kingdom: &Kingdom) -> impl Iterator<Item = Scored> {
    kingdom.bits().characters().places().filter_map(|square| {
        let character = kingdom.squares()[square].pieces().court?;
        let points = character.character()?;
        Some(Scored { character, square, count: count(kingdom, square, points.counts), points })
    })
}

fn count(kingdom: &Kingdom, square: Place, counts: Neighbours) -> u32 {
    let (bits, around) = (kingdom.bits(), Bitboard::from_place(square).around());
    match counts {
        Neighbours::Nothing => 0,
        Neighbours::Resources(terrain) => (around & bits.resources() & bits.land(terrain)).len(),
        Neighbours::AnyResources => (around & bits.resources()).len(),
        Neighbours::Crowns => bits.crowns(around),
        Neighbours::Characters => (around & bits.characters()).len(),
        Neighbours::Warriors => {
            let characters = (around & bits.characters()).places();
            let pieces = characters.filter_map(|place| kingdom.squares()[place].pieces().court);
            pieces.filter(|piece| piece.is_warrior()).count() as u32
        }
    }
}
