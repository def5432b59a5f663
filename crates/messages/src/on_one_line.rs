//! Errors with their causes.

use std::error::Error;
use std::iter::successors;

/// The error and its causes on one line, without causes that the text before already contains.
pub fn on_one_line(error: &(dyn Error + 'static)) -> String {
    successors(Some(error), |&error| error.source()).map(ToString::to_string).fold(String::new(), |text, cause| {
        match text.as_str() {
            "" => cause,
            _ if text.contains(&cause) => text,
            _ => format!("{text}: {cause}"),
        }
    })
}
