//! A kingdom of a game, square by square.

use serde::Serialize;

use super::super::game::ReadGame;
use super::ToCheck;
use crate::domain::{Building, Game, GridSize, Pieces, Place, Square, Terrain};
use crate::formats::{KingdomRecord, notation};
use crate::messages::{Language, Message};
use crate::reconstruct::{ReadSquare, SquareState};
use crate::report::to_check::doubtful_row;
use crate::scoring::sheet::total;

#[derive(Serialize)]
pub struct KingdomView {
    /// What requests call it.
    k: String,
    photo: u32,
    /// In the photo, from 1.
    number: usize,
    /// Where else it is shown.
    also: Vec<String>,
    owner: Option<String>,
    /// What it is called while it is nobody's.
    label: String,
    game: Game,
    size: GridSize,
    rows: usize,
    cols: usize,
    /// Of the squares, clockwise from the upper left one, in pixels of the upright photo at full size; `null` where they are
    /// not known.
    corners_px: Option<[[f64; 2]; 4]>,
    total: i32,
    notation: String,
    needs_review: bool,
    warnings: Vec<WarningView>,
    squares: Vec<SquareView>,
    #[serde(skip)]
    doubtful: Vec<(Place, Option<u32>, String)>,
}

#[derive(Serialize)]
struct WarningView {
    code: String,
    text: String,
    /// Names such as `r1c2`.
    squares: Vec<Place>,
}

#[derive(Serialize)]
struct SquareView {
    /// From 1.
    row: usize,
    col: usize,
    square: Square,
    /// In words of the language.
    text: String,
    terrain: Option<Terrain>,
    crowns: u8,
    building: Option<Building>,
    knight: bool,
    towers: u8,
    queen: bool,
    /// `seen`, `inferred`, `doubtful` or `corrected`.
    state: &'static str,
    probability: f64,
    /// What else it may be, the most probable first.
    alternatives: Vec<AlternativeView>,
    /// By how many points the total may change; `null` where the square is not doubtful, or that is not known.
    points_at_stake: Option<u32>,
}

#[derive(Serialize)]
struct AlternativeView {
    square: Square,
    text: String,
    /// 0 to 1; `null` where only the whole kingdom speaks for it.
    probability: Option<f64>,
    /// The kingdom's total then; `null` where that is no kingdom.
    total: Option<i32>,
}

/// Less probable readings are not offered; they can be chosen from all squares.
const OFFERED_FROM: f32 = 0.02;

impl KingdomView {
    pub fn new(read: &ReadGame, kingdom: usize, language: Language) -> Self {
        let views = &read.one.kingdoms()[kingdom];
        let view = views[0];
        let in_photo = read.one.views()[view];
        let record = read.player_of(kingdom).filter(|(player, _)| player.views[0] == view).map(|(_, record)| record);
        let fallback = record.is_none().then(|| plain_record(read, view));
        let record = record.or(fallback.as_ref()).expect("one of both");
        let total_now = total(&record.kingdom, &record.unseen, &record.variants);
        let reading = &read.read.kingdoms[view].reading;
        let squares = reading
            .squares
            .iter()
            .map(|(place, square)| square_view(read, view, record, place, square, total_now, language));
        let squares: Vec<SquareView> = squares.collect();
        let buildings = record.doubtful_buildings();
        let doubtful = record.doubtful_squares().into_iter().map(|(place, square)| {
            let text = doubtful_row(String::new(), &square, buildings.contains(&place), total_now, language);
            (place, at_stake(&square, total_now), text[1..].join(" ").trim().to_owned())
        });
        let mut doubtful: Vec<_> = doubtful.collect();
        doubtful.sort_by_key(|(place, points, _)| (std::cmp::Reverse(*points), *place));
        let warnings = record.doubts.iter().flat_map(|doubts| &doubts.warnings).map(|warning| WarningView {
            code: warning.code.clone(),
            text: warning.with_squares().in_language(language),
            squares: warning.squares.clone(),
        });
        Self {
            k: read.key(view),
            photo: read.rows.state.photos[in_photo.photo].number,
            number: in_photo.number,
            also: views[1..].iter().map(|view| read.key(*view)).collect(),
            owner: read.owners[view].clone(),
            label: read.one.label(view),
            game: record.kingdom.game(),
            size: record.kingdom.size(),
            rows: record.kingdom.squares().rows(),
            cols: record.kingdom.squares().cols(),
            corners_px: read.one.table().guesses(view).map(|guesses| guesses.corners_px(&read.read.kingdoms[view])),
            total: total_now,
            notation: notation::write(&record.kingdom),
            needs_review: record.needs_review() || reading.needs_review,
            warnings: warnings.collect(),
            squares,
            doubtful,
        }
    }

    pub fn needs_review(&self) -> bool {
        self.needs_review
    }

    /// Warnings, then doubtful squares.
    pub fn to_check(&self) -> Vec<ToCheck> {
        let warnings = self.warnings.iter().map(|warning| ToCheck::of_kingdom(&self.k, warning.text.clone()));
        let squares = self
            .doubtful
            .iter()
            .map(|(place, points, text)| ToCheck::of_square(&self.k, *place, *points, text.clone()));
        warnings.chain(squares).collect()
    }
}

/// A kingdom that is not ranked: two players have it, or one has two.
fn plain_record(read: &ReadGame, view: usize) -> KingdomRecord {
    let reading = &read.read.kingdoms[view].reading;
    KingdomRecord {
        variants: read.rows.state.settings.variants.clone(),
        doubts: Some(crate::formats::ReadingDoubts::new(reading, &reading.warnings)),
        ..KingdomRecord::from(reading.kingdom.clone())
    }
}

fn square_view(
    read: &ReadGame,
    view: usize,
    record: &KingdomRecord,
    place: Place,
    square: &ReadSquare,
    total_now: i32,
    language: Language,
) -> SquareView {
    let best = square.best;
    let Pieces { building, knight, towers, queen } = best.pieces();
    let is_doubtful = square.state == SquareState::Doubtful;
    let with_totals = ReadSquare { second_total: record.total_with(place, square.second), ..square.clone() };
    SquareView {
        row: place.row + 1,
        col: place.col + 1,
        square: best,
        text: words(&best, language),
        terrain: best.terrain(),
        crowns: best.crowns(),
        building,
        knight,
        towers,
        queen,
        state: square.state.id(),
        probability: rounded(square.probability),
        alternatives: alternatives(read, view, record, place, square, language),
        points_at_stake: is_doubtful.then(|| at_stake(&with_totals, total_now)).flatten(),
    }
}

/// The second reading first, then whatever the picture or the pieces speak for.
fn alternatives(
    read: &ReadGame,
    view: usize,
    record: &KingdomRecord,
    place: Place,
    square: &ReadSquare,
    language: Language,
) -> Vec<AlternativeView> {
    let first = read.one.table().first_readings();
    let in_grid = read.read.kingdoms[view].in_view(place).place();
    let guess = in_grid.and_then(|place| first.kingdoms[view].guesses.guesses.get(place));
    let ranked = guess.map(|guess| guess.ranked()).unwrap_or_default();
    let pieces = square.best.pieces();
    let buildings = square.pieces.iter().flat_map(|pieces| &pieces.buildings).map(|likely| {
        let towers = if likely.what.is_some() { pieces.towers } else { 0 };
        (square.best.with_pieces(Pieces { building: likely.what, towers, ..pieces }), likely.probability)
    });
    let mut offered: Vec<(Square, Option<f64>)> = Vec::new();
    let own = |wanted: &Square| ranked.iter().find(|(square, _)| square == wanted).map(|(_, p)| f64::from(*p));
    let second = (square.second, own(&square.second));
    let grounds = ranked.iter().filter(|(_, p)| *p >= OFFERED_FROM).map(|(square, p)| (*square, Some(f64::from(*p))));
    let buildings = buildings.filter(|(_, p)| *p >= f64::from(OFFERED_FROM)).map(|(square, p)| (square, Some(p)));
    for (other, probability) in [second].into_iter().chain(buildings).chain(grounds) {
        let is_new = offered.iter().all(|(square, _)| *square != other);
        // Readings of the same tile differ in the pieces on it.
        if is_new && other != square.best && (other != square.best.ground() || other == square.second) {
            offered.push((other, probability));
        }
    }
    let view = |(other, probability): (Square, Option<f64>)| AlternativeView {
        square: other,
        text: words(&other, language),
        probability: probability.map(rounded),
        total: record.total_with(place, other),
    };
    offered.into_iter().map(view).collect()
}

/// The largest change of the total that a likely reading makes.
fn at_stake(square: &ReadSquare, total_now: i32) -> Option<u32> {
    let pieces = square.pieces.iter().flat_map(|pieces| &pieces.buildings).filter(|_| square.has_doubtful_building());
    let totals = pieces.filter_map(|likely| likely.total).chain(square.second_total);
    totals.map(|other| other.abs_diff(total_now)).max()
}

fn words(square: &Square, language: Language) -> String {
    Message::from(square).in_language(language)
}

fn rounded(probability: f64) -> f64 {
    (probability * 1000.0).round() / 1000.0
}
