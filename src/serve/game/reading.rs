//! `GameRows -> ReadGame`: the photos of a game read together, and who won.

use std::path::Path;
use std::sync::Arc;

use axum::http::StatusCode;

use crate::correction::{GivenSquare, ReadAnew};
use crate::domain::{MOST_BONUSES, Place};
use crate::formats::KingdomRecord;
use crate::messages::{Message, MessageId, Words};
use crate::serve::refusal::Refusal;
use crate::serve::store::{GameRows, PlayerResult, Said};
use crate::serve::why::of_correction;
use crate::standings::StandingsError;
use crate::tournament::one_game::{NamingError, OneGame, PlayerViews, RankedGame, said_later};
use crate::tournament::results::ResultLine;

/// A game as it is read.
pub struct ReadGame {
    pub rows: GameRows,
    pub one: Arc<OneGame>,
    /// Of each view whose kingdom it shows, by the place among the players, as far as that was said.
    pub owners: Vec<Option<usize>>,
    /// The same by the players' names.
    pub names: Vec<Option<String>>,
    /// What counts of what was said of each view.
    pub given: Vec<Vec<GivenSquare>>,
    /// The views read anew around what was said.
    pub read: ReadAnew,
    /// In the order in which the photos first show their kingdoms.
    pub players: Vec<PlayerViews>,
    /// The players' kingdoms, in their order.
    pub records: Vec<KingdomRecord>,
    /// Who won, or why that cannot be said.
    pub ranked: Result<RankedGame, Unranked>,
    /// What was said and does not count any more.
    pub unfit: Vec<Unfit>,
}

/// Why nobody can be ranked.
#[derive(Debug, Clone)]
pub struct Unranked {
    pub why: Message,
    /// Whether it has to be said whom the Queen visits.
    pub asks_queen: bool,
}

/// Something that was said of a square and does not fit what is read now.
#[derive(Debug, Clone, Copy)]
pub struct Unfit {
    pub said: Said,
}

/// What contradicts itself is tried without the last things said; so often, then without all.
const MOST_TRIES: usize = 8;

impl ReadGame {
    /// Reads a game; `before` is the same game with the same photos, where that is at hand.
    pub fn new(rows: GameRows, before: Option<&ReadGame>) -> Result<Self, Refusal> {
        let same_photos = before.filter(|before| before.rows.photos_revision == rows.photos_revision);
        let one = match same_photos {
            Some(before) => Arc::clone(&before.one),
            None => {
                let lines: Vec<ResultLine> = rows.state.photos.iter().map(|photo| photo.line.clone()).collect();
                Arc::new(OneGame::new(lines).map_err(Refusal::broken)?)
            }
        };
        let said = &rows.state.said[..rows.state.corrections.min(rows.state.said.len())];
        let (read, given, unfit) = read_around(&one, &rows, said)?;
        let owners = owners(&one, &rows);
        let name = |owner: &Option<usize>| rows.state.settings.name((*owner)?).map(str::to_owned);
        let names: Vec<Option<String>> = owners.iter().map(name).collect();
        let (players, naming) = match one.players(&names) {
            Ok(players) => (players, None),
            Err(error) => {
                // The kingdoms are shown all the same, by the names of their photos.
                let nameless = one.players(&vec![None; names.len()]).map_err(Refusal::broken)?;
                (nameless, Some(why_nameless(error)))
            }
        };
        let with_kingdom: Vec<&str> = players.iter().map(|player| player.player.as_str()).collect();
        let inputs = rows.state.settings.inputs(&with_kingdom);
        let records = one.records(&players, &read, &inputs).map_err(Refusal::broken)?;
        let unranked = |why: Message| Unranked { why, asks_queen: false };
        let ranked = match naming {
            Some(why) => Err(unranked(why)),
            None if records.is_empty() => Err(unranked(MessageId::ServeNoKingdomYet.into())),
            None => one.ranked(&players, records.clone(), &inputs).map_err(|error| Unranked {
                asks_queen: matches!(error, StandingsError::TiedTowers { .. }),
                why: why_unranked(error),
            }),
        };
        Ok(Self { rows, one, owners, names, given, read, players, records, ranked, unfit })
    }

    /// A view by what the page calls it, `2k1`: the photo's number, and the kingdom's in it.
    pub fn view(&self, key: &str) -> Option<usize> {
        let (photo, number) = key.split_once('k')?;
        let (photo, number): (u32, usize) = (photo.parse().ok()?, number.parse().ok()?);
        view_of(&self.one, &self.rows, photo, number)
    }

    /// What the page calls a view.
    pub fn key(&self, view: usize) -> String {
        let in_photo = self.one.views()[view];
        format!("{}k{}", self.rows.state.photos[in_photo.photo].number, in_photo.number)
    }

    /// The player of a kingdom, by the kingdom's place among all, and its record.
    pub fn player_of(&self, kingdom: usize) -> Option<(&PlayerViews, &KingdomRecord)> {
        let views = &self.one.kingdoms()[kingdom];
        self.players.iter().zip(&self.records).find(|(player, _)| views.contains(&player.views[0]))
    }

    /// What is said of a square of the view as it is read now.
    pub fn said(&self, view: usize, place: Place, square: crate::domain::Square) -> Option<Said> {
        let read = &self.read.kingdoms[view];
        read.reading.kingdom.squares().get(place)?;
        let in_photo = self.one.views()[view];
        let photo = self.rows.state.photos[in_photo.photo].number;
        Some(Said { photo, kingdom: in_photo.number, at: read.in_view(place), square, is_with_last: false })
    }

    /// Players who have no kingdom yet, by their places.
    pub fn without_kingdom(&self) -> impl Iterator<Item = usize> {
        (0..self.rows.state.settings.players.len()).filter(|player| !self.owners.contains(&Some(*player)))
    }

    /// Kingdoms that are nobody's yet, by their places among all.
    pub fn nobodys(&self) -> impl Iterator<Item = usize> {
        let kingdoms = self.one.kingdoms();
        (0..kingdoms.len()).filter(move |kingdom| self.names[kingdoms[*kingdom][0]].is_none())
    }

    /// What the history keeps.
    pub fn results(&self) -> Vec<PlayerResult> {
        let Ok(ranked) = &self.ranked else { return Vec::new() };
        let is_open = ranked.needs_review() && !ranked.missing.is_empty();
        let result = |standing: &crate::standings::Standing| PlayerResult {
            player: standing.player.clone(),
            place: standing.rank,
            total: standing.total,
            to_check: standing.needs_review || is_open,
        };
        ranked.standings.players.iter().map(result).collect()
    }
}

/// In the page's words: what the terminal says names its flags.
fn why_nameless(error: NamingError) -> Message {
    match error {
        NamingError::TwoKingdoms { player, photos, .. } => {
            MessageId::ServeTwoKingdoms.with("player", player).with("photos", photos)
        }
        NamingError::NumberOfNames { .. } | NamingError::SeveralKingdoms { .. } => MessageId::ServeUnranked.into(),
    }
}

/// Likewise.
fn why_unranked(error: StandingsError) -> Message {
    match error {
        StandingsError::TiedTowers { players, .. } => MessageId::ServeTiedTowers.with("players", players.join(", ")),
        StandingsError::TwoGames { first: (one, ..), second: (other, ..) } => {
            MessageId::ServeTwoGames.with("one", one).with("other", other)
        }
        StandingsError::TooManyBonuses(_) => MessageId::ServeTooManyQuests.with("most", MOST_BONUSES),
        _ => MessageId::ServeUnranked.into(),
    }
}

fn view_of(one: &OneGame, rows: &GameRows, photo: u32, number: usize) -> Option<usize> {
    let photo = rows.state.photos.iter().position(|row| row.number == photo)?;
    one.views().iter().position(|view| (view.photo, view.number) == (photo, number))
}

/// What one photo of a kingdom says is true of its other photos.
fn owners(one: &OneGame, rows: &GameRows) -> Vec<Option<usize>> {
    let owner = |view: usize| {
        let in_photo = one.views()[view];
        rows.state.photos[in_photo.photo].owners.get(in_photo.number - 1).copied().flatten()
    };
    let mut owners: Vec<Option<usize>> = (0..one.views().len()).map(owner).collect();
    for kingdom in one.kingdoms() {
        let owner = kingdom.iter().find_map(|view| owners[*view]);
        kingdom.iter().for_each(|view| owners[*view] = owners[*view].or(owner));
    }
    owners
}

/// What is read, what counts of what was said of each view, and what does not.
type ReadAround = (ReadAnew, Vec<Vec<GivenSquare>>, Vec<Unfit>);

/// The game read anew around what was said.
fn read_around(one: &OneGame, rows: &GameRows, said: &[Said]) -> Result<ReadAround, Refusal> {
    let mut last_error = None;
    for left_out in (0..=said.len()).take(MOST_TRIES).chain([said.len()]) {
        let (counted, later) = said.split_at(said.len() - left_out);
        let (given, mut unfit) = given(one, rows, counted);
        match one.table().read_anew(&given) {
            Ok(read) => {
                unfit.extend(later.iter().map(|said| Unfit { said: *said }));
                return Ok((read, given, unfit));
            }
            Err(error) => last_error = Some(error),
        }
    }
    Err(last_error.map_or_else(Refusal::not_found, Refusal::broken))
}

/// What is said of each view, by the squares' names in the first readings; what has no name there any more is unfit.
fn given(one: &OneGame, rows: &GameRows, said: &[Said]) -> (Vec<Vec<GivenSquare>>, Vec<Unfit>) {
    let first = one.table().first_readings();
    let mut given = vec![Vec::new(); one.views().len()];
    let mut unfit = Vec::new();
    for said in said {
        let view = view_of(one, rows, said.photo, said.kingdom);
        let named = view.and_then(|view| Some((view, first.kingdoms[view].at(said.at)?)));
        match named {
            None => unfit.push(Unfit { said: *said }),
            Some((view, place)) => {
                let mut now = vec![Vec::new(); given.len()];
                now[view].push(GivenSquare { place, square: said.square });
                given = said_later(given, now);
            }
        }
    }
    (given, unfit)
}

/// Checks that what is said last fits, where all before it does.
pub fn check_last(read: &ReadGame) -> Result<(), Refusal> {
    let state = &read.rows.state;
    let last = state.corrections.checked_sub(1).map(|last| state.said[last]);
    if read.unfit.iter().all(|unfit| Some(unfit.said) != last) {
        return Ok(());
    }
    let (given, _) = given(&read.one, &read.rows, &state.said[..state.corrections]);
    let why = read.one.table().first_readings().read_anew(&given).err();
    let why = why.map_or_else(|| MessageId::ServeImpossible.into(), |error| of_correction(&error));
    let message = MessageId::ServeBadCorrection.with("why", why);
    Err(Refusal::new(StatusCode::UNPROCESSABLE_ENTITY, "bad-correction", message))
}

/// The photo's name, other than those of the game's photos: phones call every picture `image.jpg`.
pub fn unique_name(name: &str, rows: &GameRows) -> String {
    let stem_of = |name: &str| Path::new(name).file_stem().map(|stem| stem.to_string_lossy().to_lowercase());
    let is_taken = |name: &str| rows.state.photos.iter().any(|photo| stem_of(&photo.line.photo) == stem_of(name));
    if !is_taken(name) {
        return name.to_owned();
    }
    let (stem, ending) = name.rsplit_once('.').unwrap_or((name, "jpg"));
    (2..).map(|number| format!("{stem}-{number}.{ending}")).find(|name| !is_taken(name)).unwrap_or_default()
}
