//! Arithmetic on vectors of natural logarithms of probabilities, one per class.

/// The natural logarithm of a class that is practically impossible. Unlike minus infinity, it can be
/// multiplied by a weight.
pub const LEAST_LOG: f32 = -50.0;

/// The mean of the logarithms of each class, normalised.
pub(super) fn log_mean<'a, const N: usize>(all: impl Iterator<Item = &'a [f32; N]>) -> [f32; N] {
    let (mut sums, mut count) = ([0.0; N], 0.0);
    for logs in all {
        sums.iter_mut().zip(logs).for_each(|(sum, log)| *sum += log);
        count += 1.0;
    }
    normalised(sums.map(|sum| sum / count))
}

/// The mean of the logarithms of each class, weighted by the information in each vector; uniform if there is
/// none.
pub(super) fn information_weighted_mean<'a, const N: usize>(
    all: impl Iterator<Item = &'a [f32; N]> + Clone,
) -> [f32; N] {
    let sum: f32 = all.clone().map(information).sum();
    let mut joint = [0.0; N];
    if sum > 0.0 {
        for logs in all {
            let weight = information(logs) / sum;
            joint.iter_mut().zip(logs).for_each(|(joint, log)| *joint += log.max(LEAST_LOG) * weight);
        }
    }
    normalised(joint)
}

/// How much probabilities given as natural logarithms tell, in nats: 0 if all are equal, most if one is 1.
fn information<const N: usize>(logs: &[f32; N]) -> f32 {
    let terms = logs.iter().map(|log| log.exp() * (log.max(LEAST_LOG) + (N as f32).ln()));
    let sum = terms.sum::<f32>();
    if sum.is_finite() { sum.max(0.0) } else { 0.0 }
}

/// The logarithms of probabilities in the same ratios, normalised to a sum of 1.
pub fn normalised<const N: usize>(logs: [f32; N]) -> [f32; N] {
    let highest = logs.iter().copied().fold(f32::NEG_INFINITY, f32::max);
    let log_sum = highest + logs.iter().map(|log| (log - highest).exp()).sum::<f32>().ln();
    logs.map(|log| log - log_sum)
}

/// The logarithms divided by the temperature, normalised. A temperature below 1 makes probable classes more
/// probable, one above 1 less.
pub(super) fn tempered<const N: usize>(logs: [f32; N], temperature: f32) -> [f32; N] {
    normalised(logs.map(|log| log / temperature))
}
