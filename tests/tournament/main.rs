//! Many photos in one command.

#[path = "../common/mod.rs"]
mod common;

mod answers;
mod damage;
mod folders;
#[cfg(feature = "opencv")]
mod lines;
mod names;
mod pages;
mod plan;
mod programs;
mod results;
mod review;
mod runs;
mod season;
mod seating;
mod spreadsheets;
mod thousands;
mod ties;
#[cfg(feature = "opencv")]
mod whole_batches;
