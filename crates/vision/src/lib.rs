//! All that needs OpenCV: from a photo to the kingdoms in it.

pub mod annotate;
pub mod board;
pub mod card_picture;
pub mod classify;
pub mod gallery;
pub mod geometry;
pub mod grid_fit;
pub mod learn;
pub mod networks;
pub mod photo;
pub mod picture_file;
pub mod scan;
pub mod stage_pictures;
pub mod warp;

/// What helps where a photo gave no kingdom.
pub const BETTER_PHOTO: &str =
    "Try a photo from above with the whole kingdom in it, the castle lifted off and loose tiles away";
