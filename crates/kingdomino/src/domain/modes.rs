//! Which games are played on which grid, and with how many kingdoms.

use std::ops::RangeInclusive;

use super::{Game, GridSize};

/// A way to play that a rule sheet names.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Mode {
    /// The box or boxes.
    pub game: Game,
    /// The grid of each kingdom.
    pub size: GridSize,
    /// The number of kingdoms: one per player, or per team.
    pub kingdoms: RangeInclusive<usize>,
}

/// All modes. Sources: the rule sheets of Kingdomino and Queendomino (7 to 8 single players are only in the
/// English summary), and for Age of Giants the rule book at ultraboardgames, which is for 2 to 5 players.
/// With two players its games may use the larger grid, as the basic games do.
pub const MODES: [Mode; 11] = {
    use Game::*;
    use GridSize::*;
    const fn mode(game: Game, size: GridSize, kingdoms: RangeInclusive<usize>) -> Mode {
        Mode { game, size, kingdoms }
    }
    [
        mode(Kingdomino, Five, 2..=4),
        mode(Kingdomino, Seven, 2..=2),
        mode(Queendomino, Five, 3..=4),
        mode(Queendomino, Seven, 2..=2),
        // For single players, and for 3 to 4 teams of two.
        mode(RoyalWedding, Seven, 3..=4),
        mode(RoyalWedding, Five, 5..=6),
        mode(RoyalWedding, Five, 7..=8),
        mode(KingdominoAgeOfGiants, Five, 2..=5),
        mode(KingdominoAgeOfGiants, Seven, 2..=2),
        mode(QueendominoAgeOfGiants, Five, 2..=5),
        mode(QueendominoAgeOfGiants, Seven, 2..=2),
    ]
};

/// The most players, and so kingdoms, of a game: twice as many as any rule sheet allows, to leave room for
/// house rules. More belong to a tournament, or to a file that is no game.
pub const MOST_PLAYERS: usize = 16;

/// The most dominoes of each box that a player can have drawn: with two boxes, the rounds alternate between
/// them (Queendomino's German sheet, on its marriage with Kingdomino). `None` for other games, which have no
/// such limit.
pub fn most_of_each_box(game: Game, size: GridSize) -> Option<usize> {
    (game == Game::RoyalWedding).then(|| size.max_dominoes() / 2)
}

impl Mode {
    /// The number of kingdoms that any mode of this game allows on this grid.
    pub fn kingdoms(game: Game, size: GridSize) -> RangeInclusive<usize> {
        let modes = MODES.iter().filter(|mode| mode.game == game && mode.size == size);
        let fewest = modes.clone().map(|mode| *mode.kingdoms.start()).min().unwrap_or_default();
        let most = modes.map(|mode| *mode.kingdoms.end()).max().unwrap_or_default();
        fewest..=most
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::DominoBox;

    #[test]
    fn each_game_and_grid_has_its_numbers_of_kingdoms_without_a_gap() {
        let expected = [
            (Game::Kingdomino, 2..=4, 2..=2),
            (Game::Queendomino, 3..=4, 2..=2),
            (Game::RoyalWedding, 5..=8, 3..=4),
            (Game::KingdominoAgeOfGiants, 2..=5, 2..=2),
            (Game::QueendominoAgeOfGiants, 2..=5, 2..=2),
        ];
        for (game, five, seven) in expected {
            for (size, kingdoms) in [(GridSize::Five, five), (GridSize::Seven, seven)] {
                assert_eq!(Mode::kingdoms(game, size), kingdoms, "{game:?} {size}");
                let is_played = |number| {
                    MODES.iter().any(|mode| mode.game == game && mode.size == size && mode.kingdoms.contains(&number))
                };
                assert!(kingdoms.clone().all(is_played), "{game:?} {size}");
            }
        }
    }

    /// No mode needs more dominoes than its boxes contain.
    #[test]
    fn the_dominoes_suffice() {
        for mode in MODES {
            let dominoes = DominoBox::of_game(mode.game).iter().flat_map(|from| from.dominoes()).count();
            assert!(mode.kingdoms.end() * mode.size.max_dominoes() <= dominoes, "{mode:?}");
        }
    }
}
