//! The score pads: their lines, in order.

use super::{Building, BuildingPoints, Game, Terrain};

/// A line of a score pad.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum PadLine {
    /// Queendomino: the points for coins.
    Coins,
    /// All territories of a terrain.
    Terrain(Terrain),
    /// Queendomino: all building tiles of a kind that counts something.
    Building(Building),
    /// Queendomino: all other buildings together.
    FixedPoints,
    /// The Court: its characters.
    Court,
    /// Harmony, the Middle Kingdom and the other quests.
    Bonus,
}

impl PadLine {
    /// The lines that a sheet of the game may have, in the pad's order.
    ///
    /// Kingdomino's score pad is that of the 2017 edition; the 2016 edition, in a bag, has none.
    ///
    /// Queendomino's pad (German rule sheet, worked example) has coins, seven terrains and six rows for
    /// buildings. The example gives one row to each kind that counts something and the last to all fixed
    /// points. A kingdom can have more than five such kinds, so here each has its own line. Queendomino's pad
    /// has no line for bonuses; it comes last, for players who agree on one, after the characters of The
    /// Court if there are any.
    pub fn of_game(game: Game) -> Vec<Self> {
        if !game.has_queendomino() {
            return Terrain::KINGDOMINO.map(Self::Terrain).into_iter().chain([Self::Court, Self::Bonus]).collect();
        }
        let terrains = Terrain::ALL.map(Self::Terrain);
        let counting = Building::ALL.into_iter().filter(|building| Self::of_building(*building) != Self::FixedPoints);
        let mut lines = vec![Self::Coins];
        lines.extend(terrains);
        lines.extend(counting.map(Self::Building));
        lines.extend([Self::FixedPoints, Self::Court, Self::Bonus]);
        lines
    }

    /// The line for this kind of building.
    pub fn of_building(building: Building) -> Self {
        match building.points() {
            BuildingPoints::Fixed(_) => Self::FixedPoints,
            _ => Self::Building(building),
        }
    }

    /// The word used in JSON: a terrain's or a building's id, `coins`, `fixed-points`, `court` or `bonus`.
    pub fn id(self) -> &'static str {
        match self {
            Self::Coins => "coins",
            Self::Terrain(terrain) => terrain.id(),
            Self::Building(building) => building.id(),
            Self::FixedPoints => "fixed-points",
            Self::Court => "court",
            Self::Bonus => "bonus",
        }
    }
}
