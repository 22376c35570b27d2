//! The victory points of the German, line by line, and the result.

use stavka_engine::Game as _;
use stavka_engine::Side;
use stavka_engine::across_the_bug::data::Objective;
use stavka_engine::across_the_bug::score::Item;
use stavka_engine::across_the_bug::{AcrossTheBug, Level};
use stavka_words::{tr, translate};

/// A level of victory in words.
pub(super) fn level(level: Level) -> &'static str {
    match level {
        Level::AxisDecisive => tr!("German decisive victory"),
        Level::AxisMinor => tr!("German minor victory"),
        Level::Draw => tr!("draw"),
        Level::SovietMinor => tr!("Soviet minor victory"),
        Level::SovietDecisive => tr!("Soviet decisive victory"),
    }
}

/// The lines of the account as they stand, with their points, and what they rest on.
pub(super) fn lines(game: &AcrossTheBug, viewer: Option<Side>) -> Vec<String> {
    let ledger = game.ledger_seen(viewer);
    let rules = &game.data().tables.victory;
    let mut lines = Vec::new();
    for item in Item::ALL {
        let points = ledger.points(rules, item);
        let words = match item {
            Item::Hexes => tr!("hexes controlled: {hexes}", hexes = held(game, viewer)),
            Item::Forts if !game.data().script.strongpoints_score => continue,
            Item::Forts if ledger.forts_clear => tr!("no strongpoint holds a Soviet combat unit").to_owned(),
            Item::Forts => tr!("Soviet combat units hold strongpoints").to_owned(),
            Item::Orders => tr!("counterattack orders that the Soviets still owe: {count}", count = ledger.orders),
            Item::Strength => tr!(
                "destroyed strength points: {afv} of AFV, {other} of others; left the map: {exited}",
                afv = ledger.afv_sp,
                other = ledger.other_sp,
                exited = ledger.exited_sp
            ),
            Item::Units => tr!("German units lost, out of command or isolated: {count}", count = ledger.units),
            Item::Markers => tr!("German activation levels below {least}: {count}", least = rules.least_level, count = ledger.markers),
        };
        lines.push(format!("{points:+}: {words} [{}]", item.rule()));
    }
    lines
}

/// The hexes that count for the German at the moment.
fn held(game: &AcrossTheBug, viewer: Option<Side>) -> String {
    let controlled = game.controlled_seen(viewer);
    let counts = |(at, objective): &(usize, &Objective)| match objective.turn {
        Some(turn) if turn < game.game_turn() || game.outcome().is_some() => game.is_scored(*at),
        _ => controlled.contains(objective.hex),
    };
    let hexes: Vec<String> = game
        .data()
        .script
        .objectives
        .iter()
        .enumerate()
        .filter(counts)
        .map(|(_, objective)| format!("{} {}", game.hex_name(objective.hex), "★".repeat(usize::from(objective.points))))
        .collect();
    if hexes.is_empty() { tr!("none").to_owned() } else { hexes.join(", ") }
}

/// The level that a total of points is worth.
pub(super) fn worth(game: &AcrossTheBug, points: i16) -> Option<&'static str> {
    let data = game.data();
    let ladder = data.tables.ladder(&data.script.ladder)?;
    Some(level(stavka_engine::across_the_bug::score::level(ladder, points)))
}

/// The result of a finished game with its account.
pub(super) fn result(game: &AcrossTheBug) -> Vec<String> {
    let Some(outcome) = game.outcome() else {
        return vec![tr!("the game is not over").into()];
    };
    let points = game.victory_points();
    let mut all = vec![tr!(
        "{level}; victory points of the German: {points}",
        level = worth(game, points).unwrap_or_else(|| translate(outcome.level)),
        points
    )];
    all.extend(lines(game, None));
    all
}
