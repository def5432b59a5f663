//! Writes files: annotated pictures, the card, the report as a zip, and the pictures of each stage.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::Context;
use kingdom_scanner::vision::opencv::core::Mat;

use kingdom_scanner::messages::{MessageId, Words};
use kingdom_scanner::report::bundle::{PHOTO, bundle};
use kingdom_scanner::report::card::{CardKingdom, scan_card};
use kingdom_scanner::vision::annotate::{Annotation, write_annotated};
use kingdom_scanner::vision::photo::encode_jpeg;
use kingdom_scanner::vision::picture_file::write_picture;
use kingdom_scanner::vision::scan::{KingdomScan, PhotoRun};
use kingdom_scanner::vision::stage_pictures;

use super::{Args, Scanned};
use crate::cli::picture::{cut, tell_written};
use crate::cli::remark_line;

const DEBUG_JPEG_QUALITY: i32 = 90;

/// JPEG quality, 1 to 100: high, because the squares are read again from this picture.
const REPORT_JPEG_QUALITY: i32 = 92;

impl Args {
    /// Whether pictures are written, which need a photo's pixels.
    pub fn draws(&self) -> bool {
        self.annotate.is_some() || self.debug_dir.is_some() || self.picture.path().is_some() || self.report.is_some()
    }

    /// The path for a photo's own pictures: `out` itself, or with several photos a path in it.
    pub fn place_in(&self, out: &Path, file_name: impl AsRef<Path>) -> PathBuf {
        if self.photos.len() > 1 { out.join(file_name) } else { out.to_owned() }
    }
}

/// The photo's path as a single name, without the extension.
pub fn stem(photo: &Path) -> String {
    let path = photo.with_extension("");
    path.components()
        .filter_map(|part| match part {
            std::path::Component::Normal(name) => Some(name.to_string_lossy()),
            _ => None,
        })
        .collect::<Vec<_>>()
        .join("-")
}

/// Writes the photo with grid and readings drawn on it.
pub fn write_annotation(scanned: &Scanned, args: &Args) -> anyhow::Result<()> {
    let Some(out) = &args.annotate else { return Ok(()) };
    let path = args.place_in(out, format!("{}.jpg", stem(Path::new(&scanned.photo.name))));
    let mut annotations = Vec::new();
    for (KingdomScan { fit, .. }, report) in scanned.scan.kingdoms.iter().zip(&scanned.reports) {
        annotations.push(Annotation { to_photo: fit.to_photo, reading: report.reading, total: report.sheet.total });
    }
    write_annotated(&path, scanned.photo, &annotations)?;
    let written = MessageId::PictureWritten.with("path", path.display().to_string());
    remark_line!("{}", written.in_language(args.language.language()));
    Ok(())
}

/// Writes the photo's kingdoms as a picture for the players.
pub fn write_card(scanned: &Scanned, args: &Args) -> anyhow::Result<()> {
    if args.picture.path().is_none() {
        return Ok(());
    }
    let language = args.language.language();
    let kingdoms = CardKingdom::of_scan(&scanned.reports);
    args.picture.write(
        |has_photo: &[bool]| scan_card(&kingdoms, has_photo, language),
        |side_px| kingdoms.iter().map(|kingdom| cut(scanned.photo, kingdom, side_px)).collect(),
        language,
    )
}

/// Writes the zip for reporting a photo that was misread.
pub fn write_report(scanned: &Scanned, args: &Args) -> anyhow::Result<()> {
    let Some(path) = &args.report else { return Ok(()) };
    let reading = scanned.line(PHOTO, args).to_line()?;
    let jpeg = encode_jpeg(&scanned.photo.pixels, REPORT_JPEG_QUALITY)?;
    let zip = bundle(&jpeg, reading.as_bytes())?;
    write_picture(path, &zip).with_context(|| format!("{}: cannot write the zip", path.display()))?;
    tell_written(path, args.language.language());
    Ok(())
}

/// Writes a picture of each stage, and the timings.
pub fn write_stages(run: &PhotoRun, args: &Args) -> anyhow::Result<()> {
    let Some(dir) = &args.debug_dir else { return Ok(()) };
    let dir = args.place_in(dir, stem(Path::new(&run.photo.name)));
    fs::create_dir_all(&dir).with_context(|| format!("{}: cannot make the folder", dir.display()))?;
    for (number, (name, picture)) in debug_pictures(run)?.iter().enumerate() {
        let path = dir.join(format!("{}-{name}.jpg", number + 1));
        write(&path, &encode_jpeg(picture, DEBUG_JPEG_QUALITY)?)?;
    }
    let lines: String =
        run.trace.timings.stages_ms.iter().map(|(stage, ms)| format!("{stage}: {ms:.2} ms\n")).collect();
    write(&dir.join("timings.txt"), lines.as_bytes())
}

fn write(path: &Path, bytes: &[u8]) -> anyhow::Result<()> {
    fs::write(path, bytes).with_context(|| format!("{}: cannot write", path.display()))
}

/// A picture of the result of each stage of this run, in order; stages after a failure are missing.
fn debug_pictures(run: &PhotoRun) -> anyhow::Result<Vec<(String, Mat)>> {
    let photo = &run.photo;
    let mut pictures = vec![("photo".to_owned(), photo.pixels.clone())];
    for (number, pass) in run.trace.locator_passes.iter().enumerate() {
        pictures.push((format!("look-{}", number + 1), stage_pictures::locator_pass(pass)?));
        pictures.push((format!("look-{}-peaks", number + 1), stage_pictures::peaks(photo, pass)?));
    }
    for (number, kingdom) in run.scan.iter().flat_map(|scan| &scan.kingdoms).enumerate() {
        let name = format!("kingdom-{}", number + 1);
        pictures.push((format!("{name}-grid-fit"), stage_pictures::grid(photo, &kingdom.fit)?));
        pictures.push((format!("{name}-board"), kingdom.board.picture.clone()));
        let readings = stage_pictures::readings(&kingdom.board, &kingdom.guesses)?;
        pictures.push((format!("{name}-square-guesses"), readings));
    }
    Ok(pictures)
}
