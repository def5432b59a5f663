//! What people and programs get to read of a tournament.

pub mod csv;
pub mod game_page;
pub mod html;
pub mod pages;
pub mod table;
