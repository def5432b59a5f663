//! A game in the form that the page receives. Fields are only ever added.

mod kingdoms;
mod players;

use serde::Serialize;

use super::open_games::ReadGame;
use super::server::Server;
use game::ids::{KingdomId, PhotoId};
use game::one_game::RankedGame;
use game::photo_reading::{PhotoReading, Status};
use kingdomino::domain::{Game, GridSize, Place, Variant};
use kingdomino::formats::KingdomRecord;
use messages::{Language, Message, MessageId, Page, Words};
use players::PlayerView;
use report::formats::SCHEMA_VERSION;
use report::standings_json::StandingsJson;
use report::standings_table::heading;
use table::log::What;
use table::photo::{ByHand, Grid, PhotoRow};
use table::state::{TableState, ask_about_the_box};
use table::why::of_photo;

pub use kingdoms::{KingdomView, PhotoName, ShownKingdom};

/// Everything that a page shows of a game.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct GameView {
    schema_version: u64,
    id: i64,
    /// Grows by 1 with each change.
    revision: i64,
    /// Milliseconds since 1970.
    created_ms: i64,
    /// `open` or `finished`.
    state: &'static str,
    /// The players, in the order in which they were entered.
    players: Vec<PlayerView>,
    /// Whether the players are teams.
    teams: bool,
    /// The game that was read, otherwise the players' choice; `null` if neither is known.
    game: Option<Game>,
    size: Option<GridSize>,
    /// The game's name, such as `Kingdomino, 5x5 grid`; `null` without a ranking.
    game_name: Option<String>,
    /// The players' choice; `null` to detect the game.
    asked_game: Option<Game>,
    asked_size: Option<GridSize>,
    variants: Vec<Variant>,
    keep_photos: bool,
    /// Whether the players must enter whom the Queen visits.
    asks_queen: bool,
    /// The line of `game --json`; `null` if the kingdoms cannot be ranked.
    standings: Option<StandingsJson>,
    /// Why the kingdoms cannot be ranked.
    unranked: Option<String>,
    /// Whether a total needs review, or a kingdom may be missing.
    needs_review: bool,
    /// Warnings about the game as a whole.
    warnings: Vec<WarningView>,
    notes: Vec<String>,
    photos: Vec<PhotoView>,
    kingdoms: Vec<KingdomView>,
    /// The open questions, most points at stake first.
    to_check: Vec<ToCheck>,
    can_undo: bool,
    can_redo: bool,
    /// The number of corrections of squares that count.
    corrections: usize,
    /// The number of answers that count, counting each part: it changes with each answer and each undo.
    answers: usize,
    /// Whether something was learnt from this game.
    learnt: bool,
    /// In the answer to an upload of a photo that the game already has: that photo's name in the game.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub same_photo: Option<String>,
}

#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct PhotoView {
    p: PhotoId,
    name: String,
    /// `scored`, `no_kingdom` or `error`.
    status: &'static str,
    /// Why it has no kingdom; empty if it has one.
    text: String,
    /// The index of the player whose kingdom it should show, if it shows none.
    owner: Option<usize>,
    /// Size of the upright photo in pixels; 0 if it cannot be decoded.
    width_px: i32,
    height_px: i32,
    /// Whether it can be shown, because it is in memory or in the data file.
    picture: bool,
    /// Whether it is in the data file.
    kept: bool,
    /// Whether a grid was marked in it by hand.
    by_hand: bool,
    /// Whether there is no photo, because the kingdom was typed.
    typed: bool,
    /// Whether it looks like another game and its squares have no corrections.
    unlike: bool,
    /// Whether it was read without part of the program, or some of it could not be read: a new reading may
    /// find more.
    in_part: bool,
    /// The grids that were marked by hand.
    marked: Vec<MarkedView>,
    kingdoms: Vec<String>,
}

/// A kingdom's marked grid.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct MarkedView {
    kingdom: String,
    #[serde(flatten)]
    by_hand: ByHand,
}

/// A warning.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct WarningView {
    /// A code for programs.
    code: String,
    text: String,
    /// The squares concerned, such as `r1c2`; empty if it concerns everything.
    squares: Vec<Place>,
    /// The number of a photo that contributes no kingdom and may be left out; `null` for other warnings.
    photo: Option<PhotoId>,
}

#[derive(Clone, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct ToCheck {
    /// `null` if it concerns the game.
    pub kingdom: Option<String>,
    /// The square, such as `r1c2`; `null` if it concerns the whole kingdom.
    pub square: Option<Place>,
    /// The squares concerned; empty if it concerns everything.
    pub squares: Vec<Place>,
    pub text: String,
    /// The number of points by which the total may change; `null` if unknown.
    pub points_at_stake: Option<u32>,
    /// See [`ReadSquare::expected_loss`](kingdomino::formats::ReadSquare::expected_loss); 0 for anything
    /// else.
    #[serde(skip)]
    expected_loss: f64,
}

impl GameView {
    /// The game in this language.
    pub fn new(read: &ReadGame, server: &Server, learnt: bool, language: Language) -> Self {
        let state = &read.state;
        let (table, settings) = (&state.table, &state.table.settings);
        let ranked = state.ranked.as_ref().ok();
        let kingdoms: Vec<KingdomView> =
            (0..state.one.kingdoms().len()).map(|kingdom| kingdom_view(read, kingdom, server, language)).collect();
        let open = open_questions(state, language);
        let to_check = KingdomView::to_check(kingdoms.iter());
        let standings = ranked.map(|ranked| &ranked.standings);
        let of_kingdoms = state.records.first().map(|record| &record.kingdom);
        Self {
            schema_version: SCHEMA_VERSION,
            id: read.id,
            revision: read.revision,
            created_ms: read.created_s * 1000,
            state: settings.state(),
            players: players::players(state, language),
            teams: settings.teams,
            game: of_kingdoms.map(|kingdom| kingdom.game()).or(settings.game),
            size: of_kingdoms.map(|kingdom| kingdom.size()).or(settings.size),
            game_name: standings.map(|standings| heading(standings).in_language(language)),
            asked_game: settings.game,
            asked_size: settings.size,
            variants: settings.variants.clone(),
            keep_photos: settings.keep_photos,
            asks_queen: state.ranked.as_ref().is_err_and(|unranked| unranked.asks_queen()),
            standings: ranked.map(|ranked| ranked.json(&state.one, &state.players)),
            unranked: state.ranked.as_ref().err().map(|unranked| page_text(&unranked.on_the_page(), language)),
            needs_review: !open.is_empty()
                || !state.unlike.is_empty()
                || ranked.is_none_or(|ranked| ranked.needs_review())
                || kingdoms.iter().any(KingdomView::needs_review),
            notes: ranked
                .iter()
                .flat_map(|ranked| &ranked.notes)
                .chain(&unused_totals(state))
                .map(|note| page_text(note, language))
                .collect(),
            photos: state.photos().map(|photo| PhotoView::new(photo, read, server, language)).collect(),
            kingdoms,
            to_check,
            warnings: ranked.into_iter().flat_map(|ranked| about_ranks(state, ranked, language)).chain(open).collect(),
            can_undo: table.before_last().is_some(),
            can_redo: table.after_next().is_some(),
            corrections: table.counting().iter().filter(|edit| matches!(edit.what, What::Square(_))).count(),
            answers: table.counting().len(),
            learnt,
            same_photo: None,
        }
    }
}

/// Warnings about the ranks that come from boxes and photos. The ranking decides whether they make a total
/// doubtful.
fn about_ranks<'a>(
    state: &'a TableState,
    ranked: &RankedGame,
    language: Language,
) -> impl Iterator<Item = WarningView> + 'a {
    // Warnings about photos come first.
    let photos = state.missing.iter().copied().map(Some).chain(std::iter::repeat(None));
    ranked.warnings().into_iter().zip(photos).map(move |(warning, photo)| WarningView {
        photo,
        ..WarningView::of_game(warning.code.id(), &warning.with_squares(), language)
    })
}

/// The reasons why the ranks are not final.
fn open_questions(state: &TableState, language: Language) -> Vec<WarningView> {
    let mut questions = Vec::new();
    // Before the first kingdom, the page itself explains what to do.
    if !state.records.is_empty() {
        if let Err(unranked) = &state.ranked {
            questions.push(WarningView::of_game("unranked", &unranked.on_the_page(), language));
        }
        for player in state.without_kingdom().filter(|player| !state.totals.contains_key(&player.id)) {
            let message = MessageId::ServePlayerWithoutKingdom.with("player", &*player.name);
            questions.push(WarningView::of_game("player-without-kingdom", &message, language));
        }
    }
    if !state.table.settings.players.is_empty() {
        for kingdom in state.nobodys() {
            let label = state.one.label(state.one.kingdoms()[kingdom][0]);
            let message = MessageId::ServeNobodysKingdom.with("kingdom", label);
            questions.push(WarningView::of_game("nobodys-kingdom", &message, language));
        }
    }
    for unfit in &state.unfit {
        let message = MessageId::ServeUnfit.with("square", Message::from(&unfit.square));
        questions.push(WarningView::of_game("unfit-correction", &message, language));
    }
    questions
}
/// The message as the page shows it for a game.
fn page_text(message: &Message, language: Language) -> String {
    message.clone().on_the_page(Page::Game).in_language(language)
}

/// Notes about typed totals of players whose kingdom now has another total.
fn unused_totals(state: &TableState) -> Vec<Message> {
    let standings = state.ranked.iter().flat_map(|ranked| &ranked.standings.players);
    let mut unused = Vec::new();
    for standing in standings {
        let player = state.table.settings.player_called(&standing.player);
        let Some(total) = player.and_then(|player| state.totals.get(&player.id)) else { continue };
        if !standing.is_typed_total() && standing.total != i32::from(*total) {
            let message = MessageId::ServeTypedTotalUnused.with("player", &*standing.player);
            unused.push(message.with("total", *total));
        }
    }
    unused
}

impl WarningView {
    fn of_game(code: &str, message: &Message, language: Language) -> Self {
        let text = page_text(message, language);
        Self { code: code.to_owned(), text, squares: Vec::new(), photo: None }
    }
}

impl PhotoView {
    fn new(photo: &PhotoRow, read: &ReadGame, server: &Server, language: Language) -> Self {
        let state = &read.state;
        let kingdoms = state.ids.iter().filter(|kingdom| kingdom.photo == photo.id);
        let [width_px, height_px] = photo.size_px;
        let reading = state.reading(photo.id).unwrap_or(&photo.reading);
        let grids = state.grids_of(photo.id);
        let mut marked: Vec<MarkedView> = Vec::new();
        for kingdom in kingdoms.clone() {
            let mut own = photo.marked.iter().filter(|own| grids.contains(&(kingdom.number, Grid::Marked(own.id))));
            if let Some(by_hand) = own.next().and_then(|own| own.by_hand) {
                marked.push(MarkedView { kingdom: kingdom.to_string(), by_hand });
            }
        }
        let owner = state.table.owner(photo, 1).filter(|_| reading.status != Status::Scored);
        let owner = owner.and_then(|owner| state.table.settings.index(owner));
        Self {
            p: photo.id,
            name: photo.reading.photo.clone(),
            status: match reading.status {
                Status::Scored => "scored",
                Status::NoKingdom => "no_kingdom",
                Status::Error | Status::Duplicate => "error",
            },
            text: what_is_wrong(reading, language),
            owner,
            width_px,
            height_px,
            picture: is_shown(photo, read.id, server),
            kept: photo.is_kept,
            by_hand: !marked.is_empty(),
            typed: photo.is_typed(),
            unlike: state.is_unlike(photo.id),
            in_part: photo.reading.is_in_part(),
            marked,
            kingdoms: kingdoms.map(KingdomId::to_string).collect(),
        }
    }
}

fn kingdom_view(read: &ReadGame, kingdom: usize, server: &Server, language: Language) -> KingdomView {
    let state = &read.state;
    let views = &state.one.kingdoms()[kingdom];
    let view = views[0];
    let in_photo = state.one.views()[view];
    let photo = &state.table.photos[in_photo.photo];
    let record = state.player_of(kingdom).filter(|(player, _)| player.views[0] == view).map(|(player, record)| {
        // The Queen's visit is decided over all kingdoms.
        let ranked = state.ranked.as_ref().ok().and_then(|ranked| ranked.record_of(&player.player));
        KingdomRecord { unseen: ranked.unwrap_or(record).unseen, ..record.clone() }
    });
    let (later, table) = (&state.read.kingdoms[view], &state.one);
    let shown = ShownKingdom {
        key: state.ids[view].to_string(),
        photo: PhotoName::Number(photo.id),
        number: in_photo.number,
        also: views[1..].iter().map(|view| state.ids[*view].to_string()).collect(),
        owner: state.owners[view].and_then(|owner| state.table.settings.index(owner)),
        label: state.one.label(view),
        record: record.unwrap_or_else(|| plain_record(state, view)),
        first: table.first_readings().kingdoms[view],
        later,
        corners_px: table.guesses(view).corners_px(later),
        all_said: state.is_confirmed(view),
        typed: state.one.is_typed(view),
        picture: !state.one.is_typed(view) && is_shown(photo, read.id, server),
    };
    KingdomView::new(shown, language)
}

/// The record of a kingdom that is not ranked, because two players have it or its player has two.
fn plain_record(state: &TableState, view: usize) -> KingdomRecord {
    let reading = &state.read.kingdoms[view];
    let mut record = KingdomRecord {
        variants: state.table.settings.variants.clone(),
        doubts: Some(reading.doubts(&reading.warnings)),
        ..KingdomRecord::from(reading.kingdom.clone())
    };
    if !state.is_confirmed(view) {
        ask_about_the_box(&mut record);
    }
    record
}

/// Why the photo has no kingdom; empty if it has one.
fn what_is_wrong(reading: &PhotoReading, language: Language) -> String {
    let message = match reading.status {
        Status::Scored => return String::new(),
        Status::NoKingdom => MessageId::ServePhotoWithoutKingdom.into(),
        Status::Error | Status::Duplicate => of_photo(reading),
    };
    message.on_the_page(Page::Game).in_language(language)
}

/// Whether its picture can be shown.
fn is_shown(photo: &PhotoRow, game: i64, server: &Server) -> bool {
    photo.size_px != [0, 0] && (photo.is_kept || server.photos.has((game, photo.id)))
}
