//! [32.0] Strategic bombing: bombers are sent against an infrastructure of the enemy, which is out of use until the next turn of their side.

use std::num::NonZeroU8;

use arrayvec::ArrayVec;

use super::BlocksInTheEast;
use super::action::Action;
use super::board::Mark;
use super::centres::Centre;
use super::chapter::Few;
use super::combat::{Conditions, Firing, MOST_UNITS, Pool, Throw};
use super::frame::{Bombs, Frame};
use super::ids::{HexSet, Place, UnitId};
use super::prepared::Prepared;
use super::supply::{MOST_SHUT_PORTS, ShutPorts};
use super::terms::{Colour, Infrastructure, Nation, UnitKind};
use crate::game::Side;
use crate::hex::Hex;
use crate::kit::procedures::{Procedure, Progress, Sequence as _};

/// [32.0] TECH from which other bombers than long-range ones bomb infrastructure.
const TECH: u8 = 2;
/// [32.1] Hits of one attack that destroy an industrial complex.
const DESTROY: u8 = 10;
/// [32.2] Damage to a port that is no source of supply then.
const SHUT: u8 = 3;
/// [7.4] Rail moves that a side has at most, and so the damage to a station that counts.
const ALL_TRAINS: u8 = 5;
/// Most bombers of a side that fly such missions.
const MOST: usize = MOST_SHUT_PORTS / 2;

/// A mission of the turn, or what it has come to. The state has no room for a word more.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
struct Raid {
    what: Infrastructure,
    /// Hits, once the bombs have fallen.
    damage: Option<NonZeroU8>,
    /// The unit that flies against it; when it has been hit its hex.
    number: u16,
}

impl Raid {
    const fn flown(unit: UnitId, what: Infrastructure) -> Raid {
        Raid { what, damage: None, number: unit.0 }
    }

    const fn hit(hex: Hex, what: Infrastructure, damage: NonZeroU8) -> Raid {
        Raid { what, damage: Some(damage), number: hex.0 }
    }

    /// The unit that is still to bomb.
    fn unit(self) -> Option<UnitId> {
        self.damage.is_none().then_some(UnitId(self.number))
    }

    /// The hex with the damage.
    fn damaged(self) -> Option<(Hex, Infrastructure, u8)> {
        self.damage.map(|damage| (Hex(self.number), self.what, damage.get()))
    }
}

/// Missions of each side in its last turn: they count until its next one begins.
#[derive(Clone, PartialEq, Eq, Hash, Default, Debug)]
pub(super) struct Bombing {
    raids: [Few<Raid, MOST>; 2],
}

/// The share of the chapter in the state.
const _: () = assert!(size_of::<Bombing>() <= 56);

/// Damage that production has not yet suffered, while a nation gets its points.
pub(super) struct Damage(ArrayVec<(Infrastructure, Hex, u8), MOST_DAMAGE>);

/// Most infrastructures with damage: those of the missions of both sides, and what five raids over Germany cost in four colours.
const MOST_DAMAGE: usize = MOST_SHUT_PORTS + 5 * 4;

impl Damage {
    /// [32.1] What is left of the points that an infrastructure makes.
    pub(super) fn spare(&mut self, what: Infrastructure, hex: Hex, points: u8) -> u8 {
        let there = self.0.iter_mut().filter(|(known, at, _)| (*known, *at) == (what, hex));
        there.fold(points, |left, (.., damage)| {
            let lost = left.min(*damage);
            *damage -= lost;
            left - lost
        })
    }

    /// Adds damage to an infrastructure.
    pub(super) fn add(&mut self, what: Infrastructure, hex: Hex, damage: u8) {
        if damage > 0 {
            self.0.push((what, hex, damage));
        }
    }
}

impl Infrastructure {
    /// [32.1] The factories of a colour.
    pub(super) const fn of_factories(colour: Colour) -> Infrastructure {
        match colour {
            Colour::Red => Infrastructure::RedIndustry,
            Colour::Blue => Infrastructure::BlueIndustry,
            Colour::Black | Colour::Yellow => Infrastructure::BlackIndustry,
        }
    }

    /// [32.1] Whether so many hits of one attack destroy it for good: an industrial complex alone.
    pub const fn is_destroyed_by(self, hits: u8) -> bool {
        self.colour_of_industry().is_some() && hits >= DESTROY
    }

    /// The colour of what factories make; none for other infrastructure.
    pub const fn colour_of_industry(self) -> Option<Colour> {
        match self {
            Infrastructure::RedIndustry => Some(Colour::Red),
            Infrastructure::BlueIndustry => Some(Colour::Blue),
            Infrastructure::BlackIndustry => Some(Colour::Black),
            _ => None,
        }
    }
}

impl Prepared {
    /// [32.1] What makes the points of a centre: industry, a city, a mine, wells.
    pub(super) fn infrastructure_of(&self, centre: &Centre) -> Infrastructure {
        let is_mine = || self.map.place_at(centre.hex).is_some_and(|place| place.mine.is_some());
        match centre.colour {
            colour if centre.factory.is_some() => Infrastructure::of_factories(colour),
            Colour::Black => Infrastructure::Wells,
            _ if is_mine() => Infrastructure::Mine,
            _ => Infrastructure::City,
        }
    }
}

impl BlocksInTheEast {
    fn bombs_infrastructure(&self) -> bool {
        self.data.script.options.strategic_bombing
    }

    fn raids(&self, side: Side) -> &Few<Raid, MOST> {
        &self.chapters.bombing.raids[side.index()]
    }

    /// [32.0] What each unit of a side in flight is to bomb, by the units.
    fn missions_in_flight(&self, side: Side) -> impl Iterator<Item = (UnitId, Infrastructure)> + '_ {
        let flown = self.raids(side).iter().filter_map(|raid| Some((raid.unit()?, raid.what)));
        flown.filter(|&(unit, _)| self.board.is(unit, Mark::Flying))
    }

    /// [32.0] The infrastructure that a unit in flight is to bomb in place of units, if any.
    pub fn is_to_bomb(&self, unit: UnitId) -> Option<Infrastructure> {
        self.missions_in_flight(unit.side()).find(|&(raider, _)| raider == unit).map(|(_, what)| what)
    }

    /// [32.0] The units of a side over a hex that are to bomb its infrastructure.
    fn raiders_over(&self, side: Side, hex: Hex) -> impl Iterator<Item = (UnitId, Infrastructure)> + '_ {
        self.missions_in_flight(side).filter(move |&(unit, _)| self.board.hex(unit) == Some(hex))
    }

    /// [32.0] Whether bombs of the attacker of the battle at hand are still to fall on infrastructure.
    pub(super) fn awaits_bombs(&self) -> bool {
        self.raiders_over(self.fight.attacker, self.fight.hex).next().is_some()
    }

    /// [32.0] The hexes over which units of a side are that bomb infrastructure, whether enemies are there or not.
    pub fn raided_hexes(&self, side: Side) -> HexSet {
        self.missions_in_flight(side).filter_map(|(unit, _)| self.board.hex(unit)).collect()
    }

    /// [32.0] Infrastructures that are hit, with the damage.
    pub fn damaged(&self) -> impl Iterator<Item = (Hex, Infrastructure, u8)> + '_ {
        Side::ALL.into_iter().flat_map(|side| self.raids(side).iter().filter_map(Raid::damaged))
    }

    /// [32.0] Damage to an infrastructure.
    pub fn damage(&self, what: Infrastructure, hex: Hex) -> u8 {
        self.damaged().filter(|&(at, known, _)| (at, known) == (hex, what)).map(|(.., damage)| damage).sum()
    }

    // ---- missions --------------------------------------------------------------

    /// [32.0][5.3.b] Whether a unit bombs infrastructure: long-range bombers, and other ones of TECH 2. Those of the minor allies support units
    /// of their nation.
    fn is_raider(&self, unit: UnitId) -> bool {
        let known = self.data.unit(unit);
        let is_able = match known.kind {
            UnitKind::LongRangeBomber => true,
            UnitKind::Bomber | UnitKind::Stuka => self.tech(unit) >= TECH,
            _ => false,
        };
        is_able && matches!(known.nation, Nation::German | Nation::Soviet) && self.board.strength(self.data, unit) > 0
    }

    /// The number of an urban centre, a mine or wells in a hex.
    fn centre_at(&self, what: Infrastructure, hex: Hex) -> Option<(usize, &'static Centre)> {
        let data = self.data;
        let is_it = |centre: &Centre| centre.hex == hex && centre.factory.is_none() && data.infrastructure_of(centre) == what;
        data.centres.iter().enumerate().find(|(_, centre)| is_it(centre))
    }

    /// [32.1][32.2][32.3] Whether a side that owns a hex has an infrastructure there that works.
    fn has_infrastructure(&self, side: Side, what: Infrastructure, hex: Hex) -> bool {
        match (what, what.colour_of_industry()) {
            (_, Some(colour)) => self.has_factory(side, colour, hex),
            (Infrastructure::Port, _) => self.data.ground.ports.iter().any(|(port, ..)| *port == hex),
            // Every city has a station.
            (Infrastructure::Station, _) => self.is_city(hex),
            _ => self.centre_at(what, hex).is_some_and(|(number, _)| !self.is_wrecked(number)),
        }
    }

    /// The hexes of a side in which infrastructures may be.
    fn built_up(&self, side: Side) -> HexSet {
        let map = &self.data.map;
        let places = map.places.iter().map(|place| place.hex).chain(map.factories.iter().map(|factory| factory.hex));
        let new = self.new_factories(side).filter_map(|(_, place)| place);
        places.chain(new).filter(|&hex| self.board.owner(self.data, hex) == Some(side)).collect()
    }

    /// [32.0] The infrastructures of the enemy that a unit can be sent to bomb, as missions are flown.
    pub(super) fn bombing_goals(&self, unit: UnitId, is_relieved: bool) -> impl Iterator<Item = (Infrastructure, Hex)> + '_ {
        let enemy = unit.side().opponent();
        let is_sent = self.bombs_infrastructure() && self.is_raider(unit) && self.raids(unit.side()).len() < MOST;
        let hexes = if is_sent { self.built_up(enemy) } else { HexSet::EMPTY };
        self.missions_to(&hexes, unit, is_relieved).flat_map(move |hex| {
            let there = move |what: &Infrastructure| self.has_infrastructure(enemy, *what, hex);
            Infrastructure::ALL.into_iter().filter(there).map(move |what| (what, hex))
        })
    }

    /// [32.0] The same for a unit at its base, as its own side may be told.
    pub fn infrastructure_in_range(&self, unit: UnitId) -> impl Iterator<Item = (Infrastructure, Hex)> + '_ {
        let goals = self.may_fly(unit).then(|| self.bombing_goals(unit, false));
        goals.into_iter().flatten()
    }

    /// [32.0] A unit flies to bomb an infrastructure. What it is, and what it is sent for, is declared in the open.
    pub(super) fn send_to_bomb(&mut self, unit: UnitId, what: Infrastructure, hex: Hex) {
        self.board.put(unit, Place::on(hex));
        self.board.known.show(unit);
        self.board.set(unit, Mark::Flying, true);
        self.board.set(unit, Mark::Moved, true);
        let added = self.chapters.bombing.raids[unit.side().index()].push(Raid::flown(unit, what));
        debug_assert!(added, "missions are offered while there is room for them");
    }

    // ---- bombs -----------------------------------------------------------------

    /// [32.0] The dice of the units in the battle at hand that bomb an infrastructure. It is a large target: ground and towns do not shelter it.
    fn bombs_on(&self, what: Infrastructure) -> Pool {
        let conditions = Conditions { on_infrastructure: true, ..self.conditions() };
        let powers = &self.data.tables.powers;
        let raiders = self.raiders_over(self.fight.attacker, self.fight.hex).filter(|&(_, known)| known == what);
        let throw = |(unit, _): (UnitId, Infrastructure)| self.fighter(unit).throw(Firing::AirAttack, powers, &conditions);
        let throws: ArrayVec<Throw, MOST_UNITS> = raiders.filter_map(throw).take(MOST_UNITS).collect();
        Pool::of(&throws)
    }

    /// [32.1][32.2][32.3] Hits on an infrastructure that count.
    fn most_damage(&self, what: Infrastructure, hex: Hex) -> u8 {
        match what {
            Infrastructure::RedIndustry | Infrastructure::BlueIndustry | Infrastructure::BlackIndustry => DESTROY,
            Infrastructure::Port => SHUT,
            Infrastructure::Station => ALL_TRAINS,
            Infrastructure::City | Infrastructure::Mine | Infrastructure::Wells => {
                self.centre_at(what, hex).map_or(0, |(_, centre)| centre.points)
            }
        }
    }

    /// [32.0] The bombs about to fall: on what, with which dice, and how many hits count.
    pub fn bombs_at_hand(&self) -> Option<(Infrastructure, Hex, Pool, u8)> {
        let hex = self.fight.hex;
        let Some(Frame::Bombs(side)) = self.frames.top() else { return None };
        let (_, what) = self.raiders_over(side, hex).next()?;
        let pool = self.bombs_on(what);
        Some((what, hex, pool, pool.count().min(self.most_damage(what, hex))))
    }

    /// [32.0][32.1] Bombs have hit an infrastructure; those that dropped them fly home, and are lost without a base in range [7.7.16].
    fn bomb(&mut self, side: Side, what: Infrastructure, hits: u8) {
        let hex = self.fight.hex;
        let raiders: ArrayVec<UnitId, MOST> =
            self.raiders_over(side, hex).filter(|&(_, known)| known == what).map(|(unit, _)| unit).collect();
        let raids = &mut self.chapters.bombing.raids[side.index()];
        raids.retain(|raid| !raid.unit().is_some_and(|unit| raiders.contains(&unit)));
        match what.colour_of_industry() {
            Some(colour) if what.is_destroyed_by(hits) => self.destroy_industry(side.opponent(), colour, hex),
            _ => {
                self.put_damage(side, what, hex, hits);
            }
        }
        for unit in raiders {
            if self.ways_out(unit).is_empty() {
                self.board.put(unit, Place::ELIMINATED);
            } else {
                self.frames.push(Frame::Retreat(unit));
            }
        }
    }

    /// [32.1] The industrial complex of a side that makes a colour in a hex is destroyed for good.
    fn destroy_industry(&mut self, side: Side, colour: Colour, hex: Hex) {
        self.ruin_factories(side, colour, hex);
        if self.has_industry() {
            self.remove_new_factories(side, colour, hex);
        }
    }

    /// The battle in a hex is over: nobody is to bomb it any more.
    pub(super) fn end_missions(&mut self) {
        if !self.bombs_infrastructure() {
            return;
        }
        let flies = Side::ALL.map(|side| self.missions_in_flight(side).map(|(unit, _)| unit).collect::<ArrayVec<UnitId, MOST>>());
        let over: ArrayVec<UnitId, { 2 * MOST }> =
            flies.into_iter().flatten().filter(|&unit| self.board.hex(unit) != Some(self.fight.hex)).collect();
        for raids in &mut self.chapters.bombing.raids {
            raids.retain(|raid| raid.unit().is_none_or(|unit| over.contains(&unit)));
        }
    }

    /// [32.0] The turn of a side begins: what it has bombed is repaired.
    pub(super) fn repair_bombed(&mut self, side: Side) {
        if self.bombs_infrastructure() {
            self.chapters.bombing.raids[side.index()] = Few::default();
        }
    }

    // ---- what follows ----------------------------------------------------------

    /// [32.1] Damage to what makes points.
    pub(super) fn damage_to_production(&self) -> Damage {
        Damage(self.damaged().map(|(hex, what, damage)| (what, hex, damage)).collect())
    }

    /// [32.1] Points that a nation lacks of those that it gets in every turn, whatever the map says.
    pub(super) fn bombed_points(&self, nation: Nation) -> u8 {
        if !self.bombs_infrastructure() {
            return 0;
        }
        let (data, side) = (self.data, nation.side());
        let mut damage = self.damage_to_production();
        let all = data.centres.iter().enumerate();
        let own = all.filter(|(number, centre)| data.nation_at(centre.hex, side) == nation && self.works_for(*number, centre, side));
        own.map(|(_, centre)| centre.points - damage.spare(data.infrastructure_of(centre), centre.hex, centre.points)).sum()
    }

    /// [32.2] Whether nobody goes aboard or lands in a port.
    pub(super) fn is_closed_port(&self, hex: Hex) -> bool {
        self.bombs_infrastructure() && self.damage(Infrastructure::Port, hex) > 0
    }

    /// [32.2] Ports that are no source of supply.
    pub(super) fn shut_ports(&self) -> ShutPorts {
        let is_shut = |&(_, what, damage): &(Hex, Infrastructure, u8)| what == Infrastructure::Port && damage >= SHUT;
        self.damaged().filter(is_shut).map(|(hex, ..)| hex).collect()
    }

    /// [32.3] Stations that no rail move sets out from, passes or reaches.
    pub(super) fn closed_stations(&self) -> HexSet {
        self.damaged().filter(|&(_, what, _)| what == Infrastructure::Station).map(|(hex, ..)| hex).collect()
    }

    /// [32.3] Rail moves that a side lacks because its stations are bombed.
    pub(super) fn bombed_rail_moves(&self, side: Side) -> u8 {
        let stations = self.raids(side.opponent()).iter().filter(|raid| raid.what == Infrastructure::Station);
        stations.filter_map(Raid::damaged).map(|(.., damage)| damage).fold(0, u8::saturating_add)
    }

    /// An infrastructure has been hit by a side; says whether there is room for that.
    pub(super) fn put_damage(&mut self, side: Side, what: Infrastructure, hex: Hex, damage: u8) -> bool {
        let raids = &mut self.chapters.bombing.raids[side.index()];
        NonZeroU8::new(damage).is_none_or(|damage| raids.push(Raid::hit(hex, what, damage)))
    }
}

impl Procedure<BlocksInTheEast> for Bombs {
    const QUESTION: &'static str = "how many bombs hit the infrastructure?";
    const QUIET: bool = false;

    fn carry_on(self, game: &mut BlocksInTheEast) -> Progress {
        match game.bombs_at_hand() {
            None => game.pop(),
            Some((what, .., 0)) => {
                game.bomb(self.side, what, 0);
                Progress::Moves
            }
            Some(_) => Progress::Waits,
        }
    }

    fn draw(self, game: &BlocksInTheEast, out: &mut Vec<Action>) {
        let most = game.bombs_at_hand().map_or(0, |(.., most)| most);
        out.extend((0..=most).map(Action::Hits));
    }

    fn carry_out(self, game: &mut BlocksInTheEast, action: Action) {
        let (Action::Hits(hits), Some((what, ..))) = (action, game.bombs_at_hand()) else { return game.end(action) };
        game.bomb(self.side, what, hits);
    }
}
