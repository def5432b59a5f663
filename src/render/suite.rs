//! Many scenes within the ranges of a manifest.

use std::path::Path;

use opencv::core::Point2d;
use rand::RngExt;
use rand::seq::IndexedRandom;
use rayon::prelude::*;
use serde::Deserialize;

use super::camera::{Camera, View, random_view};
use super::faces::Faces;
use super::label::{NoKingdom, label_of};
use super::layout::{Layout, Shape, lay};
use super::photograph::{Conditions, take, to_jpeg};
use super::scene::{Setting, compose};
use super::tables::{Table, Textures};
use super::{Dice, RenderError, Rendering, Span, dice_of_scene, within};
use crate::domain::GridSize;
use crate::formats::KingdomRecord;
use crate::geometry::lattice_corners;

/// The ranges that scenes are drawn from. Shares are chances from 0 to 1.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Manifest {
    /// Scene `i` depends on the seed and on `i` alone.
    pub seed: u64,
    /// How many.
    pub scenes: u64,
    /// Of the picture.
    pub long_side_px: Span,
    /// Long side by short side; the picture is upright or lying by chance.
    pub aspects: Vec<f64>,
    /// 7x7 kingdoms; the others are 5x5.
    pub seven_share: f64,
    /// Kingdoms with holes.
    pub holes_share: f64,
    /// Kingdoms that span less than their grid; they have holes too.
    pub small_share: f64,
    /// Pictures already cut to the kingdom, as after rectifying by hand.
    pub cropped_share: f64,
    /// Pictures without a kingdom.
    pub nothing_share: f64,
    /// Kingdoms with a cardboard castle on the start square.
    pub castle_3d_share: f64,
    /// Kingdoms turned by any angle; the others lie within 12 degrees of upright.
    pub any_turn_share: f64,
    /// Between the camera's axis and the table's normal.
    pub tilt_deg: Span,
    /// The part of the picture's width or height that the kingdom covers.
    pub kingdom_share: Span,
    /// Of a domino's place, in squares: a standard deviation.
    pub untidiness: Span,
    /// Between neighbouring dominoes, in squares.
    pub gap: Span,
    /// How many things lie beside the kingdom.
    pub clutter: Span,
    /// How many dominoes lie apart from the kingdom.
    pub loose_dominoes: Span,
    /// Those to choose from.
    pub tables: Vec<Table>,
    /// What lens, light and sensor do.
    pub conditions: Conditions,
}

/// A finished scene.
pub struct Rendered {
    /// The encoded picture.
    pub jpeg: Vec<u8>,
    /// What is in it, exactly.
    pub label: Label,
}

/// What the label file says.
pub enum Label {
    /// A kingdom's label.
    Kingdom(Box<KingdomRecord>),
    /// The label of a picture without one.
    Nothing(NoKingdom),
}

/// The pictures that scenes are made with.
pub struct Material {
    /// What is on the dominoes.
    pub faces: Faces,
    /// Real surfaces; half of the scenes lie on one of them.
    pub textures: Option<Textures>,
}

impl Manifest {
    /// Reads a manifest in JSON.
    ///
    /// # Errors
    /// An unreadable file, or one that is not a manifest.
    pub fn load(path: &Path) -> Result<Self, RenderError> {
        let text = std::fs::read_to_string(path).map_err(|error| RenderError::file(path, error))?;
        let manifest: Self = serde_json::from_str(&text).map_err(|error| RenderError::file(path, error))?;
        manifest.check().map_err(|problem| RenderError::file(path, problem))?;
        Ok(manifest)
    }

    /// Whether everything can be drawn from these ranges.
    fn check(&self) -> Result<(), String> {
        let (conditions, within) = (&self.conditions, |span: &Span, ends: Span| {
            span[0] <= span[1] && span[0] >= ends[0] && span[1] <= ends[1]
        });
        let shares = [
            ("seven_share", self.seven_share),
            ("holes_share", self.holes_share),
            ("small_share", self.small_share),
            ("cropped_share", self.cropped_share),
            ("nothing_share", self.nothing_share),
            ("castle_3d_share", self.castle_3d_share),
            ("any_turn_share", self.any_turn_share),
            ("shadow_share", conditions.shadow_share),
            ("glare_share", conditions.glare_share),
        ];
        if let Some((name, share)) = shares.iter().find(|(_, share)| !(0.0..=1.0).contains(share)) {
            return Err(format!("`{name}` is {share}; a share is a number from 0 to 1"));
        }
        let spans = [
            // Below 32 px nothing can be seen; above 8192 px a picture takes a quarter of a gigabyte.
            ("long_side_px", self.long_side_px, [32.0, 8192.0]),
            // Beyond, the horizon comes into the picture.
            ("tilt_deg", self.tilt_deg, [0.0, 45.0]),
            ("kingdom_share", self.kingdom_share, [0.05, 1.5]),
            ("untidiness", self.untidiness, [0.0, 1.0]),
            ("gap", self.gap, [0.0, 0.9]),
            ("clutter", self.clutter, [0.0, 1000.0]),
            ("loose_dominoes", self.loose_dominoes, [0.0, 1000.0]),
            ("brightness", conditions.brightness, [0.0, 10.0]),
            ("blur_px", conditions.blur_px, [0.0, 100.0]),
            ("motion_px", conditions.motion_px, [0.0, 200.0]),
            ("noise", conditions.noise, [0.0, 255.0]),
            ("jpeg_quality", conditions.jpeg_quality, [1.0, 100.0]),
            ("unevenness", conditions.unevenness, [0.0, 1.0]),
        ];
        if let Some((name, _, ends)) = spans.iter().find(|(_, span, ends)| !within(span, *ends)) {
            return Err(format!("`{name}` is no range [least, most] between {} and {}", ends[0], ends[1]));
        }
        if self.aspects.is_empty() || self.aspects.iter().any(|aspect| !(1.0..=4.0).contains(aspect)) {
            return Err("`aspects` needs numbers from 1 to 4: the long side by the short side".to_owned());
        }
        if self.tables.is_empty() { Err("`tables` needs at least one".to_owned()) } else { Ok(()) }
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
        let short = long / self.aspects.choose(dice).expect("a checked manifest has aspects");
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
        let corners_px = lattice_corners(rows, cols).map(|p| camera.plane(0.0).apply(p));
        let rendering = Rendering { image: image.to_owned(), size_px, corners_px, castle_3d, hidden: scene.hidden };
        let label = label_of(layout, &rendering)?;
        let jpeg = self.photograph(&scene.picture, dice)?;
        Ok(Rendered { jpeg, label: Label::Kingdom(Box::new(label)) })
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
        Ok(Rendered { jpeg, label: Label::Nothing(label) })
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
            table: *self.tables.choose(dice).expect("a checked manifest has tables"),
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
            Label::Kingdom(label) => (label.to_json(), "json"),
            Label::Nothing(label) => (serde_json::to_string(label).expect("a label serialises") + "\n", "none.json"),
        };
        let path = path.with_extension(extension);
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

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;
    use std::error::Error;

    use opencv::core::Mat;
    use opencv::prelude::*;

    use super::*;
    use crate::domain::{Square, Terrain};
    use crate::formats::parse_json;
    use crate::geometry::Homography;

    type Outcome = Result<(), Box<dyn Error>>;

    const DRAWN: Material = Material { faces: Faces::Drawn, textures: None };

    fn training() -> Manifest {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures/suites/training.json");
        Manifest { scenes: 3, ..Manifest::load(&path).expect("the committed manifest is sound") }
    }

    fn files_of(folder: &Path) -> Result<BTreeMap<String, Vec<u8>>, Box<dyn Error>> {
        let entries = std::fs::read_dir(folder)?.collect::<Result<Vec<_>, _>>()?;
        let file = |entry: std::fs::DirEntry| {
            Ok((entry.file_name().to_string_lossy().into_owned(), std::fs::read(entry.path())?))
        };
        entries.into_iter().map(file).collect()
    }

    #[test]
    fn the_same_seed_draws_the_same_pictures_on_any_number_of_threads() -> Outcome {
        let render = |threads: usize| {
            let folder = tempfile::tempdir()?;
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build()?;
            pool.install(|| render_suite(&training(), &DRAWN, folder.path()))?;
            files_of(folder.path())
        };
        let (one, three) = (render(1)?, render(3)?);
        assert_eq!(one.len(), 6, "{:?}", one.keys());
        assert!(one == three, "the pictures differ");
        let other = Manifest { seed: 2, ..training() }.scene(0, "scene_00000.jpg", &DRAWN)?;
        assert!(other.jpeg != one["scene_00000.jpg"], "another seed draws the same picture");
        Ok(())
    }

    #[test]
    fn the_files_of_a_suite_agree_with_each_other() -> Outcome {
        let folder = tempfile::tempdir()?;
        render_suite(&Manifest { nothing_share: 0.0, ..training() }, &DRAWN, folder.path())?;
        for index in 0..3 {
            let path = folder.path().join(format!("scene_{index:05}.jpg"));
            let label = parse_json(&std::fs::read_to_string(path.with_extension("json"))?)?.record;
            let header = turbojpeg::read_header(&std::fs::read(&path)?)?;
            assert_eq!(label.photo.image_size, Some([header.width as u32, header.height as u32]));
            assert_eq!(label.photo.image, path.file_name().map(|name| name.to_string_lossy().into_owned()));
        }
        Ok(())
    }

    #[test]
    fn a_picture_of_nothing_says_so() -> Outcome {
        let folder = tempfile::tempdir()?;
        render_suite(&Manifest { nothing_share: 1.0, scenes: 1, ..training() }, &DRAWN, folder.path())?;
        let names: Vec<String> = files_of(folder.path())?.into_keys().collect();
        assert_eq!(names, ["scene_00000.jpg", "scene_00000.none.json"]);
        Ok(())
    }

    /// The mean colours (red, green, blue) of our uncrowned artwork.
    const MEANS: [(Terrain, [f64; 3]); 6] = [
        (Terrain::Wheat, [236.0, 194.0, 26.0]),
        (Terrain::Forest, [52.0, 106.0, 38.0]),
        (Terrain::Lake, [38.0, 124.0, 216.0]),
        (Terrain::Grassland, [118.0, 198.0, 36.0]),
        (Terrain::Swamp, [165.0, 148.0, 112.0]),
        (Terrain::Mine, [56.0, 50.0, 48.0]),
    ];

    fn nearest_terrain(bgr: [f64; 3]) -> Terrain {
        let distance = |mean: &[f64; 3]| (0..3).map(|i| (mean[i] - bgr[2 - i]).powi(2)).sum::<f64>();
        let nearest = MEANS.iter().min_by(|a, b| distance(&a.1).total_cmp(&distance(&b.1)));
        nearest.expect("there are six terrains").0
    }

    /// The mean colour of the middle of a square, found by the label's corners alone.
    fn colour_at(
        picture: &impl MatTraitConst,
        to_picture: &Homography,
        place: crate::domain::Place,
    ) -> opencv::Result<[f64; 3]> {
        let mut sum = [0.0; 3];
        for i in 0..100 {
            let part = |v: i32| 0.1 + 0.8 * (f64::from(v) + 0.5) / 10.0;
            let at = Point2d::new(place.col as f64 + part(i % 10), place.row as f64 + part(i / 10));
            let at = to_picture.apply(at);
            let pixel = picture.at_2d::<opencv::core::Vec3b>(at.y as i32, at.x as i32)?;
            (0..3).for_each(|channel| sum[channel] += f64::from(pixel[channel]) / 100.0);
        }
        Ok(sum)
    }

    #[test]
    fn the_label_s_corners_lead_to_the_squares() -> Outcome {
        let mut checked = 0;
        for seed in 0..8 {
            let mut manifest = Manifest { long_side_px: [800.0, 800.0], ..Manifest::portrait(seed) };
            manifest.any_turn_share = 0.5;
            manifest.conditions.brightness = [1.0, 1.0];
            manifest.conditions.unevenness = [0.0, 0.0];
            (manifest.conditions.shadow_share, manifest.conditions.glare_share) = (0.0, 0.0);
            let rendered = manifest.scene(0, "a.jpg", &DRAWN)?;
            let Label::Kingdom(label) = &rendered.label else { panic!("the portrait always has a kingdom") };
            let corners = label.corners_px.expect("a rendered label has corners").map(|[x, y]| Point2d::new(x, y));
            let squares = label.kingdom.squares();
            let to_picture = Homography::from_lattice(squares.rows(), squares.cols(), corners)?;
            let decoded = turbojpeg::decompress(&rendered.jpeg, turbojpeg::PixelFormat::BGR)?;
            let picture = Mat::new_rows_cols_with_bytes::<opencv::core::Vec3b>(
                decoded.height as i32,
                decoded.width as i32,
                &decoded.pixels,
            )?;
            for (place, square) in squares.iter() {
                if let Square::Land { terrain, crowns: 0, .. } = square
                    && *terrain != Terrain::Mine
                {
                    let colour = colour_at(&picture, &to_picture, place)?;
                    assert_eq!(nearest_terrain(colour), *terrain, "seed {seed}, {place}: {colour:?}");
                    checked += 1;
                }
            }
        }
        assert!(checked > 80, "{checked}");
        Ok(())
    }
}
