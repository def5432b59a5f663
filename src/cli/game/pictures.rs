//! What a game shows to others: `--picture` and `--html`.

use std::path::{Path, PathBuf};

use anyhow::{Context, ensure};
use kingdom_scanner::vision::opencv::core::Mat;
use rayon::prelude::*;

use game::one_game::OneGame;
use kingdom_scanner::messages::{Language, Message};
use kingdom_scanner::report::card::{CardKingdom, game_card};
use kingdom_scanner::standings::Standings;
use kingdom_scanner::tournament::report::game_page::GamePage;
use kingdom_scanner::vision::photo::{Photo, PhotoLimits, encode_jpeg};
use storage::sha256::content_of;

use crate::cli::picture::{PictureArgs, check_not_read, check_place, cut, tell_written};

/// Flattened into `game`.
#[derive(Debug, Clone, clap::Args)]
pub struct ShowArgs {
    #[command(flatten)]
    picture: PictureArgs,
    /// Writes the ranks and all kingdoms with their sheets as one page
    #[arg(long, value_name = "OUT.html")]
    html: Option<PathBuf>,
}

/// For pictures on a page.
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

    /// Checks that no photo is overwritten, those of a saved game included, before anything is written.
    pub fn check_photos(&self, game: &OneGame) -> anyhow::Result<()> {
        for (flag, path) in [("--picture", self.picture.path()), ("--html", self.html.as_deref())] {
            let photos = game.lines().iter().map(|line| Path::new(&line.photo));
            path.map_or(Ok(()), |path| check_not_read(flag, path, photos))?;
        }
        Ok(())
    }

    /// Writes what is asked for.
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
        let cut_out = |side_px: usize| -> Vec<Option<Mat>> {
            let cut_out = |(kingdom, photo): (&CardKingdom, &Option<Photo>)| cut(photo.as_ref()?, kingdom, side_px);
            kingdoms.iter().zip(&photos).map(cut_out).collect()
        };
        let card = |has_photo: &[bool]| game_card(standings, &kingdoms, missing, has_photo, language);
        self.picture.write(card, cut_out, language)?;
        if let Some(path) = &self.html {
            let side_px = kingdoms.first().map_or(0, |kingdom| kingdom.on_page(true, language).side_px);
            let jpeg = |picture: Option<Mat>| encode_jpeg(&picture?, JPEG_QUALITY).ok();
            let pictures = cut_out(side_px).into_iter().map(jpeg);
            let kingdoms: Vec<_> = kingdoms.iter().cloned().zip(pictures).collect();
            let page = GamePage { standings, kingdoms: &kingdoms, missing, notes, language };
            page.write(path).with_context(|| format!("{}: cannot write the page", path.display()))?;
            tell_written(path, language);
        }
        Ok(())
    }
}

/// The photo of each kingdom, if its file has not changed since it was read. Each file is decoded once.
fn loaded(kingdoms: &[CardKingdom], limits: PhotoLimits) -> Vec<Option<Photo>> {
    let name = |kingdom: &CardKingdom| kingdom.record().photo.image.clone();
    let mut names: Vec<(String, Option<String>)> =
        kingdoms.iter().filter_map(|kingdom| Some((name(kingdom)?, kingdom.record().photo.sha256.clone()))).collect();
    names.sort();
    names.dedup();
    let load = |(name, sha256): &(String, Option<String>)| {
        let path = Path::new(name);
        // Opening a pipe waits until another program writes into it.
        let is_unchanged = path.is_file() && content_of(path).is_ok_and(|content| Some(&content) == sha256.as_ref());
        is_unchanged.then(|| Photo::load_within(name.as_str(), path, &limits).ok()).flatten()
    };
    let photos: Vec<Option<Photo>> = names.par_iter().map(load).collect();
    let photo_of = |kingdom: &CardKingdom| {
        let at = names.iter().position(|(own, _)| Some(own) == name(kingdom).as_ref())?;
        photos[at].clone()
    };
    kingdoms.iter().map(photo_of).collect()
}
