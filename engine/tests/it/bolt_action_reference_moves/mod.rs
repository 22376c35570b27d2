//! A slow reference of all that moves, with numbers of its own, against the engine in thousands of positions drawn at random: legs of
//! vehicles, walks, assaults, consolidations and panic, with every combination of ground, neighbours and way of moving.

pub(crate) mod field;

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

use stavka_engine::bolt_action::terms::{Class, Order, Pace};
use stavka_engine::bolt_action::{Action, BoltAction, Opening, Piece, PositionBuilder, UnitId, Verdict};
use stavka_engine::square::Facing;
use stavka_engine::{Dice, Game as _, Side, Turn};

use self::field::{Driven, Field, legal, length};
use crate::bolt_action_kit::{SHOOTING, is_wrecked, name_of, question, remade, side_of, soft_lorry, table_of};

/// Tables that are drawn, and positions on each.
const TABLES: u64 = 14;
const POSITIONS: u32 = 130;

/// Units of every kind that moves, of both sides.
const FORCES: [&[&str]; 2] = [
    &["g_gren9", "g_assault8", "g_2lt", "g_mmg", "g_mortar81", "g_pak36", "g_pak40", "g_222", "g_231", "g_251", "g_pz3", "g_marder"],
    &["s_smg10", "s_sapper6", "s_cpt", "s_maxim", "s_mortar50", "s_45mm", "s_zis3", "s_ba64", "s_ba10", "s_m3a1", "s_t34", "s_su76"],
];

/// Questions of close quarters.
const BLOWS: [&str; 4] =
    ["the dice of those who assault", "the dice of those who are assaulted", "the dice to hit the vehicle", "the die against the vehicle"];
const CONSOLIDATION: &str = "the die of consolidation";

/// What was met, so that the test cannot pass by meeting nothing.
type Met = BTreeMap<String, u32>;

/// A table with roads, houses and other ground.
fn drawn(dice: &mut Dice) -> Vec<String> {
    let (width, height) = [(42, 24), (33, 30), (60, 17), (54, 18), (24, 42)][dice.below(5) as usize];
    let roads = dice.below(4);
    let mut rows = vec![vec![if roads == 3 { '=' } else { '.' }; width]; height];
    for _ in 0..roads * 3 {
        let (mut column, mut row) = (dice.below(width as u32) as i16, dice.below(height as u32) as i16);
        let (right, down) = Facing::ALL[dice.below(8) as usize].vector();
        let wide = dice.below(2) as i16;
        while (0..width as i16).contains(&column) && (0..height as i16).contains(&row) {
            rows[row as usize][column as usize] = '=';
            rows[row as usize][((column + wide) as usize).min(width - 1)] = '=';
            (column, row) = (column + right, row + down);
        }
    }
    let density = [0, 30, 12, 6][dice.below(4) as usize];
    for spot in 0..(width * height).checked_div(density).unwrap_or(3) {
        let glyph = [',', 's', 'm', 'v', 'T', 'f', 'w', 'a', 't', '~', '#', 'H', 'h'][dice.below(13) as usize];
        let (column, row) = (dice.below(width as u32) as usize, dice.below(height as u32) as usize);
        let size = if "Hh".contains(glyph) || spot % 5 == 0 { 2 } else { 1 };
        for line in rows.iter_mut().skip(row).take(size) {
            line.iter_mut().skip(column).take(size).for_each(|cell| *cell = glyph);
        }
    }
    rows.into_iter().map(|row| row.into_iter().collect()).collect()
}

/// Whether both forces could be set up, as the loader asks.
fn has_zones(rows: &[String]) -> bool {
    let third = rows[0].len() / 3;
    let open = |part: &str| part.chars().filter(|glyph| ".,=".contains(*glyph)).count();
    let west: usize = rows.iter().map(|row| open(&row[..third])).sum();
    let east: usize = rows.iter().map(|row| open(&row[row.len() - third..])).sum();
    west.min(east) > 260
}

/// Units at random in random states; those that find no place are not there. The last one that was placed is to move. The second
/// position is the same in which it has five pins and enemies wait in Ambush.
fn placed(start: &PositionBuilder, rows: &[String], dice: &mut Dice) -> Option<([BoltAction; 2], UnitId)> {
    let (width, height) = (rows[0].len() as u32, rows.len() as u32);
    let mut builder = start.clone();
    let mut mover = None;
    for number in 0..4 + dice.below(8) {
        let side = if number < 2 { number as usize } else { dice.below(2) as usize };
        let id = FORCES[side][dice.below(12) as usize];
        let cell = format!("{:02}{:02}", 1 + dice.below(width), 1 + dice.below(height));
        let name = name_of(id);
        if mover.as_ref().is_some_and(|(_, ids): &(&str, Vec<&str>)| ids.contains(&id)) {
            continue;
        }
        let Ok(next) = builder.clone().place(name, &cell, Facing::ALL[dice.below(8) as usize]) else { continue };
        let (state, order, vehicle) = (dice.below(12), dice.below(8), FORCES.iter().any(|ids| ids[7..].contains(&id)));
        let ids = mover.map_or_else(Vec::new, |(_, ids)| ids);
        let wrecked = vehicle && state < 3 && number > 1;
        builder = next
            .edit(name, |piece| {
                piece.order = [Some(Order::Run), Some(Order::Fire), Some(Order::Down)].get(order as usize).copied().flatten();
                piece.immobilised = vehicle && state == 3;
                piece.dug_in = !vehicle && state % 2 == 0;
                piece.pins = u8::from(state % 3 == 0);
                piece.men = if vehicle { 1 } else { piece.men.saturating_sub(state as u8 % 4).max(1) };
                if wrecked {
                    is_wrecked(piece);
                }
            })
            .expect("a unit");
        mover = Some((if wrecked { "" } else { name }, [ids, vec![id]].concat()));
    }
    let (name, ids) = mover?;
    let side = side_of(ids.last()?);
    let builder = if name.is_empty() { return None } else { builder.edit(name, |piece| piece.order = None).expect("a unit") };
    let enemies = ids.into_iter().filter(|id| side_of(id) != side);
    let waits = |piece: &mut Piece| piece.order = piece.order.map(|order| if order == Order::Fire { Order::Ambush } else { order });
    let watched = enemies.fold(builder.clone(), |builder, id| builder.edit(name_of(id), waits).expect("a unit"));
    let watched = watched.edit(name, |piece| piece.pins = 5).expect("a unit");
    let [game, watched] = [builder, watched].map(|builder| builder.open(Opening::Order(side), [0; 2]));
    let unit = game.data().find_unit(name)?;
    (game.outcome().is_none() && Side::ALL.into_iter().all(|side| game.alive(side) != 0)).then_some(([game, watched], unit))
}

/// The order that was given, its test passed.
fn ordered(game: &BoltAction, action: Action) -> Option<BoltAction> {
    let mut game = game.clone();
    game.try_apply(action).ok()?;
    if question(&game) == "the order test" {
        game.apply(Action::Test(Verdict::Pass));
    }
    Some(game)
}

/// Legs of a vehicle, one after the other.
fn compare_legs(mut game: BoltAction, unit: UnitId, rows: &[String], runs: bool, seed: (u64, u32), dice: &mut Dice, met: &mut Met) {
    let start = game.piece(unit).cell.expect("it moves");
    let mut driven = Driven::from(start, runs);
    loop {
        let field = Field::of(&game, rows);
        let expected = field.legs(unit, &driven, met);
        let asked = question(&game) == "the next leg of the vehicle, or done" && game.acting() == Some(unit);
        let listed: BTreeSet<Action> = legal(&game).into_iter().filter(|&action| asked && action != Action::Done).collect();
        let (more, fewer): (Vec<_>, Vec<_>) = (listed.difference(&expected).collect(), expected.difference(&listed).collect());
        assert!(
            more.is_empty() && fewer.is_empty(),
            "{}\nexpected in vain {fewer:?}, found too many {more:?} after {driven:?}",
            field.says(seed, game.data().name(unit))
        );
        let on: Vec<Action> = expected.into_iter().filter(|action| !matches!(action, Action::Leg { cells: 0, .. })).collect();
        if on.is_empty() {
            return;
        }
        // A short leg leaves something for the next one.
        let leg = (0..3).map(|_| on[dice.below(on.len() as u32) as usize]).min_by_key(|&leg| length(leg).1).expect("three");
        driven.drives(&field, unit, leg);
        game.apply(leg);
        assert_eq!(game.piece(unit).cell, Some(driven.end()), "seed {seed:?}: {leg:?}");
        if matches!(leg, Action::Reverse { .. }) && !game.data().unit(unit).recce {
            assert_ne!(question(&game), "the next leg of the vehicle, or done", "seed {seed:?}: {leg:?} is the last one");
            return;
        }
    }
}

/// [FUB.3] Decision D19: where panic ends.
fn compare_panic(before: &BoltAction, unit: UnitId, rows: &[String], seed: (u64, u32), met: &mut Met) {
    let mut game = before.clone();
    if game.try_apply(Action::Order { unit, order: Order::Rally }).is_err() {
        return;
    }
    let field = Field::of(&game, rows);
    let (own, lattice, class) = (field.cell(unit), game.data().lattice(), game.data().unit(unit).class);
    let from = field.fright(unit).filter(|_| field.runs(unit));
    let says = field.says(seed, game.data().name(unit));
    let mut expected = own;
    if let Some(from) = from.filter(|_| class != Class::Vehicle) {
        let ends = field.ends(unit, true, 12);
        expected = ends.into_iter().min_by_key(|&(cell, cost)| (Reverse(lattice.distance2(cell, from)), cost, cell)).expect("its cell").0;
    }
    let mut after = game.clone();
    after.apply(Action::Test(Verdict::Fubar));
    after.apply(Action::Roll(4));
    if let Some(from) = from.filter(|_| class == Class::Vehicle) {
        // The vehicle is driven on a copy, leg by leg.
        let mut copy = ordered(before, Action::Order { unit, order: Order::Run }).expect("it runs");
        let mut driven = Driven::from(own, true);
        let flown = |cell| lattice.distance2(cell, from);
        loop {
            let legs = Field::of(&copy, rows).legs(unit, &driven, &mut Met::new());
            let end = |&leg: &Action| {
                let (facing, cells) = length(leg);
                (0..cells).fold(driven.end(), |cell, _| lattice.step(cell, facing).expect("on the table"))
            };
            let best = legs.into_iter().min_by_key(|leg| (Reverse(flown(end(leg))), length(*leg).1, length(*leg).0));
            let Some(leg) = best.filter(|leg| flown(end(leg)) > flown(driven.end())) else { break };
            driven.drives(&Field::of(&copy, rows), unit, leg);
            copy.apply(leg);
            *met.entry(format!("panic leg {}", driven.turns)).or_default() += 1;
        }
        expected = driven.end();
    }
    let piece = after.piece(unit);
    assert_eq!(piece.cell, Some(expected), "{says}\npanic from {from:?}");
    let order = if expected == own { Order::Down } else { Order::Run };
    assert!(after.game_turn() > 1 || piece.order == Some(order), "{says}\npanic from {from:?}: {:?}", piece.order);
    *met.entry(format!("panic {class:?} {}", expected != own)).or_default() += 1;
}

/// [CQ.3][CQ.6] The targets of an assault, the cell to which it comes, who consolidates, and where.
fn compare_assault(game: &BoltAction, unit: UnitId, rows: &[String], seed: (u64, u32), dice: &mut Dice, met: &mut Met) {
    let field = Field::of(game, rows);
    let expected = field.assaults(unit);
    let says = field.says(seed, game.data().name(unit));
    let offered = legal(game).contains(&Action::Assault(unit));
    assert_eq!(offered, !expected.is_empty(), "{says}\nassaults {expected:?}");
    *met.entry(format!("assault {}", expected.len().min(2))).or_default() += 1;
    if !offered {
        return;
    }
    let mut game = game.clone();
    game.apply(Action::Assault(unit));
    let mut target = *expected.keys().next().expect("a target");
    if expected.len() > 1 {
        let targets: BTreeSet<Action> = expected.keys().map(|&target| Action::Charge(target)).collect();
        assert_eq!(legal(&game), targets, "{says}\nassaults {expected:?}");
        target = *expected.keys().nth(dice.below(expected.len() as u32) as usize).expect("a target");
        game.apply(Action::Charge(target));
    }
    if question(&game) == "the order test" {
        game.apply(Action::Test(Verdict::Pass));
    }
    let (returns, first) = (dice.below(2) == 0, dice.below(3) == 0);
    let goes_on = |game: &BoltAction| game.acting().is_some() && game.game_turn() == 1 && question(game) != CONSOLIDATION;
    // Whoever shoots at those who come hits nothing.
    while goes_on(&game) && !BLOWS.contains(&question(&game).as_str()) {
        let (list, fires) = (legal(&game), Action::Return(target));
        let shot = returns && list.contains(&fires);
        if shot {
            *met.entry("return fire".to_owned()).or_default() += 1;
        }
        let least = *list.first().expect("a choice");
        game.apply(if shot { fires } else { list.get(&Action::Done).copied().unwrap_or(least) });
    }
    let came = game.piece(unit).cell;
    assert!(
        came == Some(expected[&target]) || !game.piece(unit).is_alive(),
        "{says}\nassault on {target:?}: {expected:?}, came to {came:?}"
    );
    while goes_on(&game) {
        let list = legal(&game);
        let high = (question(&game) == "the dice of those who are assaulted") == first;
        game.apply(*if high { list.last() } else { list.first() }.expect("a throw"));
    }
    // The game ends with the last unit of a side.
    let over = Side::ALL.into_iter().any(|side| game.alive(side) == 0);
    let winner = if over { None } else { Field::of(&game, rows).consolidates(unit, target) };
    let asked = (question(&game) == CONSOLIDATION).then(|| game.acting().expect("a winner"));
    assert_eq!(asked, winner, "{says}\nwho consolidates after the assault on {target:?}");
    let Some(winner) = winner else { return };
    for die in 1..=6 {
        let mut after = game.clone();
        after.apply(Action::Roll(die));
        let field = Field::of(&game, rows);
        let ends: BTreeSet<Action> = field.ends(winner, false, die.into()).into_keys().map(Action::Consolidate).collect();
        let asked = question(&after) == "where does the unit consolidate?";
        let says = field.says(seed, "consolidation");
        assert_eq!(asked, ends.len() > 1, "{says}\n{die}: {ends:?}");
        assert!(!asked || legal(&after) == ends, "{says}\n{die}: {ends:?}, found {:?}", legal(&after));
        assert!(!asked || after.turn() == Turn::Player(winner.side()), "{says}\n{:?} is asked", after.turn());
        *met.entry(format!("consolidation {} {asked}", if winner == unit { "attacker" } else { "defender" })).or_default() += 1;
    }
}

/// Everything that a unit may do with a position.
fn compare(game: &BoltAction, unit: UnitId, rows: &[String], seed: (u64, u32), dice: &mut Dice, met: &mut Met) {
    let field = Field::of(game, rows);
    let (template, list) = (game.data().unit(unit), legal(game));
    for (order, runs, may) in [(Order::Advance, false, field.leaves(unit)), (Order::Run, true, field.runs(unit))] {
        let says = || field.says(seed, game.data().name(unit));
        assert_eq!(list.contains(&Action::Order { unit, order }), may, "{}\n{order:?}", says());
        let Some(moving) = ordered(game, Action::Order { unit, order }) else { continue };
        if template.class == Class::Vehicle {
            compare_legs(moving, unit, rows, runs, seed, dice, met);
        } else if template.pace != Pace::Turn {
            let ends: BTreeSet<Action> = field.ends(unit, runs, if runs { 12 } else { 6 }).into_keys().map(Action::MoveTo).collect();
            assert_eq!(legal(&moving), ends, "{}\n{order:?}", says());
            *met.entry(format!("walk {:?} {runs}", template.mobility)).or_default() += 1;
        }
    }
    compare_assault(game, unit, rows, seed, dice, met);
    compare_panic(game, unit, rows, seed, met);
    // [CQV.4] Supplement S5: Recce vehicles of the other side escape from its fire.
    let Some(mut firing) = ordered(game, Action::Order { unit, order: Order::Fire }) else { return };
    if question(&firing) != SHOOTING {
        return;
    }
    let target_of = |action: Action| if let Action::Target { unit, .. } = action { Some((unit, action)) } else { None };
    let targets = legal(&firing).into_iter().filter_map(target_of);
    let Some((target, shot)) = targets.into_iter().find(|(target, _)| game.data().unit(*target).recce) else { return };
    firing.apply(shot);
    let may = game.piece(target).order.is_none() && !game.piece(target).immobilised;
    assert_eq!(legal(&firing).contains(&Action::Escape(target)), may, "{}", field.says(seed, "escape"));
    if may {
        firing.apply(Action::Escape(target));
        *met.entry("escape".to_owned()).or_default() += 1;
        compare_legs(firing, target, rows, false, seed, dice, met);
    }
}

/// [MOVE][TER][TERK][MAN][REV][VD.4.a][ORD.3.a][CQ.3][CQV.1][CQ.6][FUB.3] Every move of every unit is the one of the rules, in all positions.
#[test]
fn all_moves_agree_with_the_reference() {
    let mut met = Met::new();
    for table in 0..TABLES {
        let mut dice = Dice::stream(1943, table);
        let rows = std::iter::repeat_with(|| drawn(&mut dice)).find(|rows| has_zones(rows)).expect("a table");
        let lines: Vec<&str> = rows.iter().map(String::as_str).collect();
        let marder = remade("g_marder", "open_topped = true", "open_topped = true\nrecce = true");
        let half_track = remade("g_251", "open_topped = true", "open_topped = true\nrecce = true");
        let scouts = |units: String| if table % 2 == 0 { marder(half_track(units)) } else { units };
        let lorries = |units: String| if table % 3 == 0 { soft_lorry(scouts(units)) } else { scouts(units) };
        let start = table_of(&lines, FORCES, lorries).0;
        for position in 0..POSITIONS {
            if let Some(([game, watched], unit)) = placed(&start, &rows, &mut dice) {
                compare(&game, unit, &rows, (table, position), &mut dice, &mut met);
                compare_assault(&watched, unit, &rows, (table, position), &mut dice, &mut met);
            }
        }
    }
    for what in MET {
        assert!(met.get(what).is_some_and(|&count| count >= 5), "{what} is met too rarely: {met:?}");
    }
}

/// What has to be met five times at least.
const MET: [&str; 30] = [
    "leg ",
    "leg run",
    "leg back",
    "leg second",
    "leg diagonal",
    "leg twice",
    "leg doubled",
    "leg run doubled",
    "leg diagonal doubled",
    "leg second doubled",
    "leg back diagonal",
    "leg back far",
    "leg back diagonal far",
    "leg back second",
    "leg back second diagonal far",
    "leg run second",
    "leg run second diagonal",
    "escape",
    "panic Infantry true",
    "panic Infantry false",
    "panic Vehicle true",
    "assault 0",
    "assault 1",
    "assault 2",
    "return fire",
    "consolidation attacker true",
    "consolidation defender true",
    "walk Infantry true",
    "walk Infantry false",
    "walk Artillery false",
];
