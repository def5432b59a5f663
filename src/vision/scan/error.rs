//! Why a photo gave no score sheet.

use crate::correction::CorrectionError;
use crate::reconstruct::ReconstructError;
use crate::vision::BETTER_PHOTO;
use crate::vision::board::BoardError;
use crate::vision::classify::ClassifyError;
use crate::vision::classify::model_choice::ModelError;
use crate::vision::grid_fit::GridFitError;

/// Why a photo gave no score sheet.
#[derive(Debug, thiserror::Error)]
pub enum ScanError {
    /// No grid was found.
    #[error(transparent)]
    GridFit(#[from] GridFitError),
    /// The grid could not be cut out.
    #[error(transparent)]
    Board(#[from] BoardError),
    /// The squares could not be read.
    #[error(transparent)]
    Classify(#[from] ClassifyError),
    /// The squares make no kingdom.
    #[error("{photo}: {source}. {BETTER_PHOTO}, or give its corners with --corners")]
    Reconstruct {
        /// The photo's name.
        photo: String,
        /// Why.
        source: ReconstructError,
    },
    /// The reading cannot be corrected so.
    #[error(transparent)]
    Correction {
        /// Why.
        source: CorrectionError,
    },
    /// The squares are more likely something else than a kingdom.
    #[error(
        "{photo}: no kingdom found: {land} squares in line look like land, but {objection}. {BETTER_PHOTO}, \
         or give its corners with --corners"
    )]
    Implausible {
        /// The photo's name.
        photo: String,
        /// Squares that were read as land.
        land: usize,
        /// What speaks against a kingdom.
        objection: &'static str,
    },
}

impl From<ModelError> for ScanError {
    fn from(error: ModelError) -> Self {
        match error {
            ModelError::Board(error) => error.into(),
            ModelError::Classify(error) => error.into(),
        }
    }
}

impl ScanError {
    /// Whether the photo was looked at and holds no kingdom, as far as can be seen.
    pub fn is_no_kingdom(&self) -> bool {
        matches!(
            self,
            ScanError::GridFit(GridFitError::NoGrid { .. })
                | ScanError::Implausible { .. }
                | ScanError::Reconstruct { source: ReconstructError::NoKingdom { .. }, .. }
        )
    }
}
