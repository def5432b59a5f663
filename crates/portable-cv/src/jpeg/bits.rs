//! Reads bits, and the codes in them, as libjpeg-turbo's `jdhuff` does. How far it reads ahead decides which
//! data counts as left over.

use super::Result;
use super::huffman::{HuffmanTable, LONGER, LOOK_AHEAD};
use super::markers::Markers;

/// The buffer is filled until it has at least this many bits; libjpeg's `MIN_GET_BITS`.
const FULL: u32 = u64::BITS - 7;

/// Decodes JPEG's signed numbers of `length` bits. Values in the upper half of the range stand for
/// themselves; those in the lower half stand for negative numbers, from 1 - 2^`length` upwards.
#[inline]
pub(super) fn extended(bits: i32, length: u32) -> i32 {
    // The number is 0 for 0 bits.
    bits + (((bits - (1 << length >> 1)) >> 31) & (1 - (1 << length)))
}

/// Bits that were read but not decoded yet.
#[derive(Clone, Copy, Default)]
pub(super) struct Bits {
    buffer: u64,
    /// The number of undecoded bits, at the buffer's lower end.
    left: u32,
}

/// Reads bits with all of libjpeg's checks.
pub(super) struct BitReader<'m, 'a> {
    pub markers: &'m mut Markers<'a>,
    pub bits: Bits,
    /// Whether the data ended too early; zeros are read up to the next restart marker.
    pub is_insufficient: bool,
}

impl Bits {
    /// The number of whole bytes left.
    pub fn bytes(self) -> usize {
        (self.left / 8) as usize
    }

    #[inline]
    fn peek(self, count: u32) -> u32 {
        (self.buffer >> (self.left - count)) as u32 & ((1 << count) - 1)
    }

    #[inline]
    fn take(&mut self, count: u32) -> i32 {
        self.left -= count;
        (self.buffer >> self.left) as i32 & ((1 << count) - 1)
    }
}

impl BitReader<'_, '_> {
    /// libjpeg's `jpeg_fill_bit_buffer`: provides at least `wanted` bits, and zeros after the end of the
    /// data.
    #[cold]
    fn fill(&mut self, wanted: u32) -> Result<()> {
        while self.markers.unread.is_none() && self.bits.left < FULL {
            let mut byte = self.next_byte();
            if byte == Some(0xFF) {
                byte = loop {
                    match self.next_byte() {
                        Some(0xFF) => {}
                        Some(0) => break Some(0xFF),
                        // At the end of the file, assumes an end-of-image marker.
                        marker => {
                            self.markers.unread = Some(marker.unwrap_or(0xD9));
                            break None;
                        }
                    }
                };
            } else if byte.is_none() {
                self.markers.unread = Some(0xD9);
            }
            let Some(byte) = byte else { break };
            self.bits.buffer = self.bits.buffer << 8 | u64::from(byte);
            self.bits.left += 8;
        }
        if wanted > self.bits.left {
            if !self.is_insufficient {
                self.markers.warn("premature end of data segment")?;
                self.is_insufficient = true;
            }
            self.bits.buffer <<= FULL - self.bits.left;
            self.bits.left = FULL;
        }
        Ok(())
    }

    fn next_byte(&mut self) -> Option<u8> {
        let byte = self.markers.bytes.get(self.markers.position).copied();
        self.markers.position += usize::from(byte.is_some());
        byte
    }

    #[inline]
    pub fn bits(&mut self, count: u32) -> Result<i32> {
        if self.bits.left < count {
            self.fill(count)?;
        }
        Ok(self.bits.take(count))
    }

    #[inline]
    pub fn bit(&mut self) -> Result<bool> {
        Ok(self.bits(1)? != 0)
    }

    #[inline]
    pub fn number(&mut self, length: u32) -> Result<i32> {
        Ok(extended(self.bits(length)?, length))
    }

    #[inline]
    pub fn symbol(&mut self, table: &HuffmanTable) -> Result<u8> {
        if self.bits.left < LOOK_AHEAD {
            self.fill(0)?;
            if self.bits.left < LOOK_AHEAD {
                return self.long_symbol(table, 1);
            }
        }
        let entry = table.lookup[self.bits.peek(LOOK_AHEAD) as usize];
        if entry & 0xFF00 == LONGER {
            return self.long_symbol(table, LOOK_AHEAD + 1);
        }
        self.bits.left -= u32::from(entry >> 8);
        Ok(entry as u8)
    }

    /// libjpeg's `jpeg_huff_decode`: the symbol of a code with at least `length` bits.
    fn long_symbol(&mut self, table: &HuffmanTable, mut length: u32) -> Result<u8> {
        let mut code = self.bits(length)?;
        while code > table.largest[length as usize] {
            code = code << 1 | self.bits(1)?;
            length += 1;
        }
        if length > 16 {
            self.markers.warn("bad Huffman code")?;
            return Ok(0);
        }
        Ok(table.value(code, length as usize))
    }

    /// Reads the restart marker if one is due, and returns whether it was. One is due after every
    /// `restart_interval` units of a scan; `number` is the number of units so far.
    pub fn restart_if_due(&mut self, number: usize) -> Result<bool> {
        let interval = self.markers.restart_interval;
        if interval == 0 || number == 0 || !number.is_multiple_of(interval) {
            return Ok(false);
        }
        let restart = (number / interval - 1) % 8;
        self.markers.restart(self.bits.bytes(), restart as u8)?;
        self.bits = Bits::default();
        // A marker that is still unread belongs after the coming interval, whose data is missing. Zeros are
        // read for that interval, too.
        if self.markers.unread.is_none() {
            self.is_insufficient = false;
        }
        Ok(true)
    }
}

/// Reads bits far from the end of the file, with fewer checks. After it has met a marker, its results are
/// discarded and `BitReader` reads the same data again.
pub(super) struct FastBits<'a> {
    bytes: &'a [u8],
    pub position: usize,
    pub bits: Bits,
    pub is_at_marker: bool,
}

impl<'a> FastBits<'a> {
    pub fn new(bytes: &'a [u8], position: usize, bits: Bits) -> Self {
        Self { bytes, position, bits, is_at_marker: false }
    }

    /// libjpeg's `FILL_BIT_BUFFER_FAST`: adds six bytes if at most 16 bits are left.
    #[inline]
    fn fill(&mut self) {
        if self.bits.left > 16 {
            return;
        }
        if let Some(next) = self.bytes.get(self.position..).and_then(<[u8]>::first_chunk::<8>) {
            let next = u64::from_be_bytes(*next) >> 16;
            // Inverting the bits turns 0xFF into 0, which the usual test for a zero byte then finds.
            let complement = !next & 0xFFFF_FFFF_FFFF;
            if complement.wrapping_sub(0x0101_0101_0101) & next & 0x8080_8080_8080 == 0 {
                self.bits.buffer = self.bits.buffer << 48 | next;
                self.bits.left += 48;
                self.position += 6;
                return;
            }
        }
        self.fill_by_bytes();
    }

    #[cold]
    fn fill_by_bytes(&mut self) {
        for _ in 0..6 {
            let mut value = self.bytes.get(self.position).copied().unwrap_or_default();
            self.position += 1;
            if value == 0xFF {
                if self.bytes.get(self.position).is_none_or(|next| *next == 0) {
                    self.position += 1;
                } else {
                    // Stops before the marker and reads zeros instead.
                    self.is_at_marker = true;
                    self.position -= 1;
                    value = 0;
                }
            }
            self.bits.buffer = self.bits.buffer << 8 | u64::from(value);
            self.bits.left += 8;
        }
    }

    #[inline]
    pub fn symbol(&mut self, table: &HuffmanTable) -> u8 {
        self.fill();
        let entry = table.lookup[self.bits.peek(LOOK_AHEAD) as usize];
        let length = u32::from(entry >> 8);
        if length <= LOOK_AHEAD {
            self.bits.left -= length;
            return entry as u8;
        }
        let mut length = LOOK_AHEAD + 1;
        let mut code = self.bits.take(length);
        while code > table.largest[length as usize] {
            code = code << 1 | self.bits.take(1);
            length += 1;
        }
        // A code of more than 16 bits is invalid, but libjpeg-turbo does not warn about it here.
        if length > 16 { 0 } else { table.value(code, length as usize) }
    }

    #[inline]
    pub fn number(&mut self, length: u32) -> i32 {
        self.fill();
        extended(self.bits.take(length), length)
    }

    #[inline]
    pub fn skip(&mut self, length: u32) {
        self.fill();
        self.bits.left -= length;
    }
}

#[cfg(test)]
mod tests {
    use super::extended;

    #[test]
    fn the_upper_half_of_a_lengths_numbers_is_positive() {
        assert_eq!(
            [(0, 0), (0, 1), (1, 1), (0, 2), (1, 2), (2, 2), (3, 2)].map(|(bits, length)| extended(bits, length)),
            [0, -1, 1, -3, -2, 2, 3]
        );
        assert_eq!((extended(0, 15), extended(32767, 15)), (-32767, 32767));
    }
}
