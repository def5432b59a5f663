//! `scan`: photos in, score sheets out.

mod checks;
mod output;
mod photos;
mod pictures;
mod same_game;

use std::path::{Path, PathBuf};

use anyhow::Context;
use rayon::prelude::*;
use tempfile::TempPath;

use game::scan_line::ScanLine;
use kingdom_scanner::domain::GridSize;
use kingdom_scanner::report::KingdomReport;
use kingdom_scanner::vision::networks::Networks;
use kingdom_scanner::vision::photo::{Photo, PhotoError};
use kingdom_scanner::vision::scan::{PhotoRun, Scan, Timings};
use vision::scan_results::{ScanRemarks, scored_line};

use self::output::PhotoOutput;
use self::photos::called;
use self::same_game::ReadGame;
use super::args::{Corners, GameArg, LanguageArg, PhotoLimitArgs, parse_corners};
use super::corrections::CorrectionArgs;
use super::exit_code::Exit;
use super::facts::FactArgs;
use super::gallery_argument::{NetworkArgs, one_thread_a_photo};
use super::memory;
use super::picture::PictureArgs;

const EXAMPLES: &str = "\
Examples:
  kingdom-scanner scan photo.jpg
  kingdom-scanner scan photo.jpg --annotate read.jpg
  kingdom-scanner scan --json *.jpg > results.ndjson
  kingdom-scanner scan photo.jpg --fix r2c4=forest:1 --fix r3c1=castle
  kingdom-scanner scan photo.jpg --ask
  kingdom-scanner scan photo.jpg --fix r2c4=forest:1 --report wrong.zip
  kingdom-scanner scan --same-game anna.jpg ben.jpg cem.jpg
  kingdom-scanner scan photo.jpg --game queendomino --coins 11 --queen
  kingdom-scanner scan photo.jpg --corners 412,95,1630,120,1601,1340,398,1298 --size 5

Take the photo from above, with the whole kingdom in it, the castle lifted off and loose tiles away.";

/// Reads photos of finished kingdoms and prints their score sheets.
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    /// JPEG, PNG, HEIC or WebP photos; `-` for one on standard input.
    #[arg(required = true, value_name = "PHOTO")]
    photos: Vec<PathBuf>,

    /// The outer corners of the whole grid, clockwise from the upper left one, in pixels of the upright photo.
    /// The grid is 5x5 unless --size says 7.
    #[arg(long, value_name = "X,Y,X,Y,X,Y,X,Y", value_parser = parse_corners, allow_hyphen_values = true)]
    corners: Option<Corners>,

    /// The game's grid, where it is known: 5 or 7.
    #[arg(long)]
    size: Option<GridSize>,

    #[command(flatten)]
    game: GameArg,

    /// Of several kingdoms in a photo, only the largest.
    #[arg(long)]
    one: bool,

    /// The photos are of one game: all kingdoms are read together, as laid from one box. Several photos may show the same
    /// kingdom.
    #[arg(long)]
    same_game: bool,

    #[command(flatten)]
    photo_limits: PhotoLimitArgs,

    /// One line of JSON per photo.
    #[arg(short, long)]
    json: bool,

    /// Writes the photo with grid and readings drawn on it, without EXIF and position data: PNG or JPEG, as the name ends.
    /// With several photos OUT is a folder.
    #[arg(short = 'o', long, value_name = "OUT")]
    annotate: Option<PathBuf>,

    #[command(flatten)]
    picture: PictureArgs,

    /// Writes what is to be handed in of a photo that was read wrongly: a zip with the photo without EXIF and position data, the
    /// reading, and the corrections that --fix gives. Nothing is sent.
    #[arg(long, value_name = "OUT.zip")]
    report: Option<PathBuf>,

    /// Writes one numbered picture per stage, and the timings; with several photos in one folder each.
    #[arg(long, value_name = "DIR")]
    debug_dir: Option<PathBuf>,

    /// Read each square as it looks, whatever dominoes there are: for house rules and boxes that are not whole.
    #[arg(long, conflicts_with = "same_game")]
    no_audit: bool,

    /// Exit with code 3 when something needs review.
    #[arg(short, long)]
    strict: bool,

    #[command(flatten)]
    networks: NetworkArgs,

    #[command(flatten)]
    language: LanguageArg,

    #[command(flatten)]
    corrections: CorrectionArgs,

    #[command(flatten)]
    facts: FactArgs,

    /// The photo from standard input, in a file because it may be read twice.
    #[arg(skip)]
    standard_input: Option<TempPath>,
}

pub fn run(mut args: Args) -> anyhow::Result<Exit> {
    let several = args.photos.len() > 1;
    if !several {
        memory::take_at_once();
    }
    args.check()?;
    args.keep_standard_input()?;
    let networks = args.networks.load()?;
    if several {
        one_thread_a_photo()?;
    }
    if args.same_game {
        return same_game::scan(&networks, &args);
    }
    let scan = |path: &PathBuf| finish(path, args.read(path, &networks), None, &networks, &args);
    let mut exit = Exit::Scored;
    // A few photos at a time, so that results come in order while memory stays flat.
    for photos in args.photos.chunks(2 * rayon::current_num_threads()) {
        for output in photos.par_iter().map(scan).collect::<Vec<_>>() {
            exit = exit.worst(output.print()?);
        }
    }
    Ok(exit)
}

/// What comes of a photo that was read, or was not.
fn finish(
    path: &Path,
    run: Result<PhotoRun, PhotoError>,
    game: Option<&ReadGame>,
    networks: &Networks,
    args: &Args,
) -> PhotoOutput {
    let output = run.map_err(anyhow::Error::from).and_then(|run| correct_and_write(run, game, networks, args));
    output.unwrap_or_else(|error| PhotoOutput::failed(&called(path), &error, args))
}

/// The way of a photo from its reading on; that of a `game` was corrected as a whole.
fn correct_and_write(
    run: PhotoRun,
    game: Option<&ReadGame>,
    networks: &Networks,
    args: &Args,
) -> anyhow::Result<PhotoOutput> {
    // Stages are most wanted when something fails. That they could not be written is said after all else of a photo that is read.
    let stages = pictures::write_stages(&run, args);
    let PhotoRun { photo, scan, trace } = run;
    let scan = match scan {
        Ok(scan) => scan,
        Err(error) => return Err(stages.err().unwrap_or_else(|| error.into())),
    };
    let count = scan.kingdoms.len();
    args.check_facts(&photo, count)?;
    let (scan, open) = match game {
        Some(game) => (scan, game.open(&photo.name, count)),
        None => {
            let put = args.corrections.put_into(&photo.name, scan, args.language.language(), !args.json);
            put.with_context(|| photo.name.clone())?
        }
    };
    let facts = args.facts.given();
    let remarks = ScanRemarks::new(&scan, &facts);
    let reports = remarks.reports(&photo, &scan);
    let scanned = Scanned { photo: &photo, scan: &scan, reports, timings: &trace.timings, networks };
    pictures::write_annotation(&scanned, args)?;
    pictures::write_card(&scanned, args)?;
    pictures::write_report(&scanned, args)?;
    let output = PhotoOutput::scored(&scanned, &open, game, args)?;
    stages.map(|()| output)
}

/// A photo whose kingdoms were read and corrected.
struct Scanned<'a> {
    photo: &'a Photo,
    scan: &'a Scan,
    reports: Vec<KingdomReport<'a>>,
    timings: &'a Timings,
    networks: &'a Networks,
}

impl Scanned<'_> {
    /// The line of `--json`, with `name` for the photo.
    fn line(&self, name: &str, args: &Args) -> ScanLine {
        let Self { photo, scan, reports, timings, networks } = self;
        scored_line(name, photo, scan, reports, networks, timings, args.how_scanned(photo, networks))
    }
}
