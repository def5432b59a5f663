//! Reads the photos of a game one by one, and keeps small pictures of them for questions.

use std::collections::HashMap;
use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};

use anyhow::{bail, ensure};
use kingdom_scanner::vision::opencv::core::{Mat, MatTraitConst, MatTraitConstManual, Vec3b};
use rayon::prelude::*;

use game::one_game::{MOST_PHOTOS, NamedPhoto};
use game::photo_info::PhotoInfo;
use game::photo_reading::{PhotoReading, Status};
use game::table::TablePhotos;
use kingdom_scanner::domain::{Cell, Grid};
use kingdom_scanner::formats::{Name, notation};
use kingdom_scanner::vision::networks::Networks;
use kingdom_scanner::vision::photo::{Photo, PhotoLimits};
use kingdom_scanner::vision::picture_file::reduced;
use kingdom_scanner::vision::scan::{PhotoRun, ScanOptions, Trace};
use storage::sha256::content_of;
use vision::scan_results::photo_reading;

use crate::cli::args::{Corners, parse_corners};
use crate::cli::exit_code::Exit;
use crate::cli::gallery_argument::one_thread_a_photo;
use crate::cli::square_picture::{Pixels, part_of_grid};
use crate::cli::stderr_line;

/// How photos are read.
pub struct HowToRead {
    /// Facts known for all photos.
    pub info: PhotoInfo,
    /// Whether to read only the largest of several kingdoms in a photo.
    pub one: bool,
    /// The outer corners given by the user, by photo path.
    pub corners_px: HashMap<String, Corners>,
    pub limits: PhotoLimits,
    pub networks: Networks,
}

/// Parses `anna.jpg`, or, if no file has that name, `Anna=IMG_1.jpg`; if there is no such photo, a kingdom in
/// notation, such as `Anna=F1WC/L1W. k5`.
pub fn named_photo(argument: &OsStr) -> anyhow::Result<NamedPhoto> {
    let Some((name, file)) = at_equals_sign(argument).filter(|_| !Path::new(argument).exists()) else {
        if !Path::new(argument).exists() {
            refuse_incomplete(None, &argument.to_string_lossy())?;
        }
        return Ok(photo_of(argument, None));
    };
    let player = Name::new(&name);
    ensure!(
        player.is_some() && !file.is_empty(),
        "`{}`: a player's name and a photo are needed, such as `Anna=IMG_1.jpg`",
        argument.to_string_lossy()
    );
    if Path::new(&file).exists() {
        return Ok(photo_of(&file, player));
    }
    let text = file.to_string_lossy();
    ensure!(
        text.trim().parse::<u64>().is_err(),
        "`{}`: there is no photo called {text}; give a total as --total {name}={text}",
        argument.to_string_lossy()
    );
    // The photo is known by the player's name.
    let typed = notation::parse(&text).ok().zip(player.clone());
    Ok(match typed {
        Some((kingdom, name)) => NamedPhoto { typed: Some(kingdom), ..photo_of(OsStr::new(&*name), player) },
        None => {
            refuse_incomplete(Some(&name), &text)?;
            photo_of(&file, player)
        }
    })
}

/// The photo in this file; no kingdom in notation takes its place.
fn photo_of(file: &OsStr, player: Option<Name>) -> NamedPhoto {
    NamedPhoto { path: file.to_string_lossy().into_owned(), file: PathBuf::from(file), player, typed: None }
}

/// Refuses a kingdom in notation that lacks its player's name or its game, or that has a mistake. Taken for a
/// photo's name, it would only be reported as a missing photo.
fn refuse_incomplete(name: Option<&str>, text: &str) -> anyhow::Result<()> {
    let text = text.trim();
    let name = name.unwrap_or("Anna").trim();
    ensure!(
        notation::parse(text).is_err(),
        "`{text}`: a kingdom in notation needs its player's name: give it as {name}='{text}'"
    );
    let whole = ["k5", "k7", "q5", "q7"].map(|game| format!("{text} {game}"));
    if let Some(whole) = whole.iter().find(|whole| notation::parse(whole).is_ok()) {
        bail!(
            "`{text}`: a kingdom in notation ends with a space, the game's letter and 5 or 7: give it as \
             {name}='{whole}'"
        );
    }
    let has_game = text.rsplit_once(' ').is_some_and(|(_, game)| notation::parse(&format!("C {game}")).is_ok());
    match notation::parse(text) {
        Err(error) if has_game => bail!("`{text}` is not a photo, and it is not a valid kingdom in notation: {error}"),
        _ => Ok(()),
    }
}

/// The text before the first `=`, and the file name after it, which need not be UTF-8.
fn at_equals_sign(argument: &OsStr) -> Option<(String, OsString)> {
    let bytes = argument.as_encoded_bytes();
    let at = bytes.iter().position(|byte| *byte == b'=')?;
    let name = String::from_utf8(bytes[..at].to_vec()).ok()?;
    #[cfg(unix)]
    let file = std::os::unix::ffi::OsStringExt::from_vec(bytes[at + 1..].to_vec());
    #[cfg(not(unix))]
    let file = String::from_utf8_lossy(&bytes[at + 1..]).into_owned().into();
    Some((name, file))
}

/// The corners of a photo's grid: `anna:X,Y,X,Y,X,Y,X,Y`, or without a name if there is only one photo.
#[derive(Debug, Clone, PartialEq)]
pub struct PhotoCorners {
    /// The player, the photo's name without its extension, or its path.
    name: Option<String>,
    corners_px: Corners,
}

impl PhotoCorners {
    pub fn parse(text: &str) -> Result<Self, String> {
        let (name, corners) = text.rsplit_once(':').map_or((None, text), |(name, corners)| (Some(name), corners));
        Ok(Self { name: name.map(|name| name.trim().to_owned()), corners_px: parse_corners(corners)? })
    }

    /// The corners by photo path.
    ///
    /// # Errors
    /// If no photo has this name, or several have.
    pub fn by_path(given: &[Self], photos: &[NamedPhoto]) -> anyhow::Result<HashMap<String, Corners>> {
        let mut by_path = HashMap::new();
        for Self { name, corners_px } in given {
            let meant = photos.iter().filter(|photo| name.as_ref().is_none_or(|name| photo.is_called(name)));
            let meant: Vec<&NamedPhoto> = meant.collect();
            let paths: Vec<&str> = photos.iter().map(|photo| photo.path.as_str()).collect();
            let [only] = meant[..] else {
                bail!(
                    "--corners {}: say which photo you mean, as in `--corners anna:X,Y,X,Y,X,Y,X,Y` for anna.jpg or \
                     Anna; the photos are {}",
                    name.as_deref().unwrap_or("without a name"),
                    paths.join(", ")
                );
            };
            let other = by_path.insert(only.path.clone(), *corners_px);
            ensure!(other.is_none(), "--corners is given twice for {}", only.path);
        }
        Ok(by_path)
    }
}

/// Reads each photo by itself, and returns its reading and a small picture.
pub fn read(photos: &[NamedPhoto], reading: &HowToRead) -> anyhow::Result<(Vec<PhotoReading>, Pictures)> {
    let count = photos.len();
    ensure!(
        count <= MOST_PHOTOS,
        "{count} photos are too many: a game has at most {MOST_PHOTOS}; use `batch` for the photos of a tournament"
    );
    if photos.len() > 1 {
        one_thread_a_photo()?;
    }
    let read: Vec<(PhotoReading, Option<Pixels>)> = photos.par_iter().map(|photo| reading.read(photo)).collect();
    let (readings, pictures) = read.into_iter().unzip();
    Ok((readings, Pictures(pictures)))
}

impl HowToRead {
    fn read(&self, photo: &NamedPhoto) -> (PhotoReading, Option<Pixels>) {
        let (name, path) = (photo.path.as_str(), photo.file.as_path());
        if let Some(kingdom) = &photo.typed {
            return (PhotoReading::typed(name, kingdom, &self.info), None);
        }
        let corners_px = self.corners_px.get(name).copied();
        let options =
            ScanOptions { corners_px, one: self.one, reconstruct: self.info.known(), ..ScanOptions::default() };
        let content = content_of(path);
        match PhotoRun::new(name, path, &self.limits, &self.networks, &options, Trace::default()) {
            Err(error) => (photo_reading(name, &content, &self.info, Err(error)), None),
            Ok(run) => (photo_reading(name, &content, &self.info, Ok(&run)), small_pixels(&run.photo)),
        }
    }
}

/// Prints on stderr why photos have no kingdom, and returns the worst exit code.
pub fn print_failures(photos: &[PhotoReading]) -> Exit {
    let without = photos.iter().filter(|photo| photo.status != Status::Scored);
    without.fold(Exit::Scored, |worst, photo| {
        stderr_line!("error: {}", photo.message);
        worst.worst(if photo.status == Status::NoKingdom { Exit::NoKingdom } else { Exit::Failed })
    })
}

/// Small copies of the photos; `None` for a photo that could not be reduced.
#[derive(Default)]
pub struct Pictures(Vec<Option<Pixels>>);

/// The long side of a small copy, in pixels: in a photo of four kingdoms, a square then has about 50.
const LONG_SIDE_PX: f64 = 1440.0;

impl Pictures {
    /// Small copies of these files.
    pub fn load<'a>(photos: impl Iterator<Item = Option<&'a str>>, limits: PhotoLimits) -> Self {
        let loaded = photos.map(|name| Photo::load_within(name?, Path::new(name?), &limits).ok());
        Self(loaded.map(|photo| small_pixels(&photo?)).collect())
    }

    /// A square of a kingdom in characters; empty if it cannot be drawn.
    pub fn square(&self, game: &TablePhotos, view: usize, cell: Cell) -> String {
        self.part(game, view, [cell.col as f64, cell.row as f64], 1.0)
    }

    /// The whole kingdom in characters; empty if it cannot be drawn.
    pub fn kingdom(&self, game: &TablePhotos, view: usize) -> String {
        let first = game.first_readings();
        let grid = &first.kingdoms[view].guesses.guesses;
        let (width, height) = (grid.cols() as f64, grid.rows() as f64);
        let side = width.max(height);
        self.part(game, view, [(width - side) / 2.0, (height - side) / 2.0], side)
    }

    fn part(&self, game: &TablePhotos, view: usize, from: [f64; 2], squares: f64) -> String {
        let pixels = self.0.get(game.views()[view].photo).and_then(Option::as_ref);
        let guesses = game.guesses(view);
        pixels.map(|pixels| part_of_grid(pixels, guesses, from, squares)).unwrap_or_default()
    }
}

/// A small copy of a photo; `None` if it cannot be reduced.
pub fn small_pixels(photo: &Photo) -> Option<Pixels> {
    let small: Mat = reduced(&photo.pixels, LONG_SIDE_PX).ok()?;
    let pixels =
        small.data_typed::<Vec3b>().ok()?.iter().map(|pixel| std::array::from_fn(|channel| pixel[channel])).collect();
    Some(Grid::from_cells(small.rows() as usize, small.cols() as usize, pixels))
}
