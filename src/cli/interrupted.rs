//! Handles Ctrl-C during questions, so that no answer is lost.

use std::process::exit;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use anyhow::Context;
use signal_hook::consts::SIGINT;
use signal_hook::flag;

use super::exit_code::Exit;

/// Pause between checks for Ctrl-C, too short to notice.
const BETWEEN_LOOKS: Duration = Duration::from_millis(20);

/// From now on, Ctrl-C ends the program after calling `last` with the answers. It waits while `said` is
/// locked, for example while something is being written.
pub fn on_interrupt<T: Send + 'static>(
    said: &Arc<Mutex<T>>,
    last: impl FnOnce(&T) + Send + 'static,
) -> anyhow::Result<()> {
    // Setting a flag is all that the signal library offers on Windows, so a thread polls it.
    let pressed = Arc::new(AtomicBool::new(false));
    flag::register(SIGINT, Arc::clone(&pressed)).context("cannot listen for Ctrl-C")?;
    let said = Arc::clone(said);
    thread::spawn(move || {
        while !pressed.load(Ordering::Relaxed) {
            thread::sleep(BETWEEN_LOOKS);
        }
        last(&said.lock().unwrap_or_else(PoisonError::into_inner));
        exit(Exit::Stopped.code().into());
    });
    Ok(())
}
