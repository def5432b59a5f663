//! What lens, light and sensor do to a picture.

use opencv::core::{CV_8UC1, CV_32F, Mat, Point, Point2f, Scalar, Size, Vector};
use opencv::imgproc;
use opencv::prelude::*;
use rand::{Rng, RngExt};
use serde::Deserialize;
use tiny_skia::Pixmap;

use super::{Dice, RenderError, Span, within};

/// The ranges of what happens to a picture.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Conditions {
    /// Factor on every pixel: 1 leaves the light as drawn, 0.3 is a dim room.
    pub brightness: Span,
    /// Defocus: the standard deviation of a Gaussian, in pixels.
    pub blur_px: Span,
    /// More defocus on one side of the picture, up to this at its rim: a part of the picture is out of focus.
    #[serde(default)]
    pub focus_fall_px: Span,
    /// Length of a motion blur in pixels.
    pub motion_px: Span,
    /// Standard deviation of the sensor's noise, in grey levels of 255.
    pub noise: Span,
    /// 1 to 100.
    pub jpeg_quality: Span,
    /// How uneven the light is, 0 to 1: gradient, vignette, colour cast.
    pub unevenness: Span,
    /// Chance, 0 to 1, of a shadow's edge across the picture.
    pub shadow_share: f64,
    /// Chance, 0 to 1, of glare.
    pub glare_share: f64,
}

/// Takes the picture of a drawn scene; 8-bit BGR.
///
/// # Errors
/// OpenCV's, when out of memory.
pub fn take(scene: &Pixmap, conditions: &Conditions, dice: &mut Dice) -> Result<Mat, RenderError> {
    let size = Size::new(scene.width() as i32, scene.height() as i32);
    let light = light(size, conditions, dice)?;
    let shadow = cast_shadow(size, conditions, dice)?;
    let glare = glare(size, conditions, dice)?;
    let picture = exposed(scene, &light, shadow.as_ref(), glare.as_ref(), conditions, dice)?;
    let picture = defocused(picture, within(dice, conditions.blur_px))?;
    let picture = partly_defocused(picture, within(dice, conditions.focus_fall_px), dice)?;
    let mut picture = shaken(picture, within(dice, conditions.motion_px), within(dice, [0.0, 180.0]))?;
    add_noise(&mut picture, within(dice, conditions.noise) as f32, dice)?;
    Ok(picture)
}

/// Encodes an 8-bit BGR picture as JPEG.
///
/// # Errors
/// turbojpeg's.
pub fn to_jpeg(picture: &Mat, quality: i32) -> Result<Vec<u8>, RenderError> {
    let image = turbojpeg::Image {
        pixels: picture.data_bytes()?,
        width: picture.cols() as usize,
        pitch: picture.cols() as usize * 3,
        height: picture.rows() as usize,
        format: turbojpeg::PixelFormat::BGR,
    };
    Ok(turbojpeg::compress(image, quality, turbojpeg::Subsamp::Sub2x2)?.to_vec())
}

/// The light on every pixel: brighter to one side, darker towards the corners.
fn light(size: Size, conditions: &Conditions, dice: &mut Dice) -> Result<Mat, RenderError> {
    const CELLS: i32 = 24;
    let unevenness = within(dice, conditions.unevenness) as f32;
    let brightness = within(dice, conditions.brightness) as f32;
    let (angle, slope) = (within(dice, [0.0, 6.3]) as f32, within(dice, [0.0, 0.6]) as f32 * unevenness);
    let vignette = within(dice, [0.0, 0.55]) as f32 * unevenness;
    let cells: Vec<f32> = (0..CELLS * CELLS)
        .map(|i| {
            let centred = |v: i32| (v as f32 + 0.5) / CELLS as f32 * 2.0 - 1.0;
            let (x, y) = (centred(i % CELLS), centred(i / CELLS));
            let slanted = 1.0 + slope * (x * angle.cos() + y * angle.sin());
            brightness * slanted * (1.0 - vignette * (x * x + y * y) / 2.0)
        })
        .collect();
    let cells = Mat::new_rows_cols_with_data(CELLS, CELLS, &cells)?;
    let mut light = Mat::default();
    imgproc::resize(&cells, &mut light, size, 0.0, 0.0, imgproc::INTER_LINEAR)?;
    Ok(light)
}

/// Something out of sight keeps the light from a part of the picture: 255 where it does fully.
fn cast_shadow(size: Size, conditions: &Conditions, dice: &mut Dice) -> Result<Option<Mat>, RenderError> {
    if !dice.random_bool(conditions.shadow_share) {
        return Ok(None);
    }
    let (width, height) = (f64::from(size.width), f64::from(size.height));
    let mut mask = Mat::new_rows_cols_with_default(size.height, size.width, CV_8UC1, Scalar::all(0.0))?;
    let (x, y) = (within(dice, [0.0, width]), within(dice, [0.0, height]));
    let (angle, long) = (within(dice, [0.0, 6.3]), 2.0 * width.max(height));
    let breadth = within(dice, [0.1, 0.8]) * width.max(height);
    let corner = |along: f64, across: f64| {
        let (s, c) = angle.sin_cos();
        Point::new((x + along * c - across * s) as i32, (y + along * s + across * c) as i32)
    };
    let start = if dice.random_bool(0.5) { -long } else { 0.0 };
    let quad = [corner(start, 0.0), corner(long, 0.0), corner(long, breadth), corner(start, breadth)];
    let points: Vector<Point> = Vector::from_iter(quad);
    imgproc::fill_convex_poly_def(&mut mask, &points, Scalar::all(255.0 * within(dice, [0.15, 0.5])))?;
    let soft = box_size(within(dice, [0.002, 0.06]) * width.max(height));
    let mut softened = Mat::default();
    imgproc::blur_def(&mask, &mut softened, Size::new(soft, soft))?;
    Ok(Some(softened))
}

fn box_size(radius_px: f64) -> i32 {
    2 * radius_px as i32 + 1
}

/// Light mirrored by the varnish: grey levels to add, as 32-bit floats.
fn glare(size: Size, conditions: &Conditions, dice: &mut Dice) -> Result<Option<Mat>, RenderError> {
    if !dice.random_bool(conditions.glare_share) {
        return Ok(None);
    }
    const CELLS: i32 = 48;
    let spots: Vec<[f32; 5]> = (0..dice.random_range(1..4))
        .map(|_| {
            let mut draw = |span: Span| within(dice, span) as f32;
            let narrow = draw([0.02, 0.13]);
            [draw([0.0, 1.0]), draw([0.0, 1.0]), narrow, narrow * draw([0.5, 2.5]), draw([20.0, 140.0])]
        })
        .collect();
    let cells: Vec<f32> = (0..CELLS * CELLS)
        .map(|i| {
            let (x, y) = ((i % CELLS) as f32 / CELLS as f32, (i / CELLS) as f32 / CELLS as f32);
            spots.iter().map(|[sx, sy, rx, ry, v]| v * (-((x - sx) / rx).powi(2) - ((y - sy) / ry).powi(2)).exp()).sum()
        })
        .collect();
    let cells = Mat::new_rows_cols_with_data(CELLS, CELLS, &cells)?;
    let mut glare = Mat::default();
    imgproc::resize(&cells, &mut glare, size, 0.0, 0.0, imgproc::INTER_CUBIC)?;
    Ok(Some(glare))
}

/// Applies light, shadow, glare and white balance; RGBA becomes BGR.
fn exposed(
    scene: &Pixmap,
    light: &Mat,
    shadow: Option<&Mat>,
    glare: Option<&Mat>,
    conditions: &Conditions,
    dice: &mut Dice,
) -> Result<Mat, RenderError> {
    let cast = 0.25 * conditions.unevenness[1];
    let warm = within(dice, [-cast, cast]) as f32;
    let tint = within(dice, [-cast / 3.0, cast / 3.0]) as f32;
    // Blue, green, red.
    let balance = [1.0 - warm, 1.0 + tint, 1.0 + warm];
    let saturation = within(dice, [1.0 - 2.0 * cast, 1.0 + cast]) as f32;
    let (width, height) = (scene.width() as i32, scene.height() as i32);
    let mut picture = Mat::new_rows_cols_with_default(height, width, opencv::core::CV_8UC3, Scalar::all(0.0))?;
    let light = light.data_typed::<f32>()?;
    let shadow = shadow.map(|mask| mask.data_bytes()).transpose()?;
    let glare = glare.map(|mask| mask.data_typed::<f32>()).transpose()?;
    let pixels = scene.data().chunks_exact(4).zip(picture.data_bytes_mut()?.chunks_exact_mut(3));
    for (i, (from, to)) in pixels.enumerate() {
        let gain = light[i] * shadow.map_or(1.0, |mask| 1.0 - f32::from(mask[i]) / 255.0);
        let added = glare.map_or(0.0, |mask| mask[i]);
        let grey = (f32::from(from[0]) + f32::from(from[1]) + f32::from(from[2])) / 3.0;
        for channel in 0..3 {
            let colour = grey + saturation * (f32::from(from[2 - channel]) - grey);
            to[channel] = (colour * gain * balance[channel] + added).clamp(0.0, 255.0) as u8;
        }
    }
    Ok(picture)
}

fn defocused(picture: Mat, sigma_px: f64) -> Result<Mat, RenderError> {
    // Below a fifth of a pixel a Gaussian changes nothing.
    if sigma_px < 0.2 {
        return Ok(picture);
    }
    let mut blurred = Mat::default();
    imgproc::gaussian_blur_def(&picture, &mut blurred, Size::new(0, 0), sigma_px)?;
    Ok(blurred)
}

/// Blurs the picture more and more across, in a random direction, up to `sigma_px` at the rim.
fn partly_defocused(picture: Mat, sigma_px: f64, dice: &mut Dice) -> Result<Mat, RenderError> {
    if sigma_px < 0.2 {
        return Ok(picture);
    }
    let (angle, start) = (within(dice, [0.0, 6.3]), within(dice, [-0.7, 0.2]));
    // Mixed in one step, the middle of the picture would show every edge twice, sharp and soft.
    let levels = [0.25, 0.5, 1.0].map(|part| defocused(picture.clone(), part * sigma_px));
    let mut result = picture;
    for (step, level) in levels.into_iter().enumerate() {
        fade_over(&mut result, &level?, angle, start + 0.3 * step as f64)?;
    }
    Ok(result)
}

/// Lets `next` take the place of `picture` across it: from `start` on, fully 0.3 later (0 is the middle, 1 the rim).
fn fade_over(picture: &mut Mat, next: &Mat, angle: f64, start: f64) -> Result<(), RenderError> {
    let (width, height) = (picture.cols() as usize, f64::from(picture.rows()));
    let (cos, sin) = (2.0 * angle.cos() / width as f64, 2.0 * angle.sin() / height);
    let pixels = picture.data_bytes_mut()?.chunks_exact_mut(3).zip(next.data_bytes()?.chunks_exact(3));
    for (i, (from, to)) in pixels.enumerate() {
        let across = ((i % width) as f64 - width as f64 / 2.0) * cos + ((i / width) as f64 - height / 2.0) * sin;
        let part = ((across - start) / 0.3).clamp(0.0, 1.0) as f32;
        for (value, next) in from.iter_mut().zip(to) {
            *value = (f32::from(*value) * (1.0 - part) + f32::from(*next) * part + 0.5) as u8;
        }
    }
    Ok(())
}

fn shaken(picture: Mat, length_px: f64, angle_deg: f64) -> Result<Mat, RenderError> {
    if length_px < 1.0 {
        return Ok(picture);
    }
    let side = 2 * (length_px / 2.0).ceil() as i32 + 1;
    let middle = Point2f::new((side / 2) as f32, (side / 2) as f32);
    let (s, c) = angle_deg.to_radians().sin_cos();
    let mut line = Mat::new_rows_cols_with_default(side, side, CV_32F, Scalar::all(0.0))?;
    let steps = 4 * side;
    for i in 0..=steps {
        let along = (f64::from(i) / f64::from(steps) - 0.5) * length_px;
        let (x, y) = (middle.x + (along * c) as f32, middle.y + (along * s) as f32);
        *line.at_2d_mut::<f32>(y.round() as i32, x.round() as i32)? += 1.0 / (steps + 1) as f32;
    }
    let mut moved = Mat::default();
    imgproc::filter_2d_def(&picture, &mut moved, -1, &line)?;
    Ok(moved)
}

/// Adds noise of a standard deviation of `sigma` grey levels. (Not OpenCV's generator: ours gives the same noise everywhere.)
fn add_noise(picture: &mut Mat, sigma: f32, dice: &mut Dice) -> Result<(), RenderError> {
    if sigma < 0.3 {
        return Ok(());
    }
    let pixels = picture.data_bytes_mut()?;
    // The sum of four bytes is close to normal, of mean 4 * 127.5 and variance 4 * (256^2 - 1) / 12.
    let mut bytes = vec![0; pixels.len() * 4];
    dice.fill_bytes(&mut bytes);
    let scale = sigma / 147.8;
    for (value, four) in pixels.iter_mut().zip(bytes.chunks_exact(4)) {
        let sum: i32 = four.iter().map(|byte| i32::from(*byte)).sum();
        *value = (f32::from(*value) + (sum - 510) as f32 * scale + 0.5).clamp(0.0, 255.0) as u8;
    }
    Ok(())
}

/// Darkens the scene where `mask` (8-bit, as large as the scene) is not 0, by `strength` where it is 255.
pub(super) fn darken(scene: &mut Pixmap, mask: &Mat, strength: f32) -> Result<(), RenderError> {
    let mask = mask.data_bytes()?;
    for (pixel, shade) in scene.data_mut().chunks_exact_mut(4).zip(mask).filter(|(_, shade)| **shade > 0) {
        let factor = 1.0 - strength * f32::from(*shade) / 255.0;
        for value in &mut pixel[..3] {
            *value = (f32::from(*value) * factor) as u8;
        }
    }
    Ok(())
}
