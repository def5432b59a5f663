//! Answers that refuse, in the language of the request.

use std::io::Write;

use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde::Serialize;

use messages::{Language, Message, MessageId};

/// Why a request is not answered as it asks.
#[derive(Debug, Clone)]
pub struct ApiError {
    pub status: StatusCode,
    /// A word for programs.
    pub code: &'static str,
    pub message: Message,
}

#[derive(Serialize)]
struct ErrorJson<'a> {
    error: Fields<'a>,
}

#[derive(Serialize)]
struct Fields<'a> {
    code: &'a str,
    text: String,
}

/// A client that was sent away may ask again after so long, in seconds.
const RETRY_AFTER_S: &str = "2";

impl ApiError {
    pub fn new(status: StatusCode, code: &'static str, message: impl Into<Message>) -> Self {
        Self { status, code, message: message.into() }
    }

    /// What was sent cannot be.
    pub fn bad(code: &'static str, message: impl Into<Message>) -> Self {
        Self::new(StatusCode::BAD_REQUEST, code, message)
    }

    /// There is no such thing.
    pub fn not_found() -> Self {
        Self::new(StatusCode::NOT_FOUND, "not-found", MessageId::ServeNotFound)
    }

    /// Something else is shown by now than what the client saw.
    pub fn changed() -> Self {
        Self::new(StatusCode::CONFLICT, "changed", MessageId::ServeChanged)
    }

    /// Too many photos at work.
    pub fn busy() -> Self {
        Self::new(StatusCode::TOO_MANY_REQUESTS, "busy", MessageId::ServeBusy)
    }

    /// Nothing is begun any more.
    pub fn ending() -> Self {
        Self::new(StatusCode::SERVICE_UNAVAILABLE, "ending", MessageId::ServeEnding)
    }

    /// Something failed that the client cannot help. What it was is said on stderr, not to the client.
    pub fn broken(what: impl std::fmt::Display) -> Self {
        // Where nobody reads stderr, nothing can be said.
        let _ = writeln!(std::io::stderr(), "error: {what}");
        Self::new(StatusCode::INTERNAL_SERVER_ERROR, "broken", MessageId::ServeBroken)
    }

    /// The answer in a language.
    pub fn in_language(&self, language: Language) -> Response {
        let text = self.message.in_language(language);
        let body = serde_json::to_string(&ErrorJson { error: Fields { code: self.code, text } }).unwrap_or_default();
        let mut response = (self.status, [(header::CONTENT_TYPE, "application/json")], body).into_response();
        let headers = response.headers_mut();
        if self.status == StatusCode::TOO_MANY_REQUESTS || self.status == StatusCode::SERVICE_UNAVAILABLE {
            headers.insert(header::RETRY_AFTER, HeaderValue::from_static(RETRY_AFTER_S));
        }
        if self.status == StatusCode::UNAUTHORIZED {
            headers.insert(header::WWW_AUTHENTICATE, HeaderValue::from_static("Bearer"));
        }
        response
    }
}

/// The guard puts it into the request's language.
impl IntoResponse for ApiError {
    fn into_response(self) -> Response {
        let mut response = self.status.into_response();
        response.extensions_mut().insert(self);
        response
    }
}
