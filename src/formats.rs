//! Kingdoms as text: the JSON of labels and results, and the one-line notation.
