//! Actions in words: what a choice does, where, and with what odds.

use std::collections::BTreeSet;

use stavka_engine::bolt_action::terms::{Class, Cover, Order};
use stavka_engine::bolt_action::{Action, BoltAction, Frame, UnitId, Verdict, units};
use stavka_engine::square::{Cell, Facing};
use stavka_engine::{Game as _, Side, Turn};
use stavka_words::tr;

use super::{dice, names, odds};
use crate::phrases::{die_told, in_brackets, question};

/// Grounds of a block that are named.
const GROUNDS: usize = 4;

/// An action in words in the position before it.
pub(super) fn words(game: &BoltAction, action: Action) -> String {
    let data = game.data();
    let (name, name_at) = (|unit: UnitId| names::name(data, unit), |unit: UnitId| names::name_at(game, unit));
    match action {
        Action::Done => done(game),
        Action::Roll(die) => die_told(die, &question(game), dice::comes_of(game, action)),
        Action::Draw(_) | Action::Test(_) | Action::Score(_) | Action::Mishaps { .. } => {
            dice::comes_of(game, action).unwrap_or_else(|| question(game))
        }
        Action::Block { unit, block } => block_words(game, unit, block),
        Action::Place { unit, cell } => {
            tr!(
                "place {unit} in {cell}{notes}",
                unit = name(unit),
                cell = names::cell(data, cell),
                notes = cell_notes(game, cell, unit.side())
            )
        }
        Action::Face { unit, facing } => tr!("{unit} looks {facing}", unit = name(unit), facing = names::facing(facing)),
        Action::Order { unit, order } => order_words(game, unit, order),
        Action::Assault(unit) => assault(game, unit),
        Action::Charge(target) => {
            let brief = assaulting(game).map(|unit| assault_and_test(game, unit, target));
            with(tr!("assault {target}", target = name_at(target)), brief)
        }
        Action::MoveTo(cell) | Action::Consolidate(cell) => to_cell(game, cell),
        Action::StepByStep => tr!("go cell by cell: an enemy waits in Ambush [ORD.4]").to_owned(),
        Action::Step(facing) => match mover(game).and_then(|unit| ahead(game, unit, facing, 1)) {
            Some(cell) => tr!("{facing} {to_cell}", facing = names::facing(facing), to_cell = to_cell(game, cell)),
            None => names::facing(facing).to_owned(),
        },
        Action::Leg { facing, cells } => leg(game, facing, cells, false),
        Action::Reverse { facing, cells } => leg(game, facing, cells, true),
        Action::Target { unit, panzerfausts } => target(game, action, unit, panzerfausts),
        Action::Shell(unit) => shot(game, action, tr!("shell {target}", target = name_at(unit))),
        Action::Duck(unit) => {
            with(tr!("{unit} goes Down before it is shot at; it has its order then [S4]", unit = name_at(unit)), suffers(game, action))
        }
        Action::Escape(unit) => tr!("{unit} escapes by an Advance, then it is Down [S5]", unit = name_at(unit)),
        Action::Return(unit) => shot(game, action, tr!("{unit} shoots at those who assault it [CQ.2]", unit = name_at(unit))),
        Action::Spring(unit) => shot(game, action, tr!("{unit} fires from Ambush [ORD.4]", unit = name_at(unit))),
        Action::Mistake(unit) => shot(game, action, tr!("it shoots at {unit} [FUB.2.a]", unit = name_at(unit))),
        Action::Keep(unit) => match game.piece(unit).order {
            Some(order) => tr!("{unit} keeps {order} for the next turn [S8]", unit = name_at(unit), order = names::order(order)),
            None => name_at(unit),
        },
        Action::GiveBack(unit) => tr!("the die of {unit} goes back into the bag [TURN.2.b]", unit = name_at(unit)),
    }
}

/// What a player had in mind, in a position in which it may be impossible.
pub(super) fn wish(game: &BoltAction, action: Action) -> String {
    let data = game.data();
    let name = |unit: UnitId| names::name(data, unit);
    match action {
        Action::Order { order, .. } => names::order(order).to_owned(),
        Action::Assault(_) => tr!("Assault").to_owned(),
        Action::Charge(unit) => tr!("assault {target}", target = name(unit)),
        Action::Target { unit, .. } | Action::Mistake(unit) => tr!("shoot at {target}", target = name(unit)),
        Action::Shell(unit) => tr!("shell {target}", target = name(unit)),
        Action::MoveTo(cell) | Action::Consolidate(cell) => tr!("to {cell}{notes}", cell = names::cell(data, cell), notes = ""),
        Action::Place { unit, cell } => {
            tr!("place {unit} in {cell}{notes}", unit = name(unit), cell = names::cell(data, cell), notes = "")
        }
        Action::Leg { facing, .. } | Action::Reverse { facing, .. } => {
            let end = cell_of(game, action).map(|cell| names::cell(data, cell)).unwrap_or_default();
            tr!("drive {facing} {end}", facing = names::facing(facing), end)
        }
        _ => action.unit().map_or_else(|| question(game), name),
    }
}

/// Words with what follows from them.
fn with(mut words: String, brief: Option<String>) -> String {
    if let Some(brief) = brief {
        words += " | ";
        words += &brief;
    }
    words
}

fn shot(game: &BoltAction, action: Action, words: String) -> String {
    with(words, game.shot_report(action).map(|report| odds::shot_brief(game, &report)))
}

fn target(game: &BoltAction, action: Action, unit: UnitId, panzerfausts: u8) -> String {
    let target = names::name_at(game, unit);
    let words = match panzerfausts {
        0 => tr!("shoot at {target}", target),
        1 => tr!("shoot at {target}, with a Panzerfaust", target),
        count => tr!("shoot at {target}, with {count} Panzerfausts", target, count),
    };
    shot(game, action, words)
}

/// What a shot in progress is expected to do after a reaction.
fn suffers(game: &BoltAction, reaction: Action) -> Option<String> {
    let mut after = game.clone();
    after.apply(reaction);
    after.shot_in_progress().map(|shot| odds::harm(&after, &shot))
}

/// The unit that is about to name the target of its assault.
fn assaulting(game: &BoltAction) -> Option<UnitId> {
    if let Some(Frame::Charge(unit)) = game.at_hand() { Some(unit) } else { None }
}

/// The cells of a block that lie in the zone of a unit.
pub(super) fn block_cells(game: &BoltAction, unit: UnitId, block: u8) -> Vec<Cell> {
    let zone = &game.data().mission.zones[unit.side().index()];
    game.block_cells(block).into_iter().filter(|&cell| zone.contains(cell)).collect()
}

/// A part of the battlefield for the set-up, with what it is covered with beside open ground.
fn block_words(game: &BoltAction, unit: UnitId, block: u8) -> String {
    let data = game.data();
    let cells = block_cells(game, unit, block);
    let mut grounds: Vec<(&str, usize)> = Vec::new();
    for ground in cells.iter().filter(|&&cell| data.battlefield.glyph(cell).cover.is_some()).map(|&cell| names::ground(data, cell)) {
        match grounds.iter_mut().find(|(known, _)| *known == ground) {
            Some((_, count)) => *count += 1,
            None => grounds.push((ground, 1)),
        }
    }
    grounds.sort_by_key(|&(_, count)| std::cmp::Reverse(count));
    grounds.truncate(GROUNDS);
    let notes: Vec<&str> = grounds.into_iter().map(|(ground, _)| ground).collect();
    let corner = |cell: Option<&Cell>| cell.map_or_else(String::new, |&cell| names::cell(data, cell));
    tr!(
        "place {unit} between {first} and {last}{notes}",
        unit = names::name(data, unit),
        first = corner(cells.first()),
        last = corner(cells.last()),
        notes = in_brackets(&notes)
    )
}

/// An order with what it means, and the chance of its test.
fn order_words(game: &BoltAction, unit: UnitId, order: Order) -> String {
    let mut told =
        tr!("{unit}: {order}, {meaning}", unit = names::name_at(game, unit), order = names::order(order), meaning = meaning(order));
    if order == Order::Fire {
        told = tr!("{told}, at one of {targets}", told, targets = targets(game, unit).join(" "));
    }
    if matches!(order, Order::Advance | Order::Run) && !drives(game, unit, order) {
        told = tr!("{told}; no way leads anywhere", told);
    }
    with(told, game.order_test_report(unit, order, None).map(|test| odds::test_brief(&test)))
}

/// The choices of a unit that gets an order and passes its test.
fn choices_after(game: &BoltAction, unit: UnitId, order: Order) -> Vec<Action> {
    let mut after = game.clone();
    after.apply(Action::Order { unit, order });
    if matches!(after.at_hand(), Some(Frame::OrderTest(_))) {
        after.apply(Action::Test(Verdict::Pass));
    }
    let mut legal = Vec::new();
    after.legal_actions(&mut legal);
    legal
}

/// Whether a unit that is ordered to move can: a vehicle may stand where no leg leads away.
fn drives(game: &BoltAction, unit: UnitId, order: Order) -> bool {
    let is_leg = |action: &Action| matches!(action, Action::Leg { cells: 1.., .. } | Action::Reverse { .. });
    game.data().unit(unit).class != Class::Vehicle || choices_after(game, unit, order).iter().any(is_leg)
}

/// The letters of the units that a unit can shoot at if it is ordered to fire and passes its test.
fn targets(game: &BoltAction, unit: UnitId) -> Vec<String> {
    let shot_at = |action: Action| if let Action::Target { unit, .. } | Action::Shell(unit) = action { Some(unit) } else { None };
    let units: BTreeSet<UnitId> = choices_after(game, unit, Order::Fire).into_iter().filter_map(shot_at).collect();
    units.into_iter().map(names::tag).collect()
}

/// What an order does.
fn meaning(order: Order) -> &'static str {
    match order {
        Order::Fire => tr!("shoot without moving"),
        Order::Advance => tr!("move, then shoot"),
        Order::Run => tr!("move twice as far"),
        Order::Ambush => tr!("wait for an enemy who moves"),
        Order::Rally => tr!("lose pins"),
        Order::Down => tr!("be harder to hit"),
    }
}

fn assault(game: &BoltAction, unit: UnitId) -> String {
    let targets = game.assault_targets(unit);
    let words = tr!("{unit}: assault", unit = names::name_at(game, unit));
    let brief = if let [target] = *targets {
        let against = tr!("against {target}", target = names::name_at(game, target));
        format!("{against}; {}", assault_and_test(game, unit, target))
    } else {
        let names: Vec<String> = targets.iter().map(|&target| names::name_at(game, target)).collect();
        tr!("against one of {targets}", targets = names.join(", "))
    };
    with(words, Some(brief))
}

/// The odds of an assault, and of the test of its order.
fn assault_and_test(game: &BoltAction, unit: UnitId, target: UnitId) -> String {
    let parts = [Some(odds::assault_brief(game, unit, target)), assault_test(game, unit, target)];
    parts.into_iter().flatten().collect::<Vec<_>>().join("; ")
}

/// The test of the order to assault a target, if it is tested.
pub(super) fn assault_test(game: &BoltAction, unit: UnitId, target: UnitId) -> Option<String> {
    game.order_test_report(unit, Order::Run, Some(target)).map(|test| odds::test_brief(&test))
}

/// The unit on the move.
pub(super) fn mover(game: &BoltAction) -> Option<UnitId> {
    match game.at_hand()? {
        Frame::Walk(unit) | Frame::Steps(unit) | Frame::Drive(unit) | Frame::Consolidation(unit, _) => Some(unit),
        _ => None,
    }
}

/// The cell that lies so many cells ahead of a unit.
fn ahead(game: &BoltAction, unit: UnitId, facing: Facing, cells: u8) -> Option<Cell> {
    let lattice = game.data().battlefield.lattice;
    (0..cells).try_fold(game.piece(unit).cell?, |cell, _| lattice.step(cell, facing))
}

/// The cell that a choice leads to.
pub(super) fn cell_of(game: &BoltAction, action: Action) -> Option<Cell> {
    match action {
        Action::Place { cell, .. } | Action::MoveTo(cell) | Action::Consolidate(cell) => Some(cell),
        Action::Step(facing) => ahead(game, mover(game)?, facing, 1),
        Action::Leg { facing, cells } => ahead(game, mover(game)?, facing, cells),
        Action::Reverse { facing, cells } => ahead(game, mover(game)?, facing.reversed(), cells),
        _ => None,
    }
}

/// A cell to go to, with what is to be known of it.
fn to_cell(game: &BoltAction, cell: Cell) -> String {
    let unit = mover(game);
    let side = unit.map(UnitId::side).or(if let Turn::Player(side) = game.turn() { Some(side) } else { None }).unwrap_or(Side::Axis);
    let (name, notes) = (names::cell(game.data(), cell), cell_notes(game, cell, side));
    if unit.is_some_and(|unit| game.piece(unit).cell == Some(cell)) {
        tr!("stay in {cell}{notes}", cell = name, notes)
    } else {
        tr!("to {cell}{notes}", cell = name, notes)
    }
}

/// A leg of a vehicle, with the cell where it ends.
fn leg(game: &BoltAction, facing: Facing, cells: u8, backwards: bool) -> String {
    let Some(unit) = mover(game) else { return names::facing(facing).to_owned() };
    let way = if backwards { facing.reversed() } else { facing };
    let turns = game.piece(unit).facing != facing;
    let end = ahead(game, unit, way, cells).map(|cell| to_cell(game, cell)).unwrap_or_default();
    let facing = names::facing(facing);
    match (turns, cells, backwards) {
        (_, 0, _) => tr!("turn {facing} on the spot", facing),
        (false, _, false) => tr!("drive {facing} {end}", facing, end),
        (true, _, false) => tr!("turn and drive {facing} {end}", facing, end),
        (false, _, true) => tr!("reverse, looking {facing}, {end}", facing, end),
        (true, _, true) => tr!("turn and reverse, looking {facing}, {end}", facing, end),
    }
}

/// What is to be known of a cell for a unit of a side that goes there: ground, cover, objective, who sees it.
fn cell_notes(game: &BoltAction, cell: Cell, side: Side) -> String {
    let data = game.data();
    let lattice = data.battlefield.lattice;
    let mut notes = vec![names::ground(data, cell).to_owned()];
    let radius = u16::from(data.mission.radius);
    if data.mission.objectives.iter().any(|&at| lattice.distance2(cell, at) <= radius * radius) {
        notes.push(tr!("at an objective").to_owned());
    }
    let enemy = side.opponent();
    let places = units(enemy, game.alive(enemy)).filter_map(|unit| Some((unit, game.piece(unit).cell?)));
    let seen: Vec<(u16, UnitId)> =
        places.filter(|&(_, at)| data.sight.sees(at, cell)).map(|(unit, at)| (lattice.distance2(at, cell), unit)).collect();
    match seen.iter().min() {
        None => {
            notes.extend(data.battlefield.glyph(cell).cover.map(|cover| names::cover(cover).to_owned()));
            notes.push(tr!("out of sight").to_owned());
        }
        Some(&(distance2, nearest)) => notes.push(tr!(
            "seen by {count}, {nearest} at {distance}, {cover}",
            count = seen.len(),
            nearest = names::tag(nearest),
            distance = names::distance(distance2),
            cover = names::cover(cover_from(game, nearest, cell))
        )),
    }
    in_brackets(&notes)
}

/// Cover in a cell from a unit that sees it.
fn cover_from(game: &BoltAction, unit: UnitId, cell: Cell) -> Cover {
    game.piece(unit).cell.and_then(|at| game.data().sight.cover(at, cell)).unwrap_or(Cover::None)
}

/// What it means to go on without.
fn done(game: &BoltAction) -> String {
    match game.at_hand() {
        Some(Frame::Shooting(unit, weapon)) => match game.data().unit(unit).mounted.get(usize::from(weapon)) {
            Some(mounted) if game.data().unit(unit).class == Class::Vehicle => tr!(
                "hold fire with the {weapon} ({mount})",
                weapon = names::weapon(game.data(), mounted.weapon),
                mount = names::mount(mounted.mount)
            ),
            _ => tr!("hold fire").to_owned(),
        },
        Some(Frame::Ambush(_)) => tr!("stay in Ambush").to_owned(),
        Some(Frame::Reaction) => with(tr!("no reaction").to_owned(), suffers(game, Action::Done)),
        Some(Frame::ReturnFire) => tr!("no reaction").to_owned(),
        Some(Frame::Steps(_) | Frame::Drive(_)) => tr!("stop here").to_owned(),
        _ => tr!("go on").to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use stavka_engine::Dice;
    use stavka_engine::catalogue::Catalogue as _;
    use stavka_words::{Language, speaking};

    use super::*;

    /// Choices of a position that are told at most.
    const TOLD: usize = 25;

    /// Positions of random games, with their choices or dice. Of some choices the kind that has come least often is played.
    fn positions(scenario: &str, games: u64, mut see: impl FnMut(&BoltAction, &[Action])) {
        let data = BoltAction::load(scenario).expect("it is embedded");
        let mut played = [0; Action::VERBS.len()];
        for seed in 0..games {
            let (mut dice, mut game, mut legal) = (Dice::new(seed), BoltAction::new(data), Vec::new());
            while game.turn() != Turn::Over {
                game.legal_actions(&mut legal);
                see(&game, &legal);
                let action = if game.turn() == Turn::Chance {
                    game.draw(&legal, &mut dice)
                } else {
                    let some = [(); 6].map(|()| dice.choose(&legal));
                    some.into_iter().min_by_key(|action| played[action.verb()]).expect("six of them")
                };
                played[action.verb()] += 1;
                game.apply(action);
            }
        }
    }

    #[test]
    fn every_choice_and_every_die_has_words_of_its_own_without_ids_in_both_languages() {
        let mut verbs = BTreeSet::new();
        for (scenario, games) in [("duel", 2), ("duel-tank", 6), ("meeting", 2), ("demolition", 2), ("hold", 2)] {
            let data = BoltAction::load(scenario).expect("it is embedded");
            // An id such as 222 is a part of the name Sd.Kfz. 222 too.
            let of_units = Side::ALL.into_iter().flat_map(|side| data.units(side));
            let ids: Vec<&str> =
                of_units.filter(|(unit, template)| !template.name.contains(data.name(*unit))).map(|(unit, _)| data.name(unit)).collect();
            positions(scenario, games, |game, legal| {
                let step = legal.len().div_ceil(TOLD);
                for language in [Language::English, Language::Italian] {
                    let told: Vec<String> = legal.iter().step_by(step).map(|&action| speaking(language, || words(game, action))).collect();
                    assert_eq!(told.iter().collect::<BTreeSet<_>>().len(), told.len(), "no two alike: {told:#?}");
                    let wished = legal.iter().step_by(step).map(|&action| speaking(language, || wish(game, action)));
                    for told in told.iter().cloned().chain(wished) {
                        let mut tokens = told.split(|letter: char| !letter.is_alphanumeric() && letter != '-');
                        assert!(!tokens.any(|token| ids.contains(&token)), "an id stands in: {told}");
                        assert!(!told.is_empty() && !told.contains('{') && !told.contains("  "), "{told:?}");
                    }
                }
                verbs.extend(legal.iter().map(|action| Action::VERBS[action.verb()].0));
            });
        }
        let missing: Vec<&str> = Action::VERBS.iter().map(|verb| verb.0).filter(|verb| !verbs.contains(verb)).collect();
        assert!(missing.len() <= 5, "random games come to nearly every kind of choice: {missing:?}");
    }

    #[test]
    fn no_english_is_left_in_italian_words() {
        let english = [
            "the", "of", "with", "squad", "team", "gun", "rifle", "Rifle", "mortar", "men", "at", "Fire", "Advance", "Run", "Down",
            "Rally", "cover", "inches", "hit", "hits", "house", "road", "shoot", "north", "south", "test of",
        ];
        for scenario in ["duel-tank", "meeting", "attack"] {
            positions(scenario, 1, |game, legal| {
                let step = legal.len().div_ceil(TOLD);
                for &action in legal.iter().step_by(step) {
                    let told = speaking(Language::Italian, || words(game, action));
                    let found = told.split(|letter: char| !letter.is_alphabetic()).find(|token| english.contains(token));
                    assert_eq!(found, None, "{told}");
                }
            });
        }
    }

    #[test]
    fn a_target_tells_distance_dice_and_expected_losses() {
        let mut seen = 0;
        positions("duel", 3, |game, legal| {
            for &action in legal {
                if let Action::Target { .. } = action {
                    let told = words(game, action);
                    let report = game.shot_report(action).expect("a target is shot at");
                    seen += 1;
                    for part in [
                        names::distance(report.distance2),
                        format!("on {}+", report.weapons[0].need),
                        format!("{:.1} men lost", report.odds.mean_lost()),
                    ] {
                        assert!(told.contains(&part) || report.weapons[0].need > 6, "{part}: {told}");
                    }
                }
            }
        });
        assert!(seen > 0);
    }
}
