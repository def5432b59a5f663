//! `Kingdom -> ScoreSheet`: the points line by line, and the parts of each line.

use super::{bonus, court};
use crate::domain::{
    Bitboard, Building, BuildingPoints, CourtPiece, Facts, Kingdom, POINTS_PER_TERRITORY, PadLine, Place, Terrain,
    Territory, Variant, territories,
};

/// A completed score pad: Queendomino's, or that of Kingdomino's 2017 edition. (The 2016 edition has no pad
/// but scores alike.)
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ScoreSheet {
    /// The lines in the order of [`PadLine::of_game`], including lines of 0 points. Some lines are left out:
    /// The Court if the kingdom has no characters, and in Queendomino the kinds of buildings that the kingdom
    /// lacks, and the bonuses if none was agreed on.
    pub lines: Vec<Line>,
    /// The sum of the lines.
    pub total: i32,
}

/// A line of the pad.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Line {
    /// The kind of line.
    pub line: PadLine,
    /// The sum of its parts.
    pub points: i32,
    /// The parts of that sum, in reading order of the squares, building by building.
    pub parts: Vec<Part>,
}

/// How many coins score one point (Queendomino's rule sheet).
pub const COINS_PER_POINT: u32 = 3;

/// One part of a line's points.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Part {
    /// 1 point for every [`COINS_PER_POINT`], rounded down.
    Coins {
        /// The value of the coins.
        coins: u32,
    },
    /// Squares x crowns. Uncrowned territories are included, with 0 points.
    Territory {
        /// The terrain of all its squares.
        terrain: Terrain,
        /// Its squares, in reading order.
        squares: Vec<Place>,
        /// Crowns that count, printed and on buildings, without the Queen's.
        crowns: u32,
        /// Crowns covered by giants, which do not count.
        covered: u32,
        /// Whether the Queen is here, which adds a crown.
        queen: bool,
    },
    /// The number of things that a building counts, times its points for each. A building with fixed points
    /// counts itself.
    Building {
        /// The kind of building.
        building: Building,
        /// The square that it is on.
        square: Place,
        /// How many things it counts: territories, towers, knights, or 1.
        count: u32,
        /// Points for each thing.
        each: u32,
    },
    /// A character of The Court: its base, plus its points for each thing that it counts around it.
    Character {
        /// The kind of character.
        character: CourtPiece,
        /// The square that it is on.
        square: Place,
        /// Points regardless of its surroundings.
        base: u32,
        /// How many things it counts.
        count: u32,
        /// Points for each thing.
        each: u32,
    },
    /// An agreed bonus with its points; 0 if the kingdom misses it.
    Bonus {
        /// The bonus.
        variant: Variant,
        /// Its points for everything that it counts.
        points: i32,
        /// The squares of each thing that it counts, such as a line of crowns; none for Harmony, which counts
        /// the whole kingdom.
        counted: Vec<Vec<Place>>,
    },
}

impl Part {
    /// Prestige points.
    pub fn points(&self) -> i32 {
        // 49 buildings that count a u16's knights are far below the limit of an i32, and so are 48 squares
        // with 3 crowns each.
        match self {
            Part::Coins { coins } => (coins / COINS_PER_POINT) as i32,
            Part::Territory { squares, crowns, queen, .. } => {
                squares.len() as i32 * (crowns + u32::from(*queen)) as i32
            }
            Part::Building { count, each, .. } => (count * each) as i32,
            Part::Character { base, count, each, .. } => (base + count * each) as i32,
            Part::Bonus { points, .. } => *points,
        }
    }
}

impl From<court::Scored> for Part {
    fn from(scored: court::Scored) -> Self {
        let court::Scored { character, square, count, points } = scored;
        Self::Character { character, square, base: points.base.into(), count, each: points.each.into() }
    }
}

impl ScoreSheet {
    /// Scores a kingdom. A fact missing in `unseen` scores nothing;
    /// [`crate::scoring::assumptions::assumptions`] tells what it would change. Each agreed variant counts
    /// once, however often it is listed.
    ///
    /// In Kingdomino, coins, knights and the Queen score nothing.
    pub fn new(kingdom: &Kingdom, unseen: &Facts, variants: &[Variant]) -> Self {
        let territories = territories(kingdom);
        let queens = queens_territory(kingdom, unseen, variants, &territories);
        let mut lines = Vec::new();
        for line in PadLine::of_game(kingdom.game()) {
            let parts = match line {
                PadLine::Coins => vec![Part::Coins { coins: u32::from(unseen.coins.unwrap_or(0)) }],
                PadLine::Terrain(terrain) => terrain_parts(terrain, queens.as_ref(), &territories),
                PadLine::Building(_) | PadLine::FixedPoints => building_parts(line, kingdom, unseen, &territories),
                PadLine::Court => court::characters(kingdom).map(Part::from).collect(),
                PadLine::Bonus => bonus_parts(kingdom, queens.as_ref(), variants),
            };
            let is_optional = match line {
                PadLine::Building(_) | PadLine::Court => true,
                PadLine::Bonus => kingdom.game().has_queendomino(),
                PadLine::Coins | PadLine::Terrain(_) | PadLine::FixedPoints => false,
            };
            if !(is_optional && parts.is_empty()) {
                lines.push(Line::new(line, parts));
            }
        }
        let total = lines.iter().map(|line: &Line| line.points).sum();
        Self { lines, total }
    }

    /// The points of the line; `None` if the sheet lacks it.
    pub fn points(&self, line: PadLine) -> Option<i32> {
        self.lines.iter().find(|found| found.line == line).map(|found| found.points)
    }
}

impl Line {
    fn new(line: PadLine, parts: Vec<Part>) -> Self {
        Self { line, points: parts.iter().map(Part::points).sum(), parts }
    }
}

fn terrain_parts(terrain: Terrain, queens: Option<&Territory>, territories: &[Territory]) -> Vec<Part> {
    let of_terrain = territories.iter().filter(|territory| territory.terrain == terrain);
    let parts = of_terrain.map(|territory| Part::Territory {
        terrain,
        squares: territory.squares.places().collect(),
        crowns: territory.crowns,
        covered: territory.giants,
        queen: queens == Some(territory),
    });
    parts.collect()
}

/// The buildings in this line, kind by kind.
fn building_parts(line: PadLine, kingdom: &Kingdom, unseen: &Facts, territories: &[Territory]) -> Vec<Part> {
    let mut parts = Vec::new();
    for building in Building::ALL.into_iter().filter(|building| PadLine::of_building(*building) == line) {
        let (count, each) = counted(building, kingdom, unseen, |terrain| {
            territories.iter().filter(|territory| territory.terrain == terrain).count() as u32
        });
        let squares = kingdom.squares().iter().filter(|(_, square)| square.pieces().building == Some(building));
        parts.extend(squares.map(|(square, _)| Part::Building { building, square, count, each }));
    }
    parts
}

/// How many things a tile of this kind counts, and its points for each.
fn counted(
    building: Building,
    kingdom: &Kingdom,
    unseen: &Facts,
    territories_of: impl Fn(Terrain) -> u32,
) -> (u32, u32) {
    match building.points() {
        BuildingPoints::Fixed(points) => (1, u32::from(points)),
        BuildingPoints::PerTerritory(terrain) => (territories_of(terrain), u32::from(POINTS_PER_TERRITORY)),
        BuildingPoints::PerTower => (kingdom.bits().towers(), 1),
        BuildingPoints::PerKnight => (knights(kingdom, unseen), 1),
    }
}

fn counts_the_queen(kingdom: &Kingdom, unseen: &Facts) -> bool {
    kingdom.game().has_queendomino() && queen_visits(kingdom, unseen)
}

/// Whether the Queen visits this player: the given answer, or otherwise whether her piece was seen.
pub fn queen_visits(kingdom: &Kingdom, unseen: &Facts) -> bool {
    unseen.queen.unwrap_or(!kingdom.bits().queen().is_empty())
}

/// The territory on which the Queen counts, if any: the largest, of any terrain. Ties prefer the one under
/// her piece, then one that the Bleak King does not count, then the highest score, then the first. (In each
/// case she adds its size to the total.)
pub(super) fn queens_territory(
    kingdom: &Kingdom,
    unseen: &Facts,
    variants: &[Variant],
    territories: &[Territory],
) -> Option<Territory> {
    if !counts_the_queen(kingdom, unseen) {
        return None;
    }
    // `max_by_key` returns the last maximum; reversing yields the first in the pad's order.
    let best = territories.iter().rev().max_by_key(|territory| {
        let has_her_piece = !(territory.squares & kingdom.bits().queen()).is_empty();
        let is_taken = variants.contains(&Variant::BleakKing) && bonus::is_bleak(territory);
        (territory.size(), has_her_piece, !is_taken, territory.points())
    });
    best.copied()
}

/// The largest territory, crowned or not, which breaks ties between players; among equals the first in the
/// pad's order. `None` without land.
pub fn largest_territory(kingdom: &Kingdom) -> Option<Territory> {
    territories(kingdom).into_iter().rev().max_by_key(Territory::size)
}

/// The player's knights: those in the kingdom plus those given as supply.
pub fn knights(kingdom: &Kingdom, unseen: &Facts) -> u32 {
    kingdom.bits().knights() + u32::from(unseen.knights_in_supply.unwrap_or(0))
}

fn bonus_parts(kingdom: &Kingdom, queens: Option<&Territory>, variants: &[Variant]) -> Vec<Part> {
    let queens = queens.map_or(Bitboard::EMPTY, |territory| territory.squares);
    let mut parts = Vec::new();
    for variant in agreed(variants) {
        if let Some((points, counted)) = bonus::counted(kingdom, queens, variant) {
            parts.push(Part::Bonus { variant, points, counted });
        }
    }
    parts
}

/// The agreed variants, each once, in the order of [`Variant::ALL`].
fn agreed(variants: &[Variant]) -> impl Iterator<Item = Variant> {
    Variant::ALL.into_iter().filter(|variant| variants.contains(variant))
}

/// The sheet's total without its lines, for speed: allocates only if the Queen may be on a territory of the
/// Bleak King, and visits uncrowned territories only if the Queen or a building counts them. Always equals
/// [`ScoreSheet::total`] of [`ScoreSheet::new`].
pub fn total(kingdom: &Kingdom, unseen: &Facts, variants: &[Variant]) -> i32 {
    let queendomino = if !kingdom.game().has_queendomino() { 0 } else { queendomino_extras(kingdom, unseen) };
    let bonus = match variants {
        [] => 0,
        _ => {
            let may_stand_on_bleak = variants.contains(&Variant::BleakKing) && counts_the_queen(kingdom, unseen);
            let queens = may_stand_on_bleak.then(|| territories(kingdom));
            let queens = queens.and_then(|territories| queens_territory(kingdom, unseen, variants, &territories));
            let queens = queens.map_or(Bitboard::EMPTY, |territory| territory.squares);
            agreed(variants).filter_map(|variant| bonus::points(kingdom, queens, variant)).sum()
        }
    };
    let court = match kingdom.bits().characters().is_empty() {
        true => 0,
        false => court::characters(kingdom).map(|scored| scored.total() as i32).sum(),
    };
    territory_points(kingdom) as i32 + queendomino + court + bonus
}

/// The points of all crowned territories, without the Queen.
fn territory_points(kingdom: &Kingdom) -> u32 {
    let bits = kingdom.bits();
    let joints = bits.joints();
    let (singles, pairs) = joints.singles_and_pairs();
    let mut crowned = bits.crowned() & !(singles | pairs);
    let mut points = bits.crowns(singles) + 2 * bits.crowns(pairs);
    while !crowned.is_empty() {
        let territory = joints.flood(crowned.only_first());
        crowned = crowned & !territory;
        points += territory.len() * bits.crowns(territory);
    }
    points
}

/// Coins, buildings and the Queen.
fn queendomino_extras(kingdom: &Kingdom, unseen: &Facts) -> i32 {
    let bits = kingdom.bits();
    let mut points = u32::from(unseen.coins.unwrap_or(0)) / COINS_PER_POINT;
    for building in Building::ALL {
        let copies = bits.buildings(building);
        if copies > 0 {
            let (count, each) =
                counted(building, kingdom, unseen, |terrain| bits.land(terrain).connected().count() as u32);
            points += copies * count * each;
        }
    }
    if queen_visits(kingdom, unseen) {
        let territories = Terrain::ALL.into_iter().flat_map(|terrain| bits.land(terrain).connected());
        points += territories.map(Bitboard::len).max().unwrap_or(0);
    }
    points as i32
}
