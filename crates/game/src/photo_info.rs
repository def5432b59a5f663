//! Information about a photo before it is read: the player of its kingdom, and facts that no photo shows.

use serde::{Deserialize, Serialize};

use kingdomino::domain::{Facts, Game, GridSize, Variant};
use reading::reconstruct::ReconstructOptions;

/// What is known about a photo before it is read.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[cfg_attr(any(test, feature = "schema"), derive(schemars::JsonSchema))]
pub struct PhotoInfo {
    /// The player whose kingdom it shows. Without one, the photo is read, but not ranked.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seat: Option<Seat>,
    /// Facts about the seat's player that no photo shows, such as coins.
    #[serde(flatten)]
    pub facts: Facts,
    /// The ids of the variants that the players agreed on.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(any(test, feature = "schema"), schemars(with = "Vec<Variant>"))]
    pub variants: Vec<String>,
    /// The grid size, 5 or 7, if known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(any(test, feature = "schema"), schemars(with = "Option<kingdomino::domain::GridSize>"))]
    pub size: Option<usize>,
    /// The id of the game, if known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(any(test, feature = "schema"), schemars(with = "Option<Game>"))]
    pub game: Option<String>,
    /// For a photo of several kingdoms: the owners of all kingdoms but the first, in order from the top left.
    /// The first belongs to the player of the seat.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub further_players: Vec<FurtherPlayer>,
    /// Whether the photo's name says that it shows a whole table, and the players of its kingdoms are not
    /// named.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub is_whole_table: bool,
    /// Whether the manifest names players, but does not list this photo. The photo is then read, but belongs
    /// to nobody.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub is_unlisted: bool,
    /// Whether the kingdoms may have any dominoes, also such as no box holds.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub any_dominoes: bool,
}

impl From<&ReconstructOptions> for PhotoInfo {
    /// The information about a photo that is read with these options.
    fn from(ReconstructOptions { game, size, any_dominoes, unseen, variants }: &ReconstructOptions) -> Self {
        Self {
            any_dominoes: *any_dominoes,
            facts: *unseen,
            variants: variants.iter().map(|variant| variant.id().to_owned()).collect(),
            size: size.map(GridSize::squares_wide),
            game: game.map(|game| game.id().to_owned()),
            ..Self::default()
        }
    }
}

/// A player at a table in a round.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(any(test, feature = "schema"), derive(schemars::JsonSchema))]
pub struct Seat {
    /// The round. If it is a number, it has no leading zeros.
    pub round: String,
    /// The table. If it is a number, it has no leading zeros.
    pub table: String,
    /// The player's name, or the team's.
    pub player: String,
}

impl Seat {
    /// A name for a player whose name is not known. It contains the round and the table, because players at
    /// other tables have the same number.
    pub fn nameless(number: impl std::fmt::Display, round: &str, table: &str) -> String {
        format!("player {number} (round {round}, table {table})")
    }
}

impl PhotoInfo {
    /// The variants that the players agreed on.
    pub fn variants(&self) -> Vec<Variant> {
        self.variants.iter().filter_map(|id| Variant::from_id(id)).collect()
    }

    /// Checks that the facts and variants are possible with the games' boxes and rules, because they may come
    /// from any file.
    ///
    /// # Errors
    /// A message about the allowed values.
    pub fn check(&self) -> Result<(), String> {
        let mut all = self.further_players.iter().map(|further| further.facts).chain([self.facts]);
        all.try_for_each(|facts| facts.check()).map_err(|error| error.to_string())?;
        Variant::agreed_by_ids(&self.variants).map(drop)
    }

    /// The options for reading the photo.
    pub fn known(&self) -> ReconstructOptions {
        let game = self.game.as_deref().and_then(Game::from_id);
        let (size, variants) = (self.size(), self.variants());
        // Facts about one player do not apply to others.
        let unseen = if self.shows_table() { Facts::default() } else { self.facts };
        ReconstructOptions { game, size, any_dominoes: self.any_dominoes, unseen, variants }
    }

    /// The rules of the photo's game: variants, grid size and game. Photos with different rules belong to
    /// different games.
    pub fn rules(&self) -> (&[String], Option<usize>, Option<&str>) {
        (&self.variants, self.size, self.game.as_deref())
    }

    /// The game's grid, if it is known.
    pub fn size(&self) -> Option<GridSize> {
        self.size.and_then(|size| size.to_string().parse().ok())
    }
}

/// A player whose kingdom is not the first in a photo of several kingdoms.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(any(test, feature = "schema"), derive(schemars::JsonSchema))]
pub struct FurtherPlayer {
    /// The player's name, or the team's.
    pub player: String,
    /// Facts about the player that no photo shows.
    #[serde(flatten)]
    pub facts: Facts,
}

/// Photos may show the kingdoms of several players. These are ordered from the top left.
impl PhotoInfo {
    /// Whether the photo shows the kingdoms of several players.
    pub fn shows_table(&self) -> bool {
        self.is_whole_table || !self.further_players.is_empty()
    }

    /// Whether the photo shows more or fewer kingdoms than it has named players. Never true of a photo
    /// without a seat, or of a whole table whose players are not named.
    pub fn is_wrong_number(&self, kingdoms: usize) -> bool {
        match &self.seat {
            Some(_) if self.is_whole_table => false,
            Some(_) => kingdoms != 1 + self.further_players.len(),
            None => false,
        }
    }

    /// The information about one of the photo's kingdoms, counted from 0.
    #[must_use]
    pub fn of_kingdom(&self, index: usize) -> Self {
        let own = Self { further_players: Vec::new(), is_whole_table: false, ..self.clone() };
        let seat = |player: String| self.seat.clone().map(|seat| Seat { player, ..seat });
        let (seat, facts) = match (index.checked_sub(1), &self.seat) {
            _ if !self.shows_table() => return self.clone(),
            (_, Some(Seat { round, table, .. })) if self.is_whole_table => {
                (seat(Seat::nameless(index + 1, round, table)), Facts::default())
            }
            (None, _) => return own,
            (Some(further), _) => match self.further_players.get(further).cloned() {
                Some(FurtherPlayer { player, facts }) => (seat(player), facts),
                None => (None, Facts::default()),
            },
        };
        Self { seat, facts, ..own }
    }
}
