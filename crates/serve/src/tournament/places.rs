//! Keys of tables, photos and kingdoms in addresses. File names can contain anything, so they do not appear
//! there.

use game::line::PhotoLine;
use storage::sha256::sha256_hex;
use tournament::reread::table_of;

/// 48 bits: among 100 000 photos, the probability that two have the same key is 2 in 100 000.
const DIGITS: usize = 12;

/// The first letter of each table's key.
const OF_TABLE: char = 't';

/// The key of a photo's table; adding photos does not change it.
pub fn table_key(line: &PhotoLine) -> String {
    let (round, table) = table_of(line);
    match line.reading.info.seat {
        Some(_) => key_of(round, table),
        None => key_of_table(&format!("false\n{round}\n{table}")),
    }
}

/// The key of a round's table.
pub fn key_of(round: &str, table: &str) -> String {
    key_of_table(&format!("true\n{round}\n{table}"))
}

fn key_of_table(text: &str) -> String {
    format!("{OF_TABLE}{}", key(text))
}

/// Whether this is a table's key. Games have numbers.
pub fn is_table_key(id: &str) -> bool {
    id.starts_with(OF_TABLE)
}

/// A photo's key.
pub fn photo_key(name: &str) -> String {
    key(name)
}

fn key(text: &str) -> String {
    sha256_hex(text.as_bytes())[..DIGITS].to_owned()
}

/// A kingdom's key.
pub fn kingdom_key(photo: &str, number: usize) -> String {
    format!("{}k{number}", photo_key(photo))
}

/// A photo's key and the kingdom's number in it, from 1.
pub fn parts_of(kingdom: &str) -> Option<(&str, usize)> {
    let (photo, number) = kingdom.split_once('k')?;
    Some((photo, number.parse().ok().filter(|number| *number > 0)?))
}
