//! Runs the page in a browser's tab, without a server. The page's requests are answered here, by the same
//! code as in `serve`.
//!
//! It runs in dedicated Workers, because only these may use the browser's private files and fetch files
//! synchronously. One Worker keeps the games ([`Page`]), the others read photos for it ([`Reader`]). The
//! page's other files, and the scripts that pass requests on to this code, are in `web/` of the repository.

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
    /// Fetches a network that is next to the page. Blocks until it is there.
    #[wasm_bindgen(catch, js_name = fetchNow)]
    fn fetch_now(name: &str) -> Result<Uint8Array, JsValue>;

    /// Sends the page the result of the first look at a photo, as JSON.
    #[wasm_bindgen(js_name = tellLook)]
    fn tell_look(look: &str);

    #[wasm_bindgen(js_namespace = console, js_name = error)]
    fn log_error(text: &str);
}

/// Writes panics to the browser's console. A panic ends in a WebAssembly trap, which has no message of its
/// own.
fn log_panics() {
    std::panic::set_hook(Box::new(|panic| log_error(&panic.to_string())));
}

/// The games, and the router that answers requests about them.
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
    /// The headers: names and values in turn.
    pub headers: Array,
    /// The body.
    pub body: Uint8Array,
}

/// Opens the games. If `keeps` is true, they are in the browser's private files; otherwise they last only as
/// long as this Worker. `language` is an id, such as `de`; it is used for requests that name no language.
///
/// # Errors
/// If `keeps` is true: the browser provides no private files (as in some private windows), another tab holds
/// them, or they are damaged.
#[wasm_bindgen]
pub async fn start(keeps: bool, language: &str) -> Result<Page, JsError> {
    log_panics();
    if keeps {
        install::<WasmOsCallback>(&OpfsSAHPoolCfg::default(), true)
            .await
            .map_err(|error| JsError::new(&error.to_string()))?;
    }
    // The guard always requires a token, although nobody else can send requests here.
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

/// The most bytes of photos that are kept in memory for pictures of them: about ten photos from a phone.
const MEMORY_BYTES: usize = 48 << 20;

fn fetched(name: &str) -> io::Result<Vec<u8>> {
    let problem = |error: JsValue| io::Error::other(error.as_string().unwrap_or_else(|| format!("{error:?}")));
    Ok(fetch_now(name).map_err(problem)?.to_vec())
}

#[wasm_bindgen]
impl Page {
    /// The photos that [`Reader`]s must read before a request is answered, as a list in JSON. `path` is the
    /// same as for [`Page::answer`].
    pub fn to_read(&self, method: &str, path: &str, body: &[u8]) -> String {
        path.parse().map(|uri| self.games.to_read(method, &uri, body)).unwrap_or_else(|_| "[]".to_owned())
    }

    /// A photo's file; `None` if it is gone.
    pub fn file(&self, game: i32, photo: u32) -> Option<Vec<u8>> {
        self.games.file(game.into(), photo).map(Arc::unwrap_or_clone)
    }

    /// The lessons learnt from corrections, as text for [`Reader::take_up_gallery`].
    pub fn gallery(&self) -> String {
        self.games.gallery()
    }

    /// Answers a request. `path` begins with `/` and includes the query; `kind` is the body's `Content-Type`,
    /// `languages` the value of `Accept-Language`, and `readings` are what [`Reader`]s have read for this
    /// request.
    ///
    /// # Errors
    /// The request is not valid in HTTP, or a reading comes from another version of the program.
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
        // The answer is ready at once: the whole body has arrived, and there are no threads to wait for.
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

/// Reads photos, one at a time.
#[wasm_bindgen]
pub struct Reader {
    networks: Networks,
}

/// The reading of a photo.
#[wasm_bindgen(getter_with_clone)]
pub struct Read {
    /// The photo's line of results and its size, as JSON.
    pub json: String,
    /// The picture that the page shows; `None` if the file is not a photo.
    pub upright: Option<Vec<u8>>,
}

#[wasm_bindgen]
impl Read {
    /// A reading that another Worker has made.
    #[wasm_bindgen(constructor)]
    pub fn new(json: String, upright: Option<Vec<u8>>) -> Self {
        Self { json, upright }
    }
}

#[wasm_bindgen]
impl Reader {
    /// Fetches the networks that every photo needs, and prepares them.
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

    /// Uses the lessons from [`Page::gallery`].
    pub fn take_up_gallery(&self, text: &str) {
        in_tab::take_up_gallery(&self.networks, text);
    }

    /// Reads a photo's file. `photo` is the field `read` of an entry in [`Page::to_read`].
    ///
    /// # Errors
    /// `photo` comes from another version of the program.
    pub fn read(&self, photo: &str, file: &[u8]) -> Result<Read, JsError> {
        self.read_with_what_is_there(photo, file, false)
    }

    /// Does the same as [`Reader::read`] without Queendomino's networks, for when these cannot be fetched.
    ///
    /// # Errors
    /// `photo` comes from another version of the program.
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
