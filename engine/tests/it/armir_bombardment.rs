//! Artillery and bombardment [10][11], rule by rule.

use stavka_engine::armir::{Armir, BombardmentResult, Class, Face, Formation, Nationality, Phase, PositionBuilder, Prepared};
use stavka_engine::game::{Game, Side, Turn};

use crate::armir_kit::fight::*;
use crate::armir_kit::{altered, denied, hex, historical, is_legal, legal_texts, pass_to, play, roll, unit};

/// A position in the first bombardment phase of turn 3.
fn barrage(counters: &[(&str, &str)]) -> Armir {
    put(field(), counters).open(Phase::Bombardment, 0)
}

/// A die with which a bombardment of a value has this result in open ground.
fn die_for(value: u8, result: BombardmentResult) -> u8 {
    (1..=6).find(|die| cell(value, *die) == result).unwrap_or_else(|| panic!("no die gives {result:?} in column {value}"))
}

/// The Bombardment Table: the last column serves every higher value.
fn cell(value: u8, die: u8) -> BombardmentResult {
    let row = &historical().tables.bombardment[usize::from(die)];
    row[usize::from(value).min(row.len()) - 1]
}

/// The lowest value with which this result occurs.
fn value_for(result: BombardmentResult) -> u8 {
    (1..=6).find(|value| (1..=6).any(|die| cell(*value, die) == result)).expect("the table holds every result")
}

/// Historical data in which the corps guns of the II Corps and the army guns support instead of bombarding.
fn with_supporting_corps_guns() -> &'static Prepared {
    altered("units.toml", |text| {
        ["art/II", "AA1"].iter().fold(text.to_owned(), |text, id| {
            let (head, tail) = text.split_once(&format!("id = \"{id}\"")).expect("the counter is in the file");
            let (values, rest) = tail.split_once("[unit.travel]").expect("a gun has a travelling side");
            let (before, _) = values.split_once("support = 0").expect("the gun does not support");
            format!("{head}id = \"{id}\"{before}support = 3\nbombardment = 0\n[unit.travel]{rest}")
        })
    })
}

// ---- guns [10.1] ------------------------------------------------------------

#[test]
fn only_italians_have_gun_counters_and_each_either_bombards_or_supports() {
    let data = historical();
    for side in Side::ALL {
        for (_, gun) in data.counters(side).filter(|(_, unit)| unit.class == Class::Artillery) {
            let face = gun.faces[Face::Long as usize];
            assert_eq!(gun.nationality, Nationality::Italian, "{}", gun.id);
            assert_ne!(face.support > 0, face.bombardment > 0, "{}", gun.id);
            assert_eq!(face.support > 0, !gun.parent.is_empty(), "divisional guns support: {}", gun.id);
        }
    }
}

#[test]
fn heavy_guns_have_range_three_and_divisional_guns_range_one() {
    for (_, gun) in historical().counters(Side::Axis).filter(|(_, unit)| unit.class == Class::Artillery) {
        assert_eq!(gun.faces[Face::Long as usize].range, if gun.parent.is_empty() { 3 } else { 1 }, "{}", gun.id);
    }
    let game = barrage(&[("art/II", FIELD), ("127/6", "0810"), ("160/6", "0910")]);
    let distance = |name| historical().map.grid.distance(hex(FIELD), hex(name));
    assert_eq!((distance("0810"), distance("0910")), (3, 4));
    assert!(is_legal(&game, "barrage art/II 0810"));
    assert_eq!(denied(&game, "barrage art/II 0910"), "10.1");
}

#[test]
fn a_heavy_gun_bombards_one_hex_with_enemies_in_a_phase() {
    let mut game = barrage(&[("art/II", FIELD), ("AA1", "0509"), ("127/6", "0610"), ("160/6", "0611")]);
    assert_eq!(denied(&game, "barrage art/II 0609"), "12", "nobody is there");
    play(&mut game, "barrage art/II 0610");
    roll(&mut game, 1);
    assert_eq!(denied(&game, "barrage art/II 0611"), "10.1");
    assert!(is_legal(&game, "barrage AA1 0611"));
    pass_to(&mut game, 3, Phase::SovietMovement, 1);
    pass_to(&mut game, 3, Phase::Bombardment, 1);
    assert!(is_legal(&game, "barrage art/II 0611"), "the second phase of the turn");
}

#[test]
fn divisional_guns_do_not_bombard_and_travelling_guns_do_nothing() {
    let counters = [("art/Cos", FIELD), ("89/Cos", FIELD), ("art/II", "0509"), ("AA1", "0509"), ("127/6", "0610")];
    let position = put(field(), &counters).short_side("art/II").and_then(|position| position.short_side("art/Cos")).expect("counters");
    let game = position.clone().open(Phase::Bombardment, 0);
    assert_eq!((denied(&game, "barrage art/Cos 0610"), denied(&game, "barrage art/II 0610")), ("10.1.1", "10.1.1"));
    let mut combat = position.open(Phase::SovietCombat, 0);
    attack(&mut combat, FIELD, &["127/6"]);
    assert_eq!(combat.turn(), Turn::Chance, "no gun can support");
}

/// A Soviet attack on the field; the Axis names its guns now.
fn attacked(counters: &[(&str, &str)]) -> Armir {
    attacked_in(put(field(), counters))
}

fn attacked_in(position: PositionBuilder) -> Armir {
    let mut game = put(position, &[("127/6", "0609")]).open(Phase::SovietCombat, 0);
    attack(&mut game, FIELD, &["127/6"]);
    game
}

fn support_value(id: &str) -> u16 {
    u16::from(historical().unit(unit(id)).faces[Face::Long as usize].support)
}

#[test]
fn a_divisional_gun_adds_its_support_value_in_defence() {
    let mut game = attacked(&[("89/Cos", FIELD), ("art/Cos", "0511")]);
    let before = sheet(&game).defence;
    assert_eq!((game.turn(), choices(&game)), (Turn::Player(Side::Axis), texts(&["done", "support art/Cos"])));
    play(&mut game, "support art/Cos");
    assert_eq!(game.turn(), Turn::Chance);
    assert_eq!(sheet(&game).defence, before + support_value("art/Cos"));
}

#[test]
fn a_divisional_gun_adds_its_support_value_in_attack() {
    let mut game = put(field(), &[("127/6", FIELD), ("89/Cos", "0509"), ("art/Cos", "0410")]).open(Phase::AxisCombat, 0);
    attack(&mut game, FIELD, &["89/Cos"]);
    let before = sheet(&game).attack;
    play(&mut game, "support art/Cos");
    assert_eq!(sheet(&game).attack, before + support_value("art/Cos"));
}

#[test]
fn a_gun_supports_one_combat_in_a_phase() {
    let second_combat = |first: &str| {
        let counters = [("89/Cos", FIELD), ("art/Cos", "0511"), ("90/Cos", "0512"), ("160/6", "0513")];
        let mut game = attacked_in(put(exercise(), &counters));
        play(&mut game, first);
        roll(&mut game, 5);
        attack(&mut game, "0512", &["160/6"]);
        game
    };
    assert_eq!(second_combat("support art/Cos").turn(), Turn::Chance, "the gun is spent");
    assert!(is_legal(&second_combat("done"), "support art/Cos"));
}

#[test]
fn a_gun_supports_again_in_the_next_combat_phase() {
    let mut game = put(exercise(), &[("127/6", FIELD), ("89/Cos", "0509"), ("art/Cos", "0410")]).open(Phase::AxisCombat, 0);
    attack(&mut game, FIELD, &["89/Cos"]);
    play(&mut game, "support art/Cos");
    roll(&mut game, 1);
    play(&mut game, "stand");
    pass_to(&mut game, 3, Phase::SovietCombat, 1);
    attack(&mut game, "0509", &["127/6"]);
    assert!(is_legal(&game, "support art/Cos"));
}

#[test]
fn a_supporting_gun_stands_within_one_hex_of_the_attacked_hex() {
    let game = attacked(&[("89/Cos", FIELD), ("art/Cos", "0512"), ("37/Rav", FIELD), ("art/Rav", "0511")]);
    assert!(is_legal(&game, "support art/Rav"));
    assert_eq!(denied(&game, "support art/Cos"), "10.1");
}

#[test]
fn a_divisional_gun_supports_units_of_its_own_division_only() {
    let game = attacked(&[("89/Cos", FIELD), ("art/Cos", "0511"), ("art/Rav", "0511")]);
    assert!(is_legal(&game, "support art/Cos"));
    assert_eq!(denied(&game, "support art/Rav"), "10.1.2.b");
    // In attack the units count that take part, not those that look on.
    let counters = [("127/6", FIELD), ("89/Cos", "0509"), ("37/Rav", "0509"), ("art/Cos", "0410"), ("art/Rav", "0410")];
    let mut game = put(field(), &counters).open(Phase::AxisCombat, 0);
    attack(&mut game, FIELD, &["89/Cos"]);
    assert!(is_legal(&game, "support art/Cos"));
    assert_eq!(denied(&game, "support art/Rav"), "10.1.2.b");
}

#[test]
fn corps_guns_support_their_corps_and_army_units() {
    let supports = |gun: &str, defender: &str| {
        let position = on_turn_3(PositionBuilder::empty(with_supporting_corps_guns()));
        // The gun of the Ravenna keeps the choice open where the other gun may not fire.
        let game = attacked_in(put(position, &[(defender, FIELD), ("art/Rav", FIELD), (gun, "0511")]));
        is_legal(&game, &format!("support {gun}"))
    };
    assert!(supports("art/II", "89/Cos") && supports("art/II", "23Mar"), "own corps");
    assert!(supports("art/II", "Barbo"), "army level");
    assert!(!supports("art/II", "79/Pas"), "another corps");
    assert!(supports("AA1", "Barbo") && !supports("AA1", "89/Cos"), "army guns");
}

#[test]
fn a_gun_in_the_attacked_hex_may_support_itself() {
    let mut alone = attacked(&[("art/Cos", FIELD)]);
    assert_eq!(sheet(&alone).defence, 1);
    play(&mut alone, "support art/Cos");
    assert_eq!(sheet(&alone).defence, support_value("art/Cos"), "instead of its own point, not on top of it");
    let among_strangers = attacked(&[("art/Cos", FIELD), ("79/Pas", FIELD)]);
    assert!(is_legal(&among_strangers, "support art/Cos"));
}

#[test]
fn every_use_of_a_gun_costs_a_supply_point() {
    let counters = [("art/II", "0511"), ("AA1", "0511"), ("89/Cos", FIELD), ("art/Cos", "0511"), ("127/6", "0609"), ("160/6", "0611")];
    let mut game = put(field(), &counters).supply_points(9).open(Phase::Bombardment, 1);
    play(&mut game, "barrage art/II 0609");
    assert_eq!(game.supply_points(), 8, "paid before the die");
    roll(&mut game, 1);
    play(&mut game, "barrage AA1 0611");
    roll(&mut game, 1);
    assert_eq!((game.supply_points(), game.current_phase()), (7, Phase::SovietCombat));
    attack(&mut game, FIELD, &["127/6"]);
    play(&mut game, "support art/Cos");
    assert_eq!(game.supply_points(), 6);
}

#[test]
fn without_supply_points_the_guns_are_silent() {
    let counters = [("art/II", "0511"), ("89/Cos", FIELD), ("art/Cos", "0511"), ("37/Rav", FIELD), ("art/Rav", "0511"), ("127/6", "0609")];
    let none = put(field(), &counters).supply_points(0).air_unit(Some(Side::Axis));
    assert_eq!(denied(&none.clone().open(Phase::Bombardment, 0), "barrage art/II 0609"), "10.1.4");
    let after = |position: PositionBuilder, supports: &[&str]| {
        let mut game = position.open(Phase::SovietCombat, 0);
        attack(&mut game, FIELD, &["127/6"]);
        for gun in supports {
            play(&mut game, &format!("support {gun}"));
        }
        (game.turn(), game.supply_points())
    };
    assert_eq!(after(none, &[]), (Turn::Chance, 0));
    let one = put(field(), &counters).supply_points(1);
    assert_eq!(after(one, &["art/Cos"]), (Turn::Chance, 0), "the second gun has no point left");
}

#[test]
fn guns_that_do_not_support_defend_with_one_point_each() {
    let mut game = attacked(&[("89/Cos", FIELD), ("art/Cos", FIELD), ("art/II", FIELD)]);
    assert_eq!(sheet(&game).defence, cp(&game, "89/Cos") + 1 + 1);
    play(&mut game, "support art/Cos");
    assert_eq!(sheet(&game).defence, cp(&game, "89/Cos") + 1 + support_value("art/Cos"));
}

#[test]
fn an_hq_alone_defends_with_nothing() {
    let game = attacked(&[("HQ/II", FIELD)]);
    assert_eq!((sheet(&game).defence, column(&sheet(&game))), (0, "7:1"));
}

// ---- Soviet artillery points [10.2] -----------------------------------------

#[test]
fn each_turn_an_army_gets_as_many_artillery_points_as_the_radius_of_its_hq() {
    let position = put(field(), &[("HQ/6", "1205"), ("HQ/1G", "1405")]).short_side("HQ/1G").expect("a counter");
    let mut game = position.artillery(Formation::Sixth, 1).artillery(Formation::ThirdGuards, 5).open(Phase::Initiative, 0);
    play(&mut game, "done");
    let radius = |id: &str, face: Face| historical().unit(unit(id)).faces[face as usize].radius;
    assert_eq!(game.artillery_points(0), radius("HQ/6", Face::Long));
    assert_eq!(game.artillery_points(1), radius("HQ/1G", Face::Short));
    assert_eq!(game.artillery_points(2), 0, "an army without its HQ has none");
}

#[test]
fn the_points_follow_the_side_to_which_the_hq_is_turned_this_turn() {
    let mut game = put(field(), &[("HQ/6", "1205")]).open(Phase::Initiative, 0);
    play(&mut game, "initiative");
    play(&mut game, "flip HQ/6");
    while game.turn() != Turn::Chance {
        play(&mut game, "done");
    }
    assert_eq!(game.artillery_points(0), historical().unit(unit("HQ/6")).faces[Face::Short as usize].radius);
}

/// Soviets with the initiative, an HQ in the field with some points and targets around it.
fn salvo(points: u8) -> PositionBuilder {
    let counters = [("HQ/6", FIELD), ("89/Cos", "0610"), ("90/Cos", "0810"), ("37/Rav", "0910")];
    put(field(), &counters).initiative(Side::Soviet).artillery(Formation::Sixth, points)
}

#[test]
fn an_army_hq_bombards_within_three_hexes() {
    let game = salvo(2).open(Phase::Bombardment, 0);
    assert!(is_legal(&game, "salvo HQ/6 1 0810"));
    assert_eq!(denied(&game, "salvo HQ/6 1 0910"), "10.1");
}

#[test]
fn each_army_spends_its_own_points_on_hexes_with_enemies() {
    let position = put(salvo(1), &[("HQ/1G", "0512")]).artillery(Formation::FirstGuards, 2);
    let mut game = position.open(Phase::Bombardment, 0);
    let every = ["done", "salvo HQ/6 1 0610", "salvo HQ/6 1 0810", "salvo HQ/1G 1 0610", "salvo HQ/1G 2 0610"];
    assert_eq!(choices(&game), texts(&every));
    play(&mut game, "salvo HQ/1G 2 0610");
    roll(&mut game, 1);
    assert_eq!((game.artillery_points(0), game.artillery_points(1)), (1, 0));
    assert_eq!(choices(&game), texts(&["done", "salvo HQ/6 1 0810"]));
}

#[test]
fn points_are_declared_before_the_die_and_taken_off_the_total_of_the_turn() {
    let mut game = salvo(3).open(Phase::Bombardment, 0);
    let offered: Vec<String> = legal_texts(&game).into_iter().filter(|text| text.ends_with("0610")).collect();
    assert_eq!(offered, ["salvo HQ/6 1 0610", "salvo HQ/6 2 0610", "salvo HQ/6 3 0610"]);
    assert_eq!(denied(&game, "salvo HQ/6 4 0610"), "10.2");
    play(&mut game, "salvo HQ/6 2 0610");
    assert_eq!((game.turn(), game.artillery_points(0)), (Turn::Chance, 1));
    roll(&mut game, 1);
    assert_eq!(denied(&game, "salvo HQ/6 2 0810"), "10.2");
    play(&mut game, "salvo HQ/6 1 0810");
    assert_eq!(game.artillery_points(0), 0);
}

#[test]
fn points_left_over_serve_in_the_second_bombardment_phase_of_the_turn() {
    let mut game = salvo(3).open(Phase::Bombardment, 0);
    play(&mut game, "salvo HQ/6 1 0610");
    roll(&mut game, 1);
    play(&mut game, "done");
    pass_to(&mut game, 3, Phase::AxisMovement, 1);
    pass_to(&mut game, 3, Phase::Bombardment, 1);
    assert_eq!(game.turn(), Turn::Player(Side::Soviet), "before a combat phase of the enemy");
    assert!(is_legal(&game, "salvo HQ/6 2 0610"), "and the hex is free again");
    assert_eq!(denied(&game, "salvo HQ/6 3 0610"), "10.2");
}

#[test]
fn hqs_and_guns_out_of_supply_do_not_bombard() {
    let position = salvo(3).air_unit(Some(Side::Soviet)).out_of_supply("HQ/6").expect("a counter");
    let game = position.open(Phase::Bombardment, 0);
    assert_eq!(denied(&game, "salvo HQ/6 1 0610"), "8.3.1");
    let position = put(field(), &[("art/II", FIELD), ("AA1", FIELD), ("127/6", "0610")]).out_of_supply("art/II").expect("a counter");
    assert_eq!(denied(&position.open(Phase::Bombardment, 0), "barrage art/II 0610"), "8.3.1");
}

// ---- the bombardment phase [11] ---------------------------------------------

#[test]
fn the_player_with_the_initiative_bombards_first() {
    for (first, second) in [(Side::Axis, Side::Soviet), (Side::Soviet, Side::Axis)] {
        let counters = [("HQ/6", "0410"), ("art/II", FIELD)];
        let mut game = put(field(), &counters).initiative(first).artillery(Formation::Sixth, 2).open(Phase::Bombardment, 0);
        assert_eq!(game.turn(), Turn::Player(first));
        play(&mut game, "done");
        assert_eq!((game.turn(), game.current_phase()), (Turn::Player(second), Phase::Bombardment));
        play(&mut game, "done");
        assert_ne!(game.current_phase(), Phase::Bombardment);
    }
}

#[test]
fn air_and_guns_do_not_combine_and_a_hex_is_bombarded_once() {
    let counters = [("art/II", FIELD), ("AA1", FIELD), ("127/6", "0610"), ("160/6", "0611")];
    let data = historical();
    let air = data.tables.air.axis_value;
    let gun = data.unit(unit("art/II")).faces[Face::Long as usize].bombardment;
    let die = (1..=6).find(|die| cell(air, *die) != cell(air + gun, *die)).expect("more points make a difference");
    let mut game = put(field(), &counters).air_unit(Some(Side::Axis)).open(Phase::Bombardment, 0);
    play(&mut game, "air 0610");
    assert_eq!(game.turn(), Turn::Chance, "nothing can be added");
    roll(&mut game, die);
    assert_eq!(game.is_disorganised(unit("127/6")), cell(air, die) != BombardmentResult::Nothing);
    assert_eq!((denied(&game, "barrage art/II 0610"), denied(&game, "barrage AA1 0610")), ("11.b", "11.b"));
    assert!(is_legal(&game, "barrage art/II 0611"));
}

#[test]
fn italian_guns_are_never_added_together() {
    let data = historical();
    let value = |id: &str| data.unit(unit(id)).faces[Face::Long as usize].bombardment;
    let (one, both) = (value("art/II"), value("art/II") + value("AA1"));
    let die = (1..=6).find(|die| cell(one, *die) != cell(both, *die)).expect("more points make a difference");
    let mut game = barrage(&[("art/II", FIELD), ("AA1", FIELD), ("127/6", "0610"), ("160/6", "0611")]);
    play(&mut game, "barrage art/II 0610");
    roll(&mut game, die);
    assert_eq!(game.is_disorganised(unit("127/6")), cell(one, die) != BombardmentResult::Nothing);
    assert_eq!(denied(&game, "barrage AA1 0610"), "11.b");
}

#[test]
fn a_bombardment_reads_the_column_of_its_value() {
    for points in 1..=6 {
        for die in 1..=6 {
            let mut game = put(field(), &[("HQ/6", FIELD), ("89/Cos", "0610"), ("90/Cos", "0610")])
                .initiative(Side::Soviet)
                .artillery(Formation::Sixth, 6)
                .open(Phase::Bombardment, 0);
            play(&mut game, &format!("salvo HQ/6 {points} 0610"));
            roll(&mut game, die);
            let result = cell(points, die);
            assert_eq!(game.is_disorganised(unit("89/Cos")), result != BombardmentResult::Nothing, "{points} points, die {die}");
            assert_eq!(is_legal(&game, "lose 89/Cos"), result == BombardmentResult::DisorganisedAndStep, "{points} points, die {die}");
        }
    }
}

#[test]
fn no_effect_leaves_the_stack_alone_and_dsg_disorganises_all_of_it() {
    let value = value_for(BombardmentResult::Disorganised);
    for (result, expected) in [(BombardmentResult::Nothing, false), (BombardmentResult::Disorganised, true)] {
        let mut game = salvo(6)
            .place("art/Cos", "0610")
            .and_then(|position| position.place("HQ/II", "0610"))
            .expect("counters")
            .open(Phase::Bombardment, 0);
        play(&mut game, &format!("salvo HQ/6 {value} 0610"));
        roll(&mut game, die_for(value, result));
        for id in ["89/Cos", "art/Cos", "HQ/II"] {
            assert_eq!((game.is_disorganised(unit(id)), steps(&game, id)), (expected, historical().unit(unit(id)).steps), "{id}");
        }
        assert!(!game.is_disorganised(unit("90/Cos")), "another hex");
    }
}

#[test]
fn dsg1_also_costs_the_stack_one_step_of_the_owners_choice() {
    let value = value_for(BombardmentResult::DisorganisedAndStep);
    let die = die_for(value, BombardmentResult::DisorganisedAndStep);
    let mut game = salvo(6).place("art/Cos", "0610").expect("a counter").open(Phase::Bombardment, 0);
    play(&mut game, &format!("salvo HQ/6 {value} 0610"));
    roll(&mut game, die);
    assert_eq!((game.turn(), choices(&game)), (Turn::Player(Side::Axis), texts(&["lose 89/Cos", "lose art/Cos"])));
    play(&mut game, "lose 89/Cos");
    assert_eq!((steps(&game, "89/Cos"), steps(&game, "art/Cos")), (1, 1));
    assert!(game.is_disorganised(unit("89/Cos")) && game.is_disorganised(unit("art/Cos")));
    assert_eq!(game.turn(), Turn::Player(Side::Soviet), "the bombardment goes on");
    let mut lone = salvo(6).open(Phase::Bombardment, 0);
    play(&mut lone, &format!("salvo HQ/6 {value} 0610"));
    roll(&mut lone, die);
    assert_eq!(steps(&lone, "89/Cos"), 1, "a lone unit takes it");
}

// ---- disorganised units [11.2] ----------------------------------------------

#[test]
fn disorganised_units_have_half_their_cp_in_attack_and_defence() {
    let strengths = |disorganised: &[&str]| {
        let position = put(field(), &[("525/298", FIELD), ("526/298", FIELD), ("127/6", "0609")]);
        let mut game =
            disorganised.iter().fold(position, |position, id| position.disorganised(id).expect("a counter")).open(Phase::SovietCombat, 0);
        attack(&mut game, FIELD, &["127/6"]);
        (sheet(&game).attack, sheet(&game).defence)
    };
    let (attack, defence) = strengths(&[]);
    assert_eq!(strengths(&["127/6"]), (attack.div_ceil(2), defence));
    assert_eq!(strengths(&["525/298", "526/298"]), (attack, defence.div_ceil(2)));
}

#[test]
fn disorganised_guns_neither_bombard_nor_support() {
    let value = value_for(BombardmentResult::Disorganised);
    let mut game =
        salvo(6).place("art/II", "0610").and_then(|position| position.place("AA1", "0511")).expect("counters").open(Phase::Bombardment, 0);
    play(&mut game, &format!("salvo HQ/6 {value} 0610"));
    roll(&mut game, die_for(value, BombardmentResult::Disorganised));
    play(&mut game, "done");
    assert_eq!(game.turn(), Turn::Player(Side::Axis));
    assert_eq!(denied(&game, "barrage art/II 0510"), "11.2.a");
    assert!(is_legal(&game, "barrage AA1 0510"));

    let counters = [("89/Cos", FIELD), ("37/Rav", FIELD), ("art/Cos", "0511"), ("art/Rav", "0511")];
    let combat = attacked_in(put(field(), &counters).disorganised("art/Cos").expect("a counter"));
    assert_eq!(denied(&combat, "support art/Cos"), "11.2.a");
    assert!(is_legal(&combat, "support art/Rav"));
}

#[test]
fn a_disorganised_army_hq_bombards_all_the_same() {
    let game = salvo(2).disorganised("HQ/6").expect("a counter").open(Phase::Bombardment, 0);
    assert!(game.is_disorganised(unit("HQ/6")) && is_legal(&game, "salvo HQ/6 2 0610"));
}

#[test]
fn a_disorganised_gun_defends_with_half_a_point() {
    let counters = [("art/Cos", FIELD), ("art/Rav", FIELD)];
    let position = put(field(), &counters).disorganised("art/Cos").and_then(|position| position.disorganised("art/Rav")).expect("counters");
    assert_eq!(sheet(&attacked_in(position)).defence, 1, "two halves, rounded once for the hex");
}

#[test]
fn every_combat_phase_ends_all_disorganisation() {
    let position =
        put(field(), &[("127/6", "0609"), ("89/Cos", FIELD)]).disorganised("127/6").and_then(|position| position.disorganised("89/Cos"));
    let position = position.expect("counters");
    for phase in [Phase::AxisCombat, Phase::SovietCombat] {
        let mut game = position.clone().open(phase, 0);
        assert!(game.is_disorganised(unit("127/6")) && game.is_disorganised(unit("89/Cos")));
        play(&mut game, "done");
        assert!(!game.is_disorganised(unit("127/6")) && !game.is_disorganised(unit("89/Cos")), "{}", phase.name());
    }
}

#[test]
fn a_unit_is_halved_once_however_many_reasons_there_are() {
    let halved = |out_of_supply: bool, disorganised: bool| {
        let mut position = put(field(), &[("127/6", "0609"), ("89/Cos", FIELD)]);
        if out_of_supply {
            position = position.out_of_supply("127/6").expect("a counter");
        }
        if disorganised {
            position = position.disorganised("127/6").expect("a counter");
        }
        let mut game = position.open(Phase::SovietCombat, 0);
        attack(&mut game, FIELD, &["127/6"]);
        sheet(&game).attack
    };
    let half = halved(false, false).div_ceil(2);
    assert_eq!([halved(true, false), halved(false, true), halved(true, true)], [half; 3]);
}
