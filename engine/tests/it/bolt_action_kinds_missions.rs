//! Who wins a mission, for each kind of unit that may decide it.

use stavka_engine::bolt_action::terms::Order;
use stavka_engine::bolt_action::{BoltAction, Opening, Piece, PositionBuilder, Prepared};
use stavka_engine::kit::files::ScenarioFiles as _;
use stavka_engine::square::Facing;
use stavka_engine::{Game as _, Side, Turn};

use crate::bolt_action_kit::{PLAIN, Scene, does, name_of, offered, scene, table, unit};

/// The states in which a unit still counts.
const STATES: [(Option<Order>, u8, bool); 6] = [
    (None, 0, false),
    (Some(Order::Run), 0, false),
    (Some(Order::Ambush), 0, false),
    (Some(Order::Down), 0, false),
    (None, 3, false),
    (Some(Order::Down), 1, true),
];

fn state((order, pins, immobilised): (Option<Order>, u8, bool)) -> impl Fn(&mut Piece) {
    move |piece| (piece.order, piece.pins, piece.immobilised) = (order, pins, immobilised)
}

/// A mission with another force.
fn mission(id: &str, force: &str, other: &str) -> Scene {
    let (_, text) = Prepared::SCENARIOS.iter().find(|(known, _)| *known == id).expect("a mission");
    let text = text.replace(&format!("{force:?}"), &format!("{other:?}"));
    Scene(PositionBuilder::empty(Prepared::interned(&Prepared::sources(id, &text)).unwrap_or_else(|error| panic!("{error}"))))
}

/// The end of the turn that may follow the last one.
fn after(start: Scene, turn: u8) -> BoltAction {
    let game = start.0.turn(turn).open(Opening::EndOfOrders, [0; 2]);
    assert_eq!(game.turn(), Turn::Over);
    game
}

/// The margin after the last turn.
fn margin(start: Scene, turn: u8) -> i16 {
    after(start, turn).outcome().expect("it is over").margin
}

fn points(game: &BoltAction, id: &str) -> i16 {
    game.data().unit(unit(game, id)).points as i16
}

/// Every kind of unit that lives holds an objective, whatever its state, and keeps the other side from holding it.
#[test]
fn each_kind_of_unit_holds_an_objective() {
    for id in ["g_rifle10", "g_mmg", "g_mortar81", "g_pak40", "g_pz3", "g_222"] {
        let name = name_of(id);
        for states in STATES {
            for (enemy, held) in [("6105", 60), ("3405", 0)] {
                let start = table(&PLAIN, [&[id], &["s_smg10"]]).put(name, "2805", Facing::EAST).put("smg10", enemy, Facing::WEST);
                assert_eq!(margin(start.edit(name, state(states)), 5), held, "{id} {states:?}");
            }
        }
    }
}

/// Every kind of unit counts its points when it is destroyed, with a wreck or without one.
#[test]
fn each_kind_of_unit_counts_when_it_is_destroyed() {
    let forces: [&[&str]; 2] = [&["g_rifle10", "g_gren9", "g_mmg", "g_pak40", "g_pz3"], &["s_smg10"]];
    let living = |gone: &str| {
        let start = table(&PLAIN, forces).put("smg10", "6105", Facing::WEST);
        let cells = [("rifle10", "0101"), ("gren9", "0103"), ("mmg", "0105"), ("pak40", "0107"), ("pz3", "0109")];
        let start =
            cells.into_iter().filter(|&(id, _)| id != gone || id == "pz3").fold(start, |start, (id, at)| start.put(id, at, Facing::EAST));
        if gone == "pz3" { start.edit("pz3", |piece| piece.men = 0) } else { start }
    };
    assert_eq!(margin(living("nobody"), 5), 0);
    for gone in ["gren9", "mmg", "pak40", "pz3"] {
        let game = after(living(gone), 5);
        assert_eq!(game.outcome().map(|outcome| outcome.margin), Some(-points(&game, gone)), "{gone}");
    }
}

/// Men, teams, officers and vehicles break a line, whatever their state; guns do not.
#[test]
fn each_kind_of_unit_but_guns_breaks_a_line() {
    for (id, counts) in
        [("rifle10-1", true), ("lt", true), ("mmg", true), ("mortar81", true), ("pz3", true), ("222", true), ("leig18", false)]
    {
        for states in STATES {
            let start = scene("hold").put(id, "2018", Facing::WEST).put("maxim-1", "4818", Facing::EAST).edit(id, state(states));
            // Three are needed, which counts as two and a half, doubled.
            assert_eq!(margin(start, 8), if counts { -3 } else { -5 }, "{id} {states:?}");
        }
    }
}

/// Every kind of unit breaks through with its points, whatever its state.
#[test]
fn each_kind_of_unit_breaks_through() {
    for (force, id) in [
        ("sa44", "rider8"),
        ("sa44", "s-lt"),
        ("sa44", "m3a1-1"),
        ("sa44", "t34_85-1"),
        ("sa44", "mortar82"),
        ("s44", "maxim"),
        ("s44", "45mm"),
    ] {
        for states in STATES {
            let start = mission("breakthrough", "sa44", force).put(id, "1008", Facing::WEST).put("g-lt", "3303", Facing::EAST);
            let game = after(start.edit(id, state(states)), 8);
            let mark = (u32::from(game.data().points(Side::Soviet)) * 25).div_ceil(100) as i16;
            let expected = 2 * (mark - points(&game, id)) - 1;
            assert_eq!(game.outcome().map(|outcome| outcome.margin), Some(expected), "{id} {states:?}");
        }
    }
}

/// [TURN.2] Supplement S34: every mission of an attack has another turn on four or more.
#[test]
fn each_mission_of_an_attack_may_have_another_turn() {
    for (id, [axis, soviet]) in [
        ("attack", ["gren9-1", "rifle9-1"]),
        ("hold", ["rifle10-1", "rifle11_i-1"]),
        ("breakthrough", ["gren9_44-1", "rifle9-1"]),
        ("demolition", ["g-rifle10-1", "smg10-1"]),
    ] {
        for die in 1..=6 {
            let start = scene(id).put(axis, "1001", Facing::EAST).put(soviet, "4801", Facing::WEST);
            let mut game = start.0.turn(7).open(Opening::EndOfOrders, [0; 2]);
            does(&mut game, &[&format!("die {die}")]);
            assert_eq!((game.turn() == Turn::Over, game.game_turn()), (die < 4, if die < 4 { 7 } else { 8 }), "{id}, {die}");
        }
    }
}

/// Whether the bridge is blown at the end of a turn, with a unit at its western end and a defender so far to the west of it.
fn is_blown(start: Scene, [sapper, defender]: [&str; 2], west: u8, states: [(Option<Order>, u8, bool); 2], turn: u8) -> bool {
    let start = start.put(sapper, "2019", Facing::WEST).put(defender, &format!("{:02}19", 20 - west), Facing::EAST);
    let start = start.edit(sapper, state(states[0])).edit(defender, state(states[1]));
    let mut game = start.0.turn(turn).open(Opening::EndOfOrders, [0; 2]);
    for id in [defender, sapper] {
        let keeps = format!("keep {id}");
        if offered(&game, [&keeps]) == [true] {
            does(&mut game, &[&keeps]);
        }
    }
    game.outcome().is_some_and(|outcome| outcome.winner == Some(Side::Soviet))
}

const IDLE: (Option<Order>, u8, bool) = (None, 0, false);

/// Every kind of men with weapons against tanks blows the bridge, whatever they did but go Down; guns do not. In the last regular turn too.
#[test]
fn each_kind_of_men_with_charges_blows_a_bridge() {
    for (sapper, able) in [("eng8", true), ("sapper6-1", true), ("atr", true), ("smg10-1", false), ("mortar50", false), ("t70", false)] {
        for states in STATES {
            for turn in [2, 7] {
                let sapper = if sapper == "mortar50" { "s-mortar50" } else { sapper };
                let blown = is_blown(scene("demolition"), [sapper, "mmg"], 8, [states, IDLE], turn);
                assert_eq!(blown, able && states.0 != Some(Order::Down), "{sapper} {states:?}, turn {turn}");
            }
        }
    }
    for (sapper, able) in [("eng8", true), ("45mm", false)] {
        let blown = is_blown(mission("demolition", "ss42", "s42"), [sapper, "mmg"], 8, [IDLE; 2], 2);
        assert_eq!(blown, able, "{sapper}");
    }
}

/// Every kind of defender within three inches of them prevents it, whatever its state.
#[test]
fn each_kind_of_defender_saves_a_bridge() {
    for defender in ["g-rifle10-1", "pion8", "mmg", "flame", "pak40", "stug_s"] {
        for states in STATES {
            let blown = [3, 4].map(|west| is_blown(mission("demolition", "gg42", "g42"), ["eng8", defender], west, [IDLE, states], 2));
            assert_eq!(blown, [false, true], "{defender} {states:?}");
        }
    }
}

/// A wreck is no unit: that of a defender beside them prevents nothing.
#[test]
fn a_wreck_saves_no_bridge() {
    for (men, expected) in [(1, false), (0, true)] {
        let start = mission("demolition", "gg42", "g42").edit("stug_s", |piece| piece.men = men);
        assert_eq!(is_blown(start, ["eng8", "stug_s"], 3, [IDLE; 2], 2), expected, "{men}");
    }
}
