//! `--same-game`: reads and corrects all photos together.

use std::path::{Path, PathBuf};

use rayon::prelude::*;

use game::table::TablePhotos;
use kingdom_scanner::formats::{GameKingdomJson, GameOfPhotos, ShownJson, is_same_name};
use kingdom_scanner::report::kingdom_picture::Legend;
use kingdom_scanner::vision::networks::Networks;
use kingdom_scanner::vision::photo::PhotoError;
use kingdom_scanner::vision::scan::{PhotoRun, ScanError};

use super::{Args, InGame, finish, print_legend};
use crate::cli::corrections::{GivenCorrections, names};
use crate::cli::exit_code::Exit;
use crate::cli::print;

/// Reads all photos before printing anything, and drops their pixels to save memory.
pub fn scan(networks: &Networks, args: &Args) -> anyhow::Result<Exit> {
    let runs = args.photos.par_iter().map(|path| args.read(path, networks).map(PhotoRun::without_pixels));
    let runs: Vec<Result<PhotoRun, PhotoError>> = runs.collect();
    let is_read: Vec<bool> = runs.iter().map(|run| run.as_ref().is_ok_and(|run| run.scan.is_ok())).collect();
    let (mut readings, mut boards, mut shown) = (Vec::new(), Vec::new(), Vec::new());
    for PhotoRun { photo, scan, .. } in runs.iter().flatten() {
        let Ok(scan) = scan else { continue };
        readings.push(args.reading_of(photo, scan));
        boards.extend(scan.kingdoms.iter().map(|kingdom| &kingdom.board));
        shown.extend((1..=scan.kingdoms.len()).map(|kingdom| ShownJson { photo: photo.name.clone(), kingdom }));
    }
    let counts: Vec<usize> = readings.iter().map(|reading| reading.guesses.len()).collect();
    let table = TablePhotos::of_photos(readings, true)?;
    let (first, names) = (table.first_readings(), names(&counts, &scanned_names(&args.photos, &is_read)));
    let GivenCorrections { given, open } =
        args.corrections.said(&first, &boards, names, args.language.language(), !args.json)?;
    let read = first.read_anew(&given).map_err(|source| ScanError::Correction { source })?;
    let mut of_game = GameOfPhotos { kingdoms: Vec::new() };
    for kingdom in table.game_kingdoms(&read) {
        let shown = kingdom.views.iter().map(|view| shown[*view].clone()).collect();
        of_game.kingdoms.push(GameKingdomJson { shown, read_together: kingdom.is_joint });
    }
    let (mut kingdoms, mut rest) = (table.reported(&read).into_iter(), open.iter().cloned());
    let mut exit = Exit::Scored;
    let (mut can_be_asked, mut legend) = (false, Legend::default());
    for (path, run) in args.photos.iter().zip(runs) {
        let count = run.as_ref().ok().and_then(|run| run.scan.as_ref().ok()).map_or(0, |scan| scan.kingdoms.len());
        let (kingdoms, open) = (kingdoms.by_ref().take(count).collect(), rest.by_ref().take(count).collect());
        let in_game = InGame { kingdoms, open, of_game: Some(&of_game) };
        let run = match run {
            Ok(run) if args.draws() => args.load(path).map(|photo| PhotoRun { photo, ..run }),
            run => run,
        };
        let output = finish(path, run, Some(in_game), networks, args);
        can_be_asked |= output.can_be_asked;
        exit = exit.worst(output.print(&mut legend)?);
    }
    if !args.json {
        print_legend(legend, args)?;
        print(&args.lines_to_type(None, &open, can_be_asked))?;
    }
    Ok(exit)
}

/// The user's names for the photos that were read: the stem, or the path if two stems are equal; `None` if
/// there is only one photo.
fn scanned_names(photos: &[PathBuf], is_read: &[bool]) -> Vec<Option<String>> {
    let stems: Vec<String> = photos.iter().map(|path| short_name(path)).collect();
    let mut names = Vec::new();
    for ((path, own), _) in photos.iter().zip(&stems).zip(is_read).filter(|(_, is_read)| **is_read) {
        let is_unique = stems.iter().filter(|stem| is_same_name(stem, own)).count() == 1;
        let name = if is_unique { own.clone() } else { path.display().to_string() };
        names.push((photos.len() > 1).then_some(name));
    }
    names
}

fn short_name(path: &Path) -> String {
    path.file_stem().map(|stem| stem.to_string_lossy().into_owned()).unwrap_or_default()
}
