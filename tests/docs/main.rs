//! Checks the documentation against the program.

mod languages;
mod layers;
#[cfg(feature = "opencv")]
mod pages;
#[cfg(unix)]
mod release;
