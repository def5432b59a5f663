//! The stored result of reading one photo on its own, without the game's other photos and without
//! corrections.

use std::path::PathBuf;

use serde::{Deserialize, Serialize};

use crate::guesses::KingdomGuesses;
use crate::photo_info::PhotoInfo;
use kingdomino::audit::warning::{Warning, WarningCode};
use kingdomino::domain::Kingdom;
use messages::{Message, MessageId, on_one_line};
use reading::reconstruct::reconstruct;
pub use report::scan_json::Status;
use storage::sha256::Content;

/// The result of reading one photo on its own. It holds guesses, not kingdoms: the kingdoms are read from the
/// guesses later, together with those of the game's other photos and with the corrections.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[cfg_attr(any(test, feature = "schema"), derive(schemars::JsonSchema))]
pub struct PhotoReading {
    /// The photo's name; in a tournament, its path below the folder of photos. If the kingdom was typed, the
    /// player's name.
    pub photo: String,
    /// The SHA-256 of the photo's bytes; `null` if they cannot be read, or if there is no photo.
    #[cfg_attr(any(test, feature = "schema"), schemars(regex(pattern = "^[0-9a-f]{64}$")))]
    pub sha256: Option<String>,
    /// What was known about the photo before it was read.
    #[serde(rename = "told")]
    pub info: PhotoInfo,
    /// The outcome of reading it.
    pub status: Status,
    /// Why there is no kingdom; empty if there is one.
    pub message: String,
    /// If the photo cannot be read: the reason, in every language.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason: Option<Message>,
    /// The guesses for each kingdom. Kingdoms are in rows from the photo's top, and from left to right within
    /// a row.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub guesses: Vec<KingdomGuesses>,
}

/// Results of earlier readings cannot be used.
#[derive(Debug, thiserror::Error)]
#[error("{path}: {problem}", path = .path.display())]
pub struct ResultsError {
    /// The path of the file or photo.
    pub path: PathBuf,
    /// The problem with it.
    pub problem: String,
}

impl PhotoReading {
    /// The reading of a photo with kingdoms. `content` is the SHA-256 of the photo's bytes.
    pub fn scored(name: &str, content: &Content, info: &PhotoInfo, guesses: Vec<KingdomGuesses>) -> Self {
        Self { guesses, ..Self::without_kingdom(name, content, info, Status::Scored, String::new()) }
    }

    /// The reading of a photo without a kingdom, with the reason. `content` is the SHA-256 of the photo's
    /// bytes.
    pub fn without_kingdom(name: &str, content: &Content, info: &PhotoInfo, status: Status, message: String) -> Self {
        Self {
            photo: name.to_owned(),
            sha256: content.as_ref().ok().cloned(),
            info: info.clone(),
            status,
            message,
            reason: (status == Status::Error).then(|| MessageId::PhotoNotRead.into()),
            guesses: Vec::new(),
        }
    }

    /// The reading of a kingdom that a user typed: every square is certain. `name` is the player's name,
    /// which takes the place of the photo's. If the squares do not form a kingdom, its status says so; the
    /// guesses are kept, because under other rules they may form one.
    pub fn typed(name: &str, kingdom: &Kingdom, info: &PhotoInfo) -> Self {
        Self::of_typed(name, KingdomGuesses::typed(kingdom, info.size), info)
    }

    /// The reading of a kingdom that was typed earlier, under the rules in `info`, which may be different
    /// now.
    pub fn typed_again(name: &str, guesses: &KingdomGuesses, info: &PhotoInfo) -> Self {
        Self::of_typed(name, guesses.with_size(info.size), info)
    }

    fn of_typed(name: &str, guesses: KingdomGuesses, info: &PhotoInfo) -> Self {
        let read = guesses.squares().map(|squares| reconstruct(&squares, &guesses.known(info)));
        let problem = match read {
            Some(Ok(_)) => return Self::scored(name, &no_bytes(), info, vec![guesses]),
            Some(Err(error)) => on_one_line(&error),
            None => String::new(),
        };
        let unread = Self::without_kingdom(name, &no_bytes(), info, Status::NoKingdom, problem);
        Self { guesses: vec![guesses], ..unread }
    }

    /// An empty reading, for a kingdom that is typed without a photo. The kingdom itself is stored
    /// separately, so that typing it can be undone. `name` is as in [`typed`](Self::typed).
    pub fn blank(name: &str, info: &PhotoInfo) -> Self {
        Self::scored(name, &no_bytes(), info, Vec::new())
    }

    /// Whether this is a [`blank`](Self::blank) reading. Such a reading is not a photo of the game, so it
    /// does not count as a photo without a kingdom.
    pub fn is_blank(&self) -> bool {
        self.sha256.is_none() && self.status == Status::Scored && self.guesses.is_empty()
    }

    /// Whether there is no photo, because the kingdom was typed.
    pub fn is_typed(&self) -> bool {
        self.sha256.is_none() && self.guesses.iter().any(KingdomGuesses::is_typed)
    }

    /// The same photo with other guesses, and with the status that follows from them.
    #[must_use]
    pub fn with_guesses(self, guesses: Vec<KingdomGuesses>) -> Self {
        let (status, message, reason) = match (guesses.is_empty(), self.status) {
            (false, _) => (Status::Scored, String::new(), None),
            (true, Status::Scored) => (Status::NoKingdom, String::new(), None),
            (true, status) => (status, self.message, self.reason),
        };
        Self { status, message, reason, guesses, ..self }
    }

    /// Marks the photo as read only in part, because some of the networks were missing. Its kingdoms then
    /// need review; a photo without a kingdom gets the status `Error`.
    #[must_use]
    pub fn read_in_part(mut self) -> Self {
        let warnings = [Warning {
            code: WarningCode::SecondLookFailed,
            message: MessageId::ReadInPart.into(),
            squares: Vec::new(),
        }];
        self.guesses = self.guesses.into_iter().map(|guesses| guesses.with_warnings(&warnings)).collect();
        if self.guesses.is_empty() {
            self.status = Status::Error;
            self.reason = Some(MessageId::ReadInPart.into());
        }
        self
    }

    /// Whether the photo was read only in part, or a later pass over it failed. Another attempt may then read
    /// more.
    pub fn is_in_part(&self) -> bool {
        let mut warnings = self.guesses.iter().filter_map(KingdomGuesses::warnings).flatten();
        self.reason == Some(MessageId::ReadInPart.into())
            || warnings.any(|warning| warning.code == WarningCode::SecondLookFailed)
    }

    /// The reading that the photo gives with `info`, if that is known without reading it: `info` adds just the
    /// grid's size, and the kingdoms were found in that size beyond doubt.
    pub fn with_size_as_found(&self, info: &PhotoInfo) -> Option<Self> {
        let size = info.size?;
        let is_only_size_new = *info == PhotoInfo { size: Some(size), ..self.info.clone() } && self.info.size.is_none();
        let are_clear = self.status == Status::Scored && self.guesses.iter().all(|one| one.are_clearly_of(size));
        let guesses = self.guesses.iter().map(|one| one.with_size(info.size)).collect();
        (is_only_size_new && are_clear && !self.is_in_part()).then(|| Self {
            info: info.clone(),
            guesses,
            ..self.clone()
        })
    }

    /// An error about this photo.
    pub fn error(&self, problem: String) -> ResultsError {
        ResultsError { path: PathBuf::from(&self.photo), problem }
    }
}

/// Stands for the hash of a photo's bytes where there is no photo.
fn no_bytes() -> Content {
    Err(String::new())
}
