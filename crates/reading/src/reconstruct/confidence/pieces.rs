//! The pieces on the squares: how certain they are, and what the alternatives would score.

use super::{Estimator, SEEN_FROM};
use crate::reconstruct::alternatives::ALTERNATIVE_COST;
use crate::reconstruct::pieces::{PieceAlternative, PieceOptions};
use kingdomino::domain::{BuildingPoints, Grid, Pieces, Place, Square};
use kingdomino::formats::{Likely, ReadPieces};

/// Possible pieces of a square are left out of its [`ReadPieces`] if their probability is lower than this.
const NAMED_FROM: f64 = 0.001;

/// At most this many readings of all pieces of a kingdom are weighed; further ones count as wrong. The limit
/// is the same as for a kingdom's alternatives.
const MOST_READINGS: usize = 500;

/// All readings up to the first of these costs above the best are weighed, then up to the second, and so on
/// (natural logarithms). So if there are too many readings, the most probable ones are still weighed.
const READING_COSTS: [f64; 4] =
    [ALTERNATIVE_COST / 8.0, ALTERNATIVE_COST / 4.0, ALTERNATIVE_COST / 2.0, ALTERNATIVE_COST];

/// The pieces on one square.
pub(super) struct PiecesAt {
    /// Probability that all pieces are right, 0 to 1.
    pub probability: f64,
    /// The square with its second most probable pieces, and their probability.
    pub second: Option<(Square, f64)>,
    /// Whether the square's own picture makes other pieces more probable, and the number of pieces in the box
    /// ruled them out.
    pub is_inferred: bool,
    pub read: ReadPieces,
}

/// A kind of piece on a square: the possible values with their probabilities.
struct Options {
    place: Place,
    /// Best first.
    pieces: Vec<(Pieces, f64)>,
}

fn counts_knights(pieces: &Pieces) -> bool {
    pieces.building.is_some_and(|building| building.points() == BuildingPoints::PerKnight)
}

impl Estimator<'_> {
    pub(super) fn stands_at(&self, place: Place) -> Option<&PieceOptions> {
        self.pieces?.stands[place].as_ref().filter(|_| self.best[place].terrain().is_some())
    }

    pub(super) fn pieces_at(&self, place: Place) -> Option<PiecesAt> {
        let stands = self.stands_at(place)?;
        let kinds = [&stands.buildings, &stands.towers, &stands.knights, &stands.queens].map(|others| {
            let mut pieces = with_probabilities(stands.best, others);
            pieces.retain(|(_, probability)| *probability >= NAMED_FROM);
            pieces
        });
        let others = kinds.iter().flat_map(|kind| &kind[1..]);
        let second = others.max_by(|a, b| a.1.total_cmp(&b.1));
        let second = second.map(|(pieces, probability)| (self.best[place].with_pieces(*pieces), *probability));
        let is_proven = self.pieces.is_some_and(|pieces| pieces.is_proven) || !stands.is_town;
        let probability: f64 = kinds.iter().map(|kind| kind[0].1).product();
        let [buildings, towers, knight, queen] = kinds;
        Some(PiecesAt {
            // If the choice of pieces is not proven to be the best, the square needs review.
            probability: if is_proven { probability } else { probability.min(SEEN_FROM) },
            second,
            is_inferred: stands.cost > 0.0,
            read: ReadPieces {
                buildings: self.likely(place, &buildings, stands.is_town, |pieces| pieces.building),
                towers: self.likely(place, &towers, stands.is_town, |pieces| pieces.towers),
                knight: self.likely(place, &knight, true, |pieces| pieces.knight),
                queen: self.likely(place, &queen, true, |pieces| pieces.queen),
            },
        })
    }

    fn likely<T>(
        &self,
        place: Place,
        pieces: &[(Pieces, f64)],
        can_stand: bool,
        what: fn(&Pieces) -> T,
    ) -> Vec<Likely<T>> {
        if !can_stand {
            return Vec::new();
        }
        (pieces.iter())
            .map(|(pieces, probability)| Likely {
                what: what(pieces),
                probability: *probability,
                total: self.total_with(place, self.best[place].with_pieces(*pieces)),
            })
            .collect()
    }

    /// Lower bound of the probability that the pieces score the same as those read. The box's counts are
    /// already taken into account, so each kind of piece on each square is treated as independent of all
    /// others.
    ///
    /// If no building counts knights, it does not matter which squares have them. Alternatives with such a
    /// building are then not weighed and count as wrong. Towers are always weighed: on a bare site they come
    /// with a building, which scores by itself.
    pub(super) fn of_pieces(&self) -> f64 {
        let Some(pieces) = self.pieces else { return 1.0 };
        let knights_count = self.best.cells().iter().any(|square| counts_knights(&square.pieces()));
        let mut kinds: Vec<Options> = Vec::new();
        for (place, stands) in pieces.stands.iter() {
            let Some(stands) = stands.as_ref().filter(|stands| !stands.is_given) else { continue };
            let mut others = vec![&stands.buildings, &stands.towers, &stands.queens];
            others.extend(knights_count.then_some(&stands.knights));
            others.retain(|others| !others.is_empty());
            kinds.extend(
                (others.into_iter()).map(|others| Options { place, pieces: with_probabilities(stands.best, others) }),
            );
        }
        if !knights_count {
            kinds.iter_mut().for_each(|kind| kind.pieces.retain(|(pieces, _)| !counts_knights(pieces)));
        }
        let best: f64 = kinds.iter().map(|kind| kind.pieces[0].1).product();
        let mut most: f64 = 0.0;
        for cost in READING_COSTS {
            let squares = self.best.clone();
            let mut weigh = Weigh { estimator: self, kinds: &kinds, squares, left: MOST_READINGS, alike: 0.0 };
            weigh.from(0, best, cost);
            most = most.max(weigh.alike);
        }
        if pieces.is_proven { most } else { most.min(SEEN_FROM) }
    }
}

/// The best pieces and the others, with probabilities that sum to 1.
fn with_probabilities(best: Pieces, others: &[PieceAlternative]) -> Vec<(Pieces, f64)> {
    let weights = std::iter::once((best, 1.0)).chain(others.iter().map(|other| (other.pieces, (-other.gap).exp())));
    let sum = weights.clone().map(|(_, weight)| weight).sum::<f64>();
    weights.map(|(pieces, weight)| (pieces, weight / sum)).collect()
}

/// Goes through the readings of all pieces that are nearly as probable as the best.
struct Weigh<'a> {
    estimator: &'a Estimator<'a>,
    kinds: &'a [Options],
    squares: Grid<Square>,
    /// The number of readings that may still be weighed.
    left: usize,
    /// The summed probability of the readings that score the same as the best one.
    alike: f64,
}

impl Weigh<'_> {
    /// Weighs this reading, which has this `probability`, and those that differ from it only in kinds from
    /// index `first` on and cost at most `may_cost` more.
    fn from(&mut self, first: usize, probability: f64, may_cost: f64) {
        if self.left == 0 {
            return;
        }
        self.left -= 1;
        let total = super::total_of(&self.squares, self.estimator.game, self.estimator.options);
        if total.is_ok_and(|total| total == self.estimator.total) {
            self.alike += probability;
        }
        for (index, kind) in self.kinds.iter().enumerate().skip(first) {
            let as_read = self.squares[kind.place];
            for (pieces, p) in &kind.pieces[1..] {
                let lost = (kind.pieces[0].1 / p).ln();
                if lost > may_cost {
                    break;
                }
                self.squares[kind.place] = as_read.with_pieces(changed(&as_read.pieces(), &kind.pieces[0].0, pieces));
                self.from(index + 1, probability * p / kind.pieces[0].1, may_cost - lost);
            }
            self.squares[kind.place] = as_read;
        }
    }
}

/// Copies `pieces` with every change that leads from `from` to `to`.
fn changed(pieces: &Pieces, from: &Pieces, to: &Pieces) -> Pieces {
    Pieces {
        building: if from.building == to.building { pieces.building } else { to.building },
        towers: if from.towers == to.towers { pieces.towers } else { to.towers },
        knight: if from.knight == to.knight { pieces.knight } else { to.knight },
        queen: if from.queen == to.queen { pieces.queen } else { to.queen },
        ..*pieces
    }
}
