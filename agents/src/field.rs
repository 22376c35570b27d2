//! The field of a race between the choices at a root: who is still in the running, and who retires after a round.
//! When a round is over, the searches decide themselves.

/// Choices are known by their places among the edges of the root.
#[derive(Default)]
pub(crate) struct Field {
    /// Rounds that each choice was in.
    standing: Vec<u32>,
    /// Simulations of this search that were meant for each choice.
    begun: Vec<u32>,
    running: Vec<usize>,
    rounds: u32,
    round: u32,
}

impl Field {
    /// Rounds until one of so many choices is left, at least one.
    pub(crate) fn rounds_of(choices: usize) -> u32 {
        choices.next_power_of_two().ilog2().max(1)
    }

    /// Begins a race of so many rounds between the runners.
    pub(crate) fn begin(&mut self, choices: usize, runners: impl Iterator<Item = usize>, rounds: u32) {
        self.standing.clear();
        self.standing.resize(choices, 0);
        self.begun.clear();
        self.begun.resize(choices, 0);
        self.running.clear();
        self.running.extend(runners);
        for &place in &self.running {
            self.standing[place] = 1;
        }
        self.rounds = rounds;
        self.round = 0;
    }

    /// Whether another round is to be run, and the share of the budget that is used is that of the rounds so far and
    /// of this one.
    pub(crate) fn has_used(&self, share: f64) -> bool {
        self.round < self.rounds && share * f64::from(self.rounds) >= f64::from(self.round + 1)
    }

    /// Whether every choice in the running has had a simulation for each round so far and for this one.
    pub(crate) fn is_served(&self) -> bool {
        self.running.iter().all(|&place| self.begun[place] > self.round)
    }

    /// Ends the round: the worse half retires, but for the choice that is `kept`. `worth` tells how good a choice is.
    /// Those who stay stand in the order of their worth.
    pub(crate) fn end_round(&mut self, worth: impl Fn(usize) -> f32, kept: Option<usize>) {
        self.round += 1;
        if self.running.len() < 2 {
            return;
        }
        self.running.sort_unstable_by(|&a, &b| worth(b).total_cmp(&worth(a)).then(a.cmp(&b)));
        let kept = kept.filter(|kept| self.running.contains(kept));
        self.running.truncate(self.running.len().div_ceil(2));
        self.running.extend(kept.filter(|kept| !self.running.contains(kept)));
        for &place in &self.running {
            self.standing[place] += 1;
        }
    }

    /// Puts those in the running back into the order of their places.
    pub(crate) fn line_up(&mut self) {
        self.running.sort_unstable();
    }

    /// The choice that the next simulation is meant for: the first of those that have had the fewest.
    pub(crate) fn next(&mut self) -> usize {
        let begun = &self.begun;
        let place = self.running.iter().copied().min_by_key(|&place| begun[place]).unwrap_or(0);
        self.begun[place] += 1;
        place
    }

    /// Rounds that a choice was in.
    pub(crate) fn standing(&self, place: usize) -> u32 {
        self.standing.get(place).copied().unwrap_or(0)
    }
}
