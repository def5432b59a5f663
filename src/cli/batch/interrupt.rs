//! Ctrl-C: tables under way are read to their end.

use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::sleep;
use std::time::{Duration, Instant};

use anyhow::Context;
use signal_hook::consts::SIGINT;
use signal_hook::flag;

/// The code by which shells report a program that Ctrl-C has ended.
const EXIT_CODE: i32 = 130;

/// Pause between looks; short enough for a person.
const BETWEEN_LOOKS: Duration = Duration::from_millis(100);

/// Whether Ctrl-C was pressed.
pub struct Interrupt(Arc<AtomicBool>);

impl Interrupt {
    /// From now on Ctrl-C is noted; a second one ends the program at once.
    pub fn noted() -> anyhow::Result<Self> {
        let pressed = Arc::new(AtomicBool::new(false));
        let second = flag::register_conditional_shutdown(SIGINT, EXIT_CODE, Arc::clone(&pressed));
        second.and_then(|_| flag::register(SIGINT, Arc::clone(&pressed))).context("listening for Ctrl-C")?;
        Ok(Self(pressed))
    }

    /// Whether to go on.
    pub fn flow(&self) -> ControlFlow<()> {
        if self.0.load(Ordering::Relaxed) { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }

    /// Waits for `time` or for Ctrl-C; whether to go on.
    pub fn wait(&self, time: Duration) -> ControlFlow<()> {
        let begun = Instant::now();
        while begun.elapsed() < time {
            self.flow()?;
            sleep(BETWEEN_LOOKS.min(time));
        }
        self.flow()
    }
}
