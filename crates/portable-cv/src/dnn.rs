//! Networks in ONNX files, run by `rten`.

use std::sync::Arc;

use rten::{Model, ModelOptions, OpRegistry, RunOptions, ThreadPool, op_registry};
use rten_tensor::prelude::*;
use rten_tensor::{NdTensorView, Tensor};

use crate::core::{
    CV_32F, Depth, Error, Mat, MatTraitConst, MatTraitConstManual, Result, Scalar, Size, StsBadArg, ToInputArray,
    Vector, get_num_threads,
};

/// The number of channels of a network's input.
const CHANNELS: usize = 3;

/// The input of a network, made from pictures of three bytes per pixel that all have the same size: 32-bit
/// floats in the order picture, channel, row, column, each `(byte - mean) * scale`. `size` must be empty,
/// `swaps` and `crops` false, and `depth` [`CV_32F`].
///
/// # Errors
/// There are no pictures, they have different sizes or other pixels than three bytes, or `size`, `swaps`,
/// `crops` or `depth` has another value.
pub fn blob_from_images(
    pictures: &Vector<Mat>,
    scale: f64,
    size: Size,
    mean: Scalar,
    swaps: bool,
    crops: bool,
    depth: i32,
) -> Result<Mat> {
    check(size, swaps, crops, depth)?;
    blob(pictures.as_slice(), scale, mean)
}

/// [`blob_from_images`] for one picture.
///
/// # Errors
/// The picture does not have three bytes per pixel, or `size`, `swaps`, `crops` or `depth` has another value
/// than [`blob_from_images`] allows.
pub fn blob_from_image(
    picture: &impl ToInputArray,
    scale: f64,
    size: Size,
    mean: Scalar,
    swaps: bool,
    crops: bool,
    depth: i32,
) -> Result<Mat> {
    check(size, swaps, crops, depth)?;
    blob(std::slice::from_ref(picture.input()), scale, mean)
}

fn check(size: Size, swaps: bool, crops: bool, depth: i32) -> Result<()> {
    if size == Size::default() && !swaps && !crops && depth == CV_32F {
        return Ok(());
    }
    Err(Error::bad_argument("a blob is made of pictures as they are"))
}

fn blob(pictures: &[Mat], scale: f64, mean: Scalar) -> Result<Mat> {
    let size = pictures.first().map(Mat::shape).unwrap_or_default();
    let fit = pictures
        .iter()
        .all(|picture| picture.depth() == Depth::Byte && picture.channels() == CHANNELS && picture.shape() == size);
    if size.width < 1 || size.height < 1 || !fit {
        return Err(Error::bad_argument(
            "a blob is made of pictures of three bytes a pixel, one at least, all of one size",
        ));
    }
    let area = size.width as usize * size.height as usize;
    let mut numbers = Vec::with_capacity(pictures.len() * CHANNELS * area);
    for picture in pictures {
        for (channel, mean) in mean.iter().enumerate().take(CHANNELS) {
            let values: [f32; 256] = std::array::from_fn(|byte| (byte as f32 - *mean as f32) * scale as f32);
            for row in 0..size.height as usize {
                let pixels = picture.row::<u8>(row).as_chunks::<CHANNELS>().0;
                numbers.extend(pixels.iter().map(|pixel| values[usize::from(pixel[channel])]));
            }
        }
    }
    Ok(Mat::of(numbers, 1, &[pictures.len(), CHANNELS, size.height as usize, size.width as usize]))
}

/// A network and its last input.
pub struct Net {
    model: Model,
    input: Option<Mat>,
    /// The network's own threads and their number. Networks that run in parallel with one thread each must
    /// not wait for each other.
    threads: Option<(i32, Arc<ThreadPool>)>,
}

/// Runs `work` on a thread of its own. A rayon thread that waits for a network would meanwhile start on
/// another task, and could end up waiting for a lock that it holds itself.
#[cfg(not(target_family = "wasm"))]
fn aside<T: Send>(work: impl FnOnce() -> T + Send) -> T {
    std::thread::scope(|scope| scope.spawn(work).join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)))
}

/// Runs `work` directly, because a browser tab has only one thread.
#[cfg(target_family = "wasm")]
fn aside<T>(work: impl FnOnce() -> T) -> T {
    work()
}

fn failed(problem: impl std::fmt::Display) -> Error {
    Error::new(StsBadArg, problem.to_string())
}

/// All operators that `rten` has.
#[cfg(not(target_family = "wasm"))]
fn known_operators() -> OpRegistry {
    OpRegistry::with_all_ops()
}

/// Only these, because the code of the others would be most of a download.
#[cfg(target_family = "wasm")]
use operators_in_a_browser as known_operators;

/// The operators of usual convolutional networks and of attention.
fn operators_in_a_browser() -> OpRegistry {
    op_registry!(
        Add,
        AveragePool,
        Concat,
        Conv,
        ConvTranspose,
        Div,
        Flatten,
        Gather,
        Gemm,
        GlobalAveragePool,
        MatMul,
        MaxPool,
        Mul,
        Neg,
        Pad,
        Relu,
        Resize,
        Shape,
        Sigmoid,
        Slice,
        Softmax,
        Sub,
        Transpose,
        Unsqueeze
    )
}

/// Loads a network from the bytes of an ONNX file.
///
/// # Errors
/// `rten` does not support the network.
pub fn read_net_from_onnx_buffer(onnx: &Vector<u8>) -> Result<Net> {
    Net::read(onnx, known_operators)
}

/// Loads a network with the operators that there are in a build for WebAssembly, to check on any platform
/// that a browser can run the network: add, average and max pooling, concat, convolution and its transpose,
/// div, flatten, gather, gemm, matmul, mul, neg, pad, relu, resize, shape, sigmoid, slice, softmax, sub,
/// transpose, unsqueeze.
///
/// # Errors
/// The network needs another operator, or `rten` does not support it.
pub fn read_net_as_in_a_browser(onnx: &Vector<u8>) -> Result<Net> {
    Net::read(onnx, operators_in_a_browser)
}

/// Functions that do not modify a network.
pub trait NetTraitConst {
    /// The names of the file's outputs.
    ///
    /// # Errors
    /// None here, unlike OpenCV.
    fn get_unconnected_out_layers_names(&self) -> Result<Vector<String>>;
    /// Always empty: the outputs are found by their names in the file.
    ///
    /// # Errors
    /// None here, unlike OpenCV.
    fn get_layer_names(&self) -> Result<Vector<String>>;
}

/// Functions that run a network.
pub trait NetTrait {
    /// Sets the network's only input to the blob, unchanged: 32-bit floats with four dimensions.
    ///
    /// # Errors
    /// The blob is of another kind, `name` is not empty, `scale` is not 1, or `mean` is not 0.
    fn set_input(&mut self, blob: &Mat, name: &str, scale: f64, mean: Scalar) -> Result<()>;
    /// The outputs with these names.
    ///
    /// # Errors
    /// No input was set, an output is missing, or the network cannot be run.
    fn forward(&mut self, outputs: &mut Vector<Mat>, names: &Vector<String>) -> Result<()>;
}

impl NetTraitConst for Net {
    fn get_unconnected_out_layers_names(&self) -> Result<Vector<String>> {
        let ids = self.model.output_ids().iter();
        Ok(ids.filter_map(|id| self.model.node_info(*id)?.name().map(str::to_owned)).collect())
    }

    fn get_layer_names(&self) -> Result<Vector<String>> {
        Ok(Vector::new())
    }
}

impl NetTrait for Net {
    fn set_input(&mut self, blob: &Mat, name: &str, scale: f64, mean: Scalar) -> Result<()> {
        if blob.typ() != CV_32F
            || blob.mat_size().len() != 4
            || !name.is_empty()
            || scale != 1.0
            || mean != Scalar::default()
        {
            return Err(Error::bad_argument(format!("{blob:?} is no blob that a network is shown as it is")));
        }
        self.input = Some(blob.clone());
        Ok(())
    }

    fn forward(&mut self, outputs: &mut Vector<Mat>, names: &Vector<String>) -> Result<()> {
        let threads = self.threads()?;
        let input = self.input.as_ref().ok_or_else(|| failed("the network was shown nothing"))?;
        let [shown] = self.model.input_ids() else { return Err(failed("the network has other than one input")) };
        let lengths = input.mat_size();
        let shape: [usize; 4] = std::array::from_fn(|axis| lengths[axis] as usize);
        let view = NdTensorView::from_data(shape, input.data_typed::<f32>()?);
        let ids = names.iter().map(|name| self.model.node_id(&name).map_err(failed)).collect::<Result<Vec<_>>>()?;
        let options = RunOptions::default().with_thread_pool(Some(threads));
        let answers = aside(|| self.model.run(vec![(*shown, view.into())], &ids, Some(options))).map_err(failed)?;
        *outputs = answers
            .into_iter()
            .map(|answer| Tensor::<f32>::try_from(answer).map_err(failed).map(mat))
            .collect::<Result<_>>()?;
        Ok(())
    }
}

fn mat(tensor: Tensor<f32>) -> Mat {
    let lengths = tensor.shape().to_vec();
    // A vector becomes a single row.
    let lengths = if lengths.len() < 2 { [&[1], &lengths[..]].concat() } else { lengths };
    Mat::of(tensor.into_data(), 1, &lengths)
}

impl Net {
    fn read(onnx: &Vector<u8>, operators: fn() -> OpRegistry) -> Result<Self> {
        let model = aside(|| ModelOptions::with_ops(operators()).load(onnx.as_slice().to_vec())).map_err(failed)?;
        Ok(Self { model, input: None, threads: None })
    }

    /// A pool of as many threads as one call may currently use.
    fn threads(&mut self) -> Result<Arc<ThreadPool>> {
        let wanted = get_num_threads()?;
        let (_, pool) = match self.threads.take().filter(|(threads, _)| *threads == wanted) {
            Some(threads) => self.threads.insert(threads),
            None => self.threads.insert((wanted, Arc::new(ThreadPool::with_num_threads(wanted.max(1) as usize)))),
        };
        Ok(Arc::clone(pool))
    }
}
