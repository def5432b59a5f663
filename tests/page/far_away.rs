//! A kingdom so small in its photo that its grid is not found, but readable between marked corners.

use std::path::PathBuf;

use kingdom_scanner::vision::photo::{Photo, encode_jpeg};
use opencv::core::{self, Mat, Rect};
use opencv::imgproc;
use opencv::prelude::*;
use serde_json::Value;

use crate::games::photos;
use crate::server::fixture;

/// Scales the kingdom's squares to 15 pixels. The program only finds kingdoms with squares of 20 pixels or
/// more.
const SCALE: f64 = 0.1;

/// The position of the small kingdom on the table, x and y in pixels.
const AT_PX: [i32; 2] = [500, 400];

pub struct FarAway {
    pub path: PathBuf,
    /// The kingdom's outer corners, clockwise.
    pub corners_px: Vec<[f64; 2]>,
}

/// A photo with the kingdom of one fixture, made small, on the table of another.
pub fn far_away() -> FarAway {
    let kingdom = Photo::load(&fixture("five.jpg")).expect("a photo").pixels;
    let mut table = Photo::load(&fixture("nothing.jpg")).expect("a photo").pixels;
    let label = std::fs::read(fixture("five.json")).expect("a label");
    let label: Value = serde_json::from_slice(&label).expect("JSON");
    let corners_px: Vec<[f64; 2]> = serde_json::from_value(label["corners_px"].clone()).expect("corners");
    let mut small = Mat::default();
    imgproc::resize(&kingdom, &mut small, core::Size::default(), SCALE, SCALE, imgproc::INTER_AREA).expect("pixels");
    let place = Rect::new(AT_PX[0], AT_PX[1], small.cols(), small.rows());
    small.copy_to(&mut Mat::roi_mut(&mut table, place).expect("a part")).expect("pixels");
    let path = photos().path("IMG_far_away.jpg");
    std::fs::write(&path, encode_jpeg(&table, 92).expect("a JPEG")).expect("a writable folder");
    let moved = |[x, y]: [f64; 2]| [x * SCALE + f64::from(AT_PX[0]), y * SCALE + f64::from(AT_PX[1])];
    FarAway { path, corners_px: corners_px.into_iter().map(moved).collect() }
}
