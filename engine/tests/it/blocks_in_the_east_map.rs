//! The map of Blocks in the East against every fact that the rulebook states of it, and what moves and connects on it.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::LazyLock;

use stavka_engine::Side;
use stavka_engine::blocks_in_the_east::Prepared;
use stavka_engine::blocks_in_the_east::data::{Map, Place, Rail, SeaArea};
use stavka_engine::blocks_in_the_east::ground::{flight, joined_by_rail, rail_distance, railways};
use stavka_engine::blocks_in_the_east::ids::HexSet;
use stavka_engine::blocks_in_the_east::terms::{Country, District, Entry, PortClass, RailStatus, Region, Terrain, TownClass, Weather};
use stavka_engine::hex::{Direction, Hex, OFF_MAP};
use stavka_engine::kit::files::{ScenarioFiles as _, Sources};

/// The scenarios, each loaded once.
static LOADED: LazyLock<Vec<&Prepared>> = LazyLock::new(|| {
    let load = |(id, text): (&str, &str)| Prepared::interned(&Prepared::sources(id, text)).unwrap_or_else(|error| panic!("{id}: {error}"));
    Prepared::SCENARIOS.iter().copied().map(load).collect()
});

/// A scenario of the game.
pub(crate) fn scenario(id: &str) -> &'static Prepared {
    LOADED.iter().find(|known| known.script.id == id).unwrap_or_else(|| panic!("no scenario {id}"))
}

fn prepared() -> &'static Prepared {
    scenario("short-barbarossa")
}

fn map() -> &'static Map {
    &prepared().map
}

fn place(name: &str) -> &'static Place {
    map().place_named(name).unwrap_or_else(|| panic!("no place {name}"))
}

fn hex(name: &str) -> Hex {
    map().find(name).unwrap_or_else(|| panic!("no hex {name}"))
}

/// Column and row as printed.
fn printed(name: &str) -> (u8, u8) {
    let at = place(name).hex;
    (map().grid.column(at), map().grid.row(at))
}

fn neighbours(at: Hex) -> Vec<Hex> {
    map().grid.neighbours(at).map(|(_, near)| near).collect()
}

pub(crate) fn set(hexes: impl IntoIterator<Item = Hex>) -> HexSet {
    hexes.into_iter().collect()
}

fn all() -> HexSet {
    set(map().hexes())
}

fn built(rail: &Rail) -> bool {
    rail.status == RailStatus::Built
}

/// Places of a class, in the order of their names.
fn named(class: TownClass) -> Vec<&'static str> {
    let mut names: Vec<_> = map().places.iter().filter(|place| place.class == Some(class)).map(|place| place.name.as_str()).collect();
    names.sort_unstable();
    names
}

/// [SBE4.b] Soviet Major Cities that the Axis can come to in the short Barbarossa, Leningrad and Moscow apart.
pub(crate) const IN_REACH: [&str; 16] = [
    "Tallinn",
    "Riga",
    "Vilnius",
    "Minsk",
    "Lvov",
    "Smolensk",
    "Kiev",
    "Odessa",
    "Nikolaev",
    "Dnepropetrovsk",
    "Zaporozhye",
    "Kharkov",
    "Stalino",
    "Bryansk",
    "Kalinin",
    "Tula",
];

#[test]
fn distances_are_those_of_the_build_sheet() {
    let pairs = [
        ("Berlin", "Moscow", 26),
        ("Warsaw", "Minsk", 8),
        ("Leningrad", "Moscow", 11),
        ("Kiev", "Stalingrad", 15),
        ("Sevastopol", "Kerch", 3),
        ("Baku", "Teheran", 9),
        ("Brest-Litovsk", "Moscow", 17),
        ("Rastenburg", "Leningrad", 14),
        ("Moscow", "Gorky", 6),
        ("Königsberg", "Riga", 5),
    ];
    for (from, to, hexes) in pairs {
        assert_eq!(map().grid.distance(place(from).hex, place(to).hex), hexes, "{from} to {to}");
    }
}

/// [7.5.3.a][9.2.a][9.2.b][7.5.5]
#[test]
fn reaches_are_those_of_the_build_sheet() {
    use Weather::{Clear, Rain, Snow};
    let closed = all().difference(prepared().ground.open);
    let reaches = [
        ("Warsaw", 4, Clear, 54),
        ("Warsaw", 4, Rain, 6),
        ("Warsaw", 4, Snow, 17),
        ("Moscow", 3, Clear, 33),
        ("Stalingrad", 3, Clear, 34),
        ("Stalingrad", 4, Snow, 16),
        ("Leningrad", 3, Clear, 7),
        ("Vologda", 4, Clear, 21),
        ("Kerch", 3, Clear, 6),
        ("Tbilisi", 3, Clear, 12),
        ("Pinsk", 3, Clear, 6),
        ("Sevastopol", 4, Clear, 11),
    ];
    for (from, points, weather, hexes) in reaches {
        let reach = prepared().ground.reach(place(from).hex, points, weather, &closed, &HexSet::EMPTY);
        assert_eq!(reach.reached().len(), hexes, "{from}, {points} points, {weather:?}");
    }
    // [9.2.a] The strait of Kerch is crossed, but not in rain.
    let (kerch, taman) = (place("Kerch").hex, place("Taman").hex);
    for weather in Weather::ALL {
        let crosses = prepared().ground.reach(kerch, 3, weather, &closed, &HexSet::EMPTY).cost(taman) == Some(6);
        assert_eq!(crosses, weather != Rain, "{weather:?}");
    }
}

/// The flood against a search that knows nothing of it, from every hex, in all weathers.
#[test]
fn reaches_are_those_of_a_slow_search() {
    let (data, ground) = (prepared(), &prepared().ground);
    let entered = |from: Hex, to: Hex, weather: Weather| -> Option<u32> {
        if !matches!(map().entry[to.index()], Entry::Open | Entry::Persia | Entry::AxisRail) {
            return None;
        }
        if map().is_box(from) || map().is_box(to) {
            return Some(3);
        }
        let direction = map().grid.direction(from, to).expect("neighbours");
        let side = map().sides[from.index()][direction.index()];
        if side.strait {
            return (weather != Weather::Rain).then_some(3);
        }
        let rough = [[1, 2, 2, 3, 3], [3; 5], [2, 3, 3, 3, 3], [2, 2, 3, 3, 2]][weather as usize];
        let terrain = [Terrain::Plain, Terrain::Forest, Terrain::Hill, Terrain::Mountain, Terrain::Swamp];
        let row = terrain.iter().position(|&known| known == map().terrain[to.index()])?;
        (!side.water).then_some(rough[row])
    };
    let mut arrows: BTreeMap<Hex, Vec<Hex>> = BTreeMap::new();
    for arrow in data.map.arrows.iter().filter(|arrow| arrow.land) {
        arrows.entry(arrow.ends[0]).or_default().push(arrow.ends[1]);
        arrows.entry(arrow.ends[1]).or_default().push(arrow.ends[0]);
    }
    for start in map().hexes().filter(|&at| map().is_land(at) && at.0 % 3 == 0 || map().is_box(at)) {
        for weather in Weather::ALL {
            let mut costs = BTreeMap::from([(start, 0)]);
            let mut fresh = BTreeSet::from([start]);
            while let Some(at) = fresh.pop_first() {
                let near = if map().is_box(at) { Vec::new() } else { neighbours(at) };
                for next in near.into_iter().chain(arrows.get(&at).into_iter().flatten().copied()) {
                    let Some(cost) = entered(at, next, weather).map(|cost| cost + costs[&at]).filter(|&cost| cost <= 4) else { continue };
                    if costs.get(&next).is_none_or(|&known| cost < known) {
                        costs.insert(next, cost);
                        fresh.insert(next);
                    }
                }
            }
            let reach = ground.reach(start, 4, weather, &HexSet::EMPTY, &HexSet::EMPTY);
            let found: BTreeMap<Hex, u32> =
                reach.reached().iter().map(|&at| (at, u32::from(reach.cost(at).expect("reached")) / 2)).chain([(start, 0)]).collect();
            assert_eq!(found, costs, "from {} in {weather:?}", map().name(start));
        }
    }
}

#[test]
fn railways_are_as_long_as_the_build_sheet_says() {
    let rails = railways(map(), built, false);
    let ways = [
        ("Berlin", "Warsaw", 9),
        ("Leningrad", "Moscow", 11),
        ("Helsinki", "Rovaniemi", 11),
        ("Kandalaksha", "Volkhov", 12),
        ("Moscow", "Sverdlovsk", 23),
    ];
    for (from, to, links) in ways {
        assert_eq!(rail_distance(&rails, place(from).hex, place(to).hex, &all()), Some(links), "{from} to {to}");
    }
}

/// [4.2]
#[test]
fn railways_join_what_the_build_sheet_says() {
    let rails = railways(map(), built, false);
    let owners = map().owners_in(1941).expect("June 1941");
    for (source, side, hexes) in [("Siberia", Side::Soviet, 482), ("Berlin", Side::Axis, 120), ("Helsinki", Side::Axis, 40)] {
        let joined = joined_by_rail(&rails, &set([place(source).hex]), &owners.by_side[side.index()]);
        assert_eq!(joined.len(), hexes, "{source}");
    }
    // Narvik belongs to the Finnish network, by the Swedish railway.
    let finnish = joined_by_rail(&rails, &set([place("Helsinki").hex]), &owners.by_side[Side::Axis.index()]);
    assert!(finnish.contains(place("Narvik").hex));
    // [SBE6.e] The projects: Stalingrad to Saratov, to Astrakhan, and from there to Baku; the sea route to Krasnovodsk.
    let with = |line: &'static str| railways(map(), move |rail| built(rail) || rail.line == line, false);
    let [saratov, stalingrad, astrakhan, baku] = ["Saratov", "Stalingrad", "Astrakhan", "Baku"].map(|name| place(name).hex);
    let lines = [("P1", saratov, stalingrad, 5), ("P2", stalingrad, astrakhan, 5)];
    for (line, from, to, links) in lines {
        assert_eq!(rail_distance(&with(line), from, to, &all()), Some(links), "{line}");
        assert!(rail_distance(&rails, from, to, &all()).is_none_or(|before| before > links), "{line}");
    }
    let all_built = railways(map(), |_| true, false);
    assert!(rail_distance(&all_built, astrakhan, baku, &all()).is_some_and(|links| links < 20));
    assert_eq!(rail_distance(&railways(map(), built, true), baku, place("Krasnovodsk").hex, &all()), Some(1));
}

/// [3.7] The boxes, their ground, and their links by land and rail.
#[test]
fn the_boxes_lie_where_the_rules_say() {
    use Terrain::{Forest, Mountain};
    let boxes = [
        ("Narvik", Mountain),
        ("Tromsø", Mountain),
        ("Petsamo", Forest),
        ("Murmansk", Forest),
        ("Krasnovodsk", Forest),
        ("Siberia", Forest),
    ];
    assert_eq!(map().boxes.len(), boxes.len());
    for (name, terrain) in boxes {
        let at = place(name).hex;
        assert!(map().is_box(at) && map().terrain[at.index()] == terrain, "{name}");
    }
    let link = |a: &str, b: &str| {
        let ends = [place(a).hex, place(b).hex];
        let found: Vec<_> = map().arrows.iter().filter(|arrow| ends.iter().all(|end| arrow.ends.contains(end))).collect();
        found.first().map(|arrow| (arrow.land, arrow.rail)).filter(|_| found.len() == 1)
    };
    let (both, land, rail) = (Some((true, true)), Some((true, false)), Some((false, true)));
    let links = [
        ("Narvik", "Gällivare", both),
        ("Narvik", "Tromsø", land),
        ("Tromsø", "Petsamo", land),
        ("Petsamo", "Salla", both),
        ("Petsamo", "Murmansk", land),
        ("Murmansk", "Kandalaksha", both),
        ("Krasnovodsk", "Siberia", both),
        ("Siberia", "Nizhny Tagil", rail),
        ("Siberia", "Sverdlovsk", rail),
        ("Siberia", "Chelyabinsk", rail),
        ("Siberia", "Magnitogorsk", rail),
        ("Siberia", "Chkalov", rail),
        ("Baku", "Krasnovodsk", None),
    ];
    for (a, b, expected) in links {
        assert_eq!(link(a, b), expected, "{a} and {b}");
    }
    assert_eq!(map().arrows.len(), links.len() - 1);
    // [7.5.5] A march along an arrow costs three points, both ways; there is none where a railway alone runs.
    for (a, b, expected) in links {
        for (from, to) in [(a, b), (b, a)] {
            let reach = prepared().ground.reach(place(from).hex, 3, Weather::Clear, &HexSet::EMPTY, &HexSet::EMPTY);
            let marches = expected.is_some_and(|(land, _)| land);
            assert_eq!(reach.cost(place(to).hex), marches.then_some(6), "{from} to {to}");
        }
    }
    assert_eq!(map().sea_project, [place("Baku").hex, place("Krasnovodsk").hex]);
}

/// [7.5.4][7.5.4.a] The edge.
#[test]
fn the_edge_lies_where_the_rules_say() {
    assert_eq!((map().grid.len(), map().len()), (2668, 2674));
    assert_eq!(printed("Salla").1, 1, "the northernmost row");
    let enters = |at: Hex| !matches!(map().entry[at.index()], Entry::Edge | Entry::Water | Entry::Closed);
    let columns = map().grid.hexes().filter(|&at| enters(at)).map(|at| map().grid.column(at));
    assert_eq!(columns.max(), Some(printed("Magnitogorsk").0), "the last column in which anybody moves");
    let sverdlovsk = place("Sverdlovsk");
    assert_eq!((map().entry[sverdlovsk.hex.index()], sverdlovsk.yellow), (Entry::Edge, 2));
    let last: Vec<_> = map().grid.hexes().filter(|&at| map().grid.row(at) == 58 && enters(at)).collect();
    assert_eq!(last, [place("Teheran").hex]);
    // Nobody marches into the edge, from anywhere, in any weather.
    for weather in Weather::ALL {
        for (at, steps) in map().hexes().zip(prepared().ground.steps(weather)) {
            let leads = steps.to.into_iter().map(Hex).filter(|&to| to != at);
            assert!(leads.into_iter().all(enters), "from {}", map().name(at));
        }
    }
}

/// [3.3][BOX1][11.1][11.2][12.3] Towns and other marks of which the rules say something.
#[test]
fn towns_are_those_of_the_rules() {
    assert_eq!(named(TownClass::Bunker), ["Armyansk", "Hanko", "Solone Ozero"]);
    assert_eq!(named(TownClass::Fortress), ["Leningrad", "Oranienbaum", "Sevastopol"]);
    let mut victory: Vec<_> = map().places.iter().filter(|place| place.victory).map(|place| place.name.as_str()).collect();
    victory.sort_unstable();
    assert_eq!(victory, ["Baku", "Berlin", "Leningrad", "Moscow", "Stalingrad"]);
    let capitals = [
        ("Berlin", Country::Germany),
        ("Belgrade", Country::Yugoslavia),
        ("Helsinki", Country::Finland),
        ("Bucharest", Country::Romania),
        ("Budapest", Country::Hungary),
        ("Bratislava", Country::Slovakia),
        ("Teheran", Country::Persia),
        ("Moscow", Country::SovietUnion),
    ];
    for (name, country) in capitals {
        assert_eq!((place(name).class, map().country[place(name).hex.index()]), (Some(TownClass::Capital), Some(country)), "{name}");
    }
    assert_eq!(named(TownClass::Capital).len(), capitals.len());
    let classes = [
        ("Kalinin", TownClass::Major),
        ("Rybinsk", TownClass::Minor),
        ("Vologda", TownClass::Major),
        ("Chelyabinsk", TownClass::Major),
        ("Demyansk", TownClass::Dot),
        ("Uman", TownClass::Dot),
    ];
    for (name, class) in classes {
        assert_eq!(place(name).class, Some(class), "{name}");
    }
    let terrain = |name: &str| map().terrain[place(name).hex.index()];
    assert_eq!((terrain("Vologda"), terrain("Solone Ozero")), (Terrain::Forest, Terrain::Swamp));
    assert_eq!(map().terrain[hex("3044").index()], Terrain::Mountain, "Elbrus");
    let yields = [("Leningrad", (2, 0, 1)), ("Kerch", (1, 0, 0)), ("Maykop", (0, 5, 0)), ("Police", (0, 2, 0)), ("Oranienbaum", (0, 0, 1))];
    for (name, expected) in yields {
        let found = place(name);
        assert_eq!((found.yellow, found.oil, found.white), expected, "{name}");
    }
    assert_eq!(
        map().country_hexes(Country::SovietUnion).iter().map(|at| map().place_at(at).map_or(0, |place| place.yellow)).sum::<u8>(),
        50
    );
    let port = |name: &str| place(name).port.map(|(class, sea)| (class, map().seas[sea].name.as_str()));
    assert_eq!(port("Sevastopol"), Some((PortClass::Major, "Black Sea")));
    assert_eq!(port("Kerch"), Some((PortClass::Minor, "Sea of Azov")));
    assert_eq!(port("Arkhangelsk"), Some((PortClass::Major, "White Sea")));
    let seas = |has: fn(&SeaArea) -> bool| -> Vec<&str> { map().seas.iter().filter(|sea| has(sea)).map(|sea| sea.name.as_str()).collect() };
    assert_eq!(seas(|sea| sea.freezes), ["Gulf of Finland", "Gulf of Bothnia", "White Sea", "Sea of Azov"], "[9.2.c]");
    assert_eq!(seas(|sea| sea.mined), ["Gulf of Finland", "Black Sea", "Sea of Azov"], "[11.3]");
    // [SBE4.b] Enough Major Cities within reach for a decisive victory.
    assert!(IN_REACH.iter().all(|name| place(name).class == Some(TownClass::Major)));
}

/// [12.3][11.3.a][7.5.5][BOX1.h] What lies beside what.
#[test]
fn neighbours_are_those_of_the_rules() {
    let at = |name: &str| place(name).hex;
    let grid = &map().grid;
    assert_eq!(grid.distance(at("Leningrad"), at("Oranienbaum")), 1);
    let between = neighbours(at("Leningrad")).into_iter().filter(|near| neighbours(at("Volkhov")).contains(near));
    assert!(between.into_iter().any(|near| map().terrain[near.index()] == Terrain::Lake), "the Road of Life");
    let neva = grid.direction(at("Leningrad"), hex("1914")).expect("neighbours");
    assert!(map().sides[at("Leningrad").index()][neva.index()].river);
    let gulf = grid.direction(at("Leningrad"), at("Oranienbaum")).expect("neighbours");
    assert!(!map().sides[at("Leningrad").index()][gulf.index()].river);
    assert_eq!(grid.distance(at("Armyansk"), at("Solone Ozero")), 1);
    let rails = railways(map(), built, false);
    let has_rail = |at: Hex| rails[at.index()].iter().any(|&near| near != OFF_MAP);
    let south = neighbours(at("Solone Ozero")).into_iter().filter(|&near| grid.row(near) == grid.row(at("Solone Ozero")) + 1);
    assert!(south.into_iter().any(has_rail), "a railway south of Solone Ozero");
    // [11.3.a] Where it is cut, Kerch is cut from Berlin: both lines of the Crimea meet there.
    let kerch = |without: &[&str]| {
        let serving = all().difference(set(without.iter().map(|name| hex(name))));
        joined_by_rail(&rails, &set([at("Berlin")]), &serving).contains(at("Kerch"))
    };
    assert!(kerch(&[]) && !kerch(&["2240"]));
    // Whoever blocks both bunkers, by land, cuts the Crimea off.
    let crimea = |without: &[&str]| {
        let closed = set(without.iter().map(|name| place(name).hex));
        let mut known = BTreeSet::from([at("Sevastopol")]);
        let mut fresh = vec![at("Sevastopol")];
        while let Some(from) = fresh.pop() {
            for direction in Direction::ALL {
                let side = map().sides[from.index()][direction.index()];
                let near = grid.neighbour(from, direction).filter(|&near| map().is_land(near) && !closed.contains(near));
                if let Some(near) = near.filter(|_| !side.water && !side.strait)
                    && known.insert(near)
                {
                    fresh.push(near);
                }
            }
        }
        known.contains(&at("Kiev"))
    };
    assert!(crimea(&["Armyansk"]) && crimea(&["Solone Ozero"]) && !crimea(&["Armyansk", "Solone Ozero"]));
    // Rivers and their towns.
    let towns = [
        ("Kiev", "Dnepr"),
        ("Stalingrad", "Volga"),
        ("Riga", "Western Dvina"),
        ("Smolensk", "Dnepr"),
        ("Rostov", "Don"),
        ("Voronezh", "Don"),
        ("Warsaw", "Vistula"),
        ("Brest-Litovsk", "Bug"),
        ("Novgorod", "Volkhov"),
    ];
    for (town, river) in towns {
        let sides = &map().rivers.iter().find(|known| known.name == river).unwrap_or_else(|| panic!("no river {river}")).sides;
        assert!(sides.iter().any(|&(a, b)| [a, b].contains(&at(town))), "{town} on the {river}");
    }
}

/// [SBE1.a][SBE2.a][SBE3.a][5.3.a][5.5.e][5.5.f][29.1.b] The parts of the map.
#[test]
fn regions_hold_what_the_rules_put_in_them() {
    let within = |region: Region, name: &str| map().region(region).contains(place(name).hex);
    let (inside, outside): (&[_], &[_]) = (
        &[
            (Region::Scenario1, &["Leningrad", "Riga", "Tallinn", "Pskov", "Vologda"][..]),
            (Region::Scenario2, &["Moscow"]),
            (Region::Scenario3, &["Kiev", "Rostov", "Kharkov", "Sevastopol"]),
            (Region::NorthOfGreen, &["Moscow", "Minsk", "Smolensk", "Orel", "Leningrad"]),
            (Region::FinnishAttack, &["Vyborg"]),
            (Region::FinnishOperations, &["Petrozavodsk", "Petsamo"]),
        ],
        &[
            (Region::Scenario1, &["Moscow", "Minsk"][..]),
            (Region::Scenario2, &["Kiev"]),
            (Region::Scenario3, &["Kursk"]),
            (Region::NorthOfGreen, &["Kiev", "Kharkov", "Stalingrad", "Lvov", "Odessa", "Baku"]),
            (Region::FinnishAttack, &["Leningrad", "Volkhov"]),
            (Region::FinnishOperations, &["Leningrad", "Arkhangelsk"]),
        ],
    );
    for (regions, expected) in [(inside, true), (outside, false)] {
        for (region, names) in regions {
            assert!(names.iter().all(|name| within(*region, name) == expected), "{region:?}: {names:?}");
        }
    }
    assert!(neighbours(place("Moscow").hex).into_iter().all(|near| map().region(Region::Scenario2).contains(near)), "[SBE2.b]");
    assert!(printed("Kursk").1 < printed("Kiev").1);
    let soviet = map().country_hexes(Country::SovietUnion);
    let rows = |region: Region| map().region(region).intersection(soviet).iter().map(|at| map().grid.row(at)).collect::<Vec<_>>();
    assert!(rows(Region::Scenario2).into_iter().all(|row| row < printed("Kiev").1));
    assert!(rows(Region::Scenario3).into_iter().all(|row| row > printed("Kursk").1));
    let annexed = |name: &str| map().annexed.iter().find(|known| known.hexes.contains(place(name).hex)).map(|known| known.name.as_str());
    let grounds = [
        ("Vyborg", Some("Vyborg")),
        ("Salla", Some("Salla")),
        ("Riga", Some("Baltic states")),
        ("Tallinn", Some("Baltic states")),
        ("Vilnius", Some("Baltic states")),
        ("Kishinev", Some("Bessarabia")),
        ("Izmail", Some("Bessarabia")),
        ("Leningrad", None),
        ("Lvov", None),
    ];
    for (name, expected) in grounds {
        assert_eq!(annexed(name), expected, "{name}");
    }
    let district = |name: &str| map().district[place(name).hex.index()];
    let districts = [
        ("Riga", District::Baltic),
        ("Minsk", District::Western),
        ("Kiev", District::Kiev),
        ("Odessa", District::Odessa),
        ("Moscow", District::Interior),
    ];
    for (name, expected) in districts {
        assert_eq!(district(name), Some(expected), "{name}");
    }
}

/// [digest 7.7][SBE5][SBE6][SBE7][SBE8] What changes hands: twelve yellow points by 1942, none in the next year, nine of them back by 1944.
#[test]
fn owners_agree_with_production() {
    let soviet = |year: u16| {
        let owners = map().owners_in(year).expect("a year of the file");
        let towns = owners.by_side[Side::Soviet.index()].iter().filter_map(|at| map().place_at(at));
        towns.map(|place| i32::from(place.yellow)).sum::<i32>()
    };
    assert_eq!([1941, 1942, 1943, 1944].map(soviet), [50, 38, 38, 47]);
    // Hexes with an owner on each side of a front face each other.
    for front in map().fronts.iter().filter(|front| front.name == "main") {
        let owners = map().owners_in(front.year).expect("a year of the file");
        let side = |at: Hex| Side::ALL.into_iter().find(|side| owners.by_side[side.index()].contains(at));
        for &(a, b) in &front.sides {
            assert!(side(a).zip(side(b)).is_some_and(|(one, other)| one != other), "{} {}/{}", front.year, map().name(a), map().name(b));
        }
    }
}

/// [3.19][3.19.b][8.0] A zone of control reaches the neighbours on land, but not across water, straits and, in the Advanced game, rivers.
#[test]
fn zones_of_control_stop_at_water() {
    let (ground, kerch) = (&prepared().ground, place("Kerch").hex);
    let zone = |name: &str, rivers: bool| ground.controlled(&set([place(name).hex]), &HexSet::EMPTY, rivers);
    assert!(!zone("Kerch", false).contains(place("Taman").hex), "a strait");
    assert!(!zone("Kerch", false).is_empty() && !zone("Kerch", false).contains(kerch));
    assert!(zone("Leningrad", false).contains(hex("1914")) && !zone("Leningrad", true).contains(hex("1914")), "the Neva");
    // Not where enemies are.
    let around = zone("Minsk", false);
    let enemy = around.first().expect("land around Minsk");
    assert_eq!(ground.controlled(&set([place("Minsk").hex]), &set([enemy]), false), around.difference(set([enemy])));
    for at in map().grid.hexes().filter(|&at| map().is_land(at)) {
        let expected = map().grid.neighbours(at).filter(|&(direction, near)| {
            let side = map().sides[at.index()][direction.index()];
            map().is_land(near) && !side.water && !side.strait
        });
        assert_eq!(ground.controlled(&set([at]), &HexSet::EMPTY, false), set(expected.map(|(_, near)| near)), "{}", map().name(at));
    }
}

/// What loading says when one passage of a file is replaced: map, units, tables, or the first scenario.
fn broken(file: usize, from: &str, to: &str) -> String {
    let (id, text) = Prepared::SCENARIOS[0];
    let mut sources = Prepared::sources(id, text);
    let Sources { map, units, tables, scenario } = &mut sources;
    let source = match file {
        0 => map,
        1 => units,
        2 => tables,
        _ => scenario,
    };
    assert!(source.text.contains(from), "{from:?} is not in {}", source.name);
    let changed = source.text.replacen(from, to, 1);
    source.text = &changed;
    Prepared::load(&sources).err().unwrap_or_else(|| panic!("{to:?} in place of {from:?} is accepted")).to_string()
}

#[test]
fn broken_files_are_refused_with_file_key_and_what_was_expected() {
    let defects: &[(usize, &str, &str, &[&str])] = &[
        (0, "columns = 46", "columns = 47", &["map.toml: grid", "2726 hexes", "2688"]),
        (0, "hex_km = 70\n", "", &["map.toml: grid", "positive size"]),
        (0, "id = \"tromso\"", "id = \"narvik\"", &["box \"narvik\"", "second"]),
        (0, "ends = [\"narvik\", \"0901\"]", "ends = [\"narvik\", \"9901\"]", &["arrow", "9901"]),
        (0, "name = \"Berlin\"", "name = \"Moscow\"", &["place \"Moscow\"", "second"]),
        (0, "hex = \"0227\"\nname = \"Berlin\"", "hex = \"0101\"\nname = \"Berlin\"", &["place \"Berlin\"", "water", "land"]),
        (0, "sea = \"Baltic\"", "sea = \"North Sea\"", &["place", "list of seas"]),
        (0, "port = \"minor\"\nsea", "sea", &["place", "both or neither"]),
        (0, "name = \"coast\"", "name = \"shore\"", &["map.toml", "shore"]),
        (0, "[sea_project]", "[lake_project]", &["map.toml", "lake_project"]),
        (0, "class = \"capital\"", "class = \"metropolis\"", &["metropolis"]),
        (0, "origin = \"given: red arrow of Kerch [7.5.5]\"", "origin = \"\"", &["strait", "no origin"]),
        (2, "plain = [1, 3, 2, 2]", "plain = [0, 3, 2, 2]", &["tables.toml: movement.plain", "0 points", "1 to 7"]),
        (2, "arrow = 3", "arrow = 9", &["movement.arrow", "9 points"]),
        (2, "swamp = [3, 3, 3, 2]", "swamp = [3, 3, 3]", &["tables.toml", "line"]),
        (1, "id = \"SL02\"", "id = \"SL01\"", &["units.toml: unit \"SL01\"", "second"]),
        (1, "steps = [4, 3, 2, 1]", "steps = [4, 4, 2, 1]", &["unit", "fall"]),
        (1, "steps = [4, 3, 2, 1]", "steps = [5, 4, 3, 2, 1]", &["unit", "one to 4"]),
        (1, "colours = \"kkkk\"", "colours = \"kkk\"", &["unit \"SL01\"", "\"kkk\" for 4 steps"]),
        (1, "colours = \"kkkk\"", "colours = \"kkkx\"", &["unit", "'x'", "k, w, r or b"]),
        (1, "tech = 1", "tech = 4", &["unit", "tech"]),
        (1, "id = \"static\"", "id = \"infantry\"", &["kind", "once"]),
        (1, "points = [3, 4, 4]", "points = [3, 4, 9]", &["unit", "9 movement points", "at most 8"]),
        (1, "hex = \"1813\"", "hex = \"1899\"", &["unit", "not on the map"]),
        (1, "hex = \"1813\"\n", "", &["unit", "no hex"]),
        (0, "axis_holds = \"Sevastopol\"", "axis_holds = \"Yalta Bay\"", &["strait.axis_holds", "Yalta Bay"]),
        (0, "site = \"Kharkov\"\nhex = \"2432\"", "site = \"Kharkov\"\nhex = \"1813\"", &["factory \"Kharkov\"", "second one"]),
        (0, "output = [1, 0, 0, 0]", "output = [0, 0, 0, 0]", &["factory", "never makes"]),
        (2, "combat = 2", "combat = 4", &["tables.toml: stacking", "combat units"]),
        (2, "large_cities = [\"Stalingrad\"", "large_cities = [\"Tsaritsyn\"", &["production.large_cities", "Tsaritsyn"]),
        (2, "town = \"Vyborg\"", "town = \"Viipuri\"", &["finland.town", "Viipuri"]),
        (2, "level = 2", "level = 4", &["tech number 1", "1 to 3"]),
        (3, "place = \"Leningrad\"", "place = \"Petrograd\"", &["victory", "Petrograd"]),
        (3, "count = \"cut-off\"", "count = \"open\"", &["victory", "Basic game"]),
        (3, "least = 0", "least = 1", &["level", "ascending"]),
        (3, "least = 1", "least = 20000", &["level", "10000"]),
        (3, "codes = [\"L\"]", "codes = [\"X\"]", &["line"]),
        (3, "turns = [1, 4]", "turns = [4, 1]", &["scenario.turns", "1 to 49"]),
        (3, "owners = 1941", "owners = 1940", &["scenario.owners", "1940"]),
        (3, "units = [\"GN03\"", "units = [\"GN99\"", &["stack 0921", "GN99"]),
        (3, "units = [\"GN03\"", "units = [\"GN01\"", &["GN01 a second time"]),
        (3, "hex = \"0921\"", "hex = \"0999\"", &["stack 0999", "no such hex"]),
        (3, "hex = \"0921\"", "hex = \"1721\"", &["stack 1721"]),
        (0, "colour = \"black\"", "colour = \"yellow\"", &["factory \"Police\"", "yellow points come from places"]),
        (0, "ports = [\"Tallinn\", \"Riga\"]", "ports = [\"Tallinn\", \"Hanko\"]", &["blue_route", "no Major Port"]),
        (0, "ports = [\"Tallinn\", \"Riga\"]", "ports = [\"Riga\"]", &["blue_route", "two ports"]),
        (0, "sea = \"Black Sea\"\nports = [", "sea = \"Red Sea\"\nports = [", &["blue_route", "Red Sea"]),
        (2, "city = \"Leningrad\"", "city = \"Moscow\"", &["siege.city", "outside of the pocket"]),
        (2, "desperate_tech = 2", "desperate_tech = 4", &["siege.desperate_tech", "1 to 3"]),
        (2, "sink = 6", "sink = 7", &["mines.sink", "1 to 6"]),
        (2, "\"rain\", \"die\"", "\"rain\", \"fog\"", &["tables.toml", "fog"]),
        (3, "first_turn = 2", "first_turn = 2\nmode = \"map\"", &["production", "Basic game"]),
        (3, "first_turn = 2", "first_turn = 2\nred = { german = 3 }", &["production", "Basic game"]),
    ];
    for &(file, from, to, words) in defects {
        let error = broken(file, from, to);
        assert!(words.iter().all(|word| error.contains(word)), "{to:?}: {error}");
    }
}

/// The rows that are looked at before flights are measured leave out no hex in range.
#[test]
fn no_flight_ends_beyond_the_rows_near_its_start() {
    let map = map();
    for from in map.hexes().step_by(7).chain(map.boxes.iter().map(|known| known.hex)) {
        for range in [0, 1, 2, 5, 12] {
            let rows = map.rows_near(from, range);
            let missed = map.hexes().find(|&to| flight(map, from, to) <= range && !rows.contains(to));
            assert_eq!(missed.map(|hex| map.name(hex)), None, "{range} hexes from {}", map.name(from));
        }
    }
}
