//! Territories as text for people: the size of each, and the coins that a knight would collect there.

use comfy_table::Cell;

use kingdomino::domain::{Place, compact};
use kingdomino::scoring::taxes::{Taxed, Taxes};
use messages::wrapped::{bordered_table, number};
use messages::{Language, Message, MessageId, Words};

/// A row for each territory, with knights and income only in games with taxes, and a line with the extra
/// income from buildings. Ends with a newline.
///
/// Long cells are wrapped to `width`, the terminal's number of columns; not at all if that is `None`.
pub fn territories_table(taxes: &Taxes, language: Language, width: Option<u16>) -> String {
    let has_taxes = taxes.territories.iter().any(|row| row.income.is_some());
    let of_taxes = [MessageId::KnightsHead, MessageId::IncomeHead].into_iter().filter(|_| has_taxes);
    let always = [MessageId::TerritoryHead, MessageId::SizeHead, MessageId::CrownsHead, MessageId::PointsHead];
    let heads = always.into_iter().chain(of_taxes).chain([MessageId::WhereHead]);
    let heads = heads.map(|head| head.in_language(language));
    let rows = taxes.territories.iter().map(|territory| row(territory, language));
    let extra = extra_income(taxes).map(|message| message.in_language(language) + "\n").unwrap_or_default();
    bordered_table(heads, rows, width) + &extra
}

fn row(Taxed { territory, knights, income }: &Taxed, language: Language) -> Vec<Cell> {
    let squares: Vec<Place> = territory.squares.places().collect();
    let numbers = [territory.size(), territory.crowns, territory.points()].into_iter();
    let taxes = income.map(|income| [*knights, income]).into_iter().flatten();
    let terrain = Cell::new(territory.terrain.in_language(language));
    [terrain].into_iter().chain(numbers.chain(taxes).map(number)).chain([Cell::new(compact(&squares))]).collect()
}

/// The coins that buildings' lasting effects add to the income from each territory.
fn extra_income(taxes: &Taxes) -> Option<Message> {
    let knights = taxes.for_knights.map(|coins| MessageId::Knights.count(coins));
    let towers = taxes.for_towers.map(|coins| MessageId::Towers.count(coins));
    match (knights, towers) {
        (Some(knights), Some(towers)) => {
            Some(MessageId::IncomeWithBoth.with("knights", knights).with("towers", towers))
        }
        (knights, towers) => knights.or(towers).map(|extra| MessageId::IncomeWith.with("extra", extra)),
    }
}
