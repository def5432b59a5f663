//! Compares with OpenCV: resizing, homographies, filters and colours.

use ::opencv::core as theirs;
use ::opencv::imgproc as their;
use portable_cv::core as ours;
use portable_cv::imgproc as our;
use rand::{Rng, RngExt};

use super::core::both;
use super::{Both, any_length, random};

fn resized(picture: &Both, [width, height]: [i32; 2], [across, down]: [f64; 2], interpolation: i32) -> Both {
    both!(
        *picture,
        |a, b, to, own| their::resize(a, to, theirs::Size::new(width, height), across, down, interpolation),
        our::resize(b, own, ours::Size::new(width, height), across, down, interpolation)
    )
}

/// The largest allowed difference of a byte. In two of the interpolations OpenCV adds up floats in another
/// order: the pixels of an area, and the four rows of cubic interpolation.
fn tolerance(interpolation: i32) -> u8 {
    match interpolation {
        our::INTER_AREA | our::INTER_CUBIC => 1,
        _ => 0,
    }
}

const INTERPOLATIONS: [i32; 4] = [our::INTER_NEAREST, our::INTER_LINEAR, our::INTER_CUBIC, our::INTER_AREA];

#[test]
fn bytes_are_resized_as_by_opencv() {
    let random = &mut random(11);
    for round in 0..1200 {
        let channels = [1, 3, 4][round % 3];
        let interpolation = INTERPOLATIONS[round % 4];
        let (rows, cols) = (any_length(random), any_length(random));
        let picture = Both::of_bytes(rows, cols, channels, random.random(), random);
        let size = [any_length(random) as i32, any_length(random) as i32];
        let what = format!("{:?} to {size:?} by {interpolation}", picture.ours);
        resized(&picture, size, [0.0; 2], interpolation).assert_bytes(tolerance(interpolation), &what);
        let factors: [f64; 2] = std::array::from_fn(|_| random.random_range(0.3..2.5));
        if cols as f64 * factors[0] >= 1.0 && rows as f64 * factors[1] >= 1.0 {
            let what = format!("{:?} times {factors:?} by {interpolation}", picture.ours);
            resized(&picture, [0, 0], factors, interpolation).assert_bytes(tolerance(interpolation), &what);
        }
    }
}

#[test]
fn whole_blocks_of_bytes_are_equal_to_opencvs() {
    let random = &mut random(12);
    for round in 0..400 {
        let channels = [1, 3, 4][round % 3];
        let (size, block): ([usize; 2], [usize; 2]) =
            (std::array::from_fn(|_| any_length(random)), std::array::from_fn(|_| random.random_range(1..6)));
        let picture = Both::of_bytes(size[1] * block[1], size[0] * block[0], channels, random.random(), random);
        let what = format!("{:?} in blocks of {block:?}", picture.ours);
        resized(&picture, size.map(|length| length as i32), [0.0; 2], our::INTER_AREA).assert_bytes(0, &what);
        // With an odd size, the last row and the last column are less than a whole block.
        let picture = Both::of_bytes(size[1] * 2 + 1, size[0] * 2 + 1, channels, random.random(), random);
        resized(&picture, [0, 0], [0.5; 2], our::INTER_AREA).assert_bytes(0, &format!("{:?} by halves", picture.ours));
    }
}

#[test]
fn floats_are_resized_as_by_opencv() {
    let random = &mut random(13);
    for round in 0..300 {
        let picture = Both::of_floats(any_length(random), any_length(random), random);
        let size = [any_length(random) as i32, any_length(random) as i32];
        let interpolation = [our::INTER_LINEAR, our::INTER_AREA][round % 2];
        resized(&picture, size, [0.0; 2], interpolation)
            .assert_floats(1e-3, &format!("{:?} to {size:?} by {interpolation}", picture.ours));
    }
}

/// A homography like that of a camera or, with `is_wild`, any; the numbers row by row.
fn homography(random: &mut impl Rng, is_wild: bool) -> [f64; 9] {
    let mut near = |value: f64, spread: f64| value + random.random_range(-spread..spread);
    if is_wild {
        return std::array::from_fn(|_| near(0.0, 2.0));
    }
    [
        near(1.0, 0.7),
        near(0.0, 0.4),
        near(0.0, 20.0),
        near(0.0, 0.4),
        near(1.0, 0.7),
        near(0.0, 20.0),
        near(0.0, 2e-3),
        near(0.0, 2e-3),
        1.0,
    ]
}

fn warped(picture: &Both, homography: &[f64; 9], [width, height]: [i32; 2]) -> Both {
    let their_matrix = theirs::Mat::new_rows_cols_with_data(3, 3, homography).expect("theirs");
    let our_matrix = ours::Mat::new_rows_cols_with_data(3, 3, homography).expect("ours");
    let (border, flags) = (ours::BORDER_REPLICATE, our::INTER_LINEAR);
    both!(
        *picture,
        |a, b, to, own| {
            let size = theirs::Size::new(width, height);
            their::warp_perspective(a, to, &their_matrix, size, flags, border, theirs::Scalar::default())
        },
        our::warp_perspective(
            b,
            own,
            &our_matrix,
            ours::Size::new(width, height),
            flags,
            border,
            ours::Scalar::default()
        )
    )
}

#[test]
fn pictures_are_warped_as_by_opencv() {
    let random = &mut random(14);
    for round in 0..1200 {
        let channels = [1, 3, 4][round % 3];
        let picture = Both::of_bytes(any_length(random), any_length(random), channels, random.random(), random);
        let matrix = homography(random, round % 8 == 0);
        let size = if round % 10 == 0 { [300, 41] } else { [any_length(random) as i32, any_length(random) as i32] };
        let what = format!("{:?} through {matrix:?} to {size:?}", picture.ours);
        warped(&picture, &matrix, size).assert_bytes(0, &what);
        let floats = Both::of_floats(any_length(random), any_length(random), random);
        warped(&floats, &matrix, size).assert_floats(1e-3, &what);
    }
}

#[test]
fn homographies_are_those_of_opencv() {
    let random = &mut random(15);
    for round in 0..200 {
        let mut corner = |x: f32, y: f32| [x + random.random_range(-30.0..30.0), y + random.random_range(-30.0..30.0)];
        let from = [corner(0.0, 0.0), corner(200.0, 0.0), corner(200.0, 100.0), corner(0.0, 100.0)];
        let mut to = [corner(50.0, 0.0), corner(300.0, 0.0), corner(300.0, 300.0), corner(0.0, 300.0)];
        if round % 20 == 0 {
            // No homography maps to these corners, because three of them coincide.
            to[1] = to[0];
            to[2] = to[0];
        }
        let their_points = [from, to].map(|points| points.map(|[x, y]| theirs::Point2f::new(x, y)));
        let our_points = [from, to].map(|points| points.map(|[x, y]| ours::Point2f::new(x, y)));
        let theirs = their::get_perspective_transform_slice(their_points[0], their_points[1], theirs::DECOMP_LU)
            .expect("theirs");
        let ours = our::get_perspective_transform_slice(our_points[0], our_points[1], ours::DECOMP_LU).expect("ours");
        let theirs = ::opencv::prelude::MatTraitConstManual::data_typed::<f64>(&theirs).expect("theirs").to_vec();
        let ours = ours::MatTraitConstManual::data_typed::<f64>(&ours).expect("ours").to_vec();
        let far = theirs
            .iter()
            .zip(&ours)
            .map(|(theirs, ours)| (theirs - ours).abs() / (1.0 + theirs.abs()))
            .fold(0.0, f64::max);
        assert!(far < 1e-9, "round {round}: {far}, {ours:?}, {theirs:?}");
    }
}

#[test]
fn floats_are_filtered_as_by_opencv() {
    let random = &mut random(16);
    let border = ours::BORDER_DEFAULT;
    for _ in 0..200 {
        let (rows, cols) = (any_length(random), any_length(random));
        let picture = Both::of_floats(rows, cols, random);
        let [across, down] = std::array::from_fn(|_| random.random_range(0.4..3.0));
        let blurred = both!(
            picture,
            |a, b, to, own| their::gaussian_blur(a, to, theirs::Size::default(), across, down, border),
            our::gaussian_blur(b, own, ours::Size::default(), across, down, border)
        );
        // The values are up to 300, and they are added up in another order.
        blurred.assert_floats(2e-3, &format!("{:?} by {across} and {down}", picture.ours));
        for (dx, dy) in [(1, 0), (0, 1)] {
            let slopes = both!(
                picture,
                |a, b, to, own| their::sobel(a, to, 5, dx, dy, 1, 0.5, 0.0, border),
                our::sobel(b, own, 5, dx, dy, 1, 0.5, 0.0, border)
            );
            slopes.assert_floats(1e-4, &format!("slopes {dx}, {dy} of {:?}", picture.ours));
        }
        let window = [random.random_range(1..20), random.random_range(1..20)];
        for picture in [picture, Both::of_triples(rows, cols, random)] {
            let means = both!(
                picture,
                |a, b, to, own| their::blur(
                    a,
                    to,
                    theirs::Size::new(window[0], window[1]),
                    theirs::Point::new(-1, -1),
                    border
                ),
                our::blur(b, own, ours::Size::new(window[0], window[1]), ours::Point::new(-1, -1), border)
            );
            means.assert_floats(1e-4, &format!("{window:?} of {:?}", picture.ours));
        }
    }
}

#[test]
fn colours_are_changed_as_by_opencv() {
    let random = &mut random(17);
    for (channels, code) in [(3, our::COLOR_BGR2GRAY), (4, our::COLOR_RGBA2BGR), (3, our::COLOR_BGR2RGB)] {
        for _ in 0..100 {
            let picture = Both::of_bytes(any_length(random), any_length(random), channels, random.random(), random);
            let changed =
                both!(picture, |a, b, to, own| their::cvt_color_def(a, to, code), our::cvt_color_def(b, own, code));
            changed.assert_bytes(0, &format!("{code} of {:?}", picture.ours));
        }
    }
}
