//! The Strategic Segment and the Interphase: weather, arrivals and withdrawals, air readiness, recovery of headquarters
//! [5][8][9][22.26].

use arrayvec::ArrayVec;
use stavka_words::tr;

use super::EastFront;
use super::action::Action;
use super::air;
use super::command;
use super::data::{AirBox, Leaving, TurnEntry};
use super::flight::Interdiction;
use super::frame::{Frame, ReadinessDie, RecoveryDie, WeatherDie, Withdrawal};
use super::ids::{AirId, AirSet, Place, UnitId, from_slot, units};
use super::weather::{Condition, Sky};
use crate::game::{Side, Turn};
use crate::kit::procedures::{Procedure, Progress, Sequence};

/// Most units that one withdrawal can choose from.
const LEAVERS: usize = 64;

impl Procedure<EastFront> for WeatherDie {
    const QUESTION: &'static str = "weather";

    /// [5.13] The weather of the turn by the last table of the file, which is that of the title.
    fn carry_out(self, game: &mut EastFront, action: Action) {
        let Action::Roll(die) = action else { return game.end(action) };
        game.pop();
        let table = game.data.tables.weather.last().expect("a title has a weather table");
        game.set_sky(table.cell(game.turn_entry().climate, die as i8));
    }
}

impl Procedure<EastFront> for Withdrawal {
    const QUESTION: &'static str = "which unit is withdrawn?";

    fn decider(self, game: &EastFront) -> Turn {
        Turn::Player(game.withdrawing_side(self.entry))
    }

    /// A withdrawal that nobody can fulfil lapses.
    fn is_due(self, game: &EastFront) -> bool {
        !game.withdrawable(self.entry).is_empty()
    }

    fn list(self, game: &EastFront, out: &mut Vec<Action>) {
        out.extend(game.withdrawable(self.entry));
    }

    fn carry_out(self, game: &mut EastFront, action: Action) {
        match action {
            Action::Withdraw(unit) => game.board.put(game.data, unit, Place::WITHDRAWN),
            Action::WithdrawAir(air) => game.air.withdraw(air),
            _ => return game.end(action),
        }
        game.pop();
    }
}

impl Procedure<EastFront> for ReadinessDie {
    fn carry_on(self, game: &mut EastFront) -> Progress {
        if game.next_ready().is_some() {
            return Progress::Waits;
        }
        let dummies = game.air.units_in(AirBox::Flown).intersection(game.data.roster.dummies);
        dummies.iter().for_each(|air| game.air.put(air, AirBox::Ready));
        game.pop()
    }

    fn carry_out(self, game: &mut EastFront, action: Action) {
        let (Some(unit), Action::Roll(die)) = (game.next_ready(), action) else { return game.end(action) };
        game.air.rolling.iter_mut().for_each(|set| set.remove(unit));
        let place = game.box_after(unit, die).expect("units that roll are in boxes");
        game.air.put(unit, place);
    }

    fn question(self, game: &EastFront) -> String {
        game.next_ready().map_or(String::new(), |air| tr!("is {air} ready?", air = game.data.air(air).id))
    }
}

impl Procedure<EastFront> for RecoveryDie {
    const QUESTION: &'static str = "does the headquarters recover?";

    fn is_due(self, game: &EastFront) -> bool {
        game.next_broken_hq(self.from).is_some()
    }

    fn carry_out(self, game: &mut EastFront, action: Action) {
        let (Some(hq), Action::Roll(die)) = (game.next_broken_hq(self.from), action) else { return game.end(action) };
        if game.recovers(hq, die) {
            game.board.turn_over(game.data, hq, false);
        }
        game.frames.replace_top(Frame::RecoveryDie(EastFront::slot_after(hq)));
    }
}

impl EastFront {
    /// The entry of the turn on the track.
    pub(super) fn turn_entry(&self) -> &'static TurnEntry {
        &self.data.script.turns[usize::from(self.turn) - 1]
    }

    /// The weather of the turn.
    #[inline]
    pub fn condition(&self) -> Condition {
        self.season.sky.map_or(Condition::Dry, |sky| sky.condition)
    }

    // ---- weather -------------------------------------------------------------

    pub(super) fn open_weather(&mut self) {
        match self.turn_entry().weather {
            Some(condition) => self.set_sky(Sky { condition, storm: false }),
            None => self.frames.push(Frame::WeatherDie),
        }
    }

    /// [5.13] The weather of the turn on a die, by the last table of the file, which is that of the title, and by what lingers.
    pub(super) fn sky_on(&self, die: u8) -> Option<Sky> {
        let table = self.data.tables.weather.last()?;
        self.season.roll(table, self.turn_entry().climate, die as i8).sky
    }

    /// [5.13.c][9.12] Sets the weather and what follows from it: in a storm all Ready air units go to Flown.
    fn set_sky(&mut self, sky: Sky) {
        if let Some(table) = self.data.tables.weather.last() {
            self.season = self.season.next(table, self.turn_entry().climate, sky);
        }
        self.board.set_column(self.data, self.condition().terrain_column() as u8);
        if self.season.sky.is_some_and(|sky| sky.storm) {
            self.air.units_in(AirBox::Ready).iter().for_each(|air| self.air.put(air, AirBox::Flown));
        }
    }

    // ---- arrivals and withdrawals ------------------------------------------------

    /// [8.2][8.7] Reinforcements may enter from now on; withdrawals are picked one after the other.
    pub(super) fn open_arrivals(&mut self) {
        let now = self.turn_entry().number;
        for entry in self.data.script.reinforcements.iter().filter(|entry| entry.turn == now) {
            self.board.set_steps(self.data, entry.unit, entry.steps);
            self.board.put(self.data, entry.unit, Place::ARRIVED);
            self.arrived.insert(entry.unit);
        }
        let due = |entry: usize| self.data.script.withdrawals[entry].turn == now;
        for entry in (0..self.data.script.withdrawals.len()).rev().filter(|&entry| due(entry)) {
            self.frames.push(Frame::Withdrawal(entry as u8));
        }
    }

    pub(super) fn withdrawing_side(&self, entry: u8) -> Side {
        match self.data.script.withdrawals[usize::from(entry)].units[0] {
            Leaving::Ground(unit) => unit.side(),
            Leaving::Air(air) => air.side(),
        }
    }

    /// [8.71][8.72] What may leave: the units named, in place of lost ones a unit of the same type on the map that is at
    /// least as strong, and of an air type any counter in the four boxes.
    pub(super) fn withdrawable(&self, entry: u8) -> ArrayVec<Action, LEAVERS> {
        let side = self.withdrawing_side(entry);
        let mut choices: ArrayVec<Action, LEAVERS> = ArrayVec::new();
        let mut add = |action: Action| {
            if !choices.contains(&action) && !choices.is_full() {
                choices.push(action);
            }
        };
        let named = &self.data.script.withdrawals[usize::from(entry)].units;
        for leaving in named {
            match *leaving {
                Leaving::Ground(unit) if self.is_in_play(unit) => add(Action::Withdraw(unit)),
                Leaving::Ground(_) => {}
                Leaving::Air(air) => {
                    let model = &self.data.air(air).model;
                    let same = |&(_, unit): &(_, &super::data::AirUnit)| unit.model == *model;
                    let ids = self.data.air_units(side).filter(same).map(|(id, _)| id);
                    ids.filter(|&id| self.air.box_of(id).is_some()).for_each(|id| add(Action::WithdrawAir(id)));
                }
            }
        }
        if choices.is_empty() {
            for leaving in named {
                if let Leaving::Ground(lost) = *leaving {
                    let room = choices.remaining_capacity();
                    choices.extend(self.stand_ins(lost).map(Action::Withdraw).take(room));
                }
            }
        }
        choices
    }

    fn is_in_play(&self, unit: UnitId) -> bool {
        self.board.hex(unit).is_some() || self.board.place(unit) == Place::ARRIVED
    }

    /// [8.71] Units on the map that can leave for a lost one.
    fn stand_ins(&self, lost: UnitId) -> impl Iterator<Item = UnitId> + '_ {
        let roster = &self.data.roster;
        let kind = roster.stats(lost).kind;
        let printed = self.data.unit(lost).faces[0];
        units(lost.side(), self.board.on_map(lost.side())).filter(move |&unit| {
            let values = self.board.values(self.data, unit);
            roster.stats(unit).kind == kind && values.attack >= printed.attack && values.defence >= printed.defence
        })
    }

    // ---- readiness -------------------------------------------------------------------

    /// [9.11] Units in Flown roll, then those that are in Damaged now; dummies come back by themselves.
    pub(super) fn open_readiness(&mut self) {
        if !self.turn_entry().air_readiness {
            return;
        }
        let real = |set: AirSet| set.difference(self.data.roster.dummies);
        self.air.rolling = [real(self.air.units_in(AirBox::Flown)), real(self.air.units_in(AirBox::Damaged))];
        self.frames.push(Frame::ReadinessDie);
    }

    /// [9.11] The box of an air unit after its readiness roll; none where it is in no box.
    pub(super) fn box_after(&self, unit: AirId, die: u8) -> Option<AirBox> {
        let storm = self.season.sky.is_some_and(|sky| sky.storm);
        Some(air::readiness(&self.data.tables.readiness, self.air.box_of(unit)?, die, self.condition(), storm))
    }

    /// The air unit that rolls for readiness next.
    pub(super) fn next_ready(&self) -> Option<AirId> {
        self.air.rolling.iter().find_map(|set| set.iter().next())
    }

    // ---- interphase --------------------------------------------------------------------

    /// [13.16] Interdiction ends; headquarters may recover.
    pub(super) fn open_interphase(&mut self) {
        self.interdiction = Interdiction::NONE;
        self.activated = 0;
        if self.turn_entry().hq_recovery {
            self.frames.push(Frame::RecoveryDie(0));
        }
    }

    /// [22.26.a] Whether a headquarters is operational again on a die.
    pub(super) fn recovers(&self, hq: UnitId, die: u8) -> bool {
        command::recovers(self.board.values(self.data, hq).recovery, die)
    }

    /// [22.26.a] The next non-operational headquarters from a slot on.
    pub(super) fn next_broken_hq(&self, from: u8) -> Option<UnitId> {
        let bits = self.data.roster.hqs.of(Side::Soviet) & self.board.on_map(Side::Soviet) & from_slot(from);
        units(Side::Soviet, bits).find(|&unit| self.board.is_back_up(unit))
    }
}
