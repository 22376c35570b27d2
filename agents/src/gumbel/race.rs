//! Sequential halving with known or unknown length: in each round the choices still in the running get the same
//! number of simulations, and after it the worse half retires. A round lasts until each of them had one.

use crate::field::Field;

/// The state of the race. Choices are known by their places among the edges of the root.
#[derive(Default)]
pub(super) struct Race {
    field: Field,
}

impl Race {
    /// How many should run, so that the race can come to its end within so many simulations.
    pub(super) fn field(considered: usize, simulations: u32) -> usize {
        considered.min(simulations as usize / 2 + 1).max(1)
    }

    /// Begins a race between the runners, which are listed best first.
    pub(super) fn begin(&mut self, choices: usize, runners: impl ExactSizeIterator<Item = usize>) {
        let rounds = Field::rounds_of(runners.len());
        self.field.begin(choices, runners, rounds);
    }

    /// Ends the rounds that are over when a share of the budget is used. `worth` tells how good a choice is.
    pub(super) fn advance(&mut self, used: f64, worth: impl Fn(usize) -> f32) {
        while self.field.has_used(used) && (used >= 1.0 || self.field.is_served()) {
            self.field.end_round(&worth, None);
        }
    }

    /// The choice that the next simulation is meant for.
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

    fn run(worth: &[f32], considered: usize, simulations: u32) -> (Race, Vec<u32>) {
        let mut race = Race::default();
        race.begin(worth.len(), 0..Race::field(considered, simulations).min(worth.len()));
        let mut begun = vec![0; worth.len()];
        for done in 0..simulations {
            race.advance(f64::from(done) / f64::from(simulations), |place| worth[place]);
            begun[race.next()] += 1;
        }
        race.advance(1.0, |place| worth[place]);
        (race, begun)
    }

    #[test]
    fn sixteen_simulations_hold_a_whole_race_of_eight() {
        let (race, begun) = run(&[0.1, 0.5, 0.2, 0.9, 0.3, 0.4, 0.8, 0.0], 8, 16);
        assert_eq!(begun.iter().sum::<u32>(), 16);
        assert!(begun.iter().all(|&count| count >= 1), "{begun:?}");
        assert!(begun[3] >= 3 && begun[6] >= 3, "{begun:?}");
        let winner = (0..8).max_by_key(|&place| race.standing(place));
        assert_eq!(winner, Some(3));
    }

    #[test]
    fn a_field_is_no_larger_than_the_simulations_can_serve() {
        assert_eq!([0, 1, 2, 8, 16, 32, 1000].map(|simulations| Race::field(16, simulations)), [1, 1, 2, 5, 9, 16, 16]);
    }

    #[test]
    fn a_race_that_is_stopped_at_once_is_won_by_the_better_one() {
        let mut race = Race::default();
        race.begin(5, [4, 2, 1].into_iter());
        race.advance(1.0, |place| place as f32);
        assert!(race.standing(4) > race.standing(2) && race.standing(2) >= race.standing(1) && race.standing(0) == 0);
    }
}
