//! A tournament in the form that the page receives. Fields are only ever added.

use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

use serde::Serialize;

use super::super::api_error::ApiError;
use super::super::why::of_photo;
use super::places::{key_of, photo_key, table_key};
use super::{ReviewSession, State};
use game::line::ResultLine;
use kingdomino::formats::name_key;
use messages::{Language, Message, MessageId, Page, Words};
use report::formats::SCHEMA_VERSION;
use report::standings_table::with_doubt;
use tournament::ranking::{RankedPlayer, ReviewItem, Round, Table};
use tournament::report::csv::write_csv;
use tournament::report::season::SeasonColumns;
use tournament::report::sheets::sheets;

/// The report: the leaders, all tables, and the open questions.
#[derive(Serialize)]
pub struct TournamentView {
    schema_version: u64,
    /// Grows with each change.
    revision: i64,
    /// The folder's name.
    name: String,
    /// Title, date and place of the event, if its rules contain them.
    event: Option<String>,
    /// The ranking rules over all rounds, in sentences.
    rules: Vec<String>,
    /// The totals over all rounds, sorted from the winner down.
    overall: Vec<PlaceView>,
    rounds: Vec<RoundView>,
    dynasties: Vec<DynastyView>,
    /// Photos that belong to no table, each at a table of its own, in the order in which they were taken.
    loose: Vec<LooseView>,
    /// Whether phones may enter the owners of photos.
    takes_seats: bool,
    /// Questions that only the organiser can answer, and photos whose files cannot be read.
    questions: Vec<String>,
    /// Tables with open questions.
    to_check: Vec<TableToCheck>,
    /// Whether phones may send photos.
    takes_photos: bool,
    /// Known names, sorted.
    players: Vec<String>,
}

#[derive(Serialize)]
struct PlaceView {
    /// `null` without a kingdom.
    rank: Option<usize>,
    shared: bool,
    /// Whether the rank may change.
    may_change: bool,
    player: String,
    total: Option<i32>,
    /// The total or placing points that determine the rank; with `?` if they may change.
    score: Option<String>,
    /// Over all rounds by rules: the points of each round, and the total in addition to placing points.
    details: String,
    /// How ties were decided, and what is missing or needs a check.
    remarks: String,
    needs_review: bool,
}

#[derive(Serialize)]
struct RoundView {
    name: String,
    title: String,
    tables: Vec<TableSummary>,
}

#[derive(Serialize)]
struct TableSummary {
    /// The table's key in requests.
    key: String,
    name: String,
    title: String,
    ranking: Vec<PlaceView>,
    /// Why the ranks are uncertain.
    problem: Option<String>,
    /// The number of photos to check.
    to_check: usize,
    /// Whether another phone is at the table.
    is_taken: bool,
}

#[derive(Serialize)]
struct DynastyView {
    title: String,
    ranking: Vec<PlaceView>,
    problem: Option<String>,
}

#[derive(Serialize)]
struct LooseView {
    key: String,
    photo: String,
    /// The photo's key.
    p: String,
    /// The time by the camera's clock.
    taken: Option<String>,
    /// Index, from 0, of the table that the photos' times suggest; `null` if there is no suggestion.
    group: Option<usize>,
    to_check: usize,
    is_taken: bool,
}

#[derive(Serialize)]
struct TableToCheck {
    key: String,
    title: String,
    photos: Vec<PhotoToCheck>,
    is_taken: bool,
}

#[derive(Serialize)]
struct PhotoToCheck {
    photo: String,
    player: Option<String>,
    /// The number of doubtful squares.
    squares: usize,
    doubts: Vec<String>,
}

impl ReviewSession {
    /// The tournament in this language, for a phone.
    ///
    /// # Errors
    /// The folder cannot be read.
    pub fn view(&self, phone: &str, language: Language) -> Result<TournamentView, ApiError> {
        let state = self.state()?;
        let ranked = state.ranked();
        let words = |message: &Message| message.clone().on_the_page(Page::Tournament).in_language(language);
        let tables = state.to_check();
        let open: HashMap<&str, usize> = tables.iter().map(|(key, items)| (key.as_str(), items.len())).collect();
        let open = |key: &str| open.get(key).copied().unwrap_or_default();
        let summary = |round: &Round, table: &Table| {
            let key = key_of(&round.name, &table.name);
            TableSummary {
                to_check: open(&key),
                is_taken: self.is_at(&key, phone) == Some(false),
                key,
                name: table.name.clone(),
                title: words(&MessageId::TableName.with("table", table.name.as_str())),
                ranking: places(&table.ranking, None, language),
                problem: table.problem.as_ref().map(words),
            }
        };
        let round = |round: &Round| RoundView {
            name: round.name.clone(),
            title: words(&MessageId::RoundName.with("round", round.name.as_str())),
            tables: round.tables.iter().map(|table| summary(round, table)).collect(),
        };
        // A player's photo that was left out is listed at its table.
        let loose = ranked.loose.iter().filter_map(|photo| state.review.line(&photo.photo));
        let loose: Vec<&ResultLine> = loose.filter(|line| line.info.seat.is_none()).collect();
        let names: Vec<&str> = loose.iter().map(|line| line.photo.as_str()).collect();
        let takes_seats = self.takes_seats(&state);
        let in_order = match takes_seats {
            true => self.in_order(&names).into_iter().map(|one| (one.at, Some(one.group), one.taken)).collect(),
            false => (0..loose.len()).map(|at| (at, None, None)).collect::<Vec<_>>(),
        };
        let loose = in_order.into_iter().map(|(at, group, taken)| {
            let (line, key) = (loose[at], table_key(loose[at]));
            LooseView {
                photo: line.photo.clone(),
                p: photo_key(&line.photo),
                taken: taken.map(|taken| format!("{:02}:{:02}", taken.hour, taken.minute)),
                group,
                to_check: open(&key),
                is_taken: self.is_at(&key, phone) == Some(false),
                key,
            }
        });
        let to_check = tables.iter().map(|(key, items)| TableToCheck {
            key: key.clone(),
            title: state.title(key, language),
            photos: items.iter().map(|item| photo_to_check(item, language)).collect(),
            is_taken: self.is_at(key, phone) == Some(false),
        });
        let mut players: BTreeMap<String, String> = BTreeMap::new();
        for seat in state.review.lines().filter_map(|line| line.info.seat.as_ref()) {
            players.insert(name_key(&seat.player), seat.player.clone());
        }
        let questions = ranked.questions.iter().map(|question| {
            let place = question.place().map(|place| words(&place) + ": ").unwrap_or_default();
            place + &words(&question.message)
        });
        let unread = state.review.lines().filter(|line| line.sha256.is_none());
        let unread = unread.map(|line| format!("{}: {}", line.photo, words(&of_photo(line))));
        Ok(TournamentView {
            schema_version: SCHEMA_VERSION,
            revision: state.revision,
            name: self.name.clone(),
            event: ranked
                .by
                .rules
                .as_ref()
                .map(|rules| rules.title.iter().cloned().chain(rules.when_and_where()).collect::<Vec<_>>())
                .filter(|event| !event.is_empty())
                .map(|event| event.join(", ")),
            rules: match ranked.by.rules {
                Some(_) => ranked.rules_in_words().iter().map(words).collect(),
                None => ranked.house_rule().iter().map(words).collect(),
            },
            overall: places(&ranked.overall, SeasonColumns::of(ranked).as_ref(), language),
            rounds: ranked.rounds.iter().map(round).collect(),
            dynasties: ranked
                .dynasties
                .iter()
                .map(|dynasty| DynastyView {
                    title: words(&MessageId::TableName.with("table", dynasty.table.as_str())),
                    ranking: places(&dynasty.ranking, None, language),
                    problem: dynasty.problem.as_ref().map(words),
                })
                .collect(),
            loose: loose.collect(),
            takes_seats,
            questions: questions.chain(unread).collect(),
            to_check: to_check.collect(),
            takes_photos: self.takes_photos(),
            players: players.into_values().collect(),
        })
    }

    /// The content of `standings.csv`.
    ///
    /// # Errors
    /// The folder cannot be read.
    pub fn standings(&self) -> Result<Vec<u8>, ApiError> {
        let ranked = Arc::clone(self.state()?.review.ranked());
        let [overall, ..] = sheets(&ranked, self.language);
        let mut csv = Vec::new();
        write_csv(&mut csv, &overall, self.language.into()).map_err(ApiError::broken)?;
        Ok(csv)
    }
}

fn photo_to_check(item: &ReviewItem, language: Language) -> PhotoToCheck {
    PhotoToCheck {
        photo: photo_key(&item.photo),
        player: item.seat.as_ref().map(|seat| seat.player.clone()),
        squares: item.doubtful_squares,
        doubts: item
            .doubts
            .iter()
            .map(|doubt| doubt.message().on_the_page(Page::Tournament).in_language(language))
            .collect(),
    }
}

fn places(ranking: &[RankedPlayer], season: Option<&SeasonColumns>, language: Language) -> Vec<PlaceView> {
    let place = |place: &RankedPlayer| PlaceView {
        rank: place.rank,
        shared: place.shared,
        may_change: place.is_rank_doubtful,
        player: place.player.clone(),
        total: place.rank.map(|_| place.total),
        score: place.rank.map(|_| {
            let (score, is_doubtful) = place.decisive();
            with_doubt(score.in_language(language), is_doubtful)
        }),
        details: season.map(|season| season.beside_the_sum(place, language)).unwrap_or_default(),
        remarks: place.remarks(language),
        needs_review: place.doubtful > 0,
    };
    ranking.iter().map(place).collect()
}

impl State {
    /// The title of a table, such as "Round 2, Table 3", or the photo's name if it belongs to no table.
    pub fn title(&self, key: &str, language: Language) -> String {
        let Some(line) = self.lines_of(key).next() else { return String::new() };
        let Some(seat) = &line.info.seat else { return line.photo.clone() };
        let table = MessageId::TableName.with("table", seat.table.as_str());
        if self.ranked().rounds.len() < 2 {
            return table.in_language(language);
        }
        let round = MessageId::RoundName.with("round", seat.round.as_str());
        MessageId::List.with("words", vec![round, table]).in_language(language)
    }
}
