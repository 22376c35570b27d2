//! The map as the ground of a board: terrain, waters, roads and railways, settlements, strongpoints, victory hexes, edges of supply.

use std::fmt::Write as _;

use stavka_engine::Side;
use stavka_engine::across_the_bug::data::Objective;
use stavka_engine::across_the_bug::terms::{Bridge, HexsideKind, SupplyArea, Terrain, Way};
use stavka_engine::across_the_bug::{AcrossTheBug, Prepared};
use stavka_engine::hex::{Direction, Hex};
use stavka_words::{proper, tr};

use super::hexes::{self, plan};
use super::{counters, names};
use crate::drawing::{Name, Patch, Point, label, star, write_names};
use crate::hexmap::{courses, outlines};
use crate::theme::{Ground, LegendRow};

/// The ground of a scenario.
pub(super) fn ground(data: &Prepared) -> Ground {
    let (width, height) = hexes::size(data);
    let mut svg = String::with_capacity(1 << 16);
    svg.push_str(r##"<use href="#land" class="clear"/><use href="#woods" class="forest"/><use href="#bogs" class="swamp"/>"##);
    let _ = write!(svg, r#"<path d="{}" class="built"/>"#, hexes::shape(data, |hex| data.map.terrain(hex) == Terrain::City));
    svg.push_str(r##"<use href="#woods" fill="url(#trees)"/><use href="#bogs" fill="url(#reeds)"/><use href="#land" fill="url(#grid)"/>"##);
    strongpoints(data, &mut svg);
    waters(data, &mut svg);
    ways(data, &mut svg);
    bridges(data, &mut svg);
    svg.push_str(r#"<path id="front" class="front"/>"#);
    svg.push_str(&plan(data).numbers(data.script.area.iter(), 24.5));
    water_names(data, &mut svg);
    settlements(data, &mut svg);
    objectives(data, &mut svg);
    supply_edges(data, &mut svg);
    let mut labels = String::new();
    place_names(data, &mut labels);
    let plan = plan(data);
    Ground {
        svg: svg.replace('\n', ""),
        labels: labels.replace('\n', ""),
        symbols: counters::symbols() + &hexes::definitions(data),
        left: 0.0,
        top: 0.0,
        width,
        height,
        outline: plan.outline(),
        cells: plan.cells::<AcrossTheBug>(data, data.script.area.iter()),
        squares: None,
        note: tr!("one hex is 2.2 km; the printed map is lost: what the rules do not say of it is a reconstruction"),
        legend: legend(),
    }
}

/// The hexes in play of a terrain.
fn hexes_of(data: &Prepared, kind: Terrain) -> impl Iterator<Item = Hex> + '_ {
    data.script.area.iter().filter(move |&hex| data.map.terrain(hex) == kind)
}

/// The sides between hexes in play, each once.
fn sides(data: &Prepared) -> impl Iterator<Item = (Hex, Direction)> + '_ {
    let grid = &data.map.grid;
    data.script.area.iter().flat_map(move |hex| {
        let near = grid.neighbours(hex).filter(move |&(_, near)| near.0 > hex.0 && data.script.area.contains(near));
        near.map(move |(way, _)| (hex, way))
    })
}

fn waters(data: &Prepared, out: &mut String) {
    for (kind, class) in [(HexsideKind::Stream, "stream"), (HexsideKind::Lake, "pond"), (HexsideKind::Bug, "bug")] {
        let along = sides(data).filter(|&(hex, way)| data.map.side(hex, way).kind == kind);
        let _ =
            write!(out, r#"<path d="{}" class="river {class}"/>"#, courses(along.map(|(hex, way)| plan(data).side(hex, way)).collect()));
    }
}

/// The name of a water beside the middle of its course, along it.
fn water_names(data: &Prepared, out: &mut String) {
    for water in &data.map.waters {
        let inside = |&&(a, b): &&(Hex, Hex)| data.script.area.contains(a) && data.script.area.contains(b);
        let sides: Vec<(Hex, Hex)> = water.sides.iter().filter(inside).copied().collect();
        if sides.len() < 6 || water.kind == HexsideKind::Lake {
            continue;
        }
        let points = plan(data).river(&sides);
        let (size, shares): (f64, &[f64]) = if water.kind == HexsideKind::Bug { (22.0, &[0.2, 0.75]) } else { (12.5, &[0.5]) };
        for share in shares {
            let at = ((points.len() - 1) as f64 * share) as usize;
            let (from, to) = (points[at.saturating_sub(3)], points[(at + 3).min(points.len() - 1)]);
            let (from, to) = if from.x <= to.x { (from, to) } else { (to, from) };
            let angle = (to.y - from.y).atan2(to.x - from.x);
            let lift = size * 0.5 + 6.0;
            let spot = Point { x: points[at].x + angle.sin() * lift, y: points[at].y - angle.cos() * lift };
            let turn = format!(r#"transform="rotate({:.0} {:.0} {:.0})""#, angle.to_degrees(), spot.x, spot.y);
            label(proper(&water.name), spot, &format!(r#"class="water" font-size="{size}" {turn}"#), "water", size, &turn, out);
        }
    }
}

/// Roads and railways, the lesser ones beneath. What runs out of the area is cut off there.
fn ways(data: &Prepared, out: &mut String) {
    let plan = plan(data);
    for (class, styles) in [(Way::Minor, &["road minor"][..]), (Way::Rail, &["rail", "ties"]), (Way::Main, &["road main"])] {
        let of_class = data.map.ways.iter().filter(|way| way.class == class);
        let runs = of_class.flat_map(|way| way.path.split(|&hex| !data.script.area.contains(hex))).filter(|run| run.len() > 1);
        let path: String = runs.map(|run| plan.way::<AcrossTheBug>(data, run)).collect();
        // A railway beside a road is seen.
        let shift = if class == Way::Rail { r#" transform="translate(4 5)""# } else { "" };
        for style in styles {
            let _ = write!(out, r#"<path d="{path}" class="{style}"{shift}/>"#);
        }
    }
}

fn bridges(data: &Prepared, out: &mut String) {
    let is_bridge = |&(hex, way): &(Hex, Direction)| data.map.side(hex, way).bridge == Some(Bridge::Bug);
    for (hex, way) in sides(data).filter(is_bridge) {
        let (a, b) = plan(data).side(hex, way);
        let _ = write!(out, r#"<path d="{}" class="bridge"><title>{}</title></path>"#, bridge(a, b), tr!("bridge over the Bug"));
    }
}

/// The two rails of a bridge over a side of a hex as path data.
fn bridge(a: Point, b: Point) -> String {
    let (x, y) = ((b.x - a.x) / 40.0, (b.y - a.y) / 40.0);
    let rail = |share: f64| {
        let foot = a.towards(b, share);
        format!("M{:.1} {:.1}l{:.1} {:.1}", foot.x + 11.0 * y, foot.y - 11.0 * x, -22.0 * y, 22.0 * x)
    };
    rail(0.32) + &rail(0.68)
}

fn strongpoints(data: &Prepared, out: &mut String) {
    let plan = plan(data);
    for strongpoint in data.map.strongpoints.iter().filter(|strongpoint| data.script.area.contains(strongpoint.hex)) {
        let works: String = Direction::ALL.into_iter().map(|way| plan.works(strongpoint.hex, way)).collect();
        let _ = write!(out, r#"<path d="{works}" class="fort"><title>{}</title></path>"#, tr!("strongpoint"));
    }
}

/// Villages are dots, cities blocks.
fn settlements(data: &Prepared, out: &mut String) {
    let mut dots = String::new();
    for at in hexes_of(data, Terrain::Village).map(|hex| plan(data).centre(hex)) {
        let _ = write!(dots, "M{:.0} {:.0}h.1", at.x, at.y);
    }
    let _ = write!(out, r#"<path d="{dots}" class="village-rim"/><path d="{dots}" class="village"/>"#);
    let mut blocks = String::new();
    for at in hexes_of(data, Terrain::City).map(|hex| plan(data).centre(hex)) {
        let _ = write!(blocks, "M{:.0} {:.0}h9v9h-9zm11 0h7v9h-7zm-11 11h13v7h-13z", at.x - 9.0, at.y - 9.0);
    }
    let _ = write!(out, r#"<path d="{blocks}" class="town"/>"#);
}

/// Hexes that score, with their points; those judged before the end of the game have hollow stars.
fn objectives(data: &Prepared, out: &mut String) {
    for &Objective { hex, points, turn } in &data.script.objectives {
        let at = plan(data).centre(hex);
        let shift = if turn.is_some() { -27.0 } else { 27.0 };
        let spot = Point { x: at.x + shift, y: at.y - 12.0 };
        let words = match turn {
            None => tr!("victory points: {points} [9.a]", points),
            Some(turn) => tr!("victory points: {points}, if held at the end of turn {turn} [11.3.b]", points, turn),
        };
        let class = if turn.is_some() { "star early" } else { "star" };
        let _ = write!(
            out,
            r#"<polygon points="{}" class="{class}"><title>{words}</title></polygon><text x="{:.0}" y="{:.0}" class="points">{points}</text>"#,
            star(spot, 11.0),
            spot.x,
            spot.y + 3.5
        );
    }
}

/// The sides along which the hexes in play end.
fn outer_sides(data: &Prepared, hex: Hex) -> impl Iterator<Item = Direction> + '_ {
    Direction::ALL.into_iter().filter(move |&way| data.map.grid.neighbour(hex, way).is_none_or(|near| !data.script.area.contains(near)))
}

/// Edges at which supply paths end, in the colour of their side.
fn supply_edges(data: &Prepared, out: &mut String) {
    let plan = plan(data);
    for side in Side::ALL {
        let ends = data.script.supply[side.index()];
        let sides = ends.iter().flat_map(|hex| outer_sides(data, hex).map(move |way| plan.side(hex, way)));
        let _ = write!(
            out,
            r#"<path d="{}" class="supply {}"><title>{}</title></path>"#,
            outlines(sides.collect()),
            side.name(),
            tr!("{side} supply comes from here [3.1.4]", side)
        );
    }
    for area in SupplyArea::ALL {
        let hexes: Vec<Hex> = data.map.supply[area.index()].intersection(data.script.area).iter().collect();
        if let Some(&hex) = hexes.get(hexes.len() / 2) {
            let at = plan.centre(hex);
            let turn = match area {
                SupplyArea::German | SupplyArea::Eastern => format!(r#"transform="rotate(-90 {:.0} {:.0})""#, at.x, at.y),
                _ => String::new(),
            };
            let _ = write!(out, r#"<text x="{:.0}" y="{:.0}" class="area" {turn}>{}</text>"#, at.x, at.y + 16.0, names::area(area));
        }
    }
}

fn place_names(data: &Prepared, out: &mut String) {
    let area = &data.script.area;
    let is_named = |hex: Hex| data.map.places.iter().any(|place| place.hex == hex);
    let taken = area.iter().filter(|&hex| !is_named(hex)).map(|hex| Patch::around(plan(data).centre(hex), 22.0, 21.0)).collect();
    // A town that fills several hexes is named in the first of them.
    let places = data.map.places.iter().filter(|place| area.contains(place.hex) && !place.name.ends_with(')'));
    let names = places.map(|place| {
        let city = data.map.terrain(place.hex) == Terrain::City;
        let (class, size) = if city { ("place city", 15.0) } else { ("place", 12.5) };
        let half = place.name.chars().count() as f64 * size * 0.3;
        Name { text: &place.name, at: plan(data).centre(place.hex), class, size, half, behind: 0.0 }
    });
    write_names(names.collect(), taken, out);
}

/// What lines, ground and signs mean.
fn legend() -> Vec<LegendRow> {
    let star = |class: &str| format!(r#"<polygon points="{}" class="{class}"/>"#, star(Point { x: 23.0, y: 0.0 }, 8.0));
    let dot = r#"<path d="M23 0h.1" class="village-rim"/><path d="M23 0h.1" class="village"/>"#;
    let blocks = r#"<path d="M14 -9h9v9h-9zm11 0h7v9h-7zm-11 11h13v7h-13z" class="town"/>"#;
    let over = format!(
        r#"<path d="M23 -10v20" class="river bug"/><path d="{}" class="bridge"/>"#,
        bridge(Point { x: 23.0, y: -14.0 }, Point { x: 23.0, y: 14.0 })
    );
    let pontoon = over.replace("\"bridge\"", "\"focus pontoon\"");
    vec![
        LegendRow::line(&["road main"], names::way(Way::Main)),
        LegendRow::line(&["road minor"], names::way(Way::Minor)),
        LegendRow::line(&["rail", "ties"], names::way(Way::Rail)),
        LegendRow::line(&["river bug"], tr!("the Bug")),
        LegendRow::line(&["river stream"], tr!("stream")),
        LegendRow::line(&["river pond"], tr!("lake")),
        LegendRow::drawing(over, tr!("bridge over the Bug")),
        LegendRow::drawing(pontoon, tr!("pontoon bridge")),
        LegendRow::line(&["front"], tr!("front: the nearer counters are of the other side")),
        LegendRow::drawing(dot, tr!("village")),
        LegendRow::drawing(blocks, tr!("city")),
        LegendRow::drawing(r#"<path d="M2 4h42M10 4v-6M23 4v-6M36 4v-6" class="fort"/>"#, tr!("strongpoint")),
        LegendRow::patch(&["forest"], tr!("forest")),
        LegendRow::patch(&["swamp"], tr!("swamp")),
        LegendRow::drawing(star("star"), tr!("victory points at the end of the game")),
        LegendRow::drawing(star("star early"), tr!("victory points at the end of an earlier turn")),
        LegendRow::line(&["supply axis"], tr!("German supply area")),
        LegendRow::line(&["supply soviet"], tr!("Soviet supply area")),
        LegendRow::line(&["focus dug-in"], tr!("improved defence")),
    ]
}
