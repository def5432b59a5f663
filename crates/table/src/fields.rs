//! Players, rules and owners of kingdoms in a request.

use std::collections::BTreeMap;

use serde::{Deserialize, Deserializer};
use serde_json::Number;

use game::ids::{KingdomId, PhotoId};
use kingdomino::domain::{
    Facts, Game, GridSize, MAX_COINS, MAX_KNIGHTS, MOST_BONUSES, MOST_PLAYERS, OutOfBox, Variant,
};
use kingdomino::formats::Name;
use kingdomino::standings::NOBODY;
use messages::{MessageId, Words};

use crate::change::{Change, PhotoChange, add_answer};
use crate::log::{Edit, Table, What};
use crate::refused::{Lost, Refused};
use crate::settings::{Host, Player, Settings};
use crate::state::TableState;

/// What a request may change in a game; missing fields stay as they are.
#[derive(Debug, Default, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(default, deny_unknown_fields)]
pub struct GameFields {
    players: Option<Vec<PlayerField>>,
    /// The players' names that the client saw last. The request is refused if another phone has changed them
    /// since.
    seen_players: Option<Vec<String>>,
    teams: Option<bool>,
    #[serde(deserialize_with = "given")]
    #[cfg_attr(feature = "schema", schemars(with = "Option<Game>"))]
    game: Option<Option<Game>>,
    #[serde(deserialize_with = "given")]
    #[cfg_attr(feature = "schema", schemars(with = "Option<GridSize>"))]
    size: Option<Option<GridSize>>,
    variants: Option<Vec<Variant>>,
    keep_photos: Option<bool>,
    finished: Option<bool>,
    /// The index of a player, or `nobody`; `null` if unknown.
    #[serde(deserialize_with = "given")]
    #[cfg_attr(feature = "schema", schemars(with = "Option<Host<usize>>"))]
    queen: Option<Option<Host<usize>>>,
    /// The index of the player who won a shared first place by agreement; `null` withdraws it. It changes neither
    /// points nor ranks.
    #[serde(deserialize_with = "given")]
    #[cfg_attr(feature = "schema", schemars(with = "Option<usize>"))]
    agreed: Option<Option<usize>>,
    /// The new owner of each kingdom, by the kingdom's key: a player's index, or `null` for nobody.
    owners: Option<BTreeMap<String, Option<usize>>>,
}

/// A player with facts, or only a player's name.
#[derive(Debug, Clone, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(untagged)]
enum PlayerField {
    Name(String),
    Player(PlayerFields),
}

impl PlayerField {
    fn name(&self) -> &str {
        match self {
            Self::Name(name) => name,
            Self::Player(player) => &player.name,
        }
    }

    fn was(&self) -> Option<&str> {
        match self {
            Self::Name(_) => None,
            Self::Player(player) => player.was.as_deref(),
        }
    }
}

/// A player in a request. Fields that are missing keep the values of the earlier player with the same name.
#[derive(Debug, Clone, Default, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(default, deny_unknown_fields)]
struct PlayerFields {
    name: String,
    /// The player's name before this request. If any player of a request has it, players are matched by it
    /// alone, so a client must then give it for every player who stays.
    was: Option<String>,
    /// Any number; if it is more than the box contains, the refusal states the limit.
    #[serde(deserialize_with = "given")]
    #[cfg_attr(feature = "schema", schemars(with = "Option<u16>", range(max = MAX_COINS)))]
    coins: Option<Option<Number>>,
    #[serde(deserialize_with = "given")]
    #[cfg_attr(feature = "schema", schemars(with = "Option<u16>", range(max = MAX_KNIGHTS)))]
    knights_in_supply: Option<Option<Number>>,
}

/// Distinguishes `null` from a missing field.
fn given<'de, D: Deserializer<'de>, T: Deserialize<'de>>(json: D) -> Result<Option<Option<T>>, D::Error> {
    Option::deserialize(json).map(Some)
}

/// The longest name of a player, in characters; longer names do not fit on the page.
const LONGEST_NAME: usize = 60;

impl GameFields {
    /// The settings with these fields changed.
    ///
    /// # Errors
    /// If the players have changed since the client saw them, or if a value is impossible.
    pub fn put_into(&self, settings: &Settings) -> Result<Settings, Refused> {
        let before = &settings.players;
        let names = before.iter().map(|player| player.name.as_str());
        if self.seen_players.as_ref().is_some_and(|seen| !names.eq(seen)) {
            return Err(Refused::changed());
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
                Refused::bad("too-many-quests", MessageId::ServeTooManyQuests.with("most", MOST_BONUSES))
            })?;
        }
        Ok(settings)
    }

    /// The edits of coins, knights and the Queen's visit, in a table that already contains the new players.
    ///
    /// # Errors
    /// If a number is more than the box contains, or if the Queen's host is no player.
    pub fn facts(&self, table: &Table) -> Result<Vec<Edit>, Refused> {
        let mut edits = Vec::new();
        for (player, given) in table.settings.players.iter().zip(self.players.iter().flatten()) {
            let PlayerField::Player(given) = given else { continue };
            let before = table.facts(player.id);
            let coins = number(&given.coins, before.coins, MAX_COINS)?;
            let knights_in_supply = number(&given.knights_in_supply, before.knights_in_supply, MAX_KNIGHTS.into())?;
            let facts = Facts { coins, knights_in_supply, ..before };
            facts.check().map_err(out_of_box)?;
            if facts != before {
                edits.push(Edit::of_players(What::Facts { player: player.id, facts }));
            }
        }
        if let Some(queen) = self.queen {
            let host = match queen {
                Some(Host::Player(index)) => {
                    let player = table.settings.players.get(index).ok_or_else(Refused::not_found)?;
                    Some(Host::Player(player.id))
                }
                Some(Host::Nobody(nobody)) => Some(Host::Nobody(nobody)),
                None => None,
            };
            if host != table.queen() {
                edits.push(Edit::of_players(What::Queen(host)));
            }
        }
        Ok(edits)
    }

    /// The edit of the winner by agreement.
    ///
    /// # Errors
    /// If the player does not share the first place.
    fn agreement(&self, before: &TableState, table: &Table) -> Result<Option<Edit>, Refused> {
        let Some(agreed) = self.agreed else { return Ok(None) };
        let player = match agreed {
            Some(index) => Some(table.settings.players.get(index).ok_or_else(Refused::not_found)?),
            None => None,
        };
        let is_first = |player: &Player| {
            let named = before.table.settings.name(player.id);
            before.share_the_first_place().any(|name| named == Some(name))
        };
        if !player.is_none_or(is_first) {
            return Err(Refused::bad("no-shared-place", MessageId::ServeNoSharedPlace));
        }
        let is_new = player != table.agreed();
        Ok(is_new.then(|| Edit::of_players(What::Agreed(player.map(|player| player.id)))))
    }

    /// The change of players and rules if no photo must be read again for it. `is_agreed`: the person accepts
    /// the losses. `has_file`: whether the file of a photo is available, so that it can be kept.
    ///
    /// # Errors
    /// If a value is impossible, or if something would be lost.
    pub fn change(
        &self,
        state: &TableState,
        is_agreed: bool,
        has_file: impl Fn(PhotoId) -> bool,
    ) -> Result<Change, Refused> {
        let mut table = state.table.clone();
        table.settings = self.put_into(&table.settings)?;
        let info = table.settings.info();
        // Bonuses change the totals but not the readings of squares. Each photo's reading stores them, too.
        let is_changed = table.photos.iter().any(|photo| photo.reading.info != info);
        let photos = if is_changed { PhotoChange::Rows } else { PhotoChange::Not };
        for photo in &mut table.photos {
            photo.reading.info = info.clone();
            photo.is_kept = table.settings.keep_photos && (photo.is_kept || has_file(photo.id));
        }
        let lost = self.own(state, &mut table)?;
        if !is_agreed && !lost.is_empty() {
            return Err(Refused::would_drop(lost));
        }
        Ok(Change { photos, ..Change::new(table) })
    }

    /// Assigns kingdoms and facts to players, in a table that already contains the new players. Returns what
    /// is lost with removed players.
    ///
    /// # Errors
    /// If there is no such kingdom or player, or if a number is more than the box contains.
    pub fn own(&self, before: &TableState, table: &mut Table) -> Result<Vec<Lost>, Refused> {
        let mut lost = Vec::new();
        for player in &before.table.settings.players {
            if table.settings.player(player.id).is_none() && is_something_known_of(player, before) {
                lost.push(MessageId::ServeAllOfPlayer.with("player", &*player.name).into());
            }
        }
        table.forget_removed_players();
        let Settings { players, .. } = &table.settings;
        for owner in table.photos.iter_mut().flat_map(|photo| &mut photo.owners) {
            *owner = owner.filter(|id| players.iter().any(|player| player.id == *id));
        }
        let mut edits = Vec::new();
        for (key, owner) in self.owners.iter().flatten() {
            let view = before.view(key).ok_or_else(Refused::not_found)?;
            let owner = match owner {
                Some(index) => Some(table.settings.players.get(*index).ok_or_else(Refused::not_found)?.id),
                None => None,
            };
            let kingdom = before.one.kingdoms().iter().find(|kingdom| kingdom.contains(&view));
            let kingdoms: Vec<KingdomId> = kingdom.into_iter().flatten().map(|view| before.ids[*view]).collect();
            // If a request gives a kingdom two owners, the later counts.
            edits.retain(|edit: &Edit| !kingdoms.contains(&edit.kingdom));
            edits.extend(table.giving(kingdoms, owner));
        }
        edits.extend(self.facts(table)?);
        edits.extend(self.agreement(before, table)?);
        add_answer(table, edits)?;
        Ok(lost)
    }

    /// The new index of the player who was at `place`. If the client gives any `was`, it is the player whose
    /// `was` is the old name. Otherwise it is the player with the same name. If nobody has that name, the
    /// number of players is the same, and the name now at `place` is new, then the player at `place` was
    /// renamed.
    fn place_after(&self, place: usize, before: &[Player], after: &[Player]) -> Option<usize> {
        let name = &before.get(place)?.name;
        let were: Vec<Option<&str>> = self.players.iter().flatten().map(PlayerField::was).collect();
        if were.iter().any(Option::is_some) {
            return were.iter().position(|was| was.is_some_and(|was| *name == *was));
        }
        after.iter().position(|player| player.name == *name).or_else(|| {
            let is_new_name = |name: &Name| before.iter().all(|player| player.name != *name);
            (before.len() == after.len() && is_new_name(&after[place].name)).then_some(place)
        })
    }

    fn checked(&self, players: &[PlayerField], before: &[Player]) -> Result<Vec<Player>, Refused> {
        check_number(players.len())?;
        let mut checked: Vec<Player> = Vec::new();
        for player in players {
            let name = checked_name(player.name())?;
            if checked.iter().any(|other| other.name == name) {
                return Err(Refused::bad("same-name", MessageId::ServeSameName.with("player", &name)));
            }
            checked.push(Player::called(name));
        }
        for (place, was) in before.iter().enumerate() {
            if let Some(now) = self.place_after(place, before, &checked) {
                checked[now].id = was.id;
            }
        }
        Ok(checked)
    }

    /// Whether photos must be read again.
    pub fn reads_anew(&self, before: &Settings) -> bool {
        self.game.is_some_and(|game| game != before.game) || self.size.is_some_and(|size| size != before.size)
    }
}

/// Checks the number of players, and that their names fit on the page.
///
/// # Errors
/// See above.
pub fn check_players(players: &[Player]) -> Result<(), Refused> {
    check_number(players.len())?;
    players.iter().try_for_each(|player| checked_name(player.name.as_str()).map(drop))
}

fn check_number(players: usize) -> Result<(), Refused> {
    if players <= MOST_PLAYERS {
        return Ok(());
    }
    Err(Refused::bad("too-many-players", MessageId::ServeTooManyPlayers.with("most", MOST_PLAYERS)))
}

/// Whether anything is known about the player: a kingdom, a typed total, coins, knights or the Queen's visit.
fn is_something_known_of(player: &Player, state: &TableState) -> bool {
    state.table.facts(player.id) != Facts::default()
        || state.totals.contains_key(&player.id)
        || state.table.queen() == Some(Host::Player(player.id))
        || state.owners.contains(&Some(player.id))
}

/// Checks a player's name, and converts it to a [`Name`].
fn checked_name(text: &str) -> Result<Name, Refused> {
    let name = Name::new(text).filter(|name| name.chars().count() <= LONGEST_NAME && name.as_str() != NOBODY);
    name.ok_or_else(|| Refused::bad("bad-name", MessageId::ServeBadName.with("most", LONGEST_NAME)))
}

/// The given number, otherwise the previous one; at most `most`.
fn number(given: &Option<Option<Number>>, before: Option<u16>, most: u16) -> Result<Option<u16>, Refused> {
    let Some(given) = given else { return Ok(before) };
    let Some(number) = given else { return Ok(None) };
    match number.as_u64().and_then(|number| u16::try_from(number).ok()) {
        Some(number) if number <= most => Ok(Some(number)),
        _ => Err(Refused::bad("bad-number", MessageId::ServeBadNumber.with("most", most))),
    }
}

fn out_of_box(error: OutOfBox) -> Refused {
    Refused::bad("bad-number", MessageId::ServeBadNumber.with("most", error.most))
}
