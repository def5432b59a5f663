//! Corrects the reading of a kingdom with a gallery.
//!
//! The method is kernel ridge regression, fitted once per edition: a sum of kernels around the learnt
//! squares. At learnt squares that the network misreads, the sum raises the true class, and at similar
//! squares the same class. It is zero at learnt squares that the network reads correctly. A kingdom that as a
//! whole does not look like the edition is not changed.

use opencv::core::{self, DECOMP_CHOLESKY, Mat};
use opencv::prelude::*;

use super::{BuildingLooks, CROWNS, Gallery, Learnt, SquareFeatures, TERRAINS, dot, terrain_class};
use kingdomino::domain::Square;
use reading::reconstruct::log_probabilities::normalised;

// The constants below were chosen on kingdoms like those of `fixtures/suites/woodcut.json` with another seed
// (771). One or two of their photos were learnt at random; then most squares of the other photos had to be
// right, and no square of a rendered kingdom in our first style (`held-out.json`, seed 881) or of the
// photographs was allowed to change.

/// Width of the kernels, in cosine similarity of features. (Widths from 0.01 to 0.3 were tried: with wider
/// kernels, learnt squares are read better; with narrower ones, all others are.)
const KERNEL_WIDTH: f32 = 0.12;
/// Added to the diagonal of the kernel matrix, so that no single square dominates.
const RIDGE: f64 = 0.03;
/// Log-odds by which a learnt square's true class must lead: 400 to 1. (With 4, fewer squares are corrected;
/// with 9, more are spoilt.)
const LEAD: f32 = 6.0;

/// The edition is trusted if the mean similarity of the kingdom's squares to their nearest learnt squares is
/// above this, for an edition with [`FEW_ENTRIES`] entries. Kingdoms of other editions reached 0.841; those
/// of the same edition had at least 0.87.
const STRANGE: f32 = 0.85;
/// Added to [`STRANGE`] for each tenfold number of entries: the nearest of many entries is nearer by chance.
/// (Among 627 entries, other editions reached 0.872, and the same edition 0.919.)
const STRANGE_PER_DECADE: f32 = 0.03;
const FEW_ENTRIES: f32 = 50.0;
/// The networks hardly know an edition if they misread a larger share of its learnt squares than this. (They
/// misread one in a hundred in editions that they know, and a third to a half in the other edition.)
const STRANGE_EDITION: f32 = 0.1;
/// A square is known by its look if it has at least this similarity to a learnt square. (85 % of the
/// edition's tiles have it, and 7 % of the squares of table around them if no table was learnt.)
const KNOWN_BY_LOOK: f32 = 0.9;
/// Range of similarity over which trust rises from 0 to 1.
const STRANGE_TO_FAMILIAR: f32 = 0.03;
/// Similarity is averaged over the squares that the network reads as tiles if there are at least this many,
/// otherwise over all squares.
const ENOUGH_TILES: usize = 4;

/// A gallery with its fitted corrections.
#[derive(Debug, Clone)]
pub struct GalleryClassifier {
    editions: Vec<Edition>,
    buildings: BuildingLooks,
    entries: usize,
}

/// A learnt square: its reading and the network's answer about it.
type Known<'a> = (Square, &'a SquareFeatures);

/// The fitted corrections of one edition.
#[derive(Debug, Clone)]
struct Edition {
    features: Vec<Vec<f32>>,
    terrain: Vec<[f32; TERRAINS]>,
    /// The kernels' weights for the crowns of each learnt square; zero for squares that are not land.
    crowns: Vec<[f32; CROWNS]>,
    /// Share of the edition's squares that the network misreads without the corrections.
    misread: f32,
}

/// The gallery's advice about one kingdom.
#[derive(Debug, Clone)]
pub struct Advice<'a> {
    edition: &'a Edition,
    /// Similarity of each square to its nearest learnt square.
    likeness: Vec<f32>,
    /// Trust in the edition, from just above 0 (hardly the same) to 1.
    trust: f32,
}

impl GalleryClassifier {
    /// Fits the corrections; an empty gallery has none.
    ///
    /// # Errors
    /// OpenCV's error for features that are not finite, as in an edited file.
    pub fn new(gallery: &Gallery) -> opencv::Result<Self> {
        let mut editions = Vec::new();
        for (name, _) in gallery.editions() {
            let mut squares: Vec<Known> = Vec::new();
            for entry in gallery.entries().iter().filter(|entry| entry.edition == name) {
                if let Learnt::Square(square, look) = &entry.learnt {
                    squares.push((*square, look));
                }
            }
            editions.push(Edition::fitted(&squares)?);
        }
        Ok(Self { editions, buildings: BuildingLooks::new(gallery), entries: gallery.squares() })
    }

    /// The learnt building tiles.
    pub fn buildings(&self) -> &BuildingLooks {
        &self.buildings
    }

    /// The number of learnt squares.
    pub fn entries(&self) -> usize {
        self.entries
    }

    /// Advice about a kingdom with these squares; `None` if it does not look like any edition.
    pub fn about(&self, kingdom: &[&SquareFeatures]) -> Option<Advice<'_>> {
        let advice = self.editions.iter().map(|edition| edition.about(kingdom));
        advice.filter(|advice| advice.trust > 0.0).max_by(|one, other| one.trust.total_cmp(&other.trust))
    }
}

impl Edition {
    fn fitted(squares: &[Known]) -> opencv::Result<Self> {
        let misread = squares.iter().filter(|(square, look)| !leads(&look.terrain, terrain_class(square)));
        let misread = misread.count() as f32 / squares.len().max(1) as f32;
        let missing: Vec<_> =
            squares.iter().map(|(square, look)| lead_missing(&look.terrain, terrain_class(square))).collect();
        let terrain = weights(squares, &missing)?;
        let land: Vec<Known> = squares.iter().copied().filter(|(square, _)| square.terrain().is_some()).collect();
        let missing: Vec<_> =
            land.iter().map(|(square, look)| lead_missing(&look.crowns, square.crowns().into())).collect();
        let mut of_land = weights(&land, &missing)?.into_iter();
        let crowns = squares.iter().map(|(square, _)| match square.terrain() {
            Some(_) => of_land.next().expect("a weight for each square of land"),
            None => [0.0; CROWNS],
        });
        Ok(Self {
            crowns: crowns.collect(),
            terrain,
            misread,
            features: squares.iter().map(|(_, look)| look.features.clone()).collect(),
        })
    }

    /// Similarity to the nearest learnt square.
    fn nearest(&self, look: &SquareFeatures) -> f32 {
        self.features.iter().map(|known| dot(known, &look.features)).fold(0.0, f32::max)
    }

    fn about(&self, kingdom: &[&SquareFeatures]) -> Advice<'_> {
        let likeness: Vec<f32> = kingdom.iter().map(|look| self.nearest(look)).collect();
        let squares = kingdom.iter().zip(&likeness);
        let tiles: Vec<f32> =
            squares.filter(|(look, _)| !look.is_empty_to_the_network()).map(|(_, likeness)| *likeness).collect();
        let trust = self.trust(if tiles.len() < ENOUGH_TILES { &likeness } else { &tiles });
        Advice { edition: self, likeness, trust }
    }

    fn trust(&self, likeness: &[f32]) -> f32 {
        let mean = likeness.iter().sum::<f32>() / likeness.len().max(1) as f32;
        let decades = (self.features.len() as f32 / FEW_ENTRIES).log10().max(0.0);
        ((mean - STRANGE - STRANGE_PER_DECADE * decades) / STRANGE_TO_FAMILIAR).clamp(0.0, 1.0)
    }
}

impl Advice<'_> {
    /// Whether the kingdom is of an edition that the networks hardly know. Then the networks' other answers
    /// have little value: seams, and occupancy where a square is known by its look.
    pub fn is_of_a_strange_edition(&self) -> bool {
        self.trust > 0.5 && self.edition.misread > STRANGE_EDITION
    }

    /// For each square of the kingdom, in order, whether the gallery knows it better than the networks do: it
    /// looks like a learnt square.
    pub fn known_better(&self) -> impl Iterator<Item = bool> {
        self.likeness.iter().map(|likeness| self.is_of_a_strange_edition() && *likeness >= KNOWN_BY_LOOK)
    }

    /// The network's answer about a square, with the edition's corrections.
    pub fn correct(&self, look: &SquareFeatures) -> SquareFeatures {
        let (mut terrain, mut crowns) = (look.terrain, look.crowns);
        let edition = self.edition;
        for (known, (for_terrain, for_crowns)) in
            edition.features.iter().zip(edition.terrain.iter().zip(&edition.crowns))
        {
            let weight = self.trust * kernel(known, &look.features);
            terrain.iter_mut().zip(for_terrain).for_each(|(log, lift)| *log += weight * lift);
            crowns.iter_mut().zip(for_crowns).for_each(|(log, lift)| *log += weight * lift);
        }
        SquareFeatures { terrain: normalised(terrain), crowns: normalised(crowns), features: look.features.clone() }
    }
}

fn kernel(a: &[f32], b: &[f32]) -> f32 {
    ((dot(a, b) - 1.0) / KERNEL_WIDTH).exp()
}

pub(super) fn leads<const N: usize>(logs: &[f32; N], class: usize) -> bool {
    logs.iter().all(|log| *log <= logs[class])
}

/// The log-odds to add to the class `truth` so that it leads by [`LEAD`]; zero if it already does. Zero for
/// all other classes.
fn lead_missing<const N: usize>(logs: &[f32; N], truth: usize) -> [f64; N] {
    let others = logs.iter().enumerate().filter(|(class, _)| *class != truth).map(|(_, log)| *log);
    let missing = others.fold(f32::NEG_INFINITY, f32::max) + LEAD - logs[truth];
    std::array::from_fn(|class| if class == truth { missing.max(0.0).into() } else { 0.0 })
}

/// Weights of the kernels around `squares` that make their sum nearly `wanted` on each square.
fn weights<const N: usize>(squares: &[Known], wanted: &[[f64; N]]) -> opencv::Result<Vec<[f32; N]>> {
    let mut matrix = Vec::with_capacity(squares.len() * squares.len());
    for (row, (_, one)) in squares.iter().enumerate() {
        for (col, (_, other)) in squares.iter().enumerate() {
            let ridge = if row == col { RIDGE } else { 0.0 };
            matrix.push(f64::from(kernel(&one.features, &other.features)) + ridge);
        }
    }
    let weights = solved(&matrix, wanted)?;
    Ok(weights.into_iter().map(|row| row.map(|weight| weight as f32)).collect())
}

/// Solves `matrix` x = `right` for a symmetric positive definite matrix.
///
/// # Errors
/// If the matrix is not positive definite, for example because of numbers that are not finite.
fn solved<const N: usize>(matrix: &[f64], right: &[[f64; N]]) -> opencv::Result<Vec<[f64; N]>> {
    if right.is_empty() {
        return Ok(Vec::new());
    }
    let rows = right.len() as i32;
    let matrix = Mat::new_rows_cols_with_data(rows, rows, matrix)?;
    let right = Mat::new_rows_cols_with_data(rows, N as i32, right.as_flattened())?;
    let mut solution = Mat::default();
    let is_solved = core::solve(&matrix, &right, &mut solution, DECOMP_CHOLESKY)?;
    let values = if is_solved { solution.data_typed::<f64>()? } else { &[] };
    if !is_solved || values.iter().any(|value| !value.is_finite()) {
        let problem = "the kernel of the learnt squares is not positive definite";
        return Err(opencv::Error::new(core::StsNoConv, problem));
    }
    Ok(values.as_chunks().0.to_vec())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::gallery::tests::{look, squares};

    const WHEAT: usize = 0;
    const FOREST: usize = 1;
    const LAKE: usize = 2;

    fn best(logs: &[f32]) -> usize {
        (0..logs.len()).max_by(|a, b| logs[*a].total_cmp(&logs[*b])).expect("some")
    }

    /// An edition in which wheat (features 3) looks like forest, lakes (9) are read with a crown too few, and
    /// forests (20) are read correctly.
    fn taught() -> Gallery {
        let seen = [("wheat", FOREST, 3), ("lake:1", LAKE, 9), ("forest", FOREST, 20)];
        let lesson = seen.into_iter().flat_map(|(word, seen, kind)| {
            let square: Square = word.parse().expect("a square's word");
            [0.0, 0.1].map(|off| (square, look(seen, 0, kind, off)))
        });
        let mut gallery = Gallery::new("n");
        gallery.learn("e", "a.jpg", squares(lesson.collect())).expect("room");
        gallery
    }

    #[test]
    fn what_was_put_right_is_read_right_and_what_was_right_stays() {
        let gallery = GalleryClassifier::new(&taught()).expect("fitted");
        let kingdom = [look(FOREST, 0, 3, 0.05), look(LAKE, 0, 9, 0.05), look(FOREST, 0, 20, 0.05)];
        let advice = gallery.about(&kingdom.each_ref()).expect("its own edition");
        assert_eq!(advice.trust, 1.0);
        let [wheat, lake, forest] = kingdom.each_ref().map(|look| advice.correct(look));
        assert_eq!((best(&wheat.terrain), best(&lake.terrain), best(&forest.terrain)), (WHEAT, LAKE, FOREST));
        assert_eq!((best(&wheat.crowns), best(&lake.crowns), best(&forest.crowns)), (0, 1, 0));
        for look in [&wheat, &lake, &forest] {
            assert!((look.terrain.iter().map(|log| log.exp()).sum::<f32>() - 1.0).abs() < 1e-5);
            assert!((look.crowns.iter().map(|log| log.exp()).sum::<f32>() - 1.0).abs() < 1e-5);
        }
        assert!((forest.terrain[FOREST] - kingdom[2].terrain[FOREST]).abs() < 0.02, "it was sure before");
    }

    #[test]
    fn another_edition_is_left_alone() {
        let gallery = GalleryClassifier::new(&taught()).expect("fitted");
        let strange = [look(FOREST, 0, 50, 0.0), look(LAKE, 0, 60, 0.0), look(FOREST, 0, 70, 0.0)];
        assert!(gallery.about(&strange.each_ref()).is_none());
        assert!(GalleryClassifier::new(&Gallery::new("n")).expect("fitted").about(&strange.each_ref()).is_none());
    }

    #[test]
    fn of_two_editions_the_one_that_the_kingdom_looks_like_is_asked() {
        let mut gallery = taught();
        let other = vec![("lake".parse().expect("a square's word"), look(FOREST, 0, 100, 0.0))];
        gallery.learn("other", "b.jpg", squares(other)).expect("room");
        let gallery = GalleryClassifier::new(&gallery).expect("fitted");
        let lake = look(FOREST, 0, 100, 0.1);
        let wheat = look(FOREST, 0, 3, 0.05);
        for (look, terrain) in [(lake, LAKE), (wheat, WHEAT)] {
            let advice = gallery.about(&[&look]).expect("its own edition");
            assert_eq!(best(&advice.correct(&look).terrain), terrain);
        }
    }

    #[test]
    fn equations_are_solved() {
        let matrix = [[4.0, 1.0, 0.5], [1.0, 3.0, -1.0], [0.5, -1.0, 5.0]];
        let truth = [[1.0, -2.0], [0.5, 4.0], [-3.0, 0.25]];
        let right =
            (0..3).map(|row| std::array::from_fn(|col| (0..3).map(|k| matrix[row][k] * truth[k][col]).sum::<f64>()));
        let found: Vec<[f64; 2]> = solved(matrix.as_flattened(), &right.collect::<Vec<_>>()).expect("solved");
        for (found, truth) in found.iter().flatten().zip(truth.iter().flatten()) {
            assert!((found - truth).abs() < 1e-9, "{found} instead of {truth}");
        }
    }

    #[test]
    fn numbers_that_cannot_be_fitted_are_an_error() {
        assert!(solved(&[f64::NAN], &[[1.0]]).is_err());
    }
}
