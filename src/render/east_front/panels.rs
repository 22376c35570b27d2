//! Tracks beside the board: turns, objectives, steps lost, air units, headquarters, attacks, arrivals.

use stavka_engine::east_front::data::{AirBox, Leaving, UnitKind};
use stavka_engine::east_front::{EastFront, Order, Place};
use stavka_engine::{Game as _, Side};
use stavka_words::{tr, translate};

use super::layout::BOXES;
use crate::Tabletop as _;
use crate::theme::{Panel, Track};

/// What lies beside the board, as `viewer` may see it.
pub(super) fn panels(game: &EastFront, viewer: Side) -> Vec<Panel> {
    let mut all = Vec::new();
    if game.outcome().is_some() {
        all.push(Panel { title: tr!("Result"), tracks: Vec::new(), lines: game.account() });
    }
    all.extend([victory(game), turns(game), losses(game), air(game, viewer), headquarters(game)]);
    let attacks = attacks(game, viewer);
    if !attacks.lines.is_empty() {
        all.push(attacks);
    }
    all.push(arrivals(game));
    all
}

/// Objectives and steps: what decides the game.
fn victory(game: &EastFront) -> Panel {
    let script = &game.data().script;
    let all = script.objectives.len() as i32;
    let lost = game.steps_lost(Side::Axis);
    let missing: Vec<String> =
        script.objectives.iter().filter(|&&hex| game.controller(hex) == Side::Soviet).map(|&hex| game.hex_name(hex)).collect();
    let note = if missing.is_empty() { tr!("all held").to_owned() } else { tr!("Soviet: {missing}", missing = missing.join(", ")) };
    let tracks = vec![
        Track::new(tr!("Objectives of the Axis"), game.objectives_held(), all, note),
        Track::new(tr!("Axis steps lost"), lost, script.axis_steps_allowed, tr!("one more is a Soviet victory at once [PB 10.15]")),
    ];
    let lines = if game.outcome().is_some() {
        Vec::new()
    } else {
        let leader = if missing.is_empty() { tr!("an Axis victory") } else { tr!("a Soviet victory") };
        vec![tr!("If the game ended now: {leader}. The Axis must hold all {all} at the end of the last turn.", leader, all)]
    };
    Panel { title: tr!("Victory"), tracks, lines }
}

/// The turn track, with what the turns still to come bring.
fn turns(game: &EastFront) -> Panel {
    let script = &game.data().script;
    let now = usize::from(game.game_turn()) - 1;
    let weather = format!("{}{}", translate(game.condition().name()), if game.is_stormy() { tr!(", storm") } else { "" });
    let tracks = vec![Track::new(
        tr!("Turn"),
        game.turn_number(),
        script.turns.last().map_or(0, |turn| turn.number),
        tr!("{phase}; weather {weather}", phase = translate(game.phase_name()), weather),
    )];
    let lines = script
        .turns
        .iter()
        .enumerate()
        .map(|(index, turn)| {
            let mark = if index == now { "▶ " } else { "" };
            let supply = match (turn.axis_attack_supply, turn.soviet_attack_supply) {
                (true, true) => tr!("attack supply for both"),
                (true, false) => tr!("attack supply for the Axis only"),
                (false, true) => tr!("attack supply for the Soviets only"),
                (false, false) => tr!("no attack supply"),
            };
            format!("{mark}{}: {}, {supply}", turn.number, translate(&turn.date))
        })
        .collect();
    Panel { title: tr!("Turn track"), tracks, lines }
}

fn losses(game: &EastFront) -> Panel {
    let data = game.data();
    let tracks = Side::ALL
        .into_iter()
        .map(|side| {
            let all: i32 = data.units(side).filter(|(_, unit)| unit.substitute.is_none()).map(|(_, unit)| i32::from(unit.steps)).sum();
            Track::new(tr!("{side} steps", side), game.steps_lost(side), all, "")
        })
        .collect();
    let gone = |side: Side, place: Place| {
        let names: Vec<&str> = data.units(side).filter(|(unit, _)| game.place(*unit) == place).map(|(_, unit)| unit.id.as_str()).collect();
        (!names.is_empty()).then(|| names.join(", "))
    };
    let mut lines = Vec::new();
    for side in Side::ALL {
        for (place, name) in
            [(Place::CADRE, tr!("Cadre")), (Place::ELIMINATED, tr!("Eliminated")), (Place::CANNOT_REBUILD, tr!("Cannot Rebuild"))]
        {
            if let Some(names) = gone(side, place) {
                lines.push(format!("{side}, {name}: {names}"));
            }
        }
    }
    Panel { title: tr!("Steps lost"), tracks, lines }
}

/// Air units by box. Which of them lie face down is told to their owner only.
fn air(game: &EastFront, viewer: Side) -> Panel {
    let data = game.data();
    let mut tracks = Vec::new();
    let mut lines = Vec::new();
    for side in Side::ALL {
        let flying: usize = game.missions().iter().filter(|mission| !mission.revealed).map(|mission| mission.flyers.of(side).len()).sum();
        for (air_box, name) in BOXES {
            let there = game.air_units_in(air_box).of(side);
            let secret = side != viewer && flying > 0 && air_box == AirBox::Ready;
            let names: Vec<&str> = there.iter().map(|air| data.air(air).id.as_str()).collect();
            let note = if secret { tr!("which ones is not known").to_owned() } else { names.join(", ") };
            tracks.push(Track::new(format!("{side}: {}", translate(name)), there.len() as i32, 0, note));
        }
        if flying > 0 {
            lines.push(tr!("{side}: {flying} face down on missions.", side, flying));
        }
    }
    Panel { title: tr!("Air units"), tracks, lines }
}

fn headquarters(game: &EastFront) -> Panel {
    let data = game.data();
    let hqs = Side::ALL.into_iter().flat_map(|side| data.units(side)).filter(|(_, unit)| unit.kind == UnitKind::Hq);
    let lines = hqs
        .map(|(unit, counter)| {
            let state = match (game.place(unit).hex(), game.is_back_up(unit)) {
                (None, _) => tr!("off the map").to_owned(),
                (Some(hex), true) => tr!("at {hex}, not operational", hex = game.hex_name(hex)),
                (Some(hex), false) => tr!("at {hex}, operational", hex = game.hex_name(hex)),
            };
            format!("{} {state}", counter.id)
        })
        .collect();
    Panel { title: tr!("Headquarters"), tracks: Vec::new(), lines }
}

fn attacks(game: &EastFront, viewer: Side) -> Panel {
    let lines = game
        .attack_reports(viewer)
        .iter()
        .map(|attack| {
            let hexes: Vec<String> = attack.hexes.iter().map(|hex| game.hex_name(hex)).collect();
            let order = match attack.order {
                None => tr!("; an order lies face down"),
                Some(Order::None) => "",
                Some(Order::NoRetreat) => tr!("; No Retreat"),
                Some(Order::FurtherRetreat) => tr!("; Further Retreat"),
            };
            let state = if attack.resolved { tr!(" (resolved)") } else { "" };
            format!("{}{state}{order}", hexes.join(tr!(" and ")))
        })
        .collect();
    Panel { title: tr!("Declared attacks"), tracks: Vec::new(), lines }
}

fn arrivals(game: &EastFront) -> Panel {
    let data = game.data();
    let waiting = data.script.reinforcements.iter().filter(|arrival| game.place(arrival.unit) == Place::RESERVE);
    let mut lines: Vec<String> = waiting
        .map(|arrival| {
            tr!("turn {turn}: {unit} at {hex}", turn = arrival.turn, unit = data.unit(arrival.unit).id, hex = game.hex_name(arrival.hex))
        })
        .collect();
    let now = game.turn_number();
    for withdrawal in data.script.withdrawals.iter().filter(|withdrawal| withdrawal.turn > now) {
        let names: Vec<&str> = withdrawal
            .units
            .iter()
            .map(|unit| match unit {
                Leaving::Ground(unit) => data.unit(*unit).id.as_str(),
                Leaving::Air(air) => data.air(*air).id.as_str(),
            })
            .collect();
        lines.push(tr!("turn {turn}: {names} leaves", turn = withdrawal.turn, names = names.join(tr!(" or "))));
    }
    if lines.is_empty() {
        lines.push(tr!("none to come").to_owned());
    }
    Panel { title: tr!("Reinforcements and withdrawals"), tracks: Vec::new(), lines }
}
