//! JPEG as decoded by libjpeg-turbo 2.1, to identical pixels: Huffman-coded files of 8 bits, sequential and
//! progressive, at full size or a half, a quarter or an eighth of it.
//!
//! A reduced picture comes from fewer coefficients, as in libjpeg: each block of 8 x 8 becomes one of 4 x 4,
//! 2 x 2 or one pixel, and subsampled colours are decoded at a larger size instead of being enlarged.
//!
//! Differences from libjpeg-turbo: arithmetic-coded files are refused, and if a progressive file lacks its
//! last scans, its blocks are not smoothed.

mod bits;
mod colour;
mod frame;
mod huffman;
mod idct;
mod markers;
mod planes;
mod progressive;
mod sequential;
mod upsampling;

use std::fmt;

use frame::Frame;
use markers::Markers;
use planes::Planes;

/// A decoded picture.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Picture {
    /// 8 bits per channel, row by row. With 3 channels blue, green, red; with 4 cyan, magenta, yellow, black
    /// as in the file.
    pub pixels: Vec<u8>,
    /// Width in pixels, after the reduction.
    pub width: usize,
    /// Height in pixels, after the reduction.
    pub height: usize,
    /// 3 for a grey or colour picture, 4 for CMYK and YCCK.
    pub channels: usize,
    /// Whether some of the file's data was not decoded, which libjpeg calls extraneous bytes. The picture may
    /// still be complete.
    pub is_left_over: bool,
    /// Whether every bit of every coefficient was received. If not, a progressive picture may be blurred;
    /// libjpeg would smooth its blocks.
    pub is_complete: bool,
}

/// Why decoding failed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum JpegError {
    /// The file is damaged; the text is libjpeg's if it has one for the damage.
    Damaged(String),
    /// The name of a kind of JPEG that is not supported here.
    Unsupported(&'static str),
}

impl fmt::Display for JpegError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Damaged(problem) => f.write_str(problem),
            Self::Unsupported(kind) => write!(f, "{kind} is not decoded"),
        }
    }
}

impl std::error::Error for JpegError {}

type Result<T> = std::result::Result<T, JpegError>;

fn damaged<T>(problem: impl Into<String>) -> Result<T> {
    Err(JpegError::Damaged(problem.into()))
}

/// Decodes a file at `1 / reduction` of its size, rounded up; `reduction` is 1, 2, 4 or 8.
///
/// # Errors
/// The file is not supported, or it is damaged: whatever libjpeg warns about is an error, except left-over
/// data.
///
/// # Panics
/// With another `reduction`.
pub fn decode(file: &[u8], reduction: usize) -> Result<Picture> {
    assert!(
        matches!(reduction, 1 | 2 | 4 | 8),
        "a picture is decoded at 1, 1/2, 1/4 or 1/8 of its size, not 1/{reduction}"
    );
    let mut markers = Markers::new(file)?;
    let mut frame: Option<Frame> = None;
    let mut planes: Option<Planes> = None;
    while let Some(scan) = markers.next_scan(&mut frame)? {
        let Some(frame) = &mut frame else { return damaged("a scan before the frame's header") };
        let planes = planes.get_or_insert_with(|| Planes::new(frame, reduction, scan.components.len()));
        planes.latch(&scan, frame, &markers)?;
        if frame.is_progressive {
            progressive::decode_scan(&mut markers, frame, &scan, planes)?;
        } else {
            sequential::decode_scan(&mut markers, frame, &scan, planes)?;
        }
    }
    let (Some(frame), Some(planes)) = (frame, planes) else { return damaged("it has no complete header") };
    let is_complete = !frame.is_progressive || frame.lowest_bits.iter().flatten().all(|bit| *bit == Some(0));
    let space = colour::Space::of(&frame, &markers)?;
    let (width, height) = (frame.width.div_ceil(reduction), frame.height.div_ceil(reduction));
    let pixels = colour::converted(planes.into_samples()?, space, width, height)?;
    Ok(Picture { pixels, width, height, channels: space.channels(), is_left_over: markers.is_left_over(), is_complete })
}
