//! What players ask of a position: on what ground a battle would be fought, who may still march, who stands where. Pure reads of what the
//! rules keep elsewhere; what is decided now says `telling.rs`.

use super::BlocksInTheEast;
use super::combat::{Conditions, Firing};
use super::fight::Fight;
use super::frame::{Frame, Phase, Why};
use super::fuel::Need;
use super::ids::{HexSet, UnitId};
use crate::game::Side;
use crate::hex::Hex;

/// Where a battle is fought, or would be.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Battlefield {
    /// [7.7.6][BOX1] What holds for every throw of the first round. That all attackers crossed a river is said of those who are there.
    pub conditions: Conditions,
    /// [7.7.2] Dice with which the town fires at the aircraft of the attacker, and the faces of them that hit.
    pub town_fire: Option<[u8; 2]>,
}

impl BlocksInTheEast {
    /// [7.7.a] Where a battle in a hex is fought, or would be, if the units of a side attack.
    pub fn battlefield(&self, attacker: Side, hex: Hex) -> Battlefield {
        let mut game = self.clone();
        game.fight = Fight { round: 1, ..Fight::in_hex(attacker, hex) };
        let tech = game.infantry_tech(game.data.nation_at(hex, attacker.opponent()));
        let silent = game.holds_fire(attacker.opponent(), Firing::AntiAircraft);
        let town_fire = game.town(hex).filter(|_| !silent).and_then(|class| game.data.tables.powers.town_fire(class, tech));
        Battlefield { conditions: game.conditions(), town_fire }
    }

    /// Whether a ground unit may still march in the phase of movement at hand, and attack by it [7.5.3][7.10.b][12.4].
    pub fn may_still_attack(&self, unit: UnitId) -> bool {
        let Some(&Frame::Ground(side, Why::Movement)) = self.frames.as_slice().iter().find(|frame| matches!(frame, Frame::Ground(..)))
        else {
            return false;
        };
        side == unit.side()
            && self.may_move(unit, Why::Movement)
            && (self.is_supplied_to_attack(unit) || self.awaits_ration(unit, Need::March(Why::Movement)))
    }

    /// Whether a unit may still march or fly in the phase at hand, or in the movement to come, as far as it depends on itself.
    pub fn may_still_go(&self, unit: UnitId) -> bool {
        match self.phase() {
            Some((_, Phase::AirMovement | Phase::Reaction)) => self.may_fly(unit),
            Some((_, Phase::Exploitation)) => self.may_move(unit, Why::Exploitation),
            _ => self.may_move(unit, Why::Movement),
        }
    }

    /// Units of a side on the map, with their hexes.
    pub fn units_on_map(&self, side: Side) -> impl Iterator<Item = (UnitId, Hex)> + '_ {
        self.board.on_map(side)
    }

    /// [3.1.a] Hexes that a side owns.
    pub fn owned(&self, side: Side) -> HexSet {
        self.board.owned(self.data, side)
    }

    /// [4.3.a] Whether a side has units on the ground in a hex, which both sides are told.
    pub fn has_ground_units(&self, side: Side, hex: Hex) -> bool {
        self.holds_ground(side, hex)
    }
}
