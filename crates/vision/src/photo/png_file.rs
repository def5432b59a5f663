//! The chunks of a PNG file around its picture (PNG specification, section 5), parsed before anything is
//! decoded.

/// The result of parsing the chunks.
#[derive(Debug, Default)]
pub struct PngFile {
    /// The content of the Exif chunk.
    pub exif: Option<Vec<u8>>,
    /// Whether a chunk other than the picture's data has a wrong checksum. The decoder skips such chunks,
    /// which may define transparency.
    pub is_damaged: bool,
}

const SIGNATURE_BYTES: usize = 8;

/// The largest Exif chunk that is read. In a JPEG, the Exif data with a thumbnail take up to 64 KiB.
const MAX_EXIF_BYTES: usize = 1 << 20;

struct Chunk<'a> {
    kind: &'a [u8],
    body: &'a [u8],
    is_whole: bool,
}

impl PngFile {
    /// Parses up to the end or the first incomplete chunk. The decoder itself checks the picture's own
    /// chunks.
    pub fn from_bytes(bytes: &[u8]) -> Self {
        let mut file = Self::default();
        let mut rest = bytes.get(SIGNATURE_BYTES..).unwrap_or_default();
        while let Some((chunk, behind)) = next_chunk(rest) {
            if chunk.kind == b"IEND" {
                break;
            }
            file.is_damaged |= !chunk.is_whole;
            if chunk.kind == b"eXIf" && chunk.is_whole && chunk.body.len() <= MAX_EXIF_BYTES && file.exif.is_none() {
                file.exif = Some(chunk.body.to_vec());
            }
            rest = behind;
        }
        file
    }
}

/// Splits off a chunk: length, kind, body, checksum. `None` at the end, or if a part of a chunk is missing.
fn next_chunk(bytes: &[u8]) -> Option<(Chunk<'_>, &[u8])> {
    let (length, rest) = bytes.split_first_chunk::<4>()?;
    let length = u32::from_be_bytes(*length) as usize;
    let checked = rest.get(..length.checked_add(4)?)?;
    let (checksum, behind) = rest[checked.len()..].split_first_chunk::<4>()?;
    let (kind, body) = checked.split_at(4);
    // The decoder checks these itself.
    let is_picture = matches!(kind, b"IDAT" | b"fdAT");
    let is_whole = is_picture || crc32fast::hash(checked) == u32::from_be_bytes(*checksum);
    Some((Chunk { kind, body, is_whole }, behind))
}
