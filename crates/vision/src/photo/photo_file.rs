//! A picture file that may be decoded twice: reduced as usual, and with less reduction if a kingdom is small.

use std::borrow::Cow;
use std::cell::Cell;
use std::fs::File;
use std::io::{self, ErrorKind, Read};
use std::path::Path;

#[cfg(feature = "heic")]
use super::heic;
use super::whole_picture::WholePicture;
use super::{Decoded, MAX_FILE_BYTES, Photo, PhotoError, PhotoLimits, PhotoProblem, jpeg, png, webp};
#[cfg(not(feature = "heic"))]
use storage::file_format::HEIC_ADVICE;
use storage::file_format::{FileFormat, Unsupported};

/// A JPEG, PNG, HEIC or WebP file, or its bytes.
pub struct PhotoFile<'a> {
    /// The caller's name for the photo; messages begin with it.
    name: &'a str,
    source: Source<'a>,
    /// All pixels of a HEIC or WebP picture, kept for a second decoding, which would otherwise take most of a
    /// scan's time.
    whole: Cell<Option<WholePicture>>,
}

/// A larger picture is not kept but decoded again, to save memory. The limit is 16 megapixels of four bytes;
/// phones take 12 megapixels by default.
const MOST_KEPT_BYTES: usize = 64 << 20;

enum Source<'a> {
    Path(&'a Path),
    Bytes(&'a [u8]),
}

impl<'a> PhotoFile<'a> {
    /// The file at this path. It is read by each call of `decode`.
    pub fn at(name: &'a str, path: &'a Path) -> Self {
        Self { name, source: Source::Path(path), whole: Cell::new(None) }
    }

    /// A file with these bytes.
    pub fn of_bytes(name: &'a str, bytes: &'a [u8]) -> Self {
        Self { name, source: Source::Bytes(bytes), whole: Cell::new(None) }
    }

    /// Decodes the file within these limits and turns it upright. The limits of a second call may differ only
    /// in the reduction.
    ///
    /// # Errors
    /// See [`PhotoError`]; the message begins with the name.
    pub fn decode(&self, limits: &PhotoLimits) -> Result<Photo, PhotoError> {
        let decoded = self.decoded(limits).and_then(Decoded::upright);
        let decoded = decoded.map_err(|problem| PhotoError { photo: self.name.to_owned(), problem })?;
        let Decoded { pixels, full_size_px: (width, height), reduction, is_damaged, .. } = decoded;
        let full_size_px = (width as i32, height as i32);
        Ok(Photo { name: self.name.to_owned(), pixels, full_size_px, reduction: reduction as f64, is_damaged })
    }

    fn decoded(&self, limits: &PhotoLimits) -> Result<Decoded, PhotoProblem> {
        if let Some(whole) = self.whole.take() {
            return whole.decoded(limits);
        }
        let bytes = self.bytes()?;
        match FileFormat::from_bytes(&bytes) {
            Some(FileFormat::Jpeg) => jpeg::decode(bytes, limits),
            Some(FileFormat::Png) => png::decode(bytes, limits),
            Some(FileFormat::WebP) => self.decoded_whole(webp::decode(&bytes, limits)?, limits),
            #[cfg(feature = "heic")]
            Some(FileFormat::Heic) => self.decoded_whole(heic::decode(&bytes, limits)?, limits),
            #[cfg(not(feature = "heic"))]
            Some(FileFormat::Heic) => Err(PhotoProblem::Unsupported { format: "a HEIC picture", advice: HEIC_ADVICE }),
            Some(FileFormat::Unsupported(Unsupported { format, advice, .. })) => {
                Err(PhotoProblem::Unsupported { format, advice })
            }
            None if bytes.is_empty() => Err(PhotoProblem::Empty),
            None => Err(PhotoProblem::NotAPicture),
        }
    }

    /// Decodes a picture, and keeps its pixels if a second decoding would show more of them.
    fn decoded_whole(&self, picture: WholePicture, limits: &PhotoLimits) -> Result<Decoded, PhotoProblem> {
        let decoded = picture.decoded(limits)?;
        if decoded.reduction > 1 && picture.bytes() <= MOST_KEPT_BYTES {
            self.whole.set(Some(picture));
        }
        Ok(decoded)
    }

    fn bytes(&self) -> Result<Cow<'a, [u8]>, PhotoProblem> {
        match self.source {
            Source::Bytes(bytes) => Ok(Cow::Borrowed(bytes)),
            Source::Path(path) => match read_file(path) {
                // For a folder, Windows reports only that access is denied.
                Err(error) if error.kind() == ErrorKind::IsADirectory || path.is_dir() => Err(PhotoProblem::Folder),
                Err(error) => Err(PhotoProblem::Read(error)),
                Ok(bytes) => bytes.map(Cow::Owned).ok_or(PhotoProblem::FileTooLarge),
            },
        }
    }
}

/// The number of pixels in the file's header, without decoding; `None` if the header does not contain it.
pub fn pixels_named_by(file: &[u8]) -> Option<u64> {
    let [width, height] = match FileFormat::from_bytes(file)? {
        FileFormat::Jpeg => jpeg::size_of(file)?,
        FileFormat::Png => png::size_of(file)?,
        FileFormat::WebP => webp::size_of(file)?,
        #[cfg(feature = "heic")]
        FileFormat::Heic => heic::size_of(file)?,
        _ => return None,
    };
    Some(u64::from(width) * u64::from(height))
}

/// The file's bytes; `None` above [`MAX_FILE_BYTES`].
fn read_file(path: &Path) -> io::Result<Option<Vec<u8>>> {
    let file = File::open(path)?;
    let length = file.metadata()?.len();
    if length > MAX_FILE_BYTES {
        return Ok(None);
    }
    let mut bytes = Vec::new();
    // With a spare byte in the buffer, reading to the end needs no second allocation.
    bytes.try_reserve_exact(length as usize + 1)?;
    // A pipe does not report its length.
    file.take(MAX_FILE_BYTES + 1).read_to_end(&mut bytes)?;
    Ok((bytes.len() as u64 <= MAX_FILE_BYTES).then_some(bytes))
}
