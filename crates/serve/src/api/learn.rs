//! Learning from a game's corrections, as `learn` does, and undoing that.

use std::sync::Arc;

use axum::extract::{Request, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use serde::{Deserialize, Serialize};

use super::super::GalleryPlace;
use super::super::api_error::ApiError;
use super::super::body;
use super::super::guard::language;
use super::super::open_games::ReadGame;
use super::super::server::Server;
use super::super::shared_game;
use super::super::view::GameView;
use super::Json;
use super::photos::decoded;
use messages::{Language, Message, MessageId, Words, on_one_line};
use report::formats::{Confirmation, Lesson};
use vision::gallery::{Gallery, GalleryClassifier, GalleryError, Learnt, TooManyEditions};
use vision::learn::learnt;

#[derive(Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Asked {
    game: i64,
    /// A name for these dominoes or this light.
    #[serde(default = "usual_edition")]
    edition: String,
}

/// The same default as in `learn`.
fn usual_edition() -> String {
    "mine".to_owned()
}

#[derive(Serialize)]
struct Answer {
    text: String,
    game: GameView,
}

/// The lessons of each photo, by its name in the gallery.
type Lessons = Vec<(String, Vec<Learnt>)>;

pub async fn learn(State(server): State<Arc<Server>>, request: Request) -> Result<Response, ApiError> {
    let language = language(&request, server.language);
    let Asked { game, edition } = body::json(request, &server.limits).await?;
    let edition = kingdomino::formats::Name::new(&edition)
        .ok_or_else(|| ApiError::bad("bad-name", MessageId::ServeBadName.with("most", 60)))?;
    let slot = server.queue.slot()?;
    let shared = Arc::clone(&server);
    server
        .queue
        .run(slot, move || {
            let read = shared_game::read(&shared, game)?;
            let lessons = lessons(&shared, &read)?;
            let squares: usize = lessons.iter().map(|(_, learnt)| learnt.len()).sum();
            let names: Vec<String> = lessons.iter().map(|(name, _)| name.clone()).collect();
            change(&shared, |gallery| {
                for (name, learnt) in lessons {
                    gallery.learn(&edition, &name, learnt)?;
                }
                Ok(())
            })?;
            shared.store.add_lessons(game, &names).map_err(ApiError::of_store)?;
            let text = MessageId::SquaresLearnt.count(squares as u32).with("photo", names.join(", "));
            answer(&shared, game, &text, language)
        })
        .await
}

pub async fn unlearn(State(server): State<Arc<Server>>, request: Request) -> Result<Response, ApiError> {
    let language = language(&request, server.language);
    let Asked { game, .. } = body::json(request, &server.limits).await?;
    let slot = server.queue.slot()?;
    let shared = Arc::clone(&server);
    server
        .queue
        .run(slot, move || {
            let names = shared.store.lessons(game).map_err(ApiError::of_store)?;
            if names.is_empty() {
                return Err(nothing());
            }
            let squares = change(&shared, |gallery| Ok(names.iter().map(|name| gallery.forget(name)).sum::<usize>()))?;
            shared.store.forget_lessons(game).map_err(ApiError::of_store)?;
            answer(&shared, game, &MessageId::SquaresForgotten.count(squares as u32), language)
        })
        .await
}

fn answer(server: &Server, id: i64, text: &Message, language: Language) -> Result<Response, ApiError> {
    let read = shared_game::read(server, id)?;
    let is_learnt = server.store.is_learnt(id).map_err(ApiError::of_store)?;
    let game = GameView::new(&read, server, is_learnt, language);
    Ok(Json(Answer { text: text.in_language(language), game }).into_response())
}

fn nothing() -> ApiError {
    ApiError::new(StatusCode::CONFLICT, "nothing-to-learn", MessageId::ServeNothingToLearn)
}

/// The lessons of all kingdoms that have a corrected or confirmed square and nothing left to check.
fn lessons(server: &Server, read: &ReadGame) -> Result<Lessons, ApiError> {
    let kingdoms = read.state.one.kept_kingdoms(&read.state.read);
    let mut lessons = Lessons::new();
    for (index, row) in read.state.table.photos.iter().enumerate() {
        let mut confirmed = Vec::new();
        for (view, (_, kingdom)) in read.state.one.views().iter().zip(&kingdoms) {
            if view.photo != index {
                continue;
            }
            let size_px = row.size_px.map(i32::unsigned_abs);
            let lesson = Lesson::of_reading(&row.reading.photo, Some(size_px), &kingdom.record, kingdom.is_corrected())
                .map_err(|error| ApiError::broken(on_one_line(&error)))?;
            if lesson.confirmation == Confirmation::Confirmed {
                confirmed.push(lesson);
            }
        }
        if confirmed.is_empty() {
            continue;
        }
        let photo = decoded(server, read.id, row)?;
        for lesson in &confirmed {
            let name = format!("game {}, {}", read.id, row.reading.photo);
            let learnt =
                learnt(&photo, lesson, &server.networks).map_err(|error| ApiError::broken(on_one_line(&error)))?;
            lessons.push((name, learnt));
        }
    }
    if lessons.is_empty() { Err(nothing()) } else { Ok(lessons) }
}

/// Why the gallery could not be changed.
#[derive(Debug, thiserror::Error)]
enum ChangeError {
    #[error(transparent)]
    Gallery(#[from] GalleryError),
    #[error(transparent)]
    Editions(#[from] TooManyEditions),
}

impl From<ChangeError> for ApiError {
    fn from(error: ChangeError) -> Self {
        Self::broken(on_one_line(&error))
    }
}

/// Changes the gallery; the next photo is read with the changed gallery.
fn change<T>(server: &Server, change: impl FnOnce(&mut Gallery) -> Result<T, ChangeError>) -> Result<T, ApiError> {
    let (outcome, gallery) = match server.gallery.as_ref().ok_or_else(nothing)? {
        GalleryPlace::File(path) => {
            if let Some(folder) = path.parent() {
                std::fs::create_dir_all(folder).map_err(ApiError::broken)?;
            }
            Gallery::change(path, &server.networks.squares.sha256, |gallery| -> Result<_, ChangeError> {
                let outcome = change(gallery)?;
                Ok((outcome, gallery.clone()))
            })?
        }
        GalleryPlace::DataFile => {
            let mut gallery = server.kept_gallery().map_err(ApiError::broken)?;
            let outcome = change(&mut gallery)?;
            server.store.keep_gallery(&gallery.text()).map_err(ApiError::of_store)?;
            (outcome, gallery)
        }
    };
    let classifier = GalleryClassifier::new(&gallery).map_err(ApiError::broken)?;
    server.networks.gallery.set(classifier);
    Ok(outcome)
}
