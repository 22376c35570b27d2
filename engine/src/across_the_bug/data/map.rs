//! The map: hexes, hexsides, roads and railways, places, strongpoints, supply areas.

use serde::Deserialize;

use crate::across_the_bug::ids::{HEX_CAPACITY, HEX_WORDS, HexSet, STRONGPOINTS};
use crate::data::{DataError, Source};
use crate::game::Side;
use crate::hex::{Direction, Grid, Hex};
use crate::kit::files::rows;
use crate::kit::map::{GridRow, HexReader};

/// Terrain of a hex [3.1.1]. A strongpoint lies over one of these.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Terrain {
    /// Clear.
    Clear,
    /// Village.
    Village,
    /// City.
    City,
    /// Forest.
    Forest,
    /// Swamp.
    Swamp,
}

impl Terrain {
    /// All, in order.
    pub const ALL: [Terrain; 5] = [Terrain::Clear, Terrain::Village, Terrain::City, Terrain::Forest, Terrain::Swamp];

    /// Array index, below 5.
    #[inline]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// [3.3.j] Headquarters live in villages and cities.
    pub const fn is_settlement(self) -> bool {
        matches!(self, Self::Village | Self::City)
    }

    /// [5.3.1.c] Headquarters that a hex of this terrain takes.
    pub const fn headquarters(self) -> u8 {
        match self {
            Self::City => 2,
            Self::Village => 1,
            _ => 0,
        }
    }
}

/// Bank of the Bug on which a hex lies.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Bank {
    /// The German bank at start.
    West,
    /// The Soviet bank at start.
    East,
}

/// Water along a hexside [3.1.2].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Water {
    /// None.
    #[default]
    None,
    /// A stream: the minor rivers of the rules.
    Stream,
    /// The Bug.
    Bug,
    /// A lake.
    Lake,
}

/// Bridge over the water of a hexside.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub enum Bridge {
    /// None.
    #[default]
    None,
    /// A road or railway crosses a stream: it counts while the rate of the way is paid (reading B4).
    Way,
    /// A stream at a city hex: it always counts [3.1.2.a].
    City,
    /// A bridge over the Bug.
    Bug,
}

/// Class of a way [3.1.1.c][3.1.1.e][7.3.3] (reading B1).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum WayClass {
    /// Main road.
    Main,
    /// Minor road.
    Minor,
    /// Railway.
    Rail,
}

impl WayClass {
    /// All, in order.
    pub const ALL: [WayClass; 3] = [WayClass::Main, WayClass::Minor, WayClass::Rail];

    /// Array index, below 3.
    #[inline]
    pub const fn index(self) -> usize {
        self as usize
    }
}

/// A side of a hex, the same from both of its hexes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Hexside {
    /// Water along it.
    pub water: Water,
    /// Bridge over the water.
    pub bridge: Bridge,
    /// The better road that crosses it.
    pub road: Option<WayClass>,
    /// Whether a railway crosses it.
    pub rail: bool,
}

impl Hexside {
    /// Whether a road or railway crosses it.
    pub const fn has_way(self) -> bool {
        self.road.is_some() || self.rail
    }

    /// The Bug without a printed bridge.
    pub const fn is_unbridged_bug(self) -> bool {
        matches!(self.water, Water::Bug) && !matches!(self.bridge, Bridge::Bug)
    }
}

/// Off-map source of supply [3.1.4].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum SupplyArea {
    /// The German area.
    German,
    /// The Northern Soviet area.
    North,
    /// The Eastern Soviet area.
    East,
    /// The Southern Soviet area.
    South,
}

impl SupplyArea {
    /// All, in order.
    pub const ALL: [SupplyArea; 4] = [SupplyArea::German, SupplyArea::North, SupplyArea::East, SupplyArea::South];

    /// Array index, below 4.
    #[inline]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// Whose area it is.
    pub const fn side(self) -> Side {
        match self {
            Self::German => Side::Axis,
            _ => Side::Soviet,
        }
    }
}

/// A named place.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Place {
    /// Where.
    pub hex: Hex,
    /// Name.
    pub name: String,
    /// Where it comes from.
    pub origin: String,
}

/// A strongpoint: a fortification hex that one machine-gun unit fills at start [12].
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Strongpoint {
    /// Where.
    pub hex: Hex,
    /// Id of the unit that fills it.
    pub unit: String,
    /// Where it comes from.
    pub origin: String,
}

/// A road or railway as a path of adjacent hexes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Way {
    /// Short name: M main, N minor, R rail, with a number.
    pub id: String,
    /// Name for players.
    pub name: String,
    /// Class.
    pub class: WayClass,
    /// Hexes in order.
    pub path: Vec<Hex>,
}

/// The map.
#[derive(Debug)]
pub struct Map {
    /// The grid with its names.
    pub grid: Grid,
    /// Terrain by hex.
    pub terrain: Vec<Terrain>,
    /// Hexes on the west bank of the Bug.
    pub west: HexSet,
    /// Sides by hex and direction.
    pub sides: Vec<[Hexside; 6]>,
    /// Places.
    pub places: Vec<Place>,
    /// Strongpoints, in the order of the file.
    pub strongpoints: Vec<Strongpoint>,
    /// Printed victory points: hex and value [3.1.5].
    pub printed: Vec<(Hex, u8)>,
    /// Roads and railways.
    pub ways: Vec<Way>,
    /// Hexes of the map edge next to each supply area, by [`SupplyArea::index`].
    pub supply: [HexSet; 4],
    /// Hexes of the east edge with a stream along their outer side [11.2.g].
    pub outer_streams: HexSet,
    /// Hexes whose nature the reconstruction doubts.
    pub doubtful: HexSet,
}
