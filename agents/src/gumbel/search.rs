//! The search as a machine that waits for its network: [`Search::begin`], then [`Search::step`] and
//! [`Search::supply`] in turn until it is done.

use stavka_engine::dice::mix;
use stavka_engine::{Determinize, Dice, Game, Side, Turn, View};

use super::improve::{Sigma, softmax, tilt};
use super::race::Race;
use super::tree::{Edge, Tree, own};
use crate::agent::SearchControl;
use crate::budget::Allotment;
use crate::graph::{NONE, Node as _, roll};
use crate::logistic::{exp, ln};
use crate::network::{Forecast, Query, ValueScale};

/// Longest way down the graph.
const DEPTH: usize = 256;
/// Most choices by which a simulation carries a half-done compound on.
const CARRIED: usize = 6;
/// Load of the memory from which dead parts of the graph are freed before a search.
const SWEEP_AT: f32 = 0.5;
/// Priors count as no less than this, so that values can make up for them.
const LEAST_SHARE: f32 = 1e-9;

/// How a [`Search`] thinks.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct GumbelSettings {
    /// Most choices that run for the root.
    pub considered: usize,
    /// How strongly values tilt the policy.
    pub sigma: Sigma,
    /// Most bytes of the graph, at least one MiB.
    pub memory: usize,
}

impl Default for GumbelSettings {
    fn default() -> Self {
        GumbelSettings { considered: 16, sigma: Sigma { visits: 50.0, scale: 1.0 }, memory: 64 << 20 }
    }
}

/// What the search needs next.
#[derive(Debug)]
pub enum Step<'a, G: Game> {
    /// The reply to this query, through [`Search::supply`]. Its contents may be swapped for others, so that a
    /// driver that gathers queries need not copy them.
    Wants(&'a mut Query<G>),
    /// Nothing: the search is over.
    Done,
}

/// What the search waits for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Waiting {
    Nothing,
    Root,
    Leaf,
}

/// One choice on the way down.
#[derive(Clone, Copy)]
struct Passed {
    node: u32,
    /// Place of the choice among the edges of the node, which growing does not change.
    place: u32,
    /// Place of the choice that the simulation was meant for.
    meant: u32,
}

/// A Gumbel search of one game, with what it has found out so far.
pub struct Search<G: Game> {
    settings: GumbelSettings,
    viewer: Side,
    dice: Dice,
    tree: Tree<G::Action>,
    root: u32,
    /// Hash of what the viewer knows at the root.
    key: u64,
    limit: Allotment,
    /// The scale of the network's values, on which finished games are valued too.
    scale: ValueScale,
    /// How worlds are drawn.
    sample_world: fn(&G, Side, &mut Dice) -> G,
    /// One of the worlds that the viewer cannot tell apart.
    world: Option<G>,
    /// Whether nothing is hidden from the viewer, so that values can be known exactly.
    is_certain: bool,
    /// The choices at the root, as the caller lists them.
    choices: Vec<G::Action>,
    /// Noise on each of them.
    gumbels: Vec<f32>,
    race: Race,
    done: u32,
    waiting: Waiting,
    query: Option<Query<G>>,
    /// Who decides in the query.
    asked_side: Side,
    path: Vec<Passed>,
    /// The node that the simulation at hand ended at; `NONE` if there was no room for one.
    leaf: u32,
    /// The position there, if a compound is half done in it.
    half_done: Option<G>,
    /// How often the simulation has been carried on.
    carried: usize,
    /// Choices of the position at hand.
    legal: Vec<G::Action>,
    /// Choices that the query was about.
    asked: Vec<G::Action>,
    /// Tilted logits, or shares, of the edges at hand.
    shares: Vec<f32>,
    policy: Vec<f32>,
    order: Vec<usize>,
}

impl<G: Determinize> Search<G> {
    /// A search that knows nothing yet, at the beginning of stream `seed`.
    pub fn new(settings: GumbelSettings, seed: u64) -> Self {
        Search {
            settings,
            viewer: Side::Axis,
            dice: Dice::new(seed),
            tree: Tree::new(settings.memory),
            root: NONE,
            key: 0,
            limit: Allotment::of_iterations(0),
            scale: ValueScale::RESULT,
            sample_world: G::determinize,
            world: None,
            is_certain: false,
            choices: Vec::new(),
            gumbels: Vec::new(),
            race: Race::default(),
            done: 0,
            waiting: Waiting::Nothing,
            query: None,
            asked_side: Side::Axis,
            path: Vec::with_capacity(DEPTH),
            leaf: NONE,
            half_done: None,
            carried: 0,
            legal: Vec::new(),
            asked: Vec::new(),
            shares: Vec::new(),
            policy: Vec::new(),
            order: Vec::new(),
        }
    }

    /// Draws worlds in another way than evenly: given one of them and the side that searches, another one that the side
    /// cannot tell from it.
    pub fn sample_worlds_by(&mut self, sample_world: fn(&G, Side, &mut Dice) -> G) {
        self.sample_world = sample_world;
    }

    /// Says on which scale the network values positions; without a word it is that of results alone.
    pub fn set_scale(&mut self, scale: ValueScale) {
        self.scale = scale;
    }

    /// Forgets what was searched and takes up another stream.
    pub fn new_game(&mut self, seed: u64) {
        self.tree.clear();
        self.root = NONE;
        self.waiting = Waiting::Nothing;
        self.dice = Dice::new(seed);
    }

    /// Takes up the position in which the viewing side must choose from `legal`, with what earlier searches of
    /// this game have found out about it. `noise` scales the Gumbel noise: 1 in self-play, 0 for the strongest
    /// play. A search for the other side begins anew.
    pub fn begin(&mut self, view: View<'_, G>, legal: &[G::Action], limit: Allotment, noise: f32) {
        if self.viewer != view.viewer() {
            self.tree.clear();
            self.viewer = view.viewer();
        }
        self.limit = limit;
        self.done = 0;
        self.choices.clear();
        self.choices.extend_from_slice(legal);
        self.gumbels.clear();
        let dice = &mut self.dice;
        self.gumbels.extend(legal.iter().map(|_| if noise == 0.0 { 0.0 } else { noise * gumbel(dice) }));
        self.world = Some(view.determinize(&mut self.dice));
        let was_certain = std::mem::replace(&mut self.is_certain, view.sees_all());
        if was_certain && !self.is_certain {
            // What an earlier search knew exactly, before something was hidden, it knew of one world.
            for node in self.tree.nodes_mut() {
                node.is_settled = false;
            }
        }
        self.key = view.view_hash();
        self.take_root();
        self.waiting = Waiting::Nothing;
        if self.tree.node(self.root).is_expanded() {
            self.line_up();
        }
    }

    fn take_root(&mut self) {
        let known = self.tree.find(self.key).filter(|&node| self.knows_choices(node));
        self.root = match known {
            Some(node) if self.tree.load() > SWEEP_AT => self.tree.sweep(node),
            Some(node) => node,
            None => NONE,
        };
        if self.root == NONE || self.tree.load() > SWEEP_AT {
            self.plant();
        }
    }

    /// Begins the graph anew with the root alone.
    fn plant(&mut self) {
        self.tree.clear();
        self.root = self.tree.find_or_add(self.key).expect("an empty graph has room for a node");
        self.tree.node_mut(self.root).turn = Turn::Player(self.viewer);
    }

    /// Whether the edges of a node are the choices at hand, in the same order.
    fn knows_choices(&self, node: u32) -> bool {
        self.tree.edges(node).iter().map(|edge| edge.action).eq(self.choices.iter().copied())
    }

    /// Lets the choices of the greatest noisy priors run for the root.
    fn line_up(&mut self) {
        let edges = self.tree.edges(self.root);
        let score = |place: usize| self.gumbels[place] + edges[place].prior;
        self.order.clear();
        self.order.extend(0..edges.len());
        self.order.sort_unstable_by(|&a, &b| score(b).total_cmp(&score(a)).then(a.cmp(&b)));
        let field =
            if self.limit.is_timed() { self.settings.considered } else { Race::field(self.settings.considered, self.limit.iterations) };
        self.race.begin(edges.len(), self.order.iter().copied().take(field));
    }

    /// Goes on as far as it can without the network, or until the search is cancelled. The first query of a position
    /// that is new comes in any case.
    pub fn step(&mut self, control: &SearchControl<'_>) -> Step<'_, G> {
        if self.waiting == Waiting::Nothing && !self.tree.node(self.root).is_expanded() {
            let world = self.world.clone().expect("a search that goes on has begun");
            self.legal.clone_from(&self.choices);
            self.ask(world, Waiting::Root);
        }
        while self.waiting == Waiting::Nothing {
            let used = self.limit.used(self.done);
            self.advance(used);
            if used >= 1.0 || self.tree.node(self.root).is_settled || control.is_cancelled() {
                return Step::Done;
            }
            self.descend();
        }
        Step::Wants(self.query.as_mut().expect("a search that waits has asked"))
    }

    /// Answers the query that [`Search::step`] has handed out: a logit for each of its choices, and what it
    /// forecasts for the side that decides there. Without an open query it does nothing.
    pub fn supply(&mut self, logits: &[f32], forecast: &Forecast) {
        let score = forecast.score();
        let value = if score.is_finite() { own(self.asked_side, score.clamp(0.0, 1.0)) } else { 0.5 };
        match std::mem::replace(&mut self.waiting, Waiting::Nothing) {
            Waiting::Nothing => {}
            Waiting::Root => {
                if !self.learn(self.root, logits, value) {
                    // Whatever stands in the way of the root's own choices is given up.
                    self.plant();
                    let has_room = self.learn(self.root, logits, value);
                    assert!(has_room, "an empty graph has room for one list of choices");
                }
                self.line_up();
            }
            Waiting::Leaf => {
                let is_known = self.leaf != NONE && self.learn(self.leaf, logits, value);
                match self.half_done.take().filter(|_| is_known) {
                    Some(game) => self.carry_on(game, value),
                    None => self.book(value),
                }
            }
        }
    }

    /// Gives a node its choices and the network's word. False if there is no room for the choices.
    fn learn(&mut self, node: u32, logits: &[f32], value: f32) -> bool {
        debug_assert_eq!(logits.len(), self.asked.len(), "a reply has a logit for every choice");
        self.shares.clear();
        self.shares.extend_from_slice(logits);
        softmax(&mut self.shares);
        let edges = self.asked.iter().zip(&self.shares).map(|(&action, &share)| (action, ln(f64::from(share.max(LEAST_SHARE))) as f32));
        let has_room = self.tree.expand(node, edges);
        let node = self.tree.node_mut(node);
        node.raw = value;
        node.value = value;
        has_room
    }

    /// Ends the search before its limit: of the choices still running, the better ones stay.
    pub fn stop(&mut self) {
        if self.tree.node(self.root).is_expanded() {
            self.advance(1.0);
        }
    }

    fn advance(&mut self, used: f64) {
        let edges = self.tree.edges(self.root);
        tilt(edges, self.viewer, self.tree.node(self.root).raw, self.settings.sigma, &mut self.shares);
        let (tilted, gumbels) = (&self.shares, &self.gumbels);
        self.race.advance(used, |place| tilted[place] + gumbels[place]);
    }

    /// Asks the network about a position whose choices are in `legal`.
    fn ask(&mut self, game: G, waiting: Waiting) {
        let Turn::Player(side) = game.turn() else { unreachable!("only players have choices") };
        self.asked_side = side;
        self.asked.clone_from(&self.legal);
        if let Some(query) = &mut self.query {
            query.game = game;
            query.legal.clone_from(&self.legal);
        } else {
            self.query = Some(Query { game, legal: self.legal.clone() });
        }
        self.waiting = waiting;
    }

    // ---- down ----------------------------------------------------------------------

    /// Runs a simulation as far as it goes without the network.
    fn descend(&mut self) {
        let mut game = self.draw_world();
        self.path.clear();
        self.done += 1;
        self.carried = 0;
        let mut node = self.root;
        while self.path.len() < DEPTH {
            let Some((place, meant)) = self.choose_way(node, &game) else { break };
            self.path.push(Passed { node, place: place as u32, meant: meant as u32 });
            game.apply(self.tree.edges(node)[place].action);
            self.pass_forced(&mut game);
            let key = self.key_of(&game);
            let Some(child) = self.tree.follow(node, place, key) else {
                node = NONE;
                break;
            };
            node = child;
            self.enter(node, &game);
        }
        self.leaf = node;
        self.value_leaf(game);
    }

    /// Draws a world.
    fn draw_world(&mut self) -> G {
        let world = self.world.as_ref().expect("a search that goes on has begun");
        (self.sample_world)(world, self.viewer, &mut self.dice)
    }

    /// The key of the node that a position belongs to: what the viewer knows of it, and where the other side decides also
    /// what that side knows. There the network's word is about his view, so that one world's must not stand for another's;
    /// an edge that leads to several such nodes is worth their mean over the worlds that were drawn.
    fn key_of(&self, game: &G) -> u64 {
        let seen = game.view_hash(self.viewer);
        match game.turn() {
            Turn::Player(side) if side != self.viewer => mix(seen ^ mix(game.view_hash(side))),
            _ => seen,
        }
    }

    /// Passes through choices and dice without an alternative. Afterwards `legal` holds those of the position.
    fn pass_forced(&mut self, game: &mut G) {
        loop {
            game.legal_actions(&mut self.legal);
            let [only] = self.legal[..] else { return };
            game.apply(only);
        }
    }

    /// Notes who acts at a node, and lays out dice.
    fn enter(&mut self, node: u32, game: &G) {
        let turn = game.turn();
        self.tree.node_mut(node).turn = turn;
        if self.is_certain {
            self.tree.node_mut(node).note_state(game.state_hash());
        }
        if turn == Turn::Chance && !self.tree.node(node).is_expanded() {
            // Without room for them, the simulation plays on from here.
            self.tree.expand(node, self.legal.iter().map(|&action| (action, game.chance_weight(action) as f32)));
        }
    }

    /// The place of the edge by which the simulation goes on from a node, and of the one that it is meant for;
    /// `None` where nothing is known yet.
    fn choose_way(&mut self, node: u32, game: &G) -> Option<(usize, usize)> {
        if !self.tree.node(node).is_expanded() {
            return None;
        }
        let Turn::Player(side) = self.tree.node(node).turn else {
            let edges = self.tree.edges(node);
            let result = roll(edges.iter().map(|edge| (edge.prior, edge.visits)), &mut self.dice);
            return Some((self.unsettled(edges, result, |place| edges[place].prior), result));
        };
        let edges = self.tree.edges(node);
        debug_assert!(node == self.root || edges.iter().map(|edge| edge.action).eq(self.legal.iter().copied()), "a node has one list");
        tilt(edges, side, self.tree.node(node).raw, self.settings.sigma, &mut self.shares);
        debug_assert!(node == self.root || game.turn() == Turn::Player(side), "a node has one side to act");
        let meant = if node == self.root { self.race.next() } else { lagging(&self.shares, edges, &mut self.policy) };
        let tilted = &self.shares;
        Some((self.unsettled(edges, meant, |place| tilted[place]), meant))
    }

    /// Where a simulation goes that is meant for an edge: if all is known there, to the most promising one where it
    /// is not.
    fn unsettled(&self, edges: &[Edge<G::Action>], meant: usize, promise: impl Fn(usize) -> f32) -> usize {
        if !self.is_certain || !self.tree.is_settled(&edges[meant]) {
            return meant;
        }
        let open = (0..edges.len()).filter(|&place| !self.tree.is_settled(&edges[place]));
        open.max_by(|&a, &b| promise(a).total_cmp(&promise(b)).then(b.cmp(&a))).unwrap_or(meant)
    }

    // ---- the end, and up -----------------------------------------------------------

    /// Values the position that a simulation ended at, or asks the network to.
    fn value_leaf(&mut self, mut game: G) {
        if self.leaf != NONE && self.tree.node(self.leaf).is_expanded() {
            self.book(self.tree.node(self.leaf).value);
            return;
        }
        // A graph without room may leave dice unlaid.
        while game.turn() == Turn::Chance {
            let roll = game.draw(&self.legal, &mut self.dice);
            game.apply(roll);
            self.pass_forced(&mut game);
            self.leaf = NONE;
        }
        if let Some(outcome) = game.outcome() {
            let value = self.scale.of(&outcome);
            if self.leaf != NONE {
                let is_certain = self.is_certain;
                let node = self.tree.node_mut(self.leaf);
                node.value += (value - node.value) / (node.visits + 1) as f32;
                node.is_settled = is_certain;
            }
            self.book(value);
        } else {
            self.half_done = (!game.is_quiet()).then(|| game.clone());
            self.ask(game, Waiting::Leaf);
        }
    }

    /// Carries a half-done compound on by what the network finds likeliest, so that a choice that begins one is worth
    /// what it leads to: before that, all moves of a unit look alike. Dice end it, since one throw says less than the
    /// network's `word` before them.
    fn carry_on(&mut self, mut game: G, word: f32) {
        let node = self.leaf;
        game.legal_actions(&mut self.legal);
        if self.path.len() < DEPTH
            && self.carried < CARRIED
            && let Some((place, meant)) = self.choose_way(node, &game)
        {
            game.apply(self.tree.edges(node)[place].action);
            self.pass_forced(&mut game);
            if game.turn() != Turn::Chance
                && let Some(child) = self.tree.follow(node, place, self.key_of(&game))
            {
                self.path.push(Passed { node, place: place as u32, meant: meant as u32 });
                self.tree.node_mut(node).is_passage = true;
                self.carried += 1;
                self.leaf = child;
                self.enter(child, &game);
                self.value_leaf(game);
                return;
            }
        }
        self.book(word);
    }

    /// Carries a value back up the way that the simulation came.
    fn book(&mut self, value: f32) {
        let mut below = (self.leaf != NONE).then_some(self.leaf);
        if let Some(leaf) = below {
            self.tree.node_mut(leaf).visits += 1;
        }
        for &Passed { node, place, meant } in self.path.iter().rev() {
            self.tree.book(node, place as usize, meant as usize, below, value);
            below = Some(node);
        }
    }

    // ---- what was found ------------------------------------------------------------

    /// Simulations of this search.
    pub fn simulations(&self) -> u32 {
        self.done
    }

    /// The choices that the search was begun with.
    pub fn choices(&self) -> &[G::Action] {
        &self.choices
    }

    /// What the position is worth to the side that chooses, 0 to 1: its chance of winning, unless the network's values are of
    /// another [`ValueScale`].
    pub fn value(&self) -> f32 {
        own(self.viewer, self.tree.node(self.root).value)
    }

    /// Replaces the contents of `out` by the improved policy, one probability per choice: the target that a
    /// network should learn. At temperatures above 1 it is flatter, below 1 sharper. Uniform before
    /// the network has answered.
    pub fn policy(&self, temperature: f32, out: &mut Vec<f32>) {
        tilt(self.tree.edges(self.root), self.viewer, self.tree.node(self.root).raw, self.settings.sigma, out);
        out.resize(self.choices.len(), 0.0);
        for logit in out.iter_mut() {
            *logit /= temperature;
        }
        softmax(out);
    }

    /// Place of the winner of the race among the choices; of the best choice, if all is known. The first before
    /// the network has answered.
    pub fn best(&self) -> usize {
        if self.tree.node(self.root).is_settled
            && let Some(best) = self.tree.best_settled(self.root, self.viewer)
        {
            return best;
        }
        let mut tilted = Vec::new();
        tilt(self.tree.edges(self.root), self.viewer, self.tree.node(self.root).raw, self.settings.sigma, &mut tilted);
        let score = |place: usize| tilted[place] + self.gumbels[place];
        let better =
            |&a: &usize, &b: &usize| self.race.standing(a).cmp(&self.race.standing(b)).then(score(a).total_cmp(&score(b))).then(b.cmp(&a));
        (0..tilted.len()).max_by(better).unwrap_or(0)
    }

    /// Place of a choice drawn from the improved policy at a temperature above 0.
    pub fn draw(&mut self, temperature: f32) -> usize {
        let mut shares = std::mem::take(&mut self.shares);
        self.policy(temperature, &mut shares);
        let place = draw_from(&shares, &mut self.dice);
        self.shares = shares;
        place
    }

    /// What the search knows of the choice at `place`: simulations meant for it, the value of the position after it,
    /// its prior.
    pub(super) fn finding(&self, place: usize) -> (u32, f32, f32) {
        match self.tree.edges(self.root).get(place) {
            Some(edge) => {
                let value = if edge.visits > 0 { own(self.viewer, edge.value) } else { self.value() };
                (edge.visits, value, exp(f64::from(edge.prior)) as f32)
            }
            None => (0, self.value(), 1.0 / self.choices.len() as f32),
        }
    }

    /// Rounds that the choice at `place` was in.
    pub(super) fn standing(&self, place: usize) -> u32 {
        self.race.standing(place)
    }

    /// How play may go on with the choice at `place`.
    pub(super) fn line(&self, place: usize, length: usize, out: &mut Vec<G::Action>) {
        if self.tree.node(self.root).is_expanded() {
            self.tree.line(self.root, place, length, out);
        } else {
            out.push(self.choices[place]);
        }
    }

    /// Whether the value of the position is known exactly. It never is while something is hidden from the side.
    pub fn is_settled(&self) -> bool {
        self.tree.node(self.root).is_settled
    }

    /// Nodes of the graph.
    pub fn nodes(&self) -> usize {
        self.tree.len()
    }

    /// Bytes of the graph in use.
    pub fn bytes(&self) -> usize {
        self.tree.bytes()
    }
}

/// The choice whose share of the visits lags most behind its share in the policy of these tilted logits, which are
/// left as they are.
fn lagging<A>(tilted: &[f32], edges: &[Edge<A>], shares: &mut Vec<f32>) -> usize {
    shares.clear();
    shares.extend_from_slice(tilted);
    softmax(shares);
    let visits = (1 + edges.iter().map(|edge| edge.visits).sum::<u32>()) as f32;
    let lag = |place: usize| shares[place] - edges[place].visits as f32 / visits;
    let open = (0..edges.len()).filter(|&place| tilted[place] != f32::NEG_INFINITY);
    open.max_by(|&a, &b| lag(a).total_cmp(&lag(b)).then(b.cmp(&a))).unwrap_or(0)
}

/// A place drawn by these probabilities.
pub(crate) fn draw_from(shares: &[f32], dice: &mut Dice) -> usize {
    const PARTS: u32 = 1 << 24;
    let mut ticket = dice.below(PARTS) as f32 / PARTS as f32;
    let mut last = 0;
    for (place, &share) in shares.iter().enumerate().filter(|(_, share)| **share > 0.0) {
        if ticket < share {
            return place;
        }
        ticket -= share;
        last = place;
    }
    last
}

/// A draw from the standard Gumbel distribution.
fn gumbel(dice: &mut Dice) -> f32 {
    const PARTS: u64 = 1 << 53;
    let uniform = ((dice.bits() >> 11) as f64 + 0.5) / PARTS as f64;
    -ln(-ln(uniform)) as f32
}
