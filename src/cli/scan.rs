//! `scan`: photos in, score sheets out.

use std::path::{Path, PathBuf};

use anyhow::{Context, bail, ensure};
use opencv::core::Point2d;
use rayon::prelude::*;

use kingdom_scanner::domain::{GridSize, Variant};
use kingdom_scanner::network::Networks;
use kingdom_scanner::photo::{Photo, PhotoError};
use kingdom_scanner::pipeline::{Scan, ScanError, ScanOptions, Timings, scan};
use kingdom_scanner::reconstruct::ReconstructOptions;
use kingdom_scanner::report::annotate::write_annotated;
use kingdom_scanner::report::scan_json::{KingdomReport, ScanLine};
use kingdom_scanner::report::scan_table::scan_table;

use super::{Exit, print};

const EXAMPLES: &str = "\
Examples:
  kingdom-scanner scan photo.jpg
  kingdom-scanner scan photo.jpg --annotate read.jpg
  kingdom-scanner scan --json *.jpg > results.ndjson
  kingdom-scanner scan photo.jpg --corners 412,95,1630,120,1601,1340,398,1298 --size 5";

/// Reads photos of finished kingdoms and prints their score sheets.
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    /// JPEG or PNG photos.
    #[arg(required = true, value_name = "PHOTO")]
    photos: Vec<PathBuf>,

    /// The outer corners of the whole grid, clockwise from the upper left one, in pixels of the upright photo.
    /// The grid is 5x5 unless --size says 7.
    #[arg(long, value_name = "X,Y,X,Y,X,Y,X,Y", value_parser = parse_corners, allow_hyphen_values = true)]
    corners: Option<Corners>,

    /// The game's grid, where it is known: 5 or 7.
    #[arg(long)]
    size: Option<GridSize>,

    /// A bonus that the players agreed on; may be given several times.
    #[arg(long = "variant", value_name = "VARIANT", value_parser = super::parse_variant)]
    variants: Vec<Variant>,

    /// One line of JSON per photo.
    #[arg(long)]
    json: bool,

    /// Writes the photo with grid and readings drawn on it, without EXIF and position data.
    /// With several photos OUT is a folder.
    #[arg(long, value_name = "OUT")]
    annotate: Option<PathBuf>,

    /// Writes one numbered picture per stage, and the timings; with several photos in one folder each.
    #[arg(long, value_name = "DIR")]
    debug_dir: Option<PathBuf>,

    /// A folder with other networks than the built-in ones.
    #[arg(long, value_name = "DIR")]
    models: Option<PathBuf>,

    /// Exit with code 3 when something needs review.
    #[arg(long)]
    strict: bool,
}

type Corners = [Point2d; 4];

fn parse_corners(text: &str) -> Result<Corners, String> {
    let numbers: Vec<f64> = text.split(',').filter_map(|word| word.trim().parse().ok()).collect();
    let complete = numbers.len() == text.split(',').count() && numbers.iter().all(|number: &f64| number.is_finite());
    match numbers[..] {
        [a, b, c, d, e, f, g, h] if complete => Ok([(a, b), (c, d), (e, f), (g, h)].map(|(x, y)| Point2d::new(x, y))),
        _ => Err("eight numbers are needed: x,y of four corners".to_owned()),
    }
}

/// What became of one photo.
struct Outcome {
    exit: Exit,
    /// For stdout.
    result: String,
    /// For stderr.
    message: Option<String>,
}

pub fn run(args: Args) -> anyhow::Result<Exit> {
    let several = args.photos.len() > 1;
    if args.corners.is_some() && several {
        bail!("--corners belongs to one photo, but {} are given", args.photos.len());
    }
    let networks = match &args.models {
        Some(dir) => Networks::from_dir(dir)?,
        None => Networks::embedded()?,
    };
    if several {
        // The photos run side by side already.
        opencv::core::set_num_threads(1).context("setting OpenCV's threads")?;
    }
    let mut exit = Exit::Scored;
    // A few photos at a time, so that results come in order while memory stays flat.
    for photos in args.photos.chunks(2 * rayon::current_num_threads()) {
        let outcomes: Vec<anyhow::Result<Outcome>> =
            photos.par_iter().map(|photo| scan_one(photo, &networks, &args)).collect();
        for outcome in outcomes {
            let outcome = outcome?;
            if let Some(message) = outcome.message {
                eprintln!("error: {message}");
            }
            print(&outcome.result)?;
            exit = exit.worst(outcome.exit);
        }
    }
    Ok(exit)
}

fn scan_one(path: &Path, networks: &Networks, args: &Args) -> anyhow::Result<Outcome> {
    let name = path.display().to_string();
    let mut timings = Timings::default();
    let loaded = timings.measure("photo", || Photo::load(path));
    let photo = match loaded {
        Ok(photo) => photo,
        Err(error) => return failed(&name, &error, Exit::Failed, args),
    };
    let options = ScanOptions {
        corners_px: args.corners,
        reconstruct: ReconstructOptions { size: args.size, variants: args.variants.clone(), ..Default::default() },
    };
    match scan(&photo, networks, &options) {
        Ok(scan) => scored(&photo, scan, timings, args),
        Err(error) if error.is_no_kingdom() => failed(&name, &error, Exit::NoKingdom, args),
        Err(error) => failed(&name, &error, Exit::Failed, args),
    }
}
