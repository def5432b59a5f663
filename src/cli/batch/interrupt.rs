//! Handles Ctrl-C: tables that have been started are read to their end.

use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::sleep;
use std::time::{Duration, Instant};

use anyhow::Context;
use signal_hook::consts::SIGINT;
use signal_hook::flag;

/// The exit code that shells report for a program stopped by Ctrl-C.
const EXIT_CODE: i32 = 130;

/// Pause between checks, short enough to go unnoticed.
const BETWEEN_LOOKS: Duration = Duration::from_millis(100);

/// Whether Ctrl-C was pressed.
pub struct Interrupt(Arc<AtomicBool>);

impl Interrupt {
    /// Registers Ctrl-C. A second Ctrl-C ends the program at once.
    pub fn noted() -> anyhow::Result<Self> {
        let pressed = Arc::new(AtomicBool::new(false));
        let second = flag::register_conditional_shutdown(SIGINT, EXIT_CODE, Arc::clone(&pressed));
        second.and_then(|_| flag::register(SIGINT, Arc::clone(&pressed))).context("cannot listen for Ctrl-C")?;
        Ok(Self(pressed))
    }

    /// Whether to continue.
    pub fn flow(&self) -> ControlFlow<()> {
        if self.0.load(Ordering::Relaxed) { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }

    /// Waits for `time` or for Ctrl-C, and returns whether to continue.
    pub fn wait(&self, time: Duration) -> ControlFlow<()> {
        let begun = Instant::now();
        while begun.elapsed() < time {
            self.flow()?;
            sleep(BETWEEN_LOOKS.min(time));
        }
        self.flow()
    }
}
