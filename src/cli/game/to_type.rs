//! What is to be typed to settle what is to check.

use std::path::Path;

use kingdom_scanner::correction::{GivenSquare, KingdomName, ReadAnew};
use kingdom_scanner::report::to_type::ToType;
use kingdom_scanner::tournament::one_game::{OneGame, PlayerViews};

use crate::cli::command_line::typed_again;
use crate::cli::shell_words::quoted;

/// The command lines that go on from here: from the saved game, or from what was typed with all that was said since.
pub fn to_type(
    game: &OneGame,
    players: &[PlayerViews],
    names: &[KingdomName],
    read: &ReadAnew,
    given: &[Vec<GivenSquare>],
    saved: Option<&Path>,
) -> ToType {
    if !game.can_be_asked_about(read) {
        return ToType::default();
    }
    let words: Vec<String> = match saved {
        Some(path) => vec![path.display().to_string()],
        None => {
            let said = names.iter().zip(given).flat_map(|(name, given)| given.iter().map(|one| name.correction(*one)));
            let said = said.flat_map(|correction| ["--fix".to_owned(), correction.to_string()]);
            typed_again("game", false).into_iter().chain(said).collect()
        }
    };
    let words: Vec<String> = words.iter().map(|word| quoted(word)).collect();
    let begin = format!("kingdom-scanner game {}", words.join(" "));
    let to_say = game.to_say(players, names, read).into_iter();
    let fixes: String = to_say.map(|correction| format!(" --fix {}", quoted(&correction.to_string()))).collect();
    ToType { fix: (!fixes.is_empty()).then(|| format!("{begin}{fixes}")), ask: Some(format!("{begin} --ask")) }
}
