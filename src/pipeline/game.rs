//! The photos of one game: each goes through the house by itself, then their kingdoms are read together.

use super::{KingdomScan, Scan};
use crate::grid_fit::Beside;
use crate::reconstruct::{self, GameReading, Margins, ReconstructOptions, View, ViewReading, reconstruct_views};
use crate::score_sheet::ScoreSheet;
use crate::square_guesses::Guess;
use crate::warning::ABOUT_THE_GRID;
use crate::words::{Message, Phrase, Words};

/// What the photos of a game show together.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GameScan {
    /// In the order in which the photos first show them.
    pub kingdoms: Vec<GameKingdom>,
}

/// A kingdom of the game.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GameKingdom {
    /// The photos that show it by their names, and its number in each, from 1.
    pub shown: Vec<(String, usize)>,
    /// Whether it was read together with others, as laid from the same box.
    pub is_joint: bool,
}

/// Reads all kingdoms of a game's photos, which were scanned as they came, anew: what several photos show is read from
/// all of them, and all are laid from the same box. Readings and sheets are replaced, a sheet by what was known of its own
/// photo; what was doubtful about a grid stays so.
pub fn read_together(photos: &mut [&mut Scan], known: &ReconstructOptions) -> GameScan {
    let numbered = photos.iter().enumerate().flat_map(|(photo, scan)| {
        let count = scan.kingdoms.len();
        scan.kingdoms.iter().enumerate().map(move |(index, kingdom)| (photo, index, count, kingdom))
    });
    let views: Vec<View> = numbered
        .map(|(photo, index, count, kingdom)| {
            let name = &kingdom.board.photo;
            let name = if count > 1 { format!("{name} k{}", index + 1) } else { name.clone() };
            View { name, photo, guesses: &kingdom.guesses }
        })
        .collect();
    let read = reconstruct_views(&views, known);
    let names: Vec<String> = views.into_iter().map(|view| view.name).collect();
    let notes: Vec<Vec<Message>> = (0..names.len()).map(|view| notes(view, &read, &names)).collect();
    let shown = photos.iter().flat_map(|scan| {
        scan.kingdoms.iter().enumerate().map(|(index, kingdom)| (kingdom.board.photo.clone(), index + 1))
    });
    let game = GameScan::of(&read, &shown.collect::<Vec<_>>());
    let kingdoms = photos.iter_mut().flat_map(|scan| &mut scan.kingdoms);
    for ((kingdom, reading), notes) in kingdoms.zip(read.views).zip(notes) {
        // What was a kingdom by itself is one together; if not, its own reading is what there is.
        if let Ok(reading) = reading {
            kingdom.read_anew(reading);
            kingdom.notes = notes;
        }
    }
    game
}

impl GameScan {
    fn of(read: &GameReading, shown: &[(String, usize)]) -> Self {
        let kingdom = |kingdom: &reconstruct::GameKingdom| GameKingdom {
            shown: kingdom.views.iter().map(|view| shown[*view].clone()).collect(),
            is_joint: kingdom.is_joint,
        };
        Self { kingdoms: read.kingdoms.iter().map(kingdom).collect() }
    }
}

/// Which photos show the same kingdom, and which it was read together with.
fn notes(view: usize, read: &GameReading, names: &[String]) -> Vec<Message> {
    let Some(own) = read.kingdoms.iter().position(|kingdom| kingdom.views.contains(&view)) else { return Vec::new() };
    let listed =
        |views: &mut dyn Iterator<Item = usize>| views.map(|view| &*names[view]).collect::<Vec<_>>().join(", ");
    let same = listed(&mut read.kingdoms[own].views.iter().copied().filter(|other| *other != view));
    let joint = read.kingdoms.iter().enumerate().filter(|(index, kingdom)| *index != own && kingdom.is_joint);
    let others = listed(&mut joint.flat_map(|(_, kingdom)| kingdom.views.iter().copied()));
    let mut notes = Vec::new();
    if !same.is_empty() {
        notes.push(Phrase::SameKingdom.with("kingdoms", same));
    }
    if read.kingdoms[own].is_joint {
        notes.push(Phrase::ReadTogether.with("kingdoms", others));
    } else if read.kingdoms.len() == 1 {
        notes.push(Phrase::OnlyOneKingdom.into());
    }
    notes
}

impl KingdomScan {
    fn read_anew(&mut self, read: ViewReading) {
        let ViewReading { mut reading, beyond } = read;
        let about_grid = |code| ABOUT_THE_GRID.contains(&code);
        let kept = std::mem::take(&mut self.reading.warnings).into_iter().filter(|warning| about_grid(warning.code));
        reading.warnings.extend(kept);
        reading.needs_review = !reading.warnings.is_empty();
        let Margins { above, left, .. } = beyond;
        self.fit = self.fit.clone().widened(beyond);
        let moved = |(beside, guess): (Beside, Guess)| (beside.moved(above, left), guess);
        let beside = std::mem::take(&mut self.beside).into_iter().map(moved);
        self.beside = beside.filter(|(at, _)| at.place_in(self.fit.rows, self.fit.cols).is_none()).collect();
        self.sheet = ScoreSheet::of(&reading.kingdom, &self.known.unseen, &self.known.variants);
        self.reading = reading;
        self.warn_of_tiles_beside();
    }
}
