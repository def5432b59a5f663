//! Territories for people: how large each is, and what a knight would collect there.

use comfy_table::Cell;

use kingdomino::domain::{Place, compact};
use kingdomino::scoring::taxes::{Taxed, Taxes};
use messages::wrapped::{bordered_table, number};
use messages::{Language, Message, MessageId, Words};

/// A row for each territory, knights and income only in games with taxes; below it what adds to the territory's size. Ends with a newline.
///
/// Longer cells are wrapped to `width` (the terminal's, in columns); `None` never wraps.
pub fn territories_table(taxes: &Taxes, language: Language, width: Option<u16>) -> String {
    let has_taxes = taxes.territories.iter().any(|row| row.income.is_some());
    let of_taxes = |phrase| has_taxes.then_some(phrase);
    let always = [MessageId::TerritoryHead, MessageId::SizeHead, MessageId::CrownsHead, MessageId::PointsHead];
    let heads = always.into_iter().chain(of_taxes(MessageId::KnightsHead)).chain(of_taxes(MessageId::IncomeHead));
    let heads = heads.chain([MessageId::WhereHead]).map(|head| head.in_language(language));
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

/// The coins that the lasting effects add to the size of each territory.
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
