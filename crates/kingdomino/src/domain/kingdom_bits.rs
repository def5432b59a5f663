//! A kingdom as sets of squares, so that scoring takes a few dozen instructions.

use super::{Bitboard, Building, CourtPiece, Grid, Joints, Pieces, Square, Terrain};

/// A kingdom's squares, grouped by their content.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct KingdomBits {
    land: [Bitboard; Terrain::ALL.len()],
    /// The crowns that count, as two binary digits: squares with 1 or 3, and squares with 2 or 3. Includes
    /// crowns on buildings, which are on squares without printed crowns; excludes those covered by giants.
    crown_digits: [Bitboard; 2],
    joints: Joints,
    castle: Bitboard,
    queen: Bitboard,
    buildings: [u8; Building::ALL.len()],
    towers: u32,
    knights: u32,
    giants: u32,
    resources: Bitboard,
    characters: Bitboard,
}

impl KingdomBits {
    /// The squares as sets.
    ///
    /// # Panics
    /// If the grid is larger than 7x7.
    pub(super) fn from_squares(squares: &Grid<Square>) -> Self {
        let mut bits = Self::default();
        for (place, square) in squares.iter() {
            let here = Bitboard::from_place(place);
            match square {
                Square::Empty => {}
                Square::Castle => bits.castle |= here,
                Square::Land { terrain, pieces, .. } => {
                    bits.land[*terrain as usize] |= here;
                    bits.add_crowns(here, square.counting_crowns());
                    bits.add_pieces(here, pieces);
                }
            }
        }
        bits.joints = Joints::within(&bits.land);
        bits
    }

    fn add_crowns(&mut self, here: Bitboard, crowns: u8) {
        for (digit, squares) in self.crown_digits.iter_mut().enumerate() {
            if crowns >> digit & 1 == 1 {
                *squares |= here;
            }
        }
    }

    fn add_pieces(&mut self, here: Bitboard, pieces: &Pieces) {
        if let Some(building) = pieces.building {
            self.buildings[building as usize] += 1;
        }
        if pieces.queen {
            self.queen |= here;
        }
        if let Some(piece) = pieces.court {
            self.resources |= if piece == CourtPiece::Resource { here } else { Bitboard::EMPTY };
            self.characters |= if piece.character().is_some() { here } else { Bitboard::EMPTY };
        }
        self.giants += u32::from(pieces.giants);
        self.towers += u32::from(pieces.towers);
        self.knights += u32::from(pieces.knight);
    }

    /// The squares of a terrain.
    pub fn land(&self, terrain: Terrain) -> Bitboard {
        self.land[terrain as usize]
    }

    /// The joints between squares of the same terrain; each connected component is a territory.
    pub fn joints(&self) -> Joints {
        self.joints
    }

    /// The squares with a crown that counts, printed or on a building.
    pub fn crowned(&self) -> Bitboard {
        self.crown_digits[0] | self.crown_digits[1]
    }

    /// The crowns that count on these squares, printed or on buildings.
    pub fn crowns(&self, squares: Bitboard) -> u32 {
        let [ones, twos] = self.crown_digits;
        (squares & ones).len() + 2 * (squares & twos).len()
    }

    /// The castle's square; empty if no castle was seen.
    pub fn castle(&self) -> Bitboard {
        self.castle
    }

    /// All squares that are not empty.
    pub fn tiles(&self) -> Bitboard {
        self.land.iter().fold(self.castle, |tiles, land| tiles | *land)
    }

    /// The Queen's square; empty if she is not in this kingdom.
    pub fn queen(&self) -> Bitboard {
        self.queen
    }

    /// The number of building tiles of this kind.
    pub fn buildings(&self, building: Building) -> u32 {
        u32::from(self.buildings[building as usize])
    }

    /// The number of giants.
    pub fn giants(&self) -> u32 {
        self.giants
    }

    /// The squares with a resource of The Court.
    pub fn resources(&self) -> Bitboard {
        self.resources
    }

    /// The squares with a character of The Court.
    pub fn characters(&self) -> Bitboard {
        self.characters
    }

    /// The number of towers.
    pub fn towers(&self) -> u32 {
        self.towers
    }

    /// The number of knights.
    pub fn knights(&self) -> u32 {
        self.knights
    }
}
