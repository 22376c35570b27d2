//! [12.0] Sieges, and the attacks of units that are out of supply.

use super::BlocksInTheEast;
use super::board::{self, Mark};
use super::frame::DesperateAttack;
use super::ids::{HexSet, UnitId};
use super::supply::Situation;
use super::terms::{Nation, TownClass};
use crate::game::Side;
use crate::hex::Hex;
use crate::kit::procedures::{Procedure, Progress, Sequence as _};

/// What becomes of a unit under siege at the end of its turn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Siege {
    /// [12.1] It loses strength instead of surrendering.
    Starves,
    /// [12.2][12.3.b] Nothing.
    HoldsOut,
}

/// Those who besiege a side, reckoned once for all its units.
pub(super) struct Besiegers {
    /// Hexes with enemies, and those in their zones of control.
    covered: HexSet,
    /// [12.3.a] The road across the lake works.
    pub(super) road: bool,
}

impl BlocksInTheEast {
    pub(super) fn besiegers(&self, situation: &Situation<'_>, side: Side) -> Besiegers {
        let enemy = side.opponent();
        let units = self.board.hexes(enemy, |unit| !self.board.is(unit, Mark::Flying));
        let road = side == Side::Soviet && self.road_works(situation);
        Besiegers { covered: units.union(situation.zones[enemy.index()]), road }
    }

    /// [12.3.a] Whether the road across the lake works: the city and the town at the other end are held, and the town is supplied.
    fn road_works(&self, situation: &Situation<'_>) -> bool {
        let (data, rules) = (self.data, &self.data.tables.siege);
        let [axis, soviet] = Side::ALL.map(Side::index);
        let watched = situation.zones[axis].contains(rules.road) && !situation.ground[soviet].contains(rules.road);
        let held = [rules.city, rules.road].into_iter().all(|hex| self.board.controls(data, Side::Soviet, hex));
        held && !watched && data.supplied(situation, Nation::Soviet).contains(rules.road)
    }

    /// [12.3] Whether the pocket on the lake is besieged: all hexes around it hold enemies or lie in their zones of control. A hex of it
    /// that has fallen belongs to it no more.
    pub(super) fn pocket_is_besieged(&self, besiegers: &Besiegers) -> bool {
        self.data.ground.is_surrounded(&self.pocket(), &besiegers.covered)
    }

    /// [12.3] The hexes of the pocket that the Soviets hold.
    fn pocket(&self) -> HexSet {
        let held = |&hex: &Hex| self.board.controls(self.data, Side::Soviet, hex);
        self.data.tables.siege.pocket.iter().filter(held).collect()
    }

    /// [12.1][12.2][12.3] The siege in which a unit that cannot trace supply stands, if it stands in one: in a port or its own capital, in
    /// the fortress that holds out, or in the pocket on the lake, which the road feeds whoever stands around it. One that was besieged when
    /// its turn began is so while it stays in such a place.
    pub(super) fn siege(&self, besiegers: &Besiegers, unit: UnitId, hex: Hex) -> Option<Siege> {
        let (data, rules) = (self.data, &self.data.tables.siege);
        let began = self.board.is(unit, Mark::Besieged);
        if unit.side() == Side::Soviet && rules.pocket.contains(hex) && (besiegers.road || began || self.pocket_is_besieged(besiegers)) {
            return Some(if besiegers.road { Siege::HoldsOut } else { Siege::Starves });
        }
        if !began && !data.ground.is_hex_surrounded(hex, &besiegers.covered) {
            return None;
        }
        if hex == rules.holds_out && self.fortification(hex) == Some(TownClass::Fortress) {
            return Some(Siege::HoldsOut);
        }
        let place = data.map.place_at(hex)?;
        let capital = place.class == Some(TownClass::Capital) && self.data.is_home(data.unit(unit).nation, hex);
        (place.port.is_some() || capital).then_some(Siege::Starves)
    }

    /// [12.1] Marks the units of a side out of supply that are besieged when its turn begins.
    pub(super) fn mark_sieges(&mut self, side: Side) {
        if !self.data.is_advanced() {
            return;
        }
        let besiegers = self.besiegers(&self.situation(), side);
        for unit in board::of(self.data, side) {
            let Some(hex) = self.board.hex(unit).filter(|_| self.board.is(unit, Mark::OutOfSupply)) else { continue };
            if self.siege(&besiegers, unit, hex).is_some() {
                self.board.set(unit, Mark::Besieged, true);
            }
        }
    }

    /// [12.1][AMB-54] A besieged unit loses a step, in the open, if it has strength to lose.
    pub(super) fn starves(&mut self, unit: UnitId) -> bool {
        let step = self.board.step(unit) + 1;
        let lives = self.board.strength(self.data, unit) > 1 && step < self.data.unit(unit).steps.len();
        if lives {
            self.board.known.show(unit);
            self.board.set_step(unit, step);
        }
        lives
    }

    /// [4.4][12.4][12.4.1.a][13.5][13.5.a] Whether a unit may attack as far as its supply and fuel go. In the Advanced game ground units of some
    /// TECH do so without supply, armour among them without fuel; in supply armour needs fuel.
    pub(super) fn is_supplied_to_attack(&self, unit: UnitId) -> bool {
        let desperate = || {
            let able = self.tech(unit) >= self.data.tables.siege.desperate_tech;
            self.data.is_advanced() && self.data.unit(unit).is_ground() && able
        };
        if self.lacks_supply(unit) { desperate() } else { self.is_fuelled_to_attack(unit) }
    }

    /// [12.4.1][12.4.1.b][AMB-53] After the first round those who attacked out of supply surrender, if an enemy is left on the ground.
    pub(super) fn end_desperate_attacks(&mut self) {
        let attacker = self.fight.attacker;
        let defender = attacker.opponent();
        let is_won = self.on_ground(defender).is_empty() && self.brigades_of(defender) == 0;
        if self.fight.round != 1 || is_won || !self.data.is_advanced() {
            return;
        }
        for unit in self.on_ground(attacker) {
            if self.lacks_supply(unit) {
                self.lay_down_arms(unit);
            }
        }
    }
}

impl Procedure<BlocksInTheEast> for DesperateAttack {
    fn carry_on(self, game: &mut BlocksInTheEast) -> Progress {
        game.end_desperate_attacks();
        game.pop()
    }
}
