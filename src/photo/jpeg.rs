//! JPEG through libjpeg-turbo.

use opencv::core::{CV_8UC3, CV_8UC4, Mat, Scalar};
use opencv::prelude::{MatTraitConst, MatTraitConstManual, MatTraitManual};
use turbojpeg::{Compressor, Decompressor, Image, PixelFormat, Subsamp};

use super::{DecodeError, Decoded, MIN_LONG_SIDE_PX, check_pixels};

/// What libjpeg's inverse transform gives for less work than the full size: one pixel for so many.
const REDUCTIONS: [usize; 3] = [8, 4, 2];

/// Beyond this a JPEG cannot be complete. One block of 64 pixels takes at least a bit in the first scan of a
/// Huffman-coded file, and colour subsampled 2x2 makes it 6 blocks for 256 pixels: 341 pixels a byte; times three.
const MAX_PIXELS_PER_BYTE: u64 = 1024;

/// Warnings of libjpeg (its jerror.h) that do not mean that a part of the picture is missing.
const HARMLESS_WARNINGS: [&str; 4] = [
    "extraneous bytes before marker",
    "Unknown Adobe color transform",
    "unknown JFIF revision",
    "Invalid SOS parameters",
];

/// What is needed from a JPEG's segments before it is decoded.
struct Header {
    width: usize,
    height: usize,
    /// 1 for grey, 3 for colour, 4 for CMYK and YCCK.
    components: u8,
    /// Adobe's programs write CMYK as its complement, and say so in a segment of their own.
    inverted_cmyk: bool,
    /// Where the first scan begins.
    scan_start: usize,
}

/// Decodes at the smallest scale of 1, 1/2, 1/4, 1/8 whose long side is still [`MIN_LONG_SIDE_PX`].
pub fn decode(bytes: &[u8]) -> Result<Decoded, DecodeError> {
    let header = read_header(bytes).ok_or_else(|| DecodeError::Damaged("it has no complete header".to_owned()))?;
    let (width, height) = (header.width, header.height);
    check_pixels(width as u64, height as u64)?;
    check_length(&header, bytes)?;
    let wanted = |reduction: &usize| width.max(height).div_ceil(*reduction) >= MIN_LONG_SIDE_PX;
    let reduction = REDUCTIONS.into_iter().find(wanted).unwrap_or(1);
    let (decoded_width, decoded_height) = (width.div_ceil(reduction), height.div_ceil(reduction));
    let pixels = if header.components == 4 {
        let cmyk = decompress(bytes, decoded_width, decoded_height, PixelFormat::CMYK, CV_8UC4)?;
        bgr_from_cmyk(&cmyk, header.inverted_cmyk)?
    } else {
        decompress(bytes, decoded_width, decoded_height, PixelFormat::BGR, CV_8UC3)?
    };
    Ok(Decoded { pixels, full_size_px: (width, height), reduction })
}

/// Refuses what ends before its picture does, before memory is taken for the picture.
fn check_length(header: &Header, bytes: &[u8]) -> Result<(), DecodeError> {
    // Inside a scan 0xFF is always followed by 0 or a restart marker, so that this can only be the end-of-image marker.
    let complete = bytes[header.scan_start..].windows(2).rev().any(|pair| pair == [0xFF, 0xD9]);
    if !complete {
        return Err(DecodeError::Damaged("its end is missing".to_owned()));
    }
    if (header.width * header.height) as u64 > MAX_PIXELS_PER_BYTE * bytes.len() as u64 {
        let problem = format!("{} bytes cannot hold {} x {} pixels", bytes.len(), header.width, header.height);
        return Err(DecodeError::Damaged(problem));
    }
    Ok(())
}

/// libjpeg-turbo takes the largest scale that fits into the picture it is given.
fn decompress(
    bytes: &[u8],
    width: usize,
    height: usize,
    format: PixelFormat,
    mat_type: i32,
) -> Result<Mat, DecodeError> {
    let mut mat = Mat::new_rows_cols_with_default(height as i32, width as i32, mat_type, Scalar::default())?;
    let image = Image { pixels: mat.data_bytes_mut()?, width, pitch: width * format.size(), height, format };
    let damaged = |error: turbojpeg::Error| DecodeError::Damaged(error.to_string());
    match Decompressor::new().map_err(damaged)?.decompress(bytes, image) {
        Err(turbojpeg::Error::TurboJpegError(warning)) if HARMLESS_WARNINGS.iter().any(|w| warning.contains(w)) => {}
        result => result.map_err(damaged)?,
    }
    Ok(mat)
}

fn bgr_from_cmyk(cmyk: &Mat, inverted: bool) -> Result<Mat, DecodeError> {
    let mut bgr = Mat::new_rows_cols_with_default(cmyk.rows(), cmyk.cols(), CV_8UC3, Scalar::default())?;
    // Light that passes the ink: all of it at 255.
    let light = |ink: u8| u16::from(if inverted { ink } else { 255 - ink });
    for (from, to) in cmyk.data_bytes()?.chunks_exact(4).zip(bgr.data_bytes_mut()?.chunks_exact_mut(3)) {
        let [cyan, magenta, yellow, black] = [from[0], from[1], from[2], from[3]].map(light);
        for (channel, ink) in to.iter_mut().zip([yellow, magenta, cyan]) {
            *channel = ((ink * black + 127) / 255) as u8;
        }
    }
    Ok(bgr)
}

/// Walks the segments up to the first scan (ITU T.81, annex B). `None` where they end before it or make no sense.
fn read_header(bytes: &[u8]) -> Option<Header> {
    const START_OF_SCAN: u8 = 0xDA;
    let mut frame = None;
    let mut inverted_cmyk = false;
    let mut position = 2;
    loop {
        // As libjpeg: bytes that belong to no segment are passed over, and 0xFF may be repeated before a marker.
        position += bytes.get(position..)?.iter().position(|&byte| byte == 0xFF)?;
        position += bytes.get(position..)?.iter().position(|&byte| byte != 0xFF)?;
        let marker = bytes[position];
        position += 1;
        if matches!(marker, 0 | 1 | 0xD0..=0xD9) {
            continue; // no segment follows
        }
        let length = usize::from(u16::from_be_bytes(bytes.get(position..position + 2)?.try_into().ok()?));
        let body = bytes.get(position + 2..position + length.max(2))?;
        match marker {
            START_OF_SCAN => {
                let (width, height, components) = frame?;
                return Some(Header { width, height, components, inverted_cmyk, scan_start: position });
            }
            0xEE => inverted_cmyk |= body.starts_with(b"Adobe"),
            0xC0..=0xCF if !matches!(marker, 0xC4 | 0xC8 | 0xCC) => frame = read_frame(body),
            _ => {}
        }
        position += length.max(2);
    }
}

/// Width, height and number of components of a frame header, `None` for a picture without pixels.
fn read_frame(body: &[u8]) -> Option<(usize, usize, u8)> {
    let [_precision, h1, h0, w1, w0, components, ..] = *body else { return None };
    let (width, height) = (u16::from_be_bytes([w1, w0]), u16::from_be_bytes([h1, h0]));
    (width > 0 && height > 0).then_some((width.into(), height.into(), components))
}

/// Writes 8-bit blue-green-red pixels as JPEG bytes, without any metadata. `quality` is 1 to 100.
///
/// # Errors
/// libjpeg-turbo's, when the picture has no pixels or is out of memory.
///
/// # Panics
/// When `picture` is not 8-bit with three channels.
pub fn encode_jpeg(picture: &Mat, quality: i32) -> Result<Vec<u8>, turbojpeg::Error> {
    assert_eq!(picture.typ(), CV_8UC3, "a JPEG is made of 8-bit blue, green and red");
    let whole = picture.try_clone().expect("a picture can be copied");
    let (width, height) = (picture.cols() as usize, picture.rows() as usize);
    let pixels = whole.data_bytes().expect("a copy lies in one piece");
    let image = Image { pixels, width, pitch: width * 3, height, format: PixelFormat::BGR };
    let mut compressor = Compressor::new()?;
    compressor.set_quality(quality);
    compressor.set_subsamp(Subsamp::Sub2x2);
    compressor.compress_to_vec(image)
}
