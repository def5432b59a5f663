//! A game from a file, as written by `game --save` or the page's `game.json`. The file does not contain the
//! photos.

use std::path::Path;
use std::sync::Arc;

use axum::http::StatusCode;
use serde_json::json;

use super::{change, delete};
use crate::api_error::ApiError;
use crate::open_games::ReadGame;
use crate::server::Server;
use game::ids::{KingdomId, PhotoId, PlayerId};
use game::one_game::{OneGame, SavedError, SavedGame, SavedPlayer};
use kingdomino::formats::Name;
use kingdomino::standings::{TableInputs, TieRule, Visit};
use messages::{Message, MessageId, Words};
use reading::correction::GivenSquare;
use table::change::{Change, PhotoChange, add_answer};
use table::fields::GameFields;
use table::log::{Edit, Table, What};
use table::photo::PhotoRow;
use table::settings::Settings;
use table::state::unique_name;

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
        let table = self.table()?;
        let id = server.store.create(&self.settings).map_err(ApiError::of_store)?;
        let made = change(server, id, |_| Ok(Change { photos: PhotoChange::Added, ..Change::new(table) }));
        if made.is_err() {
            delete(server, id)?;
        }
        made
    }

    /// The file's photos with their owners, and its corrections and totals as edits.
    fn table(&self) -> Result<Table, ApiError> {
        let mut table = Table { settings: self.settings.clone(), ..Table::default() };
        for (index, line) in self.saved.photos().enumerate() {
            let mut line = line.clone();
            let name = line.photo.rsplit(['/', '\\']).next().unwrap_or_default();
            line.photo = unique_name(name, &table);
            line.info = self.settings.info();
            let row = PhotoRow {
                id: table.next_photo(),
                numbers: (1..=line.kingdoms.len()).collect(),
                line,
                marked: Vec::new(),
                owners: self.owners(index),
                size_px: [0, 0],
                is_kept: false,
            };
            table.photos.push(row);
        }
        for (view, given) in self.one.views().iter().zip(&self.given) {
            let kingdom = KingdomId { photo: PhotoId(view.photo as u32 + 1), number: view.number };
            for one in given {
                add_answer(&mut table, vec![Edit::new(kingdom, What::Square(*one))])?;
            }
        }
        let mut totals = self.saved.inputs().totals;
        for SavedPlayer { name, total, .. } in self.saved.table().iter().flat_map(|table| &table.players) {
            let is_given = totals.iter().any(|(player, _)| player == name);
            totals.extend(total.filter(|_| !is_given).map(|total| (name.clone(), total)));
        }
        for (name, total) in totals {
            if let Some(player) = self.settings.player_called(&name) {
                add_answer(&mut table, vec![Edit::total(player.id, Some(total))])?;
            }
        }
        Ok(table)
    }

    /// The owners of a photo's kingdoms; of a photo without a kingdom, whose it was to show.
    fn owners(&self, photo: usize) -> Vec<Option<PlayerId>> {
        let views = self.one.views().iter().zip(&self.names).filter(|(view, _)| view.photo == photo);
        let mut names: Vec<Option<&Name>> = views.map(|(_, name)| name.as_ref()).collect();
        if names.is_empty() {
            let taken_for = self.saved.table().and_then(|table| table.taken_for.get(photo)?.as_ref());
            names.extend(taken_for.map(Some));
        }
        let players = names.into_iter().map(|name| self.settings.player_called(name?));
        players.map(|player| player.map(|player| player.id)).collect()
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
    Ok(fields.put_into(&Settings::default())?)
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
