//! A kingdom of a game, square by square.

use serde::Serialize;

use super::players::{PadLineView, lines};
use super::{ToCheck, WarningView};
use game::ids::PhotoId;
use kingdomino::audit::warning::{Against, Warning};
use kingdomino::domain::{Game, GridSize, Place, Square};
use kingdomino::formats::{KingdomRecord, notation};
use kingdomino::formats::{ReadSquare, SquareState};
use kingdomino::scoring::assumptions;
use kingdomino::standings::remarks_about;
use kingdomino::words::square_instead_of;
use messages::{Language, Message, Page};
use reading::correction::{FirstReading, other_readings};
use reading::reconstruct::Reading;
use report::doubtful_squares::DoubtfulSquare;
use storage::sha256::sha256_hex;

/// Identifies a photo: by its number in a game, by a key in a tournament.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(untagged)]
pub enum PhotoName {
    Number(PhotoId),
    Key(String),
}

/// The data for showing a kingdom.
pub struct ShownKingdom<'a> {
    /// Its key in requests.
    pub key: String,
    pub photo: PhotoName,
    /// Its number in the photo, from 1.
    pub number: usize,
    /// The keys of the same kingdom in other photos.
    pub also: Vec<String>,
    /// The owner's index among the players; `None` without an owner.
    pub owner: Option<usize>,
    /// Its name while it has no owner.
    pub label: String,
    /// The record, including its doubts.
    pub record: KingdomRecord,
    /// The reading without corrections, and (`later`) the current reading.
    pub first: FirstReading<'a>,
    pub later: &'a Reading,
    /// Outer corners in pixels of the upright photo at full size, clockwise from the first square's corner.
    pub corners_px: Option<[[f64; 2]; 4]>,
    /// Whether every square was confirmed or corrected; not used for a tournament's kingdom.
    pub all_said: bool,
    /// Whether the kingdom was typed.
    pub typed: bool,
    /// Whether its picture can be shown.
    pub picture: bool,
}

#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct KingdomView {
    /// Its key in requests.
    pub k: String,
    photo: PhotoName,
    /// Its number in the photo, from 1.
    number: usize,
    /// The keys of the same kingdom in other photos.
    also: Vec<String>,
    /// The owner's index among the players; `null` without an owner.
    owner: Option<usize>,
    /// Its name while it has no owner.
    label: String,
    pub game: Game,
    pub size: GridSize,
    rows: usize,
    cols: usize,
    total: i32,
    pub notation: String,
    needs_review: bool,
    /// Outer corners in pixels of the upright photo at full size, clockwise from the first square's corner.
    corners_px: Option<[[f64; 2]; 4]>,
    /// Whether every square was confirmed or corrected since it was read or painted.
    all_said: bool,
    /// Whether the kingdom was typed.
    typed: bool,
    /// Whether its picture can be shown.
    picture: bool,
    /// Changes with the picture, so that browsers fetch it again.
    picture_key: String,
    warnings: Vec<WarningView>,
    /// Whether one of the warnings says that no box forms the tiles.
    against_the_box: bool,
    notes: Vec<String>,
    lines: Vec<PadLineView>,
    /// Row by row.
    squares: Vec<Vec<SquareView>>,
    /// The doubtful squares, highest expected loss first.
    doubtful: Vec<Place>,
    /// The same squares, each with its possible readings.
    #[serde(skip)]
    doubts: Vec<ToCheck>,
}

/// A square: the fields of `scan --json`, with additions for the page.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct SquareView {
    square: Square,
    /// The square in the page's language.
    text: String,
    #[serde(flatten)]
    fields: report::formats::SquareFields,
    /// Other readings, most probable first.
    alternatives: Vec<AlternativeView>,
    /// By how many points the total may change; `null` if the square is not doubtful or the change is
    /// unknown.
    points_at_stake: Option<u32>,
}

#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct AlternativeView {
    square: Square,
    text: String,
    /// 0 to 1; `null` if only the whole kingdom suggests this reading.
    probability: Option<f64>,
    /// The kingdom's total with this reading; `null` if the result is not a valid kingdom.
    total: Option<i32>,
}

impl KingdomView {
    pub fn new(shown: ShownKingdom, language: Language) -> Self {
        let ShownKingdom { key, photo, number, also, owner, label, record, .. } = shown;
        let ShownKingdom { first, later, corners_px, all_said, typed, picture, .. } = shown;
        let squares = record.kingdom.squares();
        let sheet = record.sheet();
        let all: Vec<SquareView> = later
            .squares
            .iter()
            .map(|(place, square)| square_view(&first, later, &record, place, square, language))
            .collect();
        let places = later.squares.iter().map(|(place, _)| place);
        let stakes: Vec<_> = places.zip(all.iter().map(|view| at_stake(&view.alternatives, sheet.total))).collect();
        let doubts = doubtful_squares(&record, &key, sheet.total, &stakes, language);
        let mut all = all.into_iter();
        let in_rows = (0..squares.rows()).map(|_| all.by_ref().take(squares.cols()).collect()).collect();
        let (of_audit, notes) = remarks_about(&record, &sheet);
        let page = match photo {
            PhotoName::Number(_) => Page::Game,
            PhotoName::Key(_) => Page::Tournament,
        };
        let mut notes: Vec<Message> =
            assumptions::notes(&record.kingdom, &record.unseen, &record.variants).into_iter().chain(notes).collect();
        let (mut warnings, mut against_the_box) = (Vec::new(), false);
        for warning in record.warnings().chain(of_audit) {
            let against = warning.code.meaning().against;
            against_the_box |= against.is_some();
            // Not asked again once the user has confirmed the kingdom.
            match against {
                Some(Against::EveryBox) if all_said => notes.push(warning.message),
                _ => warnings.push(WarningView::of_kingdom(warning, page, language)),
            }
        }
        let notes = notes.into_iter().map(|note| note.on_the_page(page).in_language(language)).collect();
        Self {
            picture_key: picture_key(&photo, corners_px),
            k: key,
            photo,
            number,
            also,
            owner,
            label,
            game: record.kingdom.game(),
            size: record.kingdom.size(),
            rows: squares.rows(),
            cols: squares.cols(),
            total: sheet.total,
            notation: notation::write(&record.kingdom),
            needs_review: record.needs_review() || later.needs_review,
            corners_px,
            all_said,
            typed,
            picture,
            warnings,
            against_the_box,
            notes,
            lines: lines(&record.kingdom, &sheet, language),
            squares: in_rows,
            doubtful: doubts.iter().filter_map(|doubt| doubt.square).collect(),
            doubts,
        }
    }

    pub fn needs_review(&self) -> bool {
        self.needs_review
    }

    /// What to check in these kingdoms: doubtful squares, the highest expected loss first, then warnings
    /// about anything else.
    pub fn to_check<'a>(kingdoms: impl Iterator<Item = &'a Self>) -> Vec<ToCheck> {
        let mut to_check: Vec<ToCheck> = kingdoms.flat_map(Self::own_to_check).collect();
        to_check.sort_by(|one, other| {
            (other.square.is_some().cmp(&one.square.is_some())).then(other.expected_loss.total_cmp(&one.expected_loss))
        });
        to_check
    }

    fn own_to_check(&self) -> Vec<ToCheck> {
        let others = self.warnings.iter().filter(|warning| !self.has_as_doubtful(&warning.squares));
        let warnings = others.map(|warning| ToCheck {
            kingdom: Some(self.k.clone()),
            square: None,
            squares: warning.squares.clone(),
            text: warning.text.clone(),
            points_at_stake: None,
            expected_loss: 0.0,
        });
        self.doubts.iter().cloned().chain(warnings).collect()
    }

    /// Whether the list has squares, and all of them are doubtful in this kingdom.
    fn has_as_doubtful(&self, squares: &[Place]) -> bool {
        !squares.is_empty() && squares.iter().all(|one| self.doubtful.contains(one))
    }
}

impl WarningView {
    fn of_kingdom(warning: Warning, page: Page, language: Language) -> Self {
        Self {
            code: warning.code.id().to_owned(),
            text: warning.message.on_the_page(page).in_language(language),
            squares: warning.squares,
            photo: None,
        }
    }
}

/// The record's doubtful squares, in its order, to be checked in the kingdom with this key. `stakes` has the
/// points of each square.
fn doubtful_squares(
    record: &KingdomRecord,
    key: &str,
    total: i32,
    stakes: &[(Place, Option<u32>)],
    language: Language,
) -> Vec<ToCheck> {
    let buildings = record.doubtful_buildings();
    let mut to_check = Vec::new();
    for (place, square) in record.doubtful_squares() {
        let readings = DoubtfulSquare::new(place.to_string(), &square, buildings.contains(&place), total);
        to_check.push(ToCheck {
            kingdom: Some(key.to_owned()),
            square: Some(place),
            squares: vec![place],
            text: readings.in_words(language),
            points_at_stake: stakes.iter().find(|(other, _)| *other == place).and_then(|(_, points)| *points),
            expected_loss: square.expected_loss(total),
        });
    }
    to_check
}

/// Changes if the picture is cropped differently, so that browsers fetch it again.
fn picture_key(photo: &PhotoName, corners_px: Option<[[f64; 2]; 4]>) -> String {
    let photo = match photo {
        PhotoName::Number(photo) => photo.0.to_string(),
        PhotoName::Key(key) => key.clone(),
    };
    let corners = corners_px.iter().flatten().flatten().map(|px| format!("{px:.1}"));
    sha256_hex(format!("{photo} {}", corners.collect::<Vec<_>>().join(" ")).as_bytes())[..12].to_owned()
}

fn square_view(
    first: &FirstReading,
    later: &Reading,
    record: &KingdomRecord,
    place: Place,
    square: &ReadSquare,
    language: Language,
) -> SquareView {
    let total = record.total_with(place, square.best);
    let is_doubtful = square.state == SquareState::Doubtful;
    let alternatives = alternatives(first, later, record, place, square, language);
    SquareView {
        square: square.best,
        text: words(&square.best, language),
        fields: square.into(),
        points_at_stake: total.filter(|_| is_doubtful).and_then(|total| at_stake(&alternatives, total)),
        alternatives,
    }
}

/// Other readings: the second best, then those that the picture or the pieces suggest.
fn alternatives(
    first: &FirstReading,
    later: &Reading,
    record: &KingdomRecord,
    place: Place,
    square: &ReadSquare,
    language: Language,
) -> Vec<AlternativeView> {
    let guess = first.guesses.at(later.cell_of(place));
    let others = other_readings(square, guess).into_iter().filter(|(other, _)| *other != square.best);
    others
        .map(|(other, probability)| AlternativeView {
            square: other,
            text: square_instead_of(&other, &square.best).in_language(language),
            probability: probability.map(rounded),
            total: record.total_with(place, other),
        })
        .collect()
}

/// The largest change of the total by any offered reading, so that no offer can exceed the stated change.
fn at_stake(offered: &[AlternativeView], total_now: i32) -> Option<u32> {
    offered.iter().filter_map(|other| other.total).map(|other| other.abs_diff(total_now)).max()
}

fn words(square: &Square, language: Language) -> String {
    Message::from(square).in_language(language)
}

fn rounded(probability: f64) -> f64 {
    (probability * 1000.0).round() / 1000.0
}
