//! `serve` over HTTP.
#![cfg(all(feature = "opencv", feature = "serve"))]

#[path = "../common/mod.rs"]
mod common;

mod client;
mod crowded;
mod games;
mod hostile;
mod import;
mod kept;
mod kept_property;
mod killed;
mod limits;
mod meanwhile;
mod network;
mod rules;
mod scan_line;
mod seats;
mod slow;
mod three_doors;
mod tournament;
mod tournament_faults;
mod typed;
mod uploads;
