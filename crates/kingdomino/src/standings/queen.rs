//! Whom the Queen visits at the end.

use super::games::number;
use super::{Entry, NOBODY, Remark, StandingsError, TableInputs, Visit};
use crate::formats::Name;
use crate::scoring::sheet::queen_visits;

/// Decides whom the Queen visits in each game, and enters it in the records: the player who was given as her
/// host or in whose kingdom she was seen, otherwise the player with strictly the most towers.
///
/// # Errors
/// A player called `nobody`, two hosts, or a tie on the most towers: by the rule sheet a tie attracts her, so
/// the towers do not tell who attracted her last.
pub(super) fn visits(
    games: &mut [Vec<Entry>],
    inputs: &TableInputs,
    remarks: &mut Vec<Remark>,
) -> Result<Vec<Option<Name>>, StandingsError> {
    let count = games.len();
    let mut visits = Vec::new();
    for (index, game) in games.iter_mut().enumerate() {
        let knows_queen = game.iter().any(|entry| entry.record.kingdom.game().has_queendomino());
        let host = match knows_queen {
            true => decide(game, &Typed::of(inputs), number(index, count), remarks)?,
            false => None,
        };
        visits.push(host);
    }
    Ok(visits)
}

/// Players with typed totals; their towers are unknown.
struct Typed<'a> {
    players: Vec<&'a Name>,
    /// The one of these players who was given as the Queen's host.
    host: Option<&'a Name>,
}

impl<'a> Typed<'a> {
    fn of(inputs: &'a TableInputs) -> Self {
        let players: Vec<&Name> = inputs.totals.iter().map(|(player, _)| player).collect();
        let host = inputs.queens.iter().find_map(|visit| match visit {
            Visit::Player(player) => players.iter().copied().find(|typed| *typed == player),
            Visit::Nobody => None,
        });
        Self { players, host }
    }
}

/// Decides whom the Queen visits in one game; `number` is the number of that game in a Dynasty.
fn decide(
    game: &mut [Entry],
    typed: &Typed,
    number: Option<usize>,
    remarks: &mut Vec<Remark>,
) -> Result<Option<Name>, StandingsError> {
    if game.iter().any(|entry| entry.player.as_str() == NOBODY) {
        return Err(StandingsError::CalledNobody);
    }
    let known = known_host(game)?;
    if let Some(second) = typed.host {
        return match known {
            Some(first) => Err(StandingsError::TwoHosts { first, second: second.clone() }),
            None => Ok(Some(second.clone())),
        };
    }
    let is_given = known.is_some() || game.iter().all(|entry| entry.record.unseen.queen.is_some());
    let host = if known.is_some() { known } else { host_by_towers(game, number)? };
    remarks.extend(remark(game, host.as_ref(), is_given, number));
    if !is_given && host.is_some() {
        remarks.extend(doubtful_towers(game, typed, number));
    }
    for entry in game {
        entry.record.unseen.queen = Some(host.as_ref() == Some(&entry.player));
    }
    Ok(host)
}

/// The player given as the Queen's host, or in whose kingdom she stands.
fn known_host(game: &[Entry]) -> Result<Option<Name>, StandingsError> {
    for Entry { player, record } in game {
        if let (Some(false), Some(place)) = (record.unseen.queen, record.kingdom.bits().queen().first()) {
            return Err(StandingsError::QueenStandsElsewhere { player: player.clone(), place });
        }
    }
    let hosts = game.iter().filter(|entry| queen_visits(&entry.record.kingdom, &entry.record.unseen));
    let mut names = hosts.map(|host| host.player.clone());
    match (names.next(), names.next()) {
        (Some(first), Some(second)) => Err(StandingsError::TwoHosts { first, second }),
        (host, _) => Ok(host),
    }
}

fn host_by_towers(game: &[Entry], number: Option<usize>) -> Result<Option<Name>, StandingsError> {
    let mut open = leaders(game);
    open.retain(|entry| entry.record.unseen.queen != Some(false));
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

/// The players with the most towers; empty if there are no towers.
fn leaders(game: &[Entry]) -> Vec<&Entry> {
    let most = game.iter().map(towers).max().unwrap_or_default();
    game.iter().filter(|entry| most > 0 && towers(entry) == most).collect()
}

fn towers(entry: &Entry) -> u32 {
    entry.record.kingdom.bits().towers()
}

/// A remark if towers decide and their number is doubtful: a kingdom that may host the Queen needs review.
fn doubtful_towers(game: &[Entry], typed: &Typed, number: Option<usize>) -> Option<Remark> {
    let may_host = game.iter().filter(|entry| entry.record.unseen.queen != Some(false));
    let doubtful = may_host.filter(|entry| entry.record.needs_review());
    let unknown = typed.players.iter().map(|player| (*player).clone());
    let players: Vec<Name> = doubtful.map(|entry| entry.player.clone()).chain(unknown).collect();
    (!players.is_empty()).then_some(Remark::QueenByDoubtfulTowers { players, game: number })
}

/// A remark on how the host was decided, or that the towers contradict it.
fn remark(game: &[Entry], host: Option<&Name>, is_given: bool, number: Option<usize>) -> Option<Remark> {
    let leaders = leaders(game);
    match (leaders.first(), host) {
        (None, None) => (!is_given).then_some(Remark::NoTowers { game: number }),
        (None, Some(host)) => {
            Some(Remark::QueenAgainstTowers { host: Some(host.clone()), leaders: Vec::new(), towers: 0, game: number })
        }
        (Some(leader), Some(host)) if leaders.iter().any(|leader| leader.player == *host) => {
            let (player, towers) = (host.clone(), towers(leader));
            (!is_given).then_some(Remark::QueenByTowers { player, towers, game: number })
        }
        (Some(leader), _) => Some(Remark::QueenAgainstTowers {
            host: host.cloned(),
            leaders: leaders.iter().map(|leader| leader.player.clone()).collect(),
            towers: towers(leader),
            game: number,
        }),
    }
}
