//! The photos: their names, their files, and how to read them.

use std::io::{self, Read};
use std::path::Path;

use anyhow::Context;
use tempfile::NamedTempFile;

use kingdom_scanner::reconstruct::ReconstructOptions;
use kingdom_scanner::vision::networks::Networks;
use kingdom_scanner::vision::photo::{MAX_FILE_BYTES, Photo, PhotoError};
use kingdom_scanner::vision::scan::{PhotoRun, ScanOptions, Trace};
use storage::sha256::{Content, content_of};
use vision::scan_results::{HowScanned, reader_identity};

use super::Args;
use crate::cli::args::{check_stdin, name};

/// The name, in messages, of the photo from standard input.
const STANDARD_INPUT: &str = "standard input";

/// A photo's name in messages.
pub fn called(photo: &Path) -> String {
    name(&photo.display().to_string()).to_owned()
}

/// A photo's name in JSON, as on the command line.
pub fn in_json(called: &str) -> &str {
    if called == STANDARD_INPUT { "-" } else { called }
}

impl Args {
    /// Copies a photo from standard input to a file.
    pub fn keep_standard_input(&mut self) -> anyhow::Result<()> {
        let arguments: Vec<String> = self.photos.iter().map(|photo| photo.display().to_string()).collect();
        check_stdin(&arguments)?;
        if arguments.iter().any(|argument| argument == "-") {
            let mut file = NamedTempFile::new().context("cannot keep the photo from standard input")?;
            // One byte more than allowed is enough: a longer photo is refused when it is read.
            let mut photo = io::stdin().lock().take(MAX_FILE_BYTES + 1);
            io::copy(&mut photo, &mut file).context("cannot read the photo from standard input")?;
            self.standard_input = Some(file.into_temp_path());
        }
        Ok(())
    }

    /// Reads the photo on its own, without the other photos of its game.
    pub fn read(&self, path: &Path, networks: &Networks) -> Result<PhotoRun, PhotoError> {
        let trace = Trace { keeps_locator_passes: self.debug_dir.is_some(), ..Trace::default() };
        let limits = self.photo_limits.limits();
        PhotoRun::new(&called(path), self.file(path), &limits, networks, &self.scan_options(), trace)
    }

    /// Loads the photo, subject to the limits of the options.
    pub fn load(&self, path: &Path) -> Result<Photo, PhotoError> {
        Photo::load_within(&called(path), self.file(path), &self.photo_limits.limits())
    }

    /// The file with the photo's bytes.
    fn file<'a>(&'a self, photo: &'a Path) -> &'a Path {
        self.standard_input.as_deref().filter(|_| photo == Path::new("-")).unwrap_or(photo)
    }

    /// The sha256 of the bytes of the photo that is called so in messages.
    pub fn content(&self, called: &str) -> Content {
        content_of(self.file(Path::new(in_json(called))))
    }

    pub fn scan_options(&self) -> ScanOptions {
        let (unseen, variants) = (self.facts.unseen(), self.facts.variants());
        let any_dominoes = self.no_audit;
        let known = ReconstructOptions { game: self.game.game(), size: self.size, any_dominoes, unseen, variants };
        ScanOptions { corners_px: self.corners, one: self.one, reconstruct: known, ..ScanOptions::default() }
    }

    /// How the photo was scanned, for its line of JSON.
    pub fn how_scanned(&self, photo: &Photo, networks: &Networks) -> HowScanned {
        let gallery = self.networks.gallery.sha256_of_consulted(networks);
        let reader = reader_identity(networks, gallery.as_deref(), &self.photo_limits.limits());
        let mut how = HowScanned::new(self.content(&photo.name), reader, &self.scan_options());
        how.options.extend(self.same_game.then(|| "--same-game".to_owned()));
        how
    }
}
