//! `scan` as its users see it: a process with arguments, two streams and an exit code.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::common::picture_files::chunk;
use crate::common::program::{paint, scanner};
use crate::common::schema;
use image::codecs::jpeg::JpegEncoder;
use image::{ExtendedColorType, ImageEncoder};
use kingdom_scanner::domain::{Game, Kingdom, Place};
use kingdom_scanner::formats::{KingdomRecord, parse_json};
use kingdom_scanner::scoring::sheet::total;
use kingdom_validator::comparison::Comparison;
use serde_json::Value;

const FIXTURE: &str = "fixtures/photos/five.jpg";

struct Outcome {
    code: Option<i32>,
    stdout: String,
    stderr: String,
}

/// Runs `kingdom-scanner scan`, which must never panic.
fn scan<S: AsRef<std::ffi::OsStr>>(arguments: &[S]) -> Outcome {
    let mut command = Command::new(scanner());
    let output =
        command.current_dir(env!("CARGO_MANIFEST_DIR")).env("LC_ALL", "C").arg("scan").args(arguments).output();
    let output = output.expect("the binary was built for this test");
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("both streams are text");
    let outcome = Outcome { code: output.status.code(), stdout: text(output.stdout), stderr: text(output.stderr) };
    assert!(!outcome.stderr.contains("panicked"), "{}", outcome.stderr);
    outcome
}

fn lines_of(outcome: &Outcome) -> Vec<Value> {
    outcome.stdout.lines().map(|line| schema::parsed("photo", line)).collect()
}

/// The Kingdomino photos in `fixtures/photos` with their labels; at least one. (`tests/vision/queendomino.rs`
/// reads the Queendomino photos.)
fn fixtures() -> Vec<(PathBuf, KingdomRecord)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures/photos");
    let paths = fs::read_dir(&folder).expect("fixtures/photos").map(|entry| entry.expect("an entry").path());
    let labels = paths.filter(|path| path.extension().is_some_and(|extension| extension == "json"));
    let fixtures: Vec<_> = labels
        .map(|label| {
            let record = parse_json(&fs::read_to_string(&label).expect("a label")).expect("a label").record;
            let image = record.photo.image.clone().expect("a label names its picture");
            (label.with_file_name(image), record)
        })
        .filter(|(_, record)| record.kingdom.game() == Game::Kingdomino)
        .collect();
    assert!(!fixtures.is_empty());
    fixtures
}

fn write(folder: &Path, name: &str, bytes: impl AsRef<[u8]>) -> String {
    let path = folder.join(name);
    fs::write(&path, bytes).expect("a temporary file");
    path.to_str().expect("a temporary folder's name is text").to_owned()
}

fn jpeg(width: u32, height: u32, pixel: impl Fn(u32, u32) -> u8) -> Vec<u8> {
    let pixels: Vec<u8> = (0..height).flat_map(|y| (0..width).map(move |x| (x, y))).map(|(x, y)| pixel(x, y)).collect();
    let mut bytes = Vec::new();
    let encoder = JpegEncoder::new(&mut bytes);
    encoder.write_image(&pixels, width, height, ExtendedColorType::L8).expect("a JPEG in memory");
    bytes
}

#[test]
fn every_fixture_photo_is_read_as_its_label_says() {
    for (photo, label) in fixtures() {
        let outcome = scan(&[photo.as_os_str(), "--json".as_ref()]);
        assert_eq!(outcome.code, Some(0), "{}: {}", photo.display(), outcome.stderr);
        let lines = lines_of(&outcome);
        let [line] = &lines[..] else { panic!("one line for one photo, not {}", lines.len()) };
        assert_eq!(line["schema_version"], 1);
        assert_eq!(line["photo"], photo.to_str().expect("a path that is text"));
        assert_eq!(line["status"], "scored");
        assert!(line["timings_ms"].as_object().is_some_and(|stages| stages.len() >= 4), "{}", line["timings_ms"]);
        let kingdom = &line["kingdoms"][0];
        let read = parse_json(&kingdom["kingdom"].to_string()).expect("the kingdom is in the labels' format").record;
        let comparison = Comparison::new(label.kingdom.squares(), &BTreeSet::new(), read.kingdom.squares());
        assert_eq!(comparison.wrong, [], "{}: read as {}", photo.display(), kingdom["notation"]);
        let total = total(&label.kingdom, &label.unseen, &[]);
        assert_eq!(kingdom["total"], total, "{}", photo.display());
    }
}

#[test]
fn a_line_of_json_is_a_kingdom_for_score() {
    let line = scan(&[FIXTURE, "--json"]).stdout;
    let total = &serde_json::from_str::<Value>(&line).expect("a line of JSON")["kingdoms"][0]["total"];
    let folder = tempfile::tempdir().expect("a temporary folder");
    let file = write(folder.path(), "line.json", &line);
    let mut command = Command::new(scanner());
    let output = command.args(["score", &file, "--json"]).output().expect("the binary was built for this test");
    let sheet: Value = serde_json::from_slice(&output.stdout).expect("a line of JSON");
    assert_eq!(&sheet["total"], total);
}

#[test]
fn a_picture_without_a_kingdom_exits_with_1() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let pictures = [
        write(folder.path(), "blank.jpg", jpeg(800, 600, |_, _| 200)),
        write(folder.path(), "stripes.jpg", jpeg(800, 600, |x, y| ((x + 3 * y) % 256) as u8)),
        "fixtures/photos/nothing.jpg".to_owned(),
    ];
    for picture in &pictures {
        let outcome = scan(&[picture]);
        assert_eq!(outcome.code, Some(1), "{}", outcome.stdout);
        assert!(outcome.stdout.is_empty() && outcome.stderr.contains(picture), "{}", outcome.stderr);
        let lines = lines_of(&scan(&[picture, "--json"]));
        assert_eq!((&lines[0]["status"], &lines[0]["kingdoms"]), (&"no_kingdom".into(), &Value::Array(vec![])));
        assert!(lines[0]["message"].as_str().is_some_and(|message| message.contains(picture)), "{}", lines[0]);
    }
}

/// A JPEG whose header promises 65000 x 65000 pixels.
fn gigantic_jpeg() -> Vec<u8> {
    let mut bytes = jpeg(16, 16, |_, _| 0);
    let frame = bytes.windows(2).position(|marker| marker == [0xFF, 0xC0]).expect("a baseline JPEG has a frame");
    bytes[frame + 5..frame + 9].copy_from_slice(&[0xFD, 0xE8, 0xFD, 0xE8]);
    bytes
}

/// A PNG whose header promises 60000 x 60000 pixels, with correct checksums.
fn gigantic_png() -> Vec<u8> {
    let side = 60_000_u32.to_be_bytes();
    let header = [side.as_slice(), &side, &[8, 2, 0, 0, 0]].concat();
    [b"\x89PNG\r\n\x1A\n".to_vec(), chunk(b"IHDR", &header), chunk(b"IDAT", &[0x78, 0x9C])].concat()
}

#[test]
fn what_is_no_photo_exits_with_2_and_names_the_file() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let photo = fs::read(Path::new(env!("CARGO_MANIFEST_DIR")).join(FIXTURE)).expect("the fixture");
    let heic = b"\0\0\0\x18ftypheic\0\0\0\0mif1heic\0\0\0\0";
    let files = [
        (write(folder.path(), "empty.jpg", b""), "empty"),
        (write(folder.path(), "cut-off.jpg", &photo[..photo.len() / 2]), "cut off"),
        (write(folder.path(), "header-only.jpg", &photo[..20]), "cut off"),
        (write(folder.path(), "text.jpg", "squares, but in words"), "not a picture"),
        (write(folder.path(), "phone.heic", heic), "HEIC"),
        (write(folder.path(), "gigantic.jpg", gigantic_jpeg()), "pixels"),
        (write(folder.path(), "gigantic.png", gigantic_png()), "pixels"),
        (folder.path().join("missing.jpg").to_str().expect("text").to_owned(), "No such file"),
        (folder.path().to_str().expect("text").to_owned(), "this is a folder"),
    ];
    for (file, word) in &files {
        let outcome = scan(&[file]);
        assert_eq!(outcome.code, Some(2), "{file}: {}", outcome.stderr);
        assert!(outcome.stdout.is_empty(), "{file}: {}", outcome.stdout);
        assert!(outcome.stderr.contains(file.as_str()) && outcome.stderr.contains(word), "{file}: {}", outcome.stderr);
        let lines = lines_of(&scan(&[file, "--json"]));
        assert_eq!(lines[0]["status"], "error", "{file}");
    }
}

#[test]
fn a_batch_goes_on_after_a_failure_and_ends_with_the_worst_code() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let blank = write(folder.path(), "blank.jpg", jpeg(400, 400, |_, _| 90));
    let empty = write(folder.path(), "empty.jpg", b"");
    for (photos, code) in [(vec![FIXTURE, &blank], 1), (vec![&blank, &empty, FIXTURE], 2), (vec![FIXTURE, FIXTURE], 0)]
    {
        let outcome = scan(&[&photos[..], &["--json"]].concat());
        assert_eq!(outcome.code, Some(code), "{photos:?}: {}", outcome.stderr);
        let named: Vec<Value> = lines_of(&outcome).into_iter().map(|line| line["photo"].clone()).collect();
        assert_eq!(named, photos, "one line for each photo, in the order given");
    }
}

#[test]
fn people_read_their_language_and_what_they_gave() {
    let german = scan(&[FIXTURE, "--lang", "de", "--player", "Jörg", "--variant", "harmony"]);
    assert_eq!(german.code, Some(0), "{}", german.stderr);
    for word in ["\n\nJörg\n", "Getreidefeld", "Harmonie: 5, alle Felder belegt", "Gesamt"] {
        assert!(german.stdout.contains(word), "{word}: {}", german.stdout);
    }
    let given = ["--player", "Jörg", "--coins", "4", "--knights-in-supply", "1", "--queen", "--lang", "de"];
    let line = &lines_of(&scan(&[&[FIXTURE, "--json"], &given[..]].concat()))[0];
    let kingdom = &line["kingdoms"][0]["kingdom"];
    let facts = ["player", "coins", "knights_in_supply", "queen"].map(|field| kingdom[field].clone());
    assert_eq!(facts, [Value::from("Jörg"), Value::from(4), Value::from(1), Value::from(true)]);
    let note = "coins, knights in supply and the Queen score nothing in Kingdomino";
    assert_eq!(line["kingdoms"][0]["notes"], Value::from(vec![note]));
}

#[test]
fn wrong_usage_exits_with_2() {
    for arguments in [&["--coins", "4", FIXTURE, FIXTURE][..], &["--lang", "xx", FIXTURE]] {
        assert_eq!(scan(arguments).code, Some(2), "{arguments:?}");
    }
    for arguments in [&["--size", "6", FIXTURE][..], &["--corners", "1,2,3", FIXTURE], &[], &["--jsn", FIXTURE]] {
        let outcome = scan(arguments);
        assert_eq!(outcome.code, Some(2), "{arguments:?}: {}", outcome.stderr);
        assert!(outcome.stdout.is_empty() && !outcome.stderr.is_empty(), "{arguments:?}");
    }
}

/// The fixture and its label.
fn fixture() -> (Vec<u8>, KingdomRecord) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(FIXTURE);
    let label = fs::read_to_string(path.with_extension("json")).expect("the fixture's label");
    (fs::read(path).expect("the fixture"), parse_json(&label).expect("a label").record)
}

#[test]
fn a_correction_changes_the_total_and_is_kept() {
    let (_, label) = fixture();
    let (place, wheat) = (Place::new(0, 2), "wheat".parse().expect("a square"));
    let mut squares = label.kingdom.squares().clone();
    let read = std::mem::replace(&mut squares[place], wheat);
    assert_eq!(read.to_string(), "wheat:1", "the case speaks of another photo");
    let kingdom = Kingdom::new(label.kingdom.game(), label.kingdom.size(), squares).expect("a kingdom");
    let folder = tempfile::tempdir().expect("a temporary folder");
    let annotated = folder.path().join("read.jpg");
    let fix = ["--fix", "r1c3=W", "--fix", "r1c1=swamp:2", "--json", "--annotate", annotated.to_str().expect("text")];
    let by_hand = ["--corners", "192,284,965,309,907,1157,157,1045", "--size", "5"];
    for more in [&[][..], &by_hand] {
        let outcome = scan(&[&[FIXTURE], &fix[..], more].concat());
        assert_eq!(outcome.code, Some(0), "{}", outcome.stderr);
        let line = &lines_of(&outcome)[0]["kingdoms"][0];
        assert_eq!(line["total"], total(&kingdom, &label.unseen, &[]));
        assert_eq!(line["squares"][0][2]["state"], "corrected");
        let corrections = serde_json::json!([
            {"square": "r1c1", "lies_at": "r1c1", "read": "swamp:2", "told": "swamp:2"},
            {"square": "r1c3", "lies_at": "r1c3", "read": "wheat:1", "told": "wheat"},
        ]);
        assert_eq!(line["corrections"], corrections);
        assert!(annotated.exists());
    }
}

/// The fixture with a grey patch on one of its squares.
fn covered(photo: &[u8], label: &KingdomRecord, place: Place) -> Vec<u8> {
    let mut picture = image::load_from_memory(photo).expect("the fixture is a JPEG").to_rgb8();
    let corners = label.corners_px.expect("a label tells the corners");
    let squares = label.kingdom.squares();
    let (u, v) = ((place.col as f64 + 0.5) / squares.cols() as f64, (place.row as f64 + 0.5) / squares.rows() as f64);
    let between = |from: [f64; 2], to: [f64; 2], at: f64| [0, 1].map(|i| from[i] + (to[i] - from[i]) * at);
    let centre = between(between(corners[0], corners[1], u), between(corners[3], corners[2], u), v);
    let half_px = 0.4 * (corners[1][0] - corners[0][0]) / squares.cols() as f64;
    let [columns, rows] = centre.map(|middle| (middle - half_px) as u32..(middle + half_px) as u32);
    for (x, y) in rows.flat_map(|y| columns.clone().map(move |x| (x, y))) {
        picture.put_pixel(x, y, image::Rgb([110, 110, 110]));
    }
    let mut bytes = Vec::new();
    let encoder = JpegEncoder::new_with_quality(&mut bytes, 95);
    encoder.write_image(&picture, picture.width(), picture.height(), ExtendedColorType::Rgb8).expect("a JPEG");
    bytes
}

#[test]
fn what_a_person_says_settles_the_doubts() {
    let (photo, label) = fixture();
    let folder = tempfile::tempdir().expect("a temporary folder");
    // At least one of these photos needs review with any network, if only because its castle is hidden.
    let photos = [(2, 2), (3, 3), (4, 2), (4, 3)].map(|(row, col)| {
        write(folder.path(), &format!("{row}-{col}.jpg"), covered(&photo, &label, Place::new(row, col)))
    });
    let outcome = scan(&[&photos.each_ref().map(String::as_str)[..], &["--json", "--strict"]].concat());
    assert_eq!(outcome.code, Some(3), "{}", outcome.stdout);
    let truth = label.kingdom.squares();
    let has_its_shape =
        |kingdom: &Value| kingdom["kingdom"]["rows"] == truth.rows() && kingdom["kingdom"]["cols"] == truth.cols();
    let lines = lines_of(&outcome);
    let to_check = |line: &&Value| line["kingdoms"][0]["needs_review"] == true && has_its_shape(&line["kingdoms"][0]);
    let line = lines.iter().find(to_check).expect("a covered square is doubtful");
    let photo = line["photo"].as_str().expect("a path");
    let kingdom = &line["kingdoms"][0];
    let is_right = |place: Place| {
        let square = &kingdom["squares"][place.row][place.col];
        square["state"] != "doubtful" && square["best"] == truth[place].to_string()
    };
    let wrong = truth.places().filter(|place| !is_right(*place));
    let fixes: Vec<String> = wrong.map(|place| format!("--fix={place}={}", truth[place])).collect();
    let fixes: Vec<&str> = fixes.iter().map(String::as_str).collect();
    let outcome = scan(&[&[photo, "--json", "--strict"], &fixes[..]].concat());
    assert_eq!(outcome.code, Some(0), "{fixes:?}: {}", outcome.stdout);
    let kingdom = &lines_of(&outcome)[0]["kingdoms"][0];
    assert_eq!((&kingdom["needs_review"], &kingdom["warnings"]), (&false.into(), &Value::Array(vec![])));
    assert_eq!(kingdom["total"], total(&label.kingdom, &label.unseen, &[]));
    assert_eq!(kingdom["corrections"].as_array().map(Vec::len), Some(fixes.len()));
}

#[test]
fn corrections_that_do_not_fit_the_photo_exit_with_2_and_name_it() {
    let cases = [
        (&["--fix", "r6c1=wheat"][..], "5 rows and 5 columns"),
        (&["--fix", "k2:r1c1=wheat"], "k1 (5 x 5 squares)"),
        (&["--fix", "r1c1=wheat", "--fix", "r1c1=lake"], "a square has only one content"),
    ];
    for (fixes, problem) in cases {
        let outcome = scan(&[&[FIXTURE], fixes].concat());
        assert_eq!((outcome.code, outcome.stdout.as_str()), (Some(2), ""), "{fixes:?}");
        assert!(outcome.stderr.contains(&format!("{FIXTURE}: ")), "{}", outcome.stderr);
        assert!(outcome.stderr.contains(problem), "{}", outcome.stderr);
        let line = &lines_of(&scan(&[&[FIXTURE, "--json"], fixes].concat()))[0];
        assert_eq!(line["status"], "error");
    }
}

#[test]
fn corrections_in_other_words_or_of_several_photos_exit_with_2() {
    let cases = [
        (&["--fix", "r1c1", FIXTURE][..], "a correction needs a square's name"),
        (&["--fix", "r1c1=fores", FIXTURE], "did you mean `forest`?"),
        (&["--fix", "r1c1=town+church+tower*5", FIXTURE], "in a photo, a square can have at most 4 towers"),
        (&["--fix", "r1c1=town", "--game", "kingdomino", FIXTURE], "kingdomino has no towns"),
        (
            &["--fix", "r1c1=wheat", FIXTURE, FIXTURE],
            "--fix, --as-read and --ask belong to one photo, or to those of one game with --same-game, but 2 are given",
        ),
        (&["--ask", FIXTURE], "--ask needs a terminal"),
    ];
    for (arguments, problem) in cases {
        let outcome = scan(arguments);
        assert_eq!((outcome.code, outcome.stdout.as_str()), (Some(2), ""), "{arguments:?}");
        assert!(outcome.stderr.contains(problem), "{}", outcome.stderr);
    }
}

#[test]
fn debug_pictures_leave_stdout_to_the_result() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let debug = folder.path().join("debug");
    let outcome = scan(&[FIXTURE, "--json", "--debug-dir", debug.to_str().expect("text")]);
    assert_eq!(outcome.code, Some(0), "{}", outcome.stderr);
    assert_eq!(lines_of(&outcome).len(), 1);
    let files = walk(&debug);
    let numbered = files.iter().filter(|name| name.starts_with(|first: char| first.is_ascii_digit()));
    assert!(numbered.count() >= 3, "a numbered picture for each stage: {files:?}");
    assert!(files.iter().any(|name| name.contains("timings")), "{files:?}");
}

/// The names of all files below a folder.
fn walk(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).expect("the folder was made").map(|entry| entry.expect("an entry").path());
    let names = entries.flat_map(|path| match path.is_dir() {
        true => walk(&path),
        false => vec![path.file_name().unwrap_or_default().to_string_lossy().into_owned()],
    });
    names.collect()
}

/// The fixture with EXIF data for a camera, a location and a comment.
fn with_exif(photo: &[u8]) -> Vec<u8> {
    // A TIFF without entries, followed by the comment.
    let exif = [b"Exif\0\0II*\0\x08\0\0\0\0\0\0\0\0\0".as_slice(), b"GPS 48.2N 16.4E".as_slice()].concat();
    let length = u16::try_from(exif.len() + 2).expect("short").to_be_bytes();
    [&photo[..2], &[0xFF, 0xE1], &length, &exif, &photo[2..]].concat()
}

#[test]
fn the_annotated_photo_holds_no_exif() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let photo = fs::read(Path::new(env!("CARGO_MANIFEST_DIR")).join(FIXTURE)).expect("the fixture");
    let photo = write(folder.path(), "photo.jpg", with_exif(&photo));
    let annotated = folder.path().join("annotated.jpg");
    let outcome = scan(&[&photo, "--annotate", annotated.to_str().expect("text")]);
    assert_eq!(outcome.code, Some(0), "{}", outcome.stderr);
    let bytes = fs::read(&annotated).expect("the annotated photo");
    assert!(bytes.starts_with(&[0xFF, 0xD8, 0xFF]), "a JPEG");
    for secret in [b"Exif".as_slice(), b"GPS 48.2N"] {
        assert!(!bytes.windows(secret.len()).any(|window| window == secret), "{}", String::from_utf8_lossy(secret));
    }
}

#[test]
fn annotating_never_overwrites_the_photo() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let bytes = fs::read(Path::new(env!("CARGO_MANIFEST_DIR")).join(FIXTURE)).expect("the fixture");
    let photo = write(folder.path(), "photo.jpg", &bytes);
    let outcome = scan(&[&photo, "--annotate", &photo]);
    assert_eq!(outcome.code, Some(2), "{}", outcome.stdout);
    assert!(outcome.stderr.contains(&photo), "{}", outcome.stderr);
    assert_eq!(fs::read(&photo).expect("still there"), bytes);
}

#[test]
fn an_annotated_photo_is_called_what_it_is() {
    let out = tempfile::tempdir().expect("a folder").path().join("read.gif");
    let outcome = scan(&["fixtures/photos/five.jpg", "--annotate", out.to_str().expect("text")]);
    assert_eq!(outcome.code, Some(2));
    assert!(outcome.stderr.ends_with("read.gif must end in .png, .jpg or .jpeg\n"), "{}", outcome.stderr);
    assert!(!out.exists());
}

#[test]
fn several_photos_are_annotated_into_a_folder() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let bytes = fs::read(Path::new(env!("CARGO_MANIFEST_DIR")).join(FIXTURE)).expect("the fixture");
    let photos = ["one.jpg", "two.jpg"].map(|name| write(folder.path(), name, &bytes));
    let out = folder.path().join("out");
    let outcome = scan(&[&photos[0], &photos[1], "--annotate", out.to_str().expect("text")]);
    assert_eq!(outcome.code, Some(0), "{}", outcome.stderr);
    let mut names = walk(&out);
    names.sort();
    let [one, two] = &names[..] else { panic!("two photos, two pictures: {names:?}") };
    assert!(one.ends_with("one.jpg") && two.ends_with("two.jpg"), "{names:?}");
}

#[test]
fn six_columns_of_few_dominoes_are_kept_and_to_be_checked() {
    // As a 5x5 kingdom it would lack only one domino.
    const KINGDOM: &str = ".WL1LG./F1WM2LG./LCSS2G./LF1LSWL/WF1.W1WM2 k7";
    // A hole looks like an object on a tile.
    const WARNINGS: [&str; 4] = ["uncertain-size", "cut-by-photo", "covered-squares", "doubtful-total"];
    let folder = tempfile::tempdir().expect("a temporary folder");
    for seed in ["1", "2", "3"] {
        let photo = folder.path().join(format!("{seed}.jpg"));
        paint(&[KINGDOM, "--seed", seed, "-o", photo.to_str().expect("UTF-8")]);
        let outcome = scan(&["--json".as_ref(), photo.as_os_str()]);
        let kingdom = &lines_of(&outcome)[0]["kingdoms"][0];
        assert_eq!(kingdom["notation"], KINGDOM, "seed {seed}");
        let codes: Vec<_> = kingdom["warnings"].as_array().expect("a list").iter().map(|w| &w["code"]).collect();
        assert!(codes.contains(&&Value::from("uncertain-size")), "seed {seed}: {codes:?}");
        assert!(codes.iter().all(|code| WARNINGS.contains(&code.as_str().expect("text"))), "{codes:?}");
    }
}

#[test]
fn a_row_that_the_photo_cuts_off_is_read_or_asked_about() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let (picture, record) = fixtures().into_iter().find(|(path, _)| path.ends_with("five.jpg")).expect("the fixture");
    let picture = image::open(picture).expect("a picture");
    let mut without_it = 0;
    // The fifth row begins at 893 px on the left and at 985 px on the right, and ends at 1045 px and 1154 px.
    for height_px in [900, 950, 1000, 1050, 1100, 1150] {
        let photo = folder.path().join(format!("{height_px}.png"));
        picture.crop_imm(0, 0, picture.width(), height_px).save(&photo).expect("a picture is written");
        let outcome = scan(&["--json".as_ref(), photo.as_os_str()]);
        let kingdom = &lines_of(&outcome)[0]["kingdoms"][0];
        let codes: Vec<_> = kingdom["warnings"].as_array().expect("a list").iter().map(|w| &w["code"]).collect();
        if kingdom["kingdom"]["rows"] == 4 {
            without_it += 1;
            assert!(codes.contains(&&Value::from("cut-by-photo")), "{height_px} px: {codes:?}");
            assert_eq!(kingdom["needs_review"], true, "{height_px} px");
        } else {
            assert_eq!(kingdom["kingdom"]["rows"], record.kingdom.squares().rows(), "{height_px} px");
        }
    }
    assert!(without_it > 0);
}

/// A domino in line with the grid, inside its 5x5, that touches the kingdom only at a corner: against the
/// rules, but present.
#[test]
fn a_domino_at_a_corner_is_read_and_to_be_checked() {
    const LAID: &str = "WWF../L1LF../CM2W../...LF1 k5";
    let folder = tempfile::tempdir().expect("a temporary folder");
    let path = |name: &str| folder.path().join(name).to_str().expect("text").to_owned();
    paint(&[LAID, "--seed", "3", "-o", &path("corner.jpg")]);
    paint(&["WWF/L1LF/CM2W k5", "--seed", "3", "-o", &path("joined.jpg")]);
    let (corner, joined) = (path("corner.jpg"), path("joined.jpg"));
    let without = scan(&[&joined, "--strict", "--json"]);
    assert_eq!(without.code, Some(0), "nothing lies at a corner there: {}", without.stdout);
    let outcome = scan(&[&*corner, "--json", "--strict"]);
    assert_eq!(outcome.code, Some(3), "{}", outcome.stderr);
    let kingdom = &lines_of(&outcome)[0]["kingdoms"][0];
    assert_eq!((&kingdom["notation"], &kingdom["total"]), (&Value::from(LAID), &Value::from(5)), "{kingdom}");
    assert_eq!(
        (&kingdom["needs_review"], &kingdom["note_codes"]),
        (&Value::Bool(true), &serde_json::json!(["misplayed"])),
        "{kingdom}"
    );
    // Another photo shows the same squares without this domino, so one of the two readings is wrong.
    let both = scan(&[&corner, &joined, "--same-game", "--json", "--strict"]);
    assert_eq!(both.code, Some(3), "{}", both.stderr);
    assert_eq!(lines_of(&both)[0]["kingdoms"][0]["needs_review"], true);
    // Correcting another square does not settle this.
    let corrected = scan(&[&*corner, "--fix", "r1c1=wheat", "--strict"]);
    assert_eq!(corrected.code, Some(3), "{}", corrected.stdout);
}

/// The box needs an even number of land squares. Correcting a clear tile to empty leaves an odd number, and
/// the rest keeps its look.
#[test]
fn a_square_that_is_said_to_be_empty_empties_no_other() {
    let read = |more: &[&str]| {
        let outcome = scan(&[&[FIXTURE, "--json"], more].concat());
        let line: Value = serde_json::from_str(&outcome.stdout).expect("JSON");
        (line["kingdoms"][0].clone(), outcome.code)
    };
    let words = |kingdom: &Value| -> Vec<String> {
        let rows = kingdom["kingdom"]["squares"].as_array().expect("rows");
        let squares = rows.iter().flat_map(|row| row.as_array().expect("squares"));
        squares.map(|square| square.as_str().expect("a word").to_owned()).collect()
    };
    let mut expected = words(&read(&[]).0);
    for (place, index) in [("r1c1", 0), ("r1c3", 2), ("r3c1", 10)] {
        let was = std::mem::replace(&mut expected[index], "empty".to_owned());
        let said = format!("{place}=empty");
        let (corrected, _) = read(&["--fix", &said]);
        assert_eq!(words(&corrected), expected, "{said}");
        assert_eq!(corrected["needs_review"], true, "{said}");
        let (confirmed, code) = read(&["--fix", &said, "--as-read", "--strict"]);
        assert_eq!(
            (words(&confirmed), confirmed["needs_review"].clone(), code),
            (expected.clone(), false.into(), Some(0))
        );
        expected[index] = was;
    }
}
