//! An organiser's day: three rounds of eight players, photographed with eight faults, from the camera's
//! folder to printed standings.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::time::Instant;

use kingdom_scanner::domain::Facts;
use kingdom_scanner::formats::notation;
use kingdom_scanner::scoring::sheet::total;
use tempfile::TempDir;

use crate::common::game_photos::KINGDOMS;
use crate::common::program::{Outcome, run_at};
use crate::common::tournament_photos::draw;

const PLAYERS: [&str; 8] = ["Anna", "Björn", "Cem", "Dora", "Emil", "Fatma", "Greta", "Jürgen"];

const PHOTOS: usize = 3 * PLAYERS.len();

/// The photo whose edition was never used in training, so that a square stays doubtful.
const DOUBTFUL: usize = 9;

const MISSING: usize = 10;
const DAMAGED: usize = 19;

fn file(number: usize) -> String {
    format!("IMG_{}.jpg", 1200 + number)
}

fn kingdom(number: usize) -> &'static str {
    KINGDOMS[(number % PLAYERS.len() + number / PLAYERS.len() + 1) % KINGDOMS.len()]
}

struct Day {
    folder: TempDir,
    seconds: f64,
    keys: usize,
}

impl Day {
    fn path(&self, name: &str) -> std::path::PathBuf {
        self.folder.path().join(name)
    }

    /// Runs a command with these answers, and records its time.
    fn run(&mut self, command: &str, answers: &str) -> Outcome {
        let begun = Instant::now();
        let outcome = run_at(self.folder.path(), "C", answers.as_bytes(), &command.split(' ').collect::<Vec<_>>());
        let seconds = begun.elapsed().as_secs_f64();
        let keys = answers.chars().count();
        println!("{command}: {seconds:.1} s, {keys} keys, code {}", outcome.code);
        (self.seconds, self.keys) = (self.seconds + seconds, self.keys + keys);
        outcome
    }

    fn photographed() -> Self {
        let day = Self { folder: tempfile::tempdir().expect("a folder"), seconds: 0.0, keys: 0 };
        fs::create_dir_all(day.path("Fotos")).expect("a folder");
        for number in 0..PHOTOS {
            let (style, seed) = if number == DOUBTFUL { ("diorama", 3) } else { ("plain", 10 + number as u64) };
            draw(kingdom(number), &day.path(&format!("Fotos/{}", file(number))), style, seed);
        }
        // Emil's first photo was taken twice.
        draw(kingdom(4), &day.path(&format!("Fotos/{}", file(PHOTOS))), "plain", 77);
        day
    }

    /// The list as Excel saves it in Germany, with these spellings of two names.
    fn write_list(&self, anna: &str, fatma: &str) {
        let row = |number: usize| {
            let (round, player) = (number / PLAYERS.len() + 1, number % PLAYERS.len());
            let table = 1 + (player + round) % PLAYERS.len() / 4;
            let name = match number {
                8 => anna,
                21 => fatma,
                _ => PLAYERS[player],
            };
            format!("{};{round};{table};{name}\r\n", file(number))
        };
        let rows: String = (0..PHOTOS).map(row).collect();
        let text = format!("Foto;Runde;Tisch;Spieler\r\n{rows}{};1;2;Emil\r\n", file(PHOTOS));
        let bytes = text.chars().map(|letter| u8::try_from(u32::from(letter)).expect("a letter of Windows-1252"));
        fs::write(self.path("Liste.csv"), bytes.collect::<Vec<u8>>()).expect("a list");
    }
}

#[test]
fn an_organisers_day_from_photos_with_eight_troubles_to_printed_standings() {
    let mut day = Day::photographed();
    let folder = day.path("Fotos");
    let photo = |number: usize| folder.join(file(number));
    let [missing, damaged] = [MISSING, DAMAGED].map(|number| fs::read(photo(number)).expect("a photo"));
    fs::remove_file(photo(MISSING)).expect("removed");
    fs::write(photo(DAMAGED), &damaged[..damaged.len() * 2 / 5]).expect("a photo");
    fs::copy(photo(3), day.path("Fotos/IMG_1203 (1).jpg")).expect("a copy");
    let nothing = Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures/photos/nothing.jpg");
    fs::copy(nothing, day.path("Fotos/Screenshot_20261121.jpg")).expect("a copy");
    day.write_list("anna", "Fatam");

    // Everything readable is read, and each fault is reported.
    let batch = "batch Fotos -o Ergebnis --manifest Liste.csv --lang de";
    let first = day.run(batch, "");
    let told = format!("{}{}", first.stdout, first.stderr);
    for trouble in [
        "Liste.csv ist nicht in UTF-8: gelesen als Windows-1252",
        "IMG_1210.jpg (Cem): Zeile 12 der Liste nennt dieses Foto",
        "IMG_1203 (1).jpg ist dasselbe wie IMG_1203.jpg",
        "Screenshot_20261121.jpg: die Liste nennt dieses Foto nicht",
        "IMG_1219.jpg (Dora): das Foto lässt sich nicht lesen",
        "Anna, anna unterscheiden sich nur in Groß- und Kleinschreibung",
        "Fatam, Fatma sind fast derselbe Name",
        "IMG_1209.jpg (Björn): die Gesamtpunktzahl stimmt nur mit",
    ] {
        assert!(told.contains(trouble), "{trouble}: {told}");
    }
    assert!(
        told.contains("Emil") && !told.contains("IMG_1224.jpg"),
        "two photos of one kingdom are no trouble: {told}"
    );

    // The organiser finds both photos, and spells both names consistently.
    fs::write(photo(MISSING), missing).expect("a photo");
    fs::write(photo(DAMAGED), damaged).expect("a photo");
    day.write_list("Anna", "Fatma");
    fs::write(
        day.path("Fotos/tournament.toml"),
        "title = \"Herbstpokal\"\nplacing_points = [4, 2, 1]\nbest_rounds = 2\ntie_breaks = [\"points\"]\n",
    )
    .expect("rules");
    assert_eq!(day.run(batch, "").code, 1, "the screenshot holds no kingdom");
    // Enter accepts the first answer about the doubtful square; the screenshot is not a photo of a kingdom.
    let review = day.run("review Ergebnis --lang de", "\nx\n");
    assert_eq!(review.code, 0, "{}", review.stderr);

    let csv = fs::read_to_string(day.path("Ergebnis/standings.csv")).expect("standings");
    let mut truth: BTreeMap<&str, Vec<i32>> = BTreeMap::new();
    for number in 0..PHOTOS {
        let laid = notation::parse(kingdom(number)).expect("a kingdom");
        let points = total(&laid, &Facts::default(), &[]);
        truth.entry(PLAYERS[number % PLAYERS.len()]).or_default().push(points);
    }
    let mut rows = csv.trim_start_matches('\u{feff}').lines();
    let heads: Vec<&str> = rows.next().expect("heads").split(';').collect();
    let column =
        |name: &str| heads.iter().position(|head| *head == name).unwrap_or_else(|| panic!("{name}: {heads:?}"));
    let rows: Vec<Vec<&str>> = rows.map(|row| row.split(';').collect()).collect();
    assert_eq!(rows.len(), PLAYERS.len(), "{csv}");
    for row in &rows {
        let sum: i32 = truth[row[column("Spieler")]].iter().sum();
        assert_eq!(
            (row[column("Gesamt")], row[column("kann sich ändern")]),
            (sum.to_string().as_str(), "nein"),
            "{row:?}"
        );
    }
    for name in ["report.html", "projector.html", "standings.xlsx", "rounds.csv", "tables.csv"] {
        assert!(day.path(&format!("Ergebnis/{name}")).exists(), "{name}");
    }
    assert!(fs::read_to_string(day.path("Ergebnis/report.html")).expect("a report").contains("Herbstpokal"));
    let seating = day.run("seating Ergebnis --tables-of 4 -o runde-4.csv --lang de", "");
    assert_eq!(seating.code, 0, "{}", seating.stderr);
    println!("the day: {:.1} s, {} keys", day.seconds, day.keys);
}
