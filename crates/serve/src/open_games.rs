//! Games used lately, read and kept in memory; each is changed by one request at a time.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use super::shared_game::reading::ReadGame;

/// Games kept in memory; others are read again.
const MOST_OPEN: usize = 32;

/// A game's place in memory.
#[derive(Default)]
pub struct OpenGame {
    pub read: Option<Arc<ReadGame>>,
}

/// The places, by game id.
#[derive(Default)]
pub struct OpenGames(Mutex<HashMap<i64, Arc<Mutex<OpenGame>>>>);

impl OpenGames {
    /// The game's place.
    pub fn get(&self, id: i64) -> Arc<Mutex<OpenGame>> {
        let mut games = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if games.len() >= MOST_OPEN && !games.contains_key(&id) {
            // Games that a request is using stay.
            games.retain(|_, game| Arc::strong_count(game) > 1);
        }
        Arc::clone(games.entry(id).or_default())
    }
}
