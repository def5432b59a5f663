//! What to type to settle what is to check.

use std::collections::BTreeMap;
use std::path::Path;

use game::one_game::{OneGame, PlayerViews};
use kingdom_scanner::correction::{GivenSquare, KingdomName, OpenSquare, ReadAnew};
use kingdom_scanner::report::game_table::GameToSay;
use kingdom_scanner::report::to_type::SquareToSay;
use kingdom_scanner::standings::TableInputs;

use crate::cli::command_line::typed_again;
use crate::cli::corrections::{kingdom_to_say, square_to_say};
use crate::cli::shell_words::line_to_type;

/// A game, what was said of it, and its reading with that.
pub struct Said<'a> {
    pub game: &'a OneGame,
    pub players: &'a [PlayerViews],
    pub names: &'a [KingdomName],
    pub given: &'a [Vec<GivenSquare>],
    pub read: &'a ReadAnew,
    pub inputs: &'a TableInputs,
}

/// The command lines that go on from here: from the saved game, where they are kept, or from what was typed and all that was said since. Only suspects
/// if the person `was_asked` already.
pub fn to_say(said: &Said, saved: Option<&Path>, was_asked: bool) -> GameToSay {
    let Said { game, players, names, given, read, inputs } = *said;
    let suspects = game.suspects(names, given, read).iter().map(ToString::to_string).collect();
    if was_asked || !game.can_be_asked_about(read) {
        return GameToSay { suspects, ..GameToSay::default() };
    }
    let words: Vec<String> = match saved {
        Some(path) => vec![path.display().to_string(), "--save".to_owned()],
        None => {
            let said = names.iter().zip(given).flat_map(|(name, given)| given.iter().map(|one| name.correction(*one)));
            let said = said.flat_map(|correction| ["--fix".to_owned(), correction.to_string()]);
            typed_again("game", false).into_iter().chain(said).collect()
        }
    };
    let begin = line_to_type("game", &words);
    let mut squares: BTreeMap<String, Vec<SquareToSay>> = BTreeMap::new();
    for open in game.open_squares(players, read, given, inputs) {
        let OpenSquare { kingdom, place, .. } = open;
        let Some(player) = players.iter().find(|player| player.views[0] == kingdom) else { continue };
        let square = square_to_say(&open, place.to_string(), &begin, &names[kingdom]);
        squares.entry(player.player.clone()).or_default().push(square);
    }
    let mut whole = BTreeMap::new();
    for open in game.open_kingdoms(players, read, given, inputs) {
        let Some(player) = players.iter().find(|player| player.views[0] == open.kingdom) else { continue };
        whole.insert(player.player.clone(), kingdom_to_say(&open, &begin, &names[open.kingdom]));
    }
    GameToSay { whole, squares, suspects, ask: Some(format!("{begin} --ask")) }
}
