//! Rules of Across the Bug River as scenes, rule by rule: the Operations phase [6], reactions [6.4], actions and their costs [7].

use stavka_engine::across_the_bug::drm::Cause;
use stavka_engine::across_the_bug::terms::AttackType;
use stavka_engine::across_the_bug::{AcrossTheBug, Command, Opening, PositionBuilder};
use stavka_engine::game::{Game as _, Side, Turn};

use super::across_the_bug_rows_d::{fight, halves, modifier, open_field, roll};
use super::across_the_bug_scenes::{acting, at, denied, formation, hex, lines, offers, placed, play, unit};

// ---- initiative [6.1][6.2] --------------------------------------------------------------------------------------------------

/// Two formations far from each other, with these levels.
pub(crate) fn phase(german: u8, soviet: u8) -> PositionBuilder {
    let position = placed("I/103 1208 HQ-14Pz 1110 I/16 3014 HQ-87RD 2708");
    position.level("14Pz", german).and_then(|it| it.level("87RD", soviet)).expect("levels").turn(6).expect("a turn")
}

pub(crate) fn operations(position: PositionBuilder) -> AcrossTheBug {
    position.luck(Side::Soviet).open(Opening::Operations).expect("a position")
}

/// [6] Cycles follow one another until both sides have passed.
#[test]
fn a_phase_ends_when_both_sides_have_passed() {
    let mut game = operations(phase(2, 2));
    roll(&mut game, &[10, 1]);
    play(&mut game, &["pass"]);
    assert_eq!((game.game_turn(), game.has_passed(Side::Axis)), (6, true));
    assert_eq!(lines(&game), ["activate 87RD", "pass"], "[6.2.3] no dice, no transfer");
    play(&mut game, &["activate 87RD"]);
    roll(&mut game, &[1]);
    play(&mut game, &["done"]);
    assert_eq!(lines(&game), ["activate 87RD", "pass"], "[6.2.3] the next cycle is his again");
    assert_eq!(game.initiative_marker(), (Side::Soviet, 2), "[6.2.3] the marker lies where it was");
    play(&mut game, &["pass"]);
    assert_eq!(game.game_turn(), 7);
}

/// [6] Or until no formation can be activated.
#[test]
fn a_phase_ends_when_nobody_can_act() {
    let mut game = operations(phase(1, 0));
    roll(&mut game, &[10, 1]);
    play(&mut game, &["activate 14Pz"]);
    roll(&mut game, &[1]);
    play(&mut game, &["done"]);
    assert_eq!(game.game_turn(), 7);
}

/// [6.1][3.1.3.b] The German adds the level of interdiction, the side on the marker its number, and ties are German.
#[test]
fn the_higher_total_has_the_initiative() {
    let holder = |interdiction: u8, dice: [u8; 2]| {
        let mut game = operations(phase(2, 2).interdiction(interdiction));
        roll(&mut game, &dice);
        game.turn()
    };
    assert_eq!(holder(0, [4, 5]), Turn::Player(Side::Soviet));
    assert_eq!(holder(1, [4, 5]), Turn::Player(Side::Axis));
    assert_eq!(holder(2, [3, 5]), Turn::Player(Side::Axis));
    assert_eq!(holder(2, [2, 5]), Turn::Player(Side::Soviet));
}

/// [6.1.a][6.2.1][6.3] The marker goes to the side that reacts: to 2, further on if it reacts again, and back to 2 on the other side.
/// After an activation the next cycle begins with dice.
#[test]
fn the_marker_helps_whoever_reacts() {
    let mut game = operations(phase(4, 4));
    assert_eq!(game.initiative_marker().1, 0);
    for (dice, marker) in [([10, 1], (Side::Soviet, 2)), ([10, 1], (Side::Soviet, 3)), ([3, 1], (Side::Axis, 2))] {
        assert_eq!(lines(&game).len(), 10, "[6.2.1] the dice of a new cycle");
        roll(&mut game, &dice);
        assert_eq!(game.initiative_marker(), marker);
        let first = lines(&game)[0].clone();
        play(&mut game, &[&first]);
        roll(&mut game, &[1]);
        play(&mut game, &["done"]);
    }
    // [6.1] 2 with the marker's 2 ties with 4.
    let mut tie = game.clone();
    roll(&mut tie, &[2, 4]);
    assert_eq!(tie.turn(), Turn::Player(Side::Axis));
    roll(&mut game, &[2, 5]);
    assert_eq!(game.turn(), Turn::Player(Side::Soviet));
}

/// [6.2] Who has the initiative acts, hands it over or passes; nothing else is done.
#[test]
fn the_initiative_has_three_options() {
    let mut game = operations(phase(2, 2));
    roll(&mut game, &[10, 1]);
    assert_eq!(lines(&game), ["activate 14Pz", "transfer", "pass"]);
    assert_eq!(denied(&game, "done"), "6.2");
}

/// [6.2.2] It is not handed over by the side with the highest level, nor to a side that has passed; the marker stays where it is.
#[test]
fn initiative_is_handed_over_by_the_lower_side_alone() {
    for (levels, allowed) in [((3, 2), false), ((2, 2), true), ((2, 3), true)] {
        let mut game = operations(phase(levels.0, levels.1));
        roll(&mut game, &[10, 1]);
        assert_eq!(offers(&game, "transfer"), allowed, "levels {levels:?}");
        if allowed {
            let marker = game.initiative_marker();
            play(&mut game, &["transfer"]);
            assert_eq!((game.turn(), game.initiative_marker()), (Turn::Player(Side::Soviet), marker));
            assert_eq!(denied(&game, "transfer"), "6.2.2", "not back");
            play(&mut game, &["pass"]);
            assert_eq!(denied(&game, "transfer"), "6.2.2", "not to a side that has passed");
        } else {
            assert_eq!(denied(&game, "transfer"), "6.2.2");
        }
    }
}

/// [6.2.3][6.4] A side that has passed still reacts.
#[test]
fn who_has_passed_still_reacts() {
    let position = placed("I/103 2401 HQ-14Pz 2200 I/16 2404 HQ-87RD 2607").level("14Pz", 2).and_then(|it| it.level("87RD", 2));
    let mut game = operations(position.expect("levels"));
    roll(&mut game, &[10, 1]);
    play(&mut game, &["pass", "activate 87RD"]);
    roll(&mut game, &[10]);
    play(&mut game, &["select I/16"]);
    let near = lines(&game).into_iter().find(|line| line == "move 2402").expect("a hex beside the battalion");
    play(&mut game, &[&near]);
    assert_eq!(lines(&game), ["done", "react 14Pz"]);
}

// ---- activation [6.3] -----------------------------------------------------------------------------------------------------------

/// [6.3][6.3.1] The die is read at the level that the formation still has; then the marker goes down one.
#[test]
fn points_are_read_before_the_level_falls() {
    for (level, die, points) in [(6, 10, 7), (6, 1, 4), (2, 5, 3), (1, 1, 1)] {
        let mut game = operations(phase(level, 0));
        roll(&mut game, &[10, 1]);
        play(&mut game, &["activate 14Pz"]);
        roll(&mut game, &[die]);
        assert_eq!(game.acting(), Some((formation("14Pz"), points)), "level {level}, die {die}");
        assert_eq!(game.level(formation("14Pz")), level - 1, "[6.3.2]");
    }
}

/// [6.3.2] A formation on level 0 cannot be activated.
#[test]
fn level_0_cannot_be_activated() {
    let position = placed("I/103 1208 HQ-14Pz 1110 I/131 1310 HQ-44ID 1110 I/16 3014 HQ-87RD 2708");
    let mut game = operations(position.level("44ID", 1).and_then(|it| it.level("87RD", 1)).expect("levels"));
    roll(&mut game, &[10, 1]);
    assert_eq!(denied(&game, "activate 14Pz"), "6.3.2");
    assert!(offers(&game, "activate 44ID"));
}

/// [6.3.3][7][7.1.a][7.1.e][7.1.f][7.4] What each action takes from the track.
#[test]
fn actions_take_their_price_from_the_track() {
    let stand = "I/103 2401 1/I/36 2401 II/103 2300 HQ-14Pz 2200 I/16 2402 HQ-87RD 2607 | 64 2201";
    let price = |actions: &[&str]| {
        let mut game = acting(halves(stand), "14Pz", 7);
        play(&mut game, actions);
        7 - game.acting().map_or(0, |(_, points)| points)
    };
    assert_eq!(price(&["select II/103", "move 2202"]), 1, "movement");
    assert_eq!(price(&["recover 64"]), 1, "recovery");
    assert_eq!(price(&["improve 2401"]), 1, "improved defence of a stack of two");
    assert_eq!(price(&["select I/103", "attack 2402 hasty"]), 1);
    assert_eq!(price(&["select I/103", "attack 2402 regular"]), 2);
    assert_eq!(price(&["select I/103", "join 1/I/36", "attack 2402 prepared"]), 3);
    assert_eq!(price(&["relocate HQ-14Pz"]), 1);
    let slow = |hq: &str, id: &str, unit: &str| {
        let mut game = acting(placed(&format!("{hq} 2105 {unit} 2104")), id, 7);
        play(&mut game, &[&format!("relocate {hq}")]);
        7 - game.acting().map_or(0, |(_, points)| points)
    };
    assert_eq!(slow("HQ-87RD", "87RD", "I/16"), 2, "printed on the counter");
    assert_eq!(slow("HQ-1/90", "1/90", "No1"), 3);
}

// ---- reactions [6.4] --------------------------------------------------------------------------------------------------------------

/// The 14th Panzer beside a battalion of the 87th in the open, with the luck token: Soviet dice count at once.
fn watched(more: &str) -> AcrossTheBug {
    let position = halves(&format!("HQ-14Pz 2200 I/16 2402 HQ-87RD 2607 {more}")).level("87RD", 4).expect("a level");
    position.luck(Side::Axis).open(Opening::Activation("14Pz", 5)).expect("a position")
}

/// [6.4.1] A stack that comes next to an enemy may be reacted to, and one that leaves such a hex before it leaves.
#[test]
fn reactions_follow_entering_and_leaving() {
    let mut game = watched("I/103 2201");
    play(&mut game, &["select I/103", "move 2301"]);
    assert_eq!((lines(&game), at(&game, "I/103")), (vec!["done".to_owned(), "react 87RD".to_owned()], "2301".into()));
    let mut game = watched("I/103 2301");
    play(&mut game, &["select I/103", "move 2201"]);
    assert_eq!((lines(&game), at(&game, "I/103")), (vec!["done".to_owned(), "react 87RD".to_owned()], "2301".into()));
    play(&mut game, &["done"]);
    assert_eq!(at(&game, "I/103"), "2201", "nobody reacts: it leaves");
    let mut far = watched("I/103 2201");
    play(&mut far, &["select I/103", "move 2202"]);
    assert_eq!(far.turn(), Turn::Player(Side::Axis), "two hexes away nothing is asked");
}

/// [6.4.1][A47] Being next to each other is enough: no ZOC reaches over the Bug, and still the move is reacted to.
#[test]
fn reactions_need_no_zone_of_control() {
    let position = placed("HQ-298ID 1706 I/525 1807 I/283 2008 HQ-87RD 2708").level("87RD", 4).expect("a level");
    let mut game = position.luck(Side::Axis).open(Opening::Activation("298ID", 5)).expect("a position");
    assert!(!game.in_zoc(Side::Soviet, hex("1907")));
    play(&mut game, &["select I/525", "move 1907"]);
    assert_eq!(lines(&game), ["done", "react 87RD"]);
}

/// [6.4.1.b][6.4.4] One attempt in a Movement action, whichever formation makes it; the next action may be reacted to again.
#[test]
fn one_attempt_is_made_in_a_movement() {
    let stand = "HQ-14Pz 2200 I/103 2201 I/16 2402 HQ-87RD 2607 1/II/82 2401 HQ-41TD 2500";
    let position = placed(stand).level("87RD", 4).and_then(|it| it.level("41TD", 4)).expect("levels");
    let mut game = position.luck(Side::Axis).open(Opening::Activation("14Pz", 5)).expect("a position");
    play(&mut game, &["select I/103", "move 2301"]);
    assert_eq!(lines(&game), ["done", "react 87RD", "react 41TD"]);
    play(&mut game, &["react 87RD", "die 6"]);
    assert_eq!(game.turn(), Turn::Player(Side::Axis), "[6.4.4] the other formation has no attempt");
    assert_eq!((game.level(formation("87RD")), game.acting()), (4, Some((formation("14Pz"), 4))));
    play(&mut game, &["select I/103", "move 2202"]);
    assert_eq!(lines(&game), ["done", "react 87RD", "react 41TD"], "a new action");
}

/// [6.4.1.b] After an attempt as it leaves there is none where it arrives, by the same formation or another.
#[test]
fn no_second_attempt_is_made_where_the_mover_arrives() {
    let stand = "HQ-14Pz 2200 I/103 2301 I/16 2402 HQ-87RD 2607 1/II/82 2303 HQ-41TD 2500";
    let position = placed(stand).level("87RD", 4).and_then(|it| it.level("41TD", 4)).expect("levels");
    let mut game = position.luck(Side::Soviet).open(Opening::Activation("14Pz", 5)).expect("a position");
    play(&mut game, &["select I/103", "infiltrate 2302"]);
    let mut declined = game.clone();
    play(&mut declined, &["done", "die 1"]);
    assert_eq!(lines(&declined), ["done", "react 87RD", "react 41TD"]);
    play(&mut game, &["react 87RD"]);
    roll(&mut game, &[10]);
    play(&mut game, &["die 1"]);
    assert_eq!((at(&game, "I/103"), game.turn()), ("2302".into(), Turn::Player(Side::Axis)));
}

/// [6.4.1.c] A unit that the move itself cuts off from its headquarters does not qualify it.
#[test]
fn a_unit_cut_off_by_the_move_does_not_react() {
    let stand = "HQ-14Pz 2200 I/103 2201 I/16 2402 HQ-87RD 2500 | II/103 2501 I/108 2502 II/108 2403 64 2302";
    let position = halves(stand).level("87RD", 4).expect("a level");
    let mut game = acting(position, "14Pz", 5);
    assert_eq!(game.command(unit("I/16")), Command::InCommand);
    play(&mut game, &["select I/103", "move 2301"]);
    assert_eq!(game.command(unit("I/16")), Command::Isolated, "2401 lies in the ZOC of I/103");
    assert_eq!((game.turn(), game.acting_stack()), (Turn::Player(Side::Axis), 0), "no window opens");
}

/// [6.4.2][6.4.2.a][6.4.2.b] The printed value decides; the red points of the level that it has; any unit of the formation acts.
#[test]
fn a_reaction_is_an_activation_with_fewer_points() {
    let mut game = watched("I/103 2201 II/16 2605");
    play(&mut game, &["select I/103", "move 2301", "react 87RD"]);
    let mut failed = game.clone();
    play(&mut failed, &["die 6"]);
    assert_eq!((failed.turn(), failed.level(formation("87RD"))), (Turn::Player(Side::Axis), 4), "reaction value 5");
    play(&mut game, &["die 5", "die 6"]);
    assert_eq!((game.acting(), game.level(formation("87RD"))), (Some((formation("87RD"), 3)), 3), "red points of level 4");
    assert!(offers(&game, "select II/16"), "it stands far away: {:?}", lines(&game));
    assert!(offers(&game, "relocate HQ-87RD"));
}

/// [6.4.3][6.4.3.a][7.3.2.a] A stack that is stopped as it leaves stays, its points are gone, and its next action may be reacted to.
#[test]
fn a_reaction_holds_a_stack_that_wants_to_leave() {
    let mut game = watched("I/103 2301");
    play(&mut game, &["select I/103", "move 2201", "react 87RD", "die 1", "die 1", "done"]);
    assert_eq!((at(&game, "I/103"), game.acting()), ("2301".into(), Some((formation("14Pz"), 4))));
    play(&mut game, &["select I/103", "move 2201"]);
    assert_eq!(lines(&game), ["done", "react 87RD"]);
}

/// [6.4.3][5.3.1.d] A stack that is stopped on top of another one is checked and thinned out before the reaction begins.
#[test]
fn a_stop_on_a_friend_is_an_overstacking_at_once() {
    let mut game = watched("I/103 2201 II/103 2301");
    play(&mut game, &["select I/103", "move 2301", "react 87RD", "die 1"]);
    roll(&mut game, &[1, 1]);
    assert_eq!(game.turn(), Turn::Player(Side::Soviet));
    assert!(lines(&game).iter().all(|line| line.starts_with("displace")), "{:?}", lines(&game));
    play(&mut game, &["displace I/103 2201", "die 10"]);
    assert_eq!(game.acting().map(|(acts, _)| acts), Some(formation("87RD")));
}

/// [6.4.4] The mover goes on when the attempt fails: leaving, it comes to its hex.
#[test]
fn a_failed_attempt_does_not_hold_the_mover() {
    let mut game = watched("I/103 2301");
    play(&mut game, &["select I/103", "move 2201", "react 87RD", "die 10"]);
    assert_eq!((at(&game, "I/103"), game.level(formation("87RD"))), ("2201".into(), 4));
}

// ---- actions [7] ---------------------------------------------------------------------------------------------------------------------

/// [7.1.a][7.3.1] One point moves a stack; units of another formation do not join.
#[test]
fn a_stack_of_one_formation_moves_for_one_point() {
    let position = placed("I/103 2201 1/I/36 2201 I/191 2201 HQ-14Pz 2200 HQ-298ID 2102").assign("I/191", "298ID").expect("a unit");
    let mut game = acting(position, "14Pz", 3);
    play(&mut game, &["select I/103", "join 1/I/36"]);
    assert_eq!(denied(&game, "join I/191"), "7.3.1");
    play(&mut game, &["move 2204"]);
    assert_eq!((at(&game, "I/103"), at(&game, "1/I/36"), at(&game, "I/191")), ("2204".into(), "2204".into(), "2201".into()));
    assert_eq!(game.acting(), Some((formation("14Pz"), 2)));
}

/// [7.1.b][7.3.1.d][7.4.c][5.6] A headquarters takes no action but its relocation, and joins no stack.
#[test]
fn headquarters_only_relocate() {
    let mut game = acting(placed("I/103 2200 HQ-14Pz 2200 I/16 2402"), "14Pz", 5);
    assert_eq!(denied(&game, "select HQ-14Pz"), "3.3.h");
    assert_eq!(denied(&game, "recover HQ-14Pz"), "3.3.h");
    let own: Vec<String> = lines(&game).into_iter().filter(|line| line.contains("HQ-14Pz")).collect();
    assert_eq!(own, ["relocate HQ-14Pz"]);
    play(&mut game, &["select I/103"]);
    assert_eq!(denied(&game, "join HQ-14Pz"), "7.3.1");
    play(&mut game, &["move 2202"]);
    assert_eq!((at(&game, "I/103"), at(&game, "HQ-14Pz")), ("2202".into(), "2200".into()));
}

/// [7.1.c][7.5.1.A] The attacker picks units of one hex and one hex next to it; all that stand there defend.
#[test]
fn an_attack_is_made_from_one_hex_on_one_hex() {
    let mut game = acting(open_field("1/I/36 2401 II/103 2302 I/16 2402 No1 2402 II/16 2502"), "14Pz", 5);
    play(&mut game, &["select I/103"]);
    assert_eq!(denied(&game, "attack 2502 regular"), "7.1.c");
    assert_eq!(denied(&game, "attack 2301 regular"), "7.1.c");
    assert_eq!(denied(&game, "join II/103"), "7.3.1", "it stands in another hex");
    let sides = |game: &AcrossTheBug| {
        let sheet = game.attack_report(hex("2402"), AttackType::Regular).expect("an attack").sheet;
        (sheet.attackers.len(), sheet.defenders.len())
    };
    assert_eq!(sides(&game), (1, 2));
    play(&mut game, &["join 1/I/36"]);
    assert_eq!(sides(&game), (2, 2));
}

/// [7.1.d] Support and headquarters by the type of the attack.
#[test]
fn the_type_of_an_attack_says_what_supports_it() {
    let mut game = acting(open_field("II/103 2302 I/16 2402"), "14Pz", 5);
    play(&mut game, &["select I/103"]);
    let help = |kind| [Cause::AttackerSupport, Cause::Headquarters].map(|cause| modifier(&game, "2402", kind, cause));
    assert_eq!(help(AttackType::Hasty), [0, 0]);
    assert_eq!(help(AttackType::Regular), [1, 2]);
    assert_eq!(help(AttackType::Prepared), [2, 4]);
}

/// [7.1.e][7.6] Only units of the formation that acts recover, and only in command.
#[test]
fn recovery_belongs_to_the_formation() {
    let position = halves("HQ-14Pz 2200 HQ-44ID 2102 | I/103 2201 I/131 2203");
    let game = acting(position, "14Pz", 5);
    assert!(offers(&game, "recover I/103"));
    assert_eq!(denied(&game, "recover I/131"), "5.5.1");
}

/// [7.1.f] Improved defence is judged by the better column, and costs the stack one point.
#[test]
fn improved_defence_uses_the_better_column() {
    let odds = |position: PositionBuilder| {
        let mut game = acting(position, "14Pz", 5);
        play(&mut game, &["select I/103"]);
        let report = game.attack_report(hex("2402"), AttackType::Regular).expect("an attack");
        report.below + report.columns[..4].iter().sum::<u32>()
    };
    let plain = odds(open_field("I/16 2402"));
    let dug_in = odds(open_field("I/16 2402").improved("2402").expect("a stack"));
    assert!(dug_in > plain, "{dug_in} of 90 draws stay below 3:2, {plain} without");
}

/// [7.1.g] An action asks for all of its points; what is left at the end is lost.
#[test]
fn actions_need_their_points() {
    let mut game = acting(open_field("I/16 2402").level("14Pz", 2).expect("a level"), "14Pz", 2);
    play(&mut game, &["select I/103"]);
    assert_eq!(denied(&game, "attack 2402 prepared"), "7.1.g");
    assert!(offers(&game, "attack 2402 regular"));
    let mut game = acting(open_field("I/16 2402").level("14Pz", 2).expect("a level"), "14Pz", 2);
    play(&mut game, &["done"]);
    assert_eq!(game.acting(), None, "it may stop with points in hand");
    let poor = acting(placed("HQ-1/90 2105 No1 2104"), "1/90", 2);
    assert_eq!(denied(&poor, "relocate HQ-1/90"), "7.1.g");
}

/// [7.2][7.2.a][7.3.2.b] A unit may move, attack and move again while points last.
#[test]
fn a_unit_acts_more_than_once() {
    let mut game = acting(open_field("I/16 2404").level("14Pz", 2).expect("a level"), "14Pz", 6);
    play(&mut game, &["select I/103", "move 2302", "select I/103", "move 2303"]);
    assert_eq!((at(&game, "I/103"), game.acting()), ("2303".into(), Some((formation("14Pz"), 4))));
    play(&mut game, &["select I/103"]);
    fight(&mut game, "attack 2404 hasty", [2, 0], 6);
    while game.acting().is_some() && !offers(&game, "select I/103") {
        let next = if game.turn() == Turn::Chance { "die 1".to_owned() } else { lines(&game)[0].clone() };
        play(&mut game, &[&next]);
    }
    play(&mut game, &["select I/103", "move 2302"]);
    assert_eq!((at(&game, "I/103"), game.acting()), ("2302".into(), Some((formation("14Pz"), 2))));
}

/// [7.2] Points are paid before command is looked at: a unit out of command pays twice for the same move.
#[test]
fn the_price_follows_command() {
    for (hq, left) in [("2102", 3), ("1110", 2)] {
        let mut game = acting(placed(&format!("I/131 2303 HQ-44ID {hq}")), "44ID", 4);
        play(&mut game, &["select I/131", "move 2304"]);
        assert_eq!(game.acting(), Some((formation("44ID"), left)), "headquarters in {hq}");
    }
}
