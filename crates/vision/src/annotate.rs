//! The photo with its reading drawn on it: labels in the squares' corners, numbers and totals next to the
//! kingdoms.

use std::io;
use std::path::{Path, PathBuf};

use opencv::core::{BORDER_CONSTANT, Mat, Point, Point2d, Rect, Scalar, Size};
use opencv::imgproc;
use opencv::prelude::MatTraitConst;

use super::canvas::{Canvas, Colour, TextSize};
use super::geometry::{Homography, bounding_box};
use super::photo::Photo;
use super::picture_file::{EncodeError, PictureFormat, write_picture};
use kingdomino::domain::Place;
use kingdomino::formats::{ReadSquare, SquareState};
use messages::{MessageId, Words};
use reading::reconstruct::{LeftOut, Reading};
use report::kingdom_picture::{letters, mark};
use storage::is_same_file;

/// Small photos are enlarged until the shortest side of a square has this length, so that its label is
/// legible.
const LEAST_SQUARE_PX: f64 = 72.0;

/// Small photos are enlarged only until the picture's long side has this length.
const LARGEST_SIDE_PX: f64 = 4000.0;

/// Height of a label's capitals, in squares: legible, but small enough to leave the tile's picture visible.
const LETTER_HEIGHT: f64 = 0.13;

/// Distance of a label from the lower left corner of its square, in squares.
const LABEL_INSET: f64 = 0.05;

/// Height of the capitals of a kingdom's total, as a multiple of those on its squares.
const TAG_FACTOR: f64 = 1.6;

/// Largest width of a label, in squares. Longer texts are written smaller.
const LABEL_WIDTH: f64 = 0.75;

// Colours that people with red-green colour blindness can distinguish. Every state except `Seen` also has a
// mark.
const SURE: Colour = [255, 255, 255];
const DOUBTFUL: Colour = [255, 165, 0];
const CORRECTED: Colour = [86, 180, 233];
const INK: Colour = [20, 20, 20];

/// Why no annotated picture was written.
#[derive(Debug, thiserror::Error)]
pub enum AnnotateError {
    /// OpenCV failed, most likely because memory ran out.
    #[error("{photo}: cannot draw the reading on the photo: {source}")]
    Draw {
        /// The photo's name.
        photo: String,
        /// OpenCV's error.
        source: opencv::Error,
    },
    /// The picture could not be encoded.
    #[error("{photo}: cannot encode the annotated photo: {source}")]
    Encode {
        /// The photo's name.
        photo: String,
        /// The encoder's error.
        source: EncodeError,
    },
    /// The folder or the file cannot be written.
    #[error("{path}: cannot write the annotated photo: {source}", path = .path.display())]
    Write {
        /// The path of the picture.
        path: PathBuf,
        /// The system's error.
        source: io::Error,
    },
    /// The picture would overwrite the photo.
    #[error("{path}: this is the photo itself, which is never overwritten; choose another name for the annotated copy", path = .0.display())]
    IsPhoto(PathBuf),
}

/// A kingdom to be drawn.
#[derive(Clone, Copy)]
pub struct Annotation<'a> {
    /// Maps the photo's lattice, in squares, to [`Photo::pixels`].
    pub to_photo: Homography,
    /// The reading of the kingdom.
    pub reading: &'a Reading,
    /// The kingdom's total, in points.
    pub total: i32,
}

/// Draws the grids and every square's reading on the photo (8 bits, BGR, upright, at decoded size or
/// enlarged). If there is no room next to the kingdoms for their totals, the picture gets a strip above the
/// photo.
///
/// # Errors
/// OpenCV's error when out of memory.
pub fn annotate(photo: &Photo, kingdoms: &[Annotation]) -> opencv::Result<Mat> {
    let side_px = kingdoms.iter().map(|kingdom| kingdom.shortest_side_px()).fold(f64::INFINITY, f64::min);
    let long_side_px = f64::from(photo.pixels.cols().max(photo.pixels.rows()));
    let scale = (LEAST_SQUARE_PX / side_px).min(LARGEST_SIDE_PX / long_side_px).max(1.0);
    let mut picture = Mat::default();
    imgproc::resize(&photo.pixels, &mut picture, Size::default(), scale, scale, imgproc::INTER_CUBIC)?;
    let mut canvas = Canvas::on(&picture)?;
    drop(picture);
    for kingdom in kingdoms {
        draw(&mut canvas, scale, kingdom);
    }
    let mut tags = Tags::beside(kingdoms, scale, side_px);
    tags.draw(&mut canvas, kingdoms);
    tags.into_picture(canvas)
}

fn draw(canvas: &mut Canvas, scale: f64, kingdom: &Annotation) {
    let mut drawing = Drawing::on(canvas, scale, kingdom.to_photo(), kingdom.shortest_side_px());
    for (place, square) in kingdom.reading.squares.iter() {
        drawing.square(place, square);
    }
    drawing.frame(kingdom.reading.squares.rows(), kingdom.reading.squares.cols());
    for tile in
        kingdom.reading.left_out.iter().filter(|tile| tile.place_in(kingdom.reading.kingdom.squares()).is_none())
    {
        drawing.left_out(tile);
    }
}

/// The text of the total, with a question mark if it is doubtful. `number`: the kingdom's number from 0, if
/// there are several kingdoms.
fn tag_of(kingdom: &Annotation, number: Option<usize>) -> String {
    let points = MessageId::Points.count(kingdom.total.unsigned_abs());
    let doubt = if kingdom.reading.needs_review { " ?" } else { "" };
    let number = number.map(|number| format!("k{}: ", number + 1)).unwrap_or_default();
    format!("{number}{points}{doubt}")
}

impl Annotation<'_> {
    /// Maps the kingdom's lattice, with its origin at the outer corner of the first square, to the photo.
    fn to_photo(self) -> Homography {
        let origin = self.reading.origin;
        self.to_photo.after(&Homography::translation(origin.col as f64, origin.row as f64))
    }

    /// The map from the picture to the kingdom's lattice, and the kingdom's number of columns and rows. The
    /// picture is `scale` times as large as the photo.
    fn outline(self, scale: f64) -> (Homography, [f64; 2]) {
        let to_picture = Homography::scaling(scale, scale).after(&self.to_photo());
        let (rows, cols) = (self.reading.squares.rows(), self.reading.squares.cols());
        // A map without an inverse shows no square. This translation maps every point outside the kingdom.
        (to_picture.inverse().unwrap_or(Homography::translation(-1e9, 0.0)), [cols as f64, rows as f64])
    }

    fn shortest_side_px(self) -> f64 {
        shortest_side_px(&self.to_photo(), self.reading.squares.places())
    }
}

/// Draws as [`annotate`] does and writes the picture to `path`, atomically and without EXIF: PNG if the
/// file's extension says so, otherwise JPEG.
///
/// # Errors
/// If `path` is the photo itself or cannot be written.
pub fn write_annotated(path: &Path, photo: &Photo, kingdoms: &[Annotation]) -> Result<(), AnnotateError> {
    if is_same_file(path, Path::new(&photo.name)) {
        return Err(AnnotateError::IsPhoto(path.to_owned()));
    }
    let format = PictureFormat::of_name(path).unwrap_or(PictureFormat::Jpeg);
    let file = annotated(photo, kingdoms, format)?;
    write_picture(path, &file).map_err(|source| AnnotateError::Write { path: path.to_owned(), source })
}

/// The photo with its reading drawn on it, as a JPEG file without EXIF.
///
/// # Errors
/// The error of OpenCV or of the encoder when out of memory.
pub fn annotated_jpeg(photo: &Photo, kingdoms: &[Annotation]) -> Result<Vec<u8>, AnnotateError> {
    annotated(photo, kingdoms, PictureFormat::Jpeg)
}

fn annotated(photo: &Photo, kingdoms: &[Annotation], format: PictureFormat) -> Result<Vec<u8>, AnnotateError> {
    let picture =
        annotate(photo, kingdoms).map_err(|source| AnnotateError::Draw { photo: photo.name.clone(), source })?;
    format.encode(&picture).map_err(|source| AnnotateError::Encode { photo: photo.name.clone(), source })
}

/// One kingdom on the picture.
struct Drawing<'c> {
    canvas: &'c mut Canvas,
    /// Maps the kingdom's lattice, with its origin at the first square's outer corner, to the picture.
    to_picture: Homography,
    line_px: i32,
    /// Height of the capitals in labels.
    capitals_px: f64,
    /// The shortest side of a square in the picture.
    side_px: f64,
    widest_label_px: f64,
}

impl<'c> Drawing<'c> {
    /// `side_px`: the shortest side of a square in the photo. `scale`: the size of the picture as a multiple
    /// of the photo's.
    fn on(canvas: &'c mut Canvas, scale: f64, to_photo: Homography, side_px: f64) -> Self {
        Self {
            canvas,
            to_picture: Homography::scaling(scale, scale).after(&to_photo),
            line_px: ((side_px * scale / 50.0).round() as i32).max(1),
            capitals_px: side_px * scale * LETTER_HEIGHT,
            side_px: side_px * scale,
            widest_label_px: side_px * scale * LABEL_WIDTH,
        }
    }

    fn square(&mut self, place: Place, square: &ReadSquare) {
        // Marks are inset so that neighbours do not cover them.
        let (colour, inset, line_px) = match square.state {
            SquareState::Seen | SquareState::Inferred => (SURE, 0.0, self.line_px),
            SquareState::Corrected => (CORRECTED, 0.05, self.line_px),
            SquareState::Doubtful => (DOUBTFUL, 0.05, 2 * self.line_px),
        };
        self.outline(place, 1, 1, inset, colour, line_px);
        let corner = Point2d::new(place.col as f64 + LABEL_INSET, (place.row + 1) as f64 - LABEL_INSET);
        self.label(corner, &label_of(square), colour);
    }

    fn frame(&mut self, rows: usize, cols: usize) {
        self.outline(Place::new(0, 0), rows, cols, 0.0, SURE, 2 * self.line_px);
    }

    fn outline(&mut self, place: Place, rows: usize, cols: usize, inset: f64, colour: Colour, line_px: i32) {
        let (top, left) = (place.row as f64 + inset, place.col as f64 + inset);
        let (bottom, right) = ((place.row + rows) as f64 - inset, (place.col + cols) as f64 - inset);
        self.box_from(Point2d::new(left, top), Point2d::new(right, bottom), colour, line_px);
    }

    /// Draws a tile that is next to the kingdom but does not count.
    fn left_out(&mut self, tile: &LeftOut) {
        let middle = Point2d::new(tile.col as f64 + 0.5, tile.row as f64 + 0.5);
        let half = Point2d::new(0.45, 0.45);
        self.box_from(middle - half, middle + half, DOUBTFUL, 2 * self.line_px);
        let corner = middle + Point2d::new(LABEL_INSET - 0.5, 0.5 - LABEL_INSET);
        self.label(corner, &format!("{}{}", letters(&tile.seen), mark(SquareState::Doubtful)), DOUBTFUL);
    }

    /// Draws a box between two opposite corners on the lattice.
    fn box_from(&mut self, first: Point2d, opposite: Point2d, colour: Colour, line_px: i32) {
        let (left, top, right, bottom) = (first.x, first.y, opposite.x, opposite.y);
        let corners = [(left, top), (right, top), (right, bottom), (left, bottom)];
        let corners = corners.map(|(u, v)| self.pixel(Point2d::new(u, v)));
        self.canvas.outline(&corners, colour, line_px);
    }

    fn pixel(&self, lattice: Point2d) -> Point {
        let point = self.to_picture.apply(lattice);
        Point::new(point.x.round() as i32, point.y.round() as i32)
    }

    /// Draws upright text on a dark plate in the lower left corner of a square.
    fn label(&mut self, corner: Point2d, text: &str, colour: Colour) {
        let wanted = TextSize::of(text, self.capitals_px);
        let capitals_px = self.capitals_px * (self.widest_label_px / f64::from(wanted.width)).min(1.0);
        let plate = plate_size(text, capitals_px);
        let half = Point2d::new(f64::from(plate.width), -f64::from(plate.height)) * (0.5 / self.side_px);
        let centre = self.pixel(corner + half);
        let at = Point::new(centre.x - plate.width / 2, centre.y - plate.height / 2);
        text_on_plate(self.canvas, at, text, capitals_px, colour);
    }
}

/// Numbers and totals next to the kingdoms, or above the photo if there is no room.
struct Tags {
    capitals_px: f64,
    outlines: Vec<(Homography, [f64; 2])>,
    /// Plates already drawn on the picture.
    taken: Vec<Rect>,
    /// Texts without room on the picture, with the sizes of their plates.
    above: Vec<(String, Size)>,
}

impl Tags {
    /// `side_px`: the shortest side of a square in the photo. `scale`: the size of the picture as a multiple
    /// of the photo's.
    fn beside(kingdoms: &[Annotation], scale: f64, side_px: f64) -> Self {
        let outlines = kingdoms.iter().map(|kingdom| kingdom.outline(scale)).collect();
        let capitals_px = side_px * scale * LETTER_HEIGHT * TAG_FACTOR;
        Self { capitals_px, outlines, taken: Vec::new(), above: Vec::new() }
    }

    fn draw(&mut self, canvas: &mut Canvas, kingdoms: &[Annotation]) {
        for (index, kingdom) in kingdoms.iter().enumerate() {
            let text = tag_of(kingdom, (kingdoms.len() > 1).then_some(index));
            let plate = plate_size(&text, self.capitals_px);
            let free = places_beside(&self.outlines[index], plate, canvas.size()).into_iter();
            let free = free.map(|at| Rect::from_point_size(at, plate)).find(|rect| self.is_free(*rect, canvas.size()));
            match free {
                Some(rect) => {
                    text_on_plate(canvas, rect.tl(), &text, self.capitals_px, SURE);
                    self.taken.push(rect);
                }
                None => self.above.push((text, plate)),
            }
        }
    }

    /// Whether the plate is inside the picture and covers no square and no other plate.
    fn is_free(&self, plate: Rect, picture: Size) -> bool {
        const STEPS: i32 = 8;
        let picture = Rect::new(0, 0, picture.width, picture.height);
        if (plate & picture) != plate || self.taken.iter().any(|other| !(plate & *other).empty()) {
            return false;
        }
        for (to_lattice, [cols, rows]) in &self.outlines {
            for (across, down) in (0..=STEPS).flat_map(|across| (0..=STEPS).map(move |down| (across, down))) {
                let x = f64::from(plate.x) + f64::from(plate.width * across) / f64::from(STEPS);
                let y = f64::from(plate.y) + f64::from(plate.height * down) / f64::from(STEPS);
                let at = to_lattice.at(x, y);
                if (0.0..=*cols).contains(&at.x) && (0.0..=*rows).contains(&at.y) {
                    return false;
                }
            }
        }
        true
    }

    /// The picture, with a strip above it for the texts without room.
    fn into_picture(self, canvas: Canvas) -> opencv::Result<Mat> {
        let picture = canvas.into_picture()?;
        let Some(height) = self.above.iter().map(|(_, plate)| plate.height).max() else { return Ok(picture) };
        let [red, green, blue] = INK.map(f64::from);
        let (mut with_strip, ink) = (Mat::default(), Scalar::new(blue, green, red, 0.0));
        opencv::core::copy_make_border(&picture, &mut with_strip, height, 0, 0, 0, BORDER_CONSTANT, ink)?;
        let (mut canvas, mut left) = (Canvas::on(&with_strip)?, 0);
        for (text, plate) in &self.above {
            text_on_plate(&mut canvas, Point::new(left, 0), text, self.capitals_px, SURE);
            left += plate.width + height;
        }
        canvas.into_picture()
    }
}

/// Draws a text on a plate with its upper left corner at `at`.
fn text_on_plate(canvas: &mut Canvas, at: Point, text: &str, capitals_px: f64, colour: Colour) {
    let size = TextSize::of(text, capitals_px);
    canvas.plate(Rect::from_point_size(at, plate_size(text, capitals_px)), INK);
    let origin = Point::new(at.x + size.height / 3, at.y + size.height / 3 + size.height);
    canvas.text(text, origin, capitals_px, colour, None);
}

fn plate_size(text: &str, capitals_px: f64) -> Size {
    let size = TextSize::of(text, capitals_px);
    let margin = size.height / 3;
    Size::new(size.width + 2 * margin, size.height + margin + size.below.max(margin))
}

/// Candidates for a plate's upper left corner: above, below, left and right of the kingdom, then the
/// picture's corners.
fn places_beside((to_lattice, [cols, rows]): &(Homography, [f64; 2]), plate: Size, picture: Size) -> Vec<Point> {
    let gap = plate.height / 4;
    let ends = [0, picture.width - plate.width, picture.height - plate.height];
    let corners = [(gap, gap), (ends[1] - gap, gap), (gap, ends[2] - gap), (ends[1] - gap, ends[2] - gap)];
    let corners = corners.map(|(x, y)| Point::new(x, y));
    let Some(to_picture) = to_lattice.inverse() else { return corners.to_vec() };
    let outline = [(0.0, 0.0), (*cols, 0.0), (*cols, *rows), (0.0, *rows)].map(|(x, y)| to_picture.at(x, y));
    let [low, high] = bounding_box(outline);
    let (left, right, top, bottom) = (low.x as i32, high.x as i32, low.y as i32, high.y as i32);
    let (x, y) = (left.clamp(0, ends[1].max(0)), top.clamp(0, ends[2].max(0)));
    let beside = [(x, top - plate.height - gap), (x, bottom + gap), (right + gap, y), (left - plate.width - gap, y)];
    beside.map(|(x, y)| Point::new(x, y)).into_iter().chain(corners).collect()
}

/// The text that is drawn on a square: the notation's letter and crowns, `+` for a piece, and the mark of the
/// square's state. A doubtful square also shows its second reading if that is written differently: `W1/W?`.
fn label_of(square: &ReadSquare) -> String {
    let (best, second) = (letters(&square.best), letters(&square.second));
    let second = match square.state {
        SquareState::Doubtful if second != best => format!("/{second}"),
        _ => String::new(),
    };
    format!("{best}{second}{}", mark(square.state))
}

fn shortest_side_px(to_photo: &Homography, places: impl Iterator<Item = Place>) -> f64 {
    let sides = places.flat_map(|place| {
        let (row, col) = (place.row as f64, place.col as f64);
        let from = to_photo.at(col, row);
        [to_photo.at(col + 1.0, row), to_photo.at(col, row + 1.0)].map(|to| (from.x - to.x).hypot(from.y - to.y))
    });
    // A square smaller than a pixel shows nothing and would require unlimited enlargement.
    sides.fold(f64::INFINITY, f64::min).max(1.0)
}

#[cfg(test)]
mod tests {
    use std::fs;

    use opencv::core::{CV_8UC3, Vec3b};

    use super::*;
    use crate::grid_fit::GridFit;
    use kingdomino::domain::Grid;
    use report::test_kingdom::{corrected_reading, doubtful_reading};

    const SQUARE_PX: f64 = 80.0;

    /// A grey photo with 4 rows and 5 columns of squares. The test kingdom spans rows 2 to 3 and columns 2
    /// to 4.
    fn scene() -> (Photo, GridFit, Reading) {
        let pixels = Mat::new_rows_cols_with_default(320, 400, CV_8UC3, Scalar::all(90.0)).expect("a picture");
        let to_photo = Homography::scaling(SQUARE_PX, SQUARE_PX);
        let fit = GridFit {
            to_photo,
            rows: 4,
            cols: 5,
            occupied: Grid::filled(4, 5, 1.0),
            beside: Vec::new(),
            confidence: 1.0,
            by_hand: true,
            may_go_on: false,
        };
        (Photo::from_pixels("grey.png", pixels), fit, doubtful_reading())
    }

    /// Tolerance per channel: thin anti-aliased lines never have exactly their colour.
    const SMOOTHING: u8 = 40;

    /// The squares of the photo that contain a pixel of this colour.
    fn squares_with([red, green, blue]: Colour, picture: &Mat) -> Vec<Place> {
        let is_of_it = |x: usize, y: usize| {
            let pixel = picture.at_2d::<Vec3b>(y as i32, x as i32).expect("inside");
            pixel.iter().zip([blue, green, red]).all(|(found, wanted)| found.abs_diff(wanted) <= SMOOTHING)
        };
        let side = SQUARE_PX as usize;
        let pixels_of = |place: &Place| {
            let (top, left) = (place.row * side, place.col * side);
            (top..top + side).flat_map(move |y| (left..left + side).map(move |x| (x, y)))
        };
        let places = Grid::filled(4, 5, ()).places();
        places.filter(|place| pixels_of(place).any(|(x, y)| is_of_it(x, y))).collect()
    }

    #[test]
    fn doubtful_squares_and_no_others_are_marked() -> opencv::Result<()> {
        let (photo, fit, mut reading) = scene();
        let picture = annotate(&photo, &[Annotation { to_photo: fit.to_photo, reading: &reading, total: 5 }])?;
        assert_eq!((picture.cols(), picture.rows()), (400, 320));
        // The doubtful square is the kingdom's `r1c2`. The kingdom's first square is at row 1, column 1 of
        // the photo, counted from 0.
        assert_eq!(squares_with(DOUBTFUL, &picture), [Place::new(1, 2)]);
        reading.squares[Place::new(0, 1)].state = SquareState::Seen;
        assert_eq!(
            squares_with(
                DOUBTFUL,
                &annotate(&photo, &[Annotation { to_photo: fit.to_photo, reading: &reading, total: 5 }])?
            ),
            []
        );
        Ok(())
    }

    #[test]
    fn tiles_beside_the_kingdom_that_do_not_count_are_marked() -> opencv::Result<()> {
        let (photo, fit, mut reading) = scene();
        reading.left_out =
            vec![LeftOut { row: -1, col: 2, seen: kingdomino::domain::Square::Castle, probability: 1.0 }];
        let picture = annotate(&photo, &[Annotation { to_photo: fit.to_photo, reading: &reading, total: 5 }])?;
        // The kingdom's first square is at row 1, column 1 of the photo, counted from 0.
        assert_eq!(squares_with(DOUBTFUL, &picture), [Place::new(0, 3), Place::new(1, 2)]);
        Ok(())
    }

    #[test]
    fn corrected_squares_and_no_others_are_marked() -> opencv::Result<()> {
        let (photo, fit, _) = scene();
        let reading = corrected_reading();
        let picture = annotate(&photo, &[Annotation { to_photo: fit.to_photo, reading: &reading, total: 5 }])?;
        assert_eq!(squares_with(CORRECTED, &picture), [Place::new(1, 2), Place::new(2, 3)]);
        assert_eq!(squares_with(DOUBTFUL, &picture), []);
        let labels = reading.squares.map(label_of);
        assert_eq!(labels.cells(), ["W1", "W=", "F", "C", "L~", "M3="]);
        assert_eq!(label_of(&doubtful_reading().squares[Place::new(0, 1)]), "W/W1?");
        Ok(())
    }

    #[test]
    fn small_photos_are_enlarged_until_labels_can_be_read() -> opencv::Result<()> {
        let (photo, mut fit, reading) = scene();
        fit.to_photo = Homography::scaling(18.0, 18.0);
        let picture = annotate(&photo, &[Annotation { to_photo: fit.to_photo, reading: &reading, total: 5 }])?;
        assert_eq!((picture.cols(), picture.rows()), (1600, 1280));
        Ok(())
    }

    /// The part of a square, along each axis, that no label covers: in squares from its upper left corner.
    const FREE: std::ops::Range<f64> = 0.15..0.65;

    #[test]
    fn no_label_covers_the_middle_of_a_square() -> opencv::Result<()> {
        let (photo, fit, reading) = scene();
        let picture = annotate(&photo, &[Annotation { to_photo: fit.to_photo, reading: &reading, total: 5 }])?;
        for (place, step) in Grid::filled(4, 5, ()).places().flat_map(|place| (0..2500).map(move |step| (place, step)))
        {
            let inside = |part: usize| FREE.start + (FREE.end - FREE.start) * part as f64 / 50.0;
            let pixel = |line: usize, part: usize| ((line as f64 + inside(part)) * SQUARE_PX) as i32;
            // The plate with the total is above the kingdom.
            if place.row > 0 {
                let found = picture.at_2d::<Vec3b>(pixel(place.row, step / 50), pixel(place.col, step % 50))?;
                assert_eq!(found[..], [90; 3], "{place}");
            }
        }
        Ok(())
    }

    #[test]
    fn several_kingdoms_bear_their_numbers_and_a_full_photo_gets_a_strip() -> opencv::Result<()> {
        let (photo, fit, mut reading) = scene();
        reading.needs_review = false;
        let kingdom = Annotation { to_photo: fit.to_photo, reading: &reading, total: 5 };
        assert_eq!(
            (tag_of(&kingdom, None), tag_of(&kingdom, Some(1))),
            ("5 points".to_owned(), "k2: 5 points".to_owned())
        );
        reading.needs_review = true;
        assert_eq!(
            tag_of(&Annotation { to_photo: fit.to_photo, reading: &reading, total: 1 }, Some(0)),
            "k1: 1 point ?"
        );
        let part = Rect::new(80, 80, 240, 160);
        let full = Photo::from_pixels("full.png", photo.pixels.roi(part)?.try_clone()?);
        let to_photo = fit.to_photo.after(&Homography::translation(-1.0, -1.0));
        let picture = annotate(&full, &[Annotation { to_photo, reading: &reading, total: 5 }])?;
        assert!(picture.cols() == 240 && picture.rows() > 160, "{} x {}", picture.cols(), picture.rows());
        Ok(())
    }

    #[test]
    fn the_photo_itself_is_never_overwritten() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let path = folder.path().join("photo.jpg");
        fs::write(&path, "the only copy").expect("a file");
        let (photo, fit, reading) = scene();
        let photo = Photo::from_pixels(path.to_str().expect("text"), photo.pixels);
        let kingdoms = [Annotation { to_photo: fit.to_photo, reading: &reading, total: 5 }];
        let error = write_annotated(&folder.path().join("./photo.jpg"), &photo, &kingdoms).expect_err("refused");
        assert!(error.to_string().contains("photo.jpg"), "{error}");
        assert_eq!(fs::read_to_string(&path).expect("still there"), "the only copy");
        let elsewhere = folder.path().join("new/folder/out.jpg");
        write_annotated(&elsewhere, &photo, &kingdoms).expect("written");
        assert!(fs::read(&elsewhere).expect("a file").starts_with(&[0xFF, 0xD8, 0xFF]));
        let png = folder.path().join("new/folder/out.PNG");
        write_annotated(&png, &photo, &kingdoms).expect("written");
        assert!(fs::read(&png).expect("a file").starts_with(b"\x89PNG"));
        assert_eq!(fs::read_dir(elsewhere.parent().expect("a folder")).expect("a folder").count(), 2);
    }
}
