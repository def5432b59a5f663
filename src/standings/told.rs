//! What is told at the table, beside what stands in the kingdoms' files.

use super::{Entry, Remark, StandingsError};
use crate::domain::{Unseen, Variant};
use crate::formats::KingdomRecord;

/// What is told by the players' names. It overrides the files.
///
/// In a Dynasty the first of a player's numbers is of the first game, and so on.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Told {
    /// In the order of the kingdoms; none, or one for each.
    pub players: Vec<String>,
    /// The value of a player's coins.
    pub coins: Vec<(String, u16)>,
    /// A player's knights beside those in the kingdom.
    pub knights_in_supply: Vec<(String, u16)>,
    /// Game by game.
    pub queens: Vec<Visit>,
    /// Agreed on by all players, beside those that the files name.
    pub variants: Vec<Variant>,
}

/// Where the Queen is at the end.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Visit {
    /// With this player.
    Player(String),
    /// With none of the players.
    Nobody,
}

impl Told {
    /// The kingdoms with their players' names and all variants.
    pub(super) fn name(
        &self,
        records: Vec<KingdomRecord>,
        remarks: &mut Vec<Remark>,
    ) -> Result<Vec<Entry>, StandingsError> {
        let (names, kingdoms) = (self.players.len(), records.len());
        if names > 0 && names != kingdoms {
            return Err(StandingsError::NumberOfNames { names, kingdoms });
        }
        let named = records.into_iter().enumerate();
        Ok(named.map(|(index, record)| self.named(index, record, remarks)).collect())
    }

    fn named(&self, index: usize, mut record: KingdomRecord, remarks: &mut Vec<Remark>) -> Entry {
        let is_name = |name: &String| !name.trim().is_empty();
        let file = record.player.take().filter(is_name);
        let told = self.players.get(index).cloned().filter(is_name);
        if let (Some(file), Some(told)) = (&file, &told) {
            remarks.extend(overridden(told, "--player", file, told));
        }
        let player = told.or(file).unwrap_or_else(|| format!("player {}", index + 1));
        record.player = Some(player.clone());
        record.variants.extend(&self.variants);
        record.variants.sort_unstable();
        record.variants.dedup();
        Entry { player, record }
    }

    /// Enters coins, knights in supply and the Queen.
    pub(super) fn complete(&self, games: &mut [Vec<Entry>], remarks: &mut Vec<Remark>) -> Result<(), StandingsError> {
        self.check_names(games)?;
        for (number, game) in games.iter_mut().enumerate() {
            for Entry { player, record } in game {
                let unseen = &mut record.unseen;
                let before = *unseen;
                unseen.coins = number_of(&self.coins, player, number).or(unseen.coins);
                unseen.knights_in_supply =
                    number_of(&self.knights_in_supply, player, number).or(unseen.knights_in_supply);
                let visit = self.queens.get(number);
                let is_host = visit.map(|visit| matches!(visit, Visit::Player(host) if host == player));
                unseen.queen = is_host.or(unseen.queen);
                remarks.extend(differences(player, before, *unseen));
            }
        }
        Ok(())
    }

    /// Every name is a player's, and nothing is told more often than games were played.
    fn check_names(&self, games: &[Vec<Entry>]) -> Result<(), StandingsError> {
        let players: Vec<&str> = games.iter().take(1).flatten().map(|entry| entry.player.as_str()).collect();
        check_numbers("--coins", &self.coins, &players, games.len())?;
        check_numbers("--knights-in-supply", &self.knights_in_supply, &players, games.len())?;
        for visit in &self.queens {
            if let Visit::Player(player) = visit {
                check_player("--queen", player, &players)?;
            }
        }
        if self.queens.len() > games.len() {
            return Err(StandingsError::TooManyVisits { games: games.len() });
        }
        Ok(())
    }
}

fn check_numbers(
    flag: &'static str,
    told: &[(String, u16)],
    players: &[&str],
    games: usize,
) -> Result<(), StandingsError> {
    for (player, _) in told {
        check_player(flag, player, players)?;
        if told.iter().filter(|(other, _)| other == player).count() > games {
            return Err(StandingsError::ToldTooOften { flag, player: player.clone(), games });
        }
    }
    Ok(())
}

fn check_player(flag: &'static str, player: &str, players: &[&str]) -> Result<(), StandingsError> {
    if players.contains(&player) { Ok(()) } else { Err(StandingsError::unknown_player(flag, player, players)) }
}

/// What was told of the player for the game with this number, from 0.
fn number_of(told: &[(String, u16)], player: &str, game: usize) -> Option<u16> {
    told.iter().filter(|(name, _)| name == player).map(|(_, number)| *number).nth(game)
}

fn differences(player: &str, file: Unseen, told: Unseen) -> Vec<Remark> {
    let number = |flag, file: Option<u16>, told: Option<u16>| {
        file.zip(told).and_then(|(file, told)| overridden(player, flag, file, told))
    };
    let coins = number("--coins", file.coins, told.coins);
    let knights = number("--knights-in-supply", file.knights_in_supply, told.knights_in_supply);
    let queen = file.queen.zip(told.queen);
    let queen = queen.and_then(|(file, told)| overridden(player, "--queen", yes_or_no(file), yes_or_no(told)));
    [coins, knights, queen].into_iter().flatten().collect()
}

fn yes_or_no(is_here: bool) -> &'static str {
    if is_here { "yes" } else { "no" }
}

fn overridden<T: PartialEq + ToString>(player: &str, flag: &'static str, file: T, told: T) -> Option<Remark> {
    (file != told).then(|| Remark::Overridden {
        player: player.to_owned(),
        flag,
        file: file.to_string(),
        told: told.to_string(),
    })
}
