//! The page's own files. They are part of the program, and hold nothing of anybody.

use axum::extract::Path;
use axum::http::header;
use axum::response::{IntoResponse, Response};

use super::refusal::Refusal;

/// Name, kind and content of each file below `/page/`.
const FILES: [(&str, &str, &[u8]); 0] = [];

/// The page's shell.
pub const SHELL: &str = include_str!("page/index.html");

/// A file of the page.
pub async fn file(Path(name): Path<String>) -> Result<Response, Refusal> {
    let (_, kind, content) = FILES.iter().find(|(known, ..)| *known == name).ok_or_else(Refusal::not_found)?;
    // The files change with the program.
    Ok(([(header::CONTENT_TYPE, *kind), (header::CACHE_CONTROL, "no-cache")], *content).into_response())
}
