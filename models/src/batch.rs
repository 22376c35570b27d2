//! The input of a network, and its output.

use std::sync::Arc;

use rayon::prelude::*;
use stavka_engine::Turn;
use stavka_engine::observation::{Observation, Observe, TOKEN_WIDTH};

use crate::shape::InputShape;

/// What hand-written knowledge says of a position, beside what is seen of it.
#[derive(Clone, Copy, Debug, Default)]
pub struct Advice<'a> {
    /// One number per name of [`InputShape::advice`].
    pub terms: &'a [f32],
    /// How promising each legal action looks, as a logit.
    pub scores: &'a [f32],
}

/// Positions that a thread encodes at a time.
const RUN: usize = 8;

/// Encoded positions of one grid, each with its legal actions, seen by the side that decides. Clearing keeps the
/// buffers, so that a batch that has once been full allocates no more.
#[derive(Clone, Debug)]
pub struct Batch {
    shape: Arc<InputShape>,
    scales: Arc<[f32]>,
    planes: Vec<u8>,
    facts: Vec<f32>,
    tokens: Vec<[i16; TOKEN_WIDTH]>,
    scores: Vec<f32>,
    starts: Vec<usize>,
}

impl Batch {
    /// An empty batch of positions of this shape, whose planes are bytes to be divided by these scales, one per plane.
    ///
    /// # Panics
    /// If there are not as many scales as planes.
    pub fn new(shape: Arc<InputShape>, scales: Arc<[f32]>) -> Self {
        assert_eq!(shape.planes.len(), scales.len(), "a scale for each plane");
        Batch { shape, scales, planes: Vec::new(), facts: Vec::new(), tokens: Vec::new(), scores: Vec::new(), starts: vec![0] }
    }

    /// An empty batch for positions like this one.
    pub fn of<G: Observe>(game: &G) -> Self {
        let spec = G::observation_spec(game.scenario());
        Batch::new(Arc::new(InputShape::of(spec)), spec.scales.as_slice().into())
    }

    /// An empty batch for positions like those of this one.
    pub fn alike(&self) -> Self {
        Batch::new(Arc::clone(&self.shape), Arc::clone(&self.scales))
    }

    /// Adds a position in which a player decides, as that player sees it, with its legal actions in their order and
    /// what `advice` says: terms about the position, and a score for each of the actions; both empty if the shape has
    /// no advice. [`Encoder`](crate::Encoder) knows what to say.
    ///
    /// # Panics
    /// If the advice is not of the shape.
    pub fn push<G: Observe>(&mut self, game: &G, legal: &[G::Action], advice: Advice<'_>) {
        let Turn::Player(viewer) = game.turn() else { unreachable!("networks are asked where a player decides") };
        self.check(advice, legal.len());
        let spec = G::observation_spec(game.scenario());
        let (planes, facts) = (self.planes.len(), self.facts.len());
        self.planes.extend_from_slice(&spec.static_planes);
        self.planes.resize(planes + spec.plane_len(), 0);
        self.facts.resize(facts + self.shape.globals.len(), 0.0);
        let changing = spec.changing(&mut self.planes[planes..]);
        game.observe(viewer, &mut Observation { planes: changing, globals: &mut self.facts[facts..] });
        self.facts.extend_from_slice(advice.terms);
        self.scores.extend_from_slice(advice.scores);
        self.tokens.extend(legal.iter().map(|&action| game.token(action).to_array()));
        self.starts.push(self.tokens.len());
    }

    /// Adds positions, encoded on all threads of the pool: `encode` adds one to an empty batch of this shape, with what
    /// `make` made for its thread.
    pub fn extend<P: Sync, E>(
        &mut self,
        positions: &[P],
        make: impl Fn() -> E + Send + Sync,
        encode: impl Fn(&mut E, &mut Batch, &P) + Send + Sync,
    ) {
        let length = self.shape.planes.len() * self.shape.area();
        let old = self.planes.len();
        self.planes.resize(old + positions.len() * length, 0);
        let (shape, scales) = (&self.shape, &self.scales);
        let encoded = self.planes[old..].par_chunks_mut(RUN * length).zip(positions.par_chunks(RUN));
        let encoded = encoded.map_init(
            || (make(), Batch::new(Arc::clone(shape), Arc::clone(scales))),
            |(encoder, batch), (planes, run)| {
                batch.clear();
                for position in run {
                    encode(encoder, batch, position);
                }
                planes.copy_from_slice(&batch.planes);
                // The planes are by far the most of a batch and stay here; the rest may be copied twice.
                (batch.facts.clone(), batch.scores.clone(), batch.tokens.clone(), batch.starts.clone())
            },
        );
        for (facts, scores, tokens, starts) in encoded.collect::<Vec<_>>() {
            let before = self.tokens.len();
            self.facts.extend(facts);
            self.scores.extend(scores);
            self.tokens.extend(tokens);
            self.starts.extend(starts[1..].iter().map(|start| before + start));
        }
    }

    /// Adds a position that was encoded elsewhere.
    ///
    /// # Panics
    /// If the lengths are not those of the shape.
    pub fn push_encoded(&mut self, planes: &[u8], globals: &[f32], tokens: &[[i16; TOKEN_WIDTH]], advice: Advice<'_>) {
        assert_eq!(planes.len(), self.shape.planes.len() * self.shape.area(), "the planes of one position");
        assert_eq!(globals.len(), self.shape.globals.len(), "the globals of one position");
        self.check(advice, tokens.len());
        self.planes.extend_from_slice(planes);
        self.facts.extend_from_slice(globals);
        self.facts.extend_from_slice(advice.terms);
        self.scores.extend_from_slice(advice.scores);
        self.tokens.extend_from_slice(tokens);
        self.starts.push(self.tokens.len());
    }

    fn check(&self, advice: Advice<'_>, actions: usize) {
        let scores = if self.shape.advice.is_empty() { 0 } else { actions };
        assert_eq!(advice.terms.len(), self.shape.advice.len(), "the terms of advice on one position");
        assert_eq!(advice.scores.len(), scores, "the scores of the actions of one position");
    }

    /// Forgets the positions.
    pub fn clear(&mut self) {
        self.planes.clear();
        self.facts.clear();
        self.scores.clear();
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

    /// positions x planes x height x width, to be divided by [`Batch::scales`].
    pub fn planes(&self) -> &[u8] {
        &self.planes
    }

    /// What the bytes of each plane are divided by.
    pub fn scales(&self) -> &Arc<[f32]> {
        &self.scales
    }

    /// positions x facts: globals, then terms of advice.
    pub fn facts(&self) -> &[f32] {
        &self.facts
    }

    /// The advised score of all legal actions of all positions, as long as the tokens; empty without advice.
    pub fn scores(&self) -> &[f32] {
        &self.scores
    }

    /// The tokens of all legal actions of all positions, one position after the other.
    pub fn tokens(&self) -> &[[i16; TOKEN_WIDTH]] {
        &self.tokens
    }

    /// Where the tokens of each position begin, and at the end their number: one longer than the batch.
    pub fn starts(&self) -> &[usize] {
        &self.starts
    }

    /// The planes of one position: planes x height x width, to be divided by [`Batch::scales`].
    pub fn planes_of(&self, position: usize) -> &[u8] {
        let length = self.shape.planes.len() * self.shape.area();
        &self.planes[position * length..][..length]
    }

    /// The globals of one position and the terms of advice on it.
    pub fn facts_of(&self, position: usize) -> &[f32] {
        let length = self.shape.facts();
        &self.facts[position * length..][..length]
    }

    /// The advised scores of one position; empty without advice.
    pub fn scores_of(&self, position: usize) -> &[f32] {
        if self.scores.is_empty() { &[] } else { &self.scores[self.starts[position]..self.starts[position + 1]] }
    }

    /// The advice on one position.
    pub fn advice_of(&self, position: usize) -> Advice<'_> {
        Advice { terms: &self.facts_of(position)[self.shape.globals.len()..], scores: self.scores_of(position) }
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
