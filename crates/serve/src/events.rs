//! Tells the phones that watch a game that it has changed.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

use tokio::sync::watch;

/// The latest revision of each watched game.
#[derive(Debug, Default)]
pub struct Events {
    games: Mutex<HashMap<i64, watch::Sender<i64>>>,
}

impl Events {
    /// Subscribes to the game's revisions.
    pub fn watch(&self, game: i64) -> watch::Receiver<i64> {
        let mut games = self.games.lock().unwrap_or_else(PoisonError::into_inner);
        games.retain(|_, sender| sender.receiver_count() > 0);
        games.entry(game).or_insert_with(|| watch::Sender::new(0)).subscribe()
    }

    /// Announces a revision, unless a later one was announced.
    pub fn announce(&self, game: i64, revision: i64) {
        let games = self.games.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(sender) = games.get(&game) {
            sender.send_if_modified(|latest| {
                let is_later = revision > *latest;
                *latest = revision.max(*latest);
                is_later
            });
        }
    }

    /// Ends all watching.
    pub fn end(&self) {
        self.games.lock().unwrap_or_else(PoisonError::into_inner).clear();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_earlier_revision_never_hides_a_later_one() {
        let events = Events::default();
        let mut watched = events.watch(7);
        events.announce(7, 11);
        events.announce(7, 10);
        assert!(watched.has_changed().expect("watched"));
        assert_eq!(*watched.borrow_and_update(), 11);
        events.announce(7, 11);
        assert!(!watched.has_changed().expect("watched"));
    }
}
