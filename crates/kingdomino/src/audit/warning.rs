//! Warnings about a reading or a kingdom.

use super::{Finding, Severity, findings};
use crate::domain::{Kingdom, OffBoardFacts, Place, compact};
use messages::{Message, MessageId, Words};

/// The grid may lie elsewhere.
pub const UNCERTAIN_GRID: &str = "uncertain-grid";
/// Rows or columns that were read may lie beside the kingdom.
pub const UNCERTAIN_SIZE: &str = "uncertain-size";
/// The kingdom may continue outside the photo.
pub const CUT_BY_PHOTO: &str = "cut-by-photo";
/// The photo's file is damaged or incomplete.
pub const DAMAGED_PHOTO: &str = "damaged-photo";
/// OpenCV or a network failed on another kingdom of the photo.
pub const UNREAD_KINGDOM: &str = "unread-kingdom";
/// Tiles are visible that no kingdom of the photo holds.
pub const UNREAD_TILES: &str = "unread-tiles";
/// OpenCV or a network failed when the kingdom was read a second time.
pub const SECOND_LOOK_FAILED: &str = "second-look-failed";
/// Tiles are visible in the grid where the reading has none.
pub const LEFT_OUT_TILES: &str = "left-out-tiles";
/// Tiles are visible next to the grid, in line with it.
pub const TILES_BESIDE: &str = "tiles-beside";
/// Warnings about the grid or the photo. Correcting squares does not settle them.
pub const ABOUT_THE_GRID: [&str; 7] =
    [UNCERTAIN_GRID, UNCERTAIN_SIZE, CUT_BY_PHOTO, DAMAGED_PHOTO, UNREAD_KINGDOM, UNREAD_TILES, SECOND_LOOK_FAILED];

/// A reason to check a reading or a kingdom.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Warning {
    /// A fixed word for programs, such as `impossible-kingdom`.
    pub code: &'static str,
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
pub fn audited(kingdom: &Kingdom, unseen: &OffBoardFacts) -> (Vec<Warning>, Vec<Message>) {
    let (notes, warnings): (Vec<_>, Vec<_>) =
        findings(kingdom, unseen).into_iter().partition(|finding| finding.severity() == Severity::Note);
    let warnings = warnings.iter().map(Warning::from).collect();
    (warnings, notes.iter().map(|note| Warning::from(note).with_squares()).collect())
}
