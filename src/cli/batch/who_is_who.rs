//! Asks for the players of photos, table by table, if neither folders nor a manifest names them, and saves
//! the answers as a manifest in the folder of the photos.

use std::collections::{BTreeMap, BTreeSet};
use std::io::{self, BufRead, Write};
use std::path::{Path, PathBuf};

use anyhow::Context;
use kingdom_scanner::correction::dialogue::{Person, SCAN_PROMPTS};
use kingdom_scanner::formats::Name;
use kingdom_scanner::messages::{Language, Message, MessageId, Words};
use kingdom_scanner::tournament::Plan;
use kingdom_scanner::tournament::plan::PlannedPhoto;
use kingdom_scanner::tournament::who_is_who::{LIST, Said, list_beside, proposed_tables, read, write};
use kingdom_scanner::vision::photo::{Photo, PhotoLimits, Taken};

use crate::cli::game::photos::small_pixels;
use crate::cli::remark_line;
use crate::cli::square_picture::whole_picture;
use crate::cli::terminal::{can_ask, person};

/// Asks for the players of photos, if the terminal can ask and no folder names a player. Returns the list of
/// answers; `None` if there are none.
pub fn asked(folder: &Path, plan: &Plan, limits: PhotoLimits, language: Language) -> anyhow::Result<Option<PathBuf>> {
    let photos: Vec<&PlannedPhoto> = plan.units.iter().flat_map(|unit| &unit.photos).collect();
    let is_told_elsewhere = list_beside(folder).is_none() && plan.all_photos().any(|photo| photo.info.seat.is_some());
    if photos.iter().all(|photo| photo.info.seat.is_some()) || is_told_elsewhere || !can_ask() {
        return Ok(None);
    }
    let path = folder.join(LIST);
    let before = match path.exists() {
        true => read(&path).with_context(|| format!("{}: this list of players cannot be completed", path.display()))?,
        false => Some(Vec::new()),
    };
    let Some(before) = before else { return Ok(None) };
    let mut dialogue = Dialogue::new(person(language, SCAN_PROMPTS), photos, before, limits);
    dialogue.ask(&path)?;
    if dialogue.rows().is_empty() {
        return Ok(None);
    }
    remark_line!("{}", MessageId::WhoIsKept.with("file", path.display().to_string()).in_language(language));
    Ok(Some(path))
}

/// A photo to ask about.
struct Asked<'a> {
    photo: &'a PlannedPhoto,
    taken: Option<Taken>,
}

impl Asked<'_> {
    fn label(&self) -> String {
        match &self.taken {
            Some(taken) => format!("{} ({:02}:{:02})", self.photo.name, taken.hour, taken.minute),
            None => self.photo.name.clone(),
        }
    }
}

struct Dialogue<'a, R, W> {
    person: Person<R, W>,
    /// The photos in the order in which they were taken.
    photos: Vec<Asked<'a>>,
    limits: PhotoLimits,
    /// Answers from the existing list, about photos that are not asked about again.
    before: Vec<Said>,
    /// The photos at which another table begins.
    begins: BTreeSet<usize>,
    /// Round and table from the answers.
    places: BTreeMap<usize, (String, String)>,
    /// The players of the photos with an answer.
    players: BTreeMap<usize, Vec<String>>,
}

/// The input to a question about a round or a table.
enum Typed {
    Name(String),
    Back,
    End,
}

impl<'a, R: BufRead, W: Write> Dialogue<'a, R, W> {
    fn new(person: Person<R, W>, photos: Vec<&'a PlannedPhoto>, before: Vec<Said>, limits: PhotoLimits) -> Self {
        let open = photos.into_iter().filter(|photo| !before.iter().any(|said| said.photo == photo.name));
        let asked = open.map(|photo| Some(Asked { photo, taken: Taken::of_file(&photo.path) }));
        let mut photos: Vec<Option<Asked>> = asked.collect();
        let times =
            photos.iter().flatten().map(|Asked { photo, taken }| (photo.name.as_str(), taken.map(Taken::seconds)));
        let tables = proposed_tables(&times.collect::<Vec<_>>());
        let begins = tables.iter().scan(0, |next, table| Some(std::mem::replace(next, *next + table.len()))).collect();
        let photos = tables.into_iter().flatten().filter_map(|at| photos[at].take()).collect();
        Self { person, photos, limits, before, begins, places: BTreeMap::new(), players: BTreeMap::new() }
    }

    /// Asks about all photos. Each answer is on the disk before the next question.
    fn ask(&mut self, path: &Path) -> anyhow::Result<()> {
        if self.photos.is_empty() {
            return Ok(());
        }
        self.person.say(MessageId::WhoHead.count(self.photos.len() as u32))?;
        self.person.say(MessageId::WhoHelp)?;
        let mut at = 0;
        while at < self.photos.len() {
            let next = match self.begins.contains(&at) && !self.places.contains_key(&at) {
                true => self.ask_place(at)?,
                false => self.ask_photo(at)?,
            };
            let rows = self.rows();
            if !rows.is_empty() || path.exists() {
                write(path, &rows).with_context(|| format!("{}: cannot write the list of players", path.display()))?;
            }
            let Some(next) = next else { break };
            at = next;
        }
        Ok(())
    }

    /// Asks for round and table of the photos from `at` on. Returns the next photo; `None` at the end of
    /// input.
    fn ask_place(&mut self, at: usize) -> io::Result<Option<usize>> {
        let end = self.begins.range(at + 1..).next().copied().unwrap_or(self.photos.len());
        let (first, last) = (self.photos[at].label(), self.photos[end - 1].label());
        let photos = if end - at > 1 { format!("{first} … {last}") } else { first };
        let group = MessageId::WhoGroup.count((end - at) as u32).with("photos", photos);
        writeln!(self.person.output)?;
        self.person.say(group)?;
        let of_before = self.before.last().map(|said| said.round.clone());
        let round = self.places.range(..at).next_back().map(|(_, (round, _))| round.clone()).or(of_before);
        let round = match self.name(MessageId::WhoRound, round.unwrap_or_else(|| "1".to_owned()))? {
            Typed::Name(round) => round,
            Typed::Back => return Ok(Some(at.saturating_sub(1))),
            Typed::End => return Ok(None),
        };
        let said = self.before.iter().map(|said| (&said.round, &said.table));
        let said = said.chain(self.places.values().map(|(round, table)| (round, table)));
        let tables: BTreeSet<&String> = said.filter(|(of, _)| **of == round).map(|(_, table)| table).collect();
        let free = (1..).map(|number| number.to_string()).find(|number| !tables.contains(number)).unwrap_or_default();
        match self.name(MessageId::WhoTable, free)? {
            Typed::Name(table) => drop(self.places.insert(at, (round, table))),
            Typed::Back => {}
            Typed::End => return Ok(None),
        }
        Ok(Some(at))
    }

    /// Asks for a name; Enter accepts the proposal.
    fn name(&mut self, prompt: MessageId, proposed: String) -> io::Result<Typed> {
        loop {
            let Some(line) = self.person.line(prompt.with("name", proposed.as_str()))? else { return Ok(Typed::End) };
            match line.trim() {
                "" => return Ok(Typed::Name(proposed)),
                "<" => return Ok(Typed::Back),
                "q" => return Ok(Typed::End),
                // Both are only valid answers to the question about a photo; here they show the help.
                "?" | "/" => self.person.say(MessageId::WhoHelp)?,
                text => match Name::new(text) {
                    Some(name) => return Ok(Typed::Name(name.into())),
                    None => self.person.say(MessageId::WhoseNoName)?,
                },
            }
        }
    }

    /// Asks for the players of a photo's kingdoms. Returns the next photo; `None` at the end of input.
    fn ask_photo(&mut self, at: usize) -> io::Result<Option<usize>> {
        let asked = &self.photos[at];
        let photo = Photo::load_within(asked.photo.name.as_str(), &asked.photo.path, &self.limits).ok();
        let picture = photo.and_then(|photo| small_pixels(&photo)).map(|pixels| whole_picture(&pixels));
        write!(self.person.output, "\n{}", picture.unwrap_or_default())?;
        let question: Message = MessageId::WhosePhoto.with("photo", asked.label());
        self.person.say(question)?;
        loop {
            let Some(line) = self.person.line(MessageId::WhosePhotoPrompt)? else { return Ok(None) };
            match line.trim() {
                "" => {
                    self.players.remove(&at);
                    return Ok(Some(at + 1));
                }
                "/" => {
                    self.begins.insert(at);
                    self.places.remove(&at);
                    return Ok(Some(at));
                }
                // The question about a table comes just before the one about the table's first photo.
                "<" if self.places.remove(&at).is_some() => return Ok(Some(at)),
                "<" => return Ok(Some(at.saturating_sub(1))),
                "q" => return Ok(None),
                "?" => self.person.say(MessageId::WhoHelp)?,
                text => match text.split(',').map(Name::new).collect::<Option<Vec<Name>>>() {
                    Some(players) => {
                        let players = players.into_iter().map(|player| self.as_known(player)).collect();
                        self.players.insert(at, players);
                        return Ok(Some(at + 1));
                    }
                    None => self.person.say(MessageId::WhoseNoName)?,
                },
            }
        }
    }

    /// The player's name as it was first spelt, if it is already known.
    fn as_known(&self, player: Name) -> String {
        let said = self.before.iter().flat_map(|said| &said.players).chain(self.players.values().flatten());
        said.into_iter().find(|known| player == known.as_str()).cloned().unwrap_or_else(|| player.into())
    }

    /// All answers so far.
    fn rows(&self) -> Vec<Said> {
        let mut rows = self.before.clone();
        for (at, players) in &self.players {
            let Some((_, (round, table))) = self.places.range(..=at).next_back() else { continue };
            let photo = self.photos[*at].photo.name.clone();
            rows.push(Said { photo, round: round.clone(), table: table.clone(), players: players.clone() });
        }
        rows
    }
}
