//! [15.0] New factories: what may be built, where the die puts it, and what is half built when the campaign begins.
//!
//! Of the sheet of sites one entry is known, that of the example [15.1.d]: German armour, 2, Kassel or Magdeburg. The others are a
//! reconstruction: plants of the war.

use super::{Data, LAST_TURN};
use crate::blocks_in_the_east::terms::{Colour, Nation};
use crate::hex::Hex;

/// [15.0] What may be built: armour, aircraft and fuel of Germany, armour and aircraft of the Soviet Union.
pub const LINES: [(Nation, Colour); 5] = [
    (Nation::German, Colour::Red),
    (Nation::German, Colour::Blue),
    (Nation::German, Colour::Black),
    (Nation::Soviet, Colour::Red),
    (Nation::Soviet, Colour::Blue),
];

/// [15.1] Points, and so turns, that a factory takes.
pub const BOXES: usize = 10;
/// [15.1.a] Sites of a line: two for each face of the die.
pub const SITES: usize = 12;

/// [15.1.a] Cities by line and face of the die, with their hexes; without one those that lie beyond the map.
const CITIES: [[[(&str, &str); 2]; SITES / 2]; LINES.len()] = [
    [
        [("Berlin", "0227"), ("Brunswick", "")],
        [("Kassel", ""), ("Magdeburg", "0128")],
        [("Nuremberg", ""), ("Hanover", "")],
        [("Plauen", ""), ("Chemnitz", "")],
        [("Linz", "0335"), ("Vienna", "0535")],
        [("Pilsen", "0332"), ("Prague", "0432")],
    ],
    [
        [("Bremen", ""), ("Oschersleben", "")],
        [("Leipzig", "0129"), ("Dessau", "")],
        [("Rostock", ""), ("Warnemünde", "")],
        [("Augsburg", ""), ("Regensburg", "")],
        [("Vienna", "0535"), ("Munich", "")],
        [("Berlin", "0227"), ("Gotha", "")],
    ],
    [
        [("Police", "0325"), ("Leuna", "")],
        [("Böhlen", ""), ("Zeitz", "")],
        [("Brüx", "0231"), ("Ruhland", "")],
        [("Magdeburg", "0128"), ("Lützkendorf", "")],
        [("Blechhammer", "0731"), ("Auschwitz", "")],
        [("Ludwigshafen", ""), ("Gelsenkirchen", "")],
    ],
    [
        [("Chelyabinsk", "4622"), ("Sverdlovsk", "4619")],
        [("Nizhny Tagil", "4617"), ("Omsk", "siberia")],
        [("Gorky", "3120"), ("Kirov", "3716")],
        [("Stalingrad", "3234"), ("Saratov", "3329")],
        [("Kazan", "3621"), ("Ulyanovsk", "3524")],
        [("Kuibyshev", "3726"), ("Perm", "4217")],
    ],
    [
        [("Moscow", "2521"), ("Kuibyshev", "3726")],
        [("Kazan", "3621"), ("Gorky", "3120")],
        [("Saratov", "3329"), ("Ufa", "4223")],
        [("Novosibirsk", "siberia"), ("Irkutsk", "siberia")],
        [("Tbilisi", "3247"), ("Perm", "4217")],
        [("Yaroslavl", "2718"), ("Kuibyshev", "3726")],
    ],
];

/// [15.1.e] The box in which the factories of the campaign stand when it begins, and how many of each line.
const BEGUN: (u8, [u8; LINES.len()]) = (5, [5, 4, 1, 5, 5]);

/// [15.1.a] A city in which a factory may be built.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct FactorySite {
    /// Its name.
    pub name: &'static str,
    /// Where it is; none beyond the map.
    pub hex: Option<Hex>,
}

impl Data {
    /// [15.1.a] The site of this number of a line, from 0: two for each face of the die.
    pub fn factory_site(&self, line: usize, number: usize) -> FactorySite {
        let (name, at) = CITIES[line][number / 2][number % 2];
        FactorySite { name, hex: self.map.find(at) }
    }

    /// [15.1.e] Factories that are half built at the start, by line, and their box: those of the campaign of the whole war.
    pub(in super::super) fn factories_begun(&self) -> Option<(u8, [u8; LINES.len()])> {
        (self.script.options.new_factories && self.script.turns == [1, LAST_TURN]).then_some(BEGUN)
    }
}
