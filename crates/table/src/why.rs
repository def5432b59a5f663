//! Translated reasons for refusals. The errors' own messages are only in English, and name flags of the
//! command line.

use game::photo_reading::PhotoReading;
use messages::{Message, MessageId, Words};
use reading::correction::{CorrectionError, CorrectionSyntaxError};

/// Why a correction is refused.
pub fn of_correction(error: &CorrectionError) -> Message {
    use CorrectionError::*;
    match error {
        Outside { .. } | Beyond { .. } => MessageId::ServeSquareOutside.into(),
        Contradiction { one, other, .. } => {
            MessageId::ServeContradiction.with("one", Message::from(one)).with("other", Message::from(other))
        }
        TwoCastles(..) => MessageId::ServeTwoCastles.into(),
        TwoPhotos { .. } => MessageId::ServeTwoPhotos.into(),
        NotInGame { game, .. } => MessageId::ServeNotInGame.with("game", Message::from(game.message_id())),
        NotWithoutGiants { .. } => MessageId::ServeNotWithoutGiants.into(),
        Square(error) => of_syntax(error),
        WhichKingdom { .. } | NoSuchKingdom { .. } => MessageId::ServeNotFound.into(),
        NoKingdom(_) => MessageId::ServeImpossible.into(),
    }
}

/// Why a word is not a square.
pub fn of_syntax(error: &CorrectionSyntaxError) -> Message {
    match error {
        CorrectionSyntaxError::TooManyTowers(square) => {
            MessageId::ServeNoSuchSquareWord.with("word", square.to_string())
        }
        // The web page never sends such a word; other programs may.
        error => Message::verbatim(error.to_string()),
    }
}

/// Why a photo cannot be read.
pub fn of_photo(reading: &PhotoReading) -> Message {
    reading.reason.clone().unwrap_or_else(|| MessageId::PhotoNotRead.into())
}
