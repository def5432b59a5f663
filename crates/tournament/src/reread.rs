//! Reads the tables of corrected photos again, from the guesses that the results hold: `PhotoLine ->
//! PhotoLine`. The results stay as they were read.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use super::corrections::Corrections;
use game::ids::PhotoId;
use game::line::PhotoLine;
use game::photo_reading::{ResultsError, Status};
use game::table::OTHER_VERSION;
use kingdomino::domain::Kingdom;
use kingdomino::formats::KingdomRecord;
use messages::Language;
use report::scan_json::ScannedKingdom;
use table::log::{Edit, Table};
use table::refused::Refused;
use table::state::ask_about_the_box;
use table::table_reading::TableReading;

/// The game that was read last. A person usually answers several questions about one table, and only the
/// squares of an answer are read again.
#[derive(Default)]
pub struct LastGame(Mutex<Option<ReadGame>>);

struct ReadGame {
    /// The names of its photos.
    photos: Vec<String>,
    unedited: Arc<TableReading>,
    /// With the edits that counted when it was read.
    edited: Arc<TableReading>,
}

/// Reads corrected tables again, and returns their lines by index. Corrections follow photos that were
/// renamed.
pub fn reread_lines(lines: &[PhotoLine], corrections: &mut Corrections) -> BTreeMap<usize, PhotoLine> {
    corrections.follow(lines);
    let mut tables: BTreeMap<(&str, &str), Vec<usize>> = BTreeMap::new();
    for (index, line) in lines.iter().enumerate() {
        tables.entry(table_of(line)).or_default().push(index);
    }
    let mut reread = BTreeMap::new();
    for members in tables.values() {
        let of_table: Vec<&PhotoLine> = members.iter().map(|index| &lines[*index]).collect();
        let of_table = table_lines(&of_table, corrections, &LastGame::default()).into_iter();
        reread.extend(of_table.map(|(member, line)| (members[member], line)));
    }
    reread
}

/// The table by which photos are grouped: its round and name. A photo without a table forms a group of its
/// own.
pub fn table_of(line: &PhotoLine) -> (&str, &str) {
    line.reading.info.seat.as_ref().map_or(("", &line.reading.photo), |seat| (&seat.round, &seat.table))
}

/// Reads the photos of one table again. Returns the new lines by their index among `lines`. Notes the edits
/// that do not fit the reading.
pub fn table_lines(lines: &[&PhotoLine], corrections: &mut Corrections, last: &LastGame) -> Vec<(usize, PhotoLine)> {
    let mut reread = Vec::new();
    for members in games(lines) {
        let photos: Vec<&PhotoLine> = members.iter().map(|index| lines[*index]).collect();
        if !photos.iter().any(|line| corrections.has(line)) {
            continue;
        }
        let table = corrections.table(&photos, None);
        let ids: Vec<PhotoId> = table.photos.iter().map(|row| row.id).collect();
        corrections.set_unfit(&ids, []);
        if table.edits.is_empty() {
            continue;
        }
        let edits = table.edits.clone();
        let mut read_photos: Vec<usize> = (0..photos.len()).collect();
        let Ok(read) = last.read(&photos, table).or_else(|_| {
            // Another program wrote a line. The lines stay as they are, and only typed kingdoms count.
            read_photos.retain(|photo| corrections.is_typed(photos[*photo]));
            let typed: Vec<&PhotoLine> = read_photos.iter().map(|photo| photos[*photo]).collect();
            TableReading::of_tournament(corrections.table(&typed, None), None).map(Arc::new)
        }) else {
            corrections.set_unfit(&ids, edits);
            continue;
        };
        let is_unread = |edit: &Edit| read.table.photo(edit.kingdom.photo).is_none();
        let unfit = read.unfit.iter().map(|unfit| read.table.edits[unfit.index]);
        corrections.set_unfit(&ids, unfit.chain(edits.into_iter().filter(is_unread)));
        let mut of_photos: BTreeMap<usize, Vec<ScannedKingdom>> = BTreeMap::new();
        for (view, (_, mut kingdom)) in read.one.kept_kingdoms(&read.read).into_iter().enumerate() {
            match (read.one.is_typed(view), read.is_confirmed(view)) {
                (true, true) => settle(&mut kingdom.record),
                (true, false) if read.given[view].is_empty() => settle(&mut kingdom.record),
                (_, false) => ask_about_the_box(&mut kingdom.record),
                (false, true) => {}
            }
            of_photos.entry(read_photos[read.one.views()[view].photo]).or_default().push(kingdom);
        }
        for (photo, kingdoms) in of_photos {
            let mut line = photos[photo].clone();
            // Kingdoms may have been found only between marked corners.
            line.reading.status = Status::Scored;
            reread.push((members[photo], line.with_kingdoms(kingdoms)));
        }
    }
    reread
}

/// Settles the doubts about a kingdom that counts as it was typed or confirmed: the person saw the objections.
fn settle(record: &mut KingdomRecord) {
    if let Some(doubts) = &mut record.doubts {
        doubts.needs_review = false;
        doubts.warnings.clear();
    }
}

impl LastGame {
    /// Reads these photos of one game as a table with edits. The lines of a photo must not change between two
    /// calls.
    ///
    /// # Errors
    /// The photos' guesses do not give their kingdoms, because another version of the program wrote them.
    pub fn read(&self, lines: &[&PhotoLine], table: Table) -> Result<Arc<TableReading>, ResultsError> {
        let photos: Vec<String> = lines.iter().map(|line| line.reading.photo.clone()).collect();
        // Not locked while it reads, so that no other thread waits.
        let last = self.lock().take();
        let (unedited, before) = match last.filter(|last| last.photos == photos) {
            Some(last) => {
                // After a new decision about a photo, the ids of its marked grids begin again.
                let marked = last.edited.table.photos.iter().map(|row| &row.marked);
                let has_same_marks = marked.eq(table.photos.iter().map(|row| &row.marked));
                let before = if has_same_marks { last.edited } else { Arc::clone(&last.unedited) };
                (last.unedited, before)
            }
            None => {
                let unedited = Arc::new(unedited(lines, &table)?);
                (Arc::clone(&unedited), unedited)
            }
        };
        let edited = TableReading::of_tournament(table, Some(&before)).map_err(|refused| broken(lines, &refused))?;
        let edited = Arc::new(edited);
        *self.lock() = Some(ReadGame { photos, unedited, edited: Arc::clone(&edited) });
        Ok(edited)
    }

    fn lock(&self) -> MutexGuard<'_, Option<ReadGame>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The table without its edits.
fn unedited(lines: &[&PhotoLine], table: &Table) -> Result<TableReading, ResultsError> {
    let table = Table { edits: Vec::new(), cursor: 0, ..table.clone() };
    let unedited = TableReading::of_tournament(table, None).map_err(|refused| broken(lines, &refused))?;
    for (photo, line) in lines.iter().enumerate().filter(|(_, line)| line.reading.status == Status::Scored) {
        let views = unedited.one.views().iter().zip(&unedited.read.kingdoms);
        let seen: Vec<&Kingdom> =
            views.filter(|(view, _)| view.photo == photo).map(|(_, read)| &read.kingdom).collect();
        if !line.kingdoms.iter().map(|kingdom| &kingdom.record.kingdom).eq(seen) {
            return Err(line.reading.error(OTHER_VERSION.to_owned()));
        }
    }
    Ok(unedited)
}

fn broken(lines: &[&PhotoLine], refused: &Refused) -> ResultsError {
    lines[0].reading.error(refused.message.in_language(Language::English))
}

/// The photos of a table, by their indices, grouped into games: those with the same variants, size and boxes.
pub fn games(lines: &[&PhotoLine]) -> Vec<Vec<usize>> {
    let mut games: BTreeMap<_, Vec<usize>> = BTreeMap::new();
    for (index, line) in lines.iter().enumerate().filter(|(_, line)| line.reading.sha256.is_some()) {
        games.entry(line.reading.info.rules()).or_default().push(index);
    }
    games.into_values().collect()
}
