//! What the search knows: a [`Graph`] of information sets with values that go up by visits.

use stavka_engine::Turn;

use crate::graph::{self, Graph, Link, Node as _, Placement};

pub(super) use crate::graph::NONE;

/// An information set of the searching side.
#[derive(Clone, Copy, Debug)]
pub(super) struct Node {
    placement: Placement,
    /// Chance of an Axis win.
    pub(super) value: f32,
    /// Mean of the values of the simulations that came through.
    mean: f32,
    /// Sum of their squared deviations.
    deviation: f32,
    /// Simulations that came through and are over.
    pub(super) visits: u32,
    /// Simulations that came through and wait for their value.
    pub(super) pending: u32,
    /// Edges that may have been visited, the first ones.
    pub(super) open: u32,
    /// Fingerprint of the list of choices that the edges are made of.
    pub(super) list: u32,
    /// Who acts here.
    pub(super) turn: Turn,
}

impl graph::Node for Node {
    fn new(placement: Placement) -> Self {
        Node { placement, value: 0.5, mean: 0.0, deviation: 0.0, visits: 0, pending: 0, open: 0, list: 0, turn: Turn::Over }
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
    /// Standard deviation of the values that came through, drawn towards `usual` while they are few.
    #[inline]
    pub(super) fn spread(&self, usual: f32) -> f32 {
        const DRAW: f32 = 8.0;
        ((self.deviation + DRAW * usual * usual) / (self.visits as f32 + DRAW)).sqrt()
    }

    fn count(&mut self, value: f32) {
        self.visits += 1;
        let off = value - self.mean;
        self.mean += off / self.visits as f32;
        self.deviation += off * (value - self.mean);
    }
}

/// A choice, or a result of dice, at a node.
#[derive(Clone, Copy, Debug)]
pub(super) struct Edge<A> {
    pub(super) action: A,
    link: Link,
    /// Chance of an Axis win after it.
    pub(super) value: f32,
    /// Share of a choice in the weights of its list; weight of a die result.
    pub(super) prior: f32,
    /// Simulations that went this way and are over.
    pub(super) visits: u32,
    /// Visits of the node in worlds where this choice did not exist.
    pub(super) missed: u32,
    /// Simulations that went this way and wait for their value.
    pub(super) pending: u16,
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

/// The graph of the search.
pub(super) type Tree<A> = Graph<Node, Edge<A>>;

impl<A: Copy + PartialEq> Tree<A> {
    /// The node with this key, where `turn` acts; `None` if there is no room for it.
    pub(super) fn at(&mut self, key: u64, turn: Turn) -> Option<u32> {
        let node = self.find_or_add(key)?;
        self.node_mut(node).turn = turn;
        Some(node)
    }

    /// Gives a node its choices, or further ones behind those it has: pairs of action and prior. False if there
    /// is no room for them.
    pub(super) fn offer(&mut self, node: u32, more: impl ExactSizeIterator<Item = (A, f32)>) -> bool {
        let &Node { visits, value, .. } = self.node(node);
        // Choices that turn up late were missing in all worlds before.
        let missed = if self.node(node).is_expanded() { visits } else { 0 };
        self.grow(node, more.map(|(action, prior)| Edge { action, link: Link::OPEN, value, prior, visits: 0, missed, pending: 0 }))
    }

    /// Sends a simulation on from a node by one of its edges. Returns the action.
    #[inline]
    pub(super) fn enter(&mut self, node: u32, place: usize) -> A {
        let (node, edge) = self.step_mut(node, place);
        node.pending += 1;
        edge.pending += 1;
        edge.action
    }

    /// Takes a simulation back that went on from a node.
    pub(super) fn leave(&mut self, node: u32, place: usize) {
        let (node, edge) = self.step_mut(node, place);
        node.pending -= 1;
        edge.pending -= 1;
    }

    /// The node that an edge leads to, where `turn` acts, in a world in which the viewer then knows what `key`
    /// stands for; `None` if there is no room for it.
    pub(super) fn pass(&mut self, node: u32, place: usize, key: u64, turn: Turn) -> Option<u32> {
        let child = self.follow(node, place, key)?;
        self.node_mut(child).turn = turn;
        Some(child)
    }

    /// How play goes on from a node by `action`: the most visited edges, until they end or the way depends on
    /// the world. At most `length` of them.
    pub(super) fn line(&self, node: u32, action: A, length: usize, out: &mut Vec<A>) {
        let mut edge = self.edges(node).iter().find(|edge| edge.action == action);
        while let Some(at) = edge {
            out.push(at.action);
            let Some(child) = at.link.end().filter(|_| out.len() < length) else { break };
            // The first of equals has the better prior.
            edge = self.edges(child).iter().rev().max_by_key(|edge| edge.visits).filter(|edge| edge.visits > 0);
        }
    }

    /// Books the value of a simulation that ended at a node.
    pub(super) fn book_leaf(&mut self, node: u32, value: f32) {
        let node = self.node_mut(node);
        node.count(value);
        // Once the choices are known, they tell more than leaves here.
        if !node.is_expanded() {
            node.value = node.mean;
        }
    }

    /// Books the value of a simulation that went on from a node by one of its edges, to `child`.
    pub(super) fn book_step(&mut self, node: u32, place: usize, child: Option<u32>, value: f32) {
        let known = child.map(|child| self.node(child).value);
        let (at, edge) = self.step_mut(node, place);
        edge.visits += 1;
        edge.pending -= 1;
        edge.value = match known {
            Some(known) if !edge.link.is_split() => known,
            _ if edge.visits == 1 => value,
            _ => edge.value + (value - edge.value) / edge.visits as f32,
        };
        at.count(value);
        at.pending -= 1;
        let value = if at.turn == Turn::Chance { self.expectation(node) } else { self.worth(node) };
        self.node_mut(node).value = value;
    }

    /// Mean of the choices by the squares of their visits.
    fn worth(&self, node: u32) -> f32 {
        let (mut sum, mut weights) = (0.0, 0.0);
        for edge in self.edges(node).iter().take(self.node(node).open as usize) {
            let weight = edge.visits as f32 * edge.visits as f32;
            sum += weight * edge.value;
            weights += weight;
        }
        // Rounding may carry a mean of ones past one.
        (sum / weights).clamp(0.0, 1.0)
    }

    /// Mean of the results of dice that have been seen, by their exact weights.
    fn expectation(&self, node: u32) -> f32 {
        let (mut sum, mut weights) = (0.0, 0.0);
        for edge in self.edges(node).iter().filter(|edge| edge.visits > 0) {
            sum += edge.prior * edge.value;
            weights += edge.prior;
        }
        (sum / weights).clamp(0.0, 1.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use stavka_engine::Side;

    const AXIS: Turn = Turn::Player(Side::Axis);

    #[test]
    fn dice_count_by_their_weights_and_not_by_their_visits() {
        let mut tree = Tree::<u64>::new(1 << 20);
        let node = tree.at(1, Turn::Chance).expect("an empty graph has room");
        assert!(tree.offer(node, [(0, 1.0), (1, 3.0)].into_iter()));
        for (place, value) in [(0, 1.0), (0, 1.0), (0, 1.0), (1, 0.0)] {
            tree.enter(node, place);
            tree.book_step(node, place, None, value);
        }
        assert!((tree.node(node).value - 0.25).abs() < 1e-6);
    }

    #[test]
    fn an_edge_is_worth_its_node_and_a_split_one_the_mean_of_its_simulations() {
        let mut tree = Tree::<u64>::new(1 << 20);
        let node = tree.at(1, AXIS).expect("an empty graph has room");
        assert!(tree.offer(node, [(0, 1.0)].into_iter()));
        let first = tree.pass(node, 0, 77, AXIS).expect("there is room");
        for value in [1.0, 0.5, 0.0] {
            tree.book_leaf(first, value);
        }
        tree.enter(node, 0);
        tree.book_step(node, 0, Some(first), 0.0);
        assert!((tree.edges(node)[0].value - 0.5).abs() < 1e-6, "what came in by other ways counts");

        let second = tree.pass(node, 0, 78, AXIS).expect("there is room");
        assert_eq!(tree.edges(node)[0].link.end(), None);
        tree.enter(node, 0);
        tree.book_step(node, 0, Some(second), 1.0);
        assert!((tree.edges(node)[0].value - 0.75).abs() < 1e-6);
    }
}
