//! Which choice at the root the next simulation begins with: sequential halving.
//!
//! What counts at the root is to know the best choice at the end, not to do well on the way. So the budget is
//! cut into rounds; in each the choices still in the running get the same number of simulations, and after
//! each the worse half of them retires.

/// Simulations that a choice should get in the first round; with fewer to spend, the choices of the lowest
/// priors do not run.
const FIRST_ROUND: u32 = 3;
/// Choices that run in any case.
const LEAST: usize = 4;

/// The state of the race. Choices are known by their places among the edges of the root, which stand in the
/// order of their priors.
#[derive(Default)]
pub(super) struct Halving {
    /// Rounds that each choice was in.
    standing: Vec<u32>,
    /// Simulations of this search.
    begun: Vec<u32>,
    running: Vec<usize>,
    /// A choice that stays in the race to its end.
    kept: Option<usize>,
    rounds: u32,
    round: u32,
}

impl Halving {
    /// Begins a race between the first `runners` of the choices, with so many simulations to come if that is
    /// known. The choice that is `kept` runs to the end.
    pub(super) fn begin(&mut self, choices: usize, mut runners: usize, kept: Option<usize>, simulations: Option<u32>) {
        let rounds_of = |choices: usize| choices.next_power_of_two().ilog2().max(1);
        if let Some(simulations) = simulations {
            while runners > LEAST && (runners as u32) * rounds_of(runners) * FIRST_ROUND > simulations {
                runners -= 1;
            }
        }
        self.standing.clear();
        self.standing.resize(choices, 0);
        self.begun.clear();
        self.begun.resize(choices, 0);
        self.running.clear();
        self.running.extend(0..runners);
        self.kept = kept;
        self.running.extend(kept.filter(|&place| place >= runners));
        for &place in &self.running {
            self.standing[place] = 1;
        }
        self.rounds = rounds_of(runners);
        self.round = 0;
    }

    /// Ends the rounds that are over when a share of the budget is used. `worth` tells how good a choice is.
    pub(super) fn advance(&mut self, used: f64, worth: impl Fn(usize) -> f32) {
        while self.round < self.rounds && used * f64::from(self.rounds) >= f64::from(self.round + 1) {
            self.round += 1;
            if self.running.len() > 1 {
                self.running.sort_by(|&a, &b| worth(b).total_cmp(&worth(a)).then(a.cmp(&b)));
                let kept = self.kept.filter(|kept| self.running.contains(kept));
                self.running.truncate(self.running.len().div_ceil(2));
                self.running.extend(kept.filter(|kept| !self.running.contains(kept)));
                self.running.sort_unstable();
                for &place in &self.running {
                    self.standing[place] += 1;
                }
            }
        }
    }

    /// The choice that the next simulation begins with.
    pub(super) fn next(&mut self) -> usize {
        let begun = &self.begun;
        let place = self.running.iter().copied().min_by_key(|&place| begun[place]).unwrap_or(0);
        self.begun[place] += 1;
        place
    }

    /// Rounds that a choice was in.
    pub(super) fn standing(&self, place: usize) -> u32 {
        self.standing.get(place).copied().unwrap_or(0)
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
