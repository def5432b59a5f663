//! A part of a tournament, for one of several machines.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

/// A part of all tables, for one of several machines.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "Numbers")]
pub struct Shard {
    /// From 1.
    pub number: usize,
    /// How many parts there are.
    pub of: usize,
}

/// Upper bound: no tournament's photos were ever shared by more machines.
const MOST_SHARDS: usize = 100_000;

/// A shard as a file has it, unchecked.
#[derive(Deserialize)]
struct Numbers {
    number: usize,
    of: usize,
}

impl TryFrom<Numbers> for Shard {
    type Error = String;

    fn try_from(Numbers { number, of }: Numbers) -> Result<Self, String> {
        format!("{number}/{of}").parse()
    }
}

impl FromStr for Shard {
    type Err = String;

    /// Reads `2/8`.
    fn from_str(text: &str) -> Result<Self, String> {
        let numbers = text.split_once('/').and_then(|(number, of)| Some((number.parse().ok()?, of.parse().ok()?)));
        let shard = numbers.map(|(number, of)| Self { number, of });
        let is_one = |shard: &Self| (1..=shard.of).contains(&shard.number) && shard.of <= MOST_SHARDS;
        shard.filter(is_one).ok_or_else(|| {
            format!("a shard is K/N with K from 1 to N and N up to {MOST_SHARDS}, such as 2/8, not `{text}`")
        })
    }
}

impl fmt::Display for Shard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.number, self.of)
    }
}

impl Shard {
    pub(super) fn part_of<T>(self, things: Vec<T>) -> Vec<T> {
        things.into_iter().skip(self.number - 1).step_by(self.of).collect()
    }
}
