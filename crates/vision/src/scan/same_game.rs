//! The photos of one game: each is scanned by itself, then their kingdoms are read together.

use super::{KingdomScan, Scan, ScanError};
use crate::board::Board;
use messages::Message;
use reading::correction::{FirstReading, FirstReadings, GivenSquare, ReadAnew};
use reading::reconstruct;
use reading::reconstruct::{GameViews, KingdomView, Reading, ReconstructOptions, game_notes};

/// What a game's photos show together.
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
    /// Whether it was read together with others, as laid from one box.
    pub is_joint: bool,
}

/// Reads all kingdoms of a game's photos again: a kingdom in several photos from all of them, and all as dominoes of one box. Readings and
/// sheets are replaced, a sheet by the facts of its own photo; doubts about a grid stay.
pub fn read_together(photos: &mut [&mut Scan], known: &ReconstructOptions) -> GameScan {
    let nothing = |first: &FirstReadings, _: &[&Board]| Ok::<_, ScanError>(vec![Vec::new(); first.kingdoms.len()]);
    read_together_around(photos, known, nothing).expect("nothing that is said cannot be")
}

/// As [`read_together`], around what a person says about squares: `say` gets all kingdoms, photo by photo, as read together, and returns the
/// given squares of each. Squares are named as in [`read_together`].
///
/// # Errors
/// Those of `say`, and corrections that a kingdom cannot have. Then nothing has changed.
pub fn read_together_around<E: From<ScanError>>(
    photos: &mut [&mut Scan],
    known: &ReconstructOptions,
    say: impl FnOnce(&FirstReadings, &[&Board]) -> Result<Vec<Vec<GivenSquare>>, E>,
) -> Result<GameScan, E> {
    let views = views(photos);
    let game_views = GameViews::register(&views, &[], known);
    let names: Vec<String> = views.into_iter().map(|view| view.name).collect();
    let game = game_views.read(&[]);
    let kingdoms: Vec<&KingdomScan> = photos.iter().flat_map(|scan| &scan.kingdoms).collect();
    // A kingdom that cannot be read together keeps its own reading.
    let together: Vec<Reading> = (kingdoms.iter().zip(&game.views))
        .map(|(kingdom, read)| match read {
            Ok(read) => kingdom.first_reading().with_grid_doubts(read.clone()),
            Err(_) => kingdom.reading.clone(),
        })
        .collect();
    let first = (kingdoms.iter().zip(&together))
        .map(|(kingdom, reading)| FirstReading { reading, ..kingdom.first_reading() })
        .collect();
    let first = FirstReadings::together(first, &game_views);
    let boards: Vec<&Board> = kingdoms.iter().map(|kingdom| &kingdom.board).collect();
    let given = say(&first, &boards)?;
    let wrong = |source| ScanError::Correction { source };
    let ReadAnew { kingdoms: readings, game: of_game } = first.read_anew(&given).map_err(wrong)?;
    let game = of_game.unwrap_or(game.kingdoms);
    let shown = photos.iter().flat_map(|scan| {
        scan.kingdoms.iter().enumerate().map(|(index, kingdom)| (kingdom.board.photo.clone(), index + 1))
    });
    let scanned = GameScan::new(&game, &shown.collect::<Vec<_>>());
    let notes = (0..names.len()).map(|view| game_notes(view, &game, &names));
    let read: Vec<(Reading, Vec<Message>)> = readings.into_iter().zip(notes).collect();
    for (kingdom, (reading, notes)) in photos.iter_mut().flat_map(|scan| &mut scan.kingdoms).zip(read) {
        kingdom.read_anew(reading);
        kingdom.notes = notes;
    }
    Ok(scanned)
}

/// Every kingdom as its photo shows it, photo by photo.
fn views<'a>(photos: &'a [&mut Scan]) -> Vec<KingdomView<'a>> {
    let numbered = photos.iter().enumerate().flat_map(|(photo, scan)| {
        let count = scan.kingdoms.len();
        scan.kingdoms.iter().enumerate().map(move |(index, kingdom)| (photo, index, count, kingdom))
    });
    let view = |(photo, index, count, kingdom): (usize, usize, usize, &'a KingdomScan)| {
        let name = &kingdom.board.photo;
        let name = if count > 1 { format!("{name} k{}", index + 1) } else { name.clone() };
        KingdomView { name, photo, guesses: &kingdom.guesses }
    };
    numbered.map(view).collect()
}

impl GameScan {
    fn new(read: &[reconstruct::GameKingdom], shown: &[(String, usize)]) -> Self {
        let kingdom = |kingdom: &reconstruct::GameKingdom| GameKingdom {
            shown: kingdom.views.iter().map(|view| shown[*view].clone()).collect(),
            is_joint: kingdom.is_joint,
        };
        Self { kingdoms: read.iter().map(kingdom).collect() }
    }
}
