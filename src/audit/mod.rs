//! Can these kingdoms exist? The boxes' counts, an exact tiling by distinct dominoes, and the connection rule.
//!
//! A kingdom that no dominoes of the box tile was misread (or was never a kingdom): that is proof. One that tiles, but
//! never in a legal order of laying, was misplayed or misread; real players do misplay, so this is a remark.
//!
//! [`findings`] is what speaks against a kingdom; [`audit`] also finds out which dominoes lie where, or what would have
//! to be changed; [`audit_game`] does so for all kingdoms of a game together.

mod certain;
mod connection;
mod finding;
mod land;
mod layout;
mod pieces;
mod repair;
mod search;
mod stock;

use crate::domain::{Domino, Game, Grid, Kingdom, Place, Square, Unseen};
use land::{Cover, Land};
use layout::Layout;
use search::{Budget, Found, search};
use stock::Stock;

pub use certain::CertainDomino;
pub use finding::{Finding, Severity};
pub use land::Spot;
pub use repair::{Change, Repair};

/// The dominoes that a search for one tiling may try before it gives up.
pub const MAX_STEPS: u32 = 100_000;

/// The dominoes that may be tried to find out which ones are certain, over all searches.
const MAX_CERTAIN_STEPS: u32 = 200_000;

/// The dominoes that may be tried to find the smallest repair, over all searches.
const MAX_REPAIR_STEPS: u32 = 200_000;

/// A player's kingdom, and what is told of what lies beside it.
#[derive(Debug, Clone, Copy)]
pub struct Player<'a> {
    /// The squares and the pieces on them.
    pub kingdom: &'a Kingdom,
    /// Coins, knights in supply, the Queen: as far as they were told.
    pub unseen: &'a Unseen,
}

/// All that the boxes say about kingdoms.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Audit {
    /// What speaks against the kingdoms, gravest first.
    pub findings: Vec<Finding>,
    /// The dominoes that lie alike in every tiling, in reading order; none when there is no tiling.
    pub certain: Vec<CertainDomino>,
    /// When there is no tiling, or a castle is missing: the smallest change of squares that helps.
    pub repair: Option<Repair>,
}

/// What an audit comes to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Verdict {
    /// The kingdoms can exist.
    Possible,
    /// They can exist, but were not laid by the connection rule.
    Misplayed,
    /// It could not be found out in time.
    Unknown,
    /// The boxes do not hold this.
    Impossible,
}

impl Verdict {
    /// The word used in JSON.
    pub fn id(self) -> &'static str {
        match self {
            Self::Possible => "possible",
            Self::Misplayed => "misplayed",
            Self::Unknown => "unknown",
            Self::Impossible => "impossible",
        }
    }
}

impl Audit {
    /// What the findings come to.
    pub fn verdict(&self) -> Verdict {
        let has = |severity| self.findings.iter().any(|finding| finding.severity() == severity);
        if has(Severity::Impossible) {
            Verdict::Impossible
        } else if has(Severity::Unknown) {
            Verdict::Unknown
        } else if self.findings.iter().any(|finding| matches!(finding, Finding::Misplayed { .. })) {
            Verdict::Misplayed
        } else {
            Verdict::Possible
        }
    }
}

/// Why kingdoms cannot be of one game.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("kingdoms of one game are all laid from the same boxes; these are of {} and of {}", .0[0].id(), .0[1].id())]
pub struct MixedGames(pub [Game; 2]);

/// All that speaks against a kingdom, gravest first; nothing when it can exist and was laid by the rules.
///
/// More dominoes than the grid takes need no finding: a [`Kingdom`] never exceeds its grid.
pub fn findings(kingdom: &Kingdom, unseen: &Unseen) -> Vec<Finding> {
    Examination::of(&[Player { kingdom, unseen }], kingdom.game()).findings
}

/// What the game's boxes say about one kingdom.
pub fn audit(kingdom: &Kingdom, unseen: &Unseen) -> Audit {
    Examination::of(&[Player { kingdom, unseen }], kingdom.game()).into_audit()
}

/// What the game's boxes say about the kingdoms of all its players together. Players may be missing.
///
/// # Errors
/// Kingdoms of different games.
pub fn audit_game(players: &[Player]) -> Result<Audit, MixedGames> {
    let mut games = players.iter().map(|player| player.kingdom.game());
    let game = games.next().unwrap_or_default();
    match games.find(|other| *other != game) {
        Some(other) => Err(MixedGames([game, other])),
        None => Ok(Examination::of(players, game).into_audit()),
    }
}

struct Examination<'a> {
    layout: Layout<'a>,
    tiling: Option<Vec<Cover>>,
    findings: Vec<Finding>,
}

impl<'a> Examination<'a> {
    fn of(players: &[Player<'a>], game: Game) -> Self {
        let layout = Layout::of(Stock::of(game), players.iter().map(|player| player.kingdom).collect());
        let mut findings = layout.findings_by_counting();
        let can_be_tiled = findings.iter().all(|finding| matches!(finding, Finding::NoCastle { .. }));
        let mut tiling = None;
        if can_be_tiled {
            match layout.tiling() {
                Ok(found) => {
                    tiling = Some(found);
                    findings.extend(layout.findings_about_laying());
                }
                Err(reasons) => findings.extend(reasons),
            }
        }
        findings.extend(pieces::findings_about_pieces(players));
        findings.sort_by_key(|finding| std::cmp::Reverse(finding.severity()));
        Self { layout, tiling, findings }
    }

    fn into_audit(self) -> Audit {
        let Self { layout, tiling, findings } = self;
        let certain = tiling
            .as_ref()
            .map(|tiling| certain::certain_dominoes(&layout.land, tiling, &mut Budget::new(MAX_CERTAIN_STEPS)));
        let is_unknown = findings.contains(&Finding::TilingUnknown);
        let has_castles = layout.kingdoms.iter().all(|kingdom| kingdom.castle().is_some());
        let needs_repair = !is_unknown && !(tiling.is_some() && has_castles);
        let repair =
            needs_repair.then(|| repair::repair(layout.stock, &layout.kingdoms, &mut Budget::new(MAX_REPAIR_STEPS)));
        Audit { findings, certain: certain.unwrap_or_default(), repair }
    }
}

/// Two neighbouring squares, in reading order, and the domino that covers them.
pub type Laid = ([Place; 2], &'static Domino);

/// What the search for a tiling came to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Tiling {
    /// Every land square is covered by a domino, each domino used once.
    Found(Vec<Laid>),
    /// There is none.
    Impossible,
    /// None was found within [`MAX_STEPS`]: nothing is known.
    GaveUp,
}

impl Tiling {
    /// Whether there is one.
    pub fn is_found(&self) -> bool {
        matches!(self, Self::Found(_))
    }
}

/// A tiling of the land squares by distinct dominoes of the game's boxes. Pieces on the squares do not matter.
pub fn tiling(squares: &Grid<Square>, game: Game) -> Tiling {
    let land = Land::of(Stock::of(game), &[squares]);
    match search(&land, None, &mut Budget::new(MAX_STEPS)) {
        Found::Tiling(covers) => Tiling::Found(with_names(&land, &covers)),
        Found::Nothing => Tiling::Impossible,
        Found::GaveUp => Tiling::GaveUp,
    }
}

/// Gives every domino laid one of its kind, lowest numbers first.
fn with_names(land: &Land, covers: &[Cover]) -> Vec<Laid> {
    let mut used = vec![0; land.stock.kinds.len()];
    let laid = covers.iter().map(|cover| {
        let domino = land.stock.kinds[cover.kind].dominoes[used[cover.kind]];
        used[cover.kind] += 1;
        (cover.cells.map(|cell| land.cells[cell].spot.place), domino)
    });
    laid.collect()
}
