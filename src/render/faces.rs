//! Where the dominoes' faces come from: our drawings, or scans of a box that the reader owns.

use std::path::{Path, PathBuf};

use opencv::core::{Mat, Size, Vec4b};
use opencv::imgproc;
use opencv::prelude::*;
use rand::seq::IndexedRandom;
use serde::Deserialize;
use tiny_skia::{IntSize, Pixmap, PixmapPaint, Transform};

use super::artwork::castle_paint;
use super::brush::Colour;
use super::edition::{Edition, Manner};
use super::pieces::Carving;
use super::{Dice, RenderError, artwork, diorama, woodcut};
use crate::domain::{Building, CastleColor, Domino, DominoBox, Half, Terrain};

/// How faces are drawn. All but the last two may be trained on.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Style {
    /// By [`artwork`]; its towns and buildings by an [`Edition`].
    #[default]
    Painted,
    /// An [`Edition`] of flat shapes.
    Flat,
    /// An [`Edition`] of lines and hatching.
    Ink,
    /// An [`Edition`] of thin washes.
    Watercolour,
    /// An [`Edition`] cut from paper.
    Paper,
    /// An [`Edition`] of glass between leads.
    Glass,
    /// An [`Edition`] like a coat of arms.
    Heraldic,
    /// By [`woodcut`]: another publisher's box, which no training ever sees.
    Woodcut,
    /// By [`diorama`]: one more of those.
    Diorama,
}

impl Style {
    /// The first is the one that is drawn unless another is asked for.
    pub const ALL: [Self; 9] = [
        Self::Painted,
        Self::Flat,
        Self::Ink,
        Self::Watercolour,
        Self::Paper,
        Self::Glass,
        Self::Heraldic,
        Self::Woodcut,
        Self::Diorama,
    ];

    /// The word in manifests and on the command line.
    pub fn id(self) -> &'static str {
        match self {
            Style::Painted => "painted",
            Style::Flat => "flat",
            Style::Ink => "ink",
            Style::Watercolour => "watercolour",
            Style::Paper => "paper",
            Style::Glass => "glass",
            Style::Heraldic => "heraldic",
            Style::Woodcut => "woodcut",
            Style::Diorama => "diorama",
        }
    }

    /// How an edition of this style draws; `None` for what is kept for measuring.
    fn manner(self) -> Option<Manner> {
        Some(match self {
            Style::Painted => Manner::Painted,
            Style::Flat => Manner::Flat,
            Style::Ink => Manner::Ink,
            Style::Watercolour => Manner::Watercolour,
            Style::Paper => Manner::Paper,
            Style::Glass => Manner::Glass,
            Style::Heraldic => Manner::Heraldic,
            Style::Woodcut | Style::Diorama => return None,
        })
    }

    /// Whether every box of this style has Kingdomino's dominoes drawn alike, so that its number is needed for towns and
    /// buildings alone.
    pub(super) fn is_one_box(self) -> bool {
        matches!(self, Style::Painted | Style::Woodcut)
    }

    pub(super) fn carving(self) -> Carving {
        if self.manner().is_some() { Carving::Trained } else { Carving::HeldOut }
    }
}

/// One box in a style: what is printed on its tiles.
pub struct Look {
    style: Style,
    prints: Prints,
}

enum Prints {
    Edition(Box<Edition>),
    Woodcut(woodcut::Print),
    Diorama(diorama::Kit),
}

impl Look {
    /// The box of this number.
    pub fn of(style: Style, box_seed: u64) -> Self {
        let prints = match style.manner() {
            Some(manner) => Prints::Edition(Box::new(Edition::of(manner, box_seed))),
            None if style == Style::Woodcut => Prints::Woodcut(woodcut::Print::of(box_seed)),
            None => Prints::Diorama(diorama::Kit::of(box_seed)),
        };
        Self { style, prints }
    }

    fn domino(&self, domino: &Domino, square_px: u32, dice: &mut Dice) -> Pixmap {
        match &self.prints {
            Prints::Edition(edition) if self.style == Style::Painted => {
                let mut face = artwork::domino_face(domino, square_px, dice);
                edition.sites_on(&mut face, domino, square_px, dice);
                face
            }
            Prints::Edition(edition) => edition.domino_face(domino, square_px, dice),
            Prints::Woodcut(print) => print.domino_face(domino, square_px, dice),
            Prints::Diorama(kit) => kit.domino_face(domino, square_px, dice),
        }
    }

    fn castle(&self, square_px: u32, paint: Colour, dice: &mut Dice) -> Pixmap {
        match &self.prints {
            Prints::Edition(_) if self.style == Style::Painted => artwork::castle_square(square_px, paint, dice),
            Prints::Edition(edition) => edition.castle_square(square_px, paint, dice),
            Prints::Woodcut(_) => woodcut::castle_square(square_px, paint, dice),
            Prints::Diorama(kit) => kit.castle_square(square_px, paint, dice),
        }
    }

    /// The red side of a building's tile, `square_px` pixels wide; RGBA.
    pub fn building(&self, kind: Building, square_px: u32) -> Pixmap {
        match &self.prints {
            Prints::Edition(edition) => edition.building_face(kind, square_px),
            Prints::Woodcut(print) => print.building_face(kind, square_px),
            Prints::Diorama(kit) => kit.building_face(kind, square_px),
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

    /// The face of `domino`, `square_px` pixels a square, in `look` if it is drawn; RGBA. Queendomino's dominoes are put
    /// together from halves of Kingdomino's where these are scanned, and towns are drawn.
    ///
    /// # Errors
    /// OpenCV's, when out of memory.
    pub fn domino(&self, domino: &Domino, look: &Look, square_px: u32, dice: &mut Dice) -> Result<Pixmap, RenderError> {
        let Faces::Scanned { dominoes, .. } = self else { return Ok(look.domino(domino, square_px, dice)) };
        let scan = |domino: &Domino| resized(&dominoes[usize::from(domino.number) - 1], 2 * square_px, square_px);
        if domino.from == DominoBox::Kingdomino {
            return scan(domino);
        }
        let mut face = look.domino(domino, square_px, dice);
        for (index, half) in domino.halves.into_iter().enumerate().filter(|(_, half)| half.terrain != Terrain::Town) {
            let (like, side) = half_like(half, dice);
            let part = half_of(&scan(like)?, side, square_px);
            let middle = square_px as f32 / 2.0;
            let turn = Transform::from_rotate_at(if side == index { 0.0 } else { 180.0 }, middle, middle);
            let at = turn.post_translate((index as u32 * square_px) as f32, 0.0);
            face.draw_pixmap(0, 0, part.as_ref(), &PixmapPaint::default(), at, None);
        }
        Ok(face)
    }

    /// Whether castle squares are drawn, and so have the colour that is asked for.
    pub fn draws_castles(&self) -> bool {
        !matches!(self, Faces::Scanned { castles, .. } if !castles.is_empty())
    }

    /// A castle square, `square_px` pixels wide, of any colour unless one is given, in `look` if it is drawn; RGBA.
    ///
    /// # Errors
    /// As [`Faces::domino`].
    pub fn castle(
        &self,
        color: Option<CastleColor>,
        look: &Look,
        square_px: u32,
        dice: &mut Dice,
    ) -> Result<Pixmap, RenderError> {
        if let Faces::Scanned { castles, .. } = self
            && let Some(castle) = castles.choose(dice)
        {
            return resized(castle, square_px, square_px);
        }
        let paint = castle_paint(color, dice);
        Ok(look.castle(square_px, paint, dice))
    }
}

/// A domino of Kingdomino with this half, and on which side.
fn half_like(half: Half, dice: &mut Dice) -> (&'static Domino, usize) {
    let halves = DominoBox::Kingdomino.dominoes().flat_map(|domino| [(domino, 0), (domino, 1)]);
    let same: Vec<(&Domino, usize)> = halves.filter(|(domino, side)| domino.halves[*side] == half).collect();
    same.choose(dice).copied().expect("Kingdomino has all of Queendomino's halves but the towns")
}

/// One half of a face.
pub(super) fn half_of(face: &Pixmap, index: usize, px: u32) -> Pixmap {
    let mut half = Pixmap::new(px, px).expect("a face has a size");
    let x = -((index as u32 * px) as i32);
    half.draw_pixmap(x, 0, face.as_ref(), &PixmapPaint::default(), Transform::identity(), None);
    half
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

#[cfg(test)]
mod tests {
    use super::*;

    /// The mean difference of two pictures of one size, 0 to 255.
    fn difference(a: &Pixmap, b: &Pixmap) -> f64 {
        let sum: u32 = a.data().iter().zip(b.data()).map(|(a, b)| u32::from(a.abs_diff(*b))).sum();
        f64::from(sum) / a.data().len() as f64
    }

    #[test]
    fn the_tiles_of_a_box_differ_by_kind_and_are_alike_within_a_kind() {
        for style in Style::ALL {
            let look = Look::of(style, 5);
            let faces = Building::ALL.map(|kind| look.building(kind, 64));
            for (i, face) in faces.iter().enumerate() {
                assert!(difference(face, &Look::of(style, 5).building(Building::ALL[i], 64)) == 0.0, "{style:?} {i}");
                for (j, other) in faces.iter().enumerate().skip(i + 1) {
                    let apart = difference(face, other);
                    assert!(apart > 4.0, "{style:?}: {} and {}: {apart}", Building::ALL[i], Building::ALL[j]);
                }
            }
        }
    }

    #[test]
    fn another_box_of_a_style_looks_different() {
        for style in Style::ALL {
            let [one, other] = [1, 2].map(|seed| Look::of(style, seed));
            let apart = Building::ALL.map(|kind| difference(&one.building(kind, 64), &other.building(kind, 64)));
            assert!(apart.iter().all(|apart| *apart > 0.5), "{style:?}: {apart:?}");
        }
    }

    /// What measures must not be drawn by what trains: brushes and helpers of chance are all that both use.
    #[test]
    fn the_held_out_styles_share_no_drawing_with_the_trained_ones() {
        let held_out = [
            include_str!("woodcut.rs"),
            include_str!("woodcut_buildings.rs"),
            include_str!("diorama.rs"),
            include_str!("diorama_buildings.rs"),
        ];
        for source in held_out {
            let uses = source.lines().filter_map(|line| line.strip_prefix("use super::"));
            let own = ["brush::", "woodcut::", "woodcut_buildings::", "diorama::", "diorama_buildings::", "{Dice,"];
            let foreign: Vec<&str> = uses.filter(|line| !own.iter().any(|own| line.starts_with(own))).collect();
            assert!(foreign.is_empty(), "{foreign:?}");
        }
    }

    #[test]
    fn queendomino_s_halves_are_cut_from_the_scans_of_kingdomino() -> Result<(), RenderError> {
        let scan = |domino: &Domino| {
            let mut face = Pixmap::new(20, 10).expect("a face has a size");
            for (half, x) in domino.halves.into_iter().zip([0, 10]) {
                let code = Colour::rgb(10 * (half.terrain as u8 + 1), 10 * half.crowns, 0);
                super::super::brush::Brush::with_unit(&mut face, 1.0).rectangle(x as f32, 0.0, 10.0, 10.0, code);
            }
            face
        };
        let faces =
            Faces::Scanned { dominoes: DominoBox::Kingdomino.dominoes().map(scan).collect(), castles: Vec::new() };
        let dice = &mut super::super::dice_of_scene(1, 0);
        for domino in DominoBox::Queendomino.dominoes() {
            let face = faces.domino(domino, &Look::of(Style::Flat, 1), 10, dice)?;
            for (half, x) in domino.halves.into_iter().zip([5, 15]).filter(|(half, _)| half.terrain != Terrain::Town) {
                let pixel = face.pixel(x, 5).expect("within the face");
                assert_eq!(
                    [pixel.red(), pixel.green()],
                    [10 * (half.terrain as u8 + 1), 10 * half.crowns],
                    "{domino:?}"
                );
            }
        }
        Ok(())
    }
}
