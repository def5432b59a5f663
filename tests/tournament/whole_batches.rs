//! A rendered tournament read by the program: no photo is lost, and the standings are right.

use crate::common::batch::{DATABASE, change_rows, rows};
use crate::common::program::scanner;
use crate::common::schema;
use std::collections::BTreeMap;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::sync::OnceLock;
use std::thread::sleep;
use std::time::{Duration, Instant};

use base64::Engine;
use kingdom_painter::rendered::Material;
use kingdom_painter::styles::Faces;
use kingdom_painter::tournament::TournamentSuite;
use kingdom_scanner::domain::{Grid, Place, Square};
use kingdom_scanner::formats::notation;
use kingdom_scanner::scoring::sheet::largest_territory;
use kingdom_scanner::tournament::ResultsFolder;
use kingdom_scanner::tournament::ranking::ReviewItem;
use kingdom_scanner::tournament::review::Review;
use kingdom_scanner::vision::gallery::Gallery;
use kingdom_scanner::vision::networks::Networks;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use serde_json::Value;
use tempfile::TempDir;

fn committed_suite() -> TournamentSuite {
    let suite = Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures/suites/tournament.json");
    TournamentSuite::load(&suite).expect("the committed suite is sound")
}

fn drawn() -> Material {
    Material { faces: Faces::Drawn, textures: None }
}

/// The committed tournament, reduced to two tables in each of two rounds, with one of each kind of faulty
/// photo.
pub fn photos() -> &'static Path {
    static PHOTOS: OnceLock<TempDir> = OnceLock::new();
    let folder = PHOTOS.get_or_init(|| {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let mut suite = TournamentSuite { rounds: 2, tables: 2, players: 2, ..committed_suite() };
        (suite.blurred, suite.broken, suite.duplicates, suite.dogs) = (1, 1, 1, 1);
        suite.photos.long_side_px = [1000.0, 1100.0];
        assert_eq!(suite.render(&drawn(), folder.path()).expect("rendered"), 8 + 1 + 1);
        folder
    });
    folder.path()
}

pub fn batch(out: &Path, more: &[&str]) -> Command {
    batch_of(photos(), out, more)
}

pub fn batch_of(photos: &Path, out: &Path, more: &[&str]) -> Command {
    let mut command = Command::new(scanner());
    command.arg("batch").arg(photos).arg("-o").arg(out).arg("--manifest").arg(photos.join("players.csv"));
    command.args(more).env("LC_ALL", "C").stdout(Stdio::piped()).stderr(Stdio::piped()).stdin(Stdio::null());
    command
}

/// Runs the command to its end; returns exit code, stdout and stderr.
pub fn ended(mut command: Command) -> (Option<i32>, String, String) {
    let output = command.output().expect("the program starts");
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("UTF-8");
    let (stdout, stderr) = (text(output.stdout), text(output.stderr));
    assert!(!stderr.contains("panicked"), "{stderr}");
    (output.status.code(), stdout, stderr)
}

/// All files except the database; the order of its rows varies.
pub fn files(out: &Path) -> BTreeMap<PathBuf, Vec<u8>> {
    let mut files = BTreeMap::new();
    let mut folders = vec![out.to_owned()];
    while let Some(folder) = folders.pop() {
        for path in fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry").path()) {
            if path.is_dir() {
                folders.push(path);
            } else {
                let bytes = fs::read(&path).expect("a file");
                files.insert(path.strip_prefix(out).expect("below").to_owned(), bytes);
            }
        }
    }
    assert!(files.contains_key(Path::new(DATABASE)), "no database");
    files.retain(|name, _| !name.to_string_lossy().starts_with(DATABASE));
    files
}

/// A line of truth.csv.
struct Truth {
    photo: String,
    /// The photo's round, table and player.
    seat: [String; 3],
    total: i32,
    kingdom: String,
    /// Size of the kingdom's largest territory, in squares.
    largest_territory: u32,
}

fn truth(photos: &Path) -> Vec<Truth> {
    let mut reader = csv::Reader::from_path(photos.join("truth.csv")).expect("a file");
    let line = |record: csv::StringRecord| {
        let kingdom = notation::parse(&record[5]).expect("a kingdom");
        Truth {
            photo: record[0].to_owned(),
            seat: [1, 2, 3].map(|column| record[column].to_owned()),
            total: record[4].parse().expect("points"),
            kingdom: record[5].to_owned(),
            largest_territory: largest_territory(&kingdom).map_or(0, |territory| territory.size()),
        }
    };
    reader.records().map(|record| line(record.expect("a line"))).collect()
}

/// The files of the first few photos that have no fault.
fn sound_photos<const N: usize>() -> [Vec<u8>; N] {
    let mut reader = csv::Reader::from_path(photos().join("truth.csv")).expect("a file");
    let lines = reader.records().map(|record| record.expect("a line")).filter(|record| record[6].is_empty());
    let names: Vec<String> = lines.map(|record| record[0].to_owned()).take(N).collect();
    std::array::from_fn(|index| fs::read(photos().join(&names[index])).expect("a photo"))
}

/// A rank and a total for each scope, round, table and player.
type Ranks = BTreeMap<[String; 4], (usize, i32)>;

/// The true ranks: of each table and each round by points, then by the largest territory; of all rounds by
/// points.
fn true_ranks(truth: &[Truth]) -> Ranks {
    let mut scopes: BTreeMap<[String; 3], BTreeMap<&str, (i32, u32)>> = BTreeMap::new();
    for Truth { seat: [round, table, player], total, largest_territory, .. } in truth {
        let own = |scope: &str, round: &str, table: &str| [scope, round, table].map(str::to_owned);
        for scope in [own("table", round, table), own("round", round, ""), own("overall", "", "")] {
            let sum = scopes.entry(scope.clone()).or_default().entry(player).or_default();
            let in_one_game = if scope[0] == "overall" { 0 } else { *largest_territory };
            *sum = (sum.0 + total, sum.1 + in_one_game);
        }
    }
    let ranks = scopes.iter().flat_map(|([scope, round, table], players)| {
        players.iter().map(move |(player, own)| {
            let rank = 1 + players.values().filter(|other| *other > own).count();
            ([scope, round, table, *player].map(|text: &str| text.to_owned()), (rank, own.0))
        })
    });
    ranks.collect()
}

/// The ranks in the spreadsheet files, without players who have no rank.
fn ranks(out: &Path) -> Ranks {
    let files = [("overall", "standings.csv", 0), ("round", "rounds.csv", 1), ("table", "tables.csv", 2)];
    let ranks = files.into_iter().flat_map(|(scope, file, columns)| {
        let mut reader = csv::Reader::from_path(out.join(file)).expect("a file");
        let lines: Vec<csv::StringRecord> = reader.records().map(|record| record.expect("a line")).collect();
        lines.into_iter().filter_map(move |line| {
            let scoped = |column: usize| if column < columns { line[column].to_owned() } else { String::new() };
            let place = [scope.to_owned(), scoped(0), scoped(1), line[columns + 2].to_owned()];
            Some((place, (line[columns].parse().ok()?, line[columns + 3].parse().ok()?)))
        })
    });
    ranks.collect()
}

/// The accuracy on a tournament.
#[derive(Debug)]
struct Figures {
    photos: usize,
    /// The number of kingdoms, one photo each.
    kingdoms: usize,
    /// The number of kingdoms whose totals were read correctly.
    right: usize,
    /// Photos that the program lists for review.
    listed: usize,
    /// The photos whose total is wrong or missing but that are not listed.
    silent: Vec<String>,
    /// Listed photos whose kingdom must be typed.
    typed: usize,
}

fn to_review(out: &Path) -> Vec<ReviewItem> {
    let out = Arc::new(ResultsFolder::of_a_run(out));
    Review::new(&out).expect("results").ranked().to_review.clone()
}

/// Corrects only what the program lists, photo by photo, each in a separate `review`: right readings are
/// accepted, wrong ones are typed, and photos without a player's kingdom are left out.
fn reviewed(photos: &Path, out: &Path) -> Figures {
    let truth = truth(photos);
    let before = results(out);
    let read = |photo: &str| total_of(before.iter().find(|line| line["photo"] == photo).expect("a line"));
    let looks = to_review(out);
    let is_listed = |photo: &str| looks.iter().any(|look| look.photo == photo);
    let mut typed = 0;
    // A correction may make another kingdom of the table doubtful, so the list is read again after each.
    for _ in 0..2 * before.len() {
        let open = to_review(out);
        let Some(photo) = open.first().map(|look| look.photo.clone()) else { break };
        let now = total_of(&corrected_line(out, &photo));
        let answer = match truth.iter().find(|truth| truth.photo == photo) {
            Some(truth) if now == Some(truth.total.into()) => "a\ny\nq\n".to_owned(),
            Some(truth) => {
                typed += 1;
                format!("{}\ny\nq\n", truth.kingdom)
            }
            None => "x\nq\n".to_owned(),
        };
        review(out, &photo, &answer);
    }
    let is_right = |truth: &&Truth| read(&truth.photo) == Some(truth.total.into());
    let wrong = truth.iter().filter(|truth| !is_right(truth) && !is_listed(&truth.photo));
    Figures {
        photos: before.len(),
        kingdoms: truth.len(),
        right: truth.iter().filter(is_right).count(),
        listed: looks.len(),
        silent: wrong.map(|truth| truth.photo.clone()).collect(),
        typed,
    }
}

/// The points of a line with one kingdom.
fn total_of(line: &Value) -> Option<i64> {
    let kingdoms = line["kingdoms"].as_array().expect("a list");
    if kingdoms.len() == 1 { kingdoms[0]["total"].as_i64() } else { None }
}

/// A photo's line of the results with the corrections.
fn corrected_line(out: &Path, photo: &str) -> Value {
    let out = Arc::new(ResultsFolder::of_a_run(out));
    let review = Review::new(&out).expect("results");
    serde_json::to_value(review.line(photo).expect("a line")).expect("JSON")
}

/// The program's `review` of one photo with these answers.
fn review(out: &Path, photo: &str, answers: &str) -> String {
    let mut command = Command::new(scanner());
    command.arg("review").arg(out).arg(photo).env("LC_ALL", "C");
    let command = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut review = command.spawn().expect("it starts");
    review.stdin.take().expect("a pipe").write_all(answers.as_bytes()).expect("it reads");
    let output = review.wait_with_output().expect("it ends");
    let stderr = String::from_utf8(output.stderr).expect("UTF-8");
    assert_eq!(output.status.code(), Some(0), "{stderr}");
    stderr
}

fn results(out: &Path) -> Vec<Value> {
    let text = fs::read_to_string(out.join("results.ndjson")).expect("results");
    text.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect()
}

#[test]
fn the_standings_are_the_truth_after_the_review() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let out = folder.path().join("out");
    let (code, stdout, stderr) = ended(batch(&out, &[]));
    // The broken photo determines the exit code.
    assert_eq!(code, Some(2), "{stderr}");
    assert!(stderr.contains("10/10 photos"), "{stderr}");
    let before = results(&out);
    let rules = schema::committed("photo");
    let broken: Vec<String> = before.iter().flat_map(|line| schema::broken(line, &rules)).collect();
    assert!(broken.is_empty(), "{broken:?}");
    let status = |wanted: &str| before.iter().filter(|line| line["status"] == wanted).count();
    assert_eq!((before.len(), status("error"), status("duplicate")), (10, 1, 1));
    let looked_at: Vec<&str> =
        before.iter().filter(|line| line["needs_review"] == true).filter_map(|line| line["photo"].as_str()).collect();
    assert!(looked_at.contains(&"dog-1.jpg") && looked_at.len() < 8, "{looked_at:?}");
    assert!(looked_at.iter().all(|photo| stdout.contains(photo)), "{stdout}");
    let folder_out = ResultsFolder::of_a_run(&out);
    let is_decoded = |photo: &&&str| before.iter().all(|line| line["photo"] != ***photo || line["status"] != "error");
    assert!(looked_at.iter().filter(is_decoded).all(|photo| folder_out.review_picture(photo).exists()));

    let figures = reviewed(photos(), &out);
    assert!(figures.silent.is_empty() && figures.listed == looked_at.len(), "{figures:?}");
    let expected = true_ranks(&truth(photos()));
    assert_eq!(ranks(&out), expected);
    // Another run keeps the answers, and nothing is left to check.
    let (code, stdout, stderr) = ended(batch(&out, &["--strict"]));
    assert_eq!((code, stdout.contains("To look at")), (Some(0), false), "{stdout}{stderr}");
    assert!(stderr.contains("(10 already read)"), "{stderr}");
    assert_eq!(ranks(&out), expected);
    assert!(results(&out) == before, "a review never changes the results");
}

/// The complete committed tournament: `make tournament` runs it, and keeps the output in the folder
/// `TOURNAMENT`.
#[test]
#[ignore = "takes minutes: make tournament"]
fn the_standings_of_the_whole_tournament_are_the_truth() {
    let temporary = tempfile::tempdir().expect("a temporary folder");
    let folder = std::env::var_os("TOURNAMENT").map_or_else(|| temporary.path().to_owned(), PathBuf::from);
    let (photos, out) = (folder.join("photos"), folder.join("results"));
    let suite = committed_suite();
    assert!(suite.rounds >= 3 && suite.rounds * suite.tables >= 30 && suite.blurred * suite.duplicates > 0);
    assert!(suite.broken * suite.dogs > 0);
    let rendered = suite.render(&drawn(), &photos).expect("rendered");
    assert!(rendered >= 120, "{rendered}");
    // The folder may contain results of photos drawn by an earlier version.
    let (code, _, stderr) = ended(batch_of(&photos, &out, &["--force"]));
    assert_eq!(code, Some(2), "the broken photos count most: {stderr}");
    let figures = reviewed(&photos, &out);
    let is_equal = ranks(&out) == true_ranks(&truth(&photos));
    let Figures { photos, kingdoms, right, listed, silent, typed } = &figures;
    eprintln!(
        "{photos} photos of {kingdoms} kingdoms, {right} totals read rightly; {listed} photos listed, {typed} of them"
    );
    eprintln!("typed; {} silent errors; standings equal to the truth: {is_equal}", silent.len());
    eprintln!("{}", out.join("report.html").display());
    assert!(*photos == rendered && silent.is_empty() && is_equal, "{silent:?}");
}

/// The kingdoms that `scan --same-game` reads in the photos: notation, points and need for review, by photo.
fn read_as_one_game(table: &str) -> BTreeMap<String, Value> {
    read_as_one_game_with(photos(), table, &[])
}

fn read_as_one_game_with(photos: &Path, table: &str, fixes: &[String]) -> BTreeMap<String, Value> {
    let mut command = Command::new(scanner());
    command.args(["scan", "--same-game", "--json", "--no-gallery", "--variant", "harmony"]);
    command.args(["--variant", "middle-kingdom"]);
    let mut names: Vec<String> = fs::read_dir(photos.join(table))
        .expect("a folder")
        .map(|entry| format!("{table}/{}", entry.expect("an entry").file_name().to_string_lossy()))
        .filter(|name| !name.contains("again"))
        .collect();
    names.sort();
    command.args(fixes.iter().flat_map(|fix| ["--fix", fix]));
    command.args(&names).current_dir(photos).env("LC_ALL", "C").stdin(Stdio::null());
    let output = command.output().expect("the program starts");
    let lines = output.stdout.split(|byte| *byte == b'\n').filter(|line| !line.is_empty());
    let lines = lines.map(|line| serde_json::from_slice::<Value>(line).expect("JSON"));
    lines.map(|line| (line["photo"].as_str().expect("a name").to_owned(), summary_of(&line))).collect()
}

/// The fields of a line that must agree. Probabilities are left out, because the results round them
/// differently.
fn summary_of(line: &Value) -> Value {
    let kingdom = |kingdom: &Value| {
        ["notation", "total", "needs_review", "warnings", "notes"].map(|field| kingdom[field].clone())
    };
    let kingdoms: Vec<_> = line["kingdoms"].as_array().expect("kingdoms").iter().map(kingdom).collect();
    serde_json::json!({"status": line["status"], "kingdoms": kingdoms})
}

#[test]
fn a_table_is_read_as_one_game_and_a_broken_photo_costs_only_itself() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let out = folder.path().join("out");
    ended(batch(&out, &[]));
    let results = results(&out);
    let read: BTreeMap<String, Value> =
        results.iter().map(|line| (line["photo"].as_str().expect("a name").to_owned(), summary_of(line))).collect();
    let mut together = 0;
    for table in ["round-1/table-1", "round-1/table-2", "round-2/table-1", "round-2/table-2"] {
        let expected = read_as_one_game(table);
        assert_eq!(expected.len(), 2, "{table}");
        for (photo, expected) in expected {
            assert_eq!(read[&photo], expected, "{photo}");
            together += usize::from(expected.to_string().contains("read together with"));
        }
    }
    // Not all eight kingdoms are read together: one is in the broken photo, and the other at that table is
    // read alone.
    assert!((2..=6).contains(&together), "{together}");
    let broken: Vec<&Value> = results.iter().filter(|line| line["status"] == "error").collect();
    assert_eq!(broken.len(), 1);
    let photo = broken[0]["photo"].as_str().expect("a name");
    let table = photo.rsplit_once('/').expect("a table").0;
    let of_table = results.iter().filter(|line| line["photo"].as_str().is_some_and(|name| name.starts_with(table)));
    assert!(of_table.clone().any(|line| line["status"] == "scored"), "{photo}");
    assert!(of_table.clone().all(|line| !line["kingdoms"].to_string().contains("read together")), "{photo}");
}

/// A random square of a photo's kingdom, with its true content or a wrong one.
fn some_square(line: &Value, dice: &mut ChaCha8Rng) -> Option<(String, String)> {
    let rows = line["kingdoms"][0]["squares"].as_array()?;
    let named = rows.iter().enumerate().flat_map(|(row, squares)| {
        let squares = squares.as_array().expect("squares").iter().enumerate();
        squares.map(move |(col, square)| (format!("r{}c{}", row + 1, col + 1), square.clone()))
    });
    let land: Vec<(String, Value)> = named.filter(|(_, square)| square["best"] != "castle").collect();
    let (name, square) = &land[dice.random_range(0..land.len())];
    let word = |field: &str| square[field].as_str().expect("a word").to_owned();
    let said = [word("best"), word("second"), "lake:1".to_owned(), "mine".to_owned()];
    let said = said[dice.random_range(0..said.len())].clone();
    (said != "castle").then(|| (name.clone(), said))
}

/// The photos of the small tournament. If `RENDERED_TABLES` is set, that many tables of four without faults
/// instead.
fn tables_to_correct() -> (Option<TempDir>, PathBuf) {
    let Some(tables) = std::env::var("RENDERED_TABLES").ok().and_then(|tables| tables.parse().ok()) else {
        return (None, photos().to_owned());
    };
    let folder = tempfile::tempdir().expect("a temporary folder");
    let mut suite = TournamentSuite { rounds: 1, tables, players: 4, ..committed_suite() };
    (suite.blurred, suite.broken, suite.duplicates, suite.dogs) = (0, 0, 0, 0);
    suite.render(&drawn(), folder.path()).expect("rendered");
    let path = folder.path().to_owned();
    (Some(folder), path)
}

/// Enters the same right and wrong corrections with `scan --same-game --fix`, in a `review` and in a
/// corrections file. All give the same results.
#[test]
fn corrections_come_to_the_same_by_every_command() {
    let (_kept, photos) = tables_to_correct();
    let folder = tempfile::tempdir().expect("a temporary folder");
    let mut dice = ChaCha8Rng::seed_from_u64(27);
    let [out, copy] = ["out", "copy"].map(|name| folder.path().join(name));
    ended(batch_of(&photos, &out, &[]));
    let read = results(&out);
    let mut tables: BTreeMap<String, Vec<&Value>> = BTreeMap::new();
    for line in read.iter().filter(|line| line["status"] == "scored" && !line["told"]["seat"].is_null()) {
        let photo = line["photo"].as_str().expect("a name");
        tables.entry(photo.rsplit_once('/').expect("a table").0.to_owned()).or_default().push(line);
    }
    let mut expected = BTreeMap::new();
    for (table, lines) in &tables {
        let mut fixes = Vec::new();
        for line in lines {
            let photo = line["photo"].as_str().expect("a name");
            let stem = Path::new(photo).file_stem().and_then(|stem| stem.to_str()).expect("a stem");
            let Some((square, said)) = some_square(line, &mut dice) else { continue };
            // Some photos are named in capitals.
            let name = if dice.random_bool(0.5) { stem.to_uppercase() } else { stem.to_owned() };
            fixes.push(format!("{name}:{square}={said}"));
            review(&out, photo, &format!("{square}={said}\nn\nq\n"));
        }
        let read = read_as_one_game_with(&photos, table, &fixes);
        expected.extend(read.into_iter().map(|(photo, read)| (photo, (read, fixes.clone()))));
    }
    // The same corrections give the same results in the folder of another run.
    ended(batch_of(&photos, &copy, &[]));
    change_rows(
        &copy,
        &format!(
            "ATTACH '{}' AS other; INSERT INTO answers SELECT * FROM other.answers; \
             INSERT INTO corrected_photos SELECT * FROM other.corrected_photos",
            out.join(DATABASE).display()
        ),
    );
    ended(batch_of(&photos, &copy, &[]));
    let (mut compared, mut doubtful) = (0, 0);
    for photo in tables.values().flatten().map(|line| line["photo"].as_str().expect("a name")) {
        let (read, fixes) = &expected[photo];
        for out in [&out, &copy] {
            assert_eq!(&summary_of(&corrected_line(out, photo)), read, "{photo}: {fixes:?}");
        }
        compared += 1;
        doubtful += usize::from(read["kingdoms"][0][2] == true);
    }
    assert_eq!(ranks(&out), ranks(&copy));
    println!("{compared} kingdoms, {doubtful} of them doubtful, by three ways");
    assert!(compared >= 6, "all but the broken photo and the blurred one");
}

/// The rotation of the truth that is most similar to the reading; `None` if the rows and columns differ.
fn as_read(truth: &str, line: &Value) -> Option<Grid<Square>> {
    let read = notation::parse(line["kingdoms"][0]["notation"].as_str()?).ok()?;
    let mut squares = notation::parse(truth).ok()?.squares().clone();
    let mut turns = Vec::new();
    for _ in 0..4 {
        turns.push(squares.clone());
        squares = squares.quarter_turned();
    }
    turns.retain(|turned| (turned.rows(), turned.cols()) == (read.squares().rows(), read.squares().cols()));
    let alike =
        |turned: &Grid<Square>| turned.places().filter(|place| turned[*place] == read.squares()[*place]).count();
    turns.into_iter().max_by_key(alike)
}

/// Makes forty random corrections: right ones, wrong ones, and wrong ones that are undone.
#[test]
fn corrections_at_random_come_to_the_truth_or_to_a_doubt() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let out = folder.path().join("out");
    ended(batch(&out, &[]));
    let truth = truth(photos());
    let mut dice = ChaCha8Rng::seed_from_u64(40);
    let mut wrong: BTreeMap<String, BTreeMap<Place, Square>> = BTreeMap::new();
    let (mut right, mut undone) = (0, 0);
    let read = results(&out);
    for number in 0..40 {
        let truth = &truth[dice.random_range(0..truth.len())];
        let line = read.iter().find(|line| line["photo"] == truth.photo.as_str()).expect("a line");
        let Some(laid) = as_read(&truth.kingdom, line) else { continue };
        let places: Vec<Place> = laid.places().filter(|place| laid[*place] != Square::Castle).collect();
        let place = places[dice.random_range(0..places.len())];
        let other: Square = ["wheat:1", "lake", "mine:2", "swamp"][dice.random_range(0..4)].parse().expect("a square");
        match number % 4 {
            0 if other != laid[place] => {
                review(&out, &truth.photo, &format!("{place}={other}\nn\nq\n"));
                wrong.entry(truth.photo.clone()).or_default().insert(place, other);
            }
            1 if !wrong.contains_key(&truth.photo) => {
                review(&out, &truth.photo, &format!("{place}={other}\nn\nq\n"));
                review(&out, &truth.photo, "u\nn\nq\n");
                undone += 1;
            }
            _ => {
                review(&out, &truth.photo, &format!("{place}={}\nn\nq\n", laid[place]));
                if let Some(wrong) = wrong.get_mut(&truth.photo) {
                    wrong.remove(&place);
                }
                right += 1;
            }
        }
    }
    wrong.retain(|_, squares| !squares.is_empty());
    let open: Vec<String> = to_review(&out).into_iter().map(|look| look.photo).collect();
    let (mut exact, mut doubtful) = (0, 0);
    for truth in &truth {
        let line = corrected_line(&out, &truth.photo);
        let Some(laid) = as_read(&truth.kingdom, &line) else { continue };
        let mut said = laid.clone();
        for (place, square) in wrong.get(&truth.photo).into_iter().flatten() {
            said[*place] = *square;
        }
        let kingdom = &line["kingdoms"][0];
        // A correction takes precedence over the photo: even a wrong one counts, unless no dominoes can form
        // the result.
        let variants = notation::parse(kingdom["notation"].as_str().expect("a notation")).expect("a kingdom");
        let is_as_said = variants.squares() == &said;
        let is_doubtful = kingdom["needs_review"] == true || line["needs_review"] == true;
        assert!(
            is_as_said || is_doubtful,
            "{}: {} is neither doubtful nor what was said",
            truth.photo,
            kingdom["notation"]
        );
        if wrong.contains_key(&truth.photo) {
            assert!(is_doubtful || is_as_said);
        } else if !is_doubtful {
            assert_eq!(kingdom["total"].as_i64(), Some(truth.total.into()), "{}", truth.photo);
            assert!(!open.contains(&truth.photo), "{}", truth.photo);
            exact += 1;
        }
        doubtful += usize::from(is_doubtful);
    }
    println!(
        "{right} right corrections, {} photos with wrong ones, {undone} taken back: {exact} exact, {doubtful} doubtful",
        wrong.len()
    );
    assert!(right > 10 && undone > 3 && exact > 0 && doubtful > 0);
}

#[test]
fn who_plays_by_other_rules_plays_another_game() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let manifest = folder.path().join("players.csv");
    let together = |variants: [&str; 2]| {
        let lines =
            (1..).zip(variants).map(|(seat, variants)| format!("round-1/table-1/player-{seat}.jpg,{variants}\n"));
        fs::write(&manifest, format!("photo,variants\n{}", lines.collect::<String>())).expect("a file");
        let out = folder.path().join("out");
        let mut command = Command::new(scanner());
        command.arg("batch").arg(photos()).arg("-o").arg(&out).arg("--manifest").arg(&manifest).env("LC_ALL", "C");
        ended(command);
        let is_of_table = |line: &&Value| line["photo"].as_str().is_some_and(|name| name.contains("round-1/table-1"));
        let remarks =
            results(&out).iter().filter(is_of_table).map(|line| line["kingdoms"].to_string()).collect::<String>();
        ["read together with", "no other kingdom"].map(|remark| remarks.contains(remark))
    };
    assert!(together(["harmony", "harmony"]) != [false, false]);
    assert_eq!(together(["harmony", ""]), [false, false]);
}

/// Lessons learnt on one machine change no results unless requested, in which case everything is read again.
#[test]
fn a_gallery_is_consulted_only_when_asked() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let (out, path) = (folder.path().join("out"), folder.path().join("gallery.jsonl"));
    let with_users_gallery = |more: &[&str]| {
        let mut command = batch(&out, more);
        command.env("KINGDOM_SCANNER_GALLERY", &path);
        ended(command)
    };
    fs::write(&path, "no gallery").expect("a file");
    let (_, _, stderr) = with_users_gallery(&[]);
    assert!(!stderr.contains("gallery") && stderr.contains("(1 already read)"), "{stderr}");
    let before = files(&out);
    let with_gallery = ["--gallery", path.to_str().expect("UTF-8")];
    let (code, _, stderr) = with_users_gallery(&with_gallery);
    assert_eq!(code, Some(2));
    assert!(stderr.contains("gallery.jsonl") && files(&out) == before, "{stderr}");
    let networks = Networks::embedded().expect("the built-in networks");
    Gallery::new(networks.squares.sha256).write(&path).expect("a file");
    let (_, _, stderr) = with_users_gallery(&[]);
    assert!(stderr.contains("(10 already read)"), "{stderr}");
    let (_, _, stderr) = with_users_gallery(&with_gallery);
    assert!(stderr.contains("(1 already read)"), "all but the duplicate is read again: {stderr}");
    let (_, _, stderr) = with_users_gallery(&with_gallery);
    assert!(stderr.contains("(10 already read)"), "{stderr}");
}

/// Files whose existence shows how far a run is, in this order.
const STAGES: [&str; 5] = [DATABASE, "pictures", "results.ndjson", "standings.csv", "report.html"];

/// Longer than any stage of these few photos takes, on a slow and busy machine.
const LONGEST: Duration = Duration::from_secs(60);

/// Waits until `is_reached` returns true or the program has ended.
pub fn wait_for(child: &mut Child, is_reached: impl Fn() -> bool) {
    let begun = Instant::now();
    while !is_reached() && child.try_wait().expect("a program").is_none() {
        assert!(begun.elapsed() < LONGEST, "the program has got stuck");
        sleep(Duration::from_micros(100));
    }
}

/// How many tables have been read.
pub fn tables_read(out: &Path) -> usize {
    rows(out, "SELECT fingerprint FROM units").len()
}

/// Kills the program. Returns whether it was still running: a run that ends by itself has code 2 here,
/// because one photo is broken.
pub fn kill(mut child: Child) -> bool {
    child.kill().expect("killed");
    child.wait().expect("ended").code() != Some(2)
}

/// How many attempts to allow for each kill that has to come in time; the others come too late.
const ATTEMPTS: usize = 5;

/// Checks that every file of the results is either complete or missing.
fn assert_whole(out: &Path, expected: &BTreeMap<PathBuf, Vec<u8>>) {
    for (name, bytes) in expected {
        let found = fs::read(out.join(name));
        assert!(found.is_err() || found.is_ok_and(|found| found == *bytes), "{} is torn", name.display());
    }
}

pub fn assert_same(out: &Path, expected: &BTreeMap<PathBuf, Vec<u8>>) {
    let found = files(out);
    assert_eq!(found.keys().collect::<Vec<_>>(), expected.keys().collect::<Vec<_>>());
    for (name, bytes) in expected {
        assert!(found[name] == *bytes, "{} differs", name.display());
    }
}

/// A JPEG with all metadata that may identify its maker: location, thumbnail, XMP, profile and comment.
fn talkative(jpeg: &[u8]) -> Vec<u8> {
    let segment =
        |marker: u8, body: &[u8]| [&[0xff, marker], &(body.len() as u16 + 2).to_be_bytes()[..], body].concat();
    let exif = [b"Exif\0\0II*\0\x08\0\0\0\0\0\0\0\0\0GPS 48.2N 16.4E ", &jpeg[..2000]].concat();
    let segments = [
        segment(0xe1, &exif),
        segment(0xe1, b"http://ns.adobe.com/xap/1.0/\0<x:xmpmeta>exif:GPSLatitude</x:xmpmeta>"),
        segment(0xe2, b"ICC_PROFILE\0\x01\x01somebody's camera"),
        segment(0xed, b"Photoshop 3.0\08BIM by somebody"),
        segment(0xfe, b"taken by somebody"),
    ];
    [&jpeg[..2], &segments.concat(), &jpeg[2..]].concat()
}

/// Markers of the segments before the picture data.
fn markers(jpeg: &[u8]) -> Vec<u8> {
    let (mut markers, mut at) = (Vec::new(), 2);
    while jpeg[at + 1] != 0xda {
        markers.push(jpeg[at + 1]);
        at += 2 + usize::from(u16::from_be_bytes([jpeg[at + 2], jpeg[at + 3]]));
    }
    markers
}

/// Checks the pictures in the report, next to it, and of doubtful photos. A broken photo has no picture.
#[test]
fn nothing_that_is_published_tells_where_or_by_whom_a_photo_was_taken() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let fixtures = Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures/photos");
    let table = folder.path().join("photos/table-1");
    fs::create_dir_all(&table).expect("a folder");
    for (photo, name) in [("five.jpg", "anna.jpg"), ("nothing.jpg", "ben.jpg")] {
        fs::write(table.join(name), talkative(&fs::read(fixtures.join(photo)).expect("a fixture"))).expect("a file");
    }
    let out = folder.path().join("out");
    let mut command = Command::new(scanner());
    command.arg("batch").arg(folder.path().join("photos")).arg("-o").arg(&out).env("LC_ALL", "C");
    let (code, _, stderr) = ended(command);
    assert_eq!(code, Some(1), "{stderr}");
    let page = fs::read_to_string(out.join("report.html")).expect("a page");
    let embedded = page.split("data:image/jpeg;base64,").skip(1).map(|rest| {
        let text = rest.split('"').next().expect("its end");
        base64::engine::general_purpose::STANDARD.decode(text).expect("base64")
    });
    let beside = files(&out).into_iter().filter(|(name, _)| name.extension().is_some_and(|ending| ending == "jpg"));
    let pictures: Vec<Vec<u8>> = embedded.chain(beside.map(|(_, bytes)| bytes)).collect();
    assert_eq!(pictures.len(), 2 + 2 + 1, "two in the page, two beside it, one to review");
    for picture in pictures {
        // The markers of JFIF's own segment, of tables and of the frame are allowed.
        let others: Vec<u8> =
            markers(&picture).into_iter().filter(|marker| ![0xe0, 0xdb, 0xc0, 0xc2, 0xc4].contains(marker)).collect();
        assert!(others.is_empty(), "{others:x?}");
        for secret in [b"Exif".as_slice(), b"GPS", b"somebody", b"xmpmeta", b"ICC_PROFILE"] {
            assert!(!picture.windows(secret.len()).any(|bytes| bytes == secret), "{}", String::from_utf8_lossy(secret));
        }
    }
}

/// Kills twelve runs while they read photos, and eight while they write results. Kills that come too late do
/// not count.
#[test]
fn a_run_that_is_killed_at_twenty_moments_ends_with_the_same_results() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let (whole, killed) = (folder.path().join("whole"), folder.path().join("killed"));
    let begun = Instant::now();
    ended(batch(&whole, &["--jobs", "1"]));
    let expected = files(&whole);
    let units = tables_read(&whole);
    let a_table_takes = begun.elapsed() / units as u32;
    let mut dice = ChaCha8Rng::seed_from_u64(6);
    let mut interrupted = 0;
    for attempt in 0..12 * ATTEMPTS {
        // Each dozen attempts start with a new folder of results, because photos already read are not read
        // again.
        if attempt % 12 == 0 && killed.exists() {
            fs::remove_dir_all(&killed).expect("removed");
        }
        let mut child: Child = batch(&killed, &["--jobs", "1"]).spawn().expect("the program starts");
        let lines = units * (attempt % 12) / 12;
        wait_for(&mut child, || tables_read(&killed) >= lines);
        sleep(a_table_takes.mul_f64(dice.random()));
        interrupted += usize::from(kill(child));
        assert_whole(&killed, &expected);
        if interrupted == 12 {
            break;
        }
    }
    assert_eq!(interrupted, 12, "the others had ended before");
    let (code, _, stderr) = ended(batch(&killed, &["--jobs", "2"]));
    assert_eq!(code, Some(2), "{stderr}");
    assert_same(&killed, &expected);
    let mut interrupted = 0;
    for _ in 0..8 * ATTEMPTS {
        STAGES[2..].iter().for_each(|name| fs::remove_file(killed.join(name)).expect("a file"));
        let stage =
            killed.join([".unfinished"].iter().chain(&STAGES[2..]).nth(dice.random_range(0..4)).expect("a stage"));
        let mut child: Child = batch(&killed, &[]).spawn().expect("the program starts");
        wait_for(&mut child, || stage.exists());
        sleep(Duration::from_micros(dice.random_range(0..3_000)));
        interrupted += usize::from(kill(child));
        assert_whole(&killed, &expected);
        ended(batch(&killed, &[]));
        assert_same(&killed, &expected);
        if interrupted == 8 {
            break;
        }
    }
    assert_eq!(interrupted, 8, "the others had ended before");
}

/// Runs the command with a limit of `blocks` blocks of 512 bytes per file, to simulate a full disk.
#[cfg(unix)]
fn on_a_small_disk(command: &Command, blocks: usize) -> Command {
    let mut shell = Command::new("sh");
    let script = format!("trap '' XFSZ; ulimit -f {blocks}; exec \"$@\"");
    shell.args(["-c", &script, "sh"]).arg(command.get_program()).args(command.get_args());
    shell.env("LC_ALL", "C").stdout(Stdio::piped()).stderr(Stdio::piped()).stdin(Stdio::null());
    shell
}

#[cfg(unix)]
#[test]
fn a_full_disk_is_reported_and_costs_nothing_that_was_there() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let (whole, small) = (folder.path().join("whole"), folder.path().join("small"));
    ended(batch(&whole, &[]));
    let before = files(&whole);
    let report = before[Path::new("report.html")].len();
    // With the first limits the database does not fit, and with the last only the report.
    for blocks in [1, 40, report / 512 - 20] {
        let (code, stdout, stderr) = ended(on_a_small_disk(&batch(&small, &[]), blocks));
        assert_eq!((code, &*stdout), (Some(2), ""), "{stderr}");
        let parts = ["error: ", "cannot write the", "room", "untouched"];
        assert!(parts.iter().all(|part| stderr.contains(part)), "{stderr}");
        assert!(!small.join("results.ndjson").exists() && !small.join("standings.csv").exists());
    }
    ended(batch(&small, &[]));
    assert_same(&small, &before);
    // Other results replace the earlier ones only if their report fits, too.
    let more = ["--variant", "dynasty"];
    let (code, _, stderr) = ended(on_a_small_disk(&batch(&small, &more), report / 512 - 20));
    assert!(code == Some(2) && stderr.contains("report.html: cannot write the file"), "{stderr}");
    let results = ["results.ndjson", "standings.csv", "report.html"].map(Path::new);
    let found = files(&small);
    assert!(results.iter().all(|name| found[*name] == before[*name]));
    ended(batch(&small, &[]));
    assert_same(&small, &before);
}

#[cfg(unix)]
fn interrupt(child: &Child) {
    let status = Command::new("kill").args(["-INT", &child.id().to_string()]).status();
    assert!(status.expect("a shell's tool").success());
}

#[cfg(unix)]
#[test]
fn ctrl_c_ends_a_run_that_goes_on_later() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let (whole, stopped) = (folder.path().join("whole"), folder.path().join("stopped"));
    ended(batch(&whole, &[]));
    let mut child = batch(&stopped, &["--jobs", "1"]).spawn().expect("the program starts");
    wait_for(&mut child, || tables_read(&stopped) > 0);
    interrupt(&child);
    let output = child.wait_with_output().expect("it ends");
    let stderr = String::from_utf8(output.stderr).expect("UTF-8");
    assert_eq!(output.status.code(), Some(130), "{stderr}");
    assert!(stderr.contains("stopped after") && stderr.contains("run the same command again"), "{stderr}");
    assert!(!stopped.join("results.ndjson").exists());
    ended(batch(&stopped, &[]));
    assert_same(&stopped, &files(&whole));
}

#[test]
fn two_programs_in_one_folder_get_into_nobodys_way() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let out = folder.path().join("out");
    let at_work = ResultsFolder::create(&out).expect("a folder");
    for more in [&[][..], &["--watch"]] {
        let (code, stdout, stderr) = ended(batch(&out, more));
        assert_eq!((code, &*stdout), (Some(2), ""), "{stderr}");
        assert!(stderr.contains("another kingdom-scanner is using it"), "{stderr}");
    }
    assert_eq!(tables_read(&out), 0);
    drop(at_work);
    assert!(ended(batch(&out, &[])).2.contains("10/10 photos"));
}

/// Folders as users have them: results among the photos, upper-case extensions, names with spaces and
/// umlauts, formats of phones, and missing files.
#[test]
fn what_cannot_be_read_costs_its_own_line_and_says_the_way_out() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let [photo, other] = sound_photos();
    let heic = b"\0\0\0\x18ftypheic\0\0\0\0mif1heic";
    let long = format!("{}.jpg", "n".repeat(251));
    for (name, bytes) in
        [("Tisch 1/Jörg Müller.JPG", &photo[..]), (&long, &other), ("IMG_1.HEIC", heic), ("empty.png", b"")]
    {
        let path = folder.path().join(name);
        fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
        fs::write(path, bytes).expect("a file");
    }
    let out = folder.path().join("results");
    let run = || {
        let mut command = Command::new(scanner());
        command.arg("batch").arg(folder.path()).arg("-o").arg(&out).env("LC_ALL", "C");
        ended(command)
    };
    let (code, stdout, stderr) = run();
    assert!(code == Some(2) && stderr.contains("4/4 photos"), "{stderr}");
    assert!(
        stdout.contains("IMG_1.HEIC: the HEIC file is cut off or damaged")
            && stdout.contains("empty.png: the file is empty"),
        "{stdout}"
    );
    for line in results(&out) {
        let name = line["photo"].as_str().expect("a name");
        let is_sound = name.ends_with(".JPG") || name == long;
        assert_eq!(line["status"] == "scored", is_sound, "{line}");
    }
    assert!(run().2.contains("4/4 photos (4 already read)"));
}

/// Photos arrive during the watch, one of them in pieces; then the folder disappears for a while.
#[cfg(unix)]
#[test]
fn a_watch_goes_on_as_photos_arrive() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let (arriving, out) = (folder.path().join("photos/round-1/table-1"), folder.path().join("out"));
    fs::create_dir_all(&arriving).expect("a folder");
    let mut command = Command::new(scanner());
    let manifest = folder.path().join("players.csv");
    fs::write(&manifest, "photo\nround-1/table-1/Anna.jpg\nround-1/table-1/Ben.jpg\n").expect("a file");
    command.arg("batch").arg(folder.path().join("photos")).arg("-o").arg(&out).arg("--watch").env("LC_ALL", "C");
    command.arg("--manifest").arg(&manifest);
    let log = folder.path().join("stderr.txt");
    let logged = |what: &str| fs::read_to_string(&log).expect("text").matches(what).count();
    command.stdout(Stdio::null()).stderr(fs::File::create(&log).expect("a file"));
    let mut child = command.spawn().expect("the program starts");
    let [first, second] = sound_photos();
    let status = || match fs::read_to_string(out.join("results.ndjson")) {
        Ok(text) => {
            let lines = text.lines().map(|line| serde_json::from_str::<Value>(line).expect("a whole line"));
            lines.map(|line| line["status"].as_str().expect("a word").to_owned()).collect()
        }
        Err(_) => Vec::new(),
    };
    let mut wait_until = |expected: &[&str]| {
        let begun = Instant::now();
        while status() != expected {
            assert!(child.try_wait().expect("a program").is_none() && begun.elapsed() < 6 * LONGEST, "{:?}", status());
            sleep(Duration::from_millis(50));
        }
    };
    fs::write(arriving.join("Anna.jpg"), first).expect("a file");
    fs::write(arriving.join("Ben.jpg"), &second[..second.len() / 2]).expect("a file");
    wait_until(&["scored", "error"]);
    fs::write(arriving.join("Ben.jpg"), &second).expect("a file");
    wait_until(&["scored", "scored"]);
    let away = folder.path().join("away");
    let (gone, back) = ("no pictures yet", "all photos of the manifest are there");
    // The folder disappears twice, and the second time is reported like the first.
    for (from, to, news) in [(&arriving, &away, gone), (&away, &arriving, back), (&arriving, &away, gone)] {
        let before = logged(news);
        fs::rename(from, to).expect("moved");
        wait_for(&mut child, || logged(news) > before);
        assert_eq!(status(), ["scored", "scored"]);
    }
    assert!(fs::read_dir(out.join("pictures")).expect("a folder").count() == 2);
    interrupt(&child);
    assert_eq!(child.wait().expect("it ends").code(), Some(130));
    let waiting = "waiting for 2 photos: round-1/table-1/Anna.jpg, round-1/table-1/Ben.jpg";
    assert!(logged(waiting) >= 2 && logged("stopped; run the same command") == 1);
}

#[test]
fn what_is_wrong_with_the_command_is_reported_before_any_work() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let out = folder.path().join("out");
    let manifest = folder.path().join("wrong.csv");
    let problem = |text: &str| {
        fs::write(&manifest, text).expect("a file");
        let mut command = Command::new(scanner());
        command.arg("batch").arg(photos()).arg("-o").arg(&out).arg("--manifest").arg(&manifest);
        let (code, _, stderr) = ended(command);
        assert_eq!((code, out.exists()), (Some(2), false), "{stderr}");
        stderr
    };
    assert!(problem("photo,colour\n").contains("a manifest has no column `colour`"));
    assert!(problem("photo,player\nlost.jpg,Anna\n").contains("lost.jpg"));
    let (code, _, stderr) = ended(batch(photos(), &[]));
    assert_eq!(code, Some(2));
    assert!(stderr.contains("a folder of their own"), "{stderr}");
}
