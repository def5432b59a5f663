//! Why a change is refused, and what it would drop.

use kingdomino::domain::Place;
use messages::{Message, MessageId, Words};

use game::ids::KingdomId;

/// The reason why a change is refused.
#[derive(Debug, Clone)]
pub struct Refused {
    /// The kind of reason.
    pub kind: Kind,
    /// A code for programs.
    pub code: &'static str,
    /// The reason, as a message for people.
    pub message: Message,
    /// The edits and kingdoms that would be lost; only for [`Kind::Conflict`].
    pub lost: Vec<Lost>,
}

/// The kinds of reasons why a change is refused.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// The command is not valid.
    Bad,
    /// The table has no such photo, kingdom or player.
    NotFound,
    /// The table has changed since the person saw it, or the change would drop edits.
    Conflict,
    /// The command is valid, but it does not give a possible kingdom.
    Impossible,
    /// The stored readings cannot be read, and the person cannot fix that. The message names the cause.
    Broken,
}

/// An edit or a kingdom that a change would lose.
#[derive(Debug, Clone, PartialEq)]
pub struct Lost {
    /// What would be lost. The message does not name the square.
    pub what: Message,
    /// The square, if the edit is about one.
    pub square: Option<LostSquare>,
}

/// A square of a kingdom as it is displayed.
#[derive(Debug, Clone, PartialEq)]
pub struct LostSquare {
    /// The kingdom.
    pub kingdom: KingdomId,
    /// The square's place in the current reading.
    pub place: Place,
}

impl From<Message> for Lost {
    fn from(what: Message) -> Self {
        Self { what, square: None }
    }
}

impl Lost {
    /// The message with the square's name.
    pub fn message(&self) -> Message {
        match &self.square {
            Some(LostSquare { place, .. }) => {
                MessageId::WithSquares.with("what", self.what.clone()).with("squares", place.to_string())
            }
            None => self.what.clone(),
        }
    }
}

impl Refused {
    fn new(kind: Kind, code: &'static str, message: impl Into<Message>) -> Self {
        Self { kind, code, message: message.into(), lost: Vec::new() }
    }

    /// A refusal because the command is not valid.
    pub fn bad(code: &'static str, message: impl Into<Message>) -> Self {
        Self::new(Kind::Bad, code, message)
    }

    /// A refusal because the command does not give a possible kingdom.
    pub fn impossible(code: &'static str, message: impl Into<Message>) -> Self {
        Self::new(Kind::Impossible, code, message)
    }

    /// A refusal because the command does not fit the table's present state.
    pub fn conflict(code: &'static str, message: impl Into<Message>) -> Self {
        Self::new(Kind::Conflict, code, message)
    }

    /// A refusal because there is no such photo, kingdom or player.
    pub fn not_found() -> Self {
        Self::new(Kind::NotFound, "not-found", MessageId::ServeNotFound)
    }

    /// A refusal because the table has changed since the person saw it.
    pub fn changed() -> Self {
        Self::conflict("changed", MessageId::ServeChanged)
    }

    /// A refusal because the stored readings cannot be read.
    pub fn broken(cause: impl std::fmt::Display) -> Self {
        Self::new(Kind::Broken, "broken", Message::verbatim(cause.to_string()))
    }

    /// A refusal because the change would lose these edits and kingdoms.
    pub fn would_drop(lost: Vec<Lost>) -> Self {
        let all: Vec<Message> = lost.iter().map(Lost::message).collect();
        Self { lost, ..Self::conflict("would-drop", MessageId::ServeWouldDrop.with("what", all)) }
    }
}
