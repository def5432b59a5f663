//! Resizing pictures.

use super::{INTER_AREA, INTER_CUBIC, INTER_LINEAR, INTER_NEAREST, byte_of};
use crate::core::{Channel, Depth, Error, Mat, MatTraitConst, Result, Size, ToInputArray};

/// Resizes a picture to `size`; if that is empty, by the factors `across` and `down`.
///
/// # Errors
/// The picture or the size has no pixels, or the interpolation is not supported for these values. All four
/// interpolations support one, three or four bytes per pixel; [`INTER_AREA`] and [`INTER_LINEAR`] also
/// support single 32-bit floats.
pub fn resize(
    picture: &impl ToInputArray,
    resized: &mut Mat,
    size: Size,
    across: f64,
    down: f64,
    interpolation: i32,
) -> Result<()> {
    let picture = picture.input();
    let change = Change::new(picture.shape(), size, [across, down]).ok_or_else(|| {
        Error::bad_argument(format!(
            "{picture:?} cannot become {size:?} or {across} times as wide and {down} times as high"
        ))
    })?;
    if change.size == picture.shape() {
        *resized = picture.clone();
        return Ok(());
    }
    *resized = match (picture.depth(), picture.channels()) {
        (Depth::Byte, 1) => change.bytes::<1>(picture, interpolation),
        (Depth::Byte, 3) => change.bytes::<3>(picture, interpolation),
        (Depth::Byte, 4) => change.bytes::<4>(picture, interpolation),
        (Depth::Float, 1) => change.floats(picture, interpolation),
        _ => None,
    }
    .ok_or_else(|| Error::bad_argument(format!("{picture:?} is not resized by interpolation {interpolation}")))?;
    Ok(())
}

/// A change of size.
struct Change {
    size: Size,
    /// The scale factors of width and height.
    factors: [f64; 2],
    /// The inverse of `factors`.
    scales: [f64; 2],
    /// The size of the block that becomes one pixel, across and down, if it is a whole number of pixels.
    blocks: Option<[usize; 2]>,
}

impl Change {
    fn new(before: Size, wanted: Size, factors: [f64; 2]) -> Option<Self> {
        if before.width < 1 || before.height < 1 {
            return None;
        }
        let (size, factors) = if wanted == Size::default() {
            let [width, height] = [(before.width, factors[0]), (before.height, factors[1])]
                .map(|(length, factor)| (f64::from(length) * factor).round_ties_even() as i32);
            (Size::new(width, height), factors)
        } else {
            let factors = [(wanted.width, before.width), (wanted.height, before.height)]
                .map(|(after, before)| f64::from(after) / f64::from(before));
            (wanted, factors)
        };
        if size.width < 1 || size.height < 1 {
            return None;
        }
        let scales = factors.map(|factor| 1.0 / factor);
        let whole = scales.map(f64::round_ties_even);
        let is_whole = scales.iter().zip(whole).all(|(scale, whole)| (scale - whole).abs() < f64::EPSILON);
        Some(Self { size, factors, scales, blocks: is_whole.then_some(whole.map(|whole| whole as usize)) })
    }

    fn shrinks(&self) -> bool {
        self.scales.iter().all(|scale| *scale >= 1.0)
    }

    fn cols(&self) -> usize {
        self.size.width as usize
    }

    fn rows(&self) -> usize {
        self.size.height as usize
    }

    fn bytes<const C: usize>(&self, picture: &Mat, interpolation: i32) -> Option<Mat> {
        let numbers = match (interpolation, self.blocks) {
            (INTER_AREA | INTER_LINEAR, Some([2, 2])) => self.halved_bytes::<C>(picture),
            (INTER_AREA, Some(block)) if self.shrinks() => self.blocks_of::<u8, C>(picture, block),
            (INTER_AREA, None) if self.shrinks() => self.areas::<u8, C>(picture),
            (INTER_AREA | INTER_LINEAR, _) => self.between_bytes::<2, C>(picture, interpolation, blended_two),
            (INTER_CUBIC, _) => self.between_bytes::<4, C>(picture, interpolation, blended_four),
            (INTER_NEAREST, _) => self.nearest::<C>(picture),
            _ => return None,
        };
        Some(Mat::picture(numbers, C, self.size))
    }

    fn floats(&self, picture: &Mat, interpolation: i32) -> Option<Mat> {
        let numbers = match (interpolation, self.blocks) {
            (INTER_AREA | INTER_LINEAR, Some(block @ [2, 2])) => self.blocks_of::<f32, 1>(picture, block),
            (INTER_AREA, Some(block)) if self.shrinks() => self.blocks_of::<f32, 1>(picture, block),
            (INTER_AREA, None) if self.shrinks() => self.areas::<f32, 1>(picture),
            (INTER_AREA | INTER_LINEAR, _) => self.between_floats(picture, interpolation),
            _ => return None,
        };
        Some(Mat::picture(numbers, 1, self.size))
    }

    fn nearest<const C: usize>(&self, picture: &Mat) -> Vec<u8> {
        let [across, down] = self.scales;
        let cols: Vec<usize> = (0..self.cols()).map(|col| nearest_to(col, across, picture.cols())).collect();
        let rows =
            (0..self.rows()).map(|row| picture.row::<u8>(nearest_to(row, down, picture.rows())).as_chunks::<C>().0);
        rows.flat_map(|row| cols.iter().flat_map(|col| row[*col])).collect()
    }
}

/// Values that can be averaged.
trait Mean: Channel {
    /// The type of their sum.
    type Sum: Copy + Default + std::ops::AddAssign;
    fn widened(self) -> Self::Sum;
    /// Converts the sum to the mean, with `share` as the factor.
    fn mean(sum: Self::Sum, share: f32) -> Self;
    fn float(self) -> f32;
    fn of_float(value: f32) -> Self;
}

impl Mean for u8 {
    type Sum = u32;

    fn widened(self) -> u32 {
        self.into()
    }

    fn mean(sum: u32, share: f32) -> Self {
        byte_of(sum as f32 * share)
    }

    fn float(self) -> f32 {
        self.into()
    }

    fn of_float(value: f32) -> Self {
        byte_of(value)
    }
}

impl Mean for f32 {
    type Sum = f32;

    fn widened(self) -> f32 {
        self
    }

    fn mean(sum: f32, share: f32) -> Self {
        sum * share
    }

    fn float(self) -> f32 {
        self
    }

    fn of_float(value: f32) -> Self {
        value
    }
}

/// Shrinking by averaging areas.
impl Change {
    /// Averages blocks of four pixels, rounding a half up.
    fn halved_bytes<const C: usize>(&self, picture: &Mat) -> Vec<u8> {
        // Blocks at the right and lower edges may have fewer pixels; `blocks_of` averages those that exist.
        let covered = [picture.cols() as usize / 2, picture.rows() as usize / 2];
        if covered != [self.cols(), self.rows()] {
            let mut numbers = self.blocks_of::<u8, C>(picture, [2, 2]);
            let cols = covered[0].min(self.cols());
            for (row, line) in numbers.chunks_exact_mut(self.cols() * C).take(covered[1]).enumerate() {
                halve::<C>([2 * row, 2 * row + 1].map(|row| picture.row(row)), &mut line[..cols * C], &mut Vec::new());
            }
            return numbers;
        }
        let mut numbers = vec![0; self.cols() * self.rows() * C];
        let mut sums = Vec::new();
        for (row, line) in numbers.chunks_exact_mut(self.cols() * C).enumerate() {
            halve::<C>([2 * row, 2 * row + 1].map(|row| picture.row(row)), line, &mut sums);
        }
        numbers
    }

    /// Averages blocks of this many pixels. At the right and lower edges, averages the available part of a
    /// block.
    fn blocks_of<T: Mean, const C: usize>(&self, picture: &Mat, [wide, high]: [usize; 2]) -> Vec<T> {
        let (cols, rows) = (picture.cols() as usize, picture.rows() as usize);
        let mut numbers = vec![T::default(); self.cols() * self.rows() * C];
        let mut sums = vec![[T::Sum::default(); C]; self.cols()];
        for (row, line) in numbers.chunks_exact_mut(self.cols() * C).enumerate() {
            sums.fill([T::Sum::default(); C]);
            let top = row * high;
            let bottom = (top + high).min(rows);
            for source in (top..bottom).map(|row| picture.row::<T>(row).as_chunks::<C>().0) {
                for (sum, block) in sums.iter_mut().zip(source.chunks(wide)) {
                    for pixel in block {
                        sum.iter_mut().zip(pixel).for_each(|(sum, value)| *sum += value.widened());
                    }
                }
            }
            for (col, (target, sum)) in line.as_chunks_mut::<C>().0.iter_mut().zip(&sums).enumerate() {
                let there = cols.saturating_sub(col * wide).min(wide) * bottom.saturating_sub(top);
                *target = if there == 0 { [T::default(); C] } else { sum.map(|sum| T::mean(sum, 1.0 / there as f32)) };
            }
        }
        numbers
    }

    /// Averages areas whose sides are not whole numbers of pixels.
    fn areas<T: Mean, const C: usize>(&self, picture: &Mat) -> Vec<T> {
        let across = parts(picture.cols() as usize, self.cols(), self.scales[0]);
        let down = parts(picture.rows() as usize, self.rows(), self.scales[1]);
        let mut numbers = vec![T::default(); self.cols() * self.rows() * C];
        let (mut line, mut sum) = (vec![[0.0_f32; C]; self.cols()], vec![[0.0_f32; C]; self.cols()]);
        let mut parts = down.iter().peekable();
        while let Some(part) = parts.next() {
            line.fill([0.0; C]);
            let source = picture.row::<T>(part.from).as_chunks::<C>().0;
            for Part { from, to, share } in &across {
                line[*to].iter_mut().zip(source[*from]).for_each(|(sum, value)| *sum += value.float() * share);
            }
            let pairs = sum.as_flattened_mut().iter_mut().zip(line.as_flattened());
            pairs.for_each(|(sum, value)| *sum += part.share * value);
            if parts.peek().is_none_or(|next| next.to != part.to) {
                let target = &mut numbers[part.to * self.cols() * C..][..self.cols() * C];
                target.iter_mut().zip(sum.as_flattened()).for_each(|(target, sum)| *target = T::of_float(*sum));
                sum.fill([0.0; C]);
            }
        }
        numbers
    }
}

fn halve<const C: usize>([upper, lower]: [&[u8]; 2], line: &mut [u8], sums: &mut Vec<u16>) {
    sums.clear();
    sums.extend(upper.iter().zip(lower).map(|(upper, lower)| u16::from(*upper) + u16::from(*lower)));
    let pairs = sums.as_chunks::<C>().0.as_chunks::<2>().0;
    for (target, [left, right]) in line.as_chunks_mut::<C>().0.iter_mut().zip(pairs) {
        for channel in 0..C {
            target[channel] = ((left[channel] + right[channel] + 2) / 4) as u8;
        }
    }
}

/// The share of a source pixel in an output pixel.
struct Part {
    from: usize,
    to: usize,
    share: f32,
}

/// The shares of the source pixels in each output pixel along one axis: OpenCV's `computeResizeAreaTab`.
fn parts(before: usize, after: usize, scale: f64) -> Vec<Part> {
    // Smaller shares are ignored.
    const LEAST: f64 = 1e-3;
    let mut parts = Vec::new();
    for to in 0..after {
        let begin = to as f64 * scale;
        let end = begin + scale;
        let length = scale.min(before as f64 - begin);
        let last = (end.floor() as usize).min(before - 1);
        let first = (begin.ceil() as usize).min(last);
        if first as f64 - begin > LEAST {
            parts.push(Part { from: first - 1, to, share: ((first as f64 - begin) / length) as f32 });
        }
        parts.extend((first..last).map(|from| Part { from, to, share: (1.0 / length) as f32 }));
        if end - last as f64 > LEAST {
            parts.push(Part { from: last, to, share: ((end - last as f64).min(1.0).min(length) / length) as f32 });
        }
    }
    parts
}

/// Weights for bytes are integers in units of 2^-11.
const ONE: f32 = 2048.0;

/// The pixels of a line that surround an output pixel, and their weights.
struct Taps<const N: usize> {
    from: [usize; N],
    weights: [f32; N],
}

impl<const N: usize> Taps<N> {
    fn whole_weights(&self) -> [i32; N] {
        self.weights.map(|weight| (weight * ONE).round_ties_even() as i32)
    }
}

/// The source pixels of each output pixel along one axis. With `is_clamped`, positions beyond the centre of
/// an end pixel take that pixel with full weight, as OpenCV does horizontally but not vertically.
fn taps<const N: usize>(
    before: usize,
    after: usize,
    [factor, scale]: [f64; 2],
    interpolation: i32,
    is_clamped: bool,
) -> Vec<Taps<N>> {
    let taps = (0..after).map(|to| {
        let (mut from, mut part);
        if interpolation == INTER_AREA {
            from = (to as f64 * scale).floor() as isize;
            part = ((to + 1) as f64 - (from + 1) as f64 * factor) as f32;
            part = if part <= 0.0 { 0.0 } else { part - part.floor() };
        } else {
            part = ((to as f64 + 0.5) * scale - 0.5) as f32;
            from = part.floor() as isize;
            part -= part.floor();
        }
        let last = before as isize - 1;
        if N == 2 && is_clamped && (from < 0 || from >= last) {
            (from, part) = (from.clamp(0, last), 0.0);
        }
        let first = from - (N as isize / 2 - 1);
        Taps {
            from: std::array::from_fn(|at| (first + at as isize).clamp(0, last) as usize),
            weights: std::array::from_fn(|at| if N == 2 { [1.0 - part, part][at] } else { cubic(part)[at] }),
        }
    });
    taps.collect()
}

/// The index of the source pixel for the output pixel `at`.
fn nearest_to(at: usize, scale: f64, length: i32) -> usize {
    ((at as f64 * scale).floor() as usize).min(length as usize - 1)
}

/// The weights of four neighbouring pixels for a position between the second and the third, `part` of a pixel
/// from the second (OpenCV's `interpolateCubic`).
fn cubic(part: f32) -> [f32; 4] {
    const A: f32 = -0.75;
    let far = |x: f32| ((A * (x + 1.0) - 5.0 * A) * (x + 1.0) + 8.0 * A) * (x + 1.0) - 4.0 * A;
    let near = |x: f32| ((A + 2.0) * x - (A + 3.0)) * x * x + 1.0;
    let [first, second, third] = [far(part), near(part), near(1.0 - part)];
    [first, second, third, 1.0 - first - second - third]
}

/// Interpolation between four or sixteen pixels.
impl Change {
    fn taps<const N: usize>(&self, picture: &Mat, interpolation: i32) -> [Vec<Taps<N>>; 2] {
        let [across, down] = [0, 1].map(|axis| [self.factors[axis], self.scales[axis]]);
        [
            taps(picture.cols() as usize, self.cols(), across, interpolation, true),
            taps(picture.rows() as usize, self.rows(), down, interpolation, false),
        ]
    }

    /// Interpolates rows horizontally, then between rows. Interpolated rows that the next output row also
    /// needs are kept.
    fn between_bytes<const N: usize, const C: usize>(
        &self,
        picture: &Mat,
        interpolation: i32,
        blended: fn([&[i32]; N], [i32; N], &mut [u8]),
    ) -> Vec<u8> {
        let [across, down] = self.taps::<N>(picture, interpolation);
        let across: Vec<([usize; N], [i32; N])> = across.iter().map(|taps| (taps.from, taps.whole_weights())).collect();
        let mut kept = KeptRows::new(self.cols() * C);
        let mut numbers = vec![0; self.cols() * self.rows() * C];
        for (taps, line) in down.iter().zip(numbers.chunks_exact_mut(self.cols() * C)) {
            let rows = kept.rows(taps.from, |row, target: &mut [i32]| {
                let source = picture.row::<u8>(row).as_chunks::<C>().0;
                for (target, (from, weights)) in target.as_chunks_mut::<C>().0.iter_mut().zip(&across) {
                    *target = [0; C];
                    for (from, weight) in from.iter().zip(weights) {
                        target.iter_mut().zip(source[*from]).for_each(|(sum, value)| *sum += i32::from(value) * weight);
                    }
                }
            });
            blended(rows, taps.whole_weights(), line);
        }
        numbers
    }

    fn between_floats(&self, picture: &Mat, interpolation: i32) -> Vec<f32> {
        let [across, down] = self.taps::<2>(picture, interpolation);
        let mut kept = KeptRows::new(self.cols());
        let mut numbers = Vec::with_capacity(self.cols() * self.rows());
        for Taps { from, weights: [first, second] } in &down {
            let [above, below] = kept.rows(*from, |row, target: &mut [f32]| {
                let source = picture.row::<f32>(row);
                for (target, Taps { from: [left, right], weights: [first, second] }) in target.iter_mut().zip(&across) {
                    *target = source[*left] * first + source[*right] * second;
                }
            });
            numbers.extend(above.iter().zip(below).map(|(above, below)| above * first + below * second));
        }
        numbers
    }
}

/// Rows that were interpolated horizontally; a new one replaces one that is no longer needed.
struct KeptRows<T, const N: usize> {
    rows: [(Option<usize>, Vec<T>); N],
}

impl<T: Copy + Default, const N: usize> KeptRows<T, N> {
    fn new(length: usize) -> Self {
        Self { rows: std::array::from_fn(|_| (None, vec![T::default(); length])) }
    }

    /// Returns the wanted rows, which are close together and never before those of the last call. `weigh`
    /// computes the rows that are not kept yet.
    fn rows(&mut self, wanted: [usize; N], mut weigh: impl FnMut(usize, &mut [T])) -> [&[T]; N] {
        for row in wanted {
            if self.rows.iter().any(|(kept, _)| *kept == Some(row)) {
                continue;
            }
            let free = self.rows.iter_mut().find(|(kept, _)| kept.is_none_or(|kept| !wanted.contains(&kept)));
            let (kept, target) = free.expect("as many are kept as are wanted");
            weigh(row, target);
            *kept = Some(row);
        }
        wanted.map(|row| {
            let found = self.rows.iter().find(|(kept, _)| *kept == Some(row));
            found.expect("weighed above").1.as_slice()
        })
    }
}

/// Blends two rows as OpenCV's `VResizeLinear` does for bytes.
fn blended_two([above, below]: [&[i32]; 2], [first, second]: [i32; 2], line: &mut [u8]) {
    for ((target, above), below) in line.iter_mut().zip(above).zip(below) {
        *target = ((((first * (above >> 4)) >> 16) + ((second * (below >> 4)) >> 16) + 2) >> 2) as u8;
    }
}

/// Blends four rows as OpenCV's `VResizeCubic` does for bytes.
fn blended_four(rows: [&[i32]; 4], weights: [i32; 4], line: &mut [u8]) {
    // The number of fraction bits after weighting in both directions.
    const BITS: u32 = 2 * (ONE as u32).ilog2();
    let [first, second, third, fourth] = rows.map(<[i32]>::iter);
    for ((((target, a), b), c), d) in line.iter_mut().zip(first).zip(second).zip(third).zip(fourth) {
        let sum = a * weights[0] + b * weights[1] + c * weights[2] + d * weights[3];
        *target = ((sum + (1 << (BITS - 1))) >> BITS).clamp(0, 255) as u8;
    }
}
