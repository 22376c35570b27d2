//! More scenes for conditions that no other scene pins: the set-up.

use std::collections::BTreeSet;

use stavka_engine::bolt_action::terms::Class;
use stavka_engine::bolt_action::{Action, BoltAction, UnitId};
use stavka_engine::catalogue::Catalogue as _;
use stavka_engine::square::{Cell, Facing};
use stavka_engine::{Game as _, Side, Turn};

use crate::bolt_action_kit::{offered, question};

/// Plays the set-up with the last place of the last block and the fourth facing. Gives the units in the order in which they are placed.
fn set_up(mission: &str) -> (BoltAction, Vec<UnitId>) {
    let mut game = BoltAction::new(BoltAction::load(mission).expect("it is embedded"));
    let (mut legal, mut placed) = (Vec::new(), Vec::new());
    while let (
        Turn::Player(_),
        "where is the next unit placed, roughly?" | "in which cell is the unit placed?" | "where does the unit look?",
    ) = (game.turn(), question(&game).as_str())
    {
        game.legal_actions(&mut legal);
        let action = match legal[0] {
            Action::Face { .. } => legal[3],
            _ => *legal.last().expect("a choice"),
        };
        if let Action::Place { unit, .. } = action {
            placed.push(unit);
        }
        game.apply(action);
    }
    (game, placed)
}

/// Decision D12: in a meeting the sides place a unit each in turn; where one attacks, all of the defence stands before the attack does.
#[test]
fn units_are_placed_in_turn_or_the_defence_first() {
    let sides = |mission: &str| set_up(mission).1.into_iter().map(UnitId::side).collect::<Vec<_>>();
    let meeting = sides("meeting");
    let smaller = Side::ALL.map(|side| meeting.iter().filter(|&&other| other == side).count()).into_iter().min().unwrap();
    let (turns, rest) = meeting.split_at(2 * smaller);
    assert!(turns.chunks(2).all(|pair| pair == [Side::Axis, Side::Soviet]), "{turns:?}");
    assert!(rest.windows(2).all(|pair| pair[0] == pair[1]), "{rest:?}");
    for (mission, first) in [("attack", Side::Axis), ("hold", Side::Soviet)] {
        let sides = sides(mission);
        let defence = sides.iter().take_while(|&&side| side == first).count();
        assert!(defence > 0 && sides[defence..].iter().all(|&side| side == first.opponent()), "{mission}: {sides:?}");
    }
}

/// Decisions D3, D12: a unit is offered every cell of its zone with room to others, on ground on which it may be set up, block by block.
#[test]
fn units_are_placed_in_every_cell_of_their_zone_with_room() {
    for mission in ["meeting", "hold"] {
        let mut game = BoltAction::new(BoltAction::load(mission).expect("it is embedded"));
        let (mut legal, mut blocks, mut of_block) = (Vec::new(), Vec::new(), Vec::new());
        let mut stands: Vec<Cell> = Vec::new();
        while question(&game) == "where is the next unit placed, roughly?" {
            let unit = game.next_to_place().expect("a unit waits");
            game.legal_actions(&mut blocks);
            let mut offered = BTreeSet::new();
            for &block in &blocks {
                let Action::Block { unit: placed, block: number } = block else { panic!("{block:?}") };
                let mut within = game.clone();
                within.apply(block);
                within.legal_actions(&mut of_block);
                assert!(!of_block.is_empty(), "no block is offered in vain");
                for &action in &of_block {
                    let Action::Place { unit: there, cell } = action else { panic!("{action:?}") };
                    assert_eq!((placed, there), (unit, unit));
                    assert!(game.block_cells(number).contains(&cell));
                    assert!(offered.insert(cell), "a cell lies in one block");
                }
            }
            let (data, lattice) = (game.data(), game.data().battlefield.lattice);
            let mobility = data.unit(unit).mobility;
            let room = |cell: Cell| stands.iter().all(|&other| !lattice.is_near(cell, other, 1));
            let zone = data.mission.zones[unit.side().index()];
            let houses: Vec<_> = stands.iter().flat_map(|&cell| data.section_of(cell)).collect();
            let may = |cell: Cell| zone.contains(cell) && data.may_be_set_up(mobility, cell) && room(cell) && !houses.contains(&cell);
            assert_eq!(offered, lattice.cells().filter(|&cell| may(cell)).collect(), "{mission}: {}", data.name(unit));
            // The middle block and cell, so that units stand close.
            game.apply(blocks[blocks.len() / 2]);
            game.legal_actions(&mut legal);
            let Action::Place { cell, .. } = legal[legal.len() / 2] else { panic!("{legal:?}") };
            game.apply(legal[legal.len() / 2]);
            stands.push(cell);
            while question(&game) == "where does the unit look?" {
                game.legal_actions(&mut legal);
                game.apply(legal[0]);
            }
        }
        assert_eq!(question(&game), "a die is drawn from the bag");
    }
}

/// Decision D12: guns, vehicles and Fixed weapons look where their owner says.
#[test]
fn those_with_a_facing_say_where_they_look() {
    let (game, placed) = set_up("hold");
    for unit in placed {
        let template = game.data().unit(unit);
        let says = template.class == Class::Vehicle || game.data().is_fixed(template);
        let facing = game.piece(unit).facing;
        let usual = if unit.side() == Side::Axis { Facing::EAST } else { Facing::WEST };
        assert_eq!(facing, if says { Facing::SOUTH_EAST } else { usual }, "{}", game.data().name(unit));
    }
}

/// [TERK.5] Decision D13: men and guns of the side that is dug in are so once all stand; vehicles and the other side are not.
#[test]
fn the_defence_is_dug_in() {
    for (mission, dug_in) in [("hold", Some(Side::Soviet)), ("attack", Some(Side::Axis)), ("meeting", None)] {
        let (game, placed) = set_up(mission);
        for unit in placed {
            let expected = Some(unit.side()) == dug_in && game.data().unit(unit).class != Class::Vehicle;
            assert_eq!(game.piece(unit).dug_in, expected, "{mission}: {}", game.data().name(unit));
        }
    }
    assert_eq!(offered(&set_up("meeting").0, ["draw axis", "draw soviet"]), [true, true]);
}
