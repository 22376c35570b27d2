//! Components, the sequence of play and initiative [1][2][3][4], rule by rule.

use std::collections::BTreeSet;

use stavka_engine::armir::{Armir, Branch, Class, Formation, Mobility, Nationality, Phase, Place, PositionBuilder, Trait, Unit};
use stavka_engine::game::{Game, Side, Turn};

use crate::armir_kit::{denied, empty, hex, historical, is_legal, legal_texts, pass, pass_to, play, roll, scenario, start, unit, with};

fn all_counters() -> impl Iterator<Item = &'static Unit> {
    Side::ALL.into_iter().flat_map(|side| historical().counters(side)).map(|(_, counter)| counter)
}

/// Two German divisions cut off in 1909 between two Soviet stacks, a German battle group and an Italian gun
/// in the west: every phase of a turn leaves somebody something to decide.
fn pocket() -> PositionBuilder {
    let counters = [
        ("387/XXIV", "1909"),
        ("385/XXIV", "1909"),
        ("127/6", "2009"),
        ("66/XVII", "1809"),
        ("HQ/6", "2109"),
        ("Pz/27", "0107"),
        ("AA1", "0108"),
    ];
    with(empty(), &counters).turn(2).unwrap()
}

/// The phases of the turn in which somebody decides something, from where the game is.
fn course(game: &mut Armir) -> Vec<Phase> {
    let turn = game.game_turn();
    let mut phases = Vec::new();
    while game.game_turn() == turn && game.turn() != Turn::Over {
        if phases.last() != Some(&game.current_phase()) {
            phases.push(game.current_phase());
        }
        pass(game, 1);
    }
    phases
}

/// Flips and air dice out of the way, up to a phase of the same turn.
fn on_to(game: &mut Armir, phase: Phase) {
    let turn = game.game_turn();
    pass_to(game, turn, phase, 1);
}

// ---- 1: components and general rules ----------------------------------------

#[test]
fn the_game_has_140_counters_and_every_die_has_six_faces() {
    let file: toml::Table = include_str!("../../data/armir/units.toml").parse().unwrap();
    let markers: i64 = file["marker"].as_array().unwrap().iter().map(|marker| marker["count"].as_integer().unwrap()).sum();
    assert_eq!(all_counters().count() as i64 + markers, 140);

    let mut game = pocket().open(Phase::Initiative, 0);
    play(&mut game, "done");
    assert_eq!(legal_texts(&game), ["die 1", "die 2", "die 3", "die 4", "die 5", "die 6"]);
}

#[test]
fn the_game_ends_after_six_turns() {
    let fifth = empty().turn(5).unwrap().open(Phase::Attrition, 0);
    assert_eq!((fifth.game_turn(), fifth.current_phase()), (6, Phase::Initiative));
    let sixth = empty().turn(6).unwrap().open(Phase::Attrition, 0);
    assert_eq!(sixth.turn(), Turn::Over);
    assert!(sixth.outcome().is_some());
}

#[test]
fn halved_values_are_added_per_hex_and_rounded_up_once() {
    // Two tank brigades with an odd CP, out of supply: halves are added before they are rounded.
    let position = |second: &str| {
        let position = with(empty(), &[("89/Cos", "0408"), ("110/XVIII", "0407"), ("170/XVIII", second)]);
        position.turn(3).unwrap().out_of_supply("110/XVIII").unwrap().out_of_supply("170/XVIII").unwrap()
    };
    let attack = |game: &mut Armir| {
        for action in ["attack 0408", "with 110/XVIII", "with 170/XVIII"] {
            play(game, action);
        }
        game.battle_sheet(game.battle().unwrap()).attack
    };
    let mut together = position("0407").open(Phase::SovietCombat, 0);
    let mut apart = position("0508").open(Phase::SovietCombat, 0);
    let cp = u16::from(together.cp(unit("110/XVIII")));
    assert_eq!(cp, u16::from(together.cp(unit("170/XVIII"))));
    assert_eq!(attack(&mut together), cp);
    assert_eq!(attack(&mut apart), 2 * cp.div_ceil(2));
}

#[test]
fn a_hex_belongs_to_the_side_that_was_the_last_to_enter_it() {
    let mut game = with(empty(), &[("110/XVIII", "0107"), ("Pz/27", "0109")]).turn(3).unwrap().open(Phase::SovietMovement, 0);
    assert_eq!(game.controller(hex("0307")), Side::Axis);
    play(&mut game, "select 110/XVIII");
    play(&mut game, "move > 0507");
    // The hex it stands in and those it crossed, while the phase still goes on.
    for crossed in ["0207", "0307", "0407", "0507"] {
        assert_eq!(game.controller(hex(crossed)), Side::Soviet, "{crossed}");
    }
    assert_eq!(game.occupant(hex("0307")), None);
    on_to(&mut game, Phase::AxisMotorised);
    play(&mut game, "select Pz/27");
    play(&mut game, "move > 0207");
    assert_eq!(game.controller(hex("0207")), Side::Axis);
    assert_eq!(game.controller(hex("0307")), Side::Soviet);
}

#[test]
fn at_start_each_side_controls_its_own_side_of_the_front() {
    let game = start().open(Phase::AxisMovement, 0);
    for axis in ["0901", "1007", "1308", "1408", "2114", "0705", "0812", "1222", "2318", "1931", "2429"] {
        assert_eq!(game.controller(hex(axis)), Side::Axis, "{axis}");
    }
    for soviet in ["1001", "1002", "1206", "1307", "1609", "1811", "2213", "2402"] {
        assert_eq!(game.controller(hex(soviet)), Side::Soviet, "{soviet}");
    }
    // Nobody stands on the enemy's side of the line.
    for (side, counter) in Side::ALL.into_iter().flat_map(|side| historical().counters(side).map(move |(id, _)| (side, id))) {
        if let Some(at) = game.place(counter).hex() {
            assert_eq!(game.controller(at), side);
        }
    }
    // Pavlovsk 2, Kazanskaya 1, Verkhniy Mamon 1.
    assert_eq!(game.stars(), 4);
    for data in [historical(), scenario("free")] {
        let game = Armir::new(data);
        for hex in data.map.in_play.iter() {
            let owner = if data.map.soviet_at_start.contains(hex) { Side::Soviet } else { Side::Axis };
            assert_eq!(game.controller(hex), owner, "{} in {}", data.map.grid.name(hex), data.id);
        }
    }
}

// ---- 2: counters ------------------------------------------------------------

#[test]
fn every_counter_is_a_combat_unit_a_gun_or_a_headquarters() {
    let data = historical();
    let mut ids = BTreeSet::new();
    for (id, counter) in Side::ALL.into_iter().flat_map(|side| data.counters(side)) {
        let classes = [&data.combat, &data.artillery, &data.headquarters].map(|set| set.contains(id));
        assert_eq!(classes.iter().filter(|&&is| is).count(), 1, "{}", counter.id);
        assert!(ids.insert(counter.id.as_str()), "{} is the identity of two counters", counter.id);
        assert_eq!(data.find_unit(&counter.id), Some(id));
        let cp = &counter.cp[1..];
        if counter.class == Class::Combat {
            assert!((1..=4).contains(&counter.steps) && counter.faces[0].mp > 0, "{}", counter.id);
            assert!((0..usize::from(counter.steps)).all(|step| cp[step] > 0), "{} has no CP on some step", counter.id);
        } else {
            assert_eq!((counter.steps, cp.iter().sum::<u8>()), (1, 0), "{}", counter.id);
        }
    }
}

#[test]
fn combat_factors_count_in_attack_and_in_defence_with_the_steps_left() {
    let sheet = |attacker_steps, defender_steps| {
        let position = with(empty(), &[("89/Cos", "0408"), ("127/6", "0407")]).turn(3).unwrap();
        let position = position.steps("127/6", attacker_steps).unwrap().steps("89/Cos", defender_steps).unwrap();
        let mut game = position.open(Phase::SovietCombat, 0);
        play(&mut game, "attack 0408");
        play(&mut game, "with 127/6");
        let sheet = game.battle_sheet(game.battle().unwrap());
        (sheet.attack, sheet.defence)
    };
    let cp = |id: &str, steps: usize| u16::from(historical().unit(unit(id)).cp[steps]);
    assert_eq!(sheet(4, 2), (cp("127/6", 4), cp("89/Cos", 2)));
    assert_eq!(sheet(2, 1), (cp("127/6", 2), cp("89/Cos", 1)));
    assert!(cp("127/6", 2) < cp("127/6", 4) && cp("89/Cos", 1) < cp("89/Cos", 2));
}

#[test]
fn heavy_weapons_are_for_some_axis_combat_units_only() {
    assert!(all_counters().filter(|counter| counter.heavy).all(|counter| counter.side == Side::Axis && counter.class == Class::Combat));
    let axis = || all_counters().filter(|counter| counter.side == Side::Axis && counter.class == Class::Combat);
    assert!(axis().any(|counter| counter.heavy) && axis().any(|counter| !counter.heavy));
}

#[test]
fn headquarters_and_motorised_and_tracked_units_move_on_wheels() {
    for (id, wheels) in [("HQ/6", true), ("31M/XVII", true), ("66/XVII", true), ("127/6", false)] {
        let mut game = with(empty(), &[(id, "2222")]).turn(3).unwrap().open(Phase::SovietMovement, 0);
        play(&mut game, &format!("select {id}"));
        let report = game.march_report().unwrap();
        let cost = report.reached.iter().find(|(at, _)| *at == hex("2223")).unwrap().1;
        assert_eq!(cost, if wheels { 1 } else { 2 }, "half points for a road hex, {id}");
    }
}

#[test]
fn tracked_units_suffer_less_from_the_weather_than_motorised_ones() {
    let points = |id: &str, turn| {
        let mut game = with(empty(), &[(id, "2222")]).turn(turn).unwrap().open(Phase::SovietMovement, 0);
        play(&mut game, &format!("select {id}"));
        game.march_report().unwrap().points
    };
    for (id, less) in [("66/XVII", 2), ("31M/XVII", 4), ("HQ/6", 4), ("127/6", 4)] {
        assert_eq!(points(id, 2) - points(id, 1), less, "half points, {id}");
    }
}

#[test]
fn a_step_lost_lowers_both_strength_and_stacking_weight() {
    // 4 + 4 steps of divisions fill a hex; another counter fits once a division has lost a step by attrition.
    let fresh = with(empty(), &[("127/6", "2209"), ("160/6", "2209"), ("106B/6", "2209")]).steps("106B/6", 1).unwrap().turn(3).unwrap();
    let mut attrition = fresh.clone().out_of_supply("127/6").unwrap().open(Phase::Attrition, 0);
    play(&mut attrition, "lose 127/6");
    let worn = PositionBuilder::of(&attrition);
    let cp = historical().unit(unit("127/6")).cp;
    for (position, steps, too_many) in [(fresh, 4, true), (worn, 3, false)] {
        let mut game = position.open(Phase::SovietMovement, 0);
        assert_eq!((game.steps(unit("127/6")), game.cp(unit("127/6"))), (steps, cp[usize::from(steps)]));
        play(&mut game, "done");
        assert_eq!(is_legal(&game, "remove 127/6"), too_many, "{steps} steps");
    }
    assert!(cp[3] < cp[4]);
}

#[test]
fn every_stripe_has_one_headquarters_and_units_without_a_stripe_are_army_troops() {
    for formation in Formation::LINE_CORPS.into_iter().chain([Formation::Xxiv, Formation::Army]).chain(Formation::ARMIES) {
        let hqs = all_counters().filter(|counter| counter.formation == formation && counter.class == Class::Hq).count();
        assert_eq!(hqs, 1, "{}", formation.name());
        assert_eq!(historical().unit(historical().hq(formation).unwrap()).formation, formation);
    }
    for id in ["LegCro", "Pz/27", "140/27", "127/27", "Barbo", "Compl", "AA1", "AA2", "3Geb", "HQ/ARMIR"] {
        assert_eq!(historical().unit(unit(id)).formation, Formation::Army, "{id}");
    }
    // Army troops belong to none of the corps that count for destruction.
    for corps in 0..4 {
        assert_eq!(historical().corps_units[corps] & unit("LegCro").bit(), 0);
        assert_ne!(historical().corps_units[corps], 0);
    }
}

#[test]
fn corps_troops_fight_like_any_combat_unit_of_their_corps() {
    for (id, corps) in [("TA/CA", Formation::Alpine), ("TA/II", Formation::Ii), ("TA/XXXV", Formation::Xxxv)] {
        let counter = historical().unit(unit(id));
        assert!(counter.has(Trait::Ta) && counter.class == Class::Combat && counter.formation == corps, "{id}");
    }
    let mut game = with(empty(), &[("TA/II", "0407"), ("127/6", "0408")]).turn(3).unwrap().open(Phase::AxisCombat, 0);
    play(&mut game, "attack 0408");
    play(&mut game, "with TA/II");
    assert_eq!(game.battle_sheet(game.battle().unwrap()).attack, u16::from(game.cp(unit("TA/II"))));
}

#[test]
fn guns_and_headquarters_are_no_combat_units() {
    // No ZOC, however many of them stand together.
    let position = with(empty(), &[("HQ/II", "0408"), ("art/Cos", "0408"), ("art/II", "0408"), ("127/6", "0407"), ("66/XVII", "0407")]);
    let position = position.turn(3).unwrap();
    assert!(!position.clone().open(Phase::AxisMovement, 0).in_zoc(Side::Axis, hex("0407")));
    // No attack.
    let mut game = position.clone().open(Phase::AxisCombat, 0);
    assert_ne!(game.current_phase(), Phase::AxisCombat, "nobody can attack, so the phase passes");
    // No motorised movement, hence no overrun either.
    on_to(&mut game, Phase::SovietMovement);
    let game = with(position, &[("Pz/27", "0107")]).open(Phase::AxisMotorised, 0);
    for id in ["HQ/II", "art/II"] {
        assert_eq!(denied(&game, &format!("select {id}")), "5.2");
    }
}

#[test]
fn a_headquarters_cannot_join_an_attack() {
    let position = with(empty(), &[("HQ/6", "0407"), ("127/6", "0407"), ("89/Cos", "0408")]).turn(3).unwrap();
    let mut game = position.open(Phase::SovietCombat, 0);
    play(&mut game, "attack 0408");
    assert_eq!(denied(&game, "with HQ/6"), "12.a");
    assert!(is_legal(&game, "with 127/6"));
}

#[test]
fn only_italians_have_guns_and_each_gun_supports_or_bombards() {
    let mut kinds = [0; 2];
    for gun in all_counters().filter(|counter| counter.class == Class::Artillery) {
        assert_eq!(gun.nationality, Nationality::Italian, "{}", gun.id);
        let fire = gun.faces[0];
        assert!((fire.support > 0) != (fire.bombardment > 0), "{}", gun.id);
        // [10.1] Range 1 for divisional guns, 3 for heavy ones.
        assert_eq!(fire.range, if fire.support > 0 { 1 } else { 3 }, "{}", gun.id);
        assert_eq!(fire.support > 0, !gun.parent.is_empty(), "{}: divisions support, corps and army bombard", gun.id);
        kinds[usize::from(fire.support > 0)] += 1;
    }
    assert!(kinds[0] > 0 && kinds[1] > 0);
}

#[test]
fn every_headquarters_has_a_radius() {
    assert!(all_counters().all(|counter| (counter.faces[0].radius > 0) == (counter.class == Class::Hq)));
    assert!(all_counters().filter(|counter| counter.class == Class::Hq).all(|counter| counter.faces[1].radius > 0));
}

#[test]
fn nationality_follows_the_colours() {
    for counter in all_counters() {
        let expected = match counter.nationality {
            Nationality::Soviet => Side::Soviet,
            _ => Side::Axis,
        };
        assert_eq!(counter.side, expected, "{}", counter.id);
        assert!(!counter.has(Trait::Ss) || counter.nationality == Nationality::German, "{}: SS black", counter.id);
        assert!(!counter.has(Trait::Blackshirt) || counter.nationality == Nationality::Italian, "{}: black", counter.id);
        assert!(!counter.has(Trait::Guards) || counter.nationality == Nationality::Soviet, "{}: red", counter.id);
        assert!(counter.branch != Branch::Alpine || counter.nationality == Nationality::Italian, "{}: ice white", counter.id);
    }
    assert_eq!(historical().unit(unit("LegCro")).nationality, Nationality::Croat);
    assert_eq!(historical().unit(unit("525/298")).nationality, Nationality::German);
}

#[test]
fn cavalry_moves_on_foot() {
    assert_eq!(historical().unit(unit("Barbo")).mobility, Mobility::Foot);
}

// ---- 3: sequence of play ------------------------------------------------------

#[test]
fn with_the_axis_initiative_the_axis_moves_and_attacks_first() {
    let mut game = pocket().open(Phase::Initiative, 0);
    let expected = [
        Phase::Initiative,
        Phase::AxisReinforcement,
        Phase::AxisMovement,
        Phase::Bombardment,
        Phase::AxisCombat,
        Phase::SovietMovement,
        Phase::AxisMotorised,
        Phase::Bombardment,
        Phase::SovietCombat,
        Phase::SovietMotorised,
        Phase::Supply,
        Phase::Attrition,
    ];
    assert_eq!(course(&mut game), expected);
    assert_eq!((game.game_turn(), game.current_phase()), (3, Phase::Initiative), "end of turn: the marker advances");
}

#[test]
fn with_the_soviet_initiative_the_soviets_move_attack_and_exploit_first() {
    let mut game = pocket().open(Phase::Initiative, 0);
    play(&mut game, "initiative");
    let expected = [
        Phase::Initiative,
        Phase::AxisReinforcement,
        Phase::SovietMovement,
        Phase::AxisMotorised,
        Phase::Bombardment,
        Phase::SovietCombat,
        Phase::SovietMotorised,
        Phase::AxisMovement,
        Phase::Bombardment,
        Phase::AxisCombat,
        Phase::Supply,
        Phase::Attrition,
    ];
    assert_eq!(course(&mut game), expected);
    assert_eq!((game.game_turn(), game.current_phase()), (3, Phase::Initiative));
}

#[test]
fn the_initiative_phase_runs_decision_then_headquarters_then_points_then_dice() {
    let mut game = pocket().aircraft_ready(false).artillery(Formation::Sixth, 0).open(Phase::Initiative, 0);
    assert_eq!(legal_texts(&game), ["initiative", "done"]);
    play(&mut game, "initiative");
    assert_eq!(legal_texts(&game), ["done", "flip HQ/6"]);
    play(&mut game, "flip HQ/6");
    // Every army has as many points as the radius that is up now; an HQ off the map gives none.
    let radius = historical().unit(unit("HQ/6")).faces[1].radius;
    assert_eq!([0, 1, 2].map(|army| game.artillery_points(army)), [radius, 0, 0]);
    roll(&mut game, 4);
    assert_eq!(game.air_unit(), Some(Side::Soviet));
    // The die for the Italian aircraft is the last of the phase.
    assert_eq!((game.turn(), game.current_phase()), (Turn::Chance, Phase::Initiative));
    roll(&mut game, 5);
    assert_eq!(game.current_phase(), Phase::AxisReinforcement);
}

#[test]
fn axis_headquarters_and_guns_turn_over_at_the_start_of_axis_movement_only() {
    for initiative in Side::ALL {
        let position = with(pocket(), &[("HQ/ARMIR", "0107")]).initiative(initiative);
        let mut game = position.open(Phase::AxisMovement, 0);
        assert_eq!(legal_texts(&game), ["done", "flip HQ/ARMIR", "flip AA1"]);
        play(&mut game, "flip HQ/ARMIR");
        // Each counter once, in ascending order.
        assert_eq!(denied(&game, "flip HQ/ARMIR"), "5.3");
        assert_eq!(legal_texts(&game), ["done", "flip AA1"]);
        play(&mut game, "done");
        assert!(is_legal(&game, "select AA1"));
    }
}

#[test]
fn the_side_with_the_initiative_bombards_first_in_both_bombardment_phases() {
    for (initiative, first) in [(Side::Axis, Side::Axis), (Side::Soviet, Side::Soviet)] {
        for earlier in [0, 1] {
            let position = pocket().initiative(initiative).air_unit(Some(Side::Axis)).artillery(Formation::Sixth, 3);
            let mut game = position.open(Phase::Bombardment, earlier);
            assert_eq!(game.turn(), Turn::Player(first));
            play(&mut game, "done");
            assert_eq!((game.turn(), game.current_phase()), (Turn::Player(first.opponent()), Phase::Bombardment));
        }
    }
}

#[test]
fn disorganised_units_recover_at_the_end_of_the_next_combat_phase() {
    for phase in [Phase::AxisCombat, Phase::SovietCombat] {
        let mut game = pocket().disorganised("387/XXIV").unwrap().disorganised("127/6").unwrap().open(phase, 0);
        assert_eq!(game.current_phase(), phase);
        assert!(game.is_disorganised(unit("387/XXIV")));
        play(&mut game, "done");
        assert!(!game.is_disorganised(unit("387/XXIV")) && !game.is_disorganised(unit("127/6")));
    }
}

#[test]
fn every_unit_may_move_in_the_movement_phase_of_its_side_and_no_other() {
    let position = with(pocket(), &[("89/Cos", "0110"), ("HQ/II", "0111")]);
    let mut axis = position.clone().open(Phase::AxisMovement, 0);
    play(&mut axis, "done");
    for id in ["89/Cos", "HQ/II", "AA1", "Pz/27"] {
        assert!(is_legal(&axis, &format!("select {id}")), "{id}");
    }
    assert_eq!(denied(&axis, "select 127/6"), "5");
    let soviet = position.open(Phase::SovietMovement, 0);
    for id in ["127/6", "66/XVII", "HQ/6"] {
        assert!(is_legal(&soviet, &format!("select {id}")), "{id}");
    }
    assert_eq!(denied(&soviet, "select 89/Cos"), "5");
}

#[test]
fn the_soviet_combat_phase_begins_with_the_chir_and_the_airfields() {
    let position = pocket().put_in_box("1M/IGM", Place::CHIR).unwrap().put_in_box("67/XVII", Place::AIRFIELDS).unwrap();
    let mut game = position.open(Phase::SovietCombat, 0);
    assert_eq!((game.turn(), game.chir_box()), (Turn::Chance, 1));
    roll(&mut game, 6);
    assert_eq!(game.chir_box(), 2, "the first die is that of the Chir");
    let steps = game.steps(unit("67/XVII"));
    let result = game.battle_result(&game.airfield_sheet(), 1);
    assert_eq!(game.turn(), Turn::Chance);
    roll(&mut game, 1);
    assert_eq!(steps - game.steps(unit("67/XVII")), result.attacker.min(steps), "the second is that of the airfields");
    assert!(is_legal(&game, "attack 1909"));
}

#[test]
fn dv13_the_momentum_drain_comes_before_everything_else_in_the_reinforcement_phase() {
    let game = pocket().momentum(1).unwrap().open(Phase::AxisReinforcement, 0);
    assert_eq!((game.turn(), game.momentum()), (Turn::Over, 0));
    assert_eq!(game.outcome().unwrap().winner, Some(Side::Axis));
    assert_eq!(pocket().momentum(3).unwrap().open(Phase::AxisReinforcement, 0).momentum(), 2);
    // With the airfields taken there is no drain.
    let game = pocket().momentum(1).unwrap().garrison(0).unwrap().open(Phase::AxisReinforcement, 0);
    assert_ne!(game.turn(), Turn::Over);
    assert_eq!(game.momentum(), 1);
}

#[test]
fn dv14_the_garrison_grows_when_the_die_is_below_the_turn_number() {
    for turn in 2..=6 {
        for die in 1..=6 {
            let mut game = pocket().turn(turn).unwrap().open(Phase::AxisReinforcement, 0);
            let before = game.garrison();
            roll(&mut game, die);
            assert_eq!(game.garrison() - before, u8::from(die < turn), "turn {turn}, die {die}");
        }
    }
    // Turn 1 has no reinforcement phase.
    let mut game = Armir::new(historical());
    play(&mut game, "objectives 3+4");
    assert!(!course(&mut game).contains(&Phase::AxisReinforcement));
    assert_eq!(game.garrison(), historical().start.garrison);
}

#[test]
fn dv18_on_the_chir_the_modified_die_decides_on_advance_and_loss() {
    // The vector has E = 41; any E from 40 to 59 gives the same +2.
    let mut position = pocket();
    let mut strength = 0;
    let mut sent = Vec::new();
    for id in ["1M/IGM", "2M/IGM", "3M/IGM", "16T/IGM", "22M/3G"] {
        if strength < 40 {
            let counter = historical().unit(unit(id));
            strength += 2 * u16::from(counter.cp[usize::from(counter.steps)]);
            position = position.put_in_box(id, Place::CHIR).unwrap();
            sent.push(id);
        }
    }
    let mut game = position.open(Phase::SovietCombat, 0);
    assert_eq!(game.chir_strength(), strength);
    assert!((40..60).contains(&strength), "{strength}");
    roll(&mut game, 1);
    assert_eq!(game.chir_box(), 2);
    play(&mut game, &format!("lose {}", sent[0]));
    assert!(is_legal(&game, "attack 1909"), "one step and no more");
}

#[test]
fn with_the_soviet_initiative_every_phase_is_played_by_its_own_side() {
    let position = with(pocket(), &[("89/Cos", "0110")]).initiative(Side::Soviet);
    for (phase, side) in [
        (Phase::SovietMovement, Side::Soviet),
        (Phase::AxisMotorised, Side::Axis),
        (Phase::SovietCombat, Side::Soviet),
        (Phase::SovietMotorised, Side::Soviet),
        (Phase::AxisMovement, Side::Axis),
        (Phase::AxisCombat, Side::Axis),
    ] {
        let game = position.clone().open(phase, 0);
        assert_eq!((game.current_phase(), game.turn()), (phase, Turn::Player(side)));
    }
    // Phase 3: mobile combat units of the Axis move and nobody else.
    let game = position.clone().open(Phase::AxisMotorised, 0);
    assert!(is_legal(&game, "select Pz/27"));
    assert_eq!((denied(&game, "select 89/Cos"), denied(&game, "select AA1"), denied(&game, "select 66/XVII")), ("5.2", "5.2", "5"));
    // Phase 7: guns are turned over, then everybody of the Axis may move.
    let mut game = position.clone().open(Phase::AxisMovement, 0);
    assert_eq!(legal_texts(&game), ["done", "flip AA1"]);
    play(&mut game, "done");
    assert!(["89/Cos", "AA1", "Pz/27", "387/XXIV"].iter().all(|id| is_legal(&game, &format!("select {id}"))));
    assert_eq!(denied(&game, "select 127/6"), "5");
    // Phase 9: the Axis attacks, and disorganisation ends.
    let mut game = position.disorganised("387/XXIV").unwrap().disorganised("127/6").unwrap().open(Phase::AxisCombat, 0);
    assert_eq!(legal_texts(&game), ["done", "attack 1809", "attack 2009"]);
    assert_eq!(denied(&game, "attack 1909"), "12");
    play(&mut game, "done");
    assert!(!game.is_disorganised(unit("387/XXIV")) && !game.is_disorganised(unit("127/6")));
    assert_eq!(game.current_phase(), Phase::Supply);
}

// ---- 4: initiative --------------------------------------------------------------

#[test]
fn the_axis_has_the_initiative_unless_the_soviets_pay_a_momentum_point() {
    let mut kept = pocket().momentum(4).unwrap().open(Phase::Initiative, 0);
    let mut taken = kept.clone();
    assert_eq!((kept.turn(), kept.initiative()), (Turn::Player(Side::Soviet), Side::Axis));
    play(&mut kept, "done");
    assert_eq!((kept.momentum(), kept.initiative()), (4, Side::Axis));
    play(&mut taken, "initiative");
    assert_eq!((taken.momentum(), taken.initiative()), (3, Side::Soviet));
}

#[test]
fn the_initiative_is_taken_for_one_turn() {
    let mut game = pocket().momentum(6).unwrap().open(Phase::Initiative, 0);
    play(&mut game, "initiative");
    while game.game_turn() == 2 {
        assert_eq!(game.initiative(), Side::Soviet, "{}", game.phase_name());
        pass(&mut game, 1);
    }
    assert_eq!((game.game_turn(), game.initiative()), (3, Side::Axis));
    assert_eq!(legal_texts(&game), ["initiative", "done"], "it may be bought again");
}

#[test]
fn the_last_momentum_point_spent_on_the_initiative_loses_the_game() {
    let mut game = pocket().momentum(1).unwrap().open(Phase::Initiative, 0);
    play(&mut game, "initiative");
    assert_eq!((game.turn(), game.momentum()), (Turn::Over, 0));
}
