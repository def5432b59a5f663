//! Commands on many photos.

#[path = "../common/mod.rs"]
mod common;

mod alike;
mod answers;
mod damage;
mod folders;
mod kept_property;
mod kept_words;
mod lines;
mod names;
mod pages;
mod plan;
mod programs;
mod results;
mod review;
mod runs;
mod season;
mod seating;
mod spreadsheets;
mod thousands;
mod ties;
mod whole_batches;

use std::sync::{Mutex, MutexGuard, PoisonError};

/// Lets the tests that use it run one by one: for a moment, a new process has its parent's files open,
/// including locked ones.
fn alone() -> MutexGuard<'static, ()> {
    static ALONE: Mutex<()> = Mutex::new(());
    ALONE.lock().unwrap_or_else(PoisonError::into_inner)
}
