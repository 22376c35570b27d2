//! The map: hexes, hexsides, roads, places and the sets that rules ask for.

use serde::Deserialize;

use crate::armir::ids::{Formation, HEX_CAPACITY, HEX_WORDS, HexSet};
use crate::data::{DataError, Source};
use crate::game::Side;
use crate::hex::{Direction, Grid, Hex, LeastCost, OFF_MAP, Spread, Steps, flood_along};
use crate::kit::files::rows;
use crate::kit::map::{GridRow, HexReader, LetterRows};

/// Flags of a hexside as seen from one of its hexes.
pub mod edge {
    /// The Don [14.2.1].
    pub const DON: u8 = 1;
    /// Another river, which shifts the odds [14.2].
    pub const RIVER: u8 = 2;
    /// A river that bars ZOC: the Don or a major river [7.1.2].
    pub const MAJOR: u8 = 4;
    /// Fortified hexside of a strongpoint hex, facing the Soviets [14.3].
    pub const FORTIFIED: u8 = 8;
    /// A road or railway crosses it [5.1.1].
    pub const ROAD: u8 = 16;
    /// A railway crosses it [8].
    pub const RAIL: u8 = 32;
}

/// Kilometres from the centre of a hex to the next [1.2].
const HEX_KM: u8 = 10;

/// City or village.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum PlaceKind {
    /// City: shifts the odds [14.4], star worth 2.
    City,
    /// Village: no effect [14.1], star worth 1.
    Village,
}

/// A named place.
#[derive(Clone, PartialEq, Debug)]
pub struct NamedPlace {
    /// Where.
    pub hex: Hex,
    /// Name.
    pub name: String,
    /// City or village.
    pub kind: PlaceKind,
    /// Momentum points for its control [16.4.1], 0 without a star.
    pub star: u8,
}

/// River class [14.2].
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum RiverClass {
    /// The Don.
    Don,
    /// Major river.
    Major,
    /// Minor river.
    Minor,
}

/// A river as a run of hexsides.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct River {
    /// Name.
    pub name: String,
    /// Class.
    pub class: RiverClass,
    /// Hexsides as pairs of adjacent hexes, downstream.
    pub sides: Vec<(Hex, Hex)>,
}

/// A road or railway as a path of adjacent hexes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Road {
    /// Name.
    pub name: String,
    /// Hexes in order.
    pub path: Vec<Hex>,
    /// Whether it is a railway.
    pub rail: bool,
    /// Whether Soviet units may never enter its hexes [5.1.2].
    pub closed: bool,
}

/// The map.
#[derive(Debug)]
pub struct Map {
    /// The grid with its names.
    pub grid: Grid,
    /// Neighbour by hex and direction; out-of-play hexes count as off the map.
    pub neighbours: Vec<[u16; 6]>,
    /// The same neighbourhood for whole sets of hexes.
    pub spread: Spread<HEX_WORDS>,
    /// Neighbour along a railway by hex and direction [8].
    pub rail_neighbours: Vec<[u16; 6]>,
    /// Neighbours by side and hex that units of the side may enter from there whenever they are empty; the hex
    /// itself fills up the row. Not all of them: across the Don it depends.
    pub unhindered: [Vec<[u16; 6]>; 2],
    /// Flags of [`edge`] by hex and direction.
    pub edges: Vec<[u8; 6]>,
    /// Steps on foot, by hex and direction [5.1].
    pub foot_steps: Vec<Steps>,
    /// Steps of motorised movement, by hex and direction [5.1.1].
    pub wheel_steps: Vec<Steps>,
    /// Lower bounds of the cost of ways on foot.
    pub foot_least: LeastCost,
    /// Lower bounds of the cost of ways by motorised movement.
    pub wheel_least: LeastCost,
    /// Sides that ZOC of the Axis and of the Soviets do not cross, one bit per direction [7.1.2].
    pub zoc_barriers: [Vec<u8>; 2],
    /// Hexes in play.
    pub in_play: HexSet,
    /// Hexes the Soviets control at start [1.5.a].
    pub soviet_at_start: HexSet,
    /// Hexes east of the Don [17.1.3].
    pub east_of_don: HexSet,
    /// City hexes [14.4].
    pub cities: HexSet,
    /// Star value by hex [16.4.1].
    pub stars: Vec<u8>,
    /// Hexes with a star.
    pub starred: HexSet,
    /// Strongpoint hexes of the four corps, north to south [5.5].
    pub strongpoints: [Vec<Hex>; 4],
    /// All strongpoint hexes.
    pub fortified: HexSet,
    /// Strongpoint hexes of the corps whose bit is not set in the index.
    pub strongpoints_beyond: [HexSet; 16],
    /// Strongpoint hexes of each of the four corps.
    pub colours: [HexSet; 4],
    /// Index of the corps colour by hex; 255 without strongpoint.
    pub colour: Vec<u8>,
    /// Soviet front hexes that the set-up must cover [18.2.a].
    pub soviet_front: Vec<Hex>,
    /// Railway hexes.
    pub rail: HexSet,
    /// Hexes of the railway A-B [5.1.2].
    pub closed_rail: HexSet,
    /// Hexes whose entry can have an effect: starred, strongpoint and depot hexes.
    pub eventful: HexSet,
    /// Supply sources of each side [8.1].
    pub sources: [HexSet; 2],
    /// Exit hexes to the airfields [16.3.1].
    pub exits: Vec<Hex>,
    /// Whether a road or railway leads off the map from each exit.
    pub exit_on_road: Vec<bool>,
    /// Axis source C, the entry of reinforcements [18.5.a].
    pub source_c: Hex,
    /// Bokovskaya [16.1.4].
    pub bokovskaya: Hex,
    /// Kantemirovka, with the depot and the Italian aircraft [8.1.1][9.2.a].
    pub kantemirovka: Hex,
    /// Rossosh [5.5.1].
    pub rossosh: Hex,
    /// Millerovo [15.2].
    pub millerovo: Hex,
    /// Starobelsk [18.1.3].
    pub starobelsk: Hex,
    /// Start hexes of the Soviet HQs [18.2].
    pub soviet_hq: [Hex; 3],
    /// Places.
    pub places: Vec<NamedPlace>,
    /// Rivers.
    pub rivers: Vec<River>,
    /// Roads and railways.
    pub roads: Vec<Road>,
    /// Supply sources by name.
    pub named_sources: Vec<(Side, String, Hex)>,
    /// Names of the exits.
    pub exit_names: Vec<String>,
    /// Terrain letters, row-major: `.` clear, `f` forest, `r` rough, `#` out of play.
    pub terrain: Vec<u8>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawFile {
    grid: GridRow,
    terrain: LetterRows,
    control: LetterRows,
    bank: LetterRows,
    place: Vec<RawPlace>,
    river: Vec<RawRiver>,
    road: Vec<RawRoad>,
    railway: Vec<RawRailway>,
    front: RawFront,
    supply: Vec<RawSupply>,
    exit: Vec<RawExit>,
    special: RawSpecial,
}

rows! {
    RawPlace {
        hex: String,
        name: String,
        kind: PlaceKind,
        star: u8,
        #[serde(rename = "lat")]
        _lat: f64,
        #[serde(rename = "lon")]
        _lon: f64,
    }
    RawRiver { name: String, class: RiverClass, sides: Vec<String> }
    RawRoad { name: String, path: Vec<String> }
    RawRailway { name: String, path: Vec<String>, closed_to_soviets: bool }
    RawFront { alpine: Vec<String>, ii: Vec<String>, xxxv: Vec<String>, xxix: Vec<String>, soviet: Vec<String> }
    RawSupply { side: Side, name: String, hex: String }
    RawExit { name: String, hex: String }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawSpecial {
    bokovskaya: String,
    kantemirovka: String,
    rossosh: String,
    millerovo: String,
    starobelsk: String,
    soviet_hq: RawSovietHq,
    #[serde(rename = "origin")]
    _origin: Option<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawSovietHq {
    #[serde(rename = "6")]
    sixth: String,
    #[serde(rename = "1g")]
    first_guards: String,
    #[serde(rename = "3g")]
    third_guards: String,
    #[serde(rename = "origin")]
    _origin: Option<String>,
}

/// Reads names into hexes that are in play.
type Reader<'a> = HexReader<'a, HEX_WORDS>;

impl Map {
    /// Parses and validates.
    pub(super) fn load(source: &Source<'_>) -> Result<Map, DataError> {
        source.check_origins(&["special"])?;
        let raw: RawFile = source.parse()?;
        let grid = raw.grid.grid(source, HEX_CAPACITY)?;
        if raw.grid.hex_km != HEX_KM {
            return Err(source.error(
                "grid.hex_km",
                format!(
                    "{}; expected {HEX_KM} [1.2]: ranges and allowances are counted in such hexes; others are not carried out yet",
                    raw.grid.hex_km
                ),
            ));
        }
        let everywhere = HexSet::full(grid.len());
        let reader = Reader { source, grid: &grid, open: everywhere };
        let terrain = reader.letters("terrain.rows", &raw.terrain.rows, b".fr#")?;
        let control = reader.letters("control.rows", &raw.control.rows, b"as#")?;
        let bank = reader.letters("bank.rows", &raw.bank.rows, b"ew#")?;
        let set_of = |cells: &[u8], letter: u8| -> HexSet { grid.hexes().filter(|hex| cells[hex.index()] == letter).collect() };
        let out_of_play = set_of(&terrain, b'#');
        if set_of(&control, b'#') != out_of_play || set_of(&bank, b'#') != out_of_play {
            return Err(source.error("control.rows", "the hexes out of play differ between terrain, control and bank"));
        }
        let in_play = everywhere.difference(out_of_play);
        let reader = Reader { source, grid: &grid, open: in_play };

        let neighbours: Vec<[u16; 6]> = grid
            .neighbour_table()
            .iter()
            .enumerate()
            .map(|(hex, row)| {
                row.map(
                    |near| if near != OFF_MAP && in_play.contains(Hex(near)) && in_play.contains(Hex(hex as u16)) { near } else { OFF_MAP },
                )
            })
            .collect();
        let places = places(&reader, &raw.place)?;
        let rivers = rivers(&reader, &raw.river)?;
        let roads = roads(&reader, &raw)?;
        let strongpoints = [
            reader.hexes("front.alpine", &raw.front.alpine)?,
            reader.hexes("front.ii", &raw.front.ii)?,
            reader.hexes("front.xxxv", &raw.front.xxxv)?,
            reader.hexes("front.xxix", &raw.front.xxix)?,
        ];
        let soviet_at_start = set_of(&control, b's');
        let soviet_hq = [
            reader.hex("special.soviet_hq.6", &raw.special.soviet_hq.sixth)?,
            reader.hex("special.soviet_hq.1g", &raw.special.soviet_hq.first_guards)?,
            reader.hex("special.soviet_hq.3g", &raw.special.soviet_hq.third_guards)?,
        ];
        let spread = Spread::new(&neighbours);
        let mut map = Map {
            rail_neighbours: vec![[OFF_MAP; 6]; grid.len()],
            spread,
            neighbours,
            unhindered: [Vec::new(), Vec::new()],
            edges: vec![[0; 6]; grid.len()],
            foot_steps: Vec::new(),
            wheel_steps: Vec::new(),
            foot_least: LeastCost::default(),
            wheel_least: LeastCost::default(),
            zoc_barriers: [vec![0; grid.len()], vec![0; grid.len()]],
            in_play,
            soviet_at_start,
            east_of_don: set_of(&bank, b'e'),
            cities: HexSet::EMPTY,
            stars: vec![0; grid.len()],
            starred: HexSet::EMPTY,
            strongpoints,
            fortified: HexSet::EMPTY,
            strongpoints_beyond: [HexSet::EMPTY; 16],
            colours: [HexSet::EMPTY; 4],
            colour: vec![u8::MAX; grid.len()],
            soviet_front: reader.hexes("front.soviet", &raw.front.soviet)?,
            rail: HexSet::EMPTY,
            closed_rail: HexSet::EMPTY,
            eventful: HexSet::EMPTY,
            sources: [HexSet::EMPTY; 2],
            exits: Vec::new(),
            exit_on_road: Vec::new(),
            source_c: Hex(0),
            bokovskaya: reader.hex("special.bokovskaya", &raw.special.bokovskaya)?,
            kantemirovka: reader.hex("special.kantemirovka", &raw.special.kantemirovka)?,
            rossosh: reader.hex("special.rossosh", &raw.special.rossosh)?,
            millerovo: reader.hex("special.millerovo", &raw.special.millerovo)?,
            starobelsk: reader.hex("special.starobelsk", &raw.special.starobelsk)?,
            soviet_hq,
            places,
            rivers,
            roads,
            named_sources: Vec::new(),
            exit_names: Vec::new(),
            terrain,
            grid: grid.clone(),
        };
        for raw in &raw.supply {
            let hex = reader.hex(&format!("supply {:?}", raw.name), &raw.hex)?;
            map.sources[raw.side.index()].insert(hex);
            map.named_sources.push((raw.side, raw.name.clone(), hex));
        }
        for raw in &raw.exit {
            let hex = reader.hex(&format!("exit {:?}", raw.name), &raw.hex)?;
            map.exits.push(hex);
            map.exit_names.push(raw.name.clone());
        }
        map.source_c =
            map.supply_named("C").ok_or_else(|| source.error("supply", "no Axis source named C; reinforcements enter there [18.5.a]"))?;
        map.lay_edges(source)?;
        map.mark_hexes(source)?;
        map.unhindered = Side::ALL.map(|side| map.grid.hexes().map(|hex| map.unhindered_from(side, hex)).collect());
        map.check_front(source)?;
        map.check_reachable(source)?;
        Ok(map)
    }

    /// [5.1.2][14.2.1][16.1.4.a] The row of [`Map::unhindered`].
    fn unhindered_from(&self, side: Side, hex: Hex) -> [u16; 6] {
        let free = |&direction: &Direction| match side {
            Side::Axis => self.edge(hex, direction) & edge::DON == 0,
            Side::Soviet => true,
        };
        let closed = |near: &u16| match side {
            Side::Axis => *near == self.bokovskaya.0,
            Side::Soviet => self.closed_rail.contains(Hex(*near)),
        };
        let near = |direction: Direction| self.neighbours[hex.index()][direction.index()];
        let mut row = [hex.0; 6];
        let open = Direction::ALL.into_iter().filter(free).map(near).filter(|near| *near != OFF_MAP && !closed(near));
        row.iter_mut().zip(open).for_each(|(place, near)| *place = near);
        row
    }

    /// Fills the step tables from the movement table.
    pub(super) fn price_steps(&mut self, movement: &super::Movement) {
        let costs = |road: u8| -> Vec<[u8; 6]> {
            let price = |flags: u8| if flags & edge::ROAD != 0 { road } else { movement.off_road };
            self.edges.iter().map(|edges| edges.map(price)).collect()
        };
        // [14.2.1] The Don is what a single step can fail at.
        let gates = |hex: Hex| {
            let bit = |(direction, &flags): (usize, &u8)| u8::from(flags & edge::DON != 0) << direction;
            self.edges[hex.index()].iter().enumerate().map(bit).sum()
        };
        self.foot_steps = Steps::table(&self.neighbours, &costs(movement.road_foot), gates);
        self.wheel_steps = Steps::table(&self.neighbours, &costs(movement.road_mobile), gates);
        self.foot_least = LeastCost::new(&self.grid, &self.foot_steps);
        self.wheel_least = LeastCost::new(&self.grid, &self.wheel_steps);
    }

    /// The Axis or Soviet supply source with this name.
    pub fn supply_named(&self, name: &str) -> Option<Hex> {
        self.named_sources.iter().find(|(_, known, _)| known == name).map(|&(_, _, hex)| hex)
    }

    /// The place with this name.
    pub fn place_named(&self, name: &str) -> Option<Hex> {
        self.places.iter().find(|place| place.name == name).map(|place| place.hex)
    }

    /// The name of the place in a hex.
    pub fn name_of(&self, hex: Hex) -> Option<&str> {
        self.places.iter().find(|place| place.hex == hex).map(|place| place.name.as_str())
    }

    /// Flags of the side between two adjacent hexes.
    #[inline]
    pub fn edge(&self, from: Hex, direction: Direction) -> u8 {
        self.edges[from.index()][direction.index()]
    }

    /// The corps colour of a strongpoint hex, as an index of [`Formation::LINE_CORPS`].
    #[inline]
    pub fn colour_of(&self, hex: Hex) -> Option<usize> {
        let colour = self.colour[hex.index()];
        (colour != u8::MAX).then_some(usize::from(colour))
    }

    /// Names of the four corps colours, for messages.
    pub fn colour_name(colour: usize) -> &'static str {
        Formation::LINE_CORPS[colour].name()
    }

    fn mark_edge(&mut self, from: Hex, to: Hex, flags: u8) {
        if let Some(direction) = self.grid.direction(from, to) {
            self.edges[from.index()][direction.index()] |= flags;
            self.edges[to.index()][direction.opposite().index()] |= flags;
        }
    }

    fn lay_edges(&mut self, source: &Source<'_>) -> Result<(), DataError> {
        for river in self.rivers.clone() {
            for (a, b) in river.sides {
                let direction = self.grid.direction(a, b).expect("river sides were checked to be adjacent");
                if self.edge(a, direction) & (edge::DON | edge::RIVER) != 0 {
                    return Err(source.error(
                        format!("river {:?}", river.name),
                        format!("side {}/{} already belongs to another river", self.grid.name(a), self.grid.name(b)),
                    ));
                }
                self.mark_edge(
                    a,
                    b,
                    match river.class {
                        RiverClass::Don => edge::DON | edge::MAJOR,
                        RiverClass::Major => edge::RIVER | edge::MAJOR,
                        RiverClass::Minor => edge::RIVER,
                    },
                );
            }
        }
        for road in self.roads.clone() {
            for pair in road.path.windows(2) {
                self.mark_edge(pair[0], pair[1], if road.rail { edge::ROAD | edge::RAIL } else { edge::ROAD });
            }
        }
        for hex in self.strongpoints.iter().flatten().copied().collect::<Vec<_>>() {
            for (_, near) in self.grid.neighbours(hex).collect::<Vec<_>>() {
                if self.in_play.contains(near) && self.soviet_at_start.contains(near) {
                    self.mark_edge(hex, near, edge::FORTIFIED);
                }
            }
        }
        for hex in self.grid.hexes() {
            for direction in Direction::ALL {
                let flags = self.edge(hex, direction);
                let bit = 1 << direction.index();
                if flags & edge::MAJOR != 0 {
                    self.zoc_barriers[0][hex.index()] |= bit;
                    self.zoc_barriers[1][hex.index()] |= bit;
                }
                if flags & edge::FORTIFIED != 0 {
                    self.zoc_barriers[1][hex.index()] |= bit;
                }
            }
        }
        self.rail_neighbours = self
            .neighbours
            .iter()
            .zip(&self.edges)
            .map(|(near, flags)| {
                std::array::from_fn(|direction| if flags[direction] & edge::RAIL != 0 { near[direction] } else { OFF_MAP })
            })
            .collect();
        Ok(())
    }

    fn mark_hexes(&mut self, source: &Source<'_>) -> Result<(), DataError> {
        for place in &self.places {
            if place.kind == PlaceKind::City {
                self.cities.insert(place.hex);
            }
            if place.star > 0 {
                self.stars[place.hex.index()] = place.star;
                self.starred.insert(place.hex);
            }
        }
        for (colour, hexes) in self.strongpoints.iter().enumerate() {
            for &hex in hexes {
                if self.colour[hex.index()] != u8::MAX {
                    return Err(source.error("front", format!("{} is listed as a strongpoint twice", self.grid.name(hex))));
                }
                self.colour[hex.index()] = colour as u8;
                self.fortified.insert(hex);
                self.colours[colour].insert(hex);
            }
        }
        for (breached, hexes) in self.strongpoints_beyond.iter_mut().enumerate() {
            let held = self.colours.iter().enumerate().filter(|(colour, _)| breached & (1 << colour) == 0);
            *hexes = held.fold(HexSet::EMPTY, |all, (_, strongpoints)| all.union(*strongpoints));
        }
        for road in &self.roads {
            for &hex in &road.path {
                if road.rail {
                    self.rail.insert(hex);
                }
                if road.closed {
                    self.closed_rail.insert(hex);
                }
            }
        }
        if self.closed_rail.is_empty() {
            return Err(source.error("railway", "no railway is closed_to_soviets; expected the line A-B [5.1.2]"));
        }
        self.exit_on_road = self.exits.iter().map(|exit| self.edges[exit.index()].iter().any(|flags| flags & edge::ROAD != 0)).collect();
        self.eventful = self.starred.union(self.fortified);
        self.eventful.insert(self.kantemirovka);
        Ok(())
    }

    /// The chain of strongpoints is one run of neighbours, and separates the sides [18.1 of the digest].
    fn check_front(&self, source: &Source<'_>) -> Result<(), DataError> {
        let chain: Vec<Hex> = self.strongpoints.iter().flatten().copied().collect();
        if self.strongpoints.iter().any(Vec::is_empty) {
            return Err(source.error("front", "a corps without strongpoints; expected at least one hex of each colour"));
        }
        for pair in chain.windows(2) {
            if self.grid.direction(pair[0], pair[1]).is_none() {
                return Err(source.error(
                    "front",
                    format!(
                        "the chain breaks between {} and {}; expected neighbours from north to south",
                        self.grid.name(pair[0]),
                        self.grid.name(pair[1])
                    ),
                ));
            }
        }
        let open = self.in_play.difference(self.fortified);
        let reached = flood_along(&self.spread, &self.soviet_at_start, &open, u16::MAX);
        let leak = reached.difference(self.soviet_at_start).iter().next();
        if let Some(leak) = leak {
            return Err(source
                .error("front", format!("a walk leads from the Soviet side to {} without entering a strongpoint", self.grid.name(leak))));
        }
        if let Some(hex) = self.soviet_front.iter().find(|hex| !self.soviet_at_start.contains(**hex)) {
            return Err(source.error("front.soviet", format!("{} is not on the Soviet side", self.grid.name(*hex))));
        }
        Ok(())
    }

    /// Stars, exits and sources can be reached by the side that needs them.
    fn check_reachable(&self, source: &Source<'_>) -> Result<(), DataError> {
        let soviet = self.in_play.difference(self.closed_rail);
        let reached = flood_along(&self.spread, &self.soviet_at_start.intersection(soviet), &soviet, u16::MAX);
        for place in self.places.iter().filter(|place| place.star > 0) {
            if !reached.contains(place.hex) {
                return Err(source.error(
                    format!("place {:?}", place.name),
                    "its star cannot be reached by the Soviets; expected a way round the railway A-B",
                ));
            }
        }
        for (name, &exit) in self.exit_names.iter().zip(&self.exits) {
            if !reached.contains(exit) {
                return Err(source.error(format!("exit {name:?}"), "cannot be reached by the Soviets"));
            }
        }
        for side in Side::ALL {
            if self.sources[side.index()].is_empty() {
                return Err(source.error("supply", format!("the {side} side has no supply source [8.1]")));
            }
        }
        if self.exits.is_empty() {
            return Err(source.error("exit", "no exit hex; expected Tatsinskaya and Morozovsk [16.3.1]"));
        }
        Ok(())
    }
}

fn places(reader: &Reader<'_>, raw: &[RawPlace]) -> Result<Vec<NamedPlace>, DataError> {
    let mut places: Vec<NamedPlace> = Vec::new();
    for raw in raw {
        let key = format!("place {:?}", raw.name);
        let hex = reader.hex(&key, &raw.hex)?;
        let fits = matches!((raw.kind, raw.star), (_, 0) | (PlaceKind::Village, 1) | (PlaceKind::City, 2));
        if !fits {
            return Err(reader.source.error(key, format!("star {}; expected 0, 1 for a village or 2 for a city [16.4.1]", raw.star)));
        }
        if places.iter().any(|place| place.name == raw.name) {
            return Err(reader.source.error(key, "a second place with this name"));
        }
        if places.iter().any(|place| place.hex == hex && place.star > 0 && raw.star > 0) {
            return Err(reader.source.error(key, "a second star in one hex"));
        }
        places.push(NamedPlace { hex, name: raw.name.clone(), kind: raw.kind, star: raw.star });
    }
    Ok(places)
}

fn rivers(reader: &Reader<'_>, raw: &[RawRiver]) -> Result<Vec<River>, DataError> {
    raw.iter()
        .map(|raw| {
            let key = format!("river {:?}", raw.name);
            let sides = raw.sides.iter().map(|side| reader.hexside(&key, side)).collect::<Result<_, _>>()?;
            Ok(River { name: raw.name.clone(), class: raw.class, sides })
        })
        .collect()
}

fn roads(reader: &Reader<'_>, raw: &RawFile) -> Result<Vec<Road>, DataError> {
    let roads = raw.road.iter().map(|raw| {
        let path = reader.path(&format!("road {:?}", raw.name), &raw.path)?;
        Ok(Road { name: raw.name.clone(), path, rail: false, closed: false })
    });
    let rails = raw.railway.iter().map(|raw| {
        let path = reader.path(&format!("railway {:?}", raw.name), &raw.path)?;
        Ok(Road { name: raw.name.clone(), path, rail: true, closed: raw.closed_to_soviets })
    });
    roads.chain(rails).collect()
}
