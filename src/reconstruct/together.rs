//! All kingdoms of a game, laid from the same boxes.

use super::candidates::Candidates;
use super::choices::Choices;
use super::reading::Reading;
use super::{ReconstructError, ReconstructOptions, choices_of, judged};
use crate::Warning;
use crate::domain::{Grid, Place};
use crate::square_guesses::SquareGuesses;
use crate::words::{Phrase, Words};

/// What all kingdoms together lose more than each by itself speaks for a photo of another game as much as for what is read.
/// From so much on a person is asked: if 1 photo in 1000 is of another game, there is one with 3 % then.
const ANOTHER_GAME_LOSS: f64 = 3.5;

/// A kingdom that was read by itself.
struct Read<'a> {
    board: &'a Grid<Choices>,
    alone: &'a Candidates,
}

/// The readings of kingdoms with names; and of each, whether it was read together with others.
pub(super) fn read_together(
    guesses: &[SquareGuesses],
    names: &[String],
    options: &ReconstructOptions,
) -> (Vec<Result<Reading, ReconstructError>>, Vec<bool>) {
    let boards: Vec<Grid<Choices>> = guesses.iter().map(choices_of).collect();
    let alone: Vec<Candidates> = boards.iter().map(|board| Candidates::of(board, options)).collect();
    let mut readings: Vec<_> = boards.iter().zip(&alone).map(|(board, found)| judged(board, found, options)).collect();
    let is_of_a_box = |number: &usize| readings[*number].is_ok() && alone[*number].from_box;
    let numbers: Vec<usize> = (0..boards.len()).filter(is_of_a_box).collect();
    let read: Vec<Read> = numbers.iter().map(|&n| Read { board: &boards[n], alone: &alone[n] }).collect();
    if read.len() < 2 {
        return (readings, vec![false; boards.len()]);
    }
    let (of_box, found, clashing) = from_one_box(&read, options);
    let mut are_joint = vec![false; boards.len()];
    if let Some(found) = found {
        let joint: Vec<&Read> = of_box.iter().map(|index| &read[*index]).collect();
        for (index, reading) in of_box.iter().zip(judged_together(&joint, &found, options)) {
            are_joint[numbers[*index]] = reading.is_ok();
            readings[numbers[*index]] = reading;
        }
    }
    let named = clashing.iter().map(|index| &*names[numbers[*index]]).collect::<Vec<_>>().join(", ");
    for number in numbers.into_iter().filter(|number| !clashing.is_empty() && !are_joint[*number]) {
        if let Ok(reading) = &mut readings[number] {
            reading.warn("impossible-game", Phrase::ImpossibleGame.with("kingdoms", &*named));
        }
    }
    (readings, are_joint)
}

/// Those that are read together, how, and those that make it impossible to read all together. When that is one of several,
/// the others are.
fn from_one_box(read: &[Read], options: &ReconstructOptions) -> (Vec<usize>, Option<Vec<Candidates>>, Vec<usize>) {
    let all: Vec<usize> = (0..read.len()).collect();
    let among = |chosen: &[usize]| together(chosen.iter().map(|index| &read[*index]), options);
    if let Some(found) = among(&all) {
        return (all, Some(found), Vec::new());
    }
    let clashing = clashing(read, options);
    match clashing[..] {
        [one] if read.len() > 2 => {
            let others: Vec<usize> = all.into_iter().filter(|index| *index != one).collect();
            let found = among(&others);
            (others, found, clashing)
        }
        _ => (Vec::new(), None, clashing),
    }
}

fn together<'a>(read: impl Iterator<Item = &'a Read<'a>>, options: &ReconstructOptions) -> Option<Vec<Candidates>> {
    let (boards, alone): (Vec<_>, Vec<_>) = read.map(|read| (read.board, read.alone)).unzip();
    Candidates::together(&boards, &alone, options)
}

/// Those without which the others are possible together; all, when the fault is not one kingdom's.
fn clashing(read: &[Read], options: &ReconstructOptions) -> Vec<usize> {
    let others = |left_out: usize| read.iter().enumerate().filter(move |(index, _)| *index != left_out);
    let is_at_fault = |index: &usize| together(others(*index).map(|(_, read)| read), options).is_some();
    let at_fault: Vec<usize> = (0..read.len()).filter(is_at_fault).collect();
    if at_fault.is_empty() { (0..read.len()).collect() } else { at_fault }
}

/// With a warning at what the other kingdoms have changed, when that is much.
fn judged_together(
    read: &[&Read],
    found: &[Candidates],
    options: &ReconstructOptions,
) -> Vec<Result<Reading, ReconstructError>> {
    let lost: f64 = read.iter().zip(found).map(|(read, found)| found.loss - read.alone.loss).sum();
    let reading = |(read, found): (&&Read, &Candidates)| {
        let mut reading = judged(read.board, found, options)?;
        if lost > ANOTHER_GAME_LOSS && found.best() != read.alone.best() {
            let (message, squares) = (Phrase::ChangedByGame.into(), changed(read.alone, found, &reading));
            reading.warnings.push(Warning { code: "changed-by-game", message, squares });
            reading.needs_review = true;
        }
        Ok(reading)
    };
    read.iter().zip(found).map(reading).collect()
}

/// The kingdom's squares that are read otherwise than by itself.
fn changed(alone: &Candidates, found: &Candidates, reading: &Reading) -> Vec<Place> {
    let differs = |place: &Place| {
        let in_grid = reading.in_grid(*place);
        alone.best()[in_grid] != found.best()[in_grid]
    };
    reading.squares.places().filter(differs).collect()
}
