//! Request bodies, within limits of bytes and time. Bodies compressed with gzip were already decompressed,
//! and their decompressed size counts.

use std::convert::Infallible;
use std::time::Duration;

use axum::body::{Body, Bytes};
use axum::extract::Request;
use axum::http::request::Parts;
use axum::http::{StatusCode, header};
use futures_util::stream;
use http_body_util::BodyExt;
use multer::Multipart;
use serde::de::DeserializeOwned;

use super::Limits;
use super::api_error::ApiError;
use super::queue::{Queue, Slot};
use super::time_limit::timeout;
use messages::{Message, MessageId, Words};

/// The most bytes of a form in addition to its photo.
const FORM_BYTES: usize = 16 << 10;

/// Reads the whole body, of at most `most_bytes` bytes.
pub async fn read(request: Request, most_bytes: usize, limits: &Limits) -> Result<Vec<u8>, ApiError> {
    Ok(read_with_head(request, most_bytes, limits).await?.1)
}

async fn read_with_head(request: Request, most_bytes: usize, limits: &Limits) -> Result<(Parts, Vec<u8>), ApiError> {
    let (head, mut body) = request.into_parts();
    if head.headers.get(header::CONTENT_ENCODING).is_some_and(|encoding| encoding != "identity") {
        pass_over(body, limits).await;
        return Err(unread("bad-encoding", MessageId::ServeBadEncoding));
    }
    let whole = collect(&mut body, most_bytes, limits.piece_time);
    let read = timeout(limits.body_time, whole).await.unwrap_or_else(|_| Err(too_slow()));
    if read.as_ref().is_err_and(|refusal| refusal.status == StatusCode::PAYLOAD_TOO_LARGE) {
        pass_over(body, limits).await;
    }
    Ok((head, read?))
}

/// Reads a photo if the queue has a free slot. The photo is the whole body, or the only field of a form.
pub async fn read_photo(queue: &Queue, request: Request, limits: &Limits) -> Result<(Slot, Vec<u8>), ApiError> {
    let slot = match queue.slot() {
        Ok(slot) => slot,
        Err(busy) => {
            pass_over(request.into_body(), limits).await;
            return Err(busy);
        }
    };
    let content_type = request.headers().get(header::CONTENT_TYPE).and_then(|value| value.to_str().ok());
    if !content_type.is_some_and(|kind| kind.trim_start().to_ascii_lowercase().starts_with("multipart/")) {
        return Ok((slot, read(request, limits.photo_bytes, limits).await?));
    }
    let (head, form) = read_with_head(request, limits.photo_bytes + FORM_BYTES, limits).await?;
    let photo = only_field(&head, form).await?;
    if photo.len() > limits.photo_bytes {
        return Err(too_large(limits.photo_bytes));
    }
    Ok((slot, photo))
}

/// The content of the only field in a form.
async fn only_field(head: &Parts, form: Vec<u8>) -> Result<Vec<u8>, ApiError> {
    let content_type = head.headers.get(header::CONTENT_TYPE).and_then(|value| value.to_str().ok());
    let boundary = multer::parse_boundary(content_type.unwrap_or_default()).map_err(|_| no_photo())?;
    let mut form = Multipart::new(stream::iter([Ok::<_, Infallible>(Bytes::from(form))]), boundary);
    let photo = form.next_field().await.map_err(|_| no_photo())?.ok_or_else(no_photo)?;
    let name = photo.name().map(str::to_owned);
    let photo = photo.bytes().await.map_err(|_| no_photo())?;
    if let Some(other) = form.next_field().await.map_err(|_| no_photo())? {
        let names = [name, other.name().map(str::to_owned)].map(Option::unwrap_or_default);
        return Err(unread("bad-form", MessageId::ServeMoreThanPhoto.with("fields", names.join(", "))));
    }
    Ok(photo.into())
}

/// 415: the form contains no photo.
fn no_photo() -> ApiError {
    unread("bad-form", MessageId::ServeNoPhotoInForm)
}

/// 415: the body's type is not supported.
fn unread(code: &'static str, message: impl Into<Message>) -> ApiError {
    ApiError::new(StatusCode::UNSUPPORTED_MEDIA_TYPE, code, message)
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
pub async fn json<T: DeserializeOwned>(request: Request, limits: &Limits) -> Result<T, ApiError> {
    let bytes = read(request, limits.body_bytes, limits).await?;
    serde_json::from_slice(&bytes)
        .map_err(|error| ApiError::bad("bad-json", MessageId::ServeBadJson.with("problem", error.to_string())))
}

async fn collect(body: &mut Body, most_bytes: usize, piece_time: Duration) -> Result<Vec<u8>, ApiError> {
    if axum::body::HttpBody::size_hint(body).lower() > most_bytes as u64 {
        return Err(too_large(most_bytes));
    }
    let mut bytes = Vec::new();
    loop {
        let Some(frame) = timeout(piece_time, body.frame()).await.map_err(|_| too_slow())? else { return Ok(bytes) };
        // The connection broke, or the bytes are not valid HTTP.
        let frame = frame.map_err(|_| ApiError::bad("bad-body", MessageId::ServeBadBody))?;
        let Some(piece) = frame.data_ref() else { continue };
        if bytes.len() + piece.len() > most_bytes {
            return Err(too_large(most_bytes));
        }
        bytes.extend_from_slice(piece);
    }
}

fn too_large(most_bytes: usize) -> ApiError {
    let message = MessageId::ServeTooLarge.with("most", in_words(most_bytes));
    ApiError::new(StatusCode::PAYLOAD_TOO_LARGE, "too-large", message)
}

fn in_words(bytes: usize) -> String {
    if bytes >= 1 << 20 { format!("{} MiB", bytes >> 20) } else { format!("{} KiB", bytes >> 10) }
}

fn too_slow() -> ApiError {
    ApiError::new(StatusCode::REQUEST_TIMEOUT, "too-slow", MessageId::ServeTooSlow)
}
