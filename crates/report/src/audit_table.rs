//! An audit as text for people.

use anstyle::Style;

use kingdomino::audit::{Audit, CertainDomino, Change, Finding, Repair, Spot, Verdict};
use kingdomino::domain::{Game, Place, Square, compact};
use kingdomino::formats::notation::square_in_notation;
use messages::style::LOUD;
use messages::wrapped::{plain_table, wrapped};
use messages::{Language, Message, MessageId, Words, visible};

/// The indent of everything below the head. [`wrapped`] adds one blank after the head of a paragraph.
const INDENT: &str = "  ";

/// The verdict about the kingdoms with these names, the findings, the certain dominoes, and the repair. Ends
/// with a newline.
///
/// Text is wrapped to `width`, the terminal's number of columns; not at all if that is `None`.
pub fn audit_table(names: &[&str], audit: &Audit, language: Language, width: Option<u16>) -> String {
    let mut text = head(names, audit.verdict(), language);
    for finding in &audit.findings {
        let message = finding_message(finding, names.len()).in_language(language);
        text += &wrapped("  -", &message, Style::new(), width);
    }
    if !audit.certain.is_empty() {
        let dominoes =
            audit.certain.iter().map(|certain| certain_message(certain, audit.game, names.len()).in_language(language));
        let head = format!("{INDENT}{}:", MessageId::CertainDominoes.in_language(language));
        text += &wrapped(&head, &dominoes.collect::<Vec<_>>().join("; "), Style::new(), width);
    }
    text + &audit.repair.as_ref().map(|repair| repair_text(repair, names.len(), language, width)).unwrap_or_default()
}

fn head(names: &[&str], verdict: Verdict, language: Language) -> String {
    let style = if verdict == Verdict::Impossible { LOUD } else { Style::new() };
    let verdict = format!("{style}{}{style:#}", verdict.in_language(language));
    match names {
        [name] => format!("{}: {verdict}\n", visible(name)),
        _ => {
            let numbered = names.iter().enumerate().map(|(index, name)| format!("k{}: {}\n", index + 1, visible(name)));
            numbered.collect::<String>() + &format!("{}: {verdict}\n", MessageId::Together.in_language(language))
        }
    }
}

/// A finding with its squares, or with its kingdom if there are several kingdoms.
fn finding_message(finding: &Finding, kingdoms: usize) -> Message {
    match (finding.squares(), finding.kingdom()) {
        ([], Some(kingdom)) if kingdoms > 1 => {
            MessageId::OfKingdom.with("kingdom", format!("k{}", kingdom + 1)).with("what", finding.message())
        }
        ([], _) => finding.message(),
        (squares, _) => {
            MessageId::WithSquares.with("what", finding.message()).with("squares", compact_spots(squares, kingdoms))
        }
    }
}

fn certain_message(certain: &CertainDomino, game: Game, kingdoms: usize) -> Message {
    let domino = alternatives(&certain.domino_names(game));
    MessageId::DominoAt.with("domino", domino).with("squares", compact_spots(&certain.squares, kingdoms))
}

/// Joins the words into text such as `24, 25 or 26`.
fn alternatives(words: &[String]) -> Message {
    match words {
        [first @ .., last] if !first.is_empty() => {
            MessageId::Or.with("words", first.join(", ")).with("last", last.as_str())
        }
        _ => Message::verbatim(words.concat()),
    }
}

/// A square in notation; castle and empty as words.
fn letters(square: &Square, language: Language) -> String {
    match square {
        Square::Land { .. } => square_in_notation(square),
        Square::Empty | Square::Castle => Message::from(square).in_language(language),
    }
}

fn repair_text(repair: &Repair, kingdoms: usize, language: Language, width: Option<u16>) -> String {
    let (head, changes): (Message, &[Change]) = match repair {
        Repair::One(changes) => (MessageId::RepairOne.into(), changes),
        Repair::Together(changes) => (MessageId::RepairTogether.with("squares", changes.len()), changes),
        Repair::MoreThan(squares) => (MessageId::RepairMoreThan.with("n", *squares), &[]),
        Repair::Unknown => (MessageId::RepairUnknown.into(), &[]),
    };
    let head = wrapped(" ", &head.in_language(language), Style::new(), width);
    if changes.is_empty() {
        return head;
    }
    let rows = changes.iter().map(|change| {
        let letters: Vec<String> = change.instead.iter().map(|square| letters(square, language)).collect();
        let square = compact_spots(&[change.square], kingdoms);
        [INDENT.repeat(2) + &square, alternatives(&letters).in_language(language)]
    });
    head + &plain_table(rows, 2, width) + "\n"
}

/// Squares by kingdom, and in each kingdom in reading order: `k1:r1c1-c3 r2c2 k2:r1c1`. If there is only one
/// kingdom, its number is left out.
fn compact_spots(spots: &[Spot], kingdoms: usize) -> String {
    let of_kingdoms = spots.chunk_by(|a, b| a.kingdom == b.kingdom).map(|of_kingdom| {
        let places: Vec<Place> = of_kingdom.iter().map(|spot| spot.place).collect();
        let number = if kingdoms == 1 { String::new() } else { format!("k{}:", of_kingdom[0].kingdom + 1) };
        number + &compact(&places)
    });
    of_kingdoms.collect::<Vec<_>>().join(" ")
}
