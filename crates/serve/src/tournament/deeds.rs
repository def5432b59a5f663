//! A phone's decisions about a table's photos: about squares, about whole photos, and undoing them.

use std::time::Instant;

use axum::http::StatusCode;
use serde::Deserialize;

use super::super::api_error::ApiError;
use super::drafts::Draft;
use super::places::parts_of;
use super::{ReviewSession, State, claimed};
use game::table::SeenTable;
use game::verdict::{Verdict, typed_kingdom, typed_with};
use kingdomino::domain::{Kingdom, Place};
use messages::{Arg, Message, MessageId, Page, Words};
use reading::correction::{GivenSquare, SaidSquare, upsert};
use reading::reconstruct::Reading;
use table::photo::ByHand;
use table::why::of_correction;
use tournament::FinishError;
use tournament::corrections::Correction;
use tournament::review::Review;
use tournament::review_deeds::now;

/// A square of a kingdom as shown on the page.
pub struct SquareOf<'a> {
    /// Its kingdom's key.
    pub kingdom: &'a str,
    pub place: Place,
    /// The kingdom in notation as the phone saw it, if given.
    pub seen: Option<&'a str>,
}

/// A person's decision about a whole photo.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum ReviewAction {
    /// The photo was read correctly.
    Right,
    /// The kingdom with this number, from 1, is the player's.
    Kingdom(usize),
    /// The photo does not count.
    LeftOut,
    /// Withdraws the decision about the photo.
    Nothing,
}

/// A decision about a whole photo.
pub struct Decided {
    pub deed: ReviewAction,
    /// Whether the user confirms the decision despite objections.
    pub is_sure: bool,
    /// The photo's kingdoms in notation as the phone saw them, if given.
    pub seen: Option<Vec<String>>,
}

/// The steps that can be undone and redone at a table while the server runs. Earlier answers are in
/// `corrections.json` and can be undone, too.
#[derive(Default)]
pub struct Steps {
    steps: Vec<Step>,
    /// How many steps count; the others were undone.
    done: usize,
}

/// One action of a phone.
#[derive(Clone)]
struct Step {
    /// The decisions, by photo; `None` if only readings between corners change.
    said: Option<Vec<(String, Option<Verdict>)>>,
    /// Readings between marked corners, by photo: before and after.
    drafts: Vec<(String, [Option<Draft>; 2])>,
}

impl Steps {
    pub fn can_undo(&self) -> bool {
        self.done > 0
    }

    pub fn can_redo(&self) -> bool {
        self.done < self.steps.len()
    }

    fn add(&mut self, step: Step) {
        self.steps.truncate(self.done);
        self.steps.push(step);
        self.done = self.steps.len();
    }

    /// Inserts a step before all others: an answer from before the server's start that has just been undone.
    fn put_before(&mut self, step: Step) {
        self.steps.insert(0, step);
    }
}

impl Step {
    /// A step that changes only a reading between corners.
    fn of_draft(state: &State, photo: &str, draft: Option<Draft>) -> Self {
        Self { said: None, drafts: vec![(photo.to_owned(), [state.drafts.get(photo).cloned(), draft])] }
    }

    /// A decision that replaces the readings between corners.
    fn of_answer(state: &State, said: Vec<(String, Option<Verdict>)>) -> Self {
        let shown = said.iter().filter_map(|(photo, _)| Some((photo.clone(), state.drafts.get(photo)?.clone())));
        let drafts = shown.map(|(photo, draft)| (photo, [Some(draft), None])).collect();
        Self { said: Some(said), drafts }
    }
}

impl ReviewSession {
    /// Corrects a square, and re-reads the table with it.
    pub fn correct(&self, table: &str, phone: &str, of: &SquareOf, square: SaidSquare) -> Result<i64, ApiError> {
        self.change(table, phone, |state| {
            let (key, number) = parts_of(of.kingdom).ok_or_else(ApiError::not_found)?;
            let line = state.photo(table, key)?;
            let name = line.reading.photo.clone();
            if let Some(seen) = of.seen {
                let shown = self.shown(state, line);
                let is_same = shown.iter().any(|(key, notation)| key == of.kingdom && notation == seen);
                if !is_same {
                    return Err(ApiError::changed());
                }
            }
            if let Some(draft) = state.drafts.get(&name) {
                let draft = with_square(draft, number, of.place, square)?;
                return Ok(Step::of_draft(state, &name, Some(draft)));
            }
            let said = match state.review.verdict(&name) {
                Some(Verdict::LeftOut) => return Err(unfit(MessageId::LeftOut)),
                Some(Verdict::Kingdom(text)) => vec![(name.clone(), Some(typed_with_said(text, of.place, square)?))],
                Some(Verdict::Squares(_)) | None => verdicts_with(&state.review, &name, number, of.place, square)?,
            };
            Ok(Step::of_answer(state, said))
        })
    }

    /// Decides about a whole photo.
    pub fn decide(&self, table: &str, phone: &str, photo: &str, decided: &Decided) -> Result<i64, ApiError> {
        let Decided { deed, is_sure, seen } = decided;
        self.change(table, phone, |state| {
            let line = state.photo(table, photo)?;
            let name = line.reading.photo.clone();
            let is_shown = |seen: &Vec<String>| {
                self.shown(state, line).into_iter().map(|(_, shown)| shown).eq(seen.iter().cloned())
            };
            if !seen.as_ref().is_none_or(is_shown) {
                return Err(ApiError::changed());
            }
            let names_kingdom = matches!(deed, ReviewAction::Right | ReviewAction::Kingdom(_));
            if let Some(why) = state.review.refuses_kingdom(&name).filter(|_| names_kingdom) {
                return Err(unfit(why));
            }
            let verdict = match *deed {
                ReviewAction::Nothing => None,
                ReviewAction::LeftOut => Some(Verdict::LeftOut),
                // The kingdom between marked corners has no number among those that were read.
                ReviewAction::Kingdom(_) if state.drafts.contains_key(&name) => return Err(ApiError::changed()),
                ReviewAction::Kingdom(number) => {
                    let count = state.review.line(&name).map_or(0, |line| line.kingdoms.len());
                    if !(1..=count).contains(&number) {
                        return Err(ApiError::not_found());
                    }
                    Some(state.review.choosing(&name, number))
                }
                ReviewAction::Right => {
                    let kingdom = state.counting(&name)?;
                    let against = state.against(&name, &kingdom)?;
                    if !against.is_empty() && !is_sure {
                        return Err(ApiError::new(
                            StatusCode::CONFLICT,
                            "not-sure",
                            MessageId::ServeNotSure.with("why", against),
                        ));
                    }
                    Some(Verdict::of_kingdom(&kingdom))
                }
            };
            Ok(Step::of_answer(state, vec![(name, verdict)]))
        })
    }

    /// Shows the photo as read between these corners; `None` restores the reading without corners.
    pub fn read_between(
        &self,
        table: &str,
        phone: &str,
        photo: &str,
        by_hand: Option<ByHand>,
    ) -> Result<i64, ApiError> {
        let (line, shown_width_px) = {
            let state = self.state()?;
            let line = state.photo(table, photo)?.clone();
            if line.reading.info.shows_table() && by_hand.is_some() {
                // Only one kingdom is between the corners, and a kingdom typed for a photo of a whole table
                // belongs to no player.
                return Err(unfit(MessageId::ServeWholeTable));
            }
            let [width_px, _] = self.shown_size_px(&state, &line);
            (line, width_px)
        };
        // The state is not locked, because reading takes time and other phones need answers meanwhile.
        let draft = by_hand.map(|by_hand| Draft::read(self, &line, by_hand, shown_width_px)).transpose()?;
        self.change(table, phone, |state| Ok(Step::of_draft(state, &line.reading.photo, draft)))
    }

    /// Undoes the last step, or redoes the next one. When all steps are undone, undoes the last answer from
    /// before the server's start.
    pub fn step(&self, table: &str, phone: &str, is_forward: bool) -> Result<i64, ApiError> {
        let mut state = self.state()?;
        self.may_change(&state, table, phone)?;
        let steps = state.steps.entry(table.to_owned()).or_default();
        let index = if is_forward { Some(steps.done) } else { steps.done.checked_sub(1) };
        let step = index.and_then(|index| steps.steps.get(index)).cloned();
        match (step, is_forward) {
            (Some(step), true) => {
                state.carry_out(&step)?;
                state.steps.entry(table.to_owned()).or_default().done += 1;
            }
            (Some(step), false) => {
                if step.said.is_some() {
                    state.take_back(table)?;
                }
                for (photo, [before, _]) in step.drafts {
                    state.show_draft(photo, before);
                }
                state.steps.entry(table.to_owned()).or_default().done -= 1;
            }
            (None, true) => return Err(nothing_to_undo()),
            (None, false) => {
                let said = state.take_back(table)?;
                let said = said.into_iter().map(|correction| (correction.photo, correction.verdict)).collect();
                let step = Step { said: Some(said), drafts: Vec::new() };
                state.steps.entry(table.to_owned()).or_default().put_before(step);
            }
        }
        Ok(self.said(&mut state))
    }

    /// Changes are made one at a time. Verdicts are on disk when this returns.
    fn change(
        &self,
        table: &str,
        phone: &str,
        make: impl FnOnce(&State) -> Result<Step, ApiError>,
    ) -> Result<i64, ApiError> {
        let mut state = self.state()?;
        self.may_change(&state, table, phone)?;
        let step = make(&state)?;
        for (photo, verdict) in step.said.iter().flatten() {
            let is_noted = verdict.is_some() || !state.review.can_take_back(&[photo]);
            if let Some(why) = state.review.refuses(photo).filter(|_| is_noted) {
                return Err(unfit(why));
            }
        }
        state.carry_out(&step)?;
        state.steps.entry(table.to_owned()).or_default().add(step);
        Ok(self.said(&mut state))
    }

    /// Requests a new report; returns the new revision.
    fn said(&self, state: &mut State) -> i64 {
        self.report.want();
        state.revision += 1;
        state.revision
    }

    /// Renews the phone's claim; a program without one may change tables that no phone has claimed. The
    /// caller holds the state's lock, so that no other phone intervenes.
    fn may_change(&self, state: &State, table: &str, phone: &str) -> Result<(), ApiError> {
        state.has_table(table)?;
        let is_free = match phone {
            "" => self.is_at(table, phone).is_none(),
            phone => self.claims().claim(table, phone, Instant::now()),
        };
        if is_free { Ok(()) } else { Err(claimed()) }
    }
}

impl State {
    /// Records all decisions or none, and shows the readings between corners.
    fn carry_out(&mut self, step: &Step) -> Result<(), ApiError> {
        if let Some(said) = &step.said {
            let said = self.review.say_all(said.clone(), now());
            said.map_err(|error| self.broken(error))?;
        }
        for (photo, [_, after]) in step.drafts.clone() {
            self.show_draft(photo, after);
        }
        Ok(())
    }

    /// Withdraws the last answer about a photo of the table; returns that answer.
    fn take_back(&mut self, table: &str) -> Result<Vec<Correction>, ApiError> {
        let photos = self.photos_of(table);
        let photos: Vec<&str> = photos.iter().map(String::as_str).collect();
        match self.review.take_back(&photos) {
            Ok(Some(Ok(answer))) => Ok(answer.said),
            Ok(Some(Err(_)) | None) => Err(nothing_to_undo()),
            Err(error) => Err(self.broken(error)),
        }
    }

    /// Whether an answer of an earlier server or review can be undone at the table.
    pub fn can_take_back(&self, table: &str) -> bool {
        let photos = self.photos_of(table);
        self.review.can_take_back(&photos.iter().map(String::as_str).collect::<Vec<_>>())
    }

    fn photos_of(&self, table: &str) -> Vec<String> {
        self.lines_of(table).map(|line| line.reading.photo.clone()).collect()
    }

    /// After an error, the state on disk is authoritative.
    fn broken(&mut self, error: FinishError) -> ApiError {
        self.is_stale = true;
        ApiError::broken(error)
    }

    fn show_draft(&mut self, photo: String, draft: Option<Draft>) {
        match draft {
            Some(draft) => drop(self.drafts.insert(photo, draft)),
            None => drop(self.drafts.remove(&photo)),
        }
    }

    /// The kingdom that counts if the photo is confirmed.
    fn counting(&self, photo: &str) -> Result<Kingdom, ApiError> {
        let chosen = self.review.chosen(photo);
        let Some(draft) = self.drafts.get(photo) else {
            let kingdom = self.review.counting(photo, chosen);
            return kingdom.ok_or_else(|| unfit(MessageId::ServeWhichKingdom));
        };
        match &draft.read_anew()?.kingdoms[..] {
            [only] => Ok(only.kingdom.clone()),
            _ => Err(unfit(MessageId::ServeWhichKingdom)),
        }
    }

    /// Objections to confirming this kingdom. If there are any, the user is asked to confirm it again.
    fn against(&self, photo: &str, kingdom: &Kingdom) -> Result<Vec<Message>, ApiError> {
        let of_reading = self.drafts.get(photo).map_or_else(|| Ok(Vec::new()), Draft::against)?;
        let against = of_reading.into_iter().chain(self.review.audited(photo, kingdom));
        Ok(against.map(|message| message.on_the_page(Page::Tournament)).collect())
    }
}

/// The verdicts that give the square this content.
fn verdicts_with(
    review: &Review,
    photo: &str,
    number: usize,
    place: Place,
    said: SaidSquare,
) -> Result<Vec<(String, Option<Verdict>)>, ApiError> {
    let other_version = |_| unfit(MessageId::ServeOtherVersion);
    let game = review.game_of(photo).map_err(other_version)?.ok_or_else(ApiError::not_found)?;
    let kingdom = *game.kingdoms_shown().get(number - 1).ok_or_else(ApiError::not_found)?;
    let read = game.table.read_anew(&game.given).map_err(other_version)?;
    let given = given_with(&game.table, &game.given, kingdom, &read.kingdoms[kingdom], place, said)?;
    game.verdicts(&given).map_err(|_| unfit(MessageId::ServeImpossible))
}

/// The draft with this correction.
fn with_square(draft: &Draft, number: usize, place: Place, said: SaidSquare) -> Result<Draft, ApiError> {
    let read = draft.read_anew()?;
    let read = read.kingdoms.get(number - 1).ok_or_else(ApiError::not_found)?;
    let given = given_with(&draft.table, &draft.given, number - 1, read, place, said)?;
    Ok(Draft { given, ..draft.clone() })
}

/// The given squares of each kingdom, with this one added to a kingdom as currently `read`.
fn given_with(
    table: &SeenTable,
    given: &[Vec<GivenSquare>],
    kingdom: usize,
    read: &Reading,
    place: Place,
    said: SaidSquare,
) -> Result<Vec<Vec<GivenSquare>>, ApiError> {
    let stands = read.kingdom.squares().get(place).ok_or_else(|| unfit(no_square(place)))?;
    let (first, cell) = (table.first_readings(), read.cell_of(place));
    if first.kingdoms[kingdom].reading.place_of(cell).is_none() {
        return Err(unfit(MessageId::ServeSquareOutside));
    }
    let mut given = given.to_vec();
    upsert(&mut given[kingdom], GivenSquare { cell, square: said.on(*stands) });
    first.read_anew(&given).map_err(|error| unfit(of_correction(&error)))?;
    Ok(given)
}

/// A typed kingdom with one square changed.
fn typed_with_said(text: &str, place: Place, said: SaidSquare) -> Result<Verdict, ApiError> {
    let typed = typed_kingdom(text).map_err(ApiError::broken)?;
    let stands = *typed.squares().get(place).ok_or_else(|| unfit(no_square(place)))?;
    typed_with(&typed, &[(place, said.on(stands))]).map_err(|_| unfit(MessageId::ServeImpossible))
}

fn nothing_to_undo() -> ApiError {
    ApiError::new(StatusCode::CONFLICT, "nothing-to-undo", MessageId::ServeNothingToUndo)
}

fn no_square(place: Place) -> Message {
    MessageId::ServeNoSuchSquare.with("row", place.row.saturating_add(1)).with("col", place.col.saturating_add(1))
}

fn unfit(why: impl Into<Arg>) -> ApiError {
    let message = MessageId::ServeBadCorrection.with("why", why);
    ApiError::new(StatusCode::UNPROCESSABLE_ENTITY, "bad-correction", message)
}
