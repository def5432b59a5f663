//! The page's own files, compiled into the program. They hold nobody's data.

use axum::extract::Path;
use axum::http::header;
use axum::response::{IntoResponse, Response};

use super::api_error::ApiError;

/// Makes the list of files: name, content type, content.
macro_rules! files {
    ($($kind:literal: $($name:literal)*;)*) => {
        &[$($(($name, $kind, include_bytes!(concat!("page/", $name)) as &[u8]),)*)*]
    };
}

/// Each file below `/page/`.
const FILES: &[(&str, &str, &[u8])] = files! {
    "text/css; charset=utf-8": "style.css";
    "text/javascript; charset=utf-8":
        "api.js" "board.js" "corners.js" "dom.js" "form.js" "game.js" "home.js" "icons.js" "invite.js" "kingdom.js" "main.js" "new_game.js"
        "photos.js" "result.js" "settings.js" "share.js" "sheet.js" "square.js" "store.js" "table.js" "texts.js" "tournament.js"
        "unseen.js";
    "image/svg+xml": "icon.svg";
    "image/png": "icon-192.png" "icon-512.png";
    "application/manifest+json": "manifest.webmanifest";
};

/// The page's shell.
pub const SHELL: &str = include_str!("page/index.html");

/// A file of the page.
pub async fn file(Path(name): Path<String>) -> Result<Response, ApiError> {
    let (_, kind, content) = FILES.iter().find(|(known, ..)| *known == name).ok_or_else(ApiError::not_found)?;
    // Browsers ask each time: the files change with the program.
    Ok(([(header::CONTENT_TYPE, *kind), (header::CACHE_CONTROL, "no-cache")], *content).into_response())
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
