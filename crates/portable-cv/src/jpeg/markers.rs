//! Reads the segments of a file and keeps the reading position in it, as libjpeg's `jdmarker` does.

use super::frame::{Component, Frame, Scan, ScanComponent};
use super::huffman::HuffmanTable;
use super::{JpegError, Result, damaged};

/// The zigzag order of a block's coefficients: entry k is 8 x row + column. As in libjpeg, more entries
/// repeat the last one, because damaged data can lead past the end.
pub(super) const NATURAL_ORDER: [u8; 80] = {
    let mut order = [63_u8; 80];
    let (mut row, mut col, mut k) = (0_u8, 0_u8, 0);
    while k < 64 {
        order[k] = 8 * row + col;
        k += 1;
        let is_upwards = (row + col) % 2 == 0;
        match (is_upwards, row, col) {
            (true, _, 7) => row += 1,
            (true, 0, _) => col += 1,
            (true, _, _) => (row, col) = (row - 1, col + 1),
            (false, 7, _) => col += 1,
            (false, _, 0) => row += 1,
            (false, _, _) => (row, col) = (row + 1, col - 1),
        }
    }
    order
};

const START_OF_IMAGE: u8 = 0xD8;
const END_OF_IMAGE: u8 = 0xD9;
const START_OF_SCAN: u8 = 0xDA;
const FIRST_RESTART: u8 = 0xD0;
const LAST_RESTART: u8 = 0xD7;

/// libjpeg's `JPEG_MAX_DIMENSION`.
const MOST_SIDE_PX: usize = 65_500;

/// The most blocks in a scan's smallest unit; libjpeg's `D_MAX_BLOCKS_IN_MCU`.
const MOST_BLOCKS: usize = 10;

/// The file and the content of its segments so far.
pub(super) struct Markers<'a> {
    pub bytes: &'a [u8],
    /// Index of the next byte.
    pub position: usize,
    /// A marker that was found but not processed yet.
    pub unread: Option<u8>,
    /// The number of bytes since the last marker that were not decoded.
    discarded: usize,
    is_left_over: bool,
    /// The quantisation steps of each table, row by row.
    pub quantisation: [Option<[u16; 64]>; 4],
    pub dc_tables: [Option<HuffmanTable>; 4],
    pub ac_tables: [Option<HuffmanTable>; 4],
    /// The number of a scan's units between two restart markers; 0 if there are none.
    pub restart_interval: usize,
    pub is_jfif: bool,
    pub adobe_transform: Option<u8>,
}

impl<'a> Markers<'a> {
    pub fn new(bytes: &'a [u8]) -> Result<Self> {
        if !bytes.starts_with(&[0xFF, START_OF_IMAGE]) {
            return damaged("Not a JPEG file");
        }
        Ok(Self {
            bytes,
            position: 2,
            unread: None,
            discarded: 0,
            is_left_over: false,
            quantisation: [None; 4],
            dc_tables: Default::default(),
            ac_tables: Default::default(),
            restart_interval: 0,
            is_jfif: false,
            adobe_transform: None,
        })
    }

    pub fn is_left_over(&self) -> bool {
        self.is_left_over
    }

    /// Turns a warning of libjpeg into an error, unless it follows one about left-over bytes. Left-over bytes
    /// are not an error here, and libjpeg-turbo reports only the first warning of a file, so nobody sees the
    /// later ones.
    pub fn warn(&self, problem: &str) -> Result<()> {
        if self.is_left_over { Ok(()) } else { damaged(format!("Corrupt JPEG data: {problem}")) }
    }

    fn byte(&mut self) -> Result<u8> {
        let byte = self
            .bytes
            .get(self.position)
            .copied()
            .ok_or(JpegError::Damaged("Premature end of JPEG file".to_owned()))?;
        self.position += 1;
        Ok(byte)
    }

    /// Skips past the next marker and returns it.
    fn next_marker(&mut self) -> Result<u8> {
        let marker = loop {
            while self.byte()? != 0xFF {
                self.discarded += 1;
            }
            let marker = loop {
                match self.byte()? {
                    0xFF => {}
                    marker => break marker,
                }
            };
            if marker != 0 {
                break marker;
            }
            self.discarded += 2;
        };
        if self.discarded > 0 {
            // libjpeg warns about bytes before a marker that were not decoded. This decoder only notes them;
            // it treats every other warning of libjpeg as an error.
            self.is_left_over = true;
            self.discarded = 0;
        }
        self.unread = Some(marker);
        Ok(marker)
    }

    fn segment(&mut self) -> Result<&'a [u8]> {
        let length = usize::from(self.byte()?) << 8 | usize::from(self.byte()?);
        if length < 2 {
            return damaged("Bogus marker length");
        }
        let from = self.position;
        self.position += length - 2;
        self.bytes.get(from..self.position).ok_or(JpegError::Damaged("Premature end of JPEG file".to_owned()))
    }

    /// Reads segments up to the next scan's data; `None` at the end of the picture.
    pub fn next_scan(&mut self, frame: &mut Option<Frame>) -> Result<Option<Scan>> {
        loop {
            let marker = match self.unread {
                Some(marker) => marker,
                None => self.next_marker()?,
            };
            self.unread = None;
            match marker {
                END_OF_IMAGE => return Ok(None),
                START_OF_IMAGE => return damaged("two starts of a picture"),
                0x01 | FIRST_RESTART..=LAST_RESTART => {}
                START_OF_SCAN => {
                    let body = self.segment()?;
                    let Some(frame) = frame else { return damaged("a scan before the frame's header") };
                    return scan(body, frame).map(Some);
                }
                0xC4 => self.huffman_tables()?,
                0xDB => self.quantisation_tables()?,
                0xDD => {
                    let body = self.segment()?;
                    let [high, low] = *body else { return damaged("Bogus marker length") };
                    self.restart_interval = u16::from_be_bytes([high, low]).into();
                }
                0xE0 => {
                    let body = self.segment()?;
                    self.is_jfif |= body.len() >= 14 && body.starts_with(b"JFIF\0");
                }
                0xEE => {
                    let body = self.segment()?;
                    if body.len() >= 12 && body.starts_with(b"Adobe") {
                        self.adobe_transform = Some(body[11]);
                    }
                }
                0xE1..=0xEF | 0xFE | 0xDC => {
                    self.segment()?;
                }
                0xC0..=0xC2 if frame.is_some() => return damaged("two frames"),
                0xC0..=0xC2 => *frame = Some(new_frame(self.segment()?, marker == 0xC2)?),
                0xC9 | 0xCA => return Err(JpegError::Unsupported("an arithmetic-coded JPEG")),
                0xC3 | 0xC5..=0xCF => return damaged(format!("Unsupported JPEG process: SOF type 0x{marker:02x}")),
                marker => return damaged(format!("Unsupported marker type 0x{marker:02x}")),
            }
        }
    }

    fn huffman_tables(&mut self) -> Result<()> {
        let mut body = self.segment()?;
        while let Some((&index, rest)) = body.split_first() {
            let Some((counts, values)) = rest.split_first_chunk::<16>() else {
                return damaged("Bogus Huffman table definition");
            };
            let count: usize = counts.iter().map(|count| usize::from(*count)).sum();
            let tables = if index & 0x10 != 0 { &mut self.ac_tables } else { &mut self.dc_tables };
            let (Some(table), Some(own)) = (tables.get_mut(usize::from(index & !0x10)), values.get(..count)) else {
                return damaged("Bogus Huffman table definition");
            };
            if count > 256 {
                return damaged("Bogus Huffman table definition");
            }
            *table = Some(HuffmanTable::new(counts, own)?);
            body = &values[count..];
        }
        Ok(())
    }

    fn quantisation_tables(&mut self) -> Result<()> {
        let mut body = self.segment()?;
        while let Some((&index, rest)) = body.split_first() {
            let bytes = if index >> 4 != 0 { 2 } else { 1 };
            let (Some(table), Some(values)) =
                (self.quantisation.get_mut(usize::from(index & 0x0F)), rest.get(..64 * bytes))
            else {
                return damaged("Bogus DQT index");
            };
            let mut steps = [0; 64];
            for (value, at) in values.chunks_exact(bytes).zip(NATURAL_ORDER) {
                steps[usize::from(at)] = value.iter().fold(0, |step, byte| step << 8 | u16::from(*byte));
            }
            *table = Some(steps);
            body = &rest[64 * bytes..];
        }
        Ok(())
    }

    /// Skips past the restart marker with this number, 0 to 7. `unused` is the number of whole bytes that
    /// were read but not decoded.
    pub fn restart(&mut self, unused: usize, number: u8) -> Result<()> {
        self.discarded += unused;
        let wanted = FIRST_RESTART + number;
        let mut marker = match self.unread {
            Some(marker) => marker,
            None => self.next_marker()?,
        };
        if marker == wanted {
            self.unread = None;
            return Ok(());
        }
        self.warn("found another marker than the restart marker that was due")?;
        // The rules of libjpeg's `jpeg_resync_to_restart`.
        loop {
            let ahead = marker.wrapping_sub(wanted) & 7;
            match marker {
                FIRST_RESTART..=LAST_RESTART if matches!(ahead, 1 | 2) => return Ok(()),
                FIRST_RESTART..=LAST_RESTART if matches!(ahead, 6 | 7) => marker = self.next_marker()?,
                FIRST_RESTART..=LAST_RESTART => {
                    self.unread = None;
                    return Ok(());
                }
                0..0xC0 => marker = self.next_marker()?,
                _ => return Ok(()),
            }
        }
    }
}

fn new_frame(body: &[u8], is_progressive: bool) -> Result<Frame> {
    let [precision, h1, h0, w1, w0, count, ref components @ ..] = *body else { return damaged("Bogus marker length") };
    let (width, height) = (usize::from(u16::from_be_bytes([w1, w0])), usize::from(u16::from_be_bytes([h1, h0])));
    if precision != 8 {
        return damaged(format!("Unsupported JPEG data precision {precision}"));
    }
    if width == 0 || height == 0 || width.max(height) > MOST_SIDE_PX {
        return damaged(format!("a picture of {width} x {height} pixels"));
    }
    if components.len() != 3 * usize::from(count) || !matches!(count, 1 | 3 | 4) {
        return damaged(format!("{count} components"));
    }
    let mut parsed = Vec::new();
    for [id, factors, table] in components.as_chunks::<3>().0 {
        let (across, down) = (usize::from(factors >> 4), usize::from(factors & 0x0F));
        if !(1..=4).contains(&across) || !(1..=4).contains(&down) {
            return damaged("Bogus sampling factors");
        }
        // libjpeg renumbers a component that repeats an earlier id; here `scan` tells them apart.
        parsed.push(Component { id: *id, across, down, quantisation: usize::from(*table) });
    }
    Ok(Frame::new(width, height, parsed, is_progressive))
}

fn scan(body: &[u8], frame: &Frame) -> Result<Scan> {
    let Some((&count, rest)) = body.split_first() else { return damaged("Bogus marker length") };
    let count = usize::from(count);
    if !(1..=4).contains(&count) || rest.len() != 2 * count + 3 {
        return damaged("Bogus marker length");
    }
    let mut components: Vec<ScanComponent> = Vec::new();
    for [id, tables] in rest[..2 * count].as_chunks::<2>().0 {
        // Two components may have the same id; each is then used once.
        let mut free = (0..frame.components.len()).filter(|index| components.iter().all(|other| other.index != *index));
        let Some(index) = free.find(|index| frame.components[*index].id == *id) else {
            return damaged(format!("Invalid component ID {id} in SOS"));
        };
        components.push(ScanComponent {
            index,
            dc_table: usize::from(tables >> 4),
            ac_table: usize::from(tables & 0x0F),
        });
    }
    let blocks: usize =
        components.iter().map(|own| frame.components[own.index].across * frame.components[own.index].down).sum();
    if count > 1 && blocks > MOST_BLOCKS {
        return damaged("Sampling factors too large for interleaved scan");
    }
    let [first, last, bits] = [rest[2 * count], rest[2 * count + 1], rest[2 * count + 2]];
    Ok(Scan { components, first: first.into(), last: last.into(), high_bit: bits >> 4, low_bit: bits & 0x0F })
}

#[cfg(test)]
mod tests {
    use super::NATURAL_ORDER;

    #[test]
    fn coefficients_come_in_zigzag() {
        assert_eq!(NATURAL_ORDER[..16], [0, 1, 8, 16, 9, 2, 3, 10, 17, 24, 32, 25, 18, 11, 4, 5]);
        assert_eq!(NATURAL_ORDER[32..40], [35, 42, 49, 56, 57, 50, 43, 36]);
        assert_eq!(NATURAL_ORDER[58..66], [61, 54, 47, 55, 62, 63, 63, 63]);
        let mut seen = NATURAL_ORDER[..64].to_vec();
        seen.sort_unstable();
        assert_eq!(seen, (0..64).collect::<Vec<_>>());
    }
}
