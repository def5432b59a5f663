//! The page's own files, compiled into the program. They contain no user data.

use std::sync::OnceLock;

use axum::extract::Path;
use axum::http::header;
use axum::response::{IntoResponse, Response};

use super::api_error::ApiError;
use storage::sha256::sha256_hex;

/// Generates the list of files: name, content type, content.
macro_rules! files {
    ($($kind:literal: $($name:literal)*;)*) => {
        &[$($(($name, $kind, include_bytes!(concat!("page/", $name)) as &[u8]),)*)*]
    };
}

/// Each file below `/page/`.
const FILES: &[(&str, &str, &[u8])] = files! {
    "text/css; charset=utf-8": "style.css";
    "text/javascript; charset=utf-8":
        "api.js" "awake.js" "bar.js" "board.js" "ceremony.js" "corners.js" "dom.js" "drafts.js" "form.js" "game.js" "home.js" "icons.js" "invite.js" "kingdom.js" "live.js" "main.js" "new_game.js" "paint.js"
        "photos.js" "result.js" "settings.js" "share.js" "sheet.js" "square.js" "store.js" "table.js" "texts.js" "tournament.js"
        "unseen.js";
    "image/svg+xml": "icon.svg";
    "image/png": "icon-192.png" "icon-512.png";
    "application/manifest+json": "manifest.webmanifest";
};

/// The page's shell; `{hash}` in its files' addresses is replaced.
const SHELL: &str = include_str!("page/index.html");

/// Hash of the shell and all files, in hexadecimal. Files import each other, so a change of one address
/// changes all.
fn hash() -> &'static str {
    static HASH: OnceLock<String> = OnceLock::new();
    HASH.get_or_init(|| {
        let all: Vec<u8> = FILES.iter().flat_map(|(.., content)| *content).chain(SHELL.as_bytes()).copied().collect();
        // 64 bits suffice: they need only keep versions apart, not prevent forgery.
        sha256_hex(&all)[..16].to_owned()
    })
}

/// The page's shell. Browsers request it each time; it names the files of this version.
pub fn shell() -> String {
    SHELL.replace("{hash}", hash())
}

/// A file of the page, at an address that changes with its content, so that browsers may cache it forever.
pub async fn file(Path((version, name)): Path<(String, String)>) -> Result<Response, ApiError> {
    let found = FILES.iter().find(|(known, ..)| *known == name && version == hash());
    let (_, kind, content) = found.ok_or_else(ApiError::not_found)?;
    let for_ever = "public, max-age=31536000, immutable";
    Ok(([(header::CONTENT_TYPE, *kind), (header::CACHE_CONTROL, for_ever)], *content).into_response())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_file_of_the_page_is_served() {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/src/page");
        let files = std::fs::read_dir(folder).expect("the page's folder").map(|file| file.expect("a file").file_name());
        for file in files.filter(|file| file != "index.html") {
            assert!(FILES.iter().any(|(name, ..)| file == *name), "{file:?} is missing in FILES");
        }
    }
}
