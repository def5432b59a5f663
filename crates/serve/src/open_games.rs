//! Recently used games, kept in memory; each is changed by one request at a time.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use table::state::TableState;

/// The most games kept in memory; others are read again. Reading a game of four photos takes about a second.
const MOST_OPEN: usize = 32;

/// A game of the server, read and ranked.
pub struct ReadGame {
    pub id: i64,
    /// Seconds since 1970.
    pub created_s: i64,
    /// Grows by 1 with each change.
    pub revision: i64,
    pub state: TableState,
}

/// A game's place in memory.
#[derive(Default)]
pub struct OpenGame {
    pub read: Option<Arc<ReadGame>>,
}

/// The places, by game id.
#[derive(Default)]
pub struct OpenGames(Mutex<Places>);

#[derive(Default)]
struct Places {
    /// Each game, with the value of `turns` at its last use.
    games: HashMap<i64, (u64, Arc<Mutex<OpenGame>>)>,
    turns: u64,
}

impl OpenGames {
    /// The game's place. Answers are on disk before they are acknowledged, so a game can be dropped from
    /// memory between requests. The least recently used game is dropped first, and a game in use stays.
    pub fn get(&self, id: i64) -> Arc<Mutex<OpenGame>> {
        let mut places = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let Places { games, turns } = &mut *places;
        *turns += 1;
        if games.len() >= MOST_OPEN && !games.contains_key(&id) {
            let idle = games.iter().filter(|(_, (_, game))| Arc::strong_count(game) == 1);
            let longest = idle.min_by_key(|(_, (used, _))| *used).map(|(id, _)| *id);
            longest.map(|id| games.remove(&id));
        }
        let (used, game) = games.entry(id).or_default();
        *used = *turns;
        Arc::clone(game)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_game_that_was_idle_longest_is_dropped_and_no_other() {
        let games = OpenGames::default();
        let places: Vec<_> = (0..MOST_OPEN as i64).map(|id| Arc::downgrade(&games.get(id))).collect();
        let in_use = games.get(1);
        // Used again, so game 2 is now the least recently used.
        drop(games.get(0));
        drop(games.get(1000));
        let dropped: Vec<usize> = (0..MOST_OPEN).filter(|id| places[*id].upgrade().is_none()).collect();
        assert_eq!(dropped, [2]);
        drop(in_use);
    }
}
