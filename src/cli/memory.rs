//! Settings of the C library's heap, where OpenCV keeps pictures and networks. A batch of thousands of photos
//! runs in constant memory, and a scan of a single photo grows the heap in one step.
#![allow(unsafe_code)]

/// Buffers of this size or more get pages of their own, which go back to the system when freed but take time
/// to allocate. Measured with 1, 4 and 32 MiB: a run takes 8 % longer with 1 and about 3 % with 4; with 32,
/// the peak memory grows as without this setting.
#[cfg(all(target_os = "linux", target_env = "gnu"))]
const OWN_PAGES_FROM_BYTES: libc::c_int = 4 << 20;

/// Makes the heap return memory to the system when a photo's buffers are freed. By default, glibc adapts to
/// the sizes of the buffers and keeps as much for later, and the data scattered between them grow with the
/// number of photos. With two jobs and one photo in four of 4000 px, the peak is 98 MiB after 100 photos and
/// 106 MiB after 1000 (`benches/batch.rs`). Without this setting it was 100 to 105 MiB, and 114 MiB.
#[cfg(all(target_os = "linux", target_env = "gnu"))]
pub fn give_back_freed() {
    // SAFETY: it sets a number in the allocator, under the allocator's own lock. If it refuses, nothing
    // changes.
    unsafe { libc::mallopt(libc::M_MMAP_THRESHOLD, OWN_PAGES_FROM_BYTES) };
}

/// Allocators other than glibc's return memory by themselves.
#[cfg(not(all(target_os = "linux", target_env = "gnu")))]
pub fn give_back_freed() {}

/// The heap grows by this many bytes at a time, more than scanning a phone's photo needs. It shrinks only
/// when twice as much is free.
#[cfg(all(target_os = "linux", target_env = "gnu"))]
const STEP_BYTES: usize = 64 << 20;

/// Buffers of this size or more still get pages of their own, because glibc accepts no larger threshold.
#[cfg(all(target_os = "linux", target_env = "gnu"))]
const LARGEST_BYTES: libc::c_int = 32 << 20;

/// The size of Linux's huge pages.
#[cfg(all(target_os = "linux", target_env = "gnu"))]
const HUGE_PAGE_BYTES: usize = 2 << 20;

/// Makes the heap grow in one large step and in huge pages, for a process that scans a single photo and ends.
/// Allocating pages of 4 kB is a quarter of such a process's work; this leaves 1800 of its 7600 page faults.
#[cfg(all(target_os = "linux", target_env = "gnu"))]
pub fn take_at_once() {
    // SAFETY: `mallopt` sets numbers in the allocator, under its own lock; if it refuses, nothing changes.
    // `sbrk(0)` only returns the heap's end. The advice changes no memory's content, and covers only the
    // piece and the memory that `malloc` allocated after it.
    unsafe {
        libc::mallopt(libc::M_MMAP_THRESHOLD, LARGEST_BYTES);
        libc::mallopt(libc::M_TRIM_THRESHOLD, 2 * STEP_BYTES as libc::c_int);
        libc::mallopt(libc::M_TOP_PAD, STEP_BYTES as libc::c_int);
        // All threads share one heap, because another thread's arena would not grow in such steps.
        libc::mallopt(libc::M_ARENA_MAX, 1);
        let piece = libc::malloc(HUGE_PAGE_BYTES);
        let (begin, end) = ((piece as usize).next_multiple_of(HUGE_PAGE_BYTES), libc::sbrk(0) as usize);
        // `piece` is not at the heap's end if the heap could not grow: then nothing is advised.
        if !piece.is_null() && begin < end && end - begin <= STEP_BYTES + 2 * HUGE_PAGE_BYTES {
            libc::madvise(begin as *mut libc::c_void, end - begin, libc::MADV_HUGEPAGE);
        }
        libc::free(piece);
    }
}

/// Settings of allocators other than glibc's stay unchanged.
#[cfg(not(all(target_os = "linux", target_env = "gnu")))]
pub fn take_at_once() {}
