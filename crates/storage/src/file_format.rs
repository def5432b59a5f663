//! A file's format by its first bytes, because file names can be wrong.

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

/// The format of a file, as far as it is relevant for photos.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[allow(missing_docs, reason = "the formats' names")]
pub enum FileFormat {
    Jpeg,
    Png,
    WebP,
    /// HEIC, or another picture in the same container.
    Heic,
    /// A common photo format that the program does not read.
    Unsupported(Unsupported),
}

/// A format that the program does not read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Unsupported {
    /// The kind of content.
    pub kind: Kind,
    /// The format in words, such as `a GIF picture`.
    pub format: &'static str,
    /// How to convert it to JPEG.
    pub advice: &'static str,
}

/// The kind of content of an unsupported file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[allow(missing_docs, reason = "the kinds' names")]
pub enum Kind {
    Picture,
    Video,
    Document,
}

/// Advice for any picture.
pub const SAVE_AS: &str = "Open it in any picture viewer and save it as JPEG or PNG";

/// Advice for HEIC pictures.
pub const HEIC_ADVICE: &str = "Convert it with `heif-convert photo.heic photo.jpg` (package libheif-examples) or \
    `sips -s format jpeg photo.heic --out photo.jpg` (macOS), \
    or let the phone take JPEGs (iPhone: Settings, Camera, Formats, Most Compatible)";
const AVIF_ADVICE: &str = "Convert it with `avifdec photo.avif photo.png` (package libavif-bin)";
const PDF_ADVICE: &str = "Extract the photo with `pdfimages -j document.pdf photo` (package poppler-utils)";

const fn picture(format: &'static str) -> FileFormat {
    FileFormat::Unsupported(Unsupported { kind: Kind::Picture, format, advice: SAVE_AS })
}

const TIFF: FileFormat = picture("a TIFF picture or a camera's raw file");
const RAW: FileFormat = picture("a camera's raw file");
const JPEG_XL: FileFormat = picture("a JPEG XL picture");
const JPEG_2000: FileFormat = picture("a JPEG 2000 picture");
const PDF: FileFormat =
    FileFormat::Unsupported(Unsupported { kind: Kind::Document, format: "a PDF document", advice: PDF_ADVICE });
const AVIF: FileFormat =
    FileFormat::Unsupported(Unsupported { kind: Kind::Picture, format: "an AVIF picture", advice: AVIF_ADVICE });
const VIDEO: FileFormat = FileFormat::Unsupported(Unsupported {
    kind: Kind::Video,
    format: "a video",
    advice: "Take a photo, or save one picture of the video",
});

/// Signatures at the start of files. Raw files of most cameras start like TIFF.
const SIGNATURES: [(&[u8], FileFormat); 17] = [
    (b"\xFF\xD8\xFF", FileFormat::Jpeg),
    (b"\x89PNG\r\n\x1A\n", FileFormat::Png),
    (b"GIF8", picture("a GIF picture")),
    (b"II*\0", TIFF),
    (b"MM\0*", TIFF),
    (b"FUJIFILMCCD-RAW", RAW),
    (b"IIRO", RAW),
    (b"IIRS", RAW),
    (b"MMOR", RAW),
    (b"IIU\0", RAW),
    (b"FOVb", RAW),
    (b"\x1A\x45\xDF\xA3", VIDEO),
    (b"%PDF-", PDF),
    (b"\xFF\x0A", JPEG_XL),
    (b"\0\0\0\x0CJXL ", JPEG_XL),
    (b"\0\0\0\x0CjP  ", JPEG_2000),
    (b"\xFFO\xFFQ", JPEG_2000),
];

/// The longest signature.
const HEAD_BYTES: u64 = 16;

impl FileFormat {
    /// `None` for a file that is not a picture, or whose format is not used for photos.
    pub fn from_bytes(bytes: &[u8]) -> Option<Self> {
        let by_signature = SIGNATURES.into_iter().find(|(signature, _)| bytes.starts_with(signature));
        by_signature.map(|(_, format)| format).or_else(|| Self::of_container(bytes))
    }

    /// The format of a file; reads only its first bytes.
    ///
    /// # Errors
    /// The file cannot be read.
    pub fn of_file(path: &Path) -> io::Result<Option<Self>> {
        let mut head = Vec::new();
        File::open(path)?.take(HEAD_BYTES).read_to_end(&mut head)?;
        Ok(Self::from_bytes(&head))
    }

    /// Formats that identify their content after some bytes: BMP, RIFF, and the ISO base media files of
    /// phones.
    fn of_container(bytes: &[u8]) -> Option<Self> {
        // Text may begin with these two letters, but never has the four zeros that follow the size.
        if bytes.starts_with(b"BM") && bytes.get(6..10).is_none_or(|reserved| reserved == [0; 4]) {
            return Some(picture("a BMP picture"));
        }
        let (head, brand) = (bytes.get(..8)?, bytes.get(8..12)?);
        match (&head[..4], brand) {
            (b"RIFF", b"WEBP") => return Some(Self::WebP),
            (b"RIFF", b"AVI ") => return Some(VIDEO),
            _ => {}
        }
        if !head.ends_with(b"ftyp") {
            return None;
        }
        Some(match brand {
            b"avif" | b"avis" => AVIF,
            b"heic" | b"heix" | b"heim" | b"heis" | b"hevc" | b"hevx" | b"mif1" | b"mif2" | b"msf1" => Self::Heic,
            b"crx " => RAW,
            _ => VIDEO,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_is_no_bmp_picture() {
        assert_eq!(FileFormat::from_bytes(b"BMW of Anna: 12 points"), None);
        assert_eq!(FileFormat::from_bytes(b"BM\x36\x84\x03\0\0\0\0\0\x36\0\0\0"), Some(picture("a BMP picture")));
    }
}
