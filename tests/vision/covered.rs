//! A piece of paper on a square of a whole photograph, or a sleeve over a domino at the edge: hidden squares
//! are never misread without a warning. Skipped without the photographs, which are not ours.

use crate::common::cases::some_of;
use crate::common::photos;
use std::error::Error;
use std::path::Path;

use kingdom_scanner::domain::{Place, Square};
use kingdom_scanner::formats::SquareState;
use kingdom_scanner::formats::{KingdomRecord, parse_json};
use kingdom_scanner::scoring::sheet::ScoreSheet;
use kingdom_scanner::vision::geometry::Homography;
use kingdom_scanner::vision::networks::Networks;
use kingdom_scanner::vision::photo::Photo;
use kingdom_scanner::vision::scan::{KingdomScan, ScanOptions, scan};
use opencv::core::{Mat, Point, Point2d, Scalar, Size, Vector};
use opencv::imgproc;
use opencv::prelude::MatTraitConst;

type TestResult = Result<(), Box<dyn Error>>;

/// Blue, green, red: white paper, grey and red card, yellow like wheat.
const PAPERS: [[f64; 3]; 4] = [[235.0, 240.0, 240.0], [120.0, 122.0, 125.0], [50.0, 40.0, 190.0], [60.0, 190.0, 230.0]];

/// Side of the paper, in squares: it hides all crowns in a corner of a square, and a quarter of the square.
const PAPER: f64 = 0.5;

/// Blue, green, red: pink, grey and navy cloth, unlike any tile.
const SLEEVES: [[f64; 3]; 3] = [[150.0, 170.0, 240.0], [120.0, 122.0, 125.0], [90.0, 50.0, 30.0]];

/// How far a sleeve extends out of the kingdom, in squares; it hides that much in addition to the squares
/// under it.
const SLEEVE: f64 = 4.0;
const SLEEVE_MORE: f64 = 0.03;

/// The photo is reduced to squares about this wide, because many scans take long.
const SQUARE_PX: f64 = 110.0;

/// A photograph with its label.
struct Labelled {
    label: KingdomRecord,
    picture: Mat,
    to_photo: Homography,
}

impl Labelled {
    fn all() -> Result<Vec<Self>, Box<dyn Error>> {
        photos::labels_in(&["pictures"]).unwrap_or_default().iter().map(|path| Self::load(path)).collect()
    }

    fn load(path: &Path) -> Result<Self, Box<dyn Error>> {
        let label: KingdomRecord = parse_json(&std::fs::read_to_string(path)?)?.record;
        let photo = Photo::load(&path.with_file_name(label.photo.image.clone().ok_or("a label names its picture")?))?;
        let [full_width, _] = label.photo.image_size.ok_or("a label tells its picture's size")?;
        let corners = label.corners_px.ok_or("a label tells the corners")?.map(|[x, y]| Point2d::new(x, y));
        let squares = label.kingdom.squares();
        let side_px = (corners[1] - corners[0]).norm() / squares.cols() as f64;
        let width = (f64::from(full_width) * (SQUARE_PX / side_px).min(1.0)).round();
        let share = width / f64::from(photo.pixels.cols());
        let mut picture = Mat::default();
        imgproc::resize(&photo.pixels, &mut picture, Size::default(), share, share, imgproc::INTER_AREA)?;
        let share = width / f64::from(full_width);
        let corners = corners.map(|corner| Point2d::new(corner.x * share, corner.y * share));
        let to_photo = Homography::from_lattice(squares.rows(), squares.cols(), corners)?;
        Ok(Self { label, picture, to_photo })
    }

    /// The photo with a paper on one of the square's quarters: 0 to 3 from the top left, clockwise.
    fn with_paper(&self, place: Place, quarter: usize, paper: [f64; 3]) -> opencv::Result<Photo> {
        let (right, below) = ([0.0, 1.0, 1.0, 0.0][quarter], [0.0, 0.0, 1.0, 1.0][quarter]);
        let (x, y) = (place.col as f64 + right * (1.0 - PAPER), place.row as f64 + below * (1.0 - PAPER));
        self.with_rectangle(&format!("{place}, quarter {quarter}"), [x, y, x + PAPER, y + PAPER], paper)
    }

    /// The photo with a plain rectangle, given by its left, upper, right and lower edge in lattice
    /// coordinates.
    fn with_rectangle(&self, name: &str, edges: [f64; 4], [blue, green, red]: [f64; 3]) -> opencv::Result<Photo> {
        let [left, upper, right, lower] = edges;
        let corner = |(x, y): (f64, f64)| {
            let at = self.to_photo.apply(Point2d::new(x, y));
            Point::new(at.x.round() as i32, at.y.round() as i32)
        };
        let corners = [(left, upper), (right, upper), (right, lower), (left, lower)];
        let outline: Vector<Point> = corners.into_iter().map(corner).collect();
        let mut picture = self.picture.try_clone()?;
        let colour = Scalar::new(blue, green, red, 0.0);
        imgproc::fill_convex_poly(&mut picture, &outline, colour, imgproc::LINE_AA, 0)?;
        let label = self.label.photo.image.as_deref().unwrap_or_default();
        Ok(Photo::from_pixels(format!("{label} {name}"), picture))
    }

    /// The pictures in which a sleeve reaches over the kingdom's edge and hides a domino: two squares along
    /// the edge, or an edge square and the one behind it. Each picture uses the next colour.
    fn with_sleeves(&self) -> opencv::Result<Vec<Photo>> {
        let squares = self.label.kingdom.squares();
        let (rows, cols) = (squares.rows() as f64, squares.cols() as f64);
        let mut photos = Vec::new();
        for side in 0..4 {
            let along = if side % 2 == 0 { squares.cols() } else { squares.rows() };
            for (wide, deep) in [(2, 1), (1, 2)] {
                for first in 0..=along - wide {
                    let (from, to) = (first as f64 - SLEEVE_MORE, (first + wide) as f64 + SLEEVE_MORE);
                    let deep = f64::from(deep) + SLEEVE_MORE;
                    let edges = match side {
                        0 => [from, -SLEEVE, to, deep],
                        1 => [cols - deep, from, cols + SLEEVE, to],
                        2 => [from, rows - deep, to, rows + SLEEVE],
                        _ => [-SLEEVE, from, deep, to],
                    };
                    let name = format!("sleeve over side {side}, {first} to {}, {deep:.0} deep", first + wide);
                    photos.push(self.with_rectangle(&name, edges, SLEEVES[photos.len() % SLEEVES.len()])?);
                }
            }
        }
        Ok(photos)
    }
}

/// Counts over papers on all squares.
#[derive(Debug, Default)]
struct Counts {
    papers: usize,
    to_check: usize,
    misread: usize,
    silent: Vec<String>,
    /// Wrong squares that are neither doubtful nor in a kingdom that needs review.
    sure: Vec<String>,
}

#[test]
fn a_paper_on_crowns_never_makes_a_wrong_total_without_a_warning() -> TestResult {
    let networks = Networks::embedded()?;
    let mut counts = Counts::default();
    for labelled in Labelled::all()? {
        let squares = labelled.label.kingdom.squares();
        let total = ScoreSheet::new(&labelled.label.kingdom, &labelled.label.unseen, &[]).total;
        let land = squares.iter().filter(|(_, square)| square.terrain().is_some()).enumerate().collect();
        for (index, (place, square)) in some_of("PAPERS", land) {
            // The crowns' corner is unknown, so each quarter of a square with crowns is covered in turn.
            // Without crowns, one quarter is enough.
            let quarters = if square.crowns() > 0 { 0..4 } else { index % 4..index % 4 + 1 };
            for quarter in quarters {
                let photo = labelled.with_paper(place, quarter, PAPERS[(index + quarter) % PAPERS.len()])?;
                let name = &photo.name;
                let kingdoms =
                    scan(&photo, &networks, &ScanOptions::default()).map_or(Vec::new(), |scan| scan.kingdoms);
                counts.papers += 1;
                let [found] = &kingdoms[..] else {
                    counts.to_check += 1;
                    continue;
                };
                let reading = &found.reading;
                counts.to_check += usize::from(reading.needs_review);
                if reading.needs_review {
                    continue;
                }
                if found.sheet.total != total {
                    counts.silent.push(format!("{name}: {} instead of {total}", found.sheet.total));
                }
                let is_alike = reading.kingdom.squares().rows() == squares.rows()
                    && reading.kingdom.squares().cols() == squares.cols();
                let read = is_alike.then(|| &reading.squares[place]).filter(|read| read.best != *square);
                counts.misread += usize::from(read.is_some());
                if let Some(read) = read.filter(|read| square.crowns() > 0 && read.state != SquareState::Doubtful) {
                    counts.sure.push(format!("{name}: {} as {}", Square::to_string(square), read.best));
                }
            }
        }
    }
    println!("{} papers, {} to check, {} misread and not to check", counts.papers, counts.to_check, counts.misread);
    assert!(counts.silent.is_empty() && counts.sure.is_empty(), "{counts:#?}");
    Ok(())
}

/// At most one in this many sleeves over photographs may lead to a wrong total without a warning. It was 24
/// of 240 when they were counted, some in photographs that show little of the table, and none over our own
/// photo. The number of such sleeves should shrink.
const ONE_SILENT_SLEEVE_IN: usize = 10;

#[test]
fn a_sleeve_over_a_domino_at_the_rim_is_seldom_taken_for_the_table() -> TestResult {
    let networks = Networks::embedded()?;
    let rendered = Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures/photos/five.json");
    let (mut sleeves, mut silent) = (0, Vec::new());
    for labelled in std::iter::once(Labelled::load(&rendered)).chain(Labelled::all()?.into_iter().map(Ok)) {
        let labelled = labelled?;
        let total = ScoreSheet::new(&labelled.label.kingdom, &labelled.label.unseen, &[]).total;
        for photo in some_of("SLEEVES", labelled.with_sleeves()?) {
            sleeves += 1;
            let kingdoms = scan(&photo, &networks, &ScanOptions::default()).map_or(Vec::new(), |scan| scan.kingdoms);
            let is_silent = |found: &&KingdomScan| found.sheet.total != total && !found.reading.needs_review;
            silent.extend(
                kingdoms
                    .iter()
                    .find(is_silent)
                    .map(|found| format!("{}: {} instead of {total}", photo.name, found.sheet.total)),
            );
        }
    }
    println!("{sleeves} sleeves, {} silent", silent.len());
    let is_ours = |sleeve: &&String| sleeve.starts_with("five.jpg");
    assert!(
        ONE_SILENT_SLEEVE_IN * silent.len() <= sleeves && !silent.iter().any(|sleeve| is_ours(&sleeve)),
        "{silent:#?}"
    );
    Ok(())
}
