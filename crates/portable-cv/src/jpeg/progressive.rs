//! Decodes the scans of progressive files, which contain only some coefficients or only some of their bits,
//! as libjpeg's `jdphuff` does.

use super::bits::{BitReader, Bits};
use super::frame::{Frame, Scan};
use super::huffman::HuffmanTable;
use super::markers::{Markers, NATURAL_ORDER};
use super::planes::Planes;
use super::{Result, damaged};

/// Decodes a scan into the coefficients of `planes`.
pub(super) fn decode_scan(markers: &mut Markers, frame: &mut Frame, scan: &Scan, planes: &mut Planes) -> Result<()> {
    check(markers, frame, scan)?;
    let (dc_tables, ac_tables) = (std::mem::take(&mut markers.dc_tables), std::mem::take(&mut markers.ac_tables));
    let missing = || super::JpegError::Damaged("a Huffman table was not defined".to_owned());
    let is_mean = scan.first == 0;
    let refines = scan.high_bit > 0;
    let mut tables: Vec<Option<&HuffmanTable>> = Vec::new();
    for own in &scan.components {
        let table = match (is_mean, refines) {
            // Single bits are not Huffman-coded.
            (true, true) => None,
            (true, false) => dc_tables.get(own.dc_table).map(Option::as_ref).ok_or_else(missing)?,
            (false, _) => ac_tables.get(own.ac_table).map(Option::as_ref).ok_or_else(missing)?,
        };
        if is_mean && !refines {
            table.ok_or_else(missing)?.check_dc()?;
        }
        tables.push(table);
    }
    let band = Band { first: scan.first, last: scan.last, low_bit: scan.low_bit };
    let mut reader = BitReader { markers, bits: Bits::default(), is_insufficient: false };
    let (mut means, mut empty_blocks) = ([0_i32; 4], 0_u32);
    let [across, down] = frame.scan_units(scan);
    for row in 0..down {
        for col in 0..across {
            if reader.restart_if_due(row * across + col)? {
                (means, empty_blocks) = ([0; 4], 0);
            }
            if reader.is_insufficient {
                continue;
            }
            for (own, table) in scan.components.iter().zip(&tables) {
                for at in frame.places(scan, own.index, [row, col]) {
                    let block = planes.coefficients_mut(own.index, at);
                    match (is_mean, refines) {
                        (true, false) => {
                            let table = table.ok_or_else(missing)?;
                            let length = reader.symbol(table)?;
                            let difference = if length > 0 { reader.number(length.into())? } else { 0 };
                            let mean = &mut means[own.index];
                            *mean = mean.wrapping_add(difference);
                            block[0] = (*mean << scan.low_bit) as i16;
                        }
                        (true, true) => {
                            if reader.bit()? {
                                block[0] |= 1 << scan.low_bit;
                            }
                        }
                        (false, false) => {
                            band.bring(&mut reader, table.ok_or_else(missing)?, &mut empty_blocks, block)?
                        }
                        (false, true) => {
                            band.refine(&mut reader, table.ok_or_else(missing)?, &mut empty_blocks, block)?
                        }
                    }
                }
            }
        }
    }
    drop(tables);
    (markers.dc_tables, markers.ac_tables) = (dc_tables, ac_tables);
    Ok(())
}

/// Checks that the scan is consistent with earlier ones, and records which bits it contains.
fn check(markers: &Markers, frame: &mut Frame, scan: &Scan) -> Result<()> {
    let Scan { first, last, high_bit, low_bit, .. } = *scan;
    let is_band = if first == 0 { last == 0 } else { first <= last && last < 64 && scan.components.len() == 1 };
    if !is_band || (high_bit != 0 && low_bit + 1 != high_bit) || low_bit > 13 {
        return damaged(format!("Invalid progressive parameters Ss={first} Se={last} Ah={high_bit} Al={low_bit}"));
    }
    for own in &scan.components {
        let bits = &mut frame.lowest_bits[own.index];
        let is_before_mean = first > 0 && bits[0].is_none();
        let fits = bits[first..=last].iter().all(|bit| bit.unwrap_or_default() == high_bit);
        if is_before_mean || !fits {
            markers.warn("inconsistent progression sequence")?;
        }
        bits[first..=last].fill(Some(low_bit));
    }
    Ok(())
}

/// The range of coefficients in a scan.
struct Band {
    first: usize,
    last: usize,
    low_bit: u8,
}

impl Band {
    /// The number of consecutive blocks, including this one, without further coefficients.
    fn empty_blocks(reader: &mut BitReader, length: u32) -> Result<u32> {
        Ok((1 << length) + if length > 0 { reader.bits(length)? as u32 } else { 0 })
    }

    /// Decodes the first bits of the coefficients.
    fn bring(
        &self,
        reader: &mut BitReader,
        table: &HuffmanTable,
        empty_blocks: &mut u32,
        block: &mut [i16; 64],
    ) -> Result<()> {
        if *empty_blocks > 0 {
            *empty_blocks -= 1;
            return Ok(());
        }
        let mut k = self.first;
        while k <= self.last {
            let symbol = reader.symbol(table)?;
            let (zeros, length) = (usize::from(symbol >> 4), u32::from(symbol & 15));
            if length > 0 {
                k += zeros;
                block[usize::from(NATURAL_ORDER[k])] = (reader.number(length)? << self.low_bit) as i16;
            } else if zeros == 15 {
                k += 15;
            } else {
                *empty_blocks = Self::empty_blocks(reader, zeros as u32)? - 1;
                break;
            }
            k += 1;
        }
        Ok(())
    }

    /// Decodes one more bit of each coefficient that is not 0, and the sign of coefficients that become other
    /// than 0 with this bit.
    fn refine(
        &self,
        reader: &mut BitReader,
        table: &HuffmanTable,
        empty_blocks: &mut u32,
        block: &mut [i16; 64],
    ) -> Result<()> {
        let bit = 1_i16 << self.low_bit;
        let mut k = self.first;
        while *empty_blocks == 0 && k <= self.last {
            let symbol = reader.symbol(table)?;
            let (mut zeros, length) = (i32::from(symbol >> 4), symbol & 15);
            let mut new = 0;
            if length > 0 {
                if length != 1 {
                    reader.markers.warn("bad Huffman code")?;
                }
                new = if reader.bit()? { bit } else { -bit };
            } else if zeros != 15 {
                *empty_blocks = Self::empty_blocks(reader, zeros as u32)?;
                break;
            }
            while k <= self.last {
                let coefficient = &mut block[usize::from(NATURAL_ORDER[k])];
                if *coefficient != 0 {
                    refine_one(reader, coefficient, bit)?;
                } else {
                    zeros -= 1;
                    if zeros < 0 {
                        break;
                    }
                }
                k += 1;
            }
            if new != 0 {
                block[usize::from(NATURAL_ORDER[k])] = new;
            }
            k += 1;
        }
        if *empty_blocks > 0 {
            for &at in &NATURAL_ORDER[k.min(self.last + 1)..=self.last] {
                let coefficient = &mut block[usize::from(at)];
                if *coefficient != 0 {
                    refine_one(reader, coefficient, bit)?;
                }
            }
            *empty_blocks -= 1;
        }
        Ok(())
    }
}

fn refine_one(reader: &mut BitReader, coefficient: &mut i16, bit: i16) -> Result<()> {
    if reader.bit()? && *coefficient & bit == 0 {
        *coefficient = coefficient.wrapping_add(if *coefficient >= 0 { bit } else { -bit });
    }
    Ok(())
}
