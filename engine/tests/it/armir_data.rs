//! The reconstructed map, counters and tables meet every fact that the rules text gives about them.
//!
//! The printed map, counters and table sheet are not at hand; what the rules say of them is a set of
//! constraints, and each is a test here. Numbers in brackets are rule ids.

use std::collections::{BTreeMap, BTreeSet};

use stavka_engine::Scenario as _;
use stavka_engine::armir::{Armir, Branch, Class, Formation, HexSet, Map, Mobility, Nationality, PlaceKind, Prepared, Trait, Unit, edge};
use stavka_engine::game::{Game, Side};
use stavka_engine::hex::{Direction, Hex, flood_along};
use stavka_engine::kit::files::ScenarioFiles as _;

use crate::armir_kit::{counters, hex, historical, scenario, unit};

fn map() -> &'static Map {
    &historical().map
}

fn place(name: &str) -> Hex {
    map().place_named(name).unwrap_or_else(|| panic!("{name} is not on the map"))
}

fn distance(a: Hex, b: Hex) -> u16 {
    map().grid.distance(a, b)
}

fn name(hex: Hex) -> String {
    map().grid.name(hex).to_string()
}

fn is_on_the_edge(hex: Hex) -> bool {
    let (column, row) = (map().grid.column(hex), map().grid.row(hex));
    column == 1 || row == 1 || column == map().grid.columns() || row == map().grid.rows()
}

/// Every hex that can be walked to from some through others.
fn walk(from: &HexSet, through: &HexSet) -> HexSet {
    flood_along(&map().spread, from, through, u16::MAX)
}

/// Hexes that Soviet units may enter [5.1.2].
fn open_to_soviets() -> HexSet {
    map().in_play.difference(map().closed_rail)
}

fn counter(id: &str) -> &'static Unit {
    historical().unit(unit(id))
}

/// `map.toml` or another data file as written.
fn raw(file: &str) -> toml::Table {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/data/armir/").to_owned() + file;
    std::fs::read_to_string(&path)
        .unwrap_or_else(|error| panic!("{path}: {error}"))
        .parse()
        .unwrap_or_else(|error| panic!("{path}: {error}"))
}

fn list<'a>(table: &'a toml::Table, key: &str) -> &'a [toml::Value] {
    table[key].as_array().unwrap_or_else(|| panic!("{key} is a list"))
}

// ---- the map ---------------------------------------------------------------

#[test]
fn every_place_that_the_rules_name_is_on_the_map() {
    let named = [
        "Rossosh",
        "Kantemirovka",
        "Millerovo",
        "Starobelsk",
        "Kazanskaya",
        "Pavlovsk",
        "Verkhniy Mamon",
        "Bokovskaya",
        "Tatsinskaya",
        "Morozovsk",
    ];
    for name in named {
        place(name);
    }
    let special = [
        (map().rossosh, "Rossosh"),
        (map().kantemirovka, "Kantemirovka"),
        (map().millerovo, "Millerovo"),
        (map().starobelsk, "Starobelsk"),
    ];
    assert!(special.iter().all(|&(hex, name)| hex == place(name)) && map().bokovskaya == place("Bokovskaya"));
}

#[test]
fn every_place_lies_within_a_hex_of_its_coordinates() {
    // Equirectangular about 49.4 N, 10 km between centres in a row, rows 8.66 km apart, even rows half a
    // hex to the east; the north-west corner of the box is 50.60 N 38.70 E.
    let table = raw("map.toml");
    let east_west = 111.32 * 49.4f64.to_radians().cos();
    for entry in list(&table, "place") {
        let number = |key: &str| entry[key].as_float().expect("a coordinate");
        let (x, y) = ((number("lon") - 38.70) * east_west, (50.60 - number("lat")) * 111.2);
        let at = hex(entry["hex"].as_str().expect("a hex"));
        let row = f64::from(map().grid.row(at));
        let shift = if map().grid.row(at).is_multiple_of(2) { 5.0 } else { 0.0 };
        let (cx, cy) = (f64::from(map().grid.column(at)) * 10.0 - 5.0 + shift, 5.77 + (row - 1.0) * 8.66);
        let off = (x - cx).hypot(y - cy);
        assert!(off < 15.8, "{} is {off:.1} km from the centre of its hex", entry["name"]);
    }
}

#[test]
fn distances_between_towns_are_the_real_ones_within_a_hex() {
    let real = [
        ("Rossosh", "Kantemirovka", 7),
        ("Kantemirovka", "Chertkovo", 5),
        ("Chertkovo", "Millerovo", 6),
        ("Millerovo", "Kamensk", 8),
        ("Pavlovsk", "Rossosh", 5),
        ("Novaya Kalitva", "Kantemirovka", 5),
        ("Verkhniy Mamon", "Boguchar", 3),
        ("Verkhniy Mamon", "Kantemirovka", 7),
        ("Verkhniy Mamon", "Millerovo", 16),
        ("Verkhniy Mamon", "Skosyrskaya", 22),
        ("Verkhniy Mamon", "Tatsinskaya", 25),
        ("Kashary", "Millerovo", 6),
        ("Kashary", "Tatsinskaya", 11),
        ("Bokovskaya", "Morozovsk", 11),
        ("Bokovskaya", "Millerovo", 13),
        ("Starobelsk", "Kantemirovka", 9),
        ("Veshenskaya", "Bokovskaya", 5),
    ];
    for (from, to, hexes) in real {
        let on_map = distance(place(from), place(to));
        assert!(on_map.abs_diff(hexes) <= 1, "{from} - {to}: {on_map} hexes on the map, {hexes} in fact");
    }
}

#[test]
fn the_axis_holds_the_west_and_the_soviets_the_east_of_every_row() {
    let grid = &map().grid;
    for row in 1..=grid.rows() {
        let columns = |soviet: bool| {
            let of_row = map().in_play.iter().filter(move |&hex| grid.row(hex) == row);
            of_row.filter(move |&hex| map().soviet_at_start.contains(hex) == soviet).map(|hex| grid.column(hex)).collect::<Vec<_>>()
        };
        let (axis, soviet) = (columns(false), columns(true));
        assert!(soviet.is_empty() || axis.iter().max() < soviet.iter().min(), "row {row}");
    }
}

#[test]
fn the_strongpoints_are_one_chain_of_four_colours_from_north_to_south() {
    assert!(map().strongpoints.iter().all(|colour| !colour.is_empty()));
    let chain: Vec<Hex> = map().strongpoints.iter().flatten().copied().collect();
    assert_eq!(chain.iter().collect::<BTreeSet<_>>().len(), chain.len(), "no hex twice");
    for pair in chain.windows(2) {
        assert_eq!(distance(pair[0], pair[1]), 1, "{} and {}", name(pair[0]), name(pair[1]));
    }
    assert!(map().grid.row(chain[0]) < map().grid.row(chain[chain.len() - 1]));
    assert!(chain.iter().all(|&hex| !map().soviet_at_start.contains(hex)), "strongpoints are Axis hexes");
}

#[test]
fn both_ends_of_the_chain_are_closed() {
    let chain: Vec<Hex> = map().strongpoints.iter().flatten().copied().collect();
    assert_eq!(map().grid.row(chain[0]), 1, "the north end is the map edge");
    let around = walk(&map().soviet_at_start, &map().in_play.difference(map().fortified));
    let leak = around.difference(map().soviet_at_start).iter().next();
    assert_eq!(leak.map(name), None, "a walk round the front");
}

#[test]
fn every_soviet_hex_next_to_a_strongpoint_is_a_front_hex_and_the_side_is_fortified() {
    let mut expected = BTreeSet::new();
    for strongpoint in map().fortified.iter() {
        for (direction, near) in map().grid.neighbours(strongpoint) {
            let facing = map().in_play.contains(near) && map().soviet_at_start.contains(near);
            assert_eq!(map().edge(strongpoint, direction) & edge::FORTIFIED != 0, facing, "{}/{}", name(strongpoint), name(near));
            if facing {
                expected.insert(near);
            }
        }
    }
    assert_eq!(map().soviet_front.iter().copied().collect::<BTreeSet<_>>(), expected);
}

#[test]
fn no_corps_has_more_strongpoints_than_infantry_for_them() {
    let line = |corps: usize| historical().line_units[corps].count_ones() as usize;
    let held: Vec<usize> = map().strongpoints.iter().map(Vec::len).collect();
    assert!((0..4).all(|corps| held[corps] <= line(corps)), "{held:?}");
    assert_eq!([line(0), line(1), line(3)], [6, 5, 7], "Alpine, II and XXIX Corps [18.1]");
    assert!((4..=7).contains(&line(2)), "XXXV Corps: one to four counters of the 298th");
    assert!(held.iter().sum::<usize>() <= 25);
}

#[test]
fn the_don_divides_the_banks() {
    for a in map().in_play.iter() {
        for direction in Direction::ALL {
            let Some(b) = map().grid.neighbour(a, direction).filter(|&b| map().in_play.contains(b)) else {
                continue;
            };
            let divided = map().east_of_don.contains(a) != map().east_of_don.contains(b);
            assert_eq!(map().edge(a, direction) & edge::DON != 0, divided, "{}/{}", name(a), name(b));
        }
    }
    let along =
        map().fortified.iter().filter(|&hex| map().grid.neighbours(hex).any(|(direction, _)| map().edge(hex, direction) & edge::DON != 0));
    let (along, all) = (along.count(), map().fortified.len());
    assert!(2 * along > all, "the front follows the Don: {along} of {all}");
}

#[test]
fn rivers_run_without_a_gap_and_both_classes_exist() {
    let classes: BTreeSet<String> = map().rivers.iter().map(|river| format!("{:?}", river.class)).collect();
    assert_eq!(classes.len(), 3, "the Don, major and minor rivers [14.2]: {classes:?}");
    for river in &map().rivers {
        for pair in river.sides.windows(2) {
            let [(a, b), (c, d)] = [pair[0], pair[1]];
            let hexes: BTreeSet<Hex> = [a, b, c, d].into_iter().collect();
            let vertex = hexes.len() == 3 && hexes.iter().all(|&x| hexes.iter().all(|&y| distance(x, y) <= 1));
            assert!(vertex, "{}: {}/{} and {}/{} do not touch", river.name, name(a), name(b), name(c), name(d));
        }
    }
}

#[test]
fn rossosh_is_within_the_alpine_radius_and_out_of_reach_of_an_alarm_at_start() {
    let hq = counter("HQ/CA");
    for &strongpoint in &map().strongpoints[0] {
        assert!(distance(map().rossosh, strongpoint) <= u16::from(hq.faces[0].radius), "{}", name(strongpoint));
    }
    let nearest = map().soviet_at_start.iter().map(|hex| distance(map().rossosh, hex)).min();
    assert!(nearest > Some(2), "{nearest:?}: otherwise rule 5.5.1 would be void");
}

#[test]
fn the_panzer_corps_hq_can_cover_the_junction_of_the_alpine_and_ii_corps() {
    let radius = u16::from(counter("HQ/XXIV").faces[0].radius);
    let junction = [*map().strongpoints[0].last().expect("a line"), map().strongpoints[1][0]];
    let north = |hex: &Hex| map().grid.row(*hex) <= 4 && !map().soviet_at_start.contains(*hex);
    assert!(map().in_play.iter().filter(north).any(|hex| junction.iter().all(|&front| distance(hex, front) <= radius)));
}

#[test]
fn the_railway_a_b_runs_from_edge_to_edge_past_starobelsk() {
    let [a, b] = ["A", "B"].map(|source| map().supply_named(source).unwrap_or_else(|| panic!("no source {source}")));
    let line = map().roads.iter().find(|road| road.closed).expect("a closed railway [5.1.2]");
    assert!(line.rail && map().roads.iter().filter(|road| road.closed).count() == 1);
    assert_eq!([line.path[0], line.path[line.path.len() - 1]], [a, b]);
    assert!(is_on_the_edge(a) && is_on_the_edge(b) && a != b);
    assert!(line.path.windows(2).all(|pair| distance(pair[0], pair[1]) == 1));
    assert!(line.path.contains(&map().starobelsk), "the army HQ sits on it, out of Soviet reach");
    assert_eq!(map().closed_rail.len(), line.path.len());
}

#[test]
fn source_c_is_on_the_north_edge_and_the_main_railway() {
    assert_eq!(map().grid.row(map().source_c), 1, "[15.1]");
    assert_eq!(map().supply_named("C"), Some(map().source_c));
    assert!(map().rail.contains(map().source_c));
    let sources: Vec<&str> =
        map().named_sources.iter().filter(|(side, _, _)| *side == Side::Axis).map(|(_, name, _)| name.as_str()).collect();
    assert_eq!(sources, ["A", "B", "C"]);
}

#[test]
fn soviet_sources_are_edge_hexes_on_roads_and_every_army_has_one_behind_it() {
    let sources = map().sources[Side::Soviet.index()];
    for source in sources.iter() {
        let road = Direction::ALL.iter().any(|&direction| map().edge(source, direction) & edge::ROAD != 0);
        assert!(is_on_the_edge(source) && road, "{}", name(source));
    }
    for hq in map().soviet_hq {
        let mut start = HexSet::EMPTY;
        start.insert(hq);
        assert!(walk(&start, &map().soviet_at_start).intersects(&sources), "the HQ in {} has no source behind it", name(hq));
    }
    assert!(sources.intersection(map().soviet_at_start).len() >= 3, "one per army [18.12]");
}

#[test]
fn the_exits_are_edge_hexes_that_soviets_can_reach_from_bokovskaya_and_millerovo() {
    assert_eq!(map().exit_names, ["Tatsinskaya", "Morozovsk"], "[16.3.1]");
    for from in [map().bokovskaya, map().millerovo] {
        let mut start = HexSet::EMPTY;
        start.insert(from);
        let reached = walk(&start, &open_to_soviets());
        assert!(map().exits.iter().all(|&exit| is_on_the_edge(exit) && reached.contains(exit)), "from {}", name(from));
    }
}

#[test]
fn bokovskaya_lies_behind_the_front_where_only_the_chir_leads() {
    assert!(!map().soviet_at_start.contains(map().bokovskaya) && !map().fortified.contains(map().bokovskaya));
    assert!(walk(&map().soviet_at_start, &open_to_soviets()).contains(map().bokovskaya));
}

#[test]
fn towns_stand_on_the_railway_from_rossosh_to_millerovo() {
    let line = map()
        .roads
        .iter()
        .find(|road| road.rail && road.path.contains(&map().rossosh) && road.path.contains(&map().millerovo))
        .expect("[18.1.3.a]");
    assert!(line.path.contains(&map().kantemirovka) && line.path[0] == map().source_c);
    let towns = historical().barbo_hexes;
    assert!(towns.len() >= 3 && towns.iter().all(|hex| line.path.contains(&hex) && map().name_of(hex).is_some()));
    assert!(!towns.contains(place("Kamensk")), "beyond Millerovo");
}

#[test]
fn villages_have_one_star_and_cities_two() {
    for place in map().places.iter().filter(|place| place.star > 0) {
        assert_eq!(place.star, if place.kind == PlaceKind::City { 2 } else { 1 }, "{}", place.name);
    }
}

#[test]
fn the_star_sum_is_four_at_start_and_leaves_the_soviets_twelve_more_to_take() {
    let sum = |hexes: HexSet| hexes.iter().map(|hex| u32::from(map().stars[hex.index()])).sum::<u32>();
    let ours = map().starred.intersection(map().soviet_at_start);
    let names: BTreeSet<&str> = ours.iter().filter_map(|hex| map().name_of(hex)).collect();
    assert_eq!(names, BTreeSet::from(["Kazanskaya", "Pavlovsk", "Verkhniy Mamon"]), "[18.3]");
    assert_eq!(sum(ours), 4);
    assert!(sum(map().starred) >= 16 && sum(map().starred) - sum(ours) >= 12, "{} in all [17.1.1.4]", sum(map().starred));
}

#[test]
fn every_starred_place_can_be_reached_by_the_soviets() {
    let reached = walk(&map().soviet_at_start, &open_to_soviets());
    let cut_off: Vec<&str> = map().starred.difference(reached).iter().filter_map(|hex| map().name_of(hex)).collect();
    assert!(cut_off.is_empty(), "{cut_off:?}");
    assert!(!map().closed_rail.intersects(&map().starred));
}

#[test]
fn the_soviet_hq_hexes_lie_behind_the_front_and_cover_it() {
    for (hq, army) in map().soviet_hq.into_iter().zip(["HQ/6", "HQ/1G", "HQ/3G"]) {
        assert!(map().soviet_at_start.contains(hq), "{army}");
    }
    for &front in &map().soviet_front {
        let covered = map()
            .soviet_hq
            .iter()
            .zip(["HQ/6", "HQ/1G", "HQ/3G"])
            .any(|(&hq, army)| distance(hq, front) <= u16::from(counter(army).faces[0].radius));
        assert!(covered, "{} is beyond every radius [18.2]", name(front));
    }
}

#[test]
fn forest_rough_and_clear_cost_the_same() {
    let letters: BTreeSet<u8> = map().in_play.iter().map(|hex| map().terrain[hex.index()]).collect();
    assert!(letters.is_superset(&BTreeSet::from([b'.', b'f', b'r'])), "[14.1]");
    for hex in map().in_play.iter() {
        for direction in Direction::ALL {
            let road = map().edge(hex, direction) & edge::ROAD != 0;
            let steps = (&map().foot_steps[hex.index()], &map().wheel_steps[hex.index()]);
            if map().neighbours[hex.index()][direction.index()] != stavka_engine::hex::OFF_MAP {
                let costs = (steps.0.cost[direction.index()], steps.1.cost[direction.index()]);
                assert_eq!(costs, if road { (2, 1) } else { (3, 3) }, "half points from {} [5.1]", name(hex));
            }
        }
    }
}

// ---- counters --------------------------------------------------------------

#[test]
fn counters_and_markers_are_one_hundred_and_forty() {
    let table = raw("units.toml");
    let markers: i64 = list(&table, "marker").iter().map(|marker| marker["count"].as_integer().expect("a number")).sum();
    let units = list(&table, "unit").len();
    assert_eq!(units, historical().all.iter().count());
    assert_eq!(units as i64 + markers, 140, "[1.1]");
    let marked = |words: &str| list(&table, "marker").iter().any(|marker| marker["name"].as_str().is_some_and(|name| name.contains(words)));
    for words in [
        "depot",
        "aircraft",
        "Axis air",
        "Soviet air",
        "supply points",
        "Garrison",
        "Hollidt",
        "momentum",
        "6th Army",
        "1st Guards",
        "3rd Guards",
        "Objective",
        "dummy",
        "Turn",
        "Initiative",
        "OOS",
        "-3",
    ] {
        assert!(marked(words), "no marker for {words}");
    }
}

#[test]
fn every_number_says_where_it_comes_from() {
    let files = [("units.toml", &["unit", "marker"][..]), ("map.toml", &["place", "river", "road", "railway", "supply", "exit"])];
    for (file, keys) in files {
        let table = raw(file);
        for entry in keys.iter().flat_map(|key| list(&table, key)) {
            let origin = entry.get("origin").and_then(toml::Value::as_str).unwrap_or_default();
            assert!(origin.starts_with("rule") || origin.starts_with("reconstruction"), "{file}: {}: {origin:?}", entry["name"]);
        }
    }
    for (key, value) in &raw("tables.toml") {
        let origin = value.get("origin").and_then(toml::Value::as_str).unwrap_or_default();
        assert!(origin.starts_with("rule") || origin.starts_with("reconstruction"), "tables.toml: {key}: {origin:?}");
    }
}

#[test]
fn the_formations_have_the_counters_that_the_text_names() {
    let of = |formation: Formation| counters(formation.side()).filter(move |counter| counter.formation == formation);
    let division = |formation: Formation, ids: &[&str], guns: usize| {
        let parent = counter(ids[0]).parent_number;
        assert!(parent != 0 || ids.len() == 1, "{ids:?}");
        assert!(ids.iter().all(|id| counter(id).parent_number == parent && counter(id).formation == formation), "{ids:?}");
        if parent != 0 {
            let own = of(formation).filter(|counter| counter.parent_number == parent);
            let (artillery, combat): (Vec<_>, Vec<_>) = own.partition(|counter| counter.class == Class::Artillery);
            assert_eq!((combat.len(), artillery.len()), (ids.len(), guns), "{ids:?}");
        }
    };
    division(Formation::Alpine, &["5/Tri", "6/Tri"], 1);
    division(Formation::Alpine, &["8/Jul", "9/Jul"], 1);
    division(Formation::Alpine, &["1/Cun", "2/Cun"], 1);
    division(Formation::Alpine, &["277/Vic", "278/Vic"], 0);
    division(Formation::Ii, &["89/Cos", "90/Cos"], 1);
    division(Formation::Ii, &["37/Rav", "38/Rav"], 1);
    division(Formation::Xxxv, &["525/298", "526/298", "527/298"], 0);
    division(Formation::Xxxv, &["79/Pas", "80/Pas"], 1);
    division(Formation::Xxix, &["81/Tor", "82/Tor"], 1);
    division(Formation::Xxix, &["3B/Cel", "6B/Cel"], 1);
    division(Formation::Xxix, &["53/Sfo", "54/Sfo"], 1);
    division(Formation::Army, &["Pz/27", "140/27", "127/27"], 0);
    for (formation, least) in [(Formation::Alpine, 2), (Formation::Ii, 1), (Formation::Xxxv, 1), (Formation::Army, 2)] {
        let heavy = of(formation).filter(|counter| counter.class == Class::Artillery && counter.parent_number == 0).count();
        assert!(heavy >= least, "heavy guns of {}", formation.name());
    }
    for formation in [Formation::Alpine, Formation::Ii, Formation::Xxxv] {
        assert_eq!(of(formation).filter(|counter| counter.has(Trait::Ta)).count(), 1, "TA of {} [2.1.1]", formation.name());
    }
    assert_eq!(of(Formation::Army).count(), 1 + 8 + 1, "ARMIR HQ, eight army counters, the 3rd Gebirgs");
    for id in ["LegCro", "Compl", "Barbo", "AA1", "AA2", "3Geb"] {
        assert_eq!(counter(id).formation, Formation::Army, "{id} has no stripe");
    }
    for id in ["385/XXIV", "387/XXIV", "Feg/XXIV", "FB/XXIV", "8/Jul24", "9/Jul24"] {
        assert_eq!(counter(id).formation, Formation::Xxiv, "{id}");
    }
}

#[test]
fn nationalities_and_marks_are_those_of_the_text() {
    let german =
        ["525/298", "318/213", "HQ/XXIX", "HQ/XXIV", "Pz/27", "140/27", "127/27", "385/XXIV", "387/XXIV", "3Geb", "Feg/XXIV", "FB/XXIV"];
    assert!(german.iter().all(|id| counter(id).nationality == Nationality::German));
    assert_eq!(counter("LegCro").nationality, Nationality::Croat);
    assert!(
        ["8/Jul", "89/Cos", "HQ/CA", "HQ/ARMIR", "Compl", "AA1", "Barbo"].iter().all(|id| counter(id).nationality == Nationality::Italian)
    );
    assert!(counter("Feg/XXIV").has(Trait::Ss) && counter("3Gen").has(Trait::Blackshirt) && counter("MtCervino").has(Trait::MonteCervino));
    assert!(
        counters(Side::Axis).all(|counter| counter.class != Class::Artillery || counter.nationality == Nationality::Italian),
        "only the Italians have guns [2.2]"
    );
    assert!(counters(Side::Soviet).all(|counter| counter.class != Class::Artillery && counter.nationality == Nationality::Soviet));
}

#[test]
fn an_italian_line_regiment_has_four_cp_and_two_steps_to_lose() {
    for id in ["89/Cos", "37/Rav", "79/Pas", "81/Tor", "53/Sfo"] {
        let regiment = counter(id);
        assert_eq!(regiment.cp[usize::from(regiment.steps)], 4, "{id}, TV2");
        assert!(regiment.steps >= 2, "{id}, TV4: it loses a step and still retreats");
    }
}

#[test]
fn infantry_counters_are_regiments_brigades_and_divisions() {
    let infantry = [Branch::Infantry, Branch::Alpine, Branch::Bersaglieri, Branch::Mountain];
    for counter in Side::ALL.into_iter().flat_map(counters).filter(|counter| infantry.contains(&counter.branch)) {
        let drafts = counter.has(Trait::Complementi);
        assert_ne!(["regiment", "brigade", "division"].contains(&counter.size.as_str()), drafts, "{} [1.2]", counter.id);
    }
}

#[test]
fn four_soviet_divisions_of_an_army_make_thirty_nine_cp() {
    let fits = Formation::ARMIES.into_iter().any(|army| {
        let divisions = counters(Side::Soviet).filter(|counter| counter.formation == army && counter.size == "division");
        let cp: Vec<u32> = divisions.map(|counter| u32::from(counter.cp[usize::from(counter.steps)])).collect();
        (0..1u32 << cp.len())
            .any(|set| set.count_ones() == 4 && (0..cp.len()).filter(|&bit| set & (1 << bit) != 0).map(|bit| cp[bit]).sum::<u32>() == 39)
    });
    assert!(fits, "TV2: one attack is made by one army [12.e]");
}

#[test]
fn units_of_one_to_four_steps_exist_and_every_step_costs_cp() {
    let combat = || Side::ALL.into_iter().flat_map(counters).filter(|counter| counter.class == Class::Combat);
    assert_eq!(combat().map(|counter| counter.steps).collect::<BTreeSet<_>>(), BTreeSet::from([1, 2, 3, 4]));
    for counter in combat() {
        let cp = &counter.cp[..=usize::from(counter.steps)];
        assert!(cp.windows(2).all(|pair| pair[0] < pair[1]), "{}: {cp:?}", counter.id);
        if counter.steps == 4 {
            assert_eq!((cp[4] - cp[3], cp[2] - cp[1]), (3, 3), "{}: the -3 marker serves the steps between faces (A34)", counter.id);
        }
    }
    assert_eq!(counter("3Geb").steps, 4, "[15.2]");
    assert!(["MtCervino", "TA/CA", "FB/XXIV", "Compl"].iter().all(|id| counter(id).steps == 1), "battalions exert no ZOC alone [7]");
}

#[test]
fn a_tank_corps_and_a_german_division_exceed_the_stacking_limit() {
    let limit = u16::from(historical().tables.stacking_limit);
    assert_eq!(limit, 8, "[6]");
    let mut sums: BTreeMap<(Side, u8), u16> = BTreeMap::new();
    for (side, counter) in Side::ALL.into_iter().flat_map(|side| counters(side).map(move |counter| (side, counter))) {
        if counter.parent_number != 0 {
            *sums.entry((side, counter.parent_number)).or_default() += u16::from(counter.steps);
        }
    }
    for side in Side::ALL {
        assert!(sums.iter().any(|(&(owner, _), &sum)| owner == side && sum > limit), "the exception of 6.1 would be void for the {side}");
    }
    for corps in ["66/XVII", "110/XVIII", "4G/XXIV", "111/XXV"] {
        assert!(sums[&(Side::Soviet, counter(corps).parent_number)] > limit, "{corps}");
    }
}

#[test]
fn two_sided_counters_trade_reach_for_movement() {
    for counter in Side::ALL.into_iter().flat_map(counters).filter(|counter| counter.class != Class::Combat) {
        let [long, short] = counter.faces;
        assert!(long.mp < short.mp, "{} [5.3.1]", counter.id);
        assert_eq!(counter.steps, 1, "{} stacks as one [6.a]", counter.id);
        match counter.class {
            Class::Hq => assert!(long.radius > short.radius && short.radius > 0, "{} [5.3.2]", counter.id),
            _ => assert_eq!((short.range, short.support, short.bombardment), (0, 0, 0), "{} cannot fire on the move (A26)", counter.id),
        }
    }
}

#[test]
fn divisional_guns_support_at_one_hex_and_heavy_guns_bombard_at_three() {
    for gun in counters(Side::Axis).filter(|counter| counter.class == Class::Artillery) {
        let fire = gun.faces[0];
        if gun.parent_number != 0 {
            assert!(fire.range == 1 && fire.support > 0 && fire.bombardment == 0, "{} [10.1.2]", gun.id);
        } else {
            assert!(fire.range == 3 && fire.bombardment > 0, "{} [10.1]", gun.id);
        }
    }
    assert_eq!(historical().tables.gun_defence, 1, "[10.1.5]");
}

#[test]
fn tracked_units_can_still_overrun_on_turn_one() {
    for counter in Side::ALL.into_iter().flat_map(counters).filter(|counter| counter.mobility == Mobility::Tracked) {
        let on_turn_one = 2 * i16::from(counter.faces[0].mp) + 2 * i16::from(historical().weather.tracked);
        assert!(on_turn_one >= 7, "{}: 3.5 MP for the hex and the overrun [13.1]", counter.id);
    }
    let weather = historical().weather;
    assert_eq!((weather.turn, weather.foot, weather.motorised, weather.tracked), (1, -2, -2, -1), "[18.4.1]");
}

#[test]
fn heavy_weapons_are_an_axis_mark_that_some_units_have() {
    assert!(counters(Side::Soviet).all(|counter| !counter.heavy), "[2.1.b]");
    let combat: Vec<&Unit> = counters(Side::Axis).filter(|counter| counter.class == Class::Combat).collect();
    let heavy = combat.iter().filter(|counter| counter.heavy).count();
    assert!(heavy > 0 && 2 * heavy < combat.len(), "{heavy} of {}: neither 12.2.2 nor 12.3.2 may be void", combat.len());
    assert!(combat.iter().all(|counter| !counter.heavy || counter.nationality == Nationality::German));
}

#[test]
fn one_battle_group_of_the_27th_panzer_is_tracked() {
    let groups: Vec<&Unit> = counters(Side::Axis).filter(|counter| counter.has(Trait::Panzer27)).collect();
    assert_eq!(groups.len(), 3, "[18.1.3]");
    assert!(groups.iter().any(|group| group.mobility == Mobility::Tracked) && groups.iter().all(|group| group.mobility != Mobility::Foot));
}

#[test]
fn there_are_six_axis_and_three_soviet_hqs() {
    let hqs = |side: Side| counters(side).filter(|counter| counter.class == Class::Hq).map(|counter| counter.formation).collect::<Vec<_>>();
    let axis = [Formation::Alpine, Formation::Ii, Formation::Xxxv, Formation::Xxix, Formation::Xxiv, Formation::Army];
    assert_eq!(hqs(Side::Axis), axis);
    assert_eq!(hqs(Side::Soviet), Formation::ARMIES);
    for (slot, army) in ["HQ/6", "HQ/1G", "HQ/3G"].into_iter().enumerate() {
        assert!(historical().start.artillery[slot] < counter(army).faces[0].radius, "{army}: the pool of turn 1 is reduced [18.4.1.a]");
    }
}

#[test]
fn the_four_tank_corps_are_brigades_that_raid_and_nobody_else_does() {
    let mut corps: BTreeMap<&str, usize> = BTreeMap::new();
    for counter in counters(Side::Soviet).filter(|counter| counter.has(Trait::TankCorpsRaid)) {
        *corps.entry(counter.parent.as_str()).or_default() += 1;
    }
    assert_eq!(corps.keys().copied().collect::<Vec<_>>(), ["xvii", "xviii", "xxiv", "xxv"], "[8.4]");
    assert!(corps.values().all(|&brigades| brigades >= 2), "TV1: two brigades of the XVIII in one hex");
    assert!(counters(Side::Axis).all(|counter| !counter.has(Trait::TankCorpsRaid)));
    let of_corps = |counter: &&Unit| corps.contains_key(counter.parent.as_str());
    assert!(counters(Side::Soviet).filter(of_corps).all(|counter| counter.has(Trait::TankCorpsRaid)), "every brigade of the four");
}

#[test]
fn every_soviet_army_has_tracked_units_and_guards_exist() {
    for army in Formation::ARMIES {
        assert!(
            counters(Side::Soviet).any(|counter| counter.formation == army && counter.mobility == Mobility::Tracked),
            "{} [12.3.2][16.1.3]",
            army.name()
        );
    }
    assert!(counters(Side::Soviet).any(|counter| counter.has(Trait::Guards)), "[2.6]");
}

#[test]
fn the_3rd_guards_army_can_make_the_first_chir_advance_certain() {
    let data = historical();
    let strength: u16 = data
        .counters(Side::Soviet)
        .filter(|(_, counter)| counter.formation == Formation::ThirdGuards && counter.class == Class::Combat)
        .map(|(id, counter)| u16::from(counter.cp[usize::from(counter.steps)]) * if data.mobile.contains(id) { 2 } else { 1 })
        .sum();
    assert!(strength >= 60, "{strength}: 40 on turn 1, still 40 on turn 2, and a front to hold [17.1.1.1.a]");
}

// ---- scenarios -------------------------------------------------------------

#[test]
fn both_scenarios_last_six_turns_and_differ_only_in_the_set_up() {
    let [fixed, free] = [historical(), scenario("free")];
    assert_eq!((fixed.turns, free.turns), (6, 6), "[1.2]");
    assert_ne!(fixed.fingerprint(), free.fingerprint());
    assert_eq!((fixed.options, fixed.start, fixed.weather), (free.options, free.start, free.weather));
    assert_eq!(fixed.arrivals, free.arrivals);
    assert_eq!(Armir::new(fixed).game_turn(), 1);
}

/// What the loader says of the embedded data with one text in one file replaced.
fn refused(file: &str, from: &str, to: &str) -> String {
    let (id, text) = Prepared::SCENARIOS.iter().copied().find(|(id, _)| file.contains(id)).unwrap_or(Prepared::SCENARIOS[0]);
    let mut sources = Prepared::sources(id, text);
    let source = match file {
        "map" => &mut sources.map,
        "units" => &mut sources.units,
        "tables" => &mut sources.tables,
        _ => &mut sources.scenario,
    };
    assert!(source.text.contains(from), "{file} has no {from:?}");
    let text = source.text.replacen(from, to, 1).leak();
    source.text = text;
    Prepared::load(&sources).map_or_else(|error| error.to_string(), |_| String::new())
}

#[test]
fn values_that_the_engine_cannot_carry_out_are_refused() {
    for (file, from, to) in [
        ("tables", "don = 0", "don = -1"),
        ("tables", "first_turn = 2", "first_turn = 3"),
        ("tables", "italian_hexes = 1", "italian_hexes = 2"),
        ("tables", "attrition_per_hex = 1", "attrition_per_hex = 2"),
        ("map", "hex_km = 10", "hex_km = 5"),
    ] {
        let error = refused(file, from, to);
        assert!(error.contains("not carried out yet") && error.contains(from.split(' ').next().unwrap()), "{to}: {error:?}");
    }
}

#[test]
fn data_that_nobody_would_read_are_refused() {
    for (file, from, to, told) in [
        ("units", "mobility = \"motorised\"", "mobility = \"motorised\"\nmp = 3", "wrong class"),
        ("units", "division = \"tridentina\"", "division = \"tridentina\"\ncorps = \"ca\"", "division and corps"),
        ("units", "size = \"corps\"", "size = \"korps\"", "size"),
        ("units", "branch = \"alpine\"", "branch = \"alpini\"", "alpini"),
        ("units", "side = \"none\"", "side = \"both\"", "both"),
        ("units", "traits = [\"barbo\"]", "traits = [\"complementi\"]", "a second counter"),
        ("units", "traits = [\"vicenza\"]", "traits = []", "Vicenza"),
        ("historical", "turn = 3\nunit = \"385/XXIV\"", "turn = 21\nunit = \"385/XXIV\"", "2 to 20"),
        ("historical", "turn = 3\nunit = \"385/XXIV\"", "turn = 3\nunit = \"387/XXIV\"", "arrives twice"),
        ("historical", "garrison = 1", "garrison = 7", "garrison 7"),
        ("historical", "chir_box = 1", "chir_box = 3", "chir_box 3"),
        ("tables", "origin = \"rule 8.4\"", "origin = \"\"", "raid: no origin"),
        ("tables", "die = 2\nresults = [\"2/-\"", "die = 2\nresults = [\"x/-\"", "expected attacker/defender steps"),
        ("tables", "die = 2\nresults = [\"2/-\", ", "die = 2\nresults = [", "crt.row die 2: 7 results; expected 8"),
        ("tables", "\"-\", \"DSG\"", "\"-\", \"DSC\"", "unknown variant `DSC`"),
        (
            "units",
            "side = \"axis\"\nnationality = \"italian\"\nclass = \"combat\"",
            "side = \"axis\"\nnationality = \"soviet\"\nclass = \"combat\"",
            "disagree",
        ),
        ("historical", "[placement]\norigin", "[placement]\n# origin", "placement: no origin"),
        ("historical", "\"5/Tri\" = \"0901\"", "\"5/Trident\" = \"0901\"", "no counter \"5/Trident\" in units.toml"),
        ("free", "[weather]", "[side_up]\norigin = \"rule\"\n\n[weather]", "free set-up"),
    ] {
        let error = refused(file, from, to);
        assert!(error.contains(told), "{to}: {error:?}");
    }
}

#[test]
fn values_tuned_by_playing_name_their_span_and_their_argument() {
    let map = raw("map.toml");
    let tables = raw("tables.toml");
    let origins = list(&map, "place").iter().chain(tables.values()).filter_map(|entry| entry.get("origin")?.as_str());
    let tuned: Vec<&str> = origins.filter(|origin| origin.contains("greedy") || origin.contains("tuned")).collect();
    assert_eq!(tuned.len(), 7, "six stars and the garrison");
    assert!(tuned.iter().all(|origin| origin.contains("tuned") && origin.contains("span")), "{tuned:?}");
}

#[test]
fn the_line_of_the_set_up_is_infantry() {
    let mut line = Side::ALL.into_iter().flat_map(counters).filter(|counter| counter.line_rank > 0);
    assert!(line.all(|counter| counter.branch.is_infantry()), "[18.1]");
}
