//! The state shared by all requests.

use std::net::IpAddr;
use std::path::Path;
use std::sync::Arc;

use tokio::sync::Semaphore;

use super::api_error::ApiError;
use super::connection_limits::ConnectionLimits;
use super::events::Events;
use super::open_games::OpenGames;
use super::photo_cache::PhotoMemory;
use super::queue::Queue;
use super::store::Store;
use super::tournament::ReviewSession;
use super::{Config, GalleryPlace, Limits, ServeError, Token};
use messages::Language;
use vision::gallery::{Gallery, GalleryClassifier, GalleryError};
use vision::networks::Networks;

/// Why the gallery in the data file cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum KeptGalleryError {
    #[error(transparent)]
    Store(#[from] rusqlite::Error),
    #[error(transparent)]
    Gallery(#[from] GalleryError),
}

/// The state shared by all requests.
pub struct Server {
    pub token: Token,
    pub cookie_name: String,
    pub allowed_hosts: Vec<String>,
    /// The port for phones in the network; `None` if the server listens only on this machine.
    pub network_port: Option<u16>,
    /// See [`Config::address`].
    pub address: Option<IpAddr>,
    pub language: Language,
    pub limits: Limits,
    pub queue: Queue,
    pub store: Store,
    pub photos: PhotoMemory,
    /// Limits how many photos are decoded for pictures at the same time.
    picture_turns: Semaphore,
    pub events: Events,
    pub connections: Arc<ConnectionLimits>,
    pub gallery: Option<GalleryPlace>,
    /// The networks that read photos; their gallery changes with each lesson.
    pub networks: Networks,
    pub games: OpenGames,
    /// The folder of results, if one is served.
    pub tournament: Option<Arc<ReviewSession>>,
}

impl Server {
    /// Opens the data file and starts the threads. `port` is the port on which the server listens.
    ///
    /// # Errors
    /// The data file cannot be used, or the system cannot create threads.
    pub fn new(config: Config, port: u16) -> Result<Self, ServeError> {
        let Config { data, token, allowed_hosts, language, networks, gallery, limits, tournament, listen, address } =
            config;
        let tournament =
            tournament.map(|tournament| ReviewSession::open(tournament, language)).transpose()?.map(Arc::new);
        let server = Self {
            token,
            // All ports of a host share its cookies.
            cookie_name: format!("kingdom_scanner_{port}"),
            allowed_hosts,
            network_port: listen.ip().is_unspecified().then_some(port),
            address,
            language,
            queue: Queue::new(limits.jobs, limits.photos_at_work)?,
            store: Store::open(&data)?,
            photos: PhotoMemory::new(limits.memory_bytes),
            picture_turns: Semaphore::new(limits.jobs.max(1)),
            limits,
            events: Events::default(),
            connections: Arc::new(ConnectionLimits::new(limits.connections)),
            gallery,
            networks,
            games: OpenGames::default(),
            tournament,
        };
        if matches!(server.gallery, Some(GalleryPlace::DataFile)) {
            server.take_up_gallery();
        }
        Ok(server)
    }

    /// Uses the lessons in the data file. Lessons of other networks are useless for these and are deleted;
    /// they can be learnt again from the games' corrections.
    fn take_up_gallery(&self) {
        let used =
            self.kept_gallery().map_err(|_| ()).and_then(|gallery| GalleryClassifier::new(&gallery).map_err(|_| ()));
        match used {
            Ok(gallery) => self.networks.gallery.set(gallery),
            // If this cannot be written either, the next change reports the error.
            Err(()) => drop(self.store.forget_gallery()),
        }
    }

    /// The gallery in the data file.
    pub fn kept_gallery(&self) -> Result<Gallery, KeptGalleryError> {
        let (text, network) = (self.store.gallery()?, &self.networks.squares.sha256);
        if text.is_empty() {
            return Ok(Gallery::new(network));
        }
        Ok(Gallery::parse(text.into_bytes(), Path::new("gallery"), network)?)
    }

    /// Runs work that decodes a photo; the number of such tasks at a time is limited.
    pub async fn in_turn<T: Send + 'static>(
        self: &Arc<Self>,
        work: impl FnOnce(&Arc<Self>) -> Result<T, ApiError> + Send + 'static,
    ) -> Result<T, ApiError> {
        let _turn = self.picture_turns.acquire().await.map_err(ApiError::broken)?;
        self.blocking(work).await
    }

    /// Runs work that waits for the disk or computes, outside the thread that serves all clients.
    pub async fn blocking<T: Send + 'static>(
        self: &Arc<Self>,
        work: impl FnOnce(&Arc<Self>) -> Result<T, ApiError> + Send + 'static,
    ) -> Result<T, ApiError> {
        // A browser's tab has only one thread and one client.
        #[cfg(target_family = "wasm")]
        return work(self);
        #[cfg(not(target_family = "wasm"))]
        {
            let server = Arc::clone(self);
            let done = tokio::task::spawn_blocking(move || work(&server)).await;
            done.unwrap_or_else(|error| Err(ApiError::broken(std::io::Error::other(error))))
        }
    }
}
