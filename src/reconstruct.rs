//! `SquareGuesses -> Kingdom`: the most probable kingdom, and what is in doubt.
