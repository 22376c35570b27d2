//! East Front: what the defender answers, and what the attack is made of: reaction movement, artillery on both sides, orders,
//! who takes part.

use stavka_engine::east_front::data::AirBox;
use stavka_engine::east_front::{EastFront, EastFrontDenial, Phase, Place, Prepared};
use stavka_engine::game::{Game as _, Side, Turn};

use crate::east_front_kit::play::{
    after, allows, denial, ends, go_on_to, legal, open, place, play, prices, to_participants, unit, with, with_of,
};
use crate::east_front_kit::{MUDDY, SECOND_HQ, TANKS_WITH_A_ZONE, TWO_POINTS, data, hex, variant};

/// The tanks in 3707 behind the 106th in 3606, a headquarters near them.
const TANKS: &str = "73 3505, 106 3606, 5(+) 3707, 51HQ 3709";

/// The Soviet Reaction Phase after the declaration of an attack on 3606.
fn reacting(placed: &str) -> EastFront {
    after(open(with(placed), Phase::AxisDeclaration), "attack 3606; done")
}

fn defence(game: &EastFront) -> u16 {
    game.battle_sheet().expect("a combat is in progress").defence
}

// ---- reaction movement -----------------------------------------------------

#[test]
fn nobody_reacts_to_attacks_that_are_not_declared() {
    assert!(allows(&reacting(TANKS), "select 5(+)"));
    let mut quiet = open(with(&format!("{TANKS}, 190AG 3302")), Phase::AxisDeclaration);
    play(&mut quiet, "done");
    assert_eq!(quiet.current_phase(), Phase::AxisMotorized);
}

#[test]
fn nobody_reacts_from_enemy_zones_and_attacked_hexes() {
    let tanks = |at: &str| reacting(&format!("73 3505, 46 3605, 106 3606, 5(+) {at}, 51HQ 3709"));
    assert!(allows(&tanks("3707"), "select 5(+)"));
    assert!(tanks("3705").in_zoc(Side::Axis, hex("3705")));
    for at in ["3705", "3606"] {
        assert!(!allows(&tanks(at), "select 5(+)"), "from {at}");
    }
}

#[test]
fn reacting_units_go_where_they_like() {
    let game = after(reacting(TANKS), "select 5(+)");
    let (from, attacked) = (hex("3707"), hex("3606"));
    let grid = &game.data().map.grid;
    let away = ends(&game, "move").iter().filter(|name| grid.distance(hex(name), attacked) > grid.distance(from, attacked)).count();
    assert!(away > 3, "also away from the attack");
    assert!(allows(&game, "move > 3606"), "and into it");
}

#[test]
fn reacting_units_enter_enemy_zones_only_beside_friends_and_pay_nothing_for_them() {
    // 3705 and 3606 lie in the zone of the 46th in 3605.
    let beside = |placed: &str| after(reacting(&format!("{TANKS}, 46 3605, {placed}")), "select 5(+)");
    let alone = beside("156 3801");
    assert!(alone.in_zoc(Side::Axis, hex("3705")) && !allows(&alone, "move > 3705"));
    assert_eq!(prices(&alone).get("3606"), Some(&2), "two hexes of road, no price for the zone");
    assert!(allows(&beside("172 3705"), "move > 3705"), "a friend is there, attacked or not");
    // The marsh of 3806 takes both points of the tanks.
    let marsh = |from: &str| {
        let position = with(&format!("73 3705, 156 3806, 5(+) {from}, 51HQ 3810"));
        after(open(position, Phase::AxisDeclaration), "attack 3806; done; select 5(+)")
    };
    assert!(allows(&marsh("3807"), "move > 3806") && !allows(&marsh("3808"), "move > 3806"));
}

#[test]
fn reacting_units_with_a_zone_enter_enemy_zones_in_attacked_hexes_alone() {
    let zoned = variant(&[TANKS_WITH_A_ZONE]);
    let position = with_of(zoned, &format!("{TANKS}, 46 3605, 172 3705")).map(|builder| builder.open(Phase::AxisDeclaration));
    let game = after(position.expect("a position"), "attack 3606; done; select 5(+)");
    assert!(allows(&game, "move > 3606"), "it is attacked");
    assert!(!allows(&game, "move > 3705"), "it is held, but not attacked");
}

#[test]
fn reacting_units_go_beside_enemies_without_a_zone_only_where_friends_stand() {
    // The guns in 3502 exert no zone, 3503 and 3603 lie beside them.
    let beside = |placed: &str| {
        let position = with(&format!("271 3705, 46 3605, 190AG 3604, 52 3502{placed}"));
        after(open(position, Phase::SovietDeclaration), "attack 3605; done; select 190AG")
    };
    let alone = beside("");
    for at in ["3503", "3603"] {
        assert!(!alone.in_zoc(Side::Soviet, hex(at)));
        assert_eq!(denial(&alone, &format!("move > {at}")), EastFrontDenial::ReactsBesideEnemies, "{at}");
    }
    assert!(allows(&alone, "move > 3504"), "two hexes from the guns");
    let held = beside(", X 3503");
    assert!(allows(&held, "move > 3503"), "a friend stands there");
    assert_eq!(denial(&held, "move > 3603"), EastFrontDenial::ReactsBesideEnemies);
}

#[test]
fn the_hex_that_a_reacting_unit_has_left_holds_no_friend() {
    // The assault guns in 3707 exert no zone. From the objective 3705 the tanks could afford the way back to 3706 alone, and that
    // lies beside the assault guns with nobody in it. Where the guns of the 52nd stay behind in it, they could go back.
    let react = |guns: &str| {
        let placed = format!("190AG 3707, I/814 3504, R2 3505, 52 {guns}, 106 3708, 48K 3807, 51HQ 3610, 5(+) 3706");
        let position = with(&placed).and_then(|builder| builder.control(Side::Axis, "3705"));
        after(open(position, Phase::AxisDeclaration), "attack 3807; also 3708; done; select 5(+)")
    };
    let alone = react("3708");
    assert!(allows(&alone, "move > 3705") && !allows(&alone, "via 3705"));
    let company = after(react("3706"), "via 3705");
    assert_eq!(legal(&company), ["move > 3706"]);
}

#[test]
fn reacting_units_with_a_zone_go_beside_enemies_without_one_in_attacked_hexes_alone() {
    // The assault guns in 3908 exert no zone; the division stands beside them in 3808, not attacked.
    let placed = format!("{TANKS}, 190AG 3908, 172 3808");
    let react = |data| {
        let position = with_of(data, &placed).map(|builder| builder.open(Phase::AxisDeclaration));
        after(position.expect("a position"), "attack 3606; done; select 5(+)")
    };
    assert!(allows(&react(data()), "move > 3808"));
    let zoned = react(variant(&[TANKS_WITH_A_ZONE]));
    assert_eq!(denial(&zoned, "move > 3808"), EastFrontDenial::ReactsBesideEnemies);
    assert!(allows(&zoned, "move > 3606"));
}

/// The 156th on trucks.
const MOTORIZED_DIVISION: (&str, &str, &str) = (
    "units.toml",
    "name = \"156th Rifle Division\"\nside = \"soviet\"\nnationality = \"soviet\"\nkind = \"infantry\"\nsize = \"division\"\nmobility = \"foot\"",
    "name = \"156th Rifle Division\"\nside = \"soviet\"\nnationality = \"soviet\"\nkind = \"motorized-infantry\"\nsize = \"division\"\nmobility = \"motorized\"",
);

#[test]
fn each_reaction_takes_a_point_of_the_command_value() {
    // The tanks and a motorized division in 3707, a headquarters of value two.
    let reacting = |interdicted: bool| {
        let data = variant(&[MOTORIZED_DIVISION, TWO_POINTS]);
        let position = with_of(data, &format!("{TANKS}, 156 3707")).and_then(|builder| builder.air_box("Ju88", AirBox::Ready));
        let mut game = open(position, Phase::Interdiction);
        if interdicted {
            play(&mut game, "interdict 3709; fly Ju88 3709");
        }
        go_on_to(&mut game, Phase::AxisDeclaration, 1);
        after(game, "attack 3606; done")
    };
    let both = after(reacting(false), "select 5(+); move > 3708; select 156; move > 3606");
    assert_eq!(both.place(unit("156")), Place::on(hex("3606")), "two points, two units");
    let one = reacting(true);
    assert_eq!(one.interdiction(hex("3709")), 1);
    assert!(allows(&one, "select 156") && allows(&one, "select 5(+)"), "either may have the point that is left");
    let spent = after(one, "select 5(+); move > 3708");
    assert!(!allows(&spent, "select 156"));
}

#[test]
fn the_command_value_counts_the_units_that_react() {
    let far = open(with("73 3505, 106 3606, 5(+) 3707, 51HQ 3813"), Phase::AxisDeclaration);
    let far = after(far, "attack 3606; done");
    assert_ne!(far.turn(), Turn::Player(Side::Soviet), "the headquarters is six hexes from the tanks");
    let two = variant(&[TWO_POINTS]);
    let interdicted = |planes: &[&str]| {
        let boxed =
            with_of(two, TANKS).and_then(|builder| planes.iter().try_fold(builder, |builder, id| builder.air_box(id, AirBox::Ready)));
        let mut game = open(boxed, Phase::Interdiction);
        play(&mut game, "interdict 3710");
        for id in planes {
            play(&mut game, &format!("fly {id} 3710"));
        }
        go_on_to(&mut game, Phase::AxisDeclaration, 1);
        play(&mut game, "attack 3606; done");
        game
    };
    let one_point = interdicted(&["Ju88"]);
    assert!(allows(&one_point, "select 5(+)"), "level 1 leaves a point");
    let none = interdicted(&["Ju87/1"]);
    assert_eq!(none.interdiction(hex("3709")), 2);
    assert_ne!(none.current_phase(), Phase::SovietReaction, "level 2 leaves none, for reaction or orders");
    // The points of reaction and of orders are apart.
    let mut both = after(reacting(TANKS), "select 5(+); move > 3708");
    assert!(allows(&both, "order no-retreat"));
    play(&mut both, "order no-retreat");
}

#[test]
fn a_broken_headquarters_prevails_where_ranges_overlap() {
    let answers = |broken: bool| {
        let position = with_of(variant(&[SECOND_HQ]), "73 3505, 106 3606, 5(+) 3607, 9HQ 3608, 51HQ 3707");
        let game = open(position.and_then(|builder| builder.back_up("51HQ", broken)), Phase::AxisDeclaration);
        let mut game = after(game, "attack 3606; done");
        let reacts = allows(&game, "select 5(+)");
        if reacts {
            play(&mut game, "done");
        }
        (reacts, allows(&game, "order no-retreat"))
    };
    assert_eq!(answers(false), (true, true));
    assert_eq!(answers(true), (false, false), "the other one is operational and in range as well");
}

#[test]
fn command_points_are_neither_saved_nor_lent() {
    let mut game = open(with("73 3505, 46 3605, 106 3606, 271 3705, 51HQ 3707"), Phase::AxisMovement);
    for turn in [1, 2] {
        go_on_to(&mut game, Phase::AxisDeclaration, 10);
        assert_eq!(game.game_turn(), turn);
        let ordered = after(game.clone(), "attack 3705; attack 3606; done; order no-retreat");
        assert_eq!(ordered.current_phase(), Phase::AxisCombat, "one order for two attacks");
        // Nothing is spent on this turn.
        go_on_to(&mut game, Phase::SovietMovement, 10);
    }
    let lent = |at: &str| {
        let position = with_of(variant(&[SECOND_HQ]), &format!("106 3606, 271 3705, 51HQ 3708, 9HQ {at}, 73 3302"));
        let game = after(open(position, Phase::SovietMotorized), "activate 106 by 51HQ");
        assert!(!allows(&game, "activate 271 by 51HQ"));
        allows(&game, "activate 271 by 9HQ")
    };
    assert!(lent("3709") && !lent("4014"), "the point of the other one serves its own range");
}

#[test]
fn a_headquarters_off_the_map_does_nothing() {
    let boxed = |id: &str, back: bool| {
        let position = with("73 3505, 106 3606, 5(+) 3707").and_then(|builder| builder.back_up(id, back)?.put_in_box(id, Place::CADRE));
        position.map(|builder| builder.open(Phase::AxisDeclaration)).expect("a position")
    };
    // No reaction, no order, no guns: the attack comes at once.
    let game = after(boxed("51HQ", false), "attack 3606; done");
    assert_eq!(game.current_phase(), Phase::AxisCombat);
    // And a broken one paralyses nobody.
    let mut broken = boxed("51HQ", true);
    go_on_to(&mut broken, Phase::SovietMotorized, 10);
    assert!(allows(&broken, "select 5(+)"));
}

// ---- the Soviet attack -----------------------------------------------------

#[test]
fn the_axis_reacts_to_soviet_attacks_without_headquarters() {
    let placed = "156 3706, 271 3705, 52 3707, 73 3606, 46 3605, 190AG 3603, LAH/Rcn 3502, 49 3504, I/814 3503";
    let position = with(placed).and_then(|builder| builder.air_box("Ju87/1", AirBox::Ready)?.air_box("DB3/1", AirBox::Ready));
    let mut game = open(position, Phase::SovietDeclaration);
    play(&mut game, "attack 3605; attack 3606; done");
    assert_eq!((game.current_phase(), game.turn()), (Phase::AxisReaction, Turn::Player(Side::Axis)));
    // Half of seven and of nine: both battalions, one after the other.
    play(&mut game, "select 190AG; move > 3605; select LAH/Rcn");
    assert!(allows(&game, "move > 3604") && allows(&game, "move > 3606"));
    play(&mut game, "move > 3606");
    assert!(allows(&game, "barrage 49 3605") && allows(&game, "barrage 49 3606"));
    assert!(!allows(&game, "barrage I/814 3606"), "super-heavies support attacks alone");
    play(&mut game, "barrage 49 3606");
    // An order for every hex.
    play(&mut game, "order no-retreat; order further-retreat");
    assert_eq!((game.current_phase(), game.turn()), (Phase::SovietCombat, Turn::Player(Side::Soviet)), "the attacker flies first");
    play(&mut game, "fly DB3/1 3605; fly Ju87/1 3605; die 5; die 5");
    assert_eq!(legal(&game), ["resolve 3605", "resolve 3606"]);
    play(&mut game, "resolve 3606");
    assert!(allows(&game, "with 156") && !allows(&game, "with 73"));
    play(&mut game, "with 156");
    let sheet = game.battle_sheet().expect("a combat is in progress");
    assert_eq!(sheet.defence, 9 + 2 + 3, "the 73rd, the reconnaissance, the guns");
    play(&mut game, "engage");
    assert_eq!(legal(&game), ["done", "support 52"], "the Soviets support their attack");
}

#[test]
fn soviet_engineers_take_the_markers_off_the_axis() {
    let marked = || with("73 3606, 106 3706, 271 3708").and_then(|builder| builder.overrun("73")?.strongpoint(Side::Axis, "3708", true));
    let game = open(marked(), Phase::SovietEngineer);
    assert!(!game.has_overrun_marker(unit("73")));
    assert!(!game.has_strongpoint(Side::Axis, hex("3708")), "and a division takes down what it stands in");
}

// ---- artillery -------------------------------------------------------------

#[test]
fn guns_give_support_or_defence_and_not_both() {
    // The regiment has two, the gun one, or three in support of which two count.
    let attacked = |lines: &str| {
        let game = after(open(with("X 3606, 49 3606, 156 3706"), Phase::SovietDeclaration), "attack 3606; done");
        after(game, &format!("{lines}; order none; with 156"))
    };
    assert_eq!(defence(&attacked("done")), 3);
    assert_eq!(defence(&attacked("barrage 49 3606")), 4);
}

#[test]
fn guns_alone_in_an_attacked_hex_support_no_other_either() {
    // 52 has 3913 in range and stands in no zone.
    let answer = |placed: &str, attacks: &str| {
        let game = open(with(&format!("190AG 3910, 73 3914, 271 3913, {placed}")), Phase::AxisDeclaration);
        after(game, &format!("{attacks}; done"))
    };
    let alone = answer("52 3911", "attack 3911; attack 3913");
    assert_eq!(alone.current_phase(), Phase::AxisCombat, "no gun to commit");
    assert!(allows(&answer("52 3911, 5(+) 3911", "attack 3911; attack 3913"), "barrage 52 3913"), "tanks beside the gun");
    for spared in ["52 3911", "52 3912"] {
        assert_eq!(legal(&answer(spared, "attack 3913")), ["done", "barrage 52 3913"], "{spared} is not attacked");
    }
}

#[test]
fn super_heavies_defend_with_their_defence_alone() {
    let mut game = open(with("X 3606, 641 3606, I/814 3504, 156 3706"), Phase::SovietDeclaration);
    play(&mut game, "attack 3606; done");
    assert_eq!(legal(&game), ["order none", "order no-retreat", "order further-retreat"], "no gun to commit");
    play(&mut game, "order none; with 156");
    assert_eq!(defence(&game), 3);
    assert_eq!(game.battle_sheet().expect("a combat is in progress").modifiers.net, 0);
}

#[test]
fn guns_that_come_into_enemy_zones_fall_silent() {
    // 52 supports 3705; after the first attack the 73rd stands in 3606, next to it.
    let silenced = |advances: bool| {
        let mut game = open(with("73 3505, 46 3605, 5(+) 3606, 271 3705, 52 3706"), Phase::AxisDeclaration);
        play(&mut game, "attack 3705; attack 3606; done; barrage 52 3705; resolve 3606; with 73; engage; order none; die 1");
        play(&mut game, if advances { "advance 73 3606" } else { "done" });
        play(&mut game, "with 46");
        game
    };
    assert_eq!(defence(&silenced(false)), 5);
    assert_eq!(defence(&silenced(true)), 4);
    assert!(silenced(true).in_zoc(Side::Axis, hex("3706")));
}

#[test]
fn declarations_leave_guns_of_both_sides_out() {
    // Four points of regiments and a gun: one point of attack may be declared, though one to five will be fought out.
    let weak = |defenders: &str| {
        let position = with(&format!("106 3706, 52 3707, {defenders}")).and_then(|builder| builder.steps("106", 1));
        open(position, Phase::SovietDeclaration)
    };
    let mut game = weak("R1 3606, R2 3606, 49 3606");
    play(&mut game, "attack 3606; done; done; order none; with 106");
    assert_eq!((defence(&game), game.battle_sheet().and_then(|sheet| sheet.column)), (5, None));
    assert_eq!(denial(&game, "done"), EastFrontDenial::OddsTooLow, "the support that makes it 2 to 5 has to be given");
    // Five points of regiments: the gun that would make it two to five does not count.
    assert_eq!(denial(&weak("R1 3606, R2 3606, 641 3606, Eng 3606"), "attack 3606"), EastFrontDenial::DutyUnmet);
}

#[test]
fn an_attack_that_falls_below_one_to_four_is_resolved_and_lost() {
    // One against four of the regiments; the assault guns that come to help make it one to five.
    let position = with("106 3706, R1 3606, R2 3606, 190AG 3604").and_then(|builder| builder.steps("106", 1));
    let mut game = open(position, Phase::SovietDeclaration);
    play(&mut game, "attack 3606; done; select 190AG; move > 3606; order none; with 106");
    let sheet = game.battle_sheet().expect("a combat is in progress");
    assert_eq!((sheet.attack, sheet.defence, sheet.column), (1, 5, None));
    play(&mut game, "die 1");
    assert_eq!((place(&game, "106"), game.steps_lost(Side::Axis)), (Place::ELIMINATED, 0));
}

// ---- participants ----------------------------------------------------------

#[test]
fn units_attack_from_all_six_sides() {
    // 3612 and all the land around it.
    let placed = "106 3612, 73 3611, 46 3613, X 3511, R1 3512, R2 3711, R3 3712, Eng 3712";
    let mut game = open(with(placed), Phase::AxisDeclaration);
    play(&mut game, "attack 3612; done");
    for id in ["73", "46", "Eng", "X", "R1", "R2", "R3"] {
        play(&mut game, &format!("with {id}"));
    }
    play(&mut game, "order none");
    assert_eq!(game.battle_sheet().expect("a combat is in progress").attack, 8 + 8 + 2 + 2 + 1 + 1 + 1);
}

/// Swamp in 3811, beside 3711.
const SWAMP: (&str, &str, &str) = ("map.toml", "\"~........\", # 11", "\"~.....p..\", # 11");

#[test]
fn wheels_attack_into_the_zone_of_a_swamp_and_do_not_advance() {
    let position = with_of(variant(&[SWAMP]), "190AG 3711, 46 3711, 106 3811").and_then(|builder| builder.steps("106", 1));
    let mut game = open(position, Phase::AxisDeclaration);
    // 8 and 2 against 2 are 5-1; a 1 takes the last step.
    play(&mut game, "attack 3811; done; with 46; with 190AG; order none; die 1");
    assert_eq!(legal(&game), ["advance 46 3811", "done"]);
}

#[test]
fn wheels_do_not_attack_guns_in_a_swamp() {
    let swamp = variant(&[SWAMP]);
    let beside = |id: &str| {
        let position = with_of(swamp, &format!("{id} 3711, 52 3811, 73 3302, 156 3303"));
        allows(&position.expect("a position").open(Phase::AxisDeclaration), "attack 3811")
    };
    assert!(!beside("190AG"), "no zone of the guns to attack, and no way into the swamp");
    assert!(beside("X"), "on foot there is a way");
}

/// The isthmus with lakes on these hexsides.
fn lakes(sides: &str) -> &'static Prepared {
    let place = "[[place]]\nhex = \"4009\"";
    let lake = format!("[[water]]\nname = \"lake\"\nclass = \"lake\"\nsides = [{sides}]\norigin = \"a test\"\n\n{place}");
    variant(&[("map.toml", place, &lake)])
}

#[test]
fn what_a_unit_can_enter_it_can_attack_and_over_a_lake_nobody_attacks() {
    // Guns exert no zone.
    let open_ground = open(with("X 3810, 52 3811, 156 4001"), Phase::AxisDeclaration);
    assert!(allows(&open_ground, "attack 3811"));
    let shore = lakes("\"3810/3811\"");
    let over = |placed: &str| {
        let position = with_of(shore, placed).map(|builder| builder.open(Phase::AxisDeclaration));
        position.expect("a position")
    };
    assert!(!allows(&over("X 3810, 52 3811, 73 3302, 156 3303"), "attack 3811"));
    assert!(!allows(&over("X 3810, 106 3811, 73 3302, 156 3303"), "attack 3811"), "no zone over water either");
    assert!(allows(&over("X 3710, 52 3811, 73 3302, 156 3303"), "attack 3811"), "from the side");
}

#[test]
fn a_retreat_does_not_cross_water() {
    // 8 against 4 are 2-1; a 7 drives the division out of 3612, away from the 73rd in 3611.
    let beaten = |data| {
        let position = with_of(data, "106 3612, 73 3611").map(|builder| builder.open(Phase::AxisDeclaration));
        after(position.expect("a position"), "attack 3612; done; with 73; order none; die 7")
    };
    let dry = beaten(data());
    assert!(allows(&dry, "retreat 3614") && allows(&dry, "retreat 3413"));
    let wet = beaten(lakes("\"3612/3613\", \"3612/3712\", \"3612/3512\""));
    assert!(!allows(&wet, "retreat 3614") && !allows(&wet, "retreat 3413"));
    assert!(allows(&wet, "retreat 3412"), "round the lakes, through the zone of the 73rd");
}

#[test]
fn gv47_any_of_four_adjacent_units_may_attack() {
    let subsets = ["with X; with R1; engage", "with 73", "with 73; with 46; with X; with R1", "with 46; engage"];
    for subset in subsets {
        let mut game = open(with("106 3612, 73 3611, 46 3613, X 3511, R1 3712"), Phase::AxisDeclaration);
        play(&mut game, &format!("attack 3612; done; {subset}"));
        assert!(game.battle_sheet().is_some(), "{subset}");
    }
}

/// The Axis in 3712, a Soviet tank regiment that exerts a zone in 3711, infantry in 3713, a headquarters without a zone in
/// 3612; open ground without roads.
fn before_declaration(muddy: bool, placed: &str) -> EastFront {
    let data = if muddy { variant(&[MUDDY, TANKS_WITH_A_ZONE]) } else { variant(&[TANKS_WITH_A_ZONE]) };
    let position = with_of(data, &format!("46 3712, 5(+) 3711, 271 3713, 51HQ 3612{placed}")).map(|builder| builder.open(Phase::Weather));
    let mut game = position.expect("a position");
    go_on_to(&mut game, Phase::AxisDeclaration, 10);
    game
}

#[test]
fn gv53_the_duty_in_mud() {
    let dry = before_declaration(false, "");
    assert_eq!(denial(&dry, "attack 3713"), EastFrontDenial::DutyUnmet, "the tanks' zone reaches 3712 in dry weather");
    assert!(allows(&after(dry, "attack 3711; also 3713"), "done"));
    let infantry = after(before_declaration(true, ""), "attack 3713");
    assert!(allows(&infantry, "done"), "in mud it does not, and the headquarters has none");
    let tanks = after(before_declaration(true, ""), "attack 3711");
    assert_eq!(denial(&tanks, "done"), EastFrontDenial::DutyUnmet, "the infantry's zone does");
    assert!(allows(&after(tanks.clone(), "also 3713"), "done"));
    assert!(allows(&after(tanks, "also 3612; also 3713"), "done"), "all three as one combat");
}

#[test]
fn gv53_a_unit_beside_one_hex_does_not_join_an_attack_on_several() {
    // X in 3710 touches 3711 alone.
    let alone = after(before_declaration(true, ", X 3710"), "attack 3711; done");
    let alone = to_participants(alone);
    assert_eq!(denial(&alone, "with 46"), EastFrontDenial::BoundElsewhere, "its duty to attack 3713 is not met");
    let both = to_participants(after(before_declaration(true, ", X 3710"), "attack 3711; also 3713; done"));
    assert!(!allows(&both, "with X") && allows(&both, "with 46"));
}

#[test]
fn no_strength_is_split_between_attacks() {
    // 8 against 4 and 4: as two attacks the division would have to be in both.
    let game = after(open(with("46 3605, 106 3606, 271 3705"), Phase::AxisDeclaration), "attack 3705");
    assert!(!allows(&game, "attack 3606") && allows(&game, "also 3606"));
    let two = after(open(with("46 3605, Eng 3605, 106 3606, 271 3705"), Phase::AxisDeclaration), "attack 3705");
    assert!(allows(&two, "attack 3606"), "a unit for each");
    let fight = after(two, "attack 3606; done; resolve 3705");
    let fight = after(fight, "with 46");
    assert_eq!(denial(&fight, "with Eng"), EastFrontDenial::NeededElsewhere, "it is kept for 3606");
}
