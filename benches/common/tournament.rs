//! Photos of a tournament, and whole batches of them.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, ensure};
use kingdom_painter::rendered::Material;
use kingdom_painter::styles::Faces;
use kingdom_painter::tournament::TournamentSuite;

use super::{SCANNER, watch_memory_mib};

const SUITE: &str = "fixtures/suites/tournament.json";

/// The committed tournament without its damaged photos and copies; its photos in the order of the tables.
pub fn rendered(folder: &Path, long_side_px: f64) -> Result<Vec<PathBuf>> {
    let suite = TournamentSuite::load(Path::new(SUITE))?;
    let mut suite = TournamentSuite { rounds: 1, tables: 10, players: 4, ..suite };
    (suite.blurred, suite.broken, suite.duplicates, suite.dogs) = (0, 0, 0, 0);
    suite.photos.long_side_px = [long_side_px; 2];
    suite.render(&Material { faces: Faces::Drawn, textures: None }, folder)?;
    let tables = fs::read_dir(folder.join("round-1"))?.map(|entry| Ok(entry?.path())).collect::<Result<Vec<_>>>()?;
    let mut photos = Vec::new();
    for table in tables {
        let files = fs::read_dir(table)?.map(|entry| Ok(entry?.path())).collect::<Result<Vec<_>>>()?;
        photos.extend(files.into_iter().filter(|file| file.extension().is_some_and(|ending| ending == "jpg")));
    }
    photos.sort();
    Ok(photos)
}

/// Copies the photos into tables of four, so that no two files have the same bytes.
pub fn laid_out<'a>(photos: impl Iterator<Item = &'a PathBuf>, folder: &Path) -> Result<Vec<PathBuf>> {
    let laid_out = photos.enumerate().map(|(index, photo)| {
        let path = folder.join(format!("round-1/table-{}/player-{}.jpg", index / 4 + 1, index % 4 + 1));
        fs::create_dir_all(path.parent().context("a table has a folder")?)?;
        // Bytes after a JPEG's end do not change the picture.
        let bytes = [fs::read(photo)?, index.to_be_bytes().to_vec()].concat();
        fs::write(&path, bytes)?;
        Ok(path)
    });
    laid_out.collect()
}

/// Runs a batch from scratch: its seconds, and its largest resident size in MiB.
pub fn batch(photos: &Path, out: &Path, jobs: usize) -> Result<(f64, Option<f64>)> {
    if out.exists() {
        fs::remove_dir_all(out)?;
    }
    let begun = Instant::now();
    let mut command = Command::new(SCANNER);
    command.arg("batch").arg(photos).arg("-o").arg(out).args(["--jobs", &jobs.to_string()]);
    let mut child = command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).spawn()?;
    let peak_mib = watch_memory_mib(&mut child, Duration::from_millis(10))?;
    let seconds = begun.elapsed().as_secs_f64();
    ensure!(out.join("report.html").exists(), "the batch ended without a report");
    Ok((seconds, peak_mib))
}
