//! Asks for the player of a kingdom, with a small picture of it.

use std::io::{self, BufRead, Write};

use game::table::TablePhotos;
use kingdom_scanner::correction::dialogue::{Person, SCAN_PROMPTS};
use kingdom_scanner::formats::{Name, are_alike};
use kingdom_scanner::messages::{Language, MessageId, Words};
use kingdom_scanner::tournament::words::yes_or_no;

use super::photos::Pictures;
use crate::cli::terminal::person;

/// Asks about each kingdom without a name. Enter and the end of input keep its label. `kept` receives the
/// names after each answer.
pub fn ask(
    game: &TablePhotos,
    names: &mut [Option<Name>],
    pictures: &Pictures,
    language: Language,
    kept: &mut dyn FnMut(&[Option<Name>]) -> anyhow::Result<()>,
) -> anyhow::Result<()> {
    let mut person = person(language, SCAN_PROMPTS);
    for views in
        game.kingdoms().iter().filter(|views| views.iter().all(|view| names[*view].is_none())).collect::<Vec<_>>()
    {
        write!(person.output, "\n{}", pictures.kingdom(game, views[0]))?;
        person.say(MessageId::WhoseKingdom.with("kingdom", game.view_name(views[0])))?;
        let taken = names.iter().enumerate().filter_map(|(view, name)| Some((name.clone()?, game.view_name(view))));
        let taken: Vec<(Name, String)> = taken.collect();
        let Some(name) = answer(&mut person, &game.label(views[0]), &taken)? else { continue };
        views.iter().for_each(|view| names[*view] = Some(name.clone()));
        kept(names)?;
    }
    Ok(())
}

fn answer<R: BufRead, W: Write>(
    person: &mut Person<R, W>,
    label: &str,
    taken: &[(Name, String)],
) -> io::Result<Option<Name>> {
    loop {
        let Some(line) = person.line(MessageId::WhosePrompt.with("label", label))? else { return Ok(None) };
        if line.trim().is_empty() {
            return Ok(None);
        }
        match Name::new(line.trim_end_matches(['\r', '\n'])) {
            None => person.say(MessageId::WhoseNoName)?,
            Some(name) if taken.iter().any(|(other, _)| *other == name) => {
                person.say(MessageId::WhoseTaken.with("player", &name))?;
            }
            Some(name) => match taken.iter().find(|(other, _)| are_alike(other, &name)) {
                None => return Ok(Some(name)),
                // The two names may look the same, so the user is shown the other player's photo.
                Some((other, photo)) => {
                    let question = MessageId::WhoseAlike.with("player", name.as_str());
                    let question = question.with("other", format!("{other} ({photo})"));
                    let answer = person.line(question)?.unwrap_or_default();
                    if yes_or_no(&answer) == Some(true) {
                        return Ok(Some(name));
                    }
                }
            },
        }
    }
}
