//! The samples of each component. If they come in several scans, the coefficients are kept until the last.

use super::frame::{Component, Frame, Scan};
use super::idct::Transform;
use super::markers::Markers;
use super::{Result, damaged};

/// A block's coefficients by row and column.
#[derive(Clone)]
pub(super) struct Block {
    coefficients: [i16; 64],
    /// Whether only the first coefficient, the mean, was set.
    is_flat: bool,
}

impl Default for Block {
    fn default() -> Self {
        Self { coefficients: [0; 64], is_flat: true }
    }
}

impl Block {
    pub fn clear(&mut self) {
        if self.is_flat {
            self.coefficients[0] = 0;
        } else {
            *self = Self::default();
        }
    }

    #[inline]
    pub fn set(&mut self, at: usize, value: i16) {
        self.is_flat &= at == 0;
        self.coefficients[at] = value;
    }
}

/// The components of the picture.
pub(super) struct Planes {
    planes: Vec<Plane>,
    keeps_coefficients: bool,
}

/// The samples of a component, with the padding that completes its last blocks.
pub(super) struct Plane {
    pub samples: Vec<u8>,
    /// Number of samples from one row to the next.
    pub stride: usize,
    /// Width and height in samples, without the padding.
    pub width: usize,
    pub height: usize,
    /// The ratio of samples to pixels, across and down, each as numerator and denominator.
    pub ratio: [[usize; 2]; 2],
    smooths: bool,
    /// The transform from coefficients to samples.
    transform: Transform,
    /// The quantisation steps that are defined when the component's first scan begins, as in libjpeg.
    steps: Option<[i16; 64]>,
    coefficients: Vec<[i16; 64]>,
}

impl Planes {
    /// The planes of a picture at `1 / reduction` of its size. `in_first_scan` is the number of components in
    /// its first scan.
    pub fn new(frame: &Frame, reduction: usize, in_first_scan: usize) -> Self {
        let keeps_coefficients = frame.is_progressive || in_first_scan < frame.components.len();
        let planes = (0..frame.components.len()).map(|index| Plane::new(frame, index, reduction, keeps_coefficients));
        Self { planes: planes.collect(), keeps_coefficients }
    }

    /// Stores the quantisation steps of components in their first scan.
    pub fn latch(&mut self, scan: &Scan, frame: &Frame, markers: &Markers) -> Result<()> {
        for own in &scan.components {
            let table = markers.quantisation.get(frame.components[own.index].quantisation).copied().flatten();
            let Some(table) = table else { return damaged("Quantization table was not defined") };
            // libjpeg-turbo multiplies by the steps as signed 16-bit numbers, so larger steps wrap around.
            self.planes[own.index].steps.get_or_insert(table.map(|step| step as i16));
        }
        Ok(())
    }

    /// Whether a component's blocks need more coefficients than the first, the mean.
    pub fn needs_ac(&self, index: usize) -> bool {
        self.keeps_coefficients || self.planes[index].transform != Transform::One
    }

    pub fn coefficients_mut(&mut self, index: usize, at: usize) -> &mut [i16; 64] {
        &mut self.planes[index].coefficients[at]
    }

    /// Stores the blocks of a unit, in the order of its components.
    pub fn put(&mut self, frame: &Frame, scan: &Scan, unit: [usize; 2], blocks: &[Block]) {
        let mut blocks = blocks.iter();
        for own in &scan.components {
            let plane = &mut self.planes[own.index];
            for (at, block) in frame.places(scan, own.index, unit).zip(&mut blocks) {
                if self.keeps_coefficients {
                    plane.coefficients[at] = block.coefficients;
                } else {
                    plane.decode(at, &block.coefficients, block.is_flat);
                }
            }
        }
    }

    /// All samples, after the last scan was read.
    pub fn into_samples(mut self) -> Result<Vec<Plane>> {
        if self.planes.iter().any(|plane| plane.steps.is_none()) {
            return damaged("a colour is missing");
        }
        for plane in &mut self.planes {
            for (at, coefficients) in std::mem::take(&mut plane.coefficients).iter().enumerate() {
                plane.decode(at, coefficients, coefficients[1..].iter().all(|coefficient| *coefficient == 0));
            }
        }
        Ok(self.planes)
    }
}

impl Plane {
    /// Whether each block of the picture becomes more than one pixel. Only then does libjpeg interpolate
    /// between samples.
    pub fn is_smoothed(&self) -> bool {
        self.smooths
    }

    fn new(frame: &Frame, index: usize, reduction: usize, keeps_coefficients: bool) -> Self {
        let least = 8 / reduction;
        let Component { across, down, .. } = frame.components[index];
        // A subsampled component is decoded larger instead of being enlarged, if both directions allow it.
        let mut side = least;
        while side < 8
            && (frame.across * least).is_multiple_of(across * side * 2)
            && (frame.down * least).is_multiple_of(down * side * 2)
        {
            side *= 2;
        }
        let [blocks_across, blocks_down] = frame.all_blocks(index);
        let blocks = blocks_across * blocks_down;
        Self {
            samples: vec![0; blocks * side * side],
            stride: blocks_across * side,
            width: (frame.width * across * side).div_ceil(frame.across * 8),
            height: (frame.height * down * side).div_ceil(frame.down * 8),
            ratio: [[across * side, frame.across * least], [down * side, frame.down * least]],
            smooths: least > 1,
            transform: Transform::to(side),
            steps: None,
            coefficients: if keeps_coefficients { vec![[0; 64]; blocks] } else { Vec::new() },
        }
    }

    #[inline]
    fn decode(&mut self, at: usize, coefficients: &[i16; 64], is_flat: bool) {
        let Some(steps) = &self.steps else { return };
        let side = self.transform.side();
        let blocks_across = self.stride / side;
        let from = at / blocks_across * side * self.stride + at % blocks_across * side;
        self.transform.decode(coefficients, steps, is_flat, &mut self.samples[from..], self.stride);
    }
}
