//! [4.0][7.2][7.9][7.10.a] Supply in the course of a turn: who is marked, and who surrenders.

use std::borrow::Cow;
use std::cell::{Cell, RefCell};

use super::BlocksInTheEast;
use super::board::{self, Board, Mark};
use super::control::Ruins;
use super::ids::{HexSet, Place, UnitId};
use super::partisans::Partisans;
use super::prepared::Prepared;
use super::siege::Siege;
use super::supply::Situation;
use super::terms::{Colour, Nation, UnitClass, UnitKind, Weather};
use crate::game::Side;
use crate::hex::Hex;

/// How a unit is supplied.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Line {
    Own,
    /// [5.5] A German, from Finnish sources alone.
    ThroughFinland,
    Cut,
}

/// Lines of supply as both sides stand, reckoned for a nation when they are asked for.
struct Lines {
    data: &'static Prepared,
    situation: Situation<'static>,
    own: [Option<HexSet>; Nation::COUNT],
    through_finland: Option<HexSet>,
}

impl Lines {
    fn new(game: &BlocksInTheEast) -> Self {
        Lines { data: game.data, situation: game.situation(), own: [None; Nation::COUNT], through_finland: None }
    }

    /// [4.3] How a unit of a nation in a hex is supplied.
    fn to(&mut self, nation: Nation, hex: Hex) -> Line {
        let (data, situation) = (self.data, &self.situation);
        if self.own[nation.index()].get_or_insert_with(|| data.supplied_by_own(situation, nation)).contains(hex) {
            return Line::Own;
        }
        let finnish = nation == Nation::German && data.ground.north.contains(hex);
        if finnish && self.through_finland.get_or_insert_with(|| data.supplied_through_finland(situation)).contains(hex) {
            return Line::ThroughFinland;
        }
        Line::Cut
    }
}

/// The hexes in which both sides stand.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Standing {
    /// By side those with units, aircraft in flight among them, and those with others than these.
    all: [HexSet; 2],
    landed: [HexSet; 2],
    /// By side those with units on the ground, and those with combat units.
    ground: [HexSet; 2],
    combat: [HexSet; 2],
    /// By side those with more than one unit.
    stacks: [HexSet; 2],
    /// By side those with units that exert a zone of control [3.19.a].
    exerting: [HexSet; 2],
    /// [3.22][29.1.e] Those in which enemies meet.
    battles: HexSet,
}

impl Standing {
    const NOBODY: Standing = {
        let none = [HexSet::EMPTY; 2];
        Standing { all: none, landed: none, ground: none, combat: none, stacks: none, exerting: none, battles: HexSet::EMPTY }
    };

    /// Forgets who is in a hex.
    fn clear(&mut self, hex: Hex) {
        let Standing { all, landed, ground, combat, stacks, exerting: _, battles: _ } = self;
        [all, landed, ground, combat, stacks].into_iter().flatten().for_each(|hexes| hexes.remove(hex));
    }
}

/// Where both sides stand and what they control by it, and all that it follows from.
struct Seen {
    /// How many looks of the thread found something new, this one among them.
    number: u64,
    /// Fingerprint of the scenario.
    data: u64,
    board: Board,
    ruins: Ruins,
    partisans: Partisans,
    rivers_bar: bool,
    standing: Standing,
    /// Zones of control by side, each once somebody has asked for it.
    zones: [Option<HexSet>; 2],
    /// By side the hexes that it owns with no enemy there or beside, once somebody has asked for them.
    out_of_reach: [Option<HexSet>; 2],
}

impl Seen {
    /// The zone of control of a side, as the game that is looked at has it.
    fn zone(&mut self, game: &BlocksInTheEast, side: Side) -> &HexSet {
        let Seen { standing, zones, .. } = self;
        zones[side.index()].get_or_insert_with(|| game.zone_of(side, &standing.exerting))
    }
}

thread_local! {
    /// The last look. Choices are listed, judged and made in one position, and few of them move somebody.
    static SEEN: RefCell<Option<Box<Seen>>> = const { RefCell::new(None) };
    static LOOKS: Cell<u64> = const { Cell::new(0) };
}

impl BlocksInTheEast {
    /// Where both sides stand, as supply looks at it. Units in a battle and aircraft in flight exert no zone of control [3.19.a]. In the
    /// Advanced game none extends across rivers that are not frozen, nor into places that shelter the enemy [8.0].
    pub fn situation(&self) -> Situation<'static> {
        let data = self.data;
        let (ground, zones) = self.look(|seen| (seen.standing.ground, Side::ALL.map(|side| *seen.zone(self, side))));
        Situation {
            owners: Side::ALL.map(|side| self.board.owned(data, side)),
            ground,
            zones,
            railways: Cow::Borrowed(self.railways()),
            weather: self.weather,
            first_winter: data.is_first_winter(self.turn),
            partisans: *self.chapters.partisans,
            shut_ports: self.shut_ports(),
        }
    }

    /// [4.3.a][4.3.b] The ground over which a nation traces, where its side owns it: as [`Prepared::serving`] has it in this situation.
    pub(super) fn serving(&self, nation: Nation) -> HexSet {
        let side = nation.side();
        let free = self.look(|seen| {
            let zone = *seen.zone(self, side.opponent());
            self.data.free_of(nation, &seen.standing.ground, &zone)
        });
        free.intersection(self.board.owned(self.data, side))
    }

    /// Hexes with units of a side, aircraft in flight among them.
    pub(super) fn held(&self, side: Side) -> HexSet {
        self.look(|seen| seen.standing.all[side.index()])
    }

    /// [4.3.a] The hexes in which units of a side are on the ground, which both sides are told.
    pub(super) fn ground_of(&self, side: Side) -> HexSet {
        self.look(|seen| seen.standing.ground[side.index()])
    }

    /// Hexes with combat units of a side.
    pub(super) fn combat_hexes(&self, side: Side) -> HexSet {
        self.look(|seen| seen.standing.combat[side.index()])
    }

    /// Hexes with more than one unit of a side.
    pub(super) fn stacks_of(&self, side: Side) -> HexSet {
        self.look(|seen| seen.standing.stacks[side.index()])
    }

    /// [3.22][29.1.e] The battle hexes, in ascending order.
    pub fn battles(&self) -> HexSet {
        self.look(|seen| seen.standing.battles)
    }

    /// [3.22][31.0.b] Those in which units of both sides are: to them others come to help, and to partisans nobody does.
    pub(super) fn battles_of_units(&self) -> HexSet {
        self.look(|seen| seen.standing.all[0].intersection(seen.standing.all[1]))
    }

    /// [7.4.b] Hexes that a side owns, with no enemy there, beside, or at the other end of an arrow.
    pub(super) fn out_of_reach(&self, side: Side) -> HexSet {
        let reckon = |enemies: &HexSet| {
            let mut hexes =
                self.board.owned(self.data, side).difference(*enemies).difference(self.data.ground.beside.neighbours_of(enemies));
            for arrow in self.data.map.arrows.iter().filter(|arrow| arrow.ends.iter().any(|&end| enemies.contains(end))) {
                arrow.ends.iter().for_each(|&end| hexes.remove(end));
            }
            hexes
        };
        self.look(|seen| {
            let Seen { standing, out_of_reach, .. } = seen;
            *out_of_reach[side.index()].get_or_insert_with(|| reckon(&standing.all[side.opponent().index()]))
        })
    }

    /// A number that the thread gives to where both sides stand and what they own: the same number, the same ground and the same zones.
    pub(super) fn look_number(&self) -> u64 {
        self.look(|seen| seen.number)
    }

    fn look<R>(&self, what: impl FnOnce(&mut Seen) -> R) -> R {
        let data = self.data.fingerprint;
        let rivers_bar = self.rivers_bar();
        SEEN.with_borrow_mut(|seen| {
            let partisans = *self.chapters.partisans;
            let same = |seen: &Seen| {
                (seen.data, seen.rivers_bar, seen.ruins, seen.partisans) == (data, rivers_bar, self.ruins, partisans)
                    && self.board.lies_as(&seen.board)
            };
            let number = || LOOKS.replace(LOOKS.get() + 1);
            match seen {
                Some(seen) if same(seen) => {}
                Some(seen) => {
                    self.stand_after(seen);
                    seen.board.clone_from(&self.board);
                    (seen.number, seen.data, seen.ruins, seen.partisans, seen.rivers_bar) =
                        (number(), data, self.ruins, partisans, rivers_bar);
                    (seen.zones, seen.out_of_reach) = ([None; 2], [None; 2]);
                }
                None => {
                    *seen = Some(Box::new(Seen {
                        number: number(),
                        data,
                        board: self.board.clone(),
                        ruins: self.ruins,
                        partisans,
                        rivers_bar,
                        standing: self.standing(),
                        zones: [None; 2],
                        out_of_reach: [None; 2],
                    }));
                }
            }
            what(seen.as_mut().expect("it has just been seen"))
        })
    }

    /// Notes where both sides stand by an earlier look at the scenario: most often one unit has moved since.
    fn stand_after(&self, seen: &mut Seen) {
        let Seen { data, board, standing, .. } = seen;
        let moved = if *data == self.data.fingerprint { self.board.movers_since(board) } else { None };
        let Some(moved) = moved else {
            *standing = self.standing();
            return;
        };
        for unit in moved {
            for hex in [board.hex(unit), self.board.hex(unit)].into_iter().flatten() {
                standing.clear(hex);
                self.board.stack(hex).iter().for_each(|&unit| self.stand(standing, unit, hex));
            }
        }
        self.note_battles(standing);
    }

    /// [8.0] Whether no zone of control extends across rivers.
    pub(super) fn rivers_bar(&self) -> bool {
        self.data.is_advanced() && self.weather != Weather::Snow
    }

    /// [3.19][8.0] The zone of control of a side, by the hexes of both sides with units that exert one.
    fn zone_of(&self, side: Side, exerting: &[HexSet; 2]) -> HexSet {
        let data = self.data;
        let zone = data.zone_of(side, exerting, self.rivers_bar());
        if data.is_advanced() { self.outside_of_shelters(zone, &exerting[side.index()], side.opponent()) } else { zone }
    }

    /// Slow reference of [`BlocksInTheEast::stand_after`].
    fn standing(&self) -> Standing {
        let mut standing = Standing::NOBODY;
        self.board.everybody().for_each(|(unit, hex)| self.stand(&mut standing, unit, hex));
        self.note_battles(&mut standing);
        standing
    }

    /// Notes that a unit is in a hex.
    #[inline]
    fn stand(&self, standing: &mut Standing, unit: UnitId, hex: Hex) {
        let side = unit.side().index();
        let on_ground = self.data.is_on_ground(unit);
        if standing.all[side].contains(hex) {
            standing.stacks[side].insert(hex);
        }
        standing.all[side].insert(hex);
        if self.data.unit(unit).is_combat() {
            standing.combat[side].insert(hex);
        }
        if on_ground {
            standing.ground[side].insert(hex);
        }
        if on_ground || !self.board.is(unit, Mark::Flying) {
            standing.landed[side].insert(hex);
        }
    }

    /// Notes what follows from where everybody is.
    fn note_battles(&self, standing: &mut Standing) {
        let [axis, soviet] = &standing.all;
        standing.battles = axis.intersection(*soviet);
        if self.data.script.options.partisans {
            standing.battles = standing.battles.union(self.partisan_battles());
        }
        for (exerting, landed) in standing.exerting.iter_mut().zip(&standing.landed) {
            *exerting = landed.difference(standing.battles);
        }
    }

    /// Slow reference of the zones of control that are kept from one look to the next.
    ///
    /// # Errors
    /// Names a side whose zone is not that of its units, one by one.
    pub(super) fn verify_zones(&self) -> Result<(), String> {
        let data = self.data;
        let all = Side::ALL.map(|side| self.board.hexes(side, |_| true));
        let situation = self.situation();
        if self.look(|seen| seen.standing) != self.standing() {
            return Err("where both sides stand is not what follows from an earlier look".to_owned());
        }
        let on_ground = |side| self.board.hexes(side, |unit| data.is_on_ground(unit));
        let fights = |side| self.board.hexes(side, |unit| data.unit(unit).is_combat());
        let is_stack = |side| data.map.hexes().filter(|&hex| self.board.of(side, hex).len() > 1).collect();
        if Side::ALL.map(|side| self.held(side)) != all
            || situation.ground != Side::ALL.map(on_ground)
            || Side::ALL.map(|side| self.combat_hexes(side)) != Side::ALL.map(fights)
            || Side::ALL.map(|side| self.stacks_of(side)) != Side::ALL.map(is_stack)
            || situation.zones != Side::ALL.map(|side| self.zone_of(side, &self.standing().exerting))
            || Nation::ALL.into_iter().any(|nation| self.serving(nation) != data.serving(&situation, nation))
        {
            return Err("where both sides stand is not what was seen last".to_owned());
        }
        let (battles, rivers_bar) = (all[0].intersection(all[1]).union(self.partisan_battles()), self.rivers_bar());
        if self.battles() != battles {
            return Err("the battle hexes are not those that were seen last".to_owned());
        }
        let exerting = Side::ALL.map(|side| self.board.hexes(side, |unit| !self.board.is(unit, Mark::Flying)).difference(battles));
        for side in Side::ALL {
            let enemies = &exerting[side.opponent().index()];
            let of = |hex: Hex| data.ground.controlled(&[hex].into_iter().collect(), enemies, rivers_bar);
            let zone = exerting[side.index()].iter().fold(HexSet::EMPTY, |zone, hex| zone.union(of(hex)));
            if data.zone_of(side, &exerting, rivers_bar) != zone || self.standing().exerting != exerting {
                return Err(format!("the zone of control of the {side} side differs from that of its units"));
            }
        }
        Ok(())
    }

    /// [4.3.c][7.2] Marks the units of a side that cannot trace supply, and the Germans that trace it through Finland [5.5].
    pub(super) fn mark_supply(&mut self, side: Side, which: impl Fn(&Self, UnitId) -> bool) {
        let mut lines = Lines::new(self);
        for unit in board::of(self.data, side) {
            let Some(hex) = self.board.hex(unit).filter(|_| which(self, unit)) else { continue };
            let line = lines.to(self.data.unit(unit).nation, hex);
            self.board.set(unit, Mark::OutOfSupply, line == Line::Cut && !self.is_fed_in_persia(unit, hex));
            self.board.set(unit, Mark::ThroughFinland, line == Line::ThroughFinland);
        }
    }

    /// [4.4.b][4.5][4.5.a][6.1.1.d][7.9][7.9.a] The final check: a marked unit that is in supply now loses its mark, another surrenders and
    /// gives the enemy points. Units without strength and static ones do not surrender, nor in the Advanced game those under siege
    /// [12.1][12.2][12.3].
    pub(super) fn verify_supply(&mut self, side: Side) {
        let mut lines = Lines::new(self);
        let besiegers = self.data.is_advanced().then(|| self.besiegers(&lines.situation, side));
        for unit in board::of(self.data, side) {
            let Some(hex) = self.board.hex(unit).filter(|_| self.board.is(unit, Mark::OutOfSupply)) else { continue };
            let known = self.data.unit(unit);
            if lines.to(known.nation, hex) != Line::Cut || self.is_fed_in_persia(unit, hex) {
                self.board.set(unit, Mark::OutOfSupply, false);
                continue;
            }
            match besiegers.as_ref().and_then(|besiegers| self.siege(besiegers, unit, hex)) {
                Some(Siege::HoldsOut) => {}
                _ if known.kind == UnitKind::Static || self.board.strength(self.data, unit) == 0 => {}
                Some(Siege::Starves) if self.starves(unit) => {}
                _ => self.lay_down_arms(unit),
            }
        }
    }

    /// [4.5][7.9.a][12.5] A unit surrenders: it is eliminated, and gives the enemy a yellow point, in the Advanced game another one of its
    /// own colour beside it, infantry none, among which are troops that come by air [6.1]. Those of the Soviets go to Germany.
    pub(super) fn lay_down_arms(&mut self, unit: UnitId) {
        self.board.put(unit, Place::ELIMINATED);
        let captor = match unit.side() {
            Side::Axis => Nation::Soviet,
            Side::Soviet => Nation::German,
        };
        let points = self.data.tables.production.surrender.into();
        let known = self.data.unit(unit);
        let colour = known.colour().filter(|&colour| known.class != UnitClass::Infantry && self.counts(captor, colour));
        for colour in [Some(Colour::Yellow), colour].into_iter().flatten() {
            self.treasury.earn(captor, colour, points);
        }
    }
}
