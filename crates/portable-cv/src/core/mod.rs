//! OpenCV's core module: matrices, points, linear systems, and functions that rearrange pixels.

mod arithmetic;
mod error;
mod geometry;
mod mat;
mod rearranged;
mod solve;
mod vector;

use std::sync::atomic::{AtomicI32, Ordering};
use std::thread::available_parallelism;

pub use arithmetic::{max, mean_def, min, split};
pub use error::{Error, Result, StsBadArg, StsNoConv, StsNoMem, StsOutOfRange};
pub use geometry::{Point, Point_, Point2d, Point2f, Rect, Scalar, Size, VecN};
pub(crate) use mat::Depth;
pub use mat::{
    Channel, DataType, Mat, MatTrait, MatTraitConst, MatTraitConstManual, MatTraitManual, ToInputArray, Vec3b, Vec3f,
};
pub use rearranged::{copy_make_border, flip, hconcat, rotate, transpose};
pub use solve::solve;
pub use vector::Vector;

/// One byte per pixel.
pub const CV_8UC1: i32 = 0;
/// Three bytes per pixel.
pub const CV_8UC3: i32 = 16;
/// Four bytes per pixel.
pub const CV_8UC4: i32 = 24;
/// One 32-bit float per pixel.
pub const CV_32F: i32 = 5;
/// One 32-bit float per pixel.
pub const CV_32FC1: i32 = 5;
/// Three 32-bit floats per pixel.
pub const CV_32FC3: i32 = 21;
/// One 64-bit float per pixel.
pub const CV_64F: i32 = 6;

/// Pads a picture with one colour.
pub const BORDER_CONSTANT: i32 = 0;
/// Pads a picture by repeating its edge.
pub const BORDER_REPLICATE: i32 = 1;
/// Pads a picture by mirroring it at the centres of its outermost pixels.
pub const BORDER_DEFAULT: i32 = 4;

/// Gaussian elimination with pivoting.
pub const DECOMP_LU: i32 = 0;
/// Cholesky decomposition, for symmetric positive definite matrices.
pub const DECOMP_CHOLESKY: i32 = 3;

/// A quarter turn clockwise.
pub const ROTATE_90_CLOCKWISE: i32 = 0;
/// A half turn.
pub const ROTATE_180: i32 = 1;
/// A quarter turn counterclockwise.
pub const ROTATE_90_COUNTERCLOCKWISE: i32 = 2;

/// The number of threads that one call may use; here 0 means one per processor.
static THREADS: AtomicI32 = AtomicI32::new(0);

/// The number of threads that one call may use. Networks keep to it, and so does other code that asks for it.
///
/// # Errors
/// None, unlike OpenCV.
pub fn get_num_threads() -> Result<i32> {
    Ok(match THREADS.load(Ordering::Relaxed) {
        0 => available_parallelism().map_or(1, |threads| threads.get().try_into().unwrap_or(i32::MAX)),
        threads => threads,
    })
}

/// Sets the number of threads that one call may use: 0 means one, a negative number one per processor.
///
/// # Errors
/// None, unlike OpenCV.
pub fn set_num_threads(threads: i32) -> Result<()> {
    THREADS.store(if threads < 0 { 0 } else { threads.max(1) }, Ordering::Relaxed);
    Ok(())
}
