//! A raid of so many moves, the sides in turn: scouts bring one truck for sure, a raid none, two or four by a
//! weighted die, sabotage costs the other side a truck on two of five. Who has more trucks at the end wins; equal
//! numbers are a draw. An advance guard of the Axis begins with a truck.

use stavka_engine::Dice;
use stavka_engine::dice::mix;
use stavka_engine::game::{Determinize, Game, Outcome, Side, Turn};

use super::{NotAllowed, Table};

/// Trucks that a raid brings, and the weight of each result.
const RAID: [(u8, u64); 3] = [(0, 3), (2, 2), (4, 1)];
/// Trucks that sabotage costs, and the weight of each result.
const SABOTAGE: [(u8, u64); 2] = [(0, 3), (1, 2)];

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) enum Order {
    Scout,
    Raid,
    Sabotage,
    Result(u8),
}

#[derive(Clone)]
pub(crate) struct Raid {
    table: &'static Table,
    moves: u32,
    trucks: [u8; 2],
    mover: Side,
    rolling: Option<Order>,
}

impl Raid {
    fn results(&self) -> &'static [(u8, u64)] {
        if self.rolling == Some(Order::Raid) { &RAID } else { &SABOTAGE }
    }

    fn pass(&mut self) {
        self.rolling = None;
        self.moves -= 1;
        self.mover = self.mover.opponent();
    }
}

impl Game for Raid {
    type Action = Order;
    type Scenario = Table;
    type Denial = NotAllowed;

    fn new(table: &'static Table) -> Self {
        Raid { table, moves: table.size, trucks: [1, 0], mover: Side::Axis, rolling: None }
    }

    fn scenario(&self) -> &'static Table {
        self.table
    }

    fn turn(&self) -> Turn {
        match self.rolling {
            Some(_) => Turn::Chance,
            None if self.moves == 0 => Turn::Over,
            None => Turn::Player(self.mover),
        }
    }

    fn legal_actions(&self, out: &mut Vec<Order>) {
        out.clear();
        match self.turn() {
            Turn::Over => {}
            Turn::Chance => out.extend((0..self.results().len() as u8).map(Order::Result)),
            Turn::Player(_) => out.extend([Order::Scout, Order::Raid, Order::Sabotage]),
        }
    }

    fn chance_weight(&self, action: Order) -> u64 {
        match action {
            Order::Result(result) => self.results()[usize::from(result)].1,
            _ => 1,
        }
    }

    fn apply(&mut self, action: Order) {
        let (own, other) = (self.mover.index(), self.mover.opponent().index());
        match action {
            Order::Scout => {
                self.trucks[own] += 1;
                self.pass();
            }
            Order::Raid | Order::Sabotage => self.rolling = Some(action),
            Order::Result(result) => {
                let trucks = self.results()[usize::from(result)].0;
                if self.rolling == Some(Order::Raid) {
                    self.trucks[own] += trucks;
                } else {
                    self.trucks[other] = self.trucks[other].saturating_sub(trucks);
                }
                self.pass();
            }
        }
    }

    fn denial(&self, _: Order) -> NotAllowed {
        NotAllowed
    }

    fn outcome(&self) -> Option<Outcome> {
        let margin = i16::from(self.trucks[0]) - i16::from(self.trucks[1]);
        let winner = match margin.signum() {
            1 => Some(Side::Axis),
            0 => None,
            _ => Some(Side::Soviet),
        };
        (self.turn() == Turn::Over).then_some(Outcome { winner, margin, level: "raid" })
    }

    fn state_hash(&self) -> u64 {
        let rolling = match self.rolling {
            None => 0,
            Some(Order::Raid) => 1,
            Some(_) => 2,
        };
        let [axis, soviet] = self.trucks.map(u64::from);
        mix(u64::from(self.moves) | axis << 8 | soviet << 16 | rolling << 24 | (self.mover as u64) << 32)
    }

    fn game_turn(&self) -> u16 {
        1
    }
}

impl Determinize for Raid {
    fn determinize(&self, _viewer: Side, _dice: &mut Dice) -> Self {
        self.clone()
    }

    fn view_hash(&self, _viewer: Side) -> u64 {
        self.state_hash()
    }

    fn sees_all(&self, _viewer: Side) -> bool {
        true
    }
}
