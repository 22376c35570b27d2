//! What the scenario counts, line by line, and the result.

use stavka_engine::blocks_in_the_east::data::{Count, Level};
use stavka_engine::blocks_in_the_east::{BlocksInTheEast, Objective};
use stavka_engine::{Game as _, Side};
use stavka_words::tr;

use super::names;

/// What decides the scenario as both sides stand, and what it would be worth.
pub(super) fn standing(game: &BlocksInTheEast) -> Vec<String> {
    let Some(victory) = &game.data().script.victory else { return Vec::new() };
    let objectives = game.objectives();
    let points = game.axis_points();
    let worth = names::level(&victory.level(points).name);
    match (&victory.count, objectives.first()) {
        (Count::Held { .. }, _) => {
            let (told, others) = places(game, &objectives);
            let told: Vec<String> = told.into_iter().chain(others).collect();
            vec![
                tr!("objectives: {places} [{rule}]", places = told.join(", "), rule = rule(game)),
                tr!("points of the Axis: {points}; now: {worth}", points, worth),
            ]
        }
        (_, Some(objective)) => vec![tr!(
            "objective: {place}, {state}; now: {worth} [{rule}]",
            place = names::hex(game.data(), objective.hex),
            state = state(game, *objective),
            worth,
            rule = rule(game)
        )],
        (_, None) => Vec::new(),
    }
}

/// Places with their holders; where there are many, those with one point alone that are Soviet are counted.
fn places(game: &BlocksInTheEast, objectives: &[Objective]) -> (Vec<String>, Option<String>) {
    /// Most places that are told one by one.
    const MANY: usize = 6;
    let battles = game.battles();
    let is_told =
        |objective: &&Objective| objectives.len() <= MANY || objective.points > 1 || objective.held || battles.contains(objective.hex);
    let told: Vec<String> = objectives.iter().filter(is_told).map(|objective| place(game, *objective)).collect();
    let others = objectives.len() - told.len();
    (told, (others > 0).then(|| tr!("the other {count}: Soviet", count = others)))
}

/// The rule by which the scenario is decided.
fn rule(game: &BlocksInTheEast) -> &'static str {
    rule_of(&game.data().script.id)
}

/// The rule by which a scenario is decided.
pub(super) fn rule_of(scenario: &str) -> &'static str {
    match scenario {
        "towards-leningrad" => "SBE1.b",
        "towards-moscow" => "SBE2.b",
        "towards-rostov" => "SBE3.b",
        "short-barbarossa" => "SBE4.b",
        _ => "7.11",
    }
}

/// A place with its points and who holds it.
fn place(game: &BlocksInTheEast, objective: Objective) -> String {
    let holder = if objective.held { Side::Axis } else { Side::Soviet };
    let at = names::hex(game.data(), objective.hex);
    let contested = game.battles().contains(objective.hex);
    match (contested, objective.points) {
        (true, points) => tr!("{place} ({points}): battle", place = at, points),
        (false, points) => tr!("{place} ({points}): {holder}", place = at, points, holder),
    }
}

/// How the place stands that decides a scenario.
fn state(game: &BlocksInTheEast, objective: Objective) -> &'static str {
    let counts = game.axis_points() > 0;
    match game.data().script.victory.as_ref().map(|victory| &victory.count) {
        _ if objective.held => tr!("held by the Axis"),
        Some(Count::CutOff(_)) if counts => tr!("cut off from the main source of the Soviets"),
        Some(Count::Surrounded(_)) if counts => tr!("surrounded by the Axis"),
        Some(Count::CutOff(_)) => tr!("Soviet, or contested, and joined to the main source of the Soviets"),
        _ => tr!("Soviet, or contested, and not surrounded"),
    }
}

/// The result of a finished game with what it rests on.
pub(super) fn result(game: &BlocksInTheEast) -> Vec<String> {
    let Some(outcome) = game.outcome() else { return vec![tr!("the game is not over").into()] };
    let mut all = vec![tr!("{level} after turn {game_turn}", level = names::level(outcome.level), game_turn = game.game_turn())];
    let Some(victory) = &game.data().script.victory else { return all };
    let held = game.objectives().into_iter().filter(|objective| objective.held);
    match victory.count {
        Count::Held { .. } => {
            let total = game.axis_points();
            let lines = held.map(|objective| {
                tr!(
                    "{points}: the Axis holds {place}",
                    points = format_args!("{:+}", objective.points),
                    place = names::hex(game.data(), objective.hex)
                )
            });
            all.extend(lines);
            all.push(tr!("points of the Axis: {total} [{rule}]", total, rule = rule(game)));
        }
        Count::CutOff(_) | Count::Surrounded(_) => all.extend(standing(game)),
        Count::Guards { .. } | Count::Taken { .. } | Count::War { .. } => all.extend(super::goals::task(game.data())),
    }
    all.push(ladder(&victory.levels));
    all
}

/// The levels of a scenario by the points of the Axis.
pub(super) fn ladder(levels: &[Level]) -> String {
    let told: Vec<String> =
        levels.iter().map(|level| tr!("from {least} {level}", least = level.least, level = names::level(&level.name))).collect();
    tr!("by points of the Axis: {levels}", levels = told.join(", "))
}
