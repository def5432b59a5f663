//! Everything that needs OpenCV or its replacement: finds and reads the kingdoms in a photo.
//!
//! Pictures and networks are those of the [`opencv`] crate. With the feature `opencv` it is OpenCV itself,
//! and JPEG is libjpeg-turbo's; with `portable` alone it is `portable-cv`, the same calls in plain Rust. Both
//! read the same from a photo. If both features are enabled, OpenCV is used.
//!
//! The input is the file of a photo. The output is its kingdoms, as
//! [`Reading`](reading::reconstruct::Reading)s with their corners. [`scan::scan`] calls the stages in order.
//!
//! | module | what it holds | may import |
//! |---|---|---|
//! | [`geometry`] | points, homographies, quadrilaterals | |
//! | [`canvas`] | lines, plates and texts on pixels | |
//! | [`gallery`] | what was learnt from corrections | |
//! | [`photo`] | decodes files, upright and within limits | |
//! | [`picture_file`] | writes pictures | photo |
//! | [`warp`] | pictures through a homography | geometry |
//! | [`networks`] | the shipped networks, and the trait of all networks | gallery |
//! | [`grid_fit`] | finds the lattice of squares | geometry networks photo warp |
//! | [`board`] | cuts the squares upright | geometry grid_fit photo warp |
//! | [`classify`] | the possible terrains, crowns and pieces of each square | board gallery geometry grid_fit networks photo |
//! | [`stage_pictures`] | shows what each stage saw | board canvas grid_fit photo |
//! | [`scan`](mod@scan) | the chain of all stages | board classify geometry grid_fit networks photo stage_pictures |
//! | [`learn`] | teaches a gallery | board classify gallery geometry grid_fit networks photo |
//! | [`annotate`] | draws the reading onto the photo | canvas geometry grid_fit photo picture_file |
//! | [`scan_results`] | a scanned photo's results: a line of JSON, a line of a game, the readings of a table | annotate geometry networks photo picture_file scan |
//! | [`card_picture`] | draws the picture for friends | board canvas geometry grid_fit photo |

#[cfg(feature = "opencv")]
pub extern crate opencv;
#[cfg(all(feature = "portable", not(feature = "opencv")))]
pub extern crate portable_cv as opencv;

#[cfg(not(any(feature = "opencv", feature = "portable")))]
compile_error!("photos are read with the feature `opencv` (OpenCV's libraries) or `portable` (plain Rust)");

pub mod annotate;
pub mod board;
pub mod canvas;
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
pub mod scan_results;
pub mod stage_pictures;
pub mod warp;

/// The name, for messages, of the library that processes pictures and runs networks.
pub const ENGINE: &str = if cfg!(feature = "opencv") { "OpenCV" } else { "portable-cv" };

/// Advice for a photo in which no kingdom was found.
pub const BETTER_PHOTO: &str =
    "Take the photo from above with the whole kingdom in it, the castle lifted off and loose tiles moved away";
