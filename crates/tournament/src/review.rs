//! The results of a folder while a person corrects them. Each answer is saved at once, and the tables that it
//! concerns are read and ranked again.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::sync::Arc;

use super::corrections::{Corrected, Corrections, PhotoDecision, SaidLater, guesses_of, is_of_game, without_border};
use super::finish::FinishError;
use super::provenance::Provenance;
use super::ranking::{Ranked, RankedBy, RankedTables, Tournament};
use super::reread::{LastGame, games, table_lines, table_of};
use super::results_folder::ResultsFolder;
use game::ids::KingdomId;
use game::line::PhotoLine;
use game::photo_reading::{PhotoReading, ResultsError};
use kingdomino::domain::{Kingdom, Place, Square};
use kingdomino::formats::name_key;
use messages::{Language, MessageId, Words};
use reading::correction::GivenSquare;
use table::change::{add_answer, lost_squares};
use table::log::Edit;
use table::refused::{Lost, Refused};
use table::table_reading::TableReading;

/// The results of a folder, and people's corrections of them.
pub struct Review {
    out: Arc<ResultsFolder>,
    /// The lines as they were read, without corrections.
    read: Vec<PhotoLine>,
    /// The index of each photo's line in `read`.
    places: HashMap<String, usize>,
    /// The lines of corrected tables, read again, by their index in `read`.
    reread: BTreeMap<usize, PhotoLine>,
    tables: RankedTables,
    /// All tables, ranked.
    ranked: Arc<Tournament>,
    corrections: Corrections,
    by: RankedBy,
    last: LastGame,
}

impl Review {
    /// Opens a folder that `batch` has filled.
    ///
    /// # Errors
    /// Results that cannot be read.
    pub fn new(out: &Arc<ResultsFolder>) -> Result<Self, ResultsError> {
        let (read, by) = (out.lines()?, Provenance::of_folder(out)?.ranked_by());
        let mut corrections = Corrections::of_folder(out)?;
        let Ranked { reread, tables, tournament } = Ranked::new(&read, &mut corrections, by.clone());
        let places = read.iter().enumerate().map(|(index, line)| (line.reading.photo.clone(), index)).collect();
        let (out, ranked, last) = (Arc::clone(out), Arc::new(tournament), LastGame::default());
        Ok(Self { out, read, places, reread, tables, ranked, corrections, by, last })
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
    pub fn lines(&self) -> impl Iterator<Item = &PhotoLine> + Clone {
        (0..self.read.len()).map(|index| self.line_at(index))
    }

    fn line_at(&self, index: usize) -> &PhotoLine {
        self.reread.get(&index).unwrap_or(&self.read[index])
    }

    /// The line of a photo. If its table was corrected, it was read again.
    pub fn line(&self, photo: &str) -> Option<&PhotoLine> {
        self.places.get(photo).map(|index| self.line_at(*index))
    }

    /// A photo's line as it was read.
    fn line_as_read(&self, photo: &str) -> Option<&PhotoLine> {
        self.places.get(photo).map(|index| &self.read[*index])
    }

    /// The photos whose name, or whose player's name, contains this text, ignoring case. If some match
    /// exactly, only those.
    pub fn photos_called(&self, part: &str) -> Vec<&str> {
        let part = name_key(part);
        let player =
            |line: &PhotoLine| line.reading.info.seat.as_ref().map(|seat| name_key(&seat.player)).unwrap_or_default();
        let called = |is: &dyn Fn(&str) -> bool| -> Vec<&str> {
            let lines = self.read.iter().filter(|line| is(&name_key(&line.reading.photo)) || is(&player(line)));
            lines.map(|line| line.reading.photo.as_str()).collect()
        };
        let exact = called(&|name| name == part);
        if exact.is_empty() { called(&|name| name.contains(&part)) } else { exact }
    }

    /// What people's answers about a photo amount to; `None` if its reading counts.
    pub fn corrected(&self, photo: &str) -> Option<Corrected> {
        self.corrections.of(self.line_as_read(photo)?)
    }

    /// Whether there is an answer about any of these photos that can be undone.
    pub fn can_undo(&self, photos: &[&str]) -> bool {
        self.corrections.can_undo(photos)
    }

    /// Whether there is an answer about any of these photos that can be redone.
    pub fn can_redo(&self, photos: &[&str]) -> bool {
        self.corrections.can_redo(photos)
    }

    /// The corrected photos that are no longer in the results, with what the answers about them amount to.
    pub fn without_photo(&self) -> impl Iterator<Item = (&str, Corrected)> {
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

    /// Why this kingdom cannot be typed for the photo; `None` if it can.
    pub fn refuses_typed(&self, photo: &str, kingdom: &Kingdom) -> Option<MessageId> {
        let info = &self.line(photo)?.reading.info;
        let typed = guesses_of(&without_border(kingdom.clone()));
        let is_one = is_of_game(&typed, info) && typed.reading(info).is_some();
        self.refuses_kingdom(photo).or((!is_one).then_some(MessageId::ReviewOtherGame))
    }

    /// Decides about a whole photo, also on the disk, and reads its table again. `at` is in seconds since
    /// 1970.
    ///
    /// # Errors
    /// A decision that would not count, and a folder that cannot be written; then nothing is changed.
    pub fn decide(&mut self, photo: &str, decision: PhotoDecision, at: Option<u64>) -> Result<(), FinishError> {
        let mut corrections = self.corrections.clone();
        let Some(line) = self.line_as_read(photo) else {
            if decision == PhotoDecision::AsRead {
                corrections.drop_gone(photo);
            }
            return self.take(corrections, Vec::new());
        };
        let refused = match &decision {
            PhotoDecision::Kingdom { kingdom, .. } => self.refuses_typed(photo, kingdom),
            PhotoDecision::Between(..) => self.refuses_kingdom(photo),
            PhotoDecision::LeftOut | PhotoDecision::Chosen(_) | PhotoDecision::Found => self.refuses(photo),
            // Takes back nothing if the photo cannot be read.
            PhotoDecision::AsRead => None,
        };
        if let Some(why) = refused {
            return Err(refusal(photo, why));
        }
        let edits = corrections.edits_for(line, decision, self.copies_of(line));
        corrections.add(at, line, edits, &self.names_at_table(photo));
        self.take(corrections, vec![photo.to_owned()])
    }

    /// Gives squares to the kingdoms of a game, as one answer, also on the disk; `before` and `after` are the
    /// squares given to each kingdom.
    ///
    /// # Errors
    /// As for [`decide`](Self::decide).
    pub fn correct(
        &mut self,
        game: &GameInReview,
        before: &[Vec<GivenSquare>],
        after: &[Vec<GivenSquare>],
        at: Option<u64>,
    ) -> Result<(), FinishError> {
        let (mut corrections, mut edits, mut photos) = (self.corrections.clone(), Vec::new(), Vec::new());
        for (view, id) in game.read.ids.iter().enumerate().filter(|(view, _)| before[*view] != after[*view]) {
            let photo = &game.photo_of(view).photo;
            let Some(line) = self.line_as_read(photo) else { continue };
            if let Some(why) = self.refuses(photo) {
                return Err(refusal(photo, why));
            }
            photos.push(photo.clone());
            edits.extend(corrections.squares(line, id.number, &before[view], &after[view]));
        }
        let shown = &game.photo().photo;
        if let Some(line) = self.line_as_read(shown) {
            corrections.add(at, line, edits, &self.names_at_table(shown));
        }
        self.take(corrections, photos)
    }

    /// Undoes the last answer about any of these photos, including its edits of other photos, also on the
    /// disk. Earlier answers count again then. `None` if there is no answer; the inner error if another photo
    /// has a later correction.
    ///
    /// # Errors
    /// As for [`decide`](Self::decide).
    pub fn undo(&mut self, photos: &[&str]) -> Result<Option<Result<(), SaidLater>>, FinishError> {
        let mut corrections = self.corrections.clone();
        match corrections.undo(photos) {
            Ok(Some(about)) => self.take(corrections, about).map(|()| Some(Ok(()))),
            Ok(None) => Ok(None),
            Err(later) => Ok(Some(Err(later))),
        }
    }

    /// Redoes the next undone answer about any of these photos, also on the disk. Returns whether there was
    /// one.
    ///
    /// # Errors
    /// As for [`decide`](Self::decide).
    pub fn redo(&mut self, photos: &[&str]) -> Result<bool, FinishError> {
        let mut corrections = self.corrections.clone();
        let Some(about) = corrections.redo(photos) else { return Ok(false) };
        self.take(corrections, about).map(|()| true)
    }

    /// The names of the other photos with the same bytes.
    fn copies_of(&self, line: &PhotoLine) -> Vec<String> {
        let alike = |other: &&PhotoLine| {
            other.reading.sha256 == line.reading.sha256 && other.reading.photo != line.reading.photo
        };
        self.read.iter().filter(alike).map(|copy| copy.reading.photo.clone()).collect()
    }

    fn names_at_table(&self, photo: &str) -> Vec<&str> {
        self.table_members(photo).into_iter().map(|index| self.read[index].reading.photo.as_str()).collect()
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
            let of_table: Vec<&PhotoLine> = members.iter().map(|index| &self.read[*index]).collect();
            let reread = table_lines(&of_table, &mut corrections, &self.last).into_iter();
            let mut reread: BTreeMap<usize, PhotoLine> = reread.collect();
            for (member, index) in members.iter().enumerate() {
                let line = reread.remove(&member);
                ranked.add(line.as_ref().unwrap_or(of_table[member]), &corrections);
                read.push((*index, line));
            }
        }
        corrections.write(&self.out)?;
        self.corrections = corrections;
        for (index, line) in read {
            match line {
                Some(line) => drop(self.reread.insert(index, line)),
                None => drop(self.reread.remove(&index)),
            }
        }
        self.tables.replace(ranked);
        self.ranked = Arc::new(self.tables.tournament().with_lost_words(&self.corrections));
        Ok(())
    }

    fn table_members(&self, photo: &str) -> Vec<usize> {
        let Some(table) = self.line_as_read(photo).map(table_of) else { return Vec::new() };
        (0..self.read.len()).filter(|index| table_of(&self.read[*index]) == table).collect()
    }

    /// The photo's game, with the answers about all its photos. For this photo, kingdoms that were read
    /// count, not those that people typed or marked in their place, even if it was left out. `None` if
    /// nothing was read in the photo.
    ///
    /// # Errors
    /// The results were written by another version of the program.
    pub fn game_as_read(&self, photo: &str) -> Result<Option<GameInReview>, ResultsError> {
        if self.line_as_read(photo).is_some_and(|line| line.reading.guesses.is_empty()) {
            return Ok(None);
        }
        self.game(photo, &self.corrections, Some(photo))
    }

    /// The photo's game, with the answers about all its photos. `None` for a photo that cannot be read.
    ///
    /// # Errors
    /// The results were written by another version of the program.
    pub fn game_of(&self, photo: &str) -> Result<Option<GameInReview>, ResultsError> {
        self.game(photo, &self.corrections, None)
    }

    /// What would no longer count after this decision about a photo: the kingdom that was typed for it, and
    /// edits of squares of its game. Empty if the photo cannot be read.
    pub fn lost_with(&self, photo: &str, decision: PhotoDecision) -> Vec<Lost> {
        let (Some(line), Ok(Some(before))) = (self.line_as_read(photo), self.game_of(photo)) else {
            return Vec::new();
        };
        let named = |reading: &PhotoReading| {
            reading.info.seat.as_ref().map_or_else(|| reading.photo.clone(), |seat| seat.player.clone())
        };
        let mut lost: Vec<Lost> = Vec::new();
        if self.corrected(photo).is_some_and(|corrected| corrected.typed.is_some()) {
            lost.push(MessageId::ServeWholeKingdom.with("kingdom", named(&line.reading)).into());
        }
        let mut corrections = self.corrections.clone();
        let edits = corrections.edits_for(line, decision, Vec::new());
        corrections.add(None, line, edits, &self.names_at_table(photo));
        if let Ok(Some(after)) = self.game(photo, &corrections, None) {
            let mut squares = lost_squares(&before.read, &after.read, |view| named(before.photo_of(view)));
            // A typed kingdom is lost as a whole.
            let typed: Vec<KingdomId> = before.typed_shown().collect();
            squares.retain(|lost| lost.square.as_ref().is_none_or(|square| !typed.contains(&square.kingdom)));
            lost.extend(squares);
        }
        lost
    }

    /// The photo's game with these corrections. If `as_read` is one of its photos, the photo's own kingdoms
    /// count there.
    fn game(
        &self,
        photo: &str,
        corrections: &Corrections,
        as_read: Option<&str>,
    ) -> Result<Option<GameInReview>, ResultsError> {
        let members = self.table_members(photo);
        let of_table: Vec<&PhotoLine> = members.iter().map(|index| &self.read[*index]).collect();
        let has_photo = |game: &Vec<usize>| game.iter().any(|member| of_table[*member].reading.photo == photo);
        let Some(game) = games(&of_table).into_iter().find(has_photo) else { return Ok(None) };
        let photos: Vec<&PhotoLine> = game.iter().map(|member| of_table[*member]).collect();
        let shown = photos.iter().position(|line| line.reading.photo == photo).unwrap_or_default();
        let read = self.last.read(&photos, corrections.table(&photos, as_read))?;
        Ok(Some(GameInReview { shown, read }))
    }
}

/// A photo's game, read with the answers about its photos.
pub struct GameInReview {
    /// The index of the photo under review among the game's photos.
    shown: usize,
    /// The game's kingdoms.
    pub read: Arc<TableReading>,
}

impl GameInReview {
    /// The photo under review, as it was read on its own.
    pub fn photo(&self) -> &PhotoReading {
        &self.read.table.photos[self.shown].reading
    }

    /// The squares given to each of the game's kingdoms after this edit of a square.
    ///
    /// # Errors
    /// The kingdoms cannot be read with it.
    pub fn given_with(&self, edit: Edit) -> Result<Vec<Vec<GivenSquare>>, Refused> {
        let mut table = self.read.table.clone();
        add_answer(&mut table, vec![edit])?;
        let after = TableReading::of_tournament(table, Some(&self.read))?;
        after.check_last()?;
        Ok(after.given)
    }

    /// The photo that shows the view, as it was read on its own.
    pub fn photo_of(&self, view: usize) -> &PhotoReading {
        &self.read.table.photos[self.read.one.views()[view].photo].reading
    }

    /// The index of the photo among the game's.
    pub fn index_of(&self, photo: &str) -> Option<usize> {
        self.read.table.photos.iter().position(|row| row.reading.photo == photo)
    }

    /// The views of the photo with this index.
    pub fn views_of(&self, photo: usize) -> impl Iterator<Item = usize> {
        let views = self.read.one.views().iter().enumerate();
        views.filter(move |(_, view)| view.photo == photo).map(|(index, _)| index)
    }

    /// The place by which a person names the first square of the view's kingdom: answers refer to the rows and
    /// columns that were read first, of which corrections may have emptied some.
    pub fn first_place(&self, view: usize) -> Place {
        let (first, now) = (self.read.one.first_readings(), &self.read.read.kingdoms[view]);
        let named = first.kingdoms[view].reading.place_of(now.cell_of(Place::new(0, 0)));
        named.unwrap_or(Place::new(0, 0))
    }

    /// The typed kingdoms of the photo under review.
    fn typed_shown(&self) -> impl Iterator<Item = KingdomId> {
        let views = self.views_shown().into_iter().filter(|view| self.read.one.is_typed(*view));
        views.map(|view| self.read.ids[view])
    }

    /// The views of the photo under review.
    pub fn views_shown(&self) -> Vec<usize> {
        self.views_of(self.shown).collect()
    }
}

fn refusal(photo: &str, why: MessageId) -> FinishError {
    ResultsError { path: photo.into(), problem: why.in_language(Language::English).to_owned() }.into()
}

/// A photo shows a square clearly if the best guess has at least this probability.
const CLEAR_FROM: f32 = 0.99;

/// The squares where a typed kingdom contradicts what the photo clearly shows, each with what the photo
/// shows. Empty if the kingdom has other rows and columns than the reading. A person may type the kingdom in
/// another orientation than the photo's, so the orientation with the fewest contradictions is used.
pub fn contradicted(game: &GameInReview, kingdom: usize, typed: &Kingdom) -> Vec<(Place, Square)> {
    let first = game.read.one.first_readings();
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
