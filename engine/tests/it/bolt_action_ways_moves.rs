//! Rules of movement on each way in which a unit comes to move.

use stavka_engine::Side;
use stavka_engine::bolt_action::BoltAction;
use stavka_engine::square::Facing;

use crate::bolt_action_kit::{
    OPEN, PLAIN, Scene, WIDTH, choices, dice, does, is_wrecked, name_of, offered, piece, place, question, row_with, table, unit, waits,
};

/// Units, the ways in which they move, and how many cells they come on open ground. After a first leg of two cells a vehicle has two inches
/// less.
const WAYS: [(&str, &str, usize); 23] = [
    ("g_rifle10", "advance", 6),
    ("g_rifle10", "run", 12),
    ("g_rifle10", "advance by steps", 6),
    ("g_rifle10", "run by steps", 12),
    ("g_rifle10", "panic", 12),
    ("g_pak36", "advance", 6),
    ("g_pak36", "advance by steps", 6),
    ("g_pz3", "advance", 9),
    ("g_pz3", "run", 18),
    ("g_pz3", "reverse", 4),
    ("g_pz3", "advance by a second leg", 7),
    ("g_pz3", "panic", 18),
    ("g_251", "reverse", 4),
    ("g_251", "run by a second leg", 16),
    ("g_251", "panic", 18),
    ("g_222", "advance", 12),
    ("g_222", "run", 24),
    ("g_222", "reverse", 12),
    ("g_222", "advance by a second leg", 10),
    ("g_222", "run by a second leg", 22),
    ("g_222", "panic", 24),
    ("g_222", "escape", 12),
    ("g_222", "escape in reverse", 12),
];

/// A unit moves as far as it can along a lane between ruins, in which there is something so many cells ahead: a glyph, or other units. The
/// machine gun is in a niche beside the lane.
/// Where it is then, and how many cells it came.
fn moves(id: &str, way: &str, glyph: Option<(usize, char)>, others: &[(&str, usize)]) -> (BoltAction, usize) {
    let column = |cells: usize| if way == "reverse" { 30 - cells } else { 30 + cells };
    let name = name_of(id);
    let lane = glyph.map_or_else(|| ".".repeat(WIDTH), |(cells, glyph)| row_with(column(cells), &glyph.to_string()));
    let ruins = "#".repeat(WIDTH);
    let mouth = format!("{}.{}", "#".repeat(29), "#".repeat(WIDTH - 30));
    let mut niche = mouth.clone();
    if let Some(&(_, cells)) = others.iter().find(|(other, _)| *other == "maxim") {
        niche.replace_range(column(cells) - 1..column(cells), ".");
    }
    let rows = [&ruins, &ruins, &ruins, &ruins, &lane, &niche, &mouth, &ruins, &ruins].map(String::as_str);
    let (second, flees) = (way.ends_with("second leg"), way == "panic" || way.starts_with("escape"));
    let facing = if second {
        Facing::NORTH
    } else if way == "escape in reverse" {
        Facing::WEST
    } else {
        Facing::EAST
    };
    let mut start = table(&rows, [&[id, "g_gren9", "g_marder"], &["s_smg10", "s_maxim"]]);
    start = start.put(name, if second { "3007" } else { "3005" }, facing).put("smg10", if flees { "2505" } else { "6105" }, Facing::WEST);
    for &(other, cells) in others {
        let row = if other == "maxim" { "06" } else { "05" };
        start = start.put(other, &format!("{:02}{row}", column(cells)), Facing::WEST);
        if other == "marder" {
            start = start.edit(other, is_wrecked);
        }
    }
    if way.ends_with("steps") {
        start = start.edit("smg10", waits);
    }
    let mover = unit(&Scene(start.0.clone()).ordered(Side::Axis), name);
    if others.iter().all(|&(other, _)| other != "maxim") {
        start = start.put("maxim", "0105", Facing::EAST);
    }
    start = start.edit("maxim", |piece| piece.ranging = Some((mover, 1)));
    start = start.edit(name, |piece| (piece.dug_in, piece.pins) = (!["g_pz3", "g_251", "g_222"].contains(&id), u8::from(way == "panic")));
    let mut game = start.ordered(if way.starts_with("escape") { Side::Soviet } else { Side::Axis });
    let order = if way == "reverse" { "advance" } else { way.split(' ').next().unwrap_or(way) };
    match order {
        "panic" => does(&mut game, &[&format!("order {name} ambush"), "test fubar", "die 4"]),
        "escape" => does(&mut game, &["order smg10 fire", "target 222 0", "escape 222"]),
        _ => does(&mut game, &[&format!("order {name} {order}")]),
    }
    if second {
        does(&mut game, &["leg N 2"]);
    }
    if way.ends_with("steps") {
        does(&mut game, &["step-by-step"]);
        while choices(&game).contains(&"step E".to_owned()) {
            does(&mut game, &["step E"]);
        }
        // Who has come beside a friend goes back.
        while !choices(&game).contains(&"done".to_owned()) && place(&game, name) != "3005" {
            does(&mut game, &["step W"]);
        }
    } else if way != "panic" {
        let line = |cells: usize| match way {
            "reverse" => format!("reverse E {cells}"),
            "escape in reverse" => format!("reverse W {cells}"),
            _ if id == "g_rifle10" || id == "g_pak36" => format!("move {:02}05", column(cells)),
            _ => format!("leg E {cells}"),
        };
        let offers = choices(&game);
        if let Some(last) = (1..=30).rev().map(line).find(|line| offers.contains(line)) {
            does(&mut game, &[&last]);
        }
    }
    let at: usize = place(&game, name)[..2].parse().expect("a column");
    (game, at.abs_diff(30))
}

/// [MOVE][MOVE.1][MOVE.2][MOVE.3][MOVE.4][REV.1][REV.2][FUB.3] Supplements S5 and S22: the rate of each way.
#[test]
fn each_way_has_its_rate() {
    for (id, way, rate) in WAYS {
        assert_eq!(moves(id, way, None, &[]).1, rate, "{id}, {way}");
    }
}

/// [VD.4.a] Decision D3: on no way does anybody go through a wreck, or beside an enemy; through friends everybody goes, and stops two
/// cells before the one at the end of the way.
#[test]
fn each_way_stops_at_wrecks_and_enemies_and_passes_friends() {
    for (id, way, rate) in WAYS {
        let comes = |other: &str, cells: usize| moves(id, way, None, &[(other, cells)]).1;
        assert_eq!(comes("marder", 3), 2, "{id}, {way}: wreck");
        // Those who flee do so from the nearer enemy behind them.
        let ahead = if rate > 7 { 7 } else { 4 };
        assert_eq!(comes("maxim", ahead), ahead - 2, "{id}, {way}: enemy");
        assert_eq!(comes("gren9", 2), rate, "{id}, {way}: friend on the way");
        assert_eq!(comes("gren9", rate), rate - 2, "{id}, {way}: friend at its end");
    }
}

/// [TER][TER.1][TER.2][TER.3][TER.4][TER.5][TERK.2][TERK.3][TERK.4][TERK.5][TERK.6] Decision D10: scrub, fence, wall, ditch, trench, house,
/// crops and road on each way.
#[test]
fn each_way_keeps_to_its_ground() {
    for (id, way, _) in WAYS {
        let runs = way.starts_with("run") || way == "panic";
        let expected = match (id, runs) {
            ("g_rifle10", false) => "++++++++",
            ("g_rifle10", true) => "----++++",
            ("g_pz3" | "g_251", false) => "+++-+-++",
            ("g_pz3" | "g_251", true) => "-++-+-++",
            _ => "------++",
        };
        let through = |glyph: char| if moves(id, way, Some((3, glyph)), &[]).1 > 3 { '+' } else { '-' };
        assert_eq!("sfwatH,=".chars().map(through).collect::<String>(), expected, "{id}, {way}");
    }
}

/// [FUB.3] Decision D13, supplement S27: whoever moves, on whichever way, leaves its works and the range of those who fire indirectly.
#[test]
fn each_way_leaves_works_and_range() {
    for (id, way, _) in WAYS {
        let (game, _) = moves(id, way, None, &[]);
        let mover = piece(&game, name_of(id));
        assert_eq!((mover.dug_in, mover.moved, piece(&game, "maxim").ranging), (false, true, None), "{id}, {way}");
    }
}

/// A vehicle in the middle of a plain that looks so panics before an enemy in the west: where it ends.
fn panics(id: &str, facing: Facing) -> String {
    let rows = vec![OPEN; 25];
    let start = table(&rows, [&[id], &["s_smg10"]]).put(name_of(id), "3013", facing).put("smg10", "2013", Facing::EAST);
    let mut game = start.edit(name_of(id), |piece| piece.pins = 1).ordered(Side::Axis);
    does(&mut game, &[&format!("order {} ambush", name_of(id)), "test fubar", "die 4"]);
    place(&game, name_of(id))
}

/// [FUB.3][MAN.1][MAN.2][MAN.3] Decision D19: panic has the turns of a Run, none on tracks, else one of up to 90 degrees. A diagonal cell
/// costs seven fifths.
#[test]
fn a_vehicle_in_panic_has_the_turns_of_a_run() {
    for (id, facing, end) in [
        ("g_pz3", Facing::EAST, "4813"),
        ("g_pz3", Facing::NORTH.turned(1), "4201"),
        ("g_pz3", Facing::SOUTH, "3025"),
        ("g_pz3", Facing::WEST, "3013"),
        ("g_251", Facing::SOUTH, "4813"),
        ("g_251", Facing::WEST, "3001"),
        ("g_222", Facing::SOUTH, "5413"),
        ("g_222", Facing::WEST, "3001"),
    ] {
        assert_eq!(panics(id, facing), end, "{id} {facing:?}");
    }
}

/// [HIT.5] Who has reversed, or has gone step by step, fires on the move: 3+ becomes 4+ at 15 inches, which are neither close nor long.
#[test]
fn fire_after_a_reverse_and_after_steps_is_fire_on_the_move() {
    for (id, from, lines) in [
        ("g_pz3", "1205", &["order pz3 advance", "reverse E 2"][..]),
        ("g_222", "1205", &["order 222 advance", "reverse E 2", "done"]),
        ("g_222", "1106", &["order 222 advance", "reverse E 2", "leg NE 1", "done"]),
        ("g_222", "0906", &["order 222 advance", "leg E 2", "reverse SE 1", "done"]),
        ("g_atr", "0805", &["order atr advance", "step-by-step", "step E", "step E", "done"]),
    ] {
        let start = table(&PLAIN, [&[id], &["s_smg10"]]).put(name_of(id), from, Facing::EAST).put("smg10", "2505", Facing::WEST);
        let mut game = start.edit("smg10", waits).ordered(Side::Axis);
        does(&mut game, lines);
        does(&mut game, &["target smg10 0"]);
        assert_eq!((place(&game, name_of(id)).as_str(), dice(&game).1), ("1005", 4), "{id}");
    }
}

/// [MAN.3][MOVE.4] Supplement S5: the legs of an escape share one Advance with its two turns.
#[test]
fn the_legs_of_an_escape_share_its_rate_and_turns() {
    let start = table(&PLAIN, [&["g_222"], &["s_smg10"]]).put("222", "1005", Facing::EAST).put("smg10", "0405", Facing::EAST);
    let mut game = start.ordered(Side::Soviet);
    does(&mut game, &["order smg10 fire", "target 222 0", "escape 222"]);
    let mut turned = game.clone();
    does(&mut game, &["leg E 9"]);
    assert_eq!(offered(&game, ["leg N 3", "leg N 4", "leg E 1"]), [true, false, false]);
    does(&mut turned, &["leg NE 1", "leg E 1"]);
    assert_eq!((question(&turned), place(&turned, "222")), ("the dice to hit".to_owned(), "1204".to_owned()));
}
