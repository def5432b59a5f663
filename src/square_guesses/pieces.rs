//! A closer look at the squares of Queendomino: the pieces network looks at all squares of a kingdom at once, at what they
//! are and at what stands on them.

use opencv::core::{Mat, Vector};
use opencv::imgproc;
use opencv::prelude::MatTraitConstManual;

use super::classify::{
    ASK_AGAIN_BELOW, Classified, ClassifyError, OTHER_TURNS, blob, log_probabilities, log_softmax, turned,
};
use super::{
    BUILDING_CLASSES, Guess, LEAST_LOG, READINGS, SquareGuesses, StandingGuess, TOWER_CLASSES, TOWN, agreed, normalised,
};
use crate::board::{Board, Cut};
use crate::domain::{Grid, Place};
use crate::gallery::{BuildingLooks, CROWNS, GREY_PX, Look, SeenEdges, SeenSquare, TERRAINS};
use crate::network::{NetworkError, PiecesCalibration, PiecesNetwork, Tensor};

/// What each square of a board may be and what may stand on it; the board was cut for the pieces network,
/// [`Cut::PIECES`](crate::board::Cut). All squares are asked about in one batch, and those where something is in doubt once
/// more in their other quarter turns. Seams are not looked for.
///
/// The network's input is (n, 3, 128, 128), the board's crops row by row, blue-green-red, (x - 127.5) / 127.5; its answer
/// (n, 9) logits in the order of [`TERRAIN_CLASSES`](crate::network::TERRAIN_CLASSES), (n, 4) of 0 to 3 crowns, (n, 18) of
/// the buildings in the order of [`StandingGuess::building`], (n, 2) of a knight, (n, 5) of the towers and (n, 2) of the
/// Queen.
///
/// # Errors
/// See [`ClassifyError`].
pub fn closer_look(board: &Board, pieces: &PiecesNetwork) -> Result<SquareGuesses, ClassifyError> {
    let opencv_failed = |source| ClassifyError::OpenCv { photo: board.photo.clone(), source };
    let ask = |crops: &Vector<Mat>| {
        let tensors = pieces.network.run(&blob(crops).map_err(opencv_failed)?);
        tensors
            .and_then(|tensors| answers(&tensors, crops.len(), pieces.calibration))
            .map_err(|source| ClassifyError::Network { photo: board.photo.clone(), source })
    };
    let crops = board.crops().map_err(opencv_failed)?;
    let mut guesses = ask(&crops)?;
    let doubtful: Vec<usize> = (0..guesses.len()).filter(|&i| is_doubtful(&guesses[i])).collect();
    if !doubtful.is_empty() {
        let answers = ask(&turned(&crops, &doubtful).map_err(opencv_failed)?)?;
        for (&i, answers) in doubtful.iter().zip(answers.chunks(OTHER_TURNS.len())) {
            guesses[i] = Guess::agreed(std::iter::once(&guesses[i]).chain(answers));
        }
    }
    Ok(SquareGuesses { guesses: Grid::from_cells(board.rows, board.cols, guesses) })
}

fn is_doubtful(guess: &Guess) -> bool {
    let standing = guess.standing.as_ref().map_or(0.0, |standing| standing.least_sure(guess.may_be_town()));
    standing.min(guess.ranked()[0].1) < ASK_AGAIN_BELOW
}

impl Classified {
    /// With a closer look at the same squares: what both looks agree on, and what stands there. A square that the memory
    /// knows better stays what it is. `knows_towns`: whether the squares network tells towns; else the closer look alone
    /// says where they are.
    #[must_use]
    pub fn looked_closer(mut self, closer: &SquareGuesses, knows_towns: bool) -> Self {
        for (place, closer) in closer.guesses.iter() {
            let own = &mut self.guesses.guesses[place];
            if !self.known_better[place] {
                let both = agreed([&own.log_probabilities, &closer.log_probabilities].into_iter());
                let town = closer.log_probabilities[TOWN];
                own.log_probabilities = if knows_towns { both } else { with_town_of(both, town) };
            }
            own.standing.clone_from(&closer.standing);
        }
        self
    }
}

/// The same with another probability of a town, in natural logarithms; all else stays as probable one against the other.
fn with_town_of(mut logs: [f32; READINGS], town: f32) -> [f32; READINGS] {
    logs[TOWN] = f32::NEG_INFINITY;
    let rest = (-town.exp()).ln_1p().max(LEAST_LOG);
    let mut logs = normalised(logs).map(|log| log + rest);
    logs[TOWN] = town;
    normalised(logs)
}

impl SquareGuesses {
    /// With what learnt building tiles say of the squares; `board` is cut as for the squares network.
    ///
    /// # Errors
    /// See [`ClassifyError`].
    pub fn with_known_buildings(mut self, board: &Board, tiles: &BuildingLooks) -> Result<Self, ClassifyError> {
        if tiles.is_empty() {
            return Ok(self);
        }
        let opencv_failed = |source| ClassifyError::OpenCv { photo: board.photo.clone(), source };
        let places: Vec<Place> = self.guesses.places().collect();
        let seen = edges(board, &places).map_err(opencv_failed)?.into_iter().zip(&places).map(|(edges, place)| {
            let guess = &self.guesses[*place];
            let standing = guess.standing.clone().unwrap_or_else(StandingGuess::unknown);
            SeenSquare { edges, town: guess.log_probabilities[TOWN].exp(), building: standing.building }
        });
        let Some(advice) = tiles.about(&seen.collect::<Vec<_>>()) else { return Ok(self) };
        for (index, place) in places.into_iter().enumerate() {
            let guess = &mut self.guesses[place];
            guess.log_probabilities[TOWN] += advice.for_town(index);
            guess.log_probabilities = normalised(guess.log_probabilities);
            if let Some(standing) = &mut guess.standing {
                standing.building = advice.correct(index, &standing.building);
            }
        }
        Ok(self)
    }
}

/// How the edges run on some squares of a board that is cut as for the squares network.
///
/// # Errors
/// OpenCV's.
pub fn edges(board: &Board, places: &[Place]) -> opencv::Result<Vec<SeenEdges>> {
    places.iter().map(|place| Ok(SeenEdges::of(&grey(&board.crop(*place)?)?))).collect()
}

const _: () = assert!(Cut::SQUARES.crop_px() as usize == GREY_PX);

fn grey(crop: &Mat) -> opencv::Result<Vec<f32>> {
    let mut grey = Mat::default();
    imgproc::cvt_color_def(crop, &mut grey, imgproc::COLOR_BGR2GRAY)?;
    Ok(grey.data_bytes()?.iter().map(|&value| f32::from(value)).collect())
}

fn answers(tensors: &[Tensor], count: usize, calibration: PiecesCalibration) -> Result<Vec<Guess>, NetworkError> {
    let widths = [TERRAINS, CROWNS, BUILDING_CLASSES, 2, TOWER_CLASSES, 2];
    let fits = tensors.len() == widths.len()
        && tensors.iter().zip(widths).all(|(tensor, width)| tensor.shape == [count, width]);
    let [terrain, crowns, building, knight, towers, queen] = tensors else { return Err(wrong_shapes(tensors)) };
    if !fits {
        return Err(wrong_shapes(tensors));
    }
    let guess = |n: usize| {
        let look = Look {
            terrain: row(terrain, n, calibration.temperature_terrain),
            crowns: row(crowns, n, calibration.temperature_crowns),
            features: Vec::new(),
        };
        let standing = StandingGuess {
            building: row(building, n, calibration.temperature_building),
            knight: row(knight, n, calibration.temperature_knight),
            towers: row(towers, n, calibration.temperature_towers),
            queen: row(queen, n, calibration.temperature_queen),
        };
        Guess { standing: Some(standing), ..Guess::of(log_probabilities(&look)) }
    };
    Ok((0..count).map(guess).collect())
}

/// The calibrated logarithms of one square.
fn row<const N: usize>(tensor: &Tensor, n: usize, temperature: f32) -> [f32; N] {
    let logs = log_softmax(&tensor.values[n * N..][..N], temperature);
    std::array::from_fn(|class| logs[class])
}

fn wrong_shapes(tensors: &[Tensor]) -> NetworkError {
    NetworkError::Shapes {
        expected: "terrain (squares, 9), crowns (squares, 4), building (squares, 18), knight (squares, 2), \
                   towers (squares, 5) and queen (squares, 2)",
        found: tensors.iter().map(|tensor| tensor.shape.clone()).collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Logits of two squares: sure of one class of the first, of another of the second.
    fn sure(width: usize, classes: [usize; 2]) -> Tensor {
        let of = |class: usize| (0..width).map(move |i| if i == class { 9.0 } else { 0.0 });
        Tensor::new(&[2, width], classes.into_iter().flat_map(of).collect())
    }

    /// A town with a church, a knight and three towers, and wheat with the Queen.
    fn tensors() -> Vec<Tensor> {
        let ground = [sure(9, [8, 0]), sure(4, [0, 0])];
        ground.into_iter().chain([sure(18, [7, 0]), sure(2, [1, 0]), sure(5, [3, 0]), sure(2, [0, 1])]).collect()
    }

    fn guesses(calibration: PiecesCalibration) -> [Guess; 2] {
        answers(&tensors(), 2, calibration).expect("documented shapes").try_into().expect("two squares")
    }

    fn standing(guess: &Guess) -> &StandingGuess {
        guess.standing.as_ref().expect("it was looked at")
    }

    #[test]
    fn each_answer_goes_to_its_square() {
        let guesses = guesses(PiecesCalibration::NONE);
        assert_eq!(guesses.each_ref().map(|guess| guess.ranked()[0].0.to_string()), ["town", "wheat"]);
        let best = |logs: &[f32]| (0..logs.len()).max_by(|a, b| logs[*a].total_cmp(&logs[*b]));
        let found = guesses.each_ref().map(|guess| {
            let StandingGuess { building, knight, towers, queen } = standing(guess);
            [best(building), best(knight), best(towers), best(queen)].map(Option::unwrap_or_default)
        });
        assert_eq!(found, [[7, 1, 3, 0], [0, 0, 0, 1]]);
        let sum = |logs: &[f32]| logs.iter().map(|log| log.exp()).sum::<f32>();
        for guess in &guesses {
            assert!((sum(&standing(guess).building) - 1.0).abs() < 1e-5);
            assert!((sum(&guess.log_probabilities) - 1.0).abs() < 1e-5);
        }
    }

    #[test]
    fn both_looks_count_and_what_stands_there_comes_from_the_closer_one() {
        let [closer, own] = guesses(PiecesCalibration::NONE);
        let looked = |known_better, knows_towns| {
            let classified = Classified {
                guesses: SquareGuesses { guesses: Grid::filled(1, 1, Guess { standing: None, ..own.clone() }) },
                known_better: Grid::filled(1, 1, known_better),
            };
            let closer = SquareGuesses { guesses: Grid::filled(1, 1, closer.clone()) };
            classified.looked_closer(&closer, knows_towns).guesses.guesses[Place::new(0, 0)].clone()
        };
        let [both, learnt] = [false, true].map(|known_better| looked(known_better, true));
        assert_eq!([&both.standing, &learnt.standing], [&closer.standing; 2]);
        assert_eq!(learnt.log_probabilities, own.log_probabilities);
        let town_by_one = looked(false, false);
        assert_eq!(town_by_one.ranked()[0].0.to_string(), "town", "the squares network knows none");
        assert!((town_by_one.ranked()[0].1 - closer.ranked()[0].1).abs() < 1e-4);
        let two: f32 = both.ranked()[..2].iter().map(|(_, probability)| probability).sum();
        let words: Vec<String> = both.ranked()[..2].iter().map(|(square, _)| square.to_string()).collect();
        assert!(
            two > 0.5 && words.contains(&"town".to_owned()) && words.contains(&"wheat".to_owned()),
            "{words:?} {two}"
        );
    }

    #[test]
    fn temperature_softens_its_own_answer_only() {
        let soft = PiecesCalibration { temperature_towers: 4.0, ..PiecesCalibration::NONE };
        let [hard, soft] = [PiecesCalibration::NONE, soft].map(|calibration| guesses(calibration)[0].clone());
        assert_eq!(soft.log_probabilities, hard.log_probabilities);
        let [hard, soft] = [&hard, &soft].map(standing);
        assert!(soft.towers[3] < hard.towers[3]);
        assert_eq!((soft.building, soft.knight, soft.queen), (hard.building, hard.knight, hard.queen));
    }

    #[test]
    fn a_network_of_another_kind_is_refused() {
        let cases = [
            tensors().into_iter().take(5).collect(),
            vec![sure(17, [0, 0]); 6],
            tensors().into_iter().rev().collect::<Vec<_>>(),
        ];
        for tensors in cases {
            let error = answers(&tensors, 2, PiecesCalibration::NONE).expect_err("other shapes");
            assert!(error.to_string().contains("building (squares, 18)"), "{error}");
        }
        assert!(answers(&tensors(), 3, PiecesCalibration::NONE).is_err());
    }
}
