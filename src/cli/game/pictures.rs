//! Writes a game for others to see: `--picture` and `--html`.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use anyhow::{Context, ensure};
use kingdom_scanner::vision::opencv::core::Mat;
use rayon::prelude::*;

use game::table::TablePhotos;
use kingdom_scanner::formats::KingdomRecord;
use kingdom_scanner::messages::{Language, Message};
use kingdom_scanner::report::card::{CardKingdom, game_card};
use kingdom_scanner::standings::Standings;
use kingdom_scanner::tournament::report::game_page::GamePage;
use kingdom_scanner::vision::photo::{Photo, PhotoLimits, encode_jpeg};
use storage::sha256::content_of;

use crate::cli::picture::{PictureArgs, check_not_read, check_place, cut, tell_written};

/// Flattened into `game`: the options for pictures and pages.
#[derive(Debug, Clone, clap::Args)]
pub struct ShowArgs {
    #[command(flatten)]
    picture: PictureArgs,
    /// Writes the ranks and all kingdoms with their sheets as one page
    #[arg(long, value_name = "OUT.html")]
    html: Option<PathBuf>,
}

/// The JPEG quality of pictures on a page, 1 to 100.
const JPEG_QUALITY: i32 = 85;

impl ShowArgs {
    /// Checks the options, before anything is read.
    pub fn check(&self) -> anyhow::Result<()> {
        self.picture.check()?;
        let Some(path) = &self.html else { return Ok(()) };
        let is_page = path.extension().is_some_and(|ending| ["html", "htm"].map(Some).contains(&ending.to_str()));
        ensure!(is_page, "--html writes a page, so the name {} must end in .html", path.display());
        check_place("--html", path)
    }

    /// Checks before anything is written that no photo is overwritten, including those of a saved game.
    pub fn check_photos(&self, game: &TablePhotos) -> anyhow::Result<()> {
        for (flag, path) in [("--picture", self.picture.path()), ("--html", self.html.as_deref())] {
            let photos = game.photos().iter().map(|photo| Path::new(&photo.photo));
            path.map_or(Ok(()), |path| check_not_read(flag, path, photos))?;
        }
        Ok(())
    }

    /// Writes the requested files.
    pub fn write(
        &self,
        standings: &Standings,
        missing: &[Message],
        notes: &[Message],
        language: Language,
        limits: PhotoLimits,
    ) -> anyhow::Result<()> {
        if self.picture.path().is_none() && self.html.is_none() {
            return Ok(());
        }
        let kingdoms = CardKingdom::of_game(standings, language);
        let photos = loaded(&kingdoms, limits);
        self.picture.write(
            |has_photo| game_card(standings, &kingdoms, missing, has_photo, language),
            |side_px| cut_out(&kingdoms, &photos, side_px),
            language,
        )?;
        if let Some(path) = &self.html {
            let side_px = kingdoms.first().map_or(0, |kingdom| kingdom.on_page(true, language).side_px);
            let pictures = cut_out(&kingdoms, &photos, side_px).into_iter();
            let pictures = pictures.map(|picture| encode_jpeg(&picture?, JPEG_QUALITY).ok());
            let kingdoms: Vec<_> = kingdoms.iter().cloned().zip(pictures).collect();
            let page = GamePage { standings, kingdoms: &kingdoms, missing, notes, language };
            page.write(path).with_context(|| format!("{}: cannot write the page", path.display()))?;
            tell_written(path, language);
        }
        Ok(())
    }
}

/// The kingdoms cut from their photos, with squares of `side_px` pixels.
fn cut_out(kingdoms: &[CardKingdom], photos: &[Option<Photo>], side_px: usize) -> Vec<Option<Mat>> {
    kingdoms.iter().zip(photos).map(|(kingdom, photo)| cut(photo.as_ref()?, kingdom, side_px)).collect()
}

/// The photo of each kingdom, if its file has not changed since it was read. Each file is decoded only once.
fn loaded(kingdoms: &[CardKingdom], limits: PhotoLimits) -> Vec<Option<Photo>> {
    let mut files = BTreeSet::new();
    for KingdomRecord { photo, .. } in kingdoms.iter().map(CardKingdom::record) {
        files.extend(photo.image.as_deref().map(|name| (name, photo.sha256.as_deref())));
    }
    let files: Vec<(&str, Option<&str>)> = files.into_iter().collect();
    let photos: Vec<Option<Photo>> = files.par_iter().map(|(name, sha256)| unchanged(name, *sha256, limits)).collect();
    let mut of_kingdoms = Vec::new();
    for kingdom in kingdoms {
        let name = kingdom.record().photo.image.as_deref();
        let at = files.iter().position(|(own, _)| Some(*own) == name);
        of_kingdoms.push(at.and_then(|at| photos[at].clone()));
    }
    of_kingdoms
}

/// The photo with this name, if its bytes still have this hash.
fn unchanged(name: &str, sha256: Option<&str>, limits: PhotoLimits) -> Option<Photo> {
    let path = Path::new(name);
    // Opening a pipe would block until another program writes to it.
    let is_unchanged = path.is_file() && content_of(path).is_ok_and(|content| Some(content.as_str()) == sha256);
    if is_unchanged { Photo::load_within(name, path, &limits).ok() } else { None }
}
