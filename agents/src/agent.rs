//! What a player is, and how a caller follows and stops it.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use stavka_engine::env::Opponent;
use stavka_engine::{Dice, Game, View};

/// A player of either side.
///
/// Its choices depend on the seed it was made with, on the seed of the game and on what it has been
/// shown since [`Agent::new_game`]; with a budget of time also on the clock, and on nothing else.
///
/// ```
/// use stavka_agents::{Agent, SearchControl};
/// use stavka_engine::{Game, View};
///
/// /// Plays the first legal action.
/// struct First;
///
/// impl<G: Game> Agent<G> for First {
///     fn name(&self) -> &'static str {
///         "first"
///     }
///     fn new_game(&mut self, _game_seed: u64) {}
///     fn choose(&mut self, _view: View<'_, G>, legal: &[G::Action], _control: SearchControl<'_>) -> G::Action {
///         legal[0]
///     }
/// }
/// ```
pub trait Agent<G: Game>: Send {
    /// Name of the kind of player, as the registry knows it.
    fn name(&self) -> &'static str;

    /// Forgets earlier games and takes up the random stream of this one.
    fn new_game(&mut self, game_seed: u64);

    /// Chooses one of `legal`, the legal actions of the viewing side, which is to act. Players that think
    /// long report through `control`, and answer with the best choice found so far once it is cancelled.
    fn choose(&mut self, view: View<'_, G>, legal: &[G::Action], control: SearchControl<'_>) -> G::Action;

    /// What the search behind the last choice has looked at; `None` for players that do not search their choices one by one, and before
    /// they have.
    fn report(&self) -> Option<Report<G::Action>> {
        None
    }
}

/// What a search has looked at for a choice.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Report<A> {
    /// Choices with at least one simulation.
    pub examined: usize,
    /// Legal choices.
    pub legal: usize,
    /// What the adviser of the search suggested, if it has one.
    pub adviser: Option<A>,
    /// The choice.
    pub chosen: A,
}

/// How a caller follows a choice in the making and breaks it off.
#[derive(Clone, Copy, Default)]
pub struct SearchControl<'a> {
    cancel: Option<&'a AtomicBool>,
    progress: Option<&'a (dyn Fn(&Progress) + Sync)>,
}

/// How far a choice has come.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Progress {
    /// Simulations, positions or plans looked at so far.
    pub looks: u64,
    /// Share of the budget that is used up, 0 to 1.
    pub share: f32,
    /// Chance of winning, as the player sees its own, 0 to 1; what its position is worth to it, if it searches with a network
    /// whose values are of another scale.
    pub win: f32,
}

impl<'a> SearchControl<'a> {
    /// Neither cancels nor listens.
    pub const NONE: SearchControl<'static> = SearchControl { cancel: None, progress: None };

    /// Stops the player when the flag becomes true.
    pub fn cancelled_by(self, flag: &'a AtomicBool) -> Self {
        SearchControl { cancel: Some(flag), ..self }
    }

    /// Calls back now and then, from the thread that called [`Agent::choose`] or one of the player's own.
    pub fn reporting_to(self, progress: &'a (dyn Fn(&Progress) + Sync)) -> Self {
        SearchControl { progress: Some(progress), ..self }
    }

    /// Is cancelled with this one, and reports nothing.
    pub fn silenced(self) -> Self {
        SearchControl { progress: None, ..self }
    }

    /// Whether the caller wants an answer now.
    #[inline]
    pub fn is_cancelled(&self) -> bool {
        self.cancel.is_some_and(|flag| flag.load(Ordering::Relaxed))
    }

    /// Tells the caller how far the choice has come.
    pub fn report(&self, progress: &Progress) {
        if let Some(call) = self.progress {
            call(progress);
        }
    }
}

/// An agent as the opponent that an environment plays against. It takes the seed of each episode
/// from the stream that the environment hands it.
pub struct AsOpponent<G> {
    agent: Box<dyn Agent<G>>,
    seeded: bool,
    cancel: Option<Arc<AtomicBool>>,
}

impl<G: Game> AsOpponent<G> {
    /// Wraps an agent.
    pub fn new(agent: Box<dyn Agent<G>>) -> Self {
        AsOpponent { agent, seeded: false, cancel: None }
    }

    /// The same, stopped while the flag is true: it then answers with the best choice found so far.
    pub fn cancelled_by(self, flag: Arc<AtomicBool>) -> Self {
        AsOpponent { cancel: Some(flag), ..self }
    }
}

impl<G: Game> Opponent<G> for AsOpponent<G> {
    fn choose(&mut self, view: View<'_, G>, legal: &[G::Action], dice: &mut Dice) -> G::Action {
        if !self.seeded {
            self.agent.new_game(dice.bits());
            self.seeded = true;
        }
        let control = self.cancel.as_ref().map_or(SearchControl::NONE, |flag| SearchControl::NONE.cancelled_by(flag));
        self.agent.choose(view, legal, control)
    }

    fn new_game(&mut self) {
        self.seeded = false;
    }
}
