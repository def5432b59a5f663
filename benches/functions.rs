//! Compares, on one thread, how long each function of `portable-cv` takes with how long OpenCV or
//! libjpeg-turbo takes. Run it with `cargo bench --bench functions`. It prints the shortest of many runs in
//! milliseconds and asserts nothing. `make measure-portable` writes the ratios to a file.

use std::fs::{self, OpenOptions};
use std::hint::black_box;
use std::io::Write as _;
use std::path::Path;
use std::time::{Duration, Instant};

use opencv::core as theirs;
use opencv::dnn as their_dnn;
use opencv::imgproc as their;
use opencv::prelude::{MatTraitConst as _, NetTrait as _, NetTraitConst as _};
use portable_cv::core as ours;
use portable_cv::core::MatTraitConst as _;
use portable_cv::dnn as our_dnn;
use portable_cv::dnn::{NetTrait as _, NetTraitConst as _};
use portable_cv::imgproc as our;
use portable_cv::jpeg::decode;
use rand::{RngExt as _, SeedableRng as _};
use rand_chacha::ChaCha8Rng;

/// Each function runs at least this many times, and for at least this long.
const RUNS: usize = 5;
const TIME: Duration = Duration::from_millis(400);

fn least_ms(mut run: impl FnMut()) -> f64 {
    let (begun, mut least, mut runs) = (Instant::now(), f64::INFINITY, 0);
    while runs < RUNS || begun.elapsed() < TIME {
        let from = Instant::now();
        run();
        least = least.min(from.elapsed().as_secs_f64() * 1e3);
        runs += 1;
    }
    least
}

fn compare(name: &str, theirs: impl FnMut(), ours: impl FnMut()) {
    let (theirs, ours) = (least_ms(theirs), least_ms(ours));
    println!("| {name} | {theirs:.2} | {ours:.2} | {:.1} |", ours / theirs);
    if let Some(path) = std::env::var_os("SPEED") {
        let mut file = OpenOptions::new().create(true).append(true).open(path).expect("a file for figures");
        let figure = (ours / theirs * 10.0).round() / 10.0;
        writeln!(file, r#"{{"what":"{name}","figure":{figure},"unit":"times as long"}}"#).expect("a line more");
    }
}

/// The same random picture for OpenCV and for `portable-cv`.
struct Both {
    theirs: theirs::Mat,
    ours: ours::Mat,
}

impl Both {
    fn new(rows: i32, cols: i32, channels: i32) -> Self {
        let mut random = ChaCha8Rng::seed_from_u64(1);
        let bytes: Vec<u8> = (0..rows * cols * channels).map(|_| random.random()).collect();
        let theirs = theirs::Mat::new_rows_cols_with_data(rows, cols * channels, &bytes).expect("theirs");
        let theirs = theirs.reshape(channels, rows).and_then(|mat| mat.try_clone()).expect("theirs");
        let ours = ours::Mat::new_rows_cols_with_data(rows, cols * channels, &bytes).expect("ours");
        Self { theirs, ours: ours.reshape(channels, rows).expect("ours") }
    }

    fn floats(self) -> Self {
        let (mut theirs, mut ours) = (theirs::Mat::default(), ours::Mat::default());
        self.theirs.convert_to_def(&mut theirs, 5).expect("theirs");
        self.ours.convert_to_def(&mut ours, 5).expect("ours");
        Self { theirs, ours }
    }

    /// Measures both functions on this picture.
    fn compare(
        &self,
        name: &str,
        theirs: impl Fn(&theirs::Mat, &mut theirs::Mat) -> opencv::Result<()>,
        ours: impl Fn(&ours::Mat, &mut ours::Mat) -> ours::Result<()>,
    ) {
        let (mut to, mut own) = (theirs::Mat::default(), ours::Mat::default());
        compare(name, || theirs(&self.theirs, &mut to).expect("theirs"), || ours(&self.ours, &mut own).expect("ours"));
    }

    fn resized(&self, name: &str, [width, height]: [i32; 2], interpolation: i32) {
        self.compare(
            name,
            |from, to| their::resize(from, to, theirs::Size::new(width, height), 0.0, 0.0, interpolation),
            |from, to| our::resize(from, to, ours::Size::new(width, height), 0.0, 0.0, interpolation),
        );
    }

    fn warped(&self, name: &str, side: i32) {
        let scale = f64::from(self.ours.rows()) / f64::from(side) * 0.8;
        let back = [1.0 / scale, 0.02, -20.0, -0.03, 1.0 / scale, -10.0, 1e-5, 2e-5, 1.0];
        let their_matrix = theirs::Mat::new_rows_cols_with_data(3, 3, &back).expect("theirs");
        let our_matrix = ours::Mat::new_rows_cols_with_data(3, 3, &back).expect("ours");
        let (flags, border) = (our::INTER_LINEAR, ours::BORDER_REPLICATE);
        let (size, colour) = (theirs::Size::new(side, side), theirs::Scalar::default());
        self.compare(
            name,
            |from, to| their::warp_perspective(from, to, &their_matrix, size, flags, border, colour),
            |from, to| {
                our::warp_perspective(
                    from,
                    to,
                    &our_matrix,
                    ours::Size::new(side, side),
                    flags,
                    border,
                    ours::Scalar::default(),
                )
            },
        );
    }
}

fn pictures() {
    let photo = Both::new(1500, 2000, 3);
    photo.resized("resize, halved, 2000 x 1500", [1000, 750], our::INTER_AREA);
    Both::new(1500, 1998, 3).resized("resize, thirds, 1998 x 1500", [666, 500], our::INTER_AREA);
    Both::new(384, 512, 3).resized("resize, areas, 512 x 384 to 300 x 225", [300, 225], our::INTER_AREA);
    Both::new(600, 800, 3).resized("resize, linear, 800 x 600 to 1000 x 750", [1000, 750], our::INTER_LINEAR);
    Both::new(600, 800, 3).resized("resize, cubic, 800 x 600 to 1000 x 750", [1000, 750], our::INTER_CUBIC);
    Both::new(256, 512, 3).resized("resize, nearest, 512 x 256 to 1536 x 768", [1536, 768], our::INTER_NEAREST);
    photo.warped("warp_perspective to 400 x 400", 400);
    photo.warped("warp_perspective to 832 x 832", 832);
    let grey = |from: &theirs::Mat, to: &mut theirs::Mat| their::cvt_color_def(from, to, our::COLOR_BGR2GRAY);
    photo.compare("cvt_color to grey, 2000 x 1500", grey, |from, to| our::cvt_color_def(from, to, our::COLOR_BGR2GRAY));
    let rgba = Both::new(1500, 2000, 4);
    let bgr = |from: &theirs::Mat, to: &mut theirs::Mat| their::cvt_color_def(from, to, our::COLOR_RGBA2BGR);
    rgba.compare("cvt_color from RGBA, 2000 x 1500", bgr, |from, to| our::cvt_color_def(from, to, our::COLOR_RGBA2BGR));
    rgba.resized("resize RGBA, halved, 2000 x 1500", [1000, 750], our::INTER_AREA);
    photo.compare("rotate by 90 degrees, 2000 x 1500", |a, b| theirs::rotate(a, b, 0), |a, b| ours::rotate(a, b, 0));
    photo.compare("rotate by 180 degrees, 2000 x 1500", |a, b| theirs::rotate(a, b, 1), |a, b| ours::rotate(a, b, 1));
    let border = ours::BORDER_DEFAULT;
    let floats = Both::new(600, 600, 1).floats();
    floats.compare(
        "gaussian_blur by 1.5, 600 x 600",
        |from, to| their::gaussian_blur(from, to, theirs::Size::default(), 1.5, 1.5, border),
        |from, to| our::gaussian_blur(from, to, ours::Size::default(), 1.5, 1.5, border),
    );
    floats.compare(
        "sobel, 600 x 600",
        |from, to| their::sobel(from, to, 5, 1, 0, 1, 0.5, 0.0, border),
        |from, to| our::sobel(from, to, 5, 1, 0, 1, 0.5, 0.0, border),
    );
    Both::new(500, 500, 3).floats().compare(
        "blur, window of 21, 500 x 500 of three floats",
        |from, to| their::blur(from, to, theirs::Size::new(21, 21), theirs::Point::new(-1, -1), border),
        |from, to| our::blur(from, to, ours::Size::new(21, 21), ours::Point::new(-1, -1), border),
    );
}

fn files(root: &Path) {
    for name in ["five.jpg", "seven.jpg"] {
        let file = fs::read(root.join("fixtures/photos").join(name)).expect("a fixture");
        let (width, height) = decode(&file, 1).map(|picture| (picture.width, picture.height)).expect("a picture");
        for reduction in [1, 2, 4, 8] {
            let (width, height) = (width.div_ceil(reduction), height.div_ceil(reduction));
            let mut pixels = vec![0; width * height * 3];
            compare(
                &format!("JPEG {name}, {width} x {height}, 1/{reduction}"),
                || {
                    let format = turbojpeg::PixelFormat::BGR;
                    let image = turbojpeg::Image { pixels: &mut pixels[..], width, pitch: width * 3, height, format };
                    turbojpeg::Decompressor::new()
                        .and_then(|mut codec| codec.decompress(&file, image))
                        .expect("theirs");
                },
                || drop(black_box(decode(&file, reduction).expect("ours"))),
            );
        }
    }
}

fn networks(root: &Path) {
    for (name, side, count) in [("locator", 256, 1), ("glance", 64, 25), ("squares", 64, 25), ("pieces", 160, 25)] {
        let onnx = fs::read(root.join("models").join(name).with_extension("onnx")).expect("a model");
        let mut theirs = their_dnn::read_net_from_onnx_buffer(&theirs::Vector::from_slice(&onnx)).expect("theirs");
        let mut ours = our_dnn::read_net_from_onnx_buffer(&ours::Vector::from_slice(&onnx)).expect("ours");
        let (their_names, our_names) = (
            theirs.get_unconnected_out_layers_names().expect("theirs"),
            ours.get_unconnected_out_layers_names().expect("ours"),
        );
        let lengths = [count, 3, side, side];
        let their_blob = theirs::Mat::new_nd_with_default(&lengths, 5, theirs::Scalar::all(0.1)).expect("theirs");
        let our_blob = ours::Mat::new_nd_with_default(&lengths, 5, ours::Scalar::all(0.1)).expect("ours");
        let (mut their_answers, mut our_answers) =
            (theirs::Vector::<theirs::Mat>::new(), ours::Vector::<ours::Mat>::new());
        compare(
            &format!("network {name}, {count} x {side} x {side}"),
            || {
                theirs.set_input(&their_blob, "", 1.0, theirs::Scalar::default()).expect("theirs");
                theirs.forward(&mut their_answers, &their_names).expect("theirs");
            },
            || {
                ours.set_input(&our_blob, "", 1.0, ours::Scalar::default()).expect("ours");
                ours.forward(&mut our_answers, &our_names).expect("ours");
            },
        );
    }
}

fn main() {
    theirs::set_num_threads(1).expect("theirs");
    ours::set_num_threads(1).expect("ours");
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    println!("| what | OpenCV, libjpeg-turbo | portable | times |\n|---|---|---|---|");
    pictures();
    files(root);
    networks(root);
}
