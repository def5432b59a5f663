//! Many scenes within the ranges of a manifest.

use std::path::Path;

use opencv::core::Point2d;
use rand::RngExt;
use rand::seq::IndexedRandom;
use rayon::prelude::*;
use serde::Deserialize;

use super::camera::{Camera, View, random_view};
use super::faces::Faces;
use super::label::{Label, NoKingdom};
use super::layout::{Layout, Shape, lay};
use super::photograph::{Conditions, take, to_jpeg};
use super::scene::{Setting, compose};
use super::tables::{Table, Textures};
use super::{Dice, RenderError, Span, dice_of_scene, within};
use crate::domain::GridSize;
use crate::geometry::lattice_corners;

/// The ranges that scenes are drawn from. Shares are chances from 0 to 1.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Manifest {
    /// Scene `i` depends on the seed and on `i` alone.
    pub seed: u64,
    pub scenes: u64,
    pub long_side_px: Span,
    /// Long side by short side; the picture is upright or lying by chance.
    pub aspects: Vec<f64>,
    pub seven_share: f64,
    pub holes_share: f64,
    /// Kingdoms that span less than their grid; they have holes too.
    pub small_share: f64,
    /// Pictures already cut to the kingdom, as after rectifying by hand.
    pub cropped_share: f64,
    pub nothing_share: f64,
    pub castle_3d_share: f64,
    /// Kingdoms turned by any angle; the others lie within 12 degrees of upright.
    pub any_turn_share: f64,
    pub tilt_deg: Span,
    /// The part of the picture's width or height that the kingdom covers.
    pub kingdom_share: Span,
    /// Of a domino's place, in squares: a standard deviation.
    pub untidiness: Span,
    pub gap: Span,
    pub clutter: Span,
    pub loose_dominoes: Span,
    pub tables: Vec<Table>,
    pub conditions: Conditions,
}

/// A finished scene.
pub struct Rendered {
    pub jpeg: Vec<u8>,
    pub label: AnyLabel,
}

/// What the label file says.
pub enum AnyLabel {
    Kingdom(Box<Label>),
    Nothing(NoKingdom),
}

/// The pictures that scenes are made with.
pub struct Material {
    pub faces: Faces,
    pub textures: Option<Textures>,
}

impl Manifest {
    /// # Errors
    /// An unreadable file, or one that is not a manifest.
    pub fn load(path: &Path) -> Result<Self, RenderError> {
        let text = std::fs::read_to_string(path).map_err(|error| RenderError::file(path, error))?;
        let manifest: Self = serde_json::from_str(&text).map_err(|error| RenderError::file(path, error))?;
        if manifest.tables.is_empty() || manifest.aspects.is_empty() {
            return Err(RenderError::file(path, "`tables` and `aspects` need at least one entry each"));
        }
        Ok(manifest)
    }

    /// A good phone photo in good light: what a single kingdom is rendered with.
    pub fn portrait(seed: u64) -> Self {
        Self {
            seed,
            scenes: 1,
            long_side_px: [1600.0, 1600.0],
            aspects: vec![4.0 / 3.0],
            seven_share: 0.0,
            holes_share: 0.0,
            small_share: 0.0,
            cropped_share: 0.0,
            nothing_share: 0.0,
            castle_3d_share: 0.0,
            any_turn_share: 0.0,
            tilt_deg: [4.0, 22.0],
            kingdom_share: [0.72, 0.86],
            untidiness: [0.004, 0.01],
            gap: [0.005, 0.015],
            clutter: [2.0, 5.0],
            loose_dominoes: [1.0, 3.0],
            tables: vec![Table::Wood, Table::Felt, Table::Cloth],
            conditions: Conditions {
                brightness: [0.8, 1.0],
                blur_px: [0.5, 0.9],
                motion_px: [0.0, 0.0],
                noise: [1.0, 3.0],
                jpeg_quality: [85.0, 88.0],
                unevenness: [0.2, 0.4],
                shadow_share: 0.3,
                glare_share: 0.15,
            },
        }
    }

    /// Renders scene `index`, to be called `image`.
    ///
    /// # Errors
    /// OpenCV's, and unreadable textures.
    pub fn scene(&self, index: u64, image: &str, material: &Material) -> Result<Rendered, RenderError> {
        let mut dice = dice_of_scene(self.seed, index);
        if dice.random_bool(self.nothing_share) {
            return self.nothing(image, material, &mut dice);
        }
        let layout = lay(self.shape(&mut dice), &mut dice);
        self.picture_of(&layout, image, material, &mut dice)
    }

    fn shape(&self, dice: &mut Dice) -> Shape {
        let size = if dice.random_bool(self.seven_share) { GridSize::Seven } else { GridSize::Five };
        let wide = size.squares_wide();
        let holes = dice.random_range(1..=wide / 2 + 1);
        if dice.random_bool(self.small_share) {
            let (rows, cols) = (dice.random_range(wide - 3..=wide), dice.random_range(wide - 2..wide));
            return Shape { size, rows: rows.max(2), cols, holes: holes.min(rows) / 2 };
        }
        let holes = if dice.random_bool(self.holes_share) { holes } else { 0 };
        Shape { size, rows: wide, cols: wide, holes }
    }

    fn size_px(&self, dice: &mut Dice) -> (i32, i32) {
        let long = within(dice, self.long_side_px);
        let short = long / self.aspects.choose(dice).expect("load found an aspect");
        let (long, short) = (long.round() as i32, short.round() as i32);
        if dice.random() { (long, short) } else { (short, long) }
    }

    /// A picture of the given kingdom.
    ///
    /// # Errors
    /// As [`Manifest::scene`].
    pub fn picture_of(
        &self,
        layout: &Layout,
        image: &str,
        material: &Material,
        dice: &mut Dice,
    ) -> Result<Rendered, RenderError> {
        let (rows, cols) = (layout.squares.rows(), layout.squares.cols());
        let cropped = dice.random_bool(self.cropped_share);
        let size_px = if cropped { self.cropped_size_px(rows, cols, dice) } else { self.size_px(dice) };
        let view = self.view(size_px, dice);
        let camera = if cropped {
            Camera::rectified(View { turn_deg: 0.0, ..view }, rows, cols, near_the_corners(size_px, dice))?
        } else {
            Camera::new(view, rows, cols, dice)
        };
        let setting = self.setting(size_px, camera, Some(layout), material, dice);
        let castle_3d = setting.castle_3d;
        let scene = compose(&setting, dice)?;
        let corners = lattice_corners(rows, cols).map(|p| camera.plane(0.0).apply(p));
        let label = Label::new(image, layout, corners, size_px, castle_3d, &scene.hidden);
        let jpeg = self.photograph(&scene.picture, dice)?;
        Ok(Rendered { jpeg, label: AnyLabel::Kingdom(Box::new(label)) })
    }

    fn nothing(&self, image: &str, material: &Material, dice: &mut Dice) -> Result<Rendered, RenderError> {
        let size_px = self.size_px(dice);
        let camera = Camera::new(self.view(size_px, dice), 5, 5, dice);
        let mut setting = self.setting(size_px, camera, None, material, dice);
        setting.loose_dominoes = if dice.random() { dice.random_range(0..8) } else { 0 };
        setting.clutter *= 2;
        let scene = compose(&setting, dice)?;
        let jpeg = self.photograph(&scene.picture, dice)?;
        let label = NoKingdom { image: image.to_owned(), kingdoms: 0, image_size: [size_px.0, size_px.1] };
        Ok(Rendered { jpeg, label: AnyLabel::Nothing(label) })
    }

    fn view(&self, size_px: (i32, i32), dice: &mut Dice) -> View {
        let any_turn = dice.random_bool(self.any_turn_share);
        random_view(size_px, self.tilt_deg, self.kingdom_share, any_turn, dice)
    }

    fn setting<'a>(
        &self,
        size_px: (i32, i32),
        camera: Camera,
        layout: Option<&'a Layout>,
        material: &'a Material,
        dice: &mut Dice,
    ) -> Setting<'a> {
        Setting {
            size_px,
            camera,
            layout,
            table: *self.tables.choose(dice).expect("load found a table"),
            faces: &material.faces,
            textures: material.textures.as_ref(),
            untidiness: within(dice, self.untidiness),
            gap: within(dice, self.gap),
            clutter: within(dice, self.clutter).round() as usize,
            loose_dominoes: within(dice, self.loose_dominoes).round() as usize,
            castle_3d: layout.is_some() && dice.random_bool(self.castle_3d_share),
        }
    }

    fn cropped_size_px(&self, rows: usize, cols: usize, dice: &mut Dice) -> (i32, i32) {
        let square = within(dice, self.long_side_px) / rows.max(cols) as f64;
        ((square * cols as f64).round() as i32, (square * rows as f64).round() as i32)
    }

    fn photograph(&self, picture: &tiny_skia::Pixmap, dice: &mut Dice) -> Result<Vec<u8>, RenderError> {
        let photo = take(picture, &self.conditions, dice)?;
        to_jpeg(&photo, within(dice, self.conditions.jpeg_quality).round() as i32)
    }
}

/// The corners of a picture cut by hand: each is up to 2 % of the picture's size off.
fn near_the_corners((width, height): (i32, i32), dice: &mut Dice) -> [Point2d; 4] {
    let (width, height) = (f64::from(width), f64::from(height));
    lattice_corners(1, 1).map(|corner| {
        let off = Point2d::new(within(dice, [-0.02, 0.02]) * width, within(dice, [-0.02, 0.02]) * height);
        Point2d::new(corner.x * width, corner.y * height) + off
    })
}

impl Rendered {
    /// Writes the picture to `path` and the label beside it: `.json`, or `.none.json` when there is no kingdom.
    ///
    /// # Errors
    /// An unwritable path.
    pub fn write(&self, path: &Path) -> Result<(), RenderError> {
        std::fs::write(path, &self.jpeg).map_err(|error| RenderError::file(path, error))?;
        let (text, extension) = match &self.label {
            AnyLabel::Kingdom(label) => (serde_json::to_string_pretty(label), "json"),
            AnyLabel::Nothing(label) => (serde_json::to_string_pretty(label), "none.json"),
        };
        let path = path.with_extension(extension);
        let text = text.map_err(|error| RenderError::file(&path, error))? + "\n";
        std::fs::write(&path, text).map_err(|error| RenderError::file(&path, error))
    }
}

/// Renders the manifest's scenes into `folder`, on all cores.
///
/// # Errors
/// The first that any scene meets.
pub fn render_suite(manifest: &Manifest, material: &Material, folder: &Path) -> Result<(), RenderError> {
    std::fs::create_dir_all(folder).map_err(|error| RenderError::file(folder, error))?;
    // Scenes run side by side already; OpenCV's own threads would only wait for each other.
    opencv::core::set_num_threads(1)?;
    (0..manifest.scenes).into_par_iter().try_for_each(|index| {
        let image = format!("scene_{index:05}.jpg");
        manifest.scene(index, &image, material)?.write(&folder.join(&image))
    })
}
