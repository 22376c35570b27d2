//! Reinforcements and replacements [15].

use stavka_engine::armir::{Armir, Formation, Phase, Place, PositionBuilder, Prepared};
use stavka_engine::data::Source;
use stavka_engine::game::{Game, Side, Turn};
use stavka_engine::hex::Hex;
use stavka_engine::kit::files::{ScenarioFiles as _, Sources};

use crate::armir_kit::{
    Sound, at, denied, hex, historical, is_legal, legal_texts, offers, on_turn, pass, pass_to, play, roll, stands, start, steps, unit, with,
};

/// Everything offered from here to the end of the phase, when all is declined.
fn offers_until(game: &mut Armir, phase: Phase) -> Vec<String> {
    let mut offers = Vec::new();
    while game.turn() != Turn::Over && game.current_phase() == phase {
        offers.extend(legal_texts(game));
        pass(game, 6);
    }
    offers
}

#[test]
fn only_the_axis_receives_reinforcements() {
    assert!(historical().arrivals.iter().all(|arrival| arrival.unit.side() == Side::Axis) && !historical().arrivals.is_empty());
    let sources = Prepared::sources(Prepared::SCENARIOS[0].0, Prepared::SCENARIOS[0].1);
    let text = sources.scenario.text.replacen("unit = \"387/XXIV\"", "unit = \"127/6\"", 1);
    let error =
        Prepared::load(&Sources { scenario: Source { name: "edited.toml", text: &text }, ..sources }).expect_err("a Soviet reinforcement");
    assert!(error.to_string().contains("only the Axis"), "{error}");
}

/// A Soviet unit walks into an empty strongpoint on turn 3; the position then stands before the garrison
/// die of turn 4.
fn after_a_strongpoint_falls(walker: &str, from: &str, strongpoint: &str) -> Armir {
    let mut game = on_turn(3).place(walker, from).sound().open(Phase::SovietMovement, 0);
    play(&mut game, &format!("select {walker}"));
    play(&mut game, &format!("move > {strongpoint}"));
    pass_to(&mut game, 4, Phase::AxisReinforcement, 6);
    game
}

#[test]
fn the_panzer_corps_hq_enters_at_source_c_in_the_turn_after_an_alpine_or_ii_corps_strongpoint_falls() {
    for (walker, from, strongpoint) in [("127/6", "1004", "0904"), ("160/6", "1206", "1207")] {
        let mut game = after_a_strongpoint_falls(walker, from, strongpoint);
        assert_eq!(at(&game, "HQ/XXIV"), Place::RESERVE, "not before the next reinforcement phase");
        roll(&mut game, 6);
        assert_eq!(at(&game, "HQ/XXIV"), Place::on(historical().map.source_c), "after {strongpoint}");
    }
}

#[test]
fn strongpoints_of_the_other_corps_do_not_call_the_panzer_corps_hq() {
    for (walker, from, strongpoint) in [("1/1G", "1407", "1408"), ("94B/3G", "1710", "1711")] {
        let mut game = after_a_strongpoint_falls(walker, from, strongpoint);
        roll(&mut game, 6);
        assert_eq!(at(&game, "HQ/XXIV"), Place::RESERVE, "after {strongpoint}");
    }
}

#[test]
fn an_advance_into_a_strongpoint_calls_the_panzer_corps_hq_too() {
    let position = with(on_turn(3), &[("89/Cos", "1207"), ("160/6", "1206"), ("172/6", "1206"), ("350/6", "1106")]);
    let mut game = position.steps("89/Cos", 1).sound().open(Phase::SovietCombat, 0);
    for choice in ["attack 1207", "with 160/6", "with 172/6", "with 350/6", "engage"] {
        play(&mut game, choice);
    }
    roll(&mut game, 6);
    while !is_legal(&game, "advance 160/6") {
        pass(&mut game, 6);
    }
    play(&mut game, "advance 160/6");
    pass_to(&mut game, 4, Phase::AxisReinforcement, 6);
    roll(&mut game, 6);
    assert_eq!(at(&game, "HQ/XXIV"), Place::on(historical().map.source_c));
}

#[test]
fn an_enemy_on_source_c_delays_the_panzer_corps_hq() {
    let mut game = on_turn(3).place("160/6", "0701").sound().place("127/6", "1004").sound().open(Phase::SovietMovement, 0);
    play(&mut game, "select 127/6");
    play(&mut game, "move > 0904");
    pass_to(&mut game, 4, Phase::SovietMovement, 6);
    assert_eq!(at(&game, "HQ/XXIV"), Place::RESERVE, "A41");
    play(&mut game, "select 160/6");
    play(&mut game, "move > 0702");
    pass_to(&mut game, 5, Phase::AxisMovement, 6);
    assert!(stands(&game, "HQ/XXIV", "0701"));
}

#[test]
fn the_panzer_corps_hq_stays_within_three_hexes_of_the_north_edge() {
    let mut game = on_turn(4).place("HQ/XXIV", "0703").sound().open(Phase::AxisMovement, 0);
    play(&mut game, "done");
    play(&mut game, "select HQ/XXIV");
    assert!(is_legal(&game, "move > 0604"), "the fourth row is three hexes from the edge");
    assert_eq!(denied(&game, "move > 0705"), "15.1.1");
    let south =
        legal_texts(&game).iter().filter_map(|text| text.strip_prefix("move > ").map(hex)).any(|to| historical().map.grid.row(to) > 4);
    assert!(!south, "{:?}", legal_texts(&game));
}

#[test]
fn the_panzer_corps_hq_driven_south_comes_back_north() {
    let mut game = on_turn(4).place("HQ/XXIV", "0706").sound().open(Phase::AxisMovement, 0);
    play(&mut game, "done");
    play(&mut game, "select HQ/XXIV");
    let row = |name: &str| historical().map.grid.row(hex(name));
    let ends: Vec<String> = legal_texts(&game).iter().filter_map(|text| text.strip_prefix("move > ").map(str::to_owned)).collect();
    assert!(!ends.is_empty() && ends.iter().all(|end| row(end) < 6), "A8: {ends:?}");
    assert_eq!(denied(&game, "move > 0707"), "15.1.1");
}

/// A hex at the rim of a radius about a centre, and a neighbour beyond it, both on the Axis side.
fn rim(centre: Hex, radius: u16) -> (String, String) {
    let map = &historical().map;
    let ours = |hex: Hex| map.in_play.contains(hex) && !map.soviet_at_start.contains(hex) && !map.fortified.contains(hex);
    map.grid
        .hexes()
        .filter(|&hex| ours(hex) && map.grid.distance(hex, centre) == radius)
        .find_map(|inside| {
            let outside =
                map.grid.neighbours(inside).map(|(_, near)| near).find(|&near| ours(near) && map.grid.distance(near, centre) > radius)?;
            Some((map.grid.name(inside).to_string(), map.grid.name(outside).to_string()))
        })
        .expect("a radius has a rim")
}

#[test]
fn once_the_panzer_corps_hq_is_in_its_units_may_not_leave_its_radius() {
    let radius = u16::from(historical().unit(unit("HQ/XXIV")).faces[0].radius);
    let centre = historical().map.source_c;
    let (inside, outside) = rim(centre, radius);
    let base = on_turn(4).place("387/XXIV", &inside).sound();
    let select = |builder: PositionBuilder| {
        let mut game = builder.open(Phase::AxisMovement, 0);
        while !is_legal(&game, "select 387/XXIV") {
            play(&mut game, "done");
        }
        play(&mut game, "select 387/XXIV");
        game
    };
    let leashed = select(base.clone().place("HQ/XXIV", "0701").sound());
    assert_eq!(denied(&leashed, &format!("move > {outside}")), "15.1.2");
    assert!(offers(&legal_texts(&leashed), "move"), "inside the radius it is free");
    assert!(is_legal(&select(base.clone()), &format!("move > {outside}")), "no leash before the HQ is there");
    let headless = select(base.put_in_box("HQ/XXIV", Place::ELIMINATED).sound());
    assert!(is_legal(&headless, &format!("move > {outside}")), "A8: no leash without the HQ");
}

#[test]
fn a_panzer_corps_unit_outside_the_radius_only_comes_closer() {
    let map = &historical().map;
    let mut game = on_turn(4).place("HQ/XXIV", "0701").sound().place("387/XXIV", "0710").sound().open(Phase::AxisMovement, 0);
    play(&mut game, "done");
    play(&mut game, "select 387/XXIV");
    let distance = |name: &str| map.grid.distance(hex(name), map.source_c);
    let ends: Vec<String> = legal_texts(&game).iter().filter_map(|text| text.strip_prefix("move > ").map(str::to_owned)).collect();
    assert!(!ends.is_empty() && ends.iter().all(|end| distance(end) < distance("0710")), "A8: {ends:?}");
    assert_eq!(denied(&game, "move > 0711"), "15.1.2");
}

/// Vicenza beside Julia on the Alpine front, before the garrison die of turn 2.
fn julia_and_vicenza() -> PositionBuilder {
    with(on_turn(2), &[("8/Jul", "1003"), ("9/Jul", "0904"), ("277/Vic", "0903"), ("278/Vic", "0804")])
}

/// Declines until the relief of the Julia is offered.
fn at_the_relief(builder: PositionBuilder) -> Armir {
    let mut game = builder.open(Phase::AxisReinforcement, 0);
    while !offers(&legal_texts(&game), "relieve") {
        pass(&mut game, 6);
    }
    game
}

#[test]
fn the_vicenza_may_relieve_the_julia_once_the_panzer_corps_hq_is_in() {
    let mut game = at_the_relief(julia_and_vicenza().place("HQ/XXIV", "0701").sound());
    assert_eq!(game.turn(), Turn::Player(Side::Axis));
    assert!(is_legal(&game, "done"), "the exchange is optional");
    play(&mut game, "relieve 8/Jul by 277/Vic");
    assert_eq!(legal_texts(&game), ["relieve 9/Jul by 278/Vic"], "the second follows the first");
    assert_eq!(denied(&game, "done"), "15.1.3.a");
    play(&mut game, "relieve 9/Jul by 278/Vic");
    assert!(stands(&game, "277/Vic", "1003") && stands(&game, "278/Vic", "0904"), "the Vicenza hold the front");
    assert!(stands(&game, "8/Jul24", "0903") && stands(&game, "9/Jul24", "0804"), "the Julia stand where the Vicenza stood");
}

#[test]
fn without_the_panzer_corps_hq_or_a_vicenza_at_hand_nobody_is_relieved() {
    let mut game = julia_and_vicenza().open(Phase::AxisReinforcement, 0);
    assert!(!offers(&offers_until(&mut game, Phase::AxisReinforcement), "relieve"), "the HQ is not on the map");
    let mut game = at_the_relief(julia_and_vicenza().place("HQ/XXIV", "0701").sound());
    assert_eq!(denied(&game, "relieve 8/Jul by 278/Vic"), "15.1.3", "A40: two hexes away");
    play(&mut game, "done");
    assert!(!offers(&offers_until(&mut game, Phase::AxisReinforcement), "relieve"));
}

#[test]
fn both_julia_regiments_are_relieved_or_none() {
    let base = || julia_and_vicenza().place("HQ/XXIV", "0701").sound();
    let game = at_the_relief(base());
    assert_eq!(denied(&game, "relieve 9/Jul by 277/Vic"), "15.1.3", "the other Vicenza regiment could not relieve 8/Jul");
    let nobody = |builder: PositionBuilder, why: &str| {
        let mut game = builder.open(Phase::AxisReinforcement, 0);
        assert!(!offers(&offers_until(&mut game, Phase::AxisReinforcement), "relieve"), "{why}");
    };
    for id in ["8/Jul", "9/Jul", "277/Vic", "278/Vic"] {
        nobody(base().put_in_box(id, Place::ELIMINATED).sound(), id);
    }
    nobody(base().place("277/Vic", "0803").sound(), "one Vicenza regiment is two hexes away");
}

#[test]
fn the_julia_are_relieved_on_the_front_line_only() {
    let behind = with(on_turn(2), &[("8/Jul", "1003"), ("9/Jul", "0903"), ("277/Vic", "0903"), ("278/Vic", "0804"), ("HQ/XXIV", "0701")]);
    assert!(!historical().map.fortified.contains(hex("0903")));
    let mut game = behind.open(Phase::AxisReinforcement, 0);
    assert!(!offers(&offers_until(&mut game, Phase::AxisReinforcement), "relieve"), "9/Jul stands behind the strongpoints");
}

#[test]
fn the_relieved_julia_become_the_counters_of_the_panzer_corps_with_their_steps() {
    let worn = julia_and_vicenza().place("HQ/XXIV", "0701").sound().steps("8/Jul", 1).sound().out_of_supply("8/Jul").sound();
    let mut game = at_the_relief(worn);
    let (lost, original) = game.corps_losses(0);
    play(&mut game, "relieve 8/Jul by 277/Vic");
    assert_eq!((at(&game, "8/Jul"), steps(&game, "8/Jul24")), (Place::WITHDRAWN, 1));
    assert!(game.is_out_of_supply(unit("8/Jul24")), "the marker goes with the regiment");
    assert_eq!(historical().unit(unit("8/Jul24")).formation, Formation::Xxiv);
    let full = u16::from(historical().unit(unit("8/Jul")).steps);
    assert_eq!(game.corps_losses(0), (lost - (full - 1), original - full), "A59: its steps leave both numbers of the Alpine Corps");
}

#[test]
fn dv19_the_gebirgs_division_grows_by_a_step_a_turn_and_moves_on_turn_five() {
    let mut game = start().turn(2).sound().momentum(30).sound().open(Phase::AxisReinforcement, 0);
    for turn in 2..=5u8 {
        pass_to(&mut game, u16::from(turn), Phase::AxisMovement, 6);
        assert_eq!((at(&game, "3Geb"), steps(&game, "3Geb")), (Place::on(historical().map.millerovo), turn - 1), "turn {turn}");
        play(&mut game, "done");
        if turn < 5 {
            assert_eq!(denied(&game, "select 3Geb"), "15.2");
        } else {
            assert!(is_legal(&game, "select 3Geb"));
        }
    }
}

/// Steps of the 3rd Gebirgs after a reinforcement phase.
fn gebirgs_after_reinforcement(builder: PositionBuilder) -> u8 {
    let mut game = builder.open(Phase::AxisReinforcement, 0);
    roll(&mut game, 6);
    steps(&game, "3Geb")
}

#[test]
fn the_gebirgs_division_gains_no_step_out_of_supply_when_full_or_when_dead() {
    let base = || on_turn(4).place("3Geb", "1222").sound();
    let worn = || base().steps("3Geb", 2).sound();
    assert_eq!(gebirgs_after_reinforcement(worn()), 3);
    assert_eq!(gebirgs_after_reinforcement(worn().out_of_supply("3Geb").sound()), 2);
    assert_eq!(gebirgs_after_reinforcement(base()), 4);
    assert_eq!(gebirgs_after_reinforcement(base().put_in_box("3Geb", Place::ELIMINATED).sound()), 0);
}

#[test]
fn an_enemy_in_millerovo_delays_the_gebirgs_division() {
    let mut game = on_turn(2).place("66/XVII", "1222").sound().open(Phase::AxisReinforcement, 0);
    pass_to(&mut game, 2, Phase::SovietMovement, 6);
    assert_eq!(at(&game, "3Geb"), Place::RESERVE, "A42");
    play(&mut game, "select 66/XVII");
    play(&mut game, "move > 1223");
    pass_to(&mut game, 3, Phase::AxisMovement, 6);
    assert!(stands(&game, "3Geb", "1222") && steps(&game, "3Geb") == 1, "it arrives as it would have");
}

#[test]
fn a_gebirgs_division_away_from_millerovo_moves_whatever_it_has_lost() {
    let mut game = on_turn(6).place("3Geb", "1223").sound().steps("3Geb", 2).sound().open(Phase::AxisMovement, 0);
    assert!(is_legal(&game, "select 3Geb"));
    play(&mut game, "select 3Geb");
    assert!(is_legal(&game, "move > 1222"));
}

/// German, Italian and Soviet units in want of steps, when the replacement is offered on turn 3.
fn at_the_replacement() -> Armir {
    let position = with(on_turn(3), &[("Pz/27", "0706"), ("525/298", "0705"), ("526/298", "0708"), ("37/Rav", "0707"), ("127/6", "2009")]);
    let worn = position
        .steps("Pz/27", 1)
        .sound()
        .steps("37/Rav", 1)
        .sound()
        .steps("127/6", 1)
        .sound()
        .steps("526/298", 1)
        .sound()
        .out_of_supply("526/298")
        .sound();
    let mut game = worn.put_in_box("527/298", Place::ELIMINATED).sound().open(Phase::AxisReinforcement, 0);
    roll(&mut game, 6);
    game
}

#[test]
fn one_german_unit_a_turn_regains_a_step_for_a_soviet_momentum_point() {
    let mut game = at_the_replacement();
    let momentum = game.momentum();
    play(&mut game, "replace Pz/27");
    assert_eq!((steps(&game, "Pz/27"), game.momentum()), (2, momentum + 1), "A43: one point, for the Soviets");
    assert!(!offers(&offers_until(&mut game, Phase::AxisReinforcement), "replace"), "one step a turn");
}

#[test]
fn a_replacement_that_is_not_used_costs_nothing() {
    let mut game = at_the_replacement();
    let momentum = game.momentum();
    play(&mut game, "done");
    assert_eq!((steps(&game, "Pz/27"), game.momentum()), (1, momentum));
}

#[test]
fn only_a_living_german_unit_in_supply_that_lacks_a_step_is_replaced() {
    let game = at_the_replacement();
    assert!(is_legal(&game, "replace Pz/27"));
    for (id, why) in [
        ("37/Rav", "Italian"),
        ("127/6", "Soviet"),
        ("525/298", "at full strength"),
        ("526/298", "out of supply"),
        ("527/298", "eliminated"),
    ] {
        assert_eq!(denied(&game, &format!("replace {id}")), "15.3", "{why}");
    }
}

#[test]
fn an_eliminated_unit_never_returns() {
    let mut game = at_the_replacement();
    for turn in 4..=6 {
        pass_to(&mut game, turn, Phase::AxisMovement, 6);
        assert_eq!(at(&game, "527/298"), Place::ELIMINATED, "turn {turn}");
    }
    // Nor does a reinforcement come a second time. The fall of an Alpine strongpoint calls the HQ.
    let dead = ["387/XXIV", "3Geb", "HQ/XXIV"];
    let position = dead.iter().fold(on_turn(3), |position, id| position.put_in_box(id, Place::ELIMINATED).sound());
    let mut game = position.place("127/6", "1004").sound().open(Phase::SovietMovement, 0);
    play(&mut game, "select 127/6");
    play(&mut game, "move > 0904");
    for turn in 4..=6 {
        pass_to(&mut game, turn, Phase::AxisMovement, 6);
        assert_eq!(dead.map(|id| at(&game, id)), [Place::ELIMINATED; 3], "turn {turn}");
    }
}

#[test]
fn the_complementi_are_spent_to_restore_a_step_of_other_italian_infantry_in_their_hex() {
    let together = ["Compl", "89/Cos", "3B/Cel", "23Mar", "318/213", "Barbo", "90/Cos"].map(|id| (id, "0708"));
    let here = with(on_turn(3), &together).place("37/Rav", "0707").sound();
    let worn =
        ["89/Cos", "3B/Cel", "23Mar", "318/213", "Barbo", "37/Rav"].into_iter().fold(here, |builder, id| builder.steps(id, 1).sound());
    let mut game = worn.open(Phase::AxisReinforcement, 0);
    while !is_legal(&game, "complement 89/Cos") {
        pass(&mut game, 6);
    }
    for (id, why) in [
        ("Barbo", "A44: cavalry"),
        ("318/213", "German"),
        ("37/Rav", "in another hex"),
        ("90/Cos", "at full strength"),
        ("Compl", "not another unit"),
    ] {
        assert_eq!(denied(&game, &format!("complement {id}")), "15.4", "{why}");
    }
    for (id, why) in [("23Mar", "blackshirts"), ("3B/Cel", "A44: bersaglieri are infantry, on lorries too")] {
        assert!(is_legal(&game, &format!("complement {id}")), "{why}");
    }
    play(&mut game, "complement 89/Cos");
    assert_eq!((steps(&game, "89/Cos"), at(&game, "Compl")), (2, Place::WITHDRAWN));
}

#[test]
fn the_complementi_fight_like_any_other_unit() {
    let mut game = with(on_turn(3), &[("Compl", "0708"), ("127/6", "0709")]).open(Phase::AxisCombat, 0);
    play(&mut game, "attack 0709");
    assert!(is_legal(&game, "with Compl"));
}

#[test]
fn a_reinforcement_takes_control_of_the_hex_where_it_arrives() {
    // The Soviets have been at the source and at Millerovo and have gone again.
    let position = on_turn(2).control("0701", Side::Soviet).sound().control("1222", Side::Soviet).sound();
    let mut game = position.place("127/6", "2009").sound().open(Phase::AxisReinforcement, 0);
    assert_eq!(["0701", "1222"].map(|at| game.controller(hex(at))), [Side::Soviet; 2]);
    roll(&mut game, 6);
    assert!(stands(&game, "387/XXIV", "0701") && stands(&game, "3Geb", "1222"));
    assert_eq!(["0701", "1222"].map(|at| game.controller(hex(at))), [Side::Axis; 2]);
}
