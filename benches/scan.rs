//! Measures the time of a scan, as ratios within one run: `cargo bench --bench scan`.
//!
//! In one process, warm: the alternatives run in turn, under the same conditions, and their medians are
//! compared. `cold` measures whole processes.

mod common;

use std::path::Path;
use std::{fs, thread};

use anyhow::{Context, Result, ensure};
use common::{decode, median, record, table_of, timed, twelve_megapixels};
use kingdom_scanner::vision::board::Board;
use kingdom_scanner::vision::classify::{self, Answers, TurnAugmentation};
use kingdom_scanner::vision::grid_fit::GridFit;
use kingdom_scanner::vision::networks::Networks;
use kingdom_scanner::vision::photo::Photo;
use kingdom_scanner::vision::scan::{Scan, ScanOptions, scan};

const RUNS: usize = 21;
const SEVEN: &str = "fixtures/photos/seven.jpg";

/// The longest time that a scan may take on one core, as a multiple of the time for decoding the same file at
/// full size. Measured: 1.6; before the fast network also looked for objects on the squares, 1.51.
const LARGEST_RATIO: f64 = 1.7;

fn main() -> Result<()> {
    opencv::core::set_num_threads(1)?;
    let folder = tempfile::tempdir()?;
    let large = twelve_megapixels(folder.path())?;
    let bytes = fs::read(&large)?;
    println!("A JPEG of 4000x3000 px, {:.1} MB, medians of {RUNS} runs", bytes.len() as f64 / 1e6);
    let ratio = scan_against_decoding(&large, &bytes, 1)?;
    scan_against_decoding(&large, &bytes, thread::available_parallelism()?.get())?;
    for cores in [1, thread::available_parallelism()?.get()] {
        further_kingdom(folder.path(), cores)?;
    }
    ensure!(ratio <= LARGEST_RATIO, "a scan took {ratio:.2} full decodings; {LARGEST_RATIO} are allowed");
    Ok(())
}

/// Prints the stages and the ratio of the whole scan to decoding at full size, and returns the ratio. OpenCV
/// runs on `cores`, decoding on one core.
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
    record(&format!("12 megapixels, warm, {}", on_cores(cores)), scan_ms / decoding_ms, "full decodings on one core")?;
    show("beside it: the squares of a 7x7", median(sevens));
    Ok(scan_ms / decoding_ms)
}

/// Prints the time that a second kingdom adds to the scan of a photo of the same size, on `cores`.
fn further_kingdom(folder: &Path, cores: usize) -> Result<()> {
    opencv::core::set_num_threads(cores as i32)?;
    let networks = Networks::embedded()?;
    let scan_ms = |number: usize| -> Result<f64> {
        let photo = table_of(number, folder)?;
        let (_, scan) = whole_scan(&photo, &networks)?;
        ensure!(scan.kingdoms.len() == number, "{} kingdoms found in a picture of {number}", scan.kingdoms.len());
        Ok(median(times(|| whole_scan(&photo, &networks).map(drop))?))
    };
    let (one, two) = (scan_ms(1)?, scan_ms(2)?);
    println!("\nA photo of 4000x3000 px with small kingdoms, on {cores} of the machine's cores");
    println!("{:36}{one:8.1} ms", "one kingdom");
    println!("{:36}{two:8.1} ms   {:.2} of a scan more", "two kingdoms", two / one - 1.0);
    record(&format!("a further kingdom in the photo, {}", on_cores(cores)), two / one - 1.0, "of a scan")
}

fn on_cores(cores: usize) -> String {
    if cores == 1 { "one core".to_owned() } else { format!("{cores} cores") }
}

/// Scans from the file to the score sheet; also returns the time of loading alone.
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

/// Reads all squares: in one batch with the fast network, then the doubtful squares with the other.
fn read_squares(board: &Board, networks: &Networks) -> Result<()> {
    let fast = networks.fast_squares.as_ref().context("the fast squares network is built in")?;
    let (turns, answers) = (TurnAugmentation::Doubtful, &mut Answers::default());
    classify::classify_cascade(board, fast, &networks.squares, turns, None, answers)?;
    Ok(())
}

fn times(work: impl Fn() -> Result<()>) -> Result<Vec<f64>> {
    (0..RUNS).map(|_| Ok(timed(&work)?.1)).collect()
}
