//! `scan`: photos in, score sheets out.

use std::collections::{HashMap, HashSet};
use std::fs;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use anyhow::{Context, bail, ensure};
use kingdom_scanner::vision::opencv::core::{Mat, Point2d};
use rayon::prelude::*;
use tempfile::{NamedTempFile, TempPath};

use game::scan_line::{GameKingdomJson, ScanLine, ShownJson};
use kingdom_scanner::correction::KingdomName;
use kingdom_scanner::correction::dialogue::can_be_asked_about;
use kingdom_scanner::domain::{GridSize, Place};
use kingdom_scanner::messages::{MessageId, Words};
use kingdom_scanner::reconstruct::ReconstructOptions;
use kingdom_scanner::report::KingdomReport;
use kingdom_scanner::report::bundle::{About, PHOTO, bundle, corrections};
use kingdom_scanner::report::card::{CardKingdom, scan_card};
use kingdom_scanner::report::scan_table::{ToSay, scan_table};
use kingdom_scanner::report::to_type::to_be_asked;
use kingdom_scanner::vision::annotate::{Annotation, write_annotated};
use kingdom_scanner::vision::networks::Networks;
use kingdom_scanner::vision::photo::{MAX_FILE_BYTES, Photo, PhotoError, encode_jpeg};
use kingdom_scanner::vision::picture_file::{PictureFormat, write_picture};
use kingdom_scanner::vision::scan::{
    GameKingdom, GameScan, KingdomScan, PhotoRun, Scan, ScanOptions, Timings, Trace, read_together_around,
};
use kingdom_scanner::vision::stage_pictures;
use storage::is_same_file;
use storage::sha256::content_of;
use vision::scan_results::{HowScanned, ScanRemarks, failed_line, reader_identity, scored_line};

use super::args::{GameArg, LanguageArg, PhotoLimitArgs, check_stdin, name, terminal_width};
use super::command_line::typed_again;
use super::corrections::{self as given, CorrectionArgs, ToSettle, kingdom_to_say, square_to_say};
use super::exit_code::Exit;
use super::facts::FactArgs;
use super::gallery_argument::NetworkArgs;
use super::picture::{PictureArgs, check_not_read, check_place, cut, tell_written};
use super::shell_words::quoted;
use super::terminal::Output;
use super::{PROGRAM, memory, on_one_line, print, remark_line, stderr_line};

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

pub type Corners = [Point2d; 4];

pub fn parse_corners(text: &str) -> Result<Corners, String> {
    let numbers: Vec<f64> = text.split(',').filter_map(|word| word.trim().parse().ok()).collect();
    let complete = numbers.len() == text.split(',').count() && numbers.iter().all(|number: &f64| number.is_finite());
    match numbers[..] {
        [a, b, c, d, e, f, g, h] if complete => Ok([(a, b), (c, d), (e, f), (g, h)].map(|(x, y)| Point2d::new(x, y))),
        _ => Err("eight numbers are needed: x,y of four corners".to_owned()),
    }
}

/// The name in messages of the photo on standard input.
const STANDARD_INPUT: &str = "standard input";

/// A photo's name in messages.
fn called(photo: &Path) -> String {
    name(&photo.display().to_string()).to_owned()
}

/// A photo's name in JSON, as on the command line.
fn in_json(called: &str) -> &str {
    if called == STANDARD_INPUT { "-" } else { called }
}

/// Kingdoms of photos that were read together.
struct ReadGame {
    scan: GameScan,
    /// By photo name and kingdom number: the kingdom's name in flags, and what may be said of it.
    open: HashMap<(String, usize), (KingdomName, ToSettle)>,
}

/// The outcome of one photo.
struct PhotoOutput {
    exit: Exit,
    /// For stdout; may be empty.
    result: Output,
    /// For stderr.
    error: Option<String>,
    /// Whether questions may settle what is to check.
    can_be_asked: bool,
}

pub fn run(mut args: Args) -> anyhow::Result<Exit> {
    let several = args.photos.len() > 1;
    if !several {
        memory::take_at_once();
    }
    ensure!(!several || args.corners.is_none(), "--corners belongs to one photo, but {} are given", args.photos.len());
    let for_one = several && args.facts.tell_of_one_player();
    ensure!(
        !for_one,
        "--player, --coins, --knights-in-supply and --queen belong to one photo, but {} are given",
        args.photos.len()
    );
    args.facts.check()?;
    args.game.check()?;
    args.corrections.check(args.photos.len(), args.same_game)?;
    args.check_places()?;
    args.keep_standard_input()?;
    let networks = args.networks.load()?;
    if several {
        // Photos are read in parallel already.
        kingdom_scanner::vision::opencv::core::set_num_threads(1)
            .context("setting the threads of pictures and networks")?;
    }
    if args.same_game {
        return scan_one_game(&networks, &args);
    }
    let mut exit = Exit::Scored;
    // A few photos at a time, so that results come in order while memory stays flat.
    for photos in args.photos.chunks(2 * rayon::current_num_threads()) {
        let scan_file = |path: &PathBuf| match args.run(path, &networks) {
            Ok(run) => outcome(run, None, &networks, &args),
            Err(error) => failed(&called(path), &error.into(), Exit::Failed, &args),
        };
        let outcomes: Vec<PhotoOutput> = photos.par_iter().map(scan_file).collect();
        for outcome in outcomes {
            exit = exit.worst(outcome.print()?);
        }
    }
    Ok(exit)
}

/// Reads all photos before anything can be printed; their pixels are dropped meanwhile.
fn scan_one_game(networks: &Networks, args: &Args) -> anyhow::Result<Exit> {
    let run = |path: &PathBuf| args.run(path, networks).map(PhotoRun::without_pixels);
    let mut runs: Vec<Result<PhotoRun, PhotoError>> = args.photos.par_iter().map(run).collect();
    let is_read: Vec<bool> = runs.iter().map(|run| run.as_ref().is_ok_and(|run| run.scan.is_ok())).collect();
    let mut scans: Vec<&mut Scan> = runs.iter_mut().flatten().filter_map(|run| run.scan.as_mut().ok()).collect();
    let kingdoms: Vec<usize> = scans.iter().map(|scan| scan.kingdoms.len()).collect();
    let names = given::names(&kingdoms, &scanned_names(&args.photos, &is_read));
    let mut open = Vec::new();
    let scan = read_together_around(&mut scans, &args.scan_options().reconstruct, |first, boards| {
        let given = args.corrections.said(first, boards, names.clone(), args.language.language())?;
        if !args.json {
            open = args.corrections.open(first, &given)?;
        }
        Ok::<_, anyhow::Error>(given)
    })?;
    let shown = args.photos.iter().zip(&is_read).filter(|(_, is_read)| **is_read).map(|(path, _)| called(path));
    let shown = shown.zip(&kingdoms).flat_map(|(photo, count)| (1..=*count).map(move |number| (photo.clone(), number)));
    let game = ReadGame { scan, open: shown.zip(names.into_iter().zip(open)).collect() };
    let mut exit = Exit::Scored;
    let mut can_be_asked = false;
    for (path, run) in args.photos.iter().zip(runs) {
        let to_draw_on =
            |run: PhotoRun| if args.draws() { Ok(PhotoRun { photo: args.load(path)?, ..run }) } else { Ok(run) };
        let outcome = match run.and_then(to_draw_on) {
            Ok(run) => outcome(run, Some(&game), networks, args),
            Err(error) => failed(&called(path), &error.into(), Exit::Failed, args),
        };
        can_be_asked |= outcome.can_be_asked;
        exit = exit.worst(outcome.print()?);
    }
    if !args.json {
        let line = args.line_to_be_asked(None, can_be_asked);
        print(&to_be_asked(line.as_deref(), args.language.language(), terminal_width()))?;
    }
    Ok(exit)
}

/// How a person names the photos that were read: by stem, or by path if two stems are equal; `None` if there is only one photo.
fn scanned_names(photos: &[PathBuf], looked_at: &[bool]) -> Vec<Option<String>> {
    let short = |path: &Path| path.file_stem().map(|stem| stem.to_string_lossy().into_owned()).unwrap_or_default();
    let is_unique =
        |path: &Path| photos.iter().filter(|other| short(other).eq_ignore_ascii_case(&short(path))).count() == 1;
    let name = |path: &PathBuf| if is_unique(path) { short(path) } else { path.display().to_string() };
    let read = photos.iter().zip(looked_at).filter(|(_, is_read)| **is_read).map(|(path, _)| path);
    read.map(|path| (photos.len() > 1).then(|| name(path))).collect()
}

impl PhotoOutput {
    /// Prints to stdout and stderr.
    fn print(self) -> anyhow::Result<Exit> {
        if let Some(error) = self.error {
            stderr_line!("error: {error}");
        }
        self.result.print()?;
        Ok(self.exit)
    }
}

fn outcome(run: PhotoRun, game: Option<&ReadGame>, networks: &Networks, args: &Args) -> PhotoOutput {
    let written = write_debug_pictures(&run, args);
    let PhotoRun { photo, scan, trace } = run;
    let outcome = scan.map(|scan| scored(&photo, scan, networks, &trace.timings, game, args));
    match (outcome, written) {
        (Ok(Ok(outcome)), Ok(())) => outcome,
        (Ok(Err(error)), _) | (_, Err(error)) => failed(&photo.name, &error, Exit::Failed, args),
        (Err(error), _) if error.is_no_kingdom() => {
            let in_language = error.in_language(args.language.language());
            PhotoOutput { error: Some(in_language), ..failed(&photo.name, &error.into(), Exit::NoKingdom, args) }
        }
        (Err(error), _) => failed(&photo.name, &error.into(), Exit::Failed, args),
    }
}

impl Args {
    /// Whether pictures are written, which need a photo's pixels.
    fn draws(&self) -> bool {
        self.annotate.is_some() || self.debug_dir.is_some() || self.picture.path().is_some() || self.report.is_some()
    }

    fn run(&self, path: &Path, networks: &Networks) -> Result<PhotoRun, PhotoError> {
        let trace = Trace { keeps_locator_passes: self.debug_dir.is_some(), ..Trace::default() };
        let limits = self.photo_limits.limits();
        PhotoRun::new(&called(path), self.file(path), &limits, networks, &self.scan_options(), trace)
    }

    /// Loads the file within the given limits.
    fn load(&self, path: &Path) -> Result<Photo, PhotoError> {
        Photo::load_within(&called(path), self.file(path), &self.photo_limits.limits())
    }

    /// The file with the photo's bytes.
    fn file<'a>(&'a self, photo: &'a Path) -> &'a Path {
        self.standard_input.as_deref().filter(|_| photo == Path::new("-")).unwrap_or(photo)
    }

    /// Copies a photo on standard input into a file.
    fn keep_standard_input(&mut self) -> anyhow::Result<()> {
        let arguments: Vec<String> = self.photos.iter().map(|photo| photo.display().to_string()).collect();
        check_stdin(&arguments)?;
        if arguments.iter().any(|argument| argument == "-") {
            let mut file = NamedTempFile::new().context("keeping the photo on standard input")?;
            // A longer one is refused when it is read.
            let mut photo = io::stdin().lock().take(MAX_FILE_BYTES + 1);
            io::copy(&mut photo, &mut file).context("reading the photo on standard input")?;
            self.standard_input = Some(file.into_temp_path());
        }
        Ok(())
    }

    /// The command line to go on from here, for all photos or for one of them.
    fn typed_again(&self, photo: Option<&str>) -> String {
        let is_other = |word: &String| {
            photo.is_some_and(|photo| photo != word) && self.photos.iter().any(|other| other == Path::new(word))
        };
        let words: Vec<String> = typed_again("scan", true).into_iter().filter(|word| !is_other(word)).collect();
        let words: Vec<String> = words.iter().map(|word| quoted(word)).collect();
        format!("{PROGRAM} scan {}", words.join(" "))
    }

    /// The same with `--ask`, if something can be asked; answers need standard input.
    fn line_to_be_asked(&self, photo: Option<&str>, can_be_asked: bool) -> Option<String> {
        let can_ask = can_be_asked && !self.corrections.asks() && self.standard_input.is_none();
        can_ask.then(|| format!("{} --ask", self.typed_again(photo)))
    }

    fn scan_options(&self) -> ScanOptions {
        let (unseen, variants) = (self.facts.unseen(), self.facts.variants());
        let any_dominoes = self.no_audit;
        let known = ReconstructOptions { game: self.game.game(), size: self.size, any_dominoes, unseen, variants };
        ScanOptions { corners_px: self.corners, one: self.one, reconstruct: known, ..ScanOptions::default() }
    }

    /// How the photo was scanned.
    fn how_scanned(&self, photo: &Photo, networks: &Networks) -> HowScanned {
        let path = if photo.name == STANDARD_INPUT { Path::new("-") } else { Path::new(&photo.name) };
        let gallery = self.networks.gallery.sha256_of_consulted(networks);
        let reader = reader_identity(networks, gallery.as_deref(), &self.photo_limits.limits());
        let mut how = HowScanned::new(content_of(self.file(path)).ok(), reader, &self.scan_options());
        how.options.extend(self.same_game.then(|| "--same-game".to_owned()));
        how
    }

    /// Checks `--picture`: a card shows one photo.
    fn check_picture(&self) -> anyhow::Result<()> {
        self.picture.check()?;
        let Some(path) = self.picture.path() else { return Ok(()) };
        let photos = self.photos.len();
        ensure!(
            photos == 1,
            "--picture belongs to one photo, but {photos} are given; `game` puts the kingdoms of several photos into one picture"
        );
        let is_annotated = self.annotate.as_ref().is_some_and(|out| out == path || is_same_file(out, path));
        ensure!(!is_annotated, "--picture and --annotate would both write {}", path.display());
        check_not_read("--picture", path, self.photos.iter().map(PathBuf::as_path))
    }

    /// Checks `--report`: a zip holds one photo.
    fn check_report(&self) -> anyhow::Result<()> {
        let Some(path) = &self.report else { return Ok(()) };
        let photos = self.photos.len();
        ensure!(photos == 1, "--report belongs to one photo, but {photos} are given: hand them in one by one");
        let is_zip = path.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("zip"));
        ensure!(is_zip, "--report writes a zip, so the name {} must end in .zip", path.display());
        check_place("--report", path)?;
        check_not_read("--report", path, self.photos.iter().map(PathBuf::as_path))
    }

    /// Checks that pictures of two photos do not overwrite each other, nor any photo.
    fn check_places(&self) -> anyhow::Result<()> {
        let photos: Vec<_> = self.photos.iter().filter_map(|photo| photo.canonicalize().ok()).collect();
        let mut names = HashSet::new();
        let file = self.annotate.as_ref().filter(|_| self.photos.len() == 1);
        if let Some(out) = file.filter(|out| PictureFormat::of_name(out).is_none()) {
            bail!("--annotate writes a PNG or a JPEG, so the name {} must end in .png, .jpg or .jpeg", out.display());
        }
        self.check_picture()?;
        self.check_report()?;
        for photo in &self.photos {
            let name = stem(&PathBuf::from(called(photo)));
            if let Some(out) = &self.annotate {
                let folder = out.parent().filter(|folder| !folder.as_os_str().is_empty());
                let missing = folder.filter(|folder| !folder.is_dir());
                ensure!(
                    missing.is_none(),
                    "--annotate {}: there is no folder {}; make it first, or choose another place",
                    out.display(),
                    missing.unwrap_or(out).display()
                );
                let path = self.place_in(out, format!("{name}.jpg"));
                let is_photo = path.canonicalize().is_ok_and(|path| photos.contains(&path));
                ensure!(!is_photo, "--annotate would overwrite the photo {}; choose another place", path.display());
            }
            let is_new = names.insert(name.clone());
            ensure!(
                is_new || !self.draws(),
                "pictures of two photos would both be called {name}; scan them one by one"
            );
        }
        Ok(())
    }

    /// Where a photo's own pictures go: `out` itself, or with several photos a place in it.
    fn place_in(&self, out: &Path, file_name: impl AsRef<Path>) -> PathBuf {
        if self.photos.len() > 1 { out.join(file_name) } else { out.to_owned() }
    }
}

fn scored(
    photo: &Photo,
    scan: Scan,
    networks: &Networks,
    timings: &Timings,
    game: Option<&ReadGame>,
    args: &Args,
) -> anyhow::Result<PhotoOutput> {
    let count = scan.kingdoms.len();
    let is_given_for_one = count > 1 && args.facts.tell_of_one_player();
    ensure!(
        !is_given_for_one,
        "{}: --player, --coins, --knights-in-supply and --queen belong to one kingdom, but the photo shows {count}; \
         --one takes the largest",
        photo.name
    );
    let (scan, open) = match game {
        // A game was corrected as a whole.
        Some(game) => {
            let of_kingdom = |number| game.open.get(&(photo.name.clone(), number)).cloned().unwrap_or_default();
            (scan, (1..=count).map(of_kingdom).collect())
        }
        None => {
            let put = args.corrections.put_into(scan, args.language.language(), !args.json);
            let (scan, open) = put.with_context(|| photo.name.clone())?;
            (scan, given::names(&[count], &[None]).into_iter().zip(open).collect::<Vec<_>>())
        }
    };
    if let Some(out) = &args.annotate {
        let path = args.place_in(out, format!("{}.jpg", stem(Path::new(&photo.name))));
        write_annotated(&path, photo, &scan.kingdoms.iter().map(annotation).collect::<Vec<_>>())?;
        let written = MessageId::PictureWritten.with("path", path.display().to_string());
        remark_line!("{}", written.in_language(args.language.language()));
    }
    let facts = args.facts.given();
    let remarks = ScanRemarks::new(&scan, &facts);
    let reports = remarks.reports(photo, &scan);
    let can_be_asked = scan.kingdoms.iter().any(|kingdom| can_be_asked_about(&kingdom.reading));
    if let Some(path) = args.picture.path() {
        write_card(path, photo, &reports, args)?;
    }
    if let Some(path) = &args.report {
        let (records, how) = (CardKingdom::of_scan(&reports), args.how_scanned(photo, networks));
        let said = corrections(records.iter().map(CardKingdom::record));
        let reading = scored_line(PHOTO, photo, &scan, &reports, networks, timings, how).to_line()?;
        let jpeg = encode_jpeg(&photo.pixels, REPORT_JPEG_QUALITY)?;
        let zip = bundle(&jpeg, reading.as_bytes(), &About::new(photo.full_size_px, said))?;
        write_picture(path, &zip).with_context(|| format!("{}: cannot write the zip", path.display()))?;
        tell_written(path, args.language.language());
    }
    let result = if args.json {
        let of_game = |game: &ReadGame| game.scan.kingdoms.iter().map(game_kingdom).collect::<Vec<_>>();
        let (name, how) = (in_json(&photo.name), args.how_scanned(photo, networks));
        let line = scored_line(name, photo, &scan, &reports, networks, timings, how);
        let of_game = game.map(of_game);
        Output::Json(of_game.iter().fold(line, |line, game| ScanLine::of_game(line, game)).to_line()?)
    } else {
        let (language, width) = (args.language.language(), terminal_width());
        // For a game it is said once, below all photos.
        let begin = args.typed_again(game.is_none().then(|| in_json(&photo.name)));
        let to_say: Vec<ToSay> = open
            .iter()
            .enumerate()
            .map(|(index, (name, open))| to_say(open, name, (index + 1, count), &begin))
            .collect();
        let ask = args.line_to_be_asked(Some(in_json(&photo.name)), can_be_asked).filter(|_| game.is_none());
        let table = scan_table(&photo.name, &reports, &to_say, language, width);
        Output::Text(table + &to_be_asked(ask.as_deref(), language, width))
    };
    let needs_review = scan.kingdoms.iter().any(|kingdom| kingdom.reading.needs_review);
    let exit = if args.strict && needs_review { Exit::NeedsReview } else { Exit::Scored };
    Ok(PhotoOutput { exit, result, error: None, can_be_asked })
}

/// What may be said of a kingdom, given its name, its number in the photo, and how many kingdoms the photo shows.
fn to_say(open: &ToSettle, name: &KingdomName, (number, count): (usize, usize), begin: &str) -> ToSay {
    let square_name = |place: Place| if count > 1 { format!("k{number}:{place}") } else { place.to_string() };
    let squares = open.squares.iter().map(|open| square_to_say(open, square_name(open.place), begin, name));
    let suspects = open.suspects.iter().map(|one| name.correction(*one).to_string());
    let whole = open.whole.as_ref().map(|whole| kingdom_to_say(whole, begin, name));
    ToSay { whole, squares: squares.collect(), suspects: suspects.collect() }
}

/// The photo's kingdoms as a picture for the players.
fn write_card(path: &Path, photo: &Photo, reports: &[KingdomReport], args: &Args) -> anyhow::Result<()> {
    let language = args.language.language();
    let kingdoms = CardKingdom::of_scan(reports);
    let side_px = scan_card(&kingdoms, &[], language).side_px;
    let pictures: Vec<Option<Mat>> = kingdoms.iter().map(|kingdom| cut(photo, kingdom, side_px)).collect();
    let has_photo: Vec<bool> = pictures.iter().map(Option::is_some).collect();
    args.picture.write(path, &scan_card(&kingdoms, &has_photo, language), &pictures, language)
}

fn game_kingdom(kingdom: &GameKingdom) -> GameKingdomJson {
    let shown = |(photo, kingdom): &(String, usize)| ShownJson { photo: photo.clone(), kingdom: *kingdom };
    GameKingdomJson { shown: kingdom.shown.iter().map(shown).collect(), read_together: kingdom.is_joint }
}

fn annotation(kingdom: &KingdomScan) -> Annotation<'_> {
    Annotation { fit: &kingdom.fit, reading: &kingdom.reading, total: kingdom.sheet.total }
}

fn failed(name: &str, error: &anyhow::Error, exit: Exit, args: &Args) -> PhotoOutput {
    let message = on_one_line(error);
    let line = || failed_line(in_json(name), &message, exit == Exit::NoKingdom).unwrap_or_default();
    let result = if args.json { line() } else { String::new() };
    let result = Output::Json(result);
    PhotoOutput { exit, result, error: Some(message), can_be_asked: false }
}

/// The photo's path as one name, without the extension.
fn stem(photo: &Path) -> String {
    let path = photo.with_extension("");
    path.components()
        .filter_map(|part| match part {
            std::path::Component::Normal(name) => Some(name.to_string_lossy()),
            _ => None,
        })
        .collect::<Vec<_>>()
        .join("-")
}

fn write_debug_pictures(run: &PhotoRun, args: &Args) -> anyhow::Result<()> {
    let Some(dir) = &args.debug_dir else { return Ok(()) };
    let dir = args.place_in(dir, stem(Path::new(&run.photo.name)));
    fs::create_dir_all(&dir).with_context(|| format!("{}: cannot make the folder", dir.display()))?;
    let write = |name: &str, bytes: &[u8]| {
        let path = dir.join(name);
        fs::write(&path, bytes).with_context(|| format!("{}: cannot write", path.display()))
    };
    for (number, (name, picture)) in debug_pictures(run)?.iter().enumerate() {
        write(&format!("{}-{name}.jpg", number + 1), &encode_jpeg(picture, DEBUG_JPEG_QUALITY)?)?;
    }
    let lines: String =
        run.trace.timings.stages_ms.iter().map(|(stage, ms)| format!("{stage}: {ms:.2} ms\n")).collect();
    write("timings.txt", lines.as_bytes())
}

const DEBUG_JPEG_QUALITY: i32 = 90;

/// Squares are read again from this picture.
const REPORT_JPEG_QUALITY: i32 = 92;

/// A picture of what each stage of this run made, in the stages' order; stages after a failure are missing.
fn debug_pictures(run: &PhotoRun) -> anyhow::Result<Vec<(String, Mat)>> {
    let photo = &run.photo;
    let mut pictures = vec![("photo".to_owned(), photo.pixels.clone())];
    for (number, pass) in run.trace.locator_passes.iter().enumerate() {
        pictures.push((format!("look-{}", number + 1), stage_pictures::locator_pass(pass)?));
        pictures.push((format!("look-{}-peaks", number + 1), stage_pictures::peaks(photo, pass)?));
    }
    for (number, kingdom) in run.scan.iter().flat_map(|scan| &scan.kingdoms).enumerate() {
        let name = |stage: &str| format!("kingdom-{}-{stage}", number + 1);
        pictures.push((name("grid-fit"), stage_pictures::grid(photo, &kingdom.fit)?));
        pictures.push((name("board"), kingdom.board.picture.clone()));
        pictures.push((name("square-guesses"), stage_pictures::readings(&kingdom.board, &kingdom.guesses)?));
    }
    Ok(pictures)
}
