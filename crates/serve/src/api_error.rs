//! Error answers, in the language of the request.

use std::io::Write;

use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde::Serialize;

use kingdomino::domain::Place;
use messages::{Language, Message, MessageId};
use table::refused::{Kind, Lost, Refused};

/// The reason why a request is refused.
#[derive(Debug, Clone)]
pub struct ApiError {
    pub status: StatusCode,
    /// A code for programs.
    pub code: &'static str,
    pub message: Message,
    /// The corrections that would be lost; only for `would-drop`.
    pub lost: Vec<Lost>,
}

#[derive(Serialize)]
struct ErrorJson<'a> {
    error: Fields<'a>,
}

#[derive(Serialize)]
struct Fields<'a> {
    code: &'a str,
    text: String,
    /// Each correction that would be lost; only for `would-drop`.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    lost: Vec<LostJson>,
}

#[derive(Serialize)]
struct LostJson {
    /// The correction, without its square.
    text: String,
    /// The kingdom's key, and the square such as `r1c2`; `null` if no square is concerned.
    kingdom: Option<String>,
    square: Option<Place>,
}

impl LostJson {
    fn new(lost: &Lost, language: Language) -> Self {
        let text = lost.what.in_language(language);
        let (kingdom, square) = lost.square.as_ref().map(|one| (one.kingdom.to_string(), one.place)).unzip();
        Self { text, kingdom, square }
    }
}

/// `Retry-After` of 429 and 503, in seconds.
const RETRY_AFTER_S: &str = "2";

impl ApiError {
    pub fn new(status: StatusCode, code: &'static str, message: impl Into<Message>) -> Self {
        Self { status, code, message: message.into(), lost: Vec::new() }
    }

    /// 400: the request is not valid.
    pub fn bad(code: &'static str, message: impl Into<Message>) -> Self {
        Self::new(StatusCode::BAD_REQUEST, code, message)
    }

    /// 404: no such address or id.
    pub fn not_found() -> Self {
        Self::new(StatusCode::NOT_FOUND, "not-found", MessageId::ServeNotFound)
    }

    /// 409: the data has changed since the client saw it.
    pub fn changed() -> Self {
        Self::new(StatusCode::CONFLICT, "changed", MessageId::ServeChanged)
    }

    /// 429: too many photos are being uploaded, waiting or being read.
    pub fn busy() -> Self {
        Self::new(StatusCode::TOO_MANY_REQUESTS, "busy", MessageId::ServeBusy)
    }

    /// 503: the server is ending.
    pub fn ending() -> Self {
        Self::new(StatusCode::SERVICE_UNAVAILABLE, "ending", MessageId::ServeEnding)
    }

    /// 500: a failure that the client cannot fix. Its cause goes to stderr, not to the client.
    pub fn broken(what: impl std::fmt::Display) -> Self {
        // A closed stderr must not cause a failure.
        let _ = writeln!(std::io::stderr(), "error: {what}");
        // A browser's tab has no terminal.
        let in_tab = cfg!(target_family = "wasm");
        let message = if in_tab { MessageId::ServeBrokenInTab } else { MessageId::ServeBroken };
        Self::new(StatusCode::INTERNAL_SERVER_ERROR, "broken", message)
    }

    /// Writes the code and message to stderr, for the authors of a refused file. The page explains the
    /// problem in plain words.
    pub fn note(&self) {
        // A closed stderr must not cause a failure.
        let _ = writeln!(std::io::stderr(), "{}: {:?}", self.code, self.message);
    }

    /// Why data could not be stored: 507 if there is no space, otherwise 500.
    pub fn of_store(error: rusqlite::Error) -> Self {
        use rusqlite::ErrorCode::{CannotOpen, DiskFull, SystemIoFailure, Unknown};
        // A browser's private file system reports only that writing failed or that a journal cannot be
        // created, and nothing at all if only some of the bytes were written.
        let is_full = match error.sqlite_error_code() {
            Some(CannotOpen | DiskFull | SystemIoFailure) => true,
            Some(Unknown) => cfg!(target_family = "wasm"),
            _ => false,
        };
        if is_full {
            return Self::new(StatusCode::INSUFFICIENT_STORAGE, "full", MessageId::ServeFull);
        }
        Self::broken(error)
    }

    /// The answer in a language.
    pub fn in_language(&self, language: Language) -> Response {
        let text = self.message.in_language(language);
        let lost = self.lost.iter().map(|lost| LostJson::new(lost, language)).collect();
        let error = Fields { code: self.code, text, lost };
        let body = serde_json::to_string(&ErrorJson { error }).unwrap_or_default();
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

impl From<Refused> for ApiError {
    fn from(Refused { kind, code, message, lost }: Refused) -> Self {
        let status = match kind {
            Kind::Bad => StatusCode::BAD_REQUEST,
            Kind::NotFound => StatusCode::NOT_FOUND,
            Kind::Conflict => StatusCode::CONFLICT,
            Kind::Impossible => StatusCode::UNPROCESSABLE_ENTITY,
            Kind::Broken => return Self::broken(message.in_language(Language::English)),
        };
        Self { status, code, message, lost }
    }
}

/// The guard translates it into the request's language.
impl IntoResponse for ApiError {
    fn into_response(self) -> Response {
        let mut response = self.status.into_response();
        response.extensions_mut().insert(self);
        response
    }
}
