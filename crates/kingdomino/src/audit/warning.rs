//! Warnings of all stages, from photo to standings.

use super::{Finding, Severity, findings};
use crate::domain::{Facts, Kingdom, Place, compact};
use messages::{Message, MessageId, Words};

/// What a warning is about, for programs. In JSON it is a word such as `doubtful-total`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, strum::Display, strum::EnumString, strum::IntoStaticStr)]
#[strum(serialize_all = "kebab-case")]
pub enum WarningCode {
    /// The grid may be in another place in the photo.
    UncertainGrid,
    /// The reading may include rows or columns outside the kingdom.
    UncertainSize,
    /// The kingdom may continue outside the photo.
    CutByPhoto,
    /// The photo's file is damaged or incomplete.
    DamagedPhoto,
    /// Photos as blurred or dark as this one are often misread.
    PoorPhoto,
    /// Squares look unlike any tile of the game.
    UnlikeTiles,
    /// OpenCV or a network failed on another kingdom of the photo.
    UnreadKingdom,
    /// Tiles are visible that belong to no kingdom that was read.
    UnreadTiles,
    /// OpenCV or a network failed during the second reading of the kingdom.
    SecondLookFailed,
    /// Tiles are visible in the grid on squares that were read as empty.
    LeftOutTiles,
    /// Tiles are visible next to the grid, in line with it.
    TilesBeside,
    /// No set of dominoes from the box forms the squares.
    ImpossibleKingdom,
    /// The dominoes of the box form the squares only if several squares look untypical.
    ImprobableKingdom,
    /// The box forces readings that contradict what squares clearly look like.
    ContradictedSquares,
    /// Something covers doubtful squares.
    CoveredSquares,
    /// The total is too uncertain.
    DoubtfulTotal,
    /// The total depends on whether tiles at the border belong to the kingdom.
    DoubtfulBorder,
    /// The castle may be on another square.
    DoubtfulCastle,
    /// The kingdom may belong to another game.
    DoubtfulGame,
    /// The kingdom is from Queendomino, and its pieces were not looked for.
    PiecesNotLookedFor,
    /// The game includes Age of Giants, whose additions are not read from photos.
    ExpansionNotLookedFor,
    /// Squares are not connected to the castle.
    SquaresApart,
    /// No set of dominoes from one box forms all kingdoms of the game together.
    ImpossibleGame,
    /// The other kingdoms of the game changed the reading of a square.
    ChangedByGame,
    /// Photos of one kingdom clearly show different squares.
    PhotosDisagree,
    /// The game has more kingdoms than players are allowed.
    TooManyKingdoms,
    /// Photos of several players show the kingdom.
    SeveralPlayers,
    /// A photo of the game contributes no kingdom.
    MissingKingdom,
    /// A line's `kingdom` contradicts its other fields.
    ChangedLine,
    /// The score in the file differs from the computed one.
    StatedScore,
    /// The Queen visits a player without the most towers.
    QueenAgainstTowers,
    /// The most towers decide whom the Queen visits, and the number of towers is doubtful.
    QueenByDoubtfulTowers,
    /// A doubtful square changes the total only because of the player's given facts.
    DoubtfulByFacts,
    /// A tie depends on the largest territory of a player whose total was typed.
    TieUnknown,
    /// Two names may belong to the same player.
    NamesAlike,
    /// A kingdom has no castle: [`Finding::NoCastle`].
    NoCastle,
    /// There are more squares of one kind than in the boxes: [`Finding::MoreThanTheBox`].
    MoreThanTheBox,
    /// A kingdom has an odd number of land squares: [`Finding::HalfADomino`].
    HalfADomino,
    /// No dominoes of the boxes cover the land: [`Finding::NoTiling`].
    NoTiling,
    /// There are more buildings of one kind than in the box: [`Finding::TooManyBuildings`].
    TooManyBuildings,
    /// There are more towers than in the box: [`Finding::TooManyTowers`].
    TooManyTowers,
    /// There are more knights than in the box: [`Finding::TooManyKnights`].
    TooManyKnights,
    /// The given coins are worth more than all in the box: [`Finding::TooManyCoins`].
    TooManyCoins,
    /// There are more giants than in the box: [`Finding::TooManyGiants`].
    TooManyGiants,
    /// There are more pieces of The Court of one kind than in its box: [`Finding::TooManyOfTheCourt`].
    TooManyOfTheCourt,
    /// The Queen visits more than one player: [`Finding::SeveralQueens`].
    SeveralQueens,
    /// The search for a tiling took too long: [`Finding::TilingUnknown`].
    TilingUnknown,
    /// The dominoes were not all laid by the connection rule: [`Finding::Misplayed`].
    Misplayed,
    /// More dominoes of one box are needed than a player can have drawn: [`Finding::MoreOfOneBox`].
    MoreOfOneBox,
    /// The search for a tiling that obeys the connection rule took too long: [`Finding::LayingUnknown`].
    LayingUnknown,
    /// The Queen visits a kingdom without towers: [`Finding::QueenWithoutTowers`].
    QueenWithoutTowers,
    /// Towers are on squares without a building: [`Finding::TowersWithoutBuilding`].
    TowersWithoutBuilding,
    /// A player has no knight: [`Finding::NoKnight`].
    NoKnight,
}

/// What follows from a warning.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Meaning {
    /// What it is about.
    pub about: About,
    /// Whether it goes away once a person has given every square of the kingdom.
    pub is_settled_by_squares: bool,
    /// Whether some square may be wrong, or may hold something that pictures do not show, even if each square
    /// looks certain.
    pub doubts_certain_squares: bool,
    /// The boxes that cannot form the kingdom.
    pub against: Option<Against>,
    /// Whether it is about all kingdoms of a table together.
    pub is_table_wide: bool,
}

/// What a warning is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum About {
    /// The grid. The guesses about the squares do not show it, so it is stored with them, and stays when the
    /// kingdom is read again.
    Grid,
    /// The photo. It is stored, too, but a kingdom has it only if it needs review for another reason.
    Photo,
    /// Something that is found again whenever the kingdom is read, audited or ranked.
    Kingdom,
}

/// The boxes that cannot form a kingdom.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Against {
    /// The game's boxes cannot form the squares as they look.
    ItsBox,
    /// No box can form the kingdom.
    EveryBox,
}

impl Meaning {
    const fn of(about: About) -> Self {
        Self { about, is_settled_by_squares: true, doubts_certain_squares: false, against: None, is_table_wide: false }
    }
}

impl WarningCode {
    /// What follows from the warning.
    pub const fn meaning(self) -> Meaning {
        let of_kingdom = Meaning::of(About::Kingdom);
        let of_squares = Meaning { doubts_certain_squares: true, ..of_kingdom };
        match self {
            Self::UncertainGrid
            | Self::UncertainSize
            | Self::CutByPhoto
            | Self::DamagedPhoto
            | Self::UnreadTiles
            | Self::SecondLookFailed => Meaning::of(About::Grid),
            Self::UnreadKingdom => Meaning { is_settled_by_squares: false, ..Meaning::of(About::Grid) },
            Self::PoorPhoto | Self::UnlikeTiles => Meaning::of(About::Photo),
            Self::ImpossibleKingdom | Self::ImprobableKingdom | Self::ContradictedSquares => {
                Meaning { against: Some(Against::ItsBox), ..of_squares }
            }
            Self::SquaresApart => Meaning { against: Some(Against::EveryBox), ..of_squares },
            Self::NoCastle
            | Self::MoreThanTheBox
            | Self::HalfADomino
            | Self::NoTiling
            | Self::TooManyBuildings
            | Self::TooManyOfTheCourt => Meaning { against: Some(Against::EveryBox), ..of_kingdom },
            Self::ImpossibleGame => Meaning { is_table_wide: true, ..of_squares },
            Self::TooManyKingdoms => Meaning { is_settled_by_squares: false, is_table_wide: true, ..of_kingdom },
            Self::ExpansionNotLookedFor | Self::MoreOfOneBox | Self::Misplayed | Self::PhotosDisagree => of_squares,
            Self::LeftOutTiles
            | Self::TilesBeside
            | Self::CoveredSquares
            | Self::DoubtfulTotal
            | Self::DoubtfulBorder
            | Self::DoubtfulCastle
            | Self::DoubtfulGame
            | Self::PiecesNotLookedFor
            | Self::ChangedByGame
            | Self::SeveralPlayers
            | Self::MissingKingdom
            | Self::ChangedLine
            | Self::StatedScore
            | Self::QueenAgainstTowers
            | Self::QueenByDoubtfulTowers
            | Self::DoubtfulByFacts
            | Self::TieUnknown
            | Self::NamesAlike
            | Self::TooManyTowers
            | Self::TooManyKnights
            | Self::TooManyCoins
            | Self::TooManyGiants
            | Self::SeveralQueens
            | Self::TilingUnknown
            | Self::LayingUnknown
            | Self::QueenWithoutTowers
            | Self::TowersWithoutBuilding
            | Self::NoKnight => of_kingdom,
        }
    }

    /// The word used in JSON.
    pub fn id(self) -> &'static str {
        self.into()
    }
}

/// A reason to check a reading or a kingdom.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Warning {
    /// The code, for programs.
    pub code: WarningCode,
    /// The reason, for users.
    pub message: Message,
    /// The squares it concerns; none if it concerns the whole kingdom.
    pub squares: Vec<Place>,
}

impl Warning {
    /// The message, with its squares in brackets.
    pub fn with_squares(&self) -> Message {
        with_squares(self.message.clone(), &self.squares)
    }
}

/// The message, with the squares in brackets if there are any.
pub fn with_squares(message: Message, squares: &[Place]) -> Message {
    if squares.is_empty() {
        return message;
    }
    MessageId::WithSquares.with("what", message).with("squares", compact(squares))
}

impl From<&Finding> for Warning {
    /// The warning for a finding about one kingdom.
    fn from(finding: &Finding) -> Self {
        let squares = finding.squares().iter().map(|spot| spot.place).collect();
        Self { code: finding.code(), message: finding.message(), squares }
    }
}

/// The audit's warnings about one kingdom, and its notes, which name their squares in brackets.
pub fn audited(kingdom: &Kingdom, unseen: &Facts) -> (Vec<Warning>, Vec<Message>) {
    let (notes, warnings): (Vec<_>, Vec<_>) =
        findings(kingdom, unseen).into_iter().partition(|finding| finding.severity() == Severity::Note);
    let warnings = warnings.iter().map(Warning::from).collect();
    (warnings, notes.iter().map(|note| Warning::from(note).with_squares()).collect())
}
