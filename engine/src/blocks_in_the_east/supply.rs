//! [4.1][4.2][4.3] Supply: the sources of a nation, and the hexes in which its units are supplied. Sieges come with their chapter.

use std::borrow::Cow;
use std::cell::RefCell;

use arrayvec::ArrayVec;

use super::Prepared;
use super::ground::{Links, joined_by_rail};
use super::ids::HexSet;
use super::partisans::{Partisans, Sabotage};
use super::terms::{Nation, PortClass, Weather};
use crate::game::Side;
use crate::hex::{Hex, OFF_MAP, shortest_path};

/// [32.2] Most ports that bombs have shut: of each side as many as it has bombers that do so.
pub(super) const MOST_SHUT_PORTS: usize = 14;

/// [32.2] Ports that are no source of supply.
pub type ShutPorts = ArrayVec<Hex, MOST_SHUT_PORTS>;

/// The sources of a nation, and all that they follow from.
#[derive(Clone)]
struct Joined {
    /// Fingerprint of the scenario.
    data: u64,
    /// Address of its railways.
    railways: usize,
    seas: u64,
    shut: ShutPorts,
    /// Hexes that serve among those of [`Prepared::lines`].
    serving: HexSet,
    sources: HexSet,
}

impl Joined {
    const NOTHING: Joined =
        Joined { data: 0, railways: 0, seas: 0, shut: ShutPorts::new_const(), serving: HexSet::EMPTY, sources: HexSet::EMPTY };
}

thread_local! {
    /// What was reckoned last for each nation. Between one choice and the next the ground over which a nation traces seldom changes.
    static LAST: RefCell<[Joined; Nation::COUNT]> =
        const { RefCell::new([const { Joined::NOTHING }; Nation::COUNT]) };
}

/// What the zone of control of a side covers, before enemies are looked at, and all that it follows from.
struct Zone {
    /// Fingerprint of the scenario.
    data: u64,
    rivers_bar: bool,
    exerting: HexSet,
    /// The hexes beside those.
    beside: HexSet,
}

impl Zone {
    const NOTHING: Zone = Zone { data: 0, rivers_bar: false, exerting: HexSet::EMPTY, beside: HexSet::EMPTY };
}

thread_local! {
    /// What was reckoned last by side: while points are spent, aircraft fly and battles are fought, few units on the ground change their hex.
    static ZONES: RefCell<[Zone; 2]> = const { RefCell::new([Zone::NOTHING; 2]) };
}

/// Where both sides stand, as supply looks at it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Situation<'a> {
    /// Hexes that a side owns.
    pub owners: [HexSet; 2],
    /// Hexes with ground units of a side.
    pub ground: [HexSet; 2],
    /// Hexes in which a side exerts a zone of control.
    pub zones: [HexSet; 2],
    /// Railways that are there.
    pub railways: Cow<'a, [[u16; 6]]>,
    /// Weather of the month.
    pub weather: Weather,
    /// The first winter holds for the Axis [33.0.b].
    pub first_winter: bool,
    /// Partisans on the map [29.0].
    pub partisans: Partisans,
    /// Ports that bombs have shut [32.2].
    pub shut_ports: ShutPorts,
}

impl Situation<'_> {
    /// [29.1.d][29.1.e][29.1.f] Hexes in which partisans bar something to a nation of the Axis.
    pub(super) fn sabotaged(&self, nation: Nation, what: Sabotage) -> HexSet {
        if nation.side() == Side::Axis { self.partisans.hexes(what as u8) } else { HexSet::EMPTY }
    }
}

/// [7.7.15] The ways by which units of a nation go home.
#[derive(Clone, Debug)]
pub struct WaysHome<'a> {
    paths: &'a Links,
    sources: HexSet,
    /// Hexes on the way, the sources among them.
    open: HexSet,
}

impl WaysHome<'_> {
    /// [AMB-14] Steps from a hex to the nearest source by the ways of supply, however long; `None` where there is none.
    pub fn distance(&self, from: Hex) -> Option<u16> {
        self.distance_within(from, u16::MAX)
    }

    /// The same as far as so many steps, both ends of a longer way not looked for.
    pub(super) fn distance_within(&self, from: Hex, most: u16) -> Option<u16> {
        let mut open = self.open;
        let mut ring: HexSet = [from].into_iter().collect();
        for steps in 0..=most {
            if ring.intersects(&self.sources) {
                return Some(steps);
            }
            open = open.difference(ring);
            let near = ring.iter().flat_map(|hex| self.paths[hex.index()]).filter(|&near| near != OFF_MAP).map(Hex);
            ring = near.collect::<HexSet>().intersection(open);
            if ring.is_empty() {
                break;
            }
        }
        None
    }

    /// A shortest of these ways from a hex to a source, both ends included; `None` where there is none.
    pub fn way(&self, from: Hex) -> Option<Vec<Hex>> {
        let open = self.open.union([from].into_iter().collect());
        shortest_path(self.paths, from, &self.sources, &open)
    }
}

impl Nation {
    /// [4.1] The place of its main source; the Chechens have one of their own [30.0]. Strategic units of the Allies need none.
    pub const fn main_source(self) -> Option<&'static str> {
        match self {
            Nation::Soviet => Some("Siberia"),
            Nation::German => Some("Berlin"),
            Nation::Italian => Some("Belgrade"),
            Nation::Finnish => Some("Helsinki"),
            Nation::Romanian => Some("Bucharest"),
            Nation::Hungarian => Some("Budapest"),
            Nation::Slovak => Some("Bratislava"),
            Nation::Chechen => Some("Grozny"),
            Nation::American | Nation::British => None,
        }
    }
}

/// [4.2] The hexes joined to one by rail over hexes that serve, and by those ports that do to which ships sail from a set of hexes.
pub(super) fn joined_to(main: Hex, railways: &[[u16; 6]], serving: &HexSet, ports: impl Fn(&HexSet) -> HexSet) -> HexSet {
    let mut fresh: HexSet = [main].into_iter().collect();
    let mut joined = HexSet::EMPTY;
    loop {
        joined = joined.union(joined_by_rail(railways, &fresh, &serving.difference(joined)));
        fresh = ports(&joined).intersection(*serving).difference(joined);
        if fresh.is_empty() {
            return joined;
        }
    }
}

impl Prepared {
    /// [4.2] The sources of a nation: what is joined to its main source by rail, and by sea from port to port.
    pub fn supply_sources(&self, situation: &Situation<'_>, nation: Nation) -> HexSet {
        let Some(main) = self.main_sources[nation.index()] else { return HexSet::EMPTY };
        let serving = self.serving(situation, nation).difference(situation.sabotaged(nation, Sabotage::Railways));
        let seas = self.open_seas(situation, nation.side());
        let shut = &situation.shut_ports;
        let railways = match &situation.railways {
            Cow::Borrowed(railways) => railways,
            Cow::Owned(railways) => return joined_to(main, railways, &serving, |sources| self.ports_by_sea(seas, shut, sources)),
        };
        LAST.with_borrow_mut(|last| {
            let known = &mut last[nation.index()];
            let same = known.data == self.fingerprint && known.railways == railways.as_ptr() as usize && known.seas == seas;
            // What serves beside the lines joins nothing.
            let serving = serving.intersection(self.lines);
            if !same || known.serving != serving || known.shut != *shut {
                let sources = joined_to(main, railways, &serving, |sources| self.ports_by_sea(seas, shut, sources));
                let railways = railways.as_ptr() as usize;
                *known = Joined { data: self.fingerprint, railways, seas, shut: shut.clone(), serving, sources };
            }
            known.sources
        })
    }

    /// [3.19] The zone of control of a side, by the hexes of both sides with units that exert one, before shelters.
    pub(super) fn zone_of(&self, side: Side, exerting: &[HexSet; 2], rivers_bar: bool) -> HexSet {
        let own = &exerting[side.index()];
        ZONES.with_borrow_mut(|last| {
            let last = &mut last[side.index()];
            if (last.data, last.rivers_bar) != (self.fingerprint, rivers_bar) || last.exerting != *own {
                *last = Zone { data: self.fingerprint, rivers_bar, exerting: *own, beside: self.ground.beside_by_zones(own, rivers_bar) };
            }
            last.beside.difference(exerting[side.opponent().index()])
        })
    }

    /// [3.4][AMB-91] The sources that make cities air bases of a nation: its own, and for Germans those of the Finns in the north.
    pub fn base_sources(&self, situation: &Situation<'_>, nation: Nation) -> HexSet {
        let own = self.supply_sources(situation, nation);
        if nation != Nation::German {
            return own;
        }
        own.union(self.supply_sources(situation, Nation::Finnish).intersection(self.ground.north))
    }

    /// [4.3] The hexes that are supplied from a nation's own sources alone.
    pub fn supplied_by_own(&self, situation: &Situation<'_>, nation: Nation) -> HexSet {
        self.supplied_from(situation, nation, &self.supply_sources(situation, nation), self.range(situation, nation))
    }

    /// [7.7.15][AMB-14] The ways home of a nation as supply has them, past hexes that are barred to a retreat besides.
    pub fn ways_home(&self, situation: &Situation<'_>, nation: Nation, barred: &HexSet) -> WaysHome<'_> {
        let barred = barred.union(situation.sabotaged(nation, Sabotage::Roads));
        let sources = self.base_sources(situation, nation).difference(barred);
        let open = self.free(situation, nation).difference(self.ground.mountains).difference(barred).union(sources);
        WaysHome { paths: &self.ground.paths, sources, open }
    }

    /// [4.3] The hexes in which a unit of a nation is supplied. Germans in the north use the Finnish sources too (AMB-91).
    pub fn supplied(&self, situation: &Situation<'_>, nation: Nation) -> HexSet {
        let own = self.supplied_by_own(situation, nation);
        if nation == Nation::German { own.union(self.supplied_through_finland(situation)) } else { own }
    }

    /// [5.5][AMB-91] The hexes of the north in which Germans use the Finnish sources.
    pub fn supplied_through_finland(&self, situation: &Situation<'_>) -> HexSet {
        self.supplied_by_own(situation, Nation::Finnish).intersection(self.ground.north)
    }

    /// [4.3][9.1][33.0.b][39.0.a] Hexes that a path may have, the source included (AMB-16).
    fn range(&self, situation: &Situation<'_>, nation: Nation) -> u16 {
        let supply = &self.tables.supply;
        let winter = situation.first_winter && nation.side() == Side::Axis;
        let range = match (winter, nation) {
            (true, Nation::Finnish) => supply.first_winter_finland,
            (true, _) => supply.first_winter,
            (false, _) => supply.range[situation.weather.index()],
        };
        range.into()
    }

    /// The unit's own hex may be anything; the hexes between it and the source may not be mountains, a source may (D-21). By road nothing
    /// passes two battalions of partisans, nor leaves a source where they are [29.1.e].
    fn supplied_from(&self, situation: &Situation<'_>, nation: Nation, sources: &HexSet, range: u16) -> HexSet {
        let barred = situation.sabotaged(nation, Sabotage::Roads);
        let depots = sources.difference(barred);
        let path = self.free(situation, nation).difference(self.ground.mountains).difference(barred).union(depots);
        let reached = self.ground.along_paths(&depots, &path, range - 1);
        self.ground.near_by_path(&reached).union(*sources)
    }

    /// [4.3.a][4.3.b][5.5.f][5.6.a][5.7.a] Land on which a nation may trace: without enemies, and out of their zones of control unless a friend
    /// is there (AMB-17).
    fn free(&self, situation: &Situation<'_>, nation: Nation) -> HexSet {
        self.free_of(nation, &situation.ground, &situation.zones[nation.side().opponent().index()])
    }

    /// The same by the hexes with ground units of either side, and by the zone of control of the enemy.
    pub(super) fn free_of(&self, nation: Nation, ground: &[HexSet; 2], zone: &HexSet) -> HexSet {
        let (own, enemy) = (&ground[nation.side().index()], &ground[nation.side().opponent().index()]);
        let barred = zone.difference(*own).union(*enemy);
        self.ground.traceable[nation.index()].difference(barred)
    }

    /// The same where the nation's side owns the ground, as railways and ports ask.
    pub(super) fn serving(&self, situation: &Situation<'_>, nation: Nation) -> HexSet {
        self.free(situation, nation).intersection(situation.owners[nation.side().index()])
    }

    /// [3.1.b][9.2.c] The seas that a side controls, with a Major Port or two Minor Ports, and that are not frozen, as bits (AMB-18).
    pub(super) fn open_seas(&self, situation: &Situation<'_>, side: Side) -> u64 {
        let owned = &situation.owners[side.index()];
        let (mut major, mut minor, mut second_minor) = (0_u64, 0, 0);
        for &(_, class, sea) in self.ground.ports.iter().filter(|(hex, ..)| owned.contains(*hex)) {
            match class {
                PortClass::Major => major |= 1 << sea,
                PortClass::Minor => {
                    second_minor |= minor & 1 << sea;
                    minor |= 1 << sea;
                }
            }
        }
        let frozen = |sea: &usize| self.map.seas[*sea].is_icebound(situation.weather);
        let ice = (0..self.map.seas.len()).filter(frozen).fold(0, |ice, sea| ice | 1 << sea);
        (major | second_minor) & !ice
    }

    /// [4.2][32.2] Ports that ships reach from those of a set, over open seas, but for those that are shut.
    fn ports_by_sea(&self, open: u64, shut: &ShutPorts, from: &HexSet) -> HexSet {
        let ports = || self.ground.ports.iter().filter(|(hex, ..)| !shut.contains(hex));
        let left = ports().filter(|(hex, ..)| from.contains(*hex)).fold(0_u64, |left, (_, _, sea)| left | 1 << sea);
        ports().filter(|(_, _, sea)| left & open & 1 << sea != 0).map(|&(hex, ..)| hex).collect()
    }
}
