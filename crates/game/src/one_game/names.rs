//! Assigns views (kingdoms in photos) to players.

use std::path::{Path, PathBuf};

use super::PlayerViews;
use crate::photo_reading::PhotoReading;
use crate::table::{KingdomInPhoto, TablePhotos};
use kingdomino::domain::{Kingdom, counted};
use kingdomino::formats::{Name, is_same_name, name_of_file};
use kingdomino::standings::{TableInputs, UnreadPlayer};

/// A photo on the command line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NamedPhoto {
    /// The path as given by the user; bytes that are not text are displayed as `�`.
    pub path: String,
    /// The path itself, whose bytes need not be text.
    pub file: PathBuf,
    /// The player of its kingdom, if given.
    pub player: Option<Name>,
    /// A kingdom that was typed in place of a photo; the player's name then takes the place of the path.
    pub typed: Option<Kingdom>,
}

impl NamedPhoto {
    /// Whether this name refers to the photo: it is the name of its player, the name of its file without the
    /// extension, or its path.
    pub fn is_called(&self, name: &str) -> bool {
        let stem = Path::new(&self.path).file_stem().map(|stem| stem.to_string_lossy().into_owned());
        let (typed, own) = (Name::from(name), self.player.as_ref());
        own == Some(&typed) || stem.is_some_and(|stem| typed == *stem) || typed == *self.path
    }

    /// The player's name: as given, or from the file's name.
    fn name(&self) -> Option<Name> {
        self.player.clone().or_else(|| name_of_file(&self.path))
    }
}

/// Why the kingdoms cannot be assigned to players.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum NamingError {
    /// `--player` has too many or too few names.
    #[error(
        "--player: {} given for {}: {kingdoms}; give one name for each kingdom, photo by photo, and within a photo \
         from the top left",
        counted(*names, "name"), counted(*found, "kingdom")
    )]
    NumberOfNames {
        /// The number of names given.
        names: usize,
        /// The number of kingdoms found.
        found: usize,
        /// The kingdoms, in words.
        kingdoms: String,
    },
    /// A photo with several kingdoms has only one name.
    #[error(
        "{player}={photo}: the photo shows {kingdoms} kingdoms, but one is needed; photograph it alone, read only the \
         largest with --one, or name all kingdoms with --player"
    )]
    SeveralKingdoms {
        /// The name.
        player: Name,
        /// The photo.
        photo: String,
        /// The number of kingdoms in the photo.
        kingdoms: usize,
    },
    /// Several kingdoms have the same name, and were not recognised as one.
    #[error(
        "{player} can have only one kingdom, but {photos} show different kingdoms, or the same one was not \
         recognised; give the other players' names, as in `Ben={example}`, or leave photos out"
    )]
    TwoKingdoms {
        /// The name.
        player: Name,
        /// The photos of the kingdoms.
        photos: String,
        /// One of these photos.
        example: String,
    },
}

impl TablePhotos {
    /// The name of each view's player, if known. `list` has one name for each kingdom; if it is empty, the
    /// names come from the photos.
    ///
    /// # Errors
    /// If the names do not fit the kingdoms.
    pub fn names(&self, photos: &[NamedPhoto], list: &[Name]) -> Result<Vec<Option<Name>>, NamingError> {
        let mut names = vec![None; self.views().len()];
        if !list.is_empty() {
            self.check_list(list)?;
            for (kingdom, name) in self.kingdoms().iter().zip(list) {
                kingdom.iter().for_each(|view| names[*view] = Some(name.clone()));
            }
            return Ok(names);
        }
        for (view, KingdomInPhoto { photo, of, .. }) in self.views().iter().enumerate() {
            names[view] = photos[*photo].name().filter(|_| *of == 1);
        }
        self.spread(&mut names);
        self.name_by_elimination(photos, &mut names)?;
        self.spread(&mut names);
        Ok(names)
    }

    fn check_list(&self, list: &[Name]) -> Result<(), NamingError> {
        if list.len() == self.kingdoms().len() {
            return Ok(());
        }
        let kingdoms: Vec<String> = self.kingdoms().iter().map(|views| self.kingdom_in_words(views[0])).collect();
        let found = kingdoms.len();
        Err(NamingError::NumberOfNames { names: list.len(), found, kingdoms: kingdoms.join(", ") })
    }

    fn kingdom_in_words(&self, view: usize) -> String {
        let first = self.first_readings();
        let squares = first.kingdoms[view].reading.kingdom.squares();
        format!("{} ({} x {} squares)", self.view_name(view), squares.rows(), squares.cols())
    }

    /// Where a kingdom has a name in one of its photos, gives it the same name in the others.
    fn spread(&self, names: &mut [Option<Name>]) {
        for kingdom in self.kingdoms() {
            let name = kingdom.iter().find_map(|view| names[*view].clone());
            kingdom.iter().for_each(|view| names[*view] = names[*view].take().or_else(|| name.clone()));
        }
    }

    /// A named photo may also show parts of other kingdoms. If only one of its kingdoms is still without a
    /// name, that kingdom gets the photo's name.
    fn name_by_elimination(&self, photos: &[NamedPhoto], names: &mut [Option<Name>]) -> Result<(), NamingError> {
        for (index, photo) in photos.iter().enumerate() {
            let own: Vec<usize> = (0..self.views().len()).filter(|view| self.views()[*view].photo == index).collect();
            let Some(name) = photo.name().filter(|_| own.len() > 1) else { continue };
            let open: Vec<usize> = own.iter().copied().filter(|view| names[*view].is_none()).collect();
            match (&open[..], &photo.player) {
                ([only], _) => names[*only] = Some(name),
                (_, Some(player)) if !own.iter().any(|view| names[*view].as_ref() == Some(player)) => {
                    let (player, photo) = (player.clone(), photo.path.clone());
                    return Err(NamingError::SeveralKingdoms { player, photo, kingdoms: own.len() });
                }
                _ => {}
            }
        }
        Ok(())
    }

    /// Updates the facts about players after a renaming. If a name is no longer used, its facts move to the
    /// new name of the same kingdom.
    ///
    /// # Errors
    /// See [`players`](Self::players).
    pub fn given_of_players(
        &self,
        given: TableInputs,
        before: &[Option<Name>],
        now: &[PlayerViews],
    ) -> Result<TableInputs, NamingError> {
        let before = self.players(before)?;
        Ok(given.renamed(|name| {
            let view = before.iter().find(|player| player.player == *name)?.views[0];
            if now.iter().any(|player| player.player == *name) {
                return None;
            }
            now.iter().find(|player| player.views.contains(&view)).map(|player| player.player.clone())
        }))
    }

    /// A label for a view whose player is unknown: the name of its photo, the kingdom's number (`k2`), or
    /// both, whichever is enough to identify it.
    pub fn label(&self, view: usize) -> String {
        let KingdomInPhoto { number, of, .. } = self.views()[view];
        let is_only_photo = self.views().iter().all(|other| other.photo == self.views()[view].photo);
        match (is_only_photo, of) {
            (true, _) => format!("k{number}"),
            (false, 1) => self.short_name(view),
            (false, _) => format!("{} k{number}", self.short_name(view)),
        }
    }

    /// The name of the view's photo without folders and extension; the full path if another photo has the
    /// same name.
    pub(super) fn short_name(&self, view: usize) -> String {
        let Some(own) = stem(self.photo(view)) else { return self.photo(view).to_owned() };
        let stems = self.photos().iter().filter_map(|photo| stem(&photo.photo));
        let is_unique = stems.filter(|stem| is_same_name(stem, &own)).count() == 1;
        if is_unique { own } else { self.photo(view).to_owned() }
    }

    /// The players for whom no kingdom was read from any of their photos, in the order of the photos. A
    /// player with a typed total is not listed. Pass no `photos` if only the files' names are known.
    pub fn unread_players(
        &self,
        photos: &[NamedPhoto],
        players: &[PlayerViews],
        inputs: &TableInputs,
    ) -> Vec<UnreadPlayer> {
        let mut unread: Vec<UnreadPlayer> = Vec::new();
        for photo in self.without_kingdom() {
            let player = unread_player(photo, photos).unwrap_or_else(|| photo.photo.as_str().into());
            let is_read = players.iter().any(|other| other.player == player)
                || inputs.totals.iter().any(|(other, _)| *other == player);
            if !is_read && !unread.iter().any(|other| other.player == player) {
                unread.push(UnreadPlayer { player, photo: photo.photo.clone() });
            }
        }
        unread
    }

    /// The players in the order in which the photos first show their kingdoms.
    ///
    /// # Errors
    /// If different kingdoms have the same name.
    pub fn players(&self, names: &[Option<Name>]) -> Result<Vec<PlayerViews>, NamingError> {
        let mut players: Vec<PlayerViews> = Vec::new();
        for kingdom in self.kingdoms() {
            for view in kingdom {
                let player = names[*view].clone().unwrap_or_else(|| self.label(kingdom[0]).into());
                match players.iter_mut().find(|other| other.player == player) {
                    None => players.push(PlayerViews { player, views: vec![*view] }),
                    Some(other) if kingdom.contains(&other.views[0]) => other.views.push(*view),
                    Some(other) => {
                        let photos = [self.view_name(other.views[0]), self.view_name(*view)].join(" and ");
                        return Err(NamingError::TwoKingdoms { player, photos, example: self.photo(*view).to_owned() });
                    }
                }
            }
        }
        Ok(players)
    }
}

/// The player of a photo in which no kingdom was read. If the photo is not in `photos`, the player is named
/// by the file.
pub fn unread_player(reading: &PhotoReading, photos: &[NamedPhoto]) -> Option<Name> {
    let given = photos.iter().find(|photo| photo.path == reading.photo);
    given.map_or_else(|| name_of_file(&reading.photo), NamedPhoto::name)
}

/// The file's name without folders and extension.
fn stem(path: &str) -> Option<String> {
    Path::new(path).file_stem().map(|stem| stem.to_string_lossy().into_owned())
}
