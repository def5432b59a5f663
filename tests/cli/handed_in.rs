//! `scan --report`: the contents of a report about a misread photo.

use serde_json::{Value, json};

use kingdom_scanner::vision::photo::Photo;
use opencv::prelude::*;

use crate::common::game_photos::Photos;
use crate::common::handed_in::HandedIn;
use crate::common::picture_files::with_place;

/// A phone's photo on its side, with its location: the report has it upright and without the location.
#[test]
fn a_photo_that_was_read_wrongly_is_handed_in_upright_and_without_its_place() {
    let photos = Photos::of(&[("anna.jpg", 0)]);
    let upright = std::fs::read(photos.path("anna.jpg")).expect("a photo");
    std::fs::write(photos.path("turned.jpg"), with_place(&upright, 6)).expect("a file");
    let outcome = photos.run(&["scan", "turned.jpg", "--fix", "r2c2=mine:3", "--report", "wrong.zip"]);
    assert_eq!(outcome.code, 0, "{}", outcome.stderr);
    assert!(outcome.stderr.contains("wrong.zip"), "{}", outcome.stderr);
    let zip = std::fs::read(photos.path("wrong.zip")).expect("a zip");
    let handed_in = HandedIn::of(&zip);
    assert_eq!(handed_in.corrections(), [(&json!("r2c2"), &json!("mine:3"))]);
    // A photo with orientation 6 is displayed rotated by 90 degrees, so its width becomes its height.
    let size = |jpeg: &[u8]| {
        let photo = Photo::from_bytes("a photo", jpeg).expect("a photo");
        [photo.pixels.cols(), photo.pixels.rows()]
    };
    let [width, height] = size(&upright);
    assert_ne!(width, height, "a photo that tells its turn");
    assert_eq!(size(&handed_in.photo), [height, width]);
    // From the photo in the report, the same kingdom is read.
    std::fs::write(photos.path("handed-in.jpg"), &handed_in.photo).expect("a file");
    let total = |words: &[&str]| {
        let line: Value = serde_json::from_str(&photos.run(words).stdout).expect("JSON");
        line["kingdoms"][0]["total"].clone()
    };
    assert_eq!(total(&["scan", "handed-in.jpg", "--json"]), total(&["scan", "turned.jpg", "--json"]));
    let of_two = photos.run(&["scan", "anna.jpg", "turned.jpg", "--report", "two.zip"]);
    assert!(of_two.code == 2 && of_two.stderr.contains("--report belongs to one photo"), "{}", of_two.stderr);
    let no_zip = photos.run(&["scan", "anna.jpg", "--report", "wrong.txt"]);
    assert!(no_zip.stderr.contains("must end in .zip"), "{}", no_zip.stderr);
}
