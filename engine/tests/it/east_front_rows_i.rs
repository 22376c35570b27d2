//! East Front: clauses of rules on the air war, headquarters and orders, each in a played position.

use stavka_engine::east_front::data::AirBox;
use stavka_engine::east_front::{EastFront, EastFrontDenial, Phase};
use stavka_engine::game::{Determinize as _, Game as _, Side, Turn};

use crate::east_front_kit::play::{
    after, air_box, allows, denial, go_on_to, legal, open, play, send, start, to_participants, with, with_air, with_of,
};
use crate::east_front_kit::{Change, SECOND_GUN, SECOND_HQ, TWO_POINTS, data, hex, variant};

fn distance(from: &str, to: &str) -> u16 {
    data().map.grid.distance(hex(from), hex(to))
}

// ---- the air ---------------------------------------------------------------

/// The start with both attacks declared and these air units sent to 3606, Axis and then Soviet.
fn sent(commanded: bool, axis: &str, soviet: &str) -> EastFront {
    let position = start().back_up("51HQ", !commanded).and_then(|builder| builder.turn(48));
    let orders = if commanded { "order none; order none" } else { "" };
    send(open(position, Phase::AxisDeclaration), orders, axis, soviet)
}

#[test]
fn fighters_without_an_enemy_have_no_air_combat() {
    let game = sent(false, "Bf109E Ju87/1", "");
    assert_eq!((game.turn(), air_box(&game, "Bf109E")), (Turn::Chance, Some(AirBox::Flown)));
    // The first die is that of the guns, a nine at the Ju87.
    assert_eq!(air_box(&after(game, "die 10"), "Ju87/1"), Some(AirBox::Flown));
}

#[test]
fn soviet_counters_lie_face_down_until_they_are_turned_up() {
    let support = |id: &str| {
        let game = after(open(start().turn(48), Phase::AxisDeclaration), "attack 3705; attack 3606; done; done; fly Bf109E 3606; done");
        after(game, &format!("fly {id} 3606"))
    };
    let intercepted = |id: &str| {
        let game = after(open(start().turn(48), Phase::Interdiction), "interdict 3706; fly Ju88 3706; done; done");
        after(game, &format!("fly {id} 3706"))
    };
    for (fighter, decoy) in [(support("I-16"), support("decoy/S1")), (intercepted("I-16"), intercepted("decoy/S1"))] {
        assert_eq!(fighter.view_hash(Side::Axis), decoy.view_hash(Side::Axis));
        assert_ne!(fighter.view_hash(Side::Soviet), decoy.view_hash(Side::Soviet));
        let [fighter, decoy] = [fighter, decoy].map(|game| after(game, "done"));
        assert_ne!(fighter.view_hash(Side::Axis), decoy.view_hash(Side::Axis), "they are turned up");
        assert_eq!(air_box(&decoy, "decoy/S1"), Some(AirBox::Flown), "the dummy leaves");
    }
}

#[test]
fn who_is_shot_down_has_fired_all_the_same() {
    let game = after(sent(false, "Bf109F Ju87/1", "MiG-3"), "die 2; pair Bf109F MiG-3; die 1; die 1");
    assert_eq!(["MiG-3", "Bf109F"].map(|id| air_box(&game, id)), [Some(AirBox::Destroyed), Some(AirBox::Damaged)]);
}

#[test]
fn a_fighter_engaged_by_two_answers_the_first_alone() {
    let game = after(sent(false, "Bf109E Bf109F Ju87/1", "MiG-3"), "die 2; pair Bf109F MiG-3; pair Bf109E MiG-3");
    // Three shots: at the MiG-3, its answer, and the second one at it.
    let game = after(game, "die 10; die 1; die 10");
    let boxes = ["Bf109F", "Bf109E", "MiG-3"].map(|id| air_box(&game, id));
    assert_eq!(boxes, [Some(AirBox::Damaged), Some(AirBox::Flown), Some(AirBox::Flown)]);
    let other = after(sent(false, "Bf109E Bf109F Ju87/1", "MiG-3"), "die 2; pair Bf109E MiG-3; pair Bf109F MiG-3");
    let other = after(other, "die 10; die 1; die 10");
    assert_eq!(["Bf109E", "Bf109F"].map(|id| air_box(&other, id)), [Some(AirBox::Damaged), Some(AirBox::Flown)]);
}

#[test]
fn local_advantage_serves_either_side_and_reaches_any_target() {
    let game =
        after(sent(true, "Bf109F Ju87/1", "MiG-3 I-153 DB3/1"), "die 1; pair Bf109F MiG-3; pair I-153 Ju87/1; die 1; die 10; die 10");
    assert_eq!(legal(&game), ["done", "pair Bf109F I-153", "pair Bf109F DB3/1"], "a bomber as well");
    let bomber = after(game, "pair Bf109F DB3/1; die 1");
    assert_eq!(air_box(&bomber, "DB3/1"), Some(AirBox::Destroyed));
    let soviet =
        |initiative: &str| after(sent(false, "Bf109F Ju87/1", "MiG-3"), &format!("{initiative}; pair MiG-3 Bf109F; die 1; die 10"));
    let game = soviet("die 10");
    assert_eq!(air_box(&game, "Bf109F"), Some(AirBox::Damaged));
    assert_eq!((game.turn(), legal(&game)), (Turn::Player(Side::Soviet), ["done", "pair MiG-3 Ju87/1"].map(str::to_owned).to_vec()));
    assert_eq!(soviet("die 9").turn(), Turn::Chance, "the lead alone gives none");
}

#[test]
fn local_advantage_belongs_to_the_side_of_the_table_and_not_to_another_that_leads() {
    // One side has bombers alone, so the other leads; its fighter shoots one of them down.
    let second_shot = |commanded: bool, [axis, soviet]: [&str; 2], [initiative, pair]: [&str; 2]| {
        let game = after(sent(commanded, axis, soviet), &format!("{initiative}; {pair}; die 1"));
        let shot = pair.split_whitespace().last().expect("a target");
        assert_eq!(air_box(&game, shot), Some(AirBox::Destroyed), "{initiative}");
        let second = legal(&game).into_iter().find(|line| line.starts_with("pair"));
        assert_eq!(game.turn() == Turn::Chance, second.is_none(), "the guns fire next");
        second
    };
    let soviet = |initiative| second_shot(false, ["Ju87/1 Ju88", "MiG-3"], [initiative, "pair MiG-3 Ju87/1"]);
    assert_eq!(["die 1", "die 10"].map(soviet), [None, Some("pair MiG-3 Ju88".to_owned())]);
    let axis = |initiative| second_shot(true, ["Bf109F", "DB3/1 DB3/2"], [initiative, "pair Bf109F DB3/1"]);
    assert_eq!(["die 10", "die 1"].map(axis), [None, Some("pair Bf109F DB3/2".to_owned())]);
}

#[test]
fn each_fighter_whose_opponent_is_gone_shoots_again() {
    let sky = sent(true, "Bf109E Bf109F Ju87/1", "MiG-3 I-153 DB3/1");
    let shot = after(sky, "die 1; pair Bf109E MiG-3; pair Bf109F I-153; die 1; die 10; die 1; die 10");
    assert_eq!(["MiG-3", "I-153"].map(|id| air_box(&shot, id)), [Some(AirBox::Destroyed); 2]);
    assert_eq!(legal(&shot), ["done", "pair Bf109E DB3/1"]);
    for first in ["done", "pair Bf109E DB3/1; die 10"] {
        let next = after(shot.clone(), first);
        assert_eq!(legal(&next), ["done", "pair Bf109F DB3/1"], "{first}");
        assert_eq!(air_box(&after(next, "pair Bf109F DB3/1; die 1"), "DB3/1"), Some(AirBox::Destroyed), "{first}");
    }
}

#[test]
fn anti_aircraft_units_fire_whatever_their_size_and_band() {
    let tanks = "kind = \"tank\"\nsize = \"regiment\"\nmobility = \"motorized\"";
    let soviet = |kind: &str| {
        let data = variant(&[("units.toml", tanks, &tanks.replace("\"tank\"", &format!("{kind:?}")))]);
        let game = with_air(data, "5(+) 3809, 73 3201", "Ju88", Phase::Interdiction);
        after(game, "interdict 3809; fly Ju88 3809").turn() == Turn::Chance
    };
    assert_eq!(["tank", "motorized-at", "motorized-aa"].map(soviet), [false, false, true]);
    let guns = "side = \"axis\"\nnationality = \"german\"\nkind = \"assault-gun\"";
    let axis = |kind: &str| {
        let data = variant(&[("units.toml", guns, &guns.replace("assault-gun", kind))]);
        let game = with_air(data, "190AG 3611, 5(+) 3612", "DB3/1", Phase::AxisDeclaration);
        after(game, "attack 3612; done; fly DB3/1 3612").turn() == Turn::Chance
    };
    assert_eq!(["assault-gun", "motorized-at", "motorized-aa"].map(axis), [false, false, true]);
}

/// A counter of another kind, by the words before its kind.
fn kind_of(words: &str, from: &str, to: &str) -> Change {
    ("units.toml", format!("{words}kind = {from:?}").leak(), format!("{words}kind = {to:?}").leak())
}

#[test]
fn each_anti_aircraft_unit_and_headquarters_counts() {
    let rifles = |number: &str| {
        let words = format!("name = \"{number} Rifle Division\"\nside = \"soviet\"\nnationality = \"soviet\"\n");
        kind_of(&words, "infantry", "aa")
    };
    let soviet = |placed: &str, die: u8| {
        let data = variant(&[rifles("271st"), rifles("172nd"), SECOND_HQ]);
        let game = with_air(data, &format!("{placed}, 73 3201"), "Ju88", Phase::Interdiction);
        air_box(&after(game, &format!("interdict 3809; fly Ju88 3809; die {die}")), "Ju88")
    };
    let [flown, damaged, destroyed] = [AirBox::Flown, AirBox::Damaged, AirBox::Destroyed].map(Some);
    assert_eq!([soviet("271 3809, 172 3811", 8), soviet("271 3809, 172 3808", 8)], [flown, damaged]);
    assert_eq!([soviet("271 3809, 172 3811", 10), soviet("271 3809, 172 3808", 10)], [damaged, destroyed], "eleven and twelve");
    assert_eq!([soviet("51HQ 3809, 9HQ 3811", 8), soviet("51HQ 3809, 9HQ 3808", 8)], [flown, damaged]);
    let regiment = |name: &str, kind: &str| kind_of(&format!("name = {name:?}\nside = \"axis\"\nnationality = \"german\"\n"), kind, "aa");
    let axis = |engineers: &str| {
        let data = variant(&[regiment("Infantry Regiment", "infantry"), regiment("Combat Engineer Regiment", "engineer")]);
        let game = with_air(data, &format!("73 3505, X 3505, Eng {engineers}, 106 3606"), "DB3/1", Phase::AxisDeclaration);
        air_box(&after(game, "attack 3606; done; fly DB3/1 3606; die 8"), "DB3/1")
    };
    assert_eq!([axis("3302"), axis("3605")], [flown, damaged]);
}

// ---- headquarters ----------------------------------------------------------

#[test]
fn the_range_of_a_headquarters_runs_through_enemies_and_their_zones() {
    // 3607 to 3609 are all the hexes between, with a division in 3608 and another beside it.
    let commanded = |at: &str| {
        let game = open(with(&format!("106 3606, 51HQ {at}, 73 3608, 46 3708")), Phase::SovietMotorized);
        assert!(game.in_zoc(Side::Axis, hex("3607")) && game.in_zoc(Side::Axis, hex("3707")));
        game.turn() == Turn::Player(Side::Soviet) && allows(&game, "activate 106 by 51HQ")
    };
    assert_eq!([distance("3606", "3610"), distance("3606", "3611")], [4, 5]);
    assert!(commanded("3610") && !commanded("3611"));
}

#[test]
fn the_three_uses_of_the_command_value_are_open_in_one_turn() {
    // Reaction and an order in the segment of the Axis, activation and an order in that of the Soviets, with a value of one.
    let placed = "73 3505, 106 3606, 172 3606, 5(+) 3607, 271 3709, 51HQ 3708";
    let game = after(open(with(placed), Phase::AxisDeclaration), "attack 3606; done; select 5(+); move > 3707");
    assert!(allows(&game, "order no-retreat"));
    // 8 to 8 are 1-1, and two more for the line and the order: a 3 is read on row 5 and does nothing.
    let mut game = after(game, "order no-retreat; with 73; order none; die 3");
    go_on_to(&mut game, Phase::SovietMotorized, 10);
    assert_eq!(game.game_turn(), 1);
    play(&mut game, "activate 271 by 51HQ");
    assert!(!legal(&game).iter().any(|line| line.starts_with("activate")), "its one activation");
    go_on_to(&mut game, Phase::SovietDeclaration, 10);
    let attack = after(to_participants(after(game, "attack 3505; done")), "with 106; with 172");
    assert!(allows(&attack, "order no-retreat"));
}

#[test]
fn units_are_activated_before_anybody_moves() {
    let position = with_of(variant(&[TWO_POINTS]), "5(+) 3707, 156 3708, 172 3808, 51HQ 3709, 73 3302");
    let game = after(open(position, Phase::SovietMotorized), "activate 156 by 51HQ");
    assert!(allows(&game, "activate 172 by 51HQ"), "a point is left");
    let moving = after(game, "done; select 5(+); move > 3706");
    assert_eq!(moving.current_phase(), Phase::SovietMotorized);
    assert!(!allows(&moving, "activate 172 by 51HQ") && allows(&moving, "select 156"));
}

#[test]
fn a_broken_headquarters_limits_the_soviets_alone() {
    // With a recovery of one nobody who is limited starts to move.
    let strict = variant(&[("units.toml", "back = { recovery = 3,", "back = { recovery = 1,")]);
    let placed = [("73", "3705"), ("46", "3706"), ("190AG", "3706"), ("LAH/Rcn", "3606")];
    let opened = |phase: Phase| {
        let axis = placed.map(|(id, at)| format!("{id} {at}")).join(", ");
        let position = with_of(strict, &format!("{axis}, 51HQ 3709, 172 3709"));
        open(position.and_then(|builder| builder.back_up("51HQ", true)), phase)
    };
    assert!(placed.iter().all(|(_, at)| distance(at, "3709") <= 4));
    let selected = |phase: Phase| {
        let game = opened(phase);
        placed.map(|(id, _)| allows(&game, &format!("select {id}")))
    };
    assert_eq!(selected(Phase::AxisMovement), [true; 4]);
    assert_eq!(selected(Phase::AxisMotorized), [false, false, true, true], "those on wheels");
    assert!(!allows(&opened(Phase::SovietMovement), "select 172"));
}

#[test]
fn a_broken_headquarters_bars_support_and_guns_in_four_hexes() {
    assert_eq!([distance("3606", "3610"), distance("3606", "3611")], [4, 5]);
    let flies = |at: &str| {
        let position = with(&format!("73 3505, 106 3606, 51HQ {at}"));
        let position = position.and_then(|builder| builder.back_up("51HQ", true)?.air_box("DB3/1", AirBox::Ready));
        allows(&after(open(position, Phase::AxisDeclaration), "attack 3606; done"), "fly DB3/1 3606")
    };
    assert_eq!(["3610", "3611"].map(flies), [false, true]);
    let guns = variant(&[SECOND_GUN, SECOND_HQ]);
    let defended = |at: &str| {
        let position = with_of(guns, &format!("73 3505, 106 3606, 52 3606, 53 3606, 51HQ {at}"));
        let game = open(position.and_then(|builder| builder.back_up("51HQ", true)), Phase::AxisDeclaration);
        let game = after(game, "attack 3606; done; barrage 52 3606");
        legal(&game).contains(&"barrage 53 3606".to_owned())
    };
    assert_eq!(["3610", "3611"].map(defended), [false, true], "one gun, and two");
    // In attack the range reaches the hex that is attacked; the guns stand with another headquarters.
    assert_eq!([distance("3505", "3708"), distance("3505", "3709")], [4, 5]);
    let attacks = |at: &str| {
        let position = with_of(guns, &format!("X 3505, 106 3606, 52 3606, 53 3606, 9HQ 3606, 51HQ {at}"));
        let game = open(position.and_then(|builder| builder.back_up("51HQ", true)), Phase::SovietDeclaration);
        let game = after(to_participants(after(game, "attack 3505; done")), "with 106; support 52");
        legal(&game).contains(&"support 53".to_owned())
    };
    assert_eq!(["3708", "3709"].map(attacks), [false, true]);
}

/// Soviet tanks of some strength and two cavalry divisions before German guns, under a broken headquarters of some recovery
/// value; the tanks start.
fn raiders(attack: u8, recovery: u8) -> EastFront {
    let tanks = "front = { attack = 3, defence = 1, ma = 4,";
    let [tanks, value] = [
        (tanks, tanks.replace("attack = 3", &format!("attack = {attack}"))),
        ("back = { recovery = 3,", format!("back = {{ recovery = {recovery},")),
    ]
    .map(|(from, to)| ("units.toml", from, to));
    let data = variant(&[(tanks.0, tanks.1, &tanks.2), (value.0, value.1, &value.2)]);
    let position = with_of(data, "5(+) 3911, 48K 3911, 42K 3911, 51HQ 3810, 49 3912");
    after(open(position.and_then(|builder| builder.back_up("51HQ", true)), Phase::SovietMotorized), "select 5(+)")
}

#[test]
fn units_that_join_a_stack_count_for_the_limit_near_a_broken_headquarters() {
    let two = after(raiders(6, 3), "join 48K");
    assert_eq!(denial(&two, "join 42K"), EastFrontDenial::MayNotJoin, "two have started");
    assert!(allows(&after(raiders(6, 4), "join 48K"), "join 42K"));
    let later = |recovery: u8| {
        let mut game = after(raiders(6, recovery), "join 48K; overrun 3912 from 3911; die 5");
        while game.current_phase() == Phase::SovietMotorized && !allows(&game, "select 42K") {
            let line = legal(&game).swap_remove(0);
            play(&mut game, &line);
        }
        game.current_phase()
    };
    assert_eq!([3, 4].map(later), [Phase::SovietMovement, Phase::SovietMotorized], "nor later in this phase");
}

#[test]
fn nobody_joins_a_stack_that_the_limit_leaves_too_weak() {
    // Seven points are needed: all three units.
    play(&mut raiders(3, 4), "join 48K; join 42K; overrun 3912 from 3911");
    assert_eq!(denial(&raiders(3, 3), "join 48K"), EastFrontDenial::MayNotJoin, "the third could not start");
}

/// The counter with this id up to its attack value, a cavalry division in place of what it is.
fn ridden(id: &str, name: &str, kind: &str, rest: &str) -> (String, String) {
    let words = |kind: &str, mobility: &str| {
        format!(
            "id = \"{id}\"\nname = \"{name} Division\"\nside = \"soviet\"\nnationality = \"soviet\"\nkind = \"{kind}\"\nsize = \"division\"\n\
             mobility = \"{mobility}\"\n{rest}steps = 2\nfront = "
        )
    };
    let was = if kind == "infantry" { "{ attack = 3, defence = 4, ma = 4, stacking = 4," } else { "{ attack = 3, defence = 2, ma = 6," };
    let (mobility, stacking) = if kind == "infantry" { ("foot", " stacking = 3,") } else { ("cavalry", "") };
    (words(kind, mobility) + was, words("cavalry", "cavalry") + "{ attack = 2, defence = 2, ma = 6," + stacking)
}

#[test]
fn everybody_who_would_have_to_join_counts_for_the_limit_near_a_broken_headquarters() {
    // Seven points are needed: one of tanks and two of each of three cavalry divisions.
    let joins = |recovery: u8| {
        let divisions = [
            ridden("172", "172nd Rifle", "infantry", ""),
            ridden("48K", "48th Cavalry", "cavalry", "infiltrates = true\n"),
            ridden("42K", "42nd Cavalry", "cavalry", "infiltrates = true\n"),
        ];
        let recovers = format!("back = {{ recovery = {recovery},");
        let mut changes: Vec<(&str, &str, &str)> = divisions.iter().map(|(from, to)| ("units.toml", from.as_str(), to.as_str())).collect();
        changes.push(("units.toml", "front = { attack = 3, defence = 1, ma = 4,", "front = { attack = 1, defence = 1, ma = 4,"));
        changes.push(("units.toml", "back = { recovery = 3,", &recovers));
        let position = with_of(variant(&changes), "5(+) 3911, 172 3911, 48K 3911, 42K 3911, 51HQ 3810, 49 3912");
        let game = open(position.and_then(|builder| builder.back_up("51HQ", true)), Phase::SovietMotorized);
        allows(&after(game, "select 5(+)"), "join 172")
    };
    assert_eq!([4, 5].map(joins), [false, true], "three may start, and four");
}

#[test]
fn the_march_of_a_broken_headquarters_is_none_of_the_share() {
    let position = with("51HQ 3709, 106 3708, 172 3710, 271 3711, 42K 4014, 73 3202").and_then(|builder| builder.back_up("51HQ", true));
    let mut game = open(position, Phase::SovietMovement);
    play(&mut game, "select 51HQ; move > 3809; select 106; move > 3707");
    assert!(allows(&game, "select 172"), "one of two has started");
    play(&mut game, "select 172; move > 3810");
    assert_eq!(denial(&game, "select 271"), EastFrontDenial::Paralysed);
}

#[test]
fn an_attackers_order_costs_a_point() {
    // Both attacks are in range of the headquarters.
    let orders = |changes: &[Change]| {
        let position = with_of(variant(changes), "106 3611, 172 3611, 271 3612, 73 3610, 190AG 3613, 51HQ 3713");
        let mut game = after(open(position, Phase::SovietDeclaration), "attack 3610; attack 3613; done");
        while !allows(&game, "resolve 3610") {
            play(&mut game, "order none");
        }
        play(&mut game, "resolve 3610; with 106; with 172; order no-retreat");
        while !allows(&game, "with 271") {
            let line = if game.turn() == Turn::Chance { "die 5".to_owned() } else { legal(&game).swap_remove(0) };
            play(&mut game, &line);
        }
        play(&mut game, "with 271");
        allows(&game, "order no-retreat")
    };
    assert_eq!([orders(&[]), orders(&[TWO_POINTS])], [false, true]);
}
