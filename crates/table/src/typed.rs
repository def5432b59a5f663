//! Typed kingdoms and totals: in place of a reading, in a photo in which nothing was read, or without a
//! photo.

use serde::Deserialize;
use serde_json::Number;

use game::ids::{KingdomId, PhotoId, PlayerId};
use game::photo_info::PhotoInfo;
use game::photo_reading::{PhotoReading, Status};
use kingdomino::domain::{Game, Grid as Squares, GridSize, Kingdom, Square};
use kingdomino::standings::{MAX_TOTAL, checked_total};
use messages::{MessageId, Words};

use crate::change::{Change, PhotoChange, with_edits};
use crate::corners::add_grids;
use crate::grids::free_number;
use crate::log::{Edit, Table, What};
use crate::photo::{Grid, MarkedGrid, PhotoRow};
use crate::refused::Refused;
use crate::state::{TableState, unique_name};

/// A typed kingdom.
#[derive(Debug, Clone, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Typed {
    /// Rows from the top, each a list of words such as `wheat:1`, `castle`, `empty`.
    squares: Vec<Vec<String>>,
    /// The name of the player who owns the kingdom; without it the owner stays the same.
    #[serde(default)]
    player: Option<String>,
    /// The key of the kingdom that it replaces, such as `1k2`.
    #[serde(default)]
    pub kingdom: Option<String>,
    /// The number of the photo that shows it.
    #[serde(default)]
    #[cfg_attr(feature = "schema", schemars(with = "Option<u32>"))]
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

    /// Checks the kingdom. Its game is the one that the players chose or that was read, otherwise the first
    /// game that allows these squares.
    ///
    /// # Errors
    /// If the squares are not a valid kingdom.
    pub fn checked(&self, state: &TableState) -> Result<Kingdom, Refused> {
        let (rows, cols) = (self.squares.len(), self.squares.first().map_or(0, Vec::len));
        let lines = 1..=GridSize::Seven.squares_wide();
        if !lines.contains(&rows) || !lines.contains(&cols) || self.squares.iter().any(|row| row.len() != cols) {
            return Err(no_kingdom(state));
        }
        let mut squares = Vec::new();
        for word in self.squares.iter().flatten() {
            let square: Square = word.parse().map_err(|_| {
                Refused::bad("bad-square", MessageId::ServeNoSuchSquareWord.with("word", word.as_str()))
            })?;
            squares.push(square);
        }
        let squares = Squares::from_cells(rows, cols, squares);
        let settings = &state.table.settings;
        let known = state.records.first().map(|record| &record.kingdom);
        let size = settings.size.or_else(|| known.map(Kingdom::size));
        let size = size.unwrap_or_else(|| GridSize::from_squares(&squares));
        let game = settings.game.or_else(|| known.map(Kingdom::game));
        let mut games = game.into_iter().chain(Game::ALL);
        games.find_map(|game| Kingdom::new(game, size, squares.clone()).ok()).ok_or_else(|| no_kingdom(state))
    }
}

/// The refusal if the squares are not a valid kingdom.
pub fn no_kingdom(state: &TableState) -> Refused {
    let known = state.records.first().map(|record| record.kingdom.size());
    let size = state.table.settings.size.or(known).unwrap_or(GridSize::Seven);
    Refused::impossible("bad-kingdom", MessageId::ServeBadKingdom.with("most", size.squares_wide()))
}

/// The change that adds a typed kingdom to the table. `view` is the kingdom that it replaces, if any. The
/// person paints over that kingdom as it is displayed, with its edits, so none of them is lost; an undo
/// restores it.
///
/// # Errors
/// If the squares are not a valid kingdom, or if the table has no such photo or player.
pub fn put(state: &TableState, typed: &Typed, view: Option<usize>) -> Result<Change, Refused> {
    let mut table = state.table.clone();
    let player = typed.player.as_ref().map(|name| player_called(state, name)).transpose()?;
    let kingdom = typed.checked(state)?;
    let info = table.settings.info();
    let own = match (view, typed.photo) {
        (Some(view), _) => state.ids[view],
        (None, Some(photo)) => {
            let row = state.photos().find(|row| row.id == photo).ok_or_else(Refused::not_found)?;
            row.kingdom(free_number(row, &table.edits))
        }
        (None, None) => {
            let name = table.settings.name(player.ok_or_else(Refused::not_found)?).ok_or_else(Refused::not_found)?;
            let name = unique_name(name, &state.table);
            KingdomId { photo: add_blank(&mut table, &name, &info), number: 1 }
        }
    };
    let row = table.photo(own.photo).ok_or_else(Refused::not_found)?;
    let reading = PhotoReading::typed(&row.reading.photo, &kingdom, &info);
    let (Status::Scored, [guesses]) = (reading.status, &reading.guesses[..]) else { return Err(no_kingdom(state)) };
    let marked = MarkedGrid { id: row.free_mark(), by_hand: None, guesses: guesses.clone() };
    let mut edits = vec![Edit::new(own, What::Grid(Grid::Marked(marked.id)))];
    // It replaces the kingdom in all photos, because a photo's own reading would count as another kingdom.
    let same = view.and_then(|view| state.one.kingdoms().iter().find(|views| views.contains(&view)));
    let others = same.into_iter().flatten().filter(|other| Some(**other) != view);
    edits.extend(others.map(|other| Edit::new(state.ids[*other], What::Grid(Grid::Nowhere))));
    if let Some(player) = player.filter(|player| state.totals.contains_key(player)) {
        // A typed kingdom replaces a typed total.
        edits.push(Edit::total(player, None));
    }
    // A player has one kingdom: the player's earlier kingdoms lose their owner.
    let had = kingdoms_of(state, player).into_iter().filter(|had| *had != own);
    edits.extend(table.giving(had, None));
    // A photo's only kingdom belongs to the player for whom the photo was added.
    let is_only = view.is_none() && row.numbers.is_empty() && own.number == 1;
    let came_with = if is_only { table.owner(row, 1) } else { None };
    let owner = player.or_else(|| state.owners[view?]).or(came_with);
    edits.extend(table.giving([own], owner));
    if let Some(row) = table.photo_mut(own.photo) {
        row.marked.push(marked);
    }
    add_grids(&mut table, edits)?;
    Ok(Change { photos: PhotoChange::Rows, ..Change::new(table) })
}

/// The player of this name.
fn player_called(state: &TableState, name: &str) -> Result<PlayerId, Refused> {
    let player = state.table.settings.players.iter().find(|player| player.name == *name);
    player.map(|player| player.id).ok_or_else(Refused::changed)
}

/// Adds a row without a photo, for a typed kingdom.
fn add_blank(table: &mut Table, name: &str, info: &PhotoInfo) -> PhotoId {
    let id = table.next_photo();
    table.photos.push(PhotoRow {
        id,
        reading: PhotoReading::blank(name, info),
        numbers: Vec::new(),
        marked: Vec::new(),
        owners: Vec::new(),
        size_px: [0, 0],
        is_kept: false,
    });
    id
}

/// The kingdoms of a player; empty if `player` is `None`.
fn kingdoms_of(state: &TableState, player: Option<PlayerId>) -> Vec<KingdomId> {
    let owned = state.ids.iter().zip(&state.owners).filter(|(_, owner)| player.is_some() && **owner == player);
    owned.map(|(kingdom, _)| *kingdom).collect()
}

/// A player's total, typed in place of a kingdom; `None` withdraws it.
#[derive(Debug, Clone, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct TypedTotal {
    /// The player's name.
    player: String,
    /// Any number; if it is not a valid total, the refusal states the range.
    #[cfg_attr(feature = "schema", schemars(with = "Option<u16>", range(max = MAX_TOTAL)))]
    total: Option<Number>,
}

/// The change that sets a player's total.
///
/// # Errors
/// If there is no such player, if the total is not valid, or if the player has a kingdom.
pub fn put_total(state: &TableState, typed: &TypedTotal) -> Result<Change, Refused> {
    let player = player_called(state, &typed.player)?;
    let total = match &typed.total {
        None => None,
        Some(total) => {
            let total = total.as_u64().and_then(|total| checked_total(total).ok());
            let refused = || Refused::bad("bad-number", MessageId::ServeBadNumber.with("most", MAX_TOTAL));
            Some(total.ok_or_else(refused)?)
        }
    };
    if total.is_some() && state.owners.contains(&Some(player)) {
        let message = MessageId::ServeTotalOfKingdom.with("player", &*typed.player);
        return Err(Refused::conflict("has-kingdom", message));
    }
    Ok(Change::new(with_edits(state, vec![Edit::total(player, total)])?))
}
