//! A player's kingdom: the squares that the dominoes and the castle span.

use std::fmt;
use std::ops::RangeInclusive;
use std::str::FromStr;

use super::{Grid, KingdomBits, Pieces, Place, Square, Terrain, counted};

/// The box or boxes that the kingdom was laid from; they decide the scoring.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, strum::EnumString, strum::IntoStaticStr)]
#[strum(serialize_all = "kebab-case")]
pub enum Game {
    /// Six terrains, no pieces.
    #[default]
    Kingdomino,
    /// Seven terrains, coins, buildings, knights, towers and the Queen.
    Queendomino,
    /// Both boxes together, scored as Queendomino.
    RoyalWedding,
    /// Kingdomino with the expansion Age of Giants: twelve more dominoes, and giants that cover crowns.
    KingdominoAgeOfGiants,
    /// Queendomino with the expansion Age of Giants.
    QueendominoAgeOfGiants,
}

impl Game {
    /// All games.
    pub const ALL: [Game; 5] = [
        Game::Kingdomino,
        Game::Queendomino,
        Game::RoyalWedding,
        Game::KingdominoAgeOfGiants,
        Game::QueendominoAgeOfGiants,
    ];

    /// The games considered when none is given: no expansion is assumed.
    pub const WITHOUT_EXPANSION: [Game; 3] = [Game::Kingdomino, Game::Queendomino, Game::RoyalWedding];

    /// The games with Age of Giants.
    pub const WITH_GIANTS: [Game; 2] = [Game::KingdominoAgeOfGiants, Game::QueendominoAgeOfGiants];

    /// Whether it includes Queendomino's box: towns, buildings, knights, towers, coins and the Queen.
    pub fn has_queendomino(self) -> bool {
        !matches!(self, Game::Kingdomino | Game::KingdominoAgeOfGiants)
    }

    /// Whether it includes the expansion Age of Giants.
    pub fn has_giants(self) -> bool {
        matches!(self, Game::KingdominoAgeOfGiants | Game::QueendominoAgeOfGiants)
    }

    /// This game with Age of Giants; `None` for the Royal Wedding. The expansion's rule book shuffles its
    /// dominoes into the box of Kingdomino or of Queendomino and lays out five at a time; no rule covers two
    /// boxes that take turns.
    pub fn with_giants(self) -> Option<Self> {
        match self {
            Game::Kingdomino | Game::KingdominoAgeOfGiants => Some(Game::KingdominoAgeOfGiants),
            Game::Queendomino | Game::QueendominoAgeOfGiants => Some(Game::QueendominoAgeOfGiants),
            Game::RoyalWedding => None,
        }
    }

    /// The most crowns printed on a square of this terrain in the game's boxes.
    pub fn most_crowns(self, terrain: Terrain) -> u8 {
        if self.has_giants() { terrain.most_crowns_with_giants() } else { terrain.max_crowns() }
    }

    /// The word used in files and on the command line.
    pub fn id(self) -> &'static str {
        self.into()
    }

    /// The letters used in the notation: `k`, `q`, `r`, and with Age of Giants `kg`, `qg`.
    pub fn letters(self) -> &'static str {
        match self {
            Game::Kingdomino => "k",
            Game::Queendomino => "q",
            Game::RoyalWedding => "r",
            Game::KingdominoAgeOfGiants => "kg",
            Game::QueendominoAgeOfGiants => "qg",
        }
    }

    /// The inverse of [`Game::id`].
    pub fn from_id(id: &str) -> Option<Self> {
        id.parse().ok()
    }

    /// The inverse of [`Game::letters`].
    pub fn from_letters(letters: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|game| game.letters() == letters)
    }

    /// Whether the game's boxes contain such a square and such pieces. Towns and most pieces need
    /// Queendomino, giants need Age of Giants; The Court goes with any game.
    pub fn has(self, square: &Square) -> bool {
        self.has_towns_and_pieces_of(square) && self.has_crowns_and_giants_of(square)
    }

    fn has_towns_and_pieces_of(self, square: &Square) -> bool {
        let without_expansions = Pieces { giants: 0, court: None, ..square.pieces() };
        let is_queendominos = square.terrain() == Some(Terrain::Town) || without_expansions != Pieces::default();
        self.has_queendomino() || !is_queendominos
    }

    fn has_crowns_and_giants_of(self, square: &Square) -> bool {
        self.has_giants() || !square.is_of_giants()
    }
}

/// The largest grid that the game allows.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum GridSize {
    /// 5x5, at most 12 dominoes.
    Five,
    /// 7x7, at most 24 dominoes.
    Seven,
}

impl GridSize {
    /// Rows and columns: 5 or 7.
    pub const fn squares_wide(self) -> usize {
        match self {
            GridSize::Five => 5,
            GridSize::Seven => 7,
        }
    }

    /// The most dominoes that fit into a grid of this size with a castle: 12 or 24.
    pub fn max_dominoes(self) -> usize {
        (self.squares_wide() * self.squares_wide() - 1) / 2
    }

    /// The smallest grid for these squares: 7 for more than 5 rows or columns, or more than 12 dominoes.
    pub fn from_squares(squares: &Grid<Square>) -> Self {
        let land = squares.cells().iter().filter(|square| square.terrain().is_some()).count();
        if land > 2 * GridSize::Five.max_dominoes() {
            GridSize::Seven
        } else {
            Self::from_span(squares.rows(), squares.cols())
        }
    }

    /// The smallest grid for this many rows and columns.
    pub fn from_span(rows: usize, cols: usize) -> Self {
        if rows.max(cols) <= GridSize::Five.squares_wide() { GridSize::Five } else { GridSize::Seven }
    }
}

impl fmt::Display for GridSize {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.squares_wide())
    }
}

impl FromStr for GridSize {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match text {
            "5" => Ok(GridSize::Five),
            "7" => Ok(GridSize::Seven),
            _ => Err(format!("the grid's size must be 5 or 7, not `{text}`")),
        }
    }
}

/// Why squares do not form a kingdom.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum KingdomError {
    /// Every square is empty.
    #[error("every square of this kingdom is empty, but a kingdom needs at least one tile")]
    NoSquares,
    /// More rows or columns than the grid allows.
    #[error("{} and {} do not fit into a {size}x{size} grid", counted(*rows, "row"), counted(*cols, "column"))]
    TooLarge {
        /// The number of rows, including empty ones at the border.
        rows: usize,
        /// The number of columns, including empty ones at the border.
        cols: usize,
        /// The size of the grid.
        size: GridSize,
    },
    /// More than one castle: the first two in reading order.
    #[error("there are castles at {0} and {1}, but a kingdom has only one")]
    TwoCastles(Place, Place),
    /// More than one Queen: the first two in reading order.
    #[error("the Queen stands at {0} and {1}, but there is only one Queen")]
    TwoQueens(Place, Place),
    /// A square that only Queendomino has.
    #[error(
        "{place}: `{square}`: towns, buildings, knights, towers and the Queen exist only in Queendomino; change the \
         game to queendomino or royal-wedding"
    )]
    NotInKingdomino {
        /// The first such square.
        place: Place,
        /// Its content.
        square: Square,
    },
    /// A square that only Age of Giants has.
    #[error(
        "{place}: `{square}`: giants, and wheat, forest and lake with two crowns, exist only in Age of Giants; change \
         the game to kingdomino-age-of-giants (`kg` in notation) or queendomino-age-of-giants (`qg`)"
    )]
    NotWithoutGiants {
        /// The first such square.
        place: Place,
        /// Its content.
        square: Square,
    },
    /// A square that no game has: too many crowns or towers, or a building that is not on a town.
    #[error("{place}: `{square}`: {problem}")]
    ImpossibleSquare {
        /// The first such square.
        place: Place,
        /// Its content.
        square: Square,
        /// What is wrong with it, and what is allowed.
        problem: String,
    },
}

impl Grid<Square> {
    /// The first and last row, and the first and last column, that contain a tile; `None` if none does.
    pub fn spanned(&self) -> Option<(RangeInclusive<usize>, RangeInclusive<usize>)> {
        let mut tiles = self.iter().filter(|(_, square)| **square != Square::Empty).map(|(place, _)| place);
        let first = tiles.next()?;
        let (mut rows, mut cols) = (first.row..=first.row, first.col..=first.col);
        for Place { row, col } in tiles {
            // The places come row by row, so this row is the last so far.
            rows = *rows.start()..=row;
            cols = col.min(*cols.start())..=col.max(*cols.end());
        }
        Some((rows, cols))
    }

    /// The grid without the empty rows and columns at its border; 0x0 if there is no tile.
    pub fn trimmed(&self) -> Self {
        match self.spanned() {
            Some((rows, cols)) => {
                let top_left = Place::new(*rows.start(), *cols.start());
                self.window(top_left, rows.count(), cols.count())
            }
            None => Self::filled(0, 0, Square::Empty),
        }
    }
}

/// The squares of one player: at most 5x5 or 7x7, at least one tile, at most one castle and one Queen, and
/// only squares that the game has.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Kingdom {
    game: Game,
    size: GridSize,
    squares: Grid<Square>,
    bits: KingdomBits,
}

impl Kingdom {
    /// A kingdom of these squares; empty rows and columns at the border are kept.
    ///
    /// # Errors
    /// More rows or columns than `size` allows, no tile, two castles or Queens, a square of another game, or
    /// one that no game has. (A missing castle is no error because a photo may hide it; the reader warns.)
    pub fn new(game: Game, size: GridSize, squares: Grid<Square>) -> Result<Self, KingdomError> {
        let (rows, cols) = (squares.rows(), squares.cols());
        if squares.cells().iter().all(|square| *square == Square::Empty) {
            return Err(KingdomError::NoSquares);
        }
        if rows.max(cols) > size.squares_wide() {
            return Err(KingdomError::TooLarge { rows, cols, size });
        }
        let mut castles = squares.places().filter(|place| squares[*place] == Square::Castle);
        if let Some((first, second)) = castles.next().zip(castles.next()) {
            return Err(KingdomError::TwoCastles(first, second));
        }
        let mut queens = squares.places().filter(|place| squares[*place].pieces().queen);
        if let Some((first, second)) = queens.next().zip(queens.next()) {
            return Err(KingdomError::TwoQueens(first, second));
        }
        if let Some((place, square)) = squares.iter().find(|(_, square)| !game.has_towns_and_pieces_of(square)) {
            return Err(KingdomError::NotInKingdomino { place, square: *square });
        }
        for (place, square) in squares.iter() {
            if let Some(problem) = square.problem() {
                return Err(KingdomError::ImpossibleSquare { place, square: *square, problem });
            }
        }
        if let Some((place, square)) = squares.iter().find(|(_, square)| !game.has_crowns_and_giants_of(square)) {
            return Err(KingdomError::NotWithoutGiants { place, square: *square });
        }
        let bits = KingdomBits::from_squares(&squares);
        Ok(Self { game, size, squares, bits })
    }

    /// The boxes that it was laid from.
    pub fn game(&self) -> Game {
        self.game
    }

    /// The largest grid that the game allows, not the rows and columns that this kingdom spans.
    pub fn size(&self) -> GridSize {
        self.size
    }

    /// The squares, at most [`Kingdom::size`] wide and high.
    pub fn squares(&self) -> &Grid<Square> {
        &self.squares
    }

    /// The squares as sets.
    pub fn bits(&self) -> &KingdomBits {
        &self.bits
    }

    /// The castle's square; `None` if no castle was seen.
    pub fn castle(&self) -> Option<Place> {
        self.bits.castle().first()
    }
}
