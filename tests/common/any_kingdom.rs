//! What several test files need.

use kingdom_scanner::domain::{Building, Game, Grid, GridSize, Kingdom, MAX_TOWERS, Pieces, Square, Terrain};
use proptest::collection::vec;
use proptest::option;
use proptest::prelude::*;
use proptest::sample::select;

fn any_pieces(terrain: Terrain) -> impl Strategy<Value = Pieces> {
    let building = match terrain {
        Terrain::Town => option::of(select(&Building::ALL[..])).boxed(),
        _ => Just(None).boxed(),
    };
    (building, any::<bool>(), 0..=MAX_TOWERS).prop_map(|(building, knight, towers)| Pieces {
        building,
        knight,
        towers,
        queen: false,
    })
}

fn any_land(game: Game) -> BoxedStrategy<Square> {
    let terrains = if game == Game::Kingdomino { &Terrain::KINGDOMINO[..] } else { &Terrain::ALL[..] };
    let with_pieces = move |terrain: Terrain| {
        let pieces =
            if game == Game::Kingdomino { Just(Pieces::default()).boxed() } else { any_pieces(terrain).boxed() };
        (0..=terrain.max_crowns(), pieces).prop_map(move |(crowns, pieces)| Square::Land { terrain, crowns, pieces })
    };
    select(terrains).prop_flat_map(with_pieces).boxed()
}

/// Any squares that make a kingdom of one of these games, also ones that no dominoes make.
pub fn any_kingdom(games: &'static [Game]) -> impl Strategy<Value = Kingdom> {
    let game_and_size = (select(games), select(&[GridSize::Five, GridSize::Seven][..]));
    game_and_size.prop_flat_map(|(game, size)| {
        let wide = size.squares_wide();
        (1..=wide, 1..=wide).prop_flat_map(move |(rows, cols)| {
            let square = prop_oneof![4 => any_land(game), 1 => Just(Square::Empty)];
            (vec(square, rows * cols), option::of(0..rows * cols), option::of(0..rows * cols)).prop_filter_map(
                "no tile",
                move |(mut cells, castle, queen)| {
                    castle.into_iter().for_each(|index| cells[index] = Square::Castle);
                    if let (true, Some(Square::Land { pieces, .. })) =
                        (game != Game::Kingdomino, queen.map(|index| &mut cells[index]))
                    {
                        pieces.queen = true;
                    }
                    Kingdom::new(game, size, Grid::from_cells(rows, cols, cells)).ok()
                },
            )
        })
    })
}
