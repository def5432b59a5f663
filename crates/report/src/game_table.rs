//! A game that was read from photos, as text for people: the ranks, the score pad, and what to check, with
//! commands to run.

use std::collections::BTreeMap;

use super::doubtful_squares::of_record;
use super::kingdom_picture::{Legend, record_picture};
use super::standings_table::{of_game_to_check, pads, ranks_with_heading};
use super::to_check::{Block, suspects};
use super::to_type::{KingdomToSay, LinesToType};
use kingdomino::audit::warning::Warning;
use kingdomino::formats::Name;
use kingdomino::standings::{ScoredKingdom, Standings};
use messages::{Language, Message, MessageId};
use reading::correction::OpenQuestion;

/// The commands that a person may run for a game that needs review.
#[derive(Debug, Clone, Default)]
pub struct GameToSay {
    /// For each player, the command that confirms the kingdom as shown.
    pub whole: BTreeMap<Name, KingdomToSay>,
    /// For each player, the questions about the kingdom. The line to type has their squares.
    pub questions: BTreeMap<Name, Vec<OpenQuestion>>,
    /// Corrections that contradict the other squares, such as `Anna:r2c4=forest:1`.
    pub suspects: Vec<String>,
    /// The commands for the whole game.
    pub lines: LinesToType,
}

/// The ranks with totals and tie-breaks, the score pad, `warnings` about the whole game, and what to check.
/// Ends with a newline.
///
/// Tables are wrapped to `width`, the terminal's number of columns; not at all if that is `None`. Commands
/// are never wrapped.
pub fn game_table(
    standings: &Standings,
    warnings: &[Message],
    to_say: &GameToSay,
    language: Language,
    width: Option<u16>,
) -> String {
    let mut text = ranks_with_heading(standings, language, width) + &pads(standings, language, width);
    text += &Block { warnings: warnings.to_vec(), ..Block::default() }.below(language, width);
    let of_all = standings.warnings_of_all();
    let of_game: Vec<Message> =
        suspects(&to_say.suspects).into_iter().chain(of_all.iter().map(Warning::with_squares)).collect();
    text += &of_game_to_check(standings, of_game, language, width);
    let (mut blocks, mut legend) = (Vec::new(), Legend::default());
    for player in &standings.players {
        for (index, kingdom) in player.kingdoms.iter().enumerate() {
            let questions = to_say.questions.get(&player.player).map_or(&[][..], Vec::as_slice);
            let of_player = (to_say.whole.get(&player.player), questions);
            if let Some(mut block) = kingdom_to_check(kingdom, &of_all, of_player) {
                let record = &kingdom.record;
                block.name = Some(player.name_in(index).in_language(language));
                block.picture = record_picture(record, language, width);
                legend.add(&record.kingdom, &record.states());
                blocks.push(block);
            }
        }
    }
    if let Some(last) = blocks.last_mut() {
        last.picture += &legend.in_words(language, width);
    }
    text.extend(blocks.iter().map(|block| block.below(language, width)));
    text + &to_say.lines.in_words(language, width)
}

/// What to check in a kingdom, still without its name and its picture, which helps people to find the
/// squares. `of_all` are the warnings that were printed for all kingdoms. `None` if this kingdom has no other
/// doubts.
fn kingdom_to_check<'a>(
    kingdom: &ScoredKingdom,
    of_all: &[Warning],
    (whole_to_say, open): (Option<&'a KingdomToSay>, &[OpenQuestion]),
) -> Option<Block<'a>> {
    let ScoredKingdom { record, sheet } = kingdom;
    let own = record.warnings().filter(|warning| !of_all.contains(warning));
    let warnings: Vec<Message> = own.map(|warning| warning.with_squares()).collect();
    let doubtful = of_record(record, open, sheet.total);
    let review = record.needs_review().then_some(MessageId::ToCheck);
    let is_said_already = review.is_none() || !of_all.is_empty();
    let has_more = !warnings.is_empty() || !doubtful.is_empty() || whole_to_say.is_some();
    (has_more || !is_said_already).then(|| Block { review, warnings, whole_to_say, doubtful, ..Block::default() })
}
