#![doc = include_str!("../README.md")]
//!
//! ## Modules
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
