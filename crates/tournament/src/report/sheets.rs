//! The standings as sheets of cells, from which `standings.csv`, `rounds.csv`, `tables.csv` and
//! `standings.xlsx` are written.

use super::season::SeasonColumns;
use crate::ranking::{RankedPlayer, Tournament};
use crate::rules::Score;
use messages::{Language, Message, MessageId, Words};

/// A cell of a sheet.
#[derive(Debug, Clone, PartialEq)]
pub enum SheetCell {
    /// An empty cell.
    Empty,
    /// Words, or a name.
    Text(String),
    /// A number, which shared places may make a fraction.
    Number(Score),
}

/// The standings of one scope: over all rounds, of each round, or of each table.
#[derive(Debug, Clone, PartialEq)]
pub struct Sheet {
    /// Its title in a workbook.
    pub title: String,
    /// The heads of its columns, in words.
    pub heads: Vec<String>,
    /// A row for each player, from the winner down.
    pub rows: Vec<Vec<SheetCell>>,
}

/// The standings over all rounds, of each round, and of each table, followed by the Dynasties.
pub fn sheets(tournament: &Tournament, language: Language) -> [Sheet; 3] {
    let season = SeasonColumns::of(tournament);
    let overall = tournament.overall.iter().map(|place| row(&[], place, season.as_ref(), None, language));
    let rounds = tournament
        .rounds
        .iter()
        .flat_map(|round| round.ranking.iter().map(|place| row(&[&round.name], place, None, None, language)));
    let of_tables = tournament.rounds.iter().flat_map(|round| {
        let tables = round.tables.iter();
        tables.flat_map(|table| {
            let places = table.ranking.iter();
            places.map(|place| row(&[&round.name, &table.name], place, None, table.problem.as_ref(), language))
        })
    });
    let of_dynasties = tournament.dynasties.iter().flat_map(|dynasty| {
        let places = dynasty.ranking.iter();
        places.map(|place| row(&["", &dynasty.table], place, None, dynasty.problem.as_ref(), language))
    });
    let heads_of_tables = heads(&[MessageId::RoundHead, MessageId::TableHead], None, language);
    [
        (MessageId::AllRounds, heads(&[], season.as_ref(), language), overall.collect()),
        (MessageId::RoundsHead, heads(&[MessageId::RoundHead], None, language), rounds.collect()),
        (MessageId::TablesHead, heads_of_tables, of_tables.chain(of_dynasties).collect()),
    ]
    .map(|(title, heads, rows)| Sheet { title: title.in_language(language).to_owned(), heads, rows })
}

fn heads(scope: &[MessageId], season: Option<&SeasonColumns>, language: Language) -> Vec<String> {
    let word = |id: &MessageId| id.in_language(language).to_owned();
    let begin = [MessageId::RankHead, MessageId::SharedHead, MessageId::PlayerHead];
    let sums = season.map_or_else(|| vec![word(&MessageId::TotalLine)], |season| season.heads(language));
    let end = [
        MessageId::TieHead,
        MessageId::LargestTerritoryHead,
        MessageId::KingdomsHead,
        MessageId::MissingHead,
        MessageId::DoubtfulKingdomsHead,
        MessageId::ProblemHead,
        MessageId::AbsentHead,
        MessageId::MayChangeHead,
    ];
    scope.iter().chain(&begin).map(word).chain(sums).chain(end.iter().map(word)).collect()
}

fn row(
    scope: &[&str],
    place: &RankedPlayer,
    season: Option<&SeasonColumns>,
    problem: Option<&Message>,
    language: Language,
) -> Vec<SheetCell> {
    // The reports show a `?` for such players.
    let may_change = place.is_rank_doubtful || place.is_total_doubtful() || place.decisive().1;
    let total = place.rank.map_or(SheetCell::Empty, |_| SheetCell::Number(Score::of_points(place.total)));
    let sums = season.map_or_else(Vec::new, |season| season.scores(place));
    let sums = sums.into_iter().map(|score| score.map_or(SheetCell::Empty, SheetCell::Number));
    let land = place.largest_territory.as_ref().map_or(SheetCell::Empty, |land| number(land.size() as usize));
    // Spreadsheets mark a number that is written as text, and sort `10` before `2`.
    let cells = scope.iter().map(|name| match name.parse() {
        Ok(number) if format!("{number}") == **name => SheetCell::Number(Score::of_points(number)),
        _ => text((*name).to_owned()),
    });
    let rank = place.rank.map_or(SheetCell::Empty, number);
    let cells = cells.chain([rank, yes_or_no(place.shared, language), SheetCell::Text(place.player.clone())]);
    let cells = cells.chain(sums).chain([total, message(place.tie.as_ref(), language), land]);
    let counts = [place.kingdoms, place.missing, place.doubtful].map(number);
    let end = [message(problem, language), number(place.absent), yes_or_no(may_change, language)];
    cells.chain(counts).chain(end).collect()
}

fn number(number: usize) -> SheetCell {
    SheetCell::Number(Score::of_points(number.try_into().unwrap_or(i32::MAX)))
}

fn text(text: String) -> SheetCell {
    if text.is_empty() { SheetCell::Empty } else { SheetCell::Text(text) }
}

fn message(message: Option<&Message>, language: Language) -> SheetCell {
    text(message.map(|message| message.in_language(language)).unwrap_or_default())
}

fn yes_or_no(is: bool, language: Language) -> SheetCell {
    let word = if is { MessageId::Yes } else { MessageId::No };
    SheetCell::Text(word.in_language(language).to_owned())
}
