//! Warnings of all stages, from photo to standings.

use super::{Finding, Severity, findings};
use crate::domain::{Facts, Kingdom, Place, compact};
use messages::{Message, MessageId, Words};

/// What a warning is about, for programs. In JSON it is a word such as `doubtful-total`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, strum::Display, strum::EnumString, strum::IntoStaticStr)]
#[strum(serialize_all = "kebab-case")]
pub enum WarningCode {
    /// The grid may lie elsewhere.
    UncertainGrid,
    /// Rows or columns that were read may lie beside the kingdom.
    UncertainSize,
    /// The kingdom may continue outside the photo.
    CutByPhoto,
    /// The photo's file is damaged or incomplete.
    DamagedPhoto,
    /// Photos as blurred or dark as this one are often misread.
    PoorPhoto,
    /// Squares look unlike every tile of the game.
    UnlikeTiles,
    /// OpenCV or a network failed on another kingdom of the photo.
    UnreadKingdom,
    /// Tiles are visible that no kingdom of the photo holds.
    UnreadTiles,
    /// OpenCV or a network failed when the kingdom was read a second time.
    SecondLookFailed,
    /// Tiles are visible in the grid where the reading has none.
    LeftOutTiles,
    /// Tiles are visible next to the grid, in line with it.
    TilesBeside,
    /// No dominoes of the box form the squares.
    ImpossibleKingdom,
    /// The dominoes of the box form the squares only if several look unlike themselves.
    ImprobableKingdom,
    /// The box forces readings that contradict what squares clearly look like.
    ContradictedSquares,
    /// Something covers doubtful squares.
    CoveredSquares,
    /// The total is not sure enough.
    DoubtfulTotal,
    /// Whether tiles at the border belong to the kingdom decides the total.
    DoubtfulBorder,
    /// The castle may lie elsewhere.
    DoubtfulCastle,
    /// The kingdom may be of another game.
    DoubtfulGame,
    /// The kingdom is of Queendomino, and its pieces were not looked for.
    PiecesNotLookedFor,
    /// The game has Age of Giants, whose additions are not read from photos.
    ExpansionNotLookedFor,
    /// Squares are not joined to the castle.
    SquaresApart,
    /// No dominoes of one box form the kingdoms of the game together.
    ImpossibleGame,
    /// A square is read otherwise because of the other kingdoms of the game.
    ChangedByGame,
    /// Photos of one kingdom clearly show different squares.
    PhotosDisagree,
    /// The game has more kingdoms than it may have players.
    TooManyKingdoms,
    /// Photos of several players show the kingdom.
    SeveralPlayers,
    /// Nothing counts of a photo of the game.
    MissingKingdom,
    /// A line's `kingdom` contradicts its other fields.
    ChangedLine,
    /// The file states another score.
    StatedScore,
    /// The Queen visits a player without the most towers.
    QueenAgainstTowers,
    /// The most towers decide whom the Queen visits, and towers are doubtful.
    QueenByDoubtfulTowers,
    /// A doubtful square changes the total only because of the player's given facts.
    DoubtfulByFacts,
    /// A tie depends on the largest territory of a player whose total was typed.
    TieUnknown,
    /// Two names may be one person's.
    NamesAlike,
    /// [`Finding::NoCastle`]
    NoCastle,
    /// [`Finding::MoreThanTheBox`]
    MoreThanTheBox,
    /// [`Finding::HalfADomino`]
    HalfADomino,
    /// [`Finding::NoTiling`]
    NoTiling,
    /// [`Finding::TooManyBuildings`]
    TooManyBuildings,
    /// [`Finding::TooManyTowers`]
    TooManyTowers,
    /// [`Finding::TooManyKnights`]
    TooManyKnights,
    /// [`Finding::TooManyCoins`]
    TooManyCoins,
    /// [`Finding::TooManyGiants`]
    TooManyGiants,
    /// [`Finding::TooManyOfTheCourt`]
    TooManyOfTheCourt,
    /// [`Finding::SeveralQueens`]
    SeveralQueens,
    /// [`Finding::TilingUnknown`]
    TilingUnknown,
    /// [`Finding::Misplayed`]
    Misplayed,
    /// [`Finding::MoreOfOneBox`]
    MoreOfOneBox,
    /// [`Finding::LayingUnknown`]
    LayingUnknown,
    /// [`Finding::QueenWithoutTowers`]
    QueenWithoutTowers,
    /// [`Finding::TowersWithoutBuilding`]
    TowersWithoutBuilding,
    /// [`Finding::NoKnight`]
    NoKnight,
}

impl WarningCode {
    /// Warnings about the grid or the photo. The guesses do not hold them, so a new reading takes them over; they stay until every square is given,
    /// `UnreadKingdom` even then. `TilesBeside` is not here: `warn_of_tiles_beside` makes it anew.
    pub const ABOUT_THE_GRID: [Self; 7] = [
        Self::UncertainGrid,
        Self::UncertainSize,
        Self::CutByPhoto,
        Self::DamagedPhoto,
        Self::UnreadKingdom,
        Self::UnreadTiles,
        Self::SecondLookFailed,
    ];

    /// Warnings about the photo that only a kingdom gets that is to be checked without them.
    pub const ABOUT_THE_PHOTO: [Self; 2] = [Self::PoorPhoto, Self::UnlikeTiles];

    /// The word used in JSON.
    pub fn id(self) -> &'static str {
        self.into()
    }
}

/// A reason to check a reading or a kingdom.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Warning {
    /// What it is about.
    pub code: WarningCode,
    /// The reason, for people.
    pub message: Message,
    /// The squares it concerns; none if it concerns the whole kingdom.
    pub squares: Vec<Place>,
}

impl Warning {
    /// The message, followed by its squares in brackets.
    pub fn with_squares(&self) -> Message {
        with_squares(self.message.clone(), &self.squares)
    }
}

/// The message, followed by the squares, if any, in brackets.
pub fn with_squares(message: Message, squares: &[Place]) -> Message {
    if squares.is_empty() {
        return message;
    }
    MessageId::WithSquares.with("what", message).with("squares", compact(squares))
}

impl From<&Finding> for Warning {
    /// From a finding about one kingdom.
    fn from(finding: &Finding) -> Self {
        let squares = finding.squares().iter().map(|spot| spot.place).collect();
        Self { code: finding.code(), message: finding.message(), squares }
    }
}

/// The audit's warnings about one kingdom, and its notes with their squares in brackets.
pub fn audited(kingdom: &Kingdom, unseen: &Facts) -> (Vec<Warning>, Vec<Message>) {
    let (notes, warnings): (Vec<_>, Vec<_>) =
        findings(kingdom, unseen).into_iter().partition(|finding| finding.severity() == Severity::Note);
    let warnings = warnings.iter().map(Warning::from).collect();
    (warnings, notes.iter().map(|note| Warning::from(note).with_squares()).collect())
}
