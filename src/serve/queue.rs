//! The threads that read photos. A photo needs a slot before its first byte is read, so that waiting photos take bounded memory.

use std::collections::VecDeque;
use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::{self, JoinHandle};

use tokio::sync::{OwnedSemaphorePermit, Semaphore, oneshot};

use super::refusal::Refusal;

/// Work for one of the threads.
type Job = Box<dyn FnOnce() + Send>;

/// The right to have a photo read.
pub struct Slot(OwnedSemaphorePermit);

/// Threads, and what waits for them.
pub struct Queue {
    slots: Arc<Semaphore>,
    shared: Arc<Shared>,
    threads: Mutex<Vec<JoinHandle<()>>>,
}

#[derive(Default)]
struct Shared {
    waiting: Mutex<Waiting>,
    changed: Condvar,
}

#[derive(Default)]
struct Waiting {
    jobs: VecDeque<Job>,
    has_ended: bool,
}

impl Queue {
    /// So many threads, and so many photos at work, waiting ones included.
    ///
    /// # Errors
    /// The system gives no threads.
    pub fn new(threads: usize, photos_at_work: usize) -> io::Result<Self> {
        let shared = Arc::new(Shared::default());
        let thread = |number| {
            let shared = Arc::clone(&shared);
            thread::Builder::new().name(format!("scan {number}")).spawn(move || shared.work())
        };
        let threads = (0..threads.max(1)).map(thread).collect::<io::Result<_>>()?;
        Ok(Self { slots: Arc::new(Semaphore::new(photos_at_work)), shared, threads: Mutex::new(threads) })
    }

    /// A slot, unless all are taken.
    pub fn slot(&self) -> Result<Slot, Refusal> {
        Arc::clone(&self.slots).try_acquire_owned().map(Slot).map_err(|_| Refusal::busy())
    }

    /// Has a thread do the work. It is done to its end also where nobody waits for it any more.
    pub async fn run<T: Send + 'static>(
        &self,
        slot: Slot,
        work: impl FnOnce() -> Result<T, Refusal> + Send + 'static,
    ) -> Result<T, Refusal> {
        let (sender, done) = oneshot::channel();
        let job = move || {
            let result = catch_unwind(AssertUnwindSafe(work));
            // The next photo may come as soon as the answer is there.
            drop(slot.0);
            // Where the client is gone, nobody waits for the answer.
            let _ = sender.send(result.unwrap_or_else(|_| Err(Refusal::broken("a scan broke off"))));
        };
        {
            let mut waiting = self.shared.waiting();
            if waiting.has_ended {
                return Err(Refusal::ending());
            }
            waiting.jobs.push_back(Box::new(job));
        }
        self.shared.changed.notify_one();
        // A job that was dropped was still waiting when the server ended.
        done.await.unwrap_or_else(|_| Err(Refusal::ending()))
    }

    /// Waits for the work that has begun; what waits is dropped.
    pub fn end(&self) {
        {
            let mut waiting = self.shared.waiting();
            waiting.has_ended = true;
            waiting.jobs.clear();
        }
        self.shared.changed.notify_all();
        let threads = std::mem::take(&mut *self.threads.lock().unwrap_or_else(PoisonError::into_inner));
        threads.into_iter().for_each(|thread| drop(thread.join()));
    }
}

impl Shared {
    /// No job runs while the lock is held, so that none can break off there.
    fn waiting(&self) -> MutexGuard<'_, Waiting> {
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn work(&self) {
        loop {
            let mut waiting = self.waiting();
            let job = loop {
                if let Some(job) = waiting.jobs.pop_front() {
                    break job;
                }
                if waiting.has_ended {
                    return;
                }
                waiting = self.changed.wait(waiting).unwrap_or_else(PoisonError::into_inner);
            };
            drop(waiting);
            job();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn block_on<T>(future: impl Future<Output = T>) -> T {
        tokio::runtime::Builder::new_current_thread().build().expect("a runtime").block_on(future)
    }

    #[test]
    fn more_photos_than_slots_are_sent_away_until_one_is_done() {
        let queue = Queue::new(1, 2).expect("a thread");
        let (one, two) = (queue.slot().expect("free"), queue.slot().expect("free"));
        assert_eq!(queue.slot().err().map(|refusal| refusal.code), Some("busy"));
        assert_eq!(block_on(queue.run(one, || Ok(5))).ok(), Some(5));
        assert!(queue.slot().is_ok());
        drop(two);
        queue.end();
    }

    #[test]
    fn a_job_that_breaks_off_takes_no_thread_with_it() {
        let queue = Queue::new(1, 2).expect("a thread");
        let broken =
            block_on(queue.run(queue.slot().expect("free"), || -> Result<(), Refusal> { panic!("on purpose") }));
        assert_eq!(broken.err().map(|refusal| refusal.code), Some("broken"));
        assert_eq!(block_on(queue.run(queue.slot().expect("free"), || Ok(6))).ok(), Some(6));
        queue.end();
        let late = block_on(queue.run(queue.slot().expect("free"), || Ok(7)));
        assert_eq!(late.err().map(|refusal| refusal.code), Some("ending"));
    }
}
