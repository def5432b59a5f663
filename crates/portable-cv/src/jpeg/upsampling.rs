//! Enlarges subsampled colours to the picture's size: libjpeg's `jdsample`.

use super::planes::Plane;
use super::{JpegError, Result};

/// How a component is enlarged to the picture's width and height.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Way {
    AsItIs,
    /// Twice as wide: each sample becomes two, each blended 3 : 1 with the neighbour on its side.
    Wider,
    /// Twice as high: each row becomes two, each blended 3 : 1 with the row on its side.
    Higher,
    /// Twice as wide and twice as high.
    WiderAndHigher,
    /// Each sample is repeated this many times, across and down.
    Repeated([usize; 2]),
}

/// The rows of a component in the picture's size.
pub(super) struct Rows<'p> {
    plane: &'p Plane,
    way: Way,
    row: Vec<u8>,
    /// For each column, three times the sample of the nearer row plus that of the farther row.
    sums: Vec<u16>,
}

impl<'p> Rows<'p> {
    /// `smooths`: interpolates where libjpeg does; otherwise samples are repeated.
    pub fn new(plane: &'p Plane, smooths: bool) -> Result<Self> {
        let [[own_across, across], [own_down, down]] = plane.ratio;
        let is_wide = plane.width > 2;
        let way = match ((across, own_across), (down, own_down)) {
            ((across, own_across), (down, own_down)) if across == own_across && down == own_down => Way::AsItIs,
            ((across, own_across), (down, own_down))
                if smooths && is_wide && across == 2 * own_across && down == own_down =>
            {
                Way::Wider
            }
            ((across, own_across), (down, own_down)) if smooths && across == own_across && down == 2 * own_down => {
                Way::Higher
            }
            ((across, own_across), (down, own_down))
                if smooths && is_wide && across == 2 * own_across && down == 2 * own_down =>
            {
                Way::WiderAndHigher
            }
            _ if across.is_multiple_of(own_across) && down.is_multiple_of(own_down) => {
                Way::Repeated([across / own_across, down / own_down])
            }
            _ => return Err(JpegError::Damaged("Fractional sampling not implemented yet".to_owned())),
        };
        Ok(Self { plane, way, row: vec![0; 2 * plane.width], sums: vec![0; plane.width] })
    }

    fn source(&self, row: usize) -> &'p [u8] {
        &self.plane.samples[row.min(self.plane.height - 1) * self.plane.stride..][..self.plane.width]
    }

    /// The component's samples for a row of the picture, at least as many as the row has pixels.
    pub fn row(&mut self, row: usize) -> &[u8] {
        // When the height is doubled, each source row becomes two: the upper is blended with the source row
        // above, the lower with the one below. The outermost rows are repeated.
        let beside = if row.is_multiple_of(2) { (row / 2).saturating_sub(1) } else { row / 2 + 1 };
        match self.way {
            Way::AsItIs => return self.source(row),
            Way::Wider => widened(self.source(row), &mut self.row),
            Way::Higher => {
                let bias = if row.is_multiple_of(2) { 1 } else { 2 };
                let (near, far) = (self.source(row / 2), self.source(beside));
                for ((target, near), far) in self.row.iter_mut().zip(near).zip(far) {
                    *target = ((u16::from(*near) * 3 + u16::from(*far) + bias) / 4) as u8;
                }
            }
            Way::WiderAndHigher => {
                let (near, far) = (self.source(row / 2), self.source(beside));
                for ((sum, near), far) in self.sums.iter_mut().zip(near).zip(far) {
                    *sum = u16::from(*near) * 3 + u16::from(*far);
                }
                widened_sums(&self.sums, &mut self.row);
            }
            Way::Repeated([across, down]) => {
                let source = self.source(row / down);
                self.row.clear();
                self.row.extend(source.iter().flat_map(|sample| std::iter::repeat_n(*sample, across)));
            }
        }
        &self.row
    }
}

fn widened(source: &[u8], target: &mut [u8]) {
    let [first, .., last] = *source else { return };
    let between = |near: u8, far: u8, bias: u16| ((u16::from(near) * 3 + u16::from(far) + bias) / 4) as u8;
    let inner = &mut target[1..2 * source.len() - 1];
    for ([left, right], pair) in inner.as_chunks_mut::<2>().0.iter_mut().zip(source.windows(2)) {
        (*left, *right) = (between(pair[0], pair[1], 2), between(pair[1], pair[0], 1));
    }
    target[0] = first;
    target[2 * source.len() - 1] = last;
}

fn widened_sums(sums: &[u16], target: &mut [u8]) {
    let [first, .., last] = *sums else { return };
    let inner = &mut target[1..2 * sums.len() - 1];
    for ([left, right], pair) in inner.as_chunks_mut::<2>().0.iter_mut().zip(sums.windows(2)) {
        (*left, *right) = (((pair[0] * 3 + pair[1] + 7) / 16) as u8, ((pair[1] * 3 + pair[0] + 8) / 16) as u8);
    }
    target[0] = ((first * 4 + 8) / 16) as u8;
    target[2 * sums.len() - 1] = ((last * 4 + 7) / 16) as u8;
}
