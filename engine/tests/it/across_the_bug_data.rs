//! The data of Across the Bug River meet every fact that the rules, their examples and history give about map, counters and set-up.
//! Numbers in brackets are rule ids.

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::sync::OnceLock;

use stavka_engine::across_the_bug::Prepared;
use stavka_engine::across_the_bug::data::{Bank, Formation, Passage, Unit};
use stavka_engine::across_the_bug::ids::{HexSet, UnitId};
use stavka_engine::across_the_bug::terms::{Bridge, Crossing, HexsideKind, MoveClass, SupplyArea, Terrain, UnitKind, Way, ZocClass};
use stavka_engine::game::Side;
use stavka_engine::hex::{Direction, Hex};
use stavka_engine::kit::files::ScenarioFiles as _;
use stavka_engine::kit::points::HalfPoints;

pub(crate) const SCENARIOS: [&str; 3] = ["attack", "delayed", "campaign"];

pub(crate) fn load(id: &str) -> &'static Prepared {
    static LOADED: OnceLock<Vec<Prepared>> = OnceLock::new();
    let loaded = LOADED.get_or_init(|| {
        let own = Prepared::SCENARIOS.iter().map(|(id, text)| Prepared::load(&Prepared::sources(id, text)));
        own.map(|scenario| scenario.unwrap_or_else(|error| panic!("{error}"))).collect()
    });
    loaded.iter().find(|scenario| scenario.script.id == id).expect("an embedded scenario")
}

pub(crate) fn data() -> &'static Prepared {
    load("campaign")
}

pub(crate) fn hex(name: &str) -> Hex {
    data().map.grid.parse(name).unwrap_or_else(|error| panic!("{error}"))
}

pub(crate) fn hexes(names: &str) -> Vec<Hex> {
    names.split_whitespace().map(hex).collect()
}

pub(crate) fn name(hex: Hex) -> String {
    data().map.grid.name(hex).to_string()
}

pub(crate) fn names(hexes: impl IntoIterator<Item = Hex>) -> String {
    hexes.into_iter().map(name).collect::<Vec<_>>().join(" ")
}

pub(crate) fn place(name: &str) -> Hex {
    data().map.place_named(name).unwrap_or_else(|| panic!("no place {name}")).hex
}

fn terrain(name: &str) -> Terrain {
    data().map.terrain(hex(name))
}

pub(crate) fn distance(a: Hex, b: Hex) -> u16 {
    data().map.grid.distance(a, b)
}

pub(crate) fn neighbours(hex: Hex) -> impl Iterator<Item = (Direction, Hex)> {
    data().map.grid.neighbours(hex)
}

fn crossing(from: &str, to: &str) -> Crossing {
    let direction = data().map.grid.direction(hex(from), hex(to)).expect("two neighbours");
    data().crossing(hex(from), direction)
}

pub(crate) fn unit(id: &str) -> &'static Unit {
    data().unit(data().find_unit(id).unwrap_or_else(|| panic!("no unit {id}")))
}

fn formation(id: &str) -> &'static Formation {
    data().formation(data().find_formation(id).unwrap_or_else(|| panic!("no formation {id}")))
}

pub(crate) fn combat_units() -> impl Iterator<Item = (UnitId, &'static Unit)> {
    Side::ALL.into_iter().flat_map(|side| data().units(side)).filter(|(_, unit)| unit.kind.is_combat())
}

pub(crate) fn home(unit: &Unit) -> &'static str {
    unit.formation.map_or("", |formation| &data().formation(formation).id)
}

/// Every hex that can be walked to by steps that hold.
pub(crate) fn walk(from: Hex, holds: impl Fn(Hex, Direction, Hex) -> bool) -> BTreeMap<Hex, u16> {
    let mut seen = BTreeMap::from([(from, 0)]);
    let mut next = VecDeque::from([from]);
    while let Some(at) = next.pop_front() {
        for (_, near) in neighbours(at).filter(|&(direction, near)| holds(at, direction, near)) {
            if !seen.contains_key(&near) {
                seen.insert(near, seen[&at] + 1);
                next.push_back(near);
            }
        }
    }
    seen
}

/// Hexes that a unit of this kind covers from a hex, its own included.
pub(crate) fn covers(kind: UnitKind, hex: Hex) -> BTreeSet<Hex> {
    let chart = &data().tables.terrain;
    let class = kind.zoc_class();
    let reached = |&(direction, near): &(Direction, Hex)| {
        chart.zoc_across(class, data().crossing(hex, direction), false) && chart.zoc_into(class, data().map.terrain(near))
    };
    neighbours(hex).filter(reached).map(|(_, near)| near).chain([hex]).collect()
}

pub(crate) fn closest(from: &[Hex], to: &[Hex]) -> u16 {
    from.iter().flat_map(|&a| to.iter().map(move |&b| distance(a, b))).min().expect("hexes on both sides")
}

// ---- the map ---------------------------------------------------------------

#[test]
fn the_map_has_the_columns_and_rows_of_the_scenarios() {
    let grid = &data().map.grid;
    assert_eq!((grid.first_column(), grid.first_row(), grid.columns(), grid.rows(), grid.len()), (10, 0, 45, 26, 1170));
    let named = "2008 2208 2607 2707 2708 2804 2809 2811 3108 3201 3211 5418";
    assert_eq!(names(hexes(named)), named);
    assert!(["0900", "5500", "1026"].iter().all(|beyond| grid.parse(beyond).is_err()));
    let around = |at: &str| neighbours(hex(at)).map(|(_, near)| name(near)).collect::<Vec<_>>().join(" ");
    assert_eq!(around("2008"), "2007 2107 2108 2009 1908 1907", "an even column lies half a hex to the north");
    assert_eq!(around("2711"), "2710 2811 2812 2712 2612 2611", "an odd column half a hex to the south");
    let area = |id: &str| {
        let area = load(id).script.area;
        let ends = |of: &dyn Fn(Hex) -> u8| (area.iter().map(of).min().unwrap(), area.iter().map(of).max().unwrap());
        (ends(&|hex| grid.column(hex)), ends(&|hex| grid.row(hex)), area.len())
    };
    assert_eq!(SCENARIOS.map(area), [((10, 33), (0, 14), 360), ((30, 54), (6, 25), 500), ((10, 54), (0, 25), 1170)]);
}

#[test]
fn the_terrain_is_that_of_the_build_sheet() {
    let mut counts = [0; Terrain::COUNT];
    data().map.terrain.iter().for_each(|terrain| counts[terrain.index()] += 1);
    let count = |terrain: Terrain| counts[terrain.index()];
    let order = [Terrain::Clear, Terrain::Forest, Terrain::Village, Terrain::City, Terrain::Swamp];
    assert_eq!(order.map(count), [592, 387, 114, 6, 71]);
    let letters = |row: u8| -> String {
        (10..55)
            .map(|column| {
                let at = data().map.grid.at(column, row).expect("on the map");
                match (data().map.terrain(at), data().map.bank(at)) {
                    (Terrain::Clear, Bank::East) => '.',
                    (Terrain::Clear, Bank::West) => ',',
                    (Terrain::Forest, Bank::East) => 'f',
                    (Terrain::Forest, Bank::West) => 'F',
                    (Terrain::Swamp, _) => 's',
                    (Terrain::Village, Bank::East) => 'v',
                    (Terrain::Village, Bank::West) => 'V',
                    (Terrain::City, Bank::East) => 'C',
                    (Terrain::City, Bank::West) => 'K',
                }
            })
            .collect()
    };
    assert_eq!(letters(8), ",,,,,,,,,,vv.sss.C....ffffffff.v.ffffsfffffff");
    assert_eq!(letters(10), ",K,,..v....v..ffs..sv...f.fffffffvfffff.v.fff");
}

#[test]
fn the_named_places_lie_at_their_coordinates() {
    // Name, hundredths of a degree north and east.
    let places = [
        ("Volodymyr-Volynskyi", 5085, 2432),
        ("Ustyluh", 5086, 2415),
        ("Vydranica", 5091, 2413),
        ("Vygodanka", 5078, 2402),
        ("Verba", 5094, 2435),
        ("Turopyn", 5100, 2445),
        ("Poryts'k", 5062, 2446),
        ("Lokachi", 5074, 2464),
        ("Viinytsya", 5079, 2467),
        ("Torchyn", 5077, 2500),
        ("Zaturtsi", 5078, 2484),
        ("Oziutychi", 5085, 2471),
        ("Kysylyn", 5087, 2481),
        ("Oleksandrivka", 5079, 2474),
        ("Shelviv", 5081, 2477),
        ("Zymne", 5079, 2433),
        ("Piatydni", 5086, 2421),
        ("Ovadne", 5096, 2438),
        ("Turiia", 5094, 2446),
        ("Sviichiv", 5079, 2450),
        ("Kohilne", 5073, 2442),
        ("Izov", 5078, 2405),
        ("Chernykiv", 5081, 2404),
        ("Ostriv", 5080, 2417),
        ("Ivanychi", 5064, 2435),
        ("Lytovezh", 5065, 2419),
        ("Krechiv", 5068, 2415),
        ("Horodlo", 5089, 2405),
        ("Strzyzow", 5084, 2403),
        ("Hrubieszow", 5081, 2389),
        ("Krylow", 5068, 2406),
    ];
    let away = |&(name, north, east): &(&'static str, i64, i64)| (name, distance(by_coordinates(north, east), place(name)));
    let moved: Vec<(&str, u16)> = places.iter().map(away).filter(|&(_, hexes)| hexes > 0).collect();
    assert_eq!(moved, [("Vydranica", 2), ("Izov", 1)], "moved to the Bug, and out of the hex of a strongpoint");
    let unlisted = |known: &&str| !places.iter().any(|(name, ..)| name == known) && !known.starts_with("Volodymyr");
    assert_eq!(data().map.places.iter().map(|place| place.name.as_str()).find(unlisted), None);
    assert!(["Kovel", "Sokal", "Dubno", "Lviv"].iter().all(|beyond| data().map.place_named(beyond).is_none()), "they lie off the map [12]");
    assert!(data().map.grid.column(place("Torchyn")) >= 50, "the east limit of the battle [11.3]");
    let (vydranica, ustyluh) = (place("Vydranica"), place("Ustyluh"));
    let grid = &data().map.grid;
    assert!(
        data().map.from_bug(vydranica) == 1 && grid.column(vydranica) < grid.column(ustyluh) && grid.row(vydranica) < grid.row(ustyluh)
    );
}

/// The hex whose centre is nearest to coordinates in hundredths of a degree, by the georeference of the map file.
fn by_coordinates(north: i64, east: i64) -> Hex {
    let grid = &data().map.grid;
    // In thousandths of a column and of a row.
    let column = 26_600 + (east * 10 - 24_317) * 1_000_000 / 27_060;
    let row = 8_500 + (50_847 - north * 10) * 1_000_000 / 19_760;
    let squared = |hex: &Hex| {
        let low = if grid.column(*hex) % 2 == 1 { 500 } else { 0 };
        let (across, down) = (i64::from(grid.column(*hex)) * 1000 - column, i64::from(grid.row(*hex)) * 1000 + low - row);
        // Columns lie 0.866 of a hex apart.
        across * across * 3 / 4 + down * down
    };
    grid.hexes().min_by_key(squared).expect("a map of hexes")
}

#[test]
fn the_cities_are_those_of_the_text_and_the_german_rear() {
    let cities = data().map.grid.hexes().filter(|&hex| data().map.terrain(hex) == Terrain::City);
    assert_eq!(names(cities), "2607 2707 2708 1110 3814 3220");
    assert_eq!(
        ["Volodymyr-Volynskyi", "Poryts'k", "Lokachi", "Hrubieszow"].map(|place| name(self::place(place))),
        ["2708", "3220", "3814", "1110"]
    );
}

#[test]
fn the_bug_is_one_line_between_the_banks_with_two_bridges() {
    let map = &data().map;
    let mut sides = 0;
    let mut bridges = Vec::new();
    for at in map.grid.hexes() {
        for (direction, near) in neighbours(at).filter(|&(_, near)| near > at) {
            let side = map.side(at, direction);
            assert_eq!(side.kind == HexsideKind::Bug, map.bank(at) != map.bank(near), "{} {}", name(at), name(near));
            sides += usize::from(side.kind == HexsideKind::Bug);
            if side.bridge == Some(Bridge::Bug) {
                assert!(side.road.is_some(), "a bridge carries a road [10.1]");
                bridges.push(format!("{}/{}", name(at), name(near)));
            }
        }
    }
    assert_eq!((sides, bridges.join(" ").as_str()), (86, "1908/2008 1512/1612"));
    for bank in [Bank::West, Bank::East] {
        let own: Vec<Hex> = map.grid.hexes().filter(|&hex| map.bank(hex) == bank).collect();
        assert_eq!(walk(own[0], |_, _, near| map.bank(near) == bank).len(), own.len(), "{bank:?} is one piece");
    }
    for place in ["Ustyluh", "Vygodanka"] {
        assert_eq!(map.terrain(self::place(place)), Terrain::Village, "the example of an attack over a bridge into a village");
    }
    let dry = |a: Hex, direction: Direction, _: Hex| !map.side(a, direction).is_unbridged_bug();
    assert_eq!(walk(hex("1010"), dry).len(), map.grid.len(), "over the bridges every hex can be reached");
}

#[test]
fn streams_and_lakes_have_the_sides_of_the_build_sheet() {
    let map = &data().map;
    let mut counts: BTreeMap<(HexsideKind, Option<Bridge>), usize> = BTreeMap::new();
    for at in map.grid.hexes() {
        for (direction, near) in neighbours(at).filter(|&(_, near)| near > at) {
            let side = map.side(at, direction);
            *counts.entry((side.kind, side.bridge)).or_default() += 1;
            let city = [at, near].iter().any(|&hex| map.terrain(hex) == Terrain::City);
            let expected = match side.kind {
                HexsideKind::Stream if city => Some(Bridge::City),
                HexsideKind::Stream if side.has_way() => Some(Bridge::Road),
                HexsideKind::Bug => side.bridge,
                _ => None,
            };
            assert_eq!(side.bridge, expected, "{} {} [3.1.2.a][7.3.3]", name(at), name(near));
        }
    }
    let count = |kind, bridge| counts.get(&(kind, bridge)).copied().unwrap_or(0);
    let stream = [None, Some(Bridge::Road), Some(Bridge::City)].map(|bridge| count(HexsideKind::Stream, bridge));
    assert_eq!((stream, count(HexsideKind::Lake, None)), ([159, 12, 5], 2));
    assert_eq!(names(map.outer_streams.iter()), "5418", "[11.2.g]");
}

#[test]
fn every_way_is_open_and_the_net_is_one() {
    let map = &data().map;
    let by_class = |class: Way| map.ways.iter().filter(|way| way.class == class).count();
    assert_eq!(Way::ALL.map(by_class), [2, 18, 2]);
    let start = hex("1010");
    let main = walk(start, |at, direction, _| map.side(at, direction).road == Some(Way::Main));
    for stop in ["Ustyluh", "Volodymyr-Volynskyi", "Viinytsya", "Zaturtsi", "Torchyn", "Verba", "Turopyn"] {
        assert!(main.contains_key(&place(stop)), "{stop} lies on the main road [1][12]");
    }
    for area in [SupplyArea::German, SupplyArea::Northern, SupplyArea::Eastern] {
        assert!(map.supply[area.index()].iter().any(|edge| main.contains_key(&edge)), "the main road reaches the {} area", area.name());
    }
    let net = walk(start, |at, direction, _| map.side(at, direction).has_way());
    assert_eq!(net.keys().copied().collect::<HexSet>(), map.hexes_with_ways());
    for scenario in SCENARIOS.map(load) {
        for objective in &scenario.script.objectives {
            assert!(net.contains_key(&objective.hex), "{} lies on a road or railway [9.a]", name(objective.hex));
        }
    }
    let lengths = |id: &str| map.ways.iter().find(|way| way.id == id).map(|way| way.path.len());
    assert_eq!(["M1", "M2", "N1", "R1", "R2"].map(lengths), [46, 12, 28, 31, 32].map(Some));
    let both = map.side(hex("3814"), map.grid.direction(hex("3814"), hex("3813")).expect("neighbours"));
    assert_eq!(both.road, Some(Way::Minor), "two roads share this side");
}

#[test]
fn supply_areas_touch_the_edges_of_the_build_sheet() {
    let map = &data().map;
    let sizes = SupplyArea::ALL.map(|area| map.supply[area.index()].len());
    assert_eq!(sizes, [26, 8, 26, 11]);
    assert!(map.supply[SupplyArea::German.index()].iter().all(|hex| map.bank(hex) == Bank::West));
    assert!(map.supply[SupplyArea::Eastern.index()].contains(hex("5418")), "[11.2.g]");
    let edges = |id: &str, side: Side| load(id).script.supply[side.index()];
    let column = |column: u8| data().map.grid.hexes().filter(move |&hex| data().map.grid.column(hex) == column);
    assert!(column(33).filter(|hex| data().map.grid.row(*hex) < 15).all(|hex| edges("attack", Side::Soviet).contains(hex)), "[11.1.a]");
    assert!(column(30).filter(|hex| data().map.grid.row(*hex) > 5).all(|hex| edges("delayed", Side::Axis).contains(hex)), "reading A51");
    let near = |area: SupplyArea, name: &str| map.from_area(area, hex(name));
    assert!(near(SupplyArea::Northern, "2804") <= 5 && near(SupplyArea::Northern, "3201") <= 5, "reading B7, [10.5]");
    assert!(["2607", "2707", "2708"].iter().all(|city| near(SupplyArea::Northern, city) > 5));
    assert_eq!((near(SupplyArea::Northern, "3000"), near(SupplyArea::Southern, "3322")), (1, 4));
}

#[test]
fn headquarters_find_settlements_where_the_rules_tie_them() {
    let map = &data().map;
    let settlements: Vec<Hex> = map.grid.hexes().filter(|&hex| map.terrain(hex).is_settlement()).collect();
    let near = |area: SupplyArea| settlements.iter().filter(|&&hex| map.from_area(area, hex) <= 4).count();
    let city = hexes("2607 2707 2708");
    let volodymyr = settlements.iter().filter(|&&hex| city.iter().any(|&city| distance(hex, city) <= 4)).count();
    assert!(volodymyr >= 5 && near(SupplyArea::Southern) >= 3 && near(SupplyArea::Northern) >= 3, "[10.4]");
    for scenario in ["attack", "campaign"].map(load) {
        for restriction in &scenario.script.restrictions {
            let hq = scenario.formation(restriction.formation).hq;
            let start = scenario.script.placements.iter().find(|placement| placement.unit == hq).expect("it is on the map");
            assert!(restriction.allowed.contains(start.hex), "{} starts where it may be", scenario.formation(restriction.formation).id);
        }
    }
    let limits = |id: &str| load(id).script.restrictions.iter().map(|at| load(id).formation(at.formation).id.as_str()).collect::<Vec<_>>();
    assert_eq!((limits("attack"), limits("delayed"), limits("campaign")), (vec!["87RD", "41TD"], vec![], vec!["87RD", "124RD", "41TD"]));
    let first = &load("campaign").script.restrictions[0];
    assert_eq!((first.last_turn, first.lifted_by.len(), first.anchor.is_empty()), (Some(3), 3, true), "[10.4.a]");
}

#[test]
fn the_ground_is_hard_where_the_notes_say_so() {
    let map = &data().map;
    let wet = |hex: Hex| Direction::ALL.iter().any(|&direction| map.side(hex, direction).kind == HexsideKind::Stream);
    let hard = |hex: &Hex| matches!(map.terrain(*hex), Terrain::Forest | Terrain::Swamp) || wet(*hex);
    let share = |columns: std::ops::RangeInclusive<u8>, rows: std::ops::RangeInclusive<u8>| {
        let block = map.grid.hexes().filter(|&hex| columns.contains(&map.grid.column(hex)) && rows.contains(&map.grid.row(hex)));
        let block: Vec<Hex> = block.collect();
        (block.iter().filter(|hex| hard(hex)).count(), block.len())
    };
    let (west, of) = share(21..=26, 5..=11);
    assert!(2 * west >= of, "between Ustyluh and Volodymyr: {west} of {of}");
    let (east, of) = share(36..=44, 8..=17);
    assert!(3 * east >= of, "Viinytsya to Lokachi: {east} of {of}");
}

#[test]
fn strongpoints_stand_as_the_examples_need_them() {
    let map = &data().map;
    let filled = "A/145 2108, B/145 2109, B/19 1711, A/19 1712, A/20 1914, B/20 1915, A/146 2219, B/146 2320";
    let found: Vec<String> = map.strongpoints.iter().map(|fort| format!("{} {}", fort.unit, name(fort.hex))).collect();
    assert_eq!(found.join(", "), filled);
    for fort in &map.strongpoints {
        assert_eq!(home(unit(&fort.unit)), "2FR");
        assert!(map.bank(fort.hex) == Bank::East && map.from_bug(fort.hex) <= 4, "{} lies behind the Bug [12]", name(fort.hex));
    }
    let inside =
        |id: &str| load("attack").script.area.contains(map.strongpoints.iter().find(|fort| fort.unit == id).expect("it stands").hex);
    assert!(["A/145", "B/145", "A/19", "B/19", "A/20"].into_iter().all(inside), "[11.1.b]");
    assert!(!["B/20", "A/146", "B/146"].into_iter().any(inside), "[11.1.b]");
    let near = |a: &str, b: &str| distance(hex(a), hex(b)) == 1;
    assert!(near("1612", "1711") && near("1612", "1712"), "the supporter of the regular attack [7.5.1.2.x1]");
    assert!(
        near("1815", "1914") && near("1815", "1915") && crossing("1815", "1914") == Crossing::Stream,
        "the prepared attack [7.5.1.2.x2]"
    );
    assert_eq!(terrain("2108"), Terrain::Village, "the hasty attack [7.5.1.2.x3]");
    let base: BTreeSet<Terrain> = map.strongpoints.iter().map(|fort| map.terrain(fort.hex)).collect();
    assert!(base.contains(&Terrain::Clear) && base.len() > 1, "clear and other terrain [5.4.c]");
}

#[test]
fn victory_points_are_those_of_the_rules() {
    let printed = &data().map.printed;
    assert_eq!((printed.len(), printed.iter().map(|&(_, points)| u16::from(points)).sum::<u16>()), (10, 15));
    assert!(printed.iter().all(|&(_, points)| points == 1 || points == 2), "[3.1.5]");
    let worth = |id: &str, points: u8, turn: Option<u16>| {
        let script = &load(id).script;
        let mut found: Vec<String> =
            script.objectives.iter().filter(|known| known.points == points && known.turn == turn).map(|known| name(known.hex)).collect();
        found.sort();
        found.join(" ")
    };
    assert_eq!(worth("attack", 2, None), "2708 3201", "[11.1.d]");
    assert_eq!(worth("attack", 1, None), "2008 2208 2607 2707 2804 2809 2811 3108 3211");
    assert_eq!((worth("campaign", 1, Some(3)), worth("campaign", 2, Some(4))), ("2607 2707 2708 3220".into(), "3814".into()), "[11.3.b]");
    let total = |id: &str| load(id).script.objectives.iter().map(|known| u16::from(known.points)).sum::<u16>();
    assert_eq!(SCENARIOS.map(total), [13, 9, 21]);
    for scenario in SCENARIOS.map(load) {
        assert!(scenario.script.objectives.iter().all(|objective| scenario.script.area.contains(objective.hex)));
        assert!(scenario.tables.ladder(&scenario.script.ladder).is_some());
    }
    let rules = |id: &str| (load(id).script.strongpoints_score, load(id).script.exit.is_some());
    assert_eq!(SCENARIOS.map(rules), [(true, false), (false, true), (false, true)], "[11.1.e][11.2.f][11.3.c]");
}

// ---- counters --------------------------------------------------------------

#[test]
fn the_formations_are_those_of_the_lists() {
    let of = |side: Side| data().formations.iter().filter(|known| known.side == side).map(|known| known.id.as_str()).collect::<Vec<_>>();
    assert_eq!(of(Side::Axis).join(" "), "14Pz 298ID 44ID 111ID 299ID 13Pz", "[3.2.a]");
    assert_eq!(of(Side::Soviet).join(" "), "1AT 2FR 1/90 2/90 3/90 87RD 124RD 135RD 19TD 41TD 215MD", "[3.2.b]");
    let corps = |id: &str| formation(id).superior.as_str();
    assert_eq!(
        ["14Pz", "44ID", "298ID", "111ID", "299ID", "13Pz"].map(corps),
        ["III Mot", "III Mot", "III Mot", "XXIX", "XXIX", "army reserve"]
    );
    // Reaction, range, support, relocation, maximum level, recovery.
    let values = |id: &str| {
        let known = formation(id);
        [known.reaction, known.command_range, known.support, known.relocation, known.max_level, known.recovery]
    };
    let expected = [
        ("14Pz", [7, 8, 4, 1, 6, 3]),
        ("298ID", [5, 6, 3, 2, 5, 2]),
        ("44ID", [6, 6, 3, 2, 5, 2]),
        ("111ID", [6, 6, 3, 2, 5, 2]),
        ("299ID", [5, 6, 3, 2, 5, 2]),
        ("13Pz", [7, 8, 4, 1, 6, 3]),
        ("1AT", [6, 8, 2, 1, 4, 3]),
        ("2FR", [4, 12, 1, 3, 3, 2]),
        ("1/90", [4, 8, 0, 3, 2, 2]),
        ("2/90", [4, 8, 0, 3, 2, 2]),
        ("3/90", [4, 8, 0, 3, 2, 2]),
        ("87RD", [5, 10, 3, 2, 4, 3]),
        ("124RD", [4, 6, 2, 2, 4, 3]),
        ("135RD", [5, 8, 3, 2, 4, 3]),
        ("19TD", [5, 8, 1, 2, 4, 3]),
        ("41TD", [5, 12, 1, 2, 4, 3]),
        ("215MD", [4, 8, 2, 2, 4, 3]),
    ];
    for (id, expected) in expected {
        assert_eq!(values(id), expected, "{id}");
        let hq = data().unit(formation(id).hq);
        assert_eq!((hq.kind, hq.id.as_str()), (UnitKind::Headquarters, format!("HQ-{id}").as_str()));
    }
    assert_eq!((formation("14Pz").support, formation("87RD").command_range), (4, 10), "the two values that the examples name");
}

/// A group of units: kind, formations, number, effectiveness and points of both sides, strength, allowance.
type Row = (UnitKind, &'static str, usize, [u8; 2], u8, [u8; 2], u8, MoveClass);

#[test]
fn the_units_have_the_values_of_the_build_sheet() {
    use MoveClass::{Leg, Motorized};
    let rows: [Row; 23] = [
        (UnitKind::MotorizedInfantry, "13Pz 14Pz", 8, [6, 5], 6, [2, 1], 10, Motorized),
        (UnitKind::MotorizedInfantry, "13Pz 14Pz", 2, [6, 5], 5, [1, 0], 12, Motorized),
        (UnitKind::Reconnaissance, "13Pz 14Pz", 2, [6, 5], 3, [1, 0], 12, Motorized),
        (UnitKind::MotorizedEngineer, "13Pz 14Pz", 2, [6, 5], 4, [1, 0], 10, Motorized),
        (UnitKind::MotorizedEngineer, "", 2, [6, 5], 4, [1, 0], 10, Motorized),
        (UnitKind::PzIii, "13Pz 14Pz", 12, [6, 5], 3, [4, 2], 10, Motorized),
        (UnitKind::PzIv, "13Pz 14Pz", 4, [7, 5], 3, [4, 2], 10, Motorized),
        (UnitKind::StugIii, "", 3, [7, 5], 3, [4, 2], 8, Motorized),
        (UnitKind::Infantry, "298ID 299ID", 18, [5, 4], 6, [1, 0], 5, Leg),
        (UnitKind::Engineer, "298ID 299ID", 2, [5, 4], 4, [1, 0], 5, Leg),
        (UnitKind::Infantry, "44ID 111ID", 18, [6, 5], 6, [1, 0], 5, Leg),
        (UnitKind::Engineer, "44ID 111ID", 2, [6, 5], 4, [1, 0], 5, Leg),
        (UnitKind::MachineGun, "2FR", 8, [4, 3], 3, [1, 0], 3, Leg),
        (UnitKind::BorderGuard, "1/90 2/90 3/90", 12, [5, 4], 2, [1, 0], 4, Leg),
        (UnitKind::Infantry, "87RD 124RD 135RD", 21, [4, 3], 5, [1, 0], 4, Leg),
        (UnitKind::Engineer, "87RD 135RD", 2, [4, 3], 3, [1, 0], 4, Leg),
        (UnitKind::Infantry, "215MD", 6, [3, 2], 5, [1, 0], 4, Leg),
        (UnitKind::AntiTank, "1AT", 6, [5, 4], 4, [5, 3], 8, Motorized),
        (UnitKind::T26, "41TD", 6, [3, 2], 2, [2, 1], 7, Motorized),
        (UnitKind::T26, "19TD", 2, [3, 2], 2, [2, 1], 7, Motorized),
        (UnitKind::Bt5, "19TD", 1, [3, 2], 2, [3, 1], 9, Motorized),
        (UnitKind::Ba10, "19TD", 1, [3, 2], 1, [1, 0], 9, Motorized),
        (UnitKind::Kv2, "41TD", 3, [4, 3], 3, [6, 3], 5, Motorized),
    ];
    for (kind, formations, number, effectiveness, strength, points, ma, class) in rows {
        let fits = |unit: &Unit| {
            unit.kind == kind
                && formations.split(' ').any(|id| home(unit) == id)
                && (unit.strength, unit.mobility) == (strength, class)
                && unit.faces.map(|face| face.effectiveness) == effectiveness
                && unit.faces.map(|face| face.points) == points
                && unit.faces.map(|face| face.ma) == [ma, 0]
        };
        assert_eq!(combat_units().filter(|(_, unit)| fits(unit)).count(), number, "{kind:?} of {formations}");
    }
    assert_eq!(rows.iter().map(|row| row.2).sum::<usize>(), combat_units().count());
    let of = |side: Side| combat_units().filter(|(_, unit)| unit.side == side).count();
    assert_eq!((of(Side::Axis), of(Side::Soviet)), (75, 68));
}

#[test]
fn the_counters_keep_the_limits_of_the_rules() {
    let kinds: BTreeSet<UnitKind> = combat_units().map(|(_, unit)| unit.kind).collect();
    assert_eq!(kinds.len(), 15, "every type of [3.2.j] is there");
    for (_, unit) in combat_units() {
        let [normal, disorganized] = unit.faces;
        assert!([normal, disorganized].iter().all(|face| (2..=7).contains(&face.effectiveness)), "{} [3.2.m]", unit.id);
        assert!(disorganized.effectiveness < normal.effectiveness && disorganized.points < normal.points, "{} [3.2.o]", unit.id);
        assert!((1..=12).contains(&unit.strength), "{} [3.4]", unit.id);
        let armour = unit.kind.is_afv() || unit.kind == UnitKind::AntiTank;
        assert_eq!(unit.kind.zoc_class() == ZocClass::Afv, armour, "{} [3.2.i]", unit.id);
        assert_eq!(!unit.kind.is_limited(), armour || unit.kind == UnitKind::BorderGuard, "{} [5.3.1.b]", unit.id);
    }
    let ends: BTreeSet<u8> = combat_units().flat_map(|(_, unit)| unit.faces.map(|face| face.effectiveness)).collect();
    assert!(ends.contains(&2) && ends.contains(&7));
    let relocation: BTreeSet<u8> = data().formations.iter().map(|known| known.relocation).collect();
    assert_eq!(relocation, BTreeSet::from([1, 2, 3]), "[3.3.f]");
    assert!(combat_units().count() + data().formations.len() < 395, "[3]");
}

#[test]
fn the_units_that_the_text_names_belong_where_it_puts_them() {
    let named = [
        ("I/103 II/103 I/108 3/I/36 6/II/36", "14Pz"),
        ("3/I/4 43", "13Pz"),
        ("I/283 II/96 11/87", "87RD"),
        ("A/19 B/19 A/20 B/20 A/145 A/146 B/146", "2FR"),
        ("No8", "2/90"),
        ("I/191 III/191 260/III 627/III", ""),
    ];
    for (ids, formation) in named {
        for id in ids.split(' ') {
            assert_eq!(home(unit(id)), formation, "{id}");
        }
    }
    let independent: Vec<&str> = combat_units().filter(|(_, unit)| unit.formation.is_none()).map(|(_, unit)| unit.id.as_str()).collect();
    assert_eq!(independent.join(" "), "I/191 II/191 III/191 260/III 627/III", "[3.2.f][11.1.c]");
    assert!(independent.iter().all(|id| unit(id).superior == "III Mot" && unit(id).side == Side::Axis), "[5.5.2]");
    let regiments: BTreeSet<&str> =
        combat_units().filter(|(_, unit)| home(unit) == "124RD").filter_map(|(_, unit)| unit.id.split('/').nth(1)).collect();
    assert_eq!(regiments, BTreeSet::from(["622"]), "[12.d]");
    assert_eq!((unit("3/I/36").alias.as_str(), unit("No8").alias.as_str()), ("3/1/36", "No. 8"), "as the rules write them");
}

#[test]
fn formations_lend_what_the_rules_allow() {
    let row = |at: usize| {
        let known = &data().attachments[at];
        let ids = |set: stavka_engine::across_the_bug::ids::FormationSet| {
            set.iter().map(|formation| data().formation(formation).id.as_str()).collect::<Vec<_>>().join("+")
        };
        let lent = combat_units().filter(|(_, unit)| unit.formation.is_some_and(|own| known.from.contains(own)));
        let kinds = lent.filter(|(_, unit)| known.what.admits(unit.kind)).count();
        assert!(kinds >= usize::from(known.most), "there are units to lend");
        format!("{} {} {}", ids(known.from), known.most, ids(known.to))
    };
    let rows: Vec<String> = (0..data().attachments.len()).map(row).collect();
    let expected = ["14Pz 2 298ID+44ID", "298ID+44ID 1 14Pz", "41TD 2 87RD+215MD", "215MD 1 41TD", "1AT 2 135RD", "19TD 2 135RD"];
    assert_eq!(rows, expected, "[5.5.1.b][5.5.1.c]");
}

// ---- lines, prices and zones that need no game --------------------------------

/// Fewest hexes off roads and railways of a line from a hex to an edge, both ends counted (reading B5).
fn off_road(from: Hex, edge: HexSet, open: impl Fn(Hex) -> bool) -> Option<usize> {
    let roads = data().map.hexes_with_ways();
    let price = |hex: Hex| usize::from(!roads.contains(hex));
    let chart = &data().tables.terrain;
    let mut best = BTreeMap::from([(from, price(from))]);
    let mut next = BTreeSet::from([(price(from), from)]);
    while let Some((cost, at)) = next.pop_first() {
        if edge.contains(at) {
            return Some(cost);
        }
        for (direction, near) in neighbours(at) {
            let sum = cost + price(near);
            let better = best.get(&near).is_none_or(|&known| sum < known);
            if open(near) && better && chart.supply_across(data().crossing(at, direction), false) {
                best.insert(near, sum);
                next.insert((sum, near));
            }
        }
    }
    None
}

#[test]
fn every_objective_can_be_linked_to_the_german_edge() {
    for scenario in SCENARIOS.map(load) {
        let limit = usize::from(scenario.tables.victory.off_road);
        for objective in &scenario.script.objectives {
            let area = scenario.script.area;
            let line = off_road(objective.hex, scenario.script.supply[Side::Axis.index()], |hex| area.contains(hex));
            assert!(line.is_some_and(|line| line <= limit), "{}: {} by {line:?}", scenario.script.id, name(objective.hex));
        }
    }
}

#[test]
fn a_line_of_five_hexes_off_the_roads_is_the_longest() {
    let line = hexes("2504 2505 2506 2507 2607 2707 2708 2809 2909 3010 3110 3210 3310 3309 3308");
    assert!(line.windows(2).all(|pair| distance(pair[0], pair[1]) == 1), "one chain of neighbours");
    let own: BTreeSet<Hex> = line.iter().copied().collect();
    let to = |end: &str| [hex(end)].into_iter().collect::<HexSet>();
    assert_eq!(off_road(hex("3308"), to("2504"), |hex| own.contains(&hex)), Some(5), "three, ten on the road, two [9.a.x1]");
    assert_eq!(off_road(hex("3308"), to("2503"), |at| own.contains(&at) || at == hex("2503")), Some(6));
    assert_eq!(data().tables.victory.off_road, 5);
}

#[test]
fn prices_are_those_of_the_rules() {
    let chart = &data().tables.terrain;
    let points = |halves: u8| HalfPoints(halves);
    assert_eq!(chart.price(Terrain::Clear, MoveClass::Leg), points(2));
    assert_eq!(WAYS.map(|way| chart.way_price(way, MoveClass::Motorized, false)), [points(1), points(2), points(3)], "[3.1.1.c][3.1.1.e]");
    // A company of tanks drives twenty hexes of the main road.
    let main = data().map.ways.iter().find(|way| way.id == "M1").expect("the main road");
    let ma = unit("3/I/36").faces[0].ma;
    let hexes = HalfPoints::whole(ma).0 / chart.way_price(main.class, MoveClass::Motorized, false).0;
    assert!(hexes == 20 && main.path.len() > usize::from(hexes));
    let passage = |from: &str, to: &str, class| chart.passage(crossing(from, to), class);
    assert_eq!(passage("1815", "1914", MoveClass::Leg), Passage::Extra(points(2)), "a stream on foot [7.3.7]");
    assert_eq!(passage("1815", "1914", MoveClass::Motorized), Passage::WholeAllowance, "a stream on wheels [7.3.7]");
    assert_eq!(crossing("1807", "1806"), Crossing::Bug);
    assert_eq!(passage("1807", "1806", MoveClass::Leg), Passage::Boat(points(2)), "a boat [7.3.8]");
    assert_eq!(passage("1807", "1806", MoveClass::Motorized), Passage::Closed);
    assert_eq!(crossing("1908", "2008"), Crossing::BugBridge);
    let lake = data().map.grid.hexes().flat_map(|at| neighbours(at).map(move |(direction, _)| data().crossing(at, direction)));
    assert_eq!(lake.filter(|&crossing| crossing == Crossing::Lake).count(), 4, "two sides, each from both of its hexes");
    assert_eq!(MoveClass::ALL.map(|class| chart.passage(Crossing::Lake, class)), [Passage::Closed; 2]);
}

const WAYS: [Way; 3] = Way::ALL;

#[test]
fn zones_reach_as_far_as_the_examples_say() {
    let covered = |id: &str, at: &str| {
        let mut found: Vec<String> = covers(unit(id).kind, hex(at)).into_iter().map(name).collect();
        found.sort();
        found.join(" ")
    };
    assert_eq!(covered("B/19", "1711"), "1611 1612 1710 1711 1712 1811 1812");
    assert!(covered("A/145", "2108").contains("2008") && !covered("A/145", "2108").contains("1908"));
    assert!(!covered("I/525", "1908").contains("2008"), "no zone over a bridge of the Bug (reading A58)");
    assert!(!covered("I/191", "1814").contains("1914"), "assault guns do not reach over a stream [7.5.1.2.x2]");
    assert!(covered("I/108", "1814").contains("1914"), "infantry does");
    for at in data().map.grid.hexes() {
        let own = covers(UnitKind::PzIii, at).into_iter().filter(|&near| near != at);
        assert!(own.into_iter().all(|near| matches!(data().map.terrain(near), Terrain::Clear | Terrain::Village)), "[5.4.c]");
    }
    // 43 in 2610, ringed in at a distance, can reach no headquarters although none of its neighbours is held.
    let ring = [("I/16", "2608"), ("II/16", "2410"), ("III/16", "2612"), ("I/96", "2811"), ("II/96", "2809")];
    let zone: BTreeSet<Hex> = ring.iter().flat_map(|&(id, at)| covers(unit(id).kind, hex(at))).collect();
    assert!(neighbours(hex("2610")).all(|(_, near)| zone.contains(&near) && ring.iter().all(|&(_, at)| hex(at) != near)), "[5.8.x1]");
}

#[test]
fn the_bug_bends_round_hexes_from_which_no_retreat_is() {
    let map = &data().map;
    let closed = |hex: Hex| Direction::ALL.iter().filter(|&&direction| map.side(hex, direction).is_unbridged_bug()).count();
    let bends: Vec<Hex> = map.grid.hexes().filter(|&hex| map.bank(hex) == Bank::East && closed(hex) >= 3).collect();
    assert!(["1410", "1411"].iter().any(|bend| bends.contains(&hex(bend))), "{}", names(bends));
}
