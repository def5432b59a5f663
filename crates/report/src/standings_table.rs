//! The standings of a game for people: who won, and the score pad with a column for each player.

use comfy_table::Cell;

use super::sheet_table::name;
use super::to_check::{Block, remark, to_check};
use kingdomino::domain::{Game, GridSize, PadLine, Variant};
use kingdomino::scoring::sheet::ScoreSheet;
use kingdomino::standings::{Remark, Standing, Standings};
use messages::style::LOUD;
use messages::wrapped::{bordered_table, least_width, number, summed_table, text};
use messages::{Language, Message, MessageId, Words};

/// What was played, the players by rank, what is to be checked, and a pad for each game. Ends with a newline.
///
/// Tables are wrapped to `width` (the terminal's, in columns); `None` never wraps.
pub fn standings_table(standings: &Standings, language: Language, width: Option<u16>) -> String {
    let ranks = ranks_with_heading(standings, language, width);
    ranks + &all_to_check(standings, language, width) + &pads(standings, language, width)
}

/// What was played, and the players by rank.
pub(super) fn ranks_with_heading(standings: &Standings, language: Language, width: Option<u16>) -> String {
    format!("{}\n\n{}", heading(standings).in_language(language), ranks(standings, language, width))
}

/// A pad for each game, each after an empty line.
pub(super) fn pads(standings: &Standings, language: Language, width: Option<u16>) -> String {
    let games = standings.queens.len();
    let head = |game: usize| match games {
        1 => String::new(),
        _ => format!("{}\n", MessageId::GameHead.with("number", game + 1).in_language(language)),
    };
    (0..games).map(|game| format!("\n{}{}", head(game), pad(standings, game, language, width))).collect()
}

/// Such as `Kingdomino, The Mighty Duel, 7x7, Harmony`.
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

/// Rank, player, the totals of several games, total; and how ties ended, if there were any. Players of whom no photo could be read stand
/// below.
fn ranks(standings: &Standings, language: Language, width: Option<u16>) -> String {
    let games = if standings.queens.len() > 1 { standings.queens.len() } else { 0 };
    let game_heads = (1..=games).map(|number| MessageId::GameHead.with("number", number).in_language(language));
    let has_ties = standings.players.iter().any(|player| player.tie.is_some());
    let word = |phrase: MessageId| phrase.in_language(language).to_owned();
    let mut heads = vec![word(MessageId::RankHead), word(MessageId::PlayerHead)];
    heads.extend(game_heads.chain([word(MessageId::TotalLine)]).chain(has_ties.then(|| word(MessageId::TieHead))));
    let row = |player: &Standing| {
        let of_games = player.kingdoms.iter().take(games);
        let of_games = of_games.map(|kingdom| with_doubt(kingdom.sheet.total, kingdom.record.needs_review()));
        let totals = of_games.chain([with_doubt(player.total, player.needs_review)]);
        let tie = player.tie_message().map(|message| message.in_language(language)).unwrap_or_default();
        let rank = with_doubt(player.rank, standings.is_rank_doubtful(player));
        let mut cells = vec![number(rank), text(player.marked_name().in_language(language))];
        cells.extend(totals.map(number).chain(has_ties.then(|| text(tie))));
        cells
    };
    let unread = standings.unread.iter().map(|unread| {
        let mut cells = vec![number(DOUBT), text(&unread.player)];
        cells.extend((0..games + 1).map(|_| number(DOUBT)).chain(has_ties.then(|| text(""))));
        cells
    });
    bordered_table(heads, standings.players.iter().map(row).chain(unread), width)
}

/// Marks what may be wrong, and stands for what is not known.
const DOUBT: char = '?';

/// The number, with a mark if it may be wrong.
pub fn with_doubt(number: impl ToString, is_doubtful: bool) -> String {
    number.to_string() + if is_doubtful { "?" } else { "" }
}

/// Whose totals may be wrong, and why; empty without doubts.
pub(super) fn all_to_check(standings: &Standings, language: Language, width: Option<u16>) -> String {
    let mut text = of_game_to_check(standings, &[], language, width);
    for player in &standings.players {
        for (index, kingdom) in player.kingdoms.iter().enumerate() {
            let name = player.name_in(index).in_language(language);
            text += &to_check(Some(&name), &kingdom.record, MessageId::ToCheck, kingdom.sheet.total, language, width);
        }
    }
    text
}

/// That ranks may be wrong, these warnings, and others about the whole game; empty if nothing needs review.
pub(super) fn of_game_to_check(
    standings: &Standings,
    warnings: &[Message],
    language: Language,
    width: Option<u16>,
) -> String {
    if !standings.needs_review() {
        return String::new();
    }
    let of_game = standings.remarks.iter().filter_map(Remark::warning).map(|warning| warning.message);
    let warnings: Vec<Message> = warnings.iter().cloned().chain(of_game).collect();
    let head = remark(MessageId::ToCheckHead, &MessageId::RanksToCheck.into(), LOUD, language, width);
    let block = Block { warnings: &warnings, ..Block::default() };
    format!("\n{head}{}", block.in_words(language, width))
}

/// The score pad of the game with this number, from 0: a row for each of its lines, a column for each player.
fn pad(standings: &Standings, game: usize, language: Language, width: Option<u16>) -> String {
    pad_of(&standings.players, standings, game, language, width)
}

/// The pad of these players; split into several tables if the terminal is too narrow.
fn pad_of(players: &[Standing], standings: &Standings, game: usize, language: Language, width: Option<u16>) -> String {
    // A typed total has no lines.
    let sheets: Vec<Option<&ScoreSheet>> =
        players.iter().map(|player| player.kingdoms.get(game).map(|kingdom| &kingdom.sheet)).collect();
    let names = players.iter().map(|player| text(&player.player));
    let heads: Vec<Cell> = [Cell::new(MessageId::LineHead.in_language(language))].into_iter().chain(names).collect();
    let row = |line: PadLine| {
        let points = |sheet: &Option<&ScoreSheet>| sheet.and_then(|own| own.points(line)).map_or(Cell::new(""), number);
        [Cell::new(name(line, language))].into_iter().chain(sheets.iter().map(points)).collect()
    };
    let total = Cell::new(MessageId::TotalLine.in_language(language));
    let of_game =
        |(player, sheet): (&Standing, &Option<&ScoreSheet>)| number(sheet.map_or(player.total, |own| own.total));
    let totals: Vec<Cell> = [total].into_iter().chain(players.iter().zip(&sheets).map(of_game)).collect();
    let has_line = |line: &PadLine| sheets.iter().flatten().any(|sheet| sheet.points(*line).is_some());
    let rows = PadLine::of_game(standings.game).into_iter().filter(has_line).map(row);
    let rows: Vec<Vec<Cell>> = rows.chain([totals]).collect();
    let is_narrow = width.is_some_and(|width| least_width(heads.clone(), rows.clone()) > usize::from(width));
    match players.split_at(players.len().div_ceil(2)) {
        (left, right) if is_narrow && !right.is_empty() => {
            [left, right].map(|players| pad_of(players, standings, game, language, width)).concat()
        }
        _ => summed_table(heads, rows, width),
    }
}
