//! `Kingdom -> ScoreSheet`: the points, line by line.

use crate::domain::{Game, Kingdom, Place, Square, Terrain, Territory, Variant, territories};

/// The score pad of Kingdomino's 2017 edition, filled in.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ScoreSheet {
    /// In the pad's order: six terrains, then the bonuses. All seven stand here, also those of 0 points.
    pub lines: Vec<Line>,
    /// The sum of the lines.
    pub total: i32,
}

/// A line of the pad.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Line {
    /// A terrain's id, or [`BONUS`].
    pub id: &'static str,
    pub points: i32,
    /// What adds up to the points.
    pub parts: Vec<Part>,
}

/// The id of the line for bonus points.
pub const BONUS: &str = "bonus";

/// What a line is made of.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Part {
    /// Squares x crowns. An uncrowned territory stands here too, with 0 points.
    Territory { terrain: Terrain, squares: Vec<Place>, crowns: u32 },
    /// A variant that was asked for: its points, 0 when the kingdom misses it.
    Bonus { variant: Variant, points: i32 },
}

impl Part {
    pub fn points(&self) -> i32 {
        match self {
            // 49 squares with at most 3 crowns each stay far within an i32.
            Part::Territory { squares, crowns, .. } => squares.len() as i32 * *crowns as i32,
            Part::Bonus { points, .. } => *points,
        }
    }
}

/// Why there is no sheet.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ScoreError {
    #[error("only kingdomino is scored; this kingdom is of {}, whose buildings, coins and queen are not scored yet", .game.id())]
    UnsupportedGame { game: Game },
}

impl ScoreSheet {
    /// Scores a kingdom of Kingdomino with the variants that its players agreed on (each counts once).
    ///
    /// # Errors
    /// The kingdom is of Queendomino or of both boxes.
    pub fn of(kingdom: &Kingdom, variants: &[Variant]) -> Result<Self, ScoreError> {
        if kingdom.game() != Game::Kingdomino {
            return Err(ScoreError::UnsupportedGame { game: kingdom.game() });
        }
        let territories = territories(kingdom.squares());
        let mut lines: Vec<Line> = Terrain::KINGDOMINO.map(|terrain| terrain_line(terrain, &territories)).into();
        lines.push(bonus_line(kingdom, variants));
        let total = lines.iter().map(|line| line.points).sum();
        Ok(Self { lines, total })
    }

    /// The points of the line with this id; `None` for a line that the pad has not.
    pub fn points(&self, id: &str) -> Option<i32> {
        self.lines.iter().find(|line| line.id == id).map(|line| line.points)
    }
}

impl Line {
    fn new(id: &'static str, parts: Vec<Part>) -> Self {
        Self { id, points: parts.iter().map(Part::points).sum(), parts }
    }
}

fn terrain_line(terrain: Terrain, territories: &[Territory]) -> Line {
    let of_terrain = territories.iter().filter(|territory| territory.terrain == terrain);
    let part = |Territory { terrain, squares, crowns }: &Territory| Part::Territory {
        terrain: *terrain,
        squares: squares.clone(),
        crowns: *crowns,
    };
    Line::new(terrain.id(), of_terrain.map(part).collect())
}

fn bonus_line(kingdom: &Kingdom, variants: &[Variant]) -> Line {
    let agreed = Variant::ALL.into_iter().filter(|variant| variants.contains(variant));
    let part = |variant| Part::Bonus { variant, points: bonus(kingdom, variant) };
    Line::new(BONUS, agreed.map(part).collect())
}

fn bonus(kingdom: &Kingdom, variant: Variant) -> i32 {
    match variant {
        Variant::Harmony if is_complete(kingdom) => 5,
        Variant::MiddleKingdom if castle_is_in_the_middle(kingdom) => 10,
        Variant::Harmony | Variant::MiddleKingdom => 0,
    }
}

/// Every square of the grid that the game allows is filled; the castle's square counts as filled.
fn is_complete(kingdom: &Kingdom) -> bool {
    let filled = kingdom.squares().cells().iter().filter(|square| **square != Square::Empty).count();
    filled == kingdom.size().squares_wide().pow(2)
}

/// As many rows above the castle as below, as many columns left as right, of those that the kingdom spans.
/// This is our ruling for incomplete kingdoms: the rule sheets say only "in the centre".
fn castle_is_in_the_middle(kingdom: &Kingdom) -> bool {
    kingdom.castle().zip(kingdom.squares().spanned()).is_some_and(|(castle, (rows, cols))| {
        2 * castle.row == rows.start() + rows.end() && 2 * castle.col == cols.start() + cols.end()
    })
}
