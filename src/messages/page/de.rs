//! German.

use super::PageTexts;

pub const TEXTS: PageTexts = PageTexts { title: "Ein Spiel auswerten" };
