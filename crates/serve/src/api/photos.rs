//! Photos of a game: adding, deleting, and reading again with marked corners.

use std::sync::Arc;

use axum::extract::{Path, Request, State};
use axum::http::{StatusCode, Uri};
use axum::response::Response;
use serde::{Deserialize, Serialize};

use super::super::api_error::ApiError;
use super::super::guard::language;
use super::super::large_photos::{PhotoInTurn, wait_for_turn};
use super::super::open_games::ReadGame;
use super::super::photo_cache::KeptPhoto;
use super::super::server::Server;
use super::super::shared_game;
use super::super::shared_game::file;
use super::super::tournament::parts_of;
use super::super::{body, by_hand};

use super::open_table::{OfTournament, OpenTable};
use super::query::{Parameters, is_drop_agreed};
use super::view::{after_photo, view};
use super::{number, photo_gone};
use game::ids::{PhotoId, PlayerId};
use game::photo_info::PhotoInfo;
use game::photo_reading::PhotoReading;
use messages::{Language, MessageId, Words};
use storage::sha256::sha256_hex;
use table::corners::{Marking, forget_marks, mark};
use table::fields::GameFields;
use table::log::Table;
use table::photo::{ByHand, PhotoRow};
use table::photos::{same_photo, with_photo, without_photo};
use table::read_anew::{self, PhotoAnew, typed_anew, with_photos_anew};
use table::state::TableState;
use vision::networks::Networks;
use vision::photo::PhotoLimits;
use vision::picture_file::reduced_jpeg;
use vision::scan::{FirstLook, PhotoRun, Trace, WhenSeen};
use vision::scan_results::photo_reading;

/// The long side of the picture that the page shows, in pixels.
pub const UPRIGHT_PX: f64 = 1600.0;

const PARAMETERS: [&str; 4] = ["name", "player", "whose", "upload"];

/// The name of a photo that is uploaded without one.
const NAMELESS: &str = "photo.jpg";

/// The longest name of a photo, in characters; phones use shorter names.
const LONGEST_NAME: usize = 100;

/// The most times that a photo is read if the players change the game's settings meanwhile.
const MOST_READINGS: usize = 3;

/// The reading of a photo.
#[derive(Serialize, Deserialize)]
pub struct ReadPhoto {
    pub reading: PhotoReading,
    size_px: [i32; 2],
    by_hand: Option<ByHand>,
    /// The picture shown on the page.
    #[serde(skip)]
    pub upright: Option<Arc<Vec<u8>>>,
}

/// Readings that come with a request, made by other Workers of the page.
#[derive(Clone, Default)]
pub struct ReadElsewhere(pub Vec<Arc<ReadPhoto>>);

impl ReadElsewhere {
    pub fn of(request: &Request) -> Self {
        request.extensions().get().cloned().unwrap_or_default()
    }

    /// The reading of this file, if it was made with the options that apply now.
    fn find(&self, file: &[u8], info: &PhotoInfo, by_hand: Option<&ByHand>) -> Option<Arc<ReadPhoto>> {
        let mut same = self.0.iter().filter(|read| read.reading.info == *info && read.by_hand.as_ref() == by_hand);
        same.find(|read| read.reading.sha256 == Some(sha256_hex(file))).cloned()
    }

    /// The reading of this file; reads it here if it did not come with the request.
    fn find_or_read(
        &self,
        server: &Server,
        name: &str,
        file: &[u8],
        info: &PhotoInfo,
        by_hand: Option<&ByHand>,
    ) -> Arc<ReadPhoto> {
        if let Some(read) = self.find(file, info, by_hand) {
            return read;
        }
        Arc::new(read_with(name, file, info, by_hand, &server.networks, &server.limits.photo, None))
    }
}

/// A photo to be read for a request: everything that the reading depends on, except its bytes.
#[derive(Serialize, Deserialize)]
pub struct PhotoToRead {
    pub name: String,
    pub info: PhotoInfo,
    /// The marked corners between which it is read, if any.
    by_hand: Option<ByHand>,
    /// The client's id of the upload, sent with the first look.
    pub upload: Option<String>,
}

/// The first look at a photo, for clients that wait for its reading.
#[derive(Serialize)]
struct LookView {
    upload: String,
    totals: Vec<i32>,
}

pub async fn add(
    State(server): State<Arc<Server>>,
    Path(id): Path<String>,
    request: Request,
) -> Result<Response, ApiError> {
    let (id, language) = (number(&id)?, language(&request, server.language));
    let parameters = Parameters::of(request.uri()).only(&PARAMETERS)?;
    let name = file_name(parameters.one("name")?.unwrap_or_default());
    let upload = parameters.one("upload")?.map(str::to_owned);
    let elsewhere = ReadElsewhere::of(&request);
    let player = parameters.parsed("player", str::parse::<usize>)?;
    let known = server.blocking(move |server| shared_game::read(server, id)).await?;
    check_room(&server, &known.state)?;
    // Stored by id, because another phone may rename or remove players during the upload.
    let player = player.and_then(|player| known.state.table.settings.players.get(player)).map(|player| player.id);
    let player = parameters.parsed("whose", str::parse::<u32>)?.map(PlayerId).or(player);
    let (slot, file) = body::read_photo(&server.queue, request, &server.limits).await?;
    let file = Arc::new(file);
    let shared = Arc::clone(&server);
    server
        .queue
        .run(slot, move || {
            let photo = NewPhoto { id, name: &name, player, file: &file, upload: upload.as_deref(), elsewhere };
            let (game, same_photo) = photo.add(&shared)?;
            after_photo(&shared, &game, same_photo, language)
        })
        .await
}

/// The photo that a request adds; `None` if it cannot be added, which the request's answer explains.
pub fn photo_to_add(server: &Server, id: i64, uri: &Uri) -> Option<PhotoToRead> {
    let parameters = Parameters::of(uri).only(&PARAMETERS).ok()?;
    let game = shared_game::read(server, id).ok()?;
    check_room(server, &game.state).ok()?;
    let name = file_name(parameters.one("name").ok()?.unwrap_or_default());
    let upload = parameters.one("upload").ok()?.map(str::to_owned);
    Some(PhotoToRead { name, info: game.state.table.settings.info(), by_hand: None, upload })
}

/// The photos to read before a game's rules are changed, each with its number; `None` if no photo is
/// affected.
pub fn to_read_for_rules(server: &Server, id: i64, body: &[u8]) -> Option<Vec<(PhotoId, PhotoToRead)>> {
    let (fields, game) = (serde_json::from_slice::<GameFields>(body).ok()?, shared_game::read(server, id).ok()?);
    let before = &game.state.table.settings;
    let info = fields.put_into(before).ok().filter(|_| fields.reads_anew(before))?.info();
    Some(game.state.table.photos.iter().flat_map(|photo| readings_of(photo, &info)).collect())
}

/// The photos to read before partly read photos are read again.
pub fn to_read_of_parts(server: &Server, id: i64) -> Option<Vec<(PhotoId, PhotoToRead)>> {
    let game = shared_game::read(server, id).ok()?;
    let info = game.state.table.settings.info();
    Some(read_in_part(server, &game).iter().flat_map(|photo| readings_of(photo, &info)).collect())
}

/// The photo to read between marked corners.
pub fn to_read_in_corners(server: &Server, id: i64, photo: PhotoId, body: &[u8]) -> Option<(PhotoId, PhotoToRead)> {
    let (marking, game) = (serde_json::from_slice::<Marking>(body).ok()?, shared_game::read(server, id).ok()?);
    let row = game.state.table.photo(photo)?;
    let (name, info) = (row.reading.photo.clone(), game.state.table.settings.info());
    Some((photo, PhotoToRead { name, info, by_hand: Some(marking.by_hand().ok()?), upload: None }))
}

/// What to read in a photo: the whole photo, and each grid that was marked in it by hand.
fn readings_of(photo: &PhotoRow, info: &PhotoInfo) -> Vec<(PhotoId, PhotoToRead)> {
    if read_anew::without_photo(photo, info).is_some() {
        return Vec::new();
    }
    let marked = photo.marked.iter().filter(|marked| marked.by_hand.is_some()).map(|marked| marked.by_hand);
    let mut readings = Vec::new();
    for by_hand in std::iter::once(None).chain(marked) {
        let name = photo.reading.photo.clone();
        readings.push((photo.id, PhotoToRead { name, info: info.clone(), by_hand, upload: None }));
    }
    readings
}

impl PhotoToRead {
    /// Reads the photo; `tell` gets the first look as JSON, if the client named the upload.
    pub fn read(
        &self,
        file: &[u8],
        networks: &Networks,
        limits: &PhotoLimits,
        tell: impl FnOnce(String) + Send + 'static,
    ) -> ReadPhoto {
        let when_seen = self.upload.clone().map(|upload| -> WhenSeen {
            Box::new(move |look: FirstLook| {
                let view = LookView { upload, totals: look.totals };
                tell(serde_json::to_string(&view).expect("a text and numbers have a form in JSON"));
            })
        });
        read_with(&self.name, file, &self.info, self.by_hand.as_ref(), networks, limits, when_seen)
    }
}

pub fn check_room(server: &Server, state: &TableState) -> Result<(), ApiError> {
    if state.photos().count() < server.limits.photos_of_game {
        return Ok(());
    }
    let message = MessageId::ServeTooManyPhotos.with("most", server.limits.photos_of_game);
    Err(ApiError::new(StatusCode::CONFLICT, "too-many-photos", message))
}

/// The name without folders and control characters; `NAMELESS` if it becomes empty.
fn file_name(text: &str) -> String {
    let last = text.rsplit(['/', '\\']).next().unwrap_or_default();
    let name: String = last.chars().filter(|letter| !letter.is_control()).take(LONGEST_NAME).collect();
    if name.trim().is_empty() { NAMELESS.to_owned() } else { name.trim().to_owned() }
}

/// A photo to be added to a game.
struct NewPhoto<'a> {
    id: i64,
    name: &'a str,
    player: Option<PlayerId>,
    file: &'a Arc<Vec<u8>>,
    upload: Option<&'a str>,
    elsewhere: ReadElsewhere,
}

impl NewPhoto<'_> {
    /// The game with the photo, and the photo's name there if the game already had it.
    fn add(&self, server: &Arc<Server>) -> Result<(Arc<ReadGame>, Option<String>), ApiError> {
        let &Self { id, name, player, file, .. } = self;
        let sha256 = sha256_hex(file);
        for _ in 0..MOST_READINGS {
            let known = shared_game::read(server, id)?;
            if let Some(same) = same_photo(name, &sha256, player, &known.state.table) {
                let name = same.reading.photo.clone();
                return Ok((known, Some(name)));
            }
            let info = known.state.table.settings.info();
            let read = self.read(server, &info);
            let mut photo = PhotoId::default();
            let added = shared_game::change_with_file(server, id, Some(file), |state| {
                check_room(server, state)?;
                if state.table.settings.info() != info {
                    return Err(changed_meanwhile());
                }
                let change = with_photo(state, name, (&read.reading, read.size_px), player);
                photo = PhotoId(change.table.photos_added);
                // Before phones are notified, so that they find the photo at once.
                server.photos.put((id, photo), KeptPhoto { file: Arc::clone(file), upright: read.upright.clone() });
                Ok(change)
            });
            match added {
                Err(refusal) if refusal.code == CHANGED_MEANWHILE => {}
                Err(refusal) => {
                    server.photos.forget((id, photo));
                    return Err(refusal);
                }
                Ok(game) => return Ok((game, None)),
            }
        }
        Err(changed_meanwhile())
    }

    fn read(&self, server: &Arc<Server>, info: &PhotoInfo) -> Arc<ReadPhoto> {
        self.elsewhere.find(self.file, info, None).unwrap_or_else(|| {
            let (name, upload) = (self.name.to_owned(), self.upload.map(str::to_owned));
            let to_read = PhotoToRead { name, info: info.clone(), by_hand: None, upload };
            let (watched, id) = (Arc::clone(server), self.id);
            Arc::new(to_read.read(self.file, &server.networks, &server.limits.photo, move |look| {
                watched.events.announce_look(id, look)
            }))
        })
    }
}

const CHANGED_MEANWHILE: &str = "changed-meanwhile";

fn changed_meanwhile() -> ApiError {
    ApiError::new(StatusCode::CONFLICT, CHANGED_MEANWHILE, MessageId::ServeChangedMeanwhile)
}

fn read_with(
    name: &str,
    file: &[u8],
    info: &PhotoInfo,
    by_hand: Option<&ByHand>,
    networks: &Networks,
    limits: &PhotoLimits,
    when_seen: Option<WhenSeen>,
) -> ReadPhoto {
    let options = by_hand::scan_options(info, by_hand);
    let _turn = wait_for_turn(file);
    let run = PhotoRun::from_bytes(name, file, limits, networks, &options, Trace { when_seen, ..Trace::default() });
    let (content, by_hand) = (Ok(sha256_hex(file)), by_hand.copied());
    match run {
        Err(error) => {
            let reading = photo_reading(name, &content, info, Err(error));
            ReadPhoto { reading, size_px: [0, 0], by_hand, upright: None }
        }
        Ok(run) => {
            let (width, height) = run.photo.full_size_px;
            let upright = reduced_jpeg(&run.photo.pixels, UPRIGHT_PX).ok().map(Arc::new);
            let reading = photo_reading(name, &content, info, Ok(&run));
            ReadPhoto { reading, size_px: [width, height], by_hand, upright }
        }
    }
}

/// The decoded photo.
pub fn decoded(server: &Server, id: i64, photo: &PhotoRow) -> Result<PhotoInTurn, ApiError> {
    let file = file(server, id, photo.id)?.ok_or_else(photo_gone)?;
    PhotoInTurn::new(&photo.reading.photo, &file, &server.limits.photo).map_err(|_| photo_gone())
}

/// Reads all photos again after the game or the size has changed. Corrections stay where kingdoms and squares
/// are the same; if any would be lost, the change is refused unless the user has agreed.
pub fn read_all_anew(
    server: &Arc<Server>,
    id: i64,
    fields: &GameFields,
    is_agreed: bool,
    elsewhere: ReadElsewhere,
) -> Result<Arc<ReadGame>, ApiError> {
    let before = shared_game::read(server, id)?;
    let photos = before.state.table.photos.clone();
    read_photos_anew(server, &before, photos, fields, is_agreed, elsewhere)
}

/// Reads partly read photos again, with the rules of [`read_all_anew`].
pub async fn read_again(
    State(server): State<Arc<Server>>,
    Path(id): Path<String>,
    request: Request,
) -> Result<Response, ApiError> {
    let (id, language) = (number(&id)?, language(&request, server.language));
    let (is_agreed, elsewhere) = (is_drop_agreed(&request)?, ReadElsewhere::of(&request));
    let slot = server.queue.slot()?;
    let shared = Arc::clone(&server);
    server
        .queue
        .run(slot, move || {
            let before = shared_game::read(&shared, id)?;
            let photos = read_in_part(&shared, &before);
            if photos.is_empty() {
                return view(&shared, &before, language);
            }
            let read = read_photos_anew(&shared, &before, photos, &GameFields::default(), is_agreed, elsewhere)?;
            view(&shared, &read, language)
        })
        .await
}

/// The photos that were only partly read and whose files are still available.
fn read_in_part(server: &Server, game: &ReadGame) -> Vec<PhotoRow> {
    let in_part = game.state.table.photos.iter().filter(|photo| photo.reading.is_in_part());
    in_part.filter(|photo| photo.is_kept || server.photos.has((game.id, photo.id))).cloned().collect()
}

/// Reads these photos of a game again, and changes the given fields.
fn read_photos_anew(
    server: &Arc<Server>,
    before: &ReadGame,
    photos: Vec<PhotoRow>,
    fields: &GameFields,
    is_agreed: bool,
    elsewhere: ReadElsewhere,
) -> Result<Arc<ReadGame>, ApiError> {
    let id = before.id;
    let settings = fields.put_into(&before.state.table.settings)?;
    // Impossible settings are refused first, because reading the photos takes long.
    fields.own(&before.state, &mut Table { settings: settings.clone(), ..before.state.table.clone() })?;
    let info = settings.info();
    let shared = Arc::clone(server);
    // A file is in memory only while it is being read.
    let read = server.queue.each(photos, move |photo| {
        let mut marked = typed_anew(&photo, &info);
        if let Some(reading) = read_anew::without_photo(&photo, &info) {
            return Ok(PhotoAnew { id: photo.id, reading, size_px: photo.size_px, marked });
        }
        let file = file(&shared, id, photo.id)?.ok_or_else(photo_gone)?;
        let name = &photo.reading.photo;
        let whole = elsewhere.find_or_read(&shared, name, &file, &info, None);
        for grid in &photo.marked {
            if grid.by_hand.is_some() {
                let read = elsewhere.find_or_read(&shared, name, &file, &info, grid.by_hand.as_ref());
                marked.push((grid.id, read.reading.clone()));
            }
        }
        Ok(PhotoAnew { id: photo.id, reading: whole.reading.clone(), size_px: whole.size_px, marked })
    })?;
    let read = read.into_iter().collect::<Result<Vec<PhotoAnew>, ApiError>>()?;
    shared_game::change(server, id, |now| {
        // Corrections made meanwhile are kept.
        let is_same = now.table.photos_revision == before.state.table.photos_revision;
        if !is_same || now.table.settings != before.state.table.settings {
            return Err(changed_meanwhile());
        }
        Ok(with_photos_anew(now, fields, settings, read, is_agreed)?)
    })
}

pub async fn delete(
    State(server): State<Arc<Server>>,
    Path((id, p)): Path<(String, String)>,
    request: Request,
) -> Result<Response, ApiError> {
    let (id, p, language) = (number(&id)?, number::<PhotoId>(&p)?, language(&request, server.language));
    let is_agreed = is_drop_agreed(&request)?;
    server
        .blocking(move |server| {
            let read = shared_game::change(server, id, |state| Ok(without_photo(state, p, is_agreed)?))?;
            server.photos.forget((id, p));
            view(server, &read, language)
        })
        .await
}

pub async fn corners(
    State(server): State<Arc<Server>>,
    Path((id, p)): Path<(String, String)>,
    request: Request,
) -> Result<Response, ApiError> {
    let parameters = Parameters::of(request.uri()).only(&["phone", "drop"])?;
    let (is_agreed, elsewhere) = (parameters.is_drop_agreed()?, ReadElsewhere::of(&request));
    let (table, language) = (OpenTable::with(&server, &id, &parameters)?, language(&request, server.language));
    let marking: Option<Marking> = body::json(request, &server.limits).await?;
    let id = match table {
        OpenTable::Game(id) => id,
        OpenTable::OfTournament(table) => {
            return mark_in_tournament(server, table, p, marking, is_agreed, language).await;
        }
    };
    let p = number(&p)?;
    let Some(marking) = marking else {
        return server
            .blocking(move |server| {
                let read = shared_game::change(server, id, |state| Ok(forget_marks(state, p, is_agreed)?))?;
                view(server, &read, language)
            })
            .await;
    };
    let by_hand = marking.by_hand()?;
    let slot = server.queue.slot()?;
    let shared = Arc::clone(&server);
    server
        .queue
        .run(slot, move || {
            let before = shared_game::read(&shared, id)?;
            let photo = before.state.table.photo(p).ok_or_else(ApiError::not_found)?;
            let file = file(&shared, id, p)?.ok_or_else(photo_gone)?;
            let info = before.state.table.settings.info();
            let read = elsewhere.find_or_read(&shared, &photo.reading.photo, &file, &info, Some(&by_hand));
            let read = shared_game::change(&shared, id, |now| {
                if now.table.settings.info() != info {
                    return Err(changed_meanwhile());
                }
                Ok(mark(now, p, &marking, &read.reading, is_agreed)?)
            })?;
            view(&shared, &read, language)
        })
        .await
}

/// Marks the corners in a photo of a tournament's table, or removes them.
async fn mark_in_tournament(
    server: Arc<Server>,
    table: OfTournament,
    photo: String,
    marking: Option<Marking>,
    is_agreed: bool,
    language: Language,
) -> Result<Response, ApiError> {
    let of_photo = |kingdom: &str| parts_of(kingdom).is_some_and(|(of, _)| of == photo);
    if marking.as_ref().and_then(Marking::kingdom).is_some_and(|kingdom| !of_photo(kingdom)) {
        return Err(ApiError::not_found());
    }
    let by_hand = marking.map(|marking| marking.by_hand()).transpose()?;
    let slot = server.queue.slot()?;
    let shared = Arc::clone(&server);
    server
        .queue
        .run(slot, move || {
            table.change(&shared, language, |session, key, phone| {
                session.read_between(key, phone, &photo, by_hand, is_agreed)
            })
        })
        .await
}
