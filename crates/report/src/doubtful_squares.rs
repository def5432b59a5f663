//! Doubtful squares and what they could be, as a table or in a sentence.

use comfy_table::{Cell, Row};

use super::to_type::percent;
use kingdomino::domain::{Building, Place};
use kingdomino::formats::{KingdomRecord, Likely, ReadSquare};
use kingdomino::words::square_instead_of;
use messages::wrapped::{bordered_table, number, paragraph, text};
use messages::{Language, Message, MessageId, Words};
use reading::correction::{Choice, OpenQuestion};

/// A doubtful square and what it could be.
#[derive(Debug, Clone)]
pub struct DoubtfulSquare {
    /// Its name, such as `r2c4`; with several kingdoms, `k2:r2c4`.
    name: Message,
    /// The reading, then its alternatives.
    readings: Vec<PossibleReading>,
    /// Whether its building is doubtful, but does not change the total.
    scores_the_same: bool,
}

/// What a doubtful square could be.
#[derive(Debug, Clone)]
struct PossibleReading {
    what: Message,
    total: TotalWith,
    /// The word for it in the line to type, such as `forest:1`; `None` if that line does not have the square.
    word: Option<String>,
}

/// A kingdom's total with a possible reading.
#[derive(Debug, Clone, Copy)]
enum TotalWith {
    Known(i32),
    NoKingdom,
    AfterMoreAnswers,
    /// Several readings in one, and their total if it is the same for all of them.
    OfSeveral(Option<i32>),
}

impl From<Option<i32>> for TotalWith {
    fn from(total: Option<i32>) -> Self {
        total.map_or(Self::NoKingdom, Self::Known)
    }
}

impl TotalWith {
    fn known(self) -> Option<i32> {
        match self {
            Self::Known(total) => Some(total),
            Self::OfSeveral(total) => total,
            Self::NoKingdom | Self::AfterMoreAnswers => None,
        }
    }
}

impl DoubtfulSquare {
    /// A square with its alternatives; each total changes this square alone. `total` is the kingdom's present
    /// total.
    pub fn new(name: String, square: &ReadSquare, has_doubtful_building: bool, total: i32) -> Self {
        let buildings = square.pieces.as_ref().map(|pieces| &pieces.buildings[..]).filter(|_| has_doubtful_building);
        let readings = match buildings {
            Some([best, others @ ..]) => with_buildings(square, best, others, total),
            _ => {
                let best = likely(Message::from(&square.best), square.probability);
                let second = square_instead_of(&square.second, &square.best);
                [(best, Some(total)), (second, square.second_total)].map(PossibleReading::from).to_vec()
            }
        };
        let is_same = readings.iter().all(|reading| reading.total.known() == Some(total));
        let scores_the_same = buildings.is_some() && readings.len() > 1 && is_same;
        Self { name: Message::verbatim(name), readings, scores_the_same }
    }

    /// A square that is in the line to type; each total is that of a new reading. `name` gives a square's
    /// name. `None` if the question is about the whole kingdom.
    fn in_the_line(question: &OpenQuestion, name: impl Fn(Place) -> String) -> Option<Self> {
        let open = question.square.as_ref()?;
        let mut readings = Vec::new();
        for Choice { named, total, is_suspect } in &question.choices {
            let total = total.map_or(TotalWith::AfterMoreAnswers, TotalWith::Known);
            for (_, square) in named {
                let what = square_instead_of(square, &open.read.best);
                let what = if readings.is_empty() { likely(what, open.read.probability) } else { what };
                let what = if *is_suspect { MessageId::AgainstTheBox.with("square", what) } else { what };
                readings.push(PossibleReading { what, total, word: Some(square.to_string()) });
            }
        }
        let now = (open.place != open.name).then(|| MessageId::NowAt.with("square", name(open.place)));
        let name: Vec<Message> = [Message::verbatim(name(open.name))].into_iter().chain(now).collect();
        Some(Self { name: MessageId::List.with("words", name), readings, scores_the_same: false })
    }

    /// All readings with their totals in one line, without the square's name.
    pub fn in_words(&self, language: Language) -> String {
        let mut readings = self.readings.iter().map(PossibleReading::with_total);
        let best = readings.next().map(|best| best.in_language(language));
        let others = readings.map(|other| MessageId::OrElse.with("square", other));
        let same = self.scores_the_same.then(|| MessageId::SameTotal.into());
        let others: Vec<Message> = others.chain(same).collect();
        let others = MessageId::List.with("words", others).in_language(language);
        format!("{} {others}", best.unwrap_or_default()).trim_end().to_owned()
    }
}

impl PossibleReading {
    /// What it is, with its total or why there is none.
    fn with_total(&self) -> Message {
        match self.total {
            TotalWith::Known(total) => MessageId::AskTotal.with("square", self.what.clone()).with("total", total),
            _ => self.without_total(),
        }
    }

    /// What it is and, if there is no total, why.
    fn without_total(&self) -> Message {
        match self.total {
            TotalWith::NoKingdom => MessageId::AskNoKingdom.with("square", self.what.clone()),
            TotalWith::AfterMoreAnswers => MessageId::NoTotalYet.with("square", self.what.clone()),
            TotalWith::Known(_) | TotalWith::OfSeveral(_) => self.what.clone(),
        }
    }
}

impl From<(Message, Option<i32>)> for PossibleReading {
    fn from((what, total): (Message, Option<i32>)) -> Self {
        Self { what, total: total.into(), word: None }
    }
}

/// The doubtful squares of a kingdom: first those with `questions`, in the line to type, then the others.
/// `read` are all that are doubtful, and `buildings` those with a doubtful building. `name` gives a square's
/// name, and `total` is the kingdom's present total.
pub(super) fn doubtful_squares<'a>(
    read: impl IntoIterator<Item = (Place, &'a ReadSquare)>,
    buildings: &[Place],
    questions: &[OpenQuestion],
    total: i32,
    name: impl Fn(Place) -> String,
) -> Vec<DoubtfulSquare> {
    let in_the_line = questions.iter().filter_map(|question| DoubtfulSquare::in_the_line(question, &name));
    let mut squares: Vec<DoubtfulSquare> = in_the_line.collect();
    let listed: Vec<Place> = questions.iter().filter_map(|question| Some(question.square.as_ref()?.place)).collect();
    for (place, square) in read {
        if !listed.contains(&place) {
            squares.push(DoubtfulSquare::new(name(place), square, buildings.contains(&place), total));
        }
    }
    squares
}

/// The doubtful squares of a record, with their names in its kingdom.
pub(super) fn of_record(record: &KingdomRecord, questions: &[OpenQuestion], total: i32) -> Vec<DoubtfulSquare> {
    let squares = record.doubtful_squares();
    let squares = squares.iter().map(|(place, square)| (*place, square));
    doubtful_squares(squares, &record.doubtful_buildings(), questions, total, |place| place.to_string())
}

/// A row for each reading: the square, what it could be, the total and, if some of the squares are in the
/// line to type, the word for it.
pub(super) fn doubtful_table(squares: &[DoubtfulSquare], language: Language, width: Option<u16>) -> String {
    let without_words = squares.iter().filter(|square| square.readings.iter().all(|reading| reading.word.is_none()));
    let without_words = without_words.count();
    let has_words = without_words < squares.len();
    let heads = [MessageId::SquareHead, MessageId::CouldBeHead, MessageId::TotalLine];
    let heads = heads.into_iter().chain(has_words.then_some(MessageId::WordHead));
    let mut rows: Vec<Row> = Vec::new();
    for DoubtfulSquare { name, readings, .. } in squares {
        let mut name = Some(name.in_language(language));
        for reading in readings {
            let total = reading.total.known().map_or(Cell::new(""), number);
            let what = reading.without_total().in_language(language);
            let mut row = Row::from([text(name.take().unwrap_or_default()), text(what), total]);
            if has_words {
                row.add_cell(text(reading.word.as_deref().unwrap_or_default()));
            }
            rows.push(row);
        }
    }
    let mut table = bordered_table(heads.map(|head| head.in_language(language)).collect::<Vec<_>>(), rows, width);
    if has_words && without_words > 0 {
        table += &paragraph("", MessageId::LaterSquares.in_language(language), width);
    }
    table
}

/// What a square could be, with its probability from 0 to 1.
fn likely(what: Message, probability: f64) -> Message {
    MessageId::Likely.with("square", what).with("percent", percent(probability))
}

/// Buildings with a lower probability than this (0 to 1) are not named as alternatives.
const NAMED_FROM: f64 = 0.01;

/// The most alternatives that are named. Further ones are only counted.
const MOST_NAMED: usize = 3;

/// The square with its most probable building, and the alternatives.
fn with_buildings(
    square: &ReadSquare,
    best: &Likely<Option<Building>>,
    others: &[Likely<Option<Building>>],
    total: i32,
) -> Vec<PossibleReading> {
    let ground = MessageId::SomeBuilding.with("ground", Message::from(&square.best.ground()));
    let ground = ground.with("building", MessageId::DoubtfulBuilding).with("best", building_or_site(best));
    let mut readings = vec![PossibleReading::from((likely(ground, best.probability), Some(total)))];
    let others: Vec<_> = others.iter().filter(|other| other.probability >= NAMED_FROM).collect();
    let (named, further) = others.split_at(others.len().min(MOST_NAMED));
    for other in named {
        readings.push((likely(building_or_site(other), other.probability), other.total).into());
    }
    if let Some(first) = further.first() {
        let what = MessageId::FurtherPieces.count(further.len() as u32);
        let is_same = further.iter().all(|other| other.total == first.total);
        let total = TotalWith::OfSeveral(first.total.filter(|_| is_same));
        readings.push(PossibleReading { what, total, word: None });
    }
    readings
}

fn building_or_site(likely: &Likely<Option<Building>>) -> Message {
    likely.what.map_or(Message::from(MessageId::BareSite), Message::from)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::test_kingdom::doubtful_reading;
    use kingdomino::domain::Square;
    use kingdomino::formats::ReadPieces;
    use reading::correction::OpenSquare;

    fn square(word: &str) -> Square {
        word.parse().expect("a square")
    }

    #[test]
    fn a_sentence_has_all_readings_and_their_totals() {
        let place = Place::new(0, 1);
        let mut read = doubtful_reading().squares[place].clone();
        let in_words =
            |read: &ReadSquare, language| DoubtfulSquare::new(place.to_string(), read, true, 5).in_words(language);
        assert_eq!(in_words(&read, Language::English), "wheat, no crown (81 %): total 5 or wheat, 1 crown: total 7");
        read.second_total = None;
        let impossible =
            "Getreidefeld, ohne Krone (81 %): gesamt 5 oder Getreidefeld, 1 Krone: dann ist kein Königreich möglich";
        assert_eq!(in_words(&read, Language::German), impossible);
        let kinds = [
            Building::Bakery,
            Building::Fishery,
            Building::Foundry,
            Building::Church,
            Building::Statue,
            Building::Tailor,
        ];
        let likely = |(building, total)| Likely { what: Some(building), probability: 0.15, total: Some(total) };
        let buildings = kinds.into_iter().zip([5, 6, 5, 5, 9, 9]).map(likely).collect();
        read.best = square("town");
        read.pieces = Some(ReadPieces { buildings, towers: Vec::new(), knight: Vec::new(), queen: Vec::new() });
        assert_eq!(
            in_words(&read, Language::English),
            "town+building? bakery (15 %): total 5 or fishery (15 %): total 6, or foundry (15 %): total 5, or church (15 %): \
             total 5, or one of 2 others"
        );
        let mut buildings = read.pieces.take().expect("pieces").buildings;
        buildings.truncate(2);
        buildings[1].total = Some(5);
        read.pieces = Some(ReadPieces { buildings, towers: Vec::new(), knight: Vec::new(), queen: Vec::new() });
        let same = "Stadt+Gebäude? Bäckerei (15 %): gesamt 5 oder Fischerei (15 %): gesamt 5, was gleich viel zählt";
        assert_eq!(in_words(&read, Language::German), same);
    }

    #[test]
    fn a_square_that_got_another_name_has_both() {
        let (place, name) = (Place::new(0, 1), Place::new(2, 3));
        let choices = vec![Choice { named: vec![(name, square("wheat"))], total: Some(5), is_suspect: false }];
        let read = ReadSquare { probability: 0.4, ..doubtful_reading().squares[place].clone() };
        let open = OpenSquare { place, name, read, total: 5 };
        let question = OpenQuestion { kingdom: 0, square: Some(open), choices };
        let square = DoubtfulSquare::in_the_line(&question, |place| format!("k2:{place}"));
        let table = doubtful_table(square.as_slice(), Language::English, None);
        let table = anstream::adapter::strip_str(&table).to_string();
        let row = "│ k2:r3c4, now k2:r1c2 ┆ wheat, no crown (40 %) ┆     5 ┆ wheat │";
        assert!(table.contains(row), "{table}");
    }
}
