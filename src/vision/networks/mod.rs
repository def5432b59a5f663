//! The networks: where they come from and how they are asked.
//!
//! A stage sees a [`Network`] only, so that its tests put a fake in the network's place.
//! The shipped networks are part of the program; [`Networks::from_dir`] reads others.

use std::borrow::Cow;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use opencv::core::{Mat, Scalar, Vector};
use opencv::dnn::{self, Net};
use opencv::prelude::{MatTraitConst, MatTraitConstManual, NetTrait, NetTraitConst};
use serde::Deserialize;

use crate::storage::sha256::sha256_hex;

use super::gallery::{GalleryClassifier, TERRAINS};

/// The order of a squares network's `terrain` output. Kingdomino's network knows all but the last.
pub const TERRAIN_CLASSES: [&str; TERRAINS] =
    ["wheat", "forest", "lake", "grassland", "swamp", "mine", "castle", "empty", "town"];

/// What a network answers: numbers in the order of `shape`, the last index running fastest.
#[derive(Debug, Clone, PartialEq)]
pub struct Tensor {
    /// The length along each index.
    pub shape: Vec<usize>,
    /// As many as the lengths multiplied.
    pub values: Vec<f32>,
}

impl Tensor {
    /// A tensor of these numbers.
    ///
    /// # Panics
    /// When `values` does not hold as many numbers as `shape` says.
    pub fn new(shape: &[usize], values: Vec<f32>) -> Self {
        assert_eq!(shape.iter().product::<usize>(), values.len(), "a tensor of shape {shape:?} needs that many values");
        Self { shape: shape.to_vec(), values }
    }

    fn from_mat(mat: &Mat) -> opencv::Result<Self> {
        let shape = mat.mat_size().iter().map(|&length| length as usize).collect();
        Ok(Self { shape, values: mat.data_typed::<f32>()?.to_vec() })
    }
}

/// Why a network could not be had or asked.
#[derive(Debug, thiserror::Error)]
pub enum NetworkError {
    /// A model or its card cannot be read.
    #[error(
        "cannot read {path}: {source}. A folder of models holds locator.onnx and squares.onnx, and may hold glance.onnx, and \
         queendomino.onnx and pieces.onnx, each with its card (.json)"
    )]
    File {
        /// Which file.
        path: PathBuf,
        /// What the system says.
        source: std::io::Error,
    },
    /// The card is no JSON with the fields that are needed.
    #[error("{name}: the model's card cannot be understood: {source}")]
    Card {
        /// The model: its file, or what is built in.
        name: String,
        /// What is wrong in it.
        source: serde_json::Error,
    },
    /// The card speaks of another model.
    #[error(
        "{name}: the model's sha256 is {found}, but its card says {expected}: one of the two files is damaged or of another version"
    )]
    Hash {
        /// The model: its file, or what is built in.
        name: String,
        /// The card's, in hexadecimal.
        expected: String,
        /// The model's, in hexadecimal.
        found: String,
    },
    /// The card's classes are not those of [`TERRAIN_CLASSES`] that its game has.
    #[error("{name}: the card's classes are {}; this program reads {expected}", .found.join(", "))]
    Classes {
        /// The model: its file, or what is built in.
        name: String,
        /// In their order.
        expected: String,
        /// The card's.
        found: Vec<String>,
    },
    /// A temperature that is not above 0.
    #[error("{name}: a temperature is a number above 0; the card says {temperature}")]
    Temperature {
        /// The model: its file, or what is built in.
        name: String,
        /// The card's.
        temperature: f32,
    },
    /// OpenCV cannot read the model.
    #[error("{name}: OpenCV cannot load the model: {source}")]
    Load {
        /// The model: its file, or what is built in.
        name: String,
        /// What OpenCV says.
        source: opencv::Error,
    },
    /// OpenCV cannot run the model on this input.
    #[error("{name}: OpenCV cannot run the model: {source}")]
    Run {
        /// The model: its file, or what is built in.
        name: String,
        /// What OpenCV says.
        source: opencv::Error,
    },
    /// An output is missing.
    #[error("{name}: the model has no output `{missing}`; its outputs are {found}")]
    Output {
        /// The model: its file, or what is built in.
        name: String,
        /// The output that is asked for.
        missing: &'static str,
        /// Those that there are.
        found: String,
    },
    /// An answer of another shape than the stage needs.
    #[error("a network answered with shapes {found:?} where {expected} was expected: it is another kind of network")]
    Shapes {
        /// In words.
        expected: &'static str,
        /// Of the tensors, in their order.
        found: Vec<Vec<usize>>,
    },
}

/// Something that turns a blob into tensors: a trained network, or a fake in a test.
pub trait Network: Send + Sync {
    /// `input` is a blob of `f32` in the order picture, channel (blue, green, red), row, column.
    /// The answers come in the order that the stage which asks has documented.
    ///
    /// # Errors
    /// When the network cannot be loaded or run.
    fn run(&self, input: &Mat) -> Result<Vec<Tensor>, NetworkError>;

    /// Makes it ready to be asked, so that one that cannot be loaded is found out before it is needed.
    ///
    /// # Errors
    /// When the network cannot be loaded.
    fn load(&self) -> Result<(), NetworkError> {
        Ok(())
    }
}

/// An ONNX file run by OpenCV's dnn module. Parsed when it is first asked.
pub struct OnnxNetwork {
    /// For messages: the file's path, or what is built in.
    name: String,
    onnx: Cow<'static, [u8]>,
    outputs: &'static [&'static str],
    /// OpenCV's `forward` changes the net, so that each run borrows one; there come to be as many as run at once.
    idle: Mutex<Vec<LoadedNet>>,
}

struct LoadedNet {
    net: Net,
    /// OpenCV's own names of the outputs, in the order of [`OnnxNetwork::outputs`].
    output_names: Vector<String>,
}

impl OnnxNetwork {
    /// `outputs`: the names of the file's outputs in the order in which [`Network::run`] is to give them.
    pub fn new(name: impl Into<String>, onnx: impl Into<Cow<'static, [u8]>>, outputs: &'static [&'static str]) -> Self {
        Self { name: name.into(), onnx: onnx.into(), outputs, idle: Mutex::default() }
    }

    fn parsed(&self) -> Result<LoadedNet, NetworkError> {
        let fail = |source| NetworkError::Load { name: self.name.clone(), source };
        let net = dnn::read_net_from_onnx_buffer(&Vector::from_slice(&self.onnx)).map_err(fail)?;
        let found: Vec<String> = net.get_unconnected_out_layers_names().map_err(fail)?.iter().collect();
        let mut output_names = Vector::<String>::new();
        for &wanted in self.outputs {
            // OpenCV 4.6 calls the output `heat` `onnx_node_output_0!heat`.
            let name = found.iter().find(|name| name.rsplit('!').next() == Some(wanted));
            let missing = || NetworkError::Output { name: self.name.clone(), missing: wanted, found: found.join(", ") };
            output_names.push(name.ok_or_else(missing)?);
        }
        Ok(LoadedNet { net, output_names })
    }

    fn idle(&self) -> std::sync::MutexGuard<'_, Vec<LoadedNet>> {
        self.idle.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl LoadedNet {
    fn forward(&mut self, input: &Mat) -> opencv::Result<Vec<Tensor>> {
        self.net.set_input(input, "", 1.0, Scalar::default())?;
        let mut outputs = Vector::<Mat>::new();
        self.net.forward(&mut outputs, &self.output_names)?;
        outputs.iter().map(|mat| Tensor::from_mat(&mat)).collect()
    }
}

impl Network for OnnxNetwork {
    fn run(&self, input: &Mat) -> Result<Vec<Tensor>, NetworkError> {
        let borrowed = self.idle().pop();
        let mut loaded = borrowed.map_or_else(|| self.parsed(), Ok)?;
        let answer = loaded.forward(input);
        self.idle().push(loaded);
        answer.map_err(|source| NetworkError::Run { name: self.name.clone(), source })
    }

    fn load(&self) -> Result<(), NetworkError> {
        if self.idle().is_empty() {
            let loaded = self.parsed()?;
            self.idle().push(loaded);
        }
        Ok(())
    }
}

/// How far a squares network's logits are to be trusted: they are divided by these (above 0) before the softmax.
/// Fitted on squares that the network was not trained on.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Calibration {
    /// Of the terrain classes.
    pub temperature_terrain: f32,
    /// Of the 4 numbers of crowns.
    pub temperature_crowns: f32,
    /// Of the 4 sides on which the seam may lie.
    pub temperature_seam: f32,
}

impl Calibration {
    /// Takes the logits as they are.
    pub const NONE: Self = Self { temperature_terrain: 1.0, temperature_crowns: 1.0, temperature_seam: 1.0 };
}

/// A network that reads squares: see [`crate::vision::classify`].
pub struct SquaresNetwork {
    /// Answers `terrain`, `crowns`, `seam` and `features`.
    pub network: Box<dyn Network>,
    /// Of its answers.
    pub calibration: Calibration,
    /// The sha256 of its file, in hexadecimal.
    pub sha256: String,
}

/// What reads a kingdom of Queendomino.
pub struct QueendominoNetworks {
    /// Reads squares, towns among them.
    pub squares: SquaresNetwork,
    /// By how much (above 0) the logarithms of what squares are read as are divided where it sees a kingdom with towns; below 1 they are
    /// trusted more there. Fitted, after its [`Calibration`], on kingdoms that it was not trained on, seen in four turns each and without
    /// the finder's opinion.
    pub temperature_with_towns: f32,
    /// Tells what stands on them.
    pub pieces: PiecesNetwork,
}

/// The network that tells what stands on squares: see [`crate::vision::classify::pieces`].
pub struct PiecesNetwork {
    /// Answers `building`, `knight`, `towers` and `queen`.
    pub network: Box<dyn Network>,
    /// Of its answers.
    pub calibration: PiecesCalibration,
    /// The sha256 of its file, in hexadecimal.
    pub sha256: String,
}

/// As [`Calibration`], of the pieces network.
#[derive(Debug, Clone, Copy, PartialEq, Deserialize)]
pub struct PiecesCalibration {
    /// Of the bare building site and the kinds of buildings.
    pub temperature_building: f32,
    /// Of a knight or none.
    pub temperature_knight: f32,
    /// Of 0 to 4 towers.
    pub temperature_towers: f32,
    /// Of the Queen or not.
    pub temperature_queen: f32,
}

impl PiecesCalibration {
    /// Takes the logits as they are.
    pub const NONE: Self =
        Self { temperature_building: 1.0, temperature_knight: 1.0, temperature_towers: 1.0, temperature_queen: 1.0 };
}

/// All that a scan asks.
pub struct Networks {
    /// Finds lattices: see [`crate::vision::grid_fit`].
    pub locator: Box<dyn Network>,
    /// Reads Kingdomino's squares; by its features squares are remembered, whatever their game.
    pub squares: SquaresNetwork,
    /// Reads them first, in a third of the time, and leaves to `squares` what it is not sure of.
    pub glance: Option<SquaresNetwork>,
    /// Without them every kingdom is taken for one of Kingdomino.
    pub queendomino: Option<QueendominoNetworks>,
    /// What was learnt from corrections, if anything.
    pub memory: Option<GalleryClassifier>,
    /// The first eight digits of the sha256 of the locator, the squares network and, where they are there, the glance's and
    /// Queendomino's, such as `1a2b3c4d-5e6f7a8b-9c0d1e2f-3a4b5c6d-7e8f9a0b`.
    pub version: String,
}

/// A squares network as it is asked: it reads, and by another's features what it reads is remembered.
pub struct FeatureAdapter<'a> {
    reads: &'a SquaresNetwork,
    features_of: &'a SquaresNetwork,
}

/// What every card says.
#[derive(Deserialize)]
struct AnyCard {
    sha256: String,
}

#[derive(Deserialize)]
struct SquaresCard {
    sha256: String,
    classes: Vec<String>,
    temperature_terrain: f32,
    temperature_crowns: f32,
    temperature_seam: f32,
}

/// What Queendomino's card says besides.
#[derive(Deserialize)]
struct QueendominoCard {
    temperature_with_towns: f32,
}

#[derive(Deserialize)]
struct PiecesCard {
    sha256: String,
    #[serde(flatten)]
    calibration: PiecesCalibration,
}

/// One model as it lies in a folder.
struct ModelFiles {
    name: String,
    onnx: Cow<'static, [u8]>,
    card: Cow<'static, str>,
}

impl ModelFiles {
    fn built_in(name: &str, onnx: &'static [u8], card: &'static str) -> Self {
        Self { name: format!("built-in model {name}"), onnx: onnx.into(), card: card.into() }
    }

    fn from_dir(dir: &Path, name: &str) -> Result<Self, NetworkError> {
        let onnx_path = dir.join(name).with_extension("onnx");
        let card_path = onnx_path.with_extension("json");
        let onnx = fs::read(&onnx_path).map_err(|source| NetworkError::File { path: onnx_path.clone(), source })?;
        let card = fs::read_to_string(&card_path).map_err(|source| NetworkError::File { path: card_path, source })?;
        Ok(Self { name: onnx_path.display().to_string(), onnx: onnx.into(), card: card.into() })
    }

    fn card<'de, T: Deserialize<'de>>(&'de self) -> Result<T, NetworkError> {
        serde_json::from_str(&self.card).map_err(|source| NetworkError::Card { name: self.name.clone(), source })
    }

    fn check_hash(&self, expected: &str) -> Result<(), NetworkError> {
        let found = sha256_hex(&self.onnx);
        if found == expected {
            return Ok(());
        }
        Err(NetworkError::Hash { name: self.name.clone(), expected: expected.to_owned(), found })
    }
}

impl Networks {
    /// The networks that this program was built with. Their hashes are checked by a test, not at each start.
    ///
    /// # Errors
    /// When a card is none.
    pub fn embedded() -> Result<Self, NetworkError> {
        let locator = ModelFiles::built_in(
            "locator",
            include_bytes!("../../../models/locator.onnx"),
            include_str!("../../../models/locator.json"),
        );
        let squares = ModelFiles::built_in(
            "squares",
            include_bytes!("../../../models/squares.onnx"),
            include_str!("../../../models/squares.json"),
        );
        let glance = ModelFiles::built_in(
            "glance",
            include_bytes!("../../../models/glance.onnx"),
            include_str!("../../../models/glance.json"),
        );
        let queendomino = ModelFiles::built_in(
            "queendomino",
            include_bytes!("../../../models/queendomino.onnx"),
            include_str!("../../../models/queendomino.json"),
        );
        let pieces = ModelFiles::built_in(
            "pieces",
            include_bytes!("../../../models/pieces.onnx"),
            include_str!("../../../models/pieces.json"),
        );
        Self::from_files(locator, squares, Some(glance), Some([queendomino, pieces]))
    }

    /// Reads `locator.onnx`, `squares.onnx`, where it lies there `glance.onnx` and, where one of them does, `queendomino.onnx` and
    /// `pieces.onnx` with their cards (`.json`) from `dir`, checks their hashes and parses them: what is broken is found out even if no
    /// photo needs it.
    ///
    /// # Errors
    /// A file that is missing, a card that is none, a model that is not the card's or cannot be loaded.
    pub fn from_dir(dir: &Path) -> Result<Self, NetworkError> {
        let checked = |name| {
            let files = ModelFiles::from_dir(dir, name)?;
            files.check_hash(&files.card::<AnyCard>()?.sha256)?;
            Ok(files)
        };
        let (locator, squares) = (checked("locator")?, checked("squares")?);
        let glance = if has_model(dir, "glance") { Some(checked("glance")?) } else { None };
        let queendomino = if ["queendomino", "pieces"].iter().any(|name| has_model(dir, name)) {
            Some([checked("queendomino")?, checked("pieces")?])
        } else {
            None
        };
        let networks = Self::from_files(locator, squares, glance, queendomino)?;
        networks.load()?;
        Ok(networks)
    }

    fn load(&self) -> Result<(), NetworkError> {
        let of_queendomino =
            self.queendomino.iter().flat_map(|networks| [&networks.squares.network, &networks.pieces.network]);
        let of_kingdomino =
            [&self.locator, &self.squares.network].into_iter().chain(self.glance.iter().map(|glance| &glance.network));
        of_kingdomino.chain(of_queendomino).try_for_each(|network| network.load())
    }

    fn from_files(
        locator: ModelFiles,
        squares: ModelFiles,
        glance: Option<ModelFiles>,
        queendomino: Option<[ModelFiles; 2]>,
    ) -> Result<Self, NetworkError> {
        let locator_card: AnyCard = locator.card()?;
        let of_kingdomino = |files| SquaresNetwork::from_files(files, &TERRAIN_CLASSES[..TERRAINS - 1]);
        let squares = of_kingdomino(squares)?;
        let glance = glance.map(of_kingdomino).transpose()?;
        let queendomino = queendomino.map(QueendominoNetworks::from_files).transpose()?;
        let mut hashes = vec![&locator_card.sha256, &squares.sha256];
        hashes.extend(glance.iter().map(|glance| &glance.sha256));
        hashes.extend(queendomino.iter().flat_map(|networks| [&networks.squares.sha256, &networks.pieces.sha256]));
        let short = |sha256: &String| sha256.chars().take(8).collect::<String>();
        Ok(Self {
            version: hashes.into_iter().map(short).collect::<Vec<_>>().join("-"),
            queendomino,
            memory: None,
            locator: Box::new(OnnxNetwork::new(locator.name, locator.onnx, &["heat", "frame"])),
            squares,
            glance,
        })
    }

    /// Queendomino's squares network, remembering by the features of Kingdomino's.
    pub fn queendomino_squares(&self) -> Option<FeatureAdapter<'_>> {
        let reads = &self.queendomino.as_ref()?.squares;
        Some(FeatureAdapter { reads, features_of: &self.squares })
    }
}

impl Network for FeatureAdapter<'_> {
    fn run(&self, input: &Mat) -> Result<Vec<Tensor>, NetworkError> {
        let mut answers = self.reads.network.run(input)?;
        answers.truncate(3);
        answers.extend(self.features_of.network.run(input)?.drain(3..));
        Ok(answers)
    }
}

impl SquaresNetwork {
    fn from_files(files: ModelFiles, classes: &[&str]) -> Result<Self, NetworkError> {
        let card: SquaresCard = files.card()?;
        let SquaresCard { temperature_terrain, temperature_crowns, temperature_seam, .. } = card;
        if card.classes != classes {
            let expected = classes.join(", ");
            return Err(NetworkError::Classes { name: files.name, expected, found: card.classes });
        }
        check_temperatures(&files.name, &[temperature_terrain, temperature_crowns, temperature_seam])?;
        let outputs = &["terrain", "crowns", "seam", "features"];
        Ok(Self {
            calibration: Calibration { temperature_terrain, temperature_crowns, temperature_seam },
            sha256: card.sha256,
            network: Box::new(OnnxNetwork::new(files.name, files.onnx, outputs)),
        })
    }
}

impl QueendominoNetworks {
    fn from_files([squares, pieces]: [ModelFiles; 2]) -> Result<Self, NetworkError> {
        let QueendominoCard { temperature_with_towns } = squares.card()?;
        check_temperatures(&squares.name, &[temperature_with_towns])?;
        let squares = SquaresNetwork::from_files(squares, &TERRAIN_CLASSES)?;
        Ok(Self { squares, temperature_with_towns, pieces: PiecesNetwork::from_files(pieces)? })
    }
}

impl PiecesNetwork {
    fn from_files(files: ModelFiles) -> Result<Self, NetworkError> {
        let PiecesCard { sha256, calibration } = files.card()?;
        let PiecesCalibration { temperature_building, temperature_knight, temperature_towers, temperature_queen } =
            calibration;
        let temperatures = [temperature_building, temperature_knight, temperature_towers, temperature_queen];
        check_temperatures(&files.name, &temperatures)?;
        let outputs = &["building", "knight", "towers", "queen"];
        Ok(Self { network: Box::new(OnnxNetwork::new(files.name, files.onnx, outputs)), calibration, sha256 })
    }
}

fn check_temperatures(name: &str, temperatures: &[f32]) -> Result<(), NetworkError> {
    let wrong = temperatures.iter().find(|temperature| !(temperature.is_finite() && **temperature > 0.0));
    let error = |temperature: &f32| NetworkError::Temperature { name: name.to_owned(), temperature: *temperature };
    wrong.map(error).map_or(Ok(()), Err)
}

/// Whether the folder holds this model, or a part of it: a card without its model is an error, not an older folder.
fn has_model(dir: &Path, name: &str) -> bool {
    ["onnx", "json"].iter().any(|extension| dir.join(name).with_extension(extension).exists())
}

#[cfg(test)]
mod tests {
    use std::error::Error;

    use opencv::core::CV_32F;

    use super::*;

    fn models() -> PathBuf {
        Path::new(env!("CARGO_MANIFEST_DIR")).join("models")
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
                (&networks.squares.network, 64, [8, 4, 4, 128]),
                (&networks.glance.as_ref().ok_or("it is built in")?.network, 64, [8, 4, 4, 128]),
                (&squares.network, 64, [9, 4, 4, 128]),
                (&pieces.network, 160, [18, 2, 5, 2]),
            ] {
                let answers = network.run(&blob([batch, 3, side, side])?)?;
                let shapes: Vec<_> = answers.iter().map(|tensor| &tensor.shape[..]).collect();
                assert_eq!(shapes, widths.map(|wide| [batch as usize, wide]));
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
        let joint = networks.queendomino_squares().ok_or("built in")?.run(&crops)?;
        assert_eq!(joint, [&reads?[..3], &features_of?[3..]].concat());
        Ok(())
    }

    /// The models folder, with `change` applied to one of its files.
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
        assert!(Networks::from_dir(dir.path())?.glance.is_none());
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
