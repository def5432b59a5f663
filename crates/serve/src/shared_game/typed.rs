//! Typed kingdoms and totals: in place of a reading, in a photo in which nothing was read, or without a
//! photo.

use axum::http::StatusCode;
use serde::Deserialize;
use serde_json::Number;

use super::corners::say_grids;
use super::grids::free_number;
use super::{Change, ReadGame, with_said};
use crate::api_error::ApiError;
use crate::store::{Edit, Grid, MarkedGrid, PhotoChange, PhotoRow, What};
use game::ids::{KingdomId, PhotoId, PlayerId};
use game::line::ResultLine;
use game::photo_info::PhotoInfo;
use kingdomino::domain::{Game, Grid as Squares, GridSize, Kingdom, Square};
use kingdomino::standings::{MAX_TOTAL, checked_total};
use messages::{MessageId, Words};
use report::scan_json::ScannedKingdom;

/// A typed kingdom.
#[derive(Debug, Clone, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Typed {
    /// Rows from the top, each a list of words such as `wheat:1`, `castle`, `empty`.
    squares: Vec<Vec<String>>,
    /// The name of the player whose kingdom it is; without it its owner stays.
    #[serde(default)]
    player: Option<String>,
    /// The key of the kingdom that it replaces, such as `1k2`.
    #[serde(default)]
    pub kingdom: Option<String>,
    /// The number of the photo that shows it.
    #[serde(default)]
    #[cfg_attr(test, schemars(with = "Option<u32>"))]
    photo: Option<PhotoId>,
    /// The replaced kingdom in notation as the phone saw it. If it has changed since, the request is refused.
    #[serde(default)]
    pub notation: Option<String>,
}

impl Typed {
    /// Whether it comes without a photo and therefore needs a row of its own.
    pub fn needs_row(&self) -> bool {
        self.kingdom.is_none() && self.photo.is_none()
    }

    /// The kingdom, as one of the game that the players chose or that was read, otherwise of the first game
    /// that has such squares.
    pub fn checked(&self, read: &ReadGame) -> Result<Kingdom, ApiError> {
        let (rows, cols) = (self.squares.len(), self.squares.first().map_or(0, Vec::len));
        let lines = 1..=GridSize::Seven.squares_wide();
        if !lines.contains(&rows) || !lines.contains(&cols) || self.squares.iter().any(|row| row.len() != cols) {
            return Err(no_kingdom(read));
        }
        let mut squares = Vec::new();
        for word in self.squares.iter().flatten() {
            let square = word
                .parse::<Square>()
                .map_err(|_| ApiError::bad("bad-square", MessageId::ServeNoSuchSquareWord.with("word", word.as_str())));
            squares.push(square?);
        }
        let squares = Squares::from_cells(rows, cols, squares);
        let settings = &read.rows.state.settings;
        let known = read.records.first().map(|record| &record.kingdom);
        let size = settings.size.or_else(|| known.map(Kingdom::size));
        let game = settings.game.or_else(|| known.map(Kingdom::game));
        game.into_iter()
            .chain(Game::ALL)
            .find_map(|game| {
                Kingdom::new(game, size.unwrap_or_else(|| GridSize::from_squares(&squares)), squares.clone()).ok()
            })
            .ok_or_else(|| no_kingdom(read))
    }
}

/// 422: the squares are no valid kingdom.
pub fn no_kingdom(read: &ReadGame) -> ApiError {
    let known = read.records.first().map(|record| record.kingdom.size());
    let size = read.rows.state.settings.size.or(known).unwrap_or(GridSize::Seven);
    let message = MessageId::ServeBadKingdom.with("most", size.squares_wide());
    ApiError::new(StatusCode::UNPROCESSABLE_ENTITY, "bad-kingdom", message)
}

/// The line of an earlier typed kingdom, under the game's current rules.
pub fn anew(name: &str, kingdom: &ScannedKingdom, info: &PhotoInfo) -> ResultLine {
    ResultLine::typed(name, &kingdom.record.kingdom, info)
}

/// The change that adds a typed kingdom to the game. `view` is the kingdom that it replaces. Corrections of
/// that kingdom are part of what was typed, because painting starts from it; so nothing is lost, and an undo
/// restores it.
pub fn put(read: &ReadGame, typed: &Typed, view: Option<usize>) -> Result<Change, ApiError> {
    let mut state = read.rows.state.clone();
    let players = &read.rows.state.settings.players;
    let player = match &typed.player {
        Some(name) => Some(players.iter().find(|player| player.name == **name).ok_or_else(ApiError::changed)?),
        None => None,
    };
    let kingdom = typed.checked(read)?;
    let info = state.settings.info();
    let own = match (view, typed.photo) {
        (Some(view), _) => read.ids[view],
        (None, Some(photo)) => {
            let row = read.photos().find(|row| row.id == photo).ok_or_else(ApiError::not_found)?;
            row.kingdom(free_number(row, &state.said))
        }
        (None, None) => {
            let name = &player.ok_or_else(ApiError::not_found)?.name;
            let photo = state.next_photo();
            state.photos.push(PhotoRow {
                id: photo,
                line: ResultLine::blank(&super::unique_name(name, &read.rows), &info),
                numbers: Vec::new(),
                marked: Vec::new(),
                owners: Vec::new(),
                size_px: [0, 0],
                is_kept: false,
            });
            KingdomId { photo, number: 1 }
        }
    };
    let player = player.map(|player| player.id);
    let row = state.photo(own.photo).ok_or_else(ApiError::not_found)?;
    let line = ResultLine::typed(&row.line.photo, &kingdom, &info);
    let ([kingdom], [guesses]) = (&line.kingdoms[..], &line.guesses[..]) else { return Err(no_kingdom(read)) };
    let marked = MarkedGrid { id: row.free_mark(), by_hand: None, kingdom: kingdom.clone(), guesses: guesses.clone() };
    let grid = Edit::new(own, What::Grid(Grid::Marked(marked.id)));
    // It replaces the kingdom in all photos; otherwise their readings would count as another kingdom.
    let same = view.and_then(|view| read.one.kingdoms().iter().find(|views| views.contains(&view)));
    let others = same.into_iter().flatten().filter(|other| Some(**other) != view);
    let others = others.map(|other| Edit::new(read.ids[*other], What::Grid(Grid::Nowhere)));
    // The only kingdom of a photo belongs to the player with whom the photo came.
    let came_with =
        if view.is_none() && row.numbers.is_empty() && own.number == 1 { state.owner(row, 1) } else { None };
    let owner = player.or_else(|| read.owners[view?]).or(came_with);
    // A player has one kingdom: the player's earlier kingdoms lose their owner.
    let had = had(read, player).into_iter().filter(|had| *had != own);
    let owners = state.giving(had, None).into_iter().chain(state.giving([own], owner));
    let said = std::iter::once(grid).chain(others).chain(total_gone(read, player)).chain(owners).collect();
    if let Some(row) = state.photo_mut(own.photo) {
        row.marked.push(marked);
    }
    say_grids(&mut state, said)?;
    Ok(Change { photos: PhotoChange::Rows, ..Change::new(state) })
}

/// A player's total, typed in place of a kingdom; `None` takes it back.
#[derive(Debug, Clone, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct TypedTotal {
    /// The player's name.
    player: String,
    /// Any number: one that is no total is refused with the range.
    #[cfg_attr(test, schemars(with = "Option<u16>", range(max = MAX_TOTAL)))]
    total: Option<Number>,
}

/// The change that sets a player's total.
pub fn put_total(read: &ReadGame, typed: &TypedTotal) -> Result<Change, ApiError> {
    let players = &read.rows.state.settings.players;
    let player = players.iter().find(|player| player.name == *typed.player).ok_or_else(ApiError::changed)?;
    let total = match &typed.total {
        Some(total) => {
            let total = total.as_u64().and_then(|total| checked_total(total).ok());
            let refused = ApiError::bad("bad-number", MessageId::ServeBadNumber.with("most", MAX_TOTAL));
            Some(total.ok_or(refused)?)
        }
        None => None,
    };
    if total.is_some() && read.owners.contains(&Some(player.id)) {
        let message = MessageId::ServeTotalOfKingdom.with("player", &*typed.player);
        return Err(ApiError::new(StatusCode::CONFLICT, "has-kingdom", message));
    }
    Ok(Change::new(with_said(read, vec![Edit::total(player.id, total)])?))
}

/// A typed kingdom replaces a typed total.
fn total_gone(read: &ReadGame, player: Option<PlayerId>) -> impl Iterator<Item = Edit> {
    player.filter(|player| read.totals.contains_key(player)).map(|player| Edit::total(player, None)).into_iter()
}

/// The kingdoms of a player.
fn had(read: &ReadGame, player: Option<PlayerId>) -> Vec<KingdomId> {
    let had = (0..read.ids.len()).filter(|view| player.is_some() && read.owners[*view] == player);
    had.map(|view| read.ids[view]).collect()
}
