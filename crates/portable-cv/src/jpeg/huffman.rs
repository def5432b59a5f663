//! Tables of Huffman codes.

use super::{Result, damaged};

/// Codes of up to this many bits are looked up directly.
pub(super) const LOOK_AHEAD: u32 = 8;

/// Marks a longer code in the lookup table.
pub(super) const LONGER: u16 = ((LOOK_AHEAD + 1) << 8) as u16;

/// The codes of a table.
pub(super) struct HuffmanTable {
    /// For each value of the next [`LOOK_AHEAD`] bits: the code's length in the upper byte, its value in the
    /// lower.
    pub lookup: [u16; 1 << LOOK_AHEAD],
    /// For each length, the largest code, or -1 if there is none. The last entry exceeds every code, so that
    /// a search by length ends there.
    pub largest: [i32; 18],
    /// For each length, the difference between the index of a code's value and the code.
    offsets: [i32; 18],
    values: [u8; 256],
    largest_value: u8,
}

impl HuffmanTable {
    /// Builds a table. `counts` has the number of codes of each length from 1 to 16 bits, at most 256 in
    /// total; `own_values` are their values in order.
    pub fn new(counts: &[u8; 16], own_values: &[u8]) -> Result<Self> {
        let mut values = [0; 256];
        values[..own_values.len()].copy_from_slice(own_values);
        let mut table = Self {
            lookup: [LONGER; 1 << LOOK_AHEAD],
            largest: [-1; 18],
            offsets: [0; 18],
            values,
            largest_value: own_values.iter().copied().max().unwrap_or_default(),
        };
        table.largest[17] = i32::MAX;
        let (mut code, mut index) = (0_u32, 0_usize);
        for (length, count) in (1_u32..).zip(counts) {
            table.offsets[length as usize] = index as i32 - code as i32;
            for _ in 0..*count {
                // The code of all ones is reserved.
                if code >= 1 << length {
                    return damaged("Bogus Huffman table definition");
                }
                if length <= LOOK_AHEAD {
                    let shift = LOOK_AHEAD - length;
                    let entries = (code << shift) as usize..((code + 1) << shift) as usize;
                    table.lookup[entries].fill((length << 8) as u16 | u16::from(values[index]));
                }
                table.largest[length as usize] = code as i32;
                (code, index) = (code + 1, index + 1);
            }
            code <<= 1;
        }
        Ok(table)
    }

    /// For tables that code differences of mean values: an error if a difference may have more than 15 bits.
    pub fn check_dc(&self) -> Result<()> {
        if self.largest_value > 15 { damaged("Bogus Huffman table definition") } else { Ok(()) }
    }

    pub fn value(&self, code: i32, length: usize) -> u8 {
        self.values[(code + self.offsets[length]) as usize & 0xFF]
    }
}
