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
    let written = word.trim();
    let word = in_ids(written);
    let (land, pieces) = word.split_once('+').map_or((word.as_str(), None), |(land, pieces)| (land, Some(pieces)));
    if Building::from_id(land).is_some() {
        // A building stands on a town and nowhere else.
        let others = pieces.map(|pieces| format!("+{pieces}")).unwrap_or_default();
        return format!("{}+{land}{}", Terrain::Town.id(), others.to_ascii_lowercase()).parse();
    }
    let is_notation = (1..=LONGEST_NOTATION).contains(&land.chars().count()) || word.contains('[');
    if !is_notation {
        return word.to_ascii_lowercase().parse().map_err(|error: SquareError| match with_colon(written) {
            Some(meant) => {
                SquareError { problem: format!("crowns stand behind a colon: did you mean `{meant}`?"), ..error }
            }
            None => error,
        });
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

/// `forest:1` for `forest1`, `forest 1` and `Wald 1`: a number stands where a colon and crowns should.
fn with_colon(written: &str) -> Option<String> {
    let (land, pieces) = written.split_once('+').map_or((written, None), |(land, pieces)| (land, Some(pieces)));
    let name = land.trim_end_matches(|letter: char| letter.is_ascii_digit());
    let crowns = &land[name.len()..];
    let terrain = id_of_name(name).filter(|id| Terrain::from_id(id).is_some()).filter(|_| !crowns.is_empty())?;
    let pieces = pieces.map(|pieces| format!("+{pieces}")).unwrap_or_default();
    let meant = in_ids(&format!("{terrain}:{crowns}{pieces}"));
    meant.parse::<Square>().is_ok().then_some(meant)
}

/// Names that no sheet prints but people say: those of the rules' table of words, and single words of names of several.
const OTHER_NAMES: [(&str, Terrain); 23] = [
    ("field", Terrain::Wheat),
    ("fields", Terrain::Wheat),
    ("plain", Terrain::Wheat),
    ("plains", Terrain::Wheat),
    ("wood", Terrain::Forest),
    ("woods", Terrain::Forest),
    ("water", Terrain::Lake),
    ("sea", Terrain::Lake),
    ("grass", Terrain::Grassland),
    ("meadow", Terrain::Grassland),
    ("pasture", Terrain::Grassland),
    ("prairie", Terrain::Grassland),
    ("marsh", Terrain::Swamp),
    ("mountain", Terrain::Mine),
    ("city", Terrain::Town),
    ("Getreide", Terrain::Wheat),
    ("Weizen", Terrain::Wheat),
    ("Weide", Terrain::Grassland),
    ("Wiese", Terrain::Grassland),
    ("Wasser", Terrain::Lake),
    ("Berg", Terrain::Mine),
    ("lan", Terrain::Wheat),
    ("grâu", Terrain::Wheat),
];

fn id_of_name(name: &str) -> Option<&'static str> {
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
    let other = || OTHER_NAMES.iter().find(|(other, _)| plain(other) == name).map(|(_, terrain)| terrain.id());
    Language::ALL.into_iter().find_map(in_language).or_else(other)
}

/// In small letters without the marks that not every keyboard has: `padure` for `Pădure`.
fn plain(text: &str) -> String {
    let letter = |letter: char| match letter {
        '_' | '-' => " ".to_owned(),
        'ă' | 'â' => "a".to_owned(),
        'î' => "i".to_owned(),
        // With a comma below, as Romanian has them, and with a cedilla, as older keyboards do.
        'ș' | 'ş' => "s".to_owned(),
        'ț' | 'ţ' => "t".to_owned(),
        'ä' => "ae".to_owned(),
        'ö' => "oe".to_owned(),
        'ü' => "ue".to_owned(),
        'ß' => "ss".to_owned(),
        other => other.to_string(),
    };
    text.trim().to_lowercase().chars().map(letter).collect()
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
            ("padure:1", "forest:1"),
            ("PĂDURE", "forest"),
            ("grâu", "wheat"),
            ("grau:1", "wheat:1"),
            ("lan de grau", "wheat"),
            ("mlastina:1", "swamp:1"),
            ("mlaştină", "swamp"),
            ("oras+biserica", "town+church"),
            ("Saegewerk", "town+sawmill"),
            ("Weide:2", "grassland:2"),
            ("meadow", "grassland"),
        ];
        for (written, id) in same {
            assert_eq!(square_from_words(written).map_err(|error| error.to_string()), Ok(id.parse().expect("an id")));
        }
        for (written, meant) in [
            ("forest1", "forest:1"),
            ("forest 1", "forest:1"),
            ("Wald 1", "forest:1"),
            ("padure1", "forest:1"),
            ("Wald1+Ritter", "forest:1+knight"),
        ] {
            let error = square_from_words(written).expect_err(written).to_string();
            assert!(error.ends_with(&format!("did you mean `{meant}`?")), "{error}");
        }
        for wrong in ["forest7", "Walt:1", "Wald:4", "", "+", "See+Kirche"] {
            assert!(square_from_words(wrong).is_err(), "{wrong}");
        }
    }
}
