//! Players, rules and owners of kingdoms in a request.

use std::collections::BTreeMap;

use serde::{Deserialize, Deserializer};
use serde_json::Number;

use super::{ReadGame, say};
use crate::api_error::{ApiError, Lost};
use crate::store::{Edit, GameState, Host, Player, Settings};
use game::ids::KingdomId;
use kingdomino::domain::{
    Facts, Game, GridSize, MAX_COINS, MAX_KNIGHTS, MOST_BONUSES, MOST_PLAYERS, OutOfBox, Variant,
};
use kingdomino::formats::Name;
use kingdomino::standings::NOBODY;
use messages::{MessageId, Words};

/// What a request may change in a game; missing fields stay as they are.
#[derive(Debug, Default, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(default, deny_unknown_fields)]
pub struct GameFields {
    players: Option<Vec<PlayerField>>,
    /// The players' names as the client saw them, if it gives them: another phone may have changed them since.
    seen_players: Option<Vec<String>>,
    teams: Option<bool>,
    #[serde(deserialize_with = "given")]
    #[cfg_attr(test, schemars(with = "Option<Game>"))]
    game: Option<Option<Game>>,
    #[serde(deserialize_with = "given")]
    #[cfg_attr(test, schemars(with = "Option<GridSize>"))]
    size: Option<Option<GridSize>>,
    variants: Option<Vec<Variant>>,
    keep_photos: Option<bool>,
    finished: Option<bool>,
    /// By index among the players, or `nobody`; `null` if unknown.
    #[serde(deserialize_with = "given")]
    #[cfg_attr(test, schemars(with = "Option<Host<usize>>"))]
    queen: Option<Option<Host<usize>>>,
    /// By kingdom: the player's index, or `null` for nobody.
    owners: Option<BTreeMap<String, Option<usize>>>,
}

/// A player, or only the name.
#[derive(Debug, Clone, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(untagged)]
enum PlayerField {
    Name(String),
    Player(PlayerFields),
}

impl PlayerField {
    fn was(&self) -> Option<&str> {
        match self {
            Self::Name(_) => None,
            Self::Player(player) => player.was.as_deref(),
        }
    }
}

/// Missing fields keep the values of the player of this name.
#[derive(Debug, Clone, Default, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(default, deny_unknown_fields)]
struct PlayerFields {
    name: String,
    /// The name until now; a client that gives it for one player gives it for all whom the game had.
    was: Option<String>,
    /// Any number: one that the box does not hold is refused with what it holds.
    #[serde(deserialize_with = "given")]
    #[cfg_attr(test, schemars(with = "Option<u16>", range(max = MAX_COINS)))]
    coins: Option<Option<Number>>,
    #[serde(deserialize_with = "given")]
    #[cfg_attr(test, schemars(with = "Option<u16>", range(max = MAX_KNIGHTS)))]
    knights_in_supply: Option<Option<Number>>,
}

/// Distinguishes `null` from a missing field.
fn given<'de, D: Deserializer<'de>, T: Deserialize<'de>>(json: D) -> Result<Option<Option<T>>, D::Error> {
    Option::deserialize(json).map(Some)
}

/// In characters; longer names do not fit on the page.
const LONGEST_NAME: usize = 60;

impl GameFields {
    /// The settings with these fields changed.
    pub fn put_into(&self, settings: &Settings) -> Result<Settings, ApiError> {
        let before = &settings.players;
        if let Some(seen) = &self.seen_players
            && !seen.iter().map(String::as_str).eq(before.iter().map(|player| player.name.as_str()))
        {
            return Err(ApiError::changed());
        }
        let mut settings = settings.clone();
        if let Some(players) = &self.players {
            let after = self.checked(players, before)?;
            settings.players = after;
            settings.number_players();
        }
        settings.teams = self.teams.unwrap_or(settings.teams);
        settings.keep_photos = self.keep_photos.unwrap_or(settings.keep_photos);
        settings.finished = self.finished.unwrap_or(settings.finished);
        settings.game = self.game.unwrap_or(settings.game);
        settings.size = self.size.unwrap_or(settings.size);
        if let Some(variants) = &self.variants {
            settings.variants = Variant::agreed(variants).map_err(|_| {
                ApiError::bad("too-many-quests", MessageId::ServeTooManyQuests.with("most", MOST_BONUSES))
            })?;
        }
        if let Some(queen) = self.queen {
            settings.queen = queen.and_then(|host| match host {
                Host::Player(index) => settings.players.get(index).map(|player| Host::Player(player.id)),
                Host::Nobody(nobody) => Some(Host::Nobody(nobody)),
            });
        }
        // The Queen does not visit a removed player.
        settings.queen = settings.queen.filter(|host| match host {
            Host::Player(player) => settings.player(*player).is_some(),
            Host::Nobody(_) => true,
        });
        Ok(settings)
    }

    /// Assigns kingdoms to players, in a state that already contains the new players. Returns what is lost
    /// with removed players.
    pub fn own(&self, read: &ReadGame, state: &mut GameState) -> Result<Vec<Lost>, ApiError> {
        let mut lost = Vec::new();
        for player in &read.rows.state.settings.players {
            if state.settings.player(player.id).is_none() && is_something_said_of(player, read) {
                lost.push(MessageId::ServeAllOfPlayer.with("player", &*player.name).into());
            }
        }
        let Settings { players, .. } = &state.settings;
        for owner in state.photos.iter_mut().flat_map(|photo| &mut photo.owners) {
            *owner = owner.filter(|id| players.iter().any(|player| player.id == *id));
        }
        let mut said = Vec::new();
        for (key, owner) in self.owners.iter().flatten() {
            let view = read.view(key).ok_or_else(ApiError::not_found)?;
            let players = &state.settings.players;
            let owner = owner.map(|index| players.get(index).map(|player| player.id).ok_or_else(ApiError::not_found));
            let owner = owner.transpose()?;
            let kingdom = read.one.kingdoms().iter().find(|kingdom| kingdom.contains(&view));
            let kingdoms: Vec<KingdomId> = kingdom.into_iter().flatten().map(|view| read.ids[*view]).collect();
            // If a request gives a kingdom two owners, the later counts.
            said.retain(|said: &Edit| !kingdoms.contains(&said.kingdom));
            said.extend(state.giving(kingdoms, owner));
        }
        say(state, said)?;
        Ok(lost)
    }

    /// The new index of the player who was at `place`. If the client gives any `was`, it is the player with
    /// the old name as `was`. Otherwise it is the player of the same name; or the same place if the name
    /// there is new and the number of players is unchanged, because the player was renamed.
    fn place_after(&self, place: usize, before: &[Player], after: &[Player]) -> Option<usize> {
        let name = &before.get(place)?.name;
        let were: Vec<Option<&str>> = self.players.iter().flatten().map(PlayerField::was).collect();
        if were.iter().any(Option::is_some) {
            return were.iter().position(|was| was.is_some_and(|was| *name == *was));
        }
        if let Some(place) = index_of(name, after) {
            return Some(place);
        }
        let is_renamed = before.len() == after.len() && index_of(&after[place].name, before).is_none();
        is_renamed.then_some(place)
    }

    fn checked(&self, players: &[PlayerField], before: &[Player]) -> Result<Vec<Player>, ApiError> {
        if players.len() > MOST_PLAYERS {
            return Err(ApiError::bad("too-many-players", MessageId::ServeTooManyPlayers.with("most", MOST_PLAYERS)));
        }
        let mut given: Vec<PlayerFields> = Vec::new();
        let mut checked: Vec<Player> = Vec::new();
        for player in players {
            let player = match player.clone() {
                PlayerField::Name(name) => PlayerFields { name, ..PlayerFields::default() },
                PlayerField::Player(player) => player,
            };
            let name = checked_name(&player.name)?;
            if checked.iter().any(|other| other.name == name) {
                return Err(ApiError::bad("same-name", MessageId::ServeSameName.with("player", &name)));
            }
            checked.push(Player::called(name));
            given.push(player);
        }
        for (place, was) in before.iter().enumerate() {
            if let Some(now) = self.place_after(place, before, &checked) {
                checked[now] = Player { name: checked[now].name.clone(), ..was.clone() };
            }
        }
        for (player, given) in checked.iter_mut().zip(given) {
            let facts = &mut player.facts;
            facts.coins = number(given.coins, facts.coins, MAX_COINS)?;
            facts.knights_in_supply = number(given.knights_in_supply, facts.knights_in_supply, MAX_KNIGHTS.into())?;
            facts.check().map_err(out_of_box)?;
        }
        Ok(checked)
    }

    /// Whether photos must be read again.
    pub fn reads_anew(&self, before: &Settings) -> bool {
        self.game.is_some_and(|game| game != before.game) || self.size.is_some_and(|size| size != before.size)
    }
}

/// Whether the player has a kingdom, coins, knights or the Queen.
fn is_something_said_of(player: &Player, read: &ReadGame) -> bool {
    player.facts != Facts::default()
        || read.totals.contains_key(&player.id)
        || read.rows.state.settings.queen == Some(Host::Player(player.id))
        || read.owners.contains(&Some(player.id))
}

/// The index of the player with this name.
fn index_of(name: &Name, players: &[Player]) -> Option<usize> {
    players.iter().position(|player| player.name == *name)
}

/// A valid player name in the form used for comparison.
fn checked_name(text: &str) -> Result<Name, ApiError> {
    let name = Name::new(text).filter(|name| name.chars().count() <= LONGEST_NAME && name.as_str() != NOBODY);
    name.ok_or_else(|| ApiError::bad("bad-name", MessageId::ServeBadName.with("most", LONGEST_NAME)))
}

/// The given number, otherwise the previous one; at most `most`.
fn number(given: Option<Option<Number>>, before: Option<u16>, most: u16) -> Result<Option<u16>, ApiError> {
    let given = match given {
        None => return Ok(before),
        Some(None) => return Ok(None),
        Some(Some(given)) => given.as_u64().and_then(|given| u16::try_from(given).ok()),
    };
    match given.filter(|given| *given <= most) {
        Some(given) => Ok(Some(given)),
        None => Err(ApiError::bad("bad-number", MessageId::ServeBadNumber.with("most", most))),
    }
}

fn out_of_box(error: OutOfBox) -> ApiError {
    ApiError::bad("bad-number", MessageId::ServeBadNumber.with("most", error.most))
}
