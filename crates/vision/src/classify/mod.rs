//! `Board -> SquareGuesses`: a fast network reads all squares at once; the squares network reads those that
//! it is unsure of.

pub mod background;
pub mod board_views;
mod cielab;
mod covered;
pub mod model_choice;
pub mod pieces;

use std::collections::BTreeMap;

use opencv::core::{CV_32F, Mat, Scalar, Size, Vector};
use opencv::dnn;

use super::board::Board;
use super::gallery::{
    Advice, CROWNS, FEATURES, GalleryClassifier, SquareFeatures, TERRAINS, of_length_one, terrain_class, with_town,
};
use super::networks::{Calibration, Network, NetworkError, SquaresNetwork, Tensor};
use kingdomino::domain::{Grid, Square, Terrain};
use reading::reconstruct::Reading;
use reading::reconstruct::cover::Cover;
use reading::reconstruct::guesses::{Guess, READINGS, SIDES, SquareGuesses, readings};

/// Why the squares could not be read.
#[derive(Debug, thiserror::Error)]
pub enum ClassifyError {
    /// The network failed, or its outputs had unexpected shapes.
    #[error("{photo}: the squares cannot be read: {source}")]
    Network {
        /// The photo's name.
        photo: String,
        /// The network's error.
        source: NetworkError,
    },
    /// OpenCV failed, most likely because memory ran out.
    #[error("{photo}: {} failed before the squares were read: {source}", crate::ENGINE)]
    OpenCv {
        /// The photo's name.
        photo: String,
        /// OpenCV's error.
        source: opencv::Error,
    },
}

impl ClassifyError {
    fn opencv(board: &Board, source: opencv::Error) -> Self {
        Self::OpenCv { photo: board.photo.clone(), source }
    }
}

/// Runs the squares network on all squares in one batch, and again on doubtful squares. The batch is one
/// kingdom, because Queendomino's network compares its squares. If the `gallery` has learnt this edition, it
/// corrects every answer. Answers already in `answers` are reused.
///
/// Input: (n, 3, 64, 64), the board's crops row by row, BGR, (x - 127.5) / 127.5. Outputs: (n, 9) logits in
/// the order of [`TERRAIN_CLASSES`](crate::networks::TERRAIN_CLASSES) or, without town, (n, 8); (n, 4) logits
/// of 0 to 3 crowns; (n, 4) logits of the seam's side: right, down, left, up; for a gallery, the (n, 128)
/// features before these logits; and, from Queendomino's network, the (n, 3) probabilities that a knight,
/// a tower and the Queen stand on the square.
///
/// # Errors
/// See [`ClassifyError`].
pub fn classify(
    board: &Board,
    squares: &dyn Network,
    calibration: Calibration,
    turns: TurnAugmentation,
    gallery: Option<&GalleryClassifier>,
    answers: &mut Answers,
) -> Result<Classified, ClassifyError> {
    let reader = Reader { board, squares, calibration };
    let crops = reader.crops()?;
    let all: Vec<usize> = (0..crops.len()).collect();
    reader.ask_upright(&crops, &all, answers)?;
    reader.classified(&crops, answers, turns, gallery)
}

/// Like [`classify`], but a faster network reads first, and the squares network reads only the squares of
/// which the faster one is unsure. How sure it must be depends on `turns`. If the gallery has learnt this
/// edition, the squares network reads all squares.
///
/// # Errors
/// See [`ClassifyError`].
pub fn classify_cascade(
    board: &Board,
    fast_squares: &SquaresNetwork,
    squares: &SquaresNetwork,
    turns: TurnAugmentation,
    gallery: Option<&GalleryClassifier>,
    answers: &mut Answers,
) -> Result<Classified, ClassifyError> {
    let [glancing, reader] =
        [fast_squares, squares].map(|asked| Reader { board, squares: &*asked.network, calibration: asked.calibration });
    let crops = reader.crops()?;
    if let Some(gallery) = gallery {
        let all: Vec<usize> = (0..crops.len()).collect();
        reader.ask_upright(&crops, &all, answers)?;
        if gallery.about(&answers.features()).is_some() {
            return reader.classified(&crops, answers, turns, Some(gallery));
        }
        answers.upright.clear();
    }
    if answers.at_a_glance.is_empty() {
        answers.at_a_glance = glancing.ask(&crops)?;
    }
    let glance = &answers.at_a_glance;
    let cover: Option<Vec<Cover>> = glance.iter().map(|answer| answer.cover).collect();
    let mut unsure = Vec::new();
    for (i, answer) in glance.iter().enumerate() {
        let is_sure = answer.guess(None).best().1 >= SURE_AT_A_GLANCE.max(turns.asks_below());
        if !is_sure {
            unsure.push(i);
        }
    }
    reader.ask_upright(&crops, &unsure, answers)?;
    let classified = reader.classified(&crops, answers, turns, None)?;
    Ok(Classified { cover: cover.map(|cover| Grid::from_cells(board.rows, board.cols, cover)), ..classified })
}

/// Answers of a model's networks about the squares of a board, by square number, so that no network runs
/// twice on the same crop.
#[derive(Debug, Default)]
pub struct Answers {
    /// The fast network's answers about all squares, once it has run.
    at_a_glance: Vec<Answer>,
    /// The squares network's answers.
    upright: BTreeMap<usize, Answer>,
    /// The squares network's answers about the other three quarter turns, in the order of [`OTHER_TURNS`].
    turned: BTreeMap<usize, Vec<Answer>>,
}

impl Answers {
    /// For each square without rotation, the squares network's answer if there is one, otherwise the fast
    /// network's.
    fn first(&self) -> Vec<&Answer> {
        let squares = self.at_a_glance.len().max(self.upright.len());
        (0..squares).filter_map(|i| self.upright.get(&i).or_else(|| self.at_a_glance.get(i))).collect()
    }

    fn features(&self) -> Vec<&SquareFeatures> {
        self.first().into_iter().map(|answer| &answer.features).collect()
    }

    /// See [`BoardViews::may_bear_a_piece`](board_views::BoardViews). `square`: its number, row by row.
    fn may_bear_a_piece(&self, square: usize) -> bool {
        let standing = self.upright.get(&square).and_then(|answer| answer.standing);
        standing.is_none_or(|standing| standing >= STANDING_FROM)
    }
}

/// The networks' answers about a board.
#[derive(Debug)]
pub struct Classified {
    /// The guesses for each square.
    pub guesses: SquareGuesses,
    /// Squares that the gallery recognises by their features but the networks do not: see
    /// [`Advice::known_better`].
    pub known_better: Grid<bool>,
    /// Objects that cover each square; `None` if no network with that output has run.
    pub cover: Option<Grid<Cover>>,
}

impl Classified {
    /// Applies [`SquareGuesses::fuse_occupancy`], except to squares that the gallery knows better: the
    /// locator was not trained on such tiles, and the temperature was not fitted to the gallery's answers.
    pub fn fuse_occupancy(
        self,
        occupied: &Grid<f32>,
        background_distance: Option<&Grid<f32>>,
        temperature: f32,
    ) -> SquareGuesses {
        let mut weighed = self.guesses.fuse_occupancy(occupied, background_distance, temperature).guesses;
        for (place, own) in self.guesses.guesses.iter().filter(|(place, _)| self.known_better[*place]) {
            weighed[place] = own.clone();
        }
        SquareGuesses { guesses: weighed }
    }
}

/// Objects that cover each square; `None` if the network lacks that output.
///
/// # Errors
/// See [`ClassifyError`].
pub(super) fn cover(board: &Board, fast_squares: &SquaresNetwork) -> Result<Option<Grid<Cover>>, ClassifyError> {
    let reader = Reader { board, squares: &*fast_squares.network, calibration: fast_squares.calibration };
    let cover: Option<Vec<Cover>> = reader.ask(&reader.crops()?)?.iter().map(|answer| answer.cover).collect();
    Ok(cover.map(|cover| Grid::from_cells(board.rows, board.cols, cover)))
}

/// The network's features of each square of a board, averaged over its four quarter turns, for learning from
/// corrections.
///
/// # Errors
/// See [`ClassifyError`].
pub fn square_features(
    board: &Board,
    squares: &dyn Network,
    calibration: Calibration,
) -> Result<Grid<SquareFeatures>, ClassifyError> {
    let reader = Reader { board, squares, calibration };
    let (crops, mut answers) = (reader.crops()?, Answers::default());
    let all: Vec<usize> = (0..crops.len()).collect();
    reader.ask_upright(&crops, &all, &mut answers)?;
    reader.ask_turned(&crops, &all, &mut answers)?;
    let mut features = Vec::with_capacity(all.len());
    for i in &all {
        let answers = std::iter::once(&answers.upright[i]).chain(&answers.turned[i]);
        features.push(SquareFeatures::mean(&answers.map(|answer| answer.features.clone()).collect::<Vec<_>>()));
    }
    Ok(Grid::from_cells(board.rows, board.cols, features))
}

/// A board and the network that reads it.
struct Reader<'a> {
    board: &'a Board,
    squares: &'a dyn Network,
    calibration: Calibration,
}

impl Reader<'_> {
    fn crops(&self) -> Result<Vector<Mat>, ClassifyError> {
        self.board.crops().map_err(|source| self.opencv_failed(source))
    }

    fn ask(&self, crops: &Vector<Mat>) -> Result<Vec<Answer>, ClassifyError> {
        let blob = blob(crops).map_err(|source| self.opencv_failed(source))?;
        let tensors = self.squares.run(&blob);
        let answers = tensors.and_then(|tensors| answers(&tensors, crops.len(), self.calibration));
        answers.map_err(|source| ClassifyError::Network { photo: self.board.photo.clone(), source })
    }

    /// Runs the network on the chosen crops that have no answer yet, and adds the answers.
    fn ask_upright(&self, crops: &Vector<Mat>, chosen: &[usize], answers: &mut Answers) -> Result<(), ClassifyError> {
        let open: Vec<usize> = chosen.iter().copied().filter(|i| !answers.upright.contains_key(i)).collect();
        if !open.is_empty() {
            let left = open.iter().map(|&i| crops.get(i)).collect::<opencv::Result<_>>();
            let read = self.ask(&left.map_err(|source| self.opencv_failed(source))?)?;
            answers.upright.extend(open.into_iter().zip(read));
        }
        Ok(())
    }

    /// Runs the network on the other quarter turns of the chosen crops that have no answers yet, and adds the
    /// answers. One turn at a time: all three in one batch took 20 MB more for a 7x7 kingdom.
    fn ask_turned(&self, crops: &Vector<Mat>, chosen: &[usize], answers: &mut Answers) -> Result<(), ClassifyError> {
        let open: Vec<usize> = chosen.iter().copied().filter(|i| !answers.turned.contains_key(i)).collect();
        if !open.is_empty() {
            let mut read: Vec<Vec<Answer>> = open.iter().map(|_| Vec::new()).collect();
            for turn in OTHER_TURNS {
                let crops = turned(crops, &open, turn).map_err(|source| self.opencv_failed(source))?;
                for (answers, answer) in read.iter_mut().zip(self.ask(&crops)?) {
                    answers.push(answer);
                }
            }
            answers.turned.extend(open.into_iter().zip(read));
        }
        Ok(())
    }

    /// The guesses: the first answers, corrected by the gallery, and averaged over the quarter turns where
    /// `turns` requires it.
    fn classified(
        &self,
        crops: &Vector<Mat>,
        answers: &mut Answers,
        turns: TurnAugmentation,
        gallery: Option<&GalleryClassifier>,
    ) -> Result<Classified, ClassifyError> {
        let advice = gallery.and_then(|gallery| gallery.about(&answers.features()));
        let known_better = match &advice {
            Some(advice) => advice.known_better().collect(),
            None => vec![false; crops.len()],
        };
        let mut guesses: Vec<Guess> = answers.first().iter().map(|answer| answer.guess(advice.as_ref())).collect();
        let doubtful: Vec<usize> = (0..guesses.len()).filter(|&i| turns.asks_again(&guesses[i])).collect();
        self.ask_turned(crops, &doubtful, answers)?;
        for i in doubtful {
            let turned_back = answers.turned[&i]
                .iter()
                .zip(1..)
                .map(|(answer, turns)| answer.guess(advice.as_ref()).turned(SIDES - turns));
            let turned_back: Vec<Guess> = turned_back.collect();
            guesses[i] = Guess::log_mean(std::iter::once(&guesses[i]).chain(&turned_back));
        }
        let Board { rows, cols, .. } = *self.board;
        Ok(Classified {
            guesses: SquareGuesses { guesses: Grid::from_cells(rows, cols, guesses) },
            known_better: Grid::from_cells(rows, cols, known_better),
            cover: None,
        })
    }

    fn opencv_failed(&self, source: opencv::Error) -> ClassifyError {
        ClassifyError::opencv(self.board, source)
    }
}

/// The squares that are read again in their other three quarter turns.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TurnAugmentation {
    /// Doubtful squares.
    Doubtful,
    /// All squares that are not nearly certain; for a kingdom that needs review.
    Unsure,
    /// All squares, which takes four times as long.
    All,
}

impl TurnAugmentation {
    /// Squares whose best reading is less probable than this are read again.
    fn asks_below(self) -> f32 {
        match self {
            Self::Doubtful => ASK_AGAIN_BELOW,
            Self::Unsure => QUITE_SURE,
            Self::All => f32::INFINITY,
        }
    }

    fn asks_again(self, guess: &Guess) -> bool {
        guess.best().1 < self.asks_below()
    }
}

/// A square of a kingdom that needs review is read again if its best reading is less probable than this: see
/// [`TurnAugmentation::Unsure`]. (Of 312 rendered kingdoms in bad light, with loose dominoes, small or from
/// the side, 292 were read correctly, as many as when all squares were read again; 102 needed review instead
/// of 101.)
const QUITE_SURE: f32 = 0.999;

/// A square whose best reading is less probable than this is read again in its other three quarter turns, and
/// the four answers are averaged. On crops of held-out sessions (see `models/squares.md`), that was one
/// square in fourteen.
pub(super) const ASK_AGAIN_BELOW: f32 = 0.95;

/// The squares network reads the squares for which the fast network's best reading is less probable than
/// this. Above it, the fast network's answers about held-out crops were wrong as rarely as the squares
/// network's equally probable answers: see `models/glance.md`.
const SURE_AT_A_GLANCE: f32 = 0.99;

/// The pieces network is asked about a square that is no town only if the probability that a piece stands on it
/// is at least this. Of 359 such squares with a piece, in styles that the network was not trained on, all were
/// above 0.05, and of 2930 without, 1788 were below 0.02. Real pieces that it was not trained on: see
/// `models/queendomino.md`.
const STANDING_FROM: f32 = 0.02;

/// One, two and three quarter turns clockwise.
pub(super) const OTHER_TURNS: [i32; 3] =
    [opencv::core::ROTATE_90_CLOCKWISE, opencv::core::ROTATE_180, opencv::core::ROTATE_90_COUNTERCLOCKWISE];

/// Whether the networks were unsure of a square that was read as a tile. They are sure of clear tiles of an
/// edition that they know: none of the 45 kingdoms in real boards and photographs that were read without
/// doubt has such a square. In the real Queendomino kingdom that was mistaken for Kingdomino, the best
/// readings of three squares have a probability below 0.8.
pub fn leave_a_doubt(guesses: &SquareGuesses, reading: &Reading) -> bool {
    reading.squares.iter().any(|(place, read)| {
        read.best != Square::Empty
            && guesses.at(reading.cell_of(place)).is_some_and(|guess| guess.best().1 < ASK_AGAIN_BELOW)
    })
}

/// The chosen crops in another quarter turn, one of [`OTHER_TURNS`].
pub(super) fn turned(crops: &Vector<Mat>, chosen: &[usize], turn: i32) -> opencv::Result<Vector<Mat>> {
    let mut all = Vector::new();
    for i in chosen {
        let mut turned = Mat::default();
        opencv::core::rotate(&crops.get(*i)?, &mut turned, turn)?;
        all.push(turned);
    }
    Ok(all)
}

pub(super) fn blob(crops: &Vector<Mat>) -> opencv::Result<Mat> {
    dnn::blob_from_images(crops, 1.0 / 127.5, Size::default(), Scalar::all(127.5), false, false, CV_32F)
}

fn answers(tensors: &[Tensor], count: usize, calibration: Calibration) -> Result<Vec<Answer>, NetworkError> {
    let knows_towns = tensors.first().is_some_and(|terrain| terrain.shape == [count, TERRAINS]);
    let logits = [if knows_towns { TERRAINS } else { TERRAINS - 1 }, CROWNS, SIDES];
    let further: &[usize] = match tensors.len() {
        0..=3 => &[],
        4 => &[FEATURES],
        5 => &[FEATURES, pieces::STANDING],
        _ => &[FEATURES, covered::CELLS, 1],
    };
    let widths = logits.iter().chain(further);
    match tensors {
        [terrain, crowns, seam, optional @ ..]
            if optional.len() == further.len()
                && tensors.iter().zip(widths).all(|(tensor, wide)| tensor.shape == [count, *wide]) =>
        {
            let [terrains, crowns_wide, sides] = logits;
            let logits = terrain.values.chunks(terrains).zip(crowns.values.chunks(crowns_wide));
            let logits = logits.zip(seam.values.chunks(sides));
            let answers = logits.enumerate().map(|(n, ((terrain, crowns), seam))| {
                // A network without features cannot use a gallery, but can still read squares.
                let features = optional.first().map_or(&[][..], |tensor| &tensor.values[n * FEATURES..][..FEATURES]);
                let cover = match optional {
                    [_, cells, misread] => {
                        Some(covered::cover(&cells.values[n * covered::CELLS..][..covered::CELLS], misread.values[n]))
                    }
                    _ => None,
                };
                let standing = match optional {
                    [_, standing] => {
                        Some(pieces::any_stands(&standing.values[n * pieces::STANDING..][..pieces::STANDING]))
                    }
                    _ => None,
                };
                Answer { cover, standing, ..Answer::new([terrain, crowns, seam], features, calibration) }
            });
            Ok(answers.collect())
        }
        _ => Err(NetworkError::Shapes {
            expected: "terrain (squares, 9) or (squares, 8), crowns (squares, 4), seam (squares, 4), features (squares, 128) and either \
                       nothing, standing (squares, 3), or covered (squares, 64) and misread (squares, 1)",
            found: tensors.iter().map(|tensor| tensor.shape.clone()).collect(),
        }),
    }
}

/// The network's answer about one crop.
#[derive(Debug)]
struct Answer {
    features: SquareFeatures,
    /// See [`Guess::seam`].
    seam: [f32; SIDES],
    /// Objects that cover the square; `None` if the network does not give them.
    cover: Option<Cover>,
    /// Probability that a knight, a tower or the Queen stands on the square; `None` if the network does not give
    /// it.
    standing: Option<f32>,
}

impl Answer {
    /// An answer from the logits of terrain, crowns and seam.
    fn new([terrain, crowns, seam]: [&[f32]; 3], features: &[f32], calibration: Calibration) -> Self {
        let terrain = log_softmax(terrain, calibration.temperature_terrain);
        let crowns = log_softmax(crowns, calibration.temperature_crowns);
        let seam = log_softmax(seam, calibration.temperature_seam);
        let features = SquareFeatures {
            terrain: with_town(&terrain),
            crowns: std::array::from_fn(|i| crowns[i]),
            features: of_length_one(features),
        };
        Self { features, seam: std::array::from_fn(|i| seam[i]), cover: None, standing: None }
    }

    fn guess(&self, advice: Option<&Advice>) -> Guess {
        let Some(advice) = advice else {
            return Guess { seam: self.seam, ..Guess::new(log_probabilities(&self.features)) };
        };
        let guess = Guess::new(log_probabilities(&advice.correct(&self.features)));
        if advice.is_of_a_strange_edition() { guess } else { Guess { seam: self.seam, ..guess } }
    }
}

/// A reading's log-probability is that of its terrain plus, on land other than towns, that of its crowns.
/// Readings that no square has (a wheat field with two crowns) are omitted, and the rest is normalised. A
/// crown on a town belongs to its building, not to the square.
fn log_probabilities(features: &SquareFeatures) -> [f32; READINGS] {
    let joint: [f32; READINGS] = readings().map(|square| {
        let terrain = features.terrain[terrain_class(&square)];
        let bears_crowns = square.terrain().is_some_and(|terrain| terrain != Terrain::Town);
        if bears_crowns { terrain + features.crowns[usize::from(square.crowns())] } else { terrain }
    });
    let normalised = log_softmax(&joint, 1.0);
    std::array::from_fn(|i| normalised[i])
}

pub(super) fn log_softmax(logits: &[f32], temperature: f32) -> Vec<f32> {
    let scaled: Vec<f32> = logits.iter().map(|logit| logit / temperature).collect();
    let highest = scaled.iter().copied().fold(f32::NEG_INFINITY, f32::max);
    let log_sum = highest + scaled.iter().map(|value| (value - highest).exp()).sum::<f32>().ln();
    scaled.into_iter().map(|value| value - log_sum).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::networks::TERRAIN_CLASSES;

    /// Logits that are certain of one class.
    fn sure<const N: usize>(class: usize, logit: f32) -> [f32; N] {
        std::array::from_fn(|i| if i == class { logit } else { 0.0 })
    }

    fn guess(terrain: &[f32], crowns: &[f32], calibration: Calibration) -> Guess {
        Answer::new([terrain, crowns, &[0.0; SIDES]], &[], calibration).guess(None)
    }

    #[test]
    fn classes_stand_in_the_order_of_the_readings() {
        let plain = || readings().into_iter().filter(|square| square.crowns() == 0);
        assert!(plain().all(|square| TERRAIN_CLASSES[terrain_class(&square)] == square.to_string()));
        assert_eq!(plain().count(), TERRAIN_CLASSES.len());
    }

    #[test]
    fn a_square_is_passed_over_only_if_no_piece_may_stand_on_it() {
        let with = |standing: Vec<f32>| {
            let squares = standing.len() / pieces::STANDING;
            let of_width = |width: usize| Tensor::new(&[squares, width], vec![0.0; squares * width]);
            let standing = Tensor::new(&[squares, pieces::STANDING], standing);
            [of_width(TERRAINS), of_width(CROWNS), of_width(SIDES), of_width(FEATURES), standing]
        };
        let tensors = with(vec![0.001, 0.002, 0.001, 0.0, 0.0, 0.9, 0.01, 0.009, 0.008]);
        let read = answers(&tensors, 3, Calibration::NONE).expect("documented shapes");
        let upright = read.into_iter().enumerate().collect();
        let answers = Answers { upright, ..Answers::default() };
        assert_eq!([0, 1, 2, 3].map(|square| answers.may_bear_a_piece(square)), [false, true, true, true]);
    }

    #[test]
    fn a_crown_on_a_building_does_not_speak_against_its_town() {
        let towns_class = TERRAIN_CLASSES.iter().position(|class| *class == "town").expect("a class");
        let mut terrain: [f32; TERRAINS] = sure(towns_class, 6.0);
        terrain[2] = 2.0;
        let read = guess(&terrain, &sure::<CROWNS>(1, 9.0), Calibration::NONE);
        assert_eq!(read.best().0.terrain(), Some(Terrain::Town));
    }

    #[test]
    fn every_reading_comes_from_its_logits() {
        for reading in readings() {
            let word = reading.to_string();
            let class = TERRAIN_CLASSES.iter().position(|class| word.split(':').next() == Some(class));
            let terrain: [f32; TERRAINS] = sure(class.expect("a class"), 9.0);
            let crowns: [f32; 4] = sure(reading.crowns().into(), 9.0);
            let ranked = guess(&terrain, &crowns, Calibration::NONE).ranked();
            assert_eq!(ranked[0].0, reading);
            assert!(ranked[0].1 > 0.99, "{reading}: {}", ranked[0].1);
        }
    }

    #[test]
    fn probabilities_sum_to_one_and_temperature_softens_them() {
        let (terrain, crowns) = (sure::<8>(0, 5.0), sure::<4>(1, 4.0));
        let top = |temperature: f32| {
            let calibration =
                Calibration { temperature_terrain: temperature, temperature_crowns: temperature, ..Calibration::NONE };
            let guess = guess(&terrain, &crowns, calibration);
            let sum: f32 = guess.log_probabilities.iter().map(|log| log.exp()).sum();
            assert!((sum - 1.0).abs() < 1e-5, "{sum}");
            guess.best().1
        };
        assert!(top(1.0) > top(2.0) && top(2.0) > top(4.0));
    }

    #[test]
    fn crowns_that_a_terrain_never_bears_are_left_out() {
        // Certain wheat with a crown count that only a mine has: what remains is wheat with 0 or 1 crown.
        let ranked = guess(&sure::<8>(0, 20.0), &sure::<4>(3, 5.0), Calibration::NONE).ranked();
        assert_eq!(ranked[0].0.terrain(), Some(Terrain::Wheat));
        assert!((ranked[0].1 - 0.5).abs() < 0.01 && (ranked[1].1 - 0.5).abs() < 0.01, "{ranked:?}");
    }

    #[test]
    fn a_network_without_towns_holds_them_for_the_least_probable() {
        for best in 0..8 {
            let guess = guess(&sure::<8>(best, 30.0), &sure::<4>(0, 9.0), Calibration::NONE);
            let town = *guess.ranked().last().expect("readings");
            assert_eq!((town.0.terrain(), town.1.is_finite()), (Some(Terrain::Town), true));
            assert!(guess.log_probabilities.iter().all(|log| log.is_finite()), "never impossible");
        }
        let town = guess(&sure::<TERRAINS>(8, 9.0), &sure::<4>(0, 9.0), Calibration::NONE);
        assert_eq!(town.best().0, Square::land(Terrain::Town, 0));
    }

    #[test]
    fn huge_logits_stay_finite() {
        let guess = guess(&sure::<8>(0, 1e30), &sure::<4>(1, -1e30), Calibration::NONE);
        assert!(guess.log_probabilities.iter().all(|log| !log.is_nan()));
    }
}
