//! The languages, and how one is chosen.

use std::str::FromStr;

use super::Language;

/// Defines the languages: each has a name, and a file of texts named by its ISO 639 id.
macro_rules! languages {
    ($($(#[$doc:meta])* $language:ident: $id:ident;)*) => {
        $(mod $id;)*

        /// A language of the output.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
        pub enum Language {
            $($(#[$doc])* $language,)*
        }

        impl Language {
            /// All languages.
            pub const ALL: [Language; [$(stringify!($id)),*].len()] = [$(Language::$language),*];

            /// The id used on the command line: ISO 639's `en`, `de`.
            pub fn id(self) -> &'static str {
                match self {
                    $(Self::$language => stringify!($id),)*
                }
            }

            /// The text of a message, with its arguments in braces.
            pub(crate) fn text(self, id: MessageId) -> &'static str {
                match self {
                    $(Self::$language => $id::text(id),)*
                }
            }
        }
    };
}

pub(super) use languages;

/// An error: this word is not the id of a supported language.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is not a language of this program; the languages are {ids}", ids = Language::ALL.map(Language::id).join(", "))]
pub struct UnknownLanguage(String);

impl Language {
    /// The language that the environment requests; English if it requests no supported one.
    ///
    /// The first of `LC_ALL`, `LC_MESSAGES` and `LANG` that is set and not empty decides (POSIX, "Environment
    /// Variables").
    pub fn from_environment() -> Self {
        Self::from_variables(|name| std::env::var(name).ok())
    }

    fn from_variables(value: impl Fn(&str) -> Option<String>) -> Self {
        let locale = ["LC_ALL", "LC_MESSAGES", "LANG"].into_iter().filter_map(value).find(|locale| !locale.is_empty());
        locale.map_or(Self::default(), |locale| Self::from_locale(&locale))
    }

    /// Whether it writes 2,5 instead of 2.5. Spreadsheets in such a language separate the columns of CSV
    /// files by semicolons.
    pub fn has_decimal_comma(self) -> bool {
        self != Self::English
    }

    /// The language of a locale's name such as `de_AT.UTF-8`, `de-CH` or `C`.
    fn from_locale(locale: &str) -> Self {
        let language = locale.split(['_', '-', '.', '@']).next().unwrap_or_default();
        language.parse().unwrap_or_default()
    }
}

impl FromStr for Language {
    type Err = UnknownLanguage;

    /// Parses an id in upper or lower case.
    fn from_str(word: &str) -> Result<Self, UnknownLanguage> {
        Self::ALL
            .into_iter()
            .find(|language| language.id().eq_ignore_ascii_case(word))
            .ok_or_else(|| UnknownLanguage(word.to_owned()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_language_is_known_by_its_id() {
        for language in Language::ALL {
            assert_eq!(language.id().parse(), Ok(language));
            assert_eq!(language.id().to_uppercase().parse(), Ok(language));
        }
        assert_eq!(
            "xx".parse::<Language>().map_err(|error| error.to_string()).err().as_deref(),
            Some("`xx` is not a language of this program; the languages are en, de, ro")
        );
    }

    #[test]
    fn a_locale_names_a_language() {
        for german in ["de", "de_DE", "de_DE.UTF-8", "de-AT", "de@euro", "DE"] {
            assert_eq!(Language::from_locale(german), Language::German, "{german}");
        }
        for english in ["C", "POSIX", "C.UTF-8", "en_GB.UTF-8", "xx_XX", "den_CA", "", "."] {
            assert_eq!(Language::from_locale(english), Language::English, "{english}");
        }
    }

    #[test]
    fn the_first_variable_that_is_set_and_not_empty_decides() {
        let asked = |set: &[(&str, &str)]| {
            Language::from_variables(|name| {
                set.iter().find(|(known, _)| *known == name).map(|(_, value)| value.to_string())
            })
        };
        assert_eq!(asked(&[]), Language::English);
        assert_eq!(asked(&[("LANG", "de_DE.UTF-8")]), Language::German);
        assert_eq!(asked(&[("LC_ALL", "C"), ("LC_MESSAGES", "de"), ("LANG", "de")]), Language::English);
        assert_eq!(asked(&[("LC_ALL", ""), ("LC_MESSAGES", "de"), ("LANG", "C")]), Language::German);
        assert_eq!(asked(&[("LC_MESSAGES", "en_US"), ("LANG", "de")]), Language::English);
    }
}
