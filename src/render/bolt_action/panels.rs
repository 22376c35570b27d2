//! What lies beside the table: the bag, the turn, the mission and its score, the forces with their losses.

use stavka_engine::bolt_action::{BoltAction, units};
use stavka_engine::{Game as _, Side};
use stavka_words::{proper, tr};

use super::{account, names};
use crate::theme::{Panel, Track};

/// The panels.
pub(super) fn panels(game: &BoltAction) -> Vec<Panel> {
    let mut all = Vec::new();
    if game.outcome().is_some() {
        all.push(Panel { title: tr!("Result"), tracks: Vec::new(), lines: account::result(game) });
    }
    all.extend([bag(game), mission(game)]);
    all.extend(Side::ALL.map(|side| force(game, side)));
    all
}

/// The dice that are left, the odds of the next one, and who has no order yet.
fn bag(game: &BoltAction) -> Panel {
    let all: u64 = Side::ALL.into_iter().map(|side| game.in_bag(side)).sum();
    let tracks = Side::ALL.map(|side| {
        let dice = game.in_bag(side);
        let next = if all > 0 { tr!("next die: {chance}", chance = names::percent(dice as f64 / all as f64)) } else { String::new() };
        Track::new(tr!("{side} dice in the bag", side), dice as i32, game.alive(side).count_ones() as i32, next)
    });
    let waiting = Side::ALL.into_iter().filter_map(|side| {
        let idle = units(side, game.alive(side)).filter(|&unit| game.piece(unit).order.is_none());
        let names: Vec<String> = idle.map(names::tag).collect();
        (!names.is_empty()).then(|| tr!("{side}, no order yet: {units}", side, units = names.join(" ")))
    });
    Panel { title: tr!("The bag"), tracks: tracks.to_vec(), lines: waiting.collect() }
}

fn mission(game: &BoltAction) -> Panel {
    let mission = &game.data().mission;
    let extra = mission.extra_turn_from.map(|from| tr!("one more after the last on {from} or more [S34]", from)).unwrap_or_default();
    let tracks = vec![Track::new(tr!("Turn"), game.game_turn(), mission.turns, extra)];
    let mut lines = account::lines(game);
    for (number, &cell) in (1..).zip(&mission.objectives) {
        let holder = game.holder(cell).map_or_else(|| tr!("nobody").to_owned(), |side| side.to_string());
        lines.push(tr!("objective {number} at {cell}: {holder}", number, cell = names::cell(game.data(), cell), holder));
    }
    Panel { title: tr!("Mission"), tracks, lines }
}

/// Points, units and men that a side has left, and what it has lost.
fn force(game: &BoltAction, side: Side) -> Panel {
    let data = game.data();
    let all: Vec<_> = data.units(side).collect();
    let lost: Vec<_> = all.iter().filter(|(unit, _)| game.piece(*unit).men == 0).collect();
    let men = all.iter().map(|(unit, _)| i32::from(game.piece(*unit).men)).sum::<i32>();
    let full = all.iter().map(|(_, template)| i32::from(template.models())).sum::<i32>();
    let pinned: Vec<String> = all
        .iter()
        .filter(|(unit, _)| game.piece(*unit).is_alive() && game.piece(*unit).pins > 0)
        .map(|(unit, _)| format!("{} {}", names::tag(*unit), game.piece(*unit).pins))
        .collect();
    let tracks = vec![
        Track::new(tr!("Points"), i32::from(game.points_alive(side)), i32::from(data.points(side)), String::new()),
        Track::new(tr!("Units"), (all.len() - lost.len()) as i32, all.len() as i32, String::new()),
        Track::new(tr!("Men and vehicles"), men, full, String::new()),
    ];
    let names: Vec<String> = lost.iter().map(|(unit, _)| names::name(data, *unit)).collect();
    let mut lines = vec![proper(&data.mission.forces[side.index()]).to_owned()];
    lines.extend((!names.is_empty()).then(|| tr!("destroyed: {units}", units = names.join(", "))));
    lines.extend((!pinned.is_empty()).then(|| tr!("pins: {units}", units = pinned.join(", "))));
    Panel { title: if side == Side::Axis { tr!("German force") } else { tr!("Soviet force") }, tracks, lines }
}
