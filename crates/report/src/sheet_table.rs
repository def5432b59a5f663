//! A score sheet as a text table for people.

use std::cmp::Reverse;

use comfy_table::Cell;

use kingdomino::domain::{
    BLEAK_SQUARES, BonusRule, Building, BuildingPoints, Evidence, Kingdom, Neighbours, PadLine, Place, Variant, compact,
};
use kingdomino::scoring::sheet::{COINS_PER_POINT, Line, Part, ScoreSheet};
use kingdomino::words::TerritoriesOf;
use messages::wrapped::{number, summed_table};
use messages::{Arg, Language, Message, MessageId, Words};

/// The sheet of this kingdom: each line of the score pad with its parts below each other, and their squares;
/// then the total. Ends with a newline.
///
/// Long cells are wrapped to `width`, the terminal's number of columns; not at all if that is `None`.
pub fn sheet_table(kingdom: &Kingdom, sheet: &ScoreSheet, language: Language, width: Option<u16>) -> String {
    let heads = [MessageId::LineHead, MessageId::PointsHead, MessageId::HowHead, MessageId::WhereHead];
    let rows = sheet_rows(kingdom, sheet, language).into_iter().map(SheetRow::cells);
    summed_table(heads.map(|head| head.in_language(language)), rows, width)
}

/// A row of the sheet in words.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SheetRow {
    /// The line's name and points; `None` in all rows of a line but the first.
    pub line: Option<(&'static str, i32)>,
    /// The calculation; empty if there is none.
    pub how: String,
    /// The squares in reading order; empty if the row is not about squares.
    pub squares: Vec<Place>,
}

impl SheetRow {
    fn new(how: String, mut squares: Vec<Place>) -> Self {
        squares.sort_unstable();
        Self { line: None, how, squares }
    }

    fn cells(self) -> [Cell; 4] {
        let [how, squares] = [self.how, compact(&self.squares)].map(Cell::new);
        match self.line {
            Some((name, points)) => [Cell::new(name), number(points), how, squares],
            None => [Cell::new(""), Cell::new(""), how, squares],
        }
    }
}

/// Each line of the score pad with its parts, then the total.
pub fn sheet_rows(kingdom: &Kingdom, sheet: &ScoreSheet, language: Language) -> Vec<SheetRow> {
    let total = (MessageId::TotalLine.in_language(language), sheet.total);
    let total = SheetRow { line: Some(total), how: String::new(), squares: Vec::new() };
    sheet.lines.iter().flat_map(|line| rows(line, kingdom, language)).chain([total]).collect()
}

/// The rows of a line of the pad: one for each part, the one with most points first, and one for all
/// territories without crowns together. The first row has the line's name and points.
fn rows(line: &Line, kingdom: &Kingdom, language: Language) -> Vec<SheetRow> {
    let (without_crowns, mut parts): (Vec<&Part>, Vec<&Part>) = line.parts.iter().partition(|part| is_crownless(part));
    parts.sort_by_key(|part| Reverse(part.points()));
    let crownless: Vec<Place> = without_crowns.into_iter().flat_map(|part| squares(part, kingdom)).collect();
    let crownless_how = territory(crownless.len() as u32, 0, false, 0).in_language(language);
    let folded = (!crownless.is_empty()).then(|| SheetRow::new(crownless_how, crownless));
    let mut rows = parts.into_iter().flat_map(|part| rows_of(part, kingdom, language)).chain(folded);
    let nothing = SheetRow { line: None, how: String::new(), squares: Vec::new() };
    let first = SheetRow { line: Some((name(line.line, language), line.points)), ..rows.next().unwrap_or(nothing) };
    [first].into_iter().chain(rows).collect()
}

/// The rows of a part. If it is a bonus, each thing that the bonus counts has a row, such as each line of
/// crowns or each territory.
fn rows_of(part: &Part, kingdom: &Kingdom, language: Language) -> Vec<SheetRow> {
    let how = how(part, kingdom).in_language(language);
    match part {
        Part::Bonus { counted, .. } if counted.iter().any(|squares| squares.len() > 1) => {
            let hows = [how].into_iter().chain(std::iter::repeat(String::new()));
            hows.zip(counted).map(|(how, squares)| SheetRow::new(how, squares.clone())).collect()
        }
        _ => vec![SheetRow::new(how, squares(part, kingdom))],
    }
}

/// Whether the part is a territory without any crowns.
fn is_crownless(part: &Part) -> bool {
    matches!(part, Part::Territory { crowns: 0, covered: 0, queen: false, .. })
}

/// The line's name.
pub fn name(line: PadLine, language: Language) -> &'static str {
    match line {
        PadLine::Coins => MessageId::CoinsLine.in_language(language),
        PadLine::Terrain(terrain) => terrain.in_language(language),
        PadLine::Building(building) => building.in_language(language),
        PadLine::FixedPoints => MessageId::FixedPointsLine.in_language(language),
        PadLine::Court => MessageId::CourtLine.in_language(language),
        PadLine::Bonus => MessageId::BonusLine.in_language(language),
    }
}

/// The calculation of a part's points.
pub(super) fn how(part: &Part, kingdom: &Kingdom) -> Message {
    let points = part.points();
    match part {
        Part::Coins { coins } => {
            let is_rounded = coins % COINS_PER_POINT != 0;
            let phrase = if is_rounded { MessageId::CoinsRoundedDown } else { MessageId::CoinsDivided };
            phrase.with("coins", MessageId::Coins.count(*coins)).with("each", COINS_PER_POINT).with("points", points)
        }
        Part::Territory { squares, crowns, covered, queen, .. } => {
            under_giants(territory(squares.len() as u32, *crowns, *queen, points), *covered)
        }
        Part::Character { character, count, each, .. } => {
            let counted = character.character().and_then(|points| counted(points.counts, *count));
            let reason = counted.map_or_else(
                || MessageId::NoNeighbours.into(),
                |counted| {
                    MessageId::BaseAndEach
                        .with("base", points - (count * each) as i32)
                        .with("each", *each)
                        .with("counted", counted)
                },
            );
            MessageId::Character.with("character", *character).with("points", points).with("reason", reason)
        }
        Part::Building { building, count, each, .. } => of_building(*building, *count, *each),
        Part::Bonus { variant, .. } => {
            let each = variant.bonus().map_or(1, |bonus| i32::from(bonus.each));
            MessageId::Bonus
                .with("variant", *variant)
                .with("points", points)
                .with("reason", reason(*variant, (points / each) as u32, kingdom))
        }
    }
}

fn territory(size: u32, crowns: u32, queen: bool, points: i32) -> Message {
    let squares = MessageId::Squares.count(size);
    let crowns = match (crowns, queen) {
        (0, false) => return MessageId::Uncrowned.with("squares", squares),
        (0, true) => MessageId::QueenAlone.into(),
        (crowns, false) => MessageId::Crowns.count(crowns),
        (crowns, true) => MessageId::CrownsAndQueen.with("crowns", MessageId::Crowns.count(crowns)),
    };
    product(squares, crowns, points)
}

/// The calculation, with the number of further crowns that giants cover.
fn under_giants(how: Message, covered: u32) -> Message {
    match covered {
        0 => how,
        _ => MessageId::UnderGiants.count(covered).with("how", how),
    }
}

/// What a character counts around it; `None` for one that counts nothing.
fn counted(counts: Neighbours, count: u32) -> Option<Message> {
    let phrase = match counts {
        Neighbours::Nothing => return None,
        Neighbours::Resources(terrain) => {
            return Some(MessageId::ResourcesOf.count(count).with("terrain", terrain));
        }
        Neighbours::AnyResources => MessageId::Resources,
        Neighbours::Crowns => MessageId::Crowns,
        Neighbours::Characters => MessageId::Characters,
        Neighbours::Warriors => MessageId::Warriors,
    };
    Some(phrase.count(count))
}

fn of_building(building: Building, count: u32, each: u32) -> Message {
    let counted = match building.points() {
        BuildingPoints::PerTerritory(terrain) => TerritoriesOf(terrain).count(count),
        BuildingPoints::PerTower => MessageId::Towers.count(count),
        BuildingPoints::PerKnight => MessageId::Knights.count(count),
        BuildingPoints::Fixed(_) if building.crowns() > 0 => {
            let crowns = MessageId::Crowns.count(u32::from(building.crowns()));
            return MessageId::CrownedBuilding.with("building", building).with("crowns", crowns);
        }
        BuildingPoints::Fixed(points) => {
            let phrase = match building.evidence() {
                Evidence::Elimination => MessageId::FixedPointsByElimination,
                _ => MessageId::FixedPoints,
            };
            return phrase.with("building", building).with("points", points);
        }
    };
    product(counted, each, (count * each) as i32)
}

fn product(count: Message, each: impl Into<Arg>, points: i32) -> Message {
    MessageId::Product.with("count", count).with("each", each).with("points", points)
}

/// Why a bonus was reached or missed. `count` is the number of things that it counted.
fn reason(variant: Variant, count: u32, kingdom: &Kingdom) -> Message {
    match variant.bonus().map(|bonus| bonus.rule) {
        Some(BonusRule::FullGrid) if count == 0 => MessageId::EmptySquares.count(empty_squares(kingdom)),
        Some(BonusRule::FullGrid) | None => MessageId::GridIsFull.into(),
        Some(BonusRule::CastleInTheMiddle | BonusRule::CastleAtACorner) if count == 0 && kingdom.castle().is_none() => {
            MessageId::NoCastleSeen.into()
        }
        Some(BonusRule::CastleInTheMiddle) if count == 0 => MessageId::CastleNotInTheMiddle.into(),
        Some(BonusRule::CastleInTheMiddle) => MessageId::CastleInTheMiddle.into(),
        Some(BonusRule::CastleAtACorner) if count == 0 => MessageId::CastleNotAtACorner.into(),
        Some(BonusRule::CastleAtACorner) => MessageId::CastleAtACorner.into(),
        Some(BonusRule::AroundTheCastle(_)) if kingdom.castle().is_none() => MessageId::NoCastleSeen.into(),
        Some(BonusRule::AroundTheCastle(_)) => MessageId::AroundTheCastle.count(count),
        Some(BonusRule::AtTheCorners(_)) => MessageId::AtTheCorners.count(count),
        Some(BonusRule::CrownedLines) => MessageId::CrownedLines.count(count),
        Some(BonusRule::CrownlessTerritories) => {
            MessageId::BleakTerritories.count(count).with("squares", BLEAK_SQUARES)
        }
    }
}

/// The number of empty squares in the game's whole grid.
fn empty_squares(kingdom: &Kingdom) -> u32 {
    (kingdom.size().squares_wide().pow(2) as u32).saturating_sub(kingdom.bits().tiles().len())
}

/// The squares of a part.
fn squares(part: &Part, kingdom: &Kingdom) -> Vec<Place> {
    match part {
        Part::Territory { squares, .. } => squares.clone(),
        Part::Building { square, .. } | Part::Character { square, .. } => vec![*square],
        Part::Bonus { variant, counted, .. } => match variant.bonus().map(|bonus| bonus.rule) {
            // The castle's square is shown even if the bonus is missed.
            Some(BonusRule::CastleInTheMiddle | BonusRule::CastleAtACorner) => kingdom.castle().into_iter().collect(),
            _ => counted.concat(),
        },
        Part::Coins { .. } => Vec::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use kingdomino::domain::Facts;
    use kingdomino::formats::notation;

    #[test]
    fn no_line_is_wider_than_the_terminal() {
        let texts = [
            "WWWWWWW/WWWWWWW/WWWWWWW/WWWCWWW/WWWWWWW/WWWWWWW/WWWWWWW1 k7",
            "T[travelling-castle,tower*3]T[queens-tower]C/T[wizard-school]T[statue]T q5",
        ];
        let plain = |table: &str| anstream::adapter::strip_str(table).to_string();
        let widest = |table: &str| plain(table).lines().map(|line| line.chars().count()).max();
        for text in texts {
            let kingdom = notation::parse(text).expect("a right notation");
            let sheet = ScoreSheet::new(&kingdom, &Facts::default(), &Variant::ALL);
            for language in Language::ALL {
                for width in 30..=90 {
                    let table = sheet_table(&kingdom, &sheet, language, Some(width));
                    assert!(widest(&table) <= Some(usize::from(width)), "{width}:\n{table}");
                }
                assert!(widest(&sheet_table(&kingdom, &sheet, language, None)) > Some(60));
            }
        }
    }
}
