//! Whole photographs are read correctly when rotated, relit, reduced and compressed. Skipped without the
//! photographs, which are not ours.

use crate::common::photos;
use std::collections::BTreeSet;
use std::error::Error;

use kingdom_scanner::domain::Place;
use kingdom_scanner::formats::{KingdomRecord, parse_json};
use kingdom_scanner::vision::networks::Networks;
use kingdom_scanner::vision::photo::{Photo, encode_jpeg};
use kingdom_scanner::vision::scan::{ScanOptions, scan};
use kingdom_validator::comparison::Comparison;
use opencv::core::{Mat, ROTATE_90_CLOCKWISE, Size};
use opencv::imgproc;
use opencv::prelude::MatTraitConst;

type TestResult = Result<(), Box<dyn Error>>;

type Change = fn(&Mat) -> opencv::Result<Mat>;

/// Changes of a photo before it is scanned.
const CHANGES: [(&str, Change); 6] = [
    ("as it is", |picture| picture.try_clone()),
    ("half as large", |picture| shrunk(picture, 0.5)),
    ("a quarter as large", |picture| shrunk(picture, 0.25)),
    ("30 % darker", |picture| lit(picture, 0.7)),
    ("30 % brighter", |picture| lit(picture, 1.3)),
    ("at JPEG quality 40", |picture| compressed(picture)),
];

fn shrunk(picture: &Mat, share: f64) -> opencv::Result<Mat> {
    let mut smaller = Mat::default();
    imgproc::resize(picture, &mut smaller, Size::default(), share, share, imgproc::INTER_AREA)?;
    Ok(smaller)
}

fn lit(picture: &Mat, share: f64) -> opencv::Result<Mat> {
    let mut lit = Mat::default();
    picture.convert_to(&mut lit, -1, share, 0.0)?;
    Ok(lit)
}

fn compressed(picture: &Mat) -> opencv::Result<Mat> {
    let bytes = encode_jpeg(picture, 40).expect("a picture of a photo's size");
    Ok(Photo::from_bytes("compressed", &bytes).expect("it was encoded just now").pixels)
}

#[test]
fn pictures_are_read_right_in_every_turn_size_light_and_quality() -> TestResult {
    let networks = Networks::embedded()?;
    let (mut wrong, mut scans, mut doubted) = (Vec::new(), 0, 0);
    for path in photos::labels_in(&["pictures"]).unwrap_or_default() {
        let label: KingdomRecord = parse_json(&std::fs::read_to_string(&path)?)?.record;
        let image = path.with_file_name(label.photo.image.clone().ok_or("a label names its picture")?);
        let mut picture = Photo::load(&image)?.pixels;
        let occluded: BTreeSet<Place> =
            label.photo.occluded.iter().flat_map(|squares| squares.keys().copied()).collect();
        for turn in 0..4 {
            for (change, changed) in CHANGES {
                let name = format!("{}, {turn} quarter turns, {change}", image.display());
                let photo = Photo::from_pixels(name, changed(&picture)?);
                scans += 1;
                let kingdoms =
                    scan(&photo, &networks, &ScanOptions::default()).map_or(Vec::new(), |scan| scan.kingdoms);
                let [found] = &kingdoms[..] else {
                    wrong.push(format!("{}: {} kingdoms", photo.name, kingdoms.len()));
                    continue;
                };
                doubted += usize::from(found.reading.needs_review);
                // Compares in whichever orientation the kingdom was read.
                let read = Comparison::new(label.kingdom.squares(), &occluded, found.reading.kingdom.squares());
                if !read.wrong.is_empty() {
                    wrong.push(format!("{}: {:?}", photo.name, read.wrong));
                }
            }
            let mut turned = Mat::default();
            opencv::core::rotate(&picture, &mut turned, ROTATE_90_CLOCKWISE)?;
            picture = turned;
        }
    }
    println!("{scans} scans, {doubted} of them to check");
    assert!(wrong.is_empty(), "{wrong:#?}");
    Ok(())
}

/// A castle of cardboard stands upright and hides its square. Seen at such an angle, the grid is uncertain.
#[test]
fn a_kingdom_whose_castle_stands_upright_gets_a_sheet_to_check_at_any_angle() -> TestResult {
    let networks = Networks::embedded()?;
    let Some(labels) = photos::labels_in(&["reports"]) else { return Ok(()) };
    let is_meant = |path: &&std::path::PathBuf| path.ends_with("oblique_castle_standing.json");
    let path = labels.iter().find(is_meant).ok_or("the photo of a standing castle")?;
    let mut label: serde_json::Value = serde_json::from_str(&std::fs::read_to_string(path)?)?;
    // These are notes on the photo, for which a kingdom's label has no fields.
    let fields = label.as_object_mut().ok_or("an object")?;
    ["note", "labelled"].into_iter().for_each(|field| drop(fields.remove(field)));
    let label: KingdomRecord = parse_json(&label.to_string())?.record;
    let photo = Photo::load(&path.with_extension("jpg"))?;
    let scan = scan(&photo, &networks, &ScanOptions::default())?;
    let [found] = &scan.kingdoms[..] else { return Err(format!("{} kingdoms", scan.kingdoms.len()).into()) };
    let read = Comparison::new(label.kingdom.squares(), &BTreeSet::new(), found.reading.kingdom.squares());
    assert_eq!(read.wrong, []);
    let warnings: Vec<String> = found.reading.warnings.iter().map(|warning| warning.message.to_string()).collect();
    assert!(found.reading.needs_review, "nobody sees the castle's square");
    assert!(warnings.iter().any(|warning| warning.contains("castle")), "{warnings:?}");
    assert!(warnings.iter().any(|warning| warning.contains("at an angle of about")), "{warnings:?}");
    Ok(())
}
