//! What is decided by habit: losses, retreats, displacements, assignments, replacements, arrivals, the luck token.

use stavka_engine::across_the_bug::data::Hits;
use stavka_engine::across_the_bug::{AcrossTheBug, Action, UnitId, units};
use stavka_engine::hex::Hex;
use stavka_engine::{Game as _, Side};

use super::action_prior::pull;
use super::attacks;
use super::features::across;
use super::ground::Ground;

/// Gain of a roll, in hits, for which the luck token is given away.
const WORTH_THE_TOKEN: f32 = 2.0;

/// A sensible choice for the side.
pub(super) fn choose(game: &AcrossTheBug, ground: &Ground, side: Side, legal: &[Action]) -> Action {
    let done = if legal.contains(&Action::Done) { Action::Done } else { legal[0] };
    let first = legal.iter().copied().find(|action| *action != Action::Done).unwrap_or(done);
    match first {
        Action::Lose(_) => lose(game, ground, side, legal),
        Action::Withdraw(_) => withdraw(game, ground, side, first, done),
        Action::RetreatTo(_) => best(legal, done, |action| action.hex().map(|hex| refuge(game, ground, side, hex))),
        Action::Displace { unit, .. } if ground.hqs.contains(unit) => {
            best(legal, done, |action| Some(seat(game, ground, action.unit()?, action.hex()?)))
        }
        Action::Displace { .. } | Action::Remove(_) => best(legal, done, |action| {
            let unit = action.unit()?;
            let sign = if unit.side() == side { 1.0 } else { -1.0 };
            Some(sign * (action.hex().map_or(-1.0, |hex| refuge(game, ground, unit.side(), hex)) - 0.1 * attacks::weight(game, unit)))
        }),
        Action::Emergency(_) | Action::Exit => first,
        Action::Assign { unit, .. } if game.data().unit(unit).formation.is_none() && done != Action::Done => first,
        Action::Replace(_) => best(legal, done, |action| action.unit().map(|unit| need(game, unit))),
        Action::Enter { .. } => best(legal, done, |action| match *action {
            Action::Enter { unit, hex } if ground.combat.contains(unit) => Some(pull(game, ground, unit, hex)),
            Action::Enter { .. } => Some(1.0),
            _ => None,
        }),
        Action::Place { .. } => best(legal, done, |&action| post(game, action)),
        Action::Improve(_) => best(legal, done, |action| action.hex().map(|hex| stake(game, ground, side, hex))),
        Action::Reroll => luck(game, done),
        _ => done,
    }
}

/// In a free set-up the place of the fixed one is best, or the nearest to it.
fn post(game: &AcrossTheBug, action: Action) -> Option<f32> {
    let (unit, hex, data) = (action.unit()?, action.hex()?, game.data());
    let fixed = data.script.placements.iter().find(|placement| placement.unit == unit)?.hex;
    Some(-f32::from(data.map.grid.distance(fixed, hex)))
}

/// The choice with the highest value; `otherwise` if none has one.
fn best(legal: &[Action], otherwise: Action, value: impl Fn(&Action) -> Option<f32>) -> Action {
    let values = legal.iter().filter_map(|action| Some((value(action)?, *action)));
    values.fold((f32::MIN, otherwise), |best, (value, action)| if value > best.0 { (value, action) } else { best }).1
}

/// What a side loses with a strength point of a unit: the last one takes the counter off the map.
fn point(game: &AcrossTheBug, unit: UnitId) -> f32 {
    let data = game.data();
    let kind = data.unit(unit).kind;
    let rules = &data.tables.victory;
    let printed = f32::from(data.unit(unit).strength);
    let last = match unit.side() {
        Side::Axis => 1.0 / f32::from(rules.units_for_penalty),
        Side::Soviet => printed / f32::from(if kind.is_afv() { rules.afv_sp } else { rules.other_sp }),
    };
    let quality = f32::from(game.values(unit).effectiveness) / 50.0;
    let armour = if kind.is_afv() { 0.02 * f32::from(game.values(unit).points) } else { 0.0 };
    let shaken = if game.is_disorganized(unit) { -0.04 } else { 0.0 };
    quality + armour + shaken + if game.points(unit) <= 1 { last } else { 0.3 * last / f32::from(game.points(unit)) }
}

/// Of his own the owner gives what he misses least; of the enemy's he takes what hurts most.
fn lose(game: &AcrossTheBug, ground: &Ground, side: Side, legal: &[Action]) -> Action {
    best(legal, legal[0], |action| {
        let unit = action.unit()?;
        if unit.side() == side {
            return Some(-point(game, unit));
        }
        let hex = game.place(unit).hex()?;
        Some(point(game, unit) + 0.3 * stake(game, ground, unit.side(), hex))
    })
}

/// Defenders stay where a hex is to be held; others go rather than lose their last strength.
fn withdraw(game: &AcrossTheBug, ground: &Ground, side: Side, go: Action, stay: Action) -> Action {
    let Some(hex) = go.unit().and_then(|unit| game.place(unit).hex()) else { return stay };
    let held = ground.forts.contains(hex) && side == Side::Soviet || ground.goals.iter().any(|goal| goal.hex == hex);
    let strength = attacks::weight_in(game, ground, side, hex);
    if !held && strength < 3.0 { go } else { stay }
}

/// How good a hex is for units that had to go.
fn refuge(game: &AcrossTheBug, ground: &Ground, side: Side, hex: Hex) -> f32 {
    let foes: f32 =
        ground.near[hex.index()].iter().map(|way| across(way.crossing) * attacks::weight_in(game, ground, side.opponent(), way.to)).sum();
    let crowd = game.stack(hex).filter(|&unit| ground.combat.contains(unit)).count();
    let company = if crowd >= usize::from(game.data().tables.stacking.units) { -2.0 } else { 0.0 };
    stake(game, ground, side, hex) + 0.3 * ground.cover(hex) + company - 0.1 * foes
}

/// What a side has to hold in a hex.
fn stake(game: &AcrossTheBug, ground: &Ground, side: Side, hex: Hex) -> f32 {
    let goals: f32 = ground.goals.iter().filter(|goal| goal.hex == hex && goal.turn >= game.game_turn()).map(|goal| goal.points).sum();
    let fort = if side == Side::Soviet && ground.forts.contains(hex) { 0.5 } else { 0.0 };
    let near = ground.near[hex.index()].iter().any(|way| game.occupant(way.to) == Some(side.opponent()));
    goals + fort + if near { 0.3 } else { 0.0 }
}

/// How good a seat a hex is for a headquarters: near its units and its old seat, far from the enemy.
fn seat(game: &AcrossTheBug, ground: &Ground, hq: UnitId, hex: Hex) -> f32 {
    let (data, side) = (game.data(), hq.side());
    let grid = &data.map.grid;
    let Some(formation) = data.formation_ids().find(|&formation| data.formation(formation).hq == hq) else { return 0.0 };
    let range = data.formation(formation).command_range;
    let (mut served, mut near, mut all) = (0.0, 0.0, 0.0);
    for unit in units(side, game.on_map(side) & ground.combat.of(side)) {
        let Some(at) = game.place(unit).hex().filter(|_| game.formation(unit) == formation) else { continue };
        let distance = grid.distance(hex, at);
        all += 1.0;
        served += if distance <= u16::from(range) { 1.0 } else { 0.0 };
        near += f32::from(distance);
    }
    let foe = |way: &&super::ground::Way| game.occupant(way.to) == Some(side.opponent());
    let danger = ground.near[hex.index()].iter().filter(foe).count() as f32;
    let close = game.in_zoc(side.opponent(), hex);
    let old = game.place(hq).hex().map_or(0, |old| grid.distance(old, hex));
    let far = if old > u16::from(range) { 1.0 } else { 0.0 };
    let all = f32::max(all, 1.0);
    3.0 * served / all - 0.1 * near / all - danger - if close { 1.0 } else { 0.0 } - far - 0.02 * f32::from(old)
}

/// Replacements go where most is missing of what is best.
fn need(game: &AcrossTheBug, unit: UnitId) -> f32 {
    let printed = game.data().unit(unit).strength;
    let missing = f32::from(printed.saturating_sub(game.points(unit))) / f32::from(printed.max(1));
    missing + f32::from(game.values(unit).effectiveness) / 20.0
}

/// The luck token goes for a roll of a combat that promises much more than the die that fell.
fn luck(game: &AcrossTheBug, keep: Action) -> Action {
    let Some((die, Some(faces))) = game.waiting_die() else { return keep };
    let hits = |hits: Hits| f32::from(hits.hits) + if hits.red { 0.5 } else { 0.0 };
    let values = faces.map(|result| hits(result.defender) - hits(result.attacker));
    let mean = values.iter().sum::<f32>() / values.len() as f32;
    let gain = mean - values[usize::from(die - 1)];
    if gain >= WORTH_THE_TOKEN { Action::Reroll } else { keep }
}
