//! `Kingdom -> ScoreSheet`: the points, line by line.
