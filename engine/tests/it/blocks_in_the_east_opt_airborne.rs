//! Chapter 23 of Blocks in the East: airborne assaults.

use std::collections::BTreeSet;

use stavka_engine::Side;
use stavka_engine::blocks_in_the_east::combat::{Cause, Crossing, Firing};
use stavka_engine::blocks_in_the_east::display::factories;
use stavka_engine::blocks_in_the_east::terms::{Colour, Nation, Terrain, Weather};
use stavka_engine::blocks_in_the_east::{Asked, BlocksInTheEast, Phase, Place, PositionBuilder, Prepared};
use stavka_engine::game::{Game as _, Turn};

use crate::blocks_in_the_east_kit::{at, dice, goals, hex, legal, offers, pass_to, play, rule_against, strength, unit};
use crate::blocks_in_the_east_map::scenario;
use crate::blocks_in_the_east_opt_kit::{WAR, dice_in, play_at_random, set_up, with_options};

const AXIS: Side = Side::Axis;
const SOVIET: Side = Side::Soviet;
const AIR: Phase = Phase::AirMovement;
const SUMMER: u8 = 13;

fn airborne() -> &'static Prepared {
    with_options(WAR, "airborne-assault = true")
}

/// The German command has been activated, and aircraft move.
fn scene(units: &str, turn: u8) -> PositionBuilder {
    let position = set_up(airborne(), &format!("AH01 Rastenburg, SH01 Moscow, SL01 1813, {units}"), turn);
    position.active("AH01").expect("a headquarters").active("SH01").expect("a headquarters")
}

fn jumping(units: &str) -> BlocksInTheEast {
    scene(units, 2).open(AXIS, AIR)
}

fn can_jump(position: PositionBuilder, side: Side, id: &str) -> bool {
    offers(&position.open(side, AIR), &format!("select {id}"))
}

fn is_eliminated(game: &BlocksInTheEast, id: &str) -> bool {
    game.place(unit(game.data(), id)) == Place::ELIMINATED
}

/// Without the chapter nobody jumps.
#[test]
fn the_chapter_is_off_unless_players_agree_on_it() {
    assert!(!scenario(WAR).script.options.airborne_assault && airborne().script.options.airborne_assault);
    let off = set_up(scenario(WAR), "AH01 Rastenburg, GX02 Warsaw, GN13 0927, SW01 1328, SL01 1813", 2);
    assert!(!can_jump(off.active("AH01").expect("a headquarters"), AXIS, "GX02"));
    assert!(can_jump(scene("GX02 Warsaw, SW01 1328", 2), AXIS, "GX02"));
}

/// [23.0][23.0.a][13.8.1.f] German paratroops and airlanding troops and, at TECH 2, Soviet airborne corps: at full strength, in supply and in an air
/// base since the turn began, ordered by their Supreme Headquarters, in good weather.
#[test]
fn who_is_dropped() {
    assert!(can_jump(scene("GX02 Warsaw", 2), AXIS, "GX02"));
    assert!(can_jump(scene("SP01 Kiev, GN01 1931", SUMMER), SOVIET, "SP01"));
    assert!(!can_jump(scene("SP01 Kiev, GN01 1931", 2), SOVIET, "SP01"), "TECH 1");
    assert!(!can_jump(scene("GN01 Warsaw", 2), AXIS, "GN01"), "infantry");
    assert!(!can_jump(scene("GX02 Warsaw", 2).steps("GX02", 2).expect("steps"), AXIS, "GX02"), "a step lost");
    assert!(!can_jump(scene("GX02 Warsaw", 2).out_of_supply("GX02").expect("on the map"), AXIS, "GX02"), "out of supply");
    assert!(!can_jump(scene("GX02 1127", 2), AXIS, "GX02"), "no base");
    for weather in [Weather::Rain, Weather::LightRain, Weather::Snow] {
        assert!(!can_jump(scene("GX02 Warsaw", 2).weather(weather), AXIS, "GX02"), "{weather:?}");
    }
    // Without its command, or when that has no action left.
    let idle = set_up(airborne(), "AH01 Rastenburg, GX02 Warsaw, SW01 1328, SL01 1813", 2);
    assert!(!can_jump(idle, AXIS, "GX02"));
    // Who has moved does not jump.
    let mut game = set_up(airborne(), "AH01 Rastenburg, GX02 0927, GX03 Warsaw, GN13 Warsaw, SW01 1328, SL01 1813", 2)
        .open(AXIS, Phase::GroundMovement);
    play(&mut game, &["select GX02", "move 1028"]);
    pass_to(&mut game, AXIS, AIR);
    assert!(!offers(&game, "select GX02") && offers(&game, "select GX03"));
    assert_eq!(rule_against(&game, "select GX02"), "23.0.a");
}

/// [23.0.a] Onto a plain, with a Minor City or without, within five hexes, that its side does not control.
#[test]
fn where_paratroops_are_dropped() {
    let data = airborne();
    let mut game = jumping("GX02 Warsaw, GN01 1325");
    play(&mut game, &["select GX02"]);
    assert_eq!((game.asked(), game.turn()), (Some(Asked::Drop(unit(data, "GX02"))), Turn::Player(AXIS)));
    let open = goals(&game, "fly");
    for (hex, may) in [
        ("1328", true),
        ("1228", true),
        ("1329", false),
        ("1227", false),
        ("1624", false),
        ("1325", false),
        ("1127", true),
        ("0927", false),
    ] {
        assert_eq!(open.contains(hex), may, "{hex}");
    }
    let from = hex(data, "Warsaw");
    let distance = |name: &str| stavka_engine::blocks_in_the_east::ground::flight(&data.map, from, hex(data, name));
    assert!(open.iter().all(|name| distance(name) <= 5) && open.iter().any(|name| distance(name) == 5), "{open:?}");
    for name in &open {
        assert_eq!(data.map.terrain[hex(data, name).index()], Terrain::Plain, "{name}");
    }
    assert_eq!(rule_against(&game, "fly 1329"), "23.0.a");
}

/// [23.0.b][23.0.d][13.8.1.f] It is declared while the side moves, costs an action of its command, and one assault is launched in a turn. Where nobody
/// is it lands at once, and holds the hex.
#[test]
fn an_assault_is_an_action_of_the_command() {
    let data = airborne();
    let mut game = scene("GX02 Warsaw, GX03 0927, GN13 0927, GN01 1127", 2).hidden("GX02").expect("on the map").open(AXIS, AIR);
    assert_eq!(game.barrels_left(unit(data, "AH01")), 2);
    play(&mut game, &["select GX02"]);
    assert!(!game.is_hidden(unit(data, "GX02")), "declared in the open");
    let mut stays = game.clone();
    play(&mut stays, &["done"]);
    assert!(!offers(&stays, "select GX02") && stays.barrels_left(unit(data, "AH01")) == 2);
    play(&mut game, &["fly 1328"]);
    assert_eq!(game.owner(hex(data, "1328")), Some(AXIS));
    assert_eq!(at(&game, "GX02").as_deref(), Some("1328"));
    assert!(!game.is_flying(unit(data, "GX02")) && game.battles().is_empty());
    assert_eq!(game.barrels_left(unit(data, "AH01")), 1);
    assert!(!offers(&game, "select GX03"), "one in a turn");
    assert!(game.has_jumped(unit(data, "GX02")));
    pass_to(&mut game, SOVIET, Phase::Supply);
    pass_to(&mut game, AXIS, Phase::GroundMovement);
    assert!(!game.has_jumped(unit(data, "GX02")));
}

/// The battle for 1328 after the drop.
fn dropped(units: &str, id: &str) -> BlocksInTheEast {
    let mut game = jumping(units);
    play(&mut game, &[&format!("select {id}"), "fly 1328"]);
    pass_to(&mut game, AXIS, Phase::Combat);
    game
}

/// [23.0.d][23.0.e] Fire at aircraft hits those who are dropped before they land; then they fight on the ground, with a Malus in the first round.
#[test]
fn paratroops_come_through_the_fire_and_fight() {
    let data = airborne();
    let mut game = dropped("GX02 Warsaw, SW01 1328", "GX02");
    assert!(game.battle_report().is_some() && game.is_flying(unit(data, "GX02")));
    assert_eq!(game.volley().map(|(side, firing, pool)| (side, firing, dice(pool))), Some((SOVIET, Firing::AntiAircraft, vec![(4, 1)])));
    play(&mut game, &["hits 0"]);
    assert!(!game.is_flying(unit(data, "GX02")));
    assert_eq!(game.crossing(unit(data, "GX02")), Some(Crossing::Air));
    let malus: Vec<Cause> = game.throwers(AXIS, Firing::Ground)[0].modifiers.malus.iter().map(|&(cause, _)| cause).collect();
    assert_eq!(malus, [Cause::Airborne]);
    assert_eq!(dice_in(&mut game, AXIS, Firing::Ground, 1, &[]), [(1, 1)]);
    assert_eq!(dice_in(&mut game, AXIS, Firing::Ground, 2, &[]), [(3, 1)], "none in the second round");
    // Hit in the air.
    let mut game = dropped("GX02 Warsaw, SW01 1328", "GX02");
    play(&mut game, &["hits 2"]);
    assert_eq!(strength(&game, "GX02"), 1);
    let mut game = dropped("GX02 Warsaw, SW01 1328", "GX02");
    play(&mut game, &["hits 3"]);
    assert!(is_eliminated(&game, "GX02"));
    // The defender has no Bonus of a river, nor the attacker its Malus.
    let mut game = dropped("GX02 Warsaw, SW01 1328", "GX02");
    play(&mut game, &["hits 0"]);
    assert!(!game.conditions().all_crossed);
    // Those who came on foot have no such Malus.
    let mut game = dropped("GX02 Warsaw, SW01 1328, GN01 1328", "GX02");
    play(&mut game, &["hits 0"]);
    for thrower in game.throwers(AXIS, Firing::Ground) {
        assert_eq!(thrower.modifiers.malus.is_empty(), thrower.unit == unit(data, "GN01"));
    }
}

/// [23.0.b][23.0.d] Fighters of the other side intercept, and hit those who are dropped; so does armour in Reserve come.
#[test]
fn fighters_intercept_and_reserves_come() {
    let mut game = jumping("GX02 Warsaw, SW01 1328, SB06 1526");
    play(&mut game, &["select GX02", "fly 1328"]);
    if offers(&game, "done") && game.phase() == Some((AXIS, AIR)) {
        play(&mut game, &["done"]);
    }
    // Without a headquarters of the air they have no fuel.
    assert!(game.phase() == Some((AXIS, Phase::Combat)));
    let mut game = jumping("GX02 Warsaw, SW01 1328, SB06 1526, SH06 1526");
    play(&mut game, &["select GX02", "fly 1328"]);
    assert_eq!((game.phase(), game.turn()), (Some((AXIS, Phase::Reaction)), Turn::Player(SOVIET)));
    play(&mut game, &["activate SH06", "select SB06", "fuel SH06", "fly 1328"]);
    assert_eq!(game.volley().map(|(side, firing, pool)| (side, firing, dice(pool))), Some((SOVIET, Firing::AirCombat, vec![(3, 1)])));
    play(&mut game, &["hits 1"]);
    assert_eq!(strength(&game, "GX02"), 2);
    assert_ne!(game.asked(), Some(Asked::Withdrawal { side: AXIS, air_only: true }), "it does not turn back");
    // Armour in Reserve.
    let data = with_options(WAR, "airborne-assault = true\nreserve = true");
    let position =
        set_up(data, "AH01 Rastenburg, GX02 Warsaw, SW01 1328, SB05 1428, GN01 0927", 25).active("AH01").expect("a headquarters");
    let mut game = position.reserve("SB05", false).expect("on the map").open(AXIS, AIR);
    play(&mut game, &["select GX02", "fly 1328"]);
    pass_to(&mut game, AXIS, Phase::Reaction);
    assert_eq!(game.asked(), Some(Asked::Reserves));
}

/// [23.0.c][23.0.d] Airlanding troops are carried by a German bomber unit of their base, as far as ten hexes; every hit on it counts against both.
#[test]
fn airlanding_troops_are_carried_by_bombers() {
    let data = airborne();
    assert!(!can_jump(scene("GX03 Warsaw, SW01 1328", 2), AXIS, "GX03"), "no bombers");
    assert!(!can_jump(scene("GX03 Warsaw, GC23 Warsaw, SW01 1328", 2), AXIS, "GX03"), "Stukas are none");
    assert!(!can_jump(scene("GX03 Warsaw, GN12 Warsaw, SW01 1328", 2), AXIS, "GX03"), "nor fighters");
    assert!(!can_jump(scene("GX03 Warsaw, GN13 0927, SW01 1328", 2), AXIS, "GX03"), "of another base");
    let mut game = jumping("GX03 Warsaw, GN13 Warsaw");
    play(&mut game, &["select GX03"]);
    assert!(offers(&game, "fly 1625") && offers(&game, "fly 1725") && !offers(&game, "fly 2128"));
    let after = |hits: u8| {
        let mut game = dropped("GX03 Warsaw, GN13 Warsaw, SW01 1328, SW02 1328", "GX03");
        assert!(game.is_flying(unit(data, "GN13")) && at(&game, "GN13").as_deref() == Some("1328"));
        play(&mut game, &[&format!("hits {hits}")]);
        (strength(&game, "GX03"), strength(&game, "GN13"), is_eliminated(&game, "GX03"), is_eliminated(&game, "GN13"))
    };
    assert_eq!(after(0), (3, 4, false, false));
    assert_eq!(after(1), (2, 3, false, false));
    assert_eq!(after(2), (1, 2, false, false));
    let (_, bombers, troops, gone) = after(3);
    assert_eq!((bombers, troops, gone), (1, true, false));
    let (_, _, troops, gone) = after(4);
    assert!(troops && gone);
    // Bombers with one step left: the troops are lost with them.
    let position = scene("GX03 Warsaw, GN13 Warsaw, SW01 1328", 2).steps("GN13", 1).expect("steps");
    let mut game = position.open(AXIS, AIR);
    play(&mut game, &["select GX03", "fly 1328"]);
    pass_to(&mut game, AXIS, Phase::Combat);
    play(&mut game, &["hits 1"]);
    assert!(is_eliminated(&game, "GX03") && is_eliminated(&game, "GN13"));
    // The bombers bomb when the troops have landed.
    let mut game = dropped("GX03 Warsaw, GN13 Warsaw, SW01 1328", "GX03");
    assert_eq!(dice_in(&mut game, AXIS, Firing::AirAttack, 1, &[]), [(4, 2)]);
    assert_eq!(dice_in(&mut game, AXIS, Firing::Ground, 1, &[]), [(1, 1)]);
    // Onto an empty hex they carry them as well, and return.
    let mut game = jumping("GX03 Warsaw, GN13 Warsaw, GN01 1127");
    play(&mut game, &["select GX03", "fly 1625"]);
    assert_eq!(at(&game, "GX03").as_deref(), Some("1625"));
    pass_to(&mut game, SOVIET, Phase::Supply);
    assert!(at(&game, "GN13").is_some_and(|at| at != "1625"));
}

/// [23.0.e] In the turn of the drop they may be one too many; in the next movement of their side somebody has to leave.
#[test]
fn paratroops_exceed_the_stack_in_the_turn_of_the_drop() {
    let mut game = jumping("SW01 1328, GN01 1328, GN02 1328, GX02 Warsaw");
    play(&mut game, &["select GX02"]);
    assert!(offers(&game, "fly 1328"));
    play(&mut game, &["fly 1328"]);
    pass_to(&mut game, AXIS, Phase::Combat);
    while game.battle_report().is_some() {
        match game.volley() {
            Some((AXIS, _, pool)) => {
                let most = dice(pool).iter().map(|(dice, _)| *dice).sum::<u8>().min(1);
                play(&mut game, &[&format!("hits {most}")]);
            }
            Some(_) => play(&mut game, &["hits 0"]),
            None if game.turn() == Turn::Player(SOVIET) && !offers(&game, "done") => play(&mut game, &["takes SW01"]),
            None => play(&mut game, &["done"]),
        }
    }
    pass_to(&mut game, SOVIET, Phase::Supply);
    for id in ["GN01", "GN02", "GX02"] {
        assert_eq!(at(&game, id).as_deref(), Some("1328"), "{id}");
    }
    pass_to(&mut game, AXIS, Phase::GroundMovement);
    assert!(!offers(&game, "done"), "somebody has to leave");
    assert_eq!(rule_against(&game, "done"), "7.5.3.d");
}

/// [23.0.f] They are rebuilt with yellow and blue points, in a hex at home with a factory for aircraft.
#[test]
fn airborne_troops_are_rebuilt_like_aircraft() {
    let data = airborne();
    for (nation, side, id) in [(Nation::Soviet, SOVIET, "SP01"), (Nation::German, AXIS, "GX03")] {
        let position = PositionBuilder::start(data).turn(3).expect("a turn").put_in_box(id, Place::ELIMINATED).expect("off the map");
        let poor = position.points(nation, 20).open(side, Phase::Production);
        assert_eq!(poor.colour_of_price(unit(data, id)), Some(Colour::Blue));
        let position = PositionBuilder::start(data).turn(3).expect("a turn").put_in_box(id, Place::ELIMINATED).expect("off the map");
        let mut game = position.points(nation, 20).coloured(nation, Colour::Blue, 20).open(side, Phase::Production);
        if game.asked() != Some(Asked::Production) {
            pass_to(&mut game, side, Phase::Production);
            while game.asked() != Some(Asked::Production) {
                let first = legal(&game)[0];
                game.apply(first);
            }
        }
        let blue = game.saved_of(nation, Colour::Blue);
        play(&mut game, &[&format!("rebuild {id}")]);
        let works = factories(&game, side, Colour::Blue);
        let sites = goals(&game, "place");
        assert!(!sites.is_empty() && sites.iter().all(|site| works.contains(hex(data, site))), "{sites:?}");
        let first = sites.into_iter().next().expect("a site");
        play(&mut game, &[&format!("place {first}")]);
        assert!(game.saved_of(nation, Colour::Blue) < blue, "{id}");
    }
}

/// Random play under the chapter: whoever is in the air belongs there, and lands.
#[test]
fn random_play_keeps_to_the_chapter() {
    let data = airborne();
    let units = "AH01 Rastenburg, SH01 Moscow, GX02 Warsaw, GX03 1024, GN13 1024, GN01 1127, GN02 1127, SW01 1328, SW02 1325, SB06 1526, SH06 1526, SL01 1813";
    let (mut jumped, mut landed) = (0, 0);
    for seed in 0..12 {
        let mut game = set_up(data, units, 2).active("AH01").expect("a headquarters").open(AXIS, AIR);
        if seed % 2 > 0 {
            play(&mut game, if seed % 4 > 1 { &["select GX02", "fly 1328"] } else { &["select GX03", "fly 1325"] });
        }
        play_at_random(game, 3, 200 + seed, |game| {
            for (id, at) in game.units_on_map(AXIS).chain(game.units_on_map(SOVIET)) {
                let known = data.unit(id);
                if known.is_ground() && game.is_flying(id) {
                    jumped += 1;
                    assert!(game.has_jumped(id) && game.stack(at).iter().any(|other| other.side() != id.side()));
                    let round = game.battle_report().filter(|report| report.hex == at).map_or(0, |report| report.round);
                    assert!(round <= 1);
                }
                landed += u32::from(game.has_jumped(id) && !game.is_flying(id));
            }
            if let Some(Asked::Drop(id)) = game.asked() {
                let all: BTreeSet<String> = goals(game, "fly");
                assert!(all.len() < 400 && !game.is_hidden(id));
            }
        });
    }
    assert!(jumped > 0 && landed > 0, "{jumped} jumped, {landed} landed");
}
