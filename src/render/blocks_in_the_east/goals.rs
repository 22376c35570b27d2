//! What the scenario counts: places with their points, and who holds them.

use stavka_engine::Side;
use stavka_engine::blocks_in_the_east::data::Count;
use stavka_engine::blocks_in_the_east::{BlocksInTheEast, Data, Prepared, display};
use stavka_engine::hex::Hex;
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
    of_scenario(data).into_iter().find(|(goal, _)| *goal == hex).map(|(_, points)| in_words(points))
}

/// The points of a place that the scenario counts.
pub(super) fn in_words(points: Option<u8>) -> String {
    points.map_or_else(|| tr!("it decides the scenario").to_owned(), |points| tr!("Victory Points of the Axis: {points}", points))
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
