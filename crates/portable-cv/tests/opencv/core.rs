//! Compares with OpenCV: rearranging, joining and comparing matrices, and solving linear systems.

use ::opencv::core as theirs;
use ::opencv::prelude::MatTraitConstManual as _;
use portable_cv::core as ours;
use portable_cv::core::MatTraitConstManual as _;
use rand::RngExt;

use super::{Both, any_length, random};

/// Calls a function of OpenCV and ours on the same pictures, and returns both results.
macro_rules! both {
    ($pictures:expr, |$theirs:ident, $ours:ident, $their_result:ident, $our_result:ident| $their_call:expr, $our_call:expr) => {{
        let Both { theirs: $theirs, ours: $ours } = &$pictures;
        let ($their_result, $our_result) =
            (&mut ::opencv::core::Mat::default(), &mut portable_cv::core::Mat::default());
        $their_call.expect("theirs");
        $our_call.expect("ours");
        Both { theirs: std::mem::take($their_result), ours: std::mem::take($our_result) }
    }};
}
pub(super) use both;

#[test]
fn pictures_are_turned_mirrored_and_framed_as_by_opencv() {
    let random = &mut random(1);
    for round in 0..200 {
        let channels = [1, 3, 4][round % 3];
        let picture = Both::of_bytes(any_length(random), any_length(random), channels, random.random(), random);
        for turn in 0..3 {
            let turned = both!(picture, |a, b, to, own| theirs::rotate(a, to, turn), ours::rotate(b, own, turn));
            turned.assert_bytes(0, &format!("turn {turn}, {:?}", picture.ours));
        }
        for code in -1..2 {
            let flipped = both!(picture, |a, b, to, own| theirs::flip(a, to, code), ours::flip(b, own, code));
            flipped.assert_bytes(0, &format!("flip {code}, {:?}", picture.ours));
        }
        let transposed = both!(picture, |a, b, to, own| theirs::transpose(a, to), ours::transpose(b, own));
        transposed.assert_bytes(0, &format!("{:?}", picture.ours));
        let sides: [i32; 4] = std::array::from_fn(|_| random.random_range(0..5));
        let colour: [f64; 4] = std::array::from_fn(|_| random.random_range(-20.0..300.0));
        let framed = both!(
            picture,
            |a, b, to, own| theirs::copy_make_border(a, to, sides[0], sides[1], sides[2], sides[3], 0, colour.into()),
            ours::copy_make_border(b, own, sides[0], sides[1], sides[2], sides[3], 0, colour.into())
        );
        framed.assert_bytes(0, &format!("{sides:?} of {colour:?}, {:?}", picture.ours));
    }
}

#[test]
fn pictures_are_joined_as_by_opencv() {
    let random = &mut random(2);
    for channels in [1, 3, 4] {
        let parts: Vec<Both> = (0..3).map(|_| Both::of_bytes(9, any_length(random), channels, true, random)).collect();
        let (mut their_result, mut our_result) = (theirs::Mat::default(), ours::Mat::default());
        let their_parts: theirs::Vector<theirs::Mat> = parts.iter().map(|part| part.theirs.clone()).collect();
        theirs::hconcat(&their_parts, &mut their_result).expect("theirs");
        ours::hconcat(&parts.iter().map(|part| part.ours.clone()).collect(), &mut our_result).expect("ours");
        Both { theirs: their_result, ours: our_result }.assert_bytes(0, &format!("{channels} channels"));
    }
}

#[test]
fn channels_are_split_compared_and_averaged_as_by_opencv() {
    let random = &mut random(3);
    for round in 0..100 {
        let picture = Both::of_bytes(any_length(random), any_length(random), 3, random.random(), random);
        let (mut their_channels, mut our_channels) =
            (theirs::Vector::<theirs::Mat>::new(), ours::Vector::<ours::Mat>::new());
        theirs::split(&picture.theirs, &mut their_channels).expect("theirs");
        ours::split(&picture.ours, &mut our_channels).expect("ours");
        let channel = |at: usize| Both {
            theirs: their_channels.get(at).expect("theirs"),
            ours: our_channels.get(at).expect("ours"),
        };
        let [first, second] = [channel(0), channel(round % 3)];
        second.assert_bytes(0, "split");
        let larger = both!(first, |a, b, to, own| theirs::max(a, &second.theirs, to), ours::max(b, &second.ours, own));
        larger.assert_bytes(0, "the larger");
        let smaller = both!(first, |a, b, to, own| theirs::min(a, &second.theirs, to), ours::min(b, &second.ours, own));
        smaller.assert_bytes(0, "the smaller");
        let means =
            [theirs::mean_def(&picture.theirs).expect("theirs").0, ours::mean_def(&picture.ours).expect("ours").0];
        // Floats may be added up in another order.
        assert!(means[0].iter().zip(means[1]).all(|(theirs, ours)| (theirs - ours).abs() < 1e-9), "{means:?}");
        let floats = both!(
            picture,
            |a, b, to, own| {
                use theirs::MatTraitConst as _;
                a.convert_to_def(to, 5)
            },
            {
                use ours::MatTraitConst as _;
                b.convert_to_def(own, 5)
            }
        );
        floats.assert_floats(0.0, "as floats");
    }
}

#[test]
fn systems_are_solved_as_by_opencv() {
    let random = &mut random(4);
    for round in 0..300 {
        let (order, columns) = ([1, 2, 3, 4, 8, 13, 40][round % 7], [1, 1, 2, 5][round % 4]);
        let number = |random: &mut rand_chacha::ChaCha8Rng| random.random_range(-3.0..3.0);
        let mut left: Vec<f64> = (0..order * order).map(|_| number(random)).collect();
        let right: Vec<f64> = (0..order * columns).map(|_| number(random)).collect();
        let method = if round % 2 == 0 { theirs::DECOMP_LU } else { theirs::DECOMP_CHOLESKY };
        if method == theirs::DECOMP_CHOLESKY {
            // A matrix times its transpose. In every fifth round nothing is added to the diagonal, so that
            // some are nearly singular.
            let more = if round % 5 == 0 { 0.0 } else { 0.1 };
            let entry =
                |row: usize, col: usize| (0..order).map(|k| left[row * order + k] * left[col * order + k]).sum::<f64>();
            let product = (0..order * order)
                .map(|at| entry(at / order, at % order) + if at % (order + 1) == 0 { more } else { 0.0 });
            left = product.collect();
        } else if round % 10 == 0 {
            left[..order].fill(0.0);
        }
        let size = |cols: usize| (order as i32, cols as i32);
        let ((rows, own), (_, others)) = (size(order), size(columns));
        let (mut their_result, mut our_result) = (theirs::Mat::default(), ours::Mat::default());
        let their_left = theirs::Mat::new_rows_cols_with_data(rows, own, &left).expect("theirs");
        let their_right = theirs::Mat::new_rows_cols_with_data(rows, others, &right).expect("theirs");
        let theirs_solved = theirs::solve(&their_left, &their_right, &mut their_result, method).expect("theirs");
        let our_left = ours::Mat::new_rows_cols_with_data(rows, own, &left).expect("ours");
        let our_right = ours::Mat::new_rows_cols_with_data(rows, others, &right).expect("ours");
        let ours_solved = ours::solve(&our_left, &our_right, &mut our_result, method).expect("ours");
        assert_eq!(ours_solved, theirs_solved, "round {round}, order {order}, method {method}");
        if ours_solved {
            let pairs = our_result
                .data_typed::<f64>()
                .expect("ours")
                .iter()
                .zip(their_result.data_typed::<f64>().expect("theirs"));
            // In ill-conditioned systems, the order of additions makes a difference.
            let far = pairs.map(|(ours, theirs)| (ours - theirs).abs() / (1.0 + theirs.abs())).fold(0.0, f64::max);
            assert!(far < 1e-7, "round {round}, order {order}, method {method}: {far}");
        }
    }
}
