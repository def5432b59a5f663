//! Reports the progress of a batch: a bar on a terminal, otherwise an occasional line.

use std::io::{IsTerminal, stderr};
use std::path::Path;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressStyle};

use kingdom_scanner::tournament::Counts;

use super::super::remark_line;
use super::super::terminal::is_quiet;

/// Pause between lines without a terminal: a log of an hour has 120 lines.
const BETWEEN_LINES: Duration = Duration::from_secs(30);

/// Reports the progress to the user.
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
    /// Starts the report; `photos` is the number of photos.
    pub fn begin(photos: usize) -> Self {
        let now = Instant::now();
        if !is_drawn_upon() {
            return Self::Lines(Mutex::new(Lines { photos, begun: now, reported: now, last: Counts::default() }));
        }
        let style = ProgressStyle::with_template("{wide_bar} {pos}/{len} photos, {msg}, {eta} left");
        let bar = ProgressBar::new(photos as u64).with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
        Self::Bar(bar)
    }

    /// Reports the counts; called after each table.
    pub fn tell(&self, counts: Counts) {
        match self {
            Self::Bar(bar) => {
                bar.set_message(in_words(counts));
                bar.set_position(counts.done as u64);
                if counts.done == counts.before {
                    // Photos read by earlier runs tell nothing about the remaining time.
                    bar.reset_eta();
                }
            }
            Self::Lines(lines) => lines.lock().unwrap_or_else(PoisonError::into_inner).tell(counts),
        }
    }

    /// Ends the report: with the last counts if everything is read and ranked, or without them if the run was
    /// stopped.
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

/// Reports that the program is looking for files, which takes time on a slow card.
pub fn tell_looking(folder: &Path) {
    if is_drawn_upon() {
        remark_line!("{}: looking for photos", folder.display());
    }
}

/// Whether standard error is a terminal that can redraw lines.
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
    format!("{} to check, {} failed", counts.to_review, counts.failed)
}
