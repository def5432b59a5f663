//! A tournament's results for people and programs.

pub mod csv;
pub mod game_page;
pub mod html;
pub mod pages;
mod season;
pub mod seating;
pub mod table;
