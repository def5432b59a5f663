//! The result of a scan as text for people: the kingdom in letters, the score sheet, and everything to check.
//!
//! The text has ANSI colours, which the printing code removes if the terminal does not show them.

use anstyle::Style;

use super::KingdomReport;
use super::doubtful_squares::doubtful_squares;
use super::kingdom_picture::reading_picture;
use super::sheet_table::sheet_table;
use super::to_check::{Block, remark, suspects};
use super::to_type::KingdomToSay;
use kingdomino::audit::warning::Warning;
use kingdomino::domain::{Game, Place};
use kingdomino::formats::SquareState;
use kingdomino::formats::notation;
use kingdomino::words::square_instead_of;
use messages::wrapped::{plain_table, wrapped};
use messages::{Language, Message, MessageId, Words, visible};
use reading::correction::OpenQuestion;
use reading::reconstruct::CorrectedSquare;

/// The commands that a person may run for a kingdom, and corrections that may be wrong.
#[derive(Debug, Clone, Default)]
pub struct ToSay {
    /// The command that confirms the kingdom as shown.
    pub whole: Option<KingdomToSay>,
    /// The questions about the kingdom. The line to type has their squares.
    pub questions: Vec<OpenQuestion>,
    /// Corrections that contradict the other squares, such as `r2c4=forest:1`.
    pub suspects: Vec<String>,
}

/// The report on all kingdoms of a photo, separated by blank lines; ends with a newline. `to_say` has an
/// entry for each kingdom; a kingdom without an entry has no commands for its doubtful squares. `legend` goes
/// below the last picture. `width` is the terminal's in columns, if there is a terminal.
pub fn scan_table(
    photo: &str,
    kingdoms: &[KingdomReport],
    to_say: &[ToSay],
    legend: &str,
    language: Language,
    width: Option<u16>,
) -> String {
    let nothing = ToSay::default();
    let tables = kingdoms.iter().enumerate().map(|(index, report)| {
        let number = Number { this: index + 1, count: kingdoms.len() };
        let legend = if number.this == number.count { legend } else { "" };
        kingdom_table(photo, report, number, to_say.get(index).unwrap_or(&nothing), legend, language, width)
    });
    tables.collect::<Vec<_>>().join("\n")
}

/// The number of a kingdom in its photo, from 1, and how many kingdoms the photo shows.
#[derive(Clone, Copy)]
struct Number {
    this: usize,
    count: usize,
}

impl Number {
    /// A square's name, such as `r2c4`; with several kingdoms, `k2:r2c4`.
    fn name(self, place: Place) -> String {
        if self.count > 1 { format!("k{}:{place}", self.this) } else { place.to_string() }
    }
}

fn kingdom_table(
    photo: &str,
    report: &KingdomReport,
    number: Number,
    to_say: &ToSay,
    legend: &str,
    language: Language,
    width: Option<u16>,
) -> String {
    let kingdom = &report.reading.kingdom;
    let (rows, cols) = (kingdom.squares().rows(), kingdom.squares().cols());
    let head = if number.count > 1 {
        MessageId::KingdomOfSeveral.with("number", number.this).with("count", number.count)
    } else {
        MessageId::ScanHead.into()
    };
    let head = head.with("rows", rows).with("cols", cols).with("size", kingdom.size().squares_wide());
    let head = match kingdom.game() {
        Game::Kingdomino => head,
        game => MessageId::OfGame.with("what", head).with("game", game),
    };
    let mut text = wrapped(&format!("{photo}:"), &head.in_language(language), Style::new(), width);
    if let Some(player) = report.player {
        text += &format!("\n{}\n", visible(player));
    }
    text += &format!("\n{}{legend}", reading_picture(report.reading, language, width));
    text += &format!("\n{}", sheet_table(kingdom, report.sheet, language, width));
    // The notation is not wrapped, so that it can be copied.
    text += &format!("{}: {}\n", MessageId::NotationHead.in_language(language), notation::write(kingdom));
    text += &corrected_squares(report, number, language, width);
    for note in report.notes {
        text += &remark(MessageId::NoteHead, note, Style::new(), language, width);
    }
    text + &to_check(report, number, to_say, language, width)
}

/// The corrected squares, by their names in the first reading.
fn corrected_squares(report: &KingdomReport, number: Number, language: Language, width: Option<u16>) -> String {
    let squares = &report.reading.corrections;
    let are_all = squares.len() > 1 && squares.len() == report.reading.kingdom.squares().cells().len();
    // If all squares are given, only the changed ones are listed.
    let listed = squares.iter().filter(|square| !are_all || square.given != square.read);
    let rows: Vec<[String; 3]> = listed.map(|square| corrected_square(square, number, language)).collect();
    let others = MessageId::AllConfirmed.in_language(language);
    match (are_all, rows.is_empty()) {
        (true, true) => return format!("{others}\n"),
        (true, false) => {
            let head = MessageId::CorrectedHead.in_language(language);
            return format!("{head}:\n{}\n{others}\n", plain_table(rows, 2, width));
        }
        (false, true) => return String::new(),
        (false, false) => {}
    }
    format!("{}:\n{}\n", MessageId::CorrectedHead.in_language(language), plain_table(rows, 2, width))
}

/// The square's name, its reading, and its correction.
fn corrected_square(square: &CorrectedSquare, number: Number, language: Language) -> [String; 3] {
    let corrected = MessageId::CorrectedTo.with("square", square_instead_of(&square.given, &square.read));
    let mut said = vec![if square.given == square.read { MessageId::Confirmed.into() } else { corrected }];
    let elsewhere = square.lies_at.filter(|place| *place != square.place);
    said.extend(elsewhere.map(|place| MessageId::NowAt.with("square", number.name(place))));
    let read = MessageId::ReadAs.with("square", Message::from(&square.read)).in_language(language);
    let said = MessageId::List.with("words", said).in_language(language);
    [format!("  {}", number.name(square.place)), read, said]
}

/// Everything to check before the total is certain; empty if the total is certain.
fn to_check(report: &KingdomReport, number: Number, to_say: &ToSay, language: Language, width: Option<u16>) -> String {
    let reading = report.reading;
    let read = reading.squares.iter().filter(|(_, square)| square.state == SquareState::Doubtful);
    let name = |place| number.name(place);
    let suspects = suspects(&to_say.suspects);
    let review = reading.needs_review.then_some(MessageId::ToCheck);
    let gap = if review.is_some() { "\n" } else { "" };
    let block = Block {
        review,
        warnings: suspects.into_iter().chain(report.warnings.iter().map(Warning::with_squares)).collect(),
        whole_to_say: to_say.whole.as_ref(),
        doubtful: doubtful_squares(read, &reading.doubtful_buildings(), &to_say.questions, report.sheet.total, name),
        ..Block::default()
    };
    gap.to_owned() + &block.in_words(language, width)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kingdom_picture::Legend;
    use crate::test_kingdom::{CORNERS_PX, corrected_reading, doubtful_reading};
    use kingdomino::domain::{Building, Facts};
    use kingdomino::formats::{Likely, ReadPieces};
    use kingdomino::scoring::sheet::ScoreSheet;
    use messages::style::LOUD;
    use reading::reconstruct::Reading;

    fn table(reading: &Reading, language: Language, width: Option<u16>) -> String {
        let sheet = ScoreSheet::new(&reading.kingdom, &Facts::default(), &[]);
        let notes = [MessageId::SizeNotGiven.into()];
        let report = KingdomReport {
            reading,
            sheet: &sheet,
            corners_px: Some(CORNERS_PX),
            player: Some("Ada"),
            unseen: Facts::default(),
            variants: &[],
            warnings: &reading.warnings,
            notes: &notes,
        };
        let mut legend = Legend::default();
        legend.add(&reading.kingdom, &reading.states());
        scan_table("a.jpg", &[report], &[], &legend.in_words(language, width), language, width)
    }

    fn plain(text: &str) -> String {
        anstream::adapter::strip_str(text).to_string()
    }

    #[test]
    fn doubts_and_warnings_are_loud() {
        let text = table(&doubtful_reading(), Language::English, None);
        assert!(text.contains(&format!("{LOUD}W?{LOUD:#}")));
        insta::assert_snapshot!(plain(&text), @r"
        a.jpg: 2 x 3 squares, read for the 5x5 game

        Ada

             1   2   3
          1  W1  W?  F
          2  C   L   M3
          W wheat, F forest, L lake, M mine, C castle; figures are crowns; ? doubtful

        ┌───────────┬────────┬─────────────────────────┬─────────┐
        │ line      ┆ points ┆ how                     ┆ where   │
        ╞═══════════╪════════╪═════════════════════════╪═════════╡
        │ wheat     ┆      2 ┆ 2 squares x 1 crown = 2 ┆ r1c1-c2 │
        │ forest    ┆      0 ┆ 1 square, no crown      ┆ r1c3    │
        │ lake      ┆      0 ┆ 1 square, no crown      ┆ r2c2    │
        │ grassland ┆      0 ┆                         ┆         │
        │ swamp     ┆      0 ┆                         ┆         │
        │ mine      ┆      3 ┆ 1 square x 3 crowns = 3 ┆ r2c3    │
        │ bonus     ┆      0 ┆                         ┆         │
        │ total     ┆      5 ┆                         ┆         │
        └───────────┴────────┴─────────────────────────┴─────────┘
        notation: W1WF/CLM3 k5
        note: `size` is not given; 5 is assumed, because the kingdom fits into 5x5 (Harmony depends on the size)

        TO CHECK: this total may be wrong.
        warning: too many squares are doubtful to compare all possible kingdoms; check the squares (r1c2)
        doubtful squares:
        ┌────────┬────────────────────────┬───────┐
        │ square ┆ could be               ┆ total │
        ╞════════╪════════════════════════╪═══════╡
        │ r1c2   ┆ wheat, no crown (81 %) ┆     5 │
        │        ┆ wheat, 1 crown         ┆     7 │
        └────────┴────────────────────────┴───────┘
        ");
    }

    #[test]
    fn german_has_the_words_of_the_rule_sheets() {
        insta::assert_snapshot!(plain(&table(&doubtful_reading(), Language::German, None)), @r"
        a.jpg: 2 x 3 Felder, gelesen für das Spiel auf 5x5

        Ada

             1   2   3
          1  W1  W?  F
          2  C   L   M3
          W Getreidefeld, F Wald, L See, M Gebirge, C Schloss; Ziffern sind Kronen; ? unsicher

        ┌──────────────┬────────┬────────────────────────┬─────────┐
        │ Zeile        ┆ Punkte ┆ Rechnung               ┆ Felder  │
        ╞══════════════╪════════╪════════════════════════╪═════════╡
        │ Getreidefeld ┆      2 ┆ 2 Felder x 1 Krone = 2 ┆ r1c1-c2 │
        │ Wald         ┆      0 ┆ 1 Feld ohne Krone      ┆ r1c3    │
        │ See          ┆      0 ┆ 1 Feld ohne Krone      ┆ r2c2    │
        │ Weideland    ┆      0 ┆                        ┆         │
        │ Sumpf        ┆      0 ┆                        ┆         │
        │ Gebirge      ┆      3 ┆ 1 Feld x 3 Kronen = 3  ┆ r2c3    │
        │ Sonderpunkte ┆      0 ┆                        ┆         │
        │ Gesamt       ┆      5 ┆                        ┆         │
        └──────────────┴────────┴────────────────────────┴─────────┘
        Notation: W1WF/CLM3 k5
        Hinweis: `size` ist nicht angegeben; 5 wird angenommen, weil das Königreich in 5x5 passt (die Harmonie hängt davon ab)

        BITTE PRÜFEN: Die Gesamtpunktzahl kann falsch sein.
        Warnung: zu viele Felder sind unsicher, um alle möglichen Königreiche zu vergleichen; bitte prüfe die Felder (r1c2)
        unsichere Felder:
        ┌──────┬─────────────────────────────────┬────────┐
        │ Feld ┆ kann sein                       ┆ Gesamt │
        ╞══════╪═════════════════════════════════╪════════╡
        │ r1c2 ┆ Getreidefeld, ohne Krone (81 %) ┆      5 │
        │      ┆ Getreidefeld, 1 Krone           ┆      7 │
        └──────┴─────────────────────────────────┴────────┘
        ");
    }

    /// The reading of a kingdom of Queendomino whose bakery may be one of two other buildings; with these it
    /// scores `totals`.
    fn with_a_doubtful_building(totals: [i32; 2]) -> Reading {
        let mut reading = doubtful_reading();
        let kingdom = notation::parse("W1T[bakery,tower]F/CLM3 q5").expect("a kingdom");
        let likely = |what, probability, total| Likely { what, probability, total: Some(total) };
        let buildings = vec![
            likely(Some(Building::Bakery), 0.7, 6),
            likely(Some(Building::Fishery), 0.2, totals[0]),
            likely(None, 0.1, totals[1]),
        ];
        for (place, square) in kingdom.squares().iter() {
            reading.squares[place].best = *square;
        }
        let (towers, knight, queen) = (Vec::new(), Vec::new(), Vec::new());
        reading.squares[Place::new(0, 1)].pieces = Some(ReadPieces { buildings, towers, knight, queen });
        Reading { kingdom, ..reading }
    }

    #[test]
    fn a_building_that_is_uncertain_is_named_with_its_alternatives() {
        let different = plain(&table(&with_a_doubtful_building([6, 4]), Language::English, None));
        assert!(different.contains("5x5 game, Queendomino\n"), "{different}");
        assert!(different.contains("+ r1c2 building?, 1 tower\n"), "{different}");
        let readings = different.split_once("doubtful squares:\n").expect("a table").1;
        insta::assert_snapshot!(readings, @r"
        ┌────────┬──────────────────────────────┬───────┐
        │ square ┆ could be                     ┆ total │
        ╞════════╪══════════════════════════════╪═══════╡
        │ r1c2   ┆ town+building? bakery (70 %) ┆     6 │
        │        ┆ fishery (20 %)               ┆     6 │
        │        ┆ no building (10 %)           ┆     4 │
        └────────┴──────────────────────────────┴───────┘
        ");
    }

    #[test]
    fn a_sure_reading_says_nothing_of_doubt() {
        let mut reading = doubtful_reading();
        reading.squares[Place::new(0, 1)].state = SquareState::Seen;
        reading.warnings.clear();
        reading.needs_review = false;
        let text = plain(&table(&reading, Language::English, None));
        for word in ["?", "CHECK", "arning", "oubt"] {
            assert!(!text.contains(word), "{text}");
        }
    }

    #[test]
    fn what_a_person_said_and_what_the_box_tells_is_marked() {
        let reading = corrected_reading();
        let text = plain(&table(&reading, Language::English, None));
        let picture = text.split("┌").next().expect("the picture stands first");
        insta::assert_snapshot!(picture, @r"
        a.jpg: 2 x 3 squares, read for the 5x5 game

        Ada

             1   2   3
          1  W1  W=  F
          2  C   L~  M3=
          W wheat, F forest, L lake, M mine, C castle; figures are crowns; ~ inferred from the box's dominoes, not seen in the picture; = corrected or confirmed by a person
        ");
        assert!(text.contains(
            "\ncorrected squares:\n  r1c2  read: wheat, 1 crown  corrected: wheat, no crown\n  r3c3  read: mine, 3 crowns  \
             confirmed, now r2c3\n  r3c4  read: lake, no crown  corrected: empty\n"
        ), "{text}");
        assert!(table(&reading, Language::German, None).contains("  r3c4  gelesen: See, ohne Krone"));
    }

    #[test]
    fn no_line_is_wider_than_the_terminal() {
        for (language, width) in
            Language::ALL.into_iter().flat_map(|language| [40, 60, 80].map(|width| (language, width)))
        {
            let readings = [doubtful_reading(), corrected_reading()];
            let text: String = readings.iter().map(|reading| plain(&table(reading, language, Some(width)))).collect();
            for line in text.lines().filter(|line| !line.starts_with(['n', 'N']) || !line.contains("notation")) {
                assert!(line.chars().count() <= usize::from(width), "{width}: {line}");
            }
        }
    }
}
