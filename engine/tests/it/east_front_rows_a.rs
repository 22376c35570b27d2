//! East Front: halves of rules in play: who answers an attack and who takes part in it, who loses what, what orders, ground and
//! water do to it.

use stavka_engine::east_front::data::{AirBox, Feature, Features, MovementPhase};
use stavka_engine::east_front::drm::Cause;
use stavka_engine::east_front::infiltration::{self, Infiltration};
use stavka_engine::east_front::{EastFront, EastFrontDenial, Phase, Place, PositionBuilder, Prepared};
use stavka_engine::game::{Game as _, Side, Turn};
use stavka_engine::kit::position::PositionError;

use crate::east_front_kit::play::{
    after, air_box, allows, denial, ends, go_on_to, legal, open, place, play, prices, stands, unit, with, with_of,
};
use crate::east_front_kit::{DRY, MUDDY, data, hex, tables, variant};

/// Plays lines of losses until nobody is asked for one.
fn lose(mut game: EastFront) -> EastFront {
    while let Some(line) = legal(&game).into_iter().find(|line| line.starts_with("lose")) {
        play(&mut game, &line);
    }
    game
}

/// Turn 48 in some weather, after all movement.
fn before_declaration(weather: &str, placed: &str) -> EastFront {
    let now = MUDDY.2.replace("\"mud\"", &format!("\"{weather}\""));
    in_declaration(with_of(variant(&[(MUDDY.0, MUDDY.1, &now)]), placed))
}

fn in_declaration(position: Result<PositionBuilder, PositionError>) -> EastFront {
    let mut game = open(position, Phase::Weather);
    go_on_to(&mut game, Phase::AxisDeclaration, 10);
    game
}

// ---- reaction --------------------------------------------------------------

#[test]
fn nobody_reacts_out_of_an_attacked_hex_be_it_free_of_enemy_zones() {
    // Neither battalion exerts a zone.
    let tanks = |at: &str| {
        let placed = format!("190AG 3505, LAH/Rcn 3505, 106 3606, 5(+) {at}, 51HQ 3709");
        after(open(with(&placed), Phase::AxisDeclaration), "attack 3606; done")
    };
    assert!(allows(&tanks("3607"), "select 5(+)"));
    let inside = tanks("3606");
    assert!(!inside.in_zoc(Side::Axis, hex("3606")) && inside.current_phase() == Phase::SovietReaction);
    assert!(!allows(&inside, "select 5(+)"));
}

#[test]
fn overrun_units_neither_support_nor_react() {
    let marked = |placed: &str, id: &str, marked: bool| {
        let position = with(placed).and_then(|builder| if marked { builder.overrun(id) } else { Ok(builder) });
        after(open(position, Phase::AxisDeclaration), "attack 3606; done")
    };
    for overrun in [false, true] {
        let defence = marked("73 3505, 106 3606, 52 3706", "52", overrun);
        assert_eq!(allows(&defence, "barrage 52 3606"), !overrun, "in defence");
        let attack = after(marked("73 3505, 49 3405, 106 3606", "49", overrun), "with 73");
        assert_eq!(allows(&attack, "support 49"), !overrun, "in attack");
        let tanks = marked("73 3505, 106 3606, 5(+) 3707, 51HQ 3709", "5(+)", overrun);
        assert_eq!((tanks.current_phase(), allows(&tanks, "select 5(+)")), (Phase::SovietReaction, !overrun), "in reaction");
    }
}

#[test]
fn a_reaction_into_a_full_hex_costs_its_owner_the_excess() {
    // Ten points in 3606: four, three of a reduced division, three. The tanks are the eleventh.
    let placed = "73 3505, 106 3606, 156 3606, 48K 3606, 5(+) 3607, 51HQ 3709";
    let position = with(placed).and_then(|builder| builder.steps("156", 1));
    let mut game = after(open(position, Phase::AxisDeclaration), "attack 3606; done; select 5(+); move > 3606");
    assert_eq!((game.stacking_points(hex("3606")), game.current_phase()), (11, Phase::SovietReaction));
    assert_eq!(legal(&game), ["remove 106", "remove 5(+)", "remove 156", "remove 48K"]);
    play(&mut game, "remove 5(+)");
    assert_eq!((place(&game, "5(+)"), game.stacking_points(hex("3606"))), (Place::CADRE, 10));
}

// ---- movement --------------------------------------------------------------

#[test]
fn points_that_are_not_spent_are_gone() {
    let placed = "190AG 4002, 271 4014";
    let fresh = |phase| prices(&after(open(with(placed), phase), "select 190AG"));
    let now = |game: &EastFront| prices(&after(game.clone(), "select 190AG"));
    let mut game = open(with(placed), Phase::AxisMovement);
    for turn in [1, 2] {
        assert_eq!(game.game_turn(), turn);
        for phase in [Phase::AxisMovement, Phase::AxisMotorized] {
            go_on_to(&mut game, phase, 10);
            assert_eq!(now(&game), fresh(phase), "{} of turn {turn}, nothing spent before", phase.name());
        }
        go_on_to(&mut game, Phase::SovietMovement, 10);
        go_on_to(&mut game, Phase::AxisMovement, 10);
    }
}

#[test]
fn wheels_infiltrate_from_a_yellow_allowance_of_seven_on() {
    let marsh = Features::of(&[Feature::Marsh]);
    let step = Infiltration { phase: MovementPhase::Movement, going: DRY, out_of_supply: false, from: marsh, to: marsh, fortified: false };
    let with_points = |id: &str, ma: u8| {
        let mut counter = data().unit(unit(id)).clone();
        counter.faces[0].ma = ma;
        infiltration::check(tables(), &counter, step)
    };
    assert_eq!([6, 7, 8].map(|ma| with_points("190AG", ma).is_ok()), [false, true, true]);
    assert_eq!(with_points("48K", 6), Ok(()), "cavalry has no least allowance");
    // 3607 can be reached from 3606 alone, and both lie in Soviet zones.
    let squeezed = |data| {
        let position = with_of(data, "46 3606, 190AG 3606, 271 3705, 106 3706");
        allows(&after(open(position, Phase::AxisMovement), "select 190AG"), "move > 3607")
    };
    let front = "front = { attack = 2, defence = 1, ma = 7,";
    assert!(squeezed(data()));
    assert!(!squeezed(variant(&[("units.toml", front, &front.replace('7', "6"))])));
}

// ---- close air support -----------------------------------------------------

#[test]
fn each_side_rolls_once_for_each_mission_unit_whatever_stands_below() {
    // Two divisions of each side are in range.
    let position = with("73 3505, 46 3605, 106 3606, 271 3705");
    let position = position.and_then(|builder| builder.air_box("Ju88", AirBox::Ready)?.air_box("DB3/1", AirBox::Ready));
    let mut game = after(open(position, Phase::AxisDeclaration), "attack 3606; done; fly Ju88 3606; fly DB3/1 3606");
    for _ in 0..2 {
        assert_eq!(game.turn(), Turn::Chance);
        play(&mut game, "die 1");
    }
    assert_eq!(game.turn(), Turn::Player(Side::Axis), "who attacks");
    // A headquarters in range that is operational makes ten of nine.
    let fired_at = |hq: &str, back: bool| {
        let position = with(&format!("73 3505, 106 3606, 51HQ {hq}"));
        let position = position.and_then(|builder| builder.back_up("51HQ", back)?.air_box("Ju88", AirBox::Ready));
        let mut game = after(open(position, Phase::AxisDeclaration), "attack 3606; done");
        if !back {
            play(&mut game, "order none");
        }
        air_box(&after(game, "fly Ju88 3606; die 9"), "Ju88")
    };
    assert_eq!(fired_at("3706", false), Some(AirBox::Damaged));
    assert_eq!((fired_at("3708", false), fired_at("3706", true)), (Some(AirBox::Flown), Some(AirBox::Flown)));
}

// ---- who takes part --------------------------------------------------------

#[test]
fn units_beside_the_hex_take_part_and_guns_do_not() {
    let game = open(with("73 3505, X 3605, 49 3505, 46 3405, 106 3606"), Phase::AxisDeclaration);
    let game = after(game, "attack 3606; done");
    assert!(allows(&game, "with 73") && allows(&game, "with X"));
    for id in ["49", "46"] {
        assert_eq!(denial(&game, &format!("with {id}")), EastFrontDenial::MayNotAttack, "{id}");
    }
}

#[test]
fn units_that_make_one_to_four_have_to_be_used() {
    // Five points defend; each regiment has one.
    let game = open(with("R1 3505, R2 3505, R3 3605, 106 3606, 5(+) 3606"), Phase::AxisDeclaration);
    let game = after(game, "attack 3606; done; with R1");
    assert_eq!(denial(&game, "engage"), EastFrontDenial::OddsTooLow, "one to five");
    assert!(allows(&after(game, "with R2"), "engage"));
}

// ---- strengths -------------------------------------------------------------

/// Attack strength when these units attack 106 and those guns support them.
fn attack(position: Result<PositionBuilder, PositionError>, target: &str, attackers: &str, guns: &str) -> u16 {
    let mut game = after(in_declaration(position), &format!("attack {target}; done"));
    for id in attackers.split_whitespace() {
        play(&mut game, &format!("with {id}"));
    }
    for gun in guns.split_whitespace() {
        play(&mut game, &format!("support {gun}"));
    }
    game.battle_sheet().expect("a combat is in progress").attack
}

#[test]
fn swamp_halves_those_who_attack_out_of_it_and_guns_that_fire_into_it() {
    // Swamp in 3811.
    let swamp = variant(&[("map.toml", "\"~........\", # 11", "\"~.....p..\", # 11")]);
    let fought = |placed: &str, target: &str| attack(with_of(swamp, placed), target, "73", "49");
    assert_eq!(fought("73 3811, 49 3811, 106 3812", "3812"), 4 + 3, "out of the swamp, the guns in full");
    assert_eq!(fought("73 3812, 49 3812, 106 3811", "3811"), 8 + 1, "into the swamp, the guns by half");
}

#[test]
fn a_major_river_halves_those_who_attack_across_it_until_it_freezes() {
    // A bridge carries the road from 3911 to 3912.
    let place = "[[place]]\nhex = \"4009\"";
    let side = "sides = [\"3911/3912\"]\nbridges = [\"3911/3912\"]";
    let river = format!("[[water]]\nname = \"river\"\nclass = \"major-river\"\n{side}\norigin = \"a test\"\n\n{place}");
    let across = |weather: &str| {
        let now = MUDDY.2.replace("\"mud\"", &format!("\"{weather}\""));
        let data: &'static Prepared = variant(&[("map.toml", place, &river), (MUDDY.0, MUDDY.1, &now)]);
        attack(with_of(data, "73 3911, 49 3911, 46 3812, 106 3912"), "3912", "73 46", "49")
    };
    assert_eq!(across("dry"), 4 + 8 + 3, "the one that crosses it, and no guns");
    assert_eq!(across("frost"), 4 + 8 + 3);
    assert_eq!(across("snow"), 8 + 8 + 3);
}

#[test]
fn streets_halve_armour_and_nobody_else() {
    let ishun = "name = \"Ishun\"\nkind = \"locality\"";
    let fought = |kind: &str| {
        let data = variant(&[("map.toml", ishun, &ishun.replace("locality", kind))]);
        attack(with_of(data, "190AG 3708, X 3708, 106 3808"), "3808", "190AG X", "")
    };
    assert_eq!(["town", "city", "major-city"].map(fought), [2 + 2, 1 + 2, 1 + 2]);
}

#[test]
fn combined_arms_need_dry_ground_or_frost() {
    let bonus = |weather: &str| {
        let game = after(before_declaration(weather, "190AG 3611, LAH/Rcn 3611, 106 3612"), "attack 3612; done; with 190AG; with LAH/Rcn");
        game.battle_sheet().expect("a combat is in progress").modifiers.of(Cause::CombinedArms)
    };
    assert_eq!(["dry", "frost", "mud", "snow", "arctic"].map(bonus), [-1, -1, 0, 0, 0]);
}

// ---- losses ----------------------------------------------------------------

#[test]
fn the_owner_picks_the_steps_that_a_force_loses_in_all() {
    // 16 against 5 across the line: 3-1, +1; a 1 is read on row 2: -/2R.
    let game = open(with("73 3505, 46 3605, 106 3606, 5(+) 3606"), Phase::AxisDeclaration);
    let game = after(game, "attack 3606; done; with 73; with 46; order none; die 1; lose 106");
    assert_eq!((game.turn(), legal(&game)), (Turn::Player(Side::Soviet), ["lose 106", "lose 5(+)"].map(str::to_owned).to_vec()));
    let both = after(game.clone(), "lose 5(+)");
    assert_eq!((both.steps(unit("106")), place(&both, "5(+)"), both.steps_lost(Side::Soviet)), (1, Place::CADRE, 2));
    let one = after(game, "lose 106");
    assert_eq!((place(&one, "106"), stands(&one, "5(+)", "3606"), one.steps_lost(Side::Soviet)), (Place::CADRE, true, 2));
}

/// Engineers beside two divisions against a strongpoint: 18 to 4 are 4-1.
fn assault(engineers: &str, die: u8) -> EastFront {
    let position = with("73 3611, 46 3613, Eng 3711, 106 3612").and_then(|builder| builder.strongpoint(Side::Soviet, "3612", true));
    let game = after(open(position, Phase::AxisDeclaration), "attack 3612; done; with 73; with 46; with Eng; order none");
    after(game, &format!("{engineers}; die {die}"))
}

#[test]
fn engineers_pay_for_the_asterisk_only_when_their_effects_were_declared() {
    // Row 2 is */3R: a 1 and the strongpoint, or a 2 when the engineers offset it.
    let silent = assault("done", 1);
    assert_eq!((silent.turn(), legal(&silent)), (Turn::Player(Side::Axis), ["lose 73", "lose 46", "lose Eng"].map(str::to_owned).to_vec()));
    assert_eq!(lose(silent).steps_lost(Side::Axis), 1);
    let declared = assault("breach", 2);
    assert_eq!(legal(&declared), ["lose Eng"]);
    assert_eq!(lose(declared).steps_lost(Side::Axis), 1);
}

#[test]
fn each_burden_adds_a_step_to_an_asterisk() {
    // 16 to 4 are 4-1, and row 4 is 1*/2. A strongpoint is worth one on the die, a lack of Attack Supply on turn 51 two.
    let lost = |turn: u16, fort: bool, die: u8| {
        let position = with("73 3611, 46 3613, 106 3612").and_then(|builder| builder.strongpoint(Side::Soviet, "3612", fort)?.turn(turn));
        let game = after(open(position, Phase::AxisDeclaration), "attack 3612; done; with 73; with 46; order none");
        lose(after(game, &format!("die {die}"))).steps_lost(Side::Axis)
    };
    assert_eq!([lost(50, false, 4), lost(50, true, 3), lost(51, false, 2), lost(51, true, 1)], [1, 2, 2, 3]);
}

// ---- orders ----------------------------------------------------------------

#[test]
fn who_stands_fast_pays_a_step_and_in_the_open_two_unless_all_are_german() {
    // 8 to 4 are 2-1; row 7 is -/R.
    let soviet = |placed: &str, target: &str, die: u8| {
        let game =
            after(open(with(placed), Phase::AxisDeclaration), &format!("attack {target}; done; order no-retreat; with 73; order none"));
        lose(after(game, &format!("die {die}")))
    };
    let line = soviet("73 3505, 106 3606, 51HQ 3707", "3606", 5);
    assert!(stands(&line, "106", "3606"));
    assert_eq!((line.steps(unit("106")), line.steps_lost(Side::Soviet)), (1, 1), "behind the line");
    let ground = soviet("73 3611, 106 3612, 51HQ 3614", "3612", 6);
    assert_eq!((place(&ground, "106"), ground.steps_lost(Side::Soviet)), (Place::CADRE, 2));
    // 7 to 9 are 3-4; row 3 is 1*/R.
    let game = open(with("46 3612, 156 3611, 172 3611"), Phase::SovietDeclaration);
    let german = lose(after(game, "attack 3612; done; order no-retreat; with 156; with 172; die 2"));
    assert!(stands(&german, "46", "3612"));
    assert_eq!((german.steps(unit("46")), german.steps_lost(Side::Axis)), (3, 1));
}

#[test]
fn defenders_ordered_to_retreat_further_go_three_hexes_where_the_attacker_likes() {
    // Row 7 again: a 6 and the line.
    let game = open(with("73 3505, 106 3606, 51HQ 3707"), Phase::AxisDeclaration);
    let game = after(game, "attack 3606; done; order further-retreat; with 73; order none; die 6");
    assert_eq!(game.turn(), Turn::Player(Side::Axis));
    let ends = ends(&game, "retreat");
    assert!(ends.len() > 1 && ends.iter().all(|at| data().map.grid.distance(hex("3606"), hex(at)) == 3), "{ends:?}");
}

// ---- surrender -------------------------------------------------------------

#[test]
fn surrender_is_the_last_phase_of_the_soviet_segment() {
    // The 106th with its back to the gulf, on works of the Axis, which its engineers take down in the phase before.
    let position = with("106 3606, 73 3706, 46 3607").and_then(|builder| builder.strongpoint(Side::Axis, "3606", true));
    let mut game = open(position, Phase::SovietMotorized);
    let mut seen = Vec::new();
    while game.turn() != Turn::Chance {
        assert!(game.has_strongpoint(Side::Axis, hex("3606")));
        seen.push(game.current_phase());
        play(&mut game, "done");
    }
    assert_eq!(seen, [Phase::SovietDeclaration, Phase::SovietMovement]);
    assert_eq!((game.current_phase(), game.game_turn()), (Phase::Surrender, 1));
    assert!(!game.has_strongpoint(Side::Axis, hex("3606")));
    play(&mut game, "die 10");
    assert_eq!((game.current_phase(), game.game_turn()), (Phase::AxisMovement, 2));
}
