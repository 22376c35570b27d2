//! [11.1][11.2] What makes points: centres and factories on the map, and what comes from beyond it.

use super::data::Data;
use super::ids::HexSet;
use super::terms::{Colour, Nation};
use crate::game::Side;
use crate::hex::Hex;

/// [11.1][11.2] What makes points in a hex.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Centre {
    pub(super) hex: Hex,
    pub(super) colour: Colour,
    pub(super) points: u8,
    /// Number of the factory; none for urban centres, mines and wells, which serve whoever holds them.
    pub(super) factory: Option<usize>,
}

/// [11.1][11.2] The centres of a map in the year of a scenario: urban centres and mines, wells where no plant stands, factories.
pub(super) fn centres(data: &Data) -> Vec<Centre> {
    let (map, year) = (&data.map, data.script.owners);
    let has_plant = |hex: Hex| map.factories.iter().any(|factory| factory.hex == hex && factory.colour == Colour::Black);
    let towns = map.places.iter().flat_map(|place| {
        let oil = if has_plant(place.hex) { 0 } else { place.oil };
        let centre = |(colour, points)| Centre { hex: place.hex, colour, points, factory: None };
        [(Colour::Yellow, place.yellow), (Colour::Black, oil)].map(centre)
    });
    let factories = map.factories.iter().enumerate().map(|(number, factory)| Centre {
        hex: factory.hex,
        colour: factory.colour,
        points: factory.output_in(year),
        factory: Some(number),
    });
    towns.chain(factories).filter(|centre| centre.points > 0).collect()
}

/// [AMB-87] Points of the opening position that do not come from centres on the map: of each nation what the scenario says, less what
/// it holds there.
pub(super) fn beyond_map(data: &Data, centres: &[Centre], owners: &[HexSet; 2]) -> [[i16; Colour::COUNT]; Nation::COUNT] {
    let mut points = data.script.income.points.map(|colours| colours.map(i16::from));
    // Of fuel that nobody counts at the start the scenario says nothing [SBE9.d].
    let counts = |centre: &Centre, nation: Nation| centre.colour != Colour::Black || !data.tables.production.without_fuel.contains(&nation);
    for centre in centres {
        let holder = Side::ALL.into_iter().find(|side| owners[side.index()].contains(centre.hex));
        let belongs = |side: &Side| centre.factory.is_none_or(|number| data.map.factories[number].owner == *side);
        if let Some(side) = holder.filter(belongs) {
            let nation = data.nation_at(centre.hex, side);
            if counts(centre, nation) {
                points[nation.index()][centre.colour.index()] -= i16::from(centre.points);
            }
        }
    }
    points
}
