//! The texts that people read, in every language.
//!
//! A [`Message`] is an id with arguments, and is stored in files as such. A [`Language`] turns it into words
//! only when it is shown. The words are in the catalogue, one file per language. docs/how-it-works.md
//! explains how to add a language. JSON does not depend on the language: its words are English.
//!
//! ```
//! use messages::{Language, Message, MessageId, Words};
//!
//! assert_eq!(MessageId::Forest.in_language(Language::German), "Wald");
//! let message: Message = MessageId::Squares.count(3);
//! assert_eq!(message.in_language(Language::German), "3 Felder");
//! assert_eq!(message.to_string(), "3 squares");
//! ```

mod catalogue;
mod language;
mod message;
mod on_one_line;
mod on_the_page;
pub mod page;
pub mod style;
mod visible;
#[cfg(feature = "terminal")]
pub mod wrapped;

pub use en::MessageId;
pub use language::UnknownLanguage;
pub use message::{Arg, Message, Words};
pub use on_one_line::on_one_line;
pub use on_the_page::Page;
pub use visible::{is_steering, visible, visible_in_colour, visible_lines};

language::languages! {
    /// The default, also for unsupported languages.
    #[default]
    English: en;
    /// Uses the words of the German rule sheets.
    German: de;
    /// Uses the words of the Romanian rule sheet, as far as it has them.
    Romanian: ro;
}
