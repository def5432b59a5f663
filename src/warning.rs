//! What people should look at.

use crate::audit::Finding;
use crate::domain::Place;
use crate::words::{Message, Phrase, Words};

/// Something about a reading or a kingdom that its owner should look at.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Warning {
    /// A fixed word for programs, such as `impossible-kingdom`.
    pub code: &'static str,
    /// What is the matter.
    pub message: Message,
    /// The squares that it speaks of, in the kingdom; none when it is the whole kingdom.
    pub squares: Vec<Place>,
}

impl From<&Finding> for Warning {
    fn from(finding: &Finding) -> Self {
        // Until the findings have words of their own.
        let message = Phrase::List.with("words", finding.to_string());
        Self { code: finding.code(), message, squares: finding.squares().to_vec() }
    }
}
