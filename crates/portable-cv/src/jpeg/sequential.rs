//! Decodes the scans of sequential files, which contain whole coefficients, as libjpeg-turbo's `jdhuff` does.

use super::bits::{BitReader, Bits, FastBits};
use super::frame::{Frame, Scan};
use super::huffman::HuffmanTable;
use super::markers::{Markers, NATURAL_ORDER};
use super::planes::{Block, Planes};
use super::{Result, damaged};

/// The largest number of bytes that a block can take. If fewer bytes are left than the blocks of a unit can
/// take, libjpeg-turbo reads that unit with all checks.
const MOST_BLOCK_BYTES: usize = 512;

/// A block in a scan's unit: its component, its tables, and whether coefficients other than the first (the
/// mean) are needed.
struct Place<'t> {
    index: usize,
    dc: &'t HuffmanTable,
    ac: &'t HuffmanTable,
    needs_ac: bool,
}

/// Decodes a scan into `planes`.
pub(super) fn decode_scan(markers: &mut Markers, frame: &Frame, scan: &Scan, planes: &mut Planes) -> Result<()> {
    let (dc_tables, ac_tables) = (std::mem::take(&mut markers.dc_tables), std::mem::take(&mut markers.ac_tables));
    if (scan.first, scan.last, scan.high_bit, scan.low_bit) != (0, 63, 0, 0) {
        markers.warn("Invalid SOS parameters for sequential JPEG")?;
    }
    let mut places = Vec::new();
    for own in &scan.components {
        let tables = (dc_tables.get(own.dc_table), ac_tables.get(own.ac_table));
        let (Some(Some(dc)), Some(Some(ac))) = tables else { return damaged("a Huffman table was not defined") };
        dc.check_dc()?;
        let needs_ac = planes.needs_ac(own.index);
        let component = &frame.components[own.index];
        let blocks = if scan.components.len() == 1 { 1 } else { component.across * component.down };
        places.extend((0..blocks).map(|_| Place { index: own.index, dc, ac, needs_ac }));
    }
    let mut reader = BitReader { markers, bits: Bits::default(), is_insufficient: false };
    let mut means = [0; 4];
    let mut blocks: Vec<Block> = places.iter().map(|_| Block::default()).collect();
    let [across, down] = frame.scan_units(scan);
    for row in 0..down {
        for col in 0..across {
            if reader.restart_if_due(row * across + col)? {
                means = [0; 4];
            }
            blocks.iter_mut().for_each(Block::clear);
            // Missing blocks stay grey.
            if !reader.is_insufficient {
                read_unit(&mut reader, &places, &mut means, &mut blocks)?;
            }
            planes.put(frame, scan, [row, col], &blocks);
        }
    }
    drop(places);
    (markers.dc_tables, markers.ac_tables) = (dc_tables, ac_tables);
    Ok(())
}

fn read_unit(reader: &mut BitReader, places: &[Place], means: &mut [i32; 4], blocks: &mut [Block]) -> Result<()> {
    let markers = &reader.markers;
    let is_far = markers.bytes.len().saturating_sub(markers.position) >= MOST_BLOCK_BYTES * places.len();
    if is_far && markers.restart_interval == 0 && markers.unread.is_none() {
        let mut fast = FastBits::new(markers.bytes, markers.position, reader.bits);
        let mut own_means = *means;
        for (place, block) in places.iter().zip(&mut *blocks) {
            read_fast(&mut fast, place, &mut own_means[place.index], block);
        }
        if !fast.is_at_marker {
            (reader.bits, reader.markers.position, *means) = (fast.bits, fast.position, own_means);
            return Ok(());
        }
        blocks.iter_mut().for_each(Block::clear);
    }
    for (place, block) in places.iter().zip(blocks) {
        read_slowly(reader, place, &mut means[place.index], block)?;
    }
    Ok(())
}

#[inline]
fn read_fast(bits: &mut FastBits, place: &Place, mean: &mut i32, block: &mut Block) {
    let length = bits.symbol(place.dc);
    if length > 0 {
        *mean = mean.wrapping_add(bits.number(length.into()));
    }
    block.set(0, *mean as i16);
    let mut k = 1;
    while k < 64 {
        let symbol = bits.symbol(place.ac);
        let (zeros, length) = (usize::from(symbol >> 4), u32::from(symbol & 15));
        if length > 0 {
            k += zeros;
            if place.needs_ac {
                block.set(NATURAL_ORDER[k].into(), bits.number(length) as i16);
            } else {
                bits.skip(length);
            }
        } else if zeros == 15 {
            k += 15;
        } else {
            return;
        }
        k += 1;
    }
}

fn read_slowly(reader: &mut BitReader, place: &Place, mean: &mut i32, block: &mut Block) -> Result<()> {
    let length = reader.symbol(place.dc)?;
    if length > 0 {
        *mean = mean.wrapping_add(reader.number(length.into())?);
    }
    block.set(0, *mean as i16);
    let mut k = 1;
    while k < 64 {
        let symbol = reader.symbol(place.ac)?;
        let (zeros, length) = (usize::from(symbol >> 4), u32::from(symbol & 15));
        if length > 0 {
            k += zeros;
            let number = reader.number(length)?;
            if place.needs_ac {
                block.set(NATURAL_ORDER[k].into(), number as i16);
            }
        } else if zeros == 15 {
            k += 15;
        } else {
            break;
        }
        k += 1;
    }
    Ok(())
}
