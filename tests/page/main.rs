//! The page of `serve` in a real browser, used like players do. Without a browser these tests are skipped
//! with a message. Screenshots of every step are in `target/page-screenshots`.

mod audit;
mod awake;
mod browser;
mod ceremony;
mod corrections;
mod cut;
mod far_away;
mod games;
mod giants;
mod kept;
mod landscape;
mod monkey;
mod paint;
mod server;
mod taps;
mod tournament;
mod web;
mod web_figures;
mod web_reading;
mod web_start;

#[path = "../common/mod.rs"]
mod common;
