//! The ranks of all rounds by the rules of the tournament.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use super::places::{bounds, doubtful_ranks, nobody, sums, with_shared};
use super::{Question, RankedPlayer, Round, Table};
use crate::natural_order::Natural;
use crate::rules::{Final, Rules, Score, TieBreak};
use kingdomino::domain::listed;
use messages::{Message, MessageId, Words};

/// What the rules make of a player's rounds.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct SeasonScore {
    /// The sum of the rounds that count.
    pub score: Score,
    /// Whether a doubtful kingdom, of this player or of another one, may change it.
    pub is_doubtful: bool,
    /// In the order of the rounds; `None` for a round without the player.
    pub rounds: Vec<Option<RoundScore>>,
}

/// A player's points of a round.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct RoundScore {
    /// Of the kingdom, or of the place.
    pub score: Score,
    /// Whether a doubtful kingdom may change it.
    pub is_doubtful: bool,
    /// Whether it is part of the sum, or the final's.
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
    /// Whether something that ranks players with the same sum may change.
    is_doubtful: bool,
    points: i32,
    wins: i64,
    best_round: Score,
    territories: i64,
    largest_territory: i64,
}

/// All rounds ranked by these rules, and questions about the final.
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

/// What each player's kingdom or place in this round brings.
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
            // A name at two tables of a round is a question to the organiser; until it is answered both count, as without rules.
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

/// The points of a place at a table. Players who share places get the average of these.
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
    let others = || all.iter().enumerate().filter(|(other, _)| *other != at).map(|(_, bounds)| bounds);
    let (least, most) = all[at];
    let before = others().filter(|other| other.0 > most).count();
    let not_behind = others().filter(|other| other.1 >= least).count();
    // Points are highest at the first place, so a player who may be anywhere between these two has between their points.
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
    // Who only plays a dropped round, or the final, is listed nevertheless.
    let names: BTreeSet<&str> = of_rounds.iter().flat_map(|round| round.keys().copied()).collect();
    let games = games(counted);
    let needs_places = rules.has_placing_points() || rules.tie_breaks.iter().any(|tie_break| tie_break.is_of_places());
    let player = |name: &'a str| {
        let sums = sums.get(name).cloned().unwrap_or_else(|| nobody(name));
        let mut season: Vec<Option<RoundScore>> = of_rounds.iter().map(|round| round.get(name).copied()).collect();
        let is_counted = |at: usize| rules.counts(&rounds[at].name);
        let mut best: Vec<usize> = (0..season.len()).filter(|at| is_counted(*at) && season[*at].is_some()).collect();
        let most = rules.best_rounds.unwrap_or(usize::MAX);
        let best_of = |score: fn(&RoundScore) -> Score| {
            let mut scores: Vec<Score> = best.iter().filter_map(|at| season[*at].as_ref()).map(score).collect();
            scores.sort_by_key(|score| Reverse(*score));
            scores.into_iter().take(most).sum::<Score>()
        };
        let (least, upmost) = (best_of(|round| round.least), best_of(|round| round.most));
        let best_round = best.iter().filter_map(|at| season[*at]).map(|round| round.score).max().unwrap_or_default();
        // Of rounds with the same points the earlier one counts.
        best.sort_by_key(|at| Reverse(season[*at].map(|round| round.score)));
        for at in best.into_iter().skip(most) {
            season[at].iter_mut().for_each(|round| round.counts = false);
        }
        let summed = || season.iter().enumerate().filter(|(at, _)| is_counted(*at)).filter_map(|(_, round)| *round);
        let score = summed().filter(|round| round.counts).map(|round| round.score).sum();
        let own: &[&RankedPlayer] = games.get(name).map(Vec::as_slice).unwrap_or_default();
        let size = |place: &&RankedPlayer| i64::from(place.largest_territory.as_ref().map_or(0, |land| land.size()));
        Player {
            name,
            least,
            most: upmost,
            is_doubtful: own.iter().any(|place| place.is_total_doubtful() || needs_places && place.is_rank_doubtful),
            points: sums.total,
            wins: own.iter().filter(|place| place.rank == Some(1)).count() as i64,
            best_round,
            territories: own.iter().map(size).sum(),
            largest_territory: own.iter().map(size).max().unwrap_or_default(),
            season: SeasonScore {
                score,
                is_doubtful: least != upmost || summed().any(|round| round.counts && round.is_doubtful),
                rounds: season,
            },
            sums,
        }
    };
    names.into_iter().map(player).collect()
}

/// The places of each player at the tables of these rounds.
fn games<'a>(rounds: &[&'a Round]) -> BTreeMap<&'a str, Vec<&'a RankedPlayer>> {
    let mut games: BTreeMap<&str, Vec<&RankedPlayer>> = BTreeMap::new();
    for place in rounds.iter().flat_map(|round| &round.tables).flat_map(|table| &table.ranking) {
        games.entry(&place.player).or_default().push(place);
    }
    games
}

/// The ranks before the final, and for each player whether it is sure that they are, or are not, among the first who play it.
fn before_final(
    rules: &Rules,
    mut players: Vec<Player>,
    counted: &[&Round],
) -> (Vec<RankedPlayer>, BTreeMap<String, bool>) {
    let tables: Vec<&Arc<Table>> = counted.iter().flat_map(|round| &round.tables).collect();
    let has_kingdom = |player: &Player| player.sums.kingdoms > 0;
    players
        .sort_by_cached_key(|player| (!has_kingdom(player), Reverse(player.season.score), Natural::new(player.name)));
    let with = players.iter().take_while(|player| has_kingdom(player)).count();
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
        let others = || intervals.iter().enumerate().filter(|(other, _)| *other != at).map(|(_, interval)| interval);
        let surely_before = || others().filter(|other| other.0 > player.most).count();
        let surely_behind = || others().filter(|other| other.1 < player.least).count();
        let sure =
            !are_doubtful[at] || cut == usize::MAX || surely_before() >= cut || players.len() - surely_behind() <= cut;
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
    let place = |(at, player): (usize, Player)| {
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
    };
    let mut places: Vec<RankedPlayer> = players.into_iter().enumerate().map(place).collect();
    places.sort_by_cached_key(|place| (place.rank.is_none(), place.rank, Natural::new(&place.player)));
    (places, is_sure)
}

/// Splits players with the same sum by the tie-breaks, one after the other; `by` says what has split them so far.
fn split(
    tied: Vec<usize>,
    by: Vec<Message>,
    tie_breaks: &[TieBreak],
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

/// For each of the tied players the value that decides, the largest first, and as it is shown.
fn values(tie_break: TieBreak, tied: &[usize], players: &[Player], tables: &[&Arc<Table>]) -> Vec<(Score, Score)> {
    let number = |number: i64| Score::of_points(number.try_into().unwrap_or(i32::MAX));
    let of_player = |player: &Player| match tie_break {
        TieBreak::Points => Score::of_points(player.points),
        TieBreak::Wins => number(player.wins),
        TieBreak::BestRound => player.best_round,
        TieBreak::Territories => number(player.territories),
        TieBreak::LargestTerritory => number(player.largest_territory),
        TieBreak::DirectGame => Score::default(),
    };
    if tie_break != TieBreak::DirectGame {
        return tied.iter().map(|at| of_player(&players[*at])).map(|value| (value, value)).collect();
    }
    let rank = |table: &Table, at: &usize| {
        table.ranking.iter().find(|place| place.player == players[*at].name).and_then(|place| place.rank)
    };
    let mut sums = vec![0; tied.len()];
    // Only games in which all of them have a place compare all of them.
    for ranks in tables.iter().filter_map(|table| tied.iter().map(|at| rank(table, at)).collect::<Option<Vec<_>>>()) {
        sums.iter_mut().zip(ranks).for_each(|(sum, rank)| *sum += rank as i64);
    }
    sums.into_iter().map(|sum| (number(-sum), number(sum))).collect()
}

/// Puts those who played the final in its order, before all others. Returns questions if these are not the first ones.
fn with_final(
    last: &Final,
    round: &Round,
    rounds: &[Round],
    is_sure: &BTreeMap<String, bool>,
    places: &mut [RankedPlayer],
) -> Vec<Question> {
    let index = rounds.iter().position(|other| other.name == round.name).unwrap_or_default();
    let in_final: BTreeMap<&str, &RankedPlayer> = round.ranking.iter().map(|place| (&*place.player, place)).collect();
    let is_first = |place: &RankedPlayer| place.rank.is_some_and(|rank| rank <= last.players);
    let of_final = |place: &RankedPlayer| place.season.as_ref().and_then(|season| season.rounds[index]);
    let question = |id: MessageId, players: Vec<&str>| {
        let message = id.with("players", listed(players)).with("most", last.players);
        Question { round: Some(last.round.clone()), table: None, message }
    };
    let others: Vec<&str> = places
        .iter()
        .filter(|place| !is_first(place) && of_final(place).is_some())
        .map(|place| &*place.player)
        .collect();
    let without: Vec<&str> = places
        .iter()
        .filter(|place| is_first(place) && of_final(place).is_none())
        .map(|place| &*place.player)
        .collect();
    let played = places.iter().filter(|place| is_first(place) && of_final(place).is_some()).count();
    // Where several share the last place before the cut, not all of them play.
    let are_missing = !without.is_empty() && played < last.players;
    let questions = [(MessageId::FinalByOthers, others.clone()), (MessageId::FinalWithout, without.clone())];
    let is_open = [!others.is_empty(), are_missing];
    let questions = questions.into_iter().zip(is_open).filter(|(_, is_open)| *is_open);
    let questions = questions.map(|((id, players), _)| question(id, players)).collect();
    // By the final's points; of equal ones by its tie rule, then as before.
    type FinalKey = (bool, Reverse<Option<Score>>, Option<usize>, Option<usize>);
    let key = |place: &RankedPlayer| -> FinalKey {
        let own = of_final(place).filter(|_| is_first(place));
        let rank = own.and_then(|_| in_final.get(&*place.player)?.rank);
        (place.rank.is_none() || own.is_none(), Reverse(own.map(|own| own.score)), rank, place.rank)
    };
    let keys: Vec<FinalKey> = places.iter().map(key).collect();
    let mut sorted: Vec<FinalKey> =
        places.iter().zip(&keys).filter(|(place, _)| place.rank.is_some()).map(|(_, key)| *key).collect();
    sorted.sort_unstable();
    let intervals: Vec<(Score, Score)> =
        places.iter().filter(|place| is_first(place)).filter_map(of_final).map(|own| (own.least, own.most)).collect();
    let doubtful: Vec<bool> =
        places.iter().filter(|place| is_first(place)).filter_map(of_final).map(|own| own.is_doubtful).collect();
    let mut in_doubt = doubtful_ranks(&intervals, &doubtful).into_iter();
    let mut ranks = Vec::with_capacity(places.len());
    for (at, place) in places.iter().enumerate() {
        let rank = place.rank.map(|_| 1 + sorted.partition_point(|other| *other < keys[at]));
        let is_unsure = is_sure.get(&place.player) == Some(&false);
        let is_rank_doubtful = match of_final(place).filter(|_| is_first(place)) {
            Some(_) => in_doubt.next() == Some(true) || is_unsure,
            None => place.is_rank_doubtful,
        };
        ranks.push((rank, is_rank_doubtful));
    }
    let finalists: BTreeSet<String> = places
        .iter()
        .filter(|place| is_first(place) && of_final(place).is_some())
        .map(|place| place.player.clone())
        .collect();
    for (place, (rank, is_rank_doubtful)) in places.iter_mut().zip(ranks) {
        (place.rank, place.is_rank_doubtful) = (rank, is_rank_doubtful);
        if finalists.contains(&place.player) {
            // The final has decided, and not the sums.
            place.tie = None;
        }
    }
    places.sort_by_cached_key(|place| (place.rank.is_none(), place.rank, Natural::new(&place.player)));
    questions
}

impl SeasonScore {
    /// Whether the player has points of the round with this index.
    pub fn round(&self, index: usize) -> Option<&RoundScore> {
        self.rounds.get(index).and_then(Option::as_ref)
    }
}
