//! Which choice at the root the next simulation begins with: sequential halving.
//!
//! What counts at the root is to know the best choice at the end, not to do well on the way. So the budget is
//! cut into rounds; in each the choices still in the running get the same number of simulations, and after
//! each the worse half of them retires.

use crate::field::Field;

/// Simulations that a choice should get in the first round; with fewer to spend, the choices of the lowest
/// priors do not run.
const FIRST_ROUND: u32 = 3;
/// Choices that run in any case.
const LEAST: usize = 4;

/// The state of the race. Choices are known by their places among the edges of the root, which stand in the
/// order of their priors.
#[derive(Default)]
pub(super) struct Halving {
    field: Field,
    /// A choice that stays in the race to its end.
    kept: Option<usize>,
}

impl Halving {
    /// Begins a race between the first `runners` of the choices, with so many simulations to come if that is
    /// known. The choice that is `kept` runs to the end.
    pub(super) fn begin(&mut self, choices: usize, mut runners: usize, kept: Option<usize>, simulations: Option<u32>) {
        if let Some(simulations) = simulations {
            while runners > LEAST && (runners as u32) * Field::rounds_of(runners) * FIRST_ROUND > simulations {
                runners -= 1;
            }
        }
        self.kept = kept;
        self.field.begin(choices, (0..runners).chain(kept.filter(|&place| place >= runners)), Field::rounds_of(runners));
    }

    /// Ends the rounds that are over when a share of the budget is used. `worth` tells how good a choice is.
    pub(super) fn advance(&mut self, used: f64, worth: impl Fn(usize) -> f32) {
        while self.field.has_used(used) {
            self.field.end_round(&worth, self.kept);
            self.field.line_up();
        }
    }

    /// The choice that the next simulation begins with.
    pub(super) fn next(&mut self) -> usize {
        self.field.next()
    }

    /// Rounds that a choice was in.
    pub(super) fn standing(&self, place: usize) -> u32 {
        self.field.standing(place)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Runs a race of so many simulations in which the choice at place `n` is worth `worth[n]`.
    fn race(worth: &[f32], simulations: u32) -> (Halving, Vec<u32>) {
        let mut race = Halving::default();
        race.begin(worth.len(), worth.len(), None, Some(simulations));
        let mut begun = vec![0; worth.len()];
        for done in 0..simulations {
            race.advance(f64::from(done) / f64::from(simulations), |place| worth[place]);
            begun[race.next()] += 1;
        }
        race.advance(1.0, |place| worth[place]);
        (race, begun)
    }

    #[test]
    fn the_best_stays_longest_in_the_race_and_gets_the_most_simulations() {
        let (race, begun) = race(&[0.1, 0.5, 0.2, 0.9, 0.3, 0.4, 0.8, 0.0], 240);
        let standing: Vec<u32> = (0..8).map(|place| race.standing(place)).collect();
        assert_eq!(standing, [1, 2, 1, 4, 1, 2, 3, 1]);
        assert_eq!(begun.iter().max(), Some(&begun[3]));
        assert_eq!(begun.iter().sum::<u32>(), 240);
        assert_eq!(begun[0], 10, "a third of the simulations is shared by all eight");
    }

    #[test]
    fn a_kept_choice_runs_to_the_end_however_bad_it_is() {
        let worth = [0.9, 0.1, 0.5, 0.4];
        let mut race = Halving::default();
        race.begin(4, 2, Some(3), Some(80));
        let mut begun = [0; 4];
        for done in 0..80 {
            race.advance(f64::from(done) / 80.0, |place| worth[place]);
            begun[race.next()] += 1;
        }
        race.advance(1.0, |place| worth[place]);
        assert_eq!(race.standing(3), race.standing(0));
        assert!(begun[3] >= begun[0] / 2 && begun[2] == 0, "{begun:?}");
    }

    #[test]
    fn with_few_simulations_only_the_first_choices_run() {
        let (race, begun) = race(&[0.5; 100], 40);
        assert!(begun[LEAST..].iter().filter(|&&count| count > 0).count() < 10, "{begun:?}");
        assert_eq!(race.standing(99), 0);
    }

    #[test]
    fn a_single_choice_runs_alone() {
        let (race, begun) = race(&[0.5], 7);
        assert_eq!(begun, [7]);
        assert!(race.standing(0) > 0);
    }
}
