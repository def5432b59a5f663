//! A photo read between corners that a user marked.

use axum::http::StatusCode;

use super::api_error::ApiError;
use super::store::ByHand;
use game::photo_info::PhotoInfo;
use kingdomino::domain::GridSize;
use messages::{MessageId, Words};
use vision::scan::ScanOptions;

/// The widest lattice of a game, in squares.
const MOST_SQUARES: usize = GridSize::Seven.squares_wide();

/// The options for reading a photo with these known facts.
pub fn scan_options(info: &PhotoInfo, by_hand: Option<&ByHand>) -> ScanOptions {
    let options = ScanOptions { reconstruct: info.known(), ..ScanOptions::default() };
    match by_hand {
        Some(ByHand { corners_px, rows, cols }) => options.with_corners_px(*corners_px).with_lattice(*rows, *cols),
        None => options,
    }
}

/// Refuses corners that are not finite or farther than a million pixels away, and lattices of one square or
/// larger than 7 x 7.
pub fn check(by_hand: &ByHand) -> Result<(), ApiError> {
    let ByHand { corners_px, rows, cols } = by_hand;
    let are_numbers = corners_px.iter().flatten().all(|px| px.is_finite() && px.abs() < 1e6);
    if are_numbers && (1..=MOST_SQUARES).contains(rows) && (1..=MOST_SQUARES).contains(cols) && rows * cols > 1 {
        return Ok(());
    }
    Err(ApiError::bad("bad-corners", MessageId::ServeBadCorners.with("most", MOST_SQUARES)))
}

/// Nothing was read between the corners.
pub fn nothing_between() -> ApiError {
    ApiError::new(StatusCode::UNPROCESSABLE_ENTITY, "nothing-in-corners", MessageId::ServeNothingInCorners)
}
