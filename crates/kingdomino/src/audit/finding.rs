//! Findings about kingdoms: contradictions to the rules and boxes, and remarks.

use std::fmt;

use super::land::Spot;
use super::warning::WarningCode;
use crate::domain::{Building, CourtPiece, Game, MAX_COINS, MAX_GIANTS, MAX_KNIGHTS, MAX_TOWERS, Square, Terrain};
use messages::{Message, MessageId, Words};

/// How grave a finding is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, strum::IntoStaticStr)]
#[strum(serialize_all = "kebab-case")]
pub enum Severity {
    /// Worth knowing; real players lay such kingdoms.
    Note,
    /// The question could not be answered.
    Unknown,
    /// Neither the boxes nor the rules allow this.
    Impossible,
}

/// A reason why kingdoms cannot exist or could not be checked, or a remark.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Finding {
    /// Impossible: every kingdom has a castle.
    NoCastle {
        /// Index of the kingdom, from 0.
        kingdom: usize,
    },
    /// Impossible: more squares of one kind than the game's boxes contain.
    MoreThanTheBox {
        /// The terrain and crowns, without pieces.
        square: Square,
        /// All squares of that terrain with that many crowns.
        squares: Vec<Spot>,
        /// How many domino halves of this kind the boxes contain.
        in_the_box: usize,
        /// The game with these boxes.
        game: Game,
    },
    /// Impossible: an odd number of land squares.
    HalfADomino {
        /// Index of the kingdom, from 0.
        kingdom: usize,
        /// How many squares of land it has.
        squares: usize,
    },
    /// Impossible: no set of distinct dominoes of the game's boxes covers the land.
    NoTiling {
        /// The game with these boxes.
        game: Game,
        /// Index of the kingdom, from 0; `None` if each kingdom could exist alone, but not all together.
        kingdom: Option<usize>,
    },
    /// Impossible: more tiles of one kind of building than the box holds.
    TooManyBuildings {
        /// The kind.
        building: Building,
        /// The squares that carry such a tile.
        squares: Vec<Spot>,
    },
    /// Impossible: this many towers in all kingdoms; the box has only [`MAX_TOWERS`].
    TooManyTowers(u32),
    /// Impossible: this many knights, in all kingdoms and in the supplies that were given; the box has only
    /// [`MAX_KNIGHTS`].
    TooManyKnights(u32),
    /// Impossible: all given coins together have this value; those of the box have only [`MAX_COINS`].
    TooManyCoins(u32),
    /// Impossible: this many giants in all kingdoms; the box has only [`MAX_GIANTS`].
    TooManyGiants(u32),
    /// Impossible: more pieces of a kind than the box of The Court holds.
    TooManyOfTheCourt {
        /// The kind.
        piece: CourtPiece,
        /// For a building, the terrain that it is made for; otherwise `None`.
        terrain: Option<Terrain>,
        /// The squares that carry such a piece.
        squares: Vec<Spot>,
    },
    /// Impossible: the Queen visits this many players.
    SeveralQueens(usize),
    /// Unknown: the search for a tiling took too long.
    TilingUnknown,
    /// Note: a tiling exists, but none whose dominoes were all laid by the connection rule.
    Misplayed {
        /// Index of the kingdom, from 0; `None` if each kingdom alone could have been laid by the rule, but
        /// not all together.
        kingdom: Option<usize>,
        /// Squares that no tiling connects to the castle. Empty if each square is connected in some tiling,
        /// but no tiling connects them all.
        squares: Vec<Spot>,
    },
    /// Note: every tiling needs more dominoes of one box than a player can have drawn, because the rounds
    /// alternate between the two boxes.
    MoreOfOneBox {
        /// Index of the kingdom, from 0.
        kingdom: usize,
        /// The most dominoes of one box that the player can have drawn.
        most: usize,
    },
    /// Note: the search for a tiling that obeys the connection rule took too long.
    LayingUnknown,
    /// Impossible: the Queen visits a kingdom without towers. She visits the player with the most towers, or
    /// nobody if there are no towers.
    QueenWithoutTowers {
        /// Index of the kingdom, from 0.
        kingdom: usize,
    },
    /// Note: towers on squares without a building. Each belongs on the building that brought it
    /// (Queendomino's rule sheets, immediate effects of buildings).
    TowersWithoutBuilding {
        /// Index of the kingdom, from 0.
        kingdom: usize,
        /// The squares with these towers.
        squares: Vec<Spot>,
    },
    /// Note: the kingdom has no knight, although each player starts with one and never loses it.
    NoKnight {
        /// Index of the kingdom, from 0.
        kingdom: usize,
    },
}

impl Severity {
    /// The word for this severity in JSON.
    pub fn id(self) -> &'static str {
        self.into()
    }
}

impl Finding {
    /// The code of the warning that reports this finding.
    pub fn code(&self) -> WarningCode {
        match self {
            Self::NoCastle { .. } => WarningCode::NoCastle,
            Self::MoreThanTheBox { .. } => WarningCode::MoreThanTheBox,
            Self::HalfADomino { .. } => WarningCode::HalfADomino,
            Self::NoTiling { .. } => WarningCode::NoTiling,
            Self::TooManyBuildings { .. } => WarningCode::TooManyBuildings,
            Self::TooManyTowers(_) => WarningCode::TooManyTowers,
            Self::TooManyKnights(_) => WarningCode::TooManyKnights,
            Self::TooManyCoins(_) => WarningCode::TooManyCoins,
            Self::TooManyGiants(_) => WarningCode::TooManyGiants,
            Self::TooManyOfTheCourt { .. } => WarningCode::TooManyOfTheCourt,
            Self::SeveralQueens(_) => WarningCode::SeveralQueens,
            Self::TilingUnknown => WarningCode::TilingUnknown,
            Self::Misplayed { .. } => WarningCode::Misplayed,
            Self::MoreOfOneBox { .. } => WarningCode::MoreOfOneBox,
            Self::LayingUnknown => WarningCode::LayingUnknown,
            Self::QueenWithoutTowers { .. } => WarningCode::QueenWithoutTowers,
            Self::TowersWithoutBuilding { .. } => WarningCode::TowersWithoutBuilding,
            Self::NoKnight { .. } => WarningCode::NoKnight,
        }
    }

    /// The severity. Codes of notes are also listed in `NOTE_CODES` of the crate `report`.
    pub fn severity(&self) -> Severity {
        match self {
            Self::TilingUnknown => Severity::Unknown,
            Self::Misplayed { .. }
            | Self::MoreOfOneBox { .. }
            | Self::LayingUnknown
            | Self::TowersWithoutBuilding { .. }
            | Self::NoKnight { .. } => Severity::Note,
            Self::NoCastle { .. }
            | Self::MoreThanTheBox { .. }
            | Self::HalfADomino { .. }
            | Self::NoTiling { .. }
            | Self::TooManyBuildings { .. }
            | Self::TooManyTowers(_)
            | Self::TooManyKnights(_)
            | Self::TooManyCoins(_)
            | Self::TooManyGiants(_)
            | Self::TooManyOfTheCourt { .. }
            | Self::SeveralQueens(_)
            | Self::QueenWithoutTowers { .. } => Severity::Impossible,
        }
    }

    /// The squares concerned, in reading order; empty when the finding concerns whole kingdoms.
    pub fn squares(&self) -> &[Spot] {
        match self {
            Self::MoreThanTheBox { squares, .. }
            | Self::TooManyBuildings { squares, .. }
            | Self::TooManyOfTheCourt { squares, .. }
            | Self::TowersWithoutBuilding { squares, .. }
            | Self::Misplayed { squares, .. } => squares,
            Self::NoCastle { .. }
            | Self::HalfADomino { .. }
            | Self::NoTiling { .. }
            | Self::TilingUnknown
            | Self::MoreOfOneBox { .. }
            | Self::LayingUnknown
            | Self::QueenWithoutTowers { .. }
            | Self::NoKnight { .. }
            | Self::TooManyTowers(_)
            | Self::TooManyKnights(_)
            | Self::TooManyCoins(_)
            | Self::TooManyGiants(_)
            | Self::SeveralQueens(_) => &[],
        }
    }

    /// Index of the kingdom concerned, from 0; `None` for a finding about all kingdoms together.
    pub fn kingdom(&self) -> Option<usize> {
        match self {
            Self::NoCastle { kingdom }
            | Self::HalfADomino { kingdom, .. }
            | Self::QueenWithoutTowers { kingdom }
            | Self::TowersWithoutBuilding { kingdom, .. }
            | Self::MoreOfOneBox { kingdom, .. }
            | Self::NoKnight { kingdom } => Some(*kingdom),
            Self::NoTiling { kingdom, .. } | Self::Misplayed { kingdom, .. } => *kingdom,
            Self::MoreThanTheBox { .. }
            | Self::TooManyBuildings { .. }
            | Self::TooManyOfTheCourt { .. }
            | Self::TilingUnknown
            | Self::LayingUnknown
            | Self::TooManyTowers(_)
            | Self::TooManyKnights(_)
            | Self::TooManyCoins(_)
            | Self::TooManyGiants(_)
            | Self::SeveralQueens(_) => None,
        }
    }

    /// The text for users, without the squares.
    pub fn message(&self) -> Message {
        match self {
            Self::NoCastle { .. } => MessageId::KingdomWithoutCastle.into(),
            Self::MoreThanTheBox { square, squares, in_the_box, game } => MessageId::MoreThanTheBox
                .with("squares", MessageId::Squares.count(squares.len() as u32))
                .with("square", Message::from(square))
                .with("game", *game)
                .with("in_the_box", *in_the_box),
            Self::HalfADomino { squares, .. } => {
                MessageId::HalfADomino.with("squares", MessageId::LandSquares.count(*squares as u32))
            }
            Self::NoTiling { game, kingdom: Some(_) } => MessageId::NoTiling.with("game", *game),
            Self::NoTiling { game, kingdom: None } => MessageId::NoTilingTogether.with("game", *game),
            Self::TooManyBuildings { building, squares } => MessageId::TooManyBuildings
                .with("building", *building)
                .with("tiles", squares.len())
                .with("copies", building.copies()),
            Self::TooManyTowers(towers) => {
                MessageId::TooManyTowers.with("towers", *towers).with("in_the_box", MAX_TOWERS)
            }
            Self::TooManyKnights(knights) => {
                MessageId::TooManyKnights.with("knights", *knights).with("in_the_box", MAX_KNIGHTS)
            }
            Self::TooManyCoins(coins) => MessageId::TooManyCoins.with("coins", *coins).with("in_the_box", MAX_COINS),
            Self::TooManyGiants(giants) => {
                MessageId::TooManyGiants.with("giants", *giants).with("in_the_box", MAX_GIANTS)
            }
            Self::TooManyOfTheCourt { piece, terrain: None, squares } => MessageId::TooManyBuildings
                .with("building", *piece)
                .with("tiles", squares.len())
                .with("copies", piece.copies()),
            Self::TooManyOfTheCourt { piece, terrain: Some(terrain), squares } => MessageId::TooManyCourtBuildings
                .with("building", *piece)
                .with("terrain", *terrain)
                .with("tiles", squares.len())
                .with("copies", piece.copies_on(*terrain)),
            Self::SeveralQueens(queens) => MessageId::SeveralQueens.with("queens", *queens),
            Self::TilingUnknown => MessageId::TilingUnknown.into(),
            Self::Misplayed { squares, kingdom: Some(_) } if !squares.is_empty() => MessageId::SquaresMisplayed.into(),
            Self::Misplayed { kingdom: Some(_), .. } => MessageId::Misplayed.into(),
            Self::Misplayed { kingdom: None, .. } => MessageId::MisplayedTogether.into(),
            Self::MoreOfOneBox { most, .. } => MessageId::MoreOfOneBox.with("most", *most),
            Self::LayingUnknown => MessageId::LayingUnknown.into(),
            Self::QueenWithoutTowers { .. } => MessageId::QueenWithoutTowers.into(),
            Self::TowersWithoutBuilding { .. } => MessageId::TowersWithoutBuilding.into(),
            Self::NoKnight { .. } => MessageId::NoKnight.into(),
        }
    }
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.message().fmt(f)
    }
}
