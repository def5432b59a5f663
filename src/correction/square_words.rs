//! A square as a person writes it: in words of any language, or in notation.

use super::{CorrectionSyntaxError, MOST_TOWERS_READ};
use crate::domain::{Building, Square, SquareError, Terrain};
use crate::formats::notation;
use crate::messages::{Language, MessageId, Words};

/// A letter and its crowns: pieces follow in brackets, or after a `+` as in words.
const LONGEST_NOTATION: usize = 2;

/// Reads a square that a photo may show, as a word such as `forest:1` or `Wald:1`, or in notation, in which `F1+knight` passes
/// for `F1[knight]`. Capital and small letters are the same.
///
/// # Errors
/// What is wrong with it, and what is allowed.
pub fn square_from_words(word: &str) -> Result<Square, CorrectionSyntaxError> {
    seen_in_photos(square_of_any_game(word)?)
}

/// As [`square_from_words`], also what no photo shows, such as many towers.
///
/// # Errors
/// What is wrong with it, and what is allowed.
pub(super) fn square_of_any_game(word: &str) -> Result<Square, SquareError> {
    let word = in_ids(word.trim());
    let (land, pieces) = word.split_once('+').map_or((word.as_str(), None), |(land, pieces)| (land, Some(pieces)));
    if Building::from_id(land).is_some() {
        // A building stands on a town and nowhere else.
        let others = pieces.map(|pieces| format!("+{pieces}")).unwrap_or_default();
        return format!("{}+{land}{}", Terrain::Town.id(), others.to_ascii_lowercase()).parse();
    }
    let is_notation = (1..=LONGEST_NOTATION).contains(&land.chars().count()) || word.contains('[');
    if !is_notation {
        return word.to_ascii_lowercase().parse();
    }
    let in_brackets = pieces.map(|pieces| format!("[{}]", pieces.replace('+', ","))).unwrap_or_default();
    let small = (land.to_owned() + &in_brackets).to_ascii_lowercase();
    let in_capitals = small.chars().take(1).map(|letter| letter.to_ascii_uppercase()).chain(small.chars().skip(1));
    notation::parse_square(&in_capitals.collect::<String>())
}

/// # Errors
/// More towers than are read from photos.
pub(super) fn seen_in_photos(square: Square) -> Result<Square, CorrectionSyntaxError> {
    let is_seen = usize::from(square.pieces().towers) <= MOST_TOWERS_READ;
    if is_seen { Ok(square) } else { Err(CorrectionSyntaxError::TooManyTowers(square)) }
}

/// The same with ids for the names that any language has for them: `forest:1+knight` for `Wald:1 + Ritter`. Unknown words stay.
fn in_ids(word: &str) -> String {
    let part = |part: &str| {
        let (name, crowns) = part.split_at(part.find(':').unwrap_or(part.len()));
        id_of_name(name).map_or_else(|| part.to_owned(), |id| id.to_owned() + crowns)
    };
    word.split('+').map(part).collect::<Vec<_>>().join("+")
}

fn id_of_name(name: &str) -> Option<&'static str> {
    let plain = |text: &str| text.trim().to_lowercase().replace(['_', '-'], " ");
    let name = plain(name);
    let in_language = |language: Language| {
        let is_called = |id: MessageId| plain(id.in_language(language)) == name;
        // The catalogue has these with a number before them.
        let is_one = |id: MessageId| plain(&id.count(1).in_language(language)) == format!("1 {name}");
        let terrains = Terrain::ALL.into_iter().map(|terrain| (terrain.message_id(), terrain.id()));
        let buildings = Building::ALL.into_iter().map(|building| (building.message_id(), building.id()));
        let grounds = [(MessageId::Castle, "castle"), (MessageId::Empty, "empty")];
        let pieces = [(MessageId::Knights, "knight"), (MessageId::Towers, "tower")];
        let mut all = terrains.chain(buildings).chain(grounds);
        let named = all.find(|(id, _)| is_called(*id));
        named.or_else(|| pieces.into_iter().find(|(id, _)| is_one(*id))).map(|(_, id)| id)
    };
    Language::ALL.into_iter().find_map(in_language)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_every_language_are_understood() {
        let same = [
            ("Wald:1", "forest:1"),
            ("getreidefeld", "wheat"),
            ("Stadt+Kleine Taverne+Turm", "town+small-tavern+tower"),
            ("Kirche", "town+church"),
            ("Tax_Office", "town+tax-office"),
            ("See + Ritter", "lake+knight"),
            ("SCHLOSS", "castle"),
            ("leer", "empty"),
            ("F1+Ritter", "forest:1+knight"),
        ];
        for (written, id) in same {
            assert_eq!(square_from_words(written).map_err(|error| error.to_string()), Ok(id.parse().expect("an id")));
        }
        for wrong in ["Walt:1", "Wald:4", "", "+", "See+Kirche"] {
            assert!(square_from_words(wrong).is_err(), "{wrong}");
        }
    }
}
