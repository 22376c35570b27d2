//! The sequence of play [4.2], and the stack of procedures in progress.
//!
//! A phase opens by pushing the frames of its procedures, the first on top. [`EastFront::settle`] carries the top frame
//! on until a player or a die has something to decide; a finished procedure pops its frame, an interrupt pushes one.

use super::EastFront;
use super::action::Action;
use super::airwar::AirStage;
use super::assault::OverrunStage;
use super::combat::Stage;
use super::data::{AirBox, MovementPhase};
use super::ids::UnitId;
use super::sets::UnitSet;
use crate::game::{Side, Turn};
use crate::hex::Hex;

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

/// A procedure in progress. The comment says who decides.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Frame {
    /// Opens the phase at hand.
    OpenPhase,
    /// Everything in the phase is done; on to the next.
    ClosePhase,
    /// [5.13] Die for the weather.
    WeatherDie,
    /// [8.7] The owner picks the unit for this entry of the list of withdrawals.
    Withdrawal(u8),
    /// [9.11] Die for the first air unit that has not rolled in a box: Flown, then Damaged.
    ReadinessDie,
    /// [13.13] Axis opens interdiction missions.
    Interdiction,
    /// [17.21] Axis loads the interdiction mission over a hex.
    Load(Hex),
    /// [17.21][17.24] The side flies to missions.
    Flight(Side),
    /// [17.3] The side whose missions these are picks the next air combat.
    AirOrder(Side),
    /// [17.3] An air combat in progress.
    Air(AirStage),
    /// [17.4] Die of anti-aircraft fire, mission after mission.
    AntiAirDie,
    /// [13.14] Interdiction missions take effect.
    CloseInterdiction,
    /// [22.12.a] Soviet headquarters activate units, from this slot on.
    Activation(u8),
    /// [10] The side moves.
    Movement(Side),
    /// [10.4] A unit or stack on the move.
    March,
    /// [11.4] An overrun in progress.
    Overrun(OverrunStage),
    /// [24.4] The side recombines, from this pair of division and substitute slots on.
    Recombination(Side, u8, u8),
    /// [3.32] The side removes excess units, in the hex at hand from this slot on.
    Excess(Side, u8),
    /// [12] The side declares attacks.
    Declaration(Side),
    /// [14.21] The side commits artillery to its defence, from this slot on.
    Barrage(Side, u8),
    /// [14.3] The side gives an order for the attack with this number.
    Orders(Side, u8),
    /// [15.0] The side picks the next attack.
    Combat(Side),
    /// [15.81] A combat in progress.
    Battle(Stage),
    /// Missions end with the Combat Phase [17.26].
    CloseCombat,
    /// [23.43.b] Axis changes modes of super-heavy artillery, from this slot on.
    Modes(u8),
    /// [21.12] Die for the first hex that must check at or after this one.
    SurrenderDie(u16),
    /// [22.26.a] Die for the first headquarters that may recover at or after this slot.
    RecoveryDie(u8),
}

impl Frame {
    /// A number for hashing, distinct for distinct frames.
    pub(super) fn code(self) -> u64 {
        let (tag, small, large): (u8, u8, u16) = match self {
            Frame::ClosePhase => (0, 0, 0),
            Frame::OpenPhase => (1, 0, 0),
            Frame::WeatherDie => (2, 0, 0),
            Frame::Withdrawal(entry) => (3, entry, 0),
            Frame::ReadinessDie => (4, 0, 0),
            Frame::Interdiction => (5, 0, 0),
            Frame::Load(hex) => (6, 0, hex.0),
            Frame::Flight(side) => (7, side as u8, 0),
            Frame::AirOrder(side) => (8, side as u8, 0),
            Frame::Air(stage) => (9, stage as u8, 0),
            Frame::AntiAirDie => (10, 0, 0),
            Frame::CloseInterdiction => (11, 0, 0),
            Frame::Activation(from) => (12, from, 0),
            Frame::Movement(side) => (13, side as u8, 0),
            Frame::March => (14, 0, 0),
            Frame::Overrun(stage) => (15, stage as u8, 0),
            Frame::Recombination(side, unit, regiment) => (16, side as u8, u16::from_le_bytes([unit, regiment])),
            Frame::Excess(side, from) => (17, side as u8, u16::from(from)),
            Frame::Declaration(side) => (18, side as u8, 0),
            Frame::Barrage(side, from) => (19, side as u8, u16::from(from)),
            Frame::Orders(side, attack) => (20, side as u8, u16::from(attack)),
            Frame::Combat(side) => (21, side as u8, 0),
            Frame::Battle(stage) => (22, stage as u8, 0),
            Frame::CloseCombat => (23, 0, 0),
            Frame::Modes(from) => (24, from, 0),
            Frame::SurrenderDie(from) => (25, 0, from),
            Frame::RecoveryDie(from) => (26, from, 0),
        };
        u64::from(tag) | u64::from(small) << 8 | u64::from(large) << 16
    }
}

/// Whether a frame that was carried on waits for a choice.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Progress {
    /// A player or a die decides now.
    Waits,
    /// The stack changed; look again.
    Moves,
}

/// Faces of the die.
pub(super) const FACES: u8 = 10;

impl EastFront {
    /// Pushes frames so that the first of the slice comes first.
    pub(super) fn push_all(&mut self, frames: &[Frame]) {
        for &frame in frames.iter().rev() {
            self.frames.push(frame);
        }
    }

    /// The phase in progress.
    pub fn current_phase(&self) -> Phase {
        Phase::ALL[usize::from(self.phase)]
    }

    /// Opens the phase at hand.
    pub(super) fn open_phase(&mut self) {
        use Side::{Axis, Soviet};
        match self.current_phase() {
            Phase::Weather => self.open_weather(),
            Phase::Arrivals => self.open_arrivals(),
            Phase::Readiness => self.open_readiness(),
            Phase::Interdiction => self.push_all(&[
                Frame::Interdiction,
                Frame::Flight(Soviet),
                Frame::AirOrder(Axis),
                Frame::AntiAirDie,
                Frame::CloseInterdiction,
            ]),
            Phase::AxisMovement => {
                self.open_segment(Axis);
                self.push_all(&[Frame::Movement(Axis), Frame::Recombination(Axis, 0, 0), Frame::Excess(Axis, 0)]);
            }
            Phase::AxisMotorized => {
                self.push_all(&[Frame::Movement(Axis), Frame::Recombination(Axis, 0, 0), Frame::Excess(Axis, 0)]);
            }
            Phase::AxisDeclaration => {
                self.note_hauled();
                self.open_declaration(Axis);
            }
            Phase::SovietDeclaration => self.open_declaration(Soviet),
            Phase::SovietReaction => self.open_reaction(Soviet),
            Phase::AxisReaction => self.open_reaction(Axis),
            Phase::AxisCombat => self.open_combat(Axis),
            Phase::SovietCombat => self.open_combat(Soviet),
            Phase::AxisEngineer => self.open_axis_engineers(),
            Phase::SovietEngineer => self.work_of_engineers(Soviet),
            Phase::SovietMotorized => {
                self.open_segment(Soviet);
                self.push_all(&[Frame::Activation(0), Frame::Movement(Soviet), Frame::Excess(Soviet, 0)]);
            }
            Phase::SovietMovement => self.push_all(&[Frame::Movement(Soviet), Frame::Excess(Soviet, 0)]),
            Phase::Surrender => self.frames.push(Frame::SurrenderDie(0)),
            Phase::Interphase => self.open_interphase(),
        }
        self.moved = UnitSet::EMPTY;
        self.command.open_phase();
    }

    /// Moves on to the next phase, the next turn or the end of the game.
    fn close_phase(&mut self) {
        if usize::from(self.phase) + 1 < Phase::ALL.len() {
            self.phase += 1;
            return;
        }
        if usize::from(self.turn) == self.data.script.turns.len() {
            // A finished game stays in its last phase, so that it can still be asked for it.
            self.decide_at_the_end();
            return;
        }
        self.turn += 1;
        self.phase = 0;
    }

    /// Carries procedures on until somebody has a choice or the game is over.
    pub(super) fn settle(&mut self) {
        while let Some(frame) = self.frames.top() {
            if self.result.is_some() {
                self.frames.clear();
                return;
            }
            if self.carry_on(frame) == Progress::Waits {
                return;
            }
        }
    }

    fn carry_on(&mut self, frame: Frame) -> Progress {
        match frame {
            Frame::OpenPhase => {
                self.frames.replace_top(Frame::ClosePhase);
                self.open_phase();
                Progress::Moves
            }
            Frame::ClosePhase => {
                self.frames.replace_top(Frame::OpenPhase);
                self.close_phase();
                Progress::Moves
            }
            Frame::WeatherDie => Progress::Waits,
            Frame::Withdrawal(entry) => self.carry_on_withdrawal(entry),
            Frame::ReadinessDie => self.carry_on_readiness(),
            Frame::Interdiction => self.wait_or_pop(self.air.may_open_mission(Side::Axis)),
            Frame::Load(hex) => self.wait_or_pop(self.may_load(Side::Axis, hex)),
            Frame::Flight(side) => {
                let flies = self.any_flight(side);
                self.wait_or_pop(flies)
            }
            Frame::AirOrder(side) => self.carry_on_air_order(side),
            Frame::Air(stage) => self.carry_on_air(stage),
            Frame::AntiAirDie => self.carry_on_anti_air(),
            Frame::CloseInterdiction => self.close_interdiction(),
            Frame::Activation(from) => {
                let offered = self.activations(from).next().is_some();
                self.wait_or_pop(offered)
            }
            Frame::Movement(side) => self.wait_or_pop(self.any_may_move(side)),
            Frame::March => self.carry_on_march(),
            Frame::Overrun(stage) => self.carry_on_overrun(stage),
            Frame::Recombination(side, unit, regiment) => {
                let offered = self.recombinations(side, unit, regiment).next().is_some();
                self.wait_or_pop(offered)
            }
            Frame::Excess(side, _) => {
                let overfull = self.overfull_hex(side).is_some();
                self.wait_or_pop(overfull)
            }
            Frame::Declaration(side) => self.carry_on_declaration(side),
            Frame::Barrage(side, from) => {
                let offered = self.any_barrage(side, from);
                self.wait_or_pop(offered)
            }
            Frame::Orders(side, attack) => self.carry_on_orders(side, attack),
            Frame::Combat(side) => self.carry_on_combat(side),
            Frame::Battle(stage) => self.carry_on_battle(stage),
            Frame::CloseCombat => self.close_combat(),
            Frame::Modes(from) => self.wait_or_pop(self.convertible(from) != 0),
            Frame::SurrenderDie(from) => self.carry_on_surrender(from),
            Frame::RecoveryDie(from) => self.carry_on_recovery(from),
        }
    }

    pub(super) fn wait_or_pop(&mut self, waits: bool) -> Progress {
        if waits { Progress::Waits } else { self.pop() }
    }

    pub(super) fn pop(&mut self) -> Progress {
        self.frames.pop();
        Progress::Moves
    }

    /// Who decides in a frame.
    pub(super) fn decider(&self, frame: Frame) -> Turn {
        match frame {
            Frame::WeatherDie | Frame::ReadinessDie | Frame::AntiAirDie | Frame::SurrenderDie(_) | Frame::RecoveryDie(_) => Turn::Chance,
            Frame::Withdrawal(entry) => Turn::Player(self.withdrawing_side(entry)),
            Frame::Interdiction | Frame::Load(_) | Frame::Modes(_) => Turn::Player(Side::Axis),
            Frame::Activation(_) => Turn::Player(Side::Soviet),
            Frame::Flight(side)
            | Frame::AirOrder(side)
            | Frame::Movement(side)
            | Frame::Recombination(side, ..)
            | Frame::Excess(side, _)
            | Frame::Declaration(side)
            | Frame::Barrage(side, _)
            | Frame::Orders(side, _)
            | Frame::Combat(side) => Turn::Player(side),
            Frame::Air(stage) => self.air_decider(stage),
            Frame::March => Turn::Player(self.march.side),
            Frame::Overrun(stage) => self.overrun_decider(stage),
            Frame::Battle(stage) => self.battle_decider(stage),
            Frame::OpenPhase | Frame::ClosePhase | Frame::CloseInterdiction | Frame::CloseCombat => {
                unreachable!("procedures without a choice never wait")
            }
        }
    }

    /// Fills `out` with the choices of a frame.
    pub(super) fn list_choices(&self, frame: Frame, out: &mut Vec<Action>) {
        if self.decider(frame) == Turn::Chance {
            out.extend((1..=FACES).map(Action::Roll));
            return;
        }
        match frame {
            Frame::Withdrawal(entry) => out.extend(self.withdrawable(entry)),
            Frame::Interdiction => self.list_interdictions(out),
            Frame::Load(hex) => self.list_loads(hex, out),
            Frame::Flight(side) => self.list_flights(side, out),
            Frame::AirOrder(_) => out.extend(self.contested_missions().map(Action::Reveal)),
            Frame::Air(stage) => self.list_air(stage, out),
            Frame::Activation(from) => {
                out.push(Action::Done);
                out.extend(self.activations(from));
            }
            Frame::Movement(side) => self.list_movers(side, out),
            Frame::March => self.list_march(out),
            Frame::Overrun(stage) => self.list_overrun(stage, out),
            Frame::Recombination(side, unit, regiment) => {
                out.push(Action::Done);
                out.extend(self.recombinations(side, unit, regiment));
            }
            Frame::Excess(side, from) => self.list_excess(side, from, out),
            Frame::Declaration(side) => self.list_declarations(side, out),
            Frame::Barrage(side, from) => {
                out.push(Action::Done);
                self.list_barrages(side, from, out);
            }
            Frame::Orders(side, attack) => out.extend(self.orders_open_to(side, attack).map(Action::Give)),
            Frame::Combat(_) => out.extend(self.unresolved().map(|attack| Action::Resolve(self.attacks.list[attack].first()))),
            Frame::Battle(stage) => self.list_battle(stage, out),
            Frame::Modes(from) => {
                out.push(Action::Done);
                out.extend(super::sets::units(Side::Axis, self.convertible(from)).map(Action::Flip));
            }
            _ => unreachable!("procedures without a choice never wait"),
        }
    }

    /// Carries out a legal action in the frame on top.
    pub(super) fn carry_out(&mut self, action: Action) {
        let frame = self.frames.top().expect("a game that is not over has a frame");
        match (frame, action) {
            (Frame::WeatherDie, Action::Roll(die)) => self.roll_weather(die),
            (Frame::Withdrawal(_), Action::Withdraw(unit)) => {
                self.frames.pop();
                self.board.put(self.data, unit, super::sets::Place::WITHDRAWN);
            }
            (Frame::Withdrawal(_), Action::WithdrawAir(air)) => {
                self.frames.pop();
                self.air.withdraw(air);
            }
            (Frame::ReadinessDie, Action::Roll(die)) => self.roll_readiness(die),
            (Frame::Interdiction, Action::Interdict(hex)) => self.frames.push(Frame::Load(hex)),
            (Frame::Load(_) | Frame::Flight(_), Action::Fly { air, hex }) => self.air.fly(air, hex),
            (Frame::AirOrder(_), Action::Reveal(hex)) => self.reveal(hex),
            (Frame::Air(stage), _) => self.fly_on(stage, action),
            (Frame::AntiAirDie, Action::Roll(die)) => self.roll_anti_air(die),
            (Frame::Activation(_), Action::Activate { unit, hq }) => self.activate(unit, hq),
            (Frame::Movement(_), Action::Select(unit)) => self.begin_march(unit),
            (Frame::Movement(_), Action::Detach(unit)) => self.detach(unit, false),
            (Frame::Movement(_), Action::DetachStrong(unit)) => self.detach(unit, true),
            (Frame::March, _) => self.march_on(action),
            (Frame::Overrun(stage), _) => self.overrun_on(stage, action),
            (Frame::Recombination(..), Action::Recombine { unit, regiment }) => self.recombine(unit, regiment),
            (Frame::Excess(..), Action::Remove(unit)) => self.remove_excess(unit),
            (Frame::Excess(..), Action::Storm(unit)) => self.stormers.insert(unit),
            (Frame::Declaration(_), Action::Attack(hex)) => self.attacks.open(hex),
            (Frame::Declaration(_), Action::Also(hex)) => self.attacks.also(hex),
            (Frame::Declaration(side), Action::Done) => self.close_declaration(side),
            (Frame::Barrage(side, _), Action::Barrage { gun, target }) => self.commit_gun(side, gun, target),
            (Frame::Orders(side, attack), Action::Give(order)) => self.give_order(side, attack, order),
            (Frame::Combat(side), Action::Resolve(hex)) => self.begin_battle(side, hex),
            (Frame::Battle(stage), _) => self.fight_on(stage, action),
            (Frame::Modes(_), Action::Flip(unit)) => self.convert(unit),
            (Frame::SurrenderDie(_), Action::Roll(die)) => self.roll_surrender(die),
            (Frame::RecoveryDie(_), Action::Roll(die)) => self.roll_recovery(die),
            (_, Action::Done) => {
                self.frames.pop();
            }
            (frame, action) => unreachable!("{action:?} is not among the choices of {frame:?}"),
        }
    }

    /// The box an air unit is in, if it is in one.
    pub fn air_box(&self, air: super::ids::AirId) -> Option<AirBox> {
        self.air.box_of(air)
    }

    /// Counters of the side that a set holds in this phase, from a slot on.
    pub(super) fn slot_after(unit: UnitId) -> u8 {
        unit.slot() as u8 + 1
    }
}
