//! The networks: loading and running them.
//!
//! Stages depend only on the trait [`Network`], so that their tests can use a fake. The shipped networks are
//! part of the program; [`Networks::from_dir`] reads others.

mod cards;
mod onnx;
mod shipped;

use std::path::PathBuf;

use opencv::core::Mat;
use opencv::prelude::{MatTraitConst, MatTraitConstManual};

use super::gallery::TERRAINS;

pub use cards::{Calibration, PiecesCalibration};
pub use onnx::OnnxNetwork;
pub use shipped::{CurrentGallery, FeatureAdapter, Networks, PiecesNetwork, QueendominoNetworks, SquaresNetwork};

/// The order of a squares network's `terrain` output. Kingdomino's network has all but the last.
pub const TERRAIN_CLASSES: [&str; TERRAINS] =
    ["wheat", "forest", "lake", "grassland", "swamp", "mine", "castle", "empty", "town"];

/// An output of a network: values in row-major order of `shape`, with the last index varying fastest.
#[derive(Debug, Clone, PartialEq)]
pub struct Tensor {
    /// The length along each index.
    pub shape: Vec<usize>,
    /// The values, as many as the product of the lengths.
    pub values: Vec<f32>,
}

impl Tensor {
    /// A tensor of these values.
    ///
    /// # Panics
    /// If the number of `values` differs from the product of `shape`.
    pub fn new(shape: &[usize], values: Vec<f32>) -> Self {
        assert_eq!(shape.iter().product::<usize>(), values.len(), "a tensor of shape {shape:?} needs that many values");
        Self { shape: shape.to_vec(), values }
    }

    fn from_mat(mat: &Mat) -> opencv::Result<Self> {
        let shape = mat.mat_size().iter().map(|&length| length as usize).collect();
        Ok(Self { shape, values: mat.data_typed::<f32>()?.to_vec() })
    }
}

/// Why a network could not be loaded or run.
#[derive(Debug, thiserror::Error)]
pub enum NetworkError {
    /// A model or its card cannot be read.
    #[error(
        "cannot read {path}: {source}. A folder of networks needs locator.onnx and squares.onnx; glance.onnx, \
         queendomino.onnx and pieces.onnx are optional. Each needs its card (.json)"
    )]
    File {
        /// The file's path.
        path: PathBuf,
        /// The system's error.
        source: std::io::Error,
    },
    /// The card is not JSON with the required fields.
    #[error("{name}: the model's card cannot be understood: {source}")]
    Card {
        /// The model: its file, or the name of a built-in model.
        name: String,
        /// The problem with the card.
        source: serde_json::Error,
    },
    /// The card belongs to another model.
    #[error(
        "{name}: the model's sha256 is {found}, but its card says {expected}: one of the two files is damaged or of another version"
    )]
    Hash {
        /// The model: its file, or the name of a built-in model.
        name: String,
        /// The sha256 in the card, in hexadecimal.
        expected: String,
        /// The model's sha256, in hexadecimal.
        found: String,
    },
    /// The card's classes differ from those of [`TERRAIN_CLASSES`] that its game has.
    #[error("{name}: the model's card lists the classes {}, but this program needs {expected}", .found.join(", "))]
    Classes {
        /// The model: its file, or the name of a built-in model.
        name: String,
        /// The program's classes, in order.
        expected: String,
        /// The card's classes.
        found: Vec<String>,
    },
    /// A temperature is not above 0.
    #[error("{name}: the temperature in the model's card is {temperature}, but it must be a number above 0")]
    Temperature {
        /// The model: its file, or the name of a built-in model.
        name: String,
        /// The temperature in the card.
        temperature: f32,
    },
    /// OpenCV cannot read the model.
    #[error("{name}: {} cannot load the model: {source}", crate::ENGINE)]
    Load {
        /// The model: its file, or the name of a built-in model.
        name: String,
        /// OpenCV's error.
        source: opencv::Error,
    },
    /// OpenCV cannot run the model on this input.
    #[error("{name}: {} cannot run the model: {source}", crate::ENGINE)]
    Run {
        /// The model: its file, or the name of a built-in model.
        name: String,
        /// OpenCV's error.
        source: opencv::Error,
    },
    /// An output is missing.
    #[error("{name}: the model has no output `{missing}`; its outputs are {found}")]
    Output {
        /// The model: its file, or the name of a built-in model.
        name: String,
        /// The requested output.
        missing: &'static str,
        /// The outputs of the model.
        found: String,
    },
    /// An output has a shape that the stage does not expect.
    #[error(
        "a network's outputs have the shapes {found:?}, but {expected} are needed: this is a network of another \
         kind"
    )]
    Shapes {
        /// The shapes that the stage expects, in words.
        expected: &'static str,
        /// The shapes of the tensors, in order.
        found: Vec<Vec<usize>>,
    },
}

/// Converts a blob to tensors: a trained network, or a fake in a test.
pub trait Network: Send + Sync {
    /// Runs the network on `input`, a blob of `f32` in the order picture, channel (BGR), row, column. The
    /// outputs are in the order that the calling stage documents.
    ///
    /// # Errors
    /// If the network cannot be loaded or run.
    fn run(&self, input: &Mat) -> Result<Vec<Tensor>, NetworkError>;

    /// Loads the network now, so that a failure is reported before it is needed.
    ///
    /// # Errors
    /// If the network cannot be loaded.
    fn load(&self) -> Result<(), NetworkError> {
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use std::error::Error;

    use opencv::core::CV_32F;

    use super::*;
    use opencv::core::Scalar;
    use std::fs;
    use std::path::Path;
    use storage::sha256::sha256_hex;

    fn models() -> PathBuf {
        Path::new(env!("CARGO_MANIFEST_DIR")).join("../../models")
    }

    fn blob(shape: [i32; 4]) -> opencv::Result<Mat> {
        Mat::new_nd_with_default(&shape, CV_32F, Scalar::all(0.1))
    }

    #[test]
    fn the_embedded_networks_are_those_of_the_models_folder() -> Result<(), Box<dyn Error>> {
        assert_eq!(Networks::embedded()?.version, Networks::from_dir(&models())?.version);
        Ok(())
    }

    #[test]
    fn the_embedded_networks_answer_in_the_documented_shapes() -> Result<(), Box<dyn Error>> {
        let networks = Networks::embedded()?;
        for _ in 0..2 {
            let heat = networks.locator.run(&blob([1, 3, 256, 256])?)?;
            assert_eq!(heat.iter().map(|t| &t.shape[..]).collect::<Vec<_>>(), [[1, 2, 128, 128], [1, 6, 64, 64]]);
        }
        let QueendominoNetworks { squares, pieces, .. } = networks.queendomino.as_ref().ok_or("they are built in")?;
        for batch in [49, 25, 1] {
            for (network, side, widths) in [
                (&networks.squares.network, 64, &[8, 4, 4, 128][..]),
                (&networks.fast_squares.as_ref().ok_or("it is built in")?.network, 64, &[8, 4, 4, 128, 64, 1]),
                (&squares.network, 64, &[9, 4, 4, 128, 3]),
                (&pieces.network, 160, &[18, 2, 5, 2]),
            ] {
                let answers = network.run(&blob([batch, 3, side, side])?)?;
                let shapes: Vec<_> = answers.iter().map(|tensor| &tensor.shape[..]).collect();
                assert_eq!(shapes, widths.iter().map(|wide| [batch as usize, *wide]).collect::<Vec<_>>());
            }
        }
        Ok(())
    }

    #[test]
    fn queendominos_squares_are_remembered_by_the_features_of_kingdominos_network() -> Result<(), Box<dyn Error>> {
        let networks = Networks::embedded()?;
        let crops = blob([2, 3, 64, 64])?;
        let [reads, features_of] = [&networks.queendomino.as_ref().ok_or("built in")?.squares, &networks.squares]
            .map(|squares| squares.network.run(&crops));
        let reads = reads?;
        let joint = networks.queendomino_squares().ok_or("built in")?.run(&crops)?;
        assert_eq!(joint, [&reads[..3], &features_of?[3..], &reads[4..]].concat());
        Ok(())
    }

    /// A copy of the models folder, with `change` applied to one of its files.
    fn changed_models(file: &str, change: impl FnOnce(Vec<u8>) -> Vec<u8>) -> std::io::Result<tempfile::TempDir> {
        let dir = tempfile::tempdir()?;
        for name in ["locator", "squares", "glance", "queendomino", "pieces"] {
            for name in ["onnx", "json"].map(|extension| format!("{name}.{extension}")) {
                fs::copy(models().join(&name), dir.path().join(&name))?;
            }
        }
        let path = dir.path().join(file);
        fs::write(&path, change(fs::read(&path)?))?;
        Ok(dir)
    }

    fn refusal(dir: &Path) -> String {
        Networks::from_dir(dir).err().map(|error| error.to_string()).unwrap_or_default()
    }

    #[test]
    fn a_changed_model_is_refused() -> Result<(), Box<dyn Error>> {
        let flip_last_bit = |mut bytes: Vec<u8>| {
            *bytes.last_mut().expect("a model is not empty") ^= 1;
            bytes
        };
        for file in ["locator.onnx", "squares.onnx", "glance.onnx", "queendomino.onnx", "pieces.onnx"] {
            let dir = changed_models(file, flip_last_bit)?;
            let message = refusal(dir.path());
            assert!(message.contains(file) && message.contains("sha256"), "{message}");
        }
        Ok(())
    }

    #[test]
    fn a_model_that_cannot_be_loaded_is_refused_before_a_photo_needs_it() -> Result<(), Box<dyn Error>> {
        for name in ["locator", "squares", "glance", "queendomino", "pieces"] {
            let half = |bytes: Vec<u8>| bytes[..bytes.len() / 2].to_vec();
            let dir = changed_models(&format!("{name}.onnx"), half)?;
            let half_sha256 = sha256_hex(&fs::read(dir.path().join(name).with_extension("onnx"))?);
            let card_path = dir.path().join(name).with_extension("json");
            let mut card: serde_json::Value = serde_json::from_str(&fs::read_to_string(&card_path)?)?;
            card["sha256"] = half_sha256.into();
            fs::write(&card_path, card.to_string())?;
            let message = refusal(dir.path());
            assert!(message.contains(&format!("{name}.onnx")) && message.contains("cannot load"), "{message}");
        }
        Ok(())
    }

    #[test]
    fn a_card_of_other_classes_or_of_no_sense_is_refused() -> Result<(), Box<dyn Error>> {
        let edit = |from: &'static str, to: &'static str| {
            move |bytes: Vec<u8>| String::from_utf8_lossy(&bytes).replacen(from, to, 1).into_bytes()
        };
        let cases = [
            ("squares", "wheat", "rye", "wheat, forest"),
            ("squares", "{", "", "card"),
            ("squares", "temperature_crowns", "t", "temperature_crowns"),
            ("glance", "swamp", "marsh", "swamp"),
            ("queendomino", "\"town\"", "\"city\"", "empty, town"),
            ("queendomino", "\"temperature_with_towns\": ", "\"temperature_with_towns\": -", "temperature"),
            ("pieces", "\"temperature_knight\": ", "\"temperature_knight\": -", "temperature"),
        ];
        for (model, from, to, expected) in cases {
            let dir = changed_models(&format!("{model}.json"), edit(from, to))?;
            let message = refusal(dir.path());
            assert!(message.contains(model) && message.contains(expected), "{message}");
        }
        Ok(())
    }

    #[test]
    fn a_folder_may_know_kingdomino_alone_but_not_half_of_queendomino() -> Result<(), Box<dyn Error>> {
        let dir = changed_models("squares.json", |bytes| bytes)?;
        assert_eq!(Networks::from_dir(dir.path())?.version.split('-').count(), 5);
        fs::remove_file(dir.path().join("pieces.json"))?;
        assert!(refusal(dir.path()).contains("pieces.json"));
        fs::remove_file(dir.path().join("pieces.onnx"))?;
        assert!(refusal(dir.path()).contains("pieces.onnx"));
        for name in ["queendomino.onnx", "queendomino.json"] {
            fs::remove_file(dir.path().join(name))?;
        }
        let networks = Networks::from_dir(dir.path())?;
        assert!(networks.queendomino.is_none() && networks.version.split('-').count() == 3);
        fs::remove_file(dir.path().join("glance.onnx"))?;
        assert!(refusal(dir.path()).contains("glance.onnx"));
        fs::remove_file(dir.path().join("glance.json"))?;
        assert!(Networks::from_dir(dir.path())?.fast_squares.is_none());
        Ok(())
    }

    #[test]
    fn a_folder_without_models_is_refused_by_name() -> Result<(), Box<dyn Error>> {
        let dir = tempfile::tempdir()?;
        let message = refusal(dir.path());
        assert!(message.contains("locator.onnx") && message.contains(&dir.path().display().to_string()), "{message}");
        Ok(())
    }

    #[test]
    fn what_is_no_onnx_file_is_an_error_when_it_is_run() -> Result<(), Box<dyn Error>> {
        let network = OnnxNetwork::new("nonsense.onnx", vec![7; 100], &["heat", "frame"]);
        let message = network.run(&blob([1, 3, 256, 256])?).expect_err("100 times 7 is no network").to_string();
        assert!(message.contains("nonsense.onnx"), "{message}");
        Ok(())
    }
}
