//! Nim with one heap: players take one to three stones, the Axis first; who takes the last one wins. Who leaves a
//! multiple of four wins.

use stavka_engine::dice::mix;
use stavka_engine::game::{Game, Outcome, Side, Turn};

use super::{Table, won_by};

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) struct Take(pub(crate) u8);

#[derive(Clone)]
pub(crate) struct Nim {
    table: &'static Table,
    stones: u32,
    mover: Side,
}

impl Game for Nim {
    type Action = Take;
    at_a_table!();

    fn new(table: &'static Table) -> Self {
        Nim { table, stones: table.size, mover: Side::Axis }
    }

    fn turn(&self) -> Turn {
        if self.stones == 0 { Turn::Over } else { Turn::Player(self.mover) }
    }

    fn legal_actions(&self, out: &mut Vec<Take>) {
        out.clear();
        out.extend((1..=3).filter(|&stones| u32::from(stones) <= self.stones).map(Take));
    }

    fn apply(&mut self, action: Take) {
        self.stones -= u32::from(action.0);
        self.mover = self.mover.opponent();
    }

    fn outcome(&self) -> Option<Outcome> {
        (self.stones == 0).then(|| won_by(self.mover.opponent()))
    }

    fn state_hash(&self) -> u64 {
        mix(u64::from(self.stones) << 1 | self.mover as u64)
    }
}

all_is_seen!(Nim);
