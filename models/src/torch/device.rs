//! Selects the device.

use tch::{Cuda, Device};

/// CUDA's first device where there is one, otherwise the CPU.
///
/// A program that was linked to the CPU's half of libtorch sees CUDA where the whole of the same version is found
/// first and its other half has been loaded before: `LD_LIBRARY_PATH=TORCH/lib LD_PRELOAD=libtorch_cuda.so`.
pub fn best_device() -> Device {
    Device::cuda_if_available()
}

/// A device in words.
pub fn describe_device(device: Device) -> String {
    match device {
        Device::Cuda(index) => format!("CUDA device {index} of {}", Cuda::device_count()),
        Device::Cpu => "CPU".to_owned(),
        other => format!("{other:?}"),
    }
}
