//! Makes names safe to show. A name comes from a file, a folder or a list, and may contain anything: escape
//! sequences that control a terminal, line ends, or characters that reverse the direction of text. They are
//! shown as `\u{1b}`.

use std::borrow::Cow;

/// Begins an escape sequence.
const ESCAPE: char = '\u{1b}';

/// Whether the character controls how text is shown: a control character (C0, DEL, C1), the end of a line or
/// paragraph, or a character that embeds, overrides or isolates a writing direction (Unicode UAX #9).
/// Direction marks are allowed because names in Arabic and Hebrew need them and they reorder nothing else.
pub fn is_steering(letter: char) -> bool {
    letter.is_control() || matches!(letter, '\u{2028}' | '\u{2029}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

/// The text on one line, with all control characters made visible: `\n`, `\t`, `\u{1b}`.
pub fn visible(text: &str) -> Cow<'_, str> {
    if text.contains(is_steering) { shown(text, |_| 0).into() } else { text.into() }
}

/// Like [`visible`], for a text of several lines, whose line ends are kept.
pub fn visible_lines(text: &str) -> Cow<'_, str> {
    if !text.contains(is_steering) {
        return text.into();
    }
    shown(text, |rest| usize::from(rest.starts_with('\n'))).into()
}

/// Like [`visible_lines`], for a text whose colours are kept. Apply [`visible`] to names before inserting
/// them, because colours in names would be kept, too.
pub fn visible_in_colour(text: &str) -> Cow<'_, str> {
    if !text.contains(is_steering) {
        return text.into();
    }
    shown(text, |rest| if rest.starts_with('\n') { 1 } else { colour_bytes(rest) }).into()
}

/// The text with control characters made visible. `kept` returns how many bytes at the beginning of the rest
/// to keep unchanged.
fn shown(text: &str, kept: impl Fn(&str) -> usize) -> String {
    let (mut shown, mut rest) = (String::with_capacity(text.len()), text);
    while let Some(at) = rest.find(is_steering) {
        shown += &rest[..at];
        rest = &rest[at..];
        let steering = rest.chars().next().map_or(0, char::len_utf8);
        let kept = kept(rest);
        match kept {
            0 => rest[..steering].chars().for_each(|letter| shown.extend(letter.escape_default())),
            _ => shown += &rest[..kept],
        }
        rest = &rest[kept.max(steering)..];
    }
    shown + rest
}

/// The length of a leading escape sequence that sets colour or weight (ECMA-48's SGR); 0 without one.
fn colour_bytes(text: &str) -> usize {
    let Some(rest) = text.strip_prefix(ESCAPE).and_then(|rest| rest.strip_prefix('[')) else { return 0 };
    let numbers = rest.len() - rest.trim_start_matches(|letter: char| letter.is_ascii_digit() || letter == ';').len();
    if rest[numbers..].starts_with('m') { "\u{1b}[".len() + numbers + "m".len() } else { 0 }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Control characters that set a window's title, set colours, clear or overwrite text, or reverse its
    /// direction.
    const EVIL: &str = "\u{1b}]0;owned\u{7}A\u{1b}[31mn\u{1b}[2Jn\ra\u{7f}\u{9b}31m\u{202e}nn\u{2066}\n\t\u{2028}";

    #[test]
    fn what_steers_becomes_visible() {
        insta::assert_snapshot!(visible(EVIL), @r"\u{1b}]0;owned\u{7}A\u{1b}[31mn\u{1b}[2Jn\ra\u{7f}\u{9b}31m\u{202e}nn\u{2066}\n\t\u{2028}");
        for shown in [visible(EVIL), visible_lines(EVIL), visible_in_colour("\u{1b}[?25l\u{1b}[1;1H\u{1b}[31")] {
            assert!(!shown.contains(|letter| is_steering(letter) && letter != '\n'), "{shown:?}");
        }
        assert_eq!(visible_lines("a\r\nb\u{1b}[1m"), "a\\r\nb\\u{1b}[1m");
        assert_eq!(
            visible_in_colour("\u{1b}[1m\u{1b}[38;5;1ma\u{1b}[0m\n\u{1b}[2K"),
            "\u{1b}[1m\u{1b}[38;5;1ma\u{1b}[0m\n\\u{1b}[2K"
        );
    }

    #[test]
    fn ordinary_names_stay_as_they_are() {
        for name in ["", "Björn 👑", "<Dora & Co>", "O'Neill; Jr.", "שלום\u{200f}", "مريم", "नमस्ते", "a\\n"]
        {
            assert!(matches!(visible(name), Cow::Borrowed(same) if same == name));
        }
    }
}
