//! For photos whose players nobody has named: guesses from the photos' times which ones belong to one table,
//! and saves a person's answers as a manifest.

use std::io::{self, Write};
use std::path::{Path, PathBuf};

use crate::manifest::{self, ManifestError};
use crate::natural_order::Natural;

/// The name of the list of players in the folder of photos.
pub const LIST: &str = "players.csv";

/// The columns of the manifest that is written.
const COLUMNS: [&str; 4] = ["photo", "round", "table", "player"];

/// A person's answer about one photo: whose kingdoms it shows.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Said {
    /// The photo's name below the folder of photos.
    pub photo: String,
    /// The round's number or name.
    pub round: String,
    /// The table's number or name.
    pub table: String,
    /// Whose kingdoms it shows, from the top left.
    pub players: Vec<String>,
}

/// The assumed number of photos of a table if their times are unknown: one for each player.
const PHOTOS_OF_A_TABLE: usize = 4;

/// A new table begins after a pause of at least `LONG_PAUSE` times the usual one and at least `LEAST_PAUSE_S`
/// seconds. Both are chosen, not measured: the kingdoms of a table are photographed within seconds, and going
/// to the next table takes longer.
const LONG_PAUSE: i64 = 3;
const LEAST_PAUSE_S: i64 = 20;

/// Guesses which photos belong to one table. Returns the indices of the photos of each table, in the order in
/// which they were taken. Each photo has a name and its time in seconds. Photos without a time, such as
/// screenshots, come last. If at least half of them have no time, names decide the order.
pub fn proposed_tables(photos: &[(&str, Option<i64>)]) -> Vec<Vec<usize>> {
    let (mut timed, mut untimed): (Vec<usize>, Vec<usize>) = (0..photos.len()).partition(|at| photos[*at].1.is_some());
    if 2 * untimed.len() >= photos.len() {
        (timed, untimed) = (Vec::new(), (0..photos.len()).collect());
    }
    let mut tables = Vec::new();
    for (mut order, has_times) in [(timed, true), (untimed, false)] {
        let taken_s: Vec<_> = photos.iter().map(|(_, taken_s)| taken_s.filter(|_| has_times)).collect();
        order.sort_by_cached_key(|at| (taken_s[*at], Natural::new(photos[*at].0)));
        let mut begins = begins_of_tables(&order.iter().map(|at| taken_s[*at]).collect::<Vec<_>>());
        begins.push(order.len());
        tables.extend(begins.windows(2).map(|pair| order[pair[0]..pair[1]].to_vec()));
    }
    tables
}

/// The indices of the photos with which a table seems to begin, including the first photo. `taken_s` holds
/// the times in seconds, in the order in which the photos were taken.
fn begins_of_tables(taken_s: &[Option<i64>]) -> Vec<usize> {
    let pauses_s: Option<Vec<i64>> = taken_s.windows(2).map(|pair| Some(pair[1]? - pair[0]?)).collect();
    let Some(pauses_s) = pauses_s else { return (0..taken_s.len()).step_by(PHOTOS_OF_A_TABLE).collect() };
    let mut sorted = pauses_s.clone();
    sorted.sort_unstable();
    // The lower quartile is a pause within a table, even with only two players at each.
    let usual_s = sorted.get(sorted.len() / 4).copied().unwrap_or_default();
    let long_s = LEAST_PAUSE_S.max(LONG_PAUSE * usual_s);
    let others = pauses_s.iter().enumerate().filter(|(_, pause_s)| **pause_s >= long_s).map(|(at, _)| at + 1);
    (!taken_s.is_empty()).then_some(0).into_iter().chain(others).collect()
}

/// The list in the folder of photos, if it is one that [`write()`] could have written.
pub fn list_beside(photos: &Path) -> Option<PathBuf> {
    let path = photos.join(LIST);
    matches!(read(&path), Ok(Some(_))).then_some(path)
}

/// Writes the answers as a manifest.
///
/// # Errors
/// A full disk, or a folder without permission.
pub fn write(path: &Path, said: &[Said]) -> io::Result<()> {
    storage::write_whole(path, |file| {
        let mut csv = csv::Writer::from_writer(file as &mut dyn Write);
        csv.write_record(COLUMNS)?;
        for Said { photo, round, table, players } in said {
            for player in players {
                csv.write_record([photo, round, table, player])?;
            }
        }
        csv.flush()
    })
}

/// Reads the answers from a file that [`write()`] wrote. `None` if it has other columns, too.
///
/// # Errors
/// A file that is no manifest.
pub fn read(path: &Path) -> Result<Option<Vec<Said>>, ManifestError> {
    let mut said: Vec<Said> = Vec::new();
    for row in manifest::read(path)?.rows {
        let simple = manifest::Row { number: row.number, ..manifest::Row::default() };
        let manifest::Row { photo, round: Some(round), table: Some(table), player: Some(player), .. } = row.clone()
        else {
            return Ok(None);
        };
        let told = (Some(round.clone()), Some(table.clone()), Some(player.clone()));
        if row != (manifest::Row { photo: photo.clone(), round: told.0, table: told.1, player: told.2, ..simple }) {
            return Ok(None);
        }
        match said.last_mut().filter(|last| (&last.photo, &last.round, &last.table) == (&photo, &round, &table)) {
            Some(last) => last.players.push(player),
            None => said.push(Said { photo, round, table, players: vec![player] }),
        }
    }
    Ok(Some(said))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_pause_begins_another_table() {
        let times = |text: &[i64]| text.iter().map(|time| Some(*time)).collect::<Vec<_>>();
        // Four, four and three photos.
        let seconds = [0, 9, 21, 30, 130, 139, 150, 162, 420, 431, 440];
        assert_eq!(begins_of_tables(&times(&seconds)), [0, 4, 8]);
        // Two players at each of four tables: half of the pauses are long.
        assert_eq!(begins_of_tables(&times(&[0, 8, 70, 79, 150, 160, 230, 238])), [0, 2, 4, 6]);
        // All in one go.
        assert_eq!(begins_of_tables(&times(&[0, 12, 24, 31])), [0]);
        assert_eq!(begins_of_tables(&times(&[0])), [0]);
        assert!(begins_of_tables(&[]).is_empty());
    }

    #[test]
    fn photos_are_proposed_in_the_order_in_which_they_were_taken() {
        let photos =
            [("IMG_4.jpg", Some(3)), ("IMG_10.jpg", Some(100)), ("IMG_9.jpg", Some(12)), ("IMG_1.jpg", Some(112))];
        assert_eq!(proposed_tables(&photos), [vec![0, 2], vec![1, 3]]);
        let without = photos.map(|(name, _)| (name, None));
        assert_eq!(proposed_tables(&without), [[3, 0, 2, 1]]);
        // A screenshot among them does not change the tables of the photos.
        let with_one = [&photos[..2], &[("screen.png", None)], &photos[2..]].concat();
        assert_eq!(proposed_tables(&with_one), [vec![0, 3], vec![1, 4], vec![2]]);
        assert!(proposed_tables(&[]).is_empty());
    }

    #[test]
    fn photos_without_times_are_taken_four_by_four() {
        assert_eq!(begins_of_tables(&[Some(0), None, Some(300), None, None, None]), [0, 4]);
    }

    #[test]
    fn what_was_said_is_read_again_and_other_manifests_are_left_alone() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("players.csv");
        let one = |photo: &str, players: &[&str]| Said {
            photo: photo.to_owned(),
            round: "1".to_owned(),
            table: "Fenster, links".to_owned(),
            players: players.iter().map(|player| (*player).to_owned()).collect(),
        };
        let said = vec![one("IMG_1.jpg", &["Anna"]), one("IMG_2.jpg", &["Ben \"B\"", "Cem"])];
        write(&path, &said).expect("written");
        assert_eq!(read(&path).expect("a manifest"), Some(said));
        std::fs::write(&path, "photo,round,table,player,coins\nIMG_1.jpg,1,2,Anna,7\n").expect("written");
        assert_eq!(read(&path).expect("a manifest"), None);
        std::fs::write(&path, "photo,player\nIMG_1.jpg,Anna\n").expect("written");
        assert_eq!(read(&path).expect("a manifest"), None);
    }
}
