//! `validate DIR`: measures how well labelled pictures are read.

use std::path::{Path, PathBuf};

use serde_json::json;

use game::table::{SeenTable, TableKingdom};
use kingdom_scanner::reconstruct::ReconstructOptions;
use kingdom_scanner::validation::table::{classes_table, validation_table};
use kingdom_scanner::validation::{Evidence, ScanOutcome, Scanned, Thresholds, validate, validate_by_game};
use kingdom_scanner::vision::networks::Networks;
use kingdom_scanner::vision::photo::{Photo, PhotoLimits};
use kingdom_scanner::vision::scan::{KingdomScan, PhotoRun, Scan, ScanOptions, Timings, Trace};
use vision::scan_results::scored_reading;

use super::args::{GameArg, PhotoLimitArgs, terminal_width, whole_number};
use super::exit_code::Exit;
use super::gallery_argument::{consult, networks_of, one_thread_a_photo};
use super::{print, print_exactly, print_json, stderr_line};

/// Measures how well labelled pictures are read
///
/// For every label X.json in the folder, the picture that it names is scanned and compared with the label. A
/// label X.none.json, {"image": "X.jpg", "kingdoms": 0}, says that its picture shows no kingdom; X.k1.json,
/// X.k2.json and so on describe the kingdoms of one picture. The scan never sees a label. Exits with 1 if a
/// threshold is missed.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// A folder of pictures and labels
    #[arg(value_name = "DIR")]
    folder: PathBuf,
    /// Print everything measured as JSON
    #[arg(long)]
    json: bool,
    /// Print the sums of each class of pictures, whose names are the same up to the last `_`
    #[arg(long)]
    by_class: bool,
    /// Read all pictures of one game (`game_id` of their labels) together, as `scan --same-game` does
    #[arg(long)]
    by_game: bool,
    #[command(flatten)]
    game: GameArg,
    #[command(flatten)]
    photo_limits: PhotoLimitArgs,
    /// Read each square as it looks, without regard to the box's dominoes, as `scan --no-audit` does
    #[arg(long, conflicts_with = "by_game")]
    no_audit: bool,
    /// Also measure the effect of asking (`scan --ask`): the label answers for each doubtful square, and the
    /// kingdom is read again
    #[arg(long, conflicts_with = "by_game")]
    ask: bool,
    /// Use the networks in this folder in place of the built-in ones. Use only networks from people you
    /// trust: a crafted one can crash the program, or worse
    #[arg(long, value_name = "DIR")]
    models: Option<PathBuf>,
    /// Consult this gallery of learnt squares; without this option none is consulted, not even your own, so
    /// that everyone gets the same figures
    #[arg(long, value_name = "PATH")]
    gallery: Option<PathBuf>,
    /// The least share of squares read right, such as 0.99
    #[arg(long, value_name = "SHARE", value_parser = share)]
    min_squares: Option<f64>,
    /// The least share of buildings read right, among squares that have a building or were read as having one
    #[arg(long, value_name = "SHARE", value_parser = share)]
    min_buildings: Option<f64>,
    /// The least share of grids located: right rows x columns, every corner within 0.25 of a square
    #[arg(long, value_name = "SHARE", value_parser = share)]
    min_located: Option<f64>,
    /// The least share of totals that are right
    #[arg(long, value_name = "SHARE", value_parser = share)]
    min_totals: Option<f64>,
    /// How many wrong totals may lack a mark for review
    #[arg(long, value_name = "N", value_parser = whole_number::<usize>(0..=u64::from(u32::MAX)))]
    max_silent: Option<usize>,
    /// The largest share of correctly read kingdoms that are marked as doubtful
    #[arg(long, value_name = "SHARE", value_parser = share)]
    max_doubts: Option<f64>,
    /// The most kingdoms found in pictures that have none
    #[arg(long, value_name = "N", value_parser = whole_number::<usize>(0..=u64::from(u32::MAX)))]
    max_false_grids: Option<usize>,
}

fn share(text: &str) -> Result<f64, String> {
    let share = text.parse().ok().filter(|share| (0.0..=1.0).contains(share));
    share.ok_or_else(|| "a share must be a number from 0 to 1".to_owned())
}

pub fn run(args: Args) -> anyhow::Result<Exit> {
    args.game.check()?;
    let mut networks = networks_of(args.models.as_deref())?;
    if let Some(path) = &args.gallery {
        consult(path.clone(), &mut networks)?;
    }
    // Times are measured on one core per photo.
    one_thread_a_photo()?;
    let (options, limits) = (args.scan_options(), args.photo_limits.limits());
    let validation = if args.by_game {
        validate_by_game(&args.folder, |pictures| {
            outcomes_of_game(pictures, |picture| Looked::at(picture, &limits, &networks, &options), &options)
        })?
    } else {
        validate(&args.folder, |picture| Looked::at(picture, &limits, &networks, &options).outcome(args.ask))?
    };
    match (args.by_class, args.json) {
        (false, false) => print(&validation_table(&validation, terminal_width()))?,
        (false, true) => print_json(&validation)?,
        (true, false) => print(&classes_table(&validation.by_class(), terminal_width()))?,
        (true, true) => {
            let (schema_version, sums) = (validation.schema_version, &validation.sums);
            let classes = json!({"schema_version": schema_version, "sums": sums, "classes": validation.by_class()});
            print_exactly(&(serde_json::to_string_pretty(&classes)? + "\n"))?;
        }
    }
    let missed = args.thresholds().missed(&validation.sums);
    for sentence in &missed {
        stderr_line!("missed: {sentence}");
    }
    Ok(if missed.is_empty() { Exit::Scored } else { Exit::BelowThreshold })
}

impl Args {
    fn scan_options(&self) -> ScanOptions {
        let (game, any_dominoes) = (self.game.game(), self.no_audit);
        let reconstruct = ReconstructOptions { game, any_dominoes, ..ReconstructOptions::default() };
        ScanOptions { reconstruct, ..ScanOptions::default() }
    }

    fn thresholds(&self) -> Thresholds {
        Thresholds {
            min_squares: self.min_squares,
            min_buildings: self.min_buildings,
            min_located: self.min_located,
            min_totals: self.min_totals,
            max_silent: self.max_silent,
            max_doubts: self.max_doubts,
            max_false_grids: self.max_false_grids,
        }
    }
}

/// Reads the pictures of one game together; `look` scans one picture, of which it gets only the path.
fn outcomes_of_game(pictures: &[&Path], look: impl Fn(&Path) -> Looked, options: &ScanOptions) -> Vec<ScanOutcome> {
    let looked: Vec<Looked> = pictures.iter().map(|picture| look(picture)).collect();
    let mut readings = Vec::new();
    for looked in &looked {
        let Looked::Scored(scored) = looked else { continue };
        let (photo, scan) = &**scored;
        readings.push(scored_reading(photo, scan, &options.reconstruct));
    }
    let table = match SeenTable::of_photos(&readings.iter().collect::<Vec<_>>(), true) {
        Ok(table) => table,
        Err(error) => return pictures.iter().map(|_| ScanOutcome::Failed(error.to_string())).collect(),
    };
    let mut kingdoms = table.kingdoms(&table.uncorrected()).into_iter();
    let mut outcomes = Vec::new();
    for looked in looked {
        outcomes.push(match looked {
            Looked::Not(outcome) => outcome,
            Looked::Scored(scored) => {
                let Scan { kingdoms: alone, timings, .. } = scored.1;
                let together = kingdoms.by_ref().take(alone.len());
                ScanOutcome::Scored(together.filter_map(|kingdom| of_game(kingdom, &timings)).collect())
            }
        });
    }
    outcomes
}

/// One kingdom that was read together with its game, with the times of the whole picture. `None` if it has no
/// place in a picture.
fn of_game(kingdom: TableKingdom, timings: &Timings) -> Option<Scanned> {
    Some(Scanned {
        corners_px: kingdom.corners_px?,
        total: kingdom.sheet.total,
        needs_review: kingdom.reading.needs_review,
        timings_ms: timings.stages_ms.clone(),
        kingdom: kingdom.reading.kingdom,
        evidence: None,
    })
}

/// One kingdom that was read alone, with the times of the whole picture.
fn of_picture(kingdom: KingdomScan, photo: &Photo, timings: &Timings, with_evidence: bool) -> Scanned {
    let corners_px = kingdom.corners_px(photo);
    let KingdomScan { guesses, reading, known, sheet, .. } = kingdom;
    Scanned {
        corners_px,
        total: sheet.total,
        needs_review: reading.needs_review,
        timings_ms: timings.stages_ms.clone(),
        kingdom: reading.kingdom.clone(),
        evidence: with_evidence.then_some(Evidence { guesses, reading, known }),
    }
}

/// The outcome of a picture.
enum Looked {
    /// The photo, without pixels, and its scan.
    Scored(Box<(Photo, Scan)>),
    Not(ScanOutcome),
}

impl Looked {
    /// Scans a picture of which only the path is known.
    fn at(picture: &Path, limits: &PhotoLimits, networks: &Networks, options: &ScanOptions) -> Self {
        let name = picture.display().to_string();
        let run = match PhotoRun::new(&name, picture, limits, networks, options, Trace::default()) {
            Ok(run) => run.without_pixels(),
            Err(error) => return Self::Not(ScanOutcome::Failed(error.to_string())),
        };
        match run.scan {
            Ok(scan) => Self::Scored(Box::new((run.photo, scan))),
            Err(error) if error.is_no_kingdom() => Self::Not(ScanOutcome::NoKingdom(error.to_string())),
            Err(error) => Self::Not(ScanOutcome::Failed(error.to_string())),
        }
    }

    fn outcome(self, with_evidence: bool) -> ScanOutcome {
        match self {
            Self::Scored(scored) => {
                let (photo, Scan { kingdoms, timings, .. }) = *scored;
                let scanned = kingdoms.into_iter().map(|one| of_picture(one, &photo, &timings, with_evidence));
                ScanOutcome::Scored(scanned.collect())
            }
            Self::Not(outcome) => outcome,
        }
    }
}
