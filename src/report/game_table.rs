//! A game that was read from photos, for people: who won, the score pad, and what is to check with what to type.

use super::standings_table::{all_to_check, pads, ranks_with_heading};
use super::to_check::block;
use super::to_type::ToType;
use crate::messages::{Language, Message};
use crate::standings::Standings;

/// The ranks with totals and what broke a tie, the pad, `warnings` about the whole game, and what is to check. Ends with a newline.
///
/// Tables are wrapped to `width` (the terminal's, in columns); `None` never wraps. What is to be typed is never wrapped.
pub fn game_table(
    standings: &Standings,
    warnings: &[Message],
    to_type: &ToType,
    language: Language,
    width: Option<u16>,
) -> String {
    let mut text = ranks_with_heading(standings, language, width) + &pads(standings, language, width);
    if !warnings.is_empty() {
        text += &format!("\n{}", block(None, None, warnings, Vec::new(), language, width));
    }
    text += &all_to_check(standings, language, width);
    text += &to_type.in_words(language, width);
    text
}
