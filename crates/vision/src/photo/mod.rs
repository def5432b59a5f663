//! A photograph, decoded and turned upright.
//!
//! The only place that reads picture files. A big photo is decoded at a reduced scale, because decoding takes longest and squares of 64
//! pixels are enough to be read.

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

/// The largest file that is read; all of it is kept while it is decoded. A phone's 100-megapixel JPEG has some 30 MiB.
pub const MAX_FILE_BYTES: u64 = 128 << 20;

/// What a decoder's words come to, which are about parts of its format.
const UNDECODABLE: &str = "its picture data make no sense";

/// A decoded photograph.
#[derive(Debug, Clone)]
pub struct Photo {
    /// What the caller calls the photo; messages begin with this.
    pub name: String,
    /// 8 bits, blue-green-red, upright (EXIF orientation applied).
    pub pixels: Mat,
    /// Width and height of the upright picture before any reduction.
    pub full_size_px: (i32, i32),
    /// Pixels of the full picture per pixel of `pixels`: a whole number.
    pub reduction: f64,
    /// Whether the file is damaged or incomplete, but still gives a picture. Everything that is read from it needs review.
    pub is_damaged: bool,
}

/// Why a file is no photo that can be read.
#[derive(Debug, thiserror::Error)]
#[error("{photo}: {problem}")]
pub struct PhotoError {
    /// The photo's name, or the folder's.
    pub photo: String,
    /// What is wrong with it.
    #[source]
    pub problem: PhotoProblem,
}

/// What is wrong with a file, and what helps.
#[derive(Debug, thiserror::Error)]
pub enum PhotoProblem {
    /// The system cannot read the file.
    #[error("cannot read the file: {0}")]
    Read(#[source] io::Error),
    /// A folder, not a file.
    #[error(
        "this is a folder; a JPEG, PNG, HEIC or WebP photo is needed. Name a photo in it; `kingdom-scanner batch` reads whole folders"
    )]
    Folder,
    /// More than 128 MiB.
    #[error("the file is larger than {} MiB, the most that is read. Save the photo as JPEG", MAX_FILE_BYTES >> 20)]
    FileTooLarge,
    /// No byte at all.
    #[error("the file is empty. Copy the photo again")]
    Empty,
    /// A picture of another format, or a film.
    #[error("this is {format}; a JPEG, PNG, HEIC or WebP photo is needed. {advice}")]
    Unsupported {
        /// In words, such as `a HEIC picture`.
        format: &'static str,
        /// How to get a JPEG from it.
        advice: &'static str,
    },
    /// A kind of HEIC or WebP that its decoder does not know.
    #[error("this {format} picture cannot be read ({problem}). {advice}")]
    RareKind {
        /// `HEIC` or `WebP`.
        format: &'static str,
        /// What the decoder says.
        problem: String,
        /// How to get a JPEG from it.
        advice: &'static str,
    },
    /// A HEIC or WebP picture with too many pixels: it is decoded whole.
    #[error(
        "the {format} picture has {width} x {height} pixels; at most {most} are read (half of --max-pixels), as it is decoded \
         whole. {}Make it smaller, or save it as JPEG",
        limits::advice(width.saturating_mul(*height).saturating_mul(2))
    )]
    TooLargeWhole {
        /// `HEIC` or `WebP`.
        format: &'static str,
        /// In pixels, as the file says.
        width: u64,
        /// In pixels, as the file says.
        height: u64,
        /// The most pixels that are read.
        most: u64,
    },
    /// An unknown format.
    #[error("this is no picture: a JPEG, PNG, HEIC or WebP photo is needed")]
    NotAPicture,
    /// A file that cannot be decoded.
    #[error("the {format} file is cut off or damaged ({problem}). Copy the photo again")]
    Damaged {
        /// `JPEG`, `PNG`, `HEIC` or `WebP`.
        format: &'static str,
        /// In words.
        problem: String,
    },
    /// More pixels than the limit.
    #[error(
        "the picture has {width} x {height} pixels; at most {most} are read (--max-pixels). {}Make it smaller",
        limits::advice(width.saturating_mul(*height))
    )]
    TooManyPixels {
        /// In pixels, as the file says.
        width: u64,
        /// In pixels, as the file says.
        height: u64,
        /// The most pixels that are read.
        most: u64,
    },
    /// A side of more than 65535 pixels, the most that a JPEG can have.
    #[error("the picture has {width} x {height} pixels; no side may have more than {MAX_SIDE_PX}. Crop it")]
    TooLong {
        /// In pixels, as the file says.
        width: u64,
        /// In pixels, as the file says.
        height: u64,
    },
    /// A JPEG in several scans, all of which have to be kept in memory until the last one is read.
    #[error(
        "this is a progressive JPEG, which takes {} MB to decode, and at most {} MB are taken \
         (1.75 bytes for each of --max-pixels). Save it as a baseline JPEG, or make it smaller",
        kept_bytes.div_ceil(1_000_000), most_bytes / 1_000_000
    )]
    Progressive {
        /// What decoding would keep in memory.
        kept_bytes: u64,
        /// The most that it may.
        most_bytes: u64,
    },
    /// A JPEG with more scans than any program writes. Holds the most that are decoded.
    #[error("this JPEG has more than {0} scans, and programs write up to 12. Save it as a baseline JPEG")]
    TooManyScans(usize),
    /// An arithmetic-coded JPEG that would take too long.
    #[error(
        "this is an arithmetic-coded JPEG, of which at most {} MiB and {most_pixels} pixels are read (a quarter of \
         --max-pixels). Save it as a baseline JPEG",
        most_bytes >> 20
    )]
    Arithmetic {
        /// The largest such file that is read.
        most_bytes: u64,
        /// The most pixels of such a file.
        most_pixels: u64,
    },
    /// A JPEG with more than 8 bits a sample, as medical scanners and cameras write. Holds the number of bits.
    #[error(
        "this is a JPEG of {0} bits a sample, and only those of 8 are read, which cameras write. Save it as JPEG of 8 bits, or as PNG"
    )]
    Precision(u8),
    /// There was not enough memory to decode the photo.
    #[error("not enough memory to decode the photo. Try again when other programs have ended")]
    OutOfMemory,
    /// OpenCV failed, most likely for want of memory.
    #[error("{engine} failed while the photo was turned upright: {0}", engine = crate::ENGINE)]
    OpenCv(#[from] opencv::Error),
}

impl PhotoProblem {
    /// Whether the next attempt may succeed: a disk or memory failed, or a folder was in the file's place.
    pub fn may_pass(&self) -> bool {
        matches!(self, Self::Read(_) | Self::Folder | Self::OpenCv(_) | Self::OutOfMemory)
    }
}

/// A decoder's result: pixels as the file holds them, not yet upright.
struct Decoded {
    pixels: Mat,
    /// Width and height before the reduction.
    full_size_px: (usize, usize),
    reduction: usize,
    is_damaged: bool,
    /// The Exif data, if there is any.
    exif: Option<Vec<u8>>,
}

impl Photo {
    /// Drops the pixels, which would fill memory for many photos; name and sizes stay.
    #[must_use]
    pub fn without_pixels(self) -> Self {
        Self { pixels: Mat::default(), ..self }
    }

    /// Reads a JPEG, PNG, HEIC or WebP file and turns it upright, within the default limits.
    ///
    /// # Errors
    /// See [`PhotoError`]; the message names `path`.
    pub fn load(path: &Path) -> Result<Self, PhotoError> {
        Self::load_within(&path.display().to_string(), path, &PhotoLimits::default())
    }

    /// Reads the file as [`Photo::load`] does, within these limits. `name` stands in messages.
    pub fn load_within(name: &str, path: &Path, limits: &PhotoLimits) -> Result<Self, PhotoError> {
        PhotoFile::at(name, path).decode(limits)
    }

    /// Decodes the bytes of such a file, within the default limits. `name` stands in messages.
    pub fn from_bytes(name: &str, bytes: &[u8]) -> Result<Self, PhotoError> {
        Self::from_bytes_within(name, bytes, &PhotoLimits::default())
    }

    /// Decodes the bytes as [`Photo::from_bytes`] does, within these limits.
    pub fn from_bytes_within(name: &str, bytes: &[u8], limits: &PhotoLimits) -> Result<Self, PhotoError> {
        PhotoFile::of_bytes(name, bytes).decode(limits)
    }

    /// A photo out of upright 8-bit blue-green-red pixels.
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

/// The EXIF orientation (1 to 8), 1 (upright) where there is none or none that can be understood.
fn orientation(exif: Option<Vec<u8>>) -> u32 {
    let read = exif.map(|exif| exif::Reader::new().continue_on_error(true).read_raw(exif));
    let exif = read.and_then(|read| read.or_else(|error| error.distill_partial_result(|_| ())).ok());
    let field = exif.and_then(|exif| exif.get_field(Tag::Orientation, In::PRIMARY)?.value.get_uint(0));
    field.filter(|orientation| (1..=8).contains(orientation)).unwrap_or(1)
}

/// A colour with this alpha, on white; the channels in any order.
fn on_white(colour: [u8; 3], alpha: u8) -> [u8; 3] {
    let alpha = u16::from(alpha);
    colour.map(|channel| ((u16::from(channel) * alpha + 255 * (255 - alpha) + 127) / 255) as u8)
}
