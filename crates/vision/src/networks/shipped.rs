//! The networks of a scan: those of the program, or those of a folder.

use opencv::core::{CV_32F, Mat, Scalar};

use std::io;
use std::path::Path;
use std::sync::{Arc, PoisonError, RwLock};

use super::cards::{
    AnyCard, Calibration, ModelFiles, PiecesCalibration, PiecesCard, QueendominoCard, SquaresCard, check_temperatures,
    has_model,
};
use super::onnx::OnnxNetwork;
use super::{Network, NetworkError, TERRAIN_CLASSES, Tensor};
use crate::gallery::{GalleryClassifier, TERRAINS};

/// The text of a shipped card.
macro_rules! card {
    ($name:literal) => {
        include_str!(concat!("../../../../models/", $name, ".json"))
    };
}

/// The bytes of a shipped model.
macro_rules! model {
    ($file:literal) => {
        include_bytes!(concat!("../../../../models/", $file))
    };
}

/// A network that reads squares: see [`crate::classify`].
pub struct SquaresNetwork {
    /// Has the outputs `terrain`, `crowns`, `seam` and `features`; the fast one also `covered` and `misread`, and
    /// Queendomino's also `standing`.
    pub network: Box<dyn Network>,
    /// The calibration of its logits.
    pub calibration: Calibration,
    /// The sha256 of the network's file, in hexadecimal.
    pub sha256: String,
}

/// The networks that read a kingdom of Queendomino.
pub struct QueendominoNetworks {
    /// Reads squares, including towns.
    pub squares: SquaresNetwork,
    /// Temperature (above 0) of the squares' log-probabilities in a kingdom with towns; below 1 they have
    /// more weight there. Fitted after the network's [`Calibration`], on kingdoms that it was not trained on,
    /// in four turns each and without the locator's occupancy.
    pub temperature_with_towns: f32,
    /// Recognises pieces on squares.
    pub pieces: PiecesNetwork,
}

/// The network that recognises pieces on squares: see [`crate::classify::pieces`].
pub struct PiecesNetwork {
    /// Has the outputs `building`, `knight`, `towers` and `queen`.
    pub network: Box<dyn Network>,
    /// The calibration of its logits.
    pub calibration: PiecesCalibration,
    /// The sha256 of the network's file, in hexadecimal.
    pub sha256: String,
}

/// All networks of a scan.
pub struct Networks {
    /// Finds lattices: see [`crate::grid_fit`].
    pub locator: Box<dyn Network>,
    /// Reads Kingdomino's squares. Its features describe learnt squares of every game.
    pub squares: SquaresNetwork,
    /// Reads squares first, in a third of the time, and leaves those of which it is unsure to `squares`.
    pub fast_squares: Option<SquaresNetwork>,
    /// Without these networks, every kingdom is read as Kingdomino.
    pub queendomino: Option<QueendominoNetworks>,
    /// The gallery learnt from corrections, if there is one.
    pub gallery: CurrentGallery,
    /// The first eight digits of each network's sha256: locator, squares and, if present, fast squares and
    /// Queendomino's two, such as `1a2b3c4d-5e6f7a8b-9c0d1e2f-3a4b5c6d-7e8f9a0b`.
    pub version: String,
}

/// A gallery that may change while photos are read, because a server may learn. Each reading of a kingdom
/// uses the current gallery.
#[derive(Debug, Default)]
pub struct CurrentGallery(RwLock<Option<Arc<GalleryClassifier>>>);

impl CurrentGallery {
    /// The current gallery.
    pub fn get(&self) -> Option<Arc<GalleryClassifier>> {
        self.0.read().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Replaces the gallery. A gallery without entries counts as none.
    pub fn set(&self, gallery: GalleryClassifier) {
        let gallery = (gallery.entries() > 0).then(|| Arc::new(gallery));
        *self.0.write().unwrap_or_else(PoisonError::into_inner) = gallery;
    }
}

/// A squares network with the features of another: the first reads the squares, and the gallery compares them
/// by the second's features.
pub struct FeatureAdapter<'a> {
    reads: &'a SquaresNetwork,
    features_of: &'a SquaresNetwork,
}

/// The position of `features` among a squares network's outputs.
const FEATURES_OUTPUT: usize = 3;

/// The files of a model in a folder, checked against the hash in its card.
fn checked_model(dir: &Path, name: &str) -> Result<ModelFiles, NetworkError> {
    let files = ModelFiles::from_dir(dir, name)?;
    files.check_hash(&files.card::<AnyCard>()?.sha256)?;
    Ok(files)
}

impl Networks {
    /// The networks built into this program. Their hashes are checked by a test, not at each start.
    ///
    /// # Errors
    /// If a card is invalid.
    pub fn embedded() -> Result<Self, NetworkError> {
        let [locator, squares, fast_squares, queendomino, pieces] = [
            ModelFiles::built_in("locator", model!("locator.onnx"), card!("locator")),
            ModelFiles::built_in("squares", model!("squares.onnx"), card!("squares")),
            ModelFiles::built_in("glance", model!("glance.onnx"), card!("glance")),
            ModelFiles::built_in("queendomino", model!("queendomino.onnx"), card!("queendomino")),
            ModelFiles::built_in("pieces", model!("pieces.onnx"), card!("pieces")),
        ];
        Self::from_files(locator, squares, Some(fast_squares), Some([queendomino, pieces]))
    }

    /// The shipped networks for a program in which they are not built in, such as the page in a browser.
    /// `fetch` gets a file by its name, such as `locator.onnx`, on first use of its network. The file is
    /// checked against the card, which is built in.
    ///
    /// # Errors
    /// If a card is invalid. If a file cannot be fetched, the scan that needs it fails.
    pub fn elsewhere(fetch: fn(&str) -> io::Result<Vec<u8>>) -> Result<Self, NetworkError> {
        let locator = ModelFiles::elsewhere("locator", card!("locator"), fetch)?;
        let squares = ModelFiles::elsewhere("squares", card!("squares"), fetch)?;
        let fast_squares = ModelFiles::elsewhere("glance", card!("glance"), fetch)?;
        let queendomino = ModelFiles::elsewhere("queendomino", card!("queendomino"), fetch)?;
        let pieces = ModelFiles::elsewhere("pieces", card!("pieces"), fetch)?;
        Self::from_files(locator, squares, Some(fast_squares), Some([queendomino, pieces]))
    }

    /// Reads `locator.onnx` and `squares.onnx` from `dir`, `glance.onnx` if it exists, and `queendomino.onnx`
    /// and `pieces.onnx` if either exists, each with its card (`.json`). Checks their hashes and loads them,
    /// so that a broken model is found even if no photo needs it.
    ///
    /// # Errors
    /// If a file is missing, a card is invalid, or a model does not match its card or cannot be loaded.
    pub fn from_dir(dir: &Path) -> Result<Self, NetworkError> {
        let (locator, squares) = (checked_model(dir, "locator")?, checked_model(dir, "squares")?);
        let fast_squares = if has_model(dir, "glance") { Some(checked_model(dir, "glance")?) } else { None };
        let queendomino = if ["queendomino", "pieces"].iter().any(|name| has_model(dir, name)) {
            Some([checked_model(dir, "queendomino")?, checked_model(dir, "pieces")?])
        } else {
            None
        };
        let networks = Self::from_files(locator, squares, fast_squares, queendomino)?;
        networks.load()?;
        Ok(networks)
    }

    fn load(&self) -> Result<(), NetworkError> {
        let of_queendomino =
            self.queendomino.iter().flat_map(|networks| [&networks.squares.network, &networks.pieces.network]);
        let of_kingdomino = [&self.locator, &self.squares.network]
            .into_iter()
            .chain(self.fast_squares.iter().map(|fast| &fast.network));
        of_kingdomino.chain(of_queendomino).try_for_each(|network| network.load())
    }

    fn from_files(
        locator: ModelFiles,
        squares: ModelFiles,
        fast_squares: Option<ModelFiles>,
        queendomino: Option<[ModelFiles; 2]>,
    ) -> Result<Self, NetworkError> {
        let locator_card: AnyCard = locator.card()?;
        let without_town = &TERRAIN_CLASSES[..TERRAINS - 1];
        let squares = SquaresNetwork::from_files(squares, without_town)?;
        let fast_squares = fast_squares.map(|files| SquaresNetwork::from_files(files, without_town)).transpose()?;
        let queendomino = queendomino.map(QueendominoNetworks::from_files).transpose()?;
        let mut hashes = vec![&locator_card.sha256, &squares.sha256];
        hashes.extend(fast_squares.iter().map(|fast| &fast.sha256));
        hashes.extend(queendomino.iter().flat_map(|networks| [&networks.squares.sha256, &networks.pieces.sha256]));
        let short_hashes: Vec<String> = hashes.into_iter().map(|sha256| sha256.chars().take(8).collect()).collect();
        Ok(Self {
            version: short_hashes.join("-"),
            queendomino,
            gallery: CurrentGallery::default(),
            locator: Box::new(OnnxNetwork::new(locator.name, locator.onnx, &["heat", "frame"])),
            squares,
            fast_squares,
        })
    }

    /// Loads the networks that every photo needs and runs them once on empty input. A browser compiles code
    /// that runs often, so this makes the first photo as fast as the others.
    ///
    /// # Errors
    /// If a network cannot be fetched, loaded or run.
    pub fn warm_up(&self) -> Result<(), NetworkError> {
        let squares = self.fast_squares.as_ref().unwrap_or(&self.squares);
        for (network, shape) in [(&self.locator, [1, 3, 256, 256]), (&squares.network, [25, 3, 64, 64])] {
            let empty = Mat::new_nd_with_default(&shape, CV_32F, Scalar::default())
                .map_err(|source| NetworkError::Run { name: "warm-up".to_owned(), source })?;
            network.run(&empty)?;
        }
        Ok(())
    }

    /// Queendomino's squares network, whose features are replaced by those of Kingdomino's network.
    pub fn queendomino_squares(&self) -> Option<FeatureAdapter<'_>> {
        let reads = &self.queendomino.as_ref()?.squares;
        Some(FeatureAdapter { reads, features_of: &self.squares })
    }
}

impl Network for FeatureAdapter<'_> {
    fn run(&self, input: &Mat) -> Result<Vec<Tensor>, NetworkError> {
        let mut answers = self.reads.network.run(input)?;
        let features = self.features_of.network.run(input)?.into_iter().nth(FEATURES_OUTPUT);
        if let (Some(own), Some(others)) = (answers.get_mut(FEATURES_OUTPUT), features) {
            *own = others;
        }
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
        let outputs: &[&str] = match card.cells {
            Some(_) => &["terrain", "crowns", "seam", "features", "covered", "misread"],
            None if classes.len() == TERRAINS => &["terrain", "crowns", "seam", "features", "standing"],
            None => &["terrain", "crowns", "seam", "features"],
        };
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
