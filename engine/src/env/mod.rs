//! Environments for learning agents: [`Env`] steps one game, [`VecEnv`] many in parallel.
//!
//! An environment owns the generator that the game must not hold. It rolls every die itself, plays
//! the opponent where one side is not controlled, and stops where a controlled side must decide.
//! The course of an episode depends on scenario, seed, actions and opponent alone: not on threads,
//! not on earlier episodes.
//!
//! ```
//! # use stavka_engine::{Observe, env::{Env, EnvError}};
//! fn random_episode<G: Observe>(scenario: &'static G::Scenario, seed: u64) -> Result<[f32; 2], EnvError> {
//!     let mut env = Env::<G>::new(scenario);
//!     let mut dice = stavka_engine::Dice::new(seed);
//!     let mut step = env.reset(seed)?;
//!     while !step.ended() {
//!         let index = dice.below(env.legal_actions().len() as u32);
//!         step = env.step(index as usize)?;
//!     }
//!     Ok(step.rewards)
//! }
//! ```

mod batch;
mod vector;

pub use batch::{Batch, BatchError, BatchMut, Observations, ObservationsMut};
pub use vector::{AutoresetMode, VecEnv, VecEnvError, episode_seed};

use crate::dice::Dice;
use crate::game::{Denial as _, Game, Outcome, Side, Turn};
use crate::observation::{Observation, ObservationSpec, Observe, TOKEN_WIDTH};
use crate::record::{DICE_STREAM, player_stream};
use crate::view::View;

/// A player that an environment consults for the side that is not controlled. It is given a view,
/// so what the rules hide from its side stays hidden.
pub trait Opponent<G: Game> {
    /// Chooses one of `legal`, the legal actions of the viewing side, which is to act. `dice` is a
    /// stream of the opponent's own, seeded with the episode.
    fn choose(&mut self, view: View<'_, G>, legal: &[G::Action], dice: &mut Dice) -> G::Action;

    /// Forgets everything about earlier games. Called at every reset, so that an episode never
    /// depends on the one before.
    fn new_game(&mut self) {}
}

/// The opponent that chooses uniformly among the legal actions.
#[derive(Clone, Copy, Default, Debug)]
pub struct UniformOpponent;

impl<G: Game> Opponent<G> for UniformOpponent {
    fn choose(&mut self, _view: View<'_, G>, legal: &[G::Action], dice: &mut Dice) -> G::Action {
        dice.choose(legal)
    }
}

/// Whose decisions come from outside.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Controlled {
    /// Both sides': self-play and two-agent use.
    Both,
    /// One side's; the opponent plays the other.
    One(Side),
}

impl Controlled {
    /// Whether the side's decisions come from outside.
    pub fn includes(self, side: Side) -> bool {
        match self {
            Controlled::Both => true,
            Controlled::One(controlled) => controlled == side,
        }
    }
}

/// What came of a reset or step.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Step {
    /// The controlled side that must act; `None` when the game is over. A truncated episode still
    /// names it, because its position can be valued.
    pub to_act: Option<Side>,
    /// Reward of Axis and Soviet: zero until the game ends, then +1 and -1, or 0 and 0 for a draw.
    /// Truncation earns nothing.
    pub rewards: [f32; 2],
    /// The game is over under its rules.
    pub terminated: bool,
    /// The limit of [`Env::max_steps`] cut the episode short. Never together with `terminated`.
    pub truncated: bool,
    /// Facts that are no part of the observation.
    pub info: StepInfo,
}

impl Step {
    /// Whether the episode is over, in either way.
    pub fn ended(&self) -> bool {
        self.terminated || self.truncated
    }
}

/// Facts about an episode so far.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct StepInfo {
    /// The game's turn number, from 1.
    pub game_turn: u16,
    /// Decisions since the reset, the opponent's included.
    pub decisions: u32,
    /// Chance actions since the reset.
    pub dice_rolled: u32,
    /// Result of a game that is over.
    pub outcome: Option<Outcome>,
}

/// Why an environment cannot do what it was asked.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum EnvError {
    /// No episode has begun, or the last one broke off with an error.
    #[error("the environment has no episode in progress: reset it before the first step")]
    NotReset,
    /// The episode is over.
    #[error("the episode is over: reset the environment before the next step")]
    EpisodeOver,
    /// No legal action has this index. The episode goes on unchanged.
    #[error("action {index} is out of range: there are {legal} legal actions")]
    ActionOutOfRange {
        /// The index.
        index: usize,
        /// Number of legal actions.
        legal: usize,
    },
    /// The action is not legal. The episode goes on unchanged.
    #[error("{action} is illegal: {reason} [rule {rule}]")]
    Illegal {
        /// The action, in debug format.
        action: String,
        /// The game's reason.
        reason: String,
        /// The rule that forbids it.
        rule: &'static str,
    },
    /// The opponent chose an action that is not legal. The episode is lost.
    #[error("the {side} opponent chose {action}, which is not among its legal actions")]
    IllegalOpponent {
        /// The opponent's side.
        side: Side,
        /// The action, in debug format.
        action: String,
    },
    /// The game ended without a single decision of the controlled side.
    #[error("the game ended before the controlled side had anything to decide")]
    NothingToDecide,
    /// The scenario's observation spec promises shorter legal lists. The episode is lost.
    #[error("{legal} legal actions where the observation spec declares {declared} at most")]
    LegalListTooLong {
        /// Number of legal actions.
        legal: usize,
        /// [`ObservationSpec::max_actions`].
        declared: usize,
    },
    /// A buffer does not have the length that the spec declares.
    #[error("the buffer for {buffer} has {found} elements; expected {expected}")]
    BufferLength {
        /// What the buffer is for.
        buffer: &'static str,
        /// Length after the spec.
        expected: usize,
        /// Length of the buffer.
        found: usize,
    },
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Status {
    NotReset,
    Running,
    Ended,
}

/// One game with its seeded dice, stepped decision by decision.
///
/// After construction nothing is allocated on the heap by [`Env::reset`], [`Env::step`] or the
/// encoders, apart from what an opponent allocates.
pub struct Env<G: Observe> {
    start: G,
    game: G,
    /// Legal actions of the controlled side that must act.
    legal: Vec<G::Action>,
    max_actions: usize,
    controlled: Controlled,
    opponent: Box<dyn Opponent<G> + Send>,
    max_steps: Option<u32>,
    seed: u64,
    dice: Dice,
    opponent_dice: Dice,
    status: Status,
    viewer: Side,
    steps: u32,
    decisions: u32,
    dice_rolled: u32,
}

impl<G: Observe> Env<G> {
    /// An environment of the scenario that controls both sides and never truncates. It must be
    /// reset before the first step.
    pub fn new(scenario: &'static G::Scenario) -> Self {
        let start = G::new(scenario);
        let max_actions = G::observation_spec(scenario).max_actions;
        Env {
            game: start.clone(),
            start,
            legal: Vec::with_capacity(max_actions),
            max_actions,
            controlled: Controlled::Both,
            opponent: Box::new(UniformOpponent),
            max_steps: None,
            seed: 0,
            dice: Dice::stream(0, DICE_STREAM),
            opponent_dice: Dice::stream(0, player_stream(Side::Axis)),
            status: Status::NotReset,
            viewer: Side::Axis,
            steps: 0,
            decisions: 0,
            dice_rolled: 0,
        }
    }

    /// Sets whose decisions come from outside. The change takes effect with a reset.
    pub fn controlled(mut self, controlled: Controlled) -> Self {
        self.controlled = controlled;
        self.status = Status::NotReset;
        self
    }

    /// Sets who plays the side that is not controlled; without this it is [`UniformOpponent`]. The
    /// change takes effect with a reset.
    pub fn opponent(mut self, opponent: Box<dyn Opponent<G> + Send>) -> Self {
        self.opponent = opponent;
        self.status = Status::NotReset;
        self
    }

    /// Truncates an episode at its `limit`-th step (a limit of 0 acts as 1), or never. The opponent's
    /// decisions are not steps.
    pub fn max_steps(mut self, limit: Option<u32>) -> Self {
        self.max_steps = limit;
        self
    }

    /// Begins the episode of `seed` and plays to the first decision of a controlled side.
    ///
    /// # Errors
    /// [`EnvError::IllegalOpponent`], [`EnvError::NothingToDecide`], [`EnvError::LegalListTooLong`].
    pub fn reset(&mut self, seed: u64) -> Result<Step, EnvError> {
        self.game.clone_from(&self.start);
        self.seed = seed;
        self.dice = Dice::stream(seed, DICE_STREAM);
        self.viewer = Side::Axis;
        if let Controlled::One(side) = self.controlled {
            self.viewer = side;
            self.opponent_dice = Dice::stream(seed, player_stream(side.opponent()));
            self.opponent.new_game();
        }
        self.steps = 0;
        self.decisions = 0;
        self.dice_rolled = 0;
        let step = self.settle()?;
        if step.terminated {
            self.status = Status::NotReset;
            return Err(EnvError::NothingToDecide);
        }
        Ok(step)
    }

    /// Carries out the legal action number `index` of [`Env::legal_actions`] and plays on to the next
    /// decision of a controlled side or the end.
    ///
    /// # Errors
    /// [`EnvError::ActionOutOfRange`], [`EnvError::EpisodeOver`] and [`EnvError::NotReset`] leave the
    /// environment as it was; the errors of [`Env::reset`] end the episode.
    pub fn step(&mut self, index: usize) -> Result<Step, EnvError> {
        self.check_index(index)?;
        self.game.apply(self.legal[index]);
        self.decisions += 1;
        self.steps += 1;
        self.settle()
    }

    /// Carries out a legal action; see [`Env::step`].
    ///
    /// # Errors
    /// [`EnvError::Illegal`] with the game's reason leaves the environment as it was; otherwise the
    /// errors of [`Env::step`].
    pub fn step_action(&mut self, action: G::Action) -> Result<Step, EnvError> {
        match self.legal.iter().position(|&legal| legal == action) {
            Some(index) => self.step(index),
            None => Err(self.running().err().unwrap_or_else(|| self.illegal(action))),
        }
    }

    /// Legal actions of the side to act, in the order that indices, tokens and mask follow. Empty
    /// before a reset and after the end of the game; still there after truncation.
    pub fn legal_actions(&self) -> &[G::Action] {
        &self.legal
    }

    /// Side whose viewpoint [`Env::observe_actor`] takes: the side to act; in a finished game the
    /// controlled side or, where both are controlled, the one that decided last.
    pub fn viewer(&self) -> Side {
        self.viewer
    }

    /// Encodes what changes from position to position, as `viewer` may know it; see [`Observe::observe`].
    ///
    /// # Errors
    /// [`EnvError::BufferLength`].
    pub fn observe(&self, viewer: Side, out: &mut Observation<'_>) -> Result<(), EnvError> {
        let spec = self.spec();
        check_length("planes", spec.changing_len(), out.planes.len())?;
        check_length("globals", spec.globals.len(), out.globals.len())?;
        self.game.observe(viewer, out);
        Ok(())
    }

    /// The same for [`Env::viewer`].
    ///
    /// # Errors
    /// [`EnvError::BufferLength`].
    pub fn observe_actor(&self, out: &mut Observation<'_>) -> Result<(), EnvError> {
        self.observe(self.viewer, out)
    }

    /// Writes the token of every legal action, [`TOKEN_WIDTH`] integers each, and fills the rest with
    /// -1. `out` is [`ObservationSpec::max_actions`] x [`TOKEN_WIDTH`] long.
    ///
    /// # Errors
    /// [`EnvError::BufferLength`].
    pub fn tokens(&self, out: &mut [i16]) -> Result<(), EnvError> {
        check_length("tokens", self.max_actions * TOKEN_WIDTH, out.len())?;
        let (used, rest) = out.split_at_mut(self.legal.len() * TOKEN_WIDTH);
        for (row, &action) in used.as_chunks_mut::<TOKEN_WIDTH>().0.iter_mut().zip(&self.legal) {
            *row = self.game.token(action).to_array();
        }
        rest.fill(-1);
        Ok(())
    }

    /// Writes `true` for every index of a legal action and `false` beyond. `out` is
    /// [`ObservationSpec::max_actions`] long.
    ///
    /// # Errors
    /// [`EnvError::BufferLength`].
    pub fn mask(&self, out: &mut [bool]) -> Result<(), EnvError> {
        check_length("mask", self.max_actions, out.len())?;
        let (used, rest) = out.split_at_mut(self.legal.len());
        used.fill(true);
        rest.fill(false);
        Ok(())
    }

    /// Shape and meaning of the observations.
    pub fn spec(&self) -> &'static ObservationSpec {
        G::observation_spec(self.start.scenario())
    }

    /// The position as `side` sees it.
    pub fn view(&self, side: Side) -> View<'_, G> {
        View::new(&self.game, side)
    }

    /// The full position, for whoever drives the environment. Agents are given [`Env::view`].
    pub fn game(&self) -> &G {
        &self.game
    }

    /// Seed of the episode.
    pub fn seed(&self) -> u64 {
        self.seed
    }

    /// Plays dice and opponent until a controlled side must act or the game is over.
    fn settle(&mut self) -> Result<Step, EnvError> {
        // An error below loses the episode.
        self.status = Status::NotReset;
        let to_act = loop {
            self.game.legal_actions(&mut self.legal);
            match self.game.turn() {
                Turn::Over => break None,
                Turn::Chance => {
                    let die = self.game.draw(&self.legal, &mut self.dice);
                    self.game.apply(die);
                    self.dice_rolled += 1;
                }
                Turn::Player(side) if self.controlled.includes(side) => break Some(side),
                Turn::Player(side) => self.let_opponent_decide(side)?,
            }
        };
        if self.legal.len() > self.max_actions {
            let legal = self.legal.len();
            self.legal.clear();
            return Err(EnvError::LegalListTooLong { legal, declared: self.max_actions });
        }
        let outcome = self.game.outcome();
        let truncated = to_act.is_some() && self.max_steps.is_some_and(|limit| self.steps >= limit.max(1));
        self.status = if to_act.is_none() || truncated { Status::Ended } else { Status::Running };
        self.viewer = to_act.unwrap_or(self.viewer);
        Ok(Step {
            to_act,
            rewards: outcome.map_or([0.0; 2], |outcome| Side::ALL.map(|side| f32::from(outcome.score(side)))),
            terminated: to_act.is_none(),
            truncated,
            info: StepInfo { game_turn: self.game.game_turn(), decisions: self.decisions, dice_rolled: self.dice_rolled, outcome },
        })
    }

    fn let_opponent_decide(&mut self, side: Side) -> Result<(), EnvError> {
        let action = self.opponent.choose(View::new(&self.game, side), &self.legal, &mut self.opponent_dice);
        if !self.legal.contains(&action) {
            self.legal.clear();
            return Err(EnvError::IllegalOpponent { side, action: format!("{action:?}") });
        }
        self.game.apply(action);
        self.decisions += 1;
        Ok(())
    }

    fn running(&self) -> Result<(), EnvError> {
        match self.status {
            Status::NotReset => Err(EnvError::NotReset),
            Status::Ended => Err(EnvError::EpisodeOver),
            Status::Running => Ok(()),
        }
    }

    fn ended(&self) -> bool {
        self.status == Status::Ended
    }

    /// Whether [`Env::step`] would accept the index.
    fn check_index(&self, index: usize) -> Result<(), EnvError> {
        self.running()?;
        if index >= self.legal.len() {
            return Err(EnvError::ActionOutOfRange { index, legal: self.legal.len() });
        }
        Ok(())
    }

    fn illegal(&self, action: G::Action) -> EnvError {
        let action_text = format!("{action:?}");
        match self.game.check(action) {
            Err(denial) => EnvError::Illegal { action: action_text, reason: denial.to_string(), rule: denial.rule() },
            Ok(()) => unreachable!("{action_text} passes the check of the game and is missing from its legal list"),
        }
    }
}

fn check_length(buffer: &'static str, expected: usize, found: usize) -> Result<(), EnvError> {
    if expected == found { Ok(()) } else { Err(EnvError::BufferLength { buffer, expected, found }) }
}
