//! Pieces on the squares: the pieces network reads all squares of a kingdom at once.

use opencv::core::{Mat, Vector};
use opencv::imgproc;
use opencv::prelude::MatTraitConstManual;

use super::{ASK_AGAIN_BELOW, ClassifyError, OTHER_TURNS, blob, log_softmax, turned};
use crate::board::{Board, Cut};
use crate::gallery::{BuildingLooks, GREY_PX, SeenEdges, SeenSquare};
use crate::networks::{NetworkError, PiecesCalibration, PiecesNetwork, Tensor};
use kingdomino::domain::{Grid, Place};
use reading::reconstruct::guesses::{SquareGuesses, TOWN};
use reading::reconstruct::log_probabilities::normalised;
use reading::reconstruct::piece_guesses::{BUILDING_CLASSES, PieceGuess, TOWER_CLASSES};

/// The pieces on each square of a board cut as [`Cut::PIECES`](crate::board::Cut). Squares that are no town and
/// bear no piece are not read (`may_bear_pieces`), the others once, and doubtful ones again in their other
/// quarter turns. A building can be doubtful only where `may_be_town`.
///
/// Input: (n, 3, 160, 160), the board's crops row by row, BGR, (x - 127.5) / 127.5. Outputs: (n, 18) logits
/// of the buildings in the order of [`PieceGuess::building`], (n, 2) of a knight, (n, 5) of the towers and
/// (n, 2) of the Queen.
///
/// # Errors
/// See [`ClassifyError`].
pub fn piece_guesses(
    board: &Board,
    pieces: &PiecesNetwork,
    may_bear_pieces: impl Fn(Place) -> bool,
    may_be_town: impl Fn(Place) -> bool,
) -> Result<Grid<PieceGuess>, ClassifyError> {
    let not_read = PieceGuess::nothing();
    let mut all = Grid::filled(board.rows, board.cols, not_read);
    let places: Vec<Place> = all.places().filter(|place| may_bear_pieces(*place)).collect();
    let read = piece_guesses_at(board, pieces, &places, may_be_town)?;
    places.into_iter().zip(read).for_each(|(place, guess)| all[place] = guess);
    Ok(all)
}

/// The number of kinds of pieces in the squares network's output `standing`.
pub(super) const STANDING: usize = 3;

/// The probability that any of several pieces stands on a square.
pub(super) fn any_stands(probabilities: &[f32]) -> f32 {
    1.0 - probabilities.iter().map(|probability| 1.0 - probability).product::<f32>()
}

/// Largest number of crops in a batch, to limit memory: 16 took 16 MB more for a 5x5 kingdom, 4 took 1 MB less,
/// each in the same time.
const AT_ONCE: usize = 8;

/// The pieces on some squares of the board, in the order of `places`.
///
/// # Errors
/// See [`ClassifyError`].
pub(super) fn piece_guesses_at(
    board: &Board,
    pieces: &PiecesNetwork,
    places: &[Place],
    may_be_town: impl Fn(Place) -> bool,
) -> Result<Vec<PieceGuess>, ClassifyError> {
    let crops = places.iter().map(|place| board.crop(*place)).collect::<opencv::Result<Vector<Mat>>>();
    let crops = crops.map_err(|source| ClassifyError::opencv(board, source))?;
    let mut guesses = ask(board, pieces, &crops)?;
    let doubtful: Vec<usize> =
        (0..guesses.len()).filter(|i| guesses[*i].least_sure(may_be_town(places[*i])) < ASK_AGAIN_BELOW).collect();
    let mut looks: Vec<Vec<PieceGuess>> = doubtful.iter().map(|&i| vec![guesses[i].clone()]).collect();
    for turn in OTHER_TURNS {
        let turned = turned(&crops, &doubtful, turn).map_err(|source| ClassifyError::opencv(board, source))?;
        for (looks, look) in looks.iter_mut().zip(ask(board, pieces, &turned)?) {
            looks.push(look);
        }
    }
    for (i, looks) in doubtful.into_iter().zip(&looks) {
        guesses[i] = PieceGuess::log_mean(&looks.iter().collect::<Vec<_>>()).expect("it was asked about");
    }
    Ok(guesses)
}

/// The network's answers about these crops of the board.
fn ask(board: &Board, pieces: &PiecesNetwork, crops: &Vector<Mat>) -> Result<Vec<PieceGuess>, ClassifyError> {
    let mut guesses = Vec::new();
    for first in (0..crops.len()).step_by(AT_ONCE) {
        let crops = (first..crops.len().min(first + AT_ONCE)).map(|i| crops.get(i));
        let crops = crops.collect::<opencv::Result<Vector<Mat>>>();
        let crops = crops.map_err(|source| ClassifyError::opencv(board, source))?;
        let blob = blob(&crops).map_err(|source| ClassifyError::opencv(board, source))?;
        let tensors = pieces.network.run(&blob);
        let answers = tensors.and_then(|tensors| answers(&tensors, crops.len(), pieces.calibration));
        guesses.extend(answers.map_err(|source| ClassifyError::Network { photo: board.photo.clone(), source })?);
    }
    Ok(guesses)
}

/// Corrects the guesses with the learnt building tiles. `board` is cut as for the squares network.
///
/// # Errors
/// See [`ClassifyError`].
pub fn with_known_buildings(
    mut guesses: SquareGuesses,
    board: &Board,
    tiles: &BuildingLooks,
) -> Result<SquareGuesses, ClassifyError> {
    if tiles.is_empty() {
        return Ok(guesses);
    }
    let places: Vec<Place> = guesses.guesses.places().collect();
    let edges = edges(board, &places).map_err(|source| ClassifyError::opencv(board, source))?;
    let seen = edges.into_iter().zip(&places).map(|(edges, place)| {
        let guess = &guesses.guesses[*place];
        let pieces = guess.pieces.clone().unwrap_or_else(PieceGuess::unknown);
        SeenSquare { edges, town: guess.log_probabilities[TOWN].exp(), building: pieces.building }
    });
    let Some(advice) = tiles.about(&seen.collect::<Vec<_>>()) else { return Ok(guesses) };
    for (index, place) in places.into_iter().enumerate() {
        let guess = &mut guesses.guesses[place];
        guess.log_probabilities[TOWN] += advice.for_town(index);
        guess.log_probabilities = normalised(guess.log_probabilities);
        if let Some(pieces) = &mut guess.pieces {
            pieces.building = advice.correct(index, &pieces.building);
        }
    }
    Ok(guesses)
}

/// The edge directions on some squares of a board cut as for the squares network.
///
/// # Errors
/// OpenCV's errors.
pub fn edges(board: &Board, places: &[Place]) -> opencv::Result<Vec<SeenEdges>> {
    places.iter().map(|place| Ok(SeenEdges::new(&grey(&board.crop(*place)?)?))).collect()
}

const _: () = assert!(Cut::SQUARES.crop_px() as usize == GREY_PX);

fn grey(crop: &Mat) -> opencv::Result<Vec<f32>> {
    let mut grey = Mat::default();
    imgproc::cvt_color_def(crop, &mut grey, imgproc::COLOR_BGR2GRAY)?;
    Ok(grey.data_bytes()?.iter().map(|&value| f32::from(value)).collect())
}

fn answers(tensors: &[Tensor], count: usize, calibration: PiecesCalibration) -> Result<Vec<PieceGuess>, NetworkError> {
    let widths = [BUILDING_CLASSES, 2, TOWER_CLASSES, 2];
    let fits = tensors.len() == widths.len()
        && tensors.iter().zip(widths).all(|(tensor, width)| tensor.shape == [count, width]);
    let [building, knight, towers, queen] = tensors else { return Err(wrong_shapes(tensors)) };
    if !fits {
        return Err(wrong_shapes(tensors));
    }
    let guesses = (0..count).map(|n| PieceGuess {
        building: row(building, n, calibration.temperature_building),
        knight: row(knight, n, calibration.temperature_knight),
        towers: row(towers, n, calibration.temperature_towers),
        queen: row(queen, n, calibration.temperature_queen),
    });
    Ok(guesses.collect())
}

/// The calibrated log-probabilities of one square.
fn row<const N: usize>(tensor: &Tensor, n: usize, temperature: f32) -> [f32; N] {
    let logs = log_softmax(&tensor.values[n * N..][..N], temperature);
    std::array::from_fn(|class| logs[class])
}

fn wrong_shapes(tensors: &[Tensor]) -> NetworkError {
    NetworkError::Shapes {
        expected: "building (squares, 18), knight (squares, 2), towers (squares, 5) and queen (squares, 2)",
        found: tensors.iter().map(|tensor| tensor.shape.clone()).collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Logits of two squares, each certain of its class.
    fn sure(width: usize, classes: [usize; 2]) -> Tensor {
        let of = |class: usize| (0..width).map(move |i| if i == class { 9.0 } else { 0.0 });
        Tensor::new(&[2, width], classes.into_iter().flat_map(of).collect())
    }

    fn tensors() -> Vec<Tensor> {
        vec![sure(18, [7, 0]), sure(2, [1, 0]), sure(5, [3, 0]), sure(2, [0, 1])]
    }

    #[test]
    fn each_answer_goes_to_its_square() {
        let guesses = answers(&tensors(), 2, PiecesCalibration::NONE).expect("documented shapes");
        let best = |logs: &[f32]| (0..logs.len()).max_by(|a, b| logs[*a].total_cmp(&logs[*b]));
        let found = guesses.iter().map(|PieceGuess { building, knight, towers, queen }| {
            [best(building), best(knight), best(towers), best(queen)].map(Option::unwrap_or_default)
        });
        assert_eq!(found.collect::<Vec<_>>(), [[7, 1, 3, 0], [0, 0, 0, 1]]);
        let sum = |logs: &[f32]| logs.iter().map(|log| log.exp()).sum::<f32>();
        assert!(guesses.iter().all(|guess| (sum(&guess.building) - 1.0).abs() < 1e-5));
    }

    #[test]
    fn temperature_softens_its_own_answer_only() {
        let soft = PiecesCalibration { temperature_towers: 4.0, ..PiecesCalibration::NONE };
        let [hard, soft] = [PiecesCalibration::NONE, soft]
            .map(|calibration| answers(&tensors(), 2, calibration).expect("documented shapes")[0].clone());
        assert!(soft.towers[3] < hard.towers[3]);
        assert_eq!((soft.building, soft.knight, soft.queen), (hard.building, hard.knight, hard.queen));
    }

    #[test]
    fn a_network_of_another_kind_is_refused() {
        let cases = [
            tensors().into_iter().take(3).collect(),
            vec![sure(17, [0, 0]); 4],
            tensors().into_iter().rev().collect::<Vec<_>>(),
        ];
        for tensors in cases {
            let error = answers(&tensors, 2, PiecesCalibration::NONE).expect_err("other shapes");
            assert!(error.to_string().contains("building (squares, 18)"), "{error}");
        }
        assert!(answers(&tensors(), 3, PiecesCalibration::NONE).is_err());
    }
}
