//! English.

use super::PageTexts;

pub const TEXTS: PageTexts = PageTexts { title: "Score a game" };
