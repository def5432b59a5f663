//! From 8-bit sRGB to CIELAB.
//!
//! OpenCV's `cvtColor` does the same, but at its first use builds tables for every kind of conversion, which
//! takes 87 ms, more than a whole scan.

use opencv::core::{CV_32FC3, Mat, Scalar, Vec3b, Vec3f};
use opencv::prelude::{MatTraitConst, MatTraitConstManual, MatTraitManual};

/// From linear BGR to X, Y and Z as shares of the white point (D65): IEC 61966-2-1, with each row divided by
/// the white point's 0.950456, 1 and 1.088754.
const XYZ_OF_BGR: [[f32; 3]; 3] =
    [[0.189_828, 0.376_219, 0.433_953], [0.072_169, 0.715_160, 0.212_671], [0.872_766, 0.109_477, 0.017_758]];

/// Steps in the table of cube roots. With linear interpolation, a* is accurate to 0.01.
const CUBE_ROOT_STEPS: usize = 2048;

/// Converts an 8-bit BGR picture, with its linear light multiplied by `gain`, to 32-bit floats: L* 0 to 100,
/// a* and b* about -100 to 100.
///
/// # Errors
/// OpenCV's error for another kind of picture or when out of memory.
pub fn cielab(picture: &Mat, gain: f32) -> opencv::Result<Mat> {
    let tables = Tables::new(gain);
    let mut lab = Mat::new_size_with_default(picture.size()?, CV_32FC3, Scalar::default())?;
    for (from, to) in picture.data_typed::<Vec3b>()?.iter().zip(lab.data_typed_mut::<Vec3f>()?) {
        *to = tables.cielab(*from);
    }
    Ok(lab)
}

/// Lookup tables: about two thousand values for tens of thousands of pixels.
struct Tables {
    /// Linear light, 0 to 1, of each 8-bit value.
    linear: [f32; 256],
    /// [`lightness_root`] of each step.
    root: Vec<f32>,
}

impl Tables {
    fn new(gain: f32) -> Self {
        // One step beyond 1, so that white can be interpolated.
        let root = (0..=CUBE_ROOT_STEPS + 1).map(|i| lightness_root(i as f32 / CUBE_ROOT_STEPS as f32)).collect();
        Self { linear: std::array::from_fn(|value| (gain * linear(value as u8)).min(1.0)), root }
    }

    fn cielab(&self, bgr: Vec3b) -> Vec3f {
        let light: [f32; 3] = std::array::from_fn(|i| self.linear[usize::from(bgr[i])]);
        let [x, y, z] = XYZ_OF_BGR.map(|row| self.root(row[0] * light[0] + row[1] * light[1] + row[2] * light[2]));
        Vec3f::from([116.0 * y - 16.0, 500.0 * (x - y), 200.0 * (y - z)])
    }

    fn root(&self, value: f32) -> f32 {
        let steps = value.max(0.0) * CUBE_ROOT_STEPS as f32;
        let below = (steps as usize).min(CUBE_ROOT_STEPS);
        let share = steps - below as f32;
        self.root[below] + share * (self.root[below + 1] - self.root[below])
    }
}

/// The linear light, 0 to 1, of an 8-bit sRGB value.
pub fn linear(value: u8) -> f32 {
    let value = f32::from(value) / 255.0;
    if value <= 0.040_45 { value / 12.92 } else { ((value + 0.055) / 1.055).powf(2.4) }
}

/// CIE 15: the cube root, with a linear segment near 0.
fn lightness_root(value: f32) -> f32 {
    if value > 0.008_856 { value.cbrt() } else { 7.787 * value + 16.0 / 116.0 }
}

// The tests compare with OpenCV's colours.
#[cfg(all(test, feature = "opencv"))]
mod tests {
    use opencv::core::CV_32F;
    use opencv::imgproc;

    use super::*;

    /// Every 17th value of each channel, including both ends: 4096 colours.
    fn colours() -> opencv::Result<Mat> {
        let steps = || (0..=255u8).step_by(17);
        let all: Vec<Vec3b> =
            steps().flat_map(|b| steps().flat_map(move |g| steps().map(move |r| Vec3b::from([b, g, r])))).collect();
        Mat::from_slice(&all)?.try_clone()
    }

    #[test]
    fn colours_are_those_of_the_formula() -> opencv::Result<()> {
        // Calculated in double precision from the formulas of IEC 61966-2-1 and CIE 15.
        let known = [
            ([255, 255, 255], [100.0, 0.0, 0.0]),
            ([0, 0, 0], [0.0, 0.0, 0.0]),
            ([0, 0, 255], [53.2406, 80.0942, 67.2028]),
            ([255, 0, 0], [32.2957, 79.1879, -107.8618]),
            ([0, 255, 0], [87.7351, -86.1814, 83.1773]),
            ([119, 119, 119], [50.0344, 0.0, 0.0]),
        ];
        let tables = Tables::new(1.0);
        for (bgr, lab) in known {
            let found = tables.cielab(Vec3b::from(bgr));
            assert!((0..3).all(|i| (found[i] - lab[i]).abs() < 0.05), "{bgr:?}: {found:?}, not {lab:?}");
        }
        Ok(())
    }

    #[test]
    fn more_light_makes_a_dim_colour_the_bright_one() {
        let [dim, bright] =
            [(4.0, 60), (1.0, 119)].map(|(gain, value)| Tables::new(gain).cielab(Vec3b::from([value; 3])));
        assert!((0..3).all(|i| (dim[i] - bright[i]).abs() < 1.0), "{dim:?}, {bright:?}");
        assert_eq!(Tables::new(4.0).cielab(Vec3b::from([200; 3])), Tables::new(1.0).cielab(Vec3b::from([255; 3])));
    }

    #[test]
    fn colours_are_nearly_those_of_opencv() -> opencv::Result<()> {
        let colours = colours()?;
        let (mut unit, mut lab) = (Mat::default(), Mat::default());
        colours.convert_to(&mut unit, CV_32F, 1.0 / 255.0, 0.0)?;
        imgproc::cvt_color_def(&unit, &mut lab, imgproc::COLOR_BGR2Lab)?;
        let ours = cielab(&colours, 1.0)?;
        let mut sum = 0.0;
        for (ours, theirs) in ours.data_typed::<Vec3f>()?.iter().zip(lab.data_typed::<Vec3f>()?) {
            let apart = (0..3).map(|i| (ours[i] - theirs[i]).abs()).fold(0.0, f32::max);
            assert!(apart < 1.5, "{ours:?}, {theirs:?}");
            sum += apart;
        }
        assert!(sum / (colours.total() as f32) < 0.3, "{}", sum / colours.total() as f32);
        Ok(())
    }
}
