//! Positions as a network reads them, and its answers.

use std::sync::Arc;

use stavka_engine::Turn;
use stavka_engine::observation::{Observation, Observe, TOKEN_WIDTH};

use crate::shape::InputShape;

/// Encoded positions of one grid, each with its legal actions, seen by the side that decides. Clearing keeps the
/// buffers, so that a batch that has once been full allocates no more.
#[derive(Clone, Debug)]
pub struct Batch {
    shape: Arc<InputShape>,
    planes: Vec<f32>,
    globals: Vec<f32>,
    tokens: Vec<[i16; TOKEN_WIDTH]>,
    starts: Vec<usize>,
}

impl Batch {
    /// An empty batch of positions of this shape.
    pub fn new(shape: Arc<InputShape>) -> Self {
        Batch { shape, planes: Vec::new(), globals: Vec::new(), tokens: Vec::new(), starts: vec![0] }
    }

    /// An empty batch for positions like this one.
    pub fn of<G: Observe>(game: &G) -> Self {
        Batch::new(Arc::new(InputShape::of(G::observation_spec(game.scenario()))))
    }

    /// Adds a position in which a player decides, as that player sees it, with its legal actions in their order.
    pub fn push<G: Observe>(&mut self, game: &G, legal: &[G::Action]) {
        let Turn::Player(viewer) = game.turn() else { unreachable!("networks are asked where a player decides") };
        let planes = self.planes.len();
        let globals = self.globals.len();
        self.planes.resize(planes + self.shape.planes.len() * self.shape.area(), 0.0);
        self.globals.resize(globals + self.shape.globals.len(), 0.0);
        game.observe(viewer, &mut Observation { planes: &mut self.planes[planes..], globals: &mut self.globals[globals..] });
        self.tokens.extend(legal.iter().map(|&action| game.token(action).to_array()));
        self.starts.push(self.tokens.len());
    }

    /// Adds a position that was encoded elsewhere.
    ///
    /// # Panics
    /// If the lengths are not those of the shape.
    pub fn push_encoded(&mut self, planes: &[f32], globals: &[f32], tokens: &[[i16; TOKEN_WIDTH]]) {
        assert_eq!(planes.len(), self.shape.planes.len() * self.shape.area(), "the planes of one position");
        assert_eq!(globals.len(), self.shape.globals.len(), "the globals of one position");
        self.planes.extend_from_slice(planes);
        self.globals.extend_from_slice(globals);
        self.tokens.extend_from_slice(tokens);
        self.starts.push(self.tokens.len());
    }

    /// Forgets the positions.
    pub fn clear(&mut self) {
        self.planes.clear();
        self.globals.clear();
        self.tokens.clear();
        self.starts.truncate(1);
    }

    /// Number of positions.
    pub fn len(&self) -> usize {
        self.starts.len() - 1
    }

    /// Whether there are no positions.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The shape of every position.
    pub fn shape(&self) -> &Arc<InputShape> {
        &self.shape
    }

    /// positions x planes x height x width.
    pub fn planes(&self) -> &[f32] {
        &self.planes
    }

    /// positions x globals.
    pub fn globals(&self) -> &[f32] {
        &self.globals
    }

    /// The tokens of all legal actions of all positions, one position after the other.
    pub fn tokens(&self) -> &[[i16; TOKEN_WIDTH]] {
        &self.tokens
    }

    /// Where the tokens of each position begin, and at the end their number: one longer than the batch.
    pub fn starts(&self) -> &[usize] {
        &self.starts
    }

    /// The planes of one position: planes x height x width.
    pub fn planes_of(&self, position: usize) -> &[f32] {
        let length = self.shape.planes.len() * self.shape.area();
        &self.planes[position * length..][..length]
    }

    /// The globals of one position.
    pub fn globals_of(&self, position: usize) -> &[f32] {
        let length = self.shape.globals.len();
        &self.globals[position * length..][..length]
    }

    /// The tokens of one position.
    pub fn tokens_of(&self, position: usize) -> &[[i16; TOKEN_WIDTH]] {
        &self.tokens[self.starts[position]..self.starts[position + 1]]
    }
}

/// A network's answers to a batch, from the point of view of the side that decides.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Heads {
    /// One logit per token of the batch, in their order.
    pub logits: Vec<f32>,
    /// Probabilities of win, draw and loss per position.
    pub wdl: Vec<[f32; 3]>,
    /// Expected margin in victory points per position, positive in favour of the side that decides.
    pub margin: Vec<f32>,
}

impl Heads {
    /// Forgets earlier answers.
    pub fn clear(&mut self) {
        self.logits.clear();
        self.wdl.clear();
        self.margin.clear();
    }
}
