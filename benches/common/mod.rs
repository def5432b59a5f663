//! Photos and measurements that several benches share.

#![allow(dead_code, reason = "each bench uses a part of it")]

pub mod tournament;

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};
use std::{fs, thread};

use anyhow::{Context, Result};
use kingdom_painter::camera::photograph::Conditions;
use kingdom_painter::dice_of_scene;
use kingdom_painter::layout::tile_kingdom;
use kingdom_painter::manifest::Manifest;
use kingdom_painter::rendered::Material;
use kingdom_painter::styles::Faces;
use kingdom_scanner::formats::parse_json;
use kingdom_scanner::vision::photo::{Photo, encode_jpeg};
use opencv::core::{CV_8UC3, Mat, Point, Rect, Scalar, Size};
use opencv::imgproc;
use opencv::prelude::{MatTrait, MatTraitConst};
use turbojpeg::{Decompressor, Image, PixelFormat};

/// The program, built with the bench's profile.
pub const SCANNER: &str = env!("CARGO_BIN_EXE_kingdom-scanner");
/// A photo of 1600x1200 px.
pub const SMALL: &str = "fixtures/photos/five.jpg";

/// The position of the middle crown of the mine in the small photo, and the radius that is covered.
const HIDDEN_AT_PX: [i32; 2] = [248, 734];
const HIDDEN_RADIUS_PX: i32 = 28;

const LABEL: &str = "fixtures/photos/five.json";
const SEED: u64 = 1;
const HALF_SIZE: Size = Size { width: 2000, height: 1500 };

/// The small photo's kingdom, drawn and photographed at 4000x3000 px.
pub fn twelve_megapixels(folder: &Path) -> Result<PathBuf> {
    let label = parse_json(&fs::read_to_string(LABEL)?)?.record.kingdom;
    let layout = tile_kingdom(label.game(), label.size(), label.squares()).map_err(anyhow::Error::msg)?;
    let portrait = Manifest::portrait(SEED);
    // With this noise the file has as many bytes as a phone's file with this many pixels: one of 15.9
    // megapixels had 0.24 bytes per pixel.
    let conditions = Conditions { noise: [5.5, 6.5], jpeg_quality: [90.0, 92.0], ..portrait.conditions.clone() };
    let manifest = Manifest { long_side_px: [4000.0, 4000.0], conditions, ..portrait };
    let material = Material { faces: Faces::Drawn, textures: None };
    let path = folder.join("large.jpg");
    manifest.picture_of(&[layout], "large.jpg", &material, &mut dice_of_scene(SEED, 0))?.write(&path)?;
    Ok(path)
}

/// The small photo, halved and copied up to four times, two in a row, on a grey table of 4000x3000 px.
pub fn table_of(number: usize, folder: &Path) -> Result<PathBuf> {
    let mut half = Mat::default();
    imgproc::resize(&Photo::load(Path::new(SMALL))?.pixels, &mut half, HALF_SIZE, 0.0, 0.0, imgproc::INTER_LINEAR)?;
    let mut table = Mat::new_rows_cols_with_default(3000, 4000, CV_8UC3, Scalar::all(120.0))?;
    for index in 0..number as i32 {
        let at = Point::new(index % 2 * HALF_SIZE.width, index / 2 * HALF_SIZE.height);
        half.copy_to(&mut table.roi_mut(Rect::from_point_size(at, HALF_SIZE))?)?;
    }
    let path = folder.join(format!("table-{number}.jpg"));
    fs::write(&path, encode_jpeg(&table, 90)?)?;
    Ok(path)
}

/// The small photo with one crown hidden on its mine of three crowns.
pub fn with_hidden_crown(folder: &Path) -> Result<PathBuf> {
    let mut pixels = Photo::load(Path::new(SMALL))?.pixels;
    let [x, y] = HIDDEN_AT_PX;
    imgproc::circle(
        &mut pixels,
        Point::new(x, y),
        HIDDEN_RADIUS_PX,
        Scalar::all(90.0),
        imgproc::FILLED,
        imgproc::LINE_AA,
        0,
    )?;
    let path = folder.join("hidden-crown.jpg");
    fs::write(&path, encode_jpeg(&pixels, 90)?)?;
    Ok(path)
}

/// Decodes a JPEG like OpenCV's `imread`, without its overhead. libjpeg-turbo chooses the scale from the
/// requested size.
pub fn decode(jpeg: &[u8], reduction: usize) -> Result<Vec<u8>> {
    let mut decompressor = Decompressor::new()?;
    let header = decompressor.read_header(jpeg)?;
    let (width, height) = (header.width.div_ceil(reduction), header.height.div_ceil(reduction));
    let pitch = 3 * width;
    let mut pixels = vec![0; pitch * height];
    let image = Image { pixels: pixels.as_mut_slice(), width, pitch, height, format: PixelFormat::BGR };
    decompressor.decompress(jpeg, image)?;
    Ok(pixels)
}

/// The result of `work`, and its milliseconds.
pub fn timed<T>(work: impl FnOnce() -> Result<T>) -> Result<(T, f64)> {
    let start = Instant::now();
    let result = work()?;
    Ok((result, start.elapsed().as_secs_f64() * 1000.0))
}

/// Appends a figure to the file named by `SPEED`, if set, for the table of docs/measurements.md: see
/// `make measure-speed`.
pub fn record(what: &str, figure: f64, unit: &str) -> Result<()> {
    let Some(path) = std::env::var_os("SPEED") else { return Ok(()) };
    let line = serde_json::json!({"what": what, "figure": (figure * 100.0).round() / 100.0, "unit": unit});
    let mut file = fs::OpenOptions::new().create(true).append(true).open(path)?;
    Ok(writeln!(file, "{line}")?)
}

/// The median; for an even number of values, the upper of the middle two.
pub fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}

/// A path as an argument of the program.
pub fn path(path: &Path) -> Result<&str> {
    path.to_str().context("the temporary folder's name is no text")
}

/// The largest resident size of a scanning process in MiB; `None` without /proc.
pub fn peak_memory_mib(photo: &str) -> Result<Option<f64>> {
    let mut child = Command::new(SCANNER).args(["scan", photo]).stdout(Stdio::null()).spawn()?;
    watch_memory_mib(&mut child, Duration::from_micros(200))
}

/// The user and system time of all ended child processes, in ms; `None` without /proc. Linux counts it in
/// hundredths of a second, so only sums of many runs are accurate.
pub fn children_ms() -> Option<f64> {
    let stat = fs::read_to_string("/proc/self/stat").ok()?;
    // The name, in brackets, may contain blanks. `cutime` and `cstime` are the 14th and 15th field after it.
    let fields: Vec<&str> = stat.rsplit_once(')')?.1.split_whitespace().collect();
    let ticks = |field: usize| fields.get(field)?.parse::<f64>().ok();
    Some((ticks(13)? + ticks(14)?) * 10.0)
}

/// Waits until a process ends, and returns its largest resident size in MiB as counted by Linux, checked
/// every `interval`.
pub fn watch_memory_mib(child: &mut Child, interval: Duration) -> Result<Option<f64>> {
    let status = PathBuf::from(format!("/proc/{}/status", child.id()));
    let mut peak_kib: Option<f64> = None;
    while child.try_wait()?.is_none() {
        let text = fs::read_to_string(&status).unwrap_or_default();
        let line = text.lines().find_map(|line| line.strip_prefix("VmHWM:"));
        let kib = line.and_then(|line| line.trim().strip_suffix(" kB")?.parse().ok());
        peak_kib = kib.or(peak_kib);
        thread::sleep(interval);
    }
    Ok(peak_kib.map(|kib| kib / 1024.0))
}
