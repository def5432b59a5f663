//! How words stand out on a terminal that shows colours; where it shows none, the printing code leaves them away.

use anstyle::{AnsiColor, Color, Style};

/// What a person must not overlook, on dark and on light grounds.
pub const LOUD: Style =
    Style::new().fg_color(Some(Color::Ansi(AnsiColor::Black))).bg_color(Some(Color::Ansi(AnsiColor::Yellow))).bold();

/// The head of a warning.
pub const WARNING: Style = AnsiColor::Yellow.on_default().bold();

/// What the rest leads to: heads, totals, lines to be typed.
pub const STRONG: Style = Style::new().bold();
