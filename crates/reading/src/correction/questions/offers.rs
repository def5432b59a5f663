//! The answers that a question about a square offers.

use super::OpenSquare;
use crate::correction::FirstReading;
use crate::reconstruct::guesses::Guess;
use kingdomino::domain::{Pieces, Place, Square, Terrain};
use kingdomino::formats::ReadSquare;

/// Readings that the square's own picture makes less probable than this are not offered. They can still be
/// typed.
const OFFERED_FROM: f32 = 0.02;

impl FirstReading<'_> {
    /// The reading, its best alternative, and other readings that the picture makes likely, each with the
    /// square's place in the first reading.
    pub(in crate::correction) fn offers(&self, OpenSquare { name, read, .. }: &OpenSquare) -> Vec<(Place, Square)> {
        let others = other_readings(read, self.guesses.at(self.reading.cell_of(*name)));
        let others = others.into_iter().map(|(square, _)| (*name, square));
        [(*name, read.best)].into_iter().chain(others).collect()
    }
}

/// Alternatives for a square: the second-best reading, other buildings, and other readings that its picture
/// makes likely; each with its probability, if known. Each keeps the pieces that were read if they are
/// possible on the new tile.
pub fn other_readings(read: &ReadSquare, guess: Option<&Guess>) -> Vec<(Square, Option<f64>)> {
    let stands = read.best.pieces();
    let ranked = guess.map(Guess::ranked).unwrap_or_default();
    let ground = read.best.ground();
    // Readings of the same tile differ only in their pieces.
    let second = match read.second.ground() == ground {
        true => read.second,
        false => with_what_stays(read.second, stands),
    };
    let second_probability = ranked.iter().find(|(square, _)| *square == read.second).map(|(_, p)| f64::from(*p));
    let buildings = read.pieces.iter().flat_map(|pieces| &pieces.buildings).map(|likely| {
        let towers = if likely.what.is_some() { stands.towers } else { 0 };
        let square = read.best.with_pieces(Pieces { building: likely.what, towers, ..stands });
        (square, Some(likely.probability))
    });
    let grounds = ranked.iter().filter(|(square, _)| square.ground() != ground);
    let grounds = grounds.map(|(square, p)| (with_what_stays(*square, stands), Some(f64::from(*p))));
    let likely = buildings.chain(grounds).filter(|(_, p)| p.is_some_and(|p| p >= OFFERED_FROM.into()));
    let mut others = vec![(second, second_probability)];
    for (square, probability) in likely {
        if square != read.best && others.iter().all(|(other, _)| *other != square) {
            others.push((square, probability));
        }
    }
    others
}

/// Another tile with the pieces that can stay on it: knight and Queen on any land, buildings and towers only
/// on towns, giants on crowns.
fn with_what_stays(ground: Square, stands: Pieces) -> Square {
    let is_town = ground.terrain() == Some(Terrain::Town);
    let mut pieces = Pieces {
        building: stands.building.filter(|_| is_town),
        towers: if is_town { stands.towers } else { 0 },
        knight: stands.knight,
        queen: stands.queen,
        ..Pieces::default()
    };
    pieces.court = stands.court.filter(|court| ground.can_bear(Pieces { court: Some(*court), ..pieces }));
    let most_giants = (0..=stands.giants).rev().find(|giants| ground.can_bear(Pieces { giants: *giants, ..pieces }));
    ground.with_pieces(Pieces { giants: most_giants.unwrap_or_default(), ..pieces })
}
