//! Changes of a game. A refused change stores nothing.

use std::sync::{Arc, PoisonError};

use super::files::keep_as_said;
use super::lost::{NO_KINGDOM, lost, would_drop};
use super::reading::check_last;
use super::{ReadGame, read_open};
use crate::api_error::{ApiError, Lost};
use crate::open_games::OpenGame;
use crate::server::Server;
use crate::store::{Edit, GameRows, GameState, PhotoChange};
use kingdomino::domain::{GridSize, MOST_PLAYERS};
use messages::{MessageId, Words};

/// The change that a request makes.
pub struct Change {
    pub state: GameState,
    pub photos: PhotoChange,
    /// Whether the change adds an answer about squares; it is refused if the answer does not fit.
    pub says_something: bool,
    pub unfit: Unfit,
    /// Losses other than corrections that do not fit.
    pub lost: Vec<Lost>,
}

/// What happens to corrections that no longer fit after a change.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Unfit {
    /// They are kept and may fit again later.
    Stays,
    /// The change is refused, and the error names them.
    Refused,
    /// They are deleted, with the user's consent.
    Forgotten,
}

impl Unfit {
    /// Refused unless the user has agreed.
    pub fn unless_agreed(is_agreed: bool) -> Self {
        if is_agreed { Self::Forgotten } else { Self::Refused }
    }
}

impl Change {
    /// A change of anything but photos and squares.
    pub fn new(state: GameState) -> Self {
        Self { state, photos: PhotoChange::Not, says_something: false, unfit: Unfit::Stays, lost: Vec::new() }
    }
}

/// Changes a game: `make` receives its current state. Changes of one game are made one at a time.
pub fn change(
    server: &Server,
    id: i64,
    make: impl FnOnce(&ReadGame) -> Result<Change, ApiError>,
) -> Result<Arc<ReadGame>, ApiError> {
    let open = server.games.get(id);
    let mut open = open.lock().unwrap_or_else(PoisonError::into_inner);
    let before = read_open(server, id, &mut open)?;
    let change = make(&before)?;
    store(server, &mut open, &before, change)
}

fn store(server: &Server, open: &mut OpenGame, before: &ReadGame, change: Change) -> Result<Arc<ReadGame>, ApiError> {
    let revision = before.rows.revision + 1;
    let photos_revision = if change.photos == PhotoChange::Not { before.rows.photos_revision } else { revision };
    let rows = GameRows { revision, photos_revision, state: change.state, ..before.rows.clone() };
    let mut read = ReadGame::new(rows, Some(before))?;
    if change.says_something {
        check_last(&read)?;
    }
    if change.unfit == Unfit::Refused {
        let mut lost = lost(before, &read);
        lost.retain(|one| !change.lost.contains(one));
        lost.splice(0..0, change.lost);
        if !lost.is_empty() {
            return Err(would_drop(lost));
        }
    }
    let mut forgotten: Vec<usize> = match change.unfit {
        Unfit::Forgotten => read.unfit.iter().map(|unfit| unfit.index).collect(),
        Unfit::Stays | Unfit::Refused => Vec::new(),
    };
    let said = read.rows.state.said.iter().enumerate();
    forgotten.extend(said.filter(|(_, said)| said.kingdom.number == NO_KINGDOM).map(|(index, _)| index));
    if !forgotten.is_empty() {
        let mut rows = read.rows.clone();
        rows.state.forget(|index, _| forgotten.contains(&index));
        read = ReadGame::new(rows, Some(&read))?;
    }
    // Nothing is refused after this point.
    keep_as_said(server, before, read.rows.state.settings.keep_photos)?;
    server.store.change(&before.rows, &read.rows, &change.photos, &read.results()).map_err(ApiError::of_store)?;
    let read = Arc::new(read);
    open.read = Some(Arc::clone(&read));
    server.events.announce(before.rows.id, revision);
    Ok(read)
}

/// Every square of all kingdoms, four times over: confirming a whole kingdom counts as an answer about each
/// of its squares.
const MOST_CORRECTIONS: usize = 4 * MOST_PLAYERS * GridSize::Seven.squares_wide().pow(2);

/// The game's state with these corrections added; undone answers can no longer be redone.
pub fn with_said(read: &ReadGame, said: Vec<Edit>) -> Result<GameState, ApiError> {
    let mut state = read.rows.state.clone();
    say(&mut state, said)?;
    Ok(state)
}

/// Appends one answer, which is undone in one step; does nothing if it has no parts.
pub fn say(state: &mut GameState, said: Vec<Edit>) -> Result<(), ApiError> {
    if said.is_empty() {
        return Ok(());
    }
    state.said.truncate(state.corrections);
    if state.said.len() + said.len() > MOST_CORRECTIONS {
        return Err(ApiError::bad(
            "too-many-corrections",
            MessageId::ServeTooManyCorrections.with("most", MOST_CORRECTIONS),
        ));
    }
    state.said.extend(said.into_iter().enumerate().map(|(part, said)| Edit { is_with_last: part > 0, ..said }));
    state.corrections = state.said.len();
    Ok(())
}
