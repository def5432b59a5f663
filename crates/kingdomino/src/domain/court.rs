//! The Court: resources, buildings and characters, an expansion for any game.

use std::fmt;

use super::Terrain;

/// A piece of The Court; a square carries at most one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum CourtPiece {
    /// The resource of a square without a crown: wheat, wood, fish or sheep, depending on the terrain.
    Resource,
    /// A building that adds a crown.
    CourtBuilding,
    /// A building that adds two crowns.
    GreatCourtBuilding,
    /// A character that counts wheat around it.
    Farmer,
    /// A character that counts wood around it.
    Lumberjack,
    /// A character that counts fish around it.
    Fisherman,
    /// A character that counts sheep around it.
    Shepherdess,
    /// A character that counts all resources around it. Some public data call it the banker.
    Merchant,
    /// A character that counts crowns around it.
    King,
    /// A character that counts characters around it. Not to be confused with the Queen of Queendomino.
    CourtQueen,
    /// A character that counts warriors around it.
    Captain,
    /// A character that is a warrior.
    AxeWarrior,
    /// A character that is a warrior.
    SwordWarrior,
    /// A character that is a warrior.
    Archer,
}

/// How a piece of The Court scores at the end.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum CourtRule {
    /// Scores nothing by itself.
    Resource,
    /// Adds this many crowns to its territory.
    Crowns(u8),
    /// Scores points.
    Character(CharacterPoints),
}

/// The points of a character: a base, plus points for each thing that it counts on the eight surrounding
/// squares.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct CharacterPoints {
    /// Points regardless of its surroundings.
    pub base: u8,
    /// Points for each thing that it counts.
    pub each: u8,
    /// What it counts.
    pub counts: Neighbours,
}

/// What a character counts on the eight surrounding squares.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Neighbours {
    /// Scores no points for its surroundings.
    Nothing,
    /// Resources of this terrain.
    Resources(Terrain),
    /// Resources of any terrain.
    AnyResources,
    /// Crowns that score, printed or on buildings.
    Crowns,
    /// Characters of any kind.
    Characters,
    /// Characters that are warriors.
    Warriors,
}

struct Row {
    piece: CourtPiece,
    /// The word in files and on the command line.
    id: &'static str,
    /// Copies in the box; for resources the sum over all terrains.
    copies: u8,
    is_warrior: bool,
    rule: CourtRule,
}

/// One row per piece. Points, crowns and copies come from `src/main/lua/decks/territories.lua` of the public
/// repository Acemond/Kingdomino and agree with `lib/models/extensions/lacour` of odrevet/kingdomino_score;
/// the names of the buildings are ours.
const TABLE: [Row; 14] = {
    use CourtPiece::*;
    use CourtRule::*;
    use Neighbours::*;
    const fn row(piece: CourtPiece, id: &'static str, copies: u8, rule: CourtRule) -> Row {
        Row { piece, id, copies, is_warrior: false, rule }
    }
    const fn warrior(piece: CourtPiece, id: &'static str, copies: u8, rule: CourtRule) -> Row {
        Row { piece, id, copies, is_warrior: true, rule }
    }
    const fn points(base: u8, each: u8, counts: Neighbours) -> CourtRule {
        Character(CharacterPoints { base, each, counts })
    }
    [
        row(CourtPiece::Resource, "resource", 59, CourtRule::Resource),
        row(CourtBuilding, "court-building", 11, CourtRule::Crowns(1)),
        row(GreatCourtBuilding, "great-court-building", 2, CourtRule::Crowns(2)),
        row(Farmer, "farmer", 1, points(3, 3, Resources(Terrain::Wheat))),
        row(Lumberjack, "lumberjack", 1, points(3, 3, Resources(Terrain::Forest))),
        row(Fisherman, "fisherman", 1, points(3, 3, Resources(Terrain::Lake))),
        row(Shepherdess, "shepherdess", 1, points(3, 3, Resources(Terrain::Grassland))),
        row(Merchant, "merchant", 1, points(2, 2, AnyResources)),
        row(King, "king", 1, points(0, 1, Neighbours::Crowns)),
        row(CourtQueen, "court-queen", 1, points(2, 2, Characters)),
        warrior(Captain, "captain", 1, points(1, 3, Warriors)),
        warrior(AxeWarrior, "axe-warrior", 1, points(3, 0, Nothing)),
        warrior(SwordWarrior, "sword-warrior", 1, points(3, 0, Nothing)),
        warrior(Archer, "archer", 2, points(4, 0, Nothing)),
    ]
};

/// The number of buildings with one crown and with two in the box, per terrain; other terrains have none.
/// Source: `laCourGameSet` in `lib/models/extensions/lacour/lacour.dart` of the public repository
/// odrevet/kingdomino_score; the sums equal the table above.
const BUILDINGS: [(Terrain, [u8; 2]); 5] = [
    (Terrain::Wheat, [3, 0]),
    (Terrain::Forest, [3, 0]),
    (Terrain::Lake, [3, 0]),
    (Terrain::Grassland, [1, 1]),
    (Terrain::Swamp, [1, 1]),
];

/// The terrains whose squares without a crown yield a resource: `src/main/rules/the-court.txt` of the public
/// repository Acemond/Kingdomino.
pub const RESOURCE_TERRAINS: [Terrain; 4] = [Terrain::Wheat, Terrain::Forest, Terrain::Lake, Terrain::Grassland];

impl CourtPiece {
    /// All kinds, in the order of the enum.
    pub const ALL: [CourtPiece; 14] = column!(TABLE, piece);

    /// The word used in files, such as `lumberjack`.
    pub fn id(self) -> &'static str {
        TABLE[self as usize].id
    }

    /// The inverse of [`CourtPiece::id`].
    pub fn from_id(id: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|piece| piece.id() == id)
    }

    /// How many of this kind the box contains.
    pub fn copies(self) -> u8 {
        TABLE[self as usize].copies
    }

    /// How many of this kind the box contains for squares of this terrain: each building is made for one
    /// terrain, other pieces fit any.
    pub fn copies_on(self, terrain: Terrain) -> u8 {
        let of_terrain = BUILDINGS.iter().find(|(of, _)| *of == terrain).map_or([0; 2], |(_, copies)| *copies);
        match self.rule() {
            CourtRule::Crowns(1) => of_terrain[0],
            CourtRule::Crowns(_) => of_terrain[1],
            CourtRule::Resource | CourtRule::Character(_) => self.copies(),
        }
    }

    /// How it scores at the end.
    pub fn rule(self) -> CourtRule {
        TABLE[self as usize].rule
    }

    /// The crowns that it adds to its square: 0 to 2.
    pub fn crowns(self) -> u8 {
        match self.rule() {
            CourtRule::Crowns(crowns) => crowns,
            CourtRule::Resource | CourtRule::Character(_) => 0,
        }
    }

    /// Its points if it is a character.
    pub fn character(self) -> Option<CharacterPoints> {
        match self.rule() {
            CourtRule::Character(points) => Some(points),
            CourtRule::Resource | CourtRule::Crowns(_) => None,
        }
    }

    /// Whether the captain counts it.
    pub fn is_warrior(self) -> bool {
        TABLE[self as usize].is_warrior
    }

    /// Why it cannot be on a square of this terrain with this many printed crowns; `None` if it can. All
    /// pieces need a square without printed crowns; each building is made for one terrain, and none for mines
    /// and towns.
    pub(super) fn problem(self, terrain: Terrain, crowns: u8) -> Option<String> {
        if crowns > 0 {
            return Some(format!("`{self}` can only be on a square without a printed crown"));
        }
        let is_at_home = match self.rule() {
            CourtRule::Resource => RESOURCE_TERRAINS.contains(&terrain),
            CourtRule::Crowns(_) => !matches!(terrain, Terrain::Mine | Terrain::Town),
            CourtRule::Character(_) => true,
        };
        (!is_at_home).then(|| format!("`{self}` cannot be on {terrain}"))
    }
}

impl fmt::Display for CourtPiece {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.id())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_is_in_the_order_of_the_enum() {
        for (index, piece) in CourtPiece::ALL.into_iter().enumerate() {
            assert_eq!(piece as usize, index);
            assert_eq!(CourtPiece::from_id(piece.id()), Some(piece));
        }
    }

    /// The rules of The Court: 59 resource tokens and 25 tiles of characters and buildings.
    #[test]
    fn the_copies_are_those_of_the_box() {
        let (resources, tiles): (Vec<_>, Vec<_>) =
            CourtPiece::ALL.into_iter().partition(|piece| piece.rule() == CourtRule::Resource);
        let copies = |pieces: Vec<CourtPiece>| pieces.into_iter().map(|piece| u32::from(piece.copies())).sum::<u32>();
        assert_eq!((copies(resources), copies(tiles)), (59, 25));
    }

    /// The buildings of all terrains add up to the copies in the box.
    #[test]
    fn every_building_is_made_for_a_terrain() {
        for building in [CourtPiece::CourtBuilding, CourtPiece::GreatCourtBuilding] {
            let sum: u8 = Terrain::ALL.into_iter().map(|terrain| building.copies_on(terrain)).sum();
            assert_eq!(sum, building.copies(), "{building}");
        }
    }
}
