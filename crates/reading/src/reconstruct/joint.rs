//! All kingdoms of a game, which are laid from the same boxes.

use super::candidates::{Candidates, NotTogether};
use super::confidence::Hypothesis;
use super::game_choice::{GameHypothesis, game_of};
use super::guesses::SquareGuesses;
use super::reading::Reading;
use super::{ReconstructError, ReconstructOptions, judged};
use kingdomino::audit::warning::{Warning, WarningCode};
use kingdomino::domain::{Place, listed};
use messages::{MessageId, Words};

/// If reading all kingdoms jointly costs this much more than reading each alone, the user is asked, because a
/// photo may belong to another game. If 1 photo in 1000 does, the probability that one of these does is 3 %
/// at this cost.
const ANOTHER_GAME_COST: f64 = 3.5;

/// A kingdom that was read alone.
struct Read<'a> {
    guesses: &'a SquareGuesses,
    alone: &'a GameHypothesis,
}

/// The readings of these kingdoms, and whether each was read jointly with others. Messages use the `names`.
pub(super) fn read_together(
    guesses: &[SquareGuesses],
    names: &[String],
    options: &ReconstructOptions,
) -> (Vec<Result<Reading, ReconstructError>>, Vec<bool>) {
    let (game, game_probability) = game_of(&guesses.iter().collect::<Vec<_>>(), options);
    let options = &ReconstructOptions { game: Some(game), ..options.clone() };
    let alone: Vec<GameHypothesis> = (guesses.iter())
        .map(|guesses| GameHypothesis { game_probability, ..GameHypothesis::new(guesses, options) })
        .collect();
    let mut readings = Vec::with_capacity(guesses.len());
    // Only kingdoms that a box can form take part in the joint reading.
    let mut numbers = Vec::new();
    for (number, (guesses, alone)) in guesses.iter().zip(&alone).enumerate() {
        let reading = judged(&[Hypothesis::new(guesses, alone)], options).remove(0);
        if reading.is_ok() && alone.found.from_box && alone.found.by_box.is_none() {
            numbers.push(number);
        }
        readings.push(reading);
    }
    let read: Vec<Read> = numbers.iter().map(|&n| Read { guesses: &guesses[n], alone: &alone[n] }).collect();
    if read.len() < 2 {
        return (readings, vec![false; guesses.len()]);
    }
    let (of_box, found, clashing) = from_one_box(&read, options);
    let mut are_joint = vec![false; guesses.len()];
    if let Some(found) = found {
        let joint: Vec<&Read> = of_box.iter().map(|index| &read[*index]).collect();
        for (index, reading) in of_box.iter().zip(judged_together(&joint, &found, options)) {
            are_joint[numbers[*index]] = reading.is_ok();
            readings[numbers[*index]] = reading;
        }
    }
    let named = listed(clashing.iter().map(|index| &names[numbers[*index]]));
    let message = match clashing[..] {
        [_] => MessageId::ImpossibleGame.with("kingdom", &*named),
        _ => MessageId::OneOfImpossibleGame.with("kingdoms", &*named),
    };
    for index in clashing {
        if let Ok(reading) = &mut readings[numbers[index]] {
            reading.warn(WarningCode::ImpossibleGame, message.clone());
        }
    }
    (readings, are_joint)
}

/// Tries to read the kingdoms jointly. Returns the indices of those that are read jointly, their candidates,
/// and the indices of those that may make it impossible to read all jointly. If only one of more than two is
/// at fault, the others are read jointly; otherwise each is read alone, because of 60 mixed games more were
/// misread if those that are not at fault were read jointly.
fn from_one_box(read: &[Read], options: &ReconstructOptions) -> (Vec<usize>, Option<Vec<Candidates>>, Vec<usize>) {
    let all: Vec<usize> = (0..read.len()).collect();
    if let Ok(found) = together(read.iter(), options) {
        return (all, Some(found), Vec::new());
    }
    let clashing = clashing(read, options);
    match clashing[..] {
        // Of the others a joint reading was found.
        [one] if read.len() > 2 => {
            let others: Vec<usize> = all.into_iter().filter(|index| *index != one).collect();
            let found = together(others.iter().map(|index| &read[*index]), options);
            (others, found.ok(), clashing)
        }
        _ => (Vec::new(), None, clashing),
    }
}

fn together<'a>(
    read: impl Iterator<Item = &'a Read<'a>>,
    options: &ReconstructOptions,
) -> Result<Vec<Candidates>, NotTogether> {
    let all: Vec<&GameHypothesis> = read.map(|read| read.alone).collect();
    let (boards, alone): (Vec<_>, Vec<_>) = all.iter().map(|read| (&read.board, &read.found)).unzip();
    Candidates::together(&boards, &alone, all[0].game, options)
}

/// The kingdoms that may be at fault: every kingdom without which the boxes can form all the others together, or
/// might, because the search took too long. If one kingdom has a wrong square or a tile of another box, it is one
/// of them, so the others need no review. Returns all kingdoms if the boxes form the others of none.
fn clashing(read: &[Read], options: &ReconstructOptions) -> Vec<usize> {
    let (mut at_fault, mut is_certain) = (Vec::new(), false);
    for left_out in 0..read.len() {
        let others = read.iter().enumerate().filter(|(index, _)| *index != left_out).map(|(_, read)| read);
        let others = together(others, options);
        is_certain |= others.is_ok();
        if !matches!(others, Err(NotTogether::Impossible)) {
            at_fault.push(left_out);
        }
    }
    if is_certain { at_fault } else { (0..read.len()).collect() }
}

/// The joint readings of these kingdoms, with a warning if the others changed a reading at a high cost.
fn judged_together<'a>(
    read: &[&Read<'a>],
    found: &'a [Candidates],
    options: &ReconstructOptions,
) -> Vec<Result<Reading, ReconstructError>> {
    let lost: f64 = read.iter().zip(found).map(|(read, found)| found.cost - read.alone.found.cost).sum();
    let cases: Vec<Hypothesis> = (read.iter().copied().zip(found))
        .map(|(read, found)| Hypothesis { found, ..Hypothesis::new(read.guesses, read.alone) })
        .collect();
    let mut readings = judged(&cases, options);
    for ((read, found), reading) in read.iter().zip(found).zip(&mut readings) {
        let Ok(reading) = reading else { continue };
        let alone = &read.alone.found;
        if lost > ANOTHER_GAME_COST && found.best() != alone.best() {
            let (message, squares) = (MessageId::ChangedByGame.into(), changed(alone, found, reading));
            reading.warnings.push(Warning { code: WarningCode::ChangedByGame, message, squares });
            reading.needs_review = true;
        }
    }
    readings
}

/// The squares whose joint reading differs from the reading of the kingdom alone.
fn changed(alone: &Candidates, found: &Candidates, reading: &Reading) -> Vec<Place> {
    let mut changed: Vec<Place> = reading.squares.places().collect();
    changed.retain(|place| {
        let in_guesses = reading.cell_of(*place).place();
        in_guesses.is_some_and(|place| alone.best()[place] != found.best()[place])
    });
    changed
}
