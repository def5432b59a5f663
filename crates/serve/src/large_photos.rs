//! Large photos are decoded one at a time, regardless of the number of threads, because each takes several
//! hundred megabytes.

use std::ops::Deref;
use std::sync::{Mutex, MutexGuard, PoisonError};

use vision::photo::{Photo, PhotoError, PhotoLimits, pixels_named_by};

/// Photos with more pixels are large. Phones take photos of 12 million pixels by default, and of 24 or 48
/// million on request. While reading one photo of 100 million pixels, the whole server uses 468 MB.
const LARGE_PIXELS: u64 = 24_000_000;

static ONE_AT_A_TIME: Mutex<()> = Mutex::new(());

/// The right to decode a large photo. Hold it until the pixels are dropped; a second one on the same thread
/// would wait forever.
pub type Turn = MutexGuard<'static, ()>;

/// Waits until no other large photo is being decoded; `None` if this one is not large.
pub fn wait_for_turn(file: &[u8]) -> Option<Turn> {
    // The lock of a panicked thread is usable: it guards only memory, which that thread has freed.
    is_large(file).then(|| ONE_AT_A_TIME.lock().unwrap_or_else(PoisonError::into_inner))
}

fn is_large(file: &[u8]) -> bool {
    pixels_named_by(file).is_some_and(|pixels| pixels > LARGE_PIXELS)
}

/// A decoded photo, with its turn if it is large.
pub struct PhotoInTurn {
    photo: Photo,
    _turn: Option<Turn>,
}

impl PhotoInTurn {
    /// Decodes the file. A large one waits for its turn.
    ///
    /// # Errors
    /// The file is not a photo, or decoding it costs too much.
    pub fn new(name: &str, file: &[u8], limits: &PhotoLimits) -> Result<Self, PhotoError> {
        let turn = wait_for_turn(file);
        Ok(Self { photo: Photo::from_bytes_within(name, file, limits)?, _turn: turn })
    }
}

impl Deref for PhotoInTurn {
    type Target = Photo;

    fn deref(&self) -> &Photo {
        &self.photo
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The first bytes of a WebP file and a PNG file of this width and height in pixels.
    fn beginnings([width, height]: [u32; 2]) -> [Vec<u8>; 2] {
        let lossless = (width - 1) | (height - 1) << 14;
        let webp = [&b"RIFF\x11\0\0\0WEBPVP8L\x05\0\0\0\x2f"[..], &lossless.to_le_bytes(), b"\0"].concat();
        let mut png = Vec::new();
        let written = png::Encoder::new(&mut png, width, height).write_header().map(drop);
        assert!(written.is_ok());
        [webp, png]
    }

    #[test]
    fn what_a_file_of_any_kind_says_of_its_size_counts() {
        for file in beginnings([6000, 4001]) {
            assert!(is_large(&file), "{}", String::from_utf8_lossy(&file[..16]));
        }
        for file in beginnings([6000, 4000]) {
            assert!(!is_large(&file), "{}", String::from_utf8_lossy(&file[..16]));
        }
        assert!(!is_large(b"no photo"));
    }
}
