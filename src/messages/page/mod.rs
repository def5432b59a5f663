//! The texts of the page that `serve` shows, in every language: the compiler refuses a language that lacks one. To add a text, name it
//! here and in the file of each language; the page finds it by its name.

mod de;
mod en;

use serde::Serialize;

use super::Language;

/// Makes the list of texts.
macro_rules! page_texts {
    ($($id:ident,)*) => {
        /// The texts of a language, by their ids.
        #[allow(missing_docs, reason = "each says what it is in English")]
        #[derive(Debug, Clone, Copy, Serialize)]
        pub struct PageTexts {
            $(pub $id: &'static str,)*
        }

        impl PageTexts {
            /// Ids and texts.
            pub fn all(&self) -> Vec<(&'static str, &'static str)> {
                vec![$((stringify!($id), self.$id)),*]
            }
        }
    };
}

page_texts! {
    title,
}

impl PageTexts {
    /// Of a language.
    pub fn of(language: Language) -> &'static Self {
        match language {
            Language::English => &en::TEXTS,
            Language::German => &de::TEXTS,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Such as `{player}`, which the page fills in.
    fn arguments(text: &str) -> Vec<&str> {
        let mut names: Vec<&str> = text.split('{').skip(1).filter_map(|rest| Some(rest.split_once('}')?.0)).collect();
        names.sort_unstable();
        names
    }

    #[test]
    fn every_language_has_all_texts_with_the_same_arguments() {
        let english = PageTexts::of(Language::English).all();
        for language in Language::ALL {
            for ((id, text), (_, english)) in PageTexts::of(language).all().into_iter().zip(&english) {
                assert!(!text.is_empty() && text.trim() == text, "{id} in {language:?}");
                assert_eq!(arguments(text), arguments(english), "{id} in {language:?}");
            }
        }
    }
}
