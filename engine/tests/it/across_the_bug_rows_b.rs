//! Scenes for the rows of the counters of Across the Bug River and of its sequence of play [3.2 to 4].

use stavka_engine::across_the_bug::terms::{AttackType, Terrain};
use stavka_engine::across_the_bug::{AcrossTheBug, Action, Command, Opening, Place, PositionBuilder};
use stavka_engine::game::{Denial as _, Game as _, Notation as _, Side, Turn};

use super::across_the_bug_scenes::{acting, at, denied, formation, goals, hex, legal, lines, load, offers, placed, play, unit};

/// Goes on with the least until a line with this beginning is offered.
pub(crate) fn go_on_until(game: &mut AcrossTheBug, start: &str) {
    for _ in 0..300 {
        let known = lines(game);
        if known.iter().any(|line| line.starts_with(start)) {
            return;
        }
        let next = match (game.turn(), known.last()) {
            (Turn::Chance, _) => "die 1".to_owned(),
            _ if known.iter().any(|line| line == "pass") => "pass".to_owned(),
            _ if known.iter().any(|line| line == "done") => "done".to_owned(),
            (_, Some(last)) => last.clone(),
            (_, None) => panic!("{start} is never offered, and the game is over"),
        };
        play(game, &[&next]);
    }
    panic!("{start} is not offered: {}", game.prompt());
}

fn beginning(game: &AcrossTheBug, start: &str) -> Vec<String> {
    lines(game).into_iter().filter(|line| line.starts_with(start)).collect()
}

// ---- combat units [3.2] -----------------------------------------------------------------------------------------------------------

/// [3.2.h][3.2.g] How a unit moves has nothing to do with its type: motorized infantry drives and reaches into forest.
#[test]
fn movement_is_independent_of_the_type() {
    let mut game = acting(placed("I/103 2208 HQ-14Pz 2607"), "14Pz", 4);
    play(&mut game, &["select I/103"]);
    assert!(goals(&game).contains(&"2307".to_owned()));
    let half = game.reach().into_iter().find(|reached| reached.hex == hex("2307")).and_then(|reached| reached.cost);
    assert_eq!(half.map(|cost| cost.0), Some(1), "it drives for half a point");
    assert!(game.in_zoc(Side::Axis, hex("2209")), "and its zone reaches into the forest");
    let tanks = acting(placed("1/I/36 2208 HQ-14Pz 2607"), "14Pz", 4);
    assert!(!tanks.in_zoc(Side::Axis, hex("2209")), "that of tanks does not");
    let foot = acting(placed("I/131 2208 HQ-44ID 2607"), "44ID", 4);
    assert!(foot.in_zoc(Side::Axis, hex("2209")), "that of infantry on foot does");
}

/// [3.2.i][5.4.c] AT guns are of the infantry type and project their zone as AFVs do.
#[test]
fn guns_project_zones_as_tanks_do() {
    let zone = |id: &str, formation: &str| {
        let game = acting(placed(&format!("{id} 2208 HQ-{formation} 2708")), formation, 3);
        ["2108", "2209", "2308", "2307"].map(|near| game.in_zoc(Side::Soviet, hex(near)))
    };
    // A village, a forest, a swamp, a village beyond a stream.
    assert_eq!(zone("I/712", "1AT"), [true, false, false, false]);
    assert_eq!(zone("1/II/82", "41TD"), [true, false, false, false]);
    assert_eq!(zone("I/16", "87RD"), [true; 4]);
}

/// [3.2.n][7.5.1] A unit fights with the strength points that are left.
#[test]
fn losses_lower_the_strength_in_combat() {
    let strengths = |steps: u8| {
        let position = placed("I/103 2411 HQ-14Pz 2008 I/16 2310 HQ-87RD 2708").steps("I/103", steps).expect("a unit");
        let mut game = acting(position, "14Pz", 5);
        play(&mut game, &["select I/103"]);
        let sheet = game.attack_report(hex("2310"), AttackType::Hasty).expect("an attack").sheet;
        (sheet.attackers[0].strength, sheet.defenders[0].strength)
    };
    assert_eq!((strengths(6), strengths(2)), ((6, 5), (2, 5)));
    assert!(placed("I/103 2411").steps("I/103", 7).is_err(), "never above the printed strength");
}

/// [3.2.m][3.2.o][3.2.q] The back of a counter has the lower effectiveness and points.
#[test]
fn the_disorganized_side_has_lower_values() {
    let whole = acting(placed("1/I/36 2411 HQ-14Pz 2008"), "14Pz", 3);
    let back = acting(placed("1/I/36 2411 HQ-14Pz 2008").turned("1/I/36").expect("a unit"), "14Pz", 3);
    let values = |game: &AcrossTheBug| (game.values(unit("1/I/36")).effectiveness, game.values(unit("1/I/36")).points);
    assert_eq!((values(&whole), values(&back)), ((6, 4), (5, 2)));
    assert_eq!(back.points(unit("1/I/36")), 3, "its strength is the same");
}

/// [3.2.p][5.6.3.1] A disorganized unit does not move; another moves as far as its allowance.
#[test]
fn the_disorganized_do_not_move() {
    let position = placed("I/103 2312 1/I/36 2312 HQ-14Pz 2008").turned("I/103").expect("a unit");
    let mut game = acting(position, "14Pz", 5);
    assert!(!offers(&game, "select I/103") && offers(&game, "recover I/103"));
    assert_eq!(denied(&game, "select I/103"), "5.6.3.a");
    play(&mut game, &["select 1/I/36"]);
    assert_eq!(denied(&game, "join I/103"), "7.3.1");
}

/// [3.2.f][4.2.b][5.5.2] An independent unit acts with the formation that it is assigned to, and with no other.
#[test]
fn independent_units_act_with_their_formation() {
    let stand = || placed("I/191 2312 I/103 2312 HQ-14Pz 2008 HQ-44ID 1110").assign("I/191", "14Pz").expect("a unit");
    let mut game = acting(stand(), "14Pz", 5);
    play(&mut game, &["select I/103", "join I/191"]);
    let other = acting(stand(), "44ID", 5);
    assert!(!offers(&other, "select I/191"));
    assert_eq!(denied(&other, "select I/191"), "5.5.1");
}

/// [3.2.c][3.2.l] The three battalions of border guards act one by one.
#[test]
fn border_guards_are_three_formations() {
    let stand = "No1 1402 No5 1809 No9 1917 HQ-1/90 2105 HQ-2/90 2110 HQ-3/90 2218";
    for (id, own, others) in [("1/90", "No1", ["No5", "No9"]), ("2/90", "No5", ["No1", "No9"]), ("3/90", "No9", ["No1", "No5"])] {
        let game = acting(placed(stand), id, 3);
        assert!(offers(&game, &format!("select {own}")));
        assert_eq!(others.map(|other| denied(&game, &format!("select {other}"))), ["5.5.1"; 2], "{id}");
    }
}

// ---- headquarters [3.3] --------------------------------------------------------------------------------------------------------

/// [3.3.f][3.3.i][7.4] A headquarters relocates for as many Action Points as it prints, and moves in no other way.
#[test]
fn headquarters_relocate_for_their_own_price() {
    for (id, unit, place, price) in [("14Pz", "I/103", "2008", 1), ("44ID", "I/131", "1612", 2), ("2FR", "A/145", "2711", 3)] {
        let counters = format!("HQ-{id} {place} {unit} 2312");
        let line = format!("relocate HQ-{id}");
        if price > 1 {
            let poor = acting(placed(&counters), id, price - 1);
            assert!(!offers(&poor, &line), "{id}");
            assert_eq!(denied(&poor, &line), "7.1.g");
        }
        let mut game = acting(placed(&counters), id, price + 1);
        play(&mut game, &[&line]);
        let goal = beginning(&game, "displace")[0].clone();
        play(&mut game, &[&goal]);
        assert_eq!(game.acting(), Some((formation(id), 1)), "{id} pays {price}");
        assert_ne!(at(&game, &format!("HQ-{id}")), place);
    }
}

/// [3.3.h][3.3.g] A headquarters takes part in no action of combat units: it is not selected, joined, recovered.
#[test]
fn headquarters_do_not_act_with_combat_units() {
    let mut game = acting(placed("HQ-14Pz 2008 I/103 2008 I/16 2208"), "14Pz", 5);
    assert_eq!(denied(&game, "select HQ-14Pz"), "3.3.h");
    assert_eq!(denied(&game, "recover HQ-14Pz"), "3.3.h");
    play(&mut game, &["select I/103"]);
    assert_eq!(denied(&game, "join HQ-14Pz"), "7.3.1");
    play(&mut game, &["move 2107"]);
    assert_eq!(at(&game, "HQ-14Pz"), "2008");
}

/// [3.3.g][7.5.a] A headquarters neither defends nor takes hits; left alone by a combat it is displaced.
#[test]
fn headquarters_do_not_fight() {
    let position = placed("I/103 2311 HQ-14Pz 2008 HQ-87RD 2411 I/16 2411 II/16 2708").steps("I/16", 1).expect("a unit");
    let mut game = acting(position.level("87RD", 4).expect("a level"), "14Pz", 7);
    play(&mut game, &["select I/103"]);
    let sheet = game.attack_report(hex("2411"), AttackType::Prepared).expect("an attack").sheet;
    assert_eq!(sheet.defenders.len(), 1, "I/16 alone");
    play(&mut game, &["attack 2411 prepared", "chit 9", "chit 0", "die 10"]);
    assert_eq!(game.place(unit("I/16")), Place::ELIMINATED);
    let settled = beginning(&game, "displace HQ-87RD");
    assert!(!settled.is_empty() && game.turn() == Turn::Player(Side::Soviet), "the owner displaces it: {}", game.prompt());
    assert_eq!(game.points(unit("HQ-87RD")), 3, "the hits were none of its");
    let mut alone = acting(placed("I/103 2311 HQ-14Pz 2008 HQ-87RD 2411 II/16 2708"), "14Pz", 5);
    play(&mut alone, &["select I/103"]);
    assert_eq!(denied(&alone, "attack 2411 hasty"), "7.1.c", "a lone headquarters is no target (reading A53)");
}

/// [3.3.j][3.3.i] Wherever a headquarters goes, it goes to a village or a city.
#[test]
fn headquarters_live_in_settlements() {
    let data = load("campaign");
    let mut game = acting(placed("HQ-14Pz 2008 I/103 2312"), "14Pz", 5);
    play(&mut game, &["relocate HQ-14Pz"]);
    let goals: Vec<Terrain> = legal(&game)
        .into_iter()
        .filter_map(|action| match action {
            Action::Displace { hex, .. } => Some(data.map.terrain(hex)),
            _ => None,
        })
        .collect();
    assert!(goals.len() > 10 && goals.iter().all(|terrain| matches!(terrain, Terrain::Village | Terrain::City)), "{goals:?}");
    assert_eq!(denied(&game, "displace HQ-14Pz 2312"), "7.4");
    assert!(PositionBuilder::empty(data).place("HQ-14Pz", "2312").is_err(), "none stands in a forest");
}

/// [3.3.l][A38] A headquarters enters enemy ZOC only where a friendly combat unit stands, disorganized or not.
#[test]
fn headquarters_enter_enemy_zones_with_an_escort_alone() {
    let open = |counters: &str, turned: Option<&str>| {
        let position = placed(&format!("HQ-14Pz 2008 I/16 2310 {counters}")).last_in("2411", Side::Axis).expect("a village");
        let position = match turned {
            Some(id) => position.turned(id).expect("a unit"),
            None => position,
        };
        let mut game = acting(position, "14Pz", 5);
        play(&mut game, &["relocate HQ-14Pz"]);
        assert!(game.in_zoc(Side::Soviet, hex("2411")));
        offers(&game, "displace HQ-14Pz 2411")
    };
    assert!(!open("I/103 2412", None), "nobody is there");
    assert!(open("I/103 2411", None));
    assert!(open("I/103 2411", Some("I/103")), "a disorganized unit is enough");
    assert!(!open("HQ-44ID 2411 I/103 2412", None), "another headquarters is none, and the village is full");
}

/// [3.3.m] A headquarters goes with the last unit of its formation, its own or an assigned one.
#[test]
fn a_headquarters_leaves_with_its_last_unit() {
    let after = |others: &str, assigned: Option<(&str, &str)>| {
        let mut position = placed(&format!("I/103 2311 HQ-14Pz 2008 HQ-87RD 2708 I/16 2411 HQ-41TD 3201 {others}"));
        position = position.steps("I/16", 1).expect("a unit");
        if let Some((unit, formation)) = assigned {
            position = position.assign(unit, formation).expect("a unit");
        }
        let mut game = acting(position, "14Pz", 7);
        play(&mut game, &["select I/103", "attack 2411 prepared", "chit 9", "chit 0", "die 10"]);
        assert_eq!(game.place(unit("I/16")), Place::ELIMINATED);
        game.place(unit("HQ-87RD"))
    };
    assert_eq!(after("", None), Place::REMOVED);
    assert_eq!(after("II/16 2808", None).hex(), Some(hex("2708")), "one of its own is left");
    assert_eq!(after("II/16 2808", Some(("II/16", "41TD"))).hex(), Some(hex("2708")), "though it acts under another");
    assert_eq!(after("1/II/82 2808", Some(("1/II/82", "87RD"))).hex(), Some(hex("2708")), "an assigned one counts");
    assert_eq!(after("1/II/82 2808", None), Place::REMOVED, "one of another formation does not");
}

/// [3.3.c][3.3.d][3.3.e] Reaction, range and support of a headquarters are its own, whatever its type.
#[test]
fn each_headquarters_has_its_own_values() {
    let game = acting(placed("HQ-14Pz 2008 HQ-44ID 1612 I/103 2312 I/131 2312"), "14Pz", 5);
    assert_eq!((game.points(unit("HQ-14Pz")), game.points(unit("HQ-44ID"))), (4, 3));
    assert!(placed("HQ-14Pz 2008").support("HQ-14Pz", 5).is_err(), "four are printed");
    // Eight hexes for the one, six for the other, over the same paths.
    let far = acting(placed("HQ-14Pz 2008 I/103 2711 HQ-44ID 2008 I/131 2711"), "14Pz", 5);
    assert_eq!((far.command(unit("I/103")), far.command(unit("I/131"))), (Command::InCommand, Command::OutOfCommand));
}

// ---- markers and dice [3.4][3.9] ----------------------------------------------------------------------------------------------------

/// [3.9] A die shows one to ten, each as likely as the others.
#[test]
fn dice_have_ten_faces() {
    let position = placed("HQ-14Pz 2008 I/103 2409").turned("I/103").expect("a unit");
    let mut game = acting(position, "14Pz", 3);
    play(&mut game, &["recover I/103"]);
    assert_eq!(game.turn(), Turn::Chance);
    let faces: Vec<String> = (1..=10).map(|face| format!("die {face}")).collect();
    assert_eq!(lines(&game), faces);
    for face in [0, 11] {
        assert_eq!(game.check(Action::Roll(face)).map_err(|denial| denial.rule()), Err("3.9"), "{face}");
    }
    play(&mut game, &["die 10"]);
    assert!(game.is_disorganized(unit("I/103")), "the highest face is ten, not zero");
}

/// [3.4] Improved defence, pontoons, levels, command and the token are states of the game, and no counters that stack.
#[test]
fn markers_are_states_and_stack_with_nobody() {
    let mut game = acting(placed("I/103 2411 1/I/36 2411 2/I/36 2411 HQ-14Pz 2411"), "14Pz", 5);
    play(&mut game, &["improve 2411"]);
    assert!(game.is_improved(hex("2411")));
    assert_eq!(game.stack(hex("2411")).count(), 4, "a full stack stays as it is");
    assert_eq!(game.turn(), Turn::Player(Side::Axis), "and nothing is checked");
}

// ---- the sequence of play [2][4] --------------------------------------------------------------------------------------------------

/// [2.a][4][11] The first turn of every scenario has no Administrative phase: levels stay as they were set up, nobody is assigned.
#[test]
fn the_first_turn_begins_with_operations() {
    for id in ["attack", "delayed", "campaign"] {
        let data = load(id);
        let mut game = AcrossTheBug::new(data);
        let first = game.game_turn();
        for _ in 0..60 {
            let known = lines(&game);
            assert!(
                !known.iter().any(|line| ["assign", "enter", "replace", "cannibalize"].iter().any(|verb| line.starts_with(verb))),
                "{id}"
            );
            if known.iter().any(|line| line.starts_with("activate")) {
                break;
            }
            let next = if game.turn() == Turn::Chance { "die 1".to_owned() } else { known[0].clone() };
            play(&mut game, &[&next]);
        }
        assert_eq!(game.game_turn(), first);
        for deployment in &data.script.deployments {
            assert_eq!(game.level(deployment.formation), deployment.level, "{id}");
        }
    }
}

/// [4.1][8][4.2] The segments of the Administrative phase follow in order, Soviets before Germans in the last ones, and the Operations
/// phase begins with the dice for the initiative.
#[test]
fn the_administrative_phase_goes_through_its_segments() {
    let position = PositionBuilder::start(load("campaign")).turn(3).and_then(|it| it.steps("I/103", 3)).expect("a position");
    let position = position.put_in_box("HQ-3/90", Place::DISPLACED).and_then(|it| it.turned("No9")).expect("counters");
    let mut game = position.luck(Side::Axis).open(Opening::Administration).expect("a position");
    let mut seen: Vec<String> = Vec::new();
    let mut lost = None;
    while !lines(&game).iter().any(|line| line.starts_with("activate")) {
        let known = lines(&game);
        let verb = known.iter().filter_map(|line| line.split(' ').next()).find(|word| *word != "done").expect("a choice");
        let who = match game.turn() {
            Turn::Player(side) => format!("{side:?} {verb}"),
            _ => verb.to_owned(),
        };
        if seen.last() != Some(&who) {
            seen.push(who);
        }
        let next = match game.turn() {
            Turn::Chance => "die 9".to_owned(),
            _ if known.iter().any(|line| line == "done") => "done".to_owned(),
            _ => known.last().expect("a choice").clone(),
        };
        play(&mut game, &[&next]);
        if game.place(unit("No9")) == Place::ELIMINATED {
            lost = lost.or(Some(seen.len()));
        }
    }
    assert_eq!(lost, Some(3), "[8.1.5] attrition, 9 less 4, takes both points of No9 in the first segment");
    let expected = [
        "die",
        "Axis reroll",
        "die",
        "Soviet assign",
        "Axis assign",
        "Axis replace",
        "Soviet cannibalize",
        "Soviet enter",
        "Axis enter",
        "die",
        "Axis reroll",
        "die",
    ];
    assert_eq!(seen, expected);
}

/// [4.2][6] A cycle is initiative and activation; the next one rolls again.
#[test]
fn cycles_follow_one_another() {
    let position = placed("I/103 1210 HQ-14Pz 1110 I/16 3014 HQ-87RD 2708").level("14Pz", 3).and_then(|it| it.level("87RD", 3));
    let mut game = position.expect("levels").luck(Side::Soviet).open(Opening::Operations).expect("a position");
    for _ in 0..2 {
        assert_eq!(game.turn(), Turn::Chance, "dice for the initiative");
        play(&mut game, &["die 10", "die 1", "done"]);
        play(&mut game, &["activate 14Pz", "die 5", "done"]);
    }
    assert_eq!(game.level(formation("14Pz")), 1);
    assert_eq!(game.initiative_marker(), (Side::Soviet, 3), "[3.1.3.b] who reacted twice");
}

/// [4.2.a][6.2.3][4.3] The phase ends when both have passed, or when nobody has a formation that can act; then the turn does.
#[test]
fn the_operations_phase_ends_when_nobody_acts() {
    let stand = || placed("I/103 1210 HQ-14Pz 1110 I/16 3014 HQ-87RD 2708");
    let idle = stand().open(Opening::Operations).expect("a position");
    assert_eq!(idle.game_turn(), 2, "no levels");
    let away = stand().put_in_box("HQ-14Pz", Place::DISPLACED).and_then(|it| it.level("14Pz", 3)).expect("a position");
    assert_eq!(away.open(Opening::Operations).expect("a position").game_turn(), 2, "a level without a headquarters");
    let both = stand().level("14Pz", 1).and_then(|it| it.level("87RD", 1)).expect("levels");
    let mut game = both.luck(Side::Soviet).open(Opening::Operations).expect("a position");
    play(&mut game, &["die 10", "die 1", "done", "pass"]);
    assert_eq!((game.game_turn(), lines(&game)), (1, vec!["activate 87RD".to_owned(), "pass".to_owned()]));
    play(&mut game, &["pass"]);
    assert_eq!(game.game_turn(), 2);
}

/// [4.3] At the end of the last turn the game is decided.
#[test]
fn the_last_turn_ends_the_game() {
    let game = placed("I/103 1210 HQ-14Pz 1110").turn(7).expect("a turn").open(Opening::EndOfTurn).expect("a position");
    assert!(game.outcome().is_some());
    assert_eq!(game.turn(), Turn::Over);
    let before = placed("I/103 1210 HQ-14Pz 1110").turn(6).expect("a turn").open(Opening::EndOfTurn).expect("a position");
    assert_eq!((before.game_turn(), before.outcome().is_none()), (7, true));
}
