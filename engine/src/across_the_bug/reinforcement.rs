//! The Reinforcement segment [8.4].

use super::AcrossTheBug;
use super::action::Action;
use super::data::Arrival;
use super::frame::{Frame, Reinforcement};
use super::ids::{FormationId, FormationSet, HexSet, Place, UnitId, from_slot, units};
use crate::game::Turn;
use crate::hex::{Hex, flood_to};
use crate::kit::procedures::{Procedure, Progress, Sequence as _};

impl AcrossTheBug {
    /// The arrival that brings a unit, if the scenario has one.
    fn arrival(&self, unit: UnitId) -> Option<&'static Arrival> {
        self.data.script.arrivals.iter().find(|arrival| arrival.units.contains(unit))
    }

    /// Whether a counter in reserve has a turn at which it comes.
    pub(super) fn arrives(&self, unit: UnitId) -> bool {
        let released = |reserve: &super::data::Reserve| self.reserve_due != 0 && reserve.units.contains(unit);
        self.arrival(unit).is_some() || self.data.script.reserve.as_ref().is_some_and(released)
    }

    /// [10.5] Whether the reserve has come by now.
    fn reserve_has_come(&self) -> bool {
        self.reserve_due != 0 && self.turn >= self.reserve_due
    }

    /// [8.4][10.5] Whether a counter may enter the map this turn: an arrival of this turn or one before, a headquarters that comes
    /// back, or the reserve.
    pub(super) fn is_due(&self, unit: UnitId) -> bool {
        let reserve = self.data.script.reserve.as_ref().filter(|_| self.reserve_has_come());
        let leads = |reserve: &super::data::Reserve| self.data.roster.hq(reserve.formation) == unit;
        let comes = self.arrival(unit).is_some_and(|arrival| arrival.turn <= u16::from(self.turn));
        match self.board.place(unit) {
            Place::RESERVE | Place::DELAYED => comes || reserve.is_some_and(|reserve| reserve.units.contains(unit) || leads(reserve)),
            Place::DISPLACED => true,
            // [10.5] The headquarters comes back with the reserve.
            Place::REMOVED => reserve.is_some_and(|reserve| {
                let waits = |unit: UnitId| matches!(self.board.place(unit), Place::RESERVE | Place::DELAYED);
                leads(reserve) && reserve.units.iter().any(waits)
            }),
            _ => false,
        }
    }

    /// [5.5.2.a] Formations under which an independent reinforcement may enter.
    pub(super) fn arrival_formations(&self, unit: UnitId) -> FormationSet {
        let formations = self.arrival(unit).map_or(FormationSet::EMPTY, |arrival| arrival.formations);
        let stands = |formation: &FormationId| self.board.hex(self.data.roster.hq(*formation)).is_some();
        let in_play: FormationSet = formations.iter().filter(stands).collect();
        if in_play.is_empty() { formations } else { in_play }
    }

    /// The hexes of entry of a counter.
    fn entry(&self, unit: UnitId) -> HexSet {
        let reserve = self.data.script.reserve.as_ref();
        let own = self.arrival(unit).map(|arrival| arrival.entry);
        own.or_else(|| reserve.map(|reserve| reserve.entry)).unwrap_or(HexSet::EMPTY).intersection(self.data.script.area)
    }

    /// [8.4.1] Where a counter may enter the map.
    pub(super) fn entries(&self, unit: UnitId) -> HexSet {
        if self.data.roster.hqs.contains(unit) { self.hq_entries(unit) } else { self.unit_entries(unit) }
    }

    /// [8.4.1][B19] A headquarters enters the settlement that is nearest to its hexes of entry; one that was displaced comes back to
    /// the supplied settlement nearest to its supply area [A50].
    fn hq_entries(&self, hq: UnitId) -> HexSet {
        let side = hq.side();
        let mut open = self.settlements_for(hq);
        let goal = if self.board.place(hq) == Place::DISPLACED {
            open = open.intersection(self.supplied_hexes(side));
            self.data.script.supply[side.index()]
        } else {
            self.entry(hq)
        };
        self.nearest(open, goal)
    }

    /// [8.4.1][B18] Units enter at their hexes of entry where there is room; where none of these is to be had, because the enemy holds
    /// it or it is full, in the nearest hexes with room in command range that are not next to an enemy.
    fn unit_entries(&self, unit: UnitId) -> HexSet {
        let side = unit.side();
        let entry = self.entry(unit);
        let room = |hexes: HexSet| -> HexSet { hexes.iter().filter(|&hex| self.has_room(unit, hex)).collect() };
        let available = room(entry.difference(self.board.held(side.opponent())));
        if !available.is_empty() {
            return available;
        }
        let range = self.range_of(self.board.formation(unit));
        let away = |hex: &Hex| !self.is_near_enemy(side, *hex) && !self.board.holds(side.opponent(), *hex);
        self.nearest(room(range.iter().filter(away).collect()), entry)
    }

    /// Of some hexes those that are nearest to any of others; all where there are no others.
    fn nearest(&self, hexes: HexSet, goal: HexSet) -> HexSet {
        if goal.is_empty() {
            return hexes;
        }
        let all = HexSet::full(self.data.map.grid.len());
        flood_to(&self.data.ground.spread, &goal, &all, &hexes).intersection(hexes)
    }

    /// A counter enters the map. A new formation has its highest level [8.4.1.a], one that comes back with the reserve the level that
    /// the scenario gives it [10.5].
    fn bring_in(&mut self, unit: UnitId, hex: Hex) {
        let place = self.board.place(unit);
        self.board.put(self.data, unit, Place::on(hex));
        self.arrived_in(unit.side(), hex);
        if self.data.roster.hqs.contains(unit) {
            let formation = self.data.roster.own_formation(unit);
            let with_reserve = place == Place::REMOVED || self.arrival(unit).is_none();
            match &self.data.script.reserve {
                _ if place == Place::DISPLACED => {}
                Some(reserve) if with_reserve => self.board.set_level(formation, reserve.level),
                _ => self.board.set_level(formation, self.data.formation(formation).max_level),
            }
        }
    }
}

impl Reinforcement {
    /// The first counter at or after the slot that is due.
    fn unit(self, game: &AcrossTheBug) -> Option<UnitId> {
        let off_map = game.data.roster.all.of(self.side) & !game.board.on_map(self.side);
        units(self.side, off_map & from_slot(self.from)).find(|&unit| game.is_due(unit))
    }
}

impl Procedure<AcrossTheBug> for Reinforcement {
    const QUESTION: &'static str = "where does the reinforcement enter?";

    fn decider(self, _: &AcrossTheBug) -> Turn {
        Turn::Player(self.side)
    }

    fn carry_on(self, game: &mut AcrossTheBug) -> Progress {
        let Some(unit) = self.unit(game) else { return game.pop() };
        if !game.entries(unit).is_empty() {
            return Progress::Waits;
        }
        // Nowhere to enter: it waits for another turn.
        self.keep_back(game, unit);
        Progress::Moves
    }

    fn list(self, game: &AcrossTheBug, out: &mut Vec<Action>) {
        if let Some(unit) = self.unit(game) {
            out.extend(game.entries(unit).iter().map(|hex| Action::Enter { unit, hex }));
            out.push(Action::Delay(unit));
        }
    }

    fn carry_out(self, game: &mut AcrossTheBug, action: Action) {
        match action {
            Action::Enter { unit, hex } => {
                game.bring_in(unit, hex);
                game.frames.replace_top(Frame::Reinforcement(self.side, unit.slot() as u8 + 1));
            }
            Action::Delay(unit) => self.keep_back(game, unit),
            other => game.end(other),
        }
    }
}

impl Reinforcement {
    fn keep_back(self, game: &mut AcrossTheBug, unit: UnitId) {
        // [10.5] A headquarters that was to come back with the reserve is due again next turn, although the reserve has come.
        if matches!(game.board.place(unit), Place::RESERVE | Place::REMOVED) {
            game.board.put(game.data, unit, Place::DELAYED);
        }
        game.frames.replace_top(Frame::Reinforcement(self.side, unit.slot() as u8 + 1));
    }
}
