//! The standings as sheets of cells, from which `standings.csv`, `rounds.csv`, `tables.csv` and `standings.xlsx` are written.

use super::season::SeasonColumns;
use crate::ranking::{RankedPlayer, Tournament};
use crate::rules::Score;
use messages::{Language, Message, MessageId, Words};

/// A cell.
#[derive(Debug, Clone, PartialEq)]
pub enum Cell {
    /// Nothing.
    Empty,
    /// Words, or a name.
    Text(String),
    /// A whole number, or points of shared places.
    Number(Score),
}

/// A scope of the standings: all rounds, each round, or each table.
#[derive(Debug, Clone, PartialEq)]
pub struct Sheet {
    /// Its title in a workbook.
    pub title: String,
    /// The heads of its columns, in words.
    pub heads: Vec<String>,
    /// A row for each player, from the winner down.
    pub rows: Vec<Vec<Cell>>,
}

/// The standings of all rounds, of each round, and of each table with the Dynasties behind them.
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
    let sheet = |title: MessageId, scope: &[MessageId], season: Option<&SeasonColumns>, rows: Vec<Vec<Cell>>| Sheet {
        title: title.in_language(language).to_owned(),
        heads: heads(scope, season, language),
        rows,
    };
    [
        sheet(MessageId::AllRounds, &[], season.as_ref(), overall.collect()),
        sheet(MessageId::RoundsHead, &[MessageId::RoundHead], None, rounds.collect()),
        sheet(
            MessageId::TablesHead,
            &[MessageId::RoundHead, MessageId::TableHead],
            None,
            of_tables.chain(of_dynasties).collect(),
        ),
    ]
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
) -> Vec<Cell> {
    let number = |number: usize| Cell::Number(Score::of_points(number.try_into().unwrap_or(i32::MAX)));
    let text = |text: String| if text.is_empty() { Cell::Empty } else { Cell::Text(text) };
    let message =
        |message: Option<&Message>| text(message.map(|message| message.in_language(language)).unwrap_or_default());
    let yes_or_no = |is: bool| {
        let word = if is { MessageId::Yes } else { MessageId::No };
        Cell::Text(word.in_language(language).to_owned())
    };
    // What has a `?` in the other tables of these standings.
    let may_change = place.is_rank_doubtful || place.is_total_doubtful() || place.decisive().1;
    let total = place.rank.map_or(Cell::Empty, |_| Cell::Number(Score::of_points(place.total)));
    let sums = season.map_or_else(Vec::new, |season| season.scores(place));
    let sums = sums.into_iter().map(|score| score.map_or(Cell::Empty, Cell::Number));
    let land = place.largest_territory.as_ref().map_or(Cell::Empty, |land| number(land.size() as usize));
    // Spreadsheets mark a number that is written as text, and sort `10` before `2`.
    let cells = scope.iter().map(|name| match name.parse() {
        Ok(number) if format!("{number}") == **name => Cell::Number(Score::of_points(number)),
        _ => text((*name).to_owned()),
    });
    let cells = cells.chain([
        place.rank.map_or(Cell::Empty, number),
        yes_or_no(place.shared),
        Cell::Text(place.player.clone()),
    ]);
    let cells = cells.chain(sums).chain([total, message(place.tie.as_ref()), land]);
    let counts = [place.kingdoms, place.missing, place.doubtful].map(number);
    cells.chain(counts).chain([message(problem), number(place.absent), yes_or_no(may_change)]).collect()
}
