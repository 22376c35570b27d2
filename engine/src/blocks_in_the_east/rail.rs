//! [7.4] Strategic rail moves.

use std::cell::{OnceCell, RefCell};

use super::BlocksInTheEast;
use super::action::Action;
use super::board::{self, Mark};
use super::data::RailMoves as Limits;
use super::frame::{Frame, RailMove, RailMoves, Why};
use super::fuel::{Need, Ration};
use super::ground::joined_by_rail;
use super::ids::{HexSet, Place, UnitId};
use super::partisans::Sabotage;
use super::terms::{Colour, Nation, Region};
use crate::game::{Side, Turn};
use crate::hex::{Hex, OFF_MAP};
use crate::kit::procedures::{Procedure, Sequence as _};

/// [7.4.a] Where a rail move counts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Zone {
    /// Outside of the Soviet Union: the Axis moves there as often as it pays.
    Outside,
    /// In the Finnish operative area.
    FinnishArea,
    /// Elsewhere in the Soviet Union.
    SovietUnion,
}

/// Hexes that are joined by rail, and all that they follow from.
struct Lines {
    /// Fingerprint of the scenario.
    data: u64,
    /// Address of the railways.
    railways: usize,
    serving: HexSet,
    joined: HexSet,
}

thread_local! {
    static LAST: RefCell<Lines> = const {
        RefCell::new(Lines { data: 0, railways: 0, serving: HexSet::EMPTY, joined: HexSet::EMPTY })
    };
}

impl Zone {
    const ALL: [Zone; 3] = [Zone::Outside, Zone::FinnishArea, Zone::SovietUnion];
}

/// [7.4.a] Rail moves of the side at hand in this turn, by the allowance that they have used.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct RailUse {
    general: u8,
    finnish: u8,
}

impl RailUse {
    /// A turn with so many moves less than usual [13.8.1.i][32.3].
    pub(super) const fn without(moves: u8) -> Self {
        RailUse { general: moves, finnish: 0 }
    }

    /// Whether one more move of a side is allowed in a zone. One in the Finnish area uses the allowance of that area, and when it is used up
    /// the general one.
    pub const fn allows(self, limits: &Limits, side: Side, zone: Zone) -> bool {
        match (side, zone) {
            (Side::Soviet, _) => self.general < limits.soviet,
            (Side::Axis, Zone::Outside) => true,
            (Side::Axis, Zone::FinnishArea) => self.finnish < limits.axis_in_finnish_area || self.general < limits.axis_in_soviet_union,
            (Side::Axis, Zone::SovietUnion) => self.general < limits.axis_in_soviet_union,
        }
    }

    /// [16.2] Whether so many moves of the Soviets are left.
    pub(super) const fn is_left(self, limits: Limits, moves: u8) -> bool {
        self.general + moves <= limits.soviet
    }

    /// [16.2] The same after one of the trains of a factory.
    pub(super) const fn after_train(self, limits: Limits) -> Self {
        self.after(&limits, Side::Soviet, Zone::SovietUnion)
    }

    /// The same after one more move.
    #[must_use]
    pub const fn after(self, limits: &Limits, side: Side, zone: Zone) -> Self {
        match (side, zone) {
            (Side::Axis, Zone::Outside) => self,
            (Side::Axis, Zone::FinnishArea) if self.finnish < limits.axis_in_finnish_area => RailUse { finnish: self.finnish + 1, ..self },
            _ => RailUse { general: self.general.saturating_add(1), ..self },
        }
    }
}

impl BlocksInTheEast {
    /// [7.4.a] Where a move between two hexes counts: where the more restricted of them lies.
    fn rail_zone(&self, from: Hex, to: Hex) -> Zone {
        let area = self.data.map.region(Region::FinnishOperations);
        let of = |hex: Hex| match (self.data.ground.soviet_union.contains(hex), area.contains(hex)) {
            (false, _) => Zone::Outside,
            (true, true) => Zone::FinnishArea,
            (true, false) => Zone::SovietUnion,
        };
        match (of(from), of(to)) {
            (Zone::SovietUnion, _) | (_, Zone::SovietUnion) => Zone::SovietUnion,
            (Zone::FinnishArea, _) | (_, Zone::FinnishArea) => Zone::FinnishArea,
            _ => Zone::Outside,
        }
    }

    /// [7.4] Who pays for a move of a unit: its own nation, and for allies that have nothing Germany, whose railways they are.
    fn rail_payer(&self, unit: UnitId) -> Option<Nation> {
        let nation = self.data.unit(unit).nation;
        let payers = [Some(nation), (nation.side() == Side::Axis).then_some(Nation::German)];
        let price = u16::from(self.data.tables.rail_moves.price);
        payers.into_iter().flatten().find(|&payer| self.treasury.spendable(payer, Colour::Yellow) >= price)
    }

    /// [7.4.b][29.1.d][32.3][AMB-21] Hexes over which a side moves by rail: its own, with no enemy in them or beside them, no partisans and no
    /// bombed station.
    pub(super) fn safe_hexes(&self, side: Side) -> HexSet {
        self.out_of_reach(side).difference(self.hostile_partisans(side, Sabotage::Trains as u8)).difference(self.closed_stations())
    }

    /// The hexes over which a unit may pass by rail, of those that are safe for its side. The incomplete edge lets it pass [7.5.4.a].
    fn passable(&self, unit: UnitId, safe: &HexSet) -> HexSet {
        let traffic = self.traffic(unit.side());
        let closed = self.closed_to_trains(&traffic, unit).hexes();
        safe.difference(closed).union(safe.intersection(self.data.edge))
    }

    /// [7.4.b][16.2] Whether a train can set out from a hex, over hexes that are safe for its side.
    pub(super) fn leaves_by_rail(&self, hex: Hex, safe: &HexSet) -> bool {
        safe.contains(hex) && self.railways()[hex.index()].iter().any(|&near| near != OFF_MAP && safe.contains(Hex(near)))
    }

    /// [7.4.b] Whether a unit may be put on a train, if there is somewhere to go: on the ground, in supply, not frozen, in a hex with a
    /// railway and no enemy beside it. Headquarters stay where they are activated, and in their seats [13.0][13.8.1.h].
    /// `pays` says whether a unit has what the move costs.
    pub(super) fn may_entrain(&self, unit: UnitId, hex: Hex, safe: &HexSet, pays: impl FnOnce(UnitId) -> bool) -> bool {
        self.data.unit(unit).is_ground()
            && !self.data.is_frozen(unit, self.turn)
            && !self.board.is(unit, Mark::OutOfSupply)
            && !self.board.is(unit, Mark::Railed)
            && self.leaves_by_rail(hex, safe)
            && !self.is_active(unit)
            && !self.keeps_post(unit)
            && !self.is_seated(unit)
            && pays(unit)
            && self.rail_use.allows(&self.data.rail_moves(self.turn), unit.side(), self.rail_zone(hex, hex))
    }

    /// The units of a side that may be put on a train.
    fn passengers(&self, side: Side) -> impl Iterator<Item = UnitId> + '_ {
        let (safe, depots) = (self.safe_hexes(side), OnceCell::new());
        let pays = move |unit: UnitId| self.rail_payer(unit).is_some() || self.awaits_ration_of(&depots, unit, Need::Rail);
        board::of(self.data, side).filter(move |&unit| self.board.hex(unit).is_some_and(|hex| self.may_entrain(unit, hex, &safe, &pays)))
    }

    /// The hexes joined to one by rail, over hexes that serve. The thread keeps those of the last train: most of a side run on the same lines.
    fn joined_to(&self, from: Hex, serving: &HexSet) -> HexSet {
        let (data, railways) = (self.data.fingerprint, self.railways());
        let address = railways.as_ptr() as usize;
        LAST.with_borrow_mut(|last| {
            // Railways lead both ways, and what is joined to one hex is joined to all that are joined to it.
            let is_same = (last.data, last.railways) == (data, address) && last.joined.contains(from) && last.serving == *serving;
            if !is_same {
                let joined = joined_by_rail(railways, &[from].into_iter().collect(), serving);
                *last = Lines { data, railways: address, serving: *serving, joined };
            }
            last.joined
        })
    }

    /// Slow reference of the lines that the thread keeps: those of the train that is about to leave are followed anew.
    ///
    /// # Errors
    /// Names the unit of which the two tell different things.
    pub(super) fn verify_lines(&self) -> Result<(), String> {
        let Some(Frame::RailMove(unit)) = self.top() else { return Ok(()) };
        let Some(from) = self.board.hex(unit) else { return Ok(()) };
        let serving = self.passable(unit, &self.safe_hexes(unit.side()));
        let anew = joined_by_rail(self.railways(), &[from].into_iter().collect(), &serving);
        let is_true = self.joined_to(from, &serving) == anew;
        is_true.then_some(()).ok_or_else(|| format!("the lines of {} are remembered wrongly", self.data.unit(unit).id))
    }

    /// [7.4][7.4.b] Where a unit may go by rail.
    pub(super) fn rail_destinations(&self, unit: UnitId) -> HexSet {
        let Some(from) = self.board.hex(unit) else { return HexSet::EMPTY };
        let serving = self.passable(unit, &self.safe_hexes(unit.side()));
        let reached = self.joined_to(from, &serving).difference([from].into_iter().collect());
        let limits = &self.data.rail_moves(self.turn);
        // [14.0.a][14.0.b] The train passes mountains; the unit does not stay there.
        let mountains = if self.against_mountains(unit).is_some() { self.data.ground.mountains } else { HexSet::EMPTY };
        let stops = reached.difference(self.data.edge).difference(mountains);
        let allows = |zone: Zone| self.rail_use.allows(limits, unit.side(), zone);
        let goes = |hex: &Hex| allows(self.rail_zone(from, *hex));
        let stops = if Zone::ALL.into_iter().all(allows) { stops } else { stops.iter().filter(goes).collect() };
        self.with_room(unit, &stops, Some(Why::Movement))
    }
}

impl Procedure<BlocksInTheEast> for RailMoves {
    const QUESTION: &'static str = "which unit moves by rail?";

    fn decider(self, _: &BlocksInTheEast) -> Turn {
        Turn::Player(self.side)
    }

    fn is_due(self, game: &BlocksInTheEast) -> bool {
        game.passengers(self.side).next().is_some()
            || game.can_activate(self.side, Need::Rail)
            || game.factories_to_move(self.side).next().is_some()
    }

    fn list(self, game: &BlocksInTheEast, out: &mut Vec<Action>) {
        out.push(Action::Done);
        out.extend(game.passengers(self.side).map(Action::Select));
        game.list_activations(self.side, Need::Rail, out);
        out.extend(game.factories_to_move(self.side).map(|(colour, hex)| Action::Evacuate(colour, hex)));
    }

    fn carry_out(self, game: &mut BlocksInTheEast, action: Action) {
        match action {
            Action::Select(unit) => {
                game.board.pick(unit);
                game.frames.push(Frame::RailMove(unit));
            }
            Action::Activate(unit) => game.activate(unit),
            Action::Evacuate(colour, hex) => game.move_factory(colour, hex),
            other => game.end(other),
        }
    }
}

impl Procedure<BlocksInTheEast> for RailMove {
    const QUESTION: &'static str = "where does the unit go by rail?";
    const QUIET: bool = false;

    fn decider(self, _: &BlocksInTheEast) -> Turn {
        Turn::Player(self.unit.side())
    }

    /// A unit that stays is not asked about again in this phase.
    fn list(self, game: &BlocksInTheEast, out: &mut Vec<Action>) {
        out.push(Action::Done);
        let destinations = game.rail_destinations(self.unit);
        if game.command.ration != Ration::None || game.rail_payer(self.unit).is_some() {
            out.extend(destinations.iter().map(Action::MoveTo));
        }
        if !destinations.is_empty() {
            game.list_rations(self.unit, Need::Rail, out);
        }
    }

    /// [7.4.c] It may still move afterwards.
    fn carry_out(self, game: &mut BlocksInTheEast, action: Action) {
        let unit = self.unit;
        if let Action::Fuel(headquarters) = action {
            return game.feed(unit, headquarters, Need::Rail, action);
        }
        if let (Action::MoveTo(to), Some(from)) = (action, game.board.hex(unit)) {
            let limits = game.data.rail_moves(game.turn);
            if let Some(payer) = game.rail_payer(unit).filter(|_| game.command.ration == Ration::None) {
                game.treasury.spend(payer, Colour::Yellow, limits.price);
            }
            game.rail_use = game.rail_use.after(&limits, unit.side(), game.rail_zone(from, to));
            game.board.put(unit, Place::on(to));
        }
        game.digest();
        game.board.set(unit, Mark::Railed, true);
        game.pop();
    }
}
