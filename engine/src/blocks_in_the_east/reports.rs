//! What players ask of a position: which unit is asked about, which battle is in progress, on what ground one would be fought, who may still
//! march. Pure reads of what the rules keep elsewhere.

use super::BlocksInTheEast;
use super::board::Mark;
use super::combat::Conditions;
use super::fight::Fight;
use super::frame::{Frame, Why};
use super::ids::{HexSet, UnitId};
use super::terms::TownClass;
use crate::game::Side;
use crate::hex::Hex;
use crate::kit::procedures::Sequence as _;

/// The battle in progress.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Engagement {
    /// Whose units entered the hex.
    pub attacker: Side,
    /// Where it is fought.
    pub hex: Hex,
    /// Its round, from 1.
    pub round: u8,
}

/// A unit on the march.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct OnMarch {
    /// The unit.
    pub unit: UnitId,
    /// Movement points that it has left.
    pub left: u8,
    /// Whether it has moved already.
    pub begun: bool,
}

/// Where a battle is fought, or would be.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Battlefield {
    /// [7.7.6][BOX1] What holds for every throw of the first round. That all attackers crossed a river is said of those who are there.
    pub conditions: Conditions,
    /// [7.7.2] Dice with which the town fires at the aircraft of the attacker, and the faces of them that hit.
    pub town_fire: Option<[u8; 2]>,
}

impl BlocksInTheEast {
    /// The battle in progress, if one is.
    pub fn engagement(&self) -> Option<Engagement> {
        let fights = self.frames.as_slice().iter().any(|frame| matches!(frame, Frame::Rounds(_)));
        let Fight { attacker, hex, round, .. } = self.fight;
        fights.then_some(Engagement { attacker, hex, round })
    }

    /// [7.7.a] Where a battle in a hex is fought, or would be, if the units of a side attack.
    pub fn battlefield(&self, attacker: Side, hex: Hex) -> Battlefield {
        let mut game = self.clone();
        game.fight = Fight { round: 1, ..Fight::in_hex(attacker, hex) };
        let tech = game.data.infantry_tech(game.data.nation_at(hex, attacker.opponent()), game.turn);
        let town_fire = game.town(hex).and_then(|class| game.data.tables.powers.town_fire(class, tech));
        Battlefield { conditions: game.conditions(), town_fire }
    }

    /// The unit whose march is in progress, of either phase of movement.
    pub fn on_march(&self) -> Option<OnMarch> {
        let Some(Frame::March(unit, left, begun, _)) = self.frames.top() else { return None };
        Some(OnMarch { unit, left, begun })
    }

    /// The unit of which the question at hand speaks: one that moves, flies, leaves a battle, returns, or is placed.
    pub fn unit_in_question(&self) -> Option<UnitId> {
        match self.top()? {
            Frame::March(unit, ..)
            | Frame::RailMove(unit)
            | Frame::Flight(unit, _)
            | Frame::Retreat(unit)
            | Frame::Evacuation(unit)
            | Frame::BlitzMove(unit)
            | Frame::Placement(unit) => Some(unit),
            Frame::AirReturn(side) => self.next_in_flight(side),
            Frame::Leaving(side, hex) => self.next_to_leave(side, hex),
            _ => None,
        }
    }

    /// Whether a ground unit may still march in the phase of movement at hand, and attack by it [7.5.3][7.10.b][12.4].
    pub fn may_still_attack(&self, unit: UnitId) -> bool {
        let Some(&Frame::Ground(side, Why::Movement)) = self.frames.as_slice().iter().find(|frame| matches!(frame, Frame::Ground(..)))
        else {
            return false;
        };
        side == unit.side() && self.may_move(unit, Why::Movement) && self.is_supplied_to_attack(unit)
    }

    /// Whether the movement of a unit in the phase at hand is over.
    pub fn has_moved(&self, unit: UnitId) -> bool {
        self.board.is(unit, Mark::Moved)
    }

    /// [7.3.1] Whether a unit came onto the map in this turn.
    pub fn is_new(&self, unit: UnitId) -> bool {
        self.board.is(unit, Mark::New)
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

    /// [3.3.b][BOX1.g] The town of a hex as it is now.
    pub fn town_at(&self, hex: Hex) -> Option<TownClass> {
        self.town(hex)
    }
}
