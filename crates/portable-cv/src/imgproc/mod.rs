//! OpenCV's image processing: resizing, homographies, filters, colours.

mod colour;
mod filter;
mod perspective;
mod resize;

pub use colour::{COLOR_BGR2GRAY, COLOR_BGR2RGB, COLOR_RGBA2BGR, cvt_color_def};
pub use filter::{blur, gaussian_blur, sobel};
pub use perspective::{get_perspective_transform_slice, warp_perspective};
pub use resize::resize;

/// Takes the nearest pixel.
pub const INTER_NEAREST: i32 = 0;
/// Interpolates between the four nearest pixels.
pub const INTER_LINEAR: i32 = 1;
/// Interpolates between the sixteen nearest pixels.
pub const INTER_CUBIC: i32 = 2;
/// Takes the mean over the area that becomes a pixel; when enlarging, nearly the same as [`INTER_LINEAR`].
pub const INTER_AREA: i32 = 3;

/// Rounds to the nearest integer, a half to the even one as processors do, and clamps to a byte.
fn byte_of(value: f32) -> u8 {
    // The sum with this number has no bits for a fraction, so it is rounded. `round_ties_even` would prevent
    // vectorisation on x86-64's oldest processors.
    const NO_FRACTION: f32 = 12_582_912.0;
    ((value + NO_FRACTION).to_bits() as i32 - NO_FRACTION.to_bits() as i32).clamp(0, 255) as u8
}

#[cfg(test)]
mod tests {
    use super::byte_of;

    #[test]
    fn halves_become_even_bytes() {
        let values = [-300.0, -0.6, 0.0, 0.5, 0.500_1, 1.5, 2.5, 254.5, 254.6, 255.5, 70_000.0];
        assert_eq!(values.map(byte_of), [0, 0, 0, 0, 1, 2, 2, 254, 255, 255, 255]);
    }
}
