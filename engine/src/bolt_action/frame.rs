//! The procedures of the game and the steps of those that have several, as plain data.

use super::BoltAction;
use super::ids::UnitId;
use super::terms::{Damage, Mishap};
use crate::game::Side;
use crate::kit::procedures::procedures;

procedures! { pub(super) enum Frame of BoltAction:
    /// The sides place their units (decision D12).
    SetUp,
    /// A unit is placed in a block of cells.
    Placing(unit: UnitId, block: u8),
    /// A unit that was placed chooses its facing.
    FirstFacing(unit: UnitId),
    /// [TURN.2.b] A turn begins: the bag is filled.
    TurnStart,
    /// [TURN.1.1] A die is drawn from the bag.
    Draw,
    /// [TURN.1.2] The side gives an order.
    Choice(side: Side),
    /// [CQ.1] The assaulting unit names its target.
    Charge(unit: UnitId),
    /// [TURN.1.3] The order test.
    OrderTest(unit: UnitId),
    /// [FUB.1] The FUBAR die.
    FubarDie(unit: UnitId),
    /// [FUB.2.a] The other side names a friend of the unit.
    Friend(unit: UnitId),
    /// [FUB.3] The unit runs from the closest enemy that it sees.
    Panic(unit: UnitId, enemy: UnitId),
    /// [ORD.5] The rally die.
    RallyDie(unit: UnitId),
    /// [ORD.2][ORD.3] A unit on foot chooses where it goes.
    Walk(unit: UnitId),
    /// A unit on foot goes cell by cell (decision D5).
    Steps(unit: UnitId),
    /// [MAN][REV] A vehicle moves leg by leg.
    Drive(unit: UnitId),
    /// A unit goes along its path; it is fired at from Ambush on the way [ORD.4].
    Path(unit: UnitId),
    /// [ORD.4] The other side may fire from Ambush at the unit on its path (supplement S7).
    Ambush(unit: UnitId),
    /// A unit with a Fixed weapon chooses its facing at the end of an Advance (supplement S22).
    Turning(unit: UnitId),
    /// [SHOOT] A unit shoots: with all it has, or with this weapon of a vehicle and those after it.
    Shooting(unit: UnitId, weapon: u8),
    /// [SHOOT.2] The target may react.
    Reaction,
    /// [SHOOT.3] The dice of a volley.
    Volley(stage: VolleyStage),
    /// [VD] A roll on the vehicle damage table, with what is added to it.
    MishapDie(unit: UnitId, damage: Damage, extra: u8),
    /// [VDC.3] Both results of massive damage.
    MassiveDice(unit: UnitId, extra: u8),
    /// [VD] A result befalls a vehicle.
    Suffering(unit: UnitId, mishap: Mishap),
    /// [VD.3] The crew of a burning vehicle is tested.
    FireTest(unit: UnitId),
    /// [CQ.2][CQV.3] The target of an assault may shoot first (supplement S6).
    ReturnFire,
    /// [CQ.3] The assaulting unit moves to contact.
    Contact,
    /// [CQ.4] Close quarters in progress.
    Melee(stage: MeleeStage),
    /// [CQ.6] Die of consolidation.
    ConsolidationDie(unit: UnitId),
    /// [CQ.6] The unit moves within so many inches.
    Consolidation(unit: UnitId, inches: u8),
    /// [TURN.2] The side decides which units keep Ambush and Down, from this slot on (supplement S8).
    Keeping(side: Side, from: u8),
    /// [TURN.2] The turn ends.
    TurnEnd,
    /// Die for another turn (supplement S34).
    ExtraTurnDie,
}

impl Frame {
    /// The unit that the procedure is about, if it names one.
    pub(super) const fn unit(self) -> Option<UnitId> {
        match self {
            Frame::Placing(unit, _)
            | Frame::FirstFacing(unit)
            | Frame::Charge(unit)
            | Frame::OrderTest(unit)
            | Frame::FubarDie(unit)
            | Frame::Friend(unit)
            | Frame::Panic(unit, _)
            | Frame::RallyDie(unit)
            | Frame::Walk(unit)
            | Frame::Steps(unit)
            | Frame::Drive(unit)
            | Frame::Path(unit)
            | Frame::Ambush(unit)
            | Frame::Turning(unit)
            | Frame::Shooting(unit, _)
            | Frame::MishapDie(unit, ..)
            | Frame::MassiveDice(unit, _)
            | Frame::Suffering(unit, _)
            | Frame::FireTest(unit)
            | Frame::ConsolidationDie(unit)
            | Frame::Consolidation(unit, _) => Some(unit),
            Frame::SetUp
            | Frame::TurnStart
            | Frame::Draw
            | Frame::Choice(_)
            | Frame::Reaction
            | Frame::Volley(_)
            | Frame::ReturnFire
            | Frame::Contact
            | Frame::Melee(_)
            | Frame::Keeping(..)
            | Frame::TurnEnd
            | Frame::ExtraTurnDie => None,
        }
    }
}

/// The next step of a volley.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum VolleyStage {
    /// Nothing is rolled: the next weapons are looked for.
    Next,
    /// Number of shots of a flamethrower.
    Shots,
    /// [SHOOT.4] Hits of the weapons at hand.
    Hits,
    /// [HE] Hits that a high-explosive hit makes.
    Blast,
    /// [HE] Pins beyond the usual one (supplement S15).
    Pins,
    /// [SHOOT.5] Damage to men or to a soft-skinned vehicle.
    Damage,
    /// [SHOOT.5] Damage of one hit to an armoured vehicle.
    Armour,
    /// Nothing is rolled: men fall, pins are placed.
    Losses,
    /// [SHOOT.7] Morale after losses.
    Morale,
}

/// The next step of close quarters.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum MeleeStage {
    /// Nothing is rolled: whether the assaulting unit has come to its target.
    Begin,
    /// [CQ.4.a] Damage by the attacker.
    Attack,
    /// [CQ.4.c] Damage by the defender.
    Defence,
    /// [CQ.4.e][CQ.5] Nothing is rolled: who has lost.
    Round,
    /// [CQV.5] Hits on a vehicle.
    VehicleHits,
    /// [CQV.6] Damage to the vehicle.
    VehicleDamage,
    /// [CQV.10] Nothing is rolled: the assault on the vehicle is over.
    VehicleEnd,
}
