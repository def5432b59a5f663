//! A game from a file, as written by `game --save` or the page's `game.json`. The file does not contain the
//! photos.

use std::path::Path;
use std::sync::Arc;

use axum::http::StatusCode;
use serde_json::json;

use super::{Change, GameFields, ReadGame, change, delete, read, say, unique_name};
use crate::api_error::ApiError;
use crate::server::Server;
use crate::store::{Edit, PhotoChange, PhotoRow, Settings};
use game::ids::PlayerId;
use game::one_game::{OneGame, SavedError, SavedGame, SavedPlayer};
use kingdomino::formats::Name;
use kingdomino::standings::{TableInputs, TieRule, Visit};
use messages::{Message, MessageId, Words};
use reading::correction::GivenSquare;
/// A file that was read and checked.
pub struct Import {
    saved: SavedGame,
    one: OneGame,
    /// The player of each view.
    names: Vec<Option<Name>>,
    /// The corrections of each view.
    given: Vec<Vec<GivenSquare>>,
    settings: Settings,
}

impl Import {
    /// Parses the file. Refuses anything that a game here cannot hold, so that nothing is lost.
    pub fn new(text: &[u8]) -> Result<Self, ApiError> {
        // Only the terminal's messages name a file.
        let path = Path::new("");
        let saved = SavedGame::from_json(text, path).map_err(refused)?;
        let (one, names, given) = saved.open(path).map_err(refused)?;
        let inputs = saved.inputs();
        if inputs.tie_rule != TieRule::default() {
            return Err(refusal(MessageId::ServeOtherTieBreak.with("rule", inputs.tie_rule.id())));
        }
        let settings = settings(&saved, &names, &inputs)?;
        Ok(Self { saved, one, names, given, settings })
    }

    /// Creates the game.
    pub fn into_game(self, server: &Server) -> Result<Arc<ReadGame>, ApiError> {
        let id = server.store.create(&self.settings).map_err(ApiError::of_store)?;
        let made = self.fill(server, id);
        if made.is_err() {
            delete(server, id)?;
        }
        made
    }

    fn fill(&self, server: &Server, id: i64) -> Result<Arc<ReadGame>, ApiError> {
        let players = &self.settings;
        let owners: Vec<Option<PlayerId>> =
            self.names.iter().map(|name| Some(players.player_called(name.as_ref()?)?.id)).collect();
        for (index, line) in self.saved.photos().enumerate() {
            let views = self.one.views().iter().zip(&owners).filter(|(view, _)| view.photo == index);
            let mut owners: Vec<Option<PlayerId>> = views.map(|(_, owner)| *owner).collect();
            if owners.is_empty() {
                let taken_for = self.saved.table().and_then(|table| table.taken_for.get(index)?.as_ref());
                owners.extend(taken_for.and_then(|name| players.player_called(name)).map(|player| Some(player.id)));
            }
            change(server, id, |game| {
                let mut state = game.rows.state.clone();
                let photo = state.next_photo();
                let mut line = line.clone();
                let name = line.photo.rsplit(['/', '\\']).next().unwrap_or_default();
                line.photo = unique_name(name, &game.rows);
                line.info = self.settings.info();
                let numbers = (1..=line.kingdoms.len()).collect();
                state.photos.push(PhotoRow {
                    id: photo,
                    line,
                    numbers,
                    marked: Vec::new(),
                    owners,
                    size_px: [0, 0],
                    is_kept: false,
                });
                Ok(Change { photos: PhotoChange::Added(None), ..Change::new(state) })
            })?;
        }
        let game = read(server, id)?;
        let mut totals = self.saved.inputs().totals;
        for SavedPlayer { name, total, .. } in self.saved.table().iter().flat_map(|table| &table.players) {
            let is_said = totals.iter().any(|(player, _)| player == name);
            totals.extend(total.filter(|_| !is_said).map(|total| (name.clone(), total)));
        }
        let mut said: Vec<Edit> = Vec::new();
        for (view, given) in self.given.iter().enumerate() {
            said.extend(given.iter().map(|one| game.said_at(view, *one)));
        }
        for (name, total) in &totals {
            let player = game.rows.state.settings.player_called(name);
            said.extend(player.map(|player| Edit::total(player.id, Some(*total))));
        }
        change(server, id, |game| {
            let mut state = game.rows.state.clone();
            said.into_iter().try_for_each(|said| say(&mut state, vec![said]))?;
            Ok(Change::new(state))
        })
    }
}

/// In the form of a client's request, so that the same checks apply.
fn settings(saved: &SavedGame, names: &[Option<Name>], inputs: &TableInputs) -> Result<Settings, ApiError> {
    let table = saved.table();
    let seated: Vec<&SavedPlayer> = table.iter().flat_map(|table| &table.players).collect();
    let mut players: Vec<&Name> = seated.iter().map(|player| &player.name).collect();
    let typed = inputs.totals.iter().map(|(name, _)| name);
    for name in names.iter().flatten().chain(typed) {
        if !players.contains(&name) {
            players.push(name);
        }
    }
    let told = saved.photos().next().map(|line| line.info.clone()).unwrap_or_default();
    let queen = match inputs.queens.first().or_else(|| table?.queen.as_ref()) {
        Some(Visit::Player(name)) => players.iter().position(|player| *player == name).map(|index| json!(index)),
        Some(Visit::Nobody) => Some(json!("nobody")),
        None => None,
    };
    let mut fields = json!({
        "variants": inputs.variants.iter().map(|variant| variant.id()).collect::<Vec<_>>(),
        "game": table.map_or(json!(told.game), |table| json!(table.game)),
        "size": table.map_or(json!(told.size), |table| json!(table.size)),
        "queen": queen,
        "teams": table.is_some_and(|table| table.teams),
        "finished": table.is_some_and(|table| table.finished),
    });
    if !players.is_empty() {
        let mut all = Vec::new();
        for name in players {
            let seat = seated.iter().copied().find(|player| player.name == *name);
            all.push(player_fields(name, seat, inputs));
        }
        fields["players"] = all.into();
    }
    let fields: GameFields = serde_json::from_value(fields).map_err(|error| no_game(&error.to_string()))?;
    fields.put_into(&Settings::default())
}

/// A player's name and facts, as in a request. Facts given for the kingdom take precedence over the seat's.
fn player_fields(name: &Name, seat: Option<&SavedPlayer>, inputs: &TableInputs) -> serde_json::Value {
    let coins = number_of(name, &inputs.coins).or_else(|| seat?.facts.coins);
    let knights = number_of(name, &inputs.knights_in_supply).or_else(|| seat?.facts.knights_in_supply);
    json!({ "name": name.as_str(), "coins": coins, "knights_in_supply": knights })
}

/// The number given for this player.
fn number_of(name: &Name, given: &[(Name, u16)]) -> Option<u16> {
    given.iter().find(|(player, _)| player == name).map(|(_, number)| *number)
}

fn refused(error: SavedError) -> ApiError {
    match error {
        SavedError::NoGame { problem, .. } => no_game(&problem),
        _ => refusal(MessageId::ServeGameOfOtherVersion),
    }
}

fn no_game(problem: &str) -> ApiError {
    refusal(MessageId::ServeNoGameFile.with("problem", problem.to_owned()))
}

fn refusal(message: impl Into<Message>) -> ApiError {
    ApiError::new(StatusCode::UNPROCESSABLE_ENTITY, "no-saved-game", message)
}
