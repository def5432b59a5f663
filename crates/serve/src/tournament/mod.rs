//! A tournament's folder of results, corrected on several phones: does what `review` does at a terminal, with
//! the same code and files.
//!
//! The folder is locked while the server runs. Decisions are in its database before they are acknowledged;
//! standings and report follow within a second, and at the end.

mod adding;
mod claims;
mod commands;
mod corners;
mod pictures;
mod places;
mod report_writer;
mod seats;
pub mod table_view;
pub mod view;

use std::collections::HashMap;
use std::io;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Instant, SystemTime};

use axum::http::StatusCode;

use super::api_error::ApiError;
use game::line::PhotoLine;
use game::photo_reading::ResultsError;
use messages::{Language, MessageId};
use tournament::overwrite_guard::Replaced;
use tournament::plan::{PlanError, PlanOptions};
use tournament::ranking::{ReviewItem, Tournament};
use tournament::review::Review;
use tournament::{Provenance, ResultsFolder, WriteError};
use vision::networks::Networks;
use vision::photo::PhotoLimits;

pub use adding::{NewPhoto, Photos};
pub use claims::Claims;
pub use commands::ReviewAction;
pub use places::{is_table_key, parts_of};
pub use seats::Seating;

use places::{photo_key, table_key};
use report_writer::ReportWriter;

/// A folder of results to serve.
pub struct TournamentConfig {
    /// The results of a finished `batch`.
    pub results: PathBuf,
    /// The destination of photos from phones; `None` to accept none.
    pub photos: Option<PhotosConfig>,
    /// The language of standings and report; `None` for that of the existing report.
    pub report_language: Option<Language>,
}

/// A tournament's photos, with the options that `batch` was given.
pub struct PhotosConfig {
    /// The folder that contains them, directly or in subfolders.
    pub folder: PathBuf,
    /// Manifest, variants, size, game and links.
    pub options: PlanOptions,
    /// The networks that read the photos, without a gallery, because `batch` reads without one.
    pub networks: Networks,
    /// Limits for decoding a photo.
    pub limits: PhotoLimits,
    /// The number of photos read at the same time.
    pub jobs: usize,
}

/// Why a folder of results cannot be served.
#[derive(Debug, thiserror::Error)]
pub enum TournamentError {
    /// Files cannot be read or have unexpected content.
    #[error(transparent)]
    Results(#[from] ResultsError),
    /// The folder cannot be written, or another program is using it.
    #[error(transparent)]
    Write(#[from] WriteError),
    /// The photos or the manifest cannot be used.
    #[error(transparent)]
    Plan(#[from] PlanError),
    /// These are not the photos of the results.
    #[error("{}; give `serve` the same photos and the same --manifest as `batch`", .0.why())]
    Replaced(#[from] Replaced),
    /// The photos are not read with the same options as those of the results.
    #[error("{results}: {why}; give `serve` the same manifest, variants and size as `batch`, and its --game, --box \
             and --follow-links; if photos have changed, run `batch` again first", results = .results.display())]
    OtherOptions {
        /// The folder.
        results: PathBuf,
        /// The difference.
        why: String,
    },
    /// The last answers are stored, but standings and report in the folder do not include them yet.
    #[error(
        "{results}: the last answers are saved, but standings and report could not be updated ({why}). Update them \
         with `kingdom-scanner review {results}`", results = .results.display()
    )]
    OldReport {
        /// The folder.
        results: PathBuf,
        /// The failure.
        why: String,
    },
    /// The system cannot create threads.
    #[error("cannot start the server: {0}")]
    Start(#[from] io::Error),
}

/// The folder of results, and the phones' current work on it.
pub struct ReviewSession {
    out: Arc<ResultsFolder>,
    /// The folder's name.
    name: String,
    language: Language,
    state: Mutex<State>,
    claims: Mutex<Claims>,
    photos: Option<Photos>,
    /// Held while a photo is added.
    adding: Mutex<()>,
    report: ReportWriter,
}

/// The review, as the phones see it.
pub struct State {
    review: Review,
    /// The key of each line's table.
    keys: Vec<String>,
    /// Grows with each change, even across restarts of the server.
    revision: i64,
    /// Whether the folder may differ from this state, because a change failed.
    is_stale: bool,
    /// Whether the server is ending: further answers would not reach the standings.
    has_ended: bool,
}

impl ReviewSession {
    /// Opens the folder, and locks it against other programs.
    ///
    /// # Errors
    /// It is not a folder of results, another program is using it, or the photos are not its own.
    pub fn open(config: TournamentConfig, language: Language) -> Result<Self, TournamentError> {
        // Does not create a missing folder.
        Provenance::of_folder(&ResultsFolder::of_a_run(&config.results))?;
        let out = Arc::new(ResultsFolder::create(&config.results)?);
        let (language, review) =
            (config.report_language.or_else(|| out.language()).unwrap_or(language), Review::new(&out)?);
        let photos = config.photos.map(|photos| Photos::open(photos, &out, &review)).transpose()?;
        let whole = config.results.canonicalize().unwrap_or(config.results);
        let name = whole.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
        let since = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default();
        let revision = i64::try_from(since.as_millis()).unwrap_or_default();
        let keys = keys(&review);
        let state = State { review, keys, revision, is_stale: false, has_ended: false };
        let report = ReportWriter::new(Arc::clone(&out), language)?;
        // If a server was killed, standings and report may be older than the last answers.
        report.want();
        let (state, claims, adding) = (Mutex::new(state), Mutex::default(), Mutex::default());
        Ok(Self { out, name, language, state, claims, photos, adding, report })
    }

    /// The state, locked. After a failed change it is read from the folder again.
    ///
    /// # Errors
    /// The folder cannot be read (an older state is not used instead), or the server is ending.
    pub fn state(&self) -> Result<MutexGuard<'_, State>, ApiError> {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        if state.has_ended {
            return Err(ApiError::ending());
        }
        if state.is_stale {
            state.take(Review::new(&self.out).map_err(ApiError::broken)?);
        }
        Ok(state)
    }

    fn claims(&self) -> MutexGuard<'_, Claims> {
        self.claims.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Whether phones may send photos.
    pub fn takes_photos(&self) -> bool {
        self.photos.is_some()
    }

    /// `true` if the phone is at the table, `false` if another phone is, `None` if nobody is.
    pub fn is_at(&self, table: &str, phone: &str) -> Option<bool> {
        self.claims().holder(table, Instant::now()).map(|holder| holder == phone)
    }

    /// Claims the table for the phone.
    ///
    /// # Errors
    /// Another phone has claimed it.
    pub fn claim(&self, table: &str, phone: &str, takes_over: bool) -> Result<i64, ApiError> {
        let mut state = self.state()?;
        state.has_table(table)?;
        let mut claims = self.claims();
        let before = claims.holder(table, Instant::now()).map(str::to_owned);
        if takes_over {
            claims.take(table, phone, Instant::now());
        } else if !claims.claim(table, phone, Instant::now()) {
            return Err(claimed());
        }
        if before.as_deref() != Some(phone) {
            state.revision += 1;
        }
        Ok(state.revision)
    }

    /// Releases the phone's claim on the table.
    ///
    /// # Errors
    /// The folder cannot be read.
    pub fn release(&self, table: &str, phone: &str) -> Result<i64, ApiError> {
        let mut state = self.state()?;
        state.has_table(table)?;
        if self.claims().release(table, phone, Instant::now()) {
            state.revision += 1;
        }
        Ok(state.revision)
    }

    /// Claims the next table after `after` that needs a check and that no other phone has claimed.
    ///
    /// # Errors
    /// The folder cannot be read.
    pub fn next(&self, phone: &str, after: Option<&str>) -> Result<(Option<String>, i64), ApiError> {
        let mut state = self.state()?;
        let mut tables: Vec<String> = state.to_check().into_iter().map(|(table, _)| table).collect();
        if let Some(at) = tables.iter().position(|table| Some(table.as_str()) == after) {
            tables.rotate_left(at + 1);
            tables.pop();
        }
        let mut claims = self.claims();
        let found = tables.into_iter().find(|table| claims.claim(table, phone, Instant::now()));
        state.revision += i64::from(found.is_some());
        Ok((found, state.revision))
    }

    /// Writes pending changes and unlocks the folder.
    ///
    /// # Errors
    /// Standings and report could not be written.
    pub fn end(&self) -> Result<(), TournamentError> {
        // Once this lock is free, changes in progress have requested a new report.
        self.state.lock().unwrap_or_else(PoisonError::into_inner).has_ended = true;
        let written = self.report.end();
        self.out.tidy();
        written.map_err(|why| TournamentError::OldReport { results: self.out.path().to_owned(), why })
    }
}

impl State {
    pub fn revision(&self) -> i64 {
        self.revision
    }

    /// The ranking with all decisions so far.
    fn ranked(&self) -> &Tournament {
        self.review.ranked()
    }

    /// Replaces the review.
    fn take(&mut self, review: Review) {
        (self.keys, self.review) = (keys(&review), review);
        self.revision += 1;
        self.is_stale = false;
    }

    /// The open questions that phones can settle, by table key, in the order of a review. Excludes photos
    /// whose files could not be read, because no decisions can be recorded for them.
    fn to_check(&self) -> Vec<(String, Vec<&ReviewItem>)> {
        let mut tables: Vec<(String, Vec<&ReviewItem>)> = Vec::new();
        let mut places: HashMap<String, usize> = HashMap::new();
        for item in self.ranked().to_review.iter().filter(|item| item.sha256.is_some()) {
            let Some(key) = self.review.line(&item.photo).map(table_key) else { continue };
            let place = *places.entry(key).or_insert_with_key(|key| {
                tables.push((key.clone(), Vec::new()));
                tables.len() - 1
            });
            tables[place].1.push(item);
        }
        tables
    }

    /// The lines of a table's photos.
    fn table(&self, key: &str) -> Result<Vec<&PhotoLine>, ApiError> {
        let lines: Vec<&PhotoLine> = self.lines_of(key).collect();
        if lines.is_empty() { Err(ApiError::not_found()) } else { Ok(lines) }
    }

    fn lines_of(&self, key: &str) -> impl Iterator<Item = &PhotoLine> {
        self.review.lines().zip(&self.keys).filter(move |(_, of_line)| *of_line == key).map(|(line, _)| line)
    }

    /// Refuses the key of a table that does not exist.
    pub fn has_table(&self, key: &str) -> Result<(), ApiError> {
        self.table(key).map(drop)
    }

    /// A photo of a table.
    fn photo(&self, table: &str, photo: &str) -> Result<&PhotoLine, ApiError> {
        self.table(table)?
            .into_iter()
            .find(|line| photo_key(&line.reading.photo) == photo)
            .ok_or_else(ApiError::not_found)
    }
}

fn keys(review: &Review) -> Vec<String> {
    review.lines().map(table_key).collect()
}

/// 409: another phone is at the table.
fn claimed() -> ApiError {
    ApiError::new(StatusCode::CONFLICT, "claimed", MessageId::ServeTableClaimed)
}
