//! A tournament in the form that the page receives. Fields are only ever added.

use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

use serde::Serialize;

use super::super::api_error::ApiError;
use super::places::{key_of, photo_key, table_key};
use super::seats::Unseated;
use super::{ReviewSession, State};
use game::line::PhotoLine;
use kingdomino::formats::name_key;
use messages::{Language, Message, MessageId, Page, Words};
use report::formats::SCHEMA_VERSION;
use report::standings_table::with_doubt;
use table::why::of_photo;
use tournament::ranking::{RankedPlayer, ReviewItem, Round, Table};
use tournament::report::csv::write_csv;
use tournament::report::season::SeasonColumns;
use tournament::report::sheets::sheets;

/// The report: the leaders, all tables, and the open questions.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
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
#[cfg_attr(test, derive(schemars::JsonSchema))]
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
    /// In the ranking over all rounds, if the tournament has rules of its own: the points of each round, and
    /// the total in addition to placing points.
    details: String,
    /// How ties were decided, and what is missing or needs a check.
    remarks: String,
    needs_review: bool,
}

#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct RoundView {
    name: String,
    title: String,
    tables: Vec<TableSummary>,
}

#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
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
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct DynastyView {
    title: String,
    ranking: Vec<PlaceView>,
    problem: Option<String>,
}

#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
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
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct TableToCheck {
    key: String,
    title: String,
    photos: Vec<PhotoToCheck>,
    is_taken: bool,
}

#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
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
        let tables = state.to_check();
        let open = tables.iter().map(|(key, items)| (key.as_str(), items.len())).collect();
        let shown = Shown { session: self, state: &state, open, phone, language };
        let takes_seats = self.takes_seats(&state);
        let mut players: BTreeMap<String, String> = BTreeMap::new();
        for seat in state.review.lines().filter_map(|line| line.reading.info.seat.as_ref()) {
            players.insert(name_key(&seat.player), seat.player.clone());
        }
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
                Some(_) => ranked.rules_in_words().iter().map(|rule| page_text(rule, language)).collect(),
                None => ranked.house_rule().iter().map(|rule| page_text(rule, language)).collect(),
            },
            overall: places(&ranked.overall, SeasonColumns::of(ranked).as_ref(), language),
            rounds: ranked.rounds.iter().map(|round| shown.round(round)).collect(),
            dynasties: ranked
                .dynasties
                .iter()
                .map(|dynasty| DynastyView {
                    title: page_text(&MessageId::TableName.with("table", dynasty.table.as_str()), language),
                    ranking: places(&dynasty.ranking, None, language),
                    problem: dynasty.problem.as_ref().map(|problem| page_text(problem, language)),
                })
                .collect(),
            loose: shown.loose(takes_seats),
            takes_seats,
            questions: shown.questions(),
            to_check: tables
                .iter()
                .map(|(key, items)| TableToCheck {
                    key: key.clone(),
                    title: state.title(key, language),
                    photos: items.iter().map(|item| photo_to_check(item, language)).collect(),
                    is_taken: shown.is_taken(key),
                })
                .collect(),
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

/// The data for showing the tournament to a phone.
struct Shown<'a> {
    session: &'a ReviewSession,
    state: &'a State,
    /// The number of photos to check at each table that has any.
    open: HashMap<&'a str, usize>,
    phone: &'a str,
    language: Language,
}

impl Shown<'_> {
    /// The number of photos to check at a table.
    fn open(&self, key: &str) -> usize {
        self.open.get(key).copied().unwrap_or_default()
    }

    /// Whether another phone is at the table.
    fn is_taken(&self, key: &str) -> bool {
        self.session.is_at(key, self.phone) == Some(false)
    }

    fn round(&self, round: &Round) -> RoundView {
        RoundView {
            name: round.name.clone(),
            title: page_text(&MessageId::RoundName.with("round", round.name.as_str()), self.language),
            tables: round.tables.iter().map(|table| self.table(round, table)).collect(),
        }
    }

    fn table(&self, round: &Round, table: &Table) -> TableSummary {
        let key = key_of(&round.name, &table.name);
        TableSummary {
            to_check: self.open(&key),
            is_taken: self.is_taken(&key),
            key,
            name: table.name.clone(),
            title: page_text(&MessageId::TableName.with("table", table.name.as_str()), self.language),
            ranking: places(&table.ranking, None, self.language),
            problem: table.problem.as_ref().map(|problem| page_text(problem, self.language)),
        }
    }

    /// The photos that belong to no table, sorted by time if phones may enter their owners.
    fn loose(&self, takes_seats: bool) -> Vec<LooseView> {
        let ranked = self.state.ranked();
        let loose = ranked.loose.iter().filter_map(|photo| self.state.review.line(&photo.photo));
        // A player's photo that was left out is listed at its table.
        let loose: Vec<&PhotoLine> = loose.filter(|line| line.reading.info.seat.is_none()).collect();
        if !takes_seats {
            return loose.iter().map(|line| self.loose_photo(line, None)).collect();
        }
        let names: Vec<&str> = loose.iter().map(|line| line.reading.photo.as_str()).collect();
        let in_order = self.session.in_order(&names);
        in_order.iter().map(|unseated| self.loose_photo(loose[unseated.at], Some(unseated))).collect()
    }

    fn loose_photo(&self, line: &PhotoLine, unseated: Option<&Unseated>) -> LooseView {
        let key = table_key(line);
        let taken = unseated.and_then(|unseated| unseated.taken);
        LooseView {
            photo: line.reading.photo.clone(),
            p: photo_key(&line.reading.photo),
            taken: taken.map(|taken| format!("{:02}:{:02}", taken.hour, taken.minute)),
            group: unseated.map(|unseated| unseated.group),
            to_check: self.open(&key),
            is_taken: self.is_taken(&key),
            key,
        }
    }

    /// The organiser's questions, then the photos whose files cannot be read.
    fn questions(&self) -> Vec<String> {
        let mut questions = Vec::new();
        for question in &self.state.ranked().questions {
            let place = question.place().map(|place| page_text(&place, self.language) + ": ").unwrap_or_default();
            questions.push(place + &page_text(&question.message, self.language));
        }
        for line in self.state.review.lines().filter(|line| line.reading.sha256.is_none()) {
            questions.push(format!("{}: {}", line.reading.photo, page_text(&of_photo(&line.reading), self.language)));
        }
        questions
    }
}

/// The message as the tournament's page shows it.
pub(super) fn page_text(message: &Message, language: Language) -> String {
    message.clone().on_the_page(Page::Tournament).in_language(language)
}

fn photo_to_check(item: &ReviewItem, language: Language) -> PhotoToCheck {
    PhotoToCheck {
        photo: photo_key(&item.photo),
        player: item.seat.as_ref().map(|seat| seat.player.clone()),
        squares: item.doubtful_squares,
        doubts: item.doubts.iter().map(|doubt| page_text(&doubt.message(), language)).collect(),
    }
}

fn places(ranking: &[RankedPlayer], season: Option<&SeasonColumns>, language: Language) -> Vec<PlaceView> {
    ranking
        .iter()
        .map(|place| PlaceView {
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
        })
        .collect()
}

impl State {
    /// The title of a table, such as "Round 2, Table 3", or the photo's name if it belongs to no table.
    pub fn title(&self, key: &str, language: Language) -> String {
        let Some(line) = self.lines_of(key).next() else { return String::new() };
        let Some(seat) = &line.reading.info.seat else { return line.reading.photo.clone() };
        let table = MessageId::TableName.with("table", seat.table.as_str());
        if self.ranked().rounds.len() < 2 {
            return table.in_language(language);
        }
        let round = MessageId::RoundName.with("round", seat.round.as_str());
        MessageId::List.with("words", vec![round, table]).in_language(language)
    }
}
