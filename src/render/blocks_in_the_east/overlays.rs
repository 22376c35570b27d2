//! Ways to look at the board: ownership, zones of control, supply, objectives, where new units come from, where units can go. What the viewer
//! does not know of the enemy is not in them.

use stavka_engine::blocks_in_the_east::data::Count;
use stavka_engine::blocks_in_the_east::display::{self, Sign, is_marked};
use stavka_engine::blocks_in_the_east::terms::{Colour, Nation, Region, TownClass, UnitClass};
use stavka_engine::blocks_in_the_east::{BlocksInTheEast, UnitId};
use stavka_engine::hex::Hex;
use stavka_engine::{Game as _, Side};
use stavka_words::tr;

use super::board::is_open;
use super::{command, goals, names, tracks};
use crate::hexmap::HexBoard as _;
use crate::theme::{Layer, Overlay, OverlayRow, Shows};

/// The overlays.
pub(super) const OVERLAYS: &[OverlayRow<BlocksInTheEast>] = &[
    OverlayRow { key: "control", title: "Ownership", shows: Shows::Both, layers: |game, _, _| control(game) },
    OverlayRow { key: "goals", title: "Objectives", shows: Shows::Both, layers: |game, _, _| objectives(game) },
    OverlayRow { key: "zoc", title: "Zones of control", shows: Shows::Both, layers: |game, _, _| zones(game) },
    OverlayRow { key: "supply", title: "Supply", shows: Shows::One, layers: |game, side, _| supply(game, side) },
    OverlayRow { key: "sites", title: "Where new units come in", shows: Shows::One, layers: |game, side, _| sites(game, side) },
    OverlayRow { key: "reach", title: "Where units can go", shows: Shows::One, layers: reach },
    OverlayRow { key: "command", title: "Command radius and fuel", shows: Shows::One, layers: command::layers },
    OverlayRow { key: "parts", title: "Parts of the map with rules of their own", shows: Shows::Both, layers: |game, _, _| regions(game) },
];

fn control(game: &BlocksInTheEast) -> Vec<Layer> {
    let data = game.data();
    let owned = |side: Side| data.map.hexes().filter(move |&hex| is_open(data, hex) && game.owner(hex) == Some(side));
    let taken = |side: Side| {
        let before = move |hex: &Hex| data.axis_at_start.contains(*hex) == (side == Side::Soviet);
        owned(side).filter(before)
    };
    vec![
        game.layer("tint-axis", tr!("owned by the Axis [3.1.a]"), owned(Side::Axis)),
        game.layer("tint-soviet", tr!("owned by the Soviets [3.1.a]"), owned(Side::Soviet)),
        game.layer("tint-zone", tr!("taken since the start"), Side::ALL.into_iter().flat_map(taken)),
    ]
}

fn objectives(game: &BlocksInTheEast) -> Vec<Layer> {
    let [held, open] = goals::held(game);
    let cities = game.data().map.places.iter().filter(|place| place.victory && is_open(game.data(), place.hex)).map(|place| place.hex);
    let mut layers = vec![game.layer("tint-zone", tr!("Victory Cities [3.3.d]"), cities)];
    // Where no places count, the key says nothing of them.
    if !(held.is_empty() && open.is_empty()) {
        layers.push(game.layer("tint-goal", tr!("counted by the scenario, not controlled by the Axis"), open));
        layers.push(game.layer("tint-axis", tr!("counted by the scenario, controlled by the Axis"), held));
    }
    if let Some(Count::Guards { bank, .. }) = game.data().script.victory.as_ref().map(|victory| &victory.count) {
        layers.push(game.layer(
            "tint-hq",
            tr!("western bank, where a Soviet bridgehead counts [SBE7.a]"),
            bank.iter().copied().filter(|&hex| is_open(game.data(), hex)),
        ));
    }
    layers
}

/// Units in battles and aircraft in flight exert none.
fn zones(game: &BlocksInTheEast) -> Vec<Layer> {
    let mut layers = game.zoc_layers("3.19");
    layers.push(game.layer("ring-bound", tr!("battles: nobody exerts a ZOC from there [3.19.a]"), game.battles().iter()));
    layers
}

/// The nations that have units of a side on the map for all to see, the main one first.
fn nations(game: &BlocksInTheEast, side: Side) -> Vec<Nation> {
    let has_units: Vec<Nation> = tracks::nations(game).collect();
    let plays = |nation: Nation| nation.side() == side && !game.has_surrendered(nation) && has_units.contains(&nation);
    let main = if side == Side::Axis { Nation::German } else { Nation::Soviet };
    let others = Nation::ALL.into_iter().filter(move |&nation| nation != main);
    std::iter::once(main).chain(others).filter(|&nation| plays(nation)).collect()
}

/// Where the units of the main nation of a side are supplied, the hexes that are joined to its source, and the blocks that are marked.
fn supply(game: &BlocksInTheEast, side: Side) -> Vec<Layer> {
    let data = game.data();
    let situation = game.situation();
    let mut layers = Vec::new();
    for nation in nations(game, side) {
        let is_main = matches!(nation, Nation::German | Nation::Soviet);
        let shown = |hex: &Hex| is_open(data, *hex);
        if is_main {
            let supplied = data.supplied(&situation, nation);
            let country = names::nation(nation);
            layers.push(game.layer(
                "tint-reach",
                tr!("{country}: its units are supplied here [4.3]", country),
                supplied.iter().filter(shown),
            ));
        }
        let sources = data.supply_sources(&situation, nation);
        let country = names::nation(nation);
        let class = if is_main { "tint-source" } else { "tint-zone" };
        layers.push(game.layer(
            class,
            tr!("{country}: joined to its main source by rail or by sea [4.2]", country),
            sources.iter().filter(shown),
        ));
    }
    let cut = data.units(side).map(|(unit, _)| unit).filter(|&unit| is_marked(game, unit, Sign::OutOfSupply));
    let mut cut: Vec<Hex> = cut.filter_map(|unit| game.place(unit).hex()).collect();
    cut.sort_unstable();
    cut.dedup();
    layers.push(game.layer("tint-cut", tr!("blocks marked as out of supply [4.3.c]"), cut));
    let partisans: Vec<Hex> = game.partisans().map(|(hex, _)| hex).filter(|_| side == Side::Axis).collect();
    if !partisans.is_empty() {
        layers.push(game.layer("ring-bound", tr!("partisans [29.0]"), partisans));
    }
    layers
}

/// Cities and factories at which a side builds units.
fn sites(game: &BlocksInTheEast, side: Side) -> Vec<Layer> {
    let data = game.data();
    let controlled = |hex: &Hex| is_open(data, *hex) && game.controls(side, *hex);
    let is_major = |hex: &Hex| {
        let place = data.map.place_at(*hex).and_then(|place| place.class);
        place.is_some_and(TownClass::is_major) || data.tables.production.large_cities.contains(*hex)
    };
    let cities = data.building_sites.iter().copied().filter(is_major).filter(controlled);
    let factories = |colour: Colour| display::factories(game, side, colour).iter().filter(|&hex| is_open(data, hex)).collect::<Vec<_>>();
    vec![
        game.layer("tint-hq", tr!("cities in which infantry is built [7.3.1]"), cities),
        game.layer("tint-cut", tr!("factories of armour [7.3.1.c]"), factories(Colour::Red)),
        game.layer("tint-source", tr!("factories of aircraft and paratroops [7.3.1.d]"), factories(Colour::Blue)),
    ]
}

/// Where the units of the viewer can go in a Movement Phase; of the enemy, whose units may be hidden, nothing is foreseen.
fn reach(game: &BlocksInTheEast, side: Side, viewer: Side) -> Vec<Layer> {
    if side != viewer {
        return vec![game.layer(
            "tint-zone",
            tr!("enemy blocks: how far they move is known of those alone that are known"),
            stands(game, side),
        )];
    }
    let data = game.data();
    let mut ground: Vec<Hex> = Vec::new();
    let mut air: Vec<Hex> = Vec::new();
    for (unit, _) in data.units(side).filter(|&(unit, _)| game.place(unit).hex().is_some()) {
        ground.extend(display::reach_of(game, unit).into_iter().map(|(hex, _)| hex));
        air.extend(display::flights_of(game, unit)[0].iter());
    }
    for hexes in [&mut ground, &mut air] {
        hexes.sort_unstable();
        hexes.dedup();
    }
    let attacked: Vec<Hex> = ground.iter().copied().filter(|&hex| game.meets_enemies(side, hex)).collect();
    vec![
        game.layer("tint-reach", tr!("{side} ground units can move here [7.5.3]", side), ground),
        game.layer("tint-attack", tr!("enemies that they can attack"), attacked),
        game.layer("ring-bound", tr!("enemies that aircraft can attack [7.5.2.a]"), air),
    ]
}

fn stands(game: &BlocksInTheEast, side: Side) -> Vec<Hex> {
    let mut hexes: Vec<Hex> = game.data().units(side).filter_map(|(unit, _)| game.place(unit).hex()).collect();
    hexes.sort_unstable();
    hexes.dedup();
    hexes
}

fn regions(game: &BlocksInTheEast) -> Vec<Layer> {
    let data = game.data();
    let of = |region: Region| data.map.region(region).iter().filter(|&hex| is_open(data, hex)).collect::<Vec<_>>();
    let mut layers = vec![
        game.layer("tint-reach", tr!("north of the green line: no minor allies [5.3.a]"), of(Region::NorthOfGreen)),
        game.layer("tint-source", tr!("operative area of the Finns in the Soviet Union [5.5.f]"), of(Region::FinnishOperations)),
        game.layer("tint-hq", tr!("attack zone of the Finns [5.5.e]"), of(Region::FinnishAttack)),
    ];
    if let Some([covered, open]) = game.turkish_frontier() {
        layers.push(game.layer("tint-soviet", tr!("Turkish frontier, covered by the Soviets [27.0.a]"), covered.iter()));
        layers.push(game.layer("tint-cut", tr!("Turkish frontier, not covered [27.0.a]"), open.iter()));
    }
    layers
}

/// Where the supply of a unit comes from, and where it can go, in words and on the map.
pub(super) fn of_unit(game: &BlocksInTheEast, unit: UnitId, viewer: Side) -> Option<(String, Overlay)> {
    let hex = game.place(unit).hex()?;
    if !names::knows(game, unit, viewer) {
        return None;
    }
    let data = game.data();
    let known = data.unit(unit);
    let name = names::title(data, unit);
    let supplied = data.supplied(&game.situation(), known.nation).contains(hex);
    let marked = is_marked(game, unit, Sign::OutOfSupply);
    let way = display::way_to_supply(game, unit).filter(|_| supplied);
    let mut words = match (supplied, marked) {
        (true, false) => tr!("{name} is in supply: its source is {count} away [4.3]", name, count = steps_away(way.as_deref())),
        (true, true) => tr!("{name} is marked as out of supply, and supplied now: it loses its mark in the final check [7.9]", name),
        (false, true) => {
            tr!("{name} is out of supply: half its movement, no attack; it surrenders if it stays so to the final check [4.4][7.9]", name)
        }
        (false, false) => tr!("{name} is not supplied where it stands: it is marked when supply is checked next [4.3.c][7.2]", name),
    };
    let class = if supplied { "tint-source" } else { "tint-cut" };
    let mut layers = vec![game.layer(class, if supplied { tr!("in supply") } else { tr!("out of supply") }, [hex])];
    for note in command::notes(game, unit).into_iter().chain(command::fuel_of(game, unit).filter(|_| unit.side() == viewer)) {
        words += "; ";
        words += &note;
    }
    layers.splice(0..0, command::reach_of(game, unit));
    if unit.side() == viewer && game.outcome().is_none() {
        if known.class == UnitClass::Air {
            let [missions, bases] = display::flights_of(game, unit);
            layers.insert(0, game.layer("tint-reach", tr!("bases to which it can transfer [7.5.2.b]"), bases.iter()));
            layers.push(game.layer("tint-attack", tr!("enemies that it can attack [7.5.2.a]"), missions.iter()));
            words += "; ";
            words += &tr!("range {range}", range = game.range(unit));
        } else {
            let reached = display::reach_of(game, unit).into_iter().map(|(hex, _)| hex);
            let (attacked, free): (Vec<Hex>, Vec<Hex>) = reached.partition(|&hex| game.meets_enemies(unit.side(), hex));
            layers.insert(0, game.layer("tint-reach", tr!("where it can move [7.5.3]"), free));
            layers.push(game.layer("tint-attack", tr!("enemies that it can attack [7.5.3.e]"), attacked));
        }
    }
    let traces = way.map(|way| game.layer("trace", tr!("line of supply [4.3]"), way)).into_iter().collect();
    Some((words, Overlay { layers, traces }))
}

fn steps_away(way: Option<&[Hex]>) -> String {
    match way.map_or(0, <[Hex]>::len) {
        0 | 1 => tr!("no hex").to_owned(),
        2 => tr!("1 hex").to_owned(),
        long => tr!("{count} hexes", count = long - 1),
    }
}
