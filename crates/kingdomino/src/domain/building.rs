//! The buildings of Queendomino: their names, numbers and points.

use std::fmt;

use super::Terrain;

/// The 17 kinds of building tiles.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Building {
    /// 2 points per wheat territory.
    Bakery,
    /// 2 points per forest territory.
    Sawmill,
    /// 2 points per lake territory.
    Fishery,
    /// 2 points per grassland territory.
    Tailor,
    /// 2 points per swamp territory.
    WizardSchool,
    /// 2 points per mine territory.
    Foundry,
    /// 2 points per town territory.
    Church,
    /// The rule sheet does not name it. 2 points, and a lasting effect on taxes.
    TaxOffice,
    /// 2 points, and a lasting effect on taxes.
    TreasureChest,
    /// 3 points.
    SmallTavern,
    /// 2 points.
    LargeTavern,
    /// 3 points.
    Watchtower,
    /// 2 points.
    Fortress,
    /// 1 point per tower in the kingdom.
    TravellingCastle,
    /// 1 point per knight owned, in the kingdom or in supply.
    TrainingGround,
    /// 5 points.
    Statue,
    /// Adds a crown to its town territory. In the worked example of the Romanian rule sheet the towns score
    /// nothing as territories because they lack this building.
    QueensTower,
}

/// The prestige points at the end, printed in the lower right corner of the tile.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum BuildingPoints {
    /// A fixed number.
    Fixed(u8),
    /// [`POINTS_PER_TERRITORY`] for each territory of the terrain, regardless of size and crowns.
    PerTerritory(Terrain),
    /// 1 for each tower in the kingdom.
    PerTower,
    /// 1 for each knight that the player owns, in the kingdom and in supply.
    PerKnight,
}

/// The points that a building gives for each territory it counts (Queendomino's rule sheet, "Rechts unten").
pub const POINTS_PER_TERRITORY: u8 = 2;

/// The source of a building's points.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Evidence {
    /// The points are in the worked example of Queendomino's rule sheet.
    WorkedExample,
    /// The rule sheet shows the symbol; the building's name and public data give the terrain.
    Symbol,
    /// Only public data give them. (The Romanian rule sheet's worked example also implies that the Queen's
    /// tower adds crowns; only public data give the number, one.)
    PublicData,
    /// Public data give the points of 32 unnamed tiles; the name follows from the number of copies and the
    /// card order. About 95 % certain; an error would cost 1 point per tile.
    Elimination,
}

struct Row {
    building: Building,
    /// The word in files and on the command line.
    id: &'static str,
    /// Tiles of this kind among the box's 32.
    copies: u8,
    points: BuildingPoints,
    /// Crowns in the upper right corner.
    crowns: u8,
    /// Whether its lower left corner adds coins to taxes. No rule sheet tells which of the two kinds adds
    /// which coins.
    adds_to_taxes: bool,
    evidence: Evidence,
}

/// One row per kind. `evidence` says how far each value can be trusted: the rule sheets' example prints those
/// of six kinds, their symbols give five more.
const TABLE: [Row; 17] = {
    use Building::*;
    use BuildingPoints::*;
    use Evidence::*;
    const fn row(
        building: Building,
        id: &'static str,
        copies: u8,
        points: BuildingPoints,
        crowns: u8,
        adds_to_taxes: bool,
        evidence: Evidence,
    ) -> Row {
        Row { building, id, copies, points, crowns, adds_to_taxes, evidence }
    }
    [
        row(Bakery, "bakery", 2, PerTerritory(Terrain::Wheat), 0, false, Symbol),
        row(Sawmill, "sawmill", 2, PerTerritory(Terrain::Forest), 0, false, WorkedExample),
        row(Fishery, "fishery", 2, PerTerritory(Terrain::Lake), 0, false, Symbol),
        row(Tailor, "tailor", 2, PerTerritory(Terrain::Grassland), 0, false, Symbol),
        row(WizardSchool, "wizard-school", 2, PerTerritory(Terrain::Swamp), 0, false, Symbol),
        row(Foundry, "foundry", 2, PerTerritory(Terrain::Mine), 0, false, Symbol),
        row(Church, "church", 2, PerTerritory(Terrain::Town), 0, false, WorkedExample),
        row(TaxOffice, "tax-office", 1, Fixed(2), 0, true, Elimination),
        row(TreasureChest, "treasure-chest", 1, Fixed(2), 0, true, Elimination),
        row(SmallTavern, "small-tavern", 2, Fixed(3), 0, false, Elimination),
        row(LargeTavern, "large-tavern", 1, Fixed(2), 0, false, WorkedExample),
        row(Watchtower, "watchtower", 2, Fixed(3), 0, false, WorkedExample),
        row(Fortress, "fortress", 1, Fixed(2), 0, false, Elimination),
        row(TravellingCastle, "travelling-castle", 2, PerTower, 0, false, WorkedExample),
        row(TrainingGround, "training-ground", 2, PerKnight, 0, false, PublicData),
        row(Statue, "statue", 3, Fixed(5), 0, false, WorkedExample),
        row(QueensTower, "queens-tower", 3, Fixed(0), 1, false, PublicData),
    ]
};

impl Building {
    /// All 17, in the order of the rule sheets' list.
    pub const ALL: [Building; 17] = column!(TABLE, building);

    /// The word used in files, such as `queens-tower`.
    pub fn id(self) -> &'static str {
        self.row().id
    }

    /// The inverse of [`Building::id`].
    pub fn from_id(id: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|building| building.id() == id)
    }

    /// How many tiles of this kind the box holds: 1 to 3.
    pub fn copies(self) -> u8 {
        self.row().copies
    }

    /// What a tile of this kind scores at the end.
    pub fn points(self) -> BuildingPoints {
        self.row().points
    }

    /// The crowns that a tile of this kind adds to its town territory: 0 or 1.
    pub fn crowns(self) -> u8 {
        self.row().crowns
    }

    /// Whether it adds coins to taxes for the rest of the game.
    pub fn adds_to_taxes(self) -> bool {
        self.row().adds_to_taxes
    }

    /// How its points are known.
    pub fn evidence(self) -> Evidence {
        self.row().evidence
    }

    fn row(self) -> &'static Row {
        &TABLE[self as usize]
    }
}

impl fmt::Display for Building {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.id())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_is_in_the_order_of_the_enum() {
        for (index, building) in Building::ALL.into_iter().enumerate() {
            assert_eq!(building as usize, index);
            assert_eq!(Building::from_id(building.id()), Some(building));
        }
    }

    /// Queendomino's rule sheet: "32 Gebäudeplättchen".
    #[test]
    fn the_copies_are_the_32_tiles_of_the_box() {
        assert_eq!(Building::ALL.map(|building| u32::from(building.copies())).iter().sum::<u32>(), 32);
    }

    /// See "Towers and buildings" in `docs/queendomino.md`, which names these four.
    #[test]
    fn four_kinds_are_known_by_elimination() {
        use Building::*;
        let known_by = |evidence| Building::ALL.into_iter().filter(|b| b.evidence() == evidence).collect::<Vec<_>>();
        assert_eq!(known_by(Evidence::Elimination), [TaxOffice, TreasureChest, SmallTavern, Fortress]);
        assert_eq!(
            known_by(Evidence::WorkedExample),
            [Sawmill, Church, LargeTavern, Watchtower, TravellingCastle, Statue]
        );
        assert_eq!(known_by(Evidence::PublicData), [TrainingGround, QueensTower]);
    }

    /// Queendomino's rule sheets: of the two coin buildings one adds coins for knights and the other for
    /// towers.
    #[test]
    fn two_kinds_add_to_taxes() {
        let coin_buildings: Vec<Building> = Building::ALL.into_iter().filter(|b| b.adds_to_taxes()).collect();
        assert_eq!(coin_buildings, [Building::TaxOffice, Building::TreasureChest]);
    }
}
