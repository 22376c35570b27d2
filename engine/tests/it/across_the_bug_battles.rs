//! Combats of Across the Bug River made by hand: odds before the attack, results, retreats, bonus. Numbers in brackets are rule ids.

use stavka_engine::across_the_bug::drm::Cause;
use stavka_engine::across_the_bug::terms::AttackType;
use stavka_engine::across_the_bug::{AcrossTheBug, Opening, Place, PositionBuilder};
use stavka_engine::game::{Game as _, Notation as _, Side, Turn};

use super::across_the_bug_scenes::{acting, at, denied, formation, hex, lines, load, offers, placed, placed_on, play, switched, unit};

/// Net modifier of an attack of the stack that was selected, and the modifier of a cause.
pub(crate) fn odds(game: &AcrossTheBug, target: &str, kind: AttackType) -> (i8, Vec<(Cause, i8)>) {
    let report = game.attack_report(hex(target), kind).expect("an attack that can be made");
    (report.sheet.modifiers.net, report.sheet.modifiers.terms.iter().copied().collect())
}

pub(crate) fn term(terms: &[(Cause, i8)], cause: Cause) -> i8 {
    terms.iter().filter(|(known, _)| *known == cause).map(|(_, drm)| drm).sum()
}

/// [7.5.1.2.x1][7.5.1.2.B5][7.5.1.2.B6][7.5.1.2.C1][TV-01] Regular attack of I/103 on B/19.
#[test]
fn a_regular_attack_has_half_the_headquarters() {
    let mut game = acting(placed("I/103 1612 6/II/36 1611 HQ-14Pz 1110 B/19 1711 A/19 1712 HQ-2FR 2711"), "14Pz", 5);
    play(&mut game, &["select I/103"]);
    let (net, terms) = odds(&game, "1711", AttackType::Regular);
    assert_eq!(term(&terms, Cause::Headquarters), 2);
    assert_eq!(term(&terms, Cause::AttackerSupport), 1);
    assert_eq!(term(&terms, Cause::DefenderSupport), -1);
    assert_eq!(net, 2, "{terms:?}");
    let (net, terms) = odds(&game, "1711", AttackType::Hasty);
    assert_eq!((net, term(&terms, Cause::AttackerSupport), term(&terms, Cause::Headquarters)), (-1, 0, 0), "[7.1.d][7.5.1.2.B3]");
}

/// [7.5.1.2.x2][7.5.1.2.B7][7.5.1.2.B8][7.5.1.2.C2][5.4.1.d][TV-02] Prepared attack of II/103 on A/20 over a stream.
#[test]
fn a_prepared_attack_has_the_whole_headquarters() {
    let position = placed("II/103 1815 I/108 2014 I/191 1814 HQ-14Pz 1610 A/20 1914 B/20 1915 HQ-2FR 2711").improved("1914");
    let position = position.and_then(|position| position.assign("I/191", "14Pz")).expect("a position");
    let mut game = acting(position, "14Pz", 5);
    play(&mut game, &["select II/103"]);
    let (net, terms) = odds(&game, "1914", AttackType::Prepared);
    assert_eq!(term(&terms, Cause::Headquarters), 4);
    assert_eq!(term(&terms, Cause::AttackerSupport), 2, "I/108 alone: a stream keeps I/191 out");
    assert_eq!(term(&terms, Cause::DefenderSupport), -2);
    assert_eq!(net, 2, "{terms:?}");
}

/// [7.5.1.2.x3][7.5.1.2.D2][TV-03] Tanks against a gun in a village.
#[test]
fn tanks_have_superiority_over_few_guns() {
    let mut game = acting(placed("3/I/36 2008 HQ-14Pz 1110 A/145 2108 HQ-2FR 2711"), "14Pz", 5);
    play(&mut game, &["select 3/I/36"]);
    let (net, terms) = odds(&game, "2108", AttackType::Hasty);
    assert_eq!((net, term(&terms, Cause::Armour)), (2, 2));
}

/// [7.5.1.2.D.x1][10.1][10.3.d][TV-04] Tanks over a bridge of the Bug have a quarter of their points; on turn 1 the Brandenburgers help.
#[test]
fn bridges_of_the_bug_take_superiority_away() {
    let stand = || placed("III/191 1908 HQ-298ID 1706 I/283 2008 HQ-87RD 2708").assign("III/191", "298ID").expect("a unit");
    let mut game = acting(stand().turn(2).expect("a turn"), "298ID", 5);
    play(&mut game, &["select III/191"]);
    let (net, terms) = odds(&game, "2008", AttackType::Regular);
    assert_eq!(term(&terms, Cause::Armour), 0);
    assert_eq!(net, -4 + 2, "bridge and half of three support points");
    let mut first = acting(stand(), "298ID", 5);
    play(&mut first, &["select III/191"]);
    let (net, terms) = odds(&first, "2008", AttackType::Regular);
    assert_eq!((net, term(&terms, Cause::Brandenburg)), (0, -2), "{terms:?}");
}

fn duel() -> PositionBuilder {
    placed("I/103 2411 II/103 2412 HQ-14Pz 2008 I/16 2410 HQ-87RD 2708 II/16 2709")
}

/// Attack of I/103 on I/16 with these chits and die.
fn fought(position: PositionBuilder, kind: &str, chits: [u8; 2], die: u8) -> AcrossTheBug {
    let mut game = acting(position, "14Pz", 7);
    play(&mut game, &["select I/103", &format!("attack 2410 {kind}"), &format!("chit {}", chits[0]), &format!("chit {}", chits[1])]);
    play(&mut game, &[&format!("die {die}")]);
    game
}

/// [7.5.1.B][7.5.1.1.c] One chit a side, the second out of those that are left.
#[test]
fn chits_are_drawn_without_replacement() {
    let mut game = acting(duel(), "14Pz", 7);
    play(&mut game, &["select I/103", "attack 2410 regular"]);
    assert_eq!(lines(&game).len(), 10);
    play(&mut game, &["chit 3"]);
    assert_eq!(lines(&game).len(), 9);
    assert!(!offers(&game, "chit 3"));
    assert_eq!(denied(&game, "chit 3"), "7.5.1.1.c");
}

/// [7.5.1.D2] Below the first column there is no die: five hits for the attacker.
#[test]
fn hopeless_attacks_need_no_die() {
    let position = placed("40 2709 HQ-14Pz 2008 I/16 2708 HQ-87RD 2804 13/14Pz 2009");
    let mut game = acting(position, "14Pz", 4);
    play(&mut game, &["select 40", "attack 2708 hasty", "chit 0", "chit 9"]);
    assert_eq!(game.place(unit("40")).hex(), Some(hex("2709")));
    assert_eq!(game.turn(), Turn::Chance, "the check of a red result comes next");
    assert_eq!(game.points(unit("40")), 2, "[7.5.2.1] the first hit is taken");
}

/// [7.5.2][7.5.2.2][7.5.2.3][7.5.2.6][7.5.3] A red 2: one hit, a check, a forced retreat, and the bonus of the winner.
#[test]
fn a_red_result_drives_the_defender_back() {
    let mut game = fought(duel(), "regular", [9, 0], 10);
    assert_eq!(game.points(unit("I/16")), 4, "[7.5.2.1]");
    let question = game.prompt();
    // The Soviets roll for I/16; they hold the token, and keep the die.
    play(&mut game, &["die 10", "done"]);
    assert!(game.is_disorganized(unit("I/16")), "{question}");
    if game.turn() == Turn::Player(Side::Soviet) {
        let step = lines(&game).into_iter().find(|line| line.starts_with("retreat")).expect("a retreat");
        play(&mut game, &[&step]);
    }
    assert_ne!(at(&game, "I/16"), "2410", "[7.5.2.3] a unit that fails has to go");
}

/// [7.5.3][7.5.3.b][A15] The winner enters the hex that the enemy left, and may go on from there.
#[test]
fn the_winner_follows_into_the_vacated_hex() {
    let mut game = fought(duel(), "prepared", [9, 0], 10);
    for _ in 0..30 {
        let known = lines(&game);
        if known.iter().any(|line| line == "select I/103") && game.prompt().contains("bonus") {
            break;
        }
        let next = match game.turn() {
            Turn::Chance => "die 10".to_owned(),
            _ => known.iter().find(|line| line.starts_with("retreat") || line.starts_with("withdraw")).unwrap_or(&known[0]).clone(),
        };
        play(&mut game, &[&next]);
    }
    assert!(game.prompt().contains("bonus"), "{} {:?}", game.prompt(), lines(&game));
    let before = game.acting();
    play(&mut game, &["select I/103"]);
    let moves: Vec<String> = lines(&game).into_iter().filter(|line| line.starts_with("move") || line.starts_with("infiltrate")).collect();
    assert!(!moves.is_empty() && moves.iter().all(|line| line.ends_with("2410")), "{moves:?}");
    assert_eq!(denied(&game, "move 2512"), "7.5.3.b");
    play(&mut game, &[&moves[0]]);
    assert_eq!(game.acting(), before, "[7.5.3.a] the bonus pays");
}

/// [7.5.2.8][TV-13] Shut in, a unit that has to retreat loses two points more and stays.
#[test]
fn a_retreat_that_is_shut_in_costs_two_points() {
    // Germans all round the hex.
    let near: Vec<String> =
        load("campaign").map.grid.neighbours(hex("2410")).map(|(_, near)| load("campaign").map.grid.name(near).to_string()).collect();
    let ring: Vec<String> =
        ["I/103", "II/103", "I/108", "II/108", "64", "40"].iter().zip(&near).map(|(id, hex)| format!("{id} {hex}")).collect();
    let ring = ring.join(" ");
    let mut game = acting(placed(&format!("{ring} HQ-14Pz 2008 I/16 2410 II/16 2709 HQ-87RD 2708")), "14Pz", 7);
    let before = game.points(unit("I/16"));
    play(&mut game, &["select I/103", "attack 2410 prepared", "chit 9", "chit 0", "die 10"]);
    while game.turn() == Turn::Chance || game.turn() == Turn::Player(Side::Soviet) {
        let next = if game.turn() == Turn::Chance { "die 10".to_owned() } else { lines(&game)[0].clone() };
        play(&mut game, &[&next]);
    }
    let lost = before - if game.place(unit("I/16")).hex().is_some() { game.points(unit("I/16")) } else { 0 };
    assert!(lost >= 4, "{lost} points: hits and two more [7.5.2.8]");
    if game.place(unit("I/16")).hex().is_some() {
        assert_eq!(at(&game, "I/16"), "2410");
    }
}

/// [9.f][A61] A prepared attack with a Soviet AFV among the attackers fulfils an order; others do not.
#[test]
fn counterattacks_fulfil_orders() {
    let stand = || placed("1/II/82 2410 I/16 2410 HQ-41TD 2708 HQ-87RD 2607 I/103 2411 HQ-14Pz 2008");
    let mut game = acting(stand(), "41TD", 5);
    let orders = game.orders();
    play(&mut game, &["select 1/II/82", "attack 2411 prepared"]);
    assert_eq!(game.orders(), orders - 1);
    let mut other = acting(stand(), "87RD", 5);
    play(&mut other, &["select I/16", "attack 2411 prepared"]);
    assert_eq!(other.orders(), orders);
    let mut regular = acting(stand(), "41TD", 5);
    play(&mut regular, &["select 1/II/82", "attack 2411 regular"]);
    assert_eq!(regular.orders(), orders);
}

/// [A42][5.4.d] Units on foot attack over the Bug, unless the switch keeps them from it; the motorized never do.
#[test]
fn only_units_on_foot_attack_over_the_bug() {
    let stand = "I/526 1807 1/I/36 1808 HQ-298ID 1706 HQ-14Pz 1110 No3 1906 HQ-1/90 2105";
    let attack = |position: PositionBuilder, id: &str, unit: &str| {
        let mut game = acting(position, id, 5);
        play(&mut game, &[&format!("select {unit}")]);
        lines(&game).iter().any(|line| line.starts_with("attack 1906"))
    };
    assert!(attack(placed(stand), "298ID", "I/526"));
    assert!(!attack(placed(stand), "14Pz", "1/I/36"));
    let shut = switched("campaign", "leg_attacks_over_bug = true", "leg_attacks_over_bug = false");
    assert!(!attack(placed_on(shut, stand), "298ID", "I/526"));
}

/// [7.6][3.1.1.g] Recovery in a strongpoint that works is easier by two.
#[test]
fn strongpoints_help_to_recover() {
    let stand = placed("A/19 1712 HQ-2FR 2711").turned("A/19").expect("a unit");
    let game = acting(stand, "2FR", 3);
    for (die, recovers) in [(5, true), (6, false)] {
        let mut tried = game.clone();
        play(&mut tried, &["recover A/19", &format!("die {die}")]);
        assert_eq!(!tried.is_disorganized(unit("A/19")), recovers, "effectiveness 3, die {die}");
    }
}

/// [7.7][A23] All units of the hex go into improved defence together; the marker goes when one of them acts.
#[test]
fn improved_defence_lasts_until_somebody_acts() {
    let mut game = acting(placed("I/103 2411 1/I/36 2411 HQ-14Pz 2008"), "14Pz", 5);
    play(&mut game, &["improve 2411"]);
    assert!(game.is_improved(hex("2411")));
    assert_eq!(denied(&game, "improve 2411"), "7.7");
    play(&mut game, &["select 1/I/36"]);
    let step = lines(&game).into_iter().find(|line| line.starts_with("move")).expect("a hex");
    play(&mut game, &[&step]);
    assert!(!game.is_improved(hex("2411")), "[7.7.a]");
    let mixed = acting(placed("I/103 2411 I/191 2411 HQ-14Pz 2008"), "14Pz", 5);
    assert!(!offers(&mixed, "improve 2411"), "another formation stands there too");
}

// ---- the rest of the turn ----------------------------------------------------------------------------------------------------------

/// [6.1][6.1.a][D-07] Ties are German, and the marker goes to the one who reacts.
#[test]
fn ties_of_the_initiative_are_german() {
    let position =
        placed("I/103 2411 HQ-14Pz 2008 I/16 3014 HQ-87RD 2708").level("14Pz", 2).and_then(|it| it.level("87RD", 2)).expect("levels");
    let mut game = position.luck(Side::Soviet).open(Opening::Operations).expect("a position");
    play(&mut game, &["die 5", "die 5", "done"]);
    assert_eq!(game.turn(), Turn::Player(Side::Axis));
    assert_eq!(game.initiative_marker(), (Side::Soviet, 2));
    assert!(offers(&game, "transfer"), "[6.2.2] levels are equal");
    play(&mut game, &["transfer"]);
    assert_eq!(lines(&game), ["activate 87RD", "pass"], "[6.2.2] it is not handed back");
    play(&mut game, &["pass"]);
    assert_eq!(lines(&game), ["activate 14Pz", "pass"], "[6.2.3] the other side has it without dice");
}

/// [10.2][A49] Surprise: infantry divisions, each once; then the marker shows the Soviets on +2.
#[test]
fn surprise_belongs_to_infantry_divisions() {
    let mut game = AcrossTheBug::new(load("campaign"));
    assert_eq!(lines(&game), ["done", "activate 298ID", "activate 44ID", "activate 111ID", "activate 299ID"]);
    assert_eq!(denied(&game, "activate 14Pz"), "10.2");
    play(&mut game, &["activate 44ID", "die 1", "done", "done"]);
    assert!(!offers(&game, "activate 44ID"));
    play(&mut game, &["done"]);
    assert_eq!(game.initiative_marker(), (Side::Soviet, 2));
}

/// [8.1.4][8.1.1][8.1.3] Levels and units recover in the Administrative phase.
#[test]
fn levels_and_units_recover() {
    let position =
        placed("I/103 1210 HQ-14Pz 1110 I/16 3014 HQ-87RD 2708").turned("I/103").and_then(|it| it.turned("I/16")).expect("units");
    let mut game = position.luck(Side::Soviet).open(Opening::Administration).expect("a position");
    assert_eq!(game.level(formation("14Pz")), 3, "[8.1.1]");
    play(&mut game, &["die 10"]);
    assert_eq!((game.interdiction(), game.level(formation("87RD"))), (2, 1), "[8.1.2][8.1.3]");
    assert!(!game.is_disorganized(unit("I/103")) && !game.is_disorganized(unit("I/16")), "[8.1.4]");
}

/// [8.4][8.4.1] Reinforcements of turn 2 have to be assigned, and enter at their hexes or wait.
#[test]
fn independent_reinforcements_are_assigned_before_they_enter() {
    let position = PositionBuilder::start(load("attack")).turn(2).expect("a turn").luck(Side::Soviet);
    let mut game = position.open(Opening::Administration).expect("a position");
    while game.turn() == Turn::Chance {
        play(&mut game, &["die 1"]);
    }
    for _ in 0..20 {
        if lines(&game).iter().any(|line| line.starts_with("assign 260/III")) {
            break;
        }
        play(&mut game, &["done"]);
    }
    assert!(!offers(&game, "done"), "[8.2] they have to be assigned: {:?}", lines(&game));
    play(&mut game, &["assign 260/III 14Pz", "assign 627/III 44ID"]);
    for _ in 0..20 {
        if lines(&game).iter().any(|line| line.starts_with("enter 260/III")) {
            break;
        }
        play(&mut game, &["done"]);
    }
    assert_eq!(lines(&game).last().map(String::as_str), Some("delay 260/III"));
    play(&mut game, &["enter 260/III 1006", "delay 627/III"]);
    assert_eq!((at(&game, "260/III"), game.place(unit("627/III"))), ("1006".into(), Place::DELAYED));
}

/// [11.2.b][11.2.c] Losses of scenario two come to just what the scenario says, no unit and no stack more than it may.
#[test]
fn losses_before_the_battle_are_taken_in_full() {
    let mut game = AcrossTheBug::new(load("delayed"));
    let mut taken = 0;
    while lines(&game).iter().all(|line| line.starts_with("lose")) {
        let first = lines(&game)[0].clone();
        play(&mut game, &[&first]);
        taken += 1;
    }
    assert_eq!(taken, 4 + 6 + 3 + 8 + 4 + 4);
    assert!(lines(&game).iter().any(|line| line.starts_with("improve")), "[11.2.d] {:?}", lines(&game));
    for _ in 0..6 {
        let next = lines(&game).into_iter().find(|line| line.starts_with("improve")).expect("six stacks");
        play(&mut game, &[&next]);
    }
    assert_eq!(game.turn(), Turn::Chance, "interdiction, or the initiative");
}

/// [10.5][A57] A German that comes near the Northern area releases the reserve, and one that stays away does not.
#[test]
fn an_early_advance_releases_the_reserve() {
    let released = |to: &str| {
        let mut game = acting(placed("40 2808 HQ-14Pz 2607 HQ-41TD 3201 1/II/82 3301"), "14Pz", 1);
        play(&mut game, &["select 40", &format!("move {to}")]);
        if game.acting().is_some() {
            play(&mut game, &["done"]);
        }
        // Nobody has a level: the turn is over, and that of the reserve comes to its arrivals.
        for _ in 0..80 {
            let known = lines(&game);
            if known.iter().any(|line| line.starts_with("enter 1/I/82 ")) {
                return true;
            }
            let next = match game.turn() {
                Turn::Chance => "die 1",
                _ if known.iter().any(|line| line == "done") => "done",
                _ => known.last().expect("a choice"),
            };
            if game.game_turn() > 2 {
                return false;
            }
            play(&mut game, &[next]);
        }
        panic!("the second turn does not end: {}", game.prompt());
    };
    assert!(released("2804"), "five hexes from the area");
    assert!(!released("2807"), "it stays in the south");
}

/// [10.4.a] The 87th stays near Volodymyr for three turns, and no longer once a German has been in the city.
#[test]
fn the_87th_stays_near_volodymyr() {
    let data = load("campaign");
    let options = |game: &AcrossTheBug| -> Vec<u16> {
        let goals = lines(game).into_iter().filter(|line| line.starts_with("displace HQ-87RD "));
        let city = ["2607", "2707", "2708"].map(hex);
        goals
            .map(|line| {
                let to = hex(&line["displace HQ-87RD ".len()..]);
                city.iter().map(|&near| data.map.grid.distance(to, near)).min().expect("a city of three hexes")
            })
            .collect()
    };
    let mut game = acting(placed("I/16 2809 HQ-87RD 2708"), "87RD", 5);
    play(&mut game, &["relocate HQ-87RD"]);
    assert!(options(&game).iter().all(|&away| away <= 4));
    let mut later = acting(placed("I/16 2809 HQ-87RD 2708").turn(4).expect("a turn"), "87RD", 5);
    play(&mut later, &["relocate HQ-87RD"]);
    assert!(options(&later).iter().any(|&away| away > 4));
}
