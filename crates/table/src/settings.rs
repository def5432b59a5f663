//! The players of a table, and the rules they agreed on.

use serde::{Deserialize, Serialize};

use game::ids::PlayerId;
use game::photo_info::PhotoInfo;
use kingdomino::domain::{Game, GridSize, Variant};
use kingdomino::formats::Name;
use kingdomino::standings::TieRule;

/// The settings of a game.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(default, deny_unknown_fields)]
pub struct Settings {
    /// The players, in the order in which they were entered.
    pub players: Vec<Player>,
    /// The number of players ever added, including removed ones, so that no id is reused.
    pub players_added: u32,
    /// Whether each player is a team of two.
    pub teams: bool,
    /// `None` to detect it.
    pub game: Option<Game>,
    /// `None` to detect it.
    pub size: Option<GridSize>,
    /// The agreed variants and quests.
    pub variants: Vec<Variant>,
    /// The rule that breaks ties.
    #[serde(skip_serializing_if = "is_default")]
    pub tie_rule: TieRule,
    /// Whether the photos' files are kept in the server's data file. Always false in a saved game.
    pub keep_photos: bool,
    /// Whether the players have finished the game.
    pub finished: bool,
}

fn is_default(rule: &TieRule) -> bool {
    *rule == TieRule::default()
}

/// A player, or a team.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Player {
    /// From 1; 0 until [`Settings::number_players`] assigns it.
    pub id: PlayerId,
    /// The name.
    pub name: Name,
}

/// Unlike the comparison of [`Name`]s, this also compares their spelling, because a new spelling is a change,
/// too.
impl PartialEq for Player {
    fn eq(&self, other: &Self) -> bool {
        (self.id, self.name.as_str()) == (other.id, other.name.as_str())
    }
}

impl Eq for Player {}

impl Player {
    /// A player without an id yet.
    pub fn called(name: Name) -> Self {
        Self { id: PlayerId::default(), name }
    }
}

/// Whom the Queen visits. A player is identified by id, in requests by index.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(untagged)]
pub enum Host<P> {
    /// This player.
    Player(P),
    /// None of the players.
    Nobody(Nobody),
}

/// Serialised as `nobody`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Nobody {
    #[allow(missing_docs, reason = "the type says it")]
    Nobody,
}

impl Settings {
    /// Assigns an id to each player without one.
    pub fn number_players(&mut self) {
        for player in self.players.iter_mut().filter(|player| player.id == PlayerId::default()) {
            self.players_added += 1;
            player.id = PlayerId(self.players_added);
        }
    }

    /// What the settings say about each photo before it is read: game, grid size and variants.
    pub fn info(&self) -> PhotoInfo {
        PhotoInfo {
            game: self.game.map(|game| game.id().to_owned()),
            size: self.size.map(GridSize::squares_wide),
            variants: self.variants.iter().map(|variant| variant.id().to_owned()).collect(),
            ..PhotoInfo::default()
        }
    }

    /// `open` or `finished`.
    pub fn state(&self) -> &'static str {
        if self.finished { "finished" } else { "open" }
    }

    /// The player with this id, unless removed.
    pub fn player(&self, id: PlayerId) -> Option<&Player> {
        self.players.iter().find(|player| player.id == id)
    }

    /// The player with this name.
    pub fn player_called(&self, name: &Name) -> Option<&Player> {
        self.players.iter().find(|player| player.name == *name)
    }

    /// The index of a player, which clients use to refer to players.
    pub fn index(&self, id: PlayerId) -> Option<usize> {
        self.players.iter().position(|player| player.id == id)
    }

    /// A player's name.
    pub fn name(&self, id: PlayerId) -> Option<&Name> {
        self.player(id).map(|player| &player.name)
    }
}
