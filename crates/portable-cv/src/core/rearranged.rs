//! The same pixels in a different order or with a border.

use super::mat::Channel;
use super::{
    BORDER_CONSTANT, Depth, Error, Mat, MatTraitConst, ROTATE_90_CLOCKWISE, ROTATE_90_COUNTERCLOCKWISE, ROTATE_180,
    Result, Scalar, Size, Vector,
};

/// Rotates a picture by one of the three `ROTATE_` constants.
///
/// # Errors
/// `turn` is another constant, or the picture is not of bytes.
pub fn rotate(picture: &Mat, turned: &mut Mat, turn: i32) -> Result<()> {
    *turned = match turn {
        ROTATE_90_CLOCKWISE => rearranged(picture, true, |[rows, _], row, col| (rows - 1 - col, row)),
        ROTATE_180 => rearranged(picture, false, |[rows, cols], row, col| (rows - 1 - row, cols - 1 - col)),
        ROTATE_90_COUNTERCLOCKWISE => rearranged(picture, true, |[_, cols], row, col| (col, cols - 1 - row)),
        turn => return Err(Error::bad_argument(format!("{turn} is no turn"))),
    }?;
    Ok(())
}

/// Mirrors a picture: 0 swaps top and bottom, a positive number left and right, a negative number both.
///
/// # Errors
/// The picture is not of bytes.
pub fn flip(picture: &Mat, flipped: &mut Mat, code: i32) -> Result<()> {
    let (down, across) = (code <= 0, code != 0);
    *flipped = rearranged(picture, false, |[rows, cols], row, col| {
        (if down { rows - 1 - row } else { row }, if across { cols - 1 - col } else { col })
    })?;
    Ok(())
}

/// Swaps rows and columns.
///
/// # Errors
/// The picture is not of bytes.
pub fn transpose(picture: &Mat, transposed: &mut Mat) -> Result<()> {
    *transposed = rearranged(picture, true, |_, row, col| (col, row))?;
    Ok(())
}

/// For each pixel of the output, `from` takes the source's number of rows and columns and the output pixel's
/// row and column, and returns the row and column of the source pixel. `is_across`: the output has the
/// source's rows as its columns.
fn rearranged(
    picture: &Mat,
    is_across: bool,
    from: impl Fn([usize; 2], usize, usize) -> (usize, usize) + Copy,
) -> Result<Mat> {
    match (picture.depth(), picture.channels()) {
        (Depth::Byte, 1) => Ok(pixels_rearranged::<1>(picture, is_across, from)),
        (Depth::Byte, 3) => Ok(pixels_rearranged::<3>(picture, is_across, from)),
        (Depth::Byte, 4) => Ok(pixels_rearranged::<4>(picture, is_across, from)),
        _ => Err(Error::bad_argument(format!("{picture:?} is none of one, three or four bytes a pixel"))),
    }
}

/// Number of rows and columns written at a time, so that source rows that are read across stay in the cache.
const TILE: usize = 32;

fn pixels_rearranged<const C: usize>(
    picture: &Mat,
    is_across: bool,
    from: impl Fn([usize; 2], usize, usize) -> (usize, usize) + Copy,
) -> Mat {
    let source = [picture.rows() as usize, picture.cols() as usize];
    let [rows, cols] = if is_across { [source[1], source[0]] } else { source };
    let mut numbers = vec![0_u8; rows * cols * C];
    let lines: Vec<&[[u8; C]]> = (0..source[0]).map(|row| picture.row::<u8>(row).as_chunks().0).collect();
    let wide = if is_across { TILE } else { cols.max(1) };
    for top in (0..rows).step_by(TILE) {
        for left in (0..cols).step_by(wide) {
            let right = (left + wide).min(cols);
            for row in top..(top + TILE).min(rows) {
                let target = &mut numbers.as_chunks_mut::<C>().0[row * cols..][left..right];
                for (target, col) in target.iter_mut().zip(left..) {
                    let (row, col) = from(source, row, col);
                    *target = lines[row][col];
                }
            }
        }
    }
    Mat::picture(numbers, C, Size::new(cols as i32, rows as i32))
}

/// Adds a border of one colour around a picture of bytes, with the given widths in pixels; `border` is
/// [`BORDER_CONSTANT`].
///
/// # Errors
/// `border` is another constant, the picture is not of bytes, or a width is negative.
#[expect(clippy::too_many_arguments, reason = "OpenCV's signature")]
pub fn copy_make_border(
    picture: &Mat,
    bordered: &mut Mat,
    top: i32,
    bottom: i32,
    left: i32,
    right: i32,
    border: i32,
    colour: Scalar,
) -> Result<()> {
    if border != BORDER_CONSTANT
        || picture.depth() != Depth::Byte
        || [top, bottom, left, right].iter().any(|width| *width < 0)
    {
        return Err(Error::bad_argument("a border is of one colour, around bytes, and 0 or more pixels wide"));
    }
    let channels = picture.channels();
    let (rows, cols) = (picture.rows() + top + bottom, picture.cols() + left + right);
    let mut all = Mat::new_rows_cols_with_default(rows, cols, picture.typ(), colour)?.whole::<u8>().into_owned();
    let line = cols as usize * channels;
    for row in 0..picture.rows() as usize {
        let source = picture.row::<u8>(row);
        all[(row + top as usize) * line + left as usize * channels..][..source.len()].copy_from_slice(source);
    }
    *bordered = Mat::picture(all, channels, Size::new(cols, rows));
    Ok(())
}

/// Joins pictures of bytes with the same height side by side.
///
/// # Errors
/// There are no pictures, they are not of bytes, or their heights or channels differ.
pub fn hconcat(pictures: &Vector<Mat>, joined: &mut Mat) -> Result<()> {
    let pictures = pictures.as_slice();
    let fit = pictures.iter().all(|other| {
        other.typ() == pictures[0].typ() && other.rows() == pictures[0].rows() && other.depth() == Depth::Byte
    });
    if pictures.is_empty() || !fit {
        return Err(Error::bad_argument("pictures side by side are of bytes, one type and one height"));
    }
    let rows = pictures[0].rows();
    let numbers = (0..rows as usize)
        .flat_map(|row| pictures.iter().flat_map(move |picture| u8_row(picture, row)))
        .copied()
        .collect();
    let cols = pictures.iter().map(MatTraitConst::cols).sum();
    *joined = Mat::picture::<u8>(numbers, pictures[0].channels(), Size::new(cols, rows));
    Ok(())
}

fn u8_row<T: Channel>(picture: &Mat, row: usize) -> &[T] {
    picture.row(row)
}
