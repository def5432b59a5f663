//! Sums and ranks.

use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::sync::Arc;

use super::{Entry, RankedPlayer, Table};
use crate::natural_order::Natural;
use kingdomino::domain::Territory;
use kingdomino::scoring::sheet::largest_territory;
use kingdomino::standings;
use kingdomino::standings::{TieBreak, TieRule};
use messages::MessageId;

impl Entry {
    /// The player's place before ranking.
    pub(super) fn place(&self) -> RankedPlayer {
        RankedPlayer {
            total: self.kingdom.as_ref().map_or(0, |kingdom| kingdom.sheet.total),
            largest_territory: self.kingdom.as_ref().and_then(|kingdom| largest_territory(&kingdom.record.kingdom)),
            crowns: self.kingdom.as_ref().map_or(0, |kingdom| standings::crowns(&kingdom.record.kingdom)),
            kingdoms: usize::from(self.kingdom.is_some()),
            missing: usize::from(self.kingdom.is_none()),
            doubtful: usize::from(self.is_doubtful()),
            ..nobody(&self.seat.player)
        }
    }
}

/// The places of a table's players, without rank, to be ranked among others.
pub(super) fn unranked(table: &Table) -> impl Iterator<Item = RankedPlayer> {
    table.ranking.iter().map(|place| RankedPlayer { rank: None, shared: false, tie: None, ..place.clone() })
}

/// The sums of each player over these tables, from the winner down. A player at fewer than `rounds` of them has rounds without a photo.
pub(super) fn overall<'a>(
    tables: impl IntoIterator<Item = &'a Arc<Table>>,
    rounds: usize,
    tie_rule: TieRule,
) -> Vec<RankedPlayer> {
    let mut places: Vec<RankedPlayer> = sums(tables).into_values().collect();
    for place in &mut places {
        place.absent = rounds.saturating_sub(place.kingdoms + place.missing);
    }
    ranked(places, rounds > 1, tie_rule)
}

/// The sums of each player over these tables.
pub(super) fn sums<'a>(tables: impl IntoIterator<Item = &'a Arc<Table>>) -> BTreeMap<&'a str, RankedPlayer> {
    let mut players: BTreeMap<&str, RankedPlayer> = BTreeMap::new();
    for one in tables.into_iter().flat_map(|table| &table.ranking) {
        let sum = players.entry(&one.player).or_insert_with(|| nobody(&one.player));
        sum.total += one.total;
        sum.kingdoms += one.kingdoms;
        sum.missing += one.missing;
        sum.doubtful += one.doubtful;
        sum.crowns += one.crowns;
        let known = sum.largest_territory.as_ref().map(Territory::size);
        let larger = one.largest_territory.as_ref().filter(|new| known.is_none_or(|known| known < new.size()));
        sum.largest_territory = larger.cloned().or(sum.largest_territory.take());
    }
    players
}

pub(super) fn nobody(player: &str) -> RankedPlayer {
    RankedPlayer { player: player.to_owned(), ..RankedPlayer::default() }
}

/// From the winner down, those with the same rank by name. Players without a kingdom have no rank and come last.
pub(super) fn ranked(places: Vec<RankedPlayer>, several_games: bool, tie_rule: TieRule) -> Vec<RankedPlayer> {
    let (mut ranked, mut without): (Vec<RankedPlayer>, Vec<RankedPlayer>) =
        places.into_iter().partition(|place| place.kingdoms > 0);
    let strength = |place: &RankedPlayer| {
        standings::strength(place.total, place.largest_territory.as_ref(), place.crowns, tie_rule)
    };
    let strengths: Vec<standings::Strength> = ranked.iter().map(strength).collect();
    for (place, (rank, tie)) in ranked.iter_mut().zip(standings::ranks(&strengths, several_games)) {
        let message = |tie: TieBreak| match tie {
            TieBreak::SharedWithoutRule => MessageId::SharesPlaceOfSeveralRounds.into(),
            tie => tie.message(place.largest_territory.as_ref(), place.crowns),
        };
        (place.rank, place.tie) = (Some(rank), tie.map(message));
    }
    let by_name = |place: &RankedPlayer| Natural::new(&place.player);
    ranked.sort_by_cached_key(|place| (place.rank, Reverse(place.total), by_name(place)));
    without.sort_by_cached_key(by_name);
    ranked.append(&mut without);
    with_shared(ranked)
}

pub(super) fn with_shared(mut places: Vec<RankedPlayer>) -> Vec<RankedPlayer> {
    let mut holders: BTreeMap<usize, usize> = BTreeMap::new();
    places.iter().filter_map(|place| place.rank).for_each(|rank| *holders.entry(rank).or_default() += 1);
    for place in &mut places {
        place.shared = place.rank.is_some_and(|rank| holders[&rank] > 1);
    }
    places
}
