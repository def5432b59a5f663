//! Directions of the edges on a square, which distinguish the building tiles of one edition in any drawing
//! style.
//!
//! The square is divided into cells, each with a histogram of edge directions. Light and blur hardly change
//! the histograms, small shifts are searched, and a piece on the square changes only a few cells.

use std::array;

/// Side of the grey picture: a square of 56 px with 4 px around it.
pub const GREY_PX: usize = 64;
/// Gradients are first summed in blocks of 2 x 2 px.
const BLOCK_PX: usize = 2;
const BLOCKS: usize = GREY_PX / BLOCK_PX;
/// Margin before the square, in blocks.
const MARGIN_BLOCKS: usize = 2;
/// Cells per row of the square, of four blocks each.
const CELLS: usize = 7;
/// Weights of a cell's blocks, with half of the next block on either side.
const CELL_BLOCKS: [f32; 6] = [0.5, 1.0, 1.0, 1.0, 1.0, 0.5];
/// Directions of gradients, clockwise; the first is from dark on the left to light on the right.
const DIRECTIONS: usize = 8;
/// Largest shift searched in each direction, in blocks: a tenth of a square. (With two, 6 tiles of 448 were
/// misread, with three 5.)
const SHIFTS: isize = 3;
/// Number of values that describe a square.
pub const EDGES: usize = CELLS * CELLS * DIRECTIONS;

/// Similarity is the mean of the cells' similarities raised to this power, so that very similar cells count
/// more. (Of 448 tiles of the styles that the networks are trained on, with grids off by 3 % of a square, 3
/// were misread; 5 if all cells counted the same; 9 with the power 8, and 4 with the power 20.)
const POWER: i32 = 12;

/// For each cell, row by row, the strength of its edges in each direction, normalised to length 1.
#[derive(Debug, Clone, PartialEq)]
pub struct Edges(Vec<[f32; DIRECTIONS]>);

/// The edges of a square in a photo, at every small shift.
#[derive(Debug, Clone)]
pub struct SeenEdges(Vec<Edges>);

impl Edges {
    /// The edges of a picture of [`GREY_PX`] x [`GREY_PX`] grey levels, row by row, in any unit.
    ///
    /// # Panics
    /// If the picture has another size.
    pub fn new(grey: &[f32]) -> Self {
        Blocks::new(grey).edges(0, 0)
    }

    /// The edges after a quarter turn clockwise.
    #[must_use]
    pub fn quarter_turned(&self) -> Self {
        let mut turned = vec![[0.0; DIRECTIONS]; CELLS * CELLS];
        for (index, cell) in self.0.iter().enumerate() {
            turned[turned_cell(index)] = array::from_fn(|to| cell[(to + DIRECTIONS * 3 / 4) % DIRECTIONS]);
        }
        Self(turned)
    }

    /// The edges after zero to three quarter turns clockwise.
    pub fn turns(&self) -> [Self; 4] {
        let once = self.quarter_turned();
        let twice = once.quarter_turned();
        [self.clone(), once, twice.clone(), twice.quarter_turned()]
    }

    /// Similarity with all cells weighted equally: 1 for the same.
    pub fn likeness(&self, other: &Self) -> f32 {
        self.weighed_likeness(other, &Weights::alike())
    }

    /// Similarity with weighted cells.
    fn weighed_likeness(&self, other: &Self, weights: &Weights) -> f32 {
        let cells = self.0.iter().zip(&other.0).zip(&weights.0);
        cells.map(|((a, b), weight)| weight * along(a, b).powi(POWER)).sum::<f32>() / self.0.len() as f32
    }

    /// The edges as bytes, one per value.
    pub(super) fn to_bytes(&self) -> Vec<u8> {
        self.0.as_flattened().iter().map(|value| (value * 255.0).round() as u8).collect()
    }

    /// The inverse of [`Edges::to_bytes`], apart from rounding; `None` for the wrong number of bytes.
    pub(super) fn from_bytes(bytes: &[u8]) -> Option<Self> {
        if bytes.len() != EDGES {
            return None;
        }
        let cells = bytes.chunks_exact(DIRECTIONS);
        Some(Self(cells.map(|bytes| of_length_one(array::from_fn(|index| f32::from(bytes[index])))).collect()))
    }
}

/// Weight of each cell, row by row; 1 on average.
#[derive(Debug, Clone)]
pub(super) struct Weights(Vec<f32>);

impl Weights {
    fn alike() -> Self {
        Self(vec![1.0; CELLS * CELLS])
    }

    /// Weights cells by how much the tiles differ there: frames and skies that all tiles share do not
    /// distinguish them.
    pub(super) fn new(tiles: &[&Edges]) -> Self {
        let mut sums = [0.0; CELLS * CELLS];
        for (cell, sum) in sums.iter_mut().enumerate() {
            for (index, one) in tiles.iter().enumerate() {
                for other in &tiles[index + 1..] {
                    *sum += 1.0 - along(&one.0[cell], &other.0[cell]);
                }
            }
        }
        let mean = sums.iter().sum::<f32>() / sums.len() as f32;
        if mean > 0.0 { Self(sums.iter().map(|sum| sum / mean).collect()) } else { Self::alike() }
    }

    /// The weights for a tile without rotation and after one, two and three quarter turns clockwise.
    pub(super) fn turns(&self) -> [Self; 4] {
        let first = self.quarter_turned();
        let second = first.quarter_turned();
        let third = second.quarter_turned();
        [self.clone(), first, second, third]
    }

    fn quarter_turned(&self) -> Self {
        let mut turned = self.clone();
        for (index, weight) in self.0.iter().enumerate() {
            turned.0[turned_cell(index)] = *weight;
        }
        turned
    }
}

/// The cell's index after a quarter turn clockwise.
fn turned_cell(index: usize) -> usize {
    let (row, col) = (index / CELLS, index % CELLS);
    col * CELLS + CELLS - 1 - row
}

/// Cosine similarity of two cells, 0 to 1.
fn along(a: &[f32; DIRECTIONS], b: &[f32; DIRECTIONS]) -> f32 {
    a.iter().zip(b).map(|(a, b)| a * b).sum::<f32>().clamp(0.0, 1.0)
}

impl SeenEdges {
    /// The edges of a picture as in [`Edges::new`], at every small shift.
    ///
    /// # Panics
    /// If the picture has another size.
    pub fn new(grey: &[f32]) -> Self {
        let blocks = Blocks::new(grey);
        let mut shifted = Vec::new();
        for down in -SHIFTS..=SHIFTS {
            for right in -SHIFTS..=SHIFTS {
                shifted.push(blocks.edges(down, right));
            }
        }
        Self(shifted)
    }

    /// The edges without a shift: the square is where the grid places it.
    pub fn unshifted(&self) -> &Edges {
        &self.0[self.0.len() / 2]
    }

    /// Similarity to a tile at the best shift.
    pub fn likeness(&self, tile: &Edges) -> f32 {
        self.weighed_likeness(tile, &Weights::alike())
    }

    /// Similarity to a tile at the best shift, with weighted cells.
    pub(super) fn weighed_likeness(&self, tile: &Edges, weights: &Weights) -> f32 {
        self.0.iter().map(|shifted| shifted.weighed_likeness(tile, weights)).fold(0.0, f32::max)
    }
}

/// Strength of a picture's edges, by block and direction.
struct Blocks(Vec<[f32; DIRECTIONS]>);

/// The row or column of the `index`th block around a cell, after a shift by this many blocks. Outside the
/// picture, the blocks at its edge are repeated.
#[inline]
fn block(cell: usize, index: usize, shift: isize) -> usize {
    let block = (MARGIN_BLOCKS + 4 * cell + index) as isize - 1 + shift;
    block.clamp(0, BLOCKS as isize - 1) as usize
}

impl Blocks {
    fn new(grey: &[f32]) -> Self {
        assert_eq!(grey.len(), GREY_PX * GREY_PX, "a picture of {GREY_PX} x {GREY_PX}");
        let mut blocks = vec![[0.0; DIRECTIONS]; BLOCKS * BLOCKS];
        let last = GREY_PX - 1;
        for y in 0..GREY_PX {
            for x in 0..GREY_PX {
                let right = grey[y * GREY_PX + (x + 1).min(last)] - grey[y * GREY_PX + x.saturating_sub(1)];
                let down = grey[(y + 1).min(last) * GREY_PX + x] - grey[y.saturating_sub(1) * GREY_PX + x];
                let strength = right.hypot(down);
                // The strength is shared between the two nearest directions.
                let turn = down.atan2(right) / std::f32::consts::TAU * DIRECTIONS as f32;
                let share = turn - turn.floor();
                let first = (turn.floor() as isize).rem_euclid(DIRECTIONS as isize) as usize;
                let block = &mut blocks[y / BLOCK_PX * BLOCKS + x / BLOCK_PX];
                block[first] += strength * (1.0 - share);
                block[(first + 1) % DIRECTIONS] += strength * share;
            }
        }
        Self(blocks)
    }

    /// The edges of the square shifted by this many blocks down and to the right.
    fn edges(&self, down: isize, right: isize) -> Edges {
        let mut cells = Vec::with_capacity(CELLS * CELLS);
        for index in 0..CELLS * CELLS {
            let (row, col) = (index / CELLS, index % CELLS);
            let mut sums = [0.0; DIRECTIONS];
            for (y, of_row) in CELL_BLOCKS.into_iter().enumerate() {
                for (x, of_col) in CELL_BLOCKS.into_iter().enumerate() {
                    let block = &self.0[block(row, y, down) * BLOCKS + block(col, x, right)];
                    for (sum, value) in sums.iter_mut().zip(block) {
                        *sum += of_row * of_col * value;
                    }
                }
            }
            cells.push(of_length_one(sums));
        }
        Edges(cells)
    }
}

/// Normalises to length 1. Zero stays zero.
fn of_length_one(cell: [f32; DIRECTIONS]) -> [f32; DIRECTIONS] {
    let length = cell.iter().map(|value| value * value).sum::<f32>().sqrt();
    cell.map(|value| if length > 0.0 { value / length } else { 0.0 })
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;

    /// A different picture for each number: stripes and a disc.
    pub fn picture(number: usize) -> Vec<f32> {
        let (angle, middle) = (0.37 * number as f32, 20.0 + 3.0 * (number % 7) as f32);
        let at = |x: f32, y: f32| {
            let stripes = ((x * angle.cos() + y * angle.sin()) * (0.3 + 0.02 * number as f32)).sin();
            let disc = if (x - middle).hypot(y - 40.0) < 12.0 { 1.5 } else { 0.0 };
            100.0 + 40.0 * (stripes + disc) + 0.3 * x
        };
        (0..GREY_PX * GREY_PX).map(|index| at((index % GREY_PX) as f32, (index / GREY_PX) as f32)).collect()
    }

    fn moved(grey: &[f32], from: impl Fn(usize, usize) -> (usize, usize)) -> Vec<f32> {
        let at = |index: usize| from(index / GREY_PX, index % GREY_PX);
        (0..grey.len()).map(at).map(|(row, col)| grey[row * GREY_PX + col]).collect()
    }

    #[test]
    fn a_turned_square_has_turned_edges() {
        let grey = picture(3);
        let turned = moved(&grey, |row, col| (GREY_PX - 1 - col, row));
        let (found, expected) = (Edges::new(&turned), Edges::new(&grey).quarter_turned());
        assert!(found.likeness(&expected) > 0.999, "{}", found.likeness(&expected));
        assert!(found.likeness(&Edges::new(&grey)) < 0.7);
        assert_eq!(expected.turns()[3], Edges::new(&grey));
    }

    #[test]
    fn light_and_a_small_shift_change_little_and_another_picture_much() {
        let tile = Edges::new(&picture(5));
        let dark = picture(5).iter().map(|grey| 0.4 * grey - 7.0).collect::<Vec<_>>();
        assert!(SeenEdges::new(&dark).likeness(&tile) > 0.999);
        assert_eq!(SeenEdges::new(&picture(5)).unshifted(), &tile);
        let shifted = moved(&picture(5), |row, col| ((row + 4).min(GREY_PX - 1), col.saturating_sub(2)));
        assert!(SeenEdges::new(&shifted).likeness(&tile) > 0.9 && Edges::new(&shifted).likeness(&tile) < 0.7);
        let other = SeenEdges::new(&picture(6)).likeness(&tile);
        assert!(other < 0.6, "{other}");
        let flat = SeenEdges::new(&[9.0; GREY_PX * GREY_PX]).likeness(&tile);
        assert_eq!(flat, 0.0, "no edges are like none");
    }

    #[test]
    fn what_hides_a_part_leaves_the_rest() {
        let mut grey = picture(5);
        for (index, value) in grey.iter_mut().enumerate() {
            if (20..44).contains(&(index % GREY_PX)) && index / GREY_PX > 34 {
                *value = 10.0;
            }
        }
        let [own, other] = [5, 6].map(|number| SeenEdges::new(&grey).likeness(&Edges::new(&picture(number))));
        assert!(own > 0.6 && own > other + 0.2, "{own} and {other}");
    }

    #[test]
    fn cells_count_where_tiles_differ() {
        let one = picture(5);
        let mut other = one.clone();
        for (index, value) in other.iter_mut().enumerate() {
            if index / GREY_PX < 24 {
                *value = picture(9)[index];
            }
        }
        let tiles = [&one, &other].map(|grey| Edges::new(grey));
        let weights = Weights::new(&[&tiles[0], &tiles[1]]);
        assert!((weights.0.iter().sum::<f32>() / 49.0 - 1.0).abs() < 1e-4);
        assert!(weights.0[3] > 1.5 && weights.0[45] < 0.01, "{:?}", weights.0);
        let turned = &weights.turns()[1];
        assert_eq!((turned.0[3 * CELLS + 6], weights.turns()[2].0[45]), (weights.0[3], weights.0[3]));
        let likeness = tiles[0].weighed_likeness(&tiles[1], &weights);
        assert!(likeness < tiles[0].likeness(&tiles[1]) - 0.2, "{likeness}");
        assert_eq!(Weights::new(&[&tiles[0]]).0, Weights::alike().0);
    }

    #[test]
    fn what_is_written_is_read_again() {
        let tile = Edges::new(&picture(2));
        let read = Edges::from_bytes(&tile.to_bytes()).expect("as many bytes");
        assert!(read.likeness(&tile) > 0.999);
        assert_eq!(Edges::from_bytes(&[0; EDGES - 1]), None);
    }
}
