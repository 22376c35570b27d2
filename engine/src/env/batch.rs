//! Caller-owned buffers of a [`VecEnv`](super::VecEnv), one row per environment.

use ndarray::{Array, Array1, Array2, Array3, Array4, Dimension, ShapeBuilder};

use super::{Env, EnvError, Step, StepInfo};
use crate::game::Side;
use crate::observation::{Observation, ObservationSpec, Observe, TOKEN_WIDTH};

/// Why a batch does not fit the environments. Arrays are public, so they can be swapped for others.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum BatchError {
    /// An array has another shape than N environments of the spec need.
    #[error("batch array `{array}` has shape {found:?}; expected {expected:?}")]
    Shape {
        /// Name of the field.
        array: &'static str,
        /// Shape after the spec.
        expected: Vec<usize>,
        /// Shape of the array.
        found: Vec<usize>,
    },
    /// An array is not contiguous in row-major order.
    #[error("batch array `{array}` is not contiguous in row-major order")]
    Layout {
        /// Name of the field.
        array: &'static str,
    },
    /// The autoreset mode needs buffers for final observations.
    #[error("AutoresetMode::SameStep needs a batch with final observations: use Batch::with_final_observations")]
    NoFinalObservations,
}

/// What N agents see: observation and legal actions, each row from the viewpoint of its `viewer`.
#[derive(Clone, PartialEq, Debug)]
pub struct Observations {
    /// Planes, `[N, C, H, W]`; meaning in [`ObservationSpec::planes`], scales in [`ObservationSpec::scales`]. The static ones are there
    /// from the beginning and are written again by [`VecEnv::reset`](super::VecEnv::reset) only.
    pub planes: Array4<u8>,
    /// Globals, `[N, globals]`; meaning in [`ObservationSpec::globals`].
    pub globals: Array2<f32>,
    /// Tokens of the legal actions, `[N, max_actions, 5]`; -1 beyond `legal_count`.
    pub tokens: Array3<i16>,
    /// `[N, max_actions]`: true for indices below `legal_count`.
    pub mask: Array2<bool>,
    /// Number of legal actions, `[N]`; 0 where the game is over.
    pub legal_count: Array1<u32>,
    /// Seat that must act, `[N]`: 0 Axis, 1 Soviet, -1 where the game is over.
    pub to_act: Array1<i8>,
    /// Seat from whose viewpoint the row is encoded, `[N]`: the seat to act; see [`Env::viewer`] for
    /// finished games.
    pub viewer: Array1<i8>,
}

impl Observations {
    /// Buffers for `count` observations of the spec.
    pub fn for_spec(count: usize, spec: &ObservationSpec) -> Self {
        let mut observations = Observations {
            planes: Array4::zeros((count, spec.planes.len(), spec.height, spec.width)),
            globals: Array2::zeros((count, spec.globals.len())),
            tokens: Array3::from_elem((count, spec.max_actions, TOKEN_WIDTH), -1),
            mask: Array2::from_elem((count, spec.max_actions), false),
            legal_count: Array1::zeros(count),
            to_act: Array1::from_elem(count, -1),
            viewer: Array1::zeros(count),
        };
        if let Some(planes) = observations.planes.as_slice_mut() {
            begin(planes, spec);
        }
        observations
    }

    fn borrowed(&mut self, count: usize, spec: &ObservationSpec) -> Result<ObservationsMut<'_>, BatchError> {
        Ok(ObservationsMut {
            planes: elements("planes", &mut self.planes, (count, spec.planes.len(), spec.height, spec.width))?,
            globals: elements("globals", &mut self.globals, (count, spec.globals.len()))?,
            tokens: elements("tokens", &mut self.tokens, (count, spec.max_actions, TOKEN_WIDTH))?,
            mask: elements("mask", &mut self.mask, (count, spec.max_actions))?,
            legal_count: elements("legal_count", &mut self.legal_count, count)?,
            to_act: elements("to_act", &mut self.to_act, count)?,
            viewer: elements("viewer", &mut self.viewer, count)?,
        })
    }
}

/// Everything that N environments report at a step.
#[derive(Clone, PartialEq, Debug)]
pub struct Batch {
    /// The positions now.
    pub observations: Observations,
    /// With [`AutoresetMode::SameStep`](super::AutoresetMode::SameStep): the last position of the
    /// episode that ended at this step. A row means something only where `terminated` or `truncated`
    /// is true; other rows keep older contents.
    pub final_observations: Option<Observations>,
    /// Rewards of Axis and Soviet, `[N, 2]`; see [`Step::rewards`].
    pub rewards: Array2<f32>,
    /// Whether the game came to its end, `[N]`.
    pub terminated: Array1<bool>,
    /// Whether the step limit cut the episode short, `[N]`.
    pub truncated: Array1<bool>,
    /// Facts about the episode that `rewards` and `terminated` speak of, `[N]`.
    pub infos: Array1<StepInfo>,
}

impl Batch {
    /// A batch for `count` environments of the spec, without final observations.
    pub fn for_spec(count: usize, spec: &ObservationSpec) -> Self {
        Batch {
            observations: Observations::for_spec(count, spec),
            final_observations: None,
            rewards: Array2::zeros((count, 2)),
            terminated: Array1::from_elem(count, false),
            truncated: Array1::from_elem(count, false),
            infos: Array1::from_elem(count, StepInfo::default()),
        }
    }

    /// A batch for `count` environments of the spec, with final observations.
    pub fn with_final_observations(count: usize, spec: &ObservationSpec) -> Self {
        Batch { final_observations: Some(Observations::for_spec(count, spec)), ..Batch::for_spec(count, spec) }
    }

    /// The buffers row after row, if every array has the right shape and layout.
    pub(super) fn borrowed(&mut self, count: usize, spec: &ObservationSpec) -> Result<BatchMut<'_>, BatchError> {
        Ok(BatchMut {
            observations: self.observations.borrowed(count, spec)?,
            final_observations: self.final_observations.as_mut().map(|last| last.borrowed(count, spec)).transpose()?,
            rewards: elements("rewards", &mut self.rewards, (count, 2))?,
            terminated: elements("terminated", &mut self.terminated, count)?,
            truncated: elements("truncated", &mut self.truncated, count)?,
            infos: elements("infos", &mut self.infos, count)?,
        })
    }
}

/// All elements of an array of the expected shape, row after row.
fn elements<'a, T, D, S>(name: &'static str, array: &'a mut Array<T, D>, expected: S) -> Result<&'a mut [T], BatchError>
where
    D: Dimension,
    S: ShapeBuilder<Dim = D>,
{
    let expected = expected.into_shape_with_order();
    if array.raw_dim() != *expected.raw_dim() {
        let (expected, found) = (expected.raw_dim().slice().to_vec(), array.shape().to_vec());
        return Err(BatchError::Shape { array: name, expected, found });
    }
    array.as_slice_mut().ok_or(BatchError::Layout { array: name })
}

/// [`Observations`] in memory that the caller owns, row after row.
pub struct ObservationsMut<'a> {
    /// `N * C * H * W` bytes.
    pub planes: &'a mut [u8],
    /// `N * globals` numbers.
    pub globals: &'a mut [f32],
    /// `N * max_actions * 5` numbers.
    pub tokens: &'a mut [i16],
    /// `N * max_actions` flags.
    pub mask: &'a mut [bool],
    /// N numbers.
    pub legal_count: &'a mut [u32],
    /// N seats.
    pub to_act: &'a mut [i8],
    /// N seats.
    pub viewer: &'a mut [i8],
}

/// A [`Batch`] in memory that the caller owns, row after row: arrays of another language, for example.
pub struct BatchMut<'a> {
    /// The positions now.
    pub observations: ObservationsMut<'a>,
    /// See [`Batch::final_observations`].
    pub final_observations: Option<ObservationsMut<'a>>,
    /// `N * 2` numbers.
    pub rewards: &'a mut [f32],
    /// N flags.
    pub terminated: &'a mut [bool],
    /// N flags.
    pub truncated: &'a mut [bool],
    /// N facts.
    pub infos: &'a mut [StepInfo],
}

impl<'a> BatchMut<'a> {
    /// The rows of `count` environments of the spec, if every buffer has the right length.
    pub(super) fn rows(self, count: usize, spec: &ObservationSpec) -> Result<Rows<'a>, BatchError> {
        let widths = Widths { planes: spec.plane_len(), globals: spec.globals.len(), actions: spec.max_actions };
        for observations in std::iter::once(&self.observations).chain(&self.final_observations) {
            observations.check(count, widths)?;
        }
        check("rewards", self.rewards, count * 2)?;
        check("terminated", self.terminated, count)?;
        check("truncated", self.truncated, count)?;
        check("infos", self.infos, count)?;
        Ok(Rows { widths, buffers: self })
    }
}

/// Refuses a buffer of another length.
fn check<T>(name: &'static str, buffer: &[T], expected: usize) -> Result<(), BatchError> {
    if buffer.len() == expected {
        return Ok(());
    }
    Err(BatchError::Shape { array: name, expected: vec![expected], found: vec![buffer.len()] })
}

/// Writes the static planes of every row.
fn begin(planes: &mut [u8], spec: &ObservationSpec) {
    for row in planes.chunks_exact_mut(spec.plane_len().max(1)) {
        row[..spec.static_planes.len()].copy_from_slice(&spec.static_planes);
    }
}

/// Elements per row.
#[derive(Clone, Copy)]
struct Widths {
    planes: usize,
    globals: usize,
    actions: usize,
}

impl<'a> ObservationsMut<'a> {
    fn check(&self, count: usize, widths: Widths) -> Result<(), BatchError> {
        check("planes", self.planes, count * widths.planes)?;
        check("globals", self.globals, count * widths.globals)?;
        check("tokens", self.tokens, count * widths.actions * TOKEN_WIDTH)?;
        check("mask", self.mask, count * widths.actions)?;
        check("legal_count", self.legal_count, count)?;
        check("to_act", self.to_act, count)?;
        check("viewer", self.viewer, count)
    }

    fn split_at(self, row: usize, widths: Widths) -> (ObservationsMut<'a>, ObservationsMut<'a>) {
        let (planes, planes_after) = self.planes.split_at_mut(row * widths.planes);
        let (globals, globals_after) = self.globals.split_at_mut(row * widths.globals);
        let (tokens, tokens_after) = self.tokens.split_at_mut(row * widths.actions * TOKEN_WIDTH);
        let (mask, mask_after) = self.mask.split_at_mut(row * widths.actions);
        let (legal_count, legal_count_after) = self.legal_count.split_at_mut(row);
        let (to_act, to_act_after) = self.to_act.split_at_mut(row);
        let (viewer, viewer_after) = self.viewer.split_at_mut(row);
        (
            ObservationsMut { planes, globals, tokens, mask, legal_count, to_act, viewer },
            ObservationsMut {
                planes: planes_after,
                globals: globals_after,
                tokens: tokens_after,
                mask: mask_after,
                legal_count: legal_count_after,
                to_act: to_act_after,
                viewer: viewer_after,
            },
        )
    }

    /// Writes the one row that these are.
    fn write<G: Observe>(&mut self, env: &Env<G>, to_act: Option<Side>) -> Result<(), EnvError> {
        env.observe_actor(&mut Observation { planes: env.spec().changing(self.planes), globals: self.globals })?;
        env.tokens(self.tokens)?;
        env.mask(self.mask)?;
        self.legal_count[0] = env.legal_actions().len() as u32;
        self.to_act[0] = to_act.map_or(-1, |side| side as i8);
        self.viewer[0] = env.viewer() as i8;
        Ok(())
    }
}

/// Consecutive rows of a [`Batch`], that can be handed to different threads.
pub(super) struct Rows<'a> {
    widths: Widths,
    buffers: BatchMut<'a>,
}

impl<'a> Rows<'a> {
    /// Whether there are buffers for final observations.
    pub(super) fn keep_last(&self) -> bool {
        self.buffers.final_observations.is_some()
    }

    /// Writes the static planes of every row.
    pub(super) fn begin(&mut self, spec: &ObservationSpec) {
        begin(self.buffers.observations.planes, spec);
        if let Some(last) = &mut self.buffers.final_observations {
            begin(last.planes, spec);
        }
    }

    /// The first `row` rows and the rest.
    pub(super) fn split_at(self, row: usize) -> (Rows<'a>, Rows<'a>) {
        let Rows { widths, buffers } = self;
        let (observations, observations_after) = buffers.observations.split_at(row, widths);
        let (last, last_after) = buffers.final_observations.map(|last| last.split_at(row, widths)).unzip();
        let (rewards, rewards_after) = buffers.rewards.split_at_mut(row * 2);
        let (terminated, terminated_after) = buffers.terminated.split_at_mut(row);
        let (truncated, truncated_after) = buffers.truncated.split_at_mut(row);
        let (infos, infos_after) = buffers.infos.split_at_mut(row);
        (
            Rows { widths, buffers: BatchMut { observations, final_observations: last, rewards, terminated, truncated, infos } },
            Rows {
                widths,
                buffers: BatchMut {
                    observations: observations_after,
                    final_observations: last_after,
                    rewards: rewards_after,
                    terminated: terminated_after,
                    truncated: truncated_after,
                    infos: infos_after,
                },
            },
        )
    }

    /// Writes the position now into the one row that these are.
    pub(super) fn write_now<G: Observe>(&mut self, env: &Env<G>, step: &Step) -> Result<(), EnvError> {
        self.buffers.observations.write(env, step.to_act)
    }

    /// Writes the last position of an episode into the one row that these are.
    pub(super) fn write_last<G: Observe>(&mut self, env: &Env<G>, step: &Step) -> Result<(), EnvError> {
        self.buffers.final_observations.as_mut().map_or(Ok(()), |last| last.write(env, step.to_act))
    }

    /// Writes rewards, flags and facts into the one row that these are.
    pub(super) fn write_step(&mut self, step: &Step) {
        self.buffers.rewards.copy_from_slice(&step.rewards);
        self.buffers.terminated[0] = step.terminated;
        self.buffers.truncated[0] = step.truncated;
        self.buffers.infos[0] = step.info;
    }
}
