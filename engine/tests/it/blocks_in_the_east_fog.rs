//! What the sides of Blocks in the East know of each other [1.3]: what battles show, what eyes can follow, and the worlds that agree with it.

use std::collections::{BTreeMap, BTreeSet};
use std::time::Instant;

use stavka_engine::Dice;
use stavka_engine::blocks_in_the_east::terms::{Country, Nation, UnitClass};
use stavka_engine::blocks_in_the_east::{Action, BlocksInTheEast, Phase, PositionBuilder, UnitId};
use stavka_engine::game::{Determinize as _, Game as _, Notation as _, Side, Turn};
use stavka_engine::hex::Hex;
use stavka_engine::observation::{Observation, Observe as _};

use crate::blocks_in_the_east_kit::{LENINGRAD, ROSTOV, WHOLE, at, builder, hex, legal, pass_to, pick, play, random_games, unit};
use crate::blocks_in_the_east_map::scenario;
use crate::props::information::sight;

const BASIC: [(&str, u64); 4] = [(LENINGRAD, 12), ("towards-moscow", 6), (ROSTOV, 4), (WHOLE, 2)];

/// A position of units in the second turn; those with a mark of interrogation are hidden.
fn position(id: &str, units: &str) -> PositionBuilder {
    let hidden: Vec<&str> = units.split(',').filter_map(|line| line.trim().split(' ').next()?.strip_suffix('?')).collect();
    let placed = builder(id, &units.replace('?', ""));
    let placed = hidden.iter().fold(placed, |position, id| position.hidden(id).expect("a unit on the map"));
    placed.turn(2).expect("a second turn")
}

fn moving(units: &str) -> BlocksInTheEast {
    position(WHOLE, units).open(Side::Axis, Phase::GroundMovement)
}

fn hidden(game: &BlocksInTheEast, ids: &[&str]) -> Vec<bool> {
    ids.iter().map(|id| game.is_hidden(unit(game.data(), id))).collect()
}

// ---- what shows and what hides ------------------------------------------------------------------------------------------------

/// [1.3][2.0] At the start positions are seen and no identities; what is off the map lies open.
#[test]
fn a_scenario_begins_with_unknown_blocks() {
    for (id, _) in BASIC {
        let game = BlocksInTheEast::new(scenario(id));
        for side in Side::ALL {
            assert!(!game.sees_all(side));
            for (unit, known) in game.data().units(side) {
                assert_eq!(game.is_hidden(unit), game.place(unit).hex().is_some(), "{}", known.id);
            }
        }
    }
}

/// A block alone in its hex is followed by eye; one of several that may be it is not, and neither are those that stay.
#[test]
fn a_block_that_could_be_another_is_lost_from_sight() {
    let mut alone = moving("GN01 1025, SL01 1813");
    march(&mut alone, "GN01");
    assert_eq!(hidden(&alone, &["GN01"]), [false]);
    let mut pair = moving("GN01 1025, GN02 1025, SL01 1813");
    march(&mut pair, "GN01");
    assert_eq!(hidden(&pair, &["GN01", "GN02"]), [true, true]);
    assert!(!pair.sees_all(Side::Soviet) && pair.sees_all(Side::Axis));
}

/// Lets a unit march to the first hex in which nobody is.
fn march(game: &mut BlocksInTheEast, id: &str) {
    play(game, &[&format!("select {id}")]);
    let free = |action: &Action| matches!(action, Action::MoveTo(hex) if game.stack(*hex).is_empty());
    let goal = legal(game).into_iter().find(free).expect("somewhere to go");
    game.apply(goal);
}

/// A hidden block of the hex is one that may have gone; an aircraft on the ground is not one that marches; another colour is told apart.
#[test]
fn eyes_tell_colours_and_ways_to_move_apart() {
    let air = id_of(WHOLE, Nation::German, UnitClass::Air);
    let green = id_of(WHOLE, Nation::Italian, UnitClass::Infantry);
    let mut known = moving(&format!("GN01 0923, {air} 0923, SL01 1813"));
    march(&mut known, "GN01");
    assert_eq!(hidden(&known, &["GN01", air]), [false, false]);
    let mut unknown = moving(&format!("GN01 0923, {air}? 0923, SL01 1813"));
    march(&mut unknown, "GN01");
    assert_eq!(hidden(&unknown, &["GN01", air]), [true, true]);
    let mut colours = moving(&format!("GN01 0923, {green} 0923, SL01 1813"));
    march(&mut colours, "GN01");
    assert_eq!(hidden(&colours, &["GN01", green]), [false, false]);
}

fn id_of(id: &str, nation: Nation, class: UnitClass) -> &'static str {
    let data = scenario(id);
    let is = |known: &&stavka_engine::blocks_in_the_east::data::Unit| {
        known.nation == nation && known.class == class && (known.is_combat() || class == UnitClass::Air)
    };
    &data.units(Side::Axis).map(|(_, known)| known).find(is).expect("a unit").id
}

/// Who arrives takes nothing away, and a march of several legs is one move.
#[test]
fn arrivals_take_nothing_away_and_a_march_is_one_move() {
    let mut game = moving("GN01 1025, GN02 1026, GN03? 0924, SL01 1813");
    let near = game.data().map.name(hex(game.data(), "1026"));
    play(&mut game, &["select GN01", &format!("move {near}")]);
    assert_eq!(hidden(&game, &["GN01", "GN02"]), [false, false], "both are in 1026");
    let onward = legal(&game).into_iter().find(|action| matches!(action, Action::MoveTo(hex) if game.stack(*hex).is_empty()));
    if let Some(onward) = onward {
        game.apply(onward);
        assert_eq!(hidden(&game, &["GN01", "GN02"]), [false, false], "it goes on under the eyes of both");
    }
}

/// [3.22][7.7] Both sides' units in a battle are shown when it opens, not before; what was seen stays known.
#[test]
fn a_battle_shows_who_fights() {
    let mut game = moving("GN01? 1025, GN02? 1025, SL01? 1125, SL02? 1813");
    play(&mut game, &["select GN01", "move 1125"]);
    assert_eq!(hidden(&game, &["GN01", "GN02", "SL01"]), [true; 3]);
    let mut dice = Dice::new(2);
    let mut opened = false;
    while game.phase().is_some_and(|(side, phase)| side == Side::Axis && phase <= Phase::Combat) {
        opened |= game.phase().is_some_and(|(_, phase)| phase == Phase::Combat);
        if opened {
            assert_eq!(hidden(&game, &["GN01", "GN02", "SL01", "SL02"]), [false, true, false, true]);
        }
        let actions = legal(&game);
        let action = match game.turn() {
            Turn::Chance => game.draw(&actions, &mut dice),
            _ if actions.contains(&Action::Done) => Action::Done,
            _ => actions[0],
        };
        game.apply(action);
    }
    assert!(opened, "a battle is fought");
}

/// [7.3] A repair of a known unit is seen, one of an unknown unit is hidden and tells the sum alone; who comes in is seen.
#[test]
fn repairs_of_unknown_units_tell_their_sum() {
    let weak = |first: u8, second: u8, points: u8| {
        let placed = builder(WHOLE, "GN01 1025, GN02 1026, GN03 0924, SL01 1813");
        let steps = |position: PositionBuilder, id: &str, left: u8| position.steps(id, left).expect("steps");
        let placed = steps(steps(placed, "GN01", 1), "GN02", 1);
        let placed = ["GN01", "GN02"].iter().fold(placed, |position, id| position.hidden(id).expect("a unit"));
        let placed = steps(steps(placed, "GN01", first), "GN02", second);
        placed.turn(2).expect("a turn").points(Nation::German, points).open(Side::Axis, Phase::Disbanding)
    };
    let (one, other, more) = (weak(2, 1, 9), weak(1, 2, 9), weak(2, 2, 9));
    assert_eq!(one.view_hash(Side::Soviet), other.view_hash(Side::Soviet));
    assert_ne!(one.view_hash(Side::Soviet), more.view_hash(Side::Soviet));
    assert_eq!(sight(&one, Side::Soviet), sight(&other, Side::Soviet));
    assert_ne!(one.view_hash(Side::Axis), other.view_hash(Side::Axis));
    let placed = position(WHOLE, "GN01? 1025, GN03 0924, SL01 1813").points(Nation::German, 9);
    let placed = placed.steps("GN01", 1).and_then(|position| position.steps("GN03", 1)).expect("steps");
    let game = placed.open(Side::Axis, Phase::Production);
    for (line, told) in [("repair GN01", true), ("repair GN03", false)] {
        let action = game.parse_action(line).expect("a line");
        if game.check(action).is_ok() {
            assert_eq!(game.is_hidden_from(action), told, "{line}");
        }
    }
}

trait HiddenFrom {
    fn is_hidden_from(&self, action: Action) -> bool;
}

impl HiddenFrom for BlocksInTheEast {
    fn is_hidden_from(&self, action: Action) -> bool {
        let Turn::Player(side) = self.turn() else { return false };
        assert!(!stavka_engine::game::Notation::is_hidden(self, action, side), "its owner reads it");
        stavka_engine::game::Notation::is_hidden(self, action, side.opponent())
    }
}

// ---- worlds -------------------------------------------------------------------------------------------------------------------

/// Draws are those worlds that can be counted, each as often as any other: chi-square at 99.99 %.
fn even(truth: &BlocksInTheEast, viewer: Side, worlds: &BTreeSet<u64>, draws: u32, seed: u64) {
    let mut dice = Dice::new(seed);
    let mut counts: BTreeMap<u64, u32> = BTreeMap::new();
    for _ in 0..draws {
        let world = truth.determinize(viewer, &mut dice);
        world.verify().unwrap_or_else(|problem| panic!("{problem}"));
        *counts.entry(world.state_hash()).or_default() += 1;
    }
    assert_eq!(&counts.keys().copied().collect::<BTreeSet<_>>(), worlds, "{} drawn, {} counted", counts.len(), worlds.len());
    assert!(worlds.contains(&truth.state_hash()), "the truth is a world");
    let expected = f64::from(draws) / worlds.len() as f64;
    let chi_square: f64 = counts.values().map(|&count| (f64::from(count) - expected).powi(2) / expected).sum();
    let degrees = (worlds.len() - 1) as f64;
    let spread = 2.0 / (9.0 * degrees.max(1.0));
    let bound = degrees * (1.0 - spread + 3.719 * spread.sqrt()).powi(3) + 1.0;
    println!("{} worlds, chi-square {chi_square:.1} below {bound:.1}", worlds.len());
    assert!(chi_square < bound, "chi-square {chi_square:.1} of {} worlds, bound {bound:.1}", worlds.len());
}

/// All orders of so many things.
fn orders(count: usize) -> Vec<Vec<usize>> {
    let mut all = vec![Vec::new()];
    for item in 0..count {
        all = all
            .into_iter()
            .flat_map(|order: Vec<usize>| {
                (0..=item).map(move |at| {
                    let mut next = order.clone();
                    next.insert(at, item);
                    next
                })
            })
            .collect();
    }
    all
}

/// The worlds of hidden Axis units at hexes, by the rules one by one: stacks, aircraft in cities, nations where they may be, ground units
/// where there were ground units.
fn counted(id: &str, units: &[&str], hexes: &[&str], rest: &str) -> (BlocksInTheEast, BTreeSet<u64>) {
    let data = scenario(id);
    let arranged = |order: &[usize]| {
        let lines: Vec<String> = order.iter().zip(hexes).map(|(&unit, hex)| format!("{}? {hex}", units[unit])).collect();
        position(id, &format!("{}, {rest}", lines.join(", "))).open(Side::Soviet, Phase::Disbanding)
    };
    let ground = |order: &[usize]| -> BTreeSet<&str> {
        let stands = |&(&index, _): &(&usize, &&str)| data.unit(unit(data, units[index])).is_ground();
        order.iter().zip(hexes).filter(stands).map(|(_, &hex)| hex).collect()
    };
    let colours = |order: &[usize]| -> BTreeMap<&str, usize> {
        let mut green: BTreeMap<&str, usize> = BTreeMap::new();
        for (&index, &hex) in order.iter().zip(hexes) {
            let italian = data.unit(unit(data, units[index])).nation == Nation::Italian;
            *green.entry(hex).or_default() += usize::from(italian);
        }
        green
    };
    let truth_order: Vec<usize> = (0..units.len()).collect();
    let truth = arranged(&truth_order);
    let mut worlds = BTreeSet::new();
    for order in orders(units.len()) {
        let dealt: Vec<&str> = order.iter().map(|&index| units[index]).collect();
        if ground(&order) != ground(&truth_order) || colours(&order) != colours(&truth_order) || !keeps_limits(&dealt, hexes) {
            continue;
        }
        let world = arranged(&order);
        assert_eq!(world.view_hash(Side::Soviet), truth.view_hash(Side::Soviet));
        if worlds.insert(world.state_hash()) && worlds.len() < 20 {
            assert!(sight(&world, Side::Soviet) == sight(&truth, Side::Soviet));
        }
    }
    (truth, worlds)
}

/// Units of one kind over blocks in several hexes: stacks have no order.
#[test]
fn drawn_worlds_are_those_that_can_be_counted() {
    let (truth, worlds) = counted(WHOLE, &["GN01", "GN02", "GN03", "GN04"], &["1025", "1025", "1026", "0924"], "SL01 1813");
    assert_eq!(worlds.len(), 12);
    even(&truth, Side::Soviet, &worlds, 6000, 1);
}

/// [3.10][3.4] Artillery fills stacks of three, and aircraft stand in cities, one in each.
#[test]
fn drawn_worlds_keep_stacks_and_bases() {
    let data = scenario(WHOLE);
    let flyers: Vec<&str> = data
        .units(Side::Axis)
        .filter(|(_, known)| known.nation == Nation::German && known.class == UnitClass::Air)
        .map(|(_, known)| known.id.as_str())
        .take(2)
        .collect();
    let home = |hex: &Hex| data.axis_at_start.contains(*hex) && !data.closed_to(Nation::German).contains(*hex);
    let cities: Vec<String> = data.ground.cities.iter().filter(home).take(2).map(|hex| data.map.name(hex)).collect();
    let [first, second] = [cities[0].as_str(), cities[1].as_str()];
    let units = ["GN01", "GN02", "GN10", "GN03", flyers[0], "GN04", "GN11"];
    let hexes = ["1025", "1025", "1025", first, first, second, second];
    let (truth, worlds) = counted(WHOLE, &units, &hexes, "SL01 1813");
    assert!(worlds.len() > 90, "{}", worlds.len());
    even(&truth, Side::Soviet, &worlds, 60_000, 2);
    let units = ["GN01", flyers[1], flyers[0], "GN04", "GN10", "GN11"];
    let hexes = [first, first, second, second, "1025", "1025"];
    let (truth, worlds) = counted(WHOLE, &units, &hexes, "SL01 1813");
    even(&truth, Side::Soviet, &worlds, 30_000, 3);
}

/// [5.3.a][5.5.f] Finns stay in the north, Romanians and Hungarians apart.
#[test]
fn drawn_worlds_keep_nations_where_they_may_be() {
    let data = scenario(WHOLE);
    let of = |nation: Nation, count: usize| -> Vec<&str> {
        let units =
            data.units(Side::Axis).filter(|(_, known)| known.nation == nation && known.class == UnitClass::Infantry && known.is_combat());
        units.map(|(_, known)| known.id.as_str()).take(count).collect()
    };
    let (finland, romania, hungary) =
        (hexes_of(Country::Finland, 0, 2), hexes_of(Country::Romania, 0, 2), hexes_of(Country::Hungary, 0, 1));
    let south: Vec<String> = data
        .map
        .country_hexes(Country::SovietUnion)
        .iter()
        .filter(|&hex| !data.closed_to(Nation::Romanian).contains(hex) && !data.closed_to(Nation::Hungarian).contains(hex))
        .take(1)
        .map(|hex| data.map.name(hex))
        .collect();
    let (finns, romanians, hungarians) = (of(Nation::Finnish, 1), of(Nation::Romanian, 2), of(Nation::Hungarian, 1));
    let units = [finns[0], "GN01", romanians[0], romanians[1], hungarians[0], "GN02", "GN03"];
    let hexes: Vec<&str> =
        [&finland[0], &finland[1], &romania[0], &romania[1], &hungary[0], &south[0], &south[0]].into_iter().map(String::as_str).collect();
    let (truth, worlds) = counted(WHOLE, &units, &hexes, "SL01 1813");
    assert!(worlds.len() > 20, "{}", worlds.len());
    even(&truth, Side::Soviet, &worlds, 60_000, 4);
}

/// Names of hexes of a country in which Germans may be: its cities, and then others.
fn hexes_of(country: Country, cities: usize, others: usize) -> Vec<String> {
    let data = scenario(WHOLE);
    let open = || data.map.country_hexes(country).iter().filter(|&hex| !data.closed_to(Nation::German).contains(hex)).collect::<Vec<_>>();
    let city = |hex: &Hex| data.ground.cities.contains(*hex);
    let towns = open().into_iter().filter(city).take(cities);
    towns.chain(open().into_iter().filter(|hex| !city(hex)).take(others)).map(|hex| data.map.name(hex)).collect()
}

/// Small positions at random: units of every nation and class over a few hexes, drawn as they are counted.
#[test]
fn worlds_of_random_positions_are_those_that_can_be_counted() {
    let data = scenario(WHOLE);
    let pool: Vec<&str> = data
        .units(Side::Axis)
        .filter(|(_, known)| matches!(known.class, UnitClass::Infantry | UnitClass::Armour | UnitClass::Air))
        .filter(|(_, known)| known.nation != Nation::Chechen)
        .map(|(_, known)| known.id.as_str())
        .collect();
    let hexes: Vec<String> = [
        hexes_of(Country::Germany, 3, 2),
        hexes_of(Country::Finland, 1, 1),
        hexes_of(Country::Romania, 1, 1),
        hexes_of(Country::Hungary, 1, 1),
    ]
    .concat();
    let mut dice = Dice::new(31);
    let (mut positions, mut most) = (0, 0);
    while positions < 40 {
        let mut few: Vec<&String> = (0..3).map(|_| &hexes[dice.below(hexes.len() as u32) as usize]).collect();
        few.dedup();
        let mut units: Vec<&str> = Vec::new();
        while units.len() < 6 {
            let unit = dice.choose(&pool);
            if !units.contains(&unit) {
                units.push(unit);
            }
        }
        let at: Vec<&str> = units.iter().map(|_| few[dice.below(few.len() as u32) as usize].as_str()).collect();
        if !keeps_limits(&units, &at) {
            continue;
        }
        let (truth, worlds) = counted(WHOLE, &units, &at, "SL01 1813");
        if !(2..=120).contains(&worlds.len()) {
            continue;
        }
        even(&truth, Side::Soviet, &worlds, 200 * worlds.len() as u32, positions);
        most = most.max(worlds.len());
        positions += 1;
    }
    assert!(most > 20, "{most}");
}

/// Whether units may be at hexes, by the rules one by one.
fn keeps_limits(units: &[&str], hexes: &[&str]) -> bool {
    let data = scenario(WHOLE);
    let known = |id: &str| data.unit(unit(data, id));
    let may = |(&id, &name): (&&str, &&str)| {
        let at = hex(data, name);
        (known(id).is_ground() || data.ground.cities.contains(at)) && !data.closed_to(known(id).nation).contains(at)
    };
    let fits = |name: &&str| {
        let here = || units.iter().zip(hexes).filter(|(_, at)| *at == name).map(|(&id, _)| known(id));
        let ground = here().filter(|known| known.is_ground()).count();
        let combat = here().filter(|known| known.is_combat()).count();
        let of = |nation: Nation| here().any(|known| known.nation == nation);
        ground <= 3
            && combat <= 2
            && here().count() - ground <= 1
            && here().count() <= 4
            && !(of(Nation::Romanian) && of(Nation::Hungarian))
    };
    units.iter().zip(hexes).all(may) && hexes.iter().all(fits)
}

/// [7.3] Steps that were rebuilt out of sight are spread in every way.
#[test]
fn drawn_steps_are_those_that_can_be_counted() {
    let weak = |steps: [u8; 3]| {
        let ids = ["GN01", "GN02", "GN03"];
        let placed = builder(WHOLE, "GN01 1025, GN02 1026, GN03 0924, SL01 1813");
        let all = |position: PositionBuilder, steps: [u8; 3]| {
            ids.iter().zip(steps).fold(position, |position, (id, left)| position.steps(id, left).expect("steps"))
        };
        let placed = all(placed, [1, 1, 2]);
        let placed = ids.iter().fold(placed, |position, id| position.hidden(id).expect("a unit"));
        all(placed, steps).turn(2).expect("a turn").open(Side::Soviet, Phase::Disbanding)
    };
    let truth = weak([2, 2, 2]);
    let mut worlds = BTreeSet::new();
    let mut dice = Dice::new(5);
    let most = truth.data().unit(unit(truth.data(), "GN01")).steps.len() as u8;
    let mut spreads = 0;
    for first in 1..=most {
        for second in 1..=most {
            for third in 2..=most {
                spreads += usize::from(first + second + third == 6);
            }
        }
    }
    for _ in 0..4000 {
        worlds.insert(truth.determinize(Side::Soviet, &mut dice).state_hash());
    }
    assert_eq!(worlds.len(), spreads * 6, "three units in three hexes, and {spreads} ways for the steps");
    even(&truth, Side::Soviet, &worlds, 20_000, 6);
}

/// A march of a hidden block goes on with another unit that could have come so far.
#[test]
fn worlds_of_a_march_move_another_unit() {
    let mut game = position(WHOLE, "GN01? 1025, GN02? 1025, GN03? 0924, SL01 1813").open(Side::Axis, Phase::GroundMovement);
    play(&mut game, &["select GN01"]);
    let mut dice = Dice::new(7);
    let mut movers = BTreeSet::new();
    for _ in 0..200 {
        let world = game.determinize(Side::Soviet, &mut dice);
        assert_eq!(world.view_hash(Side::Soviet), game.view_hash(Side::Soviet));
        assert_eq!(sight(&world, Side::Soviet), sight(&game, Side::Soviet));
        let goal = legal(&world).into_iter().find(|action| matches!(action, Action::MoveTo(_))).expect("somewhere to go");
        let mut after = world.clone();
        after.apply(goal);
        let moved = ["GN01", "GN02", "GN03"].into_iter().filter(|id| at(&after, id) != at(&world, id)).collect::<Vec<_>>();
        assert_eq!(moved.len(), 1);
        movers.insert(moved[0]);
    }
    assert_eq!(movers.len(), 3, "each of the three may be the one that moves");
    let mut twin = position(WHOLE, "GN03? 1025, GN02? 1025, GN01? 0924, SL01 1813").open(Side::Axis, Phase::GroundMovement);
    play(&mut twin, &["select GN02"]);
    assert_eq!(twin.view_hash(Side::Soviet), game.view_hash(Side::Soviet), "which one was picked is not seen");
    for seed in 0..20 {
        let drawn = [&game, &twin].map(|game| game.determinize(Side::Soviet, &mut Dice::new(seed)).state_hash());
        assert_eq!(drawn[0], drawn[1], "the draw knows the dice and the view alone");
    }
}

// ---- random games -------------------------------------------------------------------------------------------------------------

/// Looks at every position of random games, with the number of actions before it in its game.
fn walk(seed: u64, mut look: impl FnMut(&BlocksInTheEast, &str, usize)) {
    let mut count = 0;
    random_games(&BASIC, seed, |game, actions, _| {
        look(game, &game.data().script.id, count);
        count = if actions.is_empty() { 0 } else { count + 1 };
    });
}

/// A world drawn for a side looks to it like the true one, is sound, and somebody can act in it; twins draw the same worlds.
#[test]
fn drawn_worlds_look_like_the_truth() {
    let mut dice = Dice::new(11);
    let (mut looked, mut hiding) = (0, 0);
    walk(21, |game, id, count| {
        if count % 23 != 0 {
            return;
        }
        game.verify().unwrap_or_else(|problem| panic!("{id}, {count}: {problem}"));
        for viewer in Side::ALL {
            let world = game.determinize(viewer, &mut dice);
            let here = || format!("{id}, action {count}, {viewer}: {}", game.prompt());
            world.verify().unwrap_or_else(|problem| panic!("{}: {problem}", here()));
            assert_eq!(world.view_hash(viewer), game.view_hash(viewer), "{}", here());
            assert!(sight(&world, viewer) == sight(game, viewer), "{}", here());
            assert_eq!(legal(&world).is_empty(), game.turn() == Turn::Over, "{}", here());
            if game.sees_all(viewer) {
                assert_eq!(world.state_hash(), game.state_hash());
            } else {
                hiding += 1;
            }
            let drawn = [game, &world].map(|game| game.determinize(viewer, &mut Dice::new(count as u64)).state_hash());
            assert_eq!(drawn[0], drawn[1], "{}: twins draw different worlds", here());
            looked += 1;
        }
    });
    println!("{looked} looks, {hiding} of them at something hidden");
    assert!(hiding > 500, "{hiding}");
}

/// [7.0] A world can be played on: random play from drawn worlds comes to an end.
#[test]
fn drawn_worlds_can_be_played_on() {
    let mut dice = Dice::new(12);
    for (id, _) in BASIC {
        for number in 0..2 {
            let mut game = BlocksInTheEast::new(scenario(id));
            for count in 0.. {
                if game.turn() == Turn::Over {
                    break;
                }
                if count % 7 == number {
                    game = game.determinize(dice.choose(&Side::ALL), &mut dice);
                }
                let actions = legal(&game);
                assert!(!actions.is_empty(), "{id}, {count}: {}", game.prompt());
                let action = pick(&game, &actions, &mut dice);
                game.apply(action);
                if count % 19 == 0 {
                    game.verify().unwrap_or_else(|problem| panic!("{id}, {count}: {problem}"));
                }
            }
        }
    }
}

/// A drawn world and the truth go on to look alike under the same play, until an action names a hidden unit or shows one. Where they come
/// apart is printed: a side is asked in one of them that has nothing to decide in the other.
#[test]
fn drawn_worlds_stay_alike_for_a_while() {
    let (mut pairs, mut apart, mut steps) = (0, 0, 0_u32);
    for (id, _) in BASIC {
        for number in 0..6 {
            let mut dice = Dice::stream(41, number);
            let mut game = BlocksInTheEast::new(scenario(id));
            for _ in 0..20 * number {
                let actions = legal(&game);
                let action = pick(&game, &actions, &mut dice);
                game.apply(action);
            }
            for viewer in Side::ALL {
                pairs += 1;
                let played = play_alike(game.clone(), game.determinize(viewer, &mut dice), viewer, &mut dice);
                steps += played.0;
                apart += u32::from(played.1);
            }
        }
    }
    // Which side is asked, and whose mark of supply changes, tells of hidden units: few worlds take another course by it.
    assert!(steps > 300 && apart * 10 <= pairs, "{apart} of {pairs} pairs came apart within {steps} actions");
}

/// Plays on in two games that look alike to a side: how many actions it takes, and whether they come apart.
fn play_alike(mut truth: BlocksInTheEast, mut world: BlocksInTheEast, viewer: Side, dice: &mut Dice) -> (u32, bool) {
    for steps in 0.. {
        if truth.turn() == Turn::Over {
            return (steps, false);
        }
        let actions = legal(&truth);
        let action = pick(&truth, &actions, dice);
        let enemy = truth.turn() == Turn::Player(viewer.opponent());
        if world.check(action).is_err() {
            assert!(enemy, "{action:?} is legal in one of two that look alike");
            return (steps, false);
        }
        let moves = matches!(action, Action::MoveTo(_) | Action::Fly(_) | Action::Rebase(_));
        if enemy && (moves || stavka_engine::game::Notation::is_hidden(&truth, action, viewer)) {
            return (steps, false);
        }
        let told = Side::ALL.map(|side| unknown_units(&truth, side));
        truth.apply(action);
        world.apply(action);
        if Side::ALL.map(|side| unknown_units(&truth, side)) != told {
            return (steps, false);
        }
        let seen = |game: &BlocksInTheEast| (game.turn(), game.phase(), game.view_hash(viewer));
        if seen(&world) != seen(&truth) {
            return (steps, true);
        }
    }
    unreachable!("games end")
}

/// Hidden units of a side.
fn unknown_units(game: &BlocksInTheEast, side: Side) -> usize {
    game.data().units(side).filter(|&(unit, _)| game.is_hidden(unit)).count()
}

/// Every element of an observation is written, and of a size that a network can digest.
#[test]
fn observations_are_complete() {
    let mut largest: BTreeMap<String, u8> = BTreeMap::new();
    walk(22, |game, id, count| {
        if count % 61 != 0 {
            return;
        }
        let spec = BlocksInTheEast::observation_spec(game.scenario());
        let area = spec.height * spec.width;
        for viewer in Side::ALL {
            let (mut globals, mut planes) = (vec![f32::NAN; spec.globals.len()], vec![u8::MAX; spec.changing_len()]);
            game.observe(viewer, &mut Observation { planes: &mut planes, globals: &mut globals });
            let mut again = vec![0; planes.len()];
            game.observe(viewer, &mut Observation { planes: &mut again, globals: &mut globals });
            assert!(again == planes, "what was in the buffer stays");
            for (index, &byte) in spec.static_planes.iter().chain(&planes).enumerate() {
                let (name, scale) = (&spec.planes[index / area].name, spec.scales[index / area]);
                let most = largest.entry(name.clone()).or_default();
                *most = (*most).max(byte);
                assert!(scale >= 1.0 && f32::from(byte) / scale <= 8.0, "{id}: {name} holds {byte}");
            }
            for (channel, value) in spec.globals.iter().zip(&globals) {
                assert!(value.is_finite() && value.abs() <= 8.0, "{id}: {} holds {value}", channel.name);
            }
        }
    });
    println!("{largest:?}");
    let spec = BlocksInTheEast::observation_spec(scenario(WHOLE));
    println!("{} planes, {} static bytes, {} changing bytes", spec.planes.len(), spec.static_planes.len(), spec.changing_len());
    assert!(spec.changing_len() <= 200_000);
    assert_eq!((spec.height, spec.width), (59, 46));
}

/// Rates, printed and not asserted.
#[test]
fn rates_are_printed() {
    let mut game = BlocksInTheEast::new(scenario(WHOLE));
    let mut dice = Dice::new(13);
    println!("state {} bytes", size_of::<BlocksInTheEast>());
    for _ in 0..2 {
        let spec = BlocksInTheEast::observation_spec(game.scenario());
        let (mut planes, mut globals) = (vec![0; spec.changing_len()], vec![0.0; spec.globals.len()]);
        let mut time = |name: &str, count: u32, act: &mut dyn FnMut(&mut Dice) -> u64| {
            let begin = Instant::now();
            let sum = (0..count).fold(0_u64, |sum, _| sum.wrapping_add(act(&mut dice)));
            println!("{name}: {:?} each ({sum:x})", begin.elapsed() / count);
        };
        for viewer in Side::ALL {
            time(&format!("draw for {viewer}"), 2000, &mut |dice| u64::from(game.determinize(viewer, dice).turn() == Turn::Over));
            time(&format!("view hash of {viewer}"), 2000, &mut |_| game.view_hash(viewer));
        }
        time("clone", 20_000, &mut |_| std::hint::black_box(game.clone()).game_turn().into());
        time("observe", 500, &mut |_| {
            game.observe(Side::Axis, &mut Observation { planes: &mut planes, globals: &mut globals });
            planes[7].into()
        });
        pass_to(&mut game, Side::Soviet, Phase::GroundMovement);
    }
}

/// [1.3] Which hidden block is picked is not read by the other side.
#[test]
fn the_pick_of_a_hidden_block_is_not_read() {
    let game = moving("GN01? 1025, GN02 1026, SL01 1813");
    let picks: Vec<(UnitId, bool)> = legal(&game)
        .into_iter()
        .filter_map(|action| if let Action::Select(unit) = action { Some((unit, game.is_hidden_from(action))) } else { None })
        .collect();
    assert_eq!(picks, [(unit(game.data(), "GN01"), true), (unit(game.data(), "GN02"), false)]);
}

/// Of two blocks that are known the other side does not read which one is picked either: from then on it knows neither.
#[test]
fn the_pick_of_one_of_two_known_blocks_is_not_read() {
    let mut game = moving("GN01 1025, GN02 1025, GN03 1026, SL01 1813");
    let read = |game: &BlocksInTheEast, id: &str| !game.is_hidden_from(Action::Select(unit(game.data(), id)));
    assert_eq!(["GN01", "GN02", "GN03"].map(|id| read(&game, id)), [false, false, true]);
    play(&mut game, &["select GN01"]);
    assert_eq!(hidden(&game, &["GN01", "GN02", "GN03"]), [true, true, false]);
    let picked = (0..60).map(|seed| game.determinize(Side::Soviet, &mut Dice::new(seed)).state_hash()).collect::<BTreeSet<u64>>();
    assert_eq!(picked.len(), 2, "either may be the one that marches");
}
