//! Ctrl-C while a person is asked: what was said is not lost.

use std::process::exit;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use anyhow::Context;
use signal_hook::consts::SIGINT;
use signal_hook::flag;

use super::exit_code::Exit;

/// How often Ctrl-C is looked for: a person notices no delay.
const BETWEEN_LOOKS: Duration = Duration::from_millis(20);

/// From now on Ctrl-C ends the program after `last`, which gets what was said. It waits while `said` is locked, as while something is being written.
pub fn on_interrupt<T: Send + 'static>(
    said: &Arc<Mutex<T>>,
    last: impl FnOnce(&T) + Send + 'static,
) -> anyhow::Result<()> {
    // Windows has no more than such a flag.
    let pressed = Arc::new(AtomicBool::new(false));
    flag::register(SIGINT, Arc::clone(&pressed)).context("listening for Ctrl-C")?;
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
