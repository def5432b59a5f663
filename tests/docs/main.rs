//! Checks the documentation against the program.

mod layers;
#[cfg(feature = "opencv")]
mod pages;
#[cfg(unix)]
mod release;
