//! [3.1.a][3.3] Who owns what: hexes, and what falls with them. Factories are destroyed [3.3.a], fortresses become bunkers, bunkers are
//! destroyed [BOX1.g][BOX1.i].

use super::BlocksInTheEast;
use super::ids::HexSet;
use super::prepared::Prepared;
use super::terms::{Colour, Terrain, TownClass};
use crate::game::Side;
use crate::hex::Hex;

/// Most fortified places that a map may have.
pub(super) const FORTIFIED: usize = 8;

/// What has been lost on the map for good.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub(super) struct Ruins {
    /// [3.3.a] Factories that were destroyed, as bits in the order of the map.
    factories: u64,
    /// How often each fortified place has fallen, in the order of the map.
    falls: [u8; FORTIFIED],
}

impl Ruins {
    /// [BOX1.g][BOX1.i] What had fallen when the scenario begins.
    pub(super) fn at_start(data: &Prepared) -> Self {
        let mut ruins = Ruins::default();
        for (falls, &hex) in ruins.falls.iter_mut().zip(&data.fortified) {
            *falls = data.map.falls_by(data.script.owners, hex);
        }
        ruins
    }
}

impl BlocksInTheEast {
    /// [3.3][29.0.b][29.1.d] A hex becomes a side's, and partisans are met in it. Nothing else happens where it was so before, or where nobody owns it.
    pub(super) fn capture(&mut self, side: Side, hex: Hex) {
        self.meet_partisans(side, hex);
        if !self.board.give(self.data, side, hex) {
            return;
        }
        for (number, factory) in self.data.map.factories.iter().enumerate() {
            if factory.hex == hex && factory.owner != side {
                if self.stands(number) {
                    self.loot(side, factory.colour, self.output_left(number));
                }
                self.ruins.factories |= 1 << number;
            }
        }
        self.lose_new_factories(side, hex);
        self.scorch(side, hex);
        self.lose_seat(side, hex);
        self.take_persia(side, hex);
        if let Some(number) = self.data.fortified.iter().position(|&fortified| fortified == hex) {
            let falls = &mut self.ruins.falls[number];
            *falls = falls.saturating_add(1);
        }
    }

    /// [32.1] The factories of a side that make a colour in a hex are gone.
    pub(super) fn ruin_factories(&mut self, side: Side, colour: Colour, hex: Hex) {
        for (number, factory) in self.data.map.factories.iter().enumerate() {
            if (factory.owner, factory.colour, factory.hex) == (side, colour, hex) {
                self.ruins.factories |= 1 << number;
            }
        }
    }

    /// [BOX1.f][BOX1.g][BOX1.h][BOX1.i] What fortification stands in a hex now: a fortress, a bunker, or none.
    pub fn fortification(&self, hex: Hex) -> Option<TownClass> {
        let number = self.data.fortified.iter().position(|&fortified| fortified == hex)?;
        self.data.map.place_at(hex)?.class?.after(self.ruins.falls[number])
    }

    /// [20.0][21.0][23.0.a] Whether a hex is a plain: plain terrain without a town that shelters; a Minor City leaves it one.
    pub(super) fn is_plain(&self, hex: Hex) -> bool {
        self.data.map.terrain[hex.index()] == Terrain::Plain && !self.town(hex).is_some_and(TownClass::is_shelter)
    }

    /// [8.0] A zone of control without the places of the other side that shelter from it: Major Cities, fortresses and bunkers, whether
    /// somebody is in them or not. Those that are empty, with units that exert it in all hexes around them, are no shelter.
    pub(super) fn outside_of_shelters(&self, mut zone: HexSet, exerting: &HexSet, other: Side) -> HexSet {
        let places = zone.intersection(self.shelters()).intersection(self.board.owned(self.data, other));
        for hex in places.iter() {
            let is_lost = || !self.board.holds(other, hex) && self.data.ground.is_hex_surrounded(hex, exerting);
            if !is_lost() {
                zone.remove(hex);
            }
        }
        zone
    }

    /// Major Cities, and the fortresses and bunkers that stand.
    fn shelters(&self) -> HexSet {
        let mut shelters = self.data.shelters;
        for (&hex, _) in self.data.fortified.iter().zip(self.ruins.falls).filter(|&(_, falls)| falls > 0) {
            if self.fortification(hex).is_none() && !self.data.ground.major_cities.contains(hex) {
                shelters.remove(hex);
            }
        }
        shelters
    }

    /// [7.3.1.c][7.3.1.d] Whether a side has a factory of a colour that works in a hex.
    pub(super) fn has_factory(&self, side: Side, colour: Colour, hex: Hex) -> bool {
        let stands = |(number, factory): (usize, &super::data::Factory)| {
            factory.hex == hex && factory.owner == side && factory.colour == colour && self.stands(number)
        };
        self.data.map.factories.iter().enumerate().any(stands) || self.has_new_factory(side, colour, hex)
    }

    /// [3.3.a][11.2.b][16.2] Whether a factory works: it makes something in the year of the scenario, and has neither fallen nor been
    /// moved.
    pub(super) fn stands(&self, number: usize) -> bool {
        self.output_left(number) > 0 && self.ruins.factories & (1 << number) == 0
    }
}
