//! Victory in the first scenario [PB 10.15].

use crate::game::Side;

/// [PB 10.15] The winner once the last turn is over: the Axis with all objectives and no more steps lost than allowed.
pub const fn winner(objectives: usize, held: usize, steps_lost: u8, allowed: u8) -> Side {
    if held == objectives && steps_lost <= allowed { Side::Axis } else { Side::Soviet }
}

/// [PB 10.15.b] Whether the game is decided before its end: steps do not come back.
pub const fn lost_early(steps_lost: u8, allowed: u8) -> bool {
    steps_lost > allowed
}
