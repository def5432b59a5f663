//! The results of a folder while a person corrects them. Each answer is saved at once, and the tables that it
//! concerns are read and ranked again.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::sync::Arc;

use super::corrections::{Answer, Correction, Corrections, SaidLater};
use super::finish::FinishError;
use super::provenance::Provenance;
use super::ranking::{RankedBy, RankedTables, Tournament};
use super::reread::{games, lines_anew, notations, table_lines, table_of};
use super::results::lines;
use super::results_folder::ResultsFolder;
use game::line::ResultLine;
use game::photo_reading::ResultsError;
use game::table::SeenTable;
use game::verdict::{SquareCorrections, Verdict, typed_kingdom, typed_with};
use kingdomino::domain::{Kingdom, KingdomError, Place, Square};
use kingdomino::formats::name_key;
use messages::{Language, MessageId, Words};
use reading::correction::{GivenSquare, KingdomName};

/// The results of a folder, and people's corrections of them.
pub struct Review {
    out: Arc<ResultsFolder>,
    /// The lines as they were read, without corrections.
    read: Vec<ResultLine>,
    /// The index of each photo's line in `read`.
    places: HashMap<String, usize>,
    /// The lines of corrected tables, read again, by their index in `read`.
    anew: BTreeMap<usize, ResultLine>,
    tables: RankedTables,
    /// All tables, ranked.
    ranked: Arc<Tournament>,
    corrections: Corrections,
    by: RankedBy,
}

impl Review {
    /// Opens a folder that `batch` has filled.
    ///
    /// # Errors
    /// Files that cannot be read, or whose content is not valid.
    pub fn new(out: &Arc<ResultsFolder>) -> Result<Self, ResultsError> {
        let provenance = out.provenance();
        Self::with(out, || Provenance::ranked_by_of(&provenance))
    }

    /// Reads the folder again. If an interrupted change left no `batch.json`, the rules of the ranking stay
    /// as they were.
    ///
    /// # Errors
    /// As for [`new`](Self::new).
    pub fn again(&self) -> Result<Self, ResultsError> {
        match self.out.provenance().exists() {
            true => Self::new(&self.out),
            false => Self::with(&self.out, || Ok(self.by.clone())),
        }
    }

    fn with(
        out: &Arc<ResultsFolder>,
        ranked_by: impl FnOnce() -> Result<RankedBy, ResultsError>,
    ) -> Result<Self, ResultsError> {
        Provenance::check_files(&out.change())?;
        let read = lines(&out.results())?.collect::<Result<Vec<_>, _>>()?;
        let mut places = HashMap::new();
        for (index, line) in read.iter().enumerate() {
            places.entry(line.reading.photo.clone()).or_insert(index);
        }
        let mut corrections = Corrections::of_folder(out)?;
        let anew = lines_anew(&read, &mut corrections);
        let by = ranked_by()?;
        let mut tables = RankedTables::new(by.clone());
        let now = read.iter().enumerate().map(|(index, line)| anew.get(&index).unwrap_or(line));
        now.into_iter().try_for_each(|line| tables.add(line, &corrections))?;
        let ranked = Arc::new(tables.tournament().with_lost_words(&corrections));
        Ok(Self { out: Arc::clone(out), read, places, anew, tables, ranked, corrections, by })
    }

    /// How the players are ranked: the rule for ties, and the tournament's own rules.
    pub fn by(&self) -> &RankedBy {
        &self.by
    }

    /// The ranks with all corrections so far.
    pub fn ranked(&self) -> &Arc<Tournament> {
        &self.ranked
    }

    /// The lines of all photos. Corrected tables were read again.
    pub fn lines(&self) -> impl Iterator<Item = &ResultLine> + Clone {
        (0..self.read.len()).map(|index| self.line_at(index))
    }

    fn line_at(&self, index: usize) -> &ResultLine {
        self.anew.get(&index).unwrap_or(&self.read[index])
    }

    /// The line of a photo. If its table was corrected, it was read again.
    pub fn line(&self, photo: &str) -> Option<&ResultLine> {
        self.places.get(photo).map(|index| self.line_at(*index))
    }

    /// A photo's line as it was read.
    fn line_as_read(&self, photo: &str) -> Option<&ResultLine> {
        self.places.get(photo).map(|index| &self.read[*index])
    }

    /// The photos whose name, or whose player's name, contains this text, ignoring case. If some match
    /// exactly, only those.
    pub fn photos_called(&self, part: &str) -> Vec<&str> {
        let part = name_key(part);
        let player =
            |line: &ResultLine| line.reading.info.seat.as_ref().map(|seat| name_key(&seat.player)).unwrap_or_default();
        let called = |is: &dyn Fn(&str) -> bool| -> Vec<&str> {
            let lines = self.read.iter().filter(|line| is(&name_key(&line.reading.photo)) || is(&player(line)));
            lines.map(|line| line.reading.photo.as_str()).collect()
        };
        let exact = called(&|name| name == part);
        if exact.is_empty() { called(&|name| name.contains(&part)) } else { exact }
    }

    /// The verdict on a photo, if it counts for the photo as it is now.
    pub fn verdict(&self, photo: &str) -> Option<&Verdict> {
        self.corrections.verdict(self.line_as_read(photo)?)
    }

    /// Whether there is an answer about any of these photos, which can be taken back.
    pub fn can_take_back(&self, photos: &[&str]) -> bool {
        self.corrections.are_about(photos)
    }

    /// The verdicts on photos that are no longer in the results, with the photos' names. [`say`](Self::say)
    /// with `None` drops such a verdict.
    pub fn without_photo(&self) -> impl Iterator<Item = (&str, &Verdict)> {
        self.corrections.without_photo()
    }

    /// Why the photo cannot be corrected; `None` if it can.
    pub fn refuses(&self, photo: &str) -> Option<MessageId> {
        // Without a hash of the photo's bytes, its correction could be taken for that of another photo.
        let is_read = self.line(photo).is_some_and(|line| line.reading.sha256.is_some());
        (!is_read).then_some(MessageId::ServeUnnoted)
    }

    /// Why no whole kingdom can be typed or chosen for the photo; `None` if one can. In a photo of several
    /// players it would belong to none of them.
    pub fn refuses_kingdom(&self, photo: &str) -> Option<MessageId> {
        let shows_table = self.line(photo).is_some_and(|line| line.reading.info.shows_table());
        self.refuses(photo).or(shows_table.then_some(MessageId::ServeWholeTable))
    }

    /// Sets or removes the verdict on a photo, also on the disk, and reads its table again.
    ///
    /// # Errors
    /// A verdict that would not count, and a folder that cannot be written; then nothing is changed.
    pub fn say(&mut self, photo: &str, verdict: Option<Verdict>, at: Option<u64>) -> Result<(), FinishError> {
        self.say_all(vec![(photo.to_owned(), verdict)], at)
    }

    /// Does the same as [`say`](Self::say) for several photos in one answer: either all verdicts are set, or
    /// none.
    ///
    /// # Errors
    /// As for [`say`](Self::say).
    pub fn say_all(&mut self, verdicts: Vec<(String, Option<Verdict>)>, at: Option<u64>) -> Result<(), FinishError> {
        let mut said = Vec::new();
        for (photo, verdict) in verdicts {
            said.extend(self.noted(photo, verdict)?);
        }
        if said.is_empty() {
            return Ok(());
        }
        let photos = said.iter().map(|correction| correction.photo.clone()).collect();
        let mut corrections = self.corrections.clone();
        corrections.add(Answer { at, said });
        self.take(corrections, photos)
    }

    /// Undoes the last answer about any of these photos, including its verdicts on other photos, also on the
    /// disk. Earlier answers count again then. `None` if there is no answer; the inner error if another photo
    /// has a later correction.
    ///
    /// # Errors
    /// As for [`say`](Self::say).
    pub fn take_back(&mut self, photos: &[&str]) -> Result<Option<Result<Answer, SaidLater>>, FinishError> {
        let mut corrections = self.corrections.clone();
        let answer = match corrections.take_back(photos) {
            Ok(Some(answer)) => answer,
            Ok(None) => return Ok(None),
            Err(later) => return Ok(Some(Err(later))),
        };
        self.take(corrections, answer.said.iter().map(|correction| correction.photo.clone()).collect())?;
        Ok(Some(Ok(answer)))
    }

    /// Uses these corrections from now on, and saves them. Reads the tables of `photos` again, which are the
    /// photos whose corrections are new.
    fn take(&mut self, mut corrections: Corrections, photos: Vec<String>) -> Result<(), FinishError> {
        let mut tables = BTreeSet::new();
        for photo in &photos {
            tables.insert(self.table_members(photo));
            // A verdict on a copy may settle its original, too.
            let original = self.line_as_read(photo).and_then(|line| line.duplicate_of.as_deref());
            tables.extend(original.map(|original| self.table_members(original)));
        }
        let (mut read, mut ranked) = (Vec::new(), RankedTables::new(self.by.clone()));
        for members in &tables {
            let of_table: Vec<&ResultLine> = members.iter().map(|index| &self.read[*index]).collect();
            let mut anew: BTreeMap<usize, ResultLine> = table_lines(&of_table, &mut corrections).into_iter().collect();
            for (member, index) in members.iter().enumerate() {
                let line = anew.remove(&member);
                ranked.add(line.as_ref().unwrap_or(of_table[member]), &corrections)?;
                read.push((*index, line));
            }
        }
        // Saved only after the ranking has succeeded: a folder with corrections that cannot be ranked could
        // not be opened again.
        corrections.write(&self.out)?;
        self.corrections = corrections;
        for (index, line) in read {
            match line {
                Some(line) => drop(self.anew.insert(index, line)),
                None => drop(self.anew.remove(&index)),
            }
        }
        self.tables.replace(ranked);
        self.ranked = Arc::new(self.tables.tournament().with_lost_words(&self.corrections));
        Ok(())
    }

    /// The correction that sets this verdict on a photo. `None` if there is nothing to store: the verdict is
    /// removed from a file that cannot be read and never had one.
    fn noted(&self, photo: String, verdict: Option<Verdict>) -> Result<Option<Correction>, ResultsError> {
        let Some(verdict) = verdict else {
            let bytes = self.line_as_read(&photo).and_then(|line| line.reading.sha256.as_deref());
            let sha256 = bytes.or_else(|| self.corrections.bytes_of(&photo)).map(str::to_owned);
            return Ok(sha256.map(|sha256| Correction { photo, sha256, verdict: None, copies: Vec::new() }));
        };
        let refused = match verdict {
            Verdict::Kingdom(_) => self.refuses_kingdom(&photo),
            Verdict::LeftOut | Verdict::Squares(_) => self.refuses(&photo),
        };
        let line = self.line_as_read(&photo).filter(|_| refused.is_none());
        let noted = line.and_then(|line| Some((line, line.reading.sha256.clone()?)));
        let (line, sha256) = noted.ok_or_else(|| {
            let why = refused.unwrap_or(MessageId::ServeUnnoted);
            ResultsError { path: photo.clone().into(), problem: why.in_language(Language::English).to_owned() }
        })?;
        let mut copies = Vec::new();
        if verdict == Verdict::LeftOut {
            let alike = self
                .read
                .iter()
                .filter(|other| other.reading.sha256 == line.reading.sha256 && other.reading.photo != photo);
            copies.extend(alike.map(|copy| copy.reading.photo.clone()));
        }
        let verdict = match verdict {
            Verdict::Squares(said) => Verdict::Squares(SquareCorrections { read: notations(line), ..said }),
            verdict => verdict,
        };
        Ok(Some(Correction { photo, sha256, verdict: Some(verdict), copies }))
    }

    fn table_members(&self, photo: &str) -> Vec<usize> {
        let Some(table) = self.line_as_read(photo).map(table_of) else { return Vec::new() };
        (0..self.read.len()).filter(|index| table_of(&self.read[*index]) == table).collect()
    }

    /// The photo's game, with the corrections of all its photos. Typed kingdoms and photos that were left out
    /// count for the other photos, but not for this one: its own kingdoms are those that were read. `None` if
    /// no kingdom of the photo can be read again.
    ///
    /// # Errors
    /// The results were written by another version of the program.
    pub fn game_of(&self, photo: &str) -> Result<Option<GameInReview>, ResultsError> {
        if self.line_as_read(photo).is_some_and(|line| line.reading.guesses.is_empty()) {
            return Ok(None);
        }
        self.game(photo, |verdict| matches!(verdict, Verdict::Squares(_)))
    }

    /// The photo's game, for questions about single squares: with the kingdoms that were read in the photo,
    /// or with the one that was typed instead. `None` if there is no kingdom to ask about.
    ///
    /// # Errors
    /// The results were written by another version of the program.
    pub fn game_to_ask_about(&self, photo: &str) -> Result<Option<GameInReview>, ResultsError> {
        match self.verdict(photo) {
            Some(Verdict::LeftOut) => Ok(None),
            Some(Verdict::Kingdom(_)) => {
                let game = self.counting_game_of(photo)?;
                Ok(game.filter(|game| !game.kingdoms_shown().is_empty()))
            }
            Some(Verdict::Squares(_)) | None => self.game_of(photo),
        }
    }

    /// The photo's game with all verdicts, including typed kingdoms and photos that were left out. `None` for
    /// a photo without a game, such as a copy.
    ///
    /// # Errors
    /// The results were written by another version of the program.
    pub fn counting_game_of(&self, photo: &str) -> Result<Option<GameInReview>, ResultsError> {
        self.game(photo, |_| true)
    }

    /// The photo's game. For the photo itself only verdicts that satisfy `counts` are used.
    fn game(&self, photo: &str, counts: impl Fn(&Verdict) -> bool) -> Result<Option<GameInReview>, ResultsError> {
        let members = self.table_members(photo);
        let of_table: Vec<&ResultLine> = members.iter().map(|index| &self.read[*index]).collect();
        let has_photo = |game: &Vec<usize>| game.iter().any(|member| of_table[*member].reading.photo == photo);
        let Some(game) = games(&of_table, &self.corrections).into_iter().find(has_photo) else { return Ok(None) };
        let photos: Vec<&ResultLine> = game.iter().map(|member| of_table[*member]).collect();
        let shown = photos.iter().position(|line| line.reading.photo == photo).unwrap_or_default();
        let mut verdicts: Vec<Option<&Verdict>> = photos.iter().map(|line| self.corrections.verdict(line)).collect();
        verdicts[shown] = verdicts[shown].filter(|verdict| counts(verdict));
        let table = SeenTable::of_lines(&photos)?.around(&verdicts)?;
        let given = table.given(&verdicts)?;
        let said = verdicts.into_iter().map(|verdict| verdict.cloned()).collect();
        Ok(Some(GameInReview { shown, table, given, said }))
    }
}

/// A photo's game, with the verdicts on its photos.
pub struct GameInReview {
    /// The index of the photo under review among the game's photos.
    pub shown: usize,
    /// The game's kingdoms, and how they are read again.
    pub table: SeenTable,
    /// For each of the game's kingdoms, the squares that people have corrected.
    pub given: Vec<Vec<GivenSquare>>,
    /// The verdict on each of the game's photos.
    said: Vec<Option<Verdict>>,
}

impl GameInReview {
    /// The verdicts that set these squares in the game's kingdoms. There is one for the photo under review,
    /// and one for each other photo in which a square changes.
    ///
    /// # Errors
    /// A typed kingdom that is invalid with these squares.
    pub fn verdicts(&self, given: &[Vec<GivenSquare>]) -> Result<Vec<(String, Option<Verdict>)>, KingdomError> {
        let (places, first) = (self.table.places(), self.table.first_readings());
        let of_photo = |photo: usize| {
            let own = || (0..places.len()).filter(|index| places[*index].0 == photo);
            let is_only = own().count() == 1;
            let corrections = |index: usize| {
                let name = KingdomName { photo: None, kingdom: places[index].1.filter(|_| !is_only) };
                let typed = given[index].iter().filter_map(|one| first.kingdoms[index].correction(&name, one));
                typed.map(|correction| correction.to_string()).collect::<Vec<_>>()
            };
            let name = self.table.photos()[photo].name.clone();
            let typed = own().find(|index| places[*index].1.is_none());
            let kingdom = match (&self.said[photo], typed) {
                (Some(Verdict::Kingdom(text)), Some(typed)) => {
                    let kingdom = typed_kingdom(text).ok();
                    let squares = given[typed].iter();
                    let squares =
                        squares.filter_map(|one| Some((first.kingdoms[typed].reading.place_of(one.cell)?, one.square)));
                    let squares: Vec<(Place, Square)> = squares.collect();
                    let kingdom = kingdom.map(|kingdom| typed_with(&kingdom, &squares)).transpose()?;
                    return Ok((name, kingdom));
                }
                (Some(Verdict::Squares(said)), _) => said.kingdom,
                (Some(verdict), _) => return Ok((name, Some(verdict.clone()))),
                (None, _) => None,
            };
            let corrections: Vec<String> = own().flat_map(corrections).collect();
            let verdict = Verdict::Squares(SquareCorrections { kingdom, corrections, read: Vec::new() });
            let says_nothing = verdict == Verdict::Squares(SquareCorrections::default());
            Ok((name, (!says_nothing).then_some(verdict)))
        };
        let is_said = |photo: &usize| {
            *photo == self.shown
                || (0..places.len()).any(|index| places[index].0 == *photo && given[index] != self.given[index])
        };
        (0..self.table.photos().len()).filter(is_said).map(of_photo).collect()
    }

    /// The indices, among the game's kingdoms, of those that the photo under review shows.
    pub fn kingdoms_shown(&self) -> Vec<usize> {
        let places = self.table.places();
        (0..places.len()).filter(|index| places[*index].0 == self.shown).collect()
    }
}

/// A photo shows a square clearly if the best guess has at least this probability.
const CLEAR_FROM: f32 = 0.99;

/// The squares where a typed kingdom contradicts what the photo clearly shows, each with what the photo
/// shows. Empty if the kingdom has other rows and columns than the reading. A person may type the kingdom in
/// another orientation than the photo's, so the orientation with the fewest contradictions is used.
pub fn contradicted(game: &GameInReview, kingdom: usize, typed: &Kingdom) -> Vec<(Place, Square)> {
    let first = game.table.first_readings();
    let seen = &first.kingdoms[kingdom];
    let shows = |place: Place| {
        let (square, p) = *seen.guesses.at(seen.reading.cell_of(place))?.ranked().first()?;
        (p >= CLEAR_FROM).then_some(square)
    };
    let mut turned = typed.squares().clone();
    let mut least: Option<Vec<(Place, Square)>> = None;
    let read = seen.reading.kingdom.squares();
    for _ in 0..4 {
        if (turned.rows(), turned.cols()) == (read.rows(), read.cols()) {
            let differs =
                |place: Place| shows(place).filter(|seen| *seen != turned[place].ground()).map(|seen| (place, seen));
            let contradicted: Vec<(Place, Square)> = turned.places().filter_map(differs).collect();
            if least.as_ref().is_none_or(|least| contradicted.len() < least.len()) {
                least = Some(contradicted);
            }
        }
        turned = turned.quarter_turned();
    }
    least.unwrap_or_default()
}
