//! Sets of squares in one machine word.

use std::fmt;
use std::ops::{BitAnd, BitOr, BitOrAssign, Not};

use super::Place;

/// Bits from one row to the next. The eighth bit of each row is unused and always clear, so a step to the
/// side cannot reach another row.
const STRIDE: usize = 8;

/// All squares of a 7x7 grid.
const GRID: u64 = 0x007f_7f7f_7f7f_7f7f;

/// A set of squares of a grid of up to 7x7: bit `8 * row + col` represents a square.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Bitboard(u64);

impl Bitboard {
    /// No square.
    pub const EMPTY: Self = Self(0);

    /// The set of one square.
    ///
    /// # Panics
    /// If the place is outside 7x7.
    pub fn from_place(place: Place) -> Self {
        assert!(place.row < 7 && place.col < 7, "{place} is outside 7x7");
        Self(1 << (STRIDE * place.row + place.col))
    }

    /// The number of squares, 0 to 49.
    pub fn len(self) -> u32 {
        self.0.count_ones()
    }

    /// Whether the set has no squares.
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether the set contains the square; false outside the grid.
    pub fn contains(self, place: Place) -> bool {
        place.row < 7 && place.col < 7 && !(self & Self::from_place(place)).is_empty()
    }

    /// The first square in reading order.
    pub fn first(self) -> Option<Place> {
        let index = self.0.trailing_zeros() as usize;
        (index < u64::BITS as usize).then(|| Place::new(index / STRIDE, index % STRIDE))
    }

    /// The set of the first square alone; empty for an empty set.
    pub fn only_first(self) -> Self {
        Self(self.0 & self.0.wrapping_neg())
    }

    /// The squares in reading order.
    pub fn places(mut self) -> impl Iterator<Item = Place> {
        std::iter::from_fn(move || {
            let place = self.first()?;
            self.0 &= self.0 - 1;
            Some(place)
        })
    }

    /// These squares and all that share an edge with one of them. In grids smaller than 7x7 the result may
    /// exceed the grid.
    pub fn spread(self) -> Self {
        let Self(bits) = self;
        Self((bits | bits << 1 | bits >> 1 | bits << STRIDE | bits >> STRIDE) & GRID)
    }

    /// The squares that share an edge or a corner with one of these, without these. In grids smaller than 7x7
    /// the result may exceed the grid.
    pub fn around(self) -> Self {
        let Self(bits) = self;
        let beside = bits | bits << 1 | bits >> 1;
        Self((beside | beside << STRIDE | beside >> STRIDE) & GRID & !bits)
    }

    /// The largest set of lines of three of these squares, in rows, columns and diagonals, in which no two
    /// lines share more than one square.
    ///
    /// Lines of different directions share at most one square. So only lines one step apart in the same row,
    /// column or diagonal exclude each other, and always taking the first remaining line yields the most.
    pub fn lines_of_three(self) -> impl Iterator<Item = Self> {
        let Self(bits) = self;
        [1, STRIDE, STRIDE + 1, STRIDE - 1].into_iter().flat_map(move |step| {
            let mut firsts = bits & bits >> step & bits >> (2 * step);
            std::iter::from_fn(move || {
                let first = firsts & firsts.wrapping_neg();
                firsts &= !(first | first << step);
                (first != 0).then_some(Self(first | first << step | first << (2 * step)))
            })
        })
    }

    /// All squares of `land` reachable from these over edges within `land`.
    pub fn flood(self, land: Self) -> Self {
        let mut reached = self & land;
        loop {
            let next = reached.spread() & land;
            if next == reached {
                return reached;
            }
            reached = next;
        }
    }

    /// The connected components, in reading order of their first squares. They partition this set.
    pub fn connected(mut self) -> impl Iterator<Item = Self> {
        std::iter::from_fn(move || {
            let part = self.only_first().flood(self);
            self.0 &= !part.0;
            (!part.is_empty()).then_some(part)
        })
    }
}

/// Which neighbouring squares are joined, so that one flood serves all terrains. A bit is set when its square
/// is joined to the one on its right (`right`) or below it (`below`).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Joints {
    right: u64,
    below: u64,
}

impl Joints {
    /// The joints within each of the sets, which must not overlap.
    pub fn within(sets: &[Bitboard]) -> Self {
        let mut joints = Self { right: 0, below: 0 };
        for Bitboard(set) in sets {
            joints.right |= set & set >> 1;
            joints.below |= set & set >> STRIDE;
        }
        joints
    }

    /// The squares of all components of one square, and of all components of two.
    pub fn singles_and_pairs(&self) -> (Bitboard, Bitboard) {
        let Self { right, below } = *self;
        let (left, above) = (right << 1, below << STRIDE);
        let single = !(right | left | below | above) & GRID;
        let has_one = (right ^ left ^ below ^ above) & !(right & left | below & above);
        let beside = right & has_one >> 1 | left & has_one << 1;
        let beneath = below & has_one >> STRIDE | above & has_one << STRIDE;
        (Bitboard(single), Bitboard(has_one & (beside | beneath)))
    }

    /// All squares reachable from these over joints.
    pub fn flood(&self, from: Bitboard) -> Bitboard {
        // Most floods end within three steps. Two steps without a check save branches that the CPU would
        // mispredict.
        let mut reached = self.step(self.step(from.0));
        loop {
            let next = self.step(reached);
            if next == reached {
                return Bitboard(reached);
            }
            reached = self.step(next);
        }
    }

    fn step(&self, from: u64) -> u64 {
        let Self { right, below } = self;
        from | (from & right) << 1 | from >> 1 & right | (from & below) << STRIDE | from >> STRIDE & below
    }
}

impl BitOr for Bitboard {
    type Output = Self;

    fn bitor(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}

impl BitOrAssign for Bitboard {
    fn bitor_assign(&mut self, other: Self) {
        self.0 |= other.0;
    }
}

impl BitAnd for Bitboard {
    type Output = Self;

    fn bitand(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }
}

impl Not for Bitboard {
    type Output = Self;

    /// All squares of a 7x7 grid that are not in the set.
    fn not(self) -> Self {
        Self(!self.0 & GRID)
    }
}

impl FromIterator<Place> for Bitboard {
    /// The set of these places, in any order.
    ///
    /// # Panics
    /// If a place is outside 7x7.
    fn from_iter<I: IntoIterator<Item = Place>>(places: I) -> Self {
        places.into_iter().fold(Self::EMPTY, |set, place| set | Self::from_place(place))
    }
}

impl fmt::Debug for Bitboard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.places().map(|place| place.to_string())).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn set(words: &str) -> Bitboard {
        words.split_whitespace().map(|word| Place::from_words(word).expect("a place")).collect()
    }

    #[test]
    fn a_step_never_leaves_its_row() {
        assert_eq!(set("r1c7").spread(), set("r1c6 r1c7 r2c7"));
        assert_eq!(set("r2c1").spread(), set("r1c1 r2c1 r2c2 r3c1"));
        assert_eq!(set("r7c7").spread(), set("r7c6 r7c7 r6c7"));
    }

    #[test]
    fn corners_do_not_connect() {
        let parts: Vec<Bitboard> = set("r1c1 r2c2 r2c3 r3c3 r7c1").connected().collect();
        assert_eq!(parts, [set("r1c1"), set("r2c2 r2c3 r3c3"), set("r7c1")]);
    }

    #[test]
    fn what_is_around_stays_within_the_grid() {
        assert_eq!(set("r1c1").around(), set("r1c2 r2c1 r2c2"));
        assert_eq!(set("r3c7").around(), set("r2c6 r2c7 r3c6 r4c6 r4c7"));
        assert_eq!(set("r4c4").around().len(), 8);
    }

    #[test]
    fn lines_of_three_share_one_square_at_most() {
        let lines = |words: &str| set(words).lines_of_three().collect::<Vec<_>>();
        assert_eq!(lines("r1c1 r1c2 r1c3 r1c4"), [set("r1c1 r1c2 r1c3")]);
        assert_eq!(lines("r1c1 r1c2 r1c3 r1c4 r1c5"), [set("r1c1 r1c2 r1c3"), set("r1c3 r1c4 r1c5")]);
        assert_eq!(lines("r1c7 r2c6 r3c5 r1c6 r2c1"), [set("r1c7 r2c6 r3c5")]);
        // The end of one row and the beginning of the next do not form a line.
        assert_eq!(lines("r1c6 r1c7 r2c1 r2c2"), []);
        assert_eq!(Bitboard(GRID).lines_of_three().count(), 2 * 7 * 3 + 2 * (3 + 2 * (2 + 2 + 1 + 1)));
    }

    #[test]
    fn a_winding_path_is_flooded_to_its_end() {
        let path = set("r1c1 r1c2 r1c3 r2c3 r3c3 r3c2 r3c1 r4c1 r5c1 r5c2 r5c3");
        assert_eq!(set("r5c3").flood(path), path);
        assert_eq!(path.len(), 11);
    }
}
