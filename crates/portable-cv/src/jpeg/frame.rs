//! The headers of a file's picture and of its scans.

/// A frame's header.
pub(super) struct Frame {
    pub width: usize,
    pub height: usize,
    pub components: Vec<Component>,
    pub is_progressive: bool,
    /// The largest sampling factors.
    pub across: usize,
    pub down: usize,
    /// For each component and coefficient of a progressive picture, the lowest bit received so far; `None`
    /// before the first one.
    pub lowest_bits: Vec<[Option<u8>; 64]>,
}

pub(super) struct Component {
    pub id: u8,
    /// Sampling factors, 1 to 4.
    pub across: usize,
    pub down: usize,
    /// Index of the quantisation table.
    pub quantisation: usize,
}

/// A scan's header.
pub(super) struct Scan {
    pub components: Vec<ScanComponent>,
    /// The first and the last coefficient in the scan.
    pub first: usize,
    pub last: usize,
    /// The lowest bit of the coefficients received in earlier scans (0 if none), and the lowest in this scan.
    pub high_bit: u8,
    pub low_bit: u8,
}

pub(super) struct ScanComponent {
    /// Index of the frame's component.
    pub index: usize,
    pub dc_table: usize,
    pub ac_table: usize,
}

/// Number of samples along a block's side.
pub(super) const BLOCK: usize = 8;

impl Frame {
    pub fn new(width: usize, height: usize, components: Vec<Component>, is_progressive: bool) -> Self {
        let across = components.iter().map(|component| component.across).max().unwrap_or(1);
        let down = components.iter().map(|component| component.down).max().unwrap_or(1);
        let lowest_bits = vec![[None; 64]; components.len()];
        Self { width, height, components, is_progressive, across, down, lowest_bits }
    }

    /// The number of units across and down. A unit is the smallest area with whole blocks of all components
    /// (JPEG's "minimum coded unit").
    pub fn units(&self) -> [usize; 2] {
        [self.width.div_ceil(BLOCK * self.across), self.height.div_ceil(BLOCK * self.down)]
    }

    /// The number of a component's blocks that contain parts of the picture, across and down.
    pub fn blocks(&self, index: usize) -> [usize; 2] {
        let Component { across, down, .. } = self.components[index];
        [(self.width * across).div_ceil(BLOCK * self.across), (self.height * down).div_ceil(BLOCK * self.down)]
    }

    /// [`Frame::blocks`], and the padding blocks that complete the last units.
    pub fn all_blocks(&self, index: usize) -> [usize; 2] {
        let ([across, down], component) = (self.units(), &self.components[index]);
        [across * component.across, down * component.down]
    }
}

impl Frame {
    /// The number of units in a scan, across and down. A scan of a single component has one block per unit
    /// and no padding blocks.
    pub fn scan_units(&self, scan: &Scan) -> [usize; 2] {
        match scan.components[..] {
            [ScanComponent { index, .. }] => self.blocks(index),
            _ => self.units(),
        }
    }

    /// The blocks of a component in one unit of a scan, as indices into all of the component's blocks, row by
    /// row.
    pub fn places(&self, scan: &Scan, index: usize, [row, col]: [usize; 2]) -> impl Iterator<Item = usize> + use<> {
        let stride = self.all_blocks(index)[0];
        let Component { across, down, .. } = self.components[index];
        let [across, down] = if scan.components.len() == 1 { [1, 1] } else { [across, down] };
        (0..down).flat_map(move |y| (0..across).map(move |x| (row * down + y) * stride + col * across + x))
    }
}
