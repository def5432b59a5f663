//! Checks the documentation against the program.

mod layers;
#[cfg(feature = "vision")]
mod pages;
#[cfg(unix)]
mod release;
