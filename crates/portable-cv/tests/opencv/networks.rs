//! Compares with OpenCV: the input of networks, and the answer of a small one.

use super::{Both, random};
use ::opencv::core as theirs;
use ::opencv::dnn as their;
use ::opencv::prelude::{MatTraitConst as _, MatTraitConstManual as _, NetTrait as _};
use portable_cv::core as ours;
use portable_cv::core::{MatTraitConst as _, MatTraitConstManual as _};
use portable_cv::dnn as our;
use portable_cv::dnn::{NetTrait as _, NetTraitConst as _};

/// Inputs of a network for OpenCV and for `portable-cv`, made from the same pictures.
fn blobs(side: usize, count: usize, seed: u64) -> (theirs::Mat, ours::Mat) {
    let random = &mut random(seed);
    let pictures: Vec<Both> = (0..count).map(|_| Both::of_bytes(side, side, 3, true, random)).collect();
    let (scale, mean) = (1.0 / 127.5, 127.5);
    let their_pictures: theirs::Vector<theirs::Mat> = pictures.iter().map(|both| both.theirs.clone()).collect();
    let size = theirs::Size::default();
    let theirs =
        their::blob_from_images(&their_pictures, scale, size, theirs::Scalar::all(mean), false, false, theirs::CV_32F);
    let our_pictures = pictures.into_iter().map(|both| both.ours).collect();
    let mean = ours::Scalar::all(mean);
    let ours = our::blob_from_images(&our_pictures, scale, ours::Size::default(), mean, false, false, ours::CV_32F);
    (theirs.expect("theirs"), ours.expect("ours"))
}

#[test]
fn pictures_become_blobs_as_by_opencv() {
    for (side, count) in [(1, 1), (7, 3), (64, 2)] {
        let (theirs, ours) = blobs(side, count, side as u64);
        assert_eq!(ours.mat_size().to_vec(), theirs.mat_size().to_vec());
        let pairs = ours.data_typed::<f32>().expect("ours").iter().zip(theirs.data_typed::<f32>().expect("theirs"));
        // Depending on its version, OpenCV subtracts before or after it multiplies, so the last bit may
        // differ.
        assert!(pairs.into_iter().all(|(ours, theirs)| (ours - theirs).abs() < 1e-6), "side {side}");
    }
}

/// A convolution, a rectifier and the mean of each channel.
const SMALL: &[u8] = include_bytes!("../small.onnx");

#[test]
fn a_network_answers_as_by_opencv() {
    let mut theirs = their::read_net_from_onnx_buffer(&theirs::Vector::from_slice(SMALL)).expect("theirs");
    let onnx = ours::Vector::from_slice(SMALL);
    for mut ours in [our::read_net_from_onnx_buffer(&onnx), our::read_net_as_in_a_browser(&onnx)].map(Result::unwrap) {
        let (their_blob, our_blob) = blobs(8, 3, 5);
        theirs.set_input(&their_blob, "", 1.0, theirs::Scalar::default()).expect("theirs");
        ours.set_input(&our_blob, "", 1.0, ours::Scalar::default()).expect("ours");
        let their_answer = theirs.forward_single_def().expect("theirs");
        let (mut answers, names) = (ours::Vector::<ours::Mat>::new(), ours.get_unconnected_out_layers_names());
        ours.forward(&mut answers, &names.expect("ours")).expect("ours");
        let answer = answers.get(0).expect("ours");
        assert_eq!(answer.mat_size().to_vec(), their_answer.mat_size().to_vec());
        let pairs =
            answer.data_typed::<f32>().expect("ours").iter().zip(their_answer.data_typed::<f32>().expect("theirs"));
        // The two add up sums in different orders.
        assert!(pairs.into_iter().all(|(ours, theirs)| (ours - theirs).abs() < 1e-5));
    }
}
