//! Where the dominoes' faces come from: our drawings, or scans of a box that the reader owns.

use std::path::{Path, PathBuf};

use opencv::core::{Mat, Size, Vec4b};
use opencv::imgproc;
use opencv::prelude::*;
use rand::seq::IndexedRandom;
use serde::Deserialize;
use tiny_skia::{IntSize, Pixmap};

use super::artwork::castle_paint;
use super::{Dice, RenderError, artwork, woodcut};
use crate::domain::{CastleColor, Domino};

/// How faces are drawn.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Style {
    /// By [`artwork`]: what the networks are trained on too.
    #[default]
    Painted,
    /// By [`woodcut`]: another edition, which no training ever sees.
    Woodcut,
}

impl Style {
    /// The first is the one that is drawn unless another is asked for.
    pub const ALL: [Self; 2] = [Self::Painted, Self::Woodcut];

    /// The word in manifests and on the command line.
    pub fn id(self) -> &'static str {
        match self {
            Style::Painted => "painted",
            Style::Woodcut => "woodcut",
        }
    }
}

/// The pictures on the dominoes and castle squares.
pub enum Faces {
    /// Drawn in a [`Style`], a little different each time.
    Drawn,
    /// Scans of Kingdomino's box.
    Scanned {
        /// 48, by number, two squares wide and one high.
        dominoes: Vec<Pixmap>,
        /// Any number of castle squares; when there is none they are drawn.
        castles: Vec<Pixmap>,
    },
}

impl Faces {
    /// Reads `kingdomino_01.png` to `kingdomino_48.png` and, when there are any, `castle*.png` and `castle*.jpg`.
    ///
    /// # Errors
    /// A missing or unreadable picture.
    pub fn scanned(folder: &Path) -> Result<Self, RenderError> {
        let path = |number: u8| folder.join(format!("kingdomino_{number:02}.png"));
        let dominoes = (1..=48).map(|number| load_picture(&path(number))).collect::<Result<_, _>>()?;
        let is_castle = |path: &PathBuf| path.file_stem().is_some_and(|n| n.to_string_lossy().starts_with("castle"));
        let castles: Vec<PathBuf> = pictures_in(folder)?.into_iter().filter(is_castle).collect();
        let castles = castles.iter().map(|path| load_picture(path)).collect::<Result<_, _>>()?;
        Ok(Self::Scanned { dominoes, castles })
    }

    /// The face of `domino`, `square_px` pixels a square, in `style` if it is drawn; RGBA.
    ///
    /// # Errors
    /// OpenCV's, when out of memory.
    pub fn domino(
        &self,
        domino: &Domino,
        style: Style,
        square_px: u32,
        dice: &mut Dice,
    ) -> Result<Pixmap, RenderError> {
        match self {
            Faces::Drawn => Ok(match style {
                Style::Painted => artwork::domino_face(domino, square_px, dice),
                Style::Woodcut => woodcut::domino_face(domino, square_px, dice),
            }),
            Faces::Scanned { dominoes, .. } => {
                resized(&dominoes[usize::from(domino.number) - 1], 2 * square_px, square_px)
            }
        }
    }

    /// Whether castle squares are drawn, and so have the colour that is asked for.
    pub fn draws_castles(&self) -> bool {
        !matches!(self, Faces::Scanned { castles, .. } if !castles.is_empty())
    }

    /// A castle square, `square_px` pixels wide, of any colour unless one is given, in `style` if it is drawn; RGBA.
    ///
    /// # Errors
    /// As [`Faces::domino`].
    pub fn castle(
        &self,
        color: Option<CastleColor>,
        style: Style,
        square_px: u32,
        dice: &mut Dice,
    ) -> Result<Pixmap, RenderError> {
        if let Faces::Scanned { castles, .. } = self
            && let Some(castle) = castles.choose(dice)
        {
            return resized(castle, square_px, square_px);
        }
        let paint = castle_paint(color, dice);
        Ok(match style {
            Style::Painted => artwork::castle_square(square_px, paint, dice),
            Style::Woodcut => woodcut::castle_square(square_px, paint, dice),
        })
    }
}

/// The PNG and JPEG files of a folder, by name.
///
/// # Errors
/// An unreadable folder.
pub fn pictures_in(folder: &Path) -> Result<Vec<PathBuf>, RenderError> {
    let entries = std::fs::read_dir(folder).map_err(|error| RenderError::file(folder, error))?;
    let is_picture = |path: &PathBuf| path.extension().is_some_and(|e| e == "png" || e == "jpg" || e == "jpeg");
    let mut paths: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).filter(is_picture).collect();
    paths.sort();
    Ok(paths)
}

/// Reads a PNG or JPEG; RGBA.
///
/// # Errors
/// A missing or unreadable picture.
pub fn load_picture(path: &Path) -> Result<Pixmap, RenderError> {
    let picture = image::open(path).map_err(|error| RenderError::file(path, error))?.into_rgba8();
    let size = IntSize::from_wh(picture.width(), picture.height());
    let pixmap = size.and_then(|size| Pixmap::from_vec(picture.into_raw(), size));
    pixmap.ok_or_else(|| RenderError::file(path, "an empty picture"))
}

/// The picture stretched to `width` x `height` px, at least 1 x 1.
///
/// # Errors
/// OpenCV's, when out of memory.
pub fn resized(pixmap: &Pixmap, width: u32, height: u32) -> Result<Pixmap, RenderError> {
    let mut result = Pixmap::new(width.max(1), height.max(1)).expect("a picture has a size");
    let size = Size::new(result.width() as i32, result.height() as i32);
    let from = Mat::new_rows_cols_with_bytes::<Vec4b>(pixmap.height() as i32, pixmap.width() as i32, pixmap.data())?;
    let mut to = Mat::new_rows_cols_with_bytes_mut::<Vec4b>(size.height, size.width, result.data_mut())?;
    let shrinks = size.width < from.cols();
    let how = if shrinks { imgproc::INTER_AREA } else { imgproc::INTER_CUBIC };
    imgproc::resize(&from, &mut to, size, 0.0, 0.0, how)?;
    Ok(result)
}
