//! `--picture` and `--html`, on photos from our own painter.

use std::fs;
use std::path::Path;

use image::{DynamicImage, GenericImageView};

use crate::common::game_photos::Photos;
use crate::common::program::{Outcome, paint, run};

fn opened(path: &Path) -> DynamicImage {
    image::open(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

fn fixture(name: &str, more: &[&str]) -> (DynamicImage, Outcome) {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let out = folder.path().join("card.png");
    let photo = format!("fixtures/photos/{name}.jpg");
    let args = ["scan", &photo, "--no-gallery", "--picture", out.to_str().expect("UTF-8")];
    let outcome = run(&[&args[..], more].concat());
    assert_eq!(outcome.code, 0, "{}", outcome.stderr);
    (opened(&out), outcome)
}

#[test]
fn a_scan_becomes_a_picture_of_1080_pixels() {
    for (name, more) in [
        ("five", &["--player", "Jürgen Müller"][..]),
        ("seven", &["--picture-theme", "dark"]),
        ("holes", &[]),
        ("queendomino", &["--lang", "de"]),
    ] {
        let (card, _) = fixture(name, more);
        assert_eq!(card.width(), 1080, "{name}");
        assert!((1000..2000).contains(&card.height()), "{name}: {}", card.height());
        let is_dark = more.contains(&"dark");
        assert_eq!(card.get_pixel(2, 2).0[..3], if is_dark { [0x1b, 0x1b, 0x1d] } else { [255; 3] }, "{name}");
    }
}

/// The centre of the castle's square looks the same as in the photo.
#[test]
fn the_kingdom_is_cut_out_of_its_photo() {
    let (card, _) = fixture("five", &[]);
    let photo = opened(&Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures/photos/five.jpg"));
    let mean = |picture: &DynamicImage, at: (u32, u32), side: u32| {
        let part = picture.crop_imm(at.0 - side / 2, at.1 - side / 2, side, side).to_rgb8();
        let sum = part
            .pixels()
            .fold([0; 3], |sum, pixel| [0, 1, 2].map(|channel| sum[channel] + u32::from(pixel.0[channel])));
        sum.map(|sum| sum / (side * side))
    };
    // The grid's corners come from the label; the card's squares have 200 pixels, and the last ones end above
    // its margin.
    let there = mean(&photo, ((192 + 965 + 907 + 157) / 4, (284 + 309 + 1157 + 1045) / 4), 60);
    let here = mean(&card, (540, card.height() - 54 - 500), 80);
    assert!(there.iter().zip(here).all(|(there, here)| there.abs_diff(here) < 12), "{there:?} {here:?}");
}

#[test]
fn a_game_becomes_one_picture_and_one_page() {
    let long = "Ärzte-Gemeinschaft Übersee & Söhne von der Großen Straße";
    let photos = Photos::of(&[("a.jpg", 0), ("b.jpg", 1), ("c.jpg", 2)]);
    let photo = format!("{long}=a.jpg");
    let game = ["game", &photo, "Ben=b.jpg", "Zoë <script>=c.jpg", "--save", "game.json"];
    let outcome = photos.run(&[&game[..], &["--picture", "game.JPG", "--html", "game.html"]].concat());
    assert_eq!(outcome.code, 0, "{}", outcome.stderr);
    let card = opened(&photos.path("game.JPG"));
    assert!(card.width() == 1080 && card.height() > 1200, "{} x {}", card.width(), card.height());
    assert!(fs::read(photos.path("game.JPG")).expect("a file").starts_with(&[0xff, 0xd8]));
    let page = fs::read_to_string(photos.path("game.html")).expect("a page");
    assert_eq!(page.matches("data:image/jpeg;base64,").count(), 3);
    assert!(page.contains("Übersee &amp; Söhne") && page.contains("Zoë &lt;script&gt;") && !page.contains("<script"));
    assert!(page.contains(">4 x 2 = 8</text>") && page.contains("wins the tie with a lake of 6"), "{page}");
    assert!(!page.contains("TO CHECK") && !page.contains(">?</text>"));
    // A saved game has the photos' names: the photos are shown as long as they have not changed.
    fs::remove_file(photos.path("b.jpg")).expect("a file");
    fs::copy(photos.path("a.jpg"), photos.path("c.jpg")).expect("a file");
    let again = photos.run(&["game", "game.json", "--html", "again.html", "--picture", "again.png"]);
    assert_eq!(again.code, 0, "{}", again.stderr);
    let page = fs::read_to_string(photos.path("again.html")).expect("a page");
    assert_eq!(page.matches("data:image/jpeg;base64,").count(), 1);
    assert_eq!(opened(&photos.path("again.png")).dimensions(), card.dimensions());
}

/// A kingdom with a doubtful total is marked, on the page and on the picture.
#[test]
fn what_is_to_check_never_looks_certain() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let path = |name: &str| folder.path().join(name).to_str().expect("UTF-8").to_owned();
    fs::copy("fixtures/photos/queendomino.jpg", path("anna.jpg")).expect("a copy");
    let args = ["game", &path("anna.jpg"), &path("gone.jpg"), "--no-gallery", "--html", &path("game.html")];
    let outcome = run(&args);
    assert_eq!(outcome.code, 2, "{}", outcome.stderr);
    let page = fs::read_to_string(path("game.html")).expect("a page");
    for part in [
        "TO CHECK: this total may be wrong.",
        ">?</text>",
        "gone.jpg was not read",
        "building?",
        "totals and ranks marked with ?",
    ] {
        assert!(page.contains(part), "{part}");
    }
    assert!(page.contains("coins not given, counted as 0"));
}

#[test]
fn a_picture_that_cannot_be_is_refused() {
    let photos = Photos::of(&[("anna.jpg", 0)]);
    photos.copy("anna.jpg", "ben.png");
    fs::create_dir(photos.path("folder.png")).expect("a folder");
    let before = fs::read(photos.path("anna.jpg")).expect("a photo");
    for (args, words) in [
        (&["scan", "anna.jpg", "--picture", "card.gif"][..], "the name card.gif must end in .png, .jpg or .jpeg"),
        (&["game", "anna.jpg", "--picture", "card"], "the name card must end in .png, .jpg or .jpeg"),
        (&["scan", "anna.jpg", "--annotate", "read.gif"], "the name read.gif must end in .png, .jpg or .jpeg"),
        (&["scan", "anna.jpg", "--picture", "./anna.jpg"], "would overwrite the photo"),
        (&["game", "anna.jpg", "--picture", "./anna.jpg"], "would overwrite the photo"),
        (&["scan", "anna.jpg", "--picture", "new/card.png"], "there is no folder new; make it first"),
        (&["scan", "anna.jpg", "--picture", "folder.png"], "this is a folder"),
        (
            &["scan", "anna.jpg", "ben.png", "--picture", "card.png"],
            "`game` puts the kingdoms of several photos into one picture",
        ),
        (&["scan", "anna.jpg", "--picture", "x.png", "--annotate", "x.png"], "would both write x.png"),
        (&["scan", "anna.jpg", "--picture-theme", "dark"], "--picture <OUT>"),
        (&["game", "anna.jpg", "--html", "game.txt"], "the name game.txt must end in .html"),
        (&["game", "anna.jpg", "--html", "new/game.html"], "there is no folder new"),
    ] {
        let outcome = photos.run(args);
        assert!(outcome.code == 2 && outcome.stderr.contains(words), "{args:?}: {}", outcome.stderr);
    }
    // A saved game's photos must not be overwritten, either.
    assert_eq!(photos.run(&["game", "anna.jpg", "--save", "game.json"]).code, 0);
    let outcome = photos.run(&["game", "game.json", "--picture", "anna.jpg"]);
    assert!(outcome.code == 2 && outcome.stderr.contains("would overwrite the photo"), "{}", outcome.stderr);
    assert_eq!(fs::read(photos.path("anna.jpg")).expect("a photo"), before);
    assert!(!photos.path("new").exists() && !photos.path("card.png").exists() && !photos.path("x.png").exists());
}

#[test]
fn an_annotated_photo_may_be_a_png_and_numbers_its_kingdoms() {
    let photos = Photos::of(&[("anna.jpg", 0), ("ben.jpg", 1)]);
    photos.join(&["anna.jpg", "ben.jpg"], "table.jpg");
    let outcome = photos.run(&["scan", "table.jpg", "--annotate", "read.png", "--picture", "card.png"]);
    assert_eq!(outcome.code, 0, "{}", outcome.stderr);
    assert!(fs::read(photos.path("read.png")).expect("a file").starts_with(b"\x89PNG"));
    assert_eq!(opened(&photos.path("card.png")).width(), 1080);
}

#[test]
fn a_game_of_seven_by_seven_fits() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let path = |name: &str| folder.path().join(name).to_str().expect("UTF-8").to_owned();
    fs::copy("fixtures/photos/seven.jpg", path("anna.jpg")).expect("a copy");
    paint(&["FFW1WCLL/GGG1SSLL k7", "-o", &path("ben.jpg"), "--seed", "4"]);
    let args =
        ["game", &path("anna.jpg"), &path("ben.jpg"), "--size", "7", "--no-gallery", "--picture", &path("game.png")];
    let outcome = run(&args);
    assert_eq!(outcome.code, 0, "{}", outcome.stderr);
    assert_eq!(opened(Path::new(&path("game.png"))).width(), 1080);
}
