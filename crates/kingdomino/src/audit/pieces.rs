//! Checks buildings, towers, knights, coins, the Queen, giants and the pieces of The Court against the boxes.

use super::Player;
use super::finding::Finding;
use super::land::Spot;
use crate::domain::{Building, CourtPiece, CourtRule, MAX_COINS, MAX_GIANTS, MAX_KNIGHTS, MAX_TOWERS, Terrain};
use crate::scoring::sheet::knights;

/// Findings about all players of a game together, then remarks about each.
pub(super) fn findings_about_pieces(players: &[Player]) -> Vec<Finding> {
    let giants: u32 = players.iter().map(|player| player.kingdom.bits().giants()).sum();
    let giants = (giants > u32::from(MAX_GIANTS)).then_some(Finding::TooManyGiants(giants));
    let court = CourtPiece::ALL.into_iter().flat_map(|piece| too_many_of_the_court(players, piece));
    let of_expansions = giants.into_iter().chain(court);
    if players.iter().all(|player| !player.kingdom.game().has_queendomino()) {
        return of_expansions.collect();
    }
    let buildings = Building::ALL.into_iter().filter_map(|building| too_many_buildings(players, building));
    let towers: u32 = players.iter().map(|player| player.kingdom.bits().towers()).sum();
    let knights: u32 = players.iter().map(|player| knights(player.kingdom, player.unseen)).sum();
    let coins: u32 = players.iter().map(|player| u32::from(player.unseen.coins.unwrap_or(0))).sum();
    let queens = players.iter().filter(|player| hosts_the_queen(player)).count();
    let counts = [
        (towers > u32::from(MAX_TOWERS)).then_some(Finding::TooManyTowers(towers)),
        (knights > u32::from(MAX_KNIGHTS)).then_some(Finding::TooManyKnights(knights)),
        (coins > u32::from(MAX_COINS)).then_some(Finding::TooManyCoins(coins)),
        (queens > 1).then_some(Finding::SeveralQueens(queens)),
    ];
    let remarks = players.iter().enumerate().flat_map(|(kingdom, player)| remarks(kingdom, player));
    buildings.chain(counts.into_iter().flatten()).chain(of_expansions).chain(remarks).collect()
}

fn too_many_buildings(players: &[Player], building: Building) -> Option<Finding> {
    let squares = players.iter().enumerate().flat_map(|(kingdom, player)| {
        let squares = player.kingdom.squares().iter();
        let alike = squares.filter(|(_, square)| square.pieces().building == Some(building));
        alike.map(move |(place, _)| Spot { kingdom, place })
    });
    let squares: Vec<Spot> = squares.collect();
    (squares.len() > usize::from(building.copies())).then_some(Finding::TooManyBuildings { building, squares })
}

/// Findings if the kingdoms have more of this piece than the box. Buildings are counted per terrain, other
/// pieces over all terrains.
fn too_many_of_the_court(players: &[Player], piece: CourtPiece) -> Vec<Finding> {
    let terrains = match piece.rule() {
        CourtRule::Crowns(_) => Terrain::ALL.map(Some).to_vec(),
        CourtRule::Resource | CourtRule::Character(_) => vec![None],
    };
    let mut findings = Vec::new();
    for terrain in terrains {
        let mut squares = Vec::new();
        for (kingdom, player) in players.iter().enumerate() {
            for (place, square) in player.kingdom.squares().iter() {
                let is_on_terrain = terrain.is_none_or(|terrain| square.terrain() == Some(terrain));
                if is_on_terrain && square.pieces().court == Some(piece) {
                    squares.push(Spot { kingdom, place });
                }
            }
        }
        let copies = terrain.map_or(piece.copies(), |terrain| piece.copies_on(terrain));
        if squares.len() > usize::from(copies) {
            findings.push(Finding::TooManyOfTheCourt { piece, terrain, squares });
        }
    }
    findings
}

fn hosts_the_queen(player: &Player) -> bool {
    player.unseen.queen == Some(true) || !player.kingdom.bits().queen().is_empty()
}

fn towers_without_building(kingdom: usize, player: &Player) -> Option<Finding> {
    let mut squares = Vec::new();
    for (place, square) in player.kingdom.squares().iter() {
        if square.pieces().towers > 0 && square.pieces().building.is_none() {
            squares.push(Spot { kingdom, place });
        }
    }
    (!squares.is_empty()).then_some(Finding::TowersWithoutBuilding { kingdom, squares })
}

fn remarks(kingdom: usize, player: &Player) -> impl Iterator<Item = Finding> {
    let without_towers = hosts_the_queen(player) && player.kingdom.bits().towers() == 0;
    // An unknown supply may contain a knight.
    let without_knight = player.unseen.knights_in_supply == Some(0) && knights(player.kingdom, player.unseen) == 0;
    let remarks = [
        without_towers.then_some(Finding::QueenWithoutTowers { kingdom }),
        towers_without_building(kingdom, player),
        without_knight.then_some(Finding::NoKnight { kingdom }),
    ];
    remarks.into_iter().flatten()
}
