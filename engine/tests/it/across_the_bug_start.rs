//! The scenarios of Across the Bug River start as rules, examples and history say. Numbers in brackets are rule ids.

use std::collections::{BTreeMap, BTreeSet};

use stavka_engine::across_the_bug::Prepared;
use stavka_engine::across_the_bug::data::{Bank, Deployment, Interdiction, Loss, Unit};
use stavka_engine::across_the_bug::ids::{FormationId, HexSet, UnitId};
use stavka_engine::across_the_bug::terms::{Crossing, SupplyArea, UnitKind};
use stavka_engine::game::Side;
use stavka_engine::hex::{Direction, Hex};

use crate::across_the_bug_data::{SCENARIOS, closest, combat_units, covers, data, distance, hex, home, load, names, place, walk};

/// Where the counters of a scenario stand, and under which formation.
struct Setup {
    scenario: &'static Prepared,
    hex: BTreeMap<UnitId, Hex>,
    formation: BTreeMap<UnitId, FormationId>,
    /// Hexes that the units of each side cover.
    zone: [BTreeSet<Hex>; 2],
}

impl Setup {
    fn new(id: &str) -> Setup {
        let scenario = load(id);
        let placed = &scenario.script.placements;
        let zone = |side: Side| {
            let own = placed.iter().filter(|placement| placement.unit.side() == side && scenario.unit(placement.unit).kind.is_combat());
            own.flat_map(|placement| covers(scenario.unit(placement.unit).kind, placement.hex)).collect()
        };
        Setup {
            scenario,
            hex: placed.iter().map(|placement| (placement.unit, placement.hex)).collect(),
            formation: placed.iter().map(|placement| (placement.unit, placement.formation)).collect(),
            zone: Side::ALL.map(zone),
        }
    }

    fn unit(&self, unit: UnitId) -> &'static Unit {
        self.scenario.unit(unit)
    }

    fn combat(&self) -> impl Iterator<Item = (UnitId, Hex)> {
        self.hex.iter().map(|(&unit, &hex)| (unit, hex)).filter(|&(unit, _)| self.unit(unit).kind.is_combat())
    }

    fn held(&self, side: Side) -> BTreeSet<Hex> {
        self.hex.iter().filter(|(unit, _)| unit.side() == side).map(|(_, &hex)| hex).collect()
    }

    /// Paths of command or supply of a side from a hex: lengths by hex.
    fn paths(&self, side: Side, from: Hex, crosses: impl Fn(Crossing) -> bool) -> BTreeMap<Hex, u16> {
        let (enemy, own, zone) = (self.held(side.opponent()), self.held(side), &self.zone[side.opponent().index()]);
        let open = |at: Hex, direction: Direction, near: Hex| {
            let free = !enemy.contains(&near) && (!zone.contains(&near) || own.contains(&near));
            self.scenario.script.area.contains(near) && free && crosses(data().crossing(at, direction))
        };
        walk(from, open)
    }

    fn of(&self, formation: &str) -> Vec<Hex> {
        let formation = self.scenario.find_formation(formation).expect("a formation");
        self.combat().filter(|(unit, _)| self.formation[unit] == formation).map(|(_, hex)| hex).collect()
    }

    fn hq(&self, formation: &str) -> Hex {
        self.hex[&self.scenario.formation(self.scenario.find_formation(formation).expect("a formation")).hq]
    }
}

#[test]
fn every_scenario_starts_as_the_build_sheet_says() {
    let counts = |id: &str| {
        let setup = Setup::new(id);
        (setup.combat().count(), setup.hex.len() - setup.combat().count())
    };
    assert_eq!(SCENARIOS.map(counts), [(65, 8), (72, 7), (97, 12)]);
    let stack = |id: &str, at: &str| {
        let setup = Setup::new(id);
        let mut here: Vec<&str> =
            setup.hex.iter().filter(|(_, hex)| **hex == self::hex(at)).map(|(unit, _)| setup.unit(*unit).id.as_str()).collect();
        here.sort_unstable();
        here.join(" ")
    };
    assert_eq!(stack("attack", "1908"), "I/191 I/525 II/191");
    assert_eq!(stack("attack", "1110"), "HQ-14Pz HQ-44ID");
    assert_eq!(stack("attack", "2708"), "1/II/82 2/II/82 3/II/82 HQ-87RD");
    assert_eq!(stack("campaign", "2320"), "B/146");
    assert_eq!(stack("delayed", "4211"), "135 HQ-135RD I/714");
    let level = |id: &str| {
        let of = |known: &Deployment| format!("{} {}/{}", load(id).formation(known.formation).id, known.level, known.support);
        load(id).script.deployments.iter().map(of).collect::<Vec<_>>().join(", ")
    };
    assert_eq!(level("attack"), "1/90 2/0, 2/90 2/0, 2FR 3/1, 87RD 4/3, 41TD 4/1, 14Pz 6/4, 298ID 5/3, 44ID 5/3");
    assert_eq!(level("delayed"), "135RD 4/3, 1AT 4/2, 87RD 1/0, 14Pz 6/4, 13Pz 6/4, 299ID 5/3, 111ID 5/3");
    let start = |id: &str| {
        let start = load(id).script.start;
        (start.luck, start.interdiction, start.orders, start.improved_stacks)
    };
    let fixed = Interdiction::Fixed(0);
    let expected = [(fixed, 2, 0), (Interdiction::Rolled, 2, 6), (fixed, 4, 0)];
    assert_eq!(SCENARIOS.map(start), expected.map(|(interdiction, orders, stacks)| (Side::Axis, interdiction, orders, stacks)));
    assert_eq!(SCENARIOS.map(|id| load(id).script.span()), [(1, 3), (5, 7), (1, 7)]);
    assert!(SCENARIOS.iter().all(|id| load(id).script.set_up_order == [Side::Soviet, Side::Axis]), "[11]");
}

#[test]
fn every_unit_starts_in_command() {
    for id in SCENARIOS {
        let setup = Setup::new(id);
        for (unit, hex) in setup.combat() {
            let formation = setup.scenario.formation(setup.formation[&unit]);
            let length = setup.paths(unit.side(), hex, |_| true).get(&setup.hex[&formation.hq]).copied();
            let what = format!("{id}: {} of {}, path {length:?}", setup.unit(unit).id, formation.id);
            assert!(length.is_some_and(|length| length <= u16::from(formation.command_range)), "{what}");
        }
    }
}

#[test]
fn every_headquarters_starts_in_supply_but_the_surrounded_one() {
    for id in SCENARIOS {
        let setup = Setup::new(id);
        let chart = &setup.scenario.tables.terrain;
        let cut_off: Vec<&str> = setup
            .hex
            .iter()
            .filter(|(unit, _)| !setup.unit(**unit).kind.is_combat())
            .filter(|&(unit, &hex)| {
                let paths = setup.paths(unit.side(), hex, |crossing| chart.supply_across(crossing, false));
                !setup.scenario.script.supply[unit.side().index()].iter().any(|edge| paths.contains_key(&edge))
            })
            .map(|(unit, _)| setup.unit(*unit).id.as_str())
            .collect();
        assert_eq!(cut_off, if id == "delayed" { vec!["HQ-87RD"] } else { vec![] }, "{id} [5.7]");
        for (unit, hex) in setup.hex.iter().filter(|(unit, _)| !setup.unit(**unit).kind.is_combat()) {
            let guarded = setup.combat().any(|(other, at)| at == *hex && other.side() == unit.side());
            assert!(guarded || !setup.zone[unit.side().opponent().index()].contains(hex), "{id}: {} [3.3.l]", setup.unit(*unit).id);
        }
    }
}

#[test]
fn scenario_one_has_the_forces_of_its_lists_in_their_places_of_the_campaign() {
    let (attack, campaign) = (Setup::new("attack"), Setup::new("campaign"));
    let missing = ["11/87", "B/20", "A/146", "B/146", "No8"];
    let formations = ["87RD", "2FR", "1/90", "2/90", "14Pz", "298ID", "44ID"];
    let belongs = |unit: &Unit| {
        let own = formations.contains(&home(unit)) || unit.kind == UnitKind::StugIii || home(unit) == "41TD" && unit.kind == UnitKind::T26;
        own && !missing.contains(&unit.id.as_str())
    };
    let expected: BTreeSet<UnitId> = combat_units().filter(|(_, unit)| belongs(unit)).map(|(id, _)| id).collect();
    assert_eq!(attack.combat().map(|(unit, _)| unit).collect::<BTreeSet<_>>(), expected, "[11.1.b][11.1.c]");
    assert!(attack.hex.iter().all(|(unit, hex)| campaign.hex[unit] == *hex));
    let area = attack.scenario.script.area;
    assert!(missing.iter().all(|id| !area.contains(campaign.hex[&data().find_unit(id).expect("a unit")])));
    let rules = |id: &str| {
        let script = &load(id).script;
        let surprise = script.surprise.map(|surprise| (surprise.activations, surprise.formations.len()));
        (surprise, script.brandenburg.is_some(), script.pontoons.len(), script.reserve.is_some())
    };
    assert_eq!(SCENARIOS.map(rules), [(Some((2, 2)), true, 1, false), (None, false, 0, false), (Some((3, 4)), true, 2, true)]);
    let bridges = &load("attack").script.brandenburg.as_ref().expect("it has them").bridges;
    assert_eq!(bridges.iter().map(|&(a, b)| names([a, b])).collect::<Vec<_>>(), ["1908 2008", "1512 1612"], "[10.1]");
}

#[test]
fn the_campaign_starts_as_history_and_the_notes_say() {
    let setup = Setup::new("campaign");
    let map = &data().map;
    for (unit, hex) in setup.combat() {
        assert_eq!(map.bank(hex), if unit.side() == Side::Axis { Bank::West } else { Bank::East }, "{}", setup.unit(unit).id);
        if setup.unit(unit).kind == UnitKind::BorderGuard {
            assert_eq!(map.from_bug(hex), 1, "{} stands on the Bug", setup.unit(unit).id);
        }
    }
    for fort in &map.strongpoints {
        assert_eq!(setup.hex[&data().find_unit(&fort.unit).expect("a unit")], fort.hex, "{}", fort.unit);
    }
    let forts: Vec<Hex> = map.strongpoints.iter().map(|fort| fort.hex).collect();
    assert_eq!(closest(&setup.of("298ID"), &[place("Ustyluh")]), 1);
    assert_eq!(closest(&setup.of("298ID"), &setup.of("44ID")), 1);
    assert!(closest(&setup.of("44ID"), &forts) <= 2 && closest(&setup.of("44ID"), &setup.of("299ID")) >= 2, "the 168th is absent [12.g]");
    let rows = |formation: &str| setup.of(formation).into_iter().map(|hex| map.grid.row(hex)).collect::<BTreeSet<u8>>();
    assert!(rows("111ID").first() >= rows("299ID").last(), "the 111th is the southern division");
    assert!(setup.of("124RD").iter().all(|&hex| distance(hex, place("Poryts'k")) <= 2));
    assert!(closest(&setup.of("124RD"), &setup.of("87RD")) >= 5, "a wide gap [12.b]");
    assert!(setup.of("87RD").iter().all(|&hex| distance(hex, hex_of_volodymyr()) <= 8));
    let tanks = setup.of("41TD");
    assert!(tanks.iter().all(|&hex| distance(hex, hex_of_volodymyr()).min(distance(hex, place("Verba"))) <= 2));
    let unbridged = |hex: Hex| Direction::ALL.iter().any(|&direction| map.side(hex, direction).is_unbridged_bug());
    for pontoon in &setup.scenario.script.pontoons {
        let own = pontoon.formations.iter().flat_map(|formation| setup.of(&setup.scenario.formation(formation).id));
        assert!(own.into_iter().any(unbridged), "{} has sites for its bridge [10.3]", pontoon.corps);
    }
    assert_eq!(setup.hq("41TD"), place("Turopyn"));
}

fn hex_of_volodymyr() -> Hex {
    place("Volodymyr-Volynskyi")
}

#[test]
fn arrivals_bring_every_counter_once() {
    let arrivals = |id: &str| {
        let scenario = load(id);
        let list = scenario.script.arrivals.iter().map(|arrival| {
            let formations: Vec<&str> = arrival.formations.iter().map(|formation| scenario.formation(formation).id.as_str()).collect();
            format!("{} {} {} {}", arrival.turn, formations.join("+"), arrival.units.iter().count(), arrival.entry.len())
        });
        list.collect::<Vec<_>>()
    };
    assert_eq!(arrivals("attack"), ["2 14Pz+298ID+44ID 2 7"], "[11.1.c]");
    assert_eq!(arrivals("delayed"), ["6 19TD 5 9"], "[11.2.e]");
    let campaign = ["2 14Pz+298ID+44ID 2 7", "3 13Pz 16 7", "3 135RD 11 19", "3 1AT 7 5", "5 215MD 7 8", "5 19TD 5 11"];
    assert_eq!(arrivals("campaign"), campaign);
    let script = &load("campaign").script;
    let counters: usize = Side::ALL.iter().map(|&side| data().units(side).count()).sum();
    assert_eq!(script.in_play().iter().count(), counters, "[11.3]");
    let reserve = script.reserve.as_ref().expect("the campaign has it [10.5]");
    let ids: Vec<&str> = reserve.units.iter().map(|unit| data().unit(unit).id.as_str()).collect();
    assert_eq!((ids.join(" ").as_str(), reserve.last_turn, reserve.level), ("1/I/82 2/I/82 3/I/82", 5, 4));
    assert!(reserve.trigger.contains(hex("2804")) && !reserve.trigger.contains(hex("2806")) && !reserve.trigger.contains(hex("2708")));
    assert!(reserve.entry.iter().all(|hex| data().map.supply[SupplyArea::Northern.index()].contains(hex)));
    let settlements: Vec<Hex> = data().map.grid.hexes().filter(|&hex| data().map.terrain(hex).is_settlement()).collect();
    for scenario in SCENARIOS.map(load) {
        for arrival in
            scenario.script.arrivals.iter().filter(|arrival| arrival.units.iter().any(|unit| !data().unit(unit).kind.is_combat()))
        {
            let inside: Vec<Hex> = settlements.iter().copied().filter(|&hex| scenario.script.area.contains(hex)).collect();
            assert!(closest(&arrival.entry.iter().collect::<Vec<_>>(), &inside) <= 6, "a settlement for the headquarters [8.4.1][3.3.j]");
        }
    }
}

#[test]
fn scenario_two_takes_the_losses_of_its_table() {
    let scenario = load("delayed");
    let row = |known: &Loss| format!("{} {} {} {}", scenario.formation(known.formation).id, known.infantry, known.afv, known.per_stack);
    let rows: Vec<String> = scenario.script.losses.iter().map(row).collect();
    assert_eq!(rows, ["135RD 4 0 3", "87RD 6 0 3", "13Pz 2 1 2", "14Pz 5 3 2", "111ID 4 0 2", "299ID 4 0 2"], "[11.2.b][11.2.c]");
    let setup = Setup::new("delayed");
    let near = |&(unit, hex): &(UnitId, Hex)| setup.combat().any(|(enemy, at)| enemy.side() != unit.side() && distance(hex, at) <= 1);
    let touched = setup.combat().filter(near).filter(|(unit, _)| unit.side() == Side::Soviet);
    assert!(touched.into_iter().all(|(unit, _)| home(setup.unit(unit)) == "87RD"), "enemies touch round the 87th alone");
    let soviet: BTreeSet<Hex> = setup.combat().filter(|(unit, _)| unit.side() == Side::Soviet).map(|(_, hex)| hex).collect();
    assert!(soviet.len() >= usize::from(scenario.script.start.improved_stacks), "[11.2.d]");
}

#[test]
fn zones_of_set_up_hold_the_fixed_set_up_and_leave_room() {
    for id in SCENARIOS {
        let scenario = load(id);
        for deployment in &scenario.script.deployments {
            let placed = scenario.script.placements.iter().filter(|placement| placement.formation == deployment.formation);
            for placement in placed {
                let zones: Vec<_> = deployment.zones.iter().filter(|zone| zone.units.contains(placement.unit)).collect();
                let what = format!("{id}: {}", scenario.unit(placement.unit).id);
                assert!(zones.len() == 1 && zones[0].hexes.contains(placement.hex), "{what}");
            }
            for zone in &deployment.zones {
                let limited = zone.units.iter().filter(|&unit| scenario.unit(unit).kind.is_limited()).count();
                let all = if zone.one_each { zone.units.iter().count() } else { limited };
                assert!(zone.hexes.len() >= all && zone.hexes.difference(scenario.script.area).is_empty(), "{id}");
            }
        }
    }
    let free = |id: &str, unit: &str| {
        let scenario = load(id);
        let unit = scenario.find_unit(unit).expect("a unit");
        let mut zones = scenario.script.deployments.iter().flat_map(|deployment| &deployment.zones);
        zones.find(|zone| zone.units.contains(unit)).map_or(HexSet::EMPTY, |zone| zone.hexes)
    };
    assert_eq!(names(free("attack", "A/19").iter()), "1712", "the strongpoint of the unit");
    assert_eq!(names(free("campaign", "No8").iter()), "1815 1816", "border post 8 stands south of row 14 [11.1.b]");
    assert!(free("attack", "HQ-14Pz").iter().all(|hex| data().map.terrain(hex).is_settlement()), "[3.3.j]");
    assert!(free("delayed", "HQ-13Pz").contains(hex("3515")) && !free("delayed", "I/66").contains(hex("3515")));
}
