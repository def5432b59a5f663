//! The report of a large tournament: pages that a phone can open, and no outdated pages left in the folder of
//! results.

use std::collections::{BTreeMap, BTreeSet};
use std::convert::Infallible;
use std::fs;
use std::path::Path;
use std::sync::Arc;
use std::time::Instant;

use crate::common::batch::Batch;
use kingdom_scanner::messages::Language;
use kingdom_scanner::tournament::ranking::Tournament;
use kingdom_scanner::tournament::report::pages::{ONE_PAGE_BYTES, PAGE_BYTES, SmallPictures, write_tournament_report};
use kingdom_scanner::tournament::{ResultsFolder, finish};

/// The size of small copies of photos: 57 kB per photo in a page, a third of it for base64.
const PICTURE_BYTES: usize = 40_000;

/// The largest page that a phone should have to open first.
const FIRST_PAGE_BYTES: usize = 2_000_000;

/// Size of a page's head, style and links.
const FRAME_BYTES: usize = 10_000;

/// A complete kingdom, different for each number; every seventh needs review.
fn kingdom(number: usize) -> String {
    let mut rest = number.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 7;
    let mut letter = |index: usize| {
        let letter = ["W", "F", "L", "G", "S", "F1", "W1"][rest % 7];
        rest = rest / 7 + index;
        if index == 12 { "C" } else { letter }
    };
    let squares: Vec<&str> = (0..25).map(&mut letter).collect();
    let rows: Vec<String> = squares.chunks(5).map(|row| row.concat()).collect();
    format!("{} k5{}", rows.join("/"), if number.is_multiple_of(7) { "?" } else { "" })
}

/// A tournament of this many rounds, each with this many tables of four, and some photos without a table. One
/// player's name is an injection attempt.
fn large(rounds: usize, tables: usize) -> Batch {
    let mut photos = Vec::new();
    for seat in 0..rounds * tables * 4 {
        let (round, table) = (1 + seat / (tables * 4), 1 + seat / 4 % tables);
        let player = seat % (tables * 4);
        let player = if player == 5 { "<script>alert(1)<'\"&>".to_owned() } else { format!("Anna-{player}-Süd") };
        photos.push((format!("round-{round}/table-{table}/{player}.jpg"), kingdom(seat)));
    }
    photos.push(("nobody's.jpg".to_owned(), "W1CL k5".to_owned()));
    Batch::new(&photos.iter().map(|(name, text)| (name.as_str(), text.as_str())).collect::<Vec<_>>())
}

/// The pages by their paths in the folder of results.
type Pages = BTreeMap<String, String>;

fn written(tournament: &Tournament, language: Language) -> Pages {
    let mut pages = Pages::new();
    let jpeg = |_: &str| Some(vec![0x5a; PICTURE_BYTES]);
    let beside = |sha256: &str| Some(format!("../pictures/{sha256}.jpg"));
    let pictures = SmallPictures { jpeg: &jpeg, beside: &beside };
    let done = write_tournament_report(tournament, pictures, language, &mut |name, page| {
        let address = name.map_or_else(|| "report.html".to_owned(), |name| format!("report/{name}"));
        let page = String::from_utf8(page.to_vec()).expect("UTF-8");
        assert!(pages.insert(address, page).is_none(), "{name:?} is written twice");
        Ok::<(), Infallible>(())
    });
    done.expect("written");
    pages
}

fn attributes<'p>(page: &'p str, name: &str) -> Vec<&'p str> {
    let begin = format!(" {name}=\"");
    page.split(begin.as_str()).skip(1).filter_map(|rest| rest.split('"').next()).collect()
}

/// Every link has a target, nothing is loaded from elsewhere, and no page is too large.
fn assert_sound(pages: &Pages) {
    let ids: BTreeMap<&str, BTreeSet<&str>> =
        pages.iter().map(|(address, page)| (address.as_str(), attributes(page, "id").into_iter().collect())).collect();
    for (address, page) in pages {
        let most = if address == "report.html" { FIRST_PAGE_BYTES } else { PAGE_BYTES + FRAME_BYTES };
        assert!(page.len() <= most, "{address}: {} bytes", page.len());
        assert!(!page.contains("<script") && page.ends_with("</html>\n"), "{address}");
        for link in attributes(page, "href") {
            let (file, id) = link.split_once('#').unwrap_or((link, ""));
            let target = match file.strip_prefix("../") {
                _ if file.is_empty() => address.clone(),
                Some(above) => above.to_owned(),
                None => Path::new(address).with_file_name(file).to_str().expect("UTF-8").to_owned(),
            };
            let ids = ids.get(target.as_str()).unwrap_or_else(|| panic!("{address}: {link} leads nowhere"));
            assert!(id.is_empty() || ids.contains(id), "{address}: {link} leads nowhere");
        }
        for source in attributes(page, "src") {
            assert!(source.starts_with("../pictures/") && source.ends_with(".jpg"), "{address}: {source:.60}");
        }
        let unique = attributes(page, "id");
        assert_eq!(unique.len(), unique.iter().collect::<BTreeSet<_>>().len(), "{address}");
    }
}

/// An open question has the colour of doubts; the sentence that nothing is left to check does not.
#[test]
fn the_all_clear_is_not_in_the_colour_of_doubts() {
    let photos = [("table-1/Anna.jpg", "F1FF/WCF/WL1L k5"), ("table-1/Ben.jpg", "FFF/FCW/FF1W k5")];
    let section = |batch: &Batch| {
        batch.run("out");
        let page = batch.file("out/report.html");
        let section =
            page.split("<section class=\"").find(|section| section.contains("id=\"look\"")).expect("a section");
        (section.split_once('"').expect("a class").0.to_owned(), section.contains("Nothing left to check."), page)
    };
    let batch = Batch::new(&photos);
    let (class, is_clear, page) = section(&batch);
    assert!(is_clear && class == "look clear", "{class}");
    assert!(page.contains(".look.clear { border-color: var(--clear); }"));
    batch.write("table-1/Ben.jpg", "FFF/FCW/FL1W k5?");
    let (class, is_clear, _) = section(&batch);
    assert!(!is_clear && class == "look", "{class}");
}

#[test]
fn a_large_report_has_pages_that_a_phone_opens() {
    let batch = large(2, 40);
    let tournament = batch.run("out");
    for language in Language::ALL {
        let pages = written(&tournament, language);
        assert_sound(&pages);
        let articles: usize = pages.values().map(|page| page.matches("<article").count()).sum();
        assert_eq!(articles, 2 * 40 * 4 + 1);
        let first = &pages["report.html"];
        assert!(!first.contains("<article") && first.contains("href=\"report/round-2-tables-page-1.html\""));
        let begin = format!("<html lang=\"{}\">", language.id());
        assert!(pages.values().all(|page| page.contains(&begin)));
    }
    let pages = written(&tournament, Language::German);
    let last = pages.keys().rfind(|address| address.starts_with("report/round-1-tables")).expect("a page");
    assert!(pages[last].contains("Vorige Seite") && !pages[last].contains("Nächste Seite"), "{last}");
    assert!(pages["report.html"].contains(">Tische 1 bis "));
    // A table is not split if it fits on the next page.
    let of_round = pages.iter().filter(|(address, _)| address.starts_with("report/round-1-tables"));
    assert_eq!(of_round.map(|(_, page)| page.matches("<h3").count()).sum::<usize>(), 40);
    // A player in a round's ranking links to the kingdom. So does a photo to check.
    assert!(pages["report/round-1-standings-page-1.html"].contains("href=\"round-1-tables-page-1.html#photo-"));
    assert!(pages["report.html"].contains("href=\"report/round-1-tables-page-1.html#photo-"));
}

/// Each of these lists in turn is the longest: players, tables, photos to check, questions, copies.
#[test]
fn no_list_makes_a_page_too_large() {
    let batch = large(1, 2);
    batch.write("again.jpg", &kingdom(3));
    batch.write("round-2/table-1/Anna-2-Süd.jpg", &kingdom(900));
    batch.write("round-2/table-2/Anna-2-Süd.jpg", &kingdom(901));
    let mut tournament = batch.run("out");
    fn many<T: Clone>(things: &mut Vec<T>) {
        assert!(!things.is_empty());
        *things = things.iter().cycle().take(20_000).cloned().collect();
    }
    many(&mut tournament.overall);
    many(&mut tournament.to_review);
    many(&mut tournament.questions);
    many(&mut tournament.duplicates);
    many(&mut tournament.rounds[0].ranking);
    many(&mut Arc::make_mut(&mut tournament.rounds[1].tables[0]).ranking);
    tournament.stale_corrections = vec!["round-1/table-1/anna.jpg".to_owned(); 20_000];
    let pages = written(&tournament, Language::English);
    assert_sound(&pages);
    let all: String = pages.values().map(String::as_str).collect();
    assert_eq!(all.matches("Show all 20000").count(), 5);
    let reviews = pages.iter().filter(|(address, _)| address.starts_with("report/to-check-page-"));
    let looks: usize = reviews.map(|(_, page)| page.matches("class=\"why\"").count()).sum();
    assert_eq!(looks, 20_000);
}

#[test]
fn a_small_report_stays_one_page() {
    let batch = large(1, 20);
    let pages = written(&batch.run("out"), Language::English);
    assert_eq!(pages.len(), 1);
    let page = &pages["report.html"];
    assert!(page.len() <= ONE_PAGE_BYTES && page.contains("data:image/jpeg;base64,"));
}

/// Gives the small copies this size, to be as large as real ones.
fn enlarge_pictures(out: &Path, bytes: usize) {
    for picture in fs::read_dir(out.join("pictures")).expect("a folder") {
        fs::write(picture.expect("a picture").path(), vec![0x5a; bytes]).expect("a file");
    }
}

#[test]
fn pages_come_and_go_with_the_results() {
    let batch = large(1, 50);
    batch.run("out");
    let out = batch.folder.path().join("out");
    let pages = |batch: &Batch| {
        let files = batch.files("out");
        let is_page = |name: &String| name.ends_with(".html") && name != "projector.html";
        let in_text = |(name, bytes)| (name, String::from_utf8(bytes).expect("UTF-8"));
        files.into_iter().filter(|(name, _)| is_page(name)).map(in_text).collect::<Pages>()
    };
    assert_eq!(pages(&batch).len(), 1);
    enlarge_pictures(&out, PICTURE_BYTES);
    finish(&ResultsFolder::create(&out).expect("a folder"), Language::English).expect("a report");
    let large = pages(&batch);
    assert!(large.len() > 2);
    assert_sound(&large);
    for source in large.iter().filter(|(name, _)| *name != "report.html").flat_map(|(_, page)| attributes(page, "src"))
    {
        assert!(out.join("report").join(source).exists(), "{source}");
    }
    fs::write(out.join("report/notes.html"), "mine").expect("a file");
    fs::write(out.join("report/round-9-tables-page-1.html"), "of another day").expect("a file");
    finish(&ResultsFolder::create(&out).expect("a folder"), Language::English).expect("a report");
    let again = pages(&batch);
    assert!(again.contains_key("report/notes.html") && again.len() == large.len() + 1);
    enlarge_pictures(&out, 10);
    finish(&ResultsFolder::create(&out).expect("a folder"), Language::English).expect("a report");
    assert_eq!(pages(&batch).into_keys().collect::<Vec<_>>(), ["report.html", "report/notes.html"]);
    fs::remove_file(out.join("report/notes.html")).expect("removed");
    finish(&ResultsFolder::create(&out).expect("a folder"), Language::English).expect("a report");
    assert!(!out.join("report").exists());
}

/// Writes the report of a tournament with as many tables as the variable `TABLES` says, by default a few.
/// `TABLES=313 cargo test --release --workspace --test tournament pages -- --nocapture` measures 5000 photos,
/// about 250 MB. The output stays in the folder that `PAGES` names, if it is set.
#[test]
fn a_large_tournament_measured() {
    let tables = std::env::var("TABLES").ok().and_then(|tables| tables.parse().ok()).unwrap_or(12);
    let batch = large(4, tables);
    batch.run("out");
    let out = batch.folder.path().join("out");
    enlarge_pictures(&out, PICTURE_BYTES);
    let begun = Instant::now();
    finish(&ResultsFolder::create(&out).expect("a folder"), Language::English).expect("a report");
    let seconds = begun.elapsed().as_secs_f64();
    let size = |path: &Path| fs::metadata(path).expect("a page").len() as usize;
    let pages = fs::read_dir(out.join("report")).expect("pages").map(|page| size(&page.expect("a page").path()));
    let pages: Vec<usize> = pages.collect();
    let (first, largest) = (size(&out.join("report.html")), pages.iter().max().expect("pages"));
    let photos = batch.file("out/results.ndjson").lines().count();
    println!(
        "{photos} photos: first page {first} bytes, {} more, the largest {largest} bytes, {seconds:.1} s",
        pages.len()
    );
    assert!(first <= FIRST_PAGE_BYTES && *largest <= PAGE_BYTES + FRAME_BYTES);
    if let Some(kept) = std::env::var_os("PAGES") {
        fs::create_dir_all(&kept).expect("a folder");
        fs::rename(out.join("report"), Path::new(&kept).join("report")).expect("moved");
        fs::copy(out.join("report.html"), Path::new(&kept).join("report.html")).expect("copied");
    }
}
