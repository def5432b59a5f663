//! Groups kingdoms into games.

use std::collections::{BTreeMap, BTreeSet};

use super::{Entry, StandingsError, TableInputs};
use crate::domain::{Game, GridSize, MOST_PLAYERS, Variant};
use crate::formats::Name;

/// The number of games in a Dynasty: three in a row, by Kingdomino's rule sheet.
pub const GAMES_OF_A_DYNASTY: usize = 3;

/// The game, grid and variants that all kingdoms share; Kingdomino's if only totals were typed.
///
/// # Errors
/// No kingdom, two kingdoms that differ, or more quests than a game has.
pub(super) fn common_rules(
    entries: &[Entry],
    inputs: &TableInputs,
) -> Result<(Game, GridSize, Vec<Variant>), StandingsError> {
    let Some((first, others)) = entries.split_first() else {
        return match inputs.totals.is_empty() || inputs.variants.contains(&Variant::Dynasty) {
            true => Err(StandingsError::NoKingdoms),
            false => Ok((Game::Kingdomino, GridSize::Five, inputs.variants.clone())),
        };
    };
    let (game, size) = (first.record.kingdom.game(), first.record.kingdom.size());
    for other in others {
        let (other_game, other_size) = (other.record.kingdom.game(), other.record.kingdom.size());
        if (other_game, other_size) != (game, size) {
            let first = (first.player.clone(), game, size);
            return Err(StandingsError::TwoGames { first, second: (other.player.clone(), other_game, other_size) });
        }
    }
    if let Some(other) = others.iter().find(|other| other.record.variants != first.record.variants) {
        let [first, second] = [first, other].map(|entry| (entry.player.clone(), entry.record.variants.clone()));
        return Err(StandingsError::TwoSetsOfVariants { first, second });
    }
    Variant::check_agreed(&first.record.variants)?;
    Ok((game, size, first.record.variants.clone()))
}

/// The kingdoms game by game: one game, or the three of a Dynasty.
///
/// # Errors
/// A kingdom given twice, a player without exactly one kingdom in each game, and a Dynasty in which only some
/// kingdoms have a `game_id`.
pub(super) fn split(mut entries: Vec<Entry>, variants: &[Variant]) -> Result<Vec<Vec<Entry>>, StandingsError> {
    check_kingdom_ids(&entries)?;
    if !variants.contains(&Variant::Dynasty) {
        check_number(&entries)?;
        check_names(&entries)?;
        return Ok(vec![entries]);
    }
    // A player has one name in all games, even if the games spell it differently.
    for at in 1..entries.len() {
        let first = entries[..at].iter().find(|first| first.player == entries[at].player);
        if let Some(player) = first.map(|first| first.player.clone()) {
            entries[at].player = player;
        }
    }
    check_numbers_of_games(&entries)?;
    let games = if all_tell_their_game(&entries)? { by_game_id(entries)? } else { by_order(entries) };
    games.iter().try_for_each(|game| check_names(game))?;
    Ok(games)
}

/// The number of a game in a Dynasty, from 1; `None` for a single game.
pub(super) fn number(index: usize, games: usize) -> Option<usize> {
    (games > 1).then_some(index + 1)
}

/// Checks the number of kingdoms of one game; a Dynasty has three times as many.
fn check_number(game: &[Entry]) -> Result<(), StandingsError> {
    let kingdoms = game.len();
    if kingdoms > MOST_PLAYERS { Err(StandingsError::TooManyKingdoms { kingdoms }) } else { Ok(()) }
}

/// Checks that no kingdom is given twice.
fn check_kingdom_ids(entries: &[Entry]) -> Result<(), StandingsError> {
    let mut players = BTreeMap::new();
    for Entry { player, record } in entries {
        if let Some(first) = record.photo.kingdom_id.as_ref().and_then(|id| players.insert(id, player)) {
            return Err(StandingsError::OneKingdomTwice { first: first.clone(), second: player.clone() });
        }
    }
    Ok(())
}

fn all_tell_their_game(entries: &[Entry]) -> Result<bool, StandingsError> {
    let (with, without): (Vec<_>, Vec<_>) = entries.iter().partition(|entry| entry.record.photo.game_id.is_some());
    match (&with[..], &without[..]) {
        ([_, ..], [entry, ..]) => Err(StandingsError::NoGameId { player: entry.player.clone() }),
        (_, without) => Ok(without.is_empty()),
    }
}

/// Checks that nobody has two kingdoms in a game.
fn check_names(game: &[Entry]) -> Result<(), StandingsError> {
    let mut players = BTreeSet::new();
    match game.iter().find(|entry| !players.insert(&entry.player)) {
        Some(entry) => Err(StandingsError::TwoKingdoms { player: entry.player.clone() }),
        None => Ok(()),
    }
}

fn check_numbers_of_games(entries: &[Entry]) -> Result<(), StandingsError> {
    for Entry { player, .. } in entries {
        let kingdoms = entries.iter().filter(|entry| entry.player == *player).count();
        if kingdoms != GAMES_OF_A_DYNASTY {
            return Err(StandingsError::NotThreeGames { player: player.clone(), kingdoms });
        }
    }
    Ok(())
}

/// Groups by `game_id`, in the order of each game's first kingdom.
fn by_game_id(entries: Vec<Entry>) -> Result<Vec<Vec<Entry>>, StandingsError> {
    let mut games: Vec<Vec<Entry>> = Vec::new();
    for entry in entries {
        let id = &entry.record.photo.game_id;
        match games.iter_mut().find(|game| game[0].record.photo.game_id == *id) {
            Some(game) => game.push(entry),
            None => games.push(vec![entry]),
        }
    }
    match games.len() {
        GAMES_OF_A_DYNASTY => Ok(games),
        found => Err(StandingsError::NotThreeGameIds { found }),
    }
}

/// Groups by position: a player's first kingdom is of the first game, and so on.
fn by_order(entries: Vec<Entry>) -> Vec<Vec<Entry>> {
    let mut games = vec![Vec::new(); GAMES_OF_A_DYNASTY];
    let mut played: BTreeMap<Name, usize> = BTreeMap::new();
    for entry in entries {
        let number = played.entry(entry.player.clone()).or_default();
        games[*number].push(entry);
        *number += 1;
    }
    games
}
