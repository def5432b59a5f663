//! Several photos of one game: finds which show the same kingdom, reads each kingdom once, and all of them as laid from the same boxes.

use super::game_choice::{game_of, games};
use super::guesses::SquareGuesses;
use super::joint::read_together;
use super::reading::{LeftOut, Reading};
use super::registration::{Shown, ShownKingdom, kingdoms_shown};
use super::{ReconstructError, ReconstructOptions, reconstruct};
use kingdomino::audit::warning::{Warning, WarningCode};
use kingdomino::domain::{DominoBox, Game, Grid, GridSize, Kingdom, Margins, Mode, Offset, Place, Square, listed};
use messages::{Message, MessageId, Words};

/// One kingdom as one photo shows it.
#[derive(Debug, Clone)]
pub struct KingdomView<'a> {
    /// Its name in messages.
    pub name: String,
    /// Index of its photo; the kingdoms of one photo are different ones.
    pub photo: usize,
    /// What its squares may be.
    pub guesses: &'a SquareGuesses,
}

/// The readings of a game's photos.
#[derive(Debug)]
pub struct GameReading {
    /// Of each view, in their order.
    pub views: Vec<Result<ViewReading, ReconstructError>>,
    /// The kingdoms of the game, in the order of their first views.
    pub kingdoms: Vec<GameKingdom>,
}

/// One of a game's kingdoms.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GameKingdom {
    /// Indices of the views that show it; one at least.
    pub views: Vec<usize>,
    /// Whether it was read together with others, as laid from the same boxes. If not, it was read by itself.
    pub is_joint: bool,
}

/// The reading of a view's kingdom, turned as the photo shows it.
#[derive(Debug, Clone)]
pub struct ViewReading {
    /// Its `top_left` is a place of the view's grid widened by `beyond`.
    pub reading: Reading,
    /// How far the kingdom reaches beyond the view's grid: other photos showed more of it.
    pub beyond: Margins,
}

impl ViewReading {
    /// Where a square of the kingdom lies in the view's grid, or beside it.
    pub fn in_view(&self, place: Place) -> Offset {
        self.beyond.outside(self.reading.in_grid(place))
    }

    /// Which square of the kingdom lies at this place of the view's grid, or beside it; `None` where none does.
    pub fn at(&self, at: Offset) -> Option<Place> {
        self.reading.place_of(self.beyond.inside(at)?)
    }
}

impl From<Reading> for ViewReading {
    /// Of a kingdom that was read from this view alone.
    fn from(reading: Reading) -> Self {
        Self { reading, beyond: Margins::default() }
    }
}

/// Reads the photos of one game. Views of the same kingdom, however turned, are joined and read as one, with a warning where they contradict each
/// other; then all kingdoms are read together as [`super::reconstruct_game`] does. More kingdoms than a game has are read each by itself, with a
/// warning.
///
/// A grid that is not given is the one that all kingdoms of a game can have; a game that is not given is the most probable one of all kingdoms
/// together.
pub fn reconstruct_views(views: &[KingdomView], options: &ReconstructOptions) -> GameReading {
    GameViews::register(views, &[], options).read(&[])
}

/// The views of one game, grouped by kingdom.
#[derive(Debug, Clone)]
pub struct GameViews {
    /// The views' names.
    names: Vec<String>,
    shown: Vec<ShownKingdom>,
    /// Indices of views that are no kingdoms of this game.
    apart: Vec<usize>,
    options: ReconstructOptions,
}

/// A square given by a person in a view's grid, or beside it where other views show more of the kingdom.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SquareInView {
    /// Index of the view.
    pub view: usize,
    /// In the view's grid.
    pub at: Offset,
    /// What lies there.
    pub square: Square,
}

impl GameViews {
    /// Finds out which views show the same kingdom. `apart`: indices of views that are no kingdoms of this game. Each of them is read by itself, and
    /// the others as if it were not there.
    pub fn register(views: &[KingdomView], apart: &[usize], options: &ReconstructOptions) -> Self {
        let squares_wide = options.size.unwrap_or(GridSize::Seven).squares_wide();
        let boards: Vec<&SquareGuesses> = views.iter().map(|view| view.guesses).collect();
        let shown = kingdoms_shown(views, apart, widest(&games(&boards, options)), squares_wide);
        let names = views.iter().map(|view| view.name.clone()).collect();
        Self { names, shown, apart: apart.to_vec(), options: options.clone() }
    }

    /// Reads all kingdoms around the given squares, which are kept whether dominoes can form them or not. The grouping of the views does not change.
    pub fn read(&self, corrected: &[SquareInView]) -> GameReading {
        let shown: Vec<ShownKingdom> = (self.shown.iter())
            .map(|kingdom| {
                let squares = in_kingdom(kingdom, corrected);
                if squares.is_empty() { kingdom.clone() } else { kingdom.corrected(&squares) }
            })
            .collect();
        let is_apart = |kingdom: &ShownKingdom| kingdom.shown.iter().any(|shown| self.apart.contains(&shown.view));
        let of_game: Vec<ShownKingdom> = shown.iter().filter(|kingdom| !is_apart(kingdom)).cloned().collect();
        let telling = if of_game.is_empty() { &shown } else { &of_game };
        let boards: Vec<&SquareGuesses> = telling.iter().map(|kingdom| &kingdom.guesses).collect();
        let (game, game_probability) = game_of(&boards, &self.options);
        let options = &ReconstructOptions { game: Some(game), ..self.options.clone() };
        let game = OfOneGame { names: &self.names, shown: &of_game, options, game };
        let (together, are_together) = game.read();
        let mut together = together.into_iter().zip(are_together);
        let (mut readings, mut are_joint) = (Vec::new(), Vec::new());
        for kingdom in &shown {
            let read = if is_apart(kingdom) { None } else { together.next() };
            let (reading, is_joint) = read.unwrap_or_else(|| (reconstruct(&kingdom.guesses, options), false));
            readings.push(reading);
            are_joint.push(is_joint);
        }
        let mut of_views: Vec<Option<Result<ViewReading, ReconstructError>>> = vec![None; self.names.len()];
        for (kingdom, reading) in shown.iter().zip(readings) {
            let reading = reading.map(|reading| game.warned(kingdom, Reading { game_probability, ..reading }));
            for shown in &kingdom.shown {
                let seen = reading.clone().and_then(|reading| seen_as(shown, kingdom, reading, options));
                of_views[shown.view] = Some(seen);
            }
        }
        let views_of = |kingdom: &ShownKingdom| kingdom.shown.iter().map(|shown| shown.view).collect();
        let kingdoms =
            shown.iter().zip(are_joint).map(|(kingdom, is_joint)| GameKingdom { views: views_of(kingdom), is_joint });
        GameReading { views: of_views.into_iter().flatten().collect(), kingdoms: kingdoms.collect() }
    }

    /// The given squares as every view of their kingdoms shows them.
    pub fn in_all_views(&self, corrected: &[SquareInView]) -> Vec<SquareInView> {
        let of_kingdom = |kingdom: &ShownKingdom| {
            let squares = in_kingdom(kingdom, corrected);
            let in_view = |shown: &Shown| {
                let at = |(place, square): &(Place, Square)| SquareInView {
                    view: shown.view,
                    at: kingdom.in_view(shown, *place),
                    square: *square,
                };
                squares.iter().map(at).collect::<Vec<_>>()
            };
            kingdom.shown.iter().flat_map(in_view).collect::<Vec<_>>()
        };
        self.shown.iter().flat_map(of_kingdom).collect()
    }
}

/// The given squares of a kingdom, in its guesses' grid.
fn in_kingdom(kingdom: &ShownKingdom, corrected: &[SquareInView]) -> Vec<(Place, Square)> {
    let place = |said: &SquareInView| {
        let shown = kingdom.shown.iter().find(|shown| shown.view == said.view)?;
        Some((kingdom.place_of(shown, said.at)?, said.square))
    };
    corrected.iter().filter_map(place).collect()
}

/// Notes about a view of a game's kingdoms: which views show the same kingdom, and with which it was read together. `names` are the views'.
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

/// The game with the most boxes, the last of equals.
fn widest(games: &[Game]) -> Game {
    games.iter().copied().max_by_key(|game| DominoBox::of_game(*game).len()).unwrap_or_default()
}

struct OfOneGame<'a> {
    /// The views' names.
    names: &'a [String],
    shown: &'a [ShownKingdom],
    /// With the game.
    options: &'a ReconstructOptions,
    game: Game,
}

impl OfOneGame<'_> {
    /// The reading of each kingdom, and whether it was read together with others.
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

    /// The grid of all kingdoms, which is the same in one game; the error is the grid that has too many.
    fn size_of(&self, alone: &Readings) -> Result<Option<GridSize>, GridSize> {
        let sizes: Vec<GridSize> = alone.iter().flatten().map(|reading| reading.kingdom.size()).collect();
        let is_enough = |size: GridSize| sizes.len() <= self.most(size);
        if let Some(size) = self.options.size {
            return if is_enough(size) { Ok(Some(size)) } else { Err(size) };
        }
        match (sizes.contains(&GridSize::Seven), is_enough(GridSize::Seven), is_enough(GridSize::Five)) {
            (true, true, _) => Ok(Some(GridSize::Seven)),
            (true, false, true) if self.all_fit_into_five(alone) => Ok(Some(GridSize::Five)),
            (true, false, _) => Err(GridSize::Seven),
            (false, true, true) => Ok(None),
            (false, false, true) => Ok(Some(GridSize::Five)),
            (false, _, false) => Err(GridSize::Five),
        }
    }

    /// Whether all kingdoms are probable on 5x5. With too many for 7x7, what makes one larger is something else beside it.
    fn all_fit_into_five(&self, alone: &Readings) -> bool {
        let five = self.sized(Some(GridSize::Five));
        let fits =
            |kingdom: &ShownKingdom| reconstruct(&kingdom.guesses, &five).is_ok_and(|reading| !reading.is_improbable());
        self.shown.iter().zip(alone).all(|(kingdom, alone)| alone.is_err() || fits(kingdom))
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

    fn names(&self, kingdom: &ShownKingdom) -> String {
        let names: Vec<&str> = kingdom.shown.iter().map(|shown| &*self.names[shown.view]).collect();
        names.join(" = ")
    }

    /// Adds a warning where its views contradict each other.
    fn warned(&self, kingdom: &ShownKingdom, mut reading: Reading) -> Reading {
        if !kingdom.contradictions.is_empty() {
            let squares = kingdom.contradictions.iter().filter_map(|place| reading.place_of(*place)).collect();
            let message = MessageId::PhotosDisagree.with("photos", self.names(kingdom));
            reading.warnings.push(Warning { code: WarningCode::PhotosDisagree, message, squares });
            reading.needs_review = true;
        }
        reading
    }
}

fn too_many(alone: Readings, found: usize, size: GridSize, most: usize) -> Readings {
    let message = MessageId::TooManyKingdoms.with("found", found).with("most", most).with("size", size.squares_wide());
    let warned = |mut reading: Reading| {
        reading.warn(WarningCode::TooManyKingdoms, message.clone());
        reading
    };
    alone.into_iter().map(|reading| reading.map(warned)).collect()
}

/// The kingdom's reading as this view shows it.
fn seen_as(
    shown: &Shown,
    kingdom: &ShownKingdom,
    reading: Reading,
    options: &ReconstructOptions,
) -> Result<ViewReading, ReconstructError> {
    let (rows, cols) = shown.rows_and_cols();
    let top = reading.top_left.row as isize + kingdom.row - shown.row;
    let left = reading.top_left.col as isize + kingdom.col - shown.col;
    let mut seen = Seen { reading, top, left, rows, cols };
    for _ in 0..(4 - shown.quarter_turns) % 4 {
        seen = seen.quarter_turned()?;
    }
    // The message names squares, so it is made anew after turning.
    let left_out = std::mem::take(&mut seen.reading.left_out);
    seen.reading.warnings.retain(|warning| warning.code != WarningCode::LeftOutTiles);
    seen.reading.leave_out(WarningCode::LeftOutTiles, MessageId::LeftOutTiles, left_out, options);
    Ok(seen.widened())
}

/// A reading whose first square lies `top` rows below and `left` columns right of a grid's first square.
struct Seen {
    reading: Reading,
    top: isize,
    left: isize,
    /// The grid's.
    rows: usize,
    cols: usize,
}

impl Seen {
    /// Clockwise.
    fn quarter_turned(self) -> Result<Self, ReconstructError> {
        let Self { reading, top, left, rows, cols } = self;
        let squares = reading.kingdom.squares();
        let kingdom = Kingdom::new(reading.kingdom.game(), reading.kingdom.size(), squares.quarter_turned())?;
        let last_row = squares.rows() - 1;
        let warnings = reading.warnings.into_iter().map(|mut warning| {
            warning.squares.iter_mut().for_each(|place| *place = Place::new(place.col, last_row - place.row));
            warning.squares.sort_unstable();
            warning
        });
        let warnings = warnings.collect();
        let below = rows as isize - top - squares.rows() as isize;
        let squares = reading.squares.quarter_turned();
        let turned = |tile: LeftOut| LeftOut { row: tile.col, col: last_row as isize - tile.row, ..tile };
        let left_out = reading.left_out.into_iter().map(turned).collect();
        let reading = Reading { kingdom, squares, warnings, left_out, ..reading };
        Ok(Self { reading, top: left, left: below, rows: cols, cols: rows })
    }

    fn widened(self) -> ViewReading {
        let Self { mut reading, top, left, rows, cols } = self;
        let squares: &Grid<_> = &reading.squares;
        let beyond = |margin: isize| margin.max(0) as usize;
        let beyond = Margins {
            above: beyond(-top),
            below: beyond(top + squares.rows() as isize - rows as isize),
            left: beyond(-left),
            right: beyond(left + squares.cols() as isize - cols as isize),
        };
        reading.top_left = Place::new(top.max(0) as usize, left.max(0) as usize);
        ViewReading { reading, beyond }
    }
}
