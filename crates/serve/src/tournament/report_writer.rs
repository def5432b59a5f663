//! Writes standings and report into the folder soon after an answer, once for several answers.

use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::Duration;
use std::{io, mem};

use super::super::api_error::ApiError;
use messages::Language;
use tournament::{FinishError, Provenance, ResultsFolder, WriteError, finish};

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
    /// Held while results, standings and report are written, so that they are consistent.
    writing: Mutex<()>,
}

#[derive(Default)]
struct Wanted {
    is_stale: bool,
    /// The content for `batch.json`, which a failed change removed.
    provenance: Option<Provenance>,
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
        let (wanted, changed, writing) = (Mutex::default(), Condvar::new(), Mutex::default());
        let shared = Arc::new(Shared { out, language, wanted, changed, writing });
        let writer = Arc::clone(&shared);
        let thread = thread::Builder::new().name("report".to_owned()).spawn(move || writer.work())?;
        Ok(Self { shared, thread: Mutex::new(Some(thread)) })
    }

    /// Marks standings and report as out of date after a decision.
    pub fn want(&self) {
        self.shared.wanted().is_stale = true;
        self.shared.changed.notify_all();
    }

    /// Marks them as out of date after a change of the results failed. `provenance` is the content of
    /// `batch.json`, if the change removed it and it could not be restored.
    pub fn want_with(&self, provenance: Option<Provenance>) {
        let mut wanted = self.shared.wanted();
        wanted.provenance = provenance.or(wanted.provenance.take());
        drop(wanted);
        self.want();
    }

    /// While this guard exists, nothing else writes results, standings or report.
    pub fn writing(&self) -> MutexGuard<'_, ()> {
        self.shared.writing()
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

/// Restores `batch.json`, which contains the tie rule, if a failed change removed it.
pub fn put_back(provenance: &Provenance, out: &ResultsFolder) -> Result<(), WriteError> {
    if out.provenance().exists() {
        return Ok(());
    }
    let mut change = out.change();
    provenance.write(&mut change)?;
    change.commit()
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
                let pause = if wanted.failure.is_some() { PAUSE_AFTER_FAILURE } else { PAUSE };
                let waited = self.changed.wait_timeout_while(wanted, pause, |wanted| !wanted.has_ended);
                (wanted, _) = waited.unwrap_or_else(PoisonError::into_inner);
            }
            wanted.is_stale = false;
            let is_last = wanted.has_ended;
            let provenance = wanted.provenance.take();
            drop(wanted);
            let failure = self.write(provenance.as_ref()).err().map(|error| error.to_string());
            let mut wanted = self.wanted();
            if failure.is_some() && wanted.provenance.is_none() {
                wanted.provenance = provenance;
            }
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

    fn write(&self, provenance: Option<&Provenance>) -> Result<(), FinishError> {
        let _writing = self.writing();
        // First, because the following steps may fail again.
        provenance.map_or(Ok(()), |provenance| put_back(provenance, &self.out))?;
        finish(&self.out, self.language).map(drop)
    }
}
