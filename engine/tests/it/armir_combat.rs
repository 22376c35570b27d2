//! Combat [12], rule by rule. Tests of losses use the drill table, in which the die alone decides; tests
//! of odds and the examples of the rulebook use the historical data.

use std::collections::BTreeSet;

use stavka_engine::armir::{Armir, BattleSheet, Formation, Phase, Place, PositionBuilder};
use stavka_engine::game::{Game, Notation as _, Side, Turn};
use stavka_engine::hex::Hex;
use stavka_words::{Language, speaking};

use crate::armir_kit::fight::*;
use crate::armir_kit::{altered, denied, hex, historical, is_legal, legal_texts, pass_to, play, roll, unit};

/// Odds of a Soviet attack of so many CP on so many CP in open ground.
fn odds(attack_cp: u16, defence_cp: u16) -> BattleSheet {
    let data = historical();
    let attackers = muster(data, Formation::FirstGuards, attack_cp);
    let mut game =
        place_force(place_force(field(), &attackers, "0509"), &muster(data, Formation::Ii, defence_cp), FIELD).open(Phase::SovietCombat, 0);
    let ids: Vec<&str> = attackers.iter().map(|(id, _)| *id).collect();
    attack(&mut game, FIELD, &ids);
    let sheet = sheet(&game);
    assert_eq!((sheet.attack, sheet.defence), (attack_cp, defence_cp));
    sheet
}

// ---- declaration [12] -------------------------------------------------------

#[test]
fn attacks_are_voluntary_and_only_on_adjacent_enemies() {
    let mut game = put(exercise(), &[("127/6", "0509"), ("89/Cos", FIELD), ("90/Cos", "0512")]).open(Phase::SovietCombat, 0);
    assert_eq!(game.turn(), Turn::Player(Side::Soviet));
    assert_eq!(choices(&game), texts(&["done", "attack 0510", "attack 2005"]));
    assert_eq!(denied(&game, "attack 0512"), "12");
    assert_eq!(denied(&game, "attack 0508"), "12");
    play(&mut game, "done");
    assert_ne!(game.current_phase(), Phase::SovietCombat);
}

#[test]
fn only_the_phasing_player_attacks() {
    let position = put(exercise(), &[("127/6", "0509"), ("89/Cos", FIELD)]);
    let soviet = position.clone().open(Phase::SovietCombat, 0);
    assert_eq!((soviet.turn(), is_legal(&soviet, "attack 0510")), (Turn::Player(Side::Soviet), true));
    let axis = position.open(Phase::AxisCombat, 0);
    assert_eq!((axis.turn(), is_legal(&axis, "attack 0509"), is_legal(&axis, "attack 0510")), (Turn::Player(Side::Axis), true, false));
}

#[test]
fn that_nobody_has_been_named_is_told_in_both_languages() {
    let mut game = put(exercise(), &[("127/6", "0509"), ("160/6", "0509"), ("89/Cos", FIELD)]).open(Phase::SovietCombat, 0);
    play(&mut game, "attack 0510");
    assert!(game.prompt().contains("(nobody yet)"), "{}", game.prompt());
    let italian = speaking(Language::Italian, || game.prompt());
    assert!(italian.contains("(ancora nessuno)"), "{italian}");
}

#[test]
fn a_unit_attacks_once_in_a_combat_phase() {
    let counters = [("127/6", "0509"), ("160/6", "0509"), ("89/Cos", FIELD), ("90/Cos", "0609")];
    let mut game = put(exercise(), &counters).open(Phase::SovietCombat, 0);
    attack(&mut game, FIELD, &["127/6"]);
    roll(&mut game, 5);
    play(&mut game, "attack 0609");
    assert_eq!(denied(&game, "with 127/6"), "12");
    play(&mut game, "with 160/6");
    play(&mut game, "engage");
    roll(&mut game, 5);
    assert_eq!(denied(&game, "attack 0510"), "12");
    assert_eq!(denied(&game, "attack 0609"), "12");
}

#[test]
fn hqs_and_guns_never_attack() {
    let counters = [("HQ/II", "0509"), ("art/Cos", "0509"), ("art/II", "0509"), ("89/Cos", "0509"), ("127/6", FIELD)];
    let mut game = put(exercise(), &counters).open(Phase::AxisCombat, 0);
    play(&mut game, "attack 0510");
    for id in ["HQ/II", "art/Cos", "art/II"] {
        assert_eq!(denied(&game, &format!("with {id}")), "12.a");
    }
    assert_eq!(choices(&game), texts(&["with 89/Cos"]));
    let alone = put(exercise(), &[("HQ/6", "0509"), ("89/Cos", FIELD)]).open(Phase::SovietCombat, 0);
    assert_eq!(denied(&alone, "attack 0510"), "12.a");
}

#[test]
fn an_attack_is_against_every_unit_in_the_hex_but_need_not_meet_every_enemy() {
    let counters = [("127/6", "0509"), ("89/Cos", FIELD), ("90/Cos", FIELD), ("37/Rav", "0609")];
    let mut game = put(exercise(), &counters).open(Phase::SovietCombat, 0);
    attack(&mut game, FIELD, &["127/6"]);
    assert_eq!(sheet(&game).defence, cp(&game, "89/Cos") + cp(&game, "90/Cos"));
    roll(&mut game, 2);
    play(&mut game, "stand");
    play(&mut game, "lose 89/Cos");
    assert_eq!((steps(&game, "89/Cos"), steps(&game, "90/Cos"), steps(&game, "37/Rav")), (1, 1, 2));
}

#[test]
fn units_of_several_hexes_attack_one_hex_together() {
    let counters = [("127/6", "0509"), ("160/6", "0410"), ("172/6", "0611"), ("89/Cos", FIELD)];
    let mut game = put(exercise(), &counters).open(Phase::SovietCombat, 0);
    attack(&mut game, FIELD, &["127/6", "160/6", "172/6"]);
    assert_eq!(sheet(&game).attack, cp(&game, "127/6") + cp(&game, "160/6") + cp(&game, "172/6"));
}

#[test]
fn attacks_are_declared_and_resolved_one_by_one() {
    let counters = [("127/6", "0509"), ("160/6", "0512"), ("89/Cos", FIELD)];
    let mut game = put(exercise(), &counters).open(Phase::SovietCombat, 0);
    assert_eq!(denied(&game, "attack 0511"), "12");
    attack(&mut game, FIELD, &["127/6"]);
    roll(&mut game, 1);
    play(&mut game, "retreat");
    play(&mut game, "retreat 0511");
    play(&mut game, "done");
    attack(&mut game, "0511", &["160/6"]);
    assert_eq!(sheet(&game).attack, cp(&game, "160/6"));
}

#[test]
fn soviet_armies_attack_separately() {
    let counters = [("127/6", "0509"), ("160/6", "0509"), ("35G/1G", "0610"), ("89/Cos", FIELD)];
    let mut game = put(exercise(), &counters).open(Phase::SovietCombat, 0);
    play(&mut game, "attack 0510");
    assert_eq!(choices(&game), texts(&["with 127/6", "with 160/6", "with 35G/1G"]));
    play(&mut game, "with 127/6");
    assert_eq!(denied(&game, "with 35G/1G"), "12.e");
    play(&mut game, "engage");
    roll(&mut game, 5);
    attack(&mut game, FIELD, &["35G/1G"]);
    assert_eq!(sheet(&game).attack, cp(&game, "35G/1G"));
}

#[test]
fn an_attack_needs_at_least_one_unit() {
    let mut game = put(exercise(), &[("127/6", "0509"), ("89/Cos", FIELD)]).open(Phase::SovietCombat, 0);
    play(&mut game, "attack 0510");
    assert_eq!(denied(&game, "engage"), "12.1");
}

// ---- odds [12.1] ------------------------------------------------------------

#[test]
fn dv1_seven_against_four_is_one_to_one() {
    assert_eq!(column(&odds(7, 4)), "1:1");
}

#[test]
fn dv2_eight_against_four_is_two_to_one() {
    assert_eq!(column(&odds(8, 4)), "2:1");
}

#[test]
fn dv3_anything_below_one_to_one_uses_the_lowest_column() {
    assert_eq!(column(&odds(3, 7)), "1:2");
    assert_eq!(column(&odds(1, 20)), "1:2");
}

#[test]
fn odds_above_seven_to_one_use_the_highest_column() {
    assert_eq!(column(&odds(28, 4)), "7:1");
    assert_eq!(column(&odds(32, 4)), "7:1");
    assert_eq!(column(&odds(27, 4)), "6:1");
}

#[test]
fn dv4_shifts_for_strongpoint_and_city_add_up() {
    // A strongpoint in a city does not occur on the map: Staraya Kalitva serves as one.
    let data = altered("map.toml", |text| {
        let (head, tail) = text.split_once("name = \"Staraya Kalitva\"").expect("the place is on the map");
        format!("{head}name = \"Staraya Kalitva\"{}", tail.replacen("kind = \"village\"", "kind = \"city\"", 1))
    });
    let attackers = muster(data, Formation::Sixth, 27);
    let position = on_turn_3(PositionBuilder::empty(data));
    let mut game =
        place_force(place_force(position, &attackers, "1006"), &muster(data, Formation::Alpine, 4), "0906").open(Phase::SovietCombat, 0);
    let ids: Vec<&str> = attackers.iter().map(|(id, _)| *id).collect();
    attack(&mut game, "0906", &ids);
    let sheet = sheet(&game);
    assert_eq!((sheet.attack, sheet.defence, Armir::column_name(sheet.base_column), column(&sheet)), (27, 4, "6:1", "4:1"));
    assert_eq!(shifts(&game), [("14.3", -1), ("14.4", -1)]);
}

#[test]
fn shifts_do_not_go_below_the_lowest_column() {
    let mut game = put(field(), &[("106B/6", "1307"), ("37/Rav", "1308"), ("38/Rav", "1308")]).open(Phase::SovietCombat, 0);
    attack(&mut game, "1308", &["106B/6"]);
    let sheet = sheet(&game);
    assert_eq!((sheet.base_column, column(&sheet), shifts(&game)), (0, "1:2", vec![("14.3", -1)]));
}

#[test]
fn dv5_strength_is_halved_and_rounded_up_hex_by_hex() {
    let three = with_cp(Formation::Sixth, 3, &[]);
    let four = with_cp(Formation::Sixth, 4, &[three]);
    let five = with_cp(Formation::Sixth, 5, &[three, four]);
    let position = place_force(place_force(field(), &[three, four], "0509"), &[five], "0410");
    let position = [three.0, four.0].iter().fold(position, |position, id| position.disorganised(id).expect("a counter"));
    let mut game = put(position, &[("89/Cos", FIELD)]).open(Phase::SovietCombat, 0);
    attack(&mut game, FIELD, &[three.0, four.0, five.0]);
    assert_eq!(sheet(&game).attack, 9);
}

#[test]
fn dv6_a_unit_out_of_supply_and_disorganised_is_halved_once() {
    let five = with_cp(Formation::Sixth, 5, &[]);
    let position = place_force(field(), &[five], "0509").out_of_supply(five.0).and_then(|position| position.disorganised(five.0));
    let mut game = put(position.expect("a counter"), &[("89/Cos", FIELD)]).open(Phase::SovietCombat, 0);
    attack(&mut game, FIELD, &[five.0]);
    assert_eq!(sheet(&game).attack, 3);
}

#[test]
fn dv7_lack_of_supply_halves_the_attack_only_and_disorder_the_defence_too() {
    let five = with_cp(Formation::Alpine, 5, &[]);
    let position = put(place_force(field(), &[five], FIELD), &[("127/6", "0509")]);
    let defence = |position: PositionBuilder| {
        let mut game = position.open(Phase::SovietCombat, 0);
        attack(&mut game, FIELD, &["127/6"]);
        sheet(&game).defence
    };
    assert_eq!(defence(position.clone().out_of_supply(five.0).expect("a counter")), 5);
    assert_eq!(defence(position.disorganised(five.0).expect("a counter")), 3);
}

#[test]
fn tv2_thirty_nine_against_four_in_a_strongpoint_is_fought_at_six_to_one() {
    let game = four_divisions_against_a_strongpoint();
    let sheet = sheet(&game);
    assert_eq!((sheet.attack, sheet.defence), (39, 4));
    assert_eq!((Armir::column_name(sheet.base_column), column(&sheet)), ("7:1", "6:1"), "the limit comes before the shift");
}

#[test]
fn german_tanks_add_one_to_the_die_of_an_axis_attack() {
    let position = put(exercise(), &[("Pz/27", "0509"), ("140/27", "0509"), ("127/6", FIELD), ("160/6", FIELD)]);
    let bonus = |with: &[&str]| {
        let mut game = position.clone().open(Phase::AxisCombat, 0);
        attack(&mut game, FIELD, with);
        sheet(&game).die_bonus
    };
    assert_eq!((bonus(&["Pz/27"]), bonus(&["Pz/27", "140/27"]), bonus(&["140/27"])), (1, 1, 0));
    let mut game = position.clone().open(Phase::AxisCombat, 0);
    attack(&mut game, FIELD, &["Pz/27"]);
    let result = game.battle_result(&sheet(&game), 6);
    assert_eq!((result.attacker, result.defender), (2, 2), "a six counts as seven");
    roll(&mut game, 6);
    assert_eq!(steps(&game, "Pz/27"), 0);
    let mut defence = position.open(Phase::SovietCombat, 0);
    attack(&mut defence, "0509", &["127/6"]);
    assert_eq!(sheet(&defence).die_bonus, 0, "tanks in defence give nothing");
}

// ---- losses [12.2] ----------------------------------------------------------

#[test]
fn the_left_number_is_lost_by_the_attacker_and_the_right_one_by_the_defender() {
    let mut game = put(exercise(), &[("127/6", "0509"), ("525/298", FIELD)]).open(Phase::SovietCombat, 0);
    attack(&mut game, FIELD, &["127/6"]);
    roll(&mut game, 4);
    assert_eq!((steps(&game, "127/6"), steps(&game, "525/298")), (3, 3), "the attacker loses first");
    play(&mut game, "stand");
    assert_eq!((steps(&game, "127/6"), steps(&game, "525/298")), (3, 0));
}

#[test]
fn a_lost_step_lowers_the_cp_and_the_last_one_eliminates() {
    let position = put(exercise(), &[("127/6", "0509"), ("160/6", "0509"), ("172/6", "0410"), ("525/298", FIELD)]);
    let mut game = position.open(Phase::SovietCombat, 0);
    let printed = historical().unit(historical().find_unit("525/298").unwrap()).cp.map(u16::from);
    assert!(printed[1] < printed[2] && printed[2] < printed[3]);
    for (attacker, left) in [("127/6", 2), ("160/6", 1), ("172/6", 0)] {
        attack(&mut game, FIELD, &[attacker]);
        roll(&mut game, 1);
        play(&mut game, "stand");
        assert_eq!(steps(&game, "525/298"), left);
        if left > 0 {
            assert_eq!((at(&game, "525/298"), cp(&game, "525/298")), (on(FIELD), printed[usize::from(left)]));
        }
    }
    assert_eq!(at(&game, "525/298"), Place::ELIMINATED);
}

#[test]
fn losses_are_spread_evenly_over_the_units_of_a_side() {
    let counters = [("127/6", "0509"), ("160/6", "0509"), ("172/6", "0410"), ("89/Cos", FIELD)];
    let mut game = put(exercise(), &counters).open(Phase::SovietCombat, 0);
    attack(&mut game, FIELD, &["127/6", "160/6"]);
    roll(&mut game, 5);
    assert_eq!((game.turn(), choices(&game)), (Turn::Player(Side::Soviet), texts(&["lose 127/6", "lose 160/6"])));
    assert_eq!(denied(&game, "lose 172/6"), "12.2");
    play(&mut game, "lose 160/6");
    assert_eq!((steps(&game, "127/6"), steps(&game, "160/6")), (3, 3), "the second falls on the other");
    assert_eq!(choices(&game), texts(&["lose 127/6", "lose 160/6"]), "and then they are level again");
    play(&mut game, "lose 127/6");
    assert_eq!((steps(&game, "127/6"), steps(&game, "160/6")), (2, 3));
}

#[test]
fn a_unit_may_not_lose_a_second_step_while_another_has_lost_none() {
    let counters = [("127/6", "0509"), ("160/6", "0509"), ("172/6", "0410"), ("89/Cos", FIELD)];
    let mut game = put(exercise(), &counters).open(Phase::SovietCombat, 0);
    attack(&mut game, FIELD, &["127/6", "160/6", "172/6"]);
    roll(&mut game, 5);
    play(&mut game, "lose 160/6");
    assert_eq!(denied(&game, "lose 160/6"), "12.2.1");
    assert_eq!(choices(&game), texts(&["lose 127/6", "lose 172/6"]));
}

/// Every outcome of the losses at hand: the steps that these counters have in the end.
fn outcomes(game: &Armir, ids: &[&str]) -> BTreeSet<Vec<u8>> {
    let losses: Vec<String> = legal_texts(game).into_iter().filter(|text| text.starts_with("lose ")).collect();
    if losses.is_empty() {
        return BTreeSet::from([ids.iter().map(|id| steps(game, id)).collect()]);
    }
    losses
        .iter()
        .flat_map(|text| {
            let mut next = game.clone();
            play(&mut next, text);
            outcomes(&next, ids)
        })
        .collect()
}

#[test]
fn a_stack_under_attack_spreads_its_losses_evenly_too() {
    let counters = [("127/6", "0509"), ("89/Cos", FIELD), ("90/Cos", FIELD)];
    let mut game = put(exercise(), &counters).open(Phase::SovietCombat, 0);
    attack(&mut game, FIELD, &["127/6"]);
    roll(&mut game, 2);
    play(&mut game, "stand");
    assert_eq!((game.turn(), choices(&game)), (Turn::Player(Side::Axis), texts(&["lose 89/Cos", "lose 90/Cos"])));
    assert_eq!(outcomes(&game, &["89/Cos", "90/Cos"]), BTreeSet::from([vec![1, 1]]));
}

#[test]
fn dv23_guns_and_hqs_may_take_losses_at_any_point() {
    let counters = [("127/6", "0509"), ("89/Cos", FIELD), ("art/Cos", FIELD), ("HQ/II", FIELD)];
    let mut game = put(exercise().supply_points(0), &counters).open(Phase::SovietCombat, 0);
    attack(&mut game, FIELD, &["127/6"]);
    roll(&mut game, 2);
    play(&mut game, "stand");
    let expected = BTreeSet::from([vec![0, 1, 1], vec![1, 0, 1], vec![1, 1, 0], vec![2, 0, 0]]);
    assert_eq!(outcomes(&game, &["89/Cos", "art/Cos", "HQ/II"]), expected);
}

#[test]
fn a_heavy_axis_unit_lets_the_axis_pick_the_first_soviet_loss() {
    let counters = [("127/6", "0509"), ("160/6", "0509"), ("525/298", FIELD)];
    let mut game = put(exercise(), &counters).open(Phase::SovietCombat, 0);
    attack(&mut game, FIELD, &["127/6", "160/6"]);
    roll(&mut game, 5);
    assert_eq!((game.turn(), choices(&game)), (Turn::Player(Side::Axis), texts(&["lose 127/6", "lose 160/6"])));
    play(&mut game, "lose 160/6");
    assert_eq!((steps(&game, "127/6"), steps(&game, "160/6")), (3, 3), "the even spread goes on from there");
    assert_eq!(game.turn(), Turn::Player(Side::Soviet), "the third is the owner's choice again");
}

#[test]
fn heavy_weapons_that_retreated_into_the_hex_pick_nothing() {
    let counters = [("127/6", "0509"), ("160/6", "0512"), ("172/6", "0512"), ("525/298", FIELD), ("90/Cos", "0511")];
    let mut game = put(exercise(), &counters).open(Phase::SovietCombat, 0);
    attack(&mut game, FIELD, &["127/6"]);
    roll(&mut game, 1);
    play(&mut game, "retreat");
    play(&mut game, "retreat 0511");
    play(&mut game, "done");
    attack(&mut game, "0511", &["160/6", "172/6"]);
    roll(&mut game, 5);
    assert_eq!(game.turn(), Turn::Player(Side::Soviet));
}

#[test]
fn an_axis_attack_with_a_heavy_unit_picks_the_first_soviet_defender_left_to_lose_a_step() {
    let counters = [("525/298", "0509"), ("79/Pas", "0509"), ("127/6", FIELD), ("160/6", FIELD), ("HQ/6", FIELD)];
    let position = put(exercise(), &counters);
    let mut game = position.clone().open(Phase::AxisCombat, 0);
    attack(&mut game, FIELD, &["525/298"]);
    roll(&mut game, 1);
    assert_eq!((game.turn(), choices(&game)), (Turn::Player(Side::Soviet), texts(&["retreat", "stand"])), "the retreat is decided first");
    play(&mut game, "stand");
    assert_eq!((game.turn(), choices(&game)), (Turn::Player(Side::Axis), texts(&["lose HQ/6", "lose 127/6", "lose 160/6"])));
    play(&mut game, "lose HQ/6");
    assert_eq!(at(&game, "HQ/6"), Place::ELIMINATED);

    let mut retreat = position.clone().open(Phase::AxisCombat, 0);
    attack(&mut retreat, FIELD, &["525/298"]);
    roll(&mut retreat, 1);
    play(&mut retreat, "retreat");
    assert!(legal_texts(&retreat).iter().all(|text| text.starts_with("retreat ")), "the only loss has become a retreat");

    let mut light = position.open(Phase::AxisCombat, 0);
    attack(&mut light, FIELD, &["79/Pas"]);
    roll(&mut light, 1);
    play(&mut light, "stand");
    assert_eq!(light.turn(), Turn::Player(Side::Soviet), "without heavy weapons the owner picks");
}

// ---- retreats [12.3] --------------------------------------------------------

#[test]
fn tv3_one_loss_of_several_may_become_a_retreat_of_one_hex() {
    let mut game = put(exercise(), &[("127/6", "0509"), ("525/298", FIELD)]).open(Phase::SovietCombat, 0);
    assert_eq!(steps(&game, "525/298"), 3, "a defender of three steps");
    attack(&mut game, FIELD, &["127/6"]);
    roll(&mut game, 2);
    assert_eq!((game.turn(), choices(&game)), (Turn::Player(Side::Axis), texts(&["retreat", "stand"])));
    let mut stay = game.clone();
    play(&mut stay, "stand");
    assert_eq!((at(&stay, "525/298"), steps(&stay, "525/298")), (on(FIELD), 1));
    play(&mut game, "retreat");
    assert_eq!(steps(&game, "525/298"), 2, "the other loss is taken");
    assert_eq!(choices(&game), texts(&["retreat 0410", "retreat 0511", "retreat 0609", "retreat 0610", "retreat 0611"]));
    play(&mut game, "retreat 0611");
    assert_eq!((at(&game, "525/298"), steps(&game, "525/298")), (on("0611"), 2));
    assert_eq!(choices(&game), texts(&["done", "advance 127/6"]), "no second retreat is asked for");
}

#[test]
fn attackers_take_their_losses_without_a_retreat() {
    let mut game = put(exercise(), &[("127/6", "0509"), ("89/Cos", FIELD)]).open(Phase::SovietCombat, 0);
    attack(&mut game, FIELD, &["127/6"]);
    roll(&mut game, 5);
    assert_eq!((at(&game, "127/6"), steps(&game, "127/6")), (on("0509"), 1));
    assert!(is_legal(&game, "attack 2005"), "nothing was asked");
}

#[test]
fn a_whole_stack_retreats_together_into_one_hex() {
    let counters = [("127/6", "0509"), ("89/Cos", FIELD), ("90/Cos", FIELD), ("HQ/II", FIELD)];
    let mut game = put(exercise(), &counters).open(Phase::SovietCombat, 0);
    attack(&mut game, FIELD, &["127/6"]);
    roll(&mut game, 1);
    play(&mut game, "retreat");
    play(&mut game, "retreat 0511");
    assert!(["89/Cos", "90/Cos", "HQ/II"].iter().all(|id| at(&game, id) == on("0511")));
}

#[test]
fn a_retreat_ignores_zones_of_control_but_not_enemies() {
    let counters = [("127/6", "0509"), ("160/6", "0610"), ("89/Cos", FIELD)];
    let mut game = put(exercise(), &counters).open(Phase::SovietCombat, 0);
    attack(&mut game, FIELD, &["127/6"]);
    roll(&mut game, 1);
    play(&mut game, "retreat");
    assert!(game.in_zoc(Side::Soviet, hex("0611")));
    assert_eq!(choices(&game), texts(&["retreat 0410", "retreat 0511", "retreat 0609", "retreat 0611"]));
    assert_eq!(denied(&game, "retreat 0610"), "5");
    assert_eq!(denied(&game, "retreat 0512"), "12.3.1");
}

#[test]
fn soviets_retreat_neither_onto_the_closed_railway_nor_onto_another_army() {
    let counters = [("525/298", "0418"), ("127/6", "0419"), ("35G/1G", "0420")];
    let mut game = put(exercise(), &counters).open(Phase::AxisCombat, 0);
    attack(&mut game, "0419", &["525/298"]);
    roll(&mut game, 1);
    play(&mut game, "retreat");
    assert_eq!(choices(&game), texts(&["retreat 0318", "retreat 0519"]));
    assert_eq!((denied(&game, "retreat 0320"), denied(&game, "retreat 0420")), ("5.1.2", "6.3"));
}

#[test]
fn a_retreat_may_overstack_and_the_owner_then_removes_the_excess() {
    let friends = ["90/Cos", "37/Rav", "38/Rav", "23Mar"];
    let mut counters = vec![("127/6", "0509"), ("89/Cos", FIELD)];
    counters.extend(friends.iter().map(|id| (*id, "0511")));
    let mut game = put(exercise(), &counters).open(Phase::SovietCombat, 0);
    attack(&mut game, FIELD, &["127/6"]);
    roll(&mut game, 1);
    play(&mut game, "retreat");
    play(&mut game, "retreat 0511");
    play(&mut game, "done");
    assert!(is_legal(&game, "attack 2005"), "the excess stands until the phase ends");
    play(&mut game, "done");
    assert_eq!(game.turn(), Turn::Player(Side::Axis));
    assert_eq!(choices(&game), friends.iter().chain(&["89/Cos"]).map(|id| format!("remove {id}")).collect());
    play(&mut game, "remove 23Mar");
    assert_eq!(at(&game, "23Mar"), Place::ELIMINATED);
    assert!(legal_texts(&game).iter().all(|text| !text.starts_with("remove")), "what is left fits");
}

/// The position after a fight of these attackers for a hex with the Italian defenders: one loss.
fn before_tanks(target: &str, from: &str, attackers: &[&str], defenders: &[&str]) -> Armir {
    let counters: Vec<(&str, &str)> = attackers.iter().map(|id| (*id, from)).chain(defenders.iter().map(|id| (*id, target))).collect();
    let mut game = put(exercise(), &counters).open(Phase::SovietCombat, 0);
    attack(&mut game, target, attackers);
    roll(&mut game, 1);
    game
}

#[test]
fn axis_units_in_the_open_without_heavy_weapons_must_retreat_before_tanks() {
    let compelled = before_tanks(FIELD, "0509", &["66/XVII"], &["89/Cos"]);
    assert!(choices(&compelled).iter().all(|text| text.starts_with("retreat 0")), "only the hex is chosen: {:?}", choices(&compelled));
    assert_eq!(steps(&compelled, "89/Cos"), 2, "the retreat takes the place of a loss");
    let free = [
        ("no tanks", before_tanks(FIELD, "0509", &["31M/XVII"], &["89/Cos"])),
        ("a heavy unit", before_tanks(FIELD, "0509", &["66/XVII"], &["525/298"])),
        ("a heavy unit beside them", before_tanks(FIELD, "0509", &["66/XVII"], &["89/Cos", "525/298"])),
        ("a city", before_tanks("0705", "0704", &["66/XVII"], &["89/Cos"])),
        ("a strongpoint from behind", before_tanks("1308", "1409", &["66/XVII"], &["89/Cos"])),
    ];
    for (case, game) in free {
        assert_eq!(choices(&game), texts(&["retreat", "stand"]), "{case}");
    }
}

#[test]
fn one_tank_unit_among_the_attackers_is_enough_to_compel_a_retreat() {
    let compelled = before_tanks(FIELD, "0509", &["127/6", "66/XVII"], &["89/Cos"]);
    assert!(choices(&compelled).iter().all(|text| text.starts_with("retreat 0")));
}

#[test]
fn soviet_units_and_units_without_losses_are_not_compelled_to_retreat() {
    let mut axis = put(exercise(), &[("Pz/27", "0509"), ("127/6", FIELD)]).open(Phase::AxisCombat, 0);
    attack(&mut axis, FIELD, &["Pz/27"]);
    roll(&mut axis, 1);
    assert_eq!(choices(&axis), texts(&["retreat", "stand"]));
    let mut unhurt = put(exercise(), &[("66/XVII", "0509"), ("89/Cos", FIELD)]).open(Phase::SovietCombat, 0);
    attack(&mut unhurt, FIELD, &["66/XVII"]);
    roll(&mut unhurt, 5);
    assert_eq!(at(&unhurt, "89/Cos"), on(FIELD));
}

#[test]
fn without_a_hex_to_retreat_to_the_loss_is_taken() {
    let ring = ["0509", "0609", "0610", "0611", "0511", "0410"];
    let brigades = ["66/XVII", "67/XVII", "174/XVII", "115T/6", "31M/XVII", "106B/6"];
    let counters: Vec<(&str, &str)> = brigades.into_iter().zip(ring).chain([("89/Cos", FIELD)]).collect();
    let mut game = put(exercise(), &counters).open(Phase::SovietCombat, 0);
    attack(&mut game, FIELD, &["66/XVII"]);
    roll(&mut game, 1);
    assert_eq!((at(&game, "89/Cos"), steps(&game, "89/Cos")), (on(FIELD), 1));
}

/// An Italian regiment is driven from the field to 0511, where others may stand, and 0511 is attacked from 0512.
fn attacked_again(others: &[(&str, &str)]) -> Armir {
    let counters = [&[("127/6", "0509"), ("160/6", "0512"), ("89/Cos", FIELD)], others].concat();
    let mut game = put(exercise(), &counters).open(Phase::SovietCombat, 0);
    attack(&mut game, FIELD, &["127/6"]);
    roll(&mut game, 1);
    play(&mut game, "retreat");
    play(&mut game, "retreat 0511");
    play(&mut game, "done");
    attack(&mut game, "0511", &["160/6"]);
    game
}

#[test]
fn dv21_a_unit_that_retreated_alone_defends_its_new_hex() {
    let mut game = attacked_again(&[]);
    assert_eq!(sheet(&game).defence, cp(&game, "89/Cos"));
    roll(&mut game, 1);
    play(&mut game, "stand");
    assert_eq!(steps(&game, "89/Cos"), 1);
}

#[test]
fn dv21_a_unit_that_retreated_onto_friends_adds_nothing_and_takes_no_losses() {
    let mut game = attacked_again(&[("90/Cos", "0511")]);
    assert_eq!(sheet(&game).defence, cp(&game, "90/Cos"));
    roll(&mut game, 1);
    play(&mut game, "stand");
    assert_eq!((steps(&game, "89/Cos"), steps(&game, "90/Cos")), (2, 1));
}

#[test]
fn a_gun_that_retreated_onto_friends_does_not_support_them() {
    let counters = [("127/6", "0509"), ("160/6", "0512"), ("89/Cos", FIELD), ("art/Cos", FIELD), ("90/Cos", "0511")];
    let mut game = put(exercise(), &counters).open(Phase::SovietCombat, 0);
    attack(&mut game, FIELD, &["127/6"]);
    play(&mut game, "done");
    roll(&mut game, 1);
    play(&mut game, "retreat");
    play(&mut game, "retreat 0511");
    play(&mut game, "done");
    attack(&mut game, "0511", &["160/6"]);
    assert_eq!((game.turn(), sheet(&game).defence), (Turn::Chance, cp(&game, "90/Cos")));
}

/// The same with a gun of the Cosseria beside 0511.
fn driven_among(others: &[(&str, &str)]) -> Armir {
    attacked_again(&[&[("art/Cos", "0411")], others].concat())
}

#[test]
fn a_gun_does_not_support_a_hex_for_a_unit_that_only_retreated_into_it() {
    let strangers = driven_among(&[("37/Rav", "0511")]);
    assert_eq!((strangers.turn(), sheet(&strangers).defence), (Turn::Chance, cp(&strangers, "37/Rav")), "no gun may support");
    // The gun of the Ravenna keeps the choice open.
    let ravenna = driven_among(&[("37/Rav", "0511"), ("art/Rav", "0411")]);
    assert!(is_legal(&ravenna, "support art/Rav"));
    assert_eq!(denied(&ravenna, "support art/Cos"), "10.1.2.b");
    let cosseria = driven_among(&[("90/Cos", "0511")]);
    assert!(is_legal(&cosseria, "support art/Cos"), "for the regiment that fights");
}

#[test]
fn a_gun_that_retreated_onto_friends_supports_other_hexes_all_the_same() {
    let counters = [
        ("127/6", "0509"),
        ("160/6", "0412"),
        ("172/6", "0512"),
        ("89/Cos", FIELD),
        ("art/Cos", FIELD),
        ("38/Rav", "0511"),
        ("90/Cos", "0411"),
        ("art/Rav", "0411"),
    ];
    let mut game = put(exercise(), &counters).open(Phase::SovietCombat, 0);
    attack(&mut game, FIELD, &["127/6"]);
    play(&mut game, "done");
    roll(&mut game, 1);
    play(&mut game, "retreat");
    play(&mut game, "retreat 0511");
    play(&mut game, "done");
    let mut own = game.clone();
    attack(&mut own, "0511", &["172/6"]);
    assert_eq!(denied(&own, "support art/Cos"), "12.3.3", "the hex it retreated into");
    attack(&mut game, "0411", &["160/6"]);
    let before = sheet(&game).defence;
    play(&mut game, "support art/Cos");
    assert!(sheet(&game).defence > before, "a hex beside it");
}

#[test]
fn dv21_a_unit_that_retreated_onto_friends_shares_their_fate() {
    let mut retreat = attacked_again(&[("90/Cos", "0511")]);
    roll(&mut retreat, 1);
    play(&mut retreat, "retreat");
    play(&mut retreat, "retreat 0411");
    assert_eq!((at(&retreat, "89/Cos"), at(&retreat, "90/Cos")), (on("0411"), on("0411")));
    let mut death = attacked_again(&[("90/Cos", "0511")]);
    roll(&mut death, 2);
    play(&mut death, "stand");
    assert_eq!((at(&death, "89/Cos"), at(&death, "90/Cos")), (Place::ELIMINATED, Place::ELIMINATED));
}

#[test]
fn a_unit_that_retreated_onto_friends_fights_normally_in_the_next_combat_phase() {
    let mut game = attacked_again(&[("90/Cos", "0511")]);
    roll(&mut game, 1);
    play(&mut game, "stand");
    pass_to(&mut game, 4, Phase::SovietCombat, 3);
    assert_eq!((at(&game, "89/Cos"), at(&game, "90/Cos")), (on("0511"), on("0511")));
    attack(&mut game, "0511", &["160/6"]);
    assert_eq!(sheet(&game).defence, cp(&game, "89/Cos") + cp(&game, "90/Cos"));
}

// ---- advance [12.4] ---------------------------------------------------------

#[test]
fn victorious_attackers_may_advance_into_the_emptied_hex_and_nobody_else() {
    let counters = [("127/6", "0509"), ("160/6", "0410"), ("172/6", "0410"), ("89/Cos", FIELD)];
    let mut game = put(exercise(), &counters).open(Phase::SovietCombat, 0);
    attack(&mut game, FIELD, &["127/6", "160/6"]);
    roll(&mut game, 2);
    play(&mut game, "stand");
    assert_eq!((game.turn(), choices(&game)), (Turn::Player(Side::Soviet), texts(&["done", "advance 127/6", "advance 160/6"])));
    assert_eq!(denied(&game, "advance 172/6"), "12.4");
    play(&mut game, "advance 160/6");
    play(&mut game, "done");
    assert_eq!((at(&game, "160/6"), at(&game, "127/6"), at(&game, "172/6")), (on(FIELD), on("0509"), on("0410")));
    assert_eq!(game.controller(hex(FIELD)), Side::Soviet);
}

#[test]
fn there_is_no_advance_while_a_defender_holds_the_hex() {
    let mut game = put(exercise(), &[("127/6", "0509"), ("89/Cos", FIELD)]).open(Phase::SovietCombat, 0);
    attack(&mut game, FIELD, &["127/6"]);
    roll(&mut game, 1);
    play(&mut game, "stand");
    assert!(is_legal(&game, "attack 2005"), "the next attack may be declared: {:?}", legal_texts(&game));
}

#[test]
fn an_advance_stays_within_the_stacking_limit() {
    let counters = [("127/6", "0509"), ("160/6", "0509"), ("172/6", "0410"), ("89/Cos", FIELD)];
    let mut game = put(exercise(), &counters).open(Phase::SovietCombat, 0);
    attack(&mut game, FIELD, &["127/6", "160/6", "172/6"]);
    roll(&mut game, 2);
    play(&mut game, "stand");
    play(&mut game, "advance 127/6");
    play(&mut game, "advance 160/6");
    assert_eq!(steps(&game, "127/6") + steps(&game, "160/6"), 8);
    assert!(is_legal(&game, "attack 2005"), "a third division does not fit: {:?}", legal_texts(&game));
    assert_eq!(at(&game, "172/6"), on("0410"));
}

#[test]
fn an_advance_ignores_enemy_zones_of_control() {
    let counters = [("127/6", "0509"), ("89/Cos", FIELD), ("525/298", "0611"), ("526/298", "0610")];
    let mut game = put(exercise(), &counters).open(Phase::SovietCombat, 0);
    assert!(game.in_zoc(Side::Axis, hex("0509")), "it comes from one zone");
    attack(&mut game, FIELD, &["127/6"]);
    roll(&mut game, 2);
    play(&mut game, "stand");
    assert!(game.in_zoc(Side::Axis, hex(FIELD)), "and goes into another");
    play(&mut game, "advance 127/6");
    assert_eq!(at(&game, "127/6"), on(FIELD));
}

#[test]
fn axis_attackers_advance_too_unless_a_leash_holds_them() {
    let map = &historical().map;
    let radius = u16::from(historical().unit(unit("HQ/CA")).faces[0].radius);
    let behind = |at: &Hex| {
        map.in_play.contains(*at) && map.grid.distance(*at, hex("0509")) == radius && map.grid.distance(*at, hex(FIELD)) == radius + 1
    };
    let centre = map.grid.hexes().find(behind).map(|at| map.grid.name(at).to_string()).expect("the radius ends between the hexes");
    let counters = [("5/Tri", "0509"), ("89/Cos", "0509"), ("350/6", FIELD), ("HQ/CA", centre.as_str())];
    for (leashed, choices_left) in [(true, &["done", "advance 89/Cos"][..]), (false, &["done", "advance 5/Tri", "advance 89/Cos"])] {
        let counters = if leashed { &counters[..] } else { &counters[..3] };
        let mut game = put(exercise(), counters).steps("350/6", 1).expect("a counter").open(Phase::AxisCombat, 0);
        attack(&mut game, FIELD, &["5/Tri", "89/Cos"]);
        roll(&mut game, 1);
        play(&mut game, "stand");
        assert_eq!(at(&game, "350/6"), Place::ELIMINATED);
        assert_eq!((game.turn(), choices(&game)), (Turn::Player(Side::Axis), texts(choices_left)));
        play(&mut game, "advance 89/Cos");
        assert_eq!((at(&game, "89/Cos"), at(&game, "5/Tri")), (on(FIELD), on("0509")));
        assert_eq!(game.controller(hex(FIELD)), Side::Axis);
    }
}
