//! The move in progress: where a unit goes, and what it has left to go.

use std::cmp::Reverse;

use arrayvec::ArrayVec;

use super::BoltAction;
use super::action::Action;
use super::frame::{Consolidation, Drive, Frame, Path, Steps, Turning, Walk};
use super::ids::UnitId;
use super::terms::{Class, Ground, Mobility, Order, Pace};
use crate::game::Turn;
use crate::kit::procedures::{Procedure, Progress, Sequence};
use crate::square::{Cell, CellSet, DIAGONAL, Facing, Flood, Floor, STRAIGHT};

/// Fifths of a cell in an inch.
pub(super) const FIFTHS: u8 = 5;
/// Eighths of a circle that one turn allows: 90 degrees [MAN].
const ONE_TURN: u8 = 2;

/// Steps that are still to go: the same way throughout for a vehicle, packed directions for men.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) struct Route {
    ways: u64,
    pub(super) left: u8,
    straight: bool,
}

impl Route {
    pub(super) const NONE: Route = Route { ways: 0, left: 0, straight: false };

    /// So many cells one way.
    pub(super) const fn straight(facing: Facing, cells: u8) -> Self {
        Route { ways: facing.index() as u64, left: cells, straight: true }
    }

    /// Steps, the last one first.
    pub(super) fn backwards(steps: impl Iterator<Item = Facing>) -> Self {
        steps.fold(Route::NONE, |route, facing| Route { ways: route.ways << 3 | facing.index() as u64, left: route.left + 1, ..route })
    }

    /// Whether nothing is left to go.
    pub(super) const fn is_over(self) -> bool {
        self.left == 0
    }

    /// The next step.
    pub(super) fn next(&mut self) -> Option<Facing> {
        self.left = self.left.checked_sub(1)?;
        let facing = Facing::new((self.ways & 7) as u8);
        if !self.straight {
            self.ways >>= 3;
        }
        facing
    }
}

/// A move in progress. Only one is at a time: who escapes does so before the shooter's next move.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[expect(clippy::struct_excessive_bools, reason = "independent facts of a move, read by name")]
pub(super) struct March {
    /// The steps at hand.
    pub(super) route: Route,
    /// It is a Run.
    pub(super) runs: bool,
    /// Nobody in Ambush fires at it: it escapes, or has fought.
    pub(super) unseen: bool,
    /// It is panic, to which nobody reacts (decision D29).
    pub(super) panics: bool,
    /// The cell at hand has been looked at by those in Ambush.
    pub(super) watched: bool,
    /// Steps that are left to go when the target of an assault shoots (decision D16).
    pub(super) fire_back: Option<u8>,
    /// Fifths of a cell that have been spent.
    pub(super) spent: u8,
    /// Turns of a vehicle that are left [MAN].
    pub(super) turns: u8,
    /// Every cell so far, the first included, is a road [TERK.7].
    pub(super) by_road: bool,
    /// Nothing more may follow: a turn on the spot, or a reverse of what is not Recce.
    pub(super) ended: bool,
    /// What those in Ambush were offered last (decision D17).
    pub(super) offer: u128,
}

impl March {
    pub(super) const NONE: March = March {
        route: Route::NONE,
        runs: false,
        unseen: false,
        panics: false,
        watched: false,
        fire_back: None,
        spent: 0,
        turns: 0,
        by_road: false,
        ended: false,
        offer: 0,
    };
}

/// A leg of a vehicle.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Leg {
    facing: Facing,
    pub(super) cells: u8,
    backwards: bool,
}

impl Leg {
    fn action(self) -> Action {
        let Leg { facing, cells, .. } = self;
        if self.backwards { Action::Reverse { facing, cells } } else { Action::Leg { facing, cells } }
    }
}

// ---- on foot ---------------------------------------------------------------

impl Procedure<BoltAction> for Walk {
    const QUESTION: &'static str = "where does the unit go?";
    const QUIET: bool = false;

    fn decider(self, _: &BoltAction) -> Turn {
        Turn::Player(self.unit.side())
    }

    fn list(self, game: &BoltAction, out: &mut Vec<Action>) {
        out.extend(game.destinations(self.unit).iter().map(Action::MoveTo));
        if game.is_watched(self.unit) {
            out.push(Action::StepByStep);
        }
    }

    fn carry_out(self, game: &mut BoltAction, action: Action) {
        if action == Action::StepByStep {
            return game.frames.replace_top(Frame::Steps(self.unit));
        }
        let Action::MoveTo(cell) = action else { unreachable!("{action:?} is not a choice of a walk") };
        let (floor, flood) = game.walk(self.unit);
        game.march.route = Route::backwards(flood.steps_back(floor, cell));
        game.frames.replace_top(Frame::Path(self.unit));
    }
}

impl Procedure<BoltAction> for Steps {
    const QUESTION: &'static str = "the next cell, or done";
    const QUIET: bool = false;

    fn decider(self, _: &BoltAction) -> Turn {
        Turn::Player(self.unit.side())
    }

    fn is_due(self, game: &BoltAction) -> bool {
        game.goes_on(self.unit)
    }

    fn list(self, game: &BoltAction, out: &mut Vec<Action>) {
        let cell = game.board.cell(self.unit);
        let crowded = game.board.crowded(game.data, self.unit);
        if !game.board.piece(self.unit).moved || !crowded.contains(cell) {
            out.push(Action::Done);
        }
        out.extend(game.steps(self.unit, &crowded).map(Action::Step));
    }

    fn carry_out(self, game: &mut BoltAction, action: Action) {
        let Action::Step(facing) = action else { return game.end_walk() };
        game.march.spent += facing.cost();
        game.march.route = Route::straight(facing, 1);
        game.frames.push(Frame::Path(self.unit));
    }
}

impl Procedure<BoltAction> for Turning {
    const QUESTION: &'static str = "where does the unit look?";
    const QUIET: bool = false;

    fn decider(self, _: &BoltAction) -> Turn {
        Turn::Player(self.unit.side())
    }

    fn is_due(self, game: &BoltAction) -> bool {
        game.goes_on(self.unit)
    }

    fn list(self, _: &BoltAction, out: &mut Vec<Action>) {
        out.extend(Facing::ALL.map(|facing| Action::Face { unit: self.unit, facing }));
    }

    fn carry_out(self, game: &mut BoltAction, action: Action) {
        let Action::Face { facing, .. } = action else { unreachable!("{action:?} is not a facing") };
        if game.board.piece(self.unit).facing != facing {
            game.board.piece_mut(self.unit).facing = facing;
            game.board.stir(self.unit);
        }
        game.pop();
    }
}

impl Procedure<BoltAction> for Consolidation {
    const QUESTION: &'static str = "where does the unit consolidate?";
    const QUIET: bool = false;

    fn decider(self, _: &BoltAction) -> Turn {
        Turn::Player(self.unit.side())
    }

    /// [CQ.6] Where there is no other place it stays (decision D28).
    fn carry_on(self, game: &mut BoltAction) -> Progress {
        let mut places = game.consolidations(self.unit, self.inches);
        places.remove(game.board.cell(self.unit));
        if places.is_empty() { game.pop() } else { Progress::Waits }
    }

    fn list(self, game: &BoltAction, out: &mut Vec<Action>) {
        out.extend(game.consolidations(self.unit, self.inches).iter().map(Action::Consolidate));
    }

    fn carry_out(self, game: &mut BoltAction, action: Action) {
        let Action::Consolidate(cell) = action else { unreachable!("{action:?} is not a place") };
        if cell != game.board.cell(self.unit) {
            game.board.piece_mut(self.unit).cell = Some(cell);
            game.board.stir(self.unit);
            // It is no part of an action that may follow.
            game.board.piece_mut(self.unit).moved = false;
        }
        game.pop();
    }
}

impl BoltAction {
    /// A move begins.
    pub(super) fn begin_march(&mut self, unit: UnitId, order: Order) {
        let template = self.data.unit(unit);
        let movement = &self.data.tables.movement;
        let turns = if order == Order::Run { movement.turns_run } else { movement.turns_advance };
        self.march = March {
            runs: order == Order::Run,
            turns: turns[row(template.mobility)],
            by_road: self.is_road(self.board.cell(unit)),
            ..March::NONE
        };
    }

    /// Fifths of a cell that a unit may go, off the road.
    pub(super) fn allowance(&self, unit: UnitId) -> u8 {
        let template = self.data.unit(unit);
        let movement = &self.data.tables.movement;
        let inches = match (template.pace, self.march.runs) {
            (Pace::Light, _) => movement.light_gun,
            (_, true) => movement.run[row(template.mobility)],
            (_, false) => movement.advance[row(template.mobility)],
        };
        FIFTHS * inches
    }

    pub(super) fn is_road(&self, cell: Cell) -> bool {
        self.data.battlefield.glyph(cell).ground == Ground::Road
    }

    /// Whether a unit on the move is alive, is not Down and can move.
    pub(super) fn goes_on(&self, unit: UnitId) -> bool {
        let piece = self.board.piece(unit);
        piece.is_alive() && !piece.immobilised && (piece.order != Some(Order::Down) || self.march.unseen)
    }

    /// Where a walk from where the unit stands comes to with what it has left.
    fn walk(&self, unit: UnitId) -> (&'static Floor, Flood) {
        let floor = self.data.floor(self.data.unit(unit).mobility, self.march.runs);
        let closed = self.board.closed_to(self.data, unit, None);
        let left = self.allowance(unit) - self.march.spent;
        (floor, Flood::new(floor, self.board.cell(unit), left, &closed))
    }

    /// [MOVE] Cells in which a walk may end: with room to others, and the one where the unit stands (decision D3).
    pub(super) fn destinations(&self, unit: UnitId) -> CellSet {
        let (floor, flood) = self.walk(unit);
        self.ends(unit, floor, &flood)
    }

    /// Cells with room to others that a walk of a unit comes to, and the one where it stands.
    fn ends(&self, unit: UnitId, floor: &Floor, flood: &Flood) -> CellSet {
        let crowded = self.board.crowded(self.data, unit);
        let mut ends: CellSet = flood.reached(floor).filter(|&cell| !crowded.contains(cell)).collect();
        ends.insert(self.board.cell(unit));
        ends
    }

    /// [CQ.6] Cells in which a unit may consolidate.
    fn consolidations(&self, unit: UnitId, inches: u8) -> CellSet {
        let floor = self.data.floor(self.data.unit(unit).mobility, false);
        let closed = self.board.closed_to(self.data, unit, None);
        let flood = Flood::new(floor, self.board.cell(unit), FIFTHS * inches, &closed);
        self.ends(unit, floor, &flood)
    }

    /// The steps that are within the allowance, and after which the walk can end.
    fn steps(&self, unit: UnitId, crowded: &CellSet) -> impl Iterator<Item = Facing> + use<> {
        let floor = self.data.floor(self.data.unit(unit).mobility, self.march.runs);
        let closed = self.board.closed_to(self.data, unit, None);
        let (cell, left) = (self.board.cell(unit), self.allowance(unit) - self.march.spent);
        let ends = |next: Cell, left: u8| Flood::new(floor, next, left, &closed).reached(floor).any(|cell| !crowded.contains(cell));
        let may = |way: &Facing| {
            let next = floor.ahead(cell, *way, &closed).next();
            next.zip(left.checked_sub(way.cost())).is_some_and(|(next, left)| !crowded.contains(next) || ends(next, left))
        };
        Facing::ALL.into_iter().filter(may).collect::<ArrayVec<Facing, 8>>().into_iter()
    }

    /// A walk is over: a unit with a Fixed weapon says where it looks.
    pub(super) fn end_walk(&mut self) {
        self.frames.pop();
    }
}

/// Row of the movement table: infantry and guns, wheeled, half-tracked, tracked.
fn row(mobility: Mobility) -> usize {
    match mobility {
        Mobility::Infantry | Mobility::Artillery => 0,
        Mobility::Wheeled => 1,
        Mobility::HalfTracked => 2,
        Mobility::Tracked => 3,
    }
}

// ---- along a path ------------------------------------------------------------

impl Procedure<BoltAction> for Path {
    const QUIET: bool = false;

    /// In each cell, the first one too, those in Ambush may fire; then the unit goes on if it can (decision D18).
    fn carry_on(self, game: &mut BoltAction) -> Progress {
        let under_way = !game.march.route.is_over() || game.board.piece(self.unit).moved;
        if !game.march.watched && under_way && game.goes_on(self.unit) {
            if game.march.fire_back == Some(game.march.route.left) {
                game.march.fire_back = None;
                game.fire_back();
                return Progress::Moves;
            }
            game.march.watched = true;
            if game.is_offered(self.unit) {
                game.frames.push(Frame::Ambush(self.unit));
                return Progress::Moves;
            }
        }
        if !game.goes_on(self.unit) {
            return game.pop();
        }
        let Some(facing) = game.march.route.next() else { return game.pop() };
        let cell = game.data.lattice().step(game.board.cell(self.unit), facing).expect("a path stays on the battlefield");
        game.board.piece_mut(self.unit).cell = Some(cell);
        game.board.stir(self.unit);
        game.march.watched = false;
        Progress::Moves
    }
}

// ---- vehicles ------------------------------------------------------------------

impl Procedure<BoltAction> for Drive {
    const QUESTION: &'static str = "the next leg of the vehicle, or done";
    const QUIET: bool = false;

    fn decider(self, _: &BoltAction) -> Turn {
        Turn::Player(self.unit.side())
    }

    fn carry_on(self, game: &mut BoltAction) -> Progress {
        let goes_on = game.goes_on(self.unit) && !game.march.ended;
        if goes_on && !game.legs(self.unit).is_empty() { Progress::Waits } else { game.pop() }
    }

    fn list(self, game: &BoltAction, out: &mut Vec<Action>) {
        out.push(Action::Done);
        let first = out.len();
        out.extend(game.legs(self.unit).into_iter().map(Leg::action));
        out[first..].sort_unstable();
    }

    fn carry_out(self, game: &mut BoltAction, action: Action) {
        match action {
            Action::Leg { facing, cells } => game.drive(self.unit, Leg { facing, cells, backwards: false }),
            Action::Reverse { facing, cells } => game.drive(self.unit, Leg { facing, cells, backwards: true }),
            _ => game.march.ended = true,
        }
    }
}

/// Most legs that a list can hold.
const LEGS: usize = 256;

/// [MAN] Turns of up to 90 degrees that a change of facing takes.
const fn turns_for(eighths: u8) -> u8 {
    eighths.div_ceil(ONE_TURN)
}

/// Eighths of a circle between two facings, the shorter way round.
pub(super) fn eighths(from: Facing, to: Facing) -> u8 {
    let around = (to.index() as i8 - from.index() as i8).rem_euclid(8) as u8;
    around.min(8 - around)
}

impl BoltAction {
    /// [MAN][REV] The legs that a vehicle may drive next.
    pub(super) fn legs(&self, unit: UnitId) -> ArrayVec<Leg, LEGS> {
        let template = self.data.unit(unit);
        let mut legs = ArrayVec::new();
        let closed = self.board.closed_to(self.data, unit, None);
        let crowded = self.board.crowded(self.data, unit);
        let facing = self.board.piece(unit).facing;
        for to in Facing::ALL {
            let turn = eighths(facing, to);
            // After a leg the next one turns, so that no leg is cut in two.
            if turns_for(turn) > self.march.turns || turn == 0 && self.march.spent > 0 {
                continue;
            }
            if turn > 0 {
                legs.push(Leg { facing: to, cells: 0, backwards: false });
            }
            let ahead = |backwards: bool| self.cells_ahead(unit, to, backwards, &closed, &crowded);
            legs.extend(ahead(false).map(|cells| Leg { facing: to, cells, backwards: false }));
            let reverses = template.recce || turn == 0;
            if !self.march.runs && reverses {
                legs.extend(ahead(true).map(|cells| Leg { facing: to, cells, backwards: true }));
            }
        }
        legs
    }

    /// [MOVE][TERK.7][REV] Numbers of cells that a leg may have. It ends with room to others.
    fn cells_ahead(
        &self,
        unit: UnitId,
        facing: Facing,
        backwards: bool,
        closed: &CellSet,
        crowded: &CellSet,
    ) -> impl Iterator<Item = u8> + use<> {
        let template = self.data.unit(unit);
        let floor = self.data.floor(template.mobility, self.march.runs);
        let whole = self.allowance(unit);
        let allowance = if backwards && !template.recce { whole / 2 } else { whole };
        let way = if backwards { facing.reversed() } else { facing };
        let (mut spent, mut by_road) = (u16::from(self.march.spent), self.march.by_road && !backwards);
        let mut ends: ArrayVec<u8, 64> = ArrayVec::new();
        for (cells, cell) in (1..).zip(floor.ahead(self.board.cell(unit), way, closed)) {
            spent += u16::from(way.cost());
            by_road &= self.is_road(cell);
            if spent > u16::from(allowance) * if by_road { 2 } else { 1 } {
                break;
            }
            if !crowded.contains(cell) {
                ends.push(cells);
            }
        }
        ends.into_iter()
    }

    /// Where a leg ends; `None` off the battlefield.
    pub(super) fn end_of_leg(&self, unit: UnitId, leg: Leg) -> Option<Cell> {
        let way = if leg.backwards { leg.facing.reversed() } else { leg.facing };
        (0..leg.cells).try_fold(self.board.cell(unit), |cell, _| self.data.lattice().step(cell, way))
    }

    /// A vehicle drives a leg.
    pub(super) fn drive(&mut self, unit: UnitId, leg: Leg) {
        let facing = self.board.piece(unit).facing;
        let turn = eighths(facing, leg.facing);
        self.march.turns -= turns_for(turn);
        if turn > 0 {
            self.board.piece_mut(unit).facing = leg.facing;
            self.board.stir(unit);
        }
        let way = if leg.backwards { leg.facing.reversed() } else { leg.facing };
        self.march.by_road &= !leg.backwards && self.road_ahead(unit, way, leg.cells);
        self.march.spent += leg.cells * if way.is_diagonal() { DIAGONAL } else { STRAIGHT };
        self.march.ended = leg.cells == 0 || leg.backwards && !self.data.unit(unit).recce;
        if leg.cells > 0 {
            self.march.route = Route::straight(way, leg.cells);
            self.frames.push(Frame::Path(unit));
        }
    }

    fn road_ahead(&self, unit: UnitId, way: Facing, cells: u8) -> bool {
        let lattice = self.data.lattice();
        let on = std::iter::successors(Some(self.board.cell(unit)), |&cell| lattice.step(cell, way));
        on.take(usize::from(cells) + 1).all(|cell| self.is_road(cell))
    }

    /// [ORD.2][ORD.3] A unit carries out Advance or Run: men walk, vehicles drive, guns that do not move turn.
    pub(super) fn push_move(&mut self, unit: UnitId) {
        let template = self.data.unit(unit);
        if template.class == Class::Vehicle {
            return self.frames.push(Frame::Drive(unit));
        }
        if template.has_facing(self.data) {
            self.frames.push(Frame::Turning(unit));
        }
        if template.pace != Pace::Turn {
            self.frames.push(Frame::Walk(unit));
        }
    }

    /// [FUB.3] A unit on foot runs to the cell that is farthest from another one, of several to the cheapest. Whether it leaves its own.
    pub(super) fn run_away(&mut self, unit: UnitId, from: Cell) -> bool {
        let own = self.board.cell(unit);
        if self.board.piece(unit).moved {
            return false;
        }
        let (floor, flood) = self.walk(unit);
        let distance = |cell: Cell| self.data.lattice().distance2(cell, from);
        let farthest = self.destinations(unit).iter().min_by_key(|&cell| (Reverse(distance(cell)), flood.cost(floor, cell), cell));
        let Some(to) = farthest.filter(|&to| to != own) else { return false };
        self.march.route = Route::backwards(flood.steps_back(floor, to));
        self.frames.push(Frame::Path(unit));
        true
    }

    /// [FUB.3] A vehicle drives the leg that ends farthest from a cell, if it gains distance. Whether it does.
    pub(super) fn drive_away(&mut self, unit: UnitId, from: Cell) -> bool {
        let (own, lattice) = (self.board.cell(unit), self.data.lattice());
        if self.march.ended {
            return false;
        }
        let end = |leg: &Leg| {
            let way = std::iter::successors(Some(own), |&cell| lattice.step(cell, leg.facing)).nth(usize::from(leg.cells));
            lattice.distance2(way.unwrap_or(own), from)
        };
        let legs = self.legs(unit);
        let best = legs.iter().filter(|leg| !leg.backwards).min_by_key(|leg| (Reverse(end(leg)), leg.cells, leg.facing));
        let Some(&leg) = best.filter(|leg| end(leg) > lattice.distance2(own, from)) else { return false };
        self.drive(unit, leg);
        true
    }

    /// Where the unit on the move stands, for tokens.
    pub(super) fn mover_cell(&self) -> Option<Cell> {
        let mover = self.frames.as_slice().iter().rev().find_map(|frame| match *frame {
            Frame::Walk(unit) | Frame::Steps(unit) | Frame::Drive(unit) | Frame::Consolidation(unit, _) => Some(unit),
            _ => None,
        });
        mover.and_then(|unit| self.board.piece(unit).cell)
    }
}

/// A leg as a column of a token.
#[derive(Clone, Copy, Debug)]
pub(super) struct LegNumber(i16);

impl LegNumber {
    /// 64 times the direction, and the cells.
    pub(super) fn new(facing: Facing, cells: u8) -> Self {
        LegNumber(i16::from(cells) + 64 * facing.index() as i16)
    }
}

impl crate::kit::actions::TokenColumn for LegNumber {
    fn column(self) -> i16 {
        self.0
    }
}
