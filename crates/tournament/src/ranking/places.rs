//! Sums and ranks.

use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::sync::Arc;

use super::{Entry, RankedPlayer, Remark, Scored, Table};
use crate::natural_order::Natural;
use game::line::Doubt;
use kingdomino::audit::warning::WarningCode;
use kingdomino::domain::{Kingdom, Territory};
use kingdomino::scoring::sheet::{largest_territory, total};
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
            swing: self.swing(),
            ..nobody(&self.seat.player)
        }
    }
}

impl Entry {
    /// How many points less and more the kingdom may score; `None` if it is doubtful for another reason than its squares.
    fn swing(&self) -> Option<(i32, i32)> {
        let Some(Scored { record, sheet, squares, .. }) = self.kingdom.as_ref().filter(|_| self.is_doubtful()) else {
            return Some((0, 0));
        };
        let is_of_squares =
            |doubt: &Remark| matches!(doubt, Remark::Warning(warning) if warning.code == WarningCode::DoubtfulTotal);
        // Several squares together may change more than each alone, and in Queendomino the Queen may go to another player.
        let [Doubt { place, second, .. }] = squares[..] else { return None };
        if !self.doubts.iter().all(is_of_squares) || record.kingdom.game().has_queendomino() {
            return None;
        }
        let mut other = record.kingdom.squares().clone();
        other[place] = second;
        let other = Kingdom::new(record.kingdom.game(), record.kingdom.size(), other).ok()?;
        let more = total(&other, &record.unseen, &record.variants) - sheet.total;
        Some(((-more).max(0), more.max(0)))
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
        sum.is_name_doubtful |= one.is_name_doubtful;
        sum.crowns += one.crowns;
        sum.swing = sum.swing.zip(one.swing).map(|(sum, one)| (sum.0 + one.0, sum.1 + one.1));
        let known = sum.largest_territory.as_ref().map(Territory::size);
        let larger = one.largest_territory.as_ref().filter(|new| known.is_none_or(|known| known < new.size()));
        sum.largest_territory = larger.cloned().or(sum.largest_territory.take());
    }
    players
}

pub(super) fn nobody(player: &str) -> RankedPlayer {
    RankedPlayer { player: player.to_owned(), swing: Some((0, 0)), ..RankedPlayer::default() }
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
    mark_doubtful_ranks(&mut ranked);
    with_shared(ranked)
}

/// Between which totals a player's lies.
pub(super) fn bounds(place: &RankedPlayer) -> (i32, i32) {
    let totals = || {
        let (less, more) = if place.doubtful > 0 { place.swing? } else { (0, 0) };
        // A missing kingdom only adds points.
        let most = if place.missing > 0 { i32::MAX } else { place.total.saturating_add(more) };
        Some((place.total.saturating_sub(less), most))
    };
    totals().unwrap_or((i32::MIN, i32::MAX))
}

fn mark_doubtful_ranks(places: &mut [RankedPlayer]) {
    let all: Vec<(i32, i32)> = places.iter().map(bounds).collect();
    let doubtful: Vec<bool> = places.iter().map(RankedPlayer::is_total_doubtful).collect();
    for (place, may_change) in places.iter_mut().zip(doubtful_ranks(&all, &doubtful)) {
        place.is_rank_doubtful = place.rank.is_some() && may_change;
    }
}

/// As in one game, a player's rank is doubtful if another player's total may be the same or pass it, and one of both totals is doubtful. `bounds`
/// says between which numbers each total lies.
pub(super) fn doubtful_ranks<T: Ord + Copy>(bounds: &[(T, T)], doubtful: &[bool]) -> Vec<bool> {
    // Sorted, because a tournament has thousands: comparing all pairs would take too long.
    let sorted = |of: &dyn Fn(usize) -> bool| {
        let own = || (0..bounds.len()).filter(|at| of(*at)).map(|at| bounds[at]);
        let (mut least, mut most): (Vec<T>, Vec<T>) = own().unzip();
        least.sort_unstable();
        most.sort_unstable();
        (least, most)
    };
    let (all, open) = (sorted(&|_| true), sorted(&|at| doubtful[at]));
    let reached = |at: usize| {
        let (least, most) = bounds[at];
        let (leasts, mosts) = if doubtful[at] { &all } else { &open };
        let before = leasts.len() - leasts.partition_point(|other| *other <= most);
        let behind = mosts.partition_point(|other| *other < least);
        // A doubtful one finds itself, too.
        leasts.len() - before - behind > usize::from(doubtful[at])
    };
    (0..bounds.len()).map(reached).collect()
}

pub(super) fn with_shared(mut places: Vec<RankedPlayer>) -> Vec<RankedPlayer> {
    let mut holders: BTreeMap<usize, usize> = BTreeMap::new();
    places.iter().filter_map(|place| place.rank).for_each(|rank| *holders.entry(rank).or_default() += 1);
    for place in &mut places {
        place.shared = place.rank.is_some_and(|rank| holders[&rank] > 1);
    }
    places
}
