//! Measures the user's waiting time: whole processes, from the command to its last line, and how much longer
//! the first call of each step takes than later calls: `cargo bench --bench cold`, on an otherwise idle
//! machine.
//!
//! The commands run in turn, under the same conditions. Their medians are compared with those of `--version`,
//! which is the program's start, and of `djpeg` (package libjpeg-turbo-progs), which only decodes the same
//! file.

mod common;

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::{Context, Result, ensure};
use common::{
    SCANNER, SMALL, children_ms, median, path, peak_memory_mib, record, table_of, timed, twelve_megapixels,
    with_hidden_crown,
};
use kingdom_scanner::vision::classify::board_views::BoardViews;
use kingdom_scanner::vision::grid_fit::GridFit;
use kingdom_scanner::vision::grid_fit::frame::LocatorFrame;
use kingdom_scanner::vision::networks::Networks;
use kingdom_scanner::vision::photo::Photo;
use opencv::core::{CV_32F, Mat, Rect, Scalar};
use opencv::prelude::MatTraitConst;

const RUNS: usize = 21;

fn main() -> Result<()> {
    let folder = tempfile::tempdir()?;
    first_calls()?;
    let large = twelve_megapixels(folder.path())?;
    let table = table_of(4, folder.path())?;
    let photos = [
        ("small photo (1600x1200)", PathBuf::from(SMALL)),
        ("12 megapixels", large),
        ("12 megapixels, four kingdoms", table),
    ];
    whole_processes(&photos)?;
    unsure_photos(folder.path())
}

/// Prints the processor time of photos with doubts, relative to that of the small photo, which has none. The
/// commands run in turn, and their means are compared.
fn unsure_photos(folder: &Path) -> Result<()> {
    let fixture = |name: &str| Path::new("fixtures/photos").join(name);
    let photos = [
        ("clear, 5x5", PathBuf::from(SMALL)),
        ("a hidden crown, 5x5", with_hidden_crown(folder)?),
        ("a 7x7 kingdom to check", fixture("seven.jpg")),
        ("no kingdom", fixture("nothing.jpg")),
        ("Queendomino, 5x5", fixture("queendomino.jpg")),
        ("Queendomino with The Court, 7x7", fixture("wedding.jpg")),
    ];
    let mut taken_ms = vec![0.0; photos.len()];
    for _ in 0..RUNS {
        for ((_, photo), taken_ms) in photos.iter().zip(&mut taken_ms) {
            let Some(before) = children_ms() else { return Ok(()) };
            // Code 1: there is no kingdom.
            Command::new(SCANNER).arg("scan").arg(photo).stdout(Stdio::null()).stderr(Stdio::null()).status()?;
            *taken_ms += children_ms().unwrap_or(before) - before;
        }
    }
    println!(
        "\nProcessor time of whole processes, means of {RUNS} runs in turn\n{:32}{:>9}{:>15}",
        "", "ms", "of the clear"
    );
    for ((what, photo), ms) in photos.iter().zip(&taken_ms) {
        println!("{what:32}{:9.1}{:15.2}", ms / RUNS as f64, ms / taken_ms[0]);
        if ms != &taken_ms[0] {
            record(&format!("{what}, processor time"), ms / taken_ms[0], "times the clear small photo")?;
        }
        if let Some(mib) = peak_memory_mib(path(photo)?)?.filter(|_| *what == photos[photos.len() - 1].0) {
            record(&format!("{what}, peak memory"), mib, "MiB")?;
        }
    }
    Ok(())
}

/// Prints the medians of all commands, run in turn.
fn whole_processes(photos: &[(&str, PathBuf)]) -> Result<()> {
    let has_djpeg = Command::new("djpeg").arg("-version").stderr(Stdio::null()).status().is_ok();
    let version = || ended(Command::new(SCANNER).arg("--version"));
    let mut versions = Vec::new();
    let (mut scans, mut decodings) = (vec![Vec::new(); photos.len()], vec![Vec::new(); photos.len()]);
    for run in 0..=RUNS {
        let mut times = vec![timed(version)?.1];
        for (_, photo) in photos {
            times.push(timed(|| ended(Command::new(SCANNER).arg("scan").arg(photo)))?.1);
            if has_djpeg {
                times.push(timed(|| ended(Command::new("djpeg").arg(photo)))?.1);
            }
        }
        // The first run is not counted, because it reads the files from disk.
        if run == 0 {
            continue;
        }
        let mut times = times.into_iter();
        versions.extend(times.next());
        for index in 0..photos.len() {
            scans[index].extend(times.next());
            if has_djpeg {
                decodings[index].extend(times.next());
            }
        }
    }
    let version_ms = median(versions);
    println!("\nWhole processes, medians of {RUNS} runs in turn");
    println!("{:32}{:>9}{:>15}{:>10}{:>14}", "", "ms", "in --version", "in djpeg", "peak memory");
    println!("{:32}{version_ms:9.1}", "--version");
    for ((what, photo), (scans, decodings)) in photos.iter().zip(scans.into_iter().zip(decodings)) {
        let scan_ms = median(scans);
        let process = format!("{what}, whole process");
        record(&process, scan_ms / version_ms, "times `--version`")?;
        let in_djpeg = if has_djpeg {
            let ratio = scan_ms / median(decodings);
            record(&process, ratio, "times `djpeg` of the file")?;
            format!("{ratio:.2}")
        } else {
            "-".to_owned()
        };
        let memory = match peak_memory_mib(path(photo)?)? {
            Some(mib) => {
                record(&format!("{what}, peak memory"), mib, "MiB")?;
                format!("{mib:.0} MiB")
            }
            None => "-".to_owned(),
        };
        println!("{what:32}{scan_ms:9.1}{:15.1}{in_djpeg:>10}{memory:>14}", scan_ms / version_ms);
    }
    if !has_djpeg {
        println!("djpeg is not installed (package libjpeg-turbo-progs): nothing is compared with it");
    }
    Ok(())
}

/// Runs a command and discards its output.
fn ended(command: &mut Command) -> Result<()> {
    let status = command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).status()?;
    ensure!(status.success(), "{command:?} ended with {status}");
    Ok(())
}

/// Prints the time of the first call of each step of a scan in a process, and of later calls, on one thread.
fn first_calls() -> Result<()> {
    opencv::core::set_num_threads(1)?;
    println!("Steps of a scan in one process, one thread\n{:36}{:>9}{:>18}", "", "first ms", "median of later");
    let networks = Networks::embedded()?;
    let fast = networks.fast_squares.as_ref().context("the fast squares network is built in")?;
    let photo = shown("decode", || Ok(Photo::load(Path::new(SMALL))?))?;
    let whole = Rect::new(0, 0, photo.pixels.cols(), photo.pixels.rows());
    let frame = shown("resize for the locator", || Ok(LocatorFrame::new(&photo, whole, 1.0)?))?;
    let blob = shown("its blob", || Ok(frame.blob()?))?;
    println!("{:36}{:9.2}", "load the locator", timed(|| Ok(networks.locator.load()?))?.1);
    shown("run it", || Ok(networks.locator.run(&blob)?))?;
    let fit = GridFit::find(&photo, &*networks.locator, None)?.remove(0);
    shown("cut the squares, compare the table", || Ok(BoardViews::new(&photo, fit.clone())?))?;
    let crops = Mat::new_nd_with_default(&[25, 3, 64, 64], CV_32F, Scalar::all(0.1))?;
    for (what, network) in [("fast squares network", fast), ("squares network", &networks.squares)] {
        println!("{:36}{:9.2}", format!("load the {what}"), timed(|| Ok(network.network.load()?))?.1);
        shown("run it on 25 squares", || Ok(network.network.run(&crops)?))?;
    }
    Ok(())
}

/// Prints the first call's time and the median of later calls, and returns the last result.
fn shown<T>(what: &str, work: impl Fn() -> Result<T>) -> Result<T> {
    let (mut result, first_ms) = timed(&work)?;
    let mut later = Vec::new();
    for _ in 0..RUNS {
        let (again, ms) = timed(&work)?;
        result = again;
        later.push(ms);
    }
    println!("{what:36}{first_ms:9.2}{:18.2}", median(later));
    Ok(result)
}
