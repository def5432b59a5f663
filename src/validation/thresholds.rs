//! The limits that a validation must meet.

use super::Sums;

/// Limits for the sums; `None` means no limit.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Thresholds {
    /// Share of squares read correctly, 0 to 1.
    pub min_squares: Option<f64>,
    /// Share of buildings read correctly, 0 to 1.
    pub min_buildings: Option<f64>,
    /// Share of kingdoms whose grid was located, 0 to 1.
    pub min_located: Option<f64>,
    /// Share of kingdoms whose total is right, 0 to 1.
    pub min_totals: Option<f64>,
    /// Wrong totals that were not marked for review.
    pub max_silent: Option<usize>,
    /// Share of the correctly read kingdoms that are marked for review, 0 to 1.
    pub max_doubts: Option<f64>,
    /// Kingdoms found in pictures without a kingdom.
    pub max_false_grids: Option<usize>,
}

impl Thresholds {
    /// One sentence for every limit that is not met.
    pub fn missed(&self, sums: &Sums) -> Vec<String> {
        let doubts = self.max_doubts.filter(|bound| sums.share_doubted() > *bound);
        let doubts = doubts.map(|bound| {
            format!(
                "correctly read kingdoms marked as doubtful: {}, but at most {} allowed",
                percent(sums.share_doubted()),
                percent(bound)
            )
        });
        let all = [
            below("grids located", sums.share_located(), self.min_located),
            below("squares right", sums.share_squares(), self.min_squares),
            below("buildings right", sums.share_buildings(), self.min_buildings),
            below("totals right", sums.share_totals(), self.min_totals),
            above("silent errors", sums.silent_errors, self.max_silent),
            doubts,
            above("false grids", sums.false_grids, self.max_false_grids),
        ];
        all.into_iter().flatten().collect()
    }
}

/// The sentence for a share below its limit; `None` if the limit is met, or if there is none.
fn below(what: &str, reached: f64, limit: Option<f64>) -> Option<String> {
    let limit = limit.filter(|limit| reached < *limit)?;
    Some(format!("{what}: {}, but at least {} is required", percent(reached), percent(limit)))
}

/// The sentence for a number above its limit; `None` if the limit is met, or if there is none.
fn above(what: &str, reached: usize, limit: Option<usize>) -> Option<String> {
    let limit = limit.filter(|limit| reached > *limit)?;
    Some(format!("{what}: {reached}, but at most {limit} allowed"))
}

/// A percentage, rounded down to two decimals: `99.49 %`.
pub(crate) fn percent(share: f64) -> String {
    format!("{:.2} %", (share * 10_000.0 + 1e-6).floor() / 100.0)
}
