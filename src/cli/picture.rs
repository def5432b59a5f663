//! `--picture` and `--html`: checks their paths, and cuts kingdoms from photos for them.

use std::path::{Path, PathBuf};

use anyhow::{Context, ensure};
use clap::ValueEnum;
use kingdom_scanner::vision::opencv::core::Mat;

use kingdom_scanner::messages::{Language, MessageId, Words};
use kingdom_scanner::report::card::shapes::Theme;
use kingdom_scanner::report::card::{Card, CardKingdom};
use kingdom_scanner::vision::card_picture::{cut_out, paint};
use kingdom_scanner::vision::photo::Photo;
use kingdom_scanner::vision::picture_file::{PictureFormat, write_picture};
use storage::is_same_file;

use super::remark_line;

/// Flattened into every command that draws a card.
#[derive(Debug, Clone, clap::Args)]
pub struct PictureArgs {
    /// Draws a picture for the players, 1080 pixels wide: each kingdom cut out of its photo, with the points
    /// of its territories. PNG or JPEG, depending on the name's extension
    #[arg(long, value_name = "OUT")]
    picture: Option<PathBuf>,
    /// The picture's background
    #[arg(long, value_name = "THEME", value_enum, default_value_t = ThemeArg::Light, requires = "picture")]
    picture_theme: ThemeArg,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum ThemeArg {
    Light,
    Dark,
}

impl PictureArgs {
    /// The file for the picture, if requested.
    pub fn path(&self) -> Option<&Path> {
        self.picture.as_deref()
    }

    /// Checks the options, before anything is read.
    pub fn check(&self) -> anyhow::Result<()> {
        let Some(path) = self.path() else { return Ok(()) };
        check_format("--picture", path)?;
        check_place("--picture", path)
    }

    /// Paints the card and writes its file, if requested. `cut_out` receives the side of a square in pixels
    /// and returns the kingdoms' pictures; `card` receives which kingdoms have one.
    pub fn write(
        &self,
        card: impl Fn(&[bool]) -> Card,
        cut_out: impl FnOnce(usize) -> Vec<Option<Mat>>,
        language: Language,
    ) -> anyhow::Result<()> {
        let Some(path) = self.path() else { return Ok(()) };
        // The size of a square does not depend on which kingdoms have a picture.
        let photos = cut_out(card(&[]).side_px);
        let card = card(&photos.iter().map(Option::is_some).collect::<Vec<_>>());
        let theme = match self.picture_theme {
            ThemeArg::Light => Theme::Light,
            ThemeArg::Dark => Theme::Dark,
        };
        let picture = paint(&card.drawing, &photos, theme).context("cannot draw the picture")?;
        let format = PictureFormat::of_name(path).unwrap_or(PictureFormat::Png);
        let file = format.encode(&picture).context("cannot encode the picture")?;
        write_picture(path, &file).with_context(|| format!("{}: cannot write the picture", path.display()))?;
        tell_written(path, language);
        Ok(())
    }
}

/// Reports the written file.
pub fn tell_written(path: &Path, language: Language) {
    let message = MessageId::Wrote.with("path", path.display().to_string());
    remark_line!("{}", message.in_language(language));
}

/// Checks that the file's extension determines its format.
pub fn check_format(flag: &str, path: &Path) -> anyhow::Result<()> {
    ensure!(
        PictureFormat::of_name(path).is_some(),
        "{flag} writes a PNG or a JPEG, so the name {} must end in .png, .jpg or .jpeg",
        path.display()
    );
    Ok(())
}

/// Checks that the file's folder exists.
pub fn check_place(flag: &str, path: &Path) -> anyhow::Result<()> {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    ensure!(folder.is_dir(), "{flag} {}: there is no folder {}; make it first", path.display(), folder.display());
    ensure!(!path.is_dir(), "{flag} {}: this is a folder; name a file in it", path.display());
    Ok(())
}

/// Checks that no photo that was read would be overwritten.
pub fn check_not_read<'a>(flag: &str, path: &Path, mut read: impl Iterator<Item = &'a Path>) -> anyhow::Result<()> {
    let is_read = read.any(|photo| photo == path || is_same_file(photo, path));
    ensure!(!is_read, "{flag} would overwrite the photo {}; choose another place", path.display());
    Ok(())
}

/// The kingdom cut from its photo, with squares of `side_px` pixels; `None` if that is impossible, so that it
/// is drawn instead.
pub fn cut(photo: &Photo, kingdom: &CardKingdom, side_px: usize) -> Option<Mat> {
    let record = kingdom.record();
    let squares = record.kingdom.squares();
    cut_out(photo, record.corners_px?, [squares.rows(), squares.cols()], side_px).ok()
}
