//! PNG through the image crate.

use std::io::Cursor;

use image::codecs::png::PngDecoder;
use image::{DynamicImage, ImageDecoder, Limits};
use opencv::core::{Mat, Rect, Size};
use opencv::imgproc;
use opencv::prelude::MatTraitConst;

use super::{DecodeError, Decoded, MIN_LONG_SIDE_PX, check_pixels};

/// The most memory that the decoded picture may take: 100 megapixels of four 16-bit channels.
const MAX_DECODED_BYTES: u64 = 800_000_000;

/// Decodes any PNG to 8 bits; what is transparent lies on white, as viewers show it.
pub fn decode(bytes: &[u8]) -> Result<Decoded, DecodeError> {
    let damaged = |error: image::ImageError| DecodeError::Damaged(error.to_string());
    let mut limits = Limits::default();
    limits.max_alloc = Some(MAX_DECODED_BYTES);
    let decoder = PngDecoder::with_limits(Cursor::new(bytes), limits).map_err(damaged)?;
    let (width, height) = decoder.dimensions();
    check_pixels(width.into(), height.into())?;
    if decoder.total_bytes() > MAX_DECODED_BYTES {
        return Err(DecodeError::TooManyPixels { width: width.into(), height: height.into() });
    }
    let picture = on_white(DynamicImage::from_decoder(decoder).map_err(damaged)?);
    let rgb = Mat::new_rows_cols_with_data(height as i32, width as i32 * 3, &picture)?;
    let rgb = rgb.reshape(3, height as i32)?;
    let (width, height) = (width as usize, height as usize);
    let reduction = (width.max(height) / MIN_LONG_SIDE_PX).max(1);
    Ok(Decoded { pixels: reduced_bgr(&rgb, reduction)?, full_size_px: (width, height), reduction })
}

/// 8-bit red-green-blue, row by row.
fn on_white(picture: DynamicImage) -> Vec<u8> {
    if !picture.color().has_alpha() {
        return picture.into_rgb8().into_raw();
    }
    let blend = |channel: u8, alpha: u16| ((u16::from(channel) * alpha + 255 * (255 - alpha) + 127) / 255) as u8;
    let rgba = picture.into_rgba8();
    rgba.pixels().flat_map(|pixel| [0, 1, 2].map(|i| blend(pixel[i], pixel[3].into()))).collect()
}

/// One pixel, the mean, for `reduction` x `reduction`; up to `reduction - 1` columns and rows at the far sides
/// that make no whole pixel are left out.
fn reduced_bgr(rgb: &impl MatTraitConst, reduction: usize) -> opencv::Result<Mat> {
    let reduction = reduction as i32;
    let size = Size::new((rgb.cols() / reduction).max(1), (rgb.rows() / reduction).max(1));
    let covered = Rect::new(0, 0, (size.width * reduction).min(rgb.cols()), (size.height * reduction).min(rgb.rows()));
    let mut small = Mat::default();
    imgproc::resize(&rgb.roi(covered)?, &mut small, size, 0.0, 0.0, imgproc::INTER_AREA)?;
    let mut bgr = Mat::default();
    imgproc::cvt_color(&small, &mut bgr, imgproc::COLOR_RGB2BGR, 0)?;
    Ok(bgr)
}
