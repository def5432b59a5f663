//! Notifies the phones that watch a game of changes, and of the first look at a photo that is being read.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

use tokio::sync::watch;

/// The announcements for each watched game.
#[derive(Debug, Default)]
pub struct Events {
    games: Mutex<HashMap<i64, watch::Sender<Announced>>>,
}

/// The current announcement to the watchers of a game.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Announced {
    /// The latest announced revision; 0 if there is none.
    pub revision: i64,
    /// The first look at a photo, as JSON, until the game changes.
    pub look: Option<String>,
}

impl Events {
    /// Subscribes to the game's announcements.
    pub fn watch(&self, game: i64) -> watch::Receiver<Announced> {
        let mut games = self.games.lock().unwrap_or_else(PoisonError::into_inner);
        games.retain(|_, sender| sender.receiver_count() > 0);
        games.entry(game).or_default().subscribe()
    }

    /// Announces a revision, unless a later one was already announced.
    pub fn announce(&self, game: i64, revision: i64) {
        let games = self.games.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(sender) = games.get(&game) {
            sender.send_if_modified(|announced| {
                let is_later = revision > announced.revision;
                if is_later {
                    *announced = Announced { revision, look: None };
                }
                is_later
            });
        }
    }

    /// Announces a first look, as JSON.
    pub fn announce_look(&self, game: i64, look: String) {
        let games = self.games.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(sender) = games.get(&game) {
            sender.send_modify(|announced| announced.look = Some(look));
        }
    }

    /// Ends all subscriptions.
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
        assert_eq!(watched.borrow_and_update().revision, 11);
        events.announce(7, 11);
        assert!(!watched.has_changed().expect("watched"));
    }

    #[test]
    fn a_look_is_told_until_the_game_changes() {
        let events = Events::default();
        events.announce_look(7, "nobody watches".to_owned());
        let mut watched = events.watch(7);
        events.announce(7, 3);
        events.announce_look(7, "{}".to_owned());
        assert_eq!(*watched.borrow_and_update(), Announced { revision: 3, look: Some("{}".to_owned()) });
        events.announce(7, 4);
        assert_eq!(*watched.borrow_and_update(), Announced { revision: 4, look: None });
    }
}
