//! Guesses in JSON: exact and compact.

use std::collections::BTreeMap;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use serde::{Deserialize, Serialize};

use super::guesses::{Guess, READINGS, SIDES, SquareGuesses};
use super::piece_guesses::{BUILDING_CLASSES, PieceGuess, TOWER_CLASSES};
use kingdomino::domain::{Grid, Square};

/// Guesses as JSON holds them.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct PackedGuesses {
    #[cfg_attr(feature = "schema", schemars(range(min = 1, max = MOST_LINES)))]
    rows: usize,
    #[cfg_attr(feature = "schema", schemars(range(min = 1, max = MOST_LINES)))]
    cols: usize,
    /// Base64 of little-endian 32-bit floats, square by square: the logarithms of the readings and of the
    /// seam, and, if the kingdom's pieces were looked for, those of building, knight, towers and Queen (all
    /// NaN for squares whose pieces were not looked for).
    logs: String,
    /// How much of each square is visible; missing if this was not measured. Base64 of bytes, square by
    /// square, with 255 for the whole square; or of little-endian 32-bit floats from 0 to 1 if bytes are not
    /// exact enough.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    seen: Option<String>,
    /// Readings that only a person can enter, such as squares with giants, by their number in reading order,
    /// from 0.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    manual_only: BTreeMap<usize, String>,
}

const PLAIN: usize = READINGS + SIDES;
const PIECES: usize = BUILDING_CLASSES + 2 + TOWER_CLASSES + 2;

/// The most rows and columns that are accepted; the largest kingdom with an extra row and column on each side
/// has 9.
const MOST_LINES: usize = 16;

impl From<&SquareGuesses> for PackedGuesses {
    fn from(guesses: &SquareGuesses) -> Self {
        let has_pieces = guesses.guesses.cells().iter().any(|guess| guess.pieces.is_some());
        let logs = guesses.guesses.cells().iter().flat_map(|guess| {
            let pieces = match (&guess.pieces, has_pieces) {
                (Some(s), _) => [&s.building[..], &s.knight, &s.towers, &s.queen].concat(),
                (None, true) => vec![f32::NAN; PIECES],
                (None, false) => Vec::new(),
            };
            [&guess.log_probabilities[..], &guess.seam, &pieces].concat()
        });
        let bytes: Vec<u8> = logs.flat_map(f32::to_le_bytes).collect();
        let seen: Vec<f32> = guesses.guesses.cells().iter().map(|guess| guess.seen).collect();
        let seen = seen.iter().any(|seen| *seen < 1.0).then(|| STANDARD.encode(seen_bytes(&seen)));
        let given = guesses.guesses.cells().iter().enumerate();
        let manual_only = given.filter_map(|(number, guess)| Some((number, guess.manual_only?.to_string()))).collect();
        Self {
            rows: guesses.guesses.rows(),
            cols: guesses.guesses.cols(),
            logs: STANDARD.encode(bytes),
            seen,
            manual_only,
        }
    }
}

impl PackedGuesses {
    /// The number of rows or of columns, whichever is larger.
    pub fn longer_side(&self) -> usize {
        self.rows.max(self.cols)
    }

    /// The guesses; `None` if the data are invalid.
    pub fn unpacked(&self) -> Option<SquareGuesses> {
        let Self { rows, cols, logs, seen, manual_only } = self;
        if !(1..=MOST_LINES).contains(rows) || !(1..=MOST_LINES).contains(cols) {
            return None;
        }
        let squares = rows * cols;
        let bytes = STANDARD.decode(logs).ok()?;
        let floats: Vec<f32> = bytes.as_chunks().0.iter().map(|four| f32::from_le_bytes(*four)).collect();
        let a_square = [PLAIN, PLAIN + PIECES].into_iter().find(|floats| bytes.len() == squares * floats * 4)?;
        let seen = match seen {
            Some(bytes) => seen_of(&STANDARD.decode(bytes).ok()?, squares)?,
            None => vec![1.0; squares],
        };
        if manual_only.keys().any(|number| *number >= squares) {
            return None;
        }
        let manual_only: BTreeMap<usize, Square> =
            manual_only.iter().map(|(number, word)| Some((*number, word.parse().ok()?))).collect::<Option<_>>()?;
        let cells = floats.chunks_exact(a_square).zip(seen).enumerate().map(|(number, (logs, seen))| {
            let (readings, rest) = logs.split_first_chunk()?;
            let (seam, pieces) = rest.split_first_chunk()?;
            let manual_only = manual_only.get(&number).copied();
            Some(Guess { seam: *seam, seen, pieces: piece_guess(pieces), manual_only, ..Guess::new(*readings) })
        });
        Some(SquareGuesses { guesses: Grid::from_cells(*rows, *cols, cells.collect::<Option<_>>()?) })
    }
}

/// Encodes the visible fractions as bytes if these represent the values exactly, otherwise as floats.
fn seen_bytes(seen: &[f32]) -> Vec<u8> {
    let bytes: Vec<u8> = seen.iter().map(|seen| (seen * 255.0).round() as u8).collect();
    let is_exact = bytes.iter().zip(seen).all(|(byte, seen)| f32::from(*byte) / 255.0 == *seen);
    if is_exact { bytes } else { seen.iter().copied().flat_map(f32::to_le_bytes).collect() }
}

/// The visible fractions of `squares` squares; `None` if the number of bytes does not match.
fn seen_of(bytes: &[u8], squares: usize) -> Option<Vec<f32>> {
    match bytes.len() {
        len if len == squares => Some(bytes.iter().map(|byte| f32::from(*byte) / 255.0).collect()),
        len if len == 4 * squares => Some(bytes.as_chunks().0.iter().map(|four| f32::from_le_bytes(*four)).collect()),
        _ => None,
    }
}

/// Decodes the floats after the seam; `None` if pieces were not looked for.
fn piece_guess(logs: &[f32]) -> Option<PieceGuess> {
    let (building, rest) = logs.split_first_chunk()?;
    let (knight, rest) = rest.split_first_chunk()?;
    let (towers, rest) = rest.split_first_chunk()?;
    let (queen, _) = rest.split_first_chunk()?;
    let is_seen = logs.iter().all(|log| !log.is_nan());
    is_seen.then_some(PieceGuess { building: *building, knight: *knight, towers: *towers, queen: *queen })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn packed_and_back(guesses: &SquareGuesses) -> Option<SquareGuesses> {
        let json = serde_json::to_string(&PackedGuesses::from(guesses)).expect("JSON");
        serde_json::from_str::<PackedGuesses>(&json).expect("the same").unpacked()
    }

    #[test]
    fn what_was_packed_comes_back_exactly() {
        let guess = |n: f32| Guess { seam: [-0.1 * n, -2.0, -3.3, -4.7], ..Guess::new([-n / 7.0; READINGS]) };
        let plain = SquareGuesses { guesses: Grid::from_cells(1, 2, vec![guess(1.0), guess(3.0)]) };
        assert_eq!(packed_and_back(&plain), Some(plain.clone()));
        let seen = Guess { pieces: Some(PieceGuess::unknown()), ..guess(2.0) };
        let given = |word: &str| Guess::certain(word.parse::<Square>().expect("a square"));
        let cells = vec![guess(1.0), seen, given("town+church+knight"), given("wheat:1+giant")];
        let pieces = SquareGuesses { guesses: Grid::from_cells(4, 1, cells) };
        assert_eq!(packed_and_back(&pieces), Some(pieces));
        for seen in [0.6, 0.1234567] {
            let covered = Guess { seen, ..guess(3.0) };
            let covered = SquareGuesses { guesses: Grid::from_cells(1, 2, vec![guess(1.0), covered]) };
            assert_eq!(packed_and_back(&covered), Some(covered));
        }
    }

    #[test]
    fn what_was_not_packed_is_no_guess() {
        let sound = PackedGuesses::from(&SquareGuesses { guesses: Grid::filled(2, 2, Guess::unseen()) });
        let cut = PackedGuesses { logs: sound.logs[..40].to_owned(), ..sound.clone() };
        let too_few_seen = PackedGuesses { seen: Some("AAA=".to_owned()), ..sound.clone() };
        let strange = PackedGuesses { logs: "#".to_owned(), ..sound.clone() };
        let outside = PackedGuesses { manual_only: [(4, "wheat".to_owned())].into(), ..sound.clone() };
        let no_square = PackedGuesses { manual_only: [(0, "sand".to_owned())].into(), ..sound.clone() };
        let huge = PackedGuesses { rows: usize::MAX / 2, ..sound.clone() };
        let empty = PackedGuesses { rows: 0, logs: String::new(), ..sound };
        assert!(
            [cut, too_few_seen, strange, outside, no_square, huge, empty]
                .iter()
                .all(|packed| packed.unpacked().is_none())
        );
    }
}
