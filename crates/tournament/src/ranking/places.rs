//! Sums points, and ranks players by them.

use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::sync::Arc;

use super::{Entry, PhotoDoubt, RankedPlayer, Scored, Table};
use crate::natural_order::Natural;
use game::line::Doubt;
use kingdomino::audit::warning::WarningCode;
use kingdomino::domain::{Kingdom, Territory};
use kingdomino::scoring::sheet::{largest_territory, total};
use kingdomino::standings;
use kingdomino::standings::{TieBreak, TieRule};
use messages::MessageId;

impl Entry {
    /// The player's line in the ranking, as yet without a rank.
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
    /// How many points less and how many more the kingdom may score; `None` if it has doubts that are not
    /// about its squares.
    fn swing(&self) -> Option<(i32, i32)> {
        let Some(Scored { record, sheet, squares, .. }) = self.kingdom.as_ref().filter(|_| self.is_doubtful()) else {
            return Some((0, 0));
        };
        // The swing is only known for a single doubtful square, because several together may change more than
        // each alone. In Queendomino it is not known at all, because the Queen may go to another player.
        let [Doubt { place, second, .. }] = squares[..] else { return None };
        let are_of_squares = self
            .doubts
            .iter()
            .all(|doubt| matches!(doubt, PhotoDoubt::Warning(warning) if warning.code == WarningCode::DoubtfulTotal));
        if !are_of_squares || record.kingdom.game().has_queendomino() {
            return None;
        }
        let mut other = record.kingdom.squares().clone();
        other[place] = second;
        let other = Kingdom::new(record.kingdom.game(), record.kingdom.size(), other).ok()?;
        let more = total(&other, &record.unseen, &record.variants) - sheet.total;
        Some(((-more).max(0), more.max(0)))
    }
}

/// The lines of a table's players without their ranks, for a ranking of several tables.
pub(super) fn unranked(table: &Table) -> impl Iterator<Item = RankedPlayer> {
    table.ranking.iter().map(|place| RankedPlayer { rank: None, shared: false, tie: None, ..place.clone() })
}

/// Ranks players by their sums over these tables. A player who is at fewer than `rounds` of them has rounds
/// without a photo.
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

/// Ranks the players from the winner down, and sorts those with the same rank by name. Players without a
/// kingdom have no rank and come last.
pub(super) fn ranked(places: Vec<RankedPlayer>, several_games: bool, tie_rule: TieRule) -> Vec<RankedPlayer> {
    let (mut ranked, mut without): (Vec<RankedPlayer>, Vec<RankedPlayer>) =
        places.into_iter().partition(|place| place.kingdoms > 0);
    let strengths: Vec<standings::Strength> = (ranked.iter())
        .map(|place| standings::strength(place.total, place.largest_territory.as_ref(), place.crowns, tie_rule))
        .collect();
    for (place, (rank, tie)) in ranked.iter_mut().zip(standings::ranks(&strengths, several_games)) {
        place.rank = Some(rank);
        place.tie = tie.map(|tie| match tie {
            TieBreak::SharedWithoutRule => MessageId::SharesPlaceOfSeveralRounds.into(),
            tie => tie.message(place.largest_territory.as_ref(), place.crowns),
        });
    }
    ranked.sort_by_cached_key(|place| (place.rank, Reverse(place.total), Natural::new(&place.player)));
    without.sort_by_cached_key(|place| Natural::new(&place.player));
    ranked.append(&mut without);
    mark_doubtful_ranks(&mut ranked);
    with_shared(ranked)
}

/// The least and the most points that the player's total may be.
pub(super) fn bounds(place: &RankedPlayer) -> (i32, i32) {
    let swing = if place.doubtful > 0 { place.swing } else { Some((0, 0)) };
    let Some((less, more)) = swing else { return (i32::MIN, i32::MAX) };
    // A missing kingdom only adds points.
    let most = if place.missing > 0 { i32::MAX } else { place.total.saturating_add(more) };
    (place.total.saturating_sub(less), most)
}

fn mark_doubtful_ranks(places: &mut [RankedPlayer]) {
    let all: Vec<(i32, i32)> = places.iter().map(bounds).collect();
    let doubtful: Vec<bool> = places.iter().map(RankedPlayer::is_total_doubtful).collect();
    for (place, may_change) in places.iter_mut().zip(doubtful_ranks(&all, &doubtful)) {
        place.is_rank_doubtful = place.rank.is_some() && may_change;
    }
}

/// Whether each player's rank is doubtful: another player's total may reach or pass this player's, and one of
/// the two totals is doubtful. `bounds` are the least and the most that each total may be.
pub(super) fn doubtful_ranks<T: Ord + Copy>(bounds: &[(T, T)], doubtful: &[bool]) -> Vec<bool> {
    // Comparing all pairs would take too long for the thousands of players of a large tournament.
    let all = sorted_bounds(bounds.iter());
    let open = sorted_bounds(bounds.iter().zip(doubtful).filter(|(_, is_doubtful)| **is_doubtful).map(|(own, _)| own));
    let are_reached = bounds.iter().zip(doubtful).map(|((least, most), is_doubtful)| {
        let (leasts, mosts) = if *is_doubtful { &all } else { &open };
        let before = leasts.len() - leasts.partition_point(|other| other <= most);
        let behind = mosts.partition_point(|other| other < least);
        // A doubtful player's own total is among them, but must not be counted.
        leasts.len() - before - behind > usize::from(*is_doubtful)
    });
    are_reached.collect()
}

/// The lower bounds, sorted, and the upper bounds, sorted.
fn sorted_bounds<'a, T: Ord + Copy + 'a>(bounds: impl Iterator<Item = &'a (T, T)>) -> (Vec<T>, Vec<T>) {
    let (mut least, mut most): (Vec<T>, Vec<T>) = bounds.copied().unzip();
    least.sort_unstable();
    most.sort_unstable();
    (least, most)
}

pub(super) fn with_shared(mut places: Vec<RankedPlayer>) -> Vec<RankedPlayer> {
    let mut holders: BTreeMap<usize, usize> = BTreeMap::new();
    places.iter().filter_map(|place| place.rank).for_each(|rank| *holders.entry(rank).or_default() += 1);
    for place in &mut places {
        place.shared = place.rank.is_some_and(|rank| holders[&rank] > 1);
    }
    places
}
