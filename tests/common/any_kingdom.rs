//! Random kingdoms for several test files.

use kingdom_scanner::domain::{
    Building, CourtPiece, Game, Grid, GridSize, Kingdom, MAX_TOWERS, Pieces, Square, Terrain,
};
use kingdom_scanner::formats::{KingdomJson, KingdomRecord};
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
        ..Pieces::default()
    })
}

/// The square with a piece of The Court and giants, as far as they are allowed there.
fn with_expansions(square: Square, game: Game, court: Option<CourtPiece>, giants: u8) -> Square {
    let with = |pieces: Pieces| {
        let terrain = square.terrain().expect("land");
        Square::checked(terrain, &square.crowns().to_string(), pieces).ok()
    };
    let with_court = with(Pieces { court, ..square.pieces() }).unwrap_or(square);
    let with_giants = with(Pieces { giants, ..with_court.pieces() }).filter(|_| game.has_giants());
    with_giants.unwrap_or(with_court)
}

fn any_land(game: Game) -> BoxedStrategy<Square> {
    let terrains = if game.has_queendomino() { &Terrain::ALL[..] } else { &Terrain::KINGDOMINO[..] };
    let with_pieces = move |terrain: Terrain| {
        let pieces = if game.has_queendomino() { any_pieces(terrain).boxed() } else { Just(Pieces::default()).boxed() };
        let court = prop_oneof![3 => Just(None), 1 => select(&CourtPiece::ALL[..]).prop_map(Some)];
        let expansions = (court, 0..=2u8);
        (0..=game.most_crowns(terrain), pieces, expansions).prop_map(move |(crowns, pieces, (court, giants))| {
            with_expansions(Square::Land { terrain, crowns, pieces }, game, court, giants)
        })
    };
    select(terrains).prop_flat_map(with_pieces).boxed()
}

/// Any squares that make a kingdom of one of these games, even ones that dominoes cannot form.
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
                        (game.has_queendomino(), queen.map(|index| &mut cells[index]))
                    {
                        pieces.queen = true;
                    }
                    Kingdom::new(game, size, Grid::from_cells(rows, cols, cells)).ok()
                },
            )
        })
    })
}

/// The text of a label.
pub fn label_text(record: &KingdomRecord) -> String {
    serde_json::to_string(&KingdomJson::from(record)).expect("JSON")
}
