//! Registration: which of several views show the same kingdom. Its photos may be rotated relative to each
//! other, and cropped differently.
//!
//! A view is aligned with each known kingdom in all four quarter turns, at every offset at which most of
//! their tiles overlap. The evidence for an alignment is the sum, over the squares, of log likelihood ratios:
//! how much more probable both guesses are if they show the same square than if they show two different
//! squares from a box.

use super::SeenView;
use super::guesses::{Guess, READINGS, SIDES, SquareGuesses};
use super::shares::Shares;
use kingdomino::domain::{Cell, Game, Grid, Place, Square};

/// The lowest evidence (natural logarithm) that two views show one kingdom. For two kingdoms of a game played
/// as in `tests/common/laying.rs` it was at most -0.2 with clear squares, and at most 2 with all squares
/// blurred as in `benches/reconstruct.rs` (960 pairs). For two views of one kingdom, cropped or not, it was
/// at least 25 with clear squares, and at least 16 with a quarter of them blurred (480 pairs). On the
/// photographed boards: at most -13 for different kingdoms and at least 50 for the same one.
const LEAST_EVIDENCE: f64 = 8.0;

/// The share of the smaller view's tiles that must overlap tiles of the other: views that are each cropped by
/// a row or a column share more, and fewer tiles would prove nothing.
const LEAST_SHARE_MET: f64 = 2.0 / 3.0;

/// Probability that a square is completely misread, whatever its guess, so that a single square cannot
/// separate two views of a kingdom. Chosen higher than the share of held-out crops that were misread, 1 in
/// 50.
const MISREAD: f64 = 0.05;

/// At this probability or more a view is sure of a square; two views that are sure of different readings
/// contradict each other.
const SURE_FROM: f32 = 0.97;

/// A view aligned with its kingdom.
#[derive(Debug, Clone)]
pub(super) struct Shown {
    /// Index of the view.
    pub view: usize,
    /// Clockwise quarter turns that align it with the kingdom's first view.
    pub quarter_turns: usize,
    /// The position of its first square after rotation, relative to that of the kingdom's first view.
    pub row: isize,
    pub col: isize,
    /// The rotated guesses.
    guesses: SquareGuesses,
}

/// A kingdom as shown by all its views.
#[derive(Debug, Clone)]
pub(super) struct MergedKingdom {
    pub shown: Vec<Shown>,
    /// The views' joint guesses, on the smallest grid that contains them all.
    pub guesses: SquareGuesses,
    /// The position of the first square of `guesses`; see [`Shown`].
    pub row: isize,
    pub col: isize,
    /// Places in `guesses` where two views are sure of different readings. A single square with two different
    /// tiles does not count.
    pub contradictions: Vec<Place>,
}

/// Groups the views of the same kingdom, in the order in which kingdoms first appear. A kingdom spans at most
/// `squares_wide` rows and columns, and no photo shows one twice. Kingdoms that a user entered without a
/// photo are never grouped with each other: nobody enters a kingdom twice, so they belong to different
/// players even if they are very similar. Views in `apart` belong to another game.
pub(super) fn kingdoms_shown(
    views: &[SeenView],
    apart: &[usize],
    game: Game,
    squares_wide: usize,
) -> Vec<MergedKingdom> {
    let shares = Shares::new(game);
    let mut kingdoms: Vec<MergedKingdom> = Vec::new();
    for (index, view) in views.iter().enumerate() {
        let mut best: Option<(usize, Alignment)> = None;
        for (number, kingdom) in kingdoms.iter().enumerate() {
            let mut known = kingdom.shown.iter().map(|shown| shown.view);
            if apart.contains(&index)
                || known.any(|known| apart.contains(&known) || !can_show_one_kingdom(&views[known], view))
            {
                continue;
            }
            let Some(alignment) = shares.likeliest_alignment(kingdom, view.guesses, squares_wide) else { continue };
            if best.as_ref().is_none_or(|(_, best)| alignment.evidence.total_cmp(&best.evidence).is_ge()) {
                best = Some((number, alignment));
            }
        }
        match best.filter(|(_, alignment)| alignment.evidence >= LEAST_EVIDENCE) {
            Some((number, alignment)) => kingdoms[number].add(index, alignment),
            None => kingdoms.push(MergedKingdom::new(vec![Shown {
                view: index,
                quarter_turns: 0,
                row: 0,
                col: 0,
                guesses: view.guesses.clone(),
            }])),
        }
    }
    kingdoms
}

fn can_show_one_kingdom(one: &SeenView, other: &SeenView) -> bool {
    let (is_one_painted, is_other_painted) = (is_painted(one.guesses), is_painted(other.guesses));
    // A painted kingdom is the player's, however much it resembles another player's photo.
    let are_of_two = one.player.is_some() && other.player.is_some() && one.player != other.player;
    one.photo != other.photo
        && !(is_one_painted && is_other_painted)
        && !(are_of_two && (is_one_painted || is_other_painted))
}

/// Whether a user gave the whole view, without a photo.
fn is_painted(view: &SquareGuesses) -> bool {
    view.guesses.cells().iter().all(Guess::is_certain)
}

/// A possible alignment of a view with a kingdom.
struct Alignment {
    quarter_turns: usize,
    /// The position of the rotated view's first square, relative to the first square of the kingdom's
    /// guesses.
    row: isize,
    col: isize,
    guesses: SquareGuesses,
    evidence: f64,
}

impl MergedKingdom {
    fn new(shown: Vec<Shown>) -> Self {
        let row = shown.iter().map(|s| s.row).min().unwrap_or_default();
        let col = shown.iter().map(|s| s.col).min().unwrap_or_default();
        let last_row = shown.iter().map(|s| s.row + s.guesses.guesses.rows() as isize).max().unwrap_or_default();
        let last_col = shown.iter().map(|s| s.col + s.guesses.guesses.cols() as isize).max().unwrap_or_default();
        let (rows, cols) = ((last_row - row) as usize, (last_col - col) as usize);
        let seen = Grid::from_fn(rows, cols, |place| {
            let (row, col) = (row + place.row as isize, col + place.col as isize);
            shown.iter().filter_map(|shown| shown.at(row, col).cloned()).collect::<Vec<Guess>>()
        });
        let plain = seen.map(|seen| if seen.is_empty() { Square::Empty } else { plain(&joined(seen)) });
        let spanned = plain.spanned();
        let guesses = Grid::from_fn(rows, cols, |place| match &seen[place][..] {
            // No view shows this place, but inside the kingdom it may have a tile.
            [] if spanned.as_ref().is_some_and(|(r, c)| r.contains(&place.row) && c.contains(&place.col)) => {
                Guess::unseen()
            }
            [] => Guess::no_tile(),
            [only] => only.clone(),
            several => joined(several),
        });
        let guesses = SquareGuesses { guesses };
        let contradictions = contradictions(&seen);
        Self { shown, guesses, row, col, contradictions }
    }

    /// The kingdom with given squares at places of `guesses`, which settle contradictions there.
    #[must_use]
    pub fn corrected(&self, squares: &[(Place, Square)]) -> Self {
        let mut corrected = self.clone();
        corrected.guesses = self.guesses.with_given(squares);
        corrected.contradictions.retain(|place| squares.iter().all(|(said, _)| said != place));
        corrected
    }

    /// The place of a view's cell in `guesses`; `None` outside them.
    pub fn place_of(&self, shown: &Shown, cell: Cell) -> Option<Place> {
        let turned = cell.turned(shown.quarter_turns, shown.grid());
        Cell { row: turned.row + shown.row - self.row, col: turned.col + shown.col - self.col }
            .place()
            .filter(|place| self.guesses.guesses.get(*place).is_some())
    }

    /// The cell of a view that shows a place of `guesses`.
    pub fn in_view(&self, shown: &Shown, place: Place) -> Cell {
        let row = place.row as isize + self.row - shown.row;
        let col = place.col as isize + self.col - shown.col;
        Cell { row, col }.turned((SIDES - shown.quarter_turns) % SIDES, shown.rows_and_cols())
    }

    fn add(&mut self, view: usize, alignment: Alignment) {
        let Alignment { quarter_turns, row, col, guesses, .. } = alignment;
        let mut shown = std::mem::take(&mut self.shown);
        shown.push(Shown { view, quarter_turns, row: self.row + row, col: self.col + col, guesses });
        *self = Self::new(shown);
    }
}

impl Shown {
    fn at(&self, row: isize, col: isize) -> Option<&Guess> {
        let place = Cell { row: row - self.row, col: col - self.col }.place()?;
        self.guesses.guesses.get(place)
    }

    /// Rows and columns in the kingdom's orientation.
    pub fn rows_and_cols(&self) -> (usize, usize) {
        (self.guesses.guesses.rows(), self.guesses.guesses.cols())
    }

    /// Rows and columns in the photo's orientation.
    fn grid(&self) -> (usize, usize) {
        let (rows, cols) = self.rows_and_cols();
        if self.quarter_turns.is_multiple_of(2) { (rows, cols) } else { (cols, rows) }
    }
}

fn joined(seen: &[Guess]) -> Guess {
    Guess::information_weighted_mean(&seen.iter().collect::<Vec<_>>())
}

/// Places where views are sure of different readings. A single such place is not returned if all readings
/// there are tiles: it is a misreading, which the joint guess and the box settle.
fn contradictions(seen: &Grid<Vec<Guess>>) -> Vec<Place> {
    let sure = seen.map(|seen| {
        let ranked = seen.iter().map(Guess::best);
        ranked.filter(|(_, p)| *p >= SURE_FROM).map(|(square, _)| square).collect::<Vec<Square>>()
    });
    let places: Vec<Place> =
        sure.places().filter(|place| sure[*place].windows(2).any(|two| two[0] != two[1])).collect();
    match places[..] {
        [only] if !sure[only].contains(&Square::Empty) => Vec::new(),
        _ => places,
    }
}

fn plain(guess: &Guess) -> Square {
    guess.best().0
}

impl Shares {
    /// The best alignment of the view with the kingdom; `None` if too few of their tiles can overlap.
    fn likeliest_alignment(
        &self,
        kingdom: &MergedKingdom,
        view: &SquareGuesses,
        squares_wide: usize,
    ) -> Option<Alignment> {
        let (known, mut turned) = (Tiles::new(&kingdom.guesses), view.clone());
        let mut best: Option<Alignment> = None;
        for quarter_turns in 0..4 {
            let tiles = Tiles::new(&turned);
            for (row, col) in known.shifts(&tiles, squares_wide) {
                let evidence = self.evidence(&kingdom.guesses, &turned, row, col);
                if best.as_ref().is_none_or(|best| evidence > best.evidence) {
                    best = Some(Alignment { quarter_turns, row, col, guesses: turned.clone(), evidence });
                }
            }
            turned = turned.quarter_turned();
        }
        best
    }

    fn evidence(&self, known: &SquareGuesses, other: &SquareGuesses, row: isize, col: isize) -> f64 {
        let pairs = known.guesses.iter().filter_map(|(place, guess)| {
            let there = Cell { row: place.row as isize - row, col: place.col as isize - col }.place()?;
            Some((guess, other.guesses.get(there)?))
        });
        pairs.map(|(a, b)| self.evidence_of_square(a, b)).sum()
    }

    /// Log likelihood ratio of both guesses showing the same square rather than two different ones. Two empty
    /// squares are not evidence, because everything around a kingdom is empty.
    fn evidence_of_square(&self, a: &Guess, b: &Guess) -> f64 {
        let [looks_a, looks_b] = [a, b].map(|guess| {
            let sum: f32 = guess.log_probabilities.map(f32::exp).iter().filter(|p| p.is_finite()).sum();
            guess.log_probabilities.map(|log| {
                let p = if sum > 0.0 { f64::from(log.exp().max(0.0) / sum) } else { 0.0 };
                (1.0 - MISREAD) * p + MISREAD / READINGS as f64
            })
        });
        let shares = self.0.iter();
        let (mut one, mut alone_a, mut alone_b) = (0.0, 0.0, 0.0);
        for ((share, a), b) in shares.zip(looks_a).zip(looks_b) {
            one += share * a * b;
            alone_a += share * a;
            alone_b += share * b;
        }
        let evidence = (one / (alone_a * alone_b)).ln();
        let are_bare = plain(a) == Square::Empty && plain(b) == Square::Empty;
        if are_bare { evidence.min(0.0) } else { evidence }
    }
}

/// The tiles of a grid, with each square judged by its own look.
struct Tiles(Grid<Square>);

impl Tiles {
    fn new(guesses: &SquareGuesses) -> Self {
        Self(guesses.guesses.map(plain))
    }

    fn places(&self) -> impl Iterator<Item = Place> {
        self.0.iter().filter(|(_, square)| **square != Square::Empty).map(|(place, _)| place)
    }

    /// The offsets of `other` at which enough tiles overlap and both together span at most `squares_wide`.
    fn shifts(&self, other: &Self, squares_wide: usize) -> Vec<(isize, isize)> {
        let least = LEAST_SHARE_MET * self.places().count().min(other.places().count()) as f64;
        let mut shifts = Vec::new();
        for row in (1 - other.0.rows() as isize)..self.0.rows() as isize {
            for col in (1 - other.0.cols() as isize)..self.0.cols() as isize {
                let met = self.overlapping(other, row, col);
                if met > 0 && met as f64 >= least && self.spans_with(other, row, col) <= squares_wide {
                    shifts.push((row, col));
                }
            }
        }
        shifts
    }

    /// The number of tiles on which a tile of `other` lies at this offset.
    fn overlapping(&self, other: &Self, row: isize, col: isize) -> usize {
        let places = other.places().filter(|place| {
            let under = Cell { row: place.row as isize + row, col: place.col as isize + col };
            under.place().and_then(|place| self.0.get(place)).is_some_and(|square| *square != Square::Empty)
        });
        places.count()
    }

    /// The larger of the numbers of rows and columns that both together span.
    fn spans_with(&self, other: &Self, row: isize, col: isize) -> usize {
        let (Some(own), Some(others)) = (self.0.spanned(), other.0.spanned()) else { return 0 };
        let mut most = 0;
        for (own, other, shift) in [(own.0, others.0, row), (own.1, others.1, col)] {
            let [own_first, own_last] = [*own.start() as isize, *own.end() as isize];
            let [first, last] = [*other.start(), *other.end()].map(|line| line as isize + shift);
            most = most.max((last.max(own_last) - first.min(own_first) + 1) as usize);
        }
        most
    }
}
