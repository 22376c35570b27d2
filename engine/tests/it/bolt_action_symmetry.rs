//! A battlefield that is the same turned by half a circle, with equal forces, treats both sides alike: a position turned round, with the
//! sides exchanged, has the same choices and the same dice.

use std::collections::BTreeSet;
use std::sync::LazyLock;

use stavka_engine::bolt_action::{Action, BoltAction, Opening, PositionBuilder, Prepared, UnitId};
use stavka_engine::catalogue::Catalogue as _;
use stavka_engine::square::Cell;
use stavka_engine::{Dice, Game as _, Notation as _, Side, Turn};

static DUEL: LazyLock<&Prepared> = LazyLock::new(|| BoltAction::load("duel-fixed").expect("it is embedded"));

fn duel() -> &'static Prepared {
    &DUEL
}

fn turned_cell(cell: Cell) -> Cell {
    Cell((duel().lattice().len() - 1) as u16 - cell.0)
}

fn other(unit: UnitId) -> UnitId {
    UnitId::new(unit.side().opponent(), unit.slot())
}

/// What the action is to the other side on the other end of the battlefield.
fn turned(action: Action) -> Action {
    match action {
        Action::Done | Action::Test(_) | Action::Roll(_) | Action::Score(_) | Action::Mishaps { .. } | Action::StepByStep => action,
        Action::Draw(side) => Action::Draw(side.opponent()),
        Action::Block { .. } => unreachable!("the set-up is fixed"),
        Action::Place { unit, cell } => Action::Place { unit: other(unit), cell: turned_cell(cell) },
        Action::Face { unit, facing } => Action::Face { unit: other(unit), facing: facing.reversed() },
        Action::Order { unit, order } => Action::Order { unit: other(unit), order },
        Action::Assault(unit) => Action::Assault(other(unit)),
        Action::Charge(unit) => Action::Charge(other(unit)),
        Action::MoveTo(cell) => Action::MoveTo(turned_cell(cell)),
        Action::Step(facing) => Action::Step(facing.reversed()),
        Action::Leg { facing, cells } => Action::Leg { facing: facing.reversed(), cells },
        Action::Reverse { facing, cells } => Action::Reverse { facing: facing.reversed(), cells },
        Action::Target { unit, panzerfausts } => Action::Target { unit: other(unit), panzerfausts },
        Action::Shell(unit) => Action::Shell(other(unit)),
        Action::Duck(unit) => Action::Duck(other(unit)),
        Action::Escape(unit) => Action::Escape(other(unit)),
        Action::Return(unit) => Action::Return(other(unit)),
        Action::Spring(unit) => Action::Spring(other(unit)),
        Action::Mistake(unit) => Action::Mistake(other(unit)),
        Action::Consolidate(cell) => Action::Consolidate(turned_cell(cell)),
        Action::Keep(unit) => Action::Keep(other(unit)),
        Action::GiveBack(unit) => Action::GiveBack(other(unit)),
    }
}

fn everyone() -> impl Iterator<Item = UnitId> {
    Side::ALL.into_iter().flat_map(|side| duel().units(side).map(|(unit, _)| unit))
}

/// The position in which `side` gives an order, turned round.
fn turned_round(game: &BoltAction, side: Side) -> BoltAction {
    let data = duel();
    let mut builder = PositionBuilder::empty(data).turn(game.game_turn() as u8);
    let mut lost = [0; 2];
    for side in Side::ALL {
        lost[side.opponent().index()] = game.in_bag(side) as u8;
    }
    lost[side.opponent().index()] += 1;
    for unit in everyone().filter(|&unit| game.piece(unit).is_alive()) {
        let (piece, to) = (game.piece(unit), other(unit));
        let cell = turned_cell(piece.cell.expect("alive"));
        let (column, row) = data.lattice().place(cell);
        let name = format!("{:02}{:02}", column + 1, row + 1);
        builder = builder.place(data.name(to), &name, piece.facing.reversed()).expect("as much room as there");
        builder = builder
            .edit(data.name(to), |turned| {
                let ranging = piece.ranging.map(|(target, shots)| (other(target), shots));
                *turned = stavka_engine::bolt_action::Piece { cell: turned.cell, facing: turned.facing, ranging, ..*piece };
            })
            .expect("it exists");
        if piece.order.is_none() {
            lost[to.side().index()] -= 1;
        }
    }
    builder.open(Opening::Order(side.opponent()), lost)
}

/// Whether all living units stand alike.
fn are_alike(game: &BoltAction, round: &BoltAction) -> bool {
    everyone().all(|unit| {
        let (here, there) = (game.piece(unit), round.piece(other(unit)));
        let dead = !here.is_alive() && !there.is_alive();
        let same_place = here.cell.map(turned_cell) == there.cell && here.facing.reversed() == there.facing;
        dead || same_place && (here.men, here.pins, here.order, here.moved) == (there.men, there.pins, there.order, there.moved)
    })
}

/// From every order of random games on, both positions offer the same choices and dice of the same weights, until the next die is drawn.
/// Where several ways or places are equally good for an assault or for those who panic, the first in the order of cells is taken, which
/// is another one there: such a comparison ends, and few may.
#[test]
fn a_position_turned_round_has_the_same_choices_and_the_same_dice() {
    let (mut compared, mut parted) = (0, 0);
    for seed in 0..24 {
        let mut game = BoltAction::new(duel());
        let (mut legal, mut dice) = (Vec::new(), Dice::new(seed));
        while game.turn() != Turn::Over {
            game.legal_actions(&mut legal);
            let mut round = legal.first().and_then(|first| match (first, game.turn()) {
                (Action::Order { .. }, Turn::Player(side)) => Some(turned_round(&game, side)),
                _ => None,
            });
            while let Some(mirror) = &mut round {
                let mut there = Vec::new();
                mirror.legal_actions(&mut there);
                let expected: BTreeSet<Action> = legal.iter().copied().map(turned).collect();
                assert_eq!(there.into_iter().collect::<BTreeSet<_>>(), expected, "seed {seed}: {} and {}", game.prompt(), mirror.prompt());
                if game.turn() == Turn::Chance {
                    for &action in &legal {
                        assert_eq!(game.chance_weight(action), mirror.chance_weight(turned(action)), "seed {seed}: {action:?}");
                    }
                }
                let action = if game.turn() == Turn::Chance { game.draw(&legal, &mut dice) } else { dice.choose(&legal) };
                mirror.apply(turned(action));
                game.apply(action);
                compared += 1;
                game.legal_actions(&mut legal);
                let goes_on = matches!((game.turn(), mirror.turn()), (Turn::Chance | Turn::Player(_), Turn::Chance | Turn::Player(_)));
                let in_step = are_alike(&game, mirror);
                parted += usize::from(!in_step);
                let is_next = legal.iter().any(|action| matches!(action, Action::Draw(_) | Action::Order { .. } | Action::Keep(_)));
                if !goes_on || !in_step || is_next {
                    round = None;
                }
            }
            if game.turn() != Turn::Over && !matches!(legal.first(), Some(Action::Order { .. })) {
                let action = if game.turn() == Turn::Chance { game.draw(&legal, &mut dice) } else { dice.choose(&legal) };
                game.apply(action);
            }
        }
    }
    assert!(compared > 1_000 && 50 * parted < compared, "{compared} compared, of which {parted} parted");
}
