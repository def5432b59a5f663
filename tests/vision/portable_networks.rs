//! The shipped networks, run by OpenCV and by `portable-cv`.

use std::fs;
use std::path::Path;

use ::opencv::core as theirs;
use ::opencv::dnn as their;
use ::opencv::prelude::{MatTraitConst as _, MatTraitConstManual as _, NetTrait as _, NetTraitConst as _};
use portable_cv::core as ours;
use portable_cv::core::{MatTraitConst as _, MatTraitConstManual as _};
use portable_cv::dnn as our;
use portable_cv::dnn::{NetTrait as _, NetTraitConst as _};
use rand::{RngExt as _, SeedableRng as _};
use rand_chacha::ChaCha8Rng;
use rayon::prelude::*;

/// The shipped networks, and the side of their input in pixels.
const NETWORKS: [(&str, i32); 5] =
    [("locator", 256), ("glance", 64), ("squares", 64), ("queendomino", 64), ("pieces", 160)];

/// The same random input of a network for OpenCV and for `portable-cv`: pictures, channels, rows, columns.
fn blobs(side: i32, count: usize, seed: u64) -> (theirs::Mat, ours::Mat) {
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    let mut theirs = theirs::Vector::<theirs::Mat>::new();
    let mut ours = ours::Vector::<ours::Mat>::new();
    for _ in 0..count {
        let bytes: Vec<u8> = (0..side * side * 3).map(|_| random.random()).collect();
        let picture = theirs::Mat::new_rows_cols_with_data(side, side * 3, &bytes).expect("theirs");
        theirs.push(picture.reshape(3, side).and_then(|picture| picture.try_clone()).expect("theirs"));
        let picture = ours::Mat::new_rows_cols_with_data(side, side * 3, &bytes).expect("ours");
        ours.push(picture.reshape(3, side).expect("ours"));
    }
    let (scale, mean) = (1.0 / 127.5, 127.5);
    let (size, mean_of) = (theirs::Size::default(), theirs::Scalar::all(mean));
    let theirs = their::blob_from_images(&theirs, scale, size, mean_of, false, false, theirs::CV_32F);
    let mean = ours::Scalar::all(mean);
    let ours = our::blob_from_images(&ours, scale, ours::Size::default(), mean, false, false, ours::CV_32F);
    (theirs.expect("theirs"), ours.expect("ours"))
}

#[test]
fn a_browser_has_the_operators_of_the_shipped_networks() {
    for (name, _) in NETWORKS {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("models").join(name).with_extension("onnx");
        let onnx = fs::read(path).expect("a model");
        let loaded = our::read_net_as_in_a_browser(&ours::Vector::from_slice(&onnx));
        assert!(loaded.is_ok(), "{name}: {:?}", loaded.err());
    }
}

/// The difference between our answer and OpenCV's, divided by 1 plus the absolute value of OpenCV's, must be
/// below this. It is not 0, because the two add up sums in different orders.
const MOST: f32 = 1e-3;

#[test]
fn networks_answer_as_by_opencv() {
    let models = Path::new(env!("CARGO_MANIFEST_DIR")).join("models");
    for (name, side) in NETWORKS {
        let onnx = fs::read(models.join(name).with_extension("onnx")).expect("a model");
        let mut theirs = their::read_net_from_onnx_buffer(&theirs::Vector::from_slice(&onnx)).expect("theirs");
        let mut ours = our::read_net_from_onnx_buffer(&ours::Vector::from_slice(&onnx)).expect("ours");
        let their_names: Vec<String> = theirs.get_unconnected_out_layers_names().expect("theirs").iter().collect();
        let our_names: Vec<String> = ours.get_unconnected_out_layers_names().expect("ours").iter().collect();
        let counts: &[usize] = if name == "locator" { &[1] } else { &[1, 3] };
        for &count in counts {
            let (their_blob, our_blob) = blobs(side, count, 5);
            theirs.set_input(&their_blob, "", 1.0, theirs::Scalar::default()).expect("theirs");
            ours.set_input(&our_blob, "", 1.0, ours::Scalar::default()).expect("ours");
            for own_name in &our_names {
                let is_it = |name: &&String| name.rsplit('!').next() == Some(own_name);
                // OpenCV does not list an output that is also another layer's input.
                let Some(their_name) = their_names.iter().find(is_it) else { continue };
                let (mut their_answers, mut our_answers) =
                    (theirs::Vector::<theirs::Mat>::new(), ours::Vector::<ours::Mat>::new());
                let mut asked = theirs::Vector::<String>::new();
                asked.push(their_name);
                theirs.forward(&mut their_answers, &asked).expect("theirs");
                ours.forward(&mut our_answers, &[own_name.clone()].into_iter().collect()).expect("ours");
                let (theirs, ours) = (their_answers.get(0).expect("theirs"), our_answers.get(0).expect("ours"));
                assert_eq!(ours.mat_size().to_vec(), theirs.mat_size().to_vec(), "{name}: {own_name}");
                let pairs =
                    ours.data_typed::<f32>().expect("ours").iter().zip(theirs.data_typed::<f32>().expect("theirs"));
                let far = pairs.map(|(ours, theirs)| (ours - theirs).abs() / (1.0 + theirs.abs())).fold(0.0, f32::max);
                println!("{name}, {count}, {own_name}: {far:.1e}");
                assert!(far < MOST, "{name}: {own_name}: {far}");
            }
        }
    }
}

#[test]
fn networks_are_loaded_and_asked_side_by_side_under_a_lock() {
    let onnx = fs::read(Path::new(env!("CARGO_MANIFEST_DIR")).join("models/glance.onnx")).expect("a model");
    let (sender, done) = std::sync::mpsc::channel();
    std::thread::spawn(move || {
        // `vision`, too, loads networks under a lock while it scans several photos in parallel.
        let lock = std::sync::Mutex::new(());
        let asked: Vec<usize> = (0..16_u64)
            .into_par_iter()
            .map(|seed| {
                let guard = lock.lock().expect("no panic");
                let mut network = our::read_net_from_onnx_buffer(&ours::Vector::from_slice(&onnx)).expect("ours");
                drop(guard);
                let names = network.get_unconnected_out_layers_names().expect("ours");
                network.set_input(&blobs(64, 2, seed).1, "", 1.0, ours::Scalar::default()).expect("ours");
                let mut answers = ours::Vector::<ours::Mat>::new();
                network.forward(&mut answers, &names).expect("ours");
                answers.len()
            })
            .collect();
        sender.send(asked).expect("somebody waits");
    });
    let asked = done.recv_timeout(std::time::Duration::from_secs(60)).expect("no thread waits for itself");
    assert!(asked.iter().all(|answers| *answers == 6), "{asked:?}");
}
