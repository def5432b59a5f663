//! Scanned photos, read again around what people say, each kingdom by itself or all of them as one game's.

use super::{KingdomScan, Scan, ScanError};
use crate::board::Board;
use reading::correction::{FirstReading, FirstReadings, GivenSquare, ReadAnew};
use reading::reconstruct::{GameKingdom, GameViews, KingdomView, Reading, ReconstructOptions, game_notes};

impl Scan {
    /// Reads the kingdoms again, each by itself, around what a person says about them: see [`read_together_around`].
    ///
    /// # Errors
    /// Those of `say`, and corrections that a kingdom cannot have.
    pub fn corrected<E: From<ScanError>>(
        mut self,
        say: impl FnOnce(&FirstReadings, &[&Board]) -> Result<Vec<Vec<GivenSquare>>, E>,
    ) -> Result<Self, E> {
        read_around(&mut [&mut self], None, say)?;
        Ok(self)
    }
}

/// Reads all kingdoms of a game's photos again: a kingdom in several photos from all of them, and all as dominoes of one box. Readings and
/// sheets are replaced, a sheet by the facts of its own photo; doubts about a grid stay.
pub fn read_together(photos: &mut [&mut Scan], known: &ReconstructOptions) {
    let nothing = |first: &FirstReadings, _: &[&Board]| Ok::<_, ScanError>(vec![Vec::new(); first.kingdoms.len()]);
    read_together_around(photos, known, nothing).expect("nothing that is said cannot be");
}

/// As [`read_together`], around what a person says about squares: `say` gets all kingdoms, photo by photo, as read together, and returns the
/// given squares of each. Returns the game's kingdoms, in the order in which the photos first show them.
///
/// # Errors
/// Those of `say`, and corrections that a kingdom cannot have. Then nothing has changed.
pub fn read_together_around<E: From<ScanError>>(
    photos: &mut [&mut Scan],
    known: &ReconstructOptions,
    say: impl FnOnce(&FirstReadings, &[&Board]) -> Result<Vec<Vec<GivenSquare>>, E>,
) -> Result<Vec<GameKingdom>, E> {
    read_around(photos, Some(known), say)
}

/// `game`: what is known of the game, if the kingdoms are read together.
fn read_around<E: From<ScanError>>(
    photos: &mut [&mut Scan],
    game: Option<&ReconstructOptions>,
    say: impl FnOnce(&FirstReadings, &[&Board]) -> Result<Vec<Vec<GivenSquare>>, E>,
) -> Result<Vec<GameKingdom>, E> {
    let views = views(photos);
    let game = game.map(|known| GameViews::register(&views, &[], known));
    let names: Vec<String> = views.into_iter().map(|view| view.name).collect();
    let kingdoms: Vec<&KingdomScan> = photos.iter().flat_map(|scan| &scan.kingdoms).collect();
    let mut readings: Vec<Reading> = kingdoms.iter().map(|kingdom| kingdom.reading.clone()).collect();
    let mut of_game = Vec::new();
    if let Some(game) = &game {
        let together = game.read(&[]);
        of_game = together.kingdoms;
        for (view, read) in together.views.into_iter().enumerate() {
            // A kingdom that cannot be read together keeps its own reading.
            if let Ok(read) = read {
                readings[view] = kingdoms[view].first_reading().with_grid_doubts(read);
            }
        }
    }
    let first = kingdoms.iter().zip(&readings);
    let first = first.map(|(kingdom, reading)| FirstReading { reading, ..kingdom.first_reading() }).collect();
    let first = match &game {
        Some(game) => FirstReadings::together(first, game),
        None => FirstReadings::apart(first),
    };
    let boards: Vec<&Board> = kingdoms.iter().map(|kingdom| &kingdom.board).collect();
    let given = say(&first, &boards)?;
    let read = first.read_anew(&given).map_err(|source| ScanError::Correction { source })?;
    let ReadAnew { kingdoms: readings, game: changed } = read;
    let of_game = changed.unwrap_or(of_game);
    let kingdoms = photos.iter_mut().flat_map(|scan| &mut scan.kingdoms);
    for (view, (kingdom, reading)) in kingdoms.zip(readings).enumerate() {
        kingdom.read_anew(reading);
        if game.is_some() {
            kingdom.notes = game_notes(view, &of_game, &names);
        }
    }
    Ok(of_game)
}

/// Every kingdom as its photo shows it, photo by photo.
fn views<'a>(photos: &'a [&mut Scan]) -> Vec<KingdomView<'a>> {
    let mut views = Vec::new();
    for (photo, scan) in photos.iter().enumerate() {
        for (index, KingdomScan { board, guesses, .. }) in scan.kingdoms.iter().enumerate() {
            let is_alone = scan.kingdoms.len() == 1;
            let name = if is_alone { board.photo.clone() } else { format!("{} k{}", board.photo, index + 1) };
            views.push(KingdomView { name, photo, guesses });
        }
    }
    views
}
