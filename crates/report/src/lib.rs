//! Results for people and for programs.
//!
//! | module | what it holds | may import |
//! |---|---|---|
//! | [`formats`] | kingdoms and results in JSON, as they are read back | |
//! | [`sheet_json`] | `score --json` | formats |
//! | [`audit_json`] | `audit --json` | formats sheet_json |
//! | [`territories_json`] | territories in JSON | formats sheet_json |
//! | [`scan_json`] | `scan --json` | formats sheet_json |
//! | [`standings_json`] | `standings --json` | formats scan_json sheet_json |
//! | [`character_picture`] | pixels as characters | |
//! | [`kingdom_picture`] | a kingdom's squares on a terminal | |
//! | [`kingdom_svg`] | a kingdom's squares on a page | |
//! | [`to_type`] | the commands that settle doubts | |
//! | [`doubtful_squares`] | what doubtful squares could be | to_type |
//! | [`to_check`] | the doubts that a person should check | doubtful_squares to_type |
//! | [`sheet_table`] | score sheets | |
//! | [`audit_table`] | findings | |
//! | [`territories_table`] | territories | |
//! | [`standings_table`] | who won | sheet_table to_check |
//! | [`scan_table`] | a photo's kingdoms | doubtful_squares kingdom_picture sheet_table to_check to_type |
//! | [`game_table`] | a game's kingdoms | doubtful_squares kingdom_picture standings_table to_check to_type |
//! | [`bundle`] | a photo that was read wrongly, to hand in | formats |
//! | [`card`] | a picture of the result to send to others, as shapes | doubtful_squares kingdom_svg sheet_table standings_table |

pub mod audit_json;
pub mod audit_table;
pub mod bundle;
pub mod card;
pub mod character_picture;
pub mod doubtful_squares;
pub mod formats;
pub mod game_table;
pub mod kingdom_picture;
pub mod kingdom_svg;
pub mod scan_json;
pub mod scan_table;
pub mod sheet_json;
pub mod sheet_table;
pub mod standings_json;
pub mod standings_table;
pub mod territories_json;
pub mod territories_table;
pub mod to_check;
pub mod to_type;

use kingdomino::audit::warning::{Warning, audited};
use kingdomino::domain::{Facts, Variant};
use kingdomino::scoring::assumptions;
use kingdomino::scoring::assumptions::open_rules;
use kingdomino::scoring::sheet::ScoreSheet;
use messages::{Message, MessageId};
use reading::reconstruct::{Reading, ReconstructOptions};

/// A kingdom read from a photo, with all that is reported about it.
#[derive(Debug, Clone, Copy)]
pub struct KingdomReport<'a> {
    /// The kingdom, and how sure each square is.
    pub reading: &'a Reading,
    /// Its points.
    pub sheet: &'a ScoreSheet,
    /// The kingdom's outer corners as in a label: x, y in pixels of the upright photo at full size,
    /// clockwise, the first belonging to the first square. `None` for a kingdom that no photo shows.
    pub corners_px: Option<[[f64; 2]; 4]>,
    /// The player who laid it.
    pub player: Option<&'a str>,
    /// The facts given for the player.
    pub unseen: Facts,
    /// The variants that the players agreed on.
    pub variants: &'a [Variant],
    /// The warnings of the reading and of the audit.
    pub warnings: &'a [Warning],
    /// Remarks that do not cast doubt on the reading.
    pub notes: &'a [Message],
}

/// The warnings and notes about a photo's reading: its own, and those of the audit unless any dominoes are
/// allowed.
pub fn remarks_about_reading(reading: &Reading, known: &ReconstructOptions) -> (Vec<Warning>, Vec<Message>) {
    let (found, remarks) = match known.any_dominoes {
        true => Default::default(),
        false => audited(&reading.kingdom, &known.unseen),
    };
    // The reading itself warns if the kingdom cannot exist; only the audit knows the squares concerned.
    let on_squares = found.into_iter().filter(|warning| !warning.squares.is_empty());
    let warnings: Vec<Warning> = reading.warnings.iter().cloned().chain(on_squares).collect();
    let is_new = |note: &Message| warnings.iter().all(|warning| warning.with_squares() != *note);
    let remarks = remarks.into_iter().filter(is_new);
    let notes = assumptions::notes(&reading.kingdom, &known.unseen, &known.variants).into_iter().chain(remarks);
    let notes = notes.chain(open_rules(&reading.kingdom, &known.unseen, &known.variants)).collect();
    (warnings, notes)
}

/// A note if players agreed on the Dynasty, which does not change the sheet of a single kingdom.
pub fn about_variants(variants: &[Variant]) -> Option<Message> {
    variants.contains(&Variant::Dynasty).then(|| MessageId::DynastyAlone.into())
}

/// Kingdoms for the tests of code that displays readings.
#[cfg(any(test, feature = "test-kingdom"))]
pub mod test_kingdom {
    use super::*;
    use kingdomino::domain::{Place, Square};
    use kingdomino::formats::notation;
    use kingdomino::formats::{ReadSquare, SquareState};
    use messages::MessageId;
    use reading::reconstruct::CorrectedSquare;

    /// A small kingdom whose squares are all sure but one, `r1c2`.
    pub fn doubtful_reading() -> Reading {
        let kingdom = notation::parse("W1WF/CLM3 k5").expect("a kingdom");
        let read = |square: &Square| ReadSquare {
            best: *square,
            probability: 0.99876,
            gap: None,
            second: Square::Empty,
            second_total: None,
            state: SquareState::Seen,
            seen: 1.0,
            pieces: None,
        };
        let mut squares = kingdom.squares().map(read);
        let second = "wheat:1".parse().expect("a square");
        squares[Place::new(0, 1)] = ReadSquare {
            probability: 0.81,
            gap: Some(1.45),
            second,
            second_total: Some(7),
            state: SquareState::Doubtful,
            ..squares[Place::new(0, 1)].clone()
        };
        let warnings = vec![Warning {
            code: kingdomino::audit::warning::WarningCode::DoubtfulTotal,
            message: MessageId::TooManyDoubts.into(),
            squares: vec![Place::new(0, 1)],
        }];
        Reading {
            kingdom,
            origin: Place::new(1, 1).into(),
            squares,
            cost: 0.0,
            game_probability: 1.0,
            total_probability: 0.81,
            warnings,
            needs_review: true,
            left_out: Vec::new(),
            corrections: Vec::new(),
        }
    }

    /// [`doubtful_reading`] after corrections, one of which cut off a row and a column; `r2c2` is inferred
    /// from the box.
    pub fn corrected_reading() -> Reading {
        let mut reading = doubtful_reading();
        let [doubtful, hidden, mine] = ["r1c2", "r2c2", "r2c3"].map(|name| Place::from_words(name).expect("a place"));
        reading.squares[doubtful].state = SquareState::Corrected;
        reading.squares[hidden].state = SquareState::Inferred;
        reading.squares[mine].state = SquareState::Corrected;
        let corrected = |name: &str, lies_at: Option<Place>, [read, given]: [&str; 2]| {
            let [read, given] = [read, given].map(|word| word.parse().expect("a square"));
            CorrectedSquare { place: Place::from_words(name).expect("a place"), lies_at, read, given }
        };
        reading.corrections = vec![
            corrected("r1c2", Some(doubtful), ["wheat:1", "wheat"]),
            corrected("r3c3", Some(mine), ["mine:3", "mine:3"]),
            corrected("r3c4", None, ["lake", "empty"]),
        ];
        reading.warnings.clear();
        reading.needs_review = false;
        reading
    }

    /// The corners of these kingdoms in a photo: see [`KingdomReport::corners_px`].
    pub const CORNERS_PX: [[f64; 2]; 4] = [[10.0, 20.0], [310.0, 20.5], [310.0, 220.256], [10.0, 220.0]];
}
