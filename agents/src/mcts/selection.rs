//! Which way a simulation goes: PUCT over the choices that are open.

use stavka_engine::Side;

use super::tree::{Edge, Node};

/// How strongly a choice is tried that looks promising but has been seen little.
const EXPLORATION: f32 = 1.5;
/// Choices open after `n` visits: this times the root of `n`, best prior first.
const WIDTH: f32 = 2.0;
/// A choice whose prior is less than this share of the best one's is not looked at: where an evaluator is wrong,
/// a search that looks at everything finds it out and plays for it.
const PLAUSIBLE: f32 = 0.3;
/// Choices that are looked at in any case.
const LEAST: usize = 2;
/// Standard deviation of values that a node with few visits reckons with.
const USUAL_SPREAD: f32 = 0.05;

/// Choices that may be selected at a node: progressive widening in the order of the priors, as far as they are
/// plausible.
pub(super) fn open_at<A>(node: &Node, edges: &[Edge<A>]) -> usize {
    let visits = (node.visits + node.pending + 1) as f32;
    let wide = (WIDTH * visits.sqrt()).ceil() as usize;
    plausible(&edges[..wide.min(edges.len())])
}

/// The number of plausible choices, which are the first ones.
pub(super) fn plausible<A>(edges: &[Edge<A>]) -> usize {
    let floor = PLAUSIBLE * edges[0].prior;
    edges.iter().enumerate().take_while(|&(place, edge)| place < LEAST || edge.prior >= floor).count()
}

/// The open choice with the highest PUCT score for the side that acts: what it has been worth, and a bonus by
/// its prior that wanes with visits. The bonus is measured in standard deviations of the values seen at the
/// node, so that it neither drowns the small differences between quiet moves nor vanishes beside large ones.
/// A choice not tried yet counts as worth what the node is worth. `shut` marks choices that do not exist in
/// the world at hand. Simulations that wait for their value count as lost.
///
/// Returns the place among `edges`; if all open ones are shut, the first that is not.
pub(super) fn select<A>(node: &Node, edges: &[Edge<A>], side: Side, shut: &[bool]) -> usize {
    let own = |value: f32| if side == Side::Axis { value } else { 1.0 - value };
    let is_shut = |at: usize| shut.get(at).copied().unwrap_or(false);
    let bonus = EXPLORATION * node.spread(USUAL_SPREAD);
    let visits = node.visits + node.pending;
    let untried = own(node.value);
    let mut best = (f32::NEG_INFINITY, None);
    for (at, edge) in edges.iter().enumerate().take(node.open as usize).filter(|&(at, _)| !is_shut(at)) {
        let tried = edge.visits + u32::from(edge.pending);
        let worth = if tried == 0 { untried } else { own(edge.value) * edge.visits as f32 / tried as f32 };
        let chances = (visits.saturating_sub(edge.missed) as f32).sqrt();
        let score = worth + bonus * edge.prior * chances / (1 + tried) as f32;
        if score > best.0 {
            best = (score, Some(at));
        }
    }
    best.1.unwrap_or_else(|| (0..edges.len()).find(|&at| !is_shut(at)).unwrap_or(0))
}
