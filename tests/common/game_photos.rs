//! Photos of one game's four kingdoms, drawn by our own painter.

use std::path::{Path, PathBuf};

use kingdom_scanner::domain::Place;
use kingdom_scanner::vision::photo::{Photo, encode_jpeg};
use opencv::core::{self, Mat, Size, Vector};
use opencv::imgproc;
use tempfile::TempDir;

use super::program::{Outcome, paint, run_at, scanner};

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

    /// What a person reads at a terminal, that of `script`, who types these lines.
    #[cfg(target_os = "linux")]
    pub fn at_terminal(&self, command: &str, typed: &str) -> String {
        use std::io::Write;
        use std::process::{Command, Stdio};
        let command = format!("{} {command}", scanner().to_str().expect("UTF-8"));
        let mut script = Command::new("script");
        script.args(["-qec", &command, "/dev/null"]).current_dir(self.folder());
        script.env("NO_COLOR", "1").env("LC_ALL", "C");
        script.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = script.spawn().expect("`script` of util-linux");
        child.stdin.take().expect("a pipe").write_all(typed.as_bytes()).expect("a terminal");
        let output = child.wait_with_output().expect("the program ends");
        let text = String::from_utf8_lossy(&output.stdout).into_owned();
        assert!(output.status.success(), "{text}");
        text
    }

    /// Lays a grey disc on squares of a photo that was painted here.
    pub fn cover(&self, name: &str, squares: &[&str]) {
        let path = self.path(name);
        let label = std::fs::read(path.with_extension("json")).expect("a label");
        let label: serde_json::Value = serde_json::from_slice(&label).expect("JSON");
        let number = |value: &serde_json::Value| value.as_f64().expect("a number");
        let corner = |corner: usize| [0, 1].map(|axis| number(&label["corners_px"][corner][axis]));
        let [a, b, c, d] = [0, 1, 2, 3].map(corner);
        let (rows, cols) = (number(&label["rows"]), number(&label["cols"]));
        // Seen from above, so that the sides are all but parallel.
        let point = |u: f64, v: f64| {
            [0, 1].map(|axis| {
                let (upper, lower) = ((1.0 - u) * a[axis] + u * b[axis], (1.0 - u) * d[axis] + u * c[axis]);
                (1.0 - v) * upper + v * lower
            })
        };
        let mut pixels = Photo::load(&path).expect("a photo").pixels;
        for square in squares {
            let place = Place::from_words(square).expect("a square's name");
            let (u, v) = ((place.col as f64 + 0.5) / cols, (place.row as f64 + 0.5) / rows);
            let [x, y] = point(u, v);
            let [side_x, side_y] = point(u + 0.5 / cols, v);
            // As wide as the square.
            let radius = 0.96 * (side_x - x).hypot(side_y - y);
            let middle = core::Point::new(x.round() as i32, y.round() as i32);
            let grey = core::Scalar::new(100.0, 110.0, 120.0, 0.0);
            let filled = imgproc::FILLED;
            imgproc::circle(&mut pixels, middle, radius.round() as i32, grey, filled, imgproc::LINE_AA, 0)
                .expect("pixels");
        }
        std::fs::write(&path, encode_jpeg(&pixels, 92).expect("a JPEG")).expect("a writable folder");
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
