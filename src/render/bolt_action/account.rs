//! How the mission stands, line by line, and the result.

use stavka_engine::bolt_action::data::mission::Victory;
use stavka_engine::bolt_action::terms::Class;
use stavka_engine::bolt_action::{BoltAction, UnitId, units};
use stavka_engine::square::CellSet;
use stavka_engine::{Game as _, Side};
use stavka_words::{tr, translate};

use super::names;
use crate::phrases::in_brackets;

/// What counts, as it stands.
pub(super) fn lines(game: &BoltAction) -> Vec<String> {
    // Who is not set up yet is not lost.
    if game.next_to_place().is_some() {
        return Vec::new();
    }
    let mission = &game.data().mission;
    let attacker = mission.attacker.unwrap_or(Side::Axis);
    match &mission.victory {
        Victory::Points { objective, draw_margin } => {
            let mut lines: Vec<String> = Side::ALL.map(|side| points(game, side, *objective)).to_vec();
            lines.push(ahead(game, *draw_margin));
            lines
        }
        Victory::Objectives { needed } => {
            let held = objectives(game, attacker);
            vec![tr!(
                "{side}: {count} objectives held of {needed} needed{cells}",
                side = attacker,
                count = held.len(),
                needed,
                cells = in_brackets(&held)
            )]
        }
        Victory::Hold { units, area } => {
            let there = inside(game, attacker, area, |unit| game.data().unit(unit).class != Class::Artillery);
            vec![tr!(
                "{side}: {count} units in the area of victory of {needed} needed{names}",
                side = attacker,
                count = there.len(),
                needed = units,
                names = named(&there)
            )]
        }
        Victory::Breakthrough { percent, area } => {
            let there = inside(game, attacker, area, |_| true);
            let through: u32 = there.iter().map(|&unit| u32::from(game.data().unit(unit).points)).sum();
            let mark = (u32::from(game.data().points(attacker)) * u32::from(*percent)).div_ceil(100);
            vec![tr!(
                "{side}: units worth {through} points in the area of victory, of {mark} needed{names}",
                side = attacker,
                through,
                mark,
                names = named(&there)
            )]
        }
        Victory::Demolition { .. } => vec![match game.charges_laid() {
            Some(true) => tr!("the charges are laid").to_owned(),
            _ => tr!("no unit with charges is at an objective, undisturbed and not Down").to_owned(),
        }],
    }
}

/// Points of a side: what it has destroyed, and the objectives that it holds.
fn points(game: &BoltAction, side: Side, objective: u16) -> String {
    let [destroyed, objectives_held] = earned(game, side, objective);
    tr!(
        "{side}: {total} points: {destroyed} for destroyed units, {objectives} for objectives held{cells}",
        side,
        total = destroyed + objectives_held,
        destroyed,
        objectives = objectives_held,
        cells = in_brackets(&objectives(game, side))
    )
}

/// Points of a side for destroyed units, and for objectives.
fn earned(game: &BoltAction, side: Side, objective: u16) -> [u16; 2] {
    [game.destroyed(side.opponent()), objective * objectives(game, side).len() as u16]
}

/// Who is ahead by how much, and what that is worth.
fn ahead(game: &BoltAction, draw_margin: u16) -> String {
    let margin = game.margin();
    let by = margin.unsigned_abs();
    if by < draw_margin {
        return tr!("a difference of {by} points: a draw, below {draw_margin}", by, draw_margin);
    }
    tr!("ahead: {side}, by {by} points", side = if margin > 0 { Side::Axis } else { Side::Soviet }, by)
}

/// The objectives that a side holds, by their cells.
fn objectives(game: &BoltAction, side: Side) -> Vec<String> {
    let mission = &game.data().mission;
    let held = mission.objectives.iter().filter(|&&cell| game.holder(cell) == Some(side));
    held.map(|&cell| names::cell(game.data(), cell)).collect()
}

/// The living units of a side in an area.
fn inside(game: &BoltAction, side: Side, area: &CellSet, counts: impl Fn(UnitId) -> bool) -> Vec<UnitId> {
    let there = |&unit: &UnitId| game.piece(unit).cell.is_some_and(|cell| area.contains(cell)) && counts(unit);
    units(side, game.alive(side)).filter(there).collect()
}

fn named(units: &[UnitId]) -> String {
    in_brackets(&units.iter().map(|&unit| names::tag(unit)).collect::<Vec<_>>())
}

/// The result of a finished game with its account.
pub(super) fn result(game: &BoltAction) -> Vec<String> {
    let Some(outcome) = game.outcome() else {
        return vec![tr!("the game is not over").into()];
    };
    let level = translate(outcome.level);
    let mut all = vec![match outcome.winner {
        Some(side) => tr!("{level}: {side}", level, side),
        None => level.to_owned(),
    }];
    all.extend(lines(game));
    all.extend(Side::ALL.map(|side| {
        let left = units(side, game.alive(side)).count();
        tr!("{side}: {left} of {all} units are left", side, left, all = game.data().units(side).count())
    }));
    all
}

#[cfg(test)]
mod tests {
    use stavka_engine::catalogue::Catalogue as _;
    use stavka_engine::{Dice, Turn};

    use super::*;

    #[test]
    fn the_points_that_are_told_make_the_margin_and_every_mission_has_its_account() {
        // A mission of each kind of victory.
        for id in ["duel-fixed", "attack", "hold", "breakthrough", "demolition"] {
            let data = BoltAction::load(id).expect("it is embedded");
            let (mut dice, mut game, mut legal) = (Dice::new(5), BoltAction::new(data), Vec::new());
            while game.turn() != Turn::Over {
                if let Victory::Points { objective, .. } = data.mission.victory {
                    let [axis, soviet] = Side::ALL.map(|side| earned(&game, side, objective).iter().sum::<u16>());
                    assert_eq!(i32::from(axis) - i32::from(soviet), i32::from(game.margin()), "{id}");
                    assert_eq!(lines(&game).is_empty(), game.next_to_place().is_some(), "{id}");
                }
                game.legal_actions(&mut legal);
                let action = if game.turn() == Turn::Chance { game.draw(&legal, &mut dice) } else { dice.choose(&legal) };
                game.apply(action);
            }
            let told = result(&game);
            let outcome = game.outcome().expect("the game is over");
            assert!(told[0].starts_with(outcome.level) && told.len() >= 4, "{id}: {told:?}");
            assert_eq!(outcome.winner.map(|side| told[0].ends_with(&side.to_string())), outcome.winner.map(|_| true), "{id}: {told:?}");
        }
    }
}
