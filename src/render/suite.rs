//! Many scenes within the ranges of a manifest.

use std::path::Path;

use opencv::core::Point2d;
use rand::RngExt;
use rand::seq::{IndexedRandom, SliceRandom};
use rayon::prelude::*;
use serde::Deserialize;
use serde_json::Value;

use super::arrangement::{Arrangement, arranged};
use super::camera::{Camera, View, random_view};
use super::faces::{Faces, Look, Style};
use super::furnishing::{Furnishing, furnish};
use super::label::{NoKingdom, label_of};
use super::layout::{Layout, Shape, lay, lay_game};
use super::lens::Lens;
use super::photograph::{Conditions, take, to_jpeg};
use super::scene::{Laid, Setting, compose};
use super::tables::{Table, Textures};
use super::{Dice, RenderError, Rendering, Span, by_chance, dice_of_scene, within};
use crate::domain::{CastleColor, Game, GridSize, MAX_KNIGHTS, MAX_TOWERS, Place, Unseen};
use crate::formats::{KingdomRecord, TerritoryPoints};
use crate::geometry::{lattice_corners, reading_order};
use crate::score_sheet::ScoreSheet;

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
    /// What makes finding hard.
    #[serde(default)]
    pub challenges: Challenges,
    /// How faces are drawn, if they are.
    #[serde(default)]
    pub style: Style,
    /// Those to choose from for each scene, in place of `style`; empty: `style`.
    #[serde(default)]
    pub styles: Vec<Style>,
    /// All scenes show this box of their style; left out, each shows a box of its own.
    #[serde(default)]
    pub box_seed: Option<u64>,
    /// Which boxes the kingdoms are laid from, by its id; left out: `kingdomino`.
    #[serde(default, deserialize_with = "game_by_id")]
    pub game: Game,
    /// What stands on Queendomino's kingdoms.
    #[serde(default)]
    pub furnishing: Furnishing,
}

fn game_by_id<'de, D: serde::Deserializer<'de>>(deserializer: D) -> Result<Game, D::Error> {
    let id = String::deserialize(deserializer)?;
    let ids = || Game::ALL.map(Game::id).join(", ");
    Game::from_id(&id).ok_or_else(|| serde::de::Error::custom(format!("`game` is `{id}`; allowed are {}", ids())))
}

/// What makes finding harder than one tidy kingdom on a table; left out, there is nothing of it.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Challenges {
    /// Pictures with several kingdoms.
    pub several_share: f64,
    /// How many these show beside the first.
    pub more_kingdoms: Span,
    /// The part of the picture's width or height that several kingdoms cover together.
    pub several_cover: Span,
    /// Kingdoms of three to six dominoes.
    pub tiny_share: f64,
    /// Start square and castle have one colour, which the label tells; of several kingdoms each has its own.
    pub castle_colors: bool,
    /// Wooden figures that stand on the kingdoms.
    pub figures: Span,
    /// Kingdoms with a hand, a card or something else over their rim.
    pub intruder_share: f64,
    /// Pictures whose edge cuts off a part of the kingdom.
    pub cut_share: f64,
    /// How much of it, in squares.
    pub cut: Span,
    /// Radial distortion: the [`Lens`]'s bend.
    pub lens: Span,
}

/// Manifests by class; the class is the beginning of its pictures' names.
pub struct Suite(pub Vec<(String, Manifest)>);

/// The class of a manifest that knows no classes.
const ONLY_CLASS: &str = "scene";

/// A finished scene.
pub struct Rendered {
    /// The encoded picture.
    pub jpeg: Vec<u8>,
    /// What is in it, exactly.
    pub label: Label,
}

/// What the label file says.
pub enum Label {
    /// Of the kingdoms, from the picture's top left, see [`reading_order`].
    Kingdoms(Vec<KingdomRecord>),
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

impl Suite {
    /// Reads a manifest, or `{"all": a manifest, "classes": {name: what is different in it}}`.
    ///
    /// # Errors
    /// An unreadable file, or one that is neither.
    pub fn load(path: &Path) -> Result<Self, RenderError> {
        let text = std::fs::read_to_string(path).map_err(|error| RenderError::file(path, error))?;
        let suite: Value = serde_json::from_str(&text).map_err(|error| RenderError::file(path, error))?;
        let classes = match (&suite["all"], &suite["classes"]) {
            (all, Value::Object(classes)) => {
                classes.iter().map(|(name, own)| (name.clone(), overlaid(all.clone(), own))).collect()
            }
            _ => vec![(ONLY_CLASS.to_owned(), suite)],
        };
        let manifest = |(name, json): (String, Value)| {
            let manifest = Manifest::from_json(json).map_err(|problem| RenderError::file(path, problem))?;
            Ok((name, manifest))
        };
        Ok(Self(classes.into_iter().map(manifest).collect::<Result<_, RenderError>>()?))
    }
}

/// `json` with the fields of `own` in place of its own, also those within fields.
fn overlaid(json: Value, own: &Value) -> Value {
    match (json, own) {
        (Value::Object(mut fields), Value::Object(own)) => {
            for (name, value) in own {
                let field = fields.remove(name).unwrap_or_default();
                fields.insert(name.clone(), overlaid(field, value));
            }
            Value::Object(fields)
        }
        _ => own.clone(),
    }
}

impl Manifest {
    fn from_json(json: Value) -> Result<Self, String> {
        let manifest: Self = serde_json::from_value(json).map_err(|error| error.to_string())?;
        manifest.check()?;
        Ok(manifest)
    }

    /// Whether everything can be drawn from these ranges.
    pub(super) fn check(&self) -> Result<(), String> {
        let (conditions, challenges) = (&self.conditions, &self.challenges);
        let within = |span: &Span, ends: Span| span[0] <= span[1] && span[0] >= ends[0] && span[1] <= ends[1];
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
            ("several_share", challenges.several_share),
            ("tiny_share", challenges.tiny_share),
            ("intruder_share", challenges.intruder_share),
            ("cut_share", challenges.cut_share),
            ("queen_share", self.furnishing.queen_share),
            ("stacked_share", self.furnishing.stacked_share),
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
            ("focus_fall_px", conditions.focus_fall_px, [0.0, 100.0]),
            ("more_kingdoms", challenges.more_kingdoms, [0.0, 3.5]),
            ("figures", challenges.figures, [0.0, 100.0]),
            ("several_cover", challenges.several_cover, [0.0, 1.5]),
            ("cut", challenges.cut, [0.0, 1.0]),
            ("lens", challenges.lens, [-0.1, 0.1]),
            ("built", self.furnishing.built, [0.0, 1.0]),
            ("knights", self.furnishing.knights, [0.0, f64::from(MAX_KNIGHTS)]),
            ("towers", self.furnishing.towers, [0.0, f64::from(MAX_TOWERS)]),
            ("beside", self.furnishing.beside, [0.0, 100.0]),
            ("tile_shift", [self.furnishing.tile_shift; 2], [0.0, 0.2]),
        ];
        if let Some((name, _, ends)) = spans.iter().find(|(_, span, ends)| !within(span, *ends)) {
            return Err(format!("`{name}` is no range [least, most] between {} and {}", ends[0], ends[1]));
        }
        if challenges.several_share > 0.0 && challenges.several_cover[0] < 0.05 {
            return Err("pictures with several kingdoms need `several_cover`, from 0.05 on".to_owned());
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
                focus_fall_px: [0.0, 0.0],
                motion_px: [0.0, 0.0],
                noise: [1.0, 3.0],
                jpeg_quality: [85.0, 88.0],
                unevenness: [0.2, 0.4],
                shadow_share: 0.3,
                glare_share: 0.15,
            },
            challenges: Challenges::default(),
            style: Style::default(),
            styles: Vec::new(),
            box_seed: None,
            game: Game::Kingdomino,
            furnishing: Furnishing { tile_shift: 0.015, ..Furnishing::default() },
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
        let kingdoms = 1 + self.more_kingdoms(&mut dice);
        let mut layouts = self.layouts(kingdoms, &mut dice);
        furnish(&mut layouts, &self.furnishing, &mut dice);
        self.picture_of(&layouts, image, material, &mut dice)
    }

    /// Queendomino's kingdoms in one picture come from the boxes of one game; Kingdomino's need not.
    fn layouts(&self, kingdoms: usize, dice: &mut Dice) -> Vec<Layout> {
        if self.game != Game::Kingdomino && kingdoms > 1 {
            return lay_game(self.shape(dice), kingdoms, dice);
        }
        (0..kingdoms).map(|_| lay(self.shape(dice), dice)).collect()
    }

    fn more_kingdoms(&self, dice: &mut Dice) -> usize {
        let several = by_chance(dice, self.challenges.several_share);
        if several { within(dice, self.challenges.more_kingdoms).round() as usize } else { 0 }
    }

    fn shape(&self, dice: &mut Dice) -> Shape {
        if by_chance(dice, self.challenges.tiny_share) {
            let (rows, cols) = (dice.random_range(3..=4), dice.random_range(4..=5));
            let dominoes = Some(dice.random_range(3..=6));
            return Shape { holes: 1, dominoes, ..self.full(GridSize::Five, rows, cols) };
        }
        let size = if dice.random_bool(self.seven_share) { GridSize::Seven } else { GridSize::Five };
        let wide = size.squares_wide();
        let holes = dice.random_range(1..=wide / 2 + 1);
        if dice.random_bool(self.small_share) {
            let (rows, cols) = (dice.random_range(wide - 3..=wide), dice.random_range(wide - 2..wide));
            return Shape { holes: holes.min(rows) / 2, ..self.full(size, rows.max(2), cols) };
        }
        let holes = if dice.random_bool(self.holes_share) { holes } else { 0 };
        Shape { holes, ..self.full(size, wide, wide) }
    }

    fn full(&self, size: GridSize, rows: usize, cols: usize) -> Shape {
        Shape { game: self.game, ..Shape::full(size, rows, cols) }
    }

    /// The style and box of a scene.
    fn look(&self, dice: &mut Dice) -> (Style, Look) {
        let style = self.styles.choose(dice).copied().unwrap_or(self.style);
        let alike = style.is_one_box() && self.game == Game::Kingdomino;
        let any_box = || if alike { 0 } else { dice.random() };
        (style, Look::of(style, self.box_seed.unwrap_or_else(any_box)))
    }

    fn size_px(&self, dice: &mut Dice) -> (i32, i32) {
        let long = within(dice, self.long_side_px);
        let short = long / self.aspects.choose(dice).expect("a checked manifest has aspects");
        let (long, short) = (long.round() as i32, short.round() as i32);
        if dice.random() { (long, short) } else { (short, long) }
    }

    /// A picture of the given kingdoms, one to eight.
    ///
    /// # Errors
    /// As [`Manifest::scene`].
    pub fn picture_of(
        &self,
        layouts: &[Layout],
        image: &str,
        material: &Material,
        dice: &mut Dice,
    ) -> Result<Rendered, RenderError> {
        let several = layouts.len() > 1;
        let cropped = dice.random_bool(self.cropped_share) && !several;
        let size_px = if cropped { self.cropped_size_px(&layouts[0], dice) } else { self.size_px(dice) };
        let arrangement = arranged(layouts, size_px, dice);
        let (rows, cols) = (arrangement.rows, arrangement.cols);
        let view = if several { self.view_of_several(size_px, dice) } else { self.view(size_px, dice) };
        let camera = if cropped {
            Camera::rectified(View { turn_deg: 0.0, ..view }, rows, cols, near_the_corners(size_px, dice))?
        } else {
            self.cut(Camera::new(view, rows, cols, dice), view, (rows, cols), dice)
        };
        let setting = self.setting(size_px, camera, (layouts, &arrangement), material, dice);
        let scene = compose(&setting, dice)?;
        let lens = Lens::any(self.challenges.lens, size_px, dice);
        let labels = labels_of(&setting, image, &scene.hidden, lens)?;
        let jpeg = self.photograph(&lens.bend(scene.picture)?, dice)?;
        Ok(Rendered { jpeg, label: Label::Kingdoms(labels) })
    }

    fn cut(&self, camera: Camera, view: View, rows_cols: (usize, usize), dice: &mut Dice) -> Camera {
        if !by_chance(dice, self.challenges.cut_share) {
            return camera;
        }
        let squares = within(dice, self.challenges.cut);
        camera.cut(view, rows_cols, squares, dice)
    }

    fn nothing(&self, image: &str, material: &Material, dice: &mut Dice) -> Result<Rendered, RenderError> {
        let size_px = self.size_px(dice);
        let nothing = Arrangement { poses: Vec::new(), rows: 5, cols: 5 };
        let camera = Camera::new(self.view(size_px, dice), nothing.rows, nothing.cols, dice);
        let mut setting = self.setting(size_px, camera, (&[], &nothing), material, dice);
        setting.loose_dominoes = if dice.random() { dice.random_range(0..8) } else { 0 };
        setting.clutter *= 2;
        let scene = compose(&setting, dice)?;
        let lens = Lens::any(self.challenges.lens, size_px, dice);
        let jpeg = self.photograph(&lens.bend(scene.picture)?, dice)?;
        let label = NoKingdom { image: image.to_owned(), kingdoms: 0, image_size: [size_px.0, size_px.1] };
        Ok(Rendered { jpeg, label: Label::Nothing(label) })
    }

    fn view(&self, size_px: (i32, i32), dice: &mut Dice) -> View {
        let any_turn = dice.random_bool(self.any_turn_share);
        random_view(size_px, self.tilt_deg, self.kingdom_share, any_turn, dice)
    }

    /// The kingdoms are turned already, and fill the picture better when it is not.
    fn view_of_several(&self, size_px: (i32, i32), dice: &mut Dice) -> View {
        random_view(size_px, self.tilt_deg, self.challenges.several_cover, false, dice)
    }

    fn setting<'a>(
        &self,
        size_px: (i32, i32),
        camera: Camera,
        (layouts, arrangement): (&'a [Layout], &Arrangement),
        material: &'a Material,
        dice: &mut Dice,
    ) -> Setting<'a> {
        let (style, look) = self.look(dice);
        let mut setting = Setting {
            size_px,
            camera,
            kingdoms: Vec::new(),
            rows: arrangement.rows,
            cols: arrangement.cols,
            table: *self.tables.choose(dice).expect("a checked manifest has tables"),
            faces: &material.faces,
            look,
            carving: style.carving(),
            tile_shift: self.furnishing.tile_shift,
            stacked_share: self.furnishing.stacked_share,
            pieces_beside: 0,
            textures: material.textures.as_ref(),
            untidiness: within(dice, self.untidiness),
            gap: within(dice, self.gap),
            clutter: within(dice, self.clutter).round() as usize,
            loose_dominoes: within(dice, self.loose_dominoes).round() as usize,
            figures: 0,
            intruder_share: self.challenges.intruder_share,
        };
        setting.kingdoms = self.laid(layouts, arrangement, material, dice);
        if !layouts.is_empty() {
            setting.figures = within(dice, self.challenges.figures).round() as usize;
            setting.pieces_beside = within(dice, self.furnishing.beside).round() as usize;
        }
        setting
    }

    fn laid<'a>(
        &self,
        layouts: &'a [Layout],
        arrangement: &Arrangement,
        material: &Material,
        dice: &mut Dice,
    ) -> Vec<Laid<'a>> {
        let colored = self.challenges.castle_colors && material.faces.draws_castles();
        let mut colors = CastleColor::ALL.to_vec();
        if colored {
            colors.shuffle(dice);
        }
        let laid = layouts.iter().zip(&arrangement.poses).zip(colors).map(|((layout, to_table), color)| Laid {
            layout,
            to_table: *to_table,
            castle_3d: dice.random_bool(self.castle_3d_share),
            castle_color: colored.then_some(color),
        });
        laid.collect()
    }

    fn cropped_size_px(&self, layout: &Layout, dice: &mut Dice) -> (i32, i32) {
        let (rows, cols) = (layout.squares.rows(), layout.squares.cols());
        let square = within(dice, self.long_side_px) / rows.max(cols) as f64;
        ((square * cols as f64).round() as i32, (square * rows as f64).round() as i32)
    }

    fn photograph(&self, picture: &tiny_skia::Pixmap, dice: &mut Dice) -> Result<Vec<u8>, RenderError> {
        let photo = take(picture, &self.conditions, dice)?;
        to_jpeg(&photo, within(dice, self.conditions.jpeg_quality).round() as i32)
    }
}

/// The labels of a picture's kingdoms, in their order.
fn labels_of(
    setting: &Setting,
    image: &str,
    hidden: &[Vec<(Place, &'static str)>],
    lens: Lens,
) -> Result<Vec<KingdomRecord>, RenderError> {
    let label = |(kingdom, hidden): (&Laid, &Vec<(Place, &'static str)>)| {
        let to_picture = setting.camera.plane(0.0).after(&kingdom.to_table);
        let squares = &kingdom.layout.squares;
        let rendering = Rendering {
            image: image.to_owned(),
            size_px: setting.size_px,
            corners_px: lattice_corners(squares.rows(), squares.cols()).map(|p| lens.bent(to_picture.apply(p))),
            castle_3d: kingdom.castle_3d,
            castle_color: kingdom.castle_color,
            hidden: hidden.clone(),
        };
        label_of(kingdom.layout, &rendering)
    };
    let labels: Vec<KingdomRecord> = setting.kingdoms.iter().zip(hidden).map(label).collect::<Result<_, _>>()?;
    let corners_px: Vec<[[f64; 2]; 4]> = labels.iter().filter_map(|label| label.corners_px).collect();
    Ok(reading_order(&corners_px).into_iter().map(|index| labels[index].clone()).collect())
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
    /// With what lies beside the kingdoms and counts: the label tells it, and its score counts it.
    pub fn told(mut self, unseen: Unseen) -> Self {
        if let Label::Kingdoms(labels) = &mut self.label {
            for label in labels {
                label.unseen = unseen;
                label.score = Some(TerritoryPoints::of(&ScoreSheet::of(&label.kingdom, &unseen, &[])));
            }
        }
        self
    }

    /// Writes the picture to `path` and the label beside it: `.json`, or `.none.json` when there is no kingdom; of
    /// several kingdoms one label each, `.k1.json`, `.k2.json` and so on.
    ///
    /// # Errors
    /// An unwritable path.
    pub fn write(&self, path: &Path) -> Result<(), RenderError> {
        std::fs::write(path, &self.jpeg).map_err(|error| RenderError::file(path, error))?;
        self.label.files().into_iter().try_for_each(|(extension, text)| {
            let path = path.with_extension(extension);
            std::fs::write(&path, text).map_err(|error| RenderError::file(&path, error))
        })
    }
}

impl Label {
    /// Extensions and texts.
    fn files(&self) -> Vec<(String, String)> {
        match self {
            Label::Nothing(label) => {
                vec![("none.json".to_owned(), serde_json::to_string(label).expect("a label serialises") + "\n")]
            }
            Label::Kingdoms(labels) if labels.len() == 1 => vec![("json".to_owned(), labels[0].to_json())],
            Label::Kingdoms(labels) => {
                labels.iter().enumerate().map(|(i, label)| (format!("k{}.json", i + 1), label.to_json())).collect()
            }
        }
    }
}

/// Renders the manifest's scenes into `folder`, on all cores; their names begin with `class`.
///
/// # Errors
/// The first that any scene meets.
pub fn render_suite(class: &str, manifest: &Manifest, material: &Material, folder: &Path) -> Result<(), RenderError> {
    std::fs::create_dir_all(folder).map_err(|error| RenderError::file(folder, error))?;
    // Scenes run side by side already; OpenCV's own threads would only wait for each other.
    opencv::core::set_num_threads(1)?;
    (0..manifest.scenes).into_par_iter().try_for_each(|index| {
        let image = format!("{class}_{index:05}.jpg");
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
    use crate::domain::{Building, Square, Terrain};
    use crate::formats::parse_json;
    use crate::geometry::Homography;

    type Outcome = Result<(), Box<dyn Error>>;

    const DRAWN: Material = Material { faces: Faces::Drawn, textures: None };

    fn training() -> Manifest {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures/suites/training.json");
        let Suite(classes) = Suite::load(&path).expect("the committed manifest is sound");
        let (_, one) = classes.into_iter().find(|(class, _)| class == "one").expect("a class of single kingdoms");
        Manifest { scenes: 3, ..one }
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
            pool.install(|| render_suite(ONLY_CLASS, &training(), &DRAWN, folder.path()))?;
            files_of(folder.path())
        };
        let (one, three) = (render(1)?, render(3)?);
        assert_eq!(one.len(), 6, "{:?}", one.keys());
        assert!(one == three, "the pictures differ");
        let other = Manifest { seed: 2, ..training() }.scene(0, "scene_00000.jpg", &DRAWN)?;
        assert!(other.jpeg != one["scene_00000.jpg"], "another seed draws the same picture");
        Ok(())
    }

    fn queendomino(class: &str) -> Manifest {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("models/train/queendomino-suite.json");
        let Suite(classes) = Suite::load(&path).expect("the committed manifest is sound");
        let (_, manifest) = classes.into_iter().find(|(name, _)| name == class).expect("a class of this name");
        Manifest { scenes: 6, long_side_px: [300.0, 400.0], ..manifest }
    }

    #[test]
    fn queendomino_s_labels_tell_what_stands_where() -> Outcome {
        let (mut buildings, mut knights, mut towers, mut queens) = (0, 0, 0, 0);
        for (class, game) in
            [("queendomino", "queendomino"), ("royal-wedding", "royal-wedding"), ("many-pieces", "queendomino")]
        {
            let manifest = queendomino(class);
            for index in 0..manifest.scenes {
                let rendered = manifest.scene(index, "a.jpg", &DRAWN)?;
                assert!(rendered.jpeg == manifest.scene(index, "a.jpg", &DRAWN)?.jpeg, "{class} {index}");
                let Label::Kingdoms(labels) = &rendered.label else { panic!("the suite has kingdoms") };
                assert_eq!(labels[0].kingdom.game().id(), game);
                let bits = labels[0].kingdom.bits();
                buildings += Building::ALL.into_iter().map(|kind| bits.buildings(kind)).sum::<u32>();
                (knights, towers) = (knights + bits.knights(), towers + bits.towers());
                queens += bits.queen().len();
            }
        }
        assert!(buildings > 15 && knights > 12 && towers > 12 && queens > 2, "{buildings} {knights} {towers} {queens}");
        Ok(())
    }

    #[test]
    fn the_files_of_a_suite_agree_with_each_other() -> Outcome {
        let folder = tempfile::tempdir()?;
        render_suite(ONLY_CLASS, &Manifest { nothing_share: 0.0, ..training() }, &DRAWN, folder.path())?;
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
    fn several_kingdoms_have_a_label_each_in_their_order() -> Outcome {
        let folder = tempfile::tempdir()?;
        let mut manifest = Manifest { nothing_share: 0.0, ..training() };
        (manifest.challenges.several_share, manifest.challenges.more_kingdoms) = (1.0, [2.0, 2.0]);
        manifest.challenges.several_cover = [0.8, 0.9];
        render_suite(ONLY_CLASS, &manifest, &DRAWN, folder.path())?;
        assert_eq!(files_of(folder.path())?.len(), 3 * 4);
        for index in 0..3 {
            let label = |number: usize| -> Result<KingdomRecord, Box<dyn Error>> {
                let path = folder.path().join(format!("scene_{index:05}.k{number}.json"));
                Ok(parse_json(&std::fs::read_to_string(path)?)?.record)
            };
            let labels = [label(1)?, label(2)?, label(3)?];
            let corners_px = labels.each_ref().map(|label| label.corners_px.expect("corners"));
            assert_eq!(reading_order(&corners_px), [0, 1, 2]);
            let colors = labels.each_ref().map(|label| label.photo.castle_color.expect("a colour"));
            assert!(colors[0] != colors[1] && colors[1] != colors[2] && colors[2] != colors[0], "{colors:?}");
        }
        Ok(())
    }

    #[test]
    fn a_class_differs_from_the_others_in_what_it_names() -> Outcome {
        let folder = tempfile::tempdir()?;
        let path = folder.path().join("suite.json");
        let all = std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures/suites/held-out.json"))?;
        let classes = r#"{"dark": {"conditions": {"brightness": [0.1, 0.2]}}, "many": {"scenes": 7}}"#;
        std::fs::write(&path, format!(r#"{{"all": {all}, "classes": {classes}}}"#))?;
        let Suite(classes) = Suite::load(&path)?;
        let told: Vec<_> =
            classes.iter().map(|(name, m)| (&**name, m.scenes, m.conditions.brightness, m.conditions.noise)).collect();
        assert_eq!(told, [("dark", 40, [0.1, 0.2], [0.0, 8.0]), ("many", 7, [0.35, 1.15], [0.0, 8.0])]);
        Ok(())
    }

    #[test]
    fn a_picture_of_nothing_says_so() -> Outcome {
        let folder = tempfile::tempdir()?;
        render_suite(ONLY_CLASS, &Manifest { nothing_share: 1.0, scenes: 1, ..training() }, &DRAWN, folder.path())?;
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
            let Label::Kingdoms(labels) = &rendered.label else { panic!("the portrait always has a kingdom") };
            let label = &labels[0];
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
