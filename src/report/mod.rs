//! Results for people and for programs.

pub mod sheet_json;
pub mod sheet_table;
