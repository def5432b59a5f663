//! What a page without a server needs beside the answers to its requests: photos are read in Workers beside the one that keeps the games, so that
//! taps are answered meanwhile.

use std::sync::Arc;

use axum::Router;
use axum::http::Uri;

use super::api::photos::{PhotoToRead, ReadElsewhere, ReadPhoto, photo_to_read};
use super::server::Server;
use super::{Config, ServeError, api};
use vision::gallery::{Gallery, GalleryClassifier};
use vision::networks::Networks;
use vision::photo::PhotoLimits;

/// The games, in the Worker that keeps them.
pub struct Games {
    server: Arc<Server>,
}

impl Games {
    /// Opens them. Answers of the router do not wait for each other or for a client: without threads ([`Limits::jobs`](super::Limits) is 0) each is
    /// ready at once.
    ///
    /// # Errors
    /// The data file cannot be used.
    pub fn open(config: Config) -> Result<(Self, Router), ServeError> {
        let server = Arc::new(Server::new(config, 0)?);
        let router = api::router(Arc::clone(&server));
        Ok((Self { server }, router))
    }

    /// What is to be read before a request of the games is answered, for [`read`]; `None` if nothing is.
    pub fn photo_of(&self, method: &str, uri: &Uri) -> Option<String> {
        let id = uri.path().strip_prefix("/api/games/")?.strip_suffix("/photos").filter(|_| method == "POST")?;
        let photo = photo_to_read(&self.server, id, uri)?;
        serde_json::to_string(&photo).ok()
    }

    /// What was learnt, as text; empty if nothing was.
    pub fn gallery(&self) -> String {
        self.server.store.gallery().unwrap_or_default()
    }
}

/// Uses what was learnt, as [`Games::gallery`] gives it. What cannot be used is left out: the games' own Worker has noticed it.
pub fn take_up_gallery(networks: &Networks, text: &str) {
    let gallery = Gallery::parse(text.into(), "gallery".as_ref(), &networks.squares.sha256);
    let gallery = gallery.unwrap_or_else(|_| Gallery::new(&networks.squares.sha256));
    if let Ok(classifier) = GalleryClassifier::new(&gallery) {
        networks.gallery.set(classifier);
    }
}

/// Reads a photo's file for [`Games::photo_of`]'s answer. `tell` gets the first look, as JSON. Returns the reading as JSON, and a picture of the photo.
///
/// # Errors
/// `photo` is not of this version of the program.
pub fn read(
    photo: &str,
    file: &[u8],
    networks: &Networks,
    limits: &PhotoLimits,
    tell: impl FnOnce(String) + Send + 'static,
) -> serde_json::Result<(String, Option<Arc<Vec<u8>>>)> {
    let read = serde_json::from_str::<PhotoToRead>(photo)?.read(file, networks, limits, tell);
    Ok((serde_json::to_string(&read)?, read.upright))
}

/// The same for a request's extensions: with it the request is answered without reading its photo once more.
///
/// # Errors
/// `json` is not of this version of the program.
pub fn read_elsewhere(json: &str, upright: Option<Vec<u8>>) -> serde_json::Result<ReadElsewhere> {
    let mut read: ReadPhoto = serde_json::from_str(json)?;
    read.upright = upright.map(Arc::new);
    Ok(ReadElsewhere(Arc::new(read)))
}
