//! What is written about the program, held against it.

mod layers;
#[cfg(feature = "vision")]
mod pages;
#[cfg(unix)]
mod release;
