//! Compares each function with OpenCV's or libjpeg-turbo's, on random and on extreme input. Each test states
//! how far the results may differ; most must be equal.

mod core;
mod imgproc;
mod jpeg;
mod networks;

use ::opencv::core::MatTraitConst as _;
use ::opencv::prelude::MatTraitConstManual as _;
use portable_cv::core::{MatTraitConst as _, MatTraitConstManual as _};
use rand::{Rng, RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

/// A generator with the same numbers in every run.
fn random(seed: u64) -> ChaCha8Rng {
    ChaCha8Rng::seed_from_u64(seed)
}

/// The same picture for OpenCV and for `portable-cv`.
struct Both {
    theirs: ::opencv::core::Mat,
    ours: portable_cv::core::Mat,
}

/// Random bytes of a picture with `channels` bytes per pixel. Half of the pictures are noise, half have
/// smooth gradients.
fn bytes(rows: usize, cols: usize, channels: usize, random: &mut impl Rng) -> Vec<u8> {
    if random.random() {
        return (0..rows * cols * channels).map(|_| random.random()).collect();
    }
    let slopes: [f32; 8] = std::array::from_fn(|_| random.random_range(-3.0..3.0));
    let value = |row: usize, col: usize, channel: usize| {
        let (x, y) = (col as f32, row as f32);
        127.0 + slopes[channel] * x + slopes[channel + 4] * y + 20.0 * (x * slopes[0]).sin()
    };
    let all =
        (0..rows).flat_map(|row| (0..cols).flat_map(move |col| (0..channels).map(move |channel| (row, col, channel))));
    all.map(|(row, col, channel)| value(row, col, channel) as u8).collect()
}

impl Both {
    /// A picture of random bytes. With `is_part`, it is a part of a larger picture, so that its rows are not
    /// contiguous.
    fn of_bytes(rows: usize, cols: usize, channels: usize, is_part: bool, random: &mut impl Rng) -> Self {
        let border = if is_part { 3 } else { 0 };
        let (all_rows, all_cols) = (rows + 2 * border, cols + 2 * border + border / 3);
        let bytes = bytes(all_rows, all_cols, channels, random);
        let (all_rows, wide) = (all_rows as i32, (all_cols * channels) as i32);
        let [x, y, width, height] = [border, border, cols, rows].map(|length| length as i32);
        let theirs = ::opencv::core::Mat::new_rows_cols_with_data(all_rows, wide, &bytes).expect("theirs");
        let theirs = theirs.reshape(channels as i32, all_rows).expect("theirs");
        let theirs = theirs.roi(::opencv::core::Rect::new(x, y, width, height)).expect("theirs");
        let ours = portable_cv::core::Mat::new_rows_cols_with_data(all_rows, wide, &bytes).expect("ours");
        let ours = ours.reshape(channels as i32, all_rows).expect("ours");
        let ours = ours.roi(portable_cv::core::Rect::new(x, y, width, height)).expect("ours");
        // `clone_pointee` keeps the rows of the large picture; `try_clone` copies those of the part alone.
        let theirs = if is_part { theirs.clone_pointee() } else { theirs.try_clone().expect("theirs") };
        Self { theirs, ours }
    }

    fn of_floats(rows: usize, cols: usize, random: &mut impl Rng) -> Self {
        let values: Vec<f32> = (0..rows * cols).map(|_| random.random_range(-50.0..300.0)).collect();
        let (rows, cols) = (rows as i32, cols as i32);
        Self {
            theirs: ::opencv::core::Mat::new_rows_cols_with_data(rows, cols, &values)
                .and_then(|mat| mat.try_clone())
                .expect("theirs"),
            ours: portable_cv::core::Mat::new_rows_cols_with_data(rows, cols, &values).expect("ours"),
        }
    }

    /// A picture of three random floats per pixel.
    fn of_triples(rows: usize, cols: usize, random: &mut impl Rng) -> Self {
        let values: Vec<[f32; 3]> =
            (0..rows * cols).map(|_| std::array::from_fn(|_| random.random_range(-50.0..300.0))).collect();
        let theirs: Vec<::opencv::core::Vec3f> = values.iter().map(|value| (*value).into()).collect();
        let (rows, cols) = (rows as i32, cols as i32);
        Self {
            theirs: ::opencv::core::Mat::new_rows_cols_with_data(rows, cols, &theirs)
                .and_then(|mat| mat.try_clone())
                .expect("theirs"),
            ours: portable_cv::core::Mat::new_rows_cols_with_data(rows, cols, &values).expect("ours"),
        }
    }

    /// Asserts that both have the same size and type, and that no byte differs by more than `most`.
    fn assert_bytes(&self, most: u8, what: &str) {
        let (theirs, ours) = (self.theirs.try_clone().expect("theirs"), self.ours.try_clone().expect("ours"));
        assert_eq!((ours.rows(), ours.cols(), ours.typ()), (theirs.rows(), theirs.cols(), theirs.typ()), "{what}");
        let pairs = ours.data_bytes().expect("ours").iter().zip(theirs.data_bytes().expect("theirs"));
        let far = pairs.enumerate().map(|(at, (ours, theirs))| (ours.abs_diff(*theirs), at)).max();
        assert!(far.is_none_or(|(far, _)| far <= most), "{what}: {far:?} (how far, and at which byte), at most {most}");
    }

    /// Asserts that both have the same size and type, and that no float differs by more than `most`.
    fn assert_floats(&self, most: f32, what: &str) {
        let (theirs, ours) = (self.theirs.reshape(1, 1).expect("theirs"), self.ours.reshape(1, 1).expect("ours"));
        let sizes = (self.ours.rows(), self.ours.cols(), self.ours.typ());
        assert_eq!(sizes, (self.theirs.rows(), self.theirs.cols(), self.theirs.typ()), "{what}");
        let pairs = ours.data_typed::<f32>().expect("ours").iter().zip(theirs.data_typed::<f32>().expect("theirs"));
        let far = pairs.map(|(ours, theirs)| (ours - theirs).abs()).fold(0.0, f32::max);
        assert!(far <= most, "{what}: {far} apart, at most {most}");
    }
}

/// Lengths around the sizes of vectors, 4 to 32 values, and of OpenCV's blocks of 32 rows, because loops
/// begin and end there.
const LENGTHS: [usize; 12] = [1, 2, 3, 4, 7, 8, 15, 16, 17, 31, 33, 70];

fn any_length(random: &mut impl Rng) -> usize {
    LENGTHS[random.random_range(0..LENGTHS.len())]
}
