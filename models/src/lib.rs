//! Policy-value networks over hex maps.
//!
//! A network is data: a [`Description`] names its architecture and the observations it reads, [`Weights`] are its
//! numbers, and both are one file. Two interpreters run the same description: [`CpuNetwork`], for players, needs
//! nothing but this crate; `torch::TorchNetwork` (feature `torch`) also trains and uses CUDA. [`Batch`] is what they
//! read, [`Heads`] what they answer, and [`Neural`] puts either behind the question a search asks.

pub mod archive;
mod batch;
mod cpu;
mod description;
mod embedded;
mod encoder;
mod neural;
mod players;
mod shape;
mod tokens;
#[cfg(feature = "torch")]
pub mod torch;
mod weights;

pub use archive::WeightsError;
pub use batch::{Advice, Batch, Heads};
pub use cpu::CpuNetwork;
pub use description::{Architecture, Convolution, Description, DescriptionError, Kind, Parameter, Start};
pub use embedded::embedded;
pub use encoder::Encoder;
pub use neural::{Network, Neural, RunError};
pub use players::provide_networks;
pub use shape::{Guidance, InputShape, ShapeError};
pub use weights::Weights;
