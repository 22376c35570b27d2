//! Tracks beside the board: victory points, turn, initiative, formations with their levels, strengths, arrivals.

use stavka_engine::across_the_bug::data::{Data, Interdiction};
use stavka_engine::across_the_bug::ids::{FormationId, Place, UnitId};
use stavka_engine::across_the_bug::{AcrossTheBug, Pontoon, units};
use stavka_engine::{Game as _, Side};
use stavka_words::{tr, translate};

use super::{account, names};
use crate::theme::{Panel, Track};

/// What lies beside the board, as `viewer` may see it.
pub(super) fn panels(game: &AcrossTheBug, viewer: Side) -> Vec<Panel> {
    let mut all = Vec::new();
    if game.outcome().is_some() {
        all.push(Panel { title: tr!("Result"), tracks: Vec::new(), lines: account::result(game) });
    }
    all.extend([operations(game), victory(game, viewer), turns(game)]);
    all.extend(Side::ALL.map(|side| formations(game, side, viewer)));
    all.extend([losses(game, viewer), arrivals(game)]);
    all
}

/// Who acts with how many points, the initiative, and the markers that concern both sides.
fn operations(game: &AcrossTheBug) -> Panel {
    let data = game.data();
    let mut tracks = Vec::new();
    if let Some(acting) = game.acting_report() {
        let note = if acting.reaction { tr!("in reaction [6.4]") } else { tr!("on initiative [6.3]") };
        let name = tr!("{formation}: Action Points", formation = names::formation(data, acting.formation));
        tracks.push(Track::new(name, acting.points, 0, note));
    }
    let (side, bonus) = game.initiative_marker();
    let shows = if bonus == 0 { String::new() } else { tr!("for the {side} [6.1]", side) };
    tracks.push(Track::new(tr!("Initiative marker"), bonus, 0, shows));
    tracks.push(Track::new(tr!("Interdiction"), game.interdiction(), 2, tr!("added to the German initiative die [6.1][8.1.2]")));
    tracks.push(Track::new(
        tr!("Counterattack orders"),
        game.orders(),
        data.script.start.orders,
        tr!("owed by the Soviets: a point each for the German [9.f]"),
    ));
    if data.script.surprise.is_some() && game.surprise_left() > 0 {
        tracks.push(Track::new(tr!("Surprise activations left"), game.surprise_left(), 0, tr!("Soviet checks and reactions +2 [10.2]")));
    }
    let mut lines = vec![tr!("The {side} holds the luck token [5.2].", side = holder(game.luck()))];
    lines.extend(Side::ALL.into_iter().filter(|&side| game.has_passed(side)).map(|side| tr!("{side} has passed [6.2.3].", side)));
    lines.extend(pontoons(game));
    if let Some((infantry, afv)) = game.replacement_points() {
        lines.push(tr!("Replacement points left: {infantry} for infantry, {afv} for AFV [8.3.1].", infantry, afv));
    }
    Panel { title: tr!("Operations"), tracks, lines }
}

fn holder(side: Side) -> &'static str {
    match side {
        Side::Axis => tr!("German player"),
        Side::Soviet => tr!("Soviet player"),
    }
}

fn pontoons(game: &AcrossTheBug) -> Vec<String> {
    let data = game.data();
    let grid = &data.map.grid;
    let told = game.pontoons().iter().zip(&data.script.pontoons).map(|(pontoon, owner)| match *pontoon {
        Pontoon::Gone => tr!("Pontoon of {corps}: lost [10.3.c].", corps = owner.corps),
        Pontoon::Ready => tr!("Pontoon of {corps}: ready [10.3].", corps = owner.corps),
        Pontoon::Built(hex, direction) => {
            let other = grid.neighbour(hex, direction).map_or_else(String::new, |other| game.hex_name(other));
            tr!("Pontoon of {corps}: between {hex} and {other}.", corps = owner.corps, hex = game.hex_name(hex), other)
        }
    });
    told.collect()
}

/// The account as the viewer can tell, and what it would be worth.
fn victory(game: &AcrossTheBug, viewer: Side) -> Panel {
    let data = game.data();
    let points = game.ledger_seen(Some(viewer)).total(&data.tables.victory);
    let most = data.tables.ladder(&data.script.ladder).map_or(0, |ladder| ladder.axis_decisive);
    let worth = account::worth(game, points).unwrap_or_default();
    let tracks = vec![Track::new(tr!("German victory points"), points, most, tr!("now: {worth}", worth))];
    let mut lines = account::lines(game, Some(viewer));
    if viewer == Side::Soviet && game.outcome().is_none() {
        lines.push(tr!("which German units are out of command is not known to you").to_owned());
    }
    Panel { title: tr!("Victory points"), tracks, lines }
}

/// The turn track, with what the turns bring.
fn turns(game: &AcrossTheBug) -> Panel {
    let data = game.data();
    let entries = &data.script.turns;
    let now = game.game_turn();
    let at = entries.iter().position(|turn| turn.number == now).map_or(0, |at| at + 1);
    let tracks = vec![Track::new(tr!("Turn"), at as i32, entries.len() as i32, translate(game.segment().name()))];
    let lines = entries.iter().map(|turn| {
        let mark = if turn.number == now { "▶ " } else { "" };
        let row = u8::try_from(turn.number).ok().and_then(|number| data.tables.replacements(number));
        let replaces = row.map_or_else(String::new, |row| {
            tr!(", replacements: {infantry} for infantry, {afv} for AFV", infantry = row.infantry, afv = row.afv)
        });
        let judged: Vec<String> = data
            .script
            .objectives
            .iter()
            .filter(|objective| objective.turn == Some(turn.number))
            .map(|objective| game.hex_name(objective.hex))
            .collect();
        let judged = if judged.is_empty() { String::new() } else { tr!(", at its end {hexes} are judged", hexes = judged.join(", ")) };
        format!("{mark}{}: {}{replaces}{judged}", turn.number, translate(&turn.date))
    });
    Panel { title: tr!("Turn track"), tracks, lines: lines.collect() }
}

/// Formations of a side with their activation levels, and how their headquarters stand.
fn formations(game: &AcrossTheBug, side: Side, viewer: Side) -> Panel {
    let data = game.data();
    let in_play = data.script.in_play();
    let seen = game.as_seen_by(viewer);
    let of_side = data.formation_ids().filter(|&formation| {
        let formation = data.formation(formation);
        formation.side == side && in_play.contains(formation.hq)
    });
    let track = |formation: FormationId| {
        let values = data.formation(formation);
        Track::new(names::formation(data, formation), game.level(formation), values.max_level, standing(game, &seen, formation))
    };
    let title = match side {
        Side::Axis => tr!("German formations and their activation levels"),
        Side::Soviet => tr!("Soviet formations and their activation levels"),
    };
    Panel { title, tracks: of_side.map(track).collect(), lines: Vec::new() }
}

/// A headquarters in a line: where, support points, supply.
fn standing(game: &AcrossTheBug, seen: &AcrossTheBug, formation: FormationId) -> String {
    let hq = game.data().formation(formation).hq;
    let values = game.data().formation(formation);
    let mut parts = vec![match game.place(hq).hex() {
        Some(hex) => tr!("HQ at {hex}", hex = game.hex_name(hex)),
        None => tr!("HQ: {place}", place = names::place(game, hq)),
    }];
    parts.push(tr!("support {left} of {all}", left = game.points(hq), all = values.support));
    if game.place(hq).hex().is_some() && !seen.is_supplied(formation) {
        parts.push(tr!("out of supply").to_owned());
    }
    if game.has_spent_supply(hq) {
        parts.push(tr!("Emergency Supply spent").to_owned());
    }
    parts.join(", ")
}

/// Strength of the two sides and what is gone.
fn losses(game: &AcrossTheBug, viewer: Side) -> Panel {
    let data = game.data();
    let in_play = data.script.in_play();
    let combat =
        |side: Side| data.units(side).filter(|(unit, counter)| in_play.contains(*unit) && counter.kind.is_combat()).map(|(unit, _)| unit);
    let mut tracks = Vec::new();
    let mut lines = Vec::new();
    for side in Side::ALL {
        let all: i32 = combat(side).map(|unit| i32::from(data.unit(unit).strength)).sum();
        let gone: Vec<UnitId> = combat(side).filter(|&unit| game.place(unit) == Place::ELIMINATED).collect();
        let lost: i32 = if side == viewer || game.outcome().is_some() {
            combat(side).map(|unit| i32::from(data.unit(unit).strength) - left(game, unit)).sum()
        } else {
            gone.iter().map(|&unit| i32::from(data.unit(unit).strength)).sum()
        };
        let (name, note) = match side {
            _ if side == viewer => (tr!("{side}: strength points lost", side), tr!("of all counters in play")),
            _ => (tr!("{side}: strength points of eliminated units", side), tr!("other losses are not seen [5.3.4]")),
        };
        tracks.push(Track::new(name, lost, all, note));
        for (place, name) in [
            (Place::ELIMINATED, tr!("eliminated")),
            (Place::CANNIBALIZED, tr!("broken up")),
            (Place::EXITED, tr!("left the map")),
            (Place::DISPLACED, tr!("displaced, off the map")),
            (Place::REMOVED, tr!("removed")),
        ] {
            let ids: Vec<&str> =
                data.units(side).filter(|(unit, _)| game.place(*unit) == place).map(|(_, counter)| counter.id.as_str()).collect();
            if !ids.is_empty() {
                lines.push(format!("{side}, {name}: {}", ids.join(", ")));
            }
        }
        let weak =
            units(side, game.on_map(side)).filter(|&unit| game.is_disorganized(unit) && (side == viewer || game.is_seen(unit, viewer)));
        let ids: Vec<&str> = weak.map(|unit| data.unit(unit).id.as_str()).collect();
        if !ids.is_empty() {
            lines.push(tr!("{side}, disorganized: {units}", side, units = ids.join(", ")));
        }
    }
    Panel { title: tr!("Strength"), tracks, lines }
}

/// Strength points of a unit that are not lost.
fn left(game: &AcrossTheBug, unit: UnitId) -> i32 {
    if game.place(unit) == Place::ELIMINATED { 0 } else { i32::from(game.points(unit)) }
}

fn arrivals(game: &AcrossTheBug) -> Panel {
    let data: &'static Data = game.data();
    let waits = |unit: &UnitId| [Place::RESERVE, Place::DELAYED].contains(&game.place(*unit));
    let mut lines = Vec::new();
    for arrival in &data.script.arrivals {
        let ids: Vec<&str> = arrival.units.iter().filter(waits).map(|unit| data.unit(unit).id.as_str()).collect();
        if !ids.is_empty() {
            let hexes: Vec<String> = arrival.entry.iter().map(|hex| data.map.grid.name(hex).to_string()).collect();
            let ends = match (hexes.first(), hexes.last()) {
                (Some(first), Some(last)) if first != last => tr!("{first} to {last}", first, last),
                (Some(only), _) => only.clone(),
                _ => String::new(),
            };
            lines.push(tr!("turn {turn}: {units} at {hexes}", turn = arrival.turn, units = ids.join(", "), hexes = ends));
        }
    }
    if let Some(reserve) = &data.script.reserve {
        let ids: Vec<&str> = reserve.units.iter().filter(waits).map(|unit| data.unit(unit).id.as_str()).collect();
        if !ids.is_empty() {
            lines.push(match game.reserve_turn() {
                Some(turn) => tr!("turn {turn}: the reserve {units} [10.5]", turn, units = ids.join(", ")),
                None => tr!(
                    "the reserve {units} comes when a German unit goes too far north by turn {turn} [10.5]",
                    units = ids.join(", "),
                    turn = reserve.last_turn
                ),
            });
        }
    }
    if lines.is_empty() {
        lines.push(tr!("none to come").to_owned());
    }
    if data.script.start.interdiction == Interdiction::Rolled && game.game_turn() == data.script.span().0 {
        lines.push(tr!("interdiction of the first turn is rolled for at the start").to_owned());
    }
    Panel { title: tr!("Reinforcements"), tracks: Vec::new(), lines }
}
