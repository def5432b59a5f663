//! Several kingdoms in one picture are found, read and numbered each for itself.
#![cfg(feature = "vision")]

use std::collections::BTreeSet;
use std::error::Error;
use std::path::{Path, PathBuf};

use kingdom_scanner::comparison::Comparison;
use kingdom_scanner::formats::{KingdomRecord, parse_json};
use kingdom_scanner::network::Networks;
use kingdom_scanner::photo::Photo;
use kingdom_scanner::pipeline::{KingdomScan, ScanOptions, scan};
use opencv::core::{self, Mat, Size, Vector};
use opencv::imgproc;
use opencv::prelude::MatTraitConst;

type TestResult = Result<(), Box<dyn Error>>;

const HEIGHT_PX: i32 = 900;

fn fixture(file: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures/photos").join(file)
}

fn label(name: &str) -> Result<KingdomRecord, Box<dyn Error>> {
    Ok(parse_json(&std::fs::read_to_string(fixture(&format!("{name}.json")))?)?.record)
}

/// Fixtures side by side, all of one height.
fn beside(names: &[&str]) -> Result<Photo, Box<dyn Error>> {
    let parts = names.iter().map(|name| {
        let pixels = Photo::load(&fixture(&format!("{name}.jpg")))?.pixels;
        let width = pixels.cols() * HEIGHT_PX / pixels.rows();
        let mut part = Mat::default();
        imgproc::resize(&pixels, &mut part, Size::new(width, HEIGHT_PX), 0.0, 0.0, imgproc::INTER_AREA)?;
        Ok(part)
    });
    let parts: Vector<Mat> = parts.collect::<Result<_, Box<dyn Error>>>()?;
    let mut pixels = Mat::default();
    core::hconcat(&parts, &mut pixels)?;
    Ok(Photo::from_pixels("table.png", pixels))
}

fn assert_read_as(kingdom: &KingdomScan, name: &str) -> TestResult {
    let truth = label(name)?.kingdom;
    let comparison = Comparison::of(truth.squares(), &BTreeSet::new(), kingdom.reading.kingdom.squares());
    assert_eq!(comparison.wrong, [], "{name}");
    Ok(())
}

#[test]
fn every_kingdom_is_read_and_numbered_from_the_left() -> TestResult {
    let networks = Networks::embedded()?;
    for names in [&["five", "holes"][..], &["holes", "seven"], &["five", "nothing", "holes"], &["five"]] {
        let scan = scan(&beside(names)?, &networks, &ScanOptions::default())?;
        let expected: Vec<&&str> = names.iter().filter(|name| **name != "nothing").collect();
        assert_eq!(scan.kingdoms.len(), expected.len(), "{names:?}");
        for (kingdom, name) in scan.kingdoms.iter().zip(expected) {
            assert_read_as(kingdom, name)?;
        }
    }
    Ok(())
}

#[test]
fn kingdoms_below_each_other_are_numbered_from_the_top() -> TestResult {
    let mut turned = Mat::default();
    core::rotate(&beside(&["five", "holes"])?.pixels, &mut turned, core::ROTATE_90_CLOCKWISE)?;
    let photo = Photo::from_pixels("table.png", turned);
    let kingdoms = scan(&photo, &Networks::embedded()?, &ScanOptions::default())?.kingdoms;
    let lands = kingdoms.iter().map(|kingdom| kingdom.reading.kingdom.squares().cells().len());
    assert_eq!(lands.collect::<Vec<_>>(), [25, 25]);
    let upper_edges: Vec<f64> = kingdoms.iter().map(|kingdom| kingdom.corners_px(&photo)[0][1]).collect();
    assert!(upper_edges[0] < upper_edges[1], "{upper_edges:?}");
    Ok(())
}

#[test]
fn one_takes_the_largest() -> TestResult {
    let (photo, networks) = (beside(&["five", "seven"])?, Networks::embedded()?);
    let all = scan(&photo, &networks, &ScanOptions::default())?.kingdoms;
    let largest = all.iter().map(|kingdom| kingdom.fit.area_px()).fold(0.0, f64::max);
    let options = ScanOptions { one: true, ..Default::default() };
    let one = scan(&photo, &networks, &options)?.kingdoms;
    assert_eq!(one.iter().map(|kingdom| kingdom.fit.area_px()).collect::<Vec<_>>(), [largest]);
    assert_eq!(all.len(), 2);
    Ok(())
}
