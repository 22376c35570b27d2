//! What the Axis believes of the objectives that the Soviets have chosen in secret: a quantal response.
//!
//! A rational opponent chooses what is good for it, the more surely the better it is. Each set of objectives is therefore
//! weighed by the chance of a Soviet win in the position at hand, were it theirs, as the fitted evaluator has it: before
//! the first move by what the set promises, later also by what their play has made of it, since nobody works for
//! objectives that it does not have. No set is ever ruled out. It all comes from what the Axis sees, so that it is the same
//! in all worlds that it cannot tell apart, and from nothing that is known of particular players.

use std::cell::RefCell;

use stavka_engine::armir::{Armir, ObjectiveSet};
use stavka_engine::{Determinize as _, Side};

use super::Evaluation;
use super::features::{COUNT, Moment, Observer, Row};
use crate::logistic::{exp, logistic};
use crate::per_scenario::PerScenario;

/// How surely the better of two sets is chosen: a chance of winning that is greater by a tenth makes a set e times as likely.
const RATIONALITY: f64 = 10.0;
/// Share of the belief that is spread evenly over all sets.
const DOUBT: f64 = 0.15;
/// Every set of four objectives, possible or not.
const SETS: usize = 16;

/// How likely each set of objectives is.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Belief {
    /// By the bits of the set; they sum to 1.
    shares: [f32; SETS],
}

impl Belief {
    /// What the Axis believes in a position. Whatever the Soviets really have chosen plays no part.
    pub(super) fn of(game: &Armir) -> Self {
        thread_local! {
            /// Works out a belief once for all worlds of a view, and keeps the eyes that it needs.
            static MIND: RefCell<PerScenario<Mind>> = const { RefCell::new(PerScenario::NONE) };
        }
        MIND.with_borrow_mut(|mind| mind.of(game, Mind::new).belief(game))
    }

    /// A side that knows the set.
    pub(super) fn certain(set: ObjectiveSet) -> Self {
        let mut shares = [0.0; SETS];
        shares[usize::from(set.0)] = 1.0;
        Belief { shares }
    }

    /// The sets that are possible, each with its share.
    pub(super) fn sets(&self) -> impl Iterator<Item = (ObjectiveSet, f32)> {
        (0..).map(ObjectiveSet).zip(self.shares).filter(|(_, share)| *share > 0.0)
    }

    /// How likely a set is beside the likeliest.
    pub(super) fn beside_likeliest(&self, set: ObjectiveSet) -> f32 {
        self.shares[usize::from(set.0)] / self.shares.iter().copied().fold(f32::MIN_POSITIVE, f32::max)
    }

    /// The features of a position with those that depend on the objectives averaged. `row` holds the others.
    pub(super) fn judge(&self, game: &Armir, moment: &Moment, prospects: &super::chances::Prospects, row: &mut Row) {
        let mut mean = [0.0; COUNT];
        for (set, share) in self.sets() {
            Observer::judge_set(game, moment, prospects, set, row);
            mean.iter_mut().zip(row.iter()).for_each(|(mean, value)| *mean += share * value);
        }
        *row = mean;
    }
}

/// The last belief, and what it takes to find another.
struct Mind {
    observer: Observer,
    row: Row,
    /// Hash of what the Axis saw, and its belief.
    last: Option<(u64, Belief)>,
}

impl Mind {
    fn new(game: &Armir) -> Self {
        Mind { observer: Observer::new(game), row: [0.0; COUNT], last: None }
    }

    fn belief(&mut self, game: &Armir) -> Belief {
        let seen = game.view_hash(Side::Axis);
        if let Some((_, belief)) = self.last.filter(|(key, _)| *key == seen) {
            return belief;
        }
        let belief = self.weigh(game);
        self.last = Some((seen, belief));
        belief
    }

    fn weigh(&mut self, game: &Armir) -> Belief {
        let moment = Moment::of(game);
        let prospects = self.observer.observe(game, &moment, &mut self.row);
        let weights = Evaluation::embedded();
        let sets = || ObjectiveSet::choices(game.data().tables.objectives.least);
        let mut drawn = [0.0; SETS];
        for set in sets() {
            Observer::judge_set(game, &moment, &prospects, set, &mut self.row);
            let soviet_win = 1.0 - logistic(f64::from(weights.log_odds(&self.row, moment.progress)));
            drawn[usize::from(set.0)] = exp(RATIONALITY * soviet_win);
        }
        let (sum, count) = (drawn.iter().sum::<f64>(), sets().count() as f64);
        let mut shares = [0.0; SETS];
        for set in sets() {
            let at = usize::from(set.0);
            shares[at] = ((1.0 - DOUBT) * drawn[at] / sum + DOUBT / count) as f32;
        }
        Belief { shares }
    }
}

#[cfg(test)]
mod tests {
    use stavka_engine::catalogue::Catalogue as _;
    use stavka_engine::{Dice, Game as _, Turn, View};

    use super::*;
    use crate::agent::SearchControl;
    use crate::evaluator::Evaluator as _;
    use crate::spec::make_agent;

    /// Positions of a game in which the Soviets play for these objectives, one at the beginning of each turn.
    fn turns(set: &str, seed: u64) -> Vec<Armir> {
        let mut game = Armir::new(Armir::load("historical").expect("it is embedded"));
        let mut players =
            ["staff".to_owned(), format!("staff:objectives={set}")].map(|name| make_agent::<Armir>(&name, seed).expect("a player"));
        let (mut dice, mut legal, mut found) = (Dice::new(seed), Vec::new(), Vec::<Armir>::new());
        while game.turn() != Turn::Over {
            game.legal_actions(&mut legal);
            let action = match game.turn() {
                Turn::Player(side) => players[side.index()].choose(View::new(&game, side), &legal, SearchControl::NONE),
                _ => game.draw(&legal, &mut dice),
            };
            game.apply(action);
            let is_new = found.last().is_none_or(|last| last.game_turn() < game.game_turn());
            if is_new && game.turn() != Turn::Over && game.known_objectives(Side::Soviet).is_some() {
                found.push(game.clone());
            }
        }
        found
    }

    #[test]
    fn a_belief_leaves_room_for_every_set_and_sums_to_one() {
        for game in turns("2+4", 3) {
            let belief = Belief::of(&game);
            assert_eq!(belief.sets().count(), 11);
            let sum: f32 = belief.sets().map(|(_, share)| share).sum();
            assert!((sum - 1.0).abs() < 1e-5, "{sum}");
            let least = belief.sets().map(|(_, share)| share).fold(1.0, f32::min);
            assert!(f64::from(least) >= 0.99 * DOUBT / 11.0, "{belief:?}");
        }
    }

    #[test]
    fn a_belief_is_the_same_in_all_worlds_that_the_axis_cannot_tell_apart() {
        let mut dice = Dice::new(5);
        for game in turns("1+3+4", 1) {
            let belief = Belief::of(&game);
            for _ in 0..5 {
                let mut mind = Mind::new(&game);
                assert_eq!(mind.belief(&game.determinize(Side::Axis, &mut dice)), belief);
            }
        }
    }

    #[test]
    fn a_belief_changes_with_what_is_seen_of_the_game() {
        let [first, .., last] = &turns("1+3+4", 3).iter().map(Belief::of).collect::<Vec<_>>()[..] else { panic!("a game has turns") };
        let of = |belief: &Belief, set: u8| belief.shares[usize::from(set)];
        // An evaluator that has seen nothing yet finds the sets much alike. Where the corps fall and the airfields hold, it
        // does no longer.
        assert!(first.sets().all(|(_, share)| share < 0.3), "{first:?}");
        let (hold, fall) =
            (ObjectiveSet::CHIR | ObjectiveSet::AIRFIELDS, ObjectiveSet::CHIR | ObjectiveSet::DESTROY | ObjectiveSet::DONETS);
        assert!(of(last, fall) > 3.0 * of(first, fall) && of(last, hold) < 0.5 * of(first, hold), "{first:?} {last:?}");
    }

    #[test]
    fn a_set_that_wins_is_believed_in_more_than_one_that_does_not() {
        let mut positions = turns("1+3+4", 3);
        let game = positions.pop().expect("a game has turns");
        let belief = Belief::of(&game);
        let mut evaluator = crate::armir::ArmirEvaluator::new(Evaluation::embedded().clone());
        let moment = Moment::of(&game);
        let mut row = [0.0; COUNT];
        let prospects = Observer::new(&game).observe(&game, &moment, &mut row);
        let mut odds = |set| {
            Observer::judge_set(&game, &moment, &prospects, set, &mut row);
            Evaluation::embedded().log_odds(&row, moment.progress)
        };
        let mut sets: Vec<_> = belief.sets().map(|(set, share)| (share, odds(set))).collect();
        sets.sort_by(|one, other| one.0.total_cmp(&other.0));
        assert!(sets.is_sorted_by(|less, more| less.1 >= more.1 - 1e-6), "{sets:?}");
        // The Axis weighs what it believes in, whatever it was.
        evaluator.prepare(&game, Side::Axis);
        let mean: f64 = sets.iter().map(|&(share, odds)| f64::from(share) * f64::from(odds)).sum();
        assert!((evaluator.log_odds(&game) - mean).abs() < 1e-4, "{} is not the mean {mean}", evaluator.log_odds(&game));
    }
}
