//! How much a player may think.

use std::fmt::{self, Display};
use std::time::{Duration, Instant};

use stavka_engine::Side;

use crate::agent::SearchControl;

/// Decisions of a player turn that a new clock reckons with.
const DECISIONS_AT_FIRST: f64 = 40.0;
/// Decisions that the clock always keeps time for: a turn may be longer than those before it.
const DECISIONS_KEPT: f64 = 6.0;
/// Share of a limit that a search plans to use, the rest is for finishing what is under way.
const PLANNED: f64 = 0.95;

/// Limit of a player's thinking.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Budget {
    /// Simulations, or plans looked at, per decision. Choices are then the same on every machine.
    Iterations(u32),
    /// Time per decision.
    PerDecision(Duration),
    /// Time per player turn: all decisions of one side in one turn of the game.
    PerTurn(Duration),
}

impl Budget {
    /// Whether the same seed always gives the same choice.
    pub const fn is_reproducible(self) -> bool {
        matches!(self, Budget::Iterations(_))
    }
}

impl Display for Budget {
    /// As in the name of a player: `iterations=500`, `move=100ms`, `time=5s`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Budget::Iterations(count) => write!(f, "iterations={count}"),
            Budget::PerDecision(time) => write!(f, "move={time:?}"),
            Budget::PerTurn(time) => write!(f, "time={time:?}"),
        }
    }
}

/// Deals a [`Budget`] out to decisions.
#[derive(Clone, Debug)]
pub struct Clock {
    budget: Budget,
    /// The player turn whose time is being dealt out.
    turn: Option<(u16, Side)>,
    left: Duration,
    decisions: u32,
    /// Decisions of a player turn, learnt from the turns before.
    expected: f64,
}

/// Limit of one decision. It begins to run when it is dealt.
#[derive(Clone, Copy, Debug)]
pub struct Allotment {
    /// Most simulations.
    pub iterations: u32,
    begun: Instant,
    time: Option<Duration>,
}

impl Clock {
    /// A clock at the beginning of a game.
    pub fn new(budget: Budget) -> Self {
        Clock { budget, turn: None, left: Duration::ZERO, decisions: 0, expected: DECISIONS_AT_FIRST }
    }

    /// A clock for another game with the same budget.
    pub fn fresh(&self) -> Self {
        Clock::new(self.budget)
    }

    /// The limit of the next decision of a side in a turn of the game.
    pub fn allot(&mut self, game_turn: u16, side: Side) -> Allotment {
        let begun = Instant::now();
        match self.budget {
            Budget::Iterations(iterations) => Allotment { iterations, begun, time: None },
            Budget::PerDecision(time) => Allotment { iterations: u32::MAX, begun, time: Some(time) },
            Budget::PerTurn(whole) => {
                if self.turn != Some((game_turn, side)) {
                    if self.turn.is_some() {
                        self.expected = 0.5 * self.expected + 0.5 * f64::from(self.decisions);
                    }
                    self.turn = Some((game_turn, side));
                    self.left = whole;
                    self.decisions = 0;
                }
                let to_come = (self.expected - f64::from(self.decisions)).max(DECISIONS_KEPT);
                Allotment { iterations: u32::MAX, begun, time: Some(self.left.div_f64(to_come)) }
            }
        }
    }

    /// The limit of a decision that plans ahead: a share of the time that is left of the player turn. With
    /// other budgets it is the limit of any decision.
    pub fn allot_share(&mut self, game_turn: u16, side: Side, share: f64) -> Allotment {
        let allotment = self.allot(game_turn, side);
        match self.budget {
            Budget::PerTurn(_) => Allotment { time: Some(self.left.mul_f64(share)), ..allotment },
            Budget::Iterations(_) | Budget::PerDecision(_) => allotment,
        }
    }

    /// Books what a decision has used.
    pub fn book(&mut self, allotment: &Allotment) {
        self.decisions += 1;
        self.left = self.left.saturating_sub(allotment.begun.elapsed());
    }
}

impl Allotment {
    /// A limit of simulations alone.
    pub fn of_iterations(iterations: u32) -> Self {
        Allotment { iterations, begun: Instant::now(), time: None }
    }

    /// A limit of time alone.
    pub fn of_time(time: Duration) -> Self {
        Allotment { iterations: u32::MAX, begun: Instant::now(), time: Some(time) }
    }

    /// Share of the limit that is used up after so many simulations, 1 and more when the search must end.
    #[inline]
    pub fn used(&self, iterations: u32) -> f64 {
        match self.time {
            None if self.iterations == 0 => 1.0,
            None => f64::from(iterations) / f64::from(self.iterations),
            Some(time) if time.is_zero() => 1.0,
            Some(time) => self.begun.elapsed().as_secs_f64() / (PLANNED * time.as_secs_f64()),
        }
    }

    /// The part of one of several searchers that work side by side: the same time, and its share of the
    /// simulations.
    pub fn share(&self, index: u32, searchers: u32) -> Self {
        let iterations =
            if self.is_timed() { self.iterations } else { self.iterations / searchers + u32::from(index < self.iterations % searchers) };
        Allotment { iterations, ..*self }
    }

    /// Half of the time, or at most so many simulations.
    pub fn half(&self, most: u32) -> Self {
        Allotment { iterations: self.iterations.min(most), time: self.time.map(|time| time / 2), ..*self }
    }

    /// Seconds since it was dealt.
    pub fn seconds(&self) -> f64 {
        self.begun.elapsed().as_secs_f64()
    }

    /// Whether the limit runs by the clock.
    pub const fn is_timed(&self) -> bool {
        self.time.is_some()
    }
}

/// When thinking must end, asked from within it.
pub(crate) struct Deadline<'a> {
    pub(crate) limit: &'a Allotment,
    pub(crate) control: &'a SearchControl<'a>,
}

impl Deadline<'_> {
    pub(crate) fn is_over(&self) -> bool {
        (self.limit.is_timed() && self.limit.used(0) >= 1.0) || self.control.is_cancelled()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_turn_of_any_length_stays_within_its_time() {
        let whole = Duration::from_millis(30);
        for decisions in [1, 10, 200] {
            let mut clock = Clock::new(Budget::PerTurn(whole));
            let mut used = Duration::ZERO;
            for _ in 0..decisions {
                let allotment = clock.allot(3, Side::Axis);
                let time = allotment.time.expect("a budget of time gives a limit of time");
                used += time;
                clock.left = clock.left.saturating_sub(time);
                clock.decisions += 1;
            }
            assert!(used <= whole, "{decisions} decisions were allotted {used:?} of {whole:?}");
        }
    }

    #[test]
    fn a_new_turn_has_its_whole_time_again() {
        let mut clock = Clock::new(Budget::PerTurn(Duration::from_secs(4)));
        clock.allot(1, Side::Soviet);
        clock.left = Duration::ZERO;
        assert!(clock.allot(1, Side::Soviet).time.is_some_and(|time| time.is_zero()));
        assert!(clock.allot(2, Side::Soviet).time.is_some_and(|time| !time.is_zero()));
    }

    #[test]
    fn iterations_are_given_to_every_decision() {
        let mut clock = Clock::new(Budget::Iterations(77));
        for turn in 1..5 {
            let allotment = clock.allot(turn, Side::Axis);
            assert_eq!(allotment.iterations, 77);
            assert!(!allotment.is_timed() && allotment.used(76) < 1.0 && allotment.used(77) >= 1.0);
            clock.book(&allotment);
        }
    }
}
