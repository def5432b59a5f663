//! A network in an ONNX file, run by OpenCV.

use std::borrow::Cow;
use std::sync::{Mutex, MutexGuard, PoisonError};

use opencv::core::{Mat, Scalar, Vector};
use opencv::dnn::{self, Net};
use opencv::prelude::{NetTrait, NetTraitConst};

use super::{Network, NetworkError, Tensor};

/// An ONNX file run by OpenCV's dnn module. It is parsed on first use.
pub struct OnnxNetwork {
    /// The file's path, or the name of a built-in model, for messages.
    name: String,
    onnx: OnnxFile,
    outputs: &'static [&'static str],
    /// Nets that are not running. OpenCV's `forward` changes the net, so each run borrows its own; there are
    /// as many as ran at the same time.
    idle: Mutex<Vec<LoadedNet>>,
    /// Held while the file is parsed, so that a run waits for the net that another thread is loading.
    parsing: Mutex<()>,
}

/// The source of an ONNX file's bytes.
pub enum OnnxFile {
    /// The bytes are in memory.
    Here(Cow<'static, [u8]>),
    /// The bytes are fetched on first use of the network.
    Elsewhere(Box<Fetch>),
}

/// Fetches an ONNX file.
pub type Fetch = dyn Fn() -> Result<Vec<u8>, NetworkError> + Send + Sync;

impl<T: Into<Cow<'static, [u8]>>> From<T> for OnnxFile {
    fn from(bytes: T) -> Self {
        Self::Here(bytes.into())
    }
}

impl OnnxFile {
    pub(super) fn bytes(&self) -> Result<Cow<'_, [u8]>, NetworkError> {
        match self {
            Self::Here(bytes) => Ok(Cow::Borrowed(bytes)),
            Self::Elsewhere(fetch) => Ok(Cow::Owned(fetch()?)),
        }
    }
}

pub(super) struct LoadedNet {
    net: Net,
    /// OpenCV's names of the outputs, in the order of [`OnnxNetwork::outputs`].
    output_names: Vector<String>,
}

/// The network in an ONNX file, with the names of its outputs and of its layers. OpenCV 4.5 does not list
/// outputs that other layers use; such an output has its layer's name.
fn net_with_names(onnx: &[u8]) -> opencv::Result<(Net, Vec<String>, Vec<String>)> {
    let net = dnn::read_net_from_onnx_buffer(&Vector::from_slice(onnx))?;
    let outputs = net.get_unconnected_out_layers_names()?.iter().collect();
    let layers = net.get_layer_names()?.iter().collect();
    Ok((net, outputs, layers))
}

impl OnnxNetwork {
    /// `outputs`: the names of the file's outputs in the order in which [`Network::run`] returns them.
    pub fn new(name: impl Into<String>, onnx: impl Into<OnnxFile>, outputs: &'static [&'static str]) -> Self {
        Self { name: name.into(), onnx: onnx.into(), outputs, idle: Mutex::default(), parsing: Mutex::default() }
    }

    fn parsed(&self) -> Result<LoadedNet, NetworkError> {
        let net = net_with_names(&self.onnx.bytes()?);
        let (net, found, layers) = net.map_err(|source| NetworkError::Load { name: self.name.clone(), source })?;
        let mut output_names = Vector::<String>::new();
        for &wanted in self.outputs {
            // OpenCV 4.6 calls the output `heat` `onnx_node_output_0!heat`.
            let name = found.iter().chain(&layers).find(|name| name.rsplit('!').next() == Some(wanted));
            output_names.push(name.ok_or_else(|| NetworkError::Output {
                name: self.name.clone(),
                missing: wanted,
                found: found.join(", "),
            })?);
        }
        Ok(LoadedNet { net, output_names })
    }

    fn idle(&self) -> MutexGuard<'_, Vec<LoadedNet>> {
        self.idle.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// An idle net, or a new one.
    fn borrowed(&self) -> Result<LoadedNet, NetworkError> {
        if let Some(net) = self.idle().pop() {
            return Ok(net);
        }
        let _parsing = self.parsing();
        let came_meanwhile = self.idle().pop();
        came_meanwhile.map_or_else(|| self.parsed(), Ok)
    }

    fn parsing(&self) -> MutexGuard<'_, ()> {
        self.parsing.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl LoadedNet {
    fn forward(&mut self, input: &Mat) -> opencv::Result<Vec<Tensor>> {
        self.net.set_input(input, "", 1.0, Scalar::default())?;
        let mut outputs = Vector::<Mat>::new();
        self.net.forward(&mut outputs, &self.output_names)?;
        outputs.iter().map(|mat| Tensor::from_mat(&mat)).collect()
    }
}

impl Network for OnnxNetwork {
    fn run(&self, input: &Mat) -> Result<Vec<Tensor>, NetworkError> {
        let mut loaded = self.borrowed()?;
        let answer = loaded.forward(input);
        self.idle().push(loaded);
        answer.map_err(|source| NetworkError::Run { name: self.name.clone(), source })
    }

    fn load(&self) -> Result<(), NetworkError> {
        let _parsing = self.parsing();
        if self.idle().is_empty() {
            let loaded = self.parsed()?;
            self.idle().push(loaded);
        }
        Ok(())
    }
}
