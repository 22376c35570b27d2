//! Many environments stepped in parallel.

use super::batch::Rows;
use super::{Batch, BatchError, BatchMut, Env, EnvError};
use crate::dice::mix;
use crate::observation::{ObservationSpec, Observe};

/// When an environment whose episode has ended begins its next one. The names and meanings are those
/// of Gymnasium's `AutoresetMode`. "Ends" is `terminated` or `truncated`.
///
/// | at the step that ends an episode | `NextStep` | `SameStep` | `Disabled` |
/// | --- | --- | --- | --- |
/// | `rewards`, `terminated`, `truncated`, `infos` | of the ended episode | of the ended episode | of the ended episode |
/// | `observations` | last position | first position of the next episode | last position |
/// | `final_observations` | unused | last position | unused |
/// | the step after it | begins the next episode | is an ordinary step | is an error |
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum AutoresetMode {
    /// The call after the one that ended an episode resets the environment instead of stepping it:
    /// the action in that row is ignored, whatever its value, the observation is the first of the
    /// next episode, the reward is 0 and both flags are false. Such a row is no transition: a learner
    /// leaves it out.
    #[default]
    NextStep,
    /// The call that ends an episode also begins the next one. Bootstrapping from a truncated
    /// episode uses [`Batch::final_observations`], never the observation of that row, which belongs
    /// to another game. `legal_count`, `mask` and `to_act` belong to the new episode.
    SameStep,
    /// The caller resets by [`VecEnv::reset_masked`]. Stepping while any episode is over is
    /// [`EnvError::EpisodeOver`] and steps nothing.
    Disabled,
}

/// Why a vector of environments cannot do what it was asked.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum VecEnvError {
    /// [`VecEnv::reset`] has not been called.
    #[error("the environments have not been reset: reset them before the first step")]
    NotReset,
    /// An environment failed. If it refused its action no environment has been stepped; after
    /// any other error the contents of the batch are unspecified until the next reset.
    #[error("environment {index}: {source}")]
    Env {
        /// Index of the first environment that failed.
        index: usize,
        /// What failed.
        source: EnvError,
    },
    /// The batch does not fit. Nothing has been stepped.
    #[error(transparent)]
    Batch(#[from] BatchError),
    /// The list of actions or the reset mask does not have one entry per environment. Nothing has
    /// been stepped.
    #[error("{found} entries in `{list}` for {expected} environments")]
    Length {
        /// Name of the argument.
        list: &'static str,
        /// Number of environments.
        expected: usize,
        /// Length of the argument.
        found: usize,
    },
}

/// Seed of an episode of environment number `env` in a vector that was reset with `seed0`; the first
/// episode has number 0. A single [`Env`] with this seed plays the same episode.
pub fn episode_seed(seed0: u64, env: usize, episode: u64) -> u64 {
    mix(mix(mix(seed0).wrapping_add(env as u64)).wrapping_add(episode))
}

struct Slot<G: Observe> {
    index: usize,
    env: Env<G>,
    /// Number of the episode since the vector's reset.
    episode: u64,
}

/// N environments of one scenario, stepped in parallel on the current rayon pool.
///
/// Row i of every batch belongs to environment i. Its episodes have the seeds of [`episode_seed`], so
/// results depend neither on the number of threads nor on N.
///
/// ```
/// use stavka_engine::armir::Armir;
/// use stavka_engine::catalogue::Catalogue as _;
/// use stavka_engine::env::{AutoresetMode, VecEnv};
///
/// let mut envs = VecEnv::<Armir>::new(Armir::load("historical")?, 4, AutoresetMode::NextStep, |_, env| env);
/// let mut batch = envs.new_batch();
/// envs.reset(1, &mut batch)?;
/// for _ in 0..100 {
///     envs.step(&[0; 4], &mut batch)?;
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct VecEnv<G: Observe> {
    slots: Vec<Slot<G>>,
    spec: &'static ObservationSpec,
    mode: AutoresetMode,
    /// `None` before the first reset.
    seed0: Option<u64>,
}

impl<G: Observe> VecEnv<G> {
    /// `count` environments of the scenario. `build` receives each index with a new [`Env`] and may
    /// set controlled side, opponent and step limit.
    pub fn new(scenario: &'static G::Scenario, count: usize, mode: AutoresetMode, mut build: impl FnMut(usize, Env<G>) -> Env<G>) -> Self {
        let slot = |index| Slot { index, env: build(index, Env::new(scenario)), episode: 0 };
        VecEnv { slots: (0..count).map(slot).collect(), spec: G::observation_spec(scenario), mode, seed0: None }
    }

    /// Number of environments.
    pub fn len(&self) -> usize {
        self.slots.len()
    }

    /// Whether there is no environment.
    pub fn is_empty(&self) -> bool {
        self.slots.is_empty()
    }

    /// Shape and meaning of the observations.
    pub fn spec(&self) -> &'static ObservationSpec {
        self.spec
    }

    /// The autoreset mode.
    pub fn mode(&self) -> AutoresetMode {
        self.mode
    }

    /// Environment number `index`, for its seed, view or game.
    pub fn env(&self, index: usize) -> &Env<G> {
        &self.slots[index].env
    }

    /// A batch of the right shape, with final observations where the mode needs them.
    pub fn new_batch(&self) -> Batch {
        match self.mode {
            AutoresetMode::SameStep => Batch::with_final_observations(self.len(), self.spec),
            AutoresetMode::NextStep | AutoresetMode::Disabled => Batch::for_spec(self.len(), self.spec),
        }
    }

    /// Begins episode 0 of every environment and writes first observations, zero rewards and false
    /// flags.
    ///
    /// # Errors
    /// [`VecEnvError::Batch`], or the first error of [`Env::reset`].
    pub fn reset(&mut self, seed0: u64, batch: &mut Batch) -> Result<(), VecEnvError> {
        self.reset_into(seed0, batch.borrowed(self.len(), self.spec)?)
    }

    /// [`VecEnv::reset`] into memory that the caller owns.
    ///
    /// # Errors
    /// As there.
    pub fn reset_into(&mut self, seed0: u64, batch: BatchMut<'_>) -> Result<(), VecEnvError> {
        let mut rows = batch.rows(self.len(), self.spec)?;
        rows.begin(self.spec);
        self.seed0 = Some(seed0);
        for_each_row(&mut self.slots, rows, &|slot, mut row| {
            slot.episode = 0;
            begin_episode(slot, seed0, &mut row)
        })
    }

    /// Begins the next episode of the environments whose entry in `reset_mask` is true, whether their
    /// last one is over or not. Other rows of the batch stay as they are.
    ///
    /// # Errors
    /// [`VecEnvError::NotReset`], [`VecEnvError::Batch`], [`VecEnvError::Length`], or the first error of [`Env::reset`].
    pub fn reset_masked(&mut self, reset_mask: &[bool], batch: &mut Batch) -> Result<(), VecEnvError> {
        self.reset_masked_into(reset_mask, batch.borrowed(self.len(), self.spec)?)
    }

    /// [`VecEnv::reset_masked`] into memory that the caller owns.
    ///
    /// # Errors
    /// As there.
    pub fn reset_masked_into(&mut self, reset_mask: &[bool], batch: BatchMut<'_>) -> Result<(), VecEnvError> {
        self.check_list("reset_mask", reset_mask.len())?;
        let seed0 = self.seed0.ok_or(VecEnvError::NotReset)?;
        let rows = batch.rows(self.len(), self.spec)?;
        for_each_row(&mut self.slots, rows, &|slot, mut row| {
            if !reset_mask[slot.index] {
                return Ok(());
            }
            slot.episode += 1;
            begin_episode(slot, seed0, &mut row)
        })
    }

    /// Steps every environment with its action, an index into its legal list, and overwrites the
    /// batch. What happens where an episode is over depends on the [`AutoresetMode`].
    ///
    /// # Errors
    /// [`VecEnvError::NotReset`], [`VecEnvError::Batch`], [`VecEnvError::Length`], or the first error of [`Env::step`].
    pub fn step(&mut self, actions: &[u32], batch: &mut Batch) -> Result<(), VecEnvError> {
        self.step_into(actions, batch.borrowed(self.len(), self.spec)?)
    }

    /// [`VecEnv::step`] into memory that the caller owns. Static planes are written by [`VecEnv::reset_into`] alone.
    ///
    /// # Errors
    /// As there.
    pub fn step_into(&mut self, actions: &[u32], batch: BatchMut<'_>) -> Result<(), VecEnvError> {
        self.check_list("actions", actions.len())?;
        let seed0 = self.seed0.ok_or(VecEnvError::NotReset)?;
        let mode = self.mode;
        let rows = batch.rows(self.len(), self.spec)?;
        if mode == AutoresetMode::SameStep && !rows.keep_last() {
            return Err(BatchError::NoFinalObservations.into());
        }
        for (slot, &action) in self.slots.iter().zip(actions) {
            if mode != AutoresetMode::NextStep || !slot.env.ended() {
                slot.env.check_index(action as usize).map_err(|source| VecEnvError::Env { index: slot.index, source })?;
            }
        }
        for_each_row(&mut self.slots, rows, &|slot, mut row| {
            if slot.env.ended() {
                slot.episode += 1;
                return begin_episode(slot, seed0, &mut row);
            }
            let step = slot.env.step(actions[slot.index] as usize)?;
            row.write_step(&step);
            if step.ended() && mode == AutoresetMode::SameStep {
                row.write_last(&slot.env, &step)?;
                slot.episode += 1;
                let first = slot.env.reset(episode_seed(seed0, slot.index, slot.episode))?;
                row.write_now(&slot.env, &first)
            } else {
                row.write_now(&slot.env, &step)
            }
        })
    }

    fn check_list(&self, list: &'static str, found: usize) -> Result<(), VecEnvError> {
        if found == self.len() { Ok(()) } else { Err(VecEnvError::Length { list, expected: self.len(), found }) }
    }
}

fn begin_episode<G: Observe>(slot: &mut Slot<G>, seed0: u64, row: &mut Rows<'_>) -> Result<(), EnvError> {
    let step = slot.env.reset(episode_seed(seed0, slot.index, slot.episode))?;
    row.write_step(&step);
    row.write_now(&slot.env, &step)
}

/// Runs `work` on every environment with its row of the batch, on all threads of the current pool.
/// The error is that of the lowest index.
fn for_each_row<G, F>(slots: &mut [Slot<G>], rows: Rows<'_>, work: &F) -> Result<(), VecEnvError>
where
    G: Observe,
    F: Fn(&mut Slot<G>, Rows<'_>) -> Result<(), EnvError> + Sync,
{
    // A few parts per thread even out episodes of different cost without making the parts tiny.
    let grain = slots.len().div_ceil(rayon::current_num_threads() * 8).max(1);
    split_rows(slots, rows, grain, work)
}

/// Halves the work down to `grain` rows. Unlike a zip of parallel iterators this carries any number
/// of arrays and rows of width zero, and it allocates nothing.
fn split_rows<G, F>(slots: &mut [Slot<G>], rows: Rows<'_>, grain: usize, work: &F) -> Result<(), VecEnvError>
where
    G: Observe,
    F: Fn(&mut Slot<G>, Rows<'_>) -> Result<(), EnvError> + Sync,
{
    if slots.len() > grain {
        let half = slots.len() / 2;
        let (slots, slots_after) = slots.split_at_mut(half);
        let (rows, rows_after) = rows.split_at(half);
        let (first, second) = rayon::join(|| split_rows(slots, rows, grain, work), || split_rows(slots_after, rows_after, grain, work));
        return first.and(second);
    }
    let mut rest = rows;
    for slot in slots {
        let (row, after) = rest.split_at(1);
        rest = after;
        work(slot, row).map_err(|source| VecEnvError::Env { index: slot.index, source })?;
    }
    Ok(())
}
