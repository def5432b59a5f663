//! A game that was read from photos, as text for people: the ranks, the score pad, and what to check, with commands to run.

use std::collections::BTreeMap;

use super::kingdom_picture::record_picture;
use super::standings_table::{of_game_to_check, pads, ranks_with_heading};
use super::to_check::{Block, doubtful_rows, suspects};
use super::to_type::{KingdomToSay, SquareToSay, to_be_asked};
use kingdomino::audit::warning::Warning;
use kingdomino::formats::Name;
use kingdomino::standings::{ScoredKingdom, Standings};
use messages::{Language, Message, MessageId};

/// The commands that a person may run for a game that needs review.
#[derive(Debug, Clone, Default)]
pub struct GameToSay {
    /// For each player, the command that confirms the kingdom as shown.
    pub whole: BTreeMap<Name, KingdomToSay>,
    /// For each player, the doubtful squares with their commands.
    pub squares: BTreeMap<Name, Vec<SquareToSay>>,
    /// Corrections that contradict the other squares, such as `Anna:r2c4=forest:1`.
    pub suspects: Vec<String>,
    /// The command that asks about all doubtful squares.
    pub ask: Option<String>,
}

/// The ranks with totals and tie-breaks, the score pad, `warnings` about the whole game, and what to check. Ends with a newline.
///
/// Tables are wrapped to `width`, the terminal's number of columns; not at all if that is `None`. Commands are never wrapped.
pub fn game_table(
    standings: &Standings,
    warnings: &[Message],
    to_say: &GameToSay,
    language: Language,
    width: Option<u16>,
) -> String {
    let mut text = ranks_with_heading(standings, language, width) + &pads(standings, language, width);
    text += &Block { warnings, ..Block::default() }.below(language, width);
    let of_all = standings.warnings_of_all();
    let of_game: Vec<Message> =
        suspects(&to_say.suspects).into_iter().chain(of_all.iter().map(Warning::with_squares)).collect();
    text += &of_game_to_check(standings, &of_game, language, width);
    for player in &standings.players {
        for (index, kingdom) in player.kingdoms.iter().enumerate() {
            let name = player.name_in(index).in_language(language);
            let squares = to_say.squares.get(&player.player).map_or(&[][..], Vec::as_slice);
            let of_player = (to_say.whole.get(&player.player), squares);
            text += &kingdom_to_check(&name, kingdom, &of_all, of_player, language, width);
        }
    }
    text + &to_be_asked(to_say.ask.as_deref(), language, width)
}

/// What to check in a kingdom, with its picture in letters, so that people find the squares. `of_all` are the warnings that were printed for all
/// kingdoms. Empty if this kingdom has no other doubts.
fn kingdom_to_check(
    name: &str,
    kingdom: &ScoredKingdom,
    of_all: &[Warning],
    (whole_to_say, to_say): (Option<&KingdomToSay>, &[SquareToSay]),
    language: Language,
    width: Option<u16>,
) -> String {
    let ScoredKingdom { record, sheet } = kingdom;
    let own = record.warnings().filter(|warning| !of_all.contains(warning));
    let own: Vec<Message> = own.map(|warning| warning.with_squares()).collect();
    let doubtful = doubtful_rows(record, to_say, sheet.total, language);
    let is_said_already = !record.needs_review() || !of_all.is_empty();
    let is_nothing_to_say = to_say.is_empty() && whole_to_say.is_none();
    if is_said_already && own.is_empty() && doubtful.is_empty() && is_nothing_to_say {
        return String::new();
    }
    let review = record.needs_review().then_some(MessageId::ToCheck);
    let picture = record_picture(record, language, width);
    let picture = format!("{picture}\n");
    let name = Some(name);
    Block { name, review, warnings: &own, picture, whole_to_say, to_say, doubtful }.below(language, width)
}
