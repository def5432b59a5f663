//! A message: an id of the catalogue and its arguments.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::fmt;

use serde::{Deserialize, Serialize};

use super::{Language, MessageId};

/// A type with a message in the catalogue: a terrain, a building, a [`MessageId`] ...
pub trait Words: Copy {
    /// The message that names this value.
    fn message_id(self) -> MessageId;

    /// The message's text as in the catalogue, with its arguments in braces.
    fn in_language(self, language: Language) -> &'static str {
        language.text(self.message_id())
    }

    /// The message with the argument `name`.
    fn with(self, name: &'static str, value: impl Into<Arg>) -> Message {
        Message::from(self).with(name, value)
    }

    /// The message with the argument `n`, in the singular for 1.
    fn count(self, n: u32) -> Message {
        self.with(COUNT, n)
    }
}

impl Words for MessageId {
    fn message_id(self) -> MessageId {
        self
    }
}

/// The argument whose number chooses between singular and plural.
pub(super) const COUNT: &str = "n";

/// Separates the singular of a text from its plural.
pub(super) const SINGULAR_FROM_PLURAL: char = '|';

/// The argument of [`MessageId::Verbatim`].
const TEXT: &str = "text";

/// Appended to an argument's name, it gives the name of a second argument, which says what the first one's
/// number was counted from. No text shows the second one.
const SOURCE: &str = "-from";

/// A message of the catalogue with its arguments. `Display` shows it in English.
///
/// In JSON it is `{"id": "squares", "args": {"n": 3}}`. A message that is read from JSON has exactly the
/// arguments that its id needs.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(try_from = "StoredMessage")]
#[cfg_attr(feature = "schema", schemars(!try_from))]
pub struct Message {
    #[cfg_attr(feature = "schema", schemars(with = "String", regex(pattern = "^[a-z0-9-]+$")))]
    id: MessageId,
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    #[cfg_attr(feature = "schema", schemars(with = "BTreeMap<String, Arg>"))]
    args: Args,
}

type Args = BTreeMap<Cow<'static, str>, Arg>;

/// An argument of a message.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(untagged)]
pub enum Arg {
    /// A number.
    Number(i64),
    /// A text that is the same in every language: a square such as `r2c4`, or a name.
    Text(String),
    /// A word or a sentence.
    Message(Message),
    /// Several messages, separated by commas.
    List(Vec<Message>),
}

impl Message {
    /// A text that is not in the catalogue; it is shown unchanged.
    pub fn verbatim(text: impl Into<String>) -> Self {
        MessageId::Verbatim.with(TEXT, text.into())
    }

    /// The message, if it is to be stored next to its sentence; `None` for a sentence that is not in the
    /// catalogue.
    pub fn to_store(&self) -> Option<Self> {
        (self.id != MessageId::Verbatim).then(|| self.clone())
    }

    /// Adds the argument `{name}`.
    #[must_use]
    pub fn with(mut self, name: &'static str, value: impl Into<Arg>) -> Self {
        self.args.insert(name.into(), value.into());
        self
    }

    /// Adds the argument `{name}`, whose number was counted from `source`; see [`Message::recounted`].
    #[must_use]
    pub fn with_counted(self, name: &'static str, number: i32, source: String) -> Self {
        let mut message = self.with(name, number);
        message.args.insert(format!("{name}{SOURCE}").into(), source.into());
        message
    }

    /// Replaces the numbers added by [`Message::with_counted`] by what `count` returns for their sources.
    /// Numbers for which `count` returns `None` stay.
    #[must_use]
    pub fn recounted(mut self, count: &dyn Fn(&str) -> Option<i32>) -> Self {
        for arg in self.args.values_mut() {
            let messages = match arg {
                Arg::Message(message) => std::slice::from_mut(message),
                Arg::List(messages) => &mut messages[..],
                Arg::Number(_) | Arg::Text(_) => continue,
            };
            for message in messages {
                *message = message.clone().recounted(count);
            }
        }
        let counted = self.args.iter().filter_map(|(name, source)| match source {
            Arg::Text(source) => Some((name.strip_suffix(SOURCE)?.to_owned(), count(source)?)),
            _ => None,
        });
        for (name, number) in counted.collect::<Vec<_>>() {
            self.args.insert(name.into(), number.into());
        }
        self
    }

    /// Whether it is this message, alone or followed by squares in brackets.
    pub fn says(&self, id: MessageId) -> bool {
        let is_with_squares = self.id == MessageId::WithSquares;
        self.id == id
            || is_with_squares
                && self.args.get("what").is_some_and(|arg| matches!(arg, Arg::Message(message) if message.says(id)))
    }

    /// The message's id.
    pub(super) fn id(&self) -> MessageId {
        self.id
    }

    /// Another message with the same arguments.
    #[must_use]
    pub(super) fn with_id(self, id: MessageId) -> Self {
        Self { id, ..self }
    }

    /// Applies `change` to each argument.
    #[must_use]
    pub(super) fn with_args(mut self, change: impl FnMut(&mut Arg)) -> Self {
        self.args.values_mut().for_each(change);
        self
    }

    /// Applies `change` to all texts in the arguments.
    #[must_use]
    pub fn with_texts(self, change: &dyn Fn(&str) -> String) -> Self {
        let mut args = Args::new();
        for (name, arg) in self.args {
            let changed = match arg {
                Arg::Text(text) => Arg::Text(change(&text)),
                Arg::Message(message) => Arg::Message(message.with_texts(change)),
                Arg::List(messages) => {
                    Arg::List(messages.into_iter().map(|message| message.with_texts(change)).collect())
                }
                number @ Arg::Number(_) => number,
            };
            args.insert(name, changed);
        }
        Self { args, ..self }
    }

    /// The message in words. A missing argument keeps its braces, which a test of the program detects.
    pub fn in_language(&self, language: Language) -> String {
        let (mut text, mut rest) = (String::new(), self.form(language.text(self.id)));
        while let Some((before, (name, after))) = next_arg(rest) {
            text += before;
            match self.args.get(name) {
                Some(Arg::Number(n))
                    if name == COUNT && language == Language::Romanian && after.starts_with(' ') && takes_de(*n) =>
                {
                    text += &format!("{n} de");
                }
                Some(value) => text += &value.in_language(language),
                None => text.extend(["{", name, "}"]),
            }
            rest = after;
        }
        text + rest
    }

    /// The singular or the plural of a text that has both.
    fn form<'a>(&self, text: &'a str) -> &'a str {
        let is_one = self.args.get(COUNT) == Some(&Arg::Number(1));
        match text.split_once(SINGULAR_FROM_PLURAL) {
            Some((singular, _)) if is_one => singular,
            Some((_, plural)) => plural,
            None => text,
        }
    }
}

/// Whether Romanian puts `de` between this number and the counted noun: `19 puncte`, `20 de puncte`, `101
/// puncte`.
fn takes_de(n: i64) -> bool {
    let rest = n.unsigned_abs() % 100;
    n != 0 && (rest == 0 || rest >= 20)
}

/// The text before the first argument, its name, and the text after it.
fn next_arg(text: &str) -> Option<(&str, (&str, &str))> {
    let (before, rest) = text.split_once('{')?;
    Some((before, rest.split_once('}')?))
}

/// The names of a text's arguments.
pub(super) fn args_of(mut text: &str) -> impl Iterator<Item = &str> {
    std::iter::from_fn(move || {
        let (_, (name, rest)) = next_arg(text)?;
        text = rest;
        Some(name)
    })
}

#[derive(Deserialize)]
struct StoredMessage {
    id: MessageId,
    #[serde(default)]
    args: Args,
}

impl TryFrom<StoredMessage> for Message {
    type Error = String;

    fn try_from(StoredMessage { id, args }: StoredMessage) -> Result<Self, String> {
        let needed: Vec<&str> = args_of(id.in_language(Language::English)).collect();
        let has_all = needed.iter().all(|name| args.contains_key(*name));
        let has_no_other = args.keys().all(|name| needed.contains(&name.strip_suffix(SOURCE).unwrap_or(name)));
        if has_all && has_no_other { Ok(Self { id, args }) } else { Err(format!("{id:?} needs {needed:?}")) }
    }
}

impl Arg {
    fn in_language(&self, language: Language) -> String {
        match self {
            Arg::Number(number) => number.to_string(),
            Arg::Text(text) => text.clone(),
            Arg::Message(message) => message.in_language(language),
            Arg::List(messages) => {
                messages.iter().map(|message| message.in_language(language)).collect::<Vec<_>>().join(", ")
            }
        }
    }
}

impl<W: Words> From<W> for Message {
    fn from(words: W) -> Self {
        Self { id: words.message_id(), args: Args::new() }
    }
}

impl fmt::Display for Message {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.in_language(Language::English))
    }
}

impl<W: Words> From<W> for Arg {
    fn from(words: W) -> Self {
        Arg::Message(words.into())
    }
}

impl From<Message> for Arg {
    fn from(message: Message) -> Self {
        Arg::Message(message)
    }
}

impl From<Vec<Message>> for Arg {
    fn from(messages: Vec<Message>) -> Self {
        Arg::List(messages)
    }
}

macro_rules! from {
    ($($type:ty),* => $value:ident: $arg:expr) => { $(
        impl From<$type> for Arg {
            fn from($value: $type) -> Self {
                $arg
            }
        }
    )* };
}

from!(u8, u16, u32, i32, usize => number: Arg::Number(number as i64));
from!(String, &str => text: Arg::Text(text.to_string()));

#[cfg(test)]
mod tests {
    use super::*;

    /// Players may have any name, even one in braces.
    #[test]
    fn the_text_of_an_argument_is_never_taken_for_an_argument() {
        let message = MessageId::List.with("words", "{words}|{n}");
        assert_eq!(message.to_string(), "{words}|{n}");
    }

    #[test]
    fn every_message_survives_storing() {
        for id in MessageId::ALL {
            let message = args_of(id.in_language(Language::English)).fold(Message::from(*id), |message, name| {
                let name = Cow::Owned(name.to_owned());
                let args = message.args.into_iter().chain([(name, Arg::Number(1))]).collect();
                Message { args, ..Message::from(*id) }
            });
            let json = serde_json::to_value(&message).expect("JSON");
            assert_eq!(serde_json::from_value::<Message>(json).expect("a message"), message);
        }
    }

    /// Files from later versions of the program, or edited files, may have ids or arguments that are unknown
    /// here.
    #[test]
    fn what_is_no_message_of_ours_is_not_known() {
        for text in ["null", "{}", r#"{"id":"of-tomorrow"}"#, r#"{"id":"squares"}"#, r#"{"id":"squares","args":[3]}"#]
            .into_iter()
            .chain([r#"{"id":"squares","args":{"n":3,"m":4}}"#, r#"{"id":"list","args":{"words":[{"id":"squares"}]}}"#])
        {
            assert!(serde_json::from_str::<Message>(text).is_err(), "{text}");
        }
    }

    #[test]
    fn a_sentence_stays_as_it_is() {
        let message = Message::verbatim("3 {squares}");
        assert_eq!(Language::ALL.map(|language| message.in_language(language)), ["3 {squares}"; Language::ALL.len()]);
        assert_eq!(message.to_store(), None);
    }
}
