//! Across the Bug River, clause by clause: what readers of the rules found no test for. Numbers in brackets are rule ids.

use stavka_engine::across_the_bug::drm::Cause;
use stavka_engine::across_the_bug::terms::AttackType;
use stavka_engine::across_the_bug::{AcrossTheBug, Opening, Place, PositionBuilder};
use stavka_engine::game::{Game as _, Notation as _, Side, Turn};

use super::across_the_bug_rows_c::assigning;
use super::across_the_bug_rows_d::{halves, modifier, turned};
use super::across_the_bug_rows_g::{act, open};
use super::across_the_bug_rows_h::{administration, go_on_to};
use super::across_the_bug_scenes::{acting, at, formation, goals, hex, lines, load, offers, placed, placed_on, play, unit};

// ---- headquarters [3.3] and assignment [5.5] -----------------------------------------------------------------------------------

/// [3.3.m] A guest that goes home leaves a formation without units, and its headquarters goes; so does a last guest that dies.
#[test]
fn a_headquarters_leaves_with_its_last_guest() {
    let guest = |counters: &str| placed(counters).assign("1/II/82", "87RD").expect("a guest");
    let mut home = assigning(guest("HQ-87RD 2708 1/II/82 2708 HQ-41TD 2804 2/II/82 2804"), Side::Soviet);
    assert_eq!(at(&home, "HQ-87RD"), "2708");
    play(&mut home, &["assign 1/II/82 41TD"]);
    assert_eq!((home.place(unit("HQ-87RD")), at(&home, "HQ-41TD")), (Place::REMOVED, "2804".into()));

    let weak = |more: &str| {
        let stand = guest(&format!("1/II/82 2411 HQ-87RD 2708 HQ-41TD 2804 I/103 2311 HQ-14Pz 2008 {more}"));
        let stand = stand.steps("1/II/82", 1).expect("a unit");
        let mut game = acting(stand, "14Pz", 5);
        act(&mut game, "select I/103; attack 2411 hasty; chit 9; chit 0; die 10");
        game
    };
    let alone = weak("");
    assert_eq!(alone.place(unit("1/II/82")), Place::ELIMINATED, "{}", alone.prompt());
    assert_eq!(["HQ-87RD", "HQ-41TD"].map(|hq| alone.place(unit(hq))), [Place::REMOVED; 2], "it was the last of both");
    let own = weak("2/II/82 2804");
    assert_eq!((own.place(unit("HQ-87RD")), at(&own, "HQ-41TD")), (Place::REMOVED, "2804".into()));
    let host = weak("I/16 2807");
    assert_eq!((at(&host, "HQ-87RD"), host.place(unit("HQ-41TD"))), ("2708".into(), Place::REMOVED));
}

/// [3.3.m][5.5.1.d] So does a unit that goes back by itself because it is cut off no more.
#[test]
fn a_headquarters_leaves_when_a_lent_unit_goes_back() {
    let after = |more: &str| {
        let stand = placed(&format!("I/131 1210 HQ-44ID 1110 HQ-298ID 1706 {more}")).assign("I/131", "298ID").expect("a loan");
        let mut game = administration(stand);
        assert_eq!(game.formation(unit("I/131")), formation("298ID"));
        for _ in 0..30 {
            if game.formation(unit("I/131")) == formation("44ID") {
                break;
            }
            let next = if game.turn() == Turn::Chance { "die 1" } else { "done" };
            act(&mut game, next);
        }
        assert_eq!(game.formation(unit("I/131")), formation("44ID"), "it goes back by itself");
        game.place(unit("HQ-298ID"))
    };
    assert_eq!(after(""), Place::REMOVED);
    assert_eq!(after("I/526 1807"), Place::on(hex("1706")));
}

// ---- strongpoints [3.1.1.h] -----------------------------------------------------------------------------------------------------

/// [3.1.1.h] Engineers count for the formation that is active alone: not in the attack of a defender who has won, and not if they do
/// not qualify to support.
#[test]
fn engineers_count_only_while_their_formation_is_active() {
    let stand = || placed("A/19 1712 1/II/82 1712 HQ-2FR 2711 HQ-41TD 2708 80 1613 HQ-44ID 1612");
    let mut won = acting(stand(), "41TD", 5);
    // Chits so uneven that there is no die: the attacker loses, and the German gets the bonus.
    act(&mut won, "select 1/II/82; attack 1613 hasty; chit 0; chit 9");
    while !offers(&won, "select 80") {
        let next = lines(&won)[0].clone();
        act(&mut won, &next);
    }
    act(&mut won, "select 80");
    assert_eq!(modifier(&won, "1712", AttackType::Hasty, Cause::Engineers), 0, "the 41st is active");
    let mut own = acting(stand(), "44ID", 5);
    act(&mut own, "select 80");
    assert_eq!(modifier(&own, "1712", AttackType::Hasty, Cause::Engineers), 1);

    let supports = |position: PositionBuilder| {
        let mut game = acting(position, "44ID", 6);
        act(&mut game, "select I/131");
        modifier(&game, "1712", AttackType::Regular, Cause::Engineers)
    };
    let near = "I/131 1613 80 1813 A/19 1712 HQ-298ID 1811";
    assert_eq!(supports(placed(&format!("{near} HQ-44ID 1612"))), 1);
    assert_eq!(supports(turned(placed(&format!("{near} HQ-44ID 1612")), "80")), 0, "the disorganized do not support");
}

// ---- results of combats [7.5.2] ---------------------------------------------------------------------------------------------------

/// Rolls a die of a combat that hits the attacker and leaves the defender alone.
fn lose_as_attacker(game: &mut AcrossTheBug) {
    let face = (1..=10).find(|&die| game.combat_result(die).is_some_and(|result| result.attacker.hits > 0 && result.defender.hits == 0));
    act(game, &format!("die {}", face.unwrap_or_else(|| panic!("no face: {}", game.prompt()))));
}

/// [7.5.2.1.a] A superiority of two spares the AFVs, and the strongest of several others takes the first hit without being named.
#[test]
fn a_superiority_of_two_spares_armour_and_the_strongest_pays() {
    let mut game = acting(placed("I/103 2008 3/I/36 2008 HQ-14Pz 1110 A/145 2108"), "14Pz", 5);
    act(&mut game, "select I/103; join 3/I/36");
    assert_eq!(modifier(&game, "2108", AttackType::Hasty, Cause::Armour), 2, "exactly two");
    let before = ["I/103", "3/I/36"].map(|id| game.points(unit(id)));
    act(&mut game, "attack 2108 hasty; chit 0; chit 9");
    lose_as_attacker(&mut game);
    let lost = |id: &str, at: usize| before[at] - game.points(unit(id));
    assert!(lost("I/103", 0) > 0 && lost("3/I/36", 1) == 0, "{}", game.prompt());

    let mut game = acting(placed("I/103 4217 HQ-14Pz 3814 I/396 4218 I/712 4218 3/37 4218 HQ-135RD 4617"), "14Pz", 5);
    let before = ["I/396", "I/712", "3/37"].map(|id| game.points(unit(id)));
    assert!(before[0] > before[1]);
    act(&mut game, "select I/103; attack 4218 hasty; chit 9; chit 0; die 10");
    let after = ["I/396", "I/712", "3/37"].map(|id| game.points(unit(id)));
    assert_eq!(after, [before[0] - 1, before[1], before[2]], "{}", game.prompt());
}

/// [7.5.2.6.b][B10] Nobody retreats beyond the area in play: the nearest hex to supply lies outside.
#[test]
fn no_retreat_leads_out_of_the_area() {
    let stand = placed_on(load("attack"), "I/131 2314 HQ-44ID 1110 I/16 2414 HQ-87RD 2708").level("87RD", 4).expect("a level");
    let mut game = stand.luck(Side::Axis).open(Opening::Activation("87RD", 7)).expect("a position");
    act(&mut game, "select I/16; attack 2414 prepared; chit 9; chit 0; die 10; die 10".replace("attack 2414", "attack 2314").as_str());
    assert_eq!(at(&game, "I/131"), "2214", "{} {:?}", game.prompt(), lines(&game));
}

/// [7.5.2.8] Of a stack that cannot go each unit that must pays two points, and no other.
#[test]
fn who_cannot_retreat_pays_for_himself_alone() {
    let ring =
        "I/396 4218 I/712 4218 HQ-135RD 4617 HQ-1AT 4514 I/103 4217 II/103 4318 I/108 4219 II/108 4118 64 4117 HQ-14Pz 3814 HQ-13Pz 4317";
    let after = |dice: &str| {
        let mut game = acting(placed(ring), "14Pz", 5);
        act(&mut game, &format!("select I/103; attack 4218 hasty; chit 9; chit 0; die 9; lose I/396; {dice}"));
        ["I/396", "I/712"].map(|id| game.points(unit(id)))
    };
    assert_eq!(after("die 10; die 1"), [2, 3]);
    assert_eq!(after("die 10; die 10"), [2, 1]);
}

// ---- supply [8.1] -------------------------------------------------------------------------------------------------------------------

/// [8.1.a][5.7.2] A Soviet headquarters without supply may take Emergency Supply: it recovers by its die a level less.
#[test]
fn soviet_headquarters_recover_by_a_die_under_emergency_supply() {
    let level = |die: u8| {
        let ring = "HQ-87RD 2403 | I/103 2402 II/103 2502 I/108 2503 II/108 2404 64 2303 40 2302";
        let mut game = halves(ring).level("87RD", 0).expect("a level").luck(Side::Axis).open(Opening::Administration).expect("a position");
        for _ in 0..9 {
            if !open(&game, "emergency").is_empty() {
                break;
            }
            let next = if game.turn() == Turn::Chance { format!("die {die}") } else { "done".to_owned() };
            act(&mut game, &next);
        }
        assert_eq!((game.turn(), lines(&game)), (Turn::Player(Side::Soviet), vec!["done".to_owned(), "emergency HQ-87RD".to_owned()]));
        play(&mut game, &["emergency HQ-87RD"]);
        assert!(game.has_spent_supply(unit("HQ-87RD")));
        game.level(formation("87RD"))
    };
    assert_eq!((level(4), level(8)), (1, 0));
}

// ---- orders, surprise, pontoons, points [9][10][11] ------------------------------------------------------------------------------------

/// [9.f] A prepared attack of German AFVs discards no order of the Soviets; one of Soviet AFVs does.
#[test]
fn german_attacks_discard_no_order() {
    let orders = |counters: &str, id: &str, who: &str, target: &str| {
        let mut game = acting(placed(counters), id, 7);
        let before = game.orders();
        assert!(before > 0);
        act(&mut game, &format!("select {who}; attack {target} prepared"));
        before - game.orders()
    };
    let stand = "1/I/36 2411 HQ-14Pz 2008 I/16 2410 HQ-87RD 2607";
    assert_eq!(orders(stand, "14Pz", "1/I/36", "2410"), 0);
    assert_eq!(orders("1/II/82 2411 HQ-41TD 2708 I/103 2410 HQ-14Pz 2008", "41TD", "1/II/82", "2410"), 1);
}

/// [10.2.a] With the last surprise activation its modifiers end: a Soviet headquarters reacts with its printed value.
#[test]
fn the_modifiers_of_surprise_end_with_it() {
    let stand = placed("I/131 2413 HQ-44ID 2314 I/16 2410 HQ-87RD 2708").level("44ID", 5).and_then(|it| it.level("87RD", 4));
    let mut game = stand.expect("levels").luck(Side::Axis).open(Opening::Surprise(1)).expect("a position");
    act(&mut game, "done; die 10; die 1; activate 44ID; die 10; select I/131; move 2411; react 87RD; die 5");
    assert_eq!(game.turn(), Turn::Chance, "the die for its Action Points: {}", game.prompt());
}

/// [10.3.d] A pontoon is a bridge: units retreat over it, and supply is traced over it.
#[test]
fn pontoons_carry_retreats_and_supply() {
    let joined = |counters: &str, to: &str, from: &str| placed(counters).pontoon(0, from, to).expect("a bridge");
    let retreat = |bridge: bool| {
        let counters = "I/131 1709 HQ-44ID 1110 I/16 1710 HQ-87RD 2110";
        let stand = if bridge { joined(counters, "1709", "1609") } else { placed(counters) };
        let mut game = acting(stand, "87RD", 7);
        act(&mut game, "select I/16; attack 1709 prepared; chit 9; chit 0; die 10; die 10");
        if !open(&game, "retreat").is_empty() && offers(&game, "retreat 1609") {
            play(&mut game, &["retreat 1609"]);
        }
        at(&game, "I/131")
    };
    assert_eq!(retreat(true), "1609");
    assert_ne!(retreat(false), "1609");

    let cut_off = "HQ-44ID 1610 I/131 1710 I/16 1612 II/16 2008";
    assert!(!acting(placed(cut_off), "44ID", 3).is_supplied(formation("44ID")));
    assert!(acting(joined(cut_off, "1610", "1609"), "44ID", 3).is_supplied(formation("44ID")));
}

/// [11.3.b][B9] A conditional hex that was the German's at its turn keeps scoring when it is lost.
#[test]
fn a_scored_hex_holds_after_it_is_lost() {
    let stand = placed("I/103 1210 HQ-14Pz 1110 I/16 2705 HQ-87RD 2804").last_in("2707", Side::Axis).and_then(|it| it.turn(3));
    let mut game = stand.expect("a position").luck(Side::Axis).open(Opening::EndOfTurn).expect("a position");
    assert_eq!((game.game_turn(), game.ledger().hexes), (4, 1));
    for _ in 0..200 {
        if offers(&game, "activate 87RD") {
            break;
        }
        let next = match game.turn() {
            Turn::Chance if game.prompt().contains("die of the Soviets") => "die 10".to_owned(),
            Turn::Chance => "die 1".to_owned(),
            _ => ["pass", "done"].into_iter().find(|line| offers(&game, line)).map_or_else(|| lines(&game)[0].clone(), str::to_owned),
        };
        act(&mut game, &next);
    }
    act(&mut game, "activate 87RD; die 10; select I/16");
    assert!(goals(&game).contains(&"2707".to_owned()), "{:?}", lines(&game));
    play(&mut game, &["move 2707"]);
    assert_eq!((game.last_in(hex("2707")), game.ledger().hexes), (Side::Soviet, 1));
}

/// [10.5][8.4][B19] The headquarters that comes back with the reserve may be delayed, and is due again although the reserve has come.
#[test]
fn a_delayed_headquarters_of_the_reserve_comes_a_turn_later() {
    let stand = placed("40 2808 HQ-14Pz 2607 I/16 3114 HQ-87RD 3311").turn(2).and_then(|it| it.put_in_box("HQ-41TD", Place::REMOVED));
    let mut game = acting(stand.expect("a position"), "14Pz", 1);
    play(&mut game, &["select 40", "move 2804"]);
    go_on_to(&mut game, "delay HQ-41TD");
    assert_eq!(game.game_turn(), 3);
    play(&mut game, &["delay HQ-41TD"]);
    for company in ["1/I/82", "2/I/82", "3/I/82"] {
        let entry = open(&game, &format!("enter {company}"))[0].clone();
        play(&mut game, &[&entry]);
    }
    go_on_to(&mut game, "enter HQ-41TD");
    assert_eq!(game.game_turn(), 4);
    let entry = open(&game, "enter HQ-41TD")[0].clone();
    play(&mut game, &[&entry]);
    assert_eq!(game.level(formation("41TD")), 4);
}

// ---- the luck token [5.2] -------------------------------------------------------------------------------------------------------------

/// [5.2] The holder may roll each of his own dice again: also that of a reaction, an infiltration, an isolated unit, a swamp, an
/// overstacked hex, a displacement into a bog, attrition.
#[test]
fn the_luck_token_serves_at_every_die_of_its_holder() {
    let kept = |game: &AcrossTheBug, side: Side, what: &str| {
        assert_eq!((game.turn(), lines(game)), (Turn::Player(side), vec!["done".to_owned(), "reroll".to_owned()]), "{what}");
    };
    let react = "I/103 2413 II/103 2513 HQ-14Pz 2008 I/16 2410 II/16 2510 HQ-87RD 2708";
    let stand = placed(react).level("87RD", 4).expect("a level").luck(Side::Soviet);
    let mut game = stand.open(Opening::Activation("14Pz", 5)).expect("a position");
    play(&mut game, &["select I/103", "move 2411", "react 87RD", "die 6"]);
    kept(&game, Side::Soviet, "reaction");
    play(&mut game, &["reroll", "die 5", "die 10"]);
    assert_eq!((game.luck(), game.acting()), (Side::Axis, Some((formation("87RD"), 3))), "its points are a die of his without the token");
    let mut lucky =
        placed(react).level("87RD", 4).expect("a level").luck(Side::Soviet).open(Opening::Activation("14Pz", 5)).expect("a position");
    play(&mut lucky, &["select I/103", "move 2411", "react 87RD", "die 5"]);
    if lucky.turn() == Turn::Player(Side::Soviet) {
        play(&mut lucky, &["done"]);
    }
    play(&mut lucky, &["die 1"]);
    kept(&lucky, Side::Soviet, "points of a reaction");

    let isolated = "HQ-14Pz 2200 1/I/36 2403 | I/16 2402 II/16 2502 III/16 2503 I/96 2404 II/96 2303 III/96 2302";
    let crowd = "1/I/36 2608 2/I/36 2608 3/I/36 2608 5/II/36 2607 HQ-14Pz 2307 I/16 3014 HQ-87RD 3114";
    for (what, stand, moves) in [
        ("infiltration", placed("I/103 2301 HQ-14Pz 2200 I/16 2402 HQ-87RD 2607"), "select I/103; infiltrate 2302; die 10"),
        ("isolation", halves(isolated), "select 1/I/36; try attack; die 10"),
        ("swamp", placed("1/I/36 2507 I/103 2507 HQ-14Pz 2607"), "select 1/I/36; move 2508; die 7"),
        ("overstacking", placed("HQ-14Pz 2008 I/103 2311 II/103 2312 I/16 3014"), "select II/103; move 2311; die 6"),
        (
            "bog",
            placed(crowd),
            "select 5/II/36; move 2608; die 9; done; die 9; done; die 9; done; die 9; done; displace 5/II/36 2508; die 9",
        ),
    ] {
        let mut game = stand.luck(Side::Axis).open(Opening::Activation("14Pz", 5)).expect("a position");
        moves.split("; ").for_each(|line| play(&mut game, &[line]));
        kept(&game, Side::Axis, what);
    }
    let weak = turned(placed("43 2610 HQ-13Pz 2008 I/16 2608 II/16 2410 III/16 2612 I/96 2811 II/96 2809 HQ-87RD 2708"), "43");
    let mut game = weak.luck(Side::Axis).open(Opening::Administration).expect("a position");
    play(&mut game, &["die 1", "done", "die 9"]);
    kept(&game, Side::Axis, "attrition");
}

// ---- reactions and retreats ---------------------------------------------------------------------------------------------------------------

/// [6.4.1][6.4.1.a] A headquarters alone beside a stack that moves does not react: only combat units let it.
#[test]
fn a_headquarters_alone_does_not_react() {
    let react = |more: &str| {
        let stand = placed(&format!("I/525 1807 HQ-298ID 1706 HQ-87RD 1906 {more}")).level("87RD", 4).expect("a level");
        let mut game = stand.luck(Side::Axis).open(Opening::Activation("298ID", 5)).expect("a position");
        play(&mut game, &["select I/525", "move 1907"]);
        assert_eq!(at(&game, "HQ-87RD"), "1906", "it is behind the river");
        !open(&game, "react 87RD").is_empty()
    };
    assert!(!react("I/16 3014"));
    assert!(react("I/16 2007"));
}

/// [7.5.2.7][7.5.2.x2] Each unit of a stack that has to retreat into an enemy zone loses a point beyond the hits.
#[test]
fn each_unit_of_a_stack_pays_for_a_retreat_into_enemy_zone() {
    let ring = "I/396 4218 I/712 4218 HQ-135RD 4617 HQ-1AT 4514 I/103 4217 II/103 4318 I/108 4219 64 4117 HQ-14Pz 3814";
    let mut game = acting(placed(ring), "14Pz", 5);
    act(&mut game, "select I/103; attack 4218 hasty; chit 9; chit 0; die 9; lose I/396; die 10; die 10");
    assert_eq!(["I/396", "I/712"].map(|id| (at(&game, id), game.points(unit(id)))), [("4118".into(), 3), ("4118".into(), 3)]);
    assert!(open(&game, "retreat").is_empty());
}

// ---- victory [9][11] ------------------------------------------------------------------------------------------------------------------------

/// [9][11.1.f][11.2.h][11.3.d] The last turn ends each scenario by its own marks, whichever points it comes to.
#[test]
fn every_scenario_ends_by_its_own_marks() {
    for (id, last, marks) in [("attack", 3, [8, 10, 12, 14]), ("delayed", 7, [5, 7, 9, 11]), ("campaign", 7, [17, 19, 21, 24])] {
        let data = load(id);
        let objectives: Vec<String> =
            data.script.objectives.iter().map(|objective| data.map.grid.name(objective.hex).to_string()).collect();
        let mut levels = std::collections::BTreeSet::new();
        for held in 0..=objectives.len() {
            let empty = PositionBuilder::empty(data).turn(last).expect("the last turn");
            let taken = objectives[..held].iter().fold(empty, |it, name| it.last_in(name, Side::Axis).expect("a hex that scores"));
            let game = taken.open(Opening::EndOfTurn).expect("a position");
            let total = game.victory_points();
            let reached = marks.iter().filter(|&&mark| total >= mark).count();
            let outcome = game.outcome().expect("the end");
            let expected = [
                (Some(Side::Soviet), "decisive victory"),
                (Some(Side::Soviet), "minor victory"),
                (None, "draw"),
                (Some(Side::Axis), "minor victory"),
                (Some(Side::Axis), "decisive victory"),
            ][reached];
            assert_eq!((outcome.winner, outcome.level), expected, "{id}: {total} points");
            levels.insert(reached);
        }
        assert!(levels.len() >= 3, "{id}: {levels:?}");
    }
}
