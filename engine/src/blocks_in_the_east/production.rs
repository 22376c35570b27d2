//! [7.3] Production: points repair units on the map and rebuild eliminated ones; reinforcements come in; units are disbanded.

use super::BlocksInTheEast;
use super::action::Action;
use super::board::{self, Mark};
use super::data::Unit;
use super::frame::{Disbanding, Frame, Placement, Production};
use super::ids::{HexSet, Place, UnitId};
use super::terms::{Colour, Effort, Flag, Nation, TownClass, UnitClass, UnitKind};
use super::treasury::Price;
use crate::game::{Side, Turn};
use crate::hex::Hex;
use crate::kit::procedures::{Procedure, Progress, Sequence as _};

/// [5.2.a] The allies to which Germany gives points.
const ALLIES: [Nation; 5] = [Nation::Romanian, Nation::Hungarian, Nation::Finnish, Nation::Italian, Nation::Slovak];

/// [7.3.1] Where new units come in, by what they are.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Site {
    /// [7.3.1.c][11.2.c] Armour; in the Advanced game that of the minor allies in their capitals as well.
    TankFactory,
    /// [7.3.1.d][11.2.c] Aircraft, likewise.
    AircraftFactory,
    /// [11.2] Armoured headquarters of the Advanced game.
    HeavyIndustry,
    /// [7.3.1.d][11.2][AMB-35] Troops that come by air, and headquarters of the air.
    AircraftIndustry,
    /// [7.3.1.e][11.2] Marines, and naval headquarters.
    NavalYard,
    /// All others.
    City,
}

impl Site {
    const COUNT: usize = 6;

    const fn of(unit: &Unit, advanced: bool) -> Site {
        match (unit.class, unit.kind) {
            (UnitClass::Armour, _) => Site::TankFactory,
            (UnitClass::Air, _) => Site::AircraftFactory,
            (_, UnitKind::ArmouredHq) if advanced => Site::HeavyIndustry,
            (_, UnitKind::Paratroop | UnitKind::Airlanding | UnitKind::AirHq) => Site::AircraftIndustry,
            (_, UnitKind::Marine | UnitKind::NavalHq) => Site::NavalYard,
            _ => Site::City,
        }
    }
}

/// Whose points bring a unit onto the map.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Payers {
    /// Those of its nation, or none are needed.
    nation: bool,
    /// [12.3.b] Those of the besieged city.
    pocket: bool,
    /// [34.0.e] Those of Lend-Lease alone.
    lease: bool,
}

impl Payers {
    const COUNT: usize = 8;

    const fn index(self) -> usize {
        self.nation as usize + 2 * self.pocket as usize + 4 * self.lease as usize
    }
}

impl BlocksInTheEast {
    /// [7.3][7.3.4][5.2.a] The phase begins: points come in, and units that were disbanded may be rebuilt.
    pub(super) fn begin_production(&mut self, side: Side) {
        for unit in board::of(self.data, side) {
            if self.board.place(unit) == Place::DISBANDED {
                // [10.0.d] Guards are never rebuilt: who disbands them has not lost them to the enemy [SBE7.a].
                self.board.put(unit, if self.is_guards(unit) { Place::REMOVED } else { Place::ELIMINATED });
            }
        }
        self.treasury.begin_turn();
        self.research.begin_turn(side);
        if side == Side::Axis {
            self.resume_repairs();
        }
        if self.data.script.options.new_factories {
            self.industry.begin_turn(side);
        }
        if side == Side::Soviet {
            self.receive_lend_lease();
        }
        let income = &self.data.script.income;
        match (self.turn >= income.first_turn, income.follows_map) {
            (true, true) => self.earn_by_map(side),
            (true, false) => {
                for nation in Nation::ALL {
                    if nation.side() == side && !self.has_surrendered(nation) {
                        let [yellow, ..] = income.points[nation.index()];
                        let yellow = yellow.saturating_sub(self.bombed_points(nation));
                        self.treasury.earn(nation, Colour::Yellow, yellow.into());
                    }
                }
            }
            (false, _) => {}
        }
    }

    /// [7.3][7.3.a][4.4][12.3.b] Points for the next step of a unit on the map; `None` where it is whole, out of supply but for the pocket
    /// on the lake, or where the step is never rebuilt.
    pub fn repair_price(&self, unit: UnitId) -> Option<u8> {
        if self.is_interceptor(unit) {
            return self.interceptor_price(unit);
        }
        let step = self.board.step(unit).checked_sub(1)?;
        let supplied = self.is_in_pocket(unit) || self.board.hex(unit).is_some() && !self.board.is(unit, Mark::OutOfSupply);
        self.data.tables.production.cost(self.data.unit(unit).steps[step].colour).filter(|_| supplied)
    }

    /// [7.3][5.4][10.0.d][28.0] Points for the lowest step of an eliminated unit; `None` where it is never rebuilt.
    pub fn rebuilding_price(&self, unit: UnitId) -> Option<u8> {
        if self.board.place(unit) != Place::ELIMINATED {
            return None;
        }
        let known = self.data.unit(unit);
        let rebuilt = known.nation != Nation::Italian && !self.is_guards(unit) && !self.is_to_leave(unit);
        let may = rebuilt && known.class != UnitClass::Strategic;
        if may && self.is_free(known) {
            return Some(0);
        }
        self.data.tables.production.cost(known.steps.last()?.colour).filter(|_| may)
    }

    /// [28.0][30.0.a] Whether a unit is rebuilt free of charge: German infantry, once the Volkssturm is called up, and the Chechens.
    fn is_free(&self, known: &Unit) -> bool {
        let is_called = (known.nation, known.kind) == (Nation::German, UnitKind::Infantry) && self.is_volkssturm_called();
        is_called || known.nation == Nation::Chechen
    }

    /// [10.0] Whether a unit is of the Soviet Guards, which the Advanced game knows.
    pub(super) fn is_guards(&self, unit: UnitId) -> bool {
        self.data.is_advanced() && self.data.unit(unit).is(Flag::Guards)
    }

    /// [7.3.c][7.3.3] Whether a unit waits to be brought in: its turn has come, or it was kept back.
    pub(super) fn is_due(&self, unit: UnitId) -> bool {
        let known = self.data.unit(unit);
        // [35.0] Strategic units never come onto the map.
        let comes = || known.class != UnitClass::Strategic && known.arrives <= self.turn;
        self.board.place(unit) == Place::RESERVE && comes() && !self.is_upgrade(unit)
    }

    /// [11.0.a][11.0.b] What a step of a unit costs, by its yellow points: as many of its colour beside them, if its nation counts them.
    pub(super) fn price(&self, unit: UnitId, points: u8) -> Price {
        let known = self.data.unit(unit);
        let colour = known.colour().filter(|&colour| self.data.script.income.follows_map && self.counts(known.nation, colour));
        Price { points, colour, lease: self.leases(known) }
    }

    /// [11.0.a] The colour of which a step of a unit costs as many points as yellow ones, if it costs any.
    pub fn colour_of_price(&self, unit: UnitId) -> Option<Colour> {
        self.price(unit, 0).colour
    }

    /// [12.3.b] Whether the points of the besieged city are used in a hex.
    fn is_fed_by_city(&self, side: Side, hex: Hex) -> bool {
        side == Side::Soviet && self.treasury.feeds_pocket() && self.data.tables.siege.pocket.contains(hex)
    }

    /// [12.3.b] Whether a unit in the besieged pocket is repaired with the points of its city.
    pub(super) fn is_in_pocket(&self, unit: UnitId) -> bool {
        self.board.hex(unit).is_some_and(|hex| self.is_fed_by_city(unit.side(), hex))
    }

    /// Whether the nation of a unit can pay for a step of it, anywhere but in the besieged pocket.
    pub(super) fn affords(&self, unit: UnitId, points: Option<u8>) -> bool {
        points.is_some_and(|points| self.treasury.affords(self.data.unit(unit).nation, self.price(unit, points)))
    }

    /// [12.3.b] Whether the besieged city can.
    fn pocket_affords(&self, unit: UnitId, points: Option<u8>) -> bool {
        points.is_some_and(|points| self.treasury.pocket_affords(self.price(unit, points)))
    }

    /// Pays for a step of a unit in a hex.
    pub(super) fn pay_for(&mut self, unit: UnitId, points: u8, hex: Hex) {
        let price = self.price(unit, points);
        if self.is_fed_by_city(unit.side(), hex) {
            self.treasury.pay_in_pocket(price);
        } else {
            self.treasury.pay_for_unit(self.data.unit(unit).nation, price);
        }
    }

    /// [7.3.1][7.3.1.b] How many new units a hex receives in a turn. Hexes with a factory that are no Major Cities receive one (D-03).
    fn capacity(&self, hex: Hex) -> usize {
        let rules = &self.data.tables.production;
        let capital = self.data.map.place_at(hex).is_some_and(|place| place.class == Some(TownClass::Capital));
        if capital || rules.large_cities.contains(hex) { rules.units_in_capital } else { rules.units_in_city }
    }

    /// [7.3.1][7.3.1.c][7.3.1.d][7.3.1.e][11.2][11.2.c] Whether new units of a nation are placed in a hex that is one of a kind.
    fn takes(&self, nation: Nation, site: Site, hex: Hex) -> bool {
        let side = nation.side();
        let place = self.data.map.place_at(hex);
        let own_capital = || {
            let minor = !matches!(nation, Nation::German | Nation::Soviet);
            self.data.is_advanced() && minor && place.is_some_and(|place| place.class == Some(TownClass::Capital))
        };
        match site {
            Site::TankFactory => self.has_factory(side, Colour::Red, hex) || own_capital(),
            Site::AircraftFactory => self.has_factory(side, Colour::Blue, hex) || own_capital(),
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
    fn placements<'a>(&'a self, unit: UnitId, payers: Payers, sources: &'a HexSet) -> impl Iterator<Item = Hex> + 'a {
        let (side, known) = (unit.side(), self.data.unit(unit));
        let (nation, site) = (known.nation, Site::of(known, self.data.is_advanced()));
        let left =
            move |hex: Hex| self.board.of(side, hex).iter().filter(|&&other| self.board.is(other, Mark::New)).count() < self.capacity(hex);
        // Into the besieged pocket nobody comes but those who are built there.
        let city = self.data.tables.siege.city;
        let serves = move |hex: Hex| {
            if self.is_fed_by_city(side, hex) { hex == city && payers.pocket } else { payers.nation && sources.contains(hex) }
        };
        // [30.0] Chechens rise at home, and come from nowhere else.
        let is_chechen = nation == Nation::Chechen;
        let rising = self.revolt().filter(|_| is_chechen).filter(|&hex| left(hex));
        // [34.0.e] What Lend-Lease builds needs no factory.
        let leased = if payers.lease { self.lend_lease_cities() } else { HexSet::EMPTY };
        // [13.8.1.h][13.8.2.a] Supreme Headquarters with a seat are built there and nowhere else, Stavka on the edge of the map too.
        let seat = self.seat(unit);
        let may = move |hex: &Hex| {
            serves(*hex)
                && self.data.is_home(nation, *hex)
                && self.board.controls(self.data, side, *hex)
                && (seat.is_some()
                    || !self.data.closed_to(nation).contains(*hex) && (leased.contains(*hex) || self.takes(nation, site, *hex)))
                && left(*hex)
        };
        let sites: &[Hex] = if seat.is_some() || is_chechen { &[] } else { self.data.home_sites(nation) };
        sites.iter().copied().chain(seat).filter(may).chain(rising)
    }

    /// [30.0] Where the Chechens rise now: in Grozny, while no Soviet unit on the ground is there.
    pub(super) fn revolt(&self) -> Option<Hex> {
        let is_free = |hex: &Hex| !self.holds_ground(Side::Soviet, *hex) && self.brigades_in(*hex) == 0;
        self.data.main_sources[Nation::Chechen.index()].filter(is_free)
    }

    /// Who can pay so many points for a new unit. What a reinforcement brings in costs nothing.
    fn payers(&self, unit: UnitId, points: Option<u8>) -> Payers {
        let pocket = self.is_fed_by_city(unit.side(), self.data.tables.siege.city) && self.pocket_affords(unit, points);
        Payers { nation: points.is_none() || self.affords(unit, points), pocket, lease: self.is_built_by_lend_lease(unit, points) }
    }

    /// Where a new unit may come in.
    pub(super) fn placement_hexes(&self, unit: UnitId) -> HexSet {
        let sources = self.data.supply_sources(&self.situation(), self.data.unit(unit).nation);
        self.placements(unit, self.payers(unit, self.rebuilding_price(unit)), &sources).collect()
    }

    /// The eliminated units that a side can rebuild, and the reinforcements that it can bring in.
    fn newcomers(&self, side: Side, mut each: impl FnMut(UnitId, bool)) {
        let mut sources: [Option<HexSet>; Nation::COUNT] = [None; Nation::COUNT];
        let mut has_place = [[[None; Payers::COUNT]; Site::COUNT]; Nation::COUNT];
        let mut situation = None;
        let waits = |unit: UnitId| matches!(self.board.place(unit), Place::RESERVE | Place::ELIMINATED);
        for (unit, known) in self.data.units(side).filter(|&(unit, _)| waits(unit)) {
            let due = self.is_due(unit);
            let points = self.rebuilding_price(unit);
            if !due && points.is_none() || self.has_surrendered(known.nation) {
                continue;
            }
            let payers = self.payers(unit, points);
            if !payers.nation && !payers.pocket {
                continue;
            }
            let mut finds = || {
                let situation = situation.get_or_insert_with(|| self.situation());
                let sources = sources[known.nation.index()].get_or_insert_with(|| self.data.supply_sources(situation, known.nation));
                self.placements(unit, payers, sources).next().is_some()
            };
            let site = Site::of(known, self.data.is_advanced());
            if self.is_seated(unit) {
                if finds() {
                    each(unit, due);
                }
                continue;
            }
            if *has_place[known.nation.index()][site as usize][payers.index()].get_or_insert_with(finds) {
                each(unit, due);
            }
        }
    }

    /// [5.2.a] Whether Germany may give a nation a point of a colour.
    fn may_give(&self, nation: Nation, colour: Colour) -> bool {
        !self.has_surrendered(nation)
            && self.saved_of(Nation::German, colour) > 0
            && self.treasury.aid_left(nation, &self.data.tables.production) > 0
            && self.data.units_of(nation).iter().any(|&unit| self.board.place(unit) != Place::REMOVED)
    }

    /// [7.3.4] The units of a side that may be disbanded, from one on.
    fn disbandable(&self, side: Side, from: u16) -> impl Iterator<Item = UnitId> + '_ {
        let may = move |unit: &UnitId| {
            unit.0 >= from && self.board.hex(*unit).is_some() && !self.board.is(*unit, Mark::OutOfSupply) && !self.keeps_post(*unit)
        };
        board::of(self.data, side).filter(may)
    }

    /// The units of a side on the map that points can repair.
    fn repairable(&self, side: Side) -> impl Iterator<Item = UnitId> + '_ {
        let affords = |&unit: &UnitId| {
            let points = self.repair_price(unit);
            points.is_some() && if self.is_in_pocket(unit) { self.pocket_affords(unit, points) } else { self.affords(unit, points) }
        };
        let is_hurt = move |unit: &UnitId| self.board.step(*unit) > 0 || self.data.has_strategic_warfare();
        board::of(self.data, side).filter(is_hurt).filter(affords)
    }

    /// [15.1] What a side may spend a yellow point of the turn on.
    fn efforts(&self, side: Side) -> impl Iterator<Item = Effort> + '_ {
        self.factories_to_pay(side).chain(self.fields_to_research(side))
    }

    /// [15.1] A yellow point is spent on a plan.
    fn invest(&mut self, side: Side, effort: Effort) {
        if let Some(colour) = effort.colour() {
            self.pay_factory(side, colour);
        } else if let Some(field) = effort.field() {
            self.pay_research(side, field);
        }
    }

    /// The allies to which Germany may give a point now, when its side produces, with the colour.
    fn aided(&self, side: Side) -> impl Iterator<Item = (Colour, Nation)> + '_ {
        let gives = move |&(colour, nation): &(Colour, Nation)| side == Side::Axis && self.may_give(nation, colour);
        Colour::ALL.into_iter().flat_map(|colour| ALLIES.map(|nation| (colour, nation))).filter(gives)
    }
}

impl Procedure<BlocksInTheEast> for Production {
    const QUESTION: &'static str = "what are points spent on, and which reinforcements come in?";

    /// [13.8.2][LONG.b] The German Supreme Headquarters comes before all other units; those who leave do so before and between what is decided.
    fn carry_on(self, game: &mut BlocksInTheEast) -> Progress {
        game.repair_german_command(self.side);
        game.remove_leavers(self.side);
        if self.is_due(game) { Progress::Waits } else { game.pop() }
    }

    fn decider(self, _: &BlocksInTheEast) -> Turn {
        Turn::Player(self.side)
    }

    fn is_due(self, game: &BlocksInTheEast) -> bool {
        let comes_in = || {
            let mut newcomer = false;
            game.newcomers(self.side, |_, _| newcomer = true);
            newcomer
        };
        game.repairable(self.side).next().is_some()
            || game.aided(self.side).next().is_some()
            || game.affordable_projects(self.side).next().is_some()
            || game.efforts(self.side).next().is_some()
            || game.centres_to_mend(self.side).next().is_some()
            || comes_in()
    }

    fn list(self, game: &BlocksInTheEast, out: &mut Vec<Action>) {
        out.push(Action::Done);
        out.extend(game.aided(self.side).map(|(colour, nation)| match colour {
            Colour::Yellow => Action::Aid(nation),
            colour => Action::Send(colour, nation),
        }));
        out.extend(game.repairable(self.side).map(Action::Repair));
        game.newcomers(self.side, |unit, due| out.push(if due { Action::Bring(unit) } else { Action::Rebuild(unit) }));
        out.extend(game.affordable_projects(self.side).map(Action::Build));
        out.extend(game.efforts(self.side).map(Action::Invest));
        out.extend(game.centres_to_mend(self.side).map(|(colour, hex)| Action::Mend(colour, hex)));
    }

    fn carry_out(self, game: &mut BlocksInTheEast, action: Action) {
        match action {
            Action::Aid(nation) => game.treasury.give_aid(nation, Colour::Yellow),
            Action::Send(colour, nation) => game.treasury.give_aid(nation, colour),
            Action::Repair(unit) if game.is_interceptor(unit) => game.repair_interceptor(unit),
            Action::Repair(unit) => {
                if let (Some(points), Some(hex)) = (game.repair_price(unit), game.board.hex(unit)) {
                    game.pay_for(unit, points, hex);
                }
                game.board.set_step(unit, game.board.step(unit).saturating_sub(1));
            }
            Action::Build(project) => game.build(project),
            Action::Invest(effort) => game.invest(self.side, effort),
            Action::Mend(colour, hex) => game.mend(colour, hex),
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
        if let Some(points) = game.rebuilding_price(unit) {
            game.pay_for(unit, points, hex);
            game.board.set_step(unit, game.data.unit(unit).steps.len() - 1);
        }
        game.board.put(unit, Place::on(hex));
        game.board.set(unit, Mark::New, true);
        // [30.0] Grozny becomes the Axis' where nobody is in it.
        if !game.board.holds(unit.side().opponent(), hex) {
            game.capture(unit.side(), hex);
        }
        // [12.3.b] Whoever is in the pocket is out of supply.
        let besieged = game.is_fed_by_city(unit.side(), hex);
        game.board.set(unit, Mark::OutOfSupply, besieged);
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
