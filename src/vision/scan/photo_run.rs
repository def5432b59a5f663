//! Opens a photo and scans it: what `scan`, `batch` and `validate` do with each file.

use std::path::Path;
use std::thread;

use super::timings::Stage;
use super::{Scan, ScanError, ScanOptions, Trace, scan_with_trace};
use crate::vision::classify::model_choice::ReadingModel;
use crate::vision::networks::Networks;
use crate::vision::photo::{Photo, PhotoError, PhotoLimits};

/// A photo, and what the scan found in it.
pub struct PhotoRun {
    /// With its pixels, until [`PhotoRun::without_pixels`].
    pub photo: Photo,
    /// The scan, or why there is none.
    pub scan: Result<Scan, ScanError>,
    /// What explains the scan; its timings begin with decoding.
    pub trace: Trace,
}

impl PhotoRun {
    /// Opens the file, which is called `name` in messages, and scans it. While it is decoded another thread loads the networks that it will
    /// need, unless they are loaded already.
    ///
    /// # Errors
    /// The file cannot be opened within the limits.
    pub fn new(
        name: &str,
        path: &Path,
        limits: &PhotoLimits,
        networks: &Networks,
        options: &ScanOptions,
        mut trace: Trace,
    ) -> Result<Self, PhotoError> {
        thread::scope(|threads| {
            threads.spawn(|| load_networks(networks, options));
            let photo = trace.timings.measure(Stage::Photo, || Photo::load_within(name, path, limits))?;
            let scan = scan_with_trace(&photo, networks, options, &mut trace);
            Ok(Self { photo, scan, trace })
        })
    }

    /// Without the photo's pixels, which take most of the memory: many photos may wait to be read together.
    #[must_use]
    pub fn without_pixels(self) -> Self {
        Self { photo: self.photo.without_pixels(), ..self }
    }
}

/// What cannot be loaded is an error of the stage that needs it.
fn load_networks(networks: &Networks, options: &ScanOptions) {
    let needs_locator = options.corners_px.is_none();
    if !needs_locator || networks.locator.load().is_ok() {
        ReadingModel::of_game(options.reconstruct.game, networks).load(networks).ok();
    }
}
