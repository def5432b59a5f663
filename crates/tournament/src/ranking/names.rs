//! Names of players that are doubtful because of other tables.

use std::collections::{BTreeMap, BTreeSet};

use super::{Entry, Question, Remark, Table};
use game::photo_info::Seat;
use kingdomino::domain::listed;
use messages::{Message, MessageId, Words};

/// Doubts about names.
#[derive(Default)]
pub(super) struct Names<'a> {
    /// By player and place.
    doubts: BTreeMap<&'a Seat, Vec<Message>>,
    /// Questions about names that are spelt in two ways.
    pub(super) spellings: Vec<Question>,
    /// Questions about names at two tables of a round.
    pub(super) namesakes: Vec<Question>,
}

impl<'a> Names<'a> {
    /// Compares the names of all seats.
    pub(super) fn new(seats: impl Iterator<Item = &'a Seat> + Clone) -> Self {
        let mut names = Self::default();
        names.compare_spellings(seats.clone());
        names.find_namesakes(seats);
        names
    }

    /// A name that is spelt in two ways is most likely one player's.
    fn compare_spellings(&mut self, seats: impl Iterator<Item = &'a Seat>) {
        let mut players: BTreeMap<String, Vec<&Seat>> = BTreeMap::new();
        for seat in seats {
            players.entry(seat.player.to_lowercase()).or_default().push(seat);
        }
        for seats in players.into_values() {
            let names: BTreeSet<&str> = seats.iter().map(|seat| &*seat.player).collect();
            if names.len() > 1 {
                let message = MessageId::SpeltDifferently.with("players", listed(names));
                self.doubt(seats, &message);
                self.spellings.push(Question { round: None, table: None, message });
            }
        }
    }

    /// One name at two tables of a round most likely belongs to two players.
    fn find_namesakes(&mut self, seats: impl Iterator<Item = &'a Seat>) {
        let mut players: BTreeMap<(&str, &str), Vec<&Seat>> = BTreeMap::new();
        for seat in seats {
            players.entry((&seat.round, &seat.player)).or_default().push(seat);
        }
        for ((round, player), seats) in players {
            let tables: BTreeSet<&str> = seats.iter().map(|seat| &*seat.table).collect();
            if tables.len() > 1 {
                let message = MessageId::SeveralTables.with("player", player).with("tables", listed(tables));
                self.doubt(seats, &message);
                self.namesakes.push(Question { round: Some(round.to_owned()), table: None, message });
            }
        }
    }

    fn doubt(&mut self, seats: Vec<&'a Seat>, message: &Message) {
        seats.into_iter().for_each(|seat| self.doubts.entry(seat).or_default().push(message.clone()));
    }

    /// The table with these doubts; `None` if there are none.
    pub(super) fn doubted(&self, table: &Table) -> Option<Table> {
        let is_doubted = |entry: &Entry| self.doubts.contains_key(&entry.seat);
        if self.doubts.is_empty() || !table.entries.iter().any(is_doubted) {
            return None;
        }
        let mut table = table.clone();
        for (entry, place) in table.entries.iter_mut().zip(&mut table.ranking) {
            let doubts = self.doubts.get(&entry.seat).into_iter().flatten();
            entry.doubts.extend(doubts.cloned().map(Remark::Ours));
            place.doubtful = usize::from(entry.is_doubtful());
            place.swing = place.swing.filter(|_| !self.doubts.contains_key(&entry.seat));
        }
        Some(table)
    }
}
