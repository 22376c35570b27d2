//! The phases of a turn, the procedures within them and the steps of a procedure, as plain data.

use super::EastFront;
use super::data::MovementPhase;
use crate::game::{PhaseKind, Side};
use crate::hex::Hex;
use crate::kit::procedures::procedures;

/// The phases of a turn [4.2].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Phase {
    /// Weather [5].
    Weather,
    /// Reinforcements and withdrawals [8].
    Arrivals,
    /// Air readiness [9].
    Readiness,
    /// Axis air interdiction [13].
    Interdiction,
    /// Axis Movement Phase [10.1].
    AxisMovement,
    /// Axis attack declaration [12].
    AxisDeclaration,
    /// Soviet Reaction Phase [14].
    SovietReaction,
    /// Axis Combat Phase [15].
    AxisCombat,
    /// Axis Motorized Movement Phase [10.2].
    AxisMotorized,
    /// Axis Engineer Phase.
    AxisEngineer,
    /// Soviet Motorized Movement Phase [10.2].
    SovietMotorized,
    /// Soviet attack declaration [12].
    SovietDeclaration,
    /// Axis Reaction Phase [14].
    AxisReaction,
    /// Soviet Combat Phase [15].
    SovietCombat,
    /// Soviet Movement Phase [10.1].
    SovietMovement,
    /// Soviet Engineer Phase.
    SovietEngineer,
    /// Soviet Surrender Phase [21].
    Surrender,
    /// Interphase.
    Interphase,
}

impl Phase {
    /// All phases in the order of a turn.
    pub const ALL: [Phase; 18] = [
        Phase::Weather,
        Phase::Arrivals,
        Phase::Readiness,
        Phase::Interdiction,
        Phase::AxisMovement,
        Phase::AxisDeclaration,
        Phase::SovietReaction,
        Phase::AxisCombat,
        Phase::AxisMotorized,
        Phase::AxisEngineer,
        Phase::SovietMotorized,
        Phase::SovietDeclaration,
        Phase::AxisReaction,
        Phase::SovietCombat,
        Phase::SovietMovement,
        Phase::SovietEngineer,
        Phase::Surrender,
        Phase::Interphase,
    ];

    /// Name for players.
    pub const fn name(self) -> &'static str {
        match self {
            Phase::Weather => "Weather",
            Phase::Arrivals => "Reinforcements and withdrawals",
            Phase::Readiness => "Air readiness",
            Phase::Interdiction => "Axis air interdiction",
            Phase::AxisMovement => "Axis movement",
            Phase::AxisDeclaration => "Axis attack declaration",
            Phase::SovietReaction => "Soviet reaction",
            Phase::AxisCombat => "Axis combat",
            Phase::AxisMotorized => "Axis motorized movement",
            Phase::AxisEngineer => "Axis engineers",
            Phase::SovietMotorized => "Soviet motorized movement",
            Phase::SovietDeclaration => "Soviet attack declaration",
            Phase::AxisReaction => "Axis reaction",
            Phase::SovietCombat => "Soviet combat",
            Phase::SovietMovement => "Soviet movement",
            Phase::SovietEngineer => "Soviet engineers",
            Phase::Surrender => "Soviet surrender",
            Phase::Interphase => "Interphase",
        }
    }

    /// What happens in it.
    pub const fn kind(self) -> PhaseKind {
        match self {
            Phase::AxisMovement | Phase::AxisMotorized | Phase::SovietMovement | Phase::SovietMotorized => PhaseKind::Movement,
            Phase::AxisDeclaration | Phase::SovietDeclaration => PhaseKind::Declaration,
            Phase::AxisCombat | Phase::SovietCombat => PhaseKind::Combat,
            _ => PhaseKind::Other,
        }
    }

    /// Column of the movement-phase chart, in phases with movement.
    pub const fn movement(self) -> Option<MovementPhase> {
        match self {
            Phase::AxisMovement | Phase::SovietMovement => Some(MovementPhase::Movement),
            Phase::AxisMotorized | Phase::SovietMotorized => Some(MovementPhase::Motorized),
            Phase::AxisReaction | Phase::SovietReaction => Some(MovementPhase::Reaction),
            _ => None,
        }
    }
}

procedures! { pub(super) enum Frame of EastFront:
    /// Opens the phase at hand.
    OpenPhase,
    /// Everything in the phase is done; on to the next.
    ClosePhase,
    /// [5.13] Die for the weather.
    WeatherDie,
    /// [8.7] The owner picks the unit for this entry of the list of withdrawals.
    Withdrawal(entry: u8),
    /// [9.11] Die for the first air unit that has not rolled in a box: Flown, then Damaged.
    ReadinessDie,
    /// [13.13] Axis opens interdiction missions.
    Interdiction,
    /// [17.21] Axis loads the interdiction mission over a hex.
    Load(hex: Hex),
    /// [17.21][17.24] The side flies to missions.
    Flight(side: Side),
    /// [17.3] The side whose missions these are picks the next air combat.
    AirOrder(side: Side),
    /// [17.3] An air combat in progress.
    Air(stage: AirStage),
    /// [17.4] Die of anti-aircraft fire, mission after mission.
    AntiAirDie,
    /// [13.14] Interdiction missions take effect.
    CloseInterdiction,
    /// [22.12.a] Soviet headquarters activate units, from this slot on.
    Activation(from: u8),
    /// [10] The side moves.
    Movement(side: Side),
    /// [10.4] A unit or stack on the move.
    March,
    /// [11.4] An overrun in progress.
    Overrun(stage: OverrunStage),
    /// [24.4] The side recombines, from this pair of division and substitute slots on.
    Recombination(side: Side, unit: u8, regiment: u8),
    /// [3.32] The side removes excess units, in the hex at hand from this slot on.
    Excess(side: Side, from: u8),
    /// [12] The side declares attacks.
    Declaration(side: Side),
    /// [14.21] The side commits artillery to its defence, from this slot on.
    Barrage(side: Side, from: u8),
    /// [14.3] The side gives an order for the attack with this number.
    Orders(side: Side, attack: u8),
    /// [15.0] The side picks the next attack.
    Combat(side: Side),
    /// [15.81] A combat in progress.
    Battle(stage: Stage),
    /// Missions end with the Combat Phase [17.26].
    CloseCombat,
    /// [23.43.b] Axis changes modes of super-heavy artillery, from this slot on.
    Modes(from: u8),
    /// [21.12] Die for the first hex that must check at or after this one.
    SurrenderDie(from: u16),
    /// [22.26.a] Die for the first headquarters that may recover at or after this slot.
    RecoveryDie(from: u8),
}

/// The next step of an air combat. The comment says who decides.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[repr(u8)]
pub enum AirStage {
    /// [17.31.b.2] Owners declare what their dual-role fighters do.
    Roles,
    /// [17.32] Die.
    InitiativeDie,
    /// [17.33.a] The leader matches shooters and targets.
    Pairing,
    /// [17.33.b] Die of the next shot.
    FireDie,
    /// [17.33.e] The leader picks a second target.
    Advantage,
    /// [17.33.e] Die of that shot.
    AdvantageDie,
}

/// The next step of an overrun. The comment says who decides.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[repr(u8)]
pub enum OverrunStage {
    /// [11.43.i] Die.
    Die,
    /// [11.43.j] The owner picks the step that the defenders lose.
    DefenderLoss,
    /// [11.43.j] The overrunning side retreats the defenders, unit by unit.
    Retreat,
    /// [11.43.l] The owner picks the step that the group loses.
    AttackerLoss,
}

/// The next step of a combat in progress. The comment says who decides.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[repr(u8)]
pub enum Stage {
    /// [15.2] Attacker picks the units that attack.
    Participants,
    /// [15.4] Attacker picks supporting artillery.
    Support,
    /// [15.58] Attacker gives an order.
    Order,
    /// [15.63] Attacker declares engineer effects.
    Breach,
    /// [15.81.b] Die.
    Die,
    /// [16.21] The losing side picks who loses a step.
    Loss,
    /// [16.4] The retreating side, or its opponent, picks where the next unit goes.
    Retreat,
    /// [16.46] The retreating side picks who loses a step after an empty hex of enemy ZOC.
    Harassment,
    /// [16.46] Die of the retreat table.
    HarassmentDie,
    /// [16.5] Attacker advances.
    Advance,
}

/// How far a group on the move has come.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[repr(u8)]
pub(super) enum MarchStage {
    /// Chosen, not yet moved; companions may join.
    Gathering,
    /// Has passed a hex that matters and goes on.
    UnderWay,
    /// An overrun is being fought.
    Overrunning,
    /// Has entered the hex it overran.
    Through,
    /// Has come to its end.
    Finished,
}
