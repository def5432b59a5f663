//! Photos of games in memory. Photos that are not in the data file are lost when others need their room,
//! least recently used first.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use game::ids::PhotoId;

/// Identifies a photo by its game's id and its own.
pub type PhotoKey = (i64, PhotoId);

/// A photo's file, and the upright picture that the page shows.
#[derive(Debug, Clone)]
pub struct KeptPhoto {
    /// The file as uploaded.
    pub file: Arc<Vec<u8>>,
    /// A JPEG; `None` if the photo cannot be decoded.
    pub upright: Option<Arc<Vec<u8>>>,
}

impl KeptPhoto {
    fn bytes(&self) -> usize {
        self.file.len() + self.upright.as_ref().map_or(0, |upright| upright.len())
    }
}

/// Holds at most `most_bytes` bytes of photos.
#[derive(Debug)]
pub struct PhotoMemory {
    most_bytes: usize,
    kept: Mutex<Kept>,
}

#[derive(Debug, Default)]
struct Kept {
    photos: HashMap<PhotoKey, (u64, KeptPhoto)>,
    bytes: usize,
    /// Logical time; advances with each use.
    clock: u64,
}

impl PhotoMemory {
    pub fn new(most_bytes: usize) -> Self {
        Self { most_bytes, kept: Mutex::default() }
    }

    /// Adds a photo, unless it is larger than the whole cache.
    pub fn put(&self, key: PhotoKey, photo: KeptPhoto) {
        self.change(|kept| {
            kept.take(key);
            let bytes = photo.bytes();
            if bytes > self.most_bytes {
                return;
            }
            while kept.bytes + bytes > self.most_bytes {
                let Some(oldest) = kept.photos.iter().min_by_key(|(_, (seen, _))| *seen).map(|(key, _)| *key) else {
                    break;
                };
                kept.take(oldest);
            }
            kept.clock += 1;
            kept.bytes += bytes;
            kept.photos.insert(key, (kept.clock, photo));
        });
    }

    /// The photo, if it is still in memory.
    pub fn get(&self, key: PhotoKey) -> Option<KeptPhoto> {
        self.change(|kept| {
            kept.clock += 1;
            let now = kept.clock;
            kept.photos.get_mut(&key).map(|(seen, photo)| {
                *seen = now;
                photo.clone()
            })
        })
    }

    /// Whether the photo is in memory.
    pub fn has(&self, key: PhotoKey) -> bool {
        self.change(|kept| kept.photos.contains_key(&key))
    }

    /// Forgets a photo.
    pub fn forget(&self, key: PhotoKey) {
        self.change(|kept| drop(kept.take(key)));
    }

    /// Forgets all photos of a game.
    pub fn forget_game(&self, game: i64) {
        self.change(|kept| {
            let of_game: Vec<PhotoKey> = kept.photos.keys().copied().filter(|(id, _)| *id == game).collect();
            of_game.into_iter().for_each(|key| drop(kept.take(key)));
        });
    }

    fn change<T>(&self, change: impl FnOnce(&mut Kept) -> T) -> T {
        change(&mut self.kept.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

impl Kept {
    fn take(&mut self, key: PhotoKey) -> Option<KeptPhoto> {
        let (_, photo) = self.photos.remove(&key)?;
        self.bytes -= photo.bytes();
        Some(photo)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn photo(bytes: usize) -> KeptPhoto {
        KeptPhoto { file: Arc::new(vec![0; bytes]), upright: None }
    }

    #[test]
    fn what_was_not_looked_at_for_longest_makes_room() {
        let memory = PhotoMemory::new(100);
        memory.put((1, PhotoId(1)), photo(40));
        memory.put((1, PhotoId(2)), photo(40));
        assert!(memory.get((1, PhotoId(1))).is_some());
        memory.put((2, PhotoId(1)), photo(40));
        assert!(memory.has((1, PhotoId(1))) && !memory.has((1, PhotoId(2))) && memory.has((2, PhotoId(1))));
        memory.put((3, PhotoId(1)), photo(101));
        assert!(!memory.has((3, PhotoId(1))) && memory.has((2, PhotoId(1))));
        memory.put((2, PhotoId(1)), photo(60));
        assert!(memory.has((1, PhotoId(1))) && memory.has((2, PhotoId(1))));
        memory.forget_game(1);
        memory.put((4, PhotoId(1)), photo(40));
        assert!(!memory.has((1, PhotoId(1))) && memory.has((2, PhotoId(1))) && memory.has((4, PhotoId(1))));
    }
}
