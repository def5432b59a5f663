//! A phone's decisions about a table's photos: about squares, about whole photos, and undoing them.

use std::time::Instant;

use axum::http::StatusCode;
use serde::Deserialize;

use super::super::api_error::ApiError;
use super::places::parts_of;
use super::{ReviewSession, State, claimed};
use game::line::ResultLine;
use kingdomino::audit::warning::Warning;
use kingdomino::domain::{Kingdom, Place};
use messages::{Arg, Message, MessageId, Page, Words};
use reading::correction::{GivenSquare, SaidSquare, upsert};
use table::photo::ByHand;
use table::refused::{Lost, Refused};
use table::why::of_correction;
use tournament::FinishError;
use tournament::corrections::{InPlace, PhotoDecision, number_in_place};
use tournament::review::GameInReview;
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

/// An answer of a phone.
enum Answer {
    /// Squares given to the kingdoms of a game.
    Squares(Box<GameInReview>, Vec<Vec<GivenSquare>>),
    /// A decision about the photo of this name.
    Whole(String, PhotoDecision),
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
            if state.review.corrected(&name).is_some_and(|corrected| corrected.is_left_out) {
                return Err(unfit(MessageId::LeftOut));
            }
            let game = state.review.game_of(&name).map_err(|_| unfit(MessageId::ServeOtherVersion))?;
            let game = game.ok_or_else(ApiError::not_found)?;
            let view = *game.views_shown().get(number - 1).ok_or_else(ApiError::not_found)?;
            let given = given_with(&game, view, of.place, square)?;
            Ok(Answer::Squares(Box::new(game), given))
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
            let corrected = state.review.corrected(&name);
            let is_between_corners = corrected.is_some_and(|corrected| corrected.between_corners.is_some());
            let decision = match *deed {
                ReviewAction::Nothing => PhotoDecision::AsRead,
                ReviewAction::LeftOut => PhotoDecision::LeftOut,
                // The kingdom between marked corners has no number among those that were read.
                ReviewAction::Kingdom(_) if is_between_corners => return Err(ApiError::changed()),
                ReviewAction::Kingdom(number) => {
                    let count = state.review.line(&name).map_or(0, |line| line.kingdoms.len());
                    if !(1..=count).contains(&number) {
                        return Err(ApiError::not_found());
                    }
                    PhotoDecision::Chosen(number)
                }
                ReviewAction::Right => {
                    let kingdom = state.review.counting(&name, state.review.chosen(&name));
                    let kingdom = kingdom.ok_or_else(|| unfit(MessageId::ServeWhichKingdom))?;
                    let against = state.against(&name, &kingdom);
                    if !against.is_empty() && !is_sure {
                        return Err(ApiError::new(
                            StatusCode::CONFLICT,
                            "not-sure",
                            MessageId::ServeNotSure.with("why", against),
                        ));
                    }
                    PhotoDecision::InPlace(InPlace::kingdom(&kingdom))
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
                return Err(unfit(MessageId::ServeWholeTable));
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
                return Err(unfit(MessageId::LeftOut));
            }
            if between.is_none() && corrected.is_none_or(|corrected| corrected.between_corners.is_none()) {
                return Err(ApiError::changed());
            }
            let lost = if is_agreed { Vec::new() } else { state.lost_between(&line, between.as_ref()) };
            if !lost.is_empty() {
                return Err(Refused::would_drop(lost).into());
            }
            Ok(Answer::Whole(name, between.map_or(PhotoDecision::Found, PhotoDecision::InPlace)))
        })
    }

    /// Undoes the last answer about the table, or redoes the next one.
    pub fn step(&self, table: &str, phone: &str, is_forward: bool) -> Result<i64, ApiError> {
        let mut state = self.state()?;
        self.may_change(&state, table, phone)?;
        let photos = state.photos_of(table);
        let photos: Vec<&str> = photos.iter().map(String::as_str).collect();
        let is_done = match is_forward {
            true => state.review.redo(&photos),
            false => state.review.undo(&photos).map(|undone| matches!(undone, Some(Ok(())))),
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
                    return Err(unfit(why));
                }
                state.review.correct(&game, &game.read.given, &given, now())
            }
            Answer::Whole(photo, decision) => {
                let is_noted = decision != PhotoDecision::AsRead || !state.review.can_undo(&[&photo]);
                if let Some(why) = state.review.refuses(&photo).filter(|_| is_noted) {
                    return Err(unfit(why));
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

    /// What would no longer count if the photo were read between these corners, or as it was found: a typed
    /// kingdom, squares of other kingdoms, and squares outside the new kingdom.
    fn lost_between(&self, line: &ResultLine, between: Option<&InPlace>) -> Vec<Lost> {
        let Ok(Some(game)) = self.review.game_of(&line.reading.photo) else { return Vec::new() };
        let name = line.reading.info.seat.as_ref().map_or(line.reading.photo.as_str(), |seat| seat.player.as_str());
        let (one, mut lost) = (&game.read.one, Vec::new());
        for view in game.views_shown() {
            let number = game.read.ids[view].number;
            let guesses = match between {
                Some(InPlace::Between { guesses, .. }) => Some(&**guesses),
                Some(InPlace::Kingdom(_)) => None,
                None => line.reading.guesses.get(number - 1),
            };
            let is_its_own = between.is_none_or(|between| number_in_place(line, between) == number);
            let guesses = guesses.filter(|_| is_its_own);
            let new = guesses.and_then(|guesses| guesses.reading(&line.reading.info));
            if one.is_typed(view) {
                lost.push(MessageId::ServeWholeKingdom.with("kingdom", name).into());
            }
            for given in &game.read.given[view] {
                let cell = guesses.and_then(|guesses| one.table().guesses(view).in_other_grid(given.cell, guesses));
                if cell.zip(new.as_ref()).is_some_and(|(cell, new)| new.place_of(cell).is_some()) {
                    continue;
                }
                let square = Message::from(&given.square);
                let what = MessageId::OfKingdom.with("kingdom", name).with("what", square);
                let place = game.read.read.kingdoms[view].place_of(given.cell);
                lost.push(match place {
                    Some(place) => MessageId::WithSquares.with("what", what).with("squares", place.to_string()).into(),
                    None => what.into(),
                });
            }
        }
        lost
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

/// The given squares of each of the game's kingdoms, with this one added to a kingdom as currently read.
fn given_with(
    game: &GameInReview,
    view: usize,
    place: Place,
    said: SaidSquare,
) -> Result<Vec<Vec<GivenSquare>>, ApiError> {
    let read = &game.read.read.kingdoms[view];
    let stands = read.kingdom.squares().get(place).ok_or_else(|| unfit(no_square(place)))?;
    let (first, cell) = (game.read.one.table().first_readings(), read.cell_of(place));
    if first.kingdoms[view].reading.place_of(cell).is_none() {
        return Err(unfit(MessageId::ServeSquareOutside));
    }
    let mut given = game.read.given.clone();
    upsert(&mut given[view], GivenSquare { cell, square: said.on(*stands) });
    if game.typed_with(view, &given[view]).is_some_and(|typed| typed.is_err()) {
        return Err(unfit(MessageId::ServeImpossible));
    }
    first.read_anew(&given).map_err(|error| unfit(of_correction(&error)))?;
    Ok(given)
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
