//! A unit or stack on the move: choices, travel, and what happens on the way [10.4][10.5].

use std::hash::{Hash, Hasher};

use arrayvec::ArrayVec;
use stavka_words::tr;

use super::EastFront;
use super::action::Action;
use super::assault::Assault;
use super::command::Use;
use super::data::MovementPhase;
use super::flood::{CLOSED, Reach, least};
use super::frame::{self, Frame, MarchStage};
use super::ground::dearer;
use super::ids::{HALTS, HEX_CAPACITY, HexSet, Place, UnitId, units};
use super::movement::Payer;
use crate::game::{Side, Turn};
use crate::hex::Hex;
use crate::kit::procedures::{Procedure, Progress};

/// Where units were left behind after an overrun, and what they had spent: half points on the road and in full.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
struct Halt {
    spent: [u8; 2],
    hex: Hex,
}

impl Halt {
    const NONE: Halt = Halt { spent: [0; 2], hex: Hex(0) };
}

/// A unit or stack on the move. Costs are half points.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct March {
    pub(super) group: u128,
    /// Units left behind by the group, which go on when it has finished [10.53].
    pub(super) waiting: u128,
    /// Where they are, the last hex last.
    halts: [Halt; HALTS],
    halted: u8,
    pub(super) side: Side,
    pub(super) stage: MarchStage,
    /// Half points of the slowest unit of the group in this phase [10.53].
    pub(super) points: u8,
    /// Half points spent on the road and in full: see [`super::flood`].
    pub(super) spent: [u8; 2],
    pub(super) payer: Payer,
    /// Last counter that joined or was left behind, as slot + 1, so that each set is built in one order.
    pub(super) last: u8,
    /// Where the group stands, or its entry hex.
    pub(super) hex: Hex,
    /// Hex of the overrun in progress.
    pub(super) target: Hex,
}

impl Default for March {
    fn default() -> Self {
        March {
            group: 0,
            waiting: 0,
            halts: [Halt::NONE; HALTS],
            halted: 0,
            side: Side::Axis,
            stage: MarchStage::Gathering,
            points: 0,
            spent: [0; 2],
            payer: Payer::Foot,
            last: 0,
            hex: Hex(0),
            target: Hex(0),
        }
    }
}

/// Only the halts that are made count.
impl Hash for March {
    fn hash<H: Hasher>(&self, state: &mut H) {
        let March { group, waiting, halts: _, halted: _, side, stage, points, spent, payer, last, hex, target } = self;
        (group, waiting, self.halts(), side, stage, points, spent, payer, last, hex, target).hash(state);
    }
}

impl March {
    fn halts(&self) -> &[Halt] {
        &self.halts[..usize::from(self.halted)]
    }

    /// The stop at which the group stands.
    fn stop(&self) -> Halt {
        Halt { spent: self.spent, hex: self.hex }
    }

    /// Whether a unit may be left behind where the group stands: at the stop of the last one, or in a new hex.
    fn has_berth(&self) -> bool {
        let elsewhere = usize::from(self.halted) < HALTS && self.halts().iter().all(|halt| halt.hex != self.hex);
        elsewhere || self.halts().last() == Some(&self.stop())
    }

    fn leave_behind(&mut self, unit: UnitId) {
        if self.halts().last() != Some(&self.stop()) {
            self.halts[usize::from(self.halted)] = self.stop();
            self.halted += 1;
        }
        self.group &= !unit.bit();
        self.waiting |= unit.bit();
    }

    /// Half points that are left.
    pub(super) fn left(&self) -> u8 {
        self.points.saturating_sub(least(self.spent))
    }

    /// The lowest counter of the group.
    #[inline]
    pub(super) fn lead(&self) -> UnitId {
        UnitId::new(self.side, self.group.trailing_zeros() as usize)
    }

    /// Whether nobody of the group has moved in this phase.
    pub(super) fn is_fresh(&self) -> bool {
        self.stage == MarchStage::Gathering
    }

    /// Whether it is a single unit.
    pub(super) fn is_single(&self) -> bool {
        self.group.is_power_of_two()
    }
}

impl Procedure<EastFront> for frame::March {
    const QUIET: bool = false;

    fn decider(self, game: &EastFront) -> Turn {
        Turn::Player(game.march.side)
    }

    fn carry_on(self, game: &mut EastFront) -> Progress {
        match game.march.stage {
            MarchStage::Gathering | MarchStage::UnderWay => Progress::Waits,
            MarchStage::Through if game.may_go_on() => Progress::Waits,
            MarchStage::Through | MarchStage::Overrunning | MarchStage::Finished => {
                game.end_march();
                Progress::Moves
            }
        }
    }

    fn list(self, game: &EastFront, out: &mut Vec<Action>) {
        let march = &game.march;
        let fresh = march.is_fresh();
        if march.stage == MarchStage::Through {
            out.push(Action::Done);
            out.extend(EastFront::droppable(march).map(Action::Drop));
        }
        let overrun = |assault: Assault| Action::Overrun { from: assault.from, target: assault.target };
        if march.is_single() || march.stage == MarchStage::Through {
            let mut reach = Reach::new();
            game.ways(march, &mut reach);
            game.list_moves(march, &reach, out);
            if game.may_assault(march) {
                out.extend(game.assaults_within(march, &reach).map(overrun));
            }
        } else {
            out.extend(game.assaults(march, &mut Reach::new()).map(overrun));
        }
        if fresh {
            out.extend(game.companions(march).map(Action::Join));
        }
    }

    fn carry_out(self, game: &mut EastFront, action: Action) {
        match action {
            Action::MoveTo(hex) => {
                game.travel(hex);
                game.march.stage = MarchStage::Finished;
            }
            Action::Via(hex) => game.travel(hex),
            Action::Join(unit) => {
                game.start_unit(unit);
                game.march = game.joined(&game.march, unit);
            }
            Action::Overrun { from, target } => game.declare_overrun(from, target),
            Action::Drop(unit) => {
                game.march.leave_behind(unit);
                game.march.last = EastFront::slot_after(unit);
                game.count_points();
            }
            Action::Done => game.march.stage = MarchStage::Finished,
            _ => unreachable!("{action:?} is not a choice of a march"),
        }
    }

    fn question(self, game: &EastFront) -> String {
        let group = units(game.march.side, game.march.group);
        let names: Vec<&str> = group.map(|unit| game.data.unit(unit).id.as_str()).collect();
        tr!("move {names}", names = names.join(", "))
    }
}

impl EastFront {
    /// The march of a unit that has not moved.
    pub(super) fn new_march(&self, unit: UnitId) -> March {
        let points = self.allowance(unit);
        let payer = self.data.roster.stats(unit).payer;
        let (hex, spent) = match (self.board.hex(unit), self.entry_hex(unit)) {
            (Some(hex), _) => (hex, [0; 2]),
            (None, Some(hex)) => (hex, self.entry_price(unit, hex, points)),
            (None, None) => (Hex(0), [CLOSED; 2]),
        };
        March { group: unit.bit(), side: unit.side(), points, spent, payer, hex, last: Self::slot_after(unit), ..March::default() }
    }

    /// The march with one unit more: the shortest allowance counts for all, and the dearest class [10.53].
    pub(super) fn joined(&self, march: &March, unit: UnitId) -> March {
        let payer = dearer(march.payer, self.data.roster.stats(unit).payer);
        let points = march.points.min(self.allowance(unit));
        March { group: march.group | unit.bit(), points, payer, last: Self::slot_after(unit), ..*march }
    }

    /// [10.53] The units that go on together have the points of the slowest of them, less what they have spent.
    fn count_points(&mut self) {
        let (side, group) = (self.march.side, self.march.group);
        let roster = &self.data.roster;
        self.march.points = units(side, group).map(|unit| self.allowance(unit)).min().unwrap_or(0);
        self.march.payer = units(side, group).map(|unit| roster.stats(unit).payer).fold(Payer::Foot, dearer);
    }

    pub(super) fn begin_march(&mut self, unit: UnitId) {
        self.march = self.new_march(unit);
        self.start_unit(unit);
        self.frames.push(Frame::March);
    }

    /// What a unit uses up by starting to move: a command point in reaction [14.11.c.1], its share of the movement that a
    /// non-operational headquarters leaves [22.25.g].
    fn start_unit(&mut self, unit: UnitId) {
        let Some(hex) = self.board.hex(unit) else { return };
        match self.movement_phase() {
            MovementPhase::Reaction if unit.side() == Side::Soviet => self.spend_command(hex, Use::Reaction),
            MovementPhase::Reaction => {}
            MovementPhase::Movement | MovementPhase::Motorized => self.count_starter(unit, hex),
        }
    }

    /// Whether a group that has overrun a hex has anything left to do.
    fn may_go_on(&self) -> bool {
        self.march.group != 0 && (self.can_step(&self.march) || self.assaults(&self.march, &mut Reach::new()).next().is_some())
    }

    /// Lists where the group can go, by what it reaches.
    fn list_moves(&self, march: &March, reach: &Reach, out: &mut Vec<Action>) {
        let mut seen = HexSet::EMPTY;
        if self.is_outside(march) {
            seen.insert(march.hex);
            out.push(Action::MoveTo(march.hex));
        }
        for &hex in reach.reached() {
            seen.insert(hex);
            out.push(Action::MoveTo(hex));
        }
        if march.is_single() && march.is_fresh() {
            let mut strategic = Reach::new();
            self.strategic_ways(march, &mut strategic);
            for hex in self.one_hex_moves(march).chain(strategic.reached().iter().copied()) {
                if !seen.contains(hex) {
                    seen.insert(hex);
                    out.push(Action::MoveTo(hex));
                }
            }
        }
        let matter = self.hexes_that_matter(march);
        let vias = reach.reached().iter().filter(|&&hex| matter.contains(hex) && self.can_step(&Self::advanced(march, reach, hex)));
        out.extend(vias.map(|&hex| Action::Via(hex)));
    }

    /// Hexes that give the group control of an objective when it passes them, by entering it or by its ZOC [3.21].
    fn hexes_that_matter(&self, march: &March) -> HexSet {
        let enemy = march.side.opponent();
        let mut matter = HexSet::EMPTY;
        let exerts =
            || units(march.side, march.group).any(|unit| self.board.values(self.data, unit).zoc && !self.board.has_overrun_marker(unit));
        for &objective in self.data.script.objectives.iter().filter(|&&hex| self.board.controller(hex) == enemy) {
            matter.insert(objective);
            if self.board.occupant(objective).is_none() && !self.board.in_zoc(enemy, objective) && exerts() {
                matter.extend(self.data.map.grid.neighbours(objective).map(|(_, near)| near));
            }
        }
        matter.difference(*self.board.zoc(enemy))
    }

    /// The march after a move to a hex of its reachable set.
    fn advanced(march: &March, reach: &Reach, hex: Hex) -> March {
        let stage = if march.stage == MarchStage::Through { MarchStage::Through } else { MarchStage::UnderWay };
        March { spent: reach.spent(hex), hex, stage, last: 0, ..*march }
    }

    /// Units that the group may leave behind after an overrun.
    fn droppable(march: &March) -> impl Iterator<Item = UnitId> + use<> {
        let (berth, last) = (march.has_berth() && !march.is_single(), march.last);
        units(march.side, march.group).filter(move |unit| berth && Self::slot_after(*unit) > last)
    }

    /// The group's units have moved; those left behind go on, or the phase does.
    fn end_march(&mut self) {
        for unit in units(self.march.side, self.march.group) {
            self.moved.insert(unit);
        }
        if self.take_up() {
            return;
        }
        self.march = March::default();
        let frame = self.frames.pop();
        debug_assert_eq!(frame, Some(Frame::March), "a march ends under its own frame");
    }

    /// Takes up the units that were left behind last; `false` when nobody waits.
    fn take_up(&mut self) -> bool {
        let Some(last) = self.march.halts().len().checked_sub(1) else { return false };
        let march = &mut self.march;
        let halt = std::mem::replace(&mut march.halts[last], Halt::NONE);
        march.halted -= 1;
        march.group = march.waiting & self.board.stack_bits(halt.hex);
        march.waiting &= !march.group;
        (march.spent, march.hex, march.stage, march.last) = (halt.spent, halt.hex, MarchStage::Through, 0);
        self.count_points();
        true
    }

    /// Moves the group to a hex by the cheapest way, taking control of the hexes on the way.
    pub(super) fn travel(&mut self, to: Hex) {
        let march = self.march;
        let enters = self.is_outside(&march);
        let mut way: ArrayVec<Hex, { HEX_CAPACITY + 1 }> = ArrayVec::new();
        if enters {
            way.push(march.hex);
        }
        if to == march.hex {
            self.march.stage = MarchStage::UnderWay;
        } else {
            let mut reach = Reach::new();
            self.ways_to(&march, Some(to), &mut reach);
            if reach.has(to) {
                reach.path(self.steps_of(march.payer), to, &mut way);
                self.march = Self::advanced(&march, &reach, to);
            } else {
                match self.strategic_ways(&march, &mut reach) {
                    Some(steps) if reach.has(to) && (enters || self.data.map.grid.direction(march.hex, to).is_none()) => {
                        reach.path(steps, to, &mut way);
                    }
                    _ => way.push(to),
                }
                self.march = March { spent: [CLOSED; 2], hex: to, stage: MarchStage::UnderWay, last: 0, ..march };
            }
        }
        let last = way.pop();
        for unit in units(march.side, march.group) {
            for &hex in &way {
                self.board.pass(self.data, unit, hex);
            }
            if let Some(hex) = last {
                self.board.put(self.data, unit, Place::on(hex));
                self.arrived.remove(unit);
            }
        }
    }
}
