//! What happens without a choice: the months, headquarters that are activated, repaired, moved, lost and turned back by the rules, units and
//! nations that leave the game. All of it is seen by both sides.

use stavka_engine::blocks_in_the_east::terms::Nation;
use stavka_engine::blocks_in_the_east::{Action, BlocksInTheEast, Place, UnitId};
use stavka_engine::{Game as _, Side, Turn};
use stavka_words::tr;

use super::{command, names};

/// What has happened without a choice from a position to the one after an action.
pub(super) fn since(before: &BlocksInTheEast, action: Action, after: &BlocksInTheEast) -> Vec<String> {
    let mut told = Vec::new();
    for &unit in &before.data().headquarters {
        told.extend(headquarters(before, action, after, unit));
    }
    told.extend(departures(before, after));
    told.extend(surrenders(before, after));
    told.extend(fuel(before, after));
    told.extend(month(before, after));
    told
}

/// [9.0] A month begins whose weather no die decides.
fn month(before: &BlocksInTheEast, after: &BlocksInTheEast) -> Option<String> {
    let turn = after.game_turn();
    let data = after.data();
    let begins = before.game_turn() != turn && after.turn() != Turn::Over && data.is_advanced();
    let weather = data.tables.weather.of(turn as u8).filter(|_| begins)?;
    Some(tr!("{month} begins: {weather} [9.0]", month = names::date(turn), weather = names::weather(weather)))
}

/// What has become of a headquarters. It is named where it faces both sides, or lies open.
fn headquarters(before: &BlocksInTheEast, action: Action, after: &BlocksInTheEast, unit: UnitId) -> Vec<String> {
    let data = before.data();
    let name = || names::title(data, unit);
    let mut told = Vec::new();
    let (was, is) = (before.is_active(unit), after.is_active(unit));
    let [from, to] = [before, after].map(|game| game.place(unit));
    if was && !is {
        told.extend(stood_down(before, after, unit));
    } else if !was && is && action != Action::Activate(unit) {
        told.push(tr!(
            "{unit} is activated without a choice, special actions: {count} [13.8.2]",
            unit = name(),
            count = after.barrels(unit)
        ));
    }
    let Some(seat) = after.seat(unit) else { return told };
    let repaired = from.hex().is_some() && to.hex().is_some() && after.step(unit) < before.step(unit);
    if unit.side() == Side::Axis && repaired && action != Action::Repair(unit) {
        told.push(tr!(
            "{unit} is repaired before all other units, to strength {strength} [13.8.2]",
            unit = name(),
            strength = after.strength(unit)
        ));
    }
    match (from.hex(), to.hex()) {
        (Some(old), Some(new)) if old != new => {
            let place = names::hex(data, new);
            told.push(tr!("Soviet units have entered Germany, and {unit} moves to {place} [13.8.2.a]", unit = name(), place));
        }
        (Some(old), None) if unit.side() == Side::Soviet && to == Place::ELIMINATED && old != seat => {
            told.push(tr!("{unit} is lost with its seat at {place} [13.8.1.h]", unit = name(), place = names::hex(data, old)));
        }
        _ => {}
    }
    told
}

/// [13.6] A headquarters that was activated is turned back, for a price that both sides see.
fn stood_down(before: &BlocksInTheEast, after: &BlocksInTheEast, unit: UnitId) -> Option<String> {
    let data = before.data();
    let (name, place) = (names::title(data, unit), after.place(unit));
    // Who is gone before pays nothing.
    before.place(unit).hex()?;
    if command::keeps_its_last(data, unit) && before.step(unit) + 1 >= data.unit(unit).steps.len() && place.hex().is_some() {
        return Some(tr!("{unit} stands down and keeps its last PA [13.8.2]", unit = name));
    }
    if place.hex().is_some() {
        let loss = data.steps_of_command(unit, before.game_turn() as u8);
        return Some(tr!("{unit} stands down, PA lost: {loss}, PA left: {left} [13.6]", unit = name, loss, left = after.strength(unit)));
    }
    let spent = place == Place::ELIMINATED && command::is_last(before, unit);
    spent.then(|| tr!("{unit} stands down with its last PA, and is eliminated [13.6]", unit = name))
}

/// [LONG.b][SBE9.g] Units that leave in their turn, and those that become others.
fn departures(before: &BlocksInTheEast, after: &BlocksInTheEast) -> Vec<String> {
    let data = before.data();
    let left = |unit: UnitId| {
        let nation = data.unit(unit).nation;
        let surrendered = after.has_surrendered(nation) && !before.has_surrendered(nation);
        data.takes_part(unit) && before.place(unit) != Place::REMOVED && after.place(unit) == Place::REMOVED && !surrendered
    };
    let name = |unit: UnitId| names::title(data, unit);
    let long = &data.script.long;
    let leavers: Vec<String> = long.leavers.iter().filter(|(unit, _)| left(*unit)).map(|&(unit, _)| name(unit)).collect();
    let mut told = Vec::new();
    if !leavers.is_empty() {
        told.push(tr!("out of the game as the order of battle demands: {units} [LONG.b]", units = leavers.join(", ")));
    }
    for upgrade in long.upgrades.iter().filter(|upgrade| left(upgrade.old)) {
        told.push(tr!("{old} becomes {new} [SBE9.g]", old = name(upgrade.old), new = name(upgrade.new)));
    }
    told
}

/// [7.11.a][7.11.d][7.11.e] Nations that surrender in the Victory Phase.
fn surrenders(before: &BlocksInTheEast, after: &BlocksInTheEast) -> Vec<String> {
    let now = Nation::ALL.into_iter().filter(|&nation| after.has_surrendered(nation) && !before.has_surrendered(nation));
    let told = now.map(|nation| match nation {
        Nation::Italian => tr!("Italy surrenders: its units leave the game [7.11.d]").to_owned(),
        _ => tr!("{nation}: it surrenders, and its units leave the game [7.11.e]", nation = names::nation(nation)),
    });
    told.collect()
}

/// [SBE9.d] The Soviets begin or cease to count their fuel.
fn fuel(before: &BlocksInTheEast, after: &BlocksInTheEast) -> Option<String> {
    let told = match (before.counts_soviet_fuel(), after.counts_soviet_fuel()) {
        (false, true) => tr!("the Caucasus is lost: the Soviets count their fuel from now on [SBE9.d]"),
        (true, false) => tr!("the Caucasus is not lost any more: the Soviets count no fuel [SBE9.d]"),
        _ => return None,
    };
    Some(told.to_owned())
}
