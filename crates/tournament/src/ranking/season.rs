//! Ranks players over all rounds by the tournament's own rules.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use super::places::{bounds, doubtful_ranks, nobody, sums, with_shared};
use super::{Question, RankedPlayer, Round, Table};
use crate::natural_order::Natural;
use crate::rules::{Final, Rules, Score, TieCriterion};
use kingdomino::domain::listed;
use messages::{Message, MessageId, Words};

/// A player's score over all rounds, by the tournament's own rules.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct SeasonScore {
    /// The sum of the rounds that count.
    pub score: Score,
    /// Whether a doubtful kingdom, of this player or of another one, may change it.
    pub is_doubtful: bool,
    /// The score of each round; `None` for a round in which the player did not play.
    pub rounds: Vec<Option<RoundScore>>,
}

/// A player's points in a round.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct RoundScore {
    /// The points of the kingdom, or of the place at the table.
    pub score: Score,
    /// Whether a doubtful kingdom may change it.
    pub is_doubtful: bool,
    /// Whether it is part of the sum, or of the final.
    pub counts: bool,
    least: Score,
    most: Score,
}

/// A player over the rounds that can count.
struct Player<'a> {
    name: &'a str,
    sums: RankedPlayer,
    season: SeasonScore,
    least: Score,
    most: Score,
    /// Whether a value for the tie-breaks may change.
    is_doubtful: bool,
    points: i32,
    wins: i64,
    best_round: Score,
    territories: i64,
    largest_territory: i64,
}

impl Player<'_> {
    fn has_kingdom(&self) -> bool {
        self.sums.kingdoms > 0
    }
}

/// Ranks players over all rounds by these rules, and returns questions about the final.
pub(super) fn ranked_by(rules: &Rules, rounds: &[Round]) -> (Vec<RankedPlayer>, Vec<Question>) {
    let counted: Vec<&Round> = rounds.iter().filter(|round| rules.counts(&round.name)).collect();
    let last =
        rules.r#final.as_ref().and_then(|last| Some((last, rounds.iter().find(|round| round.name == last.round)?)));
    let of_rounds: Vec<BTreeMap<&str, RoundScore>> = rounds.iter().map(|round| scores(rules, round)).collect();
    let players = players(rules, rounds, &counted, &of_rounds);
    let (mut places, is_sure) = before_final(rules, players, &counted);
    let questions =
        last.map(|(last, round)| with_final(last, round, rounds, &is_sure, &mut places)).unwrap_or_default();
    (with_shared(places), questions)
}

/// The score of each player in this round: for the kingdom, or for the place at the table.
fn scores<'a>(rules: &Rules, round: &'a Round) -> BTreeMap<&'a str, RoundScore> {
    let mut scores: BTreeMap<&str, RoundScore> = BTreeMap::new();
    for table in &round.tables {
        let all: Vec<(i32, i32)> = table.ranking.iter().map(bounds).collect();
        for (at, place) in table.ranking.iter().enumerate() {
            let one = match rules.has_placing_points() {
                true => placing_score(rules, table, &all, at),
                false => {
                    let (least, most) = (Score::of_points(all[at].0.max(0)), Score::of_points(all[at].1));
                    let most = most.min(Score::UNBOUNDED);
                    let (score, is_doubtful) = (Score::of_points(place.total), place.is_total_doubtful());
                    RoundScore { score, is_doubtful, counts: false, least, most }
                }
            };
            // If a name is at two tables of a round, the organiser is asked. Until then both count.
            let sum = scores.entry(&place.player).or_default();
            *sum = RoundScore {
                score: sum.score + one.score,
                is_doubtful: sum.is_doubtful || one.is_doubtful,
                counts: rules.counts(&round.name) || rules.final_round() == Some(&round.name),
                least: sum.least + one.least,
                most: sum.most + one.most,
            };
        }
    }
    scores
}

/// The points for a place at a table. Players who share places get the average of their points.
fn placing_score(rules: &Rules, table: &Table, all: &[(i32, i32)], at: usize) -> RoundScore {
    let place = &table.ranking[at];
    let score = place.rank.map_or_else(Score::default, |rank| {
        let holders = table.ranking.iter().filter(|other| other.rank == Some(rank)).count();
        let points: Score = (rank - 1..rank - 1 + holders).map(|place| rules.points_of(place)).sum();
        points.shared_by(holders)
    });
    if place.is_name_doubtful {
        return RoundScore { score, is_doubtful: true, most: Score::UNBOUNDED, ..RoundScore::default() };
    }
    let is_doubtful = place.is_rank_doubtful || place.rank.is_none();
    if !is_doubtful {
        return RoundScore { score, least: score, most: score, ..RoundScore::default() };
    }
    let others = all.iter().enumerate().filter(|(other, _)| *other != at).map(|(_, bounds)| bounds);
    let (least, most) = all[at];
    let before = others.clone().filter(|other| other.0 > most).count();
    let not_behind = others.filter(|other| other.1 >= least).count();
    // The better the place, the more points. So the points are at least those of the worst possible place,
    // and at most those of the best.
    let least = if place.rank.is_none() { Score::default() } else { rules.points_of(not_behind) };
    RoundScore { score, is_doubtful, counts: false, least, most: rules.points_of(before) }
}

fn players<'a>(
    rules: &Rules,
    rounds: &'a [Round],
    counted: &[&'a Round],
    of_rounds: &[BTreeMap<&'a str, RoundScore>],
) -> Vec<Player<'a>> {
    let sums = sums(counted.iter().flat_map(|round| &round.tables));
    // Players who only play a dropped round or the final are listed, too.
    let names: BTreeSet<&str> = of_rounds.iter().flat_map(|round| round.keys().copied()).collect();
    let games = games(counted);
    let needs_places = rules.has_placing_points() || rules.tie_breaks.iter().any(|tie_break| tie_break.is_of_places());
    let players = names.into_iter().map(|name| {
        let sums = sums.get(name).cloned().unwrap_or_else(|| nobody(name));
        let mut season: Vec<Option<RoundScore>> = of_rounds.iter().map(|round| round.get(name).copied()).collect();
        let played = (0..season.len()).filter(|at| rules.counts(&rounds[*at].name) && season[*at].is_some());
        let mut best: Vec<usize> = played.collect();
        let scores: Vec<RoundScore> = best.iter().filter_map(|at| season[*at]).collect();
        let counting = rules.best_rounds.unwrap_or(usize::MAX);
        let least = sum_of_best(scores.iter().map(|round| round.least), counting);
        let most = sum_of_best(scores.iter().map(|round| round.most), counting);
        // Of rounds with the same points the earlier one counts.
        best.sort_by_key(|at| Reverse(season[*at].map(|round| round.score)));
        for at in best.drain(counting.min(best.len())..) {
            season[at].iter_mut().for_each(|round| round.counts = false);
        }
        let summed: Vec<RoundScore> = best.iter().filter_map(|at| season[*at]).collect();
        let own: &[&RankedPlayer] = games.get(name).map(Vec::as_slice).unwrap_or_default();
        let largest = own.iter().map(|place| place.largest_territory.as_ref().map_or(0, |land| i64::from(land.size())));
        Player {
            name,
            least,
            most,
            is_doubtful: own.iter().any(|place| place.is_total_doubtful() || needs_places && place.is_rank_doubtful),
            points: sums.total,
            wins: own.iter().filter(|place| place.rank == Some(1)).count() as i64,
            best_round: scores.iter().map(|round| round.score).max().unwrap_or_default(),
            territories: largest.clone().sum(),
            largest_territory: largest.max().unwrap_or_default(),
            season: SeasonScore {
                score: summed.iter().map(|round| round.score).sum(),
                is_doubtful: least != most || summed.iter().any(|round| round.is_doubtful),
                rounds: season,
            },
            sums,
        }
    });
    players.collect()
}

/// The sum of the `count` highest scores.
fn sum_of_best(scores: impl Iterator<Item = Score>, count: usize) -> Score {
    let mut scores: Vec<Score> = scores.collect();
    scores.sort_by_key(|score| Reverse(*score));
    scores.into_iter().take(count).sum()
}

/// The places of each player at the tables of these rounds.
fn games<'a>(rounds: &[&'a Round]) -> BTreeMap<&'a str, Vec<&'a RankedPlayer>> {
    let mut games: BTreeMap<&str, Vec<&RankedPlayer>> = BTreeMap::new();
    for place in rounds.iter().flat_map(|round| &round.tables).flat_map(|table| &table.ranking) {
        games.entry(&place.player).or_default().push(place);
    }
    games
}

/// Ranks players before the final, and returns for each player whether it is certain that they do, or do not,
/// qualify for the final.
fn before_final(
    rules: &Rules,
    mut players: Vec<Player>,
    counted: &[&Round],
) -> (Vec<RankedPlayer>, BTreeMap<String, bool>) {
    let tables: Vec<&Arc<Table>> = counted.iter().flat_map(|round| &round.tables).collect();
    players
        .sort_by_cached_key(|player| (!player.has_kingdom(), Reverse(player.season.score), Natural::new(player.name)));
    let with = players.iter().take_while(|player| player.has_kingdom()).count();
    let mut groups: Vec<(Vec<usize>, Vec<Message>)> = Vec::new();
    let all: Vec<usize> = (0..with).collect();
    for tied in all.chunk_by(|one, next| players[*one].season.score == players[*next].season.score) {
        split(tied.to_vec(), Vec::new(), &rules.tie_breaks, &players, &tables, &mut groups);
    }
    let intervals: Vec<(Score, Score)> = players.iter().map(|player| (player.least, player.most)).collect();
    let doubtful: Vec<bool> = players.iter().map(|player| player.is_doubtful || player.season.is_doubtful).collect();
    let are_doubtful = doubtful_ranks(&intervals, &doubtful);
    let cut = rules.r#final.as_ref().map_or(usize::MAX, |last| last.players);
    let mut is_sure: BTreeMap<String, bool> = BTreeMap::new();
    for (at, player) in players.iter().enumerate() {
        let sure = !are_doubtful[at] || cut == usize::MAX || is_cut_sure(&intervals, at, cut);
        is_sure.insert(player.name.to_owned(), sure);
    }
    let mut rank = 1;
    let mut ranks: BTreeMap<usize, (usize, Option<Message>)> = BTreeMap::new();
    for (group, by) in &groups {
        let shares = (group.len() > 1).then(|| MessageId::SharesPlaceOfSeveralRounds.into());
        let words: Vec<Message> = by.iter().cloned().chain(shares).collect();
        let tie = match (by.is_empty(), words.is_empty()) {
            (_, true) => None,
            (true, _) => words.into_iter().next(),
            (false, _) => Some(MessageId::TieOverRounds.with("by", words)),
        };
        group.iter().for_each(|at| drop(ranks.insert(*at, (rank, tie.clone()))));
        rank += group.len();
    }
    let rounds = counted.len();
    let places = players.into_iter().enumerate().map(|(at, player)| {
        let (rank, tie) = ranks.get(&at).cloned().unzip();
        let sum = if rules.has_placing_points() { player.points } else { player.season.score.points() as i32 };
        RankedPlayer {
            rank,
            tie: tie.flatten(),
            total: sum,
            absent: rounds.saturating_sub(player.sums.kingdoms + player.sums.missing),
            is_rank_doubtful: rank.is_some() && are_doubtful[at],
            season: Some(player.season),
            ..player.sums
        }
    });
    let mut places: Vec<RankedPlayer> = places.collect();
    places.sort_by_cached_key(|place| (place.rank.is_none(), place.rank, Natural::new(&place.player)));
    (places, is_sure)
}

/// Whether it is certain that this player is, or is not, among the first `cut` players. `intervals` are the
/// least and the most of each player's score.
fn is_cut_sure(intervals: &[(Score, Score)], at: usize, cut: usize) -> bool {
    let (least, most) = intervals[at];
    let others = intervals.iter().enumerate().filter(|(other, _)| *other != at).map(|(_, interval)| interval);
    let surely_before = others.clone().filter(|other| other.0 > most).count();
    let surely_behind = others.filter(|other| other.1 < least).count();
    surely_before >= cut || intervals.len() - surely_behind <= cut
}

/// Splits players with the same sum by the tie-breaks, one after the other. `by` are the tie-breaks that have
/// split them so far.
fn split(
    tied: Vec<usize>,
    by: Vec<Message>,
    tie_breaks: &[TieCriterion],
    players: &[Player],
    tables: &[&Arc<Table>],
    groups: &mut Vec<(Vec<usize>, Vec<Message>)>,
) {
    let [tie_break, further @ ..] = tie_breaks else { return groups.push((tied, by)) };
    if tied.len() == 1 {
        return groups.push((tied, by));
    }
    let values = values(*tie_break, &tied, players, tables);
    let mut parts: BTreeMap<Reverse<Score>, Vec<usize>> = BTreeMap::new();
    tied.iter().zip(&values).for_each(|(at, value)| parts.entry(Reverse(value.0)).or_default().push(*at));
    if parts.len() == 1 {
        return split(tied, by, further, players, tables, groups);
    }
    for part in parts.into_values() {
        let shown = tied.iter().position(|at| *at == part[0]).map(|index| values[index].1);
        let value = shown.unwrap_or_default();
        let message = MessageId::NameAndValue.with("name", tie_break.name()).with("value", value.message());
        split(part, by.iter().cloned().chain([message]).collect(), further, players, tables, groups);
    }
}

/// For each of the tied players: the value that decides (the largest is best), and the value that is shown.
fn values(tie_break: TieCriterion, tied: &[usize], players: &[Player], tables: &[&Arc<Table>]) -> Vec<(Score, Score)> {
    let of_player: fn(&Player) -> Score = match tie_break {
        TieCriterion::Points => |player| Score::of_points(player.points),
        TieCriterion::Wins => |player| whole_score(player.wins),
        TieCriterion::BestRound => |player| player.best_round,
        TieCriterion::Territories => |player| whole_score(player.territories),
        TieCriterion::LargestTerritory => |player| whole_score(player.largest_territory),
        TieCriterion::DirectGame => return direct_games(tied, players, tables),
    };
    tied.iter().map(|at| of_player(&players[*at])).map(|value| (value, value)).collect()
}

/// The sum of places in the games that all of the tied players played together. Returns the same pairs as
/// [`values`].
fn direct_games(tied: &[usize], players: &[Player], tables: &[&Arc<Table>]) -> Vec<(Score, Score)> {
    let mut sums = vec![0; tied.len()];
    for table in tables {
        let ranks = tied.iter().map(|at| table.ranking.iter().find(|place| place.player == players[*at].name)?.rank);
        if let Some(ranks) = ranks.collect::<Option<Vec<usize>>>() {
            sums.iter_mut().zip(ranks).for_each(|(sum, rank)| *sum += rank as i64);
        }
    }
    sums.into_iter().map(|sum| (whole_score(-sum), whole_score(sum))).collect()
}

fn whole_score(number: i64) -> Score {
    Score::of_points(number.try_into().unwrap_or(i32::MAX))
}

/// Ranks the players of the final by their scores in it, ahead of all others. Returns questions if players of
/// the final had not qualified, or if qualified players did not play it.
fn with_final(
    last: &Final,
    round: &Round,
    rounds: &[Round],
    is_sure: &BTreeMap<String, bool>,
    places: &mut [RankedPlayer],
) -> Vec<Question> {
    let index = rounds.iter().position(|other| other.name == round.name).unwrap_or_default();
    let in_final: BTreeMap<&str, &RankedPlayer> = round.ranking.iter().map(|place| (&*place.player, place)).collect();
    // For each player, the score in the final, if the player qualified and played it.
    let mut finals: Vec<Option<RoundScore>> = Vec::with_capacity(places.len());
    let (mut others, mut without) = (Vec::new(), Vec::new());
    for place in &*places {
        let is_qualified = place.rank.is_some_and(|rank| rank <= last.players);
        let score = place.season.as_ref().and_then(|season| season.rounds[index]);
        match score {
            Some(_) if !is_qualified => others.push(&*place.player),
            None if is_qualified => without.push(&*place.player),
            _ => {}
        }
        finals.push(score.filter(|_| is_qualified));
    }
    // If several players share the last place before the cut, not all of them play.
    if finals.iter().flatten().count() >= last.players {
        without.clear();
    }
    let mut questions = Vec::new();
    for (id, players) in [(MessageId::FinalByOthers, others), (MessageId::FinalWithout, without)] {
        if !players.is_empty() {
            let message = id.with("players", listed(players)).with("most", last.players);
            questions.push(Question { round: Some(last.round.clone()), table: None, message });
        }
    }
    // Players of the final come first: by their points in it, then by its tie rule, then by their rank before
    // it. All others keep their order.
    type FinalKey = (bool, Reverse<Option<Score>>, Option<usize>, Option<usize>);
    let keys = places.iter().zip(&finals).map(|(place, own)| {
        let rank = own.and_then(|_| in_final.get(&*place.player)?.rank);
        (place.rank.is_none() || own.is_none(), Reverse(own.map(|own| own.score)), rank, place.rank)
    });
    let keys: Vec<FinalKey> = keys.collect();
    let mut sorted: Vec<FinalKey> =
        places.iter().zip(&keys).filter(|(place, _)| place.rank.is_some()).map(|(_, key)| *key).collect();
    sorted.sort_unstable();
    let intervals: Vec<(Score, Score)> = finals.iter().flatten().map(|own| (own.least, own.most)).collect();
    let doubtful: Vec<bool> = finals.iter().flatten().map(|own| own.is_doubtful).collect();
    let mut in_doubt = doubtful_ranks(&intervals, &doubtful).into_iter();
    for ((place, own), key) in places.iter_mut().zip(&finals).zip(&keys) {
        place.rank = place.rank.map(|_| 1 + sorted.partition_point(|other| other < key));
        if own.is_some() {
            place.is_rank_doubtful = in_doubt.next() == Some(true) || is_sure.get(&place.player) == Some(&false);
            // The final decides, not the tie on the sums.
            place.tie = None;
        }
    }
    places.sort_by_cached_key(|place| (place.rank.is_none(), place.rank, Natural::new(&place.player)));
    questions
}

impl SeasonScore {
    /// The player's score in the round with this index, if the player took part.
    pub fn round(&self, index: usize) -> Option<&RoundScore> {
        self.rounds.get(index).and_then(Option::as_ref)
    }
}
