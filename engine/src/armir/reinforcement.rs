//! Reinforcements and replacements [15][18.5].

use super::Armir;
use super::action::Action;
use super::frame::{Arrivals, Complement, HqReturn, Relief, Replacement};
use super::ids::{Formation, Place, UnitId, units};
use crate::game::{Side, Turn};
use crate::hex::Hex;
use crate::kit::procedures::{Procedure, Progress, Sequence as _};

impl Procedure<Armir> for Arrivals {
    /// [18.5][15.1][15.2] Everything that arrives without a choice: scheduled units, the XXIV Panzer
    /// Corps HQ, the step of the 3rd Gebirgs.
    fn carry_on(self, game: &mut Armir) -> Progress {
        game.pop();
        game.reinforce_gebirgs();
        for &arrival in &game.data.arrivals {
            // An entry hex held by the enemy delays the arrival (readings A41, A42).
            let due = arrival.turn <= game.turn && game.board.place(arrival.unit) == Place::RESERVE;
            if due && !game.board.holds(arrival.hex, Side::Soviet) {
                game.board.set_steps(game.data, arrival.unit, arrival.steps);
                game.board.put(game.data, arrival.unit, Place::on(arrival.hex));
                game.enter_hex(Side::Axis, arrival.hex);
            }
        }
        let entry = game.data.map.source_c;
        if let Some(hq) = game.data.hq(Formation::Xxiv)
            && game.board.place(hq) == Place::RESERVE
            && game.tracks.xxiv_turn != 0
            && game.turn >= game.tracks.xxiv_turn
            && !game.board.holds(entry, Side::Soviet)
        {
            game.board.put(game.data, hq, Place::on(entry));
            game.enter_hex(Side::Axis, entry);
        }
        Progress::Moves
    }
}

impl Procedure<Armir> for Replacement {
    const DECIDER: Turn = Turn::Player(Side::Axis);
    const QUESTION: &'static str = "a step for one German unit?";

    fn is_due(self, game: &Armir) -> bool {
        game.replaceable() != 0
    }

    fn list(self, game: &Armir, out: &mut Vec<Action>) {
        out.push(Action::Done);
        out.extend(units(Side::Axis, game.replaceable()).map(Action::Replace));
    }

    /// [15.3][15.3.1][16.4.4] One German step, one momentum point for the Soviets.
    fn carry_out(self, game: &mut Armir, action: Action) {
        let Action::Replace(unit) = action else { return game.end(action) };
        game.pop();
        game.board.set_steps(game.data, unit, game.board.steps(unit) + 1);
        game.change_momentum(i16::from(game.data.tables.momentum.german_replacement));
    }
}

impl Procedure<Armir> for Relief {
    const DECIDER: Turn = Turn::Player(Side::Axis);
    const QUESTION: &'static str = "relieve Julia regiments by the Vicenza?";

    fn is_due(self, game: &Armir) -> bool {
        game.reliefs().next().is_some()
    }

    fn list(self, game: &Armir, out: &mut Vec<Action>) {
        if !game.relief_is_half_done() {
            out.push(Action::Done);
        }
        out.extend(game.reliefs());
    }

    /// [15.1.3.a] The two change places; the Julia regiment goes on as a counter of the XXIV Panzer Corps.
    fn carry_out(self, game: &mut Armir, action: Action) {
        let Action::Relieve { fresh, relieved } = action else { return game.end(action) };
        let successor = game.data.julia.iter().find(|(alpine, _)| *alpine == relieved).map(|&(_, panzer)| panzer);
        let successor = successor.expect("a Julia regiment has a counter of the XXIV Panzer Corps");
        let (behind, front) = (game.board.place(fresh), game.board.place(relieved));
        let steps = game.board.steps(relieved);
        let out_of_supply = game.board.is_out_of_supply(relieved);
        game.board.set_out_of_supply(game.data, relieved, false);
        game.board.put(game.data, relieved, Place::WITHDRAWN);
        game.board.put(game.data, fresh, front);
        game.board.set_steps(game.data, successor, steps);
        game.board.put(game.data, successor, behind);
        game.board.set_out_of_supply(game.data, successor, out_of_supply);
        // Each Vicenza regiment relieves one; the flag lasts for this phase.
        game.moved.insert(fresh);
    }
}

impl Procedure<Armir> for Complement {
    const DECIDER: Turn = Turn::Player(Side::Axis);
    const QUESTION: &'static str = "spend the Complementi?";

    fn is_due(self, game: &Armir) -> bool {
        game.complementable() != 0
    }

    fn list(self, game: &Armir, out: &mut Vec<Action>) {
        out.push(Action::Done);
        out.extend(units(Side::Axis, game.complementable()).map(Action::Complement));
    }

    /// [15.4] The Complementi are spent.
    fn carry_out(self, game: &mut Armir, action: Action) {
        let Action::Complement(unit) = action else { return game.end(action) };
        game.pop();
        let pool = game.data.complementi.expect("the Complementi are in the game");
        game.board.set_out_of_supply(game.data, pool, false);
        game.board.put(game.data, pool, Place::WITHDRAWN);
        game.board.set_steps(game.data, unit, game.board.steps(unit) + 1);
    }
}

impl Procedure<Armir> for HqReturn {
    const DECIDER: Turn = Turn::Player(Side::Soviet);
    const QUESTION: &'static str = "where does the HQ return?";

    fn is_due(self, game: &Armir) -> bool {
        game.next_returning_hq().is_some()
    }

    fn list(self, game: &Armir, out: &mut Vec<Action>) {
        if let Some(unit) = game.next_returning_hq() {
            out.extend(game.return_hexes(unit).map(|hex| Action::Return { unit, hex }));
        }
    }

    /// [17.1.3] The HQ comes back with its step.
    fn carry_out(self, game: &mut Armir, action: Action) {
        let Action::Return { unit, hex } = action else { return game.end(action) };
        game.board.set_steps(game.data, unit, game.data.unit(unit).steps);
        game.board.put(game.data, unit, Place::on(hex));
        game.enter_hex(Side::Soviet, hex);
    }
}

impl Armir {
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
    fn replaceable(&self) -> u64 {
        let german = self.board.on_map(Side::Axis) & self.data.german.of(Side::Axis) & self.data.combat.of(Side::Axis);
        self.lacking_steps(german & !self.board.out_of_supply(Side::Axis))
    }

    fn lacking_steps(&self, group: u64) -> u64 {
        units(Side::Axis, group).filter(|&unit| self.board.steps(unit) < self.data.unit(unit).steps).fold(0, |bits, unit| bits | unit.bit())
    }

    /// [15.1.3] Vicenza regiments that can relieve Julia regiments: the first of two only when the second can follow
    /// (reading A40).
    fn reliefs(&self) -> impl Iterator<Item = Action> + '_ {
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
    fn relief_is_half_done(&self) -> bool {
        let [one, other] = self.data.julia.map(|(alpine, _)| self.board.place(alpine) == Place::WITHDRAWN);
        one != other
    }

    /// [15.4] Other Italian infantry in the hex of the Complementi that lacks a step (reading A44).
    fn complementable(&self) -> u64 {
        let Some((pool, hex)) = self.data.complementi.and_then(|pool| Some((pool, self.board.hex(pool)?))) else {
            return 0;
        };
        self.lacking_steps(self.board.stack_bits(hex) & self.data.italian_infantry.of(Side::Axis) & !pool.bit())
    }

    /// [17.1.3] The first eliminated Soviet HQ that has a hex to return to.
    fn next_returning_hq(&self) -> Option<UnitId> {
        Formation::ARMIES
            .into_iter()
            .filter_map(|army| self.data.hq(army))
            .find(|&hq| self.board.place(hq) == Place::ELIMINATED && self.return_hexes(hq).next().is_some())
    }

    fn return_hexes(&self, hq: UnitId) -> impl Iterator<Item = Hex> + '_ {
        let army = self.data.stats(hq).formation;
        self.data.map.east_of_don.iter().filter(move |&hex| !self.board.holds(hex, Side::Axis) && self.army_fits(army, hex))
    }
}
