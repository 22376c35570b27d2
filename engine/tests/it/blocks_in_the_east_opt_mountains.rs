//! Chapter 14 of Blocks in the East: mountains and swamps.

use std::collections::{BTreeMap, BTreeSet};

use stavka_engine::Side;
use stavka_engine::blocks_in_the_east::combat::{Cause, Firing};
use stavka_engine::blocks_in_the_east::display::flights_of;
use stavka_engine::blocks_in_the_east::terms::{Nation, Terrain, UnitClass, UnitKind, Weather};
use stavka_engine::blocks_in_the_east::{BlocksInTheEast, Phase, Prepared, UnitId};
use stavka_engine::game::{Game as _, Scenario as _, Turn};
use stavka_engine::hex::Hex;

use crate::blocks_in_the_east_kit::{ADVANCED, WHOLE, goals, hex, offers, play, rule_against, unit, volleys};
use crate::blocks_in_the_east_map::scenario;
use crate::blocks_in_the_east_opt_kit::{WAR, play_at_random, scene, set_up, with_options};

/// Turns with clear weather, rain and snow: July and April, and December 1941.
const SEASONS: [(u8, Weather); 3] = [(2, Weather::Clear), (11, Weather::Rain), (7, Weather::Snow)];

fn chapter(id: &str) -> &'static Prepared {
    with_options(id, "mountains-and-swamps = true")
}

fn name(data: &Prepared, hex: Hex) -> String {
    data.map.name(hex)
}

/// Open land without a town, of a kind, beside a hex.
fn beside(data: &Prepared, from: Hex, terrain: Terrain) -> Option<Hex> {
    let near = data.map.grid.neighbours(from).map(|(_, near)| near);
    near.into_iter().find(|&near| data.map.terrain[near.index()] == terrain && data.ground.open.contains(near))
}

/// What each hex beside a unit costs it, by terrain; nothing where it does not go.
fn prices(data: &'static Prepared, id: &str, turn: u8) -> BTreeMap<Terrain, BTreeSet<Option<u8>>> {
    let mut prices: BTreeMap<Terrain, BTreeSet<Option<u8>>> = BTreeMap::new();
    let side = unit(data, id).side();
    // The Caucasus, the swamps of the Pripet, and hills and woods between.
    for from in ["2842", "2943", "3144", "3346", "3148", "1527", "1728", "1826", "1935", "1635", "1535", "1524", "1722", "2018"] {
        let mut game = scene(data, &format!("{id} {from}"), turn, side, Phase::GroundMovement);
        play(&mut game, &[&format!("select {id}")]);
        let from = hex(data, from);
        for (direction, near) in data.map.grid.neighbours(from) {
            let by_road = &data.map.sides[from.index()][direction.index()];
            if data.ground.open.contains(near) && !by_road.water && !by_road.strait {
                prices.entry(data.map.terrain[near.index()]).or_default().insert(game.march_price(near));
            }
        }
    }
    prices
}

/// The chapter is a switch of its own, and a scenario with it another one.
#[test]
fn the_chapter_is_off_unless_players_agree_on_it() {
    for id in [WHOLE, ADVANCED, WAR] {
        assert!(!scenario(id).script.options.mountains_and_swamps && chapter(id).script.options.mountains_and_swamps);
        assert_ne!(scenario(id).fingerprint(), chapter(id).fingerprint());
    }
    let off = with_options(ADVANCED, "mountains-and-swamps = false");
    for id in ["GS09", "SW13", "GN01"] {
        for (turn, _) in SEASONS.into_iter().filter(|(turn, _)| *turn < 6) {
            assert_eq!(prices(off, id, turn), prices(scenario(ADVANCED), id, turn), "{id}");
        }
    }
}

/// [14.0.c][14.0.e][14.0.b] What ground costs mountain infantry, cavalry and everybody else in each weather, against the rows of the chapter
/// written out.
#[test]
fn mountain_infantry_and_cavalry_pay_less() {
    use Terrain::{Forest, Hill, Mountain, Plain, Swamp};
    let written = |weather: Weather, kind: UnitKind| -> [(Terrain, Option<u8>); 5] {
        let row = match (kind, weather) {
            (UnitKind::Mountain, Weather::Clear) => [Some(1), Some(2), Some(1), Some(2), Some(3)],
            (UnitKind::Mountain, Weather::Rain) => [Some(3), Some(3), Some(2), Some(2), Some(3)],
            (UnitKind::Mountain, _) => [Some(2), Some(2), Some(2), Some(2), Some(2)],
            (UnitKind::Cavalry, Weather::Clear) => [Some(1), Some(2), Some(2), Some(3), Some(2)],
            (UnitKind::Cavalry, Weather::Rain) => [Some(1), Some(2), Some(2), None, Some(2)],
            (UnitKind::Cavalry, _) => [Some(1), Some(2), Some(3), None, Some(2)],
            (_, Weather::Clear) => [Some(1), Some(2), Some(2), Some(3), Some(3)],
            (_, Weather::Rain) => [Some(3), Some(3), Some(3), None, Some(3)],
            (_, _) => [Some(2), Some(2), Some(3), None, Some(2)],
        };
        let [plain, forest, hill, mountain, swamp] = row;
        [(Plain, plain), (Forest, forest), (Hill, hill), (Mountain, mountain), (Swamp, swamp)]
    };
    let data = chapter(WAR);
    for (turn, weather) in SEASONS {
        assert_eq!(data.usual_weather(turn), weather);
        for id in ["GS09", "SW13", "GN01"] {
            let found = prices(data, id, turn);
            for (terrain, price) in written(weather, data.unit(unit(data, id)).kind) {
                assert_eq!(found[&terrain], [price].into(), "{id} into {terrain:?} in {weather:?}");
            }
        }
    }
}

/// [14.0.c][14.0.e] The unit pays what it is told, and goes the way that is cheapest for it: a corps of mountain infantry crosses the Caucasus
/// in a month.
#[test]
fn a_march_goes_by_the_prices_of_the_unit() {
    let cross = |data: &'static Prepared| {
        let mut game = scene(data, "GS09 2943", 2, Side::Axis, Phase::GroundMovement);
        play(&mut game, &["select GS09"]);
        goals(&game, "move")
    };
    let (with, without) = (cross(chapter(WAR)), cross(scenario(WAR)));
    assert!(without.is_subset(&with) && with.len() > without.len(), "{with:?} {without:?}");
    // A plain hex and a mountain beyond it: four points without the chapter.
    let data = chapter(WAR);
    let deep = |hex: &&String| data.map.terrain[data.map.find(hex).expect("a hex").index()] == Terrain::Mountain;
    let gained: Vec<&String> = with.difference(&without).filter(deep).collect();
    assert!(!gained.is_empty());
    let mut game = scene(data, "GS09 2943", 2, Side::Axis, Phase::GroundMovement);
    let before = game.points(unit(data, "GS09"));
    play(&mut game, &["select GS09"]);
    let first = beside(data, hex(data, "2943"), Terrain::Mountain).expect("the Caucasus");
    assert_eq!(game.march_price(first), Some(2));
    play(&mut game, &[&format!("move {}", name(data, first))]);
    // Two points are left of four where there are so many.
    let left = before - 2;
    assert!(data.map.hexes().filter_map(|hex| game.march_price(hex)).all(|price| price <= left));
}

/// [14.0.a] Tanks, mechanized units and Armoured Headquarters do not enter mountains; infantry does, and all do without the chapter.
#[test]
fn armour_does_not_enter_mountains() {
    let units = "SB05 2943, SL05 2943, SH02 2943, SL01 3144";
    for (data, bars) in [(chapter(WAR), true), (scenario(WAR), false)] {
        let mountain = |from: &str| beside(data, hex(data, from), Terrain::Mountain).expect("the Caucasus");
        for (id, from, fuelled) in [("SB05", "2943", false), ("SL05", "2943", false), ("SH02", "2943", true), ("SL01", "3144", true)] {
            let mut game = scene(data, units, 2, Side::Soviet, Phase::GroundMovement);
            play(&mut game, &[&format!("select {id}")]);
            let line = format!("move {}", name(data, mountain(from)));
            // Three points are what the hex costs: armour without fuel has half of them.
            let goes = fuelled && !(bars && id == "SH02");
            assert_eq!(offers(&game, &line), goes, "{id}, {bars}");
            if bars && id != "SL01" {
                assert_eq!(rule_against(&game, &line), "14.0.a", "{id}");
            }
        }
    }
    // In the Basic game, in which armour needs no fuel.
    for (data, bars) in [(chapter(WHOLE), true), (scenario(WHOLE), false)] {
        let mountain = name(data, beside(data, hex(data, "2943"), Terrain::Mountain).expect("the Caucasus"));
        for id in ["SB05", "SL05"] {
            let mut game = scene(data, &format!("{id} 2943"), 2, Side::Soviet, Phase::GroundMovement);
            play(&mut game, &[&format!("select {id}")]);
            assert_eq!(offers(&game, &format!("move {mountain}")), !bars, "{id}");
        }
    }
}

/// [14.0.a] Armour that stands among mountains leaves them, and does not exploit into them.
#[test]
fn armour_leaves_mountains_and_does_not_exploit_into_them() {
    let data = chapter(WHOLE);
    let mountain = name(data, beside(data, hex(data, "2943"), Terrain::Mountain).expect("the Caucasus"));
    let mut game = scene(data, &format!("SB05 {mountain}"), 2, Side::Soviet, Phase::GroundMovement);
    play(&mut game, &["select SB05", "move 2943"]);
    for (data, bars) in [(data, true), (scenario(WHOLE), false)] {
        let mut game = scene(data, "SB05 2943", 2, Side::Soviet, Phase::Exploitation);
        play(&mut game, &["select SB05"]);
        assert_eq!(offers(&game, &format!("move {mountain}")), !bars);
    }
}

/// [14.0.a][14.0.b] Nor does it retreat into them, or in rain and snow anybody but mountain infantry.
#[test]
fn retreats_do_not_lead_into_mountains_that_are_closed() {
    let retreats = |data: &'static Prepared, turn: u8, id: &str| {
        let mountain = name(data, beside(data, hex(data, "2943"), Terrain::Mountain).expect("the Caucasus"));
        let (own, friend, foe) = if unit(data, id).side() == Side::Soviet { (id, "SL02", "GN01") } else { (id, "GN01", "SL02") };
        let units = format!("{own} 2943, {foe} 2943, {friend} {mountain}");
        let side = unit(data, foe).side();
        let mut game = scene(data, &units, turn, side, Phase::Combat);
        while game.volley().is_some() || offers(&game, "battle 2943") {
            volleys(&mut game, &[]);
            if offers(&game, "battle 2943") {
                play(&mut game, &["battle 2943"]);
            }
        }
        if !offers(&game, &format!("withdraw {own}")) {
            return false;
        }
        play(&mut game, &[&format!("withdraw {own}")]);
        // Where one hex alone is open the unit is there already.
        let went = game.place(unit(data, own)).hex().map(|hex| name(data, hex));
        went == Some(mountain.clone()) || offers(&game, &format!("move {mountain}"))
    };
    for (id, turn, with, without) in [
        ("SB05", 2, false, true),
        ("SL01", 2, true, true),
        ("SL01", 7, false, true),
        ("SL01", 11, false, true),
        ("GS09", 2, true, true),
        ("GS09", 7, true, true),
        ("GS09", 11, true, true),
    ] {
        assert_eq!(retreats(chapter(WAR), turn, id), with, "{id} in turn {turn}");
        assert_eq!(retreats(scenario(WAR), turn, id), without, "{id} in turn {turn} without the chapter");
    }
}

/// [14.0.b] In rain and snow only mountain infantry enters mountains, along red arrows too; in clear weather everybody on foot.
#[test]
fn bad_weather_closes_mountains_to_all_but_mountain_infantry() {
    let data = chapter(WAR);
    for (turn, weather) in SEASONS {
        for (id, from) in [("SL01", "2943"), ("SW13", "2943"), ("SH06", "2943"), ("GN01", "2943"), ("GS09", "2943")] {
            let mut game = scene(data, &format!("{id} {from}"), turn, unit(data, id).side(), Phase::GroundMovement);
            play(&mut game, &[&format!("select {id}")]);
            let line = format!("move {}", name(data, beside(data, hex(data, from), Terrain::Mountain).expect("the Caucasus")));
            let goes = weather == Weather::Clear || id == "GS09";
            assert_eq!(offers(&game, &line), goes, "{id} in {weather:?}");
            if !goes {
                assert_eq!(rule_against(&game, &line), "14.0.b", "{id} in {weather:?}");
            }
        }
    }
    // Aircraft do not enter mountains: they fly.
    let mountain = name(data, beside(data, hex(data, "2943"), Terrain::Mountain).expect("the Caucasus"));
    let units = format!("GC23 Rostov, GS01 Rostov, SL01 {mountain}");
    for data in [data, scenario(WAR)] {
        let game = set_up(data, &units, 7).open(Side::Axis, Phase::AirMovement);
        let [missions, _] = flights_of(&game, unit(data, "GC23"));
        assert!(missions.contains(hex(data, &mountain)));
    }
}

/// [14.0.a][14.0.b] A train passes mountains, but nobody who does not enter them leaves it there.
#[test]
fn trains_pass_mountains() {
    let stops = |data: &'static Prepared, id: &str, turn: u8| {
        let position = set_up(data, &format!("{id} 4223"), turn).points(Nation::Soviet, 3);
        let mut game = position.open(Side::Soviet, Phase::RailMoves);
        play(&mut game, &[&format!("select {id}")]);
        let is_mountain = |line: &String| data.map.terrain[data.map.find(line).expect("a hex").index()] == Terrain::Mountain;
        goals(&game, "move").into_iter().partition::<BTreeSet<String>, _>(is_mountain)
    };
    let open = stops(scenario(WAR), "SB05", 2);
    assert!(open.0.contains("4522") && open.0.len() >= 4, "{:?}", open.0);
    for (id, turn, rule) in [("SB05", 2, Some("14.0.a")), ("SL01", 2, None), ("SL01", 7, Some("14.0.b")), ("SL01", 11, Some("14.0.b"))] {
        let (mountains, others) = stops(chapter(WAR), id, turn);
        let (before, elsewhere) = stops(scenario(WAR), id, turn);
        assert_eq!(others, elsewhere, "{id}: all that lies beyond is reached");
        assert_eq!(mountains, if rule.is_some() { BTreeSet::new() } else { before }, "{id} in turn {turn}");
        if let Some(rule) = rule {
            let position = set_up(chapter(WAR), &format!("{id} 4223"), turn).points(Nation::Soviet, 3);
            let mut game = position.open(Side::Soviet, Phase::RailMoves);
            play(&mut game, &[&format!("select {id}")]);
            assert_eq!(rule_against(&game, "move 4522"), rule);
        }
    }
    // Who is among mountains leaves them by train.
    let leaves = |data: &'static Prepared| {
        let position = set_up(data, "SB05 4523", 2).points(Nation::Soviet, 3);
        let mut game = position.open(Side::Soviet, Phase::RailMoves);
        play(&mut game, &["select SB05"]);
        offers(&game, "move 4223")
    };
    assert!(leaves(chapter(WAR)) && leaves(scenario(WAR)));
}

/// [14.0.d] Golden G13, played: a panzer corps of five points and an infantry corps attack the swamps of the Pripet. Two Malus leave the tanks
/// one die, which is thrown as it is; frozen swamps carry them.
#[test]
fn armour_suffers_twice_in_swamps_that_are_not_frozen() {
    let fire = |data: &'static Prepared, turn: u8, role: Side| {
        let mut game = scene(data, "GN08 1428, GN01 1428, SL01 1428", turn, role, Phase::Combat);
        let causes = |game: &BlocksInTheEast, id: &str, firing: Firing| -> Vec<(Cause, u8)> {
            let throwers = game.throwers(Side::Axis, firing);
            throwers.into_iter().filter(|thrower| thrower.unit == unit(data, id)).flat_map(|thrower| thrower.modifiers.malus).collect()
        };
        let told =
            [causes(&game, "GN08", Firing::Ground), causes(&game, "GN01", Firing::Ground), causes(&game, "GN08", Firing::AntiAircraft)];
        let seen = volleys(&mut game, &[]);
        let dice = seen.into_iter().find(|(side, firing, _)| (*side, *firing) == (Side::Axis, Firing::Ground)).map(|(.., dice)| dice);
        (dice.unwrap_or_default(), told)
    };
    let (with, without) = (chapter(WAR), scenario(WAR));
    let (dice, [tanks, infantry, at_aircraft]) = fire(with, 2, Side::Axis);
    assert_eq!(tanks, [(Cause::Ground, 1), (Cause::Swamp, 1)]);
    assert_eq!((infantry, at_aircraft), (vec![(Cause::Ground, 1)], vec![(Cause::Ground, 1)]));
    // Tanks of TECH 2 hit on 5 and 6, infantry on 6: 5 points quartered, 4 halved.
    assert_eq!(dice, [(2, 1), (1, 2)]);
    // Without the chapter 9 points are halved together; the odd die is the infantry's, the tanks keep two.
    assert_eq!(fire(without, 2, Side::Axis).0, [(2, 1), (2, 2)]);
    // In rain the weather is a Malus more for both.
    assert_eq!(fire(with, 11, Side::Axis).1[0], [(Cause::Ground, 1), (Cause::Swamp, 1), (Cause::Weather, 1)]);
    // Frozen, and in defence, there is nothing to it.
    for (turn, attacker) in [(7, Side::Axis), (2, Side::Soviet), (11, Side::Soviet)] {
        assert_eq!(fire(with, turn, attacker), fire(without, turn, attacker), "turn {turn}, {attacker} attacks");
    }
    assert!(!fire(with, 7, Side::Axis).1[0].iter().any(|(cause, _)| *cause == Cause::Swamp));
}

/// [14.0.d] Elsewhere armour is what it was.
#[test]
fn armour_suffers_in_swamps_alone() {
    let malus = |data: &'static Prepared, at: &str| {
        let game = scene(data, &format!("GN08 {at}, SL01 {at}"), 2, Side::Axis, Phase::Combat);
        game.throwers(Side::Axis, Firing::Ground)[0].modifiers.clone()
    };
    for at in ["2943", "1635", "1535", "Pinsk"] {
        let is_swamp = chapter(WAR).map.terrain[hex(chapter(WAR), at).index()] == Terrain::Swamp;
        assert_eq!(malus(chapter(WAR), at) != malus(scenario(WAR), at), is_swamp, "{at}");
    }
}

/// Random play under the chapter: nobody is found among mountains whom the chapter keeps out of them, but who was there before.
#[test]
fn random_play_keeps_to_the_chapter() {
    let data = chapter(ADVANCED);
    let mountains: BTreeSet<Hex> = data.map.hexes().filter(|hex| data.map.terrain[hex.index()] == Terrain::Mountain).collect();
    let mut before: BTreeSet<(UnitId, Hex)> = BTreeSet::new();
    let (mut climbed, mut weathers) = (0, BTreeSet::new());
    play_at_random(BlocksInTheEast::new(data), 6, 41, |game| {
        let units = Side::ALL.into_iter().flat_map(|side| data.units(side));
        let there = |(unit, _)| game.place(unit).hex().map(|hex| (unit, hex)).filter(|(_, hex)| mountains.contains(hex));
        let now: BTreeSet<(UnitId, Hex)> = units.filter_map(there).collect();
        for &(unit, hex) in now.difference(&before).filter(|_| !before.is_empty()) {
            let known = data.unit(unit);
            let is_armour = known.class == UnitClass::Armour || known.kind == UnitKind::ArmouredHq;
            let is_bad = matches!(game.weather(), Weather::Rain | Weather::Snow);
            if known.class == UnitClass::Air {
                continue;
            }
            assert!(!is_armour, "[14.0.a] {} in {}", known.id, name(data, hex));
            assert!(!is_bad || known.kind == UnitKind::Mountain, "[14.0.b] {} in {}", known.id, name(data, hex));
            climbed += 1;
        }
        if matches!(game.turn(), Turn::Player(_)) {
            weathers.insert(game.weather());
        }
        before = now;
    });
    assert!(climbed > 3, "{climbed}");
    assert!(weathers.contains(&Weather::Snow), "{weathers:?}");
}
