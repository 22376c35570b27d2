//! Rules of movement on the way into close quarters, and after them.

use stavka_engine::Side;
use stavka_engine::bolt_action::terms::Order;
use stavka_engine::bolt_action::{BoltAction, Piece};
use stavka_engine::square::Facing;

use crate::bolt_action_kit::{PLAIN, WIDTH, choices, does, has_fired, is_wrecked, name_of, offered, place, question, row_with, table};

/// A squad in a lane between ruins, in which its target is so many cells ahead, and something else: a glyph, a friend, a wreck, or a
/// machine gun in a niche beside the lane.
fn lane(
    target: &str,
    cells: usize,
    glyph: Option<(usize, char)>,
    other: Option<(&str, usize)>,
    change: impl FnOnce(&mut Piece),
) -> BoltAction {
    let lane = glyph.map_or_else(|| ".".repeat(WIDTH), |(cells, glyph)| row_with(30 + cells, &glyph.to_string()));
    let ruins = "#".repeat(WIDTH);
    let niche = other.filter(|&(other, _)| other == "maxim").map(|(_, cells)| 30 + cells);
    let beside = niche.map_or_else(|| ruins.clone(), |column| format!("{}.{}", "#".repeat(column - 1), "#".repeat(WIDTH - column)));
    let rows = [&ruins, &ruins, &ruins, &ruins, &lane, &beside, &ruins, &ruins, &ruins].map(String::as_str);
    let start = table(&rows, [&["g_rifle10", "g_gren9", "g_marder"], &[target, "s_maxim"]]).put("rifle10", "3005", Facing::EAST);
    let mut start = start.put(name_of(target), &format!("{:02}05", 30 + cells), Facing::WEST).edit(name_of(target), has_fired);
    if let Some((other, cells)) = other {
        let row = if niche.is_some() { "06" } else { "05" };
        start = start.put(other, &format!("{:02}{row}", 30 + cells), Facing::WEST);
        if other == "marder" {
            start = start.edit(other, is_wrecked);
        }
    }
    if other.is_none_or(|(other, _)| other != "maxim") {
        start = start.put("maxim", "6105", Facing::WEST);
    }
    start.edit("rifle10", change).ordered(Side::Axis)
}

/// [CQ.3][ORD.3.a][TER][TERK.3] Supplement S24: men come twelve inches to the cell beside each kind of target, by trench, house, crops and
/// road too, pinned or not, and out of scrub; six over ground that forbids a Run.
#[test]
fn an_assault_keeps_to_its_ground_against_each_kind_of_target() {
    for target in ["s_smg10", "s_45mm", "s_t34", "s_m3a1"] {
        for pins in [0, 2] {
            let comes = |cells: usize, glyph: Option<(usize, char)>| {
                let game = lane(target, cells, glyph, None, |piece| piece.pins = pins);
                if offered(&game, ["assault rifle10"]) == [true] { '+' } else { '-' }
            };
            assert_eq!([comes(13, None), comes(14, None)], ['+', '-'], "{target}, {pins} pins");
            assert_eq!(comes(13, Some((0, 's'))), '+', "{target}, out of scrub, {pins} pins");
            for (cells, expected) in [(7, "++++++++"), (8, "----++++"), (13, "----++++")] {
                let found: String = "sfwatH,=".chars().map(|glyph| comes(cells, Some((3, glyph)))).collect();
                assert_eq!(found, expected, "{target} after {cells} cells, {pins} pins");
            }
        }
    }
}

/// [CQ.3][VD.4.a] Decision D3: an assault goes through friends, not through a wreck, and does not end beside a friend.
#[test]
fn an_assault_passes_friends_and_no_wreck_against_each_kind_of_target() {
    for target in ["s_smg10", "s_45mm", "s_t34", "s_m3a1"] {
        for (other, cells, comes) in [("gren9", 3, true), ("gren9", 11, false), ("marder", 3, false)] {
            let game = lane(target, 13, None, Some((other, cells)), |_| {});
            assert_eq!(offered(&game, ["assault rifle10"]), [comes], "{target}, {other} {cells} cells ahead");
        }
    }
}

/// [CQV.1] No vehicle that runs is assaulted, whatever it is and whether or not it has left its cell; one that has moved and is Down, or
/// has advanced, may be.
#[test]
fn each_kind_of_vehicle_that_runs_is_safe_whether_or_not_it_has_left_its_cell() {
    for target in ["s_t34", "s_m3a1", "s_ba10"] {
        for moved in [false, true] {
            for (order, safe) in [(Order::Run, true), (Order::Advance, false), (Order::Down, false), (Order::Fire, false)] {
                let start = table(&PLAIN, [&["g_rifle10"], &[target]]).put("rifle10", "0105", Facing::EAST);
                let start = start.put(name_of(target), "0505", Facing::WEST);
                let game = start.edit(name_of(target), |piece| (piece.order, piece.moved) = (Some(order), moved)).ordered(Side::Axis);
                assert_eq!(offered(&game, ["assault rifle10"]), [!safe], "{target}, {order:?}, moved: {moved}");
            }
        }
    }
}

/// The farthest column ahead in which a squad may consolidate by a six after it has destroyed a gun seven cells ahead, beside which it
/// stands.
fn consolidates(glyph: Option<(usize, char)>, other: Option<(&str, usize)>) -> usize {
    let mut game = lane("s_45mm", 7, glyph, other, |_| {});
    does(&mut game, &["assault rifle10"]);
    while question(&game) != "the die of consolidation" {
        let best = choices(&game).pop().expect("dice have results");
        does(&mut game, &[&best]);
    }
    assert_eq!(place(&game, "rifle10"), "3605");
    does(&mut game, &["die 6"]);
    let columns = |line: &String| line.strip_prefix("consolidate ")?[..2].parse().ok();
    choices(&game).iter().filter_map(columns).max().expect("its own cell at least")
}

/// [CQ.6][TER][VD.4.a] Decisions D3 and D28: men consolidate over all ground that is open to an Advance, through friends, not through a
/// wreck, and not beside friends or enemies.
#[test]
fn a_consolidation_keeps_to_ground_and_room() {
    assert_eq!(consolidates(None, None), 42);
    for glyph in "sfwatH,=".chars() {
        assert_eq!(consolidates(Some((9, glyph)), None), 42, "{glyph}");
    }
    for (other, cells, end) in [("gren9", 9, 42), ("gren9", 12, 40), ("marder", 9, 38), ("maxim", 11, 39)] {
        assert_eq!(consolidates(None, Some((other, cells))), end, "{other} {cells} cells ahead");
    }
}
