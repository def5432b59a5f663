//! The files of a game's photos: in memory, or in the data file if the players want to keep them.

use std::sync::Arc;

use crate::api_error::ApiError;
use crate::open_games::ReadGame;
use crate::photo_cache::KeptPhoto;
use crate::server::Server;
use game::ids::PhotoId;

/// The photo's file, from memory or from the data file.
pub fn file(server: &Server, id: i64, photo: PhotoId) -> Result<Option<Arc<Vec<u8>>>, ApiError> {
    match server.photos.get((id, photo)) {
        Some(kept) => Ok(Some(kept.file)),
        None => Ok(server.store.file(id, photo).map_err(ApiError::of_store)?.map(Arc::new)),
    }
}

/// Moves photos from memory into the data file, or back into memory as far as there is room. This is part of
/// the change: otherwise a photo that another phone adds meanwhile could be stored against the players' wish.
pub fn keep_as_set(server: &Server, read: &ReadGame, keep: bool) -> Result<(), ApiError> {
    let (id, table) = (read.id, &read.state.table);
    if keep == table.settings.keep_photos {
        return Ok(());
    }
    let mut files = Vec::new();
    for photo in &table.photos {
        files.extend(file(server, id, photo.id)?.map(|file| (photo.id, file)));
    }
    if keep {
        let files: Vec<(PhotoId, &[u8])> = files.iter().map(|(number, file)| (*number, file.as_slice())).collect();
        return server.store.keep_files(id, &files).map_err(ApiError::of_store);
    }
    for (number, file) in files {
        let upright = server.photos.get((id, number)).and_then(|kept| kept.upright);
        server.photos.put((id, number), KeptPhoto { file, upright });
    }
    server.store.drop_files(id).map_err(ApiError::of_store)
}
