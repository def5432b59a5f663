//! Why a photo gave no score sheet.

use crate::BETTER_PHOTO;
use crate::board::BoardError;
use crate::classify::ClassifyError;
use crate::classify::model_choice::ModelError;
use crate::grid_fit::GridFitError;
use messages::{Language, Message};
use reading::correction::CorrectionError;
use reading::reconstruct::ReconstructError;

/// Why a photo gave no score sheet.
#[derive(Debug, thiserror::Error)]
pub enum ScanError {
    /// No grid was found.
    #[error(transparent)]
    GridFit(#[from] GridFitError),
    /// The grid could not be cut from the photo.
    #[error(transparent)]
    Board(#[from] BoardError),
    /// The squares could not be read.
    #[error(transparent)]
    Classify(#[from] ClassifyError),
    /// The squares form no kingdom.
    #[error("{photo}: {source}. {BETTER_PHOTO}, or give its corners with --corners")]
    Reconstruct {
        /// The photo's name.
        photo: String,
        /// The cause.
        source: ReconstructError,
    },
    /// The user's corrections of the squares are impossible.
    #[error(transparent)]
    Correction {
        /// The cause.
        source: CorrectionError,
    },
    /// There is no kingdom, and the photo is too small, dark or blurred to show one.
    #[error("{source}; {}", complaints.in_language(Language::English))]
    PoorPhoto {
        /// The error without the photo's faults.
        source: Box<ScanError>,
        /// The measured faults, and their remedies.
        complaints: Message,
    },
    /// Connected squares span more rows or columns than any grid has.
    #[error("{photo}: {}", why.in_language(Language::English))]
    LargerThanAnyGrid {
        /// The photo's name.
        photo: String,
        /// A message with the number of rows and columns.
        why: Message,
    },
    /// The squares are probably something other than a kingdom.
    #[error(
        "{photo}: no kingdom found: {land} squares in line look like land, but {objection}. {BETTER_PHOTO}, \
         or give its corners with --corners"
    )]
    Implausible {
        /// The photo's name.
        photo: String,
        /// The number of squares that were read as land.
        land: usize,
        /// The evidence against a kingdom.
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
    /// The same text as [`std::fmt::Display`], but with the photo's faults in this language.
    pub fn in_language(&self, language: Language) -> String {
        match self {
            ScanError::PoorPhoto { source, complaints } => {
                format!("{}; {}", source.in_language(language), complaints.in_language(language))
            }
            ScanError::LargerThanAnyGrid { photo, why } => format!("{photo}: {}", why.in_language(language)),
            _ => self.to_string(),
        }
    }

    /// Whether nothing failed, but the photo shows no kingdom.
    pub fn is_no_kingdom(&self) -> bool {
        if let ScanError::PoorPhoto { source, .. } = self {
            return source.is_no_kingdom();
        }
        matches!(
            self,
            ScanError::GridFit(GridFitError::NoGrid { .. })
                | ScanError::Implausible { .. }
                | ScanError::LargerThanAnyGrid { .. }
                | ScanError::Reconstruct { source: ReconstructError::NoKingdom { .. }, .. }
        )
    }
}
