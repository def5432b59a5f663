//! The kingdoms in a table's photos, read each on its own or all together as from one box, and read again
//! with corrections. Every such reading goes through this module, both after a scan and from stored guesses.

use std::collections::BTreeSet;

use crate::guesses::KingdomGuesses;
use crate::photo_info::PhotoInfo;
use crate::photo_reading::{PhotoReading, ResultsError, Status};
use kingdomino::audit::warning::{Warning, WarningCode};
use kingdomino::domain::{Facts, listed};
use kingdomino::scoring::sheet::ScoreSheet;
use messages::{Message, MessageId, Words};
use reading::correction::{FirstReading, FirstReadings, GivenSquare, ReadAnew};
use reading::reconstruct::guesses::SquareGuesses;
use reading::reconstruct::{
    GameKingdom, GameReading, GameViews, Reading, ReconstructOptions, SeenView, SquareBeside, game_notes,
};
use report::scan_json::ScannedKingdom;
use report::{KingdomReport, remarks_about_reading};

/// A kingdom in a photo.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct KingdomInPhoto {
    /// Index of the photo among the table's.
    pub photo: usize,
    /// Number in the photo, from 1.
    pub number: usize,
    /// The number of kingdoms in the photo.
    pub of: usize,
}

/// A kingdom of a table, with everything that is reported about it.
#[derive(Debug, Clone)]
pub struct TableKingdom {
    /// Index of its photo among the table's.
    pub photo: usize,
    /// The kingdom, and the certainty of each square.
    pub reading: Reading,
    /// The kingdom's points.
    pub sheet: ScoreSheet,
    /// The outer corners, clockwise from the first square, in pixels of the upright photo at full size.
    /// `None` if the kingdom was typed.
    pub corners_px: Option<[[f64; 2]; 4]>,
    /// The options of the reading, with the facts and variants that count in `sheet`.
    pub known: ReconstructOptions,
    /// The warnings of the reading and of the audit.
    pub warnings: Vec<Warning>,
    /// Remarks that give no reason to doubt the reading. Those about the other photos of its game come first.
    pub notes: Vec<Message>,
}

impl TableKingdom {
    /// `notes` are the remarks about the other photos of its game.
    pub fn new(
        photo: usize,
        reading: Reading,
        corners_px: Option<[[f64; 2]; 4]>,
        known: &ReconstructOptions,
        mut notes: Vec<Message>,
    ) -> Self {
        let sheet = ScoreSheet::new(&reading.kingdom, &known.unseen, &known.variants);
        let (warnings, of_reading) = remarks_about_reading(&reading, known);
        notes.extend(of_reading);
        Self { photo, reading, sheet, corners_px, known: known.clone(), warnings, notes }
    }

    /// The report, with the name of the player.
    pub fn report<'a>(&'a self, player: Option<&'a str>) -> KingdomReport<'a> {
        KingdomReport {
            reading: &self.reading,
            sheet: &self.sheet,
            corners_px: self.corners_px,
            player,
            unseen: self.known.unseen,
            variants: &self.known.variants,
            warnings: &self.warnings,
            notes: &self.notes,
        }
    }

    /// The kingdom in the format of results and saved games; `info` contains the player's name.
    pub fn kept(&self, info: &PhotoInfo) -> ScannedKingdom {
        ScannedKingdom::new(&self.report(info.seat.as_ref().map(|seat| &*seat.player)))
    }
}

/// Everything needed to read a view again.
#[derive(Debug, Clone)]
struct SeenKingdom {
    name: String,
    guesses: SquareGuesses,
    beside: Vec<SquareBeside>,
    known: ReconstructOptions,
    /// The reading without corrections.
    first: Reading,
}

/// The photos of a table, whose kingdoms are read and can be read again with corrections.
///
/// A *view* is a kingdom in a photo. Several views may be of the same kingdom. Views are numbered photo by
/// photo, within a photo from the top left.
#[derive(Debug, Clone)]
pub struct TablePhotos {
    photos: Vec<PhotoReading>,
    views: Vec<KingdomInPhoto>,
    /// For each view.
    seen: Vec<SeenKingdom>,
    /// The views of each kingdom.
    kingdoms: Vec<Vec<usize>>,
    /// Indices of photos that look like another game.
    unlike: Vec<usize>,
    game: Option<GameViews>,
    /// The game's kingdoms as first read; empty if each was read on its own.
    of_game: Vec<GameKingdom>,
}

impl TablePhotos {
    /// The photos of one table, or one photo.
    ///
    /// # Errors
    /// If guesses give no kingdom.
    pub fn of_table(photos: Vec<PhotoReading>) -> Result<Self, ResultsError> {
        let is_game = are_of_one_game(photos.iter());
        Self::of_photos(photos, is_game)
    }

    /// These photos. `is_game`: all are from one box and are read together.
    ///
    /// # Errors
    /// If guesses give no kingdom.
    pub fn of_photos(photos: Vec<PhotoReading>, is_game: bool) -> Result<Self, ResultsError> {
        let seen = seen_kingdoms(&photos, |_| true)?;
        Ok(Self::of_seen(photos, seen, &[], is_game))
    }

    /// The photos of a tournament's table, read as `batch` reads them: together, unless the table has only one
    /// photo, of one player.
    ///
    /// # Errors
    /// If guesses give no kingdom.
    pub fn of_tournament(photos: Vec<PhotoReading>) -> Result<Self, ResultsError> {
        let was_read = |photo: &PhotoReading| photo.sha256.is_some() && photo.status != Status::Duplicate;
        let is_game = are_of_one_game(photos.iter().filter(|photo| was_read(photo)));
        let seen = seen_kingdoms(&photos, was_read)?;
        Ok(Self::of_seen(photos, seen, &[], is_game))
    }

    /// The photos of one game, even a single one: the kingdoms share one box. The kingdoms of a photo that
    /// looks like another game are read on their own, unless `settled` (by photo index) says that the photo is
    /// known to show this game.
    ///
    /// # Errors
    /// If guesses give no kingdom.
    pub fn of_one_game(photos: Vec<PhotoReading>, settled: &[bool]) -> Result<Self, ResultsError> {
        let seen = seen_kingdoms(&photos, |photo| photo.status == Status::Scored)?;
        let mut unlike = Vec::new();
        for (index, photo) in photos.iter().enumerate().filter(|(_, photo)| photo.status == Status::Scored) {
            let own = seen.iter().filter(|(view, _)| view.photo == index).map(|(_, kingdom)| &kingdom.first);
            // A photo that was read only in part is not judged.
            if !photo.is_in_part() && look_unlike(own) {
                unlike.push(index);
            }
        }
        let apart: Vec<usize> = unlike.iter().copied().filter(|photo| !settled[*photo]).collect();
        let is_game = seen.len() > 1;
        Ok(Self { unlike, ..Self::of_seen(photos, seen, &apart, is_game) })
    }

    /// Reads the kingdoms together if they are of one game. Until now each was read on its own. `apart`: the
    /// photos whose kingdoms are read on their own.
    fn of_seen(
        photos: Vec<PhotoReading>,
        seen: Vec<(KingdomInPhoto, SeenKingdom)>,
        apart: &[usize],
        is_game: bool,
    ) -> Self {
        let (views, seen): (Vec<KingdomInPhoto>, Vec<SeenKingdom>) = seen.into_iter().unzip();
        let kingdoms = (0..views.len()).map(|view| vec![view]).collect();
        let (unlike, of_game) = (Vec::new(), Vec::new());
        let mut table = Self { photos, views, seen, kingdoms, unlike, game: None, of_game };
        table.game = if is_game { table.registered(apart) } else { None };
        let Some(GameReading { views, kingdoms }) = table.game.as_ref().map(|game| game.read(&[])) else {
            return table;
        };
        for (kingdom, read) in table.seen.iter_mut().zip(views) {
            // A kingdom that cannot be read together keeps its own reading.
            if let Ok(read) = read {
                kingdom.first = kingdom.first_reading().with_first_doubts(read);
            }
        }
        if !kingdoms.is_empty() {
            table.kingdoms = kingdoms.iter().map(|kingdom| kingdom.views.clone()).collect();
        }
        table.of_game = kingdoms;
        table
    }

    fn registered(&self, apart: &[usize]) -> Option<GameViews> {
        let info = &self.photos[self.views.first()?.photo].info;
        let mut views = Vec::new();
        for (index, SeenKingdom { name, guesses, .. }) in self.seen.iter().enumerate() {
            let player = self.info(index).seat.map(|seat| seat.player);
            views.push(SeenView { name: name.clone(), photo: self.views[index].photo, player, guesses });
        }
        let known = ReconstructOptions { unseen: Facts::default(), ..info.known() };
        let apart: Vec<usize> = (0..views.len()).filter(|view| apart.contains(&self.views[*view].photo)).collect();
        Some(GameViews::register(&views, &apart, &known))
    }

    /// The photos as each was read on its own, including those without a kingdom.
    pub fn photos(&self) -> &[PhotoReading] {
        &self.photos
    }

    /// The kingdoms in the photos.
    pub fn views(&self) -> &[KingdomInPhoto] {
        &self.views
    }

    /// The views of each kingdom, in the order in which the photos first show them.
    pub fn kingdoms(&self) -> &[Vec<usize>] {
        &self.kingdoms
    }

    /// The indices of the photos that look like another game. Photos are left out if `settled` (by photo
    /// index) says that they are known to show this game.
    pub fn unlike(&self, settled: &[bool]) -> Vec<usize> {
        self.unlike.iter().copied().filter(|photo| !settled[*photo]).collect()
    }

    /// The first readings, from which the kingdoms are read again.
    pub fn first_readings(&self) -> FirstReadings<'_> {
        let first = self.seen.iter().map(SeenKingdom::first_reading).collect();
        match &self.game {
            Some(game) => FirstReadings::together(first, game),
            None => FirstReadings::apart(first),
        }
    }

    /// The guesses from which a view was read.
    pub fn guesses(&self, view: usize) -> &KingdomGuesses {
        let KingdomInPhoto { photo, number, .. } = self.views[view];
        &self.photos[photo].guesses[number - 1]
    }

    /// Converts a square given for one kingdom to all views of that kingdom, and returns it with each view's
    /// index. Empty if the kingdoms are not of one game.
    pub fn in_all_views(&self, kingdom: usize, one: GivenSquare) -> Vec<(usize, GivenSquare)> {
        let Some(game) = &self.game else { return Vec::new() };
        let mut given = vec![Vec::new(); self.views.len()];
        given[kingdom].push(one);
        let in_all = game.in_all_views(&given).into_iter().enumerate();
        in_all.flat_map(|(view, given)| given.into_iter().map(move |one| (view, one))).collect()
    }

    /// The kingdoms, read again with the squares given for each.
    ///
    /// # Errors
    /// If a kingdom cannot have the corrections.
    pub fn read_anew(&self, given: &[Vec<GivenSquare>]) -> Result<ReadAnew, ResultsError> {
        self.first_readings().read_anew(given).map_err(|error| {
            let corrected = self.views.iter().zip(given).find(|(_, given)| !given.is_empty());
            let photo = corrected.map_or(0, |(view, _)| view.photo);
            self.photos[photo].error(format!("the corrections of this photo cannot be used: {error}"))
        })
    }

    /// The kingdoms without any corrections.
    pub fn uncorrected(&self) -> ReadAnew {
        ReadAnew { kingdoms: self.seen.iter().map(|kingdom| kingdom.first.clone()).collect(), game: None }
    }

    /// The readings, with warnings for kingdoms that are assigned to several players.
    pub fn warned(&self, read: &ReadAnew) -> Vec<Reading> {
        let of_game = self.game_kingdoms(read);
        let mut readings = read.kingdoms.clone();
        for (index, reading) in readings.iter_mut().enumerate() {
            let views = of_game.iter().find(|game| game.views.contains(&index)).map(|game| &game.views[..]);
            let shown = views.unwrap_or_default().iter();
            let shown: Vec<_> = shown.map(|view| (&*self.seen[*view].name, self.info(*view))).collect();
            warn_of_several_players(reading, shown.iter().map(|(name, info)| (*name, info)));
        }
        readings
    }

    /// The kingdoms as read in `read`, with everything that is reported about them.
    pub fn reported(&self, read: &ReadAnew) -> Vec<TableKingdom> {
        let names: Vec<String> = self.seen.iter().map(|kingdom| kingdom.name.clone()).collect();
        let of_game = self.game_kingdoms(read);
        let mut kingdoms = Vec::new();
        for (view, reading) in self.warned(read).into_iter().enumerate() {
            let notes = if of_game.is_empty() { Vec::new() } else { game_notes(view, of_game, &names) };
            let corners_px = self.guesses(view).corners_px(&reading);
            kingdoms.push(TableKingdom::new(
                self.views[view].photo,
                reading,
                corners_px,
                &self.seen[view].known,
                notes,
            ));
        }
        kingdoms
    }

    /// The kingdoms in the format of results, each with its photo's index.
    pub fn kept_kingdoms(&self, read: &ReadAnew) -> Vec<(usize, ScannedKingdom)> {
        let kept = self.reported(read).into_iter().enumerate();
        kept.map(|(view, now)| (now.photo, now.kept(&self.info(view)))).collect()
    }

    /// The game's kingdoms, in the order in which the photos first show them; empty if each is read by
    /// itself.
    pub fn game_kingdoms<'a>(&'a self, read: &'a ReadAnew) -> &'a [GameKingdom] {
        read.game.as_deref().unwrap_or(&self.of_game)
    }

    /// The information about the kingdom of a view.
    fn info(&self, view: usize) -> PhotoInfo {
        let KingdomInPhoto { photo, number, .. } = self.views[view];
        self.photos[photo].info.of_kingdom(number - 1)
    }
}

/// Whether photos of a table are read together: there are several, or one that shows the whole table.
fn are_of_one_game<'a>(mut photos: impl Iterator<Item = &'a PhotoReading>) -> bool {
    photos.next().is_some_and(|first| first.info.shows_table() || photos.next().is_some())
}

/// Guesses in the form that the reconstruction needs.
struct Unpacked {
    squares: SquareGuesses,
    beside: Vec<SquareBeside>,
}

impl Unpacked {
    /// Unpacks guesses; `None` if the file that contained them was modified.
    fn of(stored: &KingdomGuesses) -> Option<Self> {
        Some(Self { squares: stored.squares()?, beside: stored.beside()? })
    }
}

impl SeenKingdom {
    fn first_reading(&self) -> FirstReading<'_> {
        let Self { guesses, beside, known, first: reading, .. } = self;
        FirstReading { guesses, reading, beside, known }
    }
}

/// Warns if several players are assigned to one kingdom: it would count twice, and a photo of another kingdom
/// is probably missing. `shown` lists the photos of the kingdom, with the information about the kingdom in
/// each.
pub fn warn_of_several_players<'a>(
    reading: &mut Reading,
    shown: impl Iterator<Item = (&'a str, &'a PhotoInfo)> + Clone,
) {
    let players: BTreeSet<&str> =
        shown.clone().filter_map(|(_, info)| info.seat.as_ref()).map(|seat| seat.player.as_str()).collect();
    if players.len() > 1 {
        let photos = listed(shown.map(|(name, _)| name));
        reading.warn(WarningCode::SeveralPlayers, MessageId::SeveralPlayers.with("photos", photos));
    }
}

/// The kingdoms of those photos that were read, each read on its own.
fn seen_kingdoms(
    photos: &[PhotoReading],
    was_read: impl Fn(&PhotoReading) -> bool,
) -> Result<Vec<(KingdomInPhoto, SeenKingdom)>, ResultsError> {
    let mut kingdoms = Vec::new();
    for (photo, reading) in photos.iter().enumerate().filter(|(_, reading)| was_read(reading)) {
        let of = reading.guesses.len();
        for (index, stored) in reading.guesses.iter().enumerate() {
            let name = if of > 1 { format!("{} k{}", reading.photo, index + 1) } else { reading.photo.clone() };
            let info = reading.info.of_kingdom(index);
            let read = Unpacked::of(stored).zip(stored.reading(&info));
            let (Unpacked { squares, beside }, first) = read.ok_or_else(|| reading.error(OTHER_VERSION.to_owned()))?;
            let in_photo = KingdomInPhoto { photo, number: index + 1, of };
            let seen = SeenKingdom { name, guesses: squares, beside, known: stored.known(&info), first };
            kingdoms.push((in_photo, seen));
        }
    }
    Ok(kingdoms)
}

/// Whether a photo with these kingdoms looks like a photo of another game: all its kingdoms need review, and
/// at least half of them look unlike any tiles that are known.
fn look_unlike<'a>(kingdoms: impl Iterator<Item = &'a Reading>) -> bool {
    let (mut unlike, mut all) = (0, 0);
    for kingdom in kingdoms {
        if !kingdom.needs_review {
            return false;
        }
        unlike += usize::from(kingdom.warnings.iter().any(|warning| warning.code == WarningCode::UnlikeTiles));
        all += 1;
    }
    unlike > 0 && 2 * unlike >= all
}

/// The problem of a photo when its guesses do not give its kingdoms.
pub const OTHER_VERSION: &str = "another version of the program read this photo, so it cannot be corrected: let this \
                             version read it again (in a tournament, run the same `kingdom-scanner batch` again)";

#[cfg(test)]
mod tests {
    use super::*;
    use crate::guesses::certain;
    use kingdomino::domain::Place;
    use kingdomino::formats::notation;

    /// A photo that shows the kingdom, with doubts about its grid and about the photo.
    fn doubtful_photo(name: &str, kingdom: &str) -> PhotoReading {
        let kingdom = notation::parse(kingdom).expect("a kingdom");
        let doubts = [WarningCode::UncertainGrid, WarningCode::PoorPhoto, WarningCode::DoubtfulTotal];
        let doubts = doubts.map(|code| Warning { code, message: MessageId::DarkPhoto.into(), squares: Vec::new() });
        let to_photo_px = [[100.0, 0.0, 50.0], [0.0, 100.0, 50.0], [0.0, 0.0, 1.0]];
        let guesses = KingdomGuesses::new(&certain(&kingdom), &[], None, to_photo_px, [1000, 1000]);
        let guesses = guesses.with_warnings(&doubts);
        PhotoReading::scored(name, &Ok(name.to_owned()), &PhotoInfo::default(), vec![guesses])
    }

    #[test]
    fn doubts_about_grid_and_photo_stay_in_a_game_and_around_corrections() {
        let photos = [("a.jpg", "F1WWLL/FFCLL/GGSSM/WWSSM1/FFGGL k5"), ("b.jpg", "LLWWF/LLCWF/GG1SSM/FFSSM/WWGGF1 k5")];
        let photos = photos.map(|(name, kingdom)| doubtful_photo(name, kingdom));
        let of_photo = [WarningCode::UncertainGrid, WarningCode::PoorPhoto];
        for table in [
            TablePhotos::of_table(photos.to_vec()).expect("a table"),
            TablePhotos::of_table(vec![photos[0].clone()]).expect("a table"),
        ] {
            let mut given = vec![Vec::new(); table.views().len()];
            for is_corrected in [false, true] {
                for reading in table.read_anew(&given).expect("a reading").kingdoms {
                    let codes: Vec<WarningCode> = reading.warnings.iter().map(|warning| warning.code).collect();
                    assert!(reading.needs_review && of_photo.iter().all(|code| codes.contains(code)), "{codes:?}");
                    assert!(!codes.contains(&WarningCode::DoubtfulTotal), "it follows from the guesses: {codes:?}");
                }
                let cell = table.first_readings().kingdoms[0].reading.cell_of(Place::new(0, 0));
                let square = "lake".parse().expect("a square");
                given[0] = if is_corrected { Vec::new() } else { vec![GivenSquare { cell, square }] };
            }
        }
    }
}
