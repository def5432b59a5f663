//! Changes the order of colour channels, and converts colours to grey.

use crate::core::{Depth, Error, Mat, MatTraitConst, Result, ToInputArray};

/// From blue-green-red to grey: the luma of each pixel.
pub const COLOR_BGR2GRAY: i32 = 6;
/// From red-green-blue-alpha to blue-green-red.
pub const COLOR_RGBA2BGR: i32 = 3;
/// From blue-green-red to red-green-blue, and back.
pub const COLOR_BGR2RGB: i32 = 4;

/// BT.601's luma weights of blue, green and red, in units of 2^-15 (OpenCV's `BY15`, `GY15`, `RY15`).
const BRIGHTNESS: [u32; 3] = [3735, 19235, 9798];

/// Converts the colours of a picture of bytes by one of the three constants.
///
/// # Errors
/// `code` is another constant, or the picture does not have the channels that it converts.
pub fn cvt_color_def(picture: &impl ToInputArray, changed: &mut Mat, code: i32) -> Result<()> {
    let picture = picture.input();
    *changed = match (code, picture.depth(), picture.channels()) {
        (COLOR_BGR2GRAY, Depth::Byte, 3) => each_pixel(picture, grey),
        (COLOR_RGBA2BGR, Depth::Byte, 4) => each_pixel(picture, |[red, green, blue, _]: [u8; 4]| [blue, green, red]),
        (COLOR_BGR2RGB, Depth::Byte, 3) => each_pixel(picture, |[blue, green, red]: [u8; 3]| [red, green, blue]),
        _ => return Err(Error::bad_argument(format!("colour change {code} is not made of {picture:?}"))),
    };
    Ok(())
}

fn grey(pixel: [u8; 3]) -> [u8; 1] {
    let sum: u32 = pixel.iter().zip(BRIGHTNESS).map(|(light, share)| u32::from(*light) * share).sum();
    [((sum + (1 << 14)) >> 15) as u8]
}

fn each_pixel<const FROM: usize, const TO: usize>(picture: &Mat, change: impl Fn([u8; FROM]) -> [u8; TO]) -> Mat {
    let mut changed = vec![0; picture.total() * TO];
    let mut targets = changed.as_chunks_mut::<TO>().0.iter_mut();
    for row in 0..picture.rows() as usize {
        for (source, target) in picture.row::<u8>(row).as_chunks().0.iter().zip(&mut targets) {
            *target = change(*source);
        }
    }
    Mat::picture(changed, TO, picture.shape())
}
