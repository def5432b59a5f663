//! Many photos in one command.

#[path = "../common/mod.rs"]
mod common;

mod answers;
mod damage;
mod folders;
#[cfg(feature = "vision")]
mod lines;
mod names;
mod pages;
mod plan;
mod programs;
mod results;
mod review;
mod runs;
mod ties;
#[cfg(feature = "vision")]
mod whole_batches;
