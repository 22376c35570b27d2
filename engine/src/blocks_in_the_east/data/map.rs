//! The map: hexes and the boxes beyond them, hexsides, railways, towns, seas.

use serde::Deserialize;

use super::sites::{Factory, RawFactory, factories};
use crate::blocks_in_the_east::ids::{HEX_CAPACITY, HEX_WORDS, HexSet};
use crate::blocks_in_the_east::terms::{Country, District, Entry, Mine, PortClass, RailStatus, Region, Terrain, TownClass, Weather};
use crate::data::{DataError, Source};
use crate::game::Side;
use crate::hex::{Grid, Hex};
use crate::kit::files::rows;
use crate::kit::map::{GridRow, HexReader, LetterRows};

/// What lies along a hexside.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Barrier {
    /// A river [BOX1.b].
    pub river: bool,
    /// Nothing but water: no way, and no ZOC [3.19.b].
    pub water: bool,
    /// A strait, crossed along its red arrow [7.5.5]; no ZOC [3.19.b].
    pub strait: bool,
}

/// A box beyond the map [3.7].
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OffMapBox {
    /// Its hex: after those of the grid.
    pub hex: Hex,
    /// Id in data files and notation.
    pub id: String,
    /// Name for players.
    pub name: String,
}

/// [3.7][7.5.5] A red arrow to or between boxes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Arrow {
    /// Its ends.
    pub ends: [Hex; 2],
    /// Whether units march along it.
    pub land: bool,
    /// Whether a railway runs along it.
    pub rail: bool,
}

/// Who owns each hex in a month.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Owners {
    /// June of this year.
    pub year: u16,
    /// Hexes by side.
    pub by_side: [HexSet; 2],
}

/// A town, a port or another place.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Place {
    /// Where.
    pub hex: Hex,
    /// Name for players.
    pub name: String,
    /// What it is; `None` for a box.
    pub class: Option<TownClass>,
    /// A Victory City [3.3.d].
    pub victory: bool,
    /// Yellow production in June 1941 [11.1].
    pub yellow: u8,
    /// Oil [11.2.a].
    pub oil: u8,
    /// White production of naval yards.
    pub white: u8,
    /// What the yellow production is mined from, if it is.
    pub mine: Option<Mine>,
    /// Its port, and the number of the sea.
    pub port: Option<(PortClass, usize)>,
    /// Where it comes from.
    pub origin: String,
}

/// A sea with ports.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SeaArea {
    /// Name for players.
    pub name: String,
    /// It freezes in snow [9.2.c].
    pub freezes: bool,
    /// It is mined [11.3].
    pub mined: bool,
}

impl SeaArea {
    /// [9.2.c] Whether ice closes its ports.
    pub fn is_icebound(&self, weather: Weather) -> bool {
        self.freezes && weather == Weather::Snow
    }
}

/// [11.2.e] A BLUE sea route: it joins all its ports.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BlueRoute {
    /// Number of the sea it crosses.
    pub sea: usize,
    /// Its Major Ports.
    pub ports: HexSet,
}

/// Ground that was annexed shortly before [29.1.b].
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Annexed {
    /// Name.
    pub name: String,
    /// Hexes.
    pub hexes: HexSet,
}

/// A river.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Water {
    /// Name for players.
    pub name: String,
    /// The hexes on both sides.
    pub sides: Vec<(Hex, Hex)>,
}

/// A strait, with a red arrow across [7.5.5].
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Strait {
    /// Name for players.
    pub name: String,
    /// The hexes on both sides.
    pub sides: Vec<(Hex, Hex)>,
    /// [7.5.5.b] What else the Axis has to control to cross it.
    pub axis_holds: Option<Hex>,
}

/// A part of a front line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Front {
    /// June of this year.
    pub year: u16,
    /// Which part.
    pub name: String,
    /// The hexes on both sides.
    pub sides: Vec<(Hex, Hex)>,
}

/// A railway.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Rail {
    /// Name of the line; the projects are P1, P2 and P3 [SBE6.e].
    pub line: String,
    /// When it is there.
    pub status: RailStatus,
    /// Hexes in order.
    pub path: Vec<Hex>,
}

/// The map. Lists by hex hold the hexes of the grid, then the boxes.
#[derive(Debug)]
pub struct Map {
    /// The grid with its names.
    pub grid: Grid,
    /// The boxes, in the order of the file.
    pub boxes: Vec<OffMapBox>,
    /// The red arrows to and between them.
    pub arrows: Vec<Arrow>,
    /// Terrain by hex.
    pub terrain: Vec<Terrain>,
    /// Who may enter, by hex.
    pub entry: Vec<Entry>,
    /// Country by hex.
    pub country: Vec<Option<Country>>,
    /// Soviet military district by hex.
    pub district: Vec<Option<District>>,
    /// Owners in June of 1941 to 1944.
    pub owners: Vec<Owners>,
    /// Parts of the map, by [`Region::index`].
    pub regions: [HexSet; Region::COUNT],
    /// Recently annexed ground.
    pub annexed: Vec<Annexed>,
    /// Former Poland (decision D-10).
    pub former_poland: HexSet,
    /// Hexsides by hex and direction; boxes have none.
    pub sides: Vec<[Barrier; 6]>,
    /// Rivers, for players.
    pub rivers: Vec<Water>,
    /// Straits.
    pub straits: Vec<Strait>,
    /// Front lines.
    pub fronts: Vec<Front>,
    /// Railways.
    pub rails: Vec<Rail>,
    /// The ends of the sea route that may be built [SBE6.e].
    pub sea_project: [Hex; 2],
    /// Places.
    pub places: Vec<Place>,
    /// Number of the place of each hex.
    place_numbers: Vec<Option<u16>>,
    /// Seas.
    pub seas: Vec<SeaArea>,
    /// BLUE sea routes.
    pub blue_routes: Vec<BlueRoute>,
    /// Factories.
    pub factories: Vec<Factory>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawFile {
    grid: GridRow,
    terrain: LetterRows,
    entry: LetterRows,
    country: LetterRows,
    district: LetterRows,
    owner: Vec<RawOwner>,
    region: Vec<RawRegion>,
    annexed: Vec<RawAnnexed>,
    former_poland: RawHexes,
    r#box: Vec<RawBox>,
    arrow: Vec<RawArrow>,
    place: Vec<RawPlace>,
    sea: Vec<RawSea>,
    river: Vec<RawLine>,
    water: RawSides,
    strait: Vec<RawStrait>,
    front: Vec<RawFront>,
    rail: Vec<RawRail>,
    sea_project: RawEnds,
    factory: Vec<RawFactory>,
    blue_route: Vec<RawRoute>,
}

rows! {
    RawOwner { year: u16, rows: Vec<String> }
    RawRegion { name: Region, rows: Vec<String> }
    RawAnnexed { name: String, hexes: Vec<String> }
    RawHexes { hexes: Vec<String> }
    RawBox { id: String, name: String, terrain: Terrain, country: Country, owner: Side, regions: Vec<Region> }
    RawArrow { ends: [String; 2], land: bool, rail: bool }
    RawSea { name: String, freezes: bool, mined: bool }
    RawSides { sides: Vec<String> }
    RawLine { name: String, sides: Vec<String> }
    RawStrait { name: String, sides: Vec<String>, axis_holds: Option<String> }
    RawFront { year: u16, name: String, sides: Vec<String> }
    RawRail { line: String, status: RailStatus, path: Vec<String> }
    RawEnds { ends: [String; 2] }
    RawRoute { sea: String, ports: Vec<String> }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawPlace {
    hex: String,
    name: String,
    class: Option<TownClass>,
    #[serde(default)]
    victory: bool,
    #[serde(default)]
    yellow: u8,
    #[serde(default)]
    oil: u8,
    #[serde(default)]
    white: u8,
    mine: Option<Mine>,
    port: Option<PortClass>,
    sea: Option<String>,
    origin: String,
}

/// Letters of terrain.
const TERRAIN: [(u8, Terrain); Terrain::COUNT] = [
    (b'.', Terrain::Plain),
    (b'f', Terrain::Forest),
    (b'h', Terrain::Hill),
    (b'm', Terrain::Mountain),
    (b's', Terrain::Swamp),
    (b'~', Terrain::Sea),
    (b'o', Terrain::Lake),
];

/// Letters of who may enter.
const ENTRY: [(u8, Entry); Entry::COUNT] =
    [(b'.', Entry::Open), (b'-', Entry::Closed), (b'p', Entry::Persia), (b'r', Entry::AxisRail), (b'e', Entry::Edge), (b'~', Entry::Water)];

/// Most seas that a map may have: a bit for each.
const MOST_SEAS: usize = 64;

/// Nobody's, in rows of letters.
const NONE: u8 = b'~';

/// Reads the hexes of a map file, boxes by their ids.
pub(super) struct Reader<'a> {
    hexes: HexReader<'a, HEX_WORDS>,
    boxes: &'a [OffMapBox],
}

impl Reader<'_> {
    /// The file.
    pub(super) fn source(&self) -> &Source<'_> {
        self.hexes.source
    }

    /// The hex or box of a name, at a key.
    pub(super) fn hex(&self, key: &str, name: &str) -> Result<Hex, DataError> {
        match self.boxes.iter().find(|known| known.id == name) {
            Some(known) => Ok(known.hex),
            None => self.hexes.hex(key, name),
        }
    }

    fn set(&self, key: &str, names: &[String]) -> Result<HexSet, DataError> {
        names.iter().map(|name| self.hex(key, name)).collect()
    }

    fn sides(&self, key: &str, sides: &[String]) -> Result<Vec<(Hex, Hex)>, DataError> {
        sides.iter().map(|side| self.hexes.hexside(key, side)).collect()
    }

    fn ends(&self, key: &str, [a, b]: &[String; 2]) -> Result<[Hex; 2], DataError> {
        Ok([self.hex(key, a)?, self.hex(key, b)?])
    }

    /// What a row of letters says of each hex.
    fn letters<T: Copy>(&self, key: &str, rows: &[String], letters: &[(u8, T)]) -> Result<Vec<T>, DataError> {
        let read = self.hexes.letters(key, rows, &letters.iter().map(|(letter, _)| *letter).collect::<Vec<_>>())?;
        let value = |letter: u8| letters.iter().find(|(known, _)| *known == letter).map(|(_, value)| *value);
        Ok(read.into_iter().filter_map(value).collect())
    }
}

/// The letters of words that are letters themselves, and one for none of them.
fn initials<T: Copy>(all: &[T], name: impl Fn(T) -> &'static str) -> Vec<(u8, Option<T>)> {
    let letters = all.iter().map(|&value| (name(value).as_bytes()[0], Some(value)));
    letters.chain([(NONE, None)]).collect()
}

impl Map {
    /// Parses and validates.
    pub(super) fn load(source: &Source<'_>) -> Result<Map, DataError> {
        source.check_origins(&[])?;
        let raw: RawFile = source.parse()?;
        let grid = raw.grid.grid(source, HEX_CAPACITY)?;
        if grid.len() + raw.r#box.len() > HEX_CAPACITY {
            let most = HEX_CAPACITY - grid.len();
            return Err(source.error("box", format!("{} boxes; expected at most {most}", raw.r#box.len())));
        }
        if raw.sea.len() > MOST_SEAS {
            return Err(source.error("sea", format!("{} of them; expected at most {MOST_SEAS}", raw.sea.len())));
        }
        let boxes = boxes(source, &grid, &raw.r#box)?;
        let open = HexSet::full(grid.len());
        let reader = Reader { hexes: HexReader { source, grid: &grid, open }, boxes: &boxes };
        let mut map = Map {
            terrain: reader.letters("terrain.rows", &raw.terrain.rows, &TERRAIN)?,
            entry: reader.letters("entry.rows", &raw.entry.rows, &ENTRY)?,
            country: reader.letters("country.rows", &raw.country.rows, &initials(&Country::ALL, Country::name))?,
            district: reader.letters("district.rows", &raw.district.rows, &initials(&District::ALL, District::name))?,
            owners: owners(&reader, &raw.owner)?,
            regions: regions(&reader, &raw.region)?,
            annexed: Vec::with_capacity(raw.annexed.len()),
            former_poland: reader.set("former_poland", &raw.former_poland.hexes)?,
            sides: vec![[Barrier::default(); 6]; grid.len() + boxes.len()],
            rivers: Vec::with_capacity(raw.river.len()),
            straits: Vec::with_capacity(raw.strait.len()),
            factories: factories(&reader, &raw.factory)?,
            fronts: Vec::with_capacity(raw.front.len()),
            rails: Vec::with_capacity(raw.rail.len()),
            sea_project: reader.ends("sea_project", &raw.sea_project.ends)?,
            seas: raw.sea.iter().map(|sea| SeaArea { name: sea.name.clone(), freezes: sea.freezes, mined: sea.mined }).collect(),
            places: places(&reader, &raw.place, &raw.sea)?,
            blue_routes: Vec::with_capacity(raw.blue_route.len()),
            place_numbers: vec![None; grid.len() + boxes.len()],
            arrows: Vec::with_capacity(raw.arrow.len()),
            boxes: boxes.clone(),
            grid: grid.clone(),
        };
        for (known, raw) in boxes.iter().zip(&raw.r#box) {
            map.add_box(known.hex, raw);
        }
        for annexed in &raw.annexed {
            let hexes = reader.set(&format!("annexed {:?}", annexed.name), &annexed.hexes)?;
            map.annexed.push(Annexed { name: annexed.name.clone(), hexes });
        }
        for arrow in &raw.arrow {
            let ends = reader.ends("arrow", &arrow.ends)?;
            map.arrows.push(Arrow { ends, land: arrow.land, rail: arrow.rail });
        }
        for (number, place) in map.places.iter().enumerate() {
            map.place_numbers[place.hex.index()] = Some(number as u16);
        }
        for route in &raw.blue_route {
            map.blue_routes.push(map.blue_route(source, route)?);
        }
        map.lay_sides(&reader, &raw)?;
        for rail in &raw.rail {
            let path = reader.hexes.path(&format!("rail {:?}", rail.line), &rail.path)?;
            map.rails.push(Rail { line: rail.line.clone(), status: rail.status, path });
        }
        map.check(source)?;
        Ok(map)
    }

    /// Number of hexes and boxes.
    pub fn len(&self) -> usize {
        self.terrain.len()
    }

    /// Always false: a grid has a hex.
    pub fn is_empty(&self) -> bool {
        false
    }

    /// Every hex and box, in ascending order.
    pub fn hexes(&self) -> impl Iterator<Item = Hex> + use<> {
        (0..self.len() as u16).map(Hex)
    }

    /// Whether a hex is a box beyond the map.
    #[inline]
    pub fn is_box(&self, hex: Hex) -> bool {
        hex.index() >= self.grid.len()
    }

    /// The hexes of the rows that a flight of so many hexes may end in, and all boxes.
    pub fn rows_near(&self, from: Hex, range: u16) -> HexSet {
        let all = 0..self.len();
        if self.is_box(from) {
            return HexSet::span(all);
        }
        // One step changes the row by one at most.
        let (row, columns, range) = (from.index() / usize::from(self.grid.columns()), usize::from(self.grid.columns()), usize::from(range));
        let rows = row.saturating_sub(range) * columns..((row + range + 1) * columns).min(self.grid.len());
        HexSet::span(rows).union(HexSet::span(self.grid.len()..all.end))
    }

    /// Name of a hex in data files: CCRR, or the id of a box.
    pub fn name(&self, hex: Hex) -> String {
        match hex.index().checked_sub(self.grid.len()) {
            Some(number) => self.boxes[number].id.clone(),
            None => self.grid.name(hex).to_string(),
        }
    }

    /// The hex of a name: CCRR, or the id of a box.
    pub fn find(&self, name: &str) -> Option<Hex> {
        let known = self.boxes.iter().find(|known| known.id == name).map(|known| known.hex);
        known.or_else(|| self.grid.parse(name).ok())
    }

    /// Whether it is land, whoever may enter it.
    pub fn is_land(&self, hex: Hex) -> bool {
        !matches!(self.terrain[hex.index()], Terrain::Sea | Terrain::Lake)
    }

    /// The place of a hex.
    pub fn place_at(&self, hex: Hex) -> Option<&Place> {
        self.place_numbers[hex.index()].map(|number| &self.places[usize::from(number)])
    }

    /// The place with this name.
    pub fn place_named(&self, name: &str) -> Option<&Place> {
        self.places.iter().find(|place| place.name == name)
    }

    /// The hexes of a part of the map.
    pub fn region(&self, region: Region) -> &HexSet {
        &self.regions[region.index()]
    }

    /// Who owned each hex in June of a year.
    pub fn owners_in(&self, year: u16) -> Option<&Owners> {
        self.owners.iter().find(|owners| owners.year == year)
    }

    /// [BOX1.g][BOX1.i] How often a hex has fallen to the enemy from June 1941 to June of a year.
    pub fn falls_by(&self, year: u16, hex: Hex) -> u8 {
        let holder = |owners: &Owners| Side::ALL.into_iter().find(|side| owners.by_side[side.index()].contains(hex));
        let holders: Vec<Option<Side>> = self.owners.iter().filter(|owners| owners.year <= year).map(holder).collect();
        holders.windows(2).filter(|pair| pair[0] != pair[1]).count() as u8
    }

    /// [3.3.b][BOX1.g] Whether a hex holds a city in June of a year, in which aircraft are based [3.4].
    pub(in super::super) fn is_city_in(&self, year: u16, hex: Hex) -> bool {
        let town = self.place_at(hex).and_then(|place| place.class?.after(self.falls_by(year, hex)));
        town.is_some_and(TownClass::is_city)
    }

    /// The hexes of a country in June 1941.
    pub fn country_hexes(&self, country: Country) -> HexSet {
        self.hexes().filter(|hex| self.country[hex.index()] == Some(country)).collect()
    }

    fn add_box(&mut self, hex: Hex, raw: &RawBox) {
        self.terrain.push(raw.terrain);
        self.entry.push(Entry::Open);
        self.country.push(Some(raw.country));
        self.district.push(None);
        for owners in &mut self.owners {
            owners.by_side[raw.owner.index()].insert(hex);
        }
        for region in &raw.regions {
            self.regions[region.index()].insert(hex);
        }
    }

    /// [11.2.e] A sea route between Major Ports.
    fn blue_route(&self, source: &Source<'_>, raw: &RawRoute) -> Result<BlueRoute, DataError> {
        let refuse = |problem: String| source.error("blue_route", problem);
        let sea = self.seas.iter().position(|sea| sea.name == raw.sea).ok_or_else(|| refuse(format!("no sea {:?}", raw.sea)))?;
        let port = |name: &String| {
            let major = self.place_named(name).filter(|place| place.port.is_some_and(|(class, _)| class == PortClass::Major));
            major.map(|place| place.hex).ok_or_else(|| refuse(format!("{name:?} is no Major Port")))
        };
        let ports: HexSet = raw.ports.iter().map(port).collect::<Result<_, _>>()?;
        if ports.len() < 2 {
            return Err(refuse("expected two ports at least".to_owned()));
        }
        Ok(BlueRoute { sea, ports })
    }

    fn change(&mut self, (a, b): (Hex, Hex), change: impl Fn(&mut Barrier)) {
        let direction = self.grid.direction(a, b).expect("hexsides were checked to join neighbours");
        change(&mut self.sides[a.index()][direction.index()]);
        change(&mut self.sides[b.index()][direction.opposite().index()]);
    }

    fn lay_sides(&mut self, reader: &Reader<'_>, raw: &RawFile) -> Result<(), DataError> {
        for river in &raw.river {
            let sides = reader.sides(&format!("river {:?}", river.name), &river.sides)?;
            for &side in &sides {
                self.change(side, |barrier| barrier.river = true);
            }
            self.rivers.push(Water { name: river.name.clone(), sides });
        }
        for side in reader.sides("water", &raw.water.sides)? {
            self.change(side, |barrier| barrier.water = true);
        }
        for strait in &raw.strait {
            let sides = reader.sides(&format!("strait {:?}", strait.name), &strait.sides)?;
            for &side in &sides {
                self.change(side, |barrier| barrier.strait = true);
            }
            let named = |name: &String| {
                let place = self.place_named(name);
                place.map(|place| place.hex).ok_or_else(|| reader.source().error("strait.axis_holds", format!("no place {name:?}")))
            };
            let axis_holds = strait.axis_holds.as_ref().map(named).transpose()?;
            self.straits.push(Strait { name: strait.name.clone(), sides, axis_holds });
        }
        for front in &raw.front {
            let sides = reader.sides(&format!("front {} {:?}", front.year, front.name), &front.sides)?;
            self.fronts.push(Front { year: front.year, name: front.name.clone(), sides });
        }
        Ok(())
    }

    /// What the parts of the file have to say of each other.
    fn check(&self, source: &Source<'_>) -> Result<(), DataError> {
        for hex in self.hexes() {
            let name = self.name(hex);
            if self.is_land(hex) == (self.entry[hex.index()] == Entry::Water) {
                return Err(
                    source.error("entry.rows", format!("hex {name}: ground and entry differ; expected water for both or for neither"))
                );
            }
            if self.is_land(hex) != self.country[hex.index()].is_some() {
                return Err(source.error("country.rows", format!("hex {name}: expected a country for each hex of land and for no other")));
            }
            if self.district[hex.index()].is_some() && self.country[hex.index()] != Some(Country::SovietUnion) {
                return Err(source.error("district.rows", format!("hex {name} has a district outside of the Soviet Union")));
            }
        }
        if let Some(place) = self.places.iter().find(|place| !self.is_land(place.hex)) {
            return Err(source.error(format!("place {:?}", place.name), "it lies in water; expected land"));
        }
        for rail in &self.rails {
            if let Some(&wet) = rail.path.iter().find(|&&hex| !self.is_land(hex)) {
                return Err(source.error(format!("rail {:?}", rail.line), format!("hex {} is water; expected land", self.name(wet))));
            }
            let crosses = |pair: &[Hex]| {
                let direction = self.grid.direction(pair[0], pair[1]).expect("paths were checked to join neighbours");
                self.sides[pair[0].index()][direction.index()].water
            };
            if let Some(pair) = rail.path.windows(2).find(|pair| crosses(pair)) {
                let what = format!("it crosses water between {} and {}", self.name(pair[0]), self.name(pair[1]));
                return Err(source.error(format!("rail {:?}", rail.line), what));
            }
        }
        for arrow in &self.arrows {
            if !arrow.ends.iter().any(|&end| self.is_box(end)) {
                return Err(source.error("arrow", "neither end is a box; expected one"));
            }
        }
        Ok(())
    }
}

fn boxes(source: &Source<'_>, grid: &Grid, raw: &[RawBox]) -> Result<Vec<OffMapBox>, DataError> {
    let mut boxes: Vec<OffMapBox> = Vec::new();
    for (number, raw) in raw.iter().enumerate() {
        if boxes.iter().any(|known| known.id == raw.id) || grid.parse(&raw.id).is_ok() {
            return Err(source.error(format!("box {:?}", raw.id), "a second box or hex with this id"));
        }
        boxes.push(OffMapBox { hex: Hex((grid.len() + number) as u16), id: raw.id.clone(), name: raw.name.clone() });
    }
    Ok(boxes)
}

fn owners(reader: &Reader<'_>, raw: &[RawOwner]) -> Result<Vec<Owners>, DataError> {
    let letters = [(b'A', Some(Side::Axis)), (b'S', Some(Side::Soviet)), (b'n', None), (NONE, None)];
    let read = |raw: &RawOwner| {
        let owners = reader.letters(&format!("owner {}", raw.year), &raw.rows, &letters)?;
        let of = |side: Side| reader.hexes.grid.hexes().filter(|hex| owners[hex.index()] == Some(side)).collect();
        Ok(Owners { year: raw.year, by_side: Side::ALL.map(of) })
    };
    raw.iter().map(read).collect()
}

fn regions(reader: &Reader<'_>, raw: &[RawRegion]) -> Result<[HexSet; Region::COUNT], DataError> {
    let mut regions = [HexSet::EMPTY; Region::COUNT];
    for region in Region::ALL {
        let key = format!("region {:?}", region.name());
        let mut named = raw.iter().filter(|raw| raw.name == region);
        let (Some(raw), None) = (named.next(), named.next()) else {
            return Err(reader.hexes.source.error(key, "expected it once"));
        };
        let within = reader.letters(&key, &raw.rows, &[(b'#', true), (b'.', false)])?;
        regions[region.index()] = reader.hexes.grid.hexes().filter(|hex| within[hex.index()]).collect();
    }
    Ok(regions)
}

fn places(reader: &Reader<'_>, raw: &[RawPlace], seas: &[RawSea]) -> Result<Vec<Place>, DataError> {
    let mut places: Vec<Place> = Vec::with_capacity(raw.len());
    for raw in raw {
        let key = format!("place {:?}", raw.name);
        let refuse = |problem: &str| Err(reader.hexes.source.error(key.as_str(), problem));
        let hex = reader.hex(&key, &raw.hex)?;
        if places.iter().any(|known| known.name == raw.name || known.hex == hex) {
            return refuse("a second place with this name or in this hex");
        }
        let port = match (raw.port, &raw.sea) {
            (None, None) => None,
            (Some(class), Some(sea)) => match seas.iter().position(|known| known.name == *sea) {
                Some(sea) => Some((class, sea)),
                None => return refuse("its sea is not in the list of seas"),
            },
            _ => return refuse("a port without a sea, or a sea without a port; expected both or neither"),
        };
        if raw.mine.is_some() && raw.yellow == 0 {
            return refuse("a mine without yellow production");
        }
        places.push(Place {
            hex,
            name: raw.name.clone(),
            class: raw.class,
            victory: raw.victory,
            yellow: raw.yellow,
            oil: raw.oil,
            white: raw.white,
            mine: raw.mine,
            port,
            origin: raw.origin.clone(),
        });
    }
    Ok(places)
}
