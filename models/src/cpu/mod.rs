//! Runs networks without libtorch, over the hexes in play only, with the vector instructions that the processor has.

#![allow(clippy::inline_always, reason = "code is compiled for an instruction set by being inlined where it was chosen")]

mod heads;
mod matrix;
mod terrain;
mod trunk;

use std::sync::Arc;

use pulp::Arch;
use stavka_agents::ValueScale;

use self::heads::{Head, Reading, Scratch};
use self::terrain::Terrain;
use self::trunk::{Fields, Pass, Trunk};
use crate::archive::WeightsError;
use crate::batch::{Batch, Heads};
use crate::neural::{Network, RunError};
use crate::shape::InputShape;
use crate::weights::Weights;

/// The interpreter for players: one core, no libraries to install, the same answers on every run.
#[derive(Clone, Debug)]
pub struct CpuNetwork {
    arch: Arch,
    input: InputShape,
    /// The last shape that was found readable.
    accepted: Option<Arc<InputShape>>,
    terrain: Option<Terrain>,
    trunk: Trunk,
    head: Head,
    fields: Fields,
    scratch: Scratch,
    scale: ValueScale,
}

impl CpuNetwork {
    /// Prepares weights for running.
    ///
    /// # Errors
    /// When no network can have their description.
    pub fn new(weights: &Weights) -> Result<Self, WeightsError> {
        weights.description().check()?;
        Ok(CpuNetwork {
            arch: Arch::new(),
            input: weights.description().input.clone(),
            accepted: None,
            terrain: None,
            trunk: Trunk::new(weights),
            head: Head::new(weights),
            fields: Fields::default(),
            scratch: Scratch::default(),
            scale: weights.values,
        })
    }
}

impl Network for CpuNetwork {
    fn run(&mut self, batch: &Batch, heads: &mut Heads) -> Result<(), RunError> {
        let CpuNetwork { arch, input, accepted, terrain, trunk, head, fields, scratch, .. } = self;
        let shape = batch.shape();
        if !accepted.as_ref().is_some_and(|accepted| Arc::ptr_eq(accepted, shape)) {
            input.accepts(shape)?;
            *accepted = Some(Arc::clone(shape));
            *terrain = None;
        }
        heads.clear();
        for position in 0..batch.len() {
            let (planes, globals) = (batch.planes_of(position), batch.facts_of(position));
            let in_play = shape.in_play().map(|plane| &planes[plane * shape.area()..][..shape.area()]);
            let known = terrain.take().filter(|terrain| terrain.is_of(in_play));
            let terrain = terrain.insert(known.unwrap_or_else(|| Terrain::new(shape, in_play)));
            head.read(batch.tokens_of(position), shape.area(), scratch)?;
            arch.dispatch(Pass { trunk, terrain, fields, planes, scales: batch.scales(), globals });
            let row_of = &terrain.row_of;
            let reading = Reading { head, fields, row_of, globals, advised: batch.scores_of(position), scratch, logits: &mut heads.logits };
            let (wdl, margin) = arch.dispatch(reading);
            if !margin.is_finite() || wdl.iter().any(|share| !share.is_finite()) {
                return Err(RunError::NotFinite);
            }
            heads.wdl.push(wdl);
            heads.margin.push(margin);
        }
        Ok(())
    }

    fn input(&self) -> &InputShape {
        &self.input
    }

    fn device(&self) -> String {
        format!("CPU, one core, {:?}", self.arch).split('(').next().unwrap_or_default().to_owned()
    }
    fn scale(&self) -> ValueScale {
        self.scale
    }
}
