//! The battle in progress, itemised: who fires, which dice hit, why, and what the throw at hand comes to. Both sides know every unit in a
//! battle [7.7], so that the lines are the same for both.

use stavka_engine::Side;
use stavka_engine::blocks_in_the_east::combat::{Cause, Firing, Pool};
use stavka_engine::blocks_in_the_east::{Asked, BattleReport, BlocksInTheEast, Thrower};
use stavka_words::tr;

use super::{dice, names};
use crate::phrases::in_brackets;

/// The battle in progress; empty outside of battles.
pub(super) fn lines(game: &BlocksInTheEast, viewer: Side) -> Vec<String> {
    let Some(report) = game.battle_report() else { return Vec::new() };
    let mut lines = vec![title(game, report), ground(game, report)];
    lines.extend(Side::ALL.map(|side| forces(game, report, side, viewer)));
    lines.extend(
        Side::ALL
            .into_iter()
            .filter(|side| report.pending[side.index()] > 0)
            .map(|side| tr!("hits still to be taken, {side}: {hits} [7.7.9]", side, hits = report.pending[side.index()])),
    );
    match game.asked() {
        Some(Asked::Volley { side, firing }) => lines.extend(volley(game, side, firing, viewer)),
        _ => lines.extend(outlook(game)),
    }
    lines
}

/// Where and in which round.
fn title(game: &BlocksInTheEast, report: BattleReport) -> String {
    let hex = names::hex(game.data(), report.hex);
    tr!("battle at {hex}, round {round}, attacker {side} [7.7]", hex, round = report.round, side = report.attacker)
}

/// Terrain and town.
fn ground(game: &BlocksInTheEast, report: BattleReport) -> String {
    let conditions = game.conditions();
    let mut told = vec![names::terrain(conditions.terrain)];
    told.extend(conditions.town.map(names::town));
    if conditions.all_crossed && game.stack(report.hex).iter().any(|&unit| unit.side() == report.attacker) {
        told.push(tr!("all attackers crossed water"));
    }
    tr!("ground: {ground} [BOX1]", ground = told.join(", "))
}

/// The units of a side in the battle, with what marks them.
fn forces(game: &BlocksInTheEast, report: BattleReport, side: Side, viewer: Side) -> String {
    let told = game.stack(report.hex).iter().copied().filter(|unit| unit.side() == side).map(|unit| {
        let marks = [
            (game.is_flying(unit), tr!("in flight")),
            (game.is_shield_hit(unit), tr!("shield hit")),
            (game.is_out_of_supply(unit), tr!("out of supply")),
        ];
        let marks: Vec<&str> = marks.into_iter().filter(|(holds, _)| *holds).map(|(_, mark)| mark).collect();
        format!("{}{}", names::name(game, unit, viewer), in_brackets(&marks))
    });
    let units: Vec<String> = told.collect();
    if side == report.attacker {
        tr!("attacker, {side}: {units}", side, units = units.join(", "))
    } else {
        tr!("defender, {side}: {units}", side, units = units.join(", "))
    }
}

/// The throw at hand: each unit with its dice, the town, and every number of hits with its chance.
fn volley(game: &BlocksInTheEast, side: Side, firing: Firing, viewer: Side) -> Vec<String> {
    let Some((_, _, pool)) = game.volley() else { return Vec::new() };
    let (step, rule) = names::firing(firing);
    let mut lines = vec![tr!("{side}, {step}: {needs} [{rule}]", side, step, needs = dice::needs(pool), rule)];
    let throwers = game.throwers(side, firing);
    // Artillery has spent its ammunition already, and a part of the dice may have been thrown: then only the sum is told.
    let of_units = pool_of(&throwers);
    let is_whole = firing != Firing::Artillery && (1..=5).all(|faces| of_units.with_faces(faces) <= pool.with_faces(faces));
    for thrower in &throwers {
        lines.extend(thrower_lines(game, thrower, is_whole, viewer));
    }
    if is_whole {
        for faces in (1..=5).filter(|&faces| of_units.with_faces(faces) < pool.with_faces(faces)) {
            let count = pool.with_faces(faces) - of_units.with_faces(faces);
            lines.push(tr!("  the town fires with {count} dice on {faces} [7.7.2]", count, faces = dice::faces(faces)));
        }
    }
    let [now, left] = pool.split();
    if left.count() > 0 {
        lines.push(tr!("  {now} dice are thrown now, {left} after them", now = now.count(), left = left.count()));
    }
    let chances = dice::distribution(game);
    let beyond = chances.last().is_some_and(|&(most, _)| most < now.count());
    let told: Vec<String> = chances
        .iter()
        .map(|&(count, chance)| {
            let is_last = beyond && chances.last().is_some_and(|&(most, _)| most == count);
            let or_more = if is_last { tr!(" or more") } else { "" };
            format!("{count}{or_more}: {}", dice::percent(chance))
        })
        .collect();
    lines.push(tr!("  chances of hits: {chances} [7.7.7]", chances = told.join(", ")));
    if beyond {
        lines.push(tr!("  hits beyond those that {side} units can take are lost [7.7.11]", side = side.opponent()));
    }
    let mean: f64 = chances.iter().map(|&(count, chance)| f64::from(count) * chance).sum();
    lines.push(tr!("  hits on average: {mean}", mean = format_args!("{mean:.2}")));
    lines
}

/// A unit that fires, with its dice where they are told, and each Bonus and Malus with its rule.
fn thrower_lines(game: &BlocksInTheEast, thrower: &Thrower, with_dice: bool, viewer: Side) -> Vec<String> {
    let name = names::name(game, thrower.unit, viewer);
    let faces = dice::faces(thrower.faces);
    let mut lines = vec![match (with_dice, thrower.dice) {
        (false, _) => tr!("  {unit}, TECH {tech}: hits on {faces}", unit = name, tech = thrower.tech, faces),
        (true, 1) => tr!("  {unit}, TECH {tech}: hits on {faces}; 1 die", unit = name, tech = thrower.tech, faces),
        (true, dice) => tr!("  {unit}, TECH {tech}: hits on {faces}; {dice} dice", unit = name, tech = thrower.tech, faces, dice),
    }];
    let cause = |(cause, count): &(Cause, u8)| {
        let (what, rule) = names::cause(*cause);
        (what, rule, *count)
    };
    lines.extend(thrower.modifiers.bonus.iter().map(cause).map(|(what, rule, count)| match count {
        1 => tr!("    Bonus: {what}, one face more hits [{rule}]", what, rule),
        _ => tr!("    Bonus: {what}, {count} faces more hit [{rule}]", what, count, rule),
    }));
    lines.extend(thrower.modifiers.malus.iter().map(cause).map(|(what, rule, count)| match count {
        1 => tr!("    Malus: {what}, dice halved [{rule}]", what, rule),
        _ => tr!("    Malus: {what}, dice halved {count} times [{rule}]", what, count, rule),
    }));
    let cancelled = thrower.modifiers.cancelled(game.data().script.options.cancel);
    if cancelled > 0 {
        lines.push(tr!("    agreed: Bonus and Malus cancel each other, {count} of each [7.7.6.c]", count = cancelled));
    }
    lines
}

/// The dice of units by the faces that hit with their Bonus.
fn pool_of(throwers: &[Thrower]) -> Pool {
    let mut pool = Pool::default();
    for thrower in throwers.iter().filter(|thrower| thrower.dice > 0) {
        pool.add(thrower.dice, thrower.hits_on);
    }
    pool
}

/// What each side would throw in the steps of a round as both stand now.
fn outlook(game: &BlocksInTheEast) -> Vec<String> {
    let mut lines = Vec::new();
    for firing in Firing::ALL {
        let (step, rule) = names::firing(firing);
        for side in Side::ALL {
            let pool = game.dice_of(side, firing);
            if pool.count() > 0 && game.hits_to_take(side.opponent(), firing) > 0 {
                lines.push(tr!(
                    "as both stand, {side}, {step}: {needs}, {mean} hits on average [{rule}]",
                    side,
                    step,
                    needs = dice::needs(pool),
                    mean = format_args!("{:.2}", dice::expected(pool)),
                    rule
                ));
            }
        }
    }
    lines
}
