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
        let at_least = |what: &str, reached: f64, bound: Option<f64>| {
            let missed = bound.filter(|bound| reached < *bound);
            missed.map(|bound| format!("{what}: {}, but at least {} is asked for", percent(reached), percent(bound)))
        };
        let at_most = |what: &str, reached: usize, bound: Option<usize>| {
            let missed = bound.filter(|bound| reached > *bound);
            missed.map(|bound| format!("{what}: {reached}, but at most {bound} allowed"))
        };
        let doubts = self.max_doubts.filter(|bound| sums.share_doubted() > *bound);
        let doubts = doubts.map(|bound| {
            format!(
                "doubts on rightly read kingdoms: {}, but at most {} allowed",
                percent(sums.share_doubted()),
                percent(bound)
            )
        });
        let all = [
            at_least("grids located", sums.share_located(), self.min_located),
            at_least("squares right", sums.share_squares(), self.min_squares),
            at_least("buildings right", sums.share_buildings(), self.min_buildings),
            at_least("totals right", sums.share_totals(), self.min_totals),
            at_most("silent errors", sums.silent_errors, self.max_silent),
            doubts,
            at_most("false grids", sums.false_grids, self.max_false_grids),
        ];
        all.into_iter().flatten().collect()
    }
}

/// A percentage, rounded down to two decimals: `99.49 %`.
pub(crate) fn percent(share: f64) -> String {
    format!("{:.2} %", (share * 10_000.0 + 1e-6).floor() / 100.0)
}
