//! The functions of the `opencv` crate and of libjpeg-turbo that `vision` calls, in plain Rust without unsafe
//! code.
//!
//! Names, signatures and rounding are OpenCV's (4.6), so that `vision` compiles with either and reads the
//! same from a photo: `extern crate portable_cv as opencv`. A trait between `vision` and the two libraries
//! would have to declare every function again, and could not make both give the same results. OpenCV's other
//! functions are left out. `tests/` compares each function with OpenCV and states how far it may differ.
//!
//! | module | what it holds | may import |
//! |---|---|---|
//! | [`core`] | matrices, points, functions that rearrange pixels, linear systems | |
//! | [`imgproc`] | resizing, homographies, filters, colours | core |
//! | [`dnn`] | networks, run by `rten` | core |
//! | [`jpeg`] | JPEG as libjpeg-turbo decodes it | |

pub mod core;
pub mod dnn;
pub mod imgproc;
pub mod jpeg;

pub use crate::core::{Error, Result};

/// The traits for using pictures.
pub mod prelude {
    pub use crate::core::{MatTrait, MatTraitConst, MatTraitConstManual, MatTraitManual, ToInputArray};
    pub use crate::dnn::{NetTrait, NetTraitConst};
}
