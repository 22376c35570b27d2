//! Rules of Across the Bug River as scenes, rule by rule: independents [5.5.2], checks and disorganization [5.6], supply [5.7], command
//! [5.8].

use stavka_engine::across_the_bug::drm::Cause;
use stavka_engine::across_the_bug::terms::AttackType;
use stavka_engine::across_the_bug::{AcrossTheBug, Command, FormationId, Opening, Place, PositionBuilder};
use stavka_engine::game::{Game as _, Notation as _, Side, Turn};

use super::across_the_bug_scenes::{acting, at, denied, formation, hex, lines, load, offers, placed, play, unit};

/// Rolls dice one after the other; the holder of the luck token keeps each of his.
pub(crate) fn roll(game: &mut AcrossTheBug, dice: &[u8]) {
    for die in dice {
        play(game, &[&format!("die {die}")]);
        if offers(game, "reroll") {
            play(game, &["done"]);
        }
    }
}

/// Turns counters to their backs.
pub(crate) fn turned(position: PositionBuilder, ids: &str) -> PositionBuilder {
    ids.split_whitespace().fold(position, |position, id| position.turned(id).unwrap_or_else(|error| panic!("{error}")))
}

/// Counters of which those after the bar show their backs: `id hex ... | id hex ...`.
pub(crate) fn halves(counters: &str) -> PositionBuilder {
    let (front, back) = counters.split_once('|').unwrap_or((counters, ""));
    let weak: Vec<&str> = back.split_whitespace().step_by(2).collect();
    turned(placed(&format!("{front} {back}")), &weak.join(" "))
}

/// Declares an attack of the stack that was put together, with these chits and this die.
pub(crate) fn fight(game: &mut AcrossTheBug, attack: &str, chits: [u8; 2], die: u8) {
    play(game, &[attack, &format!("chit {}", chits[0]), &format!("chit {}", chits[1])]);
    roll(game, &[die]);
}

/// Net modifier that a cause gives an attack of the stack that was put together.
pub(crate) fn modifier(game: &AcrossTheBug, target: &str, kind: AttackType, cause: Cause) -> i8 {
    let report = game.attack_report(hex(target), kind).expect("an attack that can be made");
    report.sheet.modifiers.terms.iter().filter(|(known, _)| *known == cause).map(|(_, drm)| drm).sum()
}

/// Plays the Administrative phase up to the first choice that is not about Emergency Supply; every die shows `die`.
pub(crate) fn administered(position: PositionBuilder, die: u8) -> AcrossTheBug {
    let mut game = position.luck(Side::Soviet).open(Opening::Administration).expect("a position");
    for _ in 0..60 {
        if game.turn() == Turn::Chance {
            roll(&mut game, &[die]);
        } else if lines(&game).iter().any(|line| line.starts_with("emergency")) {
            play(&mut game, &["done"]);
        } else {
            break;
        }
    }
    game
}

// ---- independent units [5.5.2] ----------------------------------------------------------------------------------------------

/// [5.5.2] Independents are German, and each of them on the map has a formation at the start of every scenario.
#[test]
fn independents_are_german_and_begin_under_a_formation() {
    for id in ["attack", "delayed", "campaign"] {
        let data = load(id);
        let game = AcrossTheBug::new(data);
        let counters = Side::ALL.into_iter().flat_map(|side| data.units(side));
        for (unit, _) in counters.filter(|(_, counter)| counter.formation.is_none()) {
            assert_eq!(unit.side(), Side::Axis, "{}", data.unit(unit).id);
            if game.place(unit).hex().is_some() {
                let under = game.formation(unit);
                assert!(under != FormationId::NONE, "{}", data.unit(unit).id);
                assert_eq!(data.formation(under).superior, data.unit(unit).superior);
            }
        }
    }
}

/// Headquarters of three corps round a battalion of assault guns that acts under the 14th.
const LENT: &str = "HQ-14Pz 2200 HQ-298ID 2102 HQ-111ID 2105 HQ-13Pz 2403 HQ-44ID 3201 I/191 2303";

fn lent(counters: &str) -> PositionBuilder {
    placed(counters).assign("I/191", "14Pz").expect("a unit")
}

/// [5.5.2][5.5.2.a] An independent goes over to formations of its own corps whose headquarters commands its hex, and to no other.
#[test]
fn independents_stay_in_their_corps_and_within_range() {
    let mut game = administered(lent(LENT), 5);
    let known: Vec<String> = lines(&game).into_iter().filter(|line| line.starts_with("assign I/191")).collect();
    assert_eq!(known, ["assign I/191 298ID"], "the 111th and the 13th belong to others, the 44th is nine hexes away");
    assert_eq!(denied(&game, "assign I/191 111ID"), "5.5.2.a");
    play(&mut game, &["assign I/191 298ID"]);
    assert_eq!(game.formation(unit("I/191")), formation("298ID"));
    let mut acts = acting(lent(LENT).assign("I/191", "298ID").expect("a unit"), "298ID", 3);
    assert!(offers(&acts, "select I/191"), "[5.5.2.a] it acts as one of its formation");
    play(&mut acts, &["done"]);
}

/// [5.5.2.b] It also has to be in command of the headquarters that gives it up.
#[test]
fn independents_are_released_only_in_range_of_their_headquarters() {
    let far = LENT.replace("HQ-14Pz 2200", "HQ-14Pz 3311");
    let game = administered(lent(&far), 5);
    assert!(!lines(&game).iter().any(|line| line.starts_with("assign")), "{:?}", lines(&game));
}

/// [5.5.2.a] One that is cut off from its headquarters is taken over by another one of the corps, but not while it is disorganized.
#[test]
fn disorganized_independents_are_not_assigned() {
    let ring = "HQ-14Pz 2403 HQ-298ID 2102 I/191 2203 | I/16 2402 II/16 2502 III/16 2503 I/96 2404 II/96 2303 III/96 2302";
    let cut_off = || halves(ring).assign("I/191", "14Pz").expect("a unit");
    let whole = administered(cut_off(), 1);
    assert!(offers(&whole, "assign I/191 298ID"), "{:?}", lines(&whole));
    let weak = administered(turned(cut_off(), "I/191"), 1);
    assert!(weak.is_disorganized(unit("I/191")));
    assert!(!lines(&weak).iter().any(|line| line.starts_with("assign I/191")), "{:?}", lines(&weak));
}

// ---- checks [5.6] -------------------------------------------------------------------------------------------------------------

/// [5.6] A crowded hex has every combat unit checked; headquarters take no check and never lie on a disorganized side.
#[test]
fn headquarters_take_no_checks() {
    let mut game = acting(placed("HQ-14Pz 2403 I/103 2403 II/103 2404 I/16 3014"), "14Pz", 5);
    play(&mut game, &["select II/103", "move 2403"]);
    let mut dice = 0;
    while game.turn() == Turn::Chance {
        roll(&mut game, &[10]);
        dice += 1;
    }
    assert_eq!(dice, 2, "two battalions and a headquarters");
    assert!(game.is_disorganized(unit("I/103")) && game.is_disorganized(unit("II/103")));
    assert!(!game.is_disorganized(unit("HQ-14Pz")));
}

/// [5.6.1][5.6.2.c][7.1.e] A die up to the effectiveness passes; a Recovery action that fails changes nothing but the points.
#[test]
fn a_check_passes_up_to_the_effectiveness() {
    let game = acting(turned(placed("I/103 2403 HQ-14Pz 2200"), "I/103"), "14Pz", 3);
    for die in 1..=10 {
        let mut tried = game.clone();
        play(&mut tried, &["recover I/103", &format!("die {die}")]);
        assert_eq!(tried.is_disorganized(unit("I/103")), die > 5, "effectiveness 5, die {die}");
        assert_eq!((tried.points(unit("I/103")), at(&tried, "I/103")), (6, "2403".into()), "[5.6.2.c]");
        assert_eq!(tried.acting(), Some((formation("14Pz"), 2)));
    }
}

/// I/103 attacks I/16 in the open: with the chits 2 and 0 at 2:1, die 9 gives 1/2r, die 6 gives 2/2, die 1 gives 3r/1.
pub(crate) fn open_field(more: &str) -> PositionBuilder {
    halves(&format!("I/103 2401 HQ-14Pz 2200 HQ-87RD 2607 {more}"))
}

/// [5.6.2] A disorganized unit that fails the check of a red result stays so and loses a point more.
#[test]
fn a_second_failure_in_combat_costs_a_point() {
    for (die, left) in [(3, 4), (4, 3)] {
        let mut game = acting(open_field("| I/16 2402"), "14Pz", 5);
        play(&mut game, &["select I/103"]);
        fight(&mut game, "attack 2402 hasty", [2, 0], 9);
        assert_eq!(game.points(unit("I/16")), 4, "[7.5.2.1] the hit comes before the check");
        roll(&mut game, &[die]);
        assert_eq!(game.points(unit("I/16")), left, "effectiveness 3, die {die}");
        assert!(game.is_disorganized(unit("I/16")));
    }
}

/// [5.6.2] A unit that fails it on its normal side is turned, and loses nothing more.
#[test]
fn a_first_failure_in_combat_only_disorganizes() {
    let mut game = acting(open_field("I/16 2402"), "14Pz", 5);
    play(&mut game, &["select I/103"]);
    fight(&mut game, "attack 2402 hasty", [2, 0], 9);
    roll(&mut game, &[5]);
    assert_eq!((game.points(unit("I/16")), game.is_disorganized(unit("I/16"))), (4, true), "effectiveness 4, die 5");
}

/// [5.6.2.b] Who fails and has to retreat takes no second hit; who passes and stays takes it.
#[test]
fn a_forced_retreat_takes_the_place_of_the_second_hit() {
    let mut game = acting(open_field("I/16 2402"), "14Pz", 5);
    play(&mut game, &["select I/103"]);
    fight(&mut game, "attack 2402 hasty", [2, 0], 9);
    let mut stays = game.clone();
    roll(&mut game, &[10]);
    while game.turn() == Turn::Player(Side::Soviet) {
        let next = lines(&game)[0].clone();
        play(&mut game, &[&next]);
    }
    assert_ne!(at(&game, "I/16"), "2402");
    assert_eq!(game.points(unit("I/16")), 4, "one hit of two");
    roll(&mut stays, &[1]);
    assert_eq!(lines(&stays), ["done", "withdraw I/16"]);
    play(&mut stays, &["done"]);
    assert_eq!((stays.points(unit("I/16")), at(&stays, "I/16")), (3, "2402".into()), "both hits");
}

/// [5.6.2.a] Failing a check of infiltration or of isolation costs no strength.
#[test]
fn checks_out_of_combat_cost_no_strength() {
    let mut game = acting(open_field("I/16 2402"), "14Pz", 5);
    play(&mut game, &["select I/103", "infiltrate 2501"]);
    roll(&mut game, &[10]);
    assert_eq!((game.points(unit("I/103")), game.is_disorganized(unit("I/103"))), (6, true), "[7.3.4]");
    let mut shut_in = acting(ring_of_weak_soviets("HQ-14Pz 2200 1/I/36 2403"), "14Pz", 5);
    play(&mut shut_in, &["select 1/I/36", "try attack"]);
    roll(&mut shut_in, &[10]);
    assert_eq!((shut_in.points(unit("1/I/36")), shut_in.is_disorganized(unit("1/I/36"))), (3, true), "[5.8.4.2]");
    let mut bog = acting(placed("HQ-14Pz 2500 1/I/36 2602"), "14Pz", 5);
    play(&mut bog, &["select 1/I/36", "move 2601"]);
    roll(&mut bog, &[10]);
    assert_eq!((bog.points(unit("1/I/36")), bog.is_disorganized(unit("1/I/36"))), (3, true), "[3.1.1.j]");
}

/// [5.6.3] The back of every combat unit has a lower effectiveness and fewer Tank or AT points.
#[test]
fn disorganized_units_are_worth_less() {
    let data = load("campaign");
    let counters = Side::ALL.into_iter().flat_map(|side| data.units(side));
    for (_, counter) in counters.filter(|(_, counter)| counter.kind.is_combat()) {
        let [front, back] = counter.faces;
        assert!(back.effectiveness < front.effectiveness && back.points < front.points, "{}", counter.id);
    }
    let game = acting(turned(placed("1/I/36 2403 HQ-14Pz 2200"), "1/I/36"), "14Pz", 3);
    let face = game.values(unit("1/I/36"));
    assert_eq!((face.effectiveness, face.points), (5, 2));
}

/// [5.6.3.1][5.6.3.a][7.c] A disorganized unit recovers or does nothing; out of command it cannot even recover.
#[test]
fn the_disorganized_can_only_recover() {
    let game = acting(turned(placed("I/103 2401 HQ-14Pz 2200 I/16 2402 HQ-87RD 2607"), "I/103"), "14Pz", 7);
    assert_eq!(denied(&game, "select I/103"), "5.6.3.a");
    assert_eq!(denied(&game, "improve 2401"), "7.7");
    let known: Vec<String> = lines(&game).into_iter().filter(|line| line.contains("I/103") || line.contains("2401")).collect();
    assert_eq!(known, ["recover I/103"]);
    let far = acting(turned(placed("I/131 2401 HQ-44ID 1110"), "I/131"), "44ID", 7);
    assert_eq!(far.command(unit("I/131")), Command::OutOfCommand);
    assert_eq!(denied(&far, "recover I/131"), "7.a");
    assert!(!lines(&far).iter().any(|line| line.contains("I/131")), "{:?}", lines(&far));
    let shut_in = acting(turned(ring_of_weak_soviets("HQ-14Pz 2200 1/I/36 2403"), "1/I/36"), "14Pz", 7);
    assert!(!lines(&shut_in).iter().any(|line| line.contains("1/I/36")), "isolated it has no action at all: {:?}", lines(&shut_in));
}

/// [5.6.3.2][7.5.1.2.B4][7.5.1.2.B1] A disorganized unit supports nobody, since it has no ZOC.
#[test]
fn the_disorganized_give_no_support() {
    let with = |more: &str| {
        let mut game = acting(open_field(more), "14Pz", 5);
        play(&mut game, &["select I/103"]);
        [Cause::AttackerSupport, Cause::DefenderSupport].map(|cause| modifier(&game, "2402", AttackType::Regular, cause))
    };
    assert_eq!(with("I/16 2402 II/103 2302 II/16 2501"), [1, -1]);
    assert_eq!(with("I/16 2402 II/103 2302 | II/16 2501"), [1, 0]);
    assert_eq!(with("I/16 2402 II/16 2501 | II/103 2302"), [0, -1]);
}

/// [5.6.3.4][7.5.1.2.B4] One disorganized unit among the defenders keeps all support away.
#[test]
fn a_stack_with_a_disorganized_unit_has_no_support() {
    let with = |more: &str| {
        let mut game = acting(open_field(&format!("I/16 2402 II/16 2501 {more}")), "14Pz", 5);
        play(&mut game, &["select I/103"]);
        modifier(&game, "2402", AttackType::Regular, Cause::DefenderSupport)
    };
    assert_eq!(with("No1 2402"), -1);
    assert_eq!(with("| No1 2402"), 0);
}

/// [5.6.3.5][5.6.3.6] A stack that holds a disorganized unit is not in improved defence, nor goes into it, and takes the left column.
#[test]
fn the_disorganized_are_not_in_improved_defence() {
    let improved = || open_field("I/16 2402 No1 2402").improved("2402").expect("a stack");
    let attacked = |position: PositionBuilder| {
        let mut game = acting(position, "14Pz", 5);
        play(&mut game, &["select I/103"]);
        let report = game.attack_report(hex("2402"), AttackType::Regular).expect("an attack");
        let below = report.below + report.columns[..4].iter().sum::<u32>();
        (report.sheet.improved, below)
    };
    let (dug_in, hard) = attacked(improved());
    let (open, easy) = attacked(turned(improved(), "No1"));
    assert!(dug_in && !open, "the marker is gone");
    assert!(easy < hard, "{easy} of 90 draws against {hard} stay below 3:2");
    let game = acting(turned(placed("I/103 2401 1/I/36 2401 HQ-14Pz 2200"), "1/I/36"), "14Pz", 3);
    assert_eq!(denied(&game, "improve 2401"), "7.7");
}

/// [5.6.4][5.8.3.4][5.8.3] Units in command recover in the Recovery segment, those out of command or isolated do not.
#[test]
fn only_units_in_command_recover_by_themselves() {
    let near = administered(turned(placed("I/131 2401 HQ-44ID 2200"), "I/131"), 1);
    assert!(!near.is_disorganized(unit("I/131")));
    let far = administered(turned(placed("I/131 2401 HQ-44ID 1110"), "I/131"), 1);
    assert_eq!(far.command(unit("I/131")), Command::OutOfCommand);
    assert!(far.is_disorganized(unit("I/131")));
    let cut_off = administered(turned(ring_of_weak_soviets("HQ-14Pz 2200 I/103 2403"), "I/103"), 1);
    assert_eq!(cut_off.command(unit("I/103")), Command::Isolated);
    assert!(cut_off.is_disorganized(unit("I/103")));
}

// ---- supply [5.7] ---------------------------------------------------------------------------------------------------------------

/// Six disorganized battalions round 2403: they close the hexes that they stand in, and have no ZOC.
fn ring_of_weak_soviets(more: &str) -> PositionBuilder {
    halves(&format!("{more} | I/16 2402 II/16 2502 III/16 2503 I/96 2404 II/96 2303 III/96 2302"))
}

fn supplied(position: PositionBuilder, id: &str) -> bool {
    acting(position, id, 3).is_supplied(formation(id))
}

/// [5.7][5.7.2] Combat units do not ask for supply: under a headquarters without it they act at the normal price.
#[test]
fn combat_units_act_without_supply() {
    let position = placed("HQ-44ID 1610 I/131 1710 I/16 1612 II/16 2008 HQ-87RD 2708");
    let mut game = acting(position, "44ID", 3);
    assert!(!game.is_supplied(formation("44ID")));
    assert_eq!(game.command(unit("I/131")), Command::InCommand);
    play(&mut game, &["select I/131", "move 1810"]);
    assert_eq!(game.acting(), Some((formation("44ID"), 2)));
}

/// [5.7.1][5.7.1.a] Enemy counters close a hex to supply, disorganized ones and headquarters too.
#[test]
fn any_enemy_counter_closes_a_supply_path() {
    let ring = "HQ-87RD 2403 | I/103 2402 II/103 2502 I/108 2503 II/108 2404 64 2303 40 2302";
    assert!(!supplied(halves(ring), "87RD"));
    assert!(supplied(halves(&ring.replace("40 2302", "")), "87RD"));
    let city = "HQ-87RD 2708 HQ-14Pz 2707 | I/103 2808 II/103 2809 I/108 2709 II/108 2609 64 2608";
    assert!(!supplied(halves(city), "87RD"), "the headquarters closes the last gap");
    assert!(supplied(halves(&city.replace("HQ-14Pz 2707", "HQ-14Pz 2200")), "87RD"));
}

/// [5.7.1.a][5.4.1.b] Enemy ZOC closes a hex, unless a counter of the side stands there, be it disorganized.
#[test]
fn zones_close_supply_paths_but_where_a_friend_stands() {
    let zones = "HQ-87RD 2403 I/103 2401 II/103 2603 I/108 2405 II/108 2203";
    assert!(!supplied(halves(zones), "87RD"));
    assert!(!supplied(halves(&format!("{zones} | I/16 2502")), "87RD"), "two hexes of ZOC lie on the way");
    assert!(supplied(halves(&format!("{zones} | I/16 2502 II/16 2602")), "87RD"));
}

/// [5.7.1.a] A supply path crosses the Bug by its bridges alone, and no lake.
#[test]
fn supply_paths_cross_no_open_water() {
    let bridgehead = "HQ-44ID 1610 II/16 2008";
    assert!(supplied(placed(bridgehead), "44ID"), "over the bridge of Vygodanka");
    assert!(!supplied(placed(&format!("{bridgehead} I/16 1612")), "44ID"), "the west bank is next to it, and out of reach");
    let pond = "HQ-87RD 3117 | I/103 3116 II/103 3217 I/108 3218 II/108 3118 64 3017 40 3019";
    assert!(!supplied(halves(&format!("{pond} 13/14Pz 2917")), "87RD"), "2918 lies on the other shore of 3018");
    assert!(supplied(halves(pond), "87RD"), "by 2917");
}

/// [5.7.1] The path leads to an edge of the own side.
#[test]
fn supply_comes_from_the_own_edges() {
    let data = load("campaign");
    let edge = |side: Side| data.script.supply[side.index()];
    assert!(edge(Side::Axis).contains(hex("1000")) && !edge(Side::Axis).contains(hex("3000")));
    // The German edge is walled off by Soviets on both bridges: the open edges of the Soviets do not feed him.
    assert!(!supplied(placed("HQ-14Pz 3201 I/16 1612 II/16 2008"), "14Pz"));
    assert!(supplied(placed("HQ-87RD 3201 I/103 1612 II/103 2008"), "87RD"));
}

/// [5.7.2] Emergency Supply recovers a level less, once.
#[test]
fn emergency_supply_is_spent_once() {
    let cut_off = || placed("HQ-44ID 1610 I/131 1710 I/16 1612 II/16 2008 HQ-87RD 2708");
    let mut game = cut_off().luck(Side::Soviet).open(Opening::Administration).expect("a position");
    assert_eq!(lines(&game), ["done", "emergency HQ-44ID"]);
    play(&mut game, &["emergency HQ-44ID"]);
    assert!(game.has_spent_supply(unit("HQ-44ID")));
    assert_eq!(game.level(formation("44ID")), 1, "two levels less one");
    let spent = turned(cut_off(), "HQ-44ID").luck(Side::Soviet).open(Opening::Administration).expect("a position");
    assert_eq!((spent.turn(), spent.level(formation("44ID"))), (Turn::Chance, 0), "nothing is asked, nothing recovers");
}

// ---- command [5.8] ------------------------------------------------------------------------------------------------------------------

/// [5.8.2] Terrain never closes a command path: neither the Bug nor a lake.
#[test]
fn command_passes_any_terrain() {
    let over_bug = acting(placed("HQ-44ID 1609 I/131 1610 I/16 1612 II/16 2008"), "44ID", 3);
    assert_eq!(over_bug.command(unit("I/131")), Command::InCommand);
    let pond = "HQ-87RD 3117 III/16 2918 | I/103 3116 II/103 3217 I/108 3218 II/108 3118 64 3017 40 3019 13/14Pz 2917";
    assert_eq!(acting(halves(pond), "87RD", 3).command(unit("III/16")), Command::InCommand, "over the lake from 3018");
}

/// [5.8.2][5.8.4] Enemy counters of any kind close a command path; one hex free, and it is open.
#[test]
fn any_enemy_counter_closes_a_command_path() {
    let city = "I/16 2708 HQ-87RD 3311 HQ-14Pz 2707 | I/103 2808 II/103 2809 I/108 2709 II/108 2609 64 2608";
    let command = |counters: &str| acting(halves(counters), "87RD", 3).command(unit("I/16"));
    assert_eq!(command(city), Command::Isolated);
    assert_ne!(command(&city.replace("HQ-14Pz 2707", "HQ-14Pz 2200")), Command::Isolated);
    assert_ne!(command(&city.replace("64 2608", "")), Command::Isolated);
}

/// [5.8.2] A disorganized friend opens a hex of enemy ZOC to command.
#[test]
fn disorganized_friends_open_zones_to_command() {
    let zones = "III/16 2403 HQ-87RD 3201 I/103 2401 II/103 2603 I/108 2405 II/108 2203";
    let command = |counters: &str| acting(halves(counters), "87RD", 3).command(unit("III/16"));
    assert_eq!(command(zones), Command::Isolated);
    assert_eq!(command(&format!("{zones} | I/16 2502 II/16 2602")), Command::InCommand);
}

/// [5.8][5.8.3][5.8.3.1][5.8.4.1] The range is counted in hexes, and the state of command follows the position at once.
#[test]
fn command_follows_the_position() {
    let mut game = acting(placed("HQ-44ID 2200 I/131 2605"), "44ID", 5);
    assert_eq!(game.command(unit("I/131")), Command::OutOfCommand, "seven hexes, range six");
    play(&mut game, &["select I/131", "move 2604"]);
    assert_eq!(game.command(unit("I/131")), Command::InCommand, "six hexes");
    assert_eq!(game.acting(), Some((formation("44ID"), 3)));
    play(&mut game, &["select I/131", "move 2603"]);
    assert_eq!(game.acting(), Some((formation("44ID"), 2)), "the next movement has the normal price");
}

/// [5.8.3.2][7.a] Out of command there is no attack but the hasty one, for two points.
#[test]
fn out_of_command_only_hasty_attacks_are_made() {
    let stand = || placed("HQ-44ID 1110 I/131 2401 I/16 2402 HQ-87RD 2607");
    let mut game = acting(stand(), "44ID", 5);
    assert_eq!(game.command(unit("I/131")), Command::OutOfCommand);
    assert!(!offers(&game, "improve 2401"));
    play(&mut game, &["select I/131"]);
    for kind in ["regular", "prepared"] {
        assert_eq!(denied(&game, &format!("attack 2402 {kind}")), "7.a");
    }
    play(&mut game, &["attack 2402 hasty"]);
    assert_eq!(game.acting(), Some((formation("44ID"), 3)));
    let mut poor = acting(stand(), "44ID", 1);
    assert!(!offers(&poor, "select I/131"));
    play(&mut poor, &["done"]);
}

/// [5.8.1][7.5.1.2.B2] Command is asked for when a unit supports.
#[test]
fn units_out_of_command_give_no_support() {
    let support = |hq: &str| {
        let position = halves(&format!("I/103 2401 HQ-14Pz 2200 I/16 2402 HQ-87RD 2607 I/131 2302 HQ-44ID {hq}"));
        let mut game = acting(position, "14Pz", 5);
        play(&mut game, &["select I/103"]);
        modifier(&game, "2402", AttackType::Regular, Cause::AttackerSupport)
    };
    assert_eq!(support("2102"), 1);
    assert_eq!(support("1110"), 0);
}

/// [5.8.4.2][7.b] The points of an isolated stack are gone when all fail, and when its owner thinks better of it.
#[test]
fn isolated_stacks_pay_whatever_comes_of_it() {
    let shut_in = || acting(ring_of_weak_soviets("HQ-14Pz 2200 1/I/36 2403 2/I/36 2403"), "14Pz", 5);
    let mut failed = shut_in();
    play(&mut failed, &["select 1/I/36", "join 2/I/36", "try attack"]);
    roll(&mut failed, &[7, 10]);
    assert_eq!((failed.acting(), failed.acting_stack()), (Some((formation("14Pz"), 3)), 0));
    assert!(failed.is_disorganized(unit("1/I/36")) && failed.is_disorganized(unit("2/I/36")));
    let mut called_off = shut_in();
    play(&mut called_off, &["select 1/I/36", "join 2/I/36", "try attack"]);
    roll(&mut called_off, &[6, 10]);
    assert_eq!(called_off.acting_stack(), unit("1/I/36").bit(), "one passes and may attack alone");
    assert!(lines(&called_off).iter().all(|line| line == "done" || line.ends_with("hasty")), "{:?}", lines(&called_off));
    play(&mut called_off, &["done"]);
    assert_eq!(called_off.acting(), Some((formation("14Pz"), 3)));
    assert!(!called_off.is_disorganized(unit("1/I/36")));
}

/// [5.8.4.3][5.8.4.a][5.8.4.b] A unit that is isolated and disorganized loses nothing, one or two points in the Recovery segment,
/// whatever it did in the turn.
#[test]
fn isolated_and_disorganized_units_wear_out() {
    let shut_in = || turned(ring_of_weak_soviets("HQ-14Pz 2200 HQ-87RD 2607 I/103 2403"), "I/103");
    let after = |position: PositionBuilder, die: u8| {
        let mut game = position.luck(Side::Soviet).open(Opening::Administration).expect("a position");
        roll(&mut game, &[1]);
        assert_eq!(game.turn(), Turn::Chance, "after the level of interdiction comes the attrition: {}", game.prompt());
        roll(&mut game, &[die]);
        game
    };
    for (die, left) in [(1, 6), (5, 6), (6, 5), (8, 5), (9, 4), (10, 4)] {
        assert_eq!(after(shut_in(), die).points(unit("I/103")), left, "effectiveness 5, die {die}");
    }
    let last = after(shut_in().steps("I/103", 2).expect("two points"), 9);
    assert_eq!(last.place(unit("I/103")), Place::ELIMINATED);
    let whole = administered(ring_of_weak_soviets("HQ-14Pz 2200 HQ-87RD 2607 I/103 2403"), 10);
    assert_eq!(whole.points(unit("I/103")), 6, "only the disorganized");
}
