//! What players may agree on in addition to the rules. A *variant* is anything they agree on; a *bonus* is a
//! variant that scores; all 17 bonuses are *quests* of Age of Giants.

use super::{Terrain, listed};

/// A variant that the players agreed on. (The Mighty Duel is not listed: it is Kingdomino on 7x7.)
///
/// Harmony and the Middle Kingdom are in Kingdomino's rule sheet and are also two of the 17 quests.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Variant {
    /// Points for a kingdom without a gap in its grid.
    Harmony,
    /// Points for a castle in the middle of the kingdom.
    MiddleKingdom,
    /// Three games in a row, decided by their sums. It does not change the sheet of a single game.
    Dynasty,
    /// Points for each wheat square around the castle.
    LocalBusinessWheat,
    /// Points for each forest square around the castle.
    LocalBusinessForest,
    /// Points for each lake square around the castle.
    LocalBusinessLake,
    /// Points for each grassland square around the castle.
    LocalBusinessGrassland,
    /// Points for each swamp square around the castle.
    LocalBusinessSwamp,
    /// Points for each mine square around the castle.
    LocalBusinessMine,
    /// Points for each wheat square at a corner of the kingdom.
    FourCornersWheat,
    /// Points for each forest square at a corner of the kingdom.
    FourCornersForest,
    /// Points for each lake square at a corner of the kingdom.
    FourCornersLake,
    /// Points for each grassland square at a corner of the kingdom.
    FourCornersGrassland,
    /// Points for each swamp square at a corner of the kingdom.
    FourCornersSwamp,
    /// Points for each mine square at a corner of the kingdom.
    FourCornersMine,
    /// Points for a castle at a corner of the kingdom.
    LostCorner,
    /// Points for each line of three squares with crowns.
    FolieDesGrandeurs,
    /// Points for each large territory without a crown.
    BleakKing,
}

/// What a bonus counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum BonusRule {
    /// Scores once if every square of the grid is filled.
    FullGrid,
    /// Scores once if the castle is in the middle.
    CastleInTheMiddle,
    /// Scores once if the castle is at a corner.
    CastleAtACorner,
    /// The squares of the terrain among the eight around the castle.
    AroundTheCastle(Terrain),
    /// The squares of the terrain among the four corners.
    AtTheCorners(Terrain),
    /// Lines of three squares, each with a crown that counts, in a row, column or diagonal, of any terrains.
    /// Two lines share at most one square.
    CrownedLines,
    /// Territories of [`BLEAK_TERRAINS`] with at least [`BLEAK_SQUARES`] squares and no crown that counts,
    /// including the Queen's.
    CrownlessTerritories,
}

/// What a bonus counts, and its points for each.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct BonusPoints {
    /// What it counts.
    pub rule: BonusRule,
    /// Prestige points for each.
    pub each: u8,
}

/// The terrains whose territories the Bleak King counts: `src/main/rules/quests.txt` of the public repository
/// Acemond/Kingdomino.
pub const BLEAK_TERRAINS: [Terrain; 4] = [Terrain::Wheat, Terrain::Forest, Terrain::Lake, Terrain::Grassland];

/// The smallest territory that the Bleak King counts; one of ten squares still counts once (the ruling in
/// boardgamegeek's thread 2032948).
pub const BLEAK_SQUARES: u32 = 5;

/// The number of quest tiles drawn for a game (Age of Giants' rule book, "setup", at ultraboardgames).
pub const MOST_BONUSES: usize = 2;

struct Row {
    variant: Variant,
    /// The word in files and on the command line.
    id: &'static str,
    /// What it scores; `None` for a variant that is not a bonus.
    bonus: Option<BonusPoints>,
    /// Whether only Age of Giants has it; the others are in Kingdomino's rule sheet.
    is_of_giants: bool,
}

/// One row per variant. The points of Harmony and the Middle Kingdom are in Kingdomino's rule sheet. Those of
/// the other quests are public data: `src/main/rules/quests.txt` and `src/main/lua/util/kingdom.lua` of
/// Acemond/Kingdomino, which agree with `lib/models/quests` of odrevet/kingdomino_score. That two lines of
/// the Folie des grandeurs share at most one square is the ruling in boardgamegeek's thread 2040636.
const TABLE: [Row; 18] = {
    use BonusRule::*;
    use Terrain::*;
    use Variant::*;
    const fn bonus(variant: Variant, id: &'static str, rule: BonusRule, each: u8) -> Row {
        Row { variant, id, bonus: Some(BonusPoints { rule, each }), is_of_giants: false }
    }
    const fn of_giants(variant: Variant, id: &'static str, rule: BonusRule, each: u8) -> Row {
        Row { is_of_giants: true, ..bonus(variant, id, rule, each) }
    }
    [
        bonus(Harmony, "harmony", FullGrid, 5),
        bonus(MiddleKingdom, "middle-kingdom", CastleInTheMiddle, 10),
        Row { variant: Dynasty, id: "dynasty", bonus: None, is_of_giants: false },
        of_giants(LocalBusinessWheat, "local-business-wheat", AroundTheCastle(Wheat), 5),
        of_giants(LocalBusinessForest, "local-business-forest", AroundTheCastle(Forest), 5),
        of_giants(LocalBusinessLake, "local-business-lake", AroundTheCastle(Lake), 5),
        of_giants(LocalBusinessGrassland, "local-business-grassland", AroundTheCastle(Grassland), 5),
        of_giants(LocalBusinessSwamp, "local-business-swamp", AroundTheCastle(Swamp), 5),
        of_giants(LocalBusinessMine, "local-business-mine", AroundTheCastle(Mine), 5),
        of_giants(FourCornersWheat, "four-corners-wheat", AtTheCorners(Wheat), 5),
        of_giants(FourCornersForest, "four-corners-forest", AtTheCorners(Forest), 5),
        of_giants(FourCornersLake, "four-corners-lake", AtTheCorners(Lake), 5),
        of_giants(FourCornersGrassland, "four-corners-grassland", AtTheCorners(Grassland), 5),
        of_giants(FourCornersSwamp, "four-corners-swamp", AtTheCorners(Swamp), 5),
        of_giants(FourCornersMine, "four-corners-mine", AtTheCorners(Mine), 5),
        of_giants(LostCorner, "lost-corner", CastleAtACorner, 20),
        of_giants(FolieDesGrandeurs, "folie-des-grandeurs", CrownedLines, 10),
        of_giants(BleakKing, "bleak-king", CrownlessTerritories, 10),
    ]
};

impl Variant {
    /// All variants, in the order in which they are written.
    pub const ALL: [Variant; 18] = column!(TABLE, variant);

    /// The variants of Kingdomino's rule sheet.
    pub const OF_KINGDOMINO: [Variant; 3] = [Variant::Harmony, Variant::MiddleKingdom, Variant::Dynasty];

    /// All variants that score: the 17 quest tiles of Age of Giants.
    pub fn bonuses() -> impl Iterator<Item = Variant> {
        Self::ALL.into_iter().filter(|variant| variant.bonus().is_some())
    }

    /// Whether only Age of Giants has it.
    pub fn is_of_giants(self) -> bool {
        TABLE[self as usize].is_of_giants
    }

    /// The word used in files and on the command line, such as `middle-kingdom`.
    pub fn id(self) -> &'static str {
        TABLE[self as usize].id
    }

    /// The inverse of [`Variant::id`].
    pub fn from_id(id: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|variant| variant.id() == id)
    }

    /// What it counts and its points for each; `None` for the Dynasty, which is not a bonus.
    pub fn bonus(self) -> Option<BonusPoints> {
        TABLE[self as usize].bonus
    }

    /// The variants that players agreed on, each once, in the order of [`Variant::ALL`].
    ///
    /// # Errors
    /// More bonuses than [`MOST_BONUSES`]; lists them all.
    pub fn agreed(given: &[Variant]) -> Result<Vec<Variant>, TooManyBonuses> {
        Self::check_agreed(given)?;
        Ok(Self::ALL.into_iter().filter(|variant| given.contains(variant)).collect())
    }

    /// [`Variant::agreed`] from ids.
    ///
    /// # Errors
    /// An unknown id, or more bonuses than a game has.
    pub fn agreed_by_ids(ids: &[String]) -> Result<Vec<Variant>, String> {
        let mut given = Vec::with_capacity(ids.len());
        for id in ids {
            given.push(Self::from_id(id).ok_or_else(|| {
                let known = Self::ALL.map(Self::id).join(", ");
                format!("`{id}` is not a variant; the variants are {known}")
            })?);
        }
        Self::agreed(&given).map_err(|error| error.to_string())
    }

    /// Checks the number of different bonuses.
    ///
    /// # Errors
    /// More than [`MOST_BONUSES`]; lists them all.
    pub fn check_agreed(agreed: &[Variant]) -> Result<(), TooManyBonuses> {
        let bonuses: Vec<Variant> = Self::bonuses().filter(|variant| agreed.contains(variant)).collect();
        if bonuses.len() > MOST_BONUSES { Err(TooManyBonuses(bonuses)) } else { Ok(()) }
    }
}

/// More bonuses than the quest tiles drawn for a game.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("a game has {MOST_BONUSES} quests at most, including Harmony and the Middle Kingdom, but {} were given: {}", .0.len(),
    listed(.0.iter().map(|variant| variant.id())))]
pub struct TooManyBonuses(pub Vec<Variant>);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_is_in_the_order_of_the_enum() {
        for (index, variant) in Variant::ALL.into_iter().enumerate() {
            assert_eq!(variant as usize, index);
            assert_eq!(Variant::from_id(variant.id()), Some(variant));
        }
    }

    /// "17 Quest tiles" (Age of Giants' rule book): one Local Business and one Four Corners for each of
    /// Kingdomino's terrains, and five others.
    #[test]
    fn there_are_17_quests() {
        assert_eq!(Variant::bonuses().count(), 17);
        for terrain in Terrain::KINGDOMINO {
            for rule in [BonusRule::AroundTheCastle(terrain), BonusRule::AtTheCorners(terrain)] {
                assert_eq!(Variant::bonuses().filter(|quest| quest.bonus().map(|b| b.rule) == Some(rule)).count(), 1);
            }
        }
    }

    #[test]
    fn what_is_not_of_giants_is_of_kingdomino() {
        assert!(Variant::ALL.into_iter().filter(|variant| !variant.is_of_giants()).eq(Variant::OF_KINGDOMINO));
    }

    #[test]
    fn a_game_has_two_bonuses() {
        use Variant::*;
        assert_eq!(Variant::check_agreed(&[Harmony, MiddleKingdom, Dynasty, Harmony]), Ok(()));
        let error = Variant::check_agreed(&[BleakKing, Harmony, LostCorner]).expect_err("three");
        insta::assert_snapshot!(error, @"a game has 2 quests at most, including Harmony and the Middle Kingdom, but 3 were given: harmony, lost-corner, bleak-king");
    }
}
