//! One square of a kingdom, and its words: `wheat:1`, `castle`, `town+church+tower*2`.

use std::str::FromStr;
use std::{fmt, mem};

use super::{Building, CourtPiece, Terrain, counted, did_you_mean, suggestion};

/// Queendomino's box holds 15 towers.
pub const MAX_TOWERS: u8 = 15;

/// Queendomino's box holds 22 knights by the German sheet; the Romanian one counts 19.
pub const MAX_KNIGHTS: u8 = 22;

/// Age of Giants' box holds 6 giants (its rule book at ultraboardgames, "contents").
pub const MAX_GIANTS: u8 = 6;

/// The pieces on a square, including those of the expansions Age of Giants and The Court.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Pieces {
    /// A building tile; only on a town square.
    pub building: Option<Building>,
    /// At most one knight; it stays where it collected tax.
    pub knight: bool,
    /// 0 to [`MAX_TOWERS`]; each is on the building that brought it.
    pub towers: u8,
    /// At most one Queen in a kingdom.
    pub queen: bool,
    /// 0 to [`MAX_GIANTS`]; each covers a crown, which then does not count.
    pub giants: u8,
    /// A resource, building or character of The Court.
    pub court: Option<CourtPiece>,
}

/// The content of one square of the grid.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Square {
    /// No tile.
    Empty,
    /// The start square, with or without the cardboard castle on it.
    Castle,
    /// One half of a domino.
    Land {
        /// The printed terrain.
        terrain: Terrain,
        /// Printed crowns, 0 to [`Terrain::most_crowns_with_giants`]; a building's crowns are not included.
        crowns: u8,
        /// The pieces on it.
        pieces: Pieces,
    },
}

/// Why a word does not name a square.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("`{word}`: {problem}")]
pub struct SquareError {
    /// The word as given.
    pub word: String,
    /// What is wrong with it, and what is allowed.
    pub problem: String,
}

impl Square {
    /// A square without pieces.
    pub fn land(terrain: Terrain, crowns: u8) -> Self {
        Self::Land { terrain, crowns, pieces: Pieces::default() }
    }

    /// The terrain; `None` for castle and empty.
    pub fn terrain(&self) -> Option<Terrain> {
        match self {
            Self::Land { terrain, .. } => Some(*terrain),
            Self::Empty | Self::Castle => None,
        }
    }

    /// The pieces on it; none on castle and empty.
    pub fn pieces(&self) -> Pieces {
        match self {
            Self::Land { pieces, .. } => *pieces,
            Self::Empty | Self::Castle => Pieces::default(),
        }
    }

    /// The tile without its pieces.
    pub fn ground(&self) -> Self {
        self.with_pieces(Pieces::default())
    }

    /// This tile with these pieces; castle and empty stay bare.
    pub fn with_pieces(&self, pieces: Pieces) -> Self {
        match *self {
            Self::Land { terrain, crowns, .. } => Self::Land { terrain, crowns, pieces },
            other => other,
        }
    }

    /// Whether only Age of Giants has this square: it has giants, or more crowns than its terrain has in the
    /// basic games.
    pub fn is_of_giants(&self) -> bool {
        let has_more_crowns = self.terrain().is_some_and(|terrain| self.crowns() > terrain.max_crowns());
        has_more_crowns || self.pieces().giants > 0
    }

    /// The crowns that count: printed and on buildings, without those covered by giants.
    pub fn counting_crowns(&self) -> u8 {
        self.all_crowns().saturating_sub(self.pieces().giants)
    }

    /// The crowns printed on the square and on its pieces.
    fn all_crowns(&self) -> u8 {
        let Pieces { building, court, .. } = self.pieces();
        self.crowns() + building.map_or(0, Building::crowns) + court.map_or(0, CourtPiece::crowns)
    }

    /// The crowns printed on the square; 0 for castle and empty.
    pub fn crowns(&self) -> u8 {
        match self {
            Self::Land { crowns, .. } => *crowns,
            Self::Empty | Self::Castle => 0,
        }
    }
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self::Land { terrain, crowns, pieces } = self else {
            return f.pad(if *self == Self::Empty { "empty" } else { "castle" });
        };
        let mut word = terrain.id().to_owned();
        if *crowns > 0 {
            word += &format!(":{crowns}");
        }
        word += &pieces.words().iter().map(|piece| format!("+{piece}")).collect::<String>();
        f.pad(&word)
    }
}

impl Pieces {
    /// The words of the pieces in their fixed order: building, knight, towers, Queen, giants, piece of The
    /// Court.
    pub fn words(&self) -> Vec<String> {
        let building = self.building.map(|building| building.id().to_owned());
        let knight = self.knight.then(|| "knight".to_owned());
        let towers = match self.towers {
            0 => None,
            1 => Some("tower".to_owned()),
            n => Some(format!("tower*{n}")),
        };
        let queen = self.queen.then(|| "queen".to_owned());
        let giants = match self.giants {
            0 => None,
            1 => Some("giant".to_owned()),
            n => Some(format!("giant*{n}")),
        };
        let court = self.court.map(|piece| piece.id().to_owned());
        [building, knight, towers, queen, giants, court].into_iter().flatten().collect()
    }

    /// Parses words such as `church`, `tower*2`, in any order.
    ///
    /// # Errors
    /// A word that names no piece or is repeated, and what is allowed.
    pub fn from_words<'a>(words: impl Iterator<Item = &'a str>) -> Result<Self, String> {
        let mut pieces = Self::default();
        for word in words {
            if !pieces.add(word)? {
                return Err(format!(
                    "`{word}`: a square can have only one building, one knight, one Queen, one number of towers, one \
                     number of giants and one piece of The Court"
                ));
            }
        }
        Ok(pieces)
    }

    /// Adds a piece. Returns false if the square already had one of its kind.
    fn add(&mut self, word: &str) -> Result<bool, String> {
        Ok(match word {
            "knight" => !mem::replace(&mut self.knight, true),
            "queen" => !mem::replace(&mut self.queen, true),
            _ if word == "tower" || word.starts_with("tower*") => mem::replace(&mut self.towers, towers(word)?) == 0,
            _ if word == "giant" || word.starts_with("giant*") => mem::replace(&mut self.giants, giants(word)?) == 0,
            _ => match CourtPiece::from_id(word) {
                Some(piece) => self.court.replace(piece).is_none(),
                None => self.building.replace(building(word)?).is_none(),
            },
        })
    }
}

fn towers(word: &str) -> Result<u8, String> {
    let number = word.strip_prefix("tower*").unwrap_or("1");
    number.parse().ok().filter(|n| (1..=MAX_TOWERS).contains(n)).ok_or_else(|| wrong_towers(word))
}

fn giants(word: &str) -> Result<u8, String> {
    let number = word.strip_prefix("giant*").unwrap_or("1");
    number.parse().ok().filter(|n| (1..=MAX_GIANTS).contains(n)).ok_or_else(|| wrong_giants(word))
}

fn building(word: &str) -> Result<Building, String> {
    Building::from_id(word).ok_or_else(|| {
        let ids = Building::ALL.map(Building::id);
        let court = CourtPiece::ALL.map(CourtPiece::id);
        let meant = did_you_mean(word, ids.into_iter().chain(["knight", "tower", "queen", "giant"]).chain(court));
        format!(
            "unknown piece `{word}`; the pieces are knight, tower, tower*N, queen, {}, giant, giant*N and, in The \
             Court, {}{meant}",
            ids.join(", "),
            court.join(", ")
        )
    })
}

impl FromStr for Square {
    type Err = SquareError;

    fn from_str(word: &str) -> Result<Self, SquareError> {
        square_from_word(word).map_err(|problem| SquareError { word: word.to_owned(), problem })
    }
}

/// Parses a square's word, such as `wheat:1` or `town+church`.
///
/// # Errors
/// What is wrong, and what is allowed.
fn square_from_word(word: &str) -> Result<Square, String> {
    let mut parts = word.split('+');
    let ground = parts.next().unwrap_or_default();
    let pieces = Pieces::from_words(parts)?;
    if matches!(ground, "empty" | "castle") {
        if pieces != Pieces::default() {
            return Err(format!("`{ground}` cannot have pieces"));
        }
        return Ok(if ground == "empty" { Square::Empty } else { Square::Castle });
    }
    let (id, crowns) = ground.split_once(':').unwrap_or((ground, "0"));
    let terrain = Terrain::from_id(id).ok_or_else(|| {
        let ids = Terrain::ALL.map(Terrain::id);
        let with_buildings = Building::ALL.map(Building::id);
        let known = ids.into_iter().chain(["castle", "empty"]).chain(with_buildings);
        let meant = match suggestion(id, known) {
            Some(building) if with_buildings.contains(&building) => format!("; did you mean `town+{building}`?"),
            _ => did_you_mean(id, ids.into_iter().chain(["castle", "empty"])),
        };
        format!("unknown terrain `{id}`; the words are castle, empty, {}{meant}", ids.join(", "))
    })?;
    Square::checked(terrain, crowns, pieces)
}

impl Square {
    /// A land square with these crowns (a digit) and pieces, which must fit its terrain.
    ///
    /// # Errors
    /// What is wrong, and what is allowed.
    pub fn checked(terrain: Terrain, crowns: &str, pieces: Pieces) -> Result<Self, String> {
        let number = crowns.parse().ok().filter(|_| crowns.len() == 1).ok_or_else(|| wrong_crowns(terrain, crowns))?;
        let square = Self::Land { terrain, crowns: number, pieces };
        square.problem().map_or(Ok(square), Err)
    }

    /// Whether any game has this tile with these pieces.
    pub fn can_bear(&self, pieces: Pieces) -> bool {
        self.with_pieces(pieces).problem().is_none()
    }

    /// Why no game has such a square, and what is allowed; `None` if a game has it.
    pub(super) fn problem(&self) -> Option<String> {
        let Self::Land { terrain, crowns, pieces } = self else { return None };
        if *crowns > terrain.most_crowns_with_giants() {
            return Some(wrong_crowns(*terrain, &crowns.to_string()));
        }
        if let Some(building) = pieces.building.filter(|_| *terrain != Terrain::Town) {
            let meant = format!("did you mean `town+{}`?", building.id());
            return Some(format!("a building stands on a town square, not on {terrain}; {meant}"));
        }
        if let Some(piece) = pieces.court {
            let beside = pieces.building.map(|building| format!("`{piece}` and `{building}` cannot be on one square"));
            if let Some(problem) = piece.problem(*terrain, *crowns).or(beside) {
                return Some(problem);
            }
        }
        if pieces.giants > self.all_crowns() {
            return Some(format!(
                "{} on {}: each giant covers a crown, so there cannot be more giants than crowns",
                counted(pieces.giants.into(), "giant"),
                counted(self.all_crowns().into(), "crown")
            ));
        }
        if pieces.giants > MAX_GIANTS {
            return Some(wrong_giants(&format!("giant*{}", pieces.giants)));
        }
        (pieces.towers > MAX_TOWERS).then(|| wrong_towers(&format!("tower*{}", pieces.towers)))
    }
}

fn wrong_crowns(terrain: Terrain, crowns: &str) -> String {
    match terrain {
        Terrain::Town => "a town's crowns come from its building, so do not write a number of crowns".to_owned(),
        _ => format!("`{crowns}` crowns: a {terrain} square has 0 to {}", terrain.most_crowns_with_giants()),
    }
}

fn wrong_giants(word: &str) -> String {
    format!("`{word}`: 1 to {MAX_GIANTS} giants are allowed")
}

fn wrong_towers(word: &str) -> String {
    format!("`{word}`: 1 to {MAX_TOWERS} towers are allowed")
}
