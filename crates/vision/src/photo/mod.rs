//! A photograph, decoded and turned upright.
//!
//! The only place that reads picture files. Large photos are decoded at a reduced scale, because decoding
//! takes longest and 64 pixels per square are enough for reading.

#[cfg(feature = "heic")]
mod heic;
mod jpeg;
#[cfg(not(feature = "opencv"))]
#[path = "plain_jpeg.rs"]
mod jpeg_codec;
#[cfg(feature = "opencv")]
#[path = "turbo_jpeg.rs"]
mod jpeg_codec;
mod jpeg_file;
mod limits;
mod photo_file;
mod png;
mod png_file;
mod taken;
mod webp;
mod whole_picture;

use std::io;
use std::path::Path;

use exif::{In, Tag};
use opencv::core::{self, Mat, ROTATE_90_CLOCKWISE, ROTATE_90_COUNTERCLOCKWISE, ROTATE_180};
use opencv::prelude::MatTraitConst;

pub use jpeg::encode_jpeg;
pub use jpeg_codec::EncodeJpegError;
use limits::MAX_SIDE_PX;
pub use limits::{DEFAULT_MAX_PIXELS, PhotoLimits};
pub use photo_file::{PhotoFile, pixels_named_by};
pub use taken::Taken;

/// The largest file that is read. All of it is kept while it is decoded. A phone's 100-megapixel JPEG has
/// about 30 MiB.
pub const MAX_FILE_BYTES: u64 = 128 << 20;

/// Shown instead of a decoder's own message, which would be about details of the format.
const UNDECODABLE: &str = "its picture data are invalid";

/// A decoded photograph.
#[derive(Debug, Clone)]
pub struct Photo {
    /// The caller's name for the photo; messages begin with it.
    pub name: String,
    /// 8-bit BGR, upright (EXIF orientation applied).
    pub pixels: Mat,
    /// Width and height of the upright picture before any reduction.
    pub full_size_px: (i32, i32),
    /// Pixels of the full picture per pixel of `pixels`: an integer.
    pub reduction: f64,
    /// Whether the file is damaged or incomplete, but still gives a picture. All results then need review.
    pub is_damaged: bool,
}

/// Why a file cannot be read as a photo.
#[derive(Debug, thiserror::Error)]
#[error("{photo}: {problem}")]
pub struct PhotoError {
    /// The name of the photo or folder.
    pub photo: String,
    /// The problem with the file.
    #[source]
    pub problem: PhotoProblem,
}

/// A problem with a file, and its remedy.
#[derive(Debug, thiserror::Error)]
pub enum PhotoProblem {
    /// The system cannot read the file.
    #[error("cannot read the file: {0}")]
    Read(#[source] io::Error),
    /// The path is a folder.
    #[error(
        "this is a folder, but a JPEG, PNG, HEIC or WebP photo is needed. Name a photo in it, or read the whole \
         folder with `kingdom-scanner batch`"
    )]
    Folder,
    /// The file is larger than 128 MiB.
    #[error("the file is larger than the limit of {} MiB. Save the photo as JPEG", MAX_FILE_BYTES >> 20)]
    FileTooLarge,
    /// The file has no bytes.
    #[error("the file is empty. Copy the photo again")]
    Empty,
    /// The file is a picture of another format, or a film.
    #[error("this is {format}; a JPEG, PNG, HEIC or WebP photo is needed. {advice}")]
    Unsupported {
        /// The format in words, such as `a HEIC picture`.
        format: &'static str,
        /// How to convert it to JPEG.
        advice: &'static str,
    },
    /// The decoder does not know this kind of HEIC or WebP.
    #[error("this {format} picture cannot be read ({problem}). {advice}")]
    RareKind {
        /// `HEIC` or `WebP`.
        format: &'static str,
        /// The decoder's message.
        problem: String,
        /// How to convert it to JPEG.
        advice: &'static str,
    },
    /// A HEIC or WebP picture has too many pixels, because it is decoded without reduction.
    #[error(
        "the {format} picture has {width} x {height} pixels, but at most {most} can be read (half of --max-pixels, \
         because such a picture is decoded as a whole). {}Make the picture smaller, or save it as JPEG",
        limits::advice(width.saturating_mul(*height).saturating_mul(2))
    )]
    TooLargeWhole {
        /// `HEIC` or `WebP`.
        format: &'static str,
        /// Width in pixels, from the file's header.
        width: u64,
        /// Height in pixels, from the file's header.
        height: u64,
        /// The most pixels that are read.
        most: u64,
    },
    /// The format is unknown.
    #[error("this is not a picture; a JPEG, PNG, HEIC or WebP photo is needed")]
    NotAPicture,
    /// The file cannot be decoded.
    #[error("the {format} file is cut off or damaged ({problem}). Copy the photo again")]
    Damaged {
        /// `JPEG`, `PNG`, `HEIC` or `WebP`.
        format: &'static str,
        /// The problem in words.
        problem: String,
    },
    /// The picture has more pixels than the limit.
    #[error(
        "the picture has {width} x {height} pixels, but at most {most} can be read (--max-pixels). {}Make the picture \
         smaller",
        limits::advice(width.saturating_mul(*height))
    )]
    TooManyPixels {
        /// Width in pixels, from the file's header.
        width: u64,
        /// Height in pixels, from the file's header.
        height: u64,
        /// The most pixels that are read.
        most: u64,
    },
    /// A side has more than 65535 pixels, the most that a JPEG can have.
    #[error(
        "the picture has {width} x {height} pixels, but no side may have more than {MAX_SIDE_PX}. Crop the picture"
    )]
    TooLong {
        /// Width in pixels, from the file's header.
        width: u64,
        /// Height in pixels, from the file's header.
        height: u64,
    },
    /// Decoding a JPEG with several scans would take too much memory: all scans are kept until the last one
    /// is read.
    #[error(
        "this is a progressive JPEG that needs {} MB of memory, but at most {} MB may be used (1.75 bytes for each of \
         --max-pixels). Save it as a baseline JPEG, or make the picture smaller",
        kept_bytes.div_ceil(1_000_000), most_bytes / 1_000_000
    )]
    Progressive {
        /// The bytes that decoding would keep in memory.
        kept_bytes: u64,
        /// The most bytes that decoding may keep in memory.
        most_bytes: u64,
    },
    /// A JPEG has more scans than any program writes. Contains the most scans that are decoded.
    #[error("this JPEG has more than {0} scans, but programs normally write up to 12. Save it as a baseline JPEG")]
    TooManyScans(usize),
    /// An arithmetic-coded JPEG would take too long.
    #[error(
        "this is an arithmetic-coded JPEG; such files can be read only up to {} MiB and {most_pixels} pixels (a \
         quarter of --max-pixels). Save it as a baseline JPEG",
        most_bytes >> 20
    )]
    Arithmetic {
        /// The largest such file, in bytes.
        most_bytes: u64,
        /// The most pixels of such a file.
        most_pixels: u64,
    },
    /// A JPEG has more than 8 bits per sample, like those of medical scanners and cameras. Contains the
    /// number of bits.
    #[error(
        "this JPEG has {0} bits for each colour value, but only 8 can be read. Save it as a JPEG with 8 bits, or as PNG"
    )]
    Precision(u8),
    /// There was not enough memory to decode the photo.
    #[error("there is not enough memory to decode the photo. Close other programs, then try again")]
    OutOfMemory,
    /// OpenCV failed, most likely because memory ran out.
    #[error("{engine} failed while the photo was turned upright: {0}", engine = crate::ENGINE)]
    OpenCv(#[from] opencv::Error),
}

impl PhotoProblem {
    /// Whether another attempt may succeed: a disk or memory failed, or a folder was in the file's place.
    pub fn may_pass(&self) -> bool {
        matches!(self, Self::Read(_) | Self::Folder | Self::OpenCv(_) | Self::OutOfMemory)
    }
}

/// A decoder's result: pixels in the file's orientation.
struct Decoded {
    pixels: Mat,
    /// Width and height before the reduction.
    full_size_px: (usize, usize),
    reduction: usize,
    is_damaged: bool,
    /// The Exif data, if the file has any.
    exif: Option<Vec<u8>>,
}

impl Photo {
    /// Drops the pixels, which would fill memory for many photos; the name and sizes are kept.
    #[must_use]
    pub fn without_pixels(self) -> Self {
        Self { pixels: Mat::default(), ..self }
    }

    /// Reads a JPEG, PNG, HEIC or WebP file within the default limits, and turns it upright.
    ///
    /// # Errors
    /// See [`PhotoError`]; the message names `path`.
    pub fn load(path: &Path) -> Result<Self, PhotoError> {
        Self::load_within(&path.display().to_string(), path, &PhotoLimits::default())
    }

    /// Reads the file like [`Photo::load`], but within these limits. `name` is used in messages.
    pub fn load_within(name: &str, path: &Path, limits: &PhotoLimits) -> Result<Self, PhotoError> {
        PhotoFile::at(name, path).decode(limits)
    }

    /// Decodes the bytes of such a file, within the default limits. `name` is used in messages.
    pub fn from_bytes(name: &str, bytes: &[u8]) -> Result<Self, PhotoError> {
        Self::from_bytes_within(name, bytes, &PhotoLimits::default())
    }

    /// Decodes the bytes like [`Photo::from_bytes`], but within these limits.
    pub fn from_bytes_within(name: &str, bytes: &[u8], limits: &PhotoLimits) -> Result<Self, PhotoError> {
        PhotoFile::of_bytes(name, bytes).decode(limits)
    }

    /// A photo from upright 8-bit BGR pixels.
    pub fn from_pixels(name: impl Into<String>, pixels: Mat) -> Self {
        let full_size_px = (pixels.cols(), pixels.rows());
        Self { name: name.into(), pixels, full_size_px, reduction: 1.0, is_damaged: false }
    }
}

impl Decoded {
    /// Applies the EXIF orientation.
    fn upright(self) -> Result<Self, PhotoProblem> {
        let orientation = orientation(self.exif);
        let (width, height) = self.full_size_px;
        let full_size_px = if orientation >= 5 { (height, width) } else { (width, height) };
        Ok(Self { pixels: turn_upright(self.pixels, orientation)?, full_size_px, exif: None, ..self })
    }
}

/// Turns pixels upright by their EXIF orientation (EXIF 2.3, tag 0x0112).
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

/// The EXIF orientation (1 to 8); 1 (upright) if it is missing or invalid.
fn orientation(exif: Option<Vec<u8>>) -> u32 {
    let read = exif.map(|exif| exif::Reader::new().continue_on_error(true).read_raw(exif));
    let exif = read.and_then(|read| read.or_else(|error| error.distill_partial_result(|_| ())).ok());
    let field = exif.and_then(|exif| exif.get_field(Tag::Orientation, In::PRIMARY)?.value.get_uint(0));
    field.filter(|orientation| (1..=8).contains(orientation)).unwrap_or(1)
}

/// Blends a colour with this alpha onto white; the channels may be in any order.
fn on_white(colour: [u8; 3], alpha: u8) -> [u8; 3] {
    let alpha = u16::from(alpha);
    colour.map(|channel| ((u16::from(channel) * alpha + 255 * (255 - alpha) + 127) / 255) as u8)
}
