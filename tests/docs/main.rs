//! Checks the documentation against the program.

#[cfg(unix)]
mod builds;
mod languages;
mod layers;
mod pages;
#[cfg(unix)]
mod release;
