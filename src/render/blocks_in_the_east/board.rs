//! The map and the board as faces read them, and as text.

use stavka_engine::Side;
use stavka_engine::blocks_in_the_east::terms::Nation;
use stavka_engine::blocks_in_the_east::{BlocksInTheEast, Data, Prepared, UnitId};
use stavka_engine::hex::{Grid, Hex};
use stavka_words::proper;

use super::names;
use crate::hexmap::HexBoard;

impl HexBoard for BlocksInTheEast {
    type Unit = UnitId;

    fn grid(scenario: &Prepared) -> &Grid {
        &scenario.map.grid
    }

    /// Hexes of the map that units of either side may enter. Boxes lie beside it.
    fn open(scenario: &Prepared) -> impl Iterator<Item = Hex> + '_ {
        scenario.map.grid.hexes().filter(|&hex| is_open(scenario, hex))
    }

    fn places(scenario: &Prepared) -> impl Iterator<Item = (Hex, &str)> {
        scenario.map.places.iter().map(|place| (place.hex, proper(&place.name)))
    }

    /// In a battle the owner of the hex.
    fn occupant(&self, hex: Hex) -> Option<Side> {
        let stack = BlocksInTheEast::stack(self, hex);
        let is_there = |side: Side| stack.iter().any(|unit| unit.side() == side);
        let owner = self.owner(hex).unwrap_or(Side::Axis);
        [owner, owner.opponent()].into_iter().find(|&side| is_there(side))
    }

    /// Every open hex has an owner.
    fn controller(&self, hex: Hex) -> Side {
        self.owner(hex).unwrap_or(Side::Axis)
    }

    fn in_zoc(&self, side: Side, hex: Hex) -> bool {
        self.situation().zones[side.index()].contains(hex)
    }

    fn stack(&self, hex: Hex) -> impl Iterator<Item = UnitId> {
        BlocksInTheEast::stack(self, hex).iter().copied()
    }

    /// A block as its owner sees it.
    fn unit_name(&self, unit: UnitId) -> String {
        names::name(self, unit, unit.side())
    }

    fn cell_name(&self, hex: Hex) -> String {
        self.data().map.name(hex)
    }

    fn zone(&self, side: Side) -> impl Iterator<Item = Hex> {
        let zone = self.situation().zones[side.index()];
        Self::open(self.data()).filter(move |&hex| zone.contains(hex))
    }
}

/// Whether units of either side may enter a hex or a box in the scenario.
pub(super) fn is_open(data: &Prepared, hex: Hex) -> bool {
    [Nation::German, Nation::Soviet].into_iter().any(|nation| !data.closed_to(nation).contains(hex))
}

/// The boxes that units may enter in the scenario, in the order of the map.
pub(super) fn boxes(data: &Prepared) -> impl Iterator<Item = Hex> + '_ {
    data.map.boxes.iter().map(|known| known.hex).filter(|&hex| is_open(data, hex))
}

/// Whether a hex is one of the grid and no box.
pub(super) fn is_on_grid(data: &Data, hex: Hex) -> bool {
    !data.map.is_box(hex)
}
