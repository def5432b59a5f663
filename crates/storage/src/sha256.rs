//! Fingerprints of bytes, in hexadecimal digits.

use std::io::{self, Read};

use sha2::{Digest, Sha256};

/// Of these bytes.
pub fn sha256_hex(bytes: &[u8]) -> String {
    in_hex(&Sha256::digest(bytes))
}

/// Of all that can be read, without holding it.
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

fn in_hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}
