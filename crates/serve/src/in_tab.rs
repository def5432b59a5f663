//! Support for a page without a server. One Worker keeps the games; photos are read in other Workers, so that
//! taps are answered meanwhile.

use std::sync::Arc;

use axum::Router;
use axum::http::Uri;
use serde::Serialize;

use super::api::photos::{
    PhotoToRead, ReadElsewhere, ReadPhoto, photo_to_add, to_read_for_rules, to_read_in_corners, to_read_of_parts,
};
use super::server::Server;
use super::shared_game::file;
use super::{Config, ServeError, api};
use game::ids::PhotoId;
use vision::gallery::{Gallery, GalleryClassifier};
use vision::networks::Networks;
use vision::photo::PhotoLimits;

/// The games, in the Worker that keeps them.
pub struct Games {
    server: Arc<Server>,
}

/// A photo to be read before a request is answered.
#[derive(Serialize)]
struct ToRead {
    game: i64,
    /// The photo to read; `None` if the request contains it.
    photo: Option<PhotoId>,
    /// The input for [`read`].
    read: PhotoToRead,
}

impl Games {
    /// Opens the games. The router's answers never wait for each other or for a client: without threads
    /// ([`Limits::jobs`](super::Limits) is 0) each is ready immediately.
    ///
    /// # Errors
    /// The data file cannot be used.
    pub fn open(config: Config) -> Result<(Self, Router), ServeError> {
        let server = Arc::new(Server::new(config, 0)?);
        let router = api::router(Arc::clone(&server));
        Ok((Self { server }, router))
    }

    /// The photos to read before a request is answered, as a list in JSON. If a photo is not read in advance,
    /// it is read while the request is answered.
    pub fn to_read(&self, method: &str, uri: &Uri, body: &[u8]) -> String {
        let path: Vec<&str> = uri.path().strip_prefix("/api/games/").unwrap_or_default().split('/').collect();
        let Ok(game) = path[0].parse::<i64>() else { return "[]".to_owned() };
        let server = &self.server;
        let of_photos = match (method, &path[1..]) {
            ("PATCH", []) => to_read_for_rules(server, game, body),
            ("POST", ["read-again"]) => to_read_of_parts(server, game),
            ("PUT", ["photos", photo, "corners"]) => {
                photo.parse().ok().and_then(|photo| Some(vec![to_read_in_corners(server, game, photo, body)?]))
            }
            _ => None,
        };
        let of_photos = of_photos.into_iter().flatten().map(|(photo, read)| ToRead { game, photo: Some(photo), read });
        let brings_photo = method == "POST" && path[1..] == ["photos"];
        let brought = photo_to_add(server, game, uri).filter(|_| brings_photo);
        let brought = brought.map(|read| ToRead { game, photo: None, read });
        serde_json::to_string(&of_photos.chain(brought).collect::<Vec<_>>()).unwrap_or_default()
    }

    /// A photo's file; `None` if it is gone.
    pub fn file(&self, game: i64, photo: u32) -> Option<Arc<Vec<u8>>> {
        file(&self.server, game, PhotoId(photo)).ok()?
    }

    /// The lessons learnt, as text; empty if there are none.
    pub fn gallery(&self) -> String {
        self.server.store.gallery().unwrap_or_default()
    }
}

/// Uses the lessons from [`Games::gallery`]. Ignores lessons that cannot be used; the games' own Worker has
/// reported them.
pub fn take_up_gallery(networks: &Networks, text: &str) {
    let gallery = Gallery::parse(text.into(), "gallery".as_ref(), &networks.squares.sha256);
    let gallery = gallery.unwrap_or_else(|_| Gallery::new(&networks.squares.sha256));
    if let Ok(classifier) = GalleryClassifier::new(&gallery) {
        networks.gallery.set(classifier);
    }
}

/// The result of reading a photo's file.
pub struct ReadFile {
    /// The reading, as JSON.
    pub json: String,
    /// The picture shown on the page; `None` if the file is not a photo.
    pub upright: Option<Vec<u8>>,
}

/// Reads a photo's file as requested by [`Games::to_read`]. `tell` gets the first look, as JSON. `is_in_part`
/// is set if some of the networks are missing.
///
/// # Errors
/// `photo` comes from another version of the program.
pub fn read(
    photo: &str,
    file: &[u8],
    networks: &Networks,
    is_in_part: bool,
    tell: impl FnOnce(String) + Send + 'static,
) -> serde_json::Result<ReadFile> {
    let mut read = serde_json::from_str::<PhotoToRead>(photo)?.read(file, networks, &PhotoLimits::default(), tell);
    if is_in_part {
        read.reading = read.reading.read_in_part();
    }
    Ok(ReadFile { json: serde_json::to_string(&read)?, upright: read.upright.take().map(Arc::unwrap_or_clone) })
}

/// The readings as an extension of a request, so that its photos are not read again.
///
/// # Errors
/// A reading comes from another version of the program.
pub fn read_elsewhere(readings: Vec<ReadFile>) -> serde_json::Result<ReadElsewhere> {
    let mut photos = Vec::new();
    for ReadFile { json, upright } in readings {
        let mut read: ReadPhoto = serde_json::from_str(&json)?;
        read.upright = upright.map(Arc::new);
        photos.push(Arc::new(read));
    }
    Ok(ReadElsewhere(photos))
}
