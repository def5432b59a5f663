//! The standings of a game: who won, and what decided it.
//!
//! A kingdom belongs to a player. In teams of two it belongs to the team, and the player's name is the
//! team's: the rule sheets score and rank teams like players.

mod doubt;
mod error;
mod games;
mod inputs;
mod kingdom_remarks;
mod queen;
mod remark;
mod together;

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};

use crate::domain::{Bitboard, Game, GridSize, Kingdom, Territory, Variant};
use crate::formats::{KingdomRecord, Name};
use crate::scoring::sheet::{ScoreSheet, largest_territory};
use crate::words::WithTerritory;
use messages::{Message, MessageId, Words};

pub use error::StandingsError;
pub use games::GAMES_OF_A_DYNASTY;
pub use inputs::{MAX_TOTAL, NOBODY, NoTotal, TableInputs, Visit, checked_total, parse_total};
pub use kingdom_remarks::remarks_about;
pub use remark::Remark;

/// The players of a game, or of the three games of a Dynasty, starting with the winner.
#[derive(Debug, Clone, PartialEq)]
pub struct Standings {
    /// The game of all kingdoms.
    pub game: Game,
    /// The grid of all kingdoms.
    pub size: GridSize,
    /// The variants of all kingdoms, in the order of [`Variant::ALL`].
    pub variants: Vec<Variant>,
    /// What decides ties.
    pub tie_rule: TieRule,
    /// The player whom the Queen visits, game by game; `None` in Kingdomino.
    pub queens: Vec<Option<Name>>,
    /// Sorted by rank; within a shared place by name.
    pub players: Vec<Standing>,
    /// Remarks for the players on how the game was scored.
    pub remarks: Vec<Remark>,
    /// Players without a rank, because none of their photos could be read.
    pub unread: Vec<UnreadPlayer>,
}

/// A player's place.
#[derive(Debug, Clone, PartialEq)]
pub struct Standing {
    /// 1 for the winner. Players who share a place have the same rank, and the following ranks are skipped:
    /// 1, 1, 3.
    pub rank: usize,
    /// The player's name, or the team's.
    pub player: Name,
    /// Prestige points of all games.
    pub total: i32,
    /// How a tie on the total was decided for this player; `None` if nobody else has this total.
    pub tie: Option<TieBreak>,
    /// One kingdom, or the three of a Dynasty in the order of the games; empty if the total was typed.
    pub kingdoms: Vec<ScoredKingdom>,
    /// Whether the total needs review: a kingdom's reading or the Queen's visit is doubtful.
    pub needs_review: bool,
}

/// A player without a rank because none of their photos could be read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UnreadPlayer {
    /// The player's name, or the photo's when the player is unknown.
    pub player: Name,
    /// The photo, as the user named it.
    pub photo: String,
}

/// A kingdom with its sheet.
#[derive(Debug, Clone, PartialEq)]
pub struct ScoredKingdom {
    /// The given record with the player's name, the given facts and the Queen filled in.
    pub record: KingdomRecord,
    /// The sheet, scored with the record's variants.
    pub sheet: ScoreSheet,
}

/// How a tie on the total was decided. Among tied players the one with the largest single territory wins,
/// crowned or not; players with equal territories share the place (Kingdomino's two sheets, and Queendomino's
/// German and Romanian ones; the English summary stops at the territory).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TieBreak {
    /// No other tied player has a territory as large as this player's.
    Won,
    /// Another tied player has a larger territory, and none has one of equal size.
    Lost,
    /// Other tied players have a territory of equal size.
    Shared,
    /// By [`TieRule::Crowns`]: this player has the most crowns among those with the largest territory.
    WonByCrowns,
    /// By [`TieRule::Crowns`]: another player among those with the largest territory has more crowns.
    LostByCrowns,
    /// The total of a tied player was typed, so that player's largest territory is unknown; all tied players
    /// share the place until the kingdom is known.
    Unknown,
    /// In a Dynasty: its rule names only the sum of three games and breaks no tie, so equal players share the
    /// place (our ruling).
    SharedWithoutRule,
}

/// The rule that decides among players tied on the total.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, Default, strum::EnumString, strum::IntoStaticStr, Serialize, Deserialize,
)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[strum(serialize_all = "kebab-case")]
#[serde(rename_all = "kebab-case")]
pub enum TieRule {
    /// The largest territory; if still tied, the players share the place.
    #[default]
    Territory,
    /// The largest territory, then the number of crowns that count. A house rule: public implementations of
    /// the English edition have it, but no rule sheet known to us.
    Crowns,
}

impl TieRule {
    /// Both rules.
    pub const ALL: [Self; 2] = [Self::Territory, Self::Crowns];

    /// The word used in files and on the command line.
    pub fn id(self) -> &'static str {
        self.into()
    }

    /// The inverse of [`TieRule::id`].
    pub fn from_id(id: &str) -> Option<Self> {
        id.parse().ok()
    }
}

impl Standings {
    /// Ranks the kingdoms of a game. With [`Variant::Dynasty`] there are three games, distinguished by
    /// `game_id`, or by the order of each player's kingdoms if none has a `game_id`.
    ///
    /// A kingdom without a name gets `k1`, `k2` and so on, by its position. If the Queen's visit is not
    /// given, the most towers decide.
    ///
    /// # Errors
    /// Kingdoms that cannot belong to one game, and facts that must be given first, with the players' names.
    pub fn new(records: Vec<KingdomRecord>, inputs: &TableInputs) -> Result<Self, StandingsError> {
        let mut remarks = Vec::new();
        let entries = inputs.name(records, &mut remarks)?;
        let (game, size, variants) = games::common_rules(&entries, inputs)?;
        let mut games = games::split(entries, &variants)?;
        inputs.check_totals(&games)?;
        inputs.complete(&mut games, &mut remarks)?;
        let queens = queen::visits(&mut games, inputs, &mut remarks)?;
        remarks.extend(remark::about(&games, &inputs.totals, game, size));
        let (tie_rule, is_dynasty) = (inputs.tie_rule, variants.contains(&Variant::Dynasty));
        let mut players = ranked(games, &inputs.totals, is_dynasty, tie_rule);
        remarks.extend(remark::unknown_ties(&players));
        let mut ties = players.iter().filter_map(|player| player.tie);
        if ties.any(|tie| matches!(tie, TieBreak::WonByCrowns | TieBreak::LostByCrowns)) {
            remarks.push(Remark::TieByCrowns);
        }
        let agreed = inputs.agreed.as_ref().filter(|agreed| shared_first(&players).any(|name| name == *agreed));
        remarks.extend(agreed.map(|player| Remark::WonByAgreement { player: player.clone() }));
        players.iter_mut().for_each(|player| player.check(&remarks));
        Ok(Self { game, size, variants, tie_rule, queens, players, remarks, unread: Vec::new() })
    }
}

impl Standings {
    /// Whether any player's total, and therefore the ranks, need review.
    pub fn needs_review(&self) -> bool {
        self.players.iter().any(|player| player.needs_review)
    }

    /// The players who share the first place; none if one player has it alone.
    pub fn shared_first(&self) -> impl Iterator<Item = &Name> {
        shared_first(&self.players)
    }

    /// The player's first kingdom as scored, including the Queen's visit; `None` if the total was typed.
    pub fn record_of(&self, player: &Name) -> Option<&KingdomRecord> {
        let standing = self.players.iter().find(|standing| standing.player == *player)?;
        standing.kingdoms.first().map(|kingdom| &kingdom.record)
    }
}

fn shared_first(players: &[Standing]) -> impl Iterator<Item = &Name> {
    let first = players.iter().filter(|player| player.rank == 1);
    let is_shared = first.clone().count() > 1;
    first.filter(move |_| is_shared).map(|player| &player.player)
}

impl Standing {
    /// Sets `needs_review` if a kingdom needs review, if a remark concerns this player, or if a tie is open.
    fn check(&mut self, remarks: &[Remark]) {
        let games = self.kingdoms.len();
        let is_tie_open = self.tie == Some(TieBreak::Unknown);
        let is_doubtful = self.kingdoms.iter().enumerate().any(|(index, kingdom)| {
            let (game, towers) = (games::number(index, games), kingdom.record.kingdom.bits().towers());
            kingdom.record.needs_review() || remarks.iter().any(|remark| remark.concerns(&self.player, towers, game))
        });
        self.needs_review = is_tie_open || is_doubtful;
    }

    /// Whether the total was typed, without a kingdom.
    pub fn is_typed_total(&self) -> bool {
        self.kingdoms.is_empty()
    }

    /// The player's name, marked if the total was typed.
    pub fn marked_name(&self) -> Message {
        match self.is_typed_total() {
            true => MessageId::TypedTotalOf.with("player", self.player.as_str()),
            false => Message::verbatim(self.player.as_str()),
        }
    }

    /// The name of the player's kingdom with this index (from 0): the player's name, and in a Dynasty the
    /// game.
    pub fn name_in(&self, index: usize) -> Message {
        match &self.kingdoms[..] {
            [_] => Message::verbatim(self.player.as_str()),
            _ => MessageId::PlayerInGame.with("player", self.player.as_str()).with("number", index + 1),
        }
    }

    /// The territory that decides a tie, the first of several equally large ones in the score pad's order;
    /// `None` in a Dynasty, and without land.
    pub fn largest_territory(&self) -> Option<Territory> {
        match &self.kingdoms[..] {
            [only] => largest_territory(&only.record.kingdom),
            _ => None,
        }
    }

    /// How a tie on the total was decided, such as "wins the tie with a forest of 9".
    pub fn tie_message(&self) -> Option<Message> {
        Some(self.tie?.message(self.largest_territory().as_ref(), self.crowns()))
    }

    /// The crowns that count in the only kingdom, printed and on buildings; 0 in a Dynasty.
    pub fn crowns(&self) -> u32 {
        match &self.kingdoms[..] {
            [only] => crowns(&only.record.kingdom),
            _ => 0,
        }
    }

    fn strength(&self, rule: TieRule) -> Strength {
        strength(self.total, self.largest_territory().as_ref(), self.crowns(), rule)
    }
}

impl TieBreak {
    /// The text for users, from the player's largest territory and crowns, such as "wins the tie with a
    /// forest of 9".
    pub fn message(self, largest: Option<&Territory>, crowns: u32) -> Message {
        let phrase = match self {
            TieBreak::Won => MessageId::WinsTie,
            TieBreak::Lost => MessageId::LosesTie,
            TieBreak::WonByCrowns => return MessageId::WinsTie.with("with", MessageId::WithCrowns.count(crowns)),
            TieBreak::LostByCrowns => return MessageId::LosesTie.with("with", MessageId::WithCrowns.count(crowns)),
            TieBreak::Shared => {
                let size = largest.map_or(0, Territory::size);
                return MessageId::SharesPlace.with("squares", MessageId::Squares.count(size));
            }
            TieBreak::Unknown => return MessageId::TieUnknown.into(),
            TieBreak::SharedWithoutRule => return MessageId::SharesPlaceWithoutRule.into(),
        };
        let with = match largest {
            Some(territory) => WithTerritory(territory.terrain).count(territory.size()),
            None => MessageId::WithoutLand.into(),
        };
        phrase.with("with", with)
    }
}

/// The sort key of players: the total, then the size of the largest territory, then the crowns, which are 0
/// unless [`TieRule::Crowns`].
pub type Strength = (i32, u32, u32);

/// The strength of a player with this total, largest territory and crowns.
pub fn strength(total: i32, largest: Option<&Territory>, crowns: u32, rule: TieRule) -> Strength {
    (total, largest.map_or(0, Territory::size), if rule == TieRule::Crowns { crowns } else { 0 })
}

/// The kingdom's crowns that count, printed and on buildings.
pub fn crowns(kingdom: &Kingdom) -> u32 {
    kingdom.bits().crowns(!Bitboard::EMPTY)
}

/// The rank of each strength, and how its tie was decided. Equal sums over several games share the place
/// because no rule breaks such ties.
pub fn ranks(strengths: &[Strength], several_games: bool) -> Vec<(usize, Option<TieBreak>)> {
    // Sorted, because comparing all pairs would take too long for the thousands in a tournament.
    let mut sorted = strengths.to_vec();
    sorted.sort_unstable_by(|a, b| b.cmp(a));
    let mut ranks = Vec::with_capacity(strengths.len());
    for own in strengths {
        let tied = sorted.partition_point(|other| other.0 > own.0)..sorted.partition_point(|other| other.0 >= own.0);
        let before = if several_games { tied.start } else { sorted.partition_point(|other| other > own) };
        ranks.push((1 + before, tie_break(*own, &sorted[tied], several_games)));
    }
    ranks
}

/// A kingdom and its player.
#[derive(Debug, Clone)]
struct Entry {
    player: Name,
    record: KingdomRecord,
}

fn ranked(games: Vec<Vec<Entry>>, totals: &[(Name, u16)], is_dynasty: bool, rule: TieRule) -> Vec<Standing> {
    let mut players: BTreeMap<Name, Vec<ScoredKingdom>> = BTreeMap::new();
    for Entry { player, record } in games.into_iter().flatten() {
        let sheet = record.sheet();
        players.entry(player).or_default().push(ScoredKingdom { record, sheet });
    }
    let mut standings = Vec::with_capacity(players.len() + totals.len());
    for (player, kingdoms) in players {
        let total = kingdoms.iter().map(|kingdom| kingdom.sheet.total).sum();
        standings.push(Standing { rank: 0, player, total, tie: None, kingdoms, needs_review: false });
    }
    for (player, total) in totals {
        let (player, total) = (player.clone(), i32::from(*total));
        standings.push(Standing { rank: 0, player, total, tie: None, kingdoms: Vec::new(), needs_review: false });
    }
    standings.sort_by(|one, other| one.player.as_str().cmp(other.player.as_str()));
    standings.sort_by_cached_key(|standing| Reverse(standing.strength(rule)));
    let strengths: Vec<_> = standings.iter().map(|standing| standing.strength(rule)).collect();
    for (standing, (rank, tie)) in standings.iter_mut().zip(ranks(&strengths, is_dynasty)) {
        (standing.rank, standing.tie) = (rank, tie);
    }
    let typed: BTreeSet<i32> = standings.iter().filter(|one| one.is_typed_total()).map(|one| one.total).collect();
    for start in 0..standings.len() {
        let Standing { total, tie, rank, .. } = standings[start];
        if tie.is_some() && typed.contains(&total) {
            let is_first = start == 0 || standings[start - 1].total != total;
            let rank = if is_first { rank } else { standings[start - 1].rank };
            (standings[start].rank, standings[start].tie) = (rank, Some(TieBreak::Unknown));
        }
    }
    standings
}

/// How a tie was decided for `own`. `tied` holds the strengths of all players with this total, including this
/// one, strongest first.
fn tie_break(own: Strength, tied: &[Strength], is_dynasty: bool) -> Option<TieBreak> {
    let equals = tied.partition_point(|other| *other >= own) - tied.partition_point(|other| *other > own);
    let with_territory = tied.partition_point(|other| other.1 >= own.1) - tied.partition_point(|other| other.1 > own.1);
    let is_by_crowns = tied[0].1 == own.1 && with_territory > 1;
    match (tied.len(), equals) {
        (1, _) => None,
        _ if is_dynasty => Some(TieBreak::SharedWithoutRule),
        (_, 1) if tied[0] == own => Some(if is_by_crowns { TieBreak::WonByCrowns } else { TieBreak::Won }),
        (_, 1) => Some(if is_by_crowns { TieBreak::LostByCrowns } else { TieBreak::Lost }),
        _ => Some(TieBreak::Shared),
    }
}
