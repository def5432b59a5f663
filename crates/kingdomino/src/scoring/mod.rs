//! Points: the score of a kingdom, what its sheet assumes, and the coins that knights would collect.

pub mod assumptions;
mod bonus;
mod court;
pub mod sheet;
pub mod taxes;
