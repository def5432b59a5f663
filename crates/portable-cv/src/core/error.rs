//! Errors of failed calls.

use std::fmt;

/// Why a call failed: OpenCV's code and a description.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Error {
    /// One of OpenCV's codes, such as [`StsBadArg`].
    pub code: i32,
    /// The description.
    pub message: String,
}

/// The result of a call.
pub type Result<T, E = Error> = std::result::Result<T, E>;

/// There is not enough memory.
#[allow(non_upper_case_globals, reason = "OpenCV's name")]
pub const StsNoMem: i32 = -4;
/// An argument that the function does not support.
#[allow(non_upper_case_globals, reason = "OpenCV's name")]
pub const StsBadArg: i32 = -5;
/// An iteration that did not converge.
#[allow(non_upper_case_globals, reason = "OpenCV's name")]
pub const StsNoConv: i32 = -7;
/// An index outside a matrix.
#[allow(non_upper_case_globals, reason = "OpenCV's name")]
pub const StsOutOfRange: i32 = -211;

impl Error {
    /// An error with this code.
    pub fn new(code: i32, message: impl Into<String>) -> Self {
        Self { code, message: message.into() }
    }

    /// An error for an argument that the function does not support.
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
