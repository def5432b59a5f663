//! The seating of a round, as a text for people and as a manifest for the next `batch`.

use std::io::{self, Write};

use crate::manifest::COLUMNS;
use crate::report::csv::{BYTE_ORDER_MARK, Form, as_text};
use crate::seating::Seating;
use game::line::PhotoLine;
use game::photo_info::PhotoInfo;
use kingdomino::domain::Facts;
use messages::wrapped::{bordered_table, number, paragraph, text};
use messages::{Language, Message, MessageId, Words};

/// The tables with their players, the players who meet again, and the players by name with their tables. Ends
/// with a newline.
pub fn seating_table(seating: &Seating, language: Language, width: Option<u16>) -> String {
    let [table_head, player_head] = [MessageId::TableHead, MessageId::PlayerHead].map(|id| id.in_language(language));
    let title = MessageId::SeatingHead.with("round", seating.round.as_str()).in_language(language);
    let tables =
        seating.tables.iter().zip(1..).map(|(players, table)| [number(table.to_string()), text(players.join(", "))]);
    let tables = bordered_table([table_head, player_head], tables, width);
    let pairs: Vec<Message> = (seating.met_again.iter())
        .map(|[one, other]| MessageId::PairOfPlayers.with("one", one.as_str()).with("other", other.as_str()))
        .collect();
    let meetings = match pairs.len() {
        0 => MessageId::SeatingAllNew.into(),
        count => MessageId::SeatingMeetAgain.count(count as u32).with("pairs", pairs),
    };
    let names = seating.by_name().into_iter().map(|(player, table)| [text(player), number(table.to_string())]);
    let names = bordered_table([player_head, table_head], names, width);
    let paragraphs = [title, meetings.in_language(language)].map(|words| paragraph("", &words, width));
    format!("{}{tables}{}\n{names}", paragraphs[0], paragraphs[1])
}

/// A name that a spreadsheet would take for a formula. It cannot be written with a `'` as in the standings,
/// because the manifest needs the exact name.
#[derive(Debug, thiserror::Error)]
#[error(
    "`{0}` begins like a formula, which a spreadsheet would run: choose another name in the folder or the manifest, and run `batch` again"
)]
pub struct FormulaName(String);

/// Writes a manifest with all photos of the results that have a player, and a row for each player of the next
/// round.
///
/// # Errors
/// A name that begins like a formula. The inner result has the writer's errors.
pub fn write_seating_manifest<'a>(
    out: &mut dyn Write,
    seating: &Seating,
    lines: impl IntoIterator<Item = &'a PhotoLine>,
    form: Form,
) -> Result<io::Result<()>, FormulaName> {
    let mut rows: Vec<[String; COLUMNS.len()]> = lines.into_iter().flat_map(rows_of).collect();
    for (photo, table, player) in seating.photos() {
        rows.push(row([&photo, &seating.round, &table, player], Facts::default(), &PhotoInfo::default()));
    }
    if let Some(name) = rows.iter().flatten().find(|cell| as_text(cell) != **cell) {
        return Err(FormulaName(name.clone()));
    }
    Ok(write_rows(out, &rows, form))
}

fn write_rows(out: &mut dyn Write, rows: &[[String; COLUMNS.len()]], form: Form) -> io::Result<()> {
    out.write_all(BYTE_ORDER_MARK)?;
    let mut csv = csv::WriterBuilder::new().delimiter(form.separator).from_writer(out);
    csv.write_record(COLUMNS)?;
    rows.iter().try_for_each(|row| csv.write_record(row))?;
    csv.flush()
}

/// A row for each player whose kingdom the photo shows; none if it belongs to nobody.
fn rows_of(line: &PhotoLine) -> Vec<[String; COLUMNS.len()]> {
    let info = &line.reading.info;
    let Some(seat) = &info.seat else { return Vec::new() };
    // If the photo shows a whole table, a player's name would mean that it shows only that player's kingdom.
    let first = if info.is_whole_table { "" } else { seat.player.as_str() };
    let further = info.further_players.iter().map(|further| (further.player.as_str(), further.facts));
    let players = [(first, info.facts)].into_iter().chain(further);
    players.map(|(player, unseen)| row([&line.reading.photo, &seat.round, &seat.table, player], unseen, info)).collect()
}

/// The cells of a row, in the order of [`COLUMNS`].
fn row(words: [&str; 4], unseen: Facts, info: &PhotoInfo) -> [String; COLUMNS.len()] {
    let [photo, round, table, player] = words.map(str::to_owned);
    let queen = unseen.queen.map(|visits| if visits { "yes" } else { "no" }).unwrap_or_default().to_owned();
    let size = info.size.map(|size| size.to_string()).unwrap_or_default();
    let game = info.game.clone().unwrap_or_default();
    let [coins, knights] = [unseen.coins, unseen.knights_in_supply]
        .map(|number| number.map(|number| number.to_string()).unwrap_or_default());
    [photo, round, table, player, coins, knights, queen, info.variants.join(" "), size, game]
}
