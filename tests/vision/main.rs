//! From photos to guesses and readings.
#![cfg(feature = "opencv")]

#[path = "../common/mod.rs"]
mod common;

mod board;
mod bounded;
mod covered;
mod debug;
mod failing_network;
mod grid_fit;
mod grid_size;
mod odd_tile;
mod parity;
mod photo;
mod photo_files;
mod photo_formats;
mod photo_mutations;
mod pictures;
mod portable_networks;
mod queendomino;
mod robust;
mod several;
mod sheets;
mod table_reader;
mod turned;
