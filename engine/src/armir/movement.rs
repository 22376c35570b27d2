//! Movement [5], zones of control in movement [7.1], stacking [6].

use super::action::Action;
use super::data::{Trait, edge};
use super::denial::ArmirDenial;
use super::ids::{Formation, HEX_CAPACITY, HexSet, Place, UnitId, units};
use super::sequence::{Frame, Phase, Progress};
use super::{Armir, Class, Mobility};
use crate::game::Side;
use crate::hex::{Direction, Ground, Hex, Journey, OFF_MAP, Steps};

/// Reachable set of one move.
pub(super) type Reach = crate::hex::Reach<HEX_CAPACITY>;

/// Where a group can go from where it stands, and the terms on which it goes.
pub(super) struct Ways {
    pub(super) terms: Terms,
    pub(super) closed: HexSet,
    pub(super) reach: Reach,
}

/// How far a group on the move has come.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub(super) enum MarchStage {
    /// Chosen, not yet moved; companions may join.
    Gathering,
    /// Has entered a hex with an effect and goes on.
    UnderWay,
    /// Stands next to the hex it will overrun.
    Assaulting,
    /// An overrun is being fought.
    Overrunning,
    /// An overrun has cleared its target, which must now be entered [13.2].
    MustEnter,
    /// Has entered the hex it overran.
    Through,
    /// Has come to its end.
    Finished,
}

/// A unit or group on the move. Costs are half points.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct March {
    pub(super) group: u64,
    pub(super) side: Side,
    pub(super) stage: MarchStage,
    /// Half points left.
    pub(super) points: u8,
    /// Hexes entered in this phase.
    pub(super) entered: u8,
    /// Last counter that joined or was dropped, as slot + 1, so that each set is built in one order.
    pub(super) last: u8,
    pub(super) place: Place,
    /// Hex of the overrun in progress.
    pub(super) target: Hex,
}

impl Default for March {
    fn default() -> Self {
        March {
            group: 0,
            side: Side::Axis,
            stage: MarchStage::Gathering,
            points: 0,
            entered: 0,
            last: 0,
            place: Place::RESERVE,
            target: Hex(0),
        }
    }
}

impl March {
    pub(super) fn words(&self) -> [u64; 3] {
        let small = [self.side as u8, self.stage as u8, self.points, self.entered, self.last, 0, 0, 0];
        [self.group, u64::from_le_bytes(small), u64::from(self.place.code()) << 16 | u64::from(self.target.0)]
    }

    /// The lowest counter of the group.
    #[inline]
    pub(super) fn lead(&self) -> UnitId {
        UnitId::new(self.side, self.group.trailing_zeros() as usize & 63)
    }
}

/// A leash: the group may not leave the radius of an HQ [5.5.1.a][15.1.2], nor the northern rows [15.1.1].
#[derive(Clone, Copy)]
pub(super) struct Leash {
    centre: Option<(Hex, u16)>,
    rows: Option<u8>,
}

impl Leash {
    const NONE: Leash = Leash { centre: None, rows: None };

    fn is_none(self) -> bool {
        self.centre.is_none() && self.rows.is_none()
    }
}

impl Armir {
    // ---- who may move ------------------------------------------------------

    /// Fills the choices of a movement phase: every counter that may move, and the end of the phase.
    pub(super) fn list_movers(&self, side: Side, out: &mut Vec<Action>) {
        if !self.must_enter_from_chir(side) {
            out.push(Action::Done);
        }
        let closed = self.closed_hexes(side);
        let movers = units(side, self.candidates(side)).filter(|&unit| self.is_free_to_move(unit) && self.can_leave(unit, |hex| closed.contains(hex)));
        out.extend(movers.map(Action::Select));
    }

    /// Whether any counter of the side may move.
    pub(super) fn any_may_move(&self, side: Side) -> bool {
        units(side, self.candidates(side)).any(|unit| self.is_free_to_move(unit) && self.can_leave(unit, |hex| self.is_closed(side, hex)))
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
                bits = if self.moved.of(side) == 0 { bits & self.panzer27() } else { 0 };
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
    fn is_free_to_move(&self, unit: UnitId) -> bool {
        let in_the_line = || self.board.hex(unit).is_some_and(|hex| self.data.map.fortified.contains(hex));
        let may_be_bound = self.data.bound_at_times.contains(unit) || self.front_is_held() && self.data.italian.contains(unit) && in_the_line();
        !may_be_bound || self.bound_by(unit).is_none()
    }

    /// [5.5] Whether the turn is one of those on which the front is held.
    #[inline]
    fn front_is_held(&self) -> bool {
        self.data.tables.front_held.contains(&self.turn)
    }

    /// The rule that holds an Axis counter where it is, if one does.
    pub(super) fn bound_by(&self, unit: UnitId) -> Option<ArmirDenial> {
        let hex = self.board.hex(unit)?;
        let counter = self.data.unit(unit);
        if self.front_is_held()
            && self.data.map.fortified.contains(hex)
            && self.data.italian.contains(unit)
            && !counter.has(Trait::MonteCervino)
        {
            let colour = Formation::LINE_CORPS.iter().position(|&corps| corps == counter.formation).or_else(|| self.data.map.colour_of(hex));
            if colour.is_some_and(|colour| self.tracks.breached & (1 << colour) == 0) {
                return Some(ArmirDenial::FrontHeld);
            }
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
        self.can_step_among(march, |hex| self.is_closed(march.side, hex))
    }

    /// The same for a counter that has not moved yet: the cost of the first hex does not matter [5.b].
    #[inline]
    fn can_leave(&self, unit: UnitId, closed: impl Fn(Hex) -> bool) -> bool {
        let side = unit.side();
        let Some(hex) = self.board.hex(unit) else {
            return self.can_step(&self.new_march(unit));
        };
        let leash = if self.data.leashed.contains(unit) { self.leash(unit) } else { Leash::NONE };
        let army = self.data.brief(unit).formation;
        let near = &self.data.map.neighbours[hex.index()];
        let (mut friends, mut enemies) = (false, false);
        for direction in Direction::ALL {
            let to = Hex(near[direction.index()]);
            if to.0 == OFF_MAP {
                continue;
            }
            if closed(to) || self.is_barred(side, leash, hex, direction, to) {
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
            || (enemies && self.data.tracked.contains(unit) && self.cheapest_overrun(&march, &self.ways(&march)).is_some())
    }

    /// [6.3] Whether a group that could only enter hexes of other armies finds a hex to stay beyond them.
    #[cold]
    fn can_stay_beyond_friends(&self, march: &March) -> bool {
        self.ways(march).reach.reached().iter().any(|&hex| self.may_end(march, hex))
    }

    #[inline]
    fn can_step_among(&self, march: &March, closed: impl Fn(Hex) -> bool) -> bool {
        let Some(hex) = march.place.hex() else {
            return self.may_end(march, self.data.map.bokovskaya) || self.ways(march).reach.reached().iter().any(|&hex| self.may_end(march, hex));
        };
        if march.entered > 0 && self.fuel_due(march) > self.tracks.supply_points {
            return false;
        }
        let leash = self.group_leash(march);
        let steps = &self.steps_of(self.is_on_wheels(march))[hex.index()];
        let mut friends = false;
        for direction in Direction::ALL {
            let to = Hex(steps.to[direction.index()]);
            let open = to.0 != OFF_MAP
                && (march.entered == 0 || steps.cost[direction.index()] <= march.points)
                && !closed(to)
                && !self.is_barred(march.side, leash, hex, direction, to);
            if open && self.may_end(march, to) {
                return true;
            }
            friends |= open;
        }
        (march.entered == 0 && self.may_exit(march) && self.exit_cost(hex).is_some()) || (friends && self.can_stay_beyond_friends(march))
    }

    // ---- allowance ---------------------------------------------------------

    /// [5.a][8.3][18.4.1] Movement allowance in half points: printed, less the weather, halved without supply.
    pub(super) fn allowance(&self, unit: UnitId) -> u8 {
        let counter = self.data.brief(unit);
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
    pub(super) fn terms(&self, march: &March) -> Terms {
        let lead = march.lead();
        let wheels = self.is_on_wheels(march);
        let due = self.fuel_due(march);
        Terms {
            side: march.side,
            wheels,
            ignores_light_zoc: march.side == Side::Soviet && wheels && (self.data.mobile.contains(lead) || self.data.headquarters.contains(lead)),
            leash: self.group_leash(march),
            one_hex: due > 0 && self.tracks.supply_points < due,
        }
    }

    /// Whether the whole group pays the road costs of motorised movement.
    #[inline]
    fn is_on_wheels(&self, march: &March) -> bool {
        march.group & !self.data.wheels.of(march.side) == 0
    }

    /// The leash of a group: that of its members.
    #[inline]
    fn group_leash(&self, march: &March) -> Leash {
        if march.group & self.data.leashed.of(march.side) == 0 {
            return Leash::NONE;
        }
        let mut leash = Leash::NONE;
        for unit in units(march.side, march.group) {
            let own = self.leash(unit);
            leash.centre = own.centre.or(leash.centre);
            leash.rows = own.rows.or(leash.rows);
        }
        leash
    }

    /// [5.5.1.a][15.1.1][15.1.2] The leash of an Axis counter.
    fn leash(&self, unit: UnitId) -> Leash {
        let counter = self.data.unit(unit);
        match counter.formation {
            Formation::Alpine if counter.class != Class::Hq && !counter.has(Trait::MonteCervino) => {
                Leash { centre: self.radius_of(Formation::Alpine), rows: None }
            }
            Formation::Xxiv if counter.class == Class::Hq => Leash { centre: None, rows: Some(self.data.tables.xxiv_rows) },
            Formation::Xxiv => Leash { centre: self.radius_of(Formation::Xxiv), rows: None },
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
        let near = leash.centre.is_none_or(|(centre, radius)| {
            let (before, after) = (grid.distance(from, centre), grid.distance(to, centre));
            after <= radius || (before > radius && after < before)
        });
        near && leash.rows.is_none_or(|rows| grid.row(to) <= rows + 1)
    }

    /// Whether a counter may go from one hex to another of its own will, as far as leashes and the
    /// 3rd Gebirgs rule are concerned; used for advances.
    pub(super) fn may_leave_for(&self, unit: UnitId, from: Hex, to: Hex) -> bool {
        unit.side() == Side::Soviet || (self.leash_allows(self.leash(unit), from, to) && !self.is_assembling(unit, from))
    }

    /// [5.1][5.1.1] Steps by hex and direction for a movement class.
    #[inline]
    pub(super) fn steps_of(&self, wheels: bool) -> &'static [Steps] {
        if wheels { &self.data.map.wheel_steps } else { &self.data.map.foot_steps }
    }

    /// Hexes that no unit of the side may enter: enemies, the railway A-B [5.1.2], Bokovskaya [16.1.4.a].
    pub(super) fn closed_hexes(&self, side: Side) -> HexSet {
        let mut closed = self.hexes_of(side.opponent(), u64::MAX);
        match side {
            Side::Soviet => closed.union(self.data.map.closed_rail),
            Side::Axis => {
                closed.insert(self.data.map.bokovskaya);
                closed
            }
        }
    }

    /// The same for one hex.
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
    fn halting_hexes(&self, terms: &Terms) -> HexSet {
        if terms.one_hex {
            return HexSet::full(HEX_CAPACITY);
        }
        let zoc = match terms.side {
            Side::Axis => self.board.zoc(Side::Soviet),
            Side::Soviet if terms.ignores_light_zoc => self.board.heavy_zoc(),
            Side::Soviet => self.board.zoc(Side::Axis),
        };
        zoc.union(self.eventful_hexes(terms.side))
    }

    /// Hexes whose entry by the side changes more than their control: stars, depot, strongpoint colours.
    fn eventful_hexes(&self, side: Side) -> HexSet {
        let map = &self.data.map;
        let soviet = *self.board.soviet_control();
        if side == Side::Axis {
            return map.starred.intersection(soviet);
        }
        let mut hexes = map.starred.difference(soviet);
        for (colour, strongpoints) in map.colours.iter().enumerate() {
            if self.tracks.breached & (1 << colour) == 0 {
                hexes = hexes.union(*strongpoints);
            }
        }
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
    pub(super) fn is_stopped_in(&self, terms: &Terms, hex: Hex) -> bool {
        match terms.side {
            Side::Axis => self.board.in_zoc(Side::Soviet, hex),
            Side::Soviet if terms.ignores_light_zoc => self.board.in_heavy_zoc(hex),
            Side::Soviet => self.board.in_zoc(Side::Axis, hex),
        }
    }

    /// [6.3] Whether the group may stay in a hex: Soviet armies do not mix.
    #[inline]
    pub(super) fn may_end(&self, march: &March, hex: Hex) -> bool {
        march.side == Side::Axis || self.army_fits(self.data.brief(march.lead()).formation, hex)
    }

    /// [6.3] Whether a Soviet unit of the army may stay in a hex.
    pub(super) fn army_fits(&self, army: Formation, hex: Hex) -> bool {
        self.board.stack(hex).next().is_none_or(|other| self.data.brief(other).formation == army)
    }

    /// Everywhere the group can go from where it stands.
    pub(super) fn ways(&self, march: &March) -> Ways {
        self.ways_until(march, None)
    }

    /// The same, only as far as one hex is concerned.
    #[inline]
    fn ways_until(&self, march: &March, until: Option<Hex>) -> Ways {
        let mut ways = Ways { terms: self.terms(march), closed: self.closed_hexes(march.side), reach: Reach::default() };
        self.flood(march, until, &mut ways);
        ways
    }

    /// Fills in the reachable set.
    fn flood(&self, march: &March, until: Option<Hex>, ways: &mut Ways) {
        let terms = &ways.terms;
        let (start, budget, minimum) = match march.place.hex() {
            // [5.4] A group out of fuel has entered its one hex.
            Some(hex) if terms.one_hex && march.entered > 0 => (hex, 0, false),
            Some(hex) => (hex, march.points, march.entered == 0),
            // [7.1] Enemy ZOC stops a group in Bokovskaya as it would anywhere.
            None if self.is_stopped_in(terms, self.data.map.bokovskaya) => (self.data.map.bokovskaya, 0, false),
            None => (self.data.map.bokovskaya, self.entry_from_chir(march).unwrap_or(0), false),
        };
        let ground = Ground { steps: self.steps_of(terms.wheels), closed: &ways.closed, halting: &self.halting_hexes(terms) };
        let journey = Journey { start, budget, minimum, until };
        match march.side {
            Side::Soviet => ways.reach.refill(&ground, journey, |_, _, _| false),
            Side::Axis => ways.reach.refill(&ground, journey, |from, direction, to| self.is_barred(Side::Axis, terms.leash, from, direction, to)),
        }
    }

    /// [16.1.4] Half points left after entering Bokovskaya from its box; `None` when the group is not there.
    /// A group that cannot pay enters all the same and stays [5.b].
    pub(super) fn entry_from_chir(&self, march: &March) -> Option<u8> {
        (march.place == Place::BOKOVSKAYA_BOX).then(|| march.points.saturating_sub(self.data.tables.movement.off_road))
    }

    // ---- the march ---------------------------------------------------------

    fn new_march(&self, unit: UnitId) -> March {
        March {
            group: unit.bit(),
            side: unit.side(),
            stage: MarchStage::Gathering,
            points: self.allowance(unit),
            entered: 0,
            last: 0,
            place: self.board.place(unit),
            target: Hex(0),
        }
    }

    pub(super) fn begin_march(&mut self, unit: UnitId) {
        self.march = self.new_march(unit);
        self.frames.push(Frame::March);
    }

    pub(super) fn carry_on_march(&mut self) -> Progress {
        match self.march.stage {
            MarchStage::Gathering | MarchStage::UnderWay => Progress::Waits,
            MarchStage::Assaulting => {
                self.open_overrun();
                Progress::Moves
            }
            MarchStage::Overrunning => {
                self.after_overrun();
                Progress::Moves
            }
            MarchStage::MustEnter if self.march.group.count_ones() > 1 => Progress::Waits,
            MarchStage::MustEnter => {
                self.enter_overrun_hex();
                Progress::Moves
            }
            MarchStage::Through if self.can_go_on() => Progress::Waits,
            MarchStage::Through | MarchStage::Finished => {
                self.end_march();
                Progress::Moves
            }
        }
    }

    /// Fills the choices of a march.
    pub(super) fn list_march(&self, out: &mut Vec<Action>) {
        let march = &self.march;
        match march.stage {
            MarchStage::Gathering | MarchStage::UnderWay => {
                let ways = self.ways(march);
                if march.group.is_power_of_two() {
                    self.list_moves(march, &ways.reach, out);
                }
                self.list_vias(march, &ways, out);
                let cheapest = self.list_overruns(march, &ways, out);
                if march.stage == MarchStage::Gathering {
                    self.list_companions(march, cheapest, out);
                }
            }
            MarchStage::MustEnter => {
                out.push(Action::MoveTo(march.target));
                let here = march.place.hex().expect("an overrun is made from a hex");
                out.extend(units(march.side, march.group).filter(|unit| unit.0 & 63 >= march.last).map(|unit| Action::Drop { unit, at: here }));
            }
            MarchStage::Through => {
                out.push(Action::Done);
                let ways = self.ways(march);
                if self.is_held(march, &ways.terms) {
                    self.list_held_overruns(march, &ways.terms, out);
                    return;
                }
                self.list_moves(march, &ways.reach, out);
                self.list_vias(march, &ways, out);
                self.list_overruns(march, &ways, out);
                self.list_drops(march, &ways.reach, out);
            }
            MarchStage::Assaulting | MarchStage::Overrunning | MarchStage::Finished => unreachable!("no choice is left in {:?}", march.stage),
        }
    }

    fn list_moves(&self, march: &March, reach: &Reach, out: &mut Vec<Action>) {
        if march.place == Place::BOKOVSKAYA_BOX && self.may_end(march, self.data.map.bokovskaya) {
            out.push(Action::MoveTo(self.data.map.bokovskaya));
        }
        let ends = reach.reached().iter().filter(|&&hex| self.may_end(march, hex));
        out.extend(ends.map(|&hex| Action::MoveTo(hex)));
        for &exit in &self.data.map.exits {
            if self.exit_is_open(march, reach, exit) {
                out.push(Action::Exit(exit));
            }
        }
    }

    /// Hexes with an effect that the group can pass on its way. A lone unit needs a way on; a group that
    /// has not yet overrun needs an overrun within reach, for that is what it was gathered for.
    fn list_vias(&self, march: &March, ways: &Ways, out: &mut Vec<Action>) {
        if ways.terms.one_hex {
            return;
        }
        let events = self.eventful_hexes(march.side);
        for &hex in ways.reach.reached() {
            if !events.contains(hex) || self.is_stopped_in(&ways.terms, hex) {
                continue;
            }
            let cost = ways.reach.cost(hex).expect("a reached hex has a cost");
            let further = self.advanced(march, hex, cost);
            let goes_on = if further.group.is_power_of_two() || further.stage == MarchStage::Through {
                self.can_step(&further)
            } else {
                self.cheapest_overrun(&further, &self.ways(&further)).is_some()
            };
            if goes_on {
                out.push(Action::Via(hex));
            }
        }
    }

    /// [13.3] Counters that the group can leave behind here or further on.
    fn list_drops(&self, march: &March, reach: &Reach, out: &mut Vec<Action>) {
        if march.group.count_ones() < 2 {
            return;
        }
        let here = march.place.hex().expect("a group that overran is on the map");
        for unit in units(march.side, march.group) {
            let rest = March { group: march.group & !unit.bit(), ..*march };
            if self.can_drop_here(march, unit) {
                out.push(Action::Drop { unit, at: here });
            }
            for &hex in reach.reached() {
                if !reach.onward(hex) || !self.may_end(march, hex) {
                    continue;
                }
                let cost = reach.cost(hex).expect("a reached hex has a cost");
                if self.can_step(&self.advanced(&rest, hex, cost)) {
                    out.push(Action::Drop { unit, at: hex });
                }
            }
        }
    }

    /// [13.3] Whether a unit can be left where the group stands, so that the others can go on, or some of
    /// them once more are left.
    pub(super) fn can_drop_here(&self, march: &March, unit: UnitId) -> bool {
        let rest = March { group: march.group & !unit.bit(), ..*march };
        if rest.group == 0 || unit.0 & 63 < march.last {
            return false;
        }
        let later = rest.group & u64::MAX.checked_shl(u32::from(unit.0 & 63) + 1).unwrap_or(0);
        let bound = (self.data.fuel.of(march.side) | self.data.leashed.of(march.side)) & later;
        let free = March { group: rest.group & !bound, ..rest };
        self.can_step(&rest) || (bound != 0 && free.group != 0 && self.can_step(&free))
    }

    /// The march after a move to a hex, without its effects.
    fn advanced(&self, march: &March, hex: Hex, cost: u8) -> March {
        let points = match self.entry_from_chir(march) {
            Some(left) => left.saturating_sub(cost),
            None => march.points.saturating_sub(cost),
        };
        let stage = if march.stage == MarchStage::Through { MarchStage::Through } else { MarchStage::UnderWay };
        March { place: Place::on(hex), points, entered: march.entered.max(1), last: 0, stage, ..*march }
    }

    /// Carries out a choice of the march in progress.
    pub(super) fn march_on(&mut self, action: Action) {
        match action {
            Action::MoveTo(_) if self.march.stage == MarchStage::MustEnter => self.enter_overrun_hex(),
            Action::MoveTo(hex) => {
                self.travel(hex, Leg::Last);
                self.march.stage = MarchStage::Finished;
            }
            Action::Via(hex) => self.travel(hex, Leg::Waypoint),
            Action::Exit(hex) => {
                if self.march.place != Place::on(hex) {
                    self.travel(hex, Leg::Waypoint);
                }
                for unit in units(self.march.side, self.march.group) {
                    self.board.put(self.data, unit, Place::AIRFIELDS);
                    self.mark_on_arrival_at_airfields(unit);
                }
                self.march.stage = MarchStage::Finished;
            }
            Action::Join(unit) => {
                self.march.group |= unit.bit();
                self.march.last = (unit.0 & 63) + 1;
                self.march.points = self.march.points.min(self.allowance(unit));
            }
            Action::Overrun { from, target } => self.declare_overrun(from, target),
            Action::Drop { unit, at } => {
                if self.march.place != Place::on(at) {
                    self.travel(at, Leg::Waypoint);
                }
                self.march.group &= !unit.bit();
                self.march.last = (unit.0 & 63) + 1;
                self.moved.insert(unit);
            }
            Action::Done => self.end_march(),
            _ => unreachable!("{action:?} is not a choice of a march"),
        }
    }

    /// The group's units have moved; the phase goes on.
    pub(super) fn end_march(&mut self) {
        for unit in units(self.march.side, self.march.group) {
            self.moved.insert(unit);
        }
        self.march = March::default();
        let frame = self.frames.pop();
        debug_assert_eq!(frame, Some(Frame::March), "a march ends under its own frame");
    }

    /// Moves the group to a reachable hex by the cheapest way, paying points and fuel and taking control
    /// of the hexes on the way. Effects of the last hex may push a die.
    pub(super) fn travel(&mut self, to: Hex, leg: Leg) {
        let march = self.march;
        let terms = self.terms(&march);
        let mut entered = march.entered;
        let entry = march.place == Place::BOKOVSKAYA_BOX;
        if entry {
            entered += 1;
        }
        let start = march.place.hex().unwrap_or(self.data.map.bokovskaya);
        let mut cost = 0;
        if to != start {
            if let Some(price) = self.direct_step(&march, &terms, start, to, leg) {
                cost = price;
                entered += 1;
            } else {
                let reach = self.ways_until(&march, Some(to)).reach;
                cost = reach.cost(to).expect("a move ends in its reachable set");
                let steps = self.steps_of(terms.wheels);
                let board = &mut self.board;
                reach.path(steps, to, &mut |hex| {
                    entered += 1;
                    // The last hex changes hands in `enter_hex`, which looks at who held it before.
                    if hex != to {
                        board.take_control(march.side, hex);
                    }
                });
            }
        }
        let fuel = self.fuel_due(&march);
        if fuel > 0 && entered >= 2 {
            self.tracks.supply_points -= fuel;
            self.tracks.fuel_paid = true;
        }
        let after = self.advanced(&march, to, cost);
        self.march = March { entered, ..after };
        for unit in units(march.side, march.group) {
            self.board.put(self.data, unit, Place::on(to));
        }
        if entry {
            self.enter_hex(march.side, self.data.map.bokovskaya);
        }
        self.enter_hex(march.side, to);
    }

    /// The price of a move to a neighbouring hex when the single step is the way that `travel` takes:
    /// no way round can be cheaper on wheels than half a point, nor on foot than a road step; and a
    /// group short of fuel goes straight [5.4].
    fn direct_step(&self, march: &March, terms: &Terms, start: Hex, to: Hex, leg: Leg) -> Option<u8> {
        let direction = self.data.map.grid.direction(start, to)?;
        let price = self.steps_of(terms.wheels)[start.index()].cost[direction.index()];
        let points = self.entry_from_chir(march).unwrap_or(march.points);
        let movement = &self.data.tables.movement;
        let road = if terms.wheels { movement.road_mobile } else { movement.road_foot };
        let straight = price <= 2 * road || (leg == Leg::Last && march.entered == 0 && self.fuel_due(march) > 0);
        (straight && price <= points && !self.is_barred(march.side, terms.leash, start, direction, to)).then_some(price)
    }

    /// [5.4] Supply points the group owes before it enters a second hex in this phase.
    pub(super) fn fuel_due(&self, march: &March) -> u8 {
        if march.side == Side::Soviet || (self.tracks.fuel_paid && !self.data.options.fuel_per_unit) || march.entered >= 2 {
            return 0;
        }
        let thirsty = (march.group & self.data.fuel.of(Side::Axis)).count_ones() as u8;
        if self.data.options.fuel_per_unit { thirsty } else { thirsty.min(1) }
    }

    // ---- entering hexes ----------------------------------------------------

    /// [1.5] Everything that happens at once when a side's units enter a hex: control, stars [16.4.1],
    /// strongpoint colours [5.5][15.1], the depot [16.2.1] and the aircraft [9.2.1.a] at Kantemirovka.
    pub(super) fn enter_hex(&mut self, side: Side, hex: Hex) {
        let before = self.board.controller(hex);
        self.board.take_control(side, hex);
        let map = &self.data.map;
        if !map.eventful.contains(hex) {
            return;
        }
        if before != side {
            let star = i16::from(map.stars[hex.index()]);
            self.change_momentum(if side == Side::Soviet { star } else { -star });
        }
        if side == Side::Axis {
            return;
        }
        if let Some(colour) = map.colour_of(hex) {
            self.breach(colour);
        }
        if hex == map.kantemirovka {
            self.tracks.aircraft = super::Aircraft::Gone;
            if self.tracks.depot {
                self.tracks.depot = false;
                self.frames.push(Frame::DepotDie);
            }
        }
    }

    /// [5.5][15.1] The Soviets stand in a strongpoint of a corps for the first time.
    fn breach(&mut self, colour: usize) {
        let bit = 1 << colour;
        if self.tracks.breached & bit != 0 {
            return;
        }
        self.tracks.breached |= bit;
        let corps = Formation::LINE_CORPS[colour];
        if matches!(corps, Formation::Alpine | Formation::Ii) && self.tracks.xxiv_turn == 0 {
            self.tracks.xxiv_turn = self.turn + 1;
        }
    }

    // ---- exits and the Chir ------------------------------------------------

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
            fits(self.data.map.bokovskaya) || self.ways(&march).reach.reached().iter().any(|&hex| fits(hex))
        })
    }

    /// Soviet units in the Bokovskaya box.
    pub(super) fn bokovskaya_box(&self) -> u64 {
        if self.tracks.chir_turn == 0 {
            return 0;
        }
        self.data
            .counters(Side::Soviet)
            .filter(|&(unit, _)| self.board.place(unit) == Place::BOKOVSKAYA_BOX)
            .fold(0, |bits, (unit, _)| bits | unit.bit())
    }

    // ---- stacking ----------------------------------------------------------

    /// [6][6.1] Whether the units exceed what a hex may hold.
    pub(super) fn is_overstacked(&self, side: Side, group: u64) -> bool {
        let steps: u32 = units(side, group).map(|unit| u32::from(self.board.steps(unit))).sum();
        steps > u32::from(self.data.tables.stacking_limit) && !self.is_one_formation(side, group)
    }

    /// [6.1] Whether all units belong to one division (Axis) or one corps (Soviets).
    fn is_one_formation(&self, side: Side, group: u64) -> bool {
        let mut parents = units(side, group).map(|unit| self.data.brief(unit).parent_number);
        let first = parents.next().unwrap_or(0);
        first != 0 && parents.all(|parent| parent == first)
    }

    /// Whether a unit can join the stack of a hex within the limit.
    pub(super) fn stack_has_room(&self, side: Side, hex: Hex, unit: UnitId) -> bool {
        !self.is_overstacked(side, self.board.stack_bits(hex) | unit.bit())
    }

    /// [6.c][6.2] Waits while a hex is overstacked.
    pub(super) fn carry_on_excess(&mut self, side: Side, place: Option<Hex>) -> Progress {
        self.wait_or_pop(self.overstacked_hex(side, place).is_some())
    }

    pub(super) fn list_excess(&self, side: Side, place: Option<Hex>, out: &mut Vec<Action>) {
        if let Some(hex) = self.overstacked_hex(side, place) {
            out.extend(self.board.stack(hex).map(Action::Remove));
        }
    }

    /// The first overstacked hex of a side.
    fn overstacked_hex(&self, side: Side, place: Option<Hex>) -> Option<Hex> {
        if let Some(hex) = place {
            return self.is_overstacked(side, self.board.stack_bits(hex)).then_some(hex);
        }
        let mut seen = 0u64;
        let mut first: Option<Hex> = None;
        for unit in units(side, self.board.on_map(side)) {
            if seen & unit.bit() != 0 {
                continue;
            }
            let hex = self.board.hex(unit).expect("a unit on the map stands in a hex");
            let stack = self.board.stack_bits(hex);
            seen |= stack;
            if stack.count_ones() > 1 && first.is_none_or(|known| hex < known) && self.is_overstacked(side, stack) {
                first = Some(hex);
            }
        }
        first
    }
}

/// Whether a group stays where this part of its move ends.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Leg {
    Waypoint,
    Last,
}

/// What the rules demand of a group on each step.
#[derive(Clone, Copy)]
pub(super) struct Terms {
    pub(super) side: Side,
    /// Pays the road costs of motorised movement.
    pub(super) wheels: bool,
    /// [7.1.1]
    pub(super) ignores_light_zoc: bool,
    pub(super) leash: Leash,
    /// [5.4] No fuel for a second hex.
    pub(super) one_hex: bool,
}
