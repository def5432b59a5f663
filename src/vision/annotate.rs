//! The photo with what was read drawn on it.
//!
//! The picture is encoded anew from pixels, so that nothing of the photo's EXIF (position, camera, time) goes along.

use std::path::{Path, PathBuf};
use std::{fs, io};

use opencv::core::{Mat, Point, Point2d, Scalar, Size, Vector};
use opencv::imgproc::{self, FONT_HERSHEY_SIMPLEX, LINE_AA};
use opencv::prelude::MatTraitConst;

use super::geometry::Homography;
use super::grid_fit::GridFit;
use super::photo::{Photo, encode_jpeg};
use crate::domain::Place;
use crate::messages::{MessageId, Words};
use crate::reconstruct::{LeftOut, ReadSquare, Reading, SquareState};
use crate::report::kingdom_picture::{letters, mark};

/// A square's shortest side on the annotated picture, so that its label can be read; small photos are enlarged.
const LEAST_SQUARE_PX: f64 = 56.0;

/// Small photos are enlarged up to this long side only.
const LARGEST_SIDE_PX: f64 = 4000.0;

/// A label's capitals are this high, in squares: readable beside the picture on the tile.
const LETTER_HEIGHT: f64 = 0.17;

/// A label that is wider than this, in squares, is written smaller.
const LABEL_WIDTH: f64 = 0.75;

/// The height in pixels of Hershey's simplex capitals at font scale 1 (OpenCV's table of the font).
const FONT_HEIGHT_PX: f64 = 21.0;

const JPEG_QUALITY: i32 = 90;

// Blue, green, red. People who confuse red and green can distinguish them; all but what was seen also bears a mark.
const SURE: [f64; 3] = [255.0, 255.0, 255.0];
const DOUBTFUL: [f64; 3] = [0.0, 165.0, 255.0];
const CORRECTED: [f64; 3] = [233.0, 180.0, 86.0];
const INK: [f64; 3] = [20.0, 20.0, 20.0];

/// Why no annotated picture was written.
#[derive(Debug, thiserror::Error)]
pub enum AnnotateError {
    /// OpenCV failed, most likely for want of memory.
    #[error("{photo}: cannot draw the reading on the photo: {source}")]
    Draw {
        /// The photo's name.
        photo: String,
        /// What OpenCV says.
        source: opencv::Error,
    },
    /// No JPEG could be made of the pixels.
    #[error("{photo}: cannot encode the annotated photo: {source}")]
    Encode {
        /// The photo's name.
        photo: String,
        /// What the encoder says.
        source: turbojpeg::Error,
    },
    /// The folder or the file cannot be written.
    #[error("{path}: cannot write the annotated photo: {source}", path = .path.display())]
    Write {
        /// Where the picture should go.
        path: PathBuf,
        /// What the system says.
        source: io::Error,
    },
    /// The picture would overwrite the photo.
    #[error("{path}: that is the photo itself, which is never overwritten; choose another place for its annotated copy", path = .path.display())]
    IsPhoto {
        /// Where the picture should go.
        path: PathBuf,
    },
}

/// A kingdom to be drawn.
#[derive(Clone, Copy)]
pub struct Annotation<'a> {
    /// Where its squares lie.
    pub fit: &'a GridFit,
    /// What they were read as.
    pub reading: &'a Reading,
    /// Its points.
    pub total: i32,
}

/// Draws the grids and every square's reading on the photo (8 bits, BGR, upright, at decoded size or enlarged).
///
/// # Errors
/// OpenCV's, when out of memory.
pub fn annotate(photo: &Photo, kingdoms: &[Annotation]) -> opencv::Result<Mat> {
    let side_px = kingdoms.iter().map(|kingdom| kingdom.shortest_side_px()).fold(f64::INFINITY, f64::min);
    let long_side_px = f64::from(photo.pixels.cols().max(photo.pixels.rows()));
    let scale = (LEAST_SQUARE_PX / side_px).min(LARGEST_SIDE_PX / long_side_px).max(1.0);
    let mut picture = Mat::default();
    imgproc::resize(&photo.pixels, &mut picture, Size::default(), scale, scale, imgproc::INTER_CUBIC)?;
    for kingdom in kingdoms {
        picture = draw(picture, scale, kingdom)?;
    }
    let mut drawing = Drawing::on(picture, scale, Homography::IDENTITY, side_px);
    drawing.headline(&headline(kingdoms))?;
    Ok(drawing.picture)
}

fn draw(picture: Mat, scale: f64, kingdom: &Annotation) -> opencv::Result<Mat> {
    let mut drawing = Drawing::on(picture, scale, kingdom.to_photo(), kingdom.shortest_side_px());
    for (place, square) in kingdom.reading.squares.iter() {
        drawing.square(place, square)?;
    }
    drawing.frame(kingdom.reading.squares.rows(), kingdom.reading.squares.cols())?;
    for tile in
        kingdom.reading.left_out.iter().filter(|tile| tile.place_in(kingdom.reading.kingdom.squares()).is_none())
    {
        drawing.left_out(tile)?;
    }
    Ok(drawing.picture)
}

/// The totals, doubtful ones with a question mark.
fn headline(kingdoms: &[Annotation]) -> String {
    let total = |kingdom: &Annotation| {
        let points = MessageId::Points.count(kingdom.total.unsigned_abs());
        format!("{points}{}", if kingdom.reading.needs_review { " ?" } else { "" })
    };
    match kingdoms {
        [kingdom] => total(kingdom),
        _ => {
            let numbered =
                kingdoms.iter().enumerate().map(|(index, kingdom)| format!("k{}: {}", index + 1, total(kingdom)));
            numbered.collect::<Vec<_>>().join("   ")
        }
    }
}

impl Annotation<'_> {
    /// From the kingdom's lattice, its first square's corner at the origin.
    fn to_photo(self) -> Homography {
        let top_left = self.reading.top_left;
        self.fit.to_photo.after(&Homography::translation(top_left.col as f64, top_left.row as f64))
    }

    fn shortest_side_px(self) -> f64 {
        shortest_side_px(&self.to_photo(), self.reading.squares.places())
    }
}

/// Draws as [`annotate`] and writes a JPEG without any EXIF to `path`, in one step.
///
/// # Errors
/// `path` is the photo itself, or cannot be written.
pub fn write_annotated(path: &Path, photo: &Photo, kingdoms: &[Annotation]) -> Result<(), AnnotateError> {
    if is_same_file(path, Path::new(&photo.name)) {
        return Err(AnnotateError::IsPhoto { path: path.to_owned() });
    }
    let jpeg = annotated_jpeg(photo, kingdoms)?;
    write_in_one_step(path, &jpeg).map_err(|source| AnnotateError::Write { path: path.to_owned(), source })
}

/// The photo with what was read drawn on it, as a JPEG file without any EXIF.
///
/// # Errors
/// OpenCV's and the encoder's, when out of memory.
pub fn annotated_jpeg(photo: &Photo, kingdoms: &[Annotation]) -> Result<Vec<u8>, AnnotateError> {
    let draw = |source| AnnotateError::Draw { photo: photo.name.clone(), source };
    let picture = annotate(photo, kingdoms).map_err(draw)?;
    let encode = |source| AnnotateError::Encode { photo: photo.name.clone(), source };
    encode_jpeg(&picture, JPEG_QUALITY).map_err(encode)
}

fn is_same_file(one: &Path, other: &Path) -> bool {
    matches!((one.canonicalize(), other.canonicalize()), (Ok(one), Ok(other)) if one == other)
}

/// A file of the same folder is renamed, so that nobody ever sees half a picture.
fn write_in_one_step(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    if let Some(folder) = folder {
        fs::create_dir_all(folder)?;
    }
    let name =
        path.file_name().ok_or_else(|| io::Error::new(io::ErrorKind::IsADirectory, "a file's name is missing"))?;
    let mut half_written = name.to_owned();
    half_written.push(format!(".{}.part", std::process::id()));
    let half_written = path.with_file_name(half_written);
    fs::write(&half_written, bytes)?;
    fs::rename(&half_written, path).inspect_err(|_| drop(fs::remove_file(&half_written)))
}

struct Drawing {
    picture: Mat,
    /// From the kingdom's lattice (its first square's corner at the origin) to the picture.
    to_picture: Homography,
    line_px: i32,
    font_scale: f64,
    widest_label_px: f64,
}

impl Drawing {
    /// `side_px`: a square's shortest side in the photo, of which the picture is `scale` times as large.
    fn on(picture: Mat, scale: f64, to_photo: Homography, side_px: f64) -> Self {
        Self {
            picture,
            to_picture: Homography::scaling(scale, scale).after(&to_photo),
            line_px: ((side_px * scale / 50.0).round() as i32).max(1),
            font_scale: side_px * scale * LETTER_HEIGHT / FONT_HEIGHT_PX,
            widest_label_px: side_px * scale * LABEL_WIDTH,
        }
    }

    fn square(&mut self, place: Place, square: &ReadSquare) -> opencv::Result<()> {
        // Marks lie inside the square, so that neighbours do not cover them.
        let (colour, inset, line_px) = match square.state {
            SquareState::Seen | SquareState::Inferred => (SURE, 0.0, self.line_px),
            SquareState::Corrected => (CORRECTED, 0.05, self.line_px),
            SquareState::Doubtful => (DOUBTFUL, 0.05, 2 * self.line_px),
        };
        self.outline(place, 1, 1, inset, colour, line_px)?;
        let (row, col) = (place.row as f64, place.col as f64);
        self.label(Point2d::new(col + 0.5, row + 0.5), &label_of(square), colour)
    }

    fn frame(&mut self, rows: usize, cols: usize) -> opencv::Result<()> {
        self.outline(Place::new(0, 0), rows, cols, 0.0, SURE, 2 * self.line_px)
    }

    fn outline(
        &mut self,
        place: Place,
        rows: usize,
        cols: usize,
        inset: f64,
        colour: [f64; 3],
        line_px: i32,
    ) -> opencv::Result<()> {
        let (top, left) = (place.row as f64 + inset, place.col as f64 + inset);
        let (bottom, right) = ((place.row + rows) as f64 - inset, (place.col + cols) as f64 - inset);
        self.box_from(Point2d::new(left, top), Point2d::new(right, bottom), colour, line_px)
    }

    /// A tile beside the kingdom that does not count.
    fn left_out(&mut self, tile: &LeftOut) -> opencv::Result<()> {
        let middle = Point2d::new(tile.col as f64 + 0.5, tile.row as f64 + 0.5);
        let half = Point2d::new(0.45, 0.45);
        self.box_from(middle - half, middle + half, DOUBTFUL, 2 * self.line_px)?;
        self.label(middle, &format!("{}{}", letters(&tile.seen), mark(SquareState::Doubtful)), DOUBTFUL)
    }

    /// Between two opposite corners on the lattice.
    fn box_from(&mut self, first: Point2d, opposite: Point2d, colour: [f64; 3], line_px: i32) -> opencv::Result<()> {
        let (left, top, right, bottom) = (first.x, first.y, opposite.x, opposite.y);
        let corners = [(left, top), (right, top), (right, bottom), (left, bottom)];
        let corners: Vector<Point> = corners.iter().map(|&(u, v)| self.pixel(Point2d::new(u, v))).collect();
        imgproc::polylines(&mut self.picture, &corners, true, scalar(colour), line_px, LINE_AA, 0)
    }

    fn pixel(&self, lattice: Point2d) -> Point {
        let point = self.to_picture.apply(lattice);
        Point::new(point.x.round() as i32, point.y.round() as i32)
    }

    /// Upright text on a dark plate, centred on a point of the lattice.
    fn label(&mut self, lattice: Point2d, text: &str, colour: [f64; 3]) -> opencv::Result<()> {
        let centre = self.pixel(lattice);
        let (wanted, _) = self.text_size(text, self.font_scale)?;
        let font_scale = self.font_scale * (self.widest_label_px / f64::from(wanted.width)).min(1.0);
        let (size, _) = self.text_size(text, font_scale)?;
        let origin = Point::new(centre.x - size.width / 2, centre.y + size.height / 2);
        self.text_on_plate(origin, text, font_scale, colour)
    }

    /// The total in the picture's upper left corner.
    fn headline(&mut self, text: &str) -> opencv::Result<()> {
        let (size, _) = self.text_size(text, self.font_scale)?;
        self.text_on_plate(Point::new(size.height, 2 * size.height), text, self.font_scale, SURE)
    }

    fn text_on_plate(&mut self, origin: Point, text: &str, font_scale: f64, colour: [f64; 3]) -> opencv::Result<()> {
        let (size, below) = self.text_size(text, font_scale)?;
        let margin = size.height / 3;
        let corner = Point::new(origin.x - margin, origin.y - size.height - margin);
        let opposite = Point::new(origin.x + size.width + margin, origin.y + below + margin / 2);
        let plate = opencv::core::Rect::from_points(corner, opposite);
        imgproc::rectangle(&mut self.picture, plate, scalar(INK), imgproc::FILLED, LINE_AA, 0)?;
        let (font, line_px) = (FONT_HERSHEY_SIMPLEX, self.line_px);
        imgproc::put_text(&mut self.picture, text, origin, font, font_scale, scalar(colour), line_px, LINE_AA, false)
    }

    /// Width and height in pixels, and how far the text reaches below its line.
    fn text_size(&self, text: &str, font_scale: f64) -> opencv::Result<(Size, i32)> {
        let mut below = 0;
        let size = imgproc::get_text_size(text, FONT_HERSHEY_SIMPLEX, font_scale, self.line_px, &mut below)?;
        Ok((size, below))
    }
}

/// The notation's letter and crowns, `+` where something stands, and the mark of where they come from; a doubtful square
/// shows its second reading, too, where that looks different so: `W1/W?`.
fn label_of(square: &ReadSquare) -> String {
    let (best, second) = (letters(&square.best), letters(&square.second));
    let second = match square.state {
        SquareState::Doubtful if second != best => format!("/{second}"),
        _ => String::new(),
    };
    format!("{best}{second}{}", mark(square.state))
}

fn shortest_side_px(to_photo: &Homography, places: impl Iterator<Item = Place>) -> f64 {
    let side = |from: (f64, f64), to: (f64, f64)| {
        let (from, to) = (to_photo.apply(Point2d::new(from.0, from.1)), to_photo.apply(Point2d::new(to.0, to.1)));
        (from.x - to.x).hypot(from.y - to.y)
    };
    let sides = places.flat_map(|place| {
        let (row, col) = (place.row as f64, place.col as f64);
        [side((col, row), (col + 1.0, row)), side((col, row), (col, row + 1.0))]
    });
    // A square smaller than a pixel shows nothing, and would ask for endless enlargement.
    sides.fold(f64::INFINITY, f64::min).max(1.0)
}

fn scalar([blue, green, red]: [f64; 3]) -> Scalar {
    Scalar::new(blue, green, red, 0.0)
}

#[cfg(test)]
mod tests {
    use opencv::core::{CV_8UC3, Vec3b};

    use super::*;
    use crate::domain::Grid;
    use crate::report::test_kingdom::{corrected_reading, doubtful_reading};

    const SQUARE_PX: f64 = 60.0;

    /// A grey photo, 4 rows and 5 columns of squares in which the test kingdom spans rows 2 to 3 and columns 2 to 4.
    fn scene() -> (Photo, GridFit, Reading) {
        let pixels = Mat::new_rows_cols_with_default(240, 300, CV_8UC3, Scalar::all(90.0)).expect("a picture");
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

    /// Thin smoothed lines are nowhere quite of their colour.
    const SMOOTHING: f64 = 40.0;

    /// The squares of the photo in which a pixel is of this colour.
    fn squares_with(colour: [f64; 3], picture: &Mat) -> Vec<Place> {
        let is_of_it = |x: usize, y: usize| {
            let pixel = picture.at_2d::<Vec3b>(y as i32, x as i32).expect("inside");
            pixel.0.iter().zip(colour).all(|(found, wanted)| (f64::from(*found) - wanted).abs() <= SMOOTHING)
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
        let picture = annotate(&photo, &[Annotation { fit: &fit, reading: &reading, total: 5 }])?;
        assert_eq!((picture.cols(), picture.rows()), (300, 240));
        // `r1c2` of the kingdom, whose first square is the second of the second row.
        assert_eq!(squares_with(DOUBTFUL, &picture), [Place::new(1, 2)]);
        reading.squares[Place::new(0, 1)].state = SquareState::Seen;
        assert_eq!(
            squares_with(DOUBTFUL, &annotate(&photo, &[Annotation { fit: &fit, reading: &reading, total: 5 }])?),
            []
        );
        Ok(())
    }

    #[test]
    fn tiles_beside_the_kingdom_that_do_not_count_are_marked() -> opencv::Result<()> {
        let (photo, fit, mut reading) = scene();
        reading.left_out = vec![LeftOut { row: -1, col: 2, seen: crate::domain::Square::Castle, probability: 1.0 }];
        let picture = annotate(&photo, &[Annotation { fit: &fit, reading: &reading, total: 5 }])?;
        // The kingdom's first square is the second of the second row.
        assert_eq!(squares_with(DOUBTFUL, &picture), [Place::new(0, 3), Place::new(1, 2)]);
        Ok(())
    }

    #[test]
    fn corrected_squares_and_no_others_are_marked() -> opencv::Result<()> {
        let (photo, fit, _) = scene();
        let reading = corrected_reading();
        let picture = annotate(&photo, &[Annotation { fit: &fit, reading: &reading, total: 5 }])?;
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
        fit.to_photo = Homography::scaling(14.0, 14.0);
        let picture = annotate(&photo, &[Annotation { fit: &fit, reading: &reading, total: 5 }])?;
        assert_eq!((picture.cols(), picture.rows()), (1200, 960));
        Ok(())
    }

    #[test]
    fn the_photo_itself_is_never_overwritten() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let path = folder.path().join("photo.jpg");
        fs::write(&path, "the only copy").expect("a file");
        let (photo, fit, reading) = scene();
        let photo = Photo::from_pixels(path.to_str().expect("text"), photo.pixels);
        let kingdoms = [Annotation { fit: &fit, reading: &reading, total: 5 }];
        let error = write_annotated(&folder.path().join("./photo.jpg"), &photo, &kingdoms).expect_err("refused");
        assert!(error.to_string().contains("photo.jpg"), "{error}");
        assert_eq!(fs::read_to_string(&path).expect("still there"), "the only copy");
        let elsewhere = folder.path().join("new/folder/out.jpg");
        write_annotated(&elsewhere, &photo, &kingdoms).expect("written");
        assert!(fs::read(&elsewhere).expect("a file").starts_with(&[0xFF, 0xD8, 0xFF]));
        assert_eq!(fs::read_dir(elsewhere.parent().expect("a folder")).expect("a folder").count(), 1);
    }
}
