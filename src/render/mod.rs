//! `render`: kingdoms drawn and photographed by our own code, with exact labels.
//!
//! The chain: [`layout`] lays a kingdom, [`furnishing`] puts Queendomino's pieces on it, [`artwork`] or an [`edition`] (or,
//! never for training, [`woodcut`] or [`diorama`]) draws its tiles, [`scene`] puts them on a table of [`tables`] in front of a [`camera`],
//! [`photograph`] takes the picture, [`label`] tells what is in it.

mod above;
pub mod arrangement;
pub mod artwork;
pub mod brush;
pub mod camera;
pub mod clutter;
pub mod diorama;
mod diorama_buildings;
mod drawing;
pub mod edition;
mod emblems;
pub mod faces;
pub mod furnishing;
pub mod label;
pub mod layout;
pub mod lens;
mod motifs;
pub mod photograph;
mod pieces;
pub mod scene;
mod standing;
pub mod suite;
mod symbols;
pub mod tables;
pub mod tables_held_out;
mod terrain_signs;
pub mod tournament;
pub mod woodcut;
mod woodcut_buildings;

use opencv::core::Point2d;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

use crate::domain::{CastleColor, Place};

/// The source of everything random here: the same seed draws the same picture on every machine.
pub type Dice = ChaCha8Rng;

/// The dice of one scene: they depend on the suite's seed and the scene's number alone.
pub fn dice_of_scene(seed: u64, index: u64) -> Dice {
    let mut dice = Dice::seed_from_u64(seed);
    dice.set_stream(index);
    dice
}

/// A range to draw from, `[least, most]` in a manifest.
pub type Span = [f64; 2];

/// A number between the ends of `span`; an empty span gives its first end.
pub fn within(dice: &mut Dice, span: Span) -> f64 {
    if span[1] > span[0] { dice.random_range(span[0]..span[1]) } else { span[0] }
}

/// Whether something of this chance happens; what never does leaves the dice alone.
pub(crate) fn by_chance(dice: &mut Dice, share: f64) -> bool {
    share > 0.0 && dice.random_bool(share)
}

/// A number between `least` and `most`.
pub(crate) fn between(dice: &mut Dice, least: f32, most: f32) -> f32 {
    dice.random_range(least..most)
}

/// What is known of a picture because it was drawn.
#[derive(Debug, Clone)]
pub struct Rendering {
    /// The picture's file name.
    pub image: String,
    /// Width and height.
    pub size_px: (i32, i32),
    /// Where the corners of the kingdom's nominal lattice appear, clockwise from the layout's first square.
    pub corners_px: [Point2d; 4],
    /// A castle stands on the start square.
    pub castle_3d: bool,
    /// Of the start square, and of the castle on it, where the scene chose one.
    pub castle_color: Option<CastleColor>,
    /// Places of the layout of which something hides more than 40 %, and what.
    pub hidden: Vec<(Place, &'static str)>,
}

/// What can go wrong while rendering.
#[derive(Debug, thiserror::Error)]
pub enum RenderError {
    /// A file that cannot be read or written, or whose content is wrong.
    #[error("{path}: {problem}")]
    File {
        /// Which.
        path: String,
        /// What is wrong with it.
        problem: String,
    },
    /// OpenCV failed, most likely for want of memory.
    #[error("cannot draw: {0}")]
    OpenCv(#[from] opencv::Error),
    /// The encoder failed.
    #[error("cannot write the picture as JPEG: {0}")]
    Jpeg(#[from] turbojpeg::Error),
    /// Squares that cannot be drawn as a kingdom: why.
    #[error("{0}")]
    Kingdom(String),
}

impl RenderError {
    pub(crate) fn file(path: &std::path::Path, problem: impl std::fmt::Display) -> Self {
        Self::File { path: path.display().to_string(), problem: problem.to_string() }
    }
}
