//! Converts the fast network's answer about objects on a square to a [`Cover`], and finds tiles that an
//! object hides completely.

use opencv::core::Point2d;

use super::background::BesideTable;
use crate::grid_fit::GridFit;
use kingdomino::domain::{Grid, Place, Square};
use reading::reconstruct::cover::Cover;
use reading::reconstruct::guesses::{Guess, SquareGuesses};

/// Number of cells along each side of a crop. The fast network gives the probability that each of the 8x8
/// cells is covered.
const CELLS_WIDE: usize = 8;
/// Number of cells in a crop.
pub(super) const CELLS: usize = CELLS_WIDE * CELLS_WIDE;

/// The cover of a square. `cells`: the network's probability that each cell of its crop is covered, row by
/// row. `misread`: the probability that the square is misread because of the cover.
pub(super) fn cover(cells: &[f32], misread: f32) -> Cover {
    // Half of each outer cell shows the neighbours.
    let inner = 1..CELLS_WIDE - 1;
    let of_square = inner.clone().flat_map(|row| inner.clone().map(move |col| cells[row * CELLS_WIDE + col]));
    let covered = of_square.sum::<f32>() / (inner.len() * inner.len()) as f32;
    let misread = if covered < SEEN_COVER { 0.0 } else { misread };
    Cover { seen: 1.0 - covered, misread }
}

/// If objects cover less than this share of a square, the square is not considered misread because of them.
const SEEN_COVER: f32 = 0.05;

/// A square that looks empty is taken for a hole only if it looks like the table in more than this share of
/// the directions: see [`BesideTable::around`]. Otherwise an object may hide a tile.
///
/// Of 224 tiles that looked empty under an object, 206 looked like the table in at most a quarter of the
/// directions; of 909 holes, 44 did, some of them covered as well. A card over a corner of the kingdom is
/// visible in a third of the directions. In 480 more scenes with a hand or a card, 35 of 38 such tiles are
/// below a quarter, and 1 is between a quarter and this share; of 732 holes, 20 are below a quarter and 7
/// between.
const ALL_AROUND: f32 = 0.34;

/// Probability of a tile on a square that looks empty, but not like the table all around: there were tiles on
/// 206 of the 206 + 44 such squares counted at [`ALL_AROUND`].
const HIDDEN_TILE: f32 = 0.8;

/// Probability of a tile on a square that looks empty and like the table all around: there were tiles on 18
/// of the other 18 + 865 squares. The network alone mistakes many holes for hidden tiles.
const HIDDEN_AS_TABLE: f32 = 0.02;

/// A square is half hidden if less than this share of it is visible. The network's estimate of the visible
/// share has a mean error of 0.07.
const HALF_HIDDEN_BELOW: f32 = 0.6;

/// A half-hidden square that looks empty is taken for a hole only if it looks the same as the table in more
/// than this share of the directions: see [`BesideTable::same_around`]. It must also look like the table in
/// more than [`ALL_AROUND`] of them. In a dim photo, colours are too similar for this test: see
/// [`HALF_HIDDEN_TILE`].
const SAME_AROUND: f32 = 0.125;

/// Probability of a tile on a half-hidden square that looks empty and like the table all around, but not the
/// same as it: 19 of 74 such squares had a tile, and 1 of 315 other half-hidden squares. They are from
/// `fixtures/suites/things-on-tiles.json`: 180 scenes (seed 150005), 180 with scans of a real box (150006),
/// and 240 each with a hand or a card (150001 and 150002). The value was chosen on the first three sets,
/// where 15 of 64 had a tile; in the last set, 4 of 10 had.
///
/// In a dim photo the value applies to every square that looks empty: of 433 that look the same as the table
/// all around, 40 had a tile (240 scenes of that suite with 1/20 to 1/8 of the light, seeds 160001 and
/// 160002). Those tiles came in pairs: if 0.25 is the probability for each of two squares, a pair is about as
/// probable as it was in these scenes.
const HALF_HIDDEN_TILE: f32 = 0.25;

/// A castle is certain if its probability is at least this. (A square with a less probable reading of any
/// kind is doubtful.)
const SURE_CASTLE: f32 = 0.97;

/// In a photo from the side, one standing castle may fill two neighbouring squares. It does so if each is a
/// castle with at least this probability. (In one such photo, the castle's two squares have 0.88 and 0.96.
/// Two squares of a builders' board, which are no castles, have 0.60 and 0.73.)
const LIKE_A_CASTLE: f32 = 0.8;

/// A standing castle is about as high as a square is wide. If the camera is at least this many degrees off
/// vertical, the castle hides half of the square behind it.
const CASTLE_HIDES_FROM_DEG: f64 = 27.0;

/// Corrects mistakes of the network, which sees one square at a time: a sleeve, cloth or card that hides a
/// whole tile looks like the table; a coin, a card or the castle's own leaning walls look like a castle. If
/// one castle is certain, the other squares that look like castles are not castles: something covers them, so
/// the network's other readings of them have little weight. Nothing is known about a square that a standing
/// castle hides.
pub(super) fn with_what_looks_like_no_tile(
    cover: &Grid<Cover>,
    guesses: SquareGuesses,
    compared: Option<&Grid<BesideTable>>,
    fit: &GridFit,
) -> (SquareGuesses, Grid<Cover>) {
    let castle = guesses.guesses.map(|guess| probability(guess, Square::Castle));
    let behind_another = castle.places().filter_map(|place| Some((place, in_front_of(place, &castle, fit)?)));
    let (hidden, in_front): (Vec<Place>, Vec<Place>) = behind_another.unzip();
    // Two certain castles belong to two kingdoms, so both stay.
    let sure: Vec<Place> = (castle.places())
        .filter(|place| castle[*place] >= SURE_CASTLE || in_front.contains(place))
        .filter(|place| !hidden.contains(place))
        .collect();
    let is_no_castle = Grid::from_fn(castle.rows(), castle.cols(), |place| !sure.is_empty() && !sure.contains(&place));
    let cover = Grid::from_fn(cover.rows(), cover.cols(), |place| {
        let looks_empty = guesses.guesses[place].best().0 == Square::Empty;
        let like_castle = if is_no_castle[place] { castle[place] } else { 0.0 };
        let own = cover[place];
        let beside = compared.map(|compared| compared[place]).filter(|_| looks_empty);
        let misread = beside.map_or(own.misread, |beside| misread_as_empty(own, beside));
        if hidden.contains(&place) { HIDDEN } else { Cover { misread: misread.max(like_castle), ..own } }
    });
    let mut guesses = guesses;
    hidden.into_iter().for_each(|place| guesses.guesses[place] = Guess::unseen());
    (guesses.without_castles(&is_no_castle), cover)
}

/// Nothing is visible of a square behind a standing castle.
const HIDDEN: Cover = Cover { seen: 0.0, misread: 1.0 };

/// The castle that hides this square. In a photo from the side, two neighbouring squares may look like the
/// castle, which is on the square nearer to the camera.
fn in_front_of(place: Place, castle: &Grid<f32>, fit: &GridFit) -> Option<Place> {
    if castle[place] < LIKE_A_CASTLE || fit.askew_deg() < CASTLE_HIDES_FROM_DEG {
        return None;
    }
    let in_front = (castle.neighbours(place))
        .filter(|near| castle[*near] >= LIKE_A_CASTLE && distance(*near, fit) < distance(place, fit));
    in_front.min_by(|one, other| distance(*one, fit).total_cmp(&distance(*other, fit)))
}

/// Distance of a square's middle from the camera, relative to that of the grid's middle.
fn distance(place: Place, fit: &GridFit) -> f64 {
    let in_middle = fit.to_photo.denominator(Point2d::new(fit.cols as f64 / 2.0, fit.rows as f64 / 2.0));
    fit.to_photo.denominator(Point2d::new(place.col as f64 + 0.5, place.row as f64 + 0.5)) / in_middle
}

/// Probability of a tile on a square that looks empty.
fn misread_as_empty(own: Cover, beside: BesideTable) -> f32 {
    if beside.around <= ALL_AROUND {
        own.misread.max(HIDDEN_TILE)
    } else if beside.is_dim || own.seen < HALF_HIDDEN_BELOW && beside.same_around <= SAME_AROUND {
        own.misread.max(HALF_HIDDEN_TILE)
    } else {
        own.misread.min(HIDDEN_AS_TABLE)
    }
}

fn probability(guess: &Guess, square: Square) -> f32 {
    guess.ranked().into_iter().find(|(other, _)| *other == square).map_or(0.0, |(_, probability)| probability)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::Homography;
    use reading::reconstruct::guesses::readings;

    /// A guess with some readings and their probabilities (`likely`); the other readings share the rest.
    fn guess(likely: &[(&str, f32)]) -> Guess {
        let rest = 1.0 - likely.iter().map(|(_, p)| p).sum::<f32>();
        let others = (readings().len() - likely.len()) as f32;
        let of = |word: String| likely.iter().find(|(likely, _)| *likely == word).map_or(rest / others, |(_, p)| *p);
        Guess::new(readings().map(|reading| of(reading.to_string()).ln()))
    }

    /// A grid of one row, seen from above.
    fn from_above(squares: usize) -> GridFit {
        GridFit::on_lattice(Homography::scaling(40.0, 40.0), 1, squares)
    }

    fn misread<const N: usize>(guesses: [Guess; N], around: Option<[f32; N]>) -> Vec<f32> {
        misread_of(Cover::NONE, guesses, around)
    }

    /// `own`: the network's answer, the same for each square.
    fn misread_of<const N: usize>(own: Cover, guesses: [Guess; N], around: Option<[f32; N]>) -> Vec<f32> {
        misread_beside(own, guesses, around.map(|around| around.map(|around| (around, around))))
    }

    /// `around`: for each square, the shares of the directions in which the table looks like it and looks the
    /// same.
    fn misread_beside<const N: usize>(own: Cover, guesses: [Guess; N], around: Option<[(f32, f32); N]>) -> Vec<f32> {
        let beside = |(around, same_around)| BesideTable { distance: 1.0, around, same_around, is_dim: false };
        let compared = around.map(|around| Grid::from_cells(1, N, around.map(beside).to_vec()));
        let guesses = SquareGuesses { guesses: Grid::from_cells(1, N, guesses.to_vec()) };
        let (_, cover) =
            with_what_looks_like_no_tile(&Grid::filled(1, N, own), guesses, compared.as_ref(), &from_above(N));
        cover.cells().iter().map(|cover| (cover.misread * 1000.0).round() / 1000.0).collect()
    }

    #[test]
    fn what_looks_empty_and_unlike_the_table_may_hide_a_tile() {
        let guesses = || ["empty", "empty", "wheat"].map(|word| guess(&[(word, 0.999)]));
        assert_eq!(misread(guesses(), Some([0.1, 0.8, 0.0])), [HIDDEN_TILE, 0.0, 0.0]);
        assert_eq!(misread(guesses(), None), [0.0, 0.0, 0.0], "where the table is not known");
        let doubted = Cover { seen: 0.4, misread: 0.9 };
        assert_eq!(misread_of(doubted, guesses(), Some([0.1, 0.8, 0.0])), [0.9, HIDDEN_AS_TABLE, 0.9]);
    }

    #[test]
    fn a_half_hidden_square_is_a_hole_only_where_the_table_is_the_same() {
        let guesses = || ["empty"; 3].map(|word| guess(&[(word, 0.999)]));
        let around = Some([(0.8, 0.0), (0.8, 0.5), (0.1, 0.0)]);
        let half = |misread| Cover { seen: 0.5, misread };
        assert_eq!(misread_beside(half(0.0), guesses(), around), [HALF_HIDDEN_TILE, 0.0, HIDDEN_TILE]);
        assert_eq!(misread_beside(half(0.95), guesses(), around), [0.95, HIDDEN_AS_TABLE, 0.95]);
        let hardly = Cover { seen: 0.8, misread: 0.95 };
        assert_eq!(misread_beside(hardly, guesses(), around), [HIDDEN_AS_TABLE, HIDDEN_AS_TABLE, 0.95]);
    }

    #[test]
    fn in_a_dim_photo_what_looks_empty_may_be_a_tile() {
        let of = |around| {
            misread_as_empty(Cover::NONE, BesideTable { distance: 0.0, around, same_around: around, is_dim: true })
        };
        assert_eq!([0.1, 0.9].map(of), [HIDDEN_TILE, HALF_HIDDEN_TILE]);
    }

    #[test]
    fn what_looks_like_a_castle_beside_the_castle_is_a_thing_on_a_tile() {
        let like_both = || guess(&[("castle", 0.5), ("wheat", 0.49)]);
        let castle = || guess(&[("castle", 0.999)]);
        assert_eq!(misread([castle(), like_both()], None), [0.0, 0.5]);
        assert_eq!(misread([like_both(), guess(&[("wheat", 0.999)])], None), [0.0, 0.0], "it may be the castle");
        assert_eq!(misread([castle(), castle()], None), [0.0, 0.0], "two kingdoms");
        let guesses = SquareGuesses { guesses: Grid::from_cells(1, 2, vec![castle(), like_both()]) };
        let cover = Grid::filled(1, 2, Cover::NONE);
        let (guesses, cover) = with_what_looks_like_no_tile(&cover, guesses, None, &from_above(2));
        let ranked = guesses.with_cover(&cover).guesses[Place::new(0, 1)].ranked();
        // If the network's second reading did not count, the box's most common terrains would be as probable
        // as wheat.
        assert_eq!(ranked[0].0.to_string(), "wheat", "what else is seen of it counts: {ranked:?}");
        assert!((0.6..0.9).contains(&ranked[0].1), "{ranked:?}");
    }

    #[test]
    fn of_two_squares_like_a_castle_the_one_behind_is_hidden() {
        // The second square is farther away, in a photo from the side.
        let fit = GridFit::on_lattice(Homography([[40.0, 0.0, 0.0], [0.0, 80.0, 0.0], [0.1, 0.0, 1.0]]), 1, 2);
        let like = |p: f32| guess(&[("castle", p), ("lake:1", 0.9 * (1.0 - p))]);
        let read = |guesses: [Guess; 2], fit: &GridFit| {
            let guesses = SquareGuesses { guesses: Grid::from_cells(1, 2, guesses.to_vec()) };
            let cover = Grid::filled(1, 2, Cover::NONE);
            let (guesses, cover) = with_what_looks_like_no_tile(&cover, guesses, None, fit);
            let best = guesses.with_cover(&cover).guesses.map(|guess| guess.best().0.to_string());
            best.cells().to_vec()
        };
        for (in_front, behind) in [(0.88, 0.96), (0.85, 0.98), (0.98, 0.85)] {
            assert_eq!(read([like(in_front), like(behind)], &fit), ["castle", "wheat"], "the box's commonest");
        }
        assert_eq!(
            read([like(0.88), like(0.96)], &from_above(2)),
            ["castle", "castle"],
            "from above nothing is hidden"
        );
        assert_eq!(read([guess(&[("wheat", 0.99)]), like(0.96)], &fit), ["wheat", "castle"]);
    }
}
