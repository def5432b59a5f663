//! A file's format, by its first bytes.

/// The format of a file, as far as it matters for a photo.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FileFormat {
    Jpeg,
    Png,
    WebP,
    /// HEIC, or another picture in the same container.
    Heic,
    /// A format in which people have photos, and how to get a JPEG from it.
    Unsupported {
        format: &'static str,
        advice: &'static str,
    },
}

pub const SAVE_AS: &str = "Open it in any picture viewer and save it as JPEG or PNG";
pub const HEIC_ADVICE: &str = "Convert it with `heif-convert photo.heic photo.jpg` (package libheif-examples) or \
    `sips -s format jpeg photo.heic --out photo.jpg` (macOS), \
    or let the phone take JPEGs (iPhone: Settings, Camera, Formats, Most Compatible)";
const AVIF_ADVICE: &str = "Convert it with `avifdec photo.avif photo.png` (package libavif-bin)";
const PDF_ADVICE: &str = "Extract the photo with `pdfimages -j document.pdf photo` (package poppler-utils)";

/// Signatures at the file's start.
const SIGNATURES: [(&[u8], FileFormat); 11] = [
    (b"\xFF\xD8\xFF", FileFormat::Jpeg),
    (b"\x89PNG\r\n\x1A\n", FileFormat::Png),
    (b"GIF8", FileFormat::Unsupported { format: "a GIF picture", advice: SAVE_AS }),
    (b"II*\0", FileFormat::Unsupported { format: "a TIFF picture or a camera's raw file", advice: SAVE_AS }),
    (b"MM\0*", FileFormat::Unsupported { format: "a TIFF picture or a camera's raw file", advice: SAVE_AS }),
    (b"BM", FileFormat::Unsupported { format: "a BMP picture", advice: SAVE_AS }),
    (b"%PDF-", FileFormat::Unsupported { format: "a PDF document", advice: PDF_ADVICE }),
    (b"\xFF\x0A", FileFormat::Unsupported { format: "a JPEG XL picture", advice: SAVE_AS }),
    (b"\0\0\0\x0CJXL ", FileFormat::Unsupported { format: "a JPEG XL picture", advice: SAVE_AS }),
    (b"\0\0\0\x0CjP  ", FileFormat::Unsupported { format: "a JPEG 2000 picture", advice: SAVE_AS }),
    (b"\xFFO\xFFQ", FileFormat::Unsupported { format: "a JPEG 2000 picture", advice: SAVE_AS }),
];

impl FileFormat {
    /// `None` for a file that is no picture, or of a format in which nobody takes photos.
    pub fn from_bytes(bytes: &[u8]) -> Option<Self> {
        let by_signature = SIGNATURES.into_iter().find(|(signature, _)| bytes.starts_with(signature));
        by_signature.map(|(_, format)| format).or_else(|| Self::of_container(bytes))
    }

    /// Containers that name their content after eight bytes: RIFF and the ISO base media files of phones.
    fn of_container(bytes: &[u8]) -> Option<Self> {
        let (head, brand) = (bytes.get(..8)?, bytes.get(8..12)?);
        if head.starts_with(b"RIFF") && brand == b"WEBP" {
            return Some(Self::WebP);
        }
        if !head.ends_with(b"ftyp") {
            return None;
        }
        Some(match brand {
            b"avif" | b"avis" => Self::Unsupported { format: "an AVIF picture", advice: AVIF_ADVICE },
            b"heic" | b"heix" | b"heim" | b"heis" | b"hevc" | b"hevx" | b"mif1" | b"mif2" | b"msf1" => Self::Heic,
            _ => Self::Unsupported { format: "a video", advice: "Take a photo, or save one picture of the video" },
        })
    }
}
