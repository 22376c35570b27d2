//! Supply in Blocks in the East: the set-ups of all scenarios, the cases of the rules, and a slow search over random situations.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use stavka_engine::blocks_in_the_east::ground::railways;
use stavka_engine::blocks_in_the_east::ids::HexSet;
use stavka_engine::blocks_in_the_east::supply::{ShutPorts, Situation};
use stavka_engine::blocks_in_the_east::terms::{
    Country, Layer, Nation, PortClass, RailStatus, Region, Terrain, UnitClass, UnitKind, Weather,
};
use stavka_engine::blocks_in_the_east::{Partisans, Prepared};
use stavka_engine::hex::Hex;
use stavka_engine::{Dice, Side};

use crate::blocks_in_the_east_map::{scenario, set};

/// Nations with units on the map.
const NATIONS: [Nation; 7] =
    [Nation::Soviet, Nation::German, Nation::Romanian, Nation::Hungarian, Nation::Finnish, Nation::Italian, Nation::Slovak];

/// The situation of units in these hexes, by side.
fn situation(data: &Prepared, ground: &[HexSet; 2], weather: Weather) -> Situation<'static> {
    let owners = data.map.owners_in(data.script.owners).expect("a year of the map").by_side;
    let rivers = data.script.layer == Layer::Advanced && weather != Weather::Snow;
    let zone = |side: Side| data.ground.controlled(&ground[side.index()], &ground[side.opponent().index()], rivers);
    let year = data.script.owners;
    let there = |status: RailStatus| match status {
        RailStatus::Built => true,
        RailStatus::Built1942 => year > 1941,
        RailStatus::Project => year > 1942,
    };
    let railways = railways(&data.map, |rail| there(rail.status), false);
    Situation {
        owners,
        ground: *ground,
        zones: Side::ALL.map(zone),
        railways: railways.into(),
        weather,
        first_winter: false,
        partisans: Partisans::default(),
        shut_ports: ShutPorts::new(),
    }
}

/// The situation at the beginning of a scenario.
fn start(id: &str) -> (&'static Prepared, Situation<'static>) {
    let data = scenario(id);
    let units = |side: Side| {
        let all = data.script.placed.iter().map(|placed| (data.unit(placed.unit), placed.hex));
        set(all.filter(|(unit, _)| unit.nation.side() == side && unit.class != UnitClass::Air).map(|(_, hex)| hex))
    };
    (data, situation(data, &Side::ALL.map(units), Weather::Clear))
}

fn place(data: &Prepared, name: &str) -> Hex {
    data.map.place_named(name).unwrap_or_else(|| panic!("no place {name}")).hex
}

fn hex(data: &Prepared, name: &str) -> Hex {
    data.map.find(name).unwrap_or_else(|| panic!("no hex {name}"))
}

/// G6. [4.3] All units but garrisons are in supply when a scenario begins, whatever holds of three pockets in the later ones.
#[test]
fn set_ups_are_in_supply() {
    let pockets = ["Leningrad", "Oranienbaum", "Sevastopol"];
    for id in [
        "short-barbarossa",
        "towards-leningrad",
        "towards-moscow",
        "towards-rostov",
        "operation-blue",
        "operation-citadel",
        "operation-bagration",
    ] {
        let (data, situation) = start(id);
        let supplied: BTreeMap<Nation, HexSet> = NATIONS.into_iter().map(|nation| (nation, data.supplied(&situation, nation))).collect();
        for placed in &data.script.placed {
            let unit = data.unit(placed.unit);
            let pocket = data.script.owners > 1941 && pockets.iter().any(|name| place(data, name) == placed.hex);
            let within = supplied[&unit.nation].contains(placed.hex);
            assert!(within || unit.kind == UnitKind::Static || pocket, "{id}: {} at {}", unit.name, data.map.name(placed.hex));
        }
    }
}

/// G9. [4.2] A unit on a railway that is joined to the main source is in its source.
#[test]
fn a_hex_on_a_joined_railway_is_a_source() {
    let (data, situation) = start("short-barbarossa");
    let sources = data.supply_sources(&situation, Nation::Soviet);
    assert!(sources.contains(place(data, "Pinsk")));
    assert!(
        NATIONS
            .into_iter()
            .all(|nation| data.supply_sources(&situation, nation).contains(place(data, nation.main_source().expect("a source"))))
    );
}

/// C11. [4.3][9.1][33.0.b][39.0.a] Three hexes in clear weather, two in any other, one for the Axis in the first winter, two for the Finns.
#[test]
fn a_line_of_supply_is_as_long_as_the_weather_lets_it_be() {
    let (data, clear) = start("short-barbarossa");
    let reach = |situation: &Situation<'_>, nation: Nation| {
        // How far the farthest supplied hex lies from the sources, over the land.
        let (sources, supplied) = (data.supply_sources(situation, nation), data.supplied(situation, nation));
        let mut steps: BTreeMap<Hex, u32> = sources.iter().map(|hex| (hex, 0)).collect();
        let mut fresh: VecDeque<Hex> = sources.iter().collect();
        while let Some(at) = fresh.pop_front() {
            let near = if data.map.is_box(at) { Vec::new() } else { data.map.grid.neighbours(at).map(|(_, near)| near).collect() };
            for near in near {
                if !steps.contains_key(&near) {
                    steps.insert(near, steps[&at] + 1);
                    fresh.push_back(near);
                }
            }
        }
        supplied.iter().filter(|&hex| !data.map.is_box(hex)).map(|hex| steps[&hex]).max().expect("supplied hexes")
    };
    for (weather, soviet) in [(Weather::Clear, 3), (Weather::Rain, 2), (Weather::LightRain, 2), (Weather::Snow, 2)] {
        let situation = Situation { weather, ..clear.clone() };
        assert_eq!(reach(&situation, Nation::Soviet), soviet, "{weather:?}");
    }
    let winter = Situation { weather: Weather::Snow, first_winter: true, ..clear };
    assert_eq!([Nation::Soviet, Nation::Romanian, Nation::Finnish].map(|nation| reach(&winter, nation)), [2, 1, 2]);
}

/// G21. [SBE1.b][4.3] When Leningrad is cut off from Siberia.
#[test]
fn leningrad_is_cut_off_when_every_way_is() {
    let data = scenario("towards-leningrad");
    let with = |axis: &[&str]| {
        let axis = set(axis.iter().map(|name| data.map.find(name).unwrap_or_else(|| place(data, name))));
        let mut situation = situation(data, &[axis, set([place(data, "Leningrad")])], Weather::Clear);
        situation.owners[0] = situation.owners[0].union(axis);
        situation.owners[1] = situation.owners[1].difference(axis);
        data.supplied(&situation, Nation::Soviet).contains(place(data, "Leningrad"))
    };
    assert!(with(&["1914", "1812"]));
    // [4.2] The fleet still comes from Tallinn, and from nowhere when the ports of the Gulf are lost.
    let ring = ["1812", "1914", "1815", "1715", "1714"];
    assert!(with(&ring));
    assert!(!with(&[&ring[..], &["Tallinn", "Hanko", "Vyborg"]].concat()));
}

/// [4.3.a][4.3.b][AMB-17] Enemies and their zones of control bar a railway, unless a friend stands in the zone.
#[test]
fn enemies_and_their_zones_bar_a_line() {
    let data = scenario("short-barbarossa");
    let ports = set(data.map.places.iter().filter(|place| place.port.is_some()).map(|place| place.hex));
    // Without ships the Crimea hangs on the railway through 2240.
    let joined = |axis: &[&str], soviets: &[&str]| {
        let ground = [axis, soviets].map(|names| set(names.iter().map(|name| hex(data, name))));
        let mut situation = situation(data, &ground, Weather::Clear);
        situation.owners[1] = situation.owners[1].difference(ports).difference(ground[0]);
        data.supply_sources(&situation, Nation::Soviet).contains(place(data, "Simferopol"))
    };
    assert!(joined(&[], &[]));
    assert!(!joined(&["2240"], &[]), "an enemy on it");
    // An enemy beside it, off the railway.
    assert!(!joined(&["2140"], &[]), "an enemy whose zone covers it");
    assert!(joined(&["2140"], &["2240"]), "a friend in the zone");
}

/// [4.2][3.1.b][9.2.c] By sea: from port to port of a sea that the side controls, not over ice.
#[test]
fn ports_are_joined_by_seas_that_are_controlled_and_open() {
    let data = scenario("short-barbarossa");
    let base = situation(data, &[HexSet::EMPTY; 2], Weather::Clear);
    let hanko = place(data, "Hanko");
    assert!(data.supply_sources(&base, Nation::Soviet).contains(hanko), "by the Gulf of Finland");
    let ice = Situation { weather: Weather::Snow, ..base.clone() };
    assert!(!data.supply_sources(&ice, Nation::Soviet).contains(hanko), "[9.2.c] frozen");
    // Ports of the Gulf are lost one by one: a Major Port, or two Minor Ports, keep it.
    let gulf = data.map.seas.iter().position(|sea| sea.name == "Gulf of Finland").expect("the Gulf");
    let ports: Vec<(Hex, PortClass)> = data
        .map
        .places
        .iter()
        .filter_map(|place| place.port.filter(|port| port.1 == gulf).map(|(class, _)| (place.hex, class)))
        .filter(|(hex, _)| base.owners[1].contains(*hex))
        .collect();
    for kept in 0..1_u32 << ports.len() {
        let held: Vec<(Hex, PortClass)> = (0..ports.len()).filter(|at| kept & 1 << at != 0).map(|at| ports[at]).collect();
        let lost = set(ports.iter().filter(|port| !held.contains(port)).map(|(hex, _)| *hex));
        let mut situation = base.clone();
        situation.owners[1] = situation.owners[1].difference(lost);
        let count = |class: PortClass| held.iter().filter(|(_, kind)| *kind == class).count();
        let controls = count(PortClass::Major) > 0 || count(PortClass::Minor) > 1;
        let mainland = held.iter().any(|&(at, _)| at != hanko && data.supply_sources(&situation, Nation::Soviet).contains(at));
        let expected = controls && mainland && held.iter().any(|&(at, _)| at == hanko);
        assert_eq!(data.supply_sources(&situation, Nation::Soviet).contains(hanko), expected, "{held:?}");
    }
}

/// [5.5.f][5.6.a][5.7.a][AMB-91] Where nations may not trace, and the Germans in the north.
#[test]
fn nations_trace_where_they_may() {
    let data = scenario("short-barbarossa");
    let mut situation = situation(data, &[HexSet::EMPTY; 2], Weather::Clear);
    let within = |nation: Nation, name: &str, situation: &Situation<'_>| data.supply_sources(situation, nation).contains(place(data, name));
    assert!(!within(Nation::Romanian, "Budapest", &situation) && !within(Nation::Hungarian, "Bucharest", &situation));
    assert!(within(Nation::German, "Bucharest", &situation) && within(Nation::German, "Budapest", &situation));
    // The Axis owns everything: Finns still trace no farther than their operative area.
    situation.owners = [situation.owners[0].union(situation.owners[1]), HexSet::EMPTY];
    assert!(within(Nation::Finnish, "Petrozavodsk", &situation) && !within(Nation::Finnish, "Arkhangelsk", &situation));
    assert!(within(Nation::German, "Arkhangelsk", &situation));
    // Germans in the far north are supplied through Finland, Romanians are not.
    let (data, start) = start("short-barbarossa");
    let north = place(data, "Rovaniemi");
    assert!(!data.supply_sources(&start, Nation::German).contains(north));
    assert!(data.supplied(&start, Nation::German).contains(north) && !data.supplied(&start, Nation::Romanian).contains(north));
}

/// The same by a search from each hex, hex by hex.
pub(crate) fn slowly_supplied(data: &Prepared, situation: &Situation<'_>, nation: Nation) -> BTreeSet<Hex> {
    let map = &data.map;
    let (own, enemy) = (nation.side().index(), nation.side().opponent().index());
    let traces = |nation: Nation, at: Hex| {
        let country = map.country[at.index()];
        let foreign = match nation {
            Nation::Romanian => country == Some(Country::Hungary),
            Nation::Hungarian => country == Some(Country::Romania),
            Nation::Finnish => country == Some(Country::SovietUnion) && !map.region(Region::FinnishOperations).contains(at),
            _ => false,
        };
        let watched = situation.zones[enemy].contains(at) && !situation.ground[own].contains(at);
        map.is_land(at) && !foreign && !watched && !situation.ground[enemy].contains(at)
    };
    let sources = |nation: Nation| {
        let main = place(data, nation.main_source().expect("a source"));
        let serves = |at: Hex| traces(nation, at) && situation.owners[own].contains(at);
        let mut known = BTreeSet::new();
        let mut fresh: Vec<Hex> = [main].into_iter().filter(|&at| serves(at)).collect();
        loop {
            while let Some(at) = fresh.pop() {
                if known.insert(at) {
                    fresh.extend(
                        situation.railways[at.index()].into_iter().filter(|&near| near != u16::MAX).map(Hex).filter(|&near| serves(near)),
                    );
                }
            }
            for (sea, area) in map.seas.iter().enumerate() {
                let ports: Vec<_> = map.places.iter().filter(|place| place.port.is_some_and(|port| port.1 == sea)).collect();
                let held = |class: PortClass| {
                    ports.iter().filter(|port| port.port.expect("a port").0 == class && situation.owners[own].contains(port.hex)).count()
                };
                let open =
                    !(area.freezes && situation.weather == Weather::Snow) && (held(PortClass::Major) >= 1 || held(PortClass::Minor) >= 2);
                if open && ports.iter().any(|port| known.contains(&port.hex)) {
                    fresh.extend(ports.iter().map(|port| port.hex).filter(|&at| serves(at) && !known.contains(&at)));
                }
            }
            if fresh.is_empty() {
                return known;
            }
        }
    };
    let beside = |at: Hex| {
        let boxes =
            map.arrows.iter().filter(|arrow| arrow.land && arrow.ends.contains(&at)).flat_map(|arrow| arrow.ends).filter(|&end| end != at);
        let grid = if map.is_box(at) { Vec::new() } else { map.grid.neighbours(at).collect() };
        let dry = grid.into_iter().filter(|(direction, _)| {
            let side = map.sides[at.index()][direction.index()];
            !side.water && !side.strait
        });
        dry.map(|(_, near)| near).chain(boxes).collect::<Vec<_>>()
    };
    let range = |nation: Nation| match (situation.first_winter && own == 0, nation) {
        (true, Nation::Finnish) => 2,
        (true, _) => 1,
        (false, _) if situation.weather == Weather::Clear => 3,
        (false, _) => 2,
    };
    let lit = |nation: Nation| {
        let sources = sources(nation);
        let reaches = |start: Hex| {
            let mut ring = BTreeSet::from([start]);
            for step in 0..=range(nation) {
                if ring.iter().any(|at| sources.contains(at)) {
                    return true;
                }
                let goes_on = |at: &Hex| step == 0 || map.terrain[at.index()] != Terrain::Mountain && traces(nation, *at);
                ring = ring.iter().filter(|at| goes_on(at)).flat_map(|&at| beside(at)).collect();
            }
            false
        };
        map.hexes().filter(|&at| map.is_land(at) && reaches(at)).collect::<BTreeSet<Hex>>()
    };
    let mut supplied = lit(nation);
    if nation == Nation::German {
        let north = |at: &Hex| {
            map.is_box(*at) || map.country[at.index()] == Some(Country::Finland) || map.region(Region::FinnishOperations).contains(*at)
        };
        supplied.extend(lit(Nation::Finnish).into_iter().filter(north));
    }
    supplied
}

/// [4.1][4.2][4.3] The floods against that search, in random situations.
#[test]
fn supply_is_that_of_a_slow_search() {
    let mut dice = Dice::stream(1941, 25);
    let mut cut = 0;
    for id in ["short-barbarossa", "operation-blue", "operation-bagration"] {
        let (data, start) = start(id);
        let land: Vec<Hex> = data.map.hexes().filter(|&at| data.ground.open.contains(at)).collect();
        for _ in 0..3 {
            let mut ground = start.ground;
            for side in Side::ALL {
                for _ in 0..60 {
                    let at = land[dice.below(land.len() as u32) as usize];
                    if !ground[side.opponent().index()].contains(at) {
                        ground[side.index()].insert(at);
                    }
                }
            }
            let weather = Weather::ALL[dice.below(4) as usize];
            let mut situation = situation(data, &ground, weather);
            for side in Side::ALL {
                situation.owners[side.index()] =
                    situation.owners[side.index()].union(ground[side.index()]).difference(ground[side.opponent().index()]);
            }
            situation.first_winter = weather == Weather::Snow && dice.below(2) == 0;
            for nation in NATIONS {
                let fast = data.supplied(&situation, nation).intersection(set(data.map.hexes().filter(|&at| data.map.is_land(at))));
                let slow = slowly_supplied(data, &situation, nation);
                assert_eq!(fast, set(slow), "{id}, {nation:?}, {weather:?}");
                cut += usize::from(fast.len() < 400);
            }
        }
    }
    assert!(cut > 5, "some nations are supplied in few hexes: {cut}");
}
