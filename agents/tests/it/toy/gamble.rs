//! The Axis bets on one of three wheels, whose results have unequal weights. Chances to win: 3 in 10, 7 in 12,
//! 1 in 2.

use stavka_agents::Analysis;
use stavka_engine::dice::mix;
use stavka_engine::game::{Game, Outcome, Side, Turn};

use super::{Table, won_by};

/// Weights of the results of the three wheels; those at even places win.
const WHEELS: [&[u64]; 3] = [&[1, 7, 2], &[2, 5, 5], &[1, 1]];

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) enum Bet {
    On(u8),
    Result(u8),
}

#[derive(Clone)]
pub(crate) struct Gamble {
    table: &'static Table,
    wheel: Option<u8>,
    result: Option<u8>,
}

impl Game for Gamble {
    type Action = Bet;
    at_a_table!();

    fn new(table: &'static Table) -> Self {
        Gamble { table, wheel: None, result: None }
    }

    fn turn(&self) -> Turn {
        match (self.wheel, self.result) {
            (None, _) => Turn::Player(Side::Axis),
            (Some(_), None) => Turn::Chance,
            _ => Turn::Over,
        }
    }

    fn legal_actions(&self, out: &mut Vec<Bet>) {
        out.clear();
        match (self.wheel, self.result) {
            (None, _) => out.extend((0..3).map(Bet::On)),
            (Some(wheel), None) => out.extend((0..WHEELS[usize::from(wheel)].len() as u8).map(Bet::Result)),
            _ => {}
        }
    }

    fn chance_weight(&self, action: Bet) -> u64 {
        match (self.wheel, action) {
            (Some(wheel), Bet::Result(result)) => WHEELS[usize::from(wheel)][usize::from(result)],
            _ => 1,
        }
    }

    fn apply(&mut self, action: Bet) {
        match action {
            Bet::On(wheel) => self.wheel = Some(wheel),
            Bet::Result(result) => self.result = Some(result),
        }
    }

    fn outcome(&self) -> Option<Outcome> {
        self.result.map(|result| won_by(if result % 2 == 0 { Side::Axis } else { Side::Soviet }))
    }

    fn state_hash(&self) -> u64 {
        let part = |number: Option<u8>| number.map_or(0, |number| 1 + u64::from(number));
        mix(part(self.wheel) << 8 | part(self.result))
    }
}

all_is_seen!(Gamble);

/// A search has found out what each of the wheels is worth.
#[track_caller]
pub(crate) fn assert_weighed_exactly(analysis: &Analysis<Bet>) {
    assert_eq!(analysis.best(), Bet::On(1));
    for (wheel, exact) in [(0, 3.0 / 10.0), (1, 7.0 / 12.0), (2, 0.5)] {
        let candidate = analysis.candidates.iter().find(|candidate| candidate.action == Bet::On(wheel)).expect("every wheel is shown");
        assert!((candidate.win - exact).abs() < 1e-5, "wheel {wheel} is worth {exact}, not {}", candidate.win);
    }
}
