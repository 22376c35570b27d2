//! Where a stack can go and what it costs [7.3].
//!
//! Stacks of one class of movement choose from all that they can reach, because entering most hexes has no effect. Where it has one
//! (an enemy beside it, an enemy settlement, a swamp ...) the flood ends, and the stack is asked again when it stands there. A mixed
//! stack goes hex by hex: each of its units pays its own prices [A52].

use super::AcrossTheBug;
use super::command::Command;
use super::data::Passage;
use super::ground::{FLOOD, Rate};
use super::ids::{FormationId, FormationSet, HexSet, UnitId, units};
use super::terms::{Crossing, MoveClass};
use crate::game::Side;
use crate::hex::{Direction, Goal, Ground as Terrain, Hex, Journey, Reach};
use crate::kit::points::HalfPoints;

/// What a stack spends its Action Points from.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[repr(u8)]
pub(super) enum Purse {
    /// The track of the formation at hand.
    Track,
    /// The bonus of a winning attacker, and then the track [7.5.3.a].
    Bonus,
    /// The bonus of a winning defender alone.
    Gift,
}

/// A stack that acts, with what its movement keeps.
#[expect(clippy::struct_excessive_bools, reason = "independent facts of a movement, each read by name")]
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) struct March {
    pub(super) side: Side,
    pub(super) purse: Purse,
    pub(super) formation: FormationId,
    pub(super) command: Command,
    pub(super) hex: Hex,
    /// The units, as bits of the side; none when no stack acts.
    pub(super) group: u128,
    /// Half points spent so far, by class of movement.
    pub(super) spent: [u8; 2],
    /// It has left its first hex.
    pub(super) moved: bool,
    /// It has been next to an enemy counter [7.3.5].
    pub(super) was_near: bool,
    /// It goes no further.
    pub(super) halted: bool,
    /// Nobody may attempt a reaction to this action any more [6.4.1.b].
    pub(super) settled: bool,
    /// A step waits for the window that it opened.
    pub(super) pending: Option<Step>,
    /// Formations that lost their headquarters to this action [7.3.6].
    pub(super) barred: FormationSet,
    /// The only hexes that the first step of a bonus movement may enter [7.5.3.b]; the first of them for the others.
    pub(super) bound: Option<[Hex; 2]>,
}

/// How a stack leaves a hex.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) enum Step {
    /// By its points.
    To(Hex),
    /// By boat.
    Boat(Hex),
    /// From enemy ZOC to enemy ZOC.
    Infiltrate(Hex),
    /// Off the map.
    Exit,
}

impl March {
    /// No stack acts.
    pub(super) const NONE: March = March {
        side: Side::Axis,
        purse: Purse::Track,
        formation: FormationId(0),
        command: Command::InCommand,
        hex: Hex(0),
        group: 0,
        spent: [0; 2],
        moved: false,
        was_near: false,
        halted: false,
        settled: false,
        pending: None,
        barred: FormationSet::EMPTY,
        bound: None,
    };

    /// Its units in ascending order.
    pub(super) fn units(&self) -> impl Iterator<Item = UnitId> + use<> {
        units(self.side, self.group)
    }
}

/// Who pays for the movement of a stack, and how much it has.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Payers {
    /// Half points left without the bonus of [7.3.5], by class; none where the stack has no unit of the class.
    pub(super) left: [Option<u8>; 2],
    /// Half points more by class while no enemy has been near: those of units on foot, and of the motorized as far as the units on foot
    /// with them would go.
    pub(super) bonus: [u8; 2],
}

/// The flood of a stack: a plain value of some ten kilobytes on the caller's stack.
pub(super) type Flood = Reach<FLOOD>;

impl AcrossTheBug {
    /// [7.3.1.a][7.3.2][7.3.5] What the stack has left: the lowest allowance of its units holds for both classes.
    pub(super) fn payers(&self, march: &March) -> Payers {
        let roster = &self.data.roster;
        let mut least = [None::<u8>; 2];
        for unit in march.units() {
            let class = if roster.leg.contains(unit) { MoveClass::Leg } else { MoveClass::Motorized };
            let ma = HalfPoints::whole(self.board.face(self.data, unit).ma).0;
            let known = &mut least[class.index()];
            *known = Some(known.map_or(ma, |known| known.min(ma)));
        }
        let near = march.was_near || self.is_near_enemy(march.side, march.hex);
        let pace = |leg_bonus: u8| {
            let [leg, motorized] = [MoveClass::Leg, MoveClass::Motorized].map(|class| least[class.index()]);
            leg.map(|ma| ma + leg_bonus).into_iter().chain(motorized).min().unwrap_or(0)
        };
        let (plain, best) = (pace(0), pace(if near { 0 } else { self.data.tables.movement.leg_bonus.0 }));
        Payers {
            left: [0, 1].map(|class| least[class].map(|_| plain.saturating_sub(march.spent[class]))),
            // What is left of it when more than the allowance has been spent.
            bonus: [0, 1].map(|class| (best - plain).saturating_sub(march.spent[class].saturating_sub(plain))),
        }
    }

    /// [7.3.5] Whether a hex is next to an enemy counter of any kind.
    pub(super) fn is_near_enemy(&self, side: Side, hex: Hex) -> bool {
        self.data.map.grid.neighbours(hex).any(|(_, near)| self.board.holds(side.opponent(), near))
    }

    /// [7.3.5] Hexes next to counters of the other side.
    fn near_enemies(&self, side: Side) -> HexSet {
        self.data.ground.spread.neighbours_of(&self.board.held(side.opponent()))
    }

    /// Hexes in which something happens to the stack when it enters them: each ends the flood. `near` is [`Self::near_enemies`].
    fn eventful_hexes(&self, march: &March, near: &HexSet) -> HexSet {
        let (data, side) = (self.data, march.side);
        let (ground, other) = (&data.ground, side.opponent());
        let mut hexes = near.union(self.board.held(other)).union(self.board.last_held(data, other));
        if march.units().any(|unit| data.roster.afv.contains(unit)) {
            hexes = hexes.union(ground.swamps);
        }
        for (a, b) in self.board.pontoons.joined(&data.map.grid) {
            hexes.insert(a);
            hexes.insert(b);
        }
        if self.may_exit(march) {
            hexes = hexes.union(ground.exits);
        }
        if let Some(trigger) = self.open_trigger(side) {
            hexes = hexes.union(trigger);
        }
        hexes
    }

    /// Hexes in which something happens to a stack when it comes there: all where its units move at two paces.
    pub(super) fn events(&self, march: &March) -> HexSet {
        if self.is_mixed(march) { self.data.script.area } else { self.eventful_hexes(march, &self.near_enemies(march.side)) }
    }

    /// Whether units on foot and motorized ones move together.
    fn is_mixed(&self, march: &March) -> bool {
        let on_foot = self.data.roster.leg.of(march.side) & march.group;
        on_foot != 0 && on_foot != march.group
    }

    /// [7.3.3] The rate of a step: roads do not serve into or out of enemy ZOC.
    fn rate(&self, side: Side, from: Hex, to: Hex) -> Rate {
        let zoc = self.board.zoc(side.opponent());
        if zoc.contains(from) || zoc.contains(to) { Rate::Full } else { Rate::Road }
    }

    /// Half points of an ordinary step by class; a pontoon counts for the German [10.3.d]. None where there is none.
    fn step_price(&self, march: &March, class: MoveClass, direction: Direction, to: Hex) -> Option<u8> {
        let ground = &self.data.ground;
        let rate = self.rate(march.side, march.hex, to);
        ground.price(class, rate, march.hex, direction).or_else(|| {
            let over = self.board.pontoons.joins(&self.data.map.grid, march.hex, direction);
            let chart = &self.data.tables.terrain;
            match chart.passage(Crossing::Pontoon, class) {
                Passage::Extra(points) if over && march.side == Side::Axis => Some(chart.price(ground.terrain(to), class).0 + points.0),
                _ => None,
            }
        })
    }

    /// [7.3] What a step to a neighbour costs the classes of the stack, and whether it ends the movement; none when it is closed to
    /// it. The first step of an action may ask for the whole allowance [7.3.2.a][7.3.7].
    pub(super) fn step_costs(&self, march: &March, direction: Direction, to: Hex) -> Option<([u8; 2], bool)> {
        self.step_costs_of(march, self.payers(march), direction, to)
    }

    /// The same for a stack that has so much left.
    pub(super) fn step_costs_of(&self, march: &March, payers: Payers, direction: Direction, to: Hex) -> Option<([u8; 2], bool)> {
        let bonus = if self.is_near_enemy(march.side, to) { [0; 2] } else { payers.bonus };
        let mut costs = [0; 2];
        let mut ends = false;
        for class in MoveClass::ALL {
            let Some(left) = payers.left[class.index()] else { continue };
            let left = left + bonus[class.index()];
            let chart = &self.data.tables.terrain;
            let crossing = self.data.ground.crossing(march.hex, direction);
            let price = match self.step_price(march, class, direction, to) {
                Some(price) => Some(price),
                // [7.3.7] The whole allowance, at the beginning.
                None if chart.passage(crossing, class) == Passage::WholeAllowance && !march.moved => None,
                None => return None,
            };
            costs[class.index()] = match price {
                Some(price) if price <= left => price,
                // [7.3.2.a] The first hex can always be entered.
                _ if !march.moved => {
                    ends = true;
                    left
                }
                _ => return None,
            };
        }
        Some((costs, ends))
    }

    /// [7.3.8] What crossing the Bug by boat costs the stack; none when it may not.
    pub(super) fn boat_cost(&self, march: &March, direction: Direction, to: Hex) -> Option<u8> {
        let boats = self.data.tables.movement.boats;
        let over = self.data.ground.crossing(march.hex, direction) == Crossing::Bug
            && !self.board.pontoons.joins(&self.data.map.grid, march.hex, direction);
        let on_foot = march.group & !self.data.roster.leg.of(march.side) == 0;
        let enough = (self.crossed_by_boat() | march.group).count_ones() <= u32::from(boats);
        if !over || !on_foot || march.moved || march.side != Side::Axis || !enough {
            return None;
        }
        let chart = &self.data.tables.terrain;
        let Passage::Boat(extra) = chart.passage(Crossing::Bug, MoveClass::Leg) else { return None };
        let payers = self.payers(march);
        let leg = MoveClass::Leg.index();
        let bonus = if self.is_near_enemy(march.side, to) { 0 } else { payers.bonus[leg] };
        let left = payers.left[leg]? + bonus;
        Some((chart.price(self.data.ground.terrain(to), MoveClass::Leg).0 + extra.0).min(left))
    }

    /// Whether the stack may enter a hex next to it as far as the enemy is concerned: one without combat units; out of enemy ZOC if
    /// the stack is in one [5.4.1.a].
    pub(super) fn is_enterable(&self, march: &March, to: Hex) -> bool {
        let other = march.side.opponent();
        let zoc = self.board.zoc(other);
        let bound = march.bound.filter(|_| !march.moved);
        let open = self.data.script.area.contains(to) && !self.board.fights_in(self.data, other, to);
        open && !(zoc.contains(march.hex) && zoc.contains(to)) && bound.is_none_or(|bound| bound.contains(&to))
    }

    /// [7.3] The hexes that the stack may be moved to next, in ascending order.
    pub(super) fn destinations(&self, march: &March, out: &mut HexSet) {
        *out = HexSet::EMPTY;
        let payers = self.payers(march);
        for (direction, to) in self.data.map.grid.neighbours(march.hex) {
            if self.is_enterable(march, to) && self.step_costs_of(march, payers, direction, to).is_some() {
                out.insert(to);
            }
        }
        if self.goes_by_hexes(march) {
            return;
        }
        let near = self.near_enemies(march.side);
        let mut flood = Flood::default();
        self.flood(&mut flood, march, payers, &self.eventful_hexes(march, &near), None);
        let class = self.class_of(march);
        let plain = payers.left[class.index()].unwrap_or(0);
        for &hex in flood.reached() {
            let affordable = !near.contains(hex) || flood.cost(hex).is_some_and(|cost| cost <= plain);
            if affordable {
                out.insert(hex);
            }
        }
        self.add_rim(march, &flood, plain, out);
    }

    /// Hexes of enemy ZOC beside what the flood has reached: entered at the full price, and the end of the movement.
    fn add_rim(&self, march: &March, flood: &Flood, plain: u8, out: &mut HexSet) {
        let other = march.side.opponent();
        let ground = &self.data.ground;
        let class = self.class_of(march);
        let grid = &self.data.map.grid;
        let mut around: HexSet = flood.reached().iter().copied().collect();
        around.insert(march.hex);
        let rim = ground.spread.neighbours_of(&around).intersection(*self.board.zoc(other)).difference(self.board.held(other));
        for to in rim.difference(*out).intersection(self.data.script.area).iter() {
            let comes = |(direction, from): (Direction, Hex)| {
                let price = ground.price(class, Rate::Full, from, direction.opposite());
                let spent = flood.cost(from).filter(|_| flood.onward(from));
                price.zip(spent).is_some_and(|(price, spent)| spent + price <= plain)
            };
            if grid.neighbours(to).any(comes) {
                out.insert(to);
            }
        }
    }

    /// Whether a stack is moved a hex at a time: out of enemy ZOC, where roads do not serve; in a mixed stack; into the hex that a
    /// bonus binds it to.
    pub(super) fn goes_by_hexes(&self, march: &March) -> bool {
        let from_zoc = self.board.in_zoc(march.side.opponent(), march.hex);
        from_zoc || self.is_mixed(march) || march.bound.is_some() && !march.moved
    }

    /// The class of movement of a stack of one class.
    pub(super) fn class_of(&self, march: &March) -> MoveClass {
        if march.group & self.data.roster.leg.of(march.side) != 0 { MoveClass::Leg } else { MoveClass::Motorized }
    }

    /// All that a stack of one class reaches outside of enemy ZOC.
    pub(super) fn reach_of(&self, march: &March) -> Flood {
        let mut flood = Flood::default();
        self.flood(&mut flood, march, self.payers(march), &self.eventful_hexes(march, &self.near_enemies(march.side)), None);
        flood
    }

    /// What a stack of one class reaches outside of enemy ZOC: all of it, or one hex alone. `halting` is [`Self::eventful_hexes`].
    pub(super) fn flood(&self, flood: &mut Flood, march: &March, payers: Payers, halting: &HexSet, goal: Option<Hex>) {
        let (ground, class) = (&self.data.ground, self.class_of(march));
        let other = march.side.opponent();
        // No step leads out of the area.
        let closed = self.board.zoc(other).union(self.board.held(other));
        let terrain = Terrain { steps: ground.steps(class, Rate::Road), gates: 0, closed: &closed, halting };
        let budget = payers.left[class.index()].unwrap_or(0) + payers.bonus[class.index()];
        let goal = goal.map(|hex| Goal { hex, grid: &self.data.map.grid, least: ground.least(class), at_most: budget });
        flood.refill(&terrain, Journey { start: march.hex, budget, minimum: false, goal }, |_, _, _| false);
    }

    /// [7.3.4] The hexes of enemy ZOC into which a stack may infiltrate: next to it, from one, as its first step.
    pub(super) fn infiltrations(&self, march: &March) -> impl Iterator<Item = Hex> + '_ {
        let other = march.side.opponent();
        let zoc = self.board.zoc(other);
        let begins = zoc.contains(march.hex) && !march.moved;
        let bound = march.bound;
        let march = *march;
        self.data
            .map
            .grid
            .neighbours(march.hex)
            .filter(move |&(direction, to)| {
                begins
                    && zoc.contains(to)
                    && self.data.script.area.contains(to)
                    && !self.board.fights_in(self.data, other, to)
                    && bound.is_none_or(|bound| bound.contains(&to))
                    && self.may_cross(&march, direction, to)
            })
            .map(|(_, to)| to)
    }

    /// Whether the units of a stack may cross a hexside at all when they spend everything on it.
    fn may_cross(&self, march: &March, direction: Direction, to: Hex) -> bool {
        self.step_costs(march, direction, to).is_some() || self.boat_cost(march, direction, to).is_some()
    }

    /// [11.2.g] Whether the units of a stack may leave the map for points.
    pub(super) fn may_exit(&self, march: &March) -> bool {
        let exit = self.data.script.exit.as_ref();
        march.side == Side::Axis && exit.is_some_and(|exit| march.units().all(|unit| exit.formations.contains(self.board.formation(unit))))
    }

    /// [11.2.g] Whether the stack can leave the map here and now: in command, and with the points for it.
    pub(super) fn can_exit(&self, march: &March) -> bool {
        if !self.may_exit(march) || !self.data.ground.exits.contains(march.hex) || march.bound.is_some() && !march.moved {
            return false;
        }
        let rules = &self.data.tables.movement;
        let stream = self.data.map.outer_streams.contains(march.hex);
        let price = rules.exit.0 + if stream { rules.exit_over_stream.0 } else { 0 };
        let payers = self.payers(march);
        let pays = |class: MoveClass| payers.left[class.index()].is_none_or(|left| price <= left + payers.bonus[class.index()]);
        MoveClass::ALL.into_iter().all(pays) && self.commands(march.formation, march.hex)
    }
}
