//! A tournament's results for people and programs.

pub mod csv;
pub mod game_page;
pub mod html;
pub mod pages;
pub mod projector;
pub mod season;
pub mod seating;
pub mod sheets;
pub mod table;
pub mod xlsx;
