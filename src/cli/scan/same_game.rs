//! `--same-game`: all photos are read and corrected together.

use std::collections::HashMap;
use std::path::{Path, PathBuf};

use rayon::prelude::*;

use game::scan_line::{GameKingdomJson, ShownJson};
use kingdom_scanner::correction::KingdomName;
use kingdom_scanner::formats::is_same_name;
use kingdom_scanner::report::to_type::to_be_asked;
use kingdom_scanner::vision::networks::Networks;
use kingdom_scanner::vision::photo::PhotoError;
use kingdom_scanner::vision::scan::{PhotoRun, Scan, read_together_around};

use super::photos::called;
use super::{Args, finish};
use crate::cli::args::terminal_width;
use crate::cli::corrections::{ToSettle, names};
use crate::cli::exit_code::Exit;
use crate::cli::print;

/// Kingdoms of photos that were read together.
pub struct ReadGame {
    kingdoms: Vec<GameKingdomJson>,
    /// By photo name and kingdom number: the kingdom's name in flags, and what may be said of it.
    open: HashMap<(String, usize), (KingdomName, ToSettle)>,
}

impl ReadGame {
    /// The name of each of a photo's kingdoms, and what may be said of it; `count` is how many the photo shows.
    pub fn open(&self, photo: &str, count: usize) -> Vec<(KingdomName, ToSettle)> {
        let of_kingdom = |number| self.open.get(&(photo.to_owned(), number)).cloned().unwrap_or_default();
        (1..=count).map(of_kingdom).collect()
    }

    pub fn json(&self) -> &[GameKingdomJson] {
        &self.kingdoms
    }
}

/// Reads all photos before anything can be printed; their pixels are dropped meanwhile.
pub fn scan(networks: &Networks, args: &Args) -> anyhow::Result<Exit> {
    let run = |path: &PathBuf| args.read(path, networks).map(PhotoRun::without_pixels);
    let mut runs: Vec<Result<PhotoRun, PhotoError>> = args.photos.par_iter().map(run).collect();
    let is_read: Vec<bool> = runs.iter().map(|run| run.as_ref().is_ok_and(|run| run.scan.is_ok())).collect();
    let mut scans: Vec<&mut Scan> = runs.iter_mut().flatten().filter_map(|run| run.scan.as_mut().ok()).collect();
    let kingdoms: Vec<usize> = scans.iter().map(|scan| scan.kingdoms.len()).collect();
    let names = names(&kingdoms, &scanned_names(&args.photos, &is_read));
    let mut open = Vec::new();
    let of_game = read_together_around(&mut scans, &args.scan_options().reconstruct, |first, boards| {
        let to_settle = (!args.json).then_some(&mut open);
        args.corrections.said(first, boards, names, args.language.language(), to_settle)
    })?;
    let shown = args.photos.iter().zip(&is_read).filter(|(_, is_read)| **is_read).map(|(path, _)| called(path));
    let shown = shown.zip(&kingdoms).flat_map(|(photo, count)| (1..=*count).map(move |number| (photo.clone(), number)));
    let shown: Vec<(String, usize)> = shown.collect();
    let mut in_json = Vec::new();
    for kingdom in of_game {
        let views = kingdom.views.iter().map(|view| &shown[*view]);
        let shown = views.map(|(photo, kingdom)| ShownJson { photo: photo.clone(), kingdom: *kingdom }).collect();
        in_json.push(GameKingdomJson { shown, read_together: kingdom.is_joint });
    }
    let game = ReadGame { kingdoms: in_json, open: shown.into_iter().zip(open).collect() };
    let mut exit = Exit::Scored;
    let mut can_be_asked = false;
    for (path, run) in args.photos.iter().zip(runs) {
        let to_draw_on =
            |run: PhotoRun| if args.draws() { Ok(PhotoRun { photo: args.load(path)?, ..run }) } else { Ok(run) };
        let output = finish(path, run.and_then(to_draw_on), Some(&game), networks, args);
        can_be_asked |= output.can_be_asked;
        exit = exit.worst(output.print()?);
    }
    if !args.json {
        let line = args.line_to_be_asked(None, can_be_asked);
        print(&to_be_asked(line.as_deref(), args.language.language(), terminal_width()))?;
    }
    Ok(exit)
}

/// How a person names the photos that were read: by stem, or by path if two stems are equal; `None` if there is only one photo.
fn scanned_names(photos: &[PathBuf], looked_at: &[bool]) -> Vec<Option<String>> {
    let short = |path: &Path| path.file_stem().map(|stem| stem.to_string_lossy().into_owned()).unwrap_or_default();
    let is_unique = |path: &Path| photos.iter().filter(|other| is_same_name(&short(other), &short(path))).count() == 1;
    let name = |path: &PathBuf| if is_unique(path) { short(path) } else { path.display().to_string() };
    let read = photos.iter().zip(looked_at).filter(|(_, is_read)| **is_read).map(|(path, _)| path);
    read.map(|path| (photos.len() > 1).then(|| name(path))).collect()
}
