//! Plans a run: finds the photos, and decides from a manifest, from their folders, or from both whose they
//! are.

mod discover;
mod error;
mod file_looks;
mod found;
mod left_out;
mod seating;

use std::collections::{BTreeMap, HashMap};
use std::path::{Path, PathBuf};
use std::time::Duration;

use serde::Serialize;

use super::file_hashes::Contents;
use super::natural_order::Natural;
use discover::{Below, is_older_than, photos_below};
pub use error::PlanError;
pub(super) use error::some_of;
use found::Found;
use game::photo_info::PhotoInfo;
use game::photo_reader::PhotoOfTable;
use kingdomino::domain::{Game, GridSize, Variant, counted};
pub use left_out::LeftOut;
use messages::Message;
use seating::{Listed, check_folders_above, photo_infos, rows};
pub use seating::{PHONE, seat_by_name};
use storage::sha256::Content;
use storage::sha256::sha256_hex;

/// Everything that a run reads, in this order.
#[derive(Debug, Clone)]
pub struct Plan {
    /// The tables by round and name, then the photos that belong to no table.
    pub units: Vec<Unit>,
    /// Photos that are not read, because others with the same bytes are.
    pub duplicates: Vec<Duplicate>,
    /// Photos whose files cannot be read or are refused, by path. Each run tries them again.
    pub unreadable: Vec<PlannedPhoto>,
    /// The number of photos, including duplicates and those that cannot be read or are missing.
    pub photos: usize,
    /// Photos that the manifest names and that have not arrived yet, in the manifest's order.
    pub awaited: Vec<String>,
    /// The files and folders that are not read, because they are nobody's photos.
    pub left_out: LeftOut,
    /// The encoding that was guessed for the manifest because it does not declare one. Letters of names may
    /// be wrong.
    pub encoding: Option<&'static str>,
}

/// Photos that are read together: those of one table, or one that belongs to no table.
#[derive(Debug, Clone)]
pub struct Unit {
    /// The photos, sorted by path.
    pub photos: Vec<PlannedPhoto>,
}

/// A photo, and what is known about it.
#[derive(Debug, Clone)]
pub struct PlannedPhoto {
    /// Its path below the folder of photos, with `/`. This is its name everywhere in the program.
    pub name: String,
    /// The path of its file.
    pub path: PathBuf,
    /// The hash of its bytes, or why it cannot be read.
    pub content: Content,
    /// What is known about it besides its pixels.
    pub info: PhotoInfo,
    /// Photos with the same bytes that should show another player's kingdom.
    pub same_as: Vec<String>,
    /// Why it is not read although its file may be valid, for example because it is a link that leads
    /// elsewhere.
    pub refused: Option<Message>,
    /// Whether the manifest names it, but there is no such file.
    pub is_missing: bool,
}

/// A photo with the same bytes as another one.
#[derive(Debug, Clone)]
pub struct Duplicate {
    /// The photo that is not read.
    pub photo: PlannedPhoto,
    /// The name of the photo that is read.
    pub of: String,
    /// Whether the two photos are listed for different players.
    pub is_of_another: bool,
}

/// Options of a plan.
#[derive(Debug, Clone, Default)]
pub struct PlanOptions {
    /// The path of the manifest, which lists photos and their players.
    pub manifest: Option<PathBuf>,
    /// Variants agreed on at all tables, besides those in the manifest.
    pub variants: Vec<Variant>,
    /// The size of all games for which the manifest gives none.
    pub size: Option<GridSize>,
    /// The game of all tables for which the manifest gives none.
    pub game: Option<Game>,
    /// The folder of results, whose pictures are not photos to read.
    pub except: Option<PathBuf>,
    /// If set, photos are still arriving. Photos in the manifest may be missing, and a photo that changed
    /// less than this long ago is not read yet, because it may be incomplete.
    pub arriving: Option<Duration>,
    /// Whether links that lead out of the folder of photos are followed.
    pub follow_links: bool,
    /// Photos that are not in the folder yet: by name, the path of the file.
    pub arriving_photos: BTreeMap<String, PathBuf>,
}

impl Plan {
    /// Finds all photos below the folder, and whose they are.
    ///
    /// # Errors
    /// A problem of the folder or of the manifest, or a contradiction between them.
    pub fn new(folder: &Path, options: &PlanOptions, contents: &mut Contents) -> Result<Self, PlanError> {
        if folder.is_file() {
            let problem = "this is a file; a folder with photos is needed".to_owned();
            return Err(PlanError::Folder { path: folder.to_owned(), problem });
        }
        let Below { mut found, left_out } = photos_below(folder, options)?;
        for (name, path) in &options.arriving_photos {
            found.insert(name.clone(), Found { path: path.clone(), refused: None, is_missing: false });
        }
        if let Some(least) = options.arriving {
            found.retain(|_, found| is_older_than(least, &found.path));
        }
        if found.is_empty() && options.arriving.is_none() {
            return Err(PlanError::NoPhotos { folder: folder.to_owned(), left_out });
        }
        let Listed { rows, awaited, encoding } = rows(folder, &mut found, options)?;
        let listed = rows.iter().filter(|(_, row)| row.round.is_some() || row.table.is_some());
        let listed = listed.map(|(photo, _)| photo.clone()).collect();
        let mut infos = photo_infos(rows, &found, options)?;
        let read = found.values().filter(|found| found.refused.is_none());
        let paths: Vec<PathBuf> = read.map(|found| found.path.clone()).collect();
        let mut contents = contents.hashes(&paths).into_iter();
        let photos = found.into_iter().map(|(name, Found { path, refused, is_missing })| {
            // A refused file is not opened.
            let content = match &refused {
                Some(why) => Err(why.to_string()),
                None => contents.next().expect("a content for each path"),
            };
            let (info, problem) = infos.remove(&name).expect("an entry for each photo");
            PlannedPhoto { name, path, content, info, same_as: Vec::new(), refused: refused.or(problem), is_missing }
        });
        let plan = Self { awaited, left_out, encoding, ..Self::of_photos(photos.collect()) };
        let read = plan.units.iter().flat_map(|unit| &unit.photos);
        check_folders_above(read.map(|photo| (photo.name.as_str(), &photo.info)), &listed)?;
        Ok(plan)
    }

    /// Separates photos that are not read, such as duplicates, and groups the others by table.
    fn of_photos(mut photos: Vec<PlannedPhoto>) -> Self {
        let count = photos.len();
        // Of several photos with the same bytes, only one is read: preferably one that belongs to a table,
        // and then the one with the shortest name, such as `anna.jpg` rather than `anna-copy.jpg`.
        photos.sort_by_cached_key(|photo| (photo.info.seat.is_none(), photo.name.len(), photo.name.clone()));
        let mut read: Vec<PlannedPhoto> = Vec::with_capacity(count);
        let mut by_content: HashMap<String, usize> = HashMap::new();
        let (mut duplicates, mut unreadable) = (Vec::new(), Vec::new());
        for photo in photos {
            let Some(sha256) = photo.content.as_ref().ok().filter(|_| photo.refused.is_none()) else {
                unreadable.push(photo);
                continue;
            };
            match by_content.get(sha256) {
                Some(first) => duplicates.push(read[*first].has_copy(photo)),
                None => {
                    by_content.insert(sha256.clone(), read.len());
                    read.push(photo);
                }
            }
        }
        unreadable.sort_by(|a, b| a.name.cmp(&b.name));
        let (awaited, left_out) = (Vec::new(), LeftOut::default());
        Self { units: units(read), duplicates, unreadable, photos: count, awaited, left_out, encoding: None }
    }

    /// The part of the plan that reads these photos, with those that are read together with them.
    #[must_use]
    pub fn of_units_with(self, photos: &[String]) -> Self {
        let has_one = |unit: &Unit| unit.photos.iter().any(|photo| photos.contains(&photo.name));
        let units: Vec<Unit> = self.units.into_iter().filter(has_one).collect();
        let count = units.iter().map(|unit| unit.photos.len()).sum();
        Self { units, duplicates: Vec::new(), unreadable: Vec::new(), photos: count, ..self }
    }

    /// A hash of the plan. Plans with the same photos and the same facts have the same hash.
    pub fn fingerprint(&self) -> String {
        let photos: Vec<_> = self.all_photos().map(|photo| (&photo.name, &photo.content, &photo.info)).collect();
        let refused: Vec<_> = self.refused().map(|(photo, why)| (&photo.name, why.to_string())).collect();
        let mut text = in_json(&photos);
        if !refused.is_empty() {
            text.extend(in_json(&refused));
        }
        sha256_hex(&text)
    }

    /// What is known about the photo of this name.
    pub fn info_of(&self, photo: &str) -> Option<&PhotoInfo> {
        self.all_photos().find(|planned| planned.name == photo).map(|planned| &planned.info)
    }

    /// The photos that are read, then the others.
    pub fn all_photos(&self) -> impl Iterator<Item = &PlannedPhoto> {
        let read = self.units.iter().flat_map(|unit| &unit.photos);
        read.chain(self.duplicates.iter().map(|duplicate| &duplicate.photo)).chain(&self.unreadable)
    }

    /// Photos that are not read although their files may be valid, by path, with the reason.
    pub fn refused(&self) -> impl Iterator<Item = (&PlannedPhoto, &Message)> {
        self.unreadable.iter().filter_map(|photo| Some((photo, photo.refused.as_ref()?)))
    }

    /// Says which photos have not arrived yet; `None` if all have.
    pub fn waits_for(&self) -> Option<String> {
        let awaited = counted(self.awaited.len(), "photo");
        (!self.awaited.is_empty()).then(|| format!("waiting for {awaited}: {}", some_of(&self.awaited)))
    }
}

fn in_json(value: &impl Serialize) -> Vec<u8> {
    // Only a map with keys other than text could fail to serialise.
    serde_json::to_vec(value).expect("a plan serialises")
}

/// Groups photos by table, in the tables' order.
fn units(photos: Vec<PlannedPhoto>) -> Vec<Unit> {
    let mut units: BTreeMap<Order, Vec<PlannedPhoto>> = BTreeMap::new();
    photos.into_iter().for_each(|photo| units.entry(order(&photo)).or_default().push(photo));
    units.values_mut().for_each(|photos| photos.sort_by(|a, b| a.name.cmp(&b.name)));
    units.into_values().map(|photos| Unit { photos }).collect()
}

/// The sort key of units: tables by round and name, then single photos.
type Order = (bool, Natural, Natural);

fn order(photo: &PlannedPhoto) -> Order {
    match &photo.info.seat {
        Some(seat) => (false, Natural::new(&seat.round), Natural::new(&seat.table)),
        None => (true, Natural::new(&photo.name), Natural::new("")),
    }
}

impl PlannedPhoto {
    /// The photo as the reader of photos expects it.
    pub fn of_table(&self) -> PhotoOfTable<'_> {
        let is_contested = !self.same_as.is_empty();
        let sha256 = self.content.as_deref().ok();
        PhotoOfTable { name: &self.name, path: &self.path, sha256, info: &self.info, is_contested }
    }

    /// Records that another photo has the same bytes.
    fn has_copy(&mut self, copy: Self) -> Duplicate {
        let is_of_another = copy.info.seat.is_some() && copy.info.seat != self.info.seat;
        if is_of_another {
            self.same_as.push(copy.name.clone());
        }
        Duplicate { photo: copy, of: self.name.clone(), is_of_another }
    }
}
