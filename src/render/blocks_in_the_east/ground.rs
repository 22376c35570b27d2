//! The map as the ground of a board: terrain, waters, railways, borders, towns with what they yield, boxes beside the map.

use std::fmt::Write as _;

use stavka_engine::blocks_in_the_east::data::Place;
use stavka_engine::blocks_in_the_east::terms::{
    Colour, Country, Entry, Nation, PortClass, Project, RailStatus, Region, Terrain, TownClass,
};
use stavka_engine::blocks_in_the_east::{BlocksInTheEast, Prepared};
use stavka_engine::hex::Hex;
use stavka_words::{proper, tr};

use super::board::is_open;
use super::hexes::Layout;
use super::{counters, goals, names};
use crate::drawing::{Name, Patch, Point, escape, outline, rounded, spots_of_names, star, tenth};
use crate::hexmap::{RADIUS, courses};
use crate::theme::{Cell, Ground, LegendRow};

/// Hexes on both sides of which a river is looked at for the direction of its name.
const REACH: usize = 3;
/// Room that the name of a sea needs, as [`seas`] counts it.
const ROOM: f64 = 9.0;
/// Hexsides that a river has at least to be named.
const NAMED_RIVER: usize = 9;

/// The ground of a scenario.
pub(super) fn ground(data: &Prepared) -> Ground {
    let layout = Layout::of(data);
    let mut svg = String::with_capacity(1 << 17);
    terrain(&layout, &mut svg);
    waters(&layout, &mut svg);
    borders(&layout, &mut svg);
    railways(&layout, &mut svg);
    arrows(&layout, &mut svg);
    svg.push_str(r#"<path id="front" class="front"/>"#);
    svg.push_str(&layout.plan.numbers(cells_of(data).filter(|&hex| !data.map.is_box(hex)), 24.0));
    boxes(&layout, &mut svg);
    towns(&layout, &mut svg);
    sites(&layout, &mut svg);
    objectives(&layout, &mut svg);
    water_names(&layout, &mut svg);
    let mut labels = String::new();
    place_names(&layout, &mut labels);
    Ground {
        svg: svg.replace('\n', ""),
        labels: labels.replace('\n', ""),
        symbols: counters::symbols() + &layout.definitions(),
        left: 0.0,
        top: 0.0,
        width: layout.width,
        height: layout.height,
        outline: layout.plan.outline(),
        cells: cells(&layout),
        squares: None,
        note: tr!("one hex is 70 km; the printed map is lost: what the rules do not say of it is a reconstruction"),
        legend: legend(data),
    }
}

/// Hexes and boxes in play.
fn cells_of(data: &Prepared) -> impl Iterator<Item = Hex> + '_ {
    data.map.hexes().filter(|&hex| is_open(data, hex))
}

fn cells(layout: &Layout<'_>) -> Vec<Cell> {
    let data = layout.data;
    let cell = |hex: Hex| {
        let at = layout.centre(hex)?;
        Some(Cell::new(data.map.name(hex), tenth(at.x), tenth(at.y), names::hex(data, hex)))
    };
    cells_of(data).filter_map(cell).collect()
}

/// Land over water, what grows and rises on it, the grid, and a veil over what is out of play.
fn terrain(layout: &Layout<'_>, out: &mut String) {
    let data = layout.data;
    let _ = write!(out, r#"<rect width="{}" height="{}" class="sea"/>"#, layout.width, layout.height);
    out.push_str(r##"<use href="#land" class="land"/>"##);
    for (shape, class) in [("woods", "forest"), ("hills", "hill"), ("peaks", "mountain"), ("bogs", "swamp")] {
        let _ = write!(out, r##"<use href="#{shape}" class="{class}"/>"##);
    }
    out.push_str(r#"<g class="growth">"#);
    for (shape, pattern) in [("woods", "trees"), ("hills", "mounds"), ("peaks", "crags"), ("bogs", "reeds")] {
        let _ = write!(out, r##"<use href="#{shape}" fill="url(#{pattern})"/>"##);
    }
    out.push_str(r##"</g><use href="#land" class="grid" fill="url(#grid)"/><use href="#land" class="coast"/>"##);
    let out_of_play = layout.shape(|hex| data.map.is_land(hex) && !is_open(data, hex));
    let _ = write!(out, r#"<path d="{out_of_play}" class="out"/>"#);
    let edge = layout.shape(|hex| data.map.entry[hex.index()] == Entry::Edge && data.map.is_land(hex) && data.script.region.is_none());
    let _ =
        write!(out, r#"<path d="{edge}" class="brink"><title>{}</title></path>"#, tr!("incomplete edge: railways alone pass [7.5.4.a]"));
}

/// Rivers along hexsides, and water between two hexes of land.
fn waters(layout: &Layout<'_>, out: &mut String) {
    let map = &layout.data.map;
    let sides = |is_so: &dyn Fn(&stavka_engine::blocks_in_the_east::data::Barrier) -> bool| {
        let found =
            layout.sides().filter(|&(hex, way, near)| is_so(&map.sides[hex.index()][way.index()]) && map.is_land(hex) && map.is_land(near));
        courses(found.map(|(hex, way, _)| layout.plan.side(hex, way)).collect())
    };
    let _ = write!(out, r#"<path d="{}" class="channel"/>"#, sides(&|side| side.water || side.strait));
    let _ = write!(out, r#"<path d="{}" class="river"/>"#, sides(&|side| side.river && !side.water && !side.strait));
}

/// Borders of countries in June 1941, and the green line.
fn borders(layout: &Layout<'_>, out: &mut String) {
    let map = &layout.data.map;
    let land = |hex: Hex| map.is_land(hex);
    let between = |is_so: &dyn Fn(Hex, Hex) -> bool| {
        let found = layout.sides().filter(|&(hex, _, near)| land(hex) && land(near) && is_so(hex, near));
        courses(found.map(|(hex, way, _)| layout.plan.side(hex, way)).collect())
    };
    let country = |hex: Hex| map.country[hex.index()];
    let _ = write!(out, r#"<path d="{}" class="border"/>"#, between(&|hex, near| country(hex) != country(near)));
    let soviet = |hex: Hex| country(hex) == Some(Country::SovietUnion);
    let north = map.region(Region::NorthOfGreen);
    let green = between(&|hex, near| soviet(hex) && soviet(near) && north.contains(hex) != north.contains(near));
    let _ = write!(out, r#"<path d="{green}" class="green-line"><title>{}</title></path>"#, tr!("green line [5.3.a]"));
}

/// Railways, those of 1942 apart. What leaves the part of the map that is shown is cut off there.
fn railways(layout: &Layout<'_>, out: &mut String) {
    let data = layout.data;
    let lines = || data.map.rails.iter().map(|rail| rail.path.as_slice());
    // Lines meet in the middles of hexes; elsewhere they are rounded.
    let is_joint = |hex: Hex| {
        let ends = lines().any(|path| path.first() == Some(&hex) || path.last() == Some(&hex));
        ends || data.map.place_at(hex).is_some() || lines().filter(|path| path.contains(&hex)).count() > 1
    };
    let paths = |is_there: &dyn Fn(RailStatus, &str) -> bool| -> String {
        let lines = data.map.rails.iter().filter(|rail| is_there(rail.status, &rail.line));
        let runs = lines.flat_map(|rail| rail.path.split(|&hex| !layout.shows(hex))).filter(|run| run.len() > 1);
        let path = |run: &[Hex]| {
            let points: Vec<Point> = run.iter().map(|&hex| layout.plan.centre(hex)).collect();
            rounded(&points, |index| is_joint(run[index]))
        };
        runs.map(path).collect()
    };
    let built =
        |line: &str| Project::ALL.into_iter().any(|project| data.script.long.built.contains(project) && project.line() == Some(line));
    let now = paths(&|status, line| status == RailStatus::Built || status == RailStatus::Project && built(line));
    let later = paths(&|status, _| status == RailStatus::Built1942);
    for project in planned(data) {
        let (id, name) = (project.name(), names::project(project));
        let (path, class) = match project.line() {
            Some(wanted) => (paths(&|status, line| status == RailStatus::Project && line == wanted), "rail planned"),
            None => (sea_route(layout), "sea-route planned"),
        };
        let _ = write!(out, r#"<path id="{id}" d="{path}" class="{class}"><title>{}</title></path>"#, escape(name));
    }
    let _ = write!(
        out,
        r##"<path id="railways" d="{now}" class="rail"/><path d="{later}" class="rail later"/><use href="#railways" class="sleepers"/>"##
    );
}

/// [SBE6.e] What may be built in the course of the game.
fn planned(data: &Prepared) -> impl Iterator<Item = Project> + '_ {
    let works = data.script.long.works.as_ref();
    Project::ALL.into_iter().filter(move |project| works.is_some_and(|works| works.prices[project.index()].is_some()))
}

/// [SBE6.e] What has been built in the course of the game, by the ids of the paths that [`railways`] draws.
pub(super) fn built_in_game(game: &BlocksInTheEast) -> Vec<&'static str> {
    planned(game.data()).filter(|&project| game.is_built(project)).map(Project::name).collect()
}

/// The sea route that may be built, from port to port.
fn sea_route(layout: &Layout<'_>) -> String {
    let [Some(a), Some(b)] = layout.data.map.sea_project.map(|hex| layout.centre(hex)) else { return String::new() };
    format!("M{:.0} {:.0}L{:.0} {:.0}", a.x, a.y, b.x, b.y)
}

/// Red arrows over straits, and to and between boxes; railways along them.
fn arrows(layout: &Layout<'_>, out: &mut String) {
    let map = &layout.data.map;
    let mut red = String::new();
    let mut rail = String::new();
    let joined = map.straits.iter().flat_map(|strait| strait.sides.iter().map(|&(a, b)| ([a, b], true, false)));
    for (ends, land, railway) in joined.chain(map.arrows.iter().map(|arrow| (arrow.ends, arrow.land, arrow.rail))) {
        let [Some(a), Some(b)] = ends.map(|end| layout.centre(end)) else { continue };
        let long = (b.x - a.x).hypot(b.y - a.y).max(1.0);
        // Arrows over straits begin behind the counters, those of boxes at their edges.
        let inset = if ends.iter().any(|&end| map.is_box(end)) { RADIUS } else { 12.0 } / long;
        let (from, to) = (a.towards(b, inset.min(0.4)), b.towards(a, inset.min(0.4)));
        if railway {
            let _ = write!(rail, "M{:.0} {:.0}L{:.0} {:.0}", from.x, from.y, to.x, to.y);
        }
        if land {
            red.push_str(&arrow(from, to));
        }
    }
    let _ = write!(
        out,
        r#"<path d="{rail}" class="rail"/><path d="{red}" class="red-arrow"><title>{}</title></path>"#,
        tr!("red arrow [7.5.5]")
    );
}

/// A line with a head at both ends.
fn arrow(from: Point, to: Point) -> String {
    let long = (to.x - from.x).hypot(to.y - from.y).max(1.0);
    let (x, y) = ((to.x - from.x) / long * 7.0, (to.y - from.y) / long * 7.0);
    let head = |tip: Point, (x, y): (f64, f64)| {
        format!(
            "M{:.1} {:.1}L{:.1} {:.1}L{:.1} {:.1}",
            tip.x - x + y * 0.7,
            tip.y - y - x * 0.7,
            tip.x,
            tip.y,
            tip.x - x - y * 0.7,
            tip.y - y + x * 0.7
        )
    };
    format!("M{:.1} {:.1}L{:.1} {:.1}{}{}", from.x, from.y, to.x, to.y, head(to, (x, y)), head(from, (-x, -y)))
}

/// The boxes beyond the map, with their terrain.
fn boxes(layout: &Layout<'_>, out: &mut String) {
    let data = layout.data;
    for &(hex, at) in &layout.boxes {
        let class = match data.map.terrain[hex.index()] {
            Terrain::Forest => "forest",
            Terrain::Mountain => "mountain",
            Terrain::Hill => "hill",
            Terrain::Swamp => "swamp",
            _ => "land",
        };
        let corners = outline(&layout.plan.corners(at, RADIUS));
        let _ = write!(out, r#"<polygon points="{corners}" class="{class} beyond"/>"#);
    }
}

/// Classes of towns from the greatest down, with the class of their signs and names and the size of their letters.
const RANKS: [(TownClass, &str, f64); 6] = [
    (TownClass::Capital, "capital", 17.0),
    (TownClass::Major, "major", 15.0),
    (TownClass::Fortress, "fortress", 12.5),
    (TownClass::Bunker, "bunker", 11.5),
    (TownClass::Minor, "minor", 11.5),
    (TownClass::Dot, "dot", 11.0),
];

/// The sign of a town of a class as path data around a point.
fn town_sign(class: TownClass, at: Point) -> String {
    let Point { x, y } = at;
    match class {
        TownClass::Capital => format!("M{:.0} {:.0}h18v18h-18zm4 4v10h10v-10z", x - 9.0, y - 9.0),
        TownClass::Major => format!("M{:.0} {:.0}h14v14h-14z", x - 7.0, y - 7.0),
        TownClass::Fortress => format!("M{x:.0} {:.0}l9 5v10l-9 5l-9-5v-10z", y - 10.0),
        TownClass::Bunker => format!("M{:.0} {:.0}v-5a7 7 0 0 1 14 0v5z", x - 7.0, y + 5.0),
        TownClass::Minor => format!("M{:.0} {y:.0}a4.5 4.5 0 1 0 9 0a4.5 4.5 0 1 0-9 0", x - 4.5),
        TownClass::Dot => format!("M{:.0} {y:.0}a2.5 2.5 0 1 0 5 0a2.5 2.5 0 1 0-5 0", x - 2.5),
    }
}

/// Places that are shown, with their middles; boxes have a place of their own, and no class.
fn shown<'a>(layout: &'a Layout<'_>) -> impl Iterator<Item = (&'a Place, Point)> + 'a {
    layout.data.map.places.iter().filter_map(|place| Some((place, layout.centre(place.hex)?)))
}

fn towns(layout: &Layout<'_>, out: &mut String) {
    for (class, style, _) in RANKS.into_iter().rev() {
        let signs: String = shown(layout).filter(|(place, _)| place.class == Some(class)).map(|(_, at)| town_sign(class, at)).collect();
        let _ = write!(out, r#"<path d="{signs}" class="town {style}" fill-rule="evenodd"/>"#);
    }
}

/// Ports, production and factories, around the middles of their hexes.
fn sites(layout: &Layout<'_>, out: &mut String) {
    let data = layout.data;
    out.push_str(r#"<g class="sites">"#);
    for (class, style) in [(PortClass::Minor, "port"), (PortClass::Major, "port great")] {
        let of_class = shown(layout).filter(|(place, _)| place.port.is_some_and(|(kind, _)| kind == class));
        let anchors: String = of_class.map(|(_, at)| anchor(Point { x: at.x - 20.0, y: at.y - 2.0 })).collect();
        let _ = write!(out, r#"<path d="{anchors}" class="{style}"/>"#);
    }
    let works = |colour: Colour| {
        let factories = data.map.factories.iter().filter(move |factory| factory.colour == colour && factory.works_in(data.script.owners));
        let mut hexes: Vec<Hex> = factories.map(|factory| factory.hex).collect();
        hexes.dedup();
        hexes
    };
    for (colour, style, x) in [(Colour::Red, "works red", 14.0), (Colour::Blue, "works blue", 24.0)] {
        let of_colour = works(colour).into_iter().filter_map(|hex| layout.centre(hex));
        let signs: String = of_colour.map(|at| works_sign(Point { x: at.x + x, y: at.y + 4.0 })).collect();
        let _ = write!(out, r#"<path d="{signs}" class="{style}"/>"#);
    }
    for (of, style) in [(amount_of_yellow as fn(&Place) -> u8, "yellow"), (|place| place.oil, "oil"), (|place| place.white, "white")] {
        let rich: Vec<(u8, Point)> = shown(layout).map(|(place, at)| (of(place), at)).filter(|&(amount, _)| amount > 0).collect();
        let spot = |at: Point| match style {
            "yellow" => Point { x: at.x - 15.0, y: at.y - 14.0 },
            "oil" => Point { x: at.x + 15.0, y: at.y - 14.0 },
            _ => Point { x: at.x + 27.0, y: at.y - 10.0 },
        };
        let discs: String = rich.iter().map(|&(_, at)| disc(spot(at))).collect();
        let _ = write!(out, r#"<path d="{discs}" class="disc {style}"/>"#);
        for (amount, at) in rich.iter().map(|&(amount, at)| (amount, spot(at))) {
            let _ = write!(out, r#"<text x="{:.0}" y="{:.0}" class="amount {style}">{amount}</text>"#, at.x, at.y + 3.0);
        }
    }
    out.push_str("</g>");
}

fn amount_of_yellow(place: &Place) -> u8 {
    place.yellow
}

/// A point that a wide round stroke makes a disc.
fn disc(at: Point) -> String {
    format!("M{:.0} {:.0}h.1", at.x, at.y)
}

/// A factory, from its lower left corner on.
fn works_sign(at: Point) -> String {
    format!("M{:.0} {:.0}h8v-4l-3 2v-2l-3 2v-4h-2z", at.x, at.y)
}

fn anchor(at: Point) -> String {
    format!("M{:.0} {:.0}v9m-4.500-3.500a4.500 4.500 0 0 0 9 0m-7-4.500h5", at.x, at.y - 4.0)
}

/// Victory Cities, and what the scenario counts with its points.
fn objectives(layout: &Layout<'_>, out: &mut String) {
    let counted = goals::of_scenario(layout.data);
    let place = |at: Point| Point { x: at.x + 22.0, y: at.y - 22.0 };
    let cities = shown(layout).filter(|(place, _)| place.victory && counted.iter().all(|(hex, _)| *hex != place.hex));
    for (_, at) in cities {
        let points = star(place(at), 7.0);
        let _ = write!(out, r#"<polygon points="{points}" class="star pale"><title>{}</title></polygon>"#, tr!("Victory City [3.3.d]"));
    }
    for (hex, points) in counted {
        let Some(at) = layout.centre(hex).map(place) else { continue };
        let words = goals::worth(layout.data, hex).unwrap_or_default();
        let number = points
            .map_or_else(String::new, |points| format!(r#"<text x="{:.0}" y="{:.0}" class="points">{points}</text>"#, at.x, at.y + 4.0));
        let _ = write!(out, r#"<polygon points="{}" class="star goal"><title>{words}</title></polygon>{number}"#, star(at, 13.0));
    }
}

/// Names of long rivers along their courses, and of the seas.
fn water_names(layout: &Layout<'_>, out: &mut String) {
    out.push_str(r#"<g class="waters">"#);
    for river in &layout.data.map.rivers {
        let sides: Vec<(Hex, Hex)> = river.sides.iter().copied().filter(|&(a, b)| layout.shows(a) && layout.shows(b)).collect();
        if sides.len() < NAMED_RIVER {
            continue;
        }
        let points = layout.plan.river(&sides);
        let at = points.len() / 2;
        let (from, to) = (points[at.saturating_sub(REACH)], points[(at + REACH).min(points.len() - 1)]);
        let (from, to) = if from.x <= to.x { (from, to) } else { (to, from) };
        let angle = (to.y - from.y).atan2(to.x - from.x);
        let spot = Point { x: points[at].x + angle.sin() * 10.0, y: points[at].y - angle.cos() * 10.0 };
        let _ = write!(
            out,
            r#"<text x="{:.0}" y="{:.0}" class="water stream" transform="rotate({:.0} {:.0} {:.0})">{}</text>"#,
            spot.x,
            spot.y,
            angle.to_degrees(),
            spot.x,
            spot.y,
            escape(proper(&river.name))
        );
    }
    for (name, at) in seas(layout) {
        let _ = write!(out, r#"<text x="{:.0}" y="{:.0}" class="water open-sea">{}</text>"#, at.x, at.y, escape(name));
    }
    out.push_str("</g>");
}

/// The seas with a place for their names: the widest water near their ports.
fn seas<'a>(layout: &'a Layout<'_>) -> impl Iterator<Item = (&'a str, Point)> + 'a {
    let map = &layout.data.map;
    let water: Vec<Hex> = layout.hexes().filter(|&hex| map.terrain[hex.index()] == Terrain::Sea).collect();
    // A name is long: what counts most is the water to the left and right of it.
    let room = |hex: Hex| {
        let near = water.iter().filter(|&&other| map.grid.distance(hex, other) <= 3);
        near.map(|&other| if map.grid.row(other) == map.grid.row(hex) { 3.0 } else { 0.5 }).sum::<f64>()
    };
    let rooms: Vec<(Hex, f64)> = water.iter().map(|&hex| (hex, room(hex))).collect();
    let nearest = |hex: Hex| {
        let ports = map.places.iter().filter(|place| layout.shows(place.hex)).filter_map(|place| Some((place.hex, place.port?.1)));
        ports.min_by_key(|&(port, _)| map.grid.distance(port, hex)).map(|(_, sea)| sea)
    };
    map.seas.iter().enumerate().filter_map(move |(number, sea)| {
        let of_sea = map.places.iter().filter(|place| place.port.is_some_and(|(_, at)| at == number));
        let ports: Vec<Point> = of_sea.filter(|place| layout.shows(place.hex)).map(|place| layout.plan.centre(place.hex)).collect();
        if ports.len() < 2 {
            return None;
        }
        let count = ports.len() as f64;
        let middle =
            Point { x: ports.iter().map(|port| port.x).sum::<f64>() / count, y: ports.iter().map(|port| port.y).sum::<f64>() / count };
        let worth = |hex: Hex, room: f64| {
            let at = layout.plan.centre(hex);
            room - (at.x - middle.x).hypot(at.y - middle.y) / RADIUS * 1.5
        };
        // Water belongs to the sea of the nearest port.
        let own = rooms.iter().filter(|&&(hex, room)| room >= ROOM && nearest(hex) == Some(number));
        let best = own.max_by(|a, b| worth(a.0, a.1).total_cmp(&worth(b.0, b.1)))?;
        let at = layout.plan.centre(best.0);
        Some((proper(&sea.name), Point { x: at.x, y: at.y + 6.0 }))
    })
}

/// Size of the letters of names that are read far away, and farther away, as in the styles.
const FAR: f64 = 24.0;
const REMOTE: f64 = 44.0;

/// Half the width of a text in letters of a size.
fn half_width(text: &str, size: f64) -> f64 {
    text.chars().count() as f64 * size * 0.29
}

/// [4.1] The places of the main sources of the nations that play.
fn sources(data: &Prepared) -> Vec<Hex> {
    let plays = |nation: &Nation| data.units(nation.side()).any(|(unit, known)| known.nation == *nation && data.takes_part(unit));
    let names = Nation::ALL.into_iter().filter(plays).filter_map(Nation::main_source);
    names.filter_map(|name| data.map.place_named(name)).map(|place| place.hex).collect()
}

/// Names of towns. The stacks of all hexes leave a strip free above and below them. Far away the greater towns alone are named, and of those
/// as many as have room, the greatest first.
fn place_names(layout: &Layout<'_>, out: &mut String) {
    let data = layout.data;
    let rank = |place: &Place| place.class.and_then(|class| RANKS.iter().find(|(known, ..)| *known == class));
    let counted = goals::of_scenario(data);
    let is_goal = |hex: Hex| counted.iter().any(|(goal, _)| *goal == hex);
    let mut named: Vec<(&Place, Point, &'static str, f64)> = shown(layout)
        .filter(|(place, _)| is_open(data, place.hex) && !data.map.is_box(place.hex))
        .filter_map(|(place, at)| match rank(place)? {
            (TownClass::Minor | TownClass::Fortress | TownClass::Bunker, ..) if is_goal(place.hex) => Some((place, at, "major", 15.0)),
            &(_, style, size) => Some((place, at, style, size)),
        })
        .collect();
    // The greater ones choose first: what the scenario counts, then where the supply of those who play comes from.
    let sources = sources(data);
    let first = |place: &Place| (is_goal(place.hex), sources.contains(&place.hex));
    named.sort_by(|a, b| first(b.0).cmp(&first(a.0)).then(b.3.total_cmp(&a.3)));
    let stacks = cells_of(data).filter_map(|hex| layout.centre(hex));
    let taken = stacks.map(|at| Patch::around(at, 22.0, 21.0)).collect();
    let names = named.iter().map(|&(place, at, class, size)| {
        let text = proper(&place.name);
        Name { text, at, class, size, half: half_width(text, size), behind: 0.0 }
    });
    let strips = |name: &Name<'_>| {
        let aside = name.half + 26.0;
        [(0.0, 34.5), (0.0, -25.0), (aside, 5.0), (-aside, 5.0), (name.half * 0.6, 34.5), (-name.half * 0.6, 34.5)]
    };
    let (mut far, mut remote): (Vec<Patch>, Vec<Patch>) = (Vec::new(), Vec::new());
    for ((place, _, style, _), (name, spot)) in named.iter().zip(spots_of_names(names.collect(), taken, strips)) {
        let goal = is_goal(place.hex);
        let seen = |size: f64, taken: &mut Vec<Patch>| {
            let patch = Patch::around(Point { x: spot.x, y: spot.y - size * 0.35 }, half_width(name.text, size) + size * 0.2, size * 0.75);
            let half = half_width(name.text, size);
            let inside = spot.x > half && spot.x + half < layout.width;
            let fits = inside && taken.iter().all(|other| other.overlap(&patch) <= 0.0);
            if fits {
                taken.push(patch);
            }
            fits
        };
        let is_far = (goal || matches!(*style, "capital" | "major" | "fortress")) && seen(FAR, &mut far);
        let is_remote = (goal || matches!(*style, "capital" | "major")) && seen(REMOTE, &mut remote);
        let depth = match (is_far, is_remote) {
            (true, true) => " f r",
            (true, false) => " f",
            (false, true) => " r",
            (false, false) => "",
        };
        let _ = write!(out, r#"<text x="{:.0}" y="{:.0}" class="name {style}{depth}">{}</text>"#, spot.x, spot.y, escape(name.text));
    }
    for &(hex, at) in &layout.boxes {
        let known = data.map.boxes.iter().find(|known| known.hex == hex);
        let text = known.map_or("", |known| proper(&known.name));
        // Those at the edge of the picture end there.
        let is_east = at.x > layout.width - 2.0 * RADIUS;
        let (x, class) = if is_east { (layout.width - 6.0, "name beyond-name east") } else { (at.x, "name beyond-name") };
        let _ = write!(out, r#"<text x="{x:.0}" y="{:.0}" class="{class}">{}</text>"#, at.y + RADIUS + 12.0, escape(text));
    }
}

/// What lines, ground and signs mean.
fn legend(data: &Prepared) -> Vec<LegendRow> {
    let middle = Point { x: 23.0, y: 0.0 };
    let town = |class: TownClass| {
        let style = RANKS.iter().find(|(known, ..)| *known == class).map_or("", |(_, style, _)| *style);
        LegendRow::drawing(
            format!(r#"<path d="{}" class="town {style}" fill-rule="evenodd"/>"#, town_sign(class, middle)),
            names::town(class),
        )
    };
    let growth = |class: &str, pattern: &str, words: &str| {
        LegendRow::drawing(
            format!(
                r#"<rect x="4" y="-10" width="38" height="20" class="{class}"/><rect x="4" y="-10" width="38" height="20" fill="url(#{pattern})"/>"#
            ),
            words,
        )
    };
    let disc = |style: &str, words: &str| {
        LegendRow::drawing(format!(r#"<path d="M23 0h.1" class="disc {style}"/><text x="23" y="3" class="amount {style}">2</text>"#), words)
    };
    let works = |style: &str, words: &str| {
        LegendRow::drawing(format!(r#"<path d="M19 4h8v-4l-3 2v-2l-3 2v-4h-2z" class="works {style}"/>"#), words)
    };
    let goal = format!(r#"<polygon points="{}" class="star goal"/>"#, star(middle, 10.0));
    let city = format!(r#"<polygon points="{}" class="star pale"/>"#, star(middle, 7.0));
    let red = format!(r#"<path d="{}" class="red-arrow"/>"#, arrow(Point { x: 4.0, y: 0.0 }, Point { x: 42.0, y: 0.0 }));
    let mut rows = vec![
        LegendRow::line(&["rail", "sleepers"], tr!("railway")),
        LegendRow::line(&["rail later"], tr!("railway from January 1942")),
        LegendRow::line(&["river"], tr!("river")),
        LegendRow::line(&["channel"], tr!("water between two hexes: no way and no ZOC")),
        LegendRow::drawing(red, tr!("red arrow: over a strait, or to a box [7.5.5]")),
        LegendRow::line(&["border"], tr!("border of June 1941")),
        LegendRow::line(&["green-line"], tr!("green line: minor allies stay south of it [5.3.a]")),
        LegendRow::line(&["front"], tr!("front")),
        growth("forest", "trees", names::terrain(Terrain::Forest)),
        growth("hill", "mounds", names::terrain(Terrain::Hill)),
        growth("mountain", "crags", names::terrain(Terrain::Mountain)),
        growth("swamp", "reeds", names::terrain(Terrain::Swamp)),
        LegendRow::patch(&["land", "out"], tr!("out of play")),
        town(TownClass::Capital),
        town(TownClass::Major),
        town(TownClass::Minor),
        town(TownClass::Fortress),
        town(TownClass::Bunker),
        LegendRow::drawing(goal, tr!("what the scenario counts, with its Victory Points")),
        LegendRow::drawing(city, tr!("Victory City")),
        LegendRow::drawing(format!(r#"<path d="{}" class="port great"/>"#, anchor(middle)), tr!("Major Port")),
        LegendRow::drawing(format!(r#"<path d="{}" class="port"/>"#, anchor(middle)), tr!("Minor Port")),
        works("red", tr!("factory of armour")),
        works("blue", tr!("factory of aircraft")),
        disc("yellow", tr!("yellow production")),
        disc("oil", tr!("oil")),
        disc("white", tr!("naval yards")),
    ];
    if planned(data).next().is_some() {
        let row = LegendRow::line(&["rail planned"], tr!("railway that the Soviets may build, drawn full when it is there [SBE6.e]"));
        rows.insert(2, row);
        rows.insert(3, LegendRow::line(&["sea-route planned"], tr!("sea route that the Soviets may build [SBE6.e]")));
    }
    rows
}
