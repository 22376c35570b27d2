//! What the scenario counts, line by line, and the result.

use stavka_engine::blocks_in_the_east::data::{Count, Level};
use stavka_engine::blocks_in_the_east::terms::Nation;
use stavka_engine::blocks_in_the_east::{BlocksInTheEast, Objective};
use stavka_engine::hex::Hex;
use stavka_engine::{Game as _, Side};
use stavka_words::tr;

use super::{goals, names};

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
        (Count::Guards { .. } | Count::Taken { .. } | Count::War { .. }, _) => {
            let mut lines = goals::state(game);
            lines.push(tr!("as both sides stand: {worth} [{rule}]", worth, rule = rule(game)));
            lines
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
        "barbarossa" => "SBE5.a",
        "operation-blue" => "SBE6.a",
        "operation-citadel" => "SBE7.a",
        "operation-bagration" => "SBE8.a",
        "codeword-dortmund" => "SBE9.a",
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
    all.extend(german_surrender(game));
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
            if total == 0 {
                all.push(tr!("The Axis controls none of the places that count.").to_owned());
            }
            all.push(tr!("points of the Axis: {total} [{rule}]", total, rule = rule(game)));
        }
        Count::CutOff(_) | Count::Surrounded(_) => all.extend(standing(game)),
        Count::Guards { destroyed, .. } => all.extend(guards(game, destroyed)),
        Count::Taken { ref places, decisive } => all.extend(capitals(game, places, decisive)),
        Count::War { pairs, capital, decisive, .. } => all.extend(war(game, pairs, capital, decisive)),
    }
    all.push(ladder(&victory.levels));
    all
}

/// [7.11.b] Germany has surrendered, whatever the scenario counts.
fn german_surrender(game: &BlocksInTheEast) -> Option<String> {
    let capital = Nation::German.main_source().and_then(|name| game.data().map.place_named(name))?.hex;
    let place = names::hex(game.data(), capital);
    game.has_surrendered(Nation::German).then(|| tr!("Germany surrenders: the Soviets control {place} [7.11.b].", place))
}

/// [SBE7.a] Guards that are lost, against a bridgehead.
fn guards(game: &BlocksInTheEast, destroyed: u8) -> Vec<String> {
    let lost = game.guards_destroyed();
    let axis = if lost >= destroyed {
        tr!(
            "The Axis has what it wins by: it has destroyed {lost} Guards units of the {count} that it needs [SBE7.a].",
            lost,
            count = destroyed
        )
    } else {
        tr!(
            "The Axis has destroyed {lost} Guards units of the {count} that it needs, which is not enough [SBE7.a].",
            lost,
            count = destroyed
        )
    };
    let soviet = if game.has_bridgehead() {
        tr!("The Soviets have what they win by: a unit in supply on the western bank [SBE7.a].")
    } else {
        tr!("The Soviets have no unit in supply on the western bank [SBE7.a].")
    };
    let both = (lost >= destroyed) == game.has_bridgehead();
    let draw = both.then(|| tr!("Neither side has more than the other: the game is drawn [SBE7.a].").to_owned());
    [axis, soviet.to_owned()].into_iter().chain(draw).collect()
}

/// [SBE8.a] Who holds each place, and whether the Soviets came in time.
fn capitals(game: &BlocksInTheEast, places: &[Hex], decisive: u8) -> Vec<String> {
    let taken = |&hex: &Hex| game.controls(Side::Soviet, hex);
    let line = |hex: &Hex| {
        let place = names::hex(game.data(), *hex);
        if taken(hex) {
            tr!("The Soviets control {place} [SBE8.a].", place)
        } else {
            tr!("The Soviets do not control {place} [SBE8.a].", place)
        }
    };
    let mut all: Vec<String> = places.iter().map(line).collect();
    if places.iter().all(taken) {
        all.push(term(game, decisive));
    } else if !game.has_surrendered(Nation::German) {
        all.push(tr!("Without all of these places the Soviets do not win: the game is drawn [SBE8.a].").to_owned());
    }
    all
}

/// Whether a victory of the Soviets came in time.
fn term(game: &BlocksInTheEast, decisive: u8) -> String {
    let (now, date) = (names::date(game.game_turn()), names::date(decisive.into()));
    if game.game_turn() <= u16::from(decisive) {
        tr!("They won in {now}, by the end of {date}: the victory is decisive.", now, date)
    } else {
        tr!("They won in {now}, after {date}: the victory is marginal.", now, date)
    }
}

/// [SBE9.a][SBE9.b] Who has won the war, and by what.
fn war(game: &BlocksInTheEast, pairs: [[Hex; 2]; 2], capital: Hex, decisive: u8) -> Vec<String> {
    let place = names::hex(game.data(), capital);
    if game.controls(Side::Soviet, capital) {
        return vec![tr!("The Soviets control {place}, and have won the war [SBE9.b].", place), term(game, decisive)];
    }
    let axis = |&hex: &Hex| game.controls(Side::Axis, hex);
    let held: Vec<String> = pairs.iter().flatten().filter(|hex| axis(hex)).map(|&hex| names::hex(game.data(), hex)).collect();
    let (count, cities) = (held.len(), held.join(", "));
    let axis_won = game.outcome().is_some_and(|outcome| outcome.winner == Some(Side::Axis));
    let mut all = vec![match (axis_won, count) {
        (true, 4) => tr!("The Axis controls {cities}: the Soviet Union surrenders at once [SBE9.a].", cities),
        (true, _) => tr!("The Axis controls {cities}, and wins by its die: the Soviet Union surrenders [SBE9.a][7.11.c].", cities),
        (false, 0) => tr!("The Axis controls none of the cities by which the Soviet Union surrenders [SBE9.a].").to_owned(),
        (false, _) => tr!("The Axis controls {cities}, and the Soviet Union has not surrendered [SBE9.a].", cities),
    }];
    if !axis_won {
        all.push(tr!("The Soviets do not control {place} [SBE9.b].", place));
        all.push(tr!("Nobody has won the war by its last turn: it is drawn [SBE9.b].").to_owned());
    }
    all
}

/// The levels of a scenario by the points of the Axis.
pub(super) fn ladder(levels: &[Level]) -> String {
    let told: Vec<String> =
        levels.iter().map(|level| tr!("from {least} {level}", least = level.least, level = names::level(&level.name))).collect();
    tr!("by points of the Axis: {levels}", levels = told.join(", "))
}
