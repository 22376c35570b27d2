//! The optimiser `AdamW` over one tensor that holds all weights, with its state in reach.

use stavka_models::Parameter;
use tch::{Device, Kind, Tensor};

use super::config::LearnerConfig;

/// Keeps the division by the root of the second moment finite.
const EPSILON: f64 = 1e-8;

/// Moments of the gradient, and which weights decay. All have the shape of the weights.
#[derive(Debug)]
pub(super) struct AdamW {
    pub(super) first: Tensor,
    pub(super) second: Tensor,
    decays: Tensor,
}

impl AdamW {
    pub(super) fn new(parameters: &[Parameter], device: Device) -> Self {
        let parts: Vec<Tensor> = parameters
            .iter()
            .map(|parameter| {
                let decays = f64::from(u8::from(parameter.decays()));
                Tensor::full([parameter.numbers() as i64], decays, (Kind::Float, device))
            })
            .collect();
        let decays = Tensor::cat(&parts, 0);
        AdamW { first: decays.zeros_like(), second: decays.zeros_like(), decays }
    }

    /// Changes the weights. `step` counts from 1.
    pub(super) fn update(&mut self, weights: &mut Tensor, gradient: &Tensor, config: &LearnerConfig, rate: f64, step: u64) {
        let LearnerConfig { beta1, beta2, weight_decay, .. } = *config;
        tch::no_grad(|| {
            let _ = self.first.lerp_(gradient, 1.0 - beta1);
            let _ = self.second.lerp_(&gradient.square(), 1.0 - beta2);
            let unbiased = |beta: f64| 1.0 - beta.powi(step.min(1_000_000) as i32);
            let mean = &self.first / unbiased(beta1);
            let size = (&self.second / unbiased(beta2)).sqrt() + EPSILON;
            let change = mean / size + &self.decays * &*weights * weight_decay;
            *weights -= change * rate;
        });
    }
}
