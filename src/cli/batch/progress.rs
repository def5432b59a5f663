//! How far a batch is: a bar on a terminal, else a line now and then.

use std::io::{IsTerminal, stderr};
use std::path::Path;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressStyle};

use kingdom_scanner::tournament::Counts;

use super::super::remark_line;
use super::super::terminal::is_quiet;

/// Pause between lines if there is no terminal: a log of an hour has 120.
const BETWEEN_LINES: Duration = Duration::from_secs(30);

/// Shows the progress to the person who waits.
pub enum Progress {
    Bar(ProgressBar),
    Lines(Mutex<Lines>),
}

pub struct Lines {
    photos: usize,
    begun: Instant,
    reported: Instant,
    last: Counts,
}

impl Progress {
    /// Begins; `photos` is how many there are.
    pub fn begin(photos: usize) -> Self {
        let now = Instant::now();
        if !is_drawn_upon() {
            return Self::Lines(Mutex::new(Lines { photos, begun: now, reported: now, last: Counts::default() }));
        }
        let style = ProgressStyle::with_template("{wide_bar} {pos}/{len} photos, {msg}, {eta} left");
        let bar = ProgressBar::new(photos as u64).with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
        Self::Bar(bar)
    }

    /// To be called after each table.
    pub fn tell(&self, counts: Counts) {
        match self {
            Self::Bar(bar) => {
                bar.set_message(in_words(counts));
                bar.set_position(counts.done as u64);
                if counts.done == counts.before {
                    // Photos that earlier runs have read say nothing about the time that is left.
                    bar.reset_eta();
                }
            }
            Self::Lines(lines) => lines.lock().unwrap_or_else(PoisonError::into_inner).tell(counts),
        }
    }

    /// To be called with the last counts when all is read and ranked, or without them when the run was stopped.
    pub fn end(self, last: Option<Counts>) {
        match self {
            Self::Bar(bar) => {
                if let Some(last) = last {
                    bar.set_message(in_words(last));
                }
                bar.abandon();
            }
            Self::Lines(lines) => {
                let mut lines = lines.into_inner().unwrap_or_else(PoisonError::into_inner);
                lines.last = last.unwrap_or(lines.last);
                remark_line!("{}", lines.line());
            }
        }
    }
}

/// Says that files are being looked through, which takes time on a slow card.
pub fn tell_looking(folder: &Path) {
    if is_drawn_upon() {
        remark_line!("{}: looking for photos", folder.display());
    }
}

/// Whether standard error is a terminal on which lines can be redrawn.
fn is_drawn_upon() -> bool {
    !is_quiet() && stderr().is_terminal() && std::env::var_os("TERM").is_none_or(|terminal| terminal != "dumb")
}

impl Lines {
    fn tell(&mut self, counts: Counts) {
        self.last = counts;
        if self.reported.elapsed() >= BETWEEN_LINES {
            self.reported = Instant::now();
            remark_line!("{}{}", self.line(), self.time_left());
        }
    }

    fn line(&self) -> String {
        let Counts { done, before, .. } = self.last;
        let known = if before > 0 { format!(" ({before} already read)") } else { String::new() };
        format!("{done}/{} photos{known}, {}", self.photos, in_words(self.last))
    }

    fn time_left(&self) -> String {
        let Counts { done, before, .. } = self.last;
        let read = (done - before) as f64;
        let seconds = self.begun.elapsed().as_secs_f64() / read * (self.photos - done) as f64;
        if seconds.is_finite() { format!(", {seconds:.0} s left") } else { String::new() }
    }
}

fn in_words(counts: Counts) -> String {
    format!("{} doubtful, {} failed", counts.to_review, counts.failed)
}
