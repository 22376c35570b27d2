//! A unit or group on the move: choices, travel, and what happens on entering hexes [5][13.3].

use stavka_words::tr;

use super::Armir;
use super::action::Action;
use super::frame::{self, Frame, MarchStage};
use super::ids::{Formation, Place, UnitId, units};
use super::movement::{MoveLimits, Reach, Ways};
use crate::game::{Side, Turn};
use crate::hex::Hex;
use crate::kit::procedures::{Procedure, Progress};

/// A unit or group on the move. Costs are half points.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
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
    /// The lowest counter of the group.
    #[inline]
    pub(super) fn lead(&self) -> UnitId {
        UnitId::new(self.side, self.group.trailing_zeros() as usize & 63)
    }
}

/// Whether a group stays where this part of its move ends.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Leg {
    Waypoint,
    Last,
}

impl Procedure<Armir> for frame::March {
    const QUIET: bool = false;

    fn decider(self, game: &Armir) -> Turn {
        Turn::Player(game.march.side)
    }

    fn carry_on(self, game: &mut Armir) -> Progress {
        match game.march.stage {
            MarchStage::Gathering | MarchStage::UnderWay => return Progress::Waits,
            MarchStage::Assaulting => game.open_overrun(),
            MarchStage::Overrunning => game.after_overrun(),
            MarchStage::MustEnter if game.march.group.count_ones() > 1 => return Progress::Waits,
            MarchStage::MustEnter => game.enter_overrun_hex(),
            MarchStage::Through if game.can_go_on() => return Progress::Waits,
            MarchStage::Through | MarchStage::Finished => game.end_march(),
        }
        Progress::Moves
    }

    fn list(self, game: &Armir, out: &mut Vec<Action>) {
        let march = &game.march;
        match march.stage {
            MarchStage::Gathering | MarchStage::UnderWay => {
                let mut reach = Reach::default();
                let ways = game.ways(march, &mut reach);
                if march.group.is_power_of_two() {
                    game.list_moves(march, ways.reach, out);
                }
                game.list_vias(march, &ways, out);
                let cheapest = game.list_overruns(march, &ways, out);
                if march.stage == MarchStage::Gathering {
                    game.list_companions(march, cheapest, out);
                }
            }
            MarchStage::MustEnter => {
                out.push(Action::MoveTo(march.target));
                let here = march.place.hex().expect("an overrun is made from a hex");
                out.extend(
                    units(march.side, march.group).filter(|unit| unit.0 & 63 >= march.last).map(|unit| Action::Drop { unit, at: here }),
                );
            }
            MarchStage::Through => {
                out.push(Action::Done);
                let mut reach = Reach::default();
                let ways = game.ways(march, &mut reach);
                if game.is_held(march, &ways.terms) {
                    game.list_held_overruns(march, &ways.terms, out);
                    return;
                }
                game.list_moves(march, ways.reach, out);
                game.list_vias(march, &ways, out);
                game.list_overruns(march, &ways, out);
                game.list_drops(march, ways.reach, out);
            }
            MarchStage::Assaulting | MarchStage::Overrunning | MarchStage::Finished => {
                unreachable!("no choice is left in {:?}", march.stage)
            }
        }
    }

    fn carry_out(self, game: &mut Armir, action: Action) {
        match action {
            Action::MoveTo(_) if game.march.stage == MarchStage::MustEnter => game.enter_overrun_hex(),
            Action::MoveTo(hex) => {
                game.travel(hex, Leg::Last);
                game.march.stage = MarchStage::Finished;
            }
            Action::Via(hex) => game.travel(hex, Leg::Waypoint),
            Action::Exit(hex) => {
                if game.march.place != Place::on(hex) {
                    game.travel(hex, Leg::Waypoint);
                }
                for unit in units(game.march.side, game.march.group) {
                    game.board.put(game.data, unit, Place::AIRFIELDS);
                    game.mark_on_arrival_at_airfields(unit);
                }
                game.march.stage = MarchStage::Finished;
            }
            Action::Join(unit) => {
                game.march.group |= unit.bit();
                game.march.last = (unit.0 & 63) + 1;
                game.march.points = game.march.points.min(game.allowance(unit));
            }
            Action::Overrun { from, target } => game.declare_overrun(from, target),
            Action::Drop { unit, at } => {
                if game.march.place != Place::on(at) {
                    game.travel(at, Leg::Waypoint);
                }
                game.march.group &= !unit.bit();
                game.march.last = (unit.0 & 63) + 1;
                game.moved.insert(unit);
            }
            Action::Done => game.end_march(),
            _ => unreachable!("{action:?} is not a choice of a march"),
        }
    }

    fn question(self, game: &Armir) -> String {
        tr!("move {group}", group = game.group_name(game.march.side, game.march.group))
    }
}

impl Armir {
    pub(super) fn new_march(&self, unit: UnitId) -> March {
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

    fn list_moves(&self, march: &March, reach: &Reach, out: &mut Vec<Action>) {
        if march.place == Place::BOKOVSKAYA_BOX && self.may_end(march, self.data.map.bokovskaya) {
            out.push(Action::MoveTo(self.data.map.bokovskaya));
        }
        match march.side {
            Side::Axis => out.extend(reach.reached().iter().map(|&hex| Action::MoveTo(hex))),
            Side::Soviet => {
                let army = self.data.stats(march.lead()).formation;
                let ends = reach.reached().iter().filter(|&&hex| self.army_fits(army, hex));
                out.extend(ends.map(|&hex| Action::MoveTo(hex)));
            }
        }
        for &exit in &self.data.map.exits {
            if self.exit_is_open(march, reach, exit) {
                out.push(Action::Exit(exit));
            }
        }
    }

    /// Hexes with an effect that the group can pass on its way. A lone unit needs a way on; a group that
    /// has not yet overrun needs an overrun within reach, for that is what it was gathered for.
    fn list_vias(&self, march: &March, ways: &Ways<'_>, out: &mut Vec<Action>) {
        if ways.terms.one_hex {
            return;
        }
        // Few hexes have an effect, and fewer are within reach.
        let events = self.eventful_hexes(march.side).difference(*self.stopping_zoc(&ways.terms));
        let within_reach = events.iter().filter(|&hex| ways.reach.cost(hex).is_some()).count();
        for &hex in ways.reach.reached().iter().filter(|&&hex| events.contains(hex)).take(within_reach) {
            let cost = ways.reach.cost(hex).expect("a reached hex has a cost");
            let further = self.advanced(march, hex, cost);
            let goes_on = if further.group.is_power_of_two() || further.stage == MarchStage::Through {
                self.can_step(&further)
            } else {
                self.cheapest_overrun(&further, &self.ways(&further, &mut Reach::default())).is_some()
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
                let mut reach = Reach::default();
                self.find_way(&march, &terms, to, &mut reach);
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
    fn direct_step(&self, march: &March, terms: &MoveLimits, start: Hex, to: Hex, leg: Leg) -> Option<u8> {
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
}
