//! [2.3][BPS][LONG] The players set up their units themselves: each side changes the default places, as it likes within the rules.
//!
//! Everything stands where the scenario has it. A side picks a unit and places it in another hex of its zone, or lets it change places with
//! another one, or lets it give strength to another one of its class [LONG.a]; then the next, until it is ready. What the rules ask of the
//! whole set-up holds after each change: what was covered before is covered afterwards, so that a side may be ready at any time.

use arrayvec::ArrayVec;

use super::BlocksInTheEast;
use super::action::Action;
use super::data::{MOST_PICKS, StackFault, Unit, chart_class, stack_fault};
use super::denial::BlocksDenial;
use super::frame::{Frame, SetUp, SetUpSector, SetUpUnit};
use super::ids::{HexSet, Place, UnitId};
use super::prepared::Prepared;
use super::terms::{Nation, Zone};
use crate::game::{Side, Turn};
use crate::hex::Hex;
use crate::kit::procedures::{Procedure, Sequence as _};

/// Hexes that are listed at once, beside the units that may change places; of more the sector is chosen first.
const MOST_LISTED: usize = 250;
/// What a unit alone does where it stands.
struct Bond {
    /// The hexes in which it would do it, too.
    hexes: HexSet,
    /// What is missing elsewhere.
    why: BlocksDenial,
}

impl Bond {
    /// Whether another unit that takes the place of this one does it as well.
    fn is_kept_by(&self, other: &Unit) -> bool {
        if self.why == BlocksDenial::EmptyFront { other.is_combat() } else { other.is_ground() }
    }
}

impl Prepared {
    /// [BPS.c][BPS.f][BPS.g][SBE6.b] Whether a unit may be set up in a hex, whoever else is there.
    fn is_zone_of(&self, unit: UnitId, hex: Hex) -> bool {
        let known = self.unit(unit);
        let owned = || self.ownable.contains(hex) && self.axis_at_start.contains(hex) == (unit.side() == Side::Axis);
        self.lies_in_zone(known, hex) && owned() && !self.closed_to(known.nation).contains(hex)
    }

    /// The same, or the hex in which it stands by default.
    fn is_set_up_in(&self, unit: UnitId, hex: Hex) -> bool {
        self.is_zone_of(unit, hex) || self.default_place(unit) == Some(hex)
    }

    /// The hex in which a unit stands by default.
    fn default_place(&self, unit: UnitId) -> Option<Hex> {
        self.script.placed.iter().find(|placed| placed.unit == unit).map(|placed| placed.hex)
    }

    /// [BPS.d][27.0.a] Of some hexes those that units on the ground occupy or control, if they stand in some hexes.
    fn covered(&self, duty: &HexSet, posts: &HexSet, rivers_bar: bool) -> HexSet {
        self.ground.controlled(posts, &HexSet::EMPTY, rivers_bar).union(*posts).intersection(*duty)
    }

    /// [LONG.a] The least by which a unit at a step can give strength to another one at a step, with the steps that they have then: both keep
    /// a point and no more than they have at full strength.
    fn shifted(&self, [giver, taker]: [(UnitId, usize); 2]) -> Option<[usize; 2]> {
        let [from, to] = [giver, taker].map(|(unit, _)| &self.unit(unit).steps);
        let is_alike = chart_class(self.unit(giver.0)).is_some_and(|class| chart_class(self.unit(taker.0)) == Some(class));
        if self.follows_dots() || !is_alike || giver.0 == taker.0 {
            return None;
        }
        let lower = (giver.1 + 1..from.len()).filter(|&step| from[step].strength > 0);
        let mut shifts = lower.filter_map(|step| {
            let given = from[giver.1].strength - from[step].strength;
            let raised = (0..taker.1).find(|&higher| to[higher].strength == to[taker.1].strength + given)?;
            Some([step, raised])
        });
        shifts.next()
    }
}

impl BlocksInTheEast {
    /// [2.3][LONG] The sides set up their units, where they do it themselves: the one first that the scenario says. [LONG.a] Nobody has seen
    /// how the other side distributes its strength.
    pub(super) fn begin_set_up(&mut self) {
        let data = self.data;
        if !data.script.options.free_set_up {
            return;
        }
        let first = data.script.first_set_up;
        self.frames.push_all(&[Frame::SetUp(first, 0), Frame::SetUp(first.opponent(), 0)]);
        if data.follows_dots() {
            return;
        }
        for placed in &data.script.placed {
            let known = data.unit(placed.unit);
            if chart_class(known).is_some()
                && let Some(lowest) = known.steps.iter().rposition(|step| step.strength > 0)
            {
                self.board.overlook(placed.unit, lowest);
            }
        }
    }

    /// [BPS.j][13.8.1.h] Why a unit is not moved in the set-up, if it is not.
    pub(super) fn stays_in_set_up(&self, unit: UnitId) -> Option<BlocksDenial> {
        if self.board.hex(unit).is_none() {
            Some(BlocksDenial::NotOnMap)
        } else if self.is_seated(unit) {
            Some(BlocksDenial::Seated)
        } else if self.data.follows_dots() && self.data.unit(unit).zone == Zone::Exact {
            Some(BlocksDenial::ExactPlace)
        } else {
            None
        }
    }

    /// [BPS.d][SBE6.b][27.0.a] What a unit alone does where it stands.
    fn bonds(&self, unit: UnitId) -> ArrayVec<Bond, 3> {
        let (data, side, known) = (self.data, unit.side(), self.data.unit(unit));
        let mut bonds = ArrayVec::new();
        let Some(hex) = self.board.hex(unit).filter(|_| known.is_ground()) else { return bonds };
        let is_alone = |is: fn(&Unit) -> bool| !self.board.of(side, hex).iter().any(|&other| other != unit && is(data.unit(other)));
        let here: HexSet = [hex].into_iter().collect();
        if known.is_combat() && data.duties.fronts[side.index()].contains(hex) && is_alone(Unit::is_combat) {
            bonds.push(Bond { hexes: here, why: BlocksDenial::EmptyFront });
        }
        if side == Side::Axis || !is_alone(Unit::is_ground) {
            return bonds;
        }
        let posts = self.ground_of(side);
        let borders = [
            (&data.duties.border, false, BlocksDenial::Uncovered),
            (&data.turkish_frontier, self.rivers_bar(), BlocksDenial::KeepsFrontier),
        ];
        for (duty, rivers_bar, why) in borders.into_iter().filter(|(duty, ..)| !duty.is_empty()) {
            let [with, without] = [posts, posts.difference(here)].map(|posts| data.covered(duty, &posts, rivers_bar));
            // A hex is covered from where its own zone of control would reach.
            let covering = |hex: Hex| {
                let alone: HexSet = [hex].into_iter().collect();
                data.ground.controlled(&alone, &HexSet::EMPTY, rivers_bar).union(alone)
            };
            if let Some(hexes) = with.difference(without).iter().map(covering).reduce(HexSet::intersection) {
                bonds.push(Bond { hexes, why });
            }
        }
        bonds
    }

    /// [3.10][5.3.c][3.4][BPS.k] Why a unit is not set up in a hex beside those who are there, without one of them.
    fn bar_beside(&self, unit: UnitId, hex: Hex, without: Option<UnitId>) -> Option<BlocksDenial> {
        let (data, known) = (self.data, self.data.unit(unit));
        let stays = |other: &&UnitId| **other != unit && Some(**other) != without;
        let others = self.board.of(unit.side(), hex).iter().filter(stays).map(|&other| data.unit(other));
        if let Some(fault) = stack_fault(&data.tables.stacking, self.is_city(hex), &others.chain([known])) {
            return Some(match fault {
                StackFault::Crowd => BlocksDenial::NoRoom,
                StackFault::Rivals => BlocksDenial::Rivals,
                StackFault::NoCity => BlocksDenial::NoBase,
            });
        }
        if let Some(bar) = self.against_mountains(unit).filter(|_| data.ground.mountains.contains(hex)) {
            return Some(bar);
        }
        let finland = &data.ground.finland;
        let is_new = || self.board.hex(unit).is_none_or(|hex| !finland.contains(hex)) && data.default_place(unit) != Some(hex);
        let comes = known.nation == Nation::German && finland.contains(hex) && is_new();
        let is_guest =
            |&(other, hex): &(UnitId, Hex)| data.unit(other).nation == Nation::German && finland.contains(hex) && Some(other) != without;
        let full = || self.board.on_map(Side::Axis).filter(is_guest).count() >= data.tables.finland.germans;
        (comes && full()).then_some(BlocksDenial::GermansInFinland)
    }

    /// Why a unit is not moved to a hex in the set-up, if it is not.
    fn bar_in_set_up(&self, unit: UnitId, hex: Hex) -> Option<BlocksDenial> {
        if self.board.hex(unit) == Some(hex) {
            Some(BlocksDenial::StandsThere)
        } else if !self.data.is_set_up_in(unit, hex) {
            Some(BlocksDenial::NotInZone)
        } else {
            let broken = || self.bonds(unit).into_iter().find(|bond| !bond.hexes.contains(hex)).map(|bond| bond.why);
            self.bar_beside(unit, hex, None).or_else(broken)
        }
    }

    /// [2.3] The hexes to which a unit may be moved in the set-up.
    pub(super) fn set_up_hexes(&self, unit: UnitId) -> HexSet {
        let data = self.data;
        let mut open: HexSet = data.map.hexes().filter(|&hex| data.is_set_up_in(unit, hex)).collect();
        self.board.hex(unit).into_iter().for_each(|hex| open.remove(hex));
        let kept = self.bonds(unit).iter().fold(open, |open, bond| open.intersection(bond.hexes));
        kept.iter().filter(|&hex| self.bar_beside(unit, hex, None).is_none()).collect()
    }

    /// Why two units do not change places in the set-up, if they do not; `bonds` are those of the first.
    fn bar_to_exchange(&self, unit: UnitId, bonds: &[Bond], other: UnitId) -> Option<BlocksDenial> {
        let data = self.data;
        if let Some(stays) = self.stays_in_set_up(other) {
            return Some(stays);
        }
        let [Some(here), Some(there)] = [unit, other].map(|unit| self.board.hex(unit)) else { return Some(BlocksDenial::NotOnMap) };
        let goes = |unit: UnitId, hex: Hex, partner: UnitId| {
            if data.is_set_up_in(unit, hex) { self.bar_beside(unit, hex, Some(partner)) } else { Some(BlocksDenial::NotInZone) }
        };
        let breaks = |bonds: &[Bond], hex: Hex, partner: UnitId| {
            let broken = |bond: &&Bond| !bond.hexes.contains(hex) && !bond.is_kept_by(data.unit(partner));
            bonds.iter().find(broken).map(|bond| bond.why)
        };
        if here == there {
            return Some(BlocksDenial::StandsThere);
        }
        let [one, two] = [unit, other].map(|unit| data.unit(unit));
        let alike = (one.is_ground(), one.is_combat()) == (two.is_ground(), two.is_combat());
        goes(unit, there, other)
            .or_else(|| goes(other, here, unit))
            .or_else(|| breaks(bonds, there, other))
            .or_else(|| if alike { None } else { breaks(&self.bonds(other), here, unit) })
    }

    /// [LONG.a] The steps of two units of which the first has given strength to the other.
    fn shift(&self, giver: UnitId, taker: UnitId) -> Option<[usize; 2]> {
        self.data.shifted([giver, taker].map(|unit| (unit, self.board.step(unit))))
    }

    /// [LONG.a] Strength points of the unit that is set up and of another one when it has given it some. Only its own side may be told.
    pub fn strengths_after(&self, taker: UnitId) -> Option<[u8; 2]> {
        let Some(Frame::SetUpUnit(giver)) = self.top() else { return None };
        let [left, gained] = self.shift(giver, taker)?;
        Some([self.data.unit(giver).steps[left].strength, self.data.unit(taker).steps[gained].strength])
    }

    /// Why a unit is not picked in the set-up of its side.
    pub(super) fn explain_pick(&self, unit: UnitId) -> BlocksDenial {
        self.stays_in_set_up(unit).unwrap_or(BlocksDenial::NoMoreChanges)
    }

    /// Why nothing becomes of a choice for a unit that is picked in the set-up.
    pub(super) fn explain_set_up(&self, unit: UnitId, action: Action) -> BlocksDenial {
        let listed_later = BlocksDenial::ChooseSector;
        match action {
            Action::Place(hex) => self.bar_in_set_up(unit, hex).unwrap_or(listed_later),
            Action::Exchange(other) => self.bar_to_exchange(unit, &self.bonds(unit), other).unwrap_or(listed_later),
            Action::Strengthen(_) => BlocksDenial::NoShift,
            Action::Sector(_) => BlocksDenial::NotInZone,
            _ => BlocksDenial::WrongPhase,
        }
    }

    /// [2.3][29.1.a] The hexes that a sector offers, where one is chosen now: those in which the unit may be set up, or partisans rise.
    pub fn hexes_of_sector(&self, sector: u8) -> HexSet {
        match self.top() {
            Some(Frame::SetUpUnit(unit) | Frame::SetUpSector(unit, _)) => {
                let within = |&hex: &Hex| self.lies_in_sector(hex) && self.sector_of(hex) == sector;
                self.set_up_hexes(unit).iter().filter(within).collect()
            }
            _ if self.data.script.options.partisans => self.uprising_hexes_in(sector),
            _ => HexSet::EMPTY,
        }
    }

    /// Whether a set-up hex is listed beside the sectors: a box lies in none.
    fn lies_in_sector(&self, hex: Hex) -> bool {
        !self.data.map.is_box(hex)
    }
}

impl Procedure<BlocksInTheEast> for SetUp {
    const QUESTION: &'static str = "which unit is set up elsewhere?";

    fn decider(self, _: &BlocksInTheEast) -> Turn {
        Turn::Player(self.side)
    }

    fn list(self, game: &BlocksInTheEast, out: &mut Vec<Action>) {
        out.push(Action::Done);
        if self.picks < MOST_PICKS {
            let mut units: ArrayVec<UnitId, { super::ids::SIDE_CAPACITY }> = game.board.on_map(self.side).map(|(unit, _)| unit).collect();
            units.sort_unstable();
            out.extend(units.into_iter().filter(|&unit| game.stays_in_set_up(unit).is_none()).map(Action::Select));
        }
    }

    fn carry_out(self, game: &mut BlocksInTheEast, action: Action) {
        let Action::Select(unit) = action else { return game.end(action) };
        game.frames.replace_top(Frame::SetUp(self.side, self.picks + 1));
        game.frames.push(Frame::SetUpUnit(unit));
    }
}

impl Procedure<BlocksInTheEast> for SetUpUnit {
    const QUESTION: &'static str = "where is the unit set up, or with which one does it change places?";
    const QUIET: bool = false;

    fn decider(self, _: &BlocksInTheEast) -> Turn {
        Turn::Player(self.unit.side())
    }

    fn list(self, game: &BlocksInTheEast, out: &mut Vec<Action>) {
        out.push(Action::Done);
        let hexes = game.set_up_hexes(self.unit);
        let in_sectors = hexes.len() > MOST_LISTED;
        for hex in hexes.iter() {
            let choice = if in_sectors && game.lies_in_sector(hex) { Action::Sector(game.sector_of(hex)) } else { Action::Place(hex) };
            if out.last() != Some(&choice) {
                out.push(choice);
            }
        }
        let bonds = game.bonds(self.unit);
        let first = out.len();
        for (other, _) in game.board.on_map(self.unit.side()) {
            if game.bar_to_exchange(self.unit, &bonds, other).is_none() {
                out.push(Action::Exchange(other));
            }
        }
        for (other, _) in game.board.on_map(self.unit.side()) {
            if game.shift(self.unit, other).is_some() {
                out.push(Action::Strengthen(other));
            }
        }
        // Units come by their hexes.
        out[first..].sort_unstable_by_key(|action| (action.verb(), action.unit()));
    }

    fn carry_out(self, game: &mut BlocksInTheEast, action: Action) {
        match action {
            Action::Place(hex) => game.board.put(self.unit, Place::on(hex)),
            Action::Exchange(other) => {
                let [here, there] = [self.unit, other].map(|unit| game.board.place(unit));
                game.board.put(self.unit, there);
                game.board.put(other, here);
            }
            Action::Strengthen(other) => {
                if let Some(steps) = game.shift(self.unit, other) {
                    [self.unit, other].into_iter().zip(steps).for_each(|(unit, step)| game.board.set_step(unit, step));
                }
            }
            Action::Sector(sector) => return game.frames.replace_top(Frame::SetUpSector(self.unit, sector)),
            other => return game.end(other),
        }
        game.pop();
    }
}

impl Procedure<BlocksInTheEast> for SetUpSector {
    const QUESTION: &'static str = "in which hex of the sector is the unit set up?";
    const QUIET: bool = false;

    fn decider(self, _: &BlocksInTheEast) -> Turn {
        Turn::Player(self.unit.side())
    }

    fn list(self, game: &BlocksInTheEast, out: &mut Vec<Action>) {
        out.push(Action::Done);
        out.extend(game.hexes_of_sector(self.sector).iter().map(Action::Place));
    }

    fn carry_out(self, game: &mut BlocksInTheEast, action: Action) {
        let Action::Place(hex) = action else { return game.end(action) };
        game.board.put(self.unit, Place::on(hex));
        game.pop();
    }
}
