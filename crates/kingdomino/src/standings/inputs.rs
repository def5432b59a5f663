//! Facts given by flags or at the table, in addition to the kingdoms' files.

use serde::{Deserialize, Serialize};

use super::games::{GAMES_OF_A_DYNASTY, number};
use super::{Entry, Remark, StandingsError, TieRule};
use crate::domain::{Facts, MOST_PLAYERS, Variant};
use crate::formats::{KingdomRecord, Name};

/// The value of `--queen` when she visits none of the players.
pub const NOBODY: &str = "nobody";

/// The largest total that can be typed: the score pads of both boxes have room for three digits.
pub const MAX_TOTAL: u16 = 999;

/// A total that is not a whole number from 0 to [`MAX_TOTAL`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("a total must be a whole number from 0 to {MAX_TOTAL}")]
pub struct NoTotal;

/// Checks a typed total.
///
/// # Errors
/// More than [`MAX_TOTAL`].
pub fn checked_total(total: u64) -> Result<u16, NoTotal> {
    total.try_into().ok().filter(|total| *total <= MAX_TOTAL).ok_or(NoTotal)
}

/// Parses a typed total.
///
/// # Errors
/// Not a whole number, or more than [`MAX_TOTAL`].
pub fn parse_total(text: &str) -> Result<u16, NoTotal> {
    // Text that is not a number gets the same error.
    checked_total(text.parse().unwrap_or(u64::MAX))
}

/// Facts given by player name. They override the files.
///
/// In a Dynasty a player's first number is for the first game, and so on.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct TableInputs {
    /// The players' names in the order of the kingdoms: none, or one for each.
    pub players: Vec<Name>,
    /// The value of a player's coins.
    pub coins: Vec<(Name, u16)>,
    /// A player's knights that are not in the kingdom.
    pub knights_in_supply: Vec<(Name, u16)>,
    /// The Queen's visits, game by game.
    pub queens: Vec<Visit>,
    /// Typed totals of players without a kingdom.
    pub totals: Vec<(Name, u16)>,
    /// Who won a shared first place by agreement. This changes neither points nor ranks.
    pub agreed: Option<Name>,
    /// Variants that all players agreed on, in addition to those in the files.
    pub variants: Vec<Variant>,
    /// What decides ties.
    pub tie_rule: TieRule,
}

/// Where the Queen is at the end.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Visit {
    /// With this player.
    Player(Name),
    /// With none of the players.
    Nobody,
}

impl TableInputs {
    /// Gives each kingdom its player's name and all agreed variants.
    pub(super) fn name(
        &self,
        records: Vec<KingdomRecord>,
        remarks: &mut Vec<Remark>,
    ) -> Result<Vec<Entry>, StandingsError> {
        let (names, kingdoms) = (self.players.len(), records.len());
        if kingdoms > GAMES_OF_A_DYNASTY * MOST_PLAYERS {
            return Err(StandingsError::TooManyKingdoms { kingdoms });
        }
        if names > 0 && names != kingdoms {
            return Err(StandingsError::NumberOfNames { names, kingdoms });
        }
        let named = records.into_iter().enumerate();
        Ok(named.map(|(index, record)| self.named(index, record, remarks)).collect())
    }

    fn named(&self, index: usize, mut record: KingdomRecord, remarks: &mut Vec<Remark>) -> Entry {
        record.player = record.player.as_ref().and_then(|name| Name::new(name));
        let player = self.players.get(index).and_then(|name| Name::new(name));
        let differences = record.overrule(player, Facts::default());
        // The default name is not translated, so that flags can use it, and has the number that the audit
        // uses.
        let player = record.player.get_or_insert_with(|| format!("k{}", index + 1).into()).clone();
        remarks.extend(differences.into_iter().map(|difference| Remark::overridden(&player, None, difference)));
        record.variants.extend(&self.variants);
        record.variants.sort_unstable();
        record.variants.dedup();
        Entry { player, record }
    }

    /// Enters coins, knights in supply and the Queen.
    pub(super) fn complete(&self, games: &mut [Vec<Entry>], remarks: &mut Vec<Remark>) -> Result<(), StandingsError> {
        self.check_names(games)?;
        let count = games.len();
        for (index, game) in games.iter_mut().enumerate() {
            for Entry { player, record } in game {
                for difference in record.overrule(None, self.unseen(player, index)) {
                    remarks.push(Remark::overridden(player, number(index, count), difference));
                }
            }
        }
        Ok(())
    }

    /// Merges earlier facts with those given now. Later ones win for a player's numbers, the Queen and the
    /// tie rule; variants accumulate.
    #[must_use]
    pub fn then(self, now: Self, tie_rule: Option<TieRule>) -> Self {
        let mut variants = Variant::ALL.to_vec();
        variants.retain(|variant| self.variants.contains(variant) || now.variants.contains(variant));
        Self {
            players: now.players,
            variants,
            coins: latest(self.coins, now.coins),
            knights_in_supply: latest(self.knights_in_supply, now.knights_in_supply),
            totals: latest(self.totals, now.totals),
            agreed: now.agreed.or(self.agreed),
            queens: if now.queens.is_empty() { self.queens } else { now.queens },
            tie_rule: tie_rule.unwrap_or(self.tie_rule),
        }
    }

    /// These facts after players were renamed; `now_called` returns `None` for an unchanged name.
    #[must_use]
    pub fn renamed(mut self, now_called: impl Fn(&Name) -> Option<Name>) -> Self {
        let hosts = self.queens.iter_mut().filter_map(|visit| match visit {
            Visit::Player(name) => Some(name),
            Visit::Nobody => None,
        });
        let numbers = self.coins.iter_mut().chain(&mut self.knights_in_supply).chain(&mut self.totals);
        let numbers = numbers.map(|(name, _)| name).chain(&mut self.agreed);
        numbers.chain(hosts).for_each(|name| *name = now_called(name).unwrap_or_else(|| name.clone()));
        self
    }

    /// These facts with names in the players' spelling.
    #[must_use]
    pub fn spelt_as(mut self, players: &[&Name]) -> Self {
        let numbers = self.coins.iter_mut().chain(&mut self.knights_in_supply).chain(&mut self.totals);
        let hosts = self.queens.iter_mut().filter_map(|visit| match visit {
            Visit::Player(name) => Some(name),
            Visit::Nobody => None,
        });
        for name in numbers.map(|(name, _)| name).chain(&mut self.agreed).chain(hosts) {
            if let Some(player) = players.iter().find(|player| **player == name) {
                *name = (*player).clone();
            }
        }
        self
    }

    /// The facts given for this player in the game with this index, from 0.
    pub fn unseen(&self, player: &Name, game: usize) -> Facts {
        let visit = self.queens.get(game);
        Facts {
            coins: number_of(player, &self.coins, game),
            knights_in_supply: number_of(player, &self.knights_in_supply, game),
            queen: visit.map(|visit| matches!(visit, Visit::Player(host) if host == player)),
        }
    }

    /// Calls [`TableInputs::check`] with the players of the first game.
    fn check_names(&self, games: &[Vec<Entry>]) -> Result<(), StandingsError> {
        let players: Vec<&Name> = games.iter().take(1).flatten().map(|entry| &entry.player).collect();
        self.check(&self.with_totals(&players), games.len())
    }

    /// The given players, who have kingdoms, and those with typed totals.
    pub fn with_totals<'a>(&'a self, players: &[&'a Name]) -> Vec<&'a Name> {
        players.iter().copied().chain(self.totals.iter().map(|(player, _)| player)).collect()
    }

    /// Checks that each typed total belongs to a different player without a kingdom.
    pub(super) fn check_totals(&self, games: &[Vec<Entry>]) -> Result<(), StandingsError> {
        let Some((player, _)) = self.totals.first() else { return Ok(()) };
        if games.len() > 1 {
            return Err(StandingsError::TotalInDynasty { player: player.clone() });
        }
        let kingdoms = games.iter().map(Vec::len).sum::<usize>() + self.totals.len();
        if kingdoms > MOST_PLAYERS {
            return Err(StandingsError::TooManyKingdoms { kingdoms });
        }
        let players: Vec<&Name> = games.iter().flatten().map(|entry| &entry.player).collect();
        self.check_total_of_each(&players)
    }

    /// Checks that each typed total belongs to a different player, and to none of `with_kingdom`.
    ///
    /// # Errors
    /// A player with a kingdom, a player who is named twice, or a total above [`MAX_TOTAL`].
    pub fn check_total_of_each(&self, with_kingdom: &[&Name]) -> Result<(), StandingsError> {
        for (index, (player, total)) in self.totals.iter().enumerate() {
            checked_total((*total).into())?;
            if with_kingdom.contains(&player) {
                return Err(StandingsError::TotalOfKingdom { player: player.clone() });
            }
            if self.totals[..index].iter().any(|(other, _)| other == player) {
                return Err(StandingsError::GivenTooOften { flag: "--total", player: player.clone(), games: 1 });
            }
        }
        Ok(())
    }

    /// Checks that every name belongs to a player, and that no fact is given more often than there are games.
    ///
    /// # Errors
    /// A fact given for an unknown player, or too often.
    pub fn check(&self, players: &[&Name], games: usize) -> Result<(), StandingsError> {
        check_numbers("--coins", &self.coins, players, games)?;
        check_numbers("--knights-in-supply", &self.knights_in_supply, players, games)?;
        for visit in &self.queens {
            if let Visit::Player(player) = visit {
                check_player("--queen", player, players)?;
            }
        }
        if self.queens.len() > games { Err(StandingsError::TooManyVisits { games }) } else { Ok(()) }
    }
}

/// The number given for this player's game with this index, from 0.
fn number_of(player: &Name, given: &[(Name, u16)], game: usize) -> Option<u16> {
    given.iter().filter(|(name, _)| name == player).map(|(_, number)| *number).nth(game)
}

/// Combines the numbers given `before` and `now`. A player with a number in `now` loses those given before.
fn latest(mut before: Vec<(Name, u16)>, now: Vec<(Name, u16)>) -> Vec<(Name, u16)> {
    before.retain(|(name, _)| now.iter().all(|(player, _)| player != name));
    before.extend(now);
    before
}

fn check_numbers(
    flag: &'static str,
    given: &[(Name, u16)],
    players: &[&Name],
    games: usize,
) -> Result<(), StandingsError> {
    for (player, _) in given {
        check_player(flag, player, players)?;
        if given.iter().filter(|(other, _)| other == player).count() > games {
            return Err(StandingsError::GivenTooOften { flag, player: player.clone(), games });
        }
    }
    Ok(())
}

fn check_player(flag: &'static str, player: &Name, players: &[&Name]) -> Result<(), StandingsError> {
    if players.contains(&player) { Ok(()) } else { Err(StandingsError::unknown_player(flag, player, players)) }
}
