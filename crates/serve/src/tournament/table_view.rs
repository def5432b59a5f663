//! A tournament's table in the form that the page receives: like a game, so that the same view corrects both.

use serde::Serialize;

use super::super::api_error::ApiError;
use super::super::view::{KingdomView, PhotoName, ShownKingdom, ToCheck};
use super::places::{kingdom_key, photo_key};
use super::view::page_text;
use super::{ReviewSession, State};
use game::line::PhotoLine;
use game::photo_reading::Status;
use kingdomino::domain::{Game, GridSize};
use kingdomino::formats::KingdomRecord;
use messages::{Language, MessageId, Words};
use report::formats::SCHEMA_VERSION;
use report::scan_json::ScannedKingdom;
use tournament::corrections::Corrected;
use tournament::ranking::{Entry, PhotoDoubt, Table};
use tournament::review::GameInReview;

/// Everything that a page shows of a table. Fields have the same names as a game's.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct TableView {
    schema_version: u64,
    id: String,
    revision: i64,
    title: String,
    /// Empty if the photo belongs to no table.
    round: String,
    table: String,
    /// Sorted from the winner down.
    players: Vec<TablePlayerView>,
    game: Option<Game>,
    size: Option<GridSize>,
    photos: Vec<TablePhotoView>,
    kingdoms: Vec<KingdomView>,
    /// The open questions, most points at stake first.
    to_check: Vec<ToCheck>,
    /// Notes about the table as a whole.
    notes: Vec<String>,
    problem: Option<String>,
    can_undo: bool,
    can_redo: bool,
    /// `mine`, `taken`, or `free`.
    claim: &'static str,
    /// The number of tables with open questions, including this one.
    tables_to_check: usize,
    takes_photos: bool,
    /// Whether phones may enter the owners of photos.
    takes_seats: bool,
}

#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct TablePlayerView {
    name: String,
    /// The kingdom that counts.
    kingdom: Option<String>,
    rank: Option<usize>,
    shared: bool,
    total: Option<i32>,
    needs_review: bool,
    tie: Option<String>,
}

#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct TablePhotoView {
    p: String,
    name: String,
    /// The expected owner of its kingdom.
    player: Option<String>,
    /// The expected owners of its kingdoms, from the top left.
    players: Vec<String>,
    /// `scored`, `no_kingdom`, `duplicate` or `error`.
    status: &'static str,
    /// Why it needs a check, in addition to its readings' warnings.
    doubts: Vec<String>,
    needs_review: bool,
    /// The decision about it: `right` (or typed), `squares`, `left_out`, `between_corners`, or `null`.
    said: Option<&'static str>,
    /// Whether it shows a whole table, whose kingdoms are confirmed square by square.
    shows_table: bool,
    /// Whether decisions about it can be recorded; false if its file could not be read.
    can_be_noted: bool,
    /// Whether the user must choose the player's kingdom.
    must_choose: bool,
    /// The chosen kingdom, from 1.
    chosen: Option<usize>,
    width_px: i32,
    height_px: i32,
    picture: bool,
    /// Whether corners can be marked.
    can_be_read_anew: bool,
    by_hand: bool,
    kingdoms: Vec<String>,
}

impl ReviewSession {
    /// A table in this language, for a phone.
    pub fn table_view(&self, key: &str, phone: &str, language: Language) -> Result<TableView, ApiError> {
        let state = self.state()?;
        let lines = state.table(key)?;
        let seat = lines[0].reading.info.seat.as_ref();
        let ranked = seat.and_then(|seat| {
            let round = state.ranked().rounds.iter().find(|round| round.name == seat.round)?;
            round.tables.iter().find(|table| table.name == seat.table).map(|table| &**table)
        });
        let players = ranked.map(|table| players(table, language)).unwrap_or_default();
        let (games, unreadable) = games(&state, &lines);
        let mut kingdoms: Vec<KingdomView> = Vec::new();
        let mut photos: Vec<TablePhotoView> = Vec::new();
        for line in &lines {
            let shown = Shown { session: self, state: &state, ranked, players: &players, games: &games, language };
            let own = shown.kingdoms(line);
            let mut photo = shown.photo(line, own.iter().map(|kingdom| kingdom.k.clone()).collect());
            if unreadable.contains(&line.reading.photo) {
                photo.doubts.push(MessageId::ServeOtherVersion.in_language(language).into());
            }
            photos.push(photo);
            kingdoms.extend(own);
        }
        let open = kingdoms
            .iter()
            .filter(|kingdom| photos.iter().any(|photo| photo.needs_review && photo.kingdoms.contains(&kingdom.k)));
        let to_check = KingdomView::to_check(open);
        let (can_undo, can_redo) = state.can_step(key);
        let first = kingdoms.first();
        Ok(TableView {
            schema_version: SCHEMA_VERSION,
            id: key.to_owned(),
            revision: state.revision,
            title: state.title(key, language),
            round: seat.map(|seat| seat.round.clone()).unwrap_or_default(),
            table: seat.map(|seat| seat.table.clone()).unwrap_or_default(),
            game: first.map(|kingdom| kingdom.game),
            size: first.map(|kingdom| kingdom.size),
            notes: ranked.iter().flat_map(|table| &table.remarks).map(|remark| page_text(remark, language)).collect(),
            problem: ranked.and_then(|table| table.problem.as_ref()).map(|problem| page_text(problem, language)),
            can_undo,
            can_redo,
            claim: match self.is_at(key, phone) {
                Some(true) => "mine",
                Some(false) => "taken",
                None => "free",
            },
            tables_to_check: state.to_check().len(),
            takes_photos: self.takes_photos(),
            takes_seats: self.takes_seats(&state),
            players,
            photos,
            kingdoms,
            to_check,
        })
    }
}

fn players(table: &Table, language: Language) -> Vec<TablePlayerView> {
    table
        .ranking
        .iter()
        .map(|place| {
            let entry = table.entries.iter().find(|entry| entry.seat.player == place.player);
            TablePlayerView {
                name: place.player.clone(),
                kingdom: entry
                    .filter(|entry| entry.kingdom.is_some())
                    .map(|entry| kingdom_key(&entry.photo, entry.number.unwrap_or(1))),
                rank: place.rank,
                shared: place.shared,
                total: place.rank.map(|_| place.total),
                needs_review: place.doubtful > 0,
                tie: place.tie.as_ref().map(|tie| tie.in_language(language)),
            }
        })
        .collect()
}

/// The games of the table, each read once, and the photos that were read by another version of the program.
fn games(state: &State, lines: &[&PhotoLine]) -> (Vec<GameInReview>, Vec<String>) {
    let (mut games, mut unreadable): (Vec<GameInReview>, Vec<String>) = (Vec::new(), Vec::new());
    for line in lines {
        if games.iter().any(|game| game.index_of(&line.reading.photo).is_some()) {
            continue;
        }
        match state.review.game_of(&line.reading.photo) {
            Ok(game) => games.extend(game),
            Err(_) => unreadable.push(line.reading.photo.clone()),
        }
    }
    (games, unreadable)
}

/// The data for showing a table's photos and kingdoms.
struct Shown<'a> {
    session: &'a ReviewSession,
    state: &'a State,
    ranked: Option<&'a Table>,
    players: &'a [TablePlayerView],
    games: &'a [GameInReview],
    language: Language,
}

impl Shown<'_> {
    /// The photo's kingdoms as they count.
    fn kingdoms(&self, line: &PhotoLine) -> Vec<KingdomView> {
        let own = self.games.iter().find_map(|game| Some((game, game.index_of(&line.reading.photo)?)));
        own.map(|(game, photo)| self.of_photo(line, game, photo)).unwrap_or_default()
    }

    fn of_photo(&self, line: &PhotoLine, game: &GameInReview, photo: usize) -> Vec<KingdomView> {
        let (one, read) = (&game.read.one, &game.read.read);
        let first = one.first_readings();
        let mut kingdoms = Vec::new();
        for (view, ScannedKingdom { record, .. }) in game.views_of(photo).zip(&line.kingdoms) {
            let (typed, number) = (one.is_typed(view), one.views()[view].number);
            let later = &read.kingdoms[view];
            let info = line.reading.info.of_kingdom(number - 1);
            let entry = self.entry(line, number);
            let facts = entry.and_then(|entry| entry.kingdom.as_ref()).map(|kingdom| &kingdom.record);
            let (unseen, variants) =
                facts.map_or_else(|| (info.facts, info.variants()), |facts| (facts.unseen, facts.variants.clone()));
            let player = info.seat.as_ref().map(|seat| seat.player.as_str());
            let key = kingdom_key(&line.reading.photo, number);
            let corners_px = match typed {
                true => self.state.place_of_given(&line.reading.photo, &later.kingdom),
                false => one.guesses(view).corners_px(later),
            };
            let shown = ShownKingdom {
                all_said: game.read.is_confirmed(view),
                photo: PhotoName::Key(photo_key(&line.reading.photo)),
                number,
                also: Vec::new(),
                owner: player.and_then(|player| self.players.iter().position(|other| other.name == player)),
                label: line.reading.photo.clone(),
                record: KingdomRecord { unseen, variants, ..record.clone() },
                first: first.kingdoms[view],
                later,
                corners_px,
                typed,
                picture: corners_px.is_some() && self.session.has_picture(line),
                key,
            };
            kingdoms.push(KingdomView::new(shown, self.language));
        }
        kingdoms
    }

    /// The player's entry that counts this kingdom.
    fn entry(&self, line: &PhotoLine, number: usize) -> Option<&Entry> {
        self.ranked?
            .entries
            .iter()
            .find(|entry| entry.photo == line.reading.photo && entry.number.is_none_or(|own| own == number))
    }

    fn photo(&self, line: &PhotoLine, kingdoms: Vec<String>) -> TablePhotoView {
        let item = self.state.ranked().to_review.iter().find(|item| item.photo == line.reading.photo);
        let corrected = self.state.review.corrected(&line.reading.photo);
        // The reading's warnings are shown with the kingdom.
        let doubts = item.iter().flat_map(|item| &item.doubts).filter(|doubt| !matches!(doubt, PhotoDoubt::Warning(_)));
        let doubts = doubts.map(|doubt| page_text(&doubt.message(), self.language)).collect();
        let [width_px, height_px] = self.session.shown_size_px(self.state, line);
        let picture = self.session.has_picture(line);
        TablePhotoView {
            p: photo_key(&line.reading.photo),
            name: line.reading.photo.clone(),
            player: line.reading.info.seat.as_ref().map(|seat| seat.player.clone()),
            players: line
                .reading
                .info
                .seat
                .iter()
                .map(|seat| seat.player.clone())
                .chain(line.reading.info.further_players.iter().map(|further| further.player.clone()))
                .collect(),
            status: match line.reading.status {
                Status::Scored => "scored",
                Status::NoKingdom => "no_kingdom",
                Status::Duplicate => "duplicate",
                Status::Error => "error",
            },
            doubts,
            needs_review: item.is_some(),
            said: corrected.as_ref().map(|corrected| match corrected {
                Corrected { is_left_out: true, .. } => "left_out",
                Corrected { typed: Some(_), squares, .. } if squares.is_empty() => "right",
                Corrected { between_corners: Some(_), .. } => "between_corners",
                _ => "squares",
            }),
            shows_table: line.reading.info.shows_table(),
            can_be_noted: line.reading.sha256.is_some(),
            must_choose: self.state.review.must_choose(line),
            chosen: self.state.review.chosen(&line.reading.photo),
            width_px,
            height_px,
            picture: picture && width_px > 0,
            can_be_read_anew: picture && self.session.takes_photos() && line.reading.status != Status::Duplicate,
            by_hand: corrected.is_some_and(|corrected| corrected.between_corners.is_some()),
            kingdoms,
        }
    }
}
