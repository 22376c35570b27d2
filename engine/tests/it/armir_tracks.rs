//! Record tracks [16] and victory [17].

use stavka_engine::armir::{Armir, Class, Formation, Phase, Place, PlaceKind, PositionBuilder};
use stavka_engine::game::{Game, Notation, Side, Turn};
use stavka_engine::hex::Hex;

use crate::armir_kit::{
    Sound, at, denied, drill, empty, hex, historical, is_legal, legal_texts, offers, on_turn, pass, pass_to, play, roll, stands, steps,
    unit, with,
};

// ---- the tracks [16] -------------------------------------------------------

/// What the tracks show: turn, momentum, supply points, artillery points of all armies, Chir box, garrison.
fn tracks(game: &Armir) -> [u16; 6] {
    let artillery = (0..3).map(|army| u16::from(game.artillery_points(army))).sum();
    let [momentum, supply, chir, garrison] = [game.momentum(), game.supply_points(), game.chir_box(), game.garrison()].map(u16::from);
    [game.game_turn(), momentum, supply, artillery, chir, garrison]
}

#[test]
fn every_track_has_a_marker_of_its_own_that_its_own_event_moves_alone() {
    let end_of_turn = with(on_turn(3), &[("66/XVII", "1004"), ("HQ/6", "1004")]).open(Phase::SovietMotorised, 0);
    let decision = with(on_turn(3), &[("66/XVII", "1004")]);
    let decision = Formation::ARMIES.into_iter().fold(decision, |builder, army| builder.artillery(army, 0)).open(Phase::Initiative, 0);
    let guns = with(on_turn(3), &[("art/II", "1008"), ("89/Cos", "1008"), ("127/6", "1009")]).open(Phase::Bombardment, 0);
    let salvo = with(on_turn(3), &[("HQ/6", "1205"), ("89/Cos", "1108")]).open(Phase::Bombardment, 0);
    let garrison = on_turn(4).open(Phase::AxisReinforcement, 0);
    for (name, mut game, choice, index, by) in [
        ("turn", end_of_turn, "done", 0, 1),
        ("momentum", decision, "initiative", 1, -1),
        ("supply points", guns, "barrage art/II 1009", 2, -1),
        ("artillery points", salvo, "salvo HQ/6 2 1108", 3, -2),
        ("Chir", on_the_chir(3, 40), "die 3", 4, 1),
        ("garrison", garrison, "die 1", 5, 1),
    ] {
        let mut expected = tracks(&game);
        expected[index] = expected[index].checked_add_signed(by).expect("the marker is not at the end of its track");
        play(&mut game, choice);
        assert_eq!(tracks(&game), expected, "{name}: {}", game.prompt());
    }
}

// ---- the Chir [16.1] -------------------------------------------------------

/// Fillers of the Chir track whose CP, doubled for mobile units, sum to exactly `cp`: ids with steps.
fn chir_force(cp: u16) -> Vec<(&'static str, u8)> {
    fn fill(pool: &[(&'static str, Vec<u16>)], left: u16) -> Option<Vec<(&'static str, u8)>> {
        if left == 0 {
            return Some(Vec::new());
        }
        let ((id, values), rest) = pool.split_first()?;
        for (index, &value) in values.iter().enumerate().filter(|&(_, &value)| value > 0 && value <= left) {
            if let Some(mut found) = fill(rest, left - value) {
                found.push((id, index as u8 + 1));
                return Some(found);
            }
        }
        fill(rest, left)
    }
    let data = historical();
    let pool: Vec<(&'static str, Vec<u16>)> = data
        .counters(Side::Soviet)
        .filter(|(_, counter)| counter.formation == Formation::ThirdGuards && counter.class == Class::Combat)
        .map(|(id, counter)| {
            let factor = if data.mobile.contains(id) { 2 } else { 1 };
            (
                counter.id.as_str(),
                (1..=usize::from(counter.steps)).rev().map(|steps| u16::from(counter.cp[steps]) * factor).collect::<Vec<_>>(),
            )
        })
        .map(|(id, values)| (id, values.into_iter().rev().collect()))
        .collect();
    fill(&pool, cp).unwrap_or_else(|| panic!("the 3rd Guards Army cannot field exactly {cp} CP"))
}

/// The Soviet combat phase of a turn with a force of exactly `cp` on the Chir track.
pub(crate) fn on_the_chir(turn: u8, cp: u16) -> Armir {
    let position = chir_force(cp)
        .into_iter()
        .fold(on_turn(turn), |builder, (id, steps)| builder.put_in_box(id, Place::CHIR).sound().steps(id, steps).sound());
    let game = position.open(Phase::SovietCombat, 0);
    assert_eq!(game.chir_strength(), cp);
    game
}

fn soviet_steps(game: &Armir) -> u32 {
    historical().counters(Side::Soviet).map(|(unit, _)| u32::from(game.steps(unit))).sum()
}

/// Rolls on the Chir: boxes gained and steps lost.
pub(crate) fn chir_result(turn: u8, cp: u16, die: u8) -> (u8, u32) {
    let mut game = on_the_chir(turn, cp);
    let (from, before) = (game.chir_box(), soviet_steps(&game));
    roll(&mut game, die);
    while game.turn() == Turn::Player(Side::Soviet) && offers(&legal_texts(&game), "lose") {
        pass(&mut game, die);
    }
    (game.chir_box() - from, before - soviet_steps(&game))
}

#[test]
fn hollidt_stands_in_box_one_at_start() {
    assert_eq!(Armir::new(historical()).chir_box(), 1);
    assert_eq!(historical().tables.chir.boxes, 3, "18.6: boxes 1 and 2 and Bokovskaya");
}

#[test]
fn the_chir_front_advances_on_a_modified_three_or_more() {
    for die in 1..=6 {
        assert_eq!(chir_result(1, 19, die).0, u8::from(die >= 3), "no modifier, die {die}");
        assert_eq!(chir_result(1, 20, die).0, u8::from(die >= 2), "modifier 1, die {die}");
        assert_eq!(chir_result(1, 40, die).0, 1, "modifier 2, die {die}");
    }
}

#[test]
fn without_soviet_units_on_the_track_no_chir_die_falls() {
    let mut game = Armir::new(historical());
    play(&mut game, "objectives 3+4");
    pass_to(&mut game, 1, Phase::SovietCombat, 6);
    assert_eq!(game.turn(), Turn::Chance, "with units on the track a die falls");
    let game = with(on_turn(2), &[("127/6", "1004"), ("89/Cos", "0904")]).open(Phase::SovietCombat, 0);
    assert_eq!(game.turn(), Turn::Player(Side::Soviet));
}

#[test]
fn the_chir_table_gives_losses_by_force_and_die() {
    let expected =
        [(19, [0, 0, 1, 1, 1, 1]), (39, [0, 1, 1, 1, 1, 2]), (40, [1, 1, 1, 1, 2, 2]), (60, [1, 1, 1, 2, 2, 2]), (80, [1, 1, 2, 2, 2, 2])];
    for (cp, losses) in expected {
        for (die, lost) in (1..=6).zip(losses) {
            assert_eq!(chir_result(1, cp, die).1, lost, "{cp} CP, die {die}");
        }
    }
}

#[test]
fn dv18_a_force_of_41_advances_on_a_one_and_loses_a_step() {
    assert_eq!(chir_result(1, 41, 1), (1, 1));
}

#[test]
fn the_soviet_player_picks_the_steps_lost_on_the_chir() {
    let mut game = on_the_chir(1, 80);
    roll(&mut game, 6);
    assert_eq!(game.turn(), Turn::Player(Side::Soviet));
    let force = chir_force(80);
    assert_eq!(legal_texts(&game).len(), force.len(), "A45: any unit of the track");
    let strong = force.iter().find(|(_, steps)| *steps >= 2).expect("a unit with two steps").0;
    play(&mut game, &format!("lose {strong}"));
    assert!(is_legal(&game, &format!("lose {strong}")), "A45: both steps may fall on one unit");
    assert_eq!(denied(&game, "lose 127/6"), "16.1.2");
}

#[test]
fn mobile_units_count_double_on_the_chir() {
    let data = historical();
    let cp = |id: &str| u16::from(data.unit(unit(id)).cp[usize::from(data.unit(unit(id)).steps)]);
    let strength = |id: &str| on_turn(1).put_in_box(id, Place::CHIR).sound().open(Phase::SovietCombat, 0).chir_strength();
    assert_eq!(strength("14G/3G"), cp("14G/3G"), "foot");
    assert_eq!(strength("1M/IGM"), 2 * cp("1M/IGM"), "motorised");
    assert_eq!(strength("16T/IGM"), 2 * cp("16T/IGM"), "tracked");
}

#[test]
fn the_second_advance_reaches_bokovskaya_and_ends_the_dice() {
    // A brigade on the map keeps the motorised phases from passing unseen.
    let mut game = PositionBuilder::of(&on_the_chir(1, 80)).place("66/XVII", "1004").sound().open(Phase::SovietCombat, 0);
    pass_to(&mut game, 2, Phase::SovietCombat, 1);
    assert_eq!((game.chir_box(), game.turn()), (2, Turn::Chance));
    roll(&mut game, 1);
    pass_to(&mut game, 2, Phase::SovietMotorised, 1);
    assert_eq!(game.chir_box(), 3);
    assert_eq!(game.victory_points().objectives[0], 1, "reached on turn 2");
    let waiting = historical().counters(Side::Soviet).filter(|&(unit, _)| game.place(unit) == Place::BOKOVSKAYA_BOX).count();
    assert!(waiting > 0 && historical().counters(Side::Soviet).all(|(unit, _)| game.place(unit) != Place::CHIR));
    let movers: Vec<String> = legal_texts(&game).into_iter().filter(|text| text.starts_with("select")).collect();
    assert_eq!(movers, ["select 66/XVII"], "A46: they enter in the next ordinary movement phase");
    pass_to(&mut game, 3, Phase::SovietCombat, 6);
    assert_ne!(game.turn(), Turn::Chance, "A45: no more dice after Bokovskaya");
}

#[test]
fn units_in_the_bokovskaya_box_must_enter_the_map_there_and_pay_for_the_hex() {
    let foot = unit("14G/3G");
    let mp = u16::from(historical().unit(foot).faces[0].mp);
    let mut game = on_turn(3).chir_reached(2).put_in_box("14G/3G", Place::BOKOVSKAYA_BOX).sound().open(Phase::SovietMovement, 0);
    assert_eq!(denied(&game, "done"), "16.1.4");
    play(&mut game, "select 14G/3G");
    assert!(is_legal(&game, "move > 2318"));
    // 2318 - 2218 - 2219 - 2119 - 2019 is a road: one MP a hex on foot after the 1.5 of the entry.
    let road = ["2218", "2219", "2119", "2019"];
    for (taken, name) in (1..).zip(road) {
        let affordable = 3 + 2 * taken <= 2 * mp;
        assert_eq!(is_legal(&game, &format!("move > {name}")), affordable, "{name} with {mp} MP");
    }
    let (momentum, star) = (game.momentum(), historical().map.stars[hex("2318").index()]);
    play(&mut game, "move > 2318");
    assert!(stands(&game, "14G/3G", "2318"));
    assert_eq!((game.controller(hex("2318")), game.momentum()), (Side::Soviet, momentum + star));
}

#[test]
fn the_price_of_a_move_out_of_the_bokovskaya_box_holds_the_entry() {
    let mut game = on_turn(3).chir_reached(2).put_in_box("22M/3G", Place::BOKOVSKAYA_BOX).sound().open(Phase::SovietMovement, 0);
    play(&mut game, "select 22M/3G");
    let report = game.march_report().expect("a brigade marches");
    let price = |name: &str| report.reached.iter().find(|(at, _)| *at == hex(name)).map(|&(_, cost)| cost);
    assert_eq!([price("2318"), price("2218"), price("2219")], [Some(3), Some(4), Some(5)], "a point and a half, then the road");
    assert!(report.reached.iter().all(|&(_, cost)| cost <= report.points));
}

#[test]
fn only_units_with_room_to_enter_must_leave_the_bokovskaya_box() {
    // Heavy Germans around stop everybody in Bokovskaya, which is full.
    let around = [("525/298", "2218"), ("387/XXIV", "2319")];
    let full = [("50G/3G", "2318"), ("266/3G", "2318")];
    let position = with(with(on_turn(3), &around), &full).chir_reached(2).put_in_box("14G/3G", Place::BOKOVSKAYA_BOX).sound();
    let game = position.open(Phase::SovietMovement, 0);
    assert!(is_legal(&game, "done"), "A46");
    assert!(is_legal(&game, "select 14G/3G"));
}

#[test]
fn the_axis_never_enters_bokovskaya_by_move_advance_or_retreat() {
    let mut game = on_turn(3).place("525/298", "2319").sound().open(Phase::AxisMovement, 0);
    play(&mut game, "select 525/298");
    assert_eq!(denied(&game, "move > 2318"), "16.1.4.a");

    let mut game = with(on_turn(3), &[("387/XXIV", "2319"), ("22M/3G", "2318")]).steps("22M/3G", 1).sound().open(Phase::AxisCombat, 0);
    for choice in ["attack 2318", "with 387/XXIV", "engage"] {
        play(&mut game, choice);
    }
    roll(&mut game, 6);
    while game.current_phase() == Phase::AxisCombat {
        assert!(!is_legal(&game, "advance 387/XXIV"), "no advance into Bokovskaya");
        pass(&mut game, 6);
    }
    assert_eq!(game.occupant(hex("2318")), None, "the hex was open to an advance");

    let mut game =
        with(on_turn(3), &[("387/XXIV", "2319"), ("14G/3G", "2320"), ("50G/3G", "2320"), ("159/3G", "2220")]).open(Phase::SovietCombat, 0);
    for choice in ["attack 2319", "with 14G/3G", "with 50G/3G", "engage"] {
        play(&mut game, choice);
    }
    roll(&mut game, 6);
    while !is_legal(&game, "retreat") {
        pass(&mut game, 6);
    }
    play(&mut game, "retreat");
    while !offers(&legal_texts(&game), "retreat") {
        pass(&mut game, 6);
    }
    assert_eq!(denied(&game, "retreat 2318"), "16.1.4.a");
}

#[test]
fn the_axis_does_not_overrun_into_bokovskaya() {
    let game = |soviets: &str| {
        let mut game = with(on_turn(3), &[("Pz/27", "2319"), ("22M/3G", soviets)]).open(Phase::AxisMovement, 0);
        play(&mut game, "select Pz/27");
        game
    };
    assert_eq!(denied(&game("2318"), "overrun 2318 from 2319"), "16.1.4.a");
    assert!(is_legal(&game("2218"), "overrun 2218 from 2319"), "the hex beside it");
}

// ---- supply points [16.2] --------------------------------------------------

#[test]
fn every_use_of_a_gun_or_of_fuel_lowers_the_supply_points_by_one() {
    let mut game = with(on_turn(3), &[("art1/CA", "0705"), ("127/6", "0707")]).supply_points(9).open(Phase::Bombardment, 0);
    play(&mut game, "barrage art1/CA 0707");
    assert_eq!(game.supply_points(), 8);

    let mut game = on_turn(3).place("TA/II", "1109").sound().supply_points(9).open(Phase::AxisMovement, 0);
    play(&mut game, "select TA/II");
    play(&mut game, "move > 0909");
    assert_eq!(game.supply_points(), 8, "two hexes by lorry");
}

/// Two brigades beside Kantemirovka, the depot in it.
fn before_kantemirovka(supply_points: u8) -> Armir {
    let mut game =
        with(on_turn(3), &[("66/XVII", "0813"), ("67/XVII", "0813")]).supply_points(supply_points).open(Phase::SovietMovement, 0);
    play(&mut game, "select 66/XVII");
    play(&mut game, "move > 0812");
    game
}

#[test]
fn the_first_soviet_entry_of_kantemirovka_costs_the_depot_and_a_die_of_supply_points() {
    let mut game = before_kantemirovka(16);
    assert!(!game.depot() && game.turn() == Turn::Chance);
    roll(&mut game, 4);
    assert_eq!(game.supply_points(), 12);
    play(&mut game, "select 67/XVII");
    play(&mut game, "move > 0812");
    assert_eq!((game.turn(), game.supply_points()), (Turn::Player(Side::Soviet), 12), "the first time only");
    let mut game = before_kantemirovka(3);
    roll(&mut game, 5);
    assert_eq!(game.supply_points(), 0, "never below zero");
}

// ---- airfields [16.3] ------------------------------------------------------

#[test]
fn dv14_the_garrison_grows_when_the_die_is_below_the_turn() {
    for turn in 2..=6 {
        for die in 1..=6 {
            let mut game = on_turn(turn).garrison(2).sound().open(Phase::AxisReinforcement, 0);
            roll(&mut game, die);
            assert_eq!(game.garrison(), 2 + u8::from(die < turn), "turn {turn}, die {die}");
        }
    }
    let mut game = Armir::new(historical());
    play(&mut game, "objectives 3+4");
    let mut phases = Vec::new();
    while game.game_turn() == 1 {
        phases.push(game.current_phase());
        pass(&mut game, 1);
    }
    assert!(!phases.contains(&Phase::AxisReinforcement) && game.garrison() == 1, "no growth on turn 1");
}

#[test]
fn the_garrison_stops_at_six_and_never_returns_to_captured_airfields() {
    for (before, after) in [(6, 6), (0, 0)] {
        let mut game = on_turn(6).garrison(before).sound().open(Phase::AxisReinforcement, 0);
        roll(&mut game, 1);
        assert_eq!(game.garrison(), after, "A47");
    }
}

/// A Soviet unit in a hex, chosen to move on turn 4.
fn chosen(id: &str, from: &str) -> Armir {
    let mut game = on_turn(4).place(id, from).sound().open(Phase::SovietMovement, 0);
    play(&mut game, &format!("select {id}"));
    game
}

#[test]
fn soviet_units_leave_by_tatsinskaya_and_morozovsk_for_the_airfields() {
    assert_eq!(historical().map.exit_names, ["Tatsinskaya", "Morozovsk"]);
    for &exit in &historical().map.exits {
        let name = historical().map.grid.name(exit).to_string();
        let mut game = chosen("66/XVII", &name);
        play(&mut game, &format!("exit {name}"));
        assert_eq!(at(&game, "66/XVII"), Place::AIRFIELDS);
        assert_eq!(game.controller(exit), Side::Soviet);
    }
}

#[test]
fn only_combat_units_with_points_for_one_more_hex_exit() {
    assert_eq!(denied(&chosen("HQ/6", "1931"), "exit 1931"), "16.3.1", "A48: HQs stay");
    // Along the railway on foot: one MP a hex, one more to leave the map.
    let map = &historical().map;
    let railway = map.roads.iter().find(|road| road.rail && road.path.contains(&hex("1931"))).expect("a railway to Tatsinskaya");
    let exit = railway.path.iter().position(|&on| on == hex("1931")).expect("just found");
    let mp = usize::from(historical().unit(unit("127/6")).faces[0].mp);
    let from = |hexes: usize| map.grid.name(railway.path[exit - hexes]).to_string();
    assert!(is_legal(&chosen("127/6", &from(mp - 1)), "exit 1931"));
    let short = chosen("127/6", &from(mp));
    assert!(is_legal(&short, "move > 1931"));
    assert_eq!(denied(&short, "exit 1931"), "16.3.1", "A48: one point short");
}

#[test]
fn units_move_to_an_exit_hex_and_leave_in_one_go_and_nowhere_else() {
    let map = &historical().map;
    let railway = map.roads.iter().find(|road| road.rail && road.path.contains(&hex("1931"))).expect("a railway to Tatsinskaya");
    let exit = railway.path.iter().position(|&on| on == hex("1931")).expect("just found");
    let from = map.grid.name(railway.path[exit - 3]).to_string();
    for id in ["66/XVII", "127/6"] {
        let mut game = chosen(id, &from);
        assert_eq!(denied(&game, &format!("exit {from}")), "16.3.1", "no exit hex");
        assert!(railway.path[exit - 2..=exit].iter().all(|&on| game.controller(on) == Side::Axis));
        play(&mut game, "exit 1931");
        assert_eq!((at(&game, id), game.occupant(hex("1931"))), (Place::AIRFIELDS, None));
        assert!(railway.path[exit - 2..=exit].iter().all(|&on| game.controller(on) == Side::Soviet), "{id} took the way there");
    }
    let mut axis = on_turn(4).place("Pz/27", "1931").sound().open(Phase::AxisMovement, 0);
    play(&mut axis, "select Pz/27");
    assert_eq!(denied(&axis, "exit 1931"), "16.3.1");
    let mut taken = on_turn(4).garrison(0).sound().place("66/XVII", "1931").sound().open(Phase::SovietMovement, 0);
    play(&mut taken, "select 66/XVII");
    assert_eq!(denied(&taken, "exit 1931"), "16.3.1", "the airfields are taken");
}

#[test]
fn units_of_the_bokovskaya_box_do_not_enter_a_hex_of_another_army() {
    let position = on_turn(3).chir_reached(2).put_in_box("14G/3G", Place::BOKOVSKAYA_BOX).sound().place("41G/1G", "2318").sound();
    let mut game = position.open(Phase::SovietMovement, 0);
    play(&mut game, "select 14G/3G");
    assert_eq!(denied(&game, "move > 2318"), "6.3");
    assert!(is_legal(&game, "move > 2218"));
}

/// The Soviet combat phase with units in the airfields box.
fn at_the_airfields(turn: u8, garrison: u8, ids: &[&str]) -> PositionBuilder {
    ids.iter().fold(on_turn(turn).garrison(garrison).sound(), |builder, id| builder.put_in_box(id, Place::AIRFIELDS).sound())
}

const TANK_CORPS: [&str; 4] = ["66/XVII", "67/XVII", "174/XVII", "31M/XVII"];

#[test]
fn all_units_at_the_airfields_attack_the_garrison_together_without_shifts() {
    let data = historical();
    let cp = |id: &str| u16::from(data.unit(unit(id)).cp[usize::from(data.unit(unit(id)).steps)]);
    let position = at_the_airfields(4, 3, &["66/XVII", "110/XVIII", "1M/IGM"]);
    let sheet = position.clone().open(Phase::SovietCombat, 0).airfield_sheet();
    assert_eq!(sheet.attack, cp("66/XVII") + cp("110/XVIII") + cp("1M/IGM"), "A49: three armies together");
    assert_eq!(sheet.defence, u16::from(data.tables.garrison_cp[3]));
    assert_eq!((u16::from(sheet.column), sheet.shifts().count(), sheet.die_bonus), ((sheet.attack / sheet.defence).min(7), 0, 0), "A49");
    let tired = position.out_of_supply("66/XVII").sound().open(Phase::SovietCombat, 0).airfield_sheet();
    assert_eq!(tired.attack, (cp("66/XVII") + 2 * (cp("110/XVIII") + cp("1M/IGM"))).div_ceil(2), "out of supply counts half");
}

#[test]
fn airfield_losses_follow_the_combat_results_table() {
    for die in 1..=6u8 {
        let mut game = at_the_airfields(4, 3, &TANK_CORPS).open(Phase::SovietCombat, 0);
        let expected = historical().tables.crt[usize::from(die) - 1][usize::from(game.airfield_sheet().column)];
        let before = soviet_steps(&game);
        roll(&mut game, die);
        while offers(&legal_texts(&game), "lose") {
            pass(&mut game, die);
        }
        assert_eq!(game.garrison(), 3u8.saturating_sub(expected.defender), "one point per step, die {die}");
        assert_eq!(before - soviet_steps(&game), u32::from(expected.attacker), "die {die}");
    }
}

#[test]
fn losses_at_the_airfields_are_spread_evenly() {
    let mut game = at_the_airfields(4, 6, &["66/XVII", "67/XVII"]).open(Phase::SovietCombat, 0);
    assert_eq!(game.battle_result(&game.airfield_sheet(), 1).attacker, 3);
    let either = ["lose 66/XVII", "lose 67/XVII"];
    roll(&mut game, 1);
    assert_eq!((game.turn(), legal_texts(&game)), (Turn::Player(Side::Soviet), either.map(str::to_owned).to_vec()));
    play(&mut game, "lose 67/XVII");
    assert_eq!((steps(&game, "66/XVII"), steps(&game, "67/XVII")), (2, 2), "the second falls on the other");
    assert_eq!(legal_texts(&game), either, "and then they are level again");
}

#[test]
fn airfields_that_hold_are_attacked_again_next_turn_and_captured_ones_are_not() {
    let mut held = at_the_airfields(3, 6, &TANK_CORPS).open(Phase::SovietCombat, 0);
    pass_to(&mut held, 4, Phase::SovietCombat, 1);
    assert!(held.garrison() > 0 && held.turn() == Turn::Chance, "a new fight");
    let mut taken =
        at_the_airfields(3, 1, &TANK_CORPS).place("127/6", "1004").sound().place("89/Cos", "0904").sound().open(Phase::SovietCombat, 0);
    roll(&mut taken, 6);
    assert_eq!(taken.garrison(), 0, "captured");
    pass_to(&mut taken, 4, Phase::SovietCombat, 6);
    assert_eq!(taken.turn(), Turn::Player(Side::Soviet), "no more dice for the airfields");
}

#[test]
fn units_at_the_airfields_never_leave() {
    let game = at_the_airfields(3, 1, &TANK_CORPS).place("127/6", "1004").sound().open(Phase::SovietMovement, 0);
    assert!(is_legal(&game, "select 127/6"));
    assert_eq!(denied(&game, "select 66/XVII"), "2", "not on the map");
}

#[test]
fn units_at_the_airfields_are_out_of_supply_unless_their_raid_die_holds() {
    for (die, marked) in [(4, false), (5, true)] {
        let mut game = at_the_airfields(2, 3, &TANK_CORPS).open(Phase::Supply, 0);
        roll(&mut game, die);
        assert_eq!(
            TANK_CORPS.map(|id| game.is_out_of_supply(unit(id))),
            [marked; 4],
            "A21: die {die} plus 2 against 7, one die for the box"
        );
    }
    for (id, marked) in [("22M/3G", true), ("66/XVII", false)] {
        let mut game = chosen(id, "1931");
        play(&mut game, "exit 1931");
        assert_eq!(game.is_out_of_supply(unit(id)), marked, "A21: {id} on arrival");
    }
}

#[test]
fn units_at_the_airfields_starve_as_one_stack() {
    let position = TANK_CORPS.iter().fold(at_the_airfields(3, 3, &TANK_CORPS), |builder, id| builder.out_of_supply(id).sound());
    let mut game = position.open(Phase::Attrition, 0);
    let before = soviet_steps(&game);
    assert_eq!(legal_texts(&game), TANK_CORPS.map(|id| format!("lose {id}")));
    play(&mut game, "lose 67/XVII");
    assert_eq!((before - soviet_steps(&game), game.current_phase()), (1, Phase::Initiative));
}

// ---- momentum [16.4] -------------------------------------------------------

/// Every starred place with its star as the rules price it and a neighbour from which a unit can enter.
pub(crate) fn stars() -> Vec<(String, Hex, u8, String)> {
    let map = &historical().map;
    let starred = map.places.iter().filter(|place| place.star > 0);
    starred
        .map(|place| {
            let from = map.grid.neighbours(place.hex).map(|(_, near)| near);
            let from = from.filter(|near| {
                map.in_play.contains(*near) && !map.closed_rail.contains(*near) && *near != map.bokovskaya && !map.starred.contains(*near)
            });
            let price = if place.kind == PlaceKind::City { 2 } else { 1 };
            (place.name.clone(), place.hex, price, map.grid.name(from.last().expect("a way in")).to_string())
        })
        .collect()
}

#[test]
fn the_soviets_gain_momentum_for_each_starred_place_they_take() {
    for (name, at, star, from) in stars() {
        let to = historical().map.grid.name(at).to_string();
        for (owner, gain) in [(Side::Axis, star), (Side::Soviet, 0)] {
            let mut game = on_turn(4).place("66/XVII", &from).sound().control(&to, owner).sound().open(Phase::SovietMovement, 0);
            let before = game.momentum();
            play(&mut game, "select 66/XVII");
            play(&mut game, &format!("move > {to}"));
            assert_eq!(game.momentum(), before + gain, "{name} held by the {owner}");
        }
    }
}

#[test]
fn the_soviets_lose_momentum_for_each_starred_place_that_is_retaken() {
    for (name, at, star, from) in stars() {
        if at == historical().map.bokovskaya {
            continue;
        }
        let to = historical().map.grid.name(at).to_string();
        let mut game = on_turn(4).place("525/298", &from).sound().control(&to, Side::Soviet).sound().open(Phase::AxisMovement, 0);
        let before = game.momentum();
        play(&mut game, "select 525/298");
        play(&mut game, &format!("move > {to}"));
        assert_eq!(game.momentum(), before - star, "{name}");
    }
}

#[test]
fn a_starred_place_entered_in_a_fight_changes_momentum_at_once() {
    // Taly lies in 1010, beside 1110.
    let drilled = |counters: &[(&str, &str)]| with(PositionBuilder::empty(drill()), counters).turn(3).sound().momentum(6).sound();
    let weak = |from: &str, attacker: &str| drilled(&[(attacker, from), ("89/Cos", "1010")]).steps("89/Cos", 1).sound();
    let (advance, overrun) = (weak("1110", "127/6"), weak("1110", "66/XVII"));
    let soviets = drilled(&[("525/298", "1210"), ("127/6", "1110")]);
    let axis = drilled(&[("127/6", "1210"), ("89/Cos", "1110")]).control("1010", Side::Soviet).sound();
    for (name, position, phase, actions, momentum) in [
        ("advance", advance, Phase::SovietCombat, &["attack 1010", "with 127/6", "engage", "die 1", "stand", "advance 127/6"][..], 7),
        ("overrun", overrun, Phase::SovietMovement, &["select 66/XVII", "overrun 1010 from 1110", "die 1", "retreat 0910"], 7),
        ("Soviet retreat", soviets, Phase::AxisCombat, &["attack 1110", "with 525/298", "engage", "die 1", "retreat", "retreat 1010"], 7),
        ("Axis retreat", axis, Phase::SovietCombat, &["attack 1110", "with 127/6", "engage", "die 1", "retreat", "retreat 1010"], 5),
    ] {
        let mut game = position.open(phase, 0);
        for (step, action) in actions.iter().enumerate() {
            assert_eq!(game.momentum(), 6, "{name}, step {step}");
            play(&mut game, action);
        }
        assert_eq!(game.momentum(), momentum, "{name}");
    }
}

#[test]
fn momentum_is_counted_for_the_soviets_alone() {
    for (name, at, _, from) in stars() {
        if at == historical().map.bokovskaya {
            continue;
        }
        let to = historical().map.grid.name(at).to_string();
        let mut game = on_turn(4).place("525/298", &from).sound().control(&to, Side::Axis).sound().open(Phase::AxisMovement, 0);
        let before = game.momentum();
        play(&mut game, "select 525/298");
        play(&mut game, &format!("move > {to}"));
        assert_eq!(game.momentum(), before, "{name} gives the Axis nothing");
    }
    // Nor is the Axis ever asked to pay: with a single point only the Soviets can lose by it.
    let game = on_turn(3).momentum(1).sound().open(Phase::Initiative, 0);
    assert_eq!((game.turn(), is_legal(&game, "initiative")), (Turn::Player(Side::Soviet), true));
    let out = empty().turn(3).sound().momentum(1).sound().open(Phase::AxisReinforcement, 0);
    assert_eq!(out.outcome().map(|outcome| outcome.winner), Some(Some(Side::Axis)), "spent momentum beats the Soviets");
}

#[test]
fn the_soviets_lose_a_momentum_point_a_turn_until_the_airfields_are_theirs() {
    for (garrison, drain) in [(1, 1), (4, 1), (0, 0)] {
        let game = empty().turn(3).sound().momentum(5).sound().garrison(garrison).sound().open(Phase::AxisReinforcement, 0);
        assert_eq!(game.momentum(), 5 - drain, "garrison {garrison}");
    }
}

#[test]
fn the_initiative_costs_a_momentum_point_each_turn_it_is_taken() {
    for (choice, cost, side) in [("initiative", 1, Side::Soviet), ("done", 0, Side::Axis)] {
        for turn in [2, 3] {
            let mut game = empty().turn(turn).sound().momentum(5).sound().open(Phase::Initiative, 0);
            play(&mut game, choice);
            assert_eq!((game.momentum(), game.initiative()), (5 - cost, side), "turn {turn}: {choice}");
        }
    }
}
