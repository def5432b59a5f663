//! Photos of one game's four kingdoms, drawn by our own painter.

use std::path::{Path, PathBuf};

use kingdom_scanner::vision::photo::{Photo, encode_jpeg};
use opencv::core::{self, Mat, Size, Vector};
use opencv::imgproc;
use tempfile::TempDir;

use super::program::{Outcome, paint, run_at};

/// Of one box, laid by `laying.rs`: 22, 22, 18 and 18 points. The second has a larger territory than the first, and the others have
/// equal ones.
pub const KINGDOMS: [&str; 4] = [
    ".F.S1G/FFF1SW1/W1WWSW1/W1FCSG/LM2S.. k5",
    ".L1MFL/WWW1G1L/F1FCLL/F1FG1WL/WF1G.L k5",
    "WF1.GF/FFCGG/.L1WWG2/LLW.G/..S.S2 k5",
    "L1G2F1LL1/FLLWF/FCS2WM2/FGWWM3/.G.WG k5",
];

/// A folder with photos.
pub struct Photos {
    folder: TempDir,
}

impl Photos {
    /// Photos by their names, of these kingdoms: each the number of one of [`KINGDOMS`], from which the camera's turn follows.
    pub fn of(photos: &[(&str, usize)]) -> Self {
        let own = Self { folder: tempfile::tempdir().expect("a temporary folder") };
        for (name, kingdom) in photos {
            own.paint(name, KINGDOMS[*kingdom], *kingdom as u64 + 3);
        }
        own
    }

    /// One more.
    pub fn paint(&self, name: &str, kingdom: &str, seed: u64) {
        paint(&[kingdom, "-o", self.path(name).to_str().expect("UTF-8"), "--seed", &seed.to_string()]);
    }

    /// Another name for a photo.
    pub fn copy(&self, from: &str, to: &str) {
        std::fs::copy(self.path(from), self.path(to)).expect("a copy");
    }

    pub fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    pub fn folder(&self) -> &Path {
        self.folder.path()
    }

    /// These photos as one, two beside each other.
    pub fn join(&self, photos: &[&str], to: &str) {
        const SIDE_PX: i32 = 900;
        let part = |name: &&str| {
            let pixels = Photo::load(&self.path(name)).expect("a photo").pixels;
            let mut part = Mat::default();
            imgproc::resize(&pixels, &mut part, Size::new(SIDE_PX, SIDE_PX), 0.0, 0.0, imgproc::INTER_AREA)
                .expect("pixels");
            part
        };
        let row = |photos: &[&str]| {
            let (parts, mut row): (Vector<Mat>, Mat) = (photos.iter().map(part).collect(), Mat::default());
            core::hconcat(&parts, &mut row).expect("pixels");
            row
        };
        let (rows, mut whole): (Vector<Mat>, Mat) = (photos.chunks(2).map(row).collect(), Mat::default());
        core::vconcat(&rows, &mut whole).expect("pixels");
        std::fs::write(self.path(to), encode_jpeg(&whole, 92).expect("a JPEG")).expect("a writable folder");
    }

    /// Runs the program in the folder.
    pub fn run(&self, args: &[&str]) -> Outcome {
        let outcome = run_at(self.folder(), "C", b"", &[args, &["--no-gallery"]].concat());
        assert!(!outcome.stderr.contains("panicked"), "{}", outcome.stderr);
        outcome
    }
}
