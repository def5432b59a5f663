//! Standings in spreadsheets: LibreOffice opens the files in German and in English, and shows the right
//! numbers.

use std::fs;
use std::io::Read;
use std::path::Path;
use std::process::Command;
use std::sync::Arc;

use kingdom_scanner::messages::Language;
use kingdom_scanner::tournament::finish;
use kingdom_scanner::tournament::ranking::{RankedBy, RankedPlayer};
use kingdom_scanner::tournament::rules::Rules;
use tempfile::TempDir;

use crate::common::batch::{Batch, rank_by};
use crate::common::program;

/// Two players share the first place of the second table, so each gets 3.5 placing points. One name looks
/// like a formula, and one has letters of other languages.
const PHOTOS: [(&str, &str); 6] = [
    ("round-1/table-1/Anna.jpg", "F1FF/WCF/WL1L k5"),
    ("round-1/table-1/Jürgen; Größe.jpg", "FFF/FCW/FF1W k5"),
    ("round-1/table-2/=1+1.jpg", "W1WW/WCW/WL1L k5"),
    ("round-1/table-2/Cem.jpg", "WWW1/WCW/LL1W k5"),
    ("round-2/table-1/Anna.jpg", "FC k5"),
    ("round-2/table-1/Cem.jpg", "F1C k5"),
];

fn results(language: Language) -> (Batch, Vec<RankedPlayer>) {
    let batch = Batch::new(&PHOTOS);
    batch.run("out");
    let path = batch.folder.path().join("tournament.toml");
    fs::write(&path, "placing_points = [4, 3]").expect("a file");
    let rules = Some(Arc::new(Rules::read(&path).expect("rules")));
    let out = batch.out("out");
    rank_by(&out, RankedBy { rules, ..RankedBy::default() });
    let overall = finish(&out, language).expect("standings").overall;
    drop(out);
    (batch, overall)
}

/// The cells of the file's first sheet, as LibreOffice reads them: exported with commas between cells and
/// with decimal points; texts are unchanged. `filter` says how to open a CSV file.
fn read_by_libreoffice(file: &Path, filter: Option<&str>) -> Vec<Vec<String>> {
    let home = TempDir::new().expect("a temporary folder");
    let mut command = Command::new("soffice");
    // Each instance has its own home folder, because two instances would wait for each other.
    command.arg(format!("-env:UserInstallation=file://{}/profile", home.path().display()));
    command.args([
        "--headless",
        "--norestore",
        "--convert-to",
        "csv:Text - txt - csv (StarCalc):44,34,76,1,,1033,false,false,false",
    ]);
    if let Some(filter) = filter {
        command.arg(format!("--infilter={filter}"));
    }
    command.arg("--outdir").arg(home.path()).arg(file).env("LC_ALL", "C.UTF-8").env("HOME", home.path());
    let output = command.output().expect("LibreOffice starts");
    let name = file.file_stem().expect("a name").to_str().expect("UTF-8");
    let text = fs::read_to_string(home.path().join(format!("{name}.csv")))
        .unwrap_or_else(|error| panic!("{error}: {}", String::from_utf8_lossy(&output.stderr)));
    let mut reader = csv::ReaderBuilder::new().has_headers(false).flexible(true).from_reader(text.as_bytes());
    reader.records().map(|record| record.expect("a row").iter().map(str::to_owned).collect()).collect()
}

/// The expected rank, player, placing points and total in the columns 0, 2, 5 and 6.
fn expected(overall: &[RankedPlayer], guard: &str) -> Vec<[String; 4]> {
    let place = |place: &RankedPlayer| {
        let points = place.decisive().0.points();
        let player =
            if place.player.starts_with('=') { format!("{guard}{}", place.player) } else { place.player.clone() };
        [place.rank.expect("a rank").to_string(), player, points.to_string(), place.total.to_string()]
    };
    overall.iter().map(place).collect()
}

fn found(rows: &[Vec<String>]) -> Vec<[String; 4]> {
    rows.iter().skip(1).map(|row| [0, 2, 5, 6].map(|column| row[column].clone())).collect()
}

#[test]
fn libreoffice_reads_the_right_numbers_in_german_and_in_english() {
    if Command::new("soffice").arg("--version").output().is_err() {
        eprintln!(
            "SKIPPED: soffice is missing, so nothing shows that spreadsheets read the standings; install LibreOffice Calc"
        );
        return;
    }
    // Users open a CSV file by a double click, with which LibreOffice guesses separator and language. Here
    // they are given, as usual for the language.
    let languages = [
        (Language::English, "Text - txt - csv (StarCalc):44,34,76,1,,1033,false,true", "total"),
        (Language::German, "Text - txt - csv (StarCalc):59,34,76,1,,1031,false,true", "Gesamt"),
    ];
    for (language, filter, total) in languages {
        let (batch, overall) = results(language);
        let out = batch.folder.path().join("out");
        assert!(overall.iter().any(|place| place.decisive().0.points().fract() != 0.0), "a comma is needed");
        let csv = read_by_libreoffice(&out.join("standings.csv"), Some(filter));
        assert_eq!(csv[0][6], total);
        assert_eq!(found(&csv), expected(&overall, "'"), "{language:?}, CSV");
        let workbook = read_by_libreoffice(&out.join("standings.xlsx"), None);
        assert_eq!(workbook[0][6], total);
        assert_eq!(found(&workbook), expected(&overall, ""), "{language:?}, XLSX");
    }
}

/// The cells of a sheet of the workbook, each with its type and text. Type `n` is a number; the texts of
/// shared strings are filled in.
fn cells(out: &Path, sheet: usize) -> Vec<Vec<(String, String)>> {
    let bytes = fs::read(out.join("standings.xlsx")).expect("a workbook");
    let mut workbook = zip::ZipArchive::new(std::io::Cursor::new(bytes)).expect("a workbook");
    let mut part = |name: &str| {
        let index = workbook.index_for_name(name).expect(name);
        let packed = workbook.by_index_raw(index).expect("a part");
        let mut text = String::new();
        flate2::read::DeflateDecoder::new(packed).read_to_string(&mut text).expect("XML");
        text
    };
    let (texts, sheet) = (part("xl/sharedStrings.xml"), part(&format!("xl/worksheets/sheet{sheet}.xml")));
    let between = |text: &str, begin: &str, end: &str| {
        let parts = text.split(begin).skip(1).filter_map(|rest| rest.split_once(end));
        parts.map(|(part, _)| part.to_owned()).collect::<Vec<_>>()
    };
    let text_of = |text: &String| between(text, "<t", "</t>").pop().expect("a text");
    let texts: Vec<String> = between(&texts, "<si>", "</si>").iter().map(text_of).collect();
    // The element `<t` may have an attribute that marks blanks at either end of the text, so the text begins
    // after `>`.
    let texts: Vec<&str> = texts.iter().filter_map(|text| text.split_once('>')).map(|(_, text)| text).collect();
    let cell = |cell: &String| {
        let value = between(cell, "<v>", "</v>").pop().unwrap_or_default();
        match cell.contains("t=\"s\"") {
            true => ("s".to_owned(), texts[value.parse::<usize>().expect("a text's number")].to_owned()),
            false => ("n".to_owned(), value),
        }
    };
    between(&sheet, "<row ", "</row>")
        .iter()
        .map(|row| between(row, "<c ", "</c>").iter().map(cell).collect())
        .collect()
}

/// Numbers, including those of rounds and tables, are stored as numbers, so that they can be sorted and
/// added. Headings are words in the report's language.
#[test]
fn a_workbook_has_numbers_and_words() {
    let heads = |cells: &[Vec<(String, String)>]| cells[0].iter().map(|(_, head)| head.clone()).collect::<Vec<_>>();
    let (batch, _) = results(Language::English);
    let out = batch.folder.path().join("out");
    assert_eq!(
        heads(&cells(&out, 3)),
        [
            "round",
            "table",
            "rank",
            "shared",
            "player",
            "total",
            "tie",
            "largest territory",
            "kingdoms",
            "missing",
            "doubtful",
            "problem",
            "absent",
            "may change"
        ]
    );
    for sheet in 1..=3 {
        assert!(heads(&cells(&out, sheet)).iter().all(|head| !head.contains('_')), "sheet {sheet}");
    }
    // The headings of the other files stay English, because other programs rely on them.
    let csv = fs::read_to_string(out.join("tables.csv")).expect("a file");
    assert!(
        csv.contains(",largest_territory,") && csv.lines().next().is_some_and(|head| head.ends_with(",may_change"))
    );
    for row in &cells(&out, 3)[1..] {
        let kinds: Vec<&str> = row[..6].iter().map(|(kind, _)| kind.as_str()).collect();
        assert_eq!(kinds, ["n", "n", "n", "s", "s", "n"], "{row:?}");
    }
    let (batch, _) = results(Language::German);
    assert_eq!(heads(&cells(&batch.folder.path().join("out"), 3))[..3], ["Runde", "Tisch", "Platz"]);
}

/// The separator can be chosen; the same content gives the same files.
#[test]
fn the_separator_can_be_chosen_and_the_files_do_not_change_by_themselves() {
    let (batch, _) = results(Language::German);
    let names = ["standings.csv", "rounds.csv", "tables.csv", "standings.xlsx", "projector.html"];
    let files = || names.map(|name| fs::read(batch.folder.path().join("out").join(name)).expect("a file"));
    let before = files();
    let head = "Platz;geteilt;Spieler;Runde 1;Runde 2;Platzpunkte;Gesamt;";
    assert!(String::from_utf8_lossy(&before[0]).contains(head), "{}", String::from_utf8_lossy(&before[0]));
    assert!(String::from_utf8_lossy(&before[0]).contains(";Cem;3,5;4;7,5;"), "{}", String::from_utf8_lossy(&before[0]));
    let out = batch.folder.path().join("out");
    let out = out.to_str().expect("UTF-8");
    let review = |more: &[&str]| {
        let outcome = program::run_with(b"", &[&["review", out], more].concat());
        assert_eq!(outcome.code, 0, "{}", outcome.stderr);
    };
    // Waits long enough that a file with the time in it would differ.
    std::thread::sleep(std::time::Duration::from_millis(1100));
    review(&[]);
    assert_eq!(files(), before);
    review(&["--separator", "comma"]);
    let after = files();
    assert!(
        String::from_utf8_lossy(&after[0]).contains(",Cem,\"3,5\",4,\"7,5\","),
        "{}",
        String::from_utf8_lossy(&after[0])
    );
    assert_eq!(after[3], before[3], "a workbook has no separators");
}

/// The page shows all players, each on one of several parts that alternate. If reduced motion is requested,
/// the parts are shown one below the other.
#[test]
fn the_page_for_a_projector_shows_everybody_in_turn() {
    // Each kingdom is different, because a photo with the same content would be a copy.
    let square = |number: usize, at: u32| ["F", "W", "L"][number / 3_usize.pow(at) % 3];
    let row = |number: usize| (0..3).map(|at| square(number, at)).collect::<String>();
    let photos: Vec<(String, String)> = (1..=23)
        .map(|number| (format!("table-{}/P{number}.jpg", number / 4), format!("C{} k5", row(number))))
        .collect();
    let photos: Vec<(&str, &str)> = photos.iter().map(|(photo, text)| (photo.as_str(), text.as_str())).collect();
    let batch = Batch::new(&photos);
    batch.run("out");
    let page = batch.file("out/projector.html");
    assert_eq!(page.matches("<table").count(), 3);
    for number in 1..=23 {
        assert_eq!(page.matches(&format!("<bdi>P{number}</bdi>")).count(), 1);
    }
    for part in
        ["animation-delay: 24s", "turn 36s step-end infinite", "33.3333% { visibility: hidden; }", "content=\"60\""]
    {
        assert!(page.contains(part), "{part}");
    }
    let motion = page.find("@media (prefers-reduced-motion: no-preference) {").expect("only where motion is wanted");
    assert!(motion < page.find("animation: turn").expect("an animation"));
    assert!(!page.contains("<script") && !page.contains("http:") && !page.contains("https:"), "of one file");
}
