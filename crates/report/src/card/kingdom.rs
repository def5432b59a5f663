//! A kingdom on a card: its squares, cropped from the photo or drawn, with crowns, pieces and points on them.

use std::cmp::Reverse;

use super::super::kingdom_svg::colour;
use super::shapes::{Anchor, Colour, Drawing, Shape};
use super::typeface::Weight;
use kingdomino::domain::{Kingdom, Pieces, Place, Square, Terrain};
use kingdomino::formats::SquareState;
use kingdomino::formats::{KingdomRecord, notation};
use kingdomino::scoring::sheet::{Part, ScoreSheet};
use kingdomino::words::pieces_in_words;
use messages::{Language, Message, MessageId, Words};

/// Colours on the squares, the same in all themes.
const WHITE: Colour = Colour::Fixed([255, 255, 255]);
const INK: Colour = Colour::Fixed([24, 24, 26]);
const GOLD: Colour = Colour::Fixed([255, 214, 64]);
const MARK: Colour = Colour::Fixed([194, 65, 12]);

/// The crown's corners, in units of a square's side, from the crown's upper left corner.
const CROWN: [[f64; 2]; 7] =
    [[0.0, 0.02], [0.047, 0.075], [0.09, 0.0], [0.133, 0.075], [0.18, 0.02], [0.16, 0.135], [0.02, 0.135]];

/// The distance from one crown to the next, in units of a square's side.
const CROWN_STEP: f64 = 0.2;

/// A castle with three merlons, in units of a square's side, from the square's upper left corner.
const CASTLE: [[f64; 2]; 12] = [
    [0.2, 0.8],
    [0.2, 0.25],
    [0.32, 0.25],
    [0.32, 0.37],
    [0.44, 0.37],
    [0.44, 0.25],
    [0.56, 0.25],
    [0.56, 0.37],
    [0.68, 0.37],
    [0.68, 0.25],
    [0.8, 0.25],
    [0.8, 0.8],
];

/// The letter sizes of a territory's points, in units of a square's side: on one line, on two lines, and
/// above pieces or for 0 points.
const SUM_SIZE: f64 = 0.3;
const HIGH_SUM_SIZE: f64 = 0.25;
const SMALL_SUM_SIZE: f64 = 0.21;

/// The vertical centre of a territory's points, in units of a square's side from its upper edge: below the
/// crowns, and above the names of pieces.
const SUM_HEIGHT: f64 = 0.6;
const SUM_HEIGHT_ABOVE_PIECES: f64 = 0.41;

/// The size of a building's letters, in units of a square's side.
const PIECE_SIZE: f64 = 0.155;

/// A kingdom to be drawn.
#[derive(Clone, Copy)]
pub(super) struct KingdomDrawing<'a> {
    pub record: &'a KingdomRecord,
    pub sheet: &'a ScoreSheet,
    pub language: Language,
    /// A square's side in whole pixels.
    pub side: f64,
    /// The index of its photo on the card. Without a photo its squares are drawn.
    pub photo: Option<usize>,
}

impl KingdomDrawing<'_> {
    pub fn size(&self) -> [f64; 2] {
        let squares = self.record.kingdom.squares();
        [squares.cols() as f64 * self.side, squares.rows() as f64 * self.side]
    }

    /// Draws the kingdom with its upper left corner at this point.
    pub fn draw(&self, drawing: &mut Drawing, at: [f64; 2]) {
        let kingdom = &self.record.kingdom;
        let doubtful = self.doubtful();
        let mut pen = Pen { drawing, at, side: self.side };
        match self.photo {
            Some(photo) => pen.drawing.shapes.push(Shape::Photo { kingdom: photo, at, size: self.size() }),
            None => kingdom.squares().iter().for_each(|(place, square)| pen.square(place, square)),
        }
        // A translucent veil over empty squares makes the kingdom stand out, and still shows a tile that the
        // reading missed.
        for (place, square) in kingdom.squares().iter() {
            if *square == Square::Empty && !doubtful.contains(&place) {
                pen.veil(place);
            }
        }
        for place in &doubtful {
            // On a photo the stripes would hide the tile that people have to look at.
            if self.photo.is_none() {
                pen.hatch(*place);
            }
            pen.frame(*place);
        }
        pen.borders(kingdom, &self.territories());
        for (place, square) in kingdom.squares().iter() {
            pen.crowns(place, square, self.photo.is_some());
            pen.pieces(place, &self.pieces(place, square));
        }
        for territory in self.territories() {
            pen.sum(&territory, kingdom, &doubtful, self.language);
        }
        doubtful.iter().for_each(|place| pen.question_mark(*place));
        for (place, square) in kingdom.squares().iter() {
            let words = format!("{place}: {}", Message::from(square).in_language(self.language));
            pen.drawing.shapes.push(Shape::Words { at: pen.point(place, [0.0, 0.0]), side: self.side, text: words });
        }
    }

    /// The squares that are doubtful, or that have a doubtful building.
    fn doubtful(&self) -> Vec<Place> {
        let states = self.record.states().into_iter();
        let mut doubtful: Vec<Place> =
            states.filter(|(_, state)| *state == SquareState::Doubtful).map(|(place, _)| place).collect();
        doubtful.extend(self.record.doubtful_buildings());
        doubtful.sort_unstable();
        doubtful.dedup();
        doubtful
    }

    fn territories(&self) -> Vec<Sum<'_>> {
        self.sheet.lines.iter().flat_map(|line| &line.parts).filter_map(Sum::new).collect()
    }

    /// The pieces on the square in words, a building with its points.
    fn pieces(&self, place: Place, square: &Square) -> Vec<String> {
        let is_doubtful = self.record.doubtful_buildings().contains(&place);
        let building = match square.pieces().building {
            _ if is_doubtful => Some(Message::from(MessageId::DoubtfulBuilding).in_language(self.language)),
            Some(building) => {
                let points = match self.building_points(place) {
                    0 => String::new(),
                    points => format!(" +{points}"),
                };
                Some(format!("{}{points}", building.in_language(self.language)))
            }
            None => None,
        };
        let others = pieces_in_words(&Pieces { building: None, ..square.pieces() }).into_iter();
        building.into_iter().chain(others.map(|piece| piece.in_language(self.language))).collect()
    }

    fn building_points(&self, place: Place) -> i32 {
        let parts = self.sheet.lines.iter().flat_map(|line| &line.parts);
        parts.filter(|part| matches!(part, Part::Building { square, .. } if *square == place)).map(Part::points).sum()
    }
}

/// A territory's points, and the numbers from which they are calculated.
struct Sum<'a> {
    squares: &'a [Place],
    crowns: u32,
    queen: bool,
    points: i32,
}

impl<'a> Sum<'a> {
    fn new(part: &'a Part) -> Option<Self> {
        match part {
            Part::Territory { squares, crowns, queen, .. } => {
                Some(Self { squares, crowns: *crowns, queen: *queen, points: part.points() })
            }
            _ => None,
        }
    }

    /// The calculation, such as `3 x 2 = 6`; just `0` for a territory without points.
    fn words(&self, language: Language) -> String {
        let crowns = match self.queen {
            true => MessageId::CrownsAndQueen.with("crowns", self.crowns),
            false => Message::verbatim(self.crowns.to_string()),
        };
        match self.points {
            0 => "0".to_owned(),
            points => {
                let product = MessageId::Product.with("count", self.squares.len()).with("each", crowns);
                product.with("points", points).in_language(language)
            }
        }
    }

    /// The run of squares in a row on which the sum is to be written: its first square and its length.
    /// `covers` rates how much the sum would hide on a square; the run is on the squares where that is least.
    /// Among these the longest run is best, then the one that is nearest to the territory's middle.
    fn run(&self, covers: impl Fn(&Place) -> u8) -> (Place, usize) {
        let count = self.squares.len() as f64;
        let row = self.squares.iter().map(|place| place.row as f64).sum::<f64>() / count;
        let col = self.squares.iter().map(|place| place.col as f64).sum::<f64>() / count;
        let runs = self.squares.iter().map(|from| {
            let row_from_here = (from.col..).map(|col| Place::new(from.row, col));
            let run = row_from_here.take_while(|place| self.squares.contains(place) && covers(place) == covers(from));
            let length = run.count();
            let middle = from.col as f64 + (length as f64 - 1.0) / 2.0;
            let distance = (from.row as f64 - row).abs() + (middle - col).abs();
            ((covers(from), Reverse(length)), distance, (*from, length))
        });
        let best = runs.min_by(|one, other| one.0.cmp(&other.0).then(one.1.total_cmp(&other.1)));
        best.expect("a territory has a square").2
    }
}

/// Draws in units of squares.
struct Pen<'a> {
    drawing: &'a mut Drawing,
    at: [f64; 2],
    side: f64,
}

impl Pen<'_> {
    /// The position on the card of a point in a square, given in squares from the square's upper left corner.
    fn point(&self, place: Place, [x, y]: [f64; 2]) -> [f64; 2] {
        [self.at[0] + (place.col as f64 + x) * self.side, self.at[1] + (place.row as f64 + y) * self.side]
    }

    fn push(&mut self, shape: Shape) {
        self.drawing.shapes.push(shape);
    }

    fn line(&mut self, points: Vec<[f64; 2]>, colour: Colour, width: f64, dash: Option<[f64; 2]>) {
        let (width, dash) = (width * self.side, dash.map(|dash| dash.map(|length| length * self.side)));
        self.push(Shape::Line { points, colour, width, dash });
    }

    /// Draws a square of a kingdom that has no photo.
    fn square(&mut self, place: Place, square: &Square) {
        let (fill, letter) = match square {
            Square::Empty => return,
            Square::Castle => (Colour::Fixed([242, 234, 216]), String::new()),
            Square::Land { terrain, .. } => {
                (Colour::Fixed(colour(*terrain)), notation::square_in_notation(square).chars().take(1).collect())
            }
        };
        let (at, side) = (self.point(place, [0.0, 0.0]), self.side);
        self.push(Shape::Rect { at, size: [side, side], radius: 0.0, fill, opacity: 1.0 });
        if *square == Square::Castle {
            let points = CASTLE.iter().map(|corner| self.point(place, *corner)).collect();
            self.push(Shape::Area { points, fill: Colour::Fixed([122, 106, 85]), edge: (INK, 0.0) });
        }
        if !letter.is_empty() {
            let is_dark = matches!(square, Square::Land { terrain: Terrain::Forest | Terrain::Mine, .. });
            let (fill, at) = (if is_dark { WHITE } else { INK }, self.point(place, [0.07, 0.94]));
            self.text(at, Anchor::Start, &letter, 0.2 * self.side, fill);
        }
    }

    fn veil(&mut self, place: Place) {
        let (at, side) = (self.point(place, [0.0, 0.0]), self.side);
        self.push(Shape::Rect { at, size: [side, side], radius: 0.0, fill: Colour::Page, opacity: 0.82 });
    }

    /// Draws pairs of light and dark stripes, which are visible on every tile and without colour.
    fn hatch(&mut self, place: Place) {
        const STRIPES: usize = 5;
        for stripe in 1..2 * STRIPES {
            let along = stripe as f64 / STRIPES as f64;
            let (low, high) = ((along - 1.0).max(0.0), along.min(1.0));
            for (shift, colour) in [(0.0, INK), (0.025, WHITE)] {
                let ends = [[low + shift, high - shift], [high - shift, low + shift]];
                let points = ends.map(|end| self.point(place, end.map(|value| value.clamp(0.0, 1.0)))).to_vec();
                self.line(points, colour, 0.022, None);
            }
        }
    }

    fn frame(&mut self, place: Place) {
        let frame = [[0.05, 0.05], [0.95, 0.05], [0.95, 0.95], [0.05, 0.95], [0.05, 0.05]];
        let frame = frame.map(|corner| self.point(place, corner)).to_vec();
        self.line(frame.clone(), WHITE, 0.06, None);
        self.line(frame, MARK, 0.06, Some([0.12, 0.08]));
    }

    fn question_mark(&mut self, place: Place) {
        let (at, radius) = (self.point(place, [0.82, 0.18]), 0.15 * self.side);
        self.push(Shape::Circle { at, radius, fill: MARK, edge: (WHITE, 0.03 * self.side) });
        self.text([at[0], at[1] + 0.09 * self.side], Anchor::Middle, "?", 0.25 * self.side, WHITE);
    }

    /// Draws the borders between territories, castle and table.
    fn borders(&mut self, kingdom: &Kingdom, territories: &[Sum]) {
        let squares = kingdom.squares();
        let owner = |row: Option<usize>, col: Option<usize>| {
            let place = Place::new(row?, col?);
            let castle = (squares.get(place) == Some(&Square::Castle)).then_some(territories.len());
            castle.or_else(|| territories.iter().position(|territory| territory.squares.contains(&place)))
        };
        let mut edges: Vec<[[f64; 2]; 2]> = Vec::new();
        let (rows, cols) = (squares.rows(), squares.cols());
        for row in 0..=rows {
            let are_borders = (0..cols).map(|col| owner(row.checked_sub(1), Some(col)) != owner(Some(row), Some(col)));
            for (from, to) in runs(are_borders) {
                edges.push([self.point(Place::new(row, from), [0.0; 2]), self.point(Place::new(row, to), [0.0; 2])]);
            }
        }
        for col in 0..=cols {
            let are_borders = (0..rows).map(|row| owner(Some(row), col.checked_sub(1)) != owner(Some(row), Some(col)));
            for (from, to) in runs(are_borders) {
                edges.push([self.point(Place::new(from, col), [0.0; 2]), self.point(Place::new(to, col), [0.0; 2])]);
            }
        }
        for (colour, width) in [(INK, 0.075), (WHITE, 0.035)] {
            for [from, to] in &edges {
                // Half a width is added at either end, so that corners are filled.
                let more = 0.5 * width * self.side;
                let (x, y) = match from[0] == to[0] {
                    true => (0.0, (to[1] - from[1]).signum() * more),
                    false => ((to[0] - from[0]).signum() * more, 0.0),
                };
                self.line(vec![[from[0] - x, from[1] - y], [to[0] + x, to[1] + y]], colour, width, None);
            }
        }
    }

    /// Draws the crowns that count on the square. On a photo they have a dark plate behind them, as the sums
    /// do, so that they do not look like crowns of the tile.
    fn crowns(&mut self, place: Place, square: &Square, is_on_photo: bool) {
        let crowns = square.counting_crowns();
        if is_on_photo && crowns > 0 {
            let size = [f64::from(crowns - 1) * CROWN_STEP + 0.26, 0.215];
            let at = self.point(place, [0.04, 0.06]);
            self.plate(at, size.map(|length| length * self.side));
        }
        for crown in 0..crowns {
            let left = 0.08 + f64::from(crown) * CROWN_STEP;
            let points = CROWN.iter().map(|[x, y]| self.point(place, [left + x, 0.1 + y])).collect();
            self.push(Shape::Area { points, fill: GOLD, edge: (INK, 0.025 * self.side) });
        }
    }

    /// Writes the names of pieces at the square's lower edge, each on lines of its own.
    fn pieces(&mut self, place: Place, pieces: &[String]) {
        if pieces.is_empty() {
            return;
        }
        let width = 0.86 * self.side;
        let mut size = PIECE_SIZE * self.side;
        let mut lines: Vec<String> = Vec::new();
        // If a word is too long, all letters become smaller, down to two thirds.
        for _ in 0..3 {
            let words = pieces.iter().flat_map(|piece| piece.split(' '));
            let widest = words.map(|word| Weight::Bold.width(word, size)).fold(0.0, f64::max);
            lines = pieces.iter().flat_map(|piece| Weight::Bold.wrapped(piece, size, width)).collect();
            if widest <= width && lines.len() <= 2 {
                break;
            }
            size *= 0.87;
        }
        let (step, padding) = (1.12 * size, 0.25 * size);
        let height = lines.len() as f64 * step + padding;
        let widest = lines.iter().map(|line| Weight::Bold.width(line, size)).fold(0.0, f64::max) + 2.0 * padding;
        let [middle, bottom] = self.point(place, [0.5, 0.95]);
        self.plate([middle - widest / 2.0, bottom - height], [widest, height]);
        for (number, line) in lines.iter().enumerate() {
            let base = bottom - height + number as f64 * step + 0.98 * size;
            self.text([middle, base], Anchor::Middle, line, size, WHITE);
        }
    }

    /// Writes the territory's points: on one line across several squares or above pieces, otherwise on two
    /// lines.
    fn sum(&mut self, territory: &Sum, kingdom: &Kingdom, doubtful: &[Place], language: Language) {
        let words = territory.words(language);
        let is_doubtful = territory.squares.iter().any(|place| doubtful.contains(place));
        let doubt = if is_doubtful { " ?" } else { "" };
        let (from, length) = territory.run(|place| {
            2 * u8::from(doubtful.contains(place)) + u8::from(kingdom.squares()[*place].pieces() != Pieces::default())
        });
        let is_above_pieces = kingdom.squares()[from].pieces() != Pieces::default();
        let lines = match words.rsplit_once(" = ") {
            Some((product, points)) if length == 1 && !is_above_pieces => {
                vec![product.to_owned(), format!("= {points}{doubt}")]
            }
            _ => vec![format!("{words}{doubt}")],
        };
        let largest = match lines.len() {
            _ if is_above_pieces || territory.points == 0 => SMALL_SUM_SIZE,
            1 => SUM_SIZE,
            _ => HIGH_SUM_SIZE,
        };
        let width = (length as f64 - 0.16) * self.side;
        let size = lines.iter().map(|line| Weight::Bold.fitting(line, largest * self.side, width - 0.1 * self.side));
        let size = size.fold(f64::INFINITY, f64::min);
        let (step, padding) = (1.05 * size, 0.28 * size);
        let widest = lines.iter().map(|line| Weight::Bold.width(line, size)).fold(0.0, f64::max) + 2.0 * padding;
        let height = lines.len() as f64 * step + 0.3 * size;
        let middle_height = if is_above_pieces { SUM_HEIGHT_ABOVE_PIECES } else { SUM_HEIGHT };
        let [left, centre] = self.point(from, [0.0, middle_height]);
        let middle = left + length as f64 * self.side / 2.0;
        self.plate([middle - widest / 2.0, centre - height / 2.0], [widest, height]);
        for (number, line) in lines.iter().enumerate() {
            let base = centre - height / 2.0 + number as f64 * step + size;
            self.text([middle, base], Anchor::Middle, line, size, WHITE);
        }
    }

    fn plate(&mut self, at: [f64; 2], size: [f64; 2]) {
        self.push(Shape::Rect { at, size, radius: 0.05 * self.side, fill: INK, opacity: 0.85 });
    }

    fn text(&mut self, at: [f64; 2], anchor: Anchor, text: &str, size: f64, fill: Colour) {
        self.push(Shape::Text { at, anchor, text: text.to_owned(), size, weight: Weight::Bold, fill });
    }
}

/// The start and the end (exclusive) of each run of true values.
fn runs(values: impl Iterator<Item = bool>) -> Vec<(usize, usize)> {
    let mut runs: Vec<(usize, usize)> = Vec::new();
    for (index, _) in values.enumerate().filter(|(_, value)| *value) {
        match runs.last_mut().filter(|(_, end)| *end == index) {
            Some((_, end)) => *end += 1,
            None => runs.push((index, index + 1)),
        }
    }
    runs
}
