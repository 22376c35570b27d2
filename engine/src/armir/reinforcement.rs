//! Reinforcements and replacements [15][18.5].

use super::Armir;
use super::action::Action;
use super::ids::{Formation, Place, UnitId, units};
use crate::game::Side;
use crate::hex::Hex;
use crate::kit::procedures::Progress;

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

    /// [15.1.3] Vicenza regiments that can relieve Julia regiments: the first of two only when the second can follow
    /// (reading A40).
    pub(super) fn reliefs(&self) -> impl Iterator<Item = Action> + '_ {
        let hq = self.data.hq(Formation::Xxiv).and_then(|hq| self.board.hex(hq));
        let pairs = if hq.is_some() { [(0, 0), (0, 1), (1, 0), (1, 1)].as_slice() } else { &[] };
        let half_done = self.relief_is_half_done();
        pairs
            .iter()
            .filter(move |&&(fresh, relieved)| {
                self.can_relieve(fresh, relieved) && (half_done || self.can_relieve(1 - fresh, 1 - relieved))
            })
            .map(|&(fresh, relieved)| Action::Relieve { fresh: self.data.vicenza[fresh], relieved: self.data.julia[relieved].0 })
    }

    /// Whether a Vicenza regiment stands in or next to the strongpoint that a Julia regiment holds.
    fn can_relieve(&self, fresh: usize, relieved: usize) -> bool {
        let fresh = self.data.vicenza[fresh];
        let hexes = self.board.hex(fresh).zip(self.board.hex(self.data.julia[relieved].0));
        let at_hand = |(from, to)| self.data.map.fortified.contains(to) && self.data.map.grid.distance(from, to) <= 1;
        !self.moved.contains(fresh) && hexes.is_some_and(at_hand)
    }

    /// [15.1.3.a] Whether one Julia regiment has been relieved and the other has not.
    pub(super) fn relief_is_half_done(&self) -> bool {
        let [one, other] = self.data.julia.map(|(alpine, _)| self.board.place(alpine) == Place::WITHDRAWN);
        one != other
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
        // Each Vicenza regiment relieves one; the flag lasts for this phase.
        self.moved.insert(fresh);
    }

    /// [15.4] Other Italian infantry in the hex of the Complementi that lacks a step (reading A44).
    pub(super) fn complementable(&self) -> u64 {
        let Some((pool, hex)) = self.data.complementi.and_then(|pool| Some((pool, self.board.hex(pool)?))) else {
            return 0;
        };
        self.lacking_steps(self.board.stack_bits(hex) & self.data.italian_infantry.of(Side::Axis) & !pool.bit())
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
        let army = self.data.stats(hq).formation;
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
