//! Failures on a part of a photo, or in a second pass over it, while other kingdoms were read.

use std::fmt::Display;

use super::KingdomScan;
use crate::grid_fit::GridFit;
use crate::photo::Photo;
use kingdomino::audit::warning::WarningCode;
use messages::{Message, MessageId, Words};

/// A grid that could not be read, or not be read a second time, while other grids were read.
#[derive(Debug, Clone, PartialEq)]
pub struct Failure {
    /// The grid's outer corners, clockwise, in pixels of the upright photo at full size.
    pub corners_px: [[f64; 2]; 4],
    /// The error of OpenCV or the network, in English.
    pub message: String,
    /// The grid's area, in square pixels of the decoded photo.
    pub(super) area_px: f64,
}

impl Failure {
    /// A failure on this grid.
    pub(super) fn new(photo: &Photo, fit: &GridFit, error: &impl Display) -> Self {
        let corners_px = fit.corners_px(photo).map(|corner| [corner.x, corner.y]);
        Self { corners_px, message: error.to_string(), area_px: fit.area_px() }
    }

    /// The warning for the user, with the corners in the format of `scan --corners`.
    pub(super) fn unread_kingdom(&self) -> Message {
        let corners: Vec<String> = self.corners_px.iter().flatten().map(|px| format!("{px:.0}")).collect();
        MessageId::UnreadKingdom.with("error", &*self.message).with("corners", corners.join(","))
    }
}

impl KingdomScan {
    /// Keeps the reading and warns that a second pass, which might have found more, failed.
    pub(super) fn second_look_failed(&mut self, photo: &Photo, error: &impl Display) -> Failure {
        let failure = Failure::new(photo, &self.fit, error);
        self.reading.warn(WarningCode::SecondLookFailed, MessageId::SecondLookFailed.with("error", &*failure.message));
        failure
    }
}
