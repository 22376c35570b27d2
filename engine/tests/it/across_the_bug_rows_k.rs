//! Across the Bug River, clause by clause: movement, stacking, reactions, command, the turn. Numbers in brackets are rule ids.

use std::collections::BTreeSet;

use stavka_engine::across_the_bug::{AcrossTheBug, Command, FormationId, Opening, Place, PositionBuilder, UnitId};
use stavka_engine::game::{Game as _, Side, Turn};
use stavka_engine::hex::Hex;

use super::across_the_bug_rows_c::{assigning, displaced};
use super::across_the_bug_rows_d::{administered, halves, roll, turned};
use super::across_the_bug_rows_e::{operations, phase};
use super::across_the_bug_rows_f::{relocated, selected};
use super::across_the_bug_rows_g::{act, open};
use super::across_the_bug_rows_h::{administration, go_on_to, reduced};
use super::across_the_bug_rows_i::relocations;
use super::across_the_bug_scenes::{acting, at, denied, formation, hex, lines, load, offers, placed, play, unit};

/// The token in Axis hands, so that Soviet dice count at once.
fn under_axis_luck(position: PositionBuilder, id: &str, points: u8) -> AcrossTheBug {
    position.luck(Side::Axis).open(Opening::Activation(id, points)).expect("a position")
}

/// Where the owner's or the enemy's displacements lead.
fn displacements(game: &AcrossTheBug, id: &str) -> BTreeSet<String> {
    let prefix = format!("displace {id} ");
    open(game, &prefix).into_iter().map(|line| line[prefix.len()..].to_owned()).collect()
}

// ---- strongpoints and swamps [3.1.1] --------------------------------------------------------------------------------------------------

/// [3.1.1.g] A strongpoint helps every Soviet unit of the infantry type with its checks, and no German.
#[test]
fn strongpoints_help_any_soviet_infantry_and_no_german() {
    let recovers = |at: &str, die: u8| {
        let mut game = acting(turned(placed(&format!("No5 {at} HQ-2/90 2110")), "No5"), "2/90", 3);
        act(&mut game, &format!("recover No5; die {die}"));
        !game.is_disorganized(unit("No5"))
    };
    assert_eq!([recovers("1712", 6), recovers("1712", 7), recovers("1713", 5)], [true, false, false]);
    let stand = turned(placed("I/131 1711 I/16 3014 HQ-87RD 3114"), "I/131").luck(Side::Soviet);
    let mut game = stand.open(Opening::Administration).expect("a position");
    play(&mut game, &["die 1", "die 6"]);
    assert_eq!(game.points(unit("I/131")), 5, "[3.1.1.f] attrition of a German takes nothing off the die");
}

/// [3.1.1.j] Every AFV of a stack is checked and nobody else, also after an infiltration.
#[test]
fn each_tank_of_a_stack_is_checked_in_a_swamp() {
    let mut game = acting(placed("I/103 2507 1/I/36 2507 2/I/36 2507 HQ-14Pz 2607"), "14Pz", 6);
    act(&mut game, "select I/103; join 1/I/36; join 2/I/36; move 2508; die 7");
    assert_eq!(game.turn(), Turn::Chance, "the second tank");
    play(&mut game, &["die 1"]);
    assert_eq!(game.turn(), Turn::Player(Side::Axis), "no third die");
    assert_eq!(["I/103", "1/I/36", "2/I/36"].map(|id| game.is_disorganized(unit(id))), [false, true, false]);
    assert_eq!((at(&game, "I/103"), game.acting_stack()), ("2508".into(), 0));
    for (die, fails) in [(6, false), (7, true)] {
        let mut game = acting(placed("1/I/36 2507 HQ-14Pz 2307 I/16 2608 HQ-87RD 2708"), "14Pz", 5);
        act(&mut game, "select 1/I/36; infiltrate 2508; die 1");
        assert_eq!((at(&game, "1/I/36"), game.turn()), ("2508".into(), Turn::Chance));
        play(&mut game, &[&format!("die {die}")]);
        assert_eq!(game.is_disorganized(unit("1/I/36")), fails);
    }
}

// ---- headquarters [3.3] ----------------------------------------------------------------------------------------------------------------

/// [3.3.m] Units that have left the map, are delayed or are due keep a headquarters in play.
#[test]
fn units_off_the_map_keep_their_headquarters() {
    let after = |dying: &str, hq: &str, elsewhere: Option<Place>| {
        let mut stand = placed(&format!("I/16 2402 HQ-87RD 2607 {dying} 2401 {hq} 2200")).steps(dying, 1).expect("a unit");
        if let Some(place) = elsewhere {
            stand = stand.put_in_box("I/50", place).expect("a unit");
        }
        let mut game = acting(stand, "87RD", 7);
        act(&mut game, "select I/16; attack 2401 prepared; chit 9; chit 0; die 10");
        assert_eq!(game.place(unit(dying)), Place::ELIMINATED);
        game.place(unit(hq)) == Place::REMOVED
    };
    assert!(after("II/50", "HQ-111ID", None));
    assert!(!after("II/50", "HQ-111ID", Some(Place::EXITED)) && !after("II/50", "HQ-111ID", Some(Place::DELAYED)));
    assert!(!after("43", "HQ-13Pz", None), "the rest of the 13th Panzer is due on turn 3");
}

/// [3.3.e] Support that is lost stays lost through an Administrative phase.
#[test]
fn lost_support_does_not_come_back() {
    let stand = placed("I/103 1210 HQ-14Pz 1110").support("HQ-14Pz", 2).expect("points").luck(Side::Soviet);
    let mut game = stand.open(Opening::Administration).expect("a position");
    let turn = game.game_turn();
    for _ in 0..60 {
        if game.game_turn() > turn || game.turn() == Turn::Over {
            break;
        }
        let next = if game.turn() == Turn::Chance { "die 1".to_owned() } else { lines(&game)[0].clone() };
        act(&mut game, &next);
    }
    assert!(game.level(formation("14Pz")) > 0, "it has recovered");
    assert_eq!(game.points(unit("HQ-14Pz")), 2);
}

/// [3.1.4] Each of the three Soviet supply areas of the campaign serves by itself.
#[test]
fn each_soviet_area_supplies_by_itself() {
    let ring = |hexes: &str, from: Side| {
        let own = load("campaign").units(from).filter(|(_, unit)| unit.kind.is_infantry_type()).map(|(_, unit)| unit.id.as_str());
        hexes.split_whitespace().zip(own).fold(String::new(), |ring, (at, id)| ring + id + " " + at + " ")
    };
    let north = "2800 2801 2802 2803 2903 3004 3104 3205 3304 3404 3503 3600 3601 3602 3603";
    let south = "2820 2821 2822 2823 2824 2825 2919 2925 3019 3118 3218 3317 3418 3518 3619 3719 3725 3820 3821 3822 3823 3824 3825";
    let east = "4810 4811 4812 4813 4814 4909 4914 5009 5015 5108 5115 5208 5216 5308 5315 5409 5415";
    for (id, at, hexes) in [("41TD", "3201", north), ("124RD", "3322", south), ("135RD", "5212", east)] {
        let game = acting(placed(&format!("HQ-{id} {at} {}", ring(hexes, Side::Axis))), id, 3);
        assert!(game.is_supplied(formation(id)), "{id}");
    }
    assert!(!acting(placed(&format!("HQ-14Pz 3201 {}", ring(north, Side::Soviet))), "14Pz", 3).is_supplied(formation("14Pz")));
}

/// [5.3.2.1][7.4] The range ends with its last hex, and within it a way may be longer.
#[test]
fn the_range_of_a_displacement_is_a_distance() {
    assert_eq!(displaced("2711", "", "3611"), (1, 2), "nine hexes, one beyond the range");
    let wall = "HQ-215MD 2711 I/707 2711 | I/103 2410 II/103 2510 I/108 2511 II/108 2412 64 2310 40 2312 13/14Pz 2413";
    let game = relocated(halves(wall).level("215MD", 4).expect("a level"), "215MD", "2411");
    assert_eq!((game.points(unit("HQ-215MD")), game.level(formation("215MD"))), (2, 4), "three hexes away by a way of nine");
}

// ---- boats [7.3.8][3.4.c] -----------------------------------------------------------------------------------------------------------------

/// [3.4.c][7.3.8] Two units are marked: one that comes back uses no boat again.
#[test]
fn a_unit_that_comes_back_by_boat_is_marked_once() {
    let mut game = acting(placed("I/526 1807 II/526 1808 III/526 1706 HQ-298ID 1706 I/16 3014 HQ-87RD 3114"), "298ID", 6);
    act(&mut game, "select I/526; boat 1806; done; select I/526; boat 1807; done; select II/526");
    assert!(!open(&game, "boat").is_empty(), "one unit is marked");
    let boat = open(&game, "boat")[0].clone();
    act(&mut game, &format!("{boat}; done; select III/526"));
    assert!(open(&game, "boat").is_empty(), "two are");
}

/// [3.4.c][7.3.8] The marks are those of one activation.
#[test]
fn the_next_activation_has_its_own_boats() {
    let stand = placed("I/526 1807 II/526 1808 III/526 1706 HQ-298ID 1706 I/16 3014 HQ-87RD 3114");
    let stand = stand.level("298ID", 2).and_then(|it| it.turn(6)).expect("a position");
    let mut game = operations(stand);
    roll(&mut game, &[10, 1]);
    play(&mut game, &["activate 298ID"]);
    roll(&mut game, &[10]);
    play(&mut game, &["select I/526", "boat 1806", "done", "select II/526"]);
    let boat = open(&game, "boat")[0].clone();
    play(&mut game, &[&boat, "done"]);
    let mut third = game.clone();
    play(&mut third, &["select III/526"]);
    assert!(open(&third, "boat").is_empty());
    while game.acting().is_some() {
        play(&mut game, &["done"]);
    }
    roll(&mut game, &[10, 1]);
    play(&mut game, &["activate 298ID"]);
    roll(&mut game, &[10]);
    play(&mut game, &["select III/526"]);
    assert!(offers(&game, "boat 1806"), "{:?}", lines(&game));
}

/// [7.3.7][A52] A stack of two classes crosses a stream as its motorized unit does: from beside it, and no further.
#[test]
fn a_mixed_stack_crosses_a_stream_as_its_vehicles_do() {
    let stack = |at: &str| {
        let stand = placed(&format!("I/525 {at} I/191 {at} HQ-298ID 4903")).assign("I/191", "298ID").expect("a unit");
        selected(stand, "298ID", "I/525 I/191")
    };
    let mut beside = stack("4802");
    play(&mut beside, &["move 4701"]);
    assert_eq!((at(&beside, "I/525"), at(&beside, "I/191"), beside.acting_stack()), ("4701".into(), "4701".into(), 0));
    let mut further = stack("4902");
    play(&mut further, &["move 4802"]);
    assert!(!offers(&further, "move 4701"), "{:?}", lines(&further));
}

// ---- stacking and displacement [5.3] --------------------------------------------------------------------------------------------------------

/// [5.3.3] Only units whose going helps are displaced, of several disorganized ones that of the enemy's choice.
#[test]
fn only_who_helps_is_displaced() {
    let mut game = acting(placed("HQ-14Pz 2008 I/103 2409 1/I/36 2409 II/103 2411 I/16 3014"), "14Pz", 5);
    play(&mut game, &["select II/103", "move 2409", "die 6", "die 6", "die 7"]);
    let named: BTreeSet<String> = lines(&game).iter().map(|line| line.split(' ').nth(1).expect("a unit").to_owned()).collect();
    assert_eq!((game.turn(), named), (Turn::Player(Side::Soviet), ["I/103", "II/103"].map(str::to_owned).into()));
    let first = lines(&game)[0].clone();
    play(&mut game, &[&first]);
    assert_eq!((game.turn(), at(&game, "1/I/36")), (Turn::Player(Side::Axis), "2409".into()));

    let mut two = acting(placed("HQ-14Pz 2008 I/103 2409 II/103 2411 I/16 3014"), "14Pz", 5);
    play(&mut two, &["select II/103", "move 2409", "die 7", "die 7"]);
    assert!(["I/103", "II/103"].iter().all(|id| !displacements(&two, id).is_empty()), "{:?}", lines(&two));
}

/// [5.3.3.b][10.3.d] A lake and the Bug are prohibited, a bridge and a pontoon are open.
#[test]
fn the_displaced_keep_to_ground_they_could_enter() {
    let mut lake = acting(placed("HQ-87RD 2819 I/16 2918 II/16 2818 I/103 4217 HQ-14Pz 3814"), "87RD", 5);
    play(&mut lake, &["select II/16", "move 2918", "die 1", "die 1"]);
    assert_eq!(lake.turn(), Turn::Player(Side::Axis));
    let goals = displacements(&lake, "I/16");
    assert!(!goals.contains("3018") && goals.contains("3019"), "{goals:?}");
    assert_eq!(denied(&lake, "displace I/16 3018"), "5.3.3");

    let mut bridge = acting(placed("I/525 1908 II/525 1808 HQ-298ID 1706 I/16 3014"), "298ID", 5);
    play(&mut bridge, &["select II/525", "move 1908", "die 1", "die 1"]);
    assert_eq!(displacements(&bridge, "I/525"), ["1808", "1907", "2008"].map(str::to_owned).into());

    let crowd = "I/526 1807 II/526 1806 HQ-298ID 1706 No1 1805 No2 1905 No3 1906 No4 1705";
    let mut pontoon = acting(placed(crowd).pontoon(0, "1807", "1806").expect("a bridge"), "298ID", 5);
    play(&mut pontoon, &["select I/526", "move 1806"]);
    while game_asks_its_own(&pontoon) {
        play(&mut pontoon, &["done"]);
    }
    play(&mut pontoon, &["die 1", "die 1"]);
    assert_eq!(
        (pontoon.turn(), lines(&pontoon)),
        (Turn::Player(Side::Soviet), vec!["displace I/526 1807".into(), "displace II/526 1807".into()])
    );
}

/// Whether the Axis may go on with its movement.
fn game_asks_its_own(game: &AcrossTheBug) -> bool {
    game.turn() == Turn::Player(Side::Axis) && offers(game, "done")
}

/// [5.3.3.a][5.3.1.g][B31] The displaced are pushed on over two full hexes; then the owner removes the excess.
#[test]
fn the_third_full_hex_ends_a_chain() {
    let ring = "I/526 1807 II/526 1806 HQ-298ID 1706 III/526 1906 1/I/36 1906 2/I/36 1906 3/I/36 2007 5/II/36 2007 6/II/36 2007 \
                No1 1805 No2 1905 No4 1705 No3 2006 No5 2008 No6 2106 No7 2107";
    let mut game = acting(placed(ring), "298ID", 5);
    play(&mut game, &["select I/526", "boat 1806", "die 1", "die 1"]);
    assert_eq!(lines(&game), ["displace I/526 1906", "displace II/526 1906"]);
    act(&mut game, "displace I/526 1906; die 1; die 1; die 1; die 10");
    assert_eq!(lines(&game), ["displace III/526 2007", "displace III/526 1806"]);
    act(&mut game, "displace III/526 2007; die 1; die 1; die 1; die 1");
    assert_eq!((game.turn(), lines(&game)), (Turn::Player(Side::Axis), vec!["remove III/526".to_owned()]));
}

// ---- reactions [6.4] and lone headquarters [7.3.6] ----------------------------------------------------------------------------------------------

/// [7.3.6] The formation whose headquarters was driven off does not react to this action, and reacts to the next.
#[test]
fn a_formation_whose_headquarters_flees_is_barred_for_one_action() {
    let stand = placed("I/103 2201 HQ-14Pz 2200 HQ-87RD 2403 I/16 2602").level("87RD", 4).expect("a level");
    let mut game = under_axis_luck(stand, "14Pz", 5);
    play(&mut game, &["select I/103", "move 2402", "displace HQ-87RD 2607", "move 2502"]);
    assert!(open(&game, "react").is_empty() && game.turn() == Turn::Player(Side::Axis), "{:?}", lines(&game));
    assert_eq!((game.acting_stack(), game.level(formation("87RD"))), (0, 3));
    play(&mut game, &["select I/103", "move 2402"]);
    assert_eq!(lines(&game), ["done", "react 87RD"]);
}

/// [7.3.6] Each headquarters that is alone beside the stack is driven off.
#[test]
fn each_lone_headquarters_flees() {
    let mut game = acting(placed("I/103 2507 HQ-14Pz 2307 HQ-87RD 2708 HQ-41TD 2708 I/16 3014 1/II/82 3301"), "14Pz", 5);
    play(&mut game, &["select I/103", "move 2608"]);
    for _ in 0..2 {
        let first = open(&game, "displace")[0].clone();
        play(&mut game, &[&first]);
    }
    assert!(["HQ-87RD", "HQ-41TD"].iter().all(|hq| at(&game, hq) != "2708"));
    assert_eq!(game.turn(), Turn::Player(Side::Axis));
}

/// [6.4.1][6.4.1.b] Who lets a stack come may still stop it when it leaves: to decline is no attempt.
#[test]
fn a_declined_reaction_may_be_made_when_the_stack_leaves() {
    let stand = placed("I/525 1807 HQ-298ID 1706 I/16 2007 HQ-87RD 2708").level("87RD", 4).expect("a level");
    let mut game = under_axis_luck(stand, "298ID", 5);
    play(&mut game, &["select I/525", "move 1907"]);
    assert_eq!(lines(&game), ["done", "react 87RD"]);
    play(&mut game, &["done", "move 1807"]);
    assert_eq!((at(&game, "I/525"), lines(&game)), ("1907".into(), vec!["done".to_owned(), "react 87RD".to_owned()]));
    play(&mut game, &["react 87RD", "die 6"]);
    assert_eq!(at(&game, "I/525"), "1807");
}

/// [6.4.1][6.4.3] A landing by boat and a march off the map are movements like others.
#[test]
fn landings_and_exits_can_be_reacted_to() {
    let stand = placed("I/526 1807 HQ-298ID 1706 No1 1805 HQ-1/90 2105").level("1/90", 2).expect("a level");
    let mut boat = under_axis_luck(stand, "298ID", 5);
    play(&mut boat, &["select I/526", "boat 1806"]);
    assert_eq!((at(&boat, "I/526"), lines(&boat)), ("1806".into(), vec!["done".to_owned(), "react 1/90".to_owned()]));

    let stand = placed("I/50 5416 II/50 5415 HQ-111ID 5414 I/16 5315 HQ-87RD 5212").level("87RD", 4).expect("a level");
    let mut exit = under_axis_luck(stand, "111ID", 3);
    play(&mut exit, &["select I/50", "exit"]);
    assert_eq!(lines(&exit), ["done", "react 87RD"]);
    play(&mut exit, &["react 87RD", "die 1"]);
    assert_eq!((at(&exit, "I/50"), exit.ledger().exited_sp), ("5416".into(), 0));
}

/// [6.4.1.a] One unit has to be in order and in command; two that have half of it each do not count.
#[test]
fn one_unit_alone_qualifies_for_a_reaction() {
    let react = |counters: &str| {
        let mut game = under_axis_luck(halves(counters).level("87RD", 4).expect("a level"), "14Pz", 5);
        play(&mut game, &["select I/103", "move 2301"]);
        !open(&game, "react").is_empty()
    };
    assert!(!react("HQ-14Pz 2200 I/103 2202 II/16 2300 HQ-87RD 2607 | I/16 2402 1/I/36 2201 II/103 2400 I/108 2401"));
    assert!(react("HQ-14Pz 2200 I/103 2202 II/16 2300 HQ-87RD 2607 I/16 2402 | 1/I/36 2201 II/103 2400 I/108 2401"));
}

// ---- initiative [6.2] ------------------------------------------------------------------------------------------------------------------------------

/// [6.2][6.2.2][6.2.3] A side without formations transfers or passes, one that cannot act passes by itself, and dice follow a transfer.
#[test]
fn sides_without_formations_pass() {
    let mut none = operations(phase(0, 2));
    roll(&mut none, &[10, 1]);
    assert_eq!(lines(&none), ["transfer", "pass"]);
    let mut alone = operations(phase(2, 0));
    roll(&mut alone, &[10, 1]);
    play(&mut alone, &["pass"]);
    assert_eq!(alone.game_turn(), 7, "the other side passes by itself");
    let mut handed = operations(phase(2, 2));
    roll(&mut handed, &[10, 1]);
    play(&mut handed, &["transfer", "activate 87RD"]);
    roll(&mut handed, &[1]);
    play(&mut handed, &["done"]);
    assert_eq!((handed.turn(), lines(&handed).len(), handed.initiative_marker()), (Turn::Chance, 10, (Side::Soviet, 2)));
}

// ---- assignment [5.5] --------------------------------------------------------------------------------------------------------------------------------

const CUT_OFF: &str = "| I/16 2402 II/16 2502 III/16 2503 I/96 2404 II/96 2303 III/96 2302";

/// [5.5.1] An attached unit acts no more with its own formation.
#[test]
fn an_attached_unit_does_not_act_with_its_own_formation() {
    let stand = placed("I/103 2311 HQ-14Pz 2008 HQ-44ID 1110 1/I/36 2312").assign("1/I/36", "44ID").expect("a unit");
    let game = acting(stand, "14Pz", 5);
    assert!(!offers(&game, "select 1/I/36") && offers(&game, "select I/103"));
    assert_eq!(denied(&game, "select 1/I/36"), "5.5.1");
}

/// [5.5.2][5.5.1.d] Cut off, an independent unit stays in its corps; any formation in reach takes over another one.
#[test]
fn who_takes_over_a_unit_that_is_cut_off() {
    let counters = format!("HQ-14Pz 2403 HQ-298ID 2102 HQ-111ID 2105 I/191 2203 {CUT_OFF}");
    let game = administered(halves(&counters).assign("I/191", "14Pz").expect("a unit"), 1);
    assert_eq!(open(&game, "assign I/191"), ["assign I/191 298ID"]);
    let stand = placed("HQ-111ID 1110 1/I/36 1111 I/103 1009 I/50 1210").put_in_box("HQ-14Pz", Place::DISPLACED);
    let game = assigning(stand.expect("a position"), Side::Axis);
    assert!(offers(&game, "assign 1/I/36 111ID") && offers(&game, "assign I/103 111ID"), "{:?}", lines(&game));
}

/// [5.5.1.b][5.5.1.c] The limits of attachments count those on the map that are not lent.
#[test]
fn the_dead_and_the_lent_use_up_no_attachment() {
    let third = |dead: bool| {
        let counters = "HQ-14Pz 1110 HQ-44ID 1110 2/I/36 1210 3/I/36 1210 I/103 1309 I/131 1311";
        let stand = if dead {
            placed(counters).put_in_box("1/I/36", Place::ELIMINATED).expect("a unit")
        } else {
            placed(&format!("{counters} 1/I/36 1311"))
        };
        let stand = stand.assign("1/I/36", "44ID").and_then(|it| it.assign("2/I/36", "44ID")).expect("units");
        offers(&assigning(stand, Side::Axis), "assign 3/I/36 44ID")
    };
    assert_eq!([third(true), third(false)], [true, false]);
    let counters = format!("HQ-44ID 2403 1/I/36 2403 HQ-14Pz 2200 HQ-298ID 2102 2/I/36 2201 3/I/36 2300 {CUT_OFF}");
    let mut game = administered(halves(&counters), 1);
    play(&mut game, &["assign 1/I/36 44ID", "assign 2/I/36 298ID"]);
    assert!(offers(&game, "assign 3/I/36 298ID"), "the one in the pocket is lent: {:?}", lines(&game));
}

/// [5.5.1.d][B34] A lent unit stays lent with a third formation, and goes back when it can.
#[test]
fn a_lent_unit_stays_lent_with_a_third_formation() {
    let ring = "I/16 2607 II/16 2707 III/16 2608 I/96 2609 II/96 2710 III/96 2810 I/283 2809 II/283 2808 HQ-87RD 3114";
    let own = "HQ-111ID 1110 HQ-44ID 1110 1/I/36 1111 HQ-14Pz 2708";
    let stand = placed(&format!("{own} {ring}")).assign("1/I/36", "111ID").expect("a loan");
    let mut game = assigning(stand, Side::Axis);
    assert!(game.is_lent(unit("1/I/36")), "nothing of rule 5.5.1 attaches it there");
    play(&mut game, &["assign 1/I/36 44ID"]);
    assert!(game.is_lent(unit("1/I/36")), "it could have been attached there for good, but its own headquarters is cut off");
}

// ---- administration [8], special rules [10], scenarios [11] ---------------------------------------------------------------------------------------------

/// [8.4] A reinforcement may be delayed again and again.
#[test]
fn a_reinforcement_is_delayed_again() {
    let stand = placed("HQ-1AT 5212 II/712 5112").turn(4).and_then(|it| it.put_in_box("I/712", Place::DELAYED)).expect("a position");
    let mut game = administration(stand);
    go_on_to(&mut game, "delay I/712");
    let turn = game.game_turn();
    play(&mut game, &["delay I/712"]);
    assert_eq!(game.place(unit("I/712")), Place::DELAYED);
    go_on_to(&mut game, "enter I/712");
    assert_eq!(game.game_turn(), turn + 1);
}

/// [8.3.2.c] The headquarters of the receiver is in supply, or in Emergency Supply.
#[test]
fn the_receiver_of_broken_up_points_is_supplied() {
    let stand = || {
        let counters = "HQ-87RD 1706 I/16 1806 HQ-1/90 2105 No3 1906 No4 2106 I/131 1908 I/132 1512 HQ-44ID 1110";
        reduced(counters, &[("I/16", 3)]).turn(3).expect("a turn")
    };
    let receives = |position: PositionBuilder| {
        let mut game = administration(position);
        go_on_to(&mut game, "cannibalize No3");
        play(&mut game, &["cannibalize No3"]);
        offers(&game, "replace I/16")
    };
    assert!(!receives(stand()));
    assert!(receives(turned(stand(), "HQ-87RD")), "[A54]");
}

/// [9.e][A25] A headquarters that waits beside the map counts with its level, one that has left the game does not.
#[test]
fn low_markers_are_those_of_headquarters_in_play() {
    let markers = |place: Place| {
        let stand = placed("HQ-14Pz 1110 I/103 1210 HQ-298ID 1706 I/525 1707 I/131 1211").put_in_box("HQ-44ID", place);
        let stand = stand.and_then(|it| it.level("14Pz", 1)).and_then(|it| it.level("298ID", 2)).and_then(|it| it.level("44ID", 0));
        acting(stand.expect("a position"), "14Pz", 3).ledger().markers
    };
    assert_eq!([markers(Place::DISPLACED), markers(Place::REMOVED)], [2, 1]);
}

/// [10.3.a][10.3.b][10.3.c] Who builds a pontoon, what keeps it off a bank, how it is taken up, and that either of its hexes loses it.
#[test]
fn pontoons_belong_to_who_acts_and_die_at_both_ends() {
    let sites = |id: &str| open(&acting(placed("I/131 1210 HQ-44ID 1110 I/525 1609 HQ-298ID 1706"), id, 6), "pontoon");
    assert_eq!(sites("44ID"), Vec::<String>::new(), "the unit at the river is of another formation");
    assert!(sites("298ID").contains(&"pontoon 1609 1709".to_owned()));
    let bank = open(&acting(placed("I/525 1807 HQ-298ID 1706 HQ-87RD 1906 I/16 3014"), "298ID", 6), "pontoon");
    assert!(!bank.contains(&"pontoon 1807 1906".to_owned()) && bank.contains(&"pontoon 1807 1806".to_owned()), "{bank:?}");
    let mut far = administration(placed("I/131 1210 HQ-44ID 1110").pontoon(0, "1609", "1709").expect("a bridge"));
    go_on_to(&mut far, "take-up");
    assert_eq!(lines(&far), ["done", "take-up 1609 1709"], "nobody has to stand there");
    let stand = placed("I/131 1508 HQ-44ID 1110 No2 1810 HQ-1/90 2105").pontoon(0, "1709", "1609").expect("a bridge");
    let mut game = acting(stand, "1/90", 5);
    play(&mut game, &["select No2", "move 1709"]);
    assert_eq!(game.pontoons()[0], stavka_engine::across_the_bug::Pontoon::Gone);
}

/// [10.4.a] While there is room near Volodymyr the 87th is displaced there, through turn 3.
#[test]
fn the_87th_is_displaced_near_volodymyr_through_turn_three() {
    let map = &load("campaign").map;
    let near = |name: &String| ["2607", "2707", "2708"].iter().any(|city| map.grid.distance(hex(name), hex(city)) <= 4);
    let goals = |turn: u8| {
        let stand = placed("I/103 2402 HQ-14Pz 2200 HQ-87RD 2403 I/16 2404").turn(turn).expect("a turn");
        let mut game = acting(stand, "14Pz", 5);
        play(&mut game, &["select I/103"]);
        let beside = open(&game, "move").into_iter().chain(open(&game, "infiltrate"));
        let to = beside.map(|line| line.split(' ').nth(1).expect("a hex").to_owned());
        let to = to.into_iter().find(|name| name != "2403" && map.grid.distance(hex(name), hex("2403")) == 1);
        let to = to.expect("a hex beside the headquarters");
        let line = if offers(&game, &format!("move {to}")) { format!("move {to}") } else { format!("infiltrate {to}") };
        play(&mut game, &[&line]);
        while game.turn() == Turn::Chance {
            play(&mut game, &["die 1"]);
        }
        displacements(&game, "HQ-87RD")
    };
    for turn in [1, 3] {
        let bound = goals(turn);
        assert!(bound.len() > 1 && bound.iter().all(near), "turn {turn}: {bound:?}");
    }
    assert!(goals(4).iter().any(|name| !near(name)), "it is free on turn 4");
    let own = |turn: u8| relocations(&mut acting(placed("HQ-87RD 2708 I/16 2708").turn(turn).expect("a turn"), "87RD", 5), "HQ-87RD");
    assert!(own(3).iter().all(near) && own(4).iter().any(|name| !near(name)));
}

/// [11.1.a] In scenario one the eastern column supplies the Soviets beside the northern area, and nobody else.
#[test]
fn the_eastern_column_of_scenario_one_also_supplies() {
    let data = load("attack");
    let edge = |side: Side| data.script.supply[side.index()];
    assert!(["2900", "3000", "3100", "3200"].iter().all(|name| edge(Side::Soviet).contains(hex(name))));
    assert!(data.map.grid.hexes().filter(|&at| data.map.grid.column(at) == 33).all(|at| !edge(Side::Axis).contains(at)));
}

/// [11.2.b][11.2.c][11.2.d] The losses of scenario two as they are taken: by the opponent, of the right kind, evenly.
#[test]
fn the_losses_of_scenario_two_are_taken_as_written() {
    let data = load("delayed");
    let mut game = AcrossTheBug::new(data);
    let mut last = false;
    while !open(&game, "lose").is_empty() {
        let offered = open(&game, "lose");
        let side = data.find_unit(offered[0].split(' ').nth(1).expect("a unit")).expect("a unit").side();
        assert_eq!(game.turn(), Turn::Player(side.opponent()), "the opponent picks: {offered:?}");
        last = !last;
        let line = if last { offered.last() } else { offered.first() }.expect("a line").clone();
        play(&mut game, &[&line]);
    }
    let lost = |id: UnitId| data.unit(id).strength - game.points(id);
    let mut by_hex: std::collections::BTreeMap<(Hex, bool), u8> = std::collections::BTreeMap::new();
    let mut by_formation: std::collections::BTreeMap<(FormationId, bool), u8> = std::collections::BTreeMap::new();
    let all = Side::ALL.into_iter().flat_map(|side| data.units(side)).filter(|(_, unit)| !unit.id.starts_with("HQ"));
    for (id, _) in all {
        let Some(at) = game.place(id).hex() else { continue };
        assert!(game.points(id) > 0);
        *by_hex.entry((at, id.side() == Side::Soviet)).or_default() += lost(id);
        *by_formation.entry((game.formation(id), data.unit(id).kind.is_afv())).or_default() += lost(id);
    }
    assert!(by_hex.iter().all(|(&(_, soviet), &points)| points <= if soviet { 3 } else { 2 }), "{by_hex:?}");
    let of = |id: &str| [false, true].map(|afv| by_formation.get(&(formation(id), afv)).copied().unwrap_or(0));
    let written =
        [("135RD", [4, 0]), ("87RD", [6, 0]), ("13Pz", [2, 1]), ("14Pz", [5, 3]), ("111ID", [4, 0]), ("299ID", [4, 0]), ("1AT", [0, 0])];
    for (id, points) in written {
        assert_eq!(of(id), points, "{id}");
    }
    assert_eq!(game.turn(), Turn::Player(Side::Soviet));
    let improved = open(&game, "improve");
    assert!(
        !improved.is_empty()
            && improved.iter().all(|line| game.occupant(hex(line.split(' ').nth(1).expect("a hex"))) == Some(Side::Soviet))
    );
    assert!(offers(&game, "done"), "he may");
}

// ---- leaving the map [11.2.g], limits to the hex [10.4.a], fog [5.3.4.a] ----------------------------------------------------------------------------------

/// [11.2.g] Command is asked for at the hex of the edge, when the unit goes, and not where its movement began.
#[test]
fn command_counts_where_a_unit_leaves_the_map() {
    let mut out = acting(placed("I/50 5014 HQ-111ID 4612"), "111ID", 3);
    assert_eq!(out.command(unit("I/50")), Command::InCommand);
    play(&mut out, &["select I/50", "move 5416"]);
    assert!(!offers(&out, "exit"), "eight hexes from its headquarters");
    let mut comes = acting(placed("I/50 5118 HQ-111ID 5212"), "111ID", 4);
    assert_eq!(comes.command(unit("I/50")), Command::OutOfCommand);
    play(&mut comes, &["select I/50", "move 5416"]);
    assert!(offers(&comes, "exit"), "{:?}", lines(&comes));
    play(&mut comes, &["exit"]);
    assert_eq!((comes.place(unit("I/50")), comes.ledger().exited_sp), (Place::EXITED, 6));
    assert_eq!(comes.acting(), Some((formation("111ID"), 2)), "the movement began out of command");
}

/// [10.4.a] Four hexes from Volodymyr are near, five are not.
#[test]
fn the_limit_of_the_87th_is_four_hexes() {
    let stand = placed("HQ-87RD 2708 I/16 2708").turn(3).expect("a turn");
    let goals = relocations(&mut acting(stand, "87RD", 5), "HQ-87RD");
    assert!(["2411", "2804"].iter().all(|name| goals.contains(&(*name).to_owned())), "{goals:?}");
    assert!(["2105", "2108", "2403"].iter().all(|name| !goals.contains(&(*name).to_owned())), "{goals:?}");
}

/// [5.3.4.a] A headquarters that comes to lie on a covered stack uncovers it.
#[test]
fn a_headquarters_uncovers_the_stack_on_which_it_lies() {
    let stand = placed("HQ-14Pz 1609 I/103 1706 1/I/36 1706 HQ-87RD 2708").covered("1706").expect("a stack");
    let mut game = acting(stand, "14Pz", 6);
    let covered = |game: &AcrossTheBug| ["I/103", "1/I/36"].iter().any(|id| !game.is_seen(unit(id), Side::Soviet));
    assert!(covered(&game));
    play(&mut game, &["relocate HQ-14Pz", "displace HQ-14Pz 1706"]);
    assert!(!covered(&game));
}
