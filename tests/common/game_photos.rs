//! Photos of one game's four kingdoms, drawn by our own painter.

use std::path::{Path, PathBuf};

use kingdom_scanner::domain::Place;
use kingdom_scanner::vision::photo::{Photo, encode_jpeg};
use opencv::core::{self, Mat, Size, Vector};
use opencv::imgproc;
use tempfile::TempDir;

use super::program::{Outcome, paint, run_at, scanner};

/// Four kingdoms laid by `laying.rs` with the dominoes of one box. They have 22, 22, 18 and 18 points. Of the
/// first two, the second wins the tie by its larger territory; the last two are equal in this, too.
pub const KINGDOMS: [&str; 4] = [
    ".F.S1G/FFF1SW1/W1WWSW1/W1FCSG/LM2S.. k5",
    ".L1MFL/WWW1G1L/F1FCLL/F1FG1WL/WF1G.L k5",
    "WF1.GF/FFCGG/.L1WWG2/LLW.G/..S.S2 k5",
    "L1G2F1LL1/FLLWF/FCS2WM2/FGWWM3/.G.WG k5",
];

/// A program running in a terminal; see [`Photos::terminal`].
#[cfg(target_os = "linux")]
pub struct Terminal {
    child: std::process::Child,
    keys: std::process::ChildStdin,
    shown: std::sync::Arc<std::sync::Mutex<Vec<u8>>>,
    reader: std::thread::JoinHandle<()>,
    /// How much of the output the user has waited for.
    seen: usize,
}

#[cfg(target_os = "linux")]
impl Terminal {
    /// Waits until this text appears after the last text that was waited for.
    pub fn wait_for(&mut self, words: &str) {
        use std::time::{Duration, Instant};
        /// Far longer than any step takes, so that a failing test ends.
        const MOST: Duration = Duration::from_secs(300);
        let begun = Instant::now();
        loop {
            let text = String::from_utf8_lossy(&self.shown.lock().expect("no panic")[self.seen..]).into_owned();
            if let Some(at) = text.find(words) {
                self.seen += at + words.len();
                return;
            }
            assert!(begun.elapsed() < MOST && !self.reader.is_finished(), "{words}: {text}");
            std::thread::sleep(Duration::from_millis(20));
        }
    }

    /// Types these keys; `\x03` is Ctrl-C.
    pub fn type_keys(&mut self, keys: &str) {
        use std::io::Write;
        self.keys.write_all(keys.as_bytes()).and_then(|()| self.keys.flush()).expect("a terminal");
    }

    /// Waits for the end. Returns the exit code and the whole output.
    pub fn end(mut self) -> (Option<i32>, String) {
        let code = self.child.wait().expect("the program ends").code();
        drop(self.keys);
        self.reader.join().expect("no panic");
        let text = String::from_utf8_lossy(&self.shown.lock().expect("no panic")).replace('\r', "");
        (code, text)
    }
}

/// A folder with photos.
pub struct Photos {
    folder: TempDir,
}

impl Photos {
    /// Photos with these names: each has the number of one of [`KINGDOMS`], which determines the camera's
    /// rotation.
    pub fn of(photos: &[(&str, usize)]) -> Self {
        let own = Self { folder: tempfile::tempdir().expect("a temporary folder") };
        for (name, kingdom) in photos {
            own.paint(name, KINGDOMS[*kingdom], *kingdom as u64 + 3);
        }
        own
    }

    /// Adds a photo.
    pub fn paint(&self, name: &str, kingdom: &str, seed: u64) {
        paint(&[kingdom, "-o", self.path(name).to_str().expect("UTF-8"), "--seed", &seed.to_string()]);
    }

    /// Types these lines in a terminal that `script` provides, and returns all that the user sees there.
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

    /// Starts the program in a terminal, for a user who reacts to the output.
    #[cfg(target_os = "linux")]
    pub fn terminal(&self, command: &str) -> Terminal {
        use std::io::Read;
        use std::process::{Command, Stdio};
        use std::sync::{Arc, Mutex};
        let command = format!("{} {command}", scanner().to_str().expect("UTF-8"));
        let mut script = Command::new("script");
        script.args(["-qec", &command, "/dev/null"]).current_dir(self.folder());
        script.env("NO_COLOR", "1").env("LC_ALL", "C");
        let mut child = script.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().expect("`script` of util-linux");
        let (keys, mut output) = (child.stdin.take().expect("a pipe"), child.stdout.take().expect("a pipe"));
        let shown = Arc::new(Mutex::new(Vec::new()));
        let screen = Arc::clone(&shown);
        let reader = std::thread::spawn(move || {
            let mut bytes = [0; 4096];
            while let Ok(count @ 1..) = output.read(&mut bytes) {
                screen.lock().expect("no panic").extend_from_slice(&bytes[..count]);
            }
        });
        Terminal { child, keys, shown, reader, seen: 0 }
    }

    /// Puts a grey disc on squares of a photo that was painted here.
    pub fn cover(&self, name: &str, squares: &[&str]) {
        let path = self.path(name);
        let label = std::fs::read(path.with_extension("json")).expect("a label");
        let label: serde_json::Value = serde_json::from_slice(&label).expect("JSON");
        let number = |value: &serde_json::Value| value.as_f64().expect("a number");
        let corner = |corner: usize| [0, 1].map(|axis| number(&label["corners_px"][corner][axis]));
        let [a, b, c, d] = [0, 1, 2, 3].map(corner);
        let (rows, cols) = (number(&label["rows"]), number(&label["cols"]));
        // The photo was taken from above, so opposite sides of the grid are almost parallel.
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
            // The disc is about as wide as the square.
            let radius = 0.96 * (side_x - x).hypot(side_y - y);
            let middle = core::Point::new(x.round() as i32, y.round() as i32);
            let grey = core::Scalar::new(100.0, 110.0, 120.0, 0.0);
            let filled = imgproc::FILLED;
            imgproc::circle(&mut pixels, middle, radius.round() as i32, grey, filled, imgproc::LINE_AA, 0)
                .expect("pixels");
        }
        std::fs::write(&path, encode_jpeg(&pixels, 92).expect("a JPEG")).expect("a writable folder");
    }

    /// Copies a photo to another name.
    pub fn copy(&self, from: &str, to: &str) {
        std::fs::copy(self.path(from), self.path(to)).expect("a copy");
    }

    /// A photo whose tiles have colours that no game here uses.
    pub fn in_other_colours(&self, from: &str, to: &str) {
        let (mut planes, mut other) = (Vector::<Mat>::new(), Mat::default());
        core::split(&Photo::load(&self.path(from)).expect("a photo").pixels, &mut planes).expect("three planes");
        let turned: Vector<Mat> = [1, 2, 0].map(|plane| planes.get(plane).expect("a plane")).into_iter().collect();
        core::merge(&turned, &mut other).expect("pixels");
        std::fs::write(self.path(to), encode_jpeg(&other, 92).expect("a JPEG")).expect("a file");
    }

    pub fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    pub fn folder(&self) -> &Path {
        self.folder.path()
    }

    /// Joins these photos into one, two side by side.
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
