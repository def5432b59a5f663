//! Reads and checks the model files and their cards. A card is a JSON file with the model's SHA-256 and the
//! numbers that belong to it, such as temperatures.

use std::borrow::Cow;
use std::fs;
use std::io;
use std::path::Path;

use serde::Deserialize;

use super::NetworkError;
use super::onnx::OnnxFile;
use storage::sha256::sha256_hex;

/// Temperatures of a squares network: positive numbers by which logits are divided before the softmax. They
/// were fitted on squares that the network was not trained on.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Calibration {
    /// The temperature of the terrain classes.
    pub temperature_terrain: f32,
    /// The temperature of the 4 crown classes.
    pub temperature_crowns: f32,
    /// The temperature of the seam's 4 sides.
    pub temperature_seam: f32,
}

impl Calibration {
    /// Leaves the logits unchanged.
    pub const NONE: Self = Self { temperature_terrain: 1.0, temperature_crowns: 1.0, temperature_seam: 1.0 };
}

/// Temperatures of the pieces network, like those of [`Calibration`].
#[derive(Debug, Clone, Copy, PartialEq, Deserialize)]
pub struct PiecesCalibration {
    /// The temperature of the bare building site and the kinds of buildings.
    pub temperature_building: f32,
    /// The temperature of a knight or none.
    pub temperature_knight: f32,
    /// The temperature of 0 to 4 towers.
    pub temperature_towers: f32,
    /// The temperature of the Queen or none.
    pub temperature_queen: f32,
}

impl PiecesCalibration {
    /// Leaves the logits unchanged.
    pub const NONE: Self =
        Self { temperature_building: 1.0, temperature_knight: 1.0, temperature_towers: 1.0, temperature_queen: 1.0 };
}

/// The fields of every card.
#[derive(Deserialize)]
pub(super) struct AnyCard {
    pub sha256: String,
}

#[derive(Deserialize)]
pub(super) struct SquaresCard {
    pub sha256: String,
    pub classes: Vec<String>,
    pub temperature_terrain: f32,
    pub temperature_crowns: f32,
    pub temperature_seam: f32,
    /// Present only for a network with the outputs `covered` and `misread`.
    #[serde(default)]
    pub cells: Option<usize>,
}

/// Additional fields of Queendomino's card.
#[derive(Deserialize)]
pub(super) struct QueendominoCard {
    pub temperature_with_towns: f32,
}

#[derive(Deserialize)]
pub(super) struct PiecesCard {
    pub sha256: String,
    #[serde(flatten)]
    pub calibration: PiecesCalibration,
}

/// The two files of a model.
pub(super) struct ModelFiles {
    pub name: String,
    pub onnx: OnnxFile,
    pub card: Cow<'static, str>,
}

impl ModelFiles {
    pub(super) fn built_in(name: &str, onnx: &'static [u8], card: &'static str) -> Self {
        Self { name: format!("built-in model {name}"), onnx: OnnxFile::Here(onnx.into()), card: card.into() }
    }

    /// A model with a file that is fetched on first use, and checked against its card.
    pub(super) fn elsewhere(
        name: &'static str,
        card: &'static str,
        fetch: fn(&str) -> io::Result<Vec<u8>>,
    ) -> Result<Self, NetworkError> {
        let AnyCard { sha256 } =
            serde_json::from_str(card).map_err(|source| NetworkError::Card { name: name.to_owned(), source })?;
        let onnx = OnnxFile::Elsewhere(Box::new(move || {
            let file = format!("{name}.onnx");
            let onnx = fetch(&file).map_err(|source| NetworkError::File { path: file.into(), source })?;
            check_hash(name, &onnx, &sha256)?;
            Ok(onnx)
        }));
        Ok(Self { name: name.to_owned(), onnx, card: card.into() })
    }

    pub(super) fn from_dir(dir: &Path, name: &str) -> Result<Self, NetworkError> {
        let onnx_path = dir.join(name).with_extension("onnx");
        let card_path = onnx_path.with_extension("json");
        let onnx = fs::read(&onnx_path).map_err(|source| NetworkError::File { path: onnx_path.clone(), source })?;
        let card = fs::read_to_string(&card_path).map_err(|source| NetworkError::File { path: card_path, source })?;
        Ok(Self { name: onnx_path.display().to_string(), onnx: OnnxFile::Here(onnx.into()), card: card.into() })
    }

    pub(super) fn card<'de, T: Deserialize<'de>>(&'de self) -> Result<T, NetworkError> {
        serde_json::from_str(&self.card).map_err(|source| NetworkError::Card { name: self.name.clone(), source })
    }

    pub(super) fn check_hash(&self, expected: &str) -> Result<(), NetworkError> {
        check_hash(&self.name, &self.onnx.bytes()?, expected)
    }
}

fn check_hash(name: &str, onnx: &[u8], expected: &str) -> Result<(), NetworkError> {
    let found = sha256_hex(onnx);
    if found == expected {
        return Ok(());
    }
    Err(NetworkError::Hash { name: name.to_owned(), expected: expected.to_owned(), found })
}

pub(super) fn check_temperatures(name: &str, temperatures: &[f32]) -> Result<(), NetworkError> {
    match temperatures.iter().find(|temperature| !(temperature.is_finite() && **temperature > 0.0)) {
        Some(&temperature) => Err(NetworkError::Temperature { name: name.to_owned(), temperature }),
        None => Ok(()),
    }
}

/// Whether the folder has either file of this model. A folder with only one of them is an error; one with
/// neither is an older folder without this model.
pub(super) fn has_model(dir: &Path, name: &str) -> bool {
    ["onnx", "json"].iter().any(|extension| dir.join(name).with_extension(extension).exists())
}
