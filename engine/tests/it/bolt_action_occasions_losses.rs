//! Losses, morale and the ends of units on every occasion.

use stavka_engine::bolt_action::terms::Order;
use stavka_engine::bolt_action::{BoltAction, Piece};
use stavka_engine::square::Facing;
use stavka_engine::{Game as _, Side};

use crate::bolt_action_kit::{
    AMBUSH, PLAIN, Scene, all_are, does, flame_tank, has_fired, misses, name_of, piece, question, side_of, table, table_of, unit, waits,
    weights,
};

/// Carries out lines; those in Ambush hold their fire unless a line says otherwise, nobody reacts, and a leg ends a move.
pub(crate) fn goes(game: &mut BoltAction, lines: &[&str]) {
    for line in lines {
        while question(game) == AMBUSH && !line.starts_with("spring") {
            does(game, &["done"]);
        }
        let reacts = question(game).starts_with("does the target") && !line.starts_with("return");
        if reacts {
            does(game, &["done"]);
        }
        if *line == "done" && question(game) != "the next leg of the vehicle, or done" {
            continue;
        }
        does(game, &[line]);
    }
}

/// How a T-34 is damaged.
#[derive(Clone, Copy, PartialEq, Debug)]
enum Way {
    Fire,
    Advance,
    Ambush,
    Friend,
    Shell,
    Assault,
}

const WAYS: [Way; 6] = [Way::Fire, Way::Advance, Way::Ambush, Way::Friend, Way::Shell, Way::Assault];

impl Way {
    /// The tank is hit and damaged fully: the die of the damage table is due.
    fn damages(self, change: impl FnOnce(&mut Piece)) -> BoltAction {
        let axis = ["g_pak40", "g_pz4l", "g_mortar120", "g_pion8", "g_rifle10"];
        let start = table(&PLAIN, [&axis, &["s_t34", "s_zis2", "s_smg10"]]).put("t34", "3005", Facing::WEST).edit("t34", change);
        let start = start.put("smg10", "6109", Facing::WEST).put("rifle10", "3909", Facing::EAST);
        // Nine or ten against the nine of a medium tank is no more than equal; ten is full damage.
        let (start, side, lines): (Scene, Side, &[&str]) = match self {
            Way::Fire => (start.put("pak40", "1005", Facing::EAST), Side::Axis, &["order pak40 fire", "target t34 0", "score 1", "die 4"]),
            Way::Advance => (
                start.put("pz4l", "1005", Facing::EAST),
                Side::Axis,
                &["order pz4l advance", "leg E 1", "done", "target t34 0", "score 1", "die 4"],
            ),
            Way::Ambush => (
                start.put("pak40", "1005", Facing::EAST).edit("pak40", waits),
                Side::Soviet,
                &["order t34 advance", "leg W 1", "spring pak40", "score 1", "die 4"],
            ),
            Way::Friend => (
                start.put("zis2", "1005", Facing::EAST).edit("zis2", |piece| piece.pins = 1),
                Side::Soviet,
                &["order zis2 rally", "test fubar", "die 1", "mistake t34", "score 1", "die 4"],
            ),
            Way::Shell => (
                start.put("mortar120", "1005", Facing::EAST),
                Side::Axis,
                &["order mortar120 fire", "shell t34", "score 1", "score 1", "die 6"],
            ),
            Way::Assault => (start.put("pion8", "2505", Facing::EAST), Side::Axis, &["assault pion8", "score 5", "die 5"]),
        };
        let mut game = start.ordered(side);
        goes(&mut game, lines);
        assert_eq!(question(&game), "the die of the vehicle damage table", "{self:?}");
        game
    }

    /// The tank with each order that it may have had when it is damaged so, and whether its die is still in the bag.
    fn states(self) -> impl Iterator<Item = (Option<Order>, bool)> {
        let orders = [None, Some(Order::Ambush), Some(Order::Fire), Some(Order::Rally), Some(Order::Down)];
        orders.into_iter().filter(move |order| self != Way::Ambush || order.is_none()).map(move |order| {
            // Who drives into an Ambush has the order to drive.
            (order, order.is_none() && self != Way::Ambush)
        })
    }
}

/// [VD.1][VD.2][VD.3] Supplement S33: what a tank suffers is the same on every way on which it is hit: a pin, its order, its die.
#[test]
fn a_tank_suffers_the_same_on_every_way() {
    for way in WAYS {
        // Fire pins once besides; blows do not.
        let pins = 1 + u8::from(way != Way::Assault);
        for (order, idle) in way.states() {
            let start = way.damages(|piece| piece.order = order);
            let bag = start.in_bag(Side::Soviet);
            let after = |lines: &[&str]| {
                let mut game = start.clone();
                does(&mut game, lines);
                let tank = piece(&game, "t34");
                ((tank.order, tank.pins, tank.immobilised), game.in_bag(Side::Soviet))
            };
            let halted = ((Some(Order::Down), pins, false), bag - u64::from(idle));
            assert_eq!(after(&["die 1"]), halted, "{way:?} {order:?}: stunned");
            let fixed = if idle { None } else { Some(Order::Down) };
            assert_eq!(after(&["die 2"]), ((fixed, pins, true), bag), "{way:?} {order:?}: immobilised");
            assert_eq!(after(&["die 3", "test pass"]), halted, "{way:?} {order:?}: the fire is out");
            let mut burns = start.clone();
            does(&mut burns, &["die 3"]);
            // The crew of regulars has the pin of the fire, not yet that of the hit: 8 or less.
            assert_eq!((question(&burns).as_str(), weights(&burns)), ("the test of the crew of the burning vehicle", vec![26, 10]));
        }
    }
}

/// [VD.2.a][VD.3][VD.4][TURN.2.a] Supplement S33: a tank that is lost leaves a wreck, and a die in the bag if it had no order, on every
/// way.
#[test]
fn a_tank_is_lost_on_every_way() {
    for way in WAYS {
        for (order, _) in way.states() {
            for lines in [&["die 2"][..], &["die 3", "test fail"], &["die 4"]] {
                // A tank that cannot move drives into no Ambush.
                let fixed = lines == ["die 2"];
                if fixed && way == Way::Ambush {
                    continue;
                }
                let mut game = way.damages(|piece| (piece.order, piece.immobilised) = (order, fixed));
                let (bag, cell, before) = (game.in_bag(Side::Soviet), piece(&game, "t34").cell, game.destroyed(Side::Soviet));
                does(&mut game, lines);
                let (tank, points) = (piece(&game, "t34"), game.data().unit(unit(&game, "t34")).points);
                assert_eq!((tank.men, tank.pins, tank.cell), (0, 0, cell), "{way:?} {order:?} {lines:?}");
                assert_eq!(
                    (game.in_bag(Side::Soviet), game.destroyed(Side::Soviet)),
                    (bag, before + points),
                    "{way:?} {order:?} {lines:?}"
                );
            }
        }
    }
}

// ---- men -------------------------------------------------------------------------------------------

/// A squad, or the flames of a tank, fires at men on each occasion; one die of it hits. Who is hit, and the game.
fn hits(quality: &str, flames: bool, change: impl Fn(&mut Piece)) -> Vec<(&'static str, BoltAction)> {
    hits_near(quality, flames, false, change)
}

/// The same, near a lieutenant of those who are hit or without one.
fn hits_near(quality: &str, flames: bool, officer: bool, change: impl Fn(&mut Piece)) -> Vec<(&'static str, BoltAction)> {
    let forces: [&[&str]; 2] = [&["g_pz2", "g_rifle10", "g_gren9", "g_lt"], &["s_smg10", "s_maxim", "s_lt"]];
    let start = table_of(&PLAIN, forces, |units| {
        let units = all_are(quality)(units);
        if flames { flame_tank(units) } else { units }
    });
    let start = start.put("maxim", "6109", Facing::WEST);
    let shooter = if flames { "pz2" } else { "rifle10" };
    let scene = |at: &str| Scene(start.0.clone()).put(shooter, at, Facing::EAST);
    let foe = |scene: Scene, at: &str| scene.put("smg10", at, Facing::WEST).edit("smg10", &change);
    let order = |what: &str| format!("order {shooter} {what}");
    let (spring, back) = (format!("spring {shooter}"), format!("return {shooter}"));
    let ahead = if flames { "leg E 1" } else { "move 2105" };
    let cases: [(&'static str, Scene, Side, Vec<String>); 5] = [
        ("smg10", foe(scene("2005"), "3005").edit("smg10", has_fired), Side::Axis, vec![order("fire"), "target smg10 0".into()]),
        (
            "smg10",
            foe(scene("2005"), "3005").edit("smg10", has_fired),
            Side::Axis,
            vec![order("advance"), ahead.into(), "done".into(), "target smg10 0".into()],
        ),
        (
            "smg10",
            foe(scene("2005"), "3005").edit(shooter, waits),
            Side::Soviet,
            vec!["order smg10 advance".into(), "test pass".into(), "move 2905".into(), spring],
        ),
        ("smg10", foe(scene("2005"), "3005"), Side::Soviet, vec!["assault smg10".into(), "test pass".into(), back]),
        (
            "gren9",
            foe(scene("2005"), "4005").put("gren9", "3005", Facing::EAST).edit("gren9", &change).edit(shooter, |piece| piece.pins = 1),
            Side::Axis,
            vec![order("rally"), "test fubar".into(), "die 1".into(), "mistake gren9".into()],
        ),
    ];
    let arises = |(target, scene, side, lines): (&'static str, Scene, Side, Vec<String>)| {
        let leader = if target == "gren9" { "g-lt" } else { "s-lt" };
        let scene = if officer { scene.put(leader, "2507", Facing::EAST) } else { scene };
        let mut game = scene.ordered(side);
        for line in lines {
            if line != "test pass" || question(&game) == "the order test" {
                goes(&mut game, &[&line]);
            }
        }
        if flames {
            does(&mut game, &["score 4"]);
        }
        assert_eq!(question(&game), "the dice to hit", "{target}");
        does(&mut game, &["score 1"]);
        (target, game)
    };
    cases.into_iter().map(arises).collect()
}

/// [SHOOT.6][SHOOT.7] Supplements S2 and S3: a hit pins once on each occasion, and the last pin that a unit bears destroys it.
#[test]
fn a_hit_pins_and_may_break_on_every_occasion() {
    for pins in [0, 3, 8] {
        for (at, (target, mut game)) in hits("regular", false, |piece| piece.pins = pins).into_iter().enumerate() {
            // A pin goes with the test of an order that is passed.
            let pins = if pins > 0 && [2, 3].contains(&at) { pins - 1 } else { pins };
            does(&mut game, &["score 0"]);
            misses(&mut game);
            let after = piece(&game, target);
            assert_eq!((after.pins, after.men > 0), if pins == 8 { (0, false) } else { (pins + 1, true) }, "occasion {at}, {pins} pins");
        }
    }
    for (at, (target, mut game)) in hits("regular", false, |piece| piece.men = 4).into_iter().enumerate() {
        does(&mut game, &["score 1"]);
        misses(&mut game);
        assert_eq!((piece(&game, target).men, piece(&game, target).pins), (3, 1), "occasion {at}");
        assert_ne!(question(&game), "the test of morale", "occasion {at}");
    }
}

/// [SHOOT.7][MOR.2][MOR.3] Supplement S3: half of the men lost is tested on each occasion, at the quality less all pins; who fails is
/// destroyed.
#[test]
fn half_lost_is_tested_and_may_destroy_on_every_occasion() {
    for (quality, pins, ways) in [("regular", 0, 26), ("veteran", 0, 30), ("regular", 2, 15), ("veteran", 2, 21)] {
        for (at, (target, mut game)) in hits(quality, false, |piece| (piece.men, piece.pins) = (2, pins)).into_iter().enumerate() {
            // A pin goes with the test of an order that is passed: one more may be thrown then.
            let (pins, ways) = match (pins, ways) {
                (2, 15) if [2, 3].contains(&at) => (1, 21),
                (2, 21) if [2, 3].contains(&at) => (1, 26),
                other => other,
            };
            does(&mut game, &["score 1"]);
            misses(&mut game);
            assert_eq!((question(&game).as_str(), weights(&game)), ("the test of morale", vec![ways, 36 - ways]), "occasion {at}");
            for (verdict, after) in [("test pass", (1, pins + 1)), ("test fail", (0, 0))] {
                let mut game = game.clone();
                does(&mut game, &[verdict]);
                assert_eq!((piece(&game, target).men, piece(&game, target).pins), after, "occasion {at}: {verdict}");
            }
        }
    }
}

/// [MOR.5][SHOOT.7] Supplement S25: an officer near helps in the test after losses on each occasion: 9 less the pin, and two more.
#[test]
fn an_officer_helps_in_the_test_after_losses_on_every_occasion() {
    for (at, (_, mut game)) in hits_near("regular", false, true, |piece| piece.men = 2).into_iter().enumerate() {
        does(&mut game, &["score 1"]);
        misses(&mut game);
        assert_eq!((question(&game).as_str(), weights(&game)), ("the test of morale", vec![33, 3]), "occasion {at}");
    }
}

/// [SHOOT.7][HE.4] Supplements S3 and S27: the crew of a gun under shells is pinned by their die and tested if half of it falls; a shell
/// that hits counts as one that misses for the next.
#[test]
fn crews_under_shells_are_pinned_and_tested() {
    for (line, tested) in [("score 2", false), ("score 3", true)] {
        let start = table(&PLAIN, [&["g_mortar120"], &["s_45mm", "s_maxim"]]).put("mortar120", "0205", Facing::EAST);
        let start = start.put("45mm", "3005", Facing::WEST).put("maxim", "6101", Facing::WEST).edit("45mm", has_fired);
        let mut game = start.ordered(Side::Axis);
        does(&mut game, &["order mortar120 fire", "shell 45mm", "score 1", line, "score 3"]);
        assert_eq!((question(&game) == "the test of morale", piece(&game, "45mm").pins), (tested, 3), "{line}");
        let ranged = Some((unit(&game, "45mm"), 1));
        assert_eq!(piece(&game, "mortar120").ranging, ranged, "{line}");
        if tested {
            does(&mut game, &["test fail"]);
            assert_eq!(piece(&game, "45mm").men, 0);
        }
    }
}

/// [WPN.21][SHOOT.7] Supplement S15: flames pin by a D3 more on each occasion, and any loss is tested; who fails is destroyed.
#[test]
fn flames_frighten_on_every_occasion() {
    for (at, (target, mut game)) in hits("veteran", true, |_| ()).into_iter().enumerate() {
        assert_eq!((question(&game).as_str(), weights(&game)), ("the pins", vec![1, 1, 1]), "occasion {at}");
        does(&mut game, &["score 2"]);
        for (lines, after) in [(&["score 0"][..], (10, 3)), (&["score 1", "test pass"], (9, 3)), (&["score 1", "test fail"], (0, 0))] {
            let mut game = game.clone();
            does(&mut game, lines);
            let fewer = u8::from(target == "gren9" && after.0 > 0);
            assert_ne!(question(&game), "the test of morale", "occasion {at}: {lines:?}");
            assert_eq!((piece(&game, target).men + fewer, piece(&game, target).pins), after, "occasion {at}: {lines:?}");
        }
    }
}

// ---- ends ------------------------------------------------------------------------------------------

/// How a unit is lost: the unit, its enemy, inches between them, what was done to it before, and the lines to its end.
type End<'a> = (&'a str, &'a str, u8, fn(&mut Piece), &'a [&'a str]);

/// [TURN.2.a][SHOOT.6][SHOOT.7][VD.2.a][VD.3][VD.4][CQ.4.e][CQV.7] Supplements S2 and S33: however a unit is lost, its points count, its
/// die stays in the bag if it had no order, and the last one of a side ends the game.
#[test]
fn however_a_unit_is_lost_it_counts() {
    const TANK: &[&str] = &["order pak40 fire", "target t34 0", "score 1", "die 4"];
    let volley = ["order rifle10 fire", "target smg10 0", "score 1"];
    let lines = |first: &'static [&'static str], then: &[&'static str]| [first, then].concat();
    let [morale, all, pins] = [&["score 1", "test fail"][..], &["score 1"], &["score 0"]].map(|then| [&volley[..], then].concat());
    let [burnt, left, blown] = [&["die 3", "test fail"][..], &["die 2"], &["die 5"]].map(|then| lines(TANK, then));
    let ends: [End<'_>; 9] = [
        ("smg10", "rifle10", 10, |piece| piece.men = 2, &morale),
        ("smg10", "rifle10", 10, |piece| piece.men = 1, &all),
        ("smg10", "rifle10", 10, |piece| piece.pins = 8, &pins),
        ("t34", "pak40", 20, |_| (), &burnt),
        ("t34", "pak40", 20, |piece| piece.immobilised = true, &left),
        ("t34", "pak40", 20, |_| (), &blown),
        ("smg10", "pion8", 5, |piece| piece.men = 1, &["assault pion8", "score 1"]),
        ("ba64", "pion8", 5, |_| (), &["assault pion8", "score 3", "die 5"]),
        ("t34", "pion8", 5, |piece| piece.pins = 8, &["assault pion8", "score 5", "die 5", "die 2"]),
    ];
    for (victim, enemy, inches, change, lines) in ends {
        for (order, last) in [(None, false), (Some(Order::Fire), false), (None, true), (Some(Order::Fire), true)] {
            let axis = ["g_pak40", "g_pion8", "g_rifle10", "g_2lt"];
            let start = table(&PLAIN, [&axis, &["s_t34", "s_smg10", "s_ba64", "s_maxim"]]).put("2lt", "0109", Facing::EAST);
            let start = start.put(enemy, "1005", Facing::EAST).put(victim, &format!("{}05", 10 + inches), Facing::WEST);
            let start = start.edit(victim, change).edit(victim, |piece| piece.order = order);
            let start = if last { start } else { start.put("maxim", "6101", Facing::WEST) };
            let mut game = start.ordered(Side::Axis);
            let (bag, before, points) =
                (game.in_bag(Side::Soviet), game.destroyed(Side::Soviet), game.data().unit(unit(&game, victim)).points);
            for line in lines {
                if *line == "test fail" {
                    misses(&mut game);
                }
                goes(&mut game, &[line]);
            }
            if piece(&game, victim).men > 0 {
                misses(&mut game);
            }
            assert_eq!(piece(&game, victim).men, 0, "{victim} {lines:?}");
            assert_eq!(game.destroyed(Side::Soviet), before + points, "{victim} {lines:?}");
            // A vehicle leaves a wreck; who has won bears no pin.
            let after = (piece(&game, victim).cell.is_some(), piece(&game, enemy).pins);
            assert_eq!(after, (victim != "smg10", 0), "{victim} {lines:?}");
            if last {
                assert_eq!(game.outcome().and_then(|outcome| outcome.winner), Some(Side::Axis), "{victim} {lines:?}");
            } else {
                assert_eq!((game.in_bag(Side::Soviet), game.outcome().is_none()), (bag, true), "{victim} {order:?} {lines:?}");
            }
        }
    }
}

/// [CQ.4.e] Supplement S33: behind a wall both may fall, and the die of the one without an order stays in the bag; an attacker that loses
/// has had its die.
#[test]
fn who_falls_in_close_quarters_counts() {
    // Somebody falls in a round, so that the blow of the second case needs no die.
    for (men, lines, fallen) in [(1, &["score 1", "score 1"][..], [true, true]), (2, &["score 0"], [true, false])] {
        let rows = ["t".repeat(61), PLAIN[0].to_owned()];
        let rows: Vec<&str> = (1..=9).map(|row| rows[usize::from(row != 5)].as_str()).collect();
        let start = table(&rows, [&["g_rifle10", "g_2lt"], &["s_smg10", "s_maxim"]]).put("rifle10", "1005", Facing::EAST);
        let start = start.put("smg10", "1505", Facing::WEST).put("2lt", "0109", Facing::EAST).put("maxim", "6101", Facing::WEST);
        let mut game = start.edit("rifle10", |piece| piece.men = 1).edit("smg10", |piece| piece.men = men).ordered(Side::Axis);
        let bag = game.in_bag(Side::Soviet);
        does(&mut game, &["assault rifle10"]);
        does(&mut game, lines);
        assert_eq!(["rifle10", "smg10"].map(|name| piece(&game, name).men == 0), fallen, "{lines:?}");
        assert_eq!((game.in_bag(Side::Axis), game.in_bag(Side::Soviet)), (1, bag), "{lines:?}");
    }
}

/// [CQ.4.e][TURN.2.a] An attacker that loses counts for the enemy, leaves no die, and ends the game if it was the last of its side.
#[test]
fn an_attacker_that_loses_counts() {
    for (attacker, target) in [("g_rifle10", "s_smg10"), ("g_rifle10", "s_45mm"), ("s_smg10", "g_rifle10"), ("s_smg10", "g_pak36")] {
        let (name, side) = (name_of(attacker), side_of(attacker));
        let forces =
            if side == Side::Axis { [&[attacker, "g_2lt"], &[target, "s_maxim"]] } else { [&[target, "g_2lt"], &[attacker, "s_maxim"]] };
        let start = table(&PLAIN, [forces[0], forces[1]]).put(name, "1405", Facing::WEST).edit(name, |piece| piece.men = 1);
        let start = start.put(name_of(target), "1005", Facing::EAST).edit(name_of(target), has_fired);
        for last in [false, true] {
            let friend = if side == Side::Axis { "2lt" } else { "maxim" };
            let scene = Scene(start.0.clone());
            let mut game = if last { scene } else { scene.put(friend, "6109", Facing::WEST) }.ordered(side);
            let (before, points) = (game.destroyed(side), game.data().unit(unit(&game, name)).points);
            does(&mut game, &[&format!("assault {name}"), "score 0"]);
            assert_eq!((piece(&game, name).men, game.destroyed(side)), (0, before + points), "{attacker} {target}");
            assert_eq!(game.in_bag(side), u64::from(!last), "{attacker} {target}");
            let winner = if last { Some(side.opponent()) } else { None };
            assert_eq!(game.outcome().and_then(|outcome| outcome.winner), winner, "{attacker} {target}");
        }
    }
}

/// [FUB.2.a][TURN.2.a] Supplement S33: a friend that is lost to its own side counts for the enemy and leaves its die in the bag.
#[test]
fn a_friend_that_is_lost_counts_for_the_enemy() {
    for order in [None, Some(Order::Fire)] {
        let start = table(&PLAIN, [&["g_rifle10", "g_gren9", "g_2lt"], &["s_smg10"]]).put("rifle10", "2005", Facing::EAST);
        let start = start.put("gren9", "3005", Facing::EAST).put("2lt", "0109", Facing::EAST).put("smg10", "4005", Facing::WEST);
        let start = start.edit("rifle10", |piece| piece.pins = 1).edit("gren9", |piece| (piece.men, piece.order) = (1, order));
        let mut game = start.ordered(Side::Axis);
        does(&mut game, &["order rifle10 rally", "test fubar", "die 1", "mistake gren9"]);
        let (bag, points) = (game.in_bag(Side::Axis), game.data().unit(unit(&game, "gren9")).points);
        does(&mut game, &["score 1", "score 1"]);
        assert_eq!((game.destroyed(Side::Axis), game.in_bag(Side::Axis)), (points, bag), "{order:?}");
    }
}
