//! The photos below the folder of photos, including those that are missing.

use std::path::PathBuf;

use messages::Message;

/// A photo or folder below the folder of photos, or a placeholder for a photo.
pub(super) struct Found {
    pub path: PathBuf,
    /// Why it is not read; `None` if it is.
    pub refused: Option<Message>,
    /// Whether the manifest names it, but there is no such file.
    pub is_missing: bool,
}
