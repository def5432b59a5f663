//! Answers in a review that are about a whole photo, not about a square.

use kingdomino::domain::Kingdom;
use kingdomino::formats::notation;

/// An answer about a whole photo, or a step to another photo.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ReviewCommand {
    /// The reading is right.
    Accept,
    /// The kingdom with this number, counted from 1, is the player's.
    Choose(usize),
    /// The photo counts nowhere.
    LeaveOut,
    /// This is the player's kingdom.
    Kingdom(Box<Kingdom>),
    /// Text that looks like a kingdom in notation, but is invalid, with the reason.
    NoKingdom(String),
    /// Goes on to the next photo. The current one still needs review.
    Next,
    /// Goes back to the previous photo.
    Back,
    /// Goes to another photo, found by a part of its name.
    Show(String),
    /// Undoes the last answer about this photo.
    TakeBack,
}

impl ReviewCommand {
    /// Parses a line, ignoring case; `None` if it is not a command.
    pub fn from_line(line: &str) -> Option<Self> {
        let line = line.trim();
        let small = line.to_lowercase();
        match small.as_str() {
            "a" => Some(Self::Accept),
            "l" | "x" => Some(Self::LeaveOut),
            "n" => Some(Self::Next),
            "b" => Some(Self::Back),
            "u" => Some(Self::TakeBack),
            _ => None,
        }
        .or_else(|| Some(Self::Choose(small.strip_prefix('k')?.parse().ok().filter(|number| *number > 0)?)))
        .or_else(|| Some(Self::Show(line.strip_prefix('/')?.trim().to_owned())))
        .or_else(|| kingdom(line))
    }
}

/// Parses a kingdom in notation: the rows, a space, and the game with its grid. Case is ignored: notation
/// needs capital letters for terrain, and small ones in brackets.
fn kingdom(line: &str) -> Option<ReviewCommand> {
    let (rows, game) = line.rsplit_once(char::is_whitespace)?;
    let is_game = game.len() == 2 && game.ends_with(|digit: char| digit.is_ascii_digit());
    if !is_game || line.contains('=') {
        return None;
    }
    let mut depth = 0_usize;
    let rows = rows.chars().map(|letter| {
        match letter {
            '[' => depth += 1,
            ']' => depth = depth.saturating_sub(1),
            _ => {}
        }
        if depth == 0 { letter.to_ascii_uppercase() } else { letter.to_ascii_lowercase() }
    });
    let text = format!("{} {}", rows.collect::<String>(), game.to_lowercase());
    Some(match notation::parse(&text) {
        Ok(kingdom) => ReviewCommand::Kingdom(Box::new(kingdom)),
        Err(error) => ReviewCommand::NoKingdom(format!("`{line}`: {error}")),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_are_read_in_capital_and_small_letters() {
        let kingdom = |text: &str| ReviewCommand::Kingdom(Box::new(notation::parse(text).expect("a kingdom")));
        let cases = [
            ("a\n", ReviewCommand::Accept),
            ("A", ReviewCommand::Accept),
            (" l ", ReviewCommand::LeaveOut),
            ("X", ReviewCommand::LeaveOut),
            ("N", ReviewCommand::Next),
            ("b", ReviewCommand::Back),
            ("u", ReviewCommand::TakeBack),
            ("K2", ReviewCommand::Choose(2)),
            ("/anna.jpg", ReviewCommand::Show("anna.jpg".to_owned())),
            ("W1WF/CLM3 k5", kingdom("W1WF/CLM3 k5")),
            ("w1wf/clm3 K5", kingdom("W1WF/CLM3 k5")),
            ("T[Church]tc q5", kingdom("T[church]TC q5")),
        ];
        for (line, command) in cases {
            assert_eq!(ReviewCommand::from_line(line), Some(command), "{line}");
        }
    }

    #[test]
    fn what_is_said_of_squares_is_no_command() {
        for line in ["", "-", "?", "q", "1", "lake", "f1", "r1c1=W", "r1c1=W r1c2=F1", "k2:r1c1=W", "k0"] {
            assert_eq!(ReviewCommand::from_line(line), None, "{line}");
        }
    }

    #[test]
    fn a_mistyped_kingdom_is_reported() {
        let Some(ReviewCommand::NoKingdom(problem)) = ReviewCommand::from_line("W1WX/CLM3 k5") else {
            panic!("no kingdom")
        };
        assert!(problem.starts_with("`W1WX/CLM3 k5`: ") && problem.contains('X'), "{problem}");
    }
}
