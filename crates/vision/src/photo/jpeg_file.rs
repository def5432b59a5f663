//! Parses the segments of a JPEG file (ITU T.81, annex B) before anything is decoded.
//!
//! libjpeg reports only its first warning. So harmless irregularities are repaired beforehand, and any
//! remaining warning concerns the picture's data.

use std::ops::Range;

use memchr::memchr;

use super::PhotoProblem;

/// The most scans that a file may have. The usual progressive files have up to 12; each further scan costs a
/// pass over all blocks.
const MAX_SCANS: usize = 100;

/// The largest arithmetic-coded file that is decoded. No camera writes such files; they are decoded twice, at
/// a tenth of the usual speed.
pub const MAX_ARITHMETIC_BYTES: usize = 8 << 20;

/// Coefficients in a block of 8 x 8.
const COEFFICIENTS: usize = 64;

/// Size of a coefficient in libjpeg's memory.
const BYTES_PER_COEFFICIENT: u64 = 2;

/// The result of parsing the segments.
#[derive(Debug)]
pub struct JpegFile {
    /// Width in pixels.
    pub width: usize,
    /// Height in pixels.
    pub height: usize,
    /// Number of colour components: 1 for grey, 3 for colour, 4 for CMYK and YCCK.
    pub components: usize,
    pub is_arithmetic: bool,
    /// The bytes that libjpeg needs for the coefficients of all blocks. `None` if it need not keep them,
    /// because the picture has a single scan.
    pub coefficient_bytes: Option<u64>,
    /// Whether the scans contain each coefficient in full. Otherwise the picture may be blurred.
    pub is_complete: bool,
    /// Bytes to overwrite, so that libjpeg does not warn about harmless irregularities.
    pub mends: Vec<Mend>,
    /// For an arithmetic-coded file: the ends of entropy-coded data, before each marker in or after a scan.
    pub data_ends: Vec<usize>,
    /// The content of the first Exif segment, without its identifier.
    pub exif: Option<Vec<u8>>,
}

/// A range of bytes, and the value that overwrites each of them.
pub type Mend = (Range<usize>, u8);

/// A file that needs more repairs than this is refused.
const MAX_MENDS: usize = 1000;

/// A frame header.
struct Frame {
    width: usize,
    height: usize,
    components: Vec<Component>,
    is_progressive: bool,
    is_arithmetic: bool,
}

struct Component {
    id: u8,
    /// Sampling factors, 1 to 4.
    horizontal: usize,
    vertical: usize,
    /// The lowest bit of each coefficient in the scans so far; `None` if no scan contained the coefficient.
    lowest_bits: [Option<u8>; COEFFICIENTS],
}

/// The parser's state.
struct Walk<'a> {
    bytes: &'a [u8],
    position: usize,
    frame: Option<Frame>,
    scans: usize,
    mends: Vec<Mend>,
    data_ends: Vec<usize>,
    /// Position of the byte in Adobe's segment that defines the colour coding.
    adobe_transform: Option<usize>,
    exif: Option<Vec<u8>>,
}

mod marker {
    pub const END_OF_IMAGE: u8 = 0xD9;
    pub const START_OF_SCAN: u8 = 0xDA;
    pub const EXIF: u8 = 0xE1;
    pub const JFIF: u8 = 0xE0;
    pub const ADOBE: u8 = 0xEE;
}

impl JpegFile {
    /// Parses the file from its start to its end-of-image marker. Data after the marker belongs to no
    /// picture.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, PhotoProblem> {
        let walk = Walk {
            bytes,
            position: 2,
            frame: None,
            scans: 0,
            mends: Vec::new(),
            data_ends: Vec::new(),
            adobe_transform: None,
            exif: None,
        };
        walk.run()
    }
}

pub fn damaged(problem: impl Into<String>) -> PhotoProblem {
    PhotoProblem::Damaged { format: "JPEG", problem: problem.into() }
}

impl Walk<'_> {
    fn run(mut self) -> Result<JpegFile, PhotoProblem> {
        loop {
            let Some(marker) = self.next_marker() else { return self.cut_off() };
            if marker == marker::END_OF_IMAGE {
                break;
            }
            if matches!(marker, 1 | 0xD0..=0xD8) {
                continue; // no segment follows
            }
            let Some(at) = self.segment() else { return self.cut_off() };
            self.look_into(marker, at)?;
            if self.mends.len() > MAX_MENDS {
                return Err(damaged("its header is invalid"));
            }
        }
        self.whole()
    }

    fn cut_off(&self) -> Result<JpegFile, PhotoProblem> {
        Err(damaged(if self.scans == 0 { "it has no complete header" } else { "its end is missing" }))
    }

    /// Advances past the next marker and returns it. As in libjpeg, bytes outside segments are skipped, and
    /// 0xFF may be repeated before a marker. Before the first scan such bytes are harmless; after a scan they
    /// are undecoded data.
    fn next_marker(&mut self) -> Option<u8> {
        let from = self.position;
        let marker = loop {
            self.position += memchr(0xFF, self.bytes.get(self.position..)?)?;
            self.position += self.bytes.get(self.position..)?.iter().position(|&byte| byte != 0xFF)?;
            self.position += 1;
            match self.bytes[self.position - 1] {
                0 => {}
                marker => break marker,
            }
        };
        if self.scans == 0 {
            let before = from..self.position - 1;
            let is_stray = self.bytes[before.clone()].iter().any(|&byte| byte != 0xFF);
            self.mends.extend(is_stray.then_some((before, 0xFF)));
        }
        Some(marker)
    }

    /// Advances past the segment and returns the range of its body.
    fn segment(&mut self) -> Option<Range<usize>> {
        let length = self.bytes.get(self.position..self.position + 2)?;
        let length = usize::from(u16::from_be_bytes(length.try_into().ok()?)).max(2);
        let body = self.position + 2..self.position + length;
        self.bytes.get(body.clone())?;
        self.position = body.end;
        Some(body)
    }

    fn look_into(&mut self, marker: u8, at: Range<usize>) -> Result<(), PhotoProblem> {
        let body = &self.bytes[at.clone()];
        match marker {
            marker::START_OF_SCAN => self.scan(at)?,
            // libjpeg warns if the major version of JFIF is not 1, but decodes the file all the same. The
            // version is overwritten because libjpeg reports only its first warning, which must be about the
            // picture's data.
            marker::JFIF if body.starts_with(b"JFIF\0") && body.len() >= 14 && body[5] != 1 => {
                self.mends.push((at.start + 5..at.start + 6, 1));
            }
            marker::EXIF if self.exif.is_none() => {
                self.exif = body.strip_prefix(b"Exif\0\0").map(<[u8]>::to_vec);
            }
            marker::ADOBE if body.starts_with(b"Adobe") => {
                self.adobe_transform = (body.len() >= 12).then_some(at.start + 11).or(self.adobe_transform);
            }
            0xC0..=0xCF if !matches!(marker, 0xC4 | 0xC8 | 0xCC) && self.frame.is_none() => {
                if let Some(bits @ (12 | 16)) = body.first() {
                    return Err(PhotoProblem::Precision(*bits));
                }
                self.frame = Frame::from_segment(marker, body);
            }
            _ => {}
        }
        Ok(())
    }

    /// Parses a scan's header, and skips its data.
    fn scan(&mut self, at: Range<usize>) -> Result<(), PhotoProblem> {
        let Some(frame) = &mut self.frame else { return Err(damaged("it has no complete header")) };
        self.scans += 1;
        if self.scans > MAX_SCANS {
            return Err(PhotoProblem::TooManyScans(MAX_SCANS));
        }
        let body = &self.bytes[at.clone()];
        let Some((ids, first, last, low)) = scan_header(body) else {
            return Err(damaged("a scan's header is invalid"));
        };
        let mut components: Vec<&mut Component> = frame.components.iter_mut().collect();
        for id in ids {
            // If two components share an id, each is used once.
            let Some(index) = components.iter().position(|component| component.id == id) else {
                return Err(damaged("a scan belongs to no part of the picture"));
            };
            let component = components.remove(index);
            if frame.is_progressive {
                component.lowest_bits[first..=last].fill(Some(low));
            } else if component.lowest_bits[0].is_some() {
                return Err(damaged("a colour appears twice"));
            } else {
                component.lowest_bits.fill(Some(0));
            }
        }
        if !frame.is_progressive {
            // In a sequential file these three bytes mean nothing, but libjpeg warns of values other than
            // those in `right`, and some cameras write others.
            let right = [0, COEFFICIENTS as u8 - 1, 0];
            let odd = (at.end - 3..at.end).zip(right).filter(|(at, right)| self.bytes[*at] != *right);
            self.mends.extend(odd.map(|(at, right)| (at..at + 1, right)));
        }
        self.skip_data();
        Ok(())
    }

    /// Advances to the marker that ends the scan's data. Inside the data, 0xFF precedes 0 or belongs to a
    /// restart marker.
    fn skip_data(&mut self) {
        loop {
            let rest = &self.bytes[self.position..];
            let Some(at) = memchr(0xFF, rest).filter(|at| at + 1 < rest.len()) else {
                self.position = self.bytes.len();
                return;
            };
            self.position += at;
            let next = rest[at + 1];
            let is_arithmetic = self.frame.as_ref().is_some_and(|frame| frame.is_arithmetic);
            // A larger file is refused later.
            if is_arithmetic && self.bytes.len() <= MAX_ARITHMETIC_BYTES && !matches!(next, 0 | 0xFF) {
                self.data_ends.push(self.position);
            }
            match next {
                0 | 0xD0..=0xD7 => self.position += 2,
                0xFF => self.position += 1,
                _ => return,
            }
        }
    }

    fn whole(mut self) -> Result<JpegFile, PhotoProblem> {
        let Some(frame) = self.frame.filter(|_| self.scans > 0) else {
            return Err(damaged("it has no complete header"));
        };
        if frame.components.iter().any(|component| component.lowest_bits[0].is_none()) {
            return Err(damaged("a colour is missing"));
        }
        // If the colour coding in Adobe's segment is unknown, libjpeg warns and assumes these. They are
        // written into the file, so that it does not warn.
        if let Some(at) = self.adobe_transform {
            match (frame.components.len(), self.bytes[at]) {
                (3, 0 | 1) | (4, 0 | 2) => {}
                (3, _) => self.mends.push((at..at + 1, 1)),
                (4, _) => self.mends.push((at..at + 1, 2)),
                _ => {}
            }
        }
        let mut lowest_bits = frame.components.iter().flat_map(|component| &component.lowest_bits);
        Ok(JpegFile {
            width: frame.width,
            height: frame.height,
            components: frame.components.len(),
            is_arithmetic: frame.is_arithmetic,
            coefficient_bytes: (frame.is_progressive || self.scans > 1).then(|| frame.coefficient_bytes()),
            is_complete: lowest_bits.all(|bit| *bit == Some(0)),
            mends: self.mends,
            data_ends: self.data_ends,
            exif: self.exif,
        })
    }
}

/// The components' ids, the first and last coefficient, and their lowest bit in the scan.
fn scan_header(body: &[u8]) -> Option<(Vec<u8>, usize, usize, u8)> {
    let (&count, rest) = body.split_first()?;
    if !(1..=4).contains(&count) || rest.len() != 2 * usize::from(count) + 3 {
        return None;
    }
    let (components, parameters) = rest.split_at(2 * usize::from(count));
    let (first, last) = (usize::from(parameters[0]), usize::from(parameters[1]));
    let ids = components.chunks_exact(2).map(|component| component[0]).collect();
    // In a sequential file these values have no meaning.
    let (first, last) = if first <= last && last < COEFFICIENTS { (first, last) } else { (0, COEFFICIENTS - 1) };
    Some((ids, first, last, parameters[2] & 0x0F))
}

impl Frame {
    /// Parses a frame header; `None` if it is invalid or the picture has no pixels.
    fn from_segment(marker: u8, body: &[u8]) -> Option<Self> {
        let [_precision, h1, h0, w1, w0, count, ref components @ ..] = *body else { return None };
        let (width, height) = (u16::from_be_bytes([w1, w0]).into(), u16::from_be_bytes([h1, h0]).into());
        let components = components.chunks_exact(3).map(|component| Component {
            id: component[0],
            horizontal: usize::from(component[1] >> 4).clamp(1, 4),
            vertical: usize::from(component[1] & 0x0F).clamp(1, 4),
            lowest_bits: [None; COEFFICIENTS],
        });
        let components: Vec<Component> = components.collect();
        let makes_sense = width > 0 && height > 0 && count > 0 && components.len() == usize::from(count);
        makes_sense.then_some(Self {
            width,
            height,
            components,
            is_progressive: matches!(marker, 0xC2 | 0xC6 | 0xCA | 0xCE),
            is_arithmetic: marker >= 0xC9,
        })
    }

    /// The bytes for all blocks, including those that pad the last row and column.
    fn coefficient_bytes(&self) -> u64 {
        let horizontal = self.components.iter().map(|component| component.horizontal).max().unwrap_or(1);
        let vertical = self.components.iter().map(|component| component.vertical).max().unwrap_or(1);
        let (across, down) = (self.width.div_ceil(8 * horizontal), self.height.div_ceil(8 * vertical));
        let components = self.components.iter();
        let blocks: u64 =
            components.map(|component| (across * component.horizontal * down * component.vertical) as u64).sum();
        blocks * COEFFICIENTS as u64 * BYTES_PER_COEFFICIENT
    }
}
