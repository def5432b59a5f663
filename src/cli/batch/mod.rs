//! `batch DIR -o OUT`: reads a tournament's photos in one command.

mod interrupt;
mod progress;
mod watch;
mod who_is_who;

use std::path::PathBuf;
use std::thread;
use std::time::Duration;

use anyhow::{anyhow, ensure};

use game::photo_reader::{PhotoOfTable, PhotoReader};
use game::photo_reading::Status;
use game::scanned_lines::ScannedLines;
use kingdom_scanner::domain::counted;
use kingdom_scanner::messages::{Language, MessageId, Words};
use kingdom_scanner::tournament::corrections::Corrections;
use kingdom_scanner::tournament::file_hashes::Contents;
use kingdom_scanner::tournament::overwrite_guard::{Photos, Replaced};
use kingdom_scanner::tournament::plan::{LeftOut, PlannedPhoto};
use kingdom_scanner::tournament::ranking::{RankedBy, ReviewItem, Tournament};
use kingdom_scanner::tournament::report::table::tournament_table;
use kingdom_scanner::tournament::rules::{Rules, RulesError};
use kingdom_scanner::tournament::who_is_who::{LIST, list_beside};
use kingdom_scanner::tournament::{
    Counts, Plan, PlanOptions, Provenance, ResultsFolder, RunError, Source, finish_run, read_photos,
};
use storage::is_same_file;
use storage::sha256::content_of;
use vision::scan_results::{LinesReader, Scanner};

use self::interrupt::Interrupt;
use self::progress::{Progress, tell_looking};
use super::args::{
    LanguageArg, MOST_JOBS, PhotoLimitArgs, PlanArgs, RulesArg, SeparatorArg, TieBreakArg, terminal_width, whole_number,
};
use super::exit_code::Exit;
use super::gallery_argument::{ModelsArg, consult, one_thread_a_photo};
use super::{print, remark_line, stderr_line};

const EXAMPLES: &str = "\
Examples:
  kingdom-scanner batch photos -o results
  kingdom-scanner batch photos -o results --manifest players.csv --variant harmony
  kingdom-scanner batch photos -o results --watch
  kingdom-scanner batch photos -o results --lines machine-1.ndjson machine-2.ndjson

Put the photos into folders such as photos/round-1/table-3/anna.jpg, or list them in a manifest: a CSV or \
JSON file with the columns photo (its path below DIR), round, table, player, coins, knights_in_supply, queen, variants, \
size and game. Only photo is required, and the columns may be named in any language of --lang. Write quests into the \
column variants, a value of --game into the column game, and a team's name into the column player.

If nothing says whose photos these are, the program asks in the terminal, one table after the other; it guesses the \
tables from the photos' times. The answers are saved in DIR/players.csv, which is the manifest if no other is given.

The photos of one table are read together, as kingdoms from one box, unless the manifest gives them different variants, \
sizes or games.

The program writes into OUT: report.html (with more pages in report/ if it would be too large), standings.xlsx, \
standings.csv, rounds.csv and tables.csv, projector.html (a page that turns itself), results.ndjson (a line for each \
photo) and review/ with pictures of what needs checking. To continue a run that was stopped, run the same command again; \
photos that were read before are not read again, unless a photo of their table has changed or is new. Ctrl-C stops after \
the tables that are being read (exit code 130); pressed again, it stops at once. Only one program at a time can write \
into OUT; `batch --watch` waits while a review is open there.

OUT must be new or empty, or contain results; the program does not write into a folder with other files. Results of \
another tournament, or results made with a manifest that is no longer given, are replaced only with --force; photos of \
the same tournament may be added and changed.

The tournament's rules are in DIR/tournament.toml, or in the FILE of --rules: title, date, place and logo, and how all \
rounds are ranked (placing points, best rounds, tie-breaks, a final). OUT keeps them for later commands; to remove them, \
give an empty file.

To share the work between machines, run `kingdom-scanner scan --json --no-gallery PHOTO... > FILE` on each, and give \
the files to --lines. The results are the same as on one machine. If a photo has no line, its table is read here.";

/// Reads all photos of a tournament and ranks its players
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    /// The folder that contains the photos, directly or in subfolders
    #[arg(value_name = "DIR")]
    photos: PathBuf,
    /// The folder for the results
    #[arg(short, long, value_name = "OUT")]
    output: PathBuf,
    #[command(flatten)]
    plan: PlanArgs,
    /// How many photos are read at the same time [default: one for each processor]
    #[arg(long, value_name = "N", value_parser = whole_number::<u16>(1..=MOST_JOBS))]
    jobs: Option<u16>,
    #[command(flatten)]
    tie_break: TieBreakArg,
    #[command(flatten)]
    rules: RulesArg,
    #[command(flatten)]
    separator: SeparatorArg,
    /// Output files of `scan --json`, from this machine or others. Photos that they contain are not read
    /// again
    #[arg(long, value_name = "FILE", num_args = 1..)]
    lines: Vec<PathBuf>,
    /// Keep running, and read photos as they arrive, until stopped
    #[arg(long, conflicts_with = "lines")]
    watch: bool,
    #[command(flatten)]
    models: ModelsArg,
    /// Use this gallery of learnt squares (see `learn`). By default, no gallery is used, not even your own,
    /// so that the same photos give the same results on every machine
    #[arg(long, value_name = "PATH")]
    gallery: Option<PathBuf>,
    /// Replace results of other photos, or results made with a manifest that is no longer given
    #[arg(long)]
    force: bool,
    #[command(flatten)]
    photo_limits: PhotoLimitArgs,
    /// Exit with code 3 when something needs review
    #[arg(short, long)]
    strict: bool,
    #[command(flatten)]
    language: LanguageArg,
}

pub fn run(mut args: Args) -> anyhow::Result<Exit> {
    let out_is_apart = !is_same_file(&args.photos, &args.output);
    ensure!(
        out_is_apart,
        "{}: this is the folder of the photos, but the results need a folder of their own; name \
         another one with -o",
        args.output.display()
    );
    let mut contents = Contents::default();
    tell_looking(&args.photos);
    let may_ask = args.may_ask();
    if args.plan.manifest().is_none() {
        let list = args.photos.join(LIST);
        match list_beside(&args.photos) {
            Some(list) => args.plan.take_manifest(list),
            None if list.exists() => {
                let unused = MessageId::WhoHasManifest.with("file", list.display().to_string());
                remark_line!("{}", unused.in_language(args.language.language()));
            }
            None => {}
        }
    }
    let mut plan = args.plan(&mut contents)?;
    if !args.watch {
        tell_left_out(&plan.left_out, args.language.language());
    }
    if may_ask {
        let (limits, language) = (args.photo_limits.limits(), args.language.language());
        if let Some(manifest) = who_is_who::asked(&args.photos, &plan, limits, language)? {
            args.plan.take_manifest(manifest);
            plan = args.plan(&mut contents)?;
        }
    }
    // These checks come before the networks are loaded, so that mistyped rules or a mistyped folder cost no
    // time.
    args.given_rules()?;
    args.may_replace(&plan, &ResultsFolder::of_a_run(&args.output))?;
    let scanner = args.scanner()?;
    let lines = ScannedLines::read(&args.lines, &scanner.identity())?;
    let reader = LinesReader::new(scanner, lines);
    // With one thread per photo, floating-point sums are added in the same order however many jobs there are.
    one_thread_a_photo()?;
    super::memory::give_back_freed();
    let batch = Batch { reader, interrupt: Interrupt::noted()?, args };
    let outcome = if batch.args.watch { batch.watch(contents) } else { batch.once(plan) };
    match outcome {
        Err(error) if matches!(error.downcast_ref(), Some(RunError::Stopped { .. })) => {
            stderr_line!("{error}");
            Ok(Exit::Stopped)
        }
        outcome => outcome,
    }
}

/// Reports the files in the folder that are not read.
fn tell_left_out(left_out: &LeftOut, language: Language) {
    left_out.remarks().for_each(|remark| remark_line!("{}", remark.in_language(language)));
}

impl Args {
    /// Whether the user may be asked for the players of the photos.
    fn may_ask(&self) -> bool {
        self.plan.manifest().is_none() && self.lines.is_empty() && !self.watch
    }

    fn plan(&self, contents: &mut Contents) -> anyhow::Result<Plan> {
        let arriving = self.watch.then_some(SETTLED);
        let options = PlanOptions { except: Some(self.output.clone()), arriving, ..self.plan.options()? };
        Ok(Plan::new(&self.photos, &options, contents)?)
    }

    /// The rules given, or those stored with the photos.
    fn given_rules(&self) -> Result<Option<Rules>, RulesError> {
        self.rules.read()?.map_or_else(|| Rules::beside(&self.photos), |rules| Ok(Some(rules)))
    }

    fn source(&self) -> Source {
        Source::new(&self.photos, self.plan.manifest())
    }

    /// Checks that results of the plan may replace existing results.
    fn may_replace(&self, plan: &Plan, out: &ResultsFolder) -> Result<(), Replaced> {
        // A folder that is not mounted yet looks empty: nothing is read or replaced until photos appear.
        if self.force || plan.photos == 0 {
            return Ok(());
        }
        let new = Photos::of_plan(plan, self.source());
        Photos::of_results(out).may_be_replaced_by(&new, out)
    }

    /// Whether the folder contains results of other photos, which will be replaced.
    fn is_of_another_tournament(&self, plan: &Plan, out: &ResultsFolder) -> bool {
        let new = Photos::of_plan(plan, self.source());
        matches!(Photos::of_results(out).may_be_replaced_by(&new, out), Err(Replaced::OtherPhotos { .. }))
    }

    fn scanner(&self) -> anyhow::Result<Scanner> {
        let mut networks = self.models.load()?;
        let limits = self.photo_limits.limits();
        let Some(path) = &self.gallery else { return Ok(Scanner { networks, gallery: None, limits }) };
        // A hash identifies the gallery, because another gallery may lead to other readings.
        let sha256 = || {
            let sha256 = content_of(path);
            sha256.map_err(|problem| anyhow!("{}: cannot read the gallery: {problem}", path.display()))
        };
        let before = path.exists().then(sha256).transpose()?;
        consult(path.clone(), &mut networks)?;
        let sha256 = sha256()?;
        let is_one = before.is_none_or(|before| before == sha256);
        ensure!(is_one, "{}: the gallery changed while it was read; run the same command again", path.display());
        Ok(Scanner { networks, gallery: Some(sha256), limits })
    }

    fn jobs(&self) -> usize {
        let processors = || thread::available_parallelism().map_or(1, usize::from);
        self.jobs.map_or_else(processors, usize::from)
    }
}

/// A file has arrived if it has not changed for this time: programs that copy write at least every second.
const SETTLED: Duration = Duration::from_secs(3);

/// A run of `batch`, with everything that is loaded only once.
struct Batch {
    args: Args,
    reader: LinesReader,
    interrupt: Interrupt,
}

impl Batch {
    fn once(&self, plan: Plan) -> anyhow::Result<Exit> {
        let out = ResultsFolder::create(&self.args.output)?;
        // Another program may have written to the folder in the meantime.
        self.args.may_replace(&plan, &out)?;
        let (tournament, counts) = self.read(plan, &out)?;
        self.tell(&tournament, &out)?;
        if counts.to_try_again > 0 {
            remark_line!(
                "{} of the photos could not be read or drawn, perhaps only for now: run the same command to try them \
                 again",
                counts.to_try_again
            );
        }
        out.tidy();
        Ok(Exit::of_tournament(&tournament, self.args.strict))
    }

    /// Reads the new photos and writes all results.
    fn read(&self, plan: Plan, out: &ResultsFolder) -> anyhow::Result<(Tournament, Counts)> {
        // Corrections that cannot be read are reported before hours of reading.
        Corrections::of_folder(out)?;
        let language = self.args.language.language();
        let (kept, report_language) = match self.args.is_of_another_tournament(&plan, out) {
            // Rules and tie-break of the earlier tournament do not apply to this one.
            true => (RankedBy::default(), language),
            false => {
                let earlier = Provenance::of_earlier(out)?.map(|earlier| earlier.ranked_by());
                (earlier.unwrap_or_default(), self.args.language.of_report(out))
            }
        };
        let by = kept.changed(self.args.tie_break.rule(), self.args.given_rules()?);
        let provenance = Provenance::new(self.reader.identity()).with_source(self.args.source()).with_ranked_by(by);
        if let (Some(encoding), Some(manifest)) = (plan.encoding, self.args.plan.manifest()) {
            let manifest = manifest.display().to_string();
            let remark = MessageId::ManifestEncoding.with("manifest", manifest).with("encoding", encoding);
            remark_line!("{}", remark.in_language(language));
        }
        for (photo, why) in plan.refused() {
            remark_line!(
                "{}: {}: {}",
                MessageId::WarningHead.in_language(language),
                photo.name,
                why.in_language(language)
            );
        }
        let tables: Vec<Vec<PhotoOfTable>> =
            plan.units.iter().map(|unit| unit.photos.iter().map(PlannedPhoto::of_table).collect()).collect();
        for sentence in self.reader.account(&tables) {
            remark_line!("{sentence}");
        }
        let progress = Progress::begin(plan.photos);
        let read = read_photos(&plan, &self.reader, out, self.args.jobs(), &|counts| {
            progress.tell(counts);
            self.interrupt.flow()
        });
        let read = match read {
            Ok(read) => read,
            Err(error) => {
                progress.end(None);
                return Err(error.into());
            }
        };
        let (counts, form) = (read.counts, self.args.separator.form(report_language));
        let tournament = finish_run(out, &read, &provenance, form)?;
        // A reading that somebody confirmed keeps its doubts, but its photo no longer needs review, so
        // `to_review` is counted here.
        let is_doubtful = |item: &&ReviewItem| item.status != Status::Error;
        let to_review = tournament.to_review.iter().filter(is_doubtful).count();
        progress.end(Some(Counts { to_review, ..counts }));
        if self.reader.taken() > 0 {
            remark_line!("taken from the lines of --lines in this run: {}", counted(self.reader.taken(), "photo"));
        }
        Ok((tournament, counts))
    }

    fn tell(&self, tournament: &Tournament, out: &ResultsFolder) -> anyhow::Result<()> {
        print(&tournament_table(tournament, self.args.language.language(), terminal_width()))?;
        remark_line!("{}", out.report().display());
        Ok(())
    }
}
