//! Dominoes, castle squares and building tiles as many publishers might print them: what the networks learn Queendomino from.
//!
//! An [`Edition`] is one box: a way of drawing, a palette, and one picture for each kind of building, all drawn by lot from
//! the box's number. The real artwork is not known here; variety is what makes a network learn what is meant. The styles
//! that are kept for measuring, [`super::woodcut`] and [`super::diorama`], share none of this drawing.
//!
//! All lengths are in squares, as in [`super::artwork`].

use rand::RngExt;
use rand::seq::IndexedRandom;
use tiny_skia::{Pixmap, PixmapPaint, Transform};

use super::brush::{Brush, Colour, blank};
use super::drawing::{At, Drawing, Hand, Medium, Tone, hsv, mixed, pick};
use super::emblems::{emblem, is_of_a_craft, is_told_by_its_corners, picture_of_nothing};
use super::motifs::{LANDMARKS, MOTIFS, SITES, house, landmark, motif, site};
use super::symbols::{CROWNS, coin_symbol, crown, knight_symbol, shield_symbol, tower_symbol};
use super::{Dice, between, by_chance, dice_of_scene};
use crate::domain::{Building, BuildingPoints, Domino, Half, Terrain};

/// A way of drawing.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Manner {
    /// Bold contours and lit sides, as [`super::artwork`] has them.
    Painted,
    /// Flat shapes without contours.
    Flat,
    /// Lines and hatching over pale washes.
    Ink,
    /// Several thin, uneven washes.
    Watercolour,
    /// Cut from coloured paper, with shadows.
    Paper,
    /// Strong colours between thick leads.
    Glass,
    /// Hatched shapes in few tinctures, as on a coat of arms.
    Heraldic,
}

/// One publisher's box.
#[derive(Debug, Clone)]
pub struct Edition {
    box_seed: u64,
    medium: Medium,
    grounds: [Ground; 7],
    crown: usize,
    crown_size: f32,
    badge: Badge,
    crowns_in_a_column: bool,
    crowns_in_the_middle: bool,
    landmarks: [Option<Drawing>; 7],
    sites: [Drawing; 2],
    tile: TileDesign,
    /// A pale frame around every half.
    frame: Option<(f32, Colour)>,
}

/// How a terrain is strewn.
#[derive(Debug, Clone, Copy)]
struct Ground {
    colour: Colour,
    pattern: Pattern,
    kinds: [usize; 2],
    hand: Hand,
    rows: usize,
    size: f32,
    /// How far what is strewn stands out from the ground: 1 as it is coloured, 0 not at all.
    strength: f32,
    tidy: bool,
}

/// What the ground itself looks like.
#[derive(Debug, Clone, Copy)]
enum Pattern {
    Plain,
    /// Lighter upwards by so much.
    Fading(f32),
    /// Darker or lighter lines: how many, their slope and their shade.
    Lines(usize, f32, f32),
    /// A chequer of so many fields a side, every second of another shade.
    Chequer(usize, f32),
}

/// What lies under a crown so that it stands out.
#[derive(Debug, Clone, Copy)]
enum Badge {
    None,
    Disc(Colour),
    Rim(Colour),
}

/// How building tiles are laid out.
#[derive(Debug, Clone, Copy)]
struct TileDesign {
    ground: Colour,
    field: Field,
    /// A pale or coloured field behind the picture.
    behind: Colour,
    picture_size: f32,
    shield: usize,
    shield_size: f32,
    shield_colour: Colour,
    shield_rim: Option<Colour>,
    /// Pale signs on a dark shield.
    inverted: bool,
    /// What all signs on shields are of, where they are of one colour.
    signs: Option<Tone>,
    /// A house behind the picture, as a workshop has its sign.
    house: bool,
    /// Pictures that say nothing, where the corners say the kind.
    strange: bool,
    /// Shields of terrains show a piece of the land itself.
    land_on_shields: bool,
    /// Of the shield's and the effect's middles from the edges.
    margin: f32,
    effect_size: f32,
    frame: Option<(f32, Colour)>,
}

#[derive(Debug, Clone, Copy)]
enum Field {
    None,
    Disc,
    Arch,
    Panel,
    Rays,
    Bricks,
}

impl Edition {
    /// The box of this number in a manner.
    pub fn of(manner: Manner, box_seed: u64) -> Self {
        let dice = &mut dice_of_scene(box_seed, 0);
        let medium = medium(manner, dice);
        let town = hsv(between(dice, -8.0, 16.0), between(dice, 0.55, 0.9), between(dice, 0.5, 0.86));
        let grounds = Terrain::ALL.map(|terrain| Ground::any(terrain, manner, town, dice));
        let frame = by_chance(dice, 0.45).then(|| {
            (between(dice, 0.02, 0.09), mixed(medium.ink, medium.colour(Tone::Pale), between(dice, 0.0, 1.0)))
        });
        let landmarks = landmarks(dice);
        Self {
            box_seed,
            crown: pick(dice, CROWNS),
            crown_size: between(dice, 0.17, 0.3),
            badge: match pick(dice, 3) {
                0 => Badge::None,
                1 => Badge::Disc(mixed(medium.colour(Tone::Pale), town, between(dice, 0.0, 0.3))),
                _ => Badge::Rim(if dice.random() { medium.colour(Tone::Pale) } else { medium.ink }),
            },
            crowns_in_a_column: by_chance(dice, 0.3),
            crowns_in_the_middle: by_chance(dice, 0.3),
            landmarks,
            sites: std::array::from_fn(|_| site(pick(dice, SITES)).by(&Hand::any(dice))),
            tile: TileDesign::any(&medium, town, dice),
            frame,
            grounds,
            medium,
        }
    }

    /// One face, two squares wide and one high, `square_px` pixels a square; RGBA.
    pub fn domino_face(&self, domino: &Domino, square_px: u32, dice: &mut Dice) -> Pixmap {
        let mut face = blank(2 * square_px, square_px);
        let corner = (dice.random(), dice.random());
        for (half, x_px) in domino.halves.into_iter().zip([0, square_px]) {
            let square = self.square(half, corner, square_px, dice);
            let (paint, at) = (PixmapPaint::default(), Transform::identity());
            face.draw_pixmap(x_px as i32, 0, square.as_ref(), &paint, at, None);
        }
        face
    }

    /// Building sites on the towns of a face that is drawn already.
    pub(super) fn sites_on(&self, face: &mut Pixmap, domino: &Domino, square_px: u32, dice: &mut Dice) {
        let mut brush = Brush::with_unit(face, square_px as f32);
        for (half, x) in domino.halves.into_iter().zip([0.0, 1.0]) {
            if half.terrain == Terrain::Town {
                self.site(&mut brush.moved(x, 0.0), dice);
            }
        }
    }

    fn site(&self, brush: &mut Brush, dice: &mut Dice) {
        let site = &self.sites[pick(dice, self.sites.len())];
        let (size, turn_deg) = (between(dice, 0.56, 0.72), between(dice, -6.0, 6.0));
        self.medium.draw(brush, site, (0.5, 0.5), (size, turn_deg), dice);
    }

    fn square(&self, half: Half, corner: (bool, bool), square_px: u32, dice: &mut Dice) -> Pixmap {
        let mut square = blank(square_px, square_px);
        let mut brush = Brush::with_unit(&mut square, square_px as f32);
        self.ground(&mut brush, half.terrain, half.crowns == 0, dice);
        if half.crowns > 0 {
            if let Some(landmark) = &self.landmarks[half.terrain as usize] {
                let middle = (0.5 + between(dice, -0.06, 0.06), 0.5 + between(dice, -0.06, 0.06));
                let size = between(dice, 0.36, 0.56);
                self.medium.draw(&mut brush, landmark, middle, (size, 0.0), dice);
            }
            self.crowns(&mut brush, half.crowns, corner, dice);
        }
        if let Some((width, colour)) = self.frame {
            framed(&mut brush, width, colour);
        }
        square
    }

    fn ground(&self, brush: &mut Brush, terrain: Terrain, open: bool, dice: &mut Dice) {
        let ground = &self.grounds[terrain as usize];
        let colour = ground.colour.shade(between(dice, 0.95, 1.05));
        brush.rectangle(-0.1, -0.1, 1.2, 1.2, colour);
        ground.pattern.draw(brush, colour);
        self.washes(brush, colour, dice);
        self.strew(brush, terrain, ground, dice);
        if terrain == Terrain::Town {
            self.site(brush, dice);
        } else if terrain == Terrain::Mine && open {
            self.medium.draw(brush, &motif(terrain, 0, dice), (0.5, 0.5), (between(dice, 0.4, 0.6), 0.0), dice);
        }
    }

    /// Lighter and darker patches, as colour dries.
    fn washes(&self, brush: &mut Brush, colour: Colour, dice: &mut Dice) {
        let count = if self.medium.washes > 1 { 9 } else { 3 };
        for _ in 0..count {
            let at = (between(dice, 0.0, 1.0), between(dice, 0.0, 1.0));
            let radius = between(dice, 0.08, 0.3);
            brush.ellipse(
                at,
                radius,
                radius * between(dice, 0.5, 1.0),
                colour.shade(between(dice, 0.88, 1.1)).fade(80),
            );
        }
    }

    fn strew(&self, brush: &mut Brush, terrain: Terrain, ground: &Ground, dice: &mut Dice) {
        let rows = ground.rows;
        let medium = self.medium.faded_into(ground.colour, 1.0 - ground.strength);
        for i in 0..rows * rows {
            let (row, col) = ((i / rows) as f32, (i % rows) as f32);
            let shift = if (i / rows).is_multiple_of(2) { 0.25 } else { 0.75 };
            let stray = if ground.tidy { 0.06 } else { 0.5 };
            let x = (col + shift + between(dice, -stray, stray)) / rows as f32;
            let y = (row + 0.5 + between(dice, -stray, stray)) / rows as f32;
            let kind = ground.kinds[usize::from(by_chance(dice, 0.3))];
            let size = ground.size * between(dice, 0.85, 1.15);
            let thing = motif(terrain, kind, dice).by(&ground.hand);
            medium.draw(brush, &thing, (x, y), (size, between(dice, -6.0, 6.0)), dice);
        }
    }

    fn crowns(&self, brush: &mut Brush, count: u8, (right, bottom): (bool, bool), dice: &mut Dice) {
        let margin = self.crown_size * 0.5 + 0.05;
        let along = self.crown_size * between(dice, 1.05, 1.15);
        for i in 0..count {
            let from = if self.crowns_in_the_middle { 0.5 - margin - 0.5 * along * f32::from(count - 1) } else { 0.0 };
            let step = from + along * f32::from(i);
            let (x, y) = if self.crowns_in_a_column { (margin, margin + step) } else { (margin + step, margin) };
            let at = (if right { 1.0 - x } else { x }, if bottom { 1.0 - y } else { y });
            self.crown_at(brush, at, self.crown_size, dice);
        }
    }

    fn crown_at(&self, brush: &mut Brush, at: At, size: f32, dice: &mut Dice) {
        let shape = crown(self.crown);
        match self.badge {
            Badge::None => {}
            Badge::Disc(colour) => {
                brush.circle(at, 0.56 * size + 0.012, self.medium.ink);
                brush.circle(at, 0.56 * size, colour);
            }
            Badge::Rim(colour) => {
                let rim = Medium { ink: colour, contour: 0.05, palette: [colour; Tone::COUNT], ..plain(&self.medium) };
                rim.draw(brush, &shape, at, (0.84 * size, 0.0), dice);
            }
        }
        // Without a contour gold is lost on a pale ground.
        let contour = self.medium.contour.max(0.008);
        Medium { contour, ..self.medium.clone() }.draw(brush, &shape, at, (0.84 * size, 0.0), dice);
    }

    /// A castle's start square, `square_px` pixels wide; RGBA.
    pub fn castle_square(&self, square_px: u32, colour: Colour, dice: &mut Dice) -> Pixmap {
        let mut face = blank(square_px, square_px);
        let mut brush = Brush::with_unit(&mut face, square_px as f32);
        let stone = mixed(self.medium.colour(Tone::Stone), self.medium.colour(Tone::Pale), between(dice, 0.2, 0.8));
        brush.rectangle(0.0, 0.0, 1.0, 1.0, stone);
        self.washes(&mut brush, stone, dice);
        match pick(dice, 4) {
            0 | 1 => {
                for i in 0..49 {
                    let at = ((i % 7) as f32 / 7.0 + 0.07, (i / 7) as f32 / 7.0 + 0.07);
                    brush.circle(at, between(dice, 0.05, 0.065), stone.shade(between(dice, 0.86, 1.08)));
                }
            }
            2 => chequered_rim(&mut brush, 8 + 2 * pick(dice, 3), [colour, stone.shade(0.5), stone][pick(dice, 3)]),
            _ => {}
        }
        let mut print = self.medium.clone();
        for tone in [Tone::Roof, Tone::Cloth, Tone::Gold, Tone::Fire] {
            print.palette[tone as usize] = colour;
        }
        let shape = match pick(dice, 5) {
            0 => crown(self.crown),
            1 => landmark(Terrain::Forest, 0).and(&tower_symbol(dice), (-0.3, 0.0), 0.8, 0.0).and(
                &tower_symbol(dice),
                (0.3, 0.0),
                0.8,
                0.0,
            ),
            2 => gate(),
            3 => [(0.0, 0.0), (-0.36, -0.36), (0.36, -0.36), (0.36, 0.36), (-0.36, 0.36)]
                .into_iter()
                .fold(Drawing::new().rect(Tone::Stone, (-0.36, -0.36), (0.72, 0.72)), |fort, at| {
                    fort.disc(Tone::Roof, at, 0.15)
                }),
            _ => Drawing::new().rect(Tone::Roof, (-0.42, -0.42), (0.84, 0.84)).rect(
                Tone::Stone,
                (-0.26, -0.26),
                (0.52, 0.52),
            ),
        };
        print.draw(&mut brush, &shape, (0.5, 0.5), (between(dice, 0.6, 0.85), 0.0), dice);
        face
    }

    /// The red side of a building's tile, `square_px` pixels wide; the same on every tile of the kind; RGBA.
    pub fn building_face(&self, kind: Building, square_px: u32) -> Pixmap {
        let dice = &mut dice_of_scene(self.box_seed, 1 + kind as u64);
        let mut face = blank(square_px, square_px);
        let mut brush = Brush::with_unit(&mut face, square_px as f32);
        self.tile.draw_ground(&mut brush, &self.medium, dice);
        let size = self.tile.picture_size * between(dice, 0.92, 1.06);
        let picture = match kind {
            _ if self.tile.strange && is_told_by_its_corners(kind) => picture_of_nothing(dice),
            _ if self.tile.house && is_of_a_craft(kind) => at_a_house(emblem(kind, dice)),
            _ => emblem(kind, dice),
        };
        self.medium.draw(&mut brush, &picture.by(&Hand::any(dice)), (0.47, 0.46), (size, 0.0), dice);
        if kind.crowns() > 0 {
            let size = between(dice, 1.0, 1.2) * self.crown_size;
            self.crown_at(&mut brush, (0.96 - 0.55 * size, 0.04 + 0.55 * size), size, dice);
        }
        let margin = self.tile.margin;
        if let Some((effect, count)) = effect(kind, dice) {
            let size = self.tile.effect_size / (0.7 + 0.3 * count as f32);
            for i in 0..count {
                let at = (margin + size * i as f32, 1.0 - margin + 0.02);
                brush.circle(at, 0.56 * size, self.medium.colour(Tone::Pale));
                self.medium.draw(&mut brush, &effect, at, (0.92 * size, 0.0), dice);
            }
        }
        if let Some(symbol) = shield_symbol(kind, dice) {
            let land = match kind.points() {
                BuildingPoints::PerTerritory(terrain) if self.tile.land_on_shields => Some(terrain),
                _ => None,
            };
            self.shield(&mut brush, &symbol, land, (1.0 - margin, 1.0 - margin), dice);
        }
        if let Some((width, colour)) = self.tile.frame {
            framed(&mut brush, width, colour);
        }
        face
    }

    fn shield(&self, brush: &mut Brush, symbol: &Drawing, land: Option<Terrain>, at: At, dice: &mut Dice) {
        let size = self.tile.shield_size;
        let mut field = plain(&self.medium);
        let ground = land.map(|terrain| self.grounds[terrain as usize]);
        field.palette = [ground.map_or(self.tile.shield_colour, |ground| ground.colour); Tone::COUNT];
        field.contour = field.contour.max(0.012);
        if let Some(colour) = self.tile.shield_rim {
            let rim = Medium { palette: [colour; Tone::COUNT], ..field.clone() };
            rim.draw(brush, &shield_outline(self.tile.shield), at, (1.18 * size, 0.0), dice);
        }
        field.draw(brush, &shield_outline(self.tile.shield), at, (size, 0.0), dice);
        let mut clear = Medium {
            contour: 0.5 * self.medium.contour,
            hatching: None,
            wobble: 0.4 * self.medium.wobble,
            ..self.medium.clone()
        };
        if self.tile.inverted {
            clear.palette[Tone::Dark as usize] = self.medium.colour(Tone::Pale);
            clear.ink = self.tile.shield_colour.shade(0.6);
        }
        let sign = match (land, ground) {
            (Some(terrain), Some(ground)) => motif(terrain, ground.kinds[0], dice).by(&ground.hand),
            _ => self.tile.signs.iter().fold(symbol.clone(), |symbol, tone| symbol.all_of(*tone)),
        };
        clear.draw(brush, &sign, (at.0, at.1 - 0.03 * size), (0.68 * size, 0.0), dice);
    }
}

/// The thing, smaller, before a house.
fn at_a_house(thing: Drawing) -> Drawing {
    Drawing::new()
        .rect(Tone::Wall, (-0.5, -0.06), (0.62, 0.5))
        .fill(Tone::Roof, &[(-0.56, -0.02), (-0.19, -0.5), (0.18, -0.02)])
        .rect(Tone::Dark, (-0.42, 0.0), (0.14, 0.14))
        .and(&thing, (0.14, 0.1), 0.74, 0.0)
}

/// The medium without what would blur a small sign.
fn plain(medium: &Medium) -> Medium {
    Medium { shadow: None, relief: 0.0, hatching: None, washes: 1, wobble: 0.0, ..medium.clone() }
}

const SHIELDS: usize = 8;

fn shield_outline(kind: usize) -> Drawing {
    let new = Drawing::new();
    match kind {
        0 => new.fill(
            Tone::Pale,
            &[(-0.45, -0.5), (0.45, -0.5), (0.45, 0.1), (0.3, 0.34), (0.0, 0.52), (-0.3, 0.34), (-0.45, 0.1)],
        ),
        1 => new.disc(Tone::Pale, (0.0, 0.0), 0.5),
        2 => new.fill(Tone::Pale, &[(-0.44, -0.48), (0.44, -0.48), (0.44, 0.3), (0.0, 0.52), (-0.44, 0.3)]),
        3 => new.rect(Tone::Pale, (-0.46, -0.46), (0.92, 0.92)),
        4 => {
            new.fill(Tone::Pale, &[(-0.5, 0.0), (-0.25, -0.46), (0.25, -0.46), (0.5, 0.0), (0.25, 0.46), (-0.25, 0.46)])
        }
        5 => new
            .fill(Tone::Pale, &[(0.0, -0.52), (0.46, -0.26), (0.46, 0.26), (0.0, 0.52), (-0.46, 0.26), (-0.46, -0.26)]),
        6 => new.fill(Tone::Pale, &[(-0.4, -0.5), (0.4, -0.5), (0.4, 0.5), (0.0, 0.34), (-0.4, 0.5)]),
        _ => new.fill(
            Tone::Pale,
            &[
                (-0.48, -0.4),
                (-0.3, -0.5),
                (0.0, -0.42),
                (0.3, -0.5),
                (0.48, -0.4),
                (0.42, 0.16),
                (0.0, 0.54),
                (-0.42, 0.16),
            ],
        ),
    }
}

/// What lasts, lower left: coins on the two coin buildings alone. Which others bring towers or knights is not known here,
/// so on those the signs come by lot and mean nothing.
fn effect(kind: Building, dice: &mut Dice) -> Option<(Drawing, usize)> {
    if kind.adds_to_taxes() {
        return Some((coin_symbol(dice).by(&Hand::any(dice).true_to_colour()), 1 + pick(dice, 2)));
    }
    match pick(dice, 8) {
        0 | 1 => Some((tower_symbol(dice).by(&Hand::any(dice)), 1 + pick(dice, 2))),
        2 | 3 => Some((knight_symbol(dice).by(&Hand::any(dice)), 1 + pick(dice, 2))),
        _ => None,
    }
}

impl TileDesign {
    fn any(medium: &Medium, town: Colour, dice: &mut Dice) -> Self {
        let fields = [Field::None, Field::Disc, Field::Arch, Field::Panel, Field::Rays, Field::Bricks];
        let ground = if dice.random() {
            town.shade(between(dice, 0.85, 1.15))
        } else {
            hsv(between(dice, -8.0, 12.0), between(dice, 0.6, 0.95), between(dice, 0.5, 0.85))
        };
        let pale = medium.colour(Tone::Pale);
        let sky = hsv(between(dice, 190.0, 220.0), between(dice, 0.15, 0.5), between(dice, 0.75, 0.95));
        let behind = *[pale, mixed(pale, ground, 0.5), sky, mixed(pale, medium.colour(Tone::Gold), 0.5)]
            .choose(dice)
            .unwrap_or(&pale);
        let shield_size = between(dice, 0.24, 0.36);
        let inverted = by_chance(dice, 0.3);
        let shield_colour = if inverted {
            hsv(between(dice, 0.0, 360.0), between(dice, 0.1, 0.7), between(dice, 0.15, 0.4))
        } else {
            mixed(pale, Colour::rgb(255, 255, 255), between(dice, 0.0, 0.8)).shade(between(dice, 0.85, 1.0))
        };
        Self {
            ground,
            field: *fields.choose(dice).unwrap_or(&Field::None),
            behind,
            picture_size: between(dice, 0.56, 0.74),
            shield: pick(dice, SHIELDS),
            shield_size,
            shield_colour,
            shield_rim: by_chance(dice, 0.3).then(|| mixed(medium.colour(Tone::Gold), pale, between(dice, 0.0, 1.0))),
            inverted,
            signs: by_chance(dice, 0.4).then(|| if inverted && by_chance(dice, 0.3) { Tone::Gold } else { Tone::Dark }),
            house: by_chance(dice, 0.3),
            strange: by_chance(dice, 0.4),
            land_on_shields: by_chance(dice, 0.4),
            margin: 0.5 * shield_size + between(dice, 0.03, 0.07),
            effect_size: between(dice, 0.18, 0.28),
            frame: by_chance(dice, 0.6).then(|| {
                (
                    between(dice, 0.015, 0.05),
                    if dice.random() { medium.ink } else { mixed(ground, pale, between(dice, 0.0, 0.9)) },
                )
            }),
        }
    }

    fn draw_ground(&self, brush: &mut Brush, medium: &Medium, dice: &mut Dice) {
        brush.rectangle(0.0, 0.0, 1.0, 1.0, self.ground);
        let behind = Medium { palette: [self.behind; Tone::COUNT], hatching: None, relief: 0.0, ..medium.clone() };
        let mut lay = |brush: &mut Brush, shape: Drawing, at: At| behind.draw(brush, &shape, at, (1.0, 0.0), dice);
        match self.field {
            Field::None => {
                for i in 0..6 {
                    brush.circle(
                        (0.5, 0.46),
                        0.62 - 0.1 * i as f32,
                        self.ground.shade(1.0 + 0.04 * i as f32).fade(120),
                    );
                }
            }
            Field::Disc => lay(brush, Drawing::new().disc(Tone::Pale, (0.0, 0.0), 0.4), (0.47, 0.46)),
            Field::Arch => {
                let arch = Drawing::new().oval(Tone::Pale, (0.0, -0.1), (0.4, 0.34)).rect(
                    Tone::Pale,
                    (-0.4, -0.1),
                    (0.8, 0.46),
                );
                lay(brush, arch, (0.5, 0.5));
            }
            Field::Panel => lay(brush, Drawing::new().rect(Tone::Pale, (-0.42, -0.42), (0.84, 0.84)), (0.5, 0.5)),
            Field::Rays => {
                for i in 0..10 {
                    let a = i as f32 * std::f32::consts::TAU / 10.0;
                    let end = |a: f32| (0.5 + 0.8 * a.cos(), 0.48 + 0.8 * a.sin());
                    brush.polygon(&[(0.5, 0.48), end(a), end(a + 0.3)], self.behind.fade(110));
                }
            }
            Field::Bricks => {
                for i in 0..48 {
                    let (row, col) = (i / 6, i % 6);
                    let x = (col as f32 - if row % 2 == 0 { 0.0 } else { 0.5 }) / 5.0;
                    let shade = self.ground.shade(between(dice, 0.85, 1.15));
                    brush.rectangle(x + 0.01, row as f32 / 8.0 + 0.01, 0.18, 0.105, shade);
                }
            }
        }
    }
}

/// A castle's front: battlements and a gate.
fn gate() -> Drawing {
    let wall = Drawing::new().rect(Tone::Roof, (-0.46, -0.1), (0.92, 0.52)).disc(Tone::Dark, (0.0, 0.2), 0.14).rect(
        Tone::Dark,
        (-0.14, 0.2),
        (0.28, 0.22),
    );
    [-0.46, -0.22, 0.02, 0.26].into_iter().fold(wall, |wall, x| wall.rect(Tone::Roof, (x, -0.28), (0.16, 0.2)))
}

/// Fields along the edges, every second of another colour.
fn chequered_rim(brush: &mut Brush, fields: usize, colour: Colour) {
    let side = 1.0 / fields as f32;
    let is_rim = |i: usize| i == 0 || i == fields - 1;
    for (row, col) in (0..fields).flat_map(|row| (0..fields).map(move |col| (row, col))) {
        if (is_rim(row) || is_rim(col)) && (row + col).is_multiple_of(2) {
            brush.rectangle(col as f32 * side, row as f32 * side, side, side, colour);
        }
    }
}

impl Pattern {
    fn any(dice: &mut Dice) -> Self {
        let shade = if dice.random() { between(dice, 0.8, 0.94) } else { between(dice, 1.06, 1.2) };
        match pick(dice, 6) {
            0 => Self::Fading(between(dice, 0.05, 0.3)),
            1 => Self::Lines(5 + pick(dice, 12), between(dice, -1.0, 1.0), shade),
            2 => Self::Chequer(3 + pick(dice, 8), shade),
            _ => Self::Plain,
        }
    }

    fn draw(self, brush: &mut Brush, ground: Colour) {
        match self {
            Self::Plain => {}
            Self::Fading(most) => {
                for i in 0..12 {
                    let part = i as f32 / 12.0;
                    brush.rectangle(0.0, part, 1.0, 1.0 / 12.0, ground.shade(1.0 + most * (0.5 - part)));
                }
            }
            Self::Lines(count, slope, shade) => {
                let pitch = 2.0 / count as f32;
                for i in 0..count {
                    let x = -0.5 + pitch * (i as f32 + 0.5);
                    brush.polyline(&[(x, -0.05), (x + slope, 1.05)], 0.3 * pitch, ground.shade(shade));
                }
            }
            Self::Chequer(fields, shade) => {
                let side = 1.0 / fields as f32;
                for (row, col) in (0..fields).flat_map(|row| (0..fields).map(move |col| (row, col))) {
                    if (row + col).is_multiple_of(2) {
                        brush.rectangle(col as f32 * side, row as f32 * side, side, side, ground.shade(shade));
                    }
                }
            }
        }
    }
}

/// What stands on each terrain's crowned squares: nothing on one in five, the box's one house on one in five, and on the others
/// what tells the terrain. In a quarter of the boxes it is the house on these, too, and in a quarter what another terrain has
/// (a town has nothing), so that the ground is read.
fn landmarks(dice: &mut Dice) -> [Option<Drawing>; 7] {
    let one_house = house(dice);
    let way = pick(dice, 4);
    let [house_everywhere, anything_anywhere] = [way == 0, way == 1];
    Terrain::ALL.map(|terrain| {
        let whose = if anything_anywhere { Terrain::ALL[pick(dice, Terrain::ALL.len())] } else { terrain };
        match pick(dice, 5) {
            0 => None,
            what if what == 1 || house_everywhere => Some(one_house.clone()),
            _ => Some(landmark(whose, pick(dice, LANDMARKS)).by(&Hand::any(dice))),
        }
    })
}

fn framed(brush: &mut Brush, width: f32, colour: Colour) {
    let (near, far) = (width / 2.0, 1.0 - width / 2.0);
    brush.polyline(&[(near, near), (far, near), (far, far), (near, far), (near, near)], width, colour);
}

impl Ground {
    fn any(terrain: Terrain, manner: Manner, town: Colour, dice: &mut Dice) -> Self {
        let colour = if terrain == Terrain::Town { town } else { ground_colour(terrain, dice) };
        let colour = match manner {
            Manner::Watercolour | Manner::Ink => mixed(colour, Colour::rgb(250, 246, 234), between(dice, 0.1, 0.35)),
            _ => colour,
        };
        let rows = dice.random_range(2..7);
        let most = if terrain == Terrain::Forest { 1.7 } else { 1.1 };
        Self {
            colour,
            pattern: Pattern::any(dice),
            kinds: [pick(dice, MOTIFS), pick(dice, MOTIFS)],
            // What lies on the ground tells a terrain by its colours, too.
            hand: Hand::any(dice).true_to_colour(),
            rows,
            size: between(dice, 0.45, most) / rows as f32,
            // What tells a terrain may be its colour alone.
            strength: if by_chance(dice, 0.35) { between(dice, 0.1, 0.6) } else { 1.0 },
            tidy: by_chance(dice, 0.6),
        }
    }
}

/// As wide as editions may differ without a terrain looking like another.
fn ground_colour(terrain: Terrain, dice: &mut Dice) -> Colour {
    let (hue, saturation, value) = match terrain {
        Terrain::Wheat => ([34.0, 55.0], [0.5, 0.98], [0.74, 1.0]),
        Terrain::Forest => ([90.0, 165.0], [0.4, 0.9], [0.2, 0.48]),
        Terrain::Lake => ([184.0, 230.0], [0.4, 0.92], [0.5, 0.97]),
        Terrain::Grassland => ([66.0, 112.0], [0.36, 0.88], [0.6, 0.9]),
        Terrain::Swamp if dice.random() => ([18.0, 48.0], [0.13, 0.45], [0.3, 0.7]),
        Terrain::Swamp => ([255.0, 340.0], [0.06, 0.32], [0.34, 0.66]),
        Terrain::Mine => ([0.0, 360.0], [0.02, 0.32], [0.1, 0.38]),
        Terrain::Town => ([-8.0, 16.0], [0.55, 0.9], [0.5, 0.86]),
    };
    let mut any = |[least, most]: [f32; 2]| between(dice, least, most);
    hsv(any(hue), any(saturation), any(value))
}

/// Hue, saturation and value of what the tones are made of, before the edition turns them.
const TONES: [(f32, f32, f32); Tone::COUNT] = [
    (42.0, 0.22, 0.93),  // Wall
    (16.0, 0.72, 0.66),  // Roof
    (28.0, 0.62, 0.52),  // Wood
    (40.0, 0.08, 0.66),  // Stone
    (210.0, 0.12, 0.74), // Metal
    (46.0, 0.78, 0.95),  // Gold
    (44.0, 0.1, 0.98),   // Pale
    (20.0, 0.35, 0.16),  // Dark
    (112.0, 0.6, 0.5),   // Leaf
    (205.0, 0.6, 0.8),   // Water
    (14.0, 0.85, 0.95),  // Fire
    (250.0, 0.5, 0.55),  // Cloth
    (32.0, 0.35, 0.48),  // Earth
];

fn palette(manner: Manner, dice: &mut Dice) -> [Colour; Tone::COUNT] {
    let (saturation, value) = match manner {
        Manner::Watercolour | Manner::Ink => (between(dice, 0.5, 0.9), between(dice, 1.0, 1.1)),
        Manner::Glass => (between(dice, 1.0, 1.4), between(dice, 0.9, 1.1)),
        _ => (between(dice, 0.7, 1.2), between(dice, 0.85, 1.08)),
    };
    let tinctures = [
        hsv(between(dice, 36.0, 52.0), 0.25, 0.95),
        hsv(46.0, between(dice, 0.6, 0.8), 0.9),
        hsv(between(dice, 0.0, 360.0), 0.4, 0.2),
    ];
    std::array::from_fn(|tone| {
        let (hue, s, v) = TONES[tone];
        let stray = if tone == Tone::Cloth as usize { 180.0 } else { 9.0 };
        let colour = hsv(hue + between(dice, -stray, stray), s * saturation, v * value * between(dice, 0.9, 1.08));
        if manner == Manner::Heraldic && tone != Tone::Dark as usize {
            mixed(colour, tinctures[tone % 2], 0.75)
        } else {
            colour
        }
    })
}

fn medium(manner: Manner, dice: &mut Dice) -> Medium {
    let palette = palette(manner, dice);
    let dark = palette[Tone::Dark as usize].shade(between(dice, 0.4, 1.1));
    let base =
        Medium { palette, ink: dark, contour: 0.0, wobble: 0.0, washes: 1, shadow: None, relief: 0.0, hatching: None };
    match manner {
        Manner::Painted => Medium { contour: between(dice, 0.008, 0.018), relief: between(dice, 0.08, 0.25), ..base },
        Manner::Flat => Medium { shadow: by_chance(dice, 0.5).then(|| (between(dice, 0.01, 0.03), 60)), ..base },
        Manner::Ink => Medium {
            contour: between(dice, 0.007, 0.016),
            wobble: between(dice, 0.002, 0.006),
            hatching: by_chance(dice, 0.8).then(|| between(dice, 0.018, 0.035)),
            ..base
        },
        Manner::Watercolour => Medium {
            washes: 4,
            wobble: between(dice, 0.005, 0.012),
            contour: if dice.random() { 0.0 } else { 0.006 },
            ink: dark.fade(150),
            ..base
        },
        Manner::Paper => Medium {
            shadow: Some((between(dice, 0.008, 0.018), 110)),
            wobble: between(dice, 0.003, 0.009),
            relief: between(dice, 0.0, 0.12),
            ..base
        },
        Manner::Glass => Medium {
            contour: between(dice, 0.018, 0.03),
            ink: Colour::rgb(22, 22, 28),
            relief: between(dice, 0.1, 0.3),
            ..base
        },
        Manner::Heraldic => {
            Medium { contour: between(dice, 0.01, 0.02), hatching: Some(between(dice, 0.025, 0.045)), ..base }
        }
    }
}
