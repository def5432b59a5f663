//! `serve`: the page for phones and the interface for programs.
//!
//! | file | what it holds |
//! |---|---|
//! | `connections` | listening, and limits for slow or silent clients |
//! | `connection_limits` | how many connections there may be, and which one makes room |
//! | `guard` | who is answered: hosts, origins, the token |
//! | `api/` | what each address answers |
//! | `command` | changes of squares, the same for a game and a tournament's table |
//! | `queue` | the threads that read photos, and how many may wait |
//! | `store/` | the data file: games, photos, corrections |
//! | `shared_game/` | games of the data file, changed one at a time |
//! | `view/` | a game as the page gets it |
//! | `tournament/` | a folder of results, corrected at several phones |
//! | `page` | the page's own files |
//! | `in_tab` | the page without a server: photos are read beside the games |
//!
//! Photos stay in memory, or in the data file if the players want that. The server contacts no other machine.

// A browser's tab has no connections, and is not notified when it ends.
#![cfg_attr(target_family = "wasm", allow(dead_code))]

pub mod address;
mod api;
mod api_error;
mod body;
mod by_hand;
mod command;
mod connection_limits;
#[cfg(not(target_family = "wasm"))]
mod connections;
mod events;
mod guard;
pub mod in_tab;
mod large_photos;
mod open_games;
mod page;
mod photo_cache;
mod queue;
mod server;
mod shared_game;
mod store;
mod time_limit;
mod token;
mod tournament;
mod view;

use std::io;
use std::net::{IpAddr, SocketAddr};
use std::path::PathBuf;
use std::time::Duration;

use messages::Language;
use vision::networks::Networks;
use vision::photo::PhotoLimits;

pub use axum::Router;
#[cfg(not(target_family = "wasm"))]
pub use connections::run;
pub use store::StoreError;
pub use token::Token;
pub use tournament::{PhotosConfig, TournamentConfig, TournamentError};

/// The configuration of the server.
pub struct Config {
    /// The address to listen on; port 0 selects a free one. 0.0.0.0 means all addresses of this machine,
    /// including IPv6.
    pub listen: SocketAddr,
    /// The address at which others open the page; `None` to use the most likely one.
    pub address: Option<IpAddr>,
    /// The folder that contains the data file.
    pub data: PathBuf,
    /// The secret that every request needs, except for the page's own files.
    pub token: Token,
    /// Host names that requests may use in addition to `localhost` and numeric addresses.
    pub allowed_hosts: Vec<String>,
    /// The language for requests that do not specify one.
    pub language: Language,
    /// The networks that read photos, including the gallery.
    pub networks: Networks,
    /// The storage of lessons; `None` disables learning.
    pub gallery: Option<GalleryPlace>,
    /// Limits for clients.
    pub limits: Limits,
    /// A folder of results to serve in addition to the games.
    pub tournament: Option<TournamentConfig>,
}

/// The storage of lessons learnt from corrections.
#[derive(Debug, Clone)]
pub enum GalleryPlace {
    /// In a file that other commands of the program read as well; `networks` already contains its lessons.
    File(PathBuf),
    /// In the data file.
    DataFile,
}

/// Limits for clients.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    /// Limits for decoding a photo.
    pub photo: PhotoLimits,
    /// The largest photo, in bytes.
    pub photo_bytes: usize,
    /// The largest other body, in bytes.
    pub body_bytes: usize,
    /// Photos being uploaded, waiting or being read at the same time; further requests get 429.
    pub photos_at_work: usize,
    /// Photos read at the same time, each on its own thread. 0 uses no threads: each request is answered
    /// before the next.
    pub jobs: usize,
    /// Bytes of photos kept in memory, over all games.
    pub memory_bytes: usize,
    /// The most photos of one game.
    pub photos_of_game: usize,
    /// Simultaneous connections, at most half of them from one address; see `connection_limits`.
    pub connections: usize,
    /// Time limit for receiving a request's head.
    pub head_time: Duration,
    /// Time limit between two pieces of a body, and for a client to accept data sent to it.
    pub piece_time: Duration,
    /// Time limit for receiving a body.
    pub body_time: Duration,
}

/// The largest photo by default, in MiB: a phone's photo has about 3 to 12 MB.
pub const DEFAULT_PHOTO_MIB: usize = 32;

impl Default for Limits {
    /// One job per processor. Uploaded photos take at most 32 x 32 MiB.
    fn default() -> Self {
        let jobs = std::thread::available_parallelism().map_or(1, usize::from);
        Self {
            photo: PhotoLimits::default(),
            photo_bytes: DEFAULT_PHOTO_MIB << 20,
            body_bytes: 64 << 10,
            photos_at_work: 32,
            jobs,
            memory_bytes: 256 << 20,
            photos_of_game: 24,
            connections: 256,
            head_time: Duration::from_secs(10),
            piece_time: Duration::from_secs(20),
            body_time: Duration::from_secs(180),
        }
    }
}

/// Why the server could not start or had to stop.
#[derive(Debug, thiserror::Error)]
pub enum ServeError {
    /// The address is in use or does not belong to this machine.
    #[error("cannot listen on {address}: {source}; choose another --port, or end the program that uses it")]
    Listen {
        /// The address to listen on.
        address: SocketAddr,
        /// The system's error.
        source: io::Error,
    },
    /// The data file cannot be used.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The folder of results cannot be used, at startup or shutdown.
    #[error(transparent)]
    Tournament(#[from] TournamentError),
    /// The system cannot create threads, timers or signal handlers.
    #[error("cannot start the server: {0}")]
    Start(#[from] io::Error),
}
