//! Decodes PNG with the png crate, reduced row by row, so that a picture takes no more memory than its
//! reduced copy.

use std::borrow::Cow;
use std::io::Cursor;

use opencv::core::{CV_8UC3, Mat, Scalar, Size};
use opencv::imgproc;
use opencv::prelude::{MatTraitConstManual, MatTraitManual};
use png::{BitDepth, ColorType, Decoder, DecodingError, Limits, Reader, Transformations};

use super::png_file::PngFile;
use super::{Decoded, PhotoLimits, PhotoProblem, UNDECODABLE, on_white};

/// The memory that the decoder may take for chunks other than the picture: an Exif chunk with a thumbnail has
/// about 60 kB.
const MAX_CHUNK_BYTES: usize = 4 << 20;

/// Values per pixel: blue, green, red.
const CHANNELS: usize = 3;

/// Decodes any PNG to 8 bits. Transparent pixels are blended with white, as in viewers.
pub fn decode(bytes: Cow<'_, [u8]>, limits: &PhotoLimits) -> Result<Decoded, PhotoProblem> {
    let PngFile { exif, is_damaged } = PngFile::from_bytes(&bytes);
    let mut decoder = Decoder::new_with_limits(Cursor::new(&*bytes), Limits { bytes: MAX_CHUNK_BYTES });
    // Texts and colour profiles are not used, and may be compressed to a thousandth of their size.
    decoder.set_ignore_text_chunk(true);
    decoder.set_ignore_iccp_chunk(true);
    // Expands palettes to colours, and fewer bits than 8 to 8.
    decoder.set_transformations(Transformations::EXPAND);
    let (width, height) = decoder.read_header_info().map_err(failure)?.size();
    limits.check_pixels(width.into(), height.into())?;
    let mut reader = decoder.read_info().map_err(failure)?;
    let (width, height) = (width as usize, height as usize);
    let reduction = (width.max(height) / limits.min_long_side_px).max(1);
    let shrink = Shrink::new(width, height, reduction);
    let pixels = match (reader.info().interlaced, reduction) {
        (false, _) => from_rows(&mut reader, &shrink)?,
        (true, 1) => interlaced(&mut reader, &shrink)?,
        (true, _) => interlaced_and_reduced(&mut reader, &shrink)?,
    };
    Ok(Decoded { pixels, full_size_px: (width, height), reduction, is_damaged, exif })
}

type PngReader<'a> = Reader<Cursor<&'a [u8]>>;

/// Width and height in the first chunk.
pub fn size_of(bytes: &[u8]) -> Option<[u32; 2]> {
    let (numbers, _) = bytes.get(16..24)?.as_chunks::<4>();
    Some([u32::from_be_bytes(numbers[0]), u32::from_be_bytes(numbers[1])])
}

fn failure(error: DecodingError) -> PhotoProblem {
    damaged(if matches!(error, DecodingError::IoError(_)) { "it ends too early" } else { UNDECODABLE })
}

fn damaged(problem: &str) -> PhotoProblem {
    PhotoProblem::Damaged { format: "PNG", problem: problem.to_owned() }
}

/// Replaces each block by a pixel with its mean. Up to `reduction - 1` columns on the right and rows at the
/// bottom that fill no whole block are cropped.
struct Shrink {
    width: usize,
    height: usize,
    /// Width and height of a block in pixels: the reduction, or the picture's side if that is smaller, so
    /// that at least one column and row remain.
    across: usize,
    down: usize,
}

impl Shrink {
    fn new(width: usize, height: usize, reduction: usize) -> Self {
        Self { width, height, across: reduction.min(width), down: reduction.min(height) }
    }

    fn small_width(&self) -> usize {
        self.width / self.across
    }

    fn small_height(&self) -> usize {
        self.height / self.down
    }

    fn new_picture(&self) -> opencv::Result<Mat> {
        let (rows, cols) = (self.small_height() as i32, self.small_width() as i32);
        Mat::new_rows_cols_with_default(rows, cols, CV_8UC3, Scalar::default())
    }
}

/// Reads row by row. A band of rows as high as a block is reduced at once.
fn from_rows(reader: &mut PngReader<'_>, shrink: &Shrink) -> Result<Mat, PhotoProblem> {
    let to_bgr = ToBgr::new(reader);
    let mut pixels = shrink.new_picture()?;
    let covered = shrink.small_width() * shrink.across;
    let mut band = Mat::new_rows_cols_with_default(shrink.down as i32, covered as i32, CV_8UC3, Scalar::default())?;
    let mut small = Mat::default();
    let small_size = Size::new(shrink.small_width() as i32, 1);
    for row in 0..shrink.height {
        let data = next_row(reader)?;
        let in_band = row % shrink.down;
        let line = &mut band.data_bytes_mut()?[in_band * covered * CHANNELS..][..covered * CHANNELS];
        to_bgr.write(data, line);
        if in_band + 1 < shrink.down || row / shrink.down >= shrink.small_height() {
            continue;
        }
        imgproc::resize(&band, &mut small, small_size, 0.0, 0.0, imgproc::INTER_AREA)?;
        let line = small.data_bytes()?;
        pixels.data_bytes_mut()?[row / shrink.down * line.len()..][..line.len()].copy_from_slice(line);
    }
    check_end(reader)?;
    Ok(pixels)
}

fn interlaced(reader: &mut PngReader<'_>, shrink: &Shrink) -> Result<Mat, PhotoProblem> {
    let mut pixels = shrink.new_picture()?;
    let picture = pixels.data_bytes_mut()?;
    each_interlaced_row(reader, shrink, |line, pass, y| {
        for (pixel, x) in line.chunks_exact(CHANNELS).zip((pass.x..).step_by(pass.across)) {
            picture[(y * shrink.width + x) * CHANNELS..][..CHANNELS].copy_from_slice(pixel);
        }
    })?;
    Ok(pixels)
}

/// Averages the pixels of each block, summed up over all passes of the interlaced picture.
fn interlaced_and_reduced(reader: &mut PngReader<'_>, shrink: &Shrink) -> Result<Mat, PhotoProblem> {
    let (small_width, small_height) = (shrink.small_width(), shrink.small_height());
    let mut sums = vec![0_u32; small_width * small_height * CHANNELS];
    each_interlaced_row(reader, shrink, |line, pass, y| {
        let row = y / shrink.down;
        if row >= small_height {
            return;
        }
        let sums = &mut sums[row * small_width * CHANNELS..][..small_width * CHANNELS];
        let mut x = pass.x;
        for pixel in line.chunks_exact(CHANNELS) {
            if let Some(sums) = sums.get_mut(x / shrink.across * CHANNELS..) {
                sums.iter_mut().zip(pixel).for_each(|(sum, &value)| *sum += u32::from(value));
            }
            x += pass.across;
        }
    })?;
    let mut pixels = shrink.new_picture()?;
    let mean = mean_of(shrink.across * shrink.down);
    pixels.data_bytes_mut()?.iter_mut().zip(&sums).for_each(|(mean_of_block, &sum)| *mean_of_block = mean(sum));
    Ok(pixels)
}

/// The mean of this many values, rounded as in OpenCV: half is rounded up for four values, otherwise to even.
fn mean_of(values: usize) -> impl Fn(u32) -> u8 {
    let share = 1.0 / values as f32;
    move |sum| if values == 4 { ((sum + 2) / 4) as u8 } else { (sum as f32 * share).round_ties_even() as u8 }
}

/// The positions of the pixels of a pass (PNG specification, 8.2): the first pixel, and the steps to the
/// next.
struct Pass {
    x: usize,
    y: usize,
    across: usize,
    down: usize,
}

const fn pass(x: usize, y: usize, across: usize, down: usize) -> Pass {
    Pass { x, y, across, down }
}

const PASSES: [Pass; 7] = [
    pass(0, 0, 8, 8),
    pass(4, 0, 8, 8),
    pass(0, 4, 4, 8),
    pass(2, 0, 4, 4),
    pass(0, 2, 2, 4),
    pass(1, 0, 2, 2),
    pass(0, 1, 1, 2),
];

fn each_interlaced_row(
    reader: &mut PngReader<'_>,
    shrink: &Shrink,
    mut put: impl FnMut(&[u8], &Pass, usize),
) -> Result<(), PhotoProblem> {
    let to_bgr = ToBgr::new(reader);
    let mut line = vec![0; shrink.width * CHANNELS];
    for pass in PASSES.iter().filter(|pass| pass.x < shrink.width) {
        let pixels = (shrink.width - pass.x).div_ceil(pass.across);
        for y in (pass.y..shrink.height).step_by(pass.down) {
            let data = next_row(reader)?;
            let line = &mut line[..pixels * CHANNELS];
            to_bgr.write(data, line);
            put(line, pass, y);
        }
    }
    check_end(reader)
}

fn next_row<'a>(reader: &'a mut PngReader<'_>) -> Result<&'a [u8], PhotoProblem> {
    let row = reader.next_row().map_err(failure)?;
    Ok(row.ok_or_else(|| damaged("rows are missing"))?.data())
}

/// Reads to the end of the picture's chunks, which verifies the last checksum.
fn check_end(reader: &mut PngReader<'_>) -> Result<(), PhotoProblem> {
    reader.next_row().map_err(failure).map(|_| ())
}

/// Converts a row's bytes to BGR.
struct ToBgr {
    channels: usize,
    is_wide: bool,
}

impl ToBgr {
    fn new(reader: &PngReader<'_>) -> Self {
        let (color_type, depth) = reader.output_color_type();
        let channels = match color_type {
            ColorType::Grayscale | ColorType::Indexed => 1,
            ColorType::GrayscaleAlpha => 2,
            ColorType::Rgb => 3,
            ColorType::Rgba => 4,
        };
        Self { channels, is_wide: depth == BitDepth::Sixteen }
    }

    /// Writes as many pixels as fit into `bgr`.
    fn write(&self, row: &[u8], bgr: &mut [u8]) {
        match (self.channels, self.is_wide) {
            (1, false) => each_pixel::<1>(row, bgr, |[grey]| [grey; 3]),
            (2, false) => each_pixel::<2>(row, bgr, |[grey, alpha]| on_white([grey; 3], alpha)),
            (3, false) => each_pixel::<3>(row, bgr, |[red, green, blue]| [blue, green, red]),
            (4, false) => each_pixel::<4>(row, bgr, |[red, green, blue, alpha]| on_white([blue, green, red], alpha)),
            (1, true) => each_pixel::<2>(row, bgr, |[a, b]| [narrow(a, b); 3]),
            (2, true) => each_pixel::<4>(row, bgr, |[a, b, c, d]| on_white([narrow(a, b); 3], narrow(c, d))),
            (3, true) => each_pixel::<6>(row, bgr, |[a, b, c, d, e, f]| [narrow(e, f), narrow(c, d), narrow(a, b)]),
            _ => each_pixel::<8>(row, bgr, |[a, b, c, d, e, f, g, h]| {
                on_white([narrow(e, f), narrow(c, d), narrow(a, b)], narrow(g, h))
            }),
        }
    }
}

fn each_pixel<const BYTES: usize>(row: &[u8], bgr: &mut [u8], to_bgr: impl Fn([u8; BYTES]) -> [u8; CHANNELS]) {
    for (from, to) in row.as_chunks::<BYTES>().0.iter().zip(bgr.as_chunks_mut::<CHANNELS>().0) {
        *to = to_bgr(*from);
    }
}

/// Scales a 16-bit value to the nearest 8-bit value.
fn narrow(high: u8, low: u8) -> u8 {
    ((u32::from(u16::from_be_bytes([high, low])) + 128) / 257) as u8
}
