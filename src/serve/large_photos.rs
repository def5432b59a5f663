//! Large photos are read one at a time, however many threads read: each takes several hundred megabytes.

use std::sync::{Mutex, MutexGuard, PoisonError};

use crate::vision::photo::pixels_named_by;

/// Phones take 12 million by themselves, and 24 or 48 where they are asked to. While one photo of 100 million is read, the whole server holds 468 MB.
const LARGE_PIXELS: u64 = 24_000_000;

static ONE_AT_A_TIME: Mutex<()> = Mutex::new(());

/// Waits until no other large photo is read, if this is one. Keep what it returns until the photo is read.
pub fn wait_for_turn(file: &[u8]) -> Option<MutexGuard<'static, ()>> {
    let is_large = pixels_named_by(file).is_some_and(|pixels| pixels > LARGE_PIXELS);
    // What the lock guards is memory, which a thread that broke off has given back.
    is_large.then(|| ONE_AT_A_TIME.lock().unwrap_or_else(PoisonError::into_inner))
}
