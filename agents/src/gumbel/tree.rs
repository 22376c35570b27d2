//! What the search knows: a [`Graph`] of information sets with the values of the network and of the search.

use stavka_engine::{Side, Turn};

use crate::graph::{self, Graph, Link, Placement};

/// An information set of the searching side; where the other side decides, of both.
#[derive(Clone, Copy, Debug)]
pub(super) struct Node {
    placement: Placement,
    /// Hash of the state it was first seen in, 0 if nobody asked.
    state: u64,
    /// Worth to the Axis, 0 to 1, by the network and all that was found below.
    pub(super) value: f32,
    /// The same by the network alone.
    pub(super) raw: f32,
    /// Whether the network's word no longer counts, because it was about a half-done compound that has been carried on.
    pub(super) is_passage: bool,
    /// Simulations that came through.
    pub(super) visits: u32,
    /// Who acts here.
    pub(super) turn: Turn,
    /// Whether the value is exact.
    pub(super) is_settled: bool,
    /// Whether it stands for several states.
    is_ambiguous: bool,
}

impl graph::Node for Node {
    fn new(placement: Placement) -> Self {
        Node {
            placement,
            state: 0,
            value: 0.5,
            raw: 0.5,
            is_passage: false,
            visits: 0,
            turn: Turn::Over,
            is_settled: false,
            is_ambiguous: false,
        }
    }

    #[inline]
    fn placement(&self) -> &Placement {
        &self.placement
    }

    #[inline]
    fn placement_mut(&mut self) -> &mut Placement {
        &mut self.placement
    }
}

impl Node {
    /// Notes the state in which the node is entered.
    pub(super) fn note_state(&mut self, state: u64) {
        if self.state == 0 {
            self.state = state;
        }
        if self.state != state {
            self.is_ambiguous = true;
            self.is_settled = false;
        }
    }
}

/// A choice, or a result of dice, at a node.
#[derive(Clone, Copy, Debug)]
pub(super) struct Edge<A> {
    pub(super) action: A,
    link: Link,
    /// Logarithm of the prior of a choice; weight of a result of dice.
    pub(super) prior: f32,
    /// Worth to the Axis after it, once it has been visited.
    pub(super) value: f32,
    /// Simulations that went this way or were meant to.
    pub(super) visits: u32,
}

impl<A: Copy> graph::Edge for Edge<A> {
    #[inline]
    fn link(&self) -> Link {
        self.link
    }

    #[inline]
    fn link_mut(&mut self) -> &mut Link {
        &mut self.link
    }
}

#[cfg(test)]
impl<A> Edge<A> {
    /// An edge that knows this much.
    pub(super) fn test(action: A, link: Link, prior: f32, value: f32, visits: u32) -> Self {
        Edge { action, link, prior, value, visits }
    }
}

/// A value as a side sees it.
#[inline]
pub(super) fn own(side: Side, value: f32) -> f32 {
    if side == Side::Axis { value } else { 1.0 - value }
}

/// The graph of the search.
pub(super) type Tree<A> = Graph<Node, Edge<A>>;

impl<A: Copy + PartialEq> Tree<A> {
    /// Gives a node its choices with the logarithms of their priors, or its results of dice with their weights.
    /// False if there is no room for them.
    pub(super) fn expand(&mut self, node: u32, edges: impl ExactSizeIterator<Item = (A, f32)>) -> bool {
        self.grow(node, edges.map(|(action, prior)| Edge { action, link: Link::OPEN, prior, value: 0.5, visits: 0 }))
    }

    /// Whether the value behind an edge is exact.
    #[inline]
    pub(super) fn is_settled(&self, edge: &Edge<A>) -> bool {
        edge.link.end().is_some_and(|child| self.node(child).is_settled)
    }

    /// Books a simulation that went on from a node by the edge at `place` to `child`, though it was meant for the
    /// one at `meant`.
    pub(super) fn book(&mut self, node: u32, place: usize, meant: usize, child: Option<u32>, value: f32) {
        let known = child.map(|child| (self.node(child).value, self.node(child).is_settled));
        let (at, edge) = self.step_mut(node, place);
        at.visits += 1;
        if place == meant || edge.visits == 0 {
            edge.visits += 1;
        }
        edge.value = match known {
            Some((known, _)) if !edge.link.is_split() => known,
            _ => edge.value + (value - edge.value) / edge.visits as f32,
        };
        if place != meant {
            self.edges_mut(node)[meant].visits += 1;
        }
        let exact = if known.is_some_and(|(_, settled)| settled) { self.settle(node) } else { None };
        let value = exact.unwrap_or_else(|| self.estimate(node));
        let at = self.node_mut(node);
        at.value = value;
        at.is_settled = exact.is_some();
    }

    /// What the node is worth by what has been seen: dice by their exact weights, choices by their visits together
    /// with the network's word.
    fn estimate(&self, node: u32) -> f32 {
        let is_chance = self.node(node).turn == Turn::Chance;
        let (mut sum, mut weights) = if is_chance || self.node(node).is_passage { (0.0, 0.0) } else { (self.node(node).raw, 1.0) };
        for edge in self.edges(node).iter().filter(|edge| edge.visits > 0) {
            let weight = if is_chance { edge.prior } else { edge.visits as f32 };
            sum += weight * edge.value;
            weights += weight;
        }
        (sum / weights).clamp(0.0, 1.0)
    }

    /// What the node is worth exactly, if that is known.
    fn settle(&mut self, node: u32) -> Option<f32> {
        let at = *self.node(node);
        if at.is_ambiguous {
            return None;
        }
        // Nodes may have been settled by other ways than through here.
        for place in 0..self.edges(node).len() {
            let end = self.edges(node)[place].link.end().map(|child| *self.node(child));
            if let Some(child) = end.filter(|child| child.is_settled) {
                let (_, edge) = self.step_mut(node, place);
                edge.value = child.value;
                edge.visits = edge.visits.max(1);
            }
        }
        let edges = self.edges(node);
        let is_known = edges.iter().all(|edge| self.is_settled(edge));
        match at.turn {
            Turn::Player(side) => {
                let values = edges.iter().filter(|edge| self.is_settled(edge)).map(|edge| own(side, edge.value));
                let best = values.fold(f32::NEG_INFINITY, f32::max);
                (is_known || best >= 1.0).then(|| own(side, best))
            }
            _ => is_known.then(|| self.estimate(node)),
        }
    }

    /// The choice at a settled node that is worth most to a side, the likelier of equals.
    pub(super) fn best_settled(&self, node: u32, side: Side) -> Option<usize> {
        let settled = self.edges(node).iter().enumerate().filter(|(_, edge)| self.is_settled(edge));
        let best = settled.max_by(|(_, a), (_, b)| own(side, a.value).total_cmp(&own(side, b.value)).then(a.prior.total_cmp(&b.prior)));
        best.map(|(place, _)| place)
    }

    /// How play goes on from a node by an edge: the most visited edges, until they end or the way depends on the
    /// world. At most `length` of them; forced choices between them are left out.
    pub(super) fn line(&self, node: u32, place: usize, length: usize, out: &mut Vec<A>) {
        let mut edge = Some(&self.edges(node)[place]);
        while let Some(at) = edge {
            out.push(at.action);
            let Some(child) = at.link.end().filter(|_| out.len() < length) else { break };
            // The first of equals has been listed first.
            edge = self.edges(child).iter().rev().max_by_key(|edge| edge.visits).filter(|edge| edge.visits > 0);
        }
    }
}
