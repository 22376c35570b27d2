//! Air war, headquarters and guns: the golden vectors of the series that single procedures can carry, and the numbers of the worked turn of the first
//! scenario. `gvNN` is the number of the vector. Vectors of whole positions come with the game.

use stavka_engine::east_front::air::{self, Battery};
use stavka_engine::east_front::artillery::{self, Gun, Silence, SovietGuns, WithHq};
use stavka_engine::east_front::command::{self, Spent, Use};
use stavka_engine::east_front::data::{AirBox, AirEffect, Switches};
use stavka_engine::east_front::reaction::{self, Reactor};
use stavka_engine::east_front::weather::Condition;
use stavka_engine::game::Side;

use crate::east_front_kit::{data, switches, tables};

// ---- air -------------------------------------------------------------------

#[test]
fn gv22_the_initiative_of_the_worked_turn() {
    let lead = |die, shooters| {
        let result = air::initiative(tables(), die);
        (air::leader(result, shooters, switches()), result.advantage)
    };
    assert_eq!(lead(3, [2, 2]), (Some(Side::Axis), false));
    assert_eq!(lead(9, [0, 1]), (Some(Side::Soviet), false));
    assert_eq!([2, 5].map(|die| lead(die, [1, 1])), [(Some(Side::Axis), false); 2]);
    assert_eq!(lead(8, [1, 1]), (Some(Side::Soviet), false));
    assert_eq!(lead(1, [1, 1]), (Some(Side::Axis), true));
    assert_eq!(lead(10, [1, 1]), (Some(Side::Soviet), true));
    assert_eq!((lead(6, [1, 1]).0, lead(7, [1, 1]).0), (None, None));
    assert_eq!(lead(3, [0, 1]).0, Some(Side::Soviet), "reading A23");
    let strict = Switches { shooters_pair_without_the_initiative: false, ..switches().clone() };
    assert_eq!(air::leader(air::initiative(tables(), 3), [0, 1], &strict), None);
}

#[test]
fn the_air_combats_of_the_worked_turn() {
    let fire = |shooter, target, die| air::fire(tables(), shooter, target, die);
    assert_eq!(fire(4, 2, 5), AirEffect::Damaged, "Bf109F at MiG-3");
    assert_eq!(fire(2, 4, 6), AirEffect::Nothing, "MiG-3 at Bf109F");
    assert_eq!(fire(3, 1, 2), AirEffect::Destroyed, "Bf109E at I-153");
    assert_eq!(fire(1, 3, 7), AirEffect::Nothing, "I-153 at Bf109E");
    assert_eq!(fire(1, 2, 4), AirEffect::Flown, "I-16 at He111");
}

#[test]
fn gv23_the_fire_of_the_worked_turn() {
    let fire = |side, model, die| {
        let modifier = air::anti_air_modifier(&tables().anti_air, side, Battery::default(), model);
        air::anti_air(&tables().anti_air, die, modifier)
    };
    assert_eq!(fire(Side::Soviet, "Ju87", 4), AirEffect::Nothing);
    assert_eq!(fire(Side::Axis, "DB3", 10), AirEffect::Damaged);
    assert_eq!(fire(Side::Soviet, "Ju88", 10), AirEffect::Damaged);
    assert_eq!(fire(Side::Axis, "DB3", 9), AirEffect::Flown);
    let rows = [(7, 0), (8, 0), (9, 0), (10, 0), (10, 1), (10, 2)].map(|(die, modifier)| air::anti_air(&tables().anti_air, die, modifier));
    let [none, flown, damaged, destroyed] = [AirEffect::Nothing, AirEffect::Flown, AirEffect::Damaged, AirEffect::Destroyed];
    assert_eq!(rows, [none, flown, flown, damaged, damaged, destroyed], "from 8, 10 and 12 on");
}

#[test]
fn gv24_modifiers_of_fire_are_limited_before_they_are_set_off() {
    let modifier = |side, battery, model| air::anti_air_modifier(&tables().anti_air, side, battery, model);
    assert_eq!(modifier(Side::Soviet, Battery { anti_air: 2, hqs: 1, out_of_supply: false }, "Ju87"), 1);
    assert_eq!(modifier(Side::Soviet, Battery { anti_air: 0, hqs: 0, out_of_supply: true }, "Ju87"), -2);
    assert_eq!(modifier(Side::Axis, Battery { anti_air: 1, hqs: 1, out_of_supply: false }, "IL-2"), 0, "headquarters help Soviets alone");
    assert_eq!(modifier(Side::Axis, Battery { anti_air: 1, ..Battery::default() }, "DB3"), 1);
}

#[test]
fn gv25_to_gv28_and_gv31_shots_by_the_difference_of_ratings() {
    let fire = |shooter, target, die| air::fire(tables(), shooter, target, die);
    assert_eq!(fire(2, 3, 6), AirEffect::Nothing);
    assert_eq!(fire(4, 2, 5), AirEffect::Damaged);
    assert_eq!(fire(2, 4, 3), AirEffect::Flown, "the table, not the printed example (A15)");
    assert_eq!(fire(4, 2, 3), AirEffect::Destroyed);
    assert_ne!(fire(4, 2, 4), fire(2, 4, 4), "+2 one way and -2 the other");
    assert_eq!((fire(9, 1, 8), fire(1, 9, 1)), (AirEffect::Flown, AirEffect::Damaged), "the ends serve what lies beyond");
}

#[test]
fn gv29_fire_with_a_headquarters_and_the_level_that_is_left() {
    let hq = Battery { hqs: 1, ..Battery::default() };
    let fire = |model, die| air::anti_air(&tables().anti_air, die, air::anti_air_modifier(&tables().anti_air, Side::Soviet, hq, model));
    assert_eq!(fire("Ju88", 8), AirEffect::Flown);
    assert_eq!(fire("Ju87", 5), AirEffect::Nothing);
    let level = |points: &[u8]| air::interdiction_level(&tables().missions, points);
    assert_eq!((level(&[2]), level(&[1]), level(&[1, 2]), level(&[])), (2, 1, 2, 0));
}

#[test]
fn gv30_a_support_mission_without_air_combat() {
    assert_eq!(air::initiative(tables(), 6).holder, None);
    let fire = |side, battery, model, die| {
        air::anti_air(&tables().anti_air, die, air::anti_air_modifier(&tables().anti_air, side, battery, model))
    };
    assert_eq!(fire(Side::Axis, Battery::default(), "SU-2", 3), AirEffect::Nothing);
    assert_eq!(fire(Side::Soviet, Battery { anti_air: 2, ..Battery::default() }, "Ju87", 10), AirEffect::Damaged, "10 + 2 - 1");
    let nine = |anti_air| fire(Side::Soviet, Battery { anti_air, ..Battery::default() }, "Ju87", 9);
    assert_eq!((nine(1), nine(2)), (AirEffect::Flown, AirEffect::Damaged), "each anti-aircraft unit counts");
}

#[test]
fn divisions_and_headquarters_fire_and_others_do_not() {
    let fires = |id: &str, operational| {
        let unit = data().unit(data().find_unit(id).expect("a counter"));
        air::fires(unit, unit.faces[0].zoc, operational, switches())
    };
    assert!(fires("73", true) && fires("Eng", true) && !fires("190AG", true) && !fires("49", true));
    assert!(fires("106", true) && !fires("5(+)", true) && !fires("52", true) && !fires("48K", true));
    assert!(fires("51HQ", true) && !fires("51HQ", false), "reading A30");
}

#[test]
fn units_come_home_and_get_ready() {
    assert_eq!([AirEffect::Nothing, AirEffect::Flown].map(air::home), [AirBox::Flown; 2]);
    assert_eq!([AirEffect::Damaged, AirEffect::Destroyed].map(air::home), [AirBox::Damaged, AirBox::Destroyed]);
    let roll = |at, die, condition, storm| air::readiness(&tables().readiness, at, die, condition, storm);
    let dry = |at, die| roll(at, die, Condition::Dry, false);
    assert_eq!((dry(AirBox::Flown, 7), dry(AirBox::Flown, 8)), (AirBox::Ready, AirBox::Flown));
    assert_eq!((dry(AirBox::Damaged, 5), dry(AirBox::Damaged, 6)), (AirBox::Flown, AirBox::Damaged));
    assert_eq!((dry(AirBox::Ready, 10), dry(AirBox::Destroyed, 1)), (AirBox::Ready, AirBox::Destroyed));
    let last = |condition, storm| (1..=10).filter(|&die| roll(AirBox::Flown, die, condition, storm) == AirBox::Ready).count();
    assert_eq!(Condition::ALL.map(|condition| last(condition, false)), [7, 5, 6, 5, 6]);
    assert_eq!(last(Condition::Mud, true), 2, "mud and storm add up");
    let mended = |condition| (1..=10).filter(|&die| roll(AirBox::Damaged, die, condition, false) == AirBox::Flown).count();
    assert_eq!(Condition::ALL.map(mended), [5, 3, 5, 3, 4]);
}

// ---- command and artillery -------------------------------------------------

#[test]
fn gv41_a_headquarters_of_value_one_gives_one_order() {
    let once = Spent::default().on(Use::Order, 1).expect("a point is there");
    assert_eq!(once.on(Use::Order, 1), None);
    assert!(once.on(Use::Reaction, 1).is_some() && once.on(Use::Activation, 1).is_some(), "the three budgets are apart");
    assert_eq!(Spent::default().on(Use::Order, command::command_value(&tables().interdiction, 1, 1)), None);
    assert_eq!(command::command_value(&tables().interdiction, 2, 1), 1);
    assert_eq!(command::command_value(&tables().interdiction, 1, 2), 0);
}

#[test]
fn gv42_recovery_three_lets_two_units_move_in_each_phase() {
    assert_eq!(command::movers_near_a_broken_hq(&tables().command, 3), 2);
    assert_eq!(command::movers_near_a_broken_hq(&tables().command, 1), 0);
    assert!(command::recovers(3, 3) && !command::recovers(3, 4));
}

fn may_support(in_hex: u8, with_hqs: &[WithHq], elsewhere: u8) -> bool {
    let guns = SovietGuns { in_hex, with_hqs, elsewhere, under_broken_hq: false };
    artillery::soviet_guns_may_support(&tables().artillery, guns)
}

#[test]
fn gv43_without_headquarters_one_gun_supports() {
    assert!(may_support(1, &[], 0) && may_support(0, &[], 1));
    assert!(!may_support(1, &[], 1));
}

#[test]
fn gv44_guns_inside_the_hex_support_together_and_not_with_others() {
    assert!(may_support(2, &[], 0) && may_support(0, &[], 1));
    assert!(!may_support(2, &[], 1) && !may_support(1, &[], 1) && !may_support(0, &[], 2));
}

#[test]
fn gv45_guns_with_a_headquarters_join_those_inside() {
    let with = |chosen, level| [WithHq { chosen, stacked: 2, level }];
    assert!(may_support(2, &with(2, 0), 0));
    assert!(!may_support(2, &with(2, 0), 1));
    assert!(may_support(2, &with(1, 1), 0) && !may_support(2, &with(2, 1), 0));
    assert!(may_support(2, &with(0, 2), 0) && !may_support(2, &with(1, 2), 0));
    assert!(may_support(0, &with(1, 2), 0), "one gun is always left");
    assert!(!may_support(3, &with(2, 0), 0), "four at most");
    let broken = SovietGuns { in_hex: 2, with_hqs: &[], elsewhere: 0, under_broken_hq: true };
    assert!(!artillery::soviet_guns_may_support(&tables().artillery, broken));
    assert!(artillery::soviet_guns_may_support(&tables().artillery, SovietGuns { in_hex: 1, ..broken }));
}

#[test]
fn interdiction_silences_guns_as_the_suppression_table_says() {
    let table = &tables().suppression;
    for (at, &stacked) in table.stacked.iter().enumerate() {
        let left = |level| (0..=stacked).rev().find(|&chosen| may_support(0, &[WithHq { chosen, stacked, level }], 0));
        assert_eq!((left(1), left(2)), (Some(table.level_1[at]), Some(table.level_2[at])), "{stacked} stacked");
    }
}

#[test]
fn the_axis_fires_with_four_guns_and_its_heavies_at_hard_targets() {
    let may = |guns, heavies, hard| artillery::axis_guns_may_support(&tables().artillery, guns, heavies, hard);
    assert!(may(4, 2, true) && may(4, 0, false) && !may(5, 0, true) && !may(1, 1, false));
}

#[test]
fn a_gun_supports_by_range_supply_and_freedom() {
    let gun = Gun {
        range: 2,
        distance: 1,
        attacks: false,
        overrun: false,
        out_of_supply: false,
        in_enemy_zoc: false,
        attack_supply: false,
        guns_alone: false,
        spent: false,
    };
    let check = artillery::may_support;
    assert_eq!((check(gun), check(Gun { distance: 2, ..gun })), (Ok(()), Ok(())));
    assert_eq!(check(Gun { distance: 3, ..gun }), Err(Silence::Range { distance: 3, range: 2 }));
    assert_eq!(check(Gun { overrun: true, ..gun }), Err(Silence::Overrun));
    assert_eq!(check(Gun { out_of_supply: true, ..gun }), Err(Silence::Supply));
    assert_eq!(check(Gun { in_enemy_zoc: true, ..gun }), Err(Silence::EnemyZoc));
    assert_eq!(check(Gun { in_enemy_zoc: true, distance: 0, ..gun }), Ok(()), "for its own hex");
    assert_eq!(check(Gun { guns_alone: true, distance: 0, ..gun }), Err(Silence::Alone));
    assert_eq!(check(Gun { guns_alone: true, ..gun }), Err(Silence::Alone), "another hex under attack is not helped either");
    assert_eq!(check(Gun { spent: true, ..gun }), Err(Silence::Spent));
    let attacker = Gun { attacks: true, out_of_supply: true, in_enemy_zoc: true, ..gun };
    assert_eq!(check(attacker), Err(Silence::AttackSupply));
    assert_eq!(check(Gun { attack_supply: true, ..attacker }), Ok(()));
}

#[test]
fn motorized_units_near_an_attack_react() {
    let free = Reactor { distance: 3, engaged: false, marked: false, commanded: false, near_broken_hq: false };
    let check = |id: &str, reactor| reaction::check(&tables().movement, data().unit(data().find_unit(id).expect("a counter")), reactor);
    assert_eq!(check("190AG", free), Ok(()), "the Axis needs no headquarters");
    assert_eq!(check("190AG", Reactor { distance: 4, ..free }), Err(reaction::ReactionRefusal::Distance(3)));
    assert_eq!(check("190AG", Reactor { engaged: true, ..free }), Err(reaction::ReactionRefusal::Engaged));
    assert_eq!(check("190AG", Reactor { marked: true, ..free }), Err(reaction::ReactionRefusal::Marker));
    assert_eq!((check("73", free), check("48K", free)), (Err(reaction::ReactionRefusal::Unit), Err(reaction::ReactionRefusal::Unit)));
    assert_eq!(check("5(+)", free), Err(reaction::ReactionRefusal::Command));
    assert_eq!(check("5(+)", Reactor { commanded: true, ..free }), Ok(()));
    assert_eq!(check("5(+)", Reactor { commanded: true, near_broken_hq: true, ..free }), Err(reaction::ReactionRefusal::Broken));
}
