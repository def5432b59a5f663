//! Every line of every sheet compared with a second scorer that is slow and obvious.
//!
//! It is independent of the program's scoring: terrains, buildings and rules are typed again from the rule
//! sheets, and it visits the squares one by one. Only the kingdom itself, the given facts and the words are
//! shared.

use std::collections::{BTreeMap, BTreeSet};

use crate::common::cases::cases;
use crate::common::random_kingdom::{random_kingdom, random_unseen};
use kingdom_scanner::domain::{Building, CourtPiece, Facts, Game, Kingdom, Square, Terrain, Variant};
use kingdom_scanner::formats::notation;
use kingdom_scanner::scoring::sheet::{self, ScoreSheet};
use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

/// A line's id and its points.
type Lines = Vec<(&'static str, i32)>;

/// The points of a building at the end (Queendomino, "Rechts unten: Prestigepunkte bei Spielende").
enum Pays {
    Points(i32),
    TwoPerTerritory(Terrain),
    OnePerTower,
    OnePerKnight,
}

/// The buildings in the pad's order, with their points and crowns.
const BUILDINGS: [(Building, Pays, i32); 17] = [
    (Building::Bakery, Pays::TwoPerTerritory(Terrain::Wheat), 0),
    (Building::Sawmill, Pays::TwoPerTerritory(Terrain::Forest), 0),
    (Building::Fishery, Pays::TwoPerTerritory(Terrain::Lake), 0),
    (Building::Tailor, Pays::TwoPerTerritory(Terrain::Grassland), 0),
    (Building::WizardSchool, Pays::TwoPerTerritory(Terrain::Swamp), 0),
    (Building::Foundry, Pays::TwoPerTerritory(Terrain::Mine), 0),
    (Building::Church, Pays::TwoPerTerritory(Terrain::Town), 0),
    (Building::TravellingCastle, Pays::OnePerTower, 0),
    (Building::TrainingGround, Pays::OnePerKnight, 0),
    (Building::TaxOffice, Pays::Points(2), 0),
    (Building::TreasureChest, Pays::Points(2), 0),
    (Building::LargeTavern, Pays::Points(2), 0),
    (Building::Fortress, Pays::Points(2), 0),
    (Building::SmallTavern, Pays::Points(3), 0),
    (Building::Watchtower, Pays::Points(3), 0),
    (Building::Statue, Pays::Points(5), 0),
    (Building::QueensTower, Pays::Points(0), 1),
];

/// The pad's lines for terrains, in their order.
const TERRAINS: [(Terrain, &str); 7] = [
    (Terrain::Wheat, "wheat"),
    (Terrain::Forest, "forest"),
    (Terrain::Lake, "lake"),
    (Terrain::Grassland, "grassland"),
    (Terrain::Swamp, "swamp"),
    (Terrain::Mine, "mine"),
    (Terrain::Town, "town"),
];

struct Territory {
    terrain: Terrain,
    squares: i32,
    crowns: i32,
    has_queens_piece: bool,
}

impl Territory {
    fn points(&self) -> i32 {
        self.squares * self.crowns
    }

    /// Whether the territory counts for the quest Bleak King: five or more squares without a crown. `crowns`
    /// includes the Queen's.
    fn is_bleak(&self) -> bool {
        use Terrain::*;
        matches!(self.terrain, Wheat | Forest | Lake | Grassland) && self.squares >= 5 && self.crowns == 0
    }
}

/// The kingdom's squares, row by row.
struct Reference<'a> {
    kingdom: &'a Kingdom,
    unseen: &'a Facts,
    rows: Vec<Vec<Square>>,
}

impl Reference<'_> {
    fn lines(&self, variants: &[Variant]) -> Lines {
        let kingdomino = matches!(self.kingdom.game(), Game::Kingdomino | Game::KingdominoAgeOfGiants);
        let mut territories = self.territories();
        let mut lines = Lines::new();
        if !kingdomino {
            self.crown_by_the_queen(&mut territories, variants);
            lines.push(("coins", i32::from(self.unseen.coins.unwrap_or(0)) / 3));
        }
        for (terrain, id) in TERRAINS {
            if terrain != Terrain::Town || !kingdomino {
                lines.push((id, points_of(terrain, &territories)));
            }
        }
        if !kingdomino {
            lines.extend(self.building_lines(&territories));
        }
        if self.count(|square| i32::from(is_character(square))) > 0 {
            lines.push(("court", self.court()));
        }
        let bonus_agreed = variants.iter().any(|variant| *variant != Variant::Dynasty);
        if kingdomino || bonus_agreed {
            lines.push(("bonus", self.bonus(&territories, variants)));
        }
        lines
    }

    fn square(&self, row: usize, col: usize) -> Square {
        self.rows.get(row).and_then(|squares| squares.get(col)).copied().unwrap_or(Square::Empty)
    }

    /// All territories, terrain by terrain, each terrain's in reading order.
    fn territories(&self) -> Vec<Territory> {
        let mut territories = Vec::new();
        for (terrain, _) in TERRAINS {
            let mut seen = [[false; 7]; 7];
            for row in 0..7 {
                for col in 0..7 {
                    let mut found = Territory { terrain, squares: 0, crowns: 0, has_queens_piece: false };
                    self.walk(row, col, &mut seen, &mut found);
                    if found.squares > 0 {
                        territories.push(found);
                    }
                }
            }
        }
        territories
    }

    /// Adds this square to the territory if it belongs there, and then its neighbours.
    fn walk(&self, row: usize, col: usize, seen: &mut [[bool; 7]; 7], territory: &mut Territory) {
        let Square::Land { terrain, pieces, .. } = self.square(row, col) else { return };
        if terrain != territory.terrain || seen[row][col] {
            return;
        }
        seen[row][col] = true;
        territory.squares += 1;
        territory.crowns += crowns_that_count(&self.square(row, col));
        territory.has_queens_piece |= pieces.queen;
        if row > 0 {
            self.walk(row - 1, col, seen, territory);
        }
        if col > 0 {
            self.walk(row, col - 1, seen, territory);
        }
        self.walk(row + 1, col, seen, territory);
        self.walk(row, col + 1, seen, territory);
    }

    /// Adds the Queen's crown to the largest territory. Among several, it goes to the one with her piece;
    /// otherwise to one that is not bleak, if that quest is agreed on; otherwise to the one that scores most;
    /// otherwise to the first.
    fn crown_by_the_queen(&self, territories: &mut [Territory], variants: &[Variant]) {
        let is_seen = territories.iter().any(|territory| territory.has_queens_piece);
        if !self.unseen.queen.unwrap_or(is_seen) {
            return;
        }
        let largest = territories.iter().map(|territory| territory.squares).max().unwrap_or(0);
        let mut candidates: Vec<&mut Territory> =
            territories.iter_mut().filter(|territory| territory.squares == largest).collect();
        if let Some(with_her_piece) = candidates.iter_mut().find(|territory| territory.has_queens_piece) {
            with_her_piece.crowns += 1;
            return;
        }
        if variants.contains(&Variant::BleakKing) && candidates.iter().any(|territory| !territory.is_bleak()) {
            candidates.retain(|territory| !territory.is_bleak());
        }
        let most = candidates.iter().map(|territory| territory.points()).max().unwrap_or(0);
        if let Some(best) = candidates.iter_mut().find(|territory| territory.points() == most) {
            best.crowns += 1;
        }
    }

    fn building_lines(&self, territories: &[Territory]) -> Lines {
        let (mut lines, mut fixed) = (Lines::new(), 0);
        for (building, pays, _) in BUILDINGS {
            let standing = self.count(|square| i32::from(square.pieces().building == Some(building)));
            let each = match pays {
                Pays::Points(points) => {
                    fixed += standing * points;
                    continue;
                }
                Pays::TwoPerTerritory(terrain) => {
                    2 * territories.iter().filter(|territory| territory.terrain == terrain).count() as i32
                }
                Pays::OnePerTower => self.count(|square| i32::from(square.pieces().towers)),
                Pays::OnePerKnight => {
                    let in_kingdom = self.count(|square| i32::from(square.pieces().knight));
                    in_kingdom + i32::from(self.unseen.knights_in_supply.unwrap_or(0))
                }
            };
            if standing > 0 {
                lines.push((building.id(), standing * each));
            }
        }
        lines.push(("fixed-points", fixed));
        lines
    }

    /// The sum over all squares.
    fn count(&self, of_square: impl Fn(&Square) -> i32) -> i32 {
        self.rows.iter().flatten().map(of_square).sum()
    }

    /// The points of The Court's characters, each with the eight squares around it. Typed again from
    /// `src/main/lua/decks/territories.lua` of the public repository Acemond/Kingdomino.
    fn court(&self) -> i32 {
        use CourtPiece::*;
        let mut points = 0;
        for (row, col) in self.places(is_character) {
            let around: Vec<Square> = (row - 1..=row + 1)
                .flat_map(|r| (col - 1..=col + 1).map(move |c| (r, c)))
                .filter(|place| *place != (row, col) && place.0 >= 0 && place.1 >= 0)
                .map(|(r, c)| self.square(r as usize, c as usize))
                .collect();
            let count = |is_one: &dyn Fn(&Square) -> bool| around.iter().filter(|square| is_one(square)).count() as i32;
            let is_resource = |square: &Square| square.pieces().court == Some(Resource);
            let resources = |terrain| count(&|square| is_resource(square) && square.terrain() == Some(terrain));
            points += match self.square(row as usize, col as usize).pieces().court.expect("a character") {
                Farmer => 3 + 3 * resources(Terrain::Wheat),
                Lumberjack => 3 + 3 * resources(Terrain::Forest),
                Fisherman => 3 + 3 * resources(Terrain::Lake),
                Shepherdess => 3 + 3 * resources(Terrain::Grassland),
                Merchant => 2 + 2 * count(&is_resource),
                King => around.iter().map(crowns_that_count).sum(),
                CourtQueen => 2 + 2 * count(&is_character),
                Captain => 1 + 3 * count(&is_warrior),
                AxeWarrior | SwordWarrior => 3,
                Archer => 4,
                Resource | CourtBuilding | GreatCourtBuilding => unreachable!("no characters"),
            };
        }
        points
    }

    fn bonus(&self, territories: &[Territory], variants: &[Variant]) -> i32 {
        let agreed: BTreeSet<Variant> = variants.iter().copied().collect();
        agreed.into_iter().map(|variant| self.bonus_of(territories, variant)).sum()
    }

    /// The points of a variant. The quests are typed again from Age of Giants (`src/main/rules/quests.txt` of
    /// the public repository Acemond/Kingdomino).
    fn bonus_of(&self, territories: &[Territory], variant: Variant) -> i32 {
        use Terrain::*;
        let wide = self.kingdom.size().squares_wide() as i32;
        let (once, around, corners) = (
            |points: i32, is_reached: bool| if is_reached { points } else { 0 },
            |terrain| 5 * self.around_the_castle(terrain),
            |terrain| 5 * self.at_the_corners(|square| square.terrain() == Some(terrain)),
        );
        match variant {
            Variant::Harmony => once(5, self.count(|square| i32::from(*square != Square::Empty)) == wide * wide),
            Variant::MiddleKingdom => once(10, self.castle_in_the_middle()),
            Variant::Dynasty => 0,
            Variant::LocalBusinessWheat => around(Wheat),
            Variant::LocalBusinessForest => around(Forest),
            Variant::LocalBusinessLake => around(Lake),
            Variant::LocalBusinessGrassland => around(Grassland),
            Variant::LocalBusinessSwamp => around(Swamp),
            Variant::LocalBusinessMine => around(Mine),
            Variant::FourCornersWheat => corners(Wheat),
            Variant::FourCornersForest => corners(Forest),
            Variant::FourCornersLake => corners(Lake),
            Variant::FourCornersGrassland => corners(Grassland),
            Variant::FourCornersSwamp => corners(Swamp),
            Variant::FourCornersMine => corners(Mine),
            Variant::LostCorner => once(20, self.at_the_corners(|square| *square == Square::Castle) > 0),
            Variant::FolieDesGrandeurs => 10 * most_lines(&self.crowned()) as i32,
            Variant::BleakKing => 10 * territories.iter().filter(|territory| territory.is_bleak()).count() as i32,
        }
    }

    fn places(&self, wanted: impl Fn(&Square) -> bool) -> Vec<(i32, i32)> {
        let all = (0..7).flat_map(|row| (0..7).map(move |col| (row, col)));
        all.filter(|(row, col)| wanted(&self.square(*row as usize, *col as usize))).collect()
    }

    fn around_the_castle(&self, terrain: Terrain) -> i32 {
        let castles = self.places(|square| *square == Square::Castle);
        let of_terrain = self.places(|square| square.terrain() == Some(terrain));
        let touches = |place: &&(i32, i32)| {
            castles.iter().any(|castle| (castle.0 - place.0).abs() <= 1 && (castle.1 - place.1).abs() <= 1)
        };
        of_terrain.iter().filter(touches).count() as i32
    }

    /// The corners of the rows and columns that contain tiles.
    fn at_the_corners(&self, wanted: impl Fn(&Square) -> bool) -> i32 {
        let tiles = self.places(|square| *square != Square::Empty);
        let (rows, cols): (Vec<i32>, Vec<i32>) = tiles.into_iter().unzip();
        let ends = |lines: &[i32]| {
            BTreeSet::from([*lines.iter().min().expect("a tile"), *lines.iter().max().expect("a tile")])
        };
        let corners = ends(&rows).into_iter().flat_map(|row| ends(&cols).into_iter().map(move |col| (row, col)));
        corners.filter(|(row, col)| wanted(&self.square(*row as usize, *col as usize))).count() as i32
    }

    /// The squares with crowns that count, including crowns of buildings.
    fn crowned(&self) -> Vec<(i32, i32)> {
        self.places(|square| crowns_that_count(square) > 0)
    }

    /// Whether there are as many rows with a tile above the castle's row as below it, and as many columns on
    /// either side, counted to the outermost tile.
    fn castle_in_the_middle(&self) -> bool {
        let (mut tiles, mut castle) = (Vec::new(), None);
        for row in 0..7 {
            for col in 0..7 {
                if self.square(row, col) != Square::Empty {
                    tiles.push((row, col));
                }
                if self.square(row, col) == Square::Castle {
                    castle = Some((row, col));
                }
            }
        }
        let Some((row, col)) = castle else { return false };
        let above = tiles.iter().map(|tile| row.saturating_sub(tile.0)).max();
        let below = tiles.iter().map(|tile| tile.0.saturating_sub(row)).max();
        let left = tiles.iter().map(|tile| col.saturating_sub(tile.1)).max();
        let right = tiles.iter().map(|tile| tile.1.saturating_sub(col)).max();
        above == below && left == right
    }
}

/// Crowns printed on the square or on its pieces, and not under a giant.
fn crowns_that_count(square: &Square) -> i32 {
    let pieces = square.pieces();
    let of_the_court = match pieces.court {
        Some(CourtPiece::CourtBuilding) => 1,
        Some(CourtPiece::GreatCourtBuilding) => 2,
        _ => 0,
    };
    i32::from(square.crowns()) + pieces.building.map_or(0, crowns_on) + of_the_court - i32::from(pieces.giants)
}

fn is_warrior(square: &Square) -> bool {
    use CourtPiece::*;
    matches!(square.pieces().court, Some(Captain | AxeWarrior | SwordWarrior | Archer))
}

fn is_character(square: &Square) -> bool {
    use CourtPiece::*;
    let court = square.pieces().court;
    is_warrior(square)
        || matches!(court, Some(Farmer | Lumberjack | Fisherman | Shepherdess | Merchant | King | CourtQueen))
}

/// The most lines of three of these squares such that no two lines share two squares. Tries all choices.
pub(crate) fn most_lines(squares: &[(i32, i32)]) -> usize {
    let mut lines: Vec<[(i32, i32); 3]> = Vec::new();
    for (row, col) in squares {
        for (down, right) in [(0, 1), (1, 0), (1, 1), (1, -1)] {
            let line = [0, 1, 2].map(|step| (row + step * down, col + step * right));
            if line.iter().all(|square| squares.contains(square)) {
                lines.push(line);
            }
        }
    }
    let excludes = |one: usize, other: usize| {
        one != other && lines[one].iter().filter(|square| lines[other].contains(square)).count() >= 2
    };
    // Lines that exclude each other, directly or through other lines, form a group, whatever their
    // directions. All choices within a group are tried.
    let mut groups: Vec<Vec<usize>> = Vec::new();
    for line in 0..lines.len() {
        let (touching, mut apart): (Vec<_>, Vec<_>) =
            groups.into_iter().partition(|group| group.iter().any(|other| excludes(line, *other)));
        apart.push(touching.concat().into_iter().chain([line]).collect());
        groups = apart;
    }
    let most_of = |group: &Vec<usize>| {
        let choices = (0..1u32 << group.len()).map(|choice| {
            (0..group.len()).filter(|bit| choice >> bit & 1 == 1).map(|bit| group[bit]).collect::<Vec<_>>()
        });
        let allowed =
            choices.filter(|chosen| !chosen.iter().any(|one| chosen.iter().any(|other| excludes(*one, *other))));
        allowed.map(|chosen| chosen.len()).max().unwrap_or(0)
    };
    groups.iter().map(most_of).sum()
}

fn crowns_on(wanted: Building) -> i32 {
    BUILDINGS.iter().find(|(building, _, _)| *building == wanted).expect("all 17 are listed").2
}

fn points_of(terrain: Terrain, territories: &[Territory]) -> i32 {
    territories.iter().filter(|territory| territory.terrain == terrain).map(Territory::points).sum()
}

/// Random variants in random order, some of them twice.
fn random_variants(dice: &mut ChaCha8Rng) -> Vec<Variant> {
    (0..dice.random_range(0..5)).map(|_| *Variant::ALL.choose(dice).expect("a variant")).collect()
}

#[test]
fn every_line_of_random_kingdoms_equals_the_reference() {
    let mut dice = ChaCha8Rng::seed_from_u64(71);
    let mut by_game_and_size = BTreeMap::new();
    let kingdoms = cases("KINGDOMS", 20_000);
    for _ in 0..kingdoms {
        let kingdom = random_kingdom(&mut dice);
        *by_game_and_size.entry((kingdom.game().id(), kingdom.size())).or_insert(0) += 1;
        let (unseen, variants) = (random_unseen(&mut dice), random_variants(&mut dice));
        let name = || format!("{} {unseen:?} {variants:?}", notation::write(&kingdom));
        let rows = kingdom.squares().iter_rows().map(<[Square]>::to_vec).collect();
        let expected = Reference { kingdom: &kingdom, unseen: &unseen, rows }.lines(&variants);
        let sheet = ScoreSheet::new(&kingdom, &unseen, &variants);
        let lines: Lines = sheet.lines.iter().map(|line| (line.line.id(), line.points)).collect();
        assert_eq!(lines, expected, "{}", name());
        let total: i32 = expected.iter().map(|(_, points)| points).sum();
        assert_eq!(sheet.total, total, "{}", name());
        assert_eq!(sheet::total(&kingdom, &unseen, &variants), total, "without its lines: {}", name());
    }
    assert_eq!(by_game_and_size.len(), 5 * 2);
    assert!(by_game_and_size.values().all(|found| *found > kingdoms / 15), "{by_game_and_size:?}");
}
