//! Positions in which a third reader who has written none of the rules of Blocks in the East tried to break them.

use std::collections::BTreeSet;

use stavka_engine::Side;
use stavka_engine::blocks_in_the_east::combat::Firing;
use stavka_engine::blocks_in_the_east::terms::{Flag, Nation, Terrain, TownClass};
use stavka_engine::blocks_in_the_east::{BlocksInTheEast, Phase, Place};
use stavka_engine::game::Game as _;
use stavka_engine::hex::Hex;

use crate::blocks_in_the_east_kit::{
    ADVANCED, WHOLE, at, builder, goals, hex, legal, lines, offers, pass_to, placed, play, strength, unit, volleys,
};
use crate::blocks_in_the_east_map::scenario;
use crate::blocks_in_the_east_opt_kit::{WAR, cross, set_up, with_options};

const AXIS: Side = Side::Axis;
const SOVIET: Side = Side::Soviet;
const AIR: Phase = Phase::AirMovement;
/// June 1942.
const SUMMER: u8 = 13;

/// [37.0.a][23.0] The last Soviet unit on the ground of Teheran does not leave it by parachute either; with another one there it may.
#[test]
fn the_guard_of_teheran_does_not_jump() {
    let data = with_options(WAR, "persia = true\nairborne-assault = true");
    let teheran = hex(data, "Teheran");
    let is_target = |&at: &Hex| {
        let distance = data.map.grid.distance(at, teheran);
        data.ground.open.contains(at)
            && data.map.terrain[at.index()] == Terrain::Plain
            && data.map.place_at(at).is_none()
            && (2..=5).contains(&distance)
    };
    let target = data.map.name(data.map.hexes().filter(|&at| !data.map.is_box(at)).find(is_target).expect("a plain"));
    let jumps = |others: &str| {
        let units = format!("GN02 {target}, SP01 Teheran, SH01 Moscow, SR01 4020, GN01 0927{others}");
        let game = set_up(data, &units, SUMMER).active("SH01").expect("a headquarters").open(SOVIET, AIR);
        assert!(game.fall_of_persia().is_some() && game.owner(teheran) == Some(SOVIET));
        offers(&game, "select SP01")
    };
    assert_eq!([jumps(", SL01 Teheran"), jumps("")], [true, false], "onto {target}");
}

/// [7.5.5.b] The Axis crosses the strait of Kerch while it controls Sevastopol, and not while Soviets hold out in its hex; nor when it exploits.
#[test]
fn sevastopol_in_dispute_closes_the_strait() {
    let crosses = |units: &str, phase: Phase, owners: &[&str]| {
        let position = builder(WHOLE, units).turn(2).expect("a turn");
        let mut game = owners.iter().fold(position, |all, at| all.owner(at, AXIS).expect("a hex")).open(AXIS, phase);
        let id = &units[..4];
        offers(&game, &format!("select {id}")) && {
            play(&mut game, &[&format!("select {id}")]);
            offers(&game, "move 2540")
        }
    };
    let march = Phase::GroundMovement;
    assert!(crosses("GS01 2440, GS02 2242", march, &[]));
    assert!(!crosses("GS01 2440, GS02 2242, SL01 2242", march, &[]), "it is not controlled");
    let exploits = Phase::Exploitation;
    assert!(crosses("GS10 2440, GS02 2242", exploits, &["2540"]));
    assert!(!crosses("GS10 2440", exploits, &["2540"]));
}

/// [5.5.h] Nobody flies to a base in a Finland that has given up, nor goes there by rail; aircraft that are there leave.
#[test]
fn nobody_is_based_in_a_neutral_finland() {
    let bases = |from: &str, lost: usize| {
        let data = scenario(WHOLE);
        let mut position = builder(WHOLE, &format!("GN12 {from}, GC02 1028, SL01 2521")).turn(2).expect("a turn");
        for id in &["FI01", "FI02", "FI03", "FI04"][..lost] {
            position = position.put_in_box(id, Place::ELIMINATED).expect("a unit");
        }
        for port in ["Tallinn", "Riga"] {
            position = position.owner(&data.map.name(hex(data, port)), AXIS).expect("a port");
        }
        let mut game = position.open(SOVIET, Phase::Recheck);
        pass_to(&mut game, AXIS, AIR);
        assert_eq!(game.has_surrendered(Nation::Finnish), lost == 4);
        play(&mut game, &["select GN12"]);
        let (inside, outside): (Vec<String>, Vec<String>) =
            goals(&game, "rebase").into_iter().partition(|base| data.ground.finland.contains(hex(data, base)));
        (!inside.is_empty(), !outside.is_empty())
    };
    assert_eq!([bases("Tallinn", 3), bases("Tallinn", 4)], [(true, true), (false, true)]);
    assert!(bases("Helsinki", 4).1, "it leaves");
}

/// [5.3.b][7.6] In the turn of the Soviets too the aircraft of minor allies come to the help of units of their own nation alone.
#[test]
fn minor_aircraft_react_for_their_own() {
    let flies = |units: &str| {
        let game = placed(WHOLE, units, SOVIET, Phase::Reaction);
        lines(&game).contains("select RO08")
    };
    assert!(!flies("RO08 1637, SL01 1737, GS01 1737"));
    assert!(flies("RO08 1637, SL01 1737, GS01 1737, RO03 1737"));
    assert!(!flies("RO08 1637, SL01 1737, HU02 1737"));
}

/// [7.5.2.c][7.6] Aircraft out of supply do not come to the help of others.
#[test]
fn aircraft_out_of_supply_do_not_react() {
    let flies = |cut: bool| {
        let position = builder(WHOLE, "GN12 0923, SB01 1122, GN01 1122").turn(2).expect("a turn");
        let position = if cut { position.out_of_supply("GN12").expect("on the map") } else { position };
        offers(&position.open(SOVIET, Phase::Reaction), "select GN12")
    };
    assert_eq!([false, true].map(flies), [true, false]);
}

/// [7.6.2][23.0.d] Troops that are dropped on a base with bombers alone drive them away when they have landed: they lose a step, and the base is
/// taken.
#[test]
fn bombers_flee_from_troops_that_are_dropped() {
    let data = with_options(WAR, "airborne-assault = true");
    let warsaw = hex(data, "Warsaw");
    let is_base = |&at: &Hex| {
        let minor = data.map.place_at(at).is_some_and(|place| place.class == Some(TownClass::Minor));
        let enemy = set_up(data, "SL01 1813, GN01 0927", 2).open(AXIS, AIR).owner(at) == Some(SOVIET);
        minor && enemy && data.map.terrain[at.index()] == Terrain::Plain && data.map.grid.distance(at, warsaw) <= 5
    };
    let base = data.map.name(data.map.hexes().filter(|&at| !data.map.is_box(at)).find(is_base).expect("a Minor City in a plain"));
    let units = format!("AH01 Rastenburg, GX02 Warsaw, SA08 {base}, SL01 1813, GN01 0927");
    let mut game = set_up(data, &units, 2).active("AH01").expect("a headquarters").open(AXIS, AIR);
    play(&mut game, &["select GX02", &format!("fly {base}")]);
    pass_to(&mut game, AXIS, Phase::Combat);
    let seen = volleys(&mut game, &[]);
    assert!(seen.iter().all(|(side, firing, _)| (*side, *firing) != (SOVIET, Firing::Ground)), "{seen:?}");
    let bases = goals(&game, "rebase");
    assert!(!bases.is_empty() && lines(&game).len() == bases.len(), "{:?}", lines(&game));
    let full = strength(&game, "SA08");
    play(&mut game, &[&format!("rebase {}", bases.first().expect("one"))]);
    assert_eq!((strength(&game, "SA08"), at(&game, "SA08").as_ref()), (full - 1, bases.first()));
    assert_eq!((game.owner(hex(data, &base)), at(&game, "GX02")), (Some(AXIS), Some(base)));
}

/// [10.0] The elite are all those that the rules name, and nobody else.
#[test]
fn the_elite_is_named_in_full() {
    let data = scenario(ADVANCED);
    let units = || Side::ALL.into_iter().flat_map(|side| data.units(side)).map(|(_, known)| known);
    let of = |flag: Flag| units().filter(move |known| known.is(flag)).map(|known| known.name.as_str()).collect::<BTreeSet<_>>();
    let named = |words: &[&str]| -> BTreeSet<&str> {
        let is = |name: &&str| words.iter().any(|word| name.contains(word));
        units().map(|known| known.name.as_str()).filter(is).collect()
    };
    assert_eq!(of(Flag::Ss), named(&["SS"]));
    assert_eq!(of(Flag::Guards), named(&["Guards"]));
    assert_eq!((of(Flag::Gd), of(Flag::Hg)), (named(&["GD Panzer"]), named(&["HG Panzer"])));
    assert_eq!(of(Flag::EliteDefence), named(&["Marines", "7th Flieger", "22nd Airlanding"]));
    assert_eq!([Flag::Ss, Flag::Guards, Flag::EliteDefence].map(|flag| of(flag).len()), [8, 16, 4]);
}

/// [35.2.c] In the production of Germany nobody repairs or brings in the raiders of the convoys.
#[test]
fn raiders_are_not_reinforced() {
    let data = with_options(WAR, "strategic-warfare = true\nlend-lease = true");
    let position = set_up(data, "SL01 3020, GN01 0927, GC01 0527", SUMMER).steps("GC01", 1).expect("steps").points(Nation::German, 40);
    let mut game = position.open(AXIS, Phase::Production);
    while !offers(&game, "repair GC01") {
        let first = legal(&game)[0];
        game.apply(first);
    }
    let raiders = ["WF01", "WU07", "WU09"];
    assert!(lines(&game).iter().all(|line| raiders.iter().all(|id| !line.contains(id))), "{:?}", lines(&game));
}

/// [4.5.a] Aircraft of minor allies without strength do not surrender, those with some do.
#[test]
fn aircraft_without_strength_do_not_surrender() {
    let data = scenario(WHOLE);
    let empty = data
        .units(AXIS)
        .find(|(_, known)| {
            known.range.is_some() && known.nation != Nation::German && known.steps.last().is_some_and(|step| step.strength == 0)
        })
        .map(|(_, known)| known.id.as_str())
        .expect("aircraft with a step of 0");
    let stays = |steps: u8| {
        let position = builder(WHOLE, &format!("{empty} 2521, SL01 2818, GN01 0923")).turn(2).expect("a turn");
        let mut game = position.steps(empty, steps).expect("steps").open(AXIS, Phase::Supply);
        assert!(game.is_out_of_supply(unit(data, empty)));
        pass_to(&mut game, AXIS, Phase::Recheck);
        game.place(unit(data, empty)) != Place::ELIMINATED
    };
    assert_eq!([stays(1), stays(2)], [true, false], "{empty}");
}

/// [34.0.e] A city that is supplied by sea alone, across mines, is not joined to Siberia: what Lend-Lease builds does not come there, infantry does.
#[test]
fn lend_lease_builds_where_siberia_is_reached() {
    let data = with_options(WAR, "lend-lease = true");
    let odessa = data.map.name(hex(data, "Odessa"));
    let comes = |cut: &[&str]| {
        let position = set_up(data, "SL01 3020, GN01 0927", 4);
        let position = cut.iter().fold(position, |all, at| all.owner(at, AXIS).expect("a hex"));
        let dead = ["SB05", "SL02"].into_iter().fold(position, |all, id| all.put_in_box(id, Place::ELIMINATED).expect("a unit"));
        let mut game = dead.open(SOVIET, Phase::Production);
        cross(&mut game);
        ["SB05", "SL02"].map(|id| {
            let mut then = game.clone();
            play(&mut then, &[&format!("rebuild {id}")]);
            goals(&then, "place").contains(&odessa)
        })
    };
    assert_eq!([comes(&[]), comes(&["1837", "1838", "1937"])], [[true, true], [false, true]]);
}

/// [7.5][3.3] Who goes two hexes at once goes through the one between, and holds it from then on.
#[test]
fn a_march_skips_no_hex() {
    let mut game = placed(WHOLE, "GN04 1123", AXIS, Phase::GroundMovement);
    let data = game.data();
    let [from, to] = ["1123", "1221"].map(|name| hex(data, name));
    let beside = |one: Hex, other: Hex| data.map.grid.distance(one, other) == 1;
    let between: Vec<Hex> = data.map.hexes().filter(|&at| !data.map.is_box(at) && beside(from, at) && beside(at, to)).collect();
    let held = |game: &BlocksInTheEast| between.iter().filter(|&&at| game.owner(at) == Some(AXIS)).count();
    assert_eq!((data.map.grid.distance(from, to), held(&game)), (2, 0));
    play(&mut game, &["select GN04", "move 1221"]);
    assert_eq!((held(&game), game.owner(to)), (1, Some(AXIS)));
}

/// [23.0.b][13.8.1.f] To those who are dropped the attacker sends aircraft; a second assault in the turn is not launched.
#[test]
fn aircraft_help_those_who_are_dropped() {
    let data = with_options(WAR, "airborne-assault = true");
    let units = "AH01 Rastenburg, GX02 Warsaw, AH07 Warsaw, GC20 Warsaw, GX03 0923, GN13 0923, SW01 1328, SL01 1813";
    let mut game = set_up(data, units, 2).active("AH01").expect("a headquarters").open(AXIS, AIR);
    assert!(offers(&game, "select GX03"));
    play(&mut game, &["select GX02", "fly 1328"]);
    assert!(!offers(&game, "select GX03") && game.barrels_left(unit(data, "AH01")) > 0);
    play(&mut game, &["activate AH07", "select GC20", "fuel AH07", "fly 1328"]);
    assert_eq!((at(&game, "GC20").as_deref(), game.is_flying(unit(data, "GC20"))), (Some("1328"), true));
}
