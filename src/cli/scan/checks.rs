//! Checks before anything is read, and once the photo's kingdoms are counted.

use std::collections::HashSet;
use std::path::PathBuf;

use anyhow::ensure;

use kingdom_scanner::vision::photo::Photo;
use storage::is_same_file;

use super::Args;
use super::photos::called;
use super::pictures::stem;
use crate::cli::picture::{check_format, check_not_read, check_place};

impl Args {
    /// Checks the options, before anything is read.
    pub fn check(&self) -> anyhow::Result<()> {
        let photos = self.photos.len();
        ensure!(photos == 1 || self.corners.is_none(), "--corners belongs to one photo, but {photos} are given");
        ensure!(
            photos == 1 || !self.facts.tell_of_one_player(),
            "--player, --coins, --knights-in-supply and --queen belong to one photo, but {photos} are given"
        );
        self.facts.check()?;
        self.game.check()?;
        self.corrections.check(photos, self.same_game)?;
        self.check_places()
    }

    /// Checks that facts about one player are given only if the photo has a single kingdom; `count` is its
    /// number of kingdoms.
    pub fn check_facts(&self, photo: &Photo, count: usize) -> anyhow::Result<()> {
        ensure!(
            count <= 1 || !self.facts.tell_of_one_player(),
            "{}: --player, --coins, --knights-in-supply and --queen belong to one kingdom, but the photo shows \
             {count}; read only the largest with --one",
            photo.name
        );
        Ok(())
    }

    /// Checks `--picture`: a card is for one photo.
    fn check_picture(&self) -> anyhow::Result<()> {
        self.picture.check()?;
        let Some(path) = self.picture.path() else { return Ok(()) };
        let photos = self.photos.len();
        ensure!(
            photos == 1,
            "--picture belongs to one photo, but {photos} are given; `game` puts the kingdoms of several photos into one picture"
        );
        let is_annotated = self.annotate.as_ref().is_some_and(|out| out == path || is_same_file(out, path));
        ensure!(!is_annotated, "--picture and --annotate would both write {}", path.display());
        check_not_read("--picture", path, self.photos.iter().map(PathBuf::as_path))
    }

    /// Checks `--report`: a zip contains one photo.
    fn check_report(&self) -> anyhow::Result<()> {
        let Some(path) = &self.report else { return Ok(()) };
        let photos = self.photos.len();
        ensure!(photos == 1, "--report belongs to one photo, but {photos} are given; make one report for each");
        let is_zip = path.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("zip"));
        ensure!(is_zip, "--report writes a zip, so the name {} must end in .zip", path.display());
        check_place("--report", path)?;
        check_not_read("--report", path, self.photos.iter().map(PathBuf::as_path))
    }

    /// Checks that pictures of two photos overwrite neither each other nor any photo.
    fn check_places(&self) -> anyhow::Result<()> {
        let photos: Vec<_> = self.photos.iter().filter_map(|photo| photo.canonicalize().ok()).collect();
        let mut names = HashSet::new();
        if let Some(out) = self.annotate.as_ref().filter(|_| self.photos.len() == 1) {
            check_format("--annotate", out)?;
        }
        self.check_picture()?;
        self.check_report()?;
        for photo in &self.photos {
            let name = stem(&PathBuf::from(called(photo)));
            if let Some(out) = &self.annotate {
                let folder = out.parent().filter(|folder| !folder.as_os_str().is_empty());
                let missing = folder.filter(|folder| !folder.is_dir());
                ensure!(
                    missing.is_none(),
                    "--annotate {}: there is no folder {}; make it first, or choose another place",
                    out.display(),
                    missing.unwrap_or(out).display()
                );
                let path = self.place_in(out, format!("{name}.jpg"));
                let is_photo = path.canonicalize().is_ok_and(|path| photos.contains(&path));
                ensure!(!is_photo, "--annotate would overwrite the photo {}; choose another place", path.display());
            }
            let is_new = names.insert(name.clone());
            ensure!(
                is_new || !self.draws(),
                "pictures of two photos would both be called {name}; scan them one by one"
            );
        }
        Ok(())
    }
}
