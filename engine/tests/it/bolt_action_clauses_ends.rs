//! More scenes for conditions that no other scene pins: the last turn, and who wins a mission by how much.

use stavka_engine::bolt_action::data::mission::Victory;
use stavka_engine::bolt_action::data::units::Template;
use stavka_engine::bolt_action::terms::{Class, Order};
use stavka_engine::bolt_action::{BoltAction, Opening, PositionBuilder};
use stavka_engine::square::{Cell, Facing};
use stavka_engine::{Game as _, Outcome, Side, Turn};

use crate::bolt_action_kit::{PLAIN, Scene, does, piece, question, scene, switched, table, table_with, unit};

/// A mission in which every unit stands in its zone, but for those that are destroyed and those that stand elsewhere.
fn standing(mission: &str, destroyed: &[&str], elsewhere: &[(&str, &str)]) -> Scene {
    let mut builder = scene(mission).0;
    let empty = builder.clone().open(Opening::Draw, [0; 2]);
    for (id, cell) in elsewhere {
        builder = builder.place(id, cell, Facing::EAST).unwrap_or_else(|error| panic!("{id}: {error}"));
    }
    let data = empty.data();
    for (unit, _) in Side::ALL.into_iter().flat_map(|side| data.units(side)) {
        let id = data.name(unit);
        if destroyed.contains(&id) || elsewhere.iter().any(|(other, _)| *other == id) {
            continue;
        }
        let lattice = data.battlefield.lattice;
        let named = |cell: Cell| format!("{:02}{:02}", lattice.place(cell).0 + 1, lattice.place(cell).1 + 1);
        // From the edge of the table inwards.
        let mut cells: Vec<Cell> = data.mission.zones[unit.side().index()].iter().collect();
        cells.sort_by_key(|&cell| if unit.side() == Side::Axis { lattice.place(cell).0 } else { -lattice.place(cell).0 });
        let mut free = cells.into_iter().filter_map(|cell| builder.clone().place(id, &named(cell), Facing::EAST).ok());
        builder = free.next().expect("its zone has room");
    }
    Scene(builder)
}

fn at_end(scene: Scene, turn: u8) -> BoltAction {
    scene.0.turn(turn).open(Opening::EndOfOrders, [0; 2])
}

/// The outcome when the last turn has ended without another.
fn outcome(scene: Scene) -> Outcome {
    let mut game = at_end(scene, 7);
    while game.turn() == Turn::Chance {
        does(&mut game, &["die 1"]);
    }
    game.outcome().expect("it is over")
}

/// The units of a side as notation names them.
fn names(game: &BoltAction, side: Side) -> Vec<&str> {
    game.data().units(side).map(|(unit, _)| game.data().name(unit)).collect()
}

fn won(winner: Option<Side>, margin: i16, level: &'static str) -> Outcome {
    Outcome { winner, margin, level }
}

fn points(game: &BoltAction, id: &str) -> i16 {
    game.data().unit(unit(game, id)).points as i16
}

// ---- turns -----------------------------------------------------------------------------------

/// Supplement S34: after the last turn a die may give one more, and one only.
#[test]
fn a_die_gives_one_more_turn() {
    let end = |turn: u8| at_end(standing("meeting", &[], &[]), turn);
    assert_eq!((end(5).turn(), end(5).game_turn()), (Turn::Chance, 6));
    assert_eq!(question(&end(6)), "a die for another turn");
    for die in 1..=6 {
        let mut game = end(6);
        does(&mut game, &[&format!("die {die}")]);
        let goes_on = die >= 4;
        assert_eq!((game.turn() == Turn::Over, game.game_turn()), (!goes_on, if goes_on { 7 } else { 6 }), "die {die}");
    }
    assert_eq!(end(7).turn(), Turn::Over);
    // The duel has no such die.
    let duel = || table(&PLAIN, [&["g_rifle10"], &["s_smg10"]]).put("rifle10", "0105", Facing::EAST).put("smg10", "6105", Facing::WEST);
    assert_eq!((at_end(duel(), 4).game_turn(), at_end(duel(), 5).turn()), (5, Turn::Over));
}

/// [TURN.2.b] Supplement S8: nobody is asked to keep an order for a turn that cannot come, nor if the switch is off.
#[test]
fn orders_are_kept_for_turns_that_may_come() {
    let asks = "does the unit keep its order for the next turn?";
    let waits =
        |scene: Scene, id: &str, turn: u8| question(&at_end(scene.edit(id, |piece| piece.order = Some(Order::Ambush)), turn)) == asks;
    for (turn, asked) in [(5, true), (6, true), (7, false)] {
        assert_eq!(waits(standing("meeting", &[], &[]), "gren9-1", turn), asked, "meeting, turn {turn}");
    }
    for (keeps, turn, asked) in [(true, 4, true), (true, 5, false), (false, 4, false)] {
        let start = table_with(&PLAIN, [&["g_rifle10"], &["s_smg10"]], switched("keep_orders", keeps));
        let start = start.put("rifle10", "0105", Facing::EAST).put("smg10", "6105", Facing::WEST);
        assert_eq!(waits(start, "rifle10", turn), asked, "switch {keeps}, turn {turn}");
    }
}

// ---- points -----------------------------------------------------------------------------------

/// An objective is held from three inches by the side that is nearer to it.
#[test]
fn the_nearer_side_within_three_inches_holds_an_objective() {
    let cases = [
        (["2805", "6105"], Some(Side::Axis)),
        (["2705", "6105"], None),
        (["0105", "3405"], Some(Side::Soviet)),
        (["0105", "3408"], None),
        (["3005", "3305"], Some(Side::Axis)),
        (["2905", "3205"], Some(Side::Soviet)),
        (["2905", "3305"], None),
    ];
    for ([axis, soviet], holder) in cases {
        let start = table(&PLAIN, [&["g_rifle10"], &["s_smg10"]]).put("rifle10", axis, Facing::EAST).put("smg10", soviet, Facing::WEST);
        let game = at_end(start, 5);
        let margin = match holder {
            None => 0,
            Some(Side::Axis) => 60,
            Some(Side::Soviet) => -60,
        };
        assert_eq!(game.outcome().map(|outcome| (outcome.winner, outcome.margin)), Some((holder, margin)), "{axis} {soviet}");
    }
}

/// Destroyed units and objectives count; a difference below the margin is a draw, a tenth of the smaller force a clear victory, more than
/// a third a decisive one.
#[test]
fn points_decide_a_meeting_by_levels() {
    let game = at_end(standing("meeting", &[], &[]), 1);
    let data = game.data();
    let Victory::Points { objective: 150, draw_margin: 75 } = data.mission.victory else { panic!("{:?}", data.mission.victory) };
    let force = Side::ALL.map(|side| data.points(side)).into_iter().min().unwrap() as i16;
    let level = |margin: i16| match margin {
        0..75 => "draw",
        margin if margin > force / 3 => "decisive victory",
        margin if margin >= force / 10 => "clear victory",
        _ => "marginal victory",
    };
    let mut seen = std::collections::BTreeSet::new();
    for (winner, loser) in [(Side::Axis, Side::Soviet), (Side::Soviet, Side::Axis)] {
        let names = names(&game, loser);
        for lost in 0..names.len() {
            let destroyed = &names[..lost];
            let margin: i16 = destroyed.iter().map(|id| points(&game, id)).sum();
            let towards = if winner == Side::Axis { margin } else { -margin };
            let expected = won((margin >= 75).then_some(winner), towards, level(margin));
            assert_eq!(outcome(standing("meeting", destroyed, &[])), expected, "{destroyed:?}");
            seen.insert(expected.level);
        }
    }
    assert_eq!(seen.into_iter().collect::<Vec<_>>(), ["clear victory", "decisive victory", "draw"]);
    let holds = |cells: &[&str]| {
        let units: Vec<(&str, &str)> = ["gren9-1", "gren9-2", "gren9-3"].into_iter().zip(cells.iter().copied()).collect();
        outcome(standing("meeting", &[], &units))
    };
    for (cells, margin) in [(&["2506"][..], 150), (&["2506", "2519"], 300), (&["2506", "2519", "2532"], 450)] {
        assert_eq!(holds(cells), won(Some(Side::Axis), margin, level(margin)), "{cells:?}");
    }
}

/// A side without units has lost, whatever the points say.
#[test]
fn the_last_who_stands_wins() {
    let start = table(&PLAIN, [&["g_rifle10", "g_tiger"], &["s_smg10"]]).put("rifle10", "0105", Facing::EAST);
    assert_eq!(at_end(start, 5).outcome(), Some(won(Some(Side::Axis), 1, "marginal victory")));
    let start = table(&PLAIN, [&["g_rifle10"], &["s_smg10", "s_is2"]]).put("smg10", "0105", Facing::EAST);
    assert_eq!(at_end(start, 5).outcome(), Some(won(Some(Side::Soviet), -1, "marginal victory")));
}

// ---- attacks ----------------------------------------------------------------------------------

const TAKEN: &str = "objective taken";
const HELD: &str = "objective held";

/// The attacker takes two of three yards, or has not won.
#[test]
fn an_attack_needs_two_objectives() {
    let cells = [("rifle9-1", "1714"), ("rifle9-2", "2527"), ("rifle9-3", "2939")];
    for (count, winner, margin) in [(0, Side::Axis, 3), (1, Side::Axis, 1), (2, Side::Soviet, -1), (3, Side::Soviet, -3)] {
        let level = if winner == Side::Soviet { TAKEN } else { HELD };
        // The garrison stands elsewhere.
        assert_eq!(outcome(standing("attack", &[], &cells[..count])), won(Some(winner), margin, level), "{count}");
    }
    let game = at_end(standing("attack", &[], &[]), 1);
    assert_eq!(outcome(standing("attack", &names(&game, Side::Axis), &[])), won(Some(Side::Soviet), -1, TAKEN));
    assert_eq!(outcome(standing("attack", &names(&game, Side::Soviet), &[])), won(Some(Side::Axis), 3, HELD));
    let nobody = Scene(PositionBuilder::empty(game.data()));
    assert_eq!(outcome(nobody), won(Some(Side::Axis), 3, HELD));
}

/// Three units of the attacker in the trench or behind it break the line; guns do not count.
#[test]
fn a_line_is_broken_by_three_units() {
    let through = [("rifle10-1", "2805"), ("rifle10-2", "2810"), ("leig18", "2015"), ("rifle10-3", "2820"), ("rifle10-4", "2825")];
    for (count, winner, margin) in [(0, Side::Soviet, -5), (3, Side::Soviet, -1), (4, Side::Axis, 1), (5, Side::Axis, 3)] {
        let level = if winner == Side::Axis { TAKEN } else { HELD };
        let start = standing("hold", &[], &through[..count]);
        assert_eq!(outcome(start), won(Some(winner), margin, level), "{count}");
    }
    // A column before the line is not behind it.
    let short = [("rifle10-1", "2905"), ("rifle10-2", "2910"), ("rifle10-3", "2920"), ("rifle10-4", "2925")];
    assert_eq!(outcome(standing("hold", &[], &short)).margin, -5);
}

/// A quarter of the points of the attacker's force breaks through.
#[test]
fn a_breakthrough_counts_points() {
    let game = at_end(standing("breakthrough", &[], &[]), 1);
    let data = game.data();
    let mark = (u32::from(data.points(Side::Soviet)) * 25).div_ceil(100) as i16;
    let units: Vec<(&str, String)> =
        data.units(Side::Soviet).map(|(unit, _)| data.name(unit)).zip((1..).map(|at| format!("10{:02}", 3 * at - 2))).collect();
    let mut winners = Vec::new();
    for count in 0..units.len() {
        let through: Vec<(&str, &str)> = units[..count].iter().map(|(id, cell)| (*id, cell.as_str())).collect();
        let margin = 2 * (through.iter().map(|(id, _)| points(&game, id)).sum::<i16>() - mark) + 1;
        let (winner, level) = if margin > 0 { (Side::Soviet, TAKEN) } else { (Side::Axis, HELD) };
        assert_eq!(outcome(standing("breakthrough", &[], &through)), won(Some(winner), -margin, level), "{count}");
        winners.push(winner);
    }
    assert!(winners.contains(&Side::Axis) && winners.contains(&Side::Soviet));
}

/// Men equipped against tanks who are not Down blow the bridge at the end of a turn, if no defender is within three inches of them.
#[test]
fn a_bridge_is_blown_at_the_end_of_a_turn() {
    let game = at_end(standing("demolition", &[], &[]), 1);
    let data = game.data();
    let by = |able: bool| {
        let is = |template: &Template| template.class == Class::Infantry && template.anti_tank == able;
        data.units(Side::Soviet).find(|(_, template)| is(template)).map(|(unit, _)| data.name(unit)).expect("one of them")
    };
    let guard = data.units(Side::Axis).find(|(_, template)| template.class == Class::Infantry).map(|(unit, _)| data.name(unit)).unwrap();
    let (sappers, others) = (by(true), by(false));
    let away = |cell: &'static str| vec![(sappers, cell)];
    let cases = [
        (away("2119"), None, true),
        (away("2019"), None, true),
        (away("1919"), None, false),
        (vec![(others, "2119")], None, false),
        (vec![(sappers, "2119"), (guard, "1819")], None, false),
        (vec![(sappers, "2119"), (guard, "1719")], None, true),
        (away("2119"), Some(Order::Down), false),
        (away("2119"), Some(Order::Fire), true),
    ];
    for (elsewhere, order, blown) in cases {
        let start = standing("demolition", &[], &elsewhere).edit(sappers, |piece| piece.order = order);
        let mut game = at_end(start, 2);
        if order == Some(Order::Down) {
            does(&mut game, &[&format!("give-back {sappers}")]);
        }
        let outcome = game.outcome();
        assert_eq!(outcome, blown.then_some(won(Some(Side::Soviet), -1, TAKEN)), "{elsewhere:?} {order:?}");
        assert!(piece(&game, sappers).is_alive());
    }
    assert_eq!(outcome(standing("demolition", &[], &[])), won(Some(Side::Axis), 1, HELD));
}
