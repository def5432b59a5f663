//! Photos of a game: added, taken away, read anew with corners by hand.

use std::sync::Arc;

use axum::extract::{Path, Request, State};
use axum::http::StatusCode;
use axum::response::Response;

use super::super::game::{self, Change, GameFields, ReadGame, unique_name};
use super::super::guard::language;
use super::super::large_photos::wait_for_turn;
use super::super::photo_memory::KeptPhoto;
use super::super::refusal::Refusal;
use super::super::server::Server;
use super::super::store::{ByHand, GameRows, GameState, PhotoRow, Said};
use super::super::{body, by_hand};

use super::query::Parameters;
use super::view::view;
use super::{number, photo_gone};
use crate::formats::name_of_file;
use crate::messages::{MessageId, Words};
use crate::scan_results::game_line;
use crate::storage::sha256::sha256_hex;
use crate::tournament::results::ResultLine;
use crate::tournament::{PhotoInfo, Status};
use crate::vision::photo::Photo;
use crate::vision::picture_file::reduced_jpeg;
use crate::vision::scan::{PhotoRun, Trace};

/// The long side of the picture that the page shows.
pub const UPRIGHT_PX: f64 = 1600.0;

/// Phones that give no name call it so.
const NAMELESS: &str = "photo.jpg";

/// More letters than any phone gives.
const LONGEST_NAME: usize = 100;

/// The players may say something of the game while a photo of it is read; then it is read again.
const MOST_READINGS: usize = 3;

/// What a photo came to.
struct ReadPhoto {
    line: ResultLine,
    size_px: [i32; 2],
    upright: Option<Arc<Vec<u8>>>,
}

pub async fn add(
    State(server): State<Arc<Server>>,
    Path(id): Path<String>,
    request: Request,
) -> Result<Response, Refusal> {
    let (id, language) = (number(&id)?, language(&request, server.language));
    let parameters = Parameters::of(request.uri()).only(&["name", "player"])?;
    let name = file_name(parameters.one("name")?.unwrap_or_default());
    let player = parameters.parsed("player", str::parse::<usize>)?;
    let known = server.blocking(move |server| game::read(server, id)).await?;
    check_room(&server, &known.rows)?;
    // While the photo comes, another phone may take players away, and others have their places then.
    let player =
        player.and_then(|player| known.rows.state.settings.players.get(player)).map(|player| player.name.clone());
    let (slot, file) = body::read_photo(&server.queue, request.into_body(), &server.limits).await?;
    let file = Arc::new(file);
    let shared = Arc::clone(&server);
    let work = move || view(&shared, &*add_photo(&shared, id, &name, player.as_deref(), &file)?, language);
    server.queue.run(slot, work).await
}

/// The player whose name the photo's file has, if that player has no kingdom yet.
fn player_of_file(photo: &str, game: &ReadGame) -> Option<usize> {
    let player = player_called(&name_of_file(photo)?, game)?;
    game.without_kingdom().find(|without| *without == player)
}

fn player_called(name: &str, game: &ReadGame) -> Option<usize> {
    let players = &game.rows.state.settings.players;
    players.iter().position(|player| player.name.to_lowercase() == name.to_lowercase())
}

fn check_room(server: &Server, rows: &GameRows) -> Result<(), Refusal> {
    if rows.state.photos.len() < server.limits.photos_of_game {
        return Ok(());
    }
    let message = MessageId::ServeTooManyPhotos.with("most", server.limits.photos_of_game);
    Err(Refusal::new(StatusCode::CONFLICT, "too-many-photos", message))
}

/// Without folders and steering characters.
fn file_name(text: &str) -> String {
    let last = text.rsplit(['/', '\\']).next().unwrap_or_default();
    let name: String = last.chars().filter(|letter| !letter.is_control()).take(LONGEST_NAME).collect();
    if name.trim().is_empty() { NAMELESS.to_owned() } else { name.trim().to_owned() }
}

fn add_photo(
    server: &Server,
    id: i64,
    name: &str,
    player: Option<&str>,
    file: &Arc<Vec<u8>>,
) -> Result<Arc<ReadGame>, Refusal> {
    for _ in 0..MOST_READINGS {
        let info = game::read(server, id)?.rows.state.settings.info();
        let read = read_photo(server, name, file, &info, None);
        let mut number = 0;
        let added = game::change(server, id, |game| {
            check_room(server, &game.rows)?;
            if game.rows.state.settings.info() != info {
                return Err(changed_meanwhile());
            }
            let mut state = game.rows.state.clone();
            state.photos_added += 1;
            number = state.photos_added;
            let name = unique_name(name, &game.rows);
            let is_kept = state.settings.keep_photos;
            let (mut line, size_px, by_hand) = (read.line.clone(), read.size_px, None);
            line.photo = name;
            let player = player.and_then(|player| player_called(player, game));
            let player = player.or_else(|| player_of_file(&line.photo, game));
            let owners = owners(player, line.kingdoms.len());
            state.photos.push(PhotoRow { number, line, owners, by_hand, size_px, is_kept });
            let new_file = is_kept.then(|| Arc::clone(file));
            // So that phones that hear of the photo find it.
            server.photos.put((id, number), KeptPhoto { file: Arc::clone(file), upright: read.upright.clone() });
            Ok(Change { photos_changed: true, new_file, ..Change::new(state) })
        });
        match added {
            Err(refusal) if refusal.code == CHANGED_MEANWHILE => {}
            Err(refusal) => {
                server.photos.forget((id, number));
                return Err(refusal);
            }
            Ok(game) => return Ok(game),
        }
    }
    Err(changed_meanwhile())
}

const CHANGED_MEANWHILE: &str = "changed-meanwhile";

fn changed_meanwhile() -> Refusal {
    Refusal::new(StatusCode::CONFLICT, CHANGED_MEANWHILE, MessageId::ServeChangedMeanwhile)
}

/// A photo that is a player's shows one kingdom; of several it is not known which is meant.
fn owners(player: Option<usize>, kingdoms: usize) -> Vec<Option<usize>> {
    player.filter(|_| kingdoms <= 1).map(|player| vec![Some(player)]).unwrap_or_default()
}

/// Whose kingdom a photo of one shows.
fn only_owner(photo: &PhotoRow) -> Option<usize> {
    if let [Some(owner)] = photo.owners[..] { Some(owner) } else { None }
}

fn read_photo(server: &Server, name: &str, file: &[u8], info: &PhotoInfo, by_hand: Option<&ByHand>) -> ReadPhoto {
    let options = by_hand::scan_options(info, by_hand);
    let _turn = wait_for_turn(file);
    let run = PhotoRun::from_bytes(name, file, &server.limits.photo, &server.networks, &options, Trace::default());
    let content = Ok(sha256_hex(file));
    match run {
        Err(error) => ReadPhoto { line: game_line(name, content, info, Err(error)), size_px: [0, 0], upright: None },
        Ok(run) => {
            let (width, height) = run.photo.full_size_px;
            let upright = reduced_jpeg(&run.photo.pixels, UPRIGHT_PX).ok().map(Arc::new);
            ReadPhoto { line: game_line(name, content, info, Ok(&run)), size_px: [width, height], upright }
        }
    }
}

/// The photo's file, from memory or from the data file.
pub fn file(server: &Server, id: i64, photo: u32) -> Result<Option<Arc<Vec<u8>>>, Refusal> {
    match server.photos.get((id, photo)) {
        Some(kept) => Ok(Some(kept.file)),
        None => Ok(server.store.file(id, photo).map_err(Refusal::broken)?.map(Arc::new)),
    }
}

/// The decoded photo.
pub fn decoded(server: &Server, id: i64, photo: &PhotoRow) -> Result<Photo, Refusal> {
    let file = file(server, id, photo.number)?.ok_or_else(photo_gone)?;
    Photo::from_bytes_within(photo.line.photo.as_str(), &file, &server.limits.photo).map_err(|_| photo_gone())
}

/// Photos in memory go into the data file, or those in it into memory as far as there is room. Within the change that says so, or a photo that
/// another phone adds meanwhile would lie where nobody said.
pub fn keep_as_said(server: &Server, read: &ReadGame, keep: bool) -> Result<(), Refusal> {
    let (id, state) = (read.rows.id, &read.rows.state);
    if keep == state.settings.keep_photos {
        return Ok(());
    }
    let mut files = Vec::new();
    for photo in &state.photos {
        files.extend(file(server, id, photo.number)?.map(|file| (photo.number, file)));
    }
    if keep {
        let files: Vec<(u32, &[u8])> = files.iter().map(|(number, file)| (*number, file.as_slice())).collect();
        return server.store.keep_files(id, &files).map_err(Refusal::broken);
    }
    for (number, file) in files {
        let upright = server.photos.get((id, number)).and_then(|kept| kept.upright);
        server.photos.put((id, number), KeptPhoto { file, upright });
    }
    server.store.drop_files(id).map_err(Refusal::broken)
}

/// All photos read anew, as another game or with another grid; what was said of their squares is said of other squares then, and falls.
pub fn read_all_anew(server: &Arc<Server>, id: i64, fields: &GameFields) -> Result<Arc<ReadGame>, Refusal> {
    let before = game::read(server, id)?;
    let settings = fields.put_into(&before.rows.state.settings)?;
    // What cannot be is refused before the photos are read, and not after.
    fields.own(&before, &mut GameState { settings: settings.clone(), ..before.rows.state.clone() })?;
    let info = settings.info();
    let photos = before.rows.state.photos.iter();
    let photos: Vec<_> = photos.map(|photo| (photo.number, photo.line.photo.clone(), photo.by_hand)).collect();
    let shared = Arc::clone(server);
    // Each file is in memory only as long as it is read.
    let read = server.queue.each(photos, move |(number, name, by_hand)| {
        let file = file(&shared, id, number)?.ok_or_else(photo_gone)?;
        Ok(read_photo(&shared, &name, &file, &info, by_hand.as_ref()))
    })?;
    let read = read.into_iter().collect::<Result<Vec<ReadPhoto>, Refusal>>()?;
    game::change(server, id, |now| {
        if now.rows.revision != before.rows.revision {
            return Err(changed_meanwhile());
        }
        let mut state = now.rows.state.clone();
        state.settings = settings;
        fields.own(now, &mut state)?;
        keep_as_said(server, now, state.settings.keep_photos)?;
        for (photo, read) in state.photos.iter_mut().zip(read) {
            // Another number of kingdoms: they have other numbers, too.
            if read.line.kingdoms.len() != photo.line.kingdoms.len() {
                photo.owners = owners(only_owner(photo), read.line.kingdoms.len());
            }
            (photo.line, photo.size_px, photo.is_kept) = (read.line, read.size_px, state.settings.keep_photos);
        }
        (state.said, state.corrections) = (Vec::new(), 0);
        Ok(Change { photos_changed: true, ..Change::new(state) })
    })
}

pub async fn delete(
    State(server): State<Arc<Server>>,
    Path((id, p)): Path<(String, String)>,
    request: Request,
) -> Result<Response, Refusal> {
    let (id, p, language) = (number(&id)?, number::<u32>(&p)?, language(&request, server.language));
    server
        .blocking(move |server| {
            let read = game::change(server, id, |game| {
                let mut state = game.rows.state.clone();
                state.photos.retain(|photo| photo.number != p);
                if state.photos.len() == game.rows.state.photos.len() {
                    return Err(Refusal::not_found());
                }
                forget_said(&mut state, p);
                Ok(Change { photos_changed: true, ..Change::new(state) })
            })?;
            server.photos.forget((id, p));
            view(server, &read, language)
        })
        .await
}

/// What was said of a photo's squares falls.
fn forget_said(state: &mut GameState, photo: u32) {
    let is_other = |said: &&Said| said.photo != photo;
    state.corrections = state.said[..state.corrections].iter().filter(is_other).count();
    state.said.retain(|said| said.photo != photo);
}

pub async fn corners(
    State(server): State<Arc<Server>>,
    Path((id, p)): Path<(String, String)>,
    request: Request,
) -> Result<Response, Refusal> {
    let (id, p, language) = (number(&id)?, number::<u32>(&p)?, language(&request, server.language));
    let by_hand: Option<ByHand> = body::json(request.into_body(), &server.limits).await?;
    if let Some(by_hand) = &by_hand {
        by_hand::check(by_hand)?;
    }
    let slot = server.queue.slot()?;
    let shared = Arc::clone(&server);
    let work = move || view(&shared, &*read_with_corners(&shared, id, p, by_hand)?, language);
    server.queue.run(slot, work).await
}

fn read_with_corners(server: &Server, id: i64, p: u32, by_hand: Option<ByHand>) -> Result<Arc<ReadGame>, Refusal> {
    let before = game::read(server, id)?;
    let photo = before.rows.state.photos.iter().find(|photo| photo.number == p).ok_or_else(Refusal::not_found)?;
    let file = file(server, id, p)?.ok_or_else(photo_gone)?;
    let info = before.rows.state.settings.info();
    let read = read_photo(server, &photo.line.photo, &file, &info, by_hand.as_ref());
    if by_hand.is_some() && read.line.status != Status::Scored {
        // What was read before stays.
        return Err(by_hand::nothing_between());
    }
    game::change(server, id, |now| {
        if now.rows.state.settings.info() != info {
            return Err(changed_meanwhile());
        }
        let mut state = now.rows.state.clone();
        let photo = state.photos.iter_mut().find(|photo| photo.number == p).ok_or_else(Refusal::not_found)?;
        photo.owners = owners(only_owner(photo), read.line.kingdoms.len());
        (photo.line, photo.size_px, photo.by_hand) = (read.line, read.size_px, by_hand);
        forget_said(&mut state, p);
        Ok(Change { photos_changed: true, ..Change::new(state) })
    })
}
