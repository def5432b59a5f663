//! The secret that grants access to the server, and the cookie derived from it.

use std::fs;
use std::io::{self, ErrorKind, Write};
use std::path::Path;

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;

use storage::sha256::sha256_hex;
use storage::sync_folder;
use tempfile::NamedTempFile;

/// 192 bits: too many to guess.
const RANDOM_BYTES: usize = 24;

/// Shorter tokens can be guessed.
const LEAST_CHARACTERS: usize = 16;

/// The token's file in the data folder.
const FILE: &str = "token";

/// The secret in the printed address.
#[derive(Clone)]
pub struct Token {
    text: String,
    hash: String,
    cookie_hash: String,
}

impl Token {
    /// A new random token.
    ///
    /// # Errors
    /// The system cannot provide random numbers.
    pub fn random() -> io::Result<Self> {
        let mut bytes = [0; RANDOM_BYTES];
        getrandom::fill(&mut bytes).map_err(io::Error::other)?;
        Ok(Self::new(URL_SAFE_NO_PAD.encode(bytes)))
    }

    /// The token stored in this folder, so that phones stay authorised after a restart; a new one if it has
    /// none or if `is_new`.
    ///
    /// # Errors
    /// The folder cannot be read or written, or its file is not a token.
    pub fn of_folder(folder: &Path, is_new: bool) -> io::Result<Self> {
        let path = folder.join(FILE);
        match fs::read_to_string(&path) {
            Ok(text) if !is_new => {
                Self::chosen(&text).map_err(|problem| io::Error::new(ErrorKind::InvalidData, problem))
            }
            Err(problem) if problem.kind() != ErrorKind::NotFound => Err(problem),
            _ => {
                let token = Self::random()?;
                fs::create_dir_all(folder)?;
                // Temporary files are readable only by their owner.
                let mut file = NamedTempFile::new_in(folder)?;
                file.write_all(token.text.as_bytes())?;
                file.as_file().sync_all()?;
                file.persist(&path).map_err(|error| error.error)?;
                sync_folder(folder);
                Ok(token)
            }
        }
    }

    /// A token chosen by the user, for several servers behind one address.
    ///
    /// # Errors
    /// The text is too short or has invalid characters; the message describes a valid token.
    pub fn chosen(text: &str) -> Result<Self, String> {
        let text = text.trim();
        if text.chars().count() >= LEAST_CHARACTERS
            && text.chars().all(|letter| letter.is_ascii_alphanumeric() || "-_".contains(letter))
        {
            return Ok(Self::new(text.to_owned()));
        }
        Err(format!(
            "a token needs at least {LEAST_CHARACTERS} letters, digits, `-` or `_`, such as the output of `openssl \
             rand -hex 24`"
        ))
    }

    fn new(text: String) -> Self {
        let hash = sha256_hex(text.as_bytes());
        let cookie_hash = sha256_hex(Self::cookie_of(&text).as_bytes());
        Self { text, hash, cookie_hash }
    }

    /// The cookie is a separate secret, so that the token cannot be derived from it.
    fn cookie_of(text: &str) -> String {
        sha256_hex(format!("kingdom-scanner cookie {text}").as_bytes())
    }

    /// The text of the token, as in the address.
    pub fn as_str(&self) -> &str {
        &self.text
    }

    /// The cookie's value.
    pub(super) fn cookie(&self) -> String {
        Self::cookie_of(&self.text)
    }

    /// Whether the text is the token. Compares hashes, so that the time taken reveals nothing.
    pub(super) fn is(&self, text: &str) -> bool {
        sha256_hex(text.as_bytes()) == self.hash
    }

    /// Whether the text is the cookie's value.
    pub(super) fn is_cookie(&self, text: &str) -> bool {
        sha256_hex(text.as_bytes()) == self.cookie_hash
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_token_is_known_by_its_text_and_its_cookie_by_its_own() {
        let token = Token::random().expect("random numbers");
        assert!(token.is(token.as_str()) && token.is_cookie(&token.cookie()));
        assert!(!token.is(&token.cookie()) && !token.is_cookie(token.as_str()) && !token.is(""));
        assert_ne!(token.as_str(), Token::random().expect("random numbers").as_str());
        assert_eq!(token.as_str().len(), 32);
    }

    #[test]
    fn a_folder_keeps_its_token_until_a_new_one_is_asked_for() {
        let folder = tempfile::tempdir().expect("a folder");
        let data = folder.path().join("data");
        let of_folder = |is_new: bool| Token::of_folder(&data, is_new).expect("a token").as_str().to_owned();
        let first = of_folder(false);
        assert_eq!(of_folder(false), first);
        let second = of_folder(true);
        assert!(second != first && of_folder(false) == second);
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt;
            let mode = fs::metadata(data.join(FILE)).expect("a file").permissions().mode();
            assert_eq!(mode & 0o077, 0, "nobody else reads it");
        }
        fs::write(data.join(FILE), "short").expect("written");
        assert!(Token::of_folder(&data, false).is_err() && Token::of_folder(&data, true).is_ok());
    }

    #[test]
    fn a_chosen_token_is_long_and_plain() {
        assert!(Token::chosen("0123456789abcdef\n").is_ok());
        for text in ["", "short", "0123456789abcde", "0123456789abcde;", "0123456789abcdeé"] {
            assert!(Token::chosen(text).is_err(), "{text}");
        }
    }
}
