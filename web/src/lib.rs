//! The page in a browser's tab, without a server: the requests that the page sends are answered here, by what answers them in `serve`.
//!
//! It runs in a dedicated Worker, which alone may use the browser's private files synchronously and fetch synchronously. The page's files beside
//! it, and how requests come here, are in `web/` of the repository.

use std::io;
use std::net::{Ipv4Addr, SocketAddr};
use std::path::PathBuf;

use axum::body::Body;
use axum::http::{HeaderName, Request, header};
use futures_util::FutureExt;
use http_body_util::BodyExt;
use js_sys::{Array, Uint8Array};
use messages::Language;
use serve::{Config, Limits, Router, Token};
use sqlite_wasm_rs::WasmOsCallback;
use sqlite_wasm_vfs::sahpool::{OpfsSAHPoolCfg, install};
use tower_service::Service;
use vision::networks::Networks;
use vision::photo::PhotoLimits;
use wasm_bindgen::prelude::*;

#[wasm_bindgen]
extern "C" {
    /// Fetches a file beside the page, waiting for it.
    #[wasm_bindgen(catch, js_name = fetchNow)]
    fn fetch_now(name: &str) -> Result<Uint8Array, JsValue>;

    #[wasm_bindgen(js_namespace = console, js_name = error)]
    fn log_error(text: &str);
}

/// Everything that answers.
#[wasm_bindgen]
pub struct Page {
    router: Router,
    token: Token,
}

/// An answer to a request.
#[wasm_bindgen(getter_with_clone)]
pub struct Answer {
    /// The HTTP status.
    pub status: u16,
    /// Names and values, one after the other.
    pub headers: Array,
    /// The body.
    pub body: Uint8Array,
}

/// Opens the games that this browser keeps. `language` is an id, such as `de`, for requests that name none.
///
/// # Errors
/// The browser gives no private files, as in some private windows, or another tab holds them (`keeps` is true); or they are damaged.
#[wasm_bindgen]
pub async fn start(keeps: bool, language: &str) -> Result<Page, JsError> {
    // A panic ends in a trap, which tells nothing by itself.
    std::panic::set_hook(Box::new(|panic| log_error(&panic.to_string())));
    if keeps {
        install::<WasmOsCallback>(&OpfsSAHPoolCfg::default(), true)
            .await
            .map_err(|error| JsError::new(&error.to_string()))?;
    }
    // The guard asks for a token on every way. Nobody else can send a request here.
    let token = Token::random()?;
    let config = Config {
        listen: SocketAddr::from((Ipv4Addr::LOCALHOST, 0)),
        data: PathBuf::new(),
        token: token.clone(),
        allowed_hosts: Vec::new(),
        language: language.parse().unwrap_or(Language::English),
        networks: Networks::elsewhere(fetched)?,
        gallery: None,
        limits: Limits { photo: PhotoLimits::default(), jobs: 0, memory_bytes: MEMORY_BYTES, ..Limits::default() },
        tournament: None,
    };
    Ok(Page { router: serve::router(config)?, token })
}

/// Photos kept in memory for pictures of them: some ten of a phone's.
const MEMORY_BYTES: usize = 48 << 20;

fn fetched(name: &str) -> io::Result<Vec<u8>> {
    let problem = |error: JsValue| io::Error::other(error.as_string().unwrap_or_else(|| format!("{error:?}")));
    Ok(fetch_now(name).map_err(problem)?.to_vec())
}

#[wasm_bindgen]
impl Page {
    /// Answers a request. `path` begins with `/` and has the query behind it; `kind` is the body's `Content-Type`, `languages` the value of
    /// `Accept-Language`.
    ///
    /// # Errors
    /// The request is none that HTTP can carry.
    pub fn answer(
        &mut self,
        method: &str,
        path: &str,
        kind: &str,
        languages: &str,
        body: Vec<u8>,
    ) -> Result<Answer, JsError> {
        let mut request = Request::builder().method(method).uri(path).header(header::HOST, "localhost");
        request = request.header(header::AUTHORIZATION, format!("Bearer {}", self.token.as_str()));
        for (name, value) in [(header::CONTENT_TYPE, kind), (header::ACCEPT_LANGUAGE, languages)] {
            if !value.is_empty() {
                request = request.header(name as HeaderName, value);
            }
        }
        let request = request.body(Body::from(body))?;
        let answered = async {
            let answer = self.router.call(request).await.unwrap_or_else(|never| match never {});
            let (head, body) = answer.into_parts();
            body.collect().await.map(|body| (head, body.to_bytes()))
        };
        // Nothing waits: the body is whole, and all work is done at once.
        let (head, body) =
            answered.now_or_never().ok_or_else(|| JsError::new("a request that waits cannot be answered"))??;
        let headers = Array::new();
        for (name, value) in &head.headers {
            headers.push(&name.as_str().into());
            headers.push(&value.to_str()?.into());
        }
        Ok(Answer { status: head.status.as_u16(), headers, body: Uint8Array::from(&body[..]) })
    }
}
