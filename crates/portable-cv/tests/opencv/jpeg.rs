//! Compares the decoder with libjpeg-turbo on whole and damaged JPEG files: it must give the same pixels, and
//! refuse the same files.

use jpeg_encoder::{ColorType, Encoder, SamplingFactor};
use portable_cv::jpeg::{JpegError, Picture, decode};
use rand::{Rng, RngExt as _};
use turbojpeg::{Compressor, Decompressor, Image, PixelFormat, Subsamp};

use super::{any_length, bytes, random};

const REDUCTIONS: [usize; 4] = [1, 2, 4, 8];

/// libjpeg-turbo uses the largest of its sixteen scales at which the picture fits the requested size. From
/// this width on, that scale is always the reduction; for narrower pictures, several scales give the same
/// size.
const LEAST_SIDE: usize = 40;

const SUBSAMPLINGS: [Subsamp; 6] =
    [Subsamp::None, Subsamp::Sub2x1, Subsamp::Sub2x2, Subsamp::Gray, Subsamp::Sub1x2, Subsamp::Sub4x1];

fn compressed(width: usize, height: usize, subsampling: Subsamp, quality: i32, random: &mut impl Rng) -> Vec<u8> {
    let pixels = bytes(height, width, 3, random);
    let mut compressor = Compressor::new().expect("libjpeg-turbo");
    compressor.set_quality(quality);
    compressor.set_subsamp(subsampling);
    let image = Image { pixels: &pixels[..], width, pitch: width * 3, height, format: PixelFormat::BGR };
    compressor.compress_to_vec(image).expect("a picture")
}

/// The pixels that libjpeg-turbo decodes, and its first warning.
fn theirs(file: &[u8], reduction: usize) -> (Vec<u8>, Option<String>) {
    let mut decompressor = Decompressor::new().expect("libjpeg-turbo");
    // `read_header` would refuse rare kinds of subsampling that can be decoded.
    let frame = file.windows(2).position(|pair| pair[0] == 0xFF && (0xC0..0xC3).contains(&pair[1])).expect("a frame");
    let side =
        |at: usize| usize::from(u16::from_be_bytes([file[frame + at], file[frame + at + 1]])).div_ceil(reduction);
    let (height, width) = (side(5), side(7));
    let format = if file[frame + 9] == 4 { PixelFormat::CMYK } else { PixelFormat::BGR };
    let mut pixels = vec![0; width * height * format.size()];
    let image = Image { pixels: &mut pixels[..], width, pitch: width * format.size(), height, format };
    let warning = decompressor.decompress(file, image).err().map(|error| error.to_string());
    (pixels, warning)
}

fn ours(file: &[u8], reduction: usize) -> Result<Picture, JpegError> {
    decode(file, reduction)
}

/// Asserts that both decoders agree. Returns whether the file is a picture.
fn assert_same(file: &[u8], reduction: usize, what: &str) -> bool {
    let (pixels, warning) = theirs(file, reduction);
    let is_left_over = warning.as_ref().is_some_and(|warning| warning.contains("extraneous bytes"));
    match ours(file, reduction) {
        Ok(picture) => {
            assert!(warning.is_none() || is_left_over, "{what} at 1/{reduction}: they warn {warning:?}");
            assert_eq!(picture.is_left_over, is_left_over, "{what} at 1/{reduction}: {warning:?}");
            let far = picture
                .pixels
                .iter()
                .zip(&pixels)
                .enumerate()
                .map(|(at, (ours, theirs))| (ours.abs_diff(*theirs), at))
                .max();
            assert_eq!(picture.pixels.len(), pixels.len(), "{what} at 1/{reduction}");
            let beginnings = (&picture.pixels[..12.min(pixels.len())], &pixels[..12.min(pixels.len())]);
            let is_same = far.is_none_or(|(far, _)| far == 0) || !picture.is_complete;
            assert!(is_same, "{what} at 1/{reduction}: {far:?} (how far, at which byte), {beginnings:?}");
            true
        }
        // libjpeg-turbo may accept such a file. `vision` refuses it earlier, when it checks the file's
        // segments.
        Err(error) if error.to_string().contains("a colour is missing") => false,
        Err(error) => {
            assert!(warning.is_some() && !is_left_over, "{what} at 1/{reduction}: we say {error}, they {warning:?}");
            false
        }
    }
}

#[test]
fn pictures_are_decoded_as_by_libjpeg_turbo() {
    let random = &mut random(21);
    for round in 0..240 {
        let subsampling = SUBSAMPLINGS[round % 6];
        let (width, height) = (LEAST_SIDE + any_length(random) + round % 3, any_length(random) + round % 4);
        let quality = [30, 75, 90, 100][round % 4];
        let file = compressed(width, height, subsampling, quality, random);
        for reduction in REDUCTIONS {
            let what = format!("round {round}: {width} x {height}, {subsampling:?}, quality {quality}");
            assert!(assert_same(&file, reduction, &what), "{what}");
        }
    }
}

/// Files of another encoder: also progressive ones, with restart markers, and with four inks (CMYK).
fn encoded(width: usize, height: usize, round: usize, random: &mut impl Rng) -> (Vec<u8>, String) {
    const SAMPLINGS: [SamplingFactor; 7] = [
        SamplingFactor::F_1_1,
        SamplingFactor::F_2_1,
        SamplingFactor::F_1_2,
        SamplingFactor::F_2_2,
        SamplingFactor::F_4_1,
        SamplingFactor::F_4_2,
        SamplingFactor::F_2_4,
    ];
    const COLOURS: [(ColorType, usize); 5] = [
        (ColorType::Bgr, 3),
        (ColorType::Luma, 1),
        (ColorType::Cmyk, 4),
        (ColorType::CmykAsYcck, 4),
        (ColorType::Bgr, 3),
    ];
    let (colour, channels) = COLOURS[round / 7 % 5];
    let mut file = Vec::new();
    let mut encoder = Encoder::new(&mut file, [35, 80, 100][round % 3]);
    encoder.set_sampling_factor(SAMPLINGS[round % 7]);
    encoder.set_progressive(round.is_multiple_of(2));
    encoder.set_optimized_huffman_tables(round.is_multiple_of(5));
    let restarts = if round.is_multiple_of(3) { random.random_range(1..20) } else { 0 };
    if restarts > 0 {
        encoder.set_restart_interval(restarts);
    }
    let pixels = bytes(height, width, channels, random);
    encoder.encode(&pixels, width as u16, height as u16, colour).expect("a picture");
    (file, format!("round {round}: {width} x {height}, {colour:?}, {:?}, restarts {restarts}", SAMPLINGS[round % 7]))
}

#[test]
fn another_encoders_files_are_decoded_as_by_libjpeg_turbo() {
    let random = &mut random(22);
    for round in 0..420 {
        let (width, height) = (LEAST_SIDE + any_length(random) + round % 3, any_length(random) + round % 4);
        let (file, what) = encoded(width, height, round, random);
        for reduction in REDUCTIONS {
            assert_same(&file, reduction, &what);
        }
    }
}

#[test]
fn damaged_files_are_refused_where_libjpeg_turbo_warns() {
    let random = &mut random(23);
    let (mut pictures, mut refused) = (0, 0);
    for round in 0..3000 {
        let (width, height) = (LEAST_SIDE + any_length(random), any_length(random));
        let (mut file, mut what) = if round % 2 == 0 {
            encoded(width, height, round / 2, random)
        } else {
            (
                compressed(width, height, SUBSAMPLINGS[round / 2 % 6], 80, random),
                format!("round {round}: {width} x {height}"),
            )
        };
        // Only the data after the headers is damaged: `vision` checks the headers before it decodes.
        let scan = file.windows(2).position(|pair| pair == [0xFF, 0xDA]).expect("a scan") + 14;
        for _ in 0..random.random_range(1..4) {
            let at = random.random_range(scan..file.len() - 2);
            match random.random_range(0..4) {
                0 => file[at] ^= 1 << random.random_range(0..8),
                1 => file[at] = random.random(),
                2 => drop(file.splice(at..at, [0x55, 0xAA, 0x00])),
                _ => drop(file.drain(at..(at + random.random_range(1..40)).min(file.len() - 2))),
            }
            what += &format!(", damaged at {at}");
        }
        if assert_same(&file, REDUCTIONS[round % 4], &what) {
            pictures += 1;
        } else {
            refused += 1;
        }
    }
    assert!(pictures > 300 && refused > 300, "{pictures} pictures, {refused} refused");
}
