//! The buildings of Queendomino.

/// The 17 kinds of building tiles. Their points come with Queendomino's scoring.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Building {
    Bakery,
    Sawmill,
    Fishery,
    Tailor,
    WizardSchool,
    Foundry,
    Church,
    TaxOffice,
    TreasureChest,
    SmallTavern,
    LargeTavern,
    Watchtower,
    Fortress,
    TravellingCastle,
    TrainingGround,
    Statue,
    QueensTower,
}

impl Building {
    pub const ALL: [Building; 17] = [
        Building::Bakery,
        Building::Sawmill,
        Building::Fishery,
        Building::Tailor,
        Building::WizardSchool,
        Building::Foundry,
        Building::Church,
        Building::TaxOffice,
        Building::TreasureChest,
        Building::SmallTavern,
        Building::LargeTavern,
        Building::Watchtower,
        Building::Fortress,
        Building::TravellingCastle,
        Building::TrainingGround,
        Building::Statue,
        Building::QueensTower,
    ];

    /// The word used in files, such as `queens-tower`.
    pub fn id(self) -> &'static str {
        match self {
            Building::Bakery => "bakery",
            Building::Sawmill => "sawmill",
            Building::Fishery => "fishery",
            Building::Tailor => "tailor",
            Building::WizardSchool => "wizard-school",
            Building::Foundry => "foundry",
            Building::Church => "church",
            Building::TaxOffice => "tax-office",
            Building::TreasureChest => "treasure-chest",
            Building::SmallTavern => "small-tavern",
            Building::LargeTavern => "large-tavern",
            Building::Watchtower => "watchtower",
            Building::Fortress => "fortress",
            Building::TravellingCastle => "travelling-castle",
            Building::TrainingGround => "training-ground",
            Building::Statue => "statue",
            Building::QueensTower => "queens-tower",
        }
    }

    /// The inverse of [`Building::id`].
    pub fn from_id(id: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|building| building.id() == id)
    }
}
