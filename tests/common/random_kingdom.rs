//! Random kingdoms: any squares, pieces and facts, including those that dominoes cannot form.

use kingdom_scanner::domain::{
    Building, CourtPiece, Facts, Game, Grid, GridSize, Kingdom, MAX_COINS, MAX_KNIGHTS, MAX_TOWERS, Pieces, Place,
    Square, Terrain,
};
use rand::RngExt;
use rand::seq::{IndexedRandom, SliceRandom};
use rand_chacha::ChaCha8Rng;

/// A kingdom of any game and size; half of them fill their grid.
pub fn random_kingdom(dice: &mut ChaCha8Rng) -> Kingdom {
    let game = one_of(dice, &Game::ALL);
    let size = one_of(dice, &[GridSize::Five, GridSize::Seven]);
    loop {
        let squares = random_squares(dice, game, size.squares_wide());
        // `Kingdom::new` refuses only a grid without tiles.
        if let Ok(kingdom) = Kingdom::new(game, size, squares) {
            return kingdom;
        }
    }
}

fn random_squares(dice: &mut ChaCha8Rng, game: Game, wide: usize) -> Grid<Square> {
    let whole = dice.random_bool(0.5);
    let [rows, cols] = [(); 2].map(|()| if whole { wide } else { dice.random_range(1..=wide) });
    let holes = if dice.random_bool(0.3) { 0.0 } else { dice.random_range(0.0..0.5) };
    let terrains = random_terrains(dice, game);
    let mut squares = Grid::from_fn(rows, cols, |_| match dice.random_bool(holes) {
        true => Square::Empty,
        false => random_land(dice, game, &terrains),
    });
    if dice.random_bool(0.9) {
        let place = random_place(dice, &squares);
        squares[place] = Square::Castle;
    }
    let place = random_place(dice, &squares);
    if let Square::Land { pieces, .. } = &mut squares[place] {
        pieces.queen = game.has_queendomino() && dice.random_bool(0.3);
    }
    squares
}

/// Few terrains make large territories, many make small ones.
fn random_terrains(dice: &mut ChaCha8Rng, game: Game) -> Vec<Terrain> {
    let mut terrains = if game.has_queendomino() { Terrain::ALL.to_vec() } else { Terrain::KINGDOMINO.to_vec() };
    terrains.shuffle(dice);
    terrains.truncate(dice.random_range(1..=terrains.len()));
    terrains
}

fn random_land(dice: &mut ChaCha8Rng, game: Game, terrains: &[Terrain]) -> Square {
    let terrain = one_of(dice, terrains);
    let crowns = if dice.random_bool(0.6) { 0 } else { dice.random_range(0..=game.most_crowns(terrain)) };
    let pieces = if game.has_queendomino() { random_pieces(dice, terrain) } else { Pieces::default() };
    with_expansions(dice, game, Square::Land { terrain, crowns, pieces })
}

/// All pieces except the Queen, of whom there is only one.
fn random_pieces(dice: &mut ChaCha8Rng, terrain: Terrain) -> Pieces {
    let built = terrain == Terrain::Town && dice.random_bool(0.6);
    Pieces {
        building: built.then(|| one_of(dice, &Building::ALL)),
        knight: dice.random_bool(0.2),
        towers: if dice.random_bool(0.2) { dice.random_range(1..=MAX_TOWERS) } else { 0 },
        ..Pieces::default()
    }
}

/// A piece of The Court and giants, where they are allowed.
fn with_expansions(dice: &mut ChaCha8Rng, game: Game, square: Square) -> Square {
    let terrain = square.terrain().expect("land");
    let may_stand = |pieces: Pieces| Square::checked(terrain, &square.crowns().to_string(), pieces).ok();
    let court = dice.random_bool(0.3).then(|| one_of(dice, &CourtPiece::ALL));
    let with_court = may_stand(Pieces { court, ..square.pieces() }).unwrap_or(square);
    let giants = if game.has_giants() && dice.random_bool(0.4) { dice.random_range(1..=2) } else { 0 };
    may_stand(Pieces { giants, ..with_court.pieces() }).unwrap_or(with_court)
}

fn random_place(dice: &mut ChaCha8Rng, squares: &Grid<Square>) -> Place {
    Place::new(dice.random_range(0..squares.rows()), dice.random_range(0..squares.cols()))
}

/// Random facts, each of which may be missing.
pub fn random_unseen(dice: &mut ChaCha8Rng) -> Facts {
    Facts {
        coins: dice.random_bool(0.7).then(|| dice.random_range(0..=MAX_COINS)),
        knights_in_supply: dice.random_bool(0.7).then(|| dice.random_range(0..=u16::from(MAX_KNIGHTS))),
        queen: dice.random_bool(0.5).then(|| dice.random()),
    }
}

fn one_of<T: Copy>(dice: &mut ChaCha8Rng, choice: &[T]) -> T {
    *choice.choose(dice).expect("a choice")
}
