//! Soviet headquarters: budgets, ranges, recovery [22.1][22.2].

use super::data::{CommandRules, InterdictionRules};

/// [13.24] Command value of an operational headquarters under interdiction.
pub fn command_value(rules: &InterdictionRules, printed: u8, level: u8) -> u8 {
    printed.saturating_sub(rules.command_per_level * level)
}

/// [22.25.g] Soviet combat units that may start to move in the range of a non-operational headquarters, in each movement phase.
pub fn movers_near_a_broken_hq(rules: &CommandRules, recovery: u8) -> u8 {
    recovery.saturating_sub(rules.broken_movers_below_recovery)
}

/// [22.26.a][T.HQREC] Whether a headquarters recovers.
pub fn recovers(recovery: u8, die: u8) -> bool {
    die <= recovery
}

/// What a command point is spent on.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Use {
    /// Activation in the Motorized Movement Phase [22.12.a].
    Activation,
    /// Reaction movement [22.12.b].
    Reaction,
    /// An order of a segment [22.12.c].
    Order,
}

/// Points that a headquarters has spent: each use has a budget of its own, the whole command value [22.12].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Spent([u8; 3]);

impl Spent {
    /// Points by use.
    pub const fn points(self) -> [u8; 3] {
        self.0
    }

    /// The same with a point spent; `None` when the value is used up for that.
    pub fn on(mut self, what: Use, value: u8) -> Option<Self> {
        let spent = &mut self.0[what as usize];
        if *spent >= value {
            return None;
        }
        *spent += 1;
        Some(self)
    }
}
