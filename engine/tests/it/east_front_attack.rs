//! East Front: declarations, reaction, combat and retreats in play.

use stavka_engine::east_front::data::AirBox;
use stavka_engine::east_front::drm::Cause;
use stavka_engine::east_front::{EastFront, EastFrontDenial, Order, Phase, Place};
use stavka_engine::game::{Determinize as _, Game as _, Notation as _, Side, Turn};
use stavka_words::{Language, speaking};

use crate::east_front_kit;
use crate::east_front_kit::play::{after, allows, denial, ends, go_on_to, legal, open, place, play, stands, start, unit, with, with_of};
use crate::east_front_kit::{TWO_POINTS, data, hex, variant};

#[test]
fn whoever_attacks_attacks_all_whose_zone_reaches_it() {
    // 3605 lies in the zones of 3606 and 3705; 3505 in that of 3606 alone.
    let mut game = open(with("46 3605, 106 3606, 271 3705"), Phase::AxisDeclaration);
    play(&mut game, "attack 3705");
    assert_eq!(denial(&game, "done"), EastFrontDenial::DutyUnmet, "the 106th would be left alone");
    // One division cannot make two attacks; it can attack both hexes as one.
    assert!(!allows(&game, "attack 3606"));
    play(&mut game, "also 3606; done");
    assert_eq!(game.attacked_hexes().len(), 2);
}

#[test]
fn units_beside_other_enemies_are_free() {
    let mut game = open(with("73 3505, 46 3605, 106 3606, 271 3705"), Phase::AxisDeclaration);
    play(&mut game, "attack 3606");
    assert!(allows(&game, "done"), "the 73rd stands in the zone of the 106th alone");
    let mut both = open(with("73 3505, 46 3605, 106 3606, 271 3705"), Phase::AxisDeclaration);
    play(&mut both, "attack 3705; attack 3606");
    assert!(allows(&both, "done"), "a division for each");
}

#[test]
fn attacks_need_one_to_four() {
    // One point of attack against nine of defence.
    let game = open(with("106 3606, 73 3505").and_then(|builder| builder.steps("106", 1)), Phase::SovietDeclaration);
    assert_eq!(denial(&game, "attack 3505"), EastFrontDenial::DutyUnmet);
    let game = open(with("271 3606, 73 3505"), Phase::SovietDeclaration);
    assert!(allows(&game, "attack 3505"), "three against nine are 1-3");
}

#[test]
fn nobody_attacks_an_empty_hex() {
    let game = open(with("73 3505, 106 3606"), Phase::AxisDeclaration);
    assert_eq!(denial(&game, "attack 3605"), EastFrontDenial::NoEnemyThere);
    assert_eq!(legal(&game), ["done", "attack 3606"]);
}

#[test]
fn artillery_is_committed_once_and_only_within_range() {
    let mut game = open(with("73 3505, 46 3605, 106 3606, 271 3705, 52 3706"), Phase::AxisDeclaration);
    play(&mut game, "attack 3705; attack 3606; done");
    assert_eq!(legal(&game), ["done", "barrage 52 3705", "barrage 52 3606"]);
    play(&mut game, "barrage 52 3606");
    assert_eq!(game.current_phase(), Phase::AxisCombat, "one gun, one attack; no headquarters, no orders");
}

#[test]
fn a_headquarters_gives_as_many_orders_as_its_value() {
    let placed = "73 3505, 46 3605, 106 3606, 271 3705, 51HQ 3707";
    let mut game = open(with(placed), Phase::AxisDeclaration);
    play(&mut game, "attack 3705; attack 3606; done; order no-retreat");
    assert_eq!(game.current_phase(), Phase::AxisCombat, "its value is one");
    let mut richer = open(with_of(variant(&[TWO_POINTS]), placed), Phase::AxisDeclaration);
    play(&mut richer, "attack 3705; attack 3606; done; order no-retreat; order further-retreat");
    assert_eq!(richer.current_phase(), Phase::AxisCombat);
    let broken = with("73 3505, 106 3606, 51HQ 3707").and_then(|builder| builder.back_up("51HQ", true));
    let mut silent = open(broken, Phase::AxisDeclaration);
    play(&mut silent, "attack 3606; done");
    assert_eq!(silent.current_phase(), Phase::AxisCombat, "a non-operational headquarters gives none");
}

#[test]
fn the_attacker_knows_of_an_order_but_not_which() {
    let ordered = |order: &str| {
        let mut game = open(with("73 3505, 106 3606, 51HQ 3707"), Phase::AxisDeclaration);
        play(&mut game, "attack 3606; done");
        play(&mut game, &format!("order {order}"));
        game
    };
    let (stand, run, none) = (ordered("no-retreat"), ordered("further-retreat"), ordered("none"));
    assert_eq!(stand.view_hash(Side::Axis), run.view_hash(Side::Axis));
    assert_ne!(stand.view_hash(Side::Axis), none.view_hash(Side::Axis));
    assert_ne!(stand.view_hash(Side::Soviet), run.view_hash(Side::Soviet));
    assert_eq!((stand.worlds(Side::Axis), none.worlds(Side::Axis), stand.worlds(Side::Soviet)), (2, 1, 1));
    assert_eq!(stand.prompt(), run.prompt(), "the odds shown leave the order out");
    assert_eq!(Order::ALL.len(), 3);
}

#[test]
fn the_defenders_order_counts_from_the_die_on() {
    let mut game = open(with("73 3505, 106 3606, 51HQ 3707"), Phase::AxisDeclaration);
    play(&mut game, "attack 3606; done; order no-retreat");
    let before = game.battle_sheet();
    assert!(before.is_none(), "nobody has been committed");
    play(&mut game, "with 73; order none");
    assert_eq!(game.battle_sheet().map(|sheet| sheet.modifiers.net), Some(2), "line and No Retreat");
}

#[test]
fn units_that_one_attack_needs_are_kept_for_it() {
    let mut game = open(with("73 3505, X 3605, 46 3605, 106 3606, 271 3705"), Phase::AxisDeclaration);
    play(&mut game, "attack 3705; attack 3606; done; resolve 3606; with 73; with 46");
    assert!(!allows(&game, "with X"), "somebody must attack 3705");
    assert!(allows(&game, "engage"));
}

#[test]
fn no_unit_attacks_twice() {
    let mut game = open(with("73 3505, X 3605, 46 3605, 106 3606, 271 3705"), Phase::AxisDeclaration);
    play(&mut game, "attack 3705; attack 3606; done; resolve 3606; with 46; engage; order none; die 7");
    go_on_while_fighting(&mut game, "3705");
    assert!(stands(&game, "46", "3605"), "2-1 and the line, a 7 does nothing: it stands beside 3705 as before");
    assert!(allows(&game, "with X"));
    assert_eq!(denial(&game, "with 46"), EastFrontDenial::AlreadyAttacked);
}

#[test]
fn no_gun_supports_twice() {
    let second = |first: &str| {
        let mut game = open(with("73 3505, 46 3605, 49 3405, 106 3606, 271 3705"), Phase::AxisDeclaration);
        play(&mut game, &format!("attack 3705; attack 3606; done; resolve 3606; with 73; engage; {first}; order none; die 9"));
        go_on_while_fighting(&mut game, "3705");
        after(game, "with 46")
    };
    assert!(allows(&second("done"), "support 49"), "3705 is in its range");
    assert!(!allows(&second("support 49"), "support 49"));
}

/// Answers everything with the first legal line until participants are asked for.
fn go_on_while_fighting(game: &mut stavka_engine::east_front::EastFront, target: &str) {
    while !game.prompt().contains(&format!("who attacks {target}")) {
        let line = if allows(game, "done") { "done".to_owned() } else { legal(game).swap_remove(0) };
        play(game, &line);
    }
}

#[test]
fn super_heavy_artillery_fires_at_works_only() {
    let placed = || with("73 3505, 49 3405, I/814 3503, 106 3606");
    let mut game = open(placed(), Phase::AxisDeclaration);
    play(&mut game, "attack 3606; done; with 73");
    assert!(allows(&game, "support I/814"), "the line of 3606 stands");
    let mut game = open(placed().and_then(|builder| builder.breached("3606")), Phase::AxisDeclaration);
    play(&mut game, "attack 3606; done; with 73");
    assert_eq!(legal(&game), ["done", "support 49"]);
    let fort = placed().and_then(|builder| builder.breached("3606")?.strongpoint(Side::Soviet, "3606", true));
    assert!(allows(&after(open(fort, Phase::AxisDeclaration), "attack 3606; done; with 73"), "support I/814"), "a strongpoint is left");
}

#[test]
fn without_attack_supply_there_is_no_support_and_two_more_on_the_die() {
    let mut game = open(with("73 3505, 49 3405, 106 3606").and_then(|builder| builder.turn(51)), Phase::AxisDeclaration);
    play(&mut game, "attack 3606; done; with 73; order none");
    assert_eq!(game.battle_sheet().map(|sheet| (sheet.attack, sheet.modifiers.net)), Some((8, 3)));
}

#[test]
fn without_attack_supply_an_asterisk_costs_a_step_more() {
    // 8 against 4 in the open: 2-1 and 1*/R, on row 6 in supply and with a 4 and two more on turn 51.
    let lost = |turn: u16, die: u8| {
        let mut game = open(with("73 3611, 106 3612").and_then(|builder| builder.turn(turn)), Phase::AxisDeclaration);
        play(&mut game, &format!("attack 3612; done; with 73; order none; die {die}"));
        while allows(&game, "lose 73") {
            play(&mut game, "lose 73");
        }
        game.steps_lost(Side::Axis)
    };
    assert_eq!((lost(50, 6), lost(51, 4)), (1, 2));
}

#[test]
fn a_retreat_goes_a_third_hex_for_stacking_only_when_every_second_hex_is_full() {
    // The last step of the 73rd leaves 3606 by 3505 or 3605: 3405, 3406, 3504 and 3604 are two hexes away.
    let beaten = |full: &str| {
        let stacks = [("3405", "R1 R2 R3 R4"), ("3406", "R5 R6 R7 R8"), ("3504", "S5 S6 S7 S8"), ("3604", "S1 S2 S3 S4")];
        let mut placed = vec!["73 3606, 156 3706, 172 3607".to_owned()];
        for (at, ids) in stacks.into_iter().filter(|(at, _)| full.contains(at)) {
            placed.extend(ids.split(' ').map(|id| format!("{id} {at}")));
        }
        let position = with(&placed.join(", ")).and_then(|builder| builder.steps("73", 1));
        let mut game = open(position, Phase::SovietDeclaration);
        // 7 against 3: 2-1; a 7 is -/R.
        play(&mut game, "attack 3606; done; order none; with 156; with 172; die 7");
        ends(&game, "retreat")
    };
    assert_eq!(beaten("3405 3406 3504"), ["3604"], "a hex is left");
    let further = beaten("3405 3406 3504 3604");
    let grid = &data().map.grid;
    assert!(!further.is_empty());
    assert!(further.iter().all(|at| grid.distance(hex("3606"), hex(at)) == 3), "{further:?}");
}

#[test]
fn a_retreat_that_goes_on_into_an_enemy_zone_ends_in_cadre() {
    // X leaves 3806 by 3807 or over the regiment in 3707; from there 3708 alone is free, in the zone of 3808.
    let placed = "X 3806, R1 3807, R2 3707, 271 3705, 106 3706, 172 3808, 5(+) 3608, 73 3302";
    let mut game = open(with(placed), Phase::SovietDeclaration);
    // 3 against 2: 3-2; a 3 is -/R.
    play(&mut game, "attack 3806; done; order none; with 271; die 3");
    assert_eq!(place(&game, "X"), Place::CADRE);
}

#[test]
fn a_retreat_goes_two_hexes_away() {
    // 8 against 4 across the line: 2-1, +1; a 6 is read on row 7: -/R.
    let mut game = open(with("73 3505, 106 3606"), Phase::AxisDeclaration);
    play(&mut game, "attack 3606; done; with 73; order none; die 6");
    assert_eq!(game.turn(), Turn::Player(Side::Soviet));
    // By 3605 only through the zone of the 73rd, by 3607, 3705 and 3706 freely.
    assert_eq!(ends(&game, "retreat"), ["3604", "3608", "3707", "3806", "3807"]);
}

#[test]
fn who_is_shut_in_is_eliminated() {
    // The 106th in 3606 with Axis units in all land hexes around it.
    let shut = with("73 3505, X 3605, R1 3607, R2 3705, R3 3706, 106 3606, 190AG 3302");
    let mut game = open(shut, Phase::AxisDeclaration);
    play(&mut game, "attack 3606; done; with 73; with X; with R1; with R2; with R3; order none; die 6");
    go_on_to(&mut game, Phase::AxisMotorized, 5);
    assert_eq!(place(&game, "106"), Place::ELIMINATED);
}

#[test]
fn retreat_through_one_empty_zone_costs_a_step_and_a_roll() {
    // Both ways out of 3606 lead through an Axis zone: by 3605, and by 3607.
    let beaten = |die: &str| {
        let mut game = open(with("73 3505, X 3706, 106 3606, 190AG 3302"), Phase::AxisDeclaration);
        // 10 against 4: 2-1 without the line, which X does not cross; a 7 is -/R.
        play(&mut game, "attack 3606; done; with 73; with X; order none; die 7");
        assert_eq!(legal(&game), ["retreat 3604", "retreat 3608"]);
        play(&mut game, "retreat 3608");
        assert_eq!(game.steps(unit("106")), 1, "a step is lost before the roll");
        play(&mut game, die);
        game
    };
    assert!(stands(&beaten("die 3"), "106", "3608"));
    assert_eq!(place(&beaten("die 4"), "106"), Place::CADRE);
}

#[test]
fn a_victorious_unit_advances_once_and_into_the_attacked_hex() {
    let mut game = open(with("73 3505, X 3505, 5(+) 3606"), Phase::AxisDeclaration);
    // 10 against 1 across the line: 10-1, +1; a 1 is read on row 2: -/e.
    play(&mut game, "attack 3606; done; with 73; with X; order none; die 1");
    assert_eq!(legal(&game), ["advance 73 3606", "advance X 3606", "done"]);
    play(&mut game, "advance X 3606");
    assert!(stands(&game, "X", "3606") && stands(&game, "73", "3505"));
    assert_eq!(place(&game, "5(+)"), Place::ELIMINATED);
}

#[test]
fn neither_guns_nor_bystanders_advance() {
    let mut game = open(with("73 3505, 49 3505, X 3605, 5(+) 3606"), Phase::AxisDeclaration);
    play(&mut game, "attack 3606; done; with 73; engage; support 49; order none; die 1");
    assert_eq!(legal(&game), ["advance 73 3606", "done"]);
}

#[test]
fn a_line_helps_when_all_attack_across_it() {
    let line = |attackers: &str| {
        let mut game = open(with("73 3505, X 3706, 106 3606, 190AG 3302"), Phase::AxisDeclaration);
        play(&mut game, &format!("attack 3606; done; {attackers}; order none"));
        game.battle_sheet().expect("a combat is in progress").modifiers.of(Cause::FortifiedLine)
    };
    assert_eq!((line("with 73; engage"), line("with 73; with X")), (1, 0));
}

#[test]
fn fortifications_fall_to_divisions_and_engineers_inside() {
    let built = |id: &str| {
        let position = with(&format!("{id} 3606, 271 3809")).and_then(|builder| builder.strongpoint(Side::Soviet, "3606", true));
        open(position, Phase::AxisEngineer)
    };
    for (id, falls) in [("73", true), ("Eng", true), ("X", false), ("190AG", false)] {
        let game = built(id);
        let hex = east_front_kit::hex("3606");
        assert_eq!(game.has_strongpoint(Side::Soviet, hex), !falls, "{id}");
        assert_eq!(game.is_breached(hex), falls, "{id}");
    }
}

#[test]
fn super_heavy_artillery_fires_again_only_after_a_rest() {
    let mobile = || with("271 3809").and_then(|builder| builder.back_up("641", true)?.place("641", "3504"));
    let mut moved = open(mobile(), Phase::AxisMovement);
    play(&mut moved, "select 641; move > 3503");
    go_on_to(&mut moved, Phase::SovietMovement, 10);
    assert!(moved.is_back_up(unit("641")));
    let mut still = open(mobile(), Phase::AxisMovement);
    play(&mut still, "done");
    go_on_to(&mut still, Phase::AxisEngineer, 10);
    play(&mut still, "flip 641");
    assert!(!still.is_back_up(unit("641")));
}

#[test]
fn super_heavy_artillery_turns_over_where_its_other_side_fits() {
    let beside = |others: &str, id: &str, back: bool| {
        // The other gun stands alone, so that the phase asks.
        let free = if id == "641" { "I/814" } else { "641" };
        let placed = with(&format!("271 3809, {free} 3401, {others}")).and_then(|builder| builder.back_up(id, back)?.place(id, "3504"));
        let mut game = open(placed, Phase::AxisMovement);
        play(&mut game, "done");
        go_on_to(&mut game, Phase::AxisEngineer, 10);
        game
    };
    // Eight points, nine, and ten: 641 has one point when it moves and two when it fires.
    assert!(allows(&beside("73 3504, X 3504", "641", true), "flip 641"));
    let full = beside("73 3504, X 3504, 190AG 3504", "641", true);
    assert_eq!(denial(&full, "flip 641"), EastFrontDenial::CannotConvert);
    assert!(allows(&beside("73 3504, X 3504, LAH/Rcn 3504", "I/814", false), "flip I/814"), "from none to one");
    assert_eq!(denial(&beside("73 3504, X 3504, Eng 3504", "I/814", false), "flip I/814"), EastFrontDenial::CannotConvert);
}

#[test]
fn cut_off_units_surrender_on_the_table() {
    // The 106th with its back to the gulf; -2 for the early war, +1 for the line of 3606.
    let pocket = || with("106 3606, 73 3706, 46 3607");
    for (die, gone) in [(3, true), (4, false)] {
        let mut game = open(pocket(), Phase::Surrender);
        play(&mut game, &format!("die {die}"));
        assert_eq!(place(&game, "106") == Place::ELIMINATED, gone, "die {die}");
    }
    let free = open(with("106 3808, 73 3706"), Phase::Surrender);
    assert_ne!(free.current_phase(), Phase::Surrender, "the way south is open");
}

#[test]
fn all_units_of_a_hex_surrender_on_one_roll() {
    let game = after(open(with("106 3606, 52 3606, 73 3706, 46 3607"), Phase::Surrender), "die 1");
    assert_eq!(["106", "52"].map(|id| place(&game, id)), [Place::ELIMINATED; 2]);
    assert_ne!(game.current_phase(), Phase::Surrender, "no second roll");
}

#[test]
fn unopposed_missions_still_meet_the_guns() {
    let mut game = open(start().turn(48), Phase::AxisDeclaration);
    play(&mut game, "attack 3705; attack 3606; done; done; fly Ju87/1 3705; done; done");
    assert_eq!(game.turn(), Turn::Chance, "the 271st fires at the Stuka");
    play(&mut game, "die 10");
    assert_eq!(east_front_kit::play::air_box(&game, "Ju87/1"), Some(AirBox::Flown), "-1 against a Ju87");
}

#[test]
fn face_down_counters_tell_their_number_only() {
    let flown = |id: &str| {
        let mut game = open(start().turn(48), Phase::AxisDeclaration);
        play(&mut game, "attack 3705; attack 3606; done; done");
        play(&mut game, &format!("fly {id} 3705"));
        game
    };
    let (stuka, decoy) = (flown("Ju87/1"), flown("decoy/A"));
    assert_eq!(stuka.view_hash(Side::Soviet), decoy.view_hash(Side::Soviet));
    assert_ne!(stuka.view_hash(Side::Axis), decoy.view_hash(Side::Axis));
    assert_eq!(stuka.worlds(Side::Soviet), 7, "any of the seven that were Ready");
}

#[test]
fn a_preview_counts_nobody_whom_another_attack_needs() {
    let mut game = open(with("73 3505, 190AG 3505, 46 3605, 106 3606, 271 3705"), Phase::AxisDeclaration);
    let promised = |game: &EastFront, at: &str| game.full_attack(Side::Axis, hex(at)).expect("it can be attacked");
    play(&mut game, "attack 3705");
    let beside = promised(&game, "3606");
    assert_eq!(beside.attackers, unit("73").bit() | unit("190AG").bit(), "the attack on 3705 has the 46th alone");
    assert_eq!(beside.needed, [(unit("46"), hex("3705"))]);
    play(&mut game, "attack 3606");
    let declared = promised(&game, "3606");
    assert_eq!(declared.attackers, beside.attackers);
    assert_eq!(promised(&game, "3705").attackers, unit("46").bit());
    play(&mut game, "done; resolve 3606");
    let asked = game.fight_report().expect("who attacks is asked");
    assert_eq!((asked.attackers, &asked.sheet, &asked.needed), (declared.attackers, &declared.sheet, &declared.needed));
    assert_eq!(denial(&game, "with 46"), EastFrontDenial::NeededElsewhere);
    assert_eq!(game.needed_at(unit("46")), Some(hex("3705")));
    play(&mut game, "with 190AG");
    assert_eq!(denial(&game, "with 73"), EastFrontDenial::PassedOver);
}

#[test]
fn one_step_to_lose_is_told_in_the_singular() {
    let fight = east_front_kit::play::attacked(open(with("73 3505, 106 3606, 271 3606"), Phase::AxisDeclaration), "3606", "73");
    let mut told = std::collections::BTreeSet::new();
    for die in 1..=10 {
        let game = after(fight.clone(), &format!("die {die}"));
        for language in [Language::English, Language::Italian] {
            let prompt = speaking(language, || game.prompt());
            told.extend(prompt.split(": ").last().filter(|asked| asked.starts_with("1 ")).map(str::to_owned));
        }
    }
    let told: Vec<&str> = told.iter().map(String::as_str).collect();
    assert!(
        matches!(told[..], [italian, english] if italian.starts_with("1 gradino da ") && english.starts_with("1 step to ")),
        "{told:?}"
    );
}
