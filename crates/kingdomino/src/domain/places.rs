//! Compact lists of squares.

use super::Place;

/// Squares in reading order, with horizontal runs as ranges: `r1c1-c3 r2c2`.
pub fn compact(places: &[Place]) -> String {
    let runs = places.chunk_by(|left, right| left.row == right.row && left.col + 1 == right.col);
    let words: Vec<String> = runs.map(run_in_words).collect();
    words.join(" ")
}

/// Writes neighbouring squares of one row, such as `r1c1-c3`. `run` must not be empty.
fn run_in_words(run: &[Place]) -> String {
    match run {
        [first, .., last] => format!("{first}-c{}", last.col + 1),
        _ => run.iter().map(Place::to_string).collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn neighbours_in_a_row_stand_together() {
        let places = |text: &str| text.split_whitespace().filter_map(Place::from_words).collect::<Vec<_>>();
        assert_eq!(compact(&places("r1c1 r1c2 r1c3 r2c3 r2c5 r3c1 r3c2")), "r1c1-c3 r2c3 r2c5 r3c1-c2");
        assert_eq!(compact(&places("r4c7")), "r4c7");
        assert_eq!(compact(&[]), "");
    }
}
