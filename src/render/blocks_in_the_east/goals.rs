//! What the scenario counts: places with their points, and who holds them.

use stavka_engine::blocks_in_the_east::data::Count;
use stavka_engine::blocks_in_the_east::{BlocksInTheEast, Data, Prepared, display};
use stavka_engine::hex::Hex;
use stavka_engine::{Game as _, Side};
use stavka_words::tr;

use super::board::is_open;
use super::names;

/// Whether places score, and not one of them decides the scenario.
fn scores(data: &Data) -> bool {
    data.script.victory.as_ref().is_some_and(|victory| matches!(victory.count, Count::Held { .. }))
}

/// The hexes that a scenario counts and somebody can enter, those with most points first, with the points of the Axis for each; none where the hex decides the
/// scenario.
pub(super) fn of_scenario(data: &Prepared) -> Vec<(Hex, Option<u8>)> {
    let mut all = display::counted(data);
    all.retain(|&(hex, _)| is_open(data, hex));
    all.sort_by_key(|&(_, points)| std::cmp::Reverse(points));
    all.into_iter().map(|(hex, points)| (hex, scores(data).then_some(points))).collect()
}

/// The counted hexes that the Axis controls, and the others.
pub(super) fn held(game: &BlocksInTheEast) -> [Vec<Hex>; 2] {
    let (held, open) = of_scenario(game.data()).into_iter().map(|(hex, _)| hex).partition(|&hex| game.controls(Side::Axis, hex));
    [held, open]
}

/// What a hex is worth for victory, in words.
pub(super) fn worth(data: &Prepared, hex: Hex) -> Option<String> {
    let (_, points) = of_scenario(data).into_iter().find(|(goal, _)| *goal == hex)?;
    if let Some(points) = points {
        return Some(tr!("Victory Points of the Axis: {points}", points));
    }
    let count = data.script.victory.as_ref().map(|victory| &victory.count);
    Some(
        match count {
            Some(Count::Taken { .. }) => tr!("one of the places that the Soviets have to control [SBE8.a]"),
            Some(Count::War { capital, .. }) if *capital == hex => tr!("the Soviets win when they control it [SBE9.b]"),
            Some(Count::War { .. }) => tr!("one of the cities by which the Soviet Union surrenders [SBE9.a]"),
            _ => tr!("it decides the scenario"),
        }
        .to_owned(),
    )
}

/// A place with who holds it.
fn holder(game: &BlocksInTheEast, hex: Hex) -> String {
    let at = names::hex(game.data(), hex);
    match Side::ALL.into_iter().find(|&side| game.controls(side, hex)) {
        Some(side) => format!("{at} ({side})"),
        None => tr!("{place} (battle)", place = at),
    }
}

fn holders(game: &BlocksInTheEast, hexes: &[Hex]) -> String {
    hexes.iter().map(|&hex| holder(game, hex)).collect::<Vec<_>>().join(", ")
}

/// How both sides stand in what decides a long scenario, line by line; nothing where places score.
pub(super) fn state(game: &BlocksInTheEast) -> Vec<String> {
    let Some(victory) = &game.data().script.victory else { return Vec::new() };
    match &victory.count {
        Count::Guards { destroyed, .. } => {
            let bridgehead = if game.has_bridgehead() {
                tr!("the Soviets have a bridgehead on the western bank, in supply [SBE7.a]")
            } else {
                tr!("the Soviets have no bridgehead in supply on the western bank [SBE7.a]")
            };
            let guards = tr!("Guards units destroyed: {lost} of {count} [SBE7.a]", lost = game.guards_destroyed(), count = destroyed);
            vec![guards, bridgehead.to_owned()]
        }
        Count::Taken { places, decisive } => {
            let places = tr!("to be controlled by the Soviets: {places} [SBE8.a]", places = holders(game, places));
            vec![places, in_time(game, *decisive)]
        }
        Count::War { pairs, capital, decisive, .. } => {
            let [first, second] = pairs.map(|pair| holders(game, &pair));
            let die = match game.winning_face() {
                None => tr!("the Axis throws no die: it needs a city of each pair [SBE9.a]").to_owned(),
                Some(1) => tr!("the Axis wins in the Victory Phase with a die of 1 [SBE9.a]").to_owned(),
                Some(face) => tr!("the Axis wins in the Victory Phase with a die of 1 to {face} [SBE9.a]", face),
            };
            vec![
                tr!("cities for the surrender of the Soviet Union: {first}; {second} [SBE9.a]", first, second),
                die,
                tr!("to be controlled by the Soviets: {places} [SBE9.b]", places = holder(game, *capital)),
                in_time(game, *decisive),
            ]
        }
        Count::Held { .. } | Count::CutOff(_) | Count::Surrounded(_) => Vec::new(),
    }
}

/// Until when a victory of the Soviets is decisive.
fn in_time(game: &BlocksInTheEast, decisive: u8) -> String {
    let date = names::date(decisive.into());
    match u16::from(decisive).checked_sub(game.game_turn()) {
        Some(left) => tr!("decisive for the Soviets by the end of {date}, turns left for that: {left}", date, left = left + 1),
        None => tr!("the term of a decisive Soviet victory is over: it ended with {date}", date),
    }
}

/// What has to be done to win, in a sentence.
pub(super) fn task(data: &Data) -> Option<String> {
    let victory = data.script.victory.as_ref()?;
    Some(match &victory.count {
        Count::Held { .. } => tr!("The Axis scores each of these places that it controls [7.11].").to_owned(),
        Count::CutOff(hex) => {
            tr!("The Axis wins if it controls {place}, or if no supply reaches it [SBE1.b].", place = names::hex(data, *hex))
        }
        Count::Surrounded(hex) => {
            tr!("The Axis wins if it controls {place}, or if its units and their ZOC surround it [SBE2.b].", place = names::hex(data, *hex))
        }
        Count::Guards { destroyed, .. } => {
            tr!(
                "The Axis wins if it destroys {count} Guards units, the Soviets by a bridgehead on the western bank [SBE7.a].",
                count = destroyed
            )
        }
        Count::Taken { places, .. } => {
            let places = places.iter().map(|&hex| names::hex(data, hex)).collect::<Vec<_>>().join(", ");
            tr!("The Soviets win if they control all of these: {places}, and decisively before 1945 [SBE8.a].", places)
        }
        Count::War { pairs, capital, .. } => {
            let [first, second] = pairs.map(|pair| pair.map(|hex| names::hex(data, hex)));
            let [a, b, c, d] = [&first[0], &first[1], &second[0], &second[1]];
            let capital = names::hex(data, *capital);
            tr!(
                "The Axis may win by a die with {a} or {b} and {c} or {d}, and wins with all four; the Soviets win with {capital} [SBE9.a][SBE9.b].",
                a,
                b,
                c,
                d,
                capital
            )
        }
    })
}
