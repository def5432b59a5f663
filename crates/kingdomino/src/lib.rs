#![doc = include_str!("../README.md")]
//!
//! # The modules
//!
//! | module | what it holds | may import |
//! |---|---|---|
//! | [`domain`] | the rules' tables: terrains, squares, dominoes, buildings, kingdoms as sets of squares | |
//! | [`words`] | the message that names each of these in every language | domain |
//! | [`scoring`] | score sheets, their assumptions about facts not given, taxes | domain words |
//! | [`audit`](mod@audit) | can these kingdoms exist? | domain words scoring |
//! | [`formats`] | the one-line notation, players' names, and kingdoms with their known facts and the reading's doubts | domain words scoring audit |
//! | [`standings`] | who won a game, and what decided it | domain words scoring audit formats |
//! | `schema` | JSON schemas, with the feature of that name | domain formats |

pub mod audit;
pub mod domain;
pub mod formats;
#[cfg(feature = "schema")]
pub mod schema;
pub mod scoring;
pub mod standings;
pub mod words;

pub use audit::warning::{Warning, audited};
pub use domain::Kingdom;
pub use scoring::assumptions::assumptions;
pub use scoring::sheet::ScoreSheet;
