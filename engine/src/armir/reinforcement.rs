//! Reinforcements and replacements [15][18.5].

use super::action::Action;
use super::data::Trait;
use super::ids::{Formation, Place, UnitId, units};
use super::sequence::Progress;
use super::{Armir, Class, Mobility};
use crate::game::Side;
use crate::hex::Hex;

impl Armir {
    /// [18.5][15.1][15.2] Everything that arrives without a choice: scheduled units, the XXIV Panzer
    /// Corps HQ, the step of the 3rd Gebirgs.
    pub(super) fn bring_arrivals(&mut self) -> Progress {
        self.frames.pop();
        self.reinforce_gebirgs();
        for &arrival in &self.data.arrivals {
            // An entry hex held by the enemy delays the arrival (readings A41, A42).
            let due = arrival.turn <= self.turn && self.board.place(arrival.unit) == Place::RESERVE;
            if due && !self.board.holds(arrival.hex, Side::Soviet) {
                self.board.set_steps(self.data, arrival.unit, arrival.steps);
                self.board.put(self.data, arrival.unit, Place::on(arrival.hex));
                self.enter_hex(Side::Axis, arrival.hex);
            }
        }
        let entry = self.data.map.source_c;
        if let Some(hq) = self.data.hq(Formation::Xxiv)
            && self.board.place(hq) == Place::RESERVE
            && self.tracks.xxiv_turn != 0
            && self.turn >= self.tracks.xxiv_turn
            && !self.board.holds(entry, Side::Soviet)
        {
            self.board.put(self.data, hq, Place::on(entry));
            self.enter_hex(Side::Axis, entry);
        }
        Progress::Moves
    }

    /// [15.2] One step each turn while in supply, up to full strength.
    fn reinforce_gebirgs(&mut self) {
        let Some(unit) = self.data.gebirgs else {
            return;
        };
        let steps = self.board.steps(unit);
        if self.board.hex(unit).is_some() && !self.board.is_out_of_supply(unit) && steps < self.data.unit(unit).steps {
            self.board.set_steps(self.data, unit, steps + 1);
        }
    }

    /// [15.3][15.3.a] German combat units in supply that lack a step.
    pub(super) fn replaceable(&self) -> u64 {
        let german = self.board.on_map(Side::Axis) & self.data.german.of(Side::Axis) & self.data.combat.of(Side::Axis);
        self.lacking_steps(german & !self.board.out_of_supply(Side::Axis))
    }

    fn lacking_steps(&self, group: u64) -> u64 {
        units(Side::Axis, group).filter(|&unit| self.board.steps(unit) < self.data.unit(unit).steps).fold(0, |bits, unit| bits | unit.bit())
    }

    /// [15.3][15.3.1][16.4.4] One German step, one momentum point for the Soviets.
    pub(super) fn replace(&mut self, unit: UnitId) {
        self.frames.pop();
        self.board.set_steps(self.data, unit, self.board.steps(unit) + 1);
        self.change_momentum(i16::from(self.data.tables.momentum.german_replacement));
    }

    /// [15.1.3] Vicenza regiments that can relieve Julia regiments, pair by pair (reading A40).
    pub(super) fn reliefs(&self) -> impl Iterator<Item = Action> + '_ {
        let hq = self.data.hq(Formation::Xxiv).and_then(|hq| self.board.hex(hq));
        let vicenza = if hq.is_some() { self.data.vicenza.as_slice() } else { &[] };
        vicenza.iter().flat_map(move |&fresh| {
            self.data.julia.iter().filter_map(move |&(relieved, _)| {
                let (from, to) = (self.board.hex(fresh)?, self.board.hex(relieved)?);
                let spent = self.moved.contains(fresh);
                (!spent && self.data.map.grid.distance(from, to) <= 1).then_some(Action::Relieve { fresh, relieved })
            })
        })
    }

    /// [15.1.3.a] The two change places; the Julia regiment goes on as a counter of the XXIV Panzer Corps.
    pub(super) fn relieve(&mut self, fresh: UnitId, relieved: UnitId) {
        let successor = self.data.julia.iter().find(|(alpine, _)| *alpine == relieved).map(|&(_, panzer)| panzer);
        let successor = successor.expect("a Julia regiment has a counter of the XXIV Panzer Corps");
        let (behind, front) = (self.board.place(fresh), self.board.place(relieved));
        let steps = self.board.steps(relieved);
        let out_of_supply = self.board.is_out_of_supply(relieved);
        self.board.set_out_of_supply(self.data, relieved, false);
        self.board.put(self.data, relieved, Place::WITHDRAWN);
        self.board.put(self.data, fresh, front);
        self.board.set_steps(self.data, successor, steps);
        self.board.put(self.data, successor, behind);
        self.board.set_out_of_supply(self.data, successor, out_of_supply);
        // Each Vicenza regiment relieves once; the flag lasts for this phase.
        self.moved.insert(fresh);
    }

    /// [15.4] Italian foot units in the hex of the Complementi that lack a step (reading A44).
    pub(super) fn complementable(&self) -> u64 {
        let Some(hex) = self.data.complementi.and_then(|unit| self.board.hex(unit)) else {
            return 0;
        };
        let infantry = |unit: &UnitId| {
            let counter = self.data.unit(*unit);
            counter.class == Class::Combat && counter.mobility == Mobility::Foot && !counter.has(Trait::Complementi)
        };
        let italian = self.board.stack_bits(hex) & self.data.italian.of(Side::Axis);
        self.lacking_steps(units(Side::Axis, italian).filter(infantry).fold(0, |bits, unit| bits | unit.bit()))
    }

    /// [15.4] The Complementi are spent.
    pub(super) fn complement(&mut self, unit: UnitId) {
        self.frames.pop();
        let pool = self.data.complementi.expect("the Complementi are in the game");
        self.board.set_out_of_supply(self.data, pool, false);
        self.board.put(self.data, pool, Place::WITHDRAWN);
        self.board.set_steps(self.data, unit, self.board.steps(unit) + 1);
    }

    /// [17.1.3] The first eliminated Soviet HQ that has a hex to return to.
    pub(super) fn next_returning_hq(&self) -> Option<UnitId> {
        Formation::ARMIES
            .into_iter()
            .filter_map(|army| self.data.hq(army))
            .find(|&hq| self.board.place(hq) == Place::ELIMINATED && self.return_hexes(hq).next().is_some())
    }

    fn return_hexes(&self, hq: UnitId) -> impl Iterator<Item = Hex> + '_ {
        let army = self.data.brief(hq).formation;
        self.data.map.east_of_don.iter().filter(move |&hex| !self.board.holds(hex, Side::Axis) && self.army_fits(army, hex))
    }

    pub(super) fn list_returns(&self, out: &mut Vec<Action>) {
        if let Some(unit) = self.next_returning_hq() {
            out.extend(self.return_hexes(unit).map(|hex| Action::Return { unit, hex }));
        }
    }

    /// [17.1.3] The HQ comes back with its step.
    pub(super) fn return_hq(&mut self, unit: UnitId, hex: Hex) {
        self.board.set_steps(self.data, unit, self.data.unit(unit).steps);
        self.board.put(self.data, unit, Place::on(hex));
        self.enter_hex(Side::Soviet, hex);
    }
}
