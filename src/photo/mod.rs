//! A photograph, decoded and turned upright.
//!
//! The only place that reads picture files. A big photo is decoded at a reduced scale: squares of 64 pixels are
//! enough to be read, and decoding is what takes longest.

mod file_format;
mod jpeg;
mod png;

use std::fs::File;
use std::io::{Cursor, ErrorKind, Read};
use std::path::Path;

use exif::{In, Tag};
use opencv::core::{self, Mat, ROTATE_90_CLOCKWISE, ROTATE_90_COUNTERCLOCKWISE, ROTATE_180};
use opencv::prelude::MatTraitConst;

use file_format::FileFormat;
pub use jpeg::encode_jpeg;

/// The largest file that is read; a 200-megapixel JPEG of a phone has some 60 MiB.
const MAX_FILE_BYTES: u64 = 256 << 20;

/// The largest picture that is decoded: the most that phones make (16320 x 12240 pixels).
const MAX_PIXELS: u64 = 200_000_000;

/// A picture is reduced as far as its long side stays at least this long, so that a kingdom of seven squares that
/// fills half of it still has squares of more than 100 px.
const MIN_LONG_SIDE_PX: usize = 1600;

/// A decoded photograph.
#[derive(Debug, Clone)]
pub struct Photo {
    /// As the person who asked calls it; messages begin with it.
    pub name: String,
    /// 8 bits, blue-green-red, upright (EXIF orientation applied).
    pub pixels: Mat,
    /// Width and height of the upright picture before any reduction.
    pub full_size_px: (i32, i32),
    /// Pixels of the full picture per pixel of `pixels`: a whole number.
    pub reduction: f64,
}

/// Why a file is no photo that can be read.
#[derive(Debug, thiserror::Error)]
pub enum PhotoError {
    /// The file cannot be read.
    #[error("{photo}: cannot read the file: {source}")]
    Read {
        /// The photo's name.
        photo: String,
        /// What the system says.
        source: std::io::Error,
    },
    /// A folder, and no file.
    #[error(
        "{photo}: this is a folder; a JPEG or PNG photo is needed. Name a photo in it; `kingdom-scanner batch` reads whole folders"
    )]
    Folder {
        /// The folder's name.
        photo: String,
    },
    /// More than 256 MiB.
    #[error("{photo}: the file is larger than {} MiB, the most that is read. Save the photo as JPEG", MAX_FILE_BYTES >> 20)]
    FileTooLarge {
        /// The photo's name.
        photo: String,
    },
    /// No byte at all.
    #[error("{photo}: the file is empty. Copy the photo again")]
    Empty {
        /// The photo's name.
        photo: String,
    },
    /// A picture of another format, or a film.
    #[error("{photo}: this is {format}; a JPEG or PNG photo is needed. {advice}")]
    Unsupported {
        /// The photo's name.
        photo: String,
        /// In words, such as `a HEIC picture`.
        format: &'static str,
        /// How to get a JPEG from it.
        advice: &'static str,
    },
    /// No format that is known.
    #[error("{photo}: this is no picture: a JPEG or PNG photo is needed")]
    NotAPicture {
        /// The photo's name.
        photo: String,
    },
    /// A JPEG or PNG that cannot be decoded.
    #[error("{photo}: the {format} file is cut off or damaged ({problem}). Copy the photo again")]
    Damaged {
        /// The photo's name.
        photo: String,
        /// `JPEG` or `PNG`.
        format: &'static str,
        /// What the decoder says.
        problem: String,
    },
    /// More than 200 megapixels.
    #[error(
        "{photo}: the picture has {width} x {height} pixels; at most {} megapixels are read. Make it smaller",
        MAX_PIXELS / 1_000_000
    )]
    TooManyPixels {
        /// The photo's name.
        photo: String,
        /// In pixels, as the file says.
        width: u64,
        /// In pixels, as the file says.
        height: u64,
    },
    /// OpenCV failed, most likely for want of memory.
    #[error("{photo}: OpenCV failed while the photo was turned upright: {source}")]
    OpenCv {
        /// The photo's name.
        photo: String,
        /// What OpenCV says.
        source: opencv::Error,
    },
}

/// What a decoder found wrong, before the photo's name is known.
enum DecodeError {
    Damaged(String),
    TooManyPixels { width: u64, height: u64 },
    OpenCv(opencv::Error),
}

impl From<opencv::Error> for DecodeError {
    fn from(error: opencv::Error) -> Self {
        Self::OpenCv(error)
    }
}

/// What a decoder makes: pixels as the file holds them, not yet upright.
struct Decoded {
    pixels: Mat,
    /// Width and height before the reduction.
    full_size_px: (usize, usize),
    reduction: usize,
}

impl Photo {
    /// What is left when it has been looked at: name and sizes, without the pixels, of which many photos would fill memory.
    #[must_use]
    pub fn without_pixels(self) -> Self {
        Self { pixels: Mat::default(), ..self }
    }

    /// Reads a JPEG or PNG file and turns it upright.
    ///
    /// # Errors
    /// See [`PhotoError`]; the message names `path`.
    pub fn load(path: &Path) -> Result<Self, PhotoError> {
        Self::load_as(path.display().to_string(), path)
    }

    /// Reads the file as [`Photo::load`] does. `name` stands in messages.
    ///
    /// # Errors
    /// See [`PhotoError`].
    pub fn load_as(name: impl Into<String>, path: &Path) -> Result<Self, PhotoError> {
        let photo = name.into();
        let mut bytes = Vec::new();
        let read = File::open(path).and_then(|file| file.take(MAX_FILE_BYTES + 1).read_to_end(&mut bytes));
        match read {
            Err(source) if source.kind() == ErrorKind::IsADirectory => Err(PhotoError::Folder { photo }),
            Err(source) => Err(PhotoError::Read { photo, source }),
            Ok(length) if length as u64 > MAX_FILE_BYTES => Err(PhotoError::FileTooLarge { photo }),
            Ok(_) => Self::from_bytes(photo, &bytes),
        }
    }

    /// Decodes the bytes of a JPEG or PNG file. `name` stands in messages.
    ///
    /// # Errors
    /// See [`PhotoError`].
    pub fn from_bytes(name: impl Into<String>, bytes: &[u8]) -> Result<Self, PhotoError> {
        let photo = name.into();
        let (format, decoded) = match FileFormat::of(bytes) {
            Some(FileFormat::Jpeg) => ("JPEG", jpeg::decode(bytes)),
            Some(FileFormat::Png) => ("PNG", png::decode(bytes)),
            Some(FileFormat::Unsupported { format, advice }) => {
                return Err(PhotoError::Unsupported { photo, format, advice });
            }
            None if bytes.is_empty() => return Err(PhotoError::Empty { photo }),
            None => return Err(PhotoError::NotAPicture { photo }),
        };
        let upright = decoded.and_then(|decoded| decoded.upright(exif_orientation(bytes)));
        let decoded = upright.map_err(|error| match error {
            DecodeError::Damaged(problem) => PhotoError::Damaged { photo: photo.clone(), format, problem },
            DecodeError::TooManyPixels { width, height } => {
                PhotoError::TooManyPixels { photo: photo.clone(), width, height }
            }
            DecodeError::OpenCv(source) => PhotoError::OpenCv { photo: photo.clone(), source },
        })?;
        let full_size_px = (decoded.full_size_px.0 as i32, decoded.full_size_px.1 as i32);
        Ok(Self { name: photo, pixels: decoded.pixels, full_size_px, reduction: decoded.reduction as f64 })
    }

    /// A photo out of upright 8-bit blue-green-red pixels.
    pub fn from_pixels(name: impl Into<String>, pixels: Mat) -> Self {
        let full_size_px = (pixels.cols(), pixels.rows());
        Self { name: name.into(), pixels, full_size_px, reduction: 1.0 }
    }
}

impl Decoded {
    /// Applies the EXIF orientation (1 to 8).
    fn upright(self, orientation: u32) -> Result<Self, DecodeError> {
        let Self { pixels, full_size_px: (width, height), reduction } = self;
        let full_size_px = if orientation >= 5 { (height, width) } else { (width, height) };
        Ok(Self { pixels: turn_upright(pixels, orientation)?, full_size_px, reduction })
    }
}

/// EXIF 2.3, tag 0x0112: where the picture's first row and column belong.
fn turn_upright(pixels: Mat, orientation: u32) -> opencv::Result<Mat> {
    const LEFT_RIGHT: i32 = 1;
    const TOP_BOTTOM: i32 = 0;
    let mut upright = Mat::default();
    match orientation {
        2 => core::flip(&pixels, &mut upright, LEFT_RIGHT)?,
        3 => core::rotate(&pixels, &mut upright, ROTATE_180)?,
        4 => core::flip(&pixels, &mut upright, TOP_BOTTOM)?,
        5 => core::transpose(&pixels, &mut upright)?,
        6 => core::rotate(&pixels, &mut upright, ROTATE_90_CLOCKWISE)?,
        7 => {
            let mut transposed = Mat::default();
            core::transpose(&pixels, &mut transposed)?;
            core::rotate(&transposed, &mut upright, ROTATE_180)?;
        }
        8 => core::rotate(&pixels, &mut upright, ROTATE_90_COUNTERCLOCKWISE)?,
        _ => return Ok(pixels),
    }
    Ok(upright)
}

/// The EXIF orientation, 1 (upright) where the file has none or none that can be understood.
fn exif_orientation(bytes: &[u8]) -> u32 {
    let read = exif::Reader::new().continue_on_error(true).read_from_container(&mut Cursor::new(bytes));
    let exif = read.or_else(|error| error.distill_partial_result(|_| ()));
    let field = exif.ok().and_then(|exif| exif.get_field(Tag::Orientation, In::PRIMARY)?.value.get_uint(0));
    field.filter(|orientation| (1..=8).contains(orientation)).unwrap_or(1)
}

fn check_pixels(width: u64, height: u64) -> Result<(), DecodeError> {
    if width.saturating_mul(height) > MAX_PIXELS { Err(DecodeError::TooManyPixels { width, height }) } else { Ok(()) }
}
