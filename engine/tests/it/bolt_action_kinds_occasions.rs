//! Modifiers and reactions on every occasion on which a unit shoots.

use stavka_engine::bolt_action::BoltAction;
use stavka_engine::bolt_action::terms::Order;
use stavka_engine::square::Facing;
use stavka_engine::{Game as _, Side, Turn};

use crate::bolt_action_kinds_fire::{Change, as_it_is, ground, side_named};
use crate::bolt_action_kit::{OPEN, Scene, choices, dice, does, has_fired, piece, question, remade, table, table_of, waits};
use crate::bolt_action_occasions_fire::Occasion;

/// A squad shoots at the militia, or by mistake at the lieutenant, so many inches away in a row of the ground; the dice to hit are due.
fn arises(occasion: Occasion, start: &Scene, (row, inches): (u8, u8), changes: [Change; 2]) -> BoltAction {
    let target = if occasion == Occasion::Mistake { "2lt" } else { "militia12" };
    occasion.arises(start, ("rifle10", target, row, inches), changes)
}

/// [HIT.1][HIT.2][HIT.3][HIT.4][HIT.7][HIT.8] Modifiers count on every occasion: after an Advance, from Ambush, at those who assault, at a
/// friend by mistake.
#[test]
fn modifiers_count_on_every_occasion() {
    let [regular, raw] = ["regular", "inexperienced"].map(ground);
    let down: Change = |piece| piece.order = Some(Order::Down);
    let pins: Change = |piece| piece.pins = 3;
    for occasion in [Occasion::Advance, Occasion::Ambush, Occasion::Assault, Occasion::Mistake] {
        // An assault is fired at where it is near. A pin goes with a test that is passed, and who shoots by mistake has one.
        let (near, worse) = (u8::from(occasion == Occasion::Assault), matches!(occasion, Occasion::Advance | Occasion::Mistake));
        let plain = 3 - near + u8::from(worse);
        let need = |start: &Scene, place: (u8, u8), changes: [Change; 2]| dice(&arises(occasion, start, place, changes)).1;
        assert_eq!(need(&regular, (5, 10), [as_it_is; 2]), plain, "{occasion:?}");
        assert_eq!(need(&regular, (5, 10), [pins, as_it_is]), plain + 3 - u8::from(worse), "{occasion:?}: pins");
        assert_eq!(need(&raw, (5, 10), [as_it_is; 2]), plain + 1, "{occasion:?}: raw");
        assert_eq!(need(&regular, (5, 10), [as_it_is, |piece| piece.men = 2]), plain + 1, "{occasion:?}: two men");
        assert_eq!(need(&regular, (5, 10), [|piece| piece.men = 1, as_it_is]), plain + 1, "{occasion:?}: alone");
        if occasion != Occasion::Assault {
            assert_eq!(need(&regular, (15, 10), [as_it_is; 2]), plain + 1, "{occasion:?}: crops");
            assert_eq!(need(&regular, (25, 7), [as_it_is; 2]), plain + 2, "{occasion:?}: a wall");
            assert_eq!(need(&regular, (5, 5), [as_it_is; 2]), plain - 1, "{occasion:?}: near");
            assert_eq!(need(&regular, (5, 16), [as_it_is; 2]), plain + 1, "{occasion:?}: far");
        }
        if worse {
            assert_eq!(need(&regular, (5, 10), [as_it_is, down]), plain + 1, "{occasion:?}: Down");
        }
    }
}

/// [HIT.5][HIT.8][HIT.9] Those who assault through crops or along trenches have cover to the last step; a machine gun that turns to its
/// friend has moved.
#[test]
fn cover_counts_at_those_who_assault_and_a_turn_at_a_friend() {
    for (glyph, need) in [(".", 2), (",", 3), ("t", 4)] {
        let row = glyph.repeat(OPEN.len());
        let start = table(&[row.as_str(); 9], [&["g_rifle10"], &["s_militia12"]]).put("rifle10", "0205", Facing::EAST);
        let mut game = start.put("militia12", "1105", Facing::WEST).ordered(Side::Soviet);
        does(&mut game, &["assault militia12", "return rifle10"]);
        assert_eq!(dice(&game).1, need, "{glyph}");
    }
    for (looks, need) in [(Facing::EAST, 4), (Facing::WEST, 5)] {
        let start = ground("regular").put("mmg", "0205", looks).edit("mmg", |piece| piece.pins = 1);
        let mut game = start.put("2lt", "1205", Facing::EAST).put("smg10", "1805", Facing::WEST).ordered(Side::Axis);
        does(&mut game, &["order mmg fire", "test fubar", "die 1", "mistake 2lt"]);
        assert_eq!(dice(&game).1, need, "{looks:?}");
    }
}

/// Ground, row and distance, the state of shooter and target, what the first and the second weapon need.
type Follow<'a> = (&'a Scene, u8, u8, [Change; 2], [u8; 2]);

/// [HIT] Modifiers count for the rifles that follow as for the submachine gun that shoots first.
#[test]
fn modifiers_count_for_the_weapons_that_follow() {
    let [regular, raw] = ["regular", "inexperienced"].map(ground);
    let down: Change = |piece| piece.order = Some(Order::Down);
    let cases: [Follow<'_>; 9] = [
        (&regular, 5, 10, [as_it_is; 2], [4, 3]),
        (&regular, 5, 10, [|piece| piece.pins = 2, as_it_is], [5, 4]),
        (&raw, 5, 10, [as_it_is; 2], [5, 4]),
        (&regular, 5, 10, [as_it_is, down], [5, 4]),
        (&regular, 5, 10, [as_it_is, |piece| piece.men = 2], [5, 4]),
        (&regular, 15, 10, [as_it_is; 2], [5, 4]),
        (&regular, 25, 7, [as_it_is; 2], [6, 5]),
        (&regular, 5, 5, [|piece| piece.moved = true, as_it_is], [2, 3]),
        (&regular, 5, 8, [|piece| (piece.moved, piece.pins) = (true, 3), down], [7, 7]),
    ];
    for (at, (start, row, inches, [of_shooter, of_target], needs)) in cases.into_iter().enumerate() {
        let start = Scene(start.0.clone()).put("2lt", &format!("02{row:02}"), Facing::EAST).edit("2lt", of_shooter);
        let start = start.put("smg10", &format!("{:02}{row:02}", 2 + inches), Facing::WEST).edit("smg10", has_fired);
        let mut game = start.edit("smg10", of_target).ordered(Side::Axis);
        does(&mut game, &["order 2lt fire"]);
        if question(&game) == "the order test" {
            does(&mut game, &["test pass"]);
        }
        does(&mut game, &["target smg10 0"]);
        let first = dice(&game).1;
        does(&mut game, &["score 0"]);
        let second = if question(&game) == "the dice to hit" { dice(&game).1 } else { first };
        assert_eq!([first, second], needs, "case {at}");
    }
}

// ---- reactions -------------------------------------------------------------------------------------

/// What a target may do when it is shot at; nothing if it is not asked.
fn reactions(start: Scene, [shooter, target]: [&str; 2], how: &str) -> Vec<String> {
    let mut game = start.ordered(side_named(shooter));
    does(&mut game, &[&format!("order {shooter} fire"), &format!("{how} {target}{}", if how == "shell" { "" } else { " 0" })]);
    if question(&game) == "does the target react?" { choices(&game) } else { Vec::new() }
}

/// [SHOOT.2] Supplements S4 and S5: men and guns go Down, Recce vehicles escape, whoever shoots, pinned or not, if they have no order at
/// all.
#[test]
fn whoever_has_no_order_reacts_by_its_kind_whoever_shoots() {
    let start = ground("regular");
    for (shooter, how) in [("rifle10", "target"), ("mmg", "target"), ("pak36", "target"), ("222", "target"), ("leig18", "shell")] {
        for (target, reaction) in [
            ("smg10", Some("duck smg10")),
            ("dshk", Some("duck dshk")),
            ("45mm", Some("duck 45mm")),
            ("ba64", Some("escape ba64")),
            ("m3a1", Some("escape m3a1")),
            ("t34", None),
            ("ba10", None),
        ] {
            let inches = if how == "shell" { 28 } else { 10 };
            let start =
                Scene(start.0.clone()).put(shooter, "0205", Facing::EAST).put(target, &format!("{:02}05", 2 + inches), Facing::WEST);
            for pins in [0, 2] {
                let pinned = Scene(start.0.clone()).edit(target, |piece| piece.pins = pins);
                let due: Vec<&str> = reaction.into_iter().flat_map(|reaction| ["done", reaction]).collect();
                assert_eq!(reactions(pinned, [shooter, target], how), due, "{shooter} at {target}, {pins} pins");
            }
            for order in Order::ALL {
                let ordered = Scene(start.0.clone()).edit(target, |piece| piece.order = Some(order));
                assert!(reactions(ordered, [shooter, target], how).is_empty(), "{shooter} at {target}, {order:?}");
            }
            let immobile = Scene(start.0.clone()).edit(target, |piece| piece.immobilised = true);
            let escapes = reaction.is_some_and(|reaction| reaction.starts_with("escape"));
            assert!(!escapes || reactions(immobile, [shooter, target], how).is_empty(), "{target} is immobilised");
        }
    }
    // The other side reacts too, and officers.
    for (target, reaction) in [("2lt", "duck 2lt"), ("mmg", "duck mmg"), ("pak36", "duck pak36"), ("222", "escape 222")] {
        let start = Scene(start.0.clone()).put("rifle9", "0205", Facing::EAST).put(target, "1205", Facing::WEST);
        assert_eq!(reactions(start, ["rifle9", target], "target"), ["done", reaction]);
    }
    // A closed Recce vehicle, and a tracked one.
    let scouts = |units| {
        let closed = remade("s_ba10", "\nmobility", "\nrecce = true\nmobility")(units);
        remade("s_t60", "\nmobility", "\nrecce = true\nmobility")(closed)
    };
    let start = table_of(&[OPEN; 9], [&["g_rifle10"], &["s_ba10", "s_t60"]], scouts).put("rifle10", "0205", Facing::EAST);
    for target in ["ba10", "t60"] {
        let start = Scene(start.0.clone()).put(target, "1205", Facing::WEST);
        assert_eq!(reactions(start, ["rifle10", target], "target"), ["done", &format!("escape {target}")]);
    }
}

/// [SHOOT.2] Decision D29: nobody reacts to fire from Ambush, nor to that of a friend.
#[test]
fn nobody_reacts_to_ambush_or_to_a_friend() {
    let start = ground("regular");
    let ambush = Scene(start.0.clone()).put("rifle10", "0205", Facing::EAST).put("ba64", "1205", Facing::WEST).edit("rifle10", waits);
    let mut game = ambush.ordered(Side::Soviet);
    does(&mut game, &["order ba64 advance", "leg W 1", "spring rifle10"]);
    assert_eq!((question(&game).as_str(), game.turn()), ("the dice to hit", Turn::Chance));
    let friends =
        Scene(start.0.clone()).put("rifle10", "0205", Facing::EAST).put("2lt", "1205", Facing::WEST).put("smg10", "1805", Facing::WEST);
    let mut game = friends.edit("rifle10", |piece| piece.pins = 1).ordered(Side::Axis);
    does(&mut game, &["order rifle10 fire", "test fubar", "die 1", "mistake 2lt"]);
    assert_eq!((question(&game).as_str(), game.turn()), ("the dice to hit", Turn::Chance));
    assert_eq!(piece(&game, "2lt").order, None);
}
