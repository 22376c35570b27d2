//! What must hold in every position of Bolt Action, with slow references of what units reach and see.

use std::collections::{BTreeMap, BTreeSet};

use stavka_engine::Dice;
use stavka_engine::bolt_action::terms::{Mishap, Order, Pace};
use stavka_engine::bolt_action::{Action, BoltAction, BoltActionDenial, UnitId, Verdict, units};
use stavka_engine::game::{Denial as _, Game as _, Notation as _, Side};
use stavka_engine::observation::{Observe as _, Role};
use stavka_engine::square::{Cell, Facing};

use super::{Finding, Invariants, require};

impl Invariants for BoltAction {
    type Watch = ();

    fn watch(&self) {}

    fn after_action((): &mut (), before: &Self, action: Action, after: &Self) -> Finding {
        let data = before.data();
        for unit in all_units(before) {
            let (was, is) = (before.piece(unit), after.piece(unit));
            require!(is.men <= was.men, "{}: {} men come back by {action:?}", data.name(unit), is.men - was.men);
            require!(is.panzerfausts <= was.panzerfausts, "{}: Panzerfausts come back by {action:?}", data.name(unit));
            require!(!was.immobilised || is.immobilised || !is.is_alive(), "{} moves again by {action:?}", data.name(unit));
        }
        for side in Side::ALL {
            let (was, is) = (before.in_bag(side), after.in_bag(side));
            let is_filled = after.game_turn() > before.game_turn() || Side::ALL.into_iter().all(|side| before.in_bag(side) == 0);
            require!(is <= was || is_filled, "{action:?} puts dice of {side} back into the bag");
        }
        Ok(())
    }

    fn in_list(&self, legal: &[Action]) -> Finding {
        require!(legal.len() <= Self::observation_spec(self.scenario()).max_actions, "{} choices", legal.len());
        require!(legal.is_sorted_by(|a, b| a < b), "{}: the list does not ascend: {legal:?}", self.prompt());
        Ok(())
    }

    fn in_position(&self, legal: &[Action]) -> Finding {
        destinations_agree(self, legal)?;
        strengths_agree(self)
    }

    fn mutated(&self, action: Action, dice: &mut Dice) -> Action {
        mutated(self, action, dice)
    }

    /// Nothing is hidden.
    fn worlds(&self, _: Side) -> usize {
        1
    }

    fn denial_rules() -> Vec<&'static str> {
        BoltActionDenial::ALL.iter().map(BoltActionDenial::rule).collect()
    }
}

fn all_units(game: &BoltAction) -> impl Iterator<Item = UnitId> + '_ {
    Side::ALL.into_iter().flat_map(|side| game.data().units(side).map(|(unit, _)| unit))
}

fn standing(game: &BoltAction) -> impl Iterator<Item = (UnitId, Cell)> + '_ {
    Side::ALL.into_iter().flat_map(|side| units(side, game.alive(side))).filter_map(|unit| Some((unit, game.piece(unit).cell?)))
}

/// Decisions D3 and D4 [MOVE][TER]: a walk by a search that relaxes every step until nothing changes. It keeps out of wrecks and of the
/// cells beside enemies, passes no corner of a cell that it may not enter, and ends where there is room.
fn destinations_agree(game: &BoltAction, legal: &[Action]) -> Finding {
    let listed: BTreeSet<Cell> =
        legal.iter().filter_map(|action| if let Action::MoveTo(cell) = action { Some(*cell) } else { None }).collect();
    let Some(mover) = game.acting().filter(|_| !listed.is_empty()) else { return Ok(()) };
    let (data, from) = (game.data(), game.piece(mover).cell.expect("it moves"));
    let (template, lattice) = (data.unit(mover), data.lattice());
    let runs = game.piece(mover).order == Some(Order::Run);
    let movement = &data.tables.movement;
    let inches = match template.pace {
        Pace::Light => movement.light_gun,
        _ if runs => movement.run[0],
        _ => movement.advance[0],
    };
    let floor = data.floor(template.mobility, runs);
    let is_wreck = |cell: Cell| all_units(game).any(|unit| game.piece(unit).men == 0 && game.piece(unit).cell == Some(cell));
    let enemies = || standing(game).filter(|(unit, _)| unit.side() != mover.side());
    let closed: BTreeSet<Cell> =
        lattice.cells().filter(|&cell| is_wreck(cell) || enemies().any(|(_, at)| lattice.is_near(cell, at, 1))).collect();
    let enters = |cell: Option<Cell>| cell.is_some_and(|cell| floor.is_open(cell) && !closed.contains(&cell));
    let mut costs: BTreeMap<Cell, u8> = BTreeMap::from([(from, 0)]);
    loop {
        let mut found: Vec<(Cell, u8)> = Vec::new();
        for (&cell, &cost) in &costs {
            for facing in Facing::ALL {
                let passes = !facing.is_diagonal() || [-1, 1].into_iter().all(|turn| enters(lattice.step(cell, facing.turned(turn))));
                let next = lattice.step(cell, facing).filter(|&next| enters(Some(next)) && passes);
                let price = cost + if facing.is_diagonal() { movement.diagonal } else { movement.straight };
                if let Some(next) = next.filter(|next| price <= 5 * inches && costs.get(next).is_none_or(|&known| price < known)) {
                    found.push((next, price));
                }
            }
        }
        if found.is_empty() {
            break;
        }
        for (cell, price) in found {
            costs.entry(cell).and_modify(|known| *known = price.min(*known)).or_insert(price);
        }
    }
    let house = |cell: Cell| data.battlefield.section(cell);
    let has_room = |cell: Cell| {
        standing(game)
            .filter(|&(unit, _)| unit != mover)
            .all(|(_, at)| !lattice.is_near(cell, at, 1) && (house(cell) == 0 || house(cell) != house(at)))
    };
    let expected: BTreeSet<Cell> = costs.into_keys().filter(|&cell| cell == from || has_room(cell) && !is_wreck(cell)).collect();
    let (more, fewer): (Vec<_>, Vec<_>) = (listed.difference(&expected).collect(), expected.difference(&listed).collect());
    require!(
        more.is_empty() && fewer.is_empty(),
        "{}: {} from {from:?}: too many {more:?}, too few {fewer:?}",
        game.prompt(),
        data.name(mover)
    );
    Ok(())
}

/// The planes of strength are the men of the units in their cells.
fn strengths_agree(game: &BoltAction) -> Finding {
    let spec = BoltAction::observation_spec(game.scenario());
    let area = spec.width * spec.height;
    for side in Side::ALL {
        let (planes, _) = game.observed(side);
        let plane = spec.plane_of(Role::OwnSteps).expect("a plane of strength") * area;
        let mut men = vec![0; area];
        for (unit, cell) in standing(game).filter(|(unit, _)| unit.side() == side) {
            men[cell.index()] += game.piece(unit).men;
        }
        let men: Vec<f32> = men.into_iter().map(|men| f32::from(men) / 12.0).collect();
        require!(planes[plane..plane + area] == men, "{}: the plane of {side} is not its men", game.prompt());
    }
    Ok(())
}

fn mutated(game: &BoltAction, action: Action, dice: &mut Dice) -> Action {
    let unit = UnitId(dice.below(32) as u8);
    let cell = Cell(dice.below(game.data().lattice().len() as u32 + 8) as u16);
    let facing = Facing::ALL[dice.below(8) as usize];
    let number = dice.below(20) as u8;
    let order = Order::ALL[dice.below(6) as usize];
    match dice.below(26) {
        0 => Action::Done,
        1 => Action::Draw(Side::ALL[dice.below(2) as usize]),
        2 => Action::Test(Verdict::ALL[dice.below(3) as usize]),
        3 => Action::Roll(1 + number % 6),
        4 => Action::Score(number),
        5 => Action::Mishaps { first: Mishap::ALL[dice.below(4) as usize], second: Mishap::ALL[dice.below(4) as usize] },
        6 => Action::Block { unit, block: number },
        7 => Action::Place { unit, cell },
        8 => Action::Face { unit, facing },
        9 | 10 => Action::Order { unit, order },
        11 => Action::Assault(unit),
        12 => Action::Charge(unit),
        13 => Action::StepByStep,
        14 => Action::Step(facing),
        15 => Action::Leg { facing, cells: number },
        16 => Action::Reverse { facing, cells: number },
        17 => Action::Target { unit, panzerfausts: number % 3 },
        18 => Action::Shell(unit),
        19 => Action::Duck(unit),
        20 => Action::Escape(unit),
        21 => Action::Return(unit),
        22 => Action::Spring(unit),
        23 => Action::Mistake(unit),
        24 => Action::Consolidate(cell),
        _ => match action {
            Action::MoveTo(_) => Action::MoveTo(cell),
            Action::Order { unit, .. } => Action::Order { unit, order },
            Action::Keep(_) | Action::GiveBack(_) => Action::Keep(unit),
            _ => Action::GiveBack(unit),
        },
    }
}
