//! What must hold in every position of Across the Bug River, with slow references of zones, command, supply and movement.

use std::collections::{BTreeMap, BTreeSet};

use stavka_engine::Dice;
use stavka_engine::across_the_bug::data::Passage;
use stavka_engine::across_the_bug::terms::{Crossing, MoveClass, Way, ZocClass};
use stavka_engine::across_the_bug::{
    AcrossTheBug, AcrossTheBugDenial, Action, Command, FormationId, Opening, Place, Pontoon, PositionBuilder, Prepared, UnitId, units,
};
use stavka_engine::game::{Denial as _, Game as _, Notation as _, Side};
use stavka_engine::hex::{Direction, Hex};

use super::{Finding, Invariants, require};

impl Invariants for AcrossTheBug {
    type Watch = ();

    fn watch(&self) {}

    fn after_action((): &mut (), before: &Self, action: Action, after: &Self) -> Finding {
        points_never_rise(before, action, after)?;
        nobody_comes_back(before, action, after)?;
        if after.is_quiet() {
            stacks_keep_their_limits(after)?;
        }
        Ok(())
    }

    fn in_list(&self, legal: &[Action]) -> Finding {
        let area = &self.data().script.area;
        let outside = legal.iter().filter_map(|action| action.hex()).find(|&hex| !area.contains(hex));
        require!(outside.is_none(), "a choice names {outside:?}, out of the area");
        require!(legal.len() < 500, "{} choices", legal.len());
        Ok(())
    }

    fn in_position(&self, legal: &[Action]) -> Finding {
        self.verify()?;
        zones_agree(self)?;
        command_agrees(self)?;
        supply_agrees(self)?;
        moves_agree(self, legal)
    }

    fn mutated(&self, action: Action, dice: &mut Dice) -> Action {
        mutated(self, action, dice)
    }

    fn worlds(&self, viewer: Side) -> usize {
        worlds(self, viewer)
    }

    fn turns_up(before: &Self, after: &Self, viewer: Side) -> bool {
        let side = viewer.opponent();
        let told = |(unit, _): (UnitId, _)| {
            before.is_covered(unit) && !after.is_covered(unit)
                || before.shares_losses_with(unit) != 0 && after.shares_losses_with(unit) != before.shares_losses_with(unit)
        };
        before.data().units(side).any(told)
    }

    fn studies(data: &'static Prepared) -> Vec<Self> {
        studies(data)
    }

    fn siblings(data: &'static Prepared) -> Vec<(String, Self)> {
        siblings(data)
    }

    fn denial_rules() -> Vec<&'static str> {
        AcrossTheBugDenial::ALL.iter().map(AcrossTheBugDenial::rule).collect()
    }
}

/// [5.3.4] The worlds that a side cannot tell apart, counted: covered counters of a kind change places, and losses that were taken
/// together lie in any way. Beyond what a number holds the count goes on by its logarithm, so that more worlds are more.
fn worlds(game: &AcrossTheBug, viewer: Side) -> usize {
    let data = game.data();
    let mut factors: Vec<u64> = Vec::new();
    let mut kinds: BTreeMap<(bool, bool), Vec<Hex>> = BTreeMap::new();
    let mut together: BTreeMap<u128, Vec<UnitId>> = BTreeMap::new();
    for (unit, known) in data.units(viewer.opponent()) {
        if game.is_covered(unit) {
            let hex = game.place(unit).hex().expect("a covered counter is on the map");
            kinds.entry((known.kind.is_limited(), known.kind.zoc_class() == ZocClass::Afv)).or_default().push(hex);
        }
        if game.shares_losses_with(unit) != 0 {
            together.entry(game.shares_losses_with(unit)).or_default().push(unit);
        }
    }
    for hexes in kinds.values() {
        let mut crowd: BTreeMap<Hex, u64> = BTreeMap::new();
        for (at, &hex) in hexes.iter().enumerate() {
            let here = crowd.entry(hex).or_default();
            *here += 1;
            // One counter more: times all so far, over those of its hex.
            factors.push(at as u64 + 1);
            factors.push(*here);
        }
    }
    let mut count = factors.chunks(2).fold(1.0, |count: f64, pair| count * pair[0] as f64 / pair[1] as f64);
    for units in together.values() {
        let points = units.iter().map(|&unit| usize::from(game.points(unit))).sum();
        count *= spreads(units.iter().map(|&unit| usize::from(data.unit(unit).strength)), points) as f64;
    }
    if count < 1e15 { count.round() as usize } else { (count.ln() * 1e15) as usize }
}

/// In how many ways units with these printed strengths have so many points, one at least each.
pub(crate) fn spreads(printed: impl Iterator<Item = usize>, points: usize) -> usize {
    let mut ways = BTreeMap::from([(0, 1)]);
    for most in printed {
        let mut next: BTreeMap<usize, usize> = BTreeMap::new();
        for (sum, count) in ways {
            for own in 1..=most {
                *next.entry(sum + own).or_default() += count;
            }
        }
        ways = next;
    }
    ways.get(&points).copied().unwrap_or(0)
}

fn all_units(game: &AcrossTheBug) -> impl Iterator<Item = UnitId> + '_ {
    Side::ALL.into_iter().flat_map(|side| game.data().units(side).map(|(unit, _)| unit))
}

/// Combat units on the map.
fn standing(game: &AcrossTheBug) -> impl Iterator<Item = (UnitId, Hex)> + '_ {
    let combat = |&unit: &UnitId| game.data().unit(unit).kind.is_combat();
    all_units(game).filter(combat).filter_map(|unit| Some((unit, game.place(unit).hex()?)))
}

/// [8.3.d] Strength points rise by replacements alone, and never above the printed strength.
fn points_never_rise(before: &AcrossTheBug, action: Action, after: &AcrossTheBug) -> Finding {
    let restored = if let Action::Replace(unit) = action { Some(unit) } else { None };
    for (unit, _) in standing(after) {
        let (was, is) = (before.points(unit), after.points(unit));
        let id = &after.data().unit(unit).id;
        require!(is <= after.data().unit(unit).strength && is > 0, "{id} has {is} strength points");
        require!(is <= was || restored == Some(unit) && is == was + 1, "{id} had {was} strength points and has {is} after {action:?}");
    }
    Ok(())
}

/// [8.3.d] Eliminated units stay away; headquarters that were removed come back with the reserve alone [10.5].
fn nobody_comes_back(before: &AcrossTheBug, action: Action, after: &AcrossTheBug) -> Finding {
    for unit in all_units(after) {
        let gone = [Place::ELIMINATED, Place::CANNIBALIZED, Place::EXITED];
        let was = before.place(unit);
        require!(!gone.contains(&was) || after.place(unit) == was, "{} comes back by {action:?}", after.data().unit(unit).id);
    }
    Ok(())
}

/// [5.3.1.b][5.3.1.c][3.3.j] Between actions no hex holds more than it may, and headquarters live in settlements.
fn stacks_keep_their_limits(game: &AcrossTheBug) -> Finding {
    let data = game.data();
    let mut crowds: BTreeMap<Hex, [usize; 3]> = BTreeMap::new();
    for unit in all_units(game) {
        let Some(hex) = game.place(unit).hex() else { continue };
        let kind = data.unit(unit).kind;
        let crowd = crowds.entry(hex).or_default();
        crowd[0] += usize::from(kind.is_combat());
        crowd[1] += usize::from(kind.is_limited());
        crowd[2] += usize::from(!kind.is_combat());
    }
    for (hex, [all, limited, hqs]) in crowds {
        let terrain = data.map.terrain(hex);
        let name = data.map.grid.name(hex);
        require!(all <= 3 && limited <= 1, "{name} holds {all} units, {limited} of them infantry");
        let most = match terrain.name() {
            "city" => 2,
            "village" => 1,
            _ => 0,
        };
        require!(hqs <= most, "{hqs} headquarters stand in {name}");
    }
    Ok(())
}

fn near(game: &AcrossTheBug, hex: Hex) -> impl Iterator<Item = (Direction, Hex)> + '_ {
    let area = &game.data().script.area;
    game.data().map.grid.neighbours(hex).filter(|(_, near)| area.contains(*near))
}

/// Whether a pontoon lies between two hexes.
fn bridged(game: &AcrossTheBug, a: Hex, b: Hex) -> bool {
    game.pontoons().iter().any(|pontoon| match *pontoon {
        Pontoon::Built(hex, direction) => {
            let far = game.data().map.grid.neighbour(hex, direction);
            hex == a && far == Some(b) || hex == b && far == Some(a)
        }
        _ => false,
    })
}

fn crossing(game: &AcrossTheBug, from: Hex, direction: Direction, to: Hex) -> Crossing {
    let side = game.data().map.side(from, direction);
    Crossing::of(side.kind, side.bridge, bridged(game, from, to))
}

/// [5.4] The hexes that the units of a side cover, unit by unit.
fn covered(game: &AcrossTheBug, side: Side) -> BTreeSet<Hex> {
    let data = game.data();
    let mut covered = BTreeSet::new();
    for (unit, from) in standing(game).filter(|(unit, _)| unit.side() == side && !game.is_disorganized(*unit)) {
        let class = data.unit(unit).kind.zoc_class();
        for (direction, to) in near(game, from) {
            let water = crossing(game, from, direction, to);
            let over = match (class, water) {
                (_, Crossing::Bug | Crossing::Lake) => false,
                (_, Crossing::BugBridge | Crossing::Pontoon) => data.script.switches.zoc_over_bridges,
                (ZocClass::Afv, Crossing::Stream | Crossing::BridgedStream) => false,
                _ => true,
            };
            let into = class == ZocClass::Infantry || matches!(data.map.terrain(to).name(), "clear" | "village");
            if over && into {
                covered.insert(to);
            }
        }
    }
    covered
}

fn zones_agree(game: &AcrossTheBug) -> Finding {
    for side in Side::ALL {
        let slow = covered(game, side);
        for hex in game.data().script.area.iter() {
            let name = game.data().map.grid.name(hex);
            require!(game.in_zoc(side, hex) == slow.contains(&hex), "the {side} ZOC over {name} differs");
        }
    }
    Ok(())
}

/// [5.8.2] Whether a path of a side may enter a hex.
fn is_open(game: &AcrossTheBug, side: Side, hex: Hex, enemy_zone: &BTreeSet<Hex>) -> bool {
    match game.occupant(hex) {
        Some(occupant) => occupant == side,
        None => !enemy_zone.contains(&hex),
    }
}

/// Steps from a hex to all that a path reaches, by rings.
fn paths(game: &AcrossTheBug, side: Side, from: Hex, passes: impl Fn(Hex, Direction, Hex) -> bool) -> BTreeMap<Hex, usize> {
    let zone = covered(game, side.opponent());
    let mut found = BTreeMap::from([(from, 0)]);
    let mut ring = vec![from];
    for steps in 1.. {
        let mut next = Vec::new();
        for hex in ring {
            for (direction, to) in near(game, hex) {
                if !found.contains_key(&to) && is_open(game, side, to, &zone) && passes(hex, direction, to) {
                    found.insert(to, steps);
                    next.push(to);
                }
            }
        }
        if next.is_empty() {
            break;
        }
        ring = next;
    }
    found
}

fn command_agrees(game: &AcrossTheBug) -> Finding {
    let data = game.data();
    let mut reaches: BTreeMap<FormationId, BTreeMap<Hex, usize>> = BTreeMap::new();
    for (unit, hex) in standing(game) {
        let formation = game.formation(unit);
        let values = data.formation(formation);
        let expected = match game.place(values.hq).hex() {
            None => Command::Isolated,
            Some(hq) => {
                let reach = reaches.entry(formation).or_insert_with(|| paths(game, unit.side(), hq, |_, _, _| true));
                match reach.get(&hex) {
                    Some(&steps) if steps <= usize::from(values.command_range) => Command::InCommand,
                    Some(_) => Command::OutOfCommand,
                    None => Command::Isolated,
                }
            }
        };
        require!(game.command(unit) == expected, "{} is {expected:?} by the slow reference", data.unit(unit).id);
    }
    Ok(())
}

fn supply_agrees(game: &AcrossTheBug) -> Finding {
    let data = game.data();
    for formation in data.formation_ids() {
        let values = data.formation(formation);
        let Some(hq) = game.place(values.hq).hex() else { continue };
        let passes = |from: Hex, direction: Direction, to: Hex| match crossing(game, from, direction, to) {
            Crossing::Bug | Crossing::Lake => false,
            Crossing::Stream => !data.script.switches.streams_block_supply,
            _ => true,
        };
        let edge = data.script.supply[values.side.index()];
        let expected = paths(game, values.side, hq, passes).keys().any(|&hex| edge.contains(hex));
        require!(game.is_supplied(formation) == expected, "supply of {} differs", values.id);
    }
    Ok(())
}

/// Half points of a step by class, off or on the road; none where it is no ordinary step.
fn price(game: &AcrossTheBug, class: MoveClass, from: Hex, direction: Direction, to: Hex, by_road: bool) -> Option<u8> {
    let data = game.data();
    let chart = &data.tables.terrain;
    let side = data.map.side(from, direction);
    let water = crossing(game, from, direction, to);
    let over = |water: Crossing| match chart.passage(water, class) {
        Passage::Extra(points) => Some(points.0),
        _ => None,
    };
    let full = over(water).map(|extra| extra + chart.price(data.map.terrain(to), class).0);
    let ways = side.road.into_iter().chain(side.rail.then_some(Way::Rail));
    let along = ways.map(|way| chart.way_price(way, class, data.script.switches.minor_roads_as_main).0).min();
    let road = along.filter(|_| by_road).and_then(|along| Some(along + over(water.at_road_rate())?));
    full.into_iter().chain(road).min()
}

/// [7.3] Where a stack of one class that has not moved yet may go, step by step: hexes in which something happens end the way.
fn moves_agree(game: &AcrossTheBug, legal: &[Action]) -> Finding {
    let data = game.data();
    let gathers = game.prompt().contains("who goes along") && legal.iter().any(|action| matches!(action, Action::MoveTo(_)));
    let (side, group) = match game.turn() {
        stavka_engine::Turn::Player(side) if gathers => (side, game.acting_stack()),
        _ => return Ok(()),
    };
    let stack: Vec<UnitId> = units(side, group).collect();
    let classes: BTreeSet<MoveClass> = stack.iter().map(|&unit| data.unit(unit).mobility).collect();
    let Some(start) = game.place(stack[0]).hex() else { return Ok(()) };
    let enemy = side.opponent();
    let beside = |hex: Hex| near(game, hex).any(|(_, near)| game.occupant(near) == Some(enemy));
    let zone = covered(game, enemy);
    // Out of enemy ZOC, after a combat and in mixed stacks the way goes hex by hex.
    if classes.len() > 1 || zone.contains(&start) || game.bonus_hexes().is_some() {
        return Ok(());
    }
    let class = *classes.iter().next().expect("a stack has a unit");
    let ma = stack.iter().map(|&unit| 2 * game.values(unit).ma).min().expect("a stack has a unit");
    let bonus = if class == MoveClass::Leg && !beside(start) { data.tables.movement.leg_bonus.0 } else { 0 };
    let fights = |hex: Hex| game.stack(hex).any(|unit| unit.side() == enemy && data.unit(unit).kind.is_combat());
    let afv = stack.iter().any(|&unit| data.unit(unit).kind.is_afv());
    let happens = |hex: Hex| {
        let settled = data.map.terrain(hex).is_settlement() || data.script.objectives.iter().any(|objective| objective.hex == hex);
        let taken = settled && game.last_in(hex) == enemy;
        let joined = game.pontoons().iter().any(|pontoon| match *pontoon {
            Pontoon::Built(at, direction) => at == hex || data.map.grid.neighbour(at, direction) == Some(hex),
            _ => false,
        });
        beside(hex) || game.occupant(hex) == Some(enemy) || taken || joined || afv && data.map.terrain(hex).name() == "swamp"
    };
    let mut best: BTreeMap<Hex, u8> = BTreeMap::from([(start, 0)]);
    let mut open = vec![start];
    while let Some(hex) = open.pop() {
        if hex != start && (happens(hex) || zone.contains(&hex)) {
            continue;
        }
        for (direction, to) in near(game, hex) {
            if fights(to) {
                continue;
            }
            let by_road = !zone.contains(&hex) && !zone.contains(&to);
            let Some(price) = price(game, class, hex, direction, to, by_road) else { continue };
            if !by_road && bridged(game, hex, to) && side == Side::Soviet {
                continue;
            }
            let cost = best[&hex] + price;
            let most = if beside(to) { ma } else { ma + bonus };
            if cost <= most && best.get(&to).is_none_or(|&known| cost < known) {
                best.insert(to, cost);
                open.push(to);
            }
        }
    }
    let mut slow: BTreeSet<Hex> = best.keys().copied().filter(|&hex| hex != start).collect();
    // The first step may ask for everything [7.3.2.a][7.3.7].
    for (direction, to) in near(game, start) {
        let passage = data.tables.terrain.passage(crossing(game, start, direction, to), class);
        if !fights(to) && !matches!(passage, Passage::Closed | Passage::Boat(_)) {
            slow.insert(to);
        }
    }
    let fast: BTreeSet<Hex> = legal.iter().filter_map(|action| if let Action::MoveTo(hex) = action { Some(*hex) } else { None }).collect();
    let exits = data.script.exit.is_some();
    if exits || data.script.reserve.is_some() {
        // There are more hexes in which something happens; what is beyond them is reached in two goes.
        require!(fast.is_subset(&slow), "moves that the slow reference lacks");
        return Ok(());
    }
    let names = |hexes: BTreeSet<Hex>| hexes.into_iter().map(|hex| data.map.grid.name(hex).to_string()).collect::<Vec<_>>();
    require!(fast == slow, "too many {:?}, too few {:?}", names(&fast - &slow), names(&slow - &fast));
    Ok(())
}

fn mutated(game: &AcrossTheBug, action: Action, dice: &mut Dice) -> Action {
    let data = game.data();
    let hexes = data.map.grid.len() as u32;
    let some_hex = |dice: &mut Dice| Hex(dice.below(hexes) as u16);
    let some_unit = |dice: &mut Dice| UnitId(dice.below(192) as u8);
    let some_formation = |dice: &mut Dice| FormationId(dice.below(data.formations.len() as u32) as u8);
    match action {
        Action::Roll(_) => Action::Draw(dice.below(10) as u8),
        Action::Draw(_) => Action::Roll(1 + dice.below(10) as u8),
        Action::MoveTo(_) => Action::MoveTo(some_hex(dice)),
        Action::Attack { kind, .. } => Action::Attack { hex: some_hex(dice), kind },
        Action::Select(_) => Action::Select(some_unit(dice)),
        Action::Join(_) => Action::Join(some_unit(dice)),
        Action::Activate(_) => Action::Activate(some_formation(dice)),
        Action::React(_) => Action::React(some_formation(dice)),
        Action::Displace { unit, .. } => Action::Displace { unit, hex: some_hex(dice) },
        Action::Enter { unit, .. } => Action::Enter { unit, hex: some_hex(dice) },
        Action::Recover(_) => Action::Recover(some_unit(dice)),
        Action::Improve(_) => Action::Improve(some_hex(dice)),
        Action::Done => Action::Pass,
        other => other,
    }
}

/// The middle of battles: activations in the thick of it on both sides.
fn studies(data: &'static Prepared) -> Vec<AcrossTheBug> {
    let open = |opening: Opening<'_>| PositionBuilder::start(data).open(opening).expect("a formation of the scenario");
    let mut studies = vec![open(Opening::Operations), open(Opening::Administration)];
    for formation in data.formation_ids().filter(|&formation| data.script.placements.iter().any(|placed| placed.formation == formation)) {
        studies.push(open(Opening::Activation(&data.formation(formation).id, 7)));
    }
    if data.script.exit.is_some() {
        let counters = [("HQ-111ID", "5212"), ("I/50", "5416"), ("II/50", "5415"), ("III/50", "5414")];
        let at_the_edge = || {
            counters.iter().fold(PositionBuilder::empty(data), |position, (id, hex)| position.place(id, hex).expect("a place at the edge"))
        };
        studies.extend([5, 6, 7].map(|points| at_the_edge().open(Opening::Activation("111ID", points)).expect("a formation")));
    }
    studies
}

fn siblings(data: &'static Prepared) -> Vec<(String, AcrossTheBug)> {
    let first = data.script.placements.iter().find(|placed| data.unit(placed.unit).kind.is_combat()).expect("a unit at start");
    let (unit, at) = (&data.unit(first.unit).id, data.map.grid.name(first.hex).to_string());
    let formation = &data.formation(first.formation).id;
    let hq = &data.unit(data.formation(first.formation).hq).id;
    let start = || PositionBuilder::start(data);
    let open = |position: PositionBuilder| position.open(Opening::Operations).expect("a position");
    let last = data.script.turns.last().expect("a turn").number as u8;
    let stacked = |placed: &&stavka_engine::across_the_bug::data::Placement| {
        let others = data.script.placements.iter().filter(|other| other.hex == placed.hex);
        others.clone().count() > 1 && others.clone().all(|other| data.unit(other.unit).kind.is_combat())
    };
    let stack = data.script.placements.iter().find(stacked).expect("a stack without a headquarters at start").hex;
    let stack = data.map.grid.name(stack).to_string();
    let mate = data
        .script
        .placements
        .iter()
        .find(|placed| placed.unit != first.unit && placed.unit.side() == first.unit.side() && data.unit(placed.unit).kind.is_combat());
    let mate = &data.unit(mate.expect("two units of a side at start").unit).id;
    vec![
        ("a covered stack".to_owned(), open(start().covered(&stack).expect("a stack"))),
        (
            "a point lost together".to_owned(),
            open(start().steps(unit, 1).and_then(|position| position.lost_together(&[unit, mate])).expect("units")),
        ),
        ("the start".to_owned(), open(start())),
        ("a disorganized unit".to_owned(), open(start().turned(unit).expect("a unit"))),
        ("a lost point".to_owned(), open(start().steps(unit, 1).expect("a unit"))),
        ("a unit off the map".to_owned(), open(start().put_in_box(unit, Place::ELIMINATED).expect("a unit"))),
        ("another level".to_owned(), open(start().level(formation, 0).expect("a formation"))),
        ("spent supply".to_owned(), open(start().turned(hq).expect("a headquarters"))),
        ("an improved defence".to_owned(), open(start().improved(&at).expect("a stack"))),
        ("another turn".to_owned(), open(start().turn(last).expect("a turn"))),
        ("the luck token".to_owned(), open(start().luck(Side::Soviet))),
        ("interdiction".to_owned(), open(start().interdiction(2))),
        ("an activation".to_owned(), start().open(Opening::Activation(formation, 3)).expect("a formation")),
        ("more Action Points".to_owned(), start().open(Opening::Activation(formation, 4)).expect("a formation")),
    ]
}
