//! Matrices: pictures, row by row, and the blobs that are the input of networks.

use std::borrow::Cow;
use std::fmt;
use std::ops::Deref;
use std::sync::Arc;

use super::{CV_8UC1, CV_32FC1, CV_64F, Error, Point, Rect, Result, Scalar, Size, StsOutOfRange};

/// Three bytes: blue, green, red.
pub type Vec3b = [u8; 3];
/// Three 32-bit floats.
pub type Vec3f = [f32; 3];

/// The largest number of dimensions of a blob.
const MOST_DIMENSIONS: usize = 4;

/// A matrix of pixels, or a blob of up to four dimensions. Copies, and parts from [`MatTraitConst::roi`],
/// share their pixels until one is modified; unlike in OpenCV, the others never see the change.
#[derive(Clone)]
pub struct Mat {
    data: Arc<Data>,
    /// Index in `data` of the matrix's first value.
    offset: usize,
    /// Number of values from the start of one row to the start of the next.
    step: usize,
    channels: usize,
    dimensions: usize,
    /// The length along each dimension, 1 for unused ones. A picture has rows, then columns.
    lengths: [usize; MOST_DIMENSIONS],
}

enum Data {
    Bytes(Vec<u8>),
    Floats(Vec<f32>),
    Doubles(Vec<f64>),
}

/// The type of a matrix's values.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Depth {
    Byte = CV_8UC1 as isize,
    Float = CV_32FC1 as isize,
    Double = CV_64F as isize,
}

/// OpenCV's type number for pixels with this many channels.
const fn type_of(depth: Depth, channels: usize) -> i32 {
    depth as i32 | (channels as i32 - 1) << CHANNEL_SHIFT
}

/// In a type number, the bits below this one hold the depth; this bit and those above hold the number of
/// channels minus one.
const CHANNEL_SHIFT: i32 = 3;

fn depth_and_channels(typ: i32) -> Result<(Depth, usize)> {
    let depth = match typ & ((1 << CHANNEL_SHIFT) - 1) {
        CV_8UC1 => Depth::Byte,
        CV_32FC1 => Depth::Float,
        CV_64F => Depth::Double,
        other => {
            return Err(Error::bad_argument(format!(
                "numbers are 8-bit, or 32- or 64-bit floats, not of depth {other}"
            )));
        }
    };
    Ok((depth, (typ >> CHANNEL_SHIFT) as usize + 1))
}

/// The type of a value: `u8`, `f32` or `f64`.
pub trait Channel: Copy + Default + Send + Sync + 'static + sealed::InData {}

mod sealed {
    use super::{Data, Depth};

    /// How values are stored in [`Data`].
    pub trait InData: Sized {
        #[doc(hidden)]
        #[allow(private_interfaces, reason = "sealed")]
        const DEPTH: Depth;
        #[doc(hidden)]
        #[allow(private_interfaces, reason = "sealed")]
        fn of(data: &Data) -> Option<&[Self]>;
        #[doc(hidden)]
        #[allow(private_interfaces, reason = "sealed")]
        fn of_mut(data: &mut Data) -> Option<&mut [Self]>;
        #[doc(hidden)]
        #[allow(private_interfaces, reason = "sealed")]
        fn into_data(numbers: Vec<Self>) -> Data;
        #[doc(hidden)]
        fn rounded(value: f64) -> Self;
    }
}

macro_rules! channel {
    ($number:ty, $kind:ident, $depth:ident, $rounded:expr) => {
        impl Channel for $number {}

        #[allow(private_interfaces, reason = "sealed")]
        impl sealed::InData for $number {
            const DEPTH: Depth = Depth::$depth;

            fn of(data: &Data) -> Option<&[Self]> {
                if let Data::$kind(numbers) = data { Some(numbers) } else { None }
            }

            fn of_mut(data: &mut Data) -> Option<&mut [Self]> {
                if let Data::$kind(numbers) = data { Some(numbers) } else { None }
            }

            fn into_data(numbers: Vec<Self>) -> Data {
                Data::$kind(numbers)
            }

            fn rounded(value: f64) -> Self {
                $rounded(value)
            }
        }
    };
}

channel!(u8, Bytes, Byte, |value: f64| value.round_ties_even() as u8);
channel!(f32, Floats, Float, |value: f64| value as f32);
channel!(f64, Doubles, Double, |value: f64| value);

/// A pixel: a value, or an array with one value per channel.
pub trait DataType: Copy + 'static {
    /// The type of its values.
    type Channel: Channel;
    /// The number of its values.
    const CHANNELS: usize;
    /// Views values as pixels.
    fn pixels(numbers: &[Self::Channel]) -> &[Self];
    /// Views values as mutable pixels.
    fn pixels_mut(numbers: &mut [Self::Channel]) -> &mut [Self];
    /// Views pixels as values.
    fn numbers(pixels: &[Self]) -> &[Self::Channel];
}

macro_rules! single {
    ($number:ty) => {
        impl DataType for $number {
            type Channel = $number;
            const CHANNELS: usize = 1;

            fn pixels(numbers: &[$number]) -> &[$number] {
                numbers
            }

            fn pixels_mut(numbers: &mut [$number]) -> &mut [$number] {
                numbers
            }

            fn numbers(pixels: &[$number]) -> &[$number] {
                pixels
            }
        }
    };
}

single!(u8);
single!(f32);
single!(f64);

impl<T: Channel, const N: usize> DataType for [T; N] {
    type Channel = T;
    const CHANNELS: usize = N;

    fn pixels(numbers: &[T]) -> &[[T; N]] {
        numbers.as_chunks().0
    }

    fn pixels_mut(numbers: &mut [T]) -> &mut [[T; N]] {
        numbers.as_chunks_mut().0
    }

    fn numbers(pixels: &[[T; N]]) -> &[T] {
        pixels.as_flattened()
    }
}

impl Default for Mat {
    /// A matrix without pixels.
    fn default() -> Self {
        Self::of(Vec::<u8>::new(), 1, &[0, 0])
    }
}

impl fmt::Debug for Mat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Mat {:?} of type {}", &self.lengths[..self.dimensions], self.typ())
    }
}

/// Converts a length given by the caller; an error if it is negative.
fn length(length: i32) -> Result<usize> {
    usize::try_from(length).map_err(|_| Error::bad_argument(format!("a length of {length}")))
}

impl Mat {
    /// A matrix of contiguous values, as many as the 2 to 4 lengths and the channels require.
    pub(crate) fn of<T: Channel>(numbers: Vec<T>, channels: usize, lengths: &[usize]) -> Self {
        let mut all = [1; MOST_DIMENSIONS];
        all[..lengths.len()].copy_from_slice(lengths);
        debug_assert_eq!(numbers.len(), lengths.iter().product::<usize>() * channels);
        let step = lengths.last().map_or(0, |last| last * channels);
        Self {
            data: Arc::new(T::into_data(numbers)),
            offset: 0,
            step,
            channels,
            dimensions: lengths.len(),
            lengths: all,
        }
    }

    /// A picture from the contiguous values of its rows.
    pub(crate) fn picture<T: Channel>(numbers: Vec<T>, channels: usize, size: Size) -> Self {
        Self::of(numbers, channels, &[size.height as usize, size.width as usize])
    }

    fn filled(lengths: &[i32], typ: i32, colour: Scalar) -> Result<Self> {
        let (depth, channels) = depth_and_channels(typ)?;
        if !(2..=MOST_DIMENSIONS).contains(&lengths.len()) || channels > 4 {
            return Err(Error::bad_argument("a matrix has 2 to 4 dimensions and 1 to 4 channels"));
        }
        let lengths = lengths.iter().map(|&given| length(given)).collect::<Result<Vec<_>>>()?;
        let wanted = lengths.iter().try_fold(channels, |all, length| all.checked_mul(*length));
        let wanted = wanted.ok_or_else(|| Error::bad_argument("a matrix larger than memory"))?;
        let colour = &colour[..channels];
        Ok(match depth {
            Depth::Byte => Self::of::<u8>(repeated(colour, wanted), channels, &lengths),
            Depth::Float => Self::of::<f32>(repeated(colour, wanted), channels, &lengths),
            Depth::Double => Self::of::<f64>(repeated(colour, wanted), channels, &lengths),
        })
    }

    /// A matrix with every pixel of this colour.
    ///
    /// # Errors
    /// Invalid lengths, or an unknown type.
    pub fn new_rows_cols_with_default(rows: i32, cols: i32, typ: i32, colour: Scalar) -> Result<Self> {
        Self::filled(&[rows, cols], typ, colour)
    }

    /// A matrix with every pixel of this colour.
    ///
    /// # Errors
    /// Invalid lengths, or an unknown type.
    pub fn new_size_with_default(size: Size, typ: i32, colour: Scalar) -> Result<Self> {
        Self::filled(&[size.height, size.width], typ, colour)
    }

    /// A blob of 2 to 4 dimensions with this value everywhere.
    ///
    /// # Errors
    /// Invalid lengths, or an unknown type.
    pub fn new_nd_with_default(lengths: &[i32], typ: i32, value: Scalar) -> Result<Self> {
        Self::filled(lengths, typ, value)
    }

    /// A copy of these pixels, row by row.
    ///
    /// # Errors
    /// Their number is not rows times columns.
    pub fn new_rows_cols_with_data<T: DataType>(rows: i32, cols: i32, pixels: &[T]) -> Result<Self> {
        let lengths = [length(rows)?, length(cols)?];
        if lengths[0].checked_mul(lengths[1]) != Some(pixels.len()) {
            return Err(Error::bad_argument(format!("{} pixels are no {rows} rows of {cols}", pixels.len())));
        }
        Ok(Self::of(T::numbers(pixels).to_vec(), T::CHANNELS, &lengths))
    }

    /// A copy of these pixels as a single row.
    ///
    /// # Errors
    /// More pixels than a row can have.
    pub fn from_slice<T: DataType>(pixels: &[T]) -> Result<Self> {
        let cols = pixels.len().try_into().map_err(|_| Error::bad_argument("a longer row than there can be"))?;
        Self::new_rows_cols_with_data(1, cols, pixels)
    }

    /// A picture of these bytes, without copying them. Not part of OpenCV.
    ///
    /// # Errors
    /// Their number is not rows times columns times channels.
    pub fn from_bytes(bytes: Vec<u8>, channels: i32, rows: i32, cols: i32) -> Result<Self> {
        let [channels, rows, cols] = [length(channels)?, length(rows)?, length(cols)?];
        if rows.checked_mul(cols).and_then(|all| all.checked_mul(channels)) != Some(bytes.len()) || channels == 0 {
            return Err(Error::bad_argument(format!(
                "{} bytes are no {rows} rows of {cols} pixels of {channels}",
                bytes.len()
            )));
        }
        Ok(Self::of(bytes, channels, &[rows, cols]))
    }

    /// A contiguous copy.
    ///
    /// # Errors
    /// None, unlike OpenCV.
    pub fn try_clone(&self) -> Result<Self> {
        Ok(self.copied())
    }

    pub(crate) fn channels(&self) -> usize {
        self.channels
    }

    pub(crate) fn depth(&self) -> Depth {
        match *self.data {
            Data::Bytes(_) => Depth::Byte,
            Data::Floats(_) => Depth::Float,
            Data::Doubles(_) => Depth::Double,
        }
    }

    /// The columns and rows of a picture, without the error that OpenCV's `size` has for blobs.
    pub(crate) fn shape(&self) -> Size {
        Size::new(self.cols(), self.rows())
    }

    fn numbers(&self) -> usize {
        self.total() * self.channels
    }

    fn row_length(&self) -> usize {
        self.lengths[self.dimensions - 1] * self.channels
    }

    fn is_in_one_piece(&self) -> bool {
        self.dimensions > 2 || self.lengths[0] <= 1 || self.step == self.row_length()
    }

    /// The values of a row of a picture.
    pub(crate) fn row<T: Channel>(&self, row: usize) -> &[T] {
        let numbers = T::of(&self.data).expect("the caller knows the depth");
        &numbers[self.offset + row * self.step..][..self.row_length()]
    }

    /// All values; a copy if they are not contiguous.
    pub(crate) fn whole<T: Channel>(&self) -> Cow<'_, [T]> {
        let numbers = T::of(&self.data).expect("the caller knows the depth");
        if self.is_in_one_piece() {
            return Cow::Borrowed(&numbers[self.offset..][..self.numbers()]);
        }
        Cow::Owned((0..self.lengths[0]).flat_map(|row| self.row::<T>(row)).copied().collect())
    }

    fn copied(&self) -> Self {
        let lengths = &self.lengths[..self.dimensions];
        match self.depth() {
            Depth::Byte => Self::of(self.whole::<u8>().into_owned(), self.channels, lengths),
            Depth::Float => Self::of(self.whole::<f32>().into_owned(), self.channels, lengths),
            Depth::Double => Self::of(self.whole::<f64>().into_owned(), self.channels, lengths),
        }
    }

    /// The values in one contiguous slice that no other matrix shares; they are copied first if necessary.
    /// `None` if the values have another type.
    fn own_numbers<T: Channel>(&mut self) -> Option<&mut [T]> {
        T::of(&self.data)?;
        if Arc::get_mut(&mut self.data).is_none() || !self.is_in_one_piece() {
            *self = self.copied();
        }
        let (offset, length) = (self.offset, self.numbers());
        T::of_mut(Arc::get_mut(&mut self.data)?).map(|numbers| &mut numbers[offset..][..length])
    }

    pub(crate) fn to_vec(&self) -> Result<Vec<f64>> {
        Ok(self.whole::<f64>().into_owned())
    }

    fn check_type<T: DataType>(&self) -> Result<()> {
        let wanted = type_of(<T::Channel as sealed::InData>::DEPTH, T::CHANNELS);
        if self.typ() == wanted {
            return Ok(());
        }
        Err(Error::bad_argument(format!("pixels of type {wanted} are asked for, of a matrix of type {}", self.typ())))
    }
}

fn repeated<T: Channel>(colour: &[f64], wanted: usize) -> Vec<T> {
    // Zeroed memory comes directly from the system, so nothing has to be written.
    if colour.iter().all(|value| *value == 0.0) {
        return vec![T::default(); wanted];
    }
    let colour: Vec<T> = colour.iter().map(|value| T::rounded(*value)).collect();
    colour.iter().copied().cycle().take(wanted).collect()
}

/// The lengths along each dimension.
pub struct MatSize([i32; MOST_DIMENSIONS], usize);

impl Deref for MatSize {
    type Target = [i32];

    fn deref(&self) -> &[i32] {
        &self.0[..self.1]
    }
}

/// Types that functions accept as a picture.
pub trait ToInputArray {
    #[doc(hidden)]
    fn input(&self) -> &Mat;
}

impl ToInputArray for Mat {
    fn input(&self) -> &Mat {
        self
    }
}

/// Functions that do not modify a matrix.
pub trait MatTraitConst {
    /// The width of a picture, in pixels.
    fn cols(&self) -> i32;
    /// The height of a picture, in pixels.
    fn rows(&self) -> i32;
    /// Columns and rows of a picture.
    ///
    /// # Errors
    /// A blob has no such size.
    fn size(&self) -> Result<Size>;
    /// The type number, such as [`CV_8UC3`](super::CV_8UC3).
    fn typ(&self) -> i32;
    /// The number of pixels.
    fn total(&self) -> usize;
    /// The lengths along each dimension.
    fn mat_size(&self) -> MatSize;
    /// A part of a picture.
    ///
    /// # Errors
    /// It is not inside the picture.
    fn roi(&self, part: Rect) -> Result<Mat>;
    /// The same values as this many rows of pixels with this many channels.
    ///
    /// # Errors
    /// They do not fill whole rows, or are not contiguous.
    fn reshape(&self, channels: i32, rows: i32) -> Result<Mat>;
    /// The pixel at this row and column.
    ///
    /// # Errors
    /// It is outside the picture or has another type.
    fn at_2d<T: DataType>(&self, row: i32, col: i32) -> Result<&T>;
    /// The pixel at this point.
    ///
    /// # Errors
    /// It is outside the picture or has another type.
    fn at_pt<T: DataType>(&self, at: Point) -> Result<&T> {
        self.at_2d(at.y, at.x)
    }
    /// Converts a picture of bytes to 32-bit floats with the same values; `typ` must be
    /// [`CV_32F`](super::CV_32F).
    ///
    /// # Errors
    /// The picture is not of bytes, or `typ` is another type.
    fn convert_to_def(&self, floats: &mut Mat, typ: i32) -> Result<()>;
}

/// Whether `length` values from `from` on are all within the range 0 to `most`.
fn is_within(from: i32, length: i32, most: i32) -> bool {
    from >= 0 && length >= 0 && from.checked_add(length).is_some_and(|end| end <= most)
}

impl MatTraitConst for Mat {
    fn cols(&self) -> i32 {
        if self.dimensions == 2 { self.lengths[1] as i32 } else { -1 }
    }

    fn rows(&self) -> i32 {
        if self.dimensions == 2 { self.lengths[0] as i32 } else { -1 }
    }

    fn size(&self) -> Result<Size> {
        if self.dimensions == 2 {
            Ok(self.shape())
        } else {
            Err(Error::bad_argument("a blob has more than two lengths"))
        }
    }

    fn typ(&self) -> i32 {
        type_of(self.depth(), self.channels)
    }

    fn total(&self) -> usize {
        self.lengths[..self.dimensions].iter().product()
    }

    fn mat_size(&self) -> MatSize {
        MatSize(self.lengths.map(|length| length as i32), self.dimensions)
    }

    fn roi(&self, part: Rect) -> Result<Mat> {
        if !is_within(part.x, part.width, self.cols()) || !is_within(part.y, part.height, self.rows()) {
            return Err(Error::bad_argument(format!("{part:?} does not lie in {self:?}")));
        }
        let offset = self.offset + part.y as usize * self.step + part.x as usize * self.channels;
        Ok(Self { offset, lengths: [part.height as usize, part.width as usize, 1, 1], ..self.clone() })
    }

    fn reshape(&self, channels: i32, rows: i32) -> Result<Mat> {
        let (channels, rows) = (length(channels)?, length(rows)?);
        if !self.is_in_one_piece() || channels == 0 || rows == 0 || !self.numbers().is_multiple_of(rows * channels) {
            return Err(Error::bad_argument(format!("{self:?} cannot become {rows} rows of {channels} channels")));
        }
        let step = self.numbers() / rows;
        Ok(Self { step, channels, dimensions: 2, lengths: [rows, step / channels, 1, 1], ..self.clone() })
    }

    fn at_2d<T: DataType>(&self, row: i32, col: i32) -> Result<&T> {
        self.check_type::<T>()?;
        let in_rows = usize::try_from(row).ok().filter(|row| *row < self.lengths[0] && self.dimensions == 2);
        let place = in_rows.zip(usize::try_from(col).ok());
        let found = place.and_then(|(row, col)| T::pixels(self.row::<T::Channel>(row)).get(col));
        found.ok_or_else(|| Error::new(StsOutOfRange, format!("row {row}, column {col} does not lie in {self:?}")))
    }

    fn convert_to_def(&self, floats: &mut Mat, typ: i32) -> Result<()> {
        if self.depth() != Depth::Byte || typ != super::CV_32F {
            return Err(Error::bad_argument("bytes are made 32-bit floats, nothing else"));
        }
        let numbers = self.whole::<u8>().iter().map(|byte| f32::from(*byte)).collect();
        *floats = Self::of::<f32>(numbers, self.channels, &self.lengths[..self.dimensions]);
        Ok(())
    }
}

/// Functions that the `opencv` crate adds to OpenCV's own, and that do not modify a matrix.
pub trait MatTraitConstManual {
    /// All pixels.
    ///
    /// # Errors
    /// They are not contiguous or have another type.
    fn data_typed<T: DataType>(&self) -> Result<&[T]>;
    /// All bytes of a matrix of bytes.
    ///
    /// # Errors
    /// They are not contiguous, or are floats.
    fn data_bytes(&self) -> Result<&[u8]>;
    /// The pixels of a row.
    ///
    /// # Errors
    /// It is outside the picture or has another type.
    fn at_row<T: DataType>(&self, row: i32) -> Result<&[T]>;
}

impl MatTraitConstManual for Mat {
    fn data_typed<T: DataType>(&self) -> Result<&[T]> {
        self.check_type::<T>()?;
        self.in_one_piece::<T::Channel>().map(T::pixels)
    }

    fn data_bytes(&self) -> Result<&[u8]> {
        self.in_one_piece()
    }

    fn at_row<T: DataType>(&self, row: i32) -> Result<&[T]> {
        self.check_type::<T>()?;
        let in_rows = usize::try_from(row).ok().filter(|row| *row < self.lengths[0] && self.dimensions == 2);
        match in_rows {
            Some(row) => Ok(T::pixels(self.row::<T::Channel>(row))),
            None => Err(Error::new(StsOutOfRange, format!("row {row} does not lie in {self:?}"))),
        }
    }
}

impl Mat {
    fn in_one_piece<T: Channel>(&self) -> Result<&[T]> {
        let numbers = T::of(&self.data).ok_or_else(|| Error::bad_argument(format!("{self:?} is of other numbers")))?;
        if !self.is_in_one_piece() {
            return Err(Error::bad_argument(format!("{self:?} does not lie in one piece")));
        }
        Ok(&numbers[self.offset..][..self.numbers()])
    }
}

/// Functions that modify a matrix.
pub trait MatTrait {
    /// The mutable pixel at this row and column.
    ///
    /// # Errors
    /// It is outside the picture or has another type.
    fn at_2d_mut<T: DataType>(&mut self, row: i32, col: i32) -> Result<&mut T>;
}

impl MatTrait for Mat {
    fn at_2d_mut<T: DataType>(&mut self, row: i32, col: i32) -> Result<&mut T> {
        self.at_2d::<T>(row, col)?;
        let index = row as usize * self.lengths[1] + col as usize;
        Ok(&mut self.data_typed_mut::<T>()?[index])
    }
}

/// Functions that the `opencv` crate adds to OpenCV's own, and that modify a matrix.
pub trait MatTraitManual {
    /// All pixels, mutable.
    ///
    /// # Errors
    /// They have another type.
    fn data_typed_mut<T: DataType>(&mut self) -> Result<&mut [T]>;
    /// All bytes of a matrix of bytes, mutable.
    ///
    /// # Errors
    /// They are floats.
    fn data_bytes_mut(&mut self) -> Result<&mut [u8]>;
}

impl MatTraitManual for Mat {
    fn data_typed_mut<T: DataType>(&mut self) -> Result<&mut [T]> {
        self.check_type::<T>()?;
        Ok(self.own_numbers().map(T::pixels_mut).unwrap_or_default())
    }

    fn data_bytes_mut(&mut self) -> Result<&mut [u8]> {
        let name = format!("{self:?}");
        self.own_numbers().ok_or_else(|| Error::bad_argument(format!("{name} is of other numbers")))
    }
}
