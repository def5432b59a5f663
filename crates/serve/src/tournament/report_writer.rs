//! Writes standings and report into the folder soon after an answer, once for several answers.

use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::Duration;
use std::{io, mem};

use super::super::api_error::ApiError;
use messages::Language;
use tournament::{ResultsFolder, finish};

/// Pause after an answer, to wait for more answers.
const PAUSE: Duration = Duration::from_secs(1);

/// Pause after a failed attempt: a full disk is not freed within a second, and ranking a large tournament
/// takes some seconds.
const PAUSE_AFTER_FAILURE: Duration = Duration::from_secs(5);

/// Writes the files that `review` writes at its end.
pub struct ReportWriter {
    shared: Arc<Shared>,
    thread: Mutex<Option<JoinHandle<()>>>,
}

struct Shared {
    out: Arc<ResultsFolder>,
    language: Language,
    wanted: Mutex<Wanted>,
    changed: Condvar,
}

#[derive(Default)]
struct Wanted {
    is_stale: bool,
    has_ended: bool,
    /// Why the last attempt failed; `None` if it succeeded.
    failure: Option<String>,
}

impl ReportWriter {
    /// Starts the writing thread.
    ///
    /// # Errors
    /// The system cannot create a thread.
    pub fn new(out: Arc<ResultsFolder>, language: Language) -> io::Result<Self> {
        let shared = Arc::new(Shared { out, language, wanted: Mutex::default(), changed: Condvar::new() });
        let writer = Arc::clone(&shared);
        let thread = thread::Builder::new().name("report".to_owned()).spawn(move || writer.work())?;
        Ok(Self { shared, thread: Mutex::new(Some(thread)) })
    }

    /// Marks standings and report as out of date after a decision.
    pub fn want(&self) {
        self.shared.wanted().is_stale = true;
        self.shared.changed.notify_all();
    }

    /// Writes pending changes, and ends the thread.
    ///
    /// # Errors
    /// Why standings and report are older than the last answers.
    pub fn end(&self) -> Result<(), String> {
        self.shared.wanted().has_ended = true;
        self.shared.changed.notify_all();
        let thread = mem::take(&mut *self.thread.lock().unwrap_or_else(PoisonError::into_inner));
        let joined = thread.map_or(Ok(()), JoinHandle::join);
        joined.map_err(|_| "an error in the program stopped the writing".to_owned())?;
        self.shared.wanted().failure.take().map_or(Ok(()), Err)
    }
}

impl Shared {
    fn wanted(&self) -> MutexGuard<'_, Wanted> {
        self.wanted.lock().unwrap_or_else(PoisonError::into_inner)
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
                let pause = if wanted.failure.is_some() { PAUSE_AFTER_FAILURE } else { PAUSE };
                let waited = self.changed.wait_timeout_while(wanted, pause, |wanted| !wanted.has_ended);
                (wanted, _) = waited.unwrap_or_else(PoisonError::into_inner);
            }
            wanted.is_stale = false;
            let is_last = wanted.has_ended;
            drop(wanted);
            let failure = finish(&self.out, self.language).err().map(|error| error.to_string());
            let mut wanted = self.wanted();
            if let Some(failure) =
                failure.as_ref().filter(|failure| !is_last && wanted.failure.as_ref() != Some(*failure))
            {
                // The answers are on disk, so the failure is reported once, and again at the end.
                ApiError::broken(failure);
            }
            // The last attempt is not repeated.
            wanted.is_stale |= failure.is_some() && !is_last;
            wanted.failure = failure;
        }
    }
}
