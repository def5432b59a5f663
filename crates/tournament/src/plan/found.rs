//! The photos below the folder of photos, including those that are missing.

use std::path::PathBuf;

use messages::Message;

/// A photo or folder below the folder of photos, or a placeholder for a photo.
pub(super) struct Found {
    pub path: PathBuf,
    /// Why it is not opened.
    pub refused: Option<Message>,
    /// Whether only the manifest names it.
    pub is_missing: bool,
}
