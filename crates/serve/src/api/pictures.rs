//! Pictures: a photo, a kingdom cropped from it, and the card for friends.

use std::sync::Arc;

use axum::extract::{Path, Request, State};
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};

use super::super::api_error::ApiError;
use super::super::guard::language;
use super::super::large_photos::PhotoInTurn;
use super::super::open_games::ReadGame;
use super::super::photo_cache::KeptPhoto;
use super::super::server::Server;
use super::super::shared_game;
use super::super::shared_game::file;
use super::number;
use super::open_table::{OfTournament, OpenTable};
use super::photos::{UPRIGHT_PX, decoded};
use super::query::Parameters;
use game::ids::PhotoId;
use game::line::{PhotoLine, ScanFields};
use game::photo_reading::PhotoReading;
use game::table::TablePhotos;
use messages::Language;
use reading::correction::GivenSquare;
use report::bundle::{PHOTO, bundle};
use report::card::shapes::Theme;
use report::card::{CardKingdom, game_card};
use vision::card_picture::{cut_out, paint};
use vision::picture_file::{PictureFormat, reduced_jpeg};

/// Side of a square, in pixels, in the picture of a single kingdom: enough for five squares on a screen 400
/// points wide with two pixels per point.
const SQUARE_PX: usize = 96;

fn jpeg(bytes: Vec<u8>) -> Response {
    ([(header::CONTENT_TYPE, "image/jpeg")], bytes).into_response()
}

/// The part before the extension; 404 if the extension differs.
fn before<'a>(file: &'a str, ending: &str) -> Result<&'a str, ApiError> {
    file.strip_suffix(ending).ok_or_else(ApiError::not_found)
}

pub async fn photo(
    State(server): State<Arc<Server>>,
    Path((id, name)): Path<(String, String)>,
    request: Request,
) -> Result<Response, ApiError> {
    let photo = before(&name, ".jpg")?.to_owned();
    match OpenTable::of(&server, &request, &id)? {
        OpenTable::Game(id) => {
            let p: PhotoId = number(&photo)?;
            server.in_turn(move |server| Ok(jpeg(upright(server, id, p)?))).await
        }
        OpenTable::OfTournament(OfTournament { session, key, .. }) => {
            server.in_turn(move |_| Ok(jpeg(session.upright(&key, &photo, UPRIGHT_PX)?))).await
        }
    }
}

fn upright(server: &Server, id: i64, p: PhotoId) -> Result<Vec<u8>, ApiError> {
    if let Some(upright) = server.photos.get((id, p)).and_then(|kept| kept.upright) {
        return Ok(upright.to_vec());
    }
    let read = shared_game::read(server, id)?;
    let photo = read.state.table.photo(p).ok_or_else(ApiError::not_found)?;
    let upright = reduced_jpeg(&decoded(server, id, photo)?.pixels, UPRIGHT_PX).map_err(ApiError::broken)?;
    if let Some(file) = file(server, id, p)? {
        server.photos.put((id, p), KeptPhoto { file, upright: Some(Arc::new(upright.clone())) });
    }
    Ok(upright)
}

pub async fn kingdom(
    State(server): State<Arc<Server>>,
    Path((id, name)): Path<(String, String)>,
    request: Request,
) -> Result<Response, ApiError> {
    // A browser fetches the picture again when `v` changes.
    let parameters = Parameters::of(request.uri()).only(&["phone", "v"])?;
    let table = OpenTable::with(&server, &id, &parameters)?;
    let key = before(&name, ".jpg")?.to_owned();
    server
        .in_turn(move |server| {
            let id = match table {
                OpenTable::Game(id) => id,
                OpenTable::OfTournament(table) => {
                    return Ok(jpeg(table.session.kingdom_picture(&table.key, &key, SQUARE_PX)?));
                }
            };
            let read = shared_game::read(server, id)?;
            let view = read.state.view(&key).ok_or_else(ApiError::not_found)?;
            let photo = &read.state.table.photos[read.state.one.views()[view].photo];
            let later = &read.state.read.kingdoms[view];
            let squares = later.kingdom.squares();
            let corners_px = read.state.one.guesses(view).corners_px(later);
            let (corners_px, lattice) = (corners_px.ok_or_else(ApiError::not_found)?, [squares.rows(), squares.cols()]);
            let photo = decoded(server, id, photo)?;
            let picture = cut_out(&photo, corners_px, lattice, SQUARE_PX);
            let picture = PictureFormat::Jpeg.encode(&picture.map_err(ApiError::broken)?);
            Ok(jpeg(picture.map_err(ApiError::broken)?))
        })
        .await
}

/// A report file about a photo that was misread.
pub async fn report(
    State(server): State<Arc<Server>>,
    Path((id, p)): Path<(String, String)>,
) -> Result<Response, ApiError> {
    let (id, p): (i64, PhotoId) = (number(&id)?, number(&p)?);
    let zip = server
        .in_turn(move |server| {
            let read = shared_game::read(server, id)?;
            let row = read.state.table.photo(p).ok_or_else(ApiError::not_found)?;
            let reading = read.state.reading(p).ok_or_else(ApiError::not_found)?;
            let photo = decoded(server, id, row)?;
            let jpeg = PictureFormat::Jpeg.encode(&photo.pixels).map_err(ApiError::broken)?;
            let message = reading.message.replace(&reading.photo, PHOTO);
            let reading = PhotoReading { photo: PHOTO.to_owned(), message, ..reading.clone() };
            // Read without the game's other photos, whose names stay private.
            let alone = TablePhotos::of_table(vec![reading.clone()]).map_err(ApiError::broken)?;
            let views = (0..read.state.ids.len()).filter(|view| read.state.ids[*view].photo == p);
            let given: Vec<Vec<GivenSquare>> = views.map(|view| read.state.given[view].clone()).collect();
            let corrected = alone.read_anew(&given).map_err(ApiError::broken)?;
            let kingdoms = alone.kept_kingdoms(&corrected).into_iter().map(|(_, kingdom)| kingdom);
            let scan = ScanFields {
                photo_size_px: Some(photo.full_size_px.into()),
                program: Some(env!("CARGO_PKG_VERSION").to_owned()),
                ..ScanFields::default()
            };
            let line = PhotoLine { scan, ..PhotoLine::new(reading, kingdoms.collect()) };
            bundle(&jpeg, line.to_line().map_err(ApiError::broken)?.as_bytes()).map_err(ApiError::broken)
        })
        .await?;
    Ok(([(header::CONTENT_TYPE, "application/zip")], zip).into_response())
}

pub async fn card(
    State(server): State<Arc<Server>>,
    Path(id): Path<String>,
    request: Request,
) -> Result<Response, ApiError> {
    let (id, language) = (number(&id)?, language(&request, server.language));
    let theme = Parameters::of(request.uri()).only(&["theme"])?.parsed("theme", |word| match word {
        "light" => Ok(Theme::Light),
        "dark" => Ok(Theme::Dark),
        _ => Err("light or dark"),
    })?;
    let slot = server.queue.slot()?;
    let shared = Arc::clone(&server);
    let png = server
        .queue
        .run(slot, move || {
            let read = shared_game::read(&shared, id)?;
            card_png(&shared, &read, theme.unwrap_or(Theme::Light), language)
        })
        .await?;
    Ok(([(header::CONTENT_TYPE, "image/png")], png).into_response())
}

fn card_png(server: &Server, read: &ReadGame, theme: Theme, language: Language) -> Result<Vec<u8>, ApiError> {
    let ranked = read
        .state
        .ranked
        .as_ref()
        .map_err(|unranked| ApiError::new(StatusCode::CONFLICT, "unranked", unranked.on_the_page()))?;
    let kingdoms = CardKingdom::of_game(&ranked.standings, language);
    let side_px = game_card(&ranked.standings, &kingdoms, &ranked.missing, &[], language).side_px;
    let pictures: Vec<_> = kingdoms
        .iter()
        .map(|kingdom| {
            let (record, photo) = (kingdom.record(), photo_of(kingdom, server, read)?);
            let squares = record.kingdom.squares();
            cut_out(&photo, record.corners_px?, [squares.rows(), squares.cols()], side_px).ok()
        })
        .collect();
    let has_photo: Vec<bool> = pictures.iter().map(Option::is_some).collect();
    let card = game_card(&ranked.standings, &kingdoms, &ranked.missing, &has_photo, language);
    let picture = paint(&card.drawing, &pictures, theme).map_err(ApiError::broken)?;
    PictureFormat::Png.encode(&picture).map_err(ApiError::broken)
}

/// The photo of a kingdom. Without it, the card shows a drawing.
fn photo_of(kingdom: &CardKingdom, server: &Server, read: &ReadGame) -> Option<PhotoInTurn> {
    let name = kingdom.record().photo.image.as_ref()?;
    let photo = read.state.table.photos.iter().find(|photo| photo.reading.photo == *name)?;
    decoded(server, read.id, photo).ok()
}
