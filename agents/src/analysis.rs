//! What a search tells about a position, for those who ask for more than a choice.

use stavka_engine::{Determinize, Dice, Game, Notation, View};

use crate::agent::{Agent, Report, SearchControl};
use crate::budget::Allotment;
use crate::network::ValueScale;

/// One choice as a search sees it.
#[derive(Clone, PartialEq, Debug)]
pub struct Candidate<A> {
    /// The choice.
    pub action: A,
    /// Simulations that began with it.
    pub visits: u64,
    /// Chance of winning after it, for the side that chooses, 0 to 1; what it is worth, if the analysis has another scale.
    pub win: f32,
    /// How likely it seemed to be the best before the search, 0 to 1; the priors of a list sum to one.
    pub prior: f32,
    /// How play may go on: this choice, then the most visited answers of both sides, dice by the result that
    /// came up most often.
    pub line: Vec<A>,
}

/// What a search has found out about a position.
#[derive(Clone, PartialEq, Debug)]
pub struct Analysis<A> {
    /// The legal choices that were looked at, best first. Never empty.
    pub candidates: Vec<Candidate<A>>,
    /// What `win` means. Only on the scale of results is it a chance of winning.
    pub scale: ValueScale,
    /// Chance of winning of the side that chooses, 0 to 1, if it chooses the best; what that is worth on another scale.
    pub win: f32,
    /// Simulations of this analysis.
    pub looks: u64,
    /// Nodes of the search tree.
    pub nodes: u64,
    /// Bytes that the search tree takes, indices included.
    pub bytes: u64,
}

impl<A: Copy> Analysis<A> {
    /// The best choice.
    pub fn best(&self) -> A {
        self.candidates[0].action
    }

    /// What the search has looked at among so many legal choices, after this advice.
    pub fn report(&self, legal: usize, adviser: Option<A>) -> Report<A> {
        let examined = self.candidates.iter().filter(|candidate| candidate.visits > 0).count();
        Report { examined, legal, adviser, chosen: self.best() }
    }

    /// Of a forced choice, which needs no search.
    pub fn forced(action: A, win: f32) -> Self {
        let candidate = Candidate { action, visits: 0, win, prior: 1.0, line: vec![action] };
        Analysis { candidates: vec![candidate], scale: ValueScale::RESULT, win, looks: 0, nodes: 0, bytes: 0 }
    }
}

/// A line of play in notation, in a world that the viewing side cannot tell from the true one; it ends where that world allows it no
/// longer.
pub fn line_in_notation<G: Determinize + Notation>(view: View<'_, G>, line: &[G::Action], seed: u64) -> Vec<String> {
    let mut world = view.determinize(&mut Dice::new(seed));
    let mut words = Vec::with_capacity(line.len());
    for &action in line {
        if world.check(action).is_err() {
            break;
        }
        words.push(world.notation(action));
        world.apply(action);
    }
    words
}

/// A player that can say what it thinks.
pub trait Analyst<G: Game>: Agent<G> {
    /// Looks at the position as the viewing side, which is to act and may choose from `legal`, within the
    /// limit. The first candidate is what [`Agent::choose`] would choose under the same limit.
    fn analyse(&mut self, view: View<'_, G>, legal: &[G::Action], limit: Allotment, control: SearchControl<'_>) -> Analysis<G::Action>;
}
