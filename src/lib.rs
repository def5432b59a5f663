//! From a photo of a finished Kingdomino kingdom to its score sheet.

#[cfg(feature = "vision")]
pub mod board;
#[cfg(feature = "vision")]
pub mod debug;
pub mod domain;
pub mod formats;
#[cfg(feature = "vision")]
pub mod geometry;
#[cfg(feature = "vision")]
pub mod grid_fit;
#[cfg(feature = "vision")]
pub mod network;
#[cfg(feature = "vision")]
pub mod photo;
pub mod reconstruct;
#[cfg(feature = "vision")]
pub mod render;
pub mod score_sheet;
pub mod square_guesses;
#[cfg(feature = "vision")]
mod warp;
