//! A unit or stack on the move: choices, travel, and what happens on the way [10.4][10.5].

use arrayvec::ArrayVec;

use super::EastFront;
use super::action::Action;
use super::command::Use;
use super::data::MovementPhase;
use super::flood::{CLOSED, Reach};
use super::ground::dearer;
use super::ids::{HEX_CAPACITY, HexSet, UnitId};
use super::movement::Payer;
use super::sequence::{Frame, Progress};
use super::sets::{Place, units};
use crate::game::Side;
use crate::hex::Hex;

/// How far a group on the move has come.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub(super) enum MarchStage {
    /// Chosen, not yet moved; companions may join.
    Gathering,
    /// Has passed a hex that matters and goes on.
    UnderWay,
    /// An overrun is being fought.
    Overrunning,
    /// Has entered the hex it overran.
    Through,
    /// Has come to its end.
    Finished,
}

/// A unit or stack on the move. Costs are half points.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct March {
    pub(super) group: u128,
    /// Units left behind by the group after an overrun, which go on when it has finished [10.53].
    pub(super) waiting: u128,
    pub(super) side: Side,
    pub(super) stage: MarchStage,
    /// Half points left on the road and in full: see [`super::flood`].
    pub(super) left: [u8; 2],
    /// The same of the units left behind.
    pub(super) waiting_left: [u8; 2],
    pub(super) payer: Payer,
    /// Last counter that joined or was left behind, as slot + 1, so that each set is built in one order.
    pub(super) last: u8,
    /// Where the group stands, or its entry hex.
    pub(super) hex: Hex,
    /// Hex of the overrun in progress.
    pub(super) target: Hex,
    /// Where the units left behind stand.
    pub(super) waiting_hex: Hex,
}

impl Default for March {
    fn default() -> Self {
        March {
            group: 0,
            waiting: 0,
            side: Side::Axis,
            stage: MarchStage::Gathering,
            left: [0; 2],
            waiting_left: [0; 2],
            payer: Payer::Foot,
            last: 0,
            hex: Hex(0),
            target: Hex(0),
            waiting_hex: Hex(0),
        }
    }
}

impl March {
    pub(super) fn words(&self) -> [u64; 6] {
        let [road, full] = self.left;
        let [waiting_road, waiting_full] = self.waiting_left;
        let small = [self.side as u8, self.stage as u8, road, full, waiting_road, waiting_full, self.payer as u8, self.last];
        let place = u64::from(self.hex.0) | u64::from(self.target.0) << 16 | u64::from(self.waiting_hex.0) << 32;
        [self.group as u64, (self.group >> 64) as u64, self.waiting as u64, (self.waiting >> 64) as u64, u64::from_le_bytes(small), place]
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

impl EastFront {
    /// The march of a unit that has not moved.
    pub(super) fn new_march(&self, unit: UnitId) -> March {
        let points = self.allowance(unit);
        let payer = self.data.play.roster.brief(unit).payer;
        let (hex, left) = match (self.board.hex(unit), self.entry_hex(unit)) {
            (Some(hex), _) => (hex, [points; 2]),
            (None, Some(hex)) => (hex, self.entry_left(unit, hex, points)),
            (None, None) => (Hex(0), [CLOSED; 2]),
        };
        March { group: unit.bit(), side: unit.side(), left, payer, hex, last: Self::slot_after(unit), ..March::default() }
    }

    /// The march with one unit more: the shortest allowance and the dearest class count for all [10.53].
    pub(super) fn joined(&self, march: &March, unit: UnitId) -> March {
        let other = self.new_march(unit);
        March {
            group: march.group | unit.bit(),
            left: [march.left[0].min(other.left[0]), march.left[1].min(other.left[1])],
            payer: dearer(march.payer, other.payer),
            last: Self::slot_after(unit),
            ..*march
        }
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

    pub(super) fn carry_on_march(&mut self) -> Progress {
        match self.march.stage {
            MarchStage::Gathering | MarchStage::UnderWay => Progress::Waits,
            MarchStage::Through if self.may_go_on() => Progress::Waits,
            MarchStage::Through | MarchStage::Overrunning | MarchStage::Finished => {
                self.end_march();
                Progress::Moves
            }
        }
    }

    /// Whether a group that has overrun a hex has anything left to do.
    fn may_go_on(&self) -> bool {
        self.march.group != 0 && (self.can_step(&self.march) || !self.assaults(&self.march).is_empty())
    }

    /// Fills the choices of a march.
    pub(super) fn list_march(&self, out: &mut Vec<Action>) {
        let march = &self.march;
        let fresh = march.is_fresh();
        if march.stage == MarchStage::Through {
            out.push(Action::Done);
            out.extend(Self::droppable(march).map(Action::Drop));
        }
        if march.is_single() || march.stage == MarchStage::Through {
            self.list_moves(march, out);
        }
        out.extend(self.assaults(march).into_iter().map(|assault| Action::Overrun { from: assault.from, target: assault.target }));
        if fresh {
            out.extend(self.companions(march).map(Action::Join));
        }
    }

    fn list_moves(&self, march: &March, out: &mut Vec<Action>) {
        let mut seen = HexSet::EMPTY;
        if march.is_fresh() && self.board.hex(march.lead()).is_none() {
            seen.insert(march.hex);
            out.push(Action::MoveTo(march.hex));
        }
        let reach = self.ways(march);
        for &hex in reach.reached() {
            seen.insert(hex);
            out.push(Action::MoveTo(hex));
        }
        if march.is_single() && march.is_fresh() {
            for hex in
                self.one_hex_moves(march).chain(self.strategic_ways(march).iter().flat_map(|(reach, _)| reach.reached().iter().copied()))
            {
                if !seen.contains(hex) {
                    seen.insert(hex);
                    out.push(Action::MoveTo(hex));
                }
            }
        }
        let vias = reach.reached().iter().filter(|&&hex| self.matters(march, hex) && self.can_step(&Self::advanced(march, &reach, hex)));
        out.extend(vias.map(|&hex| Action::Via(hex)));
    }

    /// Whether passing a hex gives the group control of an objective, by entering it or by its ZOC [3.21].
    fn matters(&self, march: &March, hex: Hex) -> bool {
        let enemy = march.side.opponent();
        if self.board.in_zoc(enemy, hex) {
            return false;
        }
        let lost = |objective: &Hex| self.board.controller(*objective) == enemy;
        let exerts =
            || units(march.side, march.group).any(|unit| self.board.values(self.data, unit).zoc && !self.board.has_overrun_marker(unit));
        let grid = &self.data.map.grid;
        self.data.play.objectives.iter().filter(lost).any(|objective| {
            objective == hex
                || grid.direction(hex, objective).is_some()
                    && self.board.occupant(objective).is_none()
                    && !self.board.in_zoc(enemy, objective)
                    && exerts()
        })
    }

    /// The march after a move to a hex of its reachable set.
    fn advanced(march: &March, reach: &Reach, hex: Hex) -> March {
        let stage = if march.stage == MarchStage::Through { MarchStage::Through } else { MarchStage::UnderWay };
        March { left: reach.left(hex, Reach::budget(march.left)), hex, stage, last: 0, ..*march }
    }

    /// Units that the group may leave behind after an overrun.
    fn droppable(march: &March) -> impl Iterator<Item = UnitId> + use<> {
        let march = *march;
        let apart = march.waiting == 0 || march.waiting_hex == march.hex;
        units(march.side, march.group).filter(move |unit| apart && !march.is_single() && Self::slot_after(*unit) > march.last)
    }

    /// Carries out a choice of the march in progress.
    pub(super) fn march_on(&mut self, action: Action) {
        match action {
            Action::MoveTo(hex) => {
                self.travel(hex);
                self.march.stage = MarchStage::Finished;
            }
            Action::Via(hex) => self.travel(hex),
            Action::Join(unit) => {
                self.start_unit(unit);
                self.march = self.joined(&self.march, unit);
            }
            Action::Overrun { from, target } => self.declare_overrun(from, target),
            Action::Drop(unit) => {
                let march = &mut self.march;
                march.group &= !unit.bit();
                march.waiting |= unit.bit();
                march.waiting_left = march.left;
                march.waiting_hex = march.hex;
                march.last = Self::slot_after(unit);
            }
            Action::Done => self.march.stage = MarchStage::Finished,
            _ => unreachable!("{action:?} is not a choice of a march"),
        }
    }

    /// The group's units have moved; those left behind go on, or the phase does.
    fn end_march(&mut self) {
        for unit in units(self.march.side, self.march.group) {
            self.moved.insert(unit);
        }
        let march = self.march;
        if march.waiting != 0 {
            self.march = March {
                group: march.waiting,
                waiting: 0,
                left: march.waiting_left,
                hex: march.waiting_hex,
                stage: MarchStage::Through,
                last: 0,
                ..march
            };
            return;
        }
        self.march = March::default();
        let frame = self.frames.pop();
        debug_assert_eq!(frame, Some(Frame::March), "a march ends under its own frame");
    }

    /// Moves the group to a hex by the cheapest way, taking control of the hexes on the way.
    pub(super) fn travel(&mut self, to: Hex) {
        let march = self.march;
        let enters = march.is_fresh() && self.board.hex(march.lead()).is_none();
        let mut way: ArrayVec<Hex, { HEX_CAPACITY + 1 }> = ArrayVec::new();
        if enters {
            way.push(march.hex);
        }
        if to == march.hex {
            self.march.stage = MarchStage::UnderWay;
        } else {
            let reach = self.ways(&march);
            if reach.has(to) {
                way.extend(reach.path(self.steps_of(march.payer), to));
                self.march = Self::advanced(&march, &reach, to);
            } else {
                match self.strategic_ways(&march) {
                    Some((reach, steps)) if reach.has(to) && self.data.map.grid.direction(march.hex, to).is_none() => {
                        way.extend(reach.path(steps, to));
                    }
                    _ => way.push(to),
                }
                self.march = March { left: [CLOSED; 2], hex: to, stage: MarchStage::UnderWay, last: 0, ..march };
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
