//! Who sits where in the next round. Nobody meets again if that can be avoided, and players with similar
//! points sit together.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::RangeInclusive;

use crate::natural_order::Natural;
use crate::ranking::Tournament;
use kingdomino::domain::{MOST_PLAYERS, did_you_mean, listed};
use kingdomino::formats::{Name, name_key};

/// How many players may sit at a table.
pub const SEATS: RangeInclusive<usize> = 2..=MOST_PLAYERS;

/// Options for the next round.
#[derive(Debug, Clone)]
pub struct SeatingOptions {
    /// The round's number or name. `None`: one more than the largest number of a round.
    pub round: Option<String>,
    /// The most players at a table, one of [`SEATS`].
    pub seats: usize,
    /// Players who do not play this round.
    pub without: Vec<Name>,
}

/// The tables of a round.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Seating {
    /// The round's number or name.
    pub round: String,
    /// The players of each table, from the best down.
    pub tables: Vec<Vec<String>>,
    /// Pairs of players at one table who have met at a table before.
    pub met_again: Vec<[String; 2]>,
    /// How many of the players have doubtful points.
    pub to_check: usize,
}

/// Why nobody can be seated.
#[derive(Debug, thiserror::Error)]
pub enum SeatingError {
    /// No round has a number.
    #[error("none of the rounds {} has a number, so the next round needs a name; give it with --round", listed(.0))]
    NoNumber(Vec<String>),
    /// The round is already in the results.
    #[error("round {0} is already in the results; name another round with --round")]
    Played(String),
    /// A player who is to be left out is not in the results.
    #[error("--without {player}: no player in the results has this name{hint}")]
    NoSuchPlayer {
        /// The name as it was given.
        player: Name,
        /// `; did you mean ...?`, or empty.
        hint: String,
    },
    /// Fewer than two players can play the round.
    #[error("too few players can play the next round: {0}, but a table needs at least 2")]
    TooFew(usize),
}

impl Seating {
    /// Seats the players of a tournament. Only the best ones play the final, if the tournament's rules have
    /// one.
    ///
    /// # Errors
    /// A round without a name, unknown players, or too few.
    pub fn next(tournament: &Tournament, options: &SeatingOptions) -> Result<Self, SeatingError> {
        let round = next_round(tournament, options)?;
        let known: Vec<&str> = tournament.overall.iter().map(|place| place.player.as_str()).collect();
        if let Some(player) = options.without.iter().find(|player| !known.iter().any(|known| **player == **known)) {
            return Err(SeatingError::NoSuchPlayer { player: player.clone(), hint: did_you_mean(player, known) });
        }
        let rules = tournament.by.rules.as_deref();
        let cut = rules.and_then(|rules| rules.r#final.as_ref()).filter(|last| last.round == round);
        let places: Vec<_> = (tournament.overall.iter())
            .filter(|place| cut.is_none_or(|cut| place.rank.is_some_and(|rank| rank <= cut.players)))
            .filter(|place| !options.without.iter().any(|without| *without == *place.player))
            .collect();
        if places.len() < 2 {
            return Err(SeatingError::TooFew(places.len()));
        }
        let players: Vec<&str> = places.iter().map(|place| place.player.as_str()).collect();
        let met = meetings(tournament, &players);
        let tables = seat(&sizes(players.len(), options.seats), &met);
        let pairs = tables.iter().flat_map(|table| pairs(table)).filter(|[one, other]| met[*one][*other] > 0);
        let met_again = pairs.map(|pair| pair.map(|at| players[at].to_owned())).collect();
        let tables = tables.iter().map(|table| table.iter().map(|at| players[*at].to_owned()).collect()).collect();
        let to_check = places.iter().filter(|place| place.decisive().1).count();
        Ok(Self { round, tables, met_again, to_check })
    }
}

fn next_round(tournament: &Tournament, options: &SeatingOptions) -> Result<String, SeatingError> {
    let names: Vec<String> = tournament.rounds.iter().map(|round| round.name.clone()).collect();
    match &options.round {
        Some(round) if names.contains(round) => Err(SeatingError::Played(round.clone())),
        Some(round) => Ok(round.clone()),
        None => {
            let last = names.iter().filter_map(|name| name.parse::<u32>().ok()).max();
            last.map(|last| last.saturating_add(1).to_string()).ok_or(SeatingError::NoNumber(names))
        }
    }
}

/// How often each pair of players has sat at one table, by their indices.
fn meetings(tournament: &Tournament, players: &[&str]) -> Vec<Vec<u32>> {
    let places: BTreeMap<&str, usize> = players.iter().enumerate().map(|(at, player)| (*player, at)).collect();
    let mut met = vec![vec![0; players.len()]; players.len()];
    for table in tournament.rounds.iter().flat_map(|round| &round.tables) {
        // A table that lists a name twice still counts once.
        let sat: BTreeSet<usize> =
            table.ranking.iter().filter_map(|place| places.get(&*place.player).copied()).collect();
        for [one, other] in pairs(&sat.into_iter().collect::<Vec<_>>()) {
            met[one][other] += 1;
            met[other][one] += 1;
        }
    }
    met
}

fn pairs(table: &[usize]) -> impl Iterator<Item = [usize; 2]> {
    table.iter().enumerate().flat_map(|(at, one)| table[at + 1..].iter().map(|other| [*one, *other]))
}

/// The sizes of as few tables as possible, the larger ones first. Sizes differ by at most one player. Nobody
/// sits alone, even if a table then has more than `seats` players.
pub fn sizes(players: usize, seats: usize) -> Vec<usize> {
    let mut tables = players.div_ceil(seats);
    while tables > 1 && players / tables < 2 {
        tables -= 1;
    }
    (0..tables).map(|table| players / tables + usize::from(table < players % tables)).collect()
}

/// Seats players, sorted from the best down, at tables of these sizes. `met` tells how often each pair has
/// met.
///
/// A search looks for tables at which nobody meets again. It is sure to find them in easy cases, for example
/// if there are more tables than the players that anybody has met. Then players swap seats so that those with
/// similar points sit together.
pub fn seat(sizes: &[usize], met: &[Vec<u32>]) -> Vec<Vec<usize>> {
    let mut search = Nearest { met, sizes, is_seated: vec![false; met.len()], tables: vec![Vec::new()], steps: STEPS };
    let mut tables = if search.fill() { search.tables } else { rarest_meetings(sizes, met) };
    bring_together(&mut tables, met);
    tables.iter_mut().for_each(|table| table.sort_unstable());
    tables
}

/// Seats that the search tries before it gives up. This takes well under a second, and is many times what an
/// easy round needs.
const STEPS: usize = 200_000;

/// A backtracking search that fills one table after another: first with the best player who is left, then
/// with the next ones whom nobody at the table has met.
struct Nearest<'a> {
    met: &'a [Vec<u32>],
    sizes: &'a [usize],
    is_seated: Vec<bool>,
    tables: Vec<Vec<usize>>,
    steps: usize,
}

impl Nearest<'_> {
    fn fill(&mut self) -> bool {
        let table = self.tables.len() - 1;
        if self.tables[table].len() == self.sizes[table] {
            if self.tables.len() == self.sizes.len() {
                return true;
            }
            self.tables.push(Vec::new());
            let is_filled = self.fill();
            if !is_filled {
                self.tables.pop();
            }
            return is_filled;
        }
        let after = self.tables[table].last().map_or(0, |last| last + 1);
        for player in after..self.met.len() {
            let is_new = self.tables[table].iter().all(|other| self.met[player][*other] == 0);
            if self.is_seated[player] || !is_new {
                continue;
            }
            self.steps = self.steps.saturating_sub(1);
            if self.steps == 0 {
                return false;
            }
            self.tables[table].push(player);
            self.is_seated[player] = true;
            if self.fill() {
                return true;
            }
            self.tables[table].pop();
            self.is_seated[player] = false;
            // The first seat always goes to the best player who is left, so no other player is tried there.
            if self.tables[table].is_empty() {
                return false;
            }
        }
        false
    }
}

/// A swap of two players: how many repeated meetings it adds, how far apart the players' ranks are, and both
/// seats (table, place at the table).
type Swap = (i64, i64, [(usize, usize); 2]);

/// The most comparisons of two seats in the tabu search. So many take a few seconds.
const COMPARISONS: usize = 20_000_000;

/// The search ends after this number of swaps per player without improvement. In the tests half of it is
/// enough to find a seating without repeated meetings wherever one exists.
const PATIENCE: usize = 20;

/// Tabu search for tables with the fewest repeated meetings. It starts with tables by rank, and makes the
/// best swap again and again. To get out of dead ends, a player may not return to a table at once. There are
/// no random numbers: the same results give the same tables.
fn rarest_meetings(sizes: &[usize], met: &[Vec<u32>]) -> Vec<Vec<usize>> {
    let mut rest = 0..met.len();
    let mut tables: Vec<Vec<usize>> = sizes.iter().map(|size| rest.by_ref().take(*size).collect()).collect();
    let met_pairs = tables.iter().flat_map(|table| pairs(table)).map(|[one, other]| i64::from(met[one][other]));
    let mut now: i64 = met_pairs.sum();
    let mut best = (now, tables.clone());
    let mut back_from: BTreeMap<(usize, usize), usize> = BTreeMap::new();
    let (mut comparisons, mut turn, mut best_turn) = (0, 0, 0);
    while best.0 > 0 && comparisons < COMPARISONS && turn - best_turn <= PATIENCE * met.len() {
        turn += 1;
        let mut chosen: Option<Swap> = None;
        for (table, at) in (0..tables.len()).flat_map(|table| (0..tables[table].len()).map(move |at| (table, at))) {
            let one = tables[table][at];
            let own = meetings_at(&tables[table], one, one, met);
            if own == 0 {
                continue;
            }
            for (other_table, other_at) in (0..tables.len())
                .filter(|other| *other != table)
                .flat_map(|other| (0..tables[other].len()).map(|at| (other, at)).collect::<Vec<_>>())
            {
                let other = tables[other_table][other_at];
                comparisons += sizes[table] + sizes[other_table];
                let change = meetings_at(&tables[other_table], one, other, met) - own
                    + meetings_at(&tables[table], other, one, met)
                    - meetings_at(&tables[other_table], other, other, met);
                let is_back = [(one, other_table), (other, table)]
                    .iter()
                    .any(|seat| back_from.get(seat).is_some_and(|until| *until > turn));
                let is_best = now + change < best.0;
                let distance = one.abs_diff(other) as i64;
                if (!is_back || is_best) && chosen.is_none_or(|(least, near, _)| (change, distance) < (least, near)) {
                    chosen = Some((change, distance, [(table, at), (other_table, other_at)]));
                }
            }
        }
        let Some((change, _, [(table, at), (other_table, other_at)])) = chosen else { continue };
        let (one, other) = (tables[table][at], tables[other_table][other_at]);
        (tables[table][at], tables[other_table][other_at]) = (other, one);
        now += change;
        // The ban on returning lasts a varying number of turns, so that the search does not repeat a cycle of
        // swaps.
        let until = turn + 5 + turn % 7;
        back_from.extend([((one, table), until), ((other, other_table), until)]);
        if now < best.0 {
            (best, best_turn) = ((now, tables.clone()), turn);
        }
    }
    best.1
}

/// How often the player has met the others at this table, when sitting there in place of `instead_of`.
fn meetings_at(table: &[usize], player: usize, instead_of: usize, met: &[Vec<u32>]) -> i64 {
    cost_at(table, player, instead_of, met).0
}

/// The most passes over all pairs of seats. Usually nothing changes after a few.
const PASSES: usize = 20;

/// Swaps players as long as that brings similar ranks together without adding a repeated meeting.
fn bring_together(tables: &mut [Vec<usize>], met: &[Vec<u32>]) {
    for _ in 0..PASSES {
        let mut has_changed = false;
        for table in 0..tables.len() {
            for other_table in table + 1..tables.len() {
                for at in 0..tables[table].len() {
                    for other_at in 0..tables[other_table].len() {
                        let (one, other) = (tables[table][at], tables[other_table][other_at]);
                        let now = cost_at(&tables[table], one, one, met);
                        let other_now = cost_at(&tables[other_table], other, other, met);
                        let new = cost_at(&tables[other_table], one, other, met);
                        let other_new = cost_at(&tables[table], other, one, met);
                        if (new.0 + other_new.0, new.1 + other_new.1) < (now.0 + other_now.0, now.1 + other_now.1) {
                            (tables[table][at], tables[other_table][other_at]) = (other, one);
                            has_changed = true;
                        }
                    }
                }
            }
        }
        if !has_changed {
            return;
        }
    }
}

/// How often the player has met the others at this table, and the sum of the squared distances of their
/// ranks, when sitting there in place of `instead_of`.
fn cost_at(table: &[usize], player: usize, instead_of: usize, met: &[Vec<u32>]) -> (i64, i64) {
    let others = table.iter().filter(|other| **other != instead_of && **other != player);
    others.fold((0, 0), |(meetings, distance), other| {
        let away = player.abs_diff(*other) as i64;
        (meetings + i64::from(met[player][*other]), distance + away * away)
    })
}

impl Seating {
    /// A path for each photo of the round, with its table (from 1) and player. Letters that no file name can
    /// have become `_`.
    pub fn photos(&self) -> Vec<(String, String, &str)> {
        let mut names: BTreeSet<String> = BTreeSet::new();
        let mut photos = Vec::new();
        for (table, players) in self.tables.iter().enumerate() {
            let number = (table + 1).to_string();
            for player in players {
                let folder = format!("round-{}/table-{number}", in_file(&self.round));
                let mut name = format!("{folder}/{}.jpg", in_file(player));
                if !names.insert(name_key(&name)) {
                    name = format!("{folder}/{}-{}.jpg", in_file(player), names.len());
                    names.insert(name_key(&name));
                }
                photos.push((name, number.clone(), player.as_str()));
            }
        }
        photos
    }

    /// The players in the order of their names, each with the table's number.
    pub fn by_name(&self) -> Vec<(&str, usize)> {
        let seats = self
            .tables
            .iter()
            .zip(1..)
            .flat_map(|(players, table)| players.iter().map(move |player| (player.as_str(), table)));
        let mut seats: Vec<(&str, usize)> = seats.collect();
        seats.sort_by_cached_key(|(player, _)| Natural::new(player));
        seats
    }
}

fn in_file(name: &str) -> String {
    name.replace(|letter: char| !(letter.is_alphanumeric() || " -_'()&,".contains(letter)), "_")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_are_as_equal_as_possible_and_nobody_sits_alone() {
        assert_eq!(sizes(40, 4), [4; 10]);
        assert_eq!(sizes(9, 4), [3, 3, 3]);
        assert_eq!(sizes(10, 4), [4, 3, 3]);
        assert_eq!(sizes(5, 4), [3, 2]);
        assert_eq!(sizes(5, 2), [3, 2]);
        assert_eq!(sizes(3, 2), [3]);
        for (players, seats) in (2..60).flat_map(|players| (2..6).map(move |seats| (players, seats))) {
            let sizes = sizes(players, seats);
            assert_eq!(sizes.iter().sum::<usize>(), players);
            assert!(sizes.iter().all(|size| (2..=seats.max(3)).contains(size)), "{players} at {seats}: {sizes:?}");
        }
    }

    #[test]
    fn at_first_the_best_sit_together() {
        let met = vec![vec![0; 8]; 8];
        assert_eq!(seat(&sizes(8, 4), &met), [[0, 1, 2, 3], [4, 5, 6, 7]]);
    }

    /// Two pairs of the four players have already met, so each player gets a partner from the other pair.
    #[test]
    fn who_has_met_sits_apart() {
        let mut met = vec![vec![0; 4]; 4];
        for [one, other] in [[0, 1], [2, 3]] {
            (met[one][other], met[other][one]) = (1, 1);
        }
        assert_eq!(seat(&[2, 2], &met), [[0, 2], [1, 3]]);
        // Where all have met, the rarest meetings are repeated.
        let mut met = vec![vec![3; 4]; 4];
        for [one, other] in [[0, 3], [1, 2]] {
            (met[one][other], met[other][one]) = (1, 1);
        }
        let mut tables = seat(&[2, 2], &met);
        tables.sort();
        assert_eq!(tables, [[0, 3], [1, 2]]);
    }
}
