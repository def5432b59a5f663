//! Several photos of one game: finds which show the same kingdom, reads each kingdom once, and reads all
//! jointly as laid from the same boxes.

use super::game_choice::{game_of, games};
use super::guesses::SquareGuesses;
use super::joint::read_together;
use super::reading::{GivenSquare, LeftOut, Reading};
use super::registration::{MergedKingdom, Shown, kingdoms_shown};
use super::{ReconstructError, ReconstructOptions, reconstruct};
use kingdomino::audit::warning::{Warning, WarningCode};
use kingdomino::domain::{Cell, DominoBox, Game, GridSize, Kingdom, Mode, Place, Square, listed};
use messages::{Message, MessageId, Words};

/// One kingdom as shown by one photo.
#[derive(Debug, Clone)]
pub struct SeenView<'a> {
    /// Its name in messages.
    pub name: String,
    /// Index of its photo. One photo never shows the same kingdom twice.
    pub photo: usize,
    /// The player to whom it was assigned before it was read, if any.
    pub player: Option<String>,
    /// The guesses for its squares.
    pub guesses: &'a SquareGuesses,
}

/// The readings of a game's photos.
#[derive(Debug)]
pub struct GameReading {
    /// For each view, in their order: the reading of its kingdom, in the photo's orientation.
    pub views: Vec<Result<Reading, ReconstructError>>,
    /// The kingdoms of the game, in the order of their first views.
    pub kingdoms: Vec<GameKingdom>,
}

/// A kingdom of the game.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GameKingdom {
    /// Indices of the views that show it; at least one.
    pub views: Vec<usize>,
    /// Whether it was read jointly with others, as laid from the same boxes, rather than alone.
    pub is_joint: bool,
}

/// Reads the photos of one game. Views of the same kingdom, in any rotation, are merged and read as one, with
/// a warning if they contradict each other; then all kingdoms are read jointly, see
/// [`super::reconstruct_game`]. If there are more kingdoms than a game can have, each is read alone, with a
/// warning.
///
/// If the grid size is not given, one is chosen that all kingdoms of a game can have. If the game is not
/// given, it is the most probable one for all kingdoms together.
pub fn reconstruct_views(views: &[SeenView], options: &ReconstructOptions) -> GameReading {
    GameViews::register(views, &[], options).read(&[])
}

/// The views of one game, grouped by kingdom.
#[derive(Debug, Clone)]
pub struct GameViews {
    /// The views' names.
    names: Vec<String>,
    shown: Vec<MergedKingdom>,
    /// Indices of views of kingdoms from other games.
    apart: Vec<usize>,
    options: ReconstructOptions,
}

impl GameViews {
    /// Finds out which views show the same kingdom. `apart` lists the indices of views that are no kingdoms
    /// of this game. Each of them is read alone, and has no effect on the others.
    pub fn register(views: &[SeenView], apart: &[usize], options: &ReconstructOptions) -> Self {
        let squares_wide = options.size.unwrap_or(GridSize::Seven).squares_wide();
        let boards: Vec<&SquareGuesses> = views.iter().map(|view| view.guesses).collect();
        let shown = kingdoms_shown(views, apart, widest(&games(&boards, options)), squares_wide);
        let names = views.iter().map(|view| view.name.clone()).collect();
        Self { names, shown, apart: apart.to_vec(), options: options.clone() }
    }

    /// Re-reads all kingdoms with the squares `given` for each view fixed, even if no dominoes can form them.
    /// The grouping of the views does not change.
    pub fn read(&self, given: &[Vec<GivenSquare>]) -> GameReading {
        let shown: Vec<MergedKingdom> = (self.shown.iter())
            .map(|kingdom| {
                let squares = in_kingdom(kingdom, given);
                if squares.is_empty() { kingdom.clone() } else { kingdom.corrected(&squares) }
            })
            .collect();
        let of_game: Vec<MergedKingdom> = shown.iter().filter(|kingdom| !self.is_apart(kingdom)).cloned().collect();
        let telling = if of_game.is_empty() { &shown } else { &of_game };
        let boards: Vec<&SquareGuesses> = telling.iter().map(|kingdom| &kingdom.guesses).collect();
        let (game, game_probability) = game_of(&boards, &self.options);
        let options = &ReconstructOptions { game: Some(game), ..self.options.clone() };
        let game = OfOneGame { names: &self.names, shown: &of_game, options, game };
        let (together, are_together) = game.read();
        let mut together = together.into_iter().zip(are_together);
        let (mut readings, mut are_joint) = (Vec::new(), Vec::new());
        for kingdom in &shown {
            let read = if self.is_apart(kingdom) { None } else { together.next() };
            let (reading, is_joint) = read.unwrap_or_else(|| (reconstruct(&kingdom.guesses, options), false));
            readings.push(reading);
            are_joint.push(is_joint);
        }
        let mut of_views: Vec<Option<Result<Reading, ReconstructError>>> = vec![None; self.names.len()];
        for (kingdom, reading) in shown.iter().zip(readings) {
            let reading = reading.map(|reading| game.warned(kingdom, Reading { game_probability, ..reading }));
            for shown in &kingdom.shown {
                let seen = reading.clone().and_then(|reading| seen_as(shown, kingdom, reading, options));
                of_views[shown.view] = Some(seen);
            }
        }
        let mut kingdoms = Vec::with_capacity(shown.len());
        for (kingdom, is_joint) in shown.iter().zip(are_joint) {
            kingdoms.push(GameKingdom { views: kingdom.shown.iter().map(|shown| shown.view).collect(), is_joint });
        }
        GameReading { views: of_views.into_iter().flatten().collect(), kingdoms }
    }

    /// Whether any of its views belongs to another game.
    fn is_apart(&self, kingdom: &MergedKingdom) -> bool {
        kingdom.shown.iter().any(|shown| self.apart.contains(&shown.view))
    }

    /// The squares `given` for each view, transferred to every view of their kingdoms.
    pub fn in_all_views(&self, given: &[Vec<GivenSquare>]) -> Vec<Vec<GivenSquare>> {
        let mut in_all = vec![Vec::new(); self.names.len()];
        for kingdom in &self.shown {
            let squares = in_kingdom(kingdom, given);
            for shown in &kingdom.shown {
                let in_view = squares
                    .iter()
                    .map(|(place, square)| GivenSquare { cell: kingdom.in_view(shown, *place), square: *square });
                in_all[shown.view].extend(in_view);
            }
        }
        in_all
    }
}

/// The squares `given` for the views of this kingdom, in its guesses' grid.
fn in_kingdom(kingdom: &MergedKingdom, given: &[Vec<GivenSquare>]) -> Vec<(Place, Square)> {
    let mut squares = Vec::new();
    for shown in &kingdom.shown {
        for GivenSquare { cell, square } in given.get(shown.view).into_iter().flatten() {
            squares.extend(kingdom.place_of(shown, *cell).map(|place| (place, *square)));
        }
    }
    squares
}

/// Notes about a view: the other views of the same kingdom, and the kingdoms that it was read together with.
/// `names` has the name of each view.
pub fn game_notes(view: usize, read: &[GameKingdom], names: &[String]) -> Vec<Message> {
    let Some(own) = read.iter().position(|kingdom| kingdom.views.contains(&view)) else { return Vec::new() };
    let same = listed(read[own].views.iter().filter(|other| **other != view).map(|view| &names[*view]));
    let joint = read.iter().enumerate().filter(|(index, kingdom)| *index != own && kingdom.is_joint);
    let others = listed(joint.flat_map(|(_, kingdom)| &kingdom.views).map(|view| &names[*view]));
    let mut notes = Vec::new();
    if !same.is_empty() {
        notes.push(MessageId::SameKingdom.with("kingdoms", same));
    }
    if read[own].is_joint {
        notes.push(MessageId::ReadTogether.with("kingdoms", others));
    } else if read.len() == 1 {
        notes.push(MessageId::OnlyOneKingdom.into());
    }
    notes
}

type Readings = Vec<Result<Reading, ReconstructError>>;

/// The game with the most boxes; among equals the last.
fn widest(games: &[Game]) -> Game {
    games.iter().copied().max_by_key(|game| DominoBox::of_game(*game).len()).unwrap_or_default()
}

struct OfOneGame<'a> {
    /// The views' names.
    names: &'a [String],
    shown: &'a [MergedKingdom],
    /// The options, with the chosen game filled in.
    options: &'a ReconstructOptions,
    game: Game,
}

impl OfOneGame<'_> {
    /// The reading of each kingdom, and whether it was read jointly with others.
    fn read(&self) -> (Readings, Vec<bool>) {
        let alone: Readings = self.shown.iter().map(|kingdom| reconstruct(&kingdom.guesses, self.options)).collect();
        let found = alone.iter().filter(|reading| reading.is_ok()).count();
        let none = vec![false; alone.len()];
        match self.size_of(&alone) {
            _ if found < 2 => (alone, none),
            Ok(size) => self.together(size),
            Err(size) => (too_many(alone, found, size, self.most(size)), none),
        }
    }

    /// The grid of all kingdoms, which is the same in one game; the error is the grid for which there are too
    /// many kingdoms.
    fn size_of(&self, alone: &Readings) -> Result<Option<GridSize>, GridSize> {
        let sizes: Vec<GridSize> = alone.iter().flatten().map(|reading| reading.kingdom.size()).collect();
        let kingdoms = sizes.len();
        if let Some(size) = self.options.size {
            return if kingdoms <= self.most(size) { Ok(Some(size)) } else { Err(size) };
        }
        let [seven, five] = [GridSize::Seven, GridSize::Five].map(|size| kingdoms <= self.most(size));
        match (sizes.contains(&GridSize::Seven), seven, five) {
            (true, true, _) => Ok(Some(GridSize::Seven)),
            (true, false, true) if self.all_fit_into_five(alone) => Ok(Some(GridSize::Five)),
            (true, false, _) => Err(GridSize::Seven),
            (false, true, true) => Ok(None),
            (false, false, true) => Ok(Some(GridSize::Five)),
            (false, _, false) => Err(GridSize::Five),
        }
    }

    /// Whether all kingdoms are probable on 5x5. With too many for 7x7, a kingdom that seems larger probably
    /// has something else next to it.
    fn all_fit_into_five(&self, alone: &Readings) -> bool {
        let five = self.sized(Some(GridSize::Five));
        let mut kingdoms = self.shown.iter().zip(alone).filter(|(_, alone)| alone.is_ok());
        kingdoms.all(|(kingdom, _)| reconstruct(&kingdom.guesses, &five).is_ok_and(|reading| !reading.is_improbable()))
    }

    fn most(&self, size: GridSize) -> usize {
        *Mode::kingdoms(self.game, size).end()
    }

    fn sized(&self, size: Option<GridSize>) -> ReconstructOptions {
        ReconstructOptions { size, ..self.options.clone() }
    }

    fn together(&self, size: Option<GridSize>) -> (Readings, Vec<bool>) {
        let guesses: Vec<SquareGuesses> = self.shown.iter().map(|kingdom| kingdom.guesses.clone()).collect();
        let names: Vec<String> = self.shown.iter().map(|kingdom| self.names(kingdom)).collect();
        read_together(&guesses, &names, &self.sized(size))
    }

    fn names(&self, kingdom: &MergedKingdom) -> String {
        let names: Vec<&str> = kingdom.shown.iter().map(|shown| &*self.names[shown.view]).collect();
        names.join(" = ")
    }

    /// Adds a warning if its views contradict each other.
    fn warned(&self, kingdom: &MergedKingdom, mut reading: Reading) -> Reading {
        if !kingdom.contradictions.is_empty() {
            let squares = kingdom.contradictions.iter().filter_map(|place| reading.place_of((*place).into())).collect();
            let message = MessageId::PhotosDisagree.with("photos", self.names(kingdom));
            reading.warnings.push(Warning { code: WarningCode::PhotosDisagree, message, squares });
            reading.needs_review = true;
        }
        reading
    }
}

fn too_many(mut alone: Readings, found: usize, size: GridSize, most: usize) -> Readings {
    let message = MessageId::TooManyKingdoms.with("found", found).with("most", most).with("size", size.squares_wide());
    for reading in alone.iter_mut().flatten() {
        reading.warn(WarningCode::TooManyKingdoms, message.clone());
    }
    alone
}

/// The kingdom's reading in this view's orientation.
fn seen_as(
    shown: &Shown,
    kingdom: &MergedKingdom,
    reading: Reading,
    options: &ReconstructOptions,
) -> Result<Reading, ReconstructError> {
    let (mut rows, mut cols) = shown.rows_and_cols();
    let moved = Cell { row: kingdom.row - shown.row, col: kingdom.col - shown.col };
    let mut seen = Reading { origin: reading.origin + moved, ..reading };
    for _ in 0..(4 - shown.quarter_turns) % 4 {
        seen = quarter_turned(seen, rows)?;
        (rows, cols) = (cols, rows);
    }
    // The message names squares, so it is rebuilt after rotating.
    let left_out = std::mem::take(&mut seen.left_out);
    seen.warnings.retain(|warning| warning.code != WarningCode::LeftOutTiles);
    seen.leave_out(WarningCode::LeftOutTiles, MessageId::LeftOutTiles, left_out, options);
    Ok(seen)
}

/// The reading after a clockwise quarter turn of its grid, which has `rows` rows.
fn quarter_turned(reading: Reading, rows: usize) -> Result<Reading, ReconstructError> {
    let squares = reading.kingdom.squares();
    let kingdom = Kingdom::new(reading.kingdom.game(), reading.kingdom.size(), squares.quarter_turned())?;
    let last_row = squares.rows() - 1;
    let below = rows as isize - reading.origin.row - squares.rows() as isize;
    let origin = Cell { row: reading.origin.col, col: below };
    let warnings = reading.warnings.into_iter().map(|mut warning| {
        warning.squares.iter_mut().for_each(|place| *place = Place::new(place.col, last_row - place.row));
        warning.squares.sort_unstable();
        warning
    });
    let warnings = warnings.collect();
    let tiles = reading.left_out.into_iter();
    let left_out = tiles.map(|tile| LeftOut { row: tile.col, col: last_row as isize - tile.row, ..tile }).collect();
    Ok(Reading { kingdom, origin, squares: reading.squares.quarter_turned(), warnings, left_out, ..reading })
}
