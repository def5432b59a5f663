//! JPEG and PNG files made byte by byte: unusual, damaged and enormous ones.

use std::io::Write;
use std::ops::Range;
use std::path::Path;
use std::process::Command;

use flate2::Compression;
use flate2::write::ZlibEncoder;
use turbojpeg::{Transform, Transformer};

pub const END_OF_IMAGE: [u8; 2] = [0xFF, 0xD9];

/// A segment's marker, and the range of its bytes including marker and length.
pub type Segment = (u8, Range<usize>);

/// The segments up to and including the first scan's header.
pub fn segments(jpeg: &[u8]) -> Vec<Segment> {
    let mut found: Vec<Segment> = Vec::new();
    let mut position = 2;
    while found.last().is_none_or(|(marker, _)| *marker != 0xDA) {
        let length = usize::from(u16::from_be_bytes([jpeg[position + 2], jpeg[position + 3]])) + 2;
        found.push((jpeg[position + 1], position..position + length));
        position += length;
    }
    found
}

/// The byte range of the first segment with this marker.
pub fn segment(jpeg: &[u8], marker: u8) -> Range<usize> {
    let mut all = segments(jpeg).into_iter();
    all.find(|(found, _)| *found == marker).unwrap_or_else(|| panic!("no segment {marker:x}")).1
}

/// The start of the first scan's data.
pub fn data_start(jpeg: &[u8]) -> usize {
    segment(jpeg, 0xDA).end
}

/// The file without the bytes between `from` and its end-of-image marker.
pub fn cut(jpeg: &[u8], from: usize) -> Vec<u8> {
    [&jpeg[..from], &END_OF_IMAGE].concat()
}

pub fn inserted(bytes: &[u8], at: usize, new: &[u8]) -> Vec<u8> {
    [&bytes[..at], new, &bytes[at..]].concat()
}

/// The same picture with the usual scans of a progressive file.
pub fn progressive(jpeg: &[u8]) -> Vec<u8> {
    let transform = Transform { progressive: true, ..Transform::default() };
    let mut transformer = Transformer::new().expect("libjpeg-turbo starts");
    transformer.transform_to_vec(&transform, jpeg).expect("a JPEG becomes progressive")
}

/// The variable with the path for the picture of [`paints_for_another_test`].
const PICTURE: &str = "PAINTED_PICTURE";

/// A drawn and photographed kingdom; environment variables such as `TJ_ARITHMETIC` control libjpeg-turbo.
/// Needs a separate process: the test program runs itself.
pub fn rendered(out: &Path, environment: &[(&str, &str)]) -> Vec<u8> {
    let path = out.join("rendered.jpg");
    let (_, module) = module_path!().split_once("::").expect("a module of a test program");
    let mut program = Command::new(std::env::current_exe().expect("this program"));
    program.args(["--ignored", "--exact", &format!("{module}::paints_for_another_test")]).env(PICTURE, &path);
    let output = program.envs(environment.iter().copied()).output().expect("the program starts");
    std::fs::read(path).unwrap_or_else(|error| panic!("{error}: {output:?}"))
}

#[test]
#[ignore = "`rendered` runs it in a process of its own"]
fn paints_for_another_test() {
    let Ok(picture) = std::env::var(PICTURE) else { return };
    let kingdom = concat!(env!("CARGO_MANIFEST_DIR"), "/fixtures/photos/five.json");
    assert_eq!(kingdom_painter::cli::run(["kingdom-painter", kingdom, "--seed", "5", "-o", &picture]), 0);
}

pub fn zlib(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = ZlibEncoder::new(Vec::new(), Compression::best());
    encoder.write_all(bytes).expect("memory takes all");
    encoder.finish().expect("memory takes all")
}

/// Compresses this many zeros, possibly more than there is memory for.
pub fn zlib_of_zeros(mut count: usize) -> Vec<u8> {
    let zeros = vec![0; 1 << 20];
    let mut encoder = ZlibEncoder::new(Vec::new(), Compression::best());
    while count > 0 {
        let now = count.min(zeros.len());
        encoder.write_all(&zeros[..now]).expect("memory takes all");
        count -= now;
    }
    encoder.finish().expect("memory takes all")
}

pub fn chunk(kind: &[u8; 4], body: &[u8]) -> Vec<u8> {
    let checked = [kind.as_slice(), body].concat();
    let length = u32::try_from(body.len()).expect("a short chunk").to_be_bytes();
    [&length, checked.as_slice(), &crc32(&checked).to_be_bytes()].concat()
}

/// CRC-32 as in the PNG specification, annex D.
pub fn crc32(bytes: &[u8]) -> u32 {
    let step = |crc: u32, _| if crc & 1 == 1 { 0xEDB8_8320 ^ (crc >> 1) } else { crc >> 1 };
    !bytes.iter().fold(!0, |crc, &byte| (0..8).fold(crc ^ u32::from(byte), step))
}

/// The content of a PNG's header.
#[derive(Debug, Clone, Copy)]
pub struct PngHeader {
    pub width: u32,
    pub height: u32,
    pub depth: u8,
    /// 0 grey, 2 colour, 3 palette, 4 and 6 with transparency.
    pub kind: u8,
    pub is_interlaced: bool,
}

/// A PNG with these chunks before its already compressed picture data.
pub fn png(header: PngHeader, before: &[Vec<u8>], data: &[u8]) -> Vec<u8> {
    let PngHeader { width, height, depth, kind, is_interlaced } = header;
    let body = [&width.to_be_bytes()[..], &height.to_be_bytes(), &[depth, kind, 0, 0, is_interlaced.into()]].concat();
    let parts = [chunk(b"IHDR", &body), before.concat(), chunk(b"IDAT", data), chunk(b"IEND", &[])];
    [b"\x89PNG\r\n\x1A\n".to_vec(), parts.concat()].concat()
}

/// Rows of pixels with at least 8 bits as an interlaced PNG stores them: seven passes, each row preceded by
/// the filter 0.
pub fn interlaced_data(pixels: &[u8], width: usize, height: usize, bytes_per_pixel: usize) -> Vec<u8> {
    let passes = [(0, 0, 8, 8), (4, 0, 8, 8), (0, 4, 4, 8), (2, 0, 4, 4), (0, 2, 2, 4), (1, 0, 2, 2), (0, 1, 1, 2)];
    let mut data = Vec::new();
    for (x, y, across, down) in passes {
        for row in (y..height).step_by(down).filter(|_| x < width) {
            data.push(0);
            for col in (x..width).step_by(across) {
                data.extend_from_slice(&pixels[(row * width + col) * bytes_per_pixel..][..bytes_per_pixel]);
            }
        }
    }
    data
}

/// The number of zero bytes in the rows of an all-black picture.
pub fn bytes_of_rows(header: PngHeader) -> usize {
    let channels = [1, 0, 3, 1, 2, 0, 4][usize::from(header.kind)];
    let row = |width: usize| (width * channels * usize::from(header.depth)).div_ceil(8) + 1;
    let (width, height) = (header.width as usize, header.height as usize);
    if !header.is_interlaced {
        return row(width) * height;
    }
    let passes = [(0, 0, 8, 8), (4, 0, 8, 8), (0, 4, 4, 8), (2, 0, 4, 4), (0, 2, 2, 4), (1, 0, 2, 2), (0, 1, 1, 2)];
    let pass = |(x, y, across, down): (usize, usize, usize, usize)| {
        if x >= width || y >= height { 0 } else { row((width - x).div_ceil(across)) * (height - y).div_ceil(down) }
    };
    passes.into_iter().map(pass).sum()
}

/// A scan of a progressive grey JPEG: first and last coefficient, the previous lowest bit and the new one.
#[derive(Debug, Clone, Copy)]
pub struct Scan {
    pub first: u8,
    pub last: u8,
    pub high: u8,
    pub low: u8,
}

/// A grey progressive JPEG of a single shade with these scans, in as few bytes as possible.
pub fn grey_progressive(width: u16, height: u16, scans: &[Scan]) -> Vec<u8> {
    let blocks = usize::from(width).div_ceil(8) * usize::from(height).div_ceil(8);
    let [w, h] = [width, height].map(u16::to_be_bytes);
    let mut jpeg = vec![0xFF, 0xD8];
    jpeg.extend(jpeg_segment(0xDB, &[&[0], [1; 64].as_slice()].concat()));
    jpeg.extend(jpeg_segment(0xC2, &[8, h[0], h[1], w[0], w[1], 1, 1, 0x11, 0]));
    // Each table has a single code, of one bit: in the first it means no difference from the previous block,
    // in the second a run of 2^14 blocks or more without coefficients.
    let table = |class: u8, symbol: u8| [&[class, 1], [0; 15].as_slice(), &[symbol]].concat();
    jpeg.extend(jpeg_segment(0xC4, &[table(0x00, 0), table(0x10, 0xE0)].concat()));
    for scan in scans {
        let bits = (scan.high << 4) | scan.low;
        jpeg.extend(jpeg_segment(0xDA, &[1, 1, 0, scan.first, scan.last, bits]));
        if scan.first == 0 {
            jpeg.extend(vec![0; blocks.div_ceil(8)]);
        } else {
            jpeg.extend(empty_runs(blocks));
        }
    }
    jpeg.extend(END_OF_IMAGE);
    jpeg
}

pub fn jpeg_segment(marker: u8, body: &[u8]) -> Vec<u8> {
    let length = u16::try_from(body.len() + 2).expect("a short segment").to_be_bytes();
    [&[0xFF, marker], length.as_slice(), body].concat()
}

/// Runs of 2^14 to 2^15 - 1 blocks: a bit 0, and 14 bits for the amount above 2^14.
fn empty_runs(blocks: usize) -> Vec<u8> {
    let mut bits: Vec<bool> = Vec::new();
    let mut left = blocks;
    while left > 0 {
        let run = left.clamp(1 << 14, (1 << 15) - 1);
        bits.push(false);
        bits.extend((0..14).rev().map(|bit| (run - (1 << 14)) >> bit & 1 == 1));
        left = left.saturating_sub(run);
    }
    let mut bytes = Vec::new();
    for eight in bits.chunks(8) {
        let byte = (0..8).fold(0, |byte, bit| byte << 1 | u8::from(eight.get(bit).copied().unwrap_or(true)));
        bytes.push(byte);
        bytes.extend((byte == 0xFF).then_some(0));
    }
    bytes
}

/// The picture as written by a phone: HEIC, in tiles. `None` if HEIC support is not built in.
pub fn heic(picture: &image::RgbImage) -> Option<Vec<u8>> {
    #[cfg(feature = "heic")]
    {
        let options = heifer::EncodeOptions { quality: 90, ..Default::default() };
        let (width, height) = picture.dimensions();
        Some(heifer::encode_rgb8(width, height, picture.as_raw(), &options).expect("pixels become a HEIC"))
    }
    #[cfg(not(feature = "heic"))]
    None
}

/// The picture as lossless WebP.
pub fn webp(picture: impl Into<image::DynamicImage>) -> Vec<u8> {
    let mut bytes = std::io::Cursor::new(Vec::new());
    picture.into().write_to(&mut bytes, image::ImageFormat::WebP).expect("pixels become a WebP");
    bytes.into_inner()
}

/// The JPEG with EXIF data: this orientation, a camera and a location.
pub fn with_place(jpeg: &[u8], orientation: u8) -> Vec<u8> {
    let mut tiff = b"MM\0\x2a\0\0\0\x08".to_vec();
    let entry = |tag: u16, kind: u16, count: u32, value: [u8; 4]| {
        [&tag.to_be_bytes()[..], &kind.to_be_bytes(), &count.to_be_bytes(), &value].concat()
    };
    // Make, orientation, and the offset of the location, followed by its single entry.
    tiff.extend([0, 3]);
    tiff.extend(entry(0x010f, 2, 4, *b"cam\0"));
    tiff.extend(entry(0x0112, 3, 1, [0, orientation, 0, 0]));
    tiff.extend(entry(0x8825, 4, 1, [0, 0, 0, 50]));
    tiff.extend([0; 4]);
    tiff.extend([0, 1]);
    tiff.extend(entry(0x001d, 2, 4, *b"GPS\0"));
    tiff.extend([0; 4]);
    tiff.extend(b"camera");
    inserted(jpeg, 2, &jpeg_segment(0xe1, &[&b"Exif\0\0"[..], &tiff].concat()))
}
