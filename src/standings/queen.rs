//! Whom the Queen visits at the end.

use super::{Entry, Remark, StandingsError};
use crate::domain::Game;
use crate::score_sheet::queen_visits;

/// Decides for each game, and enters it in the records: who is told or seen to host her, else the only one with the
/// most towers. The players' names, game by game.
///
/// # Errors
/// Two hosts, and a tie on the most towers: the rule sheet says that a tie was enough to attract her, but not whom she
/// came to last.
pub(super) fn visits(
    games: &mut [Vec<Entry>],
    remarks: &mut Vec<Remark>,
) -> Result<Vec<Option<String>>, StandingsError> {
    let several = games.len() > 1;
    let mut visits = Vec::new();
    for (index, game) in games.iter_mut().enumerate() {
        let number = several.then_some(index + 1);
        let knows_queen = game.iter().any(|entry| entry.record.kingdom.game() != Game::Kingdomino);
        let host = if knows_queen { decide(game, number, remarks)? } else { None };
        visits.push(host);
    }
    Ok(visits)
}

/// `number` is the game's in a Dynasty.
fn decide(
    game: &mut [Entry],
    number: Option<usize>,
    remarks: &mut Vec<Remark>,
) -> Result<Option<String>, StandingsError> {
    let host = match known_host(game)? {
        Some(host) => Some(host),
        None => host_by_towers(game, number)?,
    };
    remarks.extend(remark(game, host.as_deref(), number));
    for entry in game {
        entry.record.unseen.queen = Some(host.as_ref() == Some(&entry.player));
    }
    Ok(host)
}

/// Who is told to host the Queen, or in whose kingdom she stands.
fn known_host(game: &[Entry]) -> Result<Option<String>, StandingsError> {
    for Entry { player, record } in game {
        if let (Some(false), Some(place)) = (record.unseen.queen, record.kingdom.bits().queen().first()) {
            return Err(StandingsError::QueenStandsElsewhere { player: player.clone(), place });
        }
    }
    let mut hosts = game.iter().filter(|entry| queen_visits(&entry.record.kingdom, &entry.record.unseen));
    let names = (hosts.next().map(|host| host.player.clone()), hosts.next().map(|host| host.player.clone()));
    match names {
        (Some(first), Some(second)) => Err(StandingsError::TwoHosts { first, second }),
        (host, _) => Ok(host),
    }
}

fn host_by_towers(game: &[Entry], number: Option<usize>) -> Result<Option<String>, StandingsError> {
    let open = leaders(game).into_iter().filter(|entry| entry.record.unseen.queen != Some(false));
    let open: Vec<&Entry> = open.collect();
    match open[..] {
        [] => Ok(None),
        [host] => Ok(Some(host.player.clone())),
        [first, ..] => Err(StandingsError::TiedTowers {
            players: open.iter().map(|entry| entry.player.clone()).collect(),
            towers: towers(first),
            game: number,
        }),
    }
}

/// Those with the most towers; nobody when there are no towers.
fn leaders(game: &[Entry]) -> Vec<&Entry> {
    let most = game.iter().map(towers).max().unwrap_or_default();
    game.iter().filter(|entry| most > 0 && towers(entry) == most).collect()
}

fn towers(entry: &Entry) -> u32 {
    entry.record.kingdom.bits().towers()
}

/// How the decision came about, or that it is at odds with the towers.
fn remark(game: &[Entry], host: Option<&str>, number: Option<usize>) -> Option<Remark> {
    let leaders = leaders(game);
    let was_told = game.iter().any(|entry| entry.record.unseen.queen == Some(true));
    let all_told = game.iter().all(|entry| entry.record.unseen.queen.is_some());
    let Some(first) = leaders.first() else {
        return (host.is_none() && !all_told).then_some(Remark::NoTowers { game: number });
    };
    let towers = towers(first);
    match host {
        Some(host) if leaders.iter().any(|leader| leader.player == host) => {
            let by_towers = !was_told && leaders.iter().all(|leader| leader.record.kingdom.bits().queen().is_empty());
            by_towers.then(|| Remark::QueenByTowers { player: host.to_owned(), towers, game: number })
        }
        _ => Some(Remark::QueenAgainstTowers {
            host: host.map(str::to_owned),
            leaders: leaders.iter().map(|leader| leader.player.clone()).collect(),
            towers,
            game: number,
        }),
    }
}
