//! What people read, in every language.
//!
//! A [`Message`] is an id and arguments, also in files; a [`Language`] puts it into words where it is shown. The words stand in the catalogue, a file
//! for each language. How to add a language: the entry of that name in docs/how-it-works.md. JSON does not depend on the language: its words are English.
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
    /// The default, also for languages that are not here.
    #[default]
    English: en;
    /// With the words of the German rule sheets.
    German: de;
    /// With the words of the Romanian rule sheet, as far as it has them.
    Romanian: ro;
}
