//! Standings and report in the folder, written soon after something was said: after several answers at once, and not for each.

use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::Duration;
use std::{io, mem};

use super::super::refusal::Refusal;
use crate::messages::Language;
use crate::tournament::{ResultsFolder, finish};

/// So long after an answer further ones are waited for.
const PAUSE: Duration = Duration::from_secs(1);

/// Writes what `review` writes at its end.
pub struct ReportWriter {
    shared: Arc<Shared>,
    thread: Mutex<Option<JoinHandle<()>>>,
}

struct Shared {
    out: Arc<ResultsFolder>,
    language: Language,
    wanted: Mutex<Wanted>,
    changed: Condvar,
    /// Held while a thread writes results, standings and report: together they are of one state.
    writing: Mutex<()>,
}

#[derive(Default)]
struct Wanted {
    is_stale: bool,
    has_ended: bool,
}

impl ReportWriter {
    /// # Errors
    /// The system gives no thread.
    pub fn new(out: Arc<ResultsFolder>, language: Language) -> io::Result<Self> {
        let (wanted, changed, writing) = (Mutex::default(), Condvar::new(), Mutex::default());
        let shared = Arc::new(Shared { out, language, wanted, changed, writing });
        let writer = Arc::clone(&shared);
        let thread = thread::Builder::new().name("report".to_owned()).spawn(move || writer.work())?;
        Ok(Self { shared, thread: Mutex::new(Some(thread)) })
    }

    /// Something was said: what stands in the folder is of before.
    pub fn want(&self) {
        self.shared.wanted().is_stale = true;
        self.shared.changed.notify_all();
    }

    /// While this lives, nobody else writes results, standings or report.
    pub fn writing(&self) -> MutexGuard<'_, ()> {
        self.shared.writing()
    }

    /// Writes what is not written yet, and ends.
    pub fn end(&self) {
        self.shared.wanted().has_ended = true;
        self.shared.changed.notify_all();
        let thread = mem::take(&mut *self.thread.lock().unwrap_or_else(PoisonError::into_inner));
        thread.into_iter().for_each(|thread| drop(thread.join()));
    }
}

impl Shared {
    fn wanted(&self) -> MutexGuard<'_, Wanted> {
        self.wanted.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn writing(&self) -> MutexGuard<'_, ()> {
        self.writing.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn work(&self) {
        loop {
            let mut wanted = self.wanted();
            while !wanted.is_stale && !wanted.has_ended {
                wanted = self.changed.wait(wanted).unwrap_or_else(PoisonError::into_inner);
            }
            if !wanted.is_stale {
                return;
            }
            if !wanted.has_ended {
                let waited = self.changed.wait_timeout_while(wanted, PAUSE, |wanted| !wanted.has_ended);
                (wanted, _) = waited.unwrap_or_else(PoisonError::into_inner);
            }
            wanted.is_stale = false;
            drop(wanted);
            let _writing = self.writing();
            if let Err(error) = finish(&self.out, self.language) {
                // The answers are on the disk, and the next one tries again; this says it on stderr.
                Refusal::broken(error);
            }
        }
    }
}
