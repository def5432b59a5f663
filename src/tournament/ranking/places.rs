//! Sums and ranks.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use super::{Entry, RankedPlayer};
use crate::messages::MessageId;
use crate::scoring::sheet::largest_territory;
use crate::standings::{self, TieBreak, TieRule};
use crate::tournament::natural_order::Natural;

impl Entry {
    /// As it stands before it is ranked.
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

/// What each player has in all of these, from the winner down. Who is in fewer than `rounds` of them has rounds without a
/// photo.
pub(super) fn overall<'a>(
    entries: impl IntoIterator<Item = &'a Entry>,
    rounds: usize,
    tie_rule: TieRule,
) -> Vec<RankedPlayer> {
    let mut places: Vec<RankedPlayer> = sums(entries).into_values().collect();
    for place in &mut places {
        place.absent = rounds.saturating_sub(place.kingdoms + place.missing);
    }
    ranked(places, rounds > 1, tie_rule)
}

/// What each player has in all of these.
pub(super) fn sums<'a>(entries: impl IntoIterator<Item = &'a Entry>) -> BTreeMap<&'a str, RankedPlayer> {
    let mut players: BTreeMap<&str, RankedPlayer> = BTreeMap::new();
    for entry in entries {
        let sum = players.entry(&entry.seat.player).or_insert_with(|| nobody(&entry.seat.player));
        let one = entry.place();
        sum.total += one.total;
        sum.kingdoms += one.kingdoms;
        sum.missing += one.missing;
        sum.doubtful += one.doubtful;
        sum.crowns += one.crowns;
        let larger = one
            .largest_territory
            .filter(|new| sum.largest_territory.as_ref().is_none_or(|known| known.size() < new.size()));
        sum.largest_territory = larger.or(sum.largest_territory.take());
    }
    players
}

pub(super) fn nobody(player: &str) -> RankedPlayer {
    RankedPlayer { player: player.to_owned(), ..RankedPlayer::default() }
}

/// From the winner down, those who share a place by name; those without a kingdom have no rank and stand last.
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
    let ranks: Vec<Option<usize>> = places.iter().map(|place| place.rank).collect();
    for place in &mut places {
        place.shared = place.rank.is_some() && ranks.iter().filter(|rank| **rank == place.rank).count() > 1;
    }
    places
}
