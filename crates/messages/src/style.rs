//! How words stand out on a terminal that shows colours; elsewhere the printing code strips the styles.

use anstyle::{AnsiColor, Color, Style};

/// The style of text that must not be overlooked; it stands out on dark and on light backgrounds.
pub const LOUD: Style =
    Style::new().fg_color(Some(Color::Ansi(AnsiColor::Black))).bg_color(Some(Color::Ansi(AnsiColor::Yellow))).bold();

/// The style of a warning's head.
pub const WARNING: Style = AnsiColor::Yellow.on_default().bold();

/// The style of heads, totals, and lines to type.
pub const STRONG: Style = Style::new().bold();
