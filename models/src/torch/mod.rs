//! Runs and trains networks through libtorch, on a CPU or with CUDA (feature `torch`).
//!
//! A [`TorchNetwork`] is owned by one thread. All its weights are one tensor, so that an optimiser, an average or a
//! check is a handful of operations whatever the depth.

mod device;
mod forward;
mod kernels;
mod tensors;

use std::ops::Range;
use std::sync::Arc;

use stavka_agents::ValueScale;
use stavka_engine::observation::Cells;
pub use tch::Device;
use tch::{Kind, Tensor};

pub use self::device::{best_device, describe_device};
pub use self::forward::TensorHeads;
use self::forward::{Parts, forward};
use self::kernels::Arrangement;
pub use self::tensors::{TensorBatch, upload};
use crate::archive::WeightsError;
use crate::batch::{Batch, Heads};
use crate::description::Description;
use crate::neural::{Network, RunError};
use crate::shape::InputShape;
use crate::tokens::TokenReader;
use crate::weights::Weights;

/// A network in torch.
#[derive(Debug)]
pub struct TorchNetwork {
    description: Description,
    names: Vec<String>,
    shapes: Vec<Vec<i64>>,
    sizes: Vec<i64>,
    /// All weights, one parameter after the other.
    numbers: Tensor,
    /// In which trunk and heads are computed.
    kind: Kind,
    device: Device,
    /// For the cells of the last batch.
    arrangement: Option<(Cells, Arrangement)>,
    accepted: Option<Accepted>,
    /// Whether what is computed from the weights is kept.
    is_frozen: bool,
    /// What is kept.
    parts: Option<Parts>,
    scale: ValueScale,
}

/// The last shape that was found readable, and the scales of its planes, on the device as well: planes x 1 x 1.
#[derive(Debug)]
struct Accepted {
    shape: Arc<InputShape>,
    scales: Arc<[f32]>,
    divisors: Tensor,
}

impl TorchNetwork {
    /// A network with the random weights of a seed. On CUDA it computes in bfloat16, elsewhere in float32; weights
    /// are float32 either way.
    ///
    /// # Errors
    /// When no network can have this description.
    pub fn new(description: &Description, device: Device, seed: u64) -> Result<Self, WeightsError> {
        Ok(TorchNetwork::from_weights(&Weights::random(description, seed)?, device))
    }

    /// A network with these weights.
    pub fn from_weights(weights: &Weights, device: Device) -> Self {
        let parameters = weights.parameters();
        TorchNetwork {
            description: weights.description().clone(),
            names: parameters.iter().map(|parameter| parameter.name.clone()).collect(),
            shapes: parameters.iter().map(|parameter| parameter.shape.iter().map(|&length| length as i64).collect()).collect(),
            sizes: parameters.iter().map(|parameter| parameter.numbers() as i64).collect(),
            numbers: upload(weights.numbers(), device).set_requires_grad(true),
            kind: if device.is_cuda() { Kind::BFloat16 } else { Kind::Float },
            device,
            arrangement: None,
            accepted: None,
            is_frozen: false,
            parts: None,
            scale: weights.values,
        }
    }

    /// The same network for play: what is computed from the weights alone is computed once. Gradients do not reach the weights, and only
    /// [`TorchNetwork::load_weights`] changes what it answers.
    pub fn frozen(self) -> Self {
        TorchNetwork { is_frozen: true, ..self }
    }

    /// What network this is.
    pub fn description(&self) -> &Description {
        &self.description
    }

    /// Where it is computed.
    pub fn place(&self) -> Device {
        self.device
    }

    /// Sets the kind of numbers that trunk and heads are computed in.
    pub fn set_kind(&mut self, kind: Kind) {
        self.kind = kind;
        self.parts = None;
    }

    /// All weights as one tensor of float32, in the order of [`Description::parameters`]; the leaf that gradients
    /// arrive at.
    pub fn numbers(&self) -> &Tensor {
        &self.numbers
    }

    /// Copies the weights out.
    ///
    /// # Errors
    /// When the device cannot be read.
    pub fn weights(&self) -> Result<Weights, WeightsError> {
        let mut numbers = vec![0.0_f32; self.numbers.numel()];
        self.numbers.detach().to_device(Device::Cpu).copy_data(&mut numbers, self.numbers.numel());
        Weights::from_numbers(&self.description, numbers)
    }

    /// Replaces the weights.
    ///
    /// # Errors
    /// When they are of another description.
    pub fn load_weights(&mut self, weights: &Weights) -> Result<(), WeightsError> {
        if *weights.description() != self.description {
            return Err(WeightsError::Header("the weights are of another network".into()));
        }
        let source = upload(weights.numbers(), self.device);
        tch::no_grad(|| self.numbers.copy_(&source));
        self.parts = None;
        self.scale = weights.values;
        Ok(())
    }

    /// The same network for another thread: both read and write the same weights, gradients arrive at each by itself.
    /// Nothing guards the weights while one changes them.
    pub fn twin(&self) -> Self {
        TorchNetwork {
            description: self.description.clone(),
            names: self.names.clone(),
            shapes: self.shapes.clone(),
            sizes: self.sizes.clone(),
            numbers: self.numbers.detach().set_requires_grad(true),
            kind: self.kind,
            device: self.device,
            arrangement: None,
            accepted: None,
            is_frozen: false,
            parts: None,
            scale: self.scale,
        }
    }

    /// Copies a batch to the device.
    ///
    /// # Errors
    /// When the batch is of another shape than the network reads.
    pub fn upload(&mut self, batch: &Batch) -> Result<TensorBatch, RunError> {
        self.upload_part(batch, 0..batch.len())
    }

    /// Copies some positions of a batch to the device.
    ///
    /// # Errors
    /// Those of [`TorchNetwork::upload`].
    ///
    /// # Panics
    /// If the batch has no such positions.
    pub fn upload_part(&mut self, batch: &Batch, positions: Range<usize>) -> Result<TensorBatch, RunError> {
        let is_known = |known: &Accepted| Arc::ptr_eq(&known.shape, batch.shape()) && Arc::ptr_eq(&known.scales, batch.scales());
        let accepted = if let Some(known) = self.accepted.take().filter(is_known) {
            known
        } else {
            self.description.input.accepts(batch.shape())?;
            let divisors = upload(batch.scales(), self.device).view([-1, 1, 1]);
            Accepted { shape: Arc::clone(batch.shape()), scales: Arc::clone(batch.scales()), divisors }
        };
        let accepted = self.accepted.insert(accepted);
        let cells = batch.shape().cells;
        if self.arrangement.as_ref().is_none_or(|(known, _)| *known != cells) {
            self.arrangement = Some((cells, Arrangement::new(cells, self.device)));
            self.parts = None;
        }
        let batch = TensorBatch::new(batch, positions, &TokenReader::new(&self.description), &accepted.divisors)?;
        if self.is_frozen && self.parts.is_none() {
            self.parts = Some(tch::no_grad(|| self.derive()));
        }
        Ok(batch)
    }

    /// What is computed from the weights alone.
    fn derive(&self) -> Parts {
        let tensors = self.numbers.split_with_sizes(&self.sizes, 0);
        let tensors = tensors.into_iter().zip(&self.shapes).map(|(tensor, shape)| tensor.view(shape.as_slice())).collect();
        Parts::new(&self.names, tensors, self.kind, self.description.architecture.convolution, self.arrangement())
    }

    fn arrangement(&self) -> &Arrangement {
        &self.arrangement.as_ref().expect("a batch was uploaded through this network").1
    }

    /// Runs the network over a batch that [`TorchNetwork::upload`] brought in. Gradients are recorded unless the
    /// caller forbids them.
    ///
    /// # Panics
    /// If nothing was uploaded before.
    pub fn forward(&self, batch: &TensorBatch) -> TensorHeads {
        match &self.parts {
            Some(parts) => forward(&self.description, parts, self.arrangement(), batch),
            None => forward(&self.description, &self.derive(), self.arrangement(), batch),
        }
    }
}

impl Network for TorchNetwork {
    fn run(&mut self, batch: &Batch, heads: &mut Heads) -> Result<(), RunError> {
        heads.clear();
        if batch.is_empty() {
            return Ok(());
        }
        let tensors = self.upload(batch)?;
        let (answers, actions) = tch::no_grad(|| {
            let out = self.forward(&tensors);
            let probabilities = out.wdl.softmax(1, Kind::Float).view([-1]);
            let margin = out.margin * f64::from(self.description.architecture.margin_scale);
            let actions = out.logits.numel();
            (Tensor::cat(&[out.logits, probabilities, margin], 0), actions)
        });
        let mut numbers = vec![0.0_f32; answers.numel()];
        let copied = answers.to_device(Device::Cpu).f_copy_data(&mut numbers, answers.numel());
        copied.map_err(|error| RunError::Device(error.to_string()))?;
        if numbers.iter().any(|number| !number.is_finite()) {
            return Err(RunError::NotFinite);
        }
        let (logits, rest) = numbers.split_at(actions);
        let (probabilities, margin) = rest.split_at(3 * batch.len());
        heads.logits.extend_from_slice(logits);
        heads.wdl.extend_from_slice(probabilities.as_chunks().0);
        heads.margin.extend_from_slice(margin);
        Ok(())
    }

    fn input(&self) -> &InputShape {
        &self.description.input
    }

    fn device(&self) -> String {
        describe_device(self.device)
    }
    fn scale(&self) -> ValueScale {
        self.scale
    }
}
