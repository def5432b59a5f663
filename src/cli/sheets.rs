//! `learn --buildings` and `learn --towns`: tiles laid out in a known order, all learnt from one photo.

use std::path::Path;

use anyhow::ensure;
use kingdom_scanner::domain::Building;
use kingdom_scanner::messages::{Language, Message, MessageId, Words, visible};
use kingdom_scanner::vision::gallery::Learnt;
use kingdom_scanner::vision::learn::sheet::{BuildingLesson, SHEET_COLS, TownLesson, building_lesson, town_lesson};
use kingdom_scanner::vision::networks::Networks;
use kingdom_scanner::vision::photo::{Photo, PhotoLimits};

use super::args::{Corners, parse_corners};
use super::remark_line;

/// The lessons of each photo, by the photo's name.
pub type Lessons = Vec<(String, Vec<Learnt>)>;

/// Flattened into `learn`.
#[derive(Debug, clap::Args)]
pub struct SheetArgs {
    /// Learn one building tile of each kind from a photo of all 17, laid out in rows of five; without PHOTO,
    /// print the order
    #[arg(long, value_name = "PHOTO", num_args = 0..=1)]
    buildings: Option<Option<String>>,
    /// Learn how bare towns look from a photo of town squares that fill a rectangle, such as three dominoes
    /// of two towns
    #[arg(long, value_name = "PHOTO")]
    towns: Option<String>,
    /// The outer corners of the tiles in the photo, if the program does not find them: as for `scan
    /// --corners`, clockwise from the corner of the first tile
    #[arg(long, value_name = "X,Y,X,Y,X,Y,X,Y", value_parser = parse_corners, allow_hyphen_values = true)]
    corners: Option<Corners>,
    /// Rows and columns of the town squares [default: as found; with --corners 3x2]
    #[arg(long, value_name = "RxC", value_parser = grid, requires = "towns")]
    grid: Option<[usize; 2]>,
}

fn grid(text: &str) -> Result<[usize; 2], String> {
    let numbers: Option<Vec<usize>> = text.split('x').map(|number| number.parse().ok()).collect();
    let size = numbers.and_then(|numbers| <[usize; 2]>::try_from(numbers).ok());
    size.filter(|size| size.iter().all(|length| (1..=7).contains(length)))
        .ok_or_else(|| "rows and columns are needed, 1 to 7 each, such as 3x2".to_owned())
}

impl SheetArgs {
    /// Whether only the order of the tiles is requested.
    pub fn asks_for_order(&self) -> bool {
        self.buildings == Some(None) && self.towns.is_none()
    }

    /// Adds the lessons of the given sheets, and returns them as text to display.
    pub fn learn(
        &self,
        lessons: &mut Lessons,
        limits: &PhotoLimits,
        networks: &Networks,
        language: Language,
    ) -> anyhow::Result<String> {
        let mut text = String::new();
        if let Some(Some(path)) = &self.buildings {
            let photo = load_whole(Path::new(path), limits)?;
            let lesson = building_lesson(&photo, self.corners, networks)?;
            for message in doubts(&lesson, path) {
                warn(path, &message, language);
            }
            text += &visible(&squares_learnt(path, &lesson.learnt).in_language(language));
            text += &format!(", {}\n", MessageId::TilesMisread.count(lesson.misread() as u32).in_language(language));
            lessons.push((path.clone(), lesson.learnt));
        }
        if let Some(path) = &self.towns {
            let photo = load_whole(Path::new(path), limits)?;
            let lesson = town_lesson(&photo, self.corners, self.grid, networks)?;
            if let Some(message) = doubt_about_towns(&lesson, path) {
                warn(path, &message, language);
            }
            text += &format!("{}\n", visible(&squares_learnt(path, &lesson.learnt).in_language(language)));
            lessons.push((path.clone(), lesson.learnt));
        }
        Ok(text)
    }
}

/// Loads a photo to learn from.
///
/// # Errors
/// If the photo cannot be read. Also if its file is damaged, because its squares may then look like no real
/// squares.
pub fn load_whole(path: &Path, limits: &PhotoLimits) -> anyhow::Result<Photo> {
    let photo = Photo::load_within(&path.display().to_string(), path, limits)?;
    ensure!(
        !photo.is_damaged,
        "{}: the file is damaged or incomplete; copy the photo again to learn from it",
        photo.name
    );
    Ok(photo)
}

fn warn(path: &str, message: &Message, language: Language) {
    remark_line!("{}: {path}: {}", MessageId::WarningHead.in_language(language), message.in_language(language));
}

/// The warning if most squares of a sheet of towns look like other land.
fn doubt_about_towns(lesson: &TownLesson, path: &str) -> Option<Message> {
    let words = lesson.other_land.iter().map(Message::from).collect::<Vec<_>>();
    let count = squares(&lesson.learnt) as u32;
    let doubt = MessageId::TownsContradicted.count(count).with("squares", words).with("photo", path.to_owned());
    (!lesson.other_land.is_empty()).then_some(doubt)
}

fn squares(learnt: &[Learnt]) -> usize {
    learnt.iter().filter(|learnt| matches!(learnt, Learnt::Square(..))).count()
}

fn squares_learnt(path: &str, learnt: &[Learnt]) -> Message {
    MessageId::SquaresLearnt.count(squares(learnt) as u32).with("photo", path.to_owned())
}

/// Warnings about tiles that may be in the wrong place.
fn doubts(lesson: &BuildingLesson, path: &str) -> Vec<Message> {
    let twins = lesson
        .twins
        .iter()
        .map(|[one, other]| MessageId::TwinTiles.with("one", Message::from(*one)).with("other", Message::from(*other)));
    let contradicted = lesson.contradicts_the_order().then(|| {
        let mut tiles: Vec<Message> = Vec::new();
        for (given, (read, _)) in Building::ALL.into_iter().zip(&lesson.read) {
            if given != *read {
                let (given, read) = (Message::from(given), Message::from(*read));
                tiles.push(MessageId::TileLooksLike.with("given", given).with("read", read));
            }
        }
        MessageId::OrderContradicted.with("tiles", tiles).with("photo", path.to_owned())
    });
    contradicted.into_iter().chain(twins).collect()
}

/// The order in which to lay out the tiles.
pub fn order(language: Language) -> String {
    let head = MessageId::SheetOrder.count(SHEET_COLS as u32).in_language(language);
    let mut text = format!("{head}\n");
    for (row, number) in Building::ALL.chunks(SHEET_COLS).zip(1..) {
        let names: Vec<&str> = row.iter().map(|building| building.in_language(language)).collect();
        text += &format!("  {number}  {}\n", names.join(", "));
    }
    text
}
