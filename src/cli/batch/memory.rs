//! Memory that stays flat over thousands of photos.

/// Of 1, 4 and 32 MiB the one that keeps memory flat and costs little: buffers from here on have pages of their own, which
/// take time to get. With 1 MiB a run takes 8 % longer, with 4 some 3 %; with 32 the peak grows as without.
#[cfg(all(target_os = "linux", target_env = "gnu"))]
const OWN_PAGES_FROM_BYTES: libc::c_int = 4 << 20;

/// Lets memory go back to the system when a photo's buffers are freed. Else glibc learns from their sizes to keep as much
/// for later, and what lies scattered between them grows with the number of photos. With two jobs, one photo in four of
/// 4000 px, the peak is 98 MiB at 100 photos and 106 at 1000 (`benches/batch.rs`); without this it was 100 to 105, and 114.
#[cfg(all(target_os = "linux", target_env = "gnu"))]
pub fn give_back_freed() {
    // SAFETY: it sets a number in the allocator, under the allocator's own lock. If it refuses, all stays as it was.
    unsafe { libc::mallopt(libc::M_MMAP_THRESHOLD, OWN_PAGES_FROM_BYTES) };
}

/// Other allocators do so by themselves.
#[cfg(not(all(target_os = "linux", target_env = "gnu")))]
pub fn give_back_freed() {}
