//! The sequence of play [3], and the stack of procedures in progress.
//!
//! A phase opens by pushing the frames of its procedures, the first on top. [`Armir::settle`] carries
//! the top frame on until a player or a die has something to decide; a finished procedure pops its
//! frame, an interrupt pushes one.

use super::action::{Action, ObjectiveSet};
use super::data::SetUp;
use super::frame::{Frame, Phase};
use super::ids::{Formation, UnitSet, units};
use super::{Aircraft, Armir};
use crate::game::{Side, Turn};
use crate::hex::Hex;
use crate::kit::procedures::Progress;

/// [3.B1] The Axis has the initiative.
const AXIS_FIRST: [Phase; 12] = [
    Phase::Initiative,
    Phase::AxisReinforcement,
    Phase::AxisMovement,
    Phase::Bombardment,
    Phase::AxisCombat,
    Phase::SovietMovement,
    Phase::AxisMotorised,
    Phase::Bombardment,
    Phase::SovietCombat,
    Phase::SovietMotorised,
    Phase::Supply,
    Phase::Attrition,
];

/// [3.B2] The Soviets have the initiative.
const SOVIET_FIRST: [Phase; 12] = [
    Phase::Initiative,
    Phase::AxisReinforcement,
    Phase::SovietMovement,
    Phase::AxisMotorised,
    Phase::Bombardment,
    Phase::SovietCombat,
    Phase::SovietMotorised,
    Phase::AxisMovement,
    Phase::Bombardment,
    Phase::AxisCombat,
    Phase::Supply,
    Phase::Attrition,
];

/// Number of phases in a turn.
pub(super) const PHASES: u8 = AXIS_FIRST.len() as u8;

/// [18.4] The first turn begins with the seventh phase.
pub(super) const FIRST_TURN_OPENS_AT: u8 = 6;

/// The phase at an index of the turn's sequence.
pub(super) fn phase_of(initiative: Side, index: u8) -> Phase {
    match initiative {
        Side::Axis => AXIS_FIRST[usize::from(index)],
        Side::Soviet => SOVIET_FIRST[usize::from(index)],
    }
}

impl Armir {
    /// Pushes frames so that the first of the slice comes first.
    fn push_all(&mut self, frames: &[Frame]) {
        for &frame in frames.iter().rev() {
            self.frames.push(frame);
        }
    }

    /// [18] The set-up, then turn 1.
    pub(super) fn open_set_up(&mut self) {
        self.phase = FIRST_TURN_OPENS_AT;
        match self.data.set_up {
            SetUp::Fixed(..) => {
                self.place_fixed();
                self.push_all(&[Frame::Objectives, Frame::OpenPhase]);
            }
            SetUp::Free => {
                self.open_free_set_up();
                self.push_all(&[
                    Frame::AxisSetUp,
                    Frame::Faces(Side::Axis, 0),
                    Frame::Faces(Side::Soviet, 0),
                    Frame::SovietSetUp,
                    Frame::Objectives,
                    Frame::OpenPhase,
                ]);
            }
        }
    }

    /// Opens the phase at the current index.
    fn open_phase(&mut self) {
        let axis_first = self.initiative == Side::Axis;
        match self.current_phase() {
            Phase::Initiative => {
                self.push_all(&[Frame::TakeInitiative, Frame::ArtilleryPoints, Frame::AirDie, Frame::AircraftDie]);
            }
            Phase::AxisReinforcement => self.push_all(&[
                Frame::Drain,
                Frame::GarrisonDie,
                Frame::Arrivals,
                Frame::Replacement,
                Frame::Relief,
                Frame::Complement,
                Frame::HqReturn,
            ]),
            Phase::AxisMovement => {
                self.push_all(&[Frame::Faces(Side::Axis, 0), Frame::Movement(Side::Axis), Frame::Excess(Side::Axis, None)])
            }
            Phase::AxisMotorised => self.push_all(&[Frame::Movement(Side::Axis), Frame::Excess(Side::Axis, None)]),
            Phase::SovietMovement | Phase::SovietMotorised => {
                self.push_all(&[Frame::Movement(Side::Soviet), Frame::Excess(Side::Soviet, None)]);
            }
            Phase::Bombardment => {
                self.fired = UnitSet::EMPTY;
                let (first, second) = if axis_first { (Side::Axis, Side::Soviet) } else { (Side::Soviet, Side::Axis) };
                self.push_all(&[Frame::Bombardment(first), Frame::Bombardment(second)]);
            }
            Phase::AxisCombat => self.push_all(&[Frame::Combat(Side::Axis), Frame::CloseCombat]),
            Phase::SovietCombat => self.push_all(&[Frame::ChirDie, Frame::AirfieldDie, Frame::Combat(Side::Soviet), Frame::CloseCombat]),
            Phase::Supply => {
                let german = self.data.tables.air_supply.german_hexes;
                self.push_all(&[
                    Frame::JudgeSupply,
                    Frame::GermanAirSupply(german, Hex(0)),
                    Frame::ItalianAirSupply,
                    Frame::RaidDie(0),
                    Frame::MarkSupply,
                ]);
            }
            Phase::Attrition => self.push_all(&[Frame::Attrition(Side::Axis, 0), Frame::Attrition(Side::Soviet, 0)]),
        }
        self.moved = UnitSet::EMPTY;
        self.attacked = UnitSet::EMPTY;
        self.bombarded = UnitSet::EMPTY;
        self.driven_back = UnitSet::EMPTY;
        self.tracks.fuel_paid = false;
    }

    /// [3.C] Moves on to the next phase, the next turn or the end of the game.
    fn close_phase(&mut self) {
        self.phase += 1;
        if self.phase < PHASES {
            return;
        }
        if self.turn == self.data.turns {
            // A finished game stays in its last phase, so that it can still be asked for it.
            self.phase = PHASES - 1;
            let level = self.final_level();
            self.finish(level);
            return;
        }
        self.turn += 1;
        self.phase = 0;
        self.initiative = Side::Axis;
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
            Frame::AxisSetUp | Frame::SovietSetUp => self.carry_on_set_up(),
            Frame::Faces(side, next) => self.wait_or_pop(self.may_flip_any(side, next)),
            Frame::Objectives | Frame::AirDie | Frame::GarrisonDie | Frame::DepotDie | Frame::BombardmentDie => Progress::Waits,
            Frame::TakeInitiative => self.wait_or_pop(self.tracks.momentum >= self.data.tables.momentum.initiative),
            Frame::ArtilleryPoints => self.refresh_artillery(),
            Frame::AircraftDie => self.wait_or_pop(self.tracks.aircraft == Aircraft::Used),
            Frame::Drain => self.drain_momentum(),
            Frame::Arrivals => self.bring_arrivals(),
            Frame::Replacement => self.wait_or_pop(self.replaceable() != 0),
            Frame::Relief => {
                let offered = self.reliefs().next().is_some();
                self.wait_or_pop(offered)
            }
            Frame::Complement => self.wait_or_pop(self.complementable() != 0),
            Frame::HqReturn => self.wait_or_pop(self.next_returning_hq().is_some()),
            Frame::Movement(side) => self.wait_or_pop(self.any_may_move(side)),
            Frame::March => self.carry_on_march(),
            Frame::Excess(side, place) => self.carry_on_excess(side, place),
            Frame::Bombardment(side) => self.carry_on_bombardment(side),
            Frame::BombardmentLoss(hex) => self.carry_on_bombardment_loss(hex),
            Frame::ChirDie => self.wait_or_pop(self.chir_is_fought()),
            Frame::ChirLoss(left) => self.carry_on_chir_loss(left),
            Frame::AirfieldDie => self.wait_or_pop(self.airfields_are_attacked()),
            Frame::AirfieldLoss => self.carry_on_airfield_loss(),
            Frame::Combat(side) => self.wait_or_pop(self.any_may_attack(side)),
            Frame::Battle(stage) => self.carry_on_battle(stage),
            Frame::CloseCombat => self.close_combat(),
            Frame::JudgeSupply => self.judge_supply(),
            Frame::GermanAirSupply(left, from) => {
                let offered = left > 0 && self.german_air_targets(from).next().is_some();
                self.wait_or_pop(offered)
            }
            Frame::ItalianAirSupply => {
                let offered = self.italian_air_targets().next().is_some();
                self.wait_or_pop(offered)
            }
            Frame::RaidDie(from) => self.carry_on_raid(from),
            Frame::MarkSupply => self.mark_supply(),
            Frame::Attrition(side, from) => self.carry_on_attrition(side, from),
        }
    }

    pub(super) fn wait_or_pop(&mut self, waits: bool) -> Progress {
        if waits {
            Progress::Waits
        } else {
            self.frames.pop();
            Progress::Moves
        }
    }

    pub(super) fn pop(&mut self) -> Progress {
        self.frames.pop();
        Progress::Moves
    }

    /// Who decides in a frame.
    pub(super) fn decider(&self, frame: Frame) -> Turn {
        match frame {
            Frame::AxisSetUp
            | Frame::Replacement
            | Frame::Relief
            | Frame::Complement
            | Frame::GermanAirSupply(..)
            | Frame::ItalianAirSupply => Turn::Player(Side::Axis),
            Frame::SovietSetUp | Frame::Objectives | Frame::TakeInitiative | Frame::HqReturn | Frame::ChirLoss(_) | Frame::AirfieldLoss => {
                Turn::Player(Side::Soviet)
            }
            Frame::Faces(side, _)
            | Frame::Movement(side)
            | Frame::Excess(side, _)
            | Frame::Bombardment(side)
            | Frame::Combat(side)
            | Frame::Attrition(side, _) => Turn::Player(side),
            Frame::March => Turn::Player(self.march.side),
            Frame::BombardmentLoss(hex) => Turn::Player(self.board.occupant(hex).expect("a stack is left to lose a step")),
            Frame::Battle(stage) => self.battle_decider(stage),
            Frame::AirDie
            | Frame::AircraftDie
            | Frame::GarrisonDie
            | Frame::DepotDie
            | Frame::BombardmentDie
            | Frame::ChirDie
            | Frame::AirfieldDie
            | Frame::RaidDie(_) => Turn::Chance,
            Frame::OpenPhase
            | Frame::ClosePhase
            | Frame::ArtilleryPoints
            | Frame::Drain
            | Frame::Arrivals
            | Frame::CloseCombat
            | Frame::JudgeSupply
            | Frame::MarkSupply => unreachable!("procedures without a choice never wait"),
        }
    }

    /// Fills `out` with the choices of a frame.
    pub(super) fn list_choices(&self, frame: Frame, out: &mut Vec<Action>) {
        if self.decider(frame) == Turn::Chance {
            out.extend((1..=6).map(Action::Roll));
            return;
        }
        match frame {
            Frame::AxisSetUp | Frame::SovietSetUp => self.list_placements(out),
            Frame::Faces(side, next) => {
                out.push(Action::Done);
                out.extend(units(side, self.flippable(side, next)).map(Action::Flip));
            }
            Frame::Objectives => out.extend(ObjectiveSet::choices(self.data.tables.objectives.least).map(Action::Choose)),
            Frame::TakeInitiative => out.extend([Action::TakeInitiative, Action::Done]),
            Frame::Replacement => {
                out.push(Action::Done);
                out.extend(units(Side::Axis, self.replaceable()).map(Action::Replace));
            }
            Frame::Relief => {
                if !self.relief_is_half_done() {
                    out.push(Action::Done);
                }
                out.extend(self.reliefs());
            }
            Frame::Complement => {
                out.push(Action::Done);
                out.extend(units(Side::Axis, self.complementable()).map(Action::Complement));
            }
            Frame::HqReturn => self.list_returns(out),
            Frame::Movement(side) => self.list_movers(side, out),
            Frame::March => self.list_march(out),
            Frame::Excess(side, place) => self.list_excess(side, place, out),
            Frame::Bombardment(side) => self.list_bombardments(side, out),
            Frame::BombardmentLoss(hex) => out.extend(self.board.stack(hex).map(Action::Lose)),
            Frame::ChirLoss(_) => out.extend(units(Side::Soviet, self.chir_units()).map(Action::Lose)),
            Frame::AirfieldLoss => out.extend(units(Side::Soviet, self.airfield_loss_candidates()).map(Action::Lose)),
            Frame::Combat(side) => self.list_attacks(side, out),
            Frame::Battle(stage) => self.list_battle(stage, out),
            Frame::GermanAirSupply(_, from) => {
                out.push(Action::Done);
                out.extend(self.german_air_targets(from).map(Action::Supply));
            }
            Frame::ItalianAirSupply => {
                out.push(Action::Done);
                out.extend(self.italian_air_targets().map(Action::Supply));
            }
            Frame::Attrition(side, from) => out.extend(units(side, self.attrition_candidates(side, from).1).map(Action::Lose)),
            _ => unreachable!("procedures without a choice never wait"),
        }
    }

    /// Carries out a legal action in the frame on top.
    pub(super) fn carry_out(&mut self, action: Action) {
        let frame = self.frames.top().expect("a game that is not over has a frame");
        match (frame, action) {
            (Frame::AxisSetUp | Frame::SovietSetUp, _) => self.place_counter(action),
            (Frame::Faces(..), Action::Flip(unit)) => {
                self.short_side.set(unit, !self.short_side.contains(unit));
                self.frames.replace_top(Frame::Faces(unit.side(), (unit.0 & 63) + 1));
            }
            (Frame::Objectives, Action::Choose(objectives)) => {
                self.tracks.objectives = objectives;
                self.frames.pop();
            }
            (Frame::TakeInitiative, Action::TakeInitiative) => self.take_initiative(),
            (Frame::AirDie, Action::Roll(die)) => self.roll_air(die),
            (Frame::AircraftDie, Action::Roll(die)) => {
                self.frames.pop();
                if self.data.tables.air_supply.recovery_on.contains(&die) {
                    self.tracks.aircraft = Aircraft::Ready;
                }
            }
            (Frame::GarrisonDie, Action::Roll(die)) => self.roll_garrison(die),
            (Frame::Replacement, Action::Replace(unit)) => self.replace(unit),
            (Frame::Relief, Action::Relieve { fresh, relieved }) => self.relieve(fresh, relieved),
            (Frame::Complement, Action::Complement(unit)) => self.complement(unit),
            (Frame::HqReturn, Action::Return { unit, hex }) => self.return_hq(unit, hex),
            (Frame::Movement(_), Action::Select(unit)) => self.begin_march(unit),
            (Frame::March, _) => self.march_on(action),
            (Frame::Excess(..), Action::Remove(unit)) => self.eliminate(unit),
            (Frame::DepotDie, Action::Roll(die)) => {
                self.frames.pop();
                self.tracks.supply_points = self.tracks.supply_points.saturating_sub(die);
            }
            (Frame::Bombardment(_), _) if action.is_bombardment() => self.declare_bombardment(action),
            (Frame::BombardmentDie, Action::Roll(die)) => self.resolve_bombardment(die),
            (Frame::BombardmentLoss(_), Action::Lose(unit)) => {
                self.frames.pop();
                self.lose_step(unit);
            }
            (Frame::ChirDie, Action::Roll(die)) => self.roll_chir(die),
            (Frame::ChirLoss(left), Action::Lose(unit)) => {
                self.frames.replace_top(Frame::ChirLoss(left - 1));
                self.lose_step(unit);
            }
            (Frame::AirfieldDie, Action::Roll(die)) => self.roll_airfields(die),
            (Frame::AirfieldLoss, Action::Lose(unit)) => self.lose_at_airfields(unit),
            (Frame::Combat(side), Action::Attack(hex)) => self.declare_attack(side, hex),
            (Frame::Battle(stage), _) => self.fight_on(stage, action),
            (Frame::GermanAirSupply(left, _), Action::Supply(hex)) => {
                self.supply_by_air(hex);
                self.frames.replace_top(Frame::GermanAirSupply(left - 1, Hex(hex.0 + 1)));
            }
            (Frame::ItalianAirSupply, Action::Supply(hex)) => {
                self.supply_by_air(hex);
                self.tracks.aircraft = Aircraft::Used;
                self.frames.pop();
            }
            (Frame::RaidDie(from), Action::Roll(die)) => self.roll_raid(from, die),
            (Frame::Attrition(side, from), Action::Lose(unit)) => self.starve(side, from, unit),
            (_, Action::Done) => {
                self.frames.pop();
            }
            (frame, action) => unreachable!("{action:?} is not among the choices of {frame:?}"),
        }
    }

    /// [5.3] Counters of the side that may still be turned over, from slot `next` on.
    pub(super) fn flippable(&self, side: Side, next: u8) -> u64 {
        let later = u64::MAX.checked_shl(u32::from(next)).unwrap_or(0);
        let present = self.board.on_map(side) & self.data.two_sided.of(side) & later;
        if self.in_set_up() { self.flippable_in_set_up(side, present) } else { present }
    }

    /// [5.3.3] Soviet HQs flip only with the initiative; the frame is pushed only then.
    fn may_flip_any(&self, side: Side, next: u8) -> bool {
        self.flippable(side, next) != 0
    }

    /// [4][4.a] Pays for the initiative; the Soviet HQs may then be turned [5.3.3].
    fn take_initiative(&mut self) {
        self.frames.pop();
        self.change_momentum(-i16::from(self.data.tables.momentum.initiative));
        self.initiative = Side::Soviet;
        self.frames.push(Frame::Faces(Side::Soviet, 0));
    }

    /// [10.2] Each army has as many points as the radius of its HQ.
    fn refresh_artillery(&mut self) -> Progress {
        for (slot, army) in Formation::ARMIES.into_iter().enumerate() {
            let hq = self.data.hq(army).filter(|&hq| self.board.hex(hq).is_some());
            self.tracks.artillery[slot] = hq.map_or(0, |hq| self.values(hq).radius);
        }
        self.pop()
    }

    /// [9.1] The air die.
    fn roll_air(&mut self, die: u8) {
        self.frames.pop();
        let axis = self.data.tables.air.axis_on.contains(&die);
        self.tracks.air = Some(if axis { Side::Axis } else { Side::Soviet });
    }
}
