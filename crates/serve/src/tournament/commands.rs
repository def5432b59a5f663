//! A phone's commands about a table: corrections of squares, decisions about photos, undo and redo.

use std::time::Instant;

use axum::http::StatusCode;
use serde::Deserialize;

use super::super::api_error::ApiError;
use super::super::command::{AsRead, Command, SquareCorrection};
use super::places::parts_of;
use super::{ReviewSession, State, claimed};
use kingdomino::audit::warning::Warning;
use kingdomino::domain::Kingdom;
use kingdomino::formats::notation;
use messages::{Message, MessageId, Page, Words};
use reading::correction::{GivenSquare, SaidSquare};
use table::photo::ByHand;
use table::refused::{Lost, Refused};
use table::squares::{Step, check_seen, edit, unfit};
use tournament::FinishError;
use tournament::corrections::PhotoDecision;
use tournament::photo_in_review::now;
use tournament::review::GameInReview;

/// A person's decision about a whole photo.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum ReviewAction {
    /// The kingdom with this number, from 1, is the player's.
    Kingdom(usize),
    /// The photo does not count.
    LeftOut,
    /// Withdraws the decision about the photo.
    Nothing,
}

/// An answer of a phone.
enum Answer {
    /// Squares given to the kingdoms of a game.
    Squares(Box<GameInReview>, Vec<Vec<GivenSquare>>),
    /// A decision about the photo of this name.
    Whole(String, PhotoDecision),
}

impl ReviewSession {
    /// Applies a command to a table. The result is the tournament's revision.
    pub fn apply(&self, table: &str, phone: &str, command: &Command) -> Result<i64, ApiError> {
        match command {
            Command::Square(correction, square) => {
                self.change(table, phone, |state| state.with_square(table, correction, *square))
            }
            Command::AsRead(confirmed) => self.change(table, phone, |state| state.confirmed(table, confirmed)),
            Command::Step(step) => self.step(table, phone, *step),
        }
    }

    /// Decides about a whole photo. `seen`: the photo's kingdoms in notation as the phone saw them, if given.
    pub fn decide(
        &self,
        table: &str,
        phone: &str,
        photo: &str,
        what: ReviewAction,
        seen: Option<&[String]>,
    ) -> Result<i64, ApiError> {
        self.change(table, phone, |state| {
            let line = state.photo(table, photo)?;
            let name = line.reading.photo.clone();
            if seen.is_some_and(|seen| *seen != *state.shown(&name)) {
                return Err(ApiError::changed());
            }
            let decision = match what {
                ReviewAction::Nothing => PhotoDecision::AsRead,
                ReviewAction::LeftOut => PhotoDecision::LeftOut,
                ReviewAction::Kingdom(number) => {
                    if let Some(why) = state.review.refuses_kingdom(&name) {
                        return Err(unfit(why).into());
                    }
                    let corrected = state.review.corrected(&name);
                    // The kingdom between marked corners has no number among those that were read.
                    if corrected.is_some_and(|corrected| corrected.between_corners.is_some()) {
                        return Err(ApiError::changed());
                    }
                    let count = state.review.line(&name).map_or(0, |line| line.kingdoms.len());
                    if !(1..=count).contains(&number) {
                        return Err(ApiError::not_found());
                    }
                    PhotoDecision::Chosen(number)
                }
            };
            Ok(Answer::Whole(name, decision))
        })
    }

    /// Reads the photo between these corners; `None` restores the grids that were found. Corrections that do
    /// not fit the new grid are lost, if the user has agreed.
    pub fn read_between(
        &self,
        table: &str,
        phone: &str,
        photo: &str,
        by_hand: Option<ByHand>,
        is_agreed: bool,
    ) -> Result<i64, ApiError> {
        let (line, shown_width_px) = {
            let state = self.state()?;
            let line = state.photo(table, photo)?.clone();
            if line.reading.info.shows_table() && by_hand.is_some() {
                // Only one kingdom is between the corners, and a kingdom typed for a photo of a whole table
                // belongs to no player.
                return Err(unfit(MessageId::ServeWholeTable).into());
            }
            let [width_px, _] = self.shown_size_px(&state, &line);
            (line, width_px)
        };
        // The state is not locked, because reading takes time and other phones need answers meanwhile.
        let between = by_hand.map(|by_hand| self.read_corners(&line, by_hand, shown_width_px)).transpose()?;
        self.change(table, phone, |state| {
            let name = line.reading.photo.clone();
            let corrected = state.review.corrected(&name);
            if corrected.as_ref().is_some_and(|corrected| corrected.is_left_out) {
                return Err(unfit(MessageId::LeftOut).into());
            }
            if between.is_none() && corrected.is_none_or(|corrected| corrected.between_corners.is_none()) {
                return Err(ApiError::changed());
            }
            let decision = between.unwrap_or(PhotoDecision::Found);
            let lost = if is_agreed { Vec::new() } else { state.review.lost_with(&name, decision.clone()) };
            if !lost.is_empty() {
                // The keys of kingdoms on the page are other ones here.
                let lost = lost.iter().map(|lost| Lost::from(lost.message())).collect();
                return Err(Refused::would_drop(lost).into());
            }
            Ok(Answer::Whole(name, decision))
        })
    }

    /// Undoes the last answer about the table, or redoes the next one.
    fn step(&self, table: &str, phone: &str, step: Step) -> Result<i64, ApiError> {
        let mut state = self.state()?;
        self.may_change(&state, table, phone)?;
        let photos = state.photos_of(table);
        let photos: Vec<&str> = photos.iter().map(String::as_str).collect();
        let is_done = match step {
            Step::Redo => state.review.redo(&photos),
            Step::Undo => state.review.undo(&photos).map(|undone| matches!(undone, Some(Ok(())))),
        };
        match is_done.map_err(|error| state.broken(error))? {
            true => Ok(self.said(&mut state)),
            false => Err(nothing_to_undo()),
        }
    }

    /// Changes are made one at a time. Answers are on disk when this returns.
    fn change(
        &self,
        table: &str,
        phone: &str,
        make: impl FnOnce(&State) -> Result<Answer, ApiError>,
    ) -> Result<i64, ApiError> {
        let mut state = self.state()?;
        self.may_change(&state, table, phone)?;
        let answered = match make(&state)? {
            Answer::Squares(game, given) => {
                if let Some(why) = state.review.refuses(&game.photo().photo) {
                    return Err(unfit(why).into());
                }
                state.review.correct(&game, &game.read.given, &given, now())
            }
            Answer::Whole(photo, decision) => {
                let is_noted = decision != PhotoDecision::AsRead || !state.review.can_undo(&[&photo]);
                if let Some(why) = state.review.refuses(&photo).filter(|_| is_noted) {
                    return Err(unfit(why).into());
                }
                state.review.decide(&photo, decision, now())
            }
        };
        answered.map_err(|error| state.broken(error))?;
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
    /// Whether an answer about the table can be undone, and whether one can be redone.
    pub fn can_step(&self, table: &str) -> (bool, bool) {
        let photos = self.photos_of(table);
        let photos: Vec<&str> = photos.iter().map(String::as_str).collect();
        (self.review.can_undo(&photos), self.review.can_redo(&photos))
    }

    fn photos_of(&self, table: &str) -> Vec<String> {
        self.lines_of(table).map(|line| line.reading.photo.clone()).collect()
    }

    /// After an error, the state on disk is authoritative.
    fn broken(&mut self, error: FinishError) -> ApiError {
        self.is_stale = true;
        ApiError::broken(error)
    }

    /// The photo's kingdoms in notation, as a phone sees them.
    fn shown(&self, photo: &str) -> Vec<String> {
        let Ok(Some(game)) = self.review.game_of(photo) else { return Vec::new() };
        let shown = game.views_shown().into_iter().map(|view| &game.read.read.kingdoms[view].kingdom);
        shown.map(notation::write).collect()
    }

    /// The game and view of the kingdom with this key, if it is still the one that the phone `saw`.
    fn seen_view(&self, table: &str, key: &str, saw: Option<&str>) -> Result<(GameInReview, usize), ApiError> {
        let (photo, number) = parts_of(key).ok_or_else(ApiError::not_found)?;
        let name = &self.photo(table, photo)?.reading.photo;
        if self.review.corrected(name).is_some_and(|corrected| corrected.is_left_out) {
            return Err(unfit(MessageId::LeftOut).into());
        }
        let game = self.review.game_of(name).map_err(|_| unfit(MessageId::ServeOtherVersion))?;
        let game = game.ok_or_else(ApiError::not_found)?;
        let view = *game.views_shown().get(number - 1).ok_or_else(ApiError::not_found)?;
        check_seen(&game.read, view, saw)?;
        Ok((game, view))
    }

    /// The answer that corrects a square. The table is read again with it.
    fn with_square(&self, table: &str, correction: &SquareCorrection, square: SaidSquare) -> Result<Answer, ApiError> {
        let (game, view) = self.seen_view(table, &correction.kingdom, correction.notation.as_deref())?;
        let edit = edit(&game.read, view, correction.place(), square)?;
        let given = game.given_with(edit)?;
        Ok(Answer::Squares(Box::new(game), given))
    }

    /// The answer that confirms a player's kingdom as it is shown.
    fn confirmed(&self, table: &str, confirmed: &AsRead) -> Result<Answer, ApiError> {
        let (game, view) = self.seen_view(table, &confirmed.kingdom, confirmed.notation.as_deref())?;
        let name = &game.photo().photo;
        if let Some(why) = self.review.refuses_kingdom(name) {
            return Err(unfit(why).into());
        }
        let kingdom = &game.read.read.kingdoms[view].kingdom;
        let against = self.against(name, kingdom);
        if !against.is_empty() && !confirmed.is_sure {
            let message = MessageId::ServeNotSure.with("why", against);
            return Err(ApiError::new(StatusCode::CONFLICT, "not-sure", message));
        }
        Ok(Answer::Whole(name.clone(), PhotoDecision::Kingdom { kingdom: kingdom.clone(), is_confirmed: true }))
    }

    /// Objections to confirming this kingdom. If there are any, the user is asked to confirm it again.
    fn against(&self, photo: &str, kingdom: &Kingdom) -> Vec<Message> {
        let mut against = Vec::new();
        let corrected = self.review.corrected(photo);
        let is_between_corners = corrected.is_some_and(|corrected| corrected.between_corners.is_some());
        let between = self.review.line(photo).filter(|_| is_between_corners);
        for kingdom in between.iter().flat_map(|line| line.read_kingdoms()) {
            let doubtful = kingdom.doubts.len();
            against.extend((doubtful > 0).then(|| MessageId::ServeStillDoubtful.count(doubtful as u32)));
            against.extend(kingdom.warnings.iter().map(Warning::with_squares));
        }
        against.extend(self.review.audited(photo, kingdom));
        against.into_iter().map(|message| message.on_the_page(Page::Tournament)).collect()
    }
}

fn nothing_to_undo() -> ApiError {
    ApiError::new(StatusCode::CONFLICT, "nothing-to-undo", MessageId::ServeNothingToUndo)
}
