//! A position with everything a learner is to learn from it.

use std::sync::Arc;

use stavka_engine::observation::Role;
use stavka_engine::{Game, Observe, Side};

use super::episode::{Decision, Ending, Episode, decides};

/// How the map looked when a game was over, for auxiliary targets. Read from the planes with declared roles; a game
/// that declares none has empty fields and no losses.
#[derive(Clone, PartialEq, Debug)]
pub struct Final {
    /// Control of the Axis and of the Soviets: 1 on each hex of the side, row-major.
    pub control: [Vec<f32>; 2],
    /// Losses of the Axis and of the Soviets, as shares of what they had at most of the beginning and the end, 0 to 1.
    pub losses: [f32; 2],
}

impl Final {
    /// What became of the map between the first position of a game and the last one.
    pub fn of<G: Observe>(first: &G, last: &G) -> Self {
        let ([_, _], before) = survey(first);
        let (control, after) = survey(last);
        let lost = |side: usize| {
            let most = before[side].max(after[side]);
            if most > 0.0 { 1.0 - after[side] / most } else { 0.0 }
        };
        Final { control, losses: [lost(0), lost(1)] }
    }
}

/// Control and steps of the Axis and of the Soviets.
fn survey<G: Observe>(game: &G) -> ([Vec<f32>; 2], [f32; 2]) {
    let spec = G::observation_spec(game.scenario());
    let (planes, _) = game.observed(Side::Axis);
    let area = spec.height * spec.width;
    let plane = |role| spec.plane_of(role).map_or(&[][..], |index| &planes[index * area..][..area]);
    let control = [Role::OwnControl, Role::OtherControl].map(|role| plane(role).to_vec());
    (control, [Role::OwnSteps, Role::OtherSteps].map(|role| plane(role).iter().sum()))
}

/// A position to learn from. Everything is as the side to act sees it.
#[derive(Clone, Debug)]
pub struct Sample<G: Game> {
    /// The position; a player is to act.
    pub game: G,
    /// That player.
    pub side: Side,
    /// Its legal actions.
    pub legal: Vec<G::Action>,
    /// What it should have chosen: a distribution over `legal`.
    pub policy: Vec<f32>,
    /// How the game ended: win, draw, loss as a distribution.
    pub outcome: [f32; 3],
    /// Margin in the game's points, positive in its favour; `None` for a game that was cut off.
    pub margin: Option<f32>,
    /// Expected score by the search, 0 to 1.
    pub value: Option<f32>,
    /// The map at the end; `None` for a game that was cut off.
    pub end: Option<Arc<Final>>,
    /// Step of the learner whose weights played.
    pub born: u64,
}

impl<G: Game> Sample<G> {
    /// `None` if the decision does not fit the position.
    pub(super) fn new(episode: &Episode, decision: &Decision, game: &G, legal: &[G::Action]) -> Option<Self> {
        let side = decides(game)?;
        let mut policy = vec![0.0; legal.len()];
        let total: f32 = decision.policy.iter().map(|&(_, weight)| f32::from(weight)).sum();
        for &(index, weight) in &decision.policy {
            *policy.get_mut(usize::from(index))? = f32::from(weight) / total;
        }
        if total <= 0.0 {
            return None;
        }
        let (outcome, margin) = match episode.ending {
            Ending::Finished { winner, margin } => {
                let margin = f32::from(margin);
                let outcome = match winner {
                    None => [0.0, 1.0, 0.0],
                    Some(winner) if winner == side => [1.0, 0.0, 0.0],
                    Some(_) => [0.0, 0.0, 1.0],
                };
                (outcome, Some(if side == Side::Axis { margin } else { -margin }))
            }
            Ending::Cut { axis } => {
                let win = if side == Side::Axis { axis } else { 1.0 - axis };
                ([win, 0.0, 1.0 - win], None)
            }
        };
        Some(Sample {
            game: game.clone(),
            side,
            legal: legal.to_vec(),
            policy,
            outcome,
            margin,
            value: decision.value,
            end: None,
            born: episode.born,
        })
    }

    /// The target of the value head: the outcome, with `share` of it replaced by what the search thought.
    pub fn value_target(&self, share: f32) -> [f32; 3] {
        let Some(value) = self.value else { return self.outcome };
        let [win, draw, loss] = self.outcome;
        let keep = 1.0 - share;
        [keep * win + share * value, keep * draw, keep * loss + share * (1.0 - value)]
    }
}
