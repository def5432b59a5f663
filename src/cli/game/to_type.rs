//! The command lines that complete a review.

use std::collections::BTreeMap;
use std::path::Path;

use game::one_game::PlayerViews;
use game::table::TablePhotos;
use kingdom_scanner::correction::{GivenSquare, KingdomName, OpenQuestion};
use kingdom_scanner::formats::{KingdomRecord, Name};
use kingdom_scanner::report::game_table::GameToSay;
use kingdom_scanner::report::to_type::{KingdomToSay, LinesToType};
use kingdom_scanner::standings::TableInputs;
use table::state::TableState;

use crate::cli::command_line::typed_again;
use crate::cli::corrections::{as_read, kingdom_to_say, line_to_fix};
use crate::cli::shell_words::LineToType;

/// A game with its corrections, and its reading with them.
pub struct Said<'a> {
    pub state: &'a TableState,
    pub names: &'a [KingdomName],
    /// For each view, the player's name from the command line. `names_now` has the name after the answers.
    pub names_before: &'a [Option<Name>],
    pub names_now: &'a [Option<Name>],
    pub given: &'a [Vec<GivenSquare>],
    pub inputs: &'a TableInputs,
}

/// The command lines that continue the review: based on the saved game, if there is one, otherwise on the
/// command as typed, with all later corrections. Lists only suspect corrections if the user has already been
/// asked (`was_asked`).
pub fn to_say(said: &Said, saved: Option<&Path>, was_asked: bool) -> GameToSay {
    let Said { state, names, names_before, names_now, given, inputs } = *said;
    let (game, players, read) = (&state.one, &state.players, &state.read);
    let suspects = game.suspects(names, given, read).iter().map(ToString::to_string).collect();
    let is_open = game.can_be_asked_about(read);
    let against_the_box = against_every_box(state);
    if was_asked || !is_open && against_the_box.is_empty() {
        return GameToSay { suspects, ..GameToSay::default() };
    }
    let begin = match saved {
        Some(path) => LineToType::new("game", vec![path.display().to_string(), "--save".to_owned()]),
        None => {
            let said = game.first_readings().corrections(names, given);
            named_again(game, names_before, names_now, false).with_fixes(said)
        }
    };
    let open = game.questions(players, read, given, inputs);
    let fix = line_to_fix(&begin, open.iter().map(|question| (&names[question.kingdom], question)));
    let (mut questions, mut whole): (BTreeMap<Name, Vec<OpenQuestion>>, _) = (BTreeMap::new(), BTreeMap::new());
    for question in open {
        let kingdom = question.kingdom;
        let Some(player) = players.iter().find(|player| player.views[0] == kingdom) else { continue };
        let to_say = kingdom_to_say(&question, &begin, &names[kingdom]);
        whole.extend(to_say.map(|to_say| (player.player.clone(), to_say)));
        questions.entry(player.player.clone()).or_default().push(question);
    }
    for (player, record) in against_the_box {
        let total = Some(record.sheet().total);
        let line = begin.clone().with([as_read(&names[player.views[0]])]).to_string();
        whole.insert(player.player.clone(), KingdomToSay { total, is_against_the_box: true, line });
    }
    let ask = is_open.then(|| begin.with(["--ask".to_owned()]).to_string());
    GameToSay { whole, questions, suspects, lines: LinesToType { fix, ask } }
}

/// The kingdoms that were read without doubt but cannot be laid with the dominoes of any box, and that nobody
/// has confirmed.
fn against_every_box(state: &TableState) -> Vec<(&PlayerViews, &KingdomRecord)> {
    let kingdoms = state.players.iter().zip(&state.records);
    let open =
        kingdoms.filter(|(player, record)| record.needs_review() && !state.read.kingdoms[player.views[0]].needs_review);
    open.collect()
}

/// The command as typed, with the players' names from later answers.
pub fn named_again(game: &TablePhotos, before: &[Option<Name>], now: &[Option<Name>], with_fixes: bool) -> LineToType {
    let typed = typed_again("game", with_fixes);
    if before == now {
        return typed;
    }
    let new = game.kingdoms().iter().filter(|views| before[views[0]] != now[views[0]]);
    // For each kingdom with a new name, a photo that shows only this kingdom; the name can be written before
    // that photo.
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
        // A photo of several kingdoms cannot take a single name, so every kingdom of the game is named with
        // `--player`.
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

/// The path alone, if the word gives a photo as `Anna=IMG_1.jpg`; otherwise the word itself.
fn without_name(word: String, game: &TablePhotos) -> String {
    match word.split_once('=') {
        Some((_, path)) if game.photos().iter().any(|photo| photo.photo == path && !photo.is_typed()) => {
            path.to_owned()
        }
        _ => word,
    }
}
