//! The probabilities of each square's readings, before anything is decided.
//!
//! Independent of OpenCV, so that the reconstruction can be tested without it.

use super::log_probabilities::{LEAST_LOG, information_weighted_mean, log_mean, normalised, tempered};
use super::piece_guesses::PieceGuess;

use kingdomino::domain::{Cell, Game, Grid, Place, Square, Terrain};

/// The number of readings that the classifier distinguishes.
pub const READINGS: usize = 19;

/// All readings of a square, without pieces, in the order of [`Guess::log_probabilities`]: each terrain with
/// 0 to its maximum number of crowns, terrains in the score pad's order, then castle, then empty.
pub fn readings() -> [Square; READINGS] {
    let land = Terrain::ALL.into_iter().flat_map(|t| (0..=t.max_crowns()).map(move |c| Square::land(t, c)));
    let mut all = land.chain([Square::Castle, Square::Empty]);
    std::array::from_fn(|_| all.next().expect("seven terrains make 17 readings"))
}

/// The number of sides of a square.
pub const SIDES: usize = 4;

/// The probabilities of one square's readings.
#[derive(Debug, Clone, PartialEq)]
pub struct Guess {
    /// Natural logarithms of calibrated probabilities that sum to 1, in the order of [`readings`].
    pub log_probabilities: [f32; READINGS],
    /// The seam: on which side the other half of the square's domino is, if it has one. Natural logarithms of
    /// calibrated probabilities that sum to 1, for right, below, left, above; a clockwise quarter turn moves
    /// each to the next.
    pub seam: [f32; SIDES],
    /// The visible fraction, 0 to 1; the probabilities already allow for what covers the rest. 1 if not
    /// measured.
    pub seen: f32,
    /// The pieces on it; `None` if none were looked for, as in Kingdomino.
    pub pieces: Option<PieceGuess>,
    /// A square given by a user that no network can read, because only expansions have it or its pieces.
    pub manual_only: Option<Square>,
}

impl Guess {
    /// A guess with an unknown seam and without pieces.
    pub fn new(log_probabilities: [f32; READINGS]) -> Self {
        Self { log_probabilities, seam: [-(SIDES as f32).ln(); SIDES], seen: 1.0, pieces: None, manual_only: None }
    }

    /// The guess for a picture rotated clockwise by this many quarter turns.
    pub fn turned(&self, quarter_turns: usize) -> Self {
        let mut seam = self.seam;
        seam.rotate_right(quarter_turns % SIDES);
        Self { seam, ..self.clone() }
    }

    /// A given square with its pieces: no other reading is possible.
    pub fn certain(square: Square) -> Self {
        let ground = square.ground();
        let certain = Self::new(readings().map(|reading| if reading == ground { 0.0 } else { f32::NEG_INFINITY }));
        let manual_only = Some(square).filter(|square| is_beyond_pictures(*square));
        Self { pieces: Some(PieceGuess::certain(&square.pieces())), manual_only, ..certain }
    }

    /// Whether the square was given: all readings but one are impossible. Pictures never make a reading
    /// impossible.
    pub fn is_certain(&self) -> bool {
        let impossible = self.log_probabilities.iter().filter(|log| **log == f32::NEG_INFINITY);
        self.manual_only.is_some() || impossible.count() == READINGS - 1
    }

    /// The square of a guess that is certain, with its pieces.
    pub fn given_square(&self) -> Square {
        let pieces = self.pieces.as_ref().map(PieceGuess::likeliest).unwrap_or_default();
        self.manual_only.unwrap_or_else(|| self.best().0.with_pieces(pieces))
    }

    /// Whether a town is probable enough for its building to matter.
    pub fn may_be_town(&self) -> bool {
        self.log_probabilities[TOWN] > TOWN_SEEN_FROM.ln()
    }

    /// Whether another reading of the kingdom might make it a town.
    pub fn could_be_town(&self) -> bool {
        self.log_probabilities[TOWN] > TOWN_POSSIBLE_FROM.ln()
    }

    /// Readings from the most to the least probable, with their probabilities (0 to 1).
    pub fn ranked(&self) -> Vec<(Square, f32)> {
        if let Some(square) = self.manual_only {
            return vec![(square.ground(), 1.0)];
        }
        let mut ranked: Vec<_> = readings().into_iter().zip(self.log_probabilities.map(f32::exp)).collect();
        ranked.sort_by(|a, b| b.1.total_cmp(&a.1));
        ranked
    }

    /// The most probable reading, with its probability (0 to 1).
    pub fn best(&self) -> (Square, f32) {
        self.ranked()[0]
    }

    /// The mean of the logarithms of several guesses about one square, normalised. Where the guesses
    /// disagree, the probabilities become more even.
    pub fn log_mean<'a>(answers: impl Iterator<Item = &'a Guess>) -> Self {
        let answers: Vec<&Self> = answers.collect();
        Self {
            log_probabilities: log_mean(answers.iter().map(|answer| &answer.log_probabilities)),
            seam: log_mean(answers.iter().map(|answer| &answer.seam)),
            seen: answers.iter().map(|answer| answer.seen).fold(1.0, f32::min),
            pieces: PieceGuess::log_mean(&all_pieces(&answers)),
            manual_only: answers.iter().find_map(|answer| answer.manual_only),
        }
    }

    /// Nothing is known: every reading is equally probable.
    pub fn unseen() -> Self {
        Self::new(normalised([0.0; READINGS]))
    }

    /// The square has no tile.
    pub fn no_tile() -> Self {
        let mut log_probabilities = [LEAST_LOG; READINGS];
        log_probabilities[EMPTY] = 0.0;
        Self::new(log_probabilities)
    }

    /// The joint guess of several photos of one square: [`Guess::log_mean`] weighted by each photo's
    /// information, so that a photo with a hand on the square takes nothing away from another.
    pub fn information_weighted_mean(photos: &[&Guess]) -> Self {
        Self {
            log_probabilities: information_weighted_mean(photos.iter().map(|guess| &guess.log_probabilities)),
            seam: information_weighted_mean(photos.iter().map(|guess| &guess.seam)),
            seen: photos.iter().map(|guess| guess.seen).reduce(f32::max).unwrap_or(1.0),
            pieces: PieceGuess::information_weighted_mean(&all_pieces(photos)),
            manual_only: photos.iter().find_map(|photo| photo.manual_only),
        }
    }

    /// Fuses the picture's own guess with `occupied`, the locator's probability of a tile on the square (0 to
    /// 1), and with the square's distance from the background, if known. A square by itself may look like the
    /// table under it; these two also take the squares and the table around it into account. The log odds of
    /// "no tile" and the readings' logarithms are divided by the temperature. If picture and locator
    /// contradict each other, or an empty square is far from the background, the odds stay within
    /// [`CERTAIN`].
    fn fuse_occupancy(&self, occupied: f32, background_distance: Option<f32>, temperature: f32) -> Self {
        let [own, others] = [self.log_probabilities[EMPTY].exp(), 1.0 - occupied]
            .map(|empty| log_odds(empty.clamp(LEAST_EMPTY, 1.0 - LEAST_EMPTY)));
        let mut odds_of_empty = odds_of_empty(own, others, background_distance) / temperature;
        if own.signum() != others.signum() && own.abs().min(others.abs()) > log_odds(CERTAIN) {
            odds_of_empty = odds_of_empty.clamp(-log_odds(CERTAIN), log_odds(CERTAIN));
        }
        if background_distance.is_some_and(|distance| distance > FAR_FROM_BACKGROUND) {
            odds_of_empty = odds_of_empty.min(log_odds(CERTAIN));
        }
        // In logarithms, so that nothing becomes impossible: 1 minus a probability close to 1 would be 0 in
        // 32 bits.
        let [empty, tile] = [odds_of_empty, -odds_of_empty].map(|odds| -(-odds).exp().ln_1p());
        // The readings with a tile keep their ratios, apart from the temperature.
        let mut logs = self.log_probabilities;
        logs[EMPTY] = f32::NEG_INFINITY;
        let mut weighed = tempered(logs, temperature).map(|log| log + tile);
        weighed[EMPTY] = empty;
        Self { log_probabilities: weighed, ..self.clone() }
    }

    /// The readings' logarithms divided by the temperature, leaving seam and pieces unchanged.
    fn tempered(&self, temperature: f32) -> Self {
        Self { log_probabilities: tempered(self.log_probabilities, temperature), ..self.clone() }
    }

    /// The guess for a given square. The seam is kept if the picture shows the same square.
    fn given(&self, square: Square) -> Self {
        let certain = Self::certain(square);
        let seam = if self.best().0 == square.ground() { self.seam } else { certain.seam };
        Self { seam, ..certain }
    }

    /// The guess with this probability of a town, 0 to 1; the other readings keep their ratios.
    fn with_town(&self, probability: f32) -> Self {
        // Neither a town nor anything else becomes impossible.
        let probability = probability.clamp(LEAST_EMPTY, 1.0 - LEAST_EMPTY);
        let mut logs = self.log_probabilities.map(|log| log + (1.0 - probability).ln());
        logs[TOWN] = probability.ln();
        Self { log_probabilities: normalised(logs), ..self.clone() }
    }

    /// The guess without the castle. Given squares do not change.
    fn without_castle(&self) -> Self {
        let mut logs = self.log_probabilities;
        if logs[CASTLE] == f32::NEG_INFINITY {
            return self.clone();
        }
        // Below everything that is considered, but not impossible, which would mark the square as given.
        logs[CASTLE] = LEAST_LOG_PROBABILITY;
        Self { log_probabilities: normalised(logs), ..self.clone() }
    }
}

/// Whether only a user can give this square, because no network was trained on pictures of it.
pub fn is_beyond_pictures(square: Square) -> bool {
    square.is_of_giants() || square.pieces().court.is_some()
}

/// The piece guesses of those answers that have any.
fn all_pieces<'a>(answers: &[&'a Guess]) -> Vec<&'a PieceGuess> {
    answers.iter().filter_map(|answer| answer.pieces.as_ref()).collect()
}

/// A guess for every square of a rectified board.
#[derive(Debug, Clone, PartialEq)]
pub struct SquareGuesses {
    /// One guess per square, row by row, like the board.
    pub guesses: Grid<Guess>,
}

fn log_odds(probability: f32) -> f32 {
    (probability / (1.0 - probability)).ln()
}

/// The log odds of "no tile here", from the log odds of the square's own picture and of the locator's
/// occupancy, and the square's distance from the background, if known (see
/// `vision/src/classify/background.rs`).
fn odds_of_empty(own: f32, others: f32, background_distance: Option<f32>) -> f32 {
    match background_distance {
        None => EMPTY_OFFSET + OWN_WEIGHT * own + OCCUPANCY_WEIGHT * others,
        Some(distance) => {
            let [offset, of_own, of_others, of_table] = BESIDE_THE_TABLE;
            offset + of_own * own + of_others * others - of_table * distance.min(MAX_BACKGROUND_DISTANCE).ln_1p()
        }
    }
}

/// Coefficients if the background is unknown: a logistic regression on 13 039 squares of 316 rendered scenes,
/// of the classes of `fixtures/suites/locator.json` but with other seeds and the training's tables. It was
/// fitted with an earlier locator. By their own pictures alone, 225 of these squares were mistaken for a tile
/// or for the table; with these coefficients, 126.
const EMPTY_OFFSET: f32 = 2.34;
const OWN_WEIGHT: f32 = 0.54;
const OCCUPANCY_WEIGHT: f32 = 1.15;
/// Coefficients if the background is known; the last is for the logarithm of 1 + the distance from it. Fitted
/// on 55 231 looks at 31 220 squares, 2404 of them empty, as the program found them in two other sets of such
/// scenes (seeds 4242 in our artwork and 4243 with real faces). Without the background 315 of these looks are
/// wrong, with it 108. A fit on only one of the sets leaves 41 of 127 wrong in the set with real faces, and
/// 113 of 210 in the set of our artwork.
const BESIDE_THE_TABLE: [f32; 4] = [6.81, 0.66, 0.69, 3.86];
/// Larger distances from the background are clamped to this value, as in the fit of [`BESIDE_THE_TABLE`].
const MAX_BACKGROUND_DISTANCE: f32 = 30.0;
/// In 199 of 200 looks at empty squares, the square was closer to the background than this. A square farther
/// away that is read as empty stays doubtful.
const FAR_FROM_BACKGROUND: f32 = 6.6;
/// The picture's and the locator's probability of "no tile" are clamped to the calibrated range: from this to
/// 1 minus this. (In the fit of the coefficients above, the deviance was 0.0263 with 0.001, and 0.0274 with
/// 0.003.)
const LEAST_EMPTY: f32 = 0.001;
/// If picture and locator are both more certain than this and contradict each other, the square stays
/// doubtful.
const CERTAIN: f32 = 0.96;

/// Indices of town, castle and empty in [`readings`].
pub const TOWN: usize = READINGS - 3;
const CASTLE: usize = READINGS - 2;
const EMPTY: usize = READINGS - 1;

/// A natural logarithm below those of all calibrated probabilities, and far above the smallest 32-bit float.
const LEAST_LOG_PROBABILITY: f32 = -1e4;

/// A kingdom shows a town if one of its squares is a town with more than this probability; otherwise no box
/// with towns is searched. Assumed: clear towns are far above, and it is practically impossible that all
/// towns of a kingdom are below.
const TOWN_SEEN_FROM: f32 = 0.1;

/// See [`Guess::could_be_town`]. Chosen: of 4144 rendered squares, 17 are between this and [`TOWN_SEEN_FROM`].
const TOWN_POSSIBLE_FROM: f32 = 0.01;

/// A kingdom with at least this expected number of towns is taken for Queendomino. (On Kingdomino's
/// photographs and rendered scenes, 288 pictures with true corners, Queendomino's network expected at
/// most 0.75. On 51 kingdoms of its own game, in styles that it had never seen, it expected less than 1.07 on
/// only one in twenty.)
const TOWNS_OF_QUEENDOMINO: f32 = 1.0;

/// The lowest mean probability of the squares' best readings, before the locator's occupancy is fused, at
/// which Queendomino's network is taken to see a kingdom. A choice between 0.777, the lowest of 236 rendered
/// kingdoms that it was not trained on (`queendomino-suite.json`, seed 71), half of which had more than 0.96,
/// and 0.49, of a printed table of `fixtures/suites/locator.json` that it took for eleven towns.
const SURENESS_OF_A_KINGDOM: f32 = 0.75;

impl SquareGuesses {
    /// Adds the guesses of the pieces on each square.
    #[must_use]
    pub fn with_pieces(mut self, pieces: &Grid<PieceGuess>) -> Self {
        for (place, guess) in pieces.iter() {
            self.guesses[place].pieces = Some(guess.clone());
        }
        self
    }

    /// Whether any square may be a town, which only Queendomino has.
    pub fn shows_town(&self) -> bool {
        self.guesses.cells().iter().any(Guess::may_be_town)
    }

    /// Whether to believe these guesses of Queendomino's network rather than those of Kingdomino's about the
    /// same kingdom: either they expect a town and the game may have towns, or they are more certain.
    pub fn show_more_than(&self, kingdominos: &Self, game: Option<Game>) -> bool {
        self.show_queendomino(game) || self.sureness() > kingdominos.sureness()
    }

    /// Whether these guesses of Queendomino's network expect a town and the game may have towns.
    fn show_queendomino(&self, game: Option<Game>) -> bool {
        game.is_none_or(Game::has_queendomino) && self.expect_towns()
    }

    /// Whether these guesses, from a network that knows towns, expect towns.
    pub fn expect_towns(&self) -> bool {
        let expected_towns: f32 = self.guesses.cells().iter().map(|guess| guess.log_probabilities[TOWN].exp()).sum();
        expected_towns >= TOWNS_OF_QUEENDOMINO
    }

    /// These guesses, from networks that do not know towns, with the town probabilities of `others`, a grid
    /// of the same size from a network that does.
    #[must_use]
    pub fn with_towns_of(&self, others: &Self) -> Self {
        self.same_grid(|place, guess| guess.with_town(others.guesses[place].log_probabilities[TOWN].exp()))
    }

    /// Whether the guesses expect a town, the game may have towns, and they are certain enough for a kingdom,
    /// rather than for a strange surface that resembles towns a little.
    pub fn show_a_kingdom_with_towns(&self, game: Option<Game>) -> bool {
        self.show_queendomino(game) && self.sureness() >= SURENESS_OF_A_KINGDOM
    }

    /// Mean probability of the squares' best readings, 0 to 1.
    fn sureness(&self) -> f32 {
        let best = self.guesses.cells().iter().map(|guess| guess.best().1);
        best.sum::<f32>() / self.guesses.cells().len() as f32
    }

    /// Whether pieces were looked for in the picture; given squares do not count.
    pub fn pieces_were_looked_for(&self) -> bool {
        self.guesses.cells().iter().any(|guess| guess.pieces.is_some() && !guess.is_certain())
    }

    /// The guesses after a clockwise quarter turn.
    pub fn quarter_turned(&self) -> Self {
        Self { guesses: self.guesses.quarter_turned().map(|guess| guess.turned(1)) }
    }

    /// Fuses the guesses with the locator's probabilities of a tile, `occupied` (0 to 1), and with each
    /// square's distance from the background, if known; both are grids of the same size. A square that the
    /// locator lacks keeps its guess. Also applies [`SquareGuesses::tempered`]; a square whose picture and
    /// locator surely contradict each other stays doubtful.
    #[must_use]
    pub fn fuse_occupancy(
        &self,
        occupied: &Grid<f32>,
        background_distance: Option<&Grid<f32>>,
        temperature: f32,
    ) -> Self {
        self.same_grid(|place, guess| match occupied.get(place) {
            Some(occupied) => {
                guess.fuse_occupancy(*occupied, background_distance.map(|distances| distances[place]), temperature)
            }
            None => guess.tempered(temperature),
        })
    }

    /// The readings' logarithms divided by a temperature above 0: 1 changes nothing, less makes them more
    /// certain.
    #[must_use]
    pub fn tempered(&self, temperature: f32) -> Self {
        Self { guesses: self.guesses.map(|guess| guess.tempered(temperature)) }
    }

    /// The guesses without castles on the squares that are true in `is_no_castle`, a grid of the same size.
    #[must_use]
    pub fn without_castles(&self, is_no_castle: &Grid<bool>) -> Self {
        self.same_grid(|place, guess| if is_no_castle[place] { guess.without_castle() } else { guess.clone() })
    }

    /// The guess for a cell; `None` outside this grid.
    pub fn at(&self, cell: Cell) -> Option<&Guess> {
        self.guesses.get(cell.place()?)
    }

    /// The guesses with the given squares at places of this grid. If the castle is given, no other square is
    /// one: the square that was typed as the castle before may be anything.
    pub fn with_given(&self, squares: &[(Place, Square)]) -> Self {
        let tells_castle = squares.iter().any(|(_, square)| *square == Square::Castle);
        self.same_grid(|place, guess| match squares.iter().find(|(given, _)| *given == place) {
            Some((_, square)) => guess.given(*square),
            None if tells_castle && *guess == Guess::certain(Square::Castle) => Guess::unseen(),
            None if tells_castle => guess.without_castle(),
            None => guess.clone(),
        })
    }

    /// A grid of the same size, with another guess for each square.
    pub(super) fn same_grid(&self, mut other: impl FnMut(Place, &Guess) -> Guess) -> Self {
        let (rows, cols) = (self.guesses.rows(), self.guesses.cols());
        Self { guesses: Grid::from_fn(rows, cols, |place| other(place, &self.guesses[place])) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sure_of(best: usize) -> Guess {
        let p: [f32; READINGS] = std::array::from_fn(|i| if i == best { 0.982 } else { 0.001 });
        Guess::new(p.map(f32::ln))
    }

    #[test]
    fn a_turned_square_has_its_seam_on_the_next_side() {
        let right = Guess { seam: [0.7f32, 0.1, 0.1, 0.1].map(f32::ln), ..sure_of(0) };
        assert_eq!(right.turned(1).seam.map(|log| log > -1.0), [false, true, false, false]);
        assert_eq!(right.turned(3).turned(1), right);
    }

    #[test]
    fn occupancy_decides_between_a_tile_and_the_table_and_nothing_else() {
        let [swamp, empty] = ["swamp", "empty"]
            .map(|word| readings().iter().position(|reading| reading.to_string() == word).expect("a reading"));
        let torn = Guess::log_mean([sure_of(swamp), sure_of(empty)].iter());
        let (tile, table) = (torn.fuse_occupancy(0.99, None, 1.0), torn.fuse_occupancy(0.02, None, 1.0));
        assert_eq!(tile.best().0.to_string(), "swamp");
        assert_eq!(table.best().0.to_string(), "empty");
        for weighed in [tile, table] {
            assert!((weighed.log_probabilities.iter().map(|log| log.exp()).sum::<f32>() - 1.0).abs() < 1e-5);
            let among_land = weighed.log_probabilities[swamp] - weighed.log_probabilities[0];
            assert!((among_land - torn.log_probabilities[swamp] + torn.log_probabilities[0]).abs() < 1e-4);
        }
    }

    #[test]
    fn where_look_and_finder_contradict_each_other_the_square_stays_doubtful() {
        for temperature in [1.0, 0.5] {
            let empty =
                |own, occupied| sure_of(own).fuse_occupancy(occupied, None, temperature).log_probabilities[EMPTY].exp();
            for (own, occupied) in [(3, 0.0), (EMPTY, 1.0)] {
                let p = empty(own, occupied);
                assert!((0.03..0.97).contains(&p), "{p}");
            }
            assert!(empty(3, 1.0) < 0.001 && empty(EMPTY, 0.0) > 0.999);
        }
    }

    #[test]
    fn a_hole_looks_like_the_table_beside_the_kingdom() {
        let swamp = readings().iter().position(|reading| reading.to_string() == "swamp").expect("a reading");
        let empty = |own: &Guess, occupied, distance| {
            own.fuse_occupancy(occupied, distance, 1.0).log_probabilities[EMPTY].exp()
        };
        let torn = Guess::log_mean([sure_of(swamp), sure_of(EMPTY)].iter());
        assert!(empty(&torn, 0.5, Some(0.5)) > 0.9 && empty(&torn, 0.5, Some(15.0)) < 0.1);
        let [hole, tile] = [EMPTY, swamp].map(sure_of);
        assert!(empty(&hole, 0.01, Some(0.5)) > 0.999, "all agree");
        assert!(empty(&tile, 0.999, Some(0.5)) < 0.02, "a tile that looks like the table");
        let far_away = empty(&hole, 0.001, Some(12.0));
        assert!((0.5..0.97).contains(&far_away), "never surely empty: {far_away}");
        assert!(empty(&hole, 0.001, None) > 0.99, "where nothing is known of the table");
    }

    #[test]
    fn a_low_temperature_takes_doubts_away_and_leaves_what_is_torn() {
        let best = |guess: &Guess| guess.best().1;
        let torn = Guess::log_mean([sure_of(0), sure_of(3)].iter());
        let guesses = SquareGuesses { guesses: Grid::from_cells(1, 2, vec![sure_of(0), torn.clone()]) };
        let occupied = Grid::filled(1, 2, 0.9);
        for tempered in [guesses.tempered(0.7), guesses.fuse_occupancy(&occupied, None, 0.7)] {
            let [sure, still_torn] = [0, 1].map(|col| tempered.guesses[Place::new(0, col)].clone());
            assert!(best(&sure) > 0.995, "{}", best(&sure));
            assert!((still_torn.log_probabilities[0] - still_torn.log_probabilities[3]).abs() < 1e-4);
            assert!(best(&still_torn) < 0.5);
        }
        assert!((best(&guesses.tempered(1.0).guesses[Place::new(0, 1)]) - best(&torn)).abs() < 1e-5);
    }

    #[test]
    fn queendominos_network_is_believed_where_it_sees_a_town_or_is_surer() {
        let kingdom =
            |guesses: &[Guess]| SquareGuesses { guesses: Grid::from_cells(1, guesses.len(), guesses.to_vec()) };
        let torn = || Guess::log_mean([sure_of(0), sure_of(3)].iter());
        let (sure, half, doubtful) =
            (kingdom(&[sure_of(0), sure_of(0)]), kingdom(&[sure_of(0), torn()]), kingdom(&[torn(), torn()]));
        assert!(half.show_more_than(&doubtful, None) && !half.show_more_than(&sure, None));
        assert!(!half.show_more_than(&half, None), "Kingdomino's network is asked first");
        let town = kingdom(&[sure_of(TOWN), sure_of(0)]);
        assert!(!town.show_more_than(&sure, None), "a little less than a town");
        let towns = kingdom(&[sure_of(TOWN), sure_of(TOWN), torn()]);
        assert!(towns.show_more_than(&sure, None));
        assert!(!towns.show_more_than(&sure, Some(Game::Kingdomino)), "that game has none");
        assert!(half.show_more_than(&doubtful, Some(Game::Kingdomino)));
    }

    #[test]
    fn a_kingdom_with_towns_is_seen_clearly() {
        let row = |guesses: &[Guess]| SquareGuesses { guesses: Grid::from_cells(1, guesses.len(), guesses.to_vec()) };
        let [clear, torn] = [sure_of(TOWN), Guess::log_mean([sure_of(TOWN), sure_of(3)].iter())];
        let kingdom = row(&[clear.clone(), clear.clone(), clear.clone(), torn.clone()]);
        assert!(kingdom.show_a_kingdom_with_towns(None));
        assert!(!kingdom.show_a_kingdom_with_towns(Some(Game::Kingdomino)));
        assert!(!row(&[clear, torn.clone(), torn.clone(), torn]).show_a_kingdom_with_towns(None), "a strange surface");
        assert!(!row(&[sure_of(0), sure_of(0)]).show_a_kingdom_with_towns(None), "no town");
    }

    #[test]
    fn what_is_given_is_certain_and_nothing_that_a_picture_shows_is() {
        let castle = readings()[CASTLE];
        assert!(readings().into_iter().all(|reading| Guess::certain(reading).is_certain()));
        for word in ["town+church+knight+tower*2", "wheat:1+knight", "castle", "empty", "mine:3"] {
            let square = word.parse().expect("a square");
            assert_eq!(Guess::certain(square).given_square(), square, "{word}");
        }
        for occupied in [0.0, 1.0] {
            for best in 0..READINGS {
                let logits = std::array::from_fn(|i| if i == best { 100.0 } else { 0.0 });
                assert!(!Guess::new(normalised(logits)).fuse_occupancy(occupied, None, 0.5).is_certain());
            }
        }
        let logits = std::array::from_fn(|i| if i == CASTLE { 200.0 } else { i as f32 });
        let sure_of_castle = Guess { seam: [-0.1, -3.0, -4.0, -5.0], ..Guess::new(normalised(logits)) };
        let guesses = SquareGuesses { guesses: Grid::filled(1, 2, sure_of_castle) };
        let given = guesses.with_given(&[(Place::new(0, 1), castle)]).guesses;
        assert_eq!(given[Place::new(0, 1)].log_probabilities, Guess::certain(castle).log_probabilities);
        assert_eq!(given[Place::new(0, 1)].seam, guesses.guesses[Place::new(0, 1)].seam, "the picture shows the same");
        assert_eq!(
            guesses.with_given(&[(Place::new(0, 1), Square::Empty)]).guesses[Place::new(0, 1)],
            Guess::certain(Square::Empty)
        );
        let all_typed = SquareGuesses { guesses: Grid::filled(1, 2, Guess::certain(Square::Empty)) };
        let moved = all_typed.with_given(&[(Place::new(0, 1), castle)]).guesses;
        assert_eq!(moved[Place::new(0, 0)], Guess::certain(Square::Empty), "typed before, and typed still");
        let typed_castle = SquareGuesses { guesses: Grid::filled(1, 2, Guess::certain(castle)) };
        let moved = typed_castle.with_given(&[(Place::new(0, 1), castle)]).guesses;
        assert_eq!(moved.cells(), [Guess::unseen(), Guess::certain(castle)], "the typed castle was moved");
        let other = &given[Place::new(0, 0)];
        assert_eq!(other.best().0, Square::Empty, "the next best");
        assert!(other.log_probabilities[CASTLE].exp() == 0.0 && !other.is_certain());
    }

    #[test]
    fn a_photo_that_tells_nothing_takes_nothing_away() {
        let clear = sure_of(3);
        for (photos, expected) in [
            (vec![&clear, &Guess::unseen()], clear.clone()),
            (vec![&clear, &clear], clear.clone()),
            (vec![&Guess::unseen()], Guess::unseen()),
            (vec![], Guess::unseen()),
        ] {
            let joined = Guess::information_weighted_mean(&photos);
            let differences =
                joined.log_probabilities.iter().zip(expected.log_probabilities).map(|(a, b)| (a - b).abs());
            assert!(differences.fold(0.0, f32::max) < 1e-3, "{joined:?}");
        }
        let torn = Guess::information_weighted_mean(&[&sure_of(0), &sure_of(1)]).ranked();
        assert!((torn[0].1 - torn[1].1).abs() < 1e-5, "{torn:?}");
        let nonsense = Guess::new([f32::NAN; READINGS]);
        assert_eq!(Guess::information_weighted_mean(&[&nonsense, &clear]).best().0, clear.best().0);
        let bare = Guess::information_weighted_mean(&[&Guess::no_tile(), &clear]);
        assert!(bare.log_probabilities.iter().all(|log| log.is_finite()), "{bare:?}");
    }

    #[test]
    fn answers_that_disagree_end_in_the_middle() {
        let ranked = Guess::log_mean([sure_of(0), sure_of(1)].iter()).ranked();
        assert!((ranked[0].1 - ranked[1].1).abs() < 1e-5 && ranked[0].1 > 0.35, "{ranked:?}");
        assert!((ranked.iter().map(|(_, p)| p).sum::<f32>() - 1.0).abs() < 1e-5);
        let same = Guess::log_mean([sure_of(3), sure_of(3)].iter()).ranked();
        assert!((same[0].1 - 0.982).abs() < 1e-3, "{same:?}");
    }
}
