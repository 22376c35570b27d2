//! The map: hexes, hexsides, roads, places, fortified lines.

use serde::Deserialize;

use super::tables::{Feature, Features};
use crate::data::{DataError, Source};
use crate::east_front::ids::{FORTIFIED_LINES, HEX_CAPACITY, HEX_WORDS, HexSet};
use crate::hex::{Direction, Grid, Hex};
use crate::kit::files::rows;
use crate::kit::map::{GridRow, HexReader};

/// Flags of a hexside, the same from both of its hexes.
pub mod edge {
    /// A minor road crosses it.
    pub const MINOR: u16 = 1;
    /// A main road crosses it.
    pub const MAIN: u16 = 2;
    /// A motorway crosses it.
    pub const MOTORWAY: u16 = 4;
    /// A railroad crosses it.
    pub const RAIL: u16 = 8;
    /// River or canal.
    pub const RIVER: u16 = 16;
    /// Major river.
    pub const MAJOR: u16 = 32;
    /// A bridge carries a road or railroad over the river.
    pub const BRIDGE: u16 = 64;
    /// Lake hexside.
    pub const LAKE: u16 = 128;
    /// Sea or shallow-water hexside, or a hexside of a closed hex.
    pub const CLOSED: u16 = 256;
    /// Printed fortified line.
    pub const LINE: u16 = 512;
    /// Any road.
    pub const ROAD: u16 = MINOR | MAIN | MOTORWAY;
}

/// Kind of a place.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum PlaceKind {
    /// A name on the map, no symbol.
    Locality,
    /// Town.
    Town,
    /// City.
    City,
    /// Major city.
    MajorCity,
}

/// Class of a port.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Port {
    /// In shallow water: no supply.
    Shallows,
    /// Anchorage.
    Anchorage,
    /// Minor port.
    Minor,
    /// Major port.
    Major,
}

/// A named place.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Place {
    /// Where.
    pub hex: Hex,
    /// Name.
    pub name: String,
    /// Kind.
    pub kind: PlaceKind,
    /// Port.
    pub port: Option<Port>,
    /// Where it comes from.
    pub origin: String,
}

/// Class of a road.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum RoadClass {
    /// Minor road.
    Minor,
    /// Main road.
    Main,
    /// Motorway.
    Motorway,
}

impl RoadClass {
    const fn flag(self) -> u16 {
        match self {
            Self::Minor => edge::MINOR,
            Self::Main => edge::MAIN,
            Self::Motorway => edge::MOTORWAY,
        }
    }

    /// The best road among the flags of a hexside.
    pub const fn best(flags: u16) -> Option<Self> {
        if flags & edge::MOTORWAY != 0 {
            Some(Self::Motorway)
        } else if flags & edge::MAIN != 0 {
            Some(Self::Main)
        } else if flags & edge::MINOR != 0 {
            Some(Self::Minor)
        } else {
            None
        }
    }
}

/// A road or railway as a path of adjacent hexes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Road {
    /// Name.
    pub name: String,
    /// Class; `None` for a railway.
    pub class: Option<RoadClass>,
    /// Hexes in order.
    pub path: Vec<Hex>,
}

/// A fortified line, owned by the hex it protects [18.13] (reading A52).
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Line {
    /// The hex.
    pub owner: Hex,
    /// The hexes beyond its sides.
    pub outside: Vec<Hex>,
}

/// The map.
#[derive(Debug)]
pub struct Map {
    /// The grid with its names.
    pub grid: Grid,
    /// Neighbour by hex and direction, closed hexes included.
    pub neighbours: Vec<[u16; 6]>,
    /// Flags of [`edge`] by hex and direction.
    pub edges: Vec<[u16; 6]>,
    /// Printed terrain and places by hex.
    pub features: Vec<Features>,
    /// Hexes that ground units may stand in, waters that may freeze included.
    pub open: HexSet,
    /// Places.
    pub places: Vec<Place>,
    /// Roads and railways.
    pub roads: Vec<Road>,
    /// Fortified lines.
    pub lines: Vec<Line>,
    /// Hexes whose nature the reconstruction doubts.
    pub doubtful: HexSet,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawFile {
    grid: GridRow,
    terrain: RawTerrain,
    #[serde(default)]
    doubt: Vec<RawDoubt>,
    #[serde(default)]
    place: Vec<RawPlace>,
    #[serde(default)]
    line: Vec<RawLine>,
    #[serde(default)]
    road: Vec<RawRoad>,
    #[serde(default)]
    railway: Vec<RawRailway>,
    #[serde(default)]
    water: Vec<RawWater>,
}

rows! {
    RawTerrain { rows: Vec<String>, woods: Vec<String> }
    RawDoubt {
        hexes: Vec<String>,
        #[serde(rename = "grade")]
        _grade: Grade,
    }
    RawLine { owner: String, sides: Vec<String> }
    RawRoad { name: String, class: RoadClass, path: Vec<String> }
    RawRailway { name: String, path: Vec<String> }
    /// Hexsides of water as pairs `AAAA/BBBB`.
    RawWater {
        name: String,
        class: WaterClass,
        sides: Vec<String>,
        #[serde(default)]
        bridges: Vec<String>,
    }
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
    kind: PlaceKind,
    port: Option<Port>,
    origin: String,
}

#[derive(Clone, Copy, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum WaterClass {
    River,
    Canal,
    MajorRiver,
    Lake,
}

/// The letters of the terrain rows.
const LETTERS: [(u8, Feature); 8] = [
    (b'.', Feature::Clear),
    (b'd', Feature::Sand),
    (b'h', Feature::Hill),
    (b'm', Feature::Marsh),
    (b'p', Feature::Swamp),
    (b'l', Feature::Lake),
    (b'~', Feature::Sea),
    (b's', Feature::Sivash),
];

type Reader<'a> = HexReader<'a, HEX_WORDS>;

impl Map {
    /// Parses and validates.
    pub(super) fn load(source: &Source<'_>) -> Result<Map, DataError> {
        source.check_origins(&[])?;
        let raw: RawFile = source.parse()?;
        let grid = raw.grid.grid(source, HEX_CAPACITY)?;
        let everywhere = Reader { source, grid: &grid, open: HexSet::full(grid.len()) };
        let letters = everywhere.letters("terrain.rows", &raw.terrain.rows, &LETTERS.map(|(letter, _)| letter))?;
        let mut features: Vec<Features> = letters
            .iter()
            .filter_map(|letter| LETTERS.iter().find(|(known, _)| known == letter))
            .map(|&(_, feature)| Features::of(&[feature]))
            .collect();
        let waters = Features::of(&[Feature::Sea, Feature::Sivash]);
        let open: HexSet = grid.hexes().filter(|hex| !features[hex.index()].has_any(waters)).collect();
        let reader = Reader { source, grid: &grid, open };
        for hex in reader.hexes("terrain.woods", &raw.terrain.woods)? {
            features[hex.index()] = features[hex.index()].with(Feature::Woods);
        }
        let places = places(&reader, &raw.place)?;
        for place in &places {
            let symbol = match place.kind {
                PlaceKind::Locality => None,
                PlaceKind::Town => Some(Feature::Town),
                PlaceKind::City => Some(Feature::City),
                PlaceKind::MajorCity => Some(Feature::MajorCity),
            };
            let port = place.port.map(|_| Feature::Port);
            let hex = &mut features[place.hex.index()];
            *hex = symbol.into_iter().chain(port).fold(*hex, Features::with);
        }
        let mut doubtful = HexSet::EMPTY;
        for (at, doubt) in raw.doubt.iter().enumerate() {
            doubtful.extend(everywhere.hexes(&format!("doubt number {}", at + 1), &doubt.hexes)?);
        }
        let roads = roads(&reader, &raw)?;
        let lines = lines(&reader, &raw.line)?;
        if lines.len() > FORTIFIED_LINES {
            return Err(source.error("line", format!("{} hexes with a fortified line; expected at most {FORTIFIED_LINES}", lines.len())));
        }
        let mut map = Map {
            neighbours: grid.neighbour_table().to_vec(),
            edges: vec![[0; 6]; grid.len()],
            features,
            open,
            places,
            roads,
            lines,
            doubtful,
            grid: grid.clone(),
        };
        map.lay_edges(&reader, &raw.water)?;
        Ok(map)
    }

    /// Flags of the side between two adjacent hexes.
    #[inline]
    pub fn edge(&self, from: Hex, direction: Direction) -> u16 {
        self.edges[from.index()][direction.index()]
    }

    /// Flags of the side between two hexes; `None` when they are not adjacent.
    pub fn edge_between(&self, from: Hex, to: Hex) -> Option<u16> {
        self.grid.direction(from, to).map(|direction| self.edge(from, direction))
    }

    /// The place with this name.
    pub fn place_named(&self, name: &str) -> Option<&Place> {
        self.places.iter().find(|place| place.name == name)
    }

    /// The hex that owns the fortified line between two hexes [18.13] (reading A52).
    pub fn line_owner(&self, a: Hex, b: Hex) -> Option<Hex> {
        let owns = |line: &&Line| line.owner == a && line.outside.contains(&b) || line.owner == b && line.outside.contains(&a);
        self.lines.iter().find(owns).map(|line| line.owner)
    }

    fn mark(&mut self, from: Hex, direction: Direction, flags: u16) {
        self.edges[from.index()][direction.index()] |= flags;
        if let Some(to) = self.grid.neighbour(from, direction) {
            self.edges[to.index()][direction.opposite().index()] |= flags;
        }
    }

    fn mark_between(&mut self, from: Hex, to: Hex, flags: u16) {
        let direction = self.grid.direction(from, to).expect("sides and paths were checked to join neighbours");
        self.mark(from, direction, flags);
    }

    fn lay_edges(&mut self, reader: &Reader<'_>, waters: &[RawWater]) -> Result<(), DataError> {
        for road in self.roads.clone() {
            for pair in road.path.windows(2) {
                let flag = road.class.map_or(edge::RAIL, RoadClass::flag);
                let kind = if flag == edge::RAIL { edge::RAIL } else { edge::ROAD };
                if self.edge_between(pair[0], pair[1]).is_some_and(|flags| flags & kind != 0) {
                    let (a, b) = (self.grid.name(pair[0]), self.grid.name(pair[1]));
                    let key = format!("road {:?}", road.name);
                    return Err(reader.source.error(key, format!("a second way over {a}/{b}; expected one road and one railway at most")));
                }
                self.mark_between(pair[0], pair[1], flag);
            }
        }
        for line in self.lines.clone() {
            for outside in line.outside {
                self.mark_between(line.owner, outside, edge::LINE);
            }
        }
        for water in waters {
            let key = format!("water {:?}", water.name);
            let flag = match water.class {
                WaterClass::River | WaterClass::Canal => edge::RIVER,
                WaterClass::MajorRiver => edge::MAJOR,
                WaterClass::Lake => edge::LAKE,
            };
            for side in &water.sides {
                let (a, b) = reader.hexside(&key, side)?;
                if self.edge_between(a, b).is_some_and(|flags| flags & (edge::RIVER | edge::MAJOR | edge::LAKE) != 0) {
                    return Err(reader.source.error(key, format!("side {side:?} already belongs to another water")));
                }
                self.mark_between(a, b, flag);
            }
            for side in &water.bridges {
                let (a, b) = reader.hexside(&key, side)?;
                if self.edge_between(a, b).is_none_or(|flags| flags & flag == 0 || flags & (edge::ROAD | edge::RAIL) == 0) {
                    return Err(reader
                        .source
                        .error(key, format!("a bridge over {side:?}; expected a side of this water with a road or railway")));
                }
                self.mark_between(a, b, edge::BRIDGE);
            }
        }
        let open = self.open;
        for hex in self.grid.hexes().filter(|&hex| !open.contains(hex)) {
            for direction in Direction::ALL {
                self.mark(hex, direction, edge::CLOSED);
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
        places.push(Place { hex, name: raw.name.clone(), kind: raw.kind, port: raw.port, origin: raw.origin.clone() });
    }
    Ok(places)
}

fn roads(reader: &Reader<'_>, raw: &RawFile) -> Result<Vec<Road>, DataError> {
    let road = |raw: &RawRoad| {
        let path = reader.path(&format!("road {:?}", raw.name), &raw.path)?;
        Ok(Road { name: raw.name.clone(), class: Some(raw.class), path })
    };
    let railway = |raw: &RawRailway| {
        let path = reader.path(&format!("railway {:?}", raw.name), &raw.path)?;
        Ok(Road { name: raw.name.clone(), class: None, path })
    };
    raw.road.iter().map(road).chain(raw.railway.iter().map(railway)).collect()
}

fn lines(reader: &Reader<'_>, raw: &[RawLine]) -> Result<Vec<Line>, DataError> {
    let mut lines: Vec<Line> = Vec::new();
    for raw in raw {
        let key = format!("line of {}", raw.owner);
        let owner = reader.hex(&key, &raw.owner)?;
        let outside = reader.hexes(&key, &raw.sides)?;
        if let Some(far) = outside.iter().find(|hex| reader.grid.direction(owner, **hex).is_none()) {
            return Err(reader.source.error(key, format!("{} is not adjacent; expected neighbours of the owner", reader.grid.name(*far))));
        }
        let claimed = |hex: &Hex| lines.iter().any(|line| line.owner == owner || line.owner == *hex && line.outside.contains(&owner));
        if outside.iter().any(claimed) || outside.is_empty() {
            return Err(reader.source.error(key, "a side without one owner; expected each hexside once, in one entry per owner"));
        }
        lines.push(Line { owner, outside });
    }
    Ok(lines)
}
