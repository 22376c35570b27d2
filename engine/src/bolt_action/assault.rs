//! [CQ.1][CQ.2][CQ.3] The way into close quarters.

use super::BoltAction;
use super::action::Action;
use super::frame::{Charge, Contact, Frame, MeleeStage, ReturnFire};
use super::ids::UnitId;
use super::march::{FIFTHS, Route};
use super::melee::Melee;
use super::resolution::close_quarters::{self, Blows};
use super::terms::{Class, Cover, Order};
use super::volley::Mode;
use crate::game::Turn;
use crate::kit::procedures::{Procedure, Progress, Sequence};
use crate::square::{Cell, CellSet, Flood};

/// Men below which a command group does not assault (decision D15).
const COMMAND_MEN: u8 = 4;

impl Procedure<BoltAction> for Charge {
    const QUESTION: &'static str = "which unit is assaulted?";
    const QUIET: bool = false;

    fn decider(self, _: &BoltAction) -> Turn {
        Turn::Player(self.unit.side())
    }

    /// A single target needs no choice.
    fn carry_on(self, game: &mut BoltAction) -> Progress {
        let mut targets = game.enemies(self.unit).filter(|&target| game.may_charge(self.unit, target));
        match (targets.next(), targets.next()) {
            (Some(target), None) => {
                game.charge(self.unit, target);
                Progress::Moves
            }
            _ => Progress::Waits,
        }
    }

    fn list(self, game: &BoltAction, out: &mut Vec<Action>) {
        out.extend(game.enemies(self.unit).filter(|&target| game.may_charge(self.unit, target)).map(Action::Charge));
    }

    fn carry_out(self, game: &mut BoltAction, action: Action) {
        let Action::Charge(target) = action else { unreachable!("{action:?} is not a target") };
        game.charge(self.unit, target);
    }
}

impl Procedure<BoltAction> for ReturnFire {
    const QUESTION: &'static str = "does the target of the assault react?";
    const QUIET: bool = false;

    fn decider(self, game: &BoltAction) -> Turn {
        Turn::Player(game.melee.target.side())
    }

    fn is_due(self, game: &BoltAction) -> bool {
        game.may_fire_back() || game.may_escape(game.melee.target)
    }

    fn list(self, game: &BoltAction, out: &mut Vec<Action>) {
        let target = game.melee.target;
        out.push(Action::Done);
        out.extend(game.may_escape(target).then_some(Action::Escape(target)));
        out.extend(game.may_fire_back().then_some(Action::Return(target)));
    }

    fn carry_out(self, game: &mut BoltAction, action: Action) {
        game.pop();
        match action {
            Action::Escape(unit) => game.escape(unit),
            Action::Return(unit) => {
                game.spend_die(unit, Order::Fire);
                game.melee.fires_back = true;
            }
            _ => {}
        }
    }
}

impl Procedure<BoltAction> for Contact {
    const QUIET: bool = false;

    /// The way is measured after the reaction: a target that escaped may be out of reach.
    fn carry_on(self, game: &mut BoltAction) -> Progress {
        let Melee { attacker, target, fires_back, .. } = game.melee;
        let route = if game.may_charge(attacker, target) { game.charge_route(attacker, target) } else { None };
        let Some(route) = route else {
            game.melee = Melee::NONE;
            return game.pop();
        };
        game.begin_march(attacker, Order::Run);
        game.march.fire_back = if fires_back { game.best_moment(attacker, target, route).map(|(left, _)| left) } else { None };
        game.march.route = route;
        game.melee.blows = game.blows(attacker, target);
        game.frames.replace_top(Frame::Melee(MeleeStage::Begin));
        game.frames.push(Frame::Path(attacker));
        Progress::Moves
    }
}

impl BoltAction {
    /// [ORD.3.a] Whether a unit without an order may be ordered to assault: men who serve no crewed weapon and are no command group
    /// (decision D15), with a target in reach.
    pub(super) fn may_assault(&self, unit: UnitId) -> bool {
        let template = self.data.unit(unit);
        let serves = |weapon| self.data.weapon(weapon).fixed || !self.data.weapon(weapon).is_direct();
        let crew = template.men.iter().filter_map(|man| man.weapon()).any(serves);
        let command = template.rank.is_some() && self.board.piece(unit).men < COMMAND_MEN;
        template.class == Class::Infantry
            && self.may_run(unit)
            && !crew
            && !command
            && self.enemies(unit).any(|target| self.may_charge(unit, target))
    }

    /// [CQ.1] Whether a unit may assault a target.
    pub(super) fn may_charge(&self, unit: UnitId, target: UnitId) -> bool {
        let piece = self.board.piece(target);
        if !piece.is_alive() {
            return false;
        }
        // [CQV.1] Nobody catches a vehicle that runs.
        let runs = self.data.unit(target).class == Class::Vehicle && piece.order == Some(Order::Run) && !piece.immobilised;
        // A target in reach lies at most a cell beyond it and a cell aside.
        let far = u16::from(self.data.tables.assault.distance) + 1;
        let from = self.board.cell(unit);
        let near = self.held_cells(target).any(|cell| self.data.lattice().distance2(from, cell) <= far * far + 1);
        !runs && near && self.can_contact(unit, target)
    }

    fn charge(&mut self, unit: UnitId, target: UnitId) {
        self.pop();
        self.melee = Melee::declared(unit, target);
        self.test_order(unit);
    }

    /// [CQV.2] What the test of an assault on closed armour is made harder by for men who have nothing against tanks.
    pub(super) fn assault_penalty(&self, unit: UnitId) -> u8 {
        if !self.melee.is_on() || self.melee.attacker != unit {
            return 0;
        }
        self.penalty_against(unit, self.melee.target)
    }

    /// The same against a target that may be named.
    pub fn penalty_against(&self, unit: UnitId, target: UnitId) -> u8 {
        close_quarters::test_penalty(&self.data.tables, self.data.unit(target).is_closed(), self.is_anti_tank(unit))
    }

    /// An assault begins: the target reacts, then the unit moves.
    pub(super) fn push_assault(&mut self) {
        self.frames.push(Frame::Contact);
        self.frames.push(Frame::ReturnFire);
    }

    /// The cell of a unit, and the section of its building: men in a house are reached at any of its walls.
    fn held_cells(&self, unit: UnitId) -> impl Iterator<Item = Cell> + '_ {
        let cell = self.board.cell(unit);
        std::iter::once(cell).chain(self.data.section_of(cell))
    }

    /// Cells beside a target, or beside the section of its building.
    pub(super) fn contact_cells(&self, target: UnitId) -> CellSet {
        let held: CellSet = self.held_cells(target).collect();
        let beside: CellSet = held.iter().flat_map(|cell| self.data.lattice().around(cell, 1)).collect();
        beside.iter().filter(|&cell| !held.contains(cell)).collect()
    }

    /// Whether [`charge_route`](Self::charge_route) finds a way.
    fn can_contact(&self, unit: UnitId, target: UnitId) -> bool {
        let mobility = self.data.unit(unit).mobility;
        let crowded = self.board.crowded_beside(self.data, unit, target);
        let free: CellSet = self.contact_cells(target).iter().filter(|&cell| !crowded.contains(cell)).collect();
        let closed = self.board.closed_to(self.data, unit, Some(target));
        let comes = |(runs, inches): (bool, u8)| {
            let floor = self.data.floor(mobility, runs);
            let flood = Flood::new(floor, self.board.cell(unit), FIFTHS * inches, &closed);
            free.iter().any(|cell| flood.cost(floor, cell).is_some())
        };
        let rules = &self.data.tables.assault;
        !free.is_empty() && [(true, rules.distance), (false, rules.rough_distance)].into_iter().any(comes)
    }

    /// [CQ.3] The cheapest way to a cell beside the target: by a Run, or as far as an Advance over ground that forbids a Run
    /// (supplement S24). Of several cells, the first.
    pub(super) fn charge_route(&self, unit: UnitId, target: UnitId) -> Option<Route> {
        let rules = &self.data.tables.assault;
        let mobility = self.data.unit(unit).mobility;
        let crowded = self.board.crowded_beside(self.data, unit, target);
        let closed = self.board.closed_to(self.data, unit, Some(target));
        let contact = self.contact_cells(target);
        let mut best: Option<(u8, Cell, Route)> = None;
        for (runs, inches) in [(true, rules.distance), (false, rules.rough_distance)] {
            let floor = self.data.floor(mobility, runs);
            let flood = Flood::new(floor, self.board.cell(unit), FIFTHS * inches, &closed);
            let reached = contact.iter().filter(|&cell| !crowded.contains(cell));
            let nearest = reached.filter_map(|cell| Some((flood.cost(floor, cell)?, cell))).min();
            if let Some((cost, cell)) = nearest.filter(|&(cost, cell)| best.is_none_or(|(least, first, _)| (cost, cell) < (least, first))) {
                best = Some((cost, cell, Route::backwards(flood.steps_back(floor, cell))));
            }
        }
        best.map(|(_, _, route)| route)
    }

    /// [CQ.2][CQV.3] Whether the target of an assault that begins far enough may shoot first (supplement S6).
    fn may_fire_back(&self) -> bool {
        let Melee { attacker, target, .. } = self.melee;
        self.fires_first(attacker, target)
    }

    /// The same of an assault that may be declared.
    pub(super) fn fires_first(&self, attacker: UnitId, target: UnitId) -> bool {
        let surprise = u16::from(self.data.tables.assault.surprise);
        let far = self.data.lattice().distance2(self.board.cell(attacker), self.board.cell(target)) > surprise * surprise;
        let waits = self.board.piece(target).is_alive() && self.board.piece(target).order.is_none();
        far && waits && self.charge_route(attacker, target).is_some_and(|route| self.best_moment(attacker, target, route).is_some())
    }

    /// Where on its way the attacker is hit best, nearest to the target if in several cells (decision D16): steps left, and the cell.
    pub(super) fn best_moment(&self, attacker: UnitId, target: UnitId, mut route: Route) -> Option<(u8, Cell)> {
        let lattice = self.data.lattice();
        let aim = self.aim(target, attacker, Mode::ALL);
        let (mut cell, own) = (self.board.cell(attacker), self.board.cell(target));
        let mut best: Option<(u8, u16, u8, Cell)> = None;
        loop {
            if let Some(need) = self.best_need(&aim.at(cell)) {
                let moment = (need, lattice.distance2(cell, own), route.left, cell);
                best = Some(best.map_or(moment, |least| least.min(moment)));
            }
            let Some(facing) = route.next() else { break };
            cell = lattice.step(cell, facing).expect("a path stays on the battlefield");
        }
        best.map(|(_, _, left, at)| (left, at))
    }

    /// When the target of an assault that begins here strikes (decision D27). Against those who come from out of sight it has the cover of
    /// the cell in which it stands.
    pub(super) fn blows(&self, attacker: UnitId, target: UnitId) -> Blows {
        let cell = self.board.cell(target);
        let seen = self.data.sight.cover(self.board.cell(attacker), cell);
        let cover = seen.unwrap_or_else(|| self.data.battlefield.screen(cell).own_cover());
        let cover = if self.board.piece(target).dug_in { Cover::Hard } else { cover };
        close_quarters::blows(self.data.tables.switches, cover)
    }

    /// The target of the assault shoots at those who come.
    pub(super) fn fire_back(&mut self) {
        let Melee { attacker, target, .. } = self.melee;
        if self.can_shoot(target, attacker, Mode::ALL) {
            self.shoot(target, attacker, Mode::ALL);
        }
    }
}
