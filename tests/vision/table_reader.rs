//! Photos of a tournament's tables, some of which cannot be read at the moment.

use std::error::Error;
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};

use game::photo_info::PhotoInfo;
use game::photo_reader::{JointReading, PhotoOfTable, PhotoReader};
use game::photo_reading::Status;
use kingdom_scanner::audit::warning::WarningCode;
use kingdom_scanner::vision::networks::{Network, NetworkError, Networks, SquaresNetwork, Tensor};
use kingdom_scanner::vision::photo::{Photo, PhotoLimits, PhotoProblem, encode_jpeg};
use kingdom_scanner::vision::scan_results::Scanner;
use opencv::core::{Mat, MatTraitConst, Size, StsNoMem, Vector, hconcat};
use opencv::imgproc;

/// A network that answers once, and then fails as if out of memory.
struct OnceOnly(Box<dyn Network>, AtomicUsize);

impl Network for OnceOnly {
    fn run(&self, input: &Mat) -> Result<Vec<Tensor>, NetworkError> {
        if self.1.fetch_add(1, Ordering::Relaxed) == 0 {
            return self.0.run(input);
        }
        let source = opencv::Error::new(StsNoMem, "Insufficient memory");
        Err(NetworkError::Run { name: "broken.onnx".to_owned(), source })
    }
}

#[test]
fn a_photo_of_which_a_kingdom_could_not_be_read_is_read_again() -> Result<(), Box<dyn Error>> {
    let fixtures = Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures/photos");
    let scaled = |name: &str| -> Result<Mat, Box<dyn Error>> {
        let (pixels, mut scaled) = (Photo::load(&fixtures.join(name))?.pixels, Mat::default());
        let size = Size::new(pixels.cols() * 900 / pixels.rows(), 900);
        imgproc::resize(&pixels, &mut scaled, size, 0.0, 0.0, imgproc::INTER_AREA)?;
        Ok(scaled)
    };
    let (parts, mut both) = (Vector::<Mat>::from_iter([scaled("five.jpg")?, scaled("holes.jpg")?]), Mat::default());
    hconcat(&parts, &mut both)?;
    let folder = tempfile::tempdir()?;
    let path = folder.path().join("table.jpg");
    std::fs::write(&path, encode_jpeg(&both, 95)?)?;
    let info = PhotoInfo::default();
    let photo = PhotoOfTable { name: "table.jpg", path: &path, sha256: None, info: &info, is_contested: false };
    let read = |networks| -> Result<JointReading, Box<dyn Error>> {
        let mut readings = Scanner { networks, gallery: None, limits: PhotoLimits::default() }.read(&[photo]);
        readings.pop().ok_or_else(|| "one photo".into())
    };
    let whole = read(Networks::embedded()?)?;
    assert_eq!((whole.kingdoms.len(), whole.may_pass), (2, false));
    let mut networks = Networks::embedded()?;
    let fast = networks.fast_squares.take().ok_or("it is built in")?;
    let network = Box::new(OnceOnly(fast.network, AtomicUsize::new(0)));
    networks.fast_squares = Some(SquaresNetwork { network, ..fast });
    let part = read(networks)?;
    assert_eq!((part.reading.status, part.kingdoms.len(), part.may_pass), (Status::Scored, 1, true));
    let record = &part.kingdoms[0].record;
    assert!(record.needs_review() && record.warnings().any(|warning| warning.code == WarningCode::UnreadKingdom));
    Ok(())
}

#[test]
fn only_what_the_bytes_tell_is_final() {
    let of_memory = opencv::Error::new(StsNoMem, "no memory");
    let cases = [
        (PhotoProblem::Read(std::io::Error::from_raw_os_error(libc::EIO)), true),
        (PhotoProblem::OpenCv(of_memory), true),
        (PhotoProblem::Folder, true),
        (PhotoProblem::Empty, false),
        (PhotoProblem::NotAPicture, false),
        (PhotoProblem::Damaged { format: "JPEG", problem: "cut off".to_owned() }, false),
    ];
    for (problem, may_pass) in cases {
        assert_eq!(problem.may_pass(), may_pass, "{problem:?}");
    }
}
