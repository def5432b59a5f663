//! Reads the kingdoms of a table again, taking people's corrections into account: `ResultLine -> ResultLine`.
//!
//! The results stay as they were read. Ranking and report read corrected tables again, from the guesses that
//! the results hold for each kingdom's squares. This is what `scan --fix` does, and `scan --same-game --fix`
//! with several photos.

use std::collections::BTreeMap;

use super::corrections::Corrections;
use game::line::ResultLine;
use game::photo_reading::{ResultsError, Status};
use game::table::SeenTable;
use game::verdict::Verdict;
use kingdomino::formats::notation;

/// Reads corrected tables again, and returns their lines by index. Corrections follow photos that were
/// renamed. Corrected squares that do not fit the reading are marked as misfits, and no longer count.
pub fn lines_anew(lines: &[ResultLine], corrections: &mut Corrections) -> BTreeMap<usize, ResultLine> {
    corrections.follow(lines);
    let mut tables: BTreeMap<(&str, &str), Vec<usize>> = BTreeMap::new();
    for (index, line) in lines.iter().enumerate() {
        tables.entry(table_of(line)).or_default().push(index);
    }
    let mut anew = BTreeMap::new();
    for members in tables.values() {
        let of_table: Vec<&ResultLine> = members.iter().map(|index| &lines[*index]).collect();
        let of_table = table_lines(&of_table, corrections).into_iter();
        anew.extend(of_table.map(|(member, line)| (members[member], line)));
    }
    anew
}

/// The table by which photos are grouped: its round and name. A photo without a table forms a group of its
/// own.
pub fn table_of(line: &ResultLine) -> (&str, &str) {
    line.reading.info.seat.as_ref().map_or(("", &line.reading.photo), |seat| (&seat.round, &seat.table))
}

/// Reads the photos of one table again. Returns the new lines by their index among `lines`. Marks misfits as
/// [`lines_anew`] does.
pub fn table_lines(lines: &[&ResultLine], corrections: &mut Corrections) -> Vec<(usize, ResultLine)> {
    let mut anew = Vec::new();
    // A correction that contradicted a photo's corrections may have been undone, so all misfits are tried
    // again.
    lines.iter().for_each(|line| corrections.clear_misfit(&line.reading.photo));
    for members in games(lines, corrections) {
        let photos: Vec<&ResultLine> = members.iter().map(|index| lines[*index]).collect();
        for photo in &photos {
            if !fits(photo, corrections) {
                corrections.set_misfit(&photo.reading.photo);
            }
        }
        let read = game_lines(&photos, corrections).or_else(|_| {
            // Some corrected square is impossible. The corrected squares of all these photos are ignored.
            for photo in &photos {
                if matches!(corrections.verdict(photo), Some(Verdict::Squares(_))) {
                    corrections.set_misfit(&photo.reading.photo);
                }
            }
            game_lines(&photos, corrections)
        });
        // Lines that another program wrote may have no guesses. They are not read again, even if a kingdom of
        // the same game was typed.
        for (photo, line) in read.unwrap_or_default() {
            anew.push((members[photo], line));
        }
    }
    anew
}

/// Whether the photo's corrections fit the photo as it is read now. A typed kingdom does not fit a photo that
/// now shows several players' kingdoms, because it would belong to nobody.
fn fits(photo: &ResultLine, corrections: &Corrections) -> bool {
    let said = match corrections.verdict(photo) {
        Some(Verdict::Squares(said)) => said,
        Some(Verdict::Kingdom(_)) => return !photo.reading.info.shows_table(),
        Some(Verdict::LeftOut) | None => return true,
    };
    let has_chosen = said.kingdom.is_none_or(|number| (1..=photo.kingdoms.len()).contains(&number));
    has_chosen && (said.read.is_empty() || have_same_grids(&notations(photo), &said.read))
}

/// Whether the names of squares, such as `r1c2`, mean the same squares in two readings of a photo: the
/// kingdoms have the same size, the castles are in the same place, and most squares are alike. A few squares
/// may differ, because other photos of the same game influence the reading.
fn have_same_grids(one: &[String], other: &[String]) -> bool {
    let is_same = |(one, other): (&String, &String)| match (notation::parse(one), notation::parse(other)) {
        (Ok(one), Ok(other)) => {
            let [own, others] = [one.squares(), other.squares()];
            let is_as_large = (own.rows(), own.cols()) == (others.rows(), others.cols());
            let alike = || own.places().filter(|place| own[*place] == others[*place]).count();
            is_as_large && one.castle() == other.castle() && 2 * alike() > own.rows() * own.cols()
        }
        _ => one == other,
    };
    one.len() == other.len() && one.iter().zip(other).all(is_same)
}

/// The photo's kingdoms in notation, as they were read.
pub fn notations(photo: &ResultLine) -> Vec<String> {
    photo.kingdoms.iter().map(|kingdom| notation::write(&kingdom.record.kingdom)).collect()
}

/// Reads the photos of one game again. Returns the new lines by their index among `photos`.
fn game_lines(photos: &[&ResultLine], corrections: &Corrections) -> Result<Vec<(usize, ResultLine)>, ResultsError> {
    let verdicts: Vec<Option<&Verdict>> = photos.iter().map(|photo| corrections.verdict(photo)).collect();
    if verdicts.iter().all(Option::is_none) {
        return Ok(Vec::new());
    }
    let table = SeenTable::of_lines(photos)?.around(&verdicts)?;
    let kingdoms = table.read(&table.given(&verdicts)?)?;
    let mut anew = Vec::new();
    for (photo, line) in photos.iter().enumerate() {
        let stays = matches!(verdicts[photo], Some(Verdict::LeftOut | Verdict::Kingdom(_)));
        let own: Vec<_> = kingdoms.iter().filter(|(of, _)| *of == photo).map(|(_, kingdom)| kingdom.clone()).collect();
        if !stays && !own.is_empty() {
            anew.push((photo, (*line).clone().with_kingdoms(own)));
        }
    }
    Ok(anew)
}

/// The photos of a table, by their indices, grouped into games: those with the same variants, size and boxes.
/// Copies and files that could not be opened are left out, but a copy whose kingdom a person typed is not.
pub fn games(lines: &[&ResultLine], corrections: &Corrections) -> Vec<Vec<usize>> {
    let mut games: BTreeMap<_, Vec<usize>> = BTreeMap::new();
    let is_typed = |line: &ResultLine| matches!(corrections.verdict(line), Some(Verdict::Kingdom(_)));
    let was_read = |line: &ResultLine| {
        line.reading.sha256.is_some() && (line.reading.status != Status::Duplicate || is_typed(line))
    };
    for (index, line) in lines.iter().enumerate().filter(|(_, line)| was_read(line)) {
        games.entry(line.reading.info.rules()).or_default().push(index);
    }
    games.into_values().collect()
}
