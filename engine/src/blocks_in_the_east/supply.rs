//! [4.1][4.2][4.3] Supply: the sources of a nation, and the hexes in which its units are supplied. Sieges and partisans come with their chapters.

use std::borrow::Cow;

use super::Prepared;
use super::ground::{Links, joined_by_rail};
use super::ids::HexSet;
use super::terms::{Country, Nation, PortClass, Weather};
use crate::game::Side;
use crate::hex::{Hex, OFF_MAP, flood_steps};

/// [3.1.b] Ports of a class with which a side controls a sea.
const PORTS_OF_A_SEA: [(PortClass, usize); 2] = [(PortClass::Major, 1), (PortClass::Minor, 2)];

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
        let mut open = self.open;
        let mut ring: HexSet = [from].into_iter().collect();
        for steps in 0.. {
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

impl Prepared {
    /// [4.2] The sources of a nation: what is joined to its main source by rail, and by sea from port to port.
    pub fn supply_sources(&self, situation: &Situation<'_>, nation: Nation) -> HexSet {
        let Some(main) = nation.main_source().and_then(|name| self.map.place_named(name)) else { return HexSet::EMPTY };
        let serving = self.serving(situation, nation);
        let mut sources = joined_by_rail(&situation.railways, &[main.hex].into_iter().collect(), &serving);
        loop {
            let ports = self.ports_by_sea(situation, nation.side(), &sources).intersection(serving);
            let more = joined_by_rail(&situation.railways, &sources.union(ports), &serving);
            if more == sources {
                return sources;
            }
            sources = more;
        }
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
        let sources = self.base_sources(situation, nation).difference(*barred);
        let open = self.free(situation, nation).difference(self.ground.mountains).difference(*barred).union(sources);
        WaysHome { paths: &self.ground.paths, sources, open }
    }

    /// [4.3] The hexes in which a unit of a nation is supplied. Germans in the north use the Finnish sources too (AMB-91).
    pub fn supplied(&self, situation: &Situation<'_>, nation: Nation) -> HexSet {
        let own = self.supplied_by_own(situation, nation);
        if nation != Nation::German {
            return own;
        }
        let finnish = self.supply_sources(situation, Nation::Finnish);
        let through_finland = self.supplied_from(situation, Nation::Finnish, &finnish, self.range(situation, Nation::Finnish));
        own.union(through_finland.intersection(self.ground.north))
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

    /// The unit's own hex may be anything; the hexes between it and the source may not be mountains, a source may (D-21).
    fn supplied_from(&self, situation: &Situation<'_>, nation: Nation, sources: &HexSet, range: u16) -> HexSet {
        let path = self.free(situation, nation).difference(self.ground.mountains).union(*sources);
        let reached = flood_steps(&self.ground.paths, sources, &path, range - 1);
        let beside = reached.iter().flat_map(|hex| self.ground.paths[hex.index()]).filter(|&near| near != OFF_MAP).map(Hex);
        beside.collect::<HexSet>().union(*sources)
    }

    /// [4.3.a][4.3.b][5.5.f][5.6.a][5.7.a] Land on which a nation may trace: without enemies, and out of their zones of control unless a friend
    /// is there (AMB-17).
    fn free(&self, situation: &Situation<'_>, nation: Nation) -> HexSet {
        let (own, enemy) = (nation.side().index(), nation.side().opponent().index());
        let barred = situation.zones[enemy].difference(situation.ground[own]).union(situation.ground[enemy]);
        let closed = match nation {
            Nation::Romanian => self.map.country_hexes(Country::Hungary),
            Nation::Hungarian => self.map.country_hexes(Country::Romania),
            Nation::Finnish => self.ground.beyond_finns,
            _ => HexSet::EMPTY,
        };
        self.ground.land.difference(barred).difference(closed)
    }

    /// The same where the nation's side owns the ground, as railways and ports ask.
    fn serving(&self, situation: &Situation<'_>, nation: Nation) -> HexSet {
        self.free(situation, nation).intersection(situation.owners[nation.side().index()])
    }

    /// [3.1.b][4.2][9.2.c] Ports that ships reach from those of a set: on the same sea, which the side controls and which is not frozen (AMB-18).
    fn ports_by_sea(&self, situation: &Situation<'_>, side: Side, from: &HexSet) -> HexSet {
        let ports = || self.map.places.iter().filter_map(|place| place.port.map(|(class, sea)| (place.hex, class, sea)));
        let owned = situation.owners[side.index()];
        let sails = |sea: usize| {
            let count = |class: PortClass| ports().filter(|&(hex, kind, at)| at == sea && kind == class && owned.contains(hex)).count();
            let controls = PORTS_OF_A_SEA.into_iter().any(|(class, least)| count(class) >= least);
            let begins = ports().any(|(hex, _, at)| at == sea && from.contains(hex));
            controls && begins && !(self.map.seas[sea].freezes && situation.weather == Weather::Snow)
        };
        let open = (0..self.map.seas.len()).filter(|&sea| sails(sea)).fold(0_u64, |open, sea| open | 1 << sea);
        ports().filter(|&(_, _, sea)| open & (1 << sea) != 0).map(|(hex, ..)| hex).collect()
    }
}
