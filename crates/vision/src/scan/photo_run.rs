//! Opens a photo and scans it, as `scan`, `batch` and `validate` do with each file.

use std::fmt::Display;
use std::path::Path;
use std::thread;

use super::timings::Stage;
use super::{Scan, ScanError, ScanOptions, Trace, may_take_threads, poor_photo, scan_with_trace};
use crate::classify::model_choice::ReadingModel;
use crate::networks::Networks;
use crate::photo::{Photo, PhotoError, PhotoFile, PhotoLimits};

/// Kingdoms with smaller squares are read again with more pixels, if the file has them.
const SMALL_SQUARE_PX: f64 = 40.0;

/// A photo and its scan.
pub struct PhotoRun {
    /// The photo, with its pixels until [`PhotoRun::without_pixels`].
    pub photo: Photo,
    /// The scan, or its error.
    pub scan: Result<Scan, ScanError>,
    /// Data that explain the scan; its timings begin with decoding.
    pub trace: Trace,
}

impl PhotoRun {
    /// Opens the file, named `name` in messages, and scans it. While it is decoded, another thread loads the
    /// networks needed, unless photos are scanned in parallel.
    ///
    /// # Errors
    /// If the file cannot be opened within the limits.
    pub fn new(
        name: &str,
        path: &Path,
        limits: &PhotoLimits,
        networks: &Networks,
        options: &ScanOptions,
        trace: Trace,
    ) -> Result<Self, PhotoError> {
        Self::of_file(&PhotoFile::at(name, path), limits, networks, options, trace)
    }

    /// Scans a photo like [`PhotoRun::new`], from a file's bytes.
    ///
    /// # Errors
    /// If the bytes are no photo within the limits.
    pub fn from_bytes(
        name: &str,
        bytes: &[u8],
        limits: &PhotoLimits,
        networks: &Networks,
        options: &ScanOptions,
        trace: Trace,
    ) -> Result<Self, PhotoError> {
        Self::of_file(&PhotoFile::of_bytes(name, bytes), limits, networks, options, trace)
    }

    fn of_file(
        file: &PhotoFile<'_>,
        limits: &PhotoLimits,
        networks: &Networks,
        options: &ScanOptions,
        mut trace: Trace,
    ) -> Result<Self, PhotoError> {
        thread::scope(|threads| {
            if may_take_threads() {
                threads.spawn(|| load_networks(networks, options));
            }
            let photo = trace.timings.measure(Stage::Photo, || file.decode(limits))?;
            // Only a reduced photo has more pixels to offer; others are searched in sections at once.
            let in_tiles = photo.reduction == 1.0;
            let scan = scan_with_trace(&photo, networks, &ScanOptions { in_tiles, ..options.clone() }, &mut trace);
            let run = Self { photo, scan, trace };
            if !in_tiles && run.may_be_small() { run.finer(file, limits, networks, options) } else { Ok(run) }
        })
    }

    /// Whether more pixels may help: there is a small kingdom, or none, and the photo is sharp enough for
    /// one.
    fn may_be_small(&self) -> bool {
        match &self.scan {
            Ok(scan) => scan.kingdoms.iter().any(|kingdom| kingdom.fit.mean_side_px() < SMALL_SQUARE_PX),
            Err(error) => error.is_no_kingdom() && !poor_photo::hides_squares_of(&self.photo, SMALL_SQUARE_PX),
        }
    }

    /// Scans again with more pixels, in sections if no grid is found. If that finds fewer kingdoms, the first
    /// scan is kept. If it fails, the first scan is kept and its kingdoms need review.
    fn finer(
        mut self,
        file: &PhotoFile<'_>,
        limits: &PhotoLimits,
        networks: &Networks,
        options: &ScanOptions,
    ) -> Result<Self, PhotoError> {
        let decoded = self.trace.timings.measure(Stage::Photo, || file.decode(&limits.finer()));
        let photo = match (decoded, &mut self.scan) {
            (Ok(photo), _) => photo,
            (Err(error), Ok(first)) => {
                first.second_look_failed(&self.photo, &error);
                return Ok(self);
            }
            (Err(error), Err(_)) => return Err(error),
        };
        let options = ScanOptions { in_tiles: true, ..options.clone() };
        let mut trace = Trace { keeps_locator_passes: self.trace.keeps_locator_passes, ..Trace::default() };
        let scan = scan_with_trace(&photo, networks, &options, &mut trace);
        self.trace.timings.add(&trace.timings);
        match (&mut self.scan, &scan) {
            (Ok(first), Ok(second)) if second.kingdoms.len() < first.kingdoms.len() => {
                if let Some(failure) = second.failures.first() {
                    first.second_look_failed(&self.photo, &failure.message);
                }
                Ok(self)
            }
            (Ok(first), Err(error)) => {
                if !error.is_no_kingdom() {
                    first.second_look_failed(&self.photo, error);
                }
                Ok(self)
            }
            (Err(_), Err(error)) if error.is_no_kingdom() => Ok(self),
            _ => {
                // The passes have coordinates in pixels of their photo, so they are replaced together with
                // it.
                self.trace.locator_passes = trace.locator_passes;
                Ok(Self { photo, scan, trace: self.trace })
            }
        }
    }

    /// Drops the photo's pixels, which take most of the memory, because many photos may wait to be read
    /// together.
    #[must_use]
    pub fn without_pixels(self) -> Self {
        Self { photo: self.photo.without_pixels(), ..self }
    }
}

impl Scan {
    fn second_look_failed(&mut self, photo: &Photo, error: &impl Display) {
        let Self { kingdoms, failures, .. } = self;
        failures.extend(kingdoms.iter_mut().map(|kingdom| kingdom.second_look_failed(photo, error)));
    }
}

/// Loads the networks in advance. A load error is left to the stage that needs the network.
fn load_networks(networks: &Networks, options: &ScanOptions) {
    let needs_locator = options.corners_px.is_none();
    if !needs_locator || networks.locator.load().is_ok() {
        ReadingModel::of_game(options.reconstruct.game, networks).load(networks).ok();
    }
}
