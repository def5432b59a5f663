//! Decodes and encodes JPEG, with libjpeg-turbo or a decoder that gives the same pixels.

use std::borrow::Cow;
use std::sync::{Mutex, PoisonError};

use opencv::core::{CV_8UC3, Mat, Scalar};
use opencv::prelude::{MatTraitConst, MatTraitConstManual, MatTraitManual};

use super::jpeg_codec::{Codec, EncodeJpegError};
use super::jpeg_file::{JpegFile, MAX_ARITHMETIC_BYTES, damaged};
use super::{Decoded, PhotoLimits, PhotoProblem};

/// Reductions (pixels of the file per decoded pixel, along a side) for which libjpeg's inverse transform does
/// less work than at full size.
const REDUCTIONS: [usize; 3] = [8, 4, 2];

/// A JPEG with more pixels per byte than this cannot be complete. In the first scan of a Huffman-coded file,
/// a block of 64 pixels takes at least one bit, and with colour subsampled 2x2, 256 pixels are 6 blocks. That
/// gives 341 pixels per byte; the limit is three times that.
const MAX_PIXELS_PER_BYTE: u64 = 1024;

/// Photos with more coefficients than this are decoded one at a time: a photo of 20 megapixels with colour
/// subsampled 2x2 has 60 MB of them.
const MUCH_MEMORY_BYTES: u64 = 64_000_000;

static ONE_AT_A_TIME: Mutex<()> = Mutex::new(());

/// Decodes at the smallest scale of 1, 1/2, 1/4 and 1/8 at which the long side has at least
/// [`PhotoLimits::min_long_side_px`] pixels.
pub fn decode(bytes: Cow<'_, [u8]>, limits: &PhotoLimits) -> Result<Decoded, PhotoProblem> {
    let file = JpegFile::from_bytes(&bytes)?;
    let (width, height) = (file.width, file.height);
    check_size(&file, bytes.len(), limits)?;
    let long_side = width.max(height);
    let reduction = (REDUCTIONS.into_iter())
        .find(|reduction| long_side.div_ceil(*reduction) >= limits.min_long_side_px)
        .unwrap_or(1);
    let bytes = mended(bytes, &file);
    let takes_much = file.coefficient_bytes.is_some_and(|bytes| bytes > MUCH_MEMORY_BYTES);
    // A poisoned lock does no harm: it guards memory, which a panicked thread has released.
    let _one_at_a_time = takes_much.then(|| ONE_AT_A_TIME.lock().unwrap_or_else(PoisonError::into_inner));
    let first = Codec::decompress(&bytes, &file, reduction)?;
    if file.is_arithmetic {
        check_arithmetic(&bytes, &file, reduction, &first.pixels)?;
    }
    drop(bytes);
    let Decompressed { pixels, is_left_over } = first;
    let pixels = if file.components == 4 { bgr_from_cmyk(&pixels)? } else { pixels };
    let is_damaged = is_left_over || !file.is_complete;
    Ok(Decoded { pixels, full_size_px: (width, height), reduction, is_damaged, exif: file.exif })
}

/// Width and height in the file's header.
pub fn size_of(bytes: &[u8]) -> Option<[u32; 2]> {
    let JpegFile { width, height, .. } = JpegFile::from_bytes(bytes).ok()?;
    Some([width.try_into().ok()?, height.try_into().ok()?])
}

/// Before memory is allocated, refuses a picture that is too large or whose file is cut off.
fn check_size(file: &JpegFile, file_bytes: usize, limits: &PhotoLimits) -> Result<(), PhotoProblem> {
    let (width, height) = (file.width as u64, file.height as u64);
    limits.check_pixels(width, height)?;
    if width * height > MAX_PIXELS_PER_BYTE * file_bytes as u64 {
        return Err(damaged(format!("{file_bytes} bytes cannot hold {width} x {height} pixels")));
    }
    let kept_bytes = file.coefficient_bytes.map_or(0, |bytes| bytes + file_bytes as u64);
    let most_bytes = limits.kept_bytes();
    if kept_bytes > most_bytes {
        return Err(PhotoProblem::Progressive { kept_bytes, most_bytes });
    }
    let (most_bytes, most_pixels) = (MAX_ARITHMETIC_BYTES as u64, limits.arithmetic_pixels());
    if file.is_arithmetic && (file_bytes as u64 > most_bytes || width * height > most_pixels) {
        return Err(PhotoProblem::Arithmetic { most_bytes, most_pixels });
    }
    Ok(())
}

/// The file with harmless irregularities overwritten, so that libjpeg does not warn about them.
fn mended<'a>(bytes: Cow<'a, [u8]>, file: &JpegFile) -> Cow<'a, [u8]> {
    if file.mends.is_empty() {
        return bytes;
    }
    let mut bytes = bytes.into_owned();
    for (at, byte) in &file.mends {
        bytes[at.clone()].fill(*byte);
    }
    Cow::Owned(bytes)
}

/// Pixels in the file's orientation, and whether libjpeg left some of the data undecoded.
pub struct Decompressed {
    /// 8 bits per value; BGR, or CMYK for a file with four components.
    pub pixels: Mat,
    /// Whether some of the data was not decoded. The picture may be complete nevertheless.
    pub is_left_over: bool,
}

/// Refuses an arithmetic-coded file whose data ends too early. After the end of such data the decoder reads
/// zeros without a warning, because coders omit trailing zeros. So the file is decoded again with enough
/// zeros and then other bytes after the end: if the picture differs, it was decoded from these bytes.
fn check_arithmetic(bytes: &[u8], file: &JpegFile, reduction: usize, first: &Mat) -> Result<(), PhotoProblem> {
    // Eight zeros are enough: a coder omits a zero with a probability of 1/256, and decoders read three bytes
    // ahead.
    const BEHIND: [u8; 14] = [0, 0, 0, 0, 0, 0, 0, 0, 0xA5, 0x5A, 0xA5, 0x5A, 0xA5, 0x5A];
    let mut probe = Vec::with_capacity(bytes.len() + BEHIND.len() * file.data_ends.len());
    let mut position = 0;
    for &end in &file.data_ends {
        probe.extend_from_slice(&bytes[position..end]);
        probe.extend_from_slice(&BEHIND);
        position = end;
    }
    probe.extend_from_slice(&bytes[position..]);
    let second = Codec::decompress(&probe, file, reduction)?;
    if first.data_bytes()? != second.pixels.data_bytes()? {
        return Err(damaged("its picture data ends too early"));
    }
    Ok(())
}

/// Converts CMYK to BGR. CMYK is stored as its complement, the light that passes each ink, as Adobe's
/// programs write it. Pillow, Skia and Firefox assume this even without Adobe's mark in the file.
fn bgr_from_cmyk(cmyk: &Mat) -> Result<Mat, PhotoProblem> {
    let mut bgr = Mat::new_rows_cols_with_default(cmyk.rows(), cmyk.cols(), CV_8UC3, Scalar::default())?;
    for (from, to) in cmyk.data_bytes()?.chunks_exact(4).zip(bgr.data_bytes_mut()?.chunks_exact_mut(3)) {
        let [cyan, magenta, yellow, black] = [from[0], from[1], from[2], from[3]].map(u16::from);
        for (channel, light) in to.iter_mut().zip([yellow, magenta, cyan]) {
            *channel = ((light * black + 127) / 255) as u8;
        }
    }
    Ok(bgr)
}

/// Encodes 8-bit BGR pixels as JPEG, without metadata. `quality` is 1 to 100.
///
/// # Errors
/// The encoder's error if the picture has no pixels, or when out of memory.
///
/// # Panics
/// If `picture` is not 8-bit with three channels.
pub fn encode_jpeg(picture: &Mat, quality: i32) -> Result<Vec<u8>, EncodeJpegError> {
    assert_eq!(picture.typ(), CV_8UC3, "a JPEG is made of 8-bit blue, green and red");
    let whole = picture.try_clone().expect("a picture can be copied");
    let pixels = whole.data_bytes().expect("a copy lies in one piece");
    Codec::compress(pixels, [picture.cols() as usize, picture.rows() as usize], quality)
}
