//! How long a scan takes, as ratios measured in one run: `cargo bench --bench scan`.
//!
//! One core, in-process and warm: what is compared runs turn by turn, so that both meet the same machine, and medians
//! are compared. Start-up and peak memory, which are a process's and not a scan's, stand apart.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};
use std::{fs, thread};

use anyhow::{Context, Result, ensure};
use kingdom_painter::camera::photograph::Conditions;
use kingdom_painter::dice_of_scene;
use kingdom_painter::layout::tile_kingdom;
use kingdom_painter::manifest::Manifest;
use kingdom_painter::rendered::Material;
use kingdom_painter::styles::Faces;
use kingdom_scanner::formats::parse_json;
use kingdom_scanner::reconstruct::guesses::SquareGuesses;
use kingdom_scanner::vision::board::Board;
use kingdom_scanner::vision::grid_fit::GridFit;
use kingdom_scanner::vision::networks::Networks;
use kingdom_scanner::vision::photo::{Photo, encode_jpeg};
use kingdom_scanner::vision::scan::{Scan, ScanOptions, scan};
use opencv::core::{CV_8UC3, Mat, Point, Rect, Scalar, Size};
use opencv::imgproc;
use opencv::prelude::{MatTrait, MatTraitConst};
use turbojpeg::{Decompressor, Image, PixelFormat};

const SCANNER: &str = env!("CARGO_BIN_EXE_kingdom-scanner");
const RUNS: usize = 21;
const FIXTURE: &str = "fixtures/photos/five.jpg";
const LABEL: &str = "fixtures/photos/five.json";
const SEVEN: &str = "fixtures/photos/seven.jpg";
const SEED: u64 = 1;

const HALF_SIZE: Size = opencv::core::Size_ { width: 2000, height: 1500 };

/// The most that a scan may take on one core, in full decodings of the same file.
const LARGEST_RATIO: f64 = 1.6;

fn main() -> Result<()> {
    opencv::core::set_num_threads(1)?;
    let folder = tempfile::tempdir()?;
    let large = twelve_megapixels(folder.path())?;
    let bytes = fs::read(&large)?;
    println!("A JPEG of 4000x3000 px, {:.1} MB, medians of {RUNS} runs", bytes.len() as f64 / 1e6);
    let ratio = scan_against_decoding(&large, &bytes, 1)?;
    scan_against_decoding(&large, &bytes, thread::available_parallelism()?.get())?;
    opencv::core::set_num_threads(1)?;
    further_kingdom(folder.path())?;
    println!("\nA process's own cost, medians of {RUNS} runs");
    println!("{:36}{:8.1} ms", "start-up (--version)", median(times(|| run(&["--version"]))?));
    println!("{:36}{:8.1} ms", "a whole process, small photo", median(times(|| run(&["scan", FIXTURE]))?));
    println!("{:36}{:8.1} ms", "a whole process, 12 megapixels", median(times(|| run(&["scan", path(&large)?]))?));
    for (what, photo) in [("peak memory, small photo", FIXTURE), ("peak memory, 12 megapixels", path(&large)?)] {
        match peak_memory_mib(photo)? {
            Some(mib) => println!("{what:36}{mib:8.0} MiB"),
            None => println!("{what:36} not measured: no /proc here"),
        }
    }
    ensure!(ratio <= LARGEST_RATIO, "a scan took {ratio:.2} full decodings; {LARGEST_RATIO} are allowed");
    Ok(())
}

/// The fixture's kingdom, drawn and photographed at 4000x3000 px.
fn twelve_megapixels(folder: &Path) -> Result<PathBuf> {
    let label = parse_json(&fs::read_to_string(LABEL)?)?.record.kingdom;
    let layout = tile_kingdom(label.game(), label.size(), label.squares()).map_err(anyhow::Error::msg)?;
    let portrait = Manifest::portrait(SEED);
    // So much noise that the file has as many bytes as phones' have of so many pixels: one of 15.9 megapixels had 0.24 a pixel.
    let conditions = Conditions { noise: [5.5, 6.5], jpeg_quality: [90.0, 92.0], ..portrait.conditions.clone() };
    let manifest = Manifest { long_side_px: [4000.0, 4000.0], conditions, ..portrait };
    let material = Material { faces: Faces::Drawn, textures: None };
    let path = folder.join("large.jpg");
    manifest.picture_of(&[layout], "large.jpg", &material, &mut dice_of_scene(SEED, 0))?.write(&path)?;
    Ok(path)
}

/// Prints the stages and the ratio of the whole scan to decoding at full size, and returns it. OpenCV runs on so many cores;
/// decoding takes one.
fn scan_against_decoding(large: &Path, bytes: &[u8], cores: usize) -> Result<f64> {
    opencv::core::set_num_threads(cores as i32)?;
    let networks = Networks::embedded()?;
    let board_of_seven = board_of(SEVEN, &networks)?;
    let (mut decodings, mut quarters) = (Vec::new(), Vec::new());
    let (mut scans, mut loads, mut sevens) = (Vec::new(), Vec::new(), Vec::new());
    let mut stages: Vec<(&'static str, Vec<f64>)> = Vec::new();
    decode(bytes, 1)?;
    whole_scan(large, &networks)?;
    for _ in 0..RUNS {
        decodings.push(timed(|| decode(bytes, 1))?.1);
        quarters.push(timed(|| decode(bytes, 4))?.1);
        sevens.push(timed(|| read_squares(&board_of_seven, &networks))?.1);
        let ((load_ms, scan), scan_ms) = timed(|| whole_scan(large, &networks))?;
        scans.push(scan_ms);
        loads.push(load_ms);
        for (index, (stage, ms)) in scan.timings.stages_ms.into_iter().enumerate() {
            if index == stages.len() {
                stages.push((stage, Vec::new()));
            }
            stages[index].1.push(ms);
        }
    }
    let (decoding_ms, quarter_ms) = (median(decodings), median(quarters));
    println!("\n{:49}ratio to decoding at", format!("On {cores} of the machine's cores"));
    println!("{:49}full and quarter size", "");
    let show = |what: &str, ms: f64| {
        println!("{what:36}{ms:8.1} ms {:10.2} {:10.2}", ms / decoding_ms, ms / quarter_ms);
    };
    show("decoding at full size, libjpeg-turbo", decoding_ms);
    show("decoding at a quarter of the size", quarter_ms);
    show("load: decoding at half the size", median(loads));
    for (stage, ms) in stages {
        show(stage, median(ms));
    }
    let scan_ms = median(scans);
    show("the whole scan", scan_ms);
    show("beside it: the squares of a 7x7", median(sevens));
    Ok(scan_ms / decoding_ms)
}

/// Prints what a second kingdom adds to the scan of a photo of the same size.
fn further_kingdom(folder: &Path) -> Result<()> {
    let networks = Networks::embedded()?;
    let scan_ms = |number: usize| -> Result<f64> {
        let photo = table_of(number, folder)?;
        let (_, scan) = whole_scan(&photo, &networks)?;
        ensure!(scan.kingdoms.len() == number, "{} kingdoms found in a picture of {number}", scan.kingdoms.len());
        Ok(median(times(|| whole_scan(&photo, &networks).map(drop))?))
    };
    let (one, two) = (scan_ms(1)?, scan_ms(2)?);
    println!("\nA photo of 4000x3000 px with small kingdoms");
    println!("{:36}{one:8.1} ms", "one kingdom");
    println!("{:36}{two:8.1} ms   {:.2} of a scan more", "two kingdoms", two / one - 1.0);
    Ok(())
}

/// The fixture, `number` times side by side on a grey table of 4000x3000 px.
fn table_of(number: usize, folder: &Path) -> Result<PathBuf> {
    let mut half = Mat::default();
    imgproc::resize(&Photo::load(Path::new(FIXTURE))?.pixels, &mut half, HALF_SIZE, 0.0, 0.0, imgproc::INTER_LINEAR)?;
    let mut table = Mat::new_rows_cols_with_default(3000, 4000, CV_8UC3, Scalar::all(120.0))?;
    for index in 0..number {
        let place = Rect::from_point_size(Point::new(index as i32 * HALF_SIZE.width, 0), HALF_SIZE);
        half.copy_to(&mut table.roi_mut(place)?)?;
    }
    let path = folder.join(format!("table-{number}.jpg"));
    fs::write(&path, encode_jpeg(&table, 90)?)?;
    Ok(path)
}

/// From the file to the score sheet, and how long loading alone took.
fn whole_scan(photo: &Path, networks: &Networks) -> Result<(f64, Scan)> {
    let (photo, load_ms) = timed(|| Ok(Photo::load(photo)?))?;
    Ok((load_ms, scan(&photo, networks, &ScanOptions::default())?))
}

/// The rectified grid of a fixture photo.
fn board_of(photo: &str, networks: &Networks) -> Result<Board> {
    let photo = Photo::load(Path::new(photo))?;
    let mut fits = GridFit::find(&photo, &*networks.locator, None)?;
    Ok(Board::rectify(&photo, &fits.remove(0))?)
}

/// All squares, in one batch by the fast network, and what it leaves doubtful.
fn read_squares(board: &Board, networks: &Networks) -> Result<()> {
    let fast = networks.fast_squares.as_ref().context("the fast squares network is built in")?;
    SquareGuesses::classify_cascade(board, fast, &networks.squares, None)?;
    Ok(())
}

/// What OpenCV's `imread` does with a JPEG, without its detours; libjpeg-turbo takes the scale from the size that is asked for.
fn decode(jpeg: &[u8], reduction: usize) -> Result<Vec<u8>> {
    let mut decompressor = Decompressor::new()?;
    let header = decompressor.read_header(jpeg)?;
    let (width, height) = (header.width.div_ceil(reduction), header.height.div_ceil(reduction));
    let pitch = 3 * width;
    let mut pixels = vec![0; pitch * height];
    let image = Image { pixels: pixels.as_mut_slice(), width, pitch, height, format: PixelFormat::BGR };
    decompressor.decompress(jpeg, image)?;
    Ok(pixels)
}

fn timed<T>(work: impl FnOnce() -> Result<T>) -> Result<(T, f64)> {
    let start = Instant::now();
    let result = work()?;
    Ok((result, start.elapsed().as_secs_f64() * 1000.0))
}

fn times(work: impl Fn() -> Result<()>) -> Result<Vec<f64>> {
    (0..RUNS).map(|_| Ok(timed(&work)?.1)).collect()
}

fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}

fn path(path: &Path) -> Result<&str> {
    path.to_str().context("the temporary folder's name is no text")
}

fn run(arguments: &[&str]) -> Result<()> {
    let output = Command::new(SCANNER).args(arguments).output()?;
    ensure!(output.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
    Ok(())
}

/// The largest resident size of a scanning process, as Linux counts it; looked up until the process ends.
fn peak_memory_mib(photo: &str) -> Result<Option<f64>> {
    let mut child = Command::new(SCANNER).args(["scan", photo]).stdout(Stdio::null()).spawn()?;
    let status = PathBuf::from(format!("/proc/{}/status", child.id()));
    let mut peak_kib: Option<f64> = None;
    while child.try_wait()?.is_none() {
        let text = fs::read_to_string(&status).unwrap_or_default();
        let line = text.lines().find_map(|line| line.strip_prefix("VmHWM:"));
        let kib = line.and_then(|line| line.trim().strip_suffix(" kB")?.parse().ok());
        peak_kib = kib.or(peak_kib);
        thread::sleep(Duration::from_micros(200));
    }
    Ok(peak_kib.map(|kib| kib / 1024.0))
}
