//! Shortens names of photos on a card to the file's name, because the folders mean nothing to those who
//! receive the card.

use std::path::Path;

use messages::Message;

/// The message with the names of photos without their folders.
pub(super) fn without_folders(message: Message) -> Message {
    message.with_texts(&|text| text.split(", ").map(short).collect::<Vec<_>>().join(", "))
}

/// Shortens `photos/table.jpg k2` to `table.jpg k2`, and leaves other text as it is.
fn short(text: &str) -> String {
    const ENDINGS: [&str; 6] = ["jpg", "jpeg", "png", "heic", "heif", "webp"];
    let (path, kingdom) = match text.rsplit_once(' ').filter(|(_, last)| is_kingdom(last)) {
        Some((path, kingdom)) => (path, format!(" {kingdom}")),
        None => (text, String::new()),
    };
    let ending = Path::new(path).extension().and_then(|ending| ending.to_str());
    let is_photo = ending.is_some_and(|ending| ENDINGS.iter().any(|known| known.eq_ignore_ascii_case(ending)));
    let name = Path::new(path).file_name().filter(|_| is_photo).map(|name| name.to_string_lossy().into_owned());
    name.map_or_else(|| text.to_owned(), |name| name + &kingdom)
}

/// Whether the word is the number of a kingdom, such as `k2`.
fn is_kingdom(word: &str) -> bool {
    word.strip_prefix('k').is_some_and(|number| number.parse::<usize>().is_ok())
}

#[cfg(test)]
mod tests {
    use super::*;
    use messages::{MessageId, Words};

    #[test]
    fn folders_are_left_out_and_nothing_else() {
        let photos = "/home/anna/a game/ben.JPG, photos/table.jpg k2, eve.png";
        let message = MessageId::OneOfImpossibleGame.with("kingdoms", photos);
        let nested = MessageId::OfKingdom.with("kingdom", "Anna/Eva").with("what", message);
        let text = without_folders(nested).to_string();
        assert!(text.starts_with("Anna/Eva: ") && text.contains(" ben.JPG, table.jpg k2, eve.png cannot"), "{text}");
    }
}
