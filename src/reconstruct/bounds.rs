//! How probable is what one table may show, when the other tables may show many things besides?
//!
//! Its probability is that of the best kingdoms on the other tables that leave it the dominoes, and of all their rivals.
//! These are too many to be listed together; but each table's own are, and whatever goes together is made of them. That
//! bounds the sum from above, and the kingdoms that were found bound it from below. (What a table
//! loses is taken from the best kingdoms of all that it is part of. Its dominoes may lie better where it lies alone, so
//! that the bound above is exact only without seams.)

use std::collections::{BTreeMap, HashMap};

use super::alternatives::{Rival, Rivals};
use super::placements::Covers;
use super::search::Reading;

/// Losses are counted in steps of this size, rounded towards the more probable: an error of 2 % at most for each table.
const STEP: f64 = 0.02;

/// What each table may show, complete and the best first, with bounds of their probabilities. `together` are kingdoms of
/// all tables, as many as were found.
pub(super) fn weighed(
    covers: &Covers,
    best: &Reading,
    together: &[Reading],
    of_tables: Vec<Vec<Reading>>,
) -> Vec<Rivals> {
    let tables: Vec<Table> = of_tables.iter().enumerate().map(|(table, list)| Table::of(table, best, list)).collect();
    // In a fixed order: the last digits of a sum depend on it.
    let known: BTreeMap<&[u8], f64> = (of_tables.iter().flatten().chain(together))
        .map(|reading| (&*reading.ranks, (best.loss - reading.loss).exp()))
        .collect();
    let rivals = |(table, list): (usize, &Vec<Reading>)| {
        let own = covers.tables[table].squares.clone();
        let mut least: HashMap<&[u8], f64> = HashMap::new();
        known.iter().for_each(|(ranks, weight)| *least.entry(&ranks[own.clone()]).or_default() += weight);
        let others = Others::of(tables.iter().enumerate().filter(|(other, _)| *other != table).map(|(_, other)| other));
        let rival = |(reading, own_loss): (&Reading, &f64)| {
            let least = least[&reading.ranks[own.clone()]];
            let most = (-own_loss).exp() * others.most(reading.loss - best.loss - own_loss);
            Rival { reading: reading.clone(), least, most: most.max(least) }
        };
        let list = list.iter().zip(&tables[table].losses).map(rival).collect();
        Rivals { list, is_complete: true, unsettled: Vec::new() }
    };
    of_tables.iter().enumerate().map(rivals).collect()
}

/// What everything that a table may show loses by itself, against what it shows in the best reading of all: less than
/// nothing where the other tables need the dominoes.
struct Table {
    losses: Vec<f64>,
}

impl Table {
    fn of(table: usize, best: &Reading, list: &[Reading]) -> Self {
        Self { losses: list.iter().map(|reading| reading.on_tables[table] - best.on_tables[table]).collect() }
    }
}

/// How many kingdoms the other tables may show together, by what they lose in [`STEP`]s; dominoes may be laid twice.
struct Others {
    counts: BTreeMap<i64, f64>,
}

impl Others {
    fn of<'a>(tables: impl Iterator<Item = &'a Table>) -> Self {
        let mut counts = BTreeMap::from([(0, 1.0)]);
        for table in tables {
            let mut with_table: BTreeMap<i64, f64> = BTreeMap::new();
            for (steps, count) in &counts {
                for loss in &table.losses {
                    *with_table.entry(steps + (loss / STEP).floor() as i64).or_default() += count;
                }
            }
            counts = with_table;
        }
        Self { counts }
    }

    /// The sum of their probabilities against the best's; those left out that lose less than `from`.
    fn most(&self, from: f64) -> f64 {
        // Each table may have been rounded down by a step.
        let first = (from / STEP).floor() as i64 - 3;
        self.counts.range(first..).map(|(steps, count)| count * (-(*steps as f64) * STEP).exp()).sum()
    }
}
