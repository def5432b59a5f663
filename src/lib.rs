//! From a photo of a finished Kingdomino kingdom to its score sheet.

pub mod audit;
#[cfg(feature = "vision")]
pub mod board;
pub mod comparison;
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
#[cfg(feature = "vision")]
pub mod pipeline;
pub mod reconstruct;
#[cfg(feature = "vision")]
pub mod render;
pub mod report;
pub mod score_sheet;
pub mod square_guesses;
pub mod validate;
