//! The page in a browser's tab, without a server: the requests that the page sends are answered here, by what answers them in `serve`.
//!
//! It runs in dedicated Workers, which alone may use the browser's private files synchronously and fetch synchronously: one keeps the games ([`Page`]),
//! others read photos for it ([`Reader`]). The page's files beside it, and how requests come here, are in `web/` of the repository.

use std::io;
use std::net::{Ipv4Addr, SocketAddr};
use std::path::PathBuf;
use std::sync::Arc;

use axum::body::Body;
use axum::http::{HeaderName, Request, header};
use futures_util::FutureExt;
use http_body_util::BodyExt;
use js_sys::{Array, Uint8Array};
use messages::Language;
use serve::in_tab::{self, Games, ReadFile};
use serve::{Config, GalleryPlace, Limits, Router, Token};
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

    /// Tells the page what the first look at a photo sees.
    #[wasm_bindgen(js_name = tellLook)]
    fn tell_look(look: &str);

    #[wasm_bindgen(js_namespace = console, js_name = error)]
    fn log_error(text: &str);
}

/// A panic ends in a trap, which tells nothing by itself.
fn log_panics() {
    std::panic::set_hook(Box::new(|panic| log_error(&panic.to_string())));
}

/// Everything that answers.
#[wasm_bindgen]
pub struct Page {
    games: Games,
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
    log_panics();
    if keeps {
        install::<WasmOsCallback>(&OpfsSAHPoolCfg::default(), true)
            .await
            .map_err(|error| JsError::new(&error.to_string()))?;
    }
    // The guard asks for a token on every way. Nobody else can send a request here.
    let token = Token::random()?;
    let config = Config {
        listen: SocketAddr::from((Ipv4Addr::LOCALHOST, 0)),
        address: None,
        data: PathBuf::new(),
        token: token.clone(),
        allowed_hosts: Vec::new(),
        language: language.parse().unwrap_or(Language::English),
        networks: Networks::elsewhere(fetched)?,
        gallery: Some(GalleryPlace::DataFile),
        limits: Limits { photo: PhotoLimits::default(), jobs: 0, memory_bytes: MEMORY_BYTES, ..Limits::default() },
        tournament: None,
    };
    let (games, router) = Games::open(config)?;
    Ok(Page { games, router, token })
}

/// Photos kept in memory for pictures of them: some ten of a phone's.
const MEMORY_BYTES: usize = 48 << 20;

fn fetched(name: &str) -> io::Result<Vec<u8>> {
    let problem = |error: JsValue| io::Error::other(error.as_string().unwrap_or_else(|| format!("{error:?}")));
    Ok(fetch_now(name).map_err(problem)?.to_vec())
}

#[wasm_bindgen]
impl Page {
    /// What [`Reader`]s are to read before a request is answered: a list in JSON. `path` as in [`Page::answer`].
    pub fn to_read(&self, method: &str, path: &str, body: &[u8]) -> String {
        path.parse().map(|uri| self.games.to_read(method, &uri, body)).unwrap_or_else(|_| "[]".to_owned())
    }

    /// A photo's file; nothing if it is gone.
    pub fn file(&self, game: i32, photo: u32) -> Option<Vec<u8>> {
        self.games.file(game.into(), photo).map(Arc::unwrap_or_clone)
    }

    /// The learnt squares, for each [`Reader`].
    pub fn gallery(&self) -> String {
        self.games.gallery()
    }

    /// Answers a request. `path` begins with `/` and has the query behind it; `kind` is the body's `Content-Type`, `languages` the value of
    /// `Accept-Language`, `readings` what [`Reader`]s have read for it.
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
        readings: Vec<Read>,
    ) -> Result<Answer, JsError> {
        let mut request = Request::builder().method(method).uri(path).header(header::HOST, "localhost");
        request = request.header(header::AUTHORIZATION, format!("Bearer {}", self.token.as_str()));
        for (name, value) in [(header::CONTENT_TYPE, kind), (header::ACCEPT_LANGUAGE, languages)] {
            if !value.is_empty() {
                request = request.header(name as HeaderName, value);
            }
        }
        let mut request = request.body(Body::from(body))?;
        let readings = readings.into_iter().map(|Read { json, upright }| ReadFile { json, upright }).collect();
        request.extensions_mut().insert(in_tab::read_elsewhere(readings)?);
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

/// Reads photos.
#[wasm_bindgen]
pub struct Reader {
    networks: Networks,
}

/// The reading of a photo.
#[wasm_bindgen(getter_with_clone)]
pub struct Read {
    /// Its line and size.
    pub json: String,
    /// The picture that the page shows, unless the file is no photo.
    pub upright: Option<Vec<u8>>,
}

#[wasm_bindgen]
impl Read {
    /// As another Worker has read it.
    #[wasm_bindgen(constructor)]
    pub fn new(json: String, upright: Option<Vec<u8>>) -> Self {
        Self { json, upright }
    }
}

#[wasm_bindgen]
impl Reader {
    /// Gets ready: fetches what every photo needs.
    ///
    /// # Errors
    /// A network cannot be fetched.
    #[wasm_bindgen(constructor)]
    pub fn new() -> Result<Self, JsError> {
        log_panics();
        let networks = Networks::elsewhere(fetched)?;
        networks.warm_up()?;
        Ok(Self { networks })
    }

    /// Uses what was learnt, as [`Page::gallery`] gives it.
    pub fn take_up_gallery(&self, text: &str) {
        in_tab::take_up_gallery(&self.networks, text);
    }

    /// Reads a file for one of [`Page::to_read`].
    ///
    /// # Errors
    /// That is not of this version.
    pub fn read(&self, photo: &str, file: &[u8]) -> Result<Read, JsError> {
        self.read_with_what_is_there(photo, file, false)
    }

    /// The same without Queendomino's networks, where these cannot be fetched.
    ///
    /// # Errors
    /// As above.
    pub fn read_in_part(&mut self, photo: &str, file: &[u8]) -> Result<Read, JsError> {
        let of_queendomino = self.networks.queendomino.take();
        let read = self.read_with_what_is_there(photo, file, true);
        self.networks.queendomino = of_queendomino;
        read
    }

    fn read_with_what_is_there(&self, photo: &str, file: &[u8], is_in_part: bool) -> Result<Read, JsError> {
        let ReadFile { json, upright } =
            in_tab::read(photo, file, &self.networks, is_in_part, |look| tell_look(&look))?;
        Ok(Read { json, upright })
    }
}
