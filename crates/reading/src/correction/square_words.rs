//! A square as users type it: in words of any language, or in notation.

use std::fmt;

use super::{CorrectionSyntaxError, MOST_TOWERS_READ};
use kingdomino::domain::{Building, Pieces, Square, SquareError, Terrain};
use kingdomino::formats::notation;
use messages::{Language, MessageId, Words};

/// The most characters of a square in notation without pieces, such as `F1`. Pieces follow in brackets, or
/// after `+` as in words.
const LONGEST_NOTATION: usize = 2;

/// A square as typed by a user.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SaidSquare {
    /// The complete content of the square: `forest:1`, `town+sawmill`.
    Whole(Square),
    /// A building without its town: `sawmill` or `sawmill+tower`. If knight, towers or Queen are not named,
    /// those already there stay.
    Built(Pieces),
}

impl SaidSquare {
    /// The complete square that results if its current content is `stands`.
    pub fn on(self, stands: Square) -> Square {
        let named = match self {
            Self::Whole(square) => return square,
            Self::Built(named) => named,
        };
        let Pieces { knight, towers, queen, giants, .. } = stands.pieces();
        let pieces = Pieces {
            knight: named.knight || knight,
            towers: if named.towers > 0 { named.towers } else { towers },
            queen: named.queen || queen,
            // A new building keeps only as many giants as it has crowns for them to cover.
            giants: named.giants.max(giants.min(named.building.map_or(0, Building::crowns))),
            ..named
        };
        Square::Land { terrain: Terrain::Town, crowns: 0, pieces }
    }

    /// Whether only a part of the square was typed, so that pieces that were not named may stay.
    pub fn is_a_part(self) -> bool {
        matches!(self, Self::Built(_))
    }
}

impl fmt::Display for SaidSquare {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Whole(square) => square.fmt(f),
            Self::Built(pieces) => f.pad(&pieces.words().join("+")),
        }
    }
}

/// Parses a square that a photo may show: words such as `forest:1` or `Wald:1`, or notation, in which
/// `F1+knight` also means `F1[knight]`. Case is ignored.
///
/// # Errors
/// What is wrong with it, and what is allowed.
pub fn square_from_words(word: &str) -> Result<SaidSquare, CorrectionSyntaxError> {
    seen_in_photos(square_of_any_game(word)?)
}

/// [`square_from_words`] including squares that cannot be read from photos, such as many towers.
///
/// # Errors
/// What is wrong with it, and what is allowed.
pub(super) fn square_of_any_game(word: &str) -> Result<SaidSquare, SquareError> {
    let written = word.trim();
    let word = in_ids(written);
    let (land, pieces) = word.split_once('+').map_or((word.as_str(), None), |(land, pieces)| (land, Some(pieces)));
    if Building::from_id(land).is_some() {
        // A building stands only on a town, so the town need not be typed.
        let others = pieces.map(|pieces| format!("+{pieces}")).unwrap_or_default();
        let square: Square = format!("{}+{land}{}", Terrain::Town.id(), others.to_ascii_lowercase()).parse()?;
        return Ok(SaidSquare::Built(square.pieces()));
    }
    whole_square(written, &word, land, pieces).map(SaidSquare::Whole)
}

/// Parses a terrain with crowns and pieces, a castle, or an empty square.
fn whole_square(written: &str, word: &str, land: &str, pieces: Option<&str>) -> Result<Square, SquareError> {
    let is_notation = (1..=LONGEST_NOTATION).contains(&land.chars().count()) || word.contains('[');
    if !is_notation {
        return word.to_ascii_lowercase().parse().map_err(|error: SquareError| match with_colon(written) {
            Some(meant) => {
                SquareError { problem: format!("crowns are written after a colon: did you mean `{meant}`?"), ..error }
            }
            None => error,
        });
    }
    let in_brackets = pieces.map(|pieces| format!("[{}]", pieces.replace('+', ","))).unwrap_or_default();
    let small = (land.to_owned() + &in_brackets).to_ascii_lowercase();
    let in_capitals = small.chars().take(1).map(|letter| letter.to_ascii_uppercase()).chain(small.chars().skip(1));
    notation::parse_square(&in_capitals.collect::<String>())
}

/// Checks that a photo may show this square.
///
/// # Errors
/// It has more towers than can be read from photos.
pub(super) fn seen_in_photos(said: SaidSquare) -> Result<SaidSquare, CorrectionSyntaxError> {
    let square = said.on(Square::Empty);
    let is_seen = usize::from(square.pieces().towers) <= MOST_TOWERS_READ;
    if is_seen { Ok(said) } else { Err(CorrectionSyntaxError::TooManyTowers(square)) }
}

/// Replaces names in any language by ids: `forest:1+knight` for `Wald:1 + Ritter`. Unknown words are kept.
fn in_ids(word: &str) -> String {
    let parts = word.split('+').map(|part| {
        let (name, crowns) = part.split_at(part.find(':').unwrap_or(part.len()));
        id_of_name(name).map_or_else(|| part.to_owned(), |id| id.to_owned() + crowns)
    });
    parts.collect::<Vec<_>>().join("+")
}

/// Inserts the missing colon before the crowns: `forest:1` for `forest1`, `forest 1` and `Wald 1`.
fn with_colon(written: &str) -> Option<String> {
    let (land, pieces) = written.split_once('+').map_or((written, None), |(land, pieces)| (land, Some(pieces)));
    let name = land.trim_end_matches(|letter: char| letter.is_ascii_digit());
    let crowns = &land[name.len()..];
    let terrain = id_of_name(name).filter(|id| Terrain::from_id(id).is_some()).filter(|_| !crowns.is_empty())?;
    let pieces = pieces.map(|pieces| format!("+{pieces}")).unwrap_or_default();
    let meant = in_ids(&format!("{terrain}:{crowns}{pieces}"));
    meant.parse::<Square>().is_ok().then_some(meant)
}

/// Names that players use but no rule sheet prints: those in the rules' table of words, and single words of
/// longer names.
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
    let one = format!("1 {name}");
    let grounds = [(MessageId::Castle, "castle"), (MessageId::Empty, "empty")];
    let pieces = [(MessageId::Knights, "knight"), (MessageId::Towers, "tower")];
    for language in Language::ALL {
        let terrains = Terrain::ALL.into_iter().map(|terrain| (terrain.message_id(), terrain.id()));
        let buildings = Building::ALL.into_iter().map(|building| (building.message_id(), building.id()));
        for (message, id) in terrains.chain(buildings).chain(grounds) {
            if plain(message.in_language(language)) == name {
                return Some(id);
            }
        }
        // In the catalogue, knights and towers always come with a number, as in `1 knight`.
        for (message, id) in pieces {
            if plain(&message.count(1).in_language(language)) == one {
                return Some(id);
            }
        }
    }
    OTHER_NAMES.iter().find(|(other, _)| plain(other) == name).map(|(_, terrain)| terrain.id())
}

/// The text in lower case without marks that some keyboards lack: `padure` for `Pădure`.
fn plain(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    for letter in text.trim().to_lowercase().chars() {
        match letter {
            '_' | '-' => plain.push(' '),
            'ă' | 'â' => plain.push('a'),
            'î' => plain.push('i'),
            // Romanian uses a comma below; older keyboards produce a cedilla.
            'ș' | 'ş' => plain.push('s'),
            'ț' | 'ţ' => plain.push('t'),
            'ä' => plain.push_str("ae"),
            'ö' => plain.push_str("oe"),
            'ü' => plain.push_str("ue"),
            'ß' => plain.push_str("ss"),
            other => plain.push(other),
        }
    }
    plain
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
            ("Weide:2", "grassland:2"),
            ("meadow", "grassland"),
        ];
        for (written, id) in same {
            let said = square_from_words(written).map_err(|error| error.to_string());
            assert_eq!(said, Ok(SaidSquare::Whole(id.parse().expect("an id"))));
        }
        for (written, id) in [("Kirche", "church"), ("Tax_Office", "tax-office"), ("Saegewerk+Turm", "sawmill+tower")] {
            let said = square_from_words(written).expect(written);
            assert!(said.is_a_part() && said.to_string() == id, "{said}");
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
        for (said, stands, then) in [
            ("sawmill", "town+church+knight+tower*2+queen", "town+sawmill+knight+tower*2+queen"),
            ("sawmill", "forest+knight", "town+sawmill+knight"),
            ("sawmill", "castle", "town+sawmill"),
            ("sawmill+tower", "town+tower*3+queen", "town+sawmill+tower+queen"),
            ("sawmill", "town+queens-tower+giant", "town+sawmill"),
            ("queens-tower", "mine:3+giant*2", "town+queens-tower+giant"),
            ("town+sawmill", "town+church+knight+tower*2+queen", "town+sawmill"),
            ("forest:1", "town+tower", "forest:1"),
        ] {
            let square = square_from_words(said).expect(said).on(stands.parse().expect("a square"));
            assert_eq!(square.to_string(), then, "{said} on {stands}");
        }
        for wrong in ["forest7", "Walt:1", "Wald:4", "", "+", "See+Kirche"] {
            assert!(square_from_words(wrong).is_err(), "{wrong}");
        }
    }
}
