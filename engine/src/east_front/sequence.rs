//! The sequence of play [4.2], and the stack of procedures in progress.
//!
//! A phase opens by pushing the frames of its procedures, the first on top. [`EastFront::settle`] carries the top frame
//! on until a player or a die has something to decide; a finished procedure pops its frame, an interrupt pushes one.

use super::EastFront;
use super::action::{Action, FACES};
use super::data::AirBox;
use super::frame::{Frame, Phase};
use super::ids::{UnitId, UnitSet};
use crate::game::{Side, Turn};
use crate::kit::procedures::Progress;

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
            Frame::Combat(_) => out.extend(self.attacks.unresolved().map(|attack| Action::Resolve(self.attacks.first(attack)))),
            Frame::Battle(stage) => self.list_battle(stage, out),
            Frame::Modes(from) => {
                out.push(Action::Done);
                out.extend(super::ids::units(Side::Axis, self.convertible(from)).map(Action::Flip));
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
                self.board.put(self.data, unit, super::ids::Place::WITHDRAWN);
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
            (Frame::Declaration(_), Action::Attack(hex)) => _ = self.attacks.open(hex),
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
