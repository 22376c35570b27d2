//! What the sides of Across the Bug River know of each other [5.3.4]: what lies on top, what looks show, what covers it again, and the
//! worlds that agree with it.

use std::collections::BTreeSet;

use stavka_engine::Dice;
use stavka_engine::across_the_bug::terms::AttackType;
use stavka_engine::across_the_bug::{AcrossTheBug, Action, Opening, PositionBuilder};
use stavka_engine::game::{Determinize as _, Game as _, Notation as _, Side, Turn};

use super::across_the_bug_scenes::{acting, hex, lines, placed, play, unit};
use super::props::Invariants as _;
use super::props::information::{determinisations_agree, determinisations_are_uniform, lines_tell_what_is_seen, sight};

/// Three German stacks, each with a company of tanks under its battalion, far from everybody.
fn columns(tanks: [&str; 3]) -> PositionBuilder {
    let [first, second, third] = tanks;
    let counters =
        format!("HQ-14Pz 1706 I/103 1805 {first} 1805 II/103 1905 {second} 1905 I/108 2005 {third} 2005 HQ-87RD 2708 I/16 2709 II/16 2709");
    ["1805", "1905", "2005"].into_iter().fold(placed(&counters), |position, hex| position.covered(hex).expect("a stack"))
}

const TANKS: [&str; 3] = ["1/I/36", "6/II/36", "4/I/36"];

fn quiet(position: PositionBuilder) -> AcrossTheBug {
    position.luck(Side::Soviet).open(Opening::Activation("14Pz", 7)).expect("a formation")
}

fn covered(game: &AcrossTheBug, ids: &[&str]) -> Vec<bool> {
    ids.iter().map(|id| game.is_covered(unit(id))).collect()
}

// ---- what lies open ---------------------------------------------------------------------------------------------------------

/// [5.3.4] The start is printed, and everything that stands there is known.
#[test]
fn a_scenario_begins_with_open_stacks() {
    for id in ["attack", "delayed", "campaign"] {
        let game = PositionBuilder::start(super::across_the_bug_scenes::load(id)).open(Opening::Operations).expect("a position");
        assert!(Side::ALL.into_iter().all(|side| game.sees_all(side)), "{id}");
        assert!(Side::ALL.into_iter().all(|side| game.worlds(side) == 1), "{id}");
    }
}

/// [5.3.4] The top counter of a stack at rest is seen, and nothing below it.
#[test]
fn a_stack_at_rest_shows_its_top_counter() {
    let game = quiet(columns(TANKS));
    assert_eq!(covered(&game, &["I/103", "II/103", "I/108"]), [false; 3]);
    assert_eq!(covered(&game, &TANKS), [true; 3]);
    assert!(!game.sees_all(Side::Soviet) && game.sees_all(Side::Axis), "only the Germans have something to hide");
}

/// [5.3.4.a] A headquarters lies on top, and what lies under it is seen; when it goes, its company is covered.
#[test]
fn the_company_of_a_headquarters_lies_open() {
    let start = placed("HQ-14Pz 1706 I/103 1706 1/I/36 1706 HQ-87RD 2708").covered("1706").expect("a stack");
    let mut game = quiet(start.level("14Pz", 3).expect("a level"));
    assert_eq!(covered(&game, &["HQ-14Pz", "I/103", "1/I/36"]), [false; 3]);
    play(&mut game, &["relocate HQ-14Pz"]);
    let away = lines(&game).into_iter().next().expect("a settlement");
    play(&mut game, &[&away]);
    assert_eq!(covered(&game, &["HQ-14Pz", "I/103", "1/I/36"]), [false, false, true]);
    game.verify().expect("sound knowledge");
}

/// [5.6.3] A disorganized unit is known: its check was made in the open. It lies on top, and all others are covered.
#[test]
fn a_disorganized_unit_is_known_and_lies_on_top() {
    let position = placed("HQ-14Pz 1706 I/103 1805 1/I/36 1805 2/I/36 1805 HQ-87RD 2708").turned("2/I/36").expect("a unit");
    let game = quiet(position.covered("1805").expect("a stack"));
    assert_eq!(covered(&game, &["I/103", "1/I/36", "2/I/36"]), [true, true, false]);
}

// ---- looks, and what ends them ------------------------------------------------------------------------------------------------

/// [5.3.4] Who acts is seen; what joins a stack and comes to rest under it is covered.
#[test]
fn a_counter_is_seen_while_it_acts_and_covered_when_it_rests_below() {
    let mut game = quiet(columns(TANKS));
    play(&mut game, &["select 1/I/36"]);
    assert_eq!(covered(&game, &TANKS), [false, true, true]);
    play(&mut game, &["move 1905"]);
    while game.march_goes_on() {
        play(&mut game, &["done"]);
    }
    assert_eq!(covered(&game, &TANKS), [true; 3], "1905 holds two covered companies now");
    assert_eq!(covered(&game, &["I/103", "II/103"]), [false; 2]);
    assert_eq!(game.worlds(Side::Soviet), 3, "three companies over places in 1905, 1905, 2005");
}

/// Whether the stack that acts is asked for another step.
trait Marching {
    fn march_goes_on(&self) -> bool;
}

impl Marching for AcrossTheBug {
    fn march_goes_on(&self) -> bool {
        self.acting_stack() != 0 && lines(self).iter().any(|line| line == "done")
    }
}

/// [5.3.4] When the top counter leaves, the next one is seen.
#[test]
fn what_is_left_alone_is_seen() {
    let mut game = quiet(columns(TANKS));
    play(&mut game, &["select I/103"]);
    assert_eq!(covered(&game, &TANKS), [true; 3], "the company stays where it is");
    let line = lines(&game).into_iter().find(|line| line.starts_with("move")).expect("a step");
    play(&mut game, &[&line]);
    assert!(!game.is_covered(unit("1/I/36")), "nobody lies on it any more");
    assert_eq!(game.worlds(Side::Soviet), 2);
}

fn before_an_attack() -> AcrossTheBug {
    let position =
        placed("I/103 2411 1/I/36 2411 HQ-14Pz 2008 II/103 2310 2/I/36 2310 1/II/82 2410 1/I/82 2410 2/I/82 2410 HQ-87RD 2708 II/16 2709");
    let position = ["2411", "2310", "2410"].into_iter().fold(position, |position, hex| position.covered(hex).expect("a stack"));
    acting(position, "14Pz", 7)
}

/// [5.3.4][7.5.1.2.B] The declaration of an attack shows both hexes and the stacks that may support; not before.
#[test]
fn the_declaration_of_an_attack_is_a_look() {
    let mut game = before_an_attack();
    let hidden = ["1/I/82", "2/I/82"];
    let whole = |game: &AcrossTheBug| ["1/II/82", "1/I/82", "2/I/82"].iter().filter(|id| game.is_covered(unit(id))).count();
    assert_eq!(whole(&game), 2, "one of {hidden:?} and 1/II/82 lies on top");
    play(&mut game, &["select I/103"]);
    assert_eq!(whole(&game), 2);
    assert!(game.is_covered(unit("1/I/36")) && game.is_covered(unit("2/I/36")));
    play(&mut game, &["attack 2410 regular"]);
    assert_eq!(whole(&game), 0);
    assert!(!game.is_covered(unit("1/I/36")), "it stands in the attacking hex");
    assert!(!game.is_covered(unit("2/I/36")), "its hex lies beside the enemy and may support");
}

/// [5.3.4] What a combat has shown stays known until the stack changes; strengths are known together from its end on.
#[test]
fn a_look_lasts_until_the_stack_changes() {
    let mut game = before_an_attack();
    play(&mut game, &["select I/103", "attack 2410 hasty", "chit 5", "chit 6"]);
    let mut dice = Dice::new(3);
    while !game.is_quiet() || lines(&game).iter().any(|line| line.starts_with("chit")) {
        let mut legal = Vec::new();
        game.legal_actions(&mut legal);
        let action = if game.turn() == Turn::Chance { game.draw(&legal, &mut dice) } else { legal[0] };
        game.apply(action);
        game.verify().expect("a sound position");
    }
    if lines(&game).iter().any(|line| line == "done") && game.turn() == Turn::Player(Side::Soviet) {
        play(&mut game, &["done"]);
    }
    let beside = unit("2/I/36");
    assert!(!game.is_covered(beside), "its stack has not changed");
    if game.acting().is_some_and(|(_, points)| points >= 2) && game.turn() == Turn::Player(Side::Axis) {
        play(&mut game, &["select II/103", "move 2309"]);
        assert!(!game.is_covered(beside), "now it lies on top");
    }
}

/// [5.3.4] The markers of a fight lie under the counters when it is over, and a check tells the strength of who takes it.
#[test]
fn strengths_are_known_together_after_a_fight_and_alone_after_a_check() {
    let position = placed("I/103 2411 1/I/36 2411 2/I/36 2411 HQ-14Pz 2008 I/16 2410 HQ-87RD 2708 II/16 2709");
    let mut game = acting(position, "14Pz", 7);
    play(&mut game, &["select I/103", "join 1/I/36", "join 2/I/36", "attack 2410 hasty", "chit 0", "chit 9"]);
    let fought = ["I/103", "1/I/36", "2/I/36"].map(unit);
    let mut dice = Dice::new(1);
    while !game.is_quiet() || game.turn() == Turn::Player(Side::Soviet) {
        assert!(fought.iter().all(|&unit| game.shares_losses_with(unit) == 0), "told while it goes on");
        let mut legal = Vec::new();
        game.legal_actions(&mut legal);
        game.apply(if game.turn() == Turn::Chance { game.draw(&legal, &mut dice) } else { legal[0] });
    }
    let left: Vec<_> = fought.into_iter().filter(|&unit| game.place(unit).hex().is_some()).collect();
    let bits = left.iter().fold(0, |bits, unit| bits | unit.bit());
    assert!(left.len() > 1, "a hopeless attack costs, but not everybody");
    assert!(left.iter().all(|&unit| game.shares_losses_with(unit) == bits), "known together from now on");
    let Some(&weak) = left.iter().find(|&&unit| game.is_disorganized(unit)) else { panic!("somebody fails a check at a red result") };
    let line = format!("recover {}", game.data().unit(weak).id);
    play(&mut game, &[&line, "die 10"]);
    assert_eq!(game.shares_losses_with(weak), 0, "told at its check");
}

// ---- swaps --------------------------------------------------------------------------------------------------------------------

/// [5.3.4] Covered counters that change places leave what the other side sees alone, and what is drawn for it.
#[test]
fn covered_counters_can_be_swapped_unseen() {
    let game = quiet(columns(TANKS));
    let swapped = quiet(columns(["6/II/36", "4/I/36", "1/I/36"]));
    assert_ne!(game.state_hash(), swapped.state_hash());
    assert_eq!(game.view_hash(Side::Soviet), swapped.view_hash(Side::Soviet));
    assert_eq!(sight(&game, Side::Soviet), sight(&swapped, Side::Soviet));
    assert_ne!(game.view_hash(Side::Axis), swapped.view_hash(Side::Axis), "the owner knows");
    for seed in 0..50 {
        let drawn = [&game, &swapped].map(|game| game.determinize(Side::Soviet, &mut Dice::new(seed)).state_hash());
        assert_eq!(drawn[0], drawn[1], "the draw knows the dice and the view alone");
    }
}

/// [5.3.4] A counter of another kind under the top one is another thing to the other side: its zone reaches elsewhere.
#[test]
fn kinds_are_told_apart() {
    let tank = quiet(placed("HQ-14Pz 1706 4/I/36 1805 1/I/36 1805 HQ-87RD 2708").covered("1805").expect("a stack"));
    let infantry = quiet(placed("HQ-14Pz 1706 4/I/36 1805 I/103 1805 HQ-87RD 2708").covered("1805").expect("a stack"));
    assert_ne!(tank.view_hash(Side::Soviet), infantry.view_hash(Side::Soviet));
}

fn battered(first: u8, second: u8) -> AcrossTheBug {
    let position = placed("HQ-14Pz 1706 I/103 1805 II/103 1905 HQ-87RD 2708");
    let position = position.steps("I/103", first).and_then(|position| position.steps("II/103", second)).expect("units");
    quiet(position.lost_together(&["I/103", "II/103"]).expect("units"))
}

/// [5.3.4] Who bore the losses of a fight cannot be seen, how many they are can.
#[test]
fn losses_that_were_taken_together_can_be_swapped_unseen() {
    let (game, swapped, other) = (battered(3, 5), battered(6, 2), battered(3, 4));
    assert_ne!(game.state_hash(), swapped.state_hash());
    assert_eq!(game.view_hash(Side::Soviet), swapped.view_hash(Side::Soviet));
    assert_eq!(sight(&game, Side::Soviet), sight(&swapped, Side::Soviet));
    assert_ne!(sight(&game, Side::Axis), sight(&swapped, Side::Axis));
    assert_ne!(game.view_hash(Side::Soviet), other.view_hash(Side::Soviet));
    assert_ne!(sight(&game, Side::Soviet), sight(&other, Side::Soviet));
}

/// [5.3.4] Odds before the declaration come from what is seen.
#[test]
fn odds_before_the_declaration_tell_nothing_of_covered_counters() {
    let report = |guards: [&str; 2]| {
        let [beside, below] = guards;
        let counters = format!("I/103 2411 HQ-14Pz 2008 1/II/82 2410 {below} 2410 3/II/82 2709 {beside} 2709 HQ-87RD 2804");
        let position = ["2410", "2709"].into_iter().fold(placed(&counters), |position, hex| position.covered(hex).expect("a stack"));
        let mut game = acting(position, "14Pz", 7);
        play(&mut game, &["select I/103"]);
        format!("{:?}", game.attack_report(hex("2410"), AttackType::Hasty))
    };
    assert_eq!(report(["1/I/82", "2/II/82"]), report(["2/II/82", "1/I/82"]));
}

// ---- worlds -------------------------------------------------------------------------------------------------------------------

/// Every world that agrees with what is known, and no other, comes, and each as often as any other.
#[test]
fn drawn_worlds_are_those_that_can_be_counted() {
    let game = quiet(columns(TANKS));
    let mut all = BTreeSet::new();
    for first in 0..3 {
        for second in (0..3).filter(|&second| second != first) {
            all.insert(quiet(columns([TANKS[first], TANKS[second], TANKS[3 - first - second]])).state_hash());
        }
    }
    assert_eq!((all.len(), game.worlds(Side::Soviet)), (6, 6));
    let mut dice = Dice::new(7);
    let drawn: BTreeSet<u64> = (0..500).map(|_| game.determinize(Side::Soviet, &mut dice).state_hash()).collect();
    assert_eq!(drawn, all);
    determinisations_are_uniform(&game, Side::Soviet, 6000, &mut dice).expect("even draws");
    determinisations_agree(&game, &mut dice).expect("worlds that look alike");
}

/// Spreads of losses that were taken together: 8 points over two battalions of 6 lie in five ways.
#[test]
fn drawn_spreads_of_losses_are_those_that_can_be_counted() {
    let game = battered(3, 5);
    let all: BTreeSet<u64> = (2..=6).map(|first| battered(first, 8 - first).state_hash()).collect();
    assert_eq!((all.len(), game.worlds(Side::Soviet)), (5, 5));
    let mut dice = Dice::new(8);
    let drawn: BTreeSet<u64> = (0..500).map(|_| game.determinize(Side::Soviet, &mut dice).state_hash()).collect();
    assert_eq!(drawn, all);
    determinisations_are_uniform(&game, Side::Soviet, 5000, &mut dice).expect("even draws");
}

/// Two covered counters of one kind in one hex have no order, so that three over places in 1905, 1905 and 2005 lie in three ways.
#[test]
fn worlds_count_stacks_and_not_orders() {
    let counters = "HQ-14Pz 1706 II/103 1905 1/I/36 1905 6/II/36 1905 I/108 2005 4/I/36 2005 HQ-87RD 2708 I/16 2709";
    let game = quiet(["1905", "2005"].into_iter().fold(placed(counters), |position, hex| position.covered(hex).expect("a stack")));
    assert_eq!(game.worlds(Side::Soviet), 3);
    determinisations_are_uniform(&game, Side::Soviet, 5000, &mut Dice::new(9)).expect("even draws");
}

// ---- silence and records ------------------------------------------------------------------------------------------------------

/// [6.4.1] A stack that comes next to covered counters opens the window whether or not anybody there can react.
#[test]
fn a_window_opens_wherever_somebody_covered_might_react() {
    let beside = |company: &str, assigned: &str| {
        let counters = format!("HQ-14Pz 2008 I/103 2411 HQ-87RD 2708 HQ-41TD 2804 3/II/82 2409 {company} 2409 I/16 3310");
        let position = placed(&counters).level("41TD", 0).and_then(|position| position.level("87RD", 2)).expect("levels");
        let position = position.assign(company, assigned).and_then(|position| position.covered("2409")).expect("a stack");
        let mut game = acting(position, "14Pz", 7);
        play(&mut game, &["select I/103", "move 2410"]);
        game
    };
    let (able, unable) = (beside("1/I/82", "87RD"), beside("1/I/82", "41TD"));
    for game in [&able, &unable] {
        assert_eq!(game.turn(), Turn::Player(Side::Soviet), "{:?}", lines(game));
    }
    assert_eq!(lines(&able), ["done", "react 87RD"]);
    assert_eq!(lines(&unable), ["done"], "the question is put all the same");
}

/// [5.3.4][7.5.2] Who takes the last hit of a fight is read by his owner alone, where the other side cannot see it.
#[test]
fn the_last_hit_of_a_fight_is_hidden() {
    let mut hidden = 0;
    for seed in 0..400 {
        let position =
            placed("I/103 2411 1/I/36 2411 2/I/36 2411 HQ-14Pz 2008 I/16 2410 1/II/82 2410 2/II/82 2410 HQ-87RD 2708 HQ-41TD 2804");
        let mut game = acting(position, "14Pz", 7);
        play(&mut game, &["select I/103", "join 1/I/36", "join 2/I/36", "attack 2410 regular"]);
        let mut dice = Dice::new(seed);
        while !game.is_quiet() {
            let mut legal = Vec::new();
            game.legal_actions(&mut legal);
            lines_tell_what_is_seen(&game, &legal).expect("no more than is seen");
            let action = if game.turn() == Turn::Chance { game.draw(&legal, &mut dice) } else { dice.choose(&legal) };
            if let (Action::Lose(unit), Turn::Player(side)) = (action, game.turn()) {
                hidden += usize::from(game.is_hidden(action, side.opponent()));
                assert!(!game.is_hidden(action, side), "{unit:?} is lost by its owner");
            }
            game.apply(action);
        }
    }
    assert!(hidden > 0, "some fight ends with a hit that could have fallen on others");
}
