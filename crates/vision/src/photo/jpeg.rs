//! JPEG, through libjpeg-turbo or what decodes as it does.

use std::borrow::Cow;
use std::sync::{Mutex, PoisonError};

use opencv::core::{CV_8UC3, Mat, Scalar};
use opencv::prelude::{MatTraitConst, MatTraitConstManual, MatTraitManual};

use super::jpeg_codec::{Codec, EncodeJpegError};
use super::jpeg_file::{JpegFile, MAX_ARITHMETIC_BYTES, damaged};
use super::{Decoded, PhotoLimits, PhotoProblem};

/// Pixels of the file per decoded one, along a side, for which libjpeg's inverse transform does less work than at full size.
const REDUCTIONS: [usize; 3] = [8, 4, 2];

/// Beyond this a JPEG cannot be complete. A block of 64 pixels takes at least a bit in the first scan of a Huffman-coded file, and colour
/// subsampled 2x2 makes 6 blocks for 256 pixels: 341 pixels a byte; times three.
const MAX_PIXELS_PER_BYTE: u64 = 1024;

/// Photos with more coefficients than this are decoded one at a time: a photo of 20 megapixels with colour subsampled 2x2 has 60 MB of them.
const MUCH_MEMORY_BYTES: u64 = 64_000_000;

static ONE_AT_A_TIME: Mutex<()> = Mutex::new(());

/// Decodes at the smallest scale of 1, 1/2, 1/4, 1/8 whose long side is still [`PhotoLimits::min_long_side_px`].
pub fn decode(bytes: Cow<'_, [u8]>, limits: &PhotoLimits) -> Result<Decoded, PhotoProblem> {
    let file = JpegFile::from_bytes(&bytes)?;
    let (width, height) = (file.width, file.height);
    check_size(&file, bytes.len(), limits)?;
    let wanted = |reduction: &usize| width.max(height).div_ceil(*reduction) >= limits.min_long_side_px;
    let reduction = REDUCTIONS.into_iter().find(wanted).unwrap_or(1);
    let bytes = mended(bytes, &file);
    let takes_much = file.coefficient_bytes.is_some_and(|bytes| bytes > MUCH_MEMORY_BYTES);
    // A poisoned lock is no harm: it guards memory, which a thread that panicked has given back.
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

/// Width and height as the file names them.
pub fn size_of(bytes: &[u8]) -> Option<[u32; 2]> {
    let JpegFile { width, height, .. } = JpegFile::from_bytes(bytes).ok()?;
    Some([width.try_into().ok()?, height.try_into().ok()?])
}

/// Refuses a picture that is too large, or whose file ends too early, before memory is taken for it.
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

/// The file with its harmless oddities overwritten, so that libjpeg does not warn about them.
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

/// Pixels as the file has them, and whether libjpeg left some of the data undecoded.
pub struct Decompressed {
    /// 8 bits; blue, green and red, or CMYK.
    pub pixels: Mat,
    /// Nothing was decoded from some of the data. The picture may be whole nevertheless.
    pub is_left_over: bool,
}

/// Behind the end of arithmetic-coded data the decoder reads any number of zeros without a warning, because coders leave zeros out there. So
/// the file is decoded again with enough zeros and then other bytes behind the end: if the picture differs, it was decoded from these.
fn check_arithmetic(bytes: &[u8], file: &JpegFile, reduction: usize, first: &Mat) -> Result<(), PhotoProblem> {
    // Coders leave a zero away with a probability of 1/256; decoders read three bytes ahead.
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

/// CMYK is stored as its complement, the light that passes each ink, as Adobe's programs write it. Pillow, Skia and Firefox take it so even
/// without Adobe's mark in the file.
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

/// Writes 8-bit blue-green-red pixels as JPEG bytes, without any metadata. `quality` is 1 to 100.
///
/// # Errors
/// The encoder's, when the picture has no pixels or is out of memory.
///
/// # Panics
/// When `picture` is not 8-bit with three channels.
pub fn encode_jpeg(picture: &Mat, quality: i32) -> Result<Vec<u8>, EncodeJpegError> {
    assert_eq!(picture.typ(), CV_8UC3, "a JPEG is made of 8-bit blue, green and red");
    let whole = picture.try_clone().expect("a picture can be copied");
    let pixels = whole.data_bytes().expect("a copy lies in one piece");
    Codec::compress(pixels, [picture.cols() as usize, picture.rows() as usize], quality)
}
