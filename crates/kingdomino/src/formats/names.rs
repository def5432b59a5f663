//! Names of players.

use std::cmp::Ordering;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::ops::Deref;
use std::path::Path;

use messages::Arg;
use serde::{Deserialize, Serialize};
use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;

/// A player's or team's name as it is spelt. Two names are equal if they differ only in case, in blanks, or
/// in how Unicode encodes the same letters.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(with = "String"))]
#[serde(from = "String", into = "String")]
pub struct Name {
    spelt: Box<str>,
    key: Box<str>,
}

impl Name {
    /// A typed name: [`composed`], with single spaces between words. `None` if empty or with control
    /// characters.
    pub fn new(text: &str) -> Option<Self> {
        let name = composed(&text.split_whitespace().collect::<Vec<_>>().join(" "));
        let is_name = !name.is_empty() && !text.contains(char::is_control);
        is_name.then(|| name.into())
    }

    /// The name as spelt.
    pub fn as_str(&self) -> &str {
        &self.spelt
    }
}

impl From<String> for Name {
    fn from(spelt: String) -> Self {
        Self { key: name_key(&spelt).into(), spelt: spelt.into() }
    }
}

impl From<&str> for Name {
    fn from(spelt: &str) -> Self {
        spelt.to_owned().into()
    }
}

impl From<Name> for String {
    fn from(name: Name) -> Self {
        name.spelt.into()
    }
}

impl From<&Name> for Arg {
    fn from(name: &Name) -> Self {
        name.as_str().into()
    }
}

impl Deref for Name {
    type Target = str;

    fn deref(&self) -> &str {
        &self.spelt
    }
}

impl AsRef<str> for Name {
    fn as_ref(&self) -> &str {
        &self.spelt
    }
}

impl fmt::Display for Name {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.spelt)
    }
}

impl PartialEq for Name {
    fn eq(&self, other: &Self) -> bool {
        self.key == other.key
    }
}

impl Eq for Name {}

impl PartialEq<str> for Name {
    fn eq(&self, other: &str) -> bool {
        *self.key == *name_key(other)
    }
}

impl PartialEq<&str> for Name {
    fn eq(&self, other: &&str) -> bool {
        *self == **other
    }
}

impl PartialOrd for Name {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Name {
    fn cmp(&self, other: &Self) -> Ordering {
        self.key.cmp(&other.key)
    }
}

impl Hash for Name {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.key.hash(state);
    }
}

/// A name in the form used for comparison: equal for names that differ only in case, in blanks, and in how
/// Unicode encodes the same letters.
pub fn name_key(name: &str) -> String {
    let text: String = name.nfkc().filter(|letter| !is_unseen(*letter)).collect();
    let text: String = text.to_lowercase().nfkc().collect();
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Whether both texts are one name.
pub fn is_same_name(one: &str, other: &str) -> bool {
    name_key(one) == name_key(other)
}

/// Whether two different names may belong to one player: they differ only in accents, the spelling of `ä`,
/// `ö`, `ü` and `ß`, the order of the words, or letters of two scripts that look the same.
pub fn are_alike(one: &str, other: &str) -> bool {
    let (one_words, other_words) = (spellings(one), spellings(other));
    let mut pairs = one_words.iter().zip(&other_words);
    !is_same_name(one, other)
        && !one_words.is_empty()
        && one_words.len() == other_words.len()
        && pairs.all(|(one, other)| one.iter().any(|spelt| other.contains(spelt)))
}

/// A key that is equal for similar names, and for few others.
pub fn rough_key(name: &str) -> String {
    spellings(name).iter().map(|[plain, _]| roughly(plain)).collect::<Vec<_>>().join(" ")
}

/// Two spellings of each word: without accents, and with umlauts as in `Mueller`. The words are sorted,
/// because a name's words may come in any order; but not if the name contains a number, because then the
/// order may tell two names apart.
fn spellings(name: &str) -> Vec<[String; 2]> {
    let key = name_key(name);
    let words =
        key.split(|letter: char| letter.is_whitespace() || ",.-".contains(letter)).filter(|word| !word.is_empty());
    let mut words: Vec<[String; 2]> =
        words.map(|word| [spelt_with(plain_letters, word), spelt_with(german_letters, word)]).collect();
    if !key.contains(char::is_numeric) {
        words.sort_by_key(|[plain, _]| roughly(plain));
    }
    words
}

/// A spelling shared by `Mueller`, `Müller` and `Muller`.
fn roughly(word: &str) -> String {
    let mut rough = String::new();
    for letter in word.chars() {
        if letter != 'e' || !rough.ends_with(['a', 'o', 'u']) {
            rough.push(letter);
        }
    }
    rough
}

/// Plain spellings of letters that are not just a base letter with a mark.
fn plain_letters(letter: char) -> Option<&'static str> {
    Some(match letter {
        'ß' => "ss",
        'æ' => "ae",
        'œ' => "oe",
        'ø' => "o",
        'ł' => "l",
        'đ' | 'ð' => "d",
        'þ' => "th",
        'ı' => "i",
        _ => return None,
    })
}

/// Plain spellings of letters, with umlauts written as on keyboards that lack them.
fn german_letters(letter: char) -> Option<&'static str> {
    match letter {
        'ä' => Some("ae"),
        'ö' | 'ø' => Some("oe"),
        'ü' => Some("ue"),
        'å' => Some("aa"),
        letter => plain_letters(letter),
    }
}

/// The Latin letter that looks like this lower-case Cyrillic or Greek letter, in lower or upper case.
fn latin_that_looks_like(letter: char) -> char {
    const OTHERS: &str = "авекмнорстухіјѕһԛԝαβεζηικμνορτυχ";
    const LATIN: &str = "abekmhopctyxijshqwabezhikmnoptyx";
    OTHERS.chars().zip(LATIN.chars()).find(|(other, _)| *other == letter).map_or(letter, |(_, latin)| latin)
}

/// Whether the character is invisible.
fn is_unseen(letter: char) -> bool {
    matches!(letter, '\u{ad}' | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{2064}' | '\u{feff}')
}

/// The text in Unicode's form NFC, so that equal letters compare equal: file names from a Mac encode `ö` as
/// `o` and a combining mark.
pub fn composed(text: &str) -> String {
    text.nfc().collect()
}

/// Words that cameras and phones put before a picture's number. Some are also names, such as Sam.
const CAMERA_WORDS: [&str; 27] = [
    "e",
    "imag",
    "viber",
    "cimg",
    "dcim",
    "dji",
    "dsc",
    "dscf",
    "dscn",
    "fb",
    "gopr",
    "hpim",
    "img",
    "imgp",
    "kimg",
    "mvimg",
    "pict",
    "pxl",
    "received",
    "sam",
    "sdc",
    "signal",
    "snapchat",
    "tempimage",
    "wa",
    "whatsapp",
    "wp",
];

/// Words that programs and people use for pictures, with or without a number, in the program's languages.
const PICTURE_WORDS: [&str; 33] = [
    "aufnahme",
    "bild",
    "bildschirmfoto",
    "camera",
    "captura",
    "captură",
    "capture",
    "copie",
    "copy",
    "download",
    "ecran",
    "foto",
    "fotografie",
    "fullsizerender",
    "gallery",
    "grafik",
    "image",
    "imagine",
    "kamera",
    "kopie",
    "photo",
    "pic",
    "picture",
    "poza",
    "poză",
    "scan",
    "screen",
    "screenshot",
    "shot",
    "snapshot",
    "unbenannt",
    "unnamed",
    "untitled",
];

/// Words that may stand between picture words, in the program's languages.
const BETWEEN: [&str; 7] = ["am", "at", "de", "of", "on", "um", "von"];

/// A file name of [`CAMERA_WORDS`] is a picture's only if it has at least this many digits, as a camera's
/// counter does.
const DIGITS_OF_A_COUNT: usize = 3;

/// The fewest digits that count as a date, even without a picture word. Shorter numbers may belong to a
/// player's name.
const DIGITS_OF_A_DATE: usize = 6;

/// The word without accents, its special letters replaced by `letters`.
fn spelt_with(letters: fn(char) -> Option<&'static str>, word: &str) -> String {
    let parts: Vec<String> = word.nfc().map(|letter| letters(letter).map_or(letter.into(), str::to_owned)).collect();
    parts.concat().nfd().filter(|letter| !is_combining_mark(*letter)).map(latin_that_looks_like).collect()
}

/// Whether a file name is one that cameras or programs give, such as `IMG_1234`, `photo (2)` or
/// `2026-11-28 14.03.11`.
pub fn is_picture_name(stem: &str) -> bool {
    let key = name_key(stem);
    let words = key.split(|letter: char| !letter.is_alphabetic());
    let words: Vec<&str> = words.filter(|word| !word.is_empty() && !BETWEEN.contains(word)).collect();
    let digits = key.chars().filter(char::is_ascii_digit).count();
    let letters: usize = words.iter().map(|word| word.chars().count()).sum();
    let is_counted = digits >= DIGITS_OF_A_COUNT;
    let is_date = digits >= DIGITS_OF_A_DATE && digits >= 2 * letters;
    is_date
        || is_uuid(&key)
        || !words.is_empty()
            && words.iter().all(|word| PICTURE_WORDS.contains(word) || is_counted && CAMERA_WORDS.contains(word))
}

/// Whether the name is a UUID such as `7f1a2b3c-9d4e-4f5a-8b6c-0d1e2f3a4b5c`, which phones give to exported
/// files.
fn is_uuid(name: &str) -> bool {
    let lengths: Vec<usize> = name.split('-').map(str::len).collect();
    lengths == [8, 4, 4, 4, 12] && name.chars().all(|letter| letter == '-' || letter.is_ascii_hexdigit())
}

/// Words that systems append to a file name when the name is taken.
const COPY_WORDS: [&str; 3] = ["copy", "kopie", "copie"];

/// The name without this last word, in upper or lower case; `None` if it does not end with that word.
fn strip_last_word<'a>(name: &'a str, word: &str) -> Option<&'a str> {
    let (front, end) = name.split_at_checked(name.len().saturating_sub(word.len()))?;
    (end.eq_ignore_ascii_case(word) && front.ends_with([' ', '-', '_', '('])).then_some(front)
}

/// The name without the suffix that distinguishes two photos of one player: `Ben` for `Ben 2`, `Ben (1)` and
/// `Ben - copy`.
pub fn before_number(name: &str) -> Option<&str> {
    let mut before = name;
    loop {
        let shorter = before.trim_end_matches(|letter: char| letter.is_ascii_digit() || " -_()".contains(letter));
        let shorter = COPY_WORDS.iter().find_map(|word| strip_last_word(shorter, word)).unwrap_or(shorter);
        if shorter == before {
            break;
        }
        before = shorter;
    }
    (before != name && !before.is_empty()).then_some(before)
}

/// The player's name in a photo's file name: `Anna` for `anna.jpg`. `None` for names with a digit, picture
/// names and single letters.
pub fn name_of_file(path: &str) -> Option<Name> {
    name_of_stem(Path::new(path).file_stem()?.to_str()?)
}

/// The player's name in a file name without its extension, or in a folder's name.
pub fn name_of_stem(stem: &str) -> Option<Name> {
    let name = Name::new(&stem.replace('_', " "))?;
    if name.contains(char::is_numeric) || is_picture_name(&name) {
        return None;
    }
    let mut letters = name.chars();
    let first = letters.next()?;
    let is_word = first.is_alphabetic() && name.chars().count() > 1;
    is_word.then(|| first.to_uppercase().chain(letters).collect::<String>().into())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_the_same_in_every_spelling_and_keeps_its_own() {
        let spelt = ["Zoë", "zoe\u{308}", "ZOË", " Zoë "].map(Name::from);
        let names: std::collections::HashSet<&Name> = spelt.iter().collect();
        assert_eq!(names.len(), 1);
        assert_eq!(spelt.each_ref().map(Name::as_str), ["Zoë", "zoe\u{308}", "ZOË", " Zoë "]);
        assert!(spelt[0] == "zoë" && spelt[0] != "Zoe");
        assert_eq!(Name::new("  Anna   Bell ").as_deref(), Some("Anna Bell"));
        assert_eq!((Name::new(" "), Name::new("An\u{7}na")), (None, None));
    }

    #[test]
    fn a_file_may_bear_a_players_name() {
        let named = [
            ("anna.jpg", "Anna"),
            ("photos/Ben.JPG", "Ben"),
            ("\u{f6}zge.png", "\u{d6}zge"),
            ("anna_&_ben.jpg", "Anna & ben"),
        ];
        for (file, name) in named {
            assert_eq!(name_of_file(file).as_deref(), Some(name));
        }
        for file in [
            "IMG_1.jpg",
            "20260101_1200.jpg",
            "table-3.jpg",
            "a.jpg",
            ".jpg",
            "",
            "-.jpg",
            "a\nb.jpg",
            "photo.jpg",
            "Bild.png",
        ] {
            assert_eq!(name_of_file(file), None, "{file}");
        }
    }

    #[test]
    fn pictures_have_names_of_their_own() {
        let pictures = [
            "IMG_1234",
            "IMG-20261128-WA0003",
            "DSC01234",
            "P1010034",
            "PXL_20261128_140311",
            "WhatsApp Image 2026-11-28 at 14.03.11",
            "2026-11-28 14.03.11",
            "20261128_140311",
            "photo",
            "photo (2)",
            "Bild 3",
            "image0",
            "poz\u{103}",
            "Kopie von IMG_1234",
            "IMG_E0123",
            "Photo on 28-11-26 at 14.03",
            "7F1A2B3C-9D4E-4F5A-8B6C-0D1E2F3A4B5C",
        ];
        for picture in pictures {
            assert!(is_picture_name(picture), "{picture}");
        }
        for name in
            ["Anna", "Ben 2", "Sam", "Sam 2", "Team 7", "Team 2026", "Anna2026", "1", "1024", "P101", "De", "Ben (1)"]
        {
            assert!(!is_picture_name(name), "{name}");
        }
        for (name, before) in [
            ("Ben 2", Some("Ben")),
            ("Ben(1)", Some("Ben")),
            ("ben-12", Some("ben")),
            ("dora - Kopie (2)", Some("dora")),
            ("anna copy", Some("anna")),
            ("copy", None),
            ("Ben", None),
            ("12", None),
        ] {
            assert_eq!(before_number(name), before, "{name}");
        }
    }
}
