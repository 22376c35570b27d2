//! The map: hexes, hexsides, roads and railways, places, strongpoints, supply areas.

use serde::Deserialize;

use crate::across_the_bug::ids::{HEX_CAPACITY, HEX_WORDS, HexSet, STRONGPOINTS};
use crate::across_the_bug::terms::{Bridge, HexsideKind, SupplyArea, Terrain, Way};
use crate::data::{DataError, Source};
use crate::hex::{Direction, Grid, Hex};
use crate::kit::files::rows;
use crate::kit::map::{Block, GridRow, HexReader, LetterRows};

/// Bank of the Bug on which a hex lies.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Bank {
    /// The German bank at start.
    West,
    /// The Soviet bank at start.
    East,
}

/// A side of a hex, the same from both of its hexes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Hexside {
    /// What is printed along it.
    pub kind: HexsideKind,
    /// Bridge over the water.
    pub bridge: Option<Bridge>,
    /// The better road that crosses it: main or minor.
    pub road: Option<Way>,
    /// Whether a railway crosses it.
    pub rail: bool,
}

impl Hexside {
    /// Nothing along it and nothing across it.
    pub const PLAIN: Hexside = Hexside { kind: HexsideKind::Plain, bridge: None, road: None, rail: false };

    /// Whether a road or railway crosses it.
    pub const fn has_way(self) -> bool {
        self.road.is_some() || self.rail
    }

    /// The Bug without a printed bridge.
    pub const fn is_unbridged_bug(self) -> bool {
        matches!(self.kind, HexsideKind::Bug) && self.bridge.is_none()
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

/// A stream, a lake or the Bug as the hexes on both sides of it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Water {
    /// Name.
    pub name: String,
    /// What it is.
    pub kind: HexsideKind,
    /// Its hexsides, downstream.
    pub sides: Vec<(Hex, Hex)>,
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
pub struct Road {
    /// Short name: M main, N minor, R rail, with a number.
    pub id: String,
    /// Name for players.
    pub name: String,
    /// Class.
    pub class: Way,
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
    /// Hexes with the Bug along a side.
    pub bug: HexSet,
    /// Sides by hex and direction.
    pub sides: Vec<[Hexside; 6]>,
    /// Places.
    pub places: Vec<Place>,
    /// Strongpoints, in the order of the file.
    pub strongpoints: Vec<Strongpoint>,
    /// Streams, lakes and the Bug with their names, for players.
    pub waters: Vec<Water>,
    /// Printed victory points: hex and value [3.1.5].
    pub printed: Vec<(Hex, u8)>,
    /// Roads and railways.
    pub ways: Vec<Road>,
    /// Hexes of the map edge next to each supply area, by [`SupplyArea::index`].
    pub supply: [HexSet; SupplyArea::COUNT],
    /// Hexes of the east edge with a stream along their outer side [11.2.g].
    pub outer_streams: HexSet,
    /// Hexes whose nature the reconstruction doubts.
    pub doubtful: HexSet,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawFile {
    grid: GridRow,
    terrain: LetterRows,
    #[serde(default)]
    doubt: Vec<RawDoubt>,
    #[serde(default)]
    place: Vec<RawPlace>,
    #[serde(default)]
    strongpoint: Vec<RawStrongpoint>,
    #[serde(default)]
    printed: Vec<RawPrinted>,
    #[serde(default)]
    water: Vec<RawWater>,
    outer: RawOuter,
    #[serde(default)]
    way: Vec<RawWay>,
    supply: Vec<RawSupply>,
}

rows! {
    RawDoubt {
        hexes: Vec<String>,
        #[serde(rename = "grade")]
        _grade: Grade,
    }
    RawPrinted { hexes: Vec<String>, points: u8 }
    /// Hexsides of water as pairs `AAAA/BBBB`.
    RawWater {
        name: String,
        class: HexsideKind,
        sides: Vec<String>,
        #[serde(default)]
        bridges: Vec<String>,
    }
    RawOuter { streams: Vec<String> }
    RawWay { id: String, name: String, class: Way, path: Vec<String> }
    RawSupply { area: SupplyArea, columns: [u8; 2], rows: [u8; 2] }
}

#[derive(Deserialize)]
#[serde(rename_all = "lowercase")]
enum Grade {
    Medium,
    Low,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawPlace {
    hex: String,
    name: String,
    origin: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawStrongpoint {
    hex: String,
    unit: String,
    origin: String,
}

/// The letters of the terrain rows.
const LETTERS: [(u8, Terrain, Bank); 10] = [
    (b'.', Terrain::Clear, Bank::East),
    (b'v', Terrain::Village, Bank::East),
    (b'c', Terrain::City, Bank::East),
    (b'f', Terrain::Forest, Bank::East),
    (b's', Terrain::Swamp, Bank::East),
    (b',', Terrain::Clear, Bank::West),
    (b'V', Terrain::Village, Bank::West),
    (b'C', Terrain::City, Bank::West),
    (b'F', Terrain::Forest, Bank::West),
    (b'S', Terrain::Swamp, Bank::West),
];

type Reader<'a> = HexReader<'a, HEX_WORDS>;

impl Map {
    /// Parses and validates.
    pub(super) fn load(source: &Source<'_>) -> Result<Map, DataError> {
        source.check_origins(&[])?;
        let raw: RawFile = source.parse()?;
        let grid = raw.grid.grid(source, HEX_CAPACITY)?;
        let reader = Reader { source, grid: &grid, open: HexSet::full(grid.len()) };
        let letters = reader.letters("terrain.rows", &raw.terrain.rows, &LETTERS.map(|(letter, ..)| letter))?;
        let ground: Vec<(Terrain, Bank)> = letters
            .iter()
            .filter_map(|letter| LETTERS.iter().find(|(known, ..)| known == letter))
            .map(|&(_, terrain, bank)| (terrain, bank))
            .collect();
        let mut doubtful = HexSet::EMPTY;
        for (at, doubt) in raw.doubt.iter().enumerate() {
            doubtful.extend(reader.hexes(&format!("doubt number {}", at + 1), &doubt.hexes)?);
        }
        let mut map = Map {
            terrain: ground.iter().map(|&(terrain, _)| terrain).collect(),
            west: grid.hexes().filter(|hex| ground[hex.index()].1 == Bank::West).collect(),
            bug: HexSet::EMPTY,
            sides: vec![[Hexside::PLAIN; 6]; grid.len()],
            waters: Vec::with_capacity(raw.water.len()),
            places: places(&reader, &raw.place)?,
            strongpoints: strongpoints(&reader, &raw.strongpoint)?,
            printed: printed(&reader, &raw.printed)?,
            ways: ways(&reader, &raw.way)?,
            supply: supply(&reader, &raw.supply)?,
            outer_streams: outer(&reader, &raw.outer)?,
            doubtful,
            grid: grid.clone(),
        };
        map.lay_waters(&reader, &raw.water)?;
        map.bug = grid.hexes().filter(|&hex| map.sides[hex.index()].iter().any(|side| side.kind == HexsideKind::Bug)).collect();
        map.lay_ways(&reader)?;
        map.check_banks(source)?;
        Ok(map)
    }

    /// The side of a hex.
    #[inline]
    pub fn side(&self, from: Hex, direction: Direction) -> Hexside {
        self.sides[from.index()][direction.index()]
    }

    /// The side between two hexes; `None` when they are not adjacent.
    pub fn side_between(&self, from: Hex, to: Hex) -> Option<Hexside> {
        self.grid.direction(from, to).map(|direction| self.side(from, direction))
    }

    /// Terrain of a hex.
    #[inline]
    pub fn terrain(&self, hex: Hex) -> Terrain {
        self.terrain[hex.index()]
    }

    /// Bank of a hex.
    pub fn bank(&self, hex: Hex) -> Bank {
        if self.west.contains(hex) { Bank::West } else { Bank::East }
    }

    /// The place with this name.
    pub fn place_named(&self, name: &str) -> Option<&Place> {
        self.places.iter().find(|place| place.name == name)
    }

    /// The strongpoint of a hex, by its number.
    pub fn strongpoint_at(&self, hex: Hex) -> Option<usize> {
        self.strongpoints.iter().position(|strongpoint| strongpoint.hex == hex)
    }

    /// Hexes with a road or railway.
    pub fn hexes_with_ways(&self) -> HexSet {
        self.ways.iter().flat_map(|way| way.path.iter().copied()).collect()
    }

    /// Distance to the Bug: 1 where it runs along a side of the hex.
    pub fn from_bug(&self, hex: Hex) -> u16 {
        let near = self.bug.iter().map(|near| self.grid.distance(hex, near));
        near.min().map_or(u16::MAX, |distance| distance + 1)
    }

    /// Distance to a supply area beyond the map edge: the outermost hex counts as one (reading B7).
    pub fn from_area(&self, area: SupplyArea, hex: Hex) -> u16 {
        let near = self.supply[area.index()].iter().map(|edge| self.grid.distance(hex, edge));
        near.min().map_or(u16::MAX, |distance| distance + 1)
    }

    fn change(&mut self, from: Hex, to: Hex, change: impl Fn(&mut Hexside)) {
        let direction = self.grid.direction(from, to).expect("sides and paths were checked to join neighbours");
        change(&mut self.sides[from.index()][direction.index()]);
        change(&mut self.sides[to.index()][direction.opposite().index()]);
    }

    fn lay_waters(&mut self, reader: &Reader<'_>, waters: &[RawWater]) -> Result<(), DataError> {
        let known = |map: &Self, a, b| map.side_between(a, b).unwrap_or(Hexside::PLAIN);
        for water in waters {
            let key = format!("water {:?}", water.name);
            if water.class == HexsideKind::Plain {
                return Err(reader.source.error(key, "class = \"plain\"; expected stream, bug or lake"));
            }
            let mut sides = Vec::with_capacity(water.sides.len());
            for side in &water.sides {
                let (a, b) = reader.hexside(&key, side)?;
                sides.push((a, b));
                if known(self, a, b).kind != HexsideKind::Plain {
                    return Err(reader.source.error(key, format!("side {side:?} already belongs to a water")));
                }
                // [3.1.2.a] A stream at a city hex is bridged.
                let city = water.class == HexsideKind::Stream && [a, b].iter().any(|&hex| self.terrain(hex) == Terrain::City);
                let bridge = city.then_some(Bridge::City);
                self.change(a, b, |side| (side.kind, side.bridge) = (water.class, bridge));
            }
            for side in &water.bridges {
                let (a, b) = reader.hexside(&key, side)?;
                if known(self, a, b).kind != HexsideKind::Bug {
                    return Err(reader.source.error(key, format!("a bridge over {side:?}; expected a side of the Bug")));
                }
                self.change(a, b, |side| side.bridge = Some(Bridge::Bug));
            }
            self.waters.push(Water { name: water.name.clone(), kind: water.class, sides });
        }
        Ok(())
    }

    fn lay_ways(&mut self, reader: &Reader<'_>) -> Result<(), DataError> {
        for way in self.ways.clone() {
            for pair in way.path.windows(2) {
                let side = self.side_between(pair[0], pair[1]).unwrap_or(Hexside::PLAIN);
                if side.kind == HexsideKind::Lake || side.is_unbridged_bug() {
                    let (a, b) = (self.grid.name(pair[0]), self.grid.name(pair[1]));
                    let what = format!("it crosses {a}/{b}, a lake or the Bug without a bridge; expected another way or a bridge");
                    return Err(reader.source.error(format!("way {:?}", way.id), what));
                }
                self.change(pair[0], pair[1], |side| {
                    match way.class {
                        Way::Rail => side.rail = true,
                        class => side.road = Some(side.road.map_or(class, |known| known.min(class))),
                    }
                    if side.kind == HexsideKind::Stream && side.bridge.is_none() {
                        side.bridge = Some(Bridge::Road);
                    }
                });
            }
        }
        let bare = self.grid.hexes().flat_map(|hex| self.grid.neighbours(hex).map(move |(direction, near)| (hex, direction, near)));
        let mut bare = bare.filter(|&(hex, direction, _)| self.side(hex, direction).bridge == Some(Bridge::Bug));
        if let Some((hex, _, near)) = bare.find(|&(hex, direction, _)| self.side(hex, direction).road.is_none()) {
            let what = format!("the bridge {}/{} carries no road; expected one", self.grid.name(hex), self.grid.name(near));
            return Err(reader.source.error("water \"Bug\"", what));
        }
        Ok(())
    }

    /// The Bug is what lies between the banks.
    fn check_banks(&self, source: &Source<'_>) -> Result<(), DataError> {
        for hex in self.grid.hexes() {
            for (direction, near) in self.grid.neighbours(hex) {
                let parted = self.bank(hex) != self.bank(near);
                if parted != (self.side(hex, direction).kind == HexsideKind::Bug) {
                    let (a, b) = (self.grid.name(hex), self.grid.name(near));
                    let what = if parted { "lie on two banks without the Bug between" } else { "lie on one bank with the Bug between" };
                    return Err(source.error("terrain.rows", format!("{a} and {b} {what}; expected the Bug between the banks alone")));
                }
            }
        }
        Ok(())
    }
}

fn places(reader: &Reader<'_>, raw: &[RawPlace]) -> Result<Vec<Place>, DataError> {
    let mut places: Vec<Place> = Vec::new();
    for raw in raw {
        let key = format!("place {:?}", raw.name);
        let hex = reader.hex(&key, &raw.hex)?;
        if places.iter().any(|place| place.name == raw.name || place.hex == hex) {
            return Err(reader.source.error(key, "a second place with this name or in this hex"));
        }
        places.push(Place { hex, name: raw.name.clone(), origin: raw.origin.clone() });
    }
    Ok(places)
}

fn strongpoints(reader: &Reader<'_>, raw: &[RawStrongpoint]) -> Result<Vec<Strongpoint>, DataError> {
    let mut strongpoints: Vec<Strongpoint> = Vec::new();
    for raw in raw {
        let key = format!("strongpoint {}", raw.hex);
        let hex = reader.hex(&key, &raw.hex)?;
        if strongpoints.iter().any(|known| known.hex == hex || known.unit == raw.unit) {
            return Err(reader.source.error(key, "a second strongpoint in this hex or for this unit"));
        }
        if strongpoints.len() == STRONGPOINTS {
            return Err(reader.source.error(key, format!("one more; expected at most {STRONGPOINTS}")));
        }
        strongpoints.push(Strongpoint { hex, unit: raw.unit.clone(), origin: raw.origin.clone() });
    }
    Ok(strongpoints)
}

fn printed(reader: &Reader<'_>, raw: &[RawPrinted]) -> Result<Vec<(Hex, u8)>, DataError> {
    let mut printed: Vec<(Hex, u8)> = Vec::new();
    for (at, raw) in raw.iter().enumerate() {
        let key = format!("printed number {}", at + 1);
        if !(1..=9).contains(&raw.points) {
            return Err(reader.source.error(key, format!("points = {}; expected 1 to 9", raw.points)));
        }
        for hex in reader.hexes(&key, &raw.hexes)? {
            if printed.iter().any(|&(known, _)| known == hex) {
                return Err(reader.source.error(key, format!("{} a second time", reader.grid.name(hex))));
            }
            printed.push((hex, raw.points));
        }
    }
    printed.sort_unstable();
    Ok(printed)
}

fn ways(reader: &Reader<'_>, raw: &[RawWay]) -> Result<Vec<Road>, DataError> {
    let mut ways: Vec<Road> = Vec::new();
    for raw in raw {
        let key = format!("way {:?}", raw.id);
        let path = reader.path(&key, &raw.path)?;
        if path.len() < 2 || ways.iter().any(|way| way.id == raw.id) {
            return Err(reader.source.error(key, "expected an id of its own and at least two hexes"));
        }
        ways.push(Road { id: raw.id.clone(), name: raw.name.clone(), class: raw.class, path });
    }
    Ok(ways)
}

fn supply(reader: &Reader<'_>, raw: &[RawSupply]) -> Result<[HexSet; SupplyArea::COUNT], DataError> {
    let mut supply = [HexSet::EMPTY; SupplyArea::COUNT];
    for raw in raw {
        let key = format!("supply {}", raw.area.name());
        let hexes = reader.block(&key, &Block { columns: raw.columns, rows: raw.rows })?;
        if let Some(inner) = hexes.iter().find(|&hex| reader.grid.neighbours(hex).count() == 6) {
            return Err(reader
                .source
                .error(key, format!("{} has six neighbours; expected hexes of the map edge", reader.grid.name(inner))));
        }
        if supply.iter().any(|known| known.intersects(&hexes)) {
            return Err(reader.source.error(key, "a hex of two areas; expected each hex of the edge next to one"));
        }
        supply[raw.area.index()].extend(hexes.iter());
    }
    if let Some(area) = SupplyArea::ALL.into_iter().find(|area| supply[area.index()].is_empty()) {
        return Err(reader.source.error("supply", format!("no hex next to the {} area; expected one at least", area.name())));
    }
    Ok(supply)
}

fn outer(reader: &Reader<'_>, raw: &RawOuter) -> Result<HexSet, DataError> {
    let hexes = reader.hexes("outer.streams", &raw.streams)?;
    let last = reader.grid.first_column() + reader.grid.columns() - 1;
    match hexes.iter().find(|&&hex| reader.grid.column(hex) != last) {
        Some(&inner) => {
            let what = format!("{} is not of column {last}; expected hexes of the east edge", reader.grid.name(inner));
            Err(reader.source.error("outer.streams", what))
        }
        None => Ok(hexes.into_iter().collect()),
    }
}
