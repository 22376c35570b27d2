//! The blocks of Blocks in the East and the places where they begin, against every fact that the rulebook states of them.

use std::collections::{BTreeMap, BTreeSet};

use stavka_engine::Side;
use stavka_engine::blocks_in_the_east::Prepared;
use stavka_engine::blocks_in_the_east::data::{Placed, StepColour, Unit};
use stavka_engine::blocks_in_the_east::ids::HexSet;
use stavka_engine::blocks_in_the_east::terms::{
    Country, District, Dot, Flag, Frozen, Layer, Nation, Pool, Region, UnitClass, UnitKind, Zone,
};
use stavka_engine::hex::Hex;
use stavka_engine::kit::files::ScenarioFiles as _;

use crate::blocks_in_the_east_map::scenario;

fn all() -> impl Iterator<Item = &'static Unit> {
    let data = scenario("short-barbarossa");
    Side::ALL.into_iter().flat_map(move |side| data.units(side)).map(|(_, unit)| unit)
}

fn count(is: impl Fn(&Unit) -> bool) -> usize {
    all().filter(|unit| is(unit)).count()
}

fn named(name: &str) -> &'static Unit {
    all().find(|unit| unit.name == name).unwrap_or_else(|| panic!("no unit {name}"))
}

fn strengths(name: &str) -> Vec<u8> {
    named(name).steps.iter().map(|step| step.strength).collect()
}

fn soviet(unit: &Unit) -> bool {
    unit.nation.side() == Side::Soviet
}

/// [1.2][SBE1.c][SBE2.c][SBE3.c][SBE4.c]
#[test]
fn there_are_as_many_blocks_as_the_rules_say() {
    let of = |side: bool, pools: &[Pool]| count(|unit| soviet(unit) == side && pools.contains(&unit.pool));
    assert_eq!(all().count(), 304);
    assert_eq!((of(true, &[Pool::Start, Pool::Later]), of(false, &[Pool::Start, Pool::Later])), (148, 140));
    assert_eq!((of(false, &[Pool::Italian]), of(false, &[Pool::Strategic])), (6, 5));
    assert_eq!((count(|unit| unit.nation == Nation::American), count(|unit| unit.nation == Nation::British)), (3, 2));
    assert_eq!((of(true, &[Pool::Start]), of(false, &[Pool::Start])), (109, 82));
    let dots = |side: bool, dots: &[Dot]| {
        count(|unit| soviet(unit) == side && unit.pool == Pool::Start && unit.dot.is_some_and(|dot| dots.contains(&dot)))
    };
    assert_eq!([dots(true, &[Dot::White, Dot::Blue]), dots(true, &[Dot::Yellow]), dots(true, &[Dot::Green, Dot::Orange])], [12, 14, 30]);
    assert_eq!([dots(false, &[Dot::Blue]), dots(false, &[Dot::Yellow]), dots(false, &[Dot::Green, Dot::Orange])], [13, 23, 32]);
}

/// [3.11][3.15.a][3.15.c][6.0.a][7.7.4.a] V2 to V5, V8, V19.
#[test]
fn known_strengths_are_those_of_the_examples() {
    assert_eq!(strengths("I Corps"), [4, 3, 2, 1]);
    assert_eq!((strengths("4th Army")[..2].to_vec(), strengths("4th Army").last()), (vec![4, 2], Some(&0)));
    assert_eq!(strengths("Hungarian 1st Mountain Brigade"), [1]);
    assert_eq!((named("Siberian Shock Army").full(), named("Siberian Shock Army").shield), (7, true));
    for (name, full) in
        [("Finnish II Ski Corps", 5), ("Finnish IV Ski Corps", 5), ("1st Long-range Bomber Corps", 4), ("LVI Panzer Corps", 5)]
    {
        assert_eq!(named(name).full(), full, "{name}");
    }
    assert!(all().all(|unit| unit.shield == (unit.kind == UnitKind::Shock)), "7 PF blocks have shields");
}

/// [5.3][6.1.1.c][10.0.c][7.5.3] V6: movement points at the start.
#[test]
fn movement_points_are_those_of_the_examples() {
    let points = |name: &str| {
        let unit = named(name);
        unit.points.zip(unit.tech).map(|(points, tech)| points[usize::from(tech) - 1])
    };
    let moves = [
        ("4th Rifle Corps", 3),
        ("I Corps", 4),
        ("Romanian Cavalry Corps", 4),
        ("1st Guards Army", 4),
        ("1st Guards Cavalry Corps", 5),
        ("1st Shock Army", 4),
        ("Leningrad Garrison", 0),
    ];
    for (name, expected) in moves {
        assert_eq!(points(name), Some(expected), "{name}");
    }
    assert_eq!(named("Finnish VI Corps").tech, Some(2));
    let fighter = all().find(|unit| unit.kind == UnitKind::Fighter).expect("fighters");
    let bomber = all().find(|unit| unit.kind == UnitKind::Bomber).expect("bombers");
    assert_eq!((fighter.range, bomber.range), (Some([5, 5, 10]), Some([10, 10, 15])), "[6.3.1][6.3.2]");
    assert!(all().all(|unit| unit.range.is_some() == (unit.class == UnitClass::Air)));
}

/// [5.4][7.3.a][10.0][13.8.3][23.0][24.0][26.0][27.0][SBE7.a][SBE9.f][SBE9.g]
#[test]
fn special_blocks_are_those_of_the_rules() {
    let lowest = |unit: &Unit| unit.steps.last().map(|step| step.colour);
    assert!(all().filter(|unit| unit.is(Flag::Guards)).all(|unit| lowest(unit) == Some(StepColour::Blue)));
    let italians = |unit: &&Unit| unit.nation == Nation::Italian;
    assert!(all().filter(italians).filter(|unit| unit.kind != UnitKind::SupremeHq).all(|unit| lowest(unit) == Some(StepColour::Blue)));
    let kinds: BTreeSet<UnitKind> = all().filter(italians).map(|unit| unit.kind).collect();
    assert!([UnitKind::SupremeHq, UnitKind::Cavalry, UnitKind::Fighter].iter().all(|kind| kinds.contains(kind)));
    let mut supreme: Vec<&str> = all().filter(|unit| unit.kind == UnitKind::SupremeHq).map(|unit| unit.name.as_str()).collect();
    supreme.sort_unstable();
    assert_eq!(supreme, ["Antonescu", "FHQ", "Gariboldi", "Mannerheim", "Stavka", "Szombathelyi"]);
    assert_eq!(count(|unit| unit.kind == UnitKind::NavalHq), 1);
    assert_eq!(count(|unit| unit.class == UnitClass::Headquarters && soviet(unit)), 10);
    assert_eq!((count(|unit| unit.is(Flag::Security)), count(|unit| unit.nation == Nation::Slovak)), (3, 2));
    assert_eq!(count(|unit| unit.kind == UnitKind::Paratroop && soviet(unit)), 4);
    assert_eq!((count(|unit| unit.kind == UnitKind::Airlanding), count(|unit| unit.kind == UnitKind::Gustav)), (1, 1));
    assert!(count(|unit| unit.kind == UnitKind::Marine) > 0);
    assert!(count(|unit| unit.is(Flag::Guards) && unit.arrives <= 25) >= 8);
    for (name, leaves) in [("7th Flieger Division", 7), ("Hungarian Rapid Corps", 7), ("22nd Airlanding Division", 14), ("LSSAH", 44)] {
        assert_eq!(named(name).leaves, Some(leaves), "{name}");
    }
    assert_eq!(named("Gustav").layer, Layer::Gustav);
}

/// Units of a scenario in their places.
fn placed(data: &'static Prepared, side: Side) -> impl Iterator<Item = (&'static Unit, Placed)> {
    data.script.placed.iter().map(|placed| (data.unit(placed.unit), *placed)).filter(move |(unit, _)| unit.nation.side() == side)
}

/// [SBE1.c][SBE2.c][SBE3.c][SBE4.c][LONG.a] Blocks and combat factors of every scenario, Soviets first, headquarters apart.
#[test]
fn set_ups_have_the_blocks_and_factors_of_the_build_sheet() {
    let sheets = [
        ("towards-leningrad", [(12, 44), (13, 54)]),
        ("towards-moscow", [(14, 51), (23, 97)]),
        ("towards-rostov", [(30, 110), (32, 121)]),
        ("short-barbarossa", [(109, 372), (82, 319)]),
        ("operation-blue", [(110, 339), (96, 319)]),
        ("operation-citadel", [(120, 427), (95, 307)]),
        ("operation-bagration", [(126, 477), (103, 292)]),
    ];
    for (id, expected) in sheets {
        let of = |side: Side| {
            let blocks = placed(scenario(id), side).filter(|(unit, _)| unit.class != UnitClass::Headquarters);
            blocks.fold((0, 0), |(blocks, factors), (unit, placed)| {
                (blocks + 1, factors + u32::from(unit.steps[usize::from(placed.step)].strength))
            })
        };
        assert_eq!([of(Side::Soviet), of(Side::Axis)], expected, "{id}");
    }
    let headquarters =
        |id: &str| Side::ALL.map(|side| placed(scenario(id), side).filter(|(unit, _)| unit.class == UnitClass::Headquarters).count());
    for id in ["barbarossa", "codeword-dortmund", "operation-blue", "operation-citadel", "operation-bagration"] {
        assert_eq!(headquarters(id).iter().sum::<usize>(), 22, "{id}");
    }
    for id in ["towards-leningrad", "towards-moscow", "towards-rostov", "short-barbarossa"] {
        assert_eq!(headquarters(id), [0, 0], "{id}: the Basic game has none");
    }
}

/// [BPS.c][BPS.g][BPS.i][BPS.k][3.21] Where the blocks of June 1941 stand, and who is frozen.
#[test]
fn blocks_of_june_1941_stand_where_their_dots_say() {
    let data = scenario("short-barbarossa");
    let map = &data.map;
    let districts = [
        (Zone::Leningrad, District::Leningrad),
        (Zone::Baltic, District::Baltic),
        (Zone::Western, District::Western),
        (Zone::Kiev, District::Kiev),
        (Zone::Odessa, District::Odessa),
        (Zone::Caucasus, District::Caucasus),
    ];
    let countries = [(Zone::Finland, Country::Finland), (Zone::Romania, Country::Romania), (Zone::Hungary, Country::Hungary)];
    for id in ["short-barbarossa", "towards-leningrad", "towards-moscow", "towards-rostov"] {
        for (unit, at) in Side::ALL.into_iter().flat_map(|side| placed(scenario(id), side)) {
            let hex = at.hex.index();
            if let Some((_, district)) = districts.iter().find(|(zone, _)| *zone == unit.zone) {
                assert_eq!(map.district[hex], Some(*district), "{id}: {}", unit.name);
            }
            if let Some((_, country)) = countries.iter().find(|(zone, _)| *zone == unit.zone) {
                assert_eq!(map.country[hex], Some(*country), "{id}: {}", unit.name);
            }
            if unit.zone == Zone::Exact {
                assert_eq!(unit.hex.as_deref().and_then(|name| map.find(name)), Some(at.hex), "{id}: {}", unit.name);
            }
            assert_ne!(unit.nation, Nation::Italian, "{id}");
        }
    }
    let axis = || placed(data, Side::Axis);
    assert_eq!(axis().filter(|(unit, _)| unit.zone == Zone::Romania && unit.nation == Nation::German).count(), 7);
    let in_finland = |at: Placed| !map.is_box(at.hex) && map.country[at.hex.index()] == Some(Country::Finland);
    assert!(axis().filter(|(unit, at)| unit.nation == Nation::German && in_finland(*at)).count() <= 1);
    // Aircraft in Romania are free [3.21.b].
    let frozen = |code: Frozen| count(|unit| unit.frozen == Some(code));
    assert_eq!(
        [Frozen::Leningrad, Frozen::Odessa, Frozen::Caucasus, Frozen::Finland, Frozen::Hungary, Frozen::Romania].map(frozen),
        [6, 9, 6, 6, 4, 13]
    );
    assert!(all().filter(|unit| unit.nation == Nation::Romanian && unit.class == UnitClass::Air).all(|unit| unit.frozen.is_none()));
}

/// Hexes on both sides of the Soviet border with countries, where there is no water between.
fn border(data: &Prepared, countries: &[Country]) -> HexSet {
    let map = &data.map;
    let mut border = HexSet::EMPTY;
    for hex in map.grid.hexes() {
        for (direction, near) in map.grid.neighbours(hex) {
            let [one, other] = [hex, near].map(|hex| map.country[hex.index()]);
            let crossed = one == Some(Country::SovietUnion) && other.is_some_and(|country| countries.contains(&country));
            if crossed && !map.sides[hex.index()][direction.index()].water {
                border.insert(hex);
                border.insert(near);
            }
        }
    }
    let playable = |hex: &Hex| map.entry[hex.index()] != stavka_engine::blocks_in_the_east::terms::Entry::Edge;
    border.iter().filter(playable).collect()
}

fn held(data: &'static Prepared, side: Side) -> HexSet {
    placed(data, side).map(|(_, at)| at.hex).collect()
}

/// G5 and G7. [3.19][BPS.d][27.0.a] Zones of control in June 1941, and the border that they cover.
#[test]
fn zones_of_control_cover_the_border() {
    let data = scenario("short-barbarossa");
    let zone =
        |data: &'static Prepared, side: Side, enemies: &HexSet, rivers: bool| data.ground.controlled(&held(data, side), enemies, rivers);
    let zones = Side::ALL.map(|side| zone(data, side, &held(data, side.opponent()), false).len());
    assert_eq!(zones, [111, 252]);
    let neighbours = [
        Country::Finland,
        Country::Germany,
        Country::GeneralGovernment,
        Country::Hungary,
        Country::Romania,
        Country::Turkey,
        Country::Persia,
    ];
    let whole = border(data, &neighbours);
    assert_eq!(whole.len(), 110);
    // The Soviets set up first: no enemy stands there yet.
    assert_eq!(whole.difference(zone(data, Side::Soviet, &HexSet::EMPTY, false)).difference(held(data, Side::Soviet)), HexSet::EMPTY);
    // In the later scenarios the Turkish border is covered in the Advanced game, where rivers bar zones of control.
    let turkish = border(data, &[Country::Turkey]).intersection(data.map.country_hexes(Country::SovietUnion));
    for id in ["operation-blue", "operation-citadel", "operation-bagration"] {
        let data = scenario(id);
        assert_eq!(
            turkish.difference(zone(data, Side::Soviet, &HexSet::EMPTY, true)).difference(held(data, Side::Soviet)),
            HexSet::EMPTY,
            "{id}"
        );
    }
}

/// [SBE6.b][SBE7.b][SBE8.b][5.3.a] Every hex of the front is held on both sides; allies stay south of the green line.
#[test]
fn fronts_are_held_on_both_sides() {
    for (id, year) in [("operation-blue", 1942), ("operation-citadel", 1943), ("operation-bagration", 1944)] {
        let data = scenario(id);
        let owners = data.map.owners_in(year).expect("a year of the map");
        let mut front: BTreeMap<Side, HexSet> = BTreeMap::new();
        for line in data.map.fronts.iter().filter(|line| line.year == year && line.name != "finland") {
            for hex in line.sides.iter().flat_map(|&(a, b)| [a, b]) {
                let side = Side::ALL.into_iter().find(|side| owners.by_side[side.index()].contains(hex)).expect("an owner");
                front.entry(side).or_insert(HexSet::EMPTY).insert(hex);
            }
        }
        for (side, hexes) in front {
            let combat: HexSet = placed(data, side).filter(|(unit, _)| unit.is_combat()).map(|(_, at)| at.hex).collect();
            assert_eq!(hexes.difference(combat), HexSet::EMPTY, "{id}: {side:?}");
        }
        let north = data.map.region(Region::NorthOfGreen);
        let allies = [Nation::Italian, Nation::Romanian, Nation::Hungarian];
        assert!(placed(data, Side::Axis).filter(|(unit, _)| allies.contains(&unit.nation)).all(|(_, at)| !north.contains(at.hex)), "{id}");
    }
    let guards = placed(scenario("operation-citadel"), Side::Soviet).filter(|(unit, _)| unit.is(Flag::Guards)).count();
    assert!(guards >= 8, "[SBE7.a] {guards}");
}

/// [SBE1][SBE9] Turns, and what extends what.
#[test]
fn scenarios_have_the_turns_of_the_rules() {
    let turns = [
        ("towards-leningrad", [1, 4]),
        ("towards-moscow", [1, 4]),
        ("towards-rostov", [1, 6]),
        ("short-barbarossa", [1, 3]),
        ("barbarossa", [1, 6]),
        ("operation-blue", [13, 18]),
        ("operation-citadel", [25, 30]),
        ("operation-bagration", [37, 49]),
        ("codeword-dortmund", [1, 49]),
    ];
    assert_eq!(turns.map(|(id, _)| id), Prepared::SCENARIOS.iter().map(|(id, _)| *id).collect::<Vec<_>>()[..]);
    for (id, expected) in turns {
        let data = scenario(id);
        assert_eq!((data.script.turns, data.script.id.as_str()), (expected, id));
        let advanced = expected[0] > 1 || id == "barbarossa" || id == "codeword-dortmund";
        assert_eq!(data.script.layer, if advanced { Layer::Advanced } else { Layer::Basic }, "{id}");
        assert_eq!(data.script.first_set_up, if id == "operation-bagration" { Side::Axis } else { Side::Soviet }, "{id}");
    }
}
