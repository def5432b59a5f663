//! A checksum inside a JSON object, over all its other bytes, so that a bit flipped on disk cannot change a
//! result unnoticed.
//!
//! The checksum is the object's first entry. Objects without a checksum are not checked.

use super::sha256::sha256_hex;

/// How an object with a checksum begins, up to the checksum's digits.
const HEAD: &str = "{\"checksum\":\"";
const END: &str = "\",";
/// 64 bits, as hexadecimal digits. By chance, the checksum still matches in fewer than one in a billion
/// damaged lines.
const DIGITS: usize = 16;

/// The bytes of a JSON object do not match its checksum.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("the checksum is wrong, so the content has changed since it was written")]
pub struct Damaged;

fn digits(object: &str) -> String {
    sha256_hex(object.as_bytes())[..DIGITS].to_owned()
}

/// The object with its checksum.
///
/// # Panics
/// If the text is not an object with at least one entry.
pub fn with_checksum(object: &str) -> String {
    let rest = object.strip_prefix('{').expect("an object");
    format!("{HEAD}{}{END}{rest}", digits(object))
}

/// The object without its checksum, which is verified; `None` if it has none.
///
/// # Errors
/// The checksum does not match.
pub fn without_checksum(text: &str) -> Result<Option<String>, Damaged> {
    let Some(rest) = text.strip_prefix(HEAD) else { return Ok(None) };
    let parts = rest.split_at_checked(DIGITS).and_then(|(found, rest)| Some((found, rest.strip_prefix(END)?)));
    let (found, rest) = parts.ok_or(Damaged)?;
    let object = format!("{{{rest}");
    if digits(&object) == found { Ok(Some(object)) } else { Err(Damaged) }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;

    fn object() -> String {
        json!({"photo": "Zoë.jpg", "points": [1, 2]}).to_string()
    }

    #[test]
    fn what_is_written_is_read_again_and_stays_json() {
        let text = with_checksum(&object());
        assert_eq!(without_checksum(&text), Ok(Some(object())));
        assert_eq!(without_checksum(&object()), Ok(None));
        let (with, without): (Value, Value) =
            (serde_json::from_str(&text).expect("JSON"), serde_json::from_str(&object()).expect("JSON"));
        assert!(with["checksum"].is_string() && with["photo"] == without["photo"]);
    }

    /// A flipped bit in the key `checksum` is not noticed: the object then has an unknown entry. Its data are
    /// unchanged, so the test accepts that.
    #[test]
    fn every_flipped_bit_is_found() {
        let text = with_checksum(&object()).into_bytes();
        for bit in 0..8 * text.len() {
            let mut flipped = text.clone();
            flipped[bit / 8] ^= 1 << (bit % 8);
            let Ok(flipped) = String::from_utf8(flipped) else { continue };
            let is_unknown = |text: &str| {
                let found: Value = serde_json::from_str(text).expect("JSON");
                found.get("checksum").is_none() && found["photo"] == "Zoë.jpg" && found["points"] == json!([1, 2])
            };
            match without_checksum(&flipped) {
                Err(Damaged) => {}
                Ok(None) => assert!(serde_json::from_str::<Value>(&flipped).is_err() || is_unknown(&flipped)),
                Ok(Some(found)) => panic!("bit {bit}: {found}"),
            }
        }
    }
}
