//! Points: what a kingdom scores, what its sheet assumes, and what knights would collect.

pub mod assumptions;
mod bonus;
mod court;
pub mod sheet;
pub mod taxes;
