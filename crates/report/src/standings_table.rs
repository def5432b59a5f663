//! The standings of a game as text for people: the ranks, and the score pad with a column for each player.

use comfy_table::Cell;

use super::sheet_table::name;
use super::to_check::{Block, remark, to_check};
use kingdomino::domain::{Game, GridSize, PadLine, Variant};
use kingdomino::scoring::sheet::ScoreSheet;
use kingdomino::standings::{Remark, Standing, Standings};
use messages::style::LOUD;
use messages::wrapped::{bordered_table, least_width, number, summed_table, text};
use messages::{Language, Message, MessageId, Words};

/// A heading with the game, the players by rank, what to check, and a score pad for each game. Ends with a
/// newline.
///
/// Tables are wrapped to `width`, the terminal's number of columns; not at all if that is `None`.
pub fn standings_table(standings: &Standings, language: Language, width: Option<u16>) -> String {
    let ranks = ranks_with_heading(standings, language, width);
    ranks + &all_to_check(standings, language, width) + &pads(standings, language, width)
}

/// A heading with the game, and the players by rank.
pub(super) fn ranks_with_heading(standings: &Standings, language: Language, width: Option<u16>) -> String {
    format!("{}\n\n{}", heading(standings).in_language(language), ranks(standings, language, width))
}

/// A score pad for each game, each after an empty line.
pub(super) fn pads(standings: &Standings, language: Language, width: Option<u16>) -> String {
    let games = standings.queens.len();
    let mut text = String::new();
    for game in 0..games {
        text.push('\n');
        if games > 1 {
            text += &format!("{}\n", MessageId::GameHead.with("number", game + 1).in_language(language));
        }
        text += &pad(standings, game, language, width);
    }
    text
}

/// The heading of a game, such as `Kingdomino, The Mighty Duel, 7x7, Harmony`.
pub fn heading(standings: &Standings) -> Message {
    what_was_played(standings.game, standings.size, &standings.variants)
}

/// The heading of a single kingdom.
pub(super) fn what_was_played(game: Game, size: GridSize, variants: &[Variant]) -> Message {
    let is_duel = game == Game::Kingdomino && size == GridSize::Seven;
    let duel = is_duel.then(|| MessageId::MightyDuel.into());
    let grid = MessageId::Grid.with("size", size.squares_wide());
    let variants = variants.iter().map(|variant: &Variant| (*variant).into());
    let words: Vec<Message> = [game.into()].into_iter().chain(duel).chain([grid]).chain(variants).collect();
    MessageId::List.with("words", words)
}

/// The ranking: rank, player, the totals of several games, total, and how ties were decided if there were
/// any. Players without a readable photo come last.
fn ranks(standings: &Standings, language: Language, width: Option<u16>) -> String {
    let games = if standings.queens.len() > 1 { standings.queens.len() } else { 0 };
    let game_heads = (1..=games).map(|number| MessageId::GameHead.with("number", number).in_language(language));
    let has_ties = standings.players.iter().any(|player| player.tie.is_some());
    let mut heads =
        [MessageId::RankHead, MessageId::PlayerHead].map(|head| head.in_language(language).to_owned()).to_vec();
    heads.extend(game_heads);
    let last = [MessageId::TotalLine].into_iter().chain(has_ties.then_some(MessageId::TieHead));
    heads.extend(last.map(|head| head.in_language(language).to_owned()));
    let rows = standings.players.iter().map(|player| {
        let of_games = player.kingdoms.iter().take(games);
        let of_games = of_games.map(|kingdom| with_doubt(kingdom.sheet.total, kingdom.record.needs_review()));
        let totals = of_games.chain([with_doubt(player.total, player.needs_review)]);
        let tie = player.tie_message().map(|message| message.in_language(language)).unwrap_or_default();
        let rank = with_doubt(player.rank, standings.is_rank_doubtful(player));
        let mut cells = vec![number(rank), text(player.marked_name().in_language(language))];
        cells.extend(totals.map(number).chain(has_ties.then(|| text(tie))));
        cells
    });
    let unread = standings.unread.iter().map(|unread| {
        let mut cells = vec![number(DOUBT), text(&unread.player)];
        cells.extend((0..games + 1).map(|_| number(DOUBT)).chain(has_ties.then(|| text(""))));
        cells
    });
    bordered_table(heads, rows.chain(unread), width)
}

/// The mark after a number that may be wrong, and in place of an unknown number.
const DOUBT: char = '?';

/// The number, with a mark if it may be wrong.
pub fn with_doubt(number: impl ToString, is_doubtful: bool) -> String {
    number.to_string() + if is_doubtful { "?" } else { "" }
}

/// The players whose totals may be wrong, and why; empty if there are no doubts.
pub(super) fn all_to_check(standings: &Standings, language: Language, width: Option<u16>) -> String {
    let mut text = of_game_to_check(standings, Vec::new(), language, width);
    for player in &standings.players {
        for (index, kingdom) in player.kingdoms.iter().enumerate() {
            let name = player.name_in(index).in_language(language);
            text += &to_check(Some(&name), &kingdom.record, MessageId::ToCheck, kingdom.sheet.total, language, width);
        }
    }
    text
}

/// What to check about the whole game: that the ranks may be wrong, `warnings`, and other warnings. Empty if
/// nothing needs review.
pub(super) fn of_game_to_check(
    standings: &Standings,
    mut warnings: Vec<Message>,
    language: Language,
    width: Option<u16>,
) -> String {
    if !standings.needs_review() {
        return String::new();
    }
    warnings.extend(standings.remarks.iter().filter_map(Remark::warning).map(|warning| warning.message));
    let head = remark(MessageId::ToCheckHead, &MessageId::RanksToCheck.into(), LOUD, language, width);
    let block = Block { warnings, ..Block::default() };
    format!("\n{head}{}", block.in_words(language, width))
}

/// The score pad of the game with this number, from 0: a row for each of its lines, a column for each player.
fn pad(standings: &Standings, game: usize, language: Language, width: Option<u16>) -> String {
    pad_of(&standings.players, standings, game, language, width)
}

/// The score pad of these players, split into several tables if the terminal is too narrow.
fn pad_of(players: &[Standing], standings: &Standings, game: usize, language: Language, width: Option<u16>) -> String {
    // A typed total has no lines.
    let sheets: Vec<Option<&ScoreSheet>> =
        players.iter().map(|player| player.kingdoms.get(game).map(|kingdom| &kingdom.sheet)).collect();
    let names = players.iter().map(|player| text(&player.player));
    let heads: Vec<Cell> = [Cell::new(MessageId::LineHead.in_language(language))].into_iter().chain(names).collect();
    let mut rows: Vec<Vec<Cell>> = Vec::new();
    for line in PadLine::of_game(standings.game) {
        let points: Vec<Option<i32>> = sheets.iter().map(|sheet| sheet.and_then(|own| own.points(line))).collect();
        if points.iter().any(Option::is_some) {
            let cells = points.into_iter().map(|points| points.map_or(Cell::new(""), number));
            rows.push([Cell::new(name(line, language))].into_iter().chain(cells).collect());
        }
    }
    let total = Cell::new(MessageId::TotalLine.in_language(language));
    let totals = players.iter().zip(&sheets);
    let totals = totals.map(|(player, sheet)| number(sheet.map_or(player.total, |own| own.total)));
    rows.push([total].into_iter().chain(totals).collect());
    let is_narrow = width.is_some_and(|width| least_width(heads.clone(), rows.clone()) > usize::from(width));
    match players.split_at(players.len().div_ceil(2)) {
        (left, right) if is_narrow && !right.is_empty() => {
            [left, right].map(|players| pad_of(players, standings, game, language, width)).concat()
        }
        _ => summed_table(heads, rows, width),
    }
}
