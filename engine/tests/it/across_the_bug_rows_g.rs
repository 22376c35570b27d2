//! Across the Bug River, rule by rule: results of combats, retreats, the bonus, recovery, improved defence. Numbers in brackets are rule
//! ids.

use stavka_engine::across_the_bug::drm::Cause;
use stavka_engine::across_the_bug::terms::AttackType;
use stavka_engine::across_the_bug::{AcrossTheBug, Command, Place};
use stavka_engine::game::{Game as _, Notation as _, Side, Turn};

use super::across_the_bug_scenes::{acting, at, denied, formation, hex, legal, lines, offers, placed, play, unit};

/// Plays lines parted by semicolons. A die that its owner might roll again is kept.
pub(crate) fn act(game: &mut AcrossTheBug, text: &str) {
    for line in text.split("; ") {
        play(game, &[line]);
        if offers(game, "reroll") {
            play(game, &["done"]);
        }
    }
}

/// The choices that begin with a word.
pub(crate) fn open(game: &AcrossTheBug, word: &str) -> Vec<String> {
    lines(game).into_iter().filter(|line| line.starts_with(word)).collect()
}

/// A stack that has to go makes one step, and stops where it may.
pub(crate) fn fall_back(game: &mut AcrossTheBug) {
    if let Some(step) = open(game, "retreat").first() {
        let may_stop = offers(game, "done");
        play(game, &[if may_stop { "done" } else { step }]);
        if !may_stop && !open(game, "retreat").is_empty() && offers(game, "done") {
            play(game, &["done"]);
        }
    }
}

/// I/103 beside I/396 on clear ground without water; both in command.
pub(crate) const ARENA: &str = "I/103 4217 HQ-14Pz 3814 I/396 4218 HQ-135RD 4617";

/// The arena with more counters, the 14th Panzer active.
pub(crate) fn arena(more: &str) -> AcrossTheBug {
    acting(placed(&format!("{ARENA} {more}")), "14Pz", 7)
}

fn points(game: &AcrossTheBug, id: &str) -> u8 {
    game.points(unit(id))
}

fn is_bonus(game: &AcrossTheBug) -> bool {
    game.prompt().contains("bonus")
}

// ---- support of the headquarters [7.5.1.2.C] ---------------------------------------------------------------------------------

/// [7.5.1.2.C][7.5.1.2.C1][7.5.1.2.C2] Half of the support, rounded up, or all of it, in every attack of an activation.
#[test]
fn the_headquarters_supports_every_attack_of_an_activation() {
    let mut game = acting(placed(ARENA).support("HQ-14Pz", 3).expect("support"), "14Pz", 7);
    for _ in 0..2 {
        play(&mut game, &["select I/103"]);
        let support = AttackType::ALL.map(|kind| {
            let report = game.attack_report(hex("4218"), kind).expect("an attack");
            report.sheet.modifiers.of(Cause::Headquarters)
        });
        assert_eq!(support, [0, 2, 3]);
        act(&mut game, "attack 4218 regular; chit 2; chit 0; die 1; done");
        if is_bonus(&game) {
            play(&mut game, &["done"]);
        }
    }
    let mut far = acting(placed("I/103 4217 HQ-14Pz 1110 I/396 4218 HQ-135RD 4617"), "14Pz", 7);
    assert_eq!(far.command(unit("I/103")), Command::OutOfCommand);
    play(&mut far, &["select I/103"]);
    assert_eq!(open(&far, "attack"), ["attack 4218 hasty"], "out of command there is no attack that it could support");
}

// ---- hits [7.5.2] ----------------------------------------------------------------------------------------------------------------

/// [7.5.2][7.5.3] Two hits each: the defender takes both of his before the attacker takes one. Nobody wins.
#[test]
fn the_defender_takes_his_result_before_the_attacker() {
    let mut game = arena("");
    act(&mut game, "select I/103; attack 4218 hasty; chit 2; chit 0; die 6");
    assert_eq!((game.turn(), points(&game, "I/396"), points(&game, "I/103")), (Turn::Player(Side::Soviet), 4, 6));
    play(&mut game, &["done"]);
    assert_eq!((game.turn(), points(&game, "I/396"), points(&game, "I/103")), (Turn::Player(Side::Axis), 3, 5));
    play(&mut game, &["done"]);
    assert_eq!((points(&game, "I/396"), points(&game, "I/103")), (3, 4));
    assert!(!is_bonus(&game), "[7.5.3] equal hits have no winner");
    assert_eq!(game.acting(), Some((formation("14Pz"), 6)));
}

/// [7.5.2.1][7.5.2.1.a] The tanks whose points count pay first, but not where they are superior by two to an enemy without tanks.
#[test]
fn tanks_pay_first_unless_they_are_superior() {
    let mut game = arena("1/I/36 4217 1/37 4218 HQ-19TD 4514");
    act(&mut game, "select I/103; join 1/I/36; attack 4218 hasty; chit 2; chit 0; die 1");
    assert_eq!((points(&game, "1/37"), points(&game, "I/396")), (1, 5), "[7.5.2.1] the tank of the defender");
    assert_eq!((points(&game, "1/I/36"), points(&game, "I/103")), (2, 6), "[7.5.2.1] and that of the attacker");
    let mut spared = arena("1/I/36 4217");
    act(&mut spared, "select I/103; join 1/I/36; attack 4218 hasty; chit 2; chit 0; die 1; done");
    assert_eq!((points(&spared, "1/I/36"), points(&spared, "I/103")), (3, 5), "[7.5.2.1.a] the strongest of the others");
    play(&mut spared, &["done"]);
    assert_eq!((points(&spared, "1/I/36"), points(&spared, "I/103")), (2, 5), "[7.5.2.4] the second hit finds the other one");
}

/// A battalion and guns against a prepared attack of I/103, with this die.
pub(crate) fn stacked(die: u8) -> AcrossTheBug {
    let mut game = arena("I/712 4218 HQ-1AT 4514");
    act(&mut game, &format!("select I/103; attack 4218 prepared; chit 9; chit 0; die {die}"));
    assert_eq!(lines(&game), ["lose I/396", "lose I/712"], "[B13] no tanks on either side: the owner chooses");
    play(&mut game, &["lose I/396"]);
    game
}

/// [7.5.2.2][7.5.2.3][7.5.2.9] A red result checks every unit; who fails has to go first, and who stays takes the second hit.
#[test]
fn a_red_result_checks_every_unit_and_the_second_hit_finds_who_stays() {
    let mut game = stacked(6);
    assert_eq!(game.turn(), Turn::Chance);
    act(&mut game, "die 10; die 1");
    assert!(game.is_disorganized(unit("I/396")) && !game.is_disorganized(unit("I/712")), "[7.5.2.2] each by its own die");
    fall_back(&mut game);
    assert_ne!(at(&game, "I/396"), "4218", "[7.5.2.3] it has to go");
    assert_eq!(lines(&game), ["done", "withdraw I/712"], "[7.5.2.9] the forced retreat comes first");
    let mut gone = game.clone();
    play(&mut game, &["done"]);
    assert_eq!((points(&game, "I/396"), points(&game, "I/712")), (4, 3), "[7.5.2.3] the one that stays pays");
    play(&mut gone, &["withdraw I/712"]);
    fall_back(&mut gone);
    assert_eq!((points(&gone, "I/396"), points(&gone, "I/712")), (4, 4), "[7.5.2.3] all have gone: the second hit is satisfied");
    assert_ne!(at(&gone, "I/712"), "4218");
}

/// [7.5.2.4] Of three hits nobody takes a second before the other has one.
#[test]
fn further_hits_are_spread_evenly() {
    let mut game = stacked(9);
    act(&mut game, "die 1; die 1; done");
    assert_eq!((points(&game, "I/396"), points(&game, "I/712")), (4, 3), "the second hit falls on the one without a hit");
    assert_eq!(lines(&game), ["lose I/396", "lose I/712"], "the third on either");
    play(&mut game, &["lose I/712"]);
    assert_eq!((points(&game, "I/396"), points(&game, "I/712")), (4, 2));
}

/// [7.5.2.5] A hit takes one strength point and no other value; the last one eliminates.
#[test]
fn hits_take_strength_alone_and_the_last_one_eliminates() {
    let strike = |steps: u8| {
        let mut game = acting(placed(ARENA).steps("I/396", steps).expect("a unit"), "14Pz", 7);
        let before = *game.values(unit("I/396"));
        act(&mut game, "select I/103; attack 4218 hasty; chit 2; chit 0; die 1");
        (game, before)
    };
    let (hurt, before) = strike(5);
    assert_eq!((points(&hurt, "I/396"), *hurt.values(unit("I/396"))), (4, before));
    let (dead, _) = strike(1);
    assert_eq!(dead.place(unit("I/396")), Place::ELIMINATED);
}

// ---- retreats [7.5.2.6] -----------------------------------------------------------------------------------------------------------

/// [7.5.2.6][A45] One hex or two, each towards the own supply, and the stack stays together.
#[test]
fn a_retreat_goes_one_or_two_hexes_towards_supply() {
    let mut game = arena("1/37 4218 HQ-19TD 4514");
    act(&mut game, "select I/103; attack 4218 prepared; chit 2; chit 0; die 10");
    while !offers(&game, "withdraw I/396") {
        let next = if game.turn() == Turn::Chance { "die 1".to_owned() } else { lines(&game)[0].clone() };
        act(&mut game, &next);
    }
    play(&mut game, &["withdraw I/396", "withdraw 1/37"]);
    let data = game.data();
    let away = |name: &str| {
        let edge = data.script.supply[Side::Soviet.index()];
        edge.iter().map(|goal| data.map.grid.distance(hex(name), goal)).min().expect("an edge")
    };
    let nearest = data.map.grid.neighbours(hex("4218")).map(|(_, near)| data.map.grid.name(near).to_string());
    let nearest = nearest.filter(|name| !game.in_zoc(Side::Axis, hex(name))).map(|name| away(&name)).min().expect("a free hex");
    let steps = open(&game, "retreat");
    assert!(!steps.is_empty() && steps.iter().all(|step| away(&step["retreat ".len()..]) == nearest), "{steps:?}");
    play(&mut game, &[&steps[0]]);
    assert_eq!(at(&game, "I/396"), at(&game, "1/37"), "[7.5.2.6] nobody is left behind");
    assert!(offers(&game, "done") && !open(&game, "retreat").is_empty(), "a second hex is the owner's choice");
    let second = open(&game, "retreat")[0].clone();
    play(&mut game, &[&second]);
    assert_eq!(at(&game, "I/396"), second["retreat ".len()..]);
    assert!(open(&game, "retreat").is_empty(), "and there is no third");
}

/// [7.5.2.6.a] Motorized units that go into a forest go no further, units on foot do.
#[test]
fn the_motorized_stop_in_woods() {
    let retreat = |stand: &str, die: u8| {
        let mut game = acting(placed(&format!("I/103 4711 HQ-14Pz 4310 {stand}")), "14Pz", 7);
        act(&mut game, &format!("select I/103; attack 4812 prepared; chit 9; chit 0; die {die}; die 10"));
        assert_eq!(lines(&game), ["retreat 4911", "retreat 4912"], "both are forest");
        play(&mut game, &["retreat 4912"]);
        game
    };
    let guns = retreat("I/712 4812 HQ-1AT 4917", 1);
    assert!(at(&guns, "I/712") == "4912" && open(&guns, "retreat").is_empty(), "{:?}", lines(&guns));
    let rifles = retreat("I/396 4812 HQ-135RD 4917", 4);
    assert!(at(&rifles, "I/396") == "4912" && !open(&rifles, "retreat").is_empty(), "{:?}", lines(&rifles));
}

/// Germans round I/396 in these hexes, a red result of two hits, and a check that fails.
fn driven_out(ring: &str) -> AcrossTheBug {
    let mut game = arena(ring);
    act(&mut game, "select I/103; attack 4218 hasty; chit 9; chit 0; die 9; die 10");
    game
}

/// [7.5.2.7][7.5.2.x2] Where every hex lies in enemy ZOC the retreat goes into one, costs a point more and ends there.
#[test]
fn a_forced_retreat_into_enemy_zone_costs_a_point() {
    let game = driven_out("II/103 4318 I/108 4219 64 4117");
    assert_eq!((at(&game, "I/396"), points(&game, "I/396")), ("4118".into(), 3), "one hit and one for the zone");
    assert!(!game.in_zoc(Side::Axis, hex("4019")) && open(&game, "retreat").is_empty(), "it stops, though 4019 beside it is free");
    let mut free = driven_out("");
    fall_back(&mut free);
    assert_eq!(points(&free, "I/396"), 4, "[7.5.2.3] a free retreat costs nothing");
    let mut willing = arena("II/103 4318 I/108 4219 64 4117");
    act(&mut willing, "select I/103; attack 4218 hasty; chit 9; chit 0; die 9; die 1");
    assert_eq!(points(&willing, "I/396"), 3, "[7.5.2.6.b] nobody goes into a zone of his own will: both hits are losses");
}

/// [7.5.2.6.b][7.5.2.8][7.5.2.x2] A lone headquarters closes a hex like any enemy; who cannot go loses two points more and stays.
#[test]
fn a_retreat_that_is_closed_by_a_headquarters_costs_two_points() {
    let game = driven_out("II/103 4318 I/108 4219 II/108 4118 64 4117 HQ-13Pz 4317");
    assert_eq!((at(&game, "I/396"), points(&game, "I/396")), ("4218".into(), 1), "two hits and two points");
    let mut open_hex = driven_out("II/103 4318 I/108 4219 II/108 4118 64 4117");
    fall_back(&mut open_hex);
    assert_eq!((at(&open_hex, "I/396"), points(&open_hex, "I/396")), ("4317".into(), 3));
}

/// [7.5.2.6.b][7.5.2.x2] The unbridged Bug closes a retreat.
#[test]
fn the_bug_closes_a_retreat() {
    let map = &placed("").open(stavka_engine::across_the_bug::Opening::Operations).expect("a position").data().map;
    let dry = |from: &str| -> Vec<String> {
        let sides = map.grid.neighbours(hex(from)).filter(|&(direction, _)| !map.side(hex(from), direction).is_unbridged_bug());
        sides.map(|(_, near)| map.grid.name(near).to_string()).collect()
    };
    let near = dry("1411");
    assert!(near.len() <= 3, "{near:?}: a bend of the river");
    let ring: Vec<String> = ["I/16", "II/16", "III/16"].iter().zip(&near).map(|(id, hex)| format!("{id} {hex}")).collect();
    let ring = ring.join(" ");
    let mut game = acting(placed(&format!("{ring} HQ-87RD 2105 I/131 1411 HQ-44ID 1110 I/132 1213")), "87RD", 7);
    act(&mut game, "select I/16; attack 1411 prepared; chit 9; chit 0; die 10");
    let mut before = game.points(unit("I/131"));
    while game.turn() != Turn::Player(Side::Soviet) && !game.is_disorganized(unit("I/131")) {
        before = game.points(unit("I/131"));
        let next = if game.turn() == Turn::Chance { "die 10".to_owned() } else { lines(&game)[0].clone() };
        act(&mut game, &next);
    }
    assert_eq!(at(&game, "I/131"), "1411", "no way over the river");
    assert!(game.points(unit("I/131")) + 3 <= before, "[7.5.2.8] two points for the retreat and one for the second hit");
}

// ---- victory in combat [7.5.3] ----------------------------------------------------------------------------------------------------

/// [7.5.3] A side that loses its last unit wins nothing, however few its hits.
#[test]
fn nobody_left_wins_nothing() {
    let stand = placed(ARENA).steps("I/103", 1).and_then(|position| position.steps("I/396", 1)).expect("units");
    let mut game = acting(stand, "14Pz", 7);
    act(&mut game, "select I/103; attack 4218 hasty; chit 9; chit 0; die 8");
    assert_eq!((game.place(unit("I/103")), game.place(unit("I/396"))), (Place::ELIMINATED, Place::ELIMINATED));
    assert!(!is_bonus(&game));
}

/// I/103 wins by 1 to 2 hits, and I/396 retreats two hexes.
pub(crate) fn won(more: &str) -> AcrossTheBug {
    let mut game = arena(more);
    act(&mut game, "select I/103; attack 4218 prepared; chit 9; chit 0; die 5; die 1; withdraw I/396");
    while game.turn() == Turn::Player(Side::Soviet) {
        let step = open(&game, "retreat").first().cloned().unwrap_or_else(|| "done".to_owned());
        play(&mut game, &[&step]);
    }
    game
}

/// [7.5.3.1][7.5.3.2] The bonus belongs to units that fought, not to those that supported, and to those in command.
#[test]
fn the_bonus_belongs_to_those_who_fought_in_command() {
    let game = won("II/103 4117");
    assert!(is_bonus(&game), "{}", game.prompt());
    assert_eq!(open(&game, "select"), ["select I/103"]);
    let mut far = acting(placed("I/103 4217 HQ-14Pz 1110 I/396 4218 HQ-135RD 4617"), "14Pz", 7);
    act(&mut far, "select I/103; attack 4218 hasty; chit 9; chit 0; die 9; die 1; done");
    assert!(points(&far, "I/396") == 3 && points(&far, "I/103") == 5, "it won by one hit to two");
    assert!(!is_bonus(&far) && far.acting() == Some((formation("14Pz"), 5)), "[7.5.3.2]");
}

/// [7.5.3.a][7.5.3.b] The bonus is spent at once or lost: on improved defence, an attack, or a movement into the vacated hex.
#[test]
fn the_bonus_is_spent_at_once_or_lost() {
    let game = won("");
    let track = game.acting();
    assert_eq!(lines(&game), ["done", "improve 4217", "select I/103"]);
    let mut kept = game.clone();
    play(&mut kept, &["done"]);
    assert!(!is_bonus(&kept) && kept.acting() == track, "[7.5.3.a] lost");
    let mut improved = game.clone();
    play(&mut improved, &["improve 4217"]);
    assert!(improved.is_improved(hex("4217")) && improved.acting() == track, "[7.5.3.b] the bonus pays");
    let mut moved = game.clone();
    play(&mut moved, &["select I/103"]);
    assert!(legal(&moved).iter().all(|action| moved.bonus_hexes().is_some() && action.hex() == Some(hex("4218"))), "{:?}", lines(&moved));
}

/// [7.5.3.a] A winning attacker adds points of his track to the bonus; an attack costs what it always costs [B11].
#[test]
fn a_winning_attacker_adds_points_of_his_track() {
    let mut game = arena("II/396 4117");
    act(&mut game, "select I/103; attack 4218 hasty; chit 9; chit 0; die 10; die 1; done");
    assert!(is_bonus(&game), "{} {:?}", game.prompt(), lines(&game));
    let left = |kind: &str| {
        let mut next = game.clone();
        play(&mut next, &["select I/103", &format!("attack 4117 {kind}")]);
        next.acting().map(|(_, points)| points)
    };
    assert_eq!(["hasty", "regular", "prepared"].map(left), [Some(6), Some(5), Some(4)]);
}

/// Tanks that attack hopelessly are wiped out; the defenders have the bonus.
fn beaten_off() -> AcrossTheBug {
    let stand = placed("1/I/36 4217 I/103 4317 HQ-14Pz 3814 I/396 4218 I/712 4218 HQ-135RD 4617").assign("I/712", "135RD");
    let mut game = acting(stand.expect("a unit"), "14Pz", 7);
    act(&mut game, "select 1/I/36; attack 4218 hasty; chit 0; chit 9; die 1; done");
    assert_eq!(game.place(unit("1/I/36")), Place::ELIMINATED);
    assert!(is_bonus(&game) && game.turn() == Turn::Player(Side::Soviet), "{}", game.prompt());
    game
}

/// [7.5.3.a] A defender who wins attacks hastily with his bonus; when he wins again he still has no points of the enemy's to add.
#[test]
fn a_winning_defender_never_spends_the_points_of_the_enemy() {
    let mut game = beaten_off();
    play(&mut game, &["select I/396", "join I/712"]);
    assert_eq!(open(&game, "attack"), ["attack 4317 hasty"], "[B11] one point buys no more");
    act(&mut game, "attack 4317 hasty; chit 9; chit 0; die 10; die 1; done; lose I/396");
    assert_eq!((points(&game, "I/103"), points(&game, "I/396")), (4, 4), "two hits to one");
    assert!(is_bonus(&game) && game.turn() == Turn::Player(Side::Soviet), "{}", game.prompt());
    play(&mut game, &["select I/396"]);
    assert_eq!(open(&game, "attack"), ["attack 4317 hasty"]);
    play(&mut game, &["attack 4317 hasty"]);
    assert_eq!(game.acting(), Some((formation("14Pz"), 6)), "the points of the 14th Panzer are its own");
}

/// [7.5.3.b] A disorganized unit that has held may recover by the bonus.
#[test]
fn a_disorganized_winner_recovers_by_the_bonus() {
    let mut game = acting(placed(ARENA).turned("I/396").expect("a unit"), "14Pz", 7);
    act(&mut game, "select I/103; attack 4218 hasty; chit 0; chit 9; die 1; die 1; done");
    while !is_bonus(&game) {
        let next = lines(&game)[0].clone();
        act(&mut game, &next);
    }
    assert!(offers(&game, "recover I/396"), "{:?}", lines(&game));
    assert!(!offers(&game, "select I/396"), "[5.6.3.1] it moves and attacks no more than elsewhere");
    act(&mut game, "recover I/396; die 3");
    assert!(!game.is_disorganized(unit("I/396")));
}

/// [7.5.3.c] What the attacker does with his bonus may be reacted to, what the defender does may not.
#[test]
fn only_the_bonus_of_an_attacker_is_reacted_to() {
    let mut position = placed(&format!("{ARENA} II/396 4318"));
    position = position.level("135RD", 4).and_then(|it| it.level("14Pz", 5)).expect("levels");
    let mut game = acting(position, "14Pz", 7);
    act(&mut game, "select I/103; attack 4218 prepared; chit 9; chit 0; die 5; die 1; withdraw I/396");
    while !is_bonus(&game) {
        let step = open(&game, "retreat").first().cloned().unwrap_or_else(|| "done".to_owned());
        play(&mut game, &[&step]);
    }
    play(&mut game, &["select I/103"]);
    let step = lines(&game)[0].clone();
    act(&mut game, &step);
    for _ in 0..3 {
        if game.turn() == Turn::Chance {
            act(&mut game, "die 1");
        }
    }
    assert!(offers(&game, "react 135RD"), "{} {:?}", game.prompt(), lines(&game));

    let mut position = placed(&format!("{ARENA} II/103 4216 I/712 4218 HQ-1AT 4514"));
    position = position.level("135RD", 4).and_then(|it| it.level("14Pz", 5)).expect("levels");
    let mut game = acting(position, "14Pz", 7);
    act(&mut game, "select I/103; attack 4218 hasty; chit 0; chit 9; die 10");
    while !is_bonus(&game) {
        let next = open(&game, "retreat").first().cloned().unwrap_or_else(|| lines(&game)[0].clone());
        act(&mut game, &next);
    }
    assert_eq!(game.turn(), Turn::Player(Side::Soviet));
    play(&mut game, &["select I/396"]);
    let step = lines(&game).into_iter().find(|line| line.ends_with("4217") && !line.starts_with("attack")).expect("the vacated hex");
    act(&mut game, &step);
    assert!(open(&game, "react").is_empty(), "{}", game.prompt());
    assert_eq!(game.turn(), Turn::Player(Side::Axis), "the 14th Panzer goes on with its own actions");
}

// ---- recovery and improved defence [7.6][7.7] ---------------------------------------------------------------------------------------

/// [7.6] One unit at a time, as often as points last; a failure changes nothing. The isolated do not recover.
#[test]
fn a_unit_tries_to_recover_until_the_points_are_gone() {
    let mut game = acting(placed("I/103 1210 II/103 1211 HQ-14Pz 1110").turned("I/103").expect("a unit"), "14Pz", 3);
    assert_eq!(denied(&game, "recover II/103"), "7.6");
    act(&mut game, "recover I/103; die 6");
    assert!(game.is_disorganized(unit("I/103")) && points(&game, "I/103") == 6);
    act(&mut game, "recover I/103; die 5");
    assert!(!game.is_disorganized(unit("I/103")));
    assert_eq!(game.acting(), Some((formation("14Pz"), 1)));
    let ring = "43 2610 HQ-13Pz 2008 I/16 2608 II/16 2410 III/16 2612 I/96 2811 II/96 2809 HQ-87RD 2708";
    let alone = acting(placed(ring).turned("43").expect("a unit"), "13Pz", 4);
    assert_eq!(alone.command(unit("43")), Command::Isolated);
    assert!(!offers(&alone, "recover 43"));
}

/// [7.7.a] The marker goes when a unit of the hex is eliminated or disorganized, when another one ends its movement or its retreat there.
#[test]
fn improved_defence_ends_with_every_change_of_the_stack() {
    let dug_in = |steps: u8| {
        let stand = placed(&format!("{ARENA} I/712 4218 HQ-1AT 4514")).assign("I/712", "135RD").and_then(|it| it.steps("I/396", steps));
        let game = acting(stand.and_then(|it| it.improved("4218")).expect("a position"), "14Pz", 7);
        assert!(game.is_improved(hex("4218")));
        game
    };
    let strike = "select I/103; attack 4218 prepared; chit 9; chit 0; die 10; lose I/396";
    let mut eliminated = dug_in(1);
    act(&mut eliminated, strike);
    assert_eq!(eliminated.place(unit("I/396")), Place::ELIMINATED);
    assert!(!eliminated.is_improved(hex("4218")));
    let mut hurt = dug_in(5);
    act(&mut hurt, strike);
    assert!(hurt.is_improved(hex("4218")), "a hit alone leaves it");
    act(&mut hurt, "die 10");
    assert!(hurt.is_disorganized(unit("I/396")) && !hurt.is_improved(hex("4218")));

    let mut joined = acting(placed("I/103 1210 1/I/36 1211 HQ-14Pz 1110").improved("1210").expect("a stack"), "14Pz", 5);
    act(&mut joined, "select 1/I/36; move 1210");
    assert_eq!(at(&joined, "1/I/36"), "1210");
    assert!(!joined.is_improved(hex("1210")));

    let guarded = placed("I/103 4217 HQ-14Pz 3814 I/712 4218 HQ-1AT 4514 I/396 4219 I/497 4318 I/791 4118 HQ-135RD 4617");
    let guarded = ["4219", "4318", "4118"].iter().fold(guarded, |position, hex| position.improved(hex).expect("a stack"));
    let mut retreated = acting(guarded, "14Pz", 7);
    act(&mut retreated, "select I/103; attack 4218 prepared; chit 9; chit 0; die 1; die 10");
    fall_back(&mut retreated);
    let to = at(&retreated, "I/712");
    assert!(["4219", "4318", "4118"].contains(&to.as_str()), "{to}");
    assert!(!retreated.is_improved(hex(&to)), "the guns fell back into it");
}
