//! Overruns: assaults by mobile stacks during movement [13].

use super::action::Action;
use super::combat::BattleKind;
use super::data::edge;
use super::frame::{Frame, MarchStage, Stage};
use super::ids::{Place, UnitId, from_slot, units};
use super::march::{Leg, March};
use super::movement::{MoveLimits, Reach, Ways};
use super::{Armir, Battle};
use crate::game::Side;
use crate::hex::{Direction, Hex, OFF_MAP};

impl Armir {
    /// Whether the group is of the kind that overruns: mobile combat units led by a tracked one.
    fn can_overrun(&self, march: &March) -> bool {
        march.group & !self.data.mobile.of(march.side) == 0 && march.group & self.data.tracked.of(march.side) != 0
    }

    /// Fills every overrun within reach and returns the cost of the cheapest, in half points.
    pub(super) fn list_overruns(&self, march: &March, ways: &Ways<'_>, out: &mut Vec<Action>) -> Option<u8> {
        let mut cheapest: Option<u8> = None;
        self.each_overrun(march, ways, |from, target, cost| {
            out.push(Action::Overrun { from, target });
            cheapest = Some(cheapest.map_or(cost, |known| known.min(cost)));
        });
        cheapest
    }

    /// Cost of the cheapest overrun within reach.
    pub(super) fn cheapest_overrun(&self, march: &March, ways: &Ways) -> Option<u8> {
        let mut cheapest: Option<u8> = None;
        self.each_overrun(march, ways, |_, _, cost| cheapest = Some(cheapest.map_or(cost, |known| known.min(cost))));
        cheapest
    }

    /// Calls `found` with hex, target and cost of every overrun within reach.
    fn each_overrun(&self, march: &March, ways: &Ways<'_>, mut found: impl FnMut(Hex, Hex, u8)) {
        if !self.can_overrun(march) {
            return;
        }
        let Ways { terms, reach } = ways;
        let beside_enemies = self.data.map.spread.neighbours_of(&self.hexes_of(march.side.opponent(), u64::MAX));
        let movement = &self.data.tables.movement;
        let least = movement.overrun + movement.road_mobile.min(movement.off_road);
        let spent = |cost: u8| match self.entry_from_chir(march) {
            Some(left) => march.points - left + cost,
            None => cost,
        };
        let start = march.place.hex().unwrap_or(self.data.map.bokovskaya);
        let from_box = march.place == Place::BOKOVSKAYA_BOX;
        for from in std::iter::once(start).chain(reach.reached().iter().copied()).filter(|&hex| beside_enemies.contains(hex)) {
            let cost = if from == start { 0 } else { reach.cost(from).expect("a reached hex has a cost") };
            // Hexes come in order of cost: from here on no assault can be paid.
            if spent(cost).saturating_add(least) > march.points {
                return;
            }
            let entered = march.entered + u8::from(from_box) + u8::from(from != start);
            if (from != start || from_box) && !self.may_end(march, from) {
                continue;
            }
            if terms.one_hex && entered > 0 {
                continue;
            }
            for (target, price) in self.overrun_targets(march, terms, from, entered > 0) {
                let cost = spent(cost).saturating_add(price);
                if cost <= march.points {
                    found(from, target, cost);
                }
            }
        }
    }

    /// Enemy hexes that the group may overrun from a hex, with the price in half points [13][13.1][13.c][13.d].
    fn overrun_targets<'a>(
        &'a self,
        march: &'a March,
        terms: &'a MoveLimits,
        from: Hex,
        entered: bool,
    ) -> impl Iterator<Item = (Hex, u8)> + 'a {
        let map = &self.data.map;
        Direction::ALL.iter().filter_map(move |&direction| {
            let near = map.neighbours[from.index()][direction.index()];
            if near == OFF_MAP {
                return None;
            }
            let target = Hex(near);
            if !self.board.holds(target, march.side.opponent()) || !self.overrun_may_cross(march, terms, from, direction, target) {
                return None;
            }
            if entered && self.is_held_by_another(terms, from, target) {
                return None;
            }
            Some((target, self.steps_of(terms.wheels)[from.index()].cost[direction.index()] + self.data.tables.movement.overrun))
        })
    }

    /// Whether the rules let the group assault across this side and then enter the hex.
    fn overrun_may_cross(&self, march: &March, terms: &MoveLimits, from: Hex, direction: Direction, target: Hex) -> bool {
        let map = &self.data.map;
        let flags = map.edge(from, direction);
        let barred = if self.data.options.strongpoint_hex_bars_overrun {
            map.fortified.contains(target) || flags & edge::FORTIFIED != 0
        } else {
            flags & edge::FORTIFIED != 0
        };
        if barred {
            return false;
        }
        match march.side {
            Side::Soviet => !map.closed_rail.contains(target),
            Side::Axis => target != map.bokovskaya && flags & edge::DON == 0 && self.leash_allows(terms.leash, from, target),
        }
    }

    /// [13.d] Whether enemies other than those in the target hold the group in the hex it has entered.
    pub(super) fn is_held_by_another(&self, terms: &MoveLimits, hex: Hex, target: Hex) -> bool {
        self.is_stopped_in(terms, hex)
            && self.board.covered_by_other(self.data, terms.side.opponent(), terms.ignores_light_zoc, hex, target)
    }

    /// Counters of the same hex that may join, in ascending order [13]: mobile combat units that can pay
    /// the cheapest overrun. The lead is the lowest tracked unit of the group, so each group is built once.
    pub(super) fn list_companions(&self, march: &March, cheapest: Option<u8>, out: &mut Vec<Action>) {
        let Some(cheapest) = cheapest else {
            return;
        };
        if self.is_single_counter_move() {
            return;
        }
        for unit in self.companions(march) {
            let joins = match march.side {
                Side::Soviet => cheapest <= self.allowance(unit),
                // Fuel, leashes and the front line may bind the new member.
                Side::Axis => self.bound_by(unit).is_none() && self.group_can_overrun(march, unit),
            };
            if joins {
                out.push(Action::Join(unit));
            }
        }
    }

    fn companions(&self, march: &March) -> impl Iterator<Item = UnitId> + use<> {
        let tracked = self.data.tracked.of(march.side);
        let base = march.group & tracked;
        let base = base & base.wrapping_neg();
        let stack = match march.place.hex() {
            Some(hex) => self.board.stack_bits(hex),
            None => self.bokovskaya_box(),
        };
        let later = from_slot(march.last);
        let lower_tracked = tracked & base.wrapping_sub(1);
        let bits = stack & self.data.mobile.of(march.side) & !self.moved.of(march.side) & !march.group & later & !lower_tracked;
        units(march.side, if base == 0 { 0 } else { bits })
    }

    fn group_can_overrun(&self, march: &March, unit: UnitId) -> bool {
        let joined = March { group: march.group | unit.bit(), points: march.points.min(self.allowance(unit)), ..*march };
        self.cheapest_overrun(&joined, &self.ways(&joined, &mut Reach::default())).is_some()
    }

    /// Moves the group next to its target and pays [13.1]. Stacking of both sides is checked before the combat [6.c].
    pub(super) fn declare_overrun(&mut self, from: Hex, target: Hex) {
        if self.march.place != Place::on(from) {
            self.travel(from, Leg::Waypoint);
        }
        let terms = self.terms(&self.march);
        let direction = self.data.map.grid.direction(from, target).expect("an overrun aims at a neighbour");
        let price = self.steps_of(terms.wheels)[from.index()].cost[direction.index()] + self.data.tables.movement.overrun;
        self.march.points -= price;
        self.march.stage = MarchStage::Assaulting;
        self.march.target = target;
        self.march.last = 0;
    }

    /// Opens the combat, after any die that the way to the target called for.
    pub(super) fn open_overrun(&mut self) {
        let from = self.march.place.hex().expect("an overrun is made from a hex");
        self.march.stage = MarchStage::Overrunning;
        self.battle = Battle::new(BattleKind::Overrun, self.march.side, self.march.target);
        self.frames.push(Frame::Battle(Stage::OpenOverrun));
        self.frames.push(Frame::Excess(self.march.side, Some(from)));
    }

    /// The units of the group that stood the stacking check join the combat; without a tracked unit left
    /// there is no overrun.
    pub(super) fn overrun_attackers(&mut self) -> u64 {
        self.march.group &= self.board.on_map(self.march.side);
        if self.march.group & self.data.tracked.of(self.march.side) == 0 { 0 } else { self.march.group }
    }

    /// [13.2] A failed overrun ends the move; a successful one must be followed up.
    pub(super) fn after_overrun(&mut self) {
        self.march.group &= self.board.on_map(self.march.side);
        let cleared = self.board.occupant(self.march.target).is_none() && self.battle.fought;
        if cleared && self.march.group != 0 {
            self.march.stage = MarchStage::MustEnter;
        } else {
            self.end_march();
        }
    }

    /// [13.2] The group enters the hex it cleared; the cost is already paid.
    pub(super) fn enter_overrun_hex(&mut self) {
        let target = self.march.target;
        let fuel = self.fuel_due(&self.march);
        self.march.entered += 1;
        if fuel > 0 && self.march.entered >= 2 {
            self.tracks.supply_points -= fuel;
            self.tracks.fuel_paid = true;
        }
        for unit in units(self.march.side, self.march.group) {
            self.board.put(self.data, unit, Place::on(target));
        }
        self.march.place = Place::on(target);
        self.march.stage = MarchStage::Through;
        self.march.last = 0;
        self.enter_hex(self.march.side, target);
    }

    /// Whether the group may do anything but stop after entering the hex it overran.
    pub(super) fn can_go_on(&self) -> bool {
        let march = &self.march;
        let mut reach = Reach::default();
        let ways = self.ways(march, &mut reach);
        let mut choices = false;
        if self.is_held(march, &ways.terms) {
            self.each_held_overrun(march, &ways.terms, |_| choices = true);
            return choices;
        }
        if self.can_step(march) || self.data.map.exits.iter().any(|&exit| self.exit_is_open(march, ways.reach, exit)) {
            return true;
        }
        self.each_overrun(march, &ways, |_, _, _| choices = true);
        // [13.3] What holds the group may be the lack of fuel or the leash of one of its units.
        choices || units(march.side, march.group).any(|unit| self.can_drop_here(march, unit))
    }

    /// [7.1][13.d] Whether enemy ZOC holds the group in the hex it has entered, except for an overrun of
    /// the very hex that exerts it.
    pub(super) fn is_held(&self, march: &March, terms: &MoveLimits) -> bool {
        march.place.hex().is_some_and(|hex| self.is_stopped_in(terms, hex))
    }

    fn each_held_overrun(&self, march: &March, terms: &MoveLimits, mut found: impl FnMut(Hex)) {
        let Some(from) = march.place.hex() else {
            return;
        };
        if terms.one_hex || !self.can_overrun(march) {
            return;
        }
        for (target, price) in self.overrun_targets(march, terms, from, true) {
            if price <= march.points {
                found(target);
            }
        }
    }

    pub(super) fn list_held_overruns(&self, march: &March, terms: &MoveLimits, out: &mut Vec<Action>) {
        if let Some(from) = march.place.hex() {
            self.each_held_overrun(march, terms, |target| out.push(Action::Overrun { from, target }));
        }
    }
}
