//! A table with things on it, drawn as the camera sees them.

use opencv::core::{
    BORDER_CONSTANT, BORDER_REFLECT, CV_8UC1, CV_8UC4, Mat, Point, Point2d, Scalar, Size, Vec4b, Vector,
};
use opencv::imgproc;
use opencv::prelude::*;
use rand::RngExt;
use rand::seq::IndexedRandom;
use tiny_skia::Pixmap;

use super::above::{draw_above, figures, intruders};
use super::artwork::castle_paint;
use super::brush::{Brush, Colour};
use super::camera::Camera;
use super::clutter::{Thing, any_thing};
use super::faces::{Faces, Look, half_of};
use super::layout::{Layout, Piece, dominoes_of};
use super::photograph::darken;
use super::pieces::Carving;
use super::standing::{Carved, draw_standing, tile_pose};
use super::tables::{Table, Textures, table_top};
use super::{Dice, RenderError, within};
use crate::domain::{Building, CastleColor, Domino, Game, Place, Square};
use crate::geometry::Homography;

/// What a scene is made of.
pub struct Setting<'a> {
    /// Width and height in pixels.
    pub size_px: (i32, i32),
    /// From where it is seen.
    pub camera: Camera,
    /// Empty: a table without a kingdom.
    pub kingdoms: Vec<Laid<'a>>,
    /// The rows that the kingdoms cover of the table together, from (0, 0), in squares.
    pub rows: usize,
    /// The columns likewise.
    pub cols: usize,
    /// What the kingdoms lie on.
    pub table: Table,
    /// What is on the dominoes.
    pub faces: &'a Faces,
    /// How it is drawn, if it is.
    pub look: Look,
    /// Whose the pieces are that stand on the squares.
    pub(super) carving: Carving,
    /// Standard deviation of where a building's tile lies, in squares.
    pub tile_shift: f64,
    /// The chance that several towers on a square stand on each other.
    pub stacked_share: f64,
    /// Wooden pieces that stand beside the kingdoms.
    pub pieces_beside: usize,
    /// Real surfaces; half of the scenes lie on one of them in place of `table`.
    pub textures: Option<&'a Textures>,
    /// Standard deviation of where a domino lies, in squares.
    pub untidiness: f64,
    /// Between neighbouring dominoes, in squares.
    pub gap: f64,
    /// Things that lie beside the kingdom.
    pub clutter: usize,
    /// Dominoes that lie apart from the kingdom.
    pub loose_dominoes: usize,
    /// Figures that stand on the kingdoms.
    pub figures: usize,
    /// The chance that something lies over a kingdom's rim.
    pub intruder_share: f64,
}

impl Setting<'_> {
    /// Whether Queendomino's pieces belong to the scene.
    fn has_pieces(&self) -> bool {
        self.pieces_beside > 0 || self.kingdoms.iter().any(|kingdom| kingdom.layout.game != Game::Kingdomino)
    }

    fn domino(&self, domino: &Domino, square_px: u32, dice: &mut Dice) -> Result<Pixmap, RenderError> {
        self.faces.domino(domino, &self.look, square_px, dice)
    }
}

/// A kingdom on the table.
pub struct Laid<'a> {
    /// Its dominoes.
    pub layout: &'a Layout,
    /// From its lattice to the table's coordinates.
    pub to_table: Homography,
    /// A cardboard castle stands on the start square.
    pub castle_3d: bool,
    /// Of the start square and the castle on it; `None`: any two.
    pub castle_color: Option<CastleColor>,
}

impl Laid<'_> {
    /// The places with dominoes.
    pub(super) fn land(&self) -> impl Iterator<Item = Place> {
        self.layout.squares.iter().filter(|(_, square)| square.terrain().is_some()).map(|(place, _)| place)
    }

    /// The places with building tiles on dominoes.
    fn built(&self) -> impl Iterator<Item = (Place, Building)> {
        let lies_alone = |place| self.layout.pieces.iter().any(|p| matches!(p, Piece::Building(_, at) if *at == place));
        let squares = self.layout.squares.iter();
        squares
            .filter_map(|(place, square)| Some((place, square.pieces().building?)))
            .filter(move |(p, _)| !lies_alone(*p))
    }

    fn start(&self) -> Option<Place> {
        self.layout.squares.iter().find(|(_, square)| **square == Square::Castle).map(|(place, _)| place)
    }
}

/// A drawn scene.
pub struct Scene {
    /// RGBA, opaque.
    pub picture: Pixmap,
    /// For each kingdom the squares of which something hides more than 40 %, and what.
    pub hidden: Vec<Vec<(Place, &'static str)>>,
}

/// A face and how it lies.
struct Tile {
    face: Pixmap,
    /// From the face's pixels to (u, v).
    to_table: Homography,
}

/// Thickness of a domino in squares: 2 to 3.5 mm to about 42 mm.
const THICKNESS: [f64; 2] = [0.045, 0.085];

/// Thickness of a building's tile likewise: thinner than a domino.
const TILE: [f64; 2] = [0.03, 0.07];

/// Draws the scene.
///
/// # Errors
/// OpenCV's, and unreadable textures.
pub fn compose(setting: &Setting, dice: &mut Dice) -> Result<Scene, RenderError> {
    let thickness = within(dice, THICKNESS);
    let square_px = setting.camera.square_px(setting.rows, setting.cols);
    let light = Light::any(dice);
    let mut picture = table(setting, square_px, thickness, dice)?;
    let mut tiles = kingdom_tiles(setting, square_px, dice)?;
    let mut spots = Spots { setting, taken: Vec::new() };
    tiles.extend(loose_tiles(setting, square_px, &mut spots, dice)?);
    let things = things(setting, &mut spots, dice);
    shadows_on_table(setting, &tiles, &things, thickness, light)?.apply(&mut picture, light, square_px)?;
    for (thing, pose) in &things {
        draw_thing(&mut picture, &setting.camera, thing, pose, thickness);
    }
    let side = Colour::rgb(150, 134, 108).shade(within(dice, [0.5, 1.4]) as f32);
    // All sides before all faces: a face hides its neighbours' sides, never the other way round.
    for tile in &tiles {
        wall(&mut Brush::with_unit(&mut picture, 1.0), &setting.camera, &tile.outline(), -thickness, 0.0, side);
    }
    for tile in &tiles {
        lay_face(&mut picture, &tile.face, &setting.camera.plane(0.0).after(&tile.to_table))?;
    }
    let tile = within_if(setting.has_pieces(), TILE, dice);
    lay_buildings(setting, &mut picture, (tile, side), light, square_px, dice)?;
    let beside = pieces_beside(setting, &mut spots, thickness, dice);
    let mut above = stand_above(setting, &mut picture, light, square_px, dice)?;
    above.extend(stand_pieces(setting, &mut picture, (tile, beside), light, square_px, dice)?);
    let hidden = setting.kingdoms.iter().map(|kingdom| hidden_places(kingdom, &setting.camera, &above)).collect();
    Ok(Scene { picture, hidden })
}

/// A number of the span, for what the scene has; the dice are left alone otherwise.
fn within_if(wanted: bool, span: super::Span, dice: &mut Dice) -> f64 {
    if wanted { within(dice, span) } else { span[0] }
}

/// Lays the buildings' tiles on their squares.
fn lay_buildings(
    setting: &Setting,
    picture: &mut Pixmap,
    (height, side): (f64, Colour),
    light: Light,
    square_px: f64,
    dice: &mut Dice,
) -> Result<(), RenderError> {
    let px = face_px(square_px);
    let mut tiles = Vec::new();
    for (kingdom, (place, kind)) in setting.kingdoms.iter().flat_map(|laid| laid.built().map(move |b| (laid, b))) {
        let (at, angle_deg) = tile_pose(place, setting.tile_shift, dice);
        // A little smaller than a square, as its neighbours lie on theirs.
        let gap = setting.gap + within(dice, [0.0, 0.05]);
        let face = setting.look.building(kind, px);
        tiles.push(Tile::new(face, f64::from(px), at, angle_deg, gap).on_table(&kingdom.to_table));
    }
    if tiles.is_empty() {
        return Ok(());
    }
    let mut shadow = Shadow::new(setting.size_px)?;
    for tile in &tiles {
        shadow.add(&setting.camera, &tile.outline(), 0.0, height, light)?;
    }
    shadow.apply(picture, light, square_px)?;
    for tile in &tiles {
        wall(&mut Brush::with_unit(picture, 1.0), &setting.camera, &tile.outline(), 0.0, height, side);
    }
    let top = setting.camera.plane(height);
    tiles.iter().try_for_each(|tile| lay_face(picture, &tile.face, &top.after(&tile.to_table)))
}

/// Where wooden pieces stand that nobody has put on a kingdom.
fn pieces_beside(setting: &Setting, spots: &mut Spots, thickness: f64, dice: &mut Dice) -> Vec<(Point2d, f64)> {
    let spots = (0..setting.pieces_beside).filter_map(|_| spots.find(0.3, 0.2, dice));
    spots.map(|at| (at, thickness)).collect()
}

/// Stands the wooden pieces on their squares, and those beside the kingdoms; returns the layer with the pieces alone.
fn stand_pieces(
    setting: &Setting,
    picture: &mut Pixmap,
    (tile, beside): (f64, Vec<(Point2d, f64)>),
    light: Light,
    square_px: f64,
    dice: &mut Dice,
) -> Result<Option<(&'static str, Pixmap)>, RenderError> {
    if !setting.has_pieces() {
        return Ok(None);
    }
    let carved = Carved::any(setting.carving, dice);
    let mut stood: Vec<_> = beside.into_iter().map(|(at, below)| carved.beside(at, below, dice)).collect();
    for kingdom in &setting.kingdoms {
        stood.extend(carved.on_kingdom(kingdom, tile, setting.stacked_share, dice));
    }
    Ok(Some(("piece", draw_standing(setting, picture, stood, light, square_px)?)))
}

/// Draws what is above the faces; returns it in layers, each with its name.
fn stand_above(
    setting: &Setting,
    picture: &mut Pixmap,
    light: Light,
    square_px: f64,
    dice: &mut Dice,
) -> Result<Vec<(&'static str, Pixmap)>, RenderError> {
    let mut layers = Vec::new();
    for kingdom in setting.kingdoms.iter().filter(|kingdom| kingdom.castle_3d) {
        layers.extend(stand_castle(setting, kingdom, picture, light, square_px, dice)?.map(|layer| ("castle", layer)));
    }
    for (name, things) in [("figure", figures(setting, dice)), ("something over the rim", intruders(setting, dice))] {
        if !things.is_empty() {
            layers.push((name, draw_above(setting, picture, &things, light, square_px)?));
        }
    }
    Ok(layers)
}

/// The squares of a kingdom of which a layer hides more than 40 %, and which does.
fn hidden_places(kingdom: &Laid, camera: &Camera, layers: &[(&'static str, Pixmap)]) -> Vec<(Place, &'static str)> {
    let to_picture = camera.plane(0.0).after(&kingdom.to_table);
    let hides = |layer: &Pixmap, place: Place| hidden_share(layer, &to_picture, place) > 0.4;
    let cover = |place| layers.iter().find(|(_, layer)| hides(layer, place)).map(|(name, _)| (place, *name));
    kingdom.land().filter_map(cover).collect()
}

fn shadows_on_table(
    setting: &Setting,
    tiles: &[Tile],
    things: &[(Thing, Homography)],
    thickness: f64,
    light: Light,
) -> Result<Shadow, RenderError> {
    let mut shadow = Shadow::new(setting.size_px)?;
    for tile in tiles {
        shadow.add(&setting.camera, &tile.outline(), -thickness, thickness, light)?;
    }
    for (thing, pose) in things {
        shadow.add(&setting.camera, &thing.outline(pose), -thickness, thing.height, light)?;
    }
    Ok(shadow)
}

/// The table all over the picture; RGBA.
fn table(setting: &Setting, square_px: f64, thickness: f64, dice: &mut Dice) -> Result<Pixmap, RenderError> {
    let (width, height) = setting.size_px;
    let (top, square) = match setting.textures {
        // Half of the tables stay drawn, so that no kind of table is lost.
        Some(textures) if dice.random_bool(0.5) => {
            let top = textures.any(dice)?;
            let square = f64::from(top.width()) / within(dice, [1.0, 7.0]);
            (top, square)
        }
        _ => {
            let side = (width.max(height) as u32).clamp(256, 1280);
            let square = square_px * within(dice, [0.8, 1.25]);
            (table_top(setting.table, side, square as f32, dice)?, square)
        }
    };
    let turn = if dice.random() { 90.0 * f64::from(dice.random_range(0..4)) } else { within(dice, [0.0, 360.0]) };
    let at = Point2d::new(within(dice, [-9.0, 9.0]), within(dice, [-9.0, 9.0]));
    let to_plane = pose(at, turn).after(&Homography::scaling(1.0 / square, 1.0 / square));
    let to_picture = setting.camera.plane(-thickness).after(&to_plane);
    let mut picture = Pixmap::new(width as u32, height as u32).expect("a picture has a size");
    let from = Mat::new_rows_cols_with_bytes::<Vec4b>(top.height() as i32, top.width() as i32, top.data())?;
    let mut to = Mat::new_rows_cols_with_bytes_mut::<Vec4b>(height, width, picture.data_mut())?;
    let matrix = to_picture.between_pixel_centres().to_mat()?;
    let size = Size::new(width, height);
    imgproc::warp_perspective(&from, &mut to, &matrix, size, imgproc::INTER_LINEAR, BORDER_REFLECT, Scalar::default())?;
    drop(to);
    Ok(picture)
}

/// Turned clockwise about the origin, then moved to `at`.
pub(super) fn pose(at: Point2d, angle_deg: f64) -> Homography {
    let (s, c) = angle_deg.to_radians().sin_cos();
    Homography([[c, -s, at.x], [s, c, at.y], [0.0, 0.0, 1.0]])
}

impl Tile {
    /// `face` with its middle at `at`, shrunk by the gap around it.
    fn new(face: Pixmap, face_px: f64, at: Point2d, angle_deg: f64, gap: f64) -> Self {
        let scale = (1.0 - gap) / face_px;
        let middle = Homography::translation(-f64::from(face.width()) / 2.0, -f64::from(face.height()) / 2.0);
        let to_table = pose(at, angle_deg).after(&Homography::scaling(scale, scale)).after(&middle);
        Self { face, to_table }
    }

    /// The tile of a lattice that lies on the table like this.
    fn on_table(self, lattice: &Homography) -> Self {
        Self { to_table: lattice.after(&self.to_table), ..self }
    }

    fn outline(&self) -> Vec<Point2d> {
        let (width, height) = (f64::from(self.face.width()), f64::from(self.face.height()));
        [(0.0, 0.0), (width, 0.0), (width, height), (0.0, height)]
            .map(|(x, y)| self.to_table.apply(Point2d::new(x, y)))
            .to_vec()
    }
}

/// Faces are drawn a little larger than they appear, so that the near ones are sharp.
fn face_px(square_px: f64) -> u32 {
    (square_px * 1.15).clamp(12.0, 400.0) as u32
}

/// The sum of three uniform numbers has a variance of one for these ends.
pub(super) fn wobble(dice: &mut Dice, deviation: f64) -> f64 {
    (0..3).map(|_| within(dice, [-1.0, 1.0])).sum::<f64>() * deviation
}

fn kingdom_tiles(setting: &Setting, square_px: f64, dice: &mut Dice) -> Result<Vec<Tile>, RenderError> {
    let px = face_px(square_px);
    let mut tiles = Vec::new();
    for (kingdom, piece) in setting.kingdoms.iter().flat_map(|laid| laid.layout.pieces.iter().map(move |p| (laid, p))) {
        let (face, angle_deg) = match piece {
            Piece::Domino(domino, places) => (setting.domino(domino, px, dice)?, heading_deg(*places)),
            Piece::Half(domino, index, _) => {
                let face = half_of(&setting.domino(domino, px, dice)?, *index, px);
                (face, 90.0 * f64::from(dice.random_range(0..4)))
            }
            Piece::Castle(_) => {
                let face = setting.faces.castle(kingdom.castle_color, &setting.look, px, dice)?;
                (face, 90.0 * f64::from(dice.random_range(0..4)))
            }
            Piece::Building(kind, _) => (setting.look.building(*kind, px), 0.0),
        };
        let at = middle(piece) + Point2d::new(wobble(dice, setting.untidiness), wobble(dice, setting.untidiness));
        // A domino's end moves as much by turning as the whole moves by shifting.
        let angle_deg = angle_deg + wobble(dice, setting.untidiness).to_degrees();
        tiles.push(Tile::new(face, f64::from(px), at, angle_deg, setting.gap).on_table(&kingdom.to_table));
    }
    Ok(tiles)
}

fn middle(piece: &Piece) -> Point2d {
    let places = piece.squares();
    let sum = |of: fn(&Place) -> usize| places.iter().map(|(place, _)| of(place) as f64 + 0.5).sum::<f64>();
    Point2d::new(sum(|p| p.col), sum(|p| p.row)) / places.len() as f64
}

/// How far the face is turned clockwise when its second half lies on the second place.
fn heading_deg([first, second]: [Place; 2]) -> f64 {
    match (second.row as i32 - first.row as i32, second.col as i32 - first.col as i32) {
        (0, 1) => 0.0,
        (1, 0) => 90.0,
        (0, -1) => 180.0,
        _ => 270.0,
    }
}

/// Free places beside the kingdom.
struct Spots<'a> {
    setting: &'a Setting<'a>,
    taken: Vec<(Point2d, f64)>,
}

impl Spots<'_> {
    /// A visible place for something of this radius, `clearance` away from kingdom and other things.
    fn find(&mut self, radius: f64, clearance: f64, dice: &mut Dice) -> Option<Point2d> {
        let back = self.setting.camera.plane(0.0).inverse()?;
        let (width, height) = self.setting.size_px;
        for _ in 0..12 {
            let pixel = Point2d::new(within(dice, [0.0, width.into()]), within(dice, [0.0, height.into()]));
            let at = back.apply(pixel);
            let free = self.taken.iter().all(|(other, r)| (at - *other).norm() > radius + r);
            if free && self.beside_kingdoms(at) > radius + clearance {
                self.taken.push((at, radius));
                return Some(at);
            }
        }
        None
    }

    /// Distance from the nearest kingdom's rectangle.
    fn beside_kingdoms(&self, at: Point2d) -> f64 {
        let outside = |v: f64, most: usize| (-v).max(v - most as f64).max(0.0);
        let distance = |kingdom: &Laid| {
            let (squares, to_lattice) = (&kingdom.layout.squares, kingdom.to_table.inverse());
            let at = to_lattice.expect("a kingdom lies on the table in one way").apply(at);
            outside(at.x, squares.cols()).hypot(outside(at.y, squares.rows()))
        };
        self.setting.kingdoms.iter().map(distance).fold(f64::INFINITY, f64::min)
    }
}

fn loose_tiles(
    setting: &Setting,
    square_px: f64,
    spots: &mut Spots,
    dice: &mut Dice,
) -> Result<Vec<Tile>, RenderError> {
    let game = setting.kingdoms.first().map(|kingdom| kingdom.layout.game).unwrap_or_default();
    let box_: Vec<&Domino> = dominoes_of(game).collect();
    let px = face_px(square_px);
    let mut tiles = Vec::new();
    for _ in 0..setting.loose_dominoes {
        // Half a domino's diagonal is 1.12 squares; nearer than a third of a square it might belong to the kingdom.
        let Some(at) = spots.find(1.2, 0.35, dice) else { continue };
        let domino = box_.choose(dice).expect("the box is not empty");
        let face = if dice.random_bool(0.75) { setting.domino(domino, px, dice)? } else { back(px, dice) };
        tiles.push(Tile::new(face, f64::from(px), at, within(dice, [0.0, 360.0]), setting.gap));
    }
    Ok(tiles)
}

/// A domino's back.
fn back(px: u32, dice: &mut Dice) -> Pixmap {
    let mut face = Pixmap::new(2 * px, px).expect("a face has a size");
    let mut brush = Brush::with_unit(&mut face, px as f32);
    let brown = Colour::rgb(130, 84, 52).shade(within(dice, [0.7, 1.2]) as f32);
    brush.rectangle(0.0, 0.0, 2.0, 1.0, brown);
    for i in 0..9 {
        let y = 0.06 + 0.11 * i as f32;
        brush.curve((0.0, y), (1.0, y + 0.06), (2.0, y), 0.012, brown.shade(0.8));
    }
    brush.circle((1.0, 0.5), 0.2, brown.shade(1.4));
    face
}

fn things(setting: &Setting, spots: &mut Spots, dice: &mut Dice) -> Vec<(Thing, Homography)> {
    let middle = Point2d::new(setting.cols as f64 / 2.0, setting.rows as f64 / 2.0);
    let mut placed = Vec::new();
    for _ in 0..setting.clutter {
        let thing = any_thing(dice);
        let angle_deg = within(dice, [0.0, 360.0]);
        let Some(at) = spots.find(thing.radius, 0.12 + thing.height, dice) else { continue };
        let to_middle = middle - at;
        let angle_deg = if thing.is_hand { to_middle.y.atan2(to_middle.x).to_degrees() } else { angle_deg };
        placed.push((thing, pose(at, angle_deg)));
    }
    placed
}

pub(super) fn draw_thing(picture: &mut Pixmap, camera: &Camera, thing: &Thing, pose: &Homography, thickness: f64) {
    let plane = camera.plane(thing.height - thickness).after(pose);
    let mut brush = Brush::with_unit(picture, 1.0);
    if !thing.is_hand {
        let colour = thing.shapes[0].1.shade(0.6);
        wall(&mut brush, camera, &thing.outline(pose), -thickness, thing.height - thickness, colour);
    }
    for (shape, colour) in &thing.shapes {
        let points: Vec<(f32, f32)> = shape.iter().map(|&(x, y)| plane.apply(Point2d::new(x, y))).map(pixel).collect();
        brush.polygon(&points, *colour);
    }
}

fn pixel(p: Point2d) -> (f32, f32) {
    (p.x as f32, p.y as f32)
}

/// The upright faces of a prism over `outline` between two heights.
fn wall(brush: &mut Brush, camera: &Camera, outline: &[Point2d], low: f64, high: f64, colour: Colour) {
    let (bottom, top) = (camera.plane(low), camera.plane(high));
    for i in 0..outline.len() {
        let (a, b) = (outline[i], outline[(i + 1) % outline.len()]);
        let quad = [bottom.apply(a), bottom.apply(b), top.apply(b), top.apply(a)].map(pixel);
        brush.polygon(&quad, colour.shade(1.0 - 0.12 * (i % 3) as f32));
    }
}

/// Lays a picture onto another by a homography, its rim softened.
fn lay_face(picture: &mut Pixmap, face: &Pixmap, to_picture: &Homography) -> Result<(), RenderError> {
    let (width, height) = (f64::from(face.width()), f64::from(face.height()));
    let corners =
        [(0.0, 0.0), (width, 0.0), (width, height), (0.0, height)].map(|(x, y)| to_picture.apply(Point2d::new(x, y)));
    let ends = |of: fn(&Point2d) -> f64, most: u32| {
        let least = corners.iter().map(of).fold(f64::INFINITY, f64::min).floor() - 1.0;
        let greatest = corners.iter().map(of).fold(f64::NEG_INFINITY, f64::max).ceil() + 1.0;
        (least.clamp(0.0, f64::from(most)) as i32, greatest.clamp(0.0, f64::from(most)) as i32)
    };
    let ((left, right), (top, bottom)) = (ends(|p| p.x, picture.width()), ends(|p| p.y, picture.height()));
    if right <= left || bottom <= top {
        return Ok(());
    }
    let from = Mat::new_rows_cols_with_bytes::<Vec4b>(face.height() as i32, face.width() as i32, face.data())?;
    let mut part = Mat::new_rows_cols_with_default(bottom - top, right - left, CV_8UC4, Scalar::default())?;
    let matrix = Homography::translation(-f64::from(left), -f64::from(top)).after(to_picture);
    let matrix = matrix.between_pixel_centres().to_mat()?;
    let size = part.size()?;
    imgproc::warp_perspective(
        &from,
        &mut part,
        &matrix,
        size,
        imgproc::INTER_LINEAR,
        BORDER_CONSTANT,
        Scalar::default(),
    )?;
    let stride = picture.width() as usize * 4;
    for (y, row) in part.data_bytes()?.chunks_exact(size.width as usize * 4).enumerate() {
        let start = (top as usize + y) * stride + left as usize * 4;
        over(&mut picture.data_mut()[start..start + row.len()], row);
    }
    Ok(())
}

/// Premultiplied source-over on RGBA bytes.
pub(super) fn over(below: &mut [u8], above: &[u8]) {
    for (to, from) in below.chunks_exact_mut(4).zip(above.chunks_exact(4)) {
        match from[3] {
            0 => {}
            255 => to.copy_from_slice(from),
            alpha => {
                for (t, f) in to.iter_mut().zip(from) {
                    *t = (u16::from(*f) + u16::from(*t) * (255 - u16::from(alpha)) / 255).min(255) as u8;
                }
            }
        }
    }
}

/// Where the light comes from.
#[derive(Clone, Copy)]
pub(super) struct Light {
    /// A shadow's shift for each unit of height.
    shift: Point2d,
    strength: f64,
    /// Radius of the penumbra in squares.
    softness: f64,
}

impl Light {
    pub(super) fn shift(self) -> Point2d {
        self.shift
    }

    fn any(dice: &mut Dice) -> Self {
        let (angle, low) = (within(dice, [0.0, 6.3]), within(dice, [0.1, 1.3]));
        Self {
            shift: Point2d::new(angle.cos(), angle.sin()) * low,
            strength: within(dice, [0.25, 0.75]),
            softness: within(dice, [0.02, 0.12]),
        }
    }
}

/// The shadows that things throw on a plane.
pub(super) struct Shadow {
    mask: Mat,
}

impl Shadow {
    pub(super) fn new((width, height): (i32, i32)) -> Result<Self, RenderError> {
        Ok(Self { mask: Mat::new_rows_cols_with_default(height, width, CV_8UC1, Scalar::all(0.0))? })
    }

    /// The shadow on the plane at height `ground` of a flat thing, `height` above it.
    pub(super) fn add(
        &mut self,
        camera: &Camera,
        outline: &[Point2d],
        ground: f64,
        height: f64,
        light: Light,
    ) -> Result<(), RenderError> {
        let plane = camera.plane(ground);
        for step in 0..=3 {
            let shift = light.shift * (height * f64::from(step) / 3.0);
            let corner = |p: &Point2d| {
                let q = plane.apply(*p + shift);
                Point::new(q.x.clamp(-9999.0, 9999.0) as i32, q.y.clamp(-9999.0, 9999.0) as i32)
            };
            let points: Vector<Point> = outline.iter().map(corner).collect();
            imgproc::fill_convex_poly_def(&mut self.mask, &points, Scalar::all(255.0))?;
        }
        Ok(())
    }

    pub(super) fn apply(&self, picture: &mut Pixmap, light: Light, square_px: f64) -> Result<(), RenderError> {
        let side = 2 * (light.softness * square_px) as i32 + 3;
        let mut soft = Mat::default();
        imgproc::blur_def(&self.mask, &mut soft, Size::new(side, side))?;
        darken(picture, &soft, light.strength as f32)
    }
}

/// A cardboard castle on the start square, if there is one; returns the layer with the castle alone.
fn stand_castle(
    setting: &Setting,
    kingdom: &Laid,
    picture: &mut Pixmap,
    light: Light,
    square_px: f64,
    dice: &mut Dice,
) -> Result<Option<Pixmap>, RenderError> {
    let Some(start) = kingdom.start() else { return Ok(None) };
    let middle = Point2d::new(start.col as f64 + 0.5, start.row as f64 + 0.5);
    let at = middle + Point2d::new(wobble(dice, 0.05), wobble(dice, 0.05));
    let castle = Castle::any(kingdom.to_table.after(&pose(at, wobble(dice, 6.0))), kingdom.castle_color, dice);
    let mut shadow = Shadow::new(setting.size_px)?;
    shadow.add(&setting.camera, &castle.outline(), 0.0, castle.height, light)?;
    shadow.apply(picture, light, square_px)?;
    let mut layer = Pixmap::new(picture.width(), picture.height()).expect("a picture has a size");
    castle.draw(&mut Brush::with_unit(&mut layer, 1.0), &setting.camera);
    over(picture.data_mut(), layer.data());
    Ok(Some(layer))
}

/// The share of a square that `layer` covers.
fn hidden_share(layer: &Pixmap, to_picture: &Homography, place: Place) -> f64 {
    const STEPS: usize = 9;
    let covered = (0..STEPS * STEPS).filter(|i| {
        let part = |v: usize| (v as f64 + 0.5) / STEPS as f64;
        let at = Point2d::new(place.col as f64 + part(i % STEPS), place.row as f64 + part(i / STEPS));
        let at = to_picture.apply(at);
        layer.pixel(at.x as u32, at.y as u32).is_some_and(|pixel| pixel.alpha() > 127)
    });
    covered.count() as f64 / (STEPS * STEPS) as f64
}

/// Four walls with a tower at each corner, or one tower.
struct Castle {
    pose: Homography,
    colour: Colour,
    half: f64,
    height: f64,
    one_tower: bool,
}

impl Castle {
    fn any(pose: Homography, color: Option<CastleColor>, dice: &mut Dice) -> Self {
        let colour = castle_paint(color, dice).shade(within(dice, [0.75, 1.1]) as f32);
        let one_tower = dice.random_bool(0.3);
        let half = if one_tower { within(dice, [0.18, 0.32]) } else { within(dice, [0.32, 0.46]) };
        Self { pose, colour, half, height: within(dice, [0.4, 1.0]), one_tower }
    }

    fn outline(&self) -> Vec<Point2d> {
        self.block(0.0, 0.0, self.half, self.half)
    }

    /// A rectangle about (x, y), in the lattice.
    fn block(&self, x: f64, y: f64, half_width: f64, half_height: f64) -> Vec<Point2d> {
        [(-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)]
            .map(|(dx, dy)| self.pose.apply(Point2d::new(x + dx * half_width, y + dy * half_height)))
            .to_vec()
    }

    fn draw(&self, brush: &mut Brush, camera: &Camera) {
        if self.one_tower {
            self.prism(brush, camera, &self.outline(), self.height);
            let inner = self.block(0.0, 0.0, self.half * 0.7, self.half * 0.7);
            return self.roof(brush, camera, &inner, self.height, self.colour.shade(0.55));
        }
        let (wall_half, tower) = (self.half * 0.86, self.half * 0.26);
        self.roof(brush, camera, &self.outline(), 0.01, self.colour.shade(0.35));
        let mut blocks: Vec<(Vec<Point2d>, f64)> = Vec::new();
        for side in [-1.0, 1.0] {
            blocks.push((self.block(0.0, side * wall_half, self.half, 0.03), self.height * 0.7));
            blocks.push((self.block(side * wall_half, 0.0, 0.03, self.half), self.height * 0.7));
            for other in [-1.0, 1.0] {
                blocks.push((self.block(side * wall_half, other * wall_half, tower, tower), self.height));
            }
        }
        // The far ones first.
        let depth = |block: &(Vec<Point2d>, f64)| {
            let sum = block.0.iter().fold(Point2d::default(), |a, b| a + *b);
            camera.depth(sum.x / 4.0, sum.y / 4.0, 0.0)
        };
        blocks.sort_by(|a, b| depth(b).total_cmp(&depth(a)));
        for (block, height) in &blocks {
            self.prism(brush, camera, block, *height);
        }
    }

    fn prism(&self, brush: &mut Brush, camera: &Camera, outline: &[Point2d], height: f64) {
        wall(brush, camera, outline, 0.0, height, self.colour.shade(0.8));
        self.roof(brush, camera, outline, height, self.colour.shade(1.05));
    }

    fn roof(&self, brush: &mut Brush, camera: &Camera, outline: &[Point2d], height: f64, colour: Colour) {
        let plane = camera.plane(height);
        let points: Vec<(f32, f32)> = outline.iter().map(|p| pixel(plane.apply(*p))).collect();
        brush.outlined(&points, colour, 1.0, colour.shade(0.6));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::{Grid, GridSize};
    use crate::render::camera::View;
    use crate::render::dice_of_scene;
    use crate::render::faces::Style;
    use crate::render::layout::tile_kingdom;

    /// Nine squares, the last one as given, without anything by chance but what stands on them.
    fn drawn(last: &str, style: Style) -> Pixmap {
        let words = ["grassland", "grassland", "grassland", "grassland", "castle", "grassland", "wheat", "wheat", last];
        let cells = words.map(|word| word.parse().expect("a square's word")).to_vec();
        let layout =
            tile_kingdom(Game::Queendomino, GridSize::Five, &Grid::from_cells(3, 3, cells)).expect("of the box");
        let view = View {
            width_px: 300,
            height_px: 300,
            tilt_deg: 0.0,
            azimuth_deg: 0.0,
            turn_deg: 0.0,
            focal_length: 1.5,
            share: 1.0,
        };
        let dice = &mut dice_of_scene(8, 0);
        let kingdom = Laid { layout: &layout, to_table: Homography::IDENTITY, castle_3d: false, castle_color: None };
        let setting = Setting {
            size_px: (300, 300),
            camera: Camera::new(view, 3, 3, dice),
            kingdoms: vec![kingdom],
            rows: 3,
            cols: 3,
            table: Table::Plain,
            faces: &Faces::Drawn,
            look: Look::of(style, 4),
            carving: style.carving(),
            tile_shift: 0.0,
            stacked_share: 0.3,
            pieces_beside: 0,
            textures: None,
            untidiness: 0.0,
            gap: 0.0,
            clutter: 0,
            loose_dominoes: 0,
            figures: 0,
            intruder_share: 0.0,
        };
        compose(&setting, dice).expect("memory for a small picture").picture
    }

    /// The mean difference of two pictures on a square of 100 px.
    fn difference(a: &Pixmap, b: &Pixmap, (row, col): (u32, u32)) -> f64 {
        let at = |picture: &Pixmap, i: u32| {
            let pixel = picture.pixel(100 * col + 5 + i % 90, 100 * row + 5 + i / 90).expect("within the picture");
            [pixel.red(), pixel.green(), pixel.blue()]
        };
        let apart = |i: u32| at(a, i).into_iter().zip(at(b, i)).map(|(a, b)| f64::from(a.abs_diff(b))).sum::<f64>();
        (0..8100).map(apart).sum::<f64>() / (3.0 * 8100.0)
    }

    #[test]
    fn what_stands_on_a_square_is_drawn_there_and_nowhere_else() {
        for style in Style::ALL {
            let bare = drawn("town", style);
            for last in ["town+church", "town+knight", "town+queen", "town+statue+tower*3"] {
                let furnished = drawn(last, style);
                let [here, far] = [(2, 2), (0, 0)].map(|square| difference(&bare, &furnished, square));
                assert!(here > 3.0 && far < 0.1, "{style:?} {last}: {here} here, {far} far away");
            }
            let [one, three] = ["town+statue+tower", "town+statue+tower*3"].map(|last| drawn(last, style));
            assert!(difference(&one, &three, (2, 2)) > 1.0, "{style:?}");
        }
    }
}
