//! What people read, in every language: one table, and sentences with gaps.
//!
//! The words stand in `table.rs`, a row for each word or sentence and a column for each language; a further language is
//! one more column. JSON does not depend on the language: its ids are the domain's, its messages are English.
//!
//! ```
//! use kingdom_scanner::domain::{Place, Terrain};
//! use kingdom_scanner::words::{Language, Message, Phrase, Words};
//!
//! assert_eq!(Terrain::Forest.in_language(Language::German), "Wald");
//! let message: Message = Phrase::Squares.count(3);
//! assert_eq!(message.in_language(Language::German), "3 Felder");
//! assert_eq!(message.to_string(), "3 squares");
//! ```

mod catalogue;
mod language;
mod message;
mod understood;
mod visible;
pub mod wrapped;

pub use catalogue::{Phrase, Row, Source, TerritoriesOf, WithTerritory};
pub use language::{Language, UnknownLanguage};
pub use message::{Gap, Message, Words, pieces_in_words};
pub use visible::{is_steering, visible, visible_in_colour, visible_lines};
