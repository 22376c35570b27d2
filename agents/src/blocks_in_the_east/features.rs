//! The features of a position.

use stavka_engine::Side;
use stavka_engine::blocks_in_the_east::BlocksInTheEast;

use crate::weights::features;

features! {
    "Blocks in the East", "../../data/blocks-in-the-east/evaluation.toml";

    /// Always 1.
    Constant = "constant" 0.0 => "the situation as such",
    /// Strength points of the Axis on the map.
    AxisStrength = "axis-strength" 0.5 => "Axis units",
    /// Strength points of the Soviets on the map.
    SovietStrength = "soviet-strength" -0.5 => "Soviet units",
}

/// Writes the features.
pub(super) fn observe(game: &BlocksInTheEast, row: &mut Row) {
    let strength = |side: Side| {
        let on_map = game.data().units(side).filter(|&(unit, _)| game.place(unit).hex().is_some());
        on_map.map(|(unit, _)| f32::from(game.strength(unit))).sum::<f32>() / 20.0
    };
    row[Feature::Constant as usize] = 1.0;
    row[Feature::AxisStrength as usize] = strength(Side::Axis);
    row[Feature::SovietStrength as usize] = strength(Side::Soviet);
}
