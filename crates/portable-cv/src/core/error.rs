//! Why a call failed.

use std::fmt;

/// Why a call failed: OpenCV's code, and what is wrong in words.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Error {
    /// One of OpenCV's codes, such as [`StsBadArg`].
    pub code: i32,
    /// In words.
    pub message: String,
}

/// What a call gives.
pub type Result<T, E = Error> = std::result::Result<T, E>;

/// There is not enough memory.
#[allow(non_upper_case_globals, reason = "OpenCV's name")]
pub const StsNoMem: i32 = -4;
/// An argument that the function does not take.
#[allow(non_upper_case_globals, reason = "OpenCV's name")]
pub const StsBadArg: i32 = -5;
/// An iteration that came to no end.
#[allow(non_upper_case_globals, reason = "OpenCV's name")]
pub const StsNoConv: i32 = -7;
/// An index outside of a matrix.
#[allow(non_upper_case_globals, reason = "OpenCV's name")]
pub const StsOutOfRange: i32 = -211;

impl Error {
    /// An error of this code.
    pub fn new(code: i32, message: impl Into<String>) -> Self {
        Self { code, message: message.into() }
    }

    /// What the function does not take.
    pub(crate) fn bad_argument(message: impl Into<String>) -> Self {
        Self::new(StsBadArg, message)
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} (code: {})", self.message, self.code)
    }
}

impl std::error::Error for Error {}
