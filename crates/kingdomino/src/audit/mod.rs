//! Can these kingdoms exist? The boxes' counts, an exact tiling by distinct dominoes, and the connection
//! rule.
//!
//! A kingdom without a tiling is proven to be misread (or is no kingdom). One whose tilings have no legal
//! order of laying was misplayed or misread; real players do misplay, so this is only a note.
//!
//! [`findings`] lists what is wrong with a kingdom; [`audit()`] also finds the certain dominoes, or the
//! smallest repair. [`findings_of_game`] and [`audit_game`] take all kingdoms of a game together.

mod certain;
mod connection;
mod finding;
mod land;
mod layout;
mod pieces;
mod repair;
mod search;
mod stock;
mod tiling;
pub mod warning;

use std::cmp::Reverse;

use crate::domain::{Facts, Game, GridSize, Kingdom};
use certain::certain_dominoes;
use land::Cover;
use layout::Layout;
use messages::{MessageId, Words};
use pieces::findings_about_pieces;
use repair::repair;

pub use search::Budget;
pub use stock::{HalfKind, Stock, half_kind_of};

pub use certain::CertainDomino;
pub use finding::{Finding, Severity};
pub use land::Spot;
pub use repair::{Change, Repair};
pub use tiling::{Laid, Tiling, tiling};

/// The number of dominoes that a search for one tiling may try before it gives up: about 0.1 s.
///
/// Measured on 1200 kingdoms and games, from one 5x5 to four 7x7, with 1 to 48 wrong squares: the hardest
/// search, during a repair, tried 12 403 dominoes; the hardest with the connection rule, 93.
pub const MAX_STEPS: u32 = 100_000;

/// The number of dominoes that all searches for the certain dominoes may try together. The maximum on the
/// same kingdoms and games was 1974.
const MAX_CERTAIN_STEPS: u32 = 20_000;

/// The number of dominoes that all searches for the smallest repair may try together: about 0.5 s for four
/// 7x7. On the same kingdoms and games, a repair of one square tried at most 13 411.
const MAX_REPAIR_STEPS: u32 = 100_000;

/// A player's kingdom and the known facts that it does not show.
#[derive(Debug, Clone, Copy)]
pub struct Player<'a> {
    /// The squares and the pieces on them.
    pub kingdom: &'a Kingdom,
    /// The given coins, knights in supply and visit of the Queen.
    pub unseen: &'a Facts,
}

/// The result of an audit.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Audit {
    /// Which boxes the kingdoms were laid from.
    pub game: Game,
    /// All findings, gravest first.
    pub findings: Vec<Finding>,
    /// The dominoes that are the same in every tiling, in reading order; empty when no tiling exists.
    pub certain: Vec<CertainDomino>,
    /// The smallest change of squares that makes the kingdoms possible, if they have no tiling or lack a
    /// castle.
    pub repair: Option<Repair>,
}

/// The verdict of an audit.
#[derive(Debug, Clone, Copy, PartialEq, Eq, strum::IntoStaticStr)]
#[strum(serialize_all = "kebab-case")]
pub enum Verdict {
    /// The kingdoms can exist.
    Possible,
    /// They can exist, but not laid by the connection rule, or not with the dominoes that players can have
    /// drawn.
    Misplayed,
    /// The search gave up within its budget.
    Unknown,
    /// The boxes cannot form the kingdoms.
    Impossible,
}

impl Verdict {
    /// The word for this verdict in JSON.
    pub fn id(self) -> &'static str {
        self.into()
    }
}

impl Words for Verdict {
    fn message_id(self) -> MessageId {
        match self {
            Self::Possible => MessageId::VerdictPossible,
            Self::Misplayed => MessageId::VerdictMisplayed,
            Self::Unknown => MessageId::VerdictUnknown,
            Self::Impossible => MessageId::VerdictImpossible,
        }
    }
}

impl Audit {
    /// The verdict that these findings imply.
    pub fn verdict(&self) -> Verdict {
        let severities: Vec<Severity> = self.findings.iter().map(Finding::severity).collect();
        if severities.contains(&Severity::Impossible) {
            Verdict::Impossible
        } else if severities.contains(&Severity::Unknown) {
            Verdict::Unknown
        } else if self
            .findings
            .iter()
            .any(|finding| matches!(finding, Finding::Misplayed { .. } | Finding::MoreOfOneBox { .. }))
        {
            Verdict::Misplayed
        } else {
            Verdict::Possible
        }
    }
}

/// The kingdoms cannot belong to one game: they differ in game or grid size.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("the kingdoms of one game must have the same game and grid size, but these are of {}", .0.map(rules_in_words).join(" and of "))]
pub struct MixedGames(pub [(Game, GridSize); 2]);

fn rules_in_words((game, size): (Game, GridSize)) -> String {
    format!("{} on {size}x{size}", game.id())
}

/// All findings about a kingdom, gravest first; empty when it can exist and was laid by the rules.
///
/// Too many dominoes for the grid are not checked here: a [`Kingdom`] never exceeds its grid.
pub fn findings(kingdom: &Kingdom, unseen: &Facts) -> Vec<Finding> {
    examine(&Layout::new(Stock::for_game(kingdom.game()), &[kingdom]), &[Player { kingdom, unseen }]).findings
}

/// [`Finding::MoreOfOneBox`] if a kingdom that has a tiling needs more dominoes of one box than its player
/// can have drawn. Ignores the connection rule.
pub fn needs_more_of_one_box(kingdom: &Kingdom) -> Option<Finding> {
    Layout::new(Stock::for_game(kingdom.game()), &[kingdom]).needs_more_of_one_box()
}

/// Audits one kingdom against its game's boxes.
pub fn audit(kingdom: &Kingdom, unseen: &Facts) -> Audit {
    audit_layout(&Layout::new(Stock::for_game(kingdom.game()), &[kingdom]), &[Player { kingdom, unseen }])
}

/// All findings about the kingdoms of a game together, gravest first. Some players may be missing.
///
/// # Errors
/// Kingdoms of different games or grid sizes.
pub fn findings_of_game(players: &[Player]) -> Result<Vec<Finding>, MixedGames> {
    let game = game_of(players)?;
    Ok(examine(&Layout::new(Stock::for_game(game), &kingdoms(players)), players).findings)
}

/// Audits the kingdoms of a game's players together. Some players may be missing.
///
/// # Errors
/// Kingdoms of different games or grid sizes.
pub fn audit_game(players: &[Player]) -> Result<Audit, MixedGames> {
    let game = game_of(players)?;
    Ok(audit_layout(&Layout::new(Stock::for_game(game), &kingdoms(players)), players))
}

fn game_of(players: &[Player]) -> Result<Game, MixedGames> {
    let mut rules = players.iter().map(|player| (player.kingdom.game(), player.kingdom.size()));
    let Some(first) = rules.next() else { return Ok(Game::default()) };
    rules.find(|other| *other != first).map_or(Ok(first.0), |other| Err(MixedGames([first, other])))
}

fn kingdoms<'a>(players: &[Player<'a>]) -> Vec<&'a Kingdom> {
    players.iter().map(|player| player.kingdom).collect()
}

struct Examined {
    findings: Vec<Finding>,
    tiling: Option<Vec<Cover>>,
}

fn examine(layout: &Layout, players: &[Player]) -> Examined {
    let mut findings = layout.findings_by_counting();
    let counts_are_right = findings.iter().all(|finding| matches!(finding, Finding::NoCastle { .. }));
    let tiling = if counts_are_right { layout.tiling() } else { Err(Vec::new()) };
    match &tiling {
        Ok(_) => findings.extend(layout.findings_about_laying()),
        Err(reasons) => findings.extend_from_slice(reasons),
    }
    findings.extend(findings_about_pieces(players));
    findings.sort_by_key(|finding| Reverse(finding.severity()));
    Examined { findings, tiling: tiling.ok() }
}

fn audit_layout(layout: &Layout, players: &[Player]) -> Audit {
    let Examined { findings, tiling } = examine(layout, players);
    let certain = tiling
        .as_ref()
        .map_or_else(Vec::new, |tiling| certain_dominoes(&layout.land, tiling, &mut Budget::new(MAX_CERTAIN_STEPS)));
    let lacks_castle = layout.kingdoms.iter().any(|kingdom| kingdom.castle().is_none());
    let has_no_tiling = tiling.is_none() && !findings.contains(&Finding::TilingUnknown);
    let repair = (lacks_castle || has_no_tiling).then(|| repair(layout, &mut Budget::new(MAX_REPAIR_STEPS)));
    Audit { game: layout.stock.game, findings, certain, repair }
}
