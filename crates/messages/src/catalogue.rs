//! The catalogue of messages: one file per language, all with the same list.
//!
//! `en.rs` defines the list of messages. The compiler refuses a language that lacks one, and a test refuses a
//! text whose arguments differ from the English ones. Arguments are in braces, `{name}`. A text with a `|`
//! has a singular before it and a plural after it; the argument `n` chooses between them.

/// The ids of all messages, and their English texts.
macro_rules! messages {
    ($($id:ident: $text:literal;)*) => {
        /// The id of a word or sentence, described by its English text. Files contain it as `doubtful-total`.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, serde::Serialize, serde::Deserialize)]
        #[serde(rename_all = "kebab-case", try_from = "String")]
        pub enum MessageId {
            $(
                #[doc = $text]
                $id,
            )*
        }

        impl MessageId {
            /// All ids, in the catalogue's order.
            pub const ALL: &[MessageId] = &[$(MessageId::$id),*];
        }

        // Parsed with a table: derived code has hundreds of cases for each format, which add 0.2 MB in a
        // browser.
        impl TryFrom<String> for MessageId {
            type Error = String;

            fn try_from(name: String) -> Result<Self, String> {
                static BY_NAME: std::sync::LazyLock<std::collections::HashMap<String, MessageId>> = std::sync::LazyLock::new(|| {
                    MessageId::ALL
                        .iter()
                        .filter_map(|id| Some((serde_json::to_value(id).ok()?.as_str()?.to_owned(), *id)))
                        .collect()
                });
                BY_NAME.get(&name).copied().ok_or_else(|| format!("unknown message `{name}`"))
            }
        }

        super::catalogue::texts! { $($id: $text;)* }
    };
}

/// The texts of a language.
macro_rules! texts {
    ($($id:ident: $text:literal;)*) => {
        pub(super) fn text(id: super::MessageId) -> &'static str {
            match id {
                $(super::MessageId::$id => $text,)*
            }
        }
    };
}

pub(super) use {messages, texts};

#[cfg(test)]
mod tests {
    use crate::message::{COUNT, SINGULAR_FROM_PLURAL, args_of};
    use crate::page::PageTexts;
    use crate::{Language, MessageId};

    fn forms(text: &str) -> Vec<Vec<&str>> {
        let names = |form| {
            let mut names: Vec<&str> = args_of(form).collect();
            names.sort_unstable();
            names
        };
        text.split(SINGULAR_FROM_PLURAL).map(names).collect()
    }

    #[test]
    fn every_text_is_there() {
        for id in MessageId::ALL {
            for text in Language::ALL.map(|language| language.text(*id)) {
                assert!(!text.is_empty() && text.trim() == text && !text.contains("  "), "{id:?}");
                assert_eq!(text.matches('{').count(), args_of(text).count(), "{text}");
                assert_eq!(text.matches('}').count(), args_of(text).count(), "{text}");
            }
        }
    }

    #[test]
    fn every_language_has_the_same_arguments() {
        for id in MessageId::ALL {
            let [first, others @ ..] = Language::ALL.map(|language| forms(language.text(*id)).swap_remove(0));
            for other in others {
                assert_eq!(first, other, "{id:?}");
            }
        }
    }

    /// Each file of texts began as a copy of another, so an equal text was probably not translated. Names of
    /// games, and forms such as `{building}: {points}`, may be equal.
    #[test]
    fn no_text_of_20_letters_is_the_same_in_two_languages() {
        let letters = |text: &str| {
            let outside_arguments = text.split('{').map(|part| part.split_once('}').map_or(part, |(_, rest)| rest));
            outside_arguments.flat_map(str::chars).filter(|letter| letter.is_alphabetic()).count()
        };
        let texts = |language: Language| {
            let of_page = PageTexts::of(language).all().into_iter().map(|(id, text)| (id.to_owned(), text));
            MessageId::ALL.iter().map(|id| (format!("{id:?}"), language.text(*id))).chain(of_page).collect::<Vec<_>>()
        };
        for (index, language) in Language::ALL.into_iter().enumerate() {
            for other in &Language::ALL[..index] {
                for ((id, text), (_, of_other)) in texts(language).into_iter().zip(texts(*other)) {
                    assert!(text != of_other || letters(text) < 20, "{id} in {language:?} and {other:?}: {text}");
                }
            }
        }
    }

    #[test]
    fn singular_and_plural_have_the_same_arguments_and_a_number() {
        for text in Language::ALL.iter().flat_map(|language| MessageId::ALL.iter().map(|id| language.text(*id))) {
            match &forms(text)[..] {
                [_] => {}
                [singular, plural] => assert!(singular == plural && singular.contains(&COUNT), "{text}"),
                more => panic!("{} forms: {text}", more.len()),
            }
        }
    }
}
