//! What was learnt from the user's corrections: squares, each as the network's features and the true reading,
//! and building tiles, each as the directions of their edges. No pictures are kept.
//!
//! The next scan uses the [`GalleryClassifier`]: `classify` asks once per kingdom whether it knows this
//! edition, and then for the correction of every square; `pieces` asks its [`BuildingLooks`] in the same way.

mod file;
mod retrieval;
mod tile_edges;
mod tile_matching;

pub use file::GalleryError;
pub use retrieval::{Advice, GalleryClassifier};
pub use tile_edges::{EDGES, Edges, GREY_PX, SeenEdges};
pub use tile_matching::{BuildingAdvice, BuildingLooks, SeenSquare};

use kingdomino::domain::{Building, Square, Terrain};
use reading::reconstruct::log_probabilities::LEAST_LOG;

/// Number of features of a crop from the squares network.
pub const FEATURES: usize = 128;
/// Number of terrain classes: Kingdomino's six, castle, empty, town. (Kingdomino's network has the first
/// eight.)
pub const TERRAINS: usize = 9;
/// Number of crown classes: 0 to 3.
pub const CROWNS: usize = 4;
const CASTLE_CLASS: usize = 6;
const EMPTY_CLASS: usize = 7;
const TOWN_CLASS: usize = 8;

/// The network's answer about one square.
#[derive(Debug, Clone, PartialEq)]
pub struct SquareFeatures {
    /// Natural logarithms of calibrated probabilities, which sum to 1.
    pub terrain: [f32; TERRAINS],
    /// Natural logarithms of calibrated probabilities, which sum to 1. Meaningless unless the square is land.
    pub crowns: [f32; CROWNS],
    /// [`FEATURES`] numbers, normalised to length 1; empty if the network gives none.
    pub features: Vec<f32>,
}

impl SquareFeatures {
    /// The mean over several quarter turns of one square.
    ///
    /// # Panics
    /// If `looks` is empty.
    pub fn mean(looks: &[Self]) -> Self {
        assert!(!looks.is_empty(), "a square has been looked at");
        let share = 1.0 / looks.len() as f32;
        let mut mean =
            Self { terrain: [0.0; TERRAINS], crowns: [0.0; CROWNS], features: vec![0.0; looks[0].features.len()] };
        for look in looks {
            mean.terrain.iter_mut().zip(look.terrain).for_each(|(sum, log)| *sum += share * log);
            mean.crowns.iter_mut().zip(look.crowns).for_each(|(sum, log)| *sum += share * log);
            mean.features.iter_mut().zip(&look.features).for_each(|(sum, value)| *sum += share * value);
        }
        Self { features: of_length_one(&mean.features), ..mean }
    }

    fn is_empty_to_the_network(&self) -> bool {
        retrieval::leads(&self.terrain, EMPTY_CLASS)
    }
}

/// The index of a square's terrain in [`SquareFeatures::terrain`].
pub fn terrain_class(square: &Square) -> usize {
    match square {
        Square::Land { terrain, .. } => {
            Terrain::KINGDOMINO.iter().position(|other| other == terrain).unwrap_or(TOWN_CLASS)
        }
        Square::Castle => CASTLE_CLASS,
        Square::Empty => EMPTY_CLASS,
    }
}

/// A network's log-probabilities of terrains, with town added if the network lacks it.
pub fn with_town(logs: &[f32]) -> [f32; TERRAINS] {
    std::array::from_fn(|class| logs.get(class).copied().unwrap_or(LEAST_LOG))
}

/// Normalises to length 1. Zero stays zero.
pub fn of_length_one(features: &[f32]) -> Vec<f32> {
    let length = dot(features, features).sqrt();
    features.iter().map(|value| if length > 0.0 { value / length } else { 0.0 }).collect()
}

/// Cosine similarity of two squares with features of length 1.
fn dot(a: &[f32], b: &[f32]) -> f32 {
    // Eight partial sums, which the processor adds at once.
    let (mut sums, (a, b)) = ([0.0; 8], (a.chunks_exact(8), b.chunks_exact(8)));
    let rest: f32 = a.remainder().iter().zip(b.remainder()).map(|(x, y)| x * y).sum();
    for (a, b) in a.zip(b) {
        for lane in 0..8 {
            sums[lane] += a[lane] * b[lane];
        }
    }
    sums.iter().sum::<f32>() + rest
}

/// A lesson and its source.
#[derive(Debug, Clone, PartialEq)]
pub struct Entry {
    /// The user's name for the dominoes or the light in the photo.
    pub edition: String,
    /// The photo's name.
    pub photo: String,
    /// The square or the building tile.
    pub learnt: Learnt,
}

/// A lesson from a correction or confirmation.
#[derive(Debug, Clone, PartialEq)]
pub enum Learnt {
    /// The square's reading, one of the [`readings`](reading::reconstruct::guesses::readings), and the
    /// network's answer about it, averaged over its four quarter turns.
    Square(Square, SquareFeatures),
    /// A town with this building, or a bare town; and its edges.
    Town(Option<Building>, Edges),
}

impl Learnt {
    fn is_square(&self) -> bool {
        matches!(self, Self::Square(..))
    }

    fn is_of_the_kind_of(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Square(own, _), Self::Square(other, _)) => own == other,
            (Self::Town(own, _), Self::Town(other, _)) => own == other,
            _ => false,
        }
    }

    /// Similarity: 1 for the same look.
    fn likeness(&self, other: &Self) -> f32 {
        match (self, other) {
            (Self::Square(_, own), Self::Square(_, other)) => dot(&own.features, &other.features),
            (Self::Town(_, own), Self::Town(_, other)) => own.likeness(other),
            _ => 0.0,
        }
    }

    /// Whether two lessons from the same photo are about the same square, even if they give it different
    /// readings.
    fn is_of_the_square_of(&self, other: &Self) -> bool {
        self.likeness(other) > if self.is_square() { SAME_SQUARE } else { SAME_TILE }
    }

    /// The largest number of lessons with this reading or building that an edition keeps.
    fn most(&self) -> usize {
        if self.is_square() { MOST_OF_ONE_READING } else { MOST_OF_ONE_BUILDING }
    }
}

/// All lessons, in the order of learning.
#[derive(Debug, Clone, PartialEq)]
pub struct Gallery {
    /// The sha256, in hexadecimal, of the squares network that computed the features.
    pub network: String,
    entries: Vec<Entry>,
}

/// The most squares of one reading that an edition keeps. An edition with that many squares of all 19
/// readings takes 0.3 MB, and is fitted in about 30 ms when the program starts.
const MOST_OF_ONE_READING: usize = 24;
/// The most tiles of one building, or bare towns, that an edition keeps. An edition with that many tiles of
/// every kind takes 70 KB.
const MOST_OF_ONE_BUILDING: usize = 6;
/// The largest number of editions, which limits the size of the file.
const MOST_EDITIONS: usize = 12;

/// Two entries from one photo are the same square if their similarity is above this. Rounding in the file
/// costs less than a millionth.
const SAME_SQUARE: f32 = 0.9999;
/// Two building tiles from one photo are the same if their similarity is above this. It is lower than for
/// squares because the file rounds tiles more coarsely.
const SAME_TILE: f32 = 0.995;

/// The gallery has the maximum number of editions.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("the gallery already has {MOST_EDITIONS} editions; forget one first with `learn --forget NAME`")]
pub struct TooManyEditions;

impl Gallery {
    /// An empty gallery.
    pub fn new(network: impl Into<String>) -> Self {
        Self { network: network.into(), entries: Vec::new() }
    }

    /// The entries in the order of learning.
    pub fn entries(&self) -> &[Entry] {
        &self.entries
    }

    /// Learns the squares of one photo. A square that was already learnt from this photo is replaced. If a
    /// reading then has too many squares, the older of the two most similar ones is dropped, until there are
    /// few enough.
    ///
    /// # Errors
    /// If this would exceed the maximum number of editions.
    pub fn learn(&mut self, edition: &str, photo: &str, lesson: Vec<Learnt>) -> Result<(), TooManyEditions> {
        let editions = self.editions();
        if editions.len() >= MOST_EDITIONS && !editions.iter().any(|(name, ..)| *name == edition) {
            return Err(TooManyEditions);
        }
        self.entries.retain(|entry| {
            let is_of_the_photo = entry.edition == edition && entry.photo == photo;
            !(is_of_the_photo && lesson.iter().any(|learnt| learnt.is_of_the_square_of(&entry.learnt)))
        });
        for learnt in lesson {
            self.entries.push(Entry { edition: edition.to_owned(), photo: photo.to_owned(), learnt });
        }
        while self.drop_a_double(edition) {}
        Ok(())
    }

    /// If a reading or building has too many entries in this edition, drops the older of its two most similar
    /// entries. Returns whether an entry was dropped.
    fn drop_a_double(&mut self, edition: &str) -> bool {
        let Some(same) = self.crowded_kind(edition) else { return false };
        let mut most_alike: Option<(f32, usize)> = None;
        for (n, &older) in same.iter().enumerate() {
            for &newer in &same[n + 1..] {
                let likeness = self.entries[older].learnt.likeness(&self.entries[newer].learnt);
                if most_alike.is_none_or(|(most, _)| likeness.total_cmp(&most).is_ge()) {
                    most_alike = Some((likeness, older));
                }
            }
        }
        most_alike.map(|(_, older)| self.entries.remove(older)).is_some()
    }

    /// The entries of the first reading or building with too many entries in this edition, as indices, oldest
    /// first.
    fn crowded_kind(&self, edition: &str) -> Option<Vec<usize>> {
        for entry in &self.entries {
            let mut same: Vec<usize> = (0..self.entries.len()).collect();
            same.retain(|index| {
                let other = &self.entries[*index];
                other.edition == edition && other.learnt.is_of_the_kind_of(&entry.learnt)
            });
            if same.len() > entry.learnt.most() {
                return Some(same);
            }
        }
        None
    }

    /// The number of squares, without building tiles.
    pub fn squares(&self) -> usize {
        self.entries.iter().filter(|entry| entry.learnt.is_square()).count()
    }

    /// Forgets the edition or photo of this name, and returns the number of its squares.
    pub fn forget(&mut self, name: &str) -> usize {
        let before = self.squares();
        self.entries.retain(|entry| entry.edition != name && entry.photo != name);
        before - self.squares()
    }

    /// The editions in the order of learning, with their photos and the number of squares kept from each.
    pub fn editions(&self) -> Vec<(&str, Vec<(&str, usize)>)> {
        let mut editions: Vec<(&str, Vec<(&str, usize)>)> = Vec::new();
        for entry in &self.entries {
            let at = editions.iter().position(|(name, _)| *name == entry.edition).unwrap_or_else(|| {
                editions.push((&entry.edition, Vec::new()));
                editions.len() - 1
            });
            let photos = &mut editions[at].1;
            match photos.iter_mut().find(|(photo, _)| *photo == entry.photo) {
                Some((_, squares)) => *squares += usize::from(entry.learnt.is_square()),
                None => photos.push((&entry.photo, usize::from(entry.learnt.is_square()))),
            }
        }
        editions
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;

    /// A lesson with squares only.
    pub fn squares(lesson: Vec<(Square, SquareFeatures)>) -> Vec<Learnt> {
        lesson.into_iter().map(|(square, look)| Learnt::Square(square, look)).collect()
    }

    /// An answer that is certain of `terrain` and `crowns`, with features near those of `kind`.
    pub fn look(terrain: usize, crowns: usize, kind: usize, off: f32) -> SquareFeatures {
        let sure = |at: usize, of: usize| {
            let others = 0.02 / (of - 1) as f32;
            move |i: usize| if i == at { 0.98_f32.ln() } else { others.ln() }
        };
        let mut features = vec![0.02; FEATURES];
        features[kind] = 1.0;
        features[(kind + 7) % FEATURES] = off;
        SquareFeatures {
            terrain: std::array::from_fn(sure(terrain, TERRAINS)),
            crowns: std::array::from_fn(sure(crowns, CROWNS)),
            features: of_length_one(&features),
        }
    }

    fn square(word: &str) -> Square {
        word.parse().expect("a square's word")
    }

    #[test]
    fn a_square_that_is_learnt_again_is_replaced() {
        let mut gallery = Gallery::new("n");
        let lesson =
            |word: &str| squares(vec![(square(word), look(1, 0, 3, 0.1)), (square("lake:1"), look(2, 0, 9, 0.1))]);
        gallery.learn("old", "a.jpg", lesson("wheat")).expect("room");
        gallery.learn("old", "b.jpg", lesson("wheat")).expect("room");
        gallery.learn("old", "a.jpg", lesson("wheat:1")).expect("room");
        gallery.learn("new", "a.jpg", lesson("wheat")).expect("room");
        assert_eq!(gallery.editions(), [("old", vec![("b.jpg", 2), ("a.jpg", 2)]), ("new", vec![("a.jpg", 2)])]);
        let word = |entry: &Entry| match &entry.learnt {
            Learnt::Square(square, _) => square.to_string(),
            Learnt::Town(building, _) => format!("{building:?}"),
        };
        assert_eq!(gallery.entries()[2..4].iter().map(word).collect::<Vec<_>>(), ["wheat:1", "lake:1"]);
        assert_eq!((gallery.forget("b.jpg"), gallery.forget("new"), gallery.forget("c.jpg")), (2, 2, 0));
        assert_eq!(gallery.editions(), [("old", vec![("a.jpg", 2)])]);
    }

    #[test]
    fn the_gallery_is_bounded_and_drops_doubles_first() {
        let mut gallery = Gallery::new("n");
        let odd = squares(vec![(square("wheat"), look(1, 0, 90, 0.0))]);
        gallery.learn("e", "odd.jpg", odd).expect("room");
        for photo in 0..9 {
            let lesson = (0..5).map(|i| (square("wheat"), look(1, 0, 3, 0.01 * (5 * photo + i) as f32))).collect();
            gallery.learn("e", &format!("{photo}.jpg"), squares(lesson)).expect("room");
        }
        assert_eq!(gallery.entries().len(), MOST_OF_ONE_READING);
        assert_eq!(gallery.entries()[0].photo, "odd.jpg", "what looks like nothing else stays");
        for name in 1..MOST_EDITIONS {
            let castle = squares(vec![(square("castle"), look(6, 0, 5, 0.0))]);
            gallery.learn(&name.to_string(), "a.jpg", castle).expect("room");
        }
        assert_eq!(gallery.learn("one more", "a.jpg", Vec::new()), Err(TooManyEditions));
        assert_eq!(gallery.learn("1", "b.jpg", Vec::new()), Ok(()));
    }

    #[test]
    fn the_mean_of_turns_is_of_length_one() {
        let mean = SquareFeatures::mean(&[look(0, 0, 3, 0.5), look(0, 0, 4, 0.0)]);
        assert!((dot(&mean.features, &mean.features) - 1.0).abs() < 1e-5);
        assert_eq!(mean.terrain, look(0, 0, 3, 0.5).terrain);
    }
}
