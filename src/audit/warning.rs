//! What people should look at.

use super::{Finding, Severity, findings};
use crate::domain::{Kingdom, Place, Unseen, compact};
use crate::messages::{Message, Phrase, Words};

/// Perhaps the grid is not where it was found.
pub(crate) const UNCERTAIN_GRID: &str = "uncertain-grid";
/// Perhaps what was read as rows and columns lies beside the kingdom.
pub(crate) const UNCERTAIN_SIZE: &str = "uncertain-size";
/// Perhaps the kingdom goes on beside the photo.
pub(crate) const CUT_BY_PHOTO: &str = "cut-by-photo";
/// The photo's file is damaged, or a part of it is missing.
pub(crate) const DAMAGED_PHOTO: &str = "damaged-photo";
/// The photo shows a further kingdom, on which OpenCV or a network failed.
pub(crate) const UNREAD_KINGDOM: &str = "unread-kingdom";
/// OpenCV or a network failed when the kingdom was looked at again.
pub(crate) const SECOND_LOOK_FAILED: &str = "second-look-failed";
/// Tiles are seen in the grid, where the reading has none.
pub(crate) const LEFT_OUT_TILES: &str = "left-out-tiles";
/// Tiles are seen in line with the grid, beside it.
pub(crate) const TILES_BESIDE: &str = "tiles-beside";
/// What a grid or its photo is doubted for; the squares say nothing of it, and no correction of them settles it.
pub(crate) const ABOUT_THE_GRID: [&str; 6] =
    [UNCERTAIN_GRID, UNCERTAIN_SIZE, CUT_BY_PHOTO, DAMAGED_PHOTO, UNREAD_KINGDOM, SECOND_LOOK_FAILED];

/// Something about a reading or a kingdom that its owner should look at.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Warning {
    /// A fixed word for programs, such as `impossible-kingdom`.
    pub code: &'static str,
    /// What is the matter.
    pub message: Message,
    /// The squares that it speaks of, in the kingdom; none when it is the whole kingdom.
    pub squares: Vec<Place>,
}

impl Warning {
    /// The message, and in brackets behind it the squares that it speaks of.
    pub fn with_squares(&self) -> Message {
        with_squares(self.message.clone(), &self.squares)
    }
}

/// The message, and in brackets behind it the squares, if there are any.
pub(crate) fn with_squares(message: Message, squares: &[Place]) -> Message {
    if squares.is_empty() {
        return message;
    }
    Phrase::WithSquares.with("what", message).with("squares", compact(squares))
}

impl From<&Finding> for Warning {
    /// Of a finding about one kingdom.
    fn from(finding: &Finding) -> Self {
        let squares = finding.squares().iter().map(|spot| spot.place).collect();
        Self { code: finding.code(), message: finding.message(), squares }
    }
}

/// What the audit has to say about one kingdom: warnings, and notes with their squares in brackets.
pub fn audited(kingdom: &Kingdom, unseen: &Unseen) -> (Vec<Warning>, Vec<Message>) {
    let (notes, warnings): (Vec<_>, Vec<_>) =
        findings(kingdom, unseen).into_iter().partition(|finding| finding.severity() == Severity::Note);
    let warnings = warnings.iter().map(Warning::from).collect();
    (warnings, notes.iter().map(|note| Warning::from(note).with_squares()).collect())
}
