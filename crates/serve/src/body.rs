//! Bodies of requests, within limits of bytes and time.

use std::time::Duration;

use axum::body::Body;
use axum::http::StatusCode;
use http_body_util::BodyExt;
use serde::de::DeserializeOwned;

use super::Limits;
use super::api_error::ApiError;
use super::queue::{Queue, Slot};
use super::time_limit::timeout;
use messages::{MessageId, Words};

/// Reads the whole body, of at most `most_bytes` bytes.
pub async fn read(mut body: Body, most_bytes: usize, limits: &Limits) -> Result<Vec<u8>, ApiError> {
    let whole = collect(&mut body, most_bytes, limits.piece_time);
    let read = timeout(limits.body_time, whole).await.unwrap_or_else(|_| Err(too_slow()));
    if read.as_ref().is_err_and(|refusal| refusal.status == StatusCode::PAYLOAD_TOO_LARGE) {
        pass_over(body, limits).await;
    }
    read
}

/// Reads a photo's body if the queue has a free slot.
pub async fn read_photo(queue: &Queue, body: Body, limits: &Limits) -> Result<(Slot, Vec<u8>), ApiError> {
    match queue.slot() {
        Ok(slot) => Ok((slot, read(body, limits.photo_bytes, limits).await?)),
        Err(busy) => {
            pass_over(body, limits).await;
            Err(busy)
        }
    }
}

/// Drains an unwanted body: a client that is still sending does not read the answer.
async fn pass_over(mut body: Body, limits: &Limits) {
    let mut left = 2 * limits.photo_bytes;
    let pass = async {
        while let Ok(Some(Ok(frame))) = timeout(limits.piece_time, body.frame()).await {
            let bytes = frame.data_ref().map_or(0, |piece| piece.len());
            let Some(fewer) = left.checked_sub(bytes) else { return };
            left = fewer;
        }
    };
    // A slower client misses the answer.
    let _ = timeout(limits.body_time, pass).await;
}

/// The body as JSON.
pub async fn json<T: DeserializeOwned>(body: Body, limits: &Limits) -> Result<T, ApiError> {
    let bytes = read(body, limits.body_bytes, limits).await?;
    serde_json::from_slice(&bytes)
        .map_err(|error| ApiError::bad("bad-json", MessageId::ServeBadJson.with("problem", error.to_string())))
}

async fn collect(body: &mut Body, most_bytes: usize, piece_time: Duration) -> Result<Vec<u8>, ApiError> {
    let too_large = || {
        let message = MessageId::ServeTooLarge.with("most", in_words(most_bytes));
        ApiError::new(StatusCode::PAYLOAD_TOO_LARGE, "too-large", message)
    };
    if axum::body::HttpBody::size_hint(body).lower() > most_bytes as u64 {
        return Err(too_large());
    }
    let mut bytes = Vec::new();
    loop {
        let Some(frame) = timeout(piece_time, body.frame()).await.map_err(|_| too_slow())? else { return Ok(bytes) };
        // The connection broke, or the bytes are no HTTP.
        let frame = frame.map_err(|_| ApiError::bad("bad-body", MessageId::ServeBadBody))?;
        let Some(piece) = frame.data_ref() else { continue };
        if bytes.len() + piece.len() > most_bytes {
            return Err(too_large());
        }
        bytes.extend_from_slice(piece);
    }
}

fn in_words(bytes: usize) -> String {
    if bytes >= 1 << 20 { format!("{} MiB", bytes >> 20) } else { format!("{} KiB", bytes >> 10) }
}

fn too_slow() -> ApiError {
    ApiError::new(StatusCode::REQUEST_TIMEOUT, "too-slow", MessageId::ServeTooSlow)
}
