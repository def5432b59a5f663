//! `scan`: reads photos and prints score sheets.

mod checks;
mod output;
mod photos;
mod pictures;
mod same_game;

use std::path::{Path, PathBuf};

use anyhow::Context;
use rayon::prelude::*;
use tempfile::TempPath;

use game::line::PhotoLine;
use game::photo_reading::PhotoReading;
use game::table::{TableKingdom, TablePhotos};
use kingdom_scanner::correction::KingdomName;
use kingdom_scanner::domain::GridSize;
use kingdom_scanner::formats::GameOfPhotos;
use kingdom_scanner::report::kingdom_picture::Legend;
use kingdom_scanner::report::{KingdomReport, about_variants};
use kingdom_scanner::vision::board::Board;
use kingdom_scanner::vision::networks::Networks;
use kingdom_scanner::vision::photo::{Photo, PhotoError};
use kingdom_scanner::vision::scan::{PhotoRun, Scan, ScanError, Timings};
use vision::scan_results::{scored_line, scored_reading};

use self::output::PhotoOutput;
use self::photos::called;
use super::args::{Corners, GameArg, LanguageArg, PhotoLimitArgs, parse_corners, terminal_width};
use super::corrections::{CorrectionArgs, GivenCorrections, ToSettle};
use super::exit_code::Exit;
use super::facts::FactArgs;
use super::gallery_argument::{NetworkArgs, one_thread_a_photo};
use super::memory;
use super::picture::PictureArgs;
use super::print;

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

Take the photo from above, with the whole kingdom in the frame, the castle lifted off and loose tiles moved away.";

/// Reads photos of finished kingdoms and prints their score sheets.
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    /// JPEG, PNG, HEIC or WebP photos; `-` for one on standard input.
    #[arg(required = true, value_name = "PHOTO")]
    photos: Vec<PathBuf>,

    /// The outer corners of the whole grid, clockwise from the upper left one, in pixels of the upright
    /// photo. The grid is 5x5 unless --size says 7.
    #[arg(long, value_name = "X,Y,X,Y,X,Y,X,Y", value_parser = parse_corners, allow_hyphen_values = true)]
    corners: Option<Corners>,

    /// The game's grid, if it is known: 5 or 7.
    #[arg(long)]
    size: Option<GridSize>,

    #[command(flatten)]
    game: GameArg,

    /// Read only the largest of several kingdoms in a photo.
    #[arg(long)]
    one: bool,

    /// The photos show one game: all kingdoms are read together, because they were laid from one box. Several
    /// photos may show the same kingdom.
    #[arg(long)]
    same_game: bool,

    #[command(flatten)]
    photo_limits: PhotoLimitArgs,

    /// One line of JSON per photo.
    #[arg(short, long)]
    json: bool,

    /// Writes the photo with grid and readings drawn on it, without EXIF and position data, as PNG or JPEG
    /// depending on the name's extension. With several photos, OUT is a folder.
    #[arg(short = 'o', long, value_name = "OUT")]
    annotate: Option<PathBuf>,

    #[command(flatten)]
    picture: PictureArgs,

    /// Writes a zip for reporting a misread photo: the photo without EXIF and position data, the reading, and
    /// the corrections given with --fix; nothing is sent
    #[arg(long, value_name = "OUT.zip")]
    report: Option<PathBuf>,

    /// Writes one numbered picture per stage, and the timings; with several photos, into a folder for each.
    #[arg(long, value_name = "DIR")]
    debug_dir: Option<PathBuf>,

    /// Read each square as it looks, without regard to the box's dominoes: for house rules and incomplete
    /// boxes.
    #[arg(long, conflicts_with = "same_game")]
    no_audit: bool,

    /// Exit with code 3 if something needs review.
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

    /// The photo from standard input, copied to a file because it may be read twice.
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
    let (mut exit, mut legend) = (Exit::Scored, Legend::default());
    // A few photos at a time, so that results come in order while memory stays constant.
    for photos in args.photos.chunks(2 * rayon::current_num_threads()) {
        let outputs = photos.par_iter().map(|path| finish(path, args.read(path, &networks), None, &networks, &args));
        for output in outputs.collect::<Vec<_>>() {
            exit = exit.worst(output.print(&mut legend)?);
        }
    }
    print_legend(legend, &args)?;
    Ok(exit)
}

/// Explains the pictures of several photos, below all of them.
fn print_legend(mut legend: Legend, args: &Args) -> anyhow::Result<()> {
    let text = legend.in_words(args.language.language(), terminal_width());
    if text.is_empty() { Ok(()) } else { print(&format!("\n{text}")) }
}

/// The output for a photo, whether it was read or not. `in_game` has its kingdoms if they were read and
/// corrected together with those of other photos.
fn finish(
    path: &Path,
    run: Result<PhotoRun, PhotoError>,
    in_game: Option<InGame>,
    networks: &Networks,
    args: &Args,
) -> PhotoOutput {
    let output = run.map_err(anyhow::Error::from).and_then(|run| correct_and_write(run, in_game, networks, args));
    output.unwrap_or_else(|error| PhotoOutput::failed(&called(path), &error, args))
}

/// A photo's kingdoms, read and corrected together with those of the other photos of its game.
struct InGame<'a> {
    kingdoms: Vec<TableKingdom>,
    /// The name of each kingdom in flags, and what is left to correct in it.
    open: Vec<(KingdomName, ToSettle)>,
    /// All kingdoms of the game.
    of_game: Option<&'a GameOfPhotos>,
}

/// Corrects a photo's reading, and writes and prints the results.
fn correct_and_write(
    run: PhotoRun,
    in_game: Option<InGame>,
    networks: &Networks,
    args: &Args,
) -> anyhow::Result<PhotoOutput> {
    // The stages are needed most if something fails. If they cannot be written although the photo was read,
    // that is reported last.
    let stages = pictures::write_stages(&run, args);
    let PhotoRun { photo, scan, trace } = run;
    let scan = match scan {
        Ok(scan) => scan,
        Err(error) => return Err(stages.err().unwrap_or_else(|| error.into())),
    };
    args.check_facts(&photo, scan.kingdoms.len())?;
    let InGame { mut kingdoms, open, of_game } = match in_game {
        Some(in_game) => in_game,
        None => corrected_alone(&photo, &scan, args).with_context(|| photo.name.clone())?,
    };
    for kingdom in &mut kingdoms {
        kingdom.notes.extend(about_variants(&kingdom.known.variants));
    }
    let reports = kingdoms.iter().map(|kingdom| kingdom.report(args.facts.player())).collect();
    let scanned = Scanned { photo: &photo, scan: &scan, reports, timings: &trace.timings, networks };
    pictures::write_annotation(&scanned, args)?;
    pictures::write_card(&scanned, args)?;
    pictures::write_report(&scanned, args)?;
    let output = PhotoOutput::scored(&scanned, &open, of_game, args)?;
    stages.map(|()| output)
}

/// The kingdoms of a photo, each corrected by itself.
fn corrected_alone(photo: &Photo, scan: &Scan, args: &Args) -> anyhow::Result<InGame<'static>> {
    let table = TablePhotos::of_photos(vec![args.reading_of(photo, scan)], false)?;
    let first = table.first_readings();
    let boards: Vec<&Board> = scan.kingdoms.iter().map(|kingdom| &kingdom.board).collect();
    let language = args.language.language();
    let GivenCorrections { given, open } =
        args.corrections.of_photo(&photo.name, &first, &boards, language, !args.json)?;
    let read = first.read_anew(&given).map_err(|source| ScanError::Correction { source })?;
    Ok(InGame { kingdoms: table.reported(&read), open, of_game: None })
}

impl Args {
    fn reading_of(&self, photo: &Photo, scan: &Scan) -> PhotoReading {
        scored_reading(photo, scan, &self.scan_options().reconstruct)
    }
}

/// A photo with its kingdoms read and corrected.
struct Scanned<'a> {
    photo: &'a Photo,
    scan: &'a Scan,
    reports: Vec<KingdomReport<'a>>,
    timings: &'a Timings,
    networks: &'a Networks,
}

impl Scanned<'_> {
    /// The line of `--json`, with `name` for the photo.
    fn line(&self, name: &str, args: &Args) -> PhotoLine {
        let Self { photo, scan, reports, timings, networks } = self;
        scored_line(name, photo, scan, reports, networks, timings, args.how_scanned(photo, networks))
    }
}
