//! One searcher: a graph of its own, a stream of its own, and simulations one after the other.
//!
//! A simulation draws a world that the viewer cannot tell from the true one, goes down the graph in it, adds
//! a node, plays on to a quiet position and waits until a batch of positions is full; then the evaluator is
//! asked, and every value goes back up the way it came.

use stavka_engine::{Determinize, Dice, Game, Side, Turn, View};

use super::MctsSettings;
use super::halving::Halving;
use super::selection;
use super::tree::{NONE, Tree};
use crate::agent::{Progress, SearchControl};
use crate::budget::{Allotment, Deadline};
use crate::evaluator::{Evaluator, Policy};
use crate::graph::{Node as _, OF_SEVERAL_WORLDS, fingerprint, roll};
use crate::rollout::{TimeUp, play_on};

/// Longest way down the graph.
const DEPTH: usize = 256;
/// Simulations between two reports under a limit of simulations.
const REPORT_EVERY: u32 = 512;
/// Seconds between two reports under a limit of time.
const REPORT_SECONDS: f64 = 0.1;
/// Load of the memory from which dead parts of the graph are freed before a search.
const SWEEP_AT: f32 = 0.5;

/// One choice on the way down.
#[derive(Clone, Copy)]
struct Step {
    node: u32,
    /// Place of the choice among the edges of the node, which growing does not change.
    place: u32,
}

/// A simulation that waits for its value.
struct Descent {
    steps: Vec<Step>,
    /// The node it ended at; `NONE` if there was no room for one.
    leaf: u32,
}

/// A searcher.
pub(super) struct Searcher<G: Game, E, P> {
    pub(super) tree: Tree<G::Action>,
    pub(super) root: u32,
    viewer: Side,
    evaluator: E,
    policy: P,
    dice: Dice,
    settings: MctsSettings,
    descents: Vec<Descent>,
    /// Descents in use.
    waiting: usize,
    /// Final positions of the descents.
    positions: Vec<G>,
    values: Vec<f32>,
    legal: Vec<G::Action>,
    weights: Vec<f32>,
    order: Vec<(f32, u32, G::Action)>,
    shut: Vec<bool>,
    /// Who of the choices at the root is still in the running.
    pub(super) race: Halving,
}

impl<G: Determinize, E: Evaluator<G>, P: Policy<G>> Searcher<G, E, P> {
    /// One of the searchers of a player, which share its memory.
    pub(super) fn new(evaluator: E, policy: P, settings: MctsSettings) -> Self {
        let batch = settings.batch.max(1);
        Searcher {
            tree: Tree::new(settings.memory / settings.threads.max(1)),
            root: NONE,
            viewer: Side::Axis,
            evaluator,
            policy,
            dice: Dice::new(0),
            settings,
            descents: (0..batch).map(|_| Descent { steps: Vec::with_capacity(DEPTH), leaf: NONE }).collect(),
            waiting: 0,
            positions: Vec::with_capacity(batch),
            values: Vec::with_capacity(batch),
            legal: Vec::new(),
            weights: Vec::new(),
            order: Vec::new(),
            shut: Vec::new(),
            race: Halving::default(),
        }
    }

    /// Forgets what was searched and takes up another stream.
    pub(super) fn new_game(&mut self, dice: Dice) {
        self.tree.clear();
        self.root = NONE;
        self.dice = dice;
    }

    /// Searches from the position until the limit is reached or the search is cancelled. The choice to `keep`
    /// is looked at to the end. Returns the number of simulations.
    pub(super) fn search(&mut self, view: View<'_, G>, keep: Option<G::Action>, limit: &Allotment, control: &SearchControl<'_>) -> u32 {
        self.take_root(view);
        let deadline = Deadline { limit, control };
        let choices = self.tree.edges(self.root).len();
        self.tree.node_mut(self.root).open = choices as u32;
        let runners = selection::plausible(self.tree.edges(self.root));
        let kept = keep.and_then(|keep| self.tree.edges(self.root).iter().position(|edge| edge.action == keep));
        self.race.begin(choices, runners, kept, (!limit.is_timed()).then_some(limit.iterations));
        let mut done = 0;
        let mut reported = (0, 0.0);
        loop {
            let used = limit.used(done);
            let (viewer, edges) = (self.viewer, self.tree.edges(self.root));
            self.race.advance(used, |place| if viewer == Side::Axis { edges[place].value } else { 1.0 - edges[place].value });
            if used >= 1.0 || control.is_cancelled() {
                break;
            }
            let due = if limit.is_timed() { limit.seconds() - reported.1 >= REPORT_SECONDS } else { done - reported.0 >= REPORT_EVERY };
            if due {
                reported = (done, limit.seconds());
                control.report(&Progress { looks: u64::from(done), share: used as f32, win: self.win() });
            }
            let most = limit.iterations - done;
            while self.waiting < self.descents.len() && (self.waiting as u32) < most {
                if self.descend(view, &deadline).is_err() {
                    break;
                }
            }
            done += self.waiting as u32;
            self.book();
        }
        done
    }

    /// Chance of winning of the side that searches.
    pub(super) fn win(&self) -> f32 {
        let value = self.tree.node(self.root).value;
        if self.viewer == Side::Axis { value } else { 1.0 - value }
    }

    // ---- the root ------------------------------------------------------------------

    /// Goes to the node of the position, with what earlier searches of it have found out, and makes sure that
    /// there is room and that its choices are known.
    fn take_root(&mut self, view: View<'_, G>) {
        let world = view.determinize(&mut self.dice);
        if self.viewer != view.viewer() {
            self.tree.clear();
            self.viewer = view.viewer();
        }
        self.evaluator.prepare(&world, self.viewer);
        self.policy.prepare(&world, self.viewer);
        let key = view.view_hash();
        self.root = match self.tree.find(key) {
            Some(known) if self.tree.load() > SWEEP_AT => self.tree.sweep(known),
            Some(known) => known,
            None => NONE,
        };
        if self.root == NONE || self.tree.load() > SWEEP_AT || !self.expand(self.root, &world) {
            self.tree.clear();
            self.root = self.tree.at(key, world.turn()).expect("an empty graph has room for a node");
            let has_room = self.expand(self.root, &world);
            assert!(has_room, "an empty graph has room for one list of choices");
        }
    }

    /// Makes the choices of a node known, best prior first. False if there is no room for them.
    fn expand(&mut self, node: u32, game: &G) -> bool {
        if self.tree.node(node).is_expanded() {
            return true;
        }
        game.legal_actions(&mut self.legal);
        self.order.clear();
        if self.tree.node(node).turn == Turn::Chance {
            self.order.extend(self.legal.iter().map(|&action| (game.chance_weight(action) as f32, 0, action)));
        } else {
            self.weigh(game);
        }
        self.tree.node_mut(node).list = fingerprint(&self.legal);
        self.tree.offer(node, self.order.iter().map(|&(prior, _, action)| (action, prior)))
    }

    /// Puts the legal choices in the order of their priors, equal ones in a random order.
    fn weigh(&mut self, game: &G) {
        if self.legal.len() == 1 {
            self.order.push((1.0, 0, self.legal[0]));
            return;
        }
        self.evaluator.weigh(game, &self.legal, &mut self.weights);
        let total: f32 = self.weights.iter().sum();
        let dice = &mut self.dice;
        let priors = self.legal.iter().zip(&self.weights);
        self.order.extend(priors.map(|(&action, weight)| (weight / total, dice.bits() as u32, action)));
        self.order.sort_unstable_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)).then(a.2.cmp(&b.2)));
    }

    // ---- down ----------------------------------------------------------------------

    /// Begins a simulation and leaves it waiting for its value.
    fn descend(&mut self, view: View<'_, G>, deadline: &Deadline<'_>) -> Result<(), TimeUp> {
        let mut game = view.determinize(&mut self.dice);
        let mut steps = std::mem::take(&mut self.descents[self.waiting].steps);
        steps.clear();
        let mut node = self.root;
        let (mut mover, mut handovers) = (self.viewer, 0);
        loop {
            let seen = self.tree.node(node);
            let turn = seen.turn;
            let is_new = seen.visits == 0 && node != self.root;
            if let Turn::Player(side) = turn
                && side != mover
                && game.is_quiet()
            {
                handovers += u32::from(side != self.viewer);
                mover = side;
            }
            let is_far = handovers > self.settings.handovers || steps.len() == DEPTH;
            if turn == Turn::Over || is_new || is_far || !self.expand(node, &game) {
                break;
            }
            let place = match turn {
                Turn::Player(_) if node == self.root => self.race.next(),
                Turn::Player(side) => self.select(node, side, &game),
                _ => {
                    let results = self.tree.edges(node).iter().map(|edge| (edge.prior, edge.visits + u32::from(edge.pending)));
                    roll(results, &mut self.dice)
                }
            };
            steps.push(Step { node, place: place as u32 });
            game.apply(self.tree.enter(node, place));
            let next = self.tree.pass(node, place, game.view_hash(self.viewer), game.turn());
            node = next.unwrap_or(NONE);
            if next.is_none() {
                break;
            }
        }
        let finished = play_on(&mut game, &mut self.policy, self.settings.rollout, &mut self.dice, &mut self.legal, deadline);
        if finished.is_err() {
            for step in &steps {
                self.tree.leave(step.node, step.place as usize);
            }
        }
        self.descents[self.waiting] = Descent { steps, leaf: node };
        finished?;
        self.positions.push(game);
        self.waiting += 1;
        Ok(())
    }

    /// The place of the edge by which a player goes on.
    fn select(&mut self, node: u32, side: Side, game: &G) -> usize {
        self.shut.clear();
        if side != self.viewer {
            self.shut_missing(node, game);
        }
        let open = selection::open_at(self.tree.node(node), self.tree.edges(node));
        let at = self.tree.node_mut(node);
        at.open = at.open.max(open as u32);
        let at = self.tree.node(node);
        selection::select(at, self.tree.edges(node), side, &self.shut)
    }

    /// Compares the choices of the other side in the world at hand with those known from other worlds.
    /// Nothing is shut where they are the same.
    fn shut_missing(&mut self, node: u32, game: &G) {
        game.legal_actions(&mut self.legal);
        if self.tree.node(node).list == fingerprint(&self.legal) {
            return;
        }
        let edges = self.tree.edges(node);
        self.order.clear();
        let unknown = self.legal.iter().filter(|&&action| edges.iter().all(|edge| edge.action != action));
        let share = 1.0 / (edges.len() + 1) as f32;
        self.order.extend(unknown.map(|&action| (share, 0, action)));
        if !self.order.is_empty() {
            // Without room for them, this simulation does with the choices that are known.
            if self.tree.offer(node, self.order.iter().map(|&(prior, _, action)| (action, prior))) {
                self.tree.node_mut(node).list = OF_SEVERAL_WORLDS;
            }
        }
        for edge in self.tree.edges_mut(node) {
            let missing = !self.legal.contains(&edge.action);
            edge.missed += u32::from(missing);
            self.shut.push(missing);
        }
    }

    // ---- and up --------------------------------------------------------------------

    /// Has the waiting positions valued and books the values.
    fn book(&mut self) {
        if self.waiting == 0 {
            return;
        }
        self.evaluator.evaluate(&self.positions, &mut self.values);
        self.positions.clear();
        for (descent, &value) in self.descents[..self.waiting].iter().zip(&self.values) {
            let mut below = (descent.leaf != NONE).then_some(descent.leaf);
            if let Some(leaf) = below {
                self.tree.book_leaf(leaf, value);
            }
            for step in descent.steps.iter().rev() {
                self.tree.book_step(step.node, step.place as usize, below, value);
                below = Some(step.node);
            }
        }
        self.waiting = 0;
    }
}
