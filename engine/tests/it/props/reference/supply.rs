//! Supply [8].

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use stavka_engine::armir::{Armir, Class, Formation, HexSet, UnitId, edge};
use stavka_engine::game::Side;
use stavka_engine::hex::Hex;

use super::super::armir::name;
use super::super::{Finding, require};
use super::{hex_name, in_zoc, neighbours, side_flags, values};

struct Lines {
    passable: BTreeSet<Hex>,
    sources: Vec<Hex>,
}

/// [8.2] Where lines and radii may go, and where they may end [8.1][8.1.1].
fn lines(game: &Armir, side: Side) -> Lines {
    let map = &game.data().map;
    let enemy = side.opponent();
    let passable = map
        .in_play
        .iter()
        .filter(|&hex| match game.occupant(hex) {
            Some(occupant) => occupant == side,
            None => !in_zoc(game, enemy, hex, false),
        })
        .collect();
    let depot = (side == Side::Axis && game.depot()).then_some(map.kantemirovka);
    let sources = map.named_sources.iter().filter(|(owner, ..)| *owner == side).map(|&(_, _, hex)| hex).chain(depot).collect();
    Lines { passable, sources }
}

/// Hexes within `range` steps of the starts through passable hexes, ends included.
fn within(game: &Armir, lines: &Lines, starts: &[Hex], range: usize, by: u8) -> BTreeSet<Hex> {
    let mut distance: BTreeMap<Hex, usize> = BTreeMap::new();
    let mut queue: VecDeque<Hex> = VecDeque::new();
    for &start in starts.iter().filter(|start| lines.passable.contains(start)) {
        distance.insert(start, 0);
        queue.push_back(start);
    }
    while let Some(hex) = queue.pop_front() {
        let next = distance[&hex] + 1;
        for (direction, near) in neighbours(game, hex) {
            let linked = by == 0 || side_flags(game, hex, direction, near) & by != 0;
            if next <= range && linked && lines.passable.contains(&near) && !distance.contains_key(&near) {
                distance.insert(near, next);
                queue.push_back(near);
            }
        }
    }
    distance.into_keys().collect()
}

/// [8][8.1][8.5] The units of a side that are in supply.
fn supplied(game: &Armir, side: Side) -> BTreeSet<UnitId> {
    let data = game.data();
    let lines = lines(game, side);
    let connected = within(game, &lines, &lines.sources, usize::MAX, 0);
    let rail_sources: Vec<Hex> = lines.sources.iter().copied().filter(|&hex| data.map.rail.contains(hex)).collect();
    let railway: Vec<Hex> = within(game, &lines, &rail_sources, usize::MAX, edge::RAIL).into_iter().collect();
    let mut near = within(game, &lines, &lines.sources, 4, 0);
    near.extend(within(game, &lines, &railway, 4, 0));
    let mut by_hq: BTreeMap<Formation, BTreeSet<Hex>> = BTreeMap::new();
    for (hq, counter) in data.counters(side).filter(|(_, counter)| counter.class == Class::Hq) {
        let Some(hex) = game.place(hq).hex() else { continue };
        if connected.contains(&hex) {
            by_hq.insert(counter.formation, within(game, &lines, &[hex], usize::from(values(game, hq).radius), 0));
        }
    }
    data.counters(side)
        .filter(|(unit, counter)| {
            let Some(hex) = game.place(*unit).hex() else { return false };
            let own = |formation: Formation| by_hq.get(&formation).is_some_and(|area| area.contains(&hex));
            let stripeless = side == Side::Axis && counter.formation == Formation::Army && counter.class != Class::Hq;
            let army = side == Side::Axis && counter.class != Class::Hq && own(Formation::Army);
            near.contains(&hex) || own(counter.formation) || army || (stripeless && by_hq.values().any(|area| area.contains(&hex)))
        })
        .map(|(unit, _)| unit)
        .collect()
}

pub(crate) fn supply_agrees(game: &Armir) -> Finding {
    for side in Side::ALL {
        let slow = supplied(game, side);
        let report = game.supply_report(side);
        let passable: HexSet = report.passable;
        let slow_passable = lines(game, side).passable;
        for hex in game.data().map.in_play.iter() {
            require!(
                passable.contains(hex) == slow_passable.contains(&hex),
                "[8.2] lines of the {side} side through {}: {} by the rule",
                hex_name(game, hex),
                slow_passable.contains(&hex)
            );
        }
        for (unit, _) in game.data().counters(side).filter(|&(unit, _)| game.place(unit).hex().is_some()) {
            let (slow, fast) = (slow.contains(&unit), game.is_supplied(&report, unit));
            require!(slow == fast, "[8] {} in supply: {slow} by the rule, {fast} by the engine", name(game, unit));
        }
    }
    Ok(())
}
