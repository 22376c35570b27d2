//! What the scenario counts: places with their points, and who holds them.

use stavka_engine::Side;
use stavka_engine::blocks_in_the_east::data::Count;
use stavka_engine::blocks_in_the_east::terms::{Country, TownClass};
use stavka_engine::blocks_in_the_east::{BlocksInTheEast, Data};
use stavka_engine::hex::Hex;
use stavka_words::tr;

use super::names;

/// [SBE1.b][SBE2.b][SBE3.b][SBE4.a] The hexes that the scenario counts, with the points of the Axis for each; none where the hex decides the
/// scenario. Those with most points come first.
pub(super) fn counted(data: &Data) -> Vec<(Hex, Option<u8>)> {
    let map = &data.map;
    match data.script.victory.as_ref().map(|victory| &victory.count) {
        Some(Count::Held { places, major_city }) => {
            let majors = map.places.iter().filter(|place| place.class.is_some_and(TownClass::is_major)).map(|place| place.hex);
            let soviet = majors.filter(|hex| map.country[hex.index()] == Some(Country::SovietUnion));
            let others = soviet.filter(|hex| *major_city > 0 && places.iter().all(|(named, _)| named != hex));
            let mut all: Vec<(Hex, Option<u8>)> = places.iter().map(|&(hex, points)| (hex, Some(points))).collect();
            all.extend(others.map(|hex| (hex, Some(*major_city))));
            all.sort_by_key(|&(_, points)| std::cmp::Reverse(points));
            all
        }
        Some(&Count::CutOff(hex) | &Count::Surrounded(hex)) => vec![(hex, None)],
        None => Vec::new(),
    }
}

/// The counted hexes that the Axis controls, and the others.
pub(super) fn held(game: &BlocksInTheEast) -> [Vec<Hex>; 2] {
    let (held, open) = counted(game.data()).into_iter().map(|(hex, _)| hex).partition(|&hex| game.controls(Side::Axis, hex));
    [held, open]
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
    })
}
