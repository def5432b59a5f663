//! The players of a game, with ranks and score pads.

use serde::Serialize;

use super::super::game::ReadGame;
use crate::domain::PadLine;
use crate::messages::{Language, Message};
use crate::report::sheet_table::{SheetRow, name, sheet_rows};
use crate::standings::Standing;

#[derive(Serialize)]
pub struct PlayerView {
    name: String,
    /// Whether it is one of the names that were given; else a kingdom that is nobody's yet.
    is_named: bool,
    /// `null` where nothing is ranked.
    rank: Option<usize>,
    shared: bool,
    total: Option<i32>,
    needs_review: bool,
    /// How a tie ended.
    tie: Option<String>,
    /// The score pad.
    lines: Vec<PadLineView>,
    remarks: Vec<String>,
    kingdom: Option<String>,
    facts: FactsView,
}

#[derive(Serialize)]
struct PadLineView {
    id: &'static str,
    name: String,
    points: i32,
    /// What the points sum up.
    parts: Vec<PartView>,
}

#[derive(Serialize)]
struct PartView {
    how: String,
    /// In short, such as `r1c2-c3`.
    squares: String,
}

/// What no photo shows.
#[derive(Serialize)]
struct FactsView {
    coins: Option<u16>,
    knights_in_supply: Option<u16>,
}

/// By rank; then those whose kingdom is not there yet.
pub fn players(read: &ReadGame, language: Language) -> Vec<PlayerView> {
    let ranked = read.ranked.as_ref().ok();
    let standings = ranked.map(|ranked| &ranked.standings);
    let is_shared =
        |rank| standings.is_some_and(|all| all.players.iter().filter(|other| other.rank == rank).count() > 1);
    let of_standing = |standing: &Standing| PlayerView::new(read, standing, is_shared(standing.rank), language);
    let with_place = standings.iter().flat_map(|standings| &standings.players).map(of_standing);
    let mut players: Vec<PlayerView> = with_place.collect();
    for name in &read.rows.state.settings.players {
        if players.iter().all(|player| player.name != *name) {
            players.push(PlayerView::without_rank(read, name));
        }
    }
    players
}

impl PlayerView {
    fn new(read: &ReadGame, standing: &Standing, shared: bool, language: Language) -> Self {
        let words = |message: Message| message.in_language(language);
        let remarks = standing.kingdoms.iter().flat_map(|kingdom| kingdom.remarks().1).map(words).collect();
        let lines = standing.kingdoms.iter().flat_map(|kingdom| {
            let rows = sheet_rows(&kingdom.record.kingdom, &kingdom.sheet, language);
            let of_lines = rows_of_lines(rows);
            kingdom
                .sheet
                .lines
                .iter()
                .zip(of_lines)
                .map(|(line, parts)| PadLineView::new(line.line, line.points, parts, language))
        });
        Self {
            rank: Some(standing.rank),
            shared,
            total: Some(standing.total),
            needs_review: standing.needs_review,
            tie: standing.tie_message().map(words),
            lines: lines.collect(),
            remarks,
            ..Self::without_rank(read, &standing.player)
        }
    }

    fn without_rank(read: &ReadGame, player: &str) -> Self {
        let settings = &read.rows.state.settings;
        let kingdom = read.players.iter().find(|views| views.player == player).map(|views| {
            let kingdom = read.one.kingdoms().iter().find(|kingdom| kingdom.contains(&views.views[0]));
            read.key(kingdom.map_or(views.views[0], |kingdom| kingdom[0]))
        });
        Self {
            name: player.to_owned(),
            is_named: settings.players.iter().any(|name| name == player)
                || read.owners.iter().flatten().any(|owner| owner == player),
            rank: None,
            shared: false,
            total: None,
            needs_review: true,
            tie: None,
            lines: Vec::new(),
            remarks: Vec::new(),
            kingdom,
            facts: FactsView {
                coins: settings.coins.get(player).copied(),
                knights_in_supply: settings.knights_in_supply.get(player).copied(),
            },
        }
    }
}

/// The rows of each line; the first of a line bears its name. The last line is the total.
fn rows_of_lines(rows: Vec<SheetRow>) -> Vec<Vec<PartView>> {
    let mut lines: Vec<Vec<PartView>> = Vec::new();
    for SheetRow { line, how, squares } in rows {
        if line.is_some() {
            lines.push(Vec::new());
        }
        if let Some(last) = lines.last_mut().filter(|_| !how.is_empty()) {
            last.push(PartView { how, squares });
        }
    }
    lines
}

impl PadLineView {
    fn new(line: PadLine, points: i32, parts: Vec<PartView>, language: Language) -> Self {
        Self { id: line.id(), name: name(line, language).to_owned(), points, parts }
    }
}
