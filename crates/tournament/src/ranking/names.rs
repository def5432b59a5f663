//! Names of players that are doubtful because of other tables.

use std::collections::{BTreeMap, BTreeSet};

use super::{Entry, Question, Remark, Table};
use game::photo_info::Seat;
use kingdomino::domain::{listed, may_be_mistyped};
use kingdomino::formats::{are_alike, before_number, is_picture_name, is_same_name, name_key, rough_key};
use messages::{Message, MessageId, Words};

/// Doubts about names.
#[derive(Default)]
pub(super) struct Names<'a> {
    /// By player and place.
    doubts: BTreeMap<&'a Seat, Vec<Message>>,
    /// Questions about names that are spelt in two ways.
    pub(super) spellings: Vec<Question>,
    /// Questions about names that photos have and players have not.
    pub(super) of_pictures: Vec<Question>,
    /// Questions about names at two tables of a round.
    pub(super) namesakes: Vec<Question>,
}

impl<'a> Names<'a> {
    /// Compares the names of all entries. `different` are pairs of which a person says that they are two players.
    pub(super) fn new(entries: impl Iterator<Item = &'a Entry> + Clone, different: &[[String; 2]]) -> Self {
        let mut names = Self::default();
        let different: BTreeSet<[String; 2]> = different.iter().map(sorted_keys).collect();
        names.compare_spellings(entries.clone(), &different);
        names.find_pictures(entries.clone());
        names.find_numbered(entries.clone(), &different);
        names.find_namesakes(entries.map(|entry| &entry.seat));
        names
    }

    /// A name that is spelt in two ways is most likely one player's.
    fn compare_spellings(&mut self, entries: impl Iterator<Item = &'a Entry>, different: &BTreeSet<[String; 2]>) {
        let mut players: BTreeMap<String, Vec<&Seat>> = BTreeMap::new();
        let mut photos: BTreeMap<&str, &str> = BTreeMap::new();
        for entry in entries {
            players.entry(name_key(&entry.seat.player)).or_default().push(&entry.seat);
            photos.entry(&entry.seat.player).or_insert(&entry.photo);
        }
        for seats in players.values() {
            let names: BTreeSet<&str> = seats.iter().map(|seat| &*seat.player).collect();
            if names.len() > 1 {
                self.ask(seats, MessageId::SpeltDifferently.with("players", listed(names)));
            }
        }
        self.find_alike(&players, &photos, different);
        self.find_mistyped(&players, different);
    }

    /// Two names that differ only in accents and the like are most likely one player's. They may look the same, so that their photos tell them apart.
    fn find_alike(
        &mut self,
        players: &BTreeMap<String, Vec<&'a Seat>>,
        photos: &BTreeMap<&str, &str>,
        different: &BTreeSet<[String; 2]>,
    ) {
        let mut roughly: BTreeMap<String, Vec<&[&Seat]>> = BTreeMap::new();
        for (name, seats) in players {
            roughly.entry(rough_key(name)).or_default().push(seats);
        }
        for seats in roughly.values() {
            for (at, seats_of_one) in seats.iter().enumerate() {
                for seats_of_other in &seats[at + 1..] {
                    let names = [&seats_of_one[0].player, &seats_of_other[0].player];
                    if are_alike(names[0], names[1]) && !different.contains(&sorted_keys(&names)) {
                        let told_apart = names.map(|name| format!("{name} ({})", photos[&**name]));
                        let message = MessageId::AlikeInTournament.with("players", listed(told_apart));
                        self.ask(&[*seats_of_one, *seats_of_other].concat(), message);
                    }
                }
            }
        }
    }

    /// Two names that a slip makes one, or a number as in `anna 2`, and that never play in the same round, are most likely one player's.
    fn find_mistyped(&mut self, players: &BTreeMap<String, Vec<&'a Seat>>, different: &BTreeSet<[String; 2]>) {
        let rounds: BTreeSet<&str> = players.values().flatten().map(|seat| &*seat.round).collect();
        if rounds.len() < 2 {
            return;
        }
        let bits: BTreeMap<&str, u128> =
            rounds.into_iter().zip(0..).map(|(round, at)| (round, 1 << (at % 128))).collect();
        let of = |seats: &[&Seat]| seats.iter().fold(0, |rounds, seat| rounds | bits[&*seat.round]);
        let played: Vec<(&str, &[&'a Seat], u128)> =
            players.iter().map(|(name, seats)| (&**name, &**seats, of(seats))).collect();
        let is_said = |one: &str, other: &str| different.contains(&sorted_keys(&[one, other]));
        for (at, (one, seats, rounds)) in played.iter().enumerate() {
            for (other, other_seats, other_rounds) in &played[at + 1..] {
                let is_asked = are_alike(one, other) || is_said(one, other);
                if rounds & other_rounds != 0 || is_asked {
                    continue;
                }
                let is_numbered = before_number(one) == Some(*other) || before_number(other) == Some(*one);
                if is_numbered || may_be_mistyped(one, other) {
                    let names = [&seats[0].player, &other_seats[0].player];
                    let message = MessageId::MayBeOnePlayer.with("players", listed(names));
                    self.ask(&[*seats, *other_seats].concat(), message);
                }
            }
        }
    }

    /// What a camera calls a photo is nobody's name: the kingdom is that of somebody else at the table, or of nobody.
    fn find_pictures(&mut self, entries: impl Iterator<Item = &'a Entry>) {
        for entry in entries.filter(|entry| is_picture_name(&entry.seat.player) && is_named_by_path(entry)) {
            let message = MessageId::PictureName.with("photo", entry.photo.as_str());
            self.ask_at_table(&[&entry.seat], message);
        }
    }

    /// `Ben 2` beside `Ben` is most likely a second photo of Ben's kingdom.
    fn find_numbered(&mut self, entries: impl Iterator<Item = &'a Entry>, different: &BTreeSet<[String; 2]>) {
        let mut tables: BTreeMap<(&str, &str), Vec<&'a Seat>> = BTreeMap::new();
        for Entry { seat, .. } in entries {
            tables.entry((&seat.round, &seat.table)).or_default().push(seat);
        }
        for seats in tables.values() {
            for numbered in seats {
                let Some(name) = before_number(&numbered.player) else { continue };
                // `Team 1` and `Team 2` are two; of `anna (1)` and `anna (2)` the system has made two.
                let is_copy = |player: &str| player.ends_with(')') && before_number(player) == Some(name);
                let is_other = |seat: &&&Seat| {
                    let are_copies = is_copy(&numbered.player) && is_copy(&seat.player);
                    is_same_name(&seat.player, name) || are_copies && numbered.player > seat.player
                };
                let Some(plain) = seats.iter().find(is_other) else { continue };
                let players = [&plain.player, &numbered.player];
                if !different.contains(&sorted_keys(&players)) {
                    self.ask_at_table(&[*plain, *numbered], MessageId::NumberedName.with("players", listed(players)));
                }
            }
        }
    }

    fn ask_at_table(&mut self, seats: &[&'a Seat], message: Message) {
        self.doubt(seats, &message);
        let Seat { round, table, .. } = seats[0];
        self.of_pictures.push(Question { round: Some(round.clone()), table: Some(table.clone()), message });
    }

    fn ask(&mut self, seats: &[&'a Seat], message: Message) {
        self.doubt(seats, &message);
        self.spellings.push(Question { round: None, table: None, message });
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
                self.doubt(&seats, &message);
                self.namesakes.push(Question { round: Some(round.to_owned()), table: None, message });
            }
        }
    }

    fn doubt(&mut self, seats: &[&'a Seat], message: &Message) {
        seats.iter().for_each(|seat| self.doubts.entry(seat).or_default().push(message.clone()));
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
            place.is_name_doubtful = self.doubts.contains_key(&entry.seat);
            place.swing = place.swing.filter(|_| !place.is_name_doubtful);
        }
        Some(table)
    }
}

/// Whether the photo's file or a folder gives the player's name, and no list.
fn is_named_by_path(entry: &Entry) -> bool {
    let stem = entry.photo.rsplit_once('.').map_or(entry.photo.as_str(), |(stem, _)| stem);
    stem.split('/').any(|part| is_same_name(part, &entry.seat.player))
}

/// A pair of names as pairs are compared.
fn sorted_keys(names: &[impl AsRef<str>; 2]) -> [String; 2] {
    let mut keys = names.each_ref().map(|name| name_key(name.as_ref()));
    keys.sort_unstable();
    keys
}
