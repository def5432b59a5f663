//! Finds doubtful names of players by comparing all tables.

use std::collections::{BTreeMap, BTreeSet};

use super::{PhotoDoubt, Question, Table};
use game::photo_info::Seat;
use kingdomino::domain::{listed, may_be_mistyped};
use kingdomino::formats::{are_alike, before_number, is_picture_name, is_same_name, name_key, rough_key};
use messages::{Message, MessageId, Words};

/// Doubts about names.
#[derive(Default)]
pub(super) struct Names {
    /// The doubts by seat.
    doubts: BTreeMap<Seat, Vec<Message>>,
    /// Questions about two spellings of one name.
    pub(super) spellings: Vec<Question>,
    /// Questions about names that seem to be photos' names rather than players'.
    pub(super) of_pictures: Vec<Question>,
    /// Questions about names at two tables of a round.
    pub(super) namesakes: Vec<Question>,
}

impl Names {
    /// Compares the names of all players, who are given with their photos. `different` are pairs of names that
    /// belong to two players, as the organiser says.
    pub(super) fn new(players: &[(&Seat, &str)], different: &[[String; 2]]) -> Self {
        let mut names = Self::default();
        let different: BTreeSet<[String; 2]> = different.iter().map(sorted_keys).collect();
        names.compare_spellings(players, &different);
        names.find_pictures(players);
        names.find_numbered(players, &different);
        names.find_namesakes(players);
        names
    }

    /// Asks about two spellings of a name: most likely they are one player.
    fn compare_spellings(&mut self, players: &[(&Seat, &str)], different: &BTreeSet<[String; 2]>) {
        let mut by_name: BTreeMap<String, Vec<&Seat>> = BTreeMap::new();
        let mut photos: BTreeMap<&str, &str> = BTreeMap::new();
        for (seat, photo) in players {
            by_name.entry(name_key(&seat.player)).or_default().push(seat);
            photos.entry(&seat.player).or_insert(photo);
        }
        for seats in by_name.values() {
            let names: BTreeSet<&str> = seats.iter().map(|seat| &*seat.player).collect();
            if names.len() > 1 {
                self.ask(seats, MessageId::SpeltDifferently.with("players", listed(names)));
            }
        }
        self.find_alike(&by_name, &photos, different);
        self.find_mistyped(&by_name, different);
    }

    /// Asks about names that differ only in accents and the like: most likely they are one player. The names
    /// may look the same, so that the question gives a photo for each.
    fn find_alike(
        &mut self,
        players: &BTreeMap<String, Vec<&Seat>>,
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

    /// Asks about names that never play in the same round and differ only by a typing mistake, or by a number
    /// as in `anna 2`: most likely they are one player.
    fn find_mistyped(&mut self, players: &BTreeMap<String, Vec<&Seat>>, different: &BTreeSet<[String; 2]>) {
        let rounds: BTreeSet<&str> = players.values().flatten().map(|seat| &*seat.round).collect();
        if rounds.len() < 2 {
            return;
        }
        let bits: BTreeMap<&str, u128> =
            rounds.into_iter().zip(0..).map(|(round, at)| (round, 1 << (at % 128))).collect();
        let mut played: Vec<(&str, &[&Seat], u128)> = Vec::new();
        for (name, seats) in players {
            played.push((name, seats, seats.iter().fold(0, |rounds, seat| rounds | bits[&*seat.round])));
        }
        for (at, (one, seats, rounds)) in played.iter().enumerate() {
            for (other, other_seats, other_rounds) in &played[at + 1..] {
                if rounds & other_rounds != 0 {
                    continue;
                }
                let is_numbered = before_number(one) == Some(*other) || before_number(other) == Some(*one);
                let is_one = is_numbered || may_be_mistyped(one, other);
                // The keys of names take long, and there may be a million pairs.
                if is_one && !are_alike(one, other) && !different.contains(&sorted_keys(&[one, other])) {
                    let names = [&seats[0].player, &other_seats[0].player];
                    let message = MessageId::MayBeOnePlayer.with("players", listed(names));
                    self.ask(&[*seats, *other_seats].concat(), message);
                }
            }
        }
    }

    /// Asks about names that cameras give to photos: the kingdom may belong to somebody else at the table, or
    /// to nobody.
    fn find_pictures(&mut self, players: &[(&Seat, &str)]) {
        for (seat, photo) in players {
            if is_picture_name(&seat.player) && is_named_by_path(seat, photo) {
                self.ask_at_table(&[seat], MessageId::PictureName.with("photo", *photo));
            }
        }
    }

    /// Asks about `Ben 2` at a table with `Ben`: most likely it is a second photo of Ben's kingdom.
    fn find_numbered(&mut self, players: &[(&Seat, &str)], different: &BTreeSet<[String; 2]>) {
        let mut tables: BTreeMap<(&str, &str), Vec<&Seat>> = BTreeMap::new();
        for (seat, _) in players {
            tables.entry((&seat.round, &seat.table)).or_default().push(seat);
        }
        for seats in tables.values() {
            for numbered in seats {
                let Some(name) = before_number(&numbered.player) else { continue };
                let first = seats.iter().find(|seat| {
                    let are_copies = is_copy_of(&numbered.player, name) && is_copy_of(&seat.player, name);
                    is_same_name(&seat.player, name) || are_copies && numbered.player > seat.player
                });
                let Some(plain) = first else { continue };
                let players = [&plain.player, &numbered.player];
                if !different.contains(&sorted_keys(&players)) {
                    self.ask_at_table(&[*plain, *numbered], MessageId::NumberedName.with("players", listed(players)));
                }
            }
        }
    }

    fn ask_at_table(&mut self, seats: &[&Seat], message: Message) {
        self.doubt(seats, &message);
        let Seat { round, table, .. } = seats[0];
        self.of_pictures.push(Question { round: Some(round.clone()), table: Some(table.clone()), message });
    }

    fn ask(&mut self, seats: &[&Seat], message: Message) {
        self.doubt(seats, &message);
        self.spellings.push(Question { round: None, table: None, message });
    }

    /// Asks about one name at two tables of a round: most likely they are two players.
    fn find_namesakes(&mut self, players: &[(&Seat, &str)]) {
        let mut of_round: BTreeMap<(&str, &str), Vec<&Seat>> = BTreeMap::new();
        for (seat, _) in players {
            of_round.entry((&seat.round, &seat.player)).or_default().push(seat);
        }
        for ((round, player), seats) in of_round {
            let tables: BTreeSet<&str> = seats.iter().map(|seat| &*seat.table).collect();
            if tables.len() > 1 {
                let message = MessageId::SeveralTables.with("player", player).with("tables", listed(tables));
                self.doubt(&seats, &message);
                self.namesakes.push(Question { round: Some(round.to_owned()), table: None, message });
            }
        }
    }

    fn doubt(&mut self, seats: &[&Seat], message: &Message) {
        for seat in seats {
            self.doubts.entry(Seat::clone(seat)).or_default().push(message.clone());
        }
    }

    /// The table with the doubts about its players' names added; `None` if there are none.
    pub(super) fn doubted(&self, table: &Table) -> Option<Table> {
        if self.doubts.is_empty() || !table.entries.iter().any(|entry| self.doubts.contains_key(&entry.seat)) {
            return None;
        }
        let mut table = table.clone();
        for (entry, place) in table.entries.iter_mut().zip(&mut table.ranking) {
            let doubts = self.doubts.get(&entry.seat).into_iter().flatten();
            entry.doubts.extend(doubts.cloned().map(PhotoDoubt::Ours));
            place.doubtful = usize::from(entry.is_doubtful());
            place.is_name_doubtful = self.doubts.contains_key(&entry.seat);
            place.swing = place.swing.filter(|_| !place.is_name_doubtful);
        }
        Some(table)
    }
}

/// Whether the name is that of a copy, such as `anna (2)`, which the system made of this name. `Team 2` is
/// not a copy, but a second team.
fn is_copy_of(player: &str, name: &str) -> bool {
    player.ends_with(')') && before_number(player) == Some(name)
}

/// Whether the player's name comes from the photo's file or a folder, not from a list.
fn is_named_by_path(seat: &Seat, photo: &str) -> bool {
    let stem = photo.rsplit_once('.').map_or(photo, |(stem, _)| stem);
    stem.split('/').any(|part| is_same_name(part, &seat.player))
}

/// The key by which pairs of names are compared.
fn sorted_keys(names: &[impl AsRef<str>; 2]) -> [String; 2] {
    let mut keys = names.each_ref().map(|name| name_key(name.as_ref()));
    keys.sort_unstable();
    keys
}
