//! Movement: who may move, how far, and over what ground [5][7.1].

use super::action::Action;
use super::data::{Trait, edge};
use super::denial::ArmirDenial;
use super::frame::{Faces, Frame, Movement, Phase};
use super::ids::{Formation, HEX_CAPACITY, HexSet, Place, UnitId, units};
use super::march::March;
use super::{Armir, Class, Mobility};
use crate::game::{Side, Turn};
use crate::hex::{CLOSED, Closure, Direction, Goal, Ground, Hex, Journey, LeastCost, OFF_MAP, Steps};
use crate::kit::procedures::{Procedure, Sequence as _};

/// Places in the arrays of a flood.
pub(super) const REACH_CAPACITY: usize = HEX_CAPACITY.next_power_of_two();
/// Reachable set of one move.
pub(super) type Reach = crate::hex::Reach<REACH_CAPACITY>;

/// Where a group can go from where it stands, and the terms on which it goes.
pub(super) struct Ways<'a> {
    pub(super) terms: MoveLimits,
    pub(super) reach: &'a Reach,
}

/// [5] Hexes that no unit of a side may enter.
struct ClosedTo<'a> {
    side: Side,
    game: &'a Armir,
}

impl Closure<REACH_CAPACITY> for ClosedTo<'_> {
    #[inline]
    fn close(&self, prices: &mut [u8; REACH_CAPACITY]) {
        self.game.board.close_occupied(self.side.opponent(), prices);
        let map = &self.game.data.map;
        match self.side {
            Side::Soviet => map.closed_rail.close(prices),
            Side::Axis => prices[map.bokovskaya.index()] = CLOSED,
        }
    }
}

/// What the rules demand of a group on each step.
#[derive(Clone, Copy)]
pub(super) struct MoveLimits {
    pub(super) side: Side,
    /// Pays the road costs of motorised movement.
    pub(super) wheels: bool,
    /// [7.1.1]
    pub(super) ignores_light_zoc: bool,
    pub(super) leash: Leash,
    /// [5.4] No fuel for a second hex.
    pub(super) one_hex: bool,
}

/// Leashes: the group leaves neither the radius of the Alpine HQ [5.5.1.a] nor that of the XXIV Panzer Corps [15.1.2],
/// nor the northern rows [15.1.1].
#[derive(Clone, Copy)]
pub(super) struct Leash {
    alpine: Option<(Hex, u16)>,
    panzer: Option<(Hex, u16)>,
    rows: Option<u8>,
}

impl Leash {
    const NONE: Leash = Leash { alpine: None, panzer: None, rows: None };

    fn is_none(self) -> bool {
        self.alpine.is_none() && self.panzer.is_none() && self.rows.is_none()
    }
}

/// Counters that may move in a phase as far as the rules go that hold single ones, and what holds them near an HQ.
struct Movers {
    /// Those that no rule holds.
    free: u64,
    /// Those that a leash keeps from some hex beside them.
    leashed: u64,
    leashes: Leashes,
}

/// The leashes of a side, worked out once for all its counters.
struct Leashes {
    alpine: Leash,
    panzer: Leash,
    rows: Leash,
}

impl Procedure<Armir> for Faces {
    const QUESTION: &'static str = "turn HQs and guns to their other side, or done";

    fn decider(self, _: &Armir) -> Turn {
        Turn::Player(self.side)
    }

    fn is_due(self, game: &Armir) -> bool {
        game.flippable(self.side, self.next) != 0
    }

    fn list(self, game: &Armir, out: &mut Vec<Action>) {
        out.push(Action::Done);
        out.extend(units(self.side, game.flippable(self.side, self.next)).map(Action::Flip));
    }

    fn carry_out(self, game: &mut Armir, action: Action) {
        let Action::Flip(unit) = action else { return game.end(action) };
        game.short_side.set(unit, !game.short_side.contains(unit));
        game.frames.replace_top(Frame::Faces(self.side, (unit.0 & 63) + 1));
    }
}

impl Procedure<Armir> for Movement {
    const QUESTION: &'static str = "choose a counter to move, or end the phase";

    fn decider(self, _: &Armir) -> Turn {
        Turn::Player(self.side)
    }

    /// Whether any counter of the side may move. Those that no rule ever holds are asked first.
    fn is_due(self, game: &Armir) -> bool {
        let candidates = game.candidates(self.side);
        let at_times = game.held_at_times(self.side) & candidates;
        units(self.side, candidates & !at_times).any(|unit| game.has_room(unit) || game.can_leave(unit, Leash::NONE)) || {
            let movers = game.movers(self.side, at_times);
            units(self.side, movers.free | movers.leashed).any(|unit| game.may_move(unit, &movers))
        }
    }

    /// Every counter that may move, and the end of the phase.
    fn list(self, game: &Armir, out: &mut Vec<Action>) {
        if !game.must_enter_from_chir(self.side) {
            out.push(Action::Done);
        }
        let movers = game.movers(self.side, game.candidates(self.side));
        for unit in units(self.side, movers.free | movers.leashed) {
            if game.may_move(unit, &movers) {
                out.push(Action::Select(unit));
            }
        }
    }

    fn carry_out(self, game: &mut Armir, action: Action) {
        let Action::Select(unit) = action else { return game.end(action) };
        game.march = game.new_march(unit);
        game.frames.push(Frame::March);
    }
}

impl Armir {
    /// [5.3] Counters of the side that may still be turned over, from slot `next` on.
    fn flippable(&self, side: Side, next: u8) -> u64 {
        let later = u64::MAX.checked_shl(u32::from(next)).unwrap_or(0);
        let present = self.board.on_map(side) & self.data.two_sided.of(side) & later;
        if self.in_set_up() { self.flippable_in_set_up(side, present) } else { present }
    }

    // ---- who may move ------------------------------------------------------

    /// Counters of a side that some rule holds where they are or near it, or may do so in this turn.
    fn held_at_times(&self, side: Side) -> u64 {
        let front = if self.front_is_held() { self.data.front_troops.of(side) } else { 0 };
        front | self.data.bound_at_times.of(side) | self.data.leashed.of(side)
    }

    /// Those of some counters of a side that are not held.
    fn movers(&self, side: Side, candidates: u64) -> Movers {
        let leashes = self.leashes();
        let mut free = candidates & !self.held_in_line(side, candidates);
        for unit in units(side, free & self.data.bound_at_times.of(side)) {
            if self.bound_by(unit).is_some() {
                free &= !unit.bit();
            }
        }
        let mut leashed = 0;
        for unit in units(side, free & self.data.leashed.of(side)) {
            if self.board.hex(unit).is_some_and(|hex| !self.leash_allows_all(self.leash(unit, &leashes), hex)) {
                leashed |= unit.bit();
            }
        }
        Movers { free: free & !leashed, leashed, leashes }
    }

    /// [5.5] Those of some counters of a side that the line holds: troops of a corps whose front is held stay in any
    /// strongpoint, troops of no line corps in the strongpoints of such a corps.
    fn held_in_line(&self, side: Side, group: u64) -> u64 {
        let troops = if self.front_is_held() { self.data.front_troops.of(side) & group } else { 0 };
        let corps = || self.data.corps_units.into_iter().enumerate();
        let of_corps = corps().fold(0, |all, (_, units)| all | units);
        let of_held_corps = corps().filter(|&(colour, _)| !self.is_breached(colour)).fold(0, |all, (_, units)| all | units);
        let is_held = |unit: &UnitId| {
            let colour = self.board.hex(*unit).and_then(|hex| self.data.map.colour_of(hex));
            colour.is_some_and(|colour| unit.bit() & of_held_corps != 0 || unit.bit() & of_corps == 0 && !self.is_breached(colour))
        };
        units(side, troops).filter(is_held).fold(0, |held, unit| held | unit.bit())
    }

    /// Whether a counter that is not held may move. Most have an empty hex beside them; only the others are looked at closely.
    #[expect(clippy::inline_always, reason = "called for every counter of every list")]
    #[inline(always)]
    fn may_move(&self, unit: UnitId, movers: &Movers) -> bool {
        if movers.leashed & unit.bit() == 0 {
            return self.has_room(unit) || self.can_leave(unit, Leash::NONE);
        }
        self.can_leave(unit, self.leash(unit, &movers.leashes))
    }

    /// Whether a counter has an empty hex beside it that it may always enter.
    #[inline]
    fn has_room(&self, unit: UnitId) -> bool {
        let beside = &self.data.map.unhindered[unit.side().index()];
        self.board.hex(unit).is_some_and(|hex| beside[hex.index()].iter().any(|&near| self.board.occupant(Hex(near)).is_none()))
    }

    /// Counters that this phase lets move at all [5][5.2], before the special cases.
    fn candidates(&self, side: Side) -> u64 {
        let mut bits = self.board.on_map(side) & !self.moved.of(side);
        if side == Side::Soviet && self.current_phase() == Phase::SovietMovement {
            bits |= self.bokovskaya_box() & !self.moved.of(side);
        }
        if self.current_phase().motorised() {
            bits &= self.data.mobile.of(side);
            if self.is_single_counter_move() {
                // A battle group lost in an overrun has moved too.
                let lost = units(side, self.panzer27()).any(|unit| self.board.place(unit) == Place::ELIMINATED);
                bits = if self.moved.of(side) == 0 && !lost { bits & self.panzer27() } else { 0 };
            }
        }
        bits
    }

    /// [18.4] Only one counter of 27th Panzer moves in the first movement phase of turn 1.
    pub(super) fn is_single_counter_move(&self) -> bool {
        self.turn == 1 && self.current_phase() == Phase::AxisMotorised
    }

    fn panzer27(&self) -> u64 {
        self.data.counters(Side::Axis).filter(|(_, unit)| unit.has(Trait::Panzer27)).fold(0, |bits, (id, _)| bits | id.bit())
    }

    #[inline]
    pub(super) fn is_free_to_move(&self, unit: UnitId) -> bool {
        self.bound_by(unit).is_none()
    }

    /// [5.5] Whether the turn is one of those on which the front is held.
    #[inline]
    fn front_is_held(&self) -> bool {
        self.data.tables.front_held.contains(&self.turn)
    }

    /// [5.5] Whether the Soviets have occupied a strongpoint of the colour.
    #[inline]
    fn is_breached(&self, colour: usize) -> bool {
        self.tracks.breached & (1 << colour) != 0
    }

    /// The rule that holds an Axis counter where it is, if one does.
    pub(super) fn bound_by(&self, unit: UnitId) -> Option<ArmirDenial> {
        let hex = self.board.hex(unit)?;
        if self.held_in_line(unit.side(), unit.bit()) != 0 {
            return Some(ArmirDenial::FrontHeld);
        }
        if Some(unit) == self.data.hq(Formation::Alpine) && hex == self.data.map.rossosh && !self.rossosh_is_threatened() {
            return Some(ArmirDenial::AlpineHqStays);
        }
        if self.is_assembling(unit, hex) {
            return Some(ArmirDenial::GebirgsAssembling);
        }
        None
    }

    /// [15.2] Whether the counter is the 3rd Gebirgs, still short of steps in Millerovo. Once away from
    /// there it moves like any other, whatever it loses.
    fn is_assembling(&self, unit: UnitId, hex: Hex) -> bool {
        Some(unit) == self.data.gebirgs && hex == self.data.map.millerovo && self.board.steps(unit) < self.data.tables.gebirgs_steps
    }

    /// [5.5.1] Whether a Soviet unit is near enough to free the Alpine HQ.
    fn rossosh_is_threatened(&self) -> bool {
        self.data.alpine_alarm.iter().any(|&hex| self.board.holds(hex, Side::Soviet))
    }

    /// Whether a group can enter at least one hex from where it is and stay there.
    pub(super) fn can_step(&self, march: &March) -> bool {
        let Some(hex) = march.place.hex() else {
            return self.may_end(march, self.data.map.bokovskaya) || self.can_stay_beyond_friends(march);
        };
        if march.entered > 0 && self.fuel_due(march) > self.tracks.supply_points {
            return false;
        }
        let leash = self.group_leash(march);
        let steps = &self.steps_of(self.is_on_wheels(march))[hex.index()];
        let mut friends = false;
        for direction in Direction::ALL {
            let to = Hex(steps.to[direction.index()]);
            let open = to != hex
                && (march.entered == 0 || steps.cost[direction.index()] <= march.points)
                && !self.is_closed(march.side, to)
                && !self.is_barred(march.side, leash, hex, direction, to);
            if open && self.may_end(march, to) {
                return true;
            }
            friends |= open;
        }
        (march.entered == 0 && self.may_exit(march) && self.exit_cost(hex).is_some()) || (friends && self.can_stay_beyond_friends(march))
    }

    /// The same for a counter that has not moved yet: the cost of the first hex does not matter [5.b].
    #[inline]
    fn can_leave(&self, unit: UnitId, leash: Leash) -> bool {
        let side = unit.side();
        let Some(hex) = self.board.hex(unit) else {
            return self.can_step(&self.new_march(unit));
        };
        let army = self.data.stats(unit).formation;
        let near = &self.data.map.neighbours[hex.index()];
        let (mut friends, mut enemies) = (false, false);
        for direction in Direction::ALL {
            let to = Hex(near[direction.index()]);
            if to.0 == OFF_MAP {
                continue;
            }
            if self.is_closed(side, to) || self.is_barred(side, leash, hex, direction, to) {
                enemies |= self.board.holds(to, side.opponent());
            } else if side == Side::Axis || self.army_fits(army, to) {
                return true;
            } else {
                friends = true;
            }
        }
        let march = self.new_march(unit);
        (side == Side::Soviet && self.may_exit(&march) && self.exit_cost(hex).is_some())
            || (friends && self.can_stay_beyond_friends(&march))
            || (enemies
                && self.data.tracked.contains(unit)
                && self.cheapest_overrun(&march, &self.ways(&march, &mut Reach::default())).is_some())
    }

    /// [6.3] Whether a group that could only enter hexes of other armies finds a hex to stay beyond them.
    #[cold]
    fn can_stay_beyond_friends(&self, march: &March) -> bool {
        self.ways(march, &mut Reach::default()).reach.reached().iter().any(|&hex| self.may_end(march, hex))
    }

    // ---- allowance ---------------------------------------------------------

    /// [5.a][8.3][18.4.1] Movement allowance in half points: printed, less the weather, halved without supply.
    pub(super) fn allowance(&self, unit: UnitId) -> u8 {
        let counter = self.data.stats(unit);
        let mut mp = self.values(unit).mp as i8;
        let weather = &self.data.weather;
        if self.turn == weather.turn {
            mp += match (counter.class, counter.mobility) {
                (Class::Hq, _) | (_, Mobility::Motorised) => weather.motorised,
                (_, Mobility::Tracked) => weather.tracked,
                (_, Mobility::Foot) => weather.foot,
            };
        }
        let mp = mp.max(0) as u8;
        2 * if self.board.is_out_of_supply(unit) { mp.div_ceil(2) } else { mp }
    }

    // ---- terms of a march --------------------------------------------------

    /// What the rules demand of the group on its way.
    pub(super) fn terms(&self, march: &March) -> MoveLimits {
        let lead = march.lead();
        let wheels = self.is_on_wheels(march);
        let due = self.fuel_due(march);
        MoveLimits {
            side: march.side,
            wheels,
            ignores_light_zoc: march.side == Side::Soviet
                && wheels
                && (self.data.mobile.contains(lead) || self.data.headquarters.contains(lead)),
            leash: self.group_leash(march),
            one_hex: due > 0 && self.tracks.supply_points < due,
        }
    }

    /// Whether the whole group pays the road costs of motorised movement.
    #[inline]
    fn is_on_wheels(&self, march: &March) -> bool {
        march.group & !self.data.wheels.of(march.side) == 0
    }

    /// The leash of a group: those of all its members together.
    #[inline]
    fn group_leash(&self, march: &March) -> Leash {
        if march.group & self.data.leashed.of(march.side) == 0 {
            return Leash::NONE;
        }
        let (leashes, mut leash) = (self.leashes(), Leash::NONE);
        for unit in units(march.side, march.group) {
            let own = self.leash(unit, &leashes);
            leash.alpine = own.alpine.or(leash.alpine);
            leash.panzer = own.panzer.or(leash.panzer);
            leash.rows = own.rows.or(leash.rows);
        }
        leash
    }

    /// [5.5.1.a][15.1.1][15.1.2] The leashes of the Axis.
    fn leashes(&self) -> Leashes {
        Leashes {
            alpine: Leash { alpine: self.radius_of(Formation::Alpine), ..Leash::NONE },
            panzer: Leash { panzer: self.radius_of(Formation::Xxiv), ..Leash::NONE },
            rows: Leash { rows: Some(self.data.tables.xxiv_rows), ..Leash::NONE },
        }
    }

    /// The one of them that holds a counter.
    #[inline]
    fn leash(&self, unit: UnitId, leashes: &Leashes) -> Leash {
        let is_hq = self.data.headquarters.contains(unit);
        match self.data.stats(unit).formation {
            Formation::Alpine if !is_hq && !self.data.unit(unit).has(Trait::MonteCervino) => leashes.alpine,
            Formation::Xxiv => {
                if is_hq {
                    leashes.rows
                } else {
                    leashes.panzer
                }
            }
            _ => Leash::NONE,
        }
    }

    /// Hex and current radius of an HQ on the map.
    pub(super) fn radius_of(&self, formation: Formation) -> Option<(Hex, u16)> {
        let hq = self.data.hq(formation)?;
        Some((self.board.hex(hq)?, u16::from(self.values(hq).radius)))
    }

    /// Whether a counter's leash lets it go from one hex to another (reading A8: inside it may not
    /// leave, outside it may only come closer).
    pub(super) fn leash_allows(&self, leash: Leash, from: Hex, to: Hex) -> bool {
        let grid = &self.data.map.grid;
        let near = |radius: Option<(Hex, u16)>| {
            radius.is_none_or(|(centre, radius)| {
                let after = grid.distance(to, centre);
                after <= radius || after < grid.distance(from, centre)
            })
        };
        let north = |rows: u8| grid.row(to) <= rows + 1 || grid.row(to) < grid.row(from);
        near(leash.alpine) && near(leash.panzer) && leash.rows.is_none_or(north)
    }

    /// Whether a counter's leash lets it go from a hex to every neighbour, because it stands well inside.
    #[inline]
    fn leash_allows_all(&self, leash: Leash, hex: Hex) -> bool {
        let grid = &self.data.map.grid;
        let inside = |radius: Option<(Hex, u16)>| radius.is_none_or(|(centre, radius)| grid.distance(hex, centre) < radius);
        inside(leash.alpine) && inside(leash.panzer) && leash.rows.is_none_or(|rows| grid.row(hex) <= rows)
    }

    /// The rule by which a leash keeps a group from going from one hex to another, if one does.
    pub(super) fn leash_problem(&self, march: &March, from: Hex, to: Hex) -> Option<ArmirDenial> {
        let leashes = self.leashes();
        let held = units(march.side, march.group).find(|&unit| !self.leash_allows(self.leash(unit, &leashes), from, to))?;
        let counter = self.data.unit(held);
        Some(match (counter.formation, counter.class) {
            (Formation::Alpine, _) => ArmirDenial::AlpineLeash,
            (_, Class::Hq) => ArmirDenial::NorthernLeash,
            _ => ArmirDenial::PanzerLeash,
        })
    }

    /// Whether a counter may go from one hex to another of its own will, as far as leashes and the
    /// 3rd Gebirgs rule are concerned; used for advances.
    pub(super) fn may_leave_for(&self, unit: UnitId, from: Hex, to: Hex) -> bool {
        unit.side() == Side::Soviet || (self.leash_allows(self.leash(unit, &self.leashes()), from, to) && !self.is_assembling(unit, from))
    }

    /// [5.1][5.1.1] Steps by hex and direction for a movement class.
    #[inline]
    pub(super) fn steps_of(&self, wheels: bool) -> &'static [Steps] {
        if wheels { &self.data.map.wheel_steps } else { &self.data.map.foot_steps }
    }

    /// Whether no unit of the side may enter a hex: enemies, the railway A-B [5.1.2], Bokovskaya [16.1.4.a].
    #[inline]
    fn is_closed(&self, side: Side, hex: Hex) -> bool {
        let map = &self.data.map;
        self.board.holds(hex, side.opponent())
            || match side {
                Side::Soviet => map.closed_rail.contains(hex),
                Side::Axis => hex == map.bokovskaya,
            }
    }

    /// Hexes where a move on these terms comes to a halt: enemy ZOC [7.1], hexes whose entry has an effect
    /// (the player passes those one by one), everywhere without fuel [5.4].
    fn halting_hexes(&self, terms: &MoveLimits) -> HexSet {
        if terms.one_hex {
            return HexSet::full(HEX_CAPACITY);
        }
        self.stopping_zoc(terms).union(self.eventful_hexes(terms.side))
    }

    /// [7.1][7.1.1] The enemy ZOC that stops the group.
    #[inline]
    pub(super) fn stopping_zoc(&self, terms: &MoveLimits) -> &HexSet {
        match terms.side {
            Side::Axis => self.board.zoc(Side::Soviet),
            Side::Soviet if terms.ignores_light_zoc => self.board.heavy_zoc(),
            Side::Soviet => self.board.zoc(Side::Axis),
        }
    }

    /// Hexes whose entry by the side changes more than their control: stars, depot, strongpoint colours.
    pub(super) fn eventful_hexes(&self, side: Side) -> HexSet {
        let map = &self.data.map;
        let soviet = *self.board.soviet_control();
        if side == Side::Axis {
            return map.starred.intersection(soviet);
        }
        let mut hexes = map.starred.difference(soviet).union(map.strongpoints_beyond[usize::from(self.tracks.breached & 15)]);
        if self.tracks.depot || self.tracks.aircraft != super::Aircraft::Gone {
            hexes.insert(map.kantemirovka);
        }
        hexes
    }

    /// Whether a single step into an open hex is refused: the Axis crosses the Don only into hexes out of
    /// Soviet ZOC [14.2.1], and leashes hold.
    #[inline]
    pub(super) fn is_barred(&self, side: Side, leash: Leash, from: Hex, direction: Direction, to: Hex) -> bool {
        side == Side::Axis
            && (self.data.map.edge(from, direction) & edge::DON != 0 && self.board.in_zoc(Side::Soviet, to)
                || !leash.is_none() && !self.leash_allows(leash, from, to))
    }

    /// [7.1][7.1.1] Whether enemy ZOC stops the group on entering a hex.
    #[inline]
    pub(super) fn is_stopped_in(&self, terms: &MoveLimits, hex: Hex) -> bool {
        self.stopping_zoc(terms).contains(hex)
    }

    /// [6.3] Whether the group may stay in a hex: Soviet armies do not mix.
    #[inline]
    pub(super) fn may_end(&self, march: &March, hex: Hex) -> bool {
        march.side == Side::Axis || self.army_fits(self.data.stats(march.lead()).formation, hex)
    }

    /// [6.3] Whether a Soviet unit of the army may stay in a hex.
    pub(super) fn army_fits(&self, army: Formation, hex: Hex) -> bool {
        self.board.stack(hex).next().is_none_or(|other| self.data.stats(other).formation == army)
    }

    /// Everywhere the group can go from where it stands, worked out in `reach`: too large a value to be handed
    /// back.
    #[inline]
    pub(super) fn ways<'a>(&self, march: &March, reach: &'a mut Reach) -> Ways<'a> {
        let terms = self.terms(march);
        self.flood(march, &terms, None, reach);
        Ways { terms, reach }
    }

    /// Fills in the way to one hex of the reachable set.
    pub(super) fn find_way(&self, march: &March, terms: &MoveLimits, to: Hex, reach: &mut Reach) {
        let start = march.place.hex().unwrap_or(self.data.map.bokovskaya);
        let map = &self.data.map;
        let goal = |at_most: u16| {
            let least: &LeastCost = if terms.wheels { &map.wheel_least } else { &map.foot_least };
            Goal { hex: to, grid: &map.grid, least, at_most: at_most.min(u16::from(u8::MAX)) as u8 }
        };
        // Straight across country, where nothing is in the way; round about otherwise.
        let straight = map.grid.distance(start, to) * u16::from(self.data.tables.movement.off_road);
        self.flood(march, terms, Some(goal(straight)), reach);
        if reach.cost(to).is_none() {
            self.flood(march, terms, Some(goal(u16::MAX)), reach);
        }
    }

    /// Fills in the reachable set, or only the way to a goal.
    fn flood(&self, march: &March, terms: &MoveLimits, goal: Option<Goal<'_>>, reach: &mut Reach) {
        let (start, budget, minimum) = match march.place.hex() {
            // [5.4] A group out of fuel has entered its one hex.
            Some(hex) if terms.one_hex && march.entered > 0 => (hex, 0, false),
            Some(hex) => (hex, march.points, march.entered == 0),
            // [7.1] Enemy ZOC stops a group in Bokovskaya as it would anywhere.
            None if self.is_stopped_in(terms, self.data.map.bokovskaya) => (self.data.map.bokovskaya, 0, false),
            None => (self.data.map.bokovskaya, self.entry_from_chir(march).unwrap_or(0), false),
        };
        let ground = Ground {
            steps: self.steps_of(terms.wheels),
            gates: if terms.leash.is_none() { 0 } else { Steps::ALL_GATES },
            closed: &ClosedTo { side: march.side, game: self },
            halting: &self.halting_hexes(terms),
        };
        let journey = Journey { start, budget, minimum, goal };
        match march.side {
            Side::Soviet => reach.refill(&ground, journey, |_, _, _| false),
            Side::Axis => {
                reach.refill(&ground, journey, |from, direction, to| self.is_barred(Side::Axis, terms.leash, from, direction, to))
            }
        }
    }

    /// [16.1.4] Half points left after entering Bokovskaya from its box; `None` when the group is not there.
    /// A group that cannot pay enters all the same and stays [5.b].
    pub(super) fn entry_from_chir(&self, march: &March) -> Option<u8> {
        (march.place == Place::BOKOVSKAYA_BOX).then(|| march.points.saturating_sub(self.data.tables.movement.off_road))
    }

    /// [16.3.1] Half points to leave the map from an exit hex (reading A48).
    pub(super) fn exit_cost(&self, hex: Hex) -> Option<u8> {
        let index = self.data.map.exits.iter().position(|&exit| exit == hex)?;
        let movement = &self.data.tables.movement;
        Some(if self.data.map.exit_on_road[index] { movement.road_mobile } else { movement.off_road })
    }

    /// Only Soviet combat units leave for the airfields (reading A48), and none once they are taken.
    pub(super) fn may_exit(&self, march: &March) -> bool {
        march.side == Side::Soviet && march.group & !self.data.combat.of(Side::Soviet) == 0 && self.tracks.garrison > 0
    }

    pub(super) fn exit_is_open(&self, march: &March, reach: &Reach, exit: Hex) -> bool {
        if !self.may_exit(march) {
            return false;
        }
        let Some(mut price) = self.exit_cost(exit) else {
            return false;
        };
        if !self.data.wheels.contains(march.lead()) {
            price = price.max(self.data.tables.movement.road_foot);
        }
        if march.place == Place::on(exit) {
            return march.entered == 0 || price <= march.points;
        }
        let points = self.entry_from_chir(march).unwrap_or(march.points);
        reach.onward(exit) && reach.cost(exit).is_some_and(|cost| cost + price <= points)
    }

    /// [16.1.4] Units in the Bokovskaya box must enter while there is room for them.
    pub(super) fn must_enter_from_chir(&self, side: Side) -> bool {
        if side == Side::Axis || self.current_phase() != Phase::SovietMovement {
            return false;
        }
        units(side, self.bokovskaya_box() & !self.moved.of(side)).any(|unit| {
            let march = self.new_march(unit);
            let fits = |hex: Hex| self.may_end(&march, hex) && self.stack_has_room(side, hex, unit);
            fits(self.data.map.bokovskaya) || self.ways(&march, &mut Reach::default()).reach.reached().iter().any(|&hex| fits(hex))
        })
    }

    /// Soviet units in the Bokovskaya box.
    pub(super) fn bokovskaya_box(&self) -> u64 {
        if self.tracks.chir_turn == 0 {
            return 0;
        }
        self.in_box(Place::BOKOVSKAYA_BOX)
    }
}
