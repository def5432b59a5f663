//! Inverse DCT from a block's coefficients to samples: libjpeg's accurate integer transform (`jidctint`,
//! `jidctred`), to 8 x 8, 4 x 4, 2 x 2 samples or one.

/// The number of samples along the side of a decoded block.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Transform {
    One,
    Two,
    Four,
    Eight,
}

/// Fractions are integers in units of 2^-13.
const FRACTION_BITS: u32 = 13;

/// Between the two passes, values have this many fraction bits: they are in units of 1/4.
const BETWEEN_BITS: u32 = 2;

/// Both passes together multiply values by 8.
const SCALE_BITS: u32 = 3;

/// The middle of the range of samples.
const MIDDLE: i32 = 128;

const fn fraction(value: f64) -> i32 {
    (value * (1 << FRACTION_BITS) as f64 + 0.5) as i32
}

impl Transform {
    pub const fn to(side: usize) -> Self {
        match side {
            1 => Self::One,
            2 => Self::Two,
            4 => Self::Four,
            _ => Self::Eight,
        }
    }

    pub const fn side(self) -> usize {
        match self {
            Self::One => 1,
            Self::Two => 2,
            Self::Four => 4,
            Self::Eight => 8,
        }
    }

    /// Multiplies the coefficients by the quantisation `steps`, transforms them, and writes the block's
    /// samples into `target`, whose rows are `stride` samples apart. `is_flat`: all coefficients but the
    /// first are 0.
    #[inline]
    pub fn decode(self, coefficients: &[i16; 64], steps: &[i16; 64], is_flat: bool, target: &mut [u8], stride: usize) {
        if self == Self::One {
            let mean = i32::from(coefficients[0]) * i32::from(steps[0]);
            target[0] = wrapped_sample(descaled(mean, SCALE_BITS));
            return;
        }
        if is_flat {
            let mean = coefficients[0].wrapping_mul(steps[0]);
            // The shift may overflow and wrap around, as in libjpeg-turbo's vector code.
            let half =
                if self == Self::Two { between(i32::from(mean) << BETWEEN_BITS, 0) } else { mean << BETWEEN_BITS };
            let sample = sample(descaled(half.into(), BETWEEN_BITS + SCALE_BITS));
            let side = self.side();
            target.chunks_mut(stride).take(side).for_each(|row| row[..side].fill(sample));
            return;
        }
        match self {
            Self::Eight => eight(&values(coefficients, steps), target, stride),
            Self::Four => four(&values(coefficients, steps), target, stride),
            Self::One | Self::Two => two(&values(coefficients, steps), target, stride),
        }
    }
}

/// Dequantised coefficients by row, then column, in 16 bits as in libjpeg-turbo's vector code.
type Values = [[i16; 8]; 8];

fn values(coefficients: &[i16; 64], steps: &[i16; 64]) -> Values {
    let mut values = [[0; 8]; 8];
    let pairs = coefficients.iter().zip(steps);
    for (value, (coefficient, step)) in values.as_flattened_mut().iter_mut().zip(pairs) {
        *value = coefficient.wrapping_mul(*step);
    }
    values
}

const fn descaled(value: i32, bits: u32) -> i32 {
    value.wrapping_add(1 << bits >> 1) >> bits
}

fn between(value: i32, bits: u32) -> i16 {
    descaled(value, bits).clamp(i16::MIN.into(), i16::MAX.into()) as i16
}

fn sample(value: i32) -> u8 {
    (value + MIDDLE).clamp(0, 255) as u8
}

/// Values far outside the range wrap around, as in libjpeg's code without vectors.
fn wrapped_sample(value: i32) -> u8 {
    const RANGE: i32 = 1024;
    let value = value.rem_euclid(RANGE);
    sample(if value < RANGE / 2 { value } else { value - RANGE })
}

/// The sum of two products. Vector instructions compute it from 16 to 32 bits in one step.
#[inline]
fn sum(numbers: [i16; 2], factors: [i32; 2]) -> i32 {
    (i32::from(numbers[0]) * factors[0]).wrapping_add(i32::from(numbers[1]) * factors[1])
}

fn transposed<T: Copy>(values: &[[T; 8]; 8]) -> [[T; 8]; 8] {
    std::array::from_fn(|row| std::array::from_fn(|col| values[col][row]))
}

/// If all rows below the first are 0, the result of the first pass for each column. Overflow wraps around, as
/// in libjpeg-turbo's vector code.
fn flat_columns(values: &Values) -> Option<[i16; 8]> {
    let is_flat = values[1..].as_flattened().iter().fold(0, |any, value| any | value) == 0;
    is_flat.then(|| values[0].map(|value| value << BETWEEN_BITS))
}

fn eight(values: &Values, target: &mut [u8], stride: usize) {
    let flat = flat_columns(values);
    let mut half = [flat.unwrap_or_default(); 8];
    if flat.is_none() {
        for col in 0..8 {
            for (row, value) in eight_of(std::array::from_fn(|row| values[row][col])).into_iter().enumerate() {
                half[row][col] = between(value, FRACTION_BITS - BETWEEN_BITS);
            }
        }
    }
    let half = transposed(&half);
    let mut samples = [[0; 8]; 8];
    for row in 0..8 {
        for (col, value) in eight_of(std::array::from_fn(|col| half[col][row])).into_iter().enumerate() {
            samples[col][row] = sample(descaled(value, FRACTION_BITS + BETWEEN_BITS + SCALE_BITS));
        }
    }
    for (row, target) in transposed(&samples).iter().zip(target.chunks_mut(stride)) {
        target[..8].copy_from_slice(row);
    }
}

/// Loeffler, Ligtenberg and Moschytz, "Practical fast 1-D DCT algorithms with 11 multiplications" (1989),
/// with products in pairs as in libjpeg-turbo's vector code.
#[inline]
fn eight_of(value: [i16; 8]) -> [i32; 8] {
    const SHARED: i32 = fraction(0.541196100);
    const BOTH: i32 = fraction(1.175875602);
    const OUTER: i32 = fraction(0.899976223);
    const INNER: i32 = fraction(2.562915447);
    let turned = [
        sum([value[2], value[6]], [SHARED, SHARED - const { fraction(1.847759065) }]),
        sum([value[2], value[6]], [SHARED + const { fraction(0.765366865) }, SHARED]),
    ];
    let mean = i32::from(value[0].wrapping_add(value[4])) << FRACTION_BITS;
    let difference = i32::from(value[0].wrapping_sub(value[4])) << FRACTION_BITS;
    let even = [
        mean.wrapping_add(turned[1]),
        difference.wrapping_add(turned[0]),
        difference.wrapping_sub(turned[0]),
        mean.wrapping_sub(turned[1]),
    ];
    let [a, b, c, d] = [value[7], value[5], value[3], value[1]];
    let crossed = [a.wrapping_add(c), b.wrapping_add(d)];
    let first = sum(crossed, [BOTH - const { fraction(1.961570560) }, BOTH]);
    let second = sum(crossed, [BOTH, BOTH - const { fraction(0.390180644) }]);
    let odd = [
        sum([a, d], [-OUTER, const { fraction(1.501321110) } - OUTER]).wrapping_add(second),
        sum([b, c], [-INNER, const { fraction(3.072711026) } - INNER]).wrapping_add(first),
        sum([b, c], [const { fraction(2.053119869) } - INNER, -INNER]).wrapping_add(second),
        sum([a, d], [const { fraction(0.298631336) } - OUTER, -OUTER]).wrapping_add(first),
    ];
    let at = |index: usize| {
        if index < 4 { even[index].wrapping_add(odd[index]) } else { even[7 - index].wrapping_sub(odd[7 - index]) }
    };
    [at(0), at(1), at(2), at(3), at(4), at(5), at(6), at(7)]
}

fn four(values: &Values, target: &mut [u8], stride: usize) {
    // `half` is indexed by the row of the output and the column of the coefficients.
    let flat = flat_columns(values);
    let mut half = [flat.unwrap_or_default(); 4];
    if flat.is_none() {
        for col in 0..8 {
            for (row, value) in four_of(std::array::from_fn(|row| values[row][col])).into_iter().enumerate() {
                half[row][col] = between(value, FRACTION_BITS - BETWEEN_BITS + 1);
            }
        }
    }
    for (row, target) in half.into_iter().zip(target.chunks_mut(stride)) {
        for (target, value) in target.iter_mut().zip(four_of(row)) {
            *target = sample(descaled(value, FRACTION_BITS + BETWEEN_BITS + SCALE_BITS + 1));
        }
    }
}

#[inline]
fn four_of(value: [i16; 8]) -> [i32; 4] {
    let mean = i32::from(value[0]) << (FRACTION_BITS + 1);
    let turned = sum([value[2], value[6]], const { [fraction(1.847759065), -fraction(0.765366865)] });
    let (outer, inner) = (mean.wrapping_add(turned), mean.wrapping_sub(turned));
    let [a, b, c, d] = [value[7], value[5], value[3], value[1]];
    let small = sum([a, b], const { [-fraction(0.211164243), fraction(1.451774981)] })
        .wrapping_add(sum([c, d], const { [-fraction(2.172734803), fraction(1.061594337)] }));
    let large = sum([a, b], const { [-fraction(0.509795579), -fraction(0.601344887)] })
        .wrapping_add(sum([c, d], const { [fraction(0.899976223), fraction(2.562915447)] }));
    [outer.wrapping_add(large), inner.wrapping_add(small), inner.wrapping_sub(small), outer.wrapping_sub(large)]
}

fn two(values: &Values, target: &mut [u8], stride: usize) {
    let mut half = [[0; 8]; 2];
    for col in 0..8 {
        for (row, value) in two_of(std::array::from_fn(|row| values[row][col])).into_iter().enumerate() {
            half[row][col] = between(value, FRACTION_BITS - BETWEEN_BITS + 2);
        }
    }
    for (row, target) in half.into_iter().zip(target.chunks_mut(stride)) {
        for (target, value) in target.iter_mut().zip(two_of(row)) {
            *target = sample(descaled(value, FRACTION_BITS + BETWEEN_BITS + SCALE_BITS + 2));
        }
    }
}

#[inline]
fn two_of(value: [i16; 8]) -> [i32; 2] {
    let mean = i32::from(value[0]) << (FRACTION_BITS + 2);
    let slope = sum([value[7], value[5]], const { [-fraction(0.720959822), fraction(0.850430095)] })
        .wrapping_add(sum([value[3], value[1]], const { [-fraction(1.272758580), fraction(3.624509785)] }));
    [mean.wrapping_add(slope), mean.wrapping_sub(slope)]
}
