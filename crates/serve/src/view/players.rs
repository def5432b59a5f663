//! The players of a game, with ranks and score pads.

use serde::Serialize;

use game::ids::PlayerId;
use kingdomino::domain::{Kingdom, Place};
use kingdomino::formats::Name;
use kingdomino::scoring::sheet::ScoreSheet;
use kingdomino::standings::Standing;
use messages::Language;
use report::sheet_table::{SheetRow, name, sheet_rows};
use table::settings::{Host, Player};
use table::state::TableState;

#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct PlayerView {
    /// Does not change when the player is renamed.
    id: PlayerId,
    name: Name,
    /// The key of the player's kingdom; `null` if there is none yet.
    kingdom: Option<String>,
    /// `null` without a ranking.
    rank: Option<usize>,
    /// Whether other players have the same rank.
    shared: bool,
    total: Option<i32>,
    /// Whether `total` was typed, without a kingdom.
    typed: bool,
    /// The typed total, even if it does not count.
    typed_total: Option<u16>,
    needs_review: bool,
    /// How a tie was decided.
    tie: Option<String>,
    /// Whether the player won the shared first place by agreement.
    agreed: bool,
    facts: FactsView,
    /// The score pad.
    lines: Vec<PadLineView>,
    /// Assumptions and other notes.
    remarks: Vec<String>,
}

/// A line of the score pad.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct PadLineView {
    id: &'static str,
    label: &'static str,
    points: i32,
    /// The parts of the points.
    parts: Vec<PartView>,
}

#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct PartView {
    text: String,
    squares: Vec<Place>,
}

/// Facts that photos do not show.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct FactsView {
    coins: Option<u16>,
    knights_in_supply: Option<u16>,
    /// Whether the Queen was given as visiting the player.
    queen: bool,
}

/// The players, in the order in which they were entered.
pub fn players(state: &TableState, language: Language) -> Vec<PlayerView> {
    state.table.settings.players.iter().map(|player| PlayerView::new(state, player, language)).collect()
}

impl PlayerView {
    fn new(state: &TableState, given: &Player, language: Language) -> Self {
        let views = state.players.iter().find(|views| views.player == given.name);
        let kingdom = state.one.kingdoms().iter().find(|views| state.owners[views[0]] == Some(given.id));
        let standings = state.ranked.as_ref().ok().map(|ranked| &ranked.standings.players);
        let standing = standings.and_then(|all| all.iter().find(|standing| standing.player == given.name));
        let own_kingdoms = standing.map(|standing| &standing.kingdoms[..]).unwrap_or_default();
        let facts = state.table.facts(given.id);
        let remarks = own_kingdoms.iter().flat_map(|kingdom| kingdom.remarks().1);
        Self {
            id: given.id,
            name: given.name.clone(),
            kingdom: kingdom.map(|kingdom| state.ids[kingdom[0]].to_string()),
            rank: standing.map(|standing| standing.rank),
            shared: standing.is_some_and(|own| {
                standings.iter().copied().flatten().filter(|other| other.rank == own.rank).count() > 1
            }),
            total: standing.map(|standing| standing.total),
            typed: standing.is_some_and(Standing::is_typed_total),
            typed_total: state.totals.get(&given.id).copied(),
            needs_review: standing.map_or(views.is_some(), |standing| standing.needs_review),
            tie: standing.and_then(Standing::tie_message).map(|message| message.in_language(language)),
            agreed: state.table.agreed().is_some_and(|agreed| agreed.id == given.id)
                && state.share_the_first_place().any(|name| *name == given.name),
            facts: FactsView {
                coins: facts.coins,
                knights_in_supply: facts.knights_in_supply,
                queen: state.table.queen() == Some(Host::Player(given.id)),
            },
            lines: own_kingdoms
                .first()
                .map(|kingdom| lines(&kingdom.record.kingdom, &kingdom.sheet, language))
                .unwrap_or_default(),
            remarks: remarks.map(|remark| remark.in_language(language)).collect(),
        }
    }
}

/// The lines of a score sheet.
pub fn lines(kingdom: &Kingdom, sheet: &ScoreSheet, language: Language) -> Vec<PadLineView> {
    let of_lines = rows_of_lines(sheet_rows(kingdom, sheet, language));
    let mut lines = Vec::new();
    for (own, parts) in sheet.lines.iter().zip(of_lines) {
        let (id, label) = (own.line.id(), name(own.line, language));
        lines.push(PadLineView { id, label, points: own.points, parts });
    }
    lines
}

/// Groups rows by line; a row with a name begins a line. The last line is the total.
fn rows_of_lines(rows: Vec<SheetRow>) -> Vec<Vec<PartView>> {
    let mut lines: Vec<Vec<PartView>> = Vec::new();
    for SheetRow { line, how, squares } in rows {
        if line.is_some() {
            lines.push(Vec::new());
        }
        if let Some(last) = lines.last_mut().filter(|_| !how.is_empty()) {
            last.push(PartView { text: how, squares });
        }
    }
    lines
}
