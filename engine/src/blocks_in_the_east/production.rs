//! [7.3] Production: points repair units on the map and rebuild eliminated ones; reinforcements come in; units are disbanded.

use super::BlocksInTheEast;
use super::action::Action;
use super::board::{self, Mark};
use super::data::Unit;
use super::frame::{Disbanding, Frame, Placement, Production};
use super::ids::{HexSet, Place, UnitId};
use super::terms::{Colour, Country, Nation, TownClass, UnitClass, UnitKind};
use crate::game::{Side, Turn};
use crate::hex::Hex;
use crate::kit::procedures::{Procedure, Progress, Sequence as _};

/// [5.2.a] The allies to which Germany gives points.
const ALLIES: [Nation; 5] = [Nation::Romanian, Nation::Hungarian, Nation::Finnish, Nation::Italian, Nation::Slovak];

/// [7.3.1] Where new units come in, by what they are.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Site {
    /// [7.3.1.c] Armour.
    HeavyIndustry,
    /// [7.3.1.d][AMB-35] Aircraft, and troops that come by air.
    AircraftIndustry,
    /// [7.3.1.e] Marines.
    NavalYard,
    /// All others.
    City,
}

impl Site {
    const COUNT: usize = 4;

    const fn of(unit: &Unit) -> Site {
        match (unit.class, unit.kind) {
            (UnitClass::Armour, _) => Site::HeavyIndustry,
            (UnitClass::Air, _) | (_, UnitKind::Paratroop | UnitKind::Airlanding) => Site::AircraftIndustry,
            (_, UnitKind::Marine) => Site::NavalYard,
            _ => Site::City,
        }
    }
}

impl BlocksInTheEast {
    /// [7.3][7.3.4][5.2.a] The phase begins: points come in, and units that were disbanded may be rebuilt.
    pub(super) fn begin_production(&mut self, side: Side) {
        for unit in board::of(self.data, side) {
            if self.board.place(unit) == Place::DISBANDED {
                self.board.put(unit, Place::ELIMINATED);
            }
        }
        self.treasury.begin_turn();
        let income = self.data.script.income;
        if self.turn >= income.first_turn {
            for nation in Nation::ALL {
                if nation.side() == side && !self.has_surrendered(nation) {
                    self.treasury.earn(nation, income.points[nation.index()]);
                }
            }
        }
    }

    /// [7.3][7.3.a][4.4] Points for the next step of a unit on the map; `None` where it is whole, out of supply, or where the step is never
    /// rebuilt.
    pub fn repair_price(&self, unit: UnitId) -> Option<u8> {
        let step = self.board.step(unit).checked_sub(1)?;
        let supplied = self.board.hex(unit).is_some() && !self.board.is(unit, Mark::OutOfSupply);
        self.data.tables.production.cost(self.data.unit(unit).steps[step].colour).filter(|_| supplied)
    }

    /// [7.3][5.4] Points for the lowest step of an eliminated unit; `None` where it is never rebuilt.
    pub fn rebuilding_price(&self, unit: UnitId) -> Option<u8> {
        let known = self.data.unit(unit);
        let may = self.board.place(unit) == Place::ELIMINATED && known.nation != Nation::Italian;
        self.data.tables.production.cost(known.steps.last()?.colour).filter(|_| may)
    }

    /// [7.3.c][7.3.3] Whether a unit waits to be brought in: its turn has come, or it was kept back.
    pub(super) fn is_due(&self, unit: UnitId) -> bool {
        self.board.place(unit) == Place::RESERVE && self.data.unit(unit).arrives <= self.turn
    }

    fn affords(&self, unit: UnitId, price: Option<u8>) -> bool {
        price.is_some_and(|price| u16::from(price) <= self.treasury.for_units(self.data.unit(unit).nation))
    }

    /// [7.3.1] Whether a hex lies in the country from which new units of a nation come.
    fn is_home(&self, nation: Nation, hex: Hex) -> bool {
        let country = match nation {
            Nation::Soviet | Nation::Chechen | Nation::American | Nation::British => Country::SovietUnion,
            Nation::German => Country::Germany,
            Nation::Romanian => Country::Romania,
            Nation::Hungarian => Country::Hungary,
            Nation::Finnish => Country::Finland,
            Nation::Slovak => Country::Slovakia,
            // [7.3.1.a] Italians come through Poland as well.
            Nation::Italian => Country::Italy,
        };
        let map = &self.data.map;
        map.country[hex.index()] == Some(country) || nation == Nation::Italian && map.former_poland.contains(hex)
    }

    /// [7.3.1][7.3.1.b] How many new units a hex receives in a turn. Hexes with a factory that are no Major Cities receive one (D-03).
    fn capacity(&self, hex: Hex) -> usize {
        let rules = &self.data.tables.production;
        let capital = self.data.map.place_at(hex).is_some_and(|place| place.class == Some(TownClass::Capital));
        if capital || rules.large_cities.contains(hex) { rules.units_in_capital } else { rules.units_in_city }
    }

    /// [7.3.1][7.3.1.c][7.3.1.d][7.3.1.e] Whether new units of a side are placed in a hex that is one of a kind.
    fn takes(&self, side: Side, site: Site, hex: Hex) -> bool {
        let place = self.data.map.place_at(hex);
        match site {
            Site::HeavyIndustry => self.has_factory(side, Colour::Red, hex),
            Site::AircraftIndustry => self.has_factory(side, Colour::Blue, hex),
            Site::NavalYard => place.is_some_and(|place| place.white > 0),
            Site::City => {
                place.is_some_and(|place| place.class.is_some_and(TownClass::is_major))
                    || self.data.tables.production.large_cities.contains(hex)
            }
        }
    }

    /// [7.3.1][7.3.2] Where a new unit of a nation may come in, of hexes that are sources of its supply: at home, under control, with a place
    /// left in this turn.
    fn placements<'a>(&'a self, unit: UnitId, sources: &'a HexSet) -> impl Iterator<Item = Hex> + 'a {
        let (side, known) = (unit.side(), self.data.unit(unit));
        let (nation, site) = (known.nation, Site::of(known));
        let left =
            move |hex: Hex| self.board.of(side, hex).iter().filter(|&&other| self.board.is(other, Mark::New)).count() < self.capacity(hex);
        let may = move |hex: &Hex| {
            sources.contains(*hex)
                && self.is_home(nation, *hex)
                && self.board.controls(self.data, side, *hex)
                && !self.data.closed_to(nation).contains(*hex)
                && self.takes(side, site, *hex)
                && left(*hex)
        };
        self.data.building_sites.iter().copied().filter(may)
    }

    /// Where a new unit may come in.
    pub(super) fn placement_hexes(&self, unit: UnitId) -> HexSet {
        let sources = self.data.supply_sources(&self.situation(), self.data.unit(unit).nation);
        self.placements(unit, &sources).collect()
    }

    /// The eliminated units that a side can rebuild, and the reinforcements that it can bring in.
    fn newcomers(&self, side: Side, mut each: impl FnMut(UnitId, bool)) {
        let mut sources: [Option<HexSet>; Nation::COUNT] = [None; Nation::COUNT];
        let mut has_place = [[None; Site::COUNT]; Nation::COUNT];
        let mut situation = None;
        for (unit, known) in self.data.units(side) {
            let due = self.is_due(unit);
            if !due && !self.affords(unit, self.rebuilding_price(unit)) || self.has_surrendered(known.nation) {
                continue;
            }
            let finds = || {
                let situation = situation.get_or_insert_with(|| self.situation());
                let sources = sources[known.nation.index()].get_or_insert_with(|| self.data.supply_sources(situation, known.nation));
                self.placements(unit, sources).next().is_some()
            };
            if *has_place[known.nation.index()][Site::of(known) as usize].get_or_insert_with(finds) {
                each(unit, due);
            }
        }
    }

    /// [5.2.a] Whether Germany may give a nation a point.
    fn may_give(&self, nation: Nation) -> bool {
        let fights = self.data.units(Side::Axis).any(|(unit, known)| known.nation == nation && self.board.place(unit) != Place::REMOVED);
        fights
            && !self.has_surrendered(nation)
            && self.treasury.own(Nation::German) > 0
            && self.treasury.aid_left(nation, &self.data.tables.production) > 0
    }

    /// [7.3.4] The units of a side that may be disbanded, from one on.
    fn disbandable(&self, side: Side, from: u16) -> impl Iterator<Item = UnitId> + '_ {
        let may = move |unit: &UnitId| unit.0 >= from && self.board.hex(*unit).is_some() && !self.board.is(*unit, Mark::OutOfSupply);
        board::of(self.data, side).filter(may)
    }

    /// The units of a side on the map that points can repair.
    fn repairable(&self, side: Side) -> impl Iterator<Item = UnitId> + '_ {
        board::of(self.data, side).filter(|&unit| self.affords(unit, self.repair_price(unit)))
    }

    /// The allies to which Germany may give a point now, when its side produces.
    fn aided(&self, side: Side) -> impl Iterator<Item = Nation> + '_ {
        ALLIES.into_iter().filter(move |&nation| side == Side::Axis && self.may_give(nation))
    }
}

impl Procedure<BlocksInTheEast> for Production {
    const QUESTION: &'static str = "what are points spent on, and which reinforcements come in?";

    fn decider(self, _: &BlocksInTheEast) -> Turn {
        Turn::Player(self.side)
    }

    fn is_due(self, game: &BlocksInTheEast) -> bool {
        let mut newcomer = false;
        game.newcomers(self.side, |_, _| newcomer = true);
        newcomer || game.repairable(self.side).next().is_some() || game.aided(self.side).next().is_some()
    }

    fn list(self, game: &BlocksInTheEast, out: &mut Vec<Action>) {
        out.push(Action::Done);
        out.extend(game.aided(self.side).map(Action::Aid));
        out.extend(game.repairable(self.side).map(Action::Repair));
        game.newcomers(self.side, |unit, due| out.push(if due { Action::Bring(unit) } else { Action::Rebuild(unit) }));
    }

    fn carry_out(self, game: &mut BlocksInTheEast, action: Action) {
        match action {
            Action::Aid(nation) => game.treasury.give_aid(nation),
            Action::Repair(unit) => {
                let price = game.repair_price(unit).unwrap_or(0);
                game.treasury.pay_for_unit(game.data.unit(unit).nation, price);
                game.board.set_step(unit, game.board.step(unit).saturating_sub(1));
            }
            Action::Rebuild(unit) | Action::Bring(unit) => game.frames.push(Frame::Placement(unit)),
            other => game.end(other),
        }
    }
}

impl Procedure<BlocksInTheEast> for Placement {
    const QUESTION: &'static str = "where is the new unit placed?";
    const QUIET: bool = false;

    fn decider(self, _: &BlocksInTheEast) -> Turn {
        Turn::Player(self.unit.side())
    }

    fn list(self, game: &BlocksInTheEast, out: &mut Vec<Action>) {
        out.extend(game.placement_hexes(self.unit).iter().map(Action::Place));
    }

    /// [7.3.1.f] A reinforcement comes in as it is; a unit that is rebuilt has its lowest step.
    fn carry_out(self, game: &mut BlocksInTheEast, action: Action) {
        let Action::Place(hex) = action else { return game.end(action) };
        let unit = self.unit;
        if let Some(price) = game.rebuilding_price(unit) {
            game.treasury.pay_for_unit(game.data.unit(unit).nation, price);
            game.board.set_step(unit, game.data.unit(unit).steps.len() - 1);
        }
        game.board.put(unit, Place::on(hex));
        game.board.set(unit, Mark::New, true);
        game.pop();
    }
}

impl Procedure<BlocksInTheEast> for Disbanding {
    const QUESTION: &'static str = "which units are disbanded?";

    fn decider(self, _: &BlocksInTheEast) -> Turn {
        Turn::Player(self.side)
    }

    fn carry_on(self, game: &mut BlocksInTheEast) -> Progress {
        if game.disbandable(self.side, self.from).next().is_some() { Progress::Waits } else { game.pop() }
    }

    fn list(self, game: &BlocksInTheEast, out: &mut Vec<Action>) {
        out.push(Action::Done);
        out.extend(game.disbandable(self.side, self.from).map(Action::Disband));
    }

    fn carry_out(self, game: &mut BlocksInTheEast, action: Action) {
        let Action::Disband(unit) = action else { return game.end(action) };
        game.board.put(unit, Place::DISBANDED);
        game.frames.replace_top(Frame::Disbanding(self.side, unit.0 + 1));
    }
}
