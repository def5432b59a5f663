//! SHA-256 of bytes, as hexadecimal digits.

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

use sha2::{Digest, Sha256};

/// The SHA-256 of these bytes.
pub fn sha256_hex(bytes: &[u8]) -> String {
    in_hex(&Sha256::digest(bytes))
}

/// The SHA-256 of everything that can be read from `source`, without holding all of it in memory.
pub fn sha256_of(mut source: impl Read) -> io::Result<String> {
    let mut digest = Sha256::new();
    let mut buffer = vec![0; 1 << 16];
    loop {
        match source.read(&mut buffer)? {
            0 => return Ok(in_hex(&digest.finalize())),
            read => digest.update(&buffer[..read]),
        }
    }
}

/// The SHA-256 of a file's bytes in hexadecimal, or why they cannot be read.
pub type Content = Result<String, String>;

/// The current SHA-256 of the file.
pub fn content_of(path: &Path) -> Content {
    File::open(path).and_then(sha256_of).map_err(|error| error.to_string())
}

fn in_hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}
