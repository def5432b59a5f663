//! `serve`: the page for phones and the interface for programs.
//!
//! | file | what it holds |
//! |---|---|
//! | `connections` | listening, and limits for slow or silent clients |
//! | `connection_limits` | how many connections there may be, and which one makes room |
//! | `guard` | who is answered: hosts, origins, the token |
//! | `api/` | what each address answers |
//! | `queue` | the threads that read photos, and how many may wait |
//! | `store/` | the data file: games, photos, corrections |
//! | `shared_game/` | a game's photos read together with what people said, and its changes |
//! | `view/` | a game as the page gets it |
//! | `tournament/` | a folder of results, corrected at several phones |
//! | `page` | the page's own files |
//! | `in_tab` | the page without a server: photos are read beside the games |
//!
//! Photos stay in memory, or in the data file if the players want that. The server contacts no other machine.

// A browser's tab has no connections, and does not learn when it ends.
#![cfg_attr(target_family = "wasm", allow(dead_code))]

pub mod address;
mod api;
mod api_error;
mod body;
mod by_hand;
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
mod why;

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

/// How the server runs.
pub struct Config {
    /// The address to listen on; port 0 takes a free one. 0.0.0.0 is all addresses of this machine, those of IPv6, too.
    pub listen: SocketAddr,
    /// The address under which others open the page, if it is not to be the likeliest one.
    pub address: Option<IpAddr>,
    /// The folder of the data file.
    pub data: PathBuf,
    /// Required for everything but the page's own files.
    pub token: Token,
    /// Names under which the machine may be addressed, beside `localhost` and numeric addresses.
    pub allowed_hosts: Vec<String>,
    /// For requests that name no language.
    pub language: Language,
    /// The networks that read photos, with the gallery.
    pub networks: Networks,
    /// Where what is learnt is kept; `None`: nothing can be learnt.
    pub gallery: Option<GalleryPlace>,
    /// Limits for clients.
    pub limits: Limits,
    /// A folder of results beside the games.
    pub tournament: Option<TournamentConfig>,
}

/// Where what is learnt from corrections is kept.
#[derive(Debug, Clone)]
pub enum GalleryPlace {
    /// In a file, which other commands of the program read, too; `networks` already has what it holds.
    File(PathBuf),
    /// In the data file.
    DataFile,
}

/// Limits for clients.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    /// For decoding a photo.
    pub photo: PhotoLimits,
    /// The largest photo, in bytes.
    pub photo_bytes: usize,
    /// The largest other body, in bytes.
    pub body_bytes: usize,
    /// Photos being uploaded, waiting or read at a time; further ones are answered 429.
    pub photos_at_work: usize,
    /// Photos that are read at a time, each by a thread of its own; 0: there are no threads, and each request is answered before the next.
    pub jobs: usize,
    /// Bytes of photos kept in memory, over all games.
    pub memory_bytes: usize,
    /// Photos of one game.
    pub photos_of_game: usize,
    /// Connections at a time, at most half of them from one address; see `connection_limits`.
    pub connections: usize,
    /// Time until a request's head has arrived.
    pub head_time: Duration,
    /// Time between two pieces of a body, and until a client takes what it is sent.
    pub piece_time: Duration,
    /// Time until a body has arrived.
    pub body_time: Duration,
}

/// The largest photo by default, in MiB: a phone's photo has some 3 to 12 MB.
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

/// Why the server could not start, or had to stop.
#[derive(Debug, thiserror::Error)]
pub enum ServeError {
    /// The address is taken, or not this machine's.
    #[error("cannot listen on {address}: {source}; choose another --port, or end the program that uses it")]
    Listen {
        /// The address to listen on.
        address: SocketAddr,
        /// What the system says.
        source: io::Error,
    },
    /// The data file cannot be used.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The folder of results cannot be used, at the start or at the end.
    #[error(transparent)]
    Tournament(#[from] TournamentError),
    /// There are no threads, timers or signals.
    #[error("cannot start: {0}")]
    Start(#[from] io::Error),
}
