//! A better policy out of priors and what a search has found: the priors tilted by completed values.

use stavka_engine::Side;

use super::tree::{Edge, own};
use crate::logistic::exp;

/// How strongly values tilt the policy: a value of `q` adds `(visits + most visits) * scale * q` to a logit, so
/// that priors count less the more simulations speak.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Sigma {
    /// Visits that values are trusted with from the beginning.
    pub visits: f32,
    /// Logits per visit and unit of value; values go from 0, a loss, to 1, a win.
    pub scale: f32,
}

impl Sigma {
    /// Logits per unit of value at a node with these edges.
    fn slope<A>(self, edges: &[Edge<A>]) -> f32 {
        let most = edges.iter().map(|edge| edge.visits).max().unwrap_or(0);
        (self.visits + most as f32) * self.scale
    }
}

/// What a choice that has not been tried counts as, as `side` sees it: the network's word about the node, mixed
/// with the values of the choices that have been tried, these by their priors.
fn untried<A>(edges: &[Edge<A>], side: Side, raw: f32) -> f32 {
    let (mut visits, mut values, mut priors) = (0, 0.0, 0.0);
    for edge in edges.iter().filter(|edge| edge.visits > 0) {
        let prior = exp(f64::from(edge.prior)) as f32;
        visits += edge.visits;
        values += prior * own(side, edge.value);
        priors += prior;
    }
    if priors <= 0.0 {
        return own(side, raw);
    }
    (own(side, raw) + visits as f32 * values / priors) / (1 + visits) as f32
}

/// Replaces the contents of `out` by the tilted logits of the choices: logarithm of the prior, plus sigma of the
/// completed value.
pub(super) fn tilt<A>(edges: &[Edge<A>], side: Side, raw: f32, sigma: Sigma, out: &mut Vec<f32>) {
    let slope = sigma.slope(edges);
    let untried = untried(edges, side, raw);
    out.clear();
    out.extend(edges.iter().map(|edge| {
        let value = if edge.visits > 0 { own(side, edge.value) } else { untried };
        edge.prior + slope * value
    }));
}

/// Turns logits into probabilities; those of minus infinity get none. Other logits that are no numbers count as the
/// least of those that are.
pub(crate) fn softmax(logits: &mut [f32]) {
    let finite = || logits.iter().copied().filter(|logit| logit.is_finite());
    let (most, least) = (finite().fold(f32::NEG_INFINITY, f32::max), finite().fold(f32::INFINITY, f32::min));
    if most < least {
        let even = 1.0 / logits.len() as f32;
        logits.fill(even);
        return;
    }
    let mut sum = 0.0;
    for logit in logits.iter_mut() {
        let is_shut = *logit == f32::NEG_INFINITY;
        let above = if logit.is_finite() { *logit - most } else { least - most };
        *logit = if is_shut { 0.0 } else { exp(f64::from(above)) as f32 };
        sum += *logit;
    }
    for share in logits.iter_mut() {
        *share /= sum;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::graph::Link;

    const SIGMA: Sigma = Sigma { visits: 50.0, scale: 0.1 };

    fn edges(known: &[(f32, f32, u32)]) -> Vec<Edge<usize>> {
        let edge = |(action, &(prior, value, visits)): (usize, &(f32, f32, u32))| Edge::test(action, Link::OPEN, prior.ln(), value, visits);
        known.iter().enumerate().map(edge).collect()
    }

    fn improved(known: &[(f32, f32, u32)], side: Side, raw: f32) -> Vec<f32> {
        let mut policy = Vec::new();
        tilt(&edges(known), side, raw, SIGMA, &mut policy);
        softmax(&mut policy);
        policy
    }

    #[test]
    fn an_improved_policy_sums_to_one_and_leans_to_what_is_better() {
        let policy = improved(&[(0.5, 0.4, 3), (0.3, 0.7, 3), (0.2, 0.1, 2)], Side::Axis, 0.5);
        assert!((policy.iter().sum::<f32>() - 1.0).abs() < 1e-6);
        assert!(policy[1] > 0.3 && policy[2] < 0.2, "{policy:?}");
        let policy = improved(&[(0.5, 0.4, 3), (0.3, 0.7, 3), (0.2, 0.1, 2)], Side::Soviet, 0.5);
        assert!(policy[1] < 0.3 && policy[2] > 0.2, "what the Axis likes the Soviets do not: {policy:?}");
    }

    #[test]
    fn without_visits_the_priors_stay() {
        let policy = improved(&[(0.5, 0.0, 0), (0.3, 0.0, 0), (0.2, 0.0, 0)], Side::Axis, 0.9);
        for (share, prior) in policy.into_iter().zip([0.5, 0.3, 0.2]) {
            assert!((share - prior).abs() < 1e-6);
        }
    }

    #[test]
    fn what_was_not_tried_counts_as_the_mean_of_the_rest_and_the_network() {
        let known = edges(&[(0.5, 0.8, 2), (0.25, 0.5, 1), (0.25, 0.0, 0)]);
        // Tried choices by priors: (0.5 * 0.8 + 0.25 * 0.5) / 0.75 = 0.7; three visits of it beside one word of 0.3.
        assert!((untried(&known, Side::Axis, 0.3) - (0.3 + 3.0 * 0.7) / 4.0).abs() < 1e-6);
    }

    #[test]
    fn logits_that_are_no_numbers_leave_a_policy() {
        let mut logits = [1.0, f32::NAN, 0.0, f32::NEG_INFINITY];
        softmax(&mut logits);
        assert!((logits.iter().sum::<f32>() - 1.0).abs() < 1e-6);
        assert!((logits[1] - logits[2]).abs() < 1e-6 && logits[3] == 0.0, "{logits:?}");
        let mut none = [f32::NAN; 4];
        softmax(&mut none);
        assert!(none.iter().all(|share| (share - 0.25).abs() < 1e-9), "{none:?}");
    }
}
