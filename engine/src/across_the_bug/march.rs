//! The Movement action [7.3] as procedures: a stack goes from hex to hex, and what it meets on the way.

use super::AcrossTheBug;
use super::action::Action;
use super::checks::Occasion;
use super::frame::{BogDie, Frame, InfiltrationDie, March as Marching, SwampDie};
use super::ground::Rate;
use super::ids::{FormationSet, HexSet, Place, UnitId, from_slot, units};
use super::movement::{Flood, March, Purse, Step};
use super::terms::{Crossing, MoveClass};
use crate::game::{Side, Turn};
use crate::hex::{Direction, Hex};
use crate::kit::procedures::{Procedure, Progress, Sequence as _};

/// How a stack comes to a hex.
struct Approach {
    /// Half points by class of movement.
    costs: [u8; 2],
    /// The movement ends there.
    ends: bool,
    /// The hex before.
    from: Hex,
}

impl Procedure<AcrossTheBug> for Marching {
    const QUESTION: &'static str = "where does the stack go?";
    const QUIET: bool = false;

    fn decider(self, game: &AcrossTheBug) -> Turn {
        Turn::Player(game.march.side)
    }

    fn carry_on(self, game: &mut AcrossTheBug) -> Progress {
        if let Some(step) = game.march.pending.take() {
            game.make(step);
            return Progress::Moves;
        }
        let march = &game.march;
        let stopped = march.moved && game.board.in_zoc(march.side.opponent(), march.hex);
        if march.group == 0 || march.halted || stopped || !game.has_step(march) {
            game.finish_march();
            return Progress::Moves;
        }
        Progress::Waits
    }

    fn list(self, game: &AcrossTheBug, out: &mut Vec<Action>) {
        out.push(Action::Done);
        game.list_steps(&game.march, out);
    }

    fn carry_out(self, game: &mut AcrossTheBug, action: Action) {
        if let Some(step) = Step::of(action) {
            return game.take_step(step);
        }
        debug_assert_eq!(action, Action::Done, "a stack goes on or stops");
        game.march.halted = true;
    }
}

impl Step {
    /// The step that an action makes.
    pub(super) fn of(action: Action) -> Option<Step> {
        match action {
            Action::MoveTo(hex) => Some(Step::To(hex)),
            Action::Boat(hex) => Some(Step::Boat(hex)),
            Action::Infiltrate(hex) => Some(Step::Infiltrate(hex)),
            Action::Exit => Some(Step::Exit),
            _ => None,
        }
    }
}

impl AcrossTheBug {
    /// The steps that a stack may take next.
    pub(super) fn list_steps(&self, march: &March, out: &mut Vec<Action>) {
        let mut open = HexSet::EMPTY;
        self.destinations(march, &mut open);
        out.extend(open.iter().map(Action::MoveTo));
        let boats = |&(direction, to): &(Direction, Hex)| self.boat_is_open(march, direction, to);
        out.extend(self.data.map.grid.neighbours(march.hex).filter(boats).map(|(_, to)| Action::Boat(to)));
        out.extend(self.infiltrations(march).map(Action::Infiltrate));
        if self.can_exit(march) {
            out.push(Action::Exit);
        }
    }

    /// Whether a stack has any step left, without looking further than its neighbours: who can go far can go near.
    fn has_step(&self, march: &March) -> bool {
        let grid = &self.data.map.grid;
        let payers = self.payers(march);
        let near = |(direction, to): (Direction, Hex)| {
            self.is_enterable(march, to) && self.step_costs_of(march, payers, direction, to).is_some()
                || self.boat_is_open(march, direction, to)
        };
        grid.neighbours(march.hex).any(near) || self.infiltrations(march).next().is_some() || self.can_exit(march)
    }

    fn boat_is_open(&self, march: &March, direction: Direction, to: Hex) -> bool {
        self.is_enterable(march, to) && self.boat_cost(march, direction, to).is_some()
    }

    /// [7.2] A stack that acts gives up the improved defence of its hex, and takes its first step or waits for the window that it
    /// opens.
    pub(super) fn take_step(&mut self, step: Step) {
        self.march.pending = Some(step);
        self.frames.push(Frame::Window(true));
    }

    fn make(&mut self, step: Step) {
        let march = self.march;
        if let Step::To(to) | Step::Boat(to) = step
            && self.drives_off(to)
        {
            self.march.pending = Some(step);
            return;
        }
        match step {
            Step::To(to) => {
                let events = self.events(&march);
                let approach = self.approach(&march, to, &events);
                let swamp = self.enters_swamp(march.side, march.group, approach.from, to);
                // Out of enemy ZOC the stack was asked for a single hex, and goes on with what it has left [5.4.1.a].
                let far = !self.goes_by_hexes(&march);
                let quiet = far && !events.contains(to) && !self.leads_into_swamp(&march, to);
                for class in 0..2 {
                    self.march.spent[class] += approach.costs[class];
                }
                self.march.halted = approach.ends || quiet;
                self.enter(march.group, to);
                self.open_arrival(swamp);
            }
            Step::Boat(to) => {
                let direction = self.data.map.grid.direction(march.hex, to);
                let cost = direction.and_then(|direction| self.boat_cost(&march, direction, to)).unwrap_or(0);
                self.march.spent[MoveClass::Leg.index()] += cost;
                self.use_boats(march.group);
                self.enter(march.group, to);
                self.open_arrival(false);
            }
            Step::Infiltrate(to) => {
                self.march.halted = true;
                self.frames.push(Frame::InfiltrationDie(0, to));
            }
            Step::Exit => {
                for unit in march.units() {
                    self.exited += u16::from(self.board.points(unit));
                    self.board.put(self.data, unit, Place::EXITED);
                }
                self.march.group = 0;
            }
        }
    }

    pub(super) fn crosses_by_boat(&self, from: Hex, direction: Direction) -> bool {
        self.data.ground.crossing(from, direction) == Crossing::Bug && !self.board.pontoons.joins(&self.data.map.grid, from, direction)
    }

    /// [7.3.2.c][A53] Opens the displacement of a headquarters that stands alone where the stack goes: it leaves before the stack
    /// comes, and its formation does not react to this action. Says whether there is one.
    fn drives_off(&mut self, to: Hex) -> bool {
        let other = self.march.side.opponent();
        let Some(hq) = self.board.headquarters(self.data, to).find(|hq| hq.side() == other) else { return false };
        self.march.barred.insert(self.data.roster.own_formation(hq));
        self.frames.push(Frame::Displacement(hq));
        true
    }

    /// Puts units of the moving side into a hex.
    fn enter(&mut self, group: u128, to: Hex) {
        let side = self.march.side;
        self.march.was_near |= self.is_near_enemy(side, self.march.hex);
        for unit in units(side, group) {
            // [7.7.a] Who only passes through the hex of others leaves their improved defence alone.
            if self.march.moved {
                self.board.put_aside(self.data, unit, Place::on(to));
            } else {
                self.board.put(self.data, unit, Place::on(to));
            }
        }
        self.march.hex = to;
        self.march.moved = true;
        self.march.was_near |= self.is_near_enemy(side, to);
        self.arrived_in(side, to);
    }

    /// What happens when a stack has entered a hex: swamp, lone headquarters, the window of the other side.
    fn open_arrival(&mut self, swamp: bool) {
        self.frames.push(Frame::Window(false));
        self.frames.push(Frame::LoneHeadquarters(FormationSet::EMPTY));
        if swamp {
            self.frames.push(Frame::SwampDie(0));
        }
    }

    /// [3.1.1.j] Whether AFVs among some units enter a swamp other than along a road or railway, whatever takes them there.
    pub(super) fn enters_swamp(&self, side: Side, group: u128, from: Hex, to: Hex) -> bool {
        let afv = group & self.data.roster.afv.of(side) != 0;
        let direction = self.data.map.grid.direction(from, to);
        let off_road = direction.is_none_or(|direction| self.data.ground.ways[from.index()] & 1 << direction.index() == 0);
        afv && self.data.tables.terrain.hex(self.data.ground.terrain(to)).afv_check && off_road
    }

    /// [3.1.1.j] Whether AFVs of a stack may enter a swamp by road or railway out of a hex: it is theirs to take that way, even where
    /// another costs less.
    fn leads_into_swamp(&self, march: &March, hex: Hex) -> bool {
        let ground = &self.data.ground;
        let by_way =
            |(direction, to): (Direction, Hex)| ground.ways[hex.index()] & 1 << direction.index() != 0 && ground.swamps.contains(to);
        march.group & self.data.roster.afv.of(march.side) != 0 && self.data.map.grid.neighbours(hex).any(by_way)
    }

    /// The cheapest way of a stack to a hex that it may move to. `events` is [`Self::events`].
    fn approach(&self, march: &March, to: Hex, events: &HexSet) -> Approach {
        let grid = &self.data.map.grid;
        let other = march.side.opponent();
        let zoc = self.board.zoc(other);
        let direct = || {
            let direction = grid.direction(march.hex, to);
            let costs = direction.and_then(|direction| self.step_costs(march, direction, to));
            let (costs, ends) = costs.unwrap_or(([0; 2], true));
            Approach { costs, ends, from: march.hex }
        };
        if self.goes_by_hexes(march) {
            return direct();
        }
        let class = self.class_of(march);
        let steps = self.data.ground.steps(class, Rate::Road);
        let along = |cost: u8| if class == MoveClass::Leg { [cost, 0] } else { [0, cost] };
        // Into enemy ZOC the way leads over any of the hexes beside it.
        let payers = self.payers(march);
        let mut flood = Flood::default();
        self.flood(&mut flood, march, payers, events, Some(to).filter(|&to| !zoc.contains(to)));
        let plain = payers.left[class.index()].unwrap_or(0);
        let within = |cost: &u8| *cost <= plain || !self.is_near_enemy(march.side, to);
        if let Some(cost) = flood.cost(to).filter(within) {
            let (mut before, mut last) = (march.hex, march.hex);
            flood.path(steps, to, &mut |hex| (before, last) = (last, hex));
            return Approach { costs: along(cost), ends: false, from: before };
        }
        let rim = |(direction, from): (Direction, Hex)| {
            let price = self.data.ground.price(class, Rate::Full, from, direction.opposite())?;
            let spent = flood.cost(from).filter(|_| flood.onward(from))?;
            (spent + price <= plain && zoc.contains(to)).then_some((spent + price, from))
        };
        match grid.neighbours(to).filter_map(rim).min_by_key(|&(cost, _)| cost) {
            Some((cost, from)) => Approach { costs: along(cost), ends: false, from },
            None => direct(),
        }
    }

    /// Ends the Movement action: the stack counts as one more in its hex [7.7.a], and stacking is checked [5.3.1.a].
    pub(super) fn finish_march(&mut self) {
        let march = self.march;
        self.march = March::NONE;
        self.frames.pop();
        if march.group != 0 {
            self.board.improve(march.hex, false);
            self.check_stacking(march.hex);
        }
    }

    /// Side, control and reserve when counters have come into a hex.
    pub(super) fn arrived_in(&mut self, side: Side, hex: Hex) {
        if self.open_trigger(side).is_some_and(|trigger| trigger.contains(hex)) {
            self.reserve_due = self.turn + 1;
        }
        if side == Side::Axis {
            for at in 0..self.data.script.restrictions.len() {
                self.lifted |= u8::from(self.is_lifted(at)) << at;
            }
        }
    }

    /// [10.5] The hexes in which a German unit releases the reserve, while it can be released.
    pub(super) fn open_trigger(&self, side: Side) -> Option<HexSet> {
        let reserve = self.data.script.reserve.as_ref()?;
        let open = side == Side::Axis && self.reserve_due == 0 && u16::from(self.turn) <= reserve.last_turn;
        open.then_some(reserve.trigger)
    }

    /// The hex of the stack that acts.
    pub(super) fn march_hex(&self) -> Option<Hex> {
        (self.march.group != 0).then_some(self.march.hex)
    }
}

impl Procedure<AcrossTheBug> for SwampDie {
    const QUESTION: &'static str = "check of an AFV in a swamp";
    const QUIET: bool = false;

    /// [3.1.1.j] Each AFV is checked, and a stack that moves goes no further if one fails. A retreat ends in a swamp anyway.
    fn is_due(self, game: &AcrossTheBug) -> bool {
        game.next_in_swamp(self.from).is_some()
    }

    fn carry_out(self, game: &mut AcrossTheBug, action: Action) {
        let Action::Roll(die) = action else { return game.end(action) };
        let Some(unit) = game.next_in_swamp(self.from) else { return };
        game.frames.replace_top(Frame::SwampDie(unit.slot() as u8 + 1));
        if !game.check_unit(unit, Occasion::Swamp, die) {
            game.march.halted = game.march.group != 0;
        }
    }
}

impl AcrossTheBug {
    /// The first unit of the stack on the move at or after a slot.
    pub(super) fn next_of_march(&self, from: u8) -> Option<UnitId> {
        units(self.march.side, self.march.group & from_slot(from)).next()
    }

    /// The first AFV at or after a slot of the stack that moves, or of the units that retreat.
    pub(super) fn next_in_swamp(&self, from: u8) -> Option<UnitId> {
        let (side, group) = match (self.march.group, self.battle.group) {
            (0, retreating) => (self.battle.sufferer(), retreating),
            (moving, _) => (self.march.side, moving),
        };
        units(side, group & self.data.roster.afv.of(side) & self.board.on_map(side) & from_slot(from)).next()
    }
}

impl Procedure<AcrossTheBug> for BogDie {
    const QUESTION: &'static str = "check of an AFV in a swamp";
    const QUIET: bool = false;

    fn carry_out(self, game: &mut AcrossTheBug, action: Action) {
        let Action::Roll(die) = action else { return game.end(action) };
        game.pop();
        game.check_unit(self.unit, Occasion::Swamp, die);
    }
}

impl Procedure<AcrossTheBug> for InfiltrationDie {
    const QUESTION: &'static str = "check of a unit that infiltrates";
    const QUIET: bool = false;

    fn carry_on(self, game: &mut AcrossTheBug) -> Progress {
        if game.next_of_march(self.from).is_some() {
            return Progress::Waits;
        }
        // [7.3.4] Those that passed go together (reading A21).
        let passed = game.march.group & !game.board.turned(game.march.side);
        if passed != 0 && game.drives_off(self.hex) {
            return Progress::Moves;
        }
        let from = game.march.hex;
        let swamp = game.enters_swamp(game.march.side, passed, from, self.hex);
        game.frames.pop();
        game.march.group = passed;
        if passed != 0 {
            // [7.3.8] Boats carry those that cross: who fails stays ashore.
            let direction = game.data.map.grid.direction(from, self.hex);
            if direction.is_some_and(|direction| game.crosses_by_boat(from, direction)) {
                game.use_boats(passed);
            }
            game.enter(passed, self.hex);
            game.open_arrival(swamp);
        }
        Progress::Moves
    }

    fn carry_out(self, game: &mut AcrossTheBug, action: Action) {
        let Action::Roll(die) = action else { return game.end(action) };
        let Some(unit) = game.next_of_march(self.from) else { return };
        game.frames.replace_top(Frame::InfiltrationDie(unit.slot() as u8 + 1, self.hex));
        game.check_unit(unit, Occasion::Infiltration, die);
    }
}

impl AcrossTheBug {
    /// [7.5.3.c][6.4.3.b] Whether the other side may react to the action at hand.
    pub(super) fn is_reactive(&self) -> bool {
        self.march.purse != Purse::Gift && !self.is_reacting()
    }
}
