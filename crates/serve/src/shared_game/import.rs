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
        let owner =
            |name: &Name| self.settings.players.iter().find(|player| player.name == *name).map(|player| player.id);
        let owners: Vec<Option<PlayerId>> = self.names.iter().map(|name| owner(name.as_ref()?)).collect();
        for (index, line) in self.saved.photos().enumerate() {
            let views = self.one.views().iter().zip(&owners).filter(|(view, _)| view.photo == index);
            let mut owners: Vec<Option<PlayerId>> = views.map(|(_, owner)| *owner).collect();
            if owners.is_empty() {
                let taken_for = self.saved.table().and_then(|table| table.taken_for.get(index)?.as_ref());
                owners.extend(taken_for.and_then(owner).map(Some));
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
        let said_of = |(view, given): (usize, &Vec<GivenSquare>)| -> Vec<Edit> {
            given.iter().map(|one| game.said_at(view, *one)).collect()
        };
        let players = &game.rows.state.settings.players;
        let total_of = |(name, total): &(Name, u16)| {
            let player = players.iter().find(|player| player.name == *name)?;
            Some(Edit::total(player.id, Some(*total)))
        };
        let mut totals = self.saved.inputs().totals;
        for SavedPlayer { name, total, .. } in self.saved.table().iter().flat_map(|table| &table.players) {
            let is_said = totals.iter().any(|(player, _)| player == name);
            totals.extend(total.filter(|_| !is_said).map(|total| (name.clone(), total)));
        }
        let said = self.given.iter().enumerate().flat_map(said_of).chain(totals.iter().filter_map(total_of));
        let said: Vec<Edit> = said.collect();
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
    let seated = || table.iter().flat_map(|table| &table.players);
    let mut players: Vec<&Name> = seated().map(|player| &player.name).collect();
    let typed = inputs.totals.iter().map(|(name, _)| name);
    for name in names.iter().flatten().chain(typed) {
        if !players.contains(&name) {
            players.push(name);
        }
    }
    let number =
        |given: &[(Name, u16)], name: &Name| given.iter().find(|(of, _)| of == name).map(|(_, number)| *number);
    let player = |name: &&Name| {
        let seat = seated().find(|player| player.name == **name);
        let coins = number(&inputs.coins, name).or_else(|| seat?.facts.coins);
        let knights = number(&inputs.knights_in_supply, name).or_else(|| seat?.facts.knights_in_supply);
        json!({ "name": name.as_str(), "coins": coins, "knights_in_supply": knights })
    };
    let host = |visit: &Visit| match visit {
        Visit::Player(name) => players.iter().position(|player| *player == name).map(|index| json!(index)),
        Visit::Nobody => Some(json!("nobody")),
    };
    let told = saved.photos().next().map(|line| line.info.clone()).unwrap_or_default();
    let queen = inputs.queens.first().or_else(|| table?.queen.as_ref());
    let mut fields = json!({
        "variants": inputs.variants.iter().map(|variant| variant.id()).collect::<Vec<_>>(),
        "game": table.map_or(json!(told.game), |table| json!(table.game)),
        "size": table.map_or(json!(told.size), |table| json!(table.size)),
        "queen": queen.and_then(host),
        "teams": table.is_some_and(|table| table.teams),
        "finished": table.is_some_and(|table| table.finished),
    });
    if !players.is_empty() {
        fields["players"] = players.iter().map(player).collect();
    }
    let fields: GameFields = serde_json::from_value(fields).map_err(|error| no_game(&error.to_string()))?;
    fields.put_into(&Settings::default())
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
