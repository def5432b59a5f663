//! Memory that stays flat over thousands of photos.

/// In bytes. The buffers of a picture are larger and live for one photo; what is smaller comes and goes all the time.
#[cfg(all(target_os = "linux", target_env = "gnu"))]
const OWN_PAGES_FROM: libc::c_int = 1 << 20;

/// Lets the buffers of pictures go back to the system when they are freed. Else glibc learns to keep them, and what is
/// left of them between other things grows with the number of photos: by a quarter from 100 to 1000.
#[cfg(all(target_os = "linux", target_env = "gnu"))]
pub fn give_back_large_buffers() {
    // SAFETY: it sets a number in the allocator, under the allocator's own lock. If it refuses, all stays as it was.
    unsafe { libc::mallopt(libc::M_MMAP_THRESHOLD, OWN_PAGES_FROM) };
}

/// Other allocators do so by themselves.
#[cfg(not(all(target_os = "linux", target_env = "gnu")))]
pub fn give_back_large_buffers() {}
