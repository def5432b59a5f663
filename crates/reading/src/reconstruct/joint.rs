//! All kingdoms of a game, which are laid from the same boxes.

use std::collections::BTreeSet;

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
    let OneBox { joint, clashing } = OneBox::of(&read, options);
    let mut are_joint = vec![false; guesses.len()];
    for ((index, _), reading) in joint.iter().zip(judged_together(&read, &joint, options)) {
        are_joint[numbers[*index]] = reading.is_ok();
        readings[numbers[*index]] = reading;
    }
    let named = listed(clashing.iter().map(|index| &names[numbers[*index]]));
    let message = if clashing.len() == 1 {
        MessageId::ImpossibleGame.with("kingdom", &*named)
    } else {
        MessageId::OneOfImpossibleGame.with("kingdoms", &*named)
    };
    for index in clashing {
        if let Ok(reading) = &mut readings[numbers[index]] {
            reading.warn(WarningCode::ImpossibleGame, message.clone());
        }
    }
    (readings, are_joint)
}

/// The result of reading kingdoms jointly, by their indices.
struct OneBox {
    /// Those that are read jointly, with their candidates.
    joint: Vec<(usize, Candidates)>,
    /// Those of which at least one makes it impossible to read all jointly.
    clashing: BTreeSet<usize>,
}

impl OneBox {
    /// Reads all kingdoms jointly if the boxes can form them. Otherwise each kingdom is left out in turn, and is
    /// at fault if the boxes can form the others. If one kingdom has a wrong square or a tile of another box, it
    /// is one of those at fault, so the others need no review. To be safe, a kingdom is also at fault if the
    /// search for the others took too long, or if they fit only because it is read in another way. If the
    /// boxes cannot form the others whichever is left out, all are at fault.
    ///
    /// If only one of more than two is at fault, the others are read jointly. If several are, none is: in 60
    /// mixed games more kingdoms were misread if those not at fault were read jointly.
    fn of(read: &[Read], options: &ReconstructOptions) -> Self {
        let all: Vec<usize> = (0..read.len()).collect();
        if let Ok(joint) = together(read, &all, options) {
            return Self { joint, clashing: BTreeSet::new() };
        }
        let (mut clashing, mut found) = (BTreeSet::new(), Vec::new());
        for left_out in all.iter().copied() {
            let others: Vec<usize> = all.iter().copied().filter(|index| *index != left_out).collect();
            let joint = together(read, &others, options);
            if !matches!(joint, Err(NotTogether::Impossible)) {
                clashing.insert(left_out);
            }
            found.extend(joint);
        }
        if found.is_empty() {
            return Self { joint: Vec::new(), clashing: all.into_iter().collect() };
        }
        if clashing.len() == 1 && read.len() > 2 {
            return Self { joint: found.remove(0), clashing };
        }
        let changed = found.iter().flatten().filter(|(index, found)| found.best() != read[*index].alone.found.best());
        clashing.extend(changed.map(|(index, _)| *index));
        Self { joint: Vec::new(), clashing }
    }
}

/// The joint reading of the kingdoms `among` these.
fn together(
    read: &[Read],
    among: &[usize],
    options: &ReconstructOptions,
) -> Result<Vec<(usize, Candidates)>, NotTogether> {
    let all: Vec<&GameHypothesis> = among.iter().map(|index| read[*index].alone).collect();
    let (boards, alone): (Vec<_>, Vec<_>) = all.iter().map(|read| (&read.board, &read.found)).unzip();
    let found = Candidates::together(&boards, &alone, all[0].game, options)?;
    Ok(among.iter().copied().zip(found).collect())
}

/// The joint readings of the kingdoms in `joint`, with a warning if the others changed a reading at a high cost.
fn judged_together(
    read: &[Read],
    joint: &[(usize, Candidates)],
    options: &ReconstructOptions,
) -> Vec<Result<Reading, ReconstructError>> {
    let joint: Vec<(&Read, &Candidates)> = joint.iter().map(|(index, found)| (&read[*index], found)).collect();
    let lost: f64 = joint.iter().map(|(read, found)| found.cost - read.alone.found.cost).sum();
    let cases: Vec<Hypothesis> =
        (joint.iter()).map(|(read, found)| Hypothesis { found, ..Hypothesis::new(read.guesses, read.alone) }).collect();
    let mut readings = judged(&cases, options);
    for ((read, found), reading) in joint.into_iter().zip(&mut readings) {
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
