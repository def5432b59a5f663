//! The threads that read photos. A photo needs a slot before its first byte is read, so that waiting photos
//! use bounded memory.

use std::collections::VecDeque;
use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError, mpsc};
use std::thread::{self, JoinHandle};

use tokio::sync::{OwnedSemaphorePermit, Semaphore, oneshot};

use super::api_error::ApiError;

/// Work for one of the threads.
type Job = Box<dyn FnOnce() + Send>;

/// The permission to upload one photo and have it read.
pub struct Slot(OwnedSemaphorePermit);

/// The threads and their waiting jobs.
pub struct Queue {
    slots: Arc<Semaphore>,
    shared: Arc<Shared>,
    threads: Mutex<Vec<JoinHandle<()>>>,
    has_no_threads: bool,
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
    /// Starts the threads. At most `photos_at_work` photos have a slot at the same time, including waiting
    /// ones. Without threads, the caller does the work.
    ///
    /// # Errors
    /// The system cannot create threads.
    pub fn new(threads: usize, photos_at_work: usize) -> io::Result<Self> {
        let shared = Arc::new(Shared::default());
        let has_no_threads = threads == 0;
        let mut handles = Vec::new();
        for number in 0..threads {
            let shared = Arc::clone(&shared);
            handles.push(thread::Builder::new().name(format!("scan {number}")).spawn(move || shared.work())?);
        }
        Ok(Self {
            slots: Arc::new(Semaphore::new(photos_at_work)),
            shared,
            threads: Mutex::new(handles),
            has_no_threads,
        })
    }

    /// A slot; refused if all are taken.
    pub fn slot(&self) -> Result<Slot, ApiError> {
        Arc::clone(&self.slots).try_acquire_owned().map(Slot).map_err(|_| ApiError::busy())
    }

    /// Runs the work on one of the threads, to its end even if the client disconnects.
    pub async fn run<T: Send + 'static>(
        &self,
        slot: Slot,
        work: impl FnOnce() -> Result<T, ApiError> + Send + 'static,
    ) -> Result<T, ApiError> {
        if self.has_no_threads {
            return work();
        }
        let (sender, done) = oneshot::channel();
        {
            let mut waiting = self.shared.waiting();
            if waiting.has_ended {
                return Err(ApiError::ending());
            }
            waiting.jobs.push_back(Box::new(move || {
                let result = catch_unwind(AssertUnwindSafe(work));
                // Freed before the answer, so that the client finds a slot for its next photo.
                drop(slot.0);
                // An error means that the client has disconnected.
                let _ = sender.send(result.unwrap_or_else(|_| Err(ApiError::broken("a scan broke off"))));
            }));
        }
        self.shared.changed.notify_one();
        // A dropped job was still waiting when the server ended.
        done.await.unwrap_or_else(|_| Err(ApiError::ending()))
    }

    /// Processes each item on this thread and on idle threads, which take one item at a time. Results are in
    /// the order of the items.
    ///
    /// # Errors
    /// The work panicked.
    pub fn each<T: Send + 'static, R: Send + 'static>(
        &self,
        things: Vec<T>,
        work: impl Fn(T) -> R + Send + Sync + 'static,
    ) -> Result<Vec<R>, ApiError> {
        let count = things.len();
        let (sender, done) = mpsc::channel();
        let left = Mutex::new(things.into_iter().enumerate());
        let next = Arc::new(move || {
            let taken = left.lock().unwrap_or_else(PoisonError::into_inner).next();
            let Some((index, thing)) = taken else { return false };
            let result = catch_unwind(AssertUnwindSafe(|| work(thing)));
            // An error means that the caller no longer waits.
            sender.send((index, result.ok())).is_ok()
        });
        {
            let mut waiting = self.shared.waiting();
            for _ in 1..if self.has_no_threads { 1 } else { count } {
                let next = Arc::clone(&next);
                waiting.jobs.push_back(Box::new(move || {
                    next();
                }));
            }
        }
        self.shared.changed.notify_all();
        while next() {}
        let mut results: Vec<(usize, Option<R>)> = done.iter().take(count).collect();
        results.sort_by_key(|(index, _)| *index);
        let results = results.into_iter().map(|(_, result)| result.ok_or_else(|| ApiError::broken("a scan broke off")));
        results.collect()
    }

    /// Waits for running jobs and drops waiting ones.
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
    /// No job runs while the lock is held, so a panic cannot poison it.
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
    fn several_things_are_done_side_by_side_and_come_back_in_their_order() {
        let queue = Queue::new(3, 3).expect("threads");
        let at_work = Arc::new(Mutex::new((0, 0)));
        let count = Arc::clone(&at_work);
        let squares = queue.each((0..20).collect(), move |number: u64| {
            let change = |by: i32| {
                let (now, most) = &mut *count.lock().expect("a count");
                *now += by;
                *most = (*most).max(*now);
            };
            change(1);
            thread::sleep(std::time::Duration::from_millis(20 - number));
            change(-1);
            number * number
        });
        assert_eq!(squares.ok(), Some((0..20).map(|number| number * number).collect()));
        let (now, most) = *at_work.lock().expect("a count");
        assert!(now == 0 && (2..=4).contains(&most), "three threads and this one: {most}");
        let broken = queue.each(vec![1, 0], |number: u32| 1_u32.checked_div(number).expect("on purpose"));
        assert_eq!(broken.err().map(|refusal| refusal.code), Some("broken"));
        queue.end();
        assert_eq!(queue.each(vec![1, 2, 3], |number: u32| number).ok(), Some(vec![1, 2, 3]), "this thread does all");
    }

    #[test]
    fn without_threads_the_caller_does_the_work() {
        let queue = Queue::new(0, 1).expect("nothing to start");
        assert_eq!(block_on(queue.run(queue.slot().expect("free"), || Ok(5))).ok(), Some(5));
        assert_eq!(queue.each(vec![1, 2, 3], |number: u32| number * 2).ok(), Some(vec![2, 4, 6]));
        assert!(queue.shared.waiting().jobs.is_empty() && queue.slot().is_ok());
    }

    #[test]
    fn a_job_that_breaks_off_takes_no_thread_with_it() {
        let queue = Queue::new(1, 2).expect("a thread");
        let broken =
            block_on(queue.run(queue.slot().expect("free"), || -> Result<(), ApiError> { panic!("on purpose") }));
        assert_eq!(broken.err().map(|refusal| refusal.code), Some("broken"));
        assert_eq!(block_on(queue.run(queue.slot().expect("free"), || Ok(6))).ok(), Some(6));
        queue.end();
        let late = block_on(queue.run(queue.slot().expect("free"), || Ok(7)));
        assert_eq!(late.err().map(|refusal| refusal.code), Some("ending"));
    }
}
