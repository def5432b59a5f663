//! Measures the speed and memory of a batch: `cargo bench --bench batch`, on an otherwise idle machine.
//!
//! Whole runs of the program on rendered photos, from the first look into the folder to the report. Every run
//! starts from scratch. The fastest run counts, because the rest of the machine disturbed it least.

mod common;

use std::path::{Path, PathBuf};
use std::time::Instant;
use std::{fs, thread};

use anyhow::{Result, ensure};
use common::tournament::{batch, laid_out, rendered};
use common::{decode, record};
use rayon::prelude::*;

const RUNS: usize = 3;

/// The long side of large photos, as from phones with 12 megapixels.
const LARGE_PX: f64 = 4000.0;
/// The long side of small photos. They are read fastest: not reduced, but large enough for the squares.
const SMALL_PX: f64 = 1200.0;

/// Copies of each large photo for measuring the speed: enough for about ten seconds.
const COPIES: usize = 2;

/// The least speed of two jobs on two processors, relative to one.
const LEAST_SPEED_UP: f64 = 1.8;
/// The most peak memory of 1000 photos, relative to that of 100.
const MOST_GROWTH: f64 = 1.1;

fn main() -> Result<()> {
    let folder = tempfile::tempdir()?;
    let large = rendered(&folder.path().join("large"), LARGE_PX)?;
    let small = rendered(&folder.path().join("small"), SMALL_PX)?;
    let speed_up = speed(&large, folder.path())?;
    let growth = memory(&large, &small, folder.path())?;
    let processors = thread::available_parallelism()?.get();
    ensure!(processors < 2 || speed_up >= LEAST_SPEED_UP, "2 jobs are to be {LEAST_SPEED_UP} times as fast as 1");
    ensure!(growth.is_none_or(|growth| growth <= MOST_GROWTH), "memory is to be flat whatever the number of photos");
    Ok(())
}

/// Prints photos per second, and returns the speed of two jobs relative to one.
fn speed(large: &[PathBuf], folder: &Path) -> Result<f64> {
    let photos_folder = folder.join("speed");
    let photos = laid_out((0..COPIES).flat_map(|_| large), &photos_folder)?;
    let megabytes = photos.iter().map(|photo| Ok(fs::metadata(photo)?.len())).sum::<Result<u64>>()? as f64 / 1e6;
    println!(
        "{} photos of {LARGE_PX} px, {:.1} MB each; the fastest of {RUNS} runs",
        photos.len(),
        megabytes / photos.len() as f64
    );
    println!("{:30}{:>10}{:>26}", "", "photos/s", "of decoding at full size");
    let (mut seconds, mut decoding) = ([f64::INFINITY; 2], [f64::INFINITY; 2]);
    for _ in 0..RUNS {
        for jobs in [1, 2] {
            decoding[jobs - 1] = decoding[jobs - 1].min(decoding_seconds(&photos, jobs)?);
            let (taken, _) = batch(&photos_folder, &folder.join("out"), jobs)?;
            seconds[jobs - 1] = seconds[jobs - 1].min(taken);
        }
    }
    for (jobs, (seconds, decoding)) in (1..).zip(seconds.into_iter().zip(decoding)) {
        let rate = photos.len() as f64 / seconds;
        println!("{:30}{rate:10.1}{:26.2}", format!("--jobs {jobs}"), decoding / seconds);
    }
    let in_decodings = seconds[1] / decoding[0];
    println!("On two cores a photo takes {in_decodings:.2} of its full decoding on one");
    record("batch of 12-megapixel photos, two jobs, a photo", in_decodings, "full decodings on one core")?;
    let speed_up = seconds[0] / seconds[1];
    println!("2 jobs are {speed_up:.2} times as fast as 1 (decoding alone: {:.2})\n", decoding[0] / decoding[1]);
    Ok(speed_up)
}

/// The seconds that libjpeg-turbo takes to decode the same files on this many threads.
fn decoding_seconds(photos: &[PathBuf], threads: usize) -> Result<f64> {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build()?;
    let begun = Instant::now();
    pool.install(|| photos.par_iter().try_for_each(|photo| decode(&fs::read(photo)?, 1).map(drop)))?;
    Ok(begun.elapsed().as_secs_f64())
}

/// Prints the peak memory of 100 and of 1000 photos, each the smallest of three runs, and returns the second
/// relative to the first. Every fourth photo is large.
fn memory(large: &[PathBuf], small: &[PathBuf], folder: &Path) -> Result<Option<f64>> {
    println!("Peak memory, 2 jobs, one photo in four of {LARGE_PX} px and the others of {SMALL_PX} px");
    let mut peaks = Vec::new();
    for number in [100, 1000] {
        let of_both = (0..number).map(|index| [large, small, small, small][index % 4]).enumerate();
        let photos = of_both.map(|(index, photos)| &photos[index % photos.len()]);
        let photos_folder = folder.join(format!("memory-{number}"));
        laid_out(photos, &photos_folder)?;
        // The smallest peak is used: two large photos may be read at the same time by chance, but a leak
        // shows in every run.
        let runs = (0..RUNS).map(|_| Ok(batch(&photos_folder, &folder.join("out"), 2)?.1));
        let peak = runs.collect::<Result<Vec<_>>>()?.into_iter().flatten().min_by(f64::total_cmp);
        fs::remove_dir_all(&photos_folder)?;
        match peak {
            Some(mib) => println!("{:30}{mib:10.0} MiB", format!("{number} photos")),
            None => println!("not measured: no /proc here"),
        }
        peaks.extend(peak);
    }
    let growth = (peaks.len() == 2).then(|| peaks[1] / peaks[0]);
    if let Some(growth) = growth {
        println!("1000 photos take {:+.1} % of the memory of 100", 100.0 * (growth - 1.0));
    }
    Ok(growth)
}
