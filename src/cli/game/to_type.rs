//! The command lines that complete a review.

use std::collections::BTreeMap;
use std::path::Path;

use game::one_game::{OneGame, PlayerViews};
use kingdom_scanner::correction::{GivenSquare, KingdomName, OpenSquare, ReadAnew};
use kingdom_scanner::formats::Name;
use kingdom_scanner::report::game_table::GameToSay;
use kingdom_scanner::report::to_type::SquareToSay;
use kingdom_scanner::standings::TableInputs;

use crate::cli::command_line::typed_again;
use crate::cli::corrections::{kingdom_to_say, square_to_say};
use crate::cli::shell_words::LineToType;

/// A game with its corrections, and its reading with them.
pub struct Said<'a> {
    pub game: &'a OneGame,
    pub players: &'a [PlayerViews],
    pub names: &'a [KingdomName],
    /// For each view, the player's name as given on the command line, and the current name.
    pub names_before: &'a [Option<Name>],
    pub names_now: &'a [Option<Name>],
    pub given: &'a [Vec<GivenSquare>],
    pub read: &'a ReadAnew,
    pub inputs: &'a TableInputs,
}

/// The command lines to continue: from the saved game, if there is one, otherwise from the command typed and
/// all later corrections. Only suspects if the user has already been asked (`was_asked`).
pub fn to_say(said: &Said, saved: Option<&Path>, was_asked: bool) -> GameToSay {
    let Said { game, players, names, names_before, names_now, given, read, inputs } = *said;
    let suspects = game.suspects(names, given, read).iter().map(ToString::to_string).collect();
    if was_asked || !game.can_be_asked_about(read) {
        return GameToSay { suspects, ..GameToSay::default() };
    }
    let begin = match saved {
        Some(path) => LineToType::new("game", vec![path.display().to_string(), "--save".to_owned()]),
        None => {
            let said = game.table().first_readings().corrections(names, given);
            named_again(game, names_before, names_now, false).with_fixes(said)
        }
    };
    let mut squares: BTreeMap<Name, Vec<SquareToSay>> = BTreeMap::new();
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
    GameToSay { whole, squares, suspects, ask: Some(begin.with(["--ask".to_owned()]).to_string()) }
}

/// The command as typed, with the names from later answers.
pub fn named_again(game: &OneGame, before: &[Option<Name>], now: &[Option<Name>], with_fixes: bool) -> LineToType {
    let typed = typed_again("game", with_fixes);
    if before == now {
        return typed;
    }
    let new = game.kingdoms().iter().filter(|views| before[views[0]] != now[views[0]]);
    // The photo of each kingdom with a new name, if it shows no other kingdom.
    let alone = new.map(|views| {
        let view = *views.iter().find(|view| game.views()[**view].of == 1)?;
        let name = now[view].as_ref().filter(|name| !name.contains('='))?;
        Some((game.photo(view), name))
    });
    let alone: Option<Vec<(&str, &Name)>> = alone.collect();
    match alone {
        Some(alone) => typed.changed(|word| {
            let named = alone.iter().find(|(photo, _)| *photo == word);
            Some(named.map_or(word.clone(), |(photo, name)| format!("{name}={photo}")))
        }),
        // If a photo shows several kingdoms, each kingdom of all photos needs a name.
        None => {
            let mut names = Vec::new();
            for views in game.kingdoms() {
                let name = now[views[0]].as_ref().map_or_else(|| game.label(views[0]), Name::to_string);
                names.extend(["--player".to_owned(), name]);
            }
            typed.changed(|word| Some(without_name(word, game))).with(names)
        }
    }
}

/// The photo's path from `Anna=IMG_1.jpg`.
fn without_name(word: String, game: &OneGame) -> String {
    match word.split_once('=') {
        Some((_, path)) if game.lines().iter().any(|line| line.photo == path && !line.is_typed()) => path.to_owned(),
        _ => word,
    }
}
