//! Positions in which a fourth reader who has written none of the rules of Blocks in the East tried to break them.

use std::collections::BTreeSet;

use stavka_engine::Side;
use stavka_engine::blocks_in_the_east::combat::{Cause, Firing};
use stavka_engine::blocks_in_the_east::terms::{Nation, UnitClass, Weather};
use stavka_engine::blocks_in_the_east::{BlocksInTheEast, Phase, Place, Prepared};
use stavka_engine::game::Game as _;
use stavka_engine::kit::files::ScenarioFiles as _;

use crate::blocks_in_the_east_kit::{
    ADVANCED, LENINGRAD, ROSTOV, WHOLE, at, builder, goals, hex, lines, offers, pass_to, placed, play, strength, unit, volleys,
};
use crate::blocks_in_the_east_map::scenario;
use crate::blocks_in_the_east_opt_kit::{WAR, set_up, with_options};

const AXIS: Side = Side::Axis;
const SOVIET: Side = Side::Soviet;

/// [6.5.a][6.1.4.c] The 4th Army fires at long-range bombers before their bombs fall: what it hits throws no dice any more, and its fire
/// costs it nothing.
#[test]
fn the_4th_army_fires_before_the_bombs_fall() {
    for (hits, left) in [(0, 4), (1, 3), (3, 1)] {
        let position = builder(WHOLE, "GC18 1327, SA01 1327, SL01 1813").turn(2).expect("a turn").flying("SA01").expect("it flies");
        let mut game = position.open(SOVIET, Phase::Combat);
        let seen = volleys(&mut game, &[hits, 0]);
        let expected = [(AXIS, Firing::AntiAircraft, vec![(4, 2)]), (SOVIET, Firing::AirAttack, vec![(left, 1)])];
        assert_eq!(seen, expected, "{hits} hits");
        assert_eq!((strength(&game, "GC18"), strength(&game, "SA01")), (4, left));
    }
}

/// [3.20.a] Slovaks, security corps and headquarters take no part in any scenario of the Basic game, whatever the players agree on.
#[test]
fn nobody_watches_the_rear_in_the_basic_game() {
    for id in [LENINGRAD, "towards-moscow", ROSTOV, WHOLE] {
        for data in [scenario(id), with_options(id, "garrisons = true")] {
            let rear = |id: &str, class: UnitClass| class == UnitClass::Headquarters || ["AG", "AK"].contains(&&id[..2]);
            let all = Side::ALL.into_iter().flat_map(|side| data.units(side));
            let there: Vec<&str> = all
                .filter(|(unit, known)| rear(&known.id, known.class) && data.takes_part(*unit))
                .map(|(_, known)| known.id.as_str())
                .collect();
            assert_eq!(there, [""; 0], "{id}");
        }
    }
    let data = with_options(ADVANCED, "garrisons = true");
    assert!(["AG01", "AK01"].iter().all(|id| data.takes_part(unit(data, id))));
}

/// [3.21.b] In the first turn of the Advanced game Antonescu orders and the aircraft in Romania fly, while the corps beside them stay.
#[test]
fn antonescu_is_free_in_june_1941() {
    let mut game = BlocksInTheEast::new(scenario(ADVANCED));
    let data = game.data();
    pass_to(&mut game, AXIS, Phase::GroundMovement);
    assert!(offers(&game, "activate AH10"), "{:?}", goals(&game, "activate"));
    play(&mut game, &["activate AH10"]);
    while !lines(&game).iter().any(|line| line.starts_with("select")) {
        play(&mut game, &["done"]);
    }
    let ground = goals(&game, "select");
    assert!(ground.contains("GC01") && ground.iter().all(|id| !["GR", "RO"].contains(&&id[..2])), "{ground:?}");
    pass_to(&mut game, AXIS, Phase::AirMovement);
    let air = goals(&game, "select");
    assert!(["GR06", "GR07", "RO08"].iter().all(|&id| air.contains(id)), "{air:?}");
    assert!(!data.is_frozen(unit(data, "AH10"), 1) && data.is_frozen(unit(data, "GR01"), 1));
}

/// [4.4] Artillery out of supply does not follow a Blitz into a hex with enemies.
#[test]
fn guns_without_supply_follow_no_blitz() {
    let joins = |cut: bool| {
        let position = builder(WHOLE, "GN08 1123, GN10 1123, SB01 1222").turn(2).expect("a turn");
        let position = ["GN08", "GN10"].iter().fold(position, |all, id| all.fought(id).expect("on the map"));
        let position = if cut { position.out_of_supply("GN10").expect("on the map") } else { position };
        let mut game = position.open(AXIS, Phase::Blitz);
        play(&mut game, &["select GN08", "move 1222"]);
        goals(&game, "join").contains("GN10")
    };
    assert_eq!([false, true].map(joins), [true, false]);
}

/// [5.3.c][5.6.a][5.7.a] Romanians and Hungarians do not retreat to each other.
#[test]
fn nobody_retreats_to_the_other_nation() {
    let retreats = |units: &str, id: &str, to: &str| {
        let mut game = placed(WHOLE, units, SOVIET, Phase::Combat);
        volleys(&mut game, &[]);
        play(&mut game, &[&format!("withdraw {id}")]);
        goals(&game, "move").contains(to) || at(&game, id).as_deref() == Some(to)
    };
    let refuge =
        |defender: &str, beside: &str| retreats(&format!("{defender} 1833, {beside} 1733, GS02 1732, SB05 1833"), defender, "1733");
    assert_eq!([refuge("HU02", "GS01"), refuge("HU02", "RO03")], [true, false]);
    assert_eq!([refuge("RO03", "GS01"), refuge("RO03", "HU02")], [true, false]);
}

/// [5.3.c][18.0] Nor do Romanians sail to a port with Hungarians, or fly to a base beside them.
#[test]
fn romanians_do_not_arrive_beside_hungarians() {
    let data = with_options(WAR, "naval-movement = true");
    let odessa = data.map.name(hex(data, "Odessa"));
    let arrives = |there: &str| {
        let units = format!("RO03 Constanta, RO08 Constanta, AH10 Bucharest, GN01 0927, SL01 4020, {there} Odessa");
        let position = set_up(data, &units, 14).owner(&odessa, AXIS).expect("a port");
        let mut game = position.active("AH10").expect("a headquarters").open(AXIS, Phase::GroundMovement);
        let sails = offers(&game, "ship AH10") && {
            let mut game = game.clone();
            play(&mut game, &["ship AH10"]);
            offers(&game, "select RO03") && {
                play(&mut game, &["select RO03"]);
                offers(&game, &format!("move {odessa}"))
            }
        };
        pass_to(&mut game, AXIS, Phase::AirMovement);
        play(&mut game, &["select RO08"]);
        [sails, offers(&game, &format!("rebase {odessa}"))]
    };
    assert_eq!([arrives("GS01"), arrives("HU02")], [[true, true], [false, false]]);
}

/// [5.5.g][18.0] A second German unit does not come to Finland by sea either, before the Red Army has.
#[test]
fn no_second_german_sails_to_finland() {
    let data = with_options(WAR, "naval-movement = true");
    let tallinn = data.map.name(hex(data, "Tallinn"));
    let lands = |there: &str| {
        let position = set_up(data, &format!("AH01 Rastenburg, GN01 Tallinn, SL01 4020{there}"), 14);
        let mut game = position.owner(&tallinn, AXIS).expect("a port").open(AXIS, Phase::GroundMovement);
        while !lines(&game).iter().any(|line| line.starts_with("ship") || line.starts_with("select")) {
            play(&mut game, &["done"]);
        }
        if offers(&game, "ship AH01") {
            play(&mut game, &["ship AH01", "select GN01"]);
        }
        goals(&game, "move").iter().filter(|port| data.ground.finland.contains(hex(data, port))).count()
    };
    assert!(lands("") > 0);
    assert_eq!(lands(", GC02 1402"), 0);
}

/// [6.3.1.b] A headquarters beside them is a unit on the ground: fighters do not flee, they take off.
#[test]
fn fighters_with_a_headquarters_take_off() {
    let data = scenario(ADVANCED);
    let base = data.map.name(hex(data, "Minsk"));
    let opened = |beside: &str| placed(ADVANCED, &format!("SW14 {base}, GC15 {base}, SL01 1813{beside}"), AXIS, Phase::Combat);
    let held = opened(&format!(", SH06 {base}"));
    assert!(held.is_flying(unit(data, "SW14")) && goals(&held, "rebase").is_empty());
    let alone = opened("");
    assert!(!alone.is_flying(unit(data, "SW14")) && !goals(&alone, "rebase").is_empty());
}

/// [6.3.1.b][9.3.a] In rain fighters stay on the ground, and flee when those who defended the base are gone.
#[test]
fn grounded_fighters_flee_when_their_guard_is_gone() {
    let data = scenario(ADVANCED);
    let base = data.map.name(hex(data, "Minsk"));
    let position = builder(ADVANCED, &format!("SW14 {base}, SL01 {base}, GC15 {base}, GC01 {base}, SL02 1813")).turn(2).expect("a turn");
    let mut game = position.steps("SL01", 1).expect("steps").weather(Weather::Rain).open(AXIS, Phase::Combat);
    assert!(!game.is_flying(unit(data, "SW14")));
    let full = strength(&game, "SW14");
    let seen = volleys(&mut game, &[0, 1]);
    assert_eq!(
        seen.iter().map(|&(side, firing, _)| (side, firing)).collect::<Vec<_>>(),
        [(SOVIET, Firing::Ground), (AXIS, Firing::Ground)]
    );
    assert_eq!(game.place(unit(data, "SL01")), Place::ELIMINATED);
    let bases = goals(&game, "rebase");
    assert!(!bases.is_empty() && lines(&game).len() == bases.len(), "{:?}", lines(&game));
    play(&mut game, &[&format!("rebase {}", bases.first().expect("a base"))]);
    assert_eq!((strength(&game, "SW14"), game.owner(hex(data, &base))), (full - 1, Some(AXIS)));
}

/// [7.3.1] A reinforcement and a unit that is rebuilt share the one place of a city in the turn; in the next one it is free again.
#[test]
fn reinforcements_and_rebuilt_units_share_a_city() {
    let position = builder(WHOLE, "SL01 3020").turn(2).expect("a turn").put_in_box("GN02", Place::ELIMINATED).expect("a unit");
    let mut game = position.points(Nation::German, 9).put_in_box("AI01", Place::RESERVE).expect("a unit").open(AXIS, Phase::Production);
    play(&mut game, &["bring AI01", "place 0923", "rebuild GN02"]);
    let cities = goals(&game, "place");
    assert!(!cities.contains("0923") && cities.contains("0824"), "{cities:?}");
    play(&mut game, &["place 0824"]);
    let here: BTreeSet<Option<String>> = ["AI01", "GN02"].map(|id| at(&game, id)).into();
    assert_eq!(here, ["0824", "0923"].map(|at| Some(at.to_owned())).into());
}

/// [33.0] Headquarters of the Axis freeze too, as artillery and when they fire at aircraft.
#[test]
fn headquarters_freeze_in_the_first_winter() {
    let data = with_options(WAR, "first-winter = true");
    let freezes = |turn: u8, attacker: Side, firing: Firing| {
        let mut game = set_up(data, "AH03 2943, GN02 2943, SL01 2943, SW08 2943", turn).open(attacker, Phase::Combat);
        while firing == Firing::Artillery && !offers(&game, "fire AH03") {
            let next = if game.volley().is_some() { "hits 0" } else { "done" };
            play(&mut game, &[next]);
        }
        if firing == Firing::Artillery {
            play(&mut game, &["fire AH03"]);
        }
        let thrower = game.throwers(AXIS, firing).into_iter().find(|thrower| thrower.unit == unit(data, "AH03")).expect("it fires");
        thrower.modifiers.malus.iter().any(|(cause, _)| *cause == Cause::FirstWinter)
    };
    for attacker in Side::ALL {
        for firing in [Firing::Artillery, Firing::AntiAircraft] {
            assert_eq!([6, 7, 10, 11].map(|turn| freezes(turn, attacker, firing)), [false, true, true, false], "{attacker}, {firing:?}");
        }
    }
}

/// [5.5.g] No scenario begins with more than one German unit in Finland; the headquarters of the Luftwaffe in the north is in supply.
#[test]
fn one_german_unit_at_most_begins_in_finland() {
    for (id, _) in Prepared::SCENARIOS {
        let game = BlocksInTheEast::new(scenario(id));
        let data = game.data();
        let germans = game.units_on_map(AXIS).filter(|&(unit, _)| data.unit(unit).nation == Nation::German);
        let guests: Vec<&str> =
            germans.filter(|&(_, at)| data.ground.finland.contains(at)).map(|(unit, _)| data.unit(unit).id.as_str()).collect();
        assert!(guests.len() <= 1, "{id}: {guests:?}");
        let north = unit(data, "AH09");
        assert!(game.place(north).hex().is_none() || !game.is_out_of_supply(north), "{id}");
    }
}
