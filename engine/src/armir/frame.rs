//! The phases of a turn, the procedures within them and the steps of a procedure, as plain data.

use super::Armir;
use crate::game::{PhaseKind, Side};
use crate::hex::Hex;
use crate::kit::procedures::procedures;

/// The phases of a turn [3].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Phase {
    /// Initiative, air die, artillery points [3.A].
    Initiative,
    /// Axis reinforcements.
    AxisReinforcement,
    /// Axis movement.
    AxisMovement,
    /// Axis motorised movement [5.2].
    AxisMotorised,
    /// Axis combat.
    AxisCombat,
    /// Soviet movement.
    SovietMovement,
    /// Soviet motorised movement [5.2].
    SovietMotorised,
    /// Soviet combat, with the Chir and the airfields first [16].
    SovietCombat,
    /// Bombardment by both sides [11].
    Bombardment,
    /// Supply [3.C.1].
    Supply,
    /// Attrition [3.C.2].
    Attrition,
}

impl Phase {
    /// Name for players.
    pub const fn name(self) -> &'static str {
        match self {
            Phase::Initiative => "Initiative",
            Phase::AxisReinforcement => "Axis reinforcements",
            Phase::AxisMovement => "Axis movement",
            Phase::AxisMotorised => "Axis motorised movement",
            Phase::AxisCombat => "Axis combat",
            Phase::SovietMovement => "Soviet movement",
            Phase::SovietMotorised => "Soviet motorised movement",
            Phase::SovietCombat => "Soviet combat",
            Phase::Bombardment => "Bombardment",
            Phase::Supply => "Supply",
            Phase::Attrition => "Attrition",
        }
    }

    /// What happens in it.
    pub const fn kind(self) -> PhaseKind {
        match self {
            Phase::AxisMovement | Phase::AxisMotorised | Phase::SovietMovement | Phase::SovietMotorised => PhaseKind::Movement,
            Phase::AxisCombat | Phase::SovietCombat => PhaseKind::Combat,
            Phase::Initiative | Phase::AxisReinforcement | Phase::Bombardment | Phase::Supply | Phase::Attrition => PhaseKind::Other,
        }
    }

    /// The side that moves in it [5][5.2].
    pub(super) const fn mover(self) -> Option<Side> {
        match self {
            Phase::AxisMovement | Phase::AxisMotorised => Some(Side::Axis),
            Phase::SovietMovement | Phase::SovietMotorised => Some(Side::Soviet),
            _ => None,
        }
    }

    /// Whether only mobile combat units move in it [5.2].
    pub(super) const fn motorised(self) -> bool {
        matches!(self, Phase::AxisMotorised | Phase::SovietMotorised)
    }
}

procedures! { pub(super) enum Frame of Armir:
    /// Opens the phase at hand.
    OpenPhase,
    /// Everything in the phase is done; on to the next.
    ClosePhase,
    /// [18.1] Axis places.
    AxisSetUp,
    /// [18.2] Soviet places.
    SovietSetUp,
    /// [5.3] Side of HQs and guns, from counter `1` on: the side decides.
    Faces(side: Side, next: u8),
    /// [17.1] Soviet chooses objectives.
    Objectives,
    /// [4] Soviet decides on the initiative.
    TakeInitiative,
    /// [10.2] Artillery points are refreshed.
    ArtilleryPoints,
    /// [9.1] Die for the air unit.
    AirDie,
    /// [9.2.1] Die for the Italian aircraft.
    AircraftDie,
    /// [16.4.2] Momentum drain.
    Drain,
    /// [16.3] Die for the garrison.
    GarrisonDie,
    /// [18.5][15.1][15.2] Arrivals.
    Arrivals,
    /// [15.3] Axis: German replacement.
    Replacement,
    /// [15.1.3] Axis: Vicenza relieves Julia.
    Relief,
    /// [15.4] Axis: Complementi.
    Complement,
    /// [17.1.3] Soviet: return of an HQ.
    HqReturn,
    /// [5] The side moves.
    Movement(side: Side),
    /// [5][13] A unit or group on the move.
    March,
    /// [6.2] The side removes excess units in one hex, or in any hex.
    Excess(side: Side, place: Option<Hex>),
    /// [16.2.1] Die for the lost depot.
    DepotDie,
    /// [11] The side bombards.
    Bombardment(side: Side),
    /// [11.1] Die of a bombardment; the owner of the target may then pick a step.
    BombardmentDie,
    /// [11.1.3] The owner of the stack in the hex picks the step lost to a bombardment.
    BombardmentLoss(hex: Hex),
    /// [16.1.1] Die on the Chir.
    ChirDie,
    /// [16.1.2] Soviet picks steps lost on the Chir.
    ChirLoss(left: u8),
    /// [16.3.1.a] Die of the airfield attack.
    AirfieldDie,
    /// [16.3.2] Soviet picks steps lost at the airfields.
    AirfieldLoss,
    /// [12] The side attacks.
    Combat(side: Side),
    /// [12.1] A combat in progress.
    Battle(stage: Stage),
    /// [11.2.1] End of a combat phase.
    CloseCombat,
    /// [8] Supply of both sides is judged.
    JudgeSupply,
    /// [9.2] Axis picks hexes with Germans for air supply: so many left, from this hex on.
    GermanAirSupply(left: u8, from: Hex),
    /// [9.2.a] Axis may use the Italian aircraft.
    ItalianAirSupply,
    /// [8.4] Raid die of the first hex at or after this place code.
    RaidDie(from: u16),
    /// [8.3] Markers change.
    MarkSupply,
    /// [8.6] The side removes a step in each unsupplied hex, from this place code on.
    Attrition(side: Side, from: u16),
}

/// The next step of a combat in progress. The comment says who decides.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[repr(u8)]
pub enum Stage {
    /// [12.1] Attacker names the units.
    Attackers,
    /// [13] The moving group attacks.
    OpenOverrun,
    /// [10.1.2] Axis names supporting guns (reading A28).
    Support,
    /// [12.1] Die.
    Die,
    /// [12.2.2] Axis picks the first Soviet attacker lost.
    FirstAttackerLoss,
    /// [12.2.1] Attacker spreads the rest.
    AttackerLoss,
    /// [12.3] Defender stands or retreats.
    StandOrRetreat,
    /// [12.2.2] Axis picks the first Soviet defender lost.
    FirstDefenderLoss,
    /// [12.2.1] Defender spreads the rest.
    DefenderLoss,
    /// [12.3.1] Defender picks the retreat hex.
    RetreatHex,
    /// [12.4] Attacker advances.
    Advance,
}

/// How far a group on the move has come.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[repr(u8)]
pub(super) enum MarchStage {
    /// Chosen, not yet moved; companions may join.
    Gathering,
    /// Has entered a hex with an effect and goes on.
    UnderWay,
    /// Stands next to the hex it will overrun.
    Assaulting,
    /// An overrun is being fought.
    Overrunning,
    /// An overrun has cleared its target, which must now be entered [13.2].
    MustEnter,
    /// Has entered the hex it overran.
    Through,
    /// Has come to its end.
    Finished,
}
