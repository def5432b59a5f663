//! Settings of the C library's heap, which contains OpenCV's pictures and networks: constant over thousands
//! of photos, and grown at once for a single photo.
#![allow(unsafe_code)]

/// Buffers of this size or more get their own pages, which take time to allocate. Of 1, 4 and 32 MiB, 4 keeps
/// memory constant at little cost: with 1 MiB a run takes 8 % longer, with 4 about 3 %; with 32 the peak
/// grows as without this setting.
#[cfg(all(target_os = "linux", target_env = "gnu"))]
const OWN_PAGES_FROM_BYTES: libc::c_int = 4 << 20;

/// Returns memory to the system when a photo's buffers are freed. Otherwise glibc adapts to their sizes and
/// keeps as much for later, and the data scattered between them grow with the number of photos. With two jobs
/// and one photo in four of 4000 px, the peak is 98 MiB at 100 photos and 106 at 1000 (`benches/batch.rs`);
/// without this setting it was 100 to 105, and 114.
#[cfg(all(target_os = "linux", target_env = "gnu"))]
pub fn give_back_freed() {
    // SAFETY: it sets a number in the allocator, under the allocator's own lock. If it refuses, nothing
    // changes.
    unsafe { libc::mallopt(libc::M_MMAP_THRESHOLD, OWN_PAGES_FROM_BYTES) };
}

/// Other allocators do this by themselves.
#[cfg(not(all(target_os = "linux", target_env = "gnu")))]
pub fn give_back_freed() {}

/// The heap grows by this many bytes at a time, and shrinks only when twice as much is free: a scan of a
/// phone's photo takes less.
#[cfg(all(target_os = "linux", target_env = "gnu"))]
const STEP_BYTES: usize = 64 << 20;

/// Larger buffers have their own pages; glibc accepts no larger threshold.
#[cfg(all(target_os = "linux", target_env = "gnu"))]
const LARGEST_BYTES: libc::c_int = 32 << 20;

/// The size of Linux's huge pages.
#[cfg(all(target_os = "linux", target_env = "gnu"))]
const HUGE_PAGE_BYTES: usize = 2 << 20;

/// Makes the heap grow in one large step and in huge pages, for a process that scans a single photo and ends.
/// Allocating pages of 4 kB is a quarter of such a process's work: 7600 page faults, of which 1800 remain.
#[cfg(all(target_os = "linux", target_env = "gnu"))]
pub fn take_at_once() {
    // SAFETY: `mallopt` sets numbers in the allocator, under its own lock; if it refuses, nothing changes.
    // `sbrk(0)` only returns the heap's end. The advice changes no memory's content, and covers only the
    // piece and the memory that `malloc` allocated after it.
    unsafe {
        libc::mallopt(libc::M_MMAP_THRESHOLD, LARGEST_BYTES);
        libc::mallopt(libc::M_TRIM_THRESHOLD, 2 * STEP_BYTES as libc::c_int);
        libc::mallopt(libc::M_TOP_PAD, STEP_BYTES as libc::c_int);
        // Another thread's arena would grow by itself.
        libc::mallopt(libc::M_ARENA_MAX, 1);
        let piece = libc::malloc(HUGE_PAGE_BYTES);
        let (begin, end) = ((piece as usize).next_multiple_of(HUGE_PAGE_BYTES), libc::sbrk(0) as usize);
        // If the heap could not grow, the piece is elsewhere.
        if !piece.is_null() && begin < end && end - begin <= STEP_BYTES + 2 * HUGE_PAGE_BYTES {
            libc::madvise(begin as *mut libc::c_void, end - begin, libc::MADV_HUGEPAGE);
        }
        libc::free(piece);
    }
}

/// Other allocators are unchanged.
#[cfg(not(all(target_os = "linux", target_env = "gnu")))]
pub fn take_at_once() {}
